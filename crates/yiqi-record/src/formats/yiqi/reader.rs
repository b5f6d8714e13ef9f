//! Reads the `yiqi` format.

use yiqi_rules::{ByColor, Color, GameSpec};

use super::phrase;
use super::{FIRST_WORDS, KEYS, VERSION};
use crate::clock::Seconds;
use crate::formats::builder::{Budget, Builder};
use crate::formats::text::{self, decode, location_in};
use crate::notation::parse_move;
use crate::notation::parse_setup;
use crate::{
    Event, Expected, GameResult, Header, Location, NodeId, Played, Problem, ReadError, Record, Seat,
};

pub(crate) fn read(bytes: &[u8]) -> Result<Vec<Record>, ReadError> {
    let text = decode(bytes)?;
    let mut lines = Lines::new(text);
    let mut budget = Budget::default();
    let mut records = Vec::new();
    loop {
        let expected = if records.is_empty() {
            Expected::FirstLine
        } else {
            Expected::NextRecord
        };
        while lines.here.is_some_and(|line| line.text.trim().is_empty()) {
            lines.skip();
        }
        match lines.here {
            None if !records.is_empty() => return Ok(records),
            None => return Err(lines.cut_short(expected)),
            Some(line) => {
                check_first_line(line, expected)?;
                records.push(read_record(&mut lines, &mut budget)?);
            }
        }
    }
}

/// One line of the file.
#[derive(Clone, Copy)]
struct Line<'a> {
    number: usize,
    text: &'a str,
}

impl<'a> Line<'a> {
    fn location(self, part: &str) -> Location {
        location_in(self.number, self.text, part)
    }

    fn error(self, part: &str, problem: Problem) -> ReadError {
        ReadError {
            location: self.location(part),
            problem,
        }
    }

    fn expected(self, expected: Expected, part: &str) -> ReadError {
        self.error(part, Problem::expected(expected, part))
    }
}

/// The lines of the file, and the checksum of those read since the record began.
struct Lines<'a> {
    rest: text::Lines<'a>,
    here: Option<Line<'a>>,
    last_number: usize,
    checksum: crc32fast::Hasher,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Lines<'a> {
        let mut lines = Lines {
            rest: text::lines(text),
            here: None,
            last_number: 0,
            checksum: crc32fast::Hasher::new(),
        };
        lines.advance();
        lines
    }

    fn advance(&mut self) {
        self.here = self.rest.next().map(|(number, text)| Line { number, text });
        if let Some(line) = self.here {
            self.last_number = line.number;
        }
    }

    /// Advances to the next line and adds this one to the checksum, whatever its line ending.
    fn pass(&mut self) {
        if let Some(line) = self.here {
            self.checksum.update(line.text.as_bytes());
            self.checksum.update(b"\n");
        }
        self.advance();
    }

    /// Advances to the next line; this one belongs to no record.
    fn skip(&mut self) {
        self.advance();
    }

    fn cut_short(&self, expected: Expected) -> ReadError {
        ReadError::in_text(self.last_number.max(1), 1, Problem::CutShort { expected })
    }
}

fn check_first_line(line: Line<'_>, expected: Expected) -> Result<(), ReadError> {
    let version = line
        .text
        .strip_prefix(FIRST_WORDS)
        .and_then(|version| version.trim().parse::<u64>().ok())
        .filter(|&version| version > 0)
        .ok_or_else(|| line.expected(expected, line.text))?;
    if version > VERSION {
        let problem = Problem::Version {
            found: version,
            known: VERSION,
        };
        return Err(line.error(line.text, problem));
    }
    Ok(())
}

fn read_record(lines: &mut Lines<'_>, budget: &mut Budget) -> Result<Record, ReadError> {
    lines.checksum = crc32fast::Hasher::new();
    let raw = RawHeader::read(lines)?;
    let (header, names) = raw.header(lines)?;
    let builder = Builder::new(header, raw.location_of("Start"), budget);
    let mut body = Body {
        builder,
        at: None,
        after: Vec::new(),
        branches: Vec::new(),
    };
    loop {
        let Some(line) = lines.here else {
            return Err(lines.cut_short(Expected::End));
        };
        let text = line.text.trim();
        if text == "end" || text.starts_with("end ") {
            body.check_closed(line)?;
            check_end(line, text, lines.checksum.clone().finalize())?;
            lines.skip();
            break;
        }
        match text {
            "" => {}
            "(" => body.open_branch(line)?,
            ")" => body.close_branch(line)?,
            _ => body.read_line(line, text)?,
        }
        lines.pass();
    }
    let (mut record, played) = body.builder.checked()?;
    if let (Some(stated), Some(actual)) = (record.header.result, played)
        && !agree(&stated, &actual)
    {
        return Err(ReadError {
            location: raw.location_of("Result"),
            problem: Problem::Result {
                stated: stated.to_string(),
                actual: actual.to_string(),
            },
        });
    }
    name_by_color(&mut record, &names);
    Ok(record)
}

/// Whether a stated result agrees with the actual one; the score may be omitted.
fn agree(stated: &GameResult, actual: &GameResult) -> bool {
    let scores_agree = stated.score.is_none() || stated.score == actual.score;
    stated.winner == actual.winner && stated.reason == actual.reason && scores_agree
}

fn check_end(line: Line<'_>, text: &str, actual: u32) -> Result<(), ReadError> {
    let Some(checksum) = text.strip_prefix("end ") else {
        return Ok(());
    };
    let stated = checksum
        .trim()
        .strip_prefix("crc32:")
        .filter(|hex| hex.len() == 8 && hex.bytes().all(|b| b.is_ascii_hexdigit()))
        .and_then(|hex| u32::from_str_radix(hex, 16).ok())
        .ok_or_else(|| line.expected(Expected::End, text))?;
    if stated != actual {
        return Err(line.error(checksum, Problem::Checksum { stated, actual }));
    }
    Ok(())
}

/// The header lines as written.
struct RawHeader<'a> {
    first_line: usize,
    lines: Vec<(Line<'a>, &'a str, &'a str)>,
}

/// The most header lines per record.
const HEADER_LINES_MAX: usize = 1000;

/// Names given by color; the seats are not known before the first entry.
type Names = ByColor<Option<String>>;

impl<'a> RawHeader<'a> {
    fn read(lines: &mut Lines<'a>) -> Result<RawHeader<'a>, ReadError> {
        let mut header = RawHeader {
            first_line: lines.last_number,
            lines: Vec::new(),
        };
        lines.pass();
        loop {
            let Some(line) = lines.here else {
                return Err(lines.cut_short(Expected::HeaderLine));
            };
            if line.text.trim().is_empty() {
                lines.pass();
                return Ok(header);
            }
            let (key, value) = line
                .text
                .split_once(':')
                .ok_or_else(|| line.expected(Expected::HeaderLine, line.text))?;
            let (key, value) = (key.trim(), value.trim());
            if KEYS.contains(&key) && header.find(key).is_some() {
                return Err(line.error(
                    key,
                    Problem::Twice {
                        key: key.to_owned(),
                    },
                ));
            }
            if header.lines.len() == HEADER_LINES_MAX {
                let limit = HEADER_LINES_MAX;
                return Err(line.error(key, Problem::TooMany { limit }));
            }
            header.lines.push((line, key, value));
            lines.pass();
        }
    }

    fn find(&self, key: &str) -> Option<(Line<'a>, &'a str)> {
        self.lines
            .iter()
            .find(|(_, k, _)| *k == key)
            .map(|&(line, _, value)| (line, value))
    }

    /// The location of a line's value, or of the record if there is no such line.
    fn location_of(&self, key: &str) -> Location {
        match self.find(key) {
            Some((line, value)) => line.location(value),
            None => Location::Text {
                line: self.first_line,
                column: 1,
            },
        }
    }

    fn header(&self, lines: &Lines<'a>) -> Result<(Header, Names), ReadError> {
        let (line, value) = self.find("Game").ok_or_else(|| {
            let number = self.lines.first().map_or(lines.last_number, |l| l.0.number);
            ReadError::in_text(number, 1, Problem::Missing { key: "Game" })
        })?;
        let spec: GameSpec = value
            .parse()
            .map_err(|error| line.error(value, Problem::Spec(error)))?;
        let mut header = Header::new(spec);
        let mut names = Names::default();
        for &(line, key, value) in &self.lines {
            let text = || unescaped(line, value);
            match key {
                "Game" => {}
                "First" => header.players.first = text()?,
                "Second" => header.players.second = text()?,
                "Black" => names.black = Some(text()?),
                "White" => names.white = Some(text()?),
                "Date" => header.date = Some(text()?),
                "Clock" => {
                    header.time = value
                        .parse()
                        .map_err(|_| line.expected(Expected::Clock, value))?;
                }
                "Result" => {
                    let result = value
                        .parse()
                        .map_err(|_| line.expected(Expected::Result, value))?;
                    header.result = Some(result);
                }
                "Start" => {
                    let setup = parse_setup(value, spec)
                        .ok_or_else(|| line.expected(Expected::Start, value))?;
                    header.start = Some(setup);
                }
                _ => header.tags.push((unescaped(line, key)?, text()?)),
            }
        }
        Ok((header, names))
    }
}

fn unescaped(line: Line<'_>, text: &str) -> Result<String, ReadError> {
    phrase::unescaped(text).map_err(|part| line.expected(Expected::Escape, part))
}

/// Assigns names given by color to the seats that had those colors at the beginning.
fn name_by_color(record: &mut Record, names: &Names) {
    let first = record.entries().find_map(|entry| match entry.event {
        Event::Begin { first } => Some(first),
        _ => None,
    });
    let first = first.unwrap_or(Color::Black);
    let players = &mut record.header.players;
    for (color, player) in [first, first.other()].into_iter().zip(players) {
        if let Some(name) = &names[color] {
            player.clone_from(name);
        }
    }
}

/// The entries being read.
struct Body<'b> {
    builder: Builder<'b>,
    /// The parent of the next entry.
    at: Option<NodeId>,
    /// The state of the game after each entry.
    after: Vec<GameState>,
    /// The entry to continue from after each open branch, and where the branch was opened.
    branches: Vec<(NodeId, Location)>,
}

/// The state of the game after an entry.
#[derive(Clone, Copy, Default)]
struct GameState {
    plies: usize,
    has_begun: bool,
}

impl Body<'_> {
    fn state(&self) -> GameState {
        self.at
            .map_or(GameState::default(), |id| self.after[id.index()])
    }

    fn push(&mut self, after_ms: u64, event: Event, location: Location) -> Result<(), ReadError> {
        let mut state = self.state();
        match &event {
            Event::Begin { .. } => state.has_begun = true,
            Event::Move(_) => state.plies += 1,
            Event::TakeBack { plies } => {
                state.plies = state.plies.saturating_sub(usize::from(*plies));
            }
            _ => {}
        }
        let id = self
            .builder
            .push_event(self.at, after_ms, event, location)?;
        self.after.push(state);
        self.at = Some(id);
        Ok(())
    }

    /// Opens a branch, which replaces the entry before it.
    fn open_branch(&mut self, line: Line<'_>) -> Result<(), ReadError> {
        let replaced = self
            .at
            .ok_or_else(|| line.expected(Expected::EntryBeforeBranch, line.text))?;
        self.branches.push((replaced, line.location(line.text)));
        self.at = self.builder.record().parent(replaced);
        Ok(())
    }

    fn close_branch(&mut self, line: Line<'_>) -> Result<(), ReadError> {
        let (replaced, _) = self
            .branches
            .pop()
            .ok_or_else(|| line.expected(Expected::Parentheses, line.text))?;
        if self.at == self.builder.record().parent(replaced) {
            return Err(line.expected(Expected::Entry, line.text));
        }
        self.at = Some(replaced);
        Ok(())
    }

    fn check_closed(&self, line: Line<'_>) -> Result<(), ReadError> {
        match self.branches.last() {
            None => Ok(()),
            Some(_) => Err(line.expected(Expected::Parentheses, line.text)),
        }
    }

    fn read_line(&mut self, line: Line<'_>, text: &str) -> Result<(), ReadError> {
        let location = line.location(text);
        if let Some((head, comment)) = text.split_once(':') {
            let (who, after_ms) = split_time(line, head)?;
            let seat = match who {
                "note" => None,
                "first says" => Some(Seat::First),
                "second says" => Some(Seat::Second),
                _ => return Err(line.expected(Expected::Entry, text)),
            };
            let text = unescaped(line, comment.trim())?.into_boxed_str();
            return self.push(after_ms, Event::Comment { seat, text }, location);
        }
        if text.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let (words, after_ms) = split_time(line, text)?;
            if let Some(event) = phrase::parse(words) {
                return self.push(after_ms, event, location);
            }
        }
        self.read_moves(line, text)
    }

    /// Reads moves, one or several per line, with or without numbers.
    fn read_moves(&mut self, line: Line<'_>, text: &str) -> Result<(), ReadError> {
        let mut words = text.split_whitespace().peekable();
        let mut locations = Locations::new(line);
        while let Some(mut word) = words.next() {
            if let Some((number, rest)) = ply_number(word) {
                let want = self.state().plies + 1;
                if number.parse() != Ok(want) {
                    return Err(line.expected(Expected::PlyNumber(want), word));
                }
                word = match rest {
                    "" => words
                        .next()
                        .ok_or_else(|| line.expected(Expected::Move, text))?,
                    rest => rest,
                };
            }
            let mv = parse_move(word, self.builder.record().header.spec).map_err(|_| {
                // The first word of a line could have been any entry.
                let is_first = word.as_ptr() == text.as_ptr();
                let expected = if is_first {
                    Expected::Entry
                } else {
                    Expected::Move
                };
                line.expected(expected, word)
            })?;
            let mut played = Played::from(mv);
            let mut after_ms = 0;
            if let Some(time) = words.next_if(|word| word.starts_with('+')) {
                after_ms = seconds(line, time)?;
            }
            if words.next_if_eq(&"eval").is_some() {
                let number = words.next().unwrap_or_default();
                let eval = hundredths(number)
                    .ok_or_else(|| line.expected(Expected::Eval, nonempty(number, text)))?;
                played.eval = Some(eval);
            }
            played.by_clock = words.next_if_eq(&"clock").is_some();
            let location = locations.of(word);
            if !self.state().has_begun {
                let begin = Event::Begin {
                    first: Color::Black,
                };
                self.push(0, begin, location)?;
            }
            self.push(after_ms, Event::Move(played), location)?;
        }
        Ok(())
    }
}

/// The locations of words of a line, queried from left to right, so that each character is counted
/// once.
struct Locations<'a> {
    line: Line<'a>,
    byte: usize,
    column: usize,
}

impl<'a> Locations<'a> {
    fn new(line: Line<'a>) -> Locations<'a> {
        Locations {
            line,
            byte: 0,
            column: 1,
        }
    }

    fn of(&mut self, word: &str) -> Location {
        let byte = word.as_ptr() as usize - self.line.text.as_ptr() as usize;
        self.column += self.line.text[self.byte..byte].chars().count();
        self.byte = byte;
        Location::Text {
            line: self.line.number,
            column: self.column,
        }
    }
}

/// `part`, or `otherwise` to point at if `part` is empty.
fn nonempty<'a>(part: &'a str, otherwise: &'a str) -> &'a str {
    if part.is_empty() { otherwise } else { part }
}

/// Splits the time off the end of a line.
fn split_time<'a>(line: Line<'_>, text: &'a str) -> Result<(&'a str, u64), ReadError> {
    match text.rsplit_once(' ') {
        Some((words, time)) if time.starts_with('+') => Ok((words.trim(), seconds(line, time)?)),
        _ => Ok((text.trim(), 0)),
    }
}

fn seconds(line: Line<'_>, word: &str) -> Result<u64, ReadError> {
    word.strip_prefix('+')
        .and_then(|number| number.parse::<Seconds>().ok())
        .map(|seconds| seconds.0)
        .ok_or_else(|| line.expected(Expected::Seconds, word))
}

/// Splits `12.` and `12.d3` after the dot; a bare number is also a ply number.
fn ply_number(word: &str) -> Option<(&str, &str)> {
    let (number, rest) = word.split_once('.').unwrap_or((word, ""));
    (!number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())).then_some((number, rest))
}

fn hundredths(text: &str) -> Option<i32> {
    let (sign, number) = match text.strip_prefix('-') {
        Some(number) => (-1, number),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, decimals) = number.split_once('.').unwrap_or((number, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !is_number(whole) || !is_number(decimals) || decimals.len() > 2 {
        return None;
    }
    let hundredths: i64 = format!("{decimals:0<2}").parse().ok()?;
    let size = whole.parse::<i64>().ok()?.checked_mul(100)?;
    i32::try_from(sign * size.checked_add(hundredths)?).ok()
}
