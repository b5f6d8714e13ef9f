//! The active game, wherever it is played: at this desk, or at a table on a server.
//!
//! Screens use [`ActiveGame`] regardless of which of the two it is. The differences are data: the
//! [`Scope`] says which commands apply.

use std::time::Instant;

use yiqi_client::Reason;
use yiqi_desk::commands::Scope;
use yiqi_desk::{Desk, DeskError, OpenGame};
use yiqi_record::{OfferKind, Seat};
use yiqi_rules::{AnyPosition, Changes, GameSpec};
use yiqi_session::{Command, GameView, Stage};

/// The active game.
pub(crate) trait ActiveGame {
    /// The scope of its commands.
    fn scope(&self) -> Scope;

    /// The spec of the game, once known.
    fn spec(&self) -> Option<GameSpec>;

    /// The game at a given time, once known.
    fn view(&self, now: Instant) -> Option<GameView>;

    /// The position in which the next move is made, once known.
    fn position(&self) -> Option<&AnyPosition>;

    /// The seats of the people at this screen.
    fn own_seats(&self) -> Vec<Seat>;

    /// The seat that key presses act for: if there are two, the one to act.
    fn acting_seat(&self) -> Option<Seat>;

    /// Whether a person at this screen is to act.
    fn is_own_turn(&self) -> bool;

    /// A seat of this screen that must answer an offer, and the kind of offer.
    fn offer_to_answer(&self, view: &GameView) -> Option<(Seat, OfferKind)>;

    /// Checks whether commands can be sent at all.
    fn check(&self) -> Result<(), ActionError>;

    /// Sends a command. Returns the changes of a move that is made at once.
    fn ask(&mut self, command: &Command) -> Result<Option<Changes>, ActionError>;

    /// Answers an offer to a seat.
    fn answer(&mut self, seat: Seat, kind: OfferKind, accepts: bool) -> Result<(), ActionError>;

    /// Takes back the last move; returns whether it was done, rather than only proposed.
    fn take_back(&mut self) -> Result<bool, ActionError>;
}

/// Why something was not done.
pub(crate) enum ActionError {
    /// The desk refuses it.
    Desk(DeskError),
    /// The key of a message.
    Message(&'static str),
    /// The connection to a server has ended.
    Closed(String, Reason),
}

impl From<DeskError> for ActionError {
    fn from(error: DeskError) -> ActionError {
        ActionError::Desk(error)
    }
}

impl ActiveGame for Desk {
    fn scope(&self) -> Scope {
        Scope::Game
    }

    fn spec(&self) -> Option<GameSpec> {
        self.current().map(|game| game.session().terms().spec)
    }

    fn view(&self, _now: Instant) -> Option<GameView> {
        self.current().map(OpenGame::view)
    }

    fn position(&self) -> Option<&AnyPosition> {
        self.current().map(|game| game.session().position())
    }

    fn own_seats(&self) -> Vec<Seat> {
        let Some(game) = self.current() else {
            return Vec::new();
        };
        let is_human = |seat: &Seat| game.players()[*seat].is_human();
        Seat::BOTH.into_iter().filter(is_human).collect()
    }

    fn acting_seat(&self) -> Option<Seat> {
        self.current().and_then(OpenGame::person)
    }

    fn is_own_turn(&self) -> bool {
        let Some(game) = self.current() else {
            return false;
        };
        let is_human = |seat: Seat| game.players()[seat].is_human();
        game.viewed().is_none() && game.session().turn().is_some_and(is_human)
    }

    fn offer_to_answer(&self, view: &GameView) -> Option<(Seat, OfferKind)> {
        let is_played = self.current().is_some_and(|game| game.viewed().is_none());
        if !is_played || view.stage != Stage::Playing {
            return None;
        }
        let is_draw = |seat: Seat| {
            let mut offers = view.offers[seat].iter();
            offers.any(|offer| offer.kind() == OfferKind::Draw)
        };
        let seat = self
            .own_seats()
            .into_iter()
            .find(|seat| is_draw(seat.other()))?;
        Some((seat, OfferKind::Draw))
    }

    fn check(&self) -> Result<(), ActionError> {
        Ok(())
    }

    fn ask(&mut self, command: &Command) -> Result<Option<Changes>, ActionError> {
        Ok(Desk::ask(self, command)?)
    }

    fn answer(&mut self, _seat: Seat, kind: OfferKind, accepts: bool) -> Result<(), ActionError> {
        Ok(Desk::answer(self, kind, accepts)?)
    }

    fn take_back(&mut self) -> Result<bool, ActionError> {
        self.undo()?;
        Ok(true)
    }
}
