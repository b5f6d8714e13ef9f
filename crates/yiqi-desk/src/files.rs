//! Atomic file writes.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file so that at any moment either the old or the new contents are there in full: a
/// temporary file in the same folder, synced to disk, then renamed.
///
/// # Errors
/// If the file cannot be written; the old contents are still there.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // Links are followed, so that they remain links. Special files cannot be replaced and are
    // written directly.
    let target = link_target(path);
    let old = fs::metadata(&target).ok();
    if old.as_ref().is_some_and(|old| old.permissions().readonly()) {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return fs::OpenOptions::new()
            .write(true)
            .open(&target)?
            .write_all(bytes);
    }
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".yiqi-").suffix(".tmp");
    if let Some(permissions) = new_file_permissions() {
        builder.permissions(permissions);
    }
    // Errors should not mention the temporary file.
    let plain = |error: io::Error| match error.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None => error.kind().into(),
    };
    let mut file = builder.tempfile_in(folder).map_err(plain)?;
    file.write_all(bytes).map_err(plain)?;
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(&target).map_err(|error| plain(error.error))?;
    sync_folder(folder)
}

/// The final target of a link, even if it does not exist yet.
fn link_target(path: &Path) -> PathBuf {
    let mut target = path.to_owned();
    // Systems follow fewer links in a row: more must be a cycle.
    for _ in 0..40 {
        let Ok(next) = fs::read_link(&target) else {
            break;
        };
        target = match target.parent() {
            Some(folder) => folder.join(next),
            None => next,
        };
    }
    target
}

/// The default permissions of a new file; the user's umask is applied to them.
#[cfg(unix)]
fn new_file_permissions() -> Option<fs::Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(fs::Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn new_file_permissions() -> Option<fs::Permissions> {
    None
}

/// Syncs the new name to disk as well.
#[cfg(unix)]
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    fs::File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
pub(crate) fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}
