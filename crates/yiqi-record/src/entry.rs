//! What happened in a game, one thing at a time.

use yiqi_rules::{Color, Move};

use crate::Seat;

/// One thing that happened, and when. The same entry is a line of a record file, a row of a store,
/// a message on the wire and a step of replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Milliseconds since the game began; never less than the entry before.
    pub at_ms: u64,
    /// What happened.
    pub event: Event,
}

/// What can happen in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The game begins, and with it the clock.
    Begin {
        /// The color of the first seat.
        first: Color,
    },
    /// The side to act made a move.
    Move(Played),
    /// A new game goes on from the position that the moves before led to: the clocks start anew, and
    /// nobody has moved yet.
    Branch,
    /// A seat proposes something to the other.
    Offer {
        /// Who proposes.
        seat: Seat,
        /// What.
        offer: Offer,
    },
    /// A seat says no to what the other proposed.
    Decline {
        /// Who says no.
        seat: Seat,
        /// To what.
        offer: OfferKind,
    },
    /// The last plies are taken back.
    TakeBack {
        /// How many.
        plies: u16,
    },
    /// The clock is stopped and nobody moves.
    Pause,
    /// Play goes on.
    Resume,
    /// A seat is given time: for a delay of the network, or for time the host was down.
    GiveTime {
        /// Who gets it.
        seat: Seat,
        /// How much.
        ms: u64,
    },
    /// Somebody says something.
    Comment {
        /// Who, or `None` for a note that belongs to neither seat.
        seat: Option<Seat>,
        /// What.
        text: Box<str>,
    },
    /// A seat gives the game up.
    Resign {
        /// Who.
        seat: Seat,
    },
    /// A seat stayed away for too long, and the other claimed the game.
    Forfeit {
        /// Who stayed away.
        seat: Seat,
    },
    /// Both agreed on a draw.
    AgreeDraw,
    /// A seat has used up its time and loses.
    TimeOut {
        /// Who.
        seat: Seat,
    },
    /// The game is called off and counts for nothing.
    Abort,
    /// After the end, both agreed on another game.
    AgreeRematch,
}

/// A move and the circumstances of its making.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// Whether it was drawn at random because the side's time had run out.
    pub by_clock: bool,
    /// What its maker thought of the position, in hundredths of a stone or the like, seen from its
    /// own side.
    pub eval: Option<i32>,
}

impl From<Move> for Played {
    fn from(mv: Move) -> Played {
        Played {
            mv,
            by_clock: false,
            eval: None,
        }
    }
}

/// Something one seat proposes and the other accepts or declines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Offer {
    /// To end the game as a draw.
    Draw,
    /// To take back the last plies.
    TakeBack {
        /// How many.
        plies: u16,
    },
    /// To stop the clock for a while.
    Pause,
    /// After the end, to play again with colors exchanged.
    Rematch,
}

/// An offer without its details.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OfferKind {
    /// Of a draw.
    Draw,
    /// To take back plies.
    TakeBack,
    /// Of a pause.
    Pause,
    /// Of a rematch.
    Rematch,
}

impl OfferKind {
    /// Every kind.
    pub const ALL: [OfferKind; 4] = [
        OfferKind::Draw,
        OfferKind::TakeBack,
        OfferKind::Pause,
        OfferKind::Rematch,
    ];
}

impl Offer {
    /// What kind of offer it is.
    #[must_use]
    pub const fn kind(self) -> OfferKind {
        match self {
            Offer::Draw => OfferKind::Draw,
            Offer::TakeBack { .. } => OfferKind::TakeBack,
            Offer::Pause => OfferKind::Pause,
            Offer::Rematch => OfferKind::Rematch,
        }
    }
}
