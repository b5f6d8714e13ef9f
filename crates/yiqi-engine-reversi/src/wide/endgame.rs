//! The exact endgame search; scores are in stones.

use super::bits::Bits;
use super::board::Board;
use super::candidates::Candidates;
use super::evaluation::UNIT;
use super::instruction_set::InstructionSet;
use super::searcher::{Searcher, Window};
use super::table::{NO_MOVE, TO_THE_END, TtEntry};

/// Up to this many empty points, moves are tried in board order, odd quadrants first.
const FEW: u32 = 5;

/// From this many empty points on, positions are stored.
const REMEMBER_MIN: u32 = 7;

/// From this many empty points on, stable stones are counted.
const STABLE_MIN: u32 = 6;

/// The score of a position with more than a few empty points.
#[inline(always)]
pub(crate) fn many<I: InstructionSet, B: Bits>(
    searcher: &mut Searcher<B>,
    board: Board<B>,
    window: Window,
    empty_count: u32,
) -> i32 {
    let geometry = searcher.geometry;
    if empty_count <= FEW {
        return I::few(searcher, board, window, geometry.empty(board));
    }
    if searcher.must_end() {
        return 0;
    }
    let moves = I::moves(geometry, board);
    if moves.is_empty() {
        let passed = board.pass();
        if I::moves(geometry, passed).is_empty() {
            return geometry.final_score(board);
        }
        return -I::many(searcher, passed, window.turned(), empty_count);
    }
    let Window { mut alpha, beta } = window;
    if empty_count >= STABLE_MIN {
        // Stable stones cannot change sides, so they bound the score.
        let lost = if geometry.is_anti {
            board.own
        } else {
            board.opposing
        };
        let area = (geometry.size * geometry.size) as i32;
        if alpha >= area - 2 * lost.count() {
            let most = area - 2 * geometry.stable(lost).count();
            if most <= alpha {
                return most;
            }
        }
    }
    let mut remembered = NO_MOVE;
    let hash = if empty_count >= REMEMBER_MIN {
        let hash = geometry.hash(board);
        if let Some(entry) = searcher.table.get(hash) {
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
    let odd = odd_quadrants(searcher, board);
    let corner = if geometry.is_anti { -CORNER } else { CORNER };
    let list = searcher.spare.pop().unwrap_or_default();
    let mut candidates = Candidates::new(list, geometry, board, moves, |index, after| {
        if index == usize::from(remembered) {
            return i32::MAX;
        }
        let replies = I::moves(geometry, after);
        let mut promise = -REPLY * (replies.count() + (replies & geometry.corners).count());
        if geometry.class_of[index] == 0 {
            promise += corner;
        }
        if geometry.quadrant_of[index] & odd != 0 {
            promise += ODD;
        }
        if empty_count > FRONTIER_MIN {
            // The fewer empty points next to own stones, the fewer moves the opponent will have.
            promise -= (geometry.grown(after.opposing) & geometry.empty(after)).count();
        }
        promise
    });
    let mut best = i32::MIN;
    let mut best_index = NO_MOVE;
    while let Some(candidate) = candidates.next() {
        let mut score = alpha + 1;
        if best > i32::MIN && beta - alpha > 1 {
            score = -I::many(
                searcher,
                candidate.after,
                Window::scout(alpha),
                empty_count - 1,
            );
        }
        if best == i32::MIN || beta - alpha == 1 || (score > alpha && score < beta) {
            let window = Window { alpha, beta }.turned();
            score = -I::many(searcher, candidate.after, window, empty_count - 1);
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
        searcher.table.put(
            hash,
            TtEntry {
                lower: if best > window.alpha { part } else { i16::MIN },
                upper: if best < beta { part } else { i16::MAX },
                best: best_index,
                depth: TO_THE_END,
            },
        );
    }
    best
}

/// Move ordering: the cost of each reply, and the value of a corner and of an odd quadrant.
const REPLY: i32 = 6;
const CORNER: i32 = 12;
const ODD: i32 = 5;

/// With more empty points than this, move ordering also counts the empty points next to stones.
const FRONTIER_MIN: u32 = 9;

/// A stored score in stones; a missing bound stays missing.
#[inline(always)]
fn stones(score: i16) -> i32 {
    i32::from(score).div_euclid(UNIT)
}

/// The quadrants with an odd number of empty points, as bits.
#[inline(always)]
fn odd_quadrants<B: Bits>(searcher: &Searcher<B>, board: Board<B>) -> u8 {
    let empty = searcher.geometry.empty(board);
    let mut odd = 0;
    for (at, quadrant) in searcher.geometry.quadrants.iter().enumerate() {
        odd |= (((empty & *quadrant).count() & 1) as u8) << at;
    }
    odd
}

/// The score of a position with few empty points.
#[inline(always)]
pub(crate) fn few<I: InstructionSet, B: Bits>(
    searcher: &mut Searcher<B>,
    board: Board<B>,
    window: Window,
    empty: B,
) -> i32 {
    let geometry = searcher.geometry;
    if searcher.must_end() {
        return 0;
    }
    let Window { mut alpha, beta } = window;
    let mut best = i32::MIN;
    let mut odd = 0;
    empty.each(|index| odd ^= geometry.quadrant_of[index]);
    // Odd quadrants first: moving last in a region is an advantage.
    for wants_odd in [true, false] {
        let mut rest = empty;
        while let Some((index, others)) = rest.pop() {
            rest = others;
            if (geometry.quadrant_of[index] & odd != 0) != wants_odd
                || !geometry.around[index].meets(board.opposing)
            {
                continue;
            }
            let flips = geometry.flips(board, index);
            if flips.is_empty() {
                continue;
            }
            let after = board.play(index, flips);
            let left = empty.minus(B::bit(index));
            let score = if left.is_empty() {
                searcher.nodes += 1;
                -geometry.final_score(after)
            } else {
                -I::few(searcher, after, Window { alpha, beta }.turned(), left)
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
    if I::moves(geometry, passed).is_empty() {
        return geometry.final_score(board);
    }
    -I::few(searcher, passed, window.turned(), empty)
}
