//! What the trainer needs to see of positions. Nobody else has a use for it.

use std::sync::Arc;

use yiqi_rules::{AnyPosition, Color, GameSpec, Point};

use crate::board::{Board, number, point, points, side};
use crate::fours::FourSearch;
use crate::moves::{Urgency, urgency};
use crate::shape::{all_mixes, mixes};
use crate::weights::{Layout, Weights};

pub use crate::row::ROW_COUNT;
pub use crate::shape::MIX_COUNT;

/// The rows of every mix, by number.
#[must_use]
pub fn mix_rows() -> Vec<[u8; 4]> {
    all_mixes()
        .into_iter()
        .map(|rows| rows.map(|row| row as u8))
        .collect()
}

/// A game that is played over to see what the engine sees.
pub struct Replay {
    board: Board,
    fours: FourSearch,
}

/// Nodes for wins by fours, as at the leaves of a search.
const FOUR_NODES: u64 = 60;

impl Replay {
    /// A position in which sides alternate; `None` if it is not Gomoku or over.
    #[must_use]
    pub fn new(position: &AnyPosition) -> Option<Replay> {
        let GameSpec::Gomoku(spec) = position.spec() else {
            return None;
        };
        let layout = Layout::new(Arc::new(Weights::empty()), spec.rules);
        let board = Board::new(position, position.next_stone()?, Arc::new(layout))?;
        Some(Replay {
            board,
            fours: FourSearch::new(),
        })
    }

    /// Plays a stone on an empty point.
    pub fn play(&mut self, at: Point) {
        self.board.play(number(at));
    }

    /// Whose turn it is.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.board.turn_color()
    }

    /// Whether the estimate counts here: neither side has five or a sure four to make or to stop, and
    /// the mover has no win by fours.
    pub fn is_quiet(&mut self) -> bool {
        urgency(&mut self.board) == Urgency::Quiet
            && self.fours.find(&mut self.board, FOUR_NODES).is_none()
    }

    /// The mover's and the other side's mix of each empty point that adds to the estimate.
    #[must_use]
    pub fn points(&self) -> Vec<[u16; 2]> {
        self.board
            .empty_points()
            .filter(|&at| self.board.shape(0, at) | self.board.shape(1, at) != 0)
            .map(|at| self.mixes_at(at))
            .collect()
    }

    /// The points that search would look at, with the mover's and the other side's mix.
    #[must_use]
    pub fn candidates(&self) -> Vec<(Point, [u16; 2])> {
        points(&self.board.near_points())
            .map(|at| (point(at), self.mixes_at(at)))
            .collect()
    }

    fn mixes_at(&self, at: usize) -> [u16; 2] {
        let own = side(self.board.turn_color());
        [own, own ^ 1].map(|side| mixes()[usize::from(self.board.shape(side, at))])
    }
}
