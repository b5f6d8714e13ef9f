//! Games of this desk: in front and aside, what an engine suggests, what happens in them.

use yiqi_desk::{Game, Happening, Place, words as desk_words};
use yiqi_record::EndReason;
use yiqi_record::notation::move_name;
use yiqi_rules::Point;
use yiqi_session::{Command, Stage};
use yiqi_text::Args;

use crate::shared::Shared;
use crate::suggestion::{Suggested, Suggestion};

impl Shared {
    /// Brings the current game to the front: it goes on if it was paused.
    pub(crate) fn enter_game(&mut self) {
        self.suggestion = None;
        self.suggested = None;
        // A game is played where it stands, not where it was last looked at.
        let _ = self.desk.look_at(Place::End);
        self.place_cursor();
        if let Some(game) = self.desk.current()
            && game.session().stage() == Stage::Paused
            && let Err(error) = self.desk.ask(&Command::Resume)
        {
            self.fail(&error);
        }
    }

    /// Stops the clock of the game at this desk, if it has one. A program that thinks starts anew later.
    pub(crate) fn pause_game(&mut self) {
        let Some(game) = self.front_game() else {
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

    /// Asks the engine for a move; it answers in its own time.
    pub(crate) fn suggest(&mut self) {
        self.suggested = None;
        let index = self.desk.current_index();
        self.suggestion = self
            .desk
            .current()
            .and_then(|game| Suggestion::start(game, index));
        match self.suggestion {
            Some(_) => self.inform(self.say("tui-suggest-thinking")),
            None => self.refuse(self.say("refusal-game-over")),
        }
    }

    /// The point that the engine suggested for what is shown.
    pub(crate) fn suggested_point(&self) -> Option<Point> {
        let game = self.front_game()?;
        let (index, ply, mv) = self.suggested?;
        let shown = game.viewed().unwrap_or(game.ply_count());
        (index == self.desk.current_index() && ply == shown)
            .then(|| mv.point())
            .flatten()
    }

    /// Stops whoever thinks; says whether anybody did.
    pub(crate) fn stop_thinking(&mut self) -> bool {
        if let Some(suggestion) = &self.suggestion {
            suggestion.hurry();
            return true;
        }
        let thinks = self
            .desk
            .current()
            .is_some_and(|game| game.thinking().is_some());
        if thinks {
            self.desk.hurry();
        }
        thinks
    }

    /// Says what a game of the desk did by itself.
    pub(crate) fn happened(&mut self, happening: &Happening) {
        match happening {
            Happening::Moved { game, changes } => {
                self.moved(Some(*game), changes);
                return;
            }
            // Whoever is still thinking when a game ends has not failed.
            Happening::Failed { game, .. }
                if !self
                    .desk
                    .games()
                    .get(*game)
                    .is_some_and(Game::result_is_open) =>
            {
                return;
            }
            Happening::RanOut { game } => {
                if let Some(sentence) = self.ran_out(*game) {
                    self.inform(sentence);
                    return;
                }
            }
            _ => {}
        }
        if let Some(sentence) = desk_words::happening(&self.text, happening) {
            self.inform(sentence);
        }
    }

    /// Whose time ran out in a game, and which move was drawn for them.
    fn ran_out(&self, game: usize) -> Option<String> {
        let view = self.desk.games().get(game)?.view();
        if let Stage::Over(result) = &view.stage
            && result.reason == EndReason::Time
        {
            let seat = view.colors.seat_of(result.winner?.other());
            let args = Args::new().text("name", self.name(&view, seat));
            return Some(self.fill("tui-ran-out", args));
        }
        // A program may have answered the drawn move already.
        let drawn = view.moves.iter().rev().take(2).find(|ply| ply.by_clock)?;
        let args = Args::new()
            .text("name", self.name(&view, drawn.seat))
            .text("move", move_name(drawn.mv, view.spec));
        Some(self.fill("tui-ran-out-move", args))
    }

    /// Takes up what the engine suggests, once it does.
    pub(crate) fn poll_suggestion(&mut self) {
        let Some(suggestion) = &self.suggestion else {
            return;
        };
        let Suggested::Done(found) = suggestion.poll() else {
            return;
        };
        let (index, ply) = suggestion.about;
        self.suggestion = None;
        match found {
            Some(mv) => {
                self.suggested = Some((index, ply, mv));
                let name = move_name(mv, self.spec());
                let sentence = self.fill("tui-suggestion", Args::new().text("move", name));
                self.inform(sentence);
            }
            None => self.refuse(self.say("tui-suggest-none")),
        }
    }
}
