//! Search values: log-odds in fixed point, with won games far above.

/// The search value of log-odds 1.
pub(crate) const UNIT: f32 = 200.0;
/// The value of a won position.
pub(crate) const WON: i32 = 30_000;
/// Values from here up are wins; the distance to [`WON`] is the number of plies.
pub(crate) const WON_MIN: i32 = 29_000;
/// Upper clamp of evaluations.
pub(crate) const EVAL_MAX: i32 = 20_000;
/// The highest value shown for a position that is not proven won.
pub(crate) const SHOWN_MAX: i32 = 9_900;
/// Above every value.
pub(crate) const INFINITE: i32 = 32_000;

/// The value of a win this many plies from the root.
pub(crate) fn win_in(plies: usize) -> i32 {
    WON - plies as i32
}

/// Whether a value is a win or a loss.
pub(crate) fn is_decided(value: i32) -> bool {
    value.abs() >= WON_MIN
}

/// Plies from the root to the end of a won or lost game.
pub(crate) fn plies(value: i32) -> usize {
    (WON - value.abs()) as usize
}

/// The value in the engine interface's hundredths: 100.00 is a won game.
pub(crate) fn hundredths(value: i32) -> i32 {
    if is_decided(value) {
        return 10_000 * value.signum();
    }
    let share = (f64::from(value) / f64::from(2.0 * UNIT)).tanh();
    ((share * 10_000.0).round() as i32).clamp(-SHOWN_MAX, SHOWN_MAX)
}
