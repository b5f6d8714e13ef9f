//! Why a command is refused.

use yiqi_record::OfferKind;

/// Why a game refuses a command, which changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The rules of the game do not allow the move.
    #[error("{0}")]
    Rules(#[from] yiqi_rules::Refusal),
    /// The game has not begun.
    #[error("not begun")]
    NotBegun,
    /// The game has begun already.
    #[error("already begun")]
    AlreadyBegun,
    /// The game is over.
    #[error("game over")]
    GameOver,
    /// The game is not over yet.
    #[error("not over yet")]
    NotOver,
    /// It is the other seat's turn.
    #[error("not your turn")]
    NotYourTurn,
    /// The game is paused.
    #[error("paused")]
    Paused,
    /// The game is not paused.
    #[error("not paused")]
    NotPaused,
    /// The side to act has run out of time; the host will decide what follows.
    #[error("time is up")]
    TimeUp,
    /// The other seat has not made such an offer.
    #[error("nothing to answer")]
    NothingOffered(OfferKind),
    /// The same offer is still open.
    #[error("already offered")]
    AlreadyOffered(OfferKind),
    /// The other seat made the same offer first.
    #[error("answer the other side first")]
    AnswerFirst(OfferKind),
    /// The same was offered recently, and not accepted.
    #[error("too soon: offer again after {plies} more plies")]
    TooSoon {
        /// The number of plies that have to be played first.
        plies: u32,
    },
    /// The seat has no ply to take back.
    #[error("nothing to take back")]
    NothingToTakeBack,
    /// Both seats have moved.
    #[error("too late to call the game off")]
    TooLateToAbort,
    /// Only the host may do this.
    #[error("only the host may do this")]
    HostOnly,
    /// Only a participant may do this.
    #[error("only a participant may do this")]
    SeatOnly,
    /// The game has no clock.
    #[error("no clock")]
    NoClock,
    /// The text is empty.
    #[error("empty text")]
    EmptyText,
    /// The text is too long.
    #[error("text of {length} characters; {limit} are allowed")]
    TextTooLong {
        /// The length in characters.
        length: usize,
        /// The most characters allowed.
        limit: usize,
    },
}
