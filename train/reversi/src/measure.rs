//! Measures the evaluation and shallow searches.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use yiqi_engine_reversi::{Goal, ReversiEngine, Solver};
use yiqi_rules::{AnyPosition, Color};
use yiqi_search::{Engine, Limits, Resources, Stop};

use crate::games::{best, empty_count};
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
    /// Writes the score of each position, too, and what searches of it overlook.
    #[arg(long)]
    stated: bool,
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
    /// Games to play; each gives one position for each number of empty points.
    #[arg(long, default_value_t = 1000)]
    count: usize,
    /// Search depth in plies.
    #[arg(long, default_value_t = 10)]
    depth: u8,
    /// Most empty points of the positions.
    #[arg(long, default_value_t = 24)]
    empty: u32,
    /// Fewest empty points of the positions, if not the same.
    #[arg(long)]
    least: Option<u32>,
    /// Positions with more empty points than this get the score of the next one of the game.
    #[arg(long, default_value_t = 60)]
    solve: u32,
    /// Searches to the end with forward pruning instead of solving: faster, and mostly right.
    #[arg(long)]
    estimate: bool,
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
    hash_mib: 16,
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
            // What was found for other positions of the same game would count as depth.
            engine.forget();
            let values: Option<Vec<String>> = (0..=options.depth.min(sample.empty_count()))
                .map(|depth| engine.value_without_pruning(&position, depth))
                .map(|value| value.map(|value| value.to_string()))
                .collect();
            let mut fields = vec![sample.empty_count().to_string()];
            if options.stated {
                let [first, later] = engine.outlook(&position)?;
                let known = [
                    i32::from(sample.score),
                    first.choice,
                    first.threat,
                    later.choice,
                    later.replies,
                ];
                fields.extend(known.map(|number| number.to_string()));
            }
            fields.extend(values?);
            Some(fields.join("\t"))
        },
    )?;
    let mut lines: Vec<String> = lines.into_iter().flatten().collect();
    let stated = if options.stated {
        "score\tchoice at depth 1\tthreat\tchoice\treplies\t"
    } else {
        ""
    };
    lines.insert(0, format!("empty\t{stated}value of each depth from 0 on"));
    std::fs::write(&options.out, lines.join("\n") + "\n")
        .with_context(|| format!("{} cannot be written", options.out.display()))
}

/// Plays games from balanced openings and writes positions of each with their scores.
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
        |(engine, solver), at| -> Option<Vec<Sample>> {
            // A game that ends early or has to pass here gives way to the next one.
            (0..100).find_map(|attempt| {
                let seed = options.seed << 40 | (at as u64) << 8 | attempt;
                let mut position = balanced_opening(engine, seed)?;
                engine.forget();
                let mut played = Vec::new();
                loop {
                    let empty_count = position.empty_points().len() as u32;
                    if empty_count <= options.empty {
                        played.push(position.clone());
                    }
                    if empty_count <= options.least.unwrap_or(options.empty) {
                        break;
                    }
                    let (mv, _) = best(engine, &position, limits)?;
                    let _ = position.play_unchecked(mv);
                }
                solved_back(solver, &played, options)
            })
        },
    )?;
    let samples: Vec<Sample> = samples.into_iter().flatten().flatten().collect();
    let file = File::create(&options.out)
        .with_context(|| format!("{} cannot be written", options.out.display()))?;
    let mut file = BufWriter::new(file);
    sample::write(&mut file, &samples)?;
    println!("{} positions", samples.len());
    file.flush()
        .with_context(|| format!("{} cannot be written", options.out.display()))
}

/// The positions of a game with their scores, the last one first; without those in which the side to
/// move must pass.
fn solved_back(
    solver: &mut Solver,
    positions: &[AnyPosition],
    options: &ExamOptions,
) -> Option<Vec<Sample>> {
    let goal = if options.estimate {
        Goal::Estimate
    } else {
        Goal::Score
    };
    let mut samples = Vec::new();
    let mut next: Option<(Option<Color>, i32)> = None;
    for position in positions.iter().rev() {
        let AnyPosition::Reversi(reversi) = position else {
            return None;
        };
        let turn = position.turn();
        let score = match next {
            Some((later, score)) if empty_count(reversi) > options.solve => {
                if later == turn {
                    score
                } else {
                    -score
                }
            }
            _ => solver.solve(reversi, goal, &Stop::new())?.score,
        };
        next = Some((turn, score));
        if sample::has_move(reversi) {
            samples.extend(Sample::new(reversi, score));
        }
    }
    Some(samples)
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
                    // What was found for other positions of the same game would count as depth.
                    engine.forget();
                    let stated = match depth {
                        0 => 100 * engine.value_without_pruning(&position, 0)?,
                        _ => engine.stated_without_pruning(&position, depth)?,
                    };
                    Some(f64::from(stated) / 100.0 - f64::from(samples[at].score))
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
