//! The strength of each level.
//!
//! Low levels search a few plies and add noise to the result; high levels search more and more
//! nodes. Neither depends on the speed of the machine. The measurements are in
//! `docs/levels-reversi.md`.

use std::time::Duration;

use yiqi_search::{Limits, Strength};

/// The highest level: full strength.
pub const LEVEL_MAX: u8 = 20;

/// Time limit of all levels. The highest uses it up; the others hardly ever reach it.
const TIME_MAX: Duration = Duration::from_secs(10);

/// Candidate moves at noisy levels: all of them.
const LINES: usize = 64;

/// The strength of a level, clamped to 1–20.
#[must_use]
pub fn strength(level: u8) -> Strength {
    // Noise in hundredths of a stone, depth in plies, and nodes in thousands. Where both depth and
    // nodes are limited, the node limit matters on larger boards only.
    let (noise, depth, kilonodes) = match level {
        ..=1 => (3000, 1, None),
        2 => (1900, 1, None),
        3 => (1300, 1, None),
        4 => (800, 1, None),
        5 => (450, 1, None),
        6 => (700, 2, None),
        7 => (400, 2, None),
        8 => (150, 2, None),
        9 => (350, 3, None),
        10 => (0, 3, None),
        11 => (0, 4, Some(7)),
        12 => (0, 5, Some(10)),
        13 => (0, 6, Some(15)),
        14 => (0, 8, Some(20)),
        15 => (0, u8::MAX, Some(25)),
        16 => (0, u8::MAX, Some(70)),
        17 => (0, u8::MAX, Some(200)),
        18 => (0, u8::MAX, Some(600)),
        19 => (0, u8::MAX, Some(1800)),
        20.. => (0, u8::MAX, None),
    };
    Strength {
        limits: Limits {
            nodes: kilonodes.map(|count: u64| 1000 * count),
            time: Some(TIME_MAX),
            ..Limits::depth(depth)
        },
        noise,
        line_count: if noise > 0 { LINES } else { 1 },
    }
}

/// How much worse than the best book move a level may choose, in hundredths of a stone: lower
/// levels get more variety.
#[must_use]
pub fn book_margin(level: u8) -> i32 {
    let below = i32::from(LEVEL_MAX - level.clamp(1, LEVEL_MAX));
    50 + 2 * below * below
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels() -> impl Iterator<Item = (u8, Strength, Strength)> {
        (2..=LEVEL_MAX).map(|level| (level, strength(level - 1), strength(level)))
    }

    #[test]
    fn each_level_searches_more_or_is_less_noisy_than_the_one_below() {
        for (level, below, above) in levels() {
            let depths = (below.limits.depth, above.limits.depth);
            let nodes = [below, above].map(|strength| strength.limits.nodes.unwrap_or(u64::MAX));
            assert!(depths.0 <= depths.1, "{level}");
            assert!(depths.0 < depths.1 || nodes[0] <= nodes[1], "{level}");
            assert!(
                depths.0 < depths.1 || nodes[0] < nodes[1] || below.noise > above.noise,
                "{level}"
            );
        }
    }

    #[test]
    fn noisy_levels_come_first() {
        for (level, below, above) in levels() {
            assert!(below.noise > 0 || above.noise == 0, "{level}");
            assert_eq!(above.noise > 0, above.line_count > 1, "{level}");
        }
        assert!(strength(1).noise > 0);
    }

    #[test]
    fn only_the_highest_level_is_limited_by_time_alone() {
        for level in 1..LEVEL_MAX {
            let limits = strength(level).limits;
            assert!(limits.depth < 60 || limits.nodes.is_some(), "{level}");
        }
        assert_eq!(
            strength(LEVEL_MAX),
            Strength::full(Limits {
                time: Some(TIME_MAX),
                ..Limits::OPEN
            })
        );
    }

    #[test]
    fn levels_out_of_range_are_clamped() {
        assert_eq!(strength(0), strength(1));
        assert_eq!(strength(255), strength(LEVEL_MAX));
        assert_eq!(book_margin(0), book_margin(1));
        assert_eq!(book_margin(255), book_margin(LEVEL_MAX));
    }

    #[test]
    fn the_book_margin_shrinks_with_the_level() {
        for level in 2..=LEVEL_MAX {
            assert!(book_margin(level) < book_margin(level - 1), "{level}");
        }
        assert_eq!(book_margin(LEVEL_MAX), 50);
    }
}
