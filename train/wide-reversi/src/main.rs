//! Makes the weights for Reversi on boards of any size: plays games, fits weights to their scores,
//! takes measurements.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command-line program"
)]

mod fit;
mod games;
mod matches;
mod solve;
mod tune;

use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use yiqi_rules::{AnyPosition, Dice, GameSpec, ReversiSpec};

#[derive(Parser)]
#[command(about = "Makes the weights for Reversi on boards of every size")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Makes weights: plays games, fits weights to them, and again with those.
    Tune(tune::Options),
    /// Plays a match against the generic search or other weights.
    Match(matches::Options),
    /// Measures how long endgames take to solve.
    Solve(solve::Options),
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<()> {
    match command {
        Command::Tune(options) => tune::run(&options),
        Command::Match(options) => matches::run(&options),
        Command::Solve(options) => solve::run(&options),
    }
}

/// An unfinished position after this many random moves.
fn random_position(size: u8, anti: bool, ply_count: usize, dice: &mut Dice) -> Result<AnyPosition> {
    let spec = ReversiSpec::new(size, anti).context("a board has an even size from 4 to 26")?;
    loop {
        let mut position = AnyPosition::new(GameSpec::Reversi(spec));
        for _ in 0..ply_count {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let _ = position.play_unchecked(*dice.pick(&moves));
        }
        if position.turn().is_some() {
            return Ok(position);
        }
    }
}
