//! The save files of an earlier program: one line of 67 numbers. Read-only.
//!
//! The numbers are the turns taken so far, whether white and black could move, and the 64 points
//! row by row from the top: 0 empty, 1 black, -1 white.

use yiqi_rules::{AnyPosition, ByColor, Color, GameSpec, PointSet, Setup};

use super::builder::{Budget, Builder};
use super::reversi::unless_standard;
use super::text::{self, Scanner, is_line_end};
use crate::{Expected, Header, Problem, ReadError, Record};

/// Reads the position of a save file.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<Record>, ReadError> {
    let text = text::decode_lenient(bytes);
    let mut scanner = Scanner::new(&text);
    scanner.skip_blanks();
    let location = scanner.location();
    let round = take_number(&mut scanner, 0, i64::from(u32::MAX))?;
    for _ in Color::BOTH {
        take_number(&mut scanner, 0, 1)?;
    }
    let spec = GameSpec::REVERSI;
    let mut stones = ByColor::<PointSet>::default();
    for point in PointSet::board(spec.size()).iter() {
        match take_number(&mut scanner, -1, 1)? {
            1 => stones.black.insert(point),
            -1 => stones.white.insert(point),
            _ => {}
        }
    }
    scanner.take_while(|c| is_separator(c) || c.is_whitespace());
    if scanner.peek().is_some() {
        return Err(scanner.error(Expected::SaveNumbers));
    }
    let mut header = Header::new(spec);
    let turn = if round % 2 == 0 {
        Color::Black
    } else {
        Color::White
    };
    header.start = unless_standard(with_turn_that_can_move(stones, turn), spec);
    header.tags.push(("Round".to_owned(), round.to_string()));
    Ok(vec![
        Builder::new(header, location, &mut Budget::default()).finish()?,
    ])
}

/// Whether the first line consists of numbers, more of them than any opening has.
pub(crate) fn looks_like(head: &str) -> bool {
    let line = text::lines(head).next().map_or("", |(_, line)| line);
    let mut numbers = line.split(is_separator).filter(|word| !word.is_empty());
    numbers.clone().count() > 40 && numbers.all(|word| word.parse::<i64>().is_ok())
}

/// Gives the turn to the side that can move: that program passed without counting a turn.
fn with_turn_that_can_move(stones: ByColor<PointSet>, turn: Color) -> Setup {
    let can_move = |turn| {
        let setup = Setup { stones, turn };
        AnyPosition::from_setup(GameSpec::REVERSI, &setup)
            .is_ok_and(|position| !position.legal_points().is_empty())
    };
    let turn = if !can_move(turn) && can_move(turn.other()) {
        turn.other()
    } else {
        turn
    };
    Setup { stones, turn }
}

fn is_separator(c: char) -> bool {
    c == ',' || (c.is_whitespace() && !is_line_end(c))
}

/// Reads the next number of the line.
fn take_number(scanner: &mut Scanner<'_>, min: i64, max: i64) -> Result<i64, ReadError> {
    scanner.take_while(is_separator);
    let location = scanner.location();
    let word = scanner.take_while(|c| !is_separator(c) && !is_line_end(c));
    if word.is_empty() {
        return Err(scanner.error(Expected::SaveNumbers));
    }
    word.parse()
        .ok()
        .filter(|number| (min..=max).contains(number))
        .ok_or_else(|| ReadError {
            location,
            problem: Problem::expected(Expected::SaveNumbers, word),
        })
}
