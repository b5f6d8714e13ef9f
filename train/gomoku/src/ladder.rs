//! Matches between neighbouring levels.

use std::sync::Mutex;

use yiqi_engine_gomoku::{GomokuEngine, strength};
use yiqi_rules::{AnyPosition, Color, GameSpec};
use yiqi_search::{Engine, Resources, Stop, Strength};
use yiqi_testkit::Dice;

use crate::duel::Tally;
use crate::generate::{random_opening, think};

/// Plays a level against the one below it; games go on at the same time.
pub(crate) fn neighbours(level: u8, game_count: usize, thread_count: usize, seed: u64) -> Tally {
    let tally = Mutex::new(Tally::default());
    let sides = [strength(level), strength(level - 1)];
    std::thread::scope(|scope| {
        for thread in 0..thread_count {
            let tally = &tally;
            scope.spawn(move || {
                let mut dice = Dice::new(seed ^ u64::from(level) << 8 ^ (thread as u64) << 32);
                let resources = Resources {
                    thread_count: 1,
                    hash_mib: 16,
                };
                let mut engines = [GomokuEngine::new(resources), GomokuEngine::new(resources)];
                for _ in 0..game_count.div_ceil(2 * thread_count) {
                    let opening = fair_opening(&mut engines[0], &mut dice);
                    for black in 0..2 {
                        let winner = play(&mut engines, &sides, opening.clone(), black, &mut dice);
                        let place = match winner {
                            None => 1,
                            Some(0) => 0,
                            Some(_) => 2,
                        };
                        tally.lock().expect("nobody panics while counting").games[place] += 1;
                    }
                }
            });
        }
    });
    tally.into_inner().expect("all threads ended")
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
