//! The engine interface.

use std::sync::Arc;

use yiqi_rules::board8::Board8;
use yiqi_rules::{AnyPosition, GameSpec, Move, Position, Reversi};
use yiqi_search::{
    Analysis, Certainty, Engine, Limits, Line, Resources, SearchRequest, Stop, Watch,
};

use crate::board::Board;
use crate::evaluation::{Evaluation, Weights, built_in};
use crate::kernel::{Instructions, Midgame, with_kernel};
use crate::midgame::{Node, Window};
use crate::outlook::Outlook;
use crate::probcut::Confidence;
use crate::root::{GRADUAL, Root, steps};
use crate::searcher::{Searcher, Shared};
use crate::six::{self, SixSolver};
use crate::stated::{Context, stated_eval};
use crate::table::TranspositionTable;
use crate::wide::WideEngine;
use crate::wide::weights::WideWeights;

/// The engine for Reversi of any size and for anti-reversi. It is strongest at plain 8×8.
pub struct ReversiEngine {
    /// Allocated on first use.
    table: Option<TranspositionTable>,
    hash_mib: usize,
    thread_count: usize,
    evaluation: Arc<Evaluation>,
    instructions: Instructions,
    wide: WideEngine,
    /// The solver of 6×6; allocated on first use.
    six: Option<SixSolver>,
}

/// The transposition table of the solver of 6×6 is this many times smaller than the others.
const SIX_SHARE: usize = 4;

impl ReversiEngine {
    /// An engine with an empty transposition table.
    #[must_use]
    pub fn new(resources: Resources) -> ReversiEngine {
        ReversiEngine::with_evaluation(resources, built_in())
    }

    /// An engine with weights other than the built-in ones.
    #[must_use]
    pub fn with_weights(resources: Resources, weights: Weights) -> ReversiEngine {
        ReversiEngine::with_evaluation(resources, Arc::new(Evaluation::new(weights)))
    }

    /// The same engine with other weights for boards other than 8×8 and for anti-reversi.
    #[must_use]
    pub fn with_wide_weights(mut self, weights: WideWeights) -> ReversiEngine {
        self.wide.set_weights(weights);
        self
    }

    fn with_evaluation(resources: Resources, evaluation: Arc<Evaluation>) -> ReversiEngine {
        ReversiEngine {
            table: None,
            hash_mib: resources.hash_mib,
            thread_count: resources.thread_count.max(1),
            evaluation,
            instructions: Instructions::best(),
            wide: WideEngine::new(resources.hash_mib),
            six: None,
        }
    }

    /// Searches a position in which the side to move can place a stone.
    fn think_stone(&mut self, request: SearchRequest<'_>) -> Option<Analysis> {
        let AnyPosition::Reversi(reversi) = request.position else {
            return None;
        };
        let board = match request.position.spec() {
            GameSpec::Reversi(spec) if !spec.anti => Board::from_reversi(reversi),
            _ => None,
        };
        Some(match board {
            Some(board) => self.think_board(board, request),
            None => match six::board_of(reversi) {
                Some(board) if !is_anti(request.position.spec()) => {
                    self.think_six(board, reversi, request)
                }
                _ => self.wide.think(reversi, request),
            },
        })
    }

    /// Searches a position of 6×6: with the limits of full strength, exactly if possible.
    fn think_six(
        &mut self,
        board: Board8,
        reversi: &Reversi,
        request: SearchRequest<'_>,
    ) -> Analysis {
        let SearchRequest {
            position,
            line_count,
            limits,
            stop,
            report,
        } = request;
        if !six::engine::may_solve(board, &limits) {
            return self.wide.think(
                reversi,
                SearchRequest {
                    position,
                    line_count,
                    limits,
                    stop,
                    report,
                },
            );
        }
        let line_count = line_count.clamp(1, six::moves(board).count_ones().max(1) as usize);
        if let Some(analysis) = six::engine::from_table(board, line_count) {
            report(&analysis);
            return analysis;
        }
        let watch = Watch::new(&limits, &stop);
        let estimate = six::engine::estimate_limits(board, &limits).map(|limits| {
            self.wide.think(
                reversi,
                SearchRequest {
                    position,
                    line_count,
                    limits,
                    stop: stop.clone(),
                    report: &mut *report,
                },
            )
        });
        if let Some(estimate) = &estimate
            && estimate
                .lines
                .iter()
                .all(|line| line.certainty == Certainty::Exact)
        {
            return estimate.clone();
        }
        let hash_mib = self.hash_mib / SIX_SHARE;
        let solver = self.six.get_or_insert_with(|| SixSolver::new(hash_mib));
        if let Some(mut analysis) = six::engine::solved(solver, board, line_count, watch) {
            analysis.nodes += estimate.map_or(0, |estimate| estimate.nodes);
            report(&analysis);
            return analysis;
        }
        estimate.unwrap_or_else(|| {
            // It had to end at once.
            self.wide.think(
                reversi,
                SearchRequest {
                    position,
                    line_count,
                    limits: Limits::depth(1),
                    stop,
                    report,
                },
            )
        })
    }

    fn think_board(&mut self, board: Board, request: SearchRequest<'_>) -> Analysis {
        let table = table(&mut self.table, self.hash_mib);
        table.grow_older();
        let limits = &request.limits;
        let watch = Watch::new(limits, &request.stop);
        let shared = Shared::new(table, &self.evaluation, watch);
        let mut root = Root {
            shared: &shared,
            instructions: self.instructions,
            thread_count: self.thread_count,
            report: request.report,
        };
        let steps = steps(board.empty_count(), u32::from(limits.depth.max(1)), GRADUAL);
        root.run(board, request.line_count, limits, &steps)
    }
}

impl Engine for ReversiEngine {
    fn think(&mut self, request: SearchRequest<'_>) -> Option<Analysis> {
        let position = request.position;
        position.turn()?;
        if !matches!(position, AnyPosition::Reversi(_)) || !position.legal_points().is_empty() {
            return self.think_stone(request);
        }
        let mut passed = position.clone();
        passed.play_unchecked(Move::Pass);
        let analysis = self.think_stone(SearchRequest {
            position: &passed,
            line_count: 1,
            limits: Limits {
                depth: request.limits.depth.saturating_sub(1),
                ..request.limits
            },
            stop: request.stop,
            report: &mut |analysis| (request.report)(&before_pass(analysis)),
        })?;
        Some(before_pass(&analysis))
    }

    fn prepare(&mut self, spec: GameSpec) {
        if uses_8x8_table(spec) {
            table(&mut self.table, self.hash_mib);
        } else if let GameSpec::Reversi(spec) = spec {
            self.wide.prepare(spec.size(), spec.anti);
        }
    }

    fn forget(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
        self.wide.forget();
        self.six = None;
    }
}

/// Whether a game is searched with the transposition table for 8×8. Other boards and rules share
/// another one.
#[must_use]
pub fn uses_8x8_table(spec: GameSpec) -> bool {
    matches!(spec, GameSpec::Reversi(spec) if spec.size() == 8 && !spec.anti)
}

fn is_anti(spec: GameSpec) -> bool {
    matches!(spec, GameSpec::Reversi(spec) if spec.anti)
}

/// The transposition table for 8×8. Other boards have their own, so only one of them takes memory.
fn table(place: &mut Option<TranspositionTable>, hash_mib: usize) -> &TranspositionTable {
    place.get_or_insert_with(|| TranspositionTable::new(hash_mib))
}

/// The analysis before a pass, from the analysis after it.
fn before_pass(analysis: &Analysis) -> Analysis {
    Analysis {
        // The pass counts as a ply only if something was searched after it.
        depth: analysis.depth.saturating_add(u8::from(analysis.depth > 0)),
        nodes: analysis.nodes,
        lines: analysis
            .lines
            .iter()
            .map(|line| Line {
                eval: -line.eval,
                certainty: line.certainty,
                moves: [Move::Pass]
                    .into_iter()
                    .chain(line.moves.iter().copied())
                    .collect(),
            })
            .collect(),
    }
}

impl ReversiEngine {
    /// The value of an 8×8 position in stones, searched `depth` plies without forward pruning; for
    /// measurements. `None` if the game is over or the board is not 8×8.
    pub fn value_without_pruning(&mut self, position: &Reversi, depth: u32) -> Option<i32> {
        self.without_pruning(position, |searcher, node, instructions| {
            searched(searcher, node, depth, instructions)
        })
    }

    /// The value of an 8×8 position in hundredths of a stone, as analysis states it after searches
    /// of `depth` plies, at least one, and of one ply less, without forward pruning; for
    /// measurements. `None` if the game is over or the board is not 8×8.
    pub fn stated_without_pruning(&mut self, position: &Reversi, depth: u32) -> Option<i32> {
        let depth = depth.max(1);
        self.without_pruning(position, |searcher, node, instructions| {
            let before = match depth {
                1 => 0,
                _ => 100 * searched(searcher, node, depth - 1, instructions),
            };
            let context = Context {
                before,
                outlook: with_kernel!(instructions, outlook(searcher, node, depth)),
            };
            let value = 100 * searched(searcher, node, depth, instructions);
            stated_eval(value, context, node.empty_count, depth)
        })
    }

    /// What searches of one ply and deeper ones overlook in an 8×8 position; for measurements. `None`
    /// if the game is over or the board is not 8×8.
    pub fn outlook(&mut self, position: &Reversi) -> Option<[Outlook; 2]> {
        self.without_pruning(position, |searcher, node, instructions| {
            [1, 2].map(|depth| with_kernel!(instructions, outlook(searcher, node, depth)))
        })
    }

    fn without_pruning<T>(
        &mut self,
        position: &Reversi,
        search: impl FnOnce(&mut Searcher, &Node, Instructions) -> T,
    ) -> Option<T> {
        position.turn()?;
        let board = Board::from_reversi(position)?;
        let stop = Stop::new();
        let watch = Watch::new(&Limits::OPEN, &stop);
        let table = table(&mut self.table, self.hash_mib);
        let shared = Shared::new(table, &self.evaluation, watch);
        let mut searcher = Searcher::new(&shared, Confidence::FULL);
        let node = Node::new(&searcher, board);
        Some(search(&mut searcher, &node, self.instructions))
    }
}

fn searched(searcher: &mut Searcher, node: &Node, depth: u32, instructions: Instructions) -> i32 {
    let everything = Window {
        alpha: -64,
        beta: 64,
    };
    with_kernel!(instructions, value(searcher, node, everything, depth))
}

fn value<K: Midgame>(searcher: &mut Searcher, node: &Node, window: Window, depth: u32) -> i32 {
    K::full_window(searcher, node, window, depth)
}

fn outlook<K: Midgame>(searcher: &Searcher, node: &Node, depth: u32) -> Outlook {
    Outlook::of::<K>(searcher, node, depth)
}
