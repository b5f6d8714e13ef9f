use std::time::{Duration, Instant};

use yiqi_players::EngineOptions;
use yiqi_players::protocol::Protocol;
use yiqi_rules::GameSpec;

use super::driver::{Driver, to_depth, transcript};

/// The answers, without messages for people.
fn answers(said: &str) -> Vec<String> {
    transcript(Protocol::Gomocup, GameSpec::GOMOKU, to_depth(2), said)
        .lines()
        .filter(|line| !line.starts_with("MESSAGE "))
        .map(str::to_owned)
        .collect()
}

#[track_caller]
fn check(said: &str, wanted: &[&str]) {
    assert_eq!(answers(said), wanted, "{said}");
}

fn point(answer: &str) -> (u8, u8) {
    let (x, y) = answer.split_once(',').unwrap_or_else(|| panic!("{answer}"));
    (x.parse().unwrap(), y.parse().unwrap())
}

#[test]
fn boards_are_started_or_rejected() {
    check(
        "START 15\r\nSTART 20\r\nrestart\r\nSTART 4\nSTART 26\nSTART x\nRECTSTART 15,15\nRECTSTART 10,12\nSTART 5\nSTART 25\n",
        &[
            "OK",
            "OK",
            "OK",
            "ERROR boards are square, from 5 to 25",
            "ERROR boards are square, from 5 to 25",
            "ERROR boards are square, from 5 to 25",
            "OK",
            "ERROR boards are square, from 5 to 25",
            "OK",
            "OK",
        ],
    );
}

#[test]
fn unknown_commands_are_reported_and_the_engine_continues() {
    check(
        "FLY 1,2\n\nfly\nBEGIN\nTURN 3,3\nBOARD\nDONE\nTAKEBACK 1,1\nINFO nothing 3\nINFO\nYXSTOP\n",
        &[
            "UNKNOWN FLY",
            "UNKNOWN FLY",
            "ERROR no board yet: send START first",
            "ERROR no board yet: send START first",
            "ERROR no board yet: send START first",
            "ERROR there is no stone on '1,1'",
        ],
    );
    let about = answers("ABOUT\n");
    assert!(
        about[0].starts_with("name=\"yiqi\", version=\""),
        "{about:?}"
    );
    assert_eq!(about.len(), 1);
    check("END\nABOUT\n", &[]);
}

#[test]
fn a_game_is_played_move_by_move() {
    let heard = answers("START 15\nBEGIN\n");
    assert_eq!(heard[1], "7,7");
    let heard = answers("START 15\nTURN 7,7\nTURN 7,7\nTURN 99,1\nTURN x\nTAKEBACK 7,7\n");
    let (x, y) = point(&heard[1]);
    assert!(x < 15 && y < 15 && (x, y) != (7, 7));
    assert_eq!(
        heard[2..],
        [
            "ERROR 7,7 is occupied",
            "ERROR '99,1' is no point of the board",
            "ERROR 'x' is no point of the board",
            "OK"
        ]
    );
}

const FOUR: &str = "BOARD\n7,7,1\n0,0,2\n8,7,1\n0,2,2\n9,7,1\n0,4,2\n10,7,1\n0,6,2\nDONE\n";

#[test]
fn fives_are_made_and_stopped() {
    let heard = answers(&format!("START 15\n{FOUR}"));
    assert!(["6,7", "11,7"].contains(&heard[1].as_str()), "{heard:?}");
    // The same stones with sides exchanged, and one end blocked.
    let theirs = "BOARD\n7,7,2\n6,7,1\n8,7,2\n0,2,1\n9,7,2\n0,4,1\n10,7,2\nDONE\n";
    assert_eq!(answers(&format!("START 15\n{theirs}"))[1], "11,7");
}

#[test]
fn invalid_boards_are_rejected_and_discarded() {
    check(
        "START 15\nBOARD\n7,7,1\n7,7,2\nDONE\nBOARD\n7,7,3\nDONE\nBOARD\nnothing\nDONE\n",
        &[
            "OK",
            "ERROR '7,7,2' is no stone",
            "ERROR '7,7,3' is no stone",
            "ERROR 'nothing' is no stone",
        ],
    );
}

#[test]
fn rules_come_from_info_and_problems_wait_for_the_next_answer() {
    check(
        "START 15\nINFO rule 1\nINFO rule 4\nINFO rule 2\nINFO rule 9\nINFO rule 8\nINFO rule 0\nSTART 15\n",
        &["OK", "OK"],
    );
    let heard = answers("START 15\nINFO rule 16\nBEGIN\nINFO rule 0\nBEGIN\n");
    assert_eq!(
        heard,
        [
            "OK",
            "ERROR rule 16 is not supported: 0 is freestyle, 1 standard, 4 renju, 8 or 9 caro",
            "7,7"
        ]
    );
    // In Renju, black may not play where two open threes meet.
    let cross =
        "YXBOARD\n7,7,1\n0,0,2\n8,7,1\n0,14,2\n9,8,1\n14,0,2\n9,9,1\n14,14,2\nDONE\nYXSHOWFORBID\n";
    check(
        &format!("START 15\nINFO rule 4\n{cross}"),
        &["OK", "FORBID 0907."],
    );
    check(
        &format!("START 15\nINFO rule 0\n{cross}"),
        &["OK", "FORBID ."],
    );
}

#[test]
fn under_caro_a_five_between_two_opposing_stones_is_not_made() {
    // Ours are four in a row between two opposing stones, with a gap at one end: a fifth stone wins
    // under every other rule. Elsewhere there is a four with both ends free.
    let stones = "BOARD\n1,7,2\n2,7,1\n3,7,1\n4,7,1\n5,7,1\n7,7,2\n\
                  2,2,1\n3,2,1\n4,2,1\n5,2,1\n9,12,2\n10,10,2\n12,3,2\n13,13,2\n11,6,2\n12,11,2\nDONE\n";
    for rule in [8, 9] {
        let heard = answers(&format!("START 15\nINFO rule {rule}\n{stones}"));
        let mv = heard.last().unwrap();
        assert!(["1,2", "6,2"].contains(&mv.as_str()), "{heard:?}");
    }
    let only = "BOARD\n1,7,2\n2,7,1\n3,7,1\n4,7,1\n5,7,1\n7,7,2\n13,13,1\n12,12,2\nDONE\n";
    for (rule, is_five) in [(1, true), (8, false), (9, false)] {
        let heard = answers(&format!("START 15\nINFO rule {rule}\n{only}"));
        assert_eq!(heard.last().unwrap() == "6,7", is_five, "{heard:?}");
    }
}

#[test]
fn swap2_is_opened_and_answered() {
    let heard = answers("START 15\nSWAP2BOARD\nDONE\n");
    let stones: Vec<(u8, u8)> = heard[1].split(' ').map(point).collect();
    assert_eq!(stones.len(), 3, "{heard:?}");
    for list in [
        "7,7,2\n8,8,2\n7,8,2",
        "0,0,2\n7,7,2\n14,14,2",
        "7,7,2\n8,8,2\n7,8,2\n6,6,1\n9,9,1",
    ] {
        let heard = answers(&format!("START 15\nSWAP2BOARD\n{list}\nDONE\n"));
        let answer = &heard[1];
        let is_five = list.lines().count() == 5;
        let points = answer.split(' ').filter(|word| word.contains(',')).count();
        assert!(
            answer == "SWAP" || points == 1 || (points == 2 && !is_five),
            "{list}: {answer}"
        );
    }
    let refused =
        answers("START 15\nSWAP2BOARD\n7,7,1\nDONE\nSWAP2BOARD\n7,7,1\n7,7,1\n8,8,1\nDONE\n");
    assert!(
        refused[1].starts_with("ERROR a swap2 opening has 0, 3 or 5 stones"),
        "{refused:?}"
    );
    assert!(refused[2].starts_with("ERROR '7,7,1'"), "{refused:?}");
}

#[test]
fn blocked_points_are_not_played() {
    let heard = answers("START 15\nYXBLOCK\n7,7\nDONE\nBEGIN\n");
    assert_ne!(heard[1], "7,7");
    let heard = answers("START 15\nYXBLOCK\n7,7\nDONE\nYXBLOCKUNDO\n7,7\nDONE\nBEGIN\n");
    assert_eq!(heard[1], "7,7");
    let heard = answers(&format!(
        "START 15\nYXBLOCK\n6,7\n11,7\nDONE\n{FOUR}YXBLOCKRESET\nTAKEBACK 1,1\n"
    ));
    assert!(!["6,7", "11,7"].contains(&heard[1].as_str()), "{heard:?}");
}

#[test]
fn several_lines_and_the_engines_resources_are_reported() {
    let heard = transcript(
        Protocol::Gomocup,
        GameSpec::GOMOKU,
        to_depth(2),
        "START 15\nYXBOARD\n7,7,2\n8,8,1\n6,7,2\nDONE\nYXNBEST 3\nYXSHOWINFO\nYXHASHCLEAR\n",
    );
    let messages = heard
        .lines()
        .filter(|line| line.starts_with("MESSAGE ("))
        .count();
    assert!(messages >= 2, "{heard}");
    assert!(heard.contains("MESSAGE INFO MAX_THREAD_NUM "));
    assert!(heard.contains("MESSAGE INFO MAX_HASH_SIZE "));
}

#[test]
fn the_time_for_a_turn_is_never_exceeded() {
    let driver = Driver::start(Protocol::Gomocup, EngineOptions::default());
    let is_move = |line: &str| !line.starts_with("MESSAGE");
    driver.say("START 15");
    assert_eq!(driver.next(), "OK");
    for (info, most) in [
        ("INFO timeout_turn 0", 3_000),
        ("INFO timeout_turn 300", 3_000),
        (
            "INFO timeout_turn 60000\nINFO timeout_match 100000\nINFO time_left 900",
            3_000,
        ),
        ("INFO time_left -50", 3_000),
        (
            "INFO timeout_turn 60000\nINFO time_left 2147483647\nINFO max_depth 2",
            10_000,
        ),
        ("INFO max_depth 0\nINFO max_node 500", 10_000),
    ] {
        driver.say(info);
        driver.say("INFO max_memory 367001600");
        driver.say("RESTART");
        assert_eq!(driver.next(), "OK");
        let start = Instant::now();
        driver.say("TURN 7,7");
        point(driver.until(is_move).last().unwrap());
        assert!(start.elapsed() < Duration::from_millis(most), "{info}");
    }
    driver.say("END");
    driver.ends();
}

#[test]
fn a_running_search_can_be_stopped() {
    let driver = Driver::start(Protocol::Gomocup, EngineOptions::default());
    driver.say("START 15");
    driver.say("INFO timeout_turn 600000");
    assert_eq!(driver.next(), "OK");
    for stop in ["YXSTOP", "STOP"] {
        driver.say("RESTART");
        assert_eq!(driver.next(), "OK");
        driver.say("TURN 7,7");
        // It is searching: the first result has been reported.
        assert!(driver.next().starts_with("MESSAGE Depth 1 "));
        driver.say("INFO time_left 1000");
        driver.say(stop);
        point(
            driver
                .until(|line| !line.starts_with("MESSAGE"))
                .last()
                .unwrap(),
        );
    }
    driver.say("TURN 0,0");
    driver.say("END");
    driver.ends();
}
