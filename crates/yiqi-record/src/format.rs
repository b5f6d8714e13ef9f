//! The formats that records are read from and written to.

use std::io::{self, Read};
use std::path::Path;

use yiqi_rules::{Game, GameSpec};

use crate::formats;
use crate::{Problem, ReadError, Record, WriteError};

/// A file format for games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// This project's text format.
    Yiqi,
    /// Reversi moves run together, one game per line: `f5d6c3`.
    Transcript,
    /// Othello positions with scores, one per line.
    Obf,
    /// The Generic Game Format of GGS and NBoard.
    Ggf,
    /// Smart Game Format, for Othello and Gomoku.
    Sgf,
    /// Piskvork games.
    Psq,
    /// The game files of the WTHOR database.
    Wthor,
    /// Gomoku moves run together, one game per line: `h8i9j7`, rows from the bottom.
    Pos,
    /// Gomocup openings: offsets from the center, one opening per line.
    Offsets,
    /// RenLib libraries.
    RenLib,
    /// The save files of an earlier program: one line of numbers.
    Save,
}

/// What the caller knows that a file may not say.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions<'a> {
    /// The game, if the file does not name it.
    pub game: Option<GameSpec>,
    /// The names that WTHOR keeps in separate files.
    pub names: WthorNames<'a>,
}

/// The player and tournament files of the WTHOR database.
#[derive(Clone, Copy, Debug, Default)]
pub struct WthorNames<'a> {
    /// The `.JOU` file.
    pub players: Option<&'a [u8]>,
    /// The `.TRN` file.
    pub tournaments: Option<&'a [u8]>,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 11] = [
        Format::Yiqi,
        Format::Transcript,
        Format::Obf,
        Format::Ggf,
        Format::Sgf,
        Format::Psq,
        Format::Wthor,
        Format::Pos,
        Format::Offsets,
        Format::RenLib,
        Format::Save,
    ];

    /// The most bytes that are read as one file.
    pub const BYTES_MAX: usize = 16 << 20;

    /// The name that people choose the format by.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Yiqi => "yiqi",
            Format::Transcript => "transcript",
            Format::Obf => "obf",
            Format::Ggf => "ggf",
            Format::Sgf => "sgf",
            Format::Psq => "psq",
            Format::Wthor => "wthor",
            Format::Pos => "pos",
            Format::Offsets => "offsets",
            Format::RenLib => "renlib",
            Format::Save => "save",
        }
    }

    /// The usual extension of its files.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Format::Wthor => "wtb",
            Format::RenLib => "lib",
            Format::Transcript => "txt",
            _ => self.name(),
        }
    }

    /// Whether it can be written.
    #[must_use]
    pub const fn is_writable(self) -> bool {
        !matches!(self, Format::RenLib | Format::Save)
    }

    /// The games that it can hold.
    #[must_use]
    pub const fn games(self) -> &'static [Game] {
        match self {
            Format::Yiqi => &Game::ALL,
            Format::Sgf => &[Game::Reversi, Game::Gomoku, Game::Connect6],
            Format::Transcript | Format::Obf | Format::Ggf | Format::Wthor | Format::Save => {
                &[Game::Reversi]
            }
            Format::Psq | Format::Pos | Format::Offsets | Format::RenLib => &[Game::Gomoku],
        }
    }

    /// The format with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Format> {
        Format::ALL
            .into_iter()
            .find(|format| format.name().eq_ignore_ascii_case(name))
    }

    /// The format of files with this extension; `None` for extensions that several formats share,
    /// such as `txt`.
    #[must_use]
    pub fn of_extension(extension: &str) -> Option<Format> {
        Format::ALL
            .into_iter()
            .filter(|format| format.extension() != "txt")
            .find(|format| format.extension().eq_ignore_ascii_case(extension))
    }

    /// The format of a file by its extension, as [`Format::of_extension`].
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Format> {
        Format::of_extension(path.extension()?.to_str()?)
    }

    /// The format of a file by its contents.
    #[must_use]
    pub fn of_contents(bytes: &[u8]) -> Option<Format> {
        formats::detect(bytes)
    }

    /// Reads the bytes of a file, up to one more than [`Format::BYTES_MAX`], so that
    /// [`Format::read`] can refuse a larger file.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn take_bytes(input: impl Read) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        input
            .take(Format::BYTES_MAX as u64 + 1)
            .read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads all games of a file and replays each by the rules.
    ///
    /// # Errors
    /// The first error and its location.
    pub fn read(self, bytes: &[u8], options: &ReadOptions<'_>) -> Result<Vec<Record>, ReadError> {
        if bytes.len() > Format::BYTES_MAX {
            return Err(ReadError::at_byte(
                Format::BYTES_MAX,
                Problem::TooLarge {
                    limit: Format::BYTES_MAX,
                },
            ));
        }
        match self {
            Format::Yiqi => formats::yiqi::read(bytes),
            Format::Transcript => formats::transcript::read(bytes, options.game),
            Format::Obf => formats::obf::read(bytes),
            Format::Ggf => formats::ggf::read(bytes),
            Format::Sgf => formats::sgf::read(bytes, options.game),
            Format::Psq => formats::psq::read(bytes, options.game),
            Format::Wthor => formats::wthor::read(bytes, &options.names),
            Format::Pos => formats::pos::read(bytes, options.game),
            Format::Offsets => formats::offsets::read(bytes, options.game),
            Format::RenLib => formats::renlib::read(bytes, options.game),
            Format::Save => formats::save::read(bytes),
        }
    }

    /// Writes games as one file. What a format has no room for (times, comments, branches) is left
    /// out; if that would change the game, it is an error. [`Format::write_wthor_names`] writes the
    /// name files of a WTHOR file.
    ///
    /// # Errors
    /// The first game that the format cannot hold.
    pub fn write(self, records: &[Record]) -> Result<Vec<u8>, WriteError> {
        match self {
            Format::Yiqi => formats::yiqi::write(records),
            Format::Transcript => formats::transcript::write(records),
            Format::Obf => formats::obf::write(records),
            Format::Ggf => formats::ggf::write(records),
            Format::Sgf => formats::sgf::write(records),
            Format::Psq => formats::psq::write(records),
            Format::Wthor => formats::wthor::write(records),
            Format::Pos => formats::pos::write(records),
            Format::Offsets => formats::offsets::write(records),
            Format::RenLib | Format::Save => Err(WriteError {
                number: 1,
                problem: crate::WriteProblem::ReadOnly,
            }),
        }
    }

    /// The `.JOU` and `.TRN` files that go with what [`Format::Wthor`] writes.
    #[must_use]
    pub fn write_wthor_names(records: &[Record]) -> (Vec<u8>, Vec<u8>) {
        formats::wthor::write_names(records)
    }
}
