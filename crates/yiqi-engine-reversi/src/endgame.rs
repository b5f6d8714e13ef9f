//! The exact endgame search, without an evaluation.
//!
//! All searches here use a null window: is the score above `alpha`? A result above `alpha` is a
//! lower bound on the score, any other an upper bound.

use crate::board::{Board, squares};
use crate::candidates::{Candidate, Candidates};
use crate::kernel::Kernel;
use crate::last;
use crate::midgame::Window;
use crate::probcut::Confidence;
use crate::searcher::Searcher;
use crate::table::{Bounds, NO_SQUARE};

/// Up to this many empty points, nothing is stored.
const FEW: u32 = 7;

/// Up to this many empty points, results go to the endgame cache.
const NEAR: u32 = 11;

/// From this many empty points on, probing the table for the positions after each move pays off.
const ASK_CHILDREN_FROM: u32 = 13;

/// The quadrant of each square.
static QUADRANT: [u64; 64] = {
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        let corner = 0x0f0f_0f0f;
        all[square] = corner << (square & 4) << (square & 32);
        square += 1;
    }
    all
};

/// The quadrants with an odd number of empty points: the side that plays first there can also play
/// last there.
#[inline(always)]
pub(crate) fn odd_quadrants(empty: u64) -> u64 {
    let mut odd = 0;
    for corner in [0, 7, 56, 63] {
        let quadrant = QUADRANT[corner];
        odd |= quadrant & 0u64.wrapping_sub(u64::from((empty & quadrant).count_ones() & 1));
    }
    odd
}

/// The odd quadrants after a stone on `square`.
#[inline(always)]
fn odd_after(odd: u64, square: u32) -> u64 {
    odd ^ QUADRANT[square as usize & 63]
}

/// An upper bound from the opponent's stable stones, if it can matter.
#[inline(always)]
pub(crate) fn stability_bound<K: Kernel>(
    board: Board,
    alpha: i32,
    empty_count: u32,
) -> Option<i32> {
    // Below these scores it hardly ever cuts.
    let worth_a_look = match empty_count {
        ..=7 => 10,
        8..=11 => 14,
        12..=15 => 20,
        16..=20 => 26,
        _ => 36,
    };
    if alpha < worth_a_look * K::POINTS / 64 {
        return None;
    }
    let most = K::POINTS - 2 * K::stable(board.opposing, board.own).count_ones() as i32;
    (most <= alpha).then_some(most)
}

/// Few empty points: no table. `moves` are the moves of the side to move.
#[inline(always)]
pub(crate) fn few<K: Kernel>(
    searcher: &mut Searcher,
    board: Board,
    moves: u64,
    odd: u64,
    alpha: i32,
) -> i32 {
    let empty = board.empty_of::<K>();
    let empty_count = empty.count_ones();
    if empty_count <= 4 {
        return last_points::<K>(searcher, board, empty, odd, alpha);
    }
    searcher.nodes += 1;
    if let Some(most) = stability_bound::<K>(board, alpha, empty_count) {
        return most;
    }
    if moves == 0 {
        let passed = board.pass();
        let moves = passed.moves::<K>();
        if moves == 0 {
            return board.final_score_of::<K>();
        }
        return -K::few(searcher, passed, moves, odd, -alpha - 1);
    }
    if empty_count == 5 {
        by_parity::<K>(searcher, board, moves, odd, alpha)
    } else {
        by_mobility::<K>(searcher, board, moves, odd, alpha)
    }
}

/// Five empty points: moves in order of parity.
#[inline(always)]
fn by_parity<K: Kernel>(
    searcher: &mut Searcher,
    board: Board,
    moves: u64,
    odd: u64,
    alpha: i32,
) -> i32 {
    let empty = board.empty_of::<K>();
    let mut best = -64;
    for part in [moves & odd, moves & !odd] {
        for square in squares(part) {
            let after = board.play(square, board.flips::<K>(square));
            let empty = empty & !(1 << square);
            let odd = odd_after(odd, square);
            let score = -last_points::<K>(searcher, after, empty, odd, -alpha - 1);
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
    }
    best
}

/// Six or seven empty points: the moves that leave the opponent fewest replies first.
#[inline(always)]
fn by_mobility<K: Kernel>(
    searcher: &mut Searcher,
    board: Board,
    moves: u64,
    odd: u64,
    alpha: i32,
) -> i32 {
    let mut candidates = Candidates::default();
    for square in squares(moves) {
        let flips = board.flips::<K>(square);
        let after = board.play(square, flips);
        if K::WINNER_GETS_EMPTY && after.own == 0 {
            return K::POINTS;
        }
        let replies = after.moves::<K>();
        candidates.push(Candidate {
            square,
            flips,
            replies,
            promise: quick_promise::<K>(replies, square, odd),
        });
    }
    let mut best = -64;
    while let Some(candidate) = candidates.pop_most_promising() {
        let Candidate {
            square,
            flips,
            replies,
            ..
        } = candidate;
        let after = board.play(square, flips);
        let odd = odd_after(odd, square);
        let score = -K::few(searcher, after, replies, odd, -alpha - 1);
        if score > alpha {
            return score;
        }
        best = best.max(score);
    }
    best
}

/// At most four empty points.
#[inline(always)]
fn last_points<K: Kernel>(
    searcher: &mut Searcher,
    board: Board,
    empty: u64,
    odd: u64,
    alpha: i32,
) -> i32 {
    let mut points = [0; 4];
    let mut count = 0;
    for part in [empty & odd, empty & !odd] {
        for square in squares(part) {
            points[count & 3] = square;
            count += 1;
        }
    }
    let nodes = &mut searcher.nodes;
    match count {
        4 => last::four::<K>(nodes, board, points, alpha),
        3 => K::three(nodes, board, points.map(|square| square as u8), alpha),
        _ => last::at_most_two::<K>(nodes, board, empty, alpha),
    }
}

/// More empty points: with a table, and the moves that leave the opponent fewest replies first.
/// `moves` are the moves of the side to move.
#[inline(always)]
pub(crate) fn many<K: Kernel>(
    searcher: &mut Searcher,
    board: Board,
    moves: u64,
    alpha: i32,
) -> i32 {
    let empty = board.empty_of::<K>();
    let empty_count = empty.count_ones();
    if empty_count <= FEW {
        return K::few(searcher, board, moves, odd_quadrants(empty), alpha);
    }
    if searcher.must_end() {
        return alpha;
    }
    searcher.nodes += 1;
    if let Some(most) = stability_bound::<K>(board, alpha, empty_count) {
        return most;
    }
    if moves == 0 {
        let passed = board.pass();
        let moves = passed.moves::<K>();
        if moves == 0 {
            return board.final_score_of::<K>();
        }
        return -K::many(searcher, passed, moves, -alpha - 1);
    }
    let table = searcher.shared.table;
    let hash = board.hash();
    let is_near = empty_count <= NEAR;
    let (mut lower, mut upper, mut known) = (-64, 64, [NO_SQUARE; 2]);
    if is_near {
        if let Some(entry) = searcher.cache.get(hash, board) {
            (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
            known[0] = entry.best;
        }
    } else if let Some(entry) = table.get(hash) {
        if entry.confidence == Confidence::FULL.0 && u32::from(entry.depth) >= empty_count {
            (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
        }
        known = entry.best;
    }
    if lower > alpha {
        return lower;
    }
    if upper <= alpha {
        return upper;
    }
    let odd = odd_quadrants(empty);
    let mut candidates = Candidates::default();
    for square in squares(moves) {
        let flips = board.flips::<K>(square);
        let after = board.play(square, flips);
        if K::WINNER_GETS_EMPTY && after.own == 0 {
            return K::POINTS;
        }
        if empty_count >= ASK_CHILDREN_FROM
            && let Some(entry) = table.get(after.hash())
            && entry.confidence == Confidence::FULL.0
            && u32::from(entry.depth) >= empty_count - 1
            && -i32::from(entry.upper) > alpha
        {
            return -i32::from(entry.upper);
        }
        let replies = after.moves::<K>();
        let promise = if square as u8 == known[0] {
            1 << 20
        } else if square as u8 == known[1] {
            1 << 19
        } else {
            let quick = promise::<K>(after, replies, square, odd);
            match K::look_ahead(empty_count) {
                None => quick,
                Some(depth) => {
                    let everything = Window {
                        alpha: -GLANCE_MAX,
                        beta: GLANCE_MAX,
                    };
                    quick - GLANCE_PROMISE * K::glance(after, everything, depth)
                }
            }
        };
        candidates.push(Candidate {
            square,
            flips,
            replies,
            promise,
        });
    }
    let mut best = -64;
    let mut best_square = NO_SQUARE;
    while let Some(candidate) = candidates.pop_most_promising() {
        let Candidate {
            square,
            flips,
            replies,
            ..
        } = candidate;
        let after = board.play(square, flips);
        let score = if empty_count - 1 <= FEW {
            let odd = odd_after(odd, square);
            -K::few(searcher, after, replies, odd, -alpha - 1)
        } else {
            if empty_count - 1 > NEAR {
                table.prefetch(after.hash());
            }
            -K::many(searcher, after, replies, -alpha - 1)
        };
        if searcher.is_over() {
            return alpha;
        }
        if score > best || best_square == NO_SQUARE {
            best = score;
            best_square = square as u8;
            if best > alpha {
                break;
            }
        }
    }
    if is_near {
        searcher.cache.put(hash, board, best, alpha, best_square);
    } else {
        let bounds = Bounds::of(best, alpha, alpha + 1);
        table.put(hash, empty_count, Confidence::FULL.0, bounds, best_square);
    }
    best
}

/// Move ordering: the fewer replies the opponent has, the smaller the subtree.
#[inline(always)]
pub(crate) fn promise<K: Kernel>(after: Board, replies: u64, square: u32, odd: u64) -> i32 {
    quick_promise::<K>(replies, square, odd) - (frontier::<K>(after) << 2)
}

/// The same without potential mobility.
#[inline(always)]
fn quick_promise<K: Kernel>(replies: u64, square: u32, odd: u64) -> i32 {
    let reply_count = (replies.count_ones() + (replies & K::CORNERS).count_ones()) as i32;
    let parity = ((odd >> square & 1) as i32) << 3;
    K::SQUARE_PROMISE[square as usize & 63] + parity - (reply_count << 5)
}

/// Potential mobility: empty points next to stones of the side that just moved.
#[inline(always)]
fn frontier<K: Kernel>(board: Board) -> i32 {
    const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;
    let stones = board.opposing;
    let inner = stones & INNER;
    let beside = (inner << 1) | (inner >> 1);
    let around = beside
        | (stones << 8)
        | (stones >> 8)
        | (inner << 9)
        | (inner >> 9)
        | (inner << 7)
        | (inner >> 7);
    (around & board.empty_of::<K>()).count_ones() as i32
}

/// Corners first, the points next to them last.
pub(crate) static SQUARE_PROMISE: [i32; 64] = {
    // By distance of column and row from the nearest edge.
    const CORNER: [[i32; 4]; 4] = [[36, 8, 16, 12], [8, 0, 4, 4], [16, 4, 12, 8], [12, 4, 8, 0]];
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (col, row) = (square % 8, square / 8);
        let col = if col < 4 { col } else { 7 - col };
        let row = if row < 4 { row } else { 7 - row };
        all[square] = CORNER[row][col];
        square += 1;
    }
    all
};

/// Ordering value of what [`glance`] returns.
const GLANCE_PROMISE: i32 = 6;

/// The value of a position for move ordering: mobility and corners after a few plies.
#[inline(always)]
pub(crate) fn glance<K: Kernel>(board: Board, window: Window, depth: u32) -> i32 {
    let moves = board.moves::<K>();
    if depth == 0 {
        let replies = board.pass().moves::<K>();
        let weighed = |moves: u64| (moves.count_ones() + (moves & K::CORNERS).count_ones()) as i32;
        let corners = |stones: u64| (stones & K::CORNERS).count_ones() as i32;
        return 4 * (weighed(moves) - weighed(replies))
            + 16 * (corners(board.own) - corners(board.opposing));
    }
    if moves == 0 {
        let passed = board.pass();
        if passed.moves::<K>() == 0 {
            return 10 * board.final_score_of::<K>();
        }
        return -K::glance(passed, window.turned(), depth - 1);
    }
    let Window { mut alpha, beta } = window;
    let mut best = -GLANCE_MAX;
    for square in squares(moves) {
        let after = board.play(square, board.flips::<K>(square));
        let value = -K::glance(after, Window { alpha, beta }.turned(), depth - 1);
        best = best.max(value);
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// No glance returns more.
const GLANCE_MAX: i32 = 1000;
