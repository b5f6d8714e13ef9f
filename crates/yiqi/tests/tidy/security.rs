//! `docs/security.md` has every requirement of ASVS 5.0 level 1, and its tests exist.

use std::collections::BTreeSet;

use crate::faults::{named, tests};
use crate::read;

/// The requirements of level 1: a section and the numbers in it.
const LEVEL_1: &[(&str, &[usize])] = &[
    ("1.2", &[1, 2, 3, 4, 5]),
    ("1.3", &[1, 2]),
    ("1.5", &[1]),
    ("2.1", &[1]),
    ("2.2", &[1, 2]),
    ("2.3", &[1]),
    ("3.2", &[1, 2]),
    ("3.3", &[1]),
    ("3.4", &[1, 2]),
    ("3.5", &[1, 2, 3]),
    ("4.1", &[1]),
    ("4.4", &[1]),
    ("5.2", &[1, 2]),
    ("5.3", &[1, 2]),
    ("6.1", &[1]),
    ("6.2", &[1, 2, 3, 4, 5, 6, 7, 8]),
    ("6.3", &[1, 2]),
    ("6.4", &[1, 2]),
    ("7.2", &[1, 2, 3, 4]),
    ("7.4", &[1, 2]),
    ("8.1", &[1]),
    ("8.2", &[1, 2]),
    ("8.3", &[1]),
    ("9.1", &[1, 2, 3]),
    ("9.2", &[1]),
    ("10.4", &[1, 2, 3, 4, 5]),
    ("11.3", &[1, 2]),
    ("11.4", &[1]),
    ("12.1", &[1]),
    ("12.2", &[1, 2]),
    ("13.4", &[1]),
    ("14.2", &[1]),
    ("14.3", &[1]),
    ("15.1", &[1]),
    ("15.2", &[1]),
    ("15.3", &[1]),
];

/// The rows of the table: number, requirement, how it is met, tests.
fn rows(document: &str) -> Vec<[&str; 4]> {
    document
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"))
        .filter(|row| row.starts_with(|c: char| c.is_ascii_digit()))
        .map(|row| {
            let cells: Vec<&str> = row.split(" | ").collect();
            <[&str; 4]>::try_from(cells).unwrap_or_else(|cells| panic!("{cells:?}"))
        })
        .collect()
}

#[test]
fn every_requirement_of_level_1_is_assessed_once() {
    let document = read("docs/security.md");
    let (_, others) = document.split_once("\nNot applicable: ").unwrap();
    let numbers = rows(&document).into_iter().map(|[number, ..]| number);
    let others = others
        .split(|c: char| !c.is_ascii_digit() && c != '.')
        .filter(|word| word.split('.').filter(|part| !part.is_empty()).count() == 3);
    let mut assessed: Vec<String> = numbers.chain(others).map(str::to_owned).collect();
    let wanted: BTreeSet<String> = LEVEL_1
        .iter()
        .flat_map(|(section, numbers)| numbers.iter().map(move |n| format!("{section}.{n}")))
        .collect();
    assert_eq!(wanted.len(), 70);
    assessed.sort();
    assert!(assessed.iter().eq(&wanted), "{assessed:?}");
}

#[test]
fn every_test_that_the_security_document_names_exists() {
    let document = read("docs/security.md");
    let tests = tests();
    for [number, _, _, cell] in rows(&document) {
        let named = named(cell);
        assert!(cell == "–" || !named.is_empty(), "{number}: {cell}");
        for test in named {
            assert!(
                tests.contains_key(test),
                "{number}: there is no test {test}"
            );
        }
    }
}
