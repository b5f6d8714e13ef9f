//! Seeds of the simulation, and faults that it must find.

use yiqi_sim::{Lie, Outcome, Simulator};

/// Seeds that once failed. Each line of the file is a seed and what it was.
const KEPT: &str = include_str!("kept.txt");

fn run(seeds: impl IntoIterator<Item = u64>, lie: Option<Lie>) -> Vec<Outcome> {
    let mut simulator = Simulator::new().unwrap();
    seeds
        .into_iter()
        .map(|seed| simulator.run(seed, lie, false).unwrap())
        .collect()
}

fn assert_good(outcomes: &[Outcome]) {
    for outcome in outcomes {
        let Outcome {
            seed, violations, ..
        } = outcome;
        assert!(violations.is_empty(), "seed {seed}: {violations:#?}");
    }
}

/// Runs seeds with a planted fault until it is found.
fn find(lie: Lie, wanted: &[&str]) {
    let mut simulator = Simulator::new().unwrap();
    for seed in 0..400 {
        let outcome = simulator.run(seed, Some(lie), false).unwrap();
        let is_wanted = |violation: &String| {
            let mut words = wanted.iter();
            words.any(|word| violation.contains(word))
        };
        if outcome.violations.iter().any(is_wanted) {
            return;
        }
    }
    panic!("{lie:?} was not found");
}

// Faults 47, 77, 78, 82, 83, 84, 85 and 87.
#[test]
fn seeds_violate_nothing() {
    assert_good(&run(0..60, None));
}

#[test]
fn seeds_that_once_failed_violate_nothing() {
    let seeds = KEPT.lines().filter_map(|line| {
        let word = line.split_whitespace().next()?;
        (!word.starts_with('#')).then(|| word.parse::<u64>().unwrap())
    });
    assert_good(&run(seeds, None));
}

#[test]
fn a_seed_run_twice_has_the_same_history() {
    let hashes = |outcomes: Vec<Outcome>| -> Vec<(u64, u64)> {
        let hash = |outcome: Outcome| (outcome.seed, outcome.hash);
        outcomes.into_iter().map(hash).collect()
    };
    let first = hashes(run(200..220, None));
    // In another order, with another database and in another thread.
    let again = std::thread::spawn(|| {
        let mut outcomes = run((200..220).rev(), None);
        outcomes.reverse();
        outcomes
    });
    assert_eq!(first, hashes(again.join().unwrap()));
    let other = hashes(run([220], None));
    assert_ne!(first[0].1, other[0].1);
}

#[test]
fn a_seed_has_the_same_history_in_another_process() {
    let program = env!("CARGO_BIN_EXE_yiqi-sim");
    let output = std::process::Command::new(program)
        .args(["replay", "7"])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let here = run([7], None)[0].hash;
    assert!(text.contains(&format!("hash {here:016x}")), "{text}");
}

#[test]
fn entries_that_a_crash_loses_are_found() {
    find(Lie::Unsynced, &["I1:"]);
}

#[test]
fn entries_that_replace_others_are_found() {
    find(Lie::Overwrites, &["I12:", "I1:"]);
}

#[test]
fn commands_that_are_carried_out_twice_are_found() {
    find(Lie::NoCommands, &["I1:", "I4:"]);
}

#[test]
fn clocks_that_are_charged_for_downtime_are_found() {
    find(Lie::NoGaps, &["I7:"]);
}
