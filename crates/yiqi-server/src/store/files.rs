//! The files of a database: readable by their owner only, and still in their place.

use std::path::{Path, PathBuf};

use super::StoreError;

/// Endings of the files that belong to a database, its own included.
const ENDINGS: [&str; 4] = ["", "-wal", "-shm", "-alive"];

/// The file beside the database with this ending.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Restricts the files of a database to their owner: they hold password hashes, invitations and
/// chat. Creates the database as an empty file if there is none, because SQLite gives its other
/// files the same permissions.
pub(super) fn protect(path: &Path) {
    // If that fails, SQLite will say why.
    let _ = create_protected(path);
    for ending in ENDINGS {
        restrict(&beside(path, ending));
    }
}

/// Creates an empty file that only its owner may read, whatever the umask.
///
/// # Errors
/// If there is one already, or it cannot be created.
pub(super) fn create_protected(path: &Path) -> std::io::Result<()> {
    let mut options = std::fs::File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

/// Removes the files of a database.
pub(super) fn remove(path: &Path) {
    for ending in ENDINGS {
        // Those that are not there need not be removed.
        let _ = std::fs::remove_file(beside(path, ending));
    }
}

#[cfg(unix)]
fn restrict(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let Ok(found) = std::fs::metadata(path) else {
        return;
    };
    let mode = found.permissions().mode() & 0o777;
    if !found.is_file() || mode & 0o077 == 0 {
        return;
    }
    let file = path.file_name().unwrap_or_default().display();
    match std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600)) {
        Ok(()) => {
            tracing::warn!(%file, was = format!("{mode:o}"), "now only its owner can read it")
        }
        Err(error) => {
            tracing::warn!(%file, %error, "others can read it, and that cannot be changed")
        }
    }
}

#[cfg(not(unix))]
fn restrict(_path: &Path) {}

/// The files of an open database, which must stay where they are: whoever removes or replaces them
/// takes away everything that is written afterwards.
#[derive(Debug)]
pub(super) struct OpenFiles {
    files: Vec<(PathBuf, Option<Identity>)>,
}

/// Device and number of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Identity(u64, u64);

impl OpenFiles {
    /// Notes which files are open, after the database was opened.
    pub(super) fn of(path: &Path) -> OpenFiles {
        let file = |ending| {
            let path = beside(path, ending);
            let identity = identity(&path);
            (path, identity)
        };
        OpenFiles {
            files: vec![file(""), file("-wal")],
        }
    }

    /// Checks that the files are still those that were opened. This takes two system calls.
    ///
    /// # Errors
    /// [`StoreError::Replaced`].
    pub(super) fn check(&mut self) -> Result<(), StoreError> {
        for (path, known) in &mut self.files {
            let found = identity(path);
            if known.is_none() {
                // The write-ahead log may appear later.
                *known = found;
            } else if found != *known {
                return Err(StoreError::Replaced { path: path.clone() });
            }
        }
        Ok(())
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    let found = std::fs::metadata(path).ok()?;
    Some(Identity(found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn identity(_path: &Path) -> Option<Identity> {
    None
}
