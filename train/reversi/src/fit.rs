//! Fits weights to predict the scores of positions.
//!
//! The value of a position is the sum of its feature weights and an offset for its number of empty
//! points. Each phase is fitted separately by stochastic gradient descent on the squared error; at
//! first with the positions of the neighboring phases too, so that rare configurations also get a
//! weight. Some games are held out for validation.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result};
use clap::Args;
use yiqi_engine_reversi::evaluation::{PHASES, UNIT, phase};
use yiqi_engine_reversi::patterns::{FEATURES, Feature, PATTERNS, WEIGHTS, features};
use yiqi_engine_reversi::weights::{self, representatives};
use yiqi_rules::Dice;

use crate::sample::{self, Sample};

#[derive(Args)]
pub(crate) struct Options {
    /// Files of positions.
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// The weights file to write.
    #[arg(long)]
    out: PathBuf,
    /// The log to write: the error after each epoch.
    #[arg(long)]
    log: PathBuf,
    /// Epochs.
    #[arg(long, default_value_t = 16)]
    rounds: usize,
    /// Phases fitted in parallel.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// A position prepared for fitting.
struct Row {
    features: [u32; FEATURES],
    score: f32,
    empty_count: u8,
    is_aside: bool,
}

/// The result of fitting a phase.
struct Fitted {
    phase: usize,
    weights: Vec<f32>,
    offsets: [f32; 61],
    log: Vec<String>,
}

pub(crate) fn fit(options: &Options) -> Result<()> {
    let mut by_phase: Vec<Vec<Sample>> = (0..PHASES).map(|_| Vec::new()).collect();
    for path in &options.data {
        for sample in sample::read(path)? {
            by_phase[phase(sample.empty_count())].push(sample);
        }
    }
    let features = features();
    let representatives = representatives();
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..options.threads {
            scope.spawn(|| {
                loop {
                    let phase = next.fetch_add(1, Ordering::Relaxed);
                    if phase >= PHASES {
                        break;
                    }
                    let fitted = fit_phase(
                        phase,
                        &by_phase,
                        &features,
                        &representatives,
                        options.rounds,
                    );
                    if let Ok(mut done) = done.lock() {
                        done.push(fitted);
                    }
                }
            });
        }
    });
    let mut done = done
        .into_inner()
        .map_err(|_| anyhow::anyhow!("a thread failed"))?;
    done.sort_by_key(|fitted| fitted.phase);
    let mut log = std::fs::File::create(&options.log)
        .with_context(|| format!("{} cannot be written", options.log.display()))?;
    writeln!(
        log,
        "phase\tround\tstep\tpositions\taside\troot mean square aside\tmean absolute aside"
    )?;
    let mut values = Vec::with_capacity(PHASES * WEIGHTS);
    let mut offsets = [0; 61];
    for fitted in &done {
        for line in &fitted.log {
            writeln!(log, "{line}")?;
        }
        values.extend(
            representatives
                .iter()
                .map(|&at| quantised(fitted.weights[at as usize])),
        );
        for (empty_count, &offset) in fitted.offsets.iter().enumerate() {
            if phase(empty_count as u32) == fitted.phase {
                offsets[empty_count] = quantised(offset);
            }
        }
    }
    let file = weights::write(&values, &offsets)?;
    println!("{} bytes", file.len());
    std::fs::write(&options.out, file)
        .with_context(|| format!("{} cannot be written", options.out.display()))
}

fn quantised(weight: f32) -> i16 {
    (weight * UNIT as f32).round().clamp(-32_000.0, 32_000.0) as i16
}

fn row(sample: &Sample, features: &[Feature], representatives: &[u32]) -> Row {
    let mut indices = [0; FEATURES];
    for (index, feature) in indices.iter_mut().zip(features) {
        let mut number = 0;
        for &square in feature.squares.iter().rev() {
            let digit = if sample.own >> square & 1 != 0 {
                0
            } else if sample.opposing >> square & 1 != 0 {
                2
            } else {
                1
            };
            number = number * 3 + digit;
        }
        *index = representatives[PATTERNS[feature.pattern].offset + number];
    }
    // Equal positions are held out together.
    let mixed = (sample.own ^ sample.opposing.rotate_left(31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Row {
        features: indices,
        score: f32::from(sample.score),
        empty_count: sample.empty_count() as u8,
        is_aside: mixed >> 58 == 0,
    }
}

fn fit_phase(
    phase: usize,
    by_phase: &[Vec<Sample>],
    features: &[Feature],
    representatives: &[u32],
    rounds: usize,
) -> Fitted {
    let rows = |phase: usize| -> Vec<Row> {
        by_phase[phase]
            .iter()
            .map(|sample| row(sample, features, representatives))
            .collect()
    };
    let own = rows(phase);
    let mut beside = Vec::new();
    // The neighbors with the same parity.
    for other in [phase.checked_sub(2), Some(phase + 2)]
        .into_iter()
        .flatten()
    {
        if other < PHASES {
            beside.extend(rows(other));
        }
    }
    let (aside, own): (Vec<Row>, Vec<Row>) = own.into_iter().partition(|row| row.is_aside);
    let mut model = Model {
        weights: vec![0.0; WEIGHTS],
        offsets: [0.0; 61],
    };
    let mut dice = Dice::new(phase as u64 + 1);
    let mut log = Vec::new();
    let warm_rounds = rounds / 3;
    for round in 0..rounds {
        // The learning rate decays.
        let step = 0.4 * (0.02f32).powf(round as f32 / (rounds - 1).max(1) as f32);
        let beside_count = if round < warm_rounds { beside.len() } else { 0 };
        let total = own.len() + beside_count;
        let mut order: Vec<u32> = (0..total as u32).collect();
        for at in (1..order.len()).rev() {
            order.swap(at, dice.below(at + 1));
        }
        for at in order {
            let at = at as usize;
            let row = own.get(at).unwrap_or_else(|| &beside[at - own.len()]);
            if !row.is_aside {
                model.learn(row, step / FEATURES as f32);
            }
        }
        let (square, absolute) = model.errors(&aside);
        log.push(format!(
            "{phase}\t{round}\t{step:.4}\t{}\t{}\t{square:.3}\t{absolute:.3}",
            own.len(),
            aside.len()
        ));
    }
    Fitted {
        phase,
        weights: model.weights,
        offsets: model.offsets,
        log,
    }
}

struct Model {
    weights: Vec<f32>,
    offsets: [f32; 61],
}

impl Model {
    fn value(&self, row: &Row) -> f32 {
        let sum: f32 = row
            .features
            .iter()
            .map(|&at| self.weights[at as usize])
            .sum();
        sum + self.offsets[usize::from(row.empty_count.min(60))]
    }

    fn learn(&mut self, row: &Row, step: f32) {
        let change = (row.score - self.value(row)) * step;
        for &at in &row.features {
            self.weights[at as usize] += change;
        }
        self.offsets[usize::from(row.empty_count.min(60))] += change;
    }

    /// Root mean square error and mean absolute error.
    fn errors(&self, rows: &[Row]) -> (f32, f32) {
        let (mut square, mut absolute) = (0.0, 0.0);
        for row in rows {
            let error = f64::from(row.score - self.value(row).clamp(-64.0, 64.0));
            square += error * error;
            absolute += error.abs();
        }
        let count = rows.len().max(1) as f64;
        ((square / count).sqrt() as f32, (absolute / count) as f32)
    }
}
