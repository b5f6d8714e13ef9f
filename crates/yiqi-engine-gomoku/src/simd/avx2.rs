//! AVX2: two registers per point.

use std::arch::x86_64::*;

use super::{BLOCK, SimdTask, Vector, both};
use crate::weights::{FEATURE_MAX, Lanes, WIDTH};

/// Runs a task compiled for AVX2.
#[target_feature(enable = "avx2")]
pub(super) fn run<T: SimdTask>(task: T) -> T::Output {
    task.run::<[__m256i; 2]>()
}

// The registers hold all features of a point.
const _: () = assert!(WIDTH == 32);

// SAFETY of all calls below: these vectors are used only by `run`, and `Lanes` is as long as the registers it is
// loaded into and aligned to them.

impl Vector for [__m256i; 2] {
    type Wide = __m256i;
    type Sums = [__m256i; 2];

    #[inline(always)]
    fn load(lanes: &Lanes) -> Self {
        let from = lanes.0.as_ptr().cast::<__m256i>();
        // SAFETY: see above.
        unsafe { [_mm256_load_si256(from), _mm256_load_si256(from.add(1))] }
    }

    #[inline(always)]
    fn store(self, lanes: &mut Lanes) {
        let to = lanes.0.as_mut_ptr().cast::<__m256i>();
        // SAFETY: see above.
        unsafe {
            _mm256_store_si256(to, self[0]);
            _mm256_store_si256(to.add(1), self[1]);
        }
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        // SAFETY: see above.
        unsafe {
            [
                _mm256_add_epi16(self[0], other[0]),
                _mm256_add_epi16(self[1], other[1]),
            ]
        }
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        // SAFETY: see above.
        unsafe {
            [
                _mm256_sub_epi16(self[0], other[0]),
                _mm256_sub_epi16(self[1], other[1]),
            ]
        }
    }

    #[inline(always)]
    fn quadruple(self) -> Self {
        // SAFETY: see above.
        unsafe { [_mm256_slli_epi16(self[0], 2), _mm256_slli_epi16(self[1], 2)] }
    }

    #[inline(always)]
    fn times(self, weights: Self) -> Self {
        // SAFETY: see above.
        unsafe {
            [
                _mm256_mulhi_epi16(self[0], weights[0]),
                _mm256_mulhi_epi16(self[1], weights[1]),
            ]
        }
    }

    #[inline(always)]
    fn half(self) -> Self {
        // SAFETY: see above.
        unsafe { [_mm256_srai_epi16(self[0], 1), _mm256_srai_epi16(self[1], 1)] }
    }

    #[inline(always)]
    fn clamp(self) -> Self {
        // SAFETY: see above.
        unsafe {
            let (zero, max) = (_mm256_setzero_si256(), _mm256_set1_epi16(FEATURE_MAX));
            [
                _mm256_min_epi16(_mm256_max_epi16(self[0], zero), max),
                _mm256_min_epi16(_mm256_max_epi16(self[1], zero), max),
            ]
        }
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        // SAFETY: see above.
        unsafe {
            [
                _mm256_max_epi16(self[0], other[0]),
                _mm256_max_epi16(self[1], other[1]),
            ]
        }
    }

    #[inline(always)]
    fn products(self, weights: Self) -> __m256i {
        // SAFETY: see above.
        unsafe {
            _mm256_add_epi32(
                _mm256_madd_epi16(self[0], weights[0]),
                _mm256_madd_epi16(self[1], weights[1]),
            )
        }
    }

    #[inline(always)]
    fn sum(first: __m256i, second: __m256i) -> i32 {
        // SAFETY: see above.
        unsafe {
            let eight = _mm256_add_epi32(first, second);
            let four = _mm_add_epi32(
                _mm256_castsi256_si128(eight),
                _mm256_extracti128_si256(eight, 1),
            );
            let two = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0b01_00_11_10));
            let one = _mm_add_epi32(two, _mm_shuffle_epi32(two, 0b10_11_00_01));
            _mm_cvtsi128_si32(one)
        }
    }

    #[inline(always)]
    fn add_to(self, mut sums: [Self::Sums; WIDTH / BLOCK]) -> [Self::Sums; WIDTH / BLOCK] {
        for (sums, lanes) in sums.iter_mut().zip(self) {
            // SAFETY: see above.
            unsafe {
                let low = _mm256_cvtepu16_epi32(_mm256_castsi256_si128(lanes));
                let high = _mm256_cvtepu16_epi32(_mm256_extracti128_si256(lanes, 1));
                *sums = [
                    _mm256_add_epi32(sums[0], low),
                    _mm256_add_epi32(sums[1], high),
                ];
            }
        }
        sums
    }

    #[inline(always)]
    fn sums(block: &[i32; BLOCK]) -> [__m256i; 2] {
        let from = block.as_ptr().cast::<__m256i>();
        // SAFETY: see above; unaligned.
        unsafe { [_mm256_loadu_si256(from), _mm256_loadu_si256(from.add(1))] }
    }

    #[inline(always)]
    fn add(sums: [__m256i; 2], others: [__m256i; 2]) -> [__m256i; 2] {
        // SAFETY: see above.
        unsafe {
            [
                _mm256_add_epi32(sums[0], others[0]),
                _mm256_add_epi32(sums[1], others[1]),
            ]
        }
    }

    #[inline(always)]
    fn block(sums: [__m256i; 2]) -> [i32; BLOCK] {
        let mut block = [0; BLOCK];
        let to = block.as_mut_ptr().cast::<__m256i>();
        // SAFETY: see above; unaligned.
        unsafe {
            _mm256_storeu_si256(to, sums[0]);
            _mm256_storeu_si256(to.add(1), sums[1]);
        }
        block
    }

    #[inline(always)]
    fn add_products(sums: [__m256i; 2], pair: [i16; 2], weights: &Lanes) -> [__m256i; 2] {
        let weights = Self::load(weights);
        // SAFETY: see above.
        unsafe {
            let pair = _mm256_set1_epi32(both(pair));
            [
                _mm256_add_epi32(sums[0], _mm256_madd_epi16(pair, weights[0])),
                _mm256_add_epi32(sums[1], _mm256_madd_epi16(pair, weights[1])),
            ]
        }
    }
}
