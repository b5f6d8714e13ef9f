//! The network's first layers, updated stone by stone.

use std::ops::Range;

use yiqi_rules::{ByColor, Color, GomokuRules};

use crate::board::{Board, Lines};
use crate::head::{HeadOutput, Pooled, Regions};
use crate::line_index::{REACH, line_indices};
use crate::point_index::{Bitboard, Direction, PointIndex, STRIDE};
use crate::simd::{BLOCK, Vector};
use crate::weights::{Head, Lanes, Network, WIDTH, WIDTH_BLOCKS};

/// Points per row of the padded board: one before the board, at least one after it.
const ROW: usize = STRIDE;
/// Points of the padded board.
const PADDED: usize = ROW * ROW;

/// No rows or columns: the identity for unions.
const NONE: Range<usize> = Range { start: ROW, end: 0 };

/// The smallest range that contains both.
#[inline(always)]
fn hull(one: &Range<usize>, other: &Range<usize>) -> Range<usize> {
    one.start.min(other.start)..one.end.max(other.end)
}

/// The state of the first layers for one side to move.
#[derive(Clone)]
pub(super) struct Accumulator {
    color: Color,
    size: usize,
    /// The accumulated stones.
    stones: ByColor<Bitboard>,
    /// The lines with these stones, encoded as on the board but with 1 for own and 2 for the opponent's.
    lines: [Lines; Direction::COUNT],
    /// The sum of each point's four lines.
    sums: Box<[Lanes; PADDED]>,
    /// The clamped sums: features before the convolution.
    features: Box<[Lanes; PADDED]>,
    /// Features after the convolution.
    convolved: Box<[Lanes; PADDED]>,
    /// Sums over each third of each row.
    row_totals: [[Lanes; 3]; ROW],
    /// Each feature's maximum in each row.
    row_max: [Lanes; ROW],
    /// Rows whose convolution is out of date,
    stale_rows: Range<usize>,
    /// and the columns in each of them.
    stale_columns: [Range<usize>; ROW],
    /// The sums over the regions of the empty board, negated.
    minus_empty: Regions,
    /// The head's output for these stones, once computed.
    output: Option<HeadOutput>,
}

impl Accumulator {
    pub(super) fn new(color: Color, size: usize, network: &Network) -> Accumulator {
        let board = Board::empty(size, GomokuRules::Freestyle);
        let mut accumulator = Accumulator {
            color,
            size,
            stones: *board.stones(),
            lines: *board.lines(),
            sums: boxed(),
            features: boxed(),
            convolved: boxed(),
            row_totals: [[Lanes::ZERO; 3]; ROW],
            row_max: [Lanes::ZERO; ROW],
            stale_rows: 1..size + 1,
            stale_columns: std::array::from_fn(|_| 1..size + 1),
            minus_empty: [[[[0; BLOCK]; WIDTH_BLOCKS]; 3]; 3],
            output: None,
        };
        let indices = line_indices();
        for at in board.all_points() {
            let sums = &mut accumulator.sums[padded(at)];
            for direction in Direction::ALL {
                let (line, place) = at.place(direction);
                let code = window(accumulator.lines[direction as usize][line], place);
                *sums = sums.plus(network.lines[usize::from(indices[code])]);
            }
            accumulator.features[padded(at)] = sums.clamp();
        }
        accumulator.convolve::<Lanes>(network);
        let pooled = accumulator.pooled::<Lanes>();
        let minus_empty = std::array::from_fn(|down| {
            std::array::from_fn(|right| {
                let region = pooled.region::<Lanes>(down, right);
                region.map(|block| block.map(|sum| -sum))
            })
        });
        accumulator.minus_empty = minus_empty;
        accumulator
    }

    /// The features of a point before and after the convolution.
    #[inline(always)]
    pub(super) fn point(&self, at: PointIndex) -> (&Lanes, &Lanes) {
        let index = padded(at) % PADDED;
        (&self.features[index], &self.convolved[index])
    }

    /// Brings the accumulator up to date with a board.
    #[inline(always)]
    pub(super) fn update<V: Vector>(&mut self, board: &Board, network: &Network) {
        for color in Color::BOTH {
            let changed = self.stones[color] ^ board.stones()[color];
            self.stones[color] = board.stones()[color];
            for (part, rows) in changed.0.as_chunks::<8>().0.iter().enumerate() {
                // Few rows differ, and eight are compared at once.
                if *rows == [0; 8] {
                    continue;
                }
                for (row, &bits) in rows.iter().enumerate() {
                    let mut rest = bits;
                    while rest != 0 {
                        let col = rest.trailing_zeros() as usize;
                        rest &= rest - 1;
                        self.toggle::<V>(PointIndex::at(col, 8 * part + row), color, network);
                    }
                }
            }
        }
        self.convolve::<V>(network);
    }

    /// Adds a stone or removes it.
    #[inline(always)]
    fn toggle<V: Vector>(&mut self, at: PointIndex, color: Color, network: &Network) {
        let [rows, columns] = [at.row(), at.col()].map(|place| {
            // A line reaches this far, and the convolution one further.
            let first = (place + 1).saturating_sub(REACH + 1).max(1);
            first..(place + REACH + 3).min(self.size + 1)
        });
        self.stale_rows = hull(&self.stale_rows, &rows);
        for stale in &mut self.stale_columns[rows] {
            *stale = hull(stale, &columns);
        }
        let indices = line_indices();
        let lines = &network.lines[..];
        // Empty is 3; these bits turn it into 1 or 2.
        let bits = if color == self.color { 0b10 } else { 0b01 };
        for direction in Direction::ALL {
            let (line, center) = at.place(direction);
            let line = &mut self.lines[direction as usize][line % 64];
            let before = *line;
            let after = before ^ bits << (2 * center + 10);
            *line = after;
            let first = center.saturating_sub(REACH);
            let last = (center + REACH).min(self.size - 1);
            let step = direction.step();
            let mut near = (padded(at) as isize - step * (center - first) as isize) as usize;
            // Places beyond the end of a diagonal have the same index before and after.
            for place in first..=last {
                let old = V::load(&lines[usize::from(indices[window(before, place)])]);
                let new = V::load(&lines[usize::from(indices[window(after, place)])]);
                let near_sums = &mut self.sums[near % PADDED];
                let sums = V::load(near_sums).plus(new.minus(old));
                sums.store(near_sums);
                sums.clamp().store(&mut self.features[near % PADDED]);
                near = (near as isize + step) as usize;
            }
        }
    }

    /// Recomputes the convolution of stale points.
    #[inline(always)]
    fn convolve<V: Vector>(&mut self, network: &Network) {
        let own = V::load(&network.convolution[0]);
        let orthogonal = V::load(&network.convolution[1]);
        let diagonal = V::load(&network.convolution[2]);
        let bias = V::load(&network.bias);
        let bias = bias.plus(bias).plus(V::load(&ROUNDING));
        let stale = std::mem::replace(&mut self.stale_rows, NONE);
        if stale.start < stale.end {
            self.output = None;
        }
        for row in stale.start..stale.end.min(ROW - 1) {
            let columns = std::mem::replace(&mut self.stale_columns[row], NONE);
            let columns = columns.start.max(1)..columns.end.min(ROW - 1);
            if columns.is_empty() {
                continue;
            }
            let rows = [row - 1, row, row + 1].map(|row| {
                let points = &self.features[row * ROW..row * ROW + ROW];
                <&[Lanes; ROW]>::try_from(points).expect("a row is that long")
            });
            let convolved = &mut self.convolved[row * ROW..row * ROW + ROW];
            let mut left = column::<V>(rows, columns.start - 1);
            let mut middle = column::<V>(rows, columns.start);
            for col in columns {
                let right = column::<V>(rows, col + 1);
                let orthogonals = left.0.plus(right.0).plus(middle.1);
                let diagonals = left.1.plus(right.1);
                // Products are doubled to reduce rounding errors.
                let sum = middle.0.times(own).plus(orthogonals.times(orthogonal));
                let sum = sum.plus(diagonals.times(diagonal)).plus(bias);
                sum.half().clamp().store(&mut convolved[col]);
                (left, middle) = (middle, right);
            }
            let mut max = V::load(&Lanes::ZERO);
            for (third, row_total) in thirds(self.size).into_iter().zip(&mut self.row_totals[row]) {
                let mut total = V::load(&Lanes::ZERO);
                for features in &convolved[third] {
                    total = total.plus(V::load(features));
                    max = max.max(V::load(features));
                }
                total.store(row_total);
            }
            max.store(&mut self.row_max[row]);
        }
    }

    /// What the head needs to know about the board.
    #[inline(always)]
    fn pooled<V: Vector>(&self) -> Pooled<'_> {
        Pooled {
            row_totals: &self.row_totals,
            thirds: thirds(self.size),
            minus_empty: &self.minus_empty,
            max: self.max::<V>(),
        }
    }

    /// Each feature's maximum over the board.
    #[inline(always)]
    fn max<V: Vector>(&self) -> Lanes {
        let mut max = V::load(&Lanes::ZERO);
        for row in &self.row_max[1..=self.size.min(ROW - 2)] {
            max = max.max(V::load(row));
        }
        let mut lanes = Lanes::ZERO;
        max.store(&mut lanes);
        lanes
    }

    /// The head's output for the current stones.
    #[inline(always)]
    pub(super) fn output<V: Vector>(&mut self, head: &Head) -> HeadOutput {
        if let Some(output) = self.output {
            return output;
        }
        let output = HeadOutput::new::<V>(head, &self.pooled::<V>());
        *self.output.insert(output)
    }
}

/// A point of the middle row, and the sum of those above and below it.
#[inline(always)]
fn column<V: Vector>([above, here, below]: [&[Lanes; ROW]; 3], col: usize) -> (V, V) {
    let vertical = V::load(&above[col]).plus(V::load(&below[col]));
    (V::load(&here[col]), vertical)
}

/// The rows, or columns, of each third of the padded board.
#[inline(always)]
fn thirds(size: usize) -> [Range<usize>; 3] {
    let size = size.min(ROW - 2);
    let third = (size + 1) / 3;
    [
        1..1 + third,
        1 + third..1 + size - third,
        1 + size - third..1 + size,
    ]
}

/// A point's index on the padded board.
#[inline(always)]
fn padded(at: PointIndex) -> usize {
    at.index() + ROW + 1
}

/// The code of the nine places of a line around one of them.
#[inline(always)]
fn window(line: u64, place: usize) -> usize {
    (line >> (2 * place + 2)) as usize & 0x3_ffff
}

/// Compensates for rounding down in three products and the halving.
const ROUNDING: Lanes = Lanes([2; WIDTH]);

fn boxed() -> Box<[Lanes; PADDED]> {
    vec![Lanes::ZERO; PADDED]
        .into_boxed_slice()
        .try_into()
        .expect("the length is PADDED")
}
