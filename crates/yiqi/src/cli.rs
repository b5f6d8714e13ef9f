//! The table of commands and flags, from which help, completions and the manual are generated.

use clap::{Arg, ArgAction, Command, ValueHint, value_parser};
use clap_complete::Shell;
use yiqi_desk::BoardStyle;
use yiqi_players::EngineOptions;
use yiqi_players::protocol::Protocol;
use yiqi_record::Format;
use yiqi_text::{Lang, Text};

/// All commands, with their help in the language of `text`.
pub(crate) fn command(text: &Text) -> Command {
    let say = |key: &str| text.say(key);
    let lang = Arg::new("lang")
        .long("lang")
        .value_name("LANG")
        .global(true)
        .value_parser(Lang::ALL.map(Lang::tag))
        .hide_possible_values(true)
        .help(say("cli-lang"));
    let data_dir = Arg::new("data-dir")
        .long("data-dir")
        .value_name("DIR")
        .global(true)
        .value_hint(ValueHint::DirPath)
        .value_parser(value_parser!(std::path::PathBuf))
        .help(say("cli-data-dir"));
    let color = Arg::new("color")
        .long("color")
        .value_name("WHEN")
        .global(true)
        .default_value("auto")
        .hide_default_value(true)
        .value_parser(["auto", "always", "never"])
        .hide_possible_values(true)
        .help(say("cli-color"));
    localized(
        Command::new("yiqi")
            .version(env!("CARGO_PKG_VERSION"))
            .about(say("cli-about"))
            .after_help(say("cli-default"))
            .disable_help_subcommand(true)
            .subcommand_help_heading(say("cli-commands"))
            .arg(lang)
            .arg(data_dir)
            .arg(color)
            .subcommand(console(text))
            .subcommand(play(text))
            .subcommand(join(text))
            .subcommand(replay(text))
            .subcommand(serve(text))
            .subcommand(backup(text))
            .subcommand(analyze(text))
            .subcommand(solve(text))
            .subcommand(engine(text))
            .subcommand(bench(text))
            .subcommand(perft(text))
            .subcommand(check(text))
            .subcommand(show(text))
            .subcommand(convert(text))
            .subcommand(rules(text))
            .subcommand(completions(text))
            .subcommand(Command::new("man").about(say("cli-man-about"))),
        text,
    )
}

fn console(text: &Text) -> Command {
    Command::new("console")
        .about(text.say("cli-console-about"))
        .arg(
            Arg::new("names")
                .long("names")
                .value_name("A,B")
                .help(text.say("cli-console-names")),
        )
        .arg(
            Arg::new("game")
                .long("game")
                .value_name("SPEC")
                .action(ArgAction::Append)
                .help(text.say("cli-console-game")),
        )
        .arg(
            Arg::new("style")
                .long("style")
                .value_name("STYLE")
                .value_parser(BoardStyle::ALL.map(BoardStyle::name))
                .hide_possible_values(true)
                .help(text.say("cli-console-style")),
        )
        .arg(
            Arg::new("swap-glyphs")
                .long("swap-glyphs")
                .action(ArgAction::SetTrue)
                .help(text.say("cli-console-swap")),
        )
        .arg(
            Arg::new("no-clear")
                .long("no-clear")
                .action(ArgAction::SetTrue)
                .help(text.say("cli-console-keep")),
        )
}

fn serve(text: &Text) -> Command {
    Command::new("serve")
        .about(text.say("cli-serve-about"))
        .arg(
            Arg::new("listen")
                .long("listen")
                .value_name("ADDR")
                .help(text.say("cli-serve-listen")),
        )
        .arg(db_arg(text))
        .arg(
            Arg::new("bus")
                .long("bus")
                .value_name("URL")
                .help(text.say("cli-serve-bus")),
        )
        .arg(config_arg(text))
        .arg(file_option("tls-cert").help(text.say("cli-serve-tls-cert")))
        .arg(file_option("tls-key").help(text.say("cli-serve-tls-key")))
        .arg(
            Arg::new("open")
                .long("open")
                .action(ArgAction::SetTrue)
                .help(text.say("cli-serve-open")),
        )
        .arg(
            Arg::new("accept-clock")
                .long("accept-clock")
                .action(ArgAction::SetTrue)
                .help(text.say("cli-serve-accept-clock")),
        )
        .arg(
            Arg::new("check")
                .long("check")
                .action(ArgAction::SetTrue)
                .conflicts_with("open")
                .help(text.say("cli-serve-check")),
        )
}

fn backup(text: &Text) -> Command {
    Command::new("backup")
        .about(text.say("cli-backup-about"))
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .required(true)
                .value_hint(ValueHint::FilePath)
                .value_parser(value_parser!(std::path::PathBuf))
                .help(text.say("cli-backup-file")),
        )
        .arg(db_arg(text))
        .arg(config_arg(text))
}

fn db_arg(text: &Text) -> Arg {
    Arg::new("db")
        .long("db")
        .value_name("URL")
        .help(text.say("cli-serve-db"))
}

fn config_arg(text: &Text) -> Arg {
    file_option("config").help(text.say("cli-serve-config"))
}

/// An option that names a file.
fn file_option(name: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name("FILE")
        .value_hint(ValueHint::FilePath)
        .value_parser(value_parser!(std::path::PathBuf))
}

fn play(text: &Text) -> Command {
    let player = |id: &'static str| {
        Arg::new(id)
            .long(id)
            .value_name("PLAYER")
            .default_value("human")
            .help(text.say("cli-play-player"))
    };
    Command::new("play")
        .about(text.say("cli-play-about"))
        .arg(spec_arg(text).required(true))
        .arg(player("black"))
        .arg(player("white"))
        .arg(
            Arg::new("from")
                .long("from")
                .value_name("FILE[@PLY]")
                .help(text.say("cli-play-from")),
        )
        .arg(
            Arg::new("record")
                .long("record")
                .value_name("FILE")
                .value_hint(ValueHint::FilePath)
                .value_parser(value_parser!(std::path::PathBuf))
                .help(text.say("cli-play-record")),
        )
        .arg(
            Arg::new("games")
                .long("games")
                .value_name("N")
                .default_value("1")
                .value_parser(value_parser!(u32).range(1..))
                .help(text.say("cli-play-games")),
        )
}

fn join(text: &Text) -> Command {
    Command::new("join")
        .about(text.say("net-cli-about"))
        .arg(
            Arg::new("url")
                .value_name("URL")
                .required(true)
                .value_hint(ValueHint::Url)
                .help(text.say("net-cli-url")),
        )
        .arg(
            Arg::new("name")
                .long("name")
                .value_name("NAME")
                .help(text.say("net-cli-name")),
        )
        .arg(file_option("tls-ca").help(text.say("net-cli-tls-ca")))
}

fn replay(text: &Text) -> Command {
    Command::new("replay")
        .about(text.say("cli-replay-about"))
        .arg(file_arg("file", "FILE").help(text.say("cli-show-file")))
        .arg(at_arg(text))
        .arg(nth_arg(text))
        .arg(format_arg("from").help(text.say("cli-from")))
        .arg(game_arg(text))
}

/// A position of a game.
fn at_arg(text: &Text) -> Arg {
    Arg::new("at")
        .long("at")
        .value_name("PLY")
        .help(text.say("cli-show-at"))
}

/// A game of a file.
fn nth_arg(text: &Text) -> Arg {
    Arg::new("nth")
        .long("nth")
        .value_name("N")
        .value_parser(value_parser!(u32).range(1..))
        .help(text.say("cli-show-nth"))
}

fn analyze(text: &Text) -> Command {
    Command::new("analyze")
        .about(text.say("cli-analyze-about"))
        .arg(
            Arg::new("what")
                .value_name("FILE|SPEC")
                .required(true)
                .value_hint(ValueHint::FilePath)
                .help(text.say("cli-analyze-what")),
        )
        .arg(
            Arg::new("moves")
                .long("moves")
                .value_name("LIST")
                .help(text.say("cli-analyze-moves")),
        )
        .arg(level_arg(text))
        .arg(time_arg(text))
        .arg(depth_arg(text))
        .arg(
            Arg::new("multi")
                .long("multi")
                .value_name("K")
                .default_value("1")
                .value_parser(value_parser!(u8).range(1..=60))
                .help(text.say("cli-analyze-multi")),
        )
        .arg(threads_arg(text))
        .arg(hash_arg(text))
        .arg(nth_arg(text))
        .arg(format_arg("from").help(text.say("cli-from")))
        .arg(game_arg(text))
        .arg(
            Arg::new("find-win")
                .long("find-win")
                .action(ArgAction::SetTrue)
                .conflicts_with_all(["plot", "multi", "threads", "hash", "level"])
                .help(text.say("cli-analyze-find-win")),
        )
        .arg(json_arg(text))
        .arg(
            Arg::new("plot")
                .long("plot")
                .value_name("FILE.svg|png")
                .value_hint(ValueHint::FilePath)
                .value_parser(value_parser!(std::path::PathBuf))
                .help(text.say("cli-analyze-plot")),
        )
}

fn solve(text: &Text) -> Command {
    Command::new("solve")
        .about(text.say("cli-solve-about"))
        .arg(
            file_arg("files", "FILE.obf")
                .num_args(1..)
                .help(text.say("cli-solve-files")),
        )
        .arg(
            Arg::new("outcome")
                .long("outcome")
                .action(ArgAction::SetTrue)
                .help(text.say("cli-solve-outcome")),
        )
        .arg(threads_arg(text))
        .arg(hash_arg(text))
        .arg(json_arg(text))
}

fn engine(text: &Text) -> Command {
    Command::new("engine")
        .about(text.say("cli-engine-about"))
        .arg(
            Arg::new("protocol")
                .value_name("PROTOCOL")
                .required(true)
                .value_parser(Protocol::ALL.map(Protocol::name))
                .hide_possible_values(true)
                .help(text.say("cli-engine-protocol")),
        )
        .arg(
            Arg::new("game")
                .long("game")
                .value_name("SPEC")
                .help(text.say("cli-engine-game")),
        )
        .arg(level_arg(text))
        .arg(time_arg(text))
        .arg(depth_arg(text))
        .arg(
            Arg::new("nodes")
                .long("nodes")
                .value_name("N")
                .value_parser(value_parser!(u64).range(1..))
                .help(text.say("cli-nodes")),
        )
        .arg(threads_arg(text))
        .arg(hash_arg(text))
}

fn bench(text: &Text) -> Command {
    Command::new("bench").about(text.say("cli-bench-about"))
}

fn level_arg(text: &Text) -> Arg {
    let most = i64::from(EngineOptions::LEVEL_MAX);
    Arg::new("level")
        .long("level")
        .value_name("N")
        .value_parser(value_parser!(u8).range(1..=most))
        .help(text.say("cli-level"))
}

fn time_arg(text: &Text) -> Arg {
    Arg::new("time")
        .long("time")
        .value_name("DUR")
        .help(text.say("cli-time"))
}

fn depth_arg(text: &Text) -> Arg {
    let most = i64::from(EngineOptions::DEPTH_MAX);
    Arg::new("depth")
        .long("depth")
        .value_name("N")
        .value_parser(value_parser!(u8).range(1..=most))
        .help(text.say("cli-depth"))
}

fn threads_arg(text: &Text) -> Arg {
    let most = EngineOptions::THREADS_MAX as i64;
    Arg::new("threads")
        .long("threads")
        .value_name("N")
        .value_parser(value_parser!(u16).range(1..=most))
        .help(text.say("cli-threads"))
}

fn hash_arg(text: &Text) -> Arg {
    let most = EngineOptions::HASH_MAX as i64;
    Arg::new("hash")
        .long("hash")
        .value_name("MIB")
        .value_parser(value_parser!(u32).range(1..=most))
        .help(text.say("cli-hash"))
}

fn json_arg(text: &Text) -> Arg {
    Arg::new("json")
        .long("json")
        .action(ArgAction::SetTrue)
        .help(text.say("cli-json"))
}

fn perft(text: &Text) -> Command {
    Command::new("perft")
        .about(text.say("cli-perft-about"))
        .arg(spec_arg(text).required(true))
        .arg(
            Arg::new("depth")
                .value_name("DEPTH")
                .required(true)
                .value_parser(value_parser!(u32))
                .help(text.say("cli-perft-depth")),
        )
        .arg(
            Arg::new("threads")
                .long("threads")
                .value_name("N")
                .default_value("1")
                .value_parser(value_parser!(u16).range(1..=1024))
                .help(text.say("cli-perft-threads")),
        )
}

fn check(text: &Text) -> Command {
    Command::new("check")
        .about(text.say("cli-check-about"))
        .arg(spec_arg(text).required_unless_present("batch"))
        .arg(
            Arg::new("points")
                .value_name("POINT")
                .num_args(1..)
                .required_unless_present("batch")
                .help(text.say("cli-check-points")),
        )
        .arg(
            Arg::new("moves")
                .long("moves")
                .value_name("LIST")
                .default_value("")
                .hide_default_value(true)
                .help(text.say("cli-check-moves")),
        )
        .arg(
            Arg::new("batch")
                .long("batch")
                .value_name("FILE")
                .value_hint(ValueHint::FilePath)
                .conflicts_with_all(["spec", "points", "moves"])
                .help(text.say("cli-check-batch")),
        )
}

fn show(text: &Text) -> Command {
    Command::new("show")
        .about(text.say("cli-show-about"))
        .arg(file_arg("file", "FILE").help(text.say("cli-show-file")))
        .arg(at_arg(text))
        .arg(nth_arg(text))
        .arg(format_arg("from").help(text.say("cli-from")))
        .arg(game_arg(text))
        .arg(
            Arg::new("picture")
                .long("picture")
                .value_name("FILE")
                .value_parser(value_parser!(std::path::PathBuf))
                .value_hint(ValueHint::FilePath)
                .help(text.say("cli-show-picture")),
        )
        .arg(
            Arg::new("force")
                .long("force")
                .action(ArgAction::SetTrue)
                .help(text.say("cli-show-force")),
        )
}

fn convert(text: &Text) -> Command {
    Command::new("convert")
        .about(text.say("cli-convert-about"))
        .arg(file_arg("in", "IN").help(text.say("cli-convert-in")))
        .arg(file_arg("out", "OUT").help(text.say("cli-convert-out")))
        .arg(format_arg("from").help(text.say("cli-from")))
        .arg(format_arg("to").help(text.say("cli-convert-to")))
        .arg(game_arg(text))
}

fn rules(text: &Text) -> Command {
    Command::new("rules")
        .about(text.say("cli-rules-about"))
        .arg(
            Arg::new("game")
                .value_name("GAME")
                .required(true)
                .help(text.say("cli-rules-game")),
        )
}

fn completions(text: &Text) -> Command {
    Command::new("completions")
        .about(text.say("cli-completions-about"))
        .arg(
            Arg::new("shell")
                .value_name("SHELL")
                .required(true)
                .value_parser(value_parser!(Shell))
                .help(text.say("cli-completions-shell")),
        )
}

fn spec_arg(text: &Text) -> Arg {
    Arg::new("spec")
        .value_name("SPEC")
        .help(text.say("cli-spec"))
}

fn game_arg(text: &Text) -> Arg {
    Arg::new("game")
        .long("game")
        .value_name("SPEC")
        .help(text.say("cli-game"))
}

fn file_arg(id: &'static str, name: &'static str) -> Arg {
    Arg::new(id)
        .value_name(name)
        .required(true)
        .value_hint(ValueHint::FilePath)
        .value_parser(value_parser!(std::path::PathBuf))
}

fn format_arg(id: &'static str) -> Arg {
    Arg::new(id)
        .long(id)
        .value_name("FMT")
        .value_parser(Format::ALL.map(Format::name))
}

/// Translates what clap would say in English: headings and the flags it adds.
fn localized(command: Command, text: &Text) -> Command {
    let template = format!(
        "{{before-help}}{{about-with-newline}}\n{}: {{usage}}\n\n{{all-args}}{{after-help}}",
        text.say("cli-usage")
    );
    let names: Vec<String> = command
        .get_subcommands()
        .map(|sub| sub.get_name().to_owned())
        .collect();
    let is_top = !names.is_empty();
    let mut command = command.help_template(template).disable_help_flag(true).arg(
        Arg::new("help")
            .long("help")
            .short('h')
            .action(ArgAction::Help)
            .help(text.say("cli-help")),
    );
    if is_top {
        command = command.disable_version_flag(true).arg(
            Arg::new("version")
                .long("version")
                .short('V')
                .action(ArgAction::Version)
                .help(text.say("cli-version")),
        );
    }
    for name in names {
        command = command.mut_subcommand(name, |sub| localized(sub, text));
    }
    let mut order = 0;
    command.mut_args(|arg| {
        order += 1;
        let heading = if arg.is_positional() {
            "cli-arguments"
        } else {
            "cli-options"
        };
        arg.help_heading(text.say(heading)).display_order(order)
    })
}
