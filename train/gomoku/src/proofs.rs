//! Wins that the engine claims, checked against every defense.

use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use yiqi_engine_gomoku::find_win;
use yiqi_rules::{AnyPosition, Color, GameSpec, GomokuRules, GomokuSpec, Move, Opening};
use yiqi_search::{Limits, Stop};
use yiqi_testkit::{Dice, Gap, WinCheck, random_cluster};

use crate::{RuleSets, puzzles};

/// Maximum number of positions per proof.
const POSITIONS_MAX: usize = 3_000_000;
/// Nodes for the winner's answer to each defense.
const ANSWER_NODES: u64 = 30_000_000;
/// Sizes of random boards.
const SIZES: [u8; 3] = [9, 15, 20];

#[derive(Args)]
pub(crate) struct PuzzleOptions {
    /// The file of puzzles.
    file: PathBuf,
    /// Time per puzzle.
    #[arg(value_parser = crate::puzzles::parse_seconds)]
    seconds: Duration,
}

#[derive(Args)]
pub(crate) struct RandomOptions {
    /// Wins to check per rule set.
    count: usize,
    /// Nodes to find each win.
    nodes: u64,
    /// Random seed.
    seed: u64,
    /// The rule set, or all.
    #[arg(default_value = "all")]
    rules: RuleSets,
}

pub(crate) fn prove_puzzles(options: &PuzzleOptions) -> Result<()> {
    let puzzles = puzzles::read(&crate::read_text(&options.file)?);
    let mut proven = 0;
    let mut found = 0;
    for (index, puzzle) in puzzles.iter().enumerate() {
        let proof = of_puzzle(&puzzle.position, options.seconds);
        found += usize::from(proof.plies.is_some());
        proven += usize::from(proof.holds());
        println!("{:3} {:20} {proof}", index + 1, puzzle.note);
    }
    println!("{} puzzles, {found} found, {proven} proven", puzzles.len());
    Ok(())
}

pub(crate) fn prove_random(options: &RandomOptions) -> Result<()> {
    let rule_sets = match options.rules {
        RuleSets::All => GomokuRules::ALL.to_vec(),
        RuleSets::Only(rules) => vec![rules],
    };
    for rules in rule_sets {
        let report = random_wins(rules, options.count, options.nodes, options.seed);
        println!("{:10} {report}", rules.name());
    }
    Ok(())
}

/// The check of a claimed win.
struct Proof {
    /// Plies of the claimed win, if there is one.
    plies: Option<u16>,
    found_in: Duration,
    result: Result<(), Gap>,
    position_count: usize,
    checked_in: Duration,
}

impl Proof {
    /// Whether a win was claimed and holds.
    fn holds(&self) -> bool {
        self.plies.is_some() && self.result.is_ok()
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(plies) = self.plies else {
            return write!(out, "not found in {:.2?}", self.found_in);
        };
        write!(
            out,
            "{plies} plies in {:.2?}, {} positions in {:.2?}: ",
            self.found_in, self.position_count, self.checked_in
        )?;
        match &self.result {
            Ok(()) => write!(out, "holds"),
            Err(gap) => write!(out, "{gap:?}"),
        }
    }
}

fn nodes(count: u64) -> Limits {
    Limits {
        nodes: Some(count),
        ..Limits::OPEN
    }
}

/// Solves a puzzle within a time limit and checks its win.
fn of_puzzle(position: &AnyPosition, time: Duration) -> Proof {
    let limits = Limits {
        time: Some(time),
        ..Limits::OPEN
    };
    prove(position, &limits)
}

fn prove(position: &AnyPosition, limits: &Limits) -> Proof {
    let begun = Instant::now();
    let win = find_win(position, limits, &Stop::new());
    let found_in = begun.elapsed();
    let Some(win) = win else {
        return Proof {
            plies: None,
            found_in,
            result: Ok(()),
            position_count: 0,
            checked_in: Duration::ZERO,
        };
    };
    let mut first = Some(win.moves[0]);
    let find = |position: &AnyPosition| -> Option<Move> {
        first.take().or_else(|| {
            let win = find_win(position, &nodes(ANSWER_NODES), &Stop::new())?;
            Some(win.moves[0])
        })
    };
    let mut check = WinCheck::new(find, POSITIONS_MAX);
    let result = check.check(position);
    Proof {
        plies: Some(win.plies),
        found_in,
        result,
        position_count: POSITIONS_MAX - check.left(),
        checked_in: begun.elapsed() - found_in,
    }
}

/// Checks this many wins in random positions; reports those that do not hold.
fn random_wins(rules: GomokuRules, count: usize, node_max: u64, seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let (mut found, mut held, mut positions, mut longest) = (0, 0, 0, 0);
    let mut gaps = String::new();
    while found < count {
        let position = random_position(rules, &mut dice);
        if position.turn().is_none() {
            continue;
        }
        let proof = prove(&position, &nodes(node_max));
        // Immediate fives and winning fours would fill the count.
        let Some(plies) = proof.plies.filter(|&plies| plies > 3) else {
            continue;
        };
        found += 1;
        held += usize::from(proof.holds());
        positions += proof.position_count;
        longest = longest.max(plies);
        if !proof.holds() {
            gaps += &format!("\n{position:?}: {proof}");
        }
    }
    format!("{found} wins, {held} hold, {positions} positions, longest {longest} plies{gaps}")
}

fn random_position(rules: GomokuRules, dice: &mut Dice) -> AnyPosition {
    let size = *dice.pick(&SIZES);
    let spec = GomokuSpec::new(size, rules, Opening::Free).expect("a valid size");
    let spec = GameSpec::Gomoku(spec);
    let mut setup = random_cluster(spec, dice);
    // Both sides get stones and turns.
    if dice.below(2) == 0 {
        std::mem::swap(&mut setup.stones.black, &mut setup.stones.white);
    }
    setup.turn = *dice.pick(&Color::BOTH);
    AnyPosition::from_setup(spec, &setup).expect("a cluster is a valid position")
}
