//! Puzzles from games: the earliest position from which the winner could force the win.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Args;
use yiqi_engine_gomoku::find_win;
use yiqi_record::{Format, ReadOptions, Record};
use yiqi_rules::AnyPosition;
use yiqi_search::{Limits, Stop};

use crate::puzzles;

#[derive(Args)]
pub(crate) struct Options {
    /// Nodes to look for the win in a position.
    nodes: u64,
    /// Shorter wins are left out, in plies.
    plies_min: u16,
    /// Records of games, such as the `games.yiqi` of a tournament.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let limits = Limits {
        nodes: Some(options.nodes),
        ..Limits::OPEN
    };
    for file in &options.files {
        let bytes = crate::read(file)?;
        let records = Format::Yiqi
            .read(&bytes, &ReadOptions::default())
            .with_context(|| format!("cannot use {}", file.display()))?;
        ensure!(!records.is_empty(), "{} has no games", file.display());
        for record in &records {
            if let Some((position, plies)) = cut(record, &limits)
                && plies >= options.plies_min
            {
                println!("{}\t{plies}", puzzles::describe(&position));
            }
        }
    }
    Ok(())
}

/// The position in which the winner's forced win began, and its length in plies. Looks backward from the end of the game
/// while a win is found.
fn cut(record: &Record, limits: &Limits) -> Option<(AnyPosition, u16)> {
    let replay = record.replay().ok()?;
    let winner = record.result(&replay)?.winner?;
    let mut earliest = None;
    for ply in (0..replay.plies().len()).rev() {
        let position = replay.up_to(ply).position().clone();
        if position.turn() != Some(winner) {
            continue;
        }
        let Some(win) = find_win(&position, limits, &Stop::new()) else {
            break;
        };
        earliest = Some((position, win.plies));
    }
    earliest
}
