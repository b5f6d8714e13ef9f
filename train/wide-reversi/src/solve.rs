//! How long endgames take to solve.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use yiqi_engine_reversi::ReversiEngine;
use yiqi_search::{Certainty, Engine, Limits, Resources, SearchRequest};

use crate::{Dice, random_position};

#[derive(Args)]
pub(crate) struct Options {
    /// Board size.
    #[arg(long)]
    size: u8,
    /// Anti-reversi: fewer stones win.
    #[arg(long)]
    anti: bool,
    /// Empty points.
    #[arg(long)]
    empty: usize,
    /// Positions.
    #[arg(long, default_value_t = 20)]
    count: usize,
    /// Milliseconds per position.
    #[arg(long, default_value_t = 1000)]
    time: u64,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let area = usize::from(options.size) * usize::from(options.size);
    let plies = (area - 4)
        .checked_sub(options.empty)
        .context("the board has too few points")?;
    let mut engine = ReversiEngine::new(Resources::default());
    let limits = Limits {
        time: Some(Duration::from_millis(options.time)),
        ..Limits::OPEN
    };
    let mut dice = Dice::new(1);
    let (mut solved, mut nodes, mut time) = (0, 0, Duration::ZERO);
    let mut count = 0;
    while count < options.count {
        let position = random_position(options.size, options.anti, plies, &mut dice)?;
        if position.legal_points().is_empty() {
            continue;
        }
        count += 1;
        engine.forget();
        let start = Instant::now();
        let analysis = engine
            .think(SearchRequest::new(&position, limits))
            .context("no analysis")?;
        time += start.elapsed();
        nodes += analysis.nodes;
        solved += usize::from(
            analysis
                .lines
                .iter()
                .all(|line| line.certainty == Certainty::Exact),
        );
    }
    println!(
        "{}×{}{} with {} empty points: {solved} of {count} solved, {:.3} s each, {:.2} million nodes a second",
        options.size,
        options.size,
        if options.anti { " anti" } else { "" },
        options.empty,
        time.as_secs_f64() / count as f64,
        nodes as f64 / time.as_secs_f64() / 1e6,
    );
    Ok(())
}
