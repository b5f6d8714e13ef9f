//! Levels, from beginner to full strength.

use std::time::Duration;

use yiqi_search::{Limits, Strength};

/// The highest level.
pub const LEVEL_MAX: u8 = 20;

/// Time per move at the highest level.
const FULL_TIME: Duration = Duration::from_secs(10);

/// How far a level searches.
#[derive(Clone, Copy)]
enum Reach {
    Depth(u8),
    Nodes(u64),
    Time(Duration),
}

/// Reach, noise and line count by level, from level 1.
const LEVELS: [(Reach, i32, usize); LEVEL_MAX as usize] = [
    (Reach::Depth(1), 12_000, 30),
    (Reach::Depth(1), 7_000, 24),
    (Reach::Depth(1), 4_500, 20),
    (Reach::Depth(2), 3_300, 16),
    (Reach::Depth(2), 1_800, 14),
    (Reach::Depth(3), 1_800, 12),
    (Reach::Depth(4), 1_800, 10),
    (Reach::Depth(5), 1_800, 8),
    (Reach::Depth(5), 500, 6),
    (Reach::Depth(6), 200, 5),
    (Reach::Depth(8), 0, 1),
    (Reach::Nodes(20_000), 0, 1),
    (Reach::Nodes(32_000), 0, 1),
    (Reach::Nodes(50_000), 0, 1),
    (Reach::Nodes(80_000), 0, 1),
    (Reach::Nodes(125_000), 0, 1),
    (Reach::Nodes(200_000), 0, 1),
    (Reach::Nodes(320_000), 0, 1),
    (Reach::Nodes(500_000), 0, 1),
    (Reach::Time(FULL_TIME), 0, 1),
];

/// The strength of a level, clamped to `1..=LEVEL_MAX`.
#[must_use]
pub fn strength(level: u8) -> Strength {
    let level = level.clamp(1, LEVEL_MAX);
    let (reach, noise, line_count) = LEVELS[usize::from(level) - 1];
    let limits = match reach {
        Reach::Depth(depth) => Limits::depth(depth),
        Reach::Nodes(nodes) => Limits {
            nodes: Some(nodes),
            ..Limits::OPEN
        },
        Reach::Time(time) => Limits {
            time: Some(time),
            enough: Some(time / 2),
            ..Limits::OPEN
        },
    };
    Strength {
        limits,
        noise,
        line_count,
    }
}
