//! Othello positions with the scores of their moves, one per line: OBF, and the scripts of Zebra.
//!
//! `<64 cells> <side>;` and then any number of `MOVE:SCORE;`. The scores are kept in the tag
//! `Scores`.

use yiqi_rules::{Color, GameSpec};

use super::builder::{Budget, Builder};
use super::reversi::{cells, check_normal_8x8, take_board, turn_after, unless_standard};
use super::text::{self, Scanner, is_line_end};
use crate::{Expected, Header, Problem, ReadError, Record, WriteError, WriteProblem};

/// The tag that holds the scores of moves: `A2:+38 C7:+36`.
const SCORES: &str = "Scores";

/// Reads one position per line. What follows `%` or `#` is a comment.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<Record>, ReadError> {
    let text = text::decode_lenient(bytes);
    let mut scanner = Scanner::new(&text);
    let mut budget = Budget::default();
    let mut records = Vec::new();
    loop {
        scanner.skip_blanks();
        match scanner.peek() {
            None => return Ok(records),
            Some('%' | '#') => skip_line(&mut scanner),
            Some(_) => records.push(read_position(&mut scanner, &mut budget)?),
        }
    }
}

/// Writes the position at the end of each main line. Scores belong to the start position of the
/// record, so they are omitted if moves follow it.
pub(crate) fn write(records: &[Record]) -> Result<Vec<u8>, WriteError> {
    let mut out = String::new();
    for (record, number) in records.iter().zip(1..) {
        let fail = |problem| WriteError { number, problem };
        check_normal_8x8(record.header.spec).map_err(fail)?;
        let replay = record.replay().map_err(|_| fail(WriteProblem::Broken))?;
        let ply_count = replay.plies().len();
        let side = match turn_after(&record.header, ply_count) {
            Color::Black => 'X',
            Color::White => 'O',
        };
        out.extend(cells(replay.position(), 'X'));
        out.extend([' ', side, ';']);
        let scores = record.header.tag(SCORES).unwrap_or_default();
        for item in scores.split_whitespace().filter(|_| ply_count == 0) {
            // Tags come from outside, so check the form.
            if let Some(item) = score_item(item) {
                out.extend([" ", &item, ";"]);
            }
        }
        out.push('\n');
    }
    Ok(out.into_bytes())
}

/// Whether the first line begins with a board and the side to move.
pub(crate) fn looks_like(head: &str) -> bool {
    let is_comment = |line: &str| line.trim().is_empty() || line.starts_with(['%', '#']);
    text::lines(head)
        .map(|(_, line)| line.trim_start())
        .find(|line| !is_comment(line))
        .is_some_and(|line| take_board(&mut Scanner::new(line), 8, is_blank).is_ok())
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() && !is_line_end(c)
}

fn skip_line(scanner: &mut Scanner<'_>) {
    scanner.take_while(|c| !is_line_end(c));
}

/// Reads the rest of a line.
fn read_position(scanner: &mut Scanner<'_>, budget: &mut Budget) -> Result<Record, ReadError> {
    let location = scanner.location();
    let spec = GameSpec::REVERSI;
    let setup = take_board(scanner, spec.size(), is_blank)?;
    let mut header = Header::new(spec);
    header.start = unless_standard(setup, spec);
    // Zebra scripts end here; OBF continues.
    if !at_end(scanner) {
        if !scanner.eat(';') {
            return Err(scanner.error(Expected::Semicolon));
        }
        let mut scores: Vec<String> = Vec::new();
        while !at_end(scanner) {
            scores.push(take_score(scanner)?);
        }
        if !scores.is_empty() {
            header.tags.push((SCORES.to_owned(), scores.join(" ")));
        }
    }
    Builder::new(header, location, budget).finish()
}

/// Whether only a comment follows on the line; skips it if so.
fn at_end(scanner: &mut Scanner<'_>) -> bool {
    scanner.take_while(is_blank);
    if matches!(scanner.peek(), Some('%' | '#')) {
        skip_line(scanner);
    }
    scanner.peek().is_none_or(is_line_end)
}

fn take_score(scanner: &mut Scanner<'_>) -> Result<String, ReadError> {
    let location = scanner.location();
    let text = scanner.take_while(|c| c != ';' && !is_line_end(c));
    let item = score_item(text).ok_or_else(|| ReadError {
        location,
        problem: Problem::expected(Expected::MoveScore, text),
    })?;
    if scanner.eat(';') {
        Ok(item)
    } else {
        Err(scanner.error(Expected::Semicolon))
    }
}

/// A move and its score as OBF writes them, or `None` if the text has another form.
fn score_item(text: &str) -> Option<String> {
    let (name, score) = text.split_once(':')?;
    let point = GameSpec::REVERSI.point_named(&name.trim().to_ascii_lowercase())?;
    let score: i8 = score.trim().parse().ok()?;
    (-64..=64).contains(&score).then(|| {
        let name = GameSpec::REVERSI.point_name(point).to_ascii_uppercase();
        format!("{name}:{score:+}")
    })
}
