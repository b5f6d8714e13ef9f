//! The root search: iterative deepening, then the exact endgame.

use yiqi_rules::Move;
use yiqi_search::{Analysis, Certainty, Limits, Line};

use super::bits::Bits;
use super::board::Board;
use super::evaluation::{ERROR_DEPTH_MIN, UNIT};
use super::instruction_set::InstructionSet;
use super::searcher::{Searcher, Window};
use super::table::{NO_MOVE, TO_THE_END};

/// One iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// A search of this depth.
    Depth(u32),
    /// The outcome, with this many empty points.
    Outcome(u32),
    /// The exact score, with this many empty points.
    Score(u32),
}

impl Step {
    fn depth(self) -> u32 {
        match self {
            Step::Depth(depth) | Step::Outcome(depth) | Step::Score(depth) => depth,
        }
    }
}

/// The number of plies before the end from which the search jumps to the end of the game.
const LEAP: u32 = 8;

/// With fewer empty points than this, the score is searched without searching for the outcome
/// first.
const OUTCOME_MIN: u32 = 13;

/// Depth of a quick search before the endgame search, which can be stopped at any time.
const GLANCE: u32 = 3;

fn steps(empty_count: u32, depth_limit: u32, line_count: usize) -> Vec<Step> {
    if depth_limit < empty_count {
        return (1..=depth_limit).map(Step::Depth).collect();
    }
    let depth = empty_count
        .saturating_sub(LEAP)
        .max(GLANCE)
        .min(empty_count - 1);
    let mut steps: Vec<Step> = (1..=depth).map(Step::Depth).collect();
    if empty_count >= OUTCOME_MIN && line_count == 1 {
        steps.push(Step::Outcome(empty_count));
    }
    steps.push(Step::Score(empty_count));
    steps
}

/// A root move, and what is known about it.
#[derive(Clone, Copy)]
struct RootMove<B> {
    index: usize,
    after: Board<B>,
    score: i32,
}

/// Searches a position with at least one move until a limit is reached or it is solved.
pub(crate) fn run<I: InstructionSet, B: Bits>(
    searcher: &mut Searcher<B>,
    board: Board<B>,
    line_count: usize,
    limits: &Limits,
    report: &mut dyn FnMut(&Analysis),
) -> Analysis {
    let mut moves = root_moves::<I, B>(searcher, board);
    let line_count = line_count.clamp(1, moves.len().max(1));
    let mut analysis = Analysis {
        depth: 0,
        nodes: 0,
        lines: moves
            .first()
            .map(|mv| unknown(searcher, mv))
            .into_iter()
            .collect(),
    };
    let empty_count = searcher.empty_count(board);
    for step in steps(empty_count, u32::from(limits.depth.max(1)), line_count) {
        let before = moves.clone();
        let is_whole = (0..line_count)
            .all(|rank| best_first::<I, B>(searcher, &mut moves[rank..], step).is_some());
        analysis.nodes = searcher.nodes;
        if !is_whole {
            if line_count == 1
                && let (Some(best), Some(line)) = (moves.first(), analysis.lines.first_mut())
                && line.moves.first() != Some(&searcher.geometry.name(best.index))
            {
                // A better move was found before the search ended.
                *line = unknown(searcher, best);
            }
            break;
        }
        if matches!(step, Step::Outcome(_)) && moves[0].score < 0 {
            // All moves lose: keep the order from before.
            moves = before;
            continue;
        }
        // With forward pruning, searches can contradict each other.
        moves[..line_count].sort_by_key(|mv| -mv.score);
        analysis.depth = step.depth() as u8;
        analysis.lines = moves[..line_count]
            .iter()
            .map(|mv| describe::<I, B>(searcher, mv, step))
            .collect();
        analysis.nodes = searcher.nodes;
        report(&analysis);
        // With a time limit, do not spend time on a single legal move.
        let is_clear = moves.len() == 1 && limits.time.is_some();
        if searcher.watch.is_enough() || is_clear || searcher.must_end_now() {
            break;
        }
    }
    analysis
}

/// The moves, best evaluation first.
fn root_moves<I: InstructionSet, B: Bits>(
    searcher: &Searcher<B>,
    board: Board<B>,
) -> Vec<RootMove<B>> {
    let geometry = searcher.geometry;
    let mut moves = Vec::new();
    I::call_moves(geometry, board).each(|index| {
        let after = board.play(index, geometry.flips(board, index));
        let evaluation = searcher.evaluation;
        let configurations = evaluation.configurations(after);
        let replies = I::call_moves(geometry, after);
        let value = I::call_value(evaluation, geometry, after, &configurations, replies);
        moves.push(RootMove {
            index,
            after,
            score: -value,
        });
    });
    moves.sort_by_key(|mv| -mv.score);
    moves
}

/// Converts to hundredths of a stone.
fn hundredths(score: i32) -> i32 {
    score * 100 / UNIT
}

/// A line with a move and a preliminary score.
fn unknown<B: Bits>(searcher: &Searcher<B>, mv: &RootMove<B>) -> Line {
    Line {
        eval: hundredths(mv.score),
        certainty: Certainty::Estimate {
            percent: PERCENT,
            error: 0,
        },
        moves: vec![searcher.geometry.name(mv.index)],
    }
}

/// Confidence of a ProbCut: the share of a normal distribution within 1.4 standard deviations.
const PERCENT: u8 = 92;

/// Searches some root moves, moves the best to the front and returns its score. `None` if the
/// search was stopped; a better move may still have been moved to the front.
fn best_first<I: InstructionSet, B: Bits>(
    searcher: &mut Searcher<B>,
    moves: &mut [RootMove<B>],
    step: Step,
) -> Option<i32> {
    let most = (searcher.geometry.size * searcher.geometry.size) as i32 * UNIT;
    if matches!(step, Step::Outcome(_)) {
        let window = Window {
            alpha: -UNIT,
            beta: UNIT,
        };
        return search_moves::<I, B>(searcher, moves, window, step.depth());
    }
    let guess = moves.first()?.score;
    let mut width = if step.depth() <= 2 {
        2 * most
    } else {
        4 * UNIT
    };
    let mut window = Window {
        alpha: (guess - width).max(-most),
        beta: (guess + width).min(most),
    };
    loop {
        let score = search_moves::<I, B>(searcher, moves, window, step.depth())?;
        width *= 3;
        // The window only grows: with forward pruning, searches can contradict each other.
        if score <= window.alpha && window.alpha > -most {
            window.alpha = (score - width).max(-most);
        } else if score >= window.beta && window.beta < most {
            window.beta = (score + width).min(most);
        } else {
            return Some(score);
        }
    }
}

fn search_moves<I: InstructionSet, B: Bits>(
    searcher: &mut Searcher<B>,
    moves: &mut [RootMove<B>],
    window: Window,
    depth: u32,
) -> Option<i32> {
    let Window { mut alpha, beta } = window;
    let mut best = i32::MIN;
    for at in 0..moves.len() {
        let after = moves[at].after;
        let numbers = searcher.evaluation.configurations(after);
        let mut score = alpha + 1;
        if at > 0 {
            let scout = Window::scout(alpha);
            score = -I::node(searcher, after, &numbers, scout, depth - 1);
        }
        if at == 0 || (!searcher.is_over() && score > alpha && score < beta) {
            let window = Window { alpha, beta }.turned();
            score = -I::node(searcher, after, &numbers, window, depth - 1);
        }
        if searcher.is_over() {
            return None;
        }
        if score > best {
            best = score;
            // A fail-low says nothing about the order of moves.
            if at == 0 || score > alpha {
                moves[at].score = score;
                moves[..=at].rotate_right(1);
            }
        }
        if score >= beta {
            break;
        }
        alpha = alpha.max(score);
    }
    Some(best)
}

/// The line of a root move after an iteration.
fn describe<I: InstructionSet, B: Bits>(
    searcher: &mut Searcher<B>,
    mv: &RootMove<B>,
    step: Step,
) -> Line {
    let geometry = searcher.geometry;
    let certainty = match step {
        Step::Score(_) => Certainty::Exact,
        Step::Outcome(_) => Certainty::Outcome,
        Step::Depth(depth) => Certainty::Estimate {
            percent: if depth > ERROR_DEPTH_MIN {
                PERCENT
            } else {
                100
            },
            error: 0,
        },
    };
    let is_exact = certainty == Certainty::Exact;
    let mut line = vec![geometry.name(mv.index)];
    let mut at = mv.after;
    let mut score = -mv.score;
    while line.len() < step.depth() as usize || is_exact {
        if I::call_moves(geometry, at).is_empty() {
            at = at.pass();
            score = -score;
            if I::call_moves(geometry, at).is_empty() {
                break;
            }
            line.push(Move::Pass);
        }
        let Some(index) = next_move::<I, B>(searcher, at, is_exact.then_some(score)) else {
            break;
        };
        line.push(geometry.name(index));
        at = at.play(index, geometry.flips(at, index));
        score = -score;
    }
    Line {
        eval: hundredths(mv.score),
        certainty,
        moves: line,
    }
}

/// The best move in the table. If the exact score of the position is known, the move must lead to
/// it; if the table has lost it, it is searched for again.
fn next_move<I: InstructionSet, B: Bits>(
    searcher: &mut Searcher<B>,
    board: Board<B>,
    score: Option<i32>,
) -> Option<usize> {
    let geometry = searcher.geometry;
    let moves = I::call_moves(geometry, board);
    let remembered = searcher
        .table
        .get(geometry.hash(board))
        .filter(|entry| entry.best != NO_MOVE && moves.meets(B::bit(usize::from(entry.best))));
    let Some(score) = score else {
        return remembered.map(|entry| usize::from(entry.best));
    };
    if let Some(entry) = remembered
        && entry.depth == TO_THE_END
        && i32::from(entry.lower) == score
    {
        return Some(usize::from(entry.best));
    }
    let around = Window {
        alpha: -score - 1,
        beta: -score + 1,
    };
    let depth = searcher.empty_count(board) - 1;
    let mut rest = moves;
    while let Some((index, others)) = rest.pop() {
        rest = others;
        let after = board.play(index, geometry.flips(board, index));
        let numbers = searcher.evaluation.configurations(after);
        let found = -I::node(searcher, after, &numbers, around, depth);
        if searcher.is_over() {
            return None;
        }
        if found == score {
            return Some(index);
        }
    }
    None
}
