//! How much work moves are expected to take before anybody looked at them.
//!
//! The search for threats begins with these numbers. They only tell it where to look first: what the
//! network finds promising, what another search believes in, and what is not yet far from the root.

use std::sync::Arc;

use crate::board::{Board, NOWHERE, PASS};
use crate::evaluation::Evaluator;
use crate::moves::Candidate;
use crate::pattern::Pattern;
use crate::proof_table::ProofNumbers;
use crate::shape::{FOUR, THREE};
use crate::table::{Bound, Table};
use crate::value::WON_MIN;
use crate::weights::Weights;

/// Units of promise that make up for one unit of work.
const POLICY_PER_WORK: i32 = 20;
/// Plies from the root after which an attack is expected to take one unit of work more.
const PLIES_PER_WORK: usize = 4;
/// No move is expected to take more work than this.
const WORK_MAX: usize = 1000;
/// The work that sets apart what another search believes in.
const HINT_WORK: u16 = 30;

/// A move and the position it leads to.
#[derive(Clone, Copy)]
pub(crate) struct Child {
    pub(crate) hash: u64,
    at: u16,
    /// The work to prove and to refute it that is expected as long as nobody looked.
    proof: u16,
    disproof: u16,
}

impl Child {
    pub(crate) fn at(&self) -> usize {
        usize::from(self.at)
    }

    pub(crate) fn initial(&self) -> ProofNumbers {
        ProofNumbers {
            proof: self.proof.into(),
            disproof: self.disproof.into(),
            plies: 0,
        }
    }
}

/// Tells how much work moves will take.
pub(crate) struct InitialNumbers<'a> {
    weights: Arc<Weights>,
    /// Made when it is first needed: many wins are found without it.
    evaluator: Option<Evaluator>,
    hints: Option<&'a Table>,
    root_stone_count: usize,
}

impl<'a> InitialNumbers<'a> {
    pub(crate) fn new(weights: Arc<Weights>) -> InitialNumbers<'a> {
        InitialNumbers {
            weights,
            evaluator: None,
            hints: None,
            root_stone_count: 0,
        }
    }

    /// Expects wins where another search believes in them.
    pub(crate) fn use_hints(&mut self, table: &'a Table) {
        self.hints = Some(table);
    }

    /// Counts plies from this position.
    pub(crate) fn begin_at(&mut self, root: &Board) {
        self.root_stone_count = root.stone_count();
    }

    /// The moves of the side that attacks or defends, what looks best first.
    pub(crate) fn children(
        &mut self,
        board: &Board,
        moves: &[usize],
        attacks: bool,
    ) -> impl Iterator<Item = Child> {
        let mut rated = self.rate(board, moves);
        if attacks {
            for candidate in &mut rated {
                candidate.rank -= kind_work(board, usize::from(candidate.at)) * POLICY_PER_WORK;
            }
        }
        rated.sort_by_key(|candidate| std::cmp::Reverse(candidate.rank));
        let best = rated.first().map_or(0, |candidate| candidate.rank);
        let depth = board.stone_count().saturating_sub(self.root_stone_count);
        let other = board.turn() ^ 1;
        let threat_count = board.count(other, FOUR) + board.count(other, THREE);
        let hinted = self.hinted_win(board);
        rated
            .into_iter()
            .enumerate()
            .map(move |(index, candidate)| {
                let at = usize::from(candidate.at);
                let (proof, disproof) = if attacks {
                    let behind = (best - candidate.rank) / POLICY_PER_WORK;
                    (1 + behind as usize + depth / PLIES_PER_WORK + index, 1)
                } else {
                    (1, 1 + threat_count as usize / 2 + index)
                };
                let child = Child {
                    hash: board.hash_after(at),
                    at: candidate.at,
                    proof: proof.min(WORK_MAX) as u16,
                    disproof: disproof.min(WORK_MAX) as u16,
                };
                self.guided(child, attacks, hinted == Some(at))
            })
    }

    /// The moves, ranked by how promising the network finds them.
    fn rate(&mut self, board: &Board, moves: &[usize]) -> Vec<Candidate> {
        let mut rated: Vec<Candidate> = moves.iter().copied().map(Candidate::at).collect();
        if moves.len() > 1 {
            self.evaluator
                .get_or_insert_with(|| Evaluator::new(Arc::clone(&self.weights), board))
                .policy(board, &mut rated);
        }
        for candidate in &mut rated {
            candidate.rank = candidate.policy;
        }
        rated
    }

    /// Sets apart the moves after which another search believes in a win of the attacker.
    fn guided(&self, child: Child, attacks: bool, is_best: bool) -> Child {
        let Some(table) = self.hints else {
            return child;
        };
        if attacks {
            if is_best || is_lost(table, child.hash) {
                Child {
                    proof: 1,
                    disproof: HINT_WORK,
                    ..child
                }
            } else {
                Child {
                    proof: child.proof + HINT_WORK,
                    ..child
                }
            }
        } else if won_by(table, child.hash).is_some() {
            Child {
                disproof: child.disproof + HINT_WORK,
                ..child
            }
        } else {
            Child { proof: 2, ..child }
        }
    }

    /// The move by which the side to move wins, as another search believes.
    pub(crate) fn hinted_win(&self, board: &Board) -> Option<usize> {
        won_by(self.hints?, board.hash()).filter(|&at| at < NOWHERE && board.is_empty_at(at))
    }

    /// Whether another search believes that the side to move loses.
    pub(crate) fn is_hinted_loss(&self, board: &Board) -> bool {
        self.hints.is_some_and(|table| is_lost(table, board.hash()))
    }
}

/// The move by which the side to move wins, or no point if only the win is known.
fn won_by(table: &Table, hash: u64) -> Option<usize> {
    let entry = table.get(hash)?;
    (i32::from(entry.value) >= WON_MIN && entry.bound != Bound::Upper)
        .then_some(usize::from(entry.best))
}

fn is_lost(table: &Table, hash: u64) -> bool {
    table
        .get(hash)
        .is_some_and(|entry| i32::from(entry.value) <= -WON_MIN && entry.bound != Bound::Lower)
}

/// The work that a proof is expected to take, by the kind of attack.
fn kind_work(board: &Board, at: usize) -> i32 {
    if at == PASS {
        return 0;
    }
    let own = board.turn();
    let kinds = board.kinds_at(own, at);
    if kinds >> THREE & 1 != 0 {
        0
    } else if kinds >> FOUR & 1 != 0 {
        // Fours alone were tried before.
        10
    } else if makes_pattern(board, at, Pattern::ThreeClosed) {
        14
    } else {
        22
    }
}

/// Whether a stone of the side to move makes such a row or a better one.
pub(crate) fn makes_pattern(board: &Board, at: usize, least: Pattern) -> bool {
    let own = board.turn();
    (0..4).any(|direction| board.pattern(own, at, direction) >= least)
}

#[cfg(test)]
mod tests {
    use yiqi_rules::GomokuRules;
    use yiqi_testkit::Dice;

    use super::*;
    use crate::board::points;
    use crate::table::Entry;
    use crate::value::win_in;

    fn random_board(dice: &mut Dice) -> Board {
        let mut board = Board::empty(15, GomokuRules::Renju);
        board.play(7 * 32 + 7);
        for _ in 0..dice.below(40) {
            let near: Vec<usize> = points(&board.near_points()).collect();
            board.play(*dice.pick(&near));
        }
        board
    }

    #[test]
    fn no_move_is_expected_to_be_proven_or_refuted() {
        let mut dice = Dice::new(8);
        for _ in 0..200 {
            let board = random_board(&mut dice);
            let moves: Vec<usize> = board.empty_points().collect();
            let mut initial = InitialNumbers::new(Weights::built_in());
            for attacks in [false, true] {
                let children: Vec<Child> = initial.children(&board, &moves, attacks).collect();
                assert_eq!(children.len(), moves.len());
                for child in children {
                    assert!(child.proof > 0 && child.disproof > 0);
                }
            }
        }
    }

    #[test]
    fn what_another_search_believes_in_is_nearest_to_its_proof() {
        let mut dice = Dice::new(9);
        let board = random_board(&mut dice);
        let moves: Vec<usize> = points(&board.near_points()).collect();
        let hinted = *dice.pick(&moves);
        let table = Table::new(1);
        let lost = Entry {
            best: NOWHERE as u16,
            value: -win_in(6) as i16,
            evaluation: 0,
            depth: 1,
            bound: Bound::Upper,
        };
        table.put(board.hash_after(hinted), lost);
        let mut initial = InitialNumbers::new(Weights::built_in());
        initial.use_hints(&table);
        let children: Vec<Child> = initial.children(&board, &moves, true).collect();
        let nearest = children.iter().min_by_key(|child| child.proof).unwrap();
        assert_eq!(nearest.at(), hinted);
        let others = children.iter().filter(|child| child.at() != hinted);
        assert!(others.into_iter().all(|child| child.proof > HINT_WORK));
    }
}
