//! The events of a game.

use yiqi_rules::{Color, Move};

use crate::Seat;

/// One event and its time. The same entry is a line of a record file, a row of a store, a message
/// on the wire and a step of replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Milliseconds since the game began; never less than that of the previous entry.
    pub at_ms: u64,
    /// What happened.
    pub event: Event,
}

/// What can happen in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The game begins and its clock starts.
    Begin {
        /// The color of the first seat.
        first: Color,
    },
    /// The side to act made a move.
    Move(Played),
    /// A new game starts from the position that the previous moves led to: the clocks start over,
    /// and nobody has moved yet.
    Branch,
    /// A seat proposes something to the other.
    Offer {
        /// Who proposes.
        seat: Seat,
        /// The proposal.
        offer: Offer,
    },
    /// A seat declines what the other proposed.
    Decline {
        /// Who declines.
        seat: Seat,
        /// The declined offer.
        offer: OfferKind,
    },
    /// The last plies are taken back.
    TakeBack {
        /// The number of plies.
        plies: u16,
    },
    /// The clocks stop and nobody moves.
    Pause,
    /// The game resumes.
    Resume,
    /// A seat is given time: to make up for network delay or for downtime of the host.
    GiveTime {
        /// Who gets it.
        seat: Seat,
        /// The amount.
        ms: u64,
    },
    /// Somebody writes a comment.
    Comment {
        /// The author, or `None` for a note by neither seat.
        seat: Option<Seat>,
        /// The comment.
        text: Box<str>,
    },
    /// A seat resigns.
    Resign {
        /// Who.
        seat: Seat,
    },
    /// A seat was absent for too long, and the other claimed the win.
    Forfeit {
        /// Who was absent.
        seat: Seat,
    },
    /// Both seats agreed on a draw.
    AgreeDraw,
    /// A seat ran out of time and loses.
    TimeOut {
        /// Who.
        seat: Seat,
    },
    /// The game is called off and does not count.
    Abort,
    /// After the end, both seats agreed on another game.
    AgreeRematch,
}

/// A move and how it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// Whether it was picked at random because the side had run out of time.
    pub by_clock: bool,
    /// The player's evaluation of the position, in hundredths of a stone or the like, from its own
    /// point of view.
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
    /// To take back plies.
    TakeBack {
        /// The number of plies.
        plies: u16,
    },
    /// To pause the game.
    Pause,
    /// After the end, to play again with colors swapped.
    Rematch,
}

/// An offer without its details.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OfferKind {
    /// A draw.
    Draw,
    /// A take-back.
    TakeBack,
    /// A pause.
    Pause,
    /// A rematch.
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
    /// The kind of this offer.
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
