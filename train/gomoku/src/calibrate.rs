//! How often positions are won that the engine calls won by so much, and the correction that makes both agree.
//!
//! The engine plays itself from the balanced openings. Every position that it estimates, rather than proves, counts
//! with the result of its game. The games from half of the openings fit the correction, those from the other half test
//! it.

use anyhow::{Context, Result};
use clap::Args;
use yiqi_arena::OpeningLine;
use yiqi_engine_gomoku::{Calibration, GomokuEngine};
use yiqi_rules::{Color, GameSpec, GomokuRules, GomokuSpec, Opening};
use yiqi_search::{Certainty, Engine};

use crate::RuleSets;
use crate::generate::{engine, think};

#[derive(Args)]
pub(crate) struct Options {
    /// Games from each opening, each with 10 % more nodes than the one before.
    rounds: usize,
    /// Nodes per move in the first game.
    nodes: u64,
    /// A rule set, or all.
    #[arg(default_value = "all")]
    rules: RuleSets,
    /// Board size.
    #[arg(default_value_t = 15)]
    size: u8,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    for rules in GomokuRules::ALL {
        if let RuleSets::Only(only) = options.rules
            && only != rules
        {
            continue;
        }
        let spec = GomokuSpec::new(options.size, rules, Opening::Free).context("not a size")?;
        let game = GameSpec::Gomoku(spec);
        let openings = yiqi_arena::built_in(game)
            .with_context(|| format!("there are no openings of {game}"))?;
        let mut engine = engine();
        let mut moments = Vec::new();
        let mut game_count = 0;
        for round in 0..options.rounds {
            let nodes = options.nodes + options.nodes / 10 * round as u64;
            for (index, opening) in openings.iter().enumerate() {
                // Openings of the one half fit, those of the other test.
                let is_fitted = index % 2 == 0;
                play(&mut engine, opening, game, nodes, is_fitted, &mut moments);
                game_count += 1;
            }
        }
        println!("{game}, {game_count} games, {} positions", moments.len());
        report(&moments);
    }
    Ok(())
}

/// A position of a game, estimated by the side to move.
struct Moment {
    color: Color,
    stones: usize,
    /// The chance of the side to move, as the search states it,
    stated: f64,
    /// and as people see it.
    shown: f64,
    /// Its points at the end of the game.
    points: f64,
    /// Whether the game helps to fit the correction rather than to test it.
    is_fitted: bool,
}

/// Plays a game and adds its estimated positions.
fn play(
    engine: &mut GomokuEngine,
    opening: &OpeningLine,
    game: GameSpec,
    nodes: u64,
    is_fitted: bool,
    moments: &mut Vec<Moment>,
) {
    engine.forget();
    let Some(mut position) = opening.position(game) else {
        return;
    };
    let first = moments.len();
    while let Some(color) = position.turn() {
        let Some(analysis) = think(engine, &position, 1, nodes) else {
            break;
        };
        let line = &analysis.lines[0];
        if matches!(line.certainty, Certainty::Estimate { .. }) {
            let chance = |eval: i32| 0.5 + f64::from(eval) / 20_000.0;
            let calibration = Calibration::of(&position);
            let stones = Color::BOTH.map(|color| position.stones(color).iter().count());
            moments.push(Moment {
                color,
                stones: stones.iter().sum(),
                stated: chance(line.eval),
                shown: chance(calibration.map_or(line.eval, |found| found.chance(line.eval))),
                points: 0.5,
                is_fitted,
            });
        }
        if position.play(line.moves[0]).is_err() {
            break;
        }
    }
    let Some(outcome) = position.outcome() else {
        moments.truncate(first);
        return;
    };
    for moment in &mut moments[first..] {
        moment.points = match outcome.winner {
            None => 0.5,
            Some(winner) => f64::from(u8::from(winner == moment.color)),
        };
    }
}

/// Prints the fitted corrections, and how well they do in the games that did not fit them.
fn report(moments: &[Moment]) {
    let corrections = Color::BOTH.map(|color| {
        let own = moments
            .iter()
            .filter(|moment| moment.is_fitted && moment.color == color);
        Correction::fit(&own.collect::<Vec<_>>())
    });
    for (color, correction) in Color::BOTH.into_iter().zip(&corrections) {
        println!(
            "{color:?}: offset {:.2}, slope {:.2}, late {:.2}",
            correction.0[0], correction.0[1], correction.0[2]
        );
    }
    let corrected =
        |moment: &Moment| corrections[moment.color as usize].apply(moment.stated, moment.stones);
    println!("tested:      positions stated scored corrected shown");
    let bands = [
        (0, 20, "< 20"),
        (20, 40, "20-39"),
        (40, 60, "40-59"),
        (60, 999, "60 +"),
    ];
    for color in Color::BOTH {
        for (least, end, name) in bands {
            let found: Vec<&Moment> = moments
                .iter()
                .filter(|moment| !moment.is_fitted && moment.color == color)
                .filter(|moment| (least..end).contains(&moment.stones))
                .collect();
            print_row(&format!("{color:?} {name}"), &found, corrected);
        }
    }
    for tenth in 0..10 {
        let found: Vec<&Moment> = moments
            .iter()
            .filter(|moment| !moment.is_fitted && (moment.stated * 10.0) as usize == tenth)
            .collect();
        print_row(&format!("stated .{tenth}"), &found, corrected);
    }
    let tested: Vec<&Moment> = moments.iter().filter(|moment| !moment.is_fitted).collect();
    let loss = |chance: &dyn Fn(&Moment) -> f64| {
        mean(&tested, |moment| {
            let chance = chance(moment).clamp(0.005, 0.995);
            -moment.points * chance.ln() - (1.0 - moment.points) * (1.0 - chance).ln()
        })
    };
    println!(
        "cross entropy {:.4}, corrected {:.4}, shown {:.4}",
        loss(&|moment| moment.stated),
        loss(&corrected),
        loss(&|moment| moment.shown)
    );
}

fn print_row(name: &str, moments: &[&Moment], corrected: impl Fn(&Moment) -> f64) {
    println!(
        "{name:12} {:8} {:.3} {:.3} {:.3} {:.3}",
        moments.len(),
        mean(moments, |moment| moment.stated),
        mean(moments, |moment| moment.points),
        mean(moments, corrected),
        mean(moments, |moment| moment.shown)
    );
}

fn mean(moments: &[&Moment], value: impl Fn(&Moment) -> f64) -> f64 {
    moments.iter().map(|moment| value(moment)).sum::<f64>() / moments.len().max(1) as f64
}

/// Offset, slope and effect of the stage: the corrected log-odds are `offset + slope · stated + late · stage`.
struct Correction([f64; 3]);

/// Stones at which the stage is 1, its maximum.
const LATE_STONES: f64 = 100.0;

/// Positions' worth of evidence for leaving the chance as it is, so that few games change little.
const PRIOR: f64 = 20.0;

impl Correction {
    fn inputs(stated: f64, stones: usize) -> [f64; 3] {
        let stated = stated.clamp(0.005, 0.995);
        [
            1.0,
            (stated / (1.0 - stated)).ln(),
            (stones as f64 / LATE_STONES).min(1.0),
        ]
    }

    fn apply(&self, stated: f64, stones: usize) -> f64 {
        let inputs = Correction::inputs(stated, stones);
        let sum: f64 = self
            .0
            .iter()
            .zip(inputs)
            .map(|(own, input)| own * input)
            .sum();
        1.0 / (1.0 + (-sum).exp())
    }

    /// Logistic regression by Newton's method.
    fn fit(moments: &[&Moment]) -> Correction {
        let prior = [0.0, 1.0, 0.0];
        let mut own = Correction(prior);
        for _ in 0..12 {
            let mut slope: [f64; 3] = std::array::from_fn(|at| PRIOR * (prior[at] - own.0[at]));
            let mut curvature = [[0.0; 3]; 3];
            for (at, row) in curvature.iter_mut().enumerate() {
                row[at] = PRIOR;
            }
            for moment in moments {
                let inputs = Correction::inputs(moment.stated, moment.stones);
                let chance = own.apply(moment.stated, moment.stones);
                for row in 0..3 {
                    slope[row] += (moment.points - chance) * inputs[row];
                    for col in 0..3 {
                        curvature[row][col] += chance * (1.0 - chance) * inputs[row] * inputs[col];
                    }
                }
            }
            let step = solve(curvature, slope);
            for (number, step) in own.0.iter_mut().zip(step) {
                *number += step;
            }
        }
        own
    }
}

/// Solves a system of three equations by elimination; the matrix is positive definite.
fn solve(mut matrix: [[f64; 3]; 3], mut right: [f64; 3]) -> [f64; 3] {
    for pivot in 0..3 {
        let (above, below) = matrix.split_at_mut(pivot + 1);
        let pivot_row = &above[pivot];
        for (offset, row) in below.iter_mut().enumerate() {
            let factor = row[pivot] / pivot_row[pivot];
            for (number, pivot_number) in row.iter_mut().zip(pivot_row) {
                *number -= factor * pivot_number;
            }
            right[pivot + 1 + offset] -= factor * right[pivot];
        }
    }
    let mut found = [0.0; 3];
    for row in (0..3).rev() {
        let known: f64 = (row + 1..3).map(|col| matrix[row][col] * found[col]).sum();
        found[row] = (right[row] - known) / matrix[row][row];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fit_finds_the_correction_that_made_the_results() {
        let truth = Correction([-0.4, 0.7, 0.5]);
        let mut moments = Vec::new();
        // Enough positions that the prior hardly matters.
        for number in 0..500 {
            for stones in (0..120).step_by(5) {
                let stated = f64::from(number % 97 + 2) / 100.0;
                moments.push(Moment {
                    color: Color::Black,
                    stones,
                    stated,
                    shown: stated,
                    // The mean of many games.
                    points: truth.apply(stated, stones),
                    is_fitted: true,
                });
            }
        }
        let found = Correction::fit(&moments.iter().collect::<Vec<_>>());
        for (found, truth) in found.0.iter().zip(truth.0) {
            assert!((found - truth).abs() < 0.06, "{:?}", found);
        }
    }
}
