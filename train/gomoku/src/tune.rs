//! Tunes search parameters by games, all of them at once (simultaneous perturbation, SPSA).
//!
//! Each pair of games is between two versions of the search: every parameter is one step higher in one of them and one
//! step lower in the other, which way round is drawn by lot. Then all parameters move a little toward the version that
//! scored more. What a single pair says is nearly all chance, but over thousands of pairs chance cancels out.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use yiqi_arena::OpeningLine;
use yiqi_engine_gomoku::{GomokuEngine, Tuning};
use yiqi_rules::{GameSpec, GomokuRules};
use yiqi_search::{Limits, Resources};
use yiqi_testkit::Dice;

use crate::duel::{Parameter, Tally, balanced, play};
use crate::parse_rules;

#[derive(Args)]
pub(crate) struct Options {
    /// Nodes per move.
    nodes: u64,
    /// How long to play, in seconds.
    seconds: u64,
    /// Random seed.
    seed: u64,
    /// Rule sets, which take turns.
    #[arg(long, value_delimiter = ',', default_value = "freestyle", value_parser = parse_rules)]
    rules: Vec<GomokuRules>,
    /// Parameters with their steps, in hundredths.
    #[arg(required = true, value_name = "NAME=STEP")]
    parameters: Vec<Parameter>,
}

/// How far a pair that one version wins 2–0 moves a parameter, in steps.
const RATE: f64 = 0.02;

/// After this many pairs the rate is half of that.
const HALVED_AFTER: f64 = 4000.0;

/// Pairs between two lines of output.
const REPORT_EVERY: usize = 250;

/// A parameter that is being tuned.
struct Tuned<'a> {
    name: &'a str,
    step: f64,
    value: f64,
    /// Its value after each pair.
    history: Vec<f64>,
}

impl Tuned<'_> {
    /// A whole number near a value; which one is drawn by lot, so that steps below one have an effect.
    fn drawn(value: f64, dice: &mut Dice) -> i32 {
        let share = dice.below(1 << 20) as f64 / f64::from(1 << 20);
        (value + share).floor() as i32
    }

    /// The mean of the second half of its values.
    fn settled(&self) -> f64 {
        let half = &self.history[self.history.len() / 2..];
        half.iter().sum::<f64>() / half.len().max(1) as f64
    }
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let present = Tuning::default();
    let mut tuned = Vec::new();
    for parameter in &options.parameters {
        let value = present.get(&parameter.name).context("no such parameter")?;
        tuned.push(Tuned {
            name: &parameter.name,
            step: f64::from(parameter.value) / 100.0,
            value: value.into(),
            history: Vec::new(),
        });
    }
    let games: Vec<(GameSpec, Vec<OpeningLine>)> = options
        .rules
        .iter()
        .map(|&rules| balanced(15, rules))
        .collect::<Result<_>>()?;
    let mut engines = [0, 1].map(|_| {
        GomokuEngine::new(Resources {
            thread_count: 1,
            hash_mib: 4,
        })
    });
    let limits = Limits {
        nodes: Some(options.nodes),
        ..Limits::OPEN
    };
    let mut dice = Dice::new(options.seed);
    let end = Instant::now() + Duration::from_secs(options.seconds);
    for pair in 0.. {
        if Instant::now() >= end {
            break;
        }
        let signs: Vec<f64> = tuned
            .iter()
            .map(|_| if dice.below(2) == 0 { 1.0 } else { -1.0 })
            .collect();
        for (engine, side) in engines.iter_mut().zip([1.0, -1.0]) {
            let mut tuning = present;
            for (one, sign) in tuned.iter().zip(&signs) {
                let value = Tuned::drawn(one.value + side * sign * one.step, &mut dice);
                // Some parameters are divisors.
                tuning.set(one.name, value.max(1));
            }
            engine.set_tuning(tuning);
        }
        let (game, openings) = &games[pair % games.len()];
        let position = openings[dice.below(openings.len())]
            .position(*game)
            .context("an opening cannot be played")?;
        let mut tally = Tally::default();
        for black in 0..2 {
            let winner = play(&mut engines, position.clone(), black, limits);
            tally.count(winner.map(|side| side == 0));
        }
        let lead = 2.0 * tally.score() - 1.0;
        let rate = RATE / (1.0 + pair as f64 / HALVED_AFTER);
        for (one, sign) in tuned.iter_mut().zip(&signs) {
            one.value += rate * lead * sign * one.step;
            one.history.push(one.value);
        }
        if (pair + 1) % REPORT_EVERY == 0 {
            report(pair + 1, &tuned);
        }
    }
    if let Some(one) = tuned.first() {
        report(one.history.len(), &tuned);
    }
    Ok(())
}

fn report(pairs: usize, tuned: &[Tuned<'_>]) {
    let values: Vec<String> = tuned
        .iter()
        .map(|one| format!("{}={:.1}", one.name, one.settled()))
        .collect();
    println!("{pairs} pairs: {}", values.join(" "));
}
