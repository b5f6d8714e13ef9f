//! What a program may do.

use std::path::{Path, PathBuf};
use std::time::Duration;

/// The limits of a program.
///
/// It may read the system's libraries and programs, the folders of the files named in its command,
/// and `readable`; it may write only to its own folder. It has no network and sees no other process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cage {
    /// A folder of its own that it may write to and that is kept. Without one it gets a temporary
    /// folder.
    pub folder: Option<PathBuf>,
    /// Further files and folders that it may read.
    pub readable: Vec<PathBuf>,
    /// Folders with secrets. No folder that contains one becomes readable just because the command
    /// names a file in it.
    pub protected: Vec<PathBuf>,
    /// Memory of all its processes together, in MiB.
    pub memory_mib: u64,
    /// Processor time of one process.
    pub cpu: Duration,
    /// The size of a file that it writes, and of everything in a temporary folder, in MiB.
    pub disk_mib: u64,
    /// Processes and threads.
    pub process_count: u64,
    /// Open files of one process.
    pub open_file_count: u64,
}

impl Default for Cage {
    fn default() -> Cage {
        Cage {
            folder: None,
            readable: Vec::new(),
            protected: Vec::new(),
            memory_mib: Cage::MEMORY_MIB_DEFAULT,
            cpu: Duration::from_secs(12 * 60 * 60),
            disk_mib: 64,
            process_count: 64,
            open_file_count: 256,
        }
    }
}

impl Cage {
    /// The memory of a program whose spec names none.
    pub const MEMORY_MIB_DEFAULT: u64 = 1024;

    /// Memory in bytes.
    #[must_use]
    pub fn memory_bytes(&self) -> u64 {
        self.memory_mib.saturating_mul(1 << 20)
    }

    /// The folders and files that a command needs: those of the program itself and of every file
    /// that its words name.
    pub(crate) fn readable_for(&self, program: &Path, words: &[String]) -> Vec<PathBuf> {
        let mut paths = self.readable.clone();
        let real = program.canonicalize().unwrap_or_else(|_| program.into());
        for file in [program, &real] {
            self.add_folder_of(file, &mut paths);
            // An interpreter that a person installed has its library beside its folder of programs.
            let prefix = file.parent().and_then(Path::parent);
            if let Some(prefix) = prefix.filter(|prefix| self.is_harmless(prefix)) {
                paths.push(prefix.to_owned());
            }
        }
        for word in words.iter().skip(1) {
            let path = Path::new(word);
            if let Ok(real) = path.canonicalize() {
                match real.is_dir() {
                    true if self.is_harmless(&real) => paths.push(real),
                    true => {}
                    false => self.add_folder_of(&real, &mut paths),
                }
            }
        }
        paths.sort();
        paths.dedup();
        paths
    }

    /// The folder of a file, or the file alone if the folder holds secrets.
    fn add_folder_of(&self, file: &Path, paths: &mut Vec<PathBuf>) {
        match file.parent() {
            Some(folder) if self.is_harmless(folder) => paths.push(folder.to_owned()),
            _ => paths.push(file.to_owned()),
        }
    }

    /// Whether a folder holds no secrets: it is neither the home folder nor temporary files of
    /// others, nor does it contain such a folder.
    fn is_harmless(&self, folder: &Path) -> bool {
        let home = std::env::home_dir();
        let temporary = std::env::temp_dir();
        let in_home = [".ssh", ".gnupg", ".config", ".local/share", ".aws"];
        let kept = home
            .iter()
            .flat_map(|home| in_home.iter().map(move |name| home.join(name)))
            .chain([temporary, PathBuf::from("/etc")]);
        let mut secrets = self.protected.iter().cloned().chain(kept);
        !secrets.any(|secret| {
            let real = secret.canonicalize().unwrap_or_else(|_| secret.clone());
            real.starts_with(folder) || secret.starts_with(folder)
        }) && home.is_none_or(|home| !home.starts_with(folder))
    }
}

/// The file that the first word of a command names: a path, or a program on the search path.
pub(crate) fn find_program(word: &str) -> Option<PathBuf> {
    let path = Path::new(word);
    if path.components().count() > 1 || word.starts_with('.') {
        return path.exists().then(|| std::path::absolute(path).ok())?;
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders)
        .map(|folder| folder.join(word))
        .find(|file| is_program(file))
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(file).is_ok_and(|of| of.is_file() && of.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.is_file() || file.with_extension("exe").is_file()
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    // Fault 56.
    #[test]
    fn naming_a_file_in_a_folder_with_secrets_opens_only_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("home");
        let bots = home.join("bots");
        std::fs::create_dir_all(&bots).unwrap();
        for file in [home.join("bot.py"), bots.join("bot.py")] {
            std::fs::write(file, "").unwrap();
        }
        let cage = Cage {
            protected: vec![home.join("data")],
            ..Cage::default()
        };
        let readable = |file: &Path| {
            let words = ["python3".to_owned(), file.display().to_string()];
            cage.readable_for(Path::new("/usr/bin/python3"), &words)
        };
        let beside = readable(&home.join("bot.py"));
        assert!(beside.contains(&home.join("bot.py").canonicalize().unwrap()));
        assert!(!beside.contains(&home.canonicalize().unwrap()));
        let apart = readable(&bots.join("bot.py"));
        assert!(apart.contains(&bots.canonicalize().unwrap()));
        assert!(
            readable(Path::new("/"))
                .iter()
                .all(|path| path != Path::new("/"))
        );
        if let Some(home) = std::env::home_dir() {
            assert!(!cage.is_harmless(&home));
        }
    }
}
