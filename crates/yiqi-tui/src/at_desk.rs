//! Games of this desk: activating and pausing them, engine suggestions, and desk events.

use yiqi_desk::{DeskEvent, Hint, OpenGame, PlyRef, words as desk_words};
use yiqi_record::EndReason;
use yiqi_record::notation::move_name;
use yiqi_session::{Command, Stage};
use yiqi_text::Args;

use crate::shared::Shared;
use crate::suggestion::{Suggestion, SuggestionState};

impl Shared {
    /// Activates the current game; resumes it if it was paused.
    pub(crate) fn activate_game(&mut self) {
        self.suggestion = None;
        self.suggested = None;
        // A game is played from its current position, not from the one last shown.
        let _ = self.desk.look_at(PlyRef::End);
        self.place_cursor();
        if let Some(game) = self.desk.current()
            && game.session().stage() == Stage::Paused
            && let Err(error) = self.desk.ask(&Command::Resume)
        {
            self.fail(&error);
        }
    }

    /// Stops the clock of the game at this desk, if it has one. A thinking program starts over
    /// later.
    pub(crate) fn pause_game(&mut self) {
        let Some(game) = self.active_desk_game() else {
            return;
        };
        let has_clock = game.view().clocks.is_some();
        let is_playing = game.session().stage() == Stage::Playing;
        if has_clock
            && is_playing
            && let Err(error) = self.desk.ask(&Command::Pause)
        {
            self.fail(&error);
        }
    }

    /// Asks the engine for a move; its suggestion arrives later.
    pub(crate) fn suggest(&mut self) {
        self.suggested = None;
        let index = self.desk.current_index();
        let cursor = self.cursor;
        self.suggestion = self
            .desk
            .current()
            .and_then(|game| Suggestion::start(game, index, cursor));
        match self.suggestion {
            Some(_) => self.inform(self.say("tui-suggest-thinking")),
            None => self.refuse(self.say("refusal-game-over")),
        }
    }

    /// What the engine suggested for the position that is shown.
    pub(crate) fn hint(&self) -> Option<&Hint> {
        let game = self.active_desk_game()?;
        let (index, ply, hint) = self.suggested.as_ref()?;
        (*index == self.desk.current_index() && *ply == game.shown_ply()).then_some(hint)
    }

    /// The suggestion in words; in a small window only the move.
    pub(crate) fn hint_sentence(&self) -> Option<String> {
        let hint = self.hint()?;
        if self.has_info_panel() {
            return Some(desk_words::hint(&self.text, hint));
        }
        let mv = move_name(hint.mv(), hint.spec);
        Some(self.fill("hint-move", Args::new().text("move", mv)))
    }

    /// Stops the engine or program that is thinking; returns whether there was one.
    pub(crate) fn stop_thinking(&mut self) -> bool {
        if let Some(suggestion) = &self.suggestion {
            suggestion.finish_now();
            return true;
        }
        let thinks = self
            .desk
            .current()
            .is_some_and(|game| game.thinking().is_some());
        if thinks {
            self.desk.move_now();
        }
        thinks
    }

    /// Reports an event of the desk.
    pub(crate) fn desk_event(&mut self, happening: &DeskEvent) {
        match happening {
            DeskEvent::Moved { game, changes } => {
                self.moved(Some(*game), changes);
                return;
            }
            // A program that was still thinking when its game ended has not failed.
            DeskEvent::Failed { game, .. }
                if !self
                    .desk
                    .games()
                    .get(*game)
                    .is_some_and(OpenGame::result_is_open) =>
            {
                return;
            }
            DeskEvent::RanOut { game } => {
                if let Some(sentence) = self.ran_out(*game) {
                    self.inform(sentence);
                    return;
                }
            }
            _ => {}
        }
        if let Some(sentence) = desk_words::desk_event(&self.text, happening) {
            self.inform(sentence);
        }
    }

    /// Who ran out of time in a game, and which random move was played for them.
    fn ran_out(&self, game: usize) -> Option<String> {
        let view = self.desk.games().get(game)?.view();
        if let Stage::Over(result) = &view.stage
            && result.reason == EndReason::Time
        {
            let seat = view.colors.seat_of(result.winner?.other());
            let args = Args::new().text("name", self.name(&view, seat));
            return Some(self.fill("tui-ran-out", args));
        }
        // A program may already have replied to the random move.
        let drawn = view.moves.iter().rev().take(2).find(|ply| ply.by_clock)?;
        let args = Args::new()
            .text("name", self.name(&view, drawn.seat))
            .text("move", move_name(drawn.mv, view.spec));
        Some(self.fill("tui-ran-out-move", args))
    }

    /// Takes the engine's suggestion, once it is ready.
    pub(crate) fn poll_suggestion(&mut self) {
        let Some(suggestion) = &self.suggestion else {
            return;
        };
        let SuggestionState::Done(found) = suggestion.poll() else {
            return;
        };
        let ((index, ply), asked_at) = (suggestion.about, suggestion.cursor);
        self.suggestion = None;
        match found {
            Some(hint) => {
                // The status line says what was found for as long as the position is shown.
                self.notice.take_if(|notice| !notice.is_refusal);
                self.suggested = Some((index, ply, hint));
                // The cursor goes there, unless the person has moved it meanwhile.
                let point = self.hint().and_then(|hint| hint.mv().point());
                if let Some(point) = point.filter(|_| self.cursor == asked_at)
                    && self.active().is_own_turn()
                {
                    self.set_cursor(point);
                }
            }
            None => self.refuse(self.say("tui-suggest-none")),
        }
    }
}
