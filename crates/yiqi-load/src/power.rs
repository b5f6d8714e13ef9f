//! `power`: cuts the power while games are played.
//!
//! The database is on a file system in a file. The cut is `FS_IOC_SHUTDOWN` without flushing the
//! journal: everything not synced to disk is lost, as if the machine had lost its power. As a
//! control, the same is done to a server that does not sync its commits: that one must lose
//! something, or the cut proves nothing.
//!
//! Only acknowledgments received before the cut began count. While the file system shuts down,
//! Linux lets an `fdatasync` in progress return success without having written anything, which no
//! disk that loses its power does.

use std::cell::Cell;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::time::Duration;

use crate::kill::{Campaign, Failure};
use crate::server::ServerPlan;
use crate::{Figures, LoadError};

/// The size of the file system.
const DISK_BYTES: u64 = 256 * 1024 * 1024;

/// The parameters of a run.
#[derive(Clone, Debug)]
pub struct PowerPlan {
    /// The program `yiqi`.
    pub program: PathBuf,
    /// The number of power cuts.
    pub times: usize,
    /// Simultaneous games.
    pub games: usize,
    /// Whether the server syncs commits to disk.
    pub durable: bool,
    /// How far off a clock may be, besides the time that the machine keeps threads waiting.
    pub clock_max: Duration,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// Cuts the power repeatedly and checks what the server has stored.
///
/// # Errors
/// [`LoadError::NotPermitted`] if no file system can be mounted; otherwise if the server cannot be
/// started or does not recover.
pub async fn power(plan: &PowerPlan) -> Result<Figures, LoadError> {
    let folder = tempfile::tempdir()?;
    let disk = LoopDisk::new(folder.path())?;
    let server = ServerPlan {
        durable: plan.durable,
        ..ServerPlan::new(&plan.program, &disk.mount)
    };
    let campaign = Campaign {
        times: plan.times,
        games: plan.games,
        clock_max: plan.clock_max,
        seed: plan.seed,
    };
    campaign.run(&server, Failure::PowerCut(&disk)).await
}

/// A file system in a file. It is unmounted when this is dropped.
#[derive(Debug)]
pub(crate) struct LoopDisk {
    image: PathBuf,
    mount: PathBuf,
}

impl LoopDisk {
    fn new(folder: &Path) -> Result<LoopDisk, LoadError> {
        let disk = LoopDisk {
            image: folder.join("disk.img"),
            mount: folder.join("disk"),
        };
        std::fs::File::create(&disk.image)?.set_len(DISK_BYTES)?;
        std::fs::create_dir(&disk.mount)?;
        let why = |error: LoadError| {
            LoadError::NotPermitted(format!(
                "cannot mount a file system here, so the power cannot be cut: {error} \
                 (this needs root, loop devices and ext4)"
            ))
        };
        system("mkfs.ext4", &["-q".as_ref(), disk.image.as_ref()]).map_err(why)?;
        disk.mount().map_err(why)?;
        Ok(disk)
    }

    fn mount(&self) -> Result<(), LoadError> {
        let args = ["-o", "loop"].map(Path::new);
        system("mount", &[args[0], args[1], &self.image, &self.mount])
    }

    /// Cuts the power while clients play, and sets `outage` just before.
    pub(crate) async fn cut(&self, outage: &Outage) -> Result<(), LoadError> {
        // EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH. Rust has no safe call for it; Python
        // is needed for the script players anyway. It starts first and then waits for a line, so
        // that the cut follows the line at once.
        const CUT: &str = "import fcntl, os, struct, sys\n\
             disk = os.open(sys.argv[1], os.O_RDONLY)\n\
             print('ready', flush=True)\n\
             sys.stdin.readline()\n\
             fcntl.ioctl(disk, 0x8004587d, struct.pack('I', 2))\n";
        let mut python = Command::new("python3")
            .args(["-c", CUT])
            .arg(&self.mount)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (stdin, stdout) = (python.stdin.take(), python.stdout.take());
        let (Some(mut stdin), Some(stdout)) = (stdin, stdout) else {
            return Err(LoadError::Broken("no pipe to python3".to_owned()));
        };
        blocking(move || BufReader::new(stdout).read_line(&mut String::new())).await?;
        outage.begin();
        stdin.write_all(b"\n")?;
        let status = blocking(move || python.wait()).await?;
        if status.success() {
            Ok(())
        } else {
            Err(LoadError::Broken(format!("python3 ended with {status}")))
        }
    }

    /// Unmounts the disk and mounts it again, as a restarting machine does.
    pub(crate) fn remount(&self) -> Result<(), LoadError> {
        system("umount", &[&self.mount])?;
        self.mount()
    }
}

impl Drop for LoopDisk {
    fn drop(&mut self) {
        // It may not be mounted.
        let _ = system("umount", &[&self.mount]);
    }
}

/// Whether a power cut has begun. Clients of one thread share it; clones are the same outage.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outage(Rc<Cell<bool>>);

impl Outage {
    pub(crate) fn has_begun(&self) -> bool {
        self.0.get()
    }

    fn begin(&self) {
        self.0.set(true);
    }
}

/// Runs blocking work without holding up the clients.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> std::io::Result<T> + Send + 'static,
) -> Result<T, LoadError> {
    let done = tokio::task::spawn_blocking(work).await;
    Ok(done.map_err(|error| LoadError::Broken(error.to_string()))??)
}

fn system(program: &str, args: &[&Path]) -> Result<(), LoadError> {
    let output = Command::new(program).args(args).output()?;
    if output.status.success() {
        return Ok(());
    }
    let problem = String::from_utf8_lossy(&output.stderr);
    Err(LoadError::NotPermitted(format!(
        "{program}: {}",
        problem.trim()
    )))
}
