//! The search of one node, step by step.

use yiqi_rules::dice::mix;

use super::ordering::Policy;
use super::{PLY_MAX, Worker};
use crate::moves::{Urgency, pick_best, urgency};
use crate::point_index::{EngineMove, PointIndex};
use crate::table::{Bound, TtEntry};
use crate::value::{EVAL_MAX, INFINITE, WON_MIN, is_decided, win_in};

/// Whether a node may be on the principal variation, as a compile-time switch.
pub(super) trait NodeKind {
    const IS_PV: bool;
}

/// A node that may be on the principal variation.
pub(super) struct Pv;

impl NodeKind for Pv {
    const IS_PV: bool = true;
}

/// A node searched with a null window.
pub(super) struct NonPv;

impl NodeKind for NonPv {
    const IS_PV: bool = false;
}

/// What is known about a node before its moves are searched.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) depth: i32,
    pub(super) ply: usize,
    /// A move left out, to see whether it is singular.
    pub(super) excluded: Option<PointIndex>,
    pub(super) hash: u64,
    pub(super) entry: Option<TtEntry>,
    /// Whether the opponent threatens a winning four.
    pub(super) is_threatened: bool,
    pub(super) static_eval: i32,
    /// The static evaluation, or a better bound from the table.
    pub(super) evaluation: i32,
}

/// The moves tried before a cutoff, as far as there is room.
struct Tried {
    points: [PointIndex; 32],
    count: usize,
}

impl Tried {
    fn new() -> Tried {
        Tried {
            points: [PointIndex::new(0); 32],
            count: 0,
        }
    }

    fn push(&mut self, at: PointIndex) {
        if let Some(slot) = self.points.get_mut(self.count) {
            *slot = at;
            self.count += 1;
        }
    }

    fn points(&self) -> &[PointIndex] {
        &self.points[..self.count]
    }
}

impl Worker<'_> {
    /// The value of the position for the side to move, `excluded` being left out.
    pub(super) fn search<K: NodeKind>(
        &mut self,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        excluded: Option<PointIndex>,
    ) -> i32 {
        self.pv.clear(ply);
        self.nodes += 1;
        if self.must_stop() || self.board.is_full() {
            return 0;
        }
        if ply >= PLY_MAX {
            return self.evaluate();
        }
        // Mate distance pruning: a quicker win found elsewhere cannot be improved here.
        let alpha = alpha.max(-win_in(ply));
        let beta = beta.min(win_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }
        let is_threatened = match urgency(&mut self.board) {
            Urgency::Five(at) => {
                self.pv.set_move(ply, at);
                return win_in(ply + 1);
            }
            Urgency::BlockFive => return self.block_five::<K>(alpha, beta, depth, ply),
            Urgency::WinningFour(at) => {
                self.pv.set_move(ply, at);
                return win_in(ply + 3);
            }
            Urgency::BlockWinningFour => true,
            Urgency::Quiet => false,
        };

        let hash = match excluded {
            None => self.board.hash(),
            Some(at) => self.board.hash() ^ mix(at.index() as u64 | 1 << 42),
        };
        let entry = self.shared.table.get(hash);
        // Internal iterative reduction: without a move from the table, ordering is poor.
        let has_move = entry.is_some_and(|entry| entry.best.is_some());
        let reduction = i32::from(!has_move && depth >= self.tuning.iir_depth);
        if !K::IS_PV
            && let Some(entry) = entry
            && i32::from(entry.depth) >= (depth - reduction).max(0)
            && let Some(value) = table_cutoff(entry, alpha, beta, ply)
        {
            return value;
        }
        if depth <= 0 {
            return self.leaf(alpha, beta, ply, is_threatened, entry);
        }

        let static_eval = self.static_eval(entry);
        self.static_evals[ply] = static_eval;
        let mut node = Node {
            alpha,
            beta,
            depth,
            ply,
            excluded,
            hash,
            entry,
            is_threatened,
            static_eval,
            evaluation: refined_eval(static_eval, entry, ply),
        };
        if excluded.is_none()
            && let Some(value) = self.prune::<K>(&node)
        {
            return value;
        }
        node.depth -= reduction;

        let first = self.moves.len();
        let policy = self.list_moves(is_threatened, entry.and_then(|entry| entry.best), ply);
        let value = if self.moves.len() > first {
            self.search_moves::<K>(&node, first, policy)
        } else {
            self.search_without_moves(&node)
        };
        self.moves.truncate(first);
        value
    }

    /// Plays the moves that block a five, usually one, without using up depth.
    fn block_five<K: NodeKind>(
        &mut self,
        mut alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> i32 {
        let own = self.board.turn();
        let mut best = None;
        for at in self.board.five_blocks(own.other()).iter() {
            if !self.board.may_play(own, at) {
                continue;
            }
            self.play(at);
            let value = -self.search::<K>(-beta, -alpha, depth, ply + 1, None);
            self.board.undo();
            if best.is_none_or(|best| value > best) {
                best = Some(value);
                if K::IS_PV {
                    self.pv.extend(ply, at);
                }
            }
            alpha = alpha.max(value);
            if alpha >= beta || self.is_stopped {
                break;
            }
        }
        best.unwrap_or(-win_in(ply + 2))
    }

    /// Searches the moves of a node, listed from `first` on, and stores the result.
    fn search_moves<K: NodeKind>(&mut self, node: &Node, first: usize, mut policy: Policy) -> i32 {
        let &Node {
            beta, depth, ply, ..
        } = node;
        let own = self.board.turn();
        let is_improving = ply < 2 || node.static_eval > self.static_evals[ply - 2];
        let move_limit = self.late_move_limit::<K>(depth, is_improving);
        let mut alpha = node.alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut move_count = 0;
        let mut tried = Tried::new();
        let mut first_policy = None;
        let mut next = first;
        loop {
            if policy == Policy::Missing && next > first {
                policy = Policy::Known;
                self.add_policy(first, next);
                // The policy of the first move, if it was tried.
                first_policy = first_policy.map(|_| self.moves[first].policy);
            }
            let Some(candidate) = pick_best(&mut self.moves[next..]) else {
                break;
            };
            next += 1;
            let at = candidate.at;
            if Some(at) == node.excluded || !self.board.may_play(own, at) {
                continue;
            }
            if best > -WON_MIN && !node.is_threatened && move_count > 0 {
                if move_count >= move_limit {
                    break;
                }
                if !K::IS_PV && self.is_futile(node, at, alpha) {
                    continue;
                }
            }
            let new_depth = match self.extension::<K>(node, at) {
                Ok(extension) => depth - 1 + extension,
                Err(value) => return value,
            };
            let first_policy = *first_policy.get_or_insert(candidate.policy);
            let policy_gap = first_policy - candidate.policy;
            let reduction = self.reduction::<K>(node, candidate, move_count, policy_gap);
            let reduction = reduction.clamp(0, (new_depth - 1).max(0));
            self.play(at);
            let value = if move_count == 0 {
                -self.search::<K>(-beta, -alpha, new_depth, ply + 1, None)
            } else {
                self.search_late_move::<K>(alpha, beta, new_depth, reduction, ply + 1)
            };
            self.board.undo();
            if self.is_stopped {
                return 0;
            }
            move_count += 1;
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(at);
                    if K::IS_PV {
                        self.pv.extend(ply, at);
                    }
                    alpha = value;
                    if alpha >= beta {
                        self.update_history(at, ply, depth, tried.points());
                        break;
                    }
                }
            }
            tried.push(at);
        }
        if move_count == 0 {
            return match node.excluded {
                None => self.search_without_moves(node),
                // Only the excluded move can be played.
                Some(_) => alpha,
            };
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > node.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = TtEntry {
            best: best_move,
            value: to_table(best, ply),
            evaluation: node.static_eval as i16,
            depth: depth.clamp(0, 255) as u8,
            bound,
        };
        self.shared.table.put(node.hash, entry);
        best
    }

    /// Plays a stone, while the processor already loads the next position's entry of the table.
    pub(super) fn play(&mut self, at: PointIndex) {
        let hash = self.board.hash_after(EngineMove::Place(at));
        self.shared.table.prefetch(hash);
        self.board.play(at);
    }

    /// The position after a move that is not the first: with a null window, then in full if it is a new principal
    /// variation.
    fn search_late_move<K: NodeKind>(
        &mut self,
        alpha: i32,
        beta: i32,
        depth: i32,
        reduction: i32,
        ply: usize,
    ) -> i32 {
        let value = self.search_null_window(alpha, depth, reduction, ply);
        if K::IS_PV && value > alpha && value < beta && !self.is_stopped {
            return -self.search::<K>(-beta, -alpha, depth, ply, None);
        }
        value
    }

    /// The value where no candidate can be played: the threat cannot be stopped, or every point nearby is forbidden.
    fn search_without_moves(&mut self, node: &Node) -> i32 {
        if node.is_threatened {
            return -win_in(node.ply + 4);
        }
        let own = self.board.turn();
        let empty: Vec<PointIndex> = self.board.empty_points().collect();
        match self.board.first_playable(own, empty) {
            Some(at) => self.board.play(at),
            None => self.board.pass(),
        }
        let value =
            -self.search::<NonPv>(-node.beta, -node.alpha, node.depth - 1, node.ply + 1, None);
        self.board.undo();
        value
    }

    /// The static evaluation, from the table if it is there.
    pub(super) fn static_eval(&mut self, entry: Option<TtEntry>) -> i32 {
        match entry {
            Some(entry) => i32::from(entry.evaluation),
            None => self.evaluate(),
        }
    }

    fn evaluate(&mut self) -> i32 {
        let value = self.evaluator.value(&self.board);
        value.clamp(-EVAL_MAX, EVAL_MAX)
    }
}

/// The value of a table entry, if its bound decides the node.
fn table_cutoff(entry: TtEntry, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
    let value = from_table(entry.value, ply);
    let is_enough = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value >= beta,
        Bound::Upper => value <= alpha,
    };
    is_enough.then_some(value)
}

/// The table's value if it is exact or a tighter bound than the static evaluation.
fn refined_eval(static_eval: i32, entry: Option<TtEntry>, ply: usize) -> i32 {
    let Some(entry) = entry else {
        return static_eval;
    };
    let value = from_table(entry.value, ply);
    let is_better = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value > static_eval,
        Bound::Upper => value <= static_eval,
    };
    if is_better && !is_decided(value) {
        value
    } else {
        static_eval
    }
}

/// Converts a value for the table, where wins count from the position instead of the root.
pub(super) fn to_table(value: i32, ply: usize) -> i16 {
    if is_decided(value) {
        (value + value.signum() * ply as i32) as i16
    } else {
        value as i16
    }
}

/// Converts a value back from the table.
pub(super) fn from_table(value: i16, ply: usize) -> i32 {
    let value = i32::from(value);
    if is_decided(value) {
        value - value.signum() * ply as i32
    } else {
        value
    }
}
