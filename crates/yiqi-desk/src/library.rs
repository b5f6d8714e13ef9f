//! Games on disk besides the slots: finished ones, and the files that a person used last.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use yiqi_record::Record;

use crate::files::write_atomically;
use crate::store::{Store, StoreError, read_games};

/// The files that are remembered.
const RECENT_FILES: usize = 20;

/// The finished games that are listed; older ones stay on disk.
const LISTED_MAX: usize = 100;

/// A game that was kept.
#[derive(Debug)]
pub struct KeptGame {
    /// Its file.
    pub path: PathBuf,
    /// When it was written.
    pub written: SystemTime,
    /// The game.
    pub record: Record,
}

impl Store {
    /// The folder of finished games.
    #[must_use]
    pub fn finished_folder(&self) -> PathBuf {
        self.folder().join("finished")
    }

    /// The finished games, the last one first.
    #[must_use]
    pub fn finished(&self) -> Vec<KeptGame> {
        kept_in(&self.finished_folder())
    }

    /// The files that games were loaded from or saved to, the last one first. Those that are gone
    /// are left out.
    #[must_use]
    pub fn recent_files(&self) -> Vec<PathBuf> {
        // Without them nothing is missing but a shortcut.
        let text = fs::read_to_string(self.folder().join("recent-files.txt")).unwrap_or_default();
        let paths = text
            .lines()
            .filter(|line| !line.is_empty())
            .map(PathBuf::from);
        paths
            .filter(|path| path.is_file())
            .take(RECENT_FILES)
            .collect()
    }

    /// Adds a file to the front of the recent ones.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn keep_recent_file(&self, path: &Path) -> Result<(), StoreError> {
        let Ok(path) = fs::canonicalize(path) else {
            return Ok(());
        };
        let Some(name) = path.to_str().filter(|name| !name.contains('\n')) else {
            return Ok(());
        };
        let mut files = self.recent_files();
        files.retain(|file| *file != path);
        let mut text = format!("{name}\n");
        for file in files.iter().take(RECENT_FILES - 1) {
            text.push_str(&format!("{}\n", file.display()));
        }
        let list = self.folder().join("recent-files.txt");
        write_atomically(&list, text.as_bytes())
            .map_err(|error| StoreError::Io { path: list, error })
    }
}

/// The games of a folder of the data folder, the last one first.
fn kept_in(folder: &Path) -> Vec<KeptGame> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut dated: Vec<(SystemTime, PathBuf)> = files
        .filter_map(|file| {
            let written = file.metadata().ok()?.modified().ok()?;
            Some((written, file.path()))
        })
        .filter(|(_, path)| path.extension().is_some_and(|ending| ending == "yiqi"))
        .collect();
    dated.sort();
    let newest = dated.into_iter().rev().take(LISTED_MAX);
    newest
        .filter_map(|(written, path)| {
            let record = read_games(&path, None).ok()?.into_iter().next()?;
            Some(KeptGame {
                path,
                written,
                record,
            })
        })
        .collect()
}
