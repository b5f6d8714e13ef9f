//! What a stone makes of one line through its point.
//!
//! A line is the eleven places within five steps of a point; the point is the place in the middle.
//! [`Pattern`] names what a stone in the middle would make. The names come from looking ahead: a three is
//! what one more stone turns into a four, a two what one more turns into a three. Since each name rests
//! on names of fuller lines only, all lines are named in one pass with memory.

use std::sync::OnceLock;

use yiqi_rules::GomokuRules;

/// What a stone makes of a line, from the weakest to the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Pattern {
    /// Nothing that could become five.
    Dead,
    /// More than five where only five is allowed.
    Overline,
    /// A four or an open three by its looks, but no stone makes exactly five of it.
    FalseThreat,
    /// A stone that can become a closed two.
    OneClosed,
    /// A stone that can become an open two.
    OneOpen,
    /// A two that can become a closed three.
    TwoClosed,
    /// A two that one or two stones make an open three.
    TwoOpen,
    /// A two that many stones make an open three.
    TwoWide,
    /// A three that can become a four with one point to five.
    ThreeClosed,
    /// A three that one stone makes an open four.
    ThreeOpen,
    /// A three that several stones make an open four.
    ThreeWide,
    /// Four with one point to five.
    Four,
    /// Two fours in one line.
    FourDouble,
    /// Four with two points to five.
    FourOpen,
    /// The winning row.
    Five,
}

impl Pattern {
    /// How many there are.
    pub(crate) const COUNT: usize = 15;

    const ALL: [Pattern; Pattern::COUNT] = [
        Pattern::Dead,
        Pattern::Overline,
        Pattern::FalseThreat,
        Pattern::OneClosed,
        Pattern::OneOpen,
        Pattern::TwoClosed,
        Pattern::TwoOpen,
        Pattern::TwoWide,
        Pattern::ThreeClosed,
        Pattern::ThreeOpen,
        Pattern::ThreeWide,
        Pattern::Four,
        Pattern::FourDouble,
        Pattern::FourOpen,
        Pattern::Five,
    ];

    /// The row with this number.
    pub(crate) fn from_code(code: u16) -> Pattern {
        Pattern::ALL[usize::from(code)]
    }

    /// Whether it is a four of any kind.
    pub(crate) fn is_four(self) -> bool {
        matches!(
            self,
            Pattern::Four | Pattern::FourDouble | Pattern::FourOpen
        )
    }

    /// Whether it is a three that becomes an open four.
    pub(crate) fn is_open_three(self) -> bool {
        matches!(self, Pattern::ThreeOpen | Pattern::ThreeWide)
    }
}

/// What counts for one color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PatternRule {
    /// Five or more win.
    FiveOrMore,
    /// Exactly five wins.
    Exactly,
    /// Exactly five wins, more is forbidden, and so are two fours.
    Restricted,
    /// As restricted, but a row of four counts for what is forbidden even if it cannot become five.
    RestrictedLoose,
}

impl PatternRule {
    fn exactly(self) -> bool {
        self != PatternRule::FiveOrMore
    }

    /// Whether some points are forbidden.
    pub(crate) fn restricted(self) -> bool {
        matches!(self, PatternRule::Restricted | PatternRule::RestrictedLoose)
    }

    /// What counts for black and for white.
    pub(crate) fn of(rules: GomokuRules) -> [PatternRule; 2] {
        match rules {
            GomokuRules::Freestyle => [PatternRule::FiveOrMore; 2],
            GomokuRules::Standard => [PatternRule::Exactly; 2],
            GomokuRules::Renju => [PatternRule::Restricted, PatternRule::FiveOrMore],
            GomokuRules::Forbidden => [PatternRule::RestrictedLoose, PatternRule::FiveOrMore],
        }
    }
}

/// Places on a line.
const PLACES: u32 = 11;
const MIDDLE: u32 = 5;
const CENTER: u16 = 1 << MIDDLE;

/// The stones in an unbroken row through the middle, as far as the line shows it.
pub(crate) fn run(own: u16) -> u32 {
    let above = (!own >> MIDDLE).trailing_zeros();
    let below = (!own << (15 - MIDDLE) | 1 << (14 - MIDDLE)).leading_zeros();
    above + below - 1
}

/// The places next to that row, where it is short enough for the line to show them.
pub(crate) fn run_ends(own: u16) -> [u32; 2] {
    let ahead = MIDDLE + (!own >> MIDDLE).trailing_zeros();
    [ahead - run(own) - 1, ahead]
}

/// Whether a line shows a row of four with an empty end, or three of a row of four with both ends empty.
fn looks_like_threat(own: u16, empty: u16) -> bool {
    let is_empty = |place: u32| empty >> place & 1 != 0;
    let four = run(own) == 4 && run_ends(own).into_iter().any(is_empty);
    let three = (2..=MIDDLE).any(|low| {
        let four = 0b1111 << low;
        (own & four).count_ones() == 3
            && empty & four & !own != 0
            && is_empty(low - 1)
            && is_empty(low + 4)
    });
    four || three
}

/// Names lines and remembers the names.
struct Classifier {
    rule: PatternRule,
    /// By the places around the middle in base three; `UNKNOWN` until named.
    names: Vec<u8>,
}

const UNKNOWN: u8 = u8::MAX;
const LINES: usize = 3usize.pow(PLACES - 1);

/// The number of a line: each place around the middle is a digit, 0 blocked, 1 empty, 2 own.
fn number(own: u16, empty: u16) -> usize {
    let mut number = 0;
    for place in (0..PLACES).rev().filter(|&place| place != MIDDLE) {
        let digit = if own >> place & 1 != 0 {
            2
        } else {
            usize::from(empty >> place & 1)
        };
        number = number * 3 + digit;
    }
    number
}

impl Classifier {
    fn new(rule: PatternRule) -> Classifier {
        Classifier {
            rule,
            names: vec![UNKNOWN; LINES],
        }
    }

    fn is_five(&self, own: u16) -> bool {
        let length = run(own);
        length == 5 || length > 5 && !self.rule.exactly()
    }

    /// The name of a line with an own stone in the middle.
    fn classify(&mut self, own: u16, empty: u16) -> Pattern {
        let number = number(own, empty);
        if self.names[number] != UNKNOWN {
            return Pattern::from_code(u16::from(self.names[number]));
        }
        let row = self.classify_new(own, empty);
        self.names[number] = row as u8;
        row
    }

    /// The number of the name of a line of two halves with an own stone between them.
    fn join(&mut self, low: Half, high: Half) -> u8 {
        match self.names[low.number + high.number] {
            UNKNOWN => self.classify(low.own | high.own | CENTER, low.empty | high.empty) as u8,
            known => known,
        }
    }

    fn classify_new(&mut self, own: u16, empty: u16) -> Pattern {
        if self.is_five(own) {
            return Pattern::Five;
        }
        if run(own) > 5 {
            return if self.rule.restricted() {
                Pattern::Overline
            } else {
                Pattern::Dead
            };
        }
        if let Some(four) = self.four(own, empty) {
            return four;
        }
        let row = self.look_ahead(own, empty);
        if self.rule == PatternRule::RestrictedLoose
            && !row.is_open_three()
            && looks_like_threat(own, empty)
        {
            Pattern::FalseThreat
        } else {
            row
        }
    }

    /// The four this is, if it is one.
    fn four(&self, own: u16, empty: u16) -> Option<Pattern> {
        let mut gaps = 0u16;
        let mut first = None;
        let mut two_sets = false;
        for low in 1..=MIDDLE {
            let five = 0b11111 << low;
            let stones = own & five;
            let gap = five & !stones;
            if stones.count_ones() == 4 && empty & gap != 0 && self.is_five(own | gap) {
                gaps |= gap;
                two_sets |= first.is_some_and(|first| first != stones);
                first = Some(stones);
            }
        }
        match (gaps.count_ones(), two_sets) {
            (0, _) => None,
            (1, _) => Some(Pattern::Four),
            (_, true) => Some(Pattern::FourDouble),
            (_, false) => Some(Pattern::FourOpen),
        }
    }

    /// What the line is, from what one more stone would make it.
    fn look_ahead(&mut self, own: u16, empty: u16) -> Pattern {
        let mut open_fours = 0;
        let mut open_threes = 0;
        let mut best = Pattern::Dead;
        for place in (0..PLACES).filter(|place| empty >> place & 1 != 0) {
            let next = self.classify(own | 1 << place, empty & !(1 << place));
            match next {
                Pattern::FourOpen => open_fours += 1,
                Pattern::FourDouble if !self.rule.restricted() => open_fours += 1,
                Pattern::ThreeOpen | Pattern::ThreeWide => open_threes += 1,
                _ => {}
            }
            if next != Pattern::Five {
                best = best.max(next);
            }
        }
        match (open_fours, open_threes) {
            (2.., _) => return Pattern::ThreeWide,
            (1, _) => return Pattern::ThreeOpen,
            _ => {}
        }
        match best {
            Pattern::Four | Pattern::FourDouble | Pattern::FourOpen => Pattern::ThreeClosed,
            Pattern::ThreeOpen | Pattern::ThreeWide if open_threes > 2 => Pattern::TwoWide,
            Pattern::ThreeOpen | Pattern::ThreeWide => Pattern::TwoOpen,
            Pattern::ThreeClosed => Pattern::TwoClosed,
            Pattern::TwoOpen | Pattern::TwoWide => Pattern::OneOpen,
            Pattern::TwoClosed => Pattern::OneClosed,
            _ => Pattern::Dead,
        }
    }
}

/// The names of all lines under one rule set, for both colors, by key.
///
/// A key holds two bits for each place around the middle, as [`Board`](crate::board::Board) keeps them:
/// 0 off the board, 1 black, 2 white, 3 empty.
pub(crate) struct PatternTable {
    /// Black's row in the low four bits, white's in the high ones.
    pub(crate) codes: Vec<u8>,
    /// Steps that matter on each side of the middle.
    pub(crate) reach: u32,
}

impl PatternTable {
    /// The table of a rule set, made when it is first asked for.
    pub(crate) fn of(rules: GomokuRules) -> &'static PatternTable {
        static TABLES: [OnceLock<PatternTable>; 4] = [const { OnceLock::new() }; 4];
        TABLES[rules as usize].get_or_init(|| PatternTable::new(rules))
    }

    fn new(rules: GomokuRules) -> PatternTable {
        // Where more than five win, nothing beyond four steps matters.
        let reach = if rules == GomokuRules::Freestyle {
            4
        } else {
            5
        };
        let mut classifiers = PatternRule::of(rules).map(Classifier::new);
        let half_count = 1usize << (2 * reach);
        let [lows, highs] = [MIDDLE - reach, MIDDLE + 1].map(|first| {
            let halves = (0..half_count).map(|half| split(half, first, reach));
            halves.collect::<Vec<[Half; 2]>>()
        });
        let mut codes = Vec::with_capacity(half_count * half_count);
        for high in &highs {
            for low in &lows {
                let [black, white] = &mut classifiers;
                codes.push(black.join(low[0], high[0]) | white.join(low[1], high[1]) << 4);
            }
        }
        PatternTable { codes, reach }
    }
}

/// The places on one side of the middle, as one color sees them.
#[derive(Clone, Copy, Default)]
struct Half {
    own: u16,
    empty: u16,
    /// What it adds to the number of a line.
    number: usize,
}

/// The places of half a key, the first of them at `first`, for black and for white.
fn split(half: usize, first: u32, reach: u32) -> [Half; 2] {
    let mut sides = [Half::default(); 2];
    for place in 0..reach {
        let cell = half >> (2 * place) & 3;
        let bit = 1 << (first + place);
        match cell {
            1 | 2 => sides[cell - 1].own |= bit,
            3 => sides.iter_mut().for_each(|side| side.empty |= bit),
            _ => {}
        }
    }
    for side in &mut sides {
        side.number = number(side.own, side.empty);
    }
    sides
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names a line written with `x` own, `.` empty, `o` blocked and `X` for the middle.
    #[track_caller]
    fn check(rule: PatternRule, line: &str, want: Pattern) {
        let middle = line.find('X').unwrap();
        let (mut own, mut empty) = (0u16, 0u16);
        for place in 0..PLACES as usize {
            let at = (place + middle).wrapping_sub(MIDDLE as usize);
            match line.as_bytes().get(at) {
                Some(b'x' | b'X') => own |= 1 << place,
                Some(b'.') => empty |= 1 << place,
                _ => {}
            }
        }
        assert_eq!(Classifier::new(rule).classify(own, empty), want, "{line}");
    }

    #[test]
    fn patterns_are_named_by_what_they_can_become() {
        let free = PatternRule::FiveOrMore;
        check(free, "xxXxx", Pattern::Five);
        check(free, "xxxXxx", Pattern::Five);
        check(free, ".xxXx.", Pattern::FourOpen);
        check(free, "oxxXx.", Pattern::Four);
        check(free, "x.xXx.x", Pattern::FourDouble);
        check(free, "..xXx..", Pattern::ThreeWide);
        check(free, "o.xXx..", Pattern::ThreeOpen);
        check(free, ".xX.x.", Pattern::ThreeOpen);
        check(free, "o.xXx.o", Pattern::ThreeClosed);
        check(free, "oxxX..", Pattern::ThreeClosed);
        check(free, "...xX...", Pattern::TwoWide);
        check(free, "o.xX...", Pattern::TwoOpen);
        check(free, "oxX...", Pattern::TwoClosed);
        check(free, "....X....", Pattern::OneOpen);
        check(free, "oX....", Pattern::OneClosed);
        check(free, "oX...o", Pattern::Dead);
    }

    #[test]
    fn more_than_five_counts_as_the_rules_say() {
        check(PatternRule::Exactly, "xxxXxx", Pattern::Dead);
        check(PatternRule::Restricted, "xxxXxx", Pattern::Overline);
        check(PatternRule::Exactly, "xxXx.x", Pattern::Dead);
        check(PatternRule::Restricted, "x.xXx.x", Pattern::FourDouble);
        check(
            PatternRule::RestrictedLoose,
            "oxxXx.x",
            Pattern::FalseThreat,
        );
    }
}
