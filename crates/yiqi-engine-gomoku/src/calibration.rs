//! From the search's evaluation to the chance that people see.
//!
//! The search compares moves of one position, so its values need not be chances. Here they become chances, by a
//! correction that was fitted to games of the engine with itself.

use yiqi_rules::{AnyPosition, ByColor, Color, GameSpec, GomokuRules};
use yiqi_search::{Analysis, Certainty};

use crate::opening::is_open_play;
use crate::value::SHOWN_MAX;

/// How the log-odds of the side to move are corrected.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Correction {
    /// Added to them,
    offset: f64,
    /// after multiplying them by this.
    slope: f64,
    /// Added to them late in the game, and a part of it earlier.
    late: f64,
}

impl Correction {
    const NONE: Correction = Correction::new(0.0, 1.0, 0.0);

    const fn new(offset: f64, slope: f64, late: f64) -> Correction {
        assert!(slope > 0.0, "better positions stay better");
        Correction {
            offset,
            slope,
            late,
        }
    }
}

/// The corrections by rule set and side to move, by `yiqi-train-gomoku calibrate`. Those of renju were fitted to games of 18
/// November 2026 and tested again on 19 and 20 November with the networks of the fifth generation, as good as new ones. The
/// slope of standard was fitted on 19 November; its offsets contradicted the games that tested them, and so did every fit for
/// freestyle and caro.
const fn correction(rules: GomokuRules, color: Color) -> Correction {
    let ByColor { black, white } = match rules {
        // Both use the same networks. A fit for forbidden alone was worse in the games that tested it.
        GomokuRules::Renju | GomokuRules::Forbidden => ByColor {
            black: Correction::new(0.10, 1.24, -0.10),
            white: Correction::new(-0.10, 1.22, 0.11),
        },
        GomokuRules::Standard => ByColor {
            black: Correction::new(0.0, 1.30, 0.0),
            white: Correction::new(0.0, 1.30, 0.0),
        },
        GomokuRules::Freestyle | GomokuRules::Caro => ByColor {
            black: Correction::NONE,
            white: Correction::NONE,
        },
    };
    match color {
        Color::Black => black,
        Color::White => white,
    }
}

/// Stones from which on it is late in the game.
const LATE_STONES: f64 = 100.0;

/// Converts the evaluations of one position to chances, and back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    offset: f64,
    slope: f64,
}

impl Calibration {
    /// The calibration of a position; `None` if it is not Gomoku, or its opening rule lets a side choose its color.
    #[must_use]
    pub fn of(position: &AnyPosition) -> Option<Calibration> {
        let GameSpec::Gomoku(spec) = position.spec() else {
            return None;
        };
        let color = position.next_stone().filter(|_| is_open_play(position))?;
        let counts = Color::BOTH.map(|color| position.stones(color).iter().count());
        let stage = (counts.iter().sum::<usize>() as f64 / LATE_STONES).min(1.0);
        let found = correction(spec.rules, color);
        Some(Calibration {
            offset: found.offset + found.late * stage,
            slope: found.slope,
        })
    }

    /// The chance to win minus the chance to lose, in hundredths of a percent, for an evaluation of the search.
    #[must_use]
    pub fn chance(self, eval: i32) -> i32 {
        from_log_odds(self.offset + self.slope * log_odds(eval))
    }

    /// The evaluation of the search that has this chance.
    #[must_use]
    pub fn eval(self, chance: i32) -> i32 {
        from_log_odds((log_odds(chance) - self.offset) / self.slope)
    }

    /// Converts all estimates of an analysis to chances. What is proven stays.
    pub fn apply(self, analysis: &mut Analysis) {
        self.convert(analysis, Calibration::chance);
    }

    /// Converts all chances of an analysis back to evaluations.
    pub fn revert(self, analysis: &mut Analysis) {
        self.convert(analysis, Calibration::eval);
    }

    fn convert(self, analysis: &mut Analysis, convert: fn(Calibration, i32) -> i32) {
        for line in &mut analysis.lines {
            if matches!(line.certainty, Certainty::Estimate { .. }) {
                line.eval = convert(self, line.eval);
            }
        }
    }
}

/// The log-odds of an evaluation in hundredths, where 100.00 is a won game.
fn log_odds(eval: i32) -> f64 {
    let share = f64::from(eval.clamp(-SHOWN_MAX, SHOWN_MAX)) / 10_000.0;
    2.0 * share.atanh()
}

fn from_log_odds(log_odds: f64) -> i32 {
    let share = (log_odds / 2.0).tanh();
    ((share * 10_000.0).round() as i32).clamp(-SHOWN_MAX, SHOWN_MAX)
}

#[cfg(test)]
mod tests {
    use yiqi_rules::{GomokuSpec, Opening};

    use super::*;

    fn all() -> impl Iterator<Item = Calibration> {
        GomokuRules::ALL.into_iter().flat_map(|rules| {
            let spec = GomokuSpec::new(15, rules, Opening::Free).unwrap();
            let mut position = AnyPosition::new(GameSpec::Gomoku(spec));
            (0..120).filter_map(move |_| {
                let found = Calibration::of(&position)?;
                let mv = *position.legal_moves().first()?;
                position.play(mv).ok()?;
                Some(found)
            })
        })
    }

    #[test]
    fn better_evaluations_have_better_chances() {
        for calibration in all() {
            let chances: Vec<i32> = (-99..=99)
                .map(|percent| calibration.chance(100 * percent))
                .collect();
            assert!(chances.is_sorted());
            assert!(chances[0] < -9_000 && chances[198] > 9_000, "{chances:?}");
        }
    }

    #[test]
    fn a_chance_leads_back_to_its_evaluation() {
        for calibration in all() {
            for eval in (-9_000..=9_000).step_by(500) {
                let back = calibration.eval(calibration.chance(eval));
                assert!((back - eval).abs() <= 5, "{eval} {back}");
            }
        }
    }

    #[test]
    fn while_colors_can_still_change_nothing_is_converted() {
        let spec = GomokuSpec::new(15, GomokuRules::Freestyle, Opening::Swap2).unwrap();
        let position = AnyPosition::new(GameSpec::Gomoku(spec));
        assert_eq!(Calibration::of(&position), None);
        assert_eq!(Calibration::of(&AnyPosition::new(GameSpec::REVERSI)), None);
    }
}
