//! Measures the evaluation and shallow searches.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use yiqi_engine_reversi::{Goal, ReversiEngine, Solver};
use yiqi_search::{Resources, Stop};

use crate::sample::{self, Sample};

#[derive(Args)]
pub(crate) struct ProbcutOptions {
    /// A file of positions.
    data: PathBuf,
    /// The weights.
    #[arg(long)]
    weights: PathBuf,
    /// Positions to use.
    #[arg(long, default_value_t = 1000)]
    count: usize,
    /// Depth of the deepest search, in plies.
    #[arg(long, default_value_t = 9)]
    depth: u32,
    /// Positions in parallel.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// The table to write.
    #[arg(long)]
    out: PathBuf,
}

#[derive(Args)]
pub(crate) struct ErrorOptions {
    /// A file of positions.
    data: PathBuf,
    /// The weights; several files are compared on the same positions.
    #[arg(long)]
    weights: Vec<PathBuf>,
    /// Positions to use.
    #[arg(long, default_value_t = 300)]
    count: usize,
    /// Fewest empty points.
    #[arg(long, default_value_t = 20)]
    least: u32,
    /// Most empty points.
    #[arg(long, default_value_t = 24)]
    most: u32,
}

const RESOURCES: Resources = Resources {
    thread_count: 1,
    hash_mib: 64,
};

/// Positions spread evenly over the file, with this many empty points.
fn choose(
    data: &std::path::Path,
    count: usize,
    empty: impl Fn(u32) -> bool,
) -> Result<Vec<Sample>> {
    let all: Vec<Sample> = sample::read(data)?
        .into_iter()
        .filter(|sample| empty(sample.empty_count()))
        .collect();
    let step = (all.len() / count.max(1)).max(1);
    Ok(all.into_iter().step_by(step).take(count).collect())
}

/// Writes the values of searches at all depths up to the deepest, one line per position.
pub(crate) fn probcut(options: &ProbcutOptions) -> Result<()> {
    let samples = choose(&options.data, options.count, |empty| {
        (10..=58).contains(&empty)
    })?;
    let weights = crate::read_weights(&options.weights)?;
    let next = std::sync::atomic::AtomicUsize::new(0);
    let lines = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..options.threads {
            scope.spawn(|| {
                let mut engine = ReversiEngine::with_weights(RESOURCES, weights.clone());
                loop {
                    let at = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    let Some(sample) = samples.get(at) else { break };
                    let Ok(position) = sample.position() else {
                        continue;
                    };
                    let values: Option<Vec<String>> = (0..=options.depth.min(sample.empty_count()))
                        .map(|depth| engine.value_without_pruning(&position, depth))
                        .map(|value| value.map(|value| value.to_string()))
                        .collect();
                    if let (Some(values), Ok(mut lines)) = (values, lines.lock()) {
                        lines.push(format!("{}\t{}", sample.empty_count(), values.join("\t")));
                    }
                }
            });
        }
    });
    let mut lines = lines
        .into_inner()
        .map_err(|_| anyhow::anyhow!("a thread failed"))?;
    lines.sort();
    lines.insert(0, "empty\tvalue of each depth from 0 on".into());
    std::fs::write(&options.out, lines.join("\n") + "\n")
        .with_context(|| format!("{} cannot be written", options.out.display()))
}

/// Prints the mean absolute error of each weights file on solved positions.
pub(crate) fn error(options: &ErrorOptions) -> Result<()> {
    let range = options.least..=options.most;
    let samples = choose(&options.data, options.count, |empty| range.contains(&empty))?;
    let mut solver = Solver::with_weights(
        RESOURCES,
        crate::read_weights(options.weights.first().context("no weights given")?)?,
    );
    let mut solved = Vec::new();
    for sample in &samples {
        let position = sample.position()?;
        if let Some(answer) = solver.solve(&position, Goal::Score, &Stop::new()) {
            solved.push((position, answer.score));
        }
    }
    for path in &options.weights {
        let mut engine = ReversiEngine::with_weights(RESOURCES, crate::read_weights(path)?);
        for depth in [0, 1, 4, 8] {
            let mut sum = 0.0;
            for (position, score) in &solved {
                let value = engine.value_without_pruning(position, depth).unwrap_or(0);
                sum += f64::from((value - score).abs());
            }
            println!(
                "{}: {} positions of {} to {} empty points, depth {depth}: mean absolute error {:.2} stones",
                path.display(),
                solved.len(),
                options.least,
                options.most,
                sum / solved.len().max(1) as f64
            );
        }
    }
    Ok(())
}
