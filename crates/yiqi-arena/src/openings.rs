//! Openings: where the games of a tournament begin.

use std::collections::HashSet;

use yiqi_record::notation::{ListItem, move_name, parse_list, parse_setup, setup_text};
use yiqi_record::{Format, ReadError, ReadOptions, Record};
use yiqi_rules::{AnyPosition, Dice, GameSpec, Move, Setup, Symmetry};

/// A start position and the moves from it; usually the standard one and a few moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningLine {
    /// The start position, if not the standard one.
    pub start: Option<Setup>,
    /// The moves.
    pub moves: Vec<Move>,
}

impl OpeningLine {
    /// The position that it leads to; `None` if it is not an opening of this game, or ends it.
    #[must_use]
    pub fn position(&self, game: GameSpec) -> Option<AnyPosition> {
        let mut position = match &self.start {
            None => AnyPosition::new(game),
            Some(start) => AnyPosition::from_setup(game, start).ok()?,
        };
        for &mv in &self.moves {
            position.play(mv).ok()?;
        }
        position.turn().map(|_| position)
    }

    /// The moves as people write them, separated by blanks.
    #[must_use]
    pub fn moves_text(&self, game: GameSpec) -> String {
        let names: Vec<String> = self.moves.iter().map(|&mv| move_name(mv, game)).collect();
        names.join(" ")
    }

    /// The start position in a line of a file; empty if it is the standard one.
    #[must_use]
    pub fn start_text(&self, game: GameSpec) -> String {
        let start = self.start.as_ref();
        start.map_or(String::new(), |start| setup_text(start, game.size()))
    }

    /// Reads what [`OpeningLine::start_text`] and [`OpeningLine::moves_text`] wrote.
    #[must_use]
    pub fn parse(start: &str, moves: &str, game: GameSpec) -> Option<OpeningLine> {
        let start = match start {
            "" => None,
            start => Some(parse_setup(start, game)?),
        };
        let line = OpeningLine {
            start,
            moves: Vec::new(),
        };
        let moves = play_moves(moves, line.position(game)?)?;
        Some(OpeningLine { moves, ..line })
    }
}

/// Plays a list of moves in turn; transcripts leave out passes.
fn play_moves(text: &str, mut position: AnyPosition) -> Option<Vec<Move>> {
    let mut moves = Vec::new();
    for item in parse_list(text, position.spec()).ok()? {
        let ListItem::Move(mv) = item else {
            return None;
        };
        if position.check(mv).is_err() && position.check(Move::Pass).is_ok() {
            position.play(Move::Pass).ok()?;
            moves.push(Move::Pass);
        }
        position.play(mv).ok()?;
        moves.push(mv);
    }
    position.turn().map(|_| moves)
}

/// Why a file is not a list of openings.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum OpeningsError {
    /// The file cannot be read in its format.
    #[error("{0}")]
    Read(#[from] ReadError),
    /// A line is not an opening of this game.
    #[error("line {line}: '{text}' is not an opening of {game}")]
    Line {
        /// The line.
        line: usize,
        /// The text.
        text: String,
        /// The game.
        game: GameSpec,
    },
    /// A game of the file is of another game, or is over.
    #[error("game {number} is not an opening of {game}")]
    Record {
        /// Its number in the file.
        number: usize,
        /// The game.
        game: GameSpec,
    },
    /// There are none.
    #[error("it has no openings")]
    Empty,
}

/// Reads openings from a file: moves on a line of their own in the notation of the game
/// (transcripts, XOT), Gomocup offsets, or games in any format that we read, from their start to
/// their last move. Lines that start with `#` are comments.
///
/// # Errors
/// The first line or game that is not an opening of this game.
pub fn read_openings(
    bytes: &[u8],
    format: Option<Format>,
    game: GameSpec,
) -> Result<Vec<OpeningLine>, OpeningsError> {
    let openings = match format.or_else(|| record_format(bytes)) {
        Some(format) => {
            let options = ReadOptions {
                game: Some(game),
                ..ReadOptions::default()
            };
            let records = format.read(bytes, &options)?;
            records
                .iter()
                .enumerate()
                .map(|(index, record)| {
                    of_record(record, game).ok_or(OpeningsError::Record {
                        number: index + 1,
                        game,
                    })
                })
                .collect::<Result<_, _>>()?
        }
        None => read_lines(&String::from_utf8_lossy(bytes), game)?,
    };
    if openings.is_empty() {
        return Err(OpeningsError::Empty);
    }
    Ok(openings)
}

/// The format of a file, unless it is one of moves on lines, which need not be of a whole game.
fn record_format(bytes: &[u8]) -> Option<Format> {
    Format::of_contents(bytes).filter(|format| !matches!(format, Format::Transcript | Format::Pos))
}

fn read_lines(text: &str, game: GameSpec) -> Result<Vec<OpeningLine>, OpeningsError> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        // What follows a blank or a semicolon run after the moves is a remark, as in XOT lists.
        let moves = line.split([';', '\t']).next().unwrap_or(line);
        let opening = OpeningLine::parse("", moves, game);
        openings.push(opening.ok_or_else(|| OpeningsError::Line {
            line: index + 1,
            text: line.chars().take(60).collect(),
            game,
        })?);
    }
    Ok(openings)
}

/// The opening that a record is.
fn of_record(record: &Record, game: GameSpec) -> Option<OpeningLine> {
    let header = &record.header;
    if header.spec.game() != game.game() || header.spec.size() != game.size() {
        return None;
    }
    let line = OpeningLine {
        start: header.start.clone(),
        moves: record
            .effective_moves()
            .into_iter()
            .map(|(played, _)| played.mv)
            .collect(),
    };
    line.position(game).map(|_| line)
}

/// The openings in an order that follows from the seed.
#[must_use]
pub fn shuffled(mut openings: Vec<OpeningLine>, seed: u64) -> Vec<OpeningLine> {
    let mut dice = Dice::new(seed);
    for last in (1..openings.len()).rev() {
        openings.swap(last, dice.below(last + 1));
    }
    openings
}

/// Whether the rules have players agree on colors, so that every start is fair.
#[must_use]
pub fn needs_openings(game: GameSpec) -> bool {
    game.opening_name() != "swap1" && game.opening_name() != "swap2"
}

/// A number that is the same for all rotations and reflections of a position.
#[must_use]
pub fn symmetric_hash(position: &AnyPosition) -> u64 {
    let hashes = Symmetry::ALL.map(|symmetry| position.transformed(symmetry).hash());
    hashes.into_iter().min().unwrap_or_default()
}

/// The openings without those that lead to the same position, rotated or reflected.
#[must_use]
pub fn distinct(openings: Vec<OpeningLine>, game: GameSpec) -> Vec<OpeningLine> {
    let mut seen = HashSet::new();
    openings
        .into_iter()
        .filter(|line| {
            line.position(game)
                .is_some_and(|position| seen.insert(symmetric_hash(&position)))
        })
        .collect()
}

/// The balanced openings that come with the program, if there are any for this game.
#[must_use]
pub fn built_in(game: GameSpec) -> Option<Vec<OpeningLine>> {
    let text = SUITES
        .iter()
        .find(|(spec, _)| spec.parse() == Ok(game))
        .map(|(_, text)| *text)?;
    read_lines(text, game)
        .ok()
        .filter(|lines| !lines.is_empty())
}

/// The games that have built-in openings.
pub fn built_in_games() -> impl Iterator<Item = &'static str> {
    SUITES.iter().map(|(spec, _)| *spec)
}

/// The suites: game spec and file.
const SUITES: [(&str, &str); 16] = [
    ("reversi:8", include_str!("../openings/reversi-8.txt")),
    ("reversi:6", include_str!("../openings/reversi-6.txt")),
    ("reversi:10", include_str!("../openings/reversi-10.txt")),
    ("reversi:12", include_str!("../openings/reversi-12.txt")),
    (
        "gomoku:15:freestyle",
        include_str!("../openings/gomoku-15-freestyle.txt"),
    ),
    (
        "gomoku:20:freestyle",
        include_str!("../openings/gomoku-20-freestyle.txt"),
    ),
    (
        "gomoku:19:freestyle",
        include_str!("../openings/gomoku-19-freestyle.txt"),
    ),
    (
        "gomoku:20:standard",
        include_str!("../openings/gomoku-20-standard.txt"),
    ),
    (
        "gomoku:20:renju",
        include_str!("../openings/gomoku-20-renju.txt"),
    ),
    (
        "gomoku:20:forbidden",
        include_str!("../openings/gomoku-20-forbidden.txt"),
    ),
    (
        "gomoku:20:caro",
        include_str!("../openings/gomoku-20-caro.txt"),
    ),
    (
        "gomoku:15:standard",
        include_str!("../openings/gomoku-15-standard.txt"),
    ),
    (
        "gomoku:15:renju",
        include_str!("../openings/gomoku-15-renju.txt"),
    ),
    (
        "gomoku:15:forbidden",
        include_str!("../openings/gomoku-15-forbidden.txt"),
    ),
    (
        "gomoku:15:caro",
        include_str!("../openings/gomoku-15-caro.txt"),
    ),
    ("connect6:19", include_str!("../openings/connect6-19.txt")),
];

/// The opening without moves.
#[must_use]
pub fn standard_start() -> Vec<OpeningLine> {
    vec![OpeningLine::default()]
}
