//! Judges positions and moves with the network.
//!
//! Each of the four lines through a point names a row of numbers by what lies on its nine places; their
//! sum, cut off at both ends, describes the point. Then the point's neighbours count in, number by number.
//! Of the board as a whole the sums of that are seen, over all and over nine regions, and the most of each
//! number. They give the value of the position, and tell which numbers of a point make a move there
//! promising. A stone changes only the lines that it lies on, so the sums of points are brought up to
//! date, not recomputed.

use std::ops::Range;
use std::sync::Arc;

use yiqi_rules::GomokuRules;

use crate::board::{Board, DIRECTIONS, Rows, STRIDE, place};
use crate::head::{HeadOutput, Pooled, Regions};
use crate::line_index::{REACH, line_indices};
use crate::moves::Candidate;
use crate::simd::{BLOCK, SimdLevel, SimdTask, Vector};
use crate::value::UNIT;
use crate::weights::{
    FEATURE_SCALE, Head, Lanes, Network, POLICY_BITS, WIDTH, WIDTH_BLOCKS, Weights,
};

/// Places in a row: one before the board, at least one after it.
const ROW: usize = STRIDE;
const ROOM: usize = ROW * ROW;

/// A unit of promise is a hundredth of a logarithm of the odds.
const POLICY_UNIT: i64 = 100;

/// Judges the positions of one game.
#[derive(Clone)]
pub(crate) struct Evaluator {
    weights: Arc<Weights>,
    rules: GomokuRules,
    simd: SimdLevel,
    accumulators: [Accumulator; 2],
}

/// How the board looks to one side when it moves.
#[derive(Clone)]
struct Accumulator {
    side: usize,
    size: usize,
    /// The stones that the sums are of.
    stones: [Rows; 2],
    /// The lines with these stones, as on the board, but 1 for own and 2 for the other side's.
    lines: [[u64; 64]; DIRECTIONS],
    sums: Box<[Lanes; ROOM]>,
    /// The numbers of points before and after neighbours count in.
    features: Box<[Lanes; ROOM]>,
    convolved: Box<[Lanes; ROOM]>,
    /// What the points of each row add up to, in each third of it.
    row_totals: [[Lanes; 3]; ROW],
    /// The most of each number in a row.
    row_max: [Lanes; ROW],
    /// Rows in which neighbours must be counted in anew, from the first to before the last.
    stale: (usize, usize),
    /// The sums over the regions of the empty board.
    empty_totals: Regions,
    /// What the head made of this, once it was asked.
    output: Option<HeadOutput>,
}

impl Evaluator {
    /// Judges games on boards of this size under these rules.
    pub(crate) fn new(weights: Arc<Weights>, board: &Board) -> Evaluator {
        Evaluator::with_simd(weights, board, SimdLevel::best())
    }

    fn with_simd(weights: Arc<Weights>, board: &Board, simd: SimdLevel) -> Evaluator {
        let rules = board.rules();
        let accumulators =
            [0, 1].map(|side| Accumulator::new(side, board.size(), weights.of(rules, side)));
        Evaluator {
            weights,
            rules,
            simd,
            accumulators,
        }
    }

    /// The value for the side to move, in units of search.
    pub(crate) fn value(&mut self, board: &Board) -> i32 {
        let network = self.weights.of(self.rules, board.turn());
        let accumulator = &mut self.accumulators[board.turn()];
        let value = self.simd.run(Value {
            board,
            network,
            accumulator,
        });
        (value * UNIT) as i32
    }

    /// Finds out how promising moves of the side to move are.
    pub(crate) fn policy(&mut self, board: &Board, moves: &mut [Candidate]) {
        let network = self.weights.of(self.rules, board.turn());
        let accumulator = &mut self.accumulators[board.turn()];
        self.simd.run(Policy {
            board,
            network,
            accumulator,
            moves,
        });
    }
}

/// Asks for the value of a position.
struct Value<'a> {
    board: &'a Board,
    network: &'a Network,
    accumulator: &'a mut Accumulator,
}

impl SimdTask for Value<'_> {
    type Output = f32;

    #[inline(always)]
    fn run<V: Vector>(self) -> f32 {
        self.accumulator.look::<V>(self.board, self.network);
        self.accumulator.output::<V>(&self.network.head).value
    }
}

/// Asks for the promise of moves.
struct Policy<'a> {
    board: &'a Board,
    network: &'a Network,
    accumulator: &'a mut Accumulator,
    moves: &'a mut [Candidate],
}

impl SimdTask for Policy<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self) {
        self.accumulator.look::<V>(self.board, self.network);
        let output = self.accumulator.output::<V>(&self.network.head);
        let [feature_weights, convolved_weights] = &output.policy_weights::<V>(&self.network.head);
        for candidate in self.moves {
            let at = room(usize::from(candidate.at)) % ROOM;
            let features =
                V::load(&self.accumulator.features[at]).products(V::load(feature_weights));
            let convolved =
                V::load(&self.accumulator.convolved[at]).products(V::load(convolved_weights));
            let sum = V::sum(features, convolved);
            let one = (FEATURE_SCALE as i64) << POLICY_BITS;
            candidate.policy = (i64::from(sum) * POLICY_UNIT / one) as i32;
        }
    }
}

impl Accumulator {
    fn new(side: usize, size: usize, network: &Network) -> Accumulator {
        let board = Board::empty(size, GomokuRules::Freestyle);
        let mut accumulator = Accumulator {
            side,
            size,
            stones: [*board.stones(0), *board.stones(1)],
            lines: *board.lines(),
            sums: boxed(),
            features: boxed(),
            convolved: boxed(),
            row_totals: [[Lanes::ZERO; 3]; ROW],
            row_max: [Lanes::ZERO; ROW],
            stale: (1, size + 1),
            empty_totals: [[[[0; BLOCK]; WIDTH_BLOCKS]; 3]; 3],
            output: None,
        };
        let numbers = line_indices();
        for at in board.all_points() {
            let sums = &mut accumulator.sums[room(at)];
            for direction in 0..DIRECTIONS {
                let (line, middle) = place(at, direction);
                let number = numbers[window(accumulator.lines[direction][line], middle)];
                *sums = sums.plus(network.lines[usize::from(number)]);
            }
            accumulator.features[room(at)] = sums.clamp();
        }
        accumulator.mix::<Lanes>(network);
        accumulator.empty_totals = accumulator.totals::<Lanes>();
        accumulator
    }

    /// Brings the accumulator up to date with a board.
    #[inline(always)]
    fn look<V: Vector>(&mut self, board: &Board, network: &Network) {
        for color in 0..2 {
            for row in 0..self.size {
                let mut changed = self.stones[color][row] ^ board.stones(color)[row];
                while changed != 0 {
                    let col = changed.trailing_zeros() as usize;
                    changed &= changed - 1;
                    self.toggle::<V>(row * STRIDE + col, color, network);
                }
            }
            self.stones[color] = *board.stones(color);
        }
        self.mix::<V>(network);
    }

    /// Puts a stone on a point or takes it off.
    #[inline(always)]
    fn toggle<V: Vector>(&mut self, at: usize, color: usize, network: &Network) {
        let row = at / STRIDE + 1;
        self.stale.0 = self.stale.0.min(row.saturating_sub(REACH + 1).max(1));
        self.stale.1 = self.stale.1.max((row + REACH + 2).min(self.size + 1));
        let numbers = line_indices();
        // Empty is 3; one bit less makes it own, the other the other side's.
        let bits = if color == self.side { 0b10 } else { 0b01 };
        for (direction, step) in ROOM_STEPS.into_iter().enumerate() {
            let (line, middle) = place(at, direction);
            let before = self.lines[direction][line & 63];
            let after = before ^ bits << (2 * middle + 10);
            self.lines[direction][line & 63] = after;
            let first = middle.saturating_sub(REACH);
            let last = (middle + REACH).min(self.size - 1);
            let mut near = (room(at) as isize - step * (middle - first) as isize) as usize;
            // Places beyond the end of a diagonal have the same number before and after.
            for place in first..=last {
                let [old, new] = [before, after].map(|line| {
                    let number = numbers[window(line, place)];
                    V::load(&network.lines[usize::from(number)])
                });
                let near_sums = &mut self.sums[near % ROOM];
                let sums = V::load(near_sums).plus(new.minus(old));
                sums.store(near_sums);
                sums.clamp().store(&mut self.features[near % ROOM]);
                near = (near as isize + step) as usize;
            }
        }
    }

    /// Lets neighbours count in where something changed.
    #[inline(always)]
    fn mix<V: Vector>(&mut self, network: &Network) {
        let [own, next, diagonal] = [0, 1, 2].map(|part| V::load(&network.convolution[part]));
        let bias = V::load(&network.bias);
        let bias = bias.plus(bias).plus(V::load(&ROUNDING));
        let (first, end) = std::mem::replace(&mut self.stale, (ROW, 0));
        if first < end {
            self.output = None;
        }
        let thirds = thirds(self.size);
        for row in first..end.min(ROW - 1) {
            let [above, here, below] = [row - 1, row, row + 1].map(|row| {
                let points = &self.features[row * ROW..row * ROW + ROW];
                <&[Lanes; ROW]>::try_from(points).expect("a row is that long")
            });
            let convolved = &mut self.convolved[row * ROW..row * ROW + ROW];
            let mut max = V::load(&Lanes::ZERO);
            // A point, and what lies above and below it, for three columns at a time.
            let column = |col: usize| {
                let beside = V::load(&above[col]).plus(V::load(&below[col]));
                (V::load(&here[col]), beside)
            };
            let (mut left, mut middle) = (column(0), column(1));
            for (third, row_total) in thirds.iter().zip(&mut self.row_totals[row]) {
                let mut total = V::load(&Lanes::ZERO);
                for col in third.clone() {
                    let right = column(col + 1);
                    let nexts = left.0.plus(right.0).plus(middle.1);
                    let diagonals = left.1.plus(right.1);
                    // Products are in halves, so that little is lost by rounding.
                    let sum = middle.0.times(own).plus(nexts.times(next));
                    let sum = sum.plus(diagonals.times(diagonal)).plus(bias);
                    let cut = sum.half().clamp();
                    cut.store(&mut convolved[col]);
                    total = total.plus(cut);
                    max = max.max(cut);
                    (left, middle) = (middle, right);
                }
                total.store(row_total);
            }
            max.store(&mut self.row_max[row]);
        }
    }

    /// The sums over the regions of the board.
    #[inline(always)]
    fn totals<V: Vector>(&self) -> Regions {
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

    /// What the head thinks of the position.
    #[inline(always)]
    fn output<V: Vector>(&mut self, head: &Head) -> HeadOutput {
        if let Some(output) = self.output {
            return output;
        }
        let mut seen = Pooled {
            regions: self.totals::<V>(),
            max: self.max::<V>(),
        };
        let empty = self.empty_totals.as_flattened().as_flattened();
        let regions = seen.regions.as_flattened_mut().as_flattened_mut();
        for (sums, empty) in regions.iter_mut().zip(empty) {
            for (sum, empty) in sums.iter_mut().zip(empty) {
                *sum -= empty;
            }
        }
        *self.output.insert(HeadOutput::new::<V>(head, &seen))
    }

    /// The most of each number on the board.
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
}

/// The rows, or columns, of each third of the board.
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

/// What a step adds to a place in the room, by direction.
const ROOM_STEPS: [isize; DIRECTIONS] = [1, ROW as isize, ROW as isize + 1, 1 - ROW as isize];

/// A point's place in the room.
#[inline(always)]
fn room(at: usize) -> usize {
    at + ROW + 1
}

/// The nine places of a line around one of them.
#[inline(always)]
fn window(line: u64, place: usize) -> usize {
    (line >> (2 * place + 2)) as usize & 0x3_ffff
}

/// Makes up for what three products lose and for what halving loses.
const ROUNDING: Lanes = Lanes([2; WIDTH]);

fn boxed() -> Box<[Lanes; ROOM]> {
    vec![Lanes::ZERO; ROOM]
        .into_boxed_slice()
        .try_into()
        .expect("it has that length")
}

#[cfg(test)]
mod tests {
    use yiqi_rules::{AnyPosition, Color, GameSpec, GomokuSpec, Opening};
    use yiqi_testkit::{Dice, random_cluster};

    use super::*;
    use crate::board::points;

    fn specs() -> impl Iterator<Item = GameSpec> {
        let sizes = [5, 9, 15, 20, 25].into_iter();
        sizes
            .flat_map(|size| {
                GomokuRules::ALL.map(|rules| GomokuSpec::new(size, rules, Opening::Free))
            })
            .flatten()
            .map(GameSpec::Gomoku)
    }

    /// What the evaluator says of a position: the value and the promise of all points near stones.
    fn opinion(evaluator: &mut Evaluator, board: &Board) -> (i32, Vec<i32>) {
        let mut moves: Vec<Candidate> = points(&board.near_points()).map(Candidate::at).collect();
        evaluator.policy(board, &mut moves);
        let policies = moves.iter().map(|candidate| candidate.policy).collect();
        (evaluator.value(board), policies)
    }

    #[test]
    fn what_follows_the_moves_is_what_is_counted_anew_with_all_instructions() {
        let mut dice = Dice::new(31);
        for spec in specs() {
            let setup = random_cluster(spec, &mut dice);
            let position = AnyPosition::from_setup(spec, &setup).unwrap();
            let mut board = Board::new(&position, Color::Black).unwrap();
            let mut evaluators: Vec<Evaluator> = SimdLevel::all()
                .into_iter()
                .map(|simd| Evaluator::with_simd(Weights::built_in(), &board, simd))
                .collect();
            let mut count = 0;
            for _ in 0..40 {
                if count > 0 && dice.below(3) == 0 || board.is_full() {
                    board.undo();
                    count -= 1;
                } else {
                    let empty: Vec<usize> = board.empty_points().collect();
                    board.play(*dice.pick(&empty));
                    count += 1;
                }
                if dice.below(3) > 0 {
                    continue;
                }
                let fresh = opinion(&mut Evaluator::new(Weights::built_in(), &board), &board);
                for evaluator in &mut evaluators {
                    assert_eq!(opinion(evaluator, &board), fresh, "{spec:?}");
                }
            }
        }
    }

    #[test]
    fn turned_and_mirrored_positions_have_the_same_value() {
        let mut dice = Dice::new(32);
        for spec in specs() {
            let setup = random_cluster(spec, &mut dice);
            let size = usize::from(spec.size());
            let original = Board::new(
                &AnyPosition::from_setup(spec, &setup).unwrap(),
                Color::White,
            );
            let original = original.unwrap();
            let mut turned = Board::empty(size, original.rules());
            for side in 0..2 {
                for at in points(original.stones(side)) {
                    let (row, col) = (at / STRIDE, at % STRIDE);
                    if turned.turn() != side {
                        turned.play(crate::board::PASS);
                    }
                    turned.play(col * STRIDE + size - 1 - row);
                }
            }
            if turned.turn() != original.turn() {
                turned.play(crate::board::PASS);
            }
            let value = |board: &Board| Evaluator::new(Weights::built_in(), board).value(board);
            assert_eq!(value(&turned), value(&original), "{spec:?}");
        }
    }
}
