use std::io::{self, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use yiqi_players::protocol::{Protocol, rehearse};
use yiqi_players::{AnyEngine, EngineOptions};
use yiqi_rules::{GameSpec, Move};
use yiqi_search::{Analysis, Certainty, Engine, Line, SearchRequest};

use super::driver::{to_depth, transcript};

/// The output of a rehearsal with our own engine.
fn rehearsed(protocol: Protocol, options: EngineOptions, said: &str, meanwhile: usize) -> String {
    let mut heard = Vec::new();
    rehearse(
        protocol,
        protocol.default_game(),
        options,
        said.as_bytes(),
        meanwhile,
        &mut AnyEngine::new(options.resources()),
        &mut heard,
    )
    .unwrap();
    String::from_utf8(heard).unwrap()
}

#[test]
fn a_rehearsal_is_answered_like_a_conversation() {
    for (protocol, said) in [
        (
            Protocol::Gtp,
            "play b f5\n2 genmove w\nshowboard\nnonsense\nclear_board\ngenmove b\nquit\nname\n",
        ),
        (
            Protocol::Script,
            "{\"spec\":\"reversi\",\"moves\":[\"d3\"]}\n\n{}\n{\"spec\":\"gomoku:9\"}\n",
        ),
    ] {
        let game = protocol.default_game();
        let options = to_depth(1);
        let spoken = transcript(protocol, game, options, said);
        assert_eq!(rehearsed(protocol, options, said, 0), spoken);
    }
}

#[test]
fn lines_of_a_rehearsal_arrive_during_a_search_or_after_it() {
    let heard = |meanwhile| rehearsed(Protocol::NBoard, to_depth(1), "go\nping 1\n", meanwhile);
    // After it, both are answered.
    let after = heard(0);
    assert!(after.contains("\n=== "), "{after}");
    assert!(after.ends_with("pong 1\n"), "{after}");
    // During it, a ping ends the search without an answer.
    let during = heard(1);
    assert!(!during.contains("==="), "{during}");
    assert!(during.ends_with("pong 1\n"), "{during}");
}

/// What happened, in order.
type Log = Mutex<Vec<String>>;

/// An engine that logs what it is asked, takes this long to prepare, and exceeds each limit by this much.
struct LoggingEngine<'a> {
    log: &'a Log,
    loads_for: Duration,
    late_by: Duration,
}

/// Keeps the processor busy.
pub(super) fn spin(time: Duration) {
    let begin = Instant::now();
    while begin.elapsed() < time {
        std::hint::spin_loop();
    }
}

impl Engine for LoggingEngine<'_> {
    fn think(&mut self, request: SearchRequest<'_>) -> Option<Analysis> {
        let time = request.limits.time?;
        let ms = time.as_millis();
        self.log.lock().unwrap().push(format!("think for {ms} ms"));
        if !self.late_by.is_zero() {
            spin(time + self.late_by);
        }
        let mv = Move::Place(request.position.legal_points().iter().next()?);
        let line = Line {
            eval: 0,
            certainty: Certainty::Estimate {
                percent: 100,
                error: 0,
            },
            moves: vec![mv],
        };
        Some(Analysis {
            lines: vec![line],
            ..Analysis::default()
        })
    }

    fn prepare(&mut self, spec: GameSpec) {
        self.log.lock().unwrap().push(format!("prepare {spec}"));
        spin(self.loads_for);
    }

    fn forget(&mut self) {}
}

/// An output that logs its lines.
struct LoggingOutput<'a> {
    log: &'a Log,
    line: Vec<u8>,
}

impl Write for LoggingOutput<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend(bytes);
        while let Some(end) = self.line.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.line.drain(..=end).collect();
            let text = String::from_utf8_lossy(&line).trim_end().to_owned();
            self.log.lock().unwrap().push(text);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What a Gomocup engine does and says when it hears these lines.
fn gomocup_log(said: &str, loads_for: Duration, late_by: Duration) -> Vec<String> {
    let log = Log::default();
    let protocol = Protocol::Gomocup;
    rehearse(
        protocol,
        protocol.default_game(),
        EngineOptions::default(),
        said.as_bytes(),
        0,
        &mut LoggingEngine {
            log: &log,
            loads_for,
            late_by,
        },
        &mut LoggingOutput {
            log: &log,
            line: Vec::new(),
        },
    )
    .unwrap();
    let mut log = log.into_inner().unwrap();
    log.retain(|line| !line.starts_with("MESSAGE"));
    log
}

#[test]
fn the_engine_is_loaded_before_start_is_answered() {
    let log = gomocup_log("INFO rule 9\nSTART 20\n", Duration::ZERO, Duration::ZERO);
    assert_eq!(log, ["prepare gomoku:20:caro", "OK"]);
    // Rules that come later are prepared for at once, too, not when a move is due.
    let log = gomocup_log(
        "START 15\nINFO rule 4\nBEGIN\n",
        Duration::ZERO,
        Duration::ZERO,
    );
    assert_eq!(
        log[..3],
        ["prepare gomoku", "OK", "prepare gomoku:15:renju"]
    );
}

#[test]
fn time_spent_loading_after_a_move_was_asked_for_is_part_of_its_turn() {
    // All lines arrive before anything is done.
    let loads_for = Duration::from_millis(60);
    let said = "START 15\nINFO timeout_turn 1000\nINFO rule 1\nBOARD\n7,7,2\nDONE\n";
    let log = gomocup_log(said, loads_for, Duration::ZERO);
    let ms = times(&log)[0];
    // After START is answered, the engine is prepared twice more.
    assert!(ms <= 1000 - 2 * 60, "{log:?}");
}

/// The milliseconds for each search.
fn times(log: &[String]) -> Vec<u64> {
    let times = log
        .iter()
        .filter_map(|line| line.strip_prefix("think for "));
    times
        .map(|time| time.strip_suffix(" ms").unwrap().parse().unwrap())
        .collect()
}

#[test]
fn after_a_search_that_ended_late_the_next_one_gets_less_time() {
    let said = "START 15\nINFO timeout_turn 300\nBOARD\n7,7,2\nDONE\nTURN 3,3\nTURN 4,3\n";
    let late_by = Duration::from_millis(70);
    let log = gomocup_log(said, Duration::ZERO, late_by);
    let times = times(&log);
    assert_eq!(times.len(), 3);
    // Nor is the usual margin used up.
    assert!(times[1..].iter().all(|&ms| ms <= 300 - 70 - 30), "{log:?}");
}
