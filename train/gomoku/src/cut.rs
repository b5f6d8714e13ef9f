//! Puzzles from games: the earliest position from which the winner could force the win, and whether the loser saw it
//! coming.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Args;
use yiqi_engine_gomoku::find_win;
use yiqi_record::{Format, ReadOptions, Record};
use yiqi_rules::AnyPosition;
use yiqi_search::{Engine, Limits, Stop};

use crate::generate::{engine, think};
use crate::puzzles;

#[derive(Args)]
pub(crate) struct Options {
    /// Nodes to look for the win in a position.
    nodes: u64,
    /// Shorter wins are left out, in plies.
    plies_min: u16,
    /// Also writes the loser's name, and its evaluation a move before, in hundredths of a won game, by a search with this
    /// many nodes.
    #[arg(long)]
    loser_nodes: Option<u64>,
    /// Records of games, such as the `games.yiqi` of a tournament.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let limits = Limits {
        nodes: Some(options.nodes),
        ..Limits::OPEN
    };
    let mut engine = engine();
    for file in &options.files {
        let bytes = crate::read(file)?;
        let records = Format::Yiqi
            .read(&bytes, &ReadOptions::default())
            .with_context(|| format!("cannot use {}", file.display()))?;
        ensure!(!records.is_empty(), "{} has no games", file.display());
        for record in &records {
            let Some(found) = cut(record, &limits) else {
                continue;
            };
            if found.plies < options.plies_min {
                continue;
            }
            print!("{}\t{}", puzzles::describe(&found.position), found.plies);
            if let Some((position, nodes)) = found.before.as_ref().zip(options.loser_nodes) {
                engine.forget();
                let analysis = think(&mut engine, position, 1, nodes);
                let eval = analysis.map_or(0, |analysis| analysis.lines[0].eval);
                print!("\t{}\t{eval}", found.loser);
            }
            println!();
        }
    }
    Ok(())
}

/// A forced win that began in a game.
struct Cut {
    position: AnyPosition,
    /// Its length.
    plies: u16,
    /// The position before the move after which it was there.
    before: Option<AnyPosition>,
    /// The name of the loser.
    loser: String,
}

/// The forced win of a game. Looks backward from the end of the game while a win is found.
fn cut(record: &Record, limits: &Limits) -> Option<Cut> {
    let replay = record.replay().ok()?;
    let winner = record.result(&replay)?.winner?;
    let at = |ply: usize| replay.up_to(ply).position().clone();
    let mut earliest = None;
    for ply in (0..replay.plies().len()).rev() {
        let position = at(ply);
        if position.turn() != Some(winner) {
            continue;
        }
        let Some(win) = find_win(&position, limits, &Stop::new()) else {
            break;
        };
        earliest = Some((ply, position, win.plies));
    }
    let (ply, position, plies) = earliest?;
    Some(Cut {
        position,
        plies,
        before: ply.checked_sub(1).map(at),
        loser: record.header.players[replay.seat_of(winner.other())].clone(),
    })
}
