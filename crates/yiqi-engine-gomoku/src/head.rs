//! The last layers of the network: what they make of the whole board.

use crate::kernel::{BLOCK, Block, Vector};
use crate::weights::{
    HIDDEN_BLOCKS, Head, Lanes, Layer, ONE, PROMISE_MAX, PROMISE_ONE, REGION_KINDS, SEEN_BLOCKS,
    WIDTH, WIDTH_BLOCKS,
};

/// What is seen of the whole board.
pub(crate) struct Seen {
    /// What stones add to the sums over the nine regions of the board, row by row.
    pub(crate) regions: [[[Block; WIDTH_BLOCKS]; 3]; 3],
    /// The most of each number of points.
    pub(crate) most: Lanes,
}

/// What the head thinks of a position.
#[derive(Clone, Copy)]
pub(crate) struct Thought {
    inner: [Block; HIDDEN_BLOCKS],
    /// The value for the side to move, in logarithms of the odds.
    pub(crate) value: f32,
}

/// Numbers of this size have no digits beyond 1/256: what is added to it is rounded.
const ROUNDER: f32 = 49_152.0;

/// Numbers of this size have no digits beyond 1, and the last bits of theirs are those of what is added to it.
const WHOLE: f32 = 12_582_912.0;

impl Thought {
    /// What the head makes of what is seen.
    #[inline(always)]
    pub(crate) fn new<V: Vector>(head: &Head, seen: &Seen) -> Thought {
        let mut sums = [[0.0; BLOCK]; WIDTH_BLOCKS];
        let mut kinds = [[0.0; BLOCK]; REGION_KINDS];
        for (down, regions) in seen.regions.iter().enumerate() {
            for (right, region) in regions.iter().enumerate() {
                for block in 0..WIDTH_BLOCKS {
                    for lane in 0..BLOCK {
                        sums[block][lane] += region[block][lane];
                    }
                }
                let kind = usize::from(down == 1) + usize::from(right == 1);
                let [numbers] = positive::<V, _, _>(&head.regions[kind], region);
                // Rounded, they add up to the same in any order, however the board is turned.
                for lane in 0..BLOCK {
                    kinds[kind][lane] += (numbers[lane] + ROUNDER) - ROUNDER;
                }
            }
        }
        let mut all = [[0.0; BLOCK]; SEEN_BLOCKS];
        all[..WIDTH_BLOCKS].copy_from_slice(&sums);
        all[WIDTH_BLOCKS..][..REGION_KINDS].copy_from_slice(&kinds);
        let all_most = all[WIDTH_BLOCKS + REGION_KINDS..].as_flattened_mut();
        for (number, most) in all_most.iter_mut().zip(seen.most.0) {
            *number = f32::from(most) / ONE;
        }
        let inner = positive::<V, _, _>(&head.inner, &all);
        let second = positive::<V, _, _>(&head.second, &inner);
        let value = head.bias + product(&sums, &head.direct) + product(&second, &head.outer);
        Thought { inner, value }
    }

    /// The weights of the numbers of a point, before and after neighbours count, for the promise of a move there.
    #[inline(always)]
    pub(crate) fn promise_weights<V: Vector>(&self, head: &Head) -> [Lanes; 2] {
        let numbers = apply::<V, _, _>(&head.promise, &self.inner);
        let numbers = numbers.as_flattened();
        let mut weights = [Lanes::ZERO; 2];
        for (part, lanes) in weights.iter_mut().enumerate() {
            for (lane, weight) in lanes.0.iter_mut().enumerate() {
                let number = numbers[part * WIDTH + lane].clamp(-PROMISE_MAX, PROMISE_MAX);
                *weight = (number * PROMISE_ONE + WHOLE).to_bits() as i16;
            }
        }
        weights
    }
}

/// What a layer makes of numbers. Four sums at a time need not wait for each other.
#[inline(always)]
fn apply<V: Vector, const FROM: usize, const TO: usize>(
    layer: &Layer<FROM, TO>,
    from: &[Block; FROM],
) -> [Block; TO] {
    let mut to = layer.bias;
    for (block, to) in to.iter_mut().enumerate() {
        let zero = V::floats(&[0.0; BLOCK]);
        let mut sums = [V::floats(to), zero, zero, zero];
        for (numbers, weights) in from.iter().zip(&layer.weights) {
            for lane in 0..BLOCK {
                sums[lane % 4] =
                    V::add_product(sums[lane % 4], numbers[lane], &weights[lane][block]);
            }
        }
        *to = V::block(V::add(V::add(sums[0], sums[1]), V::add(sums[2], sums[3])));
    }
    to
}

/// The same, with what lies below 0 cut off.
#[inline(always)]
fn positive<V: Vector, const FROM: usize, const TO: usize>(
    layer: &Layer<FROM, TO>,
    from: &[Block; FROM],
) -> [Block; TO] {
    let mut to = apply::<V, FROM, TO>(layer, from);
    for number in to.as_flattened_mut() {
        *number = number.max(0.0);
    }
    to
}

/// The sum of products.
#[inline(always)]
fn product<const BLOCKS: usize>(numbers: &[Block; BLOCKS], weights: &[Block; BLOCKS]) -> f32 {
    let mut sums = [0.0; BLOCK];
    for (numbers, weights) in numbers.iter().zip(weights) {
        for lane in 0..BLOCK {
            sums[lane] += numbers[lane] * weights[lane];
        }
    }
    for half in [8, 4, 2, 1] {
        for lane in 0..half {
            sums[lane] += sums[lane + half];
        }
    }
    sums[0]
}
