//! How fast the search is: games of fixed node counts, which are the same on every machine.

use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;
use yiqi_arena::OpeningLine;
use yiqi_engine_gomoku::GomokuEngine;
use yiqi_rules::dice::mix;
use yiqi_rules::{GameSpec, GomokuRules, GomokuSpec, Opening};
use yiqi_search::Engine;

use crate::generate::{engine, think};
use crate::parse_rules;

#[derive(Args)]
pub(crate) struct Options {
    /// Games, each from another balanced opening.
    count: usize,
    /// Nodes per move.
    nodes: u64,
    /// The rule set.
    #[arg(default_value = "freestyle", value_parser = parse_rules)]
    rules: GomokuRules,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let spec = GomokuSpec::new(15, options.rules, Opening::Free).context("a valid size")?;
    let game = GameSpec::Gomoku(spec);
    let openings = yiqi_arena::built_in(game).context("the rule set has no openings")?;
    let mut engine = engine();
    let start = Instant::now();
    let mut run = Run::default();
    for opening in openings.iter().cycle().take(options.count) {
        play(&mut engine, opening, game, options.nodes, &mut run);
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{} games, {} moves, {} nodes, fingerprint {:016x}, {seconds:.2} s, {:.0} nodes/s",
        options.count,
        run.moves,
        run.nodes,
        run.fingerprint,
        run.nodes as f64 / seconds
    );
    Ok(())
}

/// What was searched so far.
#[derive(Default)]
struct Run {
    moves: usize,
    nodes: u64,
    /// Depends on every move, value and node count.
    fingerprint: u64,
}

fn play(
    engine: &mut GomokuEngine,
    opening: &OpeningLine,
    game: GameSpec,
    nodes: u64,
    run: &mut Run,
) {
    engine.forget();
    let Some(mut position) = opening.position(game) else {
        return;
    };
    while position.turn().is_some() {
        let Some(analysis) = think(engine, &position, 1, nodes) else {
            return;
        };
        let line = &analysis.lines[0];
        run.moves += 1;
        run.nodes += analysis.nodes;
        for part in [
            u64::from(line.eval.unsigned_abs()),
            analysis.nodes,
            u64::from(analysis.depth),
            line.moves.len() as u64,
        ] {
            run.fingerprint = mix(run.fingerprint ^ part);
        }
        if position.play(line.moves[0]).is_err() {
            return;
        }
    }
}
