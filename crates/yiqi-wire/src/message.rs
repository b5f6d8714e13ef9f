//! Messages on a socket.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    CommandMessage, PerSeat, SeatInfo, TableState, WireCertainty, WireEntry, WireMove, WireSeat,
    WireView,
};

/// A message from a client to the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Gives a command in the game.
    Command(CommandMessage),
    /// Posts a chat message.
    Chat {
        /// The room.
        room: Room,
        /// The text, at most 300 characters.
        text: String,
    },
    /// Makes the program whose turn it is move at once; for the host.
    Hurry {},
}

/// A message from the server to a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The whole state. The first message; sent again if the client must discard what it has.
    Table(Box<TableState>),
    /// New entries in the game.
    Update(Box<Update>),
    /// A command was carried out and stored.
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
        /// The reason.
        #[serde(flatten)]
        fault: Fault,
    },
    /// An error that is not about a command.
    Error(Fault),
    /// Who is connected; sent on every change.
    Presence(Presence),
    /// Who sits where; sent on every change.
    Seats {
        /// Who sits where.
        seats: PerSeat<SeatInfo>,
    },
    /// The rematch takes place at another table.
    Next {
        /// The table's id.
        table: String,
    },
    /// A chat message.
    Chat(Chat),
    /// Somebody has deleted the account: what this person wrote in the chat is gone.
    ChatRemoved {
        /// The public id of the author.
        person: String,
    },
    /// The current analysis of a program at this table.
    Thought(Thought),
    /// A keepalive for pages, which cannot see the pings of a socket.
    Alive,
}

/// New entries in the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Update {
    /// The number of the first entry below, counted from 1. A client that has fewer than `from - 1`
    /// entries has missed some: it reconnects and resumes after its last one.
    pub from: usize,
    /// The entries.
    pub entries: Vec<WireEntry>,
    /// The last ply of the game; absent if there is none or the client wants no views. To keep a
    /// list of moves up to date, truncate it to `view.ply_count - 1` and append this.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<WireMove>,
    /// The game after these entries; absent if the client wants no views.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<WireView>,
    /// The current time of the table.
    pub now_ms: u64,
}

/// Why a request was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Fault {
    /// For programs: `not_your_turn`, `occupied`, `forbidden`, `storage_full`, …
    pub code: String,
    /// For people: one sentence in the client's language.
    pub text: String,
    /// The points that explain the refusal, to be marked on the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<String>,
}

/// The body of every HTTP error response.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ErrorBody {
    /// The error.
    pub error: Fault,
}

/// Who can read a chat message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Room {
    /// For the players. Spectators can read it.
    Players,
    /// For spectators. Players can read it once the game is over.
    Spectators,
}

/// A chat message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Chat {
    /// Its number at this table.
    pub number: u64,
    /// The room.
    pub room: Room,
    /// The public id of the author, for muting.
    pub person: String,
    /// The name of the author.
    pub name: String,
    /// Whether the author is a guest. Guest names are not unique.
    pub guest: bool,
    /// The author's seat, if a player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<WireSeat>,
    /// The text.
    pub text: String,
    /// The time, in milliseconds since 1970.
    pub at_ms: u64,
}

/// Who is connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Presence {
    /// The players.
    pub seats: PerSeat<PresenceState>,
    /// The number of spectators.
    pub spectators: usize,
    /// For each seat, the milliseconds until its opponent may claim the game; `null` while it is
    /// connected.
    pub claim_in_ms: PerSeat<Option<u64>>,
}

/// Whether a player is connected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PresenceState {
    /// The seat is open.
    #[default]
    Away,
    /// Connected. A program always is.
    Connected,
    /// Disconnected a moment ago.
    Reconnecting,
    /// Disconnected for longer.
    Gone,
}

/// A program's current analysis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Thought {
    /// The program's seat.
    pub seat: WireSeat,
    /// The search depth in plies.
    pub depth: u8,
    /// The program's evaluation of the position from its own side, in hundredths.
    pub eval: i32,
    /// How the evaluation is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certainty: Option<WireCertainty>,
    /// The principal variation, beginning with the program's own move.
    pub line: Vec<String>,
}
