//! `yiqi rules GAME`: the rules page of a game, or of one of its rule sets.

use std::io::Write;

use clap::ArgMatches;
use yiqi_rules::{GameSpec, GomokuRules, Opening};
use yiqi_text::Text;

use super::parse_spec;
use crate::failure::Failure;

pub(crate) fn run(args: &ArgMatches, text: &Text, out: &mut impl Write) -> Result<(), Failure> {
    let game = args.get_one::<String>("game").map_or("", String::as_str);
    let spec = parse_spec(game, text)?;
    // The bare name of a game asks for all of it.
    let everything = !game.trim().contains([':', ' ']);
    let pages: Vec<String> = pages(spec, everything)
        .iter()
        .map(|key| text.say(key))
        .collect();
    writeln!(out, "{}", pages.join("\n\n"))?;
    Ok(())
}

fn pages(spec: GameSpec, everything: bool) -> Vec<String> {
    match spec {
        GameSpec::Peace => vec!["rules-peace".to_owned()],
        GameSpec::Reversi(reversi) => {
            let mut pages = vec!["rules-reversi".to_owned()];
            if everything || reversi.anti {
                pages.push("rules-reversi-anti".to_owned());
            }
            pages
        }
        GameSpec::Gomoku(gomoku) => {
            let rules = GomokuRules::ALL
                .into_iter()
                .filter(|&rules| everything || rules == gomoku.rules)
                .map(GomokuRules::name);
            let openings = Opening::ALL
                .into_iter()
                .filter(|&opening| opening != Opening::Free)
                .filter(|&opening| everything || opening == gomoku.opening())
                .map(Opening::name);
            std::iter::once("rules-gomoku".to_owned())
                .chain(
                    rules
                        .chain(openings)
                        .map(|name| format!("rules-gomoku-{name}")),
                )
                .collect()
        }
    }
}
