//! A small disk that can be filled.

use std::fs::File;
use std::io::{Error, ErrorKind, Result, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A small file system in memory. It is unmounted when this is dropped.
#[derive(Debug)]
pub struct SmallDisk {
    folder: PathBuf,
}

impl SmallDisk {
    /// Mounts one of this many MiB at an empty folder.
    ///
    /// # Errors
    /// If this machine does not allow it: it needs root.
    pub fn new(folder: &Path, mib: usize) -> Result<SmallDisk> {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={mib}m"), "tmpfs"]);
        let output = mount.arg(folder).output()?;
        if !output.status.success() {
            let problem = String::from_utf8_lossy(&output.stderr);
            let problem = format!("cannot mount a small disk here: {}", problem.trim());
            return Err(Error::new(ErrorKind::PermissionDenied, problem));
        }
        Ok(SmallDisk {
            folder: folder.to_owned(),
        })
    }

    fn filler(&self) -> PathBuf {
        self.folder.join("filler")
    }

    /// Leaves no room on it.
    ///
    /// # Errors
    /// If the disk fails otherwise.
    pub fn fill(&self) -> Result<()> {
        let mut file = File::create(self.filler())?;
        // Large pieces first, then what is left.
        for size in [1 << 20, 1 << 12, 1] {
            let piece = vec![0; size];
            loop {
                match file.write_all(&piece) {
                    Ok(()) => {}
                    Err(error) if error.kind() == ErrorKind::StorageFull => break,
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    }

    /// Makes room again.
    ///
    /// # Errors
    /// If it was not filled.
    pub fn free(&self) -> Result<()> {
        std::fs::remove_file(self.filler())
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.folder).status();
    }
}
