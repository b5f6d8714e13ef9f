//! Games between neighbouring levels.

use yiqi_engine_gomoku::{GomokuEngine, strength};
use yiqi_rules::{AnyPosition, Color, GameSpec};
use yiqi_search::{Engine, Stop, Strength};
use yiqi_testkit::Dice;

use crate::duel::Tally;
use crate::generate::{engine, random_opening, think};

/// Plays a level against the one below it, both colors of an opening that goes by its number.
pub(crate) fn pair(level: u8, number: usize, seed: u64) -> Tally {
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
                .is_some_and(|opinion| opinion.lines[0].value.abs() < 3_500)
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
        let opinion =
            engines[side].think(&position, line_count, &limits, &Stop::new(), &mut |_| {})?;
        let line = sides[side].pick(&opinion, &position, |limit| {
            (dice.roll() % limit as u64) as usize
        })?;
        let mv = *line.moves.first()?;
        position.play(mv).ok()?;
    }
    position.outcome()?.winner.map(side_of)
}
