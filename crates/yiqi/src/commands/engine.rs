//! `yiqi engine PROTOCOL`: acts as an engine for another program, on standard input and output.

use clap::ArgMatches;
use yiqi_players::protocol::{Protocol, speak};
use yiqi_text::{Args, Text, words};

use super::{engine_options, spec_option};
use crate::failure::Failure;

pub(crate) fn run(args: &ArgMatches, text: &Text) -> Result<(), Failure> {
    let name = args
        .get_one::<String>("protocol")
        .map_or("", String::as_str);
    // clap refuses other names.
    let protocol = Protocol::named(name).unwrap_or(Protocol::Gtp);
    let game = spec_option(args, "game", text)?.unwrap_or(protocol.default_game());
    if !protocol.knows(game) {
        let args = Args::new()
            .text("protocol", name)
            .text("game", words::game(text, game));
        return Err(Failure::usage(text.fill("error-engine-game", args)));
    }
    let options = engine_options(args, text)?;
    speak(
        protocol,
        game,
        options,
        std::io::stdin(),
        &mut std::io::stdout(),
    )?;
    Ok(())
}
