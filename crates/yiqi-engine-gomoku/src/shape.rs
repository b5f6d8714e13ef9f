//! What a stone on a point makes of all four lines through it.
//!
//! A [`Shape`] packs the four [`Row`]s of one color into sixteen bits. A table by shape answers what
//! search asks most: which kinds of threat the stone makes.

use std::sync::OnceLock;

use crate::row::{Row, RowRule};

/// Four rows, four bits each, by direction.
pub(crate) type Shape = u16;

/// Kinds of threat; each is a bit of a shape's kinds.
pub(crate) const FIVE: usize = 0;
/// A four that cannot be stopped: open, or two at once.
pub(crate) const SURE_FOUR: usize = 1;
/// A four of any kind.
pub(crate) const FOUR: usize = 2;
/// An open three.
pub(crate) const THREE: usize = 3;
/// How many kinds there are sets of.
pub(crate) const KIND_COUNT: usize = 4;
/// The bit of points that may be forbidden; there is no set of them.
const SUSPECT: u8 = 1 << 4;

/// The row of a shape in one direction.
pub(crate) fn row_of(shape: Shape, direction: usize) -> Row {
    Row::from_code(shape >> (4 * direction) & 15)
}

/// The rows of a shape, the strongest first.
pub(crate) fn sorted_rows(shape: Shape) -> [Row; 4] {
    let mut rows = [0, 1, 2, 3].map(|direction| row_of(shape, direction));
    rows.sort_by(|a, b| b.cmp(a));
    rows
}

/// Whether the sixteen bits are a shape: no direction holds an unused code.
fn is_shape(shape: Shape) -> bool {
    (0..4).all(|direction| usize::from(shape >> (4 * direction) & 15) < Row::COUNT)
}

/// The kinds of threat of every shape, as bits, for a color under a rule.
pub(crate) fn kinds(rule: RowRule) -> &'static [u8] {
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
    let rows = sorted_rows(shape);
    if rows[0] == Row::Five {
        return 1 << FIVE;
    }
    let mut kinds = 0;
    let four_count = rows.iter().filter(|row| row.is_four()).count();
    let three_count = rows.iter().filter(|row| row.is_open_three()).count();
    if four_count > 0 {
        kinds |= 1 << FOUR;
    }
    if three_count > 0 {
        kinds |= 1 << THREE;
    }
    // Some rules forbid two fours at once, some only those without gaps: that is judged where it matters.
    if rows.contains(&Row::FourOpen) || rows.contains(&Row::FourDouble) || four_count > 1 {
        kinds |= 1 << SURE_FOUR;
    }
    let loose_count = rows.iter().filter(|row| **row == Row::Loose).count();
    if restricted
        && (rows.contains(&Row::Over)
            || rows.contains(&Row::FourDouble)
            || four_count + three_count + loose_count > 1)
    {
        kinds |= SUSPECT;
    }
    kinds
}

/// Whether a shape's kinds say that the point may be forbidden.
pub(crate) fn is_suspect(kinds: u8) -> bool {
    kinds & SUSPECT != 0
}

/// How promising a row makes a move that makes it, and one that stops it, by the row's number.
const ATTACK: [i16; Row::COUNT] = [0, 0, 0, 2, 5, 9, 24, 28, 30, 80, 90, 90, 400, 400, 2000];
const DEFENCE: [i16; Row::COUNT] = [0, 0, 0, 1, 3, 6, 18, 22, 22, 60, 70, 60, 300, 300, 1500];

/// How promising a move looks at a glance that makes one shape and stops another.
pub(crate) fn glance(own: Shape, other: Shape) -> i32 {
    let sum = |worth: &[i16; Row::COUNT], shape: Shape| -> i32 {
        (0..4)
            .map(|direction| i32::from(worth[row_of(shape, direction) as usize]))
            .sum()
    };
    sum(&ATTACK, own) + sum(&DEFENCE, other)
}
