//! Reversi moves, one game per line: `f5d6c3`, or with blanks and numbers, `1. f5 d6 2. c3`.
//!
//! Passes are omitted in writing and restored in reading.

use yiqi_rules::{AnyPosition, GameSpec, Move, Point};

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

/// Whether the first line is a game of Reversi on 8×8, perhaps with a wrong move: then the reader
/// names it, and the moves are not taken for another game.
pub(crate) fn looks_like(head: &str) -> bool {
    let head = head.to_ascii_lowercase();
    text::lines(&head)
        .find(|(_, line)| !is_skipped(line))
        .is_some_and(|(number, line)| {
            notation::without_number(line.trim_start())
                .trim_start()
                .starts_with(|c: char| c.is_ascii_lowercase())
                && (read_line(number, line, GameSpec::REVERSI, &mut Budget::default()).is_ok()
                    || is_mistyped(line))
        })
}

/// Whether moves that are no game of Reversi were meant as one. They begin like one: with two legal
/// moves, or with a legal one and others on the board. Or many moves are on the board, the first
/// one in its middle and none on a first stone, which would be a strange game of Gomoku.
fn is_mistyped(line: &str) -> bool {
    const MANY: usize = 6;
    let spec = GameSpec::REVERSI;
    let start = AnyPosition::new(spec);
    let mut position = start.clone();
    let mut rest = line.trim();
    let (mut legal_count, mut points) = (0, Vec::new());
    while let Ok((mv, after)) = notation::take_move(rest, spec) {
        if legal_count == points.len() && position.play(mv).is_ok() {
            legal_count += 1;
        }
        points.extend(mv.point());
        rest = after.trim_start();
    }
    let is_on_board = rest.is_empty() && points.len() > 1;
    let is_taken = |&point: &Point| start.at(point).is_some();
    let is_in_middle =
        |&point: &Point| (2..6).contains(&point.col()) && (2..6).contains(&point.row());
    legal_count >= 2
        || (legal_count == 1 && is_on_board)
        || (is_on_board
            && points.len() >= MANY
            && points.first().is_some_and(is_in_middle)
            && !points.iter().any(is_taken))
}

/// The first of moves run together, whatever it is: a letter and what follows up to the next one.
fn first_word(moves: &str) -> &str {
    let mut letters = moves.char_indices().skip(1);
    let end = letters.find(|(_, c)| c.is_ascii_alphabetic());
    end.map_or(moves, |(end, _)| &moves[..end])
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
        let mut rest = notation::without_number(chunk);
        // Moves and their numbers are ASCII, so their bytes are their characters.
        column += chunk.len() - rest.len();
        while !rest.is_empty() {
            let here = location(column);
            let (mv, after) = notation::take_move(rest, spec).map_err(|_| ReadError {
                location: here,
                problem: Problem::expected(Expected::Points, first_word(rest)),
            })?;
            if mv != Move::Pass {
                game.pass_if_stuck(here)?;
            }
            game.play(0, mv, here)?;
            column += rest.len() - after.len();
            rest = after;
        }
        column += 1;
    }
    game.pass_if_stuck(location(column))?;
    game.finish()
}
