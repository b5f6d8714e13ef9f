//! Reads files of bounded size, in any format.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use yiqi_record::{Format, ReadError, ReadOptions, Record, WthorNames};
use yiqi_rules::GameSpec;
use yiqi_text::{Args, Text, words};

use crate::failure::Failure;
use crate::verbose;

/// Whether a path means standard input or output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A failure that names the file.
pub(crate) fn file_failure(text: &Text, path: &Path, problem: String) -> Failure {
    Failure::usage(
        text.fill(
            "error-file",
            Args::new()
                .text("file", path.to_string_lossy())
                .text("problem", problem),
        ),
    )
}

/// Refuses to overwrite a file, unless that was asked for with `--force`.
pub(crate) fn check_overwrite(text: &Text, path: &Path, args: &ArgMatches) -> Result<(), Failure> {
    let is_file = fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    if args.get_flag("force") || is_standard(path) || !is_file {
        return Ok(());
    }
    let failure = file_failure(text, path, text.say("error-exists"));
    Err(Failure {
        status: 1,
        ..failure
    })
}

/// Reads a whole file, but refuses one that is larger than any format allows.
pub(crate) fn read_bytes(text: &Text, path: &Path) -> Result<Vec<u8>, Failure> {
    let bytes = take_bytes(path)
        .map_err(|error| file_failure(text, path, words::io_error(text, &error)))?;
    if bytes.len() > Format::BYTES_MAX {
        let limit = Args::new().number("limit", Format::BYTES_MAX >> 20);
        let problem = text.fill("problem-too-large", limit);
        return Err(file_failure(text, path, problem));
    }
    Ok(bytes)
}

fn take_bytes(path: &Path) -> io::Result<Vec<u8>> {
    if is_standard(path) {
        Format::take_bytes(io::stdin().lock())
    } else {
        Format::take_bytes(fs::File::open(path)?)
    }
}

/// Reads all games of a file, in the given format or else the one inferred from its name and
/// contents.
pub(crate) fn read_records(
    text: &Text,
    path: &Path,
    from: Option<Format>,
    game: Option<GameSpec>,
) -> Result<Vec<Record>, Failure> {
    let bytes = read_bytes(text, path)?;
    let format = from
        .or_else(|| Format::of_path(path))
        .or_else(|| Format::of_contents(&bytes))
        .ok_or_else(|| file_failure(text, path, unknown_format(text, "--from")))?;
    let is_wthor = format == Format::Wthor && !is_standard(path);
    let names_file = |ending| {
        is_wthor
            .then(|| names_beside(text, path, ending))
            .transpose()
    };
    let players = names_file("jou")?.flatten();
    let tournaments = names_file("trn")?.flatten();
    let options = ReadOptions {
        game,
        names: wthor_names(players.as_deref(), tournaments.as_deref()),
    };
    let records = format
        .read(&bytes, &options)
        .map_err(|error| file_failure(text, path, words::read_error(text, &error)))?;
    verbose::has_read(path, format.name(), records.len());
    Ok(records)
}

/// The message for an unknown format; `flag` is the one that names it, and only some formats can be
/// written.
pub(crate) fn unknown_format(text: &Text, flag: &str) -> String {
    let formats: Vec<&str> = Format::ALL
        .into_iter()
        .filter(|format| flag == "--from" || format.is_writable())
        .map(Format::name)
        .collect();
    let formats = formats.join(", ");
    text.fill(
        "error-unknown-format",
        Args::new().text("flag", flag).text("formats", formats),
    )
}

fn wthor_names<'a>(players: Option<&'a [u8]>, tournaments: Option<&'a [u8]>) -> WthorNames<'a> {
    WthorNames {
        players,
        tournaments,
    }
}

/// The names for a WTHOR file: the file with this extension and the same stem, or else the first
/// with this extension in the folder that can be read as names. Without one, games have no names.
fn names_beside(text: &Text, path: &Path, ending: &str) -> Result<Option<Vec<u8>>, Failure> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let has_ending = |path: &PathBuf| {
        path.extension()
            .is_some_and(|found| found.eq_ignore_ascii_case(ending))
    };
    let mut found: Vec<PathBuf> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(has_ending)
        .collect();
    found.sort();
    let own = found
        .iter()
        .find(|found| found.file_stem() == path.file_stem());
    if let Some(own) = own {
        let bytes = read_bytes(text, own)?;
        check_names(&bytes, ending)
            .map_err(|error| file_failure(text, own, words::read_error(text, &error)))?;
        return Ok(Some(bytes));
    }
    Ok(found
        .iter()
        .filter_map(|path| take_bytes(path).ok())
        .find(|bytes| check_names(bytes, ending).is_ok()))
}

/// Whether bytes are a valid file of names: reads them together with an empty file of games.
fn check_names(bytes: &[u8], ending: &str) -> Result<(), ReadError> {
    let no_games = [20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0];
    let names = match ending {
        "jou" => wthor_names(Some(bytes), None),
        _ => wthor_names(None, Some(bytes)),
    };
    let options = ReadOptions { game: None, names };
    Format::Wthor.read(&no_games, &options).map(|_| ())
}
