//! `yiqi arena`: tournaments between programs.

mod elsewhere;
mod ladder;
mod live;
mod openings;

use std::io::Write;
use std::path::Path;

use clap::ArgMatches;
use yiqi_arena::report;
use yiqi_arena::{
    Contestant, FileError, FileProblem, GameLimits, GameState, Journal, JournalError, LogEntry,
    LogError, MakerOptions, OpeningLine, OpeningsError, Plan, PlanError, RunEnd, RunOptions,
    SettingError, Settings, Standings, Tournament, VOID,
};
use yiqi_desk::words::parse_player_error;
use yiqi_desk::write_atomically;
use yiqi_players::Stop;
use yiqi_record::{Format, GameResult, Record};
use yiqi_rules::GameSpec;
use yiqi_text::{Args, Text, words};

use self::elsewhere::Workers;
use self::live::Display;
use super::stop_on_signals;
use super::terminal::random_seed;
use crate::failure::Failure;
use crate::files::{file_failure, read_bytes};

/// Games per pairing if nothing else is said.
const GAMES_DEFAULT: u32 = 2;

/// The most games of a sequential test if nothing else is said.
const SPRT_GAMES: u32 = 100_000;

/// Openings made for a game that has none built in.
const QUICK_OPENINGS: usize = 24;

/// Nodes to judge each of them.
const QUICK_NODES: u64 = 2_000;

pub(crate) fn run(args: &ArgMatches, text: &Text) -> Result<(), Failure> {
    match args.subcommand() {
        Some(("ladder", args)) => return ladder::run(args, text),
        Some(("openings", args)) => return openings::run(args, text),
        Some(("report", args)) => return show_report(args, text),
        Some(("correct", args)) => return correct(args, text),
        _ => {}
    }
    let is_json = args.get_flag("json");
    let stop = stop_on_signals();
    let given = read_settings(args, text)?;
    let workers = Workers::connect(args, text)?;
    let concurrency = given
        .concurrency
        .unwrap_or_else(|| usual_concurrency(workers.as_ref()));
    let (journal, tournament) = match args.get_one::<std::path::PathBuf>("resume") {
        Some(folder) => {
            let (journal, tournament) =
                Journal::resume(folder).map_err(|e| journal_failure(text, e))?;
            (Some(journal), tournament)
        }
        None => {
            let out = given.out.clone();
            let plan = plan(given, &stop, text)?;
            let journal = out
                .map(|folder| Journal::create(&folder, &plan))
                .transpose()
                .map_err(|error| journal_failure(text, error))?;
            (journal, Tournament::new(plan))
        }
    };
    let folder = journal.as_ref().map(|journal| journal.folder().to_owned());
    let host = Host {
        concurrency,
        workers: workers.as_ref(),
    };
    let (tournament, end) = play(tournament, journal, host, is_json, &stop, text)?;
    print_result(&tournament, is_json, text)?;
    stopped(end, folder.as_deref(), text)
}

/// Where games are played.
#[derive(Clone, Copy)]
struct Host<'a> {
    /// Games at the same time.
    concurrency: usize,
    /// The workers that play them; without any, they are played here.
    workers: Option<&'a Workers>,
}

/// Plays what is left of a tournament and writes its reports.
fn play(
    mut tournament: Tournament,
    mut journal: Option<Journal>,
    host: Host<'_>,
    is_json: bool,
    stop: &Stop,
    text: &Text,
) -> Result<(Tournament, Option<RunEnd>), Failure> {
    match host.workers {
        None => warn_about_clocks(tournament.plan(), host.concurrency, text),
        Some(workers) => workers.check(tournament.plan(), text)?,
    }
    let folder = journal.as_ref().map(|journal| journal.folder().to_owned());
    let mut display = Display::new(tournament.plan(), stop.clone(), folder.clone(), text);
    let mut output = Ok(());
    let end = yiqi_arena::run(
        &mut tournament,
        journal.as_mut(),
        RunOptions {
            concurrency: host.concurrency,
            stop: stop.clone(),
            elsewhere: host.workers.map(Workers::player),
            is_watched: display.is_live(),
            report: &mut |view| {
                display.show(view);
                if is_json && output.is_ok() {
                    output = print_games(view.tournament, view.ended);
                    if output.is_err() {
                        stop.stop();
                    }
                }
            },
        },
    );
    display.close();
    output?;
    let end = end.map_err(|error| journal_failure(text, error))?;
    drop(journal);
    if let Some(folder) = folder {
        write_reports(&folder, &tournament, text)?;
    }
    Ok((tournament, Some(end)))
}

/// The end of the program: a tournament that was stopped has not done its work. `folder` is where it
/// can be resumed.
fn stopped(end: Option<RunEnd>, folder: Option<&Path>, text: &Text) -> Result<(), Failure> {
    match (end, folder) {
        (Some(RunEnd::Stopped), Some(folder)) => {
            let args = Args::new().text("dir", folder.to_string_lossy());
            Err(Failure::work(text.fill("arena-resume", args)))
        }
        (Some(RunEnd::Stopped), None) => Err(Failure::work(text.say("arena-stopped"))),
        _ => Ok(()),
    }
}

fn print_games(tournament: &Tournament, numbers: &[u32]) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    for &number in numbers {
        let game = tournament.game(number);
        if let Some(game) = game.and_then(|game| report::game_json(tournament, game)) {
            writeln!(out, "{game}")?;
        }
    }
    out.flush()?;
    Ok(())
}

fn print_result(tournament: &Tournament, is_json: bool, text: &Text) -> Result<(), Failure> {
    let standings = Standings::of(tournament);
    let mut out = std::io::stdout().lock();
    if is_json {
        writeln!(out, "{}", report::json(tournament, &standings))?;
    } else {
        write!(out, "{}", report::text(tournament, &standings, text))?;
    }
    out.flush()?;
    Ok(())
}

/// Writes the reports into the folder of the tournament.
fn write_reports(folder: &Path, tournament: &Tournament, text: &Text) -> Result<(), Failure> {
    let standings = Standings::of(tournament);
    let ended: Vec<&GameState> = tournament
        .games()
        .iter()
        .filter(|game| game.ended.is_some())
        .take(report::GAMES_MAX)
        .collect();
    let records = yiqi_arena::read_games(folder, ended.iter().copied())
        .map_err(|error| journal_failure(text, error))?;
    let games: Vec<(&GameState, Record)> = ended.into_iter().zip(records).collect();
    let files = [
        ("report.txt", report::text(tournament, &standings, text)),
        ("report.md", report::markdown(tournament, &standings, text)),
        (
            "report.json",
            format!("{}\n", report::json(tournament, &standings)),
        ),
        (
            "report.html",
            report::html(tournament, &standings, &games, text),
        ),
    ];
    for (name, contents) in files {
        write_file(&folder.join(name), contents.as_bytes(), text)?;
    }
    Ok(())
}

fn write_file(path: &Path, bytes: &[u8], text: &Text) -> Result<(), Failure> {
    write_atomically(path, bytes).map_err(|error| {
        let args = Args::new().text("problem", words::io_error(text, &error));
        Failure {
            status: 1,
            ..file_failure(text, path, text.fill("error-write", args))
        }
    })
}

/// The settings from the flags, and from the file where there is one.
fn read_settings(args: &ArgMatches, text: &Text) -> Result<Settings, Failure> {
    let mut settings = Settings::default();
    for key in Settings::KEYS {
        let flag = key.replace('_', "-");
        match key {
            "cpu_time" => settings.cpu_time = args.get_flag(&flag).then_some(true),
            "out" => settings.out = args.get_one("out").cloned(),
            _ => {
                for value in args.get_many::<String>(&flag).into_iter().flatten() {
                    set(&mut settings, key, value, text)?;
                }
            }
        }
    }
    let Some(path) = args.get_one::<std::path::PathBuf>("file") else {
        return Ok(settings);
    };
    let bytes = read_bytes(text, path)?;
    let fail = |problem| file_failure(text, path, problem);
    let contents = String::from_utf8(bytes).map_err(|_| fail(text.say("problem-not-utf8")))?;
    let mut file =
        Settings::from_toml(&contents).map_err(|error| fail(toml_error(text, &error)))?;
    // A file next to the settings is named as seen from there.
    if let (Some(openings), Some(folder)) = (&file.openings, path.parent()) {
        file.openings = Some(folder.join(openings));
    }
    Ok(settings.or(file))
}

/// Sets a setting from a flag.
fn set(settings: &mut Settings, key: &str, value: &str, text: &Text) -> Result<(), Failure> {
    let english = words::spec_in_english(value);
    let value = if key == "game" { &english } else { value };
    settings
        .set(key, value)
        .map_err(|error| Failure::usage(setting_error(text, &error, true)))
}

/// The plan that settings describe, with its openings.
fn plan(given: Settings, stop: &Stop, text: &Text) -> Result<Plan, Failure> {
    let fail = |error: &PlanError| Failure::usage(plan_error(text, error));
    let game = given.game.ok_or_else(|| fail(&PlanError::NoGame))?;
    let seed = given.seed.unwrap_or_else(random_seed);
    let usual = if given.sprt.is_some() {
        SPRT_GAMES
    } else {
        GAMES_DEFAULT
    };
    let limits = given.limits.unwrap_or_default();
    let mut plan = Plan {
        game,
        format: given.format.unwrap_or_default(),
        players: given.players,
        games: given.games.unwrap_or(usual),
        rounds: given.rounds.unwrap_or(0),
        limits: GameLimits {
            is_cpu_time: given.cpu_time.unwrap_or(false),
            ..limits
        },
        adjudication: given.adjudication.unwrap_or_default(),
        sprt: given.sprt,
        seed,
        openings: yiqi_arena::standard_start(),
    };
    plan.check().map_err(|error| fail(&error))?;
    plan.openings = openings_for(game, given.openings.as_deref(), seed, stop, text)?;
    Ok(plan)
}

/// The openings of a file, or those built in for the game, or a few made on the spot.
fn openings_for(
    game: GameSpec,
    file: Option<&Path>,
    seed: u64,
    stop: &Stop,
    text: &Text,
) -> Result<Vec<OpeningLine>, Failure> {
    let openings = match file {
        Some(path) => {
            let bytes = read_bytes(text, path)?;
            let fail = |error| file_failure(text, path, openings_error(text, &error));
            yiqi_arena::read_openings(&bytes, Format::of_path(path), game).map_err(fail)?
        }
        None if !yiqi_arena::needs_openings(game) => yiqi_arena::standard_start(),
        None => match yiqi_arena::built_in(game) {
            Some(openings) => openings,
            None => {
                let _ = writeln!(std::io::stderr(), "{}", text.say("arena-quick-openings"));
                let options = MakerOptions::with_nodes(game, QUICK_OPENINGS, QUICK_NODES, seed);
                let (made, _) = yiqi_arena::make_openings(&options, stop, |_| {});
                match made.is_empty() {
                    true => yiqi_arena::standard_start(),
                    false => made.into_iter().map(|made| made.line).collect(),
                }
            }
        },
    };
    Ok(yiqi_arena::shuffled(openings, seed))
}

/// One game per processor, and one processor for everything else; more if they are played elsewhere.
fn usual_concurrency(workers: Option<&Workers>) -> usize {
    if workers.is_some() {
        return elsewhere::CONCURRENCY;
    }
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    processors.saturating_sub(1).max(1)
}

/// Says that clocks of passing time are unfair where games share processors.
fn warn_about_clocks(plan: &Plan, concurrency: usize, text: &Text) {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let has_clock = plan.limits.time != yiqi_record::TimeControl::NONE;
    if has_clock && !plan.limits.is_cpu_time && concurrency > processors {
        let args = Args::new()
            .number("games", concurrency)
            .number("processors", processors);
        let _ = writeln!(std::io::stderr(), "{}", text.fill("arena-busy", args));
    }
}

/// `yiqi arena report DIR`: writes the reports again and prints the text.
fn show_report(args: &ArgMatches, text: &Text) -> Result<(), Failure> {
    let Some(folder) = args.get_one::<std::path::PathBuf>("dir") else {
        return Ok(());
    };
    let tournament =
        yiqi_arena::read_tournament(folder).map_err(|error| journal_failure(text, error))?;
    write_reports(folder, &tournament, text)?;
    print_result(&tournament, args.get_flag("json"), text)
}

/// `yiqi arena correct DIR GAME RESULT --reason TEXT`: the organizer changes a result.
fn correct(args: &ArgMatches, text: &Text) -> Result<(), Failure> {
    let folder = args.get_one::<std::path::PathBuf>("dir");
    let (Some(folder), Some(&game)) = (folder, args.get_one::<u32>("number")) else {
        return Ok(());
    };
    let given = |id: &str| args.get_one::<String>(id).map_or("", String::as_str);
    let result = match given("result") {
        VOID => None,
        result => Some(result.parse::<GameResult>().map_err(|_| {
            let args = Args::new().text("value", result);
            Failure::usage(text.fill("arena-bad-result", args))
        })?),
    };
    let (mut journal, mut tournament) =
        Journal::resume(folder).map_err(|error| journal_failure(text, error))?;
    let entry = LogEntry::Corrected {
        game,
        result,
        reason: given("reason").to_owned(),
    };
    if !tournament.apply(&entry) {
        let args = Args::new().number("game", game as usize);
        return Err(Failure::usage(text.fill("arena-no-such-game", args)));
    }
    journal
        .append(&[entry])
        .and_then(|()| journal.sync())
        .map_err(|error| journal_failure(text, error))?;
    write_reports(folder, &tournament, text)?;
    print_result(&tournament, false, text)
}

fn setting_error(text: &Text, error: &SettingError, is_flag: bool) -> String {
    match error {
        SettingError::Unknown { key } => {
            let args = Args::new()
                .text("key", key)
                .text("keys", Settings::KEYS.join(", "));
            text.fill("arena-unknown-setting", args)
        }
        SettingError::Value { key, value } => {
            let shown = if is_flag {
                format!("--{}", key.replace('_', "-"))
            } else {
                (*key).to_owned()
            };
            let args = Args::new().text("key", shown).text("value", value).text(
                "expected",
                text.say(&format!("arena-expects-{}", key.replace('_', "-"))),
            );
            text.fill("arena-bad-setting", args)
        }
        SettingError::Game(error) => words::spec_error(text, error),
        SettingError::Player(error) => parse_player_error(text, error),
    }
}

fn toml_error(text: &Text, error: &FileError) -> String {
    let problem = match &error.problem {
        FileProblem::Syntax(problem) => problem.clone(),
        FileProblem::Setting(error) => setting_error(text, error, false),
        FileProblem::PlayerTable => text.say("arena-bad-player-table"),
    };
    let args = Args::new()
        .number("line", error.line)
        .text("problem", problem);
    text.fill("arena-bad-line", args)
}

fn plan_error(text: &Text, error: &PlanError) -> String {
    match error {
        PlanError::NoGame => text.say("arena-no-game"),
        PlanError::FewPlayers => text.say("arena-few-players"),
        PlanError::SprtPlayers => text.say("arena-sprt-players"),
        PlanError::SameName(name) => text.fill("arena-same-name", Args::new().text("name", name)),
        PlanError::Person(name) => text.fill("arena-person", Args::new().text("name", name)),
        PlanError::ManyPlayers { limit } => {
            text.fill("arena-many-players", Args::new().number("limit", *limit))
        }
    }
}

fn openings_error(text: &Text, error: &OpeningsError) -> String {
    match error {
        OpeningsError::Read(error) => words::read_error(text, error),
        OpeningsError::Line {
            line,
            text: found,
            game,
        } => {
            let problem = Args::new()
                .text("text", found)
                .text("game", words::game(text, *game));
            let args = Args::new()
                .number("line", *line)
                .text("problem", text.fill("arena-bad-opening", problem));
            text.fill("arena-bad-line", args)
        }
        OpeningsError::Record { number, game } => {
            let args = Args::new()
                .number("number", *number)
                .text("game", words::game(text, *game));
            text.fill("arena-bad-opening-game", args)
        }
        OpeningsError::Empty => text.say("arena-no-openings"),
    }
}

fn journal_failure(text: &Text, error: JournalError) -> Failure {
    let work = |failure: Failure| Failure {
        status: 1,
        ..failure
    };
    match error {
        JournalError::Io { path, error } => {
            let failure = file_failure(text, &path, words::io_error(text, &error));
            match error.kind() {
                // No such tournament: wrong usage.
                std::io::ErrorKind::NotFound => failure,
                _ => work(failure),
            }
        }
        JournalError::Exists(folder) => {
            let args = Args::new().text("dir", folder.to_string_lossy());
            Failure::work(text.fill("arena-exists", args))
        }
        JournalError::InUse(folder) => {
            let args = Args::new().text("dir", folder.to_string_lossy());
            Failure::work(text.fill("arena-in-use", args))
        }
        JournalError::Log { path, error } => {
            let problem = match error {
                LogError::NotALog => text.say("arena-not-a-log"),
                LogError::NotReady => text.say("arena-log-not-ready"),
                LogError::Damaged { line } => {
                    text.fill("arena-log-damaged", Args::new().number("line", line))
                }
                LogError::Broken { line } => {
                    text.fill("arena-log-broken", Args::new().number("line", line))
                }
            };
            file_failure(text, &path, problem)
        }
        JournalError::Game { path, game } => {
            let args = Args::new().number("game", game as usize);
            file_failure(text, &path, text.fill("arena-game-missing", args))
        }
    }
}

/// Parses a player given by a flag.
fn parse_contestant(value: &str, text: &Text) -> Result<Contestant, Failure> {
    value
        .parse()
        .map_err(|error| Failure::usage(parse_player_error(text, &error)))
}
