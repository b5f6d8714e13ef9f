//! Entries on the wire and in the store.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use yiqi_record::notation::{move_name, parse_move};
use yiqi_record::{Duration, Entry, Event, Offer, OfferKind, Played};
use yiqi_rules::GameSpec;

use crate::{WireColor, WireOffer, WireSeat};

/// An event of a game with its time: `{"at_ms":1500,"event":"move","move":"d3"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WireEntry {
    /// Milliseconds since the table was created.
    pub at_ms: u64,
    /// The event.
    #[serde(flatten)]
    pub event: WireEvent,
}

/// An event of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum WireEvent {
    /// The game begins.
    Begin {
        /// The color of the first seat.
        first: WireColor,
    },
    /// The side to act made a move.
    Move {
        /// The move: a point such as `d3`, or `pass`, `swap`, `keep`, `more`.
        #[serde(rename = "move")]
        mv: String,
        /// Whether it was made at random because time had run out.
        #[serde(default, skip_serializing_if = "is_false")]
        by_clock: bool,
        /// The mover's evaluation of the position, in hundredths.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        eval: Option<i32>,
    },
    /// A new game starts from the position that the previous moves led to.
    Branch,
    /// A seat made an offer.
    Offer {
        /// The seat.
        seat: WireSeat,
        /// The offer.
        what: WireOffer,
        /// The number of plies to take back, for a take-back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        plies: Option<u16>,
    },
    /// A seat declined an offer.
    Decline {
        /// The seat that declined.
        seat: WireSeat,
        /// The offer.
        what: WireOffer,
    },
    /// The last plies were taken back.
    TakeBack {
        /// The number of plies.
        plies: u16,
    },
    /// The clock was stopped.
    Pause,
    /// The game continued.
    Resume,
    /// A seat got extra time.
    GiveTime {
        /// The seat.
        seat: WireSeat,
        /// The time in milliseconds.
        ms: u64,
    },
    /// A comment.
    Comment {
        /// The author's seat, if a player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<WireSeat>,
        /// The text.
        text: String,
    },
    /// A seat resigned.
    Resign {
        /// The seat.
        seat: WireSeat,
    },
    /// A seat was away and the other claimed the game.
    Forfeit {
        /// The seat that was away.
        seat: WireSeat,
    },
    /// Both agreed on a draw.
    AgreeDraw,
    /// A seat ran out of time and lost.
    TimeOut {
        /// The seat.
        seat: WireSeat,
    },
    /// The game was aborted.
    Abort,
    /// Both agreed on a rematch.
    AgreeRematch,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands out references"
)]
fn is_false(value: &bool) -> bool {
    !value
}

/// Why an entry is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadEntry {
    /// Not a move of this game.
    #[error("'{0}' is not a move of this game")]
    Move(String),
    /// A take-back offer without a number of plies, or another offer with one.
    #[error("only a take-back has a number of plies, and it must have one")]
    Plies,
    /// Later than the maximum time.
    #[error("the time is out of range")]
    Time,
}

impl WireEntry {
    /// Converts an entry.
    #[must_use]
    pub fn new(entry: &Entry, spec: GameSpec) -> WireEntry {
        let event = match &entry.event {
            Event::Begin { first } => WireEvent::Begin {
                first: (*first).into(),
            },
            Event::Move(played) => WireEvent::Move {
                mv: move_name(played.mv, spec),
                by_clock: played.by_clock,
                eval: played.eval,
            },
            Event::Branch => WireEvent::Branch,
            Event::Offer { seat, offer } => WireEvent::Offer {
                seat: (*seat).into(),
                what: offer.kind().into(),
                plies: match offer {
                    Offer::TakeBack { plies } => Some(*plies),
                    _ => None,
                },
            },
            Event::Decline { seat, offer } => WireEvent::Decline {
                seat: (*seat).into(),
                what: (*offer).into(),
            },
            Event::TakeBack { plies } => WireEvent::TakeBack { plies: *plies },
            Event::Pause => WireEvent::Pause,
            Event::Resume => WireEvent::Resume,
            Event::GiveTime { seat, ms } => WireEvent::GiveTime {
                seat: (*seat).into(),
                ms: *ms,
            },
            Event::Comment { seat, text } => WireEvent::Comment {
                seat: seat.map(WireSeat::from),
                text: text.to_string(),
            },
            Event::Resign { seat } => WireEvent::Resign {
                seat: (*seat).into(),
            },
            Event::Forfeit { seat } => WireEvent::Forfeit {
                seat: (*seat).into(),
            },
            Event::AgreeDraw => WireEvent::AgreeDraw,
            Event::TimeOut { seat } => WireEvent::TimeOut {
                seat: (*seat).into(),
            },
            Event::Abort => WireEvent::Abort,
            Event::AgreeRematch => WireEvent::AgreeRematch,
        };
        WireEntry {
            at_ms: entry.at_ms,
            event,
        }
    }

    /// Converts back to an entry.
    ///
    /// # Errors
    /// If it is not valid in this game.
    pub fn entry(&self, spec: GameSpec) -> Result<Entry, BadEntry> {
        if self.at_ms > Duration::MS_MAX {
            return Err(BadEntry::Time);
        }
        let event = match &self.event {
            WireEvent::Begin { first } => Event::Begin {
                first: (*first).into(),
            },
            WireEvent::Move { mv, by_clock, eval } => Event::Move(Played {
                mv: parse_move(mv, spec).map_err(|_| BadEntry::Move(mv.clone()))?,
                by_clock: *by_clock,
                eval: *eval,
            }),
            WireEvent::Branch => Event::Branch,
            WireEvent::Offer { seat, what, plies } => Event::Offer {
                seat: (*seat).into(),
                offer: match (OfferKind::from(*what), plies) {
                    (OfferKind::TakeBack, Some(plies)) => Offer::TakeBack { plies: *plies },
                    (OfferKind::Draw, None) => Offer::Draw,
                    (OfferKind::Pause, None) => Offer::Pause,
                    (OfferKind::Rematch, None) => Offer::Rematch,
                    _ => return Err(BadEntry::Plies),
                },
            },
            WireEvent::Decline { seat, what } => Event::Decline {
                seat: (*seat).into(),
                offer: (*what).into(),
            },
            WireEvent::TakeBack { plies } => Event::TakeBack { plies: *plies },
            WireEvent::Pause => Event::Pause,
            WireEvent::Resume => Event::Resume,
            WireEvent::GiveTime { seat, ms } => Event::GiveTime {
                seat: (*seat).into(),
                ms: *ms,
            },
            WireEvent::Comment { seat, text } => Event::Comment {
                seat: seat.map(Into::into),
                text: text.as_str().into(),
            },
            WireEvent::Resign { seat } => Event::Resign {
                seat: (*seat).into(),
            },
            WireEvent::Forfeit { seat } => Event::Forfeit {
                seat: (*seat).into(),
            },
            WireEvent::AgreeDraw => Event::AgreeDraw,
            WireEvent::TimeOut { seat } => Event::TimeOut {
                seat: (*seat).into(),
            },
            WireEvent::Abort => Event::Abort,
            WireEvent::AgreeRematch => Event::AgreeRematch,
        };
        Ok(Entry {
            at_ms: self.at_ms,
            event,
        })
    }
}
