//! How long a search may go on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A shared flag that stops a search.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A flag that is not set.
    #[must_use]
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Stops the search, for good.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// The flag itself, for signal handlers to set.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Whether the search is to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The limits of a search; the first one reached ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Plies to look ahead.
    pub depth: u8,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Time that must not be exceeded.
    pub time: Option<Duration>,
    /// Time after which no deeper iteration is started: the rest is kept for later moves.
    pub enough: Option<Duration>,
}

impl Limits {
    /// No limit at all: the search ends when it is stopped or the game is solved.
    pub const OPEN: Limits = Limits::depth(u8::MAX);

    /// Only a depth.
    #[must_use]
    pub const fn depth(depth: u8) -> Limits {
        Limits {
            depth,
            nodes: None,
            time: None,
            enough: None,
        }
    }
}
