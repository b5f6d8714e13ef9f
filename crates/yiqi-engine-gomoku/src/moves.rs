//! Which moves are worth a look in a position, and in which order.

use crate::board::{Board, POINTS, Rows, STEPS, points};
use crate::shape::{FIVE, FOUR, WINNING_FOUR};

/// A move and how early it is to be tried: the higher, the earlier.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) at: u16,
    /// How promising it looks.
    pub(crate) policy: i32,
    pub(crate) rank: i32,
}

impl Candidate {
    /// A move of which nothing is known yet.
    pub(crate) fn at(at: usize) -> Candidate {
        Candidate {
            at: at as u16,
            policy: 0,
            rank: 0,
        }
    }
}

/// Moves the highest rank to the front and returns it.
pub(crate) fn best_first(moves: &mut [Candidate]) -> Option<Candidate> {
    let mut best = 0;
    for index in 1..moves.len() {
        if moves[index].rank > moves[best].rank {
            best = index;
        }
    }
    let found = *moves.get(best)?;
    moves.swap(0, best);
    Some(found)
}

/// What the side to move must care about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Urgency {
    /// It can make five.
    Five,
    /// The other side would make five here.
    BlockFive(usize),
    /// It can make a four that cannot be stopped, here.
    WinningFour(usize),
    /// The other side would make a four that cannot be stopped.
    BlockWinningFour,
    /// Nothing is urgent.
    Quiet,
}

/// What the side to move must care about.
pub(crate) fn urgency(board: &mut Board) -> Urgency {
    let own = board.turn();
    let other = own ^ 1;
    if board.count(own, FIVE) > 0 {
        return Urgency::Five;
    }
    if board.count(other, FIVE) > 0 {
        return Urgency::BlockFive(board.first(other, FIVE));
    }
    if board.count(own, WINNING_FOUR) > 0
        && let Some(at) = first_playable(board, own, WINNING_FOUR)
    {
        return Urgency::WinningFour(at);
    }
    if board.count(other, WINNING_FOUR) > 0 && first_playable(board, other, WINNING_FOUR).is_some()
    {
        return Urgency::BlockWinningFour;
    }
    Urgency::Quiet
}

pub(crate) fn first_playable(board: &mut Board, side: usize, kind: usize) -> Option<usize> {
    let set = *board.set(side, kind);
    points(&set).find(|&at| board.may_play(side, at))
}

/// The points that may stop every sure four of the other side: those on its lines, and own fours.
pub(crate) fn winning_four_defenses(board: &mut Board) -> Rows {
    let own = board.turn();
    let other = own ^ 1;
    let mut found = *board.set(own, FOUR);
    let threats = *board.set(other, WINNING_FOUR);
    for threat in points(&threats) {
        if !board.may_play(other, threat) {
            continue;
        }
        add(&mut found, threat);
        for (direction, step) in STEPS.into_iter().enumerate() {
            if !board.pattern(other, threat, direction).is_four() {
                continue;
            }
            for count in [-5, -4, -3, -2, -1, 1, 2, 3, 4, 5] {
                let at = (threat as isize + count * step) as usize % POINTS;
                // A four here with the threat as its gap is one of the stones of that five.
                if board.pattern(other, at, direction).is_four() {
                    add(&mut found, at);
                }
            }
        }
    }
    found
}

fn add(rows: &mut Rows, at: usize) {
    rows[at / 32] |= 1 << (at % 32);
}
