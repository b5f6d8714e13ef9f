//! SIMD arithmetic on the features of a point, chosen at run time for the processor.
#![expect(
    unsafe_code,
    reason = "instructions that not every processor has are called behind a check at run time"
)]

use crate::weights::{FEATURE_MAX, Lanes, WIDTH};

/// An instruction set of the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SimdLevel {
    /// Whatever the target guarantees.
    Portable,
    /// AVX2.
    Avx2,
    /// AVX-512 F and BW.
    Avx512,
}

impl SimdLevel {
    /// The best one this processor supports.
    pub(crate) fn best() -> SimdLevel {
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
                return SimdLevel::Avx512;
            }
            if is_x86_feature_detected!("avx2") {
                return SimdLevel::Avx2;
            }
        }
        SimdLevel::Portable
    }

    /// All that this processor supports.
    #[cfg(test)]
    pub(crate) fn all() -> Vec<SimdLevel> {
        let mut all = vec![SimdLevel::Portable];
        match SimdLevel::best() {
            SimdLevel::Portable => {}
            SimdLevel::Avx2 => all.push(SimdLevel::Avx2),
            SimdLevel::Avx512 => all.extend([SimdLevel::Avx2, SimdLevel::Avx512]),
        }
        all
    }

    /// Runs a task compiled for this instruction set.
    pub(crate) fn run<T: SimdTask>(self, task: T) -> T::Output {
        match self {
            SimdLevel::Portable => task.run::<Lanes>(),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `best` returns this level only where the processor supports it.
            SimdLevel::Avx2 => unsafe { x86::run_avx2(task) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            SimdLevel::Avx512 => unsafe { x86::run_avx512(task) },
            #[cfg(not(target_arch = "x86_64"))]
            _ => task.run::<Lanes>(),
        }
    }
}

/// A computation that is compiled once per instruction set.
pub(crate) trait SimdTask {
    /// Its result.
    type Output;

    /// Runs it. This and everything it calls must be `inline(always)`: code that is not inlined is compiled without
    /// the instruction set.
    fn run<V: Vector>(self) -> Self::Output;
}

/// 32-bit lanes processed together: units of the head.
pub(crate) const BLOCK: usize = 16;

/// The features of a point in registers.
pub(crate) trait Vector: Copy {
    /// Half as many 32-bit lanes.
    type Wide;
    /// A block of 32-bit sums.
    type Sums: Copy;

    fn load(lanes: &Lanes) -> Self;
    fn store(self, lanes: &mut Lanes);
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;

    /// Twice the products with fixed-point weights, rounded down.
    fn times(self, weights: Self) -> Self;

    /// Halves, rounding down.
    fn half(self) -> Self;

    /// Clamps to `0..=FEATURE_MAX`.
    fn clamp(self) -> Self;

    /// Lane-wise maximum.
    fn max(self, other: Self) -> Self;

    /// Products with weights, added in pairs to 32 bits.
    fn products(self, weights: Self) -> Self::Wide;

    /// The sum of all lanes of both.
    fn sum(first: Self::Wide, second: Self::Wide) -> i32;

    /// Adds the lanes to 32-bit sums.
    fn add_to(self, sums: &mut [[i32; BLOCK]; WIDTH / BLOCK]);

    /// Loads a block of sums.
    fn sums(block: &[i32; BLOCK]) -> Self::Sums;
    /// Stores a block of sums.
    fn block(sums: Self::Sums) -> [i32; BLOCK];

    /// Adds the products of a pair of inputs with both their weights, for each output of a block.
    fn add_products(sums: Self::Sums, pair: [i16; 2], weights: &Lanes) -> Self::Sums;
}

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
    fn times(self, weights: Lanes) -> Lanes {
        self.zip_map(weights, |number, weight| {
            ((i32::from(number << 2) * i32::from(weight)) >> 16) as i16
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
    fn add_to(self, sums: &mut [[i32; BLOCK]; WIDTH / BLOCK]) {
        for (sum, lane) in sums.as_flattened_mut().iter_mut().zip(self.0) {
            *sum += i32::from(lane);
        }
    }

    #[inline(always)]
    fn sums(block: &[i32; BLOCK]) -> [i32; BLOCK] {
        *block
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

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::{BLOCK, SimdTask, Vector};
    use crate::weights::{FEATURE_MAX, Lanes, WIDTH};

    #[target_feature(enable = "avx2")]
    pub(super) fn run_avx2<T: SimdTask>(task: T) -> T::Output {
        task.run::<[__m256i; 2]>()
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn run_avx512<T: SimdTask>(task: T) -> T::Output {
        task.run::<__m512i>()
    }

    // The registers hold all features of a point.
    const _: () = assert!(WIDTH == 32);

    // SAFETY of all calls below: these vectors are used only by `run_avx2` and `run_avx512`, and `Lanes`
    // is as long as the registers it is loaded into and aligned to them.

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
        fn times(self, weights: Self) -> Self {
            // SAFETY: see above.
            unsafe {
                [
                    _mm256_mulhi_epi16(_mm256_slli_epi16(self[0], 2), weights[0]),
                    _mm256_mulhi_epi16(_mm256_slli_epi16(self[1], 2), weights[1]),
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
        fn add_to(self, sums: &mut [[i32; BLOCK]; WIDTH / BLOCK]) {
            let to = sums.as_mut_ptr().cast::<__m256i>();
            // SAFETY: see above; unaligned.
            unsafe {
                for (index, lanes) in self.into_iter().enumerate() {
                    let low = _mm256_cvtepi16_epi32(_mm256_castsi256_si128(lanes));
                    let high = _mm256_cvtepi16_epi32(_mm256_extracti128_si256(lanes, 1));
                    let (first, second) = (to.add(2 * index), to.add(2 * index + 1));
                    _mm256_storeu_si256(first, _mm256_add_epi32(_mm256_loadu_si256(first), low));
                    _mm256_storeu_si256(second, _mm256_add_epi32(_mm256_loadu_si256(second), high));
                }
            }
        }

        #[inline(always)]
        fn sums(block: &[i32; BLOCK]) -> [__m256i; 2] {
            let from = block.as_ptr().cast::<__m256i>();
            // SAFETY: see above; unaligned.
            unsafe { [_mm256_loadu_si256(from), _mm256_loadu_si256(from.add(1))] }
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
        fn times(self, weights: Self) -> Self {
            // SAFETY: see above.
            unsafe { _mm512_mulhi_epi16(_mm512_slli_epi16(self, 2), weights) }
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
        fn add_to(self, sums: &mut [[i32; BLOCK]; WIDTH / BLOCK]) {
            let first = sums.as_mut_ptr().cast::<__m512i>();
            // SAFETY: see above; unaligned.
            unsafe {
                let low = _mm512_cvtepi16_epi32(_mm512_castsi512_si256(self));
                let high = _mm512_cvtepi16_epi32(_mm512_extracti64x4_epi64(self, 1));
                let second = first.add(1);
                _mm512_storeu_si512(first, _mm512_add_epi32(_mm512_loadu_si512(first), low));
                _mm512_storeu_si512(second, _mm512_add_epi32(_mm512_loadu_si512(second), high));
            }
        }

        #[inline(always)]
        fn sums(block: &[i32; BLOCK]) -> __m512i {
            // SAFETY: see above; unaligned.
            unsafe { _mm512_loadu_si512(block.as_ptr().cast()) }
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

    /// A pair of 16-bit numbers as one 32-bit lane.
    #[inline(always)]
    fn both([first, second]: [i16; 2]) -> i32 {
        i32::from(first) & 0xffff | i32::from(second) << 16
    }
}
