//! Commands to a game.

use yiqi_record::{OfferKind, Seat};
use yiqi_rules::Move;

/// Who sends a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// One of the participants.
    Seat(Seat),
    /// Whoever runs the game: the program at a single screen, a server, its operator.
    Host,
}

/// A request to change a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Begin the game.
    Start,
    /// Make a move.
    Play {
        /// The move.
        mv: Move,
        /// The player's evaluation of the position, in hundredths.
        eval: Option<i32>,
    },
    /// Propose something to the other seat. Proposing what the other has already proposed accepts
    /// it.
    Offer(Request),
    /// Accept what the other seat proposed.
    Accept(OfferKind),
    /// Decline it.
    Decline(OfferKind),
    /// Resign.
    Resign,
    /// Award the game against an absent seat. Host only.
    Forfeit(Seat),
    /// Stop the clocks at once. Host only; a seat proposes it.
    Pause,
    /// Resume after a pause.
    Resume,
    /// Take plies back at once. Host only; a seat proposes it.
    TakeBack {
        /// The number of plies.
        plies: u16,
    },
    /// Call the game off. A seat may do so until both have moved, the host until the end.
    Abort,
    /// Give a seat time. Host only.
    GiveTime {
        /// Who gets it.
        seat: Seat,
        /// The amount.
        ms: u64,
    },
    /// Post a comment.
    Comment(String),
    /// Apply what is due by now: see [`Session::deadline`](crate::Session::deadline).
    Tick,
}

/// What one seat can propose to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Request {
    /// A draw.
    Draw,
    /// To return to before the proposer's own last ply.
    TakeBack,
    /// A pause.
    Pause,
    /// Another game with colors swapped, once this one is over.
    Rematch,
}

impl Command {
    /// A move without an evaluation.
    #[must_use]
    pub fn play(mv: Move) -> Command {
        Command::Play { mv, eval: None }
    }
}
