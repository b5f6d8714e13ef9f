//! One module for each command.

pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod manual;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod rules;
pub(crate) mod serve;
mod serve_settings;
pub(crate) mod show;
pub(crate) mod terminal;

use clap::ArgMatches;
use yiqi_record::Format;
use yiqi_rules::GameSpec;
use yiqi_text::{Text, words};

use crate::failure::Failure;

/// Reads a game spec given as an argument.
fn parse_spec(spec: &str, text: &Text) -> Result<GameSpec, Failure> {
    spec.parse()
        .map_err(|error| Failure::usage(words::spec_error(text, &error)))
}

/// The game spec of an argument that may be missing.
fn spec_option(args: &ArgMatches, id: &str, text: &Text) -> Result<Option<GameSpec>, Failure> {
    args.get_one::<String>(id)
        .map(|spec| parse_spec(spec, text))
        .transpose()
}

/// The format of an argument that may be missing. Its values are checked when arguments are read.
fn format_option(args: &ArgMatches, id: &str) -> Option<Format> {
    args.get_one::<String>(id)
        .and_then(|name| Format::named(name))
}
