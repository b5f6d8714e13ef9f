//! `docs/faults.md` and the tests name each other.

use std::collections::{BTreeMap, BTreeSet};

use crate::{crate_folders, read, root, sources};

/// The tests of the workspace as `crate::function`, each with the faults that its comment names.
///
/// Functions of one crate that share a name are one test here.
pub(crate) fn tests() -> BTreeMap<String, BTreeSet<usize>> {
    let mut tests: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for (package, folder) in crate_folders() {
        for (path, text) in sources(&folder) {
            let mut faults = BTreeSet::new();
            let mut is_test = false;
            for line in text.lines().map(str::trim) {
                if let Some(comment) = line.strip_prefix("// Fault") {
                    faults.extend(numbers(comment));
                } else if line.starts_with("#[test]") || line.starts_with("#[tokio::test") {
                    is_test = true;
                } else if is_test && let Some(name) = function_name(line) {
                    let key = format!("{package}::{name}");
                    tests.entry(key).or_default().append(&mut faults);
                    is_test = false;
                } else if !line.starts_with("//") && !line.starts_with('#') {
                    let path = path.display();
                    assert!(
                        faults.is_empty(),
                        "{path}: faults {faults:?} stand before no test"
                    );
                }
            }
        }
    }
    tests
}

/// The numbers at the start of " 7.", "s 7 and 8." or "s 7, 8 and 9: more text".
fn numbers(comment: &str) -> Vec<usize> {
    let list = comment.trim_start_matches('s');
    let list = list.split(['.', ':', ';', '(']).next().unwrap_or_default();
    list.split([' ', ','])
        .filter_map(|word| word.parse().ok())
        .collect()
}

/// The name in a line like `async fn name() {`.
fn function_name(line: &str) -> Option<&str> {
    let (before, after) = line.split_once("fn ")?;
    let is_head = before.split_whitespace().all(|word| word == "async");
    is_head.then(|| after.split('(').next().unwrap_or(after))
}

/// The rows of `docs/faults.md`: number and text.
fn rows() -> BTreeMap<usize, String> {
    let mut rows: BTreeMap<usize, String> = BTreeMap::new();
    let mut current = None;
    for line in read("docs/faults.md").lines() {
        let start = line.split_once(". **").map(|(number, _)| number.parse());
        if let Some(Ok(number)) = start {
            assert!(!rows.contains_key(&number), "row {number} is there twice");
            current = Some(number);
        } else if !line.starts_with("   ") {
            current = None;
        }
        if let Some(number) = current {
            let row = rows.entry(number).or_default();
            row.push_str(line);
            row.push('\n');
        }
    }
    rows
}

/// What stands between backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The tests that a text names.
pub(crate) fn named(text: &str) -> BTreeSet<&str> {
    quoted(text).filter(|word| word.contains("::")).collect()
}

#[test]
fn faults_and_their_tests_name_each_other() {
    let (tests, rows) = (tests(), rows());
    let mut wrong = Vec::new();
    for (test, faults) in &tests {
        for fault in faults {
            match rows.get(fault) {
                None => wrong.push(format!("{test}: there is no fault {fault}")),
                Some(row) if !named(row).contains(test.as_str()) => {
                    wrong.push(format!("row {fault} does not name {test}"));
                }
                Some(_) => {}
            }
        }
    }
    for (number, row) in &rows {
        for test in named(row) {
            let faults = tests.get(test);
            if faults.is_some_and(|faults| !faults.contains(number)) {
                wrong.push(format!("{test} lacks the comment '// Fault {number}.'"));
            }
        }
    }
    for test in named(&read("docs/faults.md")) {
        if !tests.contains_key(test) {
            wrong.push(format!("docs/faults.md: there is no test {test}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_fault_has_a_test_or_says_why_not() {
    let rows = rows();
    assert!(rows.keys().copied().eq(1..=rows.len()), "{:?}", rows.keys());
    for (number, row) in rows {
        let has_reason = row.contains("Test: none yet, because ");
        assert!(row.contains("\n   "), "row {number} has a line for tests");
        assert!(
            has_reason == named(&row).is_empty(),
            "row {number} names a test, or says 'Test: none yet, because …'"
        );
    }
}

#[test]
fn every_campaign_named_exists() {
    let program = read("crates/yiqi-load/src/main.rs");
    let document = read("docs/faults.md");
    for word in quoted(&document).filter_map(|text| text.strip_prefix("yiqi-load ")) {
        let command = format!("Command::new(\"{word}\")");
        assert!(program.contains(&command), "yiqi-load has no '{word}'");
    }
    assert!(root().join("docs/load.md").exists());
}
