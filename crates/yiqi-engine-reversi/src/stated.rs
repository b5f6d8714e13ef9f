//! What analysis states of a search that ends before the game does: its value without the errors that
//! such searches are known to make, and the error that remains.
//!
//! The corrections are fitted to the engine's own games (`train/reversi/runs/fit_stated.py`), the
//! remaining error to games between strong levels (`train/reversi/runs/fit_errors.py`).

use crate::outlook::Outlook;
use crate::probcut::{Confidence, deviation, shallow_depth};

/// What is known after an iteration besides the value of its best move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context {
    /// The value of the best move in the iteration before, one ply less deep, in hundredths of a
    /// stone.
    pub(crate) before: i32,
    pub(crate) outlook: Outlook,
}

/// The value to state for the best move of an iteration of `depth` plies that returned `value`, in
/// hundredths of a stone.
///
/// It differs from what the search found by what such searches are known to get wrong:
/// - The mean of two neighboring depths errs less than the deeper one: what the last ply promises is
///   often taken back by the next one.
/// - Both sides can choose between several good moves, and not only play the best: see [`Outlook`].
/// - In a search of one ply, threats are not seen, and large values are exaggerated.
/// - Every search overrates one of the sides.
pub(crate) fn stated_eval(value: i32, context: Context, empty_count: u32, depth: u32) -> i32 {
    if depth >= empty_count {
        return value.clamp(-6400, 6400);
    }
    let plies = depth.max(1) as f32;
    let Outlook {
        choice,
        replies,
        threat,
    } = context.outlook;
    let change = if depth < 3 {
        0.0
    } else {
        SHARE_BEFORE * (context.before - value) as f32
    };
    let overlooked = (CHOICE.0 + CHOICE.1 / plies) * choice as f32
        + REPLIES / plies * replies as f32
        - THREAT * threat as f32;
    let exaggerated = EXAGGERATION / (plies * plies) * value.clamp(-MODERATE, MODERATE) as f32;
    let shift = change + fading(empty_count, depth) * (overlooked - exaggerated);
    let stated = value + shift.round() as i32 - mean_error(empty_count, depth);
    stated.clamp(-6400, 6400)
}

/// The share of the iteration before, from depth 3 on.
const SHARE_BEFORE: f32 = 0.3;

/// How much of the worth of a choice a search overlooks: a constant, and a part that fades with the
/// depth.
const CHOICE: (f32, f32) = (0.28, 1.47);

/// The same for the choice between replies; it fades with the depth.
const REPLIES: f32 = 1.54;

/// The part of the opponent's threats that takes effect.
const THREAT: f32 = 0.32;

/// The share of a value that is an error at depth 1. It fades with the square of the depth.
const EXAGGERATION: f32 = 0.135;

/// Values beyond this many hundredths are no more exaggerated.
const MODERATE: i32 = 1600;

/// Near the end of the game, a search sees most of what matters.
fn fading(empty_count: u32, depth: u32) -> f32 {
    (empty_count.saturating_sub(depth) as f32 / 8.0).min(1.0)
}

/// How far the value of a search of `depth` plies with its other corrections is too high for the side
/// to move on average, in hundredths of a stone.
///
/// The side that moves last within the search looks better than it is, since the move is chosen by
/// the evaluation that it then profits from. And with an even number of empty points the opponent
/// gets the last move of the game, which the evaluation does not value enough, least of all when it
/// comes close. At the very end both fade.
fn mean_error(empty_count: u32, depth: u32) -> i32 {
    let sign = |is_positive: bool| if is_positive { 1.0 } else { -1.0 };
    let plies = depth.max(1) as f32;
    let last_move_in_search = 0.31 * sign(depth % 2 == 1);
    let closeness = (26.0 / empty_count.max(1) as f32).min(1.0);
    let last_move_in_game = 1.03 * closeness * sign(empty_count.is_multiple_of(2));
    let first = if depth == 1 { 2.06 } else { 0.0 };
    let stones = 0.03 - 0.75 / plies + first + last_move_in_search + last_move_in_game;
    (100.0 * fading(empty_count, depth) * stones).round() as i32
}

/// The standard deviation between a search and the result of the game, in hundredths of a stone:
/// about two of three results are no further away.
pub(crate) fn expected_error(empty_count: u32, depth: u32, confidence: Confidence) -> u16 {
    let stones = if depth >= empty_count {
        // The rest is the chance that pruning missed something.
        let overlooked = f32::from(100 - confidence.percent()) / 100.0;
        let shallow = shallow_depth(empty_count.max(3));
        overlooked.sqrt() * deviation(empty_count, shallow, empty_count)
    } else {
        let (empty, depth) = (empty_count as f32, depth as f32);
        let left = (empty - depth).ln();
        (1.095 + 0.4133 * left - 0.0112 * depth - 0.017 * empty.min(30.0) - 0.0073 * empty).exp()
    };
    (stones * 100.0).min(6400.0) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deeper_search_states_a_smaller_error_and_never_an_absurd_one() {
        for empty in 2..=60 {
            let error = |depth| expected_error(empty, depth, Confidence::LEAST);
            for depth in 1..empty - 1 {
                let (here, deeper) = (error(depth), error(depth + 1));
                assert!(
                    deeper < here && here < 800,
                    "{empty} {depth}: {here} {deeper}"
                );
            }
            assert_eq!(expected_error(empty, empty, Confidence::FULL), 0);
        }
    }

    /// A context in which the iteration before had this value, with one good move.
    fn after(before: i32) -> Context {
        Context {
            before,
            outlook: Outlook::default(),
        }
    }

    #[test]
    fn a_search_to_the_end_is_stated_as_it_is() {
        for empty in 0..=60 {
            for score in [-64, -3, 0, 64] {
                let context = Context {
                    before: 700,
                    outlook: Outlook {
                        choice: 300,
                        replies: -200,
                        threat: 0,
                    },
                };
                assert_eq!(stated_eval(100 * score, context, empty, empty), 100 * score);
            }
        }
    }

    #[test]
    fn a_better_value_of_either_iteration_is_stated_as_a_better_one() {
        for empty in 3..=60 {
            for depth in 1..empty {
                let stated = |before, value| stated_eval(value, after(before), empty, depth);
                assert!(stated(-800, 500) <= stated(-700, 500), "{empty} {depth}");
                assert!(stated(-800, 500) < stated(-800, 600), "{empty} {depth}");
                assert!(stated(-800, 1500) < stated(-800, 1700), "{empty} {depth}");
            }
        }
    }

    #[test]
    fn the_iteration_before_counts_less_than_the_last_one() {
        for empty in 3..=60 {
            for depth in 1..empty {
                let stated = |before| stated_eval(0, after(before), empty, depth);
                let change = stated(1000) - stated(0);
                assert!((0..500).contains(&change), "{empty} {depth}: {change}");
            }
        }
    }

    #[test]
    fn the_correction_of_an_average_position_is_below_the_stated_error() {
        for empty in 2..=60 {
            for depth in 1..empty {
                let error = expected_error(empty, depth, Confidence::LEAST);
                let context = Context {
                    before: 0,
                    outlook: Outlook {
                        choice: 110,
                        replies: if depth == 1 { 0 } else { -150 },
                        threat: if depth == 1 { 350 } else { 0 },
                    },
                };
                let stated = stated_eval(0, context, empty, depth);
                assert!(
                    stated.unsigned_abs() < error.into(),
                    "{empty} {depth}: {stated}"
                );
            }
        }
    }
}
