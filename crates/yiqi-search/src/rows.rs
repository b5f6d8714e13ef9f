//! A board that counts the stones on every line of `ROW` points, for games won by rows.
//!
//! These counts are enough to evaluate a position, and a stone changes only the lines through its
//! point.

use yiqi_rules::{ByColor, Color, Dice, Point, PointSet};

use crate::{DECIDED, Value};

/// Width and height of the largest board.
const SIZE_MAX: usize = 25;
const CELLS: usize = SIZE_MAX * SIZE_MAX;

/// The four line directions, as steps in columns and rows.
const LINES: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// Length of the longest winning row of any game.
const ROW_MAX: usize = 6;

/// Points at most this far from a stone are candidates.
const NEAR: i8 = 2;

/// The value of a game won with this many stones on the board: the earlier, the better.
pub(crate) fn won_value(stone_count: usize) -> Value {
    DECIDED + 1000 - stone_count as Value
}

/// Stones on a board of up to 25×25, counted in every line of `ROW` points.
#[derive(Clone, Debug)]
pub(crate) struct RowBoard<const ROW: usize> {
    size: u8,
    cells: [Option<Color>; CELLS],
    /// Stones on each line, by direction and first point.
    lines: [[ByColor<u8>; CELLS]; LINES.len()],
    /// Number of lines with stones of one color only, by stone count.
    counts: ByColor<[u16; ROW_MAX + 1]>,
    near: [bool; CELLS],
    stone_count: u16,
    hash: u64,
}

impl<const ROW: usize> RowBoard<ROW> {
    /// A board with these stones. On an empty board, the points around the center are candidates.
    pub(crate) fn new(size: u8, stones: impl Fn(Color) -> PointSet) -> RowBoard<ROW> {
        let mut board = RowBoard {
            size,
            cells: [None; CELLS],
            lines: [[ByColor::default(); CELLS]; LINES.len()],
            counts: ByColor::default(),
            near: [false; CELLS],
            stone_count: 0,
            hash: 0,
        };
        for color in Color::BOTH {
            for point in stones(color).iter() {
                board.put(point, color);
            }
        }
        if board.stone_count == 0
            && let Some(center) = Point::new(size / 2, size / 2)
        {
            board.mark_near(center);
        }
        board
    }

    /// Stones on the board.
    pub(crate) fn stone_count(&self) -> usize {
        usize::from(self.stone_count)
    }

    /// Points without a stone.
    pub(crate) fn empty_count(&self) -> usize {
        usize::from(self.size).pow(2) - self.stone_count()
    }

    /// The value for the side that did not place the last stone, if that stone ended the game.
    pub(crate) fn terminal(&self, is_won: bool) -> Option<Value> {
        if is_won {
            Some(-won_value(self.stone_count()))
        } else {
            (self.empty_count() == 0).then_some(0)
        }
    }

    /// Hash of the stones.
    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    /// Lines with `count` stones of a color and none of the other.
    pub(crate) fn lines_with(&self, color: Color, count: usize) -> u16 {
        self.counts[color][count]
    }

    /// Sums, over all lines open to a color, the value for the number of its stones there.
    pub(crate) fn sum(&self, color: Color, values: &[Value]) -> Value {
        self.counts[color]
            .iter()
            .zip(values)
            .map(|(&count, &value)| Value::from(count) * value)
            .sum()
    }

    /// The empty points near a stone, in reading order.
    pub(crate) fn candidates(&self) -> impl Iterator<Item = Point> + '_ {
        self.points()
            .filter(|&(index, _)| self.near[index] && self.cells[index].is_none())
            .map(|(_, point)| point)
    }

    /// The empty points, in reading order.
    pub(crate) fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.points()
            .filter(|&(index, _)| self.cells[index].is_none())
            .map(|(_, point)| point)
    }

    /// The stones on each line through a point.
    pub(crate) fn lines_through(&self, point: Point) -> impl Iterator<Item = ByColor<u8>> + '_ {
        self.starts_through(point).map(|(d, i)| self.lines[d][i])
    }

    /// The stones on each line through a point, with the index of its direction.
    pub(crate) fn directed_lines_through(
        &self,
        point: Point,
    ) -> impl Iterator<Item = (usize, ByColor<u8>)> + '_ {
        self.starts_through(point)
            .map(|(d, i)| (d, self.lines[d][i]))
    }

    /// The empty points of each line with at least `least` stones of a color and none of the other.
    pub(crate) fn open_lines(
        &self,
        color: Color,
        least: u8,
    ) -> impl Iterator<Item = impl Iterator<Item = Point>> + '_ {
        self.points().flat_map(move |(start, first)| {
            LINES
                .into_iter()
                .enumerate()
                .filter(move |&(d, _)| {
                    let line = self.lines[d][start];
                    line[color.other()] == 0 && line[color] >= least
                })
                .map(move |(_, step)| self.empty_on(first, step))
        })
    }

    /// Places a stone and updates the counts.
    pub(crate) fn put(&mut self, point: Point, color: Color) {
        let index = self.index(point);
        for (d, start) in self.starts_through(point) {
            let line = &mut self.lines[d][start];
            let own = usize::from(line[color]);
            let opposing = usize::from(line[color.other()]);
            line[color] += 1;
            if opposing == 0 {
                if own > 0 {
                    self.counts[color][own] -= 1;
                }
                self.counts[color][own + 1] += 1;
            } else if own == 0 {
                self.counts[color.other()][opposing] -= 1;
            }
        }
        self.cells[index] = Some(color);
        self.stone_count += 1;
        self.hash ^= STONE_HASHES[index][usize::from(color == Color::White)];
        self.mark_near(point);
    }

    /// Whether a stone of this color on an empty point, or one just placed there, makes a row of
    /// winning length.
    pub(crate) fn makes_row(
        &self,
        point: Point,
        color: Color,
        wins: impl Fn(usize) -> bool,
    ) -> bool {
        LINES.into_iter().any(|(cols, rows)| {
            wins(1 + self.run(point, color, cols, rows) + self.run(point, color, -cols, -rows))
        })
    }

    /// As [`makes_row`](Self::makes_row), for a row of exactly `ROW` stones without opposing stones
    /// at both ends.
    pub(crate) fn makes_unblocked_row(&self, point: Point, color: Color) -> bool {
        LINES.into_iter().any(|(cols, rows)| {
            let ahead = self.run(point, color, cols, rows);
            let behind = self.run(point, color, -cols, -rows);
            let is_blocked = |length: usize, cols, rows| {
                self.cell(point, length as i8 + 1, cols, rows) == Some(Some(color.other()))
            };
            1 + ahead + behind == ROW
                && !(is_blocked(ahead, cols, rows) && is_blocked(behind, -cols, -rows))
        })
    }

    /// Whether a stone on an empty point would be the second opposing stone at the ends of a row of
    /// exactly `ROW` that a color can complete.
    pub(crate) fn blocks_row(&self, point: Point, color: Color) -> bool {
        let steps = LINES
            .into_iter()
            .flat_map(|(cols, rows)| [(cols, rows), (-cols, -rows)]);
        steps.into_iter().any(|(cols, rows)| {
            let cell = |count| self.cell(point, count, cols, rows);
            let row = (1..=ROW as i8).map(cell);
            cell(ROW as i8 + 1) == Some(Some(color.other()))
                && row.clone().filter(|&cell| cell == Some(None)).count() == 1
                && row.filter(|&cell| cell == Some(Some(color))).count() == ROW - 1
        })
    }

    /// Distance of a point from the center, at most 25.
    pub(crate) fn distance_from_center(&self, point: Point) -> Value {
        let away = |at: u8| Value::from(self.size - 1).abs_diff(2 * Value::from(at)) as Value;
        away(point.col()).max(away(point.row()))
    }

    fn index(&self, point: Point) -> usize {
        usize::from(point.row()) * usize::from(self.size) + usize::from(point.col())
    }

    fn points(&self) -> impl Iterator<Item = (usize, Point)> + use<ROW> {
        let size = self.size;
        (0..size)
            .flat_map(move |row| (0..size).filter_map(move |col| Point::new(col, row)))
            .enumerate()
    }

    fn empty_on(
        &self,
        first: Point,
        (cols, rows): (i8, i8),
    ) -> impl Iterator<Item = Point> + use<'_, ROW> {
        (0..ROW as i8)
            .filter_map(move |k| {
                let col = first.col() as i8 + k * cols;
                let row = first.row() as i8 + k * rows;
                Point::new(col as u8, row as u8)
            })
            .filter(|&point| self.cells[self.index(point)].is_none())
    }

    /// The lines through a point, as indices of direction and first point.
    fn starts_through(&self, point: Point) -> impl Iterator<Item = (usize, usize)> + use<ROW> {
        let index = self.index(point) as isize;
        let size = self.size as i8;
        let (col, row) = (point.col() as i8, point.row() as i8);
        let last = ROW as i8 - 1;
        LINES
            .into_iter()
            .enumerate()
            .flat_map(move |(d, (cols, rows))| {
                // Steps to the edge, backward and forward.
                let room = |cols: i8, rows: i8| {
                    let along = |at: i8, step: i8| match step {
                        0 => i8::MAX,
                        1 => size - 1 - at,
                        _ => at,
                    };
                    along(col, cols).min(along(row, rows)).min(last)
                };
                let back = room(-cols, -rows);
                let ahead = room(cols, rows);
                let step = isize::from(rows) * isize::from(size) + isize::from(cols);
                (last - ahead..=back).map(move |k| (d, (index - isize::from(k) * step) as usize))
            })
    }

    fn mark_near(&mut self, point: Point) {
        for rows in -NEAR..=NEAR {
            for cols in -NEAR..=NEAR {
                let col = point.col() as i8 + cols;
                let row = point.row() as i8 + rows;
                let range = 0..self.size as i8;
                if range.contains(&col) && range.contains(&row) {
                    self.near[row as usize * usize::from(self.size) + col as usize] = true;
                }
            }
        }
    }

    /// Length of the unbroken run of a color next to a point.
    fn run(&self, point: Point, color: Color, cols: i8, rows: i8) -> usize {
        (1..)
            .take_while(|&count| self.cell(point, count, cols, rows) == Some(Some(color)))
            .count()
    }

    /// What lies this many steps from a point, if that is on the board.
    fn cell(&self, point: Point, count: i8, cols: i8, rows: i8) -> Option<Option<Color>> {
        let range = 0..self.size as i8;
        let col = point.col() as i8 + count * cols;
        let row = point.row() as i8 + count * rows;
        (range.contains(&col) && range.contains(&row))
            .then(|| self.cells[row as usize * usize::from(self.size) + col as usize])
    }
}

/// A random number for each stone on each point.
static STONE_HASHES: [[u64; 2]; CELLS] = {
    let mut hashes = [[0; 2]; CELLS];
    let mut dice = Dice::new(0);
    let mut i = 0;
    while i < CELLS * 2 {
        hashes[i / 2][i % 2] = dice.roll();
        i += 1;
    }
    hashes
};
