//! Forward pruning (ProbCut): predicting a deep search from a shallow one.
//!
//! The difference between a shallow and a deep search of the same position is close to normally
//! distributed. If the shallow result is so far outside the window that the deep one would hardly
//! ever be inside, the deep search is skipped. [`Confidence`] says how far is enough.

use std::sync::LazyLock;

/// How sure forward pruning must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Confidence(pub(crate) u8);

impl Confidence {
    /// The most pruning.
    pub(crate) const LEAST: Confidence = Confidence(0);
    /// Little is missed.
    pub(crate) const SURE: Confidence = Confidence(2);
    /// No forward pruning.
    pub(crate) const FULL: Confidence = Confidence(4);

    /// How many standard deviations outside the window a shallow search must be.
    #[inline(always)]
    fn deviations(self) -> f32 {
        [1.1, 1.5, 2.0, 2.6, f32::INFINITY][usize::from(self.0.min(4))]
    }

    /// The share of a normal distribution within that many deviations, in percent.
    pub(crate) fn percent(self) -> u8 {
        [73, 87, 95, 99, 100][usize::from(self.0.min(4))]
    }
}

/// What pruning a search of some depth takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Margins {
    /// How far outside the window the shallow search must be, in stones.
    pub(crate) margin: i32,
    /// How far the evaluation may be from that; further away, the shallow search is skipped.
    pub(crate) doubt: i32,
}

impl Margins {
    /// The margins for a search of `deep` plies, at least three.
    #[inline(always)]
    pub(crate) fn of(confidence: Confidence, empty_count: u32, deep: u32) -> Margins {
        let table: &MarginTable = &MARGINS;
        let row = &table[usize::from(confidence.0 & 3)][empty_count as usize & 63];
        let (margin, doubt) = row[deep as usize & 63];
        Margins {
            margin: i32::from(margin),
            doubt: i32::from(doubt),
        }
    }

    fn computed(confidence: Confidence, empty_count: u32, deep: u32) -> Margins {
        let shallow = shallow_depth(deep);
        Margins {
            margin: (confidence.deviations() * deviation(empty_count, shallow, deep)).ceil() as i32,
            doubt: deviation(empty_count, 0, shallow).ceil() as i32,
        }
    }
}

/// Margin and doubt by confidence, empty points and depth: an exponential function in every node
/// would take longer than the lookup.
type MarginTable = [[[(i16, i16); 64]; 64]; 4];

static MARGINS: LazyLock<Box<MarginTable>> = LazyLock::new(|| {
    let mut table: Box<MarginTable> = Box::new([[[(0, 0); 64]; 64]; 4]);
    for (confidence, by_empty) in (0..).zip(table.iter_mut()) {
        for (empty_count, by_depth) in (0..).zip(by_empty) {
            for (deep, entry) in (0..).zip(by_depth).skip(3) {
                let Margins { margin, doubt } =
                    Margins::computed(Confidence(confidence), empty_count, deep);
                *entry = (margin as i16, doubt as i16);
            }
        }
    }
    table
});

/// The standard deviation of the difference between searches of two depths of the same parity, in
/// stones. Fitted to this evaluation; the data and the fit are in `train/reversi`.
#[inline(always)]
pub(crate) fn deviation(empty_count: u32, shallow: u32, deep: u32) -> f32 {
    let (empty, shallow, deep) = (empty_count as f32, shallow as f32, deep as f32);
    (1.676 - 0.0245 * empty + 0.00003 * empty * empty - 0.1364 * shallow + 0.0728 * deep).exp()
}

/// The depth that replaces `deep`: about half, with the same parity.
#[inline(always)]
pub(crate) fn shallow_depth(deep: u32) -> u32 {
    let half = deep / 4 * 2 + (deep & 1);
    if half == deep { half - 2 } else { half }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_margins_holds_what_is_computed() {
        for confidence in (0..4).map(Confidence) {
            for empty in 0..=60 {
                for deep in 3..=60 {
                    assert_eq!(
                        Margins::of(confidence, empty, deep),
                        Margins::computed(confidence, empty, deep)
                    );
                }
            }
        }
    }
}
