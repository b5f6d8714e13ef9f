//! Plays entries one after another.

use yiqi_rules::{AnyPosition, Changes, Color, Move, Refusal};

use crate::{BySeat, Event, Offer, OfferKind, Seat};

/// The position that entries lead to, and the plies on the way.
///
/// Only the rules of the game are enforced here. Whether a seat may offer a draw, or who has run
/// out of time, is up to the session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    position: AnyPosition,
    plies: Vec<Changes>,
    first: Color,
    has_begun: bool,
    has_ended: bool,
}

/// What an entry did, so that it can be undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A ply was played.
    Played,
    /// Plies were taken back: these, in playing order.
    TookBack(Vec<Move>),
    /// The game began.
    Began,
    /// The game ended.
    Ended,
    /// The board did not change.
    Nothing,
}

/// Why an entry cannot follow the previous ones.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The rules refuse the move.
    #[error("{0}")]
    Refused(Refusal),
    /// The game begins twice, or something happens after its end.
    #[error("this cannot happen here: the game has begun or ended already")]
    OutOfPlace,
    /// More plies to take back than were played, or none.
    #[error("cannot take back {plies} plies of {played}")]
    TooFarBack {
        /// The number requested.
        plies: u16,
        /// The number played.
        played: usize,
    },
}

impl Replay {
    /// A replay without entries.
    #[must_use]
    pub fn new(start: AnyPosition) -> Replay {
        Replay {
            position: start,
            plies: Vec::new(),
            first: Color::Black,
            has_begun: false,
            has_ended: false,
        }
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// What each ply changed, without those taken back.
    #[must_use]
    pub fn plies(&self) -> &[Changes] {
        &self.plies
    }

    /// The moves that led here, without those taken back.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.plies.iter().map(|changes| changes.mv)
    }

    /// The color that each seat plays now.
    #[must_use]
    pub fn colors(&self) -> BySeat<Color> {
        let exchanged = self.plies.iter().filter(|ply| ply.colors_exchanged).count() % 2 == 1;
        let first = if exchanged {
            self.first.other()
        } else {
            self.first
        };
        BySeat {
            first,
            second: first.other(),
        }
    }

    /// The seat that plays a color now.
    #[must_use]
    pub fn seat_of(&self, color: Color) -> Seat {
        self.colors().seat_of(color)
    }

    /// The same game after only its first plies.
    #[must_use]
    pub fn up_to(&self, ply: usize) -> Replay {
        let mut earlier = self.clone();
        while earlier.plies.len() > ply {
            earlier.take_back();
        }
        earlier
    }

    /// Applies an event to the position.
    ///
    /// # Errors
    /// If the event cannot happen now; nothing has changed then.
    pub fn apply(&mut self, event: &Event) -> Result<Step, ReplayError> {
        let is_allowed_after_end = matches!(
            event,
            Event::Comment { .. }
                | Event::Offer {
                    offer: Offer::Rematch,
                    ..
                }
                | Event::Decline {
                    offer: OfferKind::Rematch,
                    ..
                }
                | Event::AgreeRematch
        );
        if self.has_ended && !is_allowed_after_end {
            return Err(ReplayError::OutOfPlace);
        }
        match event {
            Event::Begin { .. } if self.has_begun || !self.plies.is_empty() => {
                Err(ReplayError::OutOfPlace)
            }
            Event::Begin { first } => {
                self.first = *first;
                self.has_begun = true;
                Ok(Step::Began)
            }
            Event::Resign { .. }
            | Event::Forfeit { .. }
            | Event::TimeOut { .. }
            | Event::AgreeDraw
            | Event::Abort => {
                self.has_ended = true;
                Ok(Step::Ended)
            }
            Event::Move(played) => {
                let changes = self
                    .position
                    .play(played.mv)
                    .map_err(ReplayError::Refused)?;
                self.plies.push(changes);
                Ok(Step::Played)
            }
            Event::TakeBack { plies } => {
                let count = usize::from(*plies);
                if count == 0 || count > self.plies.len() {
                    return Err(ReplayError::TooFarBack {
                        plies: *plies,
                        played: self.plies.len(),
                    });
                }
                let mut moves: Vec<Move> = (0..count).filter_map(|_| self.take_back()).collect();
                moves.reverse();
                Ok(Step::TookBack(moves))
            }
            _ => Ok(Step::Nothing),
        }
    }

    /// Undoes the last step.
    pub fn revert(&mut self, step: Step) {
        match step {
            Step::Played => {
                self.take_back();
            }
            Step::TookBack(moves) => {
                for mv in moves {
                    let changes = self.position.play_unchecked(mv);
                    self.plies.push(changes);
                }
            }
            Step::Began => {
                self.first = Color::Black;
                self.has_begun = false;
            }
            Step::Ended => self.has_ended = false,
            Step::Nothing => {}
        }
    }

    /// Takes the last ply back and returns its move.
    fn take_back(&mut self) -> Option<Move> {
        let changes = self.plies.pop()?;
        self.position.undo(&changes);
        Some(changes.mv)
    }
}
