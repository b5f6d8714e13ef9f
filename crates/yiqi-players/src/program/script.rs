//! Our own protocol: one line of JSON per turn, answered with a move.
//!
//! Each line holds the whole game, so nothing is remembered between turns. Each line that the
//! program writes answers one request, in order.

use serde_json::{Value, json};
use yiqi_record::notation::{move_name, parse_move};
use yiqi_rules::{Color, Move, Point, Position};

use super::link::Link;
use super::{Driver, Fault, checked};
use crate::player::{Choice, Task};

/// The host's side of the protocol.
pub(super) struct ScriptHost;

impl Driver for ScriptHost {
    fn reset(&mut self) {}

    fn greet(&mut self, _link: &mut Link<'_>, _task: &Task) -> Result<(), Fault> {
        Ok(())
    }

    fn ask(&mut self, link: &mut Link<'_>, task: &Task) -> Result<Choice, Fault> {
        link.ask(&task_line(task));
        let answer = link.hear()?;
        let mv = parse_move(&answer, task.spec());
        match mv {
            Ok(mv) => checked(Some(mv), task, &answer).map(Choice::from),
            Err(_) => Err(Fault::Garbage(answer)),
        }
    }
}

/// The line for the program.
pub(crate) fn task_line(task: &Task) -> String {
    let spec = task.spec();
    let position = &task.position;
    let names =
        |moves: &[Move]| -> Vec<String> { moves.iter().map(|&mv| move_name(mv, spec)).collect() };
    let color = |color: Option<Color>| color.map_or(Value::Null, |color| json!(color.name()));
    let time_ms = task
        .time
        .map(|left| u64::try_from(left.time.as_millis()).unwrap_or(u64::MAX));
    json!({
        "game": spec.game().name(),
        "size": spec.size(),
        "spec": spec.to_string(),
        "turn": color(position.turn()),
        "stone": color(position.next_stone()),
        "moves": names(&task.moves),
        "legal": names(&position.legal_moves()),
        "board": rows(&**position),
        "time_ms": time_ms,
    })
    .to_string()
}

/// The board from the top, one string per row, with `b`, `w` and `.`.
pub(crate) fn rows(position: &dyn Position) -> Vec<String> {
    let stone = |point: Option<Point>| match point.and_then(|point| position.at(point)) {
        Some(Color::Black) => 'b',
        Some(Color::White) => 'w',
        None => '.',
    };
    (0..position.size())
        .map(|row| {
            (0..position.size())
                .map(|col| stone(Point::new(col, row)))
                .collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    // Fault 61.
    #[test]
    fn a_command_is_split_like_in_a_shell_without_expansions() {
        for (line, words) in [
            ("  python3  bot.py ", &["python3", "bot.py"][..]),
            ("'my bot' \"a b\"c d\\ e", &["my bot", "a bc", "d e"]),
            ("sh -c 'echo \"d3\"'", &["sh", "-c", "echo \"d3\""]),
            (r#""a\"b\\c\d" '\n' ''"#, &[r#"a"b\c\d"#, r"\n", ""]),
            ("bot;rm -rf $HOME", &["bot;rm", "-rf", "$HOME"]),
        ] {
            let split = shlex::split(line);
            assert!(split.is_some_and(|split| split == words), "{line}");
        }
    }
}
