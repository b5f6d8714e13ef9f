//! The evaluation: patterns on the board.
#![expect(
    unsafe_code,
    reason = "weight lookup is the innermost loop of the midgame search"
)]

use std::sync::{Arc, LazyLock};

use crate::board::{Board, squares};
use crate::patterns::{FEATURES, LANES, OFFSETS, WEIGHTS, features};
use crate::weights;

/// Weights are in fractions of a stone: this many make one.
pub const UNIT: i32 = 128;

/// Phases of the game, each with its own weights.
pub const PHASES: usize = 30;

/// The phase of a position with this many empty points: four points on, two phases, one for even
/// and one for odd numbers. Who gets the last move of a region matters too much to share weights.
#[inline(always)]
#[must_use]
pub const fn phase(empty_count: u32) -> usize {
    let pair = (60u32.saturating_sub(empty_count) / 4) as usize;
    let pair = if pair < PHASES / 2 {
        pair
    } else {
        PHASES / 2 - 1
    };
    2 * pair + (empty_count & 1) as usize
}

/// The stones on each feature, as base-3 numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Features(pub(crate) [u16; LANES]);

/// Feature updates and weights.
pub(crate) struct Evaluation {
    /// What a square contributes to each feature: a power of three, or 0.
    square: Box<[Features; 64]>,
    /// The largest value of each feature.
    largest: Features,
    weights: Weights,
}

/// The weight of each pattern configuration, in the order of [`crate::patterns::PATTERNS`] for each phase.
#[derive(Clone)]
pub struct Weights {
    values: Arc<[i16]>,
    /// Added to every position, by number of empty points.
    offsets: [i16; 61],
}

impl Weights {
    /// Weights for all phases, or `None` if the length is wrong.
    #[must_use]
    pub fn new(values: Vec<i16>, offsets: [i16; 61]) -> Option<Weights> {
        (values.len() == PHASES * WEIGHTS).then(|| Weights {
            values: values.into(),
            offsets,
        })
    }

    /// The weights of a phase, in fractions of a stone.
    #[must_use]
    pub fn of_phase(&self, phase: usize) -> &[i16] {
        &self.values[phase * WEIGHTS..][..WEIGHTS]
    }

    /// What is added to every position, by number of empty points, in fractions of a stone.
    #[must_use]
    pub fn offsets(&self) -> &[i16; 61] {
        &self.offsets
    }
}

/// The evaluation with the built-in weights.
pub(crate) fn built_in() -> Arc<Evaluation> {
    static BUILT_IN: LazyLock<Arc<Evaluation>> =
        LazyLock::new(|| Arc::new(Evaluation::new(weights::built_in())));
    Arc::clone(&BUILT_IN)
}

impl Evaluation {
    pub(crate) fn new(weights: Weights) -> Evaluation {
        let mut square = Box::new([Features([0; LANES]); 64]);
        let mut largest = Features([0; LANES]);
        for (lane, feature) in features().iter().enumerate() {
            let mut power = 1;
            for &point in &feature.squares {
                square[usize::from(point)].0[lane] = power;
                largest.0[lane] += 2 * power;
                power = power.wrapping_mul(3);
            }
        }
        Evaluation {
            square,
            largest,
            weights,
        }
    }

    /// The features of a board.
    pub(crate) fn features(&self, board: Board) -> Features {
        let mut features = Features([0; LANES]);
        for (set, digit) in [(board.empty(), 1), (board.opposing, 2)] {
            for square in squares(set) {
                let count = &self.square[square as usize];
                for lane in 0..LANES {
                    features.0[lane] += digit * count.0[lane];
                }
            }
        }
        features
    }

    /// The features after a stone on `square` that flips `flips`, from the opponent's side.
    #[inline(always)]
    pub(crate) fn after(&self, features: &Features, square: u32, flips: u64) -> Features {
        let mut after = Features([0; LANES]);
        let placed = &self.square[square as usize & 63];
        // An own stone counts 0, so placing one subtracts its empty point, and a flip subtracts an
        // opposing stone. Then the board is seen from the other side.
        for lane in 0..LANES {
            after.0[lane] = self.largest.0[lane]
                .wrapping_sub(features.0[lane])
                .wrapping_add(placed.0[lane]);
        }
        for flipped in squares(flips) {
            let count = &self.square[flipped as usize & 63];
            for lane in 0..LANES {
                after.0[lane] = after.0[lane].wrapping_add(count.0[lane] << 1);
            }
        }
        after
    }

    /// The features from the opponent's side.
    #[inline(always)]
    pub(crate) fn pass(&self, features: &Features) -> Features {
        let mut after = Features([0; LANES]);
        for lane in 0..LANES {
            after.0[lane] = self.largest.0[lane].wrapping_sub(features.0[lane]);
        }
        after
    }

    /// The value for the side to move, in fractions of a stone.
    #[inline(always)]
    pub(crate) fn fine(&self, features: &Features, empty_count: u32) -> i32 {
        let empty_count = empty_count.min(60);
        let weights = self.weights.of_phase(phase(empty_count));
        i32::from(self.weights.offsets[empty_count as usize]) + sum(weights, features)
    }

    /// The value for the side to move, in stones.
    #[inline(always)]
    pub(crate) fn value(&self, features: &Features, empty_count: u32) -> i32 {
        let fine = self.fine(features, empty_count);
        let rounded = (fine + UNIT / 2).div_euclid(UNIT);
        rounded.clamp(-MOST, MOST)
    }
}

/// The largest estimate: a wipeout is found by search, not estimated.
const MOST: i32 = 62;

/// The sum of the weights of all features.
///
/// Most weights are not in the nearest cache, so what matters is that all loads are under way
/// early. Left alone, the compiler computes the addresses in vector registers and takes them out
/// one by one, which costs more than the loads. So the features are read from memory, each offset
/// is part of an instruction, and four sums run side by side.
#[inline(always)]
fn sum(weights: &[i16], features: &Features) -> i32 {
    assert_eq!(weights.len(), WEIGHTS);
    let features = std::hint::black_box(features);
    let mut sums = [0; 4];
    macro_rules! add {
        ($($lane:literal)*) => {
            $({
                let index = OFFSETS[$lane] + usize::from(features.0[$lane]);
                debug_assert!(index < WEIGHTS);
                // SAFETY: a feature is a base-3 number with as many digits as its pattern has
                // points, so it is below the size of the pattern; the offset and size of every
                // pattern lie within the weights, whose number was checked.
                let weight = unsafe { weights.as_ptr().add(index).read_volatile() };
                sums[$lane % 4] += i32::from(weight);
            })*
        };
    }
    add!(
            0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
            16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
            32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47
            48 49 50 51 52 53 54 55 56 57 58 59 60 61
    );
    const { assert!(FEATURES == 62) };
    sums.iter().sum()
}
