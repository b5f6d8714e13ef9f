//! `yiqi programs`: outside programs with names, under which they can be chosen as players.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use yiqi_desk::words::parse_player_error;
use yiqi_desk::write_atomically;
use yiqi_players::{ProgramSpec, SavedProgram, protect};
use yiqi_text::{Args, Text, words};

use super::terminal::data_dir;
use crate::failure::Failure;
use crate::verbose;

/// The list, in the data folder.
const FILE: &str = "programs";

/// Makes the saved programs known, and the data folder unreadable for them.
pub(crate) fn load(matches: &ArgMatches) {
    let args = matches.subcommand().map_or(matches, |(_, args)| args);
    if let Some(folder) = data_dir(args) {
        SavedProgram::set_all(read(&folder.join(FILE)));
        protect(folder);
    }
}

fn read(path: &Path) -> Vec<SavedProgram> {
    // No list is an empty list.
    let text = std::fs::read_to_string(path).unwrap_or_default();
    SavedProgram::list_of_text(&text)
}

pub(crate) fn run(args: &ArgMatches, text: &Text, out: &mut impl Write) -> Result<(), Failure> {
    let word = |id: &str| args.get_one::<String>(id).map(String::as_str);
    let name = || {
        word("name").ok_or_else(|| {
            let usage = Args::new()
                .text("argument", "NAME")
                .text("help", "yiqi programs --help");
            Failure::usage(text.fill("error-missing-argument", usage))
        })
    };
    match word("action") {
        Some("add") => add(name()?, args, text, out),
        Some("remove") => remove(name()?, args, text),
        _ => list(text, out),
    }
}

fn list(text: &Text, out: &mut impl Write) -> Result<(), Failure> {
    let all = SavedProgram::all();
    for saved in &all {
        writeln!(out, "{}: {}", saved.name, saved.program)?;
    }
    if all.is_empty() {
        // For people: the list itself is empty.
        writeln!(std::io::stderr(), "{}", text.say("programs-none"))?;
    }
    Ok(())
}

fn add(name: &str, args: &ArgMatches, text: &Text, out: &mut impl Write) -> Result<(), Failure> {
    let protocol = args
        .get_one::<String>("protocol")
        .map_or("", String::as_str);
    let words = args.get_many::<String>("command").into_iter().flatten();
    let words: Vec<String> = words.map(|word| lasting(word)).collect();
    let program = ProgramSpec::of_words(protocol, &words)
        .map_err(|error| Failure::usage(parse_player_error(text, &error)))?;
    let saved = SavedProgram::new(name, program).ok_or_else(|| {
        let name = Args::new().text("name", name);
        Failure::usage(text.fill("programs-bad-name", name))
    })?;
    let mut all = SavedProgram::all();
    all.retain(|other| other.name.to_lowercase() != saved.name.to_lowercase());
    let said = Args::new()
        .text("name", &saved.name)
        .text("program", saved.program.to_string());
    all.push(saved);
    write(&all, args, text)?;
    writeln!(out, "{}", text.fill("programs-added", said))?;
    Ok(())
}

/// A word of a command. The path of a file is made absolute, since the program may be started in
/// another folder.
fn lasting(word: &str) -> String {
    let path = Path::new(word);
    match std::path::absolute(path) {
        Ok(whole) if path.is_relative() && path.is_file() => whole.to_string_lossy().into_owned(),
        _ => word.to_owned(),
    }
}

fn remove(name: &str, args: &ArgMatches, text: &Text) -> Result<(), Failure> {
    let mut all = SavedProgram::all();
    let before = all.len();
    all.retain(|saved| saved.name.to_lowercase() != name.to_lowercase());
    if all.len() == before {
        let name = Args::new().text("name", name);
        return Err(Failure::work(text.fill("programs-unknown", name)));
    }
    write(&all, args, text)
}

fn write(all: &[SavedProgram], args: &ArgMatches, text: &Text) -> Result<(), Failure> {
    let path = data_dir(args)
        .unwrap_or_else(|| PathBuf::from("."))
        .join(FILE);
    let written = match path.parent() {
        Some(folder) => std::fs::create_dir_all(folder),
        None => Ok(()),
    };
    written
        .and_then(|()| write_atomically(&path, SavedProgram::list_text(all).as_bytes()))
        .map_err(|error| {
            let problem = Args::new().text("problem", words::io_error(text, &error));
            let problem = text.fill("error-write", problem);
            Failure {
                status: 1,
                ..crate::files::file_failure(text, &path, problem)
            }
        })?;
    verbose::has_written(&path);
    Ok(())
}
