//! `yiqi rules GAME`: the rules of a game, or of one of its rule sets.

use std::io::Write;

use clap::ArgMatches;
use yiqi_text::{Text, words};

use super::parse_spec;
use crate::failure::Failure;

pub(crate) fn run(args: &ArgMatches, text: &Text, out: &mut impl Write) -> Result<(), Failure> {
    let game = args.get_one::<String>("game").map_or("", String::as_str);
    let spec = parse_spec(game, text)?;
    // The bare name of a game means all of its rules.
    let everything = !words::spec_in_english(game).contains([':', ' ']);
    let pages = words::rules_pages(text, spec, everything);
    writeln!(out, "{}", pages.join("\n\n"))?;
    Ok(())
}
