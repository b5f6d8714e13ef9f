//! Reversi moves run together, one game per line: `f5d6c3`.
//!
//! Passes are omitted in writing and restored in reading.

use yiqi_rules::{GameSpec, Move};

use super::builder::Budget;
use super::reversi::MainLine;
use super::text;
use crate::{
    Expected, Header, Location, Problem, ReadError, Record, WriteError, WriteProblem, notation,
};

/// Reads one game per line; blank lines and those that start with `#` or `%` are skipped.
pub(crate) fn read(bytes: &[u8], game: Option<GameSpec>) -> Result<Vec<Record>, ReadError> {
    let spec = match game {
        None => GameSpec::REVERSI,
        Some(spec @ GameSpec::Reversi(_)) => spec,
        Some(spec) => {
            let what = spec.to_string();
            return Err(ReadError::in_text(1, 1, Problem::OtherGame { what }));
        }
    };
    // Only ASCII letters change, so locations stay valid.
    let text = text::decode_lenient(bytes).to_ascii_lowercase();
    let mut budget = Budget::default();
    text::lines(&text)
        .filter(|(_, line)| !is_skipped(line))
        .map(|(number, line)| read_line(number, line, spec, &mut budget))
        .collect()
}

/// Writes one game per line, without passes.
pub(crate) fn write(records: &[Record]) -> Result<Vec<u8>, WriteError> {
    let mut out = String::new();
    for (record, number) in records.iter().zip(1..) {
        let fail = |problem| WriteError { number, problem };
        let spec = record.header.spec;
        if !matches!(spec, GameSpec::Reversi(_)) {
            return Err(fail(WriteProblem::Game));
        }
        if record.header.start.is_some() {
            return Err(fail(WriteProblem::Start));
        }
        let replay = record.replay().map_err(|_| fail(WriteProblem::Broken))?;
        if replay.moves().all(|mv| mv == Move::Pass) {
            return Err(fail(WriteProblem::NoMoves));
        }
        for point in replay.moves().filter_map(Move::point) {
            out.push_str(&spec.point_name(point));
        }
        out.push('\n');
    }
    Ok(out.into_bytes())
}

/// Whether the first line is a legal game of Reversi on 8×8.
pub(crate) fn looks_like(head: &str) -> bool {
    let head = head.to_ascii_lowercase();
    text::lines(&head)
        .find(|(_, line)| !is_skipped(line))
        .is_some_and(|(number, line)| {
            line.trim_start()
                .starts_with(|c: char| c.is_ascii_lowercase())
                && read_line(number, line, GameSpec::REVERSI, &mut Budget::default()).is_ok()
        })
}

fn is_skipped(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || line.starts_with(['#', '%'])
}

/// Reads one game, which must be in lowercase.
fn read_line(
    number: usize,
    line: &str,
    spec: GameSpec,
    budget: &mut Budget,
) -> Result<Record, ReadError> {
    let location = |column| Location::Text {
        line: number,
        column,
    };
    let mut game = MainLine::new(Header::new(spec), location(1), budget)?;
    let mut column = 1;
    for chunk in line.split(char::is_whitespace) {
        let mut rest = chunk;
        while !rest.is_empty() {
            let here = location(column);
            let (mv, after) = notation::take_move(rest, spec).map_err(|_| ReadError {
                location: here,
                problem: Problem::expected(Expected::Points, rest),
            })?;
            if mv != Move::Pass {
                game.pass_if_stuck(here)?;
            }
            game.play(0, mv, here)?;
            // A move is ASCII, so its bytes are its characters.
            column += rest.len() - after.len();
            rest = after;
        }
        column += 1;
    }
    game.pass_if_stuck(location(column))?;
    game.finish()
}
