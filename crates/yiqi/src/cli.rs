//! The table of commands and flags, from which help, completions and the manual are generated.

use clap::{Arg, ArgAction, Command, ValueHint, value_parser};
use clap_complete::Shell;
use yiqi_arena::TournamentFormat;
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
        .value_parser(parse_lang)
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
    let verbose = Arg::new("verbose")
        .long("verbose")
        .short('v')
        .global(true)
        .action(ArgAction::SetTrue)
        .help(say("cli-verbose"));
    localized(
        Command::new("yiqi")
            .version(env!("CARGO_PKG_VERSION"))
            .about(say("cli-about"))
            // `usage::fitted` breaks the lines.
            .term_width(0)
            .after_help(say("cli-default"))
            .disable_help_subcommand(true)
            .subcommand_help_heading(say("cli-commands"))
            .arg(lang)
            .arg(data_dir)
            .arg(color)
            .arg(verbose)
            .subcommand(console(text))
            .subcommand(play(text))
            .subcommand(join(text))
            .subcommand(replay(text))
            .subcommand(serve(text))
            .subcommand(worker(text))
            .subcommand(backup(text))
            .subcommand(migrate(text))
            .subcommand(arena(text))
            .subcommand(analyze(text))
            .subcommand(solve(text))
            .subcommand(engine(text))
            .subcommand(programs(text))
            .subcommand(bench(text))
            .subcommand(perft(text))
            .subcommand(check(text))
            .subcommand(show(text))
            .subcommand(convert(text))
            .subcommand(rules(text))
            .subcommand(Command::new("stats").about(say("cli-stats-about")))
            .subcommand(completions(text))
            .subcommand(Command::new("man").about(say("cli-man-about")))
            .subcommand(help(text))
            .subcommand(Command::new("version").about(say("cli-version"))),
        None,
        text,
    )
}

/// The commands by what they are for, as help and the manual list them.
pub(crate) const GROUPS: [(&str, &[&str]); 5] = [
    ("cli-group-play", &["play", "console", "replay", "join"]),
    (
        "cli-group-files",
        &["show", "convert", "check", "rules", "stats"],
    ),
    (
        "cli-group-engine",
        &[
            "arena", "analyze", "solve", "engine", "programs", "bench", "perft",
        ],
    ),
    (
        "cli-group-server",
        &["serve", "worker", "backup", "migrate"],
    ),
    ("cli-group-help", &["help", "man", "completions", "version"]),
];

/// Examples for a command; those of the program itself have an empty name.
pub(crate) const EXAMPLES: [(&str, &[&str]); 23] = [
    (
        "",
        &[
            "yiqi",
            "yiqi play gomoku --white engine:level=8",
            "yiqi serve --open",
            "yiqi help play",
        ],
    ),
    (
        "play",
        &[
            "yiqi play reversi --white engine:level=8",
            "yiqi play gomoku:15:renju --black Ann=human --white Bob=human",
            "yiqi play reversi --black alphabeta:depth=5 --white random --games 10",
            "yiqi play reversi --from game.sgf@b5 --white engine:level=12 --record on.yiqi",
        ],
    ),
    (
        "console",
        &[
            "yiqi console --game reversi:6 --style grid",
            "printf 'd3\\nquit\\n' | yiqi console --names Ann,Bob --game reversi",
        ],
    ),
    ("replay", &["yiqi replay game.sgf"]),
    (
        "join",
        &["yiqi join https://play.example.org/t/k3v9qz7m2x#invite --name Ann"],
    ),
    (
        "show",
        &["yiqi show game.sgf", "yiqi show games.wtb --nth 3 --at w7"],
    ),
    (
        "convert",
        &[
            "yiqi convert games.wtb games.yiqi",
            "yiqi convert game.sgf - --to transcript",
        ],
    ),
    (
        "check",
        &[
            "yiqi check reversi --moves f5d6c3 d3 a1",
            "yiqi check gomoku:15:renju --moves \"h8 a1 i8 a3 j9 a5 j10 a7\" j8",
        ],
    ),
    (
        "rules",
        &["yiqi rules gomoku", "yiqi rules gomoku:15:renju"],
    ),
    (
        "arena",
        &[
            "yiqi arena --game reversi --player A=engine:level=6 --player B=alphabeta:depth=4 --games 100 --out match",
            "yiqi arena --resume match",
            "yiqi arena --game gomoku --player New=engine:nodes=20000 --player Old=engine:nodes=10000 --sprt 0,10",
            "yiqi arena tournament.toml --concurrency 4 --json",
            "yiqi arena tournament.toml --bus nats://localhost --out match",
        ],
    ),
    (
        "arena ladder",
        &[
            "yiqi arena ladder --game reversi --from 1 --to 6 --games 40 --anchor random --out ladder",
        ],
    ),
    (
        "arena openings",
        &["yiqi arena openings --game gomoku:19 --count 50 --nodes 20000 > gomoku19.txt"],
    ),
    ("arena report", &["yiqi arena report match"]),
    (
        "arena correct",
        &["yiqi arena correct match 12 draw --reason \"power cut\""],
    ),
    (
        "analyze",
        &[
            "yiqi analyze reversi --moves f5d6c3 --time 2s --multi 3",
            "yiqi analyze game.sgf --level 12 --plot game.svg",
            "yiqi analyze games/ --depth 14 --bus nats://localhost --json",
        ],
    ),
    ("solve", &["yiqi solve ffo-40-59.obf --threads 4"]),
    (
        "engine",
        &[
            "yiqi engine gtp --level 12",
            "yiqi engine gomocup",
            "yiqi engine check --protocol gomocup ./pbrain-mine",
        ],
    ),
    (
        "programs",
        &[
            "yiqi programs add Mine gomocup,memory=350 ./pbrain-mine",
            "yiqi play gomoku --black Mine --white engine:level=8",
        ],
    ),
    (
        "perft",
        &["yiqi perft reversi 9", "yiqi perft gomoku:15 3 --threads 4"],
    ),
    (
        "serve",
        &[
            "yiqi serve --open",
            "yiqi serve --listen 0.0.0.0:7272 --config yiqi.toml",
        ],
    ),
    (
        "worker",
        &[
            "yiqi worker --bus nats://play.example.org --token-file token.txt",
            "yiqi worker --bus nats://localhost --threads 4 --memory 512",
        ],
    ),
    ("backup", &["yiqi backup yiqi-backup.db"]),
    (
        "migrate",
        &["yiqi migrate club.db postgres://club@localhost/club"],
    ),
];

/// The numbers that a flag or argument accepts, by the name under which errors report it.
const NUMBERS: [(&str, u64, u64); 10] = [
    ("--games <N>", 1, u32::MAX as u64),
    ("--nth <N>", 1, u32::MAX as u64),
    ("--multi <K>", 1, 60),
    ("--level <N>", 1, EngineOptions::LEVEL_MAX as u64),
    ("--depth <N>", 1, EngineOptions::DEPTH_MAX as u64),
    ("--nodes <N>", 1, i64::MAX as u64),
    ("--threads <N>", 1, EngineOptions::THREADS_MAX as u64),
    ("--hash <MIB>", 1, EngineOptions::HASH_MAX as u64),
    ("--memory <MIB>", 1, EngineOptions::HASH_MAX as u64),
    ("<DEPTH>", 0, PERFT_DEPTH_MAX as u64),
];

/// Deeper counts would take longer than anybody waits.
const PERFT_DEPTH_MAX: u32 = 30;

/// The range of a number, by the name under which errors report it; no upper bound if it is only
/// that of the type.
pub(crate) fn range(argument: &str) -> Option<(u64, Option<u64>)> {
    let &(_, min, max) = NUMBERS.iter().find(|(name, ..)| *name == argument)?;
    Some((min, (max < u64::from(u32::MAX)).then_some(max)))
}

/// Accepts every tag of a language that we have, such as `zh-CN`.
fn parse_lang(tag: &str) -> Result<String, std::fmt::Error> {
    Lang::asked(tag)
        .map(|lang| lang.tag().to_owned())
        .ok_or(std::fmt::Error)
}

fn help(text: &Text) -> Command {
    Command::new("help").about(text.say("cli-help-about")).arg(
        Arg::new("command")
            .value_name("COMMAND")
            .help(text.say("cli-help-command")),
    )
}

fn force_arg(text: &Text) -> Arg {
    Arg::new("force")
        .long("force")
        .action(ArgAction::SetTrue)
        .help(text.say("cli-force"))
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
            Arg::new("programs")
                .long("programs")
                .action(ArgAction::SetTrue)
                .help(text.say("cli-serve-programs")),
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

fn worker(text: &Text) -> Command {
    let most = EngineOptions::HASH_MAX as i64;
    Command::new("worker")
        .about(text.say("cli-worker-about"))
        .args(bus_args(text))
        .mut_arg("bus", |arg| arg.required(true))
        .arg(threads_arg(text).help(text.say("cli-worker-threads")))
        .arg(
            Arg::new("memory")
                .long("memory")
                .value_name("MIB")
                .value_parser(value_parser!(u32).range(1..=most))
                .help(text.say("cli-worker-memory")),
        )
        .arg(
            Arg::new("name")
                .long("name")
                .value_name("NAME")
                .help(text.say("cli-worker-name")),
        )
}

/// The bus with its workers.
fn bus_args(text: &Text) -> [Arg; 3] {
    [
        Arg::new("bus")
            .long("bus")
            .value_name("URL")
            .help(text.say("cli-bus")),
        Arg::new("token")
            .long("token")
            .value_name("TOKEN")
            .requires("bus")
            .help(text.say("cli-bus-token")),
        file_option("token-file")
            .requires("bus")
            .conflicts_with("token")
            .help(text.say("cli-bus-token-file")),
    ]
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

fn migrate(text: &Text) -> Command {
    let database = |name: &'static str, value: &'static str, help: &str| {
        Arg::new(name)
            .value_name(value)
            .required(true)
            .value_hint(ValueHint::FilePath)
            .help(text.say(help))
    };
    Command::new("migrate")
        .about(text.say("cli-migrate-about"))
        .arg(database("from", "FROM", "cli-migrate-from"))
        .arg(database("to", "TO", "cli-migrate-to"))
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
        .arg(
            Arg::new("seed")
                .long("seed")
                .value_name("N")
                .value_parser(value_parser!(u64))
                .help(text.say("cli-play-seed")),
        )
        .arg(force_arg(text))
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
                .value_name("FILE|DIR|SPEC")
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
        .arg(
            Arg::new("all")
                .long("all")
                .action(ArgAction::SetTrue)
                .conflicts_with_all(["nth", "moves", "plot"])
                .help(text.say("cli-analyze-all")),
        )
        .args(bus_args(text))
        .mut_arg("bus", |arg| {
            arg.conflicts_with_all(["moves", "plot", "threads"])
                .help(text.say("cli-analyze-bus"))
        })
        .arg(format_arg("from").help(text.say("cli-from")))
        .arg(game_arg(text))
        .arg(
            Arg::new("find-win")
                .long("find-win")
                .action(ArgAction::SetTrue)
                .conflicts_with_all(["plot", "multi", "threads", "hash", "level", "all", "bus"])
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
        .arg(force_arg(text))
}

fn arena(text: &Text) -> Command {
    let option = |name: &'static str, value: &'static str, key: &str| {
        Arg::new(name)
            .long(name)
            .value_name(value)
            .help(text.say(key))
    };
    let folder = |arg: Arg| {
        arg.value_hint(ValueHint::DirPath)
            .value_parser(value_parser!(std::path::PathBuf))
    };
    let name_of_folder =
        || folder(Arg::new("dir").value_name("DIR").required(true)).help(text.say("arena-cli-dir"));
    let settings = [
        option("game", "SPEC", "arena-cli-game"),
        option("player", "NAME=PLAYER", "arena-cli-player").action(ArgAction::Append),
        option("format", "FORMAT", "arena-cli-format")
            .value_parser(TournamentFormat::ALL.map(TournamentFormat::name))
            .hide_possible_values(true),
        option("games", "N", "arena-cli-games"),
        option("rounds", "N", "arena-cli-rounds"),
        option("tc", "TC", "arena-cli-tc"),
        Arg::new("cpu-time")
            .long("cpu-time")
            .action(ArgAction::SetTrue)
            .help(text.say("arena-cli-cpu-time")),
        option("openings", "FILE", "arena-cli-openings").value_hint(ValueHint::FilePath),
        option("adjudicate", "RULES", "arena-cli-adjudicate"),
        option("sprt", "E0,E1", "arena-cli-sprt").allow_hyphen_values(true),
        option("seed", "N", "arena-cli-seed"),
        option("concurrency", "N", "arena-cli-concurrency"),
        folder(option("out", "DIR", "arena-cli-out")),
    ];
    let ladder = Command::new("ladder")
        .about(text.say("arena-cli-ladder-about"))
        .arg(option("game", "SPEC", "arena-cli-game").required(true))
        .arg(option("from", "N", "arena-cli-ladder-from").default_value("1"))
        .arg(option("to", "N", "arena-cli-ladder-to").default_value("20"))
        .arg(option("anchor", "NAME=PLAYER", "arena-cli-ladder-anchor").action(ArgAction::Append))
        .args(settings.iter().filter(|arg| {
            let id = arg.get_id().as_str();
            [
                "games",
                "openings",
                "adjudicate",
                "seed",
                "concurrency",
                "out",
            ]
            .contains(&id)
        }))
        .args(bus_args(text))
        .mut_arg("bus", |arg| arg.help(text.say("arena-cli-bus")))
        .arg(json_arg(text));
    let openings = Command::new("openings")
        .about(text.say("arena-cli-openings-about"))
        .arg(option("game", "SPEC", "arena-cli-game").required(true))
        .arg(option("count", "N", "arena-cli-openings-count").default_value("50"))
        .arg(option("nodes", "N", "arena-cli-openings-nodes").default_value("20000"))
        .arg(time_arg(text).help(text.say("arena-cli-openings-time")))
        .arg(option("seed", "N", "arena-cli-seed").default_value("1"));
    let report = Command::new("report")
        .about(text.say("arena-cli-report-about"))
        .arg(name_of_folder())
        .arg(json_arg(text));
    let correct = Command::new("correct")
        .about(text.say("arena-cli-correct-about"))
        .arg(name_of_folder())
        .arg(
            Arg::new("number")
                .value_name("GAME")
                .required(true)
                .value_parser(value_parser!(u32).range(1..))
                .help(text.say("arena-cli-correct-game")),
        )
        .arg(
            Arg::new("result")
                .value_name("RESULT")
                .required(true)
                .help(text.say("arena-cli-correct-result")),
        )
        .arg(option("reason", "TEXT", "arena-cli-correct-reason").required(true));
    let given = settings.iter().map(|arg| arg.get_id().clone());
    let given: Vec<clap::Id> = given.filter(|id| *id != "concurrency").collect();
    Command::new("arena")
        .about(text.say("arena-cli-about"))
        .subcommand_help_heading(text.say("cli-commands"))
        .disable_help_subcommand(true)
        .args_conflicts_with_subcommands(true)
        .arg(
            file_arg("file", "FILE.toml")
                .required(false)
                .help(text.say("arena-cli-file")),
        )
        .args(settings)
        .args(bus_args(text))
        .mut_arg("bus", |arg| arg.help(text.say("arena-cli-bus")))
        .arg(
            folder(option("resume", "DIR", "arena-cli-resume"))
                .conflicts_with_all(given)
                .conflicts_with("file"),
        )
        .arg(json_arg(text))
        .subcommand(ladder)
        .subcommand(openings)
        .subcommand(report)
        .subcommand(correct)
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
                .value_parser(
                    Protocol::ALL
                        .map(Protocol::name)
                        .into_iter()
                        .chain(["check"])
                        .collect::<Vec<_>>(),
                )
                .hide_possible_values(true)
                .help(text.say("cli-engine-protocol")),
        )
        .arg(
            Arg::new("check-protocol")
                .long("protocol")
                .value_name("P")
                .help(text.say("cli-engine-check-protocol")),
        )
        .arg(command_arg().help(text.say("cli-engine-check-command")))
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

/// A command with its own arguments, which are not ours.
fn command_arg() -> Arg {
    Arg::new("command")
        .value_name("COMMAND")
        .num_args(0..)
        .trailing_var_arg(true)
        .allow_hyphen_values(true)
        .value_hint(ValueHint::CommandWithArguments)
}

fn programs(text: &Text) -> Command {
    Command::new("programs")
        .about(text.say("cli-programs-about"))
        .arg(
            Arg::new("action")
                .value_name("ACTION")
                .default_value("list")
                .hide_default_value(true)
                .value_parser(["list", "add", "remove"])
                .hide_possible_values(true)
                .help(text.say("cli-programs-action")),
        )
        .arg(
            Arg::new("name")
                .value_name("NAME")
                .help(text.say("cli-programs-name")),
        )
        .arg(
            Arg::new("protocol")
                .value_name("PROTOCOL")
                .help(text.say("cli-programs-protocol")),
        )
        .arg(command_arg().help(text.say("cli-programs-command")))
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
                .value_parser(value_parser!(u32).range(..=i64::from(PERFT_DEPTH_MAX)))
                .help(text.say("cli-perft-depth")),
        )
        .arg(threads_arg(text).help(text.say("cli-perft-threads")))
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
        .arg(
            format_arg("to")
                .value_parser(writable_formats())
                .help(text.say("cli-convert-to")),
        )
        .arg(game_arg(text))
        .arg(force_arg(text))
}

fn rules(text: &Text) -> Command {
    Command::new("rules")
        .about(text.say("cli-rules-about"))
        .arg(
            Arg::new("game")
                .value_name("GAME")
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

/// The formats that can be written.
fn writable_formats() -> Vec<&'static str> {
    let writable = Format::ALL
        .into_iter()
        .filter(|format| format.is_writable());
    writable.map(Format::name).collect()
}

/// The arguments that every command has.
const COMMON: [&str; 6] = ["lang", "data-dir", "color", "verbose", "help", "version"];

/// The help of the program itself: its commands in groups, then the common options.
fn top_help(command: &Command, text: &Text) -> String {
    let mut sections: Vec<(String, Vec<(String, String)>)> = Vec::new();
    for (title, names) in GROUPS {
        let about = |name: &&str| {
            let sub = command.find_subcommand(name);
            let about = sub.and_then(Command::get_about).map(ToString::to_string);
            ((*name).to_owned(), about.unwrap_or_default())
        };
        sections.push((text.say(title), names.iter().map(about).collect()));
    }
    let options = command.get_arguments().map(|arg| {
        let short = arg
            .get_short()
            .map_or("    ".to_owned(), |c| format!("-{c}, "));
        let long = arg.get_long().unwrap_or_default();
        let value = match arg.get_value_names() {
            Some([name, ..]) => format!(" <{name}>"),
            _ => String::new(),
        };
        let help = arg.get_help().map(ToString::to_string);
        (format!("{short}--{long}{value}"), help.unwrap_or_default())
    });
    sections.push((text.say("cli-common"), options.collect()));
    let width = sections
        .iter()
        .flat_map(|(_, rows)| rows)
        .map(|(left, _)| left.len())
        .max()
        .unwrap_or(0);
    let mut out = String::new();
    for (title, rows) in sections {
        out.push_str(&format!("{title}:\n"));
        for (left, right) in rows {
            out.push_str(&format!("  {left:width$}  {right}\n"));
        }
        out.push('\n');
    }
    out.trim_end().to_owned()
}

/// The examples of a command under their heading.
fn examples(name: &str, text: &Text) -> String {
    let Some((_, lines)) = EXAMPLES.iter().find(|(command, _)| *command == name) else {
        return String::new();
    };
    let lines: Vec<String> = lines.iter().map(|line| format!("  {line}")).collect();
    format!("{}:\n{}", text.say("cli-examples"), lines.join("\n"))
}

/// Translates what clap would say in English: headings and the flags it adds.
/// `parent` is the command that it belongs to; that of the program's own commands is empty.
fn localized(command: Command, parent: Option<&str>, text: &Text) -> Command {
    let names: Vec<String> = command
        .get_subcommands()
        .map(|sub| sub.get_name().to_owned())
        .collect();
    let is_top = parent.is_none();
    let path = match (parent, command.get_name()) {
        (None, _) => String::new(),
        (Some(""), name) => name.to_owned(),
        (Some(parent), name) => format!("{parent} {name}"),
    };
    let mut after = vec![examples(&path, text)];
    after.extend(command.get_after_help().map(ToString::to_string));
    after.retain(|part| !part.is_empty());
    let mut command = command
        .after_help(after.join("\n\n"))
        .disable_help_flag(true)
        .arg(
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
        command = command.mut_subcommand(name, |sub| localized(sub, Some(&path), text));
    }
    let arguments = match is_top {
        true => top_help(&command, text),
        false => "{all-args}".to_owned(),
    };
    command = command.help_template(format!(
        "{{before-help}}{{about-with-newline}}\n{}: {{usage}}\n\n{arguments}{{after-help}}",
        text.say("cli-usage")
    ));
    let mut order = 0;
    command.mut_args(|arg| {
        order += 1;
        let heading = if COMMON.contains(&arg.get_id().as_str()) {
            "cli-common"
        } else if arg.is_positional() {
            "cli-arguments"
        } else {
            "cli-options"
        };
        arg.help_heading(text.say(heading)).display_order(order)
    })
}
