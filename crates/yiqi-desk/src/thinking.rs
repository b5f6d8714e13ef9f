//! A turn of a program on a thread of its own.

use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use yiqi_players::{Analysis, Thought, Turn};

/// A turn of a program that runs. Whoever drops it stops the program first.
pub(crate) struct Thinking {
    began: Instant,
    analysis: Arc<Mutex<Option<Analysis>>>,
    thought: Receiver<Thought>,
    /// What came of it, once it is there.
    ready: Option<Thought>,
}

impl Thinking {
    pub(crate) fn start(turn: Turn) -> Thinking {
        let analysis = Arc::new(Mutex::new(None));
        let (sender, thought) = channel();
        let their_analysis = Arc::clone(&analysis);
        std::thread::spawn(move || {
            let thought = turn.run(&mut |analysis: &Analysis| {
                let mut shared = their_analysis
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner);
                *shared = Some(analysis.clone());
            });
            // Nobody may be waiting any more.
            let _ = sender.send(thought);
        });
        Thinking {
            began: Instant::now(),
            analysis,
            thought,
            ready: None,
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    pub(crate) fn analysis(&self) -> Option<Analysis> {
        self.analysis
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Whether the turn is over, after waiting for it for a while.
    pub(crate) fn wait(&mut self, timeout: Duration) -> bool {
        if self.ready.is_none() {
            self.ready = self.thought.recv_timeout(timeout).ok();
        }
        self.ready.is_some()
    }

    /// What came of it, once [`Thinking::wait`] says that it is there.
    pub(crate) fn take(mut self) -> Option<Thought> {
        self.ready.take()
    }
}

/// How long a program that is no longer wanted may take to come back.
const FAREWELL: Duration = Duration::from_millis(500);

impl Drop for Thinking {
    fn drop(&mut self) {
        // It is waited for, so that a program which ends now leaves no child of its own behind.
        if self.ready.is_none() {
            let _ = self.thought.recv_timeout(FAREWELL);
        }
    }
}
