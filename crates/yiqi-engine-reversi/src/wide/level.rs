//! The recursive searches, compiled for different processors.
//!
//! As in the kernels of 8×8: whatever is marked `inline(always)` below an entry point is compiled with
//! its instructions.
#![expect(
    unsafe_code,
    reason = "instructions that not every processor has are called behind a check at run time"
)]

use super::bits::Bits;
use super::board::Board;
use super::searcher::{Searcher, Window};
use super::{endgame, midgame};

/// A kind of processor.
pub(crate) trait Level: Copy + 'static {
    /// See [`midgame::node`].
    fn node<B: Bits>(
        searcher: &mut Searcher<B>,
        board: Board<B>,
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
}

macro_rules! entries {
    ($($attribute:meta)?) => {
        entries!(@one $($attribute)?, midgame, node, depth: u32);
        entries!(@one $($attribute)?, endgame, many, empty_count: u32);
        entries!(@one $($attribute)?, endgame, few, empty: B);
    };
    (@one $($attribute:meta)?, $module:ident, $name:ident, $last:ident: $type:ty) => {
        #[inline(always)]
        fn $name<B: Bits>(
            searcher: &mut Searcher<B>,
            board: Board<B>,
            window: Window,
            $last: $type,
        ) -> i32 {
            $(#[$attribute])?
            fn entry<L: Level, B: Bits>(
                searcher: &mut Searcher<B>,
                board: Board<B>,
                window: Window,
                $last: $type,
            ) -> i32 {
                $module::$name::<L, B>(searcher, board, window, $last)
            }
            entries!(@call $($attribute)?, entry::<Self, B>(searcher, board, window, $last))
        }
    };
    (@call, $call:expr) => {
        $call
    };
    (@call $attribute:meta, $call:expr) => {
        // SAFETY: a level is chosen only where the processor has its instructions.
        unsafe { $call }
    };
}

/// Whatever Rust assumes.
#[derive(Clone, Copy)]
pub(crate) struct Plain;

impl Level for Plain {
    entries!();
}

/// AVX2 with the bit instructions of its time.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(crate) struct Modern;

#[cfg(target_arch = "x86_64")]
impl Level for Modern {
    entries!(target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt"));
}
