//! Every input that the fuzzers kept, with the stable compiler.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use yiqi_fuzz::{TARGETS, Target};

/// The largest input that is kept: `fuzz/run` makes none longer.
const INPUT_BYTES_MAX: usize = 4096;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fuzz")
        .join(name)
}

/// The names in a folder, sorted; empty if there is no such folder.
fn names(folder: &Path) -> BTreeSet<String> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return BTreeSet::new();
    };
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

fn target_names() -> BTreeSet<String> {
    TARGETS
        .iter()
        .map(|target| target.name.to_owned())
        .collect()
}

/// Checks all inputs of a target in a folder, and returns how many there are.
fn replay(target: Target, kind: &str) -> usize {
    let folder = folder(kind).join(target.name);
    let names = names(&folder);
    for name in &names {
        let path = folder.join(name);
        let bytes = std::fs::read(&path).unwrap();
        assert!(bytes.len() <= INPUT_BYTES_MAX, "{}", path.display());
        let checked = std::panic::catch_unwind(|| (target.check)(&bytes));
        assert!(checked.is_ok(), "{}", path.display());
    }
    names.len()
}

// Faults 15, 33, 36, 51, 69 and 70.
#[test]
fn what_must_hold_holds_for_every_input_that_the_fuzzers_kept() {
    for &target in TARGETS {
        assert!(
            replay(target, "corpus") > 0,
            "{} has no corpus",
            target.name
        );
    }
}

#[test]
fn what_the_fuzzers_found_stays_fixed() {
    for &target in TARGETS {
        replay(target, "findings");
    }
    for name in names(&folder("findings")) {
        assert!(target_names().contains(&name), "no target {name}");
    }
}

#[test]
fn every_target_has_a_fuzzer_and_a_corpus_and_nothing_else_has() {
    assert_eq!(names(&folder("corpus")), target_names());
    let manifest = std::fs::read_to_string(folder("Cargo.toml")).unwrap();
    let fuzzers: Vec<&str> = manifest
        .split("[[bin]]\nname = \"")
        .skip(1)
        .filter_map(|after| after.split('"').next())
        .collect();
    let listed: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    assert_eq!(fuzzers, listed);
}
