//! The WTHOR database: the games of a year in one file, the names of players and tournaments in two
//! others.
//!
//! Every file has a header of 16 bytes. A game has 68: three name indices, black's stones at the
//! end and with perfect play, and 60 moves of one byte, without passes. Numbers are little-endian,
//! names Latin-1.

use std::collections::HashMap;

use yiqi_rules::{Color, GameSpec, Move, Point, Score};

use super::builder::Budget;
use super::reversi::{MainLine, check_normal_8x8};
use crate::{
    EndReason, Expected, GameResult, Header, Location, Problem, ReadError, Record, Replay,
    WriteError, WriteProblem, WthorNames,
};

const HEADER_LEN: usize = 16;
const GAME_LEN: usize = 68;
const MOVES_AT: usize = 8;
const MOVE_COUNT: usize = GAME_LEN - MOVES_AT;
const PLAYER_LEN: usize = 20;
const TOURNAMENT_LEN: usize = 26;

/// The number of points on the board, all of which count in a score.
const POINTS: u8 = 64;

/// From this many empty points on, the theoretical scores are perfect, as in older editions of the
/// database.
const THEORY_DEPTH: u8 = 22;

/// The name at index 0, for unknown players.
const UNKNOWN: &str = "unknown";

const EVENT: &str = "Event";
const THEORY: &str = "Theory";

/// Reads the games, with names if their files are given.
pub(crate) fn read(bytes: &[u8], names: &WthorNames<'_>) -> Result<Vec<Record>, ReadError> {
    let players = read_names(names.players, PLAYER_LEN)?;
    let tournaments = read_names(names.tournaments, TOURNAMENT_LEN)?;
    let cut_short = |expected| {
        let problem = Problem::CutShort { expected };
        Err(ReadError::at_byte(bytes.len(), problem))
    };
    if bytes.len() < HEADER_LEN {
        return cut_short(Expected::WthorHeader);
    }
    check_kind(bytes)?;
    let end = games_end(bytes);
    if bytes.len() < end {
        return cut_short(Expected::WthorGames);
    }
    if bytes.len() > end {
        return Err(left_over(end, bytes.len(), Expected::WthorGames));
    }
    let year = u16_at(bytes, 10);
    let date = (year != 0).then(|| year.to_string());
    let mut budget = Budget::default();
    bytes[HEADER_LEN..]
        .chunks_exact(GAME_LEN)
        .zip((HEADER_LEN..).step_by(GAME_LEN))
        .map(|(game, offset)| {
            let mut header = Header::new(GameSpec::REVERSI);
            header.date.clone_from(&date);
            header.players.first = name_at(&players, u16_at(game, 2));
            header.players.second = name_at(&players, u16_at(game, 4));
            let event = name_at(&tournaments, u16_at(game, 0));
            if !event.is_empty() {
                header.tags.push((EVENT.to_owned(), event));
            }
            read_game(game, offset, header, &mut budget)
        })
        .collect()
}

/// Writes the games, all under one year: that of the first game with a date.
pub(crate) fn write(records: &[Record]) -> Result<Vec<u8>, WriteError> {
    let players = Index::of_players(records);
    let tournaments = Index::of_tournaments(records);
    let year = records.iter().find_map(year_of).unwrap_or(0);
    let mut out = file_header(records.len(), 0, year, 8, THEORY_DEPTH);
    for (record, number) in records.iter().zip(1..) {
        let fail = |problem| WriteError { number, problem };
        check_normal_8x8(record.header.spec).map_err(fail)?;
        if record.header.start.is_some() {
            return Err(fail(WriteProblem::Start));
        }
        let replay = record.replay().map_err(|_| fail(WriteProblem::Broken))?;
        let indices = [
            tournaments.of(event_of(record)),
            players.of(&record.header.players[replay.seat_of(Color::Black)]),
            players.of(&record.header.players[replay.seat_of(Color::White)]),
        ];
        out.extend(indices.into_iter().flat_map(u16::to_le_bytes));
        let real = black_share(record, &replay);
        let theory = record
            .header
            .tag(THEORY)
            .and_then(|text| text.parse().ok())
            .filter(|&share| share <= POINTS);
        out.extend([real, theory.unwrap_or(real)]);
        let moves_end = out.len() + MOVE_COUNT;
        out.extend(
            replay
                .moves()
                .filter_map(Move::point)
                .map(|point| 10 * (point.row() + 1) + point.col() + 1),
        );
        out.resize(moves_end, 0);
    }
    Ok(out)
}

/// Whether the bytes begin with a header of games and have the length that it states.
pub(crate) fn looks_like(bytes: &[u8]) -> bool {
    bytes.len() >= HEADER_LEN
        && bytes.len() == games_end(bytes)
        && matches!(bytes[0], 19..=21)
        && matches!(bytes[12], 0 | 8 | 10)
        && matches!(bytes[13], 0 | 1)
}

/// The files of players and tournaments that the indices in the games refer to.
pub(crate) fn write_names(records: &[Record]) -> (Vec<u8>, Vec<u8>) {
    (
        Index::of_players(records).file(PLAYER_LEN),
        Index::of_tournaments(records).file(TOURNAMENT_LEN),
    )
}

fn u16_at(bytes: &[u8], offset: usize) -> u16 {
    u16::from_le_bytes([bytes[offset], bytes[offset + 1]])
}

/// The length that a file should have by the count in its header.
fn games_end(bytes: &[u8]) -> usize {
    let count = u32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]);
    (count as usize)
        .saturating_mul(GAME_LEN)
        .saturating_add(HEADER_LEN)
}

fn left_over(end: usize, len: usize, expected: Expected) -> ReadError {
    let found = format!("{} bytes more", len - end);
    ReadError::at_byte(end, Problem::expected(expected, &found))
}

/// Only games on 8×8 are supported.
fn check_kind(bytes: &[u8]) -> Result<(), ReadError> {
    let other = |what: &str| Problem::OtherGame {
        what: what.to_owned(),
    };
    let wrong = |byte: u8| Problem::expected(Expected::WthorHeader, &byte.to_string());
    let (offset, problem) = match (bytes[12], bytes[13]) {
        (0 | 8, 0) => return Ok(()),
        (0 | 8, 1) => (13, other("WTHOR problems for one player")),
        (10, _) => (12, other("WTHOR games on a board of 10×10")),
        (0 | 8, kind) => (13, wrong(kind)),
        (size, _) => (12, wrong(size)),
    };
    Err(ReadError::at_byte(offset, problem))
}

/// The names in a file, each of a fixed length.
fn read_names(bytes: Option<&[u8]>, len: usize) -> Result<Vec<String>, ReadError> {
    let Some(bytes) = bytes else {
        return Ok(Vec::new());
    };
    let cut_short = |expected| {
        let problem = Problem::CutShort { expected };
        Err(ReadError::at_byte(bytes.len(), problem))
    };
    if bytes.len() < HEADER_LEN {
        return cut_short(Expected::WthorHeader);
    }
    let end = HEADER_LEN + usize::from(u16_at(bytes, 8)) * len;
    if bytes.len() < end {
        return cut_short(Expected::WthorNames);
    }
    if bytes.len() > end {
        return Err(left_over(end, bytes.len(), Expected::WthorNames));
    }
    let name = |bytes: &[u8]| {
        let name: String = bytes
            .iter()
            .take_while(|&&byte| byte != 0)
            .copied()
            .map(char::from)
            .collect();
        name.trim().to_owned()
    };
    Ok(bytes[HEADER_LEN..].chunks_exact(len).map(name).collect())
}

/// The name at an index; the one at index 0 means unknown.
fn name_at(names: &[String], index: u16) -> String {
    match index {
        0 => String::new(),
        _ => names.get(usize::from(index)).cloned().unwrap_or_default(),
    }
}

fn read_game(
    game: &[u8],
    offset: usize,
    mut header: Header,
    budget: &mut Budget,
) -> Result<Record, ReadError> {
    let (real, theory) = (game[6], game[7]);
    if real > POINTS {
        let problem = Problem::expected(Expected::Result, &real.to_string());
        return Err(ReadError::at_byte(offset + 6, problem));
    }
    header.result = Some(result_of(real));
    if theory <= POINTS {
        header.tags.push((THEORY.to_owned(), theory.to_string()));
    }
    let mut line = MainLine::new(header, Location::Byte { offset }, budget)?;
    let moves = &game[MOVES_AT..];
    let mut is_over = false;
    for (&byte, offset) in moves.iter().zip(offset + MOVES_AT..) {
        let location = Location::Byte { offset };
        is_over |= byte == 0;
        match point_of(byte) {
            Some(point) if !is_over => {
                line.play(0, Move::Place(point), location)?;
                line.pass_if_stuck(location)?;
            }
            _ if byte == 0 => {}
            _ => {
                let problem = Problem::expected(Expected::WthorMove, &byte.to_string());
                return Err(ReadError { location, problem });
            }
        }
    }
    line.finish()
}

fn point_of(byte: u8) -> Option<Point> {
    let (col, row) = ((byte % 10).checked_sub(1)?, (byte / 10).checked_sub(1)?);
    Point::new(col, row).filter(|point| point.is_on(GameSpec::REVERSI.size()))
}

fn result_of(black: u8) -> GameResult {
    let white = POINTS - black;
    GameResult {
        winner: match black.cmp(&white) {
            std::cmp::Ordering::Greater => Some(Color::Black),
            std::cmp::Ordering::Less => Some(Color::White),
            std::cmp::Ordering::Equal => None,
        },
        reason: EndReason::Rules,
        score: Some(Score {
            black: black.into(),
            white: white.into(),
        }),
    }
}

/// Black's stones at the end of the game, with the empty points counted for the winner. Without a
/// result, the leader counts as the winner; a winner who is behind gets the smallest winning score.
fn black_share(record: &Record, replay: &Replay) -> u8 {
    let count = |color| replay.position().stones(color).len() as u16;
    let on_board = Score {
        black: count(Color::Black),
        white: count(Color::White),
    };
    let result = record
        .result(replay)
        .filter(|result| result.reason != EndReason::Aborted);
    let score = result.and_then(|result| result.score).unwrap_or(on_board);
    let winner = match result {
        Some(result) => result.winner,
        None if score.black > score.white => Some(Color::Black),
        None if score.black < score.white => Some(Color::White),
        None => None,
    };
    let stones = |count: u16| u8::try_from(count).unwrap_or(POINTS).min(POINTS);
    match winner {
        None => POINTS / 2,
        Some(Color::Black) => (POINTS - stones(score.white)).max(POINTS / 2 + 1),
        Some(Color::White) => stones(score.black).min(POINTS / 2 - 1),
    }
}

fn year_of(record: &Record) -> Option<u16> {
    let year = record.header.date.as_deref()?.get(..4)?;
    year.bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| year.parse().ok())?
}

fn event_of(record: &Record) -> &str {
    record.header.tag(EVENT).unwrap_or_default()
}

fn file_header(games: usize, names: usize, year: u16, size: u8, depth: u8) -> Vec<u8> {
    // The date of writing: without a clock, only the century is known.
    let mut header = vec![20, 0, 0, 0];
    header.extend(u32::try_from(games).unwrap_or(u32::MAX).to_le_bytes());
    header.extend(u16::try_from(names).unwrap_or(u16::MAX).to_le_bytes());
    header.extend(year.to_le_bytes());
    header.extend([size, 0, depth, 0]);
    header
}

/// Names in the order of their first appearance, from 1 on; index 0 is for unknown names.
#[derive(Default)]
struct Index<'a> {
    names: Vec<&'a str>,
    index_by_name: HashMap<&'a str, u16>,
}

impl<'a> Index<'a> {
    fn of_players(records: &'a [Record]) -> Index<'a> {
        Index::of_names(records.iter().flat_map(|record| {
            let players = &record.header.players;
            [players.first.as_str(), players.second.as_str()]
        }))
    }

    fn of_tournaments(records: &'a [Record]) -> Index<'a> {
        Index::of_names(records.iter().map(event_of))
    }

    fn of_names(names: impl Iterator<Item = &'a str>) -> Index<'a> {
        let mut index = Index::default();
        for name in names.filter(|name| !name.is_empty()) {
            // The count of names is also a `u16`; names that no longer fit stay unknown.
            let number = match u16::try_from(index.names.len() + 1) {
                Ok(number) if number < u16::MAX => number,
                _ => break,
            };
            index.index_by_name.entry(name).or_insert_with(|| {
                index.names.push(name);
                number
            });
        }
        index
    }

    fn of(&self, name: &str) -> u16 {
        self.index_by_name.get(name).copied().unwrap_or(0)
    }

    /// A file of these names, each of a fixed length and terminated by a zero.
    fn file(&self, len: usize) -> Vec<u8> {
        let mut out = file_header(0, self.names.len() + 1, 0, 0, 0);
        for name in std::iter::once(&UNKNOWN).chain(&self.names) {
            let end = out.len() + len;
            out.extend(name.chars().map(latin1).take(len - 1));
            out.resize(end, 0);
        }
        out
    }
}

fn latin1(c: char) -> u8 {
    match u8::try_from(c) {
        Ok(0) | Err(_) => b'?',
        Ok(byte) => byte,
    }
}
