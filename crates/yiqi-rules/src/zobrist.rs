//! Incremental hashes of positions.
//!
//! A hash is the exclusive or of one key for each stone and one for each other fact that matters
//! (whose turn, which stage of an opening).

use crate::dice::mix;
use crate::{ByColor, Color, Point, PointSet};

static STONE_KEYS: [[u64; Point::INDEX_END]; 2] = {
    let mut keys = [[0; Point::INDEX_END]; 2];
    let mut i = 0;
    while i < Point::INDEX_END {
        keys[0][i] = mix(2 * i as u64);
        keys[1][i] = mix(2 * i as u64 + 1);
        i += 1;
    }
    keys
};

fn stone_key(point: Point, color: Color) -> u64 {
    match color {
        Color::Black => STONE_KEYS[0][point.index()],
        Color::White => STONE_KEYS[1][point.index()],
    }
}

/// The hash of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hash(u64);

impl Hash {
    /// The hash of these stones.
    pub(crate) fn of(stones: &ByColor<PointSet>) -> Hash {
        let mut hash = Hash(0);
        for color in Color::BOTH {
            for point in stones[color].iter() {
                hash.toggle_stone(point, color);
            }
        }
        hash
    }

    pub(crate) const fn value(self) -> u64 {
        self.0
    }

    /// Adds or removes a stone.
    pub(crate) fn toggle_stone(&mut self, point: Point, color: Color) {
        self.0 ^= stone_key(point, color);
    }

    /// Changes the color of a stone.
    pub(crate) fn flip_stone(&mut self, point: Point) {
        self.0 ^= stone_key(point, Color::Black) ^ stone_key(point, Color::White);
    }

    /// Adds or removes a fact other than a stone.
    pub(crate) fn toggle_fact(&mut self, fact: u8) {
        self.0 ^= mix(0xfac7_0000 + u64::from(fact));
    }
}
