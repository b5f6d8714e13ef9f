//! The table of words in ARCHITECTURE.md is that of the code.

use std::collections::{BTreeMap, BTreeSet};

use crate::{read, root, sources};

/// Words that have another meaning in some places, where they are private.
const ELSEWHERE: &[(&str, &str)] = &[
    ("Entry", "yiqi-engine-gomoku"),
    ("Entry", "yiqi-engine-reversi"),
    ("Entry", "yiqi-search"),
    ("Score", "yiqi-search"),
];

/// Types named in the table of words, each with the crates that define it.
fn stated() -> BTreeMap<String, BTreeSet<String>> {
    let document = read("ARCHITECTURE.md");
    let table = document
        .split("## Words")
        .nth(1)
        .and_then(|after| after.split("## Crates").next())
        .unwrap();
    let mut stated: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in table.lines().filter(|line| line.starts_with("| ")) {
        let cell = row.trim_matches('|').rsplit('|').next().unwrap();
        for part in cell.split(';') {
            let (types, crates): (Vec<&str>, Vec<&str>) = part
                .split('`')
                .skip(1)
                .step_by(2)
                .partition(|word| !word.starts_with("yiqi"));
            for name in types {
                let crates = crates.iter().map(|name| (*name).to_owned());
                stated.entry(name.to_owned()).or_default().extend(crates);
            }
        }
    }
    assert!(stated.len() > 15, "the table of words is there");
    stated
}

/// The crates that define a type of this name outside of tests.
fn defining(name: &str) -> BTreeSet<String> {
    let crates = root().join("crates");
    let heads = ["struct", "enum", "trait", "type"].map(|kind| format!("{kind} {name}"));
    sources(&crates)
        .into_iter()
        .filter_map(|(path, text)| {
            let path = path.strip_prefix(&crates).unwrap().to_owned();
            let mut parts = path.components().map(|part| part.as_os_str().to_str());
            let package = parts.next().flatten()?.to_owned();
            // Tools for tests are not part of the product.
            let is_product = parts.next().flatten() == Some("src")
                && !parts.any(|part| part.is_some_and(|part| part.starts_with("tests")))
                && !["yiqi-load", "yiqi-testkit", "yiqi-browser-tests"].contains(&&*package);
            let is_head = |line: &str| {
                heads.iter().any(|head| {
                    let at = line.find(head.as_str());
                    at.is_some_and(|at| {
                        let before = line[..at].trim();
                        let after = line[at + head.len()..].chars().next();
                        (before.is_empty() || before.starts_with("pub"))
                            && !after.is_some_and(|c| c.is_alphanumeric() || c == '_')
                            && !line.starts_with("    ")
                    })
                })
            };
            (is_product && text.lines().any(is_head)).then_some(package)
        })
        .collect()
}

#[test]
fn every_word_is_defined_where_the_table_says_and_nowhere_else() {
    for (name, crates) in stated() {
        let mut found = defining(&name);
        for (_, package) in ELSEWHERE.iter().filter(|(word, _)| *word == name) {
            assert!(found.remove(*package), "{package} has no {name} any more");
        }
        assert_eq!(found, crates, "{name}");
    }
}
