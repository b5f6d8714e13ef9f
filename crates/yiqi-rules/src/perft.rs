//! Counts lines of play: the first test of any rules.

use crate::board8::Board8;
use crate::{AnyPosition, Move, Position};

/// The number of lines of play of `depth` plies, including those that end earlier. A pass is a ply.
/// Reversi on 8×8 takes the fast path.
#[must_use]
pub fn count(position: &AnyPosition, depth: u32) -> u64 {
    if let AnyPosition::Reversi(reversi) = position
        && let Some(board) = Board8::from_reversi(reversi)
    {
        return board.perft(depth);
    }
    count_general(&mut position.clone(), depth)
}

/// The same count by the general rules, for any game and size. Restores the position.
#[must_use]
pub fn count_general(position: &mut AnyPosition, depth: u32) -> u64 {
    walk(&mut **position, depth)
}

fn walk(position: &mut dyn Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let points = position.legal_points();
    let words = position.legal_words();
    let move_count = points.len() + words.len();
    if move_count == 0 {
        return 1;
    }
    if depth == 1 {
        return move_count as u64;
    }
    let mut count = 0;
    for mv in points.iter().map(Move::Place).chain(words) {
        let changes = position.play_unchecked(mv);
        count += walk(position, depth - 1);
        position.undo(&changes);
    }
    count
}

/// The positions at the end of all lines of `plies` plies, to split the rest of a count among
/// threads.
#[must_use]
pub fn frontier(position: &AnyPosition, plies: u32) -> Vec<AnyPosition> {
    let mut positions = vec![position.clone()];
    for _ in 0..plies {
        positions = positions
            .into_iter()
            .flat_map(|position| {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    return vec![position];
                }
                moves
                    .into_iter()
                    .map(|mv| {
                        let mut next = position.clone();
                        next.play_unchecked(mv);
                        next
                    })
                    .collect()
            })
            .collect();
    }
    positions
}
