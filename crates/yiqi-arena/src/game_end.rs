//! How a game of a tournament ended.

use yiqi_players::{ForfeitReason, PlayerError};
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
    /// It could not be started, or not for this game.
    Start,
    /// It was not ready in time.
    LateStart,
    /// It exited without an answer, as if it was done.
    EarlyExit,
    /// It crashed.
    Crash,
    /// It needed more memory than it had.
    Memory,
    /// It did not answer.
    Stall,
    /// It wrote without end.
    Flood,
    /// It answered something that its protocol does not know.
    Garbage,
    /// It answered although nothing was asked.
    OutOfTurn,
    /// It played an illegal move.
    Illegal,
}

impl ForfeitKind {
    /// All kinds.
    pub const ALL: [ForfeitKind; 11] = [
        ForfeitKind::Time,
        ForfeitKind::Start,
        ForfeitKind::LateStart,
        ForfeitKind::EarlyExit,
        ForfeitKind::Crash,
        ForfeitKind::Memory,
        ForfeitKind::Stall,
        ForfeitKind::Flood,
        ForfeitKind::Garbage,
        ForfeitKind::OutOfTurn,
        ForfeitKind::Illegal,
    ];

    /// Its name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ForfeitKind::Time => "time",
            ForfeitKind::Start => "start",
            ForfeitKind::LateStart => "late-start",
            ForfeitKind::EarlyExit => "early-exit",
            ForfeitKind::Crash => "crash",
            ForfeitKind::Memory => "memory",
            ForfeitKind::Stall => "stall",
            ForfeitKind::Flood => "flood",
            ForfeitKind::Garbage => "garbage",
            ForfeitKind::OutOfTurn => "out-of-turn",
            ForfeitKind::Illegal => "illegal",
        }
    }

    /// The kind of a player's failure; `None` if it was stopped from outside.
    #[must_use]
    pub fn of(error: &PlayerError) -> Option<ForfeitKind> {
        let kind = match error {
            PlayerError::Forfeit(forfeit) => match forfeit.reason {
                ForfeitReason::NotStarted { .. } => ForfeitKind::Start,
                ForfeitReason::LateStart => ForfeitKind::LateStart,
                ForfeitReason::EarlyExit { .. } => ForfeitKind::EarlyExit,
                ForfeitReason::Crash { .. } => ForfeitKind::Crash,
                ForfeitReason::Memory { .. } => ForfeitKind::Memory,
                ForfeitReason::Stall => ForfeitKind::Stall,
                ForfeitReason::Flood => ForfeitKind::Flood,
                ForfeitReason::Garbage { .. } => ForfeitKind::Garbage,
                ForfeitReason::OutOfTurn { .. } => ForfeitKind::OutOfTurn,
                ForfeitReason::Illegal { .. } => ForfeitKind::Illegal,
            },
            PlayerError::CannotPlay { .. } | PlayerError::Human => ForfeitKind::Start,
            PlayerError::Crashed { .. } => ForfeitKind::Crash,
            PlayerError::Illegal { .. } => ForfeitKind::Illegal,
            PlayerError::Stopped => return None,
        };
        Some(kind)
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
