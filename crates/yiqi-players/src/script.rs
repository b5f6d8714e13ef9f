//! A program that gets one line of JSON per turn and answers with a move.
//!
//! The program is started on its first turn and kept running. After anything but a legal move it is
//! killed; the next request starts it again, since each line holds the whole game.

use std::time::Duration;

use serde_json::{Value, json};
use yiqi_record::notation::{move_name, parse_move};
use yiqi_rules::{Color, Move, Point, Position};

use crate::player::{Choice, MoveRequest, Player, PlayerError, Task};
use crate::process::{NoAnswer, Process, printable};

/// How long to wait for an answer without a clock.
const TIME_DEFAULT: Duration = Duration::from_secs(30);

/// How many characters of an illegal answer are shown.
const ANSWER_MAX: usize = 40;

/// An outside player.
pub(crate) struct Script {
    name: String,
    command: String,
    process: Option<Process>,
}

impl Script {
    pub(crate) fn new(name: String, command: &str) -> Script {
        Script {
            name,
            command: command.to_owned(),
            process: None,
        }
    }

    fn start(&self) -> Result<Process, PlayerError> {
        let problem = |problem: String| PlayerError::Start {
            command: self.command.clone(),
            problem,
        };
        let words = shlex::split(&self.command)
            .ok_or_else(|| problem("unclosed quotation mark".to_owned()))?;
        Process::start(&words).map_err(|error| problem(error.to_string()))
    }

    fn illegal(&self, answer: &str) -> PlayerError {
        PlayerError::Illegal {
            command: self.command.clone(),
            answer: printable(answer, ANSWER_MAX),
        }
    }

    /// The error for a program that gave no answer.
    fn no_answer_error(&self, reason: NoAnswer, process: Process, time: Duration) -> PlayerError {
        match reason {
            NoAnswer::Stopped => PlayerError::Stopped,
            NoAnswer::TooLong(start) => self.illegal(&start),
            NoAnswer::Stalled => PlayerError::Stalled {
                command: self.command.clone(),
                seconds: time
                    .as_millis()
                    .div_ceil(1000)
                    .try_into()
                    .unwrap_or(u64::MAX),
            },
            NoAnswer::Ended => {
                let (status, words) = process.end();
                PlayerError::Ended {
                    command: self.command.clone(),
                    status: status.map_or_else(|| "unknown status".to_owned(), |s| s.to_string()),
                    last_words: if words.is_empty() {
                        words
                    } else {
                        format!(": {words}")
                    },
                }
            }
        }
    }
}

impl Player for Script {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, request: MoveRequest<'_>) -> Result<Choice, PlayerError> {
        let task = request.task;
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.start()?,
        };
        let time = task.time.map_or(TIME_DEFAULT, |left| left.time);
        let answer = match process.ask(task_line(task), time, &request.stop) {
            Ok(answer) => answer,
            Err(reason) => return Err(self.no_answer_error(reason, process, time)),
        };
        let mv = parse_move(&answer, task.spec())
            .ok()
            .filter(|&mv| task.position.check(mv).is_ok())
            .ok_or_else(|| self.illegal(&answer))?;
        self.process = Some(process);
        Ok(Choice::from(mv))
    }
}

/// The line for the program.
fn task_line(task: &Task) -> String {
    let spec = task.spec();
    let position = &task.position;
    let names =
        |moves: &[Move]| -> Vec<String> { moves.iter().map(|&mv| move_name(mv, spec)).collect() };
    let color = |color: Option<Color>| color.map_or(Value::Null, |color| json!(color.name()));
    let time_ms = task
        .time
        .map(|left| u64::try_from(left.time.as_millis()).unwrap_or(u64::MAX));
    let line = json!({
        "game": spec.game().name(),
        "size": spec.size(),
        "spec": spec.to_string(),
        "turn": color(position.turn()),
        "stone": color(position.next_stone()),
        "moves": names(&task.moves),
        "legal": names(&position.legal_moves()),
        "board": rows(&**position),
        "time_ms": time_ms,
    });
    format!("{line}\n")
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
