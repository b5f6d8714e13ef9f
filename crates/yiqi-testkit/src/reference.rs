//! The rules in literal form, written to be read rather than to be fast.
//!
//! - [`reversi`]: moves, flips, passes, the end, and perft.
//! - [`connect6`]: turns, wins and perft.
//! - [`gomoku`]: wins under every rule set, and black's forbidden points under `forbidden` and
//!   `renju`.
//!
//! Nothing here shares code or representation with the fast rules: boards are plain arrays, and a
//! later position is examined on a clone with the stone set. A point is `(column, row)`, both
//! counted from 0 at the top left.

pub mod connect6;
pub mod gomoku;
pub mod reversi;

/// A stone; an empty point is `None` of `Option<Stone>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stone {
    /// The side that moves first.
    Black,
    /// The side that moves second.
    White,
}

impl Stone {
    /// The stone of the other side.
    pub fn other(self) -> Stone {
        match self {
            Stone::Black => Stone::White,
            Stone::White => Stone::Black,
        }
    }
}
