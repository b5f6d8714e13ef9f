//! The line of a proven win.

use super::{Role, ThreatSearch};
use crate::board::Board;
use crate::initial_numbers::Child;
use crate::moves::winning_four_defenses;
use crate::point_index::{EngineMove, PointIndex};
use crate::proof_table::INFINITE;
use crate::shape::Threat;

/// Upper limit of a line's length.
const PLIES_MAX: usize = 400;

/// VCF nodes for the end of a line.
const LAST_VCF_NODES: u64 = 100_000;

impl ThreatSearch<'_> {
    /// The moves of a proven win, with the longest defense.
    pub(super) fn line(&mut self, board: &mut Board, mut role: Role) -> Option<Vec<EngineMove>> {
        let mut line = Vec::new();
        let mut is_complete = false;
        while line.len() < PLIES_MAX {
            match self.moves(board, role) {
                Err(numbers) if !numbers.is_proven() => break,
                Err(_) => {
                    is_complete = self.finish(board, role, &mut line);
                    break;
                }
                Ok(moves) => {
                    let Some(mv) = self.next_of_line(board, &moves.children, role) else {
                        break;
                    };
                    board.play_move(mv);
                    line.push(mv);
                    role = role.other();
                }
            }
        }
        board.undo_moves(line.len());
        is_complete.then_some(line)
    }

    /// The quickest win or the longest defense.
    fn next_of_line(
        &mut self,
        board: &mut Board,
        children: &[Child],
        role: Role,
    ) -> Option<EngineMove> {
        let proven = children
            .iter()
            .filter_map(|child| Some((child.mv, self.proofs.get(child.hash)?)))
            .filter(|(_, numbers)| numbers.is_proven());
        let next = match role {
            Role::Attacker => proven.min_by_key(|(_, numbers)| numbers.plies),
            Role::Defender => proven.max_by_key(|(_, numbers)| numbers.plies),
        };
        match next {
            Some((mv, _)) => Some(mv),
            // The table lost its proof: find it again.
            None => self.prove_again(board, children, role),
        }
    }

    fn prove_again(
        &mut self,
        board: &mut Board,
        children: &[Child],
        role: Role,
    ) -> Option<EngineMove> {
        for child in children {
            board.play_move(child.mv);
            let numbers = self.visit(board, INFINITE, INFINITE, role.other());
            board.undo();
            if numbers.is_proven() {
                return Some(child.mv);
            }
        }
        None
    }

    /// Plays out a VCF to its end. The moves are left on the board.
    fn finish(&mut self, board: &mut Board, role: Role, line: &mut Vec<EngineMove>) -> bool {
        if role == Role::Defender {
            let mv = some_defense(board);
            board.play_move(mv);
            line.push(mv);
        }
        if self.vcf.find(board, LAST_VCF_NODES).is_none() {
            return false;
        }
        let rest: Vec<EngineMove> = self.vcf.line().collect();
        for &mv in &rest {
            board.play_move(mv);
        }
        line.extend(rest);
        true
    }
}

/// Some sensible move of a side that is lost.
fn some_defense(board: &mut Board) -> EngineMove {
    let own = board.turn();
    let opponent = own.other();
    let blocks = match board.threat_count(opponent, Threat::Five) {
        0 => winning_four_defenses(board),
        _ => *board.threat_points(opponent, Threat::Five),
    };
    let empty: Vec<PointIndex> = board.empty_points().collect();
    board
        .first_playable(own, blocks.iter().chain(empty))
        .map_or(EngineMove::Pass, EngineMove::Place)
}
