//! Portable arithmetic, left to the compiler to vectorize.

use super::{BLOCK, Vector};
use crate::weights::{FEATURE_MAX, Lanes, WIDTH};

impl Lanes {
    #[inline(always)]
    fn zip_map(self, other: Lanes, f: impl Fn(i16, i16) -> i16) -> Lanes {
        let mut lanes = self;
        for (own, other) in lanes.0.iter_mut().zip(other.0) {
            *own = f(*own, other);
        }
        lanes
    }
}

impl Vector for Lanes {
    type Wide = [i32; WIDTH / 2];
    type Sums = [i32; BLOCK];

    #[inline(always)]
    fn load(lanes: &Lanes) -> Lanes {
        *lanes
    }

    #[inline(always)]
    fn store(self, lanes: &mut Lanes) {
        *lanes = self;
    }

    #[inline(always)]
    fn plus(self, other: Lanes) -> Lanes {
        self.zip_map(other, i16::wrapping_add)
    }

    #[inline(always)]
    fn minus(self, other: Lanes) -> Lanes {
        self.zip_map(other, i16::wrapping_sub)
    }

    #[inline(always)]
    fn quadruple(self) -> Lanes {
        self.zip_map(self, |number, _| number << 2)
    }

    #[inline(always)]
    fn times(self, weights: Lanes) -> Lanes {
        self.zip_map(weights, |number, weight| {
            ((i32::from(number) * i32::from(weight)) >> 16) as i16
        })
    }

    #[inline(always)]
    fn half(self) -> Lanes {
        self.zip_map(self, |number, _| number >> 1)
    }

    #[inline(always)]
    fn clamp(self) -> Lanes {
        self.zip_map(self, |number, _| number.clamp(0, FEATURE_MAX))
    }

    #[inline(always)]
    fn max(self, other: Lanes) -> Lanes {
        self.zip_map(other, i16::max)
    }

    #[inline(always)]
    fn products(self, weights: Lanes) -> [i32; WIDTH / 2] {
        let product = |lane: usize| i32::from(self.0[lane]) * i32::from(weights.0[lane]);
        let mut products = [0; WIDTH / 2];
        for (pair, sum) in products.iter_mut().enumerate() {
            *sum = product(2 * pair) + product(2 * pair + 1);
        }
        products
    }

    #[inline(always)]
    fn sum(first: [i32; WIDTH / 2], second: [i32; WIDTH / 2]) -> i32 {
        first.iter().sum::<i32>() + second.iter().sum::<i32>()
    }

    #[inline(always)]
    fn add_to(self, mut sums: [[i32; BLOCK]; WIDTH / BLOCK]) -> [[i32; BLOCK]; WIDTH / BLOCK] {
        for (sum, lane) in sums.as_flattened_mut().iter_mut().zip(self.0) {
            *sum += i32::from(lane as u16);
        }
        sums
    }

    #[inline(always)]
    fn sums(block: &[i32; BLOCK]) -> [i32; BLOCK] {
        *block
    }

    #[inline(always)]
    fn add(mut sums: [i32; BLOCK], others: [i32; BLOCK]) -> [i32; BLOCK] {
        for (sum, other) in sums.iter_mut().zip(others) {
            *sum += other;
        }
        sums
    }

    #[inline(always)]
    fn block(sums: [i32; BLOCK]) -> [i32; BLOCK] {
        sums
    }

    #[inline(always)]
    fn add_products(mut sums: [i32; BLOCK], pair: [i16; 2], weights: &Lanes) -> [i32; BLOCK] {
        let [first, second] = pair.map(i32::from);
        for (sum, weights) in sums.iter_mut().zip(weights.0.as_chunks::<2>().0) {
            *sum += first * i32::from(weights[0]) + second * i32::from(weights[1]);
        }
        sums
    }
}
