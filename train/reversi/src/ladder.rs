//! Matches between neighboring levels.

use std::time::Duration;

use anyhow::{Result, ensure};
use clap::Args;
use yiqi_engine_reversi::ReversiEngine;
use yiqi_engine_reversi::levels::{LEVEL_MAX, strength};
use yiqi_rules::{AnyPosition, Color, Dice};
use yiqi_search::{Engine, Resources, SearchRequest, Strength};

use crate::matches::opening;

#[derive(Args)]
pub(crate) struct Options {
    /// The lowest level.
    #[arg(long, default_value_t = 1)]
    from: u8,
    /// The highest level.
    #[arg(long, default_value_t = LEVEL_MAX)]
    to: u8,
    /// Pairs of games per level; each opening is played with both colors.
    #[arg(long, default_value_t = 100)]
    pairs: u64,
    /// Maximum milliseconds per move, instead of the time limit of the levels.
    #[arg(long)]
    time: Option<u64>,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    ensure!(
        1 <= options.from && options.from < options.to && options.to <= LEVEL_MAX,
        "levels from 1 to {LEVEL_MAX}, the lower first"
    );
    println!("| level | against | games | won | drawn | lost | points | Elo | sum |");
    println!("|---|---|---|---|---|---|---|---|---|");
    let mut sum = Estimate::default();
    for level in options.from + 1..=options.to {
        let pairs = pairs(options, [level, level - 1])?;
        let elo = Estimate::of(&pairs);
        sum = sum.plus(elo);
        let points = |wanted: i32| {
            pairs
                .iter()
                .flatten()
                .filter(|score| score.signum() == wanted)
                .count()
        };
        let (won, drawn, lost) = (points(1), points(0), points(-1));
        let games = 2 * pairs.len();
        println!(
            "| {level} | {} | {games} | {won} | {drawn} | {lost} | {:.0} % | {elo} | {sum} |",
            level - 1,
            100.0 * (won as f64 + drawn as f64 / 2.0) / games as f64,
        );
    }
    Ok(())
}

/// An Elo difference and its error, twice the standard deviation.
#[derive(Clone, Copy, Debug, Default)]
struct Estimate {
    elo: f64,
    error: f64,
}

impl Estimate {
    /// The estimate from the scores of pairs of games.
    fn of(pairs: &[[i32; 2]]) -> Estimate {
        let count = pairs.len().max(1) as f64;
        // The two games of an opening are correlated: their mean is one observation.
        let point = |pair: &[i32; 2]| {
            pair.iter()
                .map(|score| f64::from(score.signum() + 1))
                .sum::<f64>()
                / 4.0
        };
        let mean = pairs.iter().map(point).sum::<f64>() / count;
        let variance = pairs
            .iter()
            .map(|pair| (point(pair) - mean).powi(2))
            .sum::<f64>()
            / (count - 1.0).max(1.0);
        let mean = mean.clamp(0.01, 0.99);
        // The slope of the logistic curve converts points to Elo.
        let slope = 400.0 / (std::f64::consts::LN_10 * mean * (1.0 - mean));
        Estimate {
            elo: -400.0 * (1.0 / mean - 1.0).log10(),
            error: 2.0 * (variance / count).sqrt() * slope,
        }
    }

    fn plus(self, other: Estimate) -> Estimate {
        Estimate {
            elo: self.elo + other.elo,
            error: self.error.hypot(other.error),
        }
    }
}

impl std::fmt::Display for Estimate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:+.0} ± {:.0}", self.elo, self.error)
    }
}

/// One level in a game.
struct Side {
    engine: ReversiEngine,
    strength: Strength,
}

/// The scores of the first level in pairs of games.
fn pairs(options: &Options, levels: [u8; 2]) -> Result<Vec<[i32; 2]>> {
    let resources = Resources {
        thread_count: 1,
        hash_mib: 16,
    };
    let mut sides = levels.map(|level| {
        let mut strength = strength(level);
        if let Some(time) = options.time {
            strength.limits.time = Some(Duration::from_millis(time));
        }
        Side {
            engine: ReversiEngine::new(resources),
            strength,
        }
    });
    (0..options.pairs)
        .map(|pair| {
            let seed = options.seed << 32 | u64::from(levels[0]) << 24 | pair;
            let opening = opening(seed);
            let mut dice = Dice::new(!seed);
            let [black, white] =
                Color::BOTH.map(|color| game(&opening, &mut sides, color, &mut dice));
            Ok([black?, white?])
        })
        .collect()
}

/// The score of the first side, which has this color.
fn game(
    opening: &AnyPosition,
    sides: &mut [Side; 2],
    color: Color,
    dice: &mut Dice,
) -> Result<i32> {
    let mut position = opening.clone();
    for side in sides.iter_mut() {
        side.engine.forget();
    }
    while let Some(turn) = position.turn() {
        let Side { engine, strength } = &mut sides[usize::from(turn != color)];
        let analysis = engine
            .think(SearchRequest::new(&position, strength.limits).with_lines(strength.line_count));
        let mv = analysis
            .as_ref()
            .and_then(|analysis| strength.pick(analysis, &position, |limit| dice.below(limit)))
            .and_then(|line| line.moves.first().copied());
        let Some(mv) = mv else {
            anyhow::bail!("the engine returned no move");
        };
        let _ = position.play_unchecked(mv);
    }
    let Some(score) = position.outcome().and_then(|outcome| outcome.score) else {
        anyhow::bail!("a game ended without a score");
    };
    Ok(i32::from(score[color]) - i32::from(score[color.other()]))
}
