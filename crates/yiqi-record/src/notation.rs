//! Moves and start positions as people type and print them.

use yiqi_rules::{ByColor, Color, GameSpec, Move, Point, PointSet, Setup};

/// Why a text is not a move. Legality is checked elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseMoveError {
    /// It has the form of a point, but this board has no such point.
    #[error("'{text}' is off the board")]
    OffBoard {
        /// As typed.
        text: String,
    },
    /// Neither a point nor a word for a move.
    #[error("'{text}' is not a move: expected a point such as d3, or pass, swap, keep or more")]
    NotAMove {
        /// As typed.
        text: String,
    },
}

/// One item of a list of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListItem {
    /// A move of the side whose turn it is.
    Move(Move),
    /// A stone placed out of turn: `b:h8`, `w:i9`.
    Stone(Color, Point),
}

/// Why a text is not a list of moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {error}")]
pub struct ParseListError {
    /// The character, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub error: ParseMoveError,
}

/// The name of a move, as in files and as people type it.
#[must_use]
pub fn move_name(mv: Move, spec: GameSpec) -> String {
    match mv {
        Move::Place(point) => spec.point_name(point),
        _ => mv.word().unwrap_or_default().to_owned(),
    }
}

/// A start position: rows from the top separated by `/`, then the side to move.
#[must_use]
pub fn setup_text(setup: &Setup, size: u8) -> String {
    let cell = |col, row| match Point::new(col, row) {
        Some(point) if setup.stones.black.contains(point) => 'b',
        Some(point) if setup.stones.white.contains(point) => 'w',
        _ => '.',
    };
    let rows: Vec<String> = (0..size)
        .map(|row| (0..size).map(|col| cell(col, row)).collect())
        .collect();
    format!("{} {}", rows.join("/"), setup.turn)
}

/// Parses what `setup_text` wrote.
#[must_use]
pub fn parse_setup(text: &str, spec: GameSpec) -> Option<Setup> {
    let (rows, turn) = text.split_once(' ')?;
    let turn = match turn.trim() {
        "black" => Color::Black,
        "white" => Color::White,
        _ => return None,
    };
    let size = usize::from(spec.size());
    let mut stones = ByColor::<PointSet>::default();
    let mut row_count = 0;
    for (row, cells) in rows.split('/').enumerate() {
        if row >= size || cells.len() != size {
            return None;
        }
        for (col, cell) in cells.bytes().enumerate() {
            let point = Point::new(col as u8, row as u8)?;
            match cell {
                b'b' => stones.black.insert(point),
                b'w' => stones.white.insert(point),
                b'.' => {}
                _ => return None,
            }
        }
        row_count = row + 1;
    }
    (row_count == size).then_some(Setup { stones, turn })
}

/// What a person meant to type: without unprintable characters, with full-width letters and digits
/// made narrow, in lowercase, trimmed.
#[must_use]
pub fn cleaned(text: &str) -> String {
    let narrow = |c: char| match c {
        '\u{3000}' => ' ',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xff01 + 0x21).unwrap_or(c),
        _ => c,
    };
    let kept: String = text
        .chars()
        .map(|c| if c == '\t' { ' ' } else { narrow(c) })
        .filter(|&c| !is_unprintable(c))
        .collect();
    kept.trim().to_lowercase()
}

/// Control characters, and characters that are invisible or change how others are shown.
#[must_use]
pub fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

/// Reads one move in any common form: `d3`, `3d`, `D3`, `d 3`, `DE` (row D from the top, column E),
/// `pass`, `swap`, `keep`, `more`.
///
/// # Errors
/// If it is not a move on a board of this size.
pub fn parse_move(text: &str, spec: GameSpec) -> Result<Move, ParseMoveError> {
    let clean = cleaned(text);
    if let Some(mv) = word(&clean, spec) {
        return Ok(mv);
    }
    let compact: String = clean
        .chars()
        .filter(|c| !matches!(c, ' ' | ',' | '-'))
        .collect();
    if let [row @ b'a'..=b'z', col @ b'a'..=b'z'] = *compact.as_bytes() {
        return on_board(col - b'a', Some(row - b'a'), spec)
            .ok_or(ParseMoveError::OffBoard { text: clean });
    }
    match take_point(&compact, spec) {
        Some((Some(mv), "")) => Ok(mv),
        Some((None, "")) => Err(ParseMoveError::OffBoard { text: clean }),
        _ => Err(not_a_move(&clean)),
    }
}

/// Reads a list of moves separated by blanks or commas, or run together (`f5d6c3`), with or without
/// move numbers (`1. f5`). Stones out of turn are written `b:h8`.
///
/// # Errors
/// The first part that is not a move.
pub fn parse_list(text: &str, spec: GameSpec) -> Result<Vec<ListItem>, ParseListError> {
    let mut items = Vec::new();
    let is_separator = |c: char| c.is_whitespace() || c == ',' || c == ';';
    let mut byte = 0;
    for chunk in text.split(is_separator) {
        let column = || text[..byte].chars().count() + 1;
        read_chunk(chunk, spec, &mut items).map_err(|error| ParseListError {
            column: column(),
            error,
        })?;
        byte += chunk.len();
        byte += text[byte..].chars().next().map_or(0, char::len_utf8);
    }
    Ok(items)
}

fn read_chunk(
    chunk: &str,
    spec: GameSpec,
    items: &mut Vec<ListItem>,
) -> Result<(), ParseMoveError> {
    let clean = cleaned(chunk);
    let mut rest = without_number(&clean);
    for (prefix, color) in [("b:", Color::Black), ("w:", Color::White)] {
        if let Some(stone) = rest.strip_prefix(prefix) {
            let Move::Place(point) = parse_move(stone, spec)? else {
                return Err(not_a_move(&clean));
            };
            items.push(ListItem::Stone(color, point));
            return Ok(());
        }
    }
    if rest.len() == 2 && rest.bytes().all(|b| b.is_ascii_lowercase()) {
        items.push(ListItem::Move(parse_move(rest, spec)?));
        return Ok(());
    }
    while !rest.is_empty() {
        let (mv, after) = take_move(rest, spec)?;
        items.push(ListItem::Move(mv));
        rest = after;
    }
    Ok(())
}

/// Moves without the number in front of them: `1. f5` or `1.f5`.
pub(crate) fn without_number(text: &str) -> &str {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    match text[digits..].strip_prefix('.') {
        Some(moves) => moves.trim_start_matches('.'),
        None => text,
    }
}

/// Splits one move off the front of moves run together, in lowercase.
///
/// # Errors
/// If the text does not begin with a move.
pub(crate) fn take_move(text: &str, spec: GameSpec) -> Result<(Move, &str), ParseMoveError> {
    for (word, mv) in [
        ("pass", Move::Pass),
        ("swap", Move::Swap),
        ("keep", Move::Keep),
        ("more", Move::More),
    ] {
        if let Some(rest) = text.strip_prefix(word) {
            return Ok((mv, rest));
        }
    }
    if has_short_pass(spec)
        && let Some(rest) = SHORT_PASSES.iter().find_map(|p| text.strip_prefix(p))
    {
        return Ok((Move::Pass, rest));
    }
    match take_point(text, spec) {
        Some((Some(mv), rest)) => Ok((mv, rest)),
        Some((None, _)) => Err(ParseMoveError::OffBoard {
            text: crate::error::shortened(text),
        }),
        None => Err(not_a_move(text)),
    }
}

/// Other programs' words for a pass.
const SHORT_PASSES: [&str; 3] = ["pa", "ps", "--"];

/// Whether `pa` and `ps` cannot be points: on boards without a row P.
fn has_short_pass(spec: GameSpec) -> bool {
    spec.size() < 16
}

fn word(clean: &str, spec: GameSpec) -> Option<Move> {
    if has_short_pass(spec) && SHORT_PASSES.contains(&clean) {
        return Some(Move::Pass);
    }
    Move::WORDS.into_iter().find(|mv| mv.word() == Some(clean))
}

/// Splits a letter and a number, or a number and a letter, off the front. `Some((None, …))` if the
/// board has no such point.
fn take_point(text: &str, spec: GameSpec) -> Option<(Option<Move>, &str)> {
    let letter_first = text.starts_with(|c: char| c.is_ascii_lowercase());
    let after_letter = if letter_first { &text[1..] } else { text };
    let digits = after_letter
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(after_letter.len());
    let (number, rest) = after_letter.split_at(digits);
    if number.is_empty() {
        return None;
    }
    let (letter, rest) = if letter_first {
        (text.as_bytes()[0], rest)
    } else {
        match rest.as_bytes().first() {
            Some(letter @ b'a'..=b'z') => (*letter, &rest[1..]),
            _ => return None,
        }
    };
    let row = number
        .parse()
        .ok()
        .and_then(|number| spec.row_of_number(number));
    Some((on_board(letter - b'a', row, spec), rest))
}

fn on_board(col: u8, row: Option<u8>, spec: GameSpec) -> Option<Move> {
    Point::new(col, row?)
        .filter(|point| point.is_on(spec.size()))
        .map(Move::Place)
}

fn not_a_move(text: &str) -> ParseMoveError {
    ParseMoveError::NotAMove {
        text: crate::error::shortened(text),
    }
}
