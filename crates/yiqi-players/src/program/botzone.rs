//! The judge's side of Botzone: one JSON value per turn.
//!
//! A program that asks to be kept running gets only the new request at its next turn. Any other is
//! started for each turn and gets the whole game.

use serde_json::{Value, json};
use yiqi_rules::{GameSpec, Move, Point};

use super::link::Link;
use super::{Driver, Fault, checked};
use crate::player::{Choice, Task};
use crate::process::NoAnswer;

/// What a program writes that asks to be kept running.
pub(crate) const KEEP_RUNNING: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";

/// How much a program may keep from turn to turn, in bytes.
const DATA_MAX: usize = 100 * 1024;

/// The host's side of the protocol.
pub(super) struct BotzoneHost {
    /// The moves that a running program knows; `None` if it was just started.
    known: Option<Vec<Move>>,
    /// What the program keeps for its next turn, and for its next game.
    data: Value,
    global_data: Value,
}

impl BotzoneHost {
    pub(super) fn new() -> BotzoneHost {
        BotzoneHost {
            known: None,
            data: Value::Null,
            global_data: Value::Null,
        }
    }

    /// The whole game as a program that was just started gets it.
    fn history(&self, task: &Task, link: &Link<'_>) -> Value {
        let is_first = task.moves.len().is_multiple_of(2);
        let told: Vec<Value> = task.moves.iter().map(|&mv| value(mv)).collect();
        // The side that begins gets a request without a move.
        let begin = is_first.then(|| value(Move::Pass));
        let (mut requests, mut responses) = (Vec::from_iter(begin), Vec::new());
        for (index, mv) in told.into_iter().enumerate() {
            match index.is_multiple_of(2) == is_first {
                true => responses.push(mv),
                false => requests.push(mv),
            }
        }
        let mut history = json!({
            "requests": requests,
            "responses": responses,
            "time_limit": link.time_told().time.as_secs_f64().to_string(),
        });
        for (key, kept) in [("data", &self.data), ("globaldata", &self.global_data)] {
            if !kept.is_null() {
                history[key] = kept.clone();
            }
        }
        history
    }

    fn keep(&mut self, answer: &Value) {
        let kept = |key: &str| {
            let value = answer.get(key)?;
            (value.to_string().len() <= DATA_MAX).then(|| value.clone())
        };
        self.data = kept("data").unwrap_or(Value::Null);
        if let Some(kept) = kept("globaldata") {
            self.global_data = kept;
        }
    }
}

impl Driver for BotzoneHost {
    fn reset(&mut self) {
        self.known = None;
    }

    fn greet(&mut self, _link: &mut Link<'_>, task: &Task) -> Result<(), Fault> {
        if task.moves.len() < 2 {
            // Another game.
            self.data = Value::Null;
        }
        Ok(())
    }

    fn ask(&mut self, link: &mut Link<'_>, task: &Task) -> Result<Choice, Fault> {
        let line = match self.known.take() {
            None => self.history(task, link),
            Some(known) => {
                let heard = match link.heard_before() {
                    Err(Fault::NoAnswer(NoAnswer::Ended)) => return Err(Fault::Relaunch),
                    heard => heard?,
                };
                let asks = heard.iter().any(|line| line.trim() == KEEP_RUNNING);
                match (task.moves.split_last(), asks) {
                    (Some((&last, before)), true) if before == known => value(last),
                    // It is started for every turn, or the game is another.
                    _ => return Err(Fault::Relaunch),
                }
            }
        };
        link.ask(&line.to_string());
        let said = loop {
            let said = link.hear()?;
            if said.trim() != KEEP_RUNNING {
                break said;
            }
        };
        let answer: Value =
            serde_json::from_str(&said).map_err(|_| Fault::Garbage(said.clone()))?;
        let response = answer.get("response").unwrap_or(&answer);
        let mv = placement(response, task.spec()).ok_or_else(|| Fault::Garbage(said.clone()))?;
        let mv = checked(Some(mv), task, &response.to_string())?;
        self.keep(&answer);
        let mut known = task.moves.clone();
        known.push(mv);
        self.known = Some(known);
        Ok(Choice::from(mv))
    }
}

/// A move as a request or a response.
pub(crate) fn value(mv: Move) -> Value {
    match mv.point() {
        Some(point) => json!({ "x": point.col(), "y": point.row() }),
        None => json!({ "x": -1, "y": -1 }),
    }
}

/// The move of a response; one off the board is a move, too, though not a legal one.
pub(crate) fn placement(response: &Value, spec: GameSpec) -> Option<Move> {
    let number = |key: &str| response.get(key).and_then(Value::as_i64);
    let (x, y) = (number("x")?, number("y")?);
    if (x, y) == (-1, -1) {
        return Some(Move::Pass);
    }
    let size = spec.size();
    let last = u8::try_from(x).ok().zip(u8::try_from(y).ok());
    let point = last.and_then(|(x, y)| Point::new(x, y));
    let outside = Point::new(size.min(Point::LIMIT - 1), 0);
    point.or(outside).map(Move::Place)
}
