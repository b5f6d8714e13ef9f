//! `yiqi arena ladder`: measures the levels of an engine.

use std::io::Write;
use std::path::PathBuf;

use clap::ArgMatches;
use yiqi_arena::{
    Contestant, Journal, Plan, RunEnd, Settings, Tournament, TournamentFormat, ladder_markdown,
    ladder_plans,
};
use yiqi_players::EngineOptions;
use yiqi_text::{Args, Text};

use super::{
    Host, Workers, journal_failure, openings_for, parse_contestant, plan_error, play, print_result,
    set, stopped, usual_concurrency, write_file,
};
use crate::commands::terminal::random_seed;
use crate::commands::{parse_spec, stop_on_signals};
use crate::failure::Failure;

/// Games per step if nothing else is said.
const GAMES_DEFAULT: u32 = 120;

pub(super) fn run(args: &ArgMatches, text: &Text) -> Result<(), Failure> {
    let mut settings = Settings::default();
    for key in ["games", "openings", "adjudicate", "seed", "concurrency"] {
        if let Some(value) = args.get_one::<String>(key) {
            set(&mut settings, key, value, text)?;
        }
    }
    let given = |id: &str| args.get_one::<String>(id).map_or("", String::as_str);
    let game = parse_spec(given("game"), text)?;
    let (from, to) = (
        level(given("from"), "--from", text)?,
        level(given("to"), "--to", text)?,
    );
    let anchors: Vec<Contestant> = args
        .get_many::<String>("anchor")
        .into_iter()
        .flatten()
        .map(|anchor| parse_contestant(anchor, text))
        .collect::<Result<_, _>>()?;
    let stop = stop_on_signals();
    let seed = settings.seed.unwrap_or_else(random_seed);
    let base = Plan {
        game,
        format: TournamentFormat::Ladder,
        players: Vec::new(),
        games: settings.games.unwrap_or(GAMES_DEFAULT),
        rounds: 0,
        limits: yiqi_arena::GameLimits::default(),
        adjudication: settings.adjudication.unwrap_or_default(),
        sprt: None,
        seed,
        openings: openings_for(game, settings.openings.as_deref(), seed, &stop, text)?,
    };
    let out = args.get_one::<PathBuf>("out");
    let workers = Workers::connect(args, text)?;
    let host = Host {
        concurrency: settings
            .concurrency
            .unwrap_or_else(|| usual_concurrency(workers.as_ref())),
        workers: workers.as_ref(),
    };
    let is_json = args.get_flag("json");
    let mut done = Vec::new();
    let mut end = None;
    for (index, plan) in ladder_plans(&base, from, to, &anchors)
        .into_iter()
        .enumerate()
    {
        plan.check()
            .map_err(|error| Failure::usage(plan_error(text, &error)))?;
        // A part that was begun before goes on.
        let journal = match out.map(|out| out.join(part_name(index))) {
            None => None,
            Some(folder) => match Journal::create(&folder, &plan) {
                Err(yiqi_arena::JournalError::Exists(_)) => Some(Journal::resume(&folder)),
                created => Some(created.map(|journal| (journal, Tournament::new(plan.clone())))),
            },
        };
        let (journal, tournament) = match journal.transpose() {
            Err(error) => return Err(journal_failure(text, error)),
            Ok(Some((journal, tournament))) => (Some(journal), tournament),
            Ok(None) => (None, Tournament::new(plan)),
        };
        let (tournament, how) = play(tournament, journal, host, is_json, &stop, text)?;
        if is_json {
            print_result(&tournament, true, text)?;
        }
        done.push(tournament);
        end = how;
        if how == Some(RunEnd::Stopped) {
            break;
        }
    }
    let table = ladder_markdown(&done, text);
    if let Some(out) = out {
        write_file(&out.join("levels.md"), table.as_bytes(), text)?;
    }
    if !is_json {
        write!(std::io::stdout(), "{table}")?;
    }
    stopped(end, None, text)
}

/// The folder of a part: the ladder itself, then one for each fixed player.
fn part_name(index: usize) -> String {
    match index {
        0 => "levels".to_owned(),
        index => format!("anchor-{index}"),
    }
}

fn level(value: &str, flag: &str, text: &Text) -> Result<u8, Failure> {
    let level = value.parse().ok();
    let level = level.filter(|level| (1..=EngineOptions::LEVEL_MAX).contains(level));
    level.ok_or_else(|| {
        let args = Args::new()
            .text("argument", flag)
            .text("value", value)
            .text("min", "1")
            .text("max", EngineOptions::LEVEL_MAX.to_string());
        Failure::usage(text.fill("error-number-between", args))
    })
}
