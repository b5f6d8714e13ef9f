//! The basic board operations, for different processors.
//!
//! The searches are written once, generic over a [`Kernel`]. A kernel provides the board operations
//! and the entry points of the recursive searches, compiled for its instruction set: everything
//! marked `inline(always)` below an entry point is compiled with it.
#![expect(
    unsafe_code,
    reason = "optional processor instructions are called after a run-time check"
)]

use crate::board::{Board, RAYS, bracketed};
use crate::endgame;
use crate::last;
use crate::midgame::{self, Node, Window};
use crate::perft;
use crate::searcher::Searcher;
use crate::{six, stability};

/// The number of positions whose moves are found together.
pub(crate) const BATCH: usize = 8;

/// Positions whose moves are found together: one in each lane of a vector register, so that nothing
/// has to be combined across lanes.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
pub(crate) struct Batch {
    pub(crate) own: [u64; BATCH],
    pub(crate) opposing: [u64; BATCH],
}

impl Batch {
    #[inline(always)]
    pub(crate) fn set(&mut self, lane: usize, board: Board) {
        self.own[lane & (BATCH - 1)] = board.own;
        self.opposing[lane & (BATCH - 1)] = board.opposing;
    }

    #[inline(always)]
    pub(crate) fn get(&self, lane: usize) -> Board {
        Board {
            own: self.own[lane & (BATCH - 1)],
            opposing: self.opposing[lane & (BATCH - 1)],
        }
    }

    /// The moves in all positions. The compiler turns this loop into vector instructions.
    #[inline(always)]
    fn moves(&self) -> [u64; BATCH] {
        let mut moves = [0; BATCH];
        for (lane, moves) in moves.iter_mut().enumerate() {
            *moves = Portable::moves(self.own[lane], self.opposing[lane]);
        }
        moves
    }
}

/// Board operations, and the endgame searches compiled for them.
///
/// The board is 8×8 or in the middle of it; see [`Six`].
pub(crate) trait Kernel: Copy + Send + Sync + 'static {
    /// The points of the board.
    const AREA: u64 = u64::MAX;

    /// The number of points.
    const POINTS: i32 = Self::AREA.count_ones() as i32;

    /// The corners.
    const CORNERS: u64 = 0x8100_0000_0000_0081;

    /// Whether points that are empty at the end count for the winner, or for nobody.
    const WINNER_GETS_EMPTY: bool = true;

    /// Move ordering: what each point is worth.
    const SQUARE_PROMISE: &'static [i32; 64] = &endgame::SQUARE_PROMISE;

    /// A subset of the stable stones of `own`.
    #[inline(always)]
    fn stable(own: u64, opposing: u64) -> u64 {
        stability::stable(own, opposing)
    }

    /// The legal moves of the side with `own`.
    fn moves(own: u64, opposing: u64) -> u64;

    /// What a stone of the side with `own` on `square` flips.
    fn flips(own: u64, opposing: u64, square: u32) -> u64;

    /// The legal moves in several positions. Only the first `count` results mean anything.
    #[inline(always)]
    fn moves_of_all(boards: &Batch, count: usize) -> [u64; BATCH] {
        let mut moves = [0; BATCH];
        for (lane, moves) in moves.iter_mut().enumerate().take(count) {
            *moves = Self::moves(boards.own[lane], boards.opposing[lane]);
        }
        moves
    }

    /// See [`endgame::glance`].
    fn glance(board: Board, window: Window, depth: u32) -> i32;

    /// The depth of the glances that order the moves of an exact search, if any.
    #[inline(always)]
    fn look_ahead(_empty_count: u32) -> Option<u32> {
        None
    }

    /// See [`last::three`].
    fn three(nodes: &mut u64, board: Board, squares: [u8; 4], alpha: i32) -> i32;

    /// See [`endgame::few`].
    fn few(searcher: &mut Searcher, board: Board, moves: u64, odd: u64, alpha: i32) -> i32;

    /// See [`endgame::many`].
    fn many(searcher: &mut Searcher, board: Board, moves: u64, alpha: i32) -> i32;
}

/// A kernel with what is done only on 8×8: the searches that need its evaluation, and perft.
pub(crate) trait Midgame: Kernel {
    /// See [`perft::count`].
    fn perft(board: Board, moves: u64, depth: u32) -> u64;

    /// See [`midgame::null_window`].
    fn null_window(searcher: &mut Searcher, node: &Node, alpha: i32, depth: u32) -> i32;

    /// See [`midgame::full_window`].
    fn full_window(searcher: &mut Searcher, node: &Node, window: Window, depth: u32) -> i32;
}

/// The instruction sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Instructions {
    /// The baseline of the target.
    Portable,
    /// AVX2, BMI, LZCNT and POPCNT.
    Avx2,
    /// AVX-512 with leading-zero counts.
    Avx512,
}

impl Instructions {
    /// The best instruction set this processor has.
    pub(crate) fn best() -> Instructions {
        #[cfg(target_arch = "x86_64")]
        {
            let has_avx2 = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            let has_avx512 = has_avx2
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512cd")
                && is_x86_feature_detected!("avx512vl");
            if has_avx512 {
                return Instructions::Avx512;
            }
            if has_avx2 {
                return Instructions::Avx2;
            }
        }
        Instructions::Portable
    }

    /// All instruction sets this processor has, most basic first.
    #[cfg(test)]
    pub(crate) fn all() -> Vec<Instructions> {
        match Instructions::best() {
            Instructions::Portable => vec![Instructions::Portable],
            Instructions::Avx2 => vec![Instructions::Portable, Instructions::Avx2],
            Instructions::Avx512 => vec![
                Instructions::Portable,
                Instructions::Avx2,
                Instructions::Avx512,
            ],
        }
    }
}

/// Calls a function that is generic over the kernel with the kernel for an instruction set.
macro_rules! with_kernel {
    ($instructions:expr, $function:ident($($argument:expr),* $(,)?)) => {
        match $instructions {
            $crate::kernel::Instructions::Portable => {
                $function::<$crate::kernel::Portable>($($argument),*)
            }
            #[cfg(target_arch = "x86_64")]
            $crate::kernel::Instructions::Avx2 => $function::<$crate::kernel::Avx2>($($argument),*),
            #[cfg(target_arch = "x86_64")]
            $crate::kernel::Instructions::Avx512 => {
                $function::<$crate::kernel::Avx512>($($argument),*)
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => $function::<$crate::kernel::Portable>($($argument),*),
        }
    };
}
pub(crate) use with_kernel;

/// The same for the kernels of 6×6.
macro_rules! with_six_kernel {
    ($instructions:expr, $function:ident($($argument:expr),* $(,)?)) => {{
        use $crate::kernel::{Instructions, Portable, Six};
        #[cfg(target_arch = "x86_64")]
        use $crate::kernel::{Avx2, Avx512};
        match $instructions {
            Instructions::Portable => $function::<Six<Portable>>($($argument),*),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => $function::<Six<Avx2>>($($argument),*),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => $function::<Six<Avx512>>($($argument),*),
            #[cfg(not(target_arch = "x86_64"))]
            _ => $function::<Six<Portable>>($($argument),*),
        }
    }};
}
pub(crate) use with_six_kernel;

/// The entry points of the searches for one kernel.
macro_rules! entries {
    (endgame $($attribute:meta)?) => {
        entries!(
            @one $($attribute)?,
            glance(board: Board, window: Window, depth: u32) -> i32,
            endgame::glance, Kernel
        );
        entries!(
            @one $($attribute)?,
            three(nodes: &mut u64, board: Board, squares: [u8; 4], alpha: i32) -> i32,
            last::three, Kernel
        );
        entries!(
            @one $($attribute)?,
            few(searcher: &mut Searcher, board: Board, moves: u64, odd: u64, alpha: i32) -> i32,
            endgame::few, Kernel
        );
        entries!(
            @one $($attribute)?,
            many(searcher: &mut Searcher, board: Board, moves: u64, alpha: i32) -> i32,
            endgame::many, Kernel
        );
    };
    (midgame $($attribute:meta)?) => {
        entries!(
            @one $($attribute)?,
            perft(board: Board, moves: u64, depth: u32) -> u64,
            perft::count, Midgame
        );
        entries!(
            @one $($attribute)?,
            null_window(searcher: &mut Searcher, node: &Node, alpha: i32, depth: u32) -> i32,
            midgame::null_window, Midgame
        );
        entries!(
            @one $($attribute)?,
            full_window(searcher: &mut Searcher, node: &Node, window: Window, depth: u32) -> i32,
            midgame::full_window, Midgame
        );
    };
    (
        @one $($attribute:meta)?,
        $name:ident($($argument:ident: $type:ty),*) -> $result:ty,
        $module:ident::$function:ident, $trait:ident
    ) => {
        #[inline(always)]
        fn $name($($argument: $type),*) -> $result {
            $(#[$attribute])?
            unsafe fn entry<K: $trait>($($argument: $type),*) -> $result {
                $module::$function::<K>($($argument),*)
            }
            // SAFETY: a kernel is chosen only if the processor has its instructions.
            unsafe {
                entry::<Self>($($argument),*)
            }
        }
    };
}

/// Portable Rust.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl Kernel for Portable {
    #[inline(always)]
    fn moves(own: u64, opposing: u64) -> u64 {
        // Stones on the left and right edge cannot be bracketed along rows and diagonals.
        let inner = opposing & INNER;
        let reached = bracketed(own, inner, 1)
            | bracketed(own, opposing, 8)
            | bracketed(own, inner, 9)
            | bracketed(own, inner, 7);
        reached & !(own | opposing)
    }

    #[inline(always)]
    fn flips(own: u64, opposing: u64, square: u32) -> u64 {
        let rays = &RAYS[square as usize & 63];
        let mut flips = 0;
        for ray in 0..4 {
            let up = rays.up[ray];
            // Adding 1 to everything outside the ray carries through the opposing stones to the
            // first other point on the ray.
            let end = (opposing | !up).wrapping_add(1) & up & own;
            flips |= end.wrapping_sub(u64::from(end != 0)) & up;

            let down = rays.down[ray];
            // Toward lower bits, the nearest point without an opposing stone is the highest bit.
            let stop = down & !opposing;
            let end = (TOP >> (stop | 1).leading_zeros()) & own & down;
            // If the run ends at an own stone, everything above it on the ray is flipped.
            flips |= down & (end.wrapping_neg() & !end);
        }
        flips
    }

    entries!(endgame);
}

impl Midgame for Portable {
    entries!(midgame);
}

/// A 6×6 board in the middle of an 8×8 board whose outer points stay empty: the operations of 8×8
/// find the same flips, and also moves outside, which are masked.
#[derive(Clone, Copy)]
pub(crate) struct Six<K>(K);

/// What [`Six`] is for every instruction set, and its searches.
macro_rules! six {
    ($kernel:ident $(, $attribute:meta)?) => {
        impl Kernel for Six<$kernel> {
            const AREA: u64 = six::AREA;
            const CORNERS: u64 = six::CORNERS;
            const WINNER_GETS_EMPTY: bool = false;
            const SQUARE_PROMISE: &'static [i32; 64] = &six::SQUARE_PROMISE;

            #[inline(always)]
            fn stable(own: u64, opposing: u64) -> u64 {
                six::stable(own, opposing)
            }

            #[inline(always)]
            fn look_ahead(empty_count: u32) -> Option<u32> {
                six::look_ahead(empty_count)
            }

            #[inline(always)]
            fn moves(own: u64, opposing: u64) -> u64 {
                $kernel::moves(own, opposing) & six::AREA
            }

            #[inline(always)]
            fn flips(own: u64, opposing: u64, square: u32) -> u64 {
                $kernel::flips(own, opposing, square)
            }

            entries!(endgame $($attribute)?);
        }
    };
}

six!(Portable);

const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;
const TOP: u64 = 1 << 63;

#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{Avx2, Avx512};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::*;

    /// Four directions at a time.
    #[derive(Clone, Copy)]
    pub(crate) struct Avx2;

    /// Four directions at a time, with a leading-zero count for each.
    #[derive(Clone, Copy)]
    pub(crate) struct Avx512;

    impl Kernel for Avx2 {
        #[inline(always)]
        fn moves(own: u64, opposing: u64) -> u64 {
            // SAFETY: this kernel is chosen only if the processor has AVX2.
            unsafe { moves(own, opposing) }
        }

        #[inline(always)]
        fn flips(own: u64, opposing: u64, square: u32) -> u64 {
            // SAFETY: this kernel is chosen only if the processor has AVX2.
            unsafe {
                let rays = &RAYS[square as usize & 63];
                let (own, opposing) = (splat(own), splat(opposing));
                let up = flips_up(own, opposing, load(&rays.up));

                let down = load(&rays.down);
                // Each point of a ray is the previous one shifted by a constant.
                let shift = _mm256_set_epi64x(7, 9, 8, 1);
                let shift_two = _mm256_add_epi64(shift, shift);
                let inner = _mm256_and_si256(opposing, down);
                let first = load(&rays.down_first);
                let mut run = _mm256_and_si256(first, inner);
                run = _mm256_or_si256(run, _mm256_and_si256(inner, _mm256_srlv_epi64(run, shift)));
                let pairs = _mm256_and_si256(inner, _mm256_srlv_epi64(inner, shift));
                run = _mm256_or_si256(
                    run,
                    _mm256_and_si256(pairs, _mm256_srlv_epi64(run, shift_two)),
                );
                run = _mm256_or_si256(
                    run,
                    _mm256_and_si256(pairs, _mm256_srlv_epi64(run, shift_two)),
                );
                let end =
                    _mm256_and_si256(_mm256_and_si256(own, down), _mm256_srlv_epi64(run, shift));
                let is_open = _mm256_cmpeq_epi64(end, _mm256_setzero_si256());
                merge(_mm256_or_si256(up, _mm256_andnot_si256(is_open, run)))
            }
        }

        #[inline(always)]
        fn moves_of_all(boards: &Batch, _count: usize) -> [u64; BATCH] {
            boards.moves()
        }

        entries!(endgame target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt"));
    }

    impl Midgame for Avx2 {
        entries!(midgame target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt"));
    }

    six!(Avx2, target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt"));

    impl Kernel for Avx512 {
        #[inline(always)]
        fn moves(own: u64, opposing: u64) -> u64 {
            // SAFETY: this kernel is chosen only if the processor has AVX-512, which implies AVX2.
            unsafe { moves(own, opposing) }
        }

        #[inline(always)]
        fn flips(own: u64, opposing: u64, square: u32) -> u64 {
            // SAFETY: this kernel is chosen only if the processor has AVX-512 F, CD and VL.
            unsafe {
                let rays = &RAYS[square as usize & 63];
                let (own, opposing) = (splat(own), splat(opposing));
                let up = flips_up(own, opposing, load(&rays.up));

                let down = load(&rays.down);
                // The nearest point without an opposing stone is the highest bit.
                let stop = _mm256_andnot_si256(opposing, down);
                let top = _mm256_set1_epi64x(TOP.cast_signed());
                let end = _mm256_and_si256(_mm256_srlv_epi64(top, _mm256_lzcnt_epi64(stop)), own);
                // If the run ends at an own stone, everything above it on the ray is flipped.
                let above = _mm256_andnot_si256(end, _mm256_sub_epi64(_mm256_setzero_si256(), end));
                merge(_mm256_or_si256(up, _mm256_and_si256(above, down)))
            }
        }

        #[inline(always)]
        fn moves_of_all(boards: &Batch, _count: usize) -> [u64; BATCH] {
            boards.moves()
        }

        entries!(endgame target_feature(
            enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512vl"
        ));
    }

    impl Midgame for Avx512 {
        entries!(midgame target_feature(
            enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512vl"
        ));
    }

    six!(
        Avx512,
        target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512vl")
    );

    #[inline]
    #[target_feature(enable = "avx2")]
    fn splat(word: u64) -> __m256i {
        _mm256_set1_epi64x(word.cast_signed())
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(words: &[u64; 4]) -> __m256i {
        // SAFETY: the four words are readable, and the load requires no alignment.
        unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
    }

    /// The union of the four words.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn merge(words: __m256i) -> u64 {
        let halves = _mm_or_si128(
            _mm256_castsi256_si128(words),
            _mm256_extracti128_si256::<1>(words),
        );
        let both = _mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves));
        _mm_cvtsi128_si64(both).cast_unsigned()
    }

    /// The flips along the rays toward higher bits.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn flips_up(own: __m256i, opposing: __m256i, up: __m256i) -> __m256i {
        let ones = _mm256_set1_epi64x(-1);
        // Adding 1 to everything outside the ray carries through the opposing stones to the first
        // other point on the ray.
        let blocked = _mm256_or_si256(opposing, _mm256_xor_si256(up, ones));
        let end = _mm256_and_si256(_mm256_and_si256(_mm256_sub_epi64(blocked, ones), up), own);
        // End minus 1, or nothing if there is no end.
        let is_open = _mm256_cmpeq_epi64(end, _mm256_setzero_si256());
        let below = _mm256_sub_epi64(_mm256_add_epi64(end, ones), is_open);
        _mm256_and_si256(below, up)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn moves(own: u64, opposing: u64) -> u64 {
        let shift = _mm256_set_epi64x(7, 9, 8, 1);
        let shift_two = _mm256_add_epi64(shift, shift);
        let mask = _mm256_set_epi64x(
            INNER.cast_signed(),
            INNER.cast_signed(),
            -1,
            INNER.cast_signed(),
        );
        let stones = splat(own);
        let inner = _mm256_and_si256(splat(opposing), mask);

        let mut left = _mm256_and_si256(inner, _mm256_sllv_epi64(stones, shift));
        let mut right = _mm256_and_si256(inner, _mm256_srlv_epi64(stones, shift));
        left = _mm256_or_si256(
            left,
            _mm256_and_si256(inner, _mm256_sllv_epi64(left, shift)),
        );
        right = _mm256_or_si256(
            right,
            _mm256_and_si256(inner, _mm256_srlv_epi64(right, shift)),
        );
        let left_pairs = _mm256_and_si256(inner, _mm256_sllv_epi64(inner, shift));
        let right_pairs = _mm256_srlv_epi64(left_pairs, shift);
        for _ in 0..2 {
            left = _mm256_or_si256(
                left,
                _mm256_and_si256(left_pairs, _mm256_sllv_epi64(left, shift_two)),
            );
            right = _mm256_or_si256(
                right,
                _mm256_and_si256(right_pairs, _mm256_srlv_epi64(right, shift_two)),
            );
        }
        let reached = _mm256_or_si256(
            _mm256_sllv_epi64(left, shift),
            _mm256_srlv_epi64(right, shift),
        );
        merge(reached) & !(own | opposing)
    }
}

#[cfg(test)]
mod tests;
