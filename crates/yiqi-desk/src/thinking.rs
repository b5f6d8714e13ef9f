//! A player thinking on a thread of its own.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use yiqi_players::{Analysis, Choice, Player, PlayerError, Stop, Task};

/// A player that is choosing a move. Dropping it stops the player.
pub(crate) struct Thinking {
    stop: Stop,
    began: Instant,
    analysis: Arc<Mutex<Option<Analysis>>>,
    answer: Receiver<Answer>,
    /// The answer, once it is there.
    ready: Option<Answer>,
}

/// The player, given back with what it chose.
pub(crate) struct Answer {
    pub(crate) player: Box<dyn Player>,
    pub(crate) choice: Result<Choice, PlayerError>,
}

impl Thinking {
    pub(crate) fn start(mut player: Box<dyn Player>, task: Task) -> Thinking {
        let stop = Stop::new();
        let analysis = Arc::new(Mutex::new(None));
        let (sender, answer) = channel();
        let (their_stop, their_analysis) = (stop.clone(), Arc::clone(&analysis));
        std::thread::spawn(move || {
            let choice = player.choose(&task, &their_stop, &mut |analysis: &Analysis| {
                let mut shared = their_analysis
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner);
                *shared = Some(analysis.clone());
            });
            // Nobody may be waiting any more.
            let _ = sender.send(Answer { player, choice });
        });
        Thinking {
            stop,
            began: Instant::now(),
            analysis,
            answer,
            ready: None,
        }
    }

    /// Wishes that it answer at once.
    pub(crate) fn hurry(&self) {
        self.stop.stop();
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

    /// Whether the answer is there, after waiting for it for a while.
    pub(crate) fn wait(&mut self, timeout: Duration) -> bool {
        if self.ready.is_none() {
            self.ready = match self.answer.recv_timeout(timeout) {
                Ok(answer) => Some(answer),
                Err(RecvTimeoutError::Timeout) => None,
                // The thread panicked: an answer that says so is better than waiting for ever.
                Err(RecvTimeoutError::Disconnected) => return true,
            };
        }
        self.ready.is_some()
    }

    /// The answer, once [`Thinking::wait`] says that it is there; `None` if the player died.
    pub(crate) fn take(mut self) -> Option<Answer> {
        self.ready.take()
    }
}

/// How long a player that is no longer wanted may take to come back.
const FAREWELL: Duration = Duration::from_millis(500);

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.stop();
        // It is waited for, so that a program which ends now leaves no child of its own behind.
        if self.ready.is_none() {
            let _ = self.answer.recv_timeout(FAREWELL);
        }
    }
}
