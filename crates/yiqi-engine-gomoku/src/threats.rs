//! Wins by fours and threes (VCT), and losses against them: every move of the attacker threatens to
//! win, so that few defenses have to be tried.
//!
//! Depth-first proof-number search (Allis 1994, Nagai 2002). [`defenses`](mod@crate::defenses)
//! decides which defenses have to be tried, [`initial_numbers`](crate::initial_numbers) where to
//! search first.

mod line;
mod moves;

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use yiqi_search::Watch;

use crate::board::Board;
use crate::initial_numbers::InitialNumbers;
use crate::point_index::EngineMove;
use crate::proof_table::{INFINITE, ProofNumbers, ProofTable};
use crate::table::TranspositionTable;
use crate::vcf::VcfSearch;
use crate::weights::Weights;
use moves::MoveList;

/// Nodes between two checks of the clock.
const CHECK_EVERY: u64 = 256;

/// Which quiet attacks are tried besides fours and threes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width {
    /// Moves that make a pattern, so that fours may follow.
    Narrow,
    /// All nearby moves after which fours may follow.
    Wide,
}

/// The role of the side to move in the proof of a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// Needs one winning move: an OR node.
    Attacker,
    /// Every move must lose: an AND node.
    Defender,
}

impl Role {
    fn other(self) -> Role {
        match self {
            Role::Attacker => Role::Defender,
            Role::Defender => Role::Attacker,
        }
    }
}

/// Searches for wins by fours and threes.
pub(crate) struct ThreatSearch<'a> {
    vcf: VcfSearch,
    proofs: ProofTable,
    /// Move lists by position.
    lists: HashMap<u64, Rc<MoveList>>,
    /// The number of moves in the lists.
    listed: usize,
    nodes: u64,
    watch: Watch<'a>,
    next_check: u64,
    is_stopped: bool,
    initial: InitialNumbers<'a>,
    /// The root, if the side to move there is to be proven lost.
    lost_root: Option<u64>,
    width: Width,
}

/// Proof numbers of a position and of its most proving child.
struct Selection {
    here: ProofNumbers,
    best_index: usize,
    best: ProofNumbers,
    /// The second lowest proof number, or disproof number in the defender's nodes.
    second: u32,
}

impl<'a> ThreatSearch<'a> {
    /// A search that ends when the watch says so.
    pub(crate) fn new(weights: Arc<Weights>, watch: Watch<'a>) -> ThreatSearch<'a> {
        ThreatSearch {
            vcf: VcfSearch::new(),
            proofs: ProofTable::new(),
            lists: HashMap::default(),
            listed: 0,
            nodes: 0,
            watch,
            next_check: 0,
            is_stopped: false,
            initial: InitialNumbers::new(weights),
            lost_root: None,
            width: Width::Narrow,
        }
    }

    /// Tries more quiet attacks, or fewer.
    pub(crate) fn with_width(mut self, width: Width) -> ThreatSearch<'a> {
        self.width = width;
        self
    }

    /// Also tries wins that the main search found, against all defenses.
    pub(crate) fn with_hints(mut self, table: &'a TranspositionTable) -> ThreatSearch<'a> {
        self.initial.use_hints(table);
        self
    }

    /// Nodes searched so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes + self.vcf.nodes
    }

    /// The winning line of the side to move, if a win is proven.
    pub(crate) fn find(&mut self, board: &mut Board) -> Option<Vec<EngineMove>> {
        self.prove(board, Role::Attacker)
    }

    /// The line by which the side to move loses to the opponent's attack, if a loss is proven.
    pub(crate) fn find_loss(&mut self, board: &mut Board) -> Option<Vec<EngineMove>> {
        self.lost_root = Some(board.hash());
        self.prove(board, Role::Defender)
    }

    fn prove(&mut self, board: &mut Board, role: Role) -> Option<Vec<EngineMove>> {
        self.initial.set_root(board);
        let root = self.visit(board, INFINITE, INFINITE, role);
        if root.is_proven() {
            self.line(board, role)
        } else {
            None
        }
    }

    /// Searches a position until one of its numbers reaches its threshold.
    fn visit(
        &mut self,
        board: &mut Board,
        proof_max: u32,
        disproof_max: u32,
        role: Role,
    ) -> ProofNumbers {
        let nodes_before = self.nodes();
        self.nodes += 1;
        let moves = match self.moves(board, role) {
            Ok(moves) => moves,
            Err(decided) => {
                self.store(board, decided, nodes_before);
                return decided;
            }
        };
        loop {
            let selection = self.select(&moves, role);
            let here = selection.here;
            if here.proof >= proof_max
                || here.disproof >= disproof_max
                || here.proof == 0
                || here.disproof == 0
                || self.is_over()
            {
                self.store(board, here, nodes_before);
                return here;
            }
            // The child is searched until another one is more proving; a margin saves switching back and forth.
            let other = (selection.second + 1 + selection.second / 4).min(INFINITE);
            let best = selection.best;
            let (proof_max, disproof_max) = match role {
                Role::Attacker => {
                    let rest = disproof_max - here.disproof;
                    (proof_max.min(other), (best.disproof + rest).min(INFINITE))
                }
                Role::Defender => {
                    let rest = proof_max - here.proof;
                    ((best.proof + rest).min(INFINITE), disproof_max.min(other))
                }
            };
            board.play_move(moves.children[selection.best_index].mv);
            self.visit(board, proof_max, disproof_max, role.other());
            board.undo();
        }
    }

    /// Combines the numbers of a position's children and selects the most proving one.
    fn select(&self, moves: &MoveList, role: Role) -> Selection {
        let mut selection = Selection {
            here: match role {
                Role::Attacker => ProofNumbers {
                    proof: INFINITE,
                    disproof: 0,
                    plies: u16::MAX,
                },
                Role::Defender => ProofNumbers {
                    proof: 0,
                    disproof: INFINITE,
                    plies: 0,
                },
            },
            best_index: 0,
            best: ProofNumbers::default(),
            second: INFINITE,
        };
        let here = &mut selection.here;
        let mut best_number = INFINITE + 1;
        for (index, child) in moves.children.iter().enumerate() {
            let numbers = self.proofs.get(child.hash).unwrap_or(child.initial());
            let number = match role {
                Role::Attacker => {
                    here.proof = here.proof.min(numbers.proof);
                    here.disproof = combined_disproof(here.disproof, numbers.disproof);
                    if numbers.is_proven() {
                        here.plies = here.plies.min(numbers.plies.saturating_add(1));
                    }
                    numbers.proof
                }
                Role::Defender => {
                    here.disproof = here.disproof.min(numbers.disproof);
                    here.proof = combined_proof(here.proof, numbers.proof, moves.is_free);
                    here.plies = here.plies.max(numbers.plies.saturating_add(1));
                    numbers.disproof
                }
            };
            if number < best_number {
                selection.second = best_number.min(INFINITE);
                (selection.best_index, best_number, selection.best) = (index, number, numbers);
            } else {
                selection.second = selection.second.min(number);
            }
        }
        selection
    }

    fn store(&mut self, board: &Board, numbers: ProofNumbers, nodes_before: u64) {
        let nodes = self.nodes() - nodes_before;
        self.proofs.put(board.hash(), numbers, nodes);
    }

    fn is_over(&mut self) -> bool {
        let nodes = self.nodes();
        if nodes >= self.next_check {
            self.next_check = nodes + CHECK_EVERY;
            self.is_stopped = self.is_stopped || self.watch.must_end(nodes);
        }
        self.is_stopped
    }
}

/// The proof number against two defenses. Free defenses nearly all fail for the same reason, and a sum would count
/// that work once for each point of the board.
fn combined_proof(one: u32, other: u32, is_free: bool) -> u32 {
    if is_free {
        one.max(other)
    } else {
        (one + other).min(INFINITE)
    }
}

/// The disproof number of two attacks. Both lead to the same positions by transposition, which a
/// sum would count many times (weak proof numbers, Ueda et al. 2008).
fn combined_disproof(one: u32, other: u32) -> u32 {
    if one == 0 || other == 0 {
        one.max(other)
    } else {
        (one.max(other) + 1).min(INFINITE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_is_proven_only_against_both_of_two_defenses() {
        for is_free in [false, true] {
            assert_eq!(combined_proof(0, 0, is_free), 0);
            assert_eq!(combined_proof(0, 7, is_free), 7);
            assert_eq!(combined_proof(7, 0, is_free), 7);
            assert_eq!(combined_proof(INFINITE, 7, is_free), INFINITE);
        }
    }

    #[test]
    fn free_defenses_cost_only_the_work_of_the_hardest() {
        assert_eq!(combined_proof(3, 7, true), 7);
        assert_eq!(combined_proof(3, 7, false), 10);
    }
}
