//! Runs seeds of the simulation.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use clap::{Arg, ArgMatches, Command, value_parser};
use yiqi_sim::{Lie, Outcome, Simulator};

/// How often progress is shown.
const TELL_EVERY: Duration = Duration::from_secs(60);

fn number(name: &'static str, default: &'static str, help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .default_value(default)
        .value_parser(value_parser!(u64))
        .help(help)
}

fn lie_argument() -> Arg {
    Arg::new("lie")
        .long("lie")
        .value_parser(["unsynced", "overwrites", "no-commands", "no-gaps"])
        .help("A fault of the database that must be found")
}

fn lie(matches: &ArgMatches) -> Option<Lie> {
    match matches.get_one::<String>("lie")?.as_str() {
        "unsynced" => Some(Lie::Unsynced),
        "overwrites" => Some(Lie::Overwrites),
        "no-commands" => Some(Lie::NoCommands),
        _ => Some(Lie::NoGaps),
    }
}

fn main() -> anyhow::Result<()> {
    let matches = Command::new("yiqi-sim")
        .about("A seeded simulation of servers, store, bus and clients")
        .subcommand_required(true)
        .subcommand(
            Command::new("run")
                .about("Runs seeds and says what they violate")
                .arg(number("seeds", "1000", "How many"))
                .arg(number("from", "0", "The first"))
                .arg(lie_argument()),
        )
        .subcommand(
            Command::new("replay")
                .about("Runs one seed and tells everything that happens")
                .arg(
                    Arg::new("seed")
                        .required(true)
                        .value_parser(value_parser!(u64)),
                )
                .arg(lie_argument()),
        )
        .get_matches();
    match matches.subcommand() {
        Some(("replay", matches)) => {
            let seed = *matches.get_one::<u64>("seed").context("a seed")?;
            replay(seed, lie(matches))
        }
        Some((_, matches)) => {
            let count = *matches.get_one::<u64>("seeds").context("a number")?;
            let from = *matches.get_one::<u64>("from").context("a number")?;
            run(from, count, lie(matches))
        }
        None => Ok(()),
    }
}

#[expect(clippy::print_stdout, reason = "this is what the program is for")]
fn replay(seed: u64, lie: Option<Lie>) -> anyhow::Result<()> {
    let outcome = Simulator::new()?.run(seed, lie, true)?;
    println!("hash {:016x}", outcome.hash);
    for violation in &outcome.violations {
        println!("VIOLATION {violation}");
    }
    Ok(())
}

/// What many seeds led to.
#[derive(Default)]
struct Total {
    seeds: u64,
    bad: Vec<u64>,
    simulated: Duration,
    entries: usize,
    events: usize,
    faults: BTreeMap<&'static str, u64>,
}

impl Total {
    fn add(&mut self, outcome: &Outcome) {
        self.seeds += 1;
        self.simulated += outcome.simulated;
        self.entries += outcome.entries;
        self.events += outcome.events;
        for (kind, count) in &outcome.faults {
            *self.faults.entry(kind).or_default() += count;
        }
        if !outcome.violations.is_empty() {
            self.bad.push(outcome.seed);
        }
    }

    #[expect(clippy::print_stdout, reason = "this is what the program is for")]
    fn tell(&self, took: Duration) {
        let seconds = took.as_secs_f64().max(1e-9);
        println!(
            "{} seeds in {seconds:.1} s: {:.1} seeds/s, {:.0} times as fast as real time, {} \
             entries, {} events, {} seeds with violations",
            self.seeds,
            self.seeds as f64 / seconds,
            self.simulated.as_secs_f64() / seconds,
            self.entries,
            self.events,
            self.bad.len()
        );
    }
}

#[expect(clippy::print_stdout, reason = "this is what the program is for")]
fn run(from: u64, count: u64, lie: Option<Lie>) -> anyhow::Result<()> {
    let mut simulator = Simulator::new()?;
    let mut total = Total::default();
    let since = Instant::now();
    let mut told = since;
    for seed in from..from.saturating_add(count) {
        let outcome = simulator.run(seed, lie, false);
        let outcome = outcome.with_context(|| format!("seed {seed}"))?;
        for violation in &outcome.violations {
            println!("seed {seed}: {violation}");
        }
        total.add(&outcome);
        if told.elapsed() > TELL_EVERY {
            told = Instant::now();
            total.tell(since.elapsed());
        }
    }
    total.tell(since.elapsed());
    for (kind, count) in &total.faults {
        println!("{count:>10} {kind}");
    }
    if !total.bad.is_empty() {
        bail!(
            "{} of {count} seeds have violations: {:?}",
            total.bad.len(),
            total.bad
        );
    }
    Ok(())
}
