//! Classifies lines by lookahead, with memoization.

use super::{CENTER, LENGTH, Pattern, PatternRule, run, run_ends};

/// Number of lines: three states for every place but the center.
const LINES: usize = 3usize.pow(LENGTH - 1);

/// Marks a line that is not classified yet.
const UNKNOWN: u8 = u8::MAX;

/// Classifies lines under one rule and remembers the results.
pub(super) struct Classifier {
    rule: PatternRule,
    /// Patterns by line index.
    codes: Vec<u8>,
}

/// The places on one side of the center, as one color sees them.
#[derive(Clone, Copy, Default)]
pub(super) struct Half {
    pub(super) own: u16,
    pub(super) empty: u16,
    /// Its share of the line index.
    pub(super) index: usize,
}

/// The index of a line: a base-three digit per place except the center, 0 blocked, 1 empty, 2 own.
pub(super) fn line_index(own: u16, empty: u16) -> usize {
    let mut index = 0;
    for place in (0..LENGTH).rev().filter(|&place| place != CENTER) {
        let digit = if own >> place & 1 != 0 {
            2
        } else {
            usize::from(empty >> place & 1)
        };
        index = index * 3 + digit;
    }
    index
}

impl Classifier {
    pub(super) fn new(rule: PatternRule) -> Classifier {
        Classifier {
            rule,
            codes: vec![UNKNOWN; LINES],
        }
    }

    /// The code of the pattern of a line of two halves with an own stone between them.
    pub(super) fn classify_halves(&mut self, low: Half, high: Half) -> u8 {
        match self.codes[low.index + high.index] {
            UNKNOWN => {
                let own = low.own | high.own | 1 << CENTER;
                self.classify(own, low.empty | high.empty) as u8
            }
            code => code,
        }
    }

    /// The pattern of a line with an own stone in the center.
    fn classify(&mut self, own: u16, empty: u16) -> Pattern {
        let index = line_index(own, empty);
        if self.codes[index] != UNKNOWN {
            return Pattern::from_code(u16::from(self.codes[index]));
        }
        let pattern = self.classify_new(own, empty);
        self.codes[index] = pattern as u8;
        pattern
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
        let pattern = self.look_ahead(own, empty);
        if self.rule == PatternRule::RestrictedLoose
            && !pattern.is_open_three()
            && looks_like_threat(own, empty)
        {
            Pattern::FalseThreat
        } else {
            pattern
        }
    }

    fn is_five(&self, own: u16) -> bool {
        let length = run(own);
        length == 5 || length > 5 && !self.rule.exactly_five()
    }

    /// The kind of four this line is, if it is one.
    fn four(&self, own: u16, empty: u16) -> Option<Pattern> {
        let mut gaps = 0u16;
        let mut first = None;
        let mut two_sets = false;
        for low in 1..=CENTER {
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

    /// The pattern that follows from those one more stone would make.
    fn look_ahead(&mut self, own: u16, empty: u16) -> Pattern {
        let mut open_fours = 0;
        let mut open_threes = 0;
        let mut best = Pattern::Dead;
        for place in (0..LENGTH).filter(|place| empty >> place & 1 != 0) {
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

/// Whether a line shows a row of four with an empty end, or three stones of a row of four with both ends empty.
fn looks_like_threat(own: u16, empty: u16) -> bool {
    let is_empty = |place: u32| empty >> place & 1 != 0;
    let four = run(own) == 4 && run_ends(own).into_iter().any(is_empty);
    let three = (2..=CENTER).any(|low| {
        let four = 0b1111 << low;
        (own & four).count_ones() == 3
            && empty & four & !own != 0
            && is_empty(low - 1)
            && is_empty(low + 4)
    });
    four || three
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Classifies a line written with `x` own, `.` empty, `o` blocked and `X` for the center.
    #[track_caller]
    fn check(rule: PatternRule, line: &str, want: Pattern) {
        let center = line.find('X').unwrap();
        let (mut own, mut empty) = (0u16, 0u16);
        for place in 0..LENGTH as usize {
            let at = (place + center).wrapping_sub(CENTER as usize);
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
    fn overlines_count_as_the_rules_say() {
        check(PatternRule::ExactlyFive, "xxxXxx", Pattern::Dead);
        check(PatternRule::Restricted, "xxxXxx", Pattern::Overline);
        check(PatternRule::ExactlyFive, "xxXx.x", Pattern::Dead);
        check(PatternRule::Restricted, "x.xXx.x", Pattern::FourDouble);
        check(
            PatternRule::RestrictedLoose,
            "oxxXx.x",
            Pattern::FalseThreat,
        );
    }
}
