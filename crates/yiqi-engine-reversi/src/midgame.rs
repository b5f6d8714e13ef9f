//! The midgame and early endgame search, with an evaluation.

use crate::board::{Board, squares};
use crate::candidates::{Candidate, Candidates};
use crate::endgame::{odd_quadrants, promise, stability_bound};
use crate::evaluation::{Features, UNIT};
use crate::kernel::Midgame;
use crate::probcut::{self, Confidence, Margins};
use crate::searcher::Searcher;
use crate::split;
use crate::table::{Bounds, NO_SQUARE, TtEntry};

/// A position with its evaluation features.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) board: Board,
    pub(crate) features: Features,
    pub(crate) empty_count: u32,
}

/// The search window: scores above `alpha` and below `beta`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Window {
    /// The window for the other side.
    #[inline(always)]
    pub(crate) fn turned(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

/// Up to this many empty points, the search is exact and needs no evaluation.
pub(crate) const WITHOUT_EVALUATION: u32 = 12;

impl Node {
    pub(crate) fn new(searcher: &Searcher, board: Board) -> Node {
        Node {
            board,
            features: searcher.shared.evaluation.features(board),
            empty_count: board.empty_count(),
        }
    }

    #[inline(always)]
    pub(crate) fn after(&self, searcher: &Searcher, square: u32, flips: u64) -> Node {
        Node {
            board: self.board.play(square, flips),
            features: searcher
                .shared
                .evaluation
                .after(&self.features, square, flips),
            empty_count: self.empty_count - 1,
        }
    }

    #[inline(always)]
    pub(crate) fn pass(&self, searcher: &Searcher) -> Node {
        Node {
            board: self.board.pass(),
            features: searcher.shared.evaluation.pass(&self.features),
            empty_count: self.empty_count,
        }
    }

    #[inline(always)]
    pub(crate) fn value(&self, searcher: &Searcher) -> i32 {
        searcher
            .shared
            .evaluation
            .value(&self.features, self.empty_count)
    }
}

/// One ply: the best evaluation after any move.
#[inline(always)]
fn one_ply<K: Midgame>(searcher: &mut Searcher, node: &Node, alpha: i32, beta: i32) -> i32 {
    searcher.nodes += 1;
    let moves = node.board.moves::<K>();
    if moves == 0 {
        let passed = node.pass(searcher);
        let moves = passed.board.moves::<K>();
        if moves == 0 {
            return node.board.final_score();
        }
        return -best_evaluation::<K>(searcher, &passed, moves, -alpha);
    }
    best_evaluation::<K>(searcher, node, moves, beta)
}

#[inline(always)]
fn best_evaluation<K: Midgame>(searcher: &mut Searcher, node: &Node, moves: u64, beta: i32) -> i32 {
    let mut best = -64;
    for square in squares(moves) {
        let flips = node.board.flips::<K>(square);
        if flips == node.board.opposing {
            return 64;
        }
        searcher.nodes += 1;
        let after = node.after(searcher, square, flips);
        best = best.max(-after.value(searcher));
        if best >= beta {
            break;
        }
    }
    best
}

/// Null-window search: is the score at depth `depth` above `alpha`?
#[inline(always)]
pub(crate) fn null_window<K: Midgame>(
    searcher: &mut Searcher,
    node: &Node,
    alpha: i32,
    depth: u32,
) -> i32 {
    let is_to_the_end = depth >= node.empty_count;
    let depth = depth.min(node.empty_count);
    if is_to_the_end && node.empty_count <= WITHOUT_EVALUATION {
        let moves = node.board.moves::<K>();
        return K::many(searcher, node.board, moves, alpha);
    }
    if depth == 0 {
        searcher.nodes += 1;
        return node.value(searcher);
    }
    if depth == 1 {
        return one_ply::<K>(searcher, node, alpha, alpha + 1);
    }
    let hash = node.board.hash();
    searcher.shared.table.prefetch(hash);
    if searcher.must_end() {
        return alpha;
    }
    searcher.nodes += 1;
    if let Some(most) = stability_bound::<K>(node.board, alpha, node.empty_count) {
        return most;
    }
    let window = Window {
        alpha,
        beta: alpha + 1,
    };
    // While the table is on its way.
    let moves = node.board.moves::<K>();
    let entry = searcher.shared.table.get(hash);
    if let Some(score) = entry.and_then(|entry| cut(searcher, entry, depth, window)) {
        return score;
    }
    if moves == 0 {
        let passed = node.pass(searcher);
        if passed.board.moves::<K>() == 0 {
            return node.board.final_score();
        }
        return -K::null_window(searcher, &passed, -alpha - 1, depth);
    }
    if let Some(score) = prune::<K>(searcher, node, alpha, depth) {
        return score;
    }
    let known = entry.map_or([NO_SQUARE; 2], |entry| entry.best);
    let mut candidates = match candidates::<K>(searcher, node, moves, window, depth, known) {
        Ok(candidates) => candidates,
        Err(Cutoff(score)) => return score,
    };
    if searcher.is_over() {
        return alpha;
    }
    let mut best = Best::NONE;
    while let Some(candidate) = candidates.pop_most_promising() {
        let score;
        let square;
        if best.square != NO_SQUARE && split::is_worth_it(searcher, depth, candidates.len()) {
            candidates.push(candidate);
            let tested = split::test::<K>(searcher, node, candidates, alpha, depth);
            (score, square) = (tested.score, tested.square);
            candidates = tested.untested;
        } else {
            if (PREFETCH_FROM..ASK_CHILDREN_FROM).contains(&depth) {
                let after = node.board.play(candidate.square, candidate.flips);
                searcher.shared.table.prefetch(after.hash());
            }
            let after = node.after(searcher, candidate.square, candidate.flips);
            square = candidate.square as u8;
            score = -K::null_window(searcher, &after, -alpha - 1, depth - 1);
        }
        if searcher.is_over() {
            return alpha;
        }
        best.consider(score, square);
        if score > alpha {
            break;
        }
    }
    best.keep(searcher, hash, depth, window)
}

/// The score at depth `depth` within a window; outside it, a bound.
#[inline(always)]
pub(crate) fn full_window<K: Midgame>(
    searcher: &mut Searcher,
    node: &Node,
    window: Window,
    depth: u32,
) -> i32 {
    let Window { mut alpha, beta } = window;
    if beta - alpha <= 1 {
        return K::null_window(searcher, node, alpha, depth);
    }
    let depth = depth.min(node.empty_count);
    if depth == 0 {
        searcher.nodes += 1;
        return if node.empty_count == 0 {
            node.board.final_score()
        } else {
            node.value(searcher)
        };
    }
    if searcher.must_end() {
        return alpha;
    }
    searcher.nodes += 1;
    let moves = node.board.moves::<K>();
    if moves == 0 {
        let passed = node.pass(searcher);
        if passed.board.moves::<K>() == 0 {
            return node.board.final_score();
        }
        let turned = Window {
            alpha: -beta,
            beta: -alpha,
        };
        return -K::full_window(searcher, &passed, turned, depth);
    }
    let hash = node.board.hash();
    let entry = searcher.shared.table.get(hash);
    if let Some(score) = entry.and_then(|entry| cut(searcher, entry, depth, window)) {
        return score;
    }
    let known = entry.map_or([NO_SQUARE; 2], |entry| entry.best);
    let mut candidates = match candidates::<K>(searcher, node, moves, window, depth, known) {
        Ok(candidates) => candidates,
        Err(Cutoff(score)) => return score,
    };
    if searcher.is_over() {
        return alpha;
    }
    let mut best = Best::NONE;
    while let Some(candidate) = candidates.pop_most_promising() {
        let is_first = best.square == NO_SQUARE;
        let mut score = alpha + 1;
        let mut square = candidate.square as u8;
        if !is_first && split::is_worth_it(searcher, depth, candidates.len()) {
            candidates.push(candidate);
            let tested = split::test::<K>(searcher, node, candidates, alpha, depth);
            (score, square) = (tested.score, tested.square);
            candidates = tested.untested;
        } else if !is_first {
            let after = node.after(searcher, candidate.square, candidate.flips);
            score = -K::null_window(searcher, &after, -alpha - 1, depth - 1);
        }
        if !searcher.is_over() && score > alpha && (is_first || score < beta) {
            let flips = node.board.flips::<K>(u32::from(square));
            let after = node.after(searcher, u32::from(square), flips);
            let turned = Window {
                alpha: -beta,
                beta: -alpha,
            };
            score = -K::full_window(searcher, &after, turned, depth - 1);
        }
        if searcher.is_over() {
            return alpha;
        }
        best.consider(score, square);
        if score >= beta {
            break;
        }
        alpha = alpha.max(score);
    }
    best.keep(searcher, hash, depth, window)
}

/// The best move so far.
struct Best {
    score: i32,
    square: u8,
}

impl Best {
    const NONE: Best = Best {
        score: -64,
        square: NO_SQUARE,
    };

    #[inline(always)]
    fn consider(&mut self, score: i32, square: u8) {
        if score > self.score || self.square == NO_SQUARE {
            *self = Best { score, square };
        }
    }

    /// Stores the result of a search and returns its score.
    #[inline(always)]
    fn keep(self, searcher: &Searcher, hash: u64, depth: u32, window: Window) -> i32 {
        let bounds = Bounds::of(self.score, window.alpha, window.beta);
        let confidence = searcher.confidence.0;
        searcher
            .shared
            .table
            .put(hash, depth, confidence, bounds, self.square);
        self.score
    }
}

/// The table's result, if it is deep and sure enough to cut.
#[inline(always)]
fn cut(searcher: &Searcher, entry: TtEntry, depth: u32, window: Window) -> Option<i32> {
    if u32::from(entry.depth) < depth || entry.confidence < searcher.confidence.0 {
        return None;
    }
    let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
    if lower >= window.beta || lower == upper {
        Some(lower)
    } else if upper <= window.alpha {
        Some(upper)
    } else {
        None
    }
}

/// ProbCut: a score outside the window, if a shallow search makes it very likely that the deep one
/// would be too.
#[inline(always)]
fn prune<K: Midgame>(searcher: &mut Searcher, node: &Node, alpha: i32, depth: u32) -> Option<i32> {
    if searcher.confidence == Confidence::FULL || depth < 3 {
        return None;
    }
    let shallow = probcut::shallow_depth(depth);
    let Margins { margin, doubt } = Margins::of(searcher.confidence, node.empty_count, depth);
    let estimate = node.value(searcher);
    let high = alpha + 1 + margin;
    if high <= 64
        && estimate >= high - doubt
        && K::null_window(searcher, node, high - 1, shallow) >= high
    {
        return Some(alpha + 1);
    }
    let low = alpha - margin;
    if low >= -64
        && estimate <= low + doubt
        && !searcher.is_over()
        && K::null_window(searcher, node, low, shallow) <= low
    {
        return Some(alpha);
    }
    None
}

/// A score outside the window that needs no search.
struct Cutoff(i32);

/// The moves of a position with their ordering values.
#[inline(always)]
fn candidates<K: Midgame>(
    searcher: &mut Searcher,
    node: &Node,
    moves: u64,
    window: Window,
    depth: u32,
    known: [u8; 2],
) -> Result<Candidates, Cutoff> {
    let board = node.board;
    let is_to_the_end = depth >= node.empty_count;
    let odd = odd_quadrants(board.empty());
    let mut candidates = Candidates::default();
    for square in squares(moves) {
        let flips = board.flips::<K>(square);
        let after = board.play(square, flips);
        if after.own == 0 {
            return Err(Cutoff(64));
        }
        if depth >= ASK_CHILDREN_FROM {
            searcher.shared.table.prefetch(after.hash());
        }
        candidates.push(Candidate {
            square,
            flips,
            replies: 0,
            promise: 0,
        });
    }
    if depth >= ASK_CHILDREN_FROM {
        for candidate in candidates.iter_mut() {
            let after = board.play(candidate.square, candidate.flips);
            if let Some(entry) = searcher.shared.table.get(after.hash())
                && u32::from(entry.depth) >= depth - 1
                && entry.confidence >= searcher.confidence.0
                && -i32::from(entry.upper) >= window.beta
            {
                return Err(Cutoff(-i32::from(entry.upper)));
            }
        }
    }
    let look = look_ahead(depth, is_to_the_end);
    let value_promise = if is_to_the_end {
        VALUE_PROMISE_AT_THE_END
    } else {
        VALUE_PROMISE
    };
    for candidate in candidates.iter_mut() {
        candidate.promise = if candidate.square as u8 == known[0] {
            1 << 24
        } else if candidate.square as u8 == known[1] {
            1 << 23
        } else {
            let after = board.play(candidate.square, candidate.flips);
            let quick = promise::<K>(after, after.moves::<K>(), candidate.square, odd);
            match look {
                None => quick,
                Some(look) => {
                    let after = node.after(searcher, candidate.square, candidate.flips);
                    quick - value_promise * glance::<K>(searcher, &after, look) / UNIT
                }
            }
        };
    }
    Ok(candidates)
}

/// Ordering value of one stone; one reply fewer is worth 32. Exact searches weigh mobility more.
const VALUE_PROMISE: i32 = 64;
const VALUE_PROMISE_AT_THE_END: i32 = 6;

/// From this depth on, the table has entries of the positions after each move.
const PREFETCH_FROM: u32 = 3;

/// From this depth on, probing the table for the positions after each move pays off.
const ASK_CHILDREN_FROM: u32 = 5;

/// Depth of the searches that order the moves; `None` skips even the evaluation.
#[inline(always)]
fn look_ahead(depth: u32, is_to_the_end: bool) -> Option<u32> {
    if is_to_the_end {
        return Some(match depth {
            ..=22 => 0,
            23..=26 => 1,
            _ => 2,
        });
    }
    match depth {
        ..=3 => None,
        4..=8 => Some(0),
        9..=12 => Some(1),
        13..=16 => Some(2),
        17..=20 => Some(3),
        _ => Some(4),
    }
}

/// The value of a position from a shallow search, in fractions of a stone.
#[inline(always)]
fn glance<K: Midgame>(searcher: &mut Searcher, node: &Node, depth: u32) -> i32 {
    if depth == 0 {
        searcher.nodes += 1;
        return searcher
            .shared
            .evaluation
            .fine(&node.features, node.empty_count);
    }
    let confidence = std::mem::replace(&mut searcher.confidence, Confidence::LEAST);
    let everything = Window {
        alpha: -64,
        beta: 64,
    };
    let value = K::full_window(searcher, node, everything, depth) * UNIT;
    searcher.confidence = confidence;
    value
}
