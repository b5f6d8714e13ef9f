//! Principal variations, by ply.

use super::PLY_MAX;
use crate::point_index::{EngineMove, PointIndex};

/// The principal variation from each ply of the current path.
pub(super) struct PvTable {
    lines: Box<[[EngineMove; PLY_MAX + 1]; PLY_MAX + 1]>,
    lengths: [usize; PLY_MAX + 2],
}

impl PvTable {
    pub(super) fn new() -> PvTable {
        PvTable {
            lines: Box::new([[EngineMove::Pass; PLY_MAX + 1]; PLY_MAX + 1]),
            lengths: [0; PLY_MAX + 2],
        }
    }

    /// The variation from a ply.
    pub(super) fn line(&self, ply: usize) -> impl Iterator<Item = EngineMove> + '_ {
        self.lines[ply][..self.lengths[ply]].iter().copied()
    }

    pub(super) fn clear(&mut self, ply: usize) {
        self.lengths[ply] = 0;
    }

    /// Sets a variation of a single move.
    pub(super) fn set_move(&mut self, ply: usize, at: PointIndex) {
        self.lines[ply][0] = EngineMove::Place(at);
        self.lengths[ply] = 1;
    }

    /// Sets a variation as far as there is room, and returns its first move.
    pub(super) fn set_line(
        &mut self,
        ply: usize,
        moves: impl Iterator<Item = EngineMove>,
    ) -> Option<EngineMove> {
        self.lengths[ply] = 0;
        for (slot, mv) in self.lines[ply][..PLY_MAX - ply].iter_mut().zip(moves) {
            *slot = mv;
            self.lengths[ply] += 1;
        }
        self.line(ply).next()
    }

    /// Sets the variation to a move followed by the next ply's variation.
    pub(super) fn extend(&mut self, ply: usize, at: PointIndex) {
        let next = self.lengths[ply + 1].min(PLY_MAX);
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply][0] = EngineMove::Place(at);
        upper[ply][1..=next].copy_from_slice(&lower[0][..next]);
        self.lengths[ply] = next + 1;
    }
}
