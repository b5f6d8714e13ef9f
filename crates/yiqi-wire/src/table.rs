//! Tables: how they are made, who sits there, what a client is told when it comes.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use yiqi_rules::{GameSpec, RowsFrom};

use crate::{
    Chat, PerSeat, Presence, Rating, WireColor, WireEntry, WireMove, WireResult, WireSeat,
    WireStage, WireView,
};

/// A table to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game: `reversi`, `gomoku:15:renju`, …
    pub game: String,
    /// Who is to sit first.
    pub first: NewSeat,
    /// Who is to sit second.
    pub second: NewSeat,
    /// The color of the first seat.
    #[serde(default)]
    pub first_color: FirstColor,
    /// The clock: `none`, `move 30s`, `game 5m+3s`, `byoyomi 10m+3x30s`; with `, random move` a move
    /// is drawn when time runs out, otherwise the game is lost.
    #[serde(default = "no_clock")]
    pub time: String,
    /// Whether the lobby shows it, so that anyone may sit down or watch.
    #[serde(default)]
    pub listed: bool,
    /// Whether only those at the table may see it.
    #[serde(default)]
    pub private: bool,
    /// Whether the result counts for ratings; both seats need an account.
    #[serde(default)]
    pub rated: bool,
    /// Where to begin, if not at the usual start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Origin>,
}

fn no_clock() -> String {
    "none".to_owned()
}

/// A position to begin from: a start and the moves that lead on from there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The stones to start from, as records write them: rows from the top separated by `/`, then
    /// the side to move: `......../…/........ black`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves from there.
    #[serde(default)]
    pub moves: Vec<String>,
}

// Variants without fields have braces: without them serde would take any field.
/// Who is to sit at a new table: `{"kind":"computer","player":"engine:level=5"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum NewSeat {
    /// Whoever makes the table.
    Me {},
    /// Whoever comes: from the lobby if the table is listed, by the invitation otherwise.
    Open {},
    /// A program of the server: `engine:level=5`, `random`, `alphabeta:depth=4`, …
    Computer {
        /// Which.
        player: String,
    },
}

/// The color of the first seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FirstColor {
    /// Black.
    Black,
    /// White.
    White,
    /// Drawn with equal chance when the game begins.
    #[default]
    Drawn,
}

/// The answer to a new table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Created {
    /// The table.
    pub table: String,
    /// The secret that lets somebody sit at the open seat, if there is one: the link to send is
    /// `/t/TABLE#INVITE`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invite: Option<String>,
}

/// A wish to sit down.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SitRequest {
    /// The secret of the invitation; not needed at a listed table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invite: Option<String>,
}

/// The answer to who sat down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Joined {
    /// The seat.
    pub seat: WireSeat,
}

/// The game of a table, in the names programs use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Game {
    /// The game spec: `gomoku:15:renju:swap2`.
    pub spec: String,
    /// The game's name in a spec: `reversi`, `gomoku`, `peace`.
    pub kind: String,
    /// Points on a side.
    pub size: u8,
    /// Whether rows are numbered from the bottom.
    pub rows_from_bottom: bool,
    /// Its name in the client's language.
    pub name: String,
}

impl Game {
    /// A game with the name it has in the client's language.
    #[must_use]
    pub fn new(spec: GameSpec, name: String) -> Game {
        Game {
            spec: spec.to_string(),
            kind: spec.game().name().to_owned(),
            size: spec.size(),
            rows_from_bottom: spec.game().rows_from() == RowsFrom::Bottom,
            name,
        }
    }
}

/// What a table is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TableInfo {
    /// Its id.
    pub id: String,
    /// The game.
    pub game: Game,
    /// Who sits where.
    pub seats: PerSeat<SeatInfo>,
    /// The color of the first seat, before the game begins.
    pub first_color: FirstColor,
    /// The clock.
    pub time: String,
    /// Whether the lobby shows it.
    pub listed: bool,
    /// Whether only those at the table may see it.
    pub private: bool,
    /// Whether the result counts for ratings.
    pub rated: bool,
    /// The stones it started from, if not the usual ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: u64,
    /// The table where the same two play on, once there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// Who sits at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SeatInfo {
    /// What kind of participant.
    pub kind: SeatKind,
    /// The name to show; empty for a guest who gave none, and for an open seat.
    pub name: String,
    /// The person's public id, if a person sits there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// The player, if a program sits there: `engine:level=5`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The rating at this game, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<Rating>,
}

/// What kind of participant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// Nobody yet.
    Open,
    /// A person without an account.
    Guest,
    /// A person with an account.
    Account,
    /// A program of the server.
    Computer,
}

/// What the client itself is at a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct You {
    /// The seats it may act for; none for a spectator.
    pub seats: Vec<WireSeat>,
    /// Whether it alone decides on start and pause: it is at both seats, or plays a computer.
    pub host: bool,
    /// The invitation to send, while a seat is open; only for who made the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invite: Option<String>,
}

/// Everything about a table: the first message on a socket, and the answer to `GET`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TableState {
    /// The version of these messages.
    pub version: u32,
    /// What the table is.
    pub table: TableInfo,
    /// What the client is.
    pub you: You,
    /// The number of the first entry below, counted from 1.
    pub from: usize,
    /// The entries after the number the client asked for.
    pub entries: Vec<WireEntry>,
    /// Every ply that stands; absent if the client wants no views.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<WireMove>>,
    /// The game at this moment; absent if the client wants no views.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<WireView>,
    /// The table's time at this moment, in the same milliseconds as entries.
    pub now_ms: u64,
    /// Who is connected.
    pub presence: Presence,
    /// What was said lately, in the rooms the client may read.
    pub chat: Vec<Chat>,
}

/// A table in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LobbyTable {
    /// Its id.
    pub id: String,
    /// The game.
    pub game: Game,
    /// Who sits where.
    pub seats: PerSeat<SeatInfo>,
    /// The color of the first seat.
    pub first_color: FirstColor,
    /// The clock.
    pub time: String,
    /// Whether the result counts for ratings.
    pub rated: bool,
    /// How far the game has come.
    pub stage: WireStage,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: u64,
    /// When it ended, if it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_ms: Option<u64>,
    /// Plies played.
    pub ply_count: usize,
    /// The board, if the game has begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The color each seat plays, if the game has begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colors: Option<PerSeat<WireColor>>,
    /// How it ended, if it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<WireResult>,
}
