//! How the engine keeps to its time: limits that moves passed, and how soon it stops when told to.

use std::fmt;
use std::time::{Duration, Instant};

use yiqi_rules::{AnyPosition, GameSpec, GomokuRules, GomokuSpec, Opening};
use yiqi_search::{Engine, Limits, Stop};
use yiqi_testkit::{Dice, random_play};

use crate::generate::engine;

/// Times of many moves.
#[derive(Default)]
pub(crate) struct Times {
    count: u32,
    total: Duration,
    longest: Duration,
    /// Those that passed the limit.
    late_count: u32,
}

impl Times {
    fn add(&mut self, time: Duration, limit: Duration) {
        self.count += 1;
        self.total += time;
        self.longest = self.longest.max(time);
        self.late_count += u32::from(time > limit);
    }
}

impl fmt::Display for Times {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "{} times, mean {:.1?}, longest {:.1?}, {} past the limit",
            self.count,
            self.total / self.count.max(1),
            self.longest,
            self.late_count
        )
    }
}

/// Some board: any size, rule set and opening rule.
fn random_spec(dice: &mut Dice) -> GameSpec {
    loop {
        let size = 5 + dice.below(21) as u8;
        let spec = GomokuSpec::new(
            size,
            *dice.pick(&GomokuRules::ALL),
            *dice.pick(&Opening::ALL),
        );
        if let Some(spec) = spec {
            return GameSpec::Gomoku(spec);
        }
    }
}

/// Plays games of two engines at a time for each move.
pub(crate) fn games(
    count: usize,
    limit: Duration,
    seed: u64,
    mut tell: impl FnMut(usize, &Times),
) -> Times {
    let limits = Limits {
        time: Some(limit),
        ..Limits::OPEN
    };
    let mut engines = [engine(), engine()];
    let mut times = Times::default();
    let mut dice = Dice::new(seed);
    for game in 1..=count {
        let mut position = AnyPosition::new(random_spec(&mut dice));
        random_play(&mut position, &mut dice, 2);
        for engine in &mut engines {
            engine.forget();
        }
        let mut side = 0;
        while position.turn().is_some() {
            let begun = Instant::now();
            let opinion = engines[side].think(&position, 1, &limits, &Stop::new(), &mut |_| {});
            times.add(begun.elapsed(), limit);
            let mv = opinion.expect("the game goes on").lines[0].moves[0];
            position.play(mv).expect("the engine's moves are legal");
            side = 1 - side;
        }
        tell(game, &times);
    }
    times
}

/// Stops a search that has no limit, and counts the time until its answer.
pub(crate) fn stops(count: usize, limit: Duration) -> Times {
    let mut times = Times::default();
    let mut dice = Dice::new(6);
    let mut engine = engine();
    while (times.count as usize) < count {
        let mut position = AnyPosition::new(random_spec(&mut dice));
        let plies = dice.below(30);
        random_play(&mut position, &mut dice, plies);
        if position.turn().is_none() {
            continue;
        }
        let line_count = 1 + dice.below(3);
        let wait = Duration::from_millis(1 + dice.below(60) as u64);
        let stop = Stop::new();
        let answered_in = std::thread::scope(|scope| {
            let stopper = scope.spawn(|| {
                std::thread::sleep(wait);
                stop.stop();
                Instant::now()
            });
            engine.think(&position, line_count, &Limits::OPEN, &stop, &mut |_| {});
            let answered = Instant::now();
            let stopped = stopper.join().expect("it only sleeps");
            answered.saturating_duration_since(stopped)
        });
        times.add(answered_in, limit);
    }
    times
}
