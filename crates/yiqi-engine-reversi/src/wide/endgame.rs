//! The end of the game, seen through: scores of best play, in stones.

use super::bits::Bits;
use super::board::Board;
use super::candidates::Candidates;
use super::evaluation::UNIT;
use super::level::Level;
use super::memory::{Entry, NO_MOVE, TO_THE_END};
use super::searcher::{Searcher, Window};

/// Up to so many empty points moves are tried in the order of the board, odd quarters first.
const FEW: u32 = 5;

/// From so many empty points on positions are remembered.
const REMEMBER_MIN: u32 = 7;

/// From so many empty points on stones that stay are looked for.
const STABLE_MIN: u32 = 6;

/// The score of a position with more than a few empty points.
#[inline(always)]
pub(crate) fn many<L: Level, B: Bits>(
    searcher: &mut Searcher<B>,
    board: Board<B>,
    window: Window,
    empty_count: u32,
) -> i32 {
    let ground = searcher.ground;
    if empty_count <= FEW {
        return L::few(searcher, board, window, ground.empty(board));
    }
    if searcher.must_end() {
        return 0;
    }
    let moves = L::moves(ground, board);
    if moves.is_empty() {
        let passed = board.pass();
        if L::moves(ground, passed).is_empty() {
            return ground.final_score(board);
        }
        return -L::many(searcher, passed, window.turned(), empty_count);
    }
    let Window { mut alpha, beta } = window;
    if empty_count >= STABLE_MIN {
        // Stones that stay cannot change sides: the score is bounded by them.
        let lost = if ground.is_anti {
            board.own
        } else {
            board.opposing
        };
        let area = (ground.size * ground.size) as i32;
        if alpha >= area - 2 * lost.count() {
            let most = area - 2 * ground.stable(lost).count();
            if most <= alpha {
                return most;
            }
        }
    }
    let mut remembered = NO_MOVE;
    let hash = if empty_count >= REMEMBER_MIN {
        let hash = ground.hash(board);
        if let Some(entry) = searcher.memory.get(hash) {
            remembered = entry.best;
            if entry.depth == TO_THE_END {
                let (lower, upper) = (stones(entry.lower), stones(entry.upper));
                if lower >= beta || lower == upper {
                    return lower;
                }
                if upper <= alpha {
                    return upper;
                }
            }
        }
        hash
    } else {
        0
    };
    let odd = odd_quarters(searcher, board);
    let corner = if ground.is_anti { -CORNER } else { CORNER };
    let list = searcher.spare.pop().unwrap_or_default();
    let mut candidates = Candidates::new(list, ground, board, moves, |index, after| {
        if index == usize::from(remembered) {
            return i32::MAX;
        }
        let replies = L::moves(ground, after);
        let mut promise = -REPLY * (replies.count() + (replies & ground.corners).count());
        if ground.class_of[index] == 0 {
            promise += corner;
        }
        if ground.quarter_of[index] & odd != 0 {
            promise += ODD;
        }
        if empty_count > FRONTIER_MIN {
            // The fewer empty points lie beside own stones, the fewer moves the other side will have.
            promise -= (ground.grown(after.opposing) & ground.empty(after)).count();
        }
        promise
    });
    let mut best = i32::MIN;
    let mut best_index = NO_MOVE;
    while let Some(candidate) = candidates.next() {
        let mut score = alpha + 1;
        if best > i32::MIN && beta - alpha > 1 {
            score = -L::many(
                searcher,
                candidate.after,
                Window::scout(alpha),
                empty_count - 1,
            );
        }
        if best == i32::MIN || beta - alpha == 1 || (score > alpha && score < beta) {
            let window = Window { alpha, beta }.turned();
            score = -L::many(searcher, candidate.after, window, empty_count - 1);
        }
        if searcher.is_over() {
            return 0;
        }
        if score > best {
            best = score;
            best_index = candidate.index as u16;
        }
        if score >= beta {
            break;
        }
        alpha = alpha.max(score);
    }
    searcher.spare.push(candidates.into_list());
    if empty_count >= REMEMBER_MIN {
        let part = (best * UNIT) as i16;
        searcher.memory.put(
            hash,
            Entry {
                lower: if best > window.alpha { part } else { i16::MIN },
                upper: if best < beta { part } else { i16::MAX },
                best: best_index,
                depth: TO_THE_END,
            },
        );
    }
    best
}

/// In the order of moves: what each reply costs, and what a corner and an odd quarter are worth.
const REPLY: i32 = 6;
const CORNER: i32 = 12;
const ODD: i32 = 5;

/// With more empty points than this, the order of moves looks at the empty points beside stones too.
const FRONTIER_MIN: u32 = 9;

/// A remembered score in stones; what is no bound stays none.
#[inline(always)]
fn stones(score: i16) -> i32 {
    i32::from(score).div_euclid(UNIT)
}

/// The quarters of the board with an odd number of empty points, as bits.
#[inline(always)]
fn odd_quarters<B: Bits>(searcher: &Searcher<B>, board: Board<B>) -> u8 {
    let empty = searcher.ground.empty(board);
    let mut odd = 0;
    for (at, quarter) in searcher.ground.quarters.iter().enumerate() {
        odd |= (((empty & *quarter).count() & 1) as u8) << at;
    }
    odd
}

/// The score of a position with few empty points.
#[inline(always)]
pub(crate) fn few<L: Level, B: Bits>(
    searcher: &mut Searcher<B>,
    board: Board<B>,
    window: Window,
    empty: B,
) -> i32 {
    let ground = searcher.ground;
    if searcher.must_end() {
        return 0;
    }
    let Window { mut alpha, beta } = window;
    let mut best = i32::MIN;
    let mut odd = 0;
    empty.each(|index| odd ^= ground.quarter_of[index]);
    // Odd quarters first: whoever moves last in a region gains.
    for wants_odd in [true, false] {
        let mut rest = empty;
        while let Some((index, others)) = rest.pop() {
            rest = others;
            if (ground.quarter_of[index] & odd != 0) != wants_odd
                || !ground.around[index].meets(board.opposing)
            {
                continue;
            }
            let flips = ground.flips(board, index);
            if flips.is_empty() {
                continue;
            }
            let after = board.play(index, flips);
            let left = empty.minus(B::bit(index));
            let score = if left.is_empty() {
                searcher.nodes += 1;
                -ground.final_score(after)
            } else {
                -L::few(searcher, after, Window { alpha, beta }.turned(), left)
            };
            best = best.max(score);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
    }
    if best > i32::MIN {
        return best;
    }
    let passed = board.pass();
    if L::moves(ground, passed).is_empty() {
        return ground.final_score(board);
    }
    -L::few(searcher, passed, window.turned(), empty)
}
