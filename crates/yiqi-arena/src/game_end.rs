//! How a game of a tournament ended.

use yiqi_players::PlayerError;
use yiqi_record::{BySeat, GameResult, Seat};
use yiqi_rules::Color;

use crate::adjudication::AdjudicationReason;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedGame {
    /// The result.
    pub result: GameResult,
    /// The color of the first seat at the end: swap openings exchange colors.
    pub first_color: Color,
    /// What ended the game.
    pub ending: Ending,
    /// Plies, with those of the opening.
    pub plies: u32,
    /// The time that the players used.
    pub time: BySeat<TimeUse>,
}

/// What ended a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The rules.
    Played,
    /// The rules of adjudication.
    Adjudicated(AdjudicationReason),
    /// A player broke the rules of the tournament.
    Forfeited(Forfeit),
}

/// A lost game that was not lost on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// Who lost it.
    pub seat: Seat,
    /// What happened.
    pub kind: ForfeitKind,
    /// What was seen, line by line.
    pub evidence: Vec<String>,
}

/// Why a player lost a game that was not lost on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ForfeitKind {
    /// It ran out of time.
    Time,
    /// It could not be started.
    Start,
    /// It ended or crashed.
    Crash,
    /// It did not answer.
    Stall,
    /// It played an illegal move.
    Illegal,
}

impl ForfeitKind {
    /// All kinds.
    pub const ALL: [ForfeitKind; 5] = [
        ForfeitKind::Time,
        ForfeitKind::Start,
        ForfeitKind::Crash,
        ForfeitKind::Stall,
        ForfeitKind::Illegal,
    ];

    /// Its name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ForfeitKind::Time => "time",
            ForfeitKind::Start => "start",
            ForfeitKind::Crash => "crash",
            ForfeitKind::Stall => "stall",
            ForfeitKind::Illegal => "illegal",
        }
    }

    /// The kind of a player's failure; `None` if it was stopped from outside.
    #[must_use]
    pub const fn of(error: &PlayerError) -> Option<ForfeitKind> {
        match error {
            PlayerError::Start { .. } | PlayerError::Human => Some(ForfeitKind::Start),
            PlayerError::Ended { .. } | PlayerError::Crashed { .. } => Some(ForfeitKind::Crash),
            PlayerError::Stalled { .. } => Some(ForfeitKind::Stall),
            PlayerError::Illegal { .. } => Some(ForfeitKind::Illegal),
            PlayerError::Stopped => None,
        }
    }
}

/// The time that a player used in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeUse {
    /// Its moves after the opening.
    pub moves: u32,
    /// Milliseconds for all of them.
    pub total_ms: u64,
    /// Milliseconds for the longest.
    pub longest_ms: u64,
    /// The least that was left on its clock after a move; `None` without a clock.
    pub margin_ms: Option<u64>,
}

impl TimeUse {
    /// Adds the use of another game.
    pub fn add(&mut self, other: &TimeUse) {
        self.moves += other.moves;
        self.total_ms += other.total_ms;
        self.longest_ms = self.longest_ms.max(other.longest_ms);
        self.margin_ms = match (self.margin_ms, other.margin_ms) {
            (Some(own), Some(other)) => Some(own.min(other)),
            (own, other) => own.or(other),
        };
    }
}

impl EndedGame {
    /// The points of the first seat in halves.
    #[must_use]
    pub fn first_halves(&self) -> u8 {
        halves(&self.result, self.first_color)
    }
}

/// The points of a color in halves.
#[must_use]
pub(crate) fn halves(result: &GameResult, color: Color) -> u8 {
    match result.winner {
        None => 1,
        Some(winner) if winner == color => 2,
        Some(_) => 0,
    }
}
