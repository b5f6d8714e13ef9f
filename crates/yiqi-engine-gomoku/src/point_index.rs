//! Points as array indices, sets of points, and the four directions of lines.

use std::num::NonZeroU16;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor};

use yiqi_rules::{Move, Point};

/// Points are indexed row by row, 32 to a row.
pub(crate) const STRIDE: usize = 32;
/// Length of arrays by point: every index is below it.
pub(crate) const POINTS: usize = 1024;

/// A point as an index into arrays of [`POINTS`] elements.
///
/// One bit above the index is always set, so that `Option<PointIndex>` takes two bytes as well.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PointIndex(NonZeroU16);

const _: () = assert!(size_of::<Option<PointIndex>>() == 2);

impl PointIndex {
    const TAG: NonZeroU16 = NonZeroU16::new(POINTS as u16).expect("the tag is not 0");

    /// The point at this index, which wraps around at [`POINTS`].
    #[inline]
    pub(crate) fn new(index: usize) -> PointIndex {
        PointIndex(PointIndex::TAG | (index % POINTS) as u16)
    }

    /// The point in this column and row.
    #[inline]
    pub(crate) fn at(col: usize, row: usize) -> PointIndex {
        PointIndex::new(row * STRIDE + col)
    }

    /// The point as sixteen bits; 0 is none.
    #[inline]
    pub(crate) fn to_bits(at: Option<PointIndex>) -> u16 {
        at.map_or(0, |at| at.0.get())
    }

    /// What [`PointIndex::to_bits`] encoded.
    #[inline]
    pub(crate) fn from_bits(bits: u16) -> Option<PointIndex> {
        NonZeroU16::new(bits).map(PointIndex)
    }

    /// The index, below [`POINTS`].
    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0.get()) % POINTS
    }

    #[inline]
    pub(crate) fn col(self) -> usize {
        self.index() % STRIDE
    }

    #[inline]
    pub(crate) fn row(self) -> usize {
        self.index() / STRIDE
    }

    /// The point this many steps away. Off the board, it is some point that never holds a stone.
    #[inline]
    pub(crate) fn step(self, direction: Direction, count: isize) -> PointIndex {
        PointIndex::new((self.index() as isize + count * direction.step()) as usize)
    }

    /// The line through the point in a direction, and the point's place on that line.
    #[inline]
    pub(crate) fn place(self, direction: Direction) -> (usize, usize) {
        let (col, row) = (self.col(), self.row());
        match direction {
            Direction::Horizontal => (row, col),
            Direction::Vertical => (col, row),
            Direction::Falling => (STRIDE + row - col, col),
            Direction::Rising => (row + col, col),
        }
    }
}

impl From<Point> for PointIndex {
    fn from(point: Point) -> PointIndex {
        PointIndex::at(usize::from(point.col()), usize::from(point.row()))
    }
}

impl From<PointIndex> for Point {
    fn from(at: PointIndex) -> Point {
        Point::new(at.col() as u8, at.row() as u8).expect("the engine's points lie on the board")
    }
}

impl std::fmt::Debug for PointIndex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{}", self.col(), self.row())
    }
}

/// A move of the engine: a stone, or the pass of a side that has no legal point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EngineMove {
    /// A stone on an empty point.
    Place(PointIndex),
    /// No stone.
    Pass,
}

const _: () = assert!(size_of::<EngineMove>() == 2);

impl EngineMove {
    /// The point of the stone, if there is one.
    pub(crate) fn point(self) -> Option<PointIndex> {
        match self {
            EngineMove::Place(at) => Some(at),
            EngineMove::Pass => None,
        }
    }
}

impl From<EngineMove> for Move {
    fn from(mv: EngineMove) -> Move {
        match mv {
            EngineMove::Place(at) => Move::Place(at.into()),
            EngineMove::Pass => Move::Pass,
        }
    }
}

/// One of the four directions in which stones line up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Left to right.
    Horizontal,
    /// Top to bottom.
    Vertical,
    /// Top left to bottom right.
    Falling,
    /// Bottom left to top right.
    Rising,
}

impl Direction {
    /// Number of directions.
    pub(crate) const COUNT: usize = 4;

    pub(crate) const ALL: [Direction; Direction::COUNT] = [
        Direction::Horizontal,
        Direction::Vertical,
        Direction::Falling,
        Direction::Rising,
    ];

    /// What one step adds to an index.
    #[inline]
    pub(crate) const fn step(self) -> isize {
        match self {
            Direction::Horizontal => 1,
            Direction::Vertical => STRIDE as isize,
            Direction::Falling => STRIDE as isize + 1,
            Direction::Rising => 1 - STRIDE as isize,
        }
    }
}

/// A set of points: a word per row, a bit per column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bitboard(pub(crate) [u32; STRIDE]);

impl Bitboard {
    pub(crate) const EMPTY: Bitboard = Bitboard([0; STRIDE]);

    #[inline]
    pub(crate) fn contains(&self, at: PointIndex) -> bool {
        self.0[at.row()] >> at.col() & 1 != 0
    }

    #[inline]
    pub(crate) fn insert(&mut self, at: PointIndex) {
        self.0[at.row()] |= 1 << at.col();
    }

    #[inline]
    pub(crate) fn toggle(&mut self, at: PointIndex) {
        self.0[at.row()] ^= 1 << at.col();
    }

    /// The points in order.
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = PointIndex> + '_ {
        self.0.iter().enumerate().flat_map(|(row, &bits)| {
            let mut rest = bits;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let col = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Some(PointIndex::at(col, row))
            })
        })
    }

    /// Calls `visit` for the points in order.
    #[inline]
    pub(crate) fn for_each(&self, mut visit: impl FnMut(PointIndex)) {
        for (row, &bits) in self.0.iter().enumerate() {
            let mut rest = bits;
            while rest != 0 {
                visit(PointIndex::at(rest.trailing_zeros() as usize, row));
                rest &= rest - 1;
            }
        }
    }

    #[inline]
    fn zip_map(&self, other: &Bitboard, f: impl Fn(u32, u32) -> u32) -> Bitboard {
        Bitboard(std::array::from_fn(|row| f(self.0[row], other.0[row])))
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn bitand(self, other: Bitboard) -> Bitboard {
        self.zip_map(&other, |a, b| a & b)
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn bitor(self, other: Bitboard) -> Bitboard {
        self.zip_map(&other, |a, b| a | b)
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn bitxor(self, other: Bitboard) -> Bitboard {
        self.zip_map(&other, |a, b| a ^ b)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Bitboard) {
        *self = *self & other;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Bitboard) {
        *self = *self | other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_indices_convert_both_ways() {
        for row in 0..Point::LIMIT {
            for col in 0..Point::LIMIT {
                let point = Point::new(col, row).unwrap();
                assert_eq!(Point::from(PointIndex::from(point)), point);
            }
        }
    }
}
