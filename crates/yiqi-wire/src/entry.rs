//! Entries on the wire and in the rows of a store.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use yiqi_record::notation::{move_name, parse_move};
use yiqi_record::{Duration, Entry, Event, Offer, OfferKind, Played};
use yiqi_rules::GameSpec;

use crate::{WireColor, WireOffer, WireSeat};

/// One thing that happened in a game, as JSON: `{"at_ms":1500,"event":"move","move":"d3"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WireEntry {
    /// Milliseconds since the table was made.
    pub at_ms: u64,
    /// What happened.
    #[serde(flatten)]
    pub event: WireEvent,
}

/// What happened.
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
        /// Whether it was drawn at random because time had run out.
        #[serde(default, skip_serializing_if = "is_false")]
        by_clock: bool,
        /// What its maker thinks of the position, in hundredths.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        eval: Option<i32>,
    },
    /// A new game goes on from here.
    Branch,
    /// A seat proposes something.
    Offer {
        /// Who.
        seat: WireSeat,
        /// What.
        what: WireOffer,
        /// How many plies, if it is to take back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        plies: Option<u16>,
    },
    /// A seat says no to what the other proposed.
    Decline {
        /// Who says no.
        seat: WireSeat,
        /// To what.
        what: WireOffer,
    },
    /// The last plies are taken back.
    TakeBack {
        /// How many.
        plies: u16,
    },
    /// The clock is stopped.
    Pause,
    /// Play goes on.
    Resume,
    /// A seat is given time.
    GiveTime {
        /// Who gets it.
        seat: WireSeat,
        /// How much.
        ms: u64,
    },
    /// Somebody says something.
    Comment {
        /// Who, or nobody.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<WireSeat>,
        /// What.
        text: String,
    },
    /// A seat gives the game up.
    Resign {
        /// Who.
        seat: WireSeat,
    },
    /// A seat stayed away and the other claimed the game.
    Forfeit {
        /// Who stayed away.
        seat: WireSeat,
    },
    /// Both agreed on a draw.
    AgreeDraw,
    /// A seat has used up its time and loses.
    TimeOut {
        /// Who.
        seat: WireSeat,
    },
    /// The game is called off.
    Abort,
    /// Both agreed on another game.
    AgreeRematch,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands out references"
)]
fn is_false(value: &bool) -> bool {
    !value
}

/// Why something that came in is no entry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadEntry {
    /// Not a move of this game.
    #[error("'{0}' is not a move of this game")]
    Move(String),
    /// A take-back without its plies, or plies without one.
    #[error("a take-back needs its plies, and nothing else has any")]
    Plies,
    /// Later than any time we read.
    #[error("the time is out of range")]
    Time,
}

impl WireEntry {
    /// An entry of a game as it goes out.
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

    /// The entry that came in.
    ///
    /// # Errors
    /// If it is none of this game.
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
