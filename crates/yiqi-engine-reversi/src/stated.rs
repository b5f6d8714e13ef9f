//! What analysis states of a search that ends before the game does: a value without the mean error
//! of such searches, and the error that remains.
//!
//! Both are fitted to games between strong players; `train/reversi/runs/fit_errors.py`.

use crate::probcut::{Confidence, deviation, shallow_depth};

/// The value to state for a search of `depth` plies that returned `score`, in hundredths of a stone.
pub(crate) fn stated_eval(score: i32, empty_count: u32, depth: u32) -> i32 {
    (100 * score - mean_error(empty_count, depth)).clamp(-6400, 6400)
}

/// How far a search of `depth` plies overrates the side to move on average, in hundredths of a
/// stone.
///
/// The side that moves last within the search looks better than it is, since the move is chosen by
/// the evaluation that it then profits from. And with an even number of empty points the opponent
/// gets the last move of the game, which the evaluation does not value enough. Near the end of the
/// game both fade.
#[must_use]
pub fn mean_error(empty_count: u32, depth: u32) -> i32 {
    if depth == 0 || depth >= empty_count {
        return 0;
    }
    let share = ((empty_count - depth) as f32 / 8.0).min(1.0);
    let sign = |is_positive: bool| if is_positive { 1.0 } else { -1.0 };
    let last_move_in_search = 0.854 * sign(depth % 2 == 1);
    let last_move_in_game = 0.579 * sign(empty_count.is_multiple_of(2));
    let stones = 0.157 + 0.781 / depth as f32 + last_move_in_search + last_move_in_game;
    (100.0 * share * stones).round() as i32
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

    #[test]
    fn a_search_to_the_end_is_stated_as_it_is() {
        for empty in 0..=60 {
            for score in [-64, -3, 0, 64] {
                assert_eq!(stated_eval(score, empty, empty), 100 * score);
            }
        }
    }

    #[test]
    fn the_correction_is_below_the_stated_error() {
        for empty in 2..=60 {
            for depth in 1..empty {
                let error = expected_error(empty, depth, Confidence::LEAST);
                let mean = mean_error(empty, depth);
                assert!(
                    mean.unsigned_abs() < error.into(),
                    "{empty} {depth}: {mean}"
                );
            }
        }
    }
}
