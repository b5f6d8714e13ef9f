//! Games between neighboring levels.

use anyhow::Result;
use clap::Args;
use yiqi_engine_gomoku::{GomokuEngine, LEVEL_MAX, strength};
use yiqi_rules::{AnyPosition, Color, GameSpec};
use yiqi_search::{Engine, SearchRequest, Strength};
use yiqi_testkit::Dice;

use crate::duel::Tally;
use crate::generate::{engine, random_opening, think};
use crate::jobs::share_out;

#[derive(Args)]
pub(crate) struct Options {
    /// The lowest level to play against the one below it.
    #[arg(value_parser = clap::value_parser!(u8).range(1..=i64::from(LEVEL_MAX)))]
    first: u8,
    /// The highest level.
    #[arg(value_parser = clap::value_parser!(u8).range(1..=i64::from(LEVEL_MAX)))]
    last: u8,
    /// Games per level, rounded up to pairs.
    games: usize,
    /// Games in parallel.
    threads: usize,
    /// Random seed.
    #[arg(default_value_t = 9)]
    seed: u64,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    for level in options.first.max(2)..=options.last {
        let mut tally = Tally::default();
        let job = |number| pair(level, number, options.seed);
        share_out(options.games.div_ceil(2), options.threads, job, |pair| {
            tally.add(pair);
            println!("{level:2} against {:2}: {tally}", level - 1);
        });
    }
    Ok(())
}

/// Plays a level against the one below it, with both colors of the opening of this number.
fn pair(level: u8, number: usize, seed: u64) -> Tally {
    let sides = [strength(level), strength(level - 1)];
    let mut dice = Dice::new(seed ^ u64::from(level) << 8 ^ (number as u64) << 32);
    let mut engines = [engine(), engine()];
    let opening = fair_opening(&mut engines[0], &mut dice);
    let mut tally = Tally::default();
    for black in 0..2 {
        let winner = play(&mut engines, &sides, opening.clone(), black, &mut dice);
        tally.count(winner.map(|side| side == 0));
    }
    tally
}

fn fair_opening(engine: &mut GomokuEngine, dice: &mut Dice) -> AnyPosition {
    loop {
        let mut position = AnyPosition::new(GameSpec::GOMOKU);
        if random_opening(&mut position, dice).is_some()
            && think(engine, &position, 1, 20_000)
                .is_some_and(|analysis| analysis.lines[0].eval.abs() < 3_500)
        {
            return position;
        }
    }
}

fn play(
    engines: &mut [GomokuEngine; 2],
    sides: &[Strength; 2],
    mut position: AnyPosition,
    black: usize,
    dice: &mut Dice,
) -> Option<usize> {
    for engine in engines.iter_mut() {
        engine.forget();
    }
    let side_of = |color: Color| {
        if color == Color::Black {
            black
        } else {
            1 - black
        }
    };
    while let Some(turn) = position.turn() {
        let side = side_of(turn);
        let Strength {
            limits, line_count, ..
        } = sides[side];
        let analysis =
            engines[side].think(SearchRequest::new(&position, limits).with_lines(line_count))?;
        let line = sides[side].pick(&analysis, &position, |limit| {
            (dice.roll() % limit as u64) as usize
        })?;
        let mv = *line.moves.first()?;
        position.play(mv).ok()?;
    }
    position.outcome()?.winner.map(side_of)
}
