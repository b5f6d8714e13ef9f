//! 6×6, in the middle of the 8×8 board: b2 of 8×8 is a1 of 6×6.
//!
//! The solver of 8×8 searches it with a kernel of its own, and a table of perfect play answers
//! where that would take a while. Points left empty count for nobody.
//!
//! Read in this order: this file, `solver`, `table`, `engine`.

pub(crate) mod engine;
pub mod solver;
pub mod table;

use yiqi_rules::board8::Board8;
use yiqi_rules::{Color, Move, Point, Position, Reversi};

pub use self::solver::{SixSolved, SixSolver};
pub use self::table::{SixEntry, SixTable, SixTableError};

/// The points of the board.
pub(crate) const AREA: u64 = 0x007e_7e7e_7e7e_7e00;

/// The corners.
pub(crate) const CORNERS: u64 = 0x0042_0000_0000_4200;

/// The outer points, which belong to no side and count as ends of lines.
const OUTSIDE: u64 = !AREA;

/// A 6×6 position in the middle of 8×8, or `None` if the board has another size.
#[must_use]
pub fn board_of(position: &Reversi) -> Option<Board8> {
    if position.size() != 6 {
        return None;
    }
    let word = |color: Color| {
        let stones = position.stones(color);
        stones.iter().fold(0, |word, point| {
            word | 1 << ((point.row() + 1) * 8 + point.col() + 1)
        })
    };
    let mover = position.turn().unwrap_or(Color::Black);
    Some(Board8 {
        own: word(mover),
        opposing: word(mover.other()),
    })
}

/// The legal moves.
#[must_use]
pub fn moves(board: Board8) -> u64 {
    board.moves() & AREA
}

/// The number of empty points.
#[must_use]
pub fn empty_count(board: Board8) -> u32 {
    (AREA & !(board.own | board.opposing)).count_ones()
}

/// Converts a square to a move of the rules.
fn place(square: u32) -> Move {
    let (col, row) = ((square % 8) as u8, (square / 8) as u8);
    Point::new(col.wrapping_sub(1), row.wrapping_sub(1)).map_or(Move::Pass, Move::Place)
}

/// A subset of the stable stones of `own`.
#[inline(always)]
pub(crate) fn stable(own: u64, opposing: u64) -> u64 {
    let full = full_lines(own | opposing);
    let mut stable = full[0] & full[1] & full[2] & full[3] & own;
    // Along each line, a stone is safe if the line is full, or it is next to a safe stone of its
    // color or to the end of the line.
    loop {
        let safe = stable | OUTSIDE;
        let along_row = (safe >> 1) | (safe << 1) | full[0];
        let along_column = (safe >> 8) | (safe << 8) | full[1];
        let along_fall = (safe >> 9) | (safe << 9) | full[2];
        let along_rise = (safe >> 7) | (safe << 7) | full[3];
        let grown = stable | (own & along_row & along_column & along_fall & along_rise);
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

/// The points whose row, column and both diagonals are full.
#[inline(always)]
fn full_lines(stones: u64) -> [u64; 4] {
    // A line is full if nothing on it is empty: spread the empty points along it. The points
    // outside stop the spread.
    let empty = AREA & !stones;
    [1, 8, 9, 7].map(|step| {
        let (mut up, mut down) = (empty, empty);
        for _ in 0..5 {
            up |= (up << step) & AREA;
            down |= (down >> step) & AREA;
        }
        !(up | down)
    })
}

/// Move ordering: corners first, the points next to them last.
pub(crate) static SQUARE_PROMISE: [i32; 64] = {
    // By distance of column and row from the nearest edge.
    const CORNER: [[i32; 3]; 3] = [[36, 4, 12], [4, 0, 4], [12, 4, 0]];
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (col, row) = (square % 8, square / 8);
        let col = if col < 4 { col } else { 7 - col };
        let row = if row < 4 { row } else { 7 - row };
        if col > 0 && row > 0 {
            all[square] = CORNER[row - 1][col - 1];
        }
        square += 1;
    }
    all
};

/// The depth of the glances that order the moves. There is no evaluation to do it.
#[inline(always)]
pub(crate) fn look_ahead(empty_count: u32) -> Option<u32> {
    match empty_count {
        ..=12 => None,
        13..=14 => Some(1),
        15..=17 => Some(2),
        18..=21 => Some(3),
        _ => Some(4),
    }
}
