//! The evaluation for boards of any size: patterns, and a few counts such as mobility.
//!
//! All weights depend on how full the board is. They were fitted to self-play games
//! (`train/wide-reversi`), for some sizes and both variants; other sizes use the nearest fitted one.
//! The configuration of each pattern is updated move by move, as in the engine for 8×8.

use super::bits::{Bits, Words};
use super::board::{Board, Geometry, kind};
use super::patterns::{self, CONFIGURATIONS, OFFSETS, PATTERNS, WEIGHTS};
use crate::patterns::rearranged;

/// The number of counts.
pub const COUNTS: usize = 8;

/// The number of phases, by how full the board is.
pub const PHASES: usize = 10;

/// Search values are in fractions of a stone: this many make one.
pub(crate) const UNIT: i32 = 16;

/// Weights of counts are in fractions of a stone: this many make one.
pub const COUNT_UNIT: i32 = 256;

/// Weights of patterns are in fractions of a stone: this many make one.
pub const PATTERN_UNIT: i32 = 16;

/// Depths for which the error of a search half as deep was measured; see [`Scale::errors`].
pub const ERRORS: usize = 4;

/// The depth of the first error.
pub const ERROR_DEPTH_MIN: u32 = 3;

/// The counts of a position.
pub type Counts = [i32; COUNTS];

/// The weights for one size and variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scale {
    /// The board size they were fitted for.
    pub size: u8,
    /// Whether fewer stones win.
    pub is_anti: bool,
    /// The weight of each count in each phase, in [`COUNT_UNIT`]ths of a stone.
    pub counts: [[i16; COUNTS]; PHASES],
    /// For each phase, the standard deviation, in 16ths of a stone, between searches of 3, 4, …
    /// plies and those of depth [`shallow`].
    pub errors: [[i16; ERRORS]; PHASES],
    /// The weights of all pattern configurations, phase by phase, in [`PATTERN_UNIT`]ths of a stone.
    pub patterns: Vec<i16>,
}

impl Scale {
    /// Weights to start from: mobility and corners only, without forward pruning.
    #[must_use]
    pub fn new(size: u8, is_anti: bool) -> Scale {
        // In anti-reversi, moves are worth as much, and corners must be avoided.
        let corner = if is_anti { -600 } else { 2000 };
        Scale {
            size,
            is_anti,
            counts: [[64, 64, 0, 0, corner, -corner, 0, 0]; PHASES],
            errors: [[0; ERRORS]; PHASES],
            patterns: vec![0; PHASES * WEIGHTS],
        }
    }
}

/// The depth of the search that predicts one of `depth` plies.
#[must_use]
pub const fn shallow(depth: u32) -> u32 {
    // Depths of the same parity agree best: the side that moved last looks too good.
    let half = depth / 2;
    if half % 2 == depth % 2 {
        half
    } else {
        half - 1
    }
}

/// The largest number of pattern copies, padded to whole registers.
const LANES: usize = 96;

/// Lanes whose weights are added up side by side.
const STRIDE: usize = 8;

/// The configuration of each pattern copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Configurations([u16; LANES]);

/// The evaluation for one board size.
pub(crate) struct Evaluation {
    /// What a point contributes to each configuration: a power of three, or 0.
    points: Vec<Configurations>,
    /// The configurations of the empty board, and their largest values: twice those of the empty
    /// board.
    none: Configurations,
    largest: Configurations,
    /// The weights of each lane begin here.
    offsets: [u32; LANES],
    /// The number of lanes in use, rounded up.
    lane_count: usize,
    /// Phase by phase, followed by a 0 for lanes not in use. Copies of a pattern that cover the same
    /// points are one lane here, and its weight is the sum of theirs.
    weights: Vec<i16>,
    counts: [[i32; COUNTS]; PHASES],
    pub(crate) errors: [[i32; ERRORS]; PHASES],
    /// The phase for each number of stones.
    phases: Vec<u8>,
}

impl Evaluation {
    /// The evaluation for a board of this size with weights that may be for another one.
    pub(crate) fn new(size: u8, scale: &Scale) -> Evaluation {
        let area = usize::from(size) * usize::from(size);
        let mut points = vec![Configurations([0; LANES]); area];
        let mut none = Configurations([0; LANES]);
        let mut offsets = [WEIGHTS as u32; LANES];
        let mut views: [Option<Vec<Vec<usize>>>; PATTERNS] = Default::default();
        let lanes = patterns::lanes(size);
        let lane_count = lanes.len().next_multiple_of(STRIDE);
        for (at, lane) in lanes.into_iter().enumerate() {
            offsets[at] = OFFSETS[lane.copy.pattern] as u32;
            let mut power = 1;
            for point in lane.copy.points {
                if let Some(point) = point {
                    points[point].0[at] = power;
                }
                none.0[at] += power;
                power = power.wrapping_mul(3);
            }
            views[lane.copy.pattern] = Some(lane.views);
        }
        Evaluation {
            points,
            none,
            largest: Configurations(none.0.map(|number| 2 * number)),
            offsets,
            lane_count,
            weights: folded(scale, &views),
            counts: scale.counts.map(|row| row.map(i32::from)),
            errors: scale.errors.map(|row| row.map(i32::from)),
            phases: (0..=area).map(|count| phase(count, area) as u8).collect(),
        }
    }

    /// The configurations of a board.
    pub(crate) fn configurations<B: Bits>(&self, board: Board<B>) -> Configurations {
        let mut numbers = self.none;
        board.own.each(|point| {
            for (number, power) in numbers.0.iter_mut().zip(self.points[point].0) {
                *number -= power;
            }
        });
        board.opposing.each(|point| {
            for (number, power) in numbers.0.iter_mut().zip(self.points[point].0) {
                *number += power;
            }
        });
        numbers
    }

    /// The configurations after a stone that flips `flips`, from the opponent's side.
    #[inline(always)]
    pub(crate) fn after<B: Bits>(
        &self,
        before: &Configurations,
        index: usize,
        flips: B,
    ) -> Configurations {
        // An own stone counts 0, so placing one subtracts its empty point, and a flip subtracts an
        // opposing stone. Then the board is seen from the other side.
        let mut flipped = Configurations([0; LANES]);
        flips.each(|point| {
            let powers = &self.points[point];
            for lane in 0..LANES {
                flipped.0[lane] = flipped.0[lane].wrapping_add(powers.0[lane]);
            }
        });
        let placed = &self.points[index];
        let mut after = Configurations([0; LANES]);
        for lane in 0..LANES {
            after.0[lane] = self.largest.0[lane]
                .wrapping_sub(before.0[lane])
                .wrapping_add(placed.0[lane])
                .wrapping_add(flipped.0[lane] << 1);
        }
        after
    }

    /// The configurations from the opponent's side.
    #[inline(always)]
    pub(crate) fn turned(&self, before: &Configurations) -> Configurations {
        let mut after = Configurations([0; LANES]);
        for lane in 0..LANES {
            after.0[lane] = self.largest.0[lane].wrapping_sub(before.0[lane]);
        }
        after
    }

    /// The phase of a position with this many stones.
    #[inline(always)]
    pub(crate) fn phase(&self, stone_count: i32) -> usize {
        usize::from(self.phases[stone_count as usize])
    }

    /// The value for the side to move, whose moves are `moves`, in [`UNIT`]ths of a stone.
    #[inline(always)]
    pub(crate) fn value<B: Bits>(
        &self,
        geometry: &Geometry<B>,
        board: Board<B>,
        configurations: &Configurations,
        moves: B,
    ) -> i32 {
        let phase = self.phase((board.own | board.opposing).count());
        let counted: i32 = counts(geometry, board, moves)
            .iter()
            .zip(&self.counts[phase])
            .map(|(count, weight)| count * weight)
            .sum();
        let sum = counted / (COUNT_UNIT / UNIT)
            + self.pattern_sum(phase, configurations) / (PATTERN_UNIT / UNIT);
        let most = (geometry.size * geometry.size) as i32 * UNIT;
        sum.clamp(-most, most)
    }

    /// The sum of the weights of all patterns.
    #[inline(always)]
    fn pattern_sum(&self, phase: usize, configurations: &Configurations) -> i32 {
        let weights = &self.weights[phase * (WEIGHTS + 1)..][..=WEIGHTS];
        // Most weights are not in the nearest cache; several sums let their loads overlap. The
        // numbers are read from memory, because the compiler would otherwise take them out of
        // vector registers one by one.
        let numbers = std::hint::black_box(configurations);
        let mut sums = [0; STRIDE];
        for from in (0..self.lane_count).step_by(STRIDE) {
            for (at, sum) in sums.iter_mut().enumerate() {
                let index = self.offsets[from + at] as usize + usize::from(numbers.0[from + at]);
                *sum += i32::from(weights[index]);
            }
        }
        sums.iter().sum()
    }
}

/// The weights for one size: for each configuration, the sum over all copies that cover the same
/// points.
fn folded(scale: &Scale, views: &[Option<Vec<Vec<usize>>>; PATTERNS]) -> Vec<i16> {
    let others: Vec<Option<Vec<Vec<u32>>>> = views
        .iter()
        .enumerate()
        .map(|(pattern, views)| {
            let numbers = |places: &Vec<usize>| {
                (0..CONFIGURATIONS[pattern])
                    .map(|number| rearranged(number, places) as u32)
                    .collect()
            };
            // The first view is the lane's own.
            Some(views.as_ref()?[1..].iter().map(numbers).collect())
        })
        .collect();
    let mut weights = Vec::with_capacity(PHASES * (WEIGHTS + 1));
    for phase in scale.patterns.chunks_exact(WEIGHTS) {
        let start = weights.len();
        weights.extend_from_slice(phase);
        weights.push(0);
        for (pattern, others) in others.iter().enumerate() {
            let from = &phase[OFFSETS[pattern]..][..CONFIGURATIONS[pattern]];
            for numbers in others.iter().flatten() {
                let into = &mut weights[start + OFFSETS[pattern]..];
                for (weight, &other) in into.iter_mut().zip(numbers) {
                    *weight = weight.saturating_add(from[other as usize]);
                }
            }
        }
    }
    weights
}

/// The phase, by how full the board is.
const fn phase(stone_count: usize, area: usize) -> usize {
    let phase = stone_count * PHASES / area;
    if phase < PHASES { phase } else { PHASES - 1 }
}

/// The counts of a position, for the side to move minus the opponent; `moves` are those of the side
/// to move.
#[inline(always)]
pub(crate) fn counts<B: Bits>(geometry: &Geometry<B>, board: Board<B>, moves: B) -> Counts {
    let Board { own, opposing } = board;
    let empty = geometry.empty(board);
    let replies = geometry.moves(board.pass());
    let (move_count, reply_count) = (moves.count(), replies.count());
    let near_empty = geometry.grown(empty);
    [
        move_count - reply_count,
        32 * (move_count - reply_count) / (move_count + reply_count + 2),
        (geometry.grown(opposing) & empty).count() - (geometry.grown(own) & empty).count(),
        (own & near_empty).count() - (opposing & near_empty).count(),
        (moves & geometry.corners).count(),
        (replies & geometry.corners).count(),
        8,
        8 * (empty.count() & 1),
    ]
}

/// Takes positions apart into what the weights are for; for fitting them.
pub struct Dissector {
    geometry: Geometry<Words<11>>,
    copies: Vec<patterns::PatternCopy>,
}

/// What the weights of a position are for.
pub struct Parts {
    /// The phase.
    pub phase: usize,
    /// The counts.
    pub counts: Counts,
}

impl Dissector {
    /// For positions on boards of this size.
    #[must_use]
    pub fn new(size: u8, is_anti: bool) -> Dissector {
        Dissector {
            geometry: Geometry::new(size, is_anti),
            copies: patterns::copies(size),
        }
    }

    /// The number of pattern weights of each position.
    #[must_use]
    pub fn pattern_count(&self) -> usize {
        self.copies.len()
    }

    /// The phase and the counts of a position. Adds the index of each of its pattern weights in a
    /// phase to `indices`.
    pub fn dissect(&self, position: &yiqi_rules::Reversi, indices: &mut Vec<u32>) -> Parts {
        debug_assert_eq!(u32::from(kind(position).0), self.geometry.size);
        let board = self.geometry.board_of(position);
        for copy in &self.copies {
            let mut number = 0;
            for point in copy.points.iter().rev() {
                let digit = match point {
                    Some(point) if board.own.meets(Words::bit(*point)) => 0,
                    Some(point) if board.opposing.meets(Words::bit(*point)) => 2,
                    _ => 1,
                };
                number = 3 * number + digit;
            }
            indices.push((OFFSETS[copy.pattern] + number) as u32);
        }
        let stone_count = (board.own | board.opposing).count() as usize;
        Parts {
            phase: phase(
                stone_count,
                (self.geometry.size * self.geometry.size) as usize,
            ),
            counts: counts(&self.geometry, board, self.geometry.moves(board)),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use yiqi_rules::{AnyPosition, Dice, GameSpec, Position, Reversi, ReversiSpec, Symmetry};

    use super::*;

    /// A scale with random pattern weights.
    fn random_scale(size: u8, seed: u64) -> Scale {
        let mut dice = Dice::new(seed);
        let mut scale = Scale::new(size, false);
        for weight in &mut scale.patterns {
            *weight = dice.below(65) as i16 - 32;
        }
        scale
    }

    /// The positions of a random game in which the side to move can place a stone.
    fn random_game(size: u8, seed: u64) -> Vec<Reversi> {
        let mut dice = Dice::new(seed);
        let spec = ReversiSpec::new(size, false).unwrap();
        let mut position = AnyPosition::new(GameSpec::Reversi(spec));
        let mut game = Vec::new();
        while position.turn().is_some() {
            if let AnyPosition::Reversi(reversi) = &position
                && !reversi.legal_points().is_empty()
            {
                game.push(reversi.clone());
            }
            let moves = position.legal_moves();
            let _ = position.play_unchecked(*dice.pick(&moves));
        }
        game
    }

    /// The value by definition: the weights of all copies, one by one.
    fn plain_value(scale: &Scale, position: &Reversi) -> i32 {
        let size = kind(position).0;
        let mut indices = Vec::new();
        let parts = Dissector::new(size, false).dissect(position, &mut indices);
        let patterns: i32 = indices
            .iter()
            .map(|&at| i32::from(scale.patterns[parts.phase * WEIGHTS + at as usize]))
            .sum();
        let counts: i32 = parts
            .counts
            .iter()
            .zip(scale.counts[parts.phase])
            .map(|(count, weight)| count * i32::from(weight))
            .sum();
        let most = i32::from(size) * i32::from(size) * UNIT;
        (counts / (COUNT_UNIT / UNIT) + patterns / (PATTERN_UNIT / UNIT)).clamp(-most, most)
    }

    fn fast_value<B: Bits>(evaluation: &Evaluation, position: &Reversi) -> i32 {
        let geometry = Geometry::<B>::new(kind(position).0, false);
        let board = geometry.board_of(position);
        let configurations = evaluation.configurations(board);
        evaluation.value(&geometry, board, &configurations, geometry.moves(board))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]

        #[test]
        fn the_value_is_the_sum_of_the_weights_of_all_copies(half in 2u8..=13, seed: u64) {
            let scale = random_scale(10, seed);
            let evaluation = Evaluation::new(2 * half, &scale);
            for position in random_game(2 * half, seed).iter().step_by(7) {
                let value = fast_value::<Words<11>>(&evaluation, position);
                prop_assert_eq!(value, plain_value(&scale, position));
                if half <= 5 {
                    prop_assert_eq!(value, fast_value::<u128>(&evaluation, position));
                }
            }
        }

        #[test]
        fn symmetric_positions_have_equal_values(half in 2u8..=7, seed: u64) {
            let evaluation = Evaluation::new(2 * half, &random_scale(10, seed));
            for position in random_game(2 * half, seed).iter().step_by(11) {
                let value = fast_value::<Words<4>>(&evaluation, position);
                for symmetry in Symmetry::ALL {
                    let AnyPosition::Reversi(turned) =
                        AnyPosition::Reversi(position.clone()).transformed(symmetry)
                    else {
                        unreachable!()
                    };
                    prop_assert_eq!(value, fast_value::<Words<4>>(&evaluation, &turned));
                }
            }
        }

        #[test]
        fn configurations_updated_by_moves_equal_those_of_the_board(half in 2u8..=7, seed: u64) {
            let size = 2 * half;
            let geometry = Geometry::<Words<4>>::new(size, false);
            let evaluation = Evaluation::new(size, &Scale::new(size, false));
            for position in random_game(size, seed) {
                let board = geometry.board_of(&position);
                let before = evaluation.configurations(board);
                prop_assert_eq!(
                    evaluation.turned(&before),
                    evaluation.configurations(board.pass())
                );
                geometry.moves(board).each(|index| {
                    let flips = geometry.flips(board, index);
                    let after = evaluation.configurations(board.play(index, flips));
                    assert_eq!(evaluation.after(&before, index, flips), after);
                });
            }
        }
    }

    #[test]
    fn every_size_has_room_for_its_patterns() {
        for size in (4..=26).step_by(2) {
            assert!(patterns::lanes(size).len() <= LANES);
        }
    }
}
