//! The last four empty points.
//!
//! All searches here use a null window: is the score above `alpha`? A result above `alpha` is a
//! lower bound on the score, any other an upper bound.

use crate::board::{AROUND, Board};
use crate::kernel::Kernel;

/// Twice the number of stones flipped by a stone on a line that is otherwise full, by its place on
/// the line and the own stones there.
static LINE_FLIPS: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let mut flips = 0;
            let mut step = -1;
            while step <= 1 {
                let mut run = 0;
                let mut at = place as i32 + step;
                while at >= 0 && at < 8 && own & (1 << at) == 0 {
                    run += 1;
                    at += step;
                }
                if at >= 0 && at < 8 {
                    flips += 2 * run;
                }
                step += 2;
            }
            table[place][own] = flips;
            own += 1;
        }
        place += 1;
    }
    table
};

/// The two diagonals through each square.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut all = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let rays = &crate::board::RAYS[square];
        all[square] = [
            rays.up[2] | rays.down[2] | 1 << square,
            rays.up[3] | rays.down[3] | 1 << square,
        ];
        square += 1;
    }
    all
};

/// Twice the number of stones that the last stone of the game flips.
#[inline(always)]
fn last_flips(own: u64, square: u32) -> i32 {
    const COLUMN: u64 = 0x0101_0101_0101_0101;
    let square = square as usize & 63;
    let (col, row) = (square & 7, square >> 3);
    let along_row = (own >> (row * 8)) & 0xff;
    let along_column = ((own >> col) & COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    // A diagonal has one point in each column, so adding up the rows gives it as one line.
    let diagonals = &DIAGONALS[square];
    let along_fall = (own & diagonals[0]).wrapping_mul(COLUMN) >> 56;
    let along_rise = (own & diagonals[1]).wrapping_mul(COLUMN) >> 56;
    let by_col = &LINE_FLIPS[col];
    i32::from(by_col[along_row as usize])
        + i32::from(LINE_FLIPS[row][along_column as usize])
        + i32::from(by_col[along_fall as usize])
        + i32::from(by_col[along_rise as usize])
}

/// One empty point: the exact score.
#[inline(always)]
pub(crate) fn one<K: Kernel>(own: u64, square: u32) -> i32 {
    // The score if this side gets the last point without flipping anything.
    let score = 2 * own.count_ones() as i32 - (K::POINTS - 2);
    let flips = last_flips(own, square);
    if flips > 0 {
        return score + flips;
    }
    let lost = last_flips(!own & !(1 << square) & K::AREA, square);
    if lost > 0 {
        return score - 2 - lost;
    }
    // Neither side can play.
    if !K::WINNER_GETS_EMPTY {
        score - 1
    } else if score > 0 {
        score
    } else {
        score - 2
    }
}

/// Two empty points.
#[inline(always)]
fn two<K: Kernel>(nodes: &mut u64, board: Board, squares: [u32; 2], alpha: i32) -> i32 {
    *nodes += 1;
    let best = two_moves::<K>(nodes, board, squares, alpha);
    if best != NONE {
        return best;
    }
    let best = two_moves::<K>(nodes, board.pass(), squares, -alpha - 1);
    if best != NONE {
        return -best;
    }
    board.final_score_of::<K>()
}

/// The best of the moves, or [`NONE`].
#[inline(always)]
fn two_moves<K: Kernel>(nodes: &mut u64, board: Board, [a, b]: [u32; 2], alpha: i32) -> i32 {
    let mut best = NONE;
    if let Some(after) = after::<K>(board, a) {
        *nodes += 1;
        best = -one::<K>(after.own, b);
        if best > alpha {
            return best;
        }
    }
    if let Some(after) = after::<K>(board, b) {
        *nodes += 1;
        best = best.max(-one::<K>(after.own, a));
    }
    best
}

/// Three empty points.
#[inline(always)]
pub(crate) fn three<K: Kernel>(nodes: &mut u64, board: Board, squares: [u8; 4], alpha: i32) -> i32 {
    *nodes += 1;
    let [a, b, c, _] = squares.map(u32::from);
    let squares = by_parity([a, b, c]);
    let best = three_moves::<K>(nodes, board, squares, alpha);
    if best != NONE {
        return best;
    }
    let best = three_moves::<K>(nodes, board.pass(), squares, -alpha - 1);
    if best != NONE {
        return -best;
    }
    board.final_score_of::<K>()
}

/// The best of the moves, or [`NONE`].
#[inline(always)]
fn three_moves<K: Kernel>(nodes: &mut u64, board: Board, [a, b, c]: [u32; 3], alpha: i32) -> i32 {
    let mut best = NONE;
    if let Some(after) = after::<K>(board, a) {
        best = -two::<K>(nodes, after, [b, c], -alpha - 1);
        if best > alpha {
            return best;
        }
    }
    if let Some(after) = after::<K>(board, b) {
        best = best.max(-two::<K>(nodes, after, [a, c], -alpha - 1));
        if best > alpha {
            return best;
        }
    }
    if let Some(after) = after::<K>(board, c) {
        best = best.max(-two::<K>(nodes, after, [a, b], -alpha - 1));
    }
    best
}

/// Four empty points, in the order to try them.
#[inline(always)]
pub(crate) fn four<K: Kernel>(nodes: &mut u64, board: Board, squares: [u32; 4], alpha: i32) -> i32 {
    *nodes += 1;
    let best = four_moves::<K>(nodes, board, squares, alpha);
    if best != NONE {
        return best;
    }
    let best = four_moves::<K>(nodes, board.pass(), squares, -alpha - 1);
    if best != NONE {
        return -best;
    }
    board.final_score_of::<K>()
}

/// The best of the moves, or [`NONE`].
#[inline(always)]
fn four_moves<K: Kernel>(nodes: &mut u64, board: Board, [a, b, c, d]: [u32; 4], alpha: i32) -> i32 {
    let mut best = NONE;
    for (at, others) in [
        (a, [b, c, d]),
        (b, [a, c, d]),
        (c, [a, b, d]),
        (d, [a, b, c]),
    ] {
        if let Some(after) = after::<K>(board, at) {
            let [x, y, z] = others.map(|square| square as u8);
            best = best.max(-K::three(nodes, after, [x, y, z, 0], -alpha - 1));
            if best > alpha {
                return best;
            }
        }
    }
    best
}

/// At most two empty points.
#[inline(always)]
pub(crate) fn at_most_two<K: Kernel>(nodes: &mut u64, board: Board, empty: u64, alpha: i32) -> i32 {
    let a = empty.trailing_zeros();
    let others = empty & empty.wrapping_sub(1);
    if empty == 0 {
        board.final_score_of::<K>()
    } else if others == 0 {
        *nodes += 1;
        one::<K>(board.own, a)
    } else {
        two::<K>(nodes, board, [a, others.trailing_zeros()], alpha)
    }
}

/// Below every score: no move found.
const NONE: i32 = -100;

/// The board after a stone on an empty point, if it flips anything.
#[inline(always)]
fn after<K: Kernel>(board: Board, square: u32) -> Option<Board> {
    if AROUND[square as usize & 63] & board.opposing == 0 {
        return None;
    }
    let flips = board.flips::<K>(square);
    (flips != 0).then(|| board.play(square, flips))
}

/// A point alone in its quadrant goes first: the side that plays there has the last move in it.
#[inline(always)]
fn by_parity([a, b, c]: [u32; 3]) -> [u32; 3] {
    if quadrant(b) == quadrant(c) {
        [a, b, c]
    } else if quadrant(a) == quadrant(c) {
        [b, a, c]
    } else if quadrant(a) == quadrant(b) {
        [c, a, b]
    } else {
        [a, b, c]
    }
}

/// The quadrant of a square, as two bits.
#[inline(always)]
pub(crate) fn quadrant(square: u32) -> u32 {
    (square >> 2 & 1) | (square >> 4 & 2)
}
