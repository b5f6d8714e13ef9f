//! The search of one position from its root: deeper and deeper, for one best line or several, on one
//! thread or many.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use yiqi_rules::{Move, Point, PointSet};
use yiqi_search::{Analysis, Certainty, Limits, Line, Stop};

use crate::board::{Board, PASS, number, point, points};
use crate::moves::{Urgency, urgency, winning_four_defenses};
use crate::proof::Prover;
use crate::search::{PLY_MAX, Root, Shared, Worker};
use crate::shape::FIVE;
use crate::table::Table;
use crate::tuning::Tuning;
use crate::value::{ESTIMATE_LIMIT, INFINITE, hundredths, is_decided, plies};
use crate::weights::Weights;

/// Time kept back, at the most, so that the limit is not passed while the answer is on its way or the processor is
/// busy with something else.
const SPARE: Duration = Duration::from_millis(15);

/// When to end what began then and may take so long.
pub(crate) fn deadline(begun: Instant, time: Duration) -> Instant {
    begun + time.saturating_sub(SPARE.min(time / 8))
}

/// Depth after which a position with a single move is answered, where time counts.
const SINGLE_DEPTH: i32 = 6;

/// The question to a search.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a> {
    /// Points that may be played, where an opening rule narrows them.
    pub(crate) allowed: Option<PointSet>,
    pub(crate) line_count: usize,
    pub(crate) limits: &'a Limits,
    pub(crate) stop: &'a Stop,
    pub(crate) thread_count: usize,
    pub(crate) weights: &'a Arc<Weights>,
    pub(crate) tuning: Tuning,
    pub(crate) begun: Instant,
}

/// The moves at the root; a single pass if black may play nowhere.
fn root_moves(board: &mut Board, question: &Question<'_>) -> Vec<usize> {
    let own = board.turn();
    let forced: Vec<usize> = match urgency(board) {
        _ if question.line_count > 1 => Vec::new(),
        _ if board.stone_count() == 0 => vec![middle(board)],
        Urgency::Five => points(board.set(own, FIVE)).collect(),
        Urgency::BlockFive(_) => points(board.set(own ^ 1, FIVE)).collect(),
        Urgency::WinningFour(at) => vec![at],
        Urgency::BlockWinningFour => points(&winning_four_defenses(board)).collect(),
        Urgency::Quiet => Vec::new(),
    };
    let near: Vec<usize> = points(&board.near_points()).collect();
    let all: Vec<usize> = board.empty_points().collect();
    let mut moves = Vec::new();
    // The first choice that leaves enough moves.
    for choice in [forced, near, all] {
        moves = playable(board, &choice, question.allowed);
        if moves.len() >= question.line_count {
            break;
        }
    }
    if moves.is_empty() {
        return vec![PASS];
    }
    moves.sort_by_key(|&at| std::cmp::Reverse(board.quick_score(at)));
    moves
}

fn middle(board: &Board) -> usize {
    let middle = (board.size() / 2) as u8;
    number(Point::new(middle, middle).expect("a board has a middle"))
}

fn playable(board: &mut Board, points: &[usize], allowed: Option<PointSet>) -> Vec<usize> {
    let own = board.turn();
    points
        .iter()
        .copied()
        .filter(|&at| allowed.is_none_or(|allowed| allowed.contains(point(at))))
        .filter(|&at| board.may_play(own, at))
        .collect()
}

/// Looks for the best moves of a position in which a stone is due.
pub(crate) fn think(
    board: &mut Board,
    table: &Table,
    question: &Question<'_>,
    report: &mut dyn FnMut(&Analysis),
) -> Analysis {
    let limits = question.limits;
    table.next_generation();
    let shared = Shared {
        table,
        weights: question.weights,
        tuning: question.tuning,
        stop: question.stop,
        deadline: limits.time.map(|time| deadline(question.begun, time)),
        node_max: limits.nodes,
        nodes: AtomicU64::new(0),
        is_over: AtomicBool::new(false),
    };
    let roots: Vec<Root> = root_moves(board, question)
        .into_iter()
        .map(Root::new)
        .collect();
    std::thread::scope(|scope| {
        // Helpers end with this thread, even if it panics.
        let _end = EndOnDrop(&shared.is_over);
        for helper in 1..question.thread_count {
            let board = board.clone();
            let (shared, roots) = (&shared, roots.clone());
            scope.spawn(move || help(board, shared, roots, helper));
        }
        deepen(board.clone(), &shared, roots, question, report)
    })
}

/// Says that a search is over when it goes out of scope.
struct EndOnDrop<'a>(&'a AtomicBool);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A helping thread: searches the same position and leaves what it learns in the table.
fn help(board: Board, shared: &Shared<'_>, mut roots: Vec<Root>, helper: usize) {
    let mut worker = Worker::new(board, shared);
    let mut depth = 1 + (helper % 2) as i32;
    while !worker.is_stopped && depth < PLY_MAX as i32 {
        let value = roots[0].value;
        search_window(&mut worker, &mut roots, depth, value);
        depth += 1;
    }
}

/// Searches one depth, with a window around the value expected.
fn search_window(worker: &mut Worker<'_>, roots: &mut [Root], depth: i32, expected: i32) -> i32 {
    let mut width = worker.window();
    let (mut alpha, mut beta) = if depth < 4 || is_decided(expected) {
        (-INFINITE, INFINITE)
    } else {
        (expected - width, expected + width)
    };
    loop {
        let value = worker.search_root(roots, depth, alpha, beta);
        if worker.is_stopped {
            return value;
        }
        if value <= alpha && alpha > -INFINITE {
            beta = (alpha + beta) / 2;
            alpha = value - width;
        } else if value >= beta && beta < INFINITE {
            beta = value + width;
        } else {
            return value;
        }
        width *= 2;
        if width > 500 {
            (alpha, beta) = (-INFINITE, INFINITE);
        }
    }
}

fn deepen(
    board: Board,
    shared: &Shared<'_>,
    mut roots: Vec<Root>,
    question: &Question<'_>,
    report: &mut dyn FnMut(&Analysis),
) -> Analysis {
    let limits = question.limits;
    let line_count = question.line_count.clamp(1, roots.len());
    let empty_count = board.size().pow(2) - board.stone_count();
    let depth_max = i32::from(limits.depth)
        .min(PLY_MAX as i32 - 1)
        .min(empty_count as i32 + 1);
    let mut worker = Worker::new(board.clone(), shared);
    let mut prover = Prover::new(shared);
    let mut opinion = Analysis {
        lines: describe(&board, &mut prover, &mut roots[..line_count]),
        ..Analysis::default()
    };
    let is_timed = limits.time.is_some() || limits.enough.is_some();
    for depth in 1..=depth_max {
        let before: Vec<Root> = roots[..line_count].to_vec();
        let mut done = 0;
        while done < line_count {
            let expected = roots[done].value;
            search_window(&mut worker, &mut roots[done..], depth, expected);
            if worker.is_stopped {
                break;
            }
            done += 1;
        }
        let total = shared.nodes.load(Ordering::Relaxed).max(worker.nodes());
        opinion.nodes = total;
        if worker.is_stopped && done < line_count {
            // A better move found before the end of the depth counts; the rest stays as it was.
            if done == 0 && roots[0].depth == depth {
                let mut lines = vec![roots[0].clone()];
                lines.extend(before.iter().filter(|root| root.at != roots[0].at).cloned());
                lines.truncate(line_count);
                opinion.lines = describe(&board, &mut prover, &mut lines);
            }
            break;
        }
        roots[..line_count].sort_by_key(|root| std::cmp::Reverse(root.value));
        opinion.depth = depth as u8;
        opinion.lines = describe(&board, &mut prover, &mut roots[..line_count]);
        report(&opinion);
        let all_known = roots[..line_count].iter().all(|root| {
            is_decided(root.value) && (root.value > 0 || plies(root.value) as i32 <= depth)
        });
        let enough = limits
            .enough
            .is_some_and(|enough| question.begun.elapsed() >= enough);
        let single = roots.len() == 1 && is_timed && depth >= SINGLE_DEPTH;
        if all_known || enough || single || worker.is_stopped {
            break;
        }
    }
    opinion
}

/// The lines as others see them, the best first.
fn describe(board: &Board, prover: &mut Prover<'_>, roots: &mut [Root]) -> Vec<Line> {
    roots
        .iter_mut()
        .enumerate()
        .map(|(index, root)| {
            let mut value = hundredths(root.value);
            let mut certainty = Certainty::Estimate {
                percent: 100,
                error: 0,
            };
            let mut line = root.line.clone();
            if is_decided(root.value) {
                if let Some(whole) = whole_line(board, prover, root, index == 0) {
                    certainty = Certainty::Forced {
                        plies: whole.len() as u16,
                    };
                    line = whole;
                } else {
                    // Search is sure, but that is no proof.
                    value = value.clamp(-ESTIMATE_LIMIT, ESTIMATE_LIMIT);
                }
            }
            Line {
                value,
                certainty,
                moves: line.into_iter().map(to_move).collect(),
            }
        })
        .collect()
}

/// The line of a decided game to its end, if that is proven; each is tried once. The best move loses only
/// if every move does.
fn whole_line(
    board: &Board,
    prover: &mut Prover<'_>,
    root: &mut Root,
    is_best: bool,
) -> Option<Vec<usize>> {
    if root.value < 0 && is_best && !prover.all_lose(board, root.value) {
        return None;
    }
    if let Some((value, line)) = &root.proof
        && *value == root.value
    {
        return line.clone();
    }
    let whole = if root.value > 0 {
        prover.win(board, root.at)
    } else {
        prover.loss(board, root.at)
    };
    root.proof = Some((root.value, whole.clone()));
    whole
}

/// A point's number as a move.
pub(crate) fn to_move(at: usize) -> Move {
    if at == PASS {
        Move::Pass
    } else {
        Move::Place(point(at))
    }
}
