//! Point sets with as many bits as a board needs.

use std::ops::{BitAnd, BitOr, Not};

use yiqi_rules::dice::mix;

/// A set of points, one bit each.
pub(crate) trait Bits:
    Copy + Eq + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> + 'static
{
    /// The empty set.
    const EMPTY: Self;

    /// One point.
    fn bit(index: usize) -> Self;

    /// Shifts by fewer than 64 places toward higher bits.
    fn up(self, places: u32) -> Self;

    /// Shifts by fewer than 64 places toward lower bits.
    fn down(self, places: u32) -> Self;

    /// The number of points.
    fn count(self) -> i32;

    /// The lowest point and the set without it, or `None` if the set is empty.
    fn pop(self) -> Option<(usize, Self)>;

    /// A hash of the words.
    fn mixed(self, seed: u64) -> u64;

    /// The points just past unbroken runs of `through` that start next to `self`, in both
    /// directions. Runs are at most `size - 2` long.
    fn behind(self, through: Self, step: u32, size: u32) -> Self;

    /// What a stone at the start of these rays flips: the opposing stones up to the first own one.
    /// The first four rays go toward higher bits, the others toward lower ones.
    fn flips(own: Self, opposing: Self, rays: &[Self; 8], steps: &[u32; 4], from: usize) -> Self;

    /// Whether the set is empty.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the sets intersect.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The points that are not in the other set.
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self & !other
    }

    /// Calls a function for each point.
    #[inline(always)]
    fn each(self, mut visit: impl FnMut(usize)) {
        let mut rest = self;
        while let Some((index, others)) = rest.pop() {
            rest = others;
            visit(index);
        }
    }
}

macro_rules! integer {
    ($integer:ty, $mixed:expr) => {
        impl Bits for $integer {
            const EMPTY: $integer = 0;

            #[inline(always)]
            fn bit(index: usize) -> $integer {
                1 << index
            }

            #[inline(always)]
            fn up(self, places: u32) -> $integer {
                self << places
            }

            #[inline(always)]
            fn down(self, places: u32) -> $integer {
                self >> places
            }

            #[inline(always)]
            fn count(self) -> i32 {
                self.count_ones() as i32
            }

            #[inline(always)]
            fn pop(self) -> Option<(usize, $integer)> {
                (self != 0).then(|| (self.trailing_zeros() as usize, self & (self - 1)))
            }

            #[inline(always)]
            fn mixed(self, seed: u64) -> u64 {
                let mixed: fn($integer, u64) -> u64 = $mixed;
                mixed(self, seed)
            }

            #[inline(always)]
            fn behind(self, through: $integer, step: u32, size: u32) -> $integer {
                let mut up = through & (self << step);
                let mut down = through & (self >> step);
                up |= through & (up << step);
                down |= through & (down >> step);
                // Two more points of each run at a time.
                let pairs_up = through & (through << step);
                let pairs_down = pairs_up >> step;
                for _ in 0..(size - 4) / 2 {
                    up |= pairs_up & (up << (2 * step));
                    down |= pairs_down & (down >> (2 * step));
                }
                (up << step) | (down >> step)
            }

            #[inline(always)]
            fn flips(
                own: $integer,
                opposing: $integer,
                rays: &[$integer; 8],
                _steps: &[u32; 4],
                _from: usize,
            ) -> $integer {
                const TOP: $integer = 1 << (<$integer>::BITS - 1);
                let mut flips = 0;
                for ray in 0..4 {
                    let up = rays[ray];
                    // Adding 1 to everything outside the ray carries through the opposing stones to
                    // the first other point on the ray.
                    let end = (opposing | !up).wrapping_add(1) & up & own;
                    flips |= end.wrapping_sub(<$integer>::from(end != 0)) & up;

                    let down = rays[ray + 4];
                    // Toward lower bits, the nearest point without an opposing stone is the highest
                    // bit.
                    let stop = down & !opposing;
                    let end = (TOP >> (stop | 1).leading_zeros()) & own & down;
                    // If the run ends at an own stone, everything above it on the ray is flipped.
                    flips |= down & (end.wrapping_neg() & !end);
                }
                flips
            }
        }
    };
}

integer!(u64, |word, seed| mix(word ^ seed));
integer!(u128, |word, seed| mix(
    mix(word as u64 ^ seed) ^ (word >> 64) as u64
));

/// A set of points in several words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Words<const W: usize>([u64; W]);

impl<const W: usize> BitAnd for Words<W> {
    type Output = Self;

    #[inline(always)]
    fn bitand(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        self
    }
}

impl<const W: usize> BitOr for Words<W> {
    type Output = Self;

    #[inline(always)]
    fn bitor(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
        self
    }
}

impl<const W: usize> Not for Words<W> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Words(self.0.map(|word| !word))
    }
}

impl<const W: usize> Words<W> {
    #[inline(always)]
    fn has(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 != 0
    }
}

impl<const W: usize> Bits for Words<W> {
    const EMPTY: Self = Words([0; W]);

    #[inline(always)]
    fn bit(index: usize) -> Self {
        let mut words = [0; W];
        words[index / 64] = 1 << (index % 64);
        Words(words)
    }

    #[inline(always)]
    fn up(self, places: u32) -> Self {
        let mut below = 0;
        Words(self.0.map(|word| {
            let carried = below;
            below = word >> (64 - places);
            word << places | carried
        }))
    }

    #[inline(always)]
    fn down(self, places: u32) -> Self {
        let mut moved = self.0;
        let mut above = 0;
        for word in moved.iter_mut().rev() {
            let carried = above;
            above = *word << (64 - places);
            *word = *word >> places | carried;
        }
        Words(moved)
    }

    #[inline(always)]
    fn count(self) -> i32 {
        self.0.iter().map(|word| word.count_ones() as i32).sum()
    }

    #[inline(always)]
    fn pop(mut self) -> Option<(usize, Self)> {
        let at = self.0.iter().position(|&word| word != 0)?;
        let index = at * 64 + self.0[at].trailing_zeros() as usize;
        self.0[at] &= self.0[at] - 1;
        Some((index, self))
    }

    #[inline(always)]
    fn mixed(self, seed: u64) -> u64 {
        self.0.iter().fold(seed, |hash, &word| mix(hash ^ word))
    }

    #[inline(always)]
    fn behind(self, through: Self, step: u32, _size: u32) -> Self {
        let mut found = Self::EMPTY;
        let mut row = self.up(step) & through;
        while !row.is_empty() {
            let next = row.up(step);
            found = found | next;
            row = next & through;
        }
        let mut row = self.down(step) & through;
        while !row.is_empty() {
            let next = row.down(step);
            found = found | next;
            row = next & through;
        }
        found
    }

    #[inline(always)]
    fn flips(own: Self, opposing: Self, rays: &[Self; 8], steps: &[u32; 4], from: usize) -> Self {
        let mut flips = Self::EMPTY;
        for (ray, points) in rays.iter().enumerate() {
            let step = steps[ray % 4] as usize;
            let next = |at: usize| {
                if ray < 4 {
                    at + step
                } else {
                    at.wrapping_sub(step)
                }
            };
            let mut at = next(from);
            let mut count = 0;
            while at < W * 64 && points.has(at) && opposing.has(at) {
                at = next(at);
                count += 1;
            }
            if count > 0 && at < W * 64 && points.has(at) && own.has(at) {
                for _ in 0..count {
                    at = if ray < 4 { at - step } else { at + step };
                    flips.0[at / 64] |= 1 << (at % 64);
                }
            }
        }
        flips
    }
}
