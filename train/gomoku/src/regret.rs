//! What a search's moves are worth by the judgment of a far deeper search.
//!
//! On the same positions, two versions of the search mostly choose the same moves. Where they differ, a deep search
//! of both positions that follow says which choice was better. That tells versions apart with far less processor time
//! than games do; games have the last word.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, Result};
use clap::Args;
use yiqi_arena::{OpeningLine, read_openings};
use yiqi_engine_gomoku::{GomokuEngine, Tuning};
use yiqi_rules::{AnyPosition, GameSpec, GomokuRules, Move};
use yiqi_search::{Certainty, Engine};
use yiqi_testkit::Dice;

use crate::duel::{Parameter, balanced};
use crate::generate::{engine, think};
use crate::{parse_rules, read};

#[derive(Args)]
pub(crate) struct PositionOptions {
    /// The file to write.
    out: PathBuf,
    /// Positions, each from a game of its own.
    count: usize,
    /// Nodes per move of these games.
    nodes: u64,
    /// The rule set.
    #[arg(default_value = "freestyle", value_parser = parse_rules)]
    rules: GomokuRules,
    /// Board size.
    #[arg(long, default_value_t = 15)]
    size: u8,
}

/// Evaluations up to this are open, in hundredths.
const OPEN_MAX: i32 = 7_000;

/// Writes positions from games that begin with the balanced openings.
pub(crate) fn positions(options: &PositionOptions) -> Result<()> {
    let (game, openings) = balanced(options.size, options.rules)?;
    let mut engine = engine();
    let mut dice = Dice::new(options.count as u64);
    let mut text = String::new();
    let mut found = 0;
    for opening in openings.iter().cycle() {
        if found == options.count {
            break;
        }
        if let Some(moves) = play(&mut engine, opening, game, options.nodes, &mut dice) {
            text += &moves;
            text.push('\n');
            found += 1;
        }
    }
    std::fs::write(&options.out, text)
        .with_context(|| format!("cannot write {}", options.out.display()))
}

/// Plays from an opening up to a random move; `None` if the game is decided by then.
fn play(
    engine: &mut GomokuEngine,
    opening: &OpeningLine,
    game: GameSpec,
    nodes: u64,
    dice: &mut Dice,
) -> Option<String> {
    engine.forget();
    let mut position = opening.position(game)?;
    let mut played = opening.clone();
    for _ in 0..dice.below(44) {
        let line = think(engine, &position, 1, nodes)?
            .lines
            .into_iter()
            .next()?;
        played.moves.push(line.moves[0]);
        position.play(line.moves[0]).ok()?;
    }
    let line = think(engine, &position, 1, nodes)?
        .lines
        .into_iter()
        .next()?;
    let is_open =
        matches!(line.certainty, Certainty::Estimate { .. }) && line.eval.abs() < OPEN_MAX;
    is_open.then(|| played.moves_text(game))
}

#[derive(Args)]
pub(crate) struct Options {
    /// Positions, as `positions` writes them.
    positions: PathBuf,
    /// Nodes of a search under test.
    nodes: u64,
    /// Nodes of the deep searches.
    deep_nodes: u64,
    /// Deep searches done so far; new ones are added.
    judged: PathBuf,
    /// The rule set.
    #[arg(long, default_value = "freestyle", value_parser = parse_rules)]
    rules: GomokuRules,
    /// Board size.
    #[arg(long, default_value_t = 15)]
    size: u8,
    /// Versions to compare with the present one: parameters, separated by commas. `nodes` is the number of nodes.
    #[arg(value_name = "NAME=NUMBER,…")]
    versions: Vec<Version>,
}

/// A search to compare.
#[derive(Clone)]
struct Version {
    name: String,
    tuning: Tuning,
    nodes: Option<u64>,
}

impl FromStr for Version {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Version> {
        let mut version = Version {
            name: text.to_owned(),
            tuning: Tuning::default(),
            nodes: None,
        };
        for part in text.split(',') {
            if let Some(nodes) = part.strip_prefix("nodes=") {
                version.nodes = Some(nodes.parse().context("expected a number")?);
            } else {
                let parameter: Parameter = part.parse()?;
                version.tuning.set(&parameter.name, parameter.value);
            }
        }
        Ok(version)
    }
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let (game, _) = balanced(options.size, options.rules)?;
    let positions: Vec<AnyPosition> = read_openings(&read(&options.positions)?, None, game)?
        .iter()
        .filter_map(|line| line.position(game))
        .collect();
    let mut judge = Judge::open(&options.judged, options.deep_nodes)?;
    let present = Version {
        name: "present".into(),
        tuning: Tuning::default(),
        nodes: None,
    };
    let before = values(&present, options, &positions, &mut judge)?;
    let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len().max(1) as f64;
    let first: Vec<f64> = before.iter().map(|(value, _)| *value).collect();
    println!("{} positions, present: {:.3} %", first.len(), mean(&first));
    for version in &options.versions {
        let after = values(version, options, &positions, &mut judge)?;
        let gains: Vec<f64> = after
            .iter()
            .zip(&before)
            .map(|(after, before)| after.0 - before.0)
            .collect();
        let others = after
            .iter()
            .zip(&before)
            .filter(|(after, before)| after.1 != before.1)
            .count();
        let gain = mean(&gains);
        let squares: Vec<f64> = gains.iter().map(|one| (one - gain).powi(2)).collect();
        let error = (mean(&squares) / gains.len().max(1) as f64).sqrt();
        println!(
            "{}: {gain:+.3} % ± {error:.3}, {others} other moves",
            version.name
        );
    }
    Ok(())
}

/// The judged value of a version's move in each position, in percent, and the move.
fn values(
    version: &Version,
    options: &Options,
    positions: &[AnyPosition],
    judge: &mut Judge,
) -> Result<Vec<(f64, Move)>> {
    let mut engine = engine();
    engine.set_tuning(version.tuning);
    let nodes = version.nodes.unwrap_or(options.nodes);
    positions
        .iter()
        .map(|position| {
            engine.forget();
            let analysis = think(&mut engine, position, 1, nodes).context("no move")?;
            let mv = analysis.lines[0].moves[0];
            Ok((judge.value(position, mv)?, mv))
        })
        .collect()
}

/// Deep searches of the positions after moves, kept in a file.
struct Judge {
    known: HashMap<u64, i32>,
    file: std::fs::File,
    engine: GomokuEngine,
    nodes: u64,
}

impl Judge {
    fn open(path: &Path, nodes: u64) -> Result<Judge> {
        let text = if path.exists() {
            crate::read_text(path)?
        } else {
            String::new()
        };
        let known = text
            .lines()
            .filter_map(|line| {
                let (hash, value) = line.split_once(' ')?;
                Some((hash.parse().ok()?, value.parse().ok()?))
            })
            .collect();
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Judge {
            known,
            file,
            engine: engine(),
            nodes,
        })
    }

    /// The chance to win after a move, for its player, in percent.
    fn value(&mut self, position: &AnyPosition, mv: Move) -> Result<f64> {
        let mut next = position.clone();
        next.play_unchecked(mv);
        let hash = next.hash();
        let value = match self.known.get(&hash) {
            Some(&value) => value,
            None => {
                self.engine.forget();
                let value = match think(&mut self.engine, &next, 1, self.nodes) {
                    Some(analysis) => -analysis.lines[0].eval,
                    // The move ended the game.
                    None => 10_000,
                };
                writeln!(self.file, "{hash} {value}").context("cannot write")?;
                self.known.insert(hash, value);
                value
            }
        };
        Ok(50.0 + f64::from(value) / 200.0)
    }
}
