//! `yiqi`, `yiqi console`, `yiqi replay`, `yiqi join`, and `yiqi play` with a human: the faces in
//! the terminal.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use yiqi_client::{Identity, Options, TableAddress, Trust};
use yiqi_desk::{BoardStyle, Desk, NewGame, OpenGame, PlyRef, Store};
use yiqi_record::BySeat;
use yiqi_rules::GameSpec;
use yiqi_text::{Args, Text, words};
use yiqi_tui::{Network, words as table_words};

use super::play::{Match, result_line};
use super::show::parse_at;
use super::{format_option, parse_spec, spec_option};
use crate::failure::Failure;
use crate::files::{file_failure, is_standard, read_records};

/// Whether both standard input and output are a terminal.
fn is_terminal() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

/// Starts the full-screen app in a terminal, the console elsewhere; with this game, if there is one.
pub(crate) fn start(args: &ArgMatches, game: Option<GameSpec>, text: Text) -> Result<(), Failure> {
    if is_terminal() {
        let mut desk = open_desk(args, &text)?;
        desk.recover();
        let mut start = yiqi_tui::Start::Menu;
        if let Some(spec) = game {
            // What the command line does not name is as usual: nobody meets a clock or an opponent of
            // another game here.
            desk.start(&NewGame::of_spec(spec)).map_err(|error| {
                Failure::work(yiqi_desk::words::desk_error(&text, spec, &error))
            })?;
            start = yiqi_tui::Start::Game;
        }
        let network = Network::new(desk.store());
        let options = yiqi_tui::AppOptions {
            recovers: true,
            ..options(args, start)
        };
        full_screen_with(desk, network, text, options)
    } else {
        let mut options = yiqi_console::ConsoleOptions::default();
        if let Some(spec) = game {
            options.games = vec![spec];
            // A pipe begins with moves.
            options.names = Some(BySeat::default());
        }
        run_console(args, &text, options)
    }
}

/// Opens a game file: in a terminal to replay it, elsewhere to print it.
pub(crate) fn command_for_files() -> &'static str {
    match is_terminal() {
        true => "replay",
        false => "show",
    }
}

pub(crate) fn console(args: &ArgMatches, text: &Text) -> Result<(), Failure> {
    let games = args
        .get_many::<String>("game")
        .into_iter()
        .flatten()
        .map(|spec| parse_spec(spec, text))
        .collect::<Result<Vec<_>, _>>()?;
    let names = args.get_one::<String>("names").map(|names| {
        let (first, second) = names.split_once(',').unwrap_or((names, ""));
        BySeat {
            first: first.to_owned(),
            second: second.to_owned(),
        }
    });
    let style = args
        .get_one::<String>("style")
        .and_then(|name| BoardStyle::named(name));
    let usual = yiqi_console::ConsoleOptions::default();
    let options = yiqi_console::ConsoleOptions {
        names,
        // A person begins with the usual game, which is the last of these; scripts rely on the first.
        first: match games.is_empty() && is_terminal() {
            true => usual.games.len() - 1,
            false => 0,
        },
        games: if games.is_empty() { usual.games } else { games },
        style,
        swap_glyphs: args.get_flag("swap-glyphs"),
        clear: !args.get_flag("no-clear"),
    };
    run_console(args, text, options)
}

fn run_console(
    args: &ArgMatches,
    text: &Text,
    options: yiqi_console::ConsoleOptions,
) -> Result<(), Failure> {
    let mut desk = open_desk(args, text)?;
    yiqi_console::run(&mut desk, text, options)?;
    Ok(())
}

pub(crate) fn replay(args: &ArgMatches, text: Text) -> Result<(), Failure> {
    let empty = PathBuf::new();
    let path: &Path = args.get_one::<PathBuf>("file").unwrap_or(&empty);
    // A game from standard input leaves the keyboard to the terminal itself.
    let has_keys = std::io::stdin().is_terminal() || is_standard(path);
    if !(has_keys && std::io::stdout().is_terminal()) {
        return Err(Failure::usage(text.say("error-no-terminal")));
    }
    let at = match args.get_one::<String>("at") {
        Some(_) => parse_at(args.get_one::<String>("at"), &text)?,
        None => PlyRef::Ply(0),
    };
    let game = spec_option(args, "game", &text)?;
    let records = read_records(&text, path, format_option(args, "from"), game)?;
    let fail = |problem: String| file_failure(&text, path, problem);
    let nth = args.get_one::<u32>("nth").copied();
    if nth.is_none() && records.len() > 1 {
        let desk = open_desk(args, &text)?;
        let network = Network::new(desk.store());
        let options = yiqi_tui::AppOptions {
            games: records,
            ..options(args, yiqi_tui::Start::Menu)
        };
        return full_screen_with(desk, network, text, options);
    }
    let nth = nth.map_or(1, |nth| nth as usize);
    let record = records.get(nth - 1).ok_or_else(|| {
        let count = Args::new().number("count", records.len());
        fail(text.fill("error-no-such-game", count))
    })?;
    let replay = record
        .replay()
        .map_err(|error| fail(words::check_error(&text, record.header.spec, &error)))?;
    at.ply(replay.plies())
        .map_err(|error| fail(yiqi_desk::words::ply_ref_error(&text, &error)))?;
    let mut desk = open_desk(args, &text)?;
    desk.open_record(record).map_err(|error| {
        fail(yiqi_desk::words::desk_error(
            &text,
            record.header.spec,
            &error,
        ))
    })?;
    let network = Network::new(desk.store());
    full_screen(args, desk, network, text, yiqi_tui::Start::Replay(at))
}

/// Plays a game with a human.
pub(crate) fn play(args: &ArgMatches, what: &Match, text: Text) -> Result<(), Failure> {
    let mut desk = open_desk(args, &text)?;
    let record = what.session().record();
    let index = desk
        .open_record(&record)
        .map_err(|error| Failure::usage(yiqi_desk::words::desk_error(&text, what.spec, &error)))?;
    for seat in yiqi_record::Seat::BOTH {
        // The desk has only this game, so it is the current one.
        let _ = desk.set_player(seat, what.players[seat].clone());
    }
    let _ = desk.switch(index);
    let number = desk.current().map_or(0, OpenGame::number);
    if is_terminal() {
        let network = Network::new(desk.store());
        full_screen(args, desk, network, text, yiqi_tui::Start::Game)
    } else {
        let names = desk.names().clone();
        let options = yiqi_console::ConsoleOptions {
            names: Some(names),
            games: Vec::new(),
            ..yiqi_console::ConsoleOptions::default()
        };
        yiqi_console::run(&mut desk, &text, options)?;
        // The game that was asked for, if it is still open.
        if let Some(game) = desk.games().iter().find(|game| game.number() == number) {
            what.keep(game.record(), &text)?;
            if let Some(result) = game.session().result() {
                writeln!(std::io::stdout(), "{}", result_line(Some(result)))?;
            }
        }
        Ok(())
    }
}

/// Joins a table on a server.
pub(crate) fn join(args: &ArgMatches, text: Text) -> Result<(), Failure> {
    let url = args.get_one::<String>("url").map_or("", String::as_str);
    let address: TableAddress = url
        .parse()
        .map_err(|error| Failure::usage(table_words::address_error(&text, &error)))?;
    let trust = match args.get_one::<PathBuf>("tls-ca") {
        None => Trust::default(),
        Some(file) => {
            let trust = Trust::with_file(file.clone());
            trust.check().map_err(|problem| {
                let server = address.server();
                Failure::usage(table_words::tls_problem(&text, &server, &problem))
            })?;
            trust
        }
    };
    if !is_terminal() {
        return Err(Failure::usage(text.say("net-no-terminal")));
    }
    let mut desk = open_desk(args, &text)?;
    if let Some(name) = args.get_one::<String>("name") {
        let mut settings = desk.settings().clone();
        settings.name.clone_from(name);
        // A name that cannot be stored is still used this time.
        let _ = desk.set_settings(settings);
    }
    let identity = match desk.store() {
        Some(store) => Identity::kept_in(store.network_folder()),
        None => Identity::fleeting(),
    };
    let options = Options {
        lang: text.lang().tag().to_owned(),
        trust: trust.clone(),
        ..Options::default()
    };
    yiqi_client::look(&address, &identity, &options)
        .map_err(|reason| Failure::work(table_words::reason(&text, &address.server(), &reason)))?;
    let network = Network::new(desk.store())
        .trusting(trust)
        .beginning_at(address);
    full_screen(args, desk, network, text, yiqi_tui::Start::Menu)
}

/// The desk with its data folder. If the default folder cannot be used, nothing is saved; a folder
/// that was given explicitly must work.
fn open_desk(args: &ArgMatches, text: &Text) -> Result<Desk, Failure> {
    let asked = args.get_one::<PathBuf>("data-dir").cloned();
    let store = match data_dir(args).map(|folder| Store::open(&folder)) {
        Some(Ok(store)) => Some(store),
        Some(Err(error)) if asked.is_some() => {
            let problem = yiqi_desk::words::store_error(text, &error);
            let args = Args::new().text("problem", problem);
            return Err(Failure::usage(text.fill("error-data-dir", args)));
        }
        Some(Err(_)) | None => None,
    };
    Ok(Desk::new(store, random_seed()))
}

/// The given data folder, or else that of the platform, if it has one.
pub(crate) fn data_dir(args: &ArgMatches) -> Option<PathBuf> {
    let asked = args.get_one::<PathBuf>("data-dir").cloned();
    asked.or_else(usual_data_dir)
}

/// The data folder of the platform, if it has one.
pub(crate) fn usual_data_dir() -> Option<PathBuf> {
    dirs::data_dir().map(|folder| folder.join("yiqi"))
}

/// An unpredictable number.
pub(crate) fn random_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::hash::RandomState::new().build_hasher().finish()
}

fn full_screen(
    args: &ArgMatches,
    desk: Desk,
    network: Network,
    text: Text,
    start: yiqi_tui::Start,
) -> Result<(), Failure> {
    let options = options(args, start);
    full_screen_with(desk, network, text, options)
}

fn full_screen_with(
    desk: Desk,
    network: Network,
    text: Text,
    options: yiqi_tui::AppOptions,
) -> Result<(), Failure> {
    if let Some(parting) = yiqi_tui::run(desk, network, text, options)? {
        writeln!(std::io::stdout(), "{parting}")?;
    }
    Ok(())
}

fn options(args: &ArgMatches, start: yiqi_tui::Start) -> yiqi_tui::AppOptions {
    yiqi_tui::AppOptions {
        color: color_depth(args),
        start,
        ..yiqi_tui::AppOptions::default()
    }
}

/// The number of colors that the terminal advertises.
fn color_depth(args: &ArgMatches) -> yiqi_tui::ColorDepth {
    let variable = |name: &str| std::env::var(name).unwrap_or_default().to_lowercase();
    let when = args
        .get_one::<String>("color")
        .map_or("auto", String::as_str);
    let term = variable("TERM");
    let is_off = match when {
        "always" => false,
        "never" => true,
        _ => !variable("NO_COLOR").is_empty() || term == "dumb",
    };
    if is_off {
        yiqi_tui::ColorDepth::None
    } else if matches!(variable("COLORTERM").as_str(), "truecolor" | "24bit") {
        yiqi_tui::ColorDepth::True
    } else if term.contains("256color") {
        yiqi_tui::ColorDepth::C256
    } else {
        yiqi_tui::ColorDepth::C16
    }
}
