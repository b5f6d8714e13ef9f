//! Why a command is refused.

use yiqi_record::OfferKind;

/// Why a game refuses a command. Nothing has changed then.
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
    /// The time of the side to act has run out; the host will say what follows.
    #[error("time is up")]
    TimeUp,
    /// The other seat has proposed nothing of the kind.
    #[error("nothing to answer")]
    NothingOffered(OfferKind),
    /// The same was proposed before and not answered yet.
    #[error("already offered")]
    AlreadyOffered(OfferKind),
    /// The other seat has asked first.
    #[error("answer the other side first")]
    AnswerFirst(OfferKind),
    /// A draw was offered a short while ago.
    #[error("too soon: offer again after {plies} more plies")]
    TooSoon {
        /// How many plies have to be played first.
        plies: u32,
    },
    /// The asker has made no ply that could be taken back.
    #[error("nothing to take back")]
    NothingToTakeBack,
    /// Both have moved.
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
    /// There is nothing to say.
    #[error("empty text")]
    EmptyText,
    /// The text is too long.
    #[error("text of {length} characters; {limit} are allowed")]
    TextTooLong {
        /// Its length in characters.
        length: usize,
        /// The most there may be.
        limit: usize,
    },
}
