//! Wins by fours alone: every move of the attacker threatens five, so that every answer is forced.

use crate::board::{Board, DIRECTIONS, points};
use crate::pattern::Pattern;
use crate::shape::{FIVE, FOUR, Shape, WINNING_FOUR, pattern_of};

/// Fours looked at in one position, at the most.
const FOURS_MAX: usize = 48;

/// Positions without a win by fours that are remembered.
const FAILED_COUNT: usize = 1 << 16;

/// The bits of a remembered position that tell how long it was searched.
const EFFORT_MASK: u64 = 255;

/// Looks for wins by fours. It remembers where there was none.
pub(crate) struct VcfSearch {
    /// Hashes; their low bits hold the effort after which no win was found, all set if there is none.
    failed: Vec<u64>,
    /// Moves played since it was made.
    pub(crate) nodes: u64,
    node_end: u64,
    was_cut: bool,
    /// The last line found, its last move first.
    line: Vec<u16>,
}

impl VcfSearch {
    pub(crate) fn new() -> VcfSearch {
        VcfSearch {
            failed: vec![0; FAILED_COUNT],
            nodes: 0,
            node_end: 0,
            was_cut: false,
            line: Vec::new(),
        }
    }

    /// The plies in which the side to move wins by fours, if that is found within so many nodes.
    pub(crate) fn find(&mut self, board: &mut Board, node_max: u64) -> Option<u32> {
        // What was given up after as many nodes is not tried again.
        let effort = u64::from(node_max.max(1).ilog2()) + 1;
        let slot = slot(board.hash());
        let known = self.failed[slot];
        if known & !EFFORT_MASK == board.hash() & !EFFORT_MASK && known & EFFORT_MASK >= effort {
            return None;
        }
        self.node_end = self.nodes + node_max;
        self.was_cut = false;
        self.line.clear();
        let found = self.attack(board);
        if found.is_none() && self.was_cut {
            self.failed[slot] = board.hash() & !EFFORT_MASK | effort;
        }
        found
    }

    /// The moves of the win last found.
    pub(crate) fn line(&self) -> impl Iterator<Item = usize> + '_ {
        self.line.iter().rev().map(|&at| usize::from(at))
    }

    fn attack(&mut self, board: &mut Board) -> Option<u32> {
        let own = board.turn();
        let other = own ^ 1;
        if board.count(own, FIVE) > 0 {
            self.line.push(board.first(own, FIVE) as u16);
            return Some(1);
        }
        match board.count(other, FIVE) {
            0 => {}
            // The answer to a five must itself be a four.
            1 => {
                let block = board.first(other, FIVE);
                if board.kinds_at(own, block) >> FOUR & 1 == 0 {
                    return None;
                }
                return self.try_four(board, block);
            }
            _ => return None,
        }
        if board.count(own, FOUR) == 0 {
            return None;
        }
        if board.count(own, WINNING_FOUR) > 0 {
            let sure = *board.set(own, WINNING_FOUR);
            for at in points(&sure) {
                if let Some(plies) = self.try_four(board, at) {
                    return Some(plies);
                }
            }
        }
        let slot = slot(board.hash());
        if self.failed[slot] == board.hash() | EFFORT_MASK {
            return None;
        }
        let cut_before = std::mem::replace(&mut self.was_cut, false);
        let mut fours = [(0, 0); FOURS_MAX];
        let mut count = 0;
        for at in points(board.set(own, FOUR)) {
            if !extends_elsewhere(board.shape(own, at)) {
                continue;
            }
            if count == FOURS_MAX {
                break;
            }
            fours[count] = (-board.quick_score(at), at);
            count += 1;
        }
        fours[..count].sort_unstable();
        for &(_, at) in &fours[..count] {
            if let Some(plies) = self.try_four(board, at) {
                return Some(plies);
            }
        }
        if !self.was_cut {
            self.failed[slot] = board.hash() | EFFORT_MASK;
        }
        self.was_cut |= cut_before;
        None
    }

    /// Plays a four and the only answer to it, and looks on.
    fn try_four(&mut self, board: &mut Board, at: usize) -> Option<u32> {
        let own = board.turn();
        if !board.may_play(own, at) {
            return None;
        }
        if self.nodes >= self.node_end {
            self.was_cut = true;
            return None;
        }
        self.nodes += 1;
        board.play(at);
        let found = self.answer(board);
        board.undo();
        if found.is_some() {
            self.line.push(at as u16);
        }
        found.map(|plies| plies + 1)
    }

    /// The plies to the attacker's win where the defender must stop five.
    fn answer(&mut self, board: &mut Board) -> Option<u32> {
        let defender = board.turn();
        let attacker = defender ^ 1;
        let five_count = board.count(attacker, FIVE);
        if five_count == 0 || board.count(defender, FIVE) > 0 {
            return None;
        }
        let block = board.first(attacker, FIVE);
        if five_count > 1 {
            let five = points(board.set(attacker, FIVE)).nth(1)?;
            // Either is stopped by the other only if black may play it.
            let (block, five) = if board.may_play(defender, block) {
                (block, five)
            } else {
                (five, block)
            };
            return self.lost(board, block, five);
        }
        if !board.may_play(defender, block) {
            return self.lost(board, block, block);
        }
        board.play(block);
        let found = self.attack(board);
        board.undo();
        if found.is_some() {
            self.line.push(block as u16);
        }
        found.map(|plies| plies + 1)
    }

    /// The defender cannot stop five any more: it plays somewhere, and five follows.
    fn lost(&mut self, board: &mut Board, block: usize, five: usize) -> Option<u32> {
        let defender = board.turn();
        let somewhere = if block != five && board.may_play(defender, block) {
            Some(block)
        } else {
            let empty: Vec<usize> = board.empty_points().filter(|&at| at != five).collect();
            empty.into_iter().find(|&at| board.may_play(defender, at))
        };
        self.line.push(five as u16);
        self.line
            .push(somewhere.unwrap_or(crate::board::PASS) as u16);
        Some(2)
    }
}

fn slot(hash: u64) -> usize {
    (hash >> 17) as usize % FAILED_COUNT
}

/// Whether a four leaves a stone that is of use on another line: one with a second stone at least.
fn extends_elsewhere(shape: Shape) -> bool {
    let count = (0..DIRECTIONS)
        .filter(|&direction| pattern_of(shape, direction) >= Pattern::TwoClosed)
        .count();
    count > 1
}
