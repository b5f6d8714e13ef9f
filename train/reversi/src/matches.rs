//! Matches between two weights files.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use yiqi_engine_reversi::ReversiEngine;
use yiqi_rules::{AnyPosition, Color, Dice};
use yiqi_search::{Engine, Limits, Resources, SearchRequest};

use crate::parallel;

#[derive(Args)]
pub(crate) struct Options {
    /// The new weights.
    new: PathBuf,
    /// The weights to beat.
    old: PathBuf,
    /// Pairs of games; each opening is played with both colors.
    #[arg(long, default_value_t = 200)]
    pairs: u64,
    /// Search depth in plies.
    #[arg(long, default_value_t = 6)]
    depth: u8,
    /// Milliseconds per move, instead of a depth.
    #[arg(long)]
    time: Option<u64>,
    /// Games in parallel.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let weights = [
        crate::read_weights(&options.new)?,
        crate::read_weights(&options.old)?,
    ];
    let limits = Limits {
        time: options.time.map(Duration::from_millis),
        ..Limits::depth(if options.time.is_some() {
            60
        } else {
            options.depth
        })
    };
    let resources = Resources {
        thread_count: 1,
        hash_mib: 32,
    };
    let pairs = parallel::map(
        options.threads,
        options.pairs as usize,
        || {
            weights
                .clone()
                .map(|weights| ReversiEngine::with_weights(resources, weights))
        },
        |engines, pair| {
            let opening = opening(options.seed << 32 | pair as u64);
            match Color::BOTH.map(|color| game(&opening, engines, color, &limits)) {
                [Some(black), Some(white)] => Some([black, white]),
                _ => None,
            }
        },
    )?;
    let pairs: Vec<[i32; 2]> = pairs.into_iter().flatten().collect();
    summary(&pairs);
    Ok(())
}

/// A few random moves from the start.
pub(crate) fn opening(seed: u64) -> AnyPosition {
    let mut dice = Dice::new(seed);
    loop {
        let mut position = AnyPosition::new(yiqi_rules::GameSpec::Reversi(
            yiqi_rules::ReversiSpec::new(8, false).unwrap_or_else(|| unreachable!("8 is a size")),
        ));
        for _ in 0..8 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let _ = position.play_unchecked(moves[dice.below(moves.len())]);
        }
        if position.turn().is_some() {
            return position;
        }
    }
}

/// The score for the new weights, which have this color.
fn game(
    opening: &AnyPosition,
    engines: &mut [ReversiEngine; 2],
    color: Color,
    limits: &Limits,
) -> Option<i32> {
    let mut position = opening.clone();
    engines.iter_mut().for_each(Engine::forget);
    while let Some(turn) = position.turn() {
        let engine = &mut engines[usize::from(turn != color)];
        let analysis = engine.think(SearchRequest::new(&position, *limits))?;
        let mv = *analysis.lines.first()?.moves.first()?;
        let _ = position.play_unchecked(mv);
    }
    let score = position.outcome()?.score?;
    Some(i32::from(score[color]) - i32::from(score[color.other()]))
}

/// Prints the result of the match and its error.
pub(crate) fn summary(pairs: &[[i32; 2]]) {
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
    let elo = |part: f64| -400.0 * (1.0 / part.clamp(0.001, 0.999) - 1.0).log10();
    let discs = pairs
        .iter()
        .flatten()
        .map(|&score| f64::from(score))
        .sum::<f64>()
        / (2.0 * count);
    let wins = pairs.iter().flatten().filter(|&&score| score > 0).count();
    let draws = pairs.iter().flatten().filter(|&&score| score == 0).count();
    let losses = 2 * pairs.len() - wins - draws;
    println!(
        "{} games: +{wins} ={draws} -{losses}, {:.1} % ± {:.1}, Elo {:+.0} ({:+.0} to {:+.0}), {discs:+.2} stones a game",
        2 * pairs.len(),
        100.0 * mean,
        100.0 * error,
        elo(mean),
        elo(mean - error),
        elo(mean + error),
    );
    // Sequential test of "5 Elo better" against "no better", by the normal approximation over
    // pairs.
    let part = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
    let (worse, better) = (part(0.0), part(5.0));
    let ratio =
        count * (better - worse) * (2.0 * mean - worse - better) / (2.0 * variance.max(1e-9));
    println!(
        "log likelihood ratio of 5 Elo against 0: {ratio:.2} (accepted at 2.94, rejected at -2.94)"
    );
}
