//! The midgame search.
//!
//! Principal variation search with a transposition table. Where a shallow search makes the result
//! of a deeper one almost certain, it replaces it (ProbCut, Buro 1995), with errors measured for
//! each size and phase.

use super::bits::Bits;
use super::board::{Board, CLASSES};
use super::candidates::{Candidate, Candidates};
use super::evaluation::{Configurations, ERROR_DEPTH_MIN, ERRORS, UNIT, shallow};
use super::instruction_set::InstructionSet;
use super::searcher::{Searcher, Window};
use super::table::{NO_MOVE, TO_THE_END, TtEntry};

/// How far outside the window a shallow search must be, in tenths of a standard deviation.
const CLEAR_TENTHS: i32 = 14;

/// From this depth on, moves are ordered by the evaluation of the positions after them.
const ORDER_BY_VALUE_DEPTH: u32 = 3;

/// The value for the side to move at depth `depth`, in fractions of a stone.
#[inline(always)]
pub(crate) fn node<I: InstructionSet, B: Bits>(
    searcher: &mut Searcher<B>,
    board: Board<B>,
    configurations: &Configurations,
    window: Window,
    depth: u32,
) -> i32 {
    let geometry = searcher.geometry;
    let empty_count = searcher.empty_count(board);
    if depth >= empty_count {
        let stones = Window {
            alpha: window.alpha.div_euclid(UNIT),
            beta: -(-window.beta).div_euclid(UNIT),
        };
        return UNIT * I::many(searcher, board, stones, empty_count);
    }
    if searcher.must_end() {
        return 0;
    }
    let moves = I::moves(geometry, board);
    if moves.is_empty() {
        let passed = board.pass();
        if I::moves(geometry, passed).is_empty() {
            return UNIT * geometry.final_score(board);
        }
        let turned = searcher.evaluation.turned(configurations);
        return -I::node(searcher, passed, &turned, window.turned(), depth);
    }
    if depth == 0 {
        return I::value(searcher.evaluation, geometry, board, configurations, moves);
    }
    if depth == 1 {
        return last_ply::<I, B>(searcher, board, configurations, moves, window);
    }
    let hash = geometry.hash(board);
    let entry = searcher.table.get(hash);
    let Window { mut alpha, beta } = window;
    let mut remembered = NO_MOVE;
    if let Some(entry) = entry {
        remembered = entry.best;
        if u32::from(entry.depth) >= depth {
            let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
            if lower >= beta || lower == upper {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
        }
    }
    let is_scout = beta - alpha == 1;
    if is_scout
        && searcher.prunes
        && depth >= ERROR_DEPTH_MIN
        && let Some(bound) = probcut::<I, B>(searcher, board, configurations, moves, alpha, depth)
    {
        return bound;
    }
    let mut candidates = order::<I, B>(searcher, board, configurations, moves, remembered, depth);
    let mut best = i32::MIN;
    let mut best_index = NO_MOVE;
    while let Some(candidate) = candidates.next() {
        let Candidate { index, after, .. } = candidate;
        let flips = board.flips_before(after);
        let numbers = I::after(searcher.evaluation, configurations, index, flips);
        let mut score = alpha + 1;
        if best > i32::MIN {
            let scout = Window::scout(alpha);
            score = -I::node(searcher, after, &numbers, scout, depth - 1);
        }
        if best == i32::MIN || (score > alpha && score < beta) {
            let window = Window { alpha, beta }.turned();
            score = -I::node(searcher, after, &numbers, window, depth - 1);
        }
        if searcher.is_over() {
            return 0;
        }
        if score > best {
            best = score;
            best_index = index as u16;
        }
        if score >= beta {
            let credit = &mut searcher.history[index];
            *credit = (*credit + (depth * depth) as i32).min(HISTORY_MAX);
            break;
        }
        alpha = alpha.max(score);
    }
    searcher.spare.push(candidates.into_list());
    searcher.table.put(
        hash,
        TtEntry {
            lower: if best > window.alpha {
                best as i16
            } else {
                i16::MIN
            },
            upper: if best < beta { best as i16 } else { i16::MAX },
            best: best_index,
            depth: depth.min(u32::from(TO_THE_END) - 1) as u8,
        },
    );
    best
}

const HISTORY_MAX: i32 = 1 << 20;

/// The last ply: plays and evaluates every move.
#[inline(always)]
fn last_ply<I: InstructionSet, B: Bits>(
    searcher: &mut Searcher<B>,
    board: Board<B>,
    configurations: &Configurations,
    moves: B,
    window: Window,
) -> i32 {
    let geometry = searcher.geometry;
    let evaluation = searcher.evaluation;
    let mut best = i32::MIN;
    let mut rest = moves;
    while let Some((index, others)) = rest.pop() {
        rest = others;
        if searcher.must_end() {
            return 0;
        }
        let flips = geometry.flips(board, index);
        let after = board.play(index, flips);
        let numbers = I::after(evaluation, configurations, index, flips);
        let replies = I::moves(geometry, after);
        let score = if replies.is_empty() {
            let passed = after.pass();
            let again = I::moves(geometry, passed);
            if again.is_empty() {
                -UNIT * geometry.final_score(after)
            } else {
                let turned = evaluation.turned(&numbers);
                I::value(evaluation, geometry, passed, &turned, again)
            }
        } else {
            -I::value(evaluation, geometry, after, &numbers, replies)
        };
        best = best.max(score);
        if best >= window.beta {
            break;
        }
    }
    best
}

/// A bound that a shallow search makes almost certain.
#[inline(always)]
fn probcut<I: InstructionSet, B: Bits>(
    searcher: &mut Searcher<B>,
    board: Board<B>,
    configurations: &Configurations,
    moves: B,
    alpha: i32,
    depth: u32,
) -> Option<i32> {
    let evaluation = searcher.evaluation;
    let phase = evaluation.phase((board.own | board.opposing).count());
    // Beyond the measured depths, use the error of the deepest.
    let mut which = (depth - ERROR_DEPTH_MIN) as usize;
    if which >= ERRORS {
        which = ERRORS - 2 + (which - ERRORS) % 2;
    }
    let margin = evaluation.errors[phase][which] * CLEAR_TENTHS / 10;
    if margin == 0 {
        return None;
    }
    let shallow = shallow(depth);
    // If the evaluation itself points the other way, a shallow search would be wasted.
    let geometry = searcher.geometry;
    let value = I::value(evaluation, geometry, board, configurations, moves);
    searcher.prunes = false;
    let mut bound = None;
    if value > alpha {
        let high = alpha + 1 + margin;
        let window = Window {
            alpha: high - 1,
            beta: high,
        };
        if I::node(searcher, board, configurations, window, shallow) >= high {
            bound = Some(alpha + 1);
        }
    } else {
        let low = alpha - margin;
        let window = Window {
            alpha: low,
            beta: low + 1,
        };
        if I::node(searcher, board, configurations, window, shallow) <= low {
            bound = Some(alpha);
        }
    }
    searcher.prunes = true;
    if searcher.is_over() { None } else { bound }
}

#[inline(always)]
fn order<I: InstructionSet, B: Bits>(
    searcher: &mut Searcher<B>,
    board: Board<B>,
    configurations: &Configurations,
    moves: B,
    remembered: u16,
    depth: u32,
) -> Candidates<B> {
    let geometry = searcher.geometry;
    let evaluation = searcher.evaluation;
    let classes = if geometry.is_anti { &ANTI } else { &NORMAL };
    let list = searcher.spare.pop().unwrap_or_default();
    let history = &searcher.history;
    Candidates::new(list, geometry, board, moves, |index, after| {
        if index == usize::from(remembered) {
            return i32::MAX;
        }
        let replies = I::moves(geometry, after);
        if depth >= ORDER_BY_VALUE_DEPTH {
            let value = if replies.is_empty() {
                PASS_BONUS
            } else {
                let flips = board.flips_before(after);
                let numbers = I::after(evaluation, configurations, index, flips);
                -I::value(evaluation, geometry, after, &numbers, replies) - REPLY * replies.count()
            };
            // History breaks ties between similar moves.
            return 8 * value + (history[index] + 1).ilog2() as i32 * 16;
        }
        let class = usize::from(geometry.class_of[index]);
        classes[class] - 16 * REPLY * replies.count() + (history[index] + 1).ilog2() as i32 * 32
    })
}

/// Ordering cost of each reply, in fractions of a stone.
const REPLY: i32 = 6;

/// Ordering bonus for a move that makes the opponent pass.
const PASS_BONUS: i32 = 1000;

/// Ordering values of the classes of points, in 256ths of a stone: what a stone there was worth in
/// the middle of games.
const NORMAL: [i32; CLASSES] = [4400, -1000, -3000, -700, 50, 0, 0, -250, -50];
const ANTI: [i32; CLASSES] = [-1100, 70, -350, -150, -80, -150, -80, 10, -50];
