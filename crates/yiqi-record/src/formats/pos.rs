//! Gomoku moves, one game per line: `h8i9j7`, or with blanks and numbers, `1. h8 i9 2. j7`. Row 1 is
//! at the bottom of the board, as in Renju; black and white alternate.

use yiqi_rules::{Color, GameSpec, Move};

use super::builder::{Budget, Builder};
use super::gomoku::{game_lines, gomoku_or, read_lines, write_lines};
use crate::notation::{take_move, without_number};
use crate::{Event, Expected, Header, Location, Problem, ReadError, Record, WriteError};

/// Reads a game from every line that is neither blank nor a comment after `#`.
pub(crate) fn read(bytes: &[u8], game: Option<GameSpec>) -> Result<Vec<Record>, ReadError> {
    let spec = gomoku_or(GameSpec::GOMOKU, game)?;
    read_lines(bytes, spec, read_line)
}

/// Writes one game per line.
pub(crate) fn write(records: &[Record]) -> Result<Vec<u8>, WriteError> {
    write_lines(records, |spec, stones| {
        stones
            .iter()
            .map(|stone| spec.point_name(stone.point))
            .collect()
    })
}

/// Whether the first game consists of points of a 15×15 board only.
pub(crate) fn looks_like(head: &str) -> bool {
    let Some((_, line)) = game_lines(head).next() else {
        return false;
    };
    let line = line.trim().to_ascii_lowercase();
    let mut rest = next_move(&line);
    while rest.starts_with(|c: char| c.is_ascii_lowercase()) {
        match take_move(rest, GameSpec::GOMOKU) {
            Ok((Move::Place(_), after)) => rest = next_move(after),
            _ => return false,
        }
    }
    rest.is_empty() && line.contains(|c: char| c.is_ascii_lowercase())
}

fn read_line(
    number: usize,
    line: &str,
    spec: GameSpec,
    budget: &mut Budget,
) -> Result<Record, ReadError> {
    let line = line.to_ascii_lowercase();
    let location_of = |rest: &str| Location::Text {
        line: number,
        // Moves are ASCII: one byte per character.
        column: line.len() - rest.len() + 1,
    };
    let mut rest = next_move(&line);
    let location = location_of(rest);
    let mut builder = Builder::new(Header::new(spec), location, budget);
    let first = Color::Black;
    let mut last = Some(builder.push_event(None, 0, Event::Begin { first }, location)?);
    while !rest.is_empty() {
        let location = location_of(rest);
        let (mv, after) = take_move(rest, spec).map_err(|_| ReadError {
            location,
            problem: Problem::expected(Expected::Points, rest),
        })?;
        last = Some(builder.push_move(last, 0, mv, location)?);
        rest = next_move(after);
    }
    builder.finish()
}

/// The text from the next move on, after blanks and a number.
fn next_move(text: &str) -> &str {
    const BLANKS: [char; 2] = [' ', '\t'];
    let text = text.trim_start_matches(BLANKS);
    without_number(text).trim_start_matches(BLANKS)
}
