//! The search of one position from its root: iterative deepening, for one best line or several, on one
//! thread or many.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use yiqi_rules::{Move, Point, PointSet};
use yiqi_search::{Analysis, Certainty, Limits, Line, Stop, Watch};

use crate::board::Board;
use crate::moves::{Urgency, urgency, winning_four_defenses};
use crate::point_index::{EngineMove, PointIndex};
use crate::proof::Prover;
use crate::search::{PLY_MAX, Root, Shared, Worker};
use crate::shape::Threat;
use crate::table::TranspositionTable;
use crate::tuning::Tuning;
use crate::value::{INFINITE, SHOWN_MAX, hundredths, is_decided};
use crate::weights::Weights;

/// Maximum time reserved before the deadline to deliver the result on a busy processor.
const RESERVE: Duration = Duration::from_millis(15);

/// The time reserved at the end of a search with these limits.
pub(crate) fn reserve(limits: &Limits) -> Duration {
    limits.time.map_or(RESERVE, |time| RESERVE.min(time / 8))
}

/// Depth at which a timed search with a single legal move ends.
const SINGLE_DEPTH: i32 = 6;

/// What to search at the root, and with what.
#[derive(Clone, Copy)]
pub(crate) struct RootRequest<'a> {
    /// The allowed points, if the opening rule limits them.
    pub(crate) allowed: Option<PointSet>,
    pub(crate) line_count: usize,
    pub(crate) limits: &'a Limits,
    pub(crate) stop: &'a Stop,
    pub(crate) thread_count: usize,
    pub(crate) weights: &'a Arc<Weights>,
    pub(crate) tuning: Tuning,
    pub(crate) start: Instant,
}

/// What a search found, so that another search of the same position can go on from there.
pub(crate) struct Searched {
    hash: u64,
    line_count: usize,
    /// In the order in which they were last searched.
    roots: Vec<Root>,
    pub(crate) analysis: Analysis,
}

impl Searched {
    /// Whether a search can go on from here: it asks for the same, and looks no less deep.
    fn is_start_of(&self, board: &Board, request: &RootRequest<'_>) -> bool {
        self.hash == board.hash()
            && self.line_count == request.line_count
            && request.allowed.is_none()
            && (1..=request.limits.depth).contains(&self.analysis.depth)
    }
}

/// The root moves; only a pass if black has no legal point.
fn root_moves(board: &mut Board, request: &RootRequest<'_>) -> Vec<EngineMove> {
    let own = board.turn();
    let forced: Vec<PointIndex> = match urgency(board) {
        _ if request.line_count > 1 => Vec::new(),
        _ if board.stone_count() == 0 => vec![center(board)],
        Urgency::Five(_) => board.threat_points(own, Threat::Five).iter().collect(),
        Urgency::BlockFive => {
            let opponent = own.other();
            let mut blocks = *board.threat_points(opponent, Threat::Five);
            board
                .five_blocks(opponent)
                .iter()
                .for_each(|at| blocks.insert(at));
            blocks.iter().collect()
        }
        Urgency::WinningFour(at) => vec![at],
        Urgency::BlockWinningFour => winning_four_defenses(board).iter().collect(),
        Urgency::Quiet => Vec::new(),
    };
    let near: Vec<PointIndex> = board.near_points().iter().collect();
    let all: Vec<PointIndex> = board.empty_points().collect();
    let mut moves = Vec::new();
    // Takes the first list that leaves enough moves.
    for choice in [forced, near, all] {
        moves = playable(board, &choice, request.allowed);
        if moves.len() >= request.line_count {
            break;
        }
    }
    if moves.is_empty() {
        return vec![EngineMove::Pass];
    }
    moves.sort_by_key(|&at| std::cmp::Reverse(board.quick_score(at)));
    moves.into_iter().map(EngineMove::Place).collect()
}

fn center(board: &Board) -> PointIndex {
    let center = board.size() / 2;
    PointIndex::at(center, center)
}

fn playable(
    board: &mut Board,
    points: &[PointIndex],
    allowed: Option<PointSet>,
) -> Vec<PointIndex> {
    let own = board.turn();
    points
        .iter()
        .copied()
        .filter(|&at| allowed.is_none_or(|allowed| allowed.contains(Point::from(at))))
        .filter(|&at| board.may_play(own, at))
        .collect()
}

/// Searches a position in which the side to move places a stone. If `earlier` is about the same position, it
/// starts there.
pub(crate) fn think(
    board: &mut Board,
    table: &TranspositionTable,
    request: &RootRequest<'_>,
    earlier: Option<Searched>,
    report: &mut dyn FnMut(&Analysis),
) -> Searched {
    let earlier = earlier.filter(|earlier| earlier.is_start_of(board, request));
    if earlier.is_none() {
        table.next_generation();
    }
    let shared = Shared {
        table,
        weights: request.weights,
        tuning: request.tuning,
        watch: Watch::since(request.start, request.limits, request.stop)
            .with_reserve(reserve(request.limits)),
        nodes: AtomicU64::new(0),
        is_over: AtomicBool::new(false),
        deepest: Mutex::new(None),
    };
    let (roots, analysis) = match earlier {
        Some(Searched {
            roots,
            mut analysis,
            ..
        }) => {
            analysis.nodes = 0;
            (roots, analysis)
        }
        None => {
            let moves = root_moves(board, request).into_iter();
            (moves.map(Root::new).collect(), Analysis::default())
        }
    };
    std::thread::scope(|scope| {
        // Helper threads end with this one, even if it panics.
        let _end = EndOnDrop(&shared.is_over);
        for helper in 1..request.thread_count {
            let board = board.clone();
            let (shared, roots) = (&shared, roots.clone());
            let depth = i32::from(analysis.depth) + 1 + (helper % 2) as i32;
            scope.spawn(move || help(board, shared, roots, depth));
        }
        deepen(board.clone(), &shared, (roots, analysis), request, report)
    })
}

/// Marks a search as over when dropped.
struct EndOnDrop<'a>(&'a AtomicBool);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A helper thread: searches the same position and shares its results through the table, and its best moves.
fn help(board: Board, shared: &Shared<'_>, mut roots: Vec<Root>, mut depth: i32) {
    let mut worker = Worker::new(board, shared);
    while !worker.is_stopped && depth < PLY_MAX as i32 {
        let value = roots[0].value;
        search_window(&mut worker, &mut roots, depth, value);
        if !worker.is_stopped {
            let mut deepest = lock(&shared.deepest);
            if deepest.as_ref().is_none_or(|other| other.depth < depth) {
                *deepest = Some(roots[0].clone());
            }
        }
        depth += 1;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Searches one depth with an aspiration window around the previous value.
fn search_window(worker: &mut Worker<'_>, roots: &mut [Root], depth: i32, previous: i32) -> i32 {
    let mut width = worker.window();
    let (mut alpha, mut beta) = if depth < 4 || is_decided(previous) {
        (-INFINITE, INFINITE)
    } else {
        (previous - width, previous + width)
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

/// Iterative deepening on the main thread, from the depth of an earlier analysis.
fn deepen(
    board: Board,
    shared: &Shared<'_>,
    (mut roots, mut analysis): (Vec<Root>, Analysis),
    request: &RootRequest<'_>,
    report: &mut dyn FnMut(&Analysis),
) -> Searched {
    let limits = request.limits;
    let line_count = request.line_count.clamp(1, roots.len());
    let empty_count = board.size().pow(2) - board.stone_count();
    let depth_max = i32::from(limits.depth)
        .min(PLY_MAX as i32 - 1)
        .min(empty_count as i32 + 1);
    let mut worker = Worker::new(board.clone(), shared);
    let mut prover = Prover::new(shared, limits.nodes);
    if analysis.lines.is_empty() {
        analysis.lines = describe(&board, &mut prover, &mut roots[..line_count]);
    }
    let is_timed = limits.time.is_some() || limits.enough.is_some();
    for depth in i32::from(analysis.depth) + 1..=depth_max {
        let done = depth - 1;
        let are_decided = done > 0
            && roots[..line_count]
                .iter()
                .all(|root| root.is_decided_at(done));
        let is_single = roots.len() == 1 && is_timed && done >= SINGLE_DEPTH;
        if are_decided || is_single || shared.watch.is_enough() || worker.is_stopped {
            break;
        }
        let before: Vec<Root> = roots[..line_count].to_vec();
        let mut done = 0;
        while done < line_count {
            let previous = roots[done].value;
            search_window(&mut worker, &mut roots[done..], depth, previous);
            if worker.is_stopped {
                break;
            }
            done += 1;
        }
        let total = shared.nodes.load(Ordering::Relaxed).max(worker.nodes());
        analysis.nodes = total;
        if worker.is_stopped && done < line_count {
            // A better move found at the interrupted depth counts, and so does a new line or a win of the same move, but not
            // a mere bound of its value. The other lines stay as they were.
            let is_new = roots[0].mv != before[0].mv
                || roots[0].line.len() > 1
                || is_decided(roots[0].value);
            if done == 0 && roots[0].depth == depth && is_new {
                let mut lines = vec![roots[0].clone()];
                lines.extend(before.iter().filter(|root| root.mv != roots[0].mv).cloned());
                lines.truncate(line_count);
                analysis.lines = describe(&board, &mut prover, &mut lines);
            }
            break;
        }
        roots[..line_count].sort_by_key(|root| std::cmp::Reverse(root.value));
        analysis.depth = depth as u8;
        analysis.lines = describe(&board, &mut prover, &mut roots[..line_count]);
        report(&analysis);
    }
    // A helper may have got further before the time was over.
    let is_out_of_time = worker.is_stopped || shared.watch.is_enough();
    if is_out_of_time
        && line_count == 1
        && let Some(deeper) = lock(&shared.deepest).take()
        && (i32::from(analysis.depth) + 1..=depth_max).contains(&deeper.depth)
        && let Some(index) = roots.iter().position(|root| root.mv == deeper.mv)
    {
        analysis.depth = deeper.depth as u8;
        roots[..=index].rotate_right(1);
        roots[0] = deeper;
        analysis.lines = describe(&board, &mut prover, &mut roots[..1]);
    }
    Searched {
        hash: board.hash(),
        line_count: request.line_count,
        roots,
        analysis,
    }
}

/// The lines for the engine interface, best first.
fn describe(board: &Board, prover: &mut Prover<'_>, roots: &mut [Root]) -> Vec<Line> {
    roots
        .iter_mut()
        .enumerate()
        .map(|(index, root)| {
            let mut eval = hundredths(root.value);
            let mut certainty = Certainty::Estimate {
                percent: 100,
                error: 0,
            };
            let mut line = root.line.clone();
            if is_decided(root.value) {
                if let Some(complete) = complete_line(board, prover, root, index == 0) {
                    certainty = Certainty::Forced {
                        plies: complete.len() as u16,
                    };
                    line = complete;
                } else {
                    // The search found a win or a loss but no proof.
                    eval = eval.clamp(-SHOWN_MAX, SHOWN_MAX);
                }
            }
            Line {
                eval,
                certainty,
                moves: line.into_iter().map(Move::from).collect(),
            }
        })
        .collect()
}

/// The complete line of a won or lost game, if proven; each value is tried once. The best move
/// counts as lost only if every move is.
fn complete_line(
    board: &Board,
    prover: &mut Prover<'_>,
    root: &mut Root,
    is_best: bool,
) -> Option<Vec<EngineMove>> {
    if root.value < 0 && is_best && !prover.all_lose(board, root.value) {
        return None;
    }
    if let Some((value, line)) = &root.proof
        && *value == root.value
    {
        return line.clone();
    }
    let complete = if root.value > 0 {
        prover.win(board, root.mv)
    } else {
        prover.loss(board, root.mv)
    };
    root.proof = Some((root.value, complete.clone()));
    complete
}
