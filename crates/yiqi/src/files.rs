//! Files in and out: bounded reading, and writing that never leaves half a file.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use yiqi_record::{Format, ReadOptions, Record, WthorNames};
use yiqi_rules::GameSpec;
use yiqi_text::{Args, Text, words};

use crate::failure::Failure;

/// Whether a path stands for the standard input or output.
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

/// Reads a whole file, a little more than what a format reads at the most, so that a larger one is
/// refused without being held in memory.
pub(crate) fn read_bytes(text: &Text, path: &Path) -> Result<Vec<u8>, Failure> {
    read_limited(path).map_err(|error| {
        let problem = text.fill("error-open", Args::new().text("problem", error.to_string()));
        file_failure(text, path, problem)
    })
}

fn read_limited(path: &Path) -> io::Result<Vec<u8>> {
    let limit = Format::BYTES_MAX as u64 + 1;
    let mut bytes = Vec::new();
    if is_standard(path) {
        io::stdin().lock().take(limit).read_to_end(&mut bytes)?;
    } else {
        fs::File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Reads all games of a file, in the format named or else told from its name and contents.
pub(crate) fn read_records(
    text: &Text,
    path: &Path,
    from: Option<Format>,
    game: Option<GameSpec>,
) -> Result<Vec<Record>, Failure> {
    let bytes = read_bytes(text, path)?;
    let format = from
        .or_else(|| format_of_name(path))
        .or_else(|| Format::of_contents(&bytes))
        .ok_or_else(|| file_failure(text, path, unknown_format(text, "--from")))?;
    let (players, tournaments) = match format {
        Format::Wthor => (names_beside(path, "jou"), names_beside(path, "trn")),
        _ => (None, None),
    };
    let options = ReadOptions {
        game,
        names: WthorNames {
            players: players.as_deref(),
            tournaments: tournaments.as_deref(),
        },
    };
    format
        .read(&bytes, &options)
        .map_err(|error| file_failure(text, path, words::read_error(text, &error)))
}

pub(crate) fn format_of_name(path: &Path) -> Option<Format> {
    Format::of_extension(path.extension()?.to_str()?)
}

pub(crate) fn unknown_format(text: &Text, flag: &str) -> String {
    let formats = Format::ALL.map(Format::name).join(", ");
    text.fill(
        "error-unknown-format",
        Args::new().text("flag", flag).text("formats", formats),
    )
}

/// The names that belong to a WTHOR file: the file with this ending in the same folder, preferably
/// one with the same stem. Without it the games have no names.
fn names_beside(path: &Path, extension: &str) -> Option<Vec<u8>> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let has_ending = |path: &PathBuf| {
        path.extension()
            .is_some_and(|ending| ending.eq_ignore_ascii_case(extension))
    };
    let mut found: Vec<PathBuf> = fs::read_dir(folder)
        .ok()?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(has_ending)
        .collect();
    found.sort();
    let same_stem = found
        .iter()
        .find(|found| found.file_stem() == path.file_stem());
    read_limited(same_stem.or(found.first())?).ok()
}

/// Writes a file so that at every moment the old contents or the new ones are there, whole: a
/// temporary file in the same folder, brought to the disk, then renamed.
pub(crate) fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link is followed, so that it stays a link; what is no plain file cannot be replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(&target).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return fs::OpenOptions::new()
            .write(true)
            .open(&target)?
            .write_all(bytes);
    }
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".yiqi-").suffix(".tmp");
    let permissions = match &old {
        Some(old) => Some(old.permissions()),
        None => new_file_permissions(),
    };
    if let Some(permissions) = permissions {
        builder.permissions(permissions);
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(&target).map_err(|error| error.error)?;
    sync_folder(folder)
}

/// What a file made without special wishes has; the user's mask is applied to it.
#[cfg(unix)]
fn new_file_permissions() -> Option<fs::Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(fs::Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn new_file_permissions() -> Option<fs::Permissions> {
    None
}

/// Brings the new name to the disk as well.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    fs::File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}
