//! What the Gomoku formats share: one game per line, stones only.

use yiqi_rules::{GameSpec, Move, Point};

use super::builder::Budget;
use super::text::{decode_lenient, lines};
use crate::{Problem, ReadError, Record, WriteError, WriteProblem};

/// The lines that hold games: neither blank nor a comment after `#`.
pub(super) fn game_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    lines(text).filter(|(_, line)| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    })
}

/// The Gomoku spec that the caller asked for, or else the default.
pub(super) fn gomoku_or(usual: GameSpec, asked: Option<GameSpec>) -> Result<GameSpec, ReadError> {
    match asked {
        None => Ok(usual),
        Some(spec @ GameSpec::Gomoku(_)) => Ok(spec),
        Some(spec) => {
            let what = spec.to_string();
            Err(ReadError::in_text(1, 1, Problem::OtherGame { what }))
        }
    }
}

/// Reads a game from every line that holds one, each with `line`.
pub(super) fn read_lines(
    bytes: &[u8],
    spec: GameSpec,
    line: impl Fn(usize, &str, GameSpec, &mut Budget) -> Result<Record, ReadError>,
) -> Result<Vec<Record>, ReadError> {
    let text = decode_lenient(bytes);
    let mut budget = Budget::default();
    game_lines(&text)
        .map(|(number, text)| line(number, text, spec, &mut budget))
        .collect()
}

/// A stone and its time.
pub(super) struct Stone {
    pub(super) point: Point,
    /// Milliseconds since the previous stone.
    pub(super) after_ms: u64,
}

/// Writes one game per line, each with `line`.
pub(super) fn write_lines(
    records: &[Record],
    line: impl Fn(GameSpec, &[Stone]) -> String,
) -> Result<Vec<u8>, WriteError> {
    let mut out = String::new();
    for (record, number) in records.iter().zip(1..) {
        let fail = |problem| WriteError { number, problem };
        let stones = stones(record).map_err(fail)?;
        if stones.is_empty() {
            return Err(fail(WriteProblem::NoMoves));
        }
        out.push_str(&line(record.header.spec, &stones));
        out.push('\n');
    }
    Ok(out.into_bytes())
}

/// The stones of the main line of a Gomoku game, without those taken back.
pub(super) fn stones(record: &Record) -> Result<Vec<Stone>, WriteProblem> {
    let header = &record.header;
    if !matches!(header.spec, GameSpec::Gomoku(_)) {
        return Err(WriteProblem::Game);
    }
    if header.start.is_some() {
        return Err(WriteProblem::Start);
    }
    record.replay().map_err(|_| WriteProblem::Broken)?;
    record
        .effective_moves()
        .into_iter()
        .map(|(played, after_ms)| match played.mv {
            Move::Place(point) => Ok(Stone { point, after_ms }),
            Move::Swap | Move::Keep | Move::More => Err(WriteProblem::Swap),
            // Black has only forbidden points left: other programs cannot continue such a game.
            Move::Pass => Err(WriteProblem::Game),
        })
        .collect()
}
