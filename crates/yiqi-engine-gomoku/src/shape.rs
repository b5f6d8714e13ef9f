//! What a stone on a point makes of all four lines through it.
//!
//! A [`Shape`] packs the four [`Pattern`]s of one color into sixteen bits. A table by shape answers what
//! search asks most: which kinds of threat the stone makes.

use std::sync::OnceLock;

use crate::pattern::{Pattern, PatternRule};

/// Four patterns, four bits each, by direction.
pub(crate) type Shape = u16;

/// Kinds of threat; each is a bit of a shape's kinds.
pub(crate) const FIVE: usize = 0;
/// A four that cannot be stopped: open, or two at once.
pub(crate) const WINNING_FOUR: usize = 1;
/// A four of any kind.
pub(crate) const FOUR: usize = 2;
/// An open three.
pub(crate) const THREE: usize = 3;
/// How many kinds there are sets of.
pub(crate) const KIND_COUNT: usize = 4;
/// The bit of points that may be forbidden; there is no set of them.
const MAYBE_FORBIDDEN: u8 = 1 << 4;

/// The pattern of a shape in one direction.
pub(crate) fn pattern_of(shape: Shape, direction: usize) -> Pattern {
    Pattern::from_code(shape >> (4 * direction) & 15)
}

/// The patterns of a shape, the strongest first.
pub(crate) fn sorted_patterns(shape: Shape) -> [Pattern; 4] {
    let mut patterns = [0, 1, 2, 3].map(|direction| pattern_of(shape, direction));
    patterns.sort_by(|a, b| b.cmp(a));
    patterns
}

/// Whether the sixteen bits are a shape: no direction holds an unused code.
fn is_shape(shape: Shape) -> bool {
    (0..4).all(|direction| usize::from(shape >> (4 * direction) & 15) < Pattern::COUNT)
}

/// The kinds of threat of every shape, as bits, for a color under a rule.
pub(crate) fn kinds(rule: PatternRule) -> &'static [u8] {
    static TABLES: [OnceLock<Vec<u8>>; 2] = [const { OnceLock::new() }; 2];
    TABLES[usize::from(rule.restricted())].get_or_init(|| {
        (0..=Shape::MAX)
            .map(|shape| {
                if is_shape(shape) {
                    kinds_of(shape, rule.restricted())
                } else {
                    0
                }
            })
            .collect()
    })
}

fn kinds_of(shape: Shape, restricted: bool) -> u8 {
    let patterns = sorted_patterns(shape);
    if patterns[0] == Pattern::Five {
        return 1 << FIVE;
    }
    let mut kinds = 0;
    let four_count = patterns.iter().filter(|pattern| pattern.is_four()).count();
    let three_count = patterns
        .iter()
        .filter(|pattern| pattern.is_open_three())
        .count();
    if four_count > 0 {
        kinds |= 1 << FOUR;
    }
    if three_count > 0 {
        kinds |= 1 << THREE;
    }
    // Some rules forbid two fours at once, some only those without gaps: that is judged where it matters.
    if patterns.contains(&Pattern::FourOpen)
        || patterns.contains(&Pattern::FourDouble)
        || four_count > 1
    {
        kinds |= 1 << WINNING_FOUR;
    }
    let loose_count = patterns
        .iter()
        .filter(|pattern| **pattern == Pattern::FalseThreat)
        .count();
    if restricted
        && (patterns.contains(&Pattern::Overline)
            || patterns.contains(&Pattern::FourDouble)
            || four_count + three_count + loose_count > 1)
    {
        kinds |= MAYBE_FORBIDDEN;
    }
    kinds
}

/// Whether a shape's kinds say that the point may be forbidden.
pub(crate) fn may_be_forbidden(kinds: u8) -> bool {
    kinds & MAYBE_FORBIDDEN != 0
}

/// How promising a pattern makes a move that makes it, and one that stops it, by the pattern.
const ATTACK: [i16; Pattern::COUNT] = [0, 0, 0, 2, 5, 9, 24, 28, 30, 80, 90, 90, 400, 400, 2000];
const DEFENSE: [i16; Pattern::COUNT] = [0, 0, 0, 1, 3, 6, 18, 22, 22, 60, 70, 60, 300, 300, 1500];

/// How promising a move looks at a glance that makes one shape and stops another.
pub(crate) fn quick_score(own: Shape, other: Shape) -> i32 {
    let sum = |worth: &[i16; Pattern::COUNT], shape: Shape| -> i32 {
        (0..4)
            .map(|direction| i32::from(worth[pattern_of(shape, direction) as usize]))
            .sum()
    };
    sum(&ATTACK, own) + sum(&DEFENSE, other)
}
