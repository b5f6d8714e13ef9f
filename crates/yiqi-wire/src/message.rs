//! What goes over a socket.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    CommandMessage, PerSeat, SeatInfo, TableState, WireCertainty, WireEntry, WireMove, WireSeat,
    WireView,
};

/// From a client to the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Asks something of the game.
    Command(CommandMessage),
    /// Says something.
    Chat {
        /// To whom.
        room: Room,
        /// What, at most 300 characters.
        text: String,
    },
}

/// From the server to a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The first message: everything. Also sent when the client must forget what it has.
    Table(Box<TableState>),
    /// Something happened in the game.
    Update(Box<Update>),
    /// A command was done and is kept: its first entry has this number.
    Ack {
        /// The command's id.
        id: String,
        /// The number of its first entry, counted from 1; 0 if it caused none.
        number: usize,
    },
    /// A command was refused; nothing has changed.
    Refused {
        /// The command's id.
        id: String,
        /// Why.
        #[serde(flatten)]
        fault: Fault,
    },
    /// Something other than a command went wrong.
    Error(Fault),
    /// Who is connected, whenever that changes.
    Presence(Presence),
    /// Who sits where, whenever that changes.
    Seats {
        /// Who sits where.
        seats: PerSeat<SeatInfo>,
    },
    /// The same two play on at another table.
    Next {
        /// The table.
        table: String,
    },
    /// Somebody says something.
    Chat(Chat),
    /// What a computer at this table thinks while it thinks.
    Thought(Thought),
    /// A sign of life, for pages, which do not see the pings of a socket.
    Alive,
}

/// Something happened in the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Update {
    /// The number of the first entry below, counted from 1. A client that has fewer than
    /// `from - 1` entries has missed some: it connects again and asks for what came after its last.
    pub from: usize,
    /// The entries.
    pub entries: Vec<WireEntry>,
    /// The last ply that stands; absent if there is none, or the client wants no views. With
    /// `view.ply_count` it keeps a list of moves true: cut the list to `ply_count - 1`, add this.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<WireMove>,
    /// The game after them; absent if the client wants no views.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<WireView>,
    /// The table's time at this moment.
    pub now_ms: u64,
}

/// Why something was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Fault {
    /// For programs: `not_your_turn`, `occupied`, `forbidden`, `storage_full`, …
    pub code: String,
    /// For people: one sentence in the client's language.
    pub text: String,
    /// The points that are the reason, to be marked on the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<String>,
}

/// The body of every HTTP answer that is an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ErrorBody {
    /// What is wrong.
    pub error: Fault,
}

/// Who hears what is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Room {
    /// The two at the table. Spectators may read it.
    Players,
    /// Those who watch. The two at the table read it once the game is over.
    Spectators,
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Chat {
    /// Its number at this table.
    pub number: u64,
    /// To whom.
    pub room: Room,
    /// The public id of who said it: what to mute.
    pub person: String,
    /// The name of who said it.
    pub name: String,
    /// Whether that is a guest, whose name anybody may bear.
    pub guest: bool,
    /// The seat, if a player said it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<WireSeat>,
    /// What.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub at_ms: u64,
}

/// Who is connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Presence {
    /// The players.
    pub seats: PerSeat<PresenceState>,
    /// How many watch.
    pub spectators: usize,
    /// Milliseconds until a seat that is away may be declared to have forfeited, by seat; absent
    /// while it is there.
    pub claim_in_ms: PerSeat<Option<u64>>,
}

/// Whether a player is connected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PresenceState {
    /// The seat is open.
    #[default]
    Away,
    /// Connected; a computer always is.
    Connected,
    /// Lost a moment ago.
    Reconnecting,
    /// Lost for longer.
    Gone,
}

/// What a computer thinks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Thought {
    /// The seat that thinks.
    pub seat: WireSeat,
    /// Plies looked ahead.
    pub depth: u8,
    /// What it thinks of the position, in hundredths, seen from its own side.
    pub eval: i32,
    /// How it knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certainty: Option<WireCertainty>,
    /// The moves it expects, its own first.
    pub line: Vec<String>,
}
