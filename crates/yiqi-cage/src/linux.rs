//! The cage on Linux.
//!
//! Four processes: the host; the *supervisor*, in new namespaces, which waits for the program and
//! ends the rest; the *warden*, process 1 of the new process namespace, which takes in orphans; and
//! the *program*, which restricts itself and then becomes the outside program. They share a
//! folder, the *cell*: the plan of the cage, a pipe that tells the supervisor when the host is gone,
//! a pipe for the report, and the temporary folder of the program.

mod cell;
mod cgroup;
mod files;
mod namespaces;
mod plan;
mod program;
mod supervisor;
mod system_calls;
mod warden;

use std::ffi::OsString;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::cage::Cage;
use crate::launcher::{MARK, launcher};
use crate::process::StartError;
use crate::report::CageReport;

pub(crate) use cell::Cell;
use plan::CellPlan;

/// The parts of a launcher.
const SUPERVISOR: &str = "supervisor";
const WARDEN: &str = "warden";
const PROGRAM: &str = "program";

/// The exit status of a launcher that cannot do its part.
const FAILED: i32 = 125;

/// Starts a program in a cage.
pub(crate) fn start(
    program: &Path,
    words: &[String],
    cage: &Cage,
) -> Result<(Child, Cell, CageReport), StartError> {
    let launcher = launcher().ok_or(StartError::NoLauncher)?;
    let mut cell = Cell::new(cage).map_err(StartError::Cage)?;
    let plan = CellPlan::new(program, words, cage, &cell);
    std::fs::write(cell.plan_file(), plan.to_bytes()).map_err(StartError::Cage)?;
    let mut child = part(launcher, SUPERVISOR, cell.folder())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(StartError::Cage)?;
    match cell.await_report(&mut child) {
        Ok(report) => Ok((child, cell, report)),
        Err(error) => {
            cell.close();
            let _ = child.wait();
            cell.clean_up();
            Err(error)
        }
    }
}

/// A launcher that plays a part. It gets nothing of our environment.
fn part(launcher: &Path, part: &str, cell: &Path) -> Command {
    let mut command = Command::new(launcher);
    command.args([MARK, part]).arg(cell).env_clear();
    command
}

/// Plays the part that the arguments name. Does not return.
pub(crate) fn play_part(args: &[OsString]) -> ! {
    let mut words = args.iter();
    let part = words.next().and_then(|part| part.to_str());
    let cell = words.next().map(Path::new);
    let status = match (part, cell) {
        (Some(SUPERVISOR), Some(cell)) => supervisor::run(cell),
        (Some(WARDEN), _) => warden::run(),
        (Some(PROGRAM), Some(cell)) => program::run(cell, words.as_slice()),
        _ => FAILED,
    };
    std::process::exit(status)
}
