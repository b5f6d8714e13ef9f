//! The engine's suggestion, computed on its own thread.

use std::sync::mpsc::{Receiver, TryRecvError, channel};

use yiqi_desk::{OpenGame, SUGGESTER};
use yiqi_players::{MoveRequest, PlayerSpec, Stop};
use yiqi_rules::Move;

/// An engine searching for a move to suggest. Dropping it stops the engine.
pub(crate) struct Suggestion {
    stop: Stop,
    answer: Receiver<Option<Move>>,
    /// The game and the ply that it is for.
    pub(crate) about: (usize, usize),
}

/// The state of a suggestion.
pub(crate) enum SuggestionState {
    /// Still searching.
    Thinking,
    /// The move, if it found one.
    Done(Option<Move>),
}

impl Suggestion {
    /// Starts an engine on the position that the game shows; `None` if it is nobody's turn there.
    pub(crate) fn start(game: &OpenGame, index: usize) -> Option<Suggestion> {
        let ply = game.viewed().unwrap_or(game.ply_count());
        let task = game.suggestion_task()?;
        let mut engine = SUGGESTER.parse::<PlayerSpec>().ok()?.player(1)?;
        let stop = Stop::new();
        let theirs = stop.clone();
        let (sender, answer) = channel();
        std::thread::spawn(move || {
            let choice = engine.choose(MoveRequest::new(&task).with_stop(&theirs));
            // The receiver may be gone.
            let _ = sender.send(choice.ok().map(|choice| choice.mv));
        });
        Some(Suggestion {
            stop,
            answer,
            about: (index, ply),
        })
    }

    /// The current state.
    pub(crate) fn poll(&self) -> SuggestionState {
        match self.answer.try_recv() {
            Ok(mv) => SuggestionState::Done(mv),
            Err(TryRecvError::Empty) => SuggestionState::Thinking,
            Err(TryRecvError::Disconnected) => SuggestionState::Done(None),
        }
    }

    /// Makes it finish at once.
    pub(crate) fn finish_now(&self) {
        self.stop.stop();
    }
}

impl Drop for Suggestion {
    fn drop(&mut self) {
        self.stop.stop();
    }
}
