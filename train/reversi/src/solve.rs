//! Solves positions of OBF files, to measure the solver.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Args;
use yiqi_engine_reversi::{Goal, Solver};
use yiqi_search::{Resources, Stop};

use crate::sample::{self, Sample};

#[derive(Args)]
pub(crate) struct Options {
    /// OBF files, or files of solved positions, as `exam` writes them.
    files: Vec<PathBuf>,
    /// The first position of each file to solve.
    #[arg(long, default_value_t = 1)]
    first: usize,
    /// Positions of each file to solve.
    #[arg(long, default_value_t = usize::MAX)]
    count: usize,
    /// Size of the transposition table in MiB.
    #[arg(long, default_value_t = 128)]
    hash: usize,
    /// Prints each position.
    #[arg(long)]
    each: bool,
}

/// Prints how many positions were solved and how many nodes that took.
///
/// # Errors
/// If a score is wrong.
pub(crate) fn run(options: &Options) -> Result<()> {
    let mut solver = Solver::new(Resources {
        thread_count: 1,
        hash_mib: options.hash,
    });
    let (mut count, mut nodes) = (0, 0);
    for path in &options.files {
        let samples = if path.extension().is_some_and(|extension| extension == "obf") {
            std::fs::read_to_string(path)
                .with_context(|| format!("{} cannot be read", path.display()))?
                .lines()
                .map(|line| of_obf(line).with_context(|| format!("invalid line: {line}")))
                .collect::<Result<_>>()?
        } else {
            sample::read(path)?
        };
        for sample in samples.iter().skip(options.first - 1).take(options.count) {
            let solved = solver
                .solve(&sample.position()?, Goal::Score, &Stop::new())
                .context("a position cannot be solved")?;
            ensure!(
                solved.score == i32::from(sample.score),
                "position {}: {} instead of {}",
                count + 1,
                solved.score,
                sample.score
            );
            count += 1;
            nodes += solved.nodes;
            if options.each {
                println!("{count} {} {}", sample.empty_count(), solved.nodes);
            }
        }
    }
    println!("{count} positions, {nodes} nodes");
    Ok(())
}

/// A line of an OBF file, with the score of its best move.
fn of_obf(line: &str) -> Option<Sample> {
    let set = |letter: char| {
        let cells = line.chars().take(64).enumerate();
        cells
            .filter(|(_, cell)| *cell == letter)
            .fold(0, |set, (square, _)| set | 1 << square)
    };
    let mut parts = line.get(65..)?.split(';').map(str::trim);
    let (black, white) = (set('X'), set('O'));
    let (own, opposing) = match parts.next()? {
        "X" => (black, white),
        "O" => (white, black),
        _ => return None,
    };
    let scores = parts.filter_map(|part| part.split_once(':')?.1.parse().ok());
    Some(Sample {
        own,
        opposing,
        score: scores.max()?,
    })
}
