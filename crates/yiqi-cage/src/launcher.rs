//! The executable that puts up the cage: this program, started once more.

use std::path::PathBuf;
use std::sync::OnceLock;

/// The first argument of a launcher; the second says which part it plays.
pub(crate) const MARK: &str = "cage-launcher";

static LAUNCHER: OnceLock<PathBuf> = OnceLock::new();

/// Plays the part of the launcher if this process was started as one, and does not return then.
/// Otherwise makes this executable the launcher for the programs that it starts.
///
/// Call it first thing in `main`: before threads, before anything is printed.
pub fn run_if_asked() {
    let mut args = std::env::args_os().skip(1);
    if args.next().is_some_and(|mark| mark == MARK) {
        #[cfg(target_os = "linux")]
        crate::linux::play_part(&args.collect::<Vec<_>>());
        #[cfg(not(target_os = "linux"))]
        std::process::exit(1);
    }
    if let Ok(own) = std::env::current_exe() {
        set_launcher(own);
    }
}

/// Makes another executable the launcher: one whose `main` calls [`run_if_asked`]. The first call
/// counts.
pub fn set_launcher(executable: PathBuf) {
    let _ = LAUNCHER.set(executable);
}

/// The launcher, if there is one.
pub(crate) fn launcher() -> Option<&'static PathBuf> {
    LAUNCHER.get()
}
