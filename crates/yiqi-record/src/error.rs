//! Errors in files, with their locations.

use std::fmt;

use yiqi_rules::{Color, GameSpec, ParseSpecError, SetupError};

use crate::ReplayError;

/// Why bytes cannot be read as records.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{location}: {problem}")]
pub struct ReadError {
    /// Where the error is.
    pub location: Location,
    /// What is wrong there.
    pub problem: Problem,
}

/// A location in a file. Lines and columns count from 1, the offset from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// In a text file.
    Text {
        /// The line.
        line: usize,
        /// The character within the line.
        column: usize,
    },
    /// In a binary file.
    Byte {
        /// The number of bytes before it.
        offset: usize,
    },
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Text { line, column } => write!(f, "line {line}, column {column}"),
            Location::Byte { offset } => write!(f, "byte {offset}"),
        }
    }
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// Something else was expected here.
    #[error("expected {expected}, found {found:?}")]
    Expected {
        /// What was expected.
        expected: Expected,
        /// What was found, shortened.
        found: String,
    },
    /// The file ends before it is complete.
    #[error("the file is cut short: expected {expected}")]
    CutShort {
        /// What should follow.
        expected: Expected,
    },
    /// A header line is missing.
    #[error("the line '{key}:' is missing")]
    Missing {
        /// The key of the line.
        key: &'static str,
    },
    /// A header line is given twice.
    #[error("'{key}:' is given twice")]
    Twice {
        /// The key of the line.
        key: String,
    },
    /// Unknown game, board or rules.
    #[error("{0}")]
    Spec(ParseSpecError),
    /// The start position is invalid.
    #[error("start position: {0}")]
    Setup(SetupError),
    /// The rules do not allow the move.
    #[error("{text}: {error}")]
    Refused {
        /// The game.
        spec: GameSpec,
        /// The entry as written.
        text: String,
        /// The reason.
        error: ReplayError,
    },
    /// The stated result is not the one that the moves lead to.
    #[error("the result is stated as {stated}, but the moves lead to {actual}")]
    Result {
        /// As stated in the header.
        stated: String,
        /// As the moves have it.
        actual: String,
    },
    /// The file was written by a newer version.
    #[error("format version {found} is newer than {known}, the newest this program reads")]
    Version {
        /// The version of the file.
        found: u64,
        /// The newest supported version.
        known: u64,
    },
    /// The contents do not match their checksum.
    #[error("the checksum is stated as {stated:08x}, but the contents give {actual:08x}")]
    Checksum {
        /// As stated in the closing line.
        stated: u32,
        /// As computed from the contents.
        actual: u32,
    },
    /// Bytes that are not UTF-8.
    #[error("not a text: the bytes are not UTF-8")]
    NotUtf8,
    /// More entries than a file may hold, or more header lines than a record may hold.
    #[error("more than {limit} entries")]
    TooMany {
        /// The most that are allowed.
        limit: usize,
    },
    /// The file is too large.
    #[error("the file is larger than {limit} bytes")]
    TooLarge {
        /// The most bytes that are allowed.
        limit: usize,
    },
    /// A game that the format supports but this program does not.
    #[error("a game that is not played here: {what}")]
    OtherGame {
        /// What the file says.
        what: String,
    },
    /// The file does not name its game, and neither did the caller.
    #[error("the file does not say which game it is: the game must be named")]
    GameUnnamed,
}

/// What a reader expected at some location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Expected {
    /// `yiqi record 1`.
    FirstLine,
    /// `Key: value`, or a blank line.
    HeaderLine,
    /// A time control.
    Clock,
    /// A result.
    Result,
    /// A board, and whose turn it is.
    Start,
    /// A move, an offer, a comment or another entry.
    Entry,
    /// A move.
    Move,
    /// A move of this side.
    MoveOf(Color),
    /// The number of this ply.
    PlyNumber(usize),
    /// Seconds with up to three decimals.
    Seconds,
    /// A number with up to two decimals.
    Eval,
    /// `\\`, `\n` or `\u{…}`.
    Escape,
    /// A `(` for every `)`, and the reverse.
    Parentheses,
    /// An entry before a branch.
    EntryBeforeBranch,
    /// `end`, with or without a checksum.
    End,
    /// `yiqi record 1` of the next record, or the end of the file.
    NextRecord,
    /// Letters and digits of points.
    Points,
    /// The cells of a board.
    Cells,
    /// `X` or `O`, the side to move.
    SideToMove,
    /// `;`.
    Semicolon,
    /// A point and its score.
    MoveScore,
    /// A `(` that opens a game.
    GameStart,
    /// A property name of capital letters.
    PropertyName,
    /// `[` and a value.
    PropertyValue,
    /// `]`.
    ClosingBracket,
    /// The first line of a Piskvork game.
    PsqHeader,
    /// Two numbers and a time.
    PsqMove,
    /// Pairs of offsets from the center.
    Offsets,
    /// 67 numbers.
    SaveNumbers,
    /// A header of 16 bytes.
    WthorHeader,
    /// A whole number of game records.
    WthorGames,
    /// Names of a fixed length.
    WthorNames,
    /// The code of a point.
    WthorMove,
    /// The 20 bytes at the start of a RenLib file.
    RenLibHeader,
    /// A node of two bytes.
    RenLibNode,
    /// A text that ends with a zero byte.
    RenLibText,
}

impl Expected {
    /// What was expected, in plain English.
    #[must_use]
    pub fn words(self) -> String {
        let words = match self {
            Expected::FirstLine => "'yiqi record 1'",
            Expected::HeaderLine => "'Key: value' or a blank line",
            Expected::Clock => "none, 'move 30s', 'game 10m', 'game 10m+5s' or 'byoyomi 10m+3x30s'",
            Expected::Result => "a result such as 'black 40-24' or 'draw by agreement'",
            Expected::Start => "rows of . b w separated by /, then black or white",
            Expected::Entry => "a move, an offer, a comment or another entry",
            Expected::Move => "a move",
            Expected::MoveOf(Color::Black) => "a move of black",
            Expected::MoveOf(Color::White) => "a move of white",
            Expected::PlyNumber(number) => return format!("ply number {number}"),
            Expected::Seconds => "seconds with up to three decimals",
            Expected::Eval => "a number with up to two decimals",
            Expected::Escape => r"\\, \n or \u{…}",
            Expected::Parentheses => "parentheses in pairs",
            Expected::EntryBeforeBranch => "an entry before the branch",
            Expected::End => "'end', with or without a checksum",
            Expected::NextRecord => "another record or the end of the file",
            Expected::Points => "points such as f5",
            Expected::Cells => "the cells of a board",
            Expected::SideToMove => "the side to move",
            Expected::Semicolon => "';'",
            Expected::MoveScore => "a move and its score",
            Expected::GameStart => "'(;'",
            Expected::PropertyName => "a property of capital letters",
            Expected::PropertyValue => "a value in brackets",
            Expected::ClosingBracket => "']'",
            Expected::PsqHeader => "'Piskvorky WIDTHxHEIGHT, …'",
            Expected::PsqMove => "'x,y,milliseconds'",
            Expected::Offsets => "pairs of offsets from the centre",
            Expected::SaveNumbers => {
                "67 numbers: round, two flags of 0 or 1, 64 cells of -1, 0 or 1"
            }
            Expected::WthorHeader => "a WTHOR header of 16 bytes",
            Expected::WthorGames => "game records of 68 bytes each",
            Expected::WthorNames => "names of a fixed length",
            Expected::WthorMove => "the number of a point",
            Expected::RenLibHeader => "a RenLib header of 20 bytes",
            Expected::RenLibNode => "a node of two bytes",
            Expected::RenLibText => "a text that ends with a zero byte",
        };
        words.to_owned()
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words())
    }
}

/// The longest excerpt of a file that an error quotes.
const FOUND_CHARS_MAX: usize = 40;

impl ReadError {
    /// A problem in a text.
    #[must_use]
    pub fn in_text(line: usize, column: usize, problem: Problem) -> ReadError {
        ReadError {
            location: Location::Text { line, column },
            problem,
        }
    }

    /// A problem in a binary file.
    #[must_use]
    pub fn at_byte(offset: usize, problem: Problem) -> ReadError {
        ReadError {
            location: Location::Byte { offset },
            problem,
        }
    }
}

impl Problem {
    /// `expected` was not found; `found` was there instead.
    #[must_use]
    pub fn expected(expected: Expected, found: &str) -> Problem {
        Problem::Expected {
            expected,
            found: shortened(found),
        }
    }
}

/// The beginning of a text, to be quoted in an error.
pub(crate) fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(FOUND_CHARS_MAX).collect();
    if text.chars().nth(FOUND_CHARS_MAX).is_some() {
        short.push('…');
    }
    short
}

/// Why records cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {number}: {problem}")]
pub struct WriteError {
    /// The number of the record, from 1.
    pub number: usize,
    /// What the format cannot hold.
    pub problem: WriteProblem,
}

/// What a format cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum WriteProblem {
    /// The format is read-only.
    #[error("this format can be read but not written")]
    ReadOnly,
    /// It cannot hold this game.
    #[error("this format has no such game")]
    Game,
    /// It cannot hold this board size.
    #[error("this format has no board of that size")]
    Size,
    /// It cannot hold a start position.
    #[error("this format has no room for a start position")]
    Start,
    /// It cannot hold several games.
    #[error("this format holds one game only")]
    Several,
    /// It cannot hold a choice of color.
    #[error("this format has no room for the choices of a swap opening")]
    Swap,
    /// It cannot hold a game without moves.
    #[error("this format has no line for a game without moves")]
    NoMoves,
    /// The entries of the record break the rules.
    #[error("the moves of the record are not legal")]
    Broken,
}
