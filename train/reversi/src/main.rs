//! Makes the weights, the opening book and the table of 6×6 of the Reversi engine: plays games, fits
//! weights to them, grows the book, solves 6×6, takes measurements.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command-line program"
)]

mod book;
mod book_match;
mod fit;
mod games;
mod ladder;
mod matches;
mod measure;
mod parallel;
mod sample;
mod six;
mod smooth;
mod solve;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use yiqi_engine_reversi::evaluation::{PHASES, Weights};
use yiqi_engine_reversi::patterns::WEIGHTS;
use yiqi_engine_reversi::weights;

#[derive(Parser)]
#[command(about = "Makes the weights and the opening book of the Reversi engine of yiqi")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Writes weights that are all zero, to start from.
    Nothing {
        /// The file to write.
        out: PathBuf,
    },
    /// Plays games against itself and writes positions with their scores.
    Play(games::Options),
    /// Fits weights to positions.
    Fit(fit::Options),
    /// Averages the weights of neighboring phases.
    Smooth(smooth::Options),
    /// Plays a match between two weights files.
    Match(matches::Options),
    /// Plays each level against the one below.
    Ladder(ladder::Options),
    /// Makes the table of perfect play on 6×6.
    Six(six::Options),
    /// Compares perfect play on 6×6 with a plain search.
    SixCheck(six::CheckOptions),
    /// Solves positions of OBF files.
    Solve(solve::Options),
    /// Grows the opening book.
    Book(book::Options),
    /// Plays a match between two opening books.
    BookMatch(book_match::Options),
    /// Measures how well shallow searches predict deep ones.
    Probcut(measure::ProbcutOptions),
    /// Writes solved positions from games between balanced openings and the end.
    Exam(measure::ExamOptions),
    /// Measures the error of the evaluation on solved positions.
    Error(measure::ErrorOptions),
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
        Command::Nothing { out } => {
            let file = weights::write(&vec![0; PHASES * WEIGHTS], &[0; 61])?;
            std::fs::write(&out, file)
                .with_context(|| format!("{} cannot be written", out.display()))
        }
        Command::Play(options) => games::play(&options),
        Command::Fit(options) => fit::fit(&options),
        Command::Smooth(options) => smooth::run(&options),
        Command::Match(options) => matches::run(&options),
        Command::Ladder(options) => ladder::run(&options),
        Command::Six(options) => six::run(&options),
        Command::SixCheck(options) => six::check(&options),
        Command::Solve(options) => solve::run(&options),
        Command::Book(options) => book::run(&options),
        Command::BookMatch(options) => book_match::run(&options),
        Command::Probcut(options) => measure::probcut(&options),
        Command::Exam(options) => measure::exam(&options),
        Command::Error(options) => measure::error(&options),
    }
}

/// Reads a weights file.
fn read_weights(path: &std::path::Path) -> Result<Weights> {
    let bytes =
        std::fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
    weights::read(&bytes).with_context(|| format!("{} cannot be used", path.display()))
}
