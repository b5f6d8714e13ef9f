//! Tables: creating them, their seats, and the state that a client gets.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use yiqi_rules::{Color, GameSpec, RowsFrom};
use yiqi_session::ColorChoice;

use crate::{
    Chat, PerSeat, Presence, Rating, TableTournament, WireClock, WireColor, WireEntry, WireMove,
    WireResult, WireSeat, WireStage, WireView,
};

/// A request for a new table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game: `reversi`, `gomoku:15:renju`, …
    pub game: String,
    /// Who takes the first seat.
    pub first: NewSeat,
    /// Who takes the second seat.
    pub second: NewSeat,
    /// The color of the first seat.
    #[serde(default)]
    pub first_color: FirstColor,
    /// The time control: `none`, `move 30s`, `game 5m+3s`, `byoyomi 10m+3x30s`; with `, random
    /// move` a random move is made when time runs out, otherwise the game is lost.
    #[serde(default = "no_clock")]
    pub time: String,
    /// Whether the lobby lists it, so that anyone can sit down or watch.
    #[serde(default)]
    pub listed: bool,
    /// Whether only its players can see it.
    #[serde(default)]
    pub private: bool,
    /// Whether the game is rated; both players need an account.
    #[serde(default)]
    pub rated: bool,
    /// Where to begin, if not at the normal start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Origin>,
}

fn no_clock() -> String {
    "none".to_owned()
}

/// A position to begin from: a start and the moves from there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The starting position in the notation of records: rows from the top separated by `/`, then
    /// the side to move: `......../…/........ black`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves from there.
    #[serde(default)]
    pub moves: Vec<String>,
}

// Variants without fields have braces: without them serde would accept any field.
/// Who takes a seat at a new table: `{"kind":"computer","player":"engine:level=5"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum NewSeat {
    /// The creator of the table.
    Me {},
    /// Anybody who comes: from the lobby if the table is listed, otherwise with the invitation.
    Open {},
    /// A program of the server: `engine:level=5`, `random`, `alphabeta:depth=4`, …
    Computer {
        /// The player spec.
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
    /// Drawn at random when the game begins.
    #[default]
    Drawn,
}

impl From<FirstColor> for ColorChoice {
    fn from(color: FirstColor) -> ColorChoice {
        match color {
            FirstColor::Black => ColorChoice::First(Color::Black),
            FirstColor::White => ColorChoice::First(Color::White),
            FirstColor::Drawn => ColorChoice::Drawn,
        }
    }
}

/// The response to a new table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Created {
    /// The table's id.
    pub table: String,
    /// The secret for the open seat, if there is one. The link to send is `/t/TABLE#INVITE`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invite: Option<String>,
}

/// A request for the open seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SitRequest {
    /// The secret of the invitation; not needed at a listed table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invite: Option<String>,
}

/// The response to taking a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Joined {
    /// The seat.
    pub seat: WireSeat,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Game {
    /// The game spec: `gomoku:15:renju:swap2`.
    pub spec: String,
    /// The game's name in a spec: `reversi`, `gomoku`, `peace`.
    pub kind: String,
    /// Points per side.
    pub size: u8,
    /// Whether rows are numbered from the bottom.
    pub rows_from_bottom: bool,
    /// Its name in the client's language.
    pub name: String,
}

impl Game {
    /// A game with its name in the client's language.
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

/// The properties of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TableInfo {
    /// Its id.
    pub id: String,
    /// The game.
    pub game: Game,
    /// Who sits where.
    pub seats: PerSeat<SeatInfo>,
    /// The color of the first seat, as agreed before the game.
    pub first_color: FirstColor,
    /// The time control.
    pub time: String,
    /// Whether the lobby lists it.
    pub listed: bool,
    /// Whether only its players can see it.
    pub private: bool,
    /// Whether the game is rated.
    pub rated: bool,
    /// Whether a rated game became unrated, because both players have one address.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub same_address: bool,
    /// The starting position, if not the normal one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// When it was created, in milliseconds since 1970.
    pub created_ms: u64,
    /// The table of the rematch, once there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// The tournament that the game belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<TableTournament>,
}

/// Who sits at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SeatInfo {
    /// The kind of player.
    pub kind: SeatKind,
    /// The display name; empty for a guest without a name and for an open seat.
    pub name: String,
    /// The person's public id, if a person sits there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// The player spec, if a program sits there: `engine:level=5`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The rating in this game, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<Rating>,
    /// What this game changed in the rating, once it is rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_change: Option<i32>,
}

/// The kind of player at a seat.
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

/// The client's own role at a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct You {
    /// The seats that it may act for; empty for a spectator.
    pub seats: Vec<WireSeat>,
    /// Whether it alone decides on start and pause: it holds both seats or plays against the
    /// computer.
    pub host: bool,
    /// The invitation to send, while a seat is open; only for the creator of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invite: Option<String>,
}

/// The whole state of a table: the first message on a socket, and the response to `GET`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TableState {
    /// The protocol version.
    pub version: u32,
    /// The properties of the table.
    pub table: TableInfo,
    /// The client's own role.
    pub you: You,
    /// The number of the first entry below, counted from 1.
    pub from: usize,
    /// The entries after the number that the client asked for.
    pub entries: Vec<WireEntry>,
    /// Every ply of the game, without those taken back; absent if the client wants no views.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<WireMove>>,
    /// The game at this moment; absent if the client wants no views.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<WireView>,
    /// The current time of the table, in the same milliseconds as entries.
    pub now_ms: u64,
    /// Who is connected.
    pub presence: Presence,
    /// Recent chat messages in the rooms that the client can read.
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
    /// The time control.
    pub time: String,
    /// Whether the game is rated.
    pub rated: bool,
    /// The stage of the game.
    pub stage: WireStage,
    /// When it was created, in milliseconds since 1970.
    pub created_ms: u64,
    /// When it ended, if it has, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_ms: Option<u64>,
    /// When something last happened there, in milliseconds since 1970.
    #[serde(default)]
    pub active_ms: u64,
    /// Whose turn it is, while it is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<WireSeat>,
    /// The number of plies.
    pub ply_count: usize,
    /// The board, if the game has begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The color of each seat, if the game has begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colors: Option<PerSeat<WireColor>>,
    /// The clocks at `clocks_ms`, while a timed game is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<PerSeat<WireClock>>,
    /// When the clocks were read, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks_ms: Option<u64>,
    /// The result, if the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<WireResult>,
}

/// The contents of the lobby.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LobbyView {
    /// Tables with an open seat, newest first.
    pub open: Vec<LobbyTable>,
    /// Games in play, newest first.
    pub playing: Vec<LobbyTable>,
    /// Games that just ended, newest first.
    pub recent: Vec<LobbyTable>,
}
