//! Bots that do everything wrong. Each loses with the right reason, and nothing stays behind.

use std::time::Duration;

use super::{LONG, check_gone, choose, player, task};
use yiqi_players::{Forfeit, PlayerError};

/// Short enough that a test does not take long, and long enough to start Python on a busy machine.
const SHORT: Duration = Duration::from_secs(3);

/// The zoo: one script with a mode for each bot. It speaks the Gomocup protocol.
fn zoo(mode: &str, options: &str) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/outside/zoo.py");
    format!("program:gomocup{options}:/usr/bin/python3 '{script}' {mode}")
}

/// How a bot loses.
fn forfeit(mode: &str, options: &str, time: Duration) -> Forfeit {
    let mut bot = player(&zoo(mode, options));
    let mut task = task("gomoku", Some(time));
    loop {
        match choose(&mut *bot, &task) {
            Ok(mv) => {
                task.position.play(mv).unwrap();
                task.moves.push(mv);
                let reply = task.position.legal_moves()[0];
                task.position.play(reply).unwrap();
                task.moves.push(reply);
            }
            Err(PlayerError::Forfeit(forfeit)) => return *forfeit,
            Err(other) => panic!("{mode}: {other:?}"),
        }
    }
}

#[track_caller]
fn check(mode: &str, options: &str, time: Duration, reason: &str, words: &str) {
    let forfeit = forfeit(mode, options, time);
    assert_eq!(forfeit.reason.name(), reason, "{mode}: {forfeit:#?}");
    let said = forfeit.to_string();
    assert!(said.contains(words), "{mode}: {said}");
    assert!(!forfeit.evidence.dialog.is_empty(), "{mode}");
    check_gone(&format!("zoo.py\0{mode}\0"));
}

// Fault 48.
#[test]
fn bots_that_end_lose_with_status_signal_and_last_words() {
    check("crash", "", LONG, "crash", "ZeroDivisionError");
    check("segfault", "", LONG, "crash", "SIGSEGV");
    check("abort", "", LONG, "crash", "SIGABRT");
    check("early-exit", "", LONG, "early-exit", "exit status: 0");
    check("exit-at-start", "", LONG, "early-exit", "exit status: 0");
    check("closes-output", "", LONG, "crash", "SIGKILL");
}

// Fault 49.
#[test]
fn bots_that_hang_lose_at_their_deadline() {
    check(
        "stall",
        "",
        SHORT,
        "stall",
        "did not answer within 3 seconds",
    );
    check("partial-line", "", SHORT, "stall", "did not answer");
    check("never-reads", "", SHORT, "stall", "did not answer");
    check("ignores-end", "", SHORT, "stall", "did not answer");
    check("busy", "", SHORT, "stall", "did not answer");
}

// Fault 49.
#[test]
fn a_bot_that_is_not_ready_loses_as_such() {
    check(
        "late-start",
        ",start=2s",
        LONG,
        "late-start",
        "was not ready within 2 seconds",
    );
}

// Fault 50.
#[test]
fn bots_that_flood_lose_and_do_not_fill_our_memory() {
    let before = memory_kib();
    check("flood-lines", "", LONG, "flood", "wrote without end");
    check("flood-one-line", "", LONG, "flood", "wrote without end");
    // A gigabyte of error output does no harm; the bot then ends.
    check("flood-errors", "", LONG, "crash", "exit status: 3");
    let grown = memory_kib().saturating_sub(before);
    assert!(grown < 100 << 10, "{grown} KiB");
}

/// Our resident memory.
fn memory_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmRSS:"))
        .unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

// Fault 51.
#[test]
fn bots_that_talk_nonsense_lose_with_what_they_said() {
    check("garbage", "", LONG, "garbage", "'hello?'");
    check("binary", "", LONG, "garbage", "answered");
    check("illegal", "", LONG, "illegal", "'99,99'");
    check("occupied", "", LONG, "illegal", "is not a legal move");
    check(
        "double-reply",
        "",
        LONG,
        "out-of-turn",
        "although nothing was asked",
    );
    check(
        "wrong-turn",
        "",
        LONG,
        "out-of-turn",
        "although nothing was asked",
    );
    check("error-reply", "", SHORT, "garbage", "ERROR");
}

// Fault 51.
#[test]
fn messages_line_endings_and_suggestions_are_no_faults() {
    for mode in ["chatty", "crlf", "carriage-return", "suggests"] {
        let mut bot = player(&zoo(mode, ""));
        let mut task = task("gomoku", Some(LONG));
        for _ in 0..3 {
            let mv = choose(&mut *bot, &task).unwrap_or_else(|error| panic!("{mode}: {error:#?}"));
            task.position.play(mv).unwrap();
            task.moves.push(mv);
            let reply = task.position.legal_moves()[0];
            task.position.play(reply).unwrap();
            task.moves.push(reply);
        }
    }
}

// Fault 52.
#[test]
fn a_fork_bomb_ends_with_its_game() {
    check("fork-bomb", "", SHORT, "stall", "did not answer");
    check_gone("yiqi-zoo-child");
}

// Fault 53.
#[test]
fn a_bot_that_eats_memory_loses_for_that_reason() {
    check(
        "memory",
        ",memory=100",
        LONG,
        "memory",
        "needed more memory",
    );
}

// Faults 55, 56, 57, 58 and 59.
#[test]
fn twenty_ways_out_of_the_cage_are_closed() {
    // The bot tries each and answers with a move only if every one is refused.
    let server = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = server.local_addr().unwrap().port();
    let own = std::process::id();
    let mut bot = player(&zoo(&format!("escape {port} {own}"), ""));
    let task = task("gomoku", Some(LONG));
    if let Err(error) = choose(&mut *bot, &task) {
        panic!("{error:#?}");
    }
    assert!(!std::path::Path::new("/tmp/yiqi-zoo-was-here").exists());
}

// Fault 60.
#[test]
fn a_bot_does_not_outlive_its_game() {
    for mode in ["double-fork", "ignores-end-idle"] {
        let mut bot = player(&zoo(mode, ""));
        choose(&mut *bot, &task("gomoku", Some(LONG))).unwrap();
        drop(bot);
        check_gone("yiqi-zoo-child");
        check_gone(&format!("zoo.py\0{mode}\0"));
    }
}

#[test]
fn after_a_failure_the_same_player_can_be_asked_again() {
    let mut bot = player(&zoo("illegal", ""));
    for _ in 0..3 {
        let error = choose(&mut *bot, &task("gomoku", Some(LONG))).unwrap_err();
        assert!(matches!(error, PlayerError::Forfeit(_)), "{error:?}");
    }
}
