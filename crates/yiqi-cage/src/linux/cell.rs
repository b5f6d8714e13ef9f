//! The folder that host and launchers share.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{CWD, Mode, mkfifoat};

use super::cgroup::Cgroup;
use crate::cage::Cage;
use crate::process::StartError;
use crate::report::CageReport;

/// How long a cage may take to be put up.
const START_PATIENCE: Duration = Duration::from_secs(20);

/// How often to look whether the launcher is still there.
const LOOK_INTERVAL: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 20_000_000,
};

/// A cell, from the host's side.
#[derive(Debug)]
pub(crate) struct Cell {
    folder: PathBuf,
    cgroup: Cgroup,
    /// While this is open, the supervisor knows that the host is there.
    control: Option<File>,
    report: File,
}

impl Cell {
    pub(super) fn new(cage: &Cage) -> io::Result<Cell> {
        if let Some(folder) = &cage.folder {
            fs::create_dir_all(folder)?;
        }
        let folder = new_folder()?;
        // Dropping the cell removes the folder.
        let made = || -> io::Result<(File, File)> {
            DirBuilder::new().mode(0o700).create(own_folder(&folder))?;
            for pipe in [control_pipe(&folder), report_pipe(&folder)] {
                mkfifoat(CWD, pipe, Mode::RUSR | Mode::WUSR)?;
            }
            // Opened both ways, it does not wait for the other side.
            let control = OpenOptions::new()
                .read(true)
                .write(true)
                .open(control_pipe(&folder))?;
            let report = OpenOptions::new()
                .read(true)
                .custom_flags(rustix::fs::OFlags::NONBLOCK.bits() as i32)
                .open(report_pipe(&folder))?;
            Ok((control, report))
        };
        match made() {
            Ok((control, report)) => Ok(Cell {
                cgroup: Cgroup::new(&folder, cage),
                folder,
                control: Some(control),
                report,
            }),
            Err(error) => {
                let _ = fs::remove_dir_all(&folder);
                Err(error)
            }
        }
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn plan_file(&self) -> PathBuf {
        plan_file(&self.folder)
    }

    /// The folder that the program may write to.
    pub(super) fn writable(&self, cage: &Cage) -> PathBuf {
        let own = cage.folder.as_ref();
        own.and_then(|folder| folder.canonicalize().ok())
            .unwrap_or_else(|| own_folder(&self.folder))
    }

    pub(super) fn cgroups(&self) -> &[PathBuf] {
        self.cgroup.folders()
    }

    pub(crate) fn is_out_of_memory(&self) -> bool {
        self.cgroup.is_out_of_memory()
    }

    /// Reads the report of the program's launcher. It closes its end when it becomes the program.
    pub(super) fn await_report(&mut self, child: &mut Child) -> Result<CageReport, StartError> {
        let start = Instant::now();
        let mut bytes = Vec::new();
        let mut buffer = [0; 4096];
        loop {
            let mut watched = [PollFd::new(&self.report, PollFlags::IN)];
            let _ = poll(&mut watched, Some(&LOOK_INTERVAL));
            let is_closed = watched[0].revents().contains(PollFlags::HUP);
            let is_over = is_closed || !matches!(child.try_wait(), Ok(None));
            loop {
                match self.report.read(&mut buffer) {
                    Ok(0) => break,
                    Ok(count) => bytes.extend_from_slice(&buffer[..count]),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(_) => break,
                }
            }
            if is_over {
                break;
            }
            if start.elapsed() > START_PATIENCE {
                return Err(StartError::Cage(io::ErrorKind::TimedOut.into()));
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        let said = |key: &str| text.lines().find_map(|line| line.strip_prefix(key));
        let os_error = |text: &str| match text.parse() {
            Ok(code) => io::Error::from_raw_os_error(code),
            Err(_) => io::Error::other(text.to_owned()),
        };
        match (said("failed\t"), said("no-program\t")) {
            (Some(problem), _) => Err(StartError::Cage(os_error(problem))),
            (_, Some(problem)) => Err(StartError::Program(os_error(problem))),
            _ if bytes.is_empty() => Err(StartError::Cage(io::Error::other(
                "the launcher ended without a report",
            ))),
            _ => Ok(CageReport::of_text(&text)),
        }
    }

    /// Tells the supervisor to end everything.
    pub(crate) fn close(&mut self) {
        self.control = None;
    }

    /// Kills everything without the supervisor.
    pub(crate) fn kill_all(&self) {
        self.cgroup.kill_all();
    }

    pub(crate) fn clean_up(&mut self) {
        self.cgroup.remove();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Drop for Cell {
    fn drop(&mut self) {
        self.close();
        self.clean_up();
    }
}

pub(super) fn plan_file(cell: &Path) -> PathBuf {
    cell.join("plan")
}

pub(super) fn control_pipe(cell: &Path) -> PathBuf {
    cell.join("control")
}

pub(super) fn report_pipe(cell: &Path) -> PathBuf {
    cell.join("report")
}

pub(super) fn own_folder(cell: &Path) -> PathBuf {
    cell.join("own")
}

/// Makes a folder that only we can open.
fn new_folder() -> io::Result<PathBuf> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let mut tries = 0;
    loop {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("yiqi-cage-{}-{number}-{tries}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        match DirBuilder::new().mode(0o700).create(&folder) {
            Ok(()) => return folder.canonicalize(),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && tries < 1000 => {
                tries += 1
            }
            Err(error) => return Err(error),
        }
    }
}
