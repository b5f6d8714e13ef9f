//! How balanced games are under each opening rule when the engine plays both sides.

use std::fmt;

use anyhow::{Context, Result};
use clap::Args;
use yiqi_rules::{AnyPosition, Color, GameSpec, GomokuRules, GomokuSpec, Move, Opening};
use yiqi_search::Engine;
use yiqi_testkit::Dice;

use crate::duel::Tally;
use crate::generate::{engine, think};
use crate::jobs::share_out;
use crate::parse_rules;

#[derive(Args)]
pub(crate) struct Options {
    /// Nodes per move.
    nodes: u64,
    /// Games per opening rule.
    games: usize,
    /// Games in parallel.
    threads: usize,
    /// The rule set.
    #[arg(default_value = "freestyle", value_parser = parse_rules)]
    rules: GomokuRules,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    for opening in Opening::ALL {
        let spec = GomokuSpec::new(15, options.rules, opening).context("no such game")?;
        let mut balance = Balance::default();
        let job = |number| game(spec, options.nodes, number);
        share_out(options.games, options.threads, job, |game| {
            balance.add(game);
        });
        println!("{:5} {balance}", opening.name());
    }
    Ok(())
}

/// Results of the same games from two points of view.
#[derive(Clone, Copy, Default)]
struct Balance {
    /// For black, whoever played it in the end.
    black: Tally,
    /// For the side that placed the first stone.
    beginner: Tally,
    /// Games in which a side swapped colors.
    swap_count: u32,
}

impl Balance {
    /// Adds other games.
    fn add(&mut self, other: Balance) {
        self.black.add(other.black);
        self.beginner.add(other.beginner);
        self.swap_count += other.swap_count;
    }
}

impl fmt::Display for Balance {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Balance {
            black,
            beginner,
            swap_count,
        } = self;
        write!(
            out,
            "who begins {beginner}; black {black}; {swap_count} swaps"
        )
    }
}

/// Plays one self-play game. Nodes vary by up to a half from move to move, so that games differ.
fn game(spec: GomokuSpec, nodes: u64, number: usize) -> Balance {
    let mut dice = Dice::new(number as u64);
    let mut engines = [engine(), engine()];
    for _ in 0..number {
        // The opening depends on the number of games started.
        engines[0].forget();
    }
    let mut position = AnyPosition::new(GameSpec::Gomoku(spec));
    let mut beginner = Color::Black;
    let mut balance = Balance::default();
    while let Some(turn) = position.turn() {
        let side = usize::from(turn != beginner);
        let nodes = nodes + dice.below(nodes as usize / 2) as u64;
        let analysis = think(&mut engines[side], &position, 1, nodes);
        let mv = analysis.expect("the game goes on").lines[0].moves[0];
        position.play(mv).expect("the engine's moves are legal");
        if mv == Move::Swap {
            beginner = beginner.other();
            balance.swap_count += 1;
        }
    }
    let winner = position.outcome().and_then(|outcome| outcome.winner);
    balance
        .black
        .count(winner.map(|color| color == Color::Black));
    balance
        .beginner
        .count(winner.map(|color| color == beginner));
    balance
}
