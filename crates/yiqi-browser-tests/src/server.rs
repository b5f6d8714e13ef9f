//! The program under test: `yiqi serve`.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::process::Process;

/// The program, built beforehand (`cargo build`), next to the folder of this test.
///
/// # Panics
/// If it does not exist.
#[must_use]
pub fn program() -> PathBuf {
    let program = target_folder().join("yiqi");
    assert!(
        program.exists(),
        "{} does not exist: run 'cargo build' first",
        program.display()
    );
    program
}

/// The `debug` or `release` folder of the build that this test belongs to.
pub(crate) fn target_folder() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a path");
    let folder = test.ancestors().nth(2).expect("a test lies in deps/");
    folder.to_owned()
}

/// A server with its own data folder. Dropping it kills it.
pub struct Server {
    process: Option<Process>,
    /// `http://127.0.0.1:PORT`, the same after a restart.
    origin: String,
    data: TempDir,
}

impl Server {
    /// Starts a server with these settings on a free port.
    ///
    /// # Panics
    /// If it does not start.
    #[must_use]
    pub fn start(settings: &str) -> Server {
        let data = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(settings_file(data.path()), settings).expect("the data folder is ours");
        let (process, origin) = serve(data.path(), "127.0.0.1:0");
        Server {
            process: Some(process),
            origin,
            data,
        }
    }

    /// `http://127.0.0.1:PORT`.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Kills the server as a power failure would.
    pub fn kill(&mut self) {
        self.process = None;
    }

    /// Starts it again, at the same address and with the same data.
    ///
    /// # Panics
    /// If it does not start.
    pub fn restart(&mut self) {
        self.kill();
        let address = self.origin.trim_start_matches("http://").to_owned();
        let (process, origin) = serve(self.data.path(), &address);
        assert_eq!(origin, self.origin);
        self.process = Some(process);
    }

    /// The server's log.
    #[must_use]
    pub fn log(&self) -> String {
        std::fs::read_to_string(log_file(self.data.path())).unwrap_or_default()
    }
}

fn log_file(data: &Path) -> PathBuf {
    data.join("log")
}

fn settings_file(data: &Path) -> PathBuf {
    data.join("serve.toml")
}

fn serve(data: &Path, address: &str) -> (Process, String) {
    let log = File::options()
        .create(true)
        .append(true)
        .open(log_file(data))
        .expect("the data folder is ours");
    let mut command = Command::new(program());
    command
        .args(["serve", "--lang", "en", "--listen", address, "--data-dir"])
        .arg(data)
        .arg("--config")
        .arg(settings_file(data))
        .env_remove("YIQI_LISTEN")
        .env_remove("YIQI_DB")
        .stderr(log);
    Process::start(&mut command, |line| {
        line.starts_with("http://")
            .then(|| line.trim_end_matches('/').to_owned())
    })
    .unwrap_or_else(|| {
        let log = std::fs::read_to_string(log_file(data)).unwrap_or_default();
        panic!("the server did not start:\n{log}")
    })
}
