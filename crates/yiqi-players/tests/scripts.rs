//! Scripts that behave, crash, stall, flood and cheat, without a cage: what a cage adds is tested
//! with the program that puts it up.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use yiqi_players::{
    ForfeitReason, MoveRequest, Player, PlayerError, PlayerSpec, Stop, Task, play_out,
};
use yiqi_rules::{AnyPosition, GameSpec};

fn player(command: &str) -> Box<dyn Player> {
    let spec: PlayerSpec = format!("program:script,cage=off:{command}")
        .parse()
        .unwrap();
    spec.player(0).unwrap()
}

fn task(time: Duration) -> Task {
    Task {
        position: AnyPosition::new(GameSpec::REVERSI),
        start: None,
        moves: Vec::new(),
        time: Some(time.into()),
    }
}

/// So long that only a broken test waits for it.
const LONG: Duration = Duration::from_secs(60);
const SHORT: Duration = Duration::from_millis(150);

fn answer(command: &str, time: Duration) -> Result<String, PlayerError> {
    let choice = player(command).choose(MoveRequest::new(&task(time)))?;
    Ok(yiqi_record::notation::move_name(
        choice.mv,
        GameSpec::REVERSI,
    ))
}

/// Why a program lost.
fn reason(error: PlayerError) -> ForfeitReason {
    match error {
        PlayerError::Forfeit(forfeit) => forfeit.reason,
        other => panic!("{other:?}"),
    }
}

/// The answer that was not accepted.
fn rejected(error: PlayerError) -> String {
    match reason(error) {
        ForfeitReason::Illegal { answer } | ForfeitReason::Garbage { answer } => answer,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn check_answer(command: &str, wanted: &str) {
    assert_eq!(answer(command, LONG).unwrap(), wanted, "{command}");
}

#[track_caller]
fn check_error(command: &str, time: Duration, wanted: &str) {
    let error = answer(command, time).unwrap_err().to_string();
    assert_eq!(error, format!("'{command}' {wanted}"));
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
    let looks_max = 10_000;
    for _ in 0..looks_max {
        if !is_running(mark) {
            return;
        }
        std::thread::yield_now();
    }
    panic!("{mark} is still running");
}

fn bots() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bots")
}

fn has(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
}

#[track_caller]
fn check_whole_games(command: &str) {
    for game in ["reversi", "gomoku:9", "peace", "gomoku:7:renju:swap2"] {
        let start = AnyPosition::new(game.parse().unwrap());
        let mut random = "random:seed=4"
            .parse::<PlayerSpec>()
            .unwrap()
            .player(0)
            .unwrap();
        let (end, _) = play_out(start, player(command).as_mut(), random.as_mut()).unwrap();
        assert!(end.outcome().is_some(), "{game}");
    }
}

#[test]
fn the_python_example_plays_whole_games() {
    check_whole_games(&format!("python3 '{}'", bots().join("corner.py").display()));
}

#[test]
fn the_javascript_example_plays_whole_games() {
    // Node is not required for building; without it this test has nothing to run.
    if has("node") {
        check_whole_games(&format!("node '{}'", bots().join("corner.js").display()));
    }
}

#[test]
fn examples_are_short() {
    let lines = |path: PathBuf| std::fs::read_to_string(path).unwrap().lines().count();
    assert!(lines(bots().join("corner.py")) < 20);
    assert!(lines(bots().join("corner.js")) < 20);
}

#[test]
fn the_line_holds_the_whole_game() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("line");
    let script = folder.path().join("bot.sh");
    let body = "read line; printf '%s' \"$line\" > \"$1\"; echo pass; read end";
    std::fs::write(&script, body).unwrap();
    let spec: GameSpec = "reversi:4".parse().unwrap();
    let mut position = AnyPosition::new(spec);
    let mv = position.legal_moves()[0];
    position.play(mv).unwrap();
    let task = Task {
        position,
        start: None,
        moves: vec![mv],
        time: Some(LONG.into()),
    };
    let command = format!("sh '{}' '{}'", script.display(), file.display());
    let error = player(&command)
        .choose(MoveRequest::new(&task))
        .unwrap_err();
    assert_eq!(rejected(error), "pass");
    let line: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(
        line,
        serde_json::json!({
            "game": "reversi",
            "size": 4,
            "spec": "reversi:4",
            "turn": "white",
            "stone": "white",
            "moves": ["b1"],
            "legal": ["a1", "c1", "a3"],
            "board": [".b..", ".bb.", ".bw.", "...."],
            "time_ms": 60_000,
        })
    );
}

// Fault 51.
#[test]
fn an_answer_may_use_any_line_ending_and_follow_blank_lines() {
    check_answer("sh -c 'echo d3; read end'", "d3");
    check_answer("sh -c 'printf \"d3\\r\\n\"; read end'", "d3");
    check_answer("sh -c 'printf \"\\n \\nD3\\n\"; read end'", "d3");
    check_answer("sh -c 'printf 3d'", "d3");
    check_answer(
        "sh -c 'printf \"\\357\\273\\277d3\\n\"; cat > /dev/null'",
        "d3",
    );
}

#[test]
fn a_program_is_kept_running_between_turns() {
    let script = "sh -c 'read l; echo d3; read l; echo c4; read l; echo a1; read l'";
    let mut player = player(script);
    let mut choose = || player.choose(MoveRequest::new(&task(LONG)));
    assert!(choose().is_ok());
    assert!(choose().is_ok());
    assert_eq!(rejected(choose().unwrap_err()), "a1");
}

// Fault 51.
#[test]
fn a_second_line_is_the_answer_to_the_next_turn() {
    let mut player = player("sh -c 'read l; echo d3; echo h8; read l; read l'");
    let mut choose = || player.choose(MoveRequest::new(&task(LONG)));
    assert!(choose().is_ok());
    assert_eq!(rejected(choose().unwrap_err()), "h8");
}

#[test]
fn a_missing_program_is_named_in_the_error() {
    let error = answer("/no/such/bot --fast", LONG).unwrap_err();
    let said = error.to_string();
    assert!(
        said.starts_with("'/no/such/bot --fast' cannot be started"),
        "{said}"
    );
    assert_eq!(reason(error).name(), "not-started");
}

// Fault 48.
#[test]
fn a_crash_reports_status_and_last_words() {
    check_error(
        "sh -c 'echo one >&2; echo two >&2; exit 3'",
        LONG,
        "crashed (exit status: 3): one / two",
    );
    check_error("true", LONG, "ended without a move (exit status: 0)");
    check_error(
        "sh -c 'kill -SEGV $$'",
        LONG,
        "crashed (signal: 11 (SIGSEGV))",
    );
    let error = answer("python3 -c 'x = [][1]'", LONG)
        .unwrap_err()
        .to_string();
    assert!(error.contains("IndexError"), "{error}");
}

// Fault 48.
#[test]
fn no_zombie_is_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("id");
    for end in [
        "exit 1",
        "echo a1",
        "echo d3",
        "kill -9 $$",
        "echo a1; exec sleep 1000",
    ] {
        let command = format!("sh -c 'echo $$ > \"{}\"; {end}'", file.display());
        let _ = answer(&command, LONG);
        let id = std::fs::read_to_string(&file).unwrap();
        let folder = Path::new("/proc").join(id.trim());
        assert!(!folder.exists(), "{end}");
        std::fs::remove_file(&file).unwrap();
    }
}

// Fault 51.
#[test]
fn garbage_and_illegal_moves_are_shown_cleaned_and_shortened() {
    check_error(
        "sh -c 'echo a1; read end'",
        LONG,
        "answered 'a1', which is not a legal move",
    );
    check_error(
        "sh -c 'echo d3 c4; read end'",
        LONG,
        "answered 'd3 c4', which its protocol does not know",
    );
    check_error(
        "sh -c 'printf \"\\033[2J\\377hello\\n\"; read end'",
        LONG,
        "answered '[2J\u{fffd}hello', which its protocol does not know",
    );
    let error = answer("python3 -c 'print(\"x\" * 5000); input()'", LONG).unwrap_err();
    assert!(
        error
            .to_string()
            .contains(&format!("'{}…'", "x".repeat(40)))
    );
}

// Faults 49 and 60.
#[test]
fn a_stalled_program_is_killed_with_everything_it_started() {
    // Sleep times that no other process uses.
    let mark = format!("4{}.25", std::process::id());
    let command = format!("sh -c 'sleep {mark} & sleep {mark}'");
    check_error(&command, SHORT, "did not answer within 1 seconds");
    check_gone(&mark);
}

// Fault 49.
#[test]
fn a_program_that_closes_its_output_and_stays_is_killed() {
    let mark = format!("5{}.25", std::process::id());
    let command = format!("sh -c 'exec >&-; sleep {mark}'");
    let error = answer(&command, LONG).unwrap_err();
    assert!(matches!(reason(error), ForfeitReason::Crash { status } if status.contains("SIGKILL")));
    check_gone(&mark);
}

// Faults 49 and 60.
#[test]
fn dropping_a_player_kills_its_program() {
    let mark = format!("6{}.25", std::process::id());
    let command = format!("sh -c 'sleep {mark} & echo d3; sleep {mark}'");
    let mut player = player(&command);
    player.choose(MoveRequest::new(&task(LONG))).unwrap();
    assert!(is_running(&mark));
    drop(player);
    check_gone(&mark);
}

#[test]
fn a_stopped_program_is_killed_and_started_again() {
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("mark");
    let body = "if [ -e \"$1\" ]; then echo d3; fi; touch \"$1\"; sleep 1000";
    let script = folder.path().join("bot.sh");
    std::fs::write(&script, body).unwrap();
    let command = format!("sh '{}' '{}'", script.display(), mark.display());
    let mut player = player(&command);
    let stop = Stop::new();
    let stopper = {
        let (stop, mark) = (stop.clone(), mark.clone());
        std::thread::spawn(move || {
            while !mark.exists() {
                std::thread::yield_now();
            }
            stop.stop();
        })
    };
    let error = player
        .choose(MoveRequest::new(&task(LONG)).with_stop(&stop))
        .unwrap_err();
    stopper.join().unwrap();
    assert_eq!(error, PlayerError::Stopped);
    check_gone(&script.display().to_string());
    let again = player.choose(MoveRequest::new(&task(LONG)));
    assert!(again.is_ok());
}

// Fault 50.
#[test]
fn a_flood_of_lines_is_held_back() {
    // Every answer is legal, so the flood may go on; it blocks in its pipe.
    let mut player = player("yes d3");
    for _ in 0..20 {
        player.choose(MoveRequest::new(&task(LONG))).unwrap();
    }
    let error = answer("yes ''", SHORT).unwrap_err();
    assert_eq!(reason(error), ForfeitReason::Stall);
}

// Fault 50.
#[test]
fn an_endless_line_is_truncated() {
    let error = answer("sh -c 'tr \"\\0\" x < /dev/zero'", LONG).unwrap_err();
    assert_eq!(reason(error), ForfeitReason::Flood);
}

// Fault 50.
#[test]
fn a_flood_of_errors_neither_blocks_nor_piles_up() {
    let command = "sh -c 'head -c 50000000 /dev/zero >&2; echo last words >&2; exit 1'";
    check_error(command, LONG, "crashed (exit status: 1): last words");
}

// Fault 49.
#[test]
fn a_program_that_never_reads_does_not_block() {
    let mut player = player("sh -c 'while :; do echo d3; sleep 0.01; done'");
    for _ in 0..30 {
        player.choose(MoveRequest::new(&task(LONG))).unwrap();
    }
}

// Fault 59.
#[test]
fn a_program_sees_little_of_our_environment() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("env");
    let command = format!("sh -c 'env > \"{}\"; echo d3'", file.display());
    check_answer(&command, "d3");
    let seen = std::fs::read_to_string(&file).unwrap();
    let known = [
        "PATH",
        "HOME",
        "LANG",
        "LC_ALL",
        "TMPDIR",
        "PYTHONUNBUFFERED",
        "PWD",
        "OLDPWD",
        "SHLVL",
        "_",
    ];
    for line in seen.lines() {
        let name = line.split('=').next().unwrap();
        assert!(known.contains(&name), "{line}");
    }
    // Cargo sets this for tests, so it would be passed on.
    assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_some());
}

#[test]
fn the_guide_shows_the_examples_verbatim() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
    let document = read("docs/bots.md");
    let python = read("examples/bots/corner.py");
    let body = &python[python.find("import json").unwrap()..];
    assert!(document.contains(body));
    let rust = read("crates/yiqi-players/examples/corner.rs");
    let from = rust.find("impl Player").unwrap();
    let to = rust.find("\nfn main").unwrap();
    assert!(document.contains(&rust[from..to]));
    assert!(rust.lines().count() < 30);
    // The line in the document is the line sent.
    let start = document.find("```json\n").unwrap() + 8;
    let shown: serde_json::Value =
        serde_json::from_str(&document[start..start + document[start..].find("```").unwrap()])
            .unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("line");
    let command = format!(
        "sh -c 'read -r l; printf %s \"$l\" > \"{}\"; echo c3'",
        file.display()
    );
    let mut position = AnyPosition::new(GameSpec::REVERSI);
    let mv = yiqi_record::notation::parse_move("d3", GameSpec::REVERSI).unwrap();
    position.play(mv).unwrap();
    let task = Task {
        position,
        start: None,
        moves: vec![mv],
        time: Some(Duration::from_secs(5).into()),
    };
    player(&command).choose(MoveRequest::new(&task)).unwrap();
    let sent: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert_eq!(sent, shown);
}
