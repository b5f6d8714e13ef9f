//! Initial proof and disproof numbers of unexplored moves.
//!
//! They steer the threat search toward moves with a high policy and wins that the main search
//! suggests, and away from depth (heuristic initialization, as in df-pn+, Nagai 2002).

use std::sync::Arc;

use crate::board::Board;
use crate::evaluation::Evaluator;
use crate::moves::Candidate;
use crate::pattern::Pattern;
use crate::point_index::{EngineMove, PointIndex};
use crate::proof_table::ProofNumbers;
use crate::shape::Threat;
use crate::table::{Bound, TranspositionTable, TtEntry};
use crate::value::WON_MIN;
use crate::weights::Weights;

/// Units of policy worth one unit of work.
const POLICY_PER_WORK: i32 = 20;
/// Plies from the root that add one unit of work to an attack.
const PLIES_PER_WORK: usize = 4;
/// Upper limit of initial numbers.
const WORK_MAX: usize = 1000;
/// The work that sets hinted moves apart from others.
const HINT_WORK: u16 = 30;

/// A move and the position it leads to.
#[derive(Clone, Copy)]
pub(crate) struct Child {
    pub(crate) hash: u64,
    pub(crate) mv: EngineMove,
    /// Proof and disproof number while the position is unexplored.
    proof: u16,
    disproof: u16,
}

impl Child {
    fn new(board: &Board, mv: EngineMove, proof: usize, disproof: usize) -> Child {
        Child {
            hash: board.hash_after(mv),
            mv,
            proof: proof.min(WORK_MAX) as u16,
            disproof: disproof.min(WORK_MAX) as u16,
        }
    }

    /// Proof and disproof number while the position is unexplored.
    pub(crate) fn initial(&self) -> ProofNumbers {
        ProofNumbers {
            proof: self.proof.into(),
            disproof: self.disproof.into(),
            plies: 0,
        }
    }
}

/// Assigns initial proof and disproof numbers.
pub(crate) struct InitialNumbers<'a> {
    weights: Arc<Weights>,
    /// Created on first use: many wins are found without it.
    evaluator: Option<Evaluator>,
    /// The main search's transposition table, whose wins and losses are hints.
    hints: Option<&'a TranspositionTable>,
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

    /// Uses the main search's wins and losses as hints.
    pub(crate) fn use_hints(&mut self, table: &'a TranspositionTable) {
        self.hints = Some(table);
    }

    /// Counts plies from this position.
    pub(crate) fn set_root(&mut self, root: &Board) {
        self.root_stone_count = root.stone_count();
    }

    /// The attacker's moves, most promising first.
    pub(crate) fn attacks(&mut self, board: &Board, points: &[PointIndex]) -> Vec<Child> {
        let mut rated = self.rate(board, points);
        for candidate in &mut rated {
            candidate.rank -= attack_work(board, candidate.at) * POLICY_PER_WORK;
        }
        sort_by_rank(&mut rated);
        let best = rated.first().map_or(0, |candidate| candidate.rank);
        let depth = board.stone_count().saturating_sub(self.root_stone_count);
        let hinted = self.hinted_win(board);
        rated
            .into_iter()
            .enumerate()
            .map(|(index, candidate)| {
                let behind = ((best - candidate.rank) / POLICY_PER_WORK) as usize;
                let proof = 1 + behind + depth / PLIES_PER_WORK + index;
                let child = Child::new(board, EngineMove::Place(candidate.at), proof, 1);
                self.hinted_attack(child, hinted == Some(candidate.at))
            })
            .collect()
    }

    /// The defender's moves, most promising first; a pass if there are none.
    pub(crate) fn defenses(&mut self, board: &Board, points: &[PointIndex]) -> Vec<Child> {
        let mut rated = self.rate(board, points);
        sort_by_rank(&mut rated);
        let moves = rated
            .into_iter()
            .map(|candidate| EngineMove::Place(candidate.at));
        let pass = points.is_empty().then_some(EngineMove::Pass);
        let attacker = board.turn().other();
        let threat_count = board.threat_count(attacker, Threat::Four)
            + board.threat_count(attacker, Threat::Three);
        moves
            .chain(pass)
            .enumerate()
            .map(|(index, mv)| {
                let disproof = 1 + threat_count as usize / 2 + index;
                self.hinted_defense(Child::new(board, mv, 1, disproof))
            })
            .collect()
    }

    /// The moves with their policy as rank.
    fn rate(&mut self, board: &Board, points: &[PointIndex]) -> Vec<Candidate> {
        let mut rated: Vec<Candidate> = points.iter().copied().map(Candidate::new).collect();
        if points.len() > 1 {
            self.evaluator
                .get_or_insert_with(|| Evaluator::new(Arc::clone(&self.weights), board))
                .policy(board, &mut rated);
        }
        for candidate in &mut rated {
            candidate.rank = candidate.policy;
        }
        rated
    }

    /// Prefers the attacks that win according to the main search.
    fn hinted_attack(&self, child: Child, is_hinted: bool) -> Child {
        let Some(table) = self.hints else {
            return child;
        };
        if is_hinted || is_loss(table, child.hash) {
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
    }

    /// Puts the defenses that lose according to the main search last.
    fn hinted_defense(&self, child: Child) -> Child {
        let Some(table) = self.hints else {
            return child;
        };
        if winning_entry(table, child.hash).is_some() {
            Child {
                disproof: child.disproof + HINT_WORK,
                ..child
            }
        } else {
            Child { proof: 2, ..child }
        }
    }

    /// The winning move of the side to move, according to the main search.
    pub(crate) fn hinted_win(&self, board: &Board) -> Option<PointIndex> {
        let entry = winning_entry(self.hints?, board.hash())?;
        entry.best.filter(|&at| board.is_empty_at(at))
    }

    /// Whether the side to move loses, according to the main search.
    pub(crate) fn is_hinted_loss(&self, board: &Board) -> bool {
        self.hints.is_some_and(|table| is_loss(table, board.hash()))
    }
}

fn sort_by_rank(moves: &mut [Candidate]) {
    moves.sort_by_key(|candidate| std::cmp::Reverse(candidate.rank));
}

/// The entry of a position that the side to move wins.
fn winning_entry(table: &TranspositionTable, hash: u64) -> Option<TtEntry> {
    let entry = table.get(hash)?;
    (i32::from(entry.value) >= WON_MIN && entry.bound != Bound::Upper).then_some(entry)
}

fn is_loss(table: &TranspositionTable, hash: u64) -> bool {
    table
        .get(hash)
        .is_some_and(|entry| i32::from(entry.value) <= -WON_MIN && entry.bound != Bound::Lower)
}

/// Expected work by the kind of attack.
fn attack_work(board: &Board, at: PointIndex) -> i32 {
    let own = board.turn();
    let threats = board.threats(own, at);
    if threats.contains(Threat::Three) {
        0
    } else if threats.contains(Threat::Four) {
        // The VCF search already tried fours alone.
        10
    } else if board.shape(own, at).reaches(Pattern::ThreeClosed) {
        14
    } else {
        22
    }
}

#[cfg(test)]
mod tests {
    use yiqi_rules::GomokuRules;
    use yiqi_testkit::Dice;

    use super::*;
    use crate::value::win_in;

    fn random_board(dice: &mut Dice) -> Board {
        let mut board = Board::empty(15, GomokuRules::Renju);
        board.play(PointIndex::at(7, 7));
        for _ in 0..dice.below(40) {
            let near: Vec<PointIndex> = board.near_points().iter().collect();
            board.play(*dice.pick(&near));
        }
        board
    }

    #[test]
    fn no_move_starts_out_proven_or_disproven() {
        let mut dice = Dice::new(8);
        for _ in 0..200 {
            let board = random_board(&mut dice);
            let moves: Vec<PointIndex> = board.empty_points().collect();
            let mut initial = InitialNumbers::new(Weights::built_in());
            for children in [
                initial.attacks(&board, &moves),
                initial.defenses(&board, &moves),
            ] {
                assert_eq!(children.len(), moves.len());
                for child in children {
                    assert!(child.proof > 0 && child.disproof > 0);
                }
            }
        }
    }

    #[test]
    fn hinted_wins_have_the_lowest_proof_number() {
        let mut dice = Dice::new(9);
        let board = random_board(&mut dice);
        let moves: Vec<PointIndex> = board.near_points().iter().collect();
        let hinted = *dice.pick(&moves);
        let table = TranspositionTable::new(1);
        let lost = TtEntry {
            best: None,
            value: -win_in(6) as i16,
            evaluation: 0,
            depth: 1,
            bound: Bound::Upper,
        };
        let hinted = EngineMove::Place(hinted);
        table.put(board.hash_after(hinted), lost);
        let mut initial = InitialNumbers::new(Weights::built_in());
        initial.use_hints(&table);
        let children = initial.attacks(&board, &moves);
        let nearest = children.iter().min_by_key(|child| child.proof).unwrap();
        assert_eq!(nearest.mv, hinted);
        let others = children.iter().filter(|child| child.mv != hinted);
        assert!(others.into_iter().all(|child| child.proof > HINT_WORK));
    }
}
