//! The engine interface.

use std::sync::Arc;
use std::time::Instant;

use yiqi_rules::{AnyPosition, Color, GameSpec, Move, Opening};
use yiqi_search::{Analysis, Certainty, Engine, Limits, Line, Resources, SearchRequest, Stop};

use crate::board::Board;
use crate::evaluation::Evaluator;
use crate::opening::{Task, next_balanced, task};
use crate::root::{self, RootRequest, Searched};
use crate::table::TranspositionTable;
use crate::tuning::Tuning;
use crate::value::hundredths;
use crate::weights::Weights;

/// The Gomoku engine: every size, rule set and opening rule.
pub struct GomokuEngine {
    resources: Resources,
    table: TranspositionTable,
    /// The last search of a move.
    searched: Option<Searched>,
    weights: Arc<Weights>,
    tuning: Tuning,
    /// Games started, to vary the openings.
    game_count: usize,
}

impl GomokuEngine {
    /// An engine with an empty transposition table.
    #[must_use]
    pub fn new(resources: Resources) -> GomokuEngine {
        GomokuEngine::with_weights(resources, Weights::built_in())
    }

    /// An engine with weights other than the built-in ones.
    #[must_use]
    pub fn with_weights(resources: Resources, weights: Arc<Weights>) -> GomokuEngine {
        GomokuEngine {
            resources,
            table: TranspositionTable::new(resources.hash_mib),
            searched: None,
            weights,
            tuning: Tuning::default(),
            game_count: 0,
        }
    }

    /// The resources it may use.
    #[must_use]
    pub fn resources(&self) -> Resources {
        self.resources
    }

    /// Replaces the search parameters.
    pub fn set_tuning(&mut self, tuning: Tuning) {
        self.tuning = tuning;
    }
}

impl Engine for GomokuEngine {
    fn think(&mut self, request: SearchRequest<'_>) -> Option<Analysis> {
        let start = Instant::now();
        let SearchRequest {
            position, report, ..
        } = request;
        let line_count = request.line_count.max(1);
        position.turn()?;
        let GameSpec::Gomoku(spec) = position.spec() else {
            return None;
        };
        let root = RootRequest {
            allowed: (spec.opening() == Opening::Pro).then(|| position.legal_points()),
            line_count,
            limits: &request.limits,
            stop: &request.stop,
            thread_count: self.resources.thread_count.max(1),
            weights: &self.weights,
            tuning: self.tuning,
            start,
        };
        let analysis = match task(position) {
            Task::Play => {
                let mut board = Board::new(position, position.next_stone()?)?;
                let earlier = self.searched.take();
                let searched = root::think(&mut board, &self.table, &root, earlier, report);
                self.searched.insert(searched).analysis.clone()
            }
            Task::Choose => {
                // White moves next, whoever that will be.
                let mut board = Board::new(position, Color::White)?;
                let silent = RootRequest {
                    line_count: 1,
                    ..root
                };
                let searched = root::think(&mut board, &self.table, &silent, None, &mut |_| {});
                choose(position, &searched.analysis, line_count)
            }
            Task::Place { left } => self.place(position, left, &root)?,
        };
        report(&analysis);
        Some(analysis)
    }

    fn prepare(&mut self, spec: GameSpec) {
        if let GameSpec::Gomoku(spec) = spec {
            // Builds the tables of patterns and weights, which happens on first use.
            Evaluator::new(
                Arc::clone(&self.weights),
                &Board::empty(usize::from(spec.size()), spec.rules),
            );
        }
    }

    fn forget(&mut self) {
        self.table.clear();
        self.searched = None;
        self.game_count += 1;
    }
}

impl GomokuEngine {
    /// Places a stone of a swap opening, aiming for balance.
    fn place(
        &self,
        position: &AnyPosition,
        left: usize,
        request: &RootRequest<'_>,
    ) -> Option<Analysis> {
        if let Some(mv) = next_balanced(position, self.game_count) {
            return Some(analysis_of(vec![(mv, 0)], 1, 1));
        }
        let share = |part: u64| Limits {
            depth: request.limits.depth.min(8),
            nodes: Some(request.limits.nodes.unwrap_or(200_000).min(200_000) / part),
            time: request
                .limits
                .time
                .map(|time| time.saturating_sub(request.start.elapsed()) / part as u32),
            enough: None,
        };
        let mut values = Vec::new();
        let mut nodes = 0;
        let candidates = self.balanced_first(position, request.stop)?;
        // The last stone decides the balance; before that, any sensible stone will do.
        let tries = if left == 1 { 12 } else { 1 };
        for &(value, mv) in candidates.iter().take(tries.max(request.line_count)) {
            if request.stop.is_stopped() || left > 1 {
                values.push((mv, -hundredths(value)));
                continue;
            }
            let mut next = position.clone();
            next.play_unchecked(mv);
            if next.turn().is_none() {
                continue;
            }
            let mut board = Board::new(&next, Color::White)?;
            let limits = share(tries as u64);
            let part = RootRequest {
                allowed: None,
                line_count: 1,
                limits: &limits,
                start: Instant::now(),
                ..*request
            };
            let searched = root::think(&mut board, &self.table, &part, None, &mut |_| {});
            let analysis = searched.analysis;
            nodes += analysis.nodes;
            values.push((mv, -analysis.lines[0].eval.abs()));
        }
        if values.is_empty() {
            values.push((*position.legal_moves().first()?, 0));
        }
        values.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
        values.truncate(request.line_count);
        Some(analysis_of(values, nodes, 1))
    }

    /// The points for a stone of a swap opening, most balanced first. Once stopped, no more points
    /// are evaluated.
    fn balanced_first(&self, position: &AnyPosition, stop: &Stop) -> Option<Vec<(i32, Move)>> {
        let mut board = Board::new(position, position.next_stone()?)?;
        let mut evaluator = Evaluator::new(Arc::clone(&self.weights), &board);
        let mut candidates = Vec::new();
        for at in position.legal_points().iter() {
            if stop.is_stopped() && !candidates.is_empty() {
                break;
            }
            board.play(at.into());
            candidates.push((evaluator.value(&board).abs(), Move::Place(at)));
            board.undo();
        }
        candidates.sort_by_key(|&(value, _)| value);
        Some(candidates)
    }
}

/// Values up to this count as balanced.
const BALANCED_MAX: i32 = 300;

/// The choice of a color, given white's search of the position.
fn choose(position: &AnyPosition, white: &Analysis, line_count: usize) -> Analysis {
    let value = match white.lines[0].eval {
        value if value.abs() <= BALANCED_MAX => 0,
        value => value,
    };
    let own_value = if position.turn() == Some(Color::White) {
        value
    } else {
        -value
    };
    let mut values: Vec<(Move, i32)> = position
        .legal_words()
        .into_iter()
        .map(|word| match word {
            Move::Keep => (word, own_value),
            Move::Swap => (word, -own_value),
            // Adding stones passes the choice to the opponent, but can keep the balance.
            _ => (word, 0),
        })
        .collect();
    // If both colors are worth the same, add stones: the opponent has to evaluate the position again.
    values.sort_by_key(|&(word, value)| (std::cmp::Reverse(value), word != Move::More));
    values.truncate(line_count);
    analysis_of(values, white.nodes, white.depth)
}

fn analysis_of(values: Vec<(Move, i32)>, nodes: u64, depth: u8) -> Analysis {
    let lines = values
        .into_iter()
        .map(|(mv, eval)| Line {
            eval,
            certainty: Certainty::Estimate {
                percent: 100,
                error: 0,
            },
            moves: vec![mv],
        })
        .collect();
    Analysis {
        depth,
        nodes,
        lines,
    }
}
