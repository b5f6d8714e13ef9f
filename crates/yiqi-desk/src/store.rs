//! What is stored on disk: nine slots, games in progress, settings.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use yiqi_record::{Format, ReadError, ReadOptions, Record};

use crate::files::{sync_folder, write_atomically};
use crate::{NewGame, Settings};

/// A person's data folder.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    /// Held while this program runs, so that no other program takes over its games.
    session_lock: File,
    session: String,
}

/// The contents of a slot.
#[derive(Debug)]
pub enum SlotInfo {
    /// Nothing.
    Empty,
    /// A game.
    Held(Box<Record>),
    /// A file that cannot be read; it is left alone unless the person overwrites it.
    Broken(StoreError),
}

/// Why something cannot be stored or loaded.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// An I/O error.
    #[error("{path}: {error}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// The contents of the file are invalid.
    #[error("{path}: {error}", path = path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: ReadError,
    },
    /// The file contains no game.
    #[error("{path}: no game", path = path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// The file of the last game is damaged; it is ignored.
    #[error("{path}: damaged", path = path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// The extension does not name a writable format.
    #[error("{path}: unknown format", path = path.display())]
    Format {
        /// The file.
        path: PathBuf,
    },
    /// The extension does not name a format of pictures.
    #[error("{path}: not a picture", path = path.display())]
    PictureFormat {
        /// The file.
        path: PathBuf,
    },
    /// The format cannot hold the game.
    #[error("{path}: {error}", path = path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: yiqi_record::WriteError,
    },
}

impl Store {
    /// The number of slots, which are numbered from 1.
    pub const SLOTS: usize = 9;

    /// The number of recent tables that are stored.
    pub const RECENT_TABLES: usize = 9;

    /// Opens a data folder, creating it if it is missing.
    ///
    /// # Errors
    /// If it cannot be created or written to.
    pub fn open(folder: &Path) -> Result<Store, StoreError> {
        for sub in ["saves", "unfinished"] {
            let path = folder.join(sub);
            fs::create_dir_all(&path).map_err(|error| StoreError::Io { path, error })?;
        }
        let _guard = guard(folder);
        let mut started_ms = jiff::Timestamp::now().as_millisecond();
        let (session, session_lock) = loop {
            let session = format!("{started_ms}-{}", std::process::id());
            let path = folder.join("unfinished").join(format!("{session}.lock"));
            let locked = File::create_new(&path).and_then(|file| file.lock().map(|()| file));
            match locked {
                Ok(lock) => break (session, lock),
                // This process opened the folder twice within a millisecond.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => started_ms += 1,
                Err(error) => return Err(StoreError::Io { path, error }),
            }
        };
        Ok(Store {
            folder: folder.to_owned(),
            session_lock,
            session,
        })
    }

    fn slot_path(&self, slot: usize) -> PathBuf {
        self.folder.join("saves").join(format!("{slot}.yiqi"))
    }

    /// The contents of a slot.
    #[must_use]
    pub fn slot(&self, slot: usize) -> SlotInfo {
        let path = self.slot_path(slot);
        match read_game(&path, None) {
            Ok(record) => SlotInfo::Held(Box::new(record)),
            Err(StoreError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
                SlotInfo::Empty
            }
            Err(error) => SlotInfo::Broken(error),
        }
    }

    /// Saves a game to a slot, overwriting what it holds.
    ///
    /// # Errors
    /// If it cannot be written; the slot is unchanged.
    pub fn save_slot(&self, slot: usize, record: &Record) -> Result<(), StoreError> {
        write_game(&self.slot_path(slot), record)
    }

    /// Empties a slot.
    ///
    /// # Errors
    /// If it cannot be emptied.
    pub fn empty_slot(&self, slot: usize) -> Result<(), StoreError> {
        remove(&self.slot_path(slot))
    }

    /// The settings, or the defaults if none are stored.
    #[must_use]
    pub fn settings(&self) -> Settings {
        Store::settings_in(&self.folder)
    }

    /// The settings in a data folder, which need not exist.
    #[must_use]
    pub fn settings_in(folder: &Path) -> Settings {
        fs::read_to_string(folder.join("settings.txt"))
            .map(|text| Settings::of_text(&text))
            .unwrap_or_default()
    }

    /// Stores settings.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn keep_settings(&self, settings: &Settings) -> Result<(), StoreError> {
        let path = self.folder.join("settings.txt");
        write_atomically(&path, settings.to_text().as_bytes())
            .map_err(|error| StoreError::Io { path, error })
    }

    /// The last game that was started, if there was one.
    ///
    /// # Errors
    /// If its file cannot be read or is damaged.
    pub fn last_game(&self) -> Result<Option<NewGame>, StoreError> {
        let path = self.last_game_path();
        match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(StoreError::Io { path, error }),
            Ok(bytes) => {
                let text = String::from_utf8_lossy(&bytes);
                let game = NewGame::of_text(&text).ok_or(StoreError::Damaged { path })?;
                Ok(Some(game))
            }
        }
    }

    /// Stores the game that was started last.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep_last_game(&self, game: &NewGame) -> Result<(), StoreError> {
        let path = self.last_game_path();
        write_atomically(&path, game.to_text().as_bytes())
            .map_err(|error| StoreError::Io { path, error })
    }

    fn last_game_path(&self) -> PathBuf {
        self.folder.join("last-game.txt")
    }

    /// The history file of line editing.
    #[must_use]
    pub fn history_path(&self) -> PathBuf {
        self.folder.join("history.txt")
    }

    /// The folder for network games.
    #[must_use]
    pub fn network_folder(&self) -> PathBuf {
        self.folder.join("network")
    }

    /// The addresses of the tables visited recently, newest first.
    #[must_use]
    pub fn recent_tables(&self) -> Vec<String> {
        // Without them nothing is missing but a shortcut.
        self.read_recent_tables().unwrap_or_default()
    }

    fn read_recent_tables(&self) -> io::Result<Vec<String>> {
        let path = self.network_folder().join("recent.txt");
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            text => text?,
        };
        Ok(text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .take(Store::RECENT_TABLES)
            .map(str::to_owned)
            .collect())
    }

    /// Adds an address to the front of the recent ones.
    ///
    /// # Errors
    /// If they cannot be read or written.
    pub fn keep_recent_table(&self, address: &str) -> Result<(), StoreError> {
        let folder = self.network_folder();
        let path = folder.join("recent.txt");
        let keep = || {
            let mut tables = self.read_recent_tables()?;
            tables.retain(|table| table != address);
            tables.insert(0, address.to_owned());
            tables.truncate(Store::RECENT_TABLES);
            fs::create_dir_all(&folder)?;
            write_atomically(&path, (tables.join("\n") + "\n").as_bytes())
        };
        keep().map_err(|error| StoreError::Io { path, error })
    }

    fn unfinished_path(&self, number: usize) -> PathBuf {
        let name = format!("{}-{number}.yiqi", self.session);
        self.folder.join("unfinished").join(name)
    }

    /// Stores a game in progress.
    pub(crate) fn keep(&self, number: usize, record: &Record) -> Result<(), StoreError> {
        write_game(&self.unfinished_path(number), record)
    }

    /// The number of games in progress that this program has stored.
    pub(crate) fn kept_count(&self) -> usize {
        let folder = self.folder.join("unfinished");
        files_of(&folder, &self.session).map_or(0, |files| files.len())
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    fn finished_path(&self, number: usize) -> PathBuf {
        let name = format!("{}-{number}.yiqi", self.session);
        self.finished_folder().join(name)
    }

    /// Stores a game that is over among the finished ones.
    pub(crate) fn finish(&self, number: usize, record: &Record) -> Result<(), StoreError> {
        let path = self.finished_folder();
        fs::create_dir_all(&path).map_err(|error| StoreError::Io { path, error })?;
        write_game(&self.finished_path(number), record)?;
        self.forget(number)
    }

    /// Removes a game from the finished ones: it goes on after all.
    pub(crate) fn unfinish(&self, number: usize) -> Result<(), StoreError> {
        remove(&self.finished_path(number))
    }

    /// Removes the file of a game that is no longer in progress.
    pub(crate) fn forget(&self, number: usize) -> Result<(), StoreError> {
        remove(&self.unfinished_path(number))
    }

    /// Takes over the games of programs that no longer run. Each is stored under this program's
    /// name before its old file is removed, so it always has a file. Returns each with its number
    /// and the time of its last change.
    pub(crate) fn take_over(&self, first_number: usize) -> Vec<(usize, SystemTime, Record)> {
        let mut found = Vec::new();
        let _guard = guard(&self.folder);
        let folder = self.folder.join("unfinished");
        for session in self.dead_sessions(&folder) {
            for path in files_of(&folder, &session).unwrap_or_default() {
                let Ok(record) = read_game(&path, None) else {
                    continue;
                };
                let number = first_number + found.len();
                let changed = fs::metadata(&path).and_then(|data| data.modified());
                let changed = changed.unwrap_or_else(|_| SystemTime::now());
                if self.keep(number, &record).is_ok() {
                    // A copy that cannot be removed is offered twice, which is better than never.
                    let _ = remove(&path);
                    self.date(number, changed);
                    found.push((number, changed, record));
                }
            }
            // What could not be read or stored is retried at the next start.
            if has_none(&folder, &session) {
                let _ = remove(&folder.join(format!("{session}.lock")));
            }
        }
        found
    }

    /// Sets when a game in progress was changed last. Without it, only its age is wrong.
    pub(crate) fn date(&self, number: usize, changed: SystemTime) {
        let file = File::options()
            .write(true)
            .open(self.unfinished_path(number));
        let _ = file.and_then(|file| file.set_modified(changed));
    }

    /// Programs whose lock is no longer held, oldest first.
    fn dead_sessions(&self, folder: &Path) -> Vec<String> {
        let mut dead: Vec<String> = names_in(folder)
            .unwrap_or_default()
            .into_iter()
            .filter_map(|name| name.strip_suffix(".lock").map(str::to_owned))
            .filter(|session| *session != self.session)
            .filter(|session| {
                File::open(folder.join(format!("{session}.lock")))
                    .is_ok_and(|file| file.try_lock().is_ok())
            })
            .collect();
        dead.sort();
        dead
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        // Games still in progress remain, and so does the name under which they are found.
        let folder = self.folder.join("unfinished");
        if has_none(&folder, &self.session) {
            let _ = remove(&folder.join(format!("{}.lock", self.session)));
        }
        let _ = self.session_lock.unlock();
    }
}

/// Held while a program creates its lock or checks those of others, so that two that start at the
/// same time do not take each other for dead.
fn guard(folder: &Path) -> Option<File> {
    let file = File::create(folder.join("unfinished").join("guard")).ok()?;
    file.lock().ok()?;
    Some(file)
}

/// Reads the first game of a file of any format.
pub(crate) fn read_game(
    path: &Path,
    game: Option<yiqi_rules::GameSpec>,
) -> Result<Record, StoreError> {
    Ok(read_games(path, game)?.swap_remove(0))
}

/// Reads the games of a file of any format; there is at least one.
///
/// # Errors
/// If the file cannot be read, or holds no game.
pub fn read_games(
    path: &Path,
    game: Option<yiqi_rules::GameSpec>,
) -> Result<Vec<Record>, StoreError> {
    let io_error = |error| StoreError::Io {
        path: path.to_owned(),
        error,
    };
    // Opening a pipe or device could block forever.
    let is_special = fs::metadata(path).is_ok_and(|data| !data.is_file());
    if is_special {
        return Err(io_error(io::ErrorKind::InvalidInput.into()));
    }
    let bytes = File::open(path)
        .and_then(Format::take_bytes)
        .map_err(io_error)?;
    let format = Format::of_path(path)
        .or_else(|| Format::of_contents(&bytes))
        .ok_or_else(|| StoreError::Format {
            path: path.to_owned(),
        })?;
    let options = ReadOptions {
        game,
        ..ReadOptions::default()
    };
    let records = format
        .read(&bytes, &options)
        .map_err(|error| StoreError::Read {
            path: path.to_owned(),
            error,
        })?;
    match records.is_empty() {
        false => Ok(records),
        true => Err(StoreError::Empty {
            path: path.to_owned(),
        }),
    }
}

/// Writes a game to a file, in the format of its extension, or else in the `yiqi` format.
pub(crate) fn write_game(path: &Path, record: &Record) -> Result<(), StoreError> {
    let format = match path.extension().and_then(|ending| ending.to_str()) {
        None => Format::Yiqi,
        Some(ending) => Format::of_extension(ending)
            .filter(|format| format.is_writable())
            .ok_or_else(|| StoreError::Format {
                path: path.to_owned(),
            })?,
    };
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return Err(StoreError::Io {
            path: path.to_owned(),
            error: io::ErrorKind::InvalidInput.into(),
        });
    }
    let bytes = format
        .write(std::slice::from_ref(record))
        .map_err(|error| StoreError::Write {
            path: path.to_owned(),
            error,
        })?;
    write_atomically(path, &bytes).map_err(|error| StoreError::Io {
        path: path.to_owned(),
        error,
    })
}

fn remove(path: &Path) -> Result<(), StoreError> {
    let result = match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
        Ok(()) => path.parent().map_or(Ok(()), sync_folder),
    };
    result.map_err(|error| StoreError::Io {
        path: path.to_owned(),
        error,
    })
}

fn names_in(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.extend(entry?.file_name().into_string());
    }
    Ok(names)
}

/// The games of one program, oldest first.
fn files_of(folder: &Path, session: &str) -> io::Result<Vec<PathBuf>> {
    let prefix = format!("{session}-");
    let mut names: Vec<String> = names_in(folder)?
        .into_iter()
        .filter(|name| name.starts_with(&prefix) && name.ends_with(".yiqi"))
        .collect();
    names.sort_by_key(|name| (name.len(), name.clone()));
    Ok(names.into_iter().map(|name| folder.join(name)).collect())
}

/// Whether one program certainly has no games. Its lock is removed then, and only its lock tells
/// that there are any.
fn has_none(folder: &Path, session: &str) -> bool {
    files_of(folder, session).is_ok_and(|files| files.is_empty())
}
