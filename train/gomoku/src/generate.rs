//! Self-play games from random openings.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use yiqi_engine_gomoku::{GomokuEngine, Weights};
use yiqi_rules::{AnyPosition, Color, GameSpec, GomokuRules, GomokuSpec, Move, Opening, Point};
use yiqi_search::{Analysis, Engine, Limits, Resources, SearchRequest};
use yiqi_testkit::Dice;

use crate::RuleSets;
use crate::game::{Game, GameResult, Ply};

#[derive(Args)]
pub(crate) struct Options {
    /// The file to write.
    games: PathBuf,
    /// How long to play, in seconds.
    #[arg(default_value_t = 60)]
    seconds: u64,
    /// Games in parallel.
    #[arg(default_value_t = 1)]
    threads: usize,
    /// Nodes per move.
    #[arg(default_value_t = 3000)]
    nodes: u64,
    /// Random seed.
    #[arg(default_value_t = 1)]
    seed: u64,
    /// The rule set, or a mixture of all.
    #[arg(default_value = "all")]
    rules: RuleSets,
    /// Weights other than the built-in ones.
    weights: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let plan = Plan {
        nodes: options.nodes,
        time: Duration::from_secs(options.seconds),
        thread_count: options.threads,
        seed: options.seed,
        rules: options.rules,
        weights: match &options.weights {
            Some(path) => crate::read_weights(path)?,
            None => Weights::built_in(),
        },
    };
    let count = generate(&plan, &options.games)
        .with_context(|| format!("cannot write {}", options.games.display()))?;
    println!("{count} games");
    Ok(())
}

/// How to play the games.
struct Plan {
    nodes: u64,
    time: Duration,
    thread_count: usize,
    seed: u64,
    rules: RuleSets,
    weights: Arc<Weights>,
}

/// Plays games into a file until the time is up; returns how many.
///
/// # Errors
/// If the file cannot be written.
fn generate(plan: &Plan, path: &Path) -> io::Result<usize> {
    let end = Instant::now() + plan.time;
    let file = Mutex::new((File::create(path)?, 0usize));
    std::thread::scope(|scope| {
        for thread in 0..plan.thread_count {
            let file = &file;
            scope.spawn(move || {
                let mut dice = Dice::new(plan.seed ^ (thread as u64) << 32);
                let resources = Resources {
                    thread_count: 1,
                    hash_mib: 8,
                };
                let mut engine = GomokuEngine::with_weights(resources, Arc::clone(&plan.weights));
                while Instant::now() < end {
                    engine.forget();
                    let Some(game) = play(&mut engine, plan, &mut dice) else {
                        continue;
                    };
                    let mut file = file.lock().expect("nobody panics while writing");
                    if file.0.write_all(&game.to_bytes()).is_ok() {
                        file.1 += 1;
                    }
                }
            });
        }
    });
    let (file, count) = file.into_inner().expect("all threads ended");
    file.sync_all()?;
    Ok(count)
}

fn random_spec(plan: &Plan, dice: &mut Dice) -> GomokuSpec {
    // Drawn even if unused, so that a seed gives the same openings for every rule set.
    let mixed = match dice.below(100) {
        0..42 => GomokuRules::Freestyle,
        42..60 => GomokuRules::Standard,
        60..86 => GomokuRules::Renju,
        86..88 => GomokuRules::Forbidden,
        _ => GomokuRules::Caro,
    };
    let rules = match plan.rules {
        RuleSets::All => mixed,
        RuleSets::Only(rules) => rules,
    };
    let size = match dice.below(100) {
        0..72 => 15,
        72..94 => 20,
        _ => 9 + dice.below(8) as u8,
    };
    GomokuSpec::new(size, rules, Opening::Free).expect("a valid size")
}

/// Plays one game; `None` if its opening is not worth playing.
fn play(engine: &mut GomokuEngine, plan: &Plan, dice: &mut Dice) -> Option<Game> {
    let spec = random_spec(plan, dice);
    let mut position = AnyPosition::new(GameSpec::Gomoku(spec));
    let mut plies: Vec<Ply> = Vec::new();
    for point in random_opening(&mut position, dice)? {
        plies.push(Ply {
            point,
            value: Ply::OPENING,
        });
    }
    // Even games are long and hard to judge; lopsided positions are met by every search.
    let uneven_max = if dice.below(4) == 0 { 8_500 } else { 3_000 };
    let searched = think(engine, &position, 1, plan.nodes)?;
    if searched.lines[0].eval.abs() > uneven_max {
        return None;
    }
    let ply_max = usize::from(spec.size()).pow(2) * 7 / 10;
    let result = loop {
        if position.turn().is_none() {
            break winner(position.outcome()?.winner);
        }
        if plies.len() >= ply_max {
            break GameResult::Draw;
        }
        let stray = plies.len() < 30 && dice.below(20) == 0;
        let analysis = think(engine, &position, if stray { 4 } else { 1 }, plan.nodes)?;
        let best = &analysis.lines[0];
        let good: Vec<_> = analysis
            .lines
            .iter()
            .filter(|line| line.eval > best.eval - 1_000)
            .collect();
        let line = good[dice.below(good.len())];
        let Move::Place(point) = line.moves[0] else {
            break GameResult::Draw;
        };
        position.play(Move::Place(point)).ok()?;
        plies.push(Ply {
            point,
            value: line.eval as i16,
        });
    };
    Some(Game {
        size: spec.size(),
        rules: spec.rules,
        result,
        plies,
    })
}

fn winner(color: Option<Color>) -> GameResult {
    match color {
        Some(Color::Black) => GameResult::Black,
        Some(Color::White) => GameResult::White,
        None => GameResult::Draw,
    }
}

/// An engine for one of several parallel games.
pub(crate) fn engine() -> GomokuEngine {
    GomokuEngine::new(Resources {
        thread_count: 1,
        hash_mib: 16,
    })
}

/// The engine's search result after `nodes` nodes.
pub(crate) fn think(
    engine: &mut GomokuEngine,
    position: &AnyPosition,
    line_count: usize,
    nodes: u64,
) -> Option<Analysis> {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::OPEN
    };
    engine.think(SearchRequest::new(position, limits).with_lines(line_count))
}

/// Plays one to eight random stones close together.
pub(crate) fn random_opening(position: &mut AnyPosition, dice: &mut Dice) -> Option<Vec<Point>> {
    let size = usize::from(position.size());
    let count = 1 + dice.below(8);
    let margin = if dice.below(4) == 0 { 0 } else { size / 4 };
    let mut points: Vec<Point> = Vec::new();
    while points.len() < count {
        let point = if let Some(last) = points.get(dice.below(points.len().max(1))) {
            let step = |at: u8, roll: usize| (at + roll as u8).checked_sub(3);
            Point::new(
                step(last.col(), dice.below(7))?,
                step(last.row(), dice.below(7))?,
            )?
        } else {
            let at = |roll: usize| (margin + roll) as u8;
            Point::new(
                at(dice.below(size - 2 * margin)),
                at(dice.below(size - 2 * margin)),
            )?
        };
        if position.check(Move::Place(point)).is_err() {
            return None;
        }
        position.play(Move::Place(point)).ok()?;
        points.push(point);
    }
    Some(points)
}
