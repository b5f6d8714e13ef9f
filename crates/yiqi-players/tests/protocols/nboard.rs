use yiqi_players::EngineOptions;
use yiqi_players::protocol::Protocol;
use yiqi_rules::GameSpec;

use super::driver::{Driver, to_depth, transcript};

const START: &str = "set game (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TY[8]BO[8 ---------------------------O*------*O--------------------------- *];)";

fn heard(said: &str) -> Vec<String> {
    transcript(
        Protocol::NBoard,
        GameSpec::REVERSI,
        EngineOptions::default(),
        said,
    )
    .lines()
    .map(str::to_owned)
    .collect()
}

#[test]
fn pings_are_answered_and_unknown_lines_are_not() {
    assert_eq!(
        heard("nboard 2\nping 1\nfly\n\nset contempt 5\nlearn\nping 2\nquit\nping 3\n"),
        ["pong 1", "learned", "pong 2"]
    );
}

#[test]
fn go_answers_with_a_move_that_it_does_not_play() {
    let lines = heard(&format!("nboard 2\nset depth 4\n{START}\nmove F5\ngo\n"));
    assert_eq!(lines[0], "set myname yiqi4");
    let answer = lines.last().unwrap();
    let fields: Vec<&str> = answer.strip_prefix("=== ").unwrap().split('/').collect();
    assert!(["D6", "F4", "F6"].contains(&fields[0]), "{answer}");
    assert!(fields[1].parse::<f64>().is_ok() && fields[2].parse::<f64>().is_ok());
    // It is still white's turn.
    let again = heard(&format!("set depth 4\n{START}\nmove F5\ngo\n"));
    let first = |lines: &[String]| lines.last().unwrap().split('/').next().unwrap().to_owned();
    assert_eq!(first(&again), first(&lines));
}

#[test]
fn moves_come_with_and_without_evaluation_and_time() {
    let lines = heard(&format!(
        "{START}\nmove f5//1.23\nmove D6/-1.50/0.2\nmove a1\nmove zz\nping 1\n"
    ));
    assert_eq!(
        lines,
        [
            "status a1 cannot be played",
            "status zz cannot be played",
            "pong 1"
        ]
    );
    let lines = heard("set game (;GM[Othello\nping 1\n");
    assert_eq!(lines, ["status the game could not be read", "pong 1"]);
}

#[test]
fn hints_list_several_lines_with_their_depth() {
    let driver = Driver::start(Protocol::NBoard, EngineOptions::default());
    driver.say("nboard 2");
    driver.say("set depth 3");
    driver.say(START);
    driver.say("move F5");
    driver.say("hint 3");
    let lines = driver.until(|line| line == "status");
    let searches: Vec<Vec<&str>> = lines
        .iter()
        .filter_map(|line| line.strip_prefix("search "))
        .map(|line| line.split(' ').collect())
        .collect();
    let last = &searches[searches.len() - 3..];
    for fields in last {
        assert!(["D6", "F4", "F6"].contains(&&fields[0][..2]), "{fields:?}");
        assert!(fields[1].parse::<f64>().is_ok());
        assert!(fields[2] == "0" && fields[3].starts_with('3'), "{fields:?}");
    }
    assert!(lines.iter().any(|line| line.starts_with("nodestats ")));
    driver.hangs_up();
}

#[test]
fn solved_positions_are_marked_as_exact() {
    let said = "set depth 10\nset game (;GM[Othello]TY[4]BO[4 -----O*--*O----- *];)\nhint 4\n";
    let lines = heard(said);
    let exact = lines
        .iter()
        .filter(|line| line.starts_with("search ") && line.ends_with(" 100%"))
        .count();
    assert!(exact >= 4, "{lines:?}");
    assert!(
        lines.iter().any(|line| line.contains(" -8.00 0 100%")),
        "{lines:?}"
    );
}

#[test]
fn a_ping_stops_a_search_without_an_answer_to_it() {
    let options = EngineOptions {
        time: Some(std::time::Duration::from_secs(600)),
        ..EngineOptions::default()
    };
    let driver = Driver::start(Protocol::NBoard, options);
    for request in ["go", "hint 2", "analyze"] {
        driver.say(START);
        driver.say("move F5");
        driver.say(request);
        driver.say("ping 7");
        let lines = driver.until(|line| line == "pong 7");
        assert!(
            lines.iter().all(|line| !line.starts_with("===")),
            "{lines:?}"
        );
        // No answer follows.
        driver.say("ping 8");
        assert_eq!(driver.next(), "pong 8");
    }
    driver.say("go");
    driver.say("quit");
    driver.ends();
}

#[test]
fn a_side_that_cannot_move_passes() {
    // Black fills the board except for one point that white cannot use.
    let said = "set game (;GM[Othello]TY[4]BO[4 ****************  *];)\ngo\nping 1\n";
    assert_eq!(heard(said), ["=== PA", "pong 1"]);
}

#[test]
fn a_whole_game_is_analyzed_backward() {
    let options = to_depth(2);
    let said = format!("{START}\nmove F5\nmove D6\nanalyze\n");
    let lines = transcript(Protocol::NBoard, GameSpec::REVERSI, options, &said);
    let plies: Vec<&str> = lines
        .lines()
        .filter_map(|line| line.strip_prefix("analysis "))
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert_eq!(plies, ["2", "1", "0"]);
}

#[test]
fn the_clock_of_the_game_is_used() {
    let game = START.replace("TY[8]", "TI[0:01]TY[8]");
    let start = std::time::Instant::now();
    let lines = heard(&format!("set depth 60\n{game}\ngo\n"));
    assert!(lines.last().unwrap().starts_with("=== "));
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}
