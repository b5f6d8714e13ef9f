//! Finished games of a person, and statistics of them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{SeatKind, WireColor};

/// How a game ended for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The player won.
    Won,
    /// The player lost.
    Lost,
    /// A draw.
    Draw,
}

/// Which games of a person.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GamesQuery {
    /// The person's public id; the caller's own by default.
    pub person: String,
    /// Only games that ended before this time, in milliseconds since 1970.
    pub before: Option<u64>,
    /// Part of the opponent's name.
    pub opponent: String,
    /// A game, such as `gomoku`, or a whole spec.
    pub game: String,
    /// Only games that ended like this for the person.
    pub result: Option<Outcome>,
    /// Only games in which the person had this color.
    pub color: Option<WireColor>,
    /// The first moves, such as `f5d6c3`. Rotations and reflections of the board count as equal.
    pub opening: String,
    /// The format of a file with the games.
    pub format: String,
}

/// How many games ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Tally {
    /// All games, including those that nobody can win, aborted ones and games against oneself.
    pub games: u32,
    /// Games won.
    pub won: u32,
    /// Games lost.
    pub lost: u32,
    /// Draws.
    pub draw: u32,
}

/// Statistics of the games of a person.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Statistics {
    /// All games.
    pub total: Tally,
    /// By game and color, most games first.
    pub games: Vec<GameTally>,
    /// By opponent, most games first, at most 20.
    pub opponents: Vec<OpponentTally>,
}

/// The games of one kind with one color.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GameTally {
    /// The game: `reversi`.
    pub game: String,
    /// The person's color; absent for games with both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<WireColor>,
    /// The results.
    pub tally: Tally,
}

/// The games against one opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OpponentTally {
    /// The kind of opponent.
    pub kind: SeatKind,
    /// The opponent's name in the last of these games; empty for a guest without one.
    pub name: String,
    /// The player spec, if it is a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The results, from the point of view of the person.
    pub tally: Tally,
}
