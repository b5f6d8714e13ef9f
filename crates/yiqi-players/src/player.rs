//! What a player is asked, and what it answers.

use yiqi_rules::{AnyPosition, GameSpec, Move, Setup};
use yiqi_search::{Report, Stop, no_report};
use yiqi_session::Session;

use crate::time_left::TimeLeft;

/// A name and a way to choose a move.
pub trait Player: Send {
    /// What it calls itself.
    fn name(&self) -> String;

    /// Chooses one of the legal moves; there is at least one. Once stopped, returns within a few
    /// milliseconds with the best move so far.
    ///
    /// # Errors
    /// If it cannot choose: an outside program crashed, stalled or cheated.
    fn choose(&mut self, request: MoveRequest<'_>) -> Result<Choice, PlayerError>;
}

/// Asks a player for a move.
pub struct MoveRequest<'a> {
    /// The position, and how it came about.
    pub task: &'a Task,
    /// Makes the player move at once.
    pub stop: Stop,
    /// Called with the results of a search while it runs.
    pub report: &'a mut Report<'a>,
}

impl<'a> MoveRequest<'a> {
    /// Asks for a move, with no reports.
    #[must_use]
    pub fn new(task: &'a Task) -> MoveRequest<'a> {
        MoveRequest {
            task,
            stop: Stop::new(),
            report: no_report(),
        }
    }

    /// Makes the player move when this flag is set.
    #[must_use]
    pub fn with_stop(self, stop: &Stop) -> MoveRequest<'a> {
        MoveRequest {
            stop: stop.clone(),
            ..self
        }
    }

    /// Reports the results of a search while it runs.
    #[must_use]
    pub fn with_report(self, report: &'a mut Report<'a>) -> MoveRequest<'a> {
        MoveRequest { report, ..self }
    }
}

/// The position to move in, and how it came about.
#[derive(Clone, Debug)]
pub struct Task {
    /// The position.
    pub position: AnyPosition,
    /// Where the game started from, if not from the usual position.
    pub start: Option<Setup>,
    /// The moves played since.
    pub moves: Vec<Move>,
    /// What the clock leaves, if there is one.
    pub time: Option<TimeLeft>,
}

impl Task {
    /// The position of a game, without its clock.
    #[must_use]
    pub fn of(session: &Session) -> Task {
        Task {
            position: session.position().clone(),
            start: session.terms().start.clone(),
            moves: session.played().iter().map(|ply| ply.mv).collect(),
            time: None,
        }
    }

    /// Game, board and rules.
    #[must_use]
    pub fn spec(&self) -> GameSpec {
        self.position.spec()
    }
}

/// What a player chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// What it thinks of it, in hundredths from its own point of view.
    pub eval: Option<i32>,
}

impl From<Move> for Choice {
    fn from(mv: Move) -> Choice {
        Choice { mv, eval: None }
    }
}

/// Why a player cannot choose.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// The program cannot be started.
    #[error("'{command}' cannot be started: {problem}")]
    Start {
        /// The command.
        command: String,
        /// Why.
        problem: String,
    },
    /// The program ended without an answer.
    #[error("'{command}' ended without a move ({status}){last_words}")]
    Ended {
        /// The command.
        command: String,
        /// Its exit status or signal.
        status: String,
        /// The end of what it wrote to its standard error, after a colon, or nothing.
        last_words: String,
    },
    /// The program did not answer in time.
    #[error("'{command}' did not answer within {seconds} seconds")]
    Stalled {
        /// The command.
        command: String,
        /// How long it was waited for.
        seconds: u64,
    },
    /// The answer is no move, or not a legal one.
    #[error("'{command}' answered '{answer}', which is not a legal move")]
    Illegal {
        /// The command.
        command: String,
        /// The answer, shortened, without unprintable characters.
        answer: String,
    },
    /// The player panicked.
    #[error("'{player}' crashed: {problem}")]
    Crashed {
        /// What it calls itself.
        player: String,
        /// What it said at its end.
        problem: String,
    },
    /// It was stopped before it had anything to say.
    #[error("stopped")]
    Stopped,
    /// A person chooses, not a program.
    #[error("a person chooses here")]
    Human,
}
