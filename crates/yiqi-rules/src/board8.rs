//! Reversi on 8×8 as two 64-bit words: the fast path of perft.
//!
//! Bit 0 is a1, bit 7 is h1, bit 63 is h8. Nothing is checked here; the tests compare every move
//! with [`Reversi`].

use crate::{Color, Position, Reversi};

/// An 8×8 Reversi position from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board8 {
    /// Stones of the side to move.
    pub own: u64,
    /// Stones of the other side.
    pub opposing: u64,
}

/// The points of each ray from each point, in the order of `RAY_STEPS`.
static RAYS: [[u64; 8]; 64] = {
    let mut rays = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut ray = 0;
        while ray < 8 {
            let (cols, rows) = RAY_STEPS[ray];
            let mut col = square as i32 % 8 + cols;
            let mut row = square as i32 / 8 + rows;
            while col >= 0 && col < 8 && row >= 0 && row < 8 {
                rays[square][ray] |= 1 << (row * 8 + col);
                col += cols;
                row += rows;
            }
            ray += 1;
        }
        square += 1;
    }
    rays
};

/// The first four rays run toward higher bits, the others toward lower ones.
const RAY_STEPS: [(i32, i32); 8] = [
    (1, 0),
    (0, 1),
    (1, 1),
    (-1, 1),
    (-1, 0),
    (0, -1),
    (-1, -1),
    (1, -1),
];

impl Board8 {
    /// The standard start, black to move.
    pub const START: Board8 = Board8 {
        own: 1 << 28 | 1 << 35,
        opposing: 1 << 27 | 1 << 36,
    };

    /// The same position as two words, or `None` if the board is not 8×8.
    #[must_use]
    pub fn from_reversi(position: &Reversi) -> Option<Board8> {
        if position.size() != 8 {
            return None;
        }
        let word = |color: Color| {
            position
                .stones(color)
                .iter()
                .fold(0, |word, p| word | 1 << (p.row() * 8 + p.col()))
        };
        // The game is over: the choice of side no longer matters.
        let mover = position.turn().unwrap_or(Color::Black);
        Some(Board8 {
            own: word(mover),
            opposing: word(mover.other()),
        })
    }

    /// The points on which the side to move may place.
    #[must_use]
    pub const fn moves(self) -> u64 {
        // Stones on the left and right edges cannot be bracketed along rows and diagonals.
        const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;
        let inner = self.opposing & INNER;
        let reached = bracketed(self.own, inner, 1)
            | bracketed(self.own, self.opposing, 8)
            | bracketed(self.own, inner, 9)
            | bracketed(self.own, inner, 7);
        reached & !(self.own | self.opposing)
    }

    /// The stones that a move to `square` would flip.
    #[must_use]
    pub const fn flips(self, square: u32) -> u64 {
        let rays = &RAYS[square as usize];
        let mut flips = 0;
        let mut ray = 0;
        while ray < 4 {
            let up = rays[ray];
            // Adding one to everything off the ray carries through the opposing stones to the first
            // other point of the ray.
            let end = (self.opposing | !up).wrapping_add(1) & up & self.own;
            flips |= end.wrapping_sub((end != 0) as u64) & up;

            let down = rays[ray + 4];
            // Toward lower bits, the nearest stone or gap is the highest bit.
            let stop = down & !self.opposing;
            let end = highest_bit(stop) & self.own;
            // If the ray ends at an own stone, everything above it on the ray is flipped.
            flips |= down & (end.wrapping_neg() & !end);
            ray += 1;
        }
        flips
    }

    /// The position after a move to `square`, from the other side's point of view.
    #[must_use]
    pub const fn play(self, square: u32) -> Board8 {
        let flips = self.flips(square);
        Board8 {
            own: self.opposing & !flips,
            opposing: self.own | flips | 1 << square,
        }
    }

    /// The position after a pass.
    #[must_use]
    pub const fn pass(self) -> Board8 {
        Board8 {
            own: self.opposing,
            opposing: self.own,
        }
    }

    /// The number of lines of play of `depth` plies, including those that end earlier. A pass is a
    /// ply.
    #[must_use]
    pub fn perft(self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut moves = self.moves();
        if moves == 0 {
            let passed = self.pass();
            return if passed.moves() == 0 {
                1
            } else {
                passed.perft(depth - 1)
            };
        }
        if depth == 1 {
            return u64::from(moves.count_ones());
        }
        let mut count = 0;
        while moves != 0 {
            count += self.play(moves.trailing_zeros()).perft(depth - 1);
            moves &= moves - 1;
        }
        count
    }
}

/// The points that follow an unbroken row of `through` next to a stone of `own`, in both directions
/// along one line.
const fn bracketed(own: u64, through: u64, shift: u32) -> u64 {
    // After the first stone, steps of 1, 2 and 2 cover a row of up to six stones.
    let mut up = through & (own << shift);
    up |= through & (up << shift);
    let pairs = through & (through << shift);
    up |= pairs & (up << (2 * shift));
    up |= pairs & (up << (2 * shift));
    let mut down = through & (own >> shift);
    down |= through & (down >> shift);
    let pairs = through & (through >> shift);
    down |= pairs & (down >> (2 * shift));
    down |= pairs & (down >> (2 * shift));
    up << shift | down >> shift
}

const fn highest_bit(word: u64) -> u64 {
    if word == 0 {
        0
    } else {
        1 << (63 - word.leading_zeros())
    }
}
