//! Leaves: the static evaluation, unless fours decide the game.

use super::Worker;
use super::node::{NonPv, to_table};
use crate::moves::pick_best;
use crate::shape::Threat;
use crate::table::{Bound, TtEntry, VCF_DEPTH};
use crate::value::{INFINITE, WON_MIN, win_in};

impl Worker<'_> {
    /// The value at the end of the search: by a VCF, by the defenses against a winning four, or the static evaluation.
    pub(super) fn leaf(
        &mut self,
        alpha: i32,
        beta: i32,
        ply: usize,
        is_threatened: bool,
        entry: Option<TtEntry>,
    ) -> i32 {
        let hash = self.board.hash();
        let static_eval = self.static_eval(entry);
        let stands_pat = !is_threatened && static_eval >= beta;
        let vcf_nodes = self.tuning.leaf_vcf_nodes.max(0) as u64;
        if !stands_pat && let Some(value) = self.find_vcf(hash, ply, vcf_nodes, static_eval) {
            return value;
        }
        let mut value = static_eval;
        if is_threatened {
            if static_eval + self.tuning.leaf_margin <= alpha {
                // Threatened and behind: a defense will hardly reach alpha.
                return static_eval;
            }
            value = self.search_defenses(alpha, beta, ply);
            if self.is_stopped {
                return 0;
            }
            if value == -INFINITE {
                return -win_in(ply + 4);
            }
        }
        if entry.is_none() {
            let bound = if !is_threatened && !stands_pat {
                Bound::Exact
            } else if value >= beta {
                Bound::Lower
            } else {
                Bound::Upper
            };
            let entry = TtEntry {
                best: None,
                value: to_table(value, ply),
                evaluation: static_eval as i16,
                depth: 0,
                bound,
            };
            self.shared.table.put(hash, entry);
        }
        value
    }

    /// The value of the best defense against a winning four, or `-INFINITE` if there is none.
    fn search_defenses(&mut self, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        let own = self.board.turn();
        let mut best = -INFINITE;
        let first = self.moves.len();
        self.list_moves(true, None, ply);
        let mut next = first;
        while let Some(candidate) = pick_best(&mut self.moves[next..]) {
            next += 1;
            let at = candidate.at;
            if !self.board.may_play(own, at) {
                continue;
            }
            // No VCF exists here, so fours matter only while nothing else stops the threat.
            if best > -WON_MIN && self.board.threats(own, at).contains(Threat::Four) {
                continue;
            }
            self.play(at);
            let value = -self.search::<NonPv>(-beta, -alpha, 0, ply + 1, None);
            self.board.undo();
            if self.is_stopped {
                break;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.moves.truncate(first);
        best
    }

    /// The value of a VCF of the side to move, if one is found; it goes into the table and the principal variation.
    pub(super) fn find_vcf(
        &mut self,
        hash: u64,
        ply: usize,
        node_max: u64,
        static_eval: i32,
    ) -> Option<i32> {
        if self.board.threat_count(self.board.turn(), Threat::Four) == 0 {
            return None;
        }
        let plies = self.vcf.find(&mut self.board, node_max)?;
        let value = win_in(ply + plies as usize);
        let first = self.pv.set_line(ply, self.vcf.line());
        let entry = TtEntry {
            best: first.and_then(|mv| mv.point()),
            value: to_table(value, ply),
            evaluation: static_eval as i16,
            depth: VCF_DEPTH,
            bound: Bound::Lower,
        };
        self.shared.table.put(hash, entry);
        Some(value)
    }
}
