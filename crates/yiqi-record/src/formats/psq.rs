//! Games of Piskvork, the manager of Gomocup: a header line, a line per stone, and in tournaments
//! the names, a code for how the game ended, and the winner with the rules.
//!
//! ```text
//! Piskvorky 20x20, 11:11, 0
//! 8,9,0
//! …
//! engineA.zip
//! engineB.zip
//! 0
//! 1,Freestyle
//! ```

use yiqi_rules::{Color, GameSpec, GomokuRules, GomokuSpec, Move, Opening, Point};

use super::builder::{Budget, Builder};
use super::gomoku::stones;
use super::text::{decode_lenient, lines, location_in};
use crate::{
    BySeat, EndReason, Event, Expected, GameResult, Header, Location, Problem, ReadError, Record,
    Seat, WriteError, WriteProblem,
};

/// The tag for the levels of the two players, unless both are people.
const LEVELS: &str = "Levels";
const LEVELS_USUAL: &str = "0:0";
/// The tag for the code at the end, unless it is the default.
const CODE: &str = "Code";
const CODE_USUAL: &str = "-1";
const CODE_TIMEOUT: &str = "15";
/// The line of a player without a name.
const NOBODY: &str = "-";
/// The longest time for one stone: a few years, so that sums stay small.
const STONE_MS_MAX: u64 = 100_000_000_000;

/// Reads one game.
pub(crate) fn read(bytes: &[u8], game: Option<GameSpec>) -> Result<Vec<Record>, ReadError> {
    let text = decode_lenient(bytes);
    let mut lines = lines(&text).skip_while(|(_, line)| line.trim().is_empty());
    let expected = Expected::PsqHeader;
    let (number, line) = lines
        .next()
        .ok_or_else(|| ReadError::in_text(1, 1, Problem::CutShort { expected }))?;
    let first_line = FirstLine::parse(number, line, game)?;
    let mut header = Header::new(GameSpec::Gomoku(first_line.spec));
    if first_line.levels != LEVELS_USUAL {
        header.tags.push((LEVELS.to_owned(), first_line.levels));
    }
    let mut budget = Budget::default();
    let location = location_in(number, line, line);
    let mut builder = Builder::new(header, location, &mut budget);
    let begin = Event::Begin {
        first: first_line.first,
    };
    let mut last = Some(builder.push_event(None, 0, begin, location)?);
    let mut tail = Vec::new();
    for (number, line) in lines {
        let word = line.trim();
        if word.is_empty() {
            continue;
        }
        let is_stone = word.contains(',') && word.chars().all(is_stone_char);
        if is_stone && tail.is_empty() {
            let location = location_in(number, line, word);
            let (point, after_ms) =
                parse_stone(word, first_line.spec.size()).ok_or_else(|| ReadError {
                    location,
                    problem: Problem::expected(Expected::PsqMove, word),
                })?;
            last = Some(builder.push_move(last, after_ms, Move::Place(point), location)?);
        } else if tail.len() < Tail::LINES_MAX {
            tail.push((word, location_in(number, line, word)));
        } else {
            return Err(unexpected(Expected::End, number, line));
        }
    }
    Tail { lines: tail }.read_into(&mut builder, &first_line.spec, first_line.first, last)?;
    Ok(vec![builder.finish()?])
}

/// Writes one game. The names and everything after them are written only if there are names.
pub(crate) fn write(records: &[Record]) -> Result<Vec<u8>, WriteError> {
    let record = match records {
        [] => return Ok(Vec::new()),
        [record] => record,
        _ => {
            return Err(WriteError {
                number: 2,
                problem: WriteProblem::Several,
            });
        }
    };
    let stones = stones(record).map_err(|problem| WriteError { number: 1, problem })?;
    let header = &record.header;
    let size = header.spec.size();
    let levels = header
        .tag(LEVELS)
        .filter(|levels| are_levels(levels))
        .unwrap_or(LEVELS_USUAL);
    let first = first_color(record);
    let began = match first {
        Color::Black => 0,
        Color::White => 1,
    };
    let mut out = format!("Piskvorky {size}x{size}, {levels}, {began}\n");
    for stone in stones {
        let (col, row) = (stone.point.col() + 1, stone.point.row() + 1);
        out.push_str(&format!("{col},{row},{}\n", stone.after_ms));
    }
    let BySeat {
        first: one,
        second: two,
    } = &header.players;
    let code = header.tag(CODE).filter(|code| is_code(code));
    if !one.is_empty() || !two.is_empty() {
        let replay = record.replay().map_err(|_| WriteError {
            number: 1,
            problem: WriteProblem::Broken,
        })?;
        let winner = record.result(&replay).and_then(|result| result.winner);
        let winner_number = winner.map_or(0, |color| if color == first { 1 } else { 2 });
        let rules = match header.spec {
            GameSpec::Gomoku(spec) => spec.rules.name(),
            _ => "",
        };
        let (one, two) = (name_line(one), name_line(two));
        let code = code.unwrap_or(CODE_USUAL);
        out.push_str(&format!("{one}\n{two}\n{code}\n{winner_number},{rules}\n"));
    } else if let Some(code) = code {
        out.push_str(&format!("{code}\n"));
    }
    Ok(out.into_bytes())
}

/// Whether the first line is the header of a Piskvork game.
pub(crate) fn looks_like(head: &str) -> bool {
    head.get(..9)
        .is_some_and(|word| word.eq_ignore_ascii_case("piskvorky"))
}

struct FirstLine {
    spec: GomokuSpec,
    levels: String,
    /// The color of the player named first.
    first: Color,
}

impl FirstLine {
    fn parse(number: usize, line: &str, game: Option<GameSpec>) -> Result<FirstLine, ReadError> {
        let error = || unexpected(Expected::PsqHeader, number, line);
        if !looks_like(line.trim_start()) {
            return Err(error());
        }
        let mut parts = line.trim_start()[9..].split(',').map(str::trim);
        let size_word = parts.next().unwrap_or_default();
        let (cols, rows) = size_word.split_once(['x', 'X']).ok_or_else(error)?;
        let size = |text: &str| text.trim().parse::<u16>().map_err(|_| error());
        let (cols, rows) = (size(cols)?, size(rows)?);
        let at_size = |problem| ReadError {
            location: location_in(number, line, size_word),
            problem,
        };
        if cols != rows {
            let what = format!("{cols}x{rows}");
            return Err(at_size(Problem::OtherGame { what }));
        }
        let spec = match game {
            Some(GameSpec::Gomoku(spec)) if u16::from(spec.size()) == cols => spec,
            _ => match format!("gomoku:{cols}").parse() {
                Ok(GameSpec::Gomoku(spec)) => spec,
                Ok(_) => return Err(error()),
                Err(problem) => return Err(at_size(Problem::Spec(problem))),
            },
        };
        // Some programs end the line after the size.
        let levels = parts.next().unwrap_or(LEVELS_USUAL);
        let first = match parts.next() {
            None | Some("0") => Color::Black,
            Some("1") => Color::White,
            Some(_) => return Err(error()),
        };
        if !are_levels(levels) || parts.next().is_some() {
            return Err(error());
        }
        Ok(FirstLine {
            spec,
            levels: levels.to_owned(),
            first,
        })
    }
}

/// The lines after the stones.
struct Tail<'a> {
    lines: Vec<(&'a str, Location)>,
}

impl Tail<'_> {
    /// Two names, a code, the winner and the rules.
    const LINES_MAX: usize = 4;

    fn read_into(
        self,
        builder: &mut Builder<'_>,
        spec: &GomokuSpec,
        first: Color,
        last: Option<crate::NodeId>,
    ) -> Result<(), ReadError> {
        let code = match *self.lines {
            [] => return Ok(()),
            // The code alone.
            [(code, _)] if is_code(code) => Some(code),
            [(one, _), ..] => {
                let two = self.lines.get(1).map_or(NOBODY, |(line, _)| line);
                let name = |line: &str| if line == NOBODY { "" } else { line }.to_owned();
                builder.header().players = BySeat {
                    first: name(one),
                    second: name(two),
                };
                match self.lines.get(2) {
                    Some(&(code, _)) if is_code(code) => Some(code),
                    Some(&(line, location)) => {
                        let problem = Problem::expected(Expected::Result, line);
                        return Err(ReadError { location, problem });
                    }
                    None => None,
                }
            }
        };
        if let Some(code) = code.filter(|&code| code != CODE_USUAL) {
            let tag = (CODE.to_owned(), code.to_owned());
            builder.header().tags.push(tag);
        }
        let Some(&(line, location)) = self.lines.get(3) else {
            return Ok(());
        };
        let (winner, rules) = line.split_once(',').unwrap_or((line, ""));
        let winner = match winner.trim() {
            "1" => Some(Seat::First),
            "2" => Some(Seat::Second),
            _ => None,
        };
        if let Some(rules) = rules_named(rules) {
            // If the file names no rules, those of the caller apply.
            let opening = if rules == spec.rules {
                spec.opening()
            } else {
                Opening::Free
            };
            if let Some(spec) = GomokuSpec::new(spec.size(), rules, opening) {
                builder.header().spec = GameSpec::Gomoku(spec);
            }
        }
        let Some(winner) = winner else {
            return Ok(());
        };
        let color = if winner == Seat::First {
            first
        } else {
            first.other()
        };
        let is_timeout = code == Some(CODE_TIMEOUT);
        builder.header().result = Some(GameResult {
            winner: Some(color),
            reason: if is_timeout {
                EndReason::Time
            } else {
                EndReason::Rules
            },
            score: None,
        });
        // If the moves decide the game, nobody ran out of time.
        let is_undecided = builder
            .record()
            .replay()
            .is_ok_and(|replay| replay.position().turn().is_some());
        if is_timeout && is_undecided {
            let seat = winner.other();
            builder.push_event(last, 0, Event::TimeOut { seat }, location)?;
        }
        Ok(())
    }
}

fn rules_named(text: &str) -> Option<GomokuRules> {
    GomokuRules::ALL
        .into_iter()
        .find(|rules| text.trim().eq_ignore_ascii_case(rules.name()))
}

/// The color of the first seat in a record.
fn first_color(record: &Record) -> Color {
    record
        .entries()
        .find_map(|entry| match entry.event {
            Event::Begin { first } => Some(first),
            _ => None,
        })
        .unwrap_or(Color::Black)
}

/// Reads `x,y,milliseconds`; the time is optional.
fn parse_stone(word: &str, size: u8) -> Option<(Point, u64)> {
    let mut numbers = word.split(',').map(str::trim);
    let mut index = || numbers.next()?.parse::<u8>().ok()?.checked_sub(1);
    let point = Point::new(index()?, index()?).filter(|point| point.is_on(size))?;
    let after_ms = match numbers.next() {
        None => 0,
        Some(number) => number.parse().ok().filter(|&ms| ms < STONE_MS_MAX)?,
    };
    numbers.next().is_none().then_some((point, after_ms))
}

fn is_stone_char(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, ',' | '-' | ' ' | '\t')
}

fn are_levels(text: &str) -> bool {
    let is_number = |text: &str| {
        let text = text.trim();
        (1..=9).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())
    };
    text.split_once(':')
        .is_some_and(|(one, two)| is_number(one) && is_number(two))
}

fn is_code(text: &str) -> bool {
    text.len() <= 9 && text.parse::<i64>().is_ok()
}

/// A name in a form that is read back the same: not as two lines, as a stone or as no line.
fn name_line(name: &str) -> String {
    let mut line = name.replace(['\n', '\r'], " ");
    if line.trim().chars().all(is_stone_char) {
        line = line.replace(',', " ");
    }
    match line.trim() {
        "" => NOBODY.to_owned(),
        name => name.to_owned(),
    }
}

fn unexpected(expected: Expected, number: usize, line: &str) -> ReadError {
    ReadError {
        location: location_in(number, line, line),
        problem: Problem::expected(expected, line.trim()),
    }
}
