//! The network's head: value and policy weights from the pooled board.
//!
//! Everything up to the last sum is integer arithmetic, so that all symmetries of a board and all
//! processors give the same value.

use std::ops::Range;

use crate::simd::{BLOCK, Vector};
use crate::weights::{
    FEATURE_BITS, FEATURE_MAX, FEATURE_SCALE, HEAD_INPUTS, HIDDEN, Head, LAYER_BITS, Lanes, Layer,
    POLICY_BITS, POLICY_MAX, POOL_BITS, PRODUCT_SCALE, REGION_KINDS, WIDTH, WIDTH_BLOCKS,
};

/// Sums over the nine regions of the board, row by row.
pub(crate) type Regions = [[[[i32; BLOCK]; WIDTH_BLOCKS]; 3]; 3];

/// The rows whose totals are added in 16 bits. The widest third has nine columns.
const SUMMED_ROWS: usize = 5;
const _: () = assert!(SUMMED_ROWS * 9 * FEATURE_MAX as usize <= u16::MAX as usize);

/// The whole board, pooled.
pub(crate) struct Pooled<'a> {
    /// Sums over each third of each row.
    pub(crate) row_totals: &'a [[Lanes; 3]],
    /// The rows of each third.
    pub(crate) thirds: [Range<usize>; 3],
    /// The sums over the regions of the empty board, negated.
    pub(crate) minus_empty: &'a Regions,
    /// Each feature's maximum over all points.
    pub(crate) max: Lanes,
}

impl Pooled<'_> {
    /// The sums over a region, minus those of the empty board.
    #[inline(always)]
    pub(crate) fn region<V: Vector>(&self, down: usize, right: usize) -> [V::Sums; WIDTH_BLOCKS] {
        let [low, high] = &self.minus_empty[down][right];
        let mut sums = [V::sums(low), V::sums(high)];
        for rows in self.row_totals[self.thirds[down].clone()].chunks(SUMMED_ROWS) {
            let mut sum = V::load(&Lanes::ZERO);
            for totals in rows {
                sum = sum.plus(V::load(&totals[right]));
            }
            sums = sum.add_to(sums);
        }
        sums
    }
}

/// What the head computed for a position.
#[derive(Clone, Copy)]
pub(crate) struct HeadOutput {
    inner: [i16; HIDDEN],
    /// The value for the side to move, in log-odds.
    pub(crate) value: f32,
}

impl HeadOutput {
    /// Runs the head up to the value.
    #[inline(always)]
    pub(crate) fn new<V: Vector>(head: &Head, pooled: &Pooled<'_>) -> HeadOutput {
        let mut totals = [V::sums(&[0; BLOCK]); WIDTH_BLOCKS];
        // By kind of region; there is only one center.
        let mut numbers = [[[0; WIDTH]; 4]; REGION_KINDS];
        let mut counts = [0; REGION_KINDS];
        for down in 0..3 {
            for right in 0..3 {
                let region = pooled.region::<V>(down, right);
                let kind = usize::from(down == 1) + usize::from(right == 1);
                let numbers = &mut numbers[kind][counts[kind]];
                counts[kind] += 1;
                for block in 0..WIDTH_BLOCKS {
                    totals[block] = V::add(totals[block], region[block]);
                    let numbers = &mut numbers[block * BLOCK..][..BLOCK];
                    narrow::<POOL_BITS>(&V::block(region[block]), numbers);
                }
            }
        }
        let [corners, edges, [center, ..]] = &numbers;
        let kinds = [
            apply_to_regions::<V, 4>(&head.regions[0], corners),
            apply_to_regions::<V, 4>(&head.regions[1], edges),
            apply_to_regions::<V, 1>(&head.regions[2], &[*center]),
        ];
        let mut all = [0; HEAD_INPUTS];
        let (all_totals, rest) = all.split_at_mut(WIDTH);
        let (all_kinds, all_max) = rest.split_at_mut(REGION_KINDS * BLOCK);
        let totals = [V::block(totals[0]), V::block(totals[1])];
        narrow::<POOL_BITS>(totals.as_flattened(), all_totals);
        narrow::<0>(kinds.as_flattened(), all_kinds);
        all_max.copy_from_slice(&pooled.max.0);
        let mut inner = [0; HIDDEN];
        let numbers = apply_relu::<V, _, _>(&head.inner, &all);
        narrow::<LAYER_BITS>(numbers.as_flattened(), &mut inner);
        let second = apply_relu::<V, _, _>(&head.second, &inner);
        let direct = dot(&totals, &head.direct) / (FEATURE_SCALE * (1 << POOL_BITS) as f32);
        let value = head.bias + direct + dot(&second, &head.outer) / PRODUCT_SCALE;
        HeadOutput { inner, value }
    }

    /// The policy weights of a point's features, before and after the convolution.
    #[inline(always)]
    pub(crate) fn policy_weights<V: Vector>(&self, head: &Head) -> [Lanes; 2] {
        /// Fractional bits that sums of products have beyond those of policy weights.
        const FINER: u32 = LAYER_BITS + FEATURE_BITS - POLICY_BITS;
        let numbers = apply::<V, _, _>(&head.policy, &self.inner);
        let mut weights = [Lanes::ZERO; 2];
        for (part, lanes) in weights.iter_mut().enumerate() {
            let numbers = &numbers.as_flattened()[part * WIDTH..][..WIDTH];
            for (weight, &number) in lanes.0.iter_mut().zip(numbers) {
                *weight = rounded::<FINER>(number).clamp(-POLICY_MAX, POLICY_MAX) as i16;
            }
        }
        weights
    }
}

/// Applies a layer.
#[inline(always)]
fn apply<V: Vector, const PAIRS: usize, const TO: usize>(
    layer: &Layer<PAIRS, TO>,
    from: &[i16],
) -> [[i32; BLOCK]; TO] {
    // Loops instead of `map`, whose closures would be compiled without the instruction set.
    let mut sums = [V::sums(&layer.bias[0]); TO];
    for (sum, bias) in sums.iter_mut().zip(&layer.bias) {
        *sum = V::sums(bias);
    }
    let pairs = &from.as_chunks::<2>().0[..PAIRS];
    for (pair, weights) in pairs.iter().zip(&layer.weights) {
        for (sum, weights) in sums.iter_mut().zip(weights) {
            *sum = V::add_products(*sum, *pair, weights);
        }
    }
    let mut blocks = [[0; BLOCK]; TO];
    for (block, sum) in blocks.iter_mut().zip(sums) {
        *block = V::block(sum);
    }
    blocks
}

/// Applies a layer to each of several regions, then ReLU, and adds the results.
#[inline(always)]
fn apply_to_regions<V: Vector, const COUNT: usize>(
    layer: &Layer<{ WIDTH / 2 }, 1>,
    regions: &[[i16; WIDTH]; COUNT],
) -> [i32; BLOCK] {
    let mut sums = [V::sums(&layer.bias[0]); COUNT];
    for (pair, [weights]) in layer.weights.iter().enumerate() {
        for (sum, numbers) in sums.iter_mut().zip(regions) {
            *sum = V::add_products(*sum, numbers.as_chunks::<2>().0[pair], weights);
        }
    }
    let mut total = [0; BLOCK];
    for sum in sums {
        for (total, number) in total.iter_mut().zip(V::block(sum)) {
            *total += rounded::<LAYER_BITS>(number.max(0));
        }
    }
    total
}

/// Applies a layer, then ReLU.
#[inline(always)]
fn apply_relu<V: Vector, const PAIRS: usize, const TO: usize>(
    layer: &Layer<PAIRS, TO>,
    from: &[i16],
) -> [[i32; BLOCK]; TO] {
    let mut blocks = apply::<V, PAIRS, TO>(layer, from);
    for number in blocks.as_flattened_mut() {
        *number = (*number).max(0);
    }
    blocks
}

/// Drops the last bits, rounding to nearest.
#[inline(always)]
fn rounded<const BITS: u32>(number: i32) -> i32 {
    (number + (1 << BITS >> 1)) >> BITS
}

/// Drops the last bits and saturates to 16 bits.
#[inline(always)]
fn narrow<const BITS: u32>(from: &[i32], to: &mut [i16]) {
    for (to, &number) in to.iter_mut().zip(from) {
        let number = rounded::<BITS>(number);
        *to = number.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
    }
}

/// The dot product, always summed in the same order.
#[inline(always)]
fn dot<const BLOCKS: usize>(
    numbers: &[[i32; BLOCK]; BLOCKS],
    weights: &[[f32; BLOCK]; BLOCKS],
) -> f32 {
    let mut sums = [0.0; BLOCK];
    for (numbers, weights) in numbers.iter().zip(weights) {
        for lane in 0..BLOCK {
            sums[lane] += numbers[lane] as f32 * weights[lane];
        }
    }
    fold::<8>(&mut sums);
    fold::<4>(&mut sums);
    fold::<2>(&mut sums);
    sums[0] + sums[1]
}

/// Adds the second half of the first lanes to the first half.
#[inline(always)]
fn fold<const HALF: usize>(sums: &mut [f32; BLOCK]) {
    for lane in 0..HALF {
        sums[lane] += sums[lane + HALF];
    }
}
