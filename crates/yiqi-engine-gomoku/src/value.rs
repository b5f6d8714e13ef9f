//! Values as search counts them: units of the logarithm of the odds, with won games far above.

/// What the search counts for odds of one to e.
pub(crate) const UNIT: f32 = 200.0;
/// A game won at once.
pub(crate) const WON: i32 = 30_000;
/// Values from here on are won games; the rest to [`WON`] is the number of plies.
pub(crate) const WON_MIN: i32 = 29_000;
/// No estimate is higher than this.
pub(crate) const ESTIMATE_MAX: i32 = 20_000;
/// The most an estimate can be as people see it.
pub(crate) const ESTIMATE_LIMIT: i32 = 9_900;
/// Above every value.
pub(crate) const ENDLESS: i32 = 32_000;

/// The value of a game that is won so many plies from the root.
pub(crate) fn won_in(plies: usize) -> i32 {
    WON - plies as i32
}

/// Whether a value says who wins.
pub(crate) fn is_decided(value: i32) -> bool {
    value.abs() >= WON_MIN
}

/// Plies from the root to the end of a decided game.
pub(crate) fn plies(value: i32) -> usize {
    (WON - value.abs()) as usize
}

/// The value as people see it: 100.00 is a won game.
pub(crate) fn hundredths(value: i32) -> i32 {
    if is_decided(value) {
        return 10_000 * value.signum();
    }
    let share = (f64::from(value) / f64::from(2.0 * UNIT)).tanh();
    ((share * 10_000.0).round() as i32).clamp(-ESTIMATE_LIMIT, ESTIMATE_LIMIT)
}
