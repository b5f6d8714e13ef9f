//! The pattern a stone makes on one line through its point.
//!
//! A line is the eleven points within five steps of a point, which is the center. [`Pattern`] names
//! what a stone in the center would make, by lookahead: a three is what one more stone turns into a
//! four, a two is what one more stone turns into a three. Each pattern depends only on those of
//! fuller lines, so all lines are classified in one pass with memoization.

mod classifier;
mod table;

use yiqi_rules::{ByColor, GomokuRules};

pub(crate) use table::{PatternTable, key};

/// The pattern a stone makes on a line, from weakest to strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Pattern {
    /// Nothing that could become five.
    Dead,
    /// More than five where exactly five is required.
    Overline,
    /// Looks like a four or an open three, but no stone completes exactly five.
    FalseThreat,
    /// A stone that can become a closed two.
    OneClosed,
    /// A stone that can become an open two.
    OneOpen,
    /// A two that can become a closed three.
    TwoClosed,
    /// A two with one or two points that make it an open three.
    TwoOpen,
    /// A two with three or more points that make it an open three.
    TwoWide,
    /// A three that can become a four with one point to five.
    ThreeClosed,
    /// A three with one point that makes it an open four.
    ThreeOpen,
    /// A three with several points that make it an open four.
    ThreeWide,
    /// A four that one stone of the opponent stops.
    Four,
    /// Two fours in one line.
    FourDouble,
    /// A four with two points to five.
    FourOpen,
    /// The winning row.
    Five,
}

impl Pattern {
    /// Number of patterns.
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

    /// The pattern with this discriminant.
    #[inline]
    pub(crate) fn from_code(code: u16) -> Pattern {
        Pattern::ALL[usize::from(code)]
    }

    /// Whether it is a four of any kind.
    #[inline]
    pub(crate) fn is_four(self) -> bool {
        matches!(
            self,
            Pattern::Four | Pattern::FourDouble | Pattern::FourOpen
        )
    }

    /// Whether it is a three that can become an open four.
    #[inline]
    pub(crate) fn is_open_three(self) -> bool {
        matches!(self, Pattern::ThreeOpen | Pattern::ThreeWide)
    }
}

/// The rule for one color's rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PatternRule {
    /// Five or more win.
    FiveOrMore,
    /// Exactly five wins.
    ExactlyFive,
    /// Exactly five wins unless opposing stones lie at both ends.
    Unblocked,
    /// Exactly five wins; overlines and double fours are forbidden.
    Restricted,
    /// Like `Restricted`, but a row of four counts as a four even if it cannot become five.
    RestrictedLoose,
}

impl PatternRule {
    fn exactly_five(self) -> bool {
        self != PatternRule::FiveOrMore
    }

    /// Whether the edge of the board differs from an opposing stone.
    fn tells_edge(self) -> bool {
        self == PatternRule::Unblocked
    }

    /// The number of states of a place.
    fn digit_count(self) -> usize {
        if self.tells_edge() { 4 } else { 3 }
    }

    /// Whether some points are forbidden.
    pub(crate) fn restricted(self) -> bool {
        matches!(self, PatternRule::Restricted | PatternRule::RestrictedLoose)
    }

    /// The rules for black and for white.
    pub(crate) fn of(rules: GomokuRules) -> ByColor<PatternRule> {
        let (black, white) = match rules {
            GomokuRules::Freestyle => (PatternRule::FiveOrMore, PatternRule::FiveOrMore),
            GomokuRules::Standard => (PatternRule::ExactlyFive, PatternRule::ExactlyFive),
            GomokuRules::Renju => (PatternRule::Restricted, PatternRule::FiveOrMore),
            GomokuRules::Forbidden => (PatternRule::RestrictedLoose, PatternRule::FiveOrMore),
            GomokuRules::Caro => (PatternRule::Unblocked, PatternRule::Unblocked),
        };
        ByColor { black, white }
    }
}

/// Points on a line.
pub(crate) const LENGTH: u32 = 11;
/// The center's place on a line.
pub(crate) const CENTER: u32 = 5;

/// The length of the unbroken row through the center, as far as the line shows it.
pub(crate) fn run(own: u16) -> u32 {
    let above = (!own >> CENTER).trailing_zeros();
    let below = (!own << (15 - CENTER) | 1 << (14 - CENTER)).leading_zeros();
    above + below - 1
}

/// The places next to that row, where it is short enough for the line to show them.
pub(crate) fn run_ends(own: u16) -> [u32; 2] {
    let ahead = CENTER + (!own >> CENTER).trailing_zeros();
    [ahead - run(own) - 1, ahead]
}
