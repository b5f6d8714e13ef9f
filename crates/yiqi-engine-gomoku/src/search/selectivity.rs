//! Selectivity: what is pruned, extended and reduced.

use super::Worker;
use super::node::{Node, NodeKind, NonPv, from_table};
use crate::moves::Candidate;
use crate::point_index::PointIndex;
use crate::shape::Threat;
use crate::table::{Bound, VCF_DEPTH};
use crate::value::is_decided;

impl Worker<'_> {
    /// Decides a node before its moves are searched: by a VCF, razoring or reverse futility pruning.
    pub(super) fn prune<K: NodeKind>(&mut self, node: &Node) -> Option<i32> {
        let tuning = self.tuning;
        // Whoever searched this position before found none.
        let has_no_vcf = node
            .entry
            .is_some_and(|entry| (1..VCF_DEPTH).contains(&entry.depth));
        let vcf_nodes = tuning.inner_vcf_nodes.max(0) as u64;
        if !has_no_vcf
            && let Some(value) = self.find_vcf(node.hash, node.ply, vcf_nodes, node.static_eval)
        {
            return Some(value);
        }
        if K::IS_PV || node.is_threatened {
            return None;
        }
        let &Node {
            alpha,
            beta,
            depth,
            evaluation,
            ..
        } = node;
        // Without a VCF it will hardly reach alpha.
        let is_razored = depth <= tuning.razor_depth
            && evaluation + tuning.razor_base + tuning.razor * depth < alpha;
        let is_futile = depth <= tuning.futility_depth
            && evaluation + tuning.futility_turn - tuning.futility * depth >= beta
            && !is_decided(beta);
        (is_razored || is_futile).then_some(evaluation)
    }

    /// Futility pruning: whether a quiet move will hardly reach alpha.
    pub(super) fn is_futile(&self, node: &Node, at: PointIndex, alpha: i32) -> bool {
        let tuning = &self.tuning;
        let own = self.board.turn();
        node.depth <= tuning.late_futility_depth
            && !self.board.threats(own, at).has_four_or_three()
            && !self.board.threats(own.other(), at).has_four_or_three()
            && node.evaluation + tuning.late_futility_base + tuning.late_futility * node.depth
                <= alpha
    }

    /// Singular extension: one ply if all moves but the table's fall short of its value by a margin. `Err` is the
    /// node's value, if another move exceeds beta too (multi-cut) or the search stops.
    pub(super) fn extension<K: NodeKind>(
        &mut self,
        node: &Node,
        at: PointIndex,
    ) -> Result<i32, i32> {
        let Some(entry) = node.entry.filter(|entry| entry.best == Some(at)) else {
            return Ok(0);
        };
        let value = from_table(entry.value, node.ply);
        if node.excluded.is_some()
            || node.depth < self.tuning.singular_depth
            || i32::from(entry.depth) < node.depth - 3
            || entry.bound == Bound::Upper
            || is_decided(value)
        {
            return Ok(0);
        }
        let bar = value - self.tuning.singular_margin * node.depth;
        let half_depth = (node.depth - 1) / 2;
        let others = self.search::<NonPv>(bar - 1, bar, half_depth, node.ply, Some(at));
        self.pv.clear(node.ply);
        if self.is_stopped {
            Err(0)
        } else if others < bar {
            Ok(1)
        } else if !K::IS_PV && bar >= node.beta {
            Err(bar)
        } else {
            Ok(0)
        }
    }

    /// Late move reduction in plies, before clamping.
    pub(super) fn reduction<K: NodeKind>(
        &self,
        node: &Node,
        candidate: Candidate,
        move_index: usize,
        policy_gap: i32,
    ) -> i32 {
        if node.depth < 2 || move_index < 2 {
            return 0;
        }
        let tuning = &self.tuning;
        let own = self.board.turn();
        let threats = self.board.threats(own, candidate.at);
        let mut hundredths = self.reductions.get(node.depth, move_index);
        if K::IS_PV {
            hundredths -= tuning.reduction_pv;
        }
        if threats.contains(Threat::Four) || node.is_threatened {
            hundredths -= tuning.reduction_four;
        } else if threats.has_four_or_three() {
            hundredths -= tuning.reduction_three;
        }
        hundredths -= self.history.score(own, candidate.at) * tuning.reduction_history / 10_000;
        hundredths += (policy_gap * tuning.reduction_policy / 100).clamp(-100, 200);
        hundredths / 100
    }

    /// Late move pruning: the maximum number of moves searched.
    pub(super) fn late_move_limit<K: NodeKind>(&self, depth: i32, is_improving: bool) -> usize {
        let tuning = &self.tuning;
        let mut hundredths =
            tuning.late_base + tuning.late * depth + tuning.late_square * depth * depth;
        if !is_improving {
            hundredths = hundredths * tuning.late_steady / 100;
        }
        if K::IS_PV {
            hundredths = hundredths * tuning.late_pv / 100;
        }
        (hundredths / 100).max(0) as usize
    }
}
