//! Sets of points as bits.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor, Sub};

use crate::{Direction, Point, Symmetry};

const WORDS: usize = Point::INDEX_END.div_ceil(64);

/// A set of points, one bit each, for boards of any size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PointSet {
    // Invariant: only bits that are the index of a point are set.
    words: [u64; WORDS],
}

impl PointSet {
    /// No points.
    pub const EMPTY: PointSet = PointSet { words: [0; WORDS] };

    /// All points of a board of this size.
    ///
    /// # Panics
    /// If the size is over [`Point::LIMIT`].
    #[must_use]
    pub const fn board(size: u8) -> PointSet {
        assert!(size <= Point::LIMIT, "the size is over the limit");
        let mut set = PointSet::EMPTY;
        let mut row = 0;
        while row < size {
            let mut col = 0;
            while col < size {
                let index = row as usize * Point::STRIDE + col as usize;
                set.words[index / 64] |= 1 << (index % 64);
                col += 1;
            }
            row += 1;
        }
        set
    }

    /// Whether the point is in the set.
    #[must_use]
    pub const fn contains(&self, point: Point) -> bool {
        self.contains_index(point.index())
    }

    pub(crate) const fn contains_index(&self, index: usize) -> bool {
        self.words[index / 64] >> (index % 64) & 1 != 0
    }

    /// Adds a point.
    pub const fn insert(&mut self, point: Point) {
        let index = point.index();
        self.words[index / 64] |= 1 << (index % 64);
    }

    /// Removes a point.
    pub const fn remove(&mut self, point: Point) {
        let index = point.index();
        self.words[index / 64] &= !(1 << (index % 64));
    }

    /// The number of points.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The points, in reading order.
    pub fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        let words = self.words;
        (0..WORDS).flat_map(move |i| {
            let mut rest = words[i];
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Some(Point::from_index(i * 64 + bit))
            })
        })
    }

    /// Every point moved one step. What leaves a board must be masked off with
    /// [`PointSet::board`]: it never wraps onto a point of another row.
    #[must_use]
    pub(crate) fn shifted(&self, direction: Direction) -> PointSet {
        let step = direction.index_step();
        let bits = step.unsigned_abs() as u32;
        let word = |i: usize| self.words.get(i).copied().unwrap_or(0);
        let words = std::array::from_fn(|i| {
            if step > 0 {
                word(i) << bits | word(i.wrapping_sub(1)) >> (64 - bits)
            } else {
                word(i) >> bits | word(i + 1) << (64 - bits)
            }
        });
        PointSet { words }
    }

    /// The set after rotating or mirroring a board of this size.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry, size: u8) -> PointSet {
        self.iter()
            .map(|point| symmetry.apply(point, size))
            .collect()
    }

    fn zip(self, other: PointSet, f: impl Fn(u64, u64) -> u64) -> PointSet {
        PointSet {
            words: std::array::from_fn(|i| f(self.words[i], other.words[i])),
        }
    }
}

impl BitAnd for PointSet {
    type Output = PointSet;
    fn bitand(self, other: PointSet) -> PointSet {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for PointSet {
    type Output = PointSet;
    fn bitor(self, other: PointSet) -> PointSet {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for PointSet {
    type Output = PointSet;
    fn bitxor(self, other: PointSet) -> PointSet {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Sub for PointSet {
    type Output = PointSet;
    /// The points of the first set that are not in the second.
    fn sub(self, other: PointSet) -> PointSet {
        self.zip(other, |a, b| a & !b)
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::EMPTY;
        for point in points {
            set.insert(point);
        }
        set
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(|p| (p.col(), p.row())))
            .finish()
    }
}
