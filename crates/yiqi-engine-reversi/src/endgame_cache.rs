//! A small endgame cache for each thread.
//!
//! Positions with few empty points recur soon or never. A table small enough for the processor's
//! cache keeps them and leaves the large one to positions that cost more.

use crate::board::Board;
use crate::table::NO_SQUARE;

/// The cache.
pub(crate) struct EndgameCache(Box<[CacheEntry]>);

/// Bounds on the score of a position.
#[derive(Clone, Copy)]
pub(crate) struct CacheEntry {
    board: Board,
    pub(crate) lower: i8,
    pub(crate) upper: i8,
    pub(crate) best: u8,
}

const COUNT: usize = 1 << 14;

impl EndgameCache {
    pub(crate) fn new() -> EndgameCache {
        // Every position has stones, so this entry never matches.
        let nothing = CacheEntry {
            board: Board {
                own: 0,
                opposing: 0,
            },
            lower: -64,
            upper: 64,
            best: NO_SQUARE,
        };
        EndgameCache(vec![nothing; COUNT].into())
    }

    #[inline(always)]
    fn place(hash: u64) -> usize {
        hash as usize & (COUNT - 1)
    }

    /// The entry of a position, if there is one.
    #[inline(always)]
    pub(crate) fn get(&self, hash: u64, board: Board) -> Option<&CacheEntry> {
        let entry = &self.0[EndgameCache::place(hash)];
        (entry.board == board).then_some(entry)
    }

    /// Stores that the score of a position is above `alpha` or not.
    #[inline(always)]
    pub(crate) fn put(&mut self, hash: u64, board: Board, score: i32, alpha: i32, best: u8) {
        let entry = &mut self.0[EndgameCache::place(hash)];
        if entry.board != board {
            *entry = CacheEntry {
                board,
                lower: -64,
                upper: 64,
                best,
            };
        }
        if score > alpha {
            entry.lower = entry.lower.max(score as i8);
            entry.best = best;
        } else {
            entry.upper = entry.upper.min(score as i8);
        }
    }
}
