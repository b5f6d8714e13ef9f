//! The last layers of the network: what they make of the whole board. They calculate with whole numbers up to the last sum,
//! so that the same board gives the same value however it is turned and with the instructions of any processor.

use crate::kernel::{BLOCK, Vector};
use crate::weights::{
    HIDDEN, Head, LAYER_BITS, Lanes, Layer, ONE, ONE_BITS, PRODUCT_ONE, PROMISE_BITS, PROMISE_MAX,
    REGION_KINDS, SEEN, SUM_BITS, WIDTH, WIDTH_BLOCKS,
};

/// Sums over the nine regions of the board, row by row.
pub(crate) type Regions = [[[[i32; BLOCK]; WIDTH_BLOCKS]; 3]; 3];

/// What is seen of the whole board.
pub(crate) struct Seen {
    /// What stones add to the sums over its regions.
    pub(crate) regions: Regions,
    /// The most of each number of points.
    pub(crate) most: Lanes,
}

/// What the head thinks of a position.
#[derive(Clone, Copy)]
pub(crate) struct Thought {
    inner: [i16; HIDDEN],
    /// The value for the side to move, in logarithms of the odds.
    pub(crate) value: f32,
}

impl Thought {
    /// What the head makes of what is seen.
    #[inline(always)]
    pub(crate) fn new<V: Vector>(head: &Head, seen: &Seen) -> Thought {
        let mut totals = [[0; BLOCK]; WIDTH_BLOCKS];
        let mut kinds = [[0; BLOCK]; REGION_KINDS];
        for (down, regions) in seen.regions.iter().enumerate() {
            for (right, region) in regions.iter().enumerate() {
                let sums = region.as_flattened();
                for (total, sum) in totals.as_flattened_mut().iter_mut().zip(sums) {
                    *total += sum;
                }
                let mut numbers = [0; WIDTH];
                shorten::<SUM_BITS>(sums, &mut numbers);
                let kind = usize::from(down == 1) + usize::from(right == 1);
                let [found] = apply::<V, _, _>(&head.regions[kind], &numbers);
                for (sum, number) in kinds[kind].iter_mut().zip(found) {
                    *sum += rounded::<LAYER_BITS>(number.max(0));
                }
            }
        }
        let mut all = [0; SEEN];
        let (all_totals, rest) = all.split_at_mut(WIDTH);
        let (all_kinds, all_most) = rest.split_at_mut(REGION_KINDS * BLOCK);
        shorten::<SUM_BITS>(totals.as_flattened(), all_totals);
        shorten::<0>(kinds.as_flattened(), all_kinds);
        all_most.copy_from_slice(&seen.most.0);
        let mut inner = [0; HIDDEN];
        let numbers = positive::<V, _, _>(&head.inner, &all);
        shorten::<LAYER_BITS>(numbers.as_flattened(), &mut inner);
        let second = positive::<V, _, _>(&head.second, &inner);
        let direct = product(&totals, &head.direct) / (ONE * (1 << SUM_BITS) as f32);
        let value = head.bias + direct + product(&second, &head.outer) / PRODUCT_ONE;
        Thought { inner, value }
    }

    /// The weights of the numbers of a point, before and after neighbours count, for the promise of a move there.
    #[inline(always)]
    pub(crate) fn promise_weights<V: Vector>(&self, head: &Head) -> [Lanes; 2] {
        /// By how much finer sums of products are.
        const FINER: u32 = LAYER_BITS + ONE_BITS - PROMISE_BITS;
        let numbers = apply::<V, _, _>(&head.promise, &self.inner);
        let mut weights = [Lanes::ZERO; 2];
        for (part, lanes) in weights.iter_mut().enumerate() {
            let numbers = &numbers.as_flattened()[part * WIDTH..][..WIDTH];
            for (weight, &number) in lanes.0.iter_mut().zip(numbers) {
                *weight = rounded::<FINER>(number).clamp(-PROMISE_MAX, PROMISE_MAX) as i16;
            }
        }
        weights
    }
}

/// What a layer makes of numbers.
#[inline(always)]
fn apply<V: Vector, const PAIRS: usize, const TO: usize>(
    layer: &Layer<PAIRS, TO>,
    from: &[i16],
) -> [[i32; BLOCK]; TO] {
    let mut sums = layer.bias.map(|bias| V::sums(&bias));
    let pairs = &from.as_chunks::<2>().0[..PAIRS];
    for (pair, weights) in pairs.iter().zip(&layer.weights) {
        for (sum, weights) in sums.iter_mut().zip(weights) {
            *sum = V::add_products(*sum, *pair, weights);
        }
    }
    sums.map(V::block)
}

/// The same, with what lies below 0 cut off.
#[inline(always)]
fn positive<V: Vector, const PAIRS: usize, const TO: usize>(
    layer: &Layer<PAIRS, TO>,
    from: &[i16],
) -> [[i32; BLOCK]; TO] {
    apply::<V, PAIRS, TO>(layer, from).map(|block| block.map(|number| number.max(0)))
}

/// A number without its last bits.
#[inline(always)]
fn rounded<const BITS: u32>(number: i32) -> i32 {
    (number + (1 << BITS >> 1)) >> BITS
}

/// Numbers without their last bits; those that are too large become as large as can be.
#[inline(always)]
fn shorten<const BITS: u32>(from: &[i32], to: &mut [i16]) {
    for (to, &number) in to.iter_mut().zip(from) {
        let number = rounded::<BITS>(number);
        *to = number.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
    }
}

/// The sum of products.
#[inline(always)]
fn product<const BLOCKS: usize>(
    numbers: &[[i32; BLOCK]; BLOCKS],
    weights: &[[f32; BLOCK]; BLOCKS],
) -> f32 {
    let mut sums = [0.0; BLOCK];
    for (numbers, weights) in numbers.iter().zip(weights) {
        for lane in 0..BLOCK {
            sums[lane] += numbers[lane] as f32 * weights[lane];
        }
    }
    for half in [8, 4, 2, 1] {
        for lane in 0..half {
            sums[lane] += sums[lane + half];
        }
    }
    sums[0]
}
