//! Tests wait for events, not for time.
//!
//! Every function in test code that sleeps, measures or limits real time is listed here with its
//! reason. A new one needs a better way to wait, or a place in one of these lists.

use std::collections::BTreeSet;

use crate::{crate_folders, sources};

/// Helpers that poll or wait for an event, with a limit that only a test that hangs reaches.
const HELPERS: &[&str] = &[
    "yiqi::exit_status",
    "yiqi-browser-tests::click_on",
    "yiqi-browser-tests::start",
    "yiqi-browser-tests::until",
    "yiqi-client::next",
    "yiqi-players::ends",
    "yiqi-players::next",
    "yiqi-server::soon",
    "yiqi-server::until",
    "yiqi-testkit::try_start",
    "yiqi-testkit::wait_end",
    "yiqi-testkit::wait_gone",
    "yiqi-testkit::wait_until",
    "yiqi-tui::wait_for",
];

/// Tests of a promise that is itself a time.
const PROMISES: &[(&str, &str)] = &[
    (
        "yiqi::a_stop_tells_clients_to_reconnect_and_stops_all_clocks",
        "a server that is asked to stop ends within 5 seconds",
    ),
    (
        "yiqi-players::clocks_are_parsed_and_counted",
        "an engine keeps to the clock that GTP gives it",
    ),
    (
        "yiqi-players::limits_and_stop_take_effect_promptly",
        "an analysis ends at its time limit",
    ),
    (
        "yiqi-players::the_clock_of_the_game_is_used",
        "an engine keeps to the clock that NBoard gives it",
    ),
    (
        "yiqi-players::the_time_for_a_turn_is_never_exceeded",
        "an engine keeps to the clock that Gomocup gives it",
    ),
    (
        "yiqi-server::another_programs_lock_times_out_and_the_server_recovers",
        "the server waits for a lock for the time that is set",
    ),
    (
        "yiqi-server::nothing_is_acknowledged_after_a_failed_write",
        "a failed write is reported within a second",
    ),
    (
        "yiqi-server::spectators_who_never_read_are_dropped_without_affecting_others",
        "players are answered within a second whoever watches",
    ),
];

/// Tests in which passing time is the input, or that assert a lower bound only.
const INPUTS: &[(&str, &str)] = &[
    (
        "yiqi::a_server_that_is_killed_again_and_again_while_it_starts_loses_nothing",
        "the moments at which it is killed; time without a server",
    ),
    (
        "yiqi::time_in_which_the_process_was_stopped_is_given_back",
        "the time for which the process is suspended",
    ),
    (
        "yiqi-desk::a_take_back_is_decided_like_any_command",
        "a clock of one millisecond runs out",
    ),
    (
        "yiqi-players::spin",
        "the time that an engine takes to load, or exceeds its limit by",
    ),
    (
        "yiqi-server::a_move_near_the_deadline_is_accepted_or_refused_as_the_log_says",
        "moves aim at a moment of the clock",
    ),
    (
        "yiqi-server::a_move_received_in_time_counts_however_slow_the_disk",
        "the move aims at a moment of the clock",
    ),
    (
        "yiqi-server::a_player_who_moves_only_over_http_is_not_away",
        "a lower bound: the countdown has lost no more than what passed",
    ),
    (
        "yiqi-server::a_stop_closes_every_socket_with_1012_and_freezes_clocks",
        "time without a server",
    ),
    (
        "yiqi-server::an_outage_of_the_database_is_given_back_once_although_two_nodes_saw_it",
        "time without a database",
    ),
    (
        "yiqi-server::bounds",
        "the earliest and latest that it may be at a table",
    ),
    (
        "yiqi-server::an_absent_player_loses_to_a_claim_and_not_a_moment_early",
        "a lower bound: no claim succeeds early",
    ),
];

/// What sleeps, measures or limits real time.
const TOKENS: [&str; 6] = [
    "sleep(",
    "sleep_until(",
    "timeout(",
    ".elapsed()",
    "Instant::now() <",
    "Instant::now() >",
];

/// The part of a source that is test code.
fn test_code<'a>(package: &str, path: &std::path::Path, text: &'a str) -> &'a str {
    let for_tests = ["yiqi-browser-tests", "yiqi-testkit"].contains(&package);
    let in_tests = path
        .components()
        .any(|part| part.as_os_str() == "tests" || part.as_os_str() == "tests.rs");
    if for_tests || in_tests {
        return text;
    }
    text.find("#[cfg(test)]\nmod tests {")
        .map_or("", |start| &text[start..])
}

/// Whether a line has one of the tokens outside of strings and comments.
fn uses_time(line: &str) -> bool {
    let code = line.split("//").next().unwrap_or(line);
    TOKENS.iter().any(|token| {
        code.match_indices(token)
            .any(|(at, _)| code[..at].matches('"').count().is_multiple_of(2))
    })
}

#[test]
fn tests_wait_for_events_and_not_for_time() {
    let mut found = BTreeSet::new();
    for (package, folder) in crate_folders() {
        for (path, text) in sources(&folder) {
            let mut function = String::new();
            for line in test_code(&package, &path, &text).lines() {
                let code = line.trim_start();
                if let Some((_, after)) = code.split_once("fn ")
                    && !code.starts_with("//")
                {
                    let end = after.find(['(', '<']).unwrap_or(after.len());
                    function = after[..end].to_owned();
                }
                if uses_time(line) {
                    found.insert(format!("{package}::{function}"));
                }
            }
        }
    }
    let listed: BTreeSet<String> = HELPERS
        .iter()
        .chain(PROMISES.iter().chain(INPUTS).map(|(name, _)| name))
        .map(|name| (*name).to_owned())
        .collect();
    let new: Vec<_> = found.difference(&listed).collect();
    assert!(new.is_empty(), "these use real time: {new:#?}");
    let gone: Vec<_> = listed.difference(&found).collect();
    assert!(gone.is_empty(), "these no longer use real time: {gone:#?}");
}
