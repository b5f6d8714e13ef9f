//! A turn of a program on its own thread.

use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use yiqi_players::{Analysis, FinishedTurn, Turn};

/// A running turn of a program. Stop the program before dropping it.
pub(crate) struct Thinking {
    began: Instant,
    analysis: Arc<Mutex<Option<Analysis>>>,
    thought: Receiver<FinishedTurn>,
    /// The result, once available.
    ready: Option<FinishedTurn>,
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
            // The receiver may be gone.
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

    /// Waits for the turn to end and returns whether it has.
    pub(crate) fn wait(&mut self, timeout: Duration) -> bool {
        if self.ready.is_none() {
            self.ready = self.thought.recv_timeout(timeout).ok();
        }
        self.ready.is_some()
    }

    /// The result, once [`Thinking::wait`] has returned `true`.
    pub(crate) fn take(mut self) -> Option<FinishedTurn> {
        self.ready.take()
    }
}

/// How long a program that was stopped may take to return.
const STOP_TIMEOUT: Duration = Duration::from_millis(500);

impl Drop for Thinking {
    fn drop(&mut self) {
        // Wait, so that a program that is ending leaves no child process behind.
        if self.ready.is_none() {
            let _ = self.thought.recv_timeout(STOP_TIMEOUT);
        }
    }
}
