//! What ARCHITECTURE.md, CONTRIBUTING.md and the README of each crate say about the code is true.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::{crate_folders, read, root, sources};

/// Files with `unsafe` code.
const UNSAFE: &[&str] = &[
    "yiqi-engine-gomoku/src/simd.rs",
    "yiqi-engine-gomoku/src/table.rs",
    "yiqi-engine-reversi/src/evaluation.rs",
    "yiqi-engine-reversi/src/kernel.rs",
    "yiqi-engine-reversi/src/table.rs",
    "yiqi-engine-reversi/src/wide/instruction_set.rs",
    "yiqi-server/tests/disk/failing_calls.rs",
];

/// Files with serde derives, besides those of `yiqi-wire`.
const SERDE: &[(&str, &str)] = &[
    ("yiqi-client/src/connection.rs", "the kind of a message"),
    ("yiqi-server/src/http/extract.rs", "a query string"),
    ("yiqi-server/src/http/pictures.rs", "a query string"),
    ("yiqi-server/src/http/leaders.rs", "query strings"),
    ("yiqi-server/src/http/study.rs", "query strings"),
    ("yiqi-server/src/http/tables.rs", "query strings"),
    ("yiqi-server/src/http/tournaments.rs", "a query string"),
    ("yiqi-server/src/nodes.rs", "the number of a node"),
    (
        "yiqi-server/src/notices.rs",
        "messages between servers of one site",
    ),
    ("yiqi-server/src/personal.rs", "events of one person"),
    (
        "yiqi-server/src/store/played.rs",
        "rows that SQLite joins to one",
    ),
    ("yiqi-server/src/table/terms.rs", "terms in the database"),
    (
        "yiqi-server/src/tournaments/terms.rs",
        "terms in the database, and a setting",
    ),
    ("yiqi-server/src/settings_file.rs", "the settings file"),
];

/// The sources of all crates in `crates/`, by their path there.
fn crate_sources() -> Vec<(String, String)> {
    let crates = root().join("crates");
    sources(&crates)
        .into_iter()
        .map(|(path, text)| {
            let path = path.strip_prefix(&crates).unwrap();
            (path.to_str().unwrap().to_owned(), text)
        })
        .collect()
}

fn files_that(is_one: impl Fn(&str, &str) -> bool) -> BTreeSet<String> {
    crate_sources()
        .into_iter()
        .filter(|(path, text)| is_one(path, text))
        .map(|(path, _)| path)
        .collect()
}

/// Whether a line of code, not a comment, has the keyword `unsafe`.
fn has_unsafe(text: &str) -> bool {
    let keyword = ["uns", "afe"].concat();
    text.lines()
        .map(|line| line.split("//").next().unwrap_or(line))
        .any(|code| {
            ["{", "fn ", "impl ", "extern "]
                .iter()
                .any(|after| code.contains(&format!("{keyword} {after}")))
        })
}

#[test]
fn only_the_files_listed_have_unsafe_code() {
    let listed: BTreeSet<String> = UNSAFE.iter().map(|path| (*path).to_owned()).collect();
    // A module that allows it may have submodules.
    let is_listed = |path: &str| {
        UNSAFE.iter().any(|listed| {
            path == *listed || path.starts_with(listed.trim_end_matches("rs").trim_end_matches('.'))
        })
    };
    for path in files_that(|_, text| has_unsafe(text)) {
        assert!(is_listed(&path), "{path} has unsafe code");
    }
    let lint = ["uns", "afe_code"].concat();
    let allowed = files_that(|path, text| !path.ends_with("documents.rs") && text.contains(&lint));
    assert_eq!(allowed, listed);
}

#[test]
fn only_the_files_listed_derive_serde() {
    let derives = |text: &str| {
        text.lines().any(|line| {
            let line = line.trim_start();
            line.starts_with("#[derive(")
                && (line.contains("Serialize") || line.contains("Deserialize"))
        })
    };
    let found = files_that(|path, text| !path.starts_with("yiqi-wire/") && derives(text));
    let listed: BTreeSet<String> = SERDE.iter().map(|(path, _)| (*path).to_owned()).collect();
    assert_eq!(found, listed);
}

#[test]
fn the_core_does_no_io_reads_no_clock_and_draws_no_random_numbers() {
    for (path, text) in crate_sources() {
        let core = ["yiqi-rules/src/", "yiqi-record/src/", "yiqi-session/src/"];
        if !core.iter().any(|folder| path.starts_with(folder)) {
            continue;
        }
        // Readers and times are passed in.
        for word in [
            "std::env",
            "std::fs",
            "std::net",
            "std::process",
            "std::thread",
            "Instant",
            "SystemTime",
            "rand::",
            "serde",
        ] {
            assert!(!text.contains(word), "{path} uses {word}");
        }
    }
}

#[test]
fn no_module_is_called_mod_rs() {
    for (_, folder) in crate_folders() {
        for (path, _) in sources(&folder) {
            assert!(!path.ends_with("mod.rs"), "{}", path.display());
        }
    }
}

/// The words in double quotes that a match returns.
fn codes(source: &str) -> BTreeSet<String> {
    source
        .split("=> \"")
        .skip(1)
        .filter_map(|after| after.split('"').next())
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_error_code_is_documented() {
    let document = read("docs/network.md");
    let listed = document.split("`code` is one of").nth(1).unwrap();
    let listed = listed.split("\n\n").next().unwrap();
    for source in ["denied.rs", "study/error.rs"] {
        let source = read(format!("crates/yiqi-server/src/{source}"));
        for code in codes(&source) {
            assert!(listed.contains(&format!("`{code}`")), "{code}");
        }
    }
}

#[test]
fn every_setting_of_the_server_is_documented() {
    let source = read("crates/yiqi-server/src/settings_file.rs");
    let document = read("docs/serving.md");
    let mut count = 0;
    for part in source.split("deny_unknown_fields)]").skip(1) {
        let fields = part.split("\n}").next().unwrap();
        for field in fields
            .lines()
            .skip(2)
            .filter_map(|line| line.split_once(':'))
        {
            let name = field.0.trim().trim_start_matches("pub ");
            let is_there = ["= ", "]"].iter().any(|after| {
                document.contains(&format!("\n{name} {after}"))
                    || document.contains(&format!("\n[{name}{after}"))
            });
            assert!(is_there || name.starts_with("//"), "{name}");
            count += 1;
        }
    }
    assert!(count > 15, "the settings were found");
}

/// All files of the repository that are not built or hidden, with `/` between their parts.
fn files() -> Vec<String> {
    let root = root().canonicalize().unwrap();
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if name.starts_with('.') || name == "target" || name == "node_modules" {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else {
                let path = path.strip_prefix(&root).unwrap();
                found.push(format!("/{}", path.to_str().unwrap()));
            }
        }
    }
    found
}

/// All documents.
fn documents() -> Vec<PathBuf> {
    files()
        .into_iter()
        .map(|path| PathBuf::from(path.trim_start_matches('/')))
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .collect()
}

/// A document without its blocks of code.
fn prose(document: &Path) -> String {
    read(document).split("```").step_by(2).collect()
}

/// What stands between backquotes in the documents about the code.
fn quoted() -> Vec<(PathBuf, String)> {
    documents()
        .into_iter()
        .filter(|path| {
            let is_readme = path.starts_with("crates") && path.ends_with("README.md");
            is_readme || *path == *"ARCHITECTURE.md" || *path == *"CONTRIBUTING.md"
        })
        .flat_map(|path| {
            let words: Vec<String> = prose(&path)
                .split('`')
                .skip(1)
                .step_by(2)
                .map(str::to_owned)
                .collect();
            words.into_iter().map(move |word| (path.clone(), word))
        })
        .collect()
}

/// Whether a word stands for something else, like `NAME.rs` or `messages/*/`.
fn is_placeholder(word: &str) -> bool {
    word.contains(['*', '…', ' ', '<', '{'])
        || word.starts_with("foo")
        || word == "mod.rs"
        || word
            .split(|c: char| !c.is_ascii_alphanumeric())
            .any(|part| {
                part.len() > 2 && part.bytes().all(|b| b.is_ascii_uppercase()) && part != "README"
            })
}

#[test]
fn every_file_that_a_document_names_exists() {
    let files = files();
    for (document, word) in quoted() {
        let endings = [".rs", ".js", ".md", ".ftl", ".py", ".html", ".css", "/"];
        let is_path = endings.iter().any(|ending| word.ends_with(ending));
        if !is_path || is_placeholder(&word) || word.starts_with('/') || word.contains("://") {
            continue;
        }
        let exists = files.iter().any(|file| {
            let named = format!("/{word}");
            file.ends_with(&named) || (word.ends_with('/') && file.contains(&named))
        });
        assert!(exists, "{} names {word}", document.display());
    }
}

#[test]
fn every_type_and_function_that_a_document_names_exists() {
    let code: String = crate_sources().into_iter().map(|(_, text)| text).collect();
    let words: BTreeSet<&str> = code
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .collect();
    for (document, word) in quoted() {
        let is_name = word
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '_' || c == ':');
        let is_type = word.starts_with(|c: char| c.is_ascii_uppercase())
            && word.contains(|c: char| c.is_ascii_lowercase());
        if !is_name || is_placeholder(&word) || !(is_type || word.contains("::")) {
            continue;
        }
        for part in word.split("::") {
            let exists = words.contains(part);
            assert!(exists, "{} names {word}", document.display());
        }
    }
}

#[test]
fn no_document_link_is_dead() {
    for document in documents() {
        for after in prose(&document).split("](").skip(1) {
            let link = after.split(')').next().unwrap();
            let file = link.split('#').next().unwrap();
            if !file.is_empty() && !file.contains("://") {
                let path = root().join(&document).with_file_name(file);
                assert!(path.exists(), "{} links to {file}", document.display());
            }
        }
    }
}
