//! `yiqi arena openings`: makes balanced openings.

use std::io::{IsTerminal, Write};

use clap::ArgMatches;
use yiqi_arena::{MakerOptions, make_openings, openings_file};
use yiqi_text::{Args, Text};

use crate::commands::{engine_options, parse_spec, stop_on_signals};
use crate::failure::Failure;

pub(super) fn run(args: &ArgMatches, text: &Text) -> Result<(), Failure> {
    let given = |id: &str| args.get_one::<String>(id).map_or("", String::as_str);
    let game = parse_spec(given("game"), text)?;
    let number = |id: &str, min: u64| {
        let number = given(id).parse().ok().filter(|&number| number >= min);
        number.ok_or_else(|| {
            let args = Args::new()
                .text("argument", format!("--{id}"))
                .text("value", given(id))
                .text("min", min.to_string());
            Failure::usage(text.fill("error-number-from", args))
        })
    };
    let (count, nodes, seed) = (number("count", 1)?, number("nodes", 1)?, number("seed", 0)?);
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    let options = MakerOptions::with_nodes(game, count, nodes, seed);
    let options = match engine_options(args, text)?.time {
        Some(time) => options.with_time(time),
        None => options,
    };
    let stop = stop_on_signals();
    let is_terminal = std::io::stderr().is_terminal();
    let (made, counts) = make_openings(&options, &stop, |counts| {
        if is_terminal {
            let args = Args::new()
                .number("kept", counts.kept)
                .number("count", count)
                .number("drawn", counts.drawn as usize);
            let line = text.fill("arena-making", args);
            let _ = write!(std::io::stderr(), "\r{line}\u{1b}[K");
        }
    });
    if is_terminal {
        let _ = writeln!(std::io::stderr());
    }
    let mut out = std::io::stdout().lock();
    write!(out, "{}", openings_file(&made, &options, &counts))?;
    out.flush()?;
    if made.len() < count {
        let args = Args::new()
            .number("kept", made.len())
            .number("count", count);
        return Err(Failure::work(text.fill("arena-made-fewer", args)));
    }
    Ok(())
}
