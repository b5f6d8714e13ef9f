//! `-v`: says on standard error which files and settings are used.

use std::io::Write;
use std::path::Path;
use std::sync::OnceLock;

use clap::ArgMatches;
use yiqi_text::{Args, Text};

use crate::commands::terminal::data_dir;

/// The language to speak in, once `-v` was given.
static VOICE: OnceLock<Text> = OnceLock::new();

/// Says what every command uses, if `-v` is among the arguments.
pub(crate) fn start(args: &ArgMatches, text: &Text) {
    let is_asked = |args: &ArgMatches| args.get_flag("verbose");
    let args = args.subcommand().map_or(args, |(_, args)| args);
    if !is_asked(args) {
        return;
    }
    let _ = VOICE.set(Text::new(text.lang()));
    let folder = data_dir(args).map(|folder| folder.display().to_string());
    tell(
        "verbose-start",
        Args::new()
            .text("version", env!("CARGO_PKG_VERSION"))
            .text("lang", text.lang().tag())
            .text("folder", folder.unwrap_or_else(|| "-".to_owned())),
    );
}

/// Says that a file was read.
pub(crate) fn has_read(path: &Path, format: &str, game_count: usize) {
    tell(
        "verbose-read",
        Args::new()
            .text("file", path.display().to_string())
            .text("format", format)
            .number("count", game_count),
    );
}

/// Says that a file was written.
pub(crate) fn has_written(path: &Path) {
    let args = Args::new().text("file", path.display().to_string());
    tell("verbose-written", args);
}

fn tell(key: &str, args: Args) {
    if let Some(text) = VOICE.get() {
        // If this fails, there is nowhere left to report it.
        let _ = writeln!(std::io::stderr(), "{}", text.fill(key, args));
    }
}
