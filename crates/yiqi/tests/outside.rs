//! Outside programs in their cage: every protocol, a zoo of bad bots, the compliance test.
#![cfg(target_os = "linux")]

#[path = "outside/check.rs"]
mod check;
#[path = "outside/hosts.rs"]
mod hosts;
#[path = "outside/zoo.rs"]
mod zoo;

use std::sync::Once;
use std::time::Duration;

use yiqi_players::{MoveRequest, Player, PlayerError, PlayerSpec, Task};
use yiqi_rules::{AnyPosition, GameSpec};

/// The program under test, which also puts up the cages.
const YIQI: &str = env!("CARGO_BIN_EXE_yiqi");

/// So long that only a broken test waits for it.
const LONG: Duration = Duration::from_secs(120);

/// A player; the program under test puts up its cage.
fn player(spec: &str) -> Box<dyn Player> {
    static LAUNCHER: Once = Once::new();
    LAUNCHER.call_once(|| yiqi_cage::set_launcher(YIQI.into()));
    let spec: PlayerSpec = spec.parse().unwrap();
    spec.player(1).unwrap()
}

/// The request for the first move of a game.
fn task(spec: &str, time: Option<Duration>) -> Task {
    let spec: GameSpec = spec.parse().unwrap();
    Task {
        position: AnyPosition::new(spec),
        start: None,
        moves: Vec::new(),
        time: time.map(Into::into),
    }
}

/// Asks for the move of a task.
fn choose(player: &mut dyn Player, task: &Task) -> Result<yiqi_rules::Move, PlayerError> {
    player
        .choose(MoveRequest::new(task))
        .map(|choice| choice.mv)
}

/// Whether any process has this text in its command line.
fn is_running(mark: &str) -> bool {
    std::fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok())
        .any(|line| String::from_utf8_lossy(&line).contains(mark))
}

/// Waits for a killed process to disappear, which may take a moment.
#[track_caller]
fn check_gone(mark: &str) {
    for _ in 0..10_000 {
        if !is_running(mark) {
            return;
        }
        std::thread::yield_now();
    }
    panic!("{mark} is still running");
}
