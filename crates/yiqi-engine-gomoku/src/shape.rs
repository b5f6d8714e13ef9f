//! What a stone on a point makes of all four lines through it.
//!
//! A [`Shape`] packs the four [`Row`]s of one color into sixteen bits. Tables by shape answer what
//! search asks most: which kinds of threat the stone makes, and which of the 3060 *mixes* (shapes
//! without regard to direction) it is. Weights are kept by mix.

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

/// Shapes that differ in more than direction.
pub const MIX_COUNT: usize = 3060;

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
    let sure = rows.contains(&Row::FourOpen)
        || !restricted && (four_count > 1 || rows.contains(&Row::FourDouble));
    if sure {
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

/// The mix of every shape.
pub(crate) fn mixes() -> &'static [u16] {
    static MIXES: OnceLock<Vec<u16>> = OnceLock::new();
    MIXES.get_or_init(|| {
        let all = all_mixes();
        (0..=Shape::MAX)
            .map(|shape| {
                if !is_shape(shape) {
                    return 0;
                }
                let rows = sorted_rows(shape);
                all.binary_search(&rows).expect("every shape has a mix") as u16
            })
            .collect()
    })
}

/// Every mix, strongest row first within each, in the order of their numbers.
pub(crate) fn all_mixes() -> Vec<[Row; 4]> {
    let count = Row::COUNT as u16;
    let mut mixes = Vec::with_capacity(MIX_COUNT);
    for a in 0..count {
        for b in 0..=a {
            for c in 0..=b {
                for d in 0..=c {
                    mixes.push([a, b, c, d].map(Row::from_code));
                }
            }
        }
    }
    debug_assert_eq!(mixes.len(), MIX_COUNT);
    mixes
}
