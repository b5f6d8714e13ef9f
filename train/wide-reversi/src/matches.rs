//! Matches against the generic search.

use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use yiqi_engine_reversi::ReversiEngine;
use yiqi_engine_reversi::wide::evaluation::WideWeights;
use yiqi_rules::{AnyPosition, Color};
use yiqi_search::{Engine, Limits, Resources, SearchRequest, Stop, search_position};

use crate::{Dice, random_position};

#[derive(Args)]
pub(crate) struct Options {
    /// Board size.
    #[arg(long)]
    size: u8,
    /// Anti-reversi: fewer stones win.
    #[arg(long)]
    anti: bool,
    /// Pairs of games; each opening is played with both colors.
    #[arg(long, default_value_t = 30)]
    pairs: usize,
    /// Milliseconds per move.
    #[arg(long, default_value_t = 50)]
    time: u64,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Weights other than the built-in ones.
    #[arg(long)]
    weights: Option<std::path::PathBuf>,
    /// The opponent's weights: it is then the same engine with these.
    #[arg(long)]
    against: Option<std::path::PathBuf>,
}

/// One of the two players.
enum Side {
    Engine(Box<ReversiEngine>),
    Simple,
}

impl Side {
    fn choose(&mut self, position: &AnyPosition, limits: &Limits) -> Option<yiqi_rules::Move> {
        let stop = Stop::new();
        let analysis = match self {
            Side::Engine(engine) => {
                engine.think(SearchRequest::new(position, *limits).with_stop(&stop))
            }
            Side::Simple => search_position(SearchRequest::new(position, *limits).with_stop(&stop)),
        };
        analysis?.lines.first()?.moves.first().copied()
    }
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let resources = Resources {
        thread_count: 1,
        hash_mib: 32,
    };
    let limits = Limits {
        time: Some(Duration::from_millis(options.time)),
        ..Limits::OPEN
    };
    let mut sides = [
        Side::Engine(Box::new(ReversiEngine::new(resources))),
        Side::Simple,
    ];
    for (side, path) in sides.iter_mut().zip([&options.weights, &options.against]) {
        if let Some(path) = path {
            let weights = WideWeights::parse(&std::fs::read_to_string(path)?)?;
            *side = Side::Engine(Box::new(
                ReversiEngine::new(resources).with_wide_weights(weights),
            ));
        }
    }
    let mut dice = Dice::new(options.seed);
    let mut pairs = Vec::new();
    for _ in 0..options.pairs {
        let ply_count = 4 + dice.below(3);
        let opening = random_position(options.size, options.anti, ply_count, &mut dice)?;
        let mut scores = [0; 2];
        for (score, color) in scores.iter_mut().zip(Color::BOTH) {
            let mut position = opening.clone();
            for side in &mut sides {
                if let Side::Engine(engine) = side {
                    engine.forget();
                }
            }
            while let Some(turn) = position.turn() {
                let side = &mut sides[usize::from(turn != color)];
                let mv = side.choose(&position, &limits).context("no move")?;
                position.play(mv)?;
            }
            let stones = position
                .outcome()
                .and_then(|outcome| outcome.score)
                .context("no score")?;
            let more = i32::from(stones[color]) - i32::from(stones[color.other()]);
            *score = if options.anti { -more } else { more };
        }
        pairs.push(scores);
    }
    summary(options, &pairs);
    Ok(())
}

fn summary(options: &Options, pairs: &[[i32; 2]]) {
    let count = pairs.len().max(1) as f64;
    let point = |score: i32| f64::from(score.signum() + 1) / 2.0;
    let mean = pairs
        .iter()
        .flatten()
        .map(|&score| point(score))
        .sum::<f64>()
        / (2.0 * count);
    // The two games of an opening are correlated: their mean is one observation.
    let variance = pairs
        .iter()
        .map(|[a, b]| ((point(*a) + point(*b)) / 2.0 - mean).powi(2))
        .sum::<f64>()
        / (count - 1.0).max(1.0);
    let error = 1.96 * (variance / count).sqrt();
    let stones = pairs
        .iter()
        .flatten()
        .map(|&score| f64::from(score))
        .sum::<f64>()
        / (2.0 * count);
    let wins = pairs.iter().flatten().filter(|&&score| score > 0).count();
    let draws = pairs.iter().flatten().filter(|&&score| score == 0).count();
    println!(
        "{}×{}{}, {} ms: {} games: +{wins} ={draws} -{}, {:.1} % ± {:.1}, {stones:+.2} stones a game",
        options.size,
        options.size,
        if options.anti { " anti" } else { "" },
        options.time,
        2 * pairs.len(),
        2 * pairs.len() - wins - draws,
        100.0 * mean,
        100.0 * error,
    );
}
