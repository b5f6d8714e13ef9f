//! `yiqi convert IN OUT`: converts games from one format to another.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use yiqi_desk::write_atomically;
use yiqi_record::{Format, Record};
use yiqi_text::{Args, Text, words};

use super::{format_option, spec_option};
use crate::failure::Failure;
use crate::files::{check_overwrite, file_failure, is_standard, read_records, unknown_format};
use crate::verbose;

pub(crate) fn run(args: &ArgMatches, text: &Text, out: &mut impl Write) -> Result<(), Failure> {
    let empty = PathBuf::new();
    let source: &Path = args.get_one::<PathBuf>("in").unwrap_or(&empty);
    let target: &Path = args.get_one::<PathBuf>("out").unwrap_or(&empty);
    let to = format_option(args, "to")
        .or_else(|| Format::of_path(target))
        .ok_or_else(|| file_failure(text, target, unknown_format(text, "--to")))?;
    if !to.is_writable() {
        let format = Args::new().text("format", to.name());
        return Err(Failure::usage(text.fill("error-not-writable", format)));
    }
    let game = spec_option(args, "game", text)?;
    let records = read_records(text, source, format_option(args, "from"), game)?;
    // An empty file must not overwrite anything.
    if records.is_empty() {
        let count = Args::new().number("count", 0);
        let problem = text.fill("error-no-such-game", count);
        return Err(file_failure(text, source, problem));
    }
    check_overwrite(text, target, args)?;
    let bytes = to.write(&records).map_err(|error| {
        let failure = file_failure(text, target, words::write_error(text, &error));
        Failure {
            status: 1,
            ..failure
        }
    })?;
    if is_standard(target) {
        out.write_all(&bytes)?;
        return Ok(());
    }
    for (path, bytes) in files(to, target, bytes, &records) {
        write_atomically(&path, &bytes).map_err(|error| {
            let problem = text.fill(
                "error-write",
                Args::new().text("problem", words::io_error(text, &error)),
            );
            let failure = file_failure(text, &path, problem);
            Failure {
                status: 1,
                ..failure
            }
        })?;
        verbose::has_written(&path);
    }
    Ok(())
}

/// The files to write: WTHOR keeps names in separate files. They come first, so that games are
/// never without them.
fn files(to: Format, target: &Path, bytes: Vec<u8>, records: &[Record]) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    if to == Format::Wthor {
        let (players, tournaments) = Format::write_wthor_names(records);
        files.push((target.with_extension("JOU"), players));
        files.push((target.with_extension("TRN"), tournaments));
    }
    files.push((target.to_owned(), bytes));
    files
}
