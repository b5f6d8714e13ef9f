//! The engine's suggestion, computed on its own thread.

use std::sync::mpsc::{Receiver, TryRecvError, channel};

use yiqi_desk::{Hint, OpenGame};
use yiqi_players::Stop;

/// An engine searching for a move to suggest. Dropping it stops the engine.
pub(crate) struct Suggestion {
    stop: Stop,
    answer: Receiver<Option<Hint>>,
    /// The game and the ply that it is for.
    pub(crate) about: (usize, usize),
    /// Where the cursor was when it was asked for.
    pub(crate) cursor: (u8, u8),
}

/// The state of a suggestion.
pub(crate) enum SuggestionState {
    /// Still searching.
    Thinking,
    /// The hint, if there is one.
    Done(Option<Hint>),
}

impl Suggestion {
    /// Starts an engine on the position that the game shows; `None` if it is nobody's turn there.
    pub(crate) fn start(game: &OpenGame, index: usize, cursor: (u8, u8)) -> Option<Suggestion> {
        let position = game.shown_position();
        position.turn()?;
        let stop = Stop::new();
        let theirs = stop.clone();
        let (sender, answer) = channel();
        std::thread::spawn(move || {
            // The receiver may be gone.
            let _ = sender.send(Hint::search(&position, &theirs));
        });
        Some(Suggestion {
            stop,
            answer,
            about: (index, game.shown_ply()),
            cursor,
        })
    }

    /// The current state.
    pub(crate) fn poll(&self) -> SuggestionState {
        match self.answer.try_recv() {
            Ok(hint) => SuggestionState::Done(hint),
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
