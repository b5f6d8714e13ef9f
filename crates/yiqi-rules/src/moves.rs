//! What a side can do in its turn.

use crate::Point;

/// One ply. Resigning, offering a draw and running out of time are not moves: they belong to the
/// game being played, not to the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Put a stone on this point.
    Place(Point),
    /// Give up the turn, where the rules require it.
    Pass,
    /// Take the other color (swap openings).
    Swap,
    /// Keep one's color (swap openings).
    Keep,
    /// Add a white and a black stone and leave the choice of color to the other side (swap2).
    More,
}

impl Move {
    /// Every move that is not a placement.
    pub const WORDS: [Move; 4] = [Move::Pass, Move::Swap, Move::Keep, Move::More];

    /// The word for a move that is not a placement, as in files and as people type it.
    #[must_use]
    pub const fn word(self) -> Option<&'static str> {
        match self {
            Move::Place(_) => None,
            Move::Pass => Some("pass"),
            Move::Swap => Some("swap"),
            Move::Keep => Some("keep"),
            Move::More => Some("more"),
        }
    }

    /// The point of a placement.
    #[must_use]
    pub const fn point(self) -> Option<Point> {
        match self {
            Move::Place(point) => Some(point),
            _ => None,
        }
    }
}
