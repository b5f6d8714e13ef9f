use std::time::Duration;

use yiqi_players::protocol::{Protocol, rehearse};
use yiqi_players::{AnyEngine, EngineOptions};
use yiqi_rules::{Color, GameSpec, Move, Point};
use yiqi_search::{Analysis, Certainty, Engine, Limits, Line, SearchRequest, Stop};

use super::driver::{Driver, to_depth, transcript};
use super::rehearsal::spin;

const PROTOCOL: Protocol = Protocol::Gomocup;

/// What is heard when an engine of Gomocup rehearses these lines.
fn rehearsed(said: &str, options: EngineOptions, engine: &mut dyn Engine) -> Vec<String> {
    let mut heard = Vec::new();
    let game = PROTOCOL.default_game();
    rehearse(
        PROTOCOL,
        game,
        options,
        said.as_bytes(),
        0,
        engine,
        &mut heard,
    )
    .unwrap();
    let heard = String::from_utf8(heard).unwrap();
    heard.lines().map(str::to_owned).collect()
}

/// A search that an engine was asked for.
#[derive(Debug, PartialEq, Eq)]
struct Asked {
    stone_count: usize,
    limits: Limits,
    was_stopped: bool,
}

/// An engine that keeps what it is asked for. Its lines are the first legal points.
#[derive(Default)]
struct RecordingEngine {
    asked: Vec<Asked>,
    /// Moves in a line.
    line_length: usize,
    /// How long a search without a time limit takes.
    ponders_for: Duration,
}

impl Engine for RecordingEngine {
    fn think(&mut self, request: SearchRequest<'_>) -> Option<Analysis> {
        let stones = |color| request.position.stones(color).len();
        self.asked.push(Asked {
            stone_count: stones(Color::Black) + stones(Color::White),
            limits: request.limits,
            was_stopped: request.stop.is_stopped(),
        });
        if request.limits.time.is_none() {
            spin(self.ponders_for);
        }
        let legal = request.position.legal_points();
        let moves = legal.iter().take(self.line_length).map(Move::Place);
        let line = Line {
            eval: 0,
            certainty: Certainty::ESTIMATE,
            moves: moves.collect(),
        };
        let analysis = Analysis {
            depth: 3,
            lines: vec![line],
            ..Analysis::default()
        };
        (request.report)(&analysis);
        Some(analysis)
    }

    fn forget(&mut self) {}
}

/// The searches that these lines cause with a line of this length.
fn searches(said: &str, line_length: usize) -> Vec<Asked> {
    let mut engine = RecordingEngine {
        line_length,
        ..RecordingEngine::default()
    };
    rehearsed(said, EngineOptions::default(), &mut engine);
    engine.asked
}

fn stone_counts(searches: &[Asked]) -> Vec<usize> {
    searches.iter().map(|asked| asked.stone_count).collect()
}

#[test]
fn without_the_key_nothing_is_searched_between_moves() {
    let game = "BEGIN\nTURN 7,7\nTURN 8,8\n";
    let off = [
        "",
        "INFO pondering 0\n",
        "INFO auto_pondering 0\n",
        "INFO pondering 1\nINFO pondering 0\n",
        "INFO pondering yes\n",
    ];
    for info in off {
        let searches = searches(&format!("START 15\n{info}{game}"), 2);
        assert_eq!(stone_counts(&searches), [0, 2, 4], "{info}");
        assert!(searches.iter().all(|asked| !asked.was_stopped));
    }
}

#[test]
fn after_a_move_the_position_after_the_expected_reply_is_pondered() {
    for key in ["pondering", "auto_pondering"] {
        let said = format!("START 15\nINFO {key} 1\nBEGIN\nTURN 7,7\n");
        // With a reply: our move and theirs. Without one: only ours.
        assert_eq!(stone_counts(&searches(&said, 2)), [0, 2, 2, 4]);
        assert_eq!(stone_counts(&searches(&said, 1)), [0, 1, 2, 3]);
    }
}

#[test]
fn pondering_has_the_limits_of_a_move_except_of_its_time() {
    let info = "INFO pondering 1\nINFO timeout_turn 1000\nINFO max_depth 7\nINFO max_node 900\n";
    let searches = searches(&format!("START 15\n{info}BEGIN\n"), 2);
    let pondered = Limits {
        nodes: Some(900),
        ..Limits::depth(7)
    };
    assert_eq!(searches[1].limits, pondered);
    assert_eq!(
        searches[0].limits,
        Limits {
            time: searches[0].limits.time,
            ..pondered
        }
    );
}

#[test]
fn a_game_that_is_over_is_not_pondered() {
    let four = "BOARD\n1,0,1\n7,7,2\n2,0,1\n7,9,2\n3,0,1\n9,7,2\n4,0,1\n9,9,2\nDONE\n";
    // The first legal point makes five.
    let searches = searches(&format!("START 15\nINFO pondering 1\n{four}"), 2);
    assert_eq!(stone_counts(&searches), [8]);
}

#[test]
fn the_time_until_pondering_has_stopped_is_part_of_the_next_turn() {
    let mut engine = RecordingEngine {
        line_length: 2,
        ponders_for: Duration::from_millis(60),
        ..RecordingEngine::default()
    };
    let said = "START 15\nINFO pondering 1\nINFO timeout_turn 1000\nBEGIN\nTURN 7,7\n";
    rehearsed(said, EngineOptions::default(), &mut engine);
    let time = engine.asked[2].limits.time.unwrap();
    assert!(time <= Duration::from_millis(1000 - 30 - 60), "{time:?}");
}

#[test]
fn nothing_is_said_about_pondering() {
    let said = |key: &str| {
        let mut engine = RecordingEngine {
            line_length: 2,
            ..RecordingEngine::default()
        };
        let said = format!("START 15\nINFO {key} 1\nBEGIN\nTURN 7,7\nABOUT\n");
        let heard = rehearsed(&said, EngineOptions::default(), &mut engine);
        // How long it took differs.
        let heard = heard
            .iter()
            .map(|line| line.split(" | Time ").next().unwrap().to_owned());
        heard.collect::<Vec<_>>()
    };
    assert_eq!(said("pondering"), said("other"));
}

/// Our engine, but it ends a search when its other limits do: the opponent takes long enough.
struct PatientEngine(AnyEngine);

impl Engine for PatientEngine {
    fn think(&mut self, request: SearchRequest<'_>) -> Option<Analysis> {
        self.0.think(SearchRequest {
            stop: Stop::new(),
            ..request
        })
    }

    fn forget(&mut self) {
        self.0.forget();
    }
}

fn rehearsed_to_depth(said: &str, depth: u8) -> Vec<String> {
    let options = to_depth(depth);
    let mut engine = PatientEngine(AnyEngine::new(options.resources()));
    rehearsed(said, options, &mut engine)
}

/// A point such as `H8`, as column and row from the top left.
fn coordinates(name: &str) -> String {
    let col = name.as_bytes()[0] - b'A';
    let number: u8 = name[1..].parse().unwrap();
    let row = (0..15).find(|&row| GameSpec::GOMOKU.number_of_row(row) == number);
    let point = Point::new(col, row.unwrap()).unwrap();
    format!("{},{}", point.col(), point.row())
}

/// A field of the last message about a whole search, such as `Depth` or `Node`.
fn field(heard: &[String], name: &str) -> u64 {
    let mut messages = heard.iter().rev();
    let message = messages.find(|line| line.starts_with("MESSAGE Speed"));
    let mut fields = message.unwrap().split(" | ");
    let value = fields.find_map(|field| field.strip_prefix(name)).unwrap();
    value.trim().parse().unwrap()
}

#[test]
fn with_pondering_the_expected_reply_is_answered_with_work_already_done() {
    let depth = 7;
    let opening = "BOARD\n7,7,2\n8,8,1\n6,8,2\nDONE\n";
    let heard = rehearsed_to_depth(&format!("START 15\n{opening}"), depth);
    let mut lines = heard.iter().rev();
    let line = lines.find(|line| line.starts_with("MESSAGE Depth"));
    let moves = line.unwrap().split(" | ").last().unwrap();
    let reply = coordinates(moves.split(' ').nth(1).unwrap());
    let after = |info: &str| {
        let said = format!("START 15\n{info}{opening}TURN {reply}\n");
        rehearsed_to_depth(&said, depth)
    };
    let (cold, warm) = (after(""), after("INFO pondering 1\n"));
    // The same move from the same depth, but nothing had to be searched again.
    assert_eq!(warm.last(), cold.last());
    for heard in [&cold, &warm] {
        assert_eq!(field(heard, "Depth"), u64::from(depth));
    }
    assert!(field(&cold, "Node") > 500);
    assert_eq!(field(&warm, "Node"), 0);
}

/// An engine that ponders without a limit, after its first move.
fn pondering() -> Driver {
    let driver = Driver::start(PROTOCOL, EngineOptions::default());
    driver.say("START 15\nINFO pondering 1\nINFO timeout_turn 0");
    assert_eq!(driver.next(), "OK");
    driver.say("BEGIN");
    assert_eq!(answer(&driver), "7,7");
    driver
}

/// The next line that is not for people.
fn answer(driver: &Driver) -> String {
    let lines = driver.until(|line| !line.starts_with("MESSAGE"));
    lines.last().unwrap().clone()
}

#[track_caller]
fn check_is_move(answer: &str) {
    let (x, y) = answer.split_once(',').unwrap_or_else(|| panic!("{answer}"));
    assert!(x.parse::<u8>().unwrap() < 15 && y.parse::<u8>().unwrap() < 15);
}

#[test]
fn every_command_is_answered_while_the_engine_ponders() {
    let four = "BOARD\n7,7,1\n0,0,2\n8,7,1\n0,2,2\n9,7,1\n0,4,2\n10,7,1\n6,7,2\nDONE";
    for (said, wanted) in [
        ("TAKEBACK 7,7", "OK"),
        ("RESTART", "OK"),
        ("START 20", "OK"),
        ("YXSHOWFORBID", "FORBID ."),
        ("TURN 7,7", "ERROR 7,7 is occupied"),
        ("PLAY 3,3", "3,3"),
        ("FLY", "UNKNOWN FLY"),
        (four, "11,7"),
        ("INFO rule 4\nRESTART", "OK"),
        ("YXHASHCLEAR\nINFO thread_num 2\nRESTART", "OK"),
    ] {
        let driver = pondering();
        driver.say(said);
        assert_eq!(answer(&driver), wanted, "{said}");
        driver.say("END");
        driver.ends();
    }
    let driver = pondering();
    for turn in 0..3 {
        driver.say(&format!("INFO time_left 2147483647\nTURN {turn},0"));
        check_is_move(&answer(&driver));
    }
    driver.say("SWAP2BOARD\nDONE");
    assert_eq!(answer(&driver).split(' ').count(), 3);
    driver.say("END");
    driver.ends();
}

#[test]
fn a_stop_ends_pondering_and_is_not_answered() {
    for stop in ["STOP", "YXSTOP"] {
        let driver = pondering();
        driver.say(stop);
        driver.say("YXSHOWFORBID");
        // The very next line, without messages.
        assert_eq!(driver.next(), "FORBID .");
        driver.say("TURN 6,6");
        check_is_move(&answer(&driver));
        driver.say("END");
        driver.ends();
    }
}

#[test]
fn pondering_ends_with_the_driver() {
    let driver = pondering();
    driver.say("END");
    driver.ends();
    pondering().hangs_up();
    // The end of the input may be there before the first move is played.
    let said = "START 15\nINFO pondering 1\nINFO timeout_turn 0\nBEGIN\n";
    let heard = transcript(PROTOCOL, GameSpec::GOMOKU, EngineOptions::default(), said);
    assert!(heard.ends_with("7,7\n"), "{heard}");
}
