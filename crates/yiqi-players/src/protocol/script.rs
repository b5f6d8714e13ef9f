//! The engine's side of our own protocol: one JSON object per turn, one move as the answer.

use std::io;
use std::time::{Duration, Instant};

use serde_json::Value;
use yiqi_record::notation::{move_name, parse_move, parse_setup};
use yiqi_rules::{AnyPosition, GameSpec};
use yiqi_search::{Analysis, Resources};

use super::{Next, Output, ProtocolHandler, TIME_USUAL, seed, with_some_limit};
use crate::engine::MoveSelector;
use crate::options::EngineOptions;
use crate::process::printable;
use crate::program::script::rows;
use crate::time_left::TimeLeft;

/// How many characters of an error are sent: it quotes what the driver sent.
const PROBLEM_CHARS_MAX: usize = 200;

/// The engine's side of the protocol.
pub(super) struct ScriptSide {
    selector: MoveSelector,
    options: EngineOptions,
    asked: Option<AnyPosition>,
}

impl ScriptSide {
    pub(super) fn new(options: EngineOptions) -> ScriptSide {
        ScriptSide {
            selector: MoveSelector::new(options, seed()),
            options,
            asked: None,
        }
    }
}

impl ProtocolHandler for ScriptSide {
    fn handle_line(&mut self, line: &str, at: Instant, out: &mut Output<'_>) -> io::Result<Next> {
        if line.trim().is_empty() {
            return Ok(Next::Listen);
        }
        let (position, time) = match read_request(line) {
            Ok(request) => request,
            Err(problem) => {
                out.line(&format!("? {}", printable(&problem, PROBLEM_CHARS_MAX)))?;
                return Ok(Next::Listen);
            }
        };
        self.selector.options = with_some_limit(self.options, TIME_USUAL);
        let left = time.map(|time| TimeLeft::from(time).after(at.elapsed()));
        let next = Next::think(&self.selector.request(&position, left));
        self.asked = Some(position);
        Ok(next)
    }

    fn answer(&mut self, analysis: Option<Analysis>, out: &mut Output<'_>) -> io::Result<Next> {
        let Some(position) = self.asked.take() else {
            return Ok(Next::Listen);
        };
        let mv = analysis
            .as_ref()
            .and_then(|analysis| self.selector.pick(analysis, &position))
            .and_then(|line| line.moves.first().copied())
            .or_else(|| position.legal_moves().first().copied());
        match mv {
            Some(mv) => out.line(&move_name(mv, position.spec()))?,
            None => out.line("? the game is over")?,
        }
        Ok(Next::Listen)
    }

    fn resources(&self) -> Resources {
        self.options.resources()
    }
}

/// The position of the request, and the time for the move.
fn read_request(line: &str) -> Result<(AnyPosition, Option<Duration>), String> {
    let request: Value =
        serde_json::from_str(line).map_err(|error| format!("invalid JSON: {error}"))?;
    let text = |key: &str| request.get(key).and_then(Value::as_str);
    let list = |key: &str| -> Option<Vec<&str>> {
        let items = request.get(key)?.as_array()?;
        items.iter().map(Value::as_str).collect()
    };
    let spec: GameSpec = text("spec")
        .or_else(|| text("game"))
        .ok_or("no 'spec'")?
        .parse()
        .map_err(|error: yiqi_rules::ParseSpecError| error.to_string())?;
    let time = request
        .get("time_ms")
        .and_then(Value::as_u64)
        .map(Duration::from_millis);
    let moves = list("moves").unwrap_or_default();
    let board = list("board");
    let played = play_all(spec, &moves);
    let position = match (played, board) {
        (Ok(position), None) => position,
        (Ok(position), Some(board)) if rows(&*position) == board => position,
        (Err(problem), None) => return Err(problem),
        // The game has its own starting position, so the board is used.
        (_, Some(board)) => {
            let turn = text("turn").ok_or("no 'turn'")?;
            let setup = parse_setup(&format!("{} {turn}", board.join("/")), spec)
                .ok_or("'board' is no board of this game")?;
            AnyPosition::from_setup(spec, &setup).map_err(|error| error.to_string())?
        }
    };
    if position.turn().is_none() {
        return Err("the game is over".to_owned());
    }
    Ok((position, time))
}

fn play_all(spec: GameSpec, moves: &[&str]) -> Result<AnyPosition, String> {
    let mut position = AnyPosition::new(spec);
    for name in moves {
        let mv = parse_move(name, spec).map_err(|error| error.to_string())?;
        position.play(mv).map_err(|error| error.to_string())?;
    }
    Ok(position)
}
