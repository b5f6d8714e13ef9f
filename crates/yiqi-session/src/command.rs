//! What can be asked of a game.

use yiqi_record::{OfferKind, Seat};
use yiqi_rules::Move;

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// One of the participants.
    Seat(Seat),
    /// Whoever runs the game: the program at one screen, a server, its operator.
    Host,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Begin the game.
    Start,
    /// Make a move.
    Play {
        /// The move.
        mv: Move,
        /// What its maker thinks of the position, in hundredths.
        eval: Option<i32>,
    },
    /// Propose something to the other seat. Proposing what the other has already proposed accepts
    /// it.
    Offer(Request),
    /// Say yes to what the other seat proposed.
    Accept(OfferKind),
    /// Say no to it.
    Decline(OfferKind),
    /// Give the game up.
    Resign,
    /// Take the game from a seat that stays away; only the host may.
    Forfeit(Seat),
    /// Stop the clock at once; only the host may, a seat proposes it.
    Pause,
    /// Go on after a pause.
    Resume,
    /// Take plies back at once; only the host may, a seat proposes it.
    TakeBack {
        /// How many.
        plies: u16,
    },
    /// Call the game off. A seat may until both have moved, the host until the end.
    Abort,
    /// Give a seat time; only the host may.
    GiveTime {
        /// Who gets it.
        seat: Seat,
        /// How much.
        ms: u64,
    },
    /// Say something.
    Comment(String),
    /// Do what is due by now: see [`Session::deadline`](crate::Session::deadline).
    Tick,
}

/// What one seat can propose to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Request {
    /// A draw.
    Draw,
    /// To go back to before the asker's own last ply.
    TakeBack,
    /// A pause.
    Pause,
    /// Another game with colors exchanged, once this one is over.
    Rematch,
}

impl Command {
    /// Make a move, without an opinion of it.
    #[must_use]
    pub fn play(mv: Move) -> Command {
        Command::Play { mv, eval: None }
    }
}
