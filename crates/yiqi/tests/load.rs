//! What must hold under load, after kills and after power cuts: short runs of `yiqi-load`.
//!
//! `YIQI_KILLS=1000`, `YIQI_POWER_CUTS=200`, `YIQI_TOURNAMENT_KILLS=200 YIQI_TOURNAMENT_PLAYERS=64` and
//! `YIQI_SOAK_SECONDS=3600` make long ones of them; `YIQI_NODE_FAULTS=300` and `YIQI_ROLLING=20` those with several
//! nodes.

use std::path::PathBuf;
use std::time::Duration;

#[cfg(unix)]
use yiqi_load::cluster::{ClusterPlan, cluster};
use yiqi_load::kill::{KillPlan, kill};
use yiqi_load::play::{PlayPlan, Target, play};
use yiqi_load::power::{PowerPlan, power};
use yiqi_load::restart::{RestartPlan, restart};
use yiqi_load::soak::{SoakPlan, soak};
use yiqi_load::tournament::{TournamentPlan, tournament};
use yiqi_load::{Figures, LoadError};

/// Tests run in parallel with an unoptimized program; the accuracy of clocks is measured elsewhere.
/// Charging for time without a server would still exceed this.
const CLOCK_MAX: Duration = Duration::from_millis(500);

fn program() -> PathBuf {
    env!("CARGO_BIN_EXE_yiqi").into()
}

/// Runs a future of `yiqi-load`, which needs only one thread.
fn run<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    tokio::task::LocalSet::new().block_on(&runtime, work)
}

/// The number of rounds, from the environment or the default.
fn times(variable: &str, usual: usize) -> usize {
    let wanted = std::env::var(variable).ok();
    wanted.map_or(usual, |text| text.parse().unwrap())
}

#[track_caller]
fn check_no_faults(figures: &Figures) {
    assert!(figures.faults().is_empty(), "{}", figures.table());
}

#[track_caller]
fn check_nothing_lost(figures: &Figures) {
    check_no_faults(figures);
    assert_eq!(figures.get("acknowledged and lost"), Some(0.0));
    assert!(figures.get("moves acknowledged") > Some(0.0));
}

// Fault 1.
#[test]
fn nothing_acknowledged_is_lost_when_the_server_is_killed() {
    let plan = KillPlan {
        program: program(),
        times: times("YIQI_KILLS", 10),
        games: 20,
        again: 0,
        clock_max: CLOCK_MAX,
        seed: 1,
    };
    check_nothing_lost(&run(kill(&plan)).unwrap());
}

// Fault 46.
#[test]
fn a_tournament_whose_server_is_killed_ends_as_one_that_nobody_disturbed() {
    let plan = TournamentPlan {
        program: program(),
        times: times("YIQI_TOURNAMENT_KILLS", 12),
        players: times("YIQI_TOURNAMENT_PLAYERS", 8),
        seed: 1,
    };
    let figures = run(tournament(&plan)).unwrap();
    check_no_faults(&figures);
    assert_eq!(figures.get("results counted twice or lost"), Some(0.0));
    assert!(figures.get("kills while games were played") > Some(plan.times as f64 / 2.0));
    assert!(figures.get("byes") > Some(0.0));
}

/// Three nodes with their database and their bus.
#[cfg(unix)]
fn nodes(faults: usize, rolling: usize) -> Figures {
    let plan = ClusterPlan {
        program: program(),
        nodes: 3,
        at_once: 10,
        games: 20,
        faults,
        disk_mib: 0,
        rolling,
        seconds: 0.0,
        think_ms: 20,
        seed: 7,
    };
    let figures = run(cluster(&plan)).unwrap();
    check_nothing_lost(&figures);
    assert!(figures.get("games finished") >= Some(20.0));
    figures
}

// Faults 77, 78, 79, 82 and 83.
#[cfg(unix)]
#[test]
fn what_clients_saw_fits_together_whatever_happens_to_nodes_database_and_bus() {
    let faults = times("YIQI_NODE_FAULTS", 12);
    let figures = nodes(faults, 0);
    assert_eq!(figures.get("faults injected"), Some(faults as f64));
}

// Fault 86.
#[cfg(unix)]
#[test]
fn nodes_are_restarted_in_turn_and_no_game_is_dropped() {
    let rounds = times("YIQI_ROLLING", 1);
    let figures = nodes(0, rounds);
    assert_eq!(figures.get("nodes restarted"), Some(rounds as f64 * 3.0));
}

// Fault 3.
#[test]
fn nothing_acknowledged_is_lost_when_it_is_killed_while_it_starts() {
    let plan = KillPlan {
        program: program(),
        times: 2,
        games: 10,
        again: 10,
        clock_max: CLOCK_MAX,
        seed: 2,
    };
    check_nothing_lost(&run(kill(&plan)).unwrap());
}

#[expect(
    clippy::print_stderr,
    reason = "the person who runs the tests should know"
)]
fn skip(why: &str) {
    eprintln!("skipped: {why}");
}

/// Runs power cuts; does nothing if this machine does not allow them.
fn cut_power(times: usize, durable: bool) -> Option<Figures> {
    let plan = PowerPlan {
        program: program(),
        times,
        games: 20,
        durable,
        clock_max: CLOCK_MAX,
        seed: 3,
    };
    match run(power(&plan)) {
        Err(LoadError::NotPermitted(why)) => {
            skip(&why);
            None
        }
        figures => Some(figures.unwrap()),
    }
}

// Fault 2.
#[test]
fn nothing_acknowledged_is_lost_when_the_power_is_cut() {
    if let Some(figures) = cut_power(times("YIQI_POWER_CUTS", 3), true) {
        check_nothing_lost(&figures);
    }
}

// Fault 2.
#[test]
fn a_power_cut_loses_what_was_not_synced_to_disk() {
    if let Some(figures) = cut_power(3, false) {
        let lost = figures.get("acknowledged and lost");
        assert!(lost > Some(0.0), "{}", figures.table());
    }
}

// Fault 1.
#[test]
fn after_a_restart_all_games_are_there_and_nobody_was_charged_time() {
    let plan = RestartPlan {
        program: program(),
        games: 50,
        connected: 20,
        clock_max: CLOCK_MAX,
        seed: 4,
    };
    let figures = run(restart(&plan)).unwrap();
    check_no_faults(&figures);
    assert_eq!(figures.get("sockets"), Some(40.0));
}

// Faults 28 and 54.
#[test]
fn games_are_played_under_load_without_a_fault() {
    let plan = PlayPlan {
        target: Target::Spawn(program()),
        spectators_at: Vec::new(),
        games: 0,
        rate: 0.0,
        seconds: 0.0,
        burn: 1,
        engines: 1,
        spectators: 20,
        watched: 2,
        flags: 1,
        view: true,
        specs: vec!["reversi".parse().unwrap(), "gomoku".parse().unwrap()],
        seed: 5,
    };
    let figures = run(play(&plan.quick())).unwrap();
    check_no_faults(&figures);
    for name in ["sent to acknowledged", "sent to seen by spectators"] {
        assert!(figures.get_latency(name).unwrap().count() > 0, "{name}");
    }
}

// Faults 1, 16, 24 and 29.
#[test]
fn games_are_right_after_mixed_use_with_wrong_input_and_kills() {
    let seconds = times("YIQI_SOAK_SECONDS", 9) as u64;
    let plan = SoakPlan {
        program: program(),
        time: Duration::from_secs(seconds),
        kill_every: Duration::from_secs((seconds / 2).min(600)),
        games: 20,
        rate: 100.0,
        clock_max: CLOCK_MAX,
        seed: 6,
    };
    let figures = run(soak(&plan)).unwrap();
    check_nothing_lost(&figures);
    for name in [
        "times",
        "reconnects",
        "chat messages",
        "illegal moves refused",
        "studies and visits",
        "wrong inputs refused",
        "health probes",
    ] {
        assert!(figures.get(name) > Some(0.0), "{name}");
    }
}
