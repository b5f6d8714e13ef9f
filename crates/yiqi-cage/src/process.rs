//! A running program, with or without a cage.

use std::io;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::cage::{Cage, find_program};
use crate::report::CageReport;

/// The environment variables that are passed on to a program without a cage.
const VARIABLES: [&str; 8] = [
    "PATH",
    "HOME",
    "LANG",
    "LC_ALL",
    "TMPDIR",
    "SYSTEMROOT",
    "TEMP",
    "USERPROFILE",
];

/// How often a process is looked at while it ends.
const LOOK_INTERVAL: Duration = Duration::from_millis(1);

/// What is said of a program that does not exist.
pub const NO_SUCH_PROGRAM: &str = "there is no such program";

/// Why a program could not be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// There is no such program, or it cannot be run.
    #[error("{0}")]
    Program(io::Error),
    /// The cage could not be put up.
    #[error("the cage cannot be put up: {0}")]
    Cage(io::Error),
    /// The host cannot be its own launcher.
    #[error("this executable does not call yiqi_cage::run_if_asked, so it cannot cage programs")]
    NoLauncher,
}

/// A running program. Dropping it ends everything that the program started.
#[derive(Debug)]
pub struct CagedProcess {
    child: Child,
    /// Whether it was reaped: its process ID may belong to another process by now.
    status: Option<ExitStatus>,
    report: Option<CageReport>,
    #[cfg(target_os = "linux")]
    cell: Option<crate::linux::Cell>,
}

impl CagedProcess {
    /// Starts a program with piped standard input, output and error output; without a cage if
    /// there is none.
    ///
    /// # Errors
    /// If there is no such program, or the cage cannot be put up.
    pub fn start(words: &[String], cage: Option<&Cage>) -> Result<CagedProcess, StartError> {
        let missing =
            || StartError::Program(io::Error::new(io::ErrorKind::NotFound, NO_SUCH_PROGRAM));
        let program = words.first().and_then(|word| find_program(word));
        let program = program.ok_or_else(missing)?;
        #[cfg(target_os = "linux")]
        if let Some(cage) = cage {
            let (child, cell, report) = crate::linux::start(&program, words, cage)?;
            return Ok(CagedProcess {
                child,
                status: None,
                report: Some(report),
                cell: Some(cell),
            });
        }
        let mut command = Command::new(program);
        command
            .args(&words[1..])
            .env_clear()
            .envs(VARIABLES.iter().filter_map(|&name| {
                let value = std::env::var_os(name)?;
                Some((name, value))
            }))
            // Otherwise Python would buffer its answers.
            .env("PYTHONUNBUFFERED", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let child = command.spawn().map_err(StartError::Program)?;
        Ok(CagedProcess {
            child,
            status: None,
            report: cage.map(|_| bare_report()),
            #[cfg(target_os = "linux")]
            cell: None,
        })
    }

    /// The layers of its cage; `None` without a cage.
    #[must_use]
    pub fn report(&self) -> Option<&CageReport> {
        self.report.as_ref()
    }

    /// Its standard input, once.
    pub fn take_stdin(&mut self) -> Option<ChildStdin> {
        self.child.stdin.take()
    }

    /// Its standard output, once.
    pub fn take_stdout(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// Its error output, once.
    pub fn take_stderr(&mut self) -> Option<ChildStderr> {
        self.child.stderr.take()
    }

    /// Whether the kernel ended one of its processes because memory ran out. Ask before it is
    /// killed.
    #[must_use]
    pub fn is_out_of_memory(&self) -> bool {
        #[cfg(target_os = "linux")]
        if let Some(cell) = &self.cell {
            return cell.is_out_of_memory();
        }
        false
    }

    /// Waits for it to exit on its own.
    pub fn await_exit(&mut self, patience: Duration) -> bool {
        let start = Instant::now();
        loop {
            if self.has_exited() {
                return true;
            }
            if start.elapsed() >= patience {
                return false;
            }
            thread::sleep(LOOK_INTERVAL);
        }
    }

    /// Whether it has exited. Does not reap it, so that its process group can still be killed.
    #[cfg(unix)]
    fn has_exited(&self) -> bool {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        let Some(id) = self.id() else { return true };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.status.is_some() || !matches!(waitid(WaitId::Pid(id), options), Ok(None))
    }

    #[cfg(not(unix))]
    fn has_exited(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    #[cfg(unix)]
    fn id(&self) -> Option<rustix::process::Pid> {
        let id = i32::try_from(self.child.id()).ok()?;
        rustix::process::Pid::from_raw(id)
    }

    /// Ends the program and everything that it started; returns how the program ended.
    pub fn kill(&mut self) -> Option<ExitStatus> {
        if self.status.is_some() {
            return self.status;
        }
        #[cfg(target_os = "linux")]
        if let Some(mut cell) = self.cell.take() {
            // The supervisor ends everything and tells how the program ended by ending the same way.
            cell.close();
            if !self.await_exit(SUPERVISOR_PATIENCE) {
                cell.kill_all();
            }
            self.kill_group();
            self.status = self.child.wait().ok();
            cell.clean_up();
            return self.status;
        }
        self.kill_group();
        let _ = self.child.kill();
        self.status = self.child.wait().ok();
        self.status
    }

    /// Kills the process group. It is killed before its leader is reaped: until then the process
    /// ID cannot be reused.
    fn kill_group(&self) {
        #[cfg(unix)]
        if let Some(group) = self.id() {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
    }
}

impl Drop for CagedProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

/// How long the supervisor may take to end everything before it is killed itself.
#[cfg(target_os = "linux")]
const SUPERVISOR_PATIENCE: Duration = Duration::from_secs(2);

/// What there is without the means of Linux.
fn bare_report() -> CageReport {
    let mut report = CageReport::default();
    if cfg!(unix) {
        report.add(crate::report::Layer::Session, "process group");
    }
    report
}
