//! The eight rotations and reflections of a square board.

use crate::Point;

/// One of the eight symmetries of a square board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    mirror_cols: bool,
    mirror_rows: bool,
    /// Swap rows and columns after mirroring.
    transpose: bool,
}

impl Symmetry {
    /// All eight; the first is the identity.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry {
            mirror_cols: false,
            mirror_rows: false,
            transpose: false,
        }; 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Symmetry {
                mirror_cols: i & 1 != 0,
                mirror_rows: i & 2 != 0,
                transpose: i & 4 != 0,
            };
            i += 1;
        }
        all
    };

    /// Where a point of a board of this size ends up.
    #[must_use]
    pub const fn apply(self, point: Point, size: u8) -> Point {
        debug_assert!(point.is_on(size));
        let col = if self.mirror_cols {
            size - 1 - point.col()
        } else {
            point.col()
        };
        let row = if self.mirror_rows {
            size - 1 - point.row()
        } else {
            point.row()
        };
        let (col, row) = if self.transpose {
            (row, col)
        } else {
            (col, row)
        };
        match Point::new(col, row) {
            Some(point) => point,
            None => unreachable!(),
        }
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        if self.transpose {
            Symmetry {
                mirror_cols: self.mirror_rows,
                mirror_rows: self.mirror_cols,
                transpose: true,
            }
        } else {
            self
        }
    }
}
