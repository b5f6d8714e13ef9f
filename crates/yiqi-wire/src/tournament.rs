//! Tournaments, the leaderboard and the search for players.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Chat, Game, LobbyTable, Rating, SeatKind, WireSeat};

/// A request for a new tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTournament {
    /// Its name.
    pub name: String,
    /// The game: `reversi`, `gomoku:15:renju`, …
    pub game: String,
    /// Who meets whom.
    pub format: TournamentKind,
    /// The time control; there must be one, and who runs out of time loses.
    pub time: String,
    /// Whether games between accounts are rated. Then only accounts and programs can join.
    #[serde(default)]
    pub rated: bool,
    /// When it begins.
    pub start: TournamentStart,
    /// Rounds of a Swiss tournament; 0 or absent for enough to find a winner.
    #[serde(default)]
    pub rounds: u32,
    /// Round robin: how often everybody meets everybody. Knockout: games per match. 1 to 4.
    #[serde(default = "one")]
    pub games: u32,
    /// How long an arena lasts.
    #[serde(default = "hour")]
    pub minutes: u32,
    /// Whether an arena doubles the points of whoever has won twice in a row.
    #[serde(default)]
    pub streaks: bool,
    /// The most players at a time; 0 or absent for the server's limit.
    #[serde(default)]
    pub players_max: u32,
    /// How long a player has for the first move; later it loses by forfeit.
    #[serde(default = "minute")]
    pub show_up_seconds: u32,
    /// How long players rest between rounds, or between the games of an arena.
    #[serde(default = "short_pause")]
    pub pause_seconds: u32,
    /// Programs of the server that take part: `engine:level=5`, …
    #[serde(default)]
    pub programs: Vec<String>,
    /// Whether the organizer takes part.
    #[serde(default)]
    pub join: bool,
}

const fn one() -> u32 {
    1
}

const fn hour() -> u32 {
    60
}

const fn minute() -> u32 {
    60
}

const fn short_pause() -> u32 {
    5
}

/// Who meets whom in a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TournamentKind {
    /// As many games as one can play in a fixed time.
    Arena,
    /// In every round, players of about equal points meet.
    Swiss,
    /// Everybody meets everybody.
    #[serde(rename = "roundrobin")]
    RoundRobin,
    /// Who loses a match is out.
    Knockout,
}

// Braces keep serde from accepting any field.
/// When a tournament begins: `{"at":1794873600000}` or `{"players":8}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum TournamentStart {
    /// At this time, in milliseconds since 1970.
    At(u64),
    /// As soon as this many players have joined.
    Players(u32),
}

/// The response to a new tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TournamentCreated {
    /// Its id.
    pub tournament: String,
}

/// A program to take part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TournamentProgram {
    /// The player spec: `engine:level=5`, …
    pub player: String,
}

/// A message for the chat of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TournamentMessage {
    /// The text.
    pub text: String,
}

/// A player to be removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TournamentPlayerRequest {
    /// The player's number.
    pub player: usize,
}

/// The tournament of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TableTournament {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// How long a player has for the first move, in seconds.
    pub show_up_seconds: u64,
}

/// A tournament in a list, and the head of its page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TournamentInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The game.
    pub game: Game,
    /// Who meets whom.
    pub format: TournamentKind,
    /// The time control.
    pub time: String,
    /// Whether games between accounts are rated.
    pub rated: bool,
    /// `upcoming`, `running`, `finished` or `canceled`.
    pub stage: String,
    /// Why it was canceled: `organizer` or `few-players`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub canceled: Option<String>,
    /// When it begins.
    pub start: TournamentStart,
    /// Round robin: how often everybody meets everybody. Knockout: games per match.
    pub games: u32,
    /// How long an arena lasts.
    pub minutes: u32,
    /// Whether an arena doubles the points of whoever has won twice in a row.
    pub streaks: bool,
    /// The most players at a time; 0 for the server's limit.
    pub players_max: u32,
    /// How long a player has for the first move.
    pub show_up_seconds: u32,
    /// How long players rest between rounds, or between the games of an arena.
    pub pause_seconds: u32,
    /// How many players take part now.
    pub player_count: usize,
    /// The last round that was drawn.
    pub round: u32,
    /// How many rounds there are, as far as known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// The organizer's name; empty for a guest without one.
    pub organizer: String,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: u64,
    /// When it began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub began_ms: Option<u64>,
    /// When an arena that is running ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_ms: Option<u64>,
    /// When it was over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_ms: Option<u64>,
    /// The names of those who won, if it is finished.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub winners: Vec<String>,
}

/// All tournaments that are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TournamentList {
    /// Not begun, the next one first.
    pub upcoming: Vec<TournamentInfo>,
    /// Running, the newest first.
    pub running: Vec<TournamentInfo>,
    /// Finished, the newest first.
    pub finished: Vec<TournamentInfo>,
    /// Whether the caller may make one.
    pub may_create: bool,
}

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TournamentPlayer {
    /// The kind of player.
    pub kind: SeatKind,
    /// The name; empty for a guest without one.
    pub name: String,
    /// The person's public id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// The player spec of a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The rating at joining.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
    /// Whether a bot joined with its token.
    pub bot: bool,
    /// Whether the player takes part now.
    pub active: bool,
}

/// One line of the standings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TournamentStanding {
    /// The place, from 1; level players share one.
    pub place: u32,
    /// The player's number.
    pub player: usize,
    /// Points.
    pub points: f64,
    /// Won games.
    pub won: u32,
    /// Drawn games.
    pub drawn: u32,
    /// Lost games.
    pub lost: u32,
    /// Rounds without an opponent.
    pub rested: u32,
    /// Whether points count double now.
    pub streak: bool,
    /// The tie-breaks, in the order of [`TournamentState::tie_breaks`]; `null` where one says
    /// nothing, such as the direct encounter of somebody who is level with nobody.
    pub tie_breaks: Vec<Option<f64>>,
}

/// A game of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TournamentGame {
    /// Its number, from 1.
    pub number: u32,
    /// The round, from 1.
    pub round: u32,
    /// The player who starts with black.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// Its table, unless it was not played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<TournamentOutcome>,
}

/// How a game of a tournament ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TournamentOutcome {
    /// Who won; absent for a draw, if neither came to the board, or if the game does not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<WireSeat>,
    /// `played`, `no-show`, `walkover`, `void` or `damaged`.
    pub kind: String,
}

/// A match of a knockout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TournamentMatch {
    /// The round, from 1.
    pub round: u32,
    /// One player.
    pub first: usize,
    /// The other; absent if the first has a bye.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<usize>,
    /// The winner, if it is decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<usize>,
    /// Whether lots decided it.
    pub by_lot: bool,
}

/// The caller's own part in a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TournamentYou {
    /// The caller's number, if the caller joined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<usize>,
    /// Whether the caller takes part now.
    pub active: bool,
    /// The table of the caller's game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// Whether the caller may join or come back.
    pub may_join: bool,
    /// Whether the caller may begin and cancel it.
    pub organizer: bool,
    /// For the organizer: the numbers of games that the server could not read any more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub damaged: Vec<u32>,
}

/// The whole state of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TournamentState {
    /// What it is.
    pub info: TournamentInfo,
    /// The players, by their number.
    pub players: Vec<TournamentPlayer>,
    /// The standings, best first.
    pub standings: Vec<TournamentStanding>,
    /// The tie-breaks, in order: `buchholz`, `sonneborn-berger`, `direct`, `wins`.
    pub tie_breaks: Vec<String>,
    /// The newest games, newest first; all of them in a report.
    pub games: Vec<TournamentGame>,
    /// Players without an opponent in the last round.
    pub resting: Vec<usize>,
    /// Players for whom the next games wait, because they are in a game of another tournament.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub busy: Vec<usize>,
    /// The matches of a knockout as far as they are known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bracket: Vec<TournamentMatch>,
    /// The caller's own part.
    pub you: TournamentYou,
    /// The server's time, in milliseconds since 1970.
    pub now_ms: u64,
}

/// An event of a tournament's stream.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TournamentEvent {
    /// Something changed; also the first event.
    State {
        /// The whole state.
        state: Box<TournamentState>,
    },
    /// Games in play, the leaders' first.
    Boards {
        /// As in the lobby.
        boards: Vec<LobbyTable>,
        /// The server's time, in milliseconds since 1970.
        now_ms: u64,
    },
    /// What was said. The room is always `spectators`, for everybody can read it.
    Chat {
        /// Whether these are all messages, so that older ones are to be forgotten.
        whole: bool,
        /// The messages, oldest first.
        chat: Vec<Chat>,
    },
}

/// The best players of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Leaderboard {
    /// The game that the ratings are for: `reversi`, `gomoku renju`, …
    pub game: String,
    /// All games for which there are ratings.
    pub games: Vec<String>,
    /// How many rated games a player needs to be listed.
    pub games_min: u32,
    /// The largest deviation of a rating that is listed.
    pub deviation_max: u32,
    /// The players, best first.
    pub rows: Vec<LeaderRow>,
}

/// One line of the leaderboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LeaderRow {
    /// The place, from 1.
    pub place: u32,
    /// The name.
    pub name: String,
    /// The rating.
    pub rating: Rating,
}

/// An account that was searched for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PersonFound {
    /// The public id.
    pub person: String,
    /// The name.
    pub name: String,
    /// Ratings.
    pub ratings: Vec<Rating>,
}
