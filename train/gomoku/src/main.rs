//! Makes the weights and openings of the Gomoku engine.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command-line program"
)]

mod balance;
mod calibrate;
mod clock;
mod cut;
mod duel;
mod game;
mod generate;
mod jobs;
mod ladder;
mod openings;
mod pack;
mod proofs;
mod puzzles;
mod regret;
mod samples;
mod speed;
mod tune;

use std::path::Path;
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use clap::{Parser, Subcommand};
use yiqi_engine_gomoku::Weights;
use yiqi_rules::GomokuRules;

#[derive(Parser)]
#[command(about = "Makes the weights and openings of the Gomoku engine of yiqi")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plays games into a file.
    Generate(generate::Options),
    /// Makes samples for train.py from games.
    Samples(samples::Options),
    /// Packs the output of train.py into a weights file.
    Pack(pack::Options),
    /// Unpacks a weights file for train.py to start from.
    Unpack(pack::UnpackOptions),
    /// Plays a match between two weights files.
    Match(duel::Options),
    /// Writes positions from games, to judge moves in.
    Positions(regret::PositionOptions),
    /// Compares searches by what their moves are worth.
    Regret(regret::Options),
    /// Improves search parameters by games.
    Tune(tune::Options),
    /// Solves positions with forced wins.
    Puzzles(puzzles::Options),
    /// Cuts positions with forced wins out of games.
    Cut(cut::Options),
    /// Solves positions with forced wins and checks the wins against every defense.
    Prove(proofs::PuzzleOptions),
    /// Finds wins in random positions and checks them against every defense.
    Wins(proofs::RandomOptions),
    /// Counts moves that exceed a time limit.
    Clock(clock::GameOptions),
    /// Counts stopped searches that take too long to answer.
    Stops(clock::StopOptions),
    /// Plays each level against the one below.
    Levels(ladder::Options),
    /// Plays both sides under each opening rule.
    Balance(balance::Options),
    /// Compares stated chances with results, and fits a correction.
    Calibrate(calibrate::Options),
    /// Measures the speed of the search.
    Speed(speed::Options),
    /// Finds balanced openings of three stones.
    Openings(openings::Options),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Generate(options) => generate::run(&options),
        Command::Samples(options) => samples::run(&options),
        Command::Pack(options) => pack::run(&options),
        Command::Unpack(options) => pack::unpack(&options),
        Command::Match(options) => duel::run(&options),
        Command::Positions(options) => regret::positions(&options),
        Command::Regret(options) => regret::run(&options),
        Command::Tune(options) => tune::run(&options),
        Command::Puzzles(options) => puzzles::run(&options),
        Command::Cut(options) => cut::run(&options),
        Command::Prove(options) => proofs::prove_puzzles(&options),
        Command::Wins(options) => proofs::prove_random(&options),
        Command::Clock(options) => clock::run_games(&options),
        Command::Stops(options) => clock::run_stops(&options),
        Command::Levels(options) => ladder::run(&options),
        Command::Balance(options) => balance::run(&options),
        Command::Calibrate(options) => calibrate::run(&options),
        Command::Speed(options) => speed::run(&options),
        Command::Openings(options) => openings::run(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The weights in a file.
fn read_weights(path: &Path) -> Result<Arc<Weights>> {
    let bytes = read(path)?;
    let weights =
        Weights::from_bytes(&bytes).with_context(|| format!("cannot use {}", path.display()))?;
    Ok(Arc::new(weights))
}

fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

fn read_text(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// A rule set by its name.
fn parse_rules(name: &str) -> Result<GomokuRules> {
    let mut all = GomokuRules::ALL.into_iter();
    all.find(|rules| rules.name() == name).ok_or_else(|| {
        let names = GomokuRules::ALL.map(GomokuRules::name).join(", ");
        anyhow!("rule sets are {names}")
    })
}

/// One rule set, or `all` of them.
#[derive(Clone, Copy)]
enum RuleSets {
    All,
    Only(GomokuRules),
}

impl FromStr for RuleSets {
    type Err = anyhow::Error;

    fn from_str(name: &str) -> Result<RuleSets> {
        if name == "all" {
            Ok(RuleSets::All)
        } else {
            let rules = parse_rules(name).map_err(|error| anyhow!("{error}, or all"))?;
            Ok(RuleSets::Only(rules))
        }
    }
}
