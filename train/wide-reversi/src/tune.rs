//! Generations of weights: games, weights fitted to them, and the errors of shallow searches.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;
use yiqi_engine_reversi::wide::Probe;
use yiqi_engine_reversi::wide::evaluation::{
    Dissector, ERROR_DEPTH_MIN, ERRORS, PHASES, Scale, shallow,
};
use yiqi_engine_reversi::wide::weights::WideWeights;
use yiqi_rules::{Position, Reversi};

use crate::Dice;
use crate::fit::Rows;
use crate::games::{Games, Style};

#[derive(Args)]
pub(crate) struct Options {
    /// The file to write. Weights for other boards in it are kept.
    #[arg(long)]
    out: PathBuf,
    /// Board size.
    #[arg(long)]
    size: u8,
    /// Anti-reversi: fewer stones win.
    #[arg(long)]
    anti: bool,
    /// Games of each generation. The first starts from mobility and corners, unless there is `--like`.
    #[arg(long, value_delimiter = ',', required = true)]
    games: Vec<usize>,
    /// Start from the weights for this size in the file.
    #[arg(long)]
    like: Option<u8>,
    /// Positions to measure the errors of shallow searches with, in each generation.
    #[arg(long, default_value_t = 600)]
    measure: usize,
    /// Search depth in plies.
    #[arg(long, default_value_t = 3)]
    depth: u8,
    /// Empty points from which on games are solved.
    #[arg(long, default_value_t = 10)]
    solve: usize,
    /// How much of a position's score is what came later in the game, not its own search.
    #[arg(long, default_value_t = 0.95)]
    later: f32,
    /// Epochs of each fit.
    #[arg(long, default_value_t = 12)]
    rounds: usize,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// One position in this many may be measured.
const KEPT: usize = 16;

pub(crate) fn run(options: &Options) -> Result<()> {
    let mut weights = start(options)?;
    let mut earlier = None;
    for (generation, &game_count) in options.games.iter().enumerate() {
        let begin = Instant::now();
        let style = Style {
            size: options.size,
            is_anti: options.anti,
            depth: options.depth,
            solve: options.solve,
            // At first, only results can be trusted.
            later: if generation == 0 && options.like.is_none() {
                1.0
            } else {
                options.later
            },
        };
        let seed = options.seed << 16 | (generation as u64) << 8 | u64::from(options.size);
        let mut games = Games::new(style, &weights, seed);
        let mut rows = earlier
            .take()
            .unwrap_or_else(|| Rows::new(options.size, options.anti));
        let mut dice = Dice::new(seed);
        let mut kept = Vec::new();
        for _ in 0..game_count {
            let samples = games.play()?;
            rows.add_game(&samples);
            kept.extend(
                samples
                    .into_iter()
                    .filter(|_| dice.below(KEPT) == 0)
                    .map(|sample| sample.position),
            );
        }
        println!(
            "{} {} generation {generation}: {game_count} games, {} positions to fit, {:.0} s",
            options.size,
            if options.anti { "anti" } else { "normal" },
            rows.len(),
            begin.elapsed().as_secs_f64(),
        );
        let mut scale = weights.scale(options.size, options.anti).clone();
        let errors = rows.fit(&mut scale, options.rounds, options.like.is_some());
        println!(
            "held out: {}",
            errors.map(|error| format!("{error:.1}")).join(" ")
        );
        weights = replaced(&weights, scale)?;
        let mut scale = weights.scale(options.size, options.anti).clone();
        scale.errors = measure(options, &weights, kept, &mut dice);
        println!("errors {:?}", scale.errors);
        weights = replaced(&weights, scale)?;
        let file = weights.write()?;
        println!(
            "{} bytes, {:.0} s",
            file.len(),
            begin.elapsed().as_secs_f64()
        );
        std::fs::write(&options.out, file)
            .with_context(|| format!("{} cannot be written", options.out.display()))?;
        // The first games are too weak to learn more from.
        if generation > 0 || options.like.is_some() {
            earlier = Some(rows);
        }
    }
    Ok(())
}

fn start(options: &Options) -> Result<WideWeights> {
    let weights = if options.out.exists() {
        WideWeights::read(&std::fs::read(&options.out)?)?
    } else {
        // Both variants need weights.
        WideWeights::new(vec![
            Scale::new(options.size, false),
            Scale::new(options.size, true),
        ])?
    };
    let mut scale = Scale::new(options.size, options.anti);
    if let Some(size) = options.like {
        let is_like = |scale: &&Scale| (scale.size, scale.is_anti) == (size, options.anti);
        let like = weights.scales().iter().find(is_like);
        scale = like.context("the file has no such weights")?.clone();
        scale.size = options.size;
    }
    replaced(&weights, scale)
}

fn replaced(weights: &WideWeights, scale: Scale) -> Result<WideWeights> {
    let is_same = |other: &Scale| (other.size, other.is_anti) == (scale.size, scale.is_anti);
    let mut scales: Vec<Scale> = weights
        .scales()
        .iter()
        .filter(|other| !is_same(other))
        .cloned()
        .collect();
    scales.push(scale);
    scales.sort_by_key(|scale| (scale.is_anti, scale.size));
    Ok(WideWeights::new(scales)?)
}

/// How far deep searches are from shallow ones, by phase: standard deviations in 16ths of a stone.
fn measure(
    options: &Options,
    weights: &WideWeights,
    mut positions: Vec<Reversi>,
    dice: &mut Dice,
) -> [[i16; ERRORS]; PHASES] {
    let probe = Probe::new(weights, options.size, options.anti);
    let dissector = Dissector::new(options.size, options.anti);
    let mut sums = [[(0.0, 0.0); ERRORS]; PHASES];
    let mut all = [(0.0, 0.0); ERRORS];
    for _ in 0..options.measure.min(positions.len()) {
        let position = positions.swap_remove(dice.below(positions.len()));
        let phase = dissector.dissect(&position, &mut Vec::new()).phase;
        for which in 0..ERRORS {
            let depth = ERROR_DEPTH_MIN + which as u32;
            if position.empty_points().len() <= depth as usize + 1 {
                continue;
            }
            let deep = probe.value(&position, depth);
            let foretold = probe.value(&position, shallow(depth));
            let square = f64::from(deep - foretold).powi(2);
            for sum in [&mut sums[phase][which], &mut all[which]] {
                sum.0 += square;
                sum.1 += 1.0;
            }
        }
    }
    sums.map(|row| {
        std::array::from_fn(|which| {
            // Where few positions were measured, the mean of all phases counts too.
            let mean = all[which].0 / f64::max(all[which].1, 1.0);
            let (sum, count) = row[which];
            ((sum + 8.0 * mean) / (count + 8.0)).sqrt().round() as i16
        })
    })
}
