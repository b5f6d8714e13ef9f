//! Tunes search parameters by games, all of them at once (simultaneous perturbation, SPSA).
//!
//! Each pair of games is between two versions of the search: every parameter is one step higher in one of them and one
//! step lower in the other, which way round is drawn by lot. Then all parameters move a little toward the version that
//! scored more. What a single pair says is nearly all chance, but over thousands of pairs chance cancels out.

use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use yiqi_arena::OpeningLine;
use yiqi_engine_gomoku::{GomokuEngine, Tuning};
use yiqi_rules::{AnyPosition, GameSpec, GomokuRules};
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
    /// Games in parallel.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Rule sets, one of which is drawn for each pair.
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

/// A game and its balanced openings.
type Openings = (GameSpec, Vec<OpeningLine>);

/// All that is known so far.
struct Run<'a> {
    games: &'a [Openings],
    tuned: Vec<Tuned<'a>>,
    pairs: usize,
    dice: Dice,
}

/// What is drawn for a pair of games: the opening, which way each parameter goes, and both versions.
struct Draw {
    position: AnyPosition,
    signs: Vec<f64>,
    tunings: [Tuning; 2],
}

impl Run<'_> {
    fn draw(&mut self) -> Result<Draw> {
        let dice = &mut self.dice;
        let signs: Vec<f64> = self
            .tuned
            .iter()
            .map(|_| if dice.below(2) == 0 { 1.0 } else { -1.0 })
            .collect();
        let tunings = [1.0, -1.0].map(|side| {
            let mut tuning = Tuning::default();
            for (one, sign) in self.tuned.iter().zip(&signs) {
                let value = Tuned::drawn(one.value + side * sign * one.step, dice);
                tuning.set(one.name, value);
            }
            tuning
        });
        let (game, openings) = dice.pick(self.games);
        let position = dice.pick(openings).position(*game);
        Ok(Draw {
            position: position.context("an opening cannot be played")?,
            signs,
            tunings,
        })
    }

    /// Learns from a pair of games, of which the first version scored this much.
    fn learn(&mut self, signs: &[f64], score: f64) {
        let lead = 2.0 * score - 1.0;
        let rate = RATE / (1.0 + self.pairs as f64 / HALVED_AFTER);
        for (one, sign) in self.tuned.iter_mut().zip(signs) {
            one.value += rate * lead * sign * one.step;
            one.history.push(one.value);
        }
        self.pairs += 1;
        if self.pairs.is_multiple_of(REPORT_EVERY) {
            self.report();
        }
    }

    fn report(&self) {
        let values: Vec<String> = self
            .tuned
            .iter()
            .map(|one| format!("{}={:.1}", one.name, one.settled()))
            .collect();
        println!("{} pairs: {}", self.pairs, values.join(" "));
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
    let games: Vec<Openings> = options
        .rules
        .iter()
        .map(|&rules| balanced(15, rules))
        .collect::<Result<_>>()?;
    let run = Mutex::new(Run {
        games: &games,
        tuned,
        pairs: 0,
        dice: Dice::new(options.seed),
    });
    let end = Instant::now() + Duration::from_secs(options.seconds);
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..options.threads.max(1))
            .map(|_| scope.spawn(|| play_until(end, options.nodes, &run)))
            .collect();
        threads
            .into_iter()
            .try_for_each(|thread| thread.join().expect("a thread that plays does not panic"))
    })?;
    lock(&run).report();
    Ok(())
}

fn lock<'a, 'b>(run: &'b Mutex<Run<'a>>) -> MutexGuard<'b, Run<'a>> {
    run.lock().expect("a thread that plays does not panic")
}

/// Plays pairs of games until the end and learns from each.
fn play_until(end: Instant, nodes: u64, run: &Mutex<Run<'_>>) -> Result<()> {
    let mut engines = [0, 1].map(|_| {
        GomokuEngine::new(Resources {
            thread_count: 1,
            hash_mib: 4,
        })
    });
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::OPEN
    };
    while Instant::now() < end {
        let Draw {
            position,
            signs,
            tunings,
        } = lock(run).draw()?;
        for (engine, tuning) in engines.iter_mut().zip(tunings) {
            engine.set_tuning(tuning);
        }
        let mut tally = Tally::default();
        for black in 0..2 {
            let winner = play(&mut engines, position.clone(), black, limits);
            tally.count(winner.map(|side| side == 0));
        }
        lock(run).learn(&signs, tally.score());
    }
    Ok(())
}
