//! One module per command.

pub(crate) mod analyze;
pub(crate) mod arena;
pub(crate) mod bench;
mod bus;
pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod engine;
pub(crate) mod manual;
pub(crate) mod migrate;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod programs;
pub(crate) mod rules;
pub(crate) mod serve;
mod serve_check;
mod serve_settings;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod stats;
pub(crate) mod terminal;
pub(crate) mod worker;

use clap::ArgMatches;
use yiqi_players::{EngineOptions, Stop};
use yiqi_record::Format;
use yiqi_rules::GameSpec;
use yiqi_text::{Args, Text, words};

use crate::failure::Failure;

/// Parses a game spec given as an argument. The game may also be named in Chinese.
fn parse_spec(spec: &str, text: &Text) -> Result<GameSpec, Failure> {
    let spec = words::spec_in_english(spec);
    spec.parse()
        .map_err(|error| Failure::usage(words::spec_error(text, &error)))
}

/// The game spec of an optional argument.
fn spec_option(args: &ArgMatches, id: &str, text: &Text) -> Result<Option<GameSpec>, Failure> {
    args.get_one::<String>(id)
        .map(|spec| parse_spec(spec, text))
        .transpose()
}

/// The format of an optional argument. clap has already checked its values.
fn format_option(args: &ArgMatches, id: &str) -> Option<Format> {
    args.get_one::<String>(id)
        .and_then(|name| Format::named(name))
}

/// The engine options from the flags that a command has.
fn engine_options(args: &ArgMatches, text: &Text) -> Result<EngineOptions, Failure> {
    let time = match flag_value::<String>(args, "time") {
        None => None,
        Some(value) => {
            let duration = value.parse::<yiqi_record::Duration>().ok();
            let ms = duration.map(|duration| duration.0).filter(|&ms| ms > 0);
            let ms = ms.ok_or_else(|| {
                let value = Args::new().text("flag", "--time").text("value", value);
                Failure::usage(text.fill("error-time", value))
            })?;
            Some(std::time::Duration::from_millis(ms))
        }
    };
    Ok(EngineOptions {
        level: flag_value(args, "level").copied(),
        time,
        depth: flag_value(args, "depth").copied(),
        nodes: flag_value(args, "nodes").copied(),
        threads: flag_value::<u16>(args, "threads").map(|&count| usize::from(count)),
        hash: flag_value::<u32>(args, "hash").map(|&mib| mib as usize),
    })
}

/// The value of a flag, if the command has it and it is given.
fn flag_value<'a, T: Clone + Send + Sync + 'static>(
    args: &'a ArgMatches,
    id: &str,
) -> Option<&'a T> {
    args.try_get_one(id).ok().flatten()
}

/// A flag that is set when the program receives a termination signal.
fn stop_on_signals() -> Stop {
    let stop = Stop::new();
    for signal in [
        signal_hook::consts::SIGINT,
        signal_hook::consts::SIGTERM,
        #[cfg(unix)]
        signal_hook::consts::SIGHUP,
    ] {
        // Without the handler, the signal ends the program as usual.
        let _ = signal_hook::flag::register(signal, stop.flag());
    }
    stop
}
