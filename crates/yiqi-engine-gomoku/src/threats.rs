//! Wins by fours and threes: every move of the attacker threatens to win, so that few answers count.
//!
//! The search keeps for each position how much work is left to prove the win and to refute it (proof
//! numbers, Allis 1994; searched depth first, Nagai 2002), and always works where a proof is nearest.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use yiqi_search::Stop;

use crate::board::{Board, PASS, points};
use crate::fours::FourSearch;
use crate::moves::{Urgency, defences, first_playable, urgency};
use crate::shape::{FIVE, FOUR, SURE_FOUR, THREE};

/// Numbers from here on mean that no work can bring it about.
const NEVER: u32 = 1 << 30;

/// Nodes for wins by fours in each position.
const FOUR_NODES: u64 = 300;

/// Nodes between two looks at the clock.
const CHECK_EVERY: u64 = 256;

/// What is known of a position.
#[derive(Clone, Copy, Default)]
struct Knowledge {
    /// Work left to prove the win.
    proof: u32,
    /// Work left to refute it.
    refutation: u32,
    /// Plies to the end of a proven win.
    plies: u16,
}

/// A position nobody looked at yet.
const UNKNOWN: Knowledge = Knowledge {
    proof: 1,
    refutation: 1,
    plies: 0,
};

/// Positions that are remembered at the most; a search that needs more ends.
const KNOWN_MAX: usize = 1 << 21;

/// Uses hashes of positions as they are.
#[derive(Default)]
struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0 << 8 ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

/// Looks for wins by fours and threes.
pub(crate) struct ThreatSearch<'a> {
    fours: FourSearch,
    known: HashMap<u64, Knowledge, BuildHasherDefault<AsIs>>,
    nodes: u64,
    node_max: u64,
    next_check: u64,
    must_end: &'a dyn Fn() -> bool,
    has_ended: bool,
}

/// A move and the position it leads to.
struct Child {
    at: usize,
    hash: u64,
}

impl<'a> ThreatSearch<'a> {
    /// A search that ends after so many nodes, or when `must_end` says so.
    pub(crate) fn new(node_max: u64, must_end: &'a dyn Fn() -> bool) -> ThreatSearch<'a> {
        ThreatSearch {
            fours: FourSearch::new(),
            known: HashMap::default(),
            nodes: 0,
            node_max,
            next_check: 0,
            must_end,
            has_ended: false,
        }
    }

    /// Positions looked at.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes + self.fours.nodes
    }

    /// The moves by which the side to move wins, if that is found.
    pub(crate) fn find(&mut self, board: &mut Board) -> Option<Vec<usize>> {
        let root = self.visit(board, NEVER, NEVER, true);
        if root.proof != 0 {
            return None;
        }
        self.line(board)
    }

    /// Works on a position until one of its numbers reaches its limit.
    fn visit(
        &mut self,
        board: &mut Board,
        proof_max: u32,
        refutation_max: u32,
        attacks: bool,
    ) -> Knowledge {
        self.nodes += 1;
        let children = match self.children(board, attacks) {
            Ok(children) => children,
            Err(decided) => {
                self.keep(board.hash(), decided);
                return decided;
            }
        };
        loop {
            let mut here = Knowledge {
                proof: if attacks { NEVER } else { 0 },
                refutation: if attacks { 0 } else { NEVER },
                plies: if attacks { u16::MAX } else { 0 },
            };
            let mut best = 0;
            let mut best_number = NEVER + 1;
            let mut second_number = NEVER;
            let mut best_child = Knowledge::default();
            for (index, child) in children.iter().enumerate() {
                let known = self.get(child.hash).unwrap_or(UNKNOWN);
                let number = if attacks {
                    here.proof = here.proof.min(known.proof);
                    here.refutation = (here.refutation + known.refutation).min(NEVER);
                    if known.proof == 0 {
                        here.plies = here.plies.min(known.plies.saturating_add(1));
                    }
                    known.proof
                } else {
                    here.refutation = here.refutation.min(known.refutation);
                    here.proof = (here.proof + known.proof).min(NEVER);
                    here.plies = here.plies.max(known.plies.saturating_add(1));
                    known.refutation
                };
                if number < best_number {
                    second_number = best_number;
                    (best, best_number, best_child) = (index, number, known);
                } else {
                    second_number = second_number.min(number);
                }
            }
            if here.proof >= proof_max
                || here.refutation >= refutation_max
                || here.proof == 0
                || here.refutation == 0
                || self.is_over()
            {
                self.keep(board.hash(), here);
                return here;
            }
            // The child is worked on until another one is nearer; a little longer saves going to and fro.
            let other = second_number
                .saturating_add(1 + second_number / 4)
                .min(NEVER);
            let (proof_max, refutation_max) = if attacks {
                let rest = refutation_max - here.refutation.min(refutation_max);
                (
                    proof_max.min(other),
                    (best_child.refutation + rest).min(NEVER),
                )
            } else {
                let rest = proof_max - here.proof.min(proof_max);
                (
                    (best_child.proof + rest).min(NEVER),
                    refutation_max.min(other),
                )
            };
            board.play(children[best].at);
            self.visit(board, proof_max, refutation_max, !attacks);
            board.undo();
        }
    }

    /// The moves that count, or what is known without any.
    fn children(&mut self, board: &mut Board, attacks: bool) -> Result<Vec<Child>, Knowledge> {
        let won = |plies| Knowledge {
            proof: 0,
            refutation: NEVER,
            plies,
        };
        let refuted = Knowledge {
            proof: NEVER,
            refutation: 0,
            plies: 0,
        };
        let moves = if attacks {
            match self.attacks(board) {
                Ok(moves) => moves,
                Err(Some(plies)) => return Err(won(plies)),
                Err(None) => return Err(refuted),
            }
        } else {
            match answers(board) {
                Ok(moves) => moves,
                Err(Some(plies)) => return Err(won(plies)),
                Err(None) => return Err(refuted),
            }
        };
        let side = board.turn();
        let mut children = Vec::with_capacity(moves.len());
        for at in moves {
            if at != PASS && !board.may_play(side, at) {
                continue;
            }
            board.play(at);
            children.push(Child {
                at,
                hash: board.hash(),
            });
            board.undo();
        }
        match (children.is_empty(), attacks) {
            (false, _) => Ok(children),
            (true, true) => Err(refuted),
            // No answer stops the sure four.
            (true, false) => Err(won(4)),
        }
    }

    /// The attacker's threats; `Err` with the plies of a win, or without if there is no threat.
    fn attacks(&mut self, board: &mut Board) -> Result<Vec<usize>, Option<u16>> {
        let own = board.turn();
        let threatens =
            |board: &Board, at: usize| board.kinds_at(own, at) & (1 << FOUR | 1 << THREE) != 0;
        match urgency(board) {
            Urgency::Five => return Err(Some(1)),
            Urgency::StopFive(at) => {
                return if board.count(own ^ 1, FIVE) == 1 && threatens(board, at) {
                    Ok(vec![at])
                } else {
                    Err(None)
                };
            }
            Urgency::SureFour(_) => return Err(Some(3)),
            Urgency::StopSureFour | Urgency::Quiet => {}
        }
        if board.is_full() {
            return Err(None);
        }
        if let Some(plies) = self.fours.find(board, FOUR_NODES) {
            return Err(Some(plies as u16));
        }
        let moves: Vec<usize> = if board.count(own ^ 1, SURE_FOUR) > 0 {
            let stops = defences(board);
            points(&stops).filter(|&at| threatens(board, at)).collect()
        } else {
            let mut set = *board.set(own, FOUR);
            for (row, threes) in set.iter_mut().zip(board.set(own, THREE)) {
                *row |= threes;
            }
            points(&set).collect()
        };
        Ok(moves)
    }

    fn is_over(&mut self) -> bool {
        let nodes = self.nodes();
        if nodes >= self.next_check {
            self.next_check = nodes + CHECK_EVERY;
            self.has_ended = self.has_ended
                || nodes >= self.node_max
                || self.known.len() >= KNOWN_MAX
                || (self.must_end)();
        }
        self.has_ended
    }

    fn get(&self, hash: u64) -> Option<Knowledge> {
        self.known.get(&hash).copied()
    }

    fn keep(&mut self, hash: u64, knowledge: Knowledge) {
        self.known.insert(hash, knowledge);
    }

    /// The moves of a proven win, the defender resisting as long as it can.
    fn line(&mut self, board: &mut Board) -> Option<Vec<usize>> {
        let mut line = Vec::new();
        let mut attacks = true;
        let mut is_whole = false;
        while line.len() < 400 {
            match self.children(board, attacks) {
                Err(knowledge) if knowledge.proof != 0 => break,
                Err(_) => {
                    is_whole = self.finish(board, attacks, &mut line);
                    break;
                }
                Ok(children) => {
                    let proven: Vec<(usize, Knowledge)> = children
                        .iter()
                        .filter_map(|child| Some((child.at, self.get(child.hash)?)))
                        .filter(|(_, known)| known.proof == 0)
                        .collect();
                    let next = if attacks {
                        proven.iter().min_by_key(|(_, known)| known.plies)
                    } else {
                        proven.iter().max_by_key(|(_, known)| known.plies)
                    };
                    let at = match next {
                        Some(&(at, _)) => Some(at),
                        // Its proof was forgotten: find it again.
                        None => self.prove_again(board, &children, attacks),
                    };
                    let Some(at) = at else {
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

    fn prove_again(
        &mut self,
        board: &mut Board,
        children: &[Child],
        attacks: bool,
    ) -> Option<usize> {
        for child in children {
            board.play(child.at);
            let known = self.visit(board, NEVER, NEVER, !attacks);
            board.undo();
            if known.proof == 0 {
                return Some(child.at);
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
        if self.fours.find(board, 100_000).is_none() {
            return false;
        }
        let rest: Vec<usize> = self.fours.line().collect();
        for &at in &rest {
            board.play(at);
        }
        line.extend(rest);
        true
    }
}

/// The defender's answers; `Err` with the plies of the attacker's win, or without if there is none.
fn answers(board: &mut Board) -> Result<Vec<usize>, Option<u16>> {
    let defender = board.turn();
    let attacker = defender ^ 1;
    if board.count(defender, FIVE) > 0 {
        return Err(None);
    }
    match board.count(attacker, FIVE) {
        0 => {}
        1 => {
            let at = board.first(attacker, FIVE);
            return if board.may_play(defender, at) {
                Ok(vec![at])
            } else {
                Err(Some(2))
            };
        }
        _ => return Err(Some(2)),
    }
    if board.count(attacker, SURE_FOUR) == 0 || first_playable(board, attacker, SURE_FOUR).is_none()
    {
        return Err(None);
    }
    Ok(points(&defences(board)).collect())
}

/// Some answer of a side that is lost.
fn first_answer(board: &mut Board, side: usize) -> usize {
    let stops: Vec<usize> = match board.count(side ^ 1, FIVE) {
        0 => points(&defences(board)).collect(),
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
pub(crate) fn wish(stop: &Stop, deadline: Option<std::time::Instant>) -> impl Fn() -> bool + '_ {
    move || {
        stop.is_stopped() || deadline.is_some_and(|deadline| std::time::Instant::now() >= deadline)
    }
}
