//! The log of a tournament: one line of text per entry.
//!
//! Fields are separated by tabs; tabs, line ends and backslashes within a field are escaped. The
//! last field is a checksum of the line, so that a line that was cut off is recognized.

use std::fmt;

use yiqi_record::{BySeat, GameResult, Seat};
use yiqi_rules::Color;

use crate::adjudication::AdjudicationReason;
use crate::game_end::{EndedGame, Ending, Forfeit, ForfeitKind, TimeUse};

/// The first line, with the version of the format.
pub(crate) const FIRST_LINE: &str = "yiqi-arena 1";

/// One event of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogEntry {
    /// The first line of a log.
    Opened,
    /// A setting.
    Setting {
        /// Its name.
        key: String,
        /// Its value.
        value: String,
    },
    /// A player.
    Contestant {
        /// Its name.
        name: String,
        /// Its spec.
        spec: String,
    },
    /// An opening.
    OpeningLine {
        /// Its start position; empty if standard.
        start: String,
        /// Its moves.
        moves: String,
    },
    /// All settings, players and openings are listed.
    Ready,
    /// A game was drawn.
    Drawn(DrawnGame),
    /// A game was begun, or begun again.
    Begun {
        /// Its number.
        game: u32,
        /// The time of day, in milliseconds since 1970.
        at_ms: u64,
    },
    /// A game ended, and its record is on disk.
    Ended {
        /// Its number.
        game: u32,
        /// How it ended.
        end: EndedGame,
        /// Where its record is.
        span: Span,
    },
    /// The organizer changed the result of a game.
    Corrected {
        /// Its number.
        game: u32,
        /// The result that counts; `None` if the game does not count.
        result: Option<GameResult>,
        /// The reason.
        reason: String,
    },
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnGame {
    /// Its number, from 1.
    pub number: u32,
    /// The round, from 1.
    pub round: u32,
    /// The pair that it belongs to, from 1: two games with colors exchanged.
    pub pair: u32,
    /// The players, by their index in the plan. The first starts with black.
    pub players: BySeat<usize>,
    /// The opening, by its index in the plan.
    pub opening: usize,
    /// What the players draw their numbers from.
    pub seed: u64,
}

/// A part of the file with the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Its first byte.
    pub offset: u64,
    /// Its length in bytes.
    pub length: u64,
}

impl fmt::Display for LogEntry {
    /// The line, without its line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&checked_line(&self.fields()))
    }
}

/// A line of these fields and its checksum, without its line end.
pub(crate) fn checked_line(fields: &[String]) -> String {
    let fields: Vec<String> = fields.iter().map(|field| escaped(field)).collect();
    let line = fields.join("\t");
    format!("{line}\t{:08x}", crc32fast::hash(line.as_bytes()))
}

/// The fields of a line without its line end; `None` if it is damaged.
pub(crate) fn read_line(line: &str) -> Option<Vec<String>> {
    let (line, checksum) = line.rsplit_once('\t')?;
    if u32::from_str_radix(checksum, 16).ok()? != crc32fast::hash(line.as_bytes()) {
        return None;
    }
    line.split('\t').map(unescaped).collect()
}

impl LogEntry {
    fn fields(&self) -> Vec<String> {
        let words = |word: &str, rest: &[&dyn fmt::Display]| {
            let rest = rest.iter().map(|part| part.to_string());
            std::iter::once(word.to_owned()).chain(rest).collect()
        };
        match self {
            LogEntry::Opened => words(FIRST_LINE, &[]),
            LogEntry::Setting { key, value } => words("setting", &[key, value]),
            LogEntry::Contestant { name, spec } => words("player", &[name, spec]),
            LogEntry::OpeningLine { start, moves } => words("opening", &[start, moves]),
            LogEntry::Ready => words("ready", &[]),
            LogEntry::Drawn(game) => words(
                "drawn",
                &[
                    &game.number,
                    &game.round,
                    &game.pair,
                    &game.players.first,
                    &game.players.second,
                    &game.opening,
                    &game.seed,
                ],
            ),
            LogEntry::Begun { game, at_ms } => words("begun", &[game, at_ms]),
            LogEntry::Ended { game, end, span } => {
                let mut fields: Vec<String> = words(
                    "ended",
                    &[
                        game,
                        &end.result,
                        &end.first_color.name(),
                        &end.plies,
                        &time_text(&end.time.first),
                        &time_text(&end.time.second),
                        &span.offset,
                        &span.length,
                    ],
                );
                match &end.ending {
                    Ending::Played => fields.push("played".to_owned()),
                    Ending::Adjudicated(reason) => {
                        fields.extend(["adjudicated", reason.name()].map(str::to_owned));
                    }
                    Ending::Forfeited(forfeit) => {
                        let kind = ["forfeited", forfeit.kind.name(), forfeit.seat.name()];
                        fields.extend(kind.map(str::to_owned));
                        fields.extend(forfeit.evidence.iter().cloned());
                    }
                }
                fields
            }
            LogEntry::Corrected {
                game,
                result,
                reason,
            } => {
                let result = result.map_or_else(|| VOID.to_owned(), |result| result.to_string());
                words("corrected", &[game, &result, reason])
            }
        }
    }

    /// Parses a line without its line end; `None` if it is damaged.
    #[must_use]
    pub fn parse(line: &str) -> Option<LogEntry> {
        let fields = read_line(line)?;
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        Some(match fields[..] {
            [FIRST_LINE] => LogEntry::Opened,
            ["setting", key, value] => LogEntry::Setting {
                key: key.to_owned(),
                value: value.to_owned(),
            },
            ["player", name, spec] => LogEntry::Contestant {
                name: name.to_owned(),
                spec: spec.to_owned(),
            },
            ["opening", start, moves] => LogEntry::OpeningLine {
                start: start.to_owned(),
                moves: moves.to_owned(),
            },
            ["ready"] => LogEntry::Ready,
            ["drawn", number, round, pair, first, second, opening, seed] => {
                LogEntry::Drawn(DrawnGame {
                    number: number.parse().ok()?,
                    round: round.parse().ok()?,
                    pair: pair.parse().ok()?,
                    players: BySeat {
                        first: first.parse().ok()?,
                        second: second.parse().ok()?,
                    },
                    opening: opening.parse().ok()?,
                    seed: seed.parse().ok()?,
                })
            }
            ["begun", game, at_ms] => LogEntry::Begun {
                game: game.parse().ok()?,
                at_ms: at_ms.parse().ok()?,
            },
            [
                "ended",
                game,
                result,
                first_color,
                plies,
                first,
                second,
                offset,
                length,
                ref how @ ..,
            ] => LogEntry::Ended {
                game: game.parse().ok()?,
                end: EndedGame {
                    result: result.parse().ok()?,
                    first_color: color_named(first_color)?,
                    ending: parse_ending(how)?,
                    plies: plies.parse().ok()?,
                    time: BySeat {
                        first: parse_time(first)?,
                        second: parse_time(second)?,
                    },
                },
                span: Span {
                    offset: offset.parse().ok()?,
                    length: length.parse().ok()?,
                },
            },
            ["corrected", game, result, reason] => LogEntry::Corrected {
                game: game.parse().ok()?,
                result: match result {
                    VOID => None,
                    result => Some(result.parse().ok()?),
                },
                reason: reason.to_owned(),
            },
            _ => return None,
        })
    }
}

/// The result of a game that does not count.
pub const VOID: &str = "void";

fn color_named(name: &str) -> Option<Color> {
    Color::BOTH.into_iter().find(|color| color.name() == name)
}

fn parse_ending(fields: &[&str]) -> Option<Ending> {
    Some(match fields {
        ["played"] => Ending::Played,
        ["adjudicated", reason] => {
            let mut all = AdjudicationReason::ALL.into_iter();
            Ending::Adjudicated(all.find(|known| known.name() == *reason)?)
        }
        ["forfeited", kind, seat, evidence @ ..] => {
            let mut all = ForfeitKind::ALL.into_iter();
            Ending::Forfeited(Forfeit {
                seat: Seat::BOTH.into_iter().find(|known| known.name() == *seat)?,
                kind: all.find(|known| known.name() == *kind)?,
                evidence: evidence.iter().map(|line| (*line).to_owned()).collect(),
            })
        }
        _ => return None,
    })
}

/// Moves, total, longest and margin, separated by blanks.
fn time_text(time: &TimeUse) -> String {
    let margin = time.margin_ms.map_or("-".to_owned(), |ms| ms.to_string());
    let TimeUse {
        moves,
        total_ms,
        longest_ms,
        ..
    } = time;
    format!("{moves} {total_ms} {longest_ms} {margin}")
}

fn parse_time(text: &str) -> Option<TimeUse> {
    let parts: Vec<&str> = text.split(' ').collect();
    let [moves, total_ms, longest_ms, margin] = parts[..] else {
        return None;
    };
    Some(TimeUse {
        moves: moves.parse().ok()?,
        total_ms: total_ms.parse().ok()?,
        longest_ms: longest_ms.parse().ok()?,
        margin_ms: match margin {
            "-" => None,
            margin => Some(margin.parse().ok()?),
        },
    })
}

fn escaped(field: &str) -> String {
    let mut text = String::with_capacity(field.len());
    for c in field.chars() {
        match c {
            '\\' => text.push_str("\\\\"),
            '\t' => text.push_str("\\t"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            c => text.push(c),
        }
    }
    text
}

fn unescaped(field: &str) -> Option<String> {
    let mut text = String::with_capacity(field.len());
    let mut chars = field.chars();
    while let Some(c) = chars.next() {
        text.push(match c {
            '\\' => match chars.next()? {
                '\\' => '\\',
                't' => '\t',
                'n' => '\n',
                'r' => '\r',
                _ => return None,
            },
            c => c,
        });
    }
    Some(text)
}

/// A log that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LogError {
    /// It is not a log of a tournament, or of another version.
    #[error("it is not the log of a tournament")]
    NotALog,
    /// It ends before the first game: the tournament was killed while it was set up.
    #[error("it ends before the tournament was set up")]
    NotReady,
    /// A line is damaged.
    #[error("line {line} is damaged")]
    Damaged {
        /// The line, from 1.
        line: usize,
    },
    /// An entry cannot follow those before it.
    #[error("line {line} does not follow from those before it")]
    Broken {
        /// The line, from 1.
        line: usize,
    },
}

/// The entries of a log, and how many of its bytes they take. A last line that was cut off does not
/// count.
///
/// # Errors
/// If a line other than the last is damaged.
pub fn read_log(bytes: &[u8]) -> Result<(Vec<LogEntry>, u64), LogError> {
    let mut entries = Vec::new();
    let mut length = 0;
    let mut lines = bytes
        .split_inclusive(|&byte| byte == b'\n')
        .enumerate()
        .peekable();
    while let Some((index, line)) = lines.next() {
        let entry = line
            .strip_suffix(b"\n")
            .and_then(|line| std::str::from_utf8(line).ok())
            .and_then(LogEntry::parse);
        match entry {
            Some(entry) => {
                if (index == 0) != (entry == LogEntry::Opened) {
                    return Err(LogError::NotALog);
                }
                entries.push(entry);
                length += line.len() as u64;
            }
            None if index == 0 => return Err(LogError::NotALog),
            // Killed while writing: what was written last may be cut off.
            None if lines.peek().is_none() => break,
            None => return Err(LogError::Damaged { line: index + 1 }),
        }
    }
    Ok((entries, length))
}
