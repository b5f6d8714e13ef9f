//! Matches against the generic search, other weights or another program.

use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use yiqi_engine_reversi::ReversiEngine;
use yiqi_engine_reversi::wide::weights::WideWeights;
use yiqi_rules::{AnyPosition, Color, Move};
use yiqi_search::{Engine, Limits, Resources, SearchRequest, Stop, search_position};

use crate::gtp::Program;
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
    /// The opponent is a program that speaks GTP, such as `yiqi engine gtp --game reversi:10 --time
    /// 50ms` of another version. Its limits are its own.
    #[arg(long, conflicts_with = "against")]
    program: Option<String>,
}

/// One of the two players.
enum Side {
    Engine(Box<ReversiEngine>),
    Simple,
    Program(Program),
}

impl Side {
    /// Begins a game after these moves, of which Black made the first.
    fn begin(&mut self, opening: &[(Color, Move)]) -> Result<()> {
        match self {
            Side::Engine(engine) => engine.forget(),
            Side::Simple => {}
            Side::Program(program) => {
                program.clear()?;
                for &(color, mv) in opening {
                    program.play(color, mv)?;
                }
            }
        }
        Ok(())
    }

    fn choose(&mut self, position: &AnyPosition, color: Color, limits: &Limits) -> Result<Move> {
        let stop = Stop::new();
        let request = SearchRequest::new(position, *limits).with_stop(&stop);
        let analysis = match self {
            Side::Engine(engine) => engine.think(request),
            Side::Simple => search_position(request),
            Side::Program(program) => return program.choose(color),
        };
        let best = |analysis: yiqi_search::Analysis| analysis.lines.first()?.moves.first().copied();
        analysis.and_then(best).context("no move")
    }

    /// Hears the opponent's move.
    fn hear(&mut self, color: Color, mv: Move) -> Result<()> {
        match self {
            Side::Program(program) => program.play(color, mv),
            _ => Ok(()),
        }
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
    if let Some(command) = &options.program {
        sides[1] = Side::Program(Program::start(command)?);
    }
    let mut dice = Dice::new(options.seed);
    let mut pairs = Vec::new();
    for _ in 0..options.pairs {
        let ply_count = 4 + dice.below(3);
        let (opening, moves) = random_position(options.size, options.anti, ply_count, &mut dice)?;
        // Sides take turns: one that cannot move passes.
        let moves: Vec<(Color, Move)> = Color::BOTH.into_iter().cycle().zip(moves).collect();
        let mut scores = [0; 2];
        for (score, color) in scores.iter_mut().zip(Color::BOTH) {
            let mut position = opening.clone();
            for side in &mut sides {
                side.begin(&moves)?;
            }
            while let Some(turn) = position.turn() {
                let mover = usize::from(turn != color);
                let mv = sides[mover].choose(&position, turn, &limits)?;
                position.play(mv)?;
                sides[1 - mover].hear(turn, mv)?;
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
