//! How long a search may go on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A wish that a search end at once, shared by those who may wish it and the search itself.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Nobody wishes it yet.
    #[must_use]
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Wishes it. It cannot be taken back.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// The flag itself, for signal handlers to set.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Whether somebody wishes it.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What a search may use up; whatever is reached first ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Plies to look ahead.
    pub depth: u8,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Time that must not be passed.
    pub time: Option<Duration>,
    /// Time after which no further depth is begun: what is left is kept for later moves.
    pub enough: Option<Duration>,
}

impl Limits {
    /// No limit at all: it ends when it is stopped or everything is known.
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
