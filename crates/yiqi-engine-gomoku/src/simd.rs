//! SIMD arithmetic on the features of a point, chosen at run time for the processor.
#![expect(
    unsafe_code,
    reason = "optional processor instructions are called after a run-time check"
)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

use crate::weights::{Lanes, WIDTH};

/// An instruction set of the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InstructionSet {
    /// The baseline of the target.
    Portable,
    /// AVX2.
    Avx2,
    /// AVX-512 F and BW.
    Avx512,
}

impl InstructionSet {
    /// The best one this processor supports.
    pub(crate) fn best() -> InstructionSet {
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
                return InstructionSet::Avx512;
            }
            if is_x86_feature_detected!("avx2") {
                return InstructionSet::Avx2;
            }
        }
        InstructionSet::Portable
    }

    /// All instruction sets this processor supports.
    #[cfg(test)]
    pub(crate) fn all() -> Vec<InstructionSet> {
        let mut all = vec![InstructionSet::Portable];
        match InstructionSet::best() {
            InstructionSet::Portable => {}
            InstructionSet::Avx2 => all.push(InstructionSet::Avx2),
            InstructionSet::Avx512 => all.extend([InstructionSet::Avx2, InstructionSet::Avx512]),
        }
        all
    }

    /// Runs a task compiled for this instruction set.
    pub(crate) fn run<T: SimdTask>(self, task: T) -> T::Output {
        match self {
            InstructionSet::Portable => task.run::<Lanes>(),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `best` returns this instruction set only if the processor supports it.
            InstructionSet::Avx2 => unsafe { avx2::run(task) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            InstructionSet::Avx512 => unsafe { avx512::run(task) },
            #[cfg(not(target_arch = "x86_64"))]
            _ => task.run::<Lanes>(),
        }
    }
}

/// A computation that is compiled once per instruction set.
pub(crate) trait SimdTask {
    /// Its result.
    type Output;

    /// Runs it. This and everything it calls must be `inline(always)`: code that is not inlined is
    /// compiled without the instruction set.
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

    /// Multiplies by four.
    fn quadruple(self) -> Self;

    /// Products with weights, without their low 16 bits.
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

    /// Adds the lanes, as unsigned numbers, to 32-bit sums.
    fn add_to(self, sums: [Self::Sums; WIDTH / BLOCK]) -> [Self::Sums; WIDTH / BLOCK];

    /// Loads a block of sums.
    fn sums(block: &[i32; BLOCK]) -> Self::Sums;
    /// Adds blocks of sums.
    fn add(sums: Self::Sums, others: Self::Sums) -> Self::Sums;
    /// Stores a block of sums.
    fn block(sums: Self::Sums) -> [i32; BLOCK];

    /// Adds the products of a pair of inputs with both their weights, for each output of a block.
    fn add_products(sums: Self::Sums, pair: [i16; 2], weights: &Lanes) -> Self::Sums;
}

/// A pair of 16-bit numbers as one 32-bit lane.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn both([first, second]: [i16; 2]) -> i32 {
    i32::from(first) & 0xffff | i32::from(second) << 16
}
