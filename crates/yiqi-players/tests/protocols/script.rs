use yiqi_players::protocol::Protocol;
use yiqi_record::notation::is_unprintable;
use yiqi_rules::GameSpec;

use super::driver::{to_depth, transcript};

fn answer(line: &str) -> String {
    let said = format!("{line}\n");
    let heard = transcript(Protocol::Script, GameSpec::REVERSI, to_depth(1), &said);
    heard.trim_end().to_owned()
}

#[test]
fn a_request_is_answered_with_a_move() {
    let move_of = answer(r#"{"spec":"reversi","moves":["f5"],"time_ms":5000}"#);
    assert!(["d6", "f4", "f6"].contains(&move_of.as_str()), "{move_of}");
    assert_eq!(answer(r#"{"game":"gomoku","moves":[]}"#), "h8");
    let choice = answer(r#"{"spec":"gomoku:15:freestyle:swap1","moves":["h8","a1","i9"]}"#);
    assert_eq!(choice, "swap");
}

#[test]
fn a_game_with_its_own_start_is_sent_as_a_board() {
    let request =
        r#"{"spec":"reversi:4","turn":"white","moves":[],"board":["....","bbb.",".wb.","...."]}"#;
    let move_of = answer(request);
    assert!(!move_of.starts_with('?'), "{move_of}");
}

#[test]
fn invalid_requests_are_answered_with_the_reason() {
    for (line, why) in [
        ("nothing", "? invalid JSON"),
        ("{}", "? no 'spec'"),
        (r#"{"spec":"chess"}"#, "? unknown game 'chess'"),
        (r#"{"spec":"reversi","moves":["a1"]}"#, "? flips nothing"),
        (r#"{"spec":"reversi","moves":["?"]}"#, "? '?' is not a move"),
        (
            r#"{"spec":"reversi","moves":[],"board":["x"]}"#,
            "? no 'turn'",
        ),
    ] {
        assert!(answer(line).starts_with(why), "{line}: {}", answer(line));
    }
}

// Fault 69.
#[test]
fn an_error_is_one_short_printable_line_whatever_it_quotes() {
    let long = "x".repeat(5000);
    for quoted in [r"a\nb", r"\u001b[31mred", r"\u007f\u202e", &long] {
        let heard = answer(&format!(r#"{{"spec":"{quoted}"}}"#));
        assert!(heard.starts_with("? unknown game '"), "{heard:?}");
        assert_eq!(heard.lines().count(), 1, "{heard:?}");
        assert!(!heard.contains(is_unprintable), "{heard:?}");
        assert!(heard.chars().count() < 250, "{heard:?}");
    }
}
