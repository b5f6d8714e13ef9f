//! Classifies lines by lookahead, with memoization.

use super::{CENTER, LENGTH, Pattern, PatternRule, run, run_ends};

/// Places of a line but the center.
const PLACES: u32 = LENGTH - 1;

/// Marks a line that is not classified yet.
const UNKNOWN: u8 = u8::MAX;

/// Classifies lines under one rule and remembers the results.
pub(super) struct Classifier {
    rule: PatternRule,
    /// Patterns by line index.
    codes: Vec<u8>,
}

/// Places of a line as one color sees them. What is neither own nor empty nor edge is opposing.
#[derive(Clone, Copy, Default)]
pub(super) struct Line {
    pub(super) own: u16,
    pub(super) empty: u16,
    /// Off the board.
    pub(super) edge: u16,
}

impl Line {
    /// The line with an own stone on these empty places.
    fn with(self, places: u16) -> Line {
        Line {
            own: self.own | places,
            empty: self.empty & !places,
            ..self
        }
    }

    /// The line with an opposing stone on these empty places.
    fn against(self, places: u16) -> Line {
        Line {
            empty: self.empty & !places,
            ..self
        }
    }

    /// Whether an opposing stone lies on a place.
    fn is_opposing(self, place: u32) -> bool {
        (self.own | self.empty | self.edge) >> place & 1 == 0
    }

    /// Its index: a digit per place except the center, 0 opposing, 1 empty, 2 own, and 3 for the
    /// edge where it differs from an opposing stone.
    fn index(self, rule: PatternRule) -> usize {
        let has = |mask: u16, place: u32| mask >> place & 1 != 0;
        let places = (0..LENGTH).rev().filter(|&place| place != CENTER);
        places.fold(0, |index, place| {
            let digit = if has(self.own, place) {
                2
            } else if has(self.empty, place) {
                1
            } else if rule.tells_edge() && has(self.edge, place) {
                3
            } else {
                0
            };
            index * rule.digit_count() + digit
        })
    }
}

/// The places on one side of the center.
#[derive(Clone, Copy)]
pub(super) struct Half {
    line: Line,
    /// Its share of the line index.
    index: usize,
    /// Whether there is such a line: beyond the edge, nothing is on the board.
    is_possible: bool,
}

impl Half {
    /// Half a line, whose other half is all zero.
    pub(super) fn new(line: Line, rule: PatternRule) -> Half {
        let is_edge = |place: u32| line.edge >> place & 1 != 0;
        let is_possible = !rule.tells_edge()
            || (1..CENTER).all(|low| {
                let high = 2 * CENTER - low;
                (!is_edge(low) || is_edge(low - 1)) && (!is_edge(high) || is_edge(high + 1))
            });
        Half {
            line,
            index: line.index(rule),
            is_possible,
        }
    }
}

impl Classifier {
    pub(super) fn new(rule: PatternRule) -> Classifier {
        Classifier {
            rule,
            codes: vec![UNKNOWN; rule.digit_count().pow(PLACES)],
        }
    }

    /// The code of the pattern of a line of two halves with an own stone between them.
    pub(super) fn classify_halves(&mut self, low: Half, high: Half) -> u8 {
        if !low.is_possible || !high.is_possible {
            return Pattern::Dead as u8;
        }
        match self.codes[low.index + high.index] {
            UNKNOWN => {
                let line = Line {
                    own: low.line.own | high.line.own | 1 << CENTER,
                    empty: low.line.empty | high.line.empty,
                    edge: low.line.edge | high.line.edge,
                };
                self.classify(line) as u8
            }
            code => code,
        }
    }

    /// The pattern of a line with an own stone in the center.
    fn classify(&mut self, line: Line) -> Pattern {
        let index = line.index(self.rule);
        if self.codes[index] != UNKNOWN {
            return Pattern::from_code(u16::from(self.codes[index]));
        }
        let pattern = self.classify_new(line);
        self.codes[index] = pattern as u8;
        pattern
    }

    fn classify_new(&mut self, line: Line) -> Pattern {
        if self.is_five(line) {
            return Pattern::Five;
        }
        if run(line.own) > 5 {
            return if self.rule.restricted() {
                Pattern::Overline
            } else {
                Pattern::Dead
            };
        }
        if let Some(four) = self.four(line) {
            return four;
        }
        let pattern = self.look_ahead(line);
        if self.rule == PatternRule::RestrictedLoose
            && !pattern.is_open_three()
            && looks_like_threat(line)
        {
            Pattern::FalseThreat
        } else {
            pattern
        }
    }

    fn is_five(&self, line: Line) -> bool {
        match run(line.own) {
            5 => {
                self.rule != PatternRule::Unblocked
                    || run_ends(line.own)
                        .into_iter()
                        .any(|end| !line.is_opposing(end))
            }
            length => length > 5 && !self.rule.exactly_five(),
        }
    }

    /// The kind of four this line is, if it is one.
    fn four(&self, line: Line) -> Option<Pattern> {
        let mut gaps = 0u16;
        let mut first = None;
        let mut two_sets = false;
        for low in 1..=CENTER {
            let five = 0b11111 << low;
            let stones = line.own & five;
            let gap = five & !stones;
            if stones.count_ones() == 4 && line.empty & gap != 0 && self.is_five(line.with(gap)) {
                gaps |= gap;
                two_sets |= first.is_some_and(|first| first != stones);
                first = Some(stones);
            }
        }
        match (gaps.count_ones(), two_sets) {
            (0, _) => None,
            (1, _) => Some(Pattern::Four),
            _ if self.rule == PatternRule::Unblocked && self.is_stopped_by_one(line, gaps) => {
                Some(Pattern::Four)
            }
            (_, true) => Some(Pattern::FourDouble),
            (_, false) => Some(Pattern::FourOpen),
        }
    }

    /// Whether one opposing stone stops the fives of all these gaps, by blocking the second end of
    /// some.
    fn is_stopped_by_one(&self, line: Line, gaps: u16) -> bool {
        let places = |mask: u16| {
            (0..LENGTH)
                .map(|place| 1 << place)
                .filter(move |place| mask & place != 0)
        };
        places(line.empty).any(|stop| {
            let after = line.against(stop);
            places(gaps).all(|gap| gap == stop || !self.is_five(after.with(gap)))
        })
    }

    /// The pattern that follows from those one more stone would make.
    fn look_ahead(&mut self, line: Line) -> Pattern {
        let mut open_fours = 0;
        let mut open_threes = 0;
        let mut best = Pattern::Dead;
        for place in (0..LENGTH).filter(|place| line.empty >> place & 1 != 0) {
            let next = self.classify(line.with(1 << place));
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
fn looks_like_threat(line: Line) -> bool {
    let Line { own, empty, .. } = line;
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

    /// Classifies a line written with `x` own, `.` empty, `o` opposing and `X` for the center. What is not shown is
    /// off the board.
    #[track_caller]
    fn check(rule: PatternRule, line: &str, want: Pattern) {
        let center = line.find('X').unwrap();
        let mut shown = Line::default();
        for place in 0..LENGTH as usize {
            let at = (place + center).wrapping_sub(CENTER as usize);
            match line.as_bytes().get(at) {
                Some(b'x' | b'X') => shown.own |= 1 << place,
                Some(b'.') => shown.empty |= 1 << place,
                Some(_) => {}
                None => shown.edge |= 1 << place,
            }
        }
        assert_eq!(Classifier::new(rule).classify(shown), want, "{line}");
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

    #[test]
    fn a_row_between_two_opposing_stones_is_worth_nothing_under_caro() {
        let caro = PatternRule::Unblocked;
        check(caro, "..xxXxx..", Pattern::Five);
        check(caro, "oxxXxx.", Pattern::Five);
        check(caro, "oxxXxxo", Pattern::Dead);
        check(caro, "xxXxxo", Pattern::Five);
        check(caro, "xxXxx", Pattern::Five);
        check(caro, ".xxxXxx.", Pattern::Dead);
        check(caro, "oxxXx.o", Pattern::Dead);
        check(caro, "oxx.Xxo", Pattern::Dead);
        check(caro, "oxx.Xx.", Pattern::Four);
        check(caro, "xxXx.o", Pattern::Four);
        check(caro, "oxX...o", Pattern::Dead);
        check(caro, "oxX....o", Pattern::TwoClosed);
    }

    #[test]
    fn a_four_is_open_under_caro_only_if_no_single_stone_stops_it() {
        let caro = PatternRule::Unblocked;
        check(caro, "..xxXx..", Pattern::FourOpen);
        // The edge does not block the five beside it.
        check(caro, ".xxXx.", Pattern::FourOpen);
        check(caro, ".xxXx..", Pattern::FourOpen);
        // Next to the right end, one stone is the second at both fives.
        check(caro, "o.xxXx..", Pattern::Four);
        check(caro, "..xxXx.o", Pattern::Four);
        check(caro, "o.xxXx.o", Pattern::Four);
        check(caro, "o..xxXx..o", Pattern::FourOpen);
        // Threes need two free points on each side, or the edge.
        check(caro, "o.xXx..", Pattern::ThreeClosed);
        check(caro, "o..xXx..o", Pattern::ThreeClosed);
        check(caro, "o..xXx...", Pattern::ThreeOpen);
        check(caro, "...xXx...", Pattern::ThreeWide);
    }
}
