//! The table of words in ARCHITECTURE.md is that of the code.

use std::collections::{BTreeMap, BTreeSet};

use crate::{read, root, sources};

/// Words that name at most one type, whether or not the table of words has them.
const UNIQUE: &[&str] = &[
    "Answer", "Entry", "Level", "Limits", "Location", "Place", "Session",
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

/// The name of the type that a line defines.
fn defined(line: &str) -> Option<&str> {
    let line = match line.strip_prefix("pub") {
        Some(after) => after.trim_start_matches(|c| c != ' ').trim_start(),
        None => line,
    };
    let (kind, after) = line.split_once(' ')?;
    let end = after.find(|c: char| !c.is_alphanumeric() && c != '_');
    let is_type = ["struct", "enum", "trait", "type"].contains(&kind);
    is_type.then(|| &after[..end.unwrap_or(after.len())])
}

/// The types of the product, each with the files that define it, by their paths in `crates/`.
fn definitions() -> BTreeMap<String, BTreeSet<String>> {
    let crates = root().join("crates");
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (path, text) in sources(&crates) {
        let path = path.strip_prefix(&crates).unwrap().to_str().unwrap();
        for name in text.lines().filter_map(defined) {
            if is_product(path) {
                let files = found.entry(name.to_owned()).or_default();
                files.insert(path.to_owned());
            }
        }
    }
    found
}

/// Whether a file is neither a test nor a tool for tests.
fn is_product(path: &str) -> bool {
    let tools = [
        "yiqi-load/",
        "yiqi-testkit/",
        "yiqi-browser-tests/",
        "yiqi-fuzz/",
        "yiqi-sim/",
    ];
    path.contains("/src/")
        && !path.contains("/tests")
        && !tools.iter().any(|tool| path.starts_with(tool))
}

#[test]
fn every_word_is_defined_where_the_table_says_and_nowhere_else() {
    let definitions = definitions();
    for (name, crates) in stated() {
        let files = definitions.get(&name).into_iter().flatten();
        let found: BTreeSet<String> = files
            .filter_map(|path| path.split('/').next())
            .map(str::to_owned)
            .collect();
        assert_eq!(found, crates, "{name}");
    }
}

#[test]
fn a_word_names_at_most_one_type() {
    let definitions = definitions();
    for name in UNIQUE {
        let count = definitions.get(*name).map_or(0, BTreeSet::len);
        assert!(count <= 1, "{name}: {:?}", definitions[*name]);
    }
}
