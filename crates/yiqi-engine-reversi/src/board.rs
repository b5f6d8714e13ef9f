//! The 8×8 board as two 64-bit words. Bit 0 is a1, bit 7 is h1, bit 63 is h8.

use yiqi_rules::board8::Board8;
use yiqi_rules::{Move, Point, Reversi};

use crate::kernel::Kernel;

/// A position from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    /// Stones of the side to move.
    pub(crate) own: u64,
    /// Stones of the other side.
    pub(crate) opposing: u64,
}

impl Board {
    /// `None` if the board is not 8×8.
    pub(crate) fn from_reversi(position: &Reversi) -> Option<Board> {
        Board8::from_reversi(position).map(|Board8 { own, opposing }| Board { own, opposing })
    }

    #[inline(always)]
    pub(crate) fn empty(self) -> u64 {
        !(self.own | self.opposing)
    }

    /// The empty points of the kernel's board.
    #[inline(always)]
    pub(crate) fn empty_of<K: Kernel>(self) -> u64 {
        !(self.own | self.opposing) & K::AREA
    }

    #[inline(always)]
    pub(crate) fn empty_count(self) -> u32 {
        self.empty().count_ones()
    }

    #[inline(always)]
    pub(crate) fn moves<K: Kernel>(self) -> u64 {
        K::moves(self.own, self.opposing)
    }

    #[inline(always)]
    pub(crate) fn flips<K: Kernel>(self, square: u32) -> u64 {
        K::flips(self.own, self.opposing, square)
    }

    /// The board after a stone on `square` that flips `flips`, from the opponent's side.
    #[inline(always)]
    pub(crate) fn play(self, square: u32, flips: u64) -> Board {
        Board {
            own: self.opposing ^ flips,
            opposing: self.own | flips | 1 << square,
        }
    }

    /// The same board from the opponent's side.
    #[inline(always)]
    pub(crate) fn pass(self) -> Board {
        Board {
            own: self.opposing,
            opposing: self.own,
        }
    }

    /// The score of a finished game on the kernel's board.
    #[inline(always)]
    pub(crate) fn final_score_of<K: Kernel>(self) -> i32 {
        if K::WINNER_GETS_EMPTY {
            self.final_score()
        } else {
            self.own.count_ones() as i32 - self.opposing.count_ones() as i32
        }
    }

    /// The score of a finished game on 8×8; empty points go to the winner.
    #[inline(always)]
    pub(crate) fn final_score(self) -> i32 {
        let own = self.own.count_ones() as i32;
        let opposing = self.opposing.count_ones() as i32;
        match own.cmp(&opposing) {
            std::cmp::Ordering::Greater => 64 - 2 * opposing,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Less => 2 * own - 64,
        }
    }

    /// A hash of the board.
    #[inline(always)]
    pub(crate) fn hash(self) -> u64 {
        let mixed = (self.own
            ^ self
                .opposing
                .rotate_left(29)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15))
        .wrapping_mul(0xd6e8_feb8_6659_fd93);
        let folded = (mixed ^ (mixed >> 32) ^ self.opposing).wrapping_mul(0xe703_7ed1_a0b4_28db);
        folded ^ (folded >> 29)
    }
}

/// Converts a square to a move of the rules.
pub(crate) fn place(square: u32) -> Move {
    Point::new((square % 8) as u8, (square / 8) as u8).map_or(Move::Pass, Move::Place)
}

/// The squares of a set, lowest first.
#[inline(always)]
pub(crate) fn squares(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let square = set.trailing_zeros();
        set &= set - 1;
        Some(square)
    })
}

/// The points just past runs of `inner` that start next to `own`, both ways along one direction.
#[inline(always)]
pub(crate) const fn bracketed(own: u64, inner: u64, shift: u32) -> u64 {
    let mut up = inner & (own << shift);
    let mut down = inner & (own >> shift);
    up |= inner & (up << shift);
    down |= inner & (down >> shift);
    let up_pairs = inner & (inner << shift);
    let down_pairs = inner & (inner >> shift);
    up |= up_pairs & (up << (2 * shift));
    down |= down_pairs & (down >> (2 * shift));
    up |= up_pairs & (up << (2 * shift));
    down |= down_pairs & (down >> (2 * shift));
    (up << shift) | (down >> shift)
}

/// The points in each direction from a square: right, down, down-right, down-left, and their
/// opposites.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(crate) struct Rays {
    /// Toward higher bits.
    pub(crate) up: [u64; 4],
    /// Toward lower bits, opposite to `up`.
    pub(crate) down: [u64; 4],
    /// The nearest point of each `down`.
    pub(crate) down_first: [u64; 4],
}

pub(crate) static RAYS: [Rays; 64] = {
    const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];
    let mut all = [Rays {
        up: [0; 4],
        down: [0; 4],
        down_first: [0; 4],
    }; 64];
    let mut square = 0;
    while square < 64 {
        let mut ray = 0;
        while ray < 4 {
            let (cols, rows) = STEPS[ray];
            all[square].up[ray] = walk(square, cols, rows, 8);
            all[square].down[ray] = walk(square, -cols, -rows, 8);
            all[square].down_first[ray] = walk(square, -cols, -rows, 1);
            ray += 1;
        }
        square += 1;
    }
    all
};

/// Up to `most` points from a square in one direction.
const fn walk(square: usize, cols: i32, rows: i32, most: i32) -> u64 {
    let mut points = 0;
    let mut step = 1;
    while step <= most {
        let col = square as i32 % 8 + cols * step;
        let row = square as i32 / 8 + rows * step;
        if col < 0 || col > 7 || row < 0 || row > 7 {
            break;
        }
        points |= 1 << (row * 8 + col);
        step += 1;
    }
    points
}

/// The points around each square.
pub(crate) static AROUND: [u64; 64] = {
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut rows = -1;
        while rows <= 1 {
            let mut cols = -1;
            while cols <= 1 {
                if rows != 0 || cols != 0 {
                    all[square] |= walk(square, cols, rows, 1);
                }
                cols += 1;
            }
            rows += 1;
        }
        square += 1;
    }
    all
};
