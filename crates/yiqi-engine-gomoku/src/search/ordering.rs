//! Move ordering: policy, history, killer moves, countermoves.

use yiqi_rules::{ByColor, Color};

use super::{PLY_MAX, Worker};
use crate::moves::{Candidate, winning_four_defenses};
use crate::point_index::{EngineMove, POINTS, PointIndex};

/// The rank of the transposition table's move.
const TABLE_MOVE_RANK: i32 = 1 << 24;

/// Whether the moves of a node have their policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Policy {
    Known,
    /// The first move comes from the table, and the others wait until it has been tried.
    Missing,
}

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
    /// Appends the candidate moves of the current position to the list, with their ranks. If the table's move is one of
    /// them, it comes first, and the policy is left to [`Worker::add_policy`]: the move is often enough for a cutoff.
    pub(super) fn list_moves(
        &mut self,
        is_threatened: bool,
        table_move: Option<PointIndex>,
        ply: usize,
    ) -> Policy {
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
        points.for_each(|at| {
            let mut rank = history.score(own, at) * self.tuning.order_history / 100;
            if killers.contains(&Some(at)) {
                rank += self.tuning.order_killer;
            }
            if Some(at) == countermove {
                rank += self.tuning.order_countermove;
            }
            self.moves.push(Candidate {
                at,
                policy: 0,
                rank,
            });
        });
        if let Some(at) = table_move
            && points.contains(at)
        {
            let mut listed = self.moves[first..].iter_mut();
            if let Some(candidate) = listed.find(|candidate| candidate.at == at) {
                candidate.rank = TABLE_MOVE_RANK;
            }
            return Policy::Missing;
        }
        self.add_policy(first, first);
        Policy::Known
    }

    /// Sets the policy of the moves listed from `first` on, and ranks those from `next` on by it, too.
    pub(super) fn add_policy(&mut self, first: usize, next: usize) {
        // A single move needs no order.
        if self.moves.len() > first + 1 {
            self.evaluator.policy(&self.board, &mut self.moves[first..]);
            for candidate in &mut self.moves[next..] {
                candidate.rank += candidate.policy * self.tuning.order_policy;
            }
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
        let bonus = (depth * depth * self.tuning.history_bonus + 20).clamp(0, 1600);
        let malus = bonus * self.tuning.history_malus / 100;
        self.history.add(own, at, bonus);
        for &other in tried {
            self.history.add(own, other, -malus);
        }
        let killers = &mut self.history.killers[ply];
        if killers[0] != Some(at) {
            *killers = [Some(at), killers[0]];
        }
        self.history.countermoves[own][reply_slot(self.board.last_move())] = Some(at);
    }
}
