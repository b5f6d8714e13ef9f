//! Makes the table of perfect play on 6×6, and checks it.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;
use yiqi_engine_reversi::six::{SixEntry, SixSolver, SixTable, empty_count, moves};
use yiqi_rules::Dice;
use yiqi_rules::board8::Board8;

#[derive(Args)]
pub(crate) struct Options {
    /// The table to write.
    #[arg(long)]
    out: PathBuf,
    /// Solved positions, one per line, to go on after a stop.
    #[arg(long)]
    solved: PathBuf,
    /// Positions with this many empty points or fewer are left to the solver.
    #[arg(long, default_value_t = 22)]
    empty: u32,
    /// Size of the transposition table in MiB.
    #[arg(long, default_value_t = 1024)]
    hash: usize,
}

#[derive(Args)]
pub(crate) struct CheckOptions {
    /// Positions to check.
    #[arg(long, default_value_t = 1000)]
    count: usize,
    /// Empty points of the positions.
    #[arg(long, default_value_t = 16)]
    empty: u32,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let mut solved = read(&options.solved)?;
    let mut file = OpenOptions::new()
        .append(true)
        .create(true)
        .open(&options.solved)
        .with_context(|| format!("{} cannot be written", options.solved.display()))?;
    let mut solver = SixSolver::new(options.hash);
    let (mut nodes, mut failure) = (0, None);
    let table = SixTable::make(options.empty, |board, guess| {
        if let Some(&known) = solved.get(&board) {
            return Some(known);
        }
        let found = solver.solve(board, guess);
        nodes += found.nodes;
        let entry = SixEntry {
            score: found.score as i8,
            square: found.square as u8,
        };
        solved.insert(board, entry);
        let Board8 { own, opposing } = board;
        let SixEntry { score, square } = entry;
        failure = writeln!(file, "{own:x} {opposing:x} {score} {square}").err();
        if solved.len().is_multiple_of(100) {
            println!("{} positions, {nodes} nodes", solved.len());
        }
        failure.is_none().then_some(entry)
    });
    if let Some(failure) = failure {
        return Err(failure)
            .with_context(|| format!("{} cannot be written", options.solved.display()));
    }
    let table = table.context("a position cannot be solved")?;
    let bytes = table.write();
    println!("{} positions, {} bytes", table.len(), bytes.len());
    std::fs::write(&options.out, bytes)
        .with_context(|| format!("{} cannot be written", options.out.display()))
}

/// The positions solved so far.
fn read(path: &Path) -> Result<HashMap<Board8, SixEntry>> {
    let text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        text => text.with_context(|| format!("{} cannot be read", path.display()))?,
    };
    text.lines()
        .map(|line| {
            let mut words = line.split(' ');
            let mut word = || {
                words
                    .next()
                    .context("a line of solved positions is too short")
            };
            let board = Board8 {
                own: u64::from_str_radix(word()?, 16)?,
                opposing: u64::from_str_radix(word()?, 16)?,
            };
            let entry = SixEntry {
                score: word()?.parse()?,
                square: word()?.parse()?,
            };
            Ok((board, entry))
        })
        .collect()
}

/// Plays from the start with perfect play of one side and random moves of the other, and compares
/// table and solver with a search that shares nothing with them.
pub(crate) fn check(options: &CheckOptions) -> Result<()> {
    let table = SixTable::built_in();
    let mut solver = SixSolver::new(64);
    let mut dice = Dice::new(options.seed);
    let (mut checked, mut from_table) = (0, 0);
    while checked < options.count {
        let mut board = Board8::START;
        let mut is_ours = dice.below(2) == 0;
        // What our side was promised, once it has moved.
        let mut promise: Option<i32> = None;
        while empty_count(board) > options.empty {
            if moves(board) == 0 {
                board = board.pass();
                is_ours = !is_ours;
                if moves(board) == 0 {
                    break;
                }
            }
            let square = if is_ours {
                let (score, square) = match table.find(board) {
                    Some(entry) => {
                        from_table += 1;
                        (i32::from(entry.score), u32::from(entry.square))
                    }
                    None => {
                        let found = solver.solve(board, promise.unwrap_or(0));
                        (found.score, found.square)
                    }
                };
                ensure!(
                    promise.is_none_or(|promised| score >= promised),
                    "perfect play lost something"
                );
                promise = Some(score);
                square
            } else {
                let all: Vec<u32> = (0..64).filter(|at| moves(board) >> at & 1 != 0).collect();
                all[dice.below(all.len())]
            };
            board = board.play(square);
            is_ours = !is_ours;
        }
        if empty_count(board) != options.empty || moves(board) == 0 {
            continue;
        }
        let found = solver.solve(board, 0);
        let expected = reference(board, -100, 100);
        ensure!(
            found.score == expected,
            "{board:?}: {} instead of {expected}",
            found.score
        );
        // The side that plays perfectly gets at least what the table promised.
        if let Some(promised) = promise {
            let ours = if is_ours { expected } else { -expected };
            ensure!(ours >= promised, "{board:?}: {ours} instead of {promised}");
        }
        checked += 1;
    }
    println!(
        "{checked} positions with {} empty points agree; {from_table} moves came from the table",
        options.empty
    );
    Ok(())
}

/// The score by plain alpha-beta.
fn reference(board: Board8, mut alpha: i32, beta: i32) -> i32 {
    let mut rest = moves(board);
    if rest == 0 {
        let passed = board.pass();
        if moves(passed) == 0 {
            return board.own.count_ones() as i32 - board.opposing.count_ones() as i32;
        }
        return -reference(passed, -beta, -alpha);
    }
    let mut best = i32::MIN;
    while rest != 0 {
        let after = board.play(rest.trailing_zeros());
        rest &= rest - 1;
        best = best.max(-reference(after, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}
