//! Makes the weights and openings of the Gomoku engine.
#![expect(clippy::print_stdout, reason = "it reports to whoever runs it")]

mod balance;
mod clock;
mod duel;
mod game;
mod generate;
mod jobs;
mod ladder;
mod openings;
mod proofs;
mod puzzles;
mod samples;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use yiqi_engine_gomoku::{Network, Tuning, Weights};
use yiqi_rules::{GomokuRules, GomokuSpec, Opening};

use crate::balance::Balance;
use crate::duel::{Tally, Terms, duel};
use crate::game::Game;
use crate::jobs::share_out;

const USAGE: &str = "usage:
  generate GAMES SECONDS THREADS NODES SEED [RULES] [WEIGHTS]   play games into a file
  samples FOLDER THREADS GAMES…                                 make samples for train.py from games
  pack FOLDER WEIGHTS                                           make weights of what train.py learned
  match WEIGHTS WEIGHTS NODES PAIRS [RULES] [SEED] [NAME=NUMBER…]
      play a match between weights; the first side searches with other numbers
  puzzles FILE SECONDS                                          solve positions with forced wins
  prove FILE SECONDS                                            check their wins against every defence
  wins COUNT NODES SEED [RULES]                                 the same for wins in random positions
  clock GAMES MILLISECONDS [SEED]                               count moves that take longer
  stops COUNT MILLISECONDS                                      count answers to a stop that take longer
  levels FIRST LAST GAMES THREADS [SEED]                        play each level against the one below
  balance NODES GAMES THREADS [RULES]                           play both sides under each opening rule
  openings COUNT NODES VALUE SEED                               find balanced openings of three stones";

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["generate", path, ref rest @ ..] => generate(path, rest),
        ["samples", folder, threads, ref games @ ..] => make_samples(folder, threads, games),
        ["pack", folder, path] => pack(folder, path),
        ["match", first, second, nodes, pairs, ref rest @ ..] => {
            play_match([first, second], nodes, pairs, rest)
        }
        ["puzzles", path, seconds] => solve(path, seconds),
        ["prove", path, seconds] => prove(path, seconds),
        ["wins", count, nodes, seed, ref rest @ ..] => {
            random_wins(count, nodes, seed, rest.first())
        }
        ["clock", games, limit, ref rest @ ..] => keep_time(games, limit, rest.first()),
        ["stops", count, limit] => stop_often(count, limit),
        ["levels", first, last, games, threads, ref rest @ ..] => {
            levels(first, last, games, threads, rest.first())
        }
        ["balance", nodes, games, threads, ref rest @ ..] => {
            weigh_openings(nodes, games, threads, rest.first())
        }
        ["openings", count, nodes, value, seed] => find_openings(count, nodes, value, seed),
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
            println!("{tally}");
        }
    });
    println!("{tally}");
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

fn prove(path: &str, seconds: &str) -> Done {
    let time = Duration::from_secs_f64(seconds.parse()?);
    let puzzles = puzzles::read(&std::fs::read_to_string(path)?);
    let mut proven = 0;
    let mut found = 0;
    for (number, puzzle) in puzzles.iter().enumerate() {
        let proof = proofs::of_puzzle(&puzzle.position, time);
        found += usize::from(proof.plies.is_some());
        proven += usize::from(proof.holds());
        println!("{:3} {:20} {proof}", number + 1, puzzle.note);
    }
    println!("{} puzzles, {found} found, {proven} proven", puzzles.len());
    Ok(())
}

fn random_wins(count: &str, nodes: &str, seed: &str, rules_wanted: Option<&&str>) -> Done {
    let (count, nodes, seed) = (count.parse()?, nodes.parse()?, seed.parse()?);
    for rules in GomokuRules::ALL {
        if rules_named(rules_wanted).is_none_or(|wanted| wanted == rules) {
            println!(
                "{:10} {}",
                rules.name(),
                proofs::random_wins(rules, count, nodes, seed)
            );
        }
    }
    Ok(())
}

fn keep_time(games: &str, limit: &str, seed: Option<&&str>) -> Done {
    let limit = Duration::from_millis(limit.parse()?);
    let seed = seed.map_or(Ok(5), |text| text.parse())?;
    let times = clock::games(games.parse()?, limit, seed, |game, times| {
        if game % 20 == 0 {
            println!("{game} games, {times}");
        }
    });
    println!("{times}");
    Ok(())
}

fn stop_often(count: &str, limit: &str) -> Done {
    let limit = Duration::from_millis(limit.parse()?);
    println!("{}", clock::stops(count.parse()?, limit));
    Ok(())
}

fn levels(first: &str, last: &str, games: &str, threads: &str, seed: Option<&&str>) -> Done {
    let pair_count = games.parse::<usize>()?.div_ceil(2);
    let seed = seed.map_or(Ok(9), |text| text.parse())?;
    for level in first.parse::<u8>()?.max(2)..=last.parse()? {
        let mut tally = Tally::default();
        let job = |number| ladder::pair(level, number, seed);
        share_out(pair_count, threads.parse()?, job, |pair| {
            tally.add(pair);
            println!("{level:2} against {:2}: {tally}", level - 1);
        });
    }
    Ok(())
}

fn weigh_openings(nodes: &str, games: &str, threads: &str, rules: Option<&&str>) -> Done {
    let (nodes, game_count) = (nodes.parse::<u64>()?, games.parse()?);
    let rules = rules_named(rules).unwrap_or(GomokuRules::Freestyle);
    for opening in Opening::ALL {
        let spec = GomokuSpec::new(15, rules, opening).ok_or("no such game")?;
        let mut balance = Balance::default();
        let job = |number| balance::game(spec, nodes, number);
        share_out(game_count, threads.parse()?, job, |game| balance.add(game));
        println!("{:5} {balance}", opening.name());
    }
    Ok(())
}

fn find_openings(count: &str, nodes: &str, value: &str, seed: &str) -> Done {
    let (count, nodes) = (count.parse()?, nodes.parse()?);
    openings::find(count, nodes, value.parse()?, seed.parse()?, |opening| {
        let points = opening.points.map(|point| {
            format!(
                "{},{}",
                i16::from(point.col()) - 7,
                i16::from(point.row()) - 7
            )
        });
        println!("{} {}", points.join(" "), opening.value);
    });
    Ok(())
}

fn rules_named(name: Option<&&str>) -> Option<GomokuRules> {
    GomokuRules::ALL
        .into_iter()
        .find(|rules| Some(&rules.name()) == name)
}

fn make_samples(folder: &str, threads: &str, paths: &[&str]) -> Done {
    let mut games = Vec::new();
    for path in paths {
        games.extend(Game::read_all(&std::fs::read(path)?));
    }
    let count = samples::write(&games, Path::new(folder), threads.parse()?)?;
    println!("{} games, {count} samples", games.len());
    Ok(())
}

/// Networks by the names that train.py gives them, in the order of the weights.
const NETWORKS: [&str; 4] = ["freestyle", "standard", "black", "white"];

fn pack(folder: &str, path: &str) -> Done {
    let mut networks = Vec::new();
    for name in NETWORKS {
        let bytes = std::fs::read(Path::new(folder).join(format!("{name}.numbers")))?;
        let (chunks, _) = bytes.as_chunks::<4>();
        let numbers: Vec<f32> = chunks
            .iter()
            .map(|chunk| f32::from_le_bytes(*chunk))
            .collect();
        let network = Network::from_floats(&numbers);
        networks.push(network.ok_or(format!(
            "{name}.numbers is not what train.py writes, or its numbers are too large"
        ))?);
    }
    let networks = networks.try_into().expect("there are four");
    let bytes = Weights { networks }.to_bytes()?;
    std::fs::write(path, &bytes)?;
    println!("{} bytes", bytes.len());
    Ok(())
}
