//! The program: arguments in, work done by the libraries, exit status out.
//!
//! Exit status: 0 success, 1 the work failed, 2 wrong usage or unreadable input. Errors go to
//! standard error as one sentence.
#![deny(clippy::unwrap_used, clippy::panic)]

mod cli;
mod commands;
mod failure;
mod files;
mod short_form;
mod usage;
mod verbose;

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use yiqi_desk::Store;
use yiqi_rules::Game;
use yiqi_text::{Lang, Text, words};

use crate::failure::Failure;

fn main() -> ExitCode {
    yiqi_cage::run_if_asked();
    let args: Vec<OsString> = std::env::args_os().collect();
    let text = Text::new(chosen_lang(&args));
    let args = with_own_name(args);
    match run(args, text) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if let Some(message) = &failure.message {
                // If this fails too, there is nowhere left to report it.
                let _ = writeln!(std::io::stderr(), "{message}");
            }
            ExitCode::from(failure.status)
        }
    }
}

fn run(args: Vec<OsString>, text: Text) -> Result<(), Failure> {
    let command = cli::command(&text);
    let (args, game) = short_form::expand(args, &command, &text)?;
    let asked = asked_command(&args, &command);
    let matches = match command.clone().try_get_matches_from(args) {
        Ok(matches) => matches,
        Err(error) => {
            return match game {
                Some(game) if error.kind() == clap::error::ErrorKind::DisplayHelp => {
                    print(&short_form::help(game.game(), &text))
                }
                _ => usage::report(&error, asked.as_deref(), &text),
            };
        }
    };
    verbose::start(&matches, &text);
    commands::programs::load(&matches);
    // The faces control the terminal themselves.
    match matches.subcommand() {
        None => return commands::terminal::start(&matches, game, text),
        Some(("console", args)) => return commands::terminal::console(args, &text),
        Some(("replay", args)) => return commands::terminal::replay(args, text),
        Some(("serve", args)) => return commands::serve::run(args, &text),
        Some(("worker", args)) => return commands::worker::run(args, &text),
        Some(("backup", args)) => return commands::serve::backup(args, &text),
        Some(("migrate", args)) => {
            return commands::migrate::run(args, &text, &mut std::io::stdout());
        }
        Some(("join", args)) => return commands::terminal::join(args, text),
        // Protocols flush each line.
        Some(("engine", args)) => return commands::engine::run(args, &text),
        // It shows its progress while it writes.
        Some(("arena", args)) => return commands::arena::run(args, &text),
        Some(("play", args)) => {
            let what = commands::play::parse(args, &text)?;
            if what.has_person() {
                return commands::terminal::play(args, &what, text);
            }
            return commands::play::run(&what, &text, &mut std::io::stdout());
        }
        Some(_) => {}
    }
    let text = &text;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    match matches.subcommand() {
        Some(("analyze", args)) => commands::analyze::run(args, text, &mut out),
        Some(("solve", args)) => commands::solve::run(args, text, &mut out),
        Some(("bench", _)) => commands::bench::run(&mut out),
        Some(("perft", args)) => commands::perft::run(args, text, &mut out),
        Some(("check", args)) => commands::check::run(args, text, &mut out),
        Some(("show", args)) => commands::show::run(args, text, &mut out),
        Some(("convert", args)) => commands::convert::run(args, text, &mut out),
        Some(("rules", args)) => commands::rules::run(args, text, &mut out),
        Some(("stats", args)) => commands::stats::run(args, text, &mut out),
        Some(("programs", args)) => commands::programs::run(args, text, &mut out),
        Some(("help", args)) => return help(args, &command, text),
        Some(("version", _)) => {
            writeln!(out, "yiqi {}", env!("CARGO_PKG_VERSION")).map_err(Failure::from)
        }
        Some(("completions", args)) => commands::manual::completions(args, command, &mut out),
        Some(("man", _)) => commands::manual::man(command, text, &mut out),
        // Every command of the table is handled above.
        Some(_) | None => Ok(()),
    }?;
    out.flush()?;
    Ok(())
}

/// Prints help.
fn print(page: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout();
    write!(out, "{}", usage::fitted(page))?;
    out.flush()?;
    Ok(())
}

/// `yiqi help COMMAND` is `yiqi COMMAND --help`; a game has a help of its own.
fn help(args: &clap::ArgMatches, command: &clap::Command, text: &Text) -> Result<(), Failure> {
    let name = args.get_one::<String>("command").map(String::as_str);
    let game = name.map(words::spec_in_english);
    if let Some(game) = game.and_then(|name| Game::named(&name.to_ascii_lowercase())) {
        return print(&short_form::help(game, text));
    }
    if name == Some("script") {
        return print(&commands::manual::script_help(text));
    }
    let line = std::iter::once("yiqi").chain(name).chain(["--help"]);
    match command.clone().try_get_matches_from(line) {
        Ok(_) => Ok(()),
        Err(error) => usage::report(&error, None, text),
    }
}

/// The command among the arguments, for errors that point to its help.
fn asked_command(args: &[OsString], command: &clap::Command) -> Option<String> {
    let mut words = args.iter().skip(1).filter_map(|arg| arg.to_str());
    words
        .find(|word| command.find_subcommand(word).is_some())
        .map(str::to_owned)
}

/// Gomocup managers start a program without arguments and require a name that begins with
/// `pbrain-`: under such a name this program is a Gomocup engine.
fn with_own_name(mut args: Vec<OsString>) -> Vec<OsString> {
    let name = args.first().map(std::path::Path::new);
    let is_brain = name
        .and_then(|path| path.file_name()?.to_str())
        .is_some_and(|name| name.starts_with("pbrain-"));
    if is_brain && args.len() == 1 {
        args.extend(["engine", "gomocup"].map(OsString::from));
    }
    args
}

/// The language given by `--lang`, or else that of the settings, or else that of the locale. It is
/// needed before the arguments are parsed, since their help is in that language.
fn chosen_lang(args: &[OsString]) -> Lang {
    let given = || Lang::asked(option_value(args, "--lang")?.to_str()?);
    let of_settings = || {
        let folder = option_value(args, "--data-dir").map(PathBuf::from);
        let folder = folder.or_else(commands::terminal::usual_data_dir)?;
        Store::settings_in(&folder).lang
    };
    let of_locale = || sys_locale::get_locale().map(|locale| Lang::of_locale(&locale));
    given()
        .or_else(of_settings)
        .or_else(of_locale)
        .unwrap_or(Lang::En)
}

/// The value of an option, as `--option value` or `--option=value`. The last one counts, so that an
/// alias can be overridden.
fn option_value<'a>(args: &'a [OsString], option: &str) -> Option<&'a OsStr> {
    let mut values = args.iter().enumerate().filter_map(|(place, arg)| {
        if arg == option {
            return args.get(place + 1).map(OsString::as_os_str);
        }
        let value = arg.to_str()?.strip_prefix(option)?.strip_prefix('=')?;
        Some(OsStr::new(value))
    });
    values.next_back()
}
