//! Makes the weights and openings of the Gomoku engine.
#![expect(clippy::print_stdout, reason = "it reports to whoever runs it")]

mod adam;
mod dice;
mod duel;
mod game;
mod generate;
mod hand;
mod ladder;
mod openings;
mod puzzles;
mod samples;
mod train;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use yiqi_engine_gomoku::{Tuning, Weights};
use yiqi_rules::GomokuRules;

use crate::duel::{Tally, Terms, duel};
use crate::game::Game;
use crate::samples::{Block, Samples};
use crate::train::{Course, Trainer};

const USAGE: &str = "usage:
  generate GAMES SECONDS THREADS NODES SEED [RULES] [WEIGHTS]   play games into a file
  train WEIGHTS EPOCHS TRUST GAMES…                             learn weights from games
  match WEIGHTS WEIGHTS NODES PAIRS [RULES] [SEED] [NAME=NUMBER…]
      play a match between weights; the first side searches with other numbers
  puzzles FILE SECONDS                                          solve positions with forced wins
  levels FIRST LAST GAMES THREADS                               play each level against the one below
  openings COUNT NODES VALUE SEED                               find balanced openings of three stones
  hand WEIGHTS                                                  write the weights set by hand";

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["generate", path, ref rest @ ..] => generate(path, rest),
        ["train", path, epochs, trust, ref games @ ..] => train(path, epochs, trust, games),
        ["match", first, second, nodes, pairs, ref rest @ ..] => {
            play_match([first, second], nodes, pairs, rest)
        }
        ["puzzles", path, seconds] => solve(path, seconds),
        ["levels", first, last, games, threads] => levels(first, last, games, threads),
        ["openings", count, nodes, value, seed] => find_openings(count, nodes, value, seed),
        ["hand", path] => write(path, &hand::weights()),
        _ => Err(USAGE.into()),
    };
    if let Err(error) = done {
        println!("{error}");
        std::process::exit(1);
    }
}

type Done = Result<(), Box<dyn std::error::Error>>;

/// The weights of a file, or those built in.
fn read(path: Option<&&str>) -> Result<Arc<Weights>, Box<dyn std::error::Error>> {
    Ok(match path {
        Some(path) => Arc::new(Weights::from_bytes(&std::fs::read(path)?)?),
        None => Weights::built_in(),
    })
}

fn write(path: &str, weights: &Weights) -> Done {
    Ok(std::fs::write(path, weights.to_bytes())?)
}

fn generate(path: &str, rest: &[&str]) -> Done {
    let number = |index: usize, default: u64| {
        rest.get(index)
            .and_then(|text| text.parse().ok())
            .unwrap_or(default)
    };
    let plan = generate::Plan {
        time: Duration::from_secs(number(0, 60)),
        thread_count: number(1, 1) as usize,
        nodes: number(2, 3000),
        seed: number(3, 1),
        rules: rules_named(rest.get(4)),
        weights: read(rest.get(5))?,
    };
    let count = generate::generate(&plan, Path::new(path))?;
    println!("{count} games");
    Ok(())
}

fn play_match(sides: [&str; 2], nodes: &str, pairs: &str, rest: &[&str]) -> Done {
    let mut tuning = Tuning::default();
    for setting in rest.iter().skip(2) {
        let (name, value) = setting.split_once('=').ok_or(USAGE)?;
        if !tuning.set(name, value.parse()?) {
            return Err(format!("no number is called {name}").into());
        }
    }
    let terms = Terms {
        tuning,
        nodes: nodes.parse()?,
        pair_count: pairs.parse()?,
        rules: rules_named(rest.first()).unwrap_or(GomokuRules::Freestyle),
        seed: rest.get(1).map_or(Ok(1), |text| text.parse())?,
    };
    let weights = [read(Some(&sides[0]))?, read(Some(&sides[1]))?];
    let tally = duel(weights, &terms, |tally| {
        if tally.games.iter().sum::<u32>() % 20 == 0 {
            tell(tally);
        }
    });
    tell(tally);
    Ok(())
}

fn solve(path: &str, seconds: &str) -> Done {
    let time = Duration::from_secs_f64(seconds.parse()?);
    let puzzles = puzzles::read(&std::fs::read_to_string(path)?);
    let mut counts = [0; 2];
    let mut times = [Duration::ZERO; 2];
    for (number, puzzle) in puzzles.iter().enumerate() {
        let found = [
            puzzles::by_threats(puzzle, time),
            puzzles::by_search(puzzle, time),
        ];
        for (index, (plies, taken)) in found.iter().enumerate() {
            counts[index] += usize::from(plies.is_some());
            times[index] += *taken;
        }
        println!(
            "{:3} {:20} threats {:?} {:.2?}, search {:?} {:.2?}",
            number + 1,
            puzzle.note,
            found[0].0,
            found[0].1,
            found[1].0,
            found[1].1
        );
    }
    println!(
        "{} puzzles, threats {} in {:.1?}, search {} in {:.1?}",
        puzzles.len(),
        counts[0],
        times[0],
        counts[1],
        times[1]
    );
    Ok(())
}

fn levels(first: &str, last: &str, games: &str, threads: &str) -> Done {
    for level in first.parse::<u8>()?..=last.parse()? {
        print!("{level:2} against {:2}: ", level - 1);
        tell(ladder::neighbours(
            level,
            games.parse()?,
            threads.parse()?,
            9,
        ));
    }
    Ok(())
}

fn find_openings(count: &str, nodes: &str, value: &str, seed: &str) -> Done {
    let found = openings::find(
        count.parse()?,
        nodes.parse()?,
        value.parse()?,
        seed.parse()?,
    );
    for opening in found {
        let points = opening.points.map(|point| {
            format!(
                "{},{}",
                i16::from(point.col()) - 7,
                i16::from(point.row()) - 7
            )
        });
        println!("{} {}", points.join(" "), opening.value);
    }
    Ok(())
}

fn tell(tally: Tally) {
    let [won, drawn, lost] = tally.games;
    let (elo, error) = tally.elo();
    println!(
        "+{won} ={drawn} -{lost} score {:.1} % Elo {elo:+.0} ± {error:.0}",
        tally.score() * 100.0
    );
}

fn rules_named(name: Option<&&str>) -> Option<GomokuRules> {
    GomokuRules::ALL
        .into_iter()
        .find(|rules| Some(&rules.name()) == name)
}

fn train(path: &str, epochs: &str, trust: &str, games: &[&str]) -> Done {
    let epochs: usize = epochs.parse()?;
    let trust: f32 = trust.parse()?;
    let mut blocks = [Block::Freestyle, Block::Standard, Block::Restricted]
        .map(|block| (block, Samples::default()));
    for path in games {
        for game in Game::read_all(&std::fs::read(path)?) {
            let found = blocks
                .iter_mut()
                .find(|(block, _)| *block == Block::of(game.rules));
            found
                .expect("every rule set has a block")
                .1
                .add(&game, trust);
        }
    }
    let [free, standard, restricted] = &blocks;
    let mut weights = Weights::empty();
    let mut first = Trainer::new(&free.1, 1, None);
    learn(&mut first, "freestyle", &free.1, epochs, 2e-3);
    weights.freestyle = first.weights(0);
    let mut second = Trainer::new(&standard.1, 1, Some(&first));
    learn(&mut second, "standard", &standard.1, epochs / 2, 5e-4);
    weights.standard = second.weights(0);
    let mut third = Trainer::new(&restricted.1, 2, Some(&first));
    learn(&mut third, "restricted", &restricted.1, epochs / 2, 5e-4);
    weights.restricted = [third.weights(0), third.weights(1)];
    write(path, &weights)
}

fn learn(trainer: &mut Trainer<'_>, name: &str, samples: &Samples, epochs: usize, rate: f32) {
    println!("{name}: {} samples", samples.all.len());
    trainer.learn(&Course { epochs, rate }, |progress| {
        println!(
            "{name} epoch {} loss {:.5} apart {:.5} choice {:.4} apart {:.4} hits {:.3}",
            progress.epoch,
            progress.loss[0],
            progress.loss[1],
            progress.choice_loss[0],
            progress.choice_loss[1],
            progress.choice_hits
        );
    });
}
