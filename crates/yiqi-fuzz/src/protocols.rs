//! Line protocols: whatever a driver sends, every line gets an answer that a driver can read, and no
//! line ends the conversation but those that should.

use yiqi_players::protocol::{Protocol, rehearse};
use yiqi_players::{Analysis, Certainty, Engine, EngineOptions, Line, SearchRequest};
use yiqi_rules::GameSpec;

use crate::input::Input;

/// Go Text Protocol.
pub(crate) fn gtp(bytes: &[u8]) {
    // Files are for other targets.
    let text = String::from_utf8_lossy(bytes).replace("loadsgf", "load");
    let output = converse(Protocol::Gtp, &mut Input::new(text.as_bytes()));
    // Every answer begins with `=` or `?` and ends with an empty line.
    for answer in output
        .split("\n\n")
        .filter(|answer| !answer.trim().is_empty())
    {
        let start = answer.trim_start_matches('\n');
        assert!(start.starts_with(['=', '?']), "{answer:?}");
    }
}

/// NBoard.
pub(crate) fn nboard(bytes: &[u8]) {
    converse(Protocol::NBoard, &mut Input::new(bytes));
}

/// Gomocup.
pub(crate) fn gomocup(bytes: &[u8]) {
    converse(Protocol::Gomocup, &mut Input::new(bytes));
}

/// Botzone and our own protocol, both JSON.
pub(crate) fn json(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let protocol = input.pick(&[Protocol::Botzone, Protocol::Script]);
    let output = converse(protocol, &mut input);
    if protocol == Protocol::Botzone {
        for line in output.lines().filter(|line| !line.starts_with(">>>")) {
            let answer: serde_json::Value = serde_json::from_str(line).expect("answers are JSON");
            assert!(answer["response"]["x"].is_i64(), "{line}");
        }
    }
}

/// Sends the rest of the input to our side of a protocol and returns what it says.
fn converse(protocol: Protocol, input: &mut Input<'_>) -> String {
    let game = game(protocol, input);
    let options = match input.byte() % 4 {
        0 => EngineOptions::default(),
        1 => EngineOptions::level(1 + input.byte() % EngineOptions::LEVEL_MAX),
        2 => EngineOptions {
            depth: Some(3),
            ..EngineOptions::default()
        },
        _ => EngineOptions {
            nodes: Some(1000),
            ..EngineOptions::level(20)
        },
    };
    let meanwhile = usize::from(input.byte() % 4);
    let mut engine = TestEngine {
        choices: Vec::new(),
    };
    let lines = input.rest();
    engine.choices.extend(lines.iter().take(64));
    let mut output = Vec::new();
    rehearse(
        protocol,
        game,
        options,
        lines,
        meanwhile,
        &mut engine,
        &mut output,
    )
    .expect("memory can be written");
    let text = String::from_utf8(output).expect("answers are UTF-8");
    let bad = text
        .chars()
        .find(|&c| c.is_control() && c != '\n' && c != '\t');
    assert_eq!(bad, None, "a control character in {text:?}");
    let line_count = lines.split(|&byte| byte == b'\n').count();
    assert!(
        text.len() <= ANSWER_BYTES_MAX * (line_count + 1) + 64 * lines.len(),
        "{} bytes in answer to {line_count} lines",
        text.len()
    );
    text
}

/// The most bytes that a line may cause, besides those that repeat it: a list of all points.
const ANSWER_BYTES_MAX: usize = 100_000;

/// A game that the protocol knows.
fn game(protocol: Protocol, input: &mut Input<'_>) -> GameSpec {
    let spec = input.spec();
    if protocol.knows(spec) {
        spec
    } else {
        protocol.default_game()
    }
}

/// An engine that answers at once: sometimes well, sometimes with nothing.
struct TestEngine {
    choices: Vec<u8>,
}

impl Engine for TestEngine {
    fn think(&mut self, request: SearchRequest<'_>) -> Option<Analysis> {
        let choice = usize::from(self.choices.pop().unwrap_or_default());
        let mut moves = request.position.legal_moves();
        if moves.is_empty() || choice % 16 == 15 {
            return None;
        }
        let count = moves.len();
        moves.rotate_left(choice % count);
        let lines = moves.iter().take(request.line_count.clamp(1, 8));
        let analysis = Analysis {
            depth: (choice % 5) as u8,
            nodes: choice as u64 * 1_000_003,
            lines: lines
                .map(|&mv| Line {
                    eval: (choice as i32 - 100) * 77,
                    certainty: match choice % 4 {
                        0 => Certainty::Exact,
                        1 => Certainty::Outcome,
                        2 => Certainty::Forced { plies: 5 },
                        _ => Certainty::Estimate {
                            percent: 73,
                            error: 12,
                        },
                    },
                    moves: vec![mv],
                })
                .collect(),
        };
        for _ in 0..choice % 3 {
            (request.report)(&analysis);
        }
        Some(analysis)
    }

    fn forget(&mut self) {
        self.choices.clear();
    }
}
