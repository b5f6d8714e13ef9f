//! Wins by continuous fours (VCF): every move of the attacker threatens five, so every answer is forced.
//!
//! Where ends block, a four may have two answers, and the attacker must win against both.

use crate::board::Board;
use crate::pattern::Pattern;
use crate::point_index::{Bitboard, EngineMove, PointIndex};
use crate::shape::{Shape, Threat};

/// Maximum number of fours tried in one position.
const FOURS_MAX: usize = 48;

/// Slots for positions without a VCF.
const FAILED_COUNT: usize = 1 << 16;

/// The bits of a failed position's slot that hold the effort.
const EFFORT_MASK: u64 = 255;

/// The effort of a position that has no VCF, but in which winning fours are tried again.
const NO_VCF: u64 = 254;
/// The effort of a position that has no VCF and no winning four.
const NOTHING: u64 = 255;

/// Searches for VCFs and remembers the positions that have none.
pub(crate) struct VcfSearch {
    /// Hashes, whose low bits are replaced by the effort that found nothing.
    failed: Vec<u64>,
    /// Moves played since creation.
    pub(crate) nodes: u64,
    node_end: u64,
    /// Whether the node limit cut the search short.
    was_cut: bool,
    /// The last line found, its last move first.
    line: Vec<EngineMove>,
    /// Where ends block: the points where a stone of the defender can affect the last VCF found.
    touched: Bitboard,
}

impl VcfSearch {
    pub(crate) fn new() -> VcfSearch {
        VcfSearch {
            failed: vec![0; FAILED_COUNT],
            nodes: 0,
            node_end: 0,
            was_cut: false,
            line: Vec::new(),
            touched: Bitboard::EMPTY,
        }
    }

    /// The length in plies of a VCF of the side to move, if one is found within `node_max` nodes.
    pub(crate) fn find(&mut self, board: &mut Board, node_max: u64) -> Option<u32> {
        // A search that failed with at least this many nodes is not repeated.
        let effort = u64::from(node_max.max(1).ilog2()) + 1;
        if self.has_failed(board.hash(), effort) {
            return None;
        }
        self.node_end = self.nodes + node_max;
        self.was_cut = false;
        self.line.clear();
        self.touched = Bitboard::EMPTY;
        let found = self.attack(board);
        if found.is_none() && self.was_cut {
            self.set_failed(board.hash(), effort);
        }
        found
    }

    /// Whether at least this effort found nothing in a position.
    fn has_failed(&self, hash: u64, effort: u64) -> bool {
        let failed = self.failed[slot(hash)];
        failed & !EFFORT_MASK == hash & !EFFORT_MASK && failed & EFFORT_MASK >= effort
    }

    fn set_failed(&mut self, hash: u64, effort: u64) {
        self.failed[slot(hash)] = hash & !EFFORT_MASK | effort;
    }

    /// The moves of the last VCF found.
    pub(crate) fn line(&self) -> impl Iterator<Item = EngineMove> + '_ {
        self.line.iter().rev().copied()
    }

    /// The points where a stone of the defender can affect the last VCF found, where ends block. All others leave every
    /// four with the same answers.
    pub(crate) fn touched(&self) -> Bitboard {
        self.touched
    }

    fn attack(&mut self, board: &mut Board) -> Option<u32> {
        let own = board.turn();
        let opponent = own.other();
        if let Some(five) = board.first_threat(own, Threat::Five) {
            self.line.push(EngineMove::Place(five));
            self.touch(board, five);
            return Some(1);
        }
        if board.threat_count(opponent, Threat::Five) > 0 {
            // The block of a five must itself be a four.
            return board.five_blocks(opponent).iter().find_map(|block| {
                let is_four = board.threats(own, block).contains(Threat::Four);
                is_four.then(|| self.try_four(board, block))?
            });
        }
        if board.threat_count(own, Threat::Four) == 0 {
            return None;
        }
        let has_winning = board.threat_count(own, Threat::WinningFour) > 0;
        if has_winning {
            let winning = *board.threat_points(own, Threat::WinningFour);
            for at in winning.iter() {
                if let Some(plies) = self.try_four(board, at) {
                    return Some(plies);
                }
            }
        }
        if self.has_failed(board.hash(), NO_VCF) {
            return None;
        }
        let cut_before = std::mem::replace(&mut self.was_cut, false);
        let mut fours = [(0, PointIndex::new(0)); FOURS_MAX];
        let mut count = 0;
        for at in board.threat_points(own, Threat::Four).iter() {
            if !builds_second_line(board.shape(own, at)) {
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
            let effort = if has_winning { NO_VCF } else { NOTHING };
            self.set_failed(board.hash(), effort);
        }
        self.was_cut |= cut_before;
        None
    }

    /// Plays a four and its forced answer, and searches on.
    fn try_four(&mut self, board: &mut Board, at: PointIndex) -> Option<u32> {
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
        let found = self.defend(board);
        board.undo();
        if found.is_some() {
            self.line.push(EngineMove::Place(at));
            self.touch(board, at);
        }
        found.map(|plies| plies + 1)
    }

    /// Notes the points where a stone of the defender can affect a four or five on this point: those on its lines, and
    /// those where the defender would make a four or five.
    fn touch(&mut self, board: &Board, at: PointIndex) {
        if !board.ends_block() {
            return;
        }
        let attacker = board.turn();
        let defender = attacker.other();
        self.touched |= board.points_around(attacker, at);
        self.touched |= *board.threat_points(defender, Threat::Four);
        self.touched |= *board.threat_points(defender, Threat::Five);
    }

    /// The plies to the attacker's win where the defender must block five.
    fn defend(&mut self, board: &mut Board) -> Option<u32> {
        let defender = board.turn();
        let attacker = defender.other();
        if board.threat_count(defender, Threat::Five) > 0 {
            return None;
        }
        let first = board.first_threat(attacker, Threat::Five)?;
        let blocks = board.five_blocks(attacker);
        if blocks.is_empty() {
            let second = board.threat_points(attacker, Threat::Five).iter().nth(1)?;
            // The defender blocks whichever it may play.
            let (block, five) = if board.may_play(defender, first) {
                let five = if board.ends_block() {
                    board.five_after(attacker, first)?
                } else {
                    second
                };
                (first, five)
            } else {
                (second, first)
            };
            return self.concede(board, block, five);
        }
        if let Some(block) = blocks.only()
            && !board.may_play(defender, block)
        {
            return self.concede(board, block, block);
        }
        // The longest of the lines is shown.
        let mut longest = 0;
        let mut line = Vec::new();
        for block in blocks.iter() {
            if self.has_failed(board.hash_after(EngineMove::Place(block)), NOTHING) {
                return None;
            }
            let start = self.line.len();
            board.play(block);
            let found = self.attack(board);
            board.undo();
            let plies = found? + 1;
            self.line.push(EngineMove::Place(block));
            let part = self.line.split_off(start);
            if plies > longest {
                (longest, line) = (plies, part);
            }
        }
        self.line.append(&mut line);
        Some(longest)
    }

    /// Ends the line where five cannot be blocked: the defender plays any move, and five follows.
    fn concede(&mut self, board: &mut Board, block: PointIndex, five: PointIndex) -> Option<u32> {
        let defender = board.turn();
        let answer = if block != five && board.may_play(defender, block) {
            Some(block)
        } else {
            let empty: Vec<PointIndex> = board.empty_points().filter(|&at| at != five).collect();
            board.first_playable(defender, empty)
        };
        self.line.push(EngineMove::Place(five));
        self.line
            .push(answer.map_or(EngineMove::Pass, EngineMove::Place));
        Some(2)
    }
}

fn slot(hash: u64) -> usize {
    (hash >> 17) as usize % FAILED_COUNT
}

/// Whether a four's stone is useful on another line, which holds at least one more stone.
fn builds_second_line(shape: Shape) -> bool {
    let patterns = shape.patterns().into_iter();
    patterns
        .filter(|&pattern| pattern >= Pattern::TwoClosed)
        .count()
        > 1
}
