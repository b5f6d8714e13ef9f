use serde_json::{Value, json};
use yiqi_players::protocol::Protocol;

use super::driver::{to_depth, transcript};

const KEEP_RUNNING: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";

fn responses(game: &str, lines: &[Value]) -> Vec<(i64, i64)> {
    let said: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let heard = transcript(Protocol::Botzone, game.parse().unwrap(), to_depth(1), &said);
    let lines: Vec<&str> = heard.lines().collect();
    lines
        .chunks(2)
        .map(|pair| {
            assert_eq!(pair[1], KEEP_RUNNING);
            let answer: Value = serde_json::from_str(pair[0]).unwrap();
            let number = |key: &str| answer["response"][key].as_i64().unwrap();
            (number("x"), number("y"))
        })
        .collect()
}

#[test]
fn the_first_turn_and_later_ones_are_answered() {
    let first = json!({ "requests": [{ "x": -1, "y": -1 }], "responses": [] });
    let heard = responses("reversi", std::slice::from_ref(&first));
    assert!(
        [(3, 2), (2, 3), (5, 4), (4, 5)].contains(&heard[0]),
        "{heard:?}"
    );
    // Kept running or started again: the same position gives the same answer.
    let (x, y) = heard[0];
    let reply = reply_to(x as u8, y as u8);
    let kept = responses("reversi", &[first, json!({ "x": reply.0, "y": reply.1 })]);
    let fresh = json!({
        "requests": [{ "x": -1, "y": -1 }, { "x": reply.0, "y": reply.1 }],
        "responses": [{ "x": x, "y": y }],
        "data": "", "globaldata": "", "time_limit": "1", "memory_limit": "256",
    });
    assert_eq!(kept[1], responses("reversi", &[fresh])[0]);
}

/// A white reply to black's first move.
fn reply_to(x: u8, y: u8) -> (u8, u8) {
    let mut position = yiqi_rules::AnyPosition::new(yiqi_rules::GameSpec::REVERSI);
    let point = yiqi_rules::Point::new(x, y).unwrap();
    position.play(yiqi_rules::Move::Place(point)).unwrap();
    let reply = position.legal_points().iter().next().unwrap();
    (reply.col(), reply.row())
}

#[test]
fn gomoku_is_played_too() {
    let heard = responses(
        "gomoku",
        &[json!({ "requests": [{ "x": -1, "y": -1 }], "responses": [] })],
    );
    assert_eq!(heard, [(7, 7)]);
}

#[test]
fn nonsense_is_answered_too() {
    let heard = responses(
        "reversi",
        &[
            json!(3),
            json!({ "x": 0, "y": 0 }),
            json!({ "requests": 1 }),
            json!({ "x": 900, "y": -9 }),
        ],
    );
    assert_eq!(heard.len(), 4);
    assert_eq!(heard[0], (-1, -1));
}
