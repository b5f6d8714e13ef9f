//! Matches against the generic search or other weights. `yiqi arena` plays those against other programs.

use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use yiqi_engine_reversi::ReversiEngine;
use yiqi_engine_reversi::wide::weights::WideWeights;
use yiqi_rules::{AnyPosition, Color, Move};
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
    /// Nodes per move instead.
    #[arg(long)]
    nodes: Option<u64>,
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
    fn forget(&mut self) {
        if let Side::Engine(engine) = self {
            engine.forget();
        }
    }

    fn choose(&mut self, position: &AnyPosition, limits: &Limits) -> Result<Move> {
        let stop = Stop::new();
        let request = SearchRequest::new(position, *limits).with_stop(&stop);
        let analysis = match self {
            Side::Engine(engine) => engine.think(request),
            Side::Simple => search_position(request),
        };
        let best = |analysis: yiqi_search::Analysis| analysis.lines.first()?.moves.first().copied();
        analysis.and_then(best).context("no move")
    }
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let resources = Resources {
        thread_count: 1,
        hash_mib: 64,
    };
    let limits = Limits {
        time: options
            .nodes
            .is_none()
            .then(|| Duration::from_millis(options.time)),
        nodes: options.nodes,
        ..Limits::OPEN
    };
    let mut sides = [
        Side::Engine(Box::new(ReversiEngine::new(resources))),
        Side::Simple,
    ];
    for (side, path) in sides.iter_mut().zip([&options.weights, &options.against]) {
        if let Some(path) = path {
            let weights = WideWeights::read(&std::fs::read(path)?)?;
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
            sides.iter_mut().for_each(Side::forget);
            while let Some(turn) = position.turn() {
                let mv = sides[usize::from(turn != color)].choose(&position, &limits)?;
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
        eprintln!("{} pairs: {scores:?}", pairs.len());
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
        "{}×{}{}, {}: {} games: +{wins} ={draws} -{}, {:.1} % ± {:.1}, {stones:+.2} stones a game",
        options.size,
        options.size,
        if options.anti { " anti" } else { "" },
        options.nodes.map_or_else(
            || format!("{} ms", options.time),
            |nodes| format!("{nodes} nodes"),
        ),
        2 * pairs.len(),
        2 * pairs.len() - wins - draws,
        100.0 * mean,
        100.0 * error,
    );
}
