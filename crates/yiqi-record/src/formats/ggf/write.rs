//! Writes GGF games.

use std::fmt::Write as _;

use yiqi_rules::{AnyPosition, Color, GameSpec, Move, ReversiSpec};

use super::values::{
    clock_text, eval_text, parse_clock, parse_result, parse_type, result_text, type_text,
};
use super::{is_key_char, is_own};
use crate::formats::reversi::{cells, turn_after};
use crate::{GameResult, Record, WriteProblem};

/// Adds a game on its own line.
pub(super) fn write_game(out: &mut String, record: &Record) -> Result<(), WriteProblem> {
    let header = &record.header;
    if !matches!(header.spec, GameSpec::Reversi(_)) {
        return Err(WriteProblem::Game);
    }
    let replay = record.replay().map_err(|_| WriteProblem::Broken)?;
    let start = header.start_position().map_err(|_| WriteProblem::Broken)?;
    let result = record.result(&replay);
    let mut put = |key: &str, value: &str| {
        // A bracket would end the value and cannot be escaped.
        let _ = write!(out, "{key}[{}]", value.replace(']', ")"));
    };
    put("(;GM", "Othello");
    if let Some(date) = &header.date {
        put("DT", date);
    }
    for (key, color) in [("PB", Color::Black), ("PW", Color::White)] {
        put(key, &header.players[replay.seat_of(color)]);
    }
    for (key, value) in &header.tags {
        if !key.is_empty() && key.chars().all(is_key_char) && !is_own(key) {
            put(key, value);
        }
    }
    let is_over = replay.position().turn().is_none();
    for (key, text) in [
        ("TI", clock_text(header.time)),
        ("TY", Some(type_text(header.spec))),
        ("RE", Some(result_text(result, header.spec))),
    ] {
        // A tag that says the same and more replaces the value.
        let agreeing = header.tag(key).filter(|value| match key {
            "TI" => parse_clock(value.trim()).0 == header.time,
            "TY" => type_agrees(value, header.spec),
            _ => is_over || parse_result(value.trim()) == result.map(without_score),
        });
        if let Some(text) = agreeing.or(text.as_deref()) {
            put(key, text);
        }
    }
    put("BO", &board_text(&start, turn_after(header, 0)));
    for (ply, (played, after_ms)) in record.effective_moves().into_iter().enumerate() {
        let key = match turn_after(header, ply) {
            Color::Black => "B",
            Color::White => "W",
        };
        let mut name = match played.mv {
            Move::Place(point) => header.spec.point_name(point),
            _ => "PA".to_owned(),
        };
        name.push_str(&eval_text(played.eval, after_ms));
        put(key, &name);
    }
    out.push_str(";)\n");
    Ok(())
}

fn type_agrees(text: &str, spec: GameSpec) -> bool {
    parse_type(text).is_some_and(|(size, anti)| {
        let size = size.unwrap_or(spec.size());
        ReversiSpec::new(size, anti).map(GameSpec::Reversi) == Some(spec)
    })
}

fn without_score(result: GameResult) -> GameResult {
    GameResult {
        score: None,
        ..result
    }
}

fn board_text(position: &AnyPosition, turn: Color) -> String {
    let size = usize::from(position.size());
    let mut text = size.to_string();
    for (cell, index) in cells(position, '*').zip(0..) {
        if index % size == 0 {
            text.push(' ');
        }
        text.push(cell);
    }
    text.push_str(match turn {
        Color::Black => " *",
        Color::White => " O",
    });
    text
}
