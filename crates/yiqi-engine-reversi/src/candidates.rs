//! Moves to search, most promising first.

use arrayvec::ArrayVec;

/// A move, what it flips, and its ordering value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) square: u32,
    pub(crate) flips: u64,
    /// The opponent's moves after it, in an exact search without evaluation.
    pub(crate) replies: u64,
    pub(crate) promise: i32,
}

/// The moves of a position still to be searched.
#[derive(Clone, Debug, Default)]
pub(crate) struct Candidates(ArrayVec<Candidate, MOST>);

/// As many as there are points: a position that was set up can have any stones.
const MOST: usize = 64;

impl Candidates {
    #[inline(always)]
    pub(crate) fn push(&mut self, candidate: Candidate) {
        self.0.push(candidate);
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Candidate> {
        self.0.iter_mut()
    }

    /// Takes the most promising move; the first of equals.
    #[inline(always)]
    pub(crate) fn pop_most_promising(&mut self) -> Option<Candidate> {
        let mut best = 0;
        let mut most = self.0.first()?.promise;
        for (at, candidate) in self.0.iter().enumerate().skip(1) {
            if candidate.promise > most {
                most = candidate.promise;
                best = at;
            }
        }
        self.0.swap_pop(best)
    }
}
