//! The engine's suggestion, thought up on a thread of its own.

use std::sync::mpsc::{Receiver, TryRecvError, channel};

use yiqi_desk::{Game, SUGGESTER};
use yiqi_players::{PlayerSpec, Stop};
use yiqi_rules::Move;

/// An engine that looks for a move to suggest. Dropping it stops the engine.
pub(crate) struct Suggestion {
    stop: Stop,
    answer: Receiver<Option<Move>>,
    /// The game and the ply that it is about.
    pub(crate) about: (usize, usize),
}

/// What has become of it.
pub(crate) enum Suggested {
    /// It still looks.
    Thinking,
    /// The move, if it found one.
    Done(Option<Move>),
}

impl Suggestion {
    /// Starts an engine on the position that the game shows; `None` if nobody is to move in it.
    pub(crate) fn start(game: &Game, index: usize) -> Option<Suggestion> {
        let ply = game.viewed().unwrap_or(game.ply_count());
        let task = game.suggestion_task()?;
        let mut engine = SUGGESTER.parse::<PlayerSpec>().ok()?.player(1)?;
        let stop = Stop::new();
        let theirs = stop.clone();
        let (sender, answer) = channel();
        std::thread::spawn(move || {
            let choice = engine.choose(&task, &theirs, &mut |_| {});
            // Nobody may be waiting any more.
            let _ = sender.send(choice.ok().map(|choice| choice.mv));
        });
        Some(Suggestion {
            stop,
            answer,
            about: (index, ply),
        })
    }

    /// What has become of it by now.
    pub(crate) fn poll(&self) -> Suggested {
        match self.answer.try_recv() {
            Ok(mv) => Suggested::Done(mv),
            Err(TryRecvError::Empty) => Suggested::Thinking,
            Err(TryRecvError::Disconnected) => Suggested::Done(None),
        }
    }

    /// Makes it answer at once.
    pub(crate) fn hurry(&self) {
        self.stop.stop();
    }
}

impl Drop for Suggestion {
    fn drop(&mut self) {
        self.stop.stop();
    }
}
