//! The folder of a tournament: its log, its games and its reports.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use yiqi_record::{Format, ReadOptions, Record};

use crate::game::PlayedGame;
use crate::log::{LogEntry, LogError, Span, read_log};
use crate::plan::Plan;
use crate::tournament::{GameState, Tournament};

/// The log of the tournament.
const LOG: &str = "tournament.log";

/// The records of its games, one after another.
const GAMES: &str = "games.yiqi";

/// The largest log that is read.
const LOG_BYTES_MAX: u64 = 1 << 30;

/// The open files of a tournament. While one is open, no other process can open it.
#[derive(Debug)]
pub struct Journal {
    folder: PathBuf,
    log: File,
    games: File,
    games_length: u64,
}

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// The folder has a tournament already.
    #[error("{} already holds a tournament", .0.display())]
    Exists(PathBuf),
    /// Another process plays this tournament.
    #[error("{} is in use by another process", .0.display())]
    InUse(PathBuf),
    /// The log is damaged.
    #[error("{}: {error}", path.display())]
    Log {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: LogError,
    },
    /// The games in the file are not those of the log.
    #[error("{}: game {game} is missing or damaged", path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// The number of the game.
        game: u32,
    },
}

impl Journal {
    /// Starts a tournament in a folder, which is created if necessary.
    ///
    /// # Errors
    /// If the folder has a tournament, or cannot be written.
    pub fn create(folder: &Path, plan: &Plan) -> Result<Journal, JournalError> {
        let at = |path: &Path| {
            let path = path.to_owned();
            move |error| JournalError::Io { path, error }
        };
        fs::create_dir_all(folder).map_err(at(folder))?;
        let log_path = folder.join(LOG);
        if is_begun(&log_path) {
            return Err(JournalError::Exists(folder.to_owned()));
        }
        let games_path = folder.join(GAMES);
        let log = open(&log_path).map_err(at(&log_path))?;
        lock(&log, folder)?;
        // A process that was killed before the tournament began may have left something.
        log.set_len(0).map_err(at(&log_path))?;
        let games = open(&games_path).map_err(at(&games_path))?;
        games.set_len(0).map_err(at(&games_path))?;
        let mut journal = Journal {
            folder: folder.to_owned(),
            log,
            games,
            games_length: 0,
        };
        journal.append(&Tournament::opening_entries(plan))?;
        journal.sync()?;
        if let Ok(folder) = File::open(folder) {
            // Some systems cannot sync a folder.
            let _ = folder.sync_all();
        }
        Ok(journal)
    }

    /// Opens the tournament of a folder to go on with it. What was cut off when it was killed is
    /// removed.
    ///
    /// # Errors
    /// If the folder has no tournament, or it cannot be read.
    pub fn resume(folder: &Path) -> Result<(Journal, Tournament), JournalError> {
        let log_path = folder.join(LOG);
        let games_path = folder.join(GAMES);
        let at = |path: &Path| {
            let path = path.to_owned();
            move |error| JournalError::Io { path, error }
        };
        let mut log = OpenOptions::new()
            .read(true)
            .write(true)
            .open(&log_path)
            .map_err(at(&log_path))?;
        lock(&log, folder)?;
        let (tournament, length) = load(&mut log, &log_path)?;
        log.set_len(length).map_err(at(&log_path))?;
        log.seek(SeekFrom::End(0)).map_err(at(&log_path))?;
        let mut games = open(&games_path).map_err(at(&games_path))?;
        let ends = tournament
            .games()
            .iter()
            .filter(|game| game.ended.is_some())
            .map(|game| (game.span.offset + game.span.length, game.drawn.number));
        let (games_length, last) = ends.max().unwrap_or((0, 0));
        let present = games.metadata().map_err(at(&games_path))?.len();
        if present < games_length {
            return Err(JournalError::Game {
                path: games_path,
                game: last,
            });
        }
        games.set_len(games_length).map_err(at(&games_path))?;
        games.seek(SeekFrom::End(0)).map_err(at(&games_path))?;
        Ok((
            Journal {
                folder: folder.to_owned(),
                log,
                games,
                games_length,
            },
            tournament,
        ))
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Adds entries. They are on disk after [`Journal::sync`].
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn append(&mut self, entries: &[LogEntry]) -> Result<(), JournalError> {
        let lines: String = entries.iter().map(|entry| format!("{entry}\n")).collect();
        let written = self.log.write_all(lines.as_bytes());
        written.map_err(|error| self.log_error(error))
    }

    /// Waits until all entries are on disk.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        self.log.sync_data().map_err(|error| self.log_error(error))
    }

    /// Writes games that ended, first their records and then their entries, and waits until all is
    /// on disk. Returns the entries.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn end_games(
        &mut self,
        ended: &[(u32, PlayedGame)],
    ) -> Result<Vec<LogEntry>, JournalError> {
        let games_error = |error: io::Error| JournalError::Io {
            path: self.folder.join(GAMES),
            error,
        };
        let mut bytes = Vec::new();
        let mut entries = Vec::new();
        for (game, played) in ended {
            let record = Format::Yiqi
                .write(std::slice::from_ref(&played.record))
                .map_err(|error| games_error(io::Error::other(error.to_string())))?;
            let offset = self.games_length + bytes.len() as u64;
            entries.push(LogEntry::Ended {
                game: *game,
                end: played.end.clone(),
                span: Span {
                    offset,
                    length: record.len() as u64,
                },
            });
            bytes.extend(record);
        }
        self.games.write_all(&bytes).map_err(games_error)?;
        self.games.sync_data().map_err(games_error)?;
        self.games_length += bytes.len() as u64;
        self.append(&entries)?;
        self.sync()?;
        Ok(entries)
    }

    fn log_error(&self, error: io::Error) -> JournalError {
        JournalError::Io {
            path: self.folder.join(LOG),
            error,
        }
    }
}

/// Reads the tournament of a folder, to look at it only.
///
/// # Errors
/// If the folder has no tournament, or it cannot be read.
pub fn read_tournament(folder: &Path) -> Result<Tournament, JournalError> {
    let path = folder.join(LOG);
    let mut log = File::open(&path).map_err(|error| JournalError::Io {
        path: path.clone(),
        error,
    })?;
    Ok(load(&mut log, &path)?.0)
}

/// Reads the records of some games.
///
/// # Errors
/// If one is missing or damaged.
pub fn read_games<'a>(
    folder: &Path,
    games: impl IntoIterator<Item = &'a GameState>,
) -> Result<Vec<Record>, JournalError> {
    let path = folder.join(GAMES);
    let io_error = |error| JournalError::Io {
        path: path.clone(),
        error,
    };
    let mut file = File::open(&path).map_err(io_error)?;
    let mut records = Vec::new();
    for game in games {
        let damaged = || JournalError::Game {
            path: path.clone(),
            game: game.drawn.number,
        };
        file.seek(SeekFrom::Start(game.span.offset))
            .map_err(io_error)?;
        let mut bytes = Vec::new();
        let mut part = (&mut file).take(game.span.length.min(Format::BYTES_MAX as u64));
        part.read_to_end(&mut bytes).map_err(io_error)?;
        let mut read = Format::Yiqi
            .read(&bytes, &ReadOptions::default())
            .map_err(|_| damaged())?;
        match (read.pop(), read.pop()) {
            (Some(record), None) => records.push(record),
            _ => return Err(damaged()),
        }
    }
    Ok(records)
}

/// Whether a log has a tournament that was set up.
fn is_begun(path: &Path) -> bool {
    let Ok(mut log) = File::open(path) else {
        return false;
    };
    !matches!(
        load(&mut log, path),
        Err(JournalError::Log {
            error: LogError::NotReady,
            ..
        })
    ) && log.metadata().is_ok_and(|metadata| metadata.len() > 0)
}

fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
}

fn lock(log: &File, folder: &Path) -> Result<(), JournalError> {
    match log.try_lock() {
        Err(TryLockError::WouldBlock) => Err(JournalError::InUse(folder.to_owned())),
        // A file system without locks cannot protect anybody.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

fn load(log: &mut File, path: &Path) -> Result<(Tournament, u64), JournalError> {
    let mut bytes = Vec::new();
    log.take(LOG_BYTES_MAX)
        .read_to_end(&mut bytes)
        .map_err(|error| JournalError::Io {
            path: path.to_owned(),
            error,
        })?;
    let log_error = |error| JournalError::Log {
        path: path.to_owned(),
        error,
    };
    let (entries, length) = read_log(&bytes).map_err(log_error)?;
    let tournament = Tournament::from_entries(&entries).map_err(log_error)?;
    Ok((tournament, length))
}
