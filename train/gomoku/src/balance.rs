//! How even games are under each opening rule when the engine plays both sides.

use std::fmt;

use yiqi_rules::{AnyPosition, Color, GameSpec, GomokuSpec, Move};
use yiqi_search::Engine;
use yiqi_testkit::Dice;

use crate::duel::Tally;
use crate::generate::{engine, think};

/// Results of the same games, seen twice.
#[derive(Clone, Copy, Default)]
pub(crate) struct Balance {
    /// For black, whoever that was in the end.
    pub(crate) black: Tally,
    /// For the side that put down the first stone.
    pub(crate) beginner: Tally,
    /// Games in which somebody took the other color.
    pub(crate) swap_count: u32,
}

impl Balance {
    /// Counts other games too.
    pub(crate) fn add(&mut self, other: Balance) {
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

/// Plays one game of the engine with itself; nodes vary from move to move by up to a half, so that games differ.
pub(crate) fn game(spec: GomokuSpec, nodes: u64, number: usize) -> Balance {
    let mut dice = Dice::new(number as u64);
    let mut engines = [engine(), engine()];
    for _ in 0..number {
        // Openings go by the number of games begun.
        engines[0].forget();
    }
    let mut position = AnyPosition::new(GameSpec::Gomoku(spec));
    let mut beginner = Color::Black;
    let mut balance = Balance::default();
    while let Some(turn) = position.turn() {
        let side = usize::from(turn != beginner);
        let nodes = nodes + dice.below(nodes as usize / 2) as u64;
        let opinion = think(&mut engines[side], &position, 1, nodes);
        let mv = opinion.expect("the game goes on").lines[0].moves[0];
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
