//! Botzone: one JSON value in, one out, each turn.
//!
//! The first line holds all requests and responses so far. After each answer we ask to be kept
//! running; from then on a line is just the next request. Both forms are accepted on any turn.

use std::io;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use yiqi_rules::{AnyPosition, GameSpec, Move, Point};
use yiqi_search::{Analysis, Resources};

use super::{Next, Output, ProtocolHandler, seed, with_some_limit};
use crate::engine::MoveSelector;
use crate::options::EngineOptions;
use crate::time_left::TimeLeft;

/// Asks to be kept running.
const KEEP_RUNNING: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";

/// Default time per turn. The judge allows one second and starts counting before we see the
/// request.
const TIME_TURN: Duration = Duration::from_millis(800);

/// The engine's side of the protocol.
pub(super) struct Botzone {
    spec: GameSpec,
    /// The position after our last answer.
    position: AnyPosition,
    selector: MoveSelector,
    options: EngineOptions,
}

impl Botzone {
    pub(super) fn new(spec: GameSpec, options: EngineOptions) -> Botzone {
        Botzone {
            spec,
            position: AnyPosition::new(spec),
            selector: MoveSelector::new(options, seed()),
            options,
        }
    }

    /// Plays one side's move. No point means no move yet, or a pass.
    fn take(&mut self, said: &Value) -> Result<(), String> {
        let number = |key: &str| said.get(key).and_then(Value::as_i64);
        let (Some(x), Some(y)) = (number("x"), number("y")) else {
            return Err("expected {\"x\":…,\"y\":…}".to_owned());
        };
        if (x, y) == (-1, -1) {
            if self.position.legal_words() == [Move::Pass] {
                self.position.play_unchecked(Move::Pass);
            }
            return Ok(());
        }
        let point = u8::try_from(x)
            .ok()
            .zip(u8::try_from(y).ok())
            .and_then(|(x, y)| Point::new(x, y))
            .ok_or_else(|| format!("{x},{y} is off the board"))?;
        self.position
            .play(Move::Place(point))
            .map(drop)
            .map_err(|refusal| refusal.to_string())
    }

    fn take_all(&mut self, line: &str) -> Result<(), String> {
        let request: Value =
            serde_json::from_str(line).map_err(|error| format!("invalid JSON: {error}"))?;
        let Some(requests) = request.get("requests") else {
            return self.take(&request);
        };
        let none = Vec::new();
        let requests = requests.as_array().unwrap_or(&none);
        let responses = request
            .get("responses")
            .and_then(Value::as_array)
            .unwrap_or(&none);
        self.position = AnyPosition::new(self.spec);
        for (index, request) in requests.iter().enumerate() {
            self.take(request)?;
            if let Some(response) = responses.get(index) {
                self.take(response)?;
            }
        }
        Ok(())
    }

    fn respond(&mut self, mv: Option<Move>, debug: &str, out: &mut Output<'_>) -> io::Result<Next> {
        let (x, y) = match mv.and_then(Move::point) {
            Some(point) => (i64::from(point.col()), i64::from(point.row())),
            None => (-1, -1),
        };
        out.line(&json!({ "response": { "x": x, "y": y }, "debug": debug }).to_string())?;
        out.line(KEEP_RUNNING)?;
        if let Some(mv) = mv {
            // A move that the rules refuse cannot be ours.
            let _ = self.position.play(mv);
        }
        Ok(Next::Listen)
    }
}

impl ProtocolHandler for Botzone {
    fn handle_line(&mut self, line: &str, at: Instant, out: &mut Output<'_>) -> io::Result<Next> {
        if line.trim().is_empty() {
            return Ok(Next::Listen);
        }
        if let Err(problem) = self.take_all(line) {
            return self.respond(None, &problem, out);
        }
        if self.position.turn().is_none() {
            return self.respond(None, "the game is over", out);
        }
        if self.position.legal_words() == [Move::Pass] {
            return self.respond(Some(Move::Pass), "", out);
        }
        self.selector.options = with_some_limit(self.options, TIME_TURN);
        // An explicit time is used as it is; it accounts for the way to the judge.
        let time = self.selector.options.time.unwrap_or(TIME_TURN);
        let left = TimeLeft::from(time).after(at.elapsed());
        Ok(Next::think(
            &self.selector.request(&self.position, Some(left)),
        ))
    }

    fn answer(&mut self, analysis: Option<Analysis>, out: &mut Output<'_>) -> io::Result<Next> {
        let line = analysis
            .as_ref()
            .and_then(|analysis| self.selector.pick(analysis, &self.position));
        let debug = match (&analysis, line) {
            (Some(analysis), Some(line)) => format!(
                "depth {} value {} nodes {}",
                analysis.depth,
                super::decimal(line.eval),
                analysis.nodes
            ),
            _ => String::new(),
        };
        let mv = line
            .and_then(|line| line.moves.first().copied())
            .or_else(|| self.position.legal_moves().first().copied());
        self.respond(mv, &debug, out)
    }

    fn resources(&self) -> Resources {
        self.options.resources()
    }
}
