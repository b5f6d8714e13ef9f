//! Measures the evaluation and shallow searches.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use yiqi_engine_reversi::{Goal, ReversiEngine, Solver, mean_error};
use yiqi_rules::AnyPosition;
use yiqi_search::{Engine, Limits, Resources, Stop};

use crate::games::best;
use crate::matches::opening;
use crate::parallel;
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
pub(crate) struct ExamOptions {
    /// The weights to play and solve with.
    #[arg(long)]
    weights: PathBuf,
    /// The file to write.
    #[arg(long)]
    out: PathBuf,
    /// Games to play; each gives one position.
    #[arg(long, default_value_t = 1000)]
    count: usize,
    /// Search depth in plies.
    #[arg(long, default_value_t = 10)]
    depth: u8,
    /// Empty points of the positions.
    #[arg(long, default_value_t = 24)]
    empty: u32,
    /// Games in parallel.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Args)]
pub(crate) struct ErrorOptions {
    /// A file of solved positions, as `exam` writes them.
    data: PathBuf,
    /// The weights; several files are compared on the same positions.
    #[arg(long, required = true)]
    weights: Vec<PathBuf>,
    /// Search depths in plies.
    #[arg(long, value_delimiter = ',', default_value = "0,1,2,6,10")]
    depths: Vec<u32>,
    /// Positions in parallel.
    #[arg(long, default_value_t = 1)]
    threads: usize,
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
    let lines = parallel::map(
        options.threads,
        samples.len(),
        || ReversiEngine::with_weights(RESOURCES, weights.clone()),
        |engine, at| -> Option<String> {
            let sample = &samples[at];
            let position = sample.position().ok()?;
            let values: Option<Vec<String>> = (0..=options.depth.min(sample.empty_count()))
                .map(|depth| engine.value_without_pruning(&position, depth))
                .map(|value| value.map(|value| value.to_string()))
                .collect();
            Some(format!("{}\t{}", sample.empty_count(), values?.join("\t")))
        },
    )?;
    let mut lines: Vec<String> = lines.into_iter().flatten().collect();
    lines.sort();
    lines.insert(0, "empty\tvalue of each depth from 0 on".into());
    std::fs::write(&options.out, lines.join("\n") + "\n")
        .with_context(|| format!("{} cannot be written", options.out.display()))
}

/// Plays games from balanced openings and writes one position of each with its exact score.
pub(crate) fn exam(options: &ExamOptions) -> Result<()> {
    let weights = crate::read_weights(&options.weights)?;
    let limits = Limits::depth(options.depth);
    let samples = parallel::map(
        options.threads,
        options.count,
        || {
            (
                ReversiEngine::with_weights(RESOURCES, weights.clone()),
                Solver::with_weights(RESOURCES, weights.clone()),
            )
        },
        |(engine, solver), at| -> Option<Sample> {
            // A game that ends early or has to pass here gives way to the next one.
            (0..100).find_map(|attempt| {
                let seed = options.seed << 40 | (at as u64) << 8 | attempt;
                let mut position = balanced_opening(engine, seed)?;
                engine.forget();
                while position.empty_points().len() as u32 > options.empty {
                    let (mv, _) = best(engine, &position, limits)?;
                    let _ = position.play_unchecked(mv);
                }
                let AnyPosition::Reversi(reversi) = position else {
                    return None;
                };
                if !sample::has_move(&reversi) {
                    return None;
                }
                let solved = solver.solve(&reversi, Goal::Score, &Stop::new())?;
                Sample::new(&reversi, solved.score)
            })
        },
    )?;
    let samples: Vec<Sample> = samples.into_iter().flatten().collect();
    let file = File::create(&options.out)
        .with_context(|| format!("{} cannot be written", options.out.display()))?;
    let mut file = BufWriter::new(file);
    sample::write(&mut file, &samples)?;
    println!("{} positions", samples.len());
    file.flush()
        .with_context(|| format!("{} cannot be written", options.out.display()))
}

/// An opening of random moves after which neither side is far ahead.
fn balanced_opening(engine: &mut ReversiEngine, seed: u64) -> Option<AnyPosition> {
    let position = opening(seed);
    let (_, value) = best(engine, &position, Limits::depth(8))?;
    (value.abs() <= 6.0).then_some(position)
}

/// Prints the error of each weights file on solved positions, with values as analysis states them:
/// root mean square, mean absolute, and the mean of value minus score.
pub(crate) fn error(options: &ErrorOptions) -> Result<()> {
    let samples = sample::read(&options.data)?;
    println!("weights\tdepth\tpositions\troot mean square\tmean absolute\tmean");
    for path in &options.weights {
        let weights = crate::read_weights(path)?;
        for &depth in &options.depths {
            let errors = parallel::map(
                options.threads,
                samples.len(),
                || ReversiEngine::with_weights(RESOURCES, weights.clone()),
                |engine, at| -> Option<f64> {
                    let position = samples[at].position().ok()?;
                    let value = engine.value_without_pruning(&position, depth)?;
                    let mean = mean_error(samples[at].empty_count(), depth);
                    let stated = f64::from(100 * value - mean) / 100.0;
                    Some(stated - f64::from(samples[at].score))
                },
            )?;
            let errors: Vec<f64> = errors.into_iter().flatten().collect();
            let mean = |error: fn(&f64) -> f64| {
                errors.iter().map(error).sum::<f64>() / errors.len().max(1) as f64
            };
            println!(
                "{}\t{depth}\t{}\t{:.2}\t{:.2}\t{:+.2}",
                path.display(),
                errors.len(),
                mean(|error| error * error).sqrt(),
                mean(|error| error.abs()),
                mean(|error| *error)
            );
        }
    }
    Ok(())
}
