//! The root search: iterations of growing depth, then of growing confidence.

use yiqi_rules::Move;
use yiqi_search::{Analysis, Certainty, Limits, Line};

use crate::board::{Board, place, squares};
use crate::candidates::{Candidate, Candidates};
use crate::kernel::{Instructions, Midgame, with_kernel};
use crate::midgame::{Node, Window};
use crate::outlook::Outlook;
use crate::probcut::Confidence;
use crate::searcher::{Searcher, Shared};
use crate::split;
use crate::stated::{Context, expected_error, stated_eval};
use crate::table::NO_SQUARE;

/// One iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) depth: u32,
    pub(crate) confidence: Confidence,
    /// Searches only for the outcome.
    pub(crate) is_outcome: bool,
}

/// A root move, and what is known about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RootMove {
    pub(crate) square: u32,
    pub(crate) flips: u64,
    pub(crate) score: i32,
}

/// The number of plies before the end from which the search jumps to the end of the game.
const LEAP: u32 = 11;

/// What the leap costs: this many times as much as all iterations before it, give or take a factor
/// of two. If there is no room for it, the search goes on deepening ply by ply.
const LEAP_COST: u32 = 20;

/// Confidences of the endgame iterations when each result counts; each one orders the moves for the
/// next.
pub(crate) const GRADUAL: &[Confidence] = &[
    Confidence::LEAST,
    Confidence(1),
    Confidence::SURE,
    Confidence(3),
    Confidence::FULL,
];

/// The same when only the last result counts.
pub(crate) const DIRECT: &[Confidence] = &[Confidence::LEAST, Confidence::SURE, Confidence::FULL];

/// The iterations, in order. `depth_limit` counts plies; if it reaches the end of the game, the
/// last iterations are endgame searches with the given confidences.
pub(crate) fn steps(empty_count: u32, depth_limit: u32, passes: &[Confidence]) -> Vec<Step> {
    let step = |depth, confidence| Step {
        depth,
        confidence,
        is_outcome: false,
    };
    let is_to_the_end = depth_limit >= empty_count;
    let midgame_depth = if is_to_the_end {
        empty_count.saturating_sub(LEAP)
    } else {
        depth_limit
    };
    let mut steps: Vec<Step> = (1..=midgame_depth)
        .map(|depth| step(depth, Confidence::LEAST))
        .collect();
    if is_to_the_end {
        // With few empty points, search exactly at once.
        let passes = if empty_count <= 12 {
            &passes[passes.len() - 1..]
        } else {
            passes
        };
        steps.extend(
            passes
                .iter()
                .map(|&confidence| step(empty_count, confidence)),
        );
    }
    steps
}

/// The root search on all threads.
pub(crate) struct Root<'a, 'b> {
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) instructions: Instructions,
    pub(crate) thread_count: usize,
    pub(crate) report: &'b mut dyn FnMut(&Analysis),
}

impl Root<'_, '_> {
    /// Runs the iterations until they are done or a limit is reached.
    pub(crate) fn run(
        &mut self,
        board: Board,
        line_count: usize,
        limits: &Limits,
        steps: &[Step],
    ) -> Analysis {
        let (shared, instructions) = (self.shared, self.instructions);
        std::thread::scope(|scope| {
            for _ in 1..self.thread_count {
                scope.spawn(move || with_kernel!(instructions, help(shared)));
            }
            // The helpers end with this thread, even if it panics.
            let _closing = shared.pool.closing();
            with_kernel!(
                instructions,
                iterate(self, board, line_count, limits, steps)
            )
        })
    }
}

fn help<K: Midgame>(shared: &Shared) {
    split::help_out::<K>(shared);
}

fn iterate<K: Midgame>(
    root: &mut Root,
    board: Board,
    line_count: usize,
    limits: &Limits,
    steps: &[Step],
) -> Analysis {
    let mut searcher = Searcher::new(root.shared, Confidence::LEAST);
    let node = Node::new(&searcher, board);
    let mut moves: Vec<RootMove> = squares(board.moves::<K>())
        .map(|square| RootMove {
            square,
            flips: board.flips::<K>(square),
            score: 0,
        })
        .collect();
    let line_count = line_count.clamp(1, moves.len().max(1));
    let mut analysis = Analysis {
        depth: 0,
        nodes: 0,
        lines: moves.iter().take(1).map(|mv| mv.unknown(0)).collect(),
    };
    let mut context = Context {
        before: 0,
        outlook: Outlook::default(),
    };
    let mut steps = steps.iter().peekable();
    while let Some(&&planned) = steps.peek() {
        let depth = u32::from(analysis.depth);
        let is_leap = planned.depth > depth + 1 && planned.confidence == Confidence::LEAST;
        let step = if is_leap && !root.shared.watch.has_room_for(LEAP_COST, analysis.nodes) {
            Step {
                depth: depth + 1,
                ..planned
            }
        } else {
            steps.next();
            planned
        };
        searcher.confidence = step.confidence;
        let is_whole = (0..line_count)
            .all(|rank| best_first::<K>(&mut searcher, &node, &mut moves[rank..], step).is_some());
        if step.depth <= 2 {
            context.outlook = Outlook::of::<K>(&searcher, &node, step.depth);
        }
        let shift = moves.first().map_or(0, |best| {
            let value = 100 * best.score;
            let stated = stated_eval(value, context, node.empty_count, step.depth);
            if is_whole {
                context.before = value;
            }
            stated - value
        });
        if is_whole {
            let lines = moves[..line_count]
                .iter()
                .map(|mv| describe::<K>(&mut searcher, board, *mv, step, shift))
                .collect();
            analysis.depth = step.depth as u8;
            analysis.lines = lines;
        } else if let Some(best) = moves.first()
            && let mv = place(best.square)
            && analysis.lines.first().map(|line| line.moves[0]) != Some(mv)
        {
            // A better move was found before the search ended.
            analysis.lines.retain(|line| line.moves[0] != mv);
            analysis.lines.insert(0, best.unknown(best.stated(shift)));
            analysis.lines.truncate(line_count);
        }
        analysis.nodes = searcher.total_nodes();
        if !is_whole {
            break;
        }
        (root.report)(&analysis);
        // With a time limit, do not spend time on a single legal move.
        let is_clear = moves.len() == 1 && limits.time.is_some();
        if root.shared.watch.is_enough() || is_clear {
            break;
        }
    }
    analysis
}

impl RootMove {
    /// The value to state, in hundredths of a stone. What is stated of the best move and what the
    /// search found differ by `shift`; so do those of the others, which keeps their order.
    fn stated(&self, shift: i32) -> i32 {
        (100 * self.score + shift).clamp(-6400, 6400)
    }

    /// A line with a move and a preliminary value.
    fn unknown(&self, eval: i32) -> Line {
        Line {
            eval,
            certainty: Certainty::Estimate {
                percent: Confidence::LEAST.percent(),
                error: 0,
            },
            moves: vec![place(self.square)],
        }
    }
}

/// Searches some root moves, moves the best to the front and returns its score. `None` if the
/// search was stopped; the best move so far may still have been moved to the front.
fn best_first<K: Midgame>(
    searcher: &mut Searcher,
    node: &Node,
    moves: &mut [RootMove],
    step: Step,
) -> Option<i32> {
    if step.is_outcome {
        let even = Window { alpha: -1, beta: 1 };
        let score = search_moves::<K>(searcher, node, moves, even, step.depth)?;
        // If all moves fail low, the bound is that of the best one.
        moves.first_mut()?.score = score;
        return Some(score);
    }
    let guess = moves.first()?.score;
    let mut width = if step.depth <= 4 { 64 } else { 3 };
    let mut window = Window {
        alpha: (guess - width).max(-64),
        beta: (guess + width).min(64),
    };
    loop {
        let score = search_moves::<K>(searcher, node, moves, window, step.depth)?;
        width *= 2;
        // The window only grows: with forward pruning, searches can contradict each other.
        if score <= window.alpha && window.alpha > -64 {
            window.alpha = (score - width).max(-64);
        } else if score >= window.beta && window.beta < 64 {
            window.beta = (score + width).min(64);
        } else {
            return Some(score);
        }
    }
}

fn search_moves<K: Midgame>(
    searcher: &mut Searcher,
    node: &Node,
    moves: &mut [RootMove],
    window: Window,
    depth: u32,
) -> Option<i32> {
    let Window { mut alpha, beta } = window;
    let mut candidates = Candidates::default();
    for (at, mv) in moves.iter().enumerate() {
        candidates.push(Candidate {
            square: mv.square,
            flips: mv.flips,
            replies: 0,
            promise: -(at as i32),
        });
    }
    let mut best = None;
    while let Some(candidate) = candidates.pop_most_promising() {
        let mut score = alpha + 1;
        let mut square = candidate.square;
        if best.is_some() && split::is_worth_it(searcher, depth, candidates.len()) {
            candidates.push(candidate);
            let tested = split::test::<K>(searcher, node, candidates, alpha, depth);
            (score, square) = (tested.score, u32::from(tested.square));
            candidates = tested.untested;
        } else if best.is_some() {
            let after = node.after(searcher, candidate.square, candidate.flips);
            score = -K::null_window(searcher, &after, -alpha - 1, depth - 1);
        }
        if !searcher.is_over() && score > alpha && (best.is_none() || score < beta) {
            let flips = node.board.flips::<K>(square);
            let after = node.after(searcher, square, flips);
            let turned = Window {
                alpha: -beta,
                beta: -alpha,
            };
            score = -K::full_window(searcher, &after, turned, depth - 1);
        }
        if searcher.is_over() {
            return None;
        }
        // A fail-low says nothing about the order of moves.
        if best.is_none() || score > alpha {
            let at = moves.iter().position(|mv| mv.square == square)?;
            moves[at].score = score;
            moves[..=at].rotate_right(1);
        }
        best = Some(best.map_or(score, |best: i32| best.max(score)));
        if score >= beta {
            break;
        }
        alpha = alpha.max(score);
    }
    best
}

/// The line of a root move after an iteration.
fn describe<K: Midgame>(
    searcher: &mut Searcher,
    board: Board,
    mv: RootMove,
    step: Step,
    shift: i32,
) -> Line {
    let empty_count = board.empty_count();
    let is_exact = step.depth >= empty_count && step.confidence == Confidence::FULL;
    let certainty = match (is_exact, step.is_outcome) {
        (true, false) => Certainty::Exact,
        (true, true) => Certainty::Outcome,
        (false, _) => Certainty::Estimate {
            percent: step.confidence.percent(),
            error: expected_error(empty_count, step.depth, step.confidence),
        },
    };
    let mut line = vec![place(mv.square)];
    let mut at = board.play(mv.square, mv.flips);
    let mut score = -mv.score;
    for _ in 1..step.depth {
        if at.moves::<K>() == 0 {
            if at.pass().moves::<K>() == 0 {
                break;
            }
            line.push(Move::Pass);
            at = at.pass();
            score = -score;
        }
        let Some(square) = best_square::<K>(searcher, at, is_exact.then_some(score)) else {
            break;
        };
        let flips = at.flips::<K>(square);
        if flips == 0 || at.empty() >> square & 1 == 0 {
            break;
        }
        line.push(place(square));
        at = at.play(square, flips);
        score = -score;
    }
    Line {
        eval: mv.stated(shift),
        certainty,
        moves: line,
    }
}

/// The best move in the table. If the exact score of the position is known, the move must lead to
/// it; if the table has lost it, it is searched for again.
fn best_square<K: Midgame>(
    searcher: &mut Searcher,
    board: Board,
    score: Option<i32>,
) -> Option<u32> {
    let entry = searcher.shared.table.get(board.hash());
    let Some(score) = score else {
        let best = entry?.best[0];
        return (best != NO_SQUARE).then_some(u32::from(best));
    };
    if let Some(entry) = entry
        && u32::from(entry.depth) >= board.empty_count()
        && entry.confidence == Confidence::FULL.0
        && i32::from(entry.lower) == score
        && entry.best[0] != NO_SQUARE
    {
        return Some(u32::from(entry.best[0]));
    }
    let node = Node::new(searcher, board);
    let around = Window {
        alpha: -score - 1,
        beta: -score + 1,
    };
    squares(board.moves::<K>()).find(|&square| {
        let after = node.after(searcher, square, board.flips::<K>(square));
        -K::full_window(searcher, &after, around, after.empty_count) == score
    })
}
