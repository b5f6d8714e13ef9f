//! Candidate moves and urgent moves.

use yiqi_rules::Color;

use crate::board::Board;
use crate::point_index::{Bitboard, Direction, PointIndex};
use crate::shape::Threat;

/// A move with its ordering.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) at: PointIndex,
    /// The network's policy: log-odds in hundredths.
    pub(crate) policy: i32,
    /// Moves of higher rank are tried first.
    pub(crate) rank: i32,
}

impl Candidate {
    /// A move without policy and rank.
    pub(crate) fn new(at: PointIndex) -> Candidate {
        Candidate {
            at,
            policy: 0,
            rank: 0,
        }
    }
}

/// Swaps the move of the highest rank to the front and returns it.
pub(crate) fn pick_best(moves: &mut [Candidate]) -> Option<Candidate> {
    let highest = moves.iter().map(|candidate| candidate.rank).max()?;
    let best = moves
        .iter()
        .position(|candidate| candidate.rank == highest)?;
    moves.swap(0, best);
    Some(moves[0])
}

/// The most urgent threat in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Urgency {
    /// The side to move makes five here.
    Five(PointIndex),
    /// The opponent threatens five.
    BlockFive,
    /// The side to move makes a winning four here.
    WinningFour(PointIndex),
    /// The opponent threatens a winning four.
    BlockWinningFour,
    /// Nothing is urgent.
    Quiet,
}

/// The most urgent threat in a position.
pub(crate) fn urgency(board: &mut Board) -> Urgency {
    let own = board.turn();
    let opponent = own.other();
    if let Some(at) = board.first_threat(own, Threat::Five) {
        return Urgency::Five(at);
    }
    if board.threat_count(opponent, Threat::Five) > 0 {
        return Urgency::BlockFive;
    }
    if let Some(at) = playable_winning_four(board, own) {
        return Urgency::WinningFour(at);
    }
    if playable_winning_four(board, opponent).is_some() {
        return Urgency::BlockWinningFour;
    }
    Urgency::Quiet
}

/// A point where a color may make a winning four.
fn playable_winning_four(board: &mut Board, color: Color) -> Option<PointIndex> {
    if board.threat_count(color, Threat::WinningFour) == 0 {
        return None;
    }
    let points = *board.threat_points(color, Threat::WinningFour);
    board.first_playable(color, points.iter())
}

/// The points that may stop every winning four of the opponent: those on its lines, and own fours.
pub(crate) fn winning_four_defenses(board: &mut Board) -> Bitboard {
    let own = board.turn();
    let opponent = own.other();
    let mut found = *board.threat_points(own, Threat::Four);
    let threats = *board.threat_points(opponent, Threat::WinningFour);
    for threat in threats.iter() {
        if !board.may_play(opponent, threat) {
            continue;
        }
        if board.ends_block() {
            found |= board.winning_four_stops(opponent, threat);
            continue;
        }
        found.insert(threat);
        for direction in Direction::ALL {
            if !board.pattern(opponent, threat, direction).is_four() {
                continue;
            }
            for count in [-5, -4, -3, -2, -1, 1, 2, 3, 4, 5] {
                let at = threat.step(direction, count);
                // If a stone here also makes a four on this line, it belongs to the same five as the threat.
                if board.pattern(opponent, at, direction).is_four() {
                    found.insert(at);
                }
            }
        }
    }
    found
}
