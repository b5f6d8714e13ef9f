//! Whether the engine keeps its time limits and stops promptly.

use std::fmt;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use yiqi_rules::{AnyPosition, GameSpec, GomokuRules, GomokuSpec, Opening};
use yiqi_search::{Engine, Limits, SearchRequest, Stop};
use yiqi_testkit::{Dice, random_play};

use crate::generate::engine;

#[derive(Args)]
pub(crate) struct GameOptions {
    /// Games to play.
    games: usize,
    /// Time per move.
    milliseconds: u64,
    /// Random seed.
    #[arg(default_value_t = 5)]
    seed: u64,
}

#[derive(Args)]
pub(crate) struct StopOptions {
    /// Searches to stop.
    count: usize,
    /// Time to answer.
    milliseconds: u64,
}

pub(crate) fn run_games(options: &GameOptions) -> Result<()> {
    let limit = Duration::from_millis(options.milliseconds);
    let times = games(options.games, limit, options.seed, |game, times| {
        if game % 20 == 0 {
            println!("{game} games, {times}");
        }
    });
    println!("{times}");
    Ok(())
}

pub(crate) fn run_stops(options: &StopOptions) -> Result<()> {
    let limit = Duration::from_millis(options.milliseconds);
    println!("{}", stops(options.count, limit));
    Ok(())
}

/// Times of many moves.
#[derive(Default)]
struct Times {
    count: u32,
    total: Duration,
    longest: Duration,
    /// Those over the limit.
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
            "{} times, mean {:.1?}, longest {:.1?}, {} over the limit",
            self.count,
            self.total / self.count.max(1),
            self.longest,
            self.late_count
        )
    }
}

/// A game of random size, rule set and opening rule.
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

/// Plays games with a time limit per move.
fn games(count: usize, limit: Duration, seed: u64, mut report: impl FnMut(usize, &Times)) -> Times {
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
            let analysis = engines[side].think(SearchRequest::new(&position, limits));
            times.add(begun.elapsed(), limit);
            let mv = analysis.expect("the game goes on").lines[0].moves[0];
            position.play(mv).expect("the engine's moves are legal");
            side = 1 - side;
        }
        report(game, &times);
    }
    times
}

/// Stops searches without limits and measures the time until they answer.
fn stops(count: usize, limit: Duration) -> Times {
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
            engine.think(
                SearchRequest::new(&position, Limits::OPEN)
                    .with_lines(line_count)
                    .with_stop(&stop),
            );
            let answered = Instant::now();
            let stopped = stopper.join().expect("it only sleeps");
            answered.saturating_duration_since(stopped)
        });
        times.add(answered_in, limit);
    }
    times
}
