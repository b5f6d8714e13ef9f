//! Gomocup openings, one per line: `dx,dy, dx,dy, …` from the center of the board, to the right and
//! down, black first.

use yiqi_rules::{Color, GameSpec, Move, Point};

use super::builder::{Budget, Builder};
use super::gomoku::{game_lines, gomoku_or, read_lines, write_lines};
use crate::{Event, Expected, Header, Location, Problem, ReadError, Record, WriteError};

/// The board of Gomocup, used unless the caller asks for another.
const GOMOCUP: &str = "gomoku:20";

/// Reads an opening from every line that is neither blank nor a comment after `#`.
pub(crate) fn read(bytes: &[u8], game: Option<GameSpec>) -> Result<Vec<Record>, ReadError> {
    let spec = gomoku_or(GOMOCUP.parse().expect("the spec is valid"), game)?;
    read_lines(bytes, spec, read_line)
}

/// Writes one opening per line.
pub(crate) fn write(records: &[Record]) -> Result<Vec<u8>, WriteError> {
    write_lines(records, |spec, stones| {
        let center = i16::from(spec.size() / 2);
        let pairs: Vec<String> = stones
            .iter()
            .map(|stone| {
                let right = i16::from(stone.point.col()) - center;
                let down = i16::from(stone.point.row()) - center;
                format!("{right},{down}")
            })
            .collect();
        pairs.join(", ")
    })
}

/// Whether the first opening consists of pairs of numbers.
pub(crate) fn looks_like(head: &str) -> bool {
    let Some((_, line)) = game_lines(head).next() else {
        return false;
    };
    let mut numbers = Numbers::new(line);
    let mut count = 0;
    while let Some(Ok(_)) = numbers.next() {
        count += 1;
    }
    numbers.rest.is_empty() && count > 0 && count % 2 == 0 && line.contains(',')
}

fn read_line(
    number: usize,
    line: &str,
    spec: GameSpec,
    budget: &mut Budget,
) -> Result<Record, ReadError> {
    let location_of = |rest: &str| Location::Text {
        line: number,
        // Numbers are ASCII: one byte per character.
        column: line.len() - rest.len() + 1,
    };
    let mut numbers = Numbers::new(line);
    let start = location_of(numbers.rest);
    let mut builder = Builder::new(Header::new(spec), start, budget);
    let first = Color::Black;
    let mut last = Some(builder.push_event(None, 0, Event::Begin { first }, start)?);
    while !numbers.rest.is_empty() {
        let pair = numbers.rest;
        let location = location_of(pair);
        let error = |found: &str| ReadError {
            location: location_of(found),
            problem: Problem::expected(Expected::Offsets, found),
        };
        let mut next = || {
            let found = numbers.rest;
            match numbers.next() {
                Some(Ok(number)) => Ok(number),
                _ if found.is_empty() => Err(ReadError {
                    location: location_of(found),
                    problem: Problem::CutShort {
                        expected: Expected::Offsets,
                    },
                }),
                _ => Err(error(found)),
            }
        };
        let (right, down) = (next()?, next()?);
        let point = point_at(right, down, spec).ok_or_else(|| error(pair))?;
        last = Some(builder.push_move(last, 0, Move::Place(point), location)?);
    }
    builder.finish()
}

fn point_at(right: i16, down: i16, spec: GameSpec) -> Option<Point> {
    let center = i16::from(spec.size() / 2);
    let col = u8::try_from(center + right).ok()?;
    let row = u8::try_from(center + down).ok()?;
    Point::new(col, row).filter(|point| point.is_on(spec.size()))
}

/// The numbers of a line, separated by blanks and at most one comma.
struct Numbers<'a> {
    rest: &'a str,
}

impl<'a> Numbers<'a> {
    fn new(line: &'a str) -> Numbers<'a> {
        Numbers {
            rest: line.trim_start_matches([' ', '\t']),
        }
    }

    /// The next number, or `Err` if something else comes next.
    fn next(&mut self) -> Option<Result<i16, ()>> {
        if self.rest.is_empty() {
            return None;
        }
        let sign_width = usize::from(self.rest.starts_with(['+', '-']));
        let digits = self.rest[sign_width..].bytes();
        let width = sign_width + digits.take_while(u8::is_ascii_digit).count();
        let (word, after) = self.rest.split_at(width);
        let after_blanks = after.trim_start_matches([' ', '\t']);
        let after_comma = after_blanks.strip_prefix(',').unwrap_or(after_blanks);
        // Boards are small: a number that does not fit cannot be an offset.
        let number = word.parse::<i16>().ok().filter(|n| n.abs() < 100);
        let ends = after.is_empty() || after.len() != after_comma.len();
        let Some(number) = number.filter(|_| ends) else {
            return Some(Err(()));
        };
        self.rest = after_comma.trim_start_matches([' ', '\t']);
        Some(Ok(number))
    }
}
