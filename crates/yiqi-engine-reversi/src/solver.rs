//! The endgame solver.

use std::sync::Arc;

use yiqi_rules::{Move, Position, Reversi};
use yiqi_search::{Limits, Resources, Stop, Watch};

use crate::board::Board;
use crate::evaluation::{Evaluation, Weights, built_in};
use crate::kernel::Instructions;
use crate::probcut::Confidence;
use crate::root::{DIRECT, Root, Step, steps};
use crate::searcher::Shared;
use crate::table::TranspositionTable;

/// Solves endgames on 8×8.
pub struct Solver {
    table: TranspositionTable,
    thread_count: usize,
    evaluation: Arc<Evaluation>,
    instructions: Instructions,
}

/// The result of best play by both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// Stones of the side to move minus those of the opponent at the end; empty points go to the
    /// winner.
    pub score: i32,
    /// The best move, unless the game is over.
    pub mv: Option<Move>,
    /// Best play, starting with that move.
    pub line: Vec<Move>,
    /// Nodes searched.
    pub nodes: u64,
}

/// What to solve for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The score.
    Score,
    /// The outcome only: the score is a bound with the right sign, or 0 for a draw.
    Outcome,
    /// An estimate of the score by a search to the end with the most forward pruning: mostly right,
    /// and much cheaper.
    Estimate,
}

impl Solver {
    /// A solver with an empty transposition table.
    #[must_use]
    pub fn new(resources: Resources) -> Solver {
        Solver::with_evaluation(resources, built_in())
    }

    /// A solver with weights other than the built-in ones.
    #[must_use]
    pub fn with_weights(resources: Resources, weights: Weights) -> Solver {
        Solver::with_evaluation(resources, Arc::new(Evaluation::new(weights)))
    }

    fn with_evaluation(resources: Resources, evaluation: Arc<Evaluation>) -> Solver {
        Solver {
            table: TranspositionTable::new(resources.hash_mib),
            thread_count: resources.thread_count.max(1),
            evaluation,
            instructions: Instructions::best(),
        }
    }

    /// Clears the transposition table: the next position is about another game.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// Solves a position. `None` if it was stopped early, the board is not 8×8, or the game is
    /// anti-reversi.
    pub fn solve(&mut self, position: &Reversi, goal: Goal, stop: &Stop) -> Option<Solved> {
        let yiqi_rules::GameSpec::Reversi(spec) = position.spec() else {
            return None;
        };
        if spec.anti {
            return None;
        }
        let board = Board::from_reversi(position)?;
        if position.turn().is_none() {
            return Some(Solved {
                score: board.final_score(),
                mv: None,
                line: Vec::new(),
                nodes: 0,
            });
        }
        let must_pass = position.legal_points().is_empty();
        self.solve_board(if must_pass { board.pass() } else { board }, goal, stop)
            .map(|solved| {
                if must_pass {
                    solved.after_pass()
                } else {
                    solved
                }
            })
    }

    /// Solves a position in which the side to move can place a stone.
    fn solve_board(&mut self, board: Board, goal: Goal, stop: &Stop) -> Option<Solved> {
        self.table.grow_older();
        let watch = Watch::new(&Limits::OPEN, stop);
        let shared = Shared::new(&self.table, &self.evaluation, watch);
        let mut root = Root {
            shared: &shared,
            instructions: self.instructions,
            thread_count: self.thread_count,
            report: &mut |_| {},
        };
        let empty_count = board.empty_count();
        let passes = match goal {
            Goal::Estimate => &DIRECT[..1],
            Goal::Score | Goal::Outcome => DIRECT,
        };
        let mut steps = steps(empty_count, empty_count, passes);
        if goal == Goal::Outcome {
            steps.retain(|step| step.confidence != Confidence::FULL);
            steps.push(Step {
                depth: empty_count,
                confidence: Confidence::FULL,
                is_outcome: true,
            });
        }
        let analysis = root.run(board, 1, &Limits::OPEN, &steps);
        let line = analysis.lines.into_iter().next()?;
        if stop.is_stopped() {
            return None;
        }
        Some(Solved {
            score: line.eval / 100,
            mv: line.moves.first().copied(),
            line: line.moves,
            nodes: analysis.nodes,
        })
    }
}

impl Solved {
    /// The same result, for the position before a pass.
    fn after_pass(self) -> Solved {
        let mut line = vec![Move::Pass];
        line.extend(self.line);
        Solved {
            score: -self.score,
            mv: Some(Move::Pass),
            line,
            nodes: self.nodes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kernel_solves_and_searches_alike() {
        // Position 40 of the FFO suite, a few plies later.
        let board = Board {
            own: 0x0000_80d4_0e0c_b18f,
            opposing: 0x0000_7f2b_f1f3_4e70,
        };
        let mut answers = Vec::new();
        for instructions in Instructions::all() {
            let mut solver = Solver::new(Resources {
                thread_count: 1,
                hash_mib: 4,
            });
            solver.instructions = instructions;
            answers.push(solver.solve_board(board, Goal::Score, &Stop::new()));
        }
        assert!(
            answers
                .iter()
                .all(|answer| *answer == answers[0] && answer.is_some())
        );
    }
}
