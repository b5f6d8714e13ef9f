//! Levels of play, from a beginner's to full strength.

use std::time::Duration;

use yiqi_search::{Limits, Strength};

/// The highest level.
pub const LEVEL_MAX: u8 = 20;

/// Depth, nodes, noise and lines of the levels from 1 on; a depth or nodes of 0 are no limit.
const LEVELS: [(u8, u64, i32, usize); LEVEL_MAX as usize] = [
    (1, 0, 12_000, 30),
    (1, 0, 7_000, 24),
    (1, 0, 4_500, 20),
    (2, 0, 3_300, 16),
    (2, 0, 1_800, 14),
    (2, 0, 900, 12),
    (3, 0, 800, 10),
    (3, 0, 300, 8),
    (4, 0, 300, 6),
    (5, 0, 200, 5),
    (6, 0, 50, 4),
    (0, 60_000, 0, 1),
    (0, 120_000, 0, 1),
    (0, 220_000, 0, 1),
    (0, 400_000, 0, 1),
    (0, 700_000, 0, 1),
    (0, 1_200_000, 0, 1),
    (0, 2_200_000, 0, 1),
    (0, 4_000_000, 0, 1),
    (0, 0, 0, 1),
];

/// Time of the highest level.
const FULL_TIME: Duration = Duration::from_secs(10);

/// The strength of a level from 1 to [`LEVEL_MAX`]; others count as the nearest.
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
