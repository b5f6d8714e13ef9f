//! Points of a board and the directions between them.

/// A point on a board of up to 26×26, counted from the top left.
///
/// A point does not know its name, since Gomoku numbers rows from the bottom and Reversi from the
/// top: [`GameSpec::point_name`](crate::GameSpec::point_name) names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Point {
    // Invariant: both are below `Point::LIMIT`.
    col: u8,
    row: u8,
}

impl Point {
    /// Columns and rows of the largest board.
    pub const LIMIT: u8 = 26;

    /// The distance between the indices of a point and the one below it: one more than the widest
    /// board, so that a sideways step off any board never lands on a point.
    pub(crate) const STRIDE: usize = Point::LIMIT as usize + 1;

    /// One more than the highest index.
    pub(crate) const INDEX_END: usize = Point::STRIDE * Point::LIMIT as usize;

    /// The point in this column and row, both counted from 0 at the top left.
    #[must_use]
    pub const fn new(col: u8, row: u8) -> Option<Point> {
        if col < Point::LIMIT && row < Point::LIMIT {
            Some(Point { col, row })
        } else {
            None
        }
    }

    /// Column, 0 at the left.
    #[must_use]
    pub const fn col(self) -> u8 {
        self.col
    }

    /// Row, 0 at the top.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.row
    }

    /// Whether the point lies on a board of this size.
    #[must_use]
    pub const fn is_on(self, size: u8) -> bool {
        self.col < size && self.row < size
    }

    /// The point `count` steps away, if it lies on a board of this size.
    #[must_use]
    pub const fn step(self, direction: Direction, count: i8, size: u8) -> Option<Point> {
        let col = self.col as i16 + direction.cols as i16 * count as i16;
        let row = self.row as i16 + direction.rows as i16 * count as i16;
        if col >= 0 && row >= 0 && col < size as i16 && row < size as i16 {
            Point::new(col as u8, row as u8)
        } else {
            None
        }
    }

    /// The number of steps from here to the edge of a board of this size in a direction.
    pub(crate) const fn room(self, direction: Direction, size: u8) -> u8 {
        const fn along(at: u8, step: i8, size: u8) -> u8 {
            match step {
                0 => u8::MAX,
                1 => size - 1 - at,
                _ => at,
            }
        }
        let cols = along(self.col, direction.cols, size);
        let rows = along(self.row, direction.rows, size);
        if cols < rows { cols } else { rows }
    }

    /// The index of the point in a [`PointSet`](crate::PointSet).
    #[must_use]
    pub(crate) const fn index(self) -> usize {
        self.row as usize * Point::STRIDE + self.col as usize
    }

    pub(crate) const fn from_index(index: usize) -> Point {
        Point {
            col: (index % Point::STRIDE) as u8,
            row: (index / Point::STRIDE) as u8,
        }
    }
}

impl PartialOrd for Point {
    fn partial_cmp(&self, other: &Point) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Point {
    /// Row by row from the top, each from the left: the order people read in.
    fn cmp(&self, other: &Point) -> std::cmp::Ordering {
        (self.row, self.col).cmp(&(other.row, other.col))
    }
}

const _: () = assert!(size_of::<Point>() == 2);

/// One of the eight directions from a point to its neighbors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Direction {
    // Invariant: each is -1, 0 or 1, and not both are 0.
    cols: i8,
    rows: i8,
}

impl Direction {
    /// All eight; the last four are the first four reversed.
    pub const ALL: [Direction; 8] = [
        Direction { cols: 1, rows: 0 },
        Direction { cols: 0, rows: 1 },
        Direction { cols: 1, rows: 1 },
        Direction { cols: -1, rows: 1 },
        Direction { cols: -1, rows: 0 },
        Direction { cols: 0, rows: -1 },
        Direction { cols: -1, rows: -1 },
        Direction { cols: 1, rows: -1 },
    ];

    /// The four lines through a point: along the row, the column and both diagonals.
    pub const LINES: [Direction; 4] = [
        Direction::ALL[0],
        Direction::ALL[1],
        Direction::ALL[2],
        Direction::ALL[3],
    ];

    /// The opposite direction.
    #[must_use]
    pub const fn reversed(self) -> Direction {
        Direction {
            cols: -self.cols,
            rows: -self.rows,
        }
    }

    /// What one step adds to a point's index.
    pub(crate) const fn index_step(self) -> isize {
        self.rows as isize * Point::STRIDE as isize + self.cols as isize
    }
}
