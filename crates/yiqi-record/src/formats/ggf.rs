//! Generic Game Format, as written by the GGS server and NBoard.
//!
//! A game is `(;KEY[value]KEY[value]…;)`, moves are `B[f5/0.50/3.21]`: the point, the player's
//! evaluation, and the seconds it took. Unknown keys are kept as tags. So are values that a record
//! cannot hold in full: a clock with a grace period, a random start type, a result with a komi.

mod values;
mod write;

use yiqi_rules::{Color, GameSpec, Move, ReversiSpec};

use self::values::{
    parse_clock, parse_eval, parse_ms, parse_result, parse_type, result_text, result_text_of,
    type_text,
};
use self::write::write_game;
use super::builder::Budget;
use super::reversi::{MainLine, take_board, unless_standard};
use super::text::{self, Scanner};
use crate::{
    EndReason, Event, Expected, GameResult, Header, Location, Played, Problem, ReadError, Record,
    Seat, WriteError, notation,
};

/// The most properties a game may have: far more than the moves on the largest board.
const PROPERTIES_MAX: usize = 10_000;

/// The most tags that are read from one file.
const FILE_TAGS_MAX: usize = 500_000;

/// Keys that become tags only if they say more than the header, in the order in which they are
/// written.
const FULLER_KEYS: [&str; 3] = ["TI", "TY", "RE"];

/// Reads all games. A game may follow a number: the count of games in a match.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<Record>, ReadError> {
    let text = text::decode_lenient(bytes);
    let mut scanner = Scanner::new(&text);
    let mut budget = Budget::default();
    let mut tag_count = 0;
    let mut records = Vec::new();
    loop {
        scanner.skip_blanks();
        let count = scanner.take_while(|c| c.is_ascii_digit());
        scanner.skip_blanks();
        if count.is_empty() && scanner.peek().is_none() {
            return Ok(records);
        }
        let location = scanner.location();
        let properties = take_game(&mut scanner)?;
        let record = read_game(&properties, location, &mut budget)?;
        tag_count += record.header.tags.len();
        if tag_count > FILE_TAGS_MAX {
            let limit = FILE_TAGS_MAX;
            let problem = Problem::TooMany { limit };
            return Err(ReadError { location, problem });
        }
        records.push(record);
    }
}

/// Writes one game per line.
pub(crate) fn write(records: &[Record]) -> Result<Vec<u8>, WriteError> {
    let mut out = String::new();
    for (record, number) in records.iter().zip(1..) {
        write_game(&mut out, record).map_err(|problem| WriteError { number, problem })?;
    }
    Ok(out.into_bytes())
}

/// Whether a game of Othello begins here.
pub(crate) fn looks_like(head: &str) -> bool {
    let start = head.trim_start_matches(|c: char| c.is_ascii_digit() || c.is_whitespace());
    start.starts_with("(;") && start.to_ascii_lowercase().contains("gm[othello]")
}

struct Property<'a> {
    key: &'a str,
    value: &'a str,
    /// The location of the value.
    location: Location,
}

impl Property<'_> {
    fn error(&self, expected: Expected) -> ReadError {
        self.error_at(self.value, expected)
    }

    /// Reports that a part of the value is invalid.
    fn error_at(&self, part: &str, expected: Expected) -> ReadError {
        ReadError {
            location: within(self.location, text::location_in(1, self.value, part)),
            problem: Problem::expected(expected, part),
        }
    }

    fn other_game(&self) -> ReadError {
        ReadError {
            location: self.location,
            problem: Problem::OtherGame {
                what: crate::error::shortened(&format!("{}[{}]", self.key, self.value)),
            },
        }
    }
}

/// Converts a location within a part of the file to one in the whole file.
fn within(start: Location, part: Location) -> Location {
    match (start, part) {
        (Location::Text { line, column }, Location::Text { line: 1, column: c }) => {
            Location::Text {
                line,
                column: column + c - 1,
            }
        }
        (Location::Text { line, .. }, Location::Text { line: l, column }) => Location::Text {
            line: line + l - 1,
            column,
        },
        _ => start,
    }
}

/// Reads one game up to its closing parenthesis.
fn take_game<'a>(scanner: &mut Scanner<'a>) -> Result<Vec<Property<'a>>, ReadError> {
    let opens = scanner.eat('(') && {
        scanner.skip_blanks();
        scanner.eat(';')
    };
    if !opens {
        return Err(scanner.error(Expected::GameStart));
    }
    let mut properties = Vec::new();
    loop {
        scanner.skip_blanks();
        if scanner.eat(')') {
            return Ok(properties);
        }
        if scanner.eat(';') {
            continue;
        }
        if properties.len() == PROPERTIES_MAX {
            let limit = PROPERTIES_MAX;
            return Err(ReadError {
                location: scanner.location(),
                problem: Problem::TooMany { limit },
            });
        }
        let key = scanner.take_while(is_key_char);
        if key.is_empty() {
            return Err(scanner.error(Expected::PropertyName));
        }
        scanner.skip_blanks();
        if !scanner.eat('[') {
            return Err(scanner.error(Expected::PropertyValue));
        }
        let location = scanner.location();
        let value = scanner.take_while(|c| c != ']');
        if !scanner.eat(']') {
            return Err(scanner.error(Expected::ClosingBracket));
        }
        properties.push(Property {
            key,
            value,
            location,
        });
    }
}

fn is_key_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Finds the property with this key, which may be given only once.
fn find<'p, 'a>(
    properties: &'p [Property<'a>],
    key: &str,
) -> Result<Option<&'p Property<'a>>, ReadError> {
    let mut found = properties.iter().filter(|property| property.key == key);
    let first = found.next();
    match found.next() {
        None => Ok(first),
        Some(second) => Err(ReadError {
            location: second.location,
            problem: Problem::Twice {
                key: key.to_owned(),
            },
        }),
    }
}

fn read_game(
    properties: &[Property<'_>],
    location: Location,
    budget: &mut Budget,
) -> Result<Record, ReadError> {
    if let Some(game) = find(properties, "GM")?
        && !game.value.trim().eq_ignore_ascii_case("othello")
    {
        return Err(game.other_game());
    }
    let value = |key| Ok(find(properties, key)?.map_or("", |property| property.value));
    let mut header = read_board(find(properties, "TY")?, find(properties, "BO")?)?;
    header.players.first = value("PB")?.to_owned();
    header.players.second = value("PW")?.to_owned();
    header.date = Some(value("DT")?.to_owned()).filter(|date| !date.is_empty());
    header.time = parse_clock(value("TI")?.trim()).0;
    header.result = parse_result(value("RE")?.trim());
    let result = header.result;
    let mut line = MainLine::new(header, location, budget)?;
    let mut end = location;
    for property in properties {
        let color = match property.key {
            "B" => Color::Black,
            "W" => Color::White,
            _ => continue,
        };
        read_move(&mut line, property, color)?;
        end = property.location;
    }
    // A game that was played out ended by the rules, whatever else happened.
    if line.turn().is_some()
        && let Some(event) = result.and_then(closing_event)
    {
        line.push(0, event, end)?;
    }
    let mut record = line.finish()?;
    record.header.tags = properties
        .iter()
        .filter(|property| is_tag(property, &record.header))
        .map(|property| (property.key.to_owned(), property.value.to_owned()))
        .collect();
    let order = |key: &str| FULLER_KEYS.iter().position(|fuller| *fuller == key);
    record.header.tags.sort_by_key(|(key, _)| order(key));
    Ok(record)
}

/// Whether the property says more than the header does.
fn is_tag(property: &Property<'_>, header: &Header) -> bool {
    let value = property.value.trim();
    match property.key {
        "TY" => value != type_text(header.spec),
        "TI" => !value.is_empty() && !parse_clock(value).1,
        "RE" => {
            !value.is_empty() && result_text_of(value) != result_text(header.result, header.spec)
        }
        key => !is_own(key),
    }
}

/// Whether a key belongs to the header or is a move.
fn is_own(key: &str) -> bool {
    matches!(key, "GM" | "DT" | "PB" | "PW" | "BO" | "B" | "W") || FULLER_KEYS.contains(&key)
}

/// The game and its start position.
fn read_board(
    kind: Option<&Property<'_>>,
    board: Option<&Property<'_>>,
) -> Result<Header, ReadError> {
    let (size, anti) = match kind {
        None => (None, false),
        Some(kind) => parse_type(kind.value).ok_or_else(|| kind.other_game())?,
    };
    let spec_of_size = |size: u8| ReversiSpec::new(size, anti).map(GameSpec::Reversi);
    let Some(board) = board else {
        let spec = spec_of_size(size.unwrap_or(8));
        return match (spec, kind) {
            (Some(spec), _) => Ok(Header::new(spec)),
            (None, Some(kind)) => Err(kind.other_game()),
            (None, None) => Ok(Header::new(GameSpec::REVERSI)),
        };
    };
    let mut scanner = Scanner::new(board.value);
    scanner.skip_blanks();
    let board_size = scanner.take_while(|c| c.is_ascii_digit()).parse().ok();
    let spec = board_size
        .filter(|&board_size| size.is_none_or(|size| size == board_size))
        .and_then(spec_of_size)
        .ok_or_else(|| board.error(Expected::Cells))?;
    let setup = take_board(&mut scanner, spec.size(), char::is_whitespace).and_then(|setup| {
        scanner.skip_blanks();
        match scanner.peek() {
            None => Ok(setup),
            Some(_) => Err(scanner.error(Expected::ClosingBracket)),
        }
    });
    let setup = setup.map_err(|error| ReadError {
        location: within(board.location, error.location),
        // The value ends here, but the file does not.
        problem: match error.problem {
            Problem::CutShort { expected } => Problem::expected(expected, "]"),
            problem => problem,
        },
    })?;
    let mut header = Header::new(spec);
    header.start = unless_standard(setup, spec);
    Ok(header)
}

/// The event that ended the game, if it was not a move.
fn closing_event(result: GameResult) -> Option<Event> {
    let loser = result.winner.map(|winner| match winner {
        Color::Black => Seat::Second,
        Color::White => Seat::First,
    });
    match (result.reason, loser) {
        (EndReason::Resignation, Some(seat)) => Some(Event::Resign { seat }),
        (EndReason::Time, Some(seat)) => Some(Event::TimeOut { seat }),
        (EndReason::Agreement, None) => Some(Event::AgreeDraw),
        _ => None,
    }
}

fn read_move(
    line: &mut MainLine<'_>,
    property: &Property<'_>,
    color: Color,
) -> Result<(), ReadError> {
    let mut parts = property.value.splitn(3, '/').map(str::trim);
    let name = parts.next().unwrap_or_default();
    let mv =
        parse_move(name, line.spec()).ok_or_else(|| property.error_at(name, Expected::Move))?;
    let eval = match parts.next().unwrap_or_default() {
        "" => None,
        text => Some(parse_eval(text).ok_or_else(|| property.error_at(text, Expected::Eval))?),
    };
    let after_ms = match parts.next().unwrap_or_default() {
        "" => 0,
        text => parse_ms(text).ok_or_else(|| property.error_at(text, Expected::Seconds))?,
    };
    if line.turn() == Some(color.other()) {
        line.pass_if_stuck(property.location)?;
    }
    if line.turn() == Some(color.other()) {
        return Err(ReadError {
            location: property.location,
            problem: Problem::expected(
                Expected::MoveOf(color.other()),
                &format!("{}[{}]", property.key, property.value),
            ),
        });
    }
    let played = Played {
        mv,
        by_clock: false,
        eval,
    };
    line.play(after_ms, played, property.location)
}

fn parse_move(name: &str, spec: GameSpec) -> Option<Move> {
    let name = name.to_ascii_lowercase();
    if matches!(name.as_str(), "pa" | "pass") {
        return Some(Move::Pass);
    }
    match notation::take_move(&name, spec) {
        Ok((mv @ (Move::Place(_) | Move::Pass), "")) => Some(mv),
        _ => None,
    }
}
