//! The statistics agree with an independent recomputation, and have the properties they must have.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use proptest::prelude::*;
use serde_json::Value;
use yiqi_arena::statistics::{
    Estimate, Pairs, Sprt, Tally, Verdict, elo_of_mean, mean_of_elo, normal_cdf, ratings,
};

fn counts<const N: usize>(value: &Value) -> [u64; N] {
    let counts = value.as_array().unwrap().iter();
    let counts: Vec<u64> = counts.map(|count| count.as_u64().unwrap()).collect();
    counts.try_into().unwrap()
}

fn tally(value: &Value) -> Tally {
    let [wins, draws, losses] = counts(value);
    Tally {
        wins,
        draws,
        losses,
    }
}

#[track_caller]
fn assert_close(what: &str, ours: Option<f64>, theirs: &Value) {
    let ours = ours.filter(|number| number.is_finite());
    match (ours, theirs.as_f64()) {
        (None, None) => {}
        (Some(ours), Some(theirs)) => {
            let error = (ours - theirs).abs() / theirs.abs().max(1.0);
            assert!(error < 1e-8, "{what}: {ours} instead of {theirs}");
        }
        (ours, theirs) => panic!("{what}: {ours:?} instead of {theirs:?}"),
    }
}

fn compare_estimate(what: &str, ours: Option<Estimate>, theirs: &Value) {
    let Some(ours) = ours else {
        assert!(theirs.is_null(), "{what}");
        return;
    };
    for (key, value) in [
        ("mean", Some(ours.mean)),
        ("elo", Some(ours.elo())),
        ("elo_error", ours.elo_error()),
        ("normalized_elo", ours.normalized_elo()),
        ("normalized_elo_error", ours.normalized_elo_error()),
        ("los", Some(ours.superiority())),
    ] {
        assert_close(&format!("{what} {key}"), value, &theirs[key]);
    }
}

#[test]
fn statistics_equal_an_independent_recomputation_of_stored_results() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let stored = std::fs::read_to_string(folder.join("results.jsonl")).unwrap();
    let mut python = Command::new("python3")
        .arg(folder.join("recompute.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = python.stdin.take().unwrap();
    input.write_all(stored.as_bytes()).unwrap();
    drop(input);
    let output = python.wait_with_output().unwrap();
    assert!(output.status.success());
    let recomputed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(stored.lines().count(), 20);
    assert_eq!(recomputed.lines().count(), 20);
    for (number, (given, theirs)) in stored.lines().zip(recomputed.lines()).enumerate() {
        let given: Value = serde_json::from_str(given).unwrap();
        let theirs: Value = serde_json::from_str(theirs).unwrap();
        let what = format!("set {}", number + 1);
        if let Some(cross) = given["cross"].as_array() {
            let games: Vec<Vec<Tally>> = cross
                .iter()
                .map(|row| row.as_array().unwrap().iter().map(tally).collect())
                .collect();
            for (ours, theirs) in ratings(&games)
                .iter()
                .zip(theirs["ratings"].as_array().unwrap())
            {
                assert_close(&what, Some(ours.elo), &theirs["elo"]);
                assert_close(&what, Some(ours.error), &theirs["error"]);
            }
            continue;
        }
        let pairs = Pairs {
            counts: counts(&given["pairs"]),
        };
        compare_estimate(
            &what,
            Estimate::trinomial(&tally(&given["games"])),
            &theirs["trinomial"],
        );
        compare_estimate(&what, Estimate::pentanomial(&pairs), &theirs["pentanomial"]);
        let sprt = Sprt::new(
            given["elo0"].as_f64().unwrap(),
            given["elo1"].as_f64().unwrap(),
        );
        assert_close(&what, Some(sprt.ratio(&pairs)), &theirs["llr"]);
        assert_close(&what, Some(sprt.bounds().0), &theirs["lower"]);
        assert_close(&what, Some(sprt.bounds().1), &theirs["upper"]);
    }
}

fn any_pairs() -> impl Strategy<Value = Pairs> {
    prop::array::uniform5(0u64..500).prop_map(|counts| Pairs { counts })
}

proptest! {
    #[test]
    fn the_other_side_gets_the_opposite(pairs in any_pairs()) {
        prop_assume!(pairs.total() > 0);
        let one = Estimate::pentanomial(&pairs).unwrap();
        let other = Estimate::pentanomial(&pairs.reversed()).unwrap();
        prop_assert!((one.mean + other.mean - 1.0).abs() < 1e-12);
        prop_assert!((one.superiority() + other.superiority() - 1.0).abs() < 1e-12);
        if one.elo().is_finite() {
            prop_assert!((one.elo() + other.elo()).abs() < 1e-6);
        }
        let ratio = Sprt::new(-7.0, 7.0).ratio(&pairs);
        prop_assert!((ratio + Sprt::new(-7.0, 7.0).ratio(&pairs.reversed())).abs() < 1e-6);
    }

    #[test]
    fn a_better_pair_never_lowers_elo_or_ratio(pairs in any_pairs(), result in 0usize..4) {
        prop_assume!(pairs.counts[result] > 0);
        let mut better = pairs;
        better.counts[result] -= 1;
        better.counts[result + 1] += 1;
        let [before, after] = [pairs, better].map(|p| Estimate::pentanomial(&p).unwrap());
        prop_assert!(after.mean > before.mean);
        prop_assert!(after.elo() >= before.elo());
    }

    #[test]
    fn elo_and_mean_are_inverse(elo in -1500.0..1500.0f64) {
        prop_assert!((elo_of_mean(mean_of_elo(elo)) - elo).abs() < 1e-6);
    }

    #[test]
    fn the_normal_distribution_rises_and_is_symmetric(x in -8.0..6.0f64) {
        prop_assert!((normal_cdf(x) + normal_cdf(-x) - 1.0).abs() < 1e-14);
        prop_assert!(normal_cdf(x + 0.01) > normal_cdf(x));
    }
}

#[test]
fn a_clear_difference_ends_the_test_on_its_side() {
    let sprt = Sprt::new(0.0, 10.0);
    let strong = Pairs {
        counts: [50, 200, 500, 400, 150],
    };
    assert_eq!(sprt.verdict(sprt.ratio(&strong)), Verdict::Accepted);
    let weak = strong.reversed();
    assert_eq!(sprt.verdict(sprt.ratio(&weak)), Verdict::Rejected);
    let few = Pairs {
        counts: [1, 2, 4, 2, 1],
    };
    assert_eq!(sprt.verdict(sprt.ratio(&few)), Verdict::Open);
}
