//! AVX-512: one register per point.

use std::arch::x86_64::*;

use super::{BLOCK, SimdTask, Vector, both};
use crate::weights::{FEATURE_MAX, Lanes, WIDTH};

/// Runs a task compiled for AVX-512.
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn run<T: SimdTask>(task: T) -> T::Output {
    task.run::<__m512i>()
}

// The registers hold all features of a point.
const _: () = assert!(WIDTH == 32);

// SAFETY of all calls below: these vectors are used only by `run`, and `Lanes` is as long as the registers it is
// loaded into and aligned to them.

impl Vector for __m512i {
    type Wide = __m512i;
    type Sums = __m512i;

    #[inline(always)]
    fn load(lanes: &Lanes) -> Self {
        // SAFETY: see above.
        unsafe { _mm512_load_si512(lanes.0.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(self, lanes: &mut Lanes) {
        // SAFETY: see above.
        unsafe { _mm512_store_si512(lanes.0.as_mut_ptr().cast(), self) }
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        // SAFETY: see above.
        unsafe { _mm512_add_epi16(self, other) }
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        // SAFETY: see above.
        unsafe { _mm512_sub_epi16(self, other) }
    }

    #[inline(always)]
    fn quadruple(self) -> Self {
        // SAFETY: see above.
        unsafe { _mm512_slli_epi16(self, 2) }
    }

    #[inline(always)]
    fn times(self, weights: Self) -> Self {
        // SAFETY: see above.
        unsafe { _mm512_mulhi_epi16(self, weights) }
    }

    #[inline(always)]
    fn half(self) -> Self {
        // SAFETY: see above.
        unsafe { _mm512_srai_epi16(self, 1) }
    }

    #[inline(always)]
    fn clamp(self) -> Self {
        // SAFETY: see above.
        unsafe {
            let max = _mm512_set1_epi16(FEATURE_MAX);
            _mm512_min_epi16(_mm512_max_epi16(self, _mm512_setzero_si512()), max)
        }
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        // SAFETY: see above.
        unsafe { _mm512_max_epi16(self, other) }
    }

    #[inline(always)]
    fn products(self, weights: Self) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_madd_epi16(self, weights) }
    }

    #[inline(always)]
    fn sum(first: __m512i, second: __m512i) -> i32 {
        // SAFETY: see above.
        unsafe { _mm512_reduce_add_epi32(_mm512_add_epi32(first, second)) }
    }

    #[inline(always)]
    fn add_to(self, [low, high]: [__m512i; WIDTH / BLOCK]) -> [__m512i; WIDTH / BLOCK] {
        // SAFETY: see above.
        unsafe {
            let first = _mm512_cvtepu16_epi32(_mm512_castsi512_si256(self));
            let second = _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64(self, 1));
            [_mm512_add_epi32(low, first), _mm512_add_epi32(high, second)]
        }
    }

    #[inline(always)]
    fn sums(block: &[i32; BLOCK]) -> __m512i {
        // SAFETY: see above; unaligned.
        unsafe { _mm512_loadu_si512(block.as_ptr().cast()) }
    }

    #[inline(always)]
    fn add(sums: __m512i, others: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_add_epi32(sums, others) }
    }

    #[inline(always)]
    fn block(sums: __m512i) -> [i32; BLOCK] {
        let mut block = [0; BLOCK];
        // SAFETY: see above; unaligned.
        unsafe { _mm512_storeu_si512(block.as_mut_ptr().cast(), sums) }
        block
    }

    #[inline(always)]
    fn add_products(sums: __m512i, pair: [i16; 2], weights: &Lanes) -> __m512i {
        // SAFETY: see above.
        unsafe {
            let pair = _mm512_set1_epi32(both(pair));
            _mm512_add_epi32(sums, _mm512_madd_epi16(pair, Self::load(weights)))
        }
    }
}
