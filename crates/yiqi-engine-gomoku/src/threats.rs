//! Wins by fours and threes: every move of the attacker threatens to win, so that few answers count.
//!
//! The search keeps for each position how much work is left to prove the win and to refute it (proof
//! numbers, Allis 1994; searched depth first, Nagai 2002), and always works where a proof is nearest.
//! Which answers count is decided by [`defenses`](mod@crate::defenses).

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use yiqi_search::Stop;

use crate::board::{Board, PASS, Rows, points};
use crate::defenses::{Defenses, defenses};
use crate::initial_numbers::{Child, InitialNumbers, makes_pattern};
use crate::moves::{Urgency, urgency, winning_four_defenses};
use crate::pattern::Pattern;
use crate::proof_table::{INFINITE, ProofNumbers, ProofTable};
use crate::shape::{FIVE, FOUR, THREE};
use crate::table::Table;
use crate::vcf::VcfSearch;
use crate::weights::Weights;

/// Nodes for wins by fours in each position.
const VCF_NODES: u64 = 300;

/// Positions whose moves are kept at the most.
const LISTS_MAX: usize = 1 << 16;

/// Nodes between two looks at the clock.
const CHECK_EVERY: u64 = 256;

/// Which attacks are looked at beside fours and threes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width {
    /// Moves that make something, so that fours may follow.
    Narrow,
    /// All moves nearby after which fours may follow.
    Wide,
}

/// Looks for wins by fours and threes.
pub(crate) struct ThreatSearch<'a> {
    vcf: VcfSearch,
    proofs: ProofTable,
    /// The moves that count, by position.
    lists: HashMap<u64, Rc<Moves>>,
    nodes: u64,
    node_max: u64,
    next_check: u64,
    must_stop: &'a dyn Fn() -> bool,
    is_stopped: bool,
    /// Where to look first, and what another search believes.
    initial: InitialNumbers<'a>,
    /// The position at the root, where the side to move is to lose.
    lost_root: Option<u64>,
    width: Width,
}

/// What is known of a position from its moves.
struct Sum {
    here: ProofNumbers,
    /// The move that is nearest to its end, and what is known of it.
    best_index: usize,
    best: ProofNumbers,
    /// The number of the next nearest.
    second: u32,
}

/// The moves that count in a position.
struct Moves {
    children: Vec<Child>,
    /// Whether the defender may answer anywhere, since no threat tells which answers count.
    is_free: bool,
}

/// What a side may do in a position, or what is known without a look.
type Choice = Result<Rc<Moves>, ProofNumbers>;

impl<'a> ThreatSearch<'a> {
    /// A search that ends after so many nodes, or when `must_stop` says so.
    pub(crate) fn new(
        weights: Arc<Weights>,
        node_max: u64,
        must_stop: &'a dyn Fn() -> bool,
    ) -> ThreatSearch<'a> {
        ThreatSearch {
            vcf: VcfSearch::new(),
            proofs: ProofTable::new(),
            lists: HashMap::default(),
            nodes: 0,
            node_max,
            next_check: 0,
            must_stop,
            is_stopped: false,
            initial: InitialNumbers::new(weights),
            lost_root: None,
            width: Width::Narrow,
        }
    }

    /// Looks at more attacks, or at fewer.
    pub(crate) fn with_width(mut self, width: Width) -> ThreatSearch<'a> {
        self.width = width;
        self
    }

    /// Also looks at wins that another search believes in, against all defenses.
    pub(crate) fn with_hints(mut self, table: &'a Table) -> ThreatSearch<'a> {
        self.initial.use_hints(table);
        self
    }

    /// Positions looked at.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes + self.vcf.nodes
    }

    /// The moves by which the side to move wins, if that is found.
    pub(crate) fn find(&mut self, board: &mut Board) -> Option<Vec<usize>> {
        self.initial.begin_at(board);
        let root = self.visit(board, INFINITE, INFINITE, true);
        if root.is_proven() {
            self.line(board, true)
        } else {
            None
        }
    }

    /// The moves by which the side to move loses, the other side attacking, if that is found.
    pub(crate) fn find_loss(&mut self, board: &mut Board) -> Option<Vec<usize>> {
        self.lost_root = Some(board.hash());
        self.initial.begin_at(board);
        let root = self.visit(board, INFINITE, INFINITE, false);
        if root.is_proven() {
            self.line(board, false)
        } else {
            None
        }
    }

    /// Works on a position until one of its numbers reaches its limit.
    fn visit(
        &mut self,
        board: &mut Board,
        proof_max: u32,
        disproof_max: u32,
        attacks: bool,
    ) -> ProofNumbers {
        let nodes_before = self.nodes();
        self.nodes += 1;
        let moves = match self.moves(board, attacks) {
            Ok(moves) => moves,
            Err(decided) => {
                self.keep(board, decided, nodes_before);
                return decided;
            }
        };
        loop {
            let sum = self.sum_up(&moves, attacks);
            let here = sum.here;
            if here.proof >= proof_max
                || here.disproof >= disproof_max
                || here.proof == 0
                || here.disproof == 0
                || self.is_over()
            {
                self.keep(board, here, nodes_before);
                return here;
            }
            // The child is worked on until another one is nearer; a little longer saves going to and fro.
            let other = (sum.second + 1 + sum.second / 4).min(INFINITE);
            let (proof_max, disproof_max) = if attacks {
                let rest = disproof_max - here.disproof;
                (
                    proof_max.min(other),
                    (sum.best.disproof + rest).min(INFINITE),
                )
            } else {
                let rest = proof_max - here.proof;
                (
                    (sum.best.proof + rest).min(INFINITE),
                    disproof_max.min(other),
                )
            };
            board.play(moves.children[sum.best_index].at());
            self.visit(board, proof_max, disproof_max, !attacks);
            board.undo();
        }
    }

    /// What follows for a position from what is known of its moves.
    fn sum_up(&self, moves: &Moves, attacks: bool) -> Sum {
        let mut sum = Sum {
            here: ProofNumbers {
                proof: if attacks { INFINITE } else { 0 },
                disproof: if attacks { 0 } else { INFINITE },
                plies: if attacks { u16::MAX } else { 0 },
            },
            best_index: 0,
            best: ProofNumbers::default(),
            second: INFINITE,
        };
        let here = &mut sum.here;
        let mut best_number = INFINITE + 1;
        for (index, child) in moves.children.iter().enumerate() {
            let known = self.proofs.get(child.hash).unwrap_or(child.initial());
            let number = if attacks {
                here.proof = here.proof.min(known.proof);
                here.disproof = disproof_of_both(here.disproof, known.disproof);
                if known.is_proven() {
                    here.plies = here.plies.min(known.plies.saturating_add(1));
                }
                known.proof
            } else {
                here.disproof = here.disproof.min(known.disproof);
                here.proof = proof_of_both(here.proof, known.proof, moves.is_free);
                here.plies = here.plies.max(known.plies.saturating_add(1));
                known.disproof
            };
            if number < best_number {
                sum.second = best_number.min(INFINITE);
                (sum.best_index, best_number, sum.best) = (index, number, known);
            } else {
                sum.second = sum.second.min(number);
            }
        }
        sum
    }

    fn keep(&mut self, board: &Board, numbers: ProofNumbers, nodes_before: u64) {
        let nodes = self.nodes() - nodes_before;
        self.proofs.put(board.hash(), numbers, nodes);
    }

    /// The moves that count, or what is known without any.
    fn moves(&mut self, board: &mut Board, attacks: bool) -> Choice {
        if let Some(moves) = self.lists.get(&board.hash()) {
            return Ok(Rc::clone(moves));
        }
        let mut is_free = false;
        let mut moves = if attacks {
            self.attacks(board)?
        } else {
            match defenses(board, &mut self.vcf) {
                Defenses::Lost(plies) => return Err(ProofNumbers::proven(plies)),
                Defenses::Won => return Err(ProofNumbers::DISPROVEN),
                Defenses::Any if !board.is_full() && self.is_hinted_loss(board) => {
                    is_free = true;
                    all_moves(board)
                }
                Defenses::Any => return Err(ProofNumbers::DISPROVEN),
                Defenses::Only(moves) => moves,
            }
        };
        let side = board.turn();
        moves.retain(|&at| at == PASS || board.may_play(side, at));
        match (moves.is_empty(), attacks) {
            (false, _) => {}
            (true, true) => return Err(ProofNumbers::DISPROVEN),
            // No answer stops the sure four.
            (true, false) => return Err(ProofNumbers::proven(4)),
        }
        if self.lists.len() >= LISTS_MAX {
            self.lists.clear();
        }
        let children = self.initial.children(board, &moves, attacks);
        let moves = Rc::new(Moves {
            children: children.collect(),
            is_free,
        });
        self.lists.insert(board.hash(), Rc::clone(&moves));
        Ok(moves)
    }

    /// The attacker's threats, or what is known without a look at them.
    fn attacks(&mut self, board: &mut Board) -> Result<Vec<usize>, ProofNumbers> {
        let own = board.turn();
        let is_threatened = match urgency(board) {
            Urgency::Five => return Err(ProofNumbers::proven(1)),
            Urgency::BlockFive(at) => {
                return if board.count(own ^ 1, FIVE) == 1 {
                    Ok(vec![at])
                } else {
                    Err(ProofNumbers::DISPROVEN)
                };
            }
            Urgency::WinningFour(_) => return Err(ProofNumbers::proven(3)),
            Urgency::BlockWinningFour => true,
            Urgency::Quiet => false,
        };
        if board.is_full() {
            return Err(ProofNumbers::DISPROVEN);
        }
        // Once is enough: of a position that is known and not won, no win by fours was found.
        if self
            .proofs
            .get(board.hash())
            .is_none_or(ProofNumbers::is_proven)
            && let Some(plies) = self.vcf.find(board, VCF_NODES)
        {
            return Err(ProofNumbers::proven(plies as u16));
        }
        let mut threats = threats(board, self.width);
        if is_threatened {
            let stops = winning_four_defenses(board);
            for (row, stops) in threats.iter_mut().zip(stops) {
                *row &= stops;
            }
        }
        if let Some(at) = self.initial.hinted_win(board) {
            threats[at / 32] |= 1 << (at % 32);
        }
        Ok(points(&threats).collect())
    }

    /// Whether the side to move is to lose, or another search believes that it does.
    fn is_hinted_loss(&self, board: &Board) -> bool {
        self.lost_root == Some(board.hash()) || self.initial.is_hinted_loss(board)
    }

    fn is_over(&mut self) -> bool {
        let nodes = self.nodes();
        if nodes >= self.next_check {
            self.next_check = nodes + CHECK_EVERY;
            self.is_stopped = self.is_stopped || nodes >= self.node_max || (self.must_stop)();
        }
        self.is_stopped
    }

    /// The moves of a proven win, the defender resisting as long as it can.
    fn line(&mut self, board: &mut Board, mut attacks: bool) -> Option<Vec<usize>> {
        let mut line = Vec::new();
        let mut is_whole = false;
        while line.len() < 400 {
            match self.moves(board, attacks) {
                Err(numbers) if !numbers.is_proven() => break,
                Err(_) => {
                    is_whole = self.finish(board, attacks, &mut line);
                    break;
                }
                Ok(moves) => {
                    let Some(at) = self.next_of_line(board, &moves.children, attacks) else {
                        break;
                    };
                    board.play(at);
                    line.push(at);
                    attacks = !attacks;
                }
            }
        }
        for _ in 0..line.len() {
            board.undo();
        }
        is_whole.then_some(line)
    }

    /// The quickest win or the longest defense.
    fn next_of_line(
        &mut self,
        board: &mut Board,
        children: &[Child],
        attacks: bool,
    ) -> Option<usize> {
        let proven = children
            .iter()
            .filter_map(|child| Some((child.at(), self.proofs.get(child.hash)?)))
            .filter(|(_, known)| known.is_proven());
        let next = if attacks {
            proven.min_by_key(|(_, known)| known.plies)
        } else {
            proven.max_by_key(|(_, known)| known.plies)
        };
        match next {
            Some((at, _)) => Some(at),
            // Its proof was forgotten: find it again.
            None => self.prove_again(board, children, attacks),
        }
    }

    fn prove_again(
        &mut self,
        board: &mut Board,
        children: &[Child],
        attacks: bool,
    ) -> Option<usize> {
        for child in children {
            board.play(child.at());
            let known = self.visit(board, INFINITE, INFINITE, !attacks);
            board.undo();
            if known.is_proven() {
                return Some(child.at());
            }
        }
        None
    }

    /// Plays a win by fours to its end. The moves are left on the board.
    fn finish(&mut self, board: &mut Board, attacks: bool, line: &mut Vec<usize>) -> bool {
        if !attacks {
            let side = board.turn();
            let at = first_answer(board, side);
            board.play(at);
            line.push(at);
        }
        if self.vcf.find(board, 100_000).is_none() {
            return false;
        }
        let rest: Vec<usize> = self.vcf.line().collect();
        for &at in &rest {
            board.play(at);
        }
        line.extend(rest);
        true
    }
}

/// The work to prove wins against two answers. Where any answer is free, nearly all of them fail for the same
/// reason, and a sum would count the work to show it once for each point of the board.
fn proof_of_both(one: u32, other: u32, is_free: bool) -> u32 {
    if is_free {
        one.max(other)
    } else {
        (one + other).min(INFINITE)
    }
}

/// The work to refute two attacks. The same positions come up behind both, in another order: a sum would
/// count them many times over (weak proof numbers, Ueda et al. 2008).
fn disproof_of_both(one: u32, other: u32) -> u32 {
    if one == 0 || other == 0 {
        one.max(other)
    } else {
        (one.max(other) + 1).min(INFINITE)
    }
}

/// The points where a stone may threaten to win: by a four, a three, or what fours may build on.
fn threats(board: &Board, width: Width) -> Rows {
    let own = board.turn();
    let mut found = *board.set(own, FOUR);
    for (row, threes) in found.iter_mut().zip(board.set(own, THREE)) {
        *row |= threes;
    }
    let least = match width {
        // Without a four to begin with, only a closed three lets fours follow.
        _ if board.count(own, FOUR) == 0 => Pattern::ThreeClosed,
        Width::Narrow => Pattern::TwoClosed,
        Width::Wide => Pattern::Dead,
    };
    for at in points(&board.near_points()) {
        if makes_pattern(board, at, least) {
            found[at / 32] |= 1 << (at % 32);
        }
    }
    found
}

/// All points that may be played, or a pass.
fn all_moves(board: &mut Board) -> Vec<usize> {
    let side = board.turn();
    let mut moves: Vec<usize> = board.empty_points().collect();
    moves.retain(|&at| board.may_play(side, at));
    if moves.is_empty() {
        moves.push(PASS);
    }
    moves
}

/// Some answer of a side that is lost.
fn first_answer(board: &mut Board, side: usize) -> usize {
    let stops: Vec<usize> = match board.count(side ^ 1, FIVE) {
        0 => points(&winning_four_defenses(board)).collect(),
        _ => points(board.set(side ^ 1, FIVE)).collect(),
    };
    let empty: Vec<usize> = board.empty_points().collect();
    stops
        .into_iter()
        .chain(empty)
        .find(|&at| board.may_play(side, at))
        .unwrap_or(PASS)
}

/// Whether somebody wishes that a search end.
pub(crate) fn stop_check(
    stop: &Stop,
    deadline: Option<std::time::Instant>,
) -> impl Fn() -> bool + '_ {
    move || {
        stop.is_stopped() || deadline.is_some_and(|deadline| std::time::Instant::now() >= deadline)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_is_proven_only_against_both_of_two_answers() {
        for is_free in [false, true] {
            assert_eq!(proof_of_both(0, 0, is_free), 0);
            assert_eq!(proof_of_both(0, 7, is_free), 7);
            assert_eq!(proof_of_both(7, 0, is_free), 7);
            assert_eq!(proof_of_both(INFINITE, 7, is_free), INFINITE);
        }
    }

    #[test]
    fn free_answers_take_the_work_of_the_hardest_alone() {
        assert_eq!(proof_of_both(3, 7, true), 7);
        assert_eq!(proof_of_both(3, 7, false), 10);
    }
}
