//! Move ordering: policy, history, killer moves, countermoves.

use yiqi_rules::{ByColor, Color};

use super::{PLY_MAX, Worker};
use crate::moves::{Candidate, winning_four_defenses};
use crate::point_index::{EngineMove, POINTS, PointIndex};

/// The rank of the transposition table's move.
const TABLE_MOVE_RANK: i32 = 1 << 24;

/// What earlier cutoffs say about moves.
pub(super) struct History {
    scores: Box<ByColor<[i16; POINTS]>>,
    /// The move that last refuted the previous move, by [`reply_slot`].
    countermoves: Box<ByColor<[Option<PointIndex>; POINTS]>>,
    /// Moves that caused a cutoff at the same ply.
    killers: [[Option<PointIndex>; 2]; PLY_MAX + 1],
}

/// The countermove slot of a previous move. No stone has the last index, so it serves for passes.
fn reply_slot(last: Option<EngineMove>) -> usize {
    match last {
        Some(EngineMove::Place(at)) => at.index(),
        Some(EngineMove::Pass) | None => POINTS - 1,
    }
}

impl History {
    pub(super) fn new() -> History {
        History {
            scores: Box::new(ByColor {
                black: [0; POINTS],
                white: [0; POINTS],
            }),
            countermoves: Box::new(ByColor {
                black: [None; POINTS],
                white: [None; POINTS],
            }),
            killers: [[None; 2]; PLY_MAX + 1],
        }
    }

    pub(super) fn score(&self, color: Color, at: PointIndex) -> i32 {
        i32::from(self.scores[color][at.index()])
    }

    fn add(&mut self, color: Color, at: PointIndex, bonus: i32) {
        let score = &mut self.scores[color][at.index()];
        let old = i32::from(*score);
        *score = (old + bonus - old * bonus.abs() / 16_384) as i16;
    }
}

impl Worker<'_> {
    /// Appends the candidate moves of the current position to the list, with their ranks.
    pub(super) fn list_moves(
        &mut self,
        is_threatened: bool,
        table_move: Option<PointIndex>,
        ply: usize,
    ) {
        let own = self.board.turn();
        let points = if is_threatened {
            winning_four_defenses(&mut self.board)
        } else {
            self.board.near_points()
        };
        let history = &self.history;
        let countermove = history.countermoves[own][reply_slot(self.board.last_move())];
        let killers = history.killers[ply];
        let first = self.moves.len();
        self.moves.extend(points.iter().map(Candidate::new));
        let moves = &mut self.moves[first..];
        self.evaluator.policy(&self.board, moves);
        for candidate in moves {
            let at = Some(candidate.at);
            let mut rank = candidate.policy * self.tuning.order_policy;
            if at == table_move {
                rank += TABLE_MOVE_RANK;
            } else {
                rank += history.score(own, candidate.at) / self.tuning.order_history;
                if killers.contains(&at) {
                    rank += self.tuning.order_killer;
                }
                if at == countermove {
                    rank += self.tuning.order_countermove;
                }
            }
            candidate.rank = rank;
        }
    }

    /// Rewards a move that caused a cutoff, and penalizes the moves tried before it.
    pub(super) fn update_history(
        &mut self,
        at: PointIndex,
        ply: usize,
        depth: i32,
        tried: &[PointIndex],
    ) {
        let own = self.board.turn();
        let bonus = (depth * depth * 12 + 20).min(1600);
        self.history.add(own, at, bonus);
        for &other in tried {
            self.history.add(own, other, -bonus / 2);
        }
        let killers = &mut self.history.killers[ply];
        if killers[0] != Some(at) {
            *killers = [Some(at), killers[0]];
        }
        self.history.countermoves[own][reply_slot(self.board.last_move())] = Some(at);
    }
}
