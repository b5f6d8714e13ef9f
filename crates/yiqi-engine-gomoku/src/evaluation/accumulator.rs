//! The network's first layers, updated stone by stone.

use std::ops::Range;

use yiqi_rules::{ByColor, Color, GomokuRules};

use crate::board::{Board, Lines};
use crate::head::{HeadOutput, Pooled, Regions};
use crate::line_index::{LineIndices, REACH, line_indices};
use crate::point_index::{Bitboard, Direction, PointIndex, STRIDE};
use crate::simd::{BLOCK, Vector};
use crate::weights::{Head, Lanes, Network, WIDTH, WIDTH_BLOCKS};

/// Points per row of the padded board: one before the board, at least one after it.
const ROW: usize = STRIDE;
/// Points of the padded board.
const PADDED: usize = ROW * ROW;

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
    /// The points of the padded board whose convolution is out of date: a bit per column of each row.
    stale: [u32; ROW],
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
            stale: std::array::from_fn(|row| if row < size + 1 { bits(1..size + 1) } else { 0 }),
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
            accumulator.features[padded(at)] = sums.clamp().quadruple();
        }
        accumulator.convolve::<Lanes>(network, size);
        let pooled = accumulator.pooled::<Lanes>();
        let minus_empty = std::array::from_fn(|down| {
            std::array::from_fn(|right| {
                let region = pooled.region::<Lanes>(down, right);
                region.map(|block| Lanes::block(block).map(|sum| -sum))
            })
        });
        accumulator.minus_empty = minus_empty;
        accumulator
    }

    /// The features of a point before the convolution, times four, and after it.
    #[inline(always)]
    pub(super) fn point(&self, at: PointIndex) -> (&Lanes, &Lanes) {
        let index = padded(at) % PADDED;
        (&self.features[index], &self.convolved[index])
    }

    /// Brings the accumulator up to date with a board.
    #[inline(always)]
    pub(super) fn update<V: Vector>(&mut self, board: &Board, network: &Network) {
        let indices = line_indices();
        let mut is_changed = false;
        for color in Color::BOTH {
            let old = std::mem::replace(&mut self.stones[color], board.stones()[color]);
            let new = self.stones[color];
            // Lists the rows that differ without branches, which could not be predicted.
            let mut rows = [0; STRIDE];
            let mut count = 0;
            for row in 0..self.size.min(STRIDE) {
                rows[count % STRIDE] = row as u8;
                count += usize::from(old.0[row] != new.0[row]);
            }
            is_changed |= count > 0;
            for &row in &rows[..count % STRIDE] {
                let row = usize::from(row) % STRIDE;
                let mut rest = old.0[row] ^ new.0[row];
                while rest != 0 {
                    let at = PointIndex::at(rest.trailing_zeros() as usize, row);
                    rest &= rest - 1;
                    self.mark_stale(at);
                    self.update_line::<V>(at, Direction::Horizontal, board, network, indices);
                    self.update_line::<V>(at, Direction::Vertical, board, network, indices);
                    self.update_line::<V>(at, Direction::Falling, board, network, indices);
                    self.update_line::<V>(at, Direction::Rising, board, network, indices);
                }
            }
        }
        if is_changed {
            self.output = None;
            // For the most common sizes, the compiler unrolls the loops over columns.
            match self.size {
                15 => self.convolve::<V>(network, 15),
                20 => self.convolve::<V>(network, 20),
                size => self.convolve::<V>(network, size),
            }
        }
    }

    /// Marks the points whose convolution depends on the lines through a point.
    #[inline(always)]
    fn mark_stale(&mut self, at: PointIndex) {
        let [rows, columns] = [at.row(), at.col()].map(|place| {
            // A line reaches this far, and the convolution one further.
            let first = (place + 1).saturating_sub(REACH + 1).max(1);
            first..(place + REACH + 3).min(self.size + 1)
        });
        let columns = bits(columns);
        for stale in &mut self.stale[rows] {
            *stale |= columns;
        }
    }

    /// Brings a line through a changed point up to date.
    #[inline(always)]
    fn update_line<V: Vector>(
        &mut self,
        at: PointIndex,
        direction: Direction,
        board: &Board,
        network: &Network,
        indices: &LineIndices,
    ) {
        let (line, center) = at.place(direction);
        let after = seen_by(self.color, board.lines()[direction as usize][line % 64]);
        let before = std::mem::replace(&mut self.lines[direction as usize][line % 64], after);
        let changed = before ^ after;
        if changed == 0 {
            // Another changed point was on this line, too.
            return;
        }
        let lowest = changed.trailing_zeros() as usize / 2 - 5;
        let highest = 26 - changed.leading_zeros() as usize / 2;
        let first = lowest.saturating_sub(REACH);
        let end = (highest + REACH + 1).min(self.size);
        let (mut before, mut after) = (before >> (2 * first), after >> (2 * first));
        let step = direction.step();
        let mut near = padded(at).wrapping_add_signed(step * (first as isize - center as isize));
        let lines = &network.lines[..];
        let (sums, features) = (&mut *self.sums, &mut *self.features);
        // Places beyond the end of a diagonal have the same index before and after.
        for _ in first..end {
            let old = V::load(&lines[usize::from(indices[window(before, 0)])]);
            let new = V::load(&lines[usize::from(indices[window(after, 0)])]);
            let sums = &mut sums[near % PADDED];
            let sum = V::load(sums).plus(new.minus(old));
            sum.store(sums);
            sum.clamp().quadruple().store(&mut features[near % PADDED]);
            near = near.wrapping_add_signed(step);
            before >>= 2;
            after >>= 2;
        }
    }

    /// Recomputes the convolution of stale points.
    #[inline(always)]
    fn convolve<V: Vector>(&mut self, network: &Network, size: usize) {
        let size = size.min(ROW - 2);
        let [first, second, third] = thirds(size);
        let kernel = Kernel::<V>::new(network);
        for row in 1..size + 1 {
            let stale = std::mem::take(&mut self.stale[row]);
            if stale == 0 {
                continue;
            }
            let rows = [row - 1, row, row + 1].map(|row| {
                let points = &self.features[row * ROW..row * ROW + ROW];
                <&[Lanes; ROW]>::try_from(points).expect("a row is that long")
            });
            let convolved = &mut self.convolved[row * ROW..row * ROW + ROW];
            let start = stale.trailing_zeros() as usize;
            let end = (32 - stale.leading_zeros() as usize).min(ROW - 1);
            kernel.convolve(rows, start.max(1)..end, convolved);
            let totals = &mut self.row_totals[row];
            let mut max = V::load(&Lanes::ZERO);
            pool(&convolved[first.clone()], &mut max).store(&mut totals[0]);
            pool(&convolved[second.clone()], &mut max).store(&mut totals[1]);
            pool(&convolved[third.clone()], &mut max).store(&mut totals[2]);
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

/// The weights of the convolution.
#[derive(Clone, Copy)]
struct Kernel<V> {
    own: V,
    orthogonal: V,
    diagonal: V,
    bias: V,
}

impl<V: Vector> Kernel<V> {
    #[inline(always)]
    fn new(network: &Network) -> Kernel<V> {
        let bias = V::load(&network.bias);
        Kernel {
            own: V::load(&network.convolution[0]),
            orthogonal: V::load(&network.convolution[1]),
            diagonal: V::load(&network.convolution[2]),
            bias: bias.plus(bias).plus(V::load(&ROUNDING)),
        }
    }

    /// Convolves these columns of the middle one of three rows.
    #[inline(always)]
    fn convolve(self, rows: [&[Lanes; ROW]; 3], columns: Range<usize>, convolved: &mut [Lanes]) {
        let mut left = Column::<V>::at(rows, columns.start - 1);
        let mut middle = Column::<V>::at(rows, columns.start);
        for col in columns {
            let right = Column::at(rows, col + 1);
            let orthogonals = left.here.plus(right.here).plus(middle.vertical);
            let diagonals = left.vertical.plus(right.vertical);
            // Features times four make the products twice as large as they are, which reduces rounding errors.
            let sum = middle.here.times(self.own);
            let sum = sum.plus(orthogonals.times(self.orthogonal));
            let sum = sum.plus(diagonals.times(self.diagonal));
            let features = sum.plus(self.bias).half().clamp();
            features.store(&mut convolved[col]);
            (left, middle) = (middle, right);
        }
    }
}

/// A point of a row, and the sum of those above and below it.
#[derive(Clone, Copy)]
struct Column<V> {
    here: V,
    vertical: V,
}

impl<V: Vector> Column<V> {
    #[inline(always)]
    fn at([above, here, below]: [&[Lanes; ROW]; 3], col: usize) -> Column<V> {
        Column {
            here: V::load(&here[col]),
            vertical: V::load(&above[col]).plus(V::load(&below[col])),
        }
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

/// The sum of the features of points, which also raise the maximum.
#[inline(always)]
fn pool<V: Vector>(points: &[Lanes], max: &mut V) -> V {
    let mut total = V::load(&Lanes::ZERO);
    for features in points {
        total = total.plus(V::load(features));
        *max = max.max(V::load(features));
    }
    total
}

/// A range as a set of bits.
#[inline(always)]
fn bits(range: Range<usize>) -> u32 {
    (1 << range.end) - (1 << range.start)
}

/// A line of the board with 1 for own stones and 2 for the opponent's.
#[inline(always)]
fn seen_by(color: Color, line: u64) -> u64 {
    const EVEN_BITS: u64 = 0x5555_5555_5555_5555;
    match color {
        Color::Black => line,
        Color::White => (line & EVEN_BITS) << 1 | line >> 1 & EVEN_BITS,
    }
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
