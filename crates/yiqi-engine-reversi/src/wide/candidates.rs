//! Moves to search, most promising first.

use super::bits::Bits;
use super::board::{Board, Geometry};

/// A move, and its ordering value.
#[derive(Clone, Copy)]
pub(crate) struct Candidate<B> {
    pub(crate) index: usize,
    pub(crate) after: Board<B>,
    pub(crate) promise: i32,
}

/// The moves of a node, sorted only as far as they are searched.
pub(crate) struct Candidates<B>(Vec<Candidate<B>>);

impl<B: Bits> Candidates<B> {
    /// All moves of a position with their ordering values, in a recycled list.
    #[inline(always)]
    pub(crate) fn new(
        mut candidates: Vec<Candidate<B>>,
        geometry: &Geometry<B>,
        board: Board<B>,
        moves: B,
        mut promise: impl FnMut(usize, Board<B>) -> i32,
    ) -> Candidates<B> {
        candidates.clear();
        moves.each(|index| {
            let after = board.play(index, geometry.flips(board, index));
            candidates.push(Candidate {
                index,
                after,
                promise: promise(index, after),
            });
        });
        Candidates(candidates)
    }

    /// Takes the most promising of the remaining moves.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<Candidate<B>> {
        let mut best = 0;
        for at in 1..self.0.len() {
            if self.0[at].promise > self.0[best].promise {
                best = at;
            }
        }
        (!self.0.is_empty()).then(|| self.0.swap_remove(best))
    }

    /// The list, for reuse.
    #[inline(always)]
    pub(crate) fn into_list(self) -> Vec<Candidate<B>> {
        self.0
    }
}
