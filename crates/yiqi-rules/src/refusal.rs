//! Why a move may not be played.

use crate::Point;

/// What makes a point forbidden for black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ForbiddenKind {
    /// Two or more threes at once.
    ThreeThree,
    /// Two or more fours at once.
    FourFour,
    /// Six or more in a row.
    Overline,
}

impl ForbiddenKind {
    /// The name that scripts rely on.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ForbiddenKind::ThreeThree => "three-three",
            ForbiddenKind::FourFour => "four-four",
            ForbiddenKind::Overline => "overline",
        }
    }
}

/// Why the rules refuse a move, with the stones involved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The game has ended.
    #[error("game over")]
    GameOver,
    /// The point is outside the board.
    #[error("off the board")]
    OffBoard {
        /// The requested point.
        point: Point,
    },
    /// The point has a stone.
    #[error("occupied")]
    Occupied {
        /// The requested point.
        point: Point,
    },
    /// Reversi: no opposing stone would be flipped.
    #[error("flips nothing")]
    FlipsNothing {
        /// The requested point.
        point: Point,
    },
    /// Gomoku: the point is forbidden for black.
    #[error("{}", kind.name())]
    Forbidden {
        /// The requested point.
        point: Point,
        /// What the move would make.
        kind: ForbiddenKind,
        /// The stones of each three, four or overline, including the new stone.
        lines: Vec<Vec<Point>>,
    },
    /// A side that can move may not pass.
    #[error("pass not allowed while {legal_count} moves exist")]
    MustMove {
        /// The number of legal moves.
        legal_count: usize,
    },
    /// The game has no passing.
    #[error("pass not allowed in this game")]
    NoPassing,
    /// The opening rule requires a choice of color now, not a stone.
    #[error("color choice due")]
    ChoiceDue {
        /// Whether adding two stones is one of the options.
        may_add: bool,
    },
    /// `swap`, `keep` or `more` when there is nothing to choose.
    #[error("no color choice now")]
    NoChoice,
    /// Opening rule pro: the first stone must go to the center.
    #[error("not the centre")]
    NotCenter {
        /// The requested point.
        point: Point,
        /// A center point.
        center: Point,
    },
    /// Opening rule pro: black's second stone must be outside the central square.
    #[error("inside the central square")]
    InsideCenter {
        /// The requested point.
        point: Point,
        /// The first stone, at the center of the square.
        center: Point,
    },
}

impl Refusal {
    /// The stones that are the reason, to be marked by a face.
    #[must_use]
    pub fn stones(&self) -> Vec<Point> {
        match self {
            Refusal::Occupied { point } => vec![*point],
            Refusal::Forbidden { point, lines, .. } => {
                let mut stones: Vec<Point> = lines
                    .iter()
                    .flatten()
                    .copied()
                    .filter(|stone| stone != point)
                    .collect();
                stones.sort_unstable();
                stones.dedup();
                stones
            }
            Refusal::InsideCenter { center, .. } => vec![*center],
            _ => Vec::new(),
        }
    }
}
