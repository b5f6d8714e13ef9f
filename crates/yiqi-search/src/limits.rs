//! How long a search may take.

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

    /// Stops the search. It cannot be undone.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// The underlying flag, for signal handlers.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Whether the search should stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The limits of a search; the first one reached ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum depth in plies.
    pub depth: u8,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Hard time limit.
    pub time: Option<Duration>,
    /// Soft time limit: no deeper iteration starts after it, to save time for later moves.
    pub enough: Option<Duration>,
}

impl Limits {
    /// No limits: the search ends when it is stopped or the game is solved.
    pub const OPEN: Limits = Limits::depth(u8::MAX);

    /// A depth limit only.
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
