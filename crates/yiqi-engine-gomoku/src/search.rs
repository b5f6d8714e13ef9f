//! Alpha-beta: one thread's search of one position.
//!
//! Principal variation search. Urgent moves come first: five, the block of a five, a winning four; against a
//! threatened winning four only defenses are searched. At leaves a VCF search replaces quiescence search.
//!
//! [`node`] searches a node step by step, [`leaf`] ends the search, [`selectivity`] prunes, extends and reduces,
//! [`ordering`] orders moves, [`pv`] collects principal variations.

mod leaf;
mod node;
mod ordering;
mod pv;
mod selectivity;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use yiqi_search::{Pauses, Watch};

use crate::board::Board;
use crate::evaluation::Evaluator;
use crate::moves::Candidate;
use crate::point_index::EngineMove;
use crate::shape::Threat;
use crate::table::TranspositionTable;
use crate::tuning::Tuning;
use crate::value::{INFINITE, is_decided, plies, win_in};
use crate::vcf::VcfSearch;
use crate::weights::Weights;
use node::{NonPv, Pv};
use ordering::History;
use pv::PvTable;

/// Maximum number of plies from the root.
pub(crate) const PLY_MAX: usize = 200;

/// Nodes between two checks of the clock.
const CHECK_EVERY: u64 = 512;

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a TranspositionTable,
    pub(crate) weights: &'a Arc<Weights>,
    pub(crate) tuning: Tuning,
    pub(crate) watch: Watch<'a>,
    /// Nodes of all threads, as last reported.
    pub(crate) nodes: AtomicU64,
    /// Set when the search is over.
    pub(crate) is_over: AtomicBool,
    /// The best move of the deepest iteration that a helper thread completed.
    pub(crate) deepest: Mutex<Option<Root>>,
}

/// One thread's search.
pub(crate) struct Worker<'a> {
    pub(crate) board: Board,
    evaluator: Evaluator,
    shared: &'a Shared<'a>,
    vcf: VcfSearch,
    nodes: u64,
    reported_nodes: u64,
    next_check: u64,
    pauses: Pauses,
    /// Whether the search is stopping; values of unfinished nodes are meaningless then.
    pub(crate) is_stopped: bool,
    history: History,
    /// Static evaluations of the nodes on the current path.
    static_evals: [i32; PLY_MAX + 1],
    /// Move lists of the nodes on the current path, one after another.
    moves: Vec<Candidate>,
    pv: PvTable,
    reductions: Reductions,
    tuning: Tuning,
}

/// Late move reductions by depth and move number, in hundredths of a ply.
struct Reductions([[i16; 64]; 64]);

impl Reductions {
    fn new(tuning: &Tuning) -> Reductions {
        let mut reductions = [[0; 64]; 64];
        for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
            for (index, cell) in row.iter_mut().enumerate().skip(1) {
                let logarithms = (depth as f64).ln() * (index as f64).ln();
                let reduction = f64::from(tuning.reduction_base)
                    + logarithms * f64::from(tuning.reduction_factor);
                *cell = reduction as i16;
            }
        }
        Reductions(reductions)
    }

    fn get(&self, depth: i32, move_index: usize) -> i32 {
        i32::from(self.0[(depth as usize).min(63)][move_index.min(63)])
    }
}

impl<'a> Worker<'a> {
    pub(crate) fn new(board: Board, shared: &'a Shared<'a>) -> Worker<'a> {
        let tuning = shared.tuning;
        Worker {
            evaluator: Evaluator::new(Arc::clone(shared.weights), &board),
            board,
            shared,
            vcf: VcfSearch::new(),
            nodes: 0,
            reported_nodes: 0,
            next_check: 0,
            pauses: Pauses::default(),
            is_stopped: false,
            history: History::new(),
            static_evals: [0; PLY_MAX + 1],
            moves: Vec::with_capacity(8192),
            pv: PvTable::new(),
            reductions: Reductions::new(&tuning),
            tuning,
        }
    }

    /// Half the initial aspiration window.
    pub(crate) fn window(&self) -> i32 {
        self.tuning.window.max(1)
    }

    /// Nodes searched by this thread.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes + self.vcf.nodes
    }

    /// Searches root moves within a window. Moves the best to the front and returns its value.
    pub(crate) fn search_root(
        &mut self,
        roots: &mut [Root],
        depth: i32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        self.pauses.restart();
        let mut best = -INFINITE;
        let old_alpha = alpha;
        for index in 0..roots.len() {
            let value = self.search_root_move(roots[index].mv, index, depth, alpha, beta);
            if self.is_stopped {
                return best;
            }
            // A value below the window says nothing about the order.
            if value > best && (index == 0 || value > old_alpha) {
                let root = &mut roots[index];
                root.value = value;
                root.depth = depth;
                root.line.clear();
                root.line.push(root.mv);
                if value > old_alpha {
                    root.line.extend(self.pv.line(1));
                }
                // The best so far comes first; the others keep their order.
                roots[..=index].rotate_right(1);
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    fn search_root_move(
        &mut self,
        mv: EngineMove,
        index: usize,
        depth: i32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let own = self.board.turn();
        if let EngineMove::Place(at) = mv
            && self.board.threats(own, at).contains(Threat::Five)
        {
            self.pv.clear(1);
            return win_in(1);
        }
        self.board.play_move(mv);
        let mut value = 0;
        if index > 0 {
            let reduction = if depth >= 3 && index > 2 {
                let hundredths = self.reductions.get(depth, index) - self.tuning.reduction_pv;
                (hundredths / 100).max(0)
            } else {
                0
            };
            value = self.search_null_window(alpha, depth - 1, reduction, 1);
        }
        if index == 0 || value > alpha && !self.is_stopped {
            value = -self.search::<Pv>(-beta, -alpha, depth - 1, 1, None);
        }
        self.board.undo();
        value
    }

    /// Searches the position after a move with a null window: reduced, and again in full if that exceeds alpha.
    fn search_null_window(&mut self, alpha: i32, depth: i32, reduction: i32, ply: usize) -> i32 {
        let value = -self.search::<NonPv>(-alpha - 1, -alpha, depth - reduction, ply, None);
        if value > alpha && reduction > 0 && !self.is_stopped {
            return -self.search::<NonPv>(-alpha - 1, -alpha, depth, ply, None);
        }
        value
    }

    /// Whether the search has to stop; checks the clock every now and then.
    fn must_stop(&mut self) -> bool {
        let nodes = self.nodes();
        if nodes < self.next_check {
            return self.is_stopped;
        }
        self.next_check = nodes + CHECK_EVERY;
        let shared = self.shared;
        let total = shared
            .nodes
            .fetch_add(nodes - self.reported_nodes, Ordering::Relaxed)
            + (nodes - self.reported_nodes);
        self.reported_nodes = nodes;
        if shared.is_over.load(Ordering::Relaxed)
            || shared.watch.must_end_before_pause(total, &mut self.pauses)
        {
            self.is_stopped = true;
        }
        self.is_stopped
    }
}

/// A move at the root with its result.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    pub(crate) mv: EngineMove,
    pub(crate) value: i32,
    pub(crate) depth: i32,
    pub(crate) line: Vec<EngineMove>,
    /// The value for which a proof was last tried, and the complete line if it succeeded.
    pub(crate) proof: Option<(i32, Option<Vec<EngineMove>>)>,
}

impl Root {
    pub(crate) fn new(mv: EngineMove) -> Root {
        Root {
            mv,
            value: 0,
            depth: 0,
            line: vec![mv],
            proof: None,
        }
    }

    /// Whether a search of this depth decides the game: it wins, or loses within the depth.
    pub(crate) fn is_decided_at(&self, depth: i32) -> bool {
        is_decided(self.value) && (self.value > 0 || plies(self.value) as i32 <= depth)
    }
}
