//! Averages the weights of neighboring phases.
//!
//! Each phase is fitted to positions of its own, so its weights have errors of their own, while what
//! a configuration is worth changes little from phase to phase. The mean of a phase and its
//! neighbors errs less than any of them.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use yiqi_engine_reversi::evaluation::{PHASES, Weights};
use yiqi_engine_reversi::patterns::WEIGHTS;
use yiqi_engine_reversi::weights;

#[derive(Args)]
pub(crate) struct Options {
    /// The weights to smooth.
    weights: PathBuf,
    /// The file to write.
    #[arg(long)]
    out: PathBuf,
    /// Weight of the two nearest phases of the same parity; that of the phase itself is 1.
    #[arg(long, default_value_t = 0.3)]
    same: f64,
    /// Weight of the phase of the other parity.
    #[arg(long, default_value_t = 0.3)]
    other: f64,
    /// Weight of the two phases nearest to that one.
    #[arg(long, default_value_t = 0.15)]
    beside: f64,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let weights = crate::read_weights(&options.weights)?;
    let values: Vec<i16> = (0..PHASES)
        .flat_map(|phase| smoothed(&weights, phase, options))
        .collect();
    let file = weights::write(&values, weights.offsets())?;
    std::fs::write(&options.out, file)
        .with_context(|| format!("{} cannot be written", options.out.display()))
}

/// The weights of a phase, averaged with those of its neighbors.
fn smoothed(weights: &Weights, phase: usize, options: &Options) -> Vec<i16> {
    let other = phase ^ 1;
    let parts = [
        (Some(phase), 1.0),
        (phase.checked_sub(2), options.same),
        (Some(phase + 2), options.same),
        (Some(other), options.other),
        (other.checked_sub(2), options.beside),
        (Some(other + 2), options.beside),
    ];
    let parts: Vec<(&[i16], f64)> = parts
        .into_iter()
        .filter_map(|(phase, share)| Some((phase.filter(|&phase| phase < PHASES)?, share)))
        .map(|(phase, share)| (weights.of_phase(phase), share))
        .collect();
    let total: f64 = parts.iter().map(|(_, share)| share).sum();
    (0..WEIGHTS)
        .map(|at| {
            let sum: f64 = parts
                .iter()
                .map(|(weights, share)| share * f64::from(weights[at]))
                .sum();
            (sum / total).round_ties_even() as i16
        })
        .collect()
}
