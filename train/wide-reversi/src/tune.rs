//! Self-play games, and weights fitted to their scores by least squares.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use yiqi_engine_reversi::ReversiEngine;
use yiqi_engine_reversi::wide::evaluation::{
    ERROR_DEPTH_MIN, ERRORS, FEATURES, Features, PHASES, Scale, WideWeights, shallow,
};
use yiqi_engine_reversi::wide::{features, value_without_pruning};
use yiqi_rules::{Position, Reversi};
use yiqi_search::{Engine, Limits, Resources, SearchRequest};

use crate::{Dice, random_position, reversi};

#[derive(Args)]
pub(crate) struct Options {
    /// The weights to start from.
    #[arg(long)]
    weights: PathBuf,
    /// The file to write.
    #[arg(long)]
    out: PathBuf,
    /// Board sizes to fit weights for.
    #[arg(long, value_delimiter = ',')]
    sizes: Vec<u8>,
    /// Only one variant: normal or anti.
    #[arg(long)]
    anti: Option<bool>,
    /// How long to play for each size, variant and round.
    #[arg(long)]
    seconds: u64,
    /// How long to measure errors for each size and variant.
    #[arg(long, default_value_t = 5)]
    measure: u64,
    /// Rounds of playing and fitting.
    #[arg(long, default_value_t = 2)]
    rounds: u64,
    /// Search depth in plies.
    #[arg(long, default_value_t = 3)]
    depth: u8,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Empty points from which on games are solved.
const SOLVE: usize = 9;

/// Weight of the previous round's games.
const EARLIER: f64 = 0.3;

/// How many positions the next phase counts as: a phase with few positions of its own stays close
/// to the next.
const LATER: f64 = 3000.0;

/// Pulls weights toward zero where there are too few games.
const RIDGE: f64 = 20.0;

pub(crate) fn run(options: &Options) -> Result<()> {
    let mut weights = WideWeights::parse(&std::fs::read_to_string(&options.weights)?)?;
    for &size in &options.sizes {
        for anti in [false, true] {
            if options.anti.is_some_and(|only| only != anti) {
                continue;
            }
            let mut sums = vec![Sums::new(); PHASES];
            for round in 0..options.rounds {
                let mut games = Games::new(options, size, anti, round, &weights);
                sums.iter_mut().for_each(|sums| sums.fade(EARLIER));
                games.play(&mut sums)?;
                let mut scale = weights.scale(size, anti).clone();
                scale.size = size;
                let mut later: Option<Sums> = None;
                for (phase, sums) in sums.iter().enumerate().rev() {
                    let mut mixed = sums.clone();
                    if let Some(later) = later {
                        mixed.add_all(&later, LATER.min(later.count) / later.count.max(1.0));
                    }
                    if let Some(fitted) = mixed.solve() {
                        scale.phases[phase] = fitted;
                    }
                    later = Some(mixed);
                }
                let errors: Vec<String> = sums
                    .iter()
                    .map(|sums| format!("{:.1}", sums.error()))
                    .collect();
                println!(
                    "{size} {} round {round}: {} games, {} positions; mean square root error by phase {}",
                    aim(anti),
                    games.game_count,
                    games.position_count,
                    errors.join(" "),
                );
                weights = replaced(&weights, scale)?;
                if round + 1 == options.rounds {
                    let mut scale = weights.scale(size, anti).clone();
                    scale.errors = games.measure(&weights)?;
                    println!("{size} {} errors {:?}", aim(anti), scale.errors);
                    weights = replaced(&weights, scale)?;
                }
                std::fs::write(&options.out, format!("{HEAD}{}", weights.to_text()))?;
            }
        }
    }
    Ok(())
}

const HEAD: &str = "\
# Weights of the evaluation of boards other than 8x8 and of games in which fewer stones win.
# Made by train/wide-reversi from games of the engine against itself; see the log there.
";

fn aim(anti: bool) -> &'static str {
    if anti { "anti" } else { "normal" }
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

struct Games<'a> {
    options: &'a Options,
    size: u8,
    anti: bool,
    engine: ReversiEngine,
    dice: Dice,
    kept: Vec<Reversi>,
    game_count: usize,
    position_count: usize,
}

impl Games<'_> {
    fn new<'a>(
        options: &'a Options,
        size: u8,
        anti: bool,
        round: u64,
        weights: &WideWeights,
    ) -> Games<'a> {
        let resources = Resources {
            thread_count: 1,
            hash_mib: 4,
        };
        Games {
            options,
            size,
            anti,
            engine: ReversiEngine::new(resources).with_wide_weights(weights.clone()),
            dice: Dice::new(options.seed << 16 | round << 8 | u64::from(size)),
            kept: Vec::new(),
            game_count: 0,
            position_count: 0,
        }
    }

    fn play(&mut self, sums: &mut [Sums]) -> Result<()> {
        let end = Instant::now() + Duration::from_secs(self.options.seconds);
        while Instant::now() < end {
            self.game(sums)?;
            self.game_count += 1;
        }
        Ok(())
    }

    /// Plays random moves first, so that no two games are alike; then the engine plays.
    fn game(&mut self, sums: &mut [Sums]) -> Result<()> {
        let area = usize::from(self.size) * usize::from(self.size);
        let random_count = 2 + self.dice.below(area * 3 / 4);
        let mut position = random_position(self.size, self.anti, random_count, &mut self.dice)?;
        let mut played = Vec::new();
        while position.turn().is_some() {
            let now = reversi(&position)?.clone();
            let depth = if now.empty_points().len() <= SOLVE {
                u8::MAX
            } else {
                self.options.depth
            };
            let analysis = self
                .engine
                .think(SearchRequest::new(&position, Limits::depth(depth)))
                .context("no analysis")?;
            let mv = analysis
                .lines
                .first()
                .and_then(|line| line.moves.first())
                .context("no move")?;
            let _ = position.play_unchecked(*mv);
            if !now.legal_points().is_empty() {
                played.push(now);
            }
        }
        let stones = position
            .outcome()
            .and_then(|outcome| outcome.score)
            .context("no score")?;
        for before in played {
            let Some(mover) = before.turn() else { continue };
            let more = f64::from(stones[mover]) - f64::from(stones[mover.other()]);
            let score = if self.anti { -more } else { more };
            let (phase, features) = features(&before);
            sums[phase].add(&features, score);
            self.position_count += 1;
            if self.dice.below(16) == 0 {
                self.kept.push(before);
            }
        }
        Ok(())
    }

    /// How far deep searches are from shallow ones, by phase: standard deviations in 16ths of a
    /// stone.
    fn measure(&mut self, weights: &WideWeights) -> Result<[[i32; ERRORS]; PHASES]> {
        let end = Instant::now() + Duration::from_secs(self.options.measure);
        let mut sums = [[(0.0, 0.0); ERRORS]; PHASES];
        let mut all = [(0.0, 0.0); ERRORS];
        while Instant::now() < end && !self.kept.is_empty() {
            let at = self.dice.below(self.kept.len());
            let position = self.kept.swap_remove(at);
            let phase = features(&position).0;
            for which in 0..ERRORS {
                let depth = ERROR_DEPTH_MIN + which as u32;
                if position.empty_points().len() <= depth as usize + 1 {
                    continue;
                }
                let deep = value_without_pruning(&position, weights, depth);
                let foretold = value_without_pruning(&position, weights, shallow(depth));
                let square = f64::from(deep - foretold).powi(2);
                for sum in [&mut sums[phase][which], &mut all[which]] {
                    sum.0 += square;
                    sum.1 += 1.0;
                }
            }
        }
        println!("measured {} positions", all[0].1);
        Ok(sums.map(|row| {
            std::array::from_fn(|which| {
                // Where few positions were measured, the mean of all phases counts too.
                let mean = all[which].0 / f64::max(all[which].1, 1.0);
                let (sum, count) = row[which];
                ((sum + 8.0 * mean) / (count + 8.0)).sqrt().round() as i32
            })
        }))
    }
}

/// The normal equations of one phase.
#[derive(Clone)]
struct Sums {
    products: [[f64; FEATURES]; FEATURES],
    scores: [f64; FEATURES],
    square: f64,
    count: f64,
}

impl Sums {
    fn new() -> Sums {
        Sums {
            products: [[0.0; FEATURES]; FEATURES],
            scores: [0.0; FEATURES],
            square: 0.0,
            count: 0.0,
        }
    }

    fn add(&mut self, features: &Features, score: f64) {
        for (i, &feature) in features.iter().enumerate() {
            let feature = f64::from(feature);
            for (sum, &other) in self.products[i].iter_mut().zip(features) {
                *sum += feature * f64::from(other);
            }
            self.scores[i] += feature * score;
        }
        self.square += score * score;
        self.count += 1.0;
    }

    fn fade(&mut self, part: f64) {
        self.products
            .iter_mut()
            .flatten()
            .for_each(|sum| *sum *= part);
        self.scores.iter_mut().for_each(|sum| *sum *= part);
        self.square *= part;
        self.count *= part;
    }

    fn add_all(&mut self, other: &Sums, part: f64) {
        for (sum, more) in self
            .products
            .iter_mut()
            .flatten()
            .zip(other.products.iter().flatten())
        {
            *sum += part * more;
        }
        for (sum, more) in self.scores.iter_mut().zip(&other.scores) {
            *sum += part * more;
        }
        self.square += part * other.square;
        self.count += part * other.count;
    }

    fn fitted(&self) -> Option<[f64; FEATURES]> {
        if self.count < 50.0 {
            return None;
        }
        let mut rows = self.products;
        let mut right = self.scores;
        for (i, row) in rows.iter_mut().enumerate() {
            row[i] += RIDGE;
        }
        // Gaussian elimination; with the ridge on the diagonal, no pivot is zero.
        for i in 0..FEATURES {
            for j in i + 1..FEATURES {
                let part = rows[j][i] / rows[i][i];
                let (upper, lower) = rows.split_at_mut(j);
                for (below, above) in lower[0].iter_mut().zip(&upper[i]) {
                    *below -= part * above;
                }
                right[j] -= part * right[i];
            }
        }
        let mut found = [0.0; FEATURES];
        for i in (0..FEATURES).rev() {
            let known: f64 = (i + 1..FEATURES).map(|j| rows[i][j] * found[j]).sum();
            found[i] = (right[i] - known) / rows[i][i];
        }
        Some(found)
    }

    /// The weights in 256ths of a stone.
    fn solve(&self) -> Option<Features> {
        Some(self.fitted()?.map(|weight| (256.0 * weight).round() as i32))
    }

    /// The error of the fitted values, in stones.
    fn error(&self) -> f64 {
        let Some(found) = self.fitted() else {
            return 0.0;
        };
        let explained: f64 = found
            .iter()
            .zip(&self.scores)
            .map(|(weight, sum)| weight * sum)
            .sum();
        ((self.square - explained).max(0.0) / self.count).sqrt()
    }
}
