//! `yiqi-load`: many clients of a yiqi server at once.

use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
#[cfg(unix)]
use yiqi_load::cluster::{ClusterPlan, cluster};
use yiqi_load::kill::{CLOCK_MAX, KillPlan, kill};
use yiqi_load::play::{PlayPlan, Target, play};
use yiqi_load::power::{PowerPlan, power};
use yiqi_load::restart::{RestartPlan, restart};
use yiqi_load::soak::{SoakPlan, soak};
use yiqi_load::tournament::{TournamentPlan, tournament};
use yiqi_load::{Figures, server};
use yiqi_rules::GameSpec;

fn main() -> anyhow::Result<()> {
    let args = command().get_matches();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let local = tokio::task::LocalSet::new();
    runtime.block_on(local.run_until(run(&args)))
}

async fn run(args: &ArgMatches) -> anyhow::Result<()> {
    let Some((name, args)) = args.subcommand() else {
        bail!("no command");
    };
    let seed = number(args, "seed");
    let mut must_lose = false;
    let figures = match name {
        "play" => play(&play_plan(args)?).await?,
        "restart" => {
            let plan = RestartPlan {
                program: program(args)?,
                games: count(args, "games"),
                connected: count(args, "connected").min(count(args, "games")),
                clock_max: CLOCK_MAX,
                seed,
            };
            restart(&plan).await?
        }
        "kill" => {
            let plan = KillPlan {
                program: program(args)?,
                times: count(args, "times"),
                games: count(args, "games"),
                again: count(args, "again"),
                clock_max: CLOCK_MAX,
                seed,
            };
            kill(&plan).await?
        }
        "power" => {
            must_lose = args.get_flag("control");
            let plan = PowerPlan {
                program: program(args)?,
                times: count(args, "times"),
                games: count(args, "games"),
                durable: !must_lose,
                clock_max: CLOCK_MAX,
                seed,
            };
            power(&plan).await?
        }
        "tournament" => {
            let plan = TournamentPlan {
                program: program(args)?,
                times: count(args, "times"),
                players: count(args, "players").max(2),
                seed,
            };
            tournament(&plan).await?
        }
        "soak" => {
            let minutes = |name| Duration::from_secs_f64(real(args, name) * 60.0);
            let plan = SoakPlan {
                program: program(args)?,
                time: minutes("minutes"),
                kill_every: minutes("kill-every"),
                games: count(args, "games"),
                rate: real(args, "rate"),
                clock_max: CLOCK_MAX,
                seed,
            };
            soak(&plan).await?
        }
        #[cfg(unix)]
        "cluster" => {
            let plan = ClusterPlan {
                program: program(args)?,
                nodes: count(args, "nodes"),
                at_once: count(args, "at-once").max(1),
                games: count(args, "games"),
                faults: count(args, "faults"),
                disk_mib: count(args, "disk"),
                rolling: count(args, "rolling"),
                seconds: real(args, "seconds"),
                think_ms: count(args, "think") as u64,
                seed,
            };
            cluster(&plan).await?
        }
        _ => bail!("unknown command {name}"),
    };
    show(&figures, args.get_flag("json"))?;
    let lost = figures.get("acknowledged and lost").unwrap_or_default();
    match (must_lose, lost > 0.0, figures.faults()) {
        (true, true, _) | (false, _, []) => Ok(()),
        (true, false, _) => bail!("the control lost nothing: the cuts prove nothing"),
        (false, _, faults) => bail!("{} faults", faults.len()),
    }
}

fn show(figures: &Figures, as_json: bool) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    if !as_json {
        write!(out, "{}", figures.table())?;
    }
    writeln!(out, "{}", figures.json())?;
    Ok(())
}

/// The address of a running server.
fn address(url: &str) -> anyhow::Result<SocketAddr> {
    let address = url.trim_start_matches("http://").trim_end_matches('/');
    address.parse().context("expected an address and a port")
}

fn play_plan(args: &ArgMatches) -> anyhow::Result<PlayPlan> {
    let target = match args.get_one::<String>("server") {
        None => Target::Spawn(program(args)?),
        Some(url) => Target::Running(
            address(url).context("--server")?,
            args.get_one::<u32>("pid").copied(),
        ),
    };
    let spectators_at = args
        .get_many::<String>("spectators-at")
        .into_iter()
        .flatten()
        .map(|url| address(url).context("--spectators-at"))
        .collect::<anyhow::Result<Vec<SocketAddr>>>()?;
    let specs = args
        .get_many::<String>("game")
        .into_iter()
        .flatten()
        .map(|text| text.parse::<GameSpec>().context("--game"))
        .collect::<anyhow::Result<Vec<GameSpec>>>()?;
    let plan = PlayPlan {
        target,
        spectators_at,
        games: count(args, "games"),
        rate: real(args, "rate"),
        seconds: real(args, "seconds"),
        burn: count(args, "burn"),
        engines: count(args, "engines"),
        spectators: count(args, "spectators"),
        watched: count(args, "watched").max(1),
        flags: count(args, "flags"),
        view: args.get_flag("view"),
        specs,
        seed: number(args, "seed"),
    };
    Ok(if args.get_flag("quick") {
        plan.quick()
    } else {
        plan
    })
}

/// The program to start: the given one, or the one next to this program.
fn program(args: &ArgMatches) -> anyhow::Result<PathBuf> {
    if let Some(path) = args.get_one::<PathBuf>("spawn") {
        return Ok(path.clone());
    }
    server::beside_this().context("--spawn: no yiqi next to this program")
}

fn count(args: &ArgMatches, name: &str) -> usize {
    args.get_one::<usize>(name).copied().unwrap_or_default()
}

fn number(args: &ArgMatches, name: &str) -> u64 {
    args.get_one::<u64>(name).copied().unwrap_or_default()
}

fn real(args: &ArgMatches, name: &str) -> f64 {
    args.get_one::<f64>(name).copied().unwrap_or_default()
}

fn command() -> Command {
    let arg = |name: &'static str, help: &'static str| Arg::new(name).long(name).help(help);
    let count = move |name, usual: &'static str, help| {
        arg(name, help)
            .default_value(usual)
            .value_parser(value_parser!(usize))
    };
    let real = move |name, usual: &'static str, help| {
        arg(name, help)
            .default_value(usual)
            .value_parser(value_parser!(f64))
    };
    let flag = move |name, help| arg(name, help).action(ArgAction::SetTrue);
    let common = move |command: Command| {
        command
            .arg(
                arg(
                    "spawn",
                    "The yiqi program to start [default: next to this one]",
                )
                .value_name("PATH")
                .value_parser(value_parser!(PathBuf)),
            )
            .arg(
                arg("seed", "Seed of the random numbers")
                    .default_value("1")
                    .value_parser(value_parser!(u64)),
            )
            .arg(flag("json", "Print only the line of JSON"))
    };
    Command::new("yiqi-load")
        .about("Many clients of a yiqi server at once")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(common(
            Command::new("play")
                .about("A steady load, and the server's latency under it")
                .arg(arg("server", "A running server, instead of starting one").value_name("URL"))
                .arg(
                    arg("pid", "The process id of that server, to measure its usage")
                        .value_parser(value_parser!(u32)),
                )
                .arg(
                    arg("spectators-at", "Another node of that site, to which spectators connect instead; repeat for several")
                        .action(ArgAction::Append),
                )
                .arg(count("games", "500", "Simultaneous games"))
                .arg(real("rate", "250", "Moves per second in total"))
                .arg(real("seconds", "60", "Duration of the run"))
                .arg(count("burn", "0", "Threads that spin at nice 19"))
                .arg(count(
                    "engines",
                    "0",
                    "Tables where programs play each other",
                ))
                .arg(count("spectators", "0", "Spectators in total"))
                .arg(count("watched", "1", "Games that they are spread over"))
                .arg(count("flags", "0", "Tables where time runs out"))
                .arg(flag("view", "Send views to clients, as to browsers"))
                .arg(flag("quick", "10 games for 2 seconds"))
                .arg(
                    arg("game", "Games to play in turn")
                        .action(ArgAction::Append)
                        .default_values(["reversi", "gomoku:15:renju"]),
                ),
        ))
        .subcommand(common(
            Command::new("restart")
                .about("A kill with many games in play, and the time to recover")
                .arg(count("games", "10000", "Games in play"))
                .arg(count(
                    "connected",
                    "5000",
                    "Games with both players connected",
                )),
        ))
        .subcommand(common(
            Command::new("kill")
                .about("Kills while games are played; nothing acknowledged may be lost")
                .arg(count("times", "10", "Number of kills"))
                .arg(count("games", "50", "Simultaneous games"))
                .arg(count(
                    "again",
                    "0",
                    "Further kills within 50 ms of each new start",
                )),
        ))
        .subcommand(common(
            Command::new("power")
                .about("Cuts the power while games are played; needs root and loop devices")
                .arg(count("times", "10", "Number of cuts"))
                .arg(count("games", "50", "Simultaneous games"))
                .arg(flag(
                    "control",
                    "Without durable commits: must lose something",
                )),
        ))
        .subcommand(common(
            Command::new("tournament")
                .about("Kills during a tournament; it must end as one without kills")
                .arg(count("times", "200", "Number of kills"))
                .arg(count("players", "64", "People who play")),
        ))
        .subcommand(common(
            Command::new("soak")
                .about("Mixed use with kills for a long time; nothing may grow or be lost")
                .arg(real("minutes", "60", "Duration of the run"))
                .arg(real("kill-every", "10", "Minutes between two kills"))
                .arg(count("games", "300", "Simultaneous games"))
                .arg(real("rate", "150", "Moves per second in total")),
        ))
        .subcommand(common(
            Command::new("cluster")
                .about("Several nodes that are killed, suspended, restarted and cut off, as are their database and bus")
                .arg(count("nodes", "3", "Number of nodes; 0: a single server with a file"))
                .arg(count("at-once", "40", "Simultaneous games"))
                .arg(count("games", "1000", "Games to finish at least"))
                .arg(count("faults", "300", "Faults to inject"))
                .arg(count("disk", "0", "Size of the database's disk in MiB, which is then filled at times; needs root"))
                .arg(count("rolling", "0", "How often all nodes are restarted in turn"))
                .arg(count("think", "20", "Mean thinking time, in milliseconds"))
                .arg(real("seconds", "0", "How long to play at least")),
        ))
}
