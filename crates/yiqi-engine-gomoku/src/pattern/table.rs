//! The patterns of all lines under one rule set, for both colors.

use std::sync::OnceLock;

use yiqi_rules::{ByColor, GomokuRules};

use super::classifier::{Classifier, Half, Line};
use super::{CENTER, PatternRule};

/// The patterns of all lines under one rule set, for both colors, by key.
///
/// A key holds two bits per place around the center, as [`Board`](crate::board::Board) encodes them:
/// 0 off the board, 1 black, 2 white, 3 empty.
pub(crate) struct PatternTable {
    codes: Vec<u8>,
    /// Steps that matter on each side of the center.
    pub(crate) reach: u32,
}

impl PatternTable {
    /// The table of a rule set, built on first use.
    pub(crate) fn of(rules: GomokuRules) -> &'static PatternTable {
        static TABLES: [OnceLock<PatternTable>; GomokuRules::ALL.len()] =
            [const { OnceLock::new() }; GomokuRules::ALL.len()];
        TABLES[rules as usize].get_or_init(|| PatternTable::new(rules))
    }

    fn new(rules: GomokuRules) -> PatternTable {
        // Where overlines win, nothing beyond four steps matters.
        let reach = if rules == GomokuRules::Freestyle {
            4
        } else {
            5
        };
        let rule = PatternRule::of(rules);
        let mut black = Classifier::new(rule.black);
        let mut white = Classifier::new(rule.white);
        let half_count = 1usize << (2 * reach);
        let [lows, highs] = [CENTER - reach, CENTER + 1].map(|first| {
            let halves = (0..half_count).map(|half| split(half, first, reach, rule));
            halves.collect::<Vec<ByColor<Half>>>()
        });
        let mut codes = Vec::with_capacity(half_count * half_count);
        for high in &highs {
            for low in &lows {
                let black = black.classify_halves(low.black, high.black);
                let white = white.classify_halves(low.white, high.white);
                codes.push(black | white << 4);
            }
        }
        PatternTable { codes, reach }
    }

    /// The codes by key: black's pattern in the low four bits, white's in the high ones.
    #[inline]
    pub(crate) fn codes(&self) -> &[u8] {
        &self.codes
    }
}

/// The key of the eleven places around a point, two bits each, in a table with this reach.
#[inline]
pub(crate) fn key<const REACH: usize>(window: u32) -> usize {
    let center = CENTER as usize;
    let half = (1 << (2 * REACH)) - 1;
    let low = window >> (2 * (center - REACH)) & half;
    let high = window >> (2 * (center + 1)) & half;
    (low | high << (2 * REACH)) as usize
}

/// Unpacks half a key into what black and white see, with its first place at bit `first`.
fn split(half: usize, first: u32, reach: u32, rule: ByColor<PatternRule>) -> ByColor<Half> {
    let mut stones = ByColor::<u16>::default();
    let (mut empty, mut edge) = (0, 0);
    for place in 0..reach {
        let bit = 1 << (first + place);
        match half >> (2 * place) & 3 {
            0 => edge |= bit,
            1 => stones.black |= bit,
            2 => stones.white |= bit,
            _ => empty |= bit,
        }
    }
    let see = |own: u16, rule| Half::new(Line { own, empty, edge }, rule);
    ByColor {
        black: see(stones.black, rule.black),
        white: see(stones.white, rule.white),
    }
}
