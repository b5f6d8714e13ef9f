//! What the trainer needs to know about positions; used by nothing else.

use yiqi_rules::{AnyPosition, Color, Point};

use crate::board::Board;
use crate::moves::{Urgency, urgency};
use crate::vcf::VcfSearch;

/// Replays a game to classify its positions.
pub struct Replay {
    board: Board,
    vcf: VcfSearch,
}

/// VCF nodes: slightly more than at leaves of the search.
const VCF_NODES: u64 = 60;

/// How tactical a position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tension {
    /// Neither side has an urgent move.
    Quiet,
    /// The opponent threatens a winning four.
    Threatened,
    /// The next moves are forced, or the side to move has a VCF.
    Decided,
}

impl Replay {
    /// Starts from a position in which the sides alternate; `None` if it is not Gomoku or the game
    /// is over.
    #[must_use]
    pub fn new(position: &AnyPosition) -> Option<Replay> {
        let board = Board::new(position, position.next_stone()?)?;
        Some(Replay {
            board,
            vcf: VcfSearch::new(),
        })
    }

    /// Plays a stone on an empty point.
    pub fn play(&mut self, at: Point) {
        self.board.play(at.into());
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.board.turn()
    }

    /// How tactical the current position is.
    pub fn tension(&mut self) -> Tension {
        let tension = match urgency(&mut self.board) {
            Urgency::Quiet => Tension::Quiet,
            Urgency::BlockWinningFour => Tension::Threatened,
            Urgency::Five(_) | Urgency::BlockFive | Urgency::WinningFour(_) => {
                return Tension::Decided;
            }
        };
        if self.vcf.find(&mut self.board, VCF_NODES).is_some() {
            Tension::Decided
        } else {
            tension
        }
    }
}
