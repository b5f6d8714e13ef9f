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

/// No rows: the identity for unions.
const NO_ROWS: Range<usize> = Range { start: ROW, end: 0 };

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
    /// Rows whose convolution is out of date.
    stale: Range<usize>,
    /// The sums over the regions of the empty board.
    empty_totals: Regions,
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
            stale: 1..size + 1,
            empty_totals: [[[[0; BLOCK]; WIDTH_BLOCKS]; 3]; 3],
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
        accumulator.empty_totals = accumulator.region_totals::<Lanes>();
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
            for row in 0..self.size {
                let mut changed = self.stones[color].0[row] ^ board.stones()[color].0[row];
                while changed != 0 {
                    let col = changed.trailing_zeros() as usize;
                    changed &= changed - 1;
                    self.toggle::<V>(PointIndex::at(col, row), color, network);
                }
            }
            self.stones[color] = board.stones()[color];
        }
        self.convolve::<V>(network);
    }

    /// Adds a stone or removes it.
    #[inline(always)]
    fn toggle<V: Vector>(&mut self, at: PointIndex, color: Color, network: &Network) {
        let row = at.row() + 1;
        let first = row.saturating_sub(REACH + 1).max(1);
        let end = (row + REACH + 2).min(self.size + 1);
        self.stale = self.stale.start.min(first)..self.stale.end.max(end);
        let indices = line_indices();
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
                let [old, new] = [before, after].map(|line| {
                    let index = indices[window(line, place)];
                    V::load(&network.lines[usize::from(index)])
                });
                let near_sums = &mut self.sums[near % PADDED];
                let sums = V::load(near_sums).plus(new.minus(old));
                sums.store(near_sums);
                sums.clamp().store(&mut self.features[near % PADDED]);
                near = (near as isize + step) as usize;
            }
        }
    }

    /// Recomputes the convolution of stale rows.
    #[inline(always)]
    fn convolve<V: Vector>(&mut self, network: &Network) {
        let [own, orthogonal, diagonal] = [0, 1, 2].map(|part| V::load(&network.convolution[part]));
        let bias = V::load(&network.bias);
        let bias = bias.plus(bias).plus(V::load(&ROUNDING));
        let stale = std::mem::replace(&mut self.stale, NO_ROWS);
        if stale.start < stale.end {
            self.output = None;
        }
        let thirds = thirds(self.size);
        for row in stale.start..stale.end.min(ROW - 1) {
            let [above, here, below] = [row - 1, row, row + 1].map(|row| {
                let points = &self.features[row * ROW..row * ROW + ROW];
                <&[Lanes; ROW]>::try_from(points).expect("a row is that long")
            });
            let convolved = &mut self.convolved[row * ROW..row * ROW + ROW];
            let mut max = V::load(&Lanes::ZERO);
            // A point, and the sum of those above and below it, for three columns at a time.
            let column = |col: usize| {
                let vertical = V::load(&above[col]).plus(V::load(&below[col]));
                (V::load(&here[col]), vertical)
            };
            let (mut left, mut middle) = (column(0), column(1));
            for (third, row_total) in thirds.iter().zip(&mut self.row_totals[row]) {
                let mut total = V::load(&Lanes::ZERO);
                for col in third.clone() {
                    let right = column(col + 1);
                    let orthogonals = left.0.plus(right.0).plus(middle.1);
                    let diagonals = left.1.plus(right.1);
                    // Products are doubled to reduce rounding errors.
                    let sum = middle.0.times(own).plus(orthogonals.times(orthogonal));
                    let sum = sum.plus(diagonals.times(diagonal)).plus(bias);
                    let features = sum.half().clamp();
                    features.store(&mut convolved[col]);
                    total = total.plus(features);
                    max = max.max(features);
                    (left, middle) = (middle, right);
                }
                total.store(row_total);
            }
            max.store(&mut self.row_max[row]);
        }
    }

    /// The sums over the regions of the board.
    #[inline(always)]
    fn region_totals<V: Vector>(&self) -> Regions {
        let mut totals = [[[[0; BLOCK]; WIDTH_BLOCKS]; 3]; 3];
        for (third, totals) in thirds(self.size).into_iter().zip(&mut totals) {
            for row in third {
                for (part, total) in self.row_totals[row].iter().zip(totals.iter_mut()) {
                    V::load(part).add_to(total);
                }
            }
        }
        totals
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
        let mut pooled = Pooled {
            regions: self.region_totals::<V>(),
            max: self.max::<V>(),
        };
        let empty = self.empty_totals.as_flattened().as_flattened();
        let regions = pooled.regions.as_flattened_mut().as_flattened_mut();
        for (sums, empty) in regions.iter_mut().zip(empty) {
            for (sum, empty) in sums.iter_mut().zip(empty) {
                *sum -= empty;
            }
        }
        *self.output.insert(HeadOutput::new::<V>(head, &pooled))
    }
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
