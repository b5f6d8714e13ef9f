//! Levels, from beginner to full strength.

use std::time::Duration;

use yiqi_search::{Limits, Strength};

/// The highest level.
pub const LEVEL_MAX: u8 = 20;

/// Depth, nodes, noise and line count by level, from level 1; 0 means no limit on depth or nodes.
const LEVELS: [(u8, u64, i32, usize); LEVEL_MAX as usize] = [
    (1, 0, 12_000, 30),
    (1, 0, 7_000, 24),
    (1, 0, 4_500, 20),
    (2, 0, 3_300, 16),
    (2, 0, 1_800, 14),
    (3, 0, 1_800, 12),
    (4, 0, 1_800, 10),
    (5, 0, 1_800, 8),
    (5, 0, 500, 6),
    (6, 0, 200, 5),
    (8, 0, 0, 1),
    (0, 20_000, 0, 1),
    (0, 40_000, 0, 1),
    (0, 80_000, 0, 1),
    (0, 160_000, 0, 1),
    (0, 320_000, 0, 1),
    (0, 640_000, 0, 1),
    (0, 1_300_000, 0, 1),
    (0, 2_600_000, 0, 1),
    (0, 0, 0, 1),
];

/// Time per move at the highest level.
const FULL_TIME: Duration = Duration::from_secs(10);

/// The strength of a level, clamped to `1..=LEVEL_MAX`.
#[must_use]
pub fn strength(level: u8) -> Strength {
    let level = level.clamp(1, LEVEL_MAX);
    let (depth, nodes, noise, line_count) = LEVELS[usize::from(level) - 1];
    let is_full = level == LEVEL_MAX;
    Strength {
        limits: Limits {
            depth: if depth == 0 { u8::MAX } else { depth },
            nodes: (nodes > 0).then_some(nodes),
            time: is_full.then_some(FULL_TIME),
            enough: is_full.then_some(FULL_TIME / 2),
        },
        noise,
        line_count,
    }
}
