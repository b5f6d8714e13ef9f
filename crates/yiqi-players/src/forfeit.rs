//! How an outside program loses without playing on, and the evidence.

use std::fmt;
use std::time::Duration;

use yiqi_record::notation::move_name;
use yiqi_rules::GameSpec;

use crate::player::Task;

/// A program that failed: why, and what shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// The command of the program.
    pub command: String,
    /// Why it failed.
    pub reason: ForfeitReason,
    /// What shows it.
    pub evidence: Evidence,
}

/// Why a program failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ForfeitReason {
    /// It could not be started.
    NotStarted {
        /// The reason.
        problem: String,
    },
    /// It was not ready in time.
    LateStart,
    /// It exited without an answer, as if it was done.
    EarlyExit {
        /// Its exit status.
        status: String,
    },
    /// It crashed: a signal, or an exit status other than 0.
    Crash {
        /// Its exit status or signal.
        status: String,
    },
    /// It needed more memory than it had.
    Memory {
        /// Its exit status or signal.
        status: String,
    },
    /// It did not answer in time.
    Stall,
    /// It wrote without end.
    Flood,
    /// Its answer means nothing in its protocol.
    Garbage {
        /// The answer, shortened and without unprintable characters.
        answer: String,
    },
    /// It answered although nothing was asked.
    OutOfTurn {
        /// The answer, shortened and without unprintable characters.
        answer: String,
    },
    /// Its answer is a move, but not a legal one.
    Illegal {
        /// The answer, shortened and without unprintable characters.
        answer: String,
    },
}

impl ForfeitReason {
    /// A word for it, for tables and files.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            ForfeitReason::NotStarted { .. } => "not-started",
            ForfeitReason::LateStart => "late-start",
            ForfeitReason::EarlyExit { .. } => "early-exit",
            ForfeitReason::Crash { .. } => "crash",
            ForfeitReason::Memory { .. } => "memory",
            ForfeitReason::Stall => "stall",
            ForfeitReason::Flood => "flood",
            ForfeitReason::Garbage { .. } => "garbage",
            ForfeitReason::OutOfTurn { .. } => "out-of-turn",
            ForfeitReason::Illegal { .. } => "illegal",
        }
    }
}

/// What shows that a program failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The game.
    pub spec: GameSpec,
    /// The moves played before.
    pub moves: Vec<String>,
    /// How long the program had been asked for its answer.
    pub elapsed: Duration,
    /// How long it was given.
    pub allowed: Duration,
    /// The last lines to (`> `) and from (`< `) the program.
    pub dialog: Vec<String>,
    /// The last lines of its error output.
    pub errors: Vec<String>,
}

impl Evidence {
    pub(crate) fn new(task: &Task) -> Evidence {
        let spec = task.spec();
        Evidence {
            spec,
            moves: task.moves.iter().map(|&mv| move_name(mv, spec)).collect(),
            elapsed: Duration::ZERO,
            allowed: Duration::ZERO,
            dialog: Vec::new(),
            errors: Vec::new(),
        }
    }

    /// Seconds that the program was given, rounded up.
    #[must_use]
    pub fn allowed_seconds(&self) -> u64 {
        let seconds = self.allowed.as_millis().div_ceil(1000);
        u64::try_from(seconds).unwrap_or(u64::MAX)
    }

    /// The end of its error output on one line, after a colon; or nothing.
    #[must_use]
    pub fn last_words(&self) -> String {
        match self.errors.is_empty() {
            true => String::new(),
            false => format!(": {}", self.errors.join(" / ")),
        }
    }
}

impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, words) = (self.evidence.allowed_seconds(), self.evidence.last_words());
        write!(f, "'{}' ", self.command)?;
        match &self.reason {
            ForfeitReason::NotStarted { problem } => write!(f, "cannot be started: {problem}"),
            ForfeitReason::LateStart => write!(f, "was not ready within {seconds} seconds{words}"),
            ForfeitReason::EarlyExit { status } => {
                write!(f, "ended without a move ({status}){words}")
            }
            ForfeitReason::Crash { status } => write!(f, "crashed ({status}){words}"),
            ForfeitReason::Memory { status } => {
                write!(f, "needed more memory than it had ({status}){words}")
            }
            ForfeitReason::Stall => write!(f, "did not answer within {seconds} seconds"),
            ForfeitReason::Flood => write!(f, "wrote without end"),
            ForfeitReason::Garbage { answer } => {
                write!(f, "answered '{answer}', which its protocol does not know")
            }
            ForfeitReason::OutOfTurn { answer } => {
                write!(f, "wrote '{answer}' although nothing was asked")
            }
            ForfeitReason::Illegal { answer } => {
                write!(f, "answered '{answer}', which is not a legal move")
            }
        }
    }
}
