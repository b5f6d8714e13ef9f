//! The moves that have to be searched in a position.

use std::rc::Rc;

use super::{Role, ThreatSearch, Width};
use crate::board::Board;
use crate::defenses::{Defenses, defenses};
use crate::initial_numbers::Child;
use crate::moves::{Urgency, urgency, winning_four_defenses};
use crate::pattern::Pattern;
use crate::point_index::{Bitboard, PointIndex};
use crate::proof_table::ProofNumbers;
use crate::shape::Threat;

/// VCF nodes in each position.
const VCF_NODES: u64 = 300;

/// Maximum number of cached move lists.
const LISTS_MAX: usize = 1 << 16;

/// Maximum number of moves in all of them, 16 bytes each.
const LISTED_MAX: usize = 3 << 18;

/// The moves that have to be searched in a position.
pub(super) struct MoveList {
    pub(super) children: Vec<Child>,
    /// Whether the defender may play anywhere, because no threat limits the defenses.
    pub(super) is_free: bool,
}

impl ThreatSearch<'_> {
    /// The moves to search, or the numbers of a position that is decided without search.
    pub(super) fn moves(
        &mut self,
        board: &mut Board,
        role: Role,
    ) -> Result<Rc<MoveList>, ProofNumbers> {
        if let Some(moves) = self.lists.get(&board.hash()) {
            return Ok(Rc::clone(moves));
        }
        let moves = Rc::new(match role {
            Role::Attacker => self.attacks(board)?,
            Role::Defender => self.defenses(board)?,
        });
        self.listed += moves.children.len();
        if self.lists.len() >= LISTS_MAX || self.listed > LISTED_MAX {
            self.lists.clear();
            self.listed = moves.children.len();
        }
        self.lists.insert(board.hash(), Rc::clone(&moves));
        Ok(moves)
    }

    fn attacks(&mut self, board: &mut Board) -> Result<MoveList, ProofNumbers> {
        let mut points = self.attack_points(board)?;
        retain_playable(board, &mut points);
        if points.is_empty() {
            return Err(ProofNumbers::DISPROVEN);
        }
        Ok(MoveList {
            children: self.initial.attacks(board, &points),
            is_free: false,
        })
    }

    fn defenses(&mut self, board: &mut Board) -> Result<MoveList, ProofNumbers> {
        let (mut points, is_free) = match defenses(board, &mut self.vcf) {
            Defenses::Lost(plies) => return Err(ProofNumbers::proven(plies)),
            Defenses::Won => return Err(ProofNumbers::DISPROVEN),
            Defenses::Any if !board.is_full() && self.is_assumed_lost(board) => {
                (board.empty_points().collect(), true)
            }
            Defenses::Any => return Err(ProofNumbers::DISPROVEN),
            Defenses::Only(points) => (points, false),
        };
        retain_playable(board, &mut points);
        if points.is_empty() && !is_free {
            // Nothing stops the winning four.
            return Err(ProofNumbers::proven(4));
        }
        Ok(MoveList {
            children: self.initial.defenses(board, &points),
            is_free,
        })
    }

    /// The points where the attacker may threaten something.
    fn attack_points(&mut self, board: &mut Board) -> Result<Vec<PointIndex>, ProofNumbers> {
        let opponent = board.turn().other();
        let is_threatened = match urgency(board) {
            Urgency::Five(_) => return Err(ProofNumbers::proven(1)),
            Urgency::BlockFive => return Ok(board.five_blocks(opponent).iter().collect()),
            Urgency::WinningFour(_) => return Err(ProofNumbers::proven(3)),
            Urgency::BlockWinningFour => true,
            Urgency::Quiet => false,
        };
        if board.is_full() {
            return Err(ProofNumbers::DISPROVEN);
        }
        // A position in the table that is not proven was already searched for a VCF.
        if self
            .proofs
            .get(board.hash())
            .is_none_or(ProofNumbers::is_proven)
            && let Some(plies) = self.vcf.find(board, VCF_NODES)
        {
            return Err(ProofNumbers::proven(plies as u16));
        }
        let mut points = threatening_points(board, self.width);
        if is_threatened {
            points &= winning_four_defenses(board);
        }
        if let Some(at) = self.initial.hinted_win(board) {
            points.insert(at);
        }
        Ok(points.iter().collect())
    }

    /// Whether the side to move is to be proven lost, or loses according to the main search.
    fn is_assumed_lost(&self, board: &Board) -> bool {
        self.lost_root == Some(board.hash()) || self.initial.is_hinted_loss(board)
    }
}

fn retain_playable(board: &mut Board, points: &mut Vec<PointIndex>) {
    let own = board.turn();
    points.retain(|&at| board.may_play(own, at));
}

/// The points where a stone makes a four, a three, or a pattern that fours can build on.
fn threatening_points(board: &Board, width: Width) -> Bitboard {
    let own = board.turn();
    let mut found = *board.threat_points(own, Threat::Four);
    found |= *board.threat_points(own, Threat::Three);
    let least = match width {
        // Without a four to begin with, only a closed three lets fours follow.
        _ if board.threat_count(own, Threat::Four) == 0 => Pattern::ThreeClosed,
        Width::Narrow => Pattern::TwoClosed,
        Width::Wide => Pattern::Dead,
    };
    for at in board.near_points().iter() {
        if board.shape(own, at).reaches(least) {
            found.insert(at);
        }
    }
    found
}
