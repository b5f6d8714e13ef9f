//! `yiqi rules [GAME]`: the rules of a game, or of one of its rule sets; without a game, which there
//! are.

use std::io::Write;

use clap::ArgMatches;
use yiqi_rules::Game;
use yiqi_text::{Text, words};

use super::parse_spec;
use crate::failure::Failure;

pub(crate) fn run(args: &ArgMatches, text: &Text, out: &mut impl Write) -> Result<(), Failure> {
    let Some(game) = args.get_one::<String>("game") else {
        return list(text, out);
    };
    let spec = parse_spec(game, text)?;
    // The bare name of a game means all of its rules.
    let everything = !words::spec_in_english(game).contains([':', ' ']);
    let pages = words::rules_pages(text, spec, everything);
    writeln!(out, "{}", pages.join("\n\n"))?;
    Ok(())
}

/// The games that have rules, and how to read them.
fn list(text: &Text, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "{}", text.say("rules-list"))?;
    for game in Game::ALL {
        let name = words::game_name(text, game);
        writeln!(out, "  yiqi rules {:<10}{name}", game.name())?;
    }
    Ok(())
}
