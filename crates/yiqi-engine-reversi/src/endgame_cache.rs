//! What one thread found out about the ends of games a moment ago.
//!
//! Positions with few empty points come again soon or never. They are kept in a small table of the
//! thread's own that stays in the fast memory near the processor, and leave the large one to positions
//! that cost more.

use crate::board::Board;
use crate::table::NO_SQUARE;

/// A small table.
pub(crate) struct EndgameCache(Box<[CacheEntry]>);

/// What is known about a position seen through to the end.
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
        // No position is without stones, so this one is never found.
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

    /// What is known about a position.
    #[inline(always)]
    pub(crate) fn get(&self, hash: u64, board: Board) -> Option<&CacheEntry> {
        let entry = &self.0[EndgameCache::place(hash)];
        (entry.board == board).then_some(entry)
    }

    /// Keeps that the score of a position is above or not above `alpha`.
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
