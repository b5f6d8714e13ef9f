//! The recursive searches, compiled for different processors.
//!
//! As with the kernels for 8×8, everything marked `inline(always)` below an entry point is compiled
//! with its instruction set.
#![expect(
    unsafe_code,
    reason = "optional processor instructions are called after a run-time check"
)]

use super::bits::Bits;
use super::board::{Board, Geometry};
use super::evaluation::{Configurations, Evaluation};
use super::searcher::{Searcher, Window};
use super::{endgame, midgame};

/// An instruction set.
pub(crate) trait InstructionSet: Copy + 'static {
    /// See [`midgame::node`].
    fn node<B: Bits>(
        searcher: &mut Searcher<B>,
        board: Board<B>,
        configurations: &Configurations,
        window: Window,
        depth: u32,
    ) -> i32;

    /// See [`endgame::many`].
    fn many<B: Bits>(
        searcher: &mut Searcher<B>,
        board: Board<B>,
        window: Window,
        empty_count: u32,
    ) -> i32;

    /// See [`endgame::few`].
    fn few<B: Bits>(searcher: &mut Searcher<B>, board: Board<B>, window: Window, empty: B) -> i32;

    /// [`Geometry::moves`], not inlined.
    fn call_moves<B: Bits>(geometry: &Geometry<B>, board: Board<B>) -> B;

    /// [`Evaluation::value`], not inlined.
    fn call_value<B: Bits>(
        evaluation: &Evaluation,
        geometry: &Geometry<B>,
        board: Board<B>,
        configurations: &Configurations,
        moves: B,
    ) -> i32;

    /// [`Evaluation::after`], not inlined.
    fn call_after<B: Bits>(
        evaluation: &Evaluation,
        before: &Configurations,
        index: usize,
        flips: B,
    ) -> Configurations;

    /// See [`Geometry::moves`].
    #[inline(always)]
    fn moves<B: Bits>(geometry: &Geometry<B>, board: Board<B>) -> B {
        if size_of::<B>() <= INLINE_BYTES_MAX {
            geometry.moves(board)
        } else {
            Self::call_moves(geometry, board)
        }
    }

    /// See [`Evaluation::value`].
    #[inline(always)]
    fn value<B: Bits>(
        evaluation: &Evaluation,
        geometry: &Geometry<B>,
        board: Board<B>,
        configurations: &Configurations,
        moves: B,
    ) -> i32 {
        if size_of::<B>() <= INLINE_BYTES_MAX {
            evaluation.value(geometry, board, configurations, moves)
        } else {
            Self::call_value(evaluation, geometry, board, configurations, moves)
        }
    }

    /// See [`Evaluation::after`].
    #[inline(always)]
    fn after<B: Bits>(
        evaluation: &Evaluation,
        before: &Configurations,
        index: usize,
        flips: B,
    ) -> Configurations {
        if size_of::<B>() <= INLINE_BYTES_MAX {
            evaluation.after(before, index, flips)
        } else {
            Self::call_after(evaluation, before, index, flips)
        }
    }
}

/// Operations on point sets up to this size are inlined. With larger sets each copy would take tens
/// of kilobytes: the search would be slower and take a minute to compile.
const INLINE_BYTES_MAX: usize = 32;

macro_rules! entries {
    ($($attribute:meta)?) => {
        entries!(
            @one $($attribute)?,
            node(
                searcher: &mut Searcher<B>,
                board: Board<B>,
                configurations: &Configurations,
                window: Window,
                depth: u32
            ) -> i32,
            midgame::node::<I, B>
        );
        entries!(
            @one $($attribute)?,
            many(searcher: &mut Searcher<B>, board: Board<B>, window: Window, empty_count: u32) -> i32,
            endgame::many::<I, B>
        );
        entries!(
            @one $($attribute)?,
            few(searcher: &mut Searcher<B>, board: Board<B>, window: Window, empty: B) -> i32,
            endgame::few::<I, B>
        );
        entries!(
            @one $($attribute)?,
            call_moves(geometry: &Geometry<B>, board: Board<B>) -> B,
            Geometry::moves
        );
        entries!(
            @one $($attribute)?,
            call_value(
                evaluation: &Evaluation,
                geometry: &Geometry<B>,
                board: Board<B>,
                configurations: &Configurations,
                moves: B
            ) -> i32,
            Evaluation::value
        );
        entries!(
            @one $($attribute)?,
            call_after(
                evaluation: &Evaluation,
                before: &Configurations,
                index: usize,
                flips: B
            ) -> Configurations,
            Evaluation::after
        );
    };
    (@one $($attribute:meta)?, $name:ident($($argument:ident: $type:ty),*) -> $result:ty, $function:expr) => {
        #[inline(always)]
        fn $name<B: Bits>($($argument: $type),*) -> $result {
            #[inline(never)]
            $(#[$attribute])?
            fn entry<I: InstructionSet, B: Bits>($($argument: $type),*) -> $result {
                $function($($argument),*)
            }
            entries!(@call $($attribute)?, entry::<Self, B>($($argument),*))
        }
    };
    (@call, $call:expr) => {
        $call
    };
    (@call $attribute:meta, $call:expr) => {
        // SAFETY: an instruction set is chosen only if the processor has it.
        unsafe { $call }
    };
}

/// The baseline of the target.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl InstructionSet for Portable {
    entries!();
}

/// AVX2, BMI, LZCNT and POPCNT.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(crate) struct Avx2;

#[cfg(target_arch = "x86_64")]
impl InstructionSet for Avx2 {
    entries!(target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt"));
}
