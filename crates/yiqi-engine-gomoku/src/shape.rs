//! What a stone on a point makes on all four lines through it.
//!
//! A [`Shape`] packs the four [`Pattern`]s of one color into sixteen bits. A table by shape gives
//! what the search needs most often: which threats the stone makes.

use std::sync::OnceLock;

use yiqi_rules::{ByColor, Color};

use crate::pattern::{Pattern, PatternRule};
use crate::point_index::Direction;

/// The four patterns that a stone of one color would make, four bits each, by direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Shape(u16);

impl Shape {
    #[inline]
    pub(crate) fn pattern(self, direction: Direction) -> Pattern {
        Pattern::from_code(self.code(direction))
    }

    #[inline]
    fn code(self, direction: Direction) -> u16 {
        self.0 >> (4 * direction as u16) & 15
    }

    #[inline]
    pub(crate) fn patterns(self) -> [Pattern; Direction::COUNT] {
        [
            self.pattern(Direction::Horizontal),
            self.pattern(Direction::Vertical),
            self.pattern(Direction::Falling),
            self.pattern(Direction::Rising),
        ]
    }

    /// Whether some line gets this pattern or a stronger one.
    #[inline]
    pub(crate) fn reaches(self, pattern: Pattern) -> bool {
        self.patterns().into_iter().any(|made| made >= pattern)
    }

    /// Whether every direction has a valid pattern code.
    fn is_valid(self) -> bool {
        Direction::ALL
            .into_iter()
            .all(|direction| usize::from(self.code(direction)) < Pattern::COUNT)
    }
}

/// The shapes of both colors: for each direction black's pattern in the low four bits and white's in the high ones.
/// All zero where a stone lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Shapes([u8; Direction::COUNT]);

impl Shapes {
    #[inline]
    pub(crate) fn of(self, color: Color) -> Shape {
        let patterns = u32::from_le_bytes(self.0) >> (4 * color as u32) & 0x0f0f_0f0f;
        let pairs = (patterns | patterns >> 4) & 0x00ff_00ff;
        Shape((pairs | pairs >> 8) as u16)
    }

    /// The patterns in one direction: black's in the low four bits, white's in the high ones.
    #[inline]
    pub(crate) fn codes(self, direction: Direction) -> u8 {
        self.0[direction as usize]
    }

    /// Replaces the patterns in one direction.
    #[inline]
    pub(crate) fn set(&mut self, direction: Direction, codes: u8) {
        self.0[direction as usize] = codes;
    }

    /// The shapes with other patterns in one direction.
    #[inline]
    pub(crate) fn with(self, direction: Direction, codes: u8) -> Shapes {
        let shift = 8 * direction as u32;
        let others = u32::from_le_bytes(self.0) & !(255 << shift);
        Shapes((others | u32::from(codes) << shift).to_le_bytes())
    }
}

/// A threat that a stone can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Threat {
    /// The winning row.
    Five,
    /// A four that cannot be blocked: open, or two at once.
    WinningFour,
    /// A four of any kind.
    Four,
    /// An open three.
    Three,
}

impl Threat {
    /// Number of threats.
    pub(crate) const COUNT: usize = 4;

    #[inline]
    fn from_bit(bit: usize) -> Threat {
        match bit {
            0 => Threat::Five,
            1 => Threat::WinningFour,
            2 => Threat::Four,
            _ => Threat::Three,
        }
    }
}

/// The threats that a stone of one color would make.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Threats(u8);

impl Threats {
    /// Set if the point may be forbidden.
    const MAYBE_FORBIDDEN: u8 = 1 << Threat::COUNT;

    #[inline]
    pub(crate) fn contains(self, threat: Threat) -> bool {
        self.0 >> threat as u8 & 1 != 0
    }

    /// Whether the stone makes a four or an open three.
    #[inline]
    pub(crate) fn has_four_or_three(self) -> bool {
        self.0 & (1 << Threat::Four as u8 | 1 << Threat::Three as u8) != 0
    }

    /// Whether the point may be forbidden.
    #[inline]
    pub(crate) fn may_be_forbidden(self) -> bool {
        self.0 & Threats::MAYBE_FORBIDDEN != 0
    }

    fn insert(&mut self, threat: Threat) {
        self.0 |= 1 << threat as u8;
    }
}

/// The threats of both colors at a point: black's in the low byte, white's in the high one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct BothThreats(u16);

impl BothThreats {
    /// Looks up the threats of both colors' shapes.
    #[inline]
    pub(crate) fn new(shapes: Shapes, tables: &ByColor<ThreatTable>) -> BothThreats {
        let black = tables.black[usize::from(shapes.of(Color::Black).0)].0;
        let white = tables.white[usize::from(shapes.of(Color::White).0)].0;
        BothThreats(u16::from_le_bytes([black, white]))
    }

    #[inline]
    pub(crate) fn of(self, color: Color) -> Threats {
        Threats((self.0 >> (8 * color as u16)) as u8)
    }

    /// Calls `visit` for every threat that differs, with its color and whether it is new.
    #[inline]
    pub(crate) fn for_each_change(
        self,
        before: BothThreats,
        mut visit: impl FnMut(Color, Threat, bool),
    ) {
        const ALL: u16 = ((1 << Threat::COUNT) - 1) * 0x0101;
        let mut changed = (before.0 ^ self.0) & ALL;
        while changed != 0 {
            let bit = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            let color = if bit < 8 { Color::Black } else { Color::White };
            visit(color, Threat::from_bit(bit % 8), self.0 >> bit & 1 != 0);
        }
    }
}

/// What a pattern contributes to the threats at a point: patterns of one class are interchangeable.
const fn threat_class(code: u8) -> u8 {
    const CLASSES: [u8; Pattern::COUNT] = {
        let mut classes = [0; Pattern::COUNT];
        classes[Pattern::Overline as usize] = 1;
        classes[Pattern::FalseThreat as usize] = 2;
        classes[Pattern::ThreeOpen as usize] = 3;
        classes[Pattern::ThreeWide as usize] = 3;
        classes[Pattern::Four as usize] = 4;
        classes[Pattern::FourDouble as usize] = 5;
        classes[Pattern::FourOpen as usize] = 6;
        classes[Pattern::Five as usize] = 7;
        classes
    };
    if (code as usize) < Pattern::COUNT {
        CLASSES[code as usize]
    } else {
        0
    }
}

/// Whether a change of the patterns in one direction, given as by [`Shapes::codes`], can change the threats.
#[inline]
pub(crate) fn may_change_threats(before: u8, after: u8) -> bool {
    static CLASSES: [u8; 256] = {
        let mut classes = [0; 256];
        let mut codes = 0;
        while codes < 256 {
            let (black, white) = (codes as u8 & 15, (codes >> 4) as u8);
            classes[codes] = threat_class(black) | threat_class(white) << 4;
            codes += 1;
        }
        classes
    };
    CLASSES[usize::from(before)] != CLASSES[usize::from(after)]
}

/// The threats of every shape.
pub(crate) type ThreatTable = &'static [Threats];

/// The threats of every shape for a color under a rule.
pub(crate) fn threat_table(rule: PatternRule) -> ThreatTable {
    static TABLES: [OnceLock<Vec<Threats>>; 2] = [const { OnceLock::new() }; 2];
    TABLES[usize::from(rule.restricted())].get_or_init(|| {
        (0..=u16::MAX)
            .map(Shape)
            .map(|shape| {
                if shape.is_valid() {
                    threats_of(shape, rule.restricted())
                } else {
                    Threats::default()
                }
            })
            .collect()
    })
}

fn threats_of(shape: Shape, restricted: bool) -> Threats {
    let patterns = shape.patterns();
    let mut threats = Threats::default();
    if patterns.contains(&Pattern::Five) {
        threats.insert(Threat::Five);
        return threats;
    }
    let count = |is_kind: fn(Pattern) -> bool| patterns.into_iter().filter(|&p| is_kind(p)).count();
    let four_count = count(Pattern::is_four);
    let three_count = count(Pattern::is_open_three);
    let false_count = count(|pattern| pattern == Pattern::FalseThreat);
    let has_double_four = patterns.contains(&Pattern::FourDouble);
    if four_count > 0 {
        threats.insert(Threat::Four);
    }
    if three_count > 0 {
        threats.insert(Threat::Three);
    }
    // Some rules forbid every double four, some only those without gaps; legality is checked when the move is tried.
    if patterns.contains(&Pattern::FourOpen) || has_double_four || four_count > 1 {
        threats.insert(Threat::WinningFour);
    }
    if restricted
        && (patterns.contains(&Pattern::Overline)
            || has_double_four
            || four_count + three_count + false_count > 1)
    {
        threats.0 |= Threats::MAYBE_FORBIDDEN;
    }
    threats
}

/// Move-ordering scores for making a pattern and for preventing the opponent's, by pattern.
const ATTACK: [i16; Pattern::COUNT] = [0, 0, 0, 2, 5, 9, 24, 28, 30, 80, 90, 90, 400, 400, 2000];
const DEFENSE: [i16; Pattern::COUNT] = [0, 0, 0, 1, 3, 6, 18, 22, 22, 60, 70, 60, 300, 300, 1500];

/// A cheap move-ordering score of a move that makes one shape and prevents another.
pub(crate) fn quick_score(own: Shape, opponents: Shape) -> i32 {
    let sum = |scores: &[i16; Pattern::COUNT], shape: Shape| -> i32 {
        shape
            .patterns()
            .into_iter()
            .map(|pattern| i32::from(scores[pattern as usize]))
            .sum()
    };
    sum(&ATTACK, own) + sum(&DEFENSE, opponents)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_of_one_class_make_the_same_threats() {
        let mut count = 0;
        for shape in (0..=u16::MAX).map(Shape).filter(|shape| shape.is_valid()) {
            let before = shape.0 as u8 & 15;
            for after in (0..before).filter(|&after| !may_change_threats(before, after)) {
                let other = Shape(shape.0 & !15 | u16::from(after));
                for restricted in [false, true] {
                    let [one, other] = [shape, other].map(|shape| threats_of(shape, restricted));
                    assert_eq!(one, other, "{shape:?}");
                }
                count += 1;
            }
        }
        assert!(count > 10_000, "{count}");
    }
}
