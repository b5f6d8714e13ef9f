//! The repository is what its documents say.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "tidy/deploy.rs"]
mod deploy;
#[path = "tidy/documents.rs"]
mod documents;
#[path = "tidy/faults.rs"]
mod faults;
#[path = "tidy/security.rs"]
mod security;
#[path = "tidy/time.rs"]
mod time;
#[path = "tidy/words.rs"]
mod words;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What `cargo metadata` says of the packages of the workspace.
fn packages() -> Vec<serde_json::Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--locked"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

/// The crates of the workspace with their folders.
fn crate_folders() -> Vec<(String, PathBuf)> {
    packages()
        .iter()
        .map(|package| {
            let manifest = Path::new(package["manifest_path"].as_str().unwrap());
            let name = package["name"].as_str().unwrap().to_owned();
            (name, manifest.parent().unwrap().to_owned())
        })
        .collect()
}

/// The crates of ours that each crate uses, tests left out.
fn real_uses() -> BTreeMap<String, BTreeSet<String>> {
    packages()
        .iter()
        .map(|package| {
            let uses = package["dependencies"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|dependency| dependency["kind"].is_null())
                .filter_map(|dependency| dependency["name"].as_str())
                .filter(|name| name.starts_with("yiqi"))
                .map(str::to_owned)
                .collect();
            (package["name"].as_str().unwrap().to_owned(), uses)
        })
        .collect()
}

/// The table of crates in ARCHITECTURE.md: name, role, uses.
fn stated_uses() -> BTreeMap<String, BTreeSet<String>> {
    read("ARCHITECTURE.md")
        .lines()
        .filter(|line| line.starts_with("| `yiqi"))
        .map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            let [name, _role, uses] = cells[..] else {
                panic!("a row of the table of crates has three cells: {line}");
            };
            let uses = uses
                .split(',')
                .map(str::trim)
                .filter(|word| *word != "–")
                .map(|word| format!("yiqi-{word}"))
                .collect();
            (name.trim_matches('`').to_owned(), uses)
        })
        .collect()
}

#[test]
fn the_table_of_crates_is_true() {
    assert_eq!(real_uses(), stated_uses());
}

#[test]
fn every_crate_has_a_readme_with_its_role_and_its_invariant() {
    for package in packages() {
        let manifest = package["manifest_path"].as_str().unwrap();
        let readme = Path::new(manifest).with_file_name("README.md");
        let text = std::fs::read_to_string(&readme)
            .unwrap_or_else(|error| panic!("{}: {error}", readme.display()));
        let name = package["name"].as_str().unwrap();
        assert!(text.starts_with(&format!("# {name}\n")), "{name}");
        assert!(text.contains("**Invariant:**"), "{name}");
    }
}

/// All Rust sources below a folder.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                found.push((path, text));
            }
        }
    }
    found
}

#[test]
fn every_dependency_is_used() {
    for package in packages() {
        let folder = Path::new(package["manifest_path"].as_str().unwrap())
            .parent()
            .unwrap()
            .to_owned();
        let sources = sources(&folder);
        for dependency in package["dependencies"].as_array().unwrap() {
            let name = dependency["rename"].as_str();
            let name = name.or(dependency["name"].as_str()).unwrap();
            let name = name.replace('-', "_");
            assert!(
                sources.iter().any(|(_, text)| text.contains(&name)),
                "{} does not use {name}",
                package["name"]
            );
        }
    }
}

/// The ids of all messages.
fn message_keys() -> BTreeSet<String> {
    [
        "core", "rules", "desk", "console", "tui", "server", "web", "study", "net", "engine",
        "files", "arena",
    ]
    .iter()
    .flat_map(|file| {
        read(format!("crates/yiqi-text/messages/en/{file}.ftl"))
            .lines()
            .filter_map(|line| line.split_once(" ="))
            .map(|(key, _)| key.to_owned())
            .filter(|key| !key.starts_with([' ', '#']))
            .collect::<Vec<_>>()
    })
    .collect()
}

#[test]
fn every_message_is_used_and_every_message_used_exists() {
    let keys = message_keys();
    let code: String = sources(&root().join("crates"))
        .into_iter()
        .filter(|(path, _)| path.components().any(|part| part.as_os_str() == "src"))
        .map(|(_, text)| text)
        .collect();
    // Strings in the code that are, or begin, the id of a message.
    let literals: BTreeSet<&str> = code.split('"').skip(1).step_by(1).collect();
    let page = page_modules();
    let page_literals: BTreeSet<&str> = page.split(['"', '\'', '`']).collect();
    let prefixes: Vec<&str> = literals
        .iter()
        .filter_map(|literal| literal.split_once("-{"))
        .chain(page_literals.iter().filter_map(|l| l.split_once("-${")))
        .map(|(prefix, _)| prefix)
        .filter(|prefix| prefix.starts_with(|c: char| c.is_ascii_lowercase()))
        .collect();
    let is_used = |key: &String| {
        literals.contains(key.as_str())
            || page_literals.contains(key.as_str())
            || prefixes
                .iter()
                .any(|prefix| key.starts_with(&format!("{prefix}-")))
    };
    let unused: Vec<&String> = keys.iter().filter(|key| !is_used(key)).collect();
    assert!(unused.is_empty(), "never said: {unused:?}");
    // What is passed to `say` and `fill` as it stands.
    for call in [".say(\"", ".fill(\"", ".fill(\n"] {
        for after in code.split(call).skip(1) {
            let literal = after.trim_start().trim_start_matches('"');
            let key = literal.split('"').next().unwrap();
            assert!(keys.contains(key) || !is_key(key), "no message '{key}'");
        }
    }
}

/// The modules of the page, one after another.
fn page_modules() -> String {
    let folder = root().join("crates/yiqi-server/web");
    let mut modules = String::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "js") {
            modules += &read(path);
        }
    }
    assert!(modules.len() > 50_000, "the page has its modules");
    modules
}

fn is_key(text: &str) -> bool {
    text.contains('-')
        && text
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

// Fault 76.
#[test]
fn every_dependency_comes_from_the_public_registry() {
    let lock = read(root().join("Cargo.lock"));
    let sources: BTreeSet<&str> = lock
        .lines()
        .filter_map(|line| line.strip_prefix("source = "))
        .collect();
    let registry = "\"registry+https://github.com/rust-lang/crates.io-index\"";
    assert_eq!(sources, BTreeSet::from([registry]));
}

#[test]
fn no_test_is_ignored() {
    for (path, text) in sources(&root().join("crates")) {
        let ignore = ["#[ign", "ore"].concat();
        assert!(!text.contains(&ignore), "{}", path.display());
    }
}
