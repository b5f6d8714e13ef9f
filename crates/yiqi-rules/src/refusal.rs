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
    /// The name scripts rely on.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ForbiddenKind::ThreeThree => "three-three",
            ForbiddenKind::FourFour => "four-four",
            ForbiddenKind::Overline => "overline",
        }
    }
}

/// Why the rules refuse a move, with the stones that make it so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The game has ended.
    #[error("game over")]
    GameOver,
    /// The point is outside this board.
    #[error("off the board")]
    OffBoard {
        /// The point asked for.
        point: Point,
    },
    /// A stone lies there already.
    #[error("occupied")]
    Occupied {
        /// The point asked for.
        point: Point,
    },
    /// Reversi: no opposing stone would be flipped.
    #[error("flips nothing")]
    FlipsNothing {
        /// The point asked for.
        point: Point,
    },
    /// Gomoku: the point is forbidden for black.
    #[error("{}", kind.name())]
    Forbidden {
        /// The point asked for.
        point: Point,
        /// What the move would make.
        kind: ForbiddenKind,
        /// The stones of each three, four or overline, the new stone among them.
        lines: Vec<Vec<Point>>,
    },
    /// A side that can move may not pass.
    #[error("pass not allowed while {legal_count} moves exist")]
    MustMove {
        /// How many moves there are.
        legal_count: usize,
    },
    /// The game knows no passing.
    #[error("pass not allowed in this game")]
    NoPassing,
    /// The opening rule asks for a choice of color now, not for a stone.
    #[error("color choice due")]
    ChoiceDue {
        /// Whether adding two stones is one of the choices.
        may_add: bool,
    },
    /// `swap`, `keep` or `more` where there is nothing to choose.
    #[error("no color choice now")]
    NoChoice,
    /// Opening rule pro: the first stone goes to the centre.
    #[error("not the centre")]
    NotCentre {
        /// The point asked for.
        point: Point,
        /// A point that would do.
        centre: Point,
    },
    /// Opening rule pro: black's second stone must leave the central square.
    #[error("inside the central square")]
    InsideCentre {
        /// The point asked for.
        point: Point,
        /// The first stone, in the middle of the square.
        centre: Point,
    },
}

impl Refusal {
    /// The stones that are the reason, for a face to mark.
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
            Refusal::InsideCentre { centre, .. } => vec![*centre],
            _ => Vec::new(),
        }
    }
}
