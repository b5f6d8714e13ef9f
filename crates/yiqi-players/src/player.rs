//! The interface of the players.

use std::time::Duration;

use yiqi_rules::{AnyPosition, GameSpec, Move, Setup};
use yiqi_search::{Report, Stop, no_report};
use yiqi_session::Session;

use crate::any_engine::AnyEngine;
use crate::forfeit::Forfeit;
use crate::time_left::TimeLeft;

/// Anything that chooses moves and has a name.
pub trait Player: Send {
    /// Its name.
    fn name(&self) -> String;

    /// Chooses one of the legal moves; there is at least one. Once stopped, returns within a few
    /// milliseconds with the best move so far.
    ///
    /// # Errors
    /// If it cannot choose: an outside program crashed, stalled or cheated.
    fn choose(&mut self, request: MoveRequest<'_>) -> Result<Choice, PlayerError>;

    /// Gets ready for a game, before the clock runs: an outside program is started and greeted.
    ///
    /// # Errors
    /// If it cannot be started, or does not answer as it should.
    fn prepare(&mut self, _request: &MoveRequest<'_>) -> Result<(), PlayerError> {
        Ok(())
    }

    /// How long its last answer took; `None` for players of this process.
    fn last_answer_time(&self) -> Option<AnswerTime> {
        None
    }
}

/// How long an outside program took for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswerTime {
    /// From the moment the question was written completely until the answer was received.
    pub taken: Duration,
    /// What it took beyond its time, within the margin.
    pub overrun: Duration,
}

/// A request for a move.
pub struct MoveRequest<'a> {
    /// The position, and how it came about.
    pub task: &'a Task,
    /// Makes the player move at once.
    pub stop: Stop,
    /// Called with the results of a search while it runs.
    pub report: &'a mut Report<'a>,
    /// An engine that the host lends for this move, with its memory. Without one, a player that
    /// needs an engine keeps its own.
    pub engine: Option<&'a mut AnyEngine>,
    /// How much longer than its time to wait for an outside program: where clocks count processor
    /// time, it may have to wait for a processor.
    pub patience: Duration,
}

impl<'a> MoveRequest<'a> {
    /// Asks for a move, with no reports.
    #[must_use]
    pub fn new(task: &'a Task) -> MoveRequest<'a> {
        MoveRequest {
            task,
            stop: Stop::new(),
            report: no_report(),
            engine: None,
            patience: Duration::ZERO,
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

    /// Lends the player an engine for this move.
    #[must_use]
    pub fn with_engine(self, engine: Option<&'a mut AnyEngine>) -> MoveRequest<'a> {
        MoveRequest { engine, ..self }
    }

    /// Waits this much longer than its time for an outside program.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> MoveRequest<'a> {
        MoveRequest { patience, ..self }
    }
}

/// The position to move in, and how it came about.
#[derive(Clone, Debug)]
pub struct Task {
    /// The position.
    pub position: AnyPosition,
    /// The starting position, if it is not the usual one.
    pub start: Option<Setup>,
    /// The moves played since.
    pub moves: Vec<Move>,
    /// The time left on the clock, if there is one.
    pub time: Option<TimeLeft>,
}

impl Task {
    /// The current position of a game, without its clock.
    #[must_use]
    pub fn of(session: &Session) -> Task {
        Task {
            position: session.position().clone(),
            start: session.terms().start.clone(),
            moves: session.played().iter().map(|ply| ply.mv).collect(),
            time: None,
        }
    }

    /// The game, board size and rules.
    #[must_use]
    pub fn spec(&self) -> GameSpec {
        self.position.spec()
    }
}

/// A player's choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The player's evaluation of it, in hundredths from its own side.
    pub eval: Option<i32>,
}

impl From<Move> for Choice {
    fn from(mv: Move) -> Choice {
        Choice { mv, eval: None }
    }
}

/// Why a player could not choose.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// An outside program failed.
    #[error("{0}")]
    Forfeit(
        /// Why, and what shows it.
        Box<Forfeit>,
    ),
    /// The protocol of an outside program cannot express the game.
    #[error("'{command}' cannot play {game} over its protocol")]
    CannotPlay {
        /// The command.
        command: String,
        /// The game, board size and rules.
        game: String,
    },
    /// A player of this process chose a move that is not legal.
    #[error("'{command}' answered '{answer}', which is not a legal move")]
    Illegal {
        /// The command.
        command: String,
        /// The answer, shortened and without unprintable characters.
        answer: String,
    },
    /// The player panicked.
    #[error("'{player}' crashed: {problem}")]
    Crashed {
        /// The player's name.
        player: String,
        /// The panic message.
        problem: String,
    },
    /// Stopped before it had a move.
    #[error("stopped")]
    Stopped,
    /// A person chooses, not a program.
    #[error("a person chooses here")]
    Human,
}
