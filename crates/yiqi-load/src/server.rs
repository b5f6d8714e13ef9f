//! A server as a process: started, looked at, killed, started again.

use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::LoadError;

/// How long a server may take until it says where it listens.
const READY_MAX: Duration = Duration::from_secs(120);

/// How a server is started.
#[derive(Clone, Debug)]
pub struct ServerPlan {
    /// The program `yiqi`.
    pub program: PathBuf,
    /// Where the database and the settings are.
    pub folder: PathBuf,
    /// Whether acknowledged moves survive a power cut.
    pub durable: bool,
}

impl ServerPlan {
    /// A server of this program that keeps everything in a folder.
    #[must_use]
    pub fn new(program: &Path, folder: &Path) -> ServerPlan {
        ServerPlan {
            program: program.to_owned(),
            folder: folder.to_owned(),
            durable: true,
        }
    }

    /// Starts the program. It is not ready yet.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn spawn(&self) -> Result<Starting, LoadError> {
        let config = self.folder.join("serve.toml");
        // One machine plays everybody here.
        std::fs::write(
            &config,
            format!(
                "durable = {}\nmessages_max = 1000000\nclaim_after_seconds = 86400\n\n\
                 [limits]\nloopback_exempt = true\n",
                self.durable
            ),
        )?;
        let log = std::fs::File::options()
            .create(true)
            .append(true)
            .open(self.folder.join("serve.log"))?;
        let begin = Instant::now();
        let child = Command::new(&self.program)
            .args(["serve", "--listen", "127.0.0.1:0", "--config"])
            .arg(&config)
            .arg("--db")
            .arg(self.folder.join("yiqi.db"))
            .env("YIQI_LOG", "warn")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()?;
        Ok(Starting {
            child: KilledOnDrop(child),
            begin,
        })
    }

    /// Starts the program and waits until it serves.
    ///
    /// # Errors
    /// If it does not come to that.
    pub async fn start(&self) -> Result<Running, LoadError> {
        self.spawn()?.ready().await
    }
}

/// A child that does not outlive us.
#[derive(Debug)]
struct KilledOnDrop(Child);

impl KilledOnDrop {
    fn kill(&mut self) -> std::io::Result<()> {
        self.0.kill()?;
        self.0.wait()?;
        Ok(())
    }
}

impl Drop for KilledOnDrop {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.kill();
    }
}

/// A server that was started and has not said yet where it listens.
#[derive(Debug)]
pub struct Starting {
    child: KilledOnDrop,
    begin: Instant,
}

impl Starting {
    /// Waits for the line that says where it listens.
    ///
    /// # Errors
    /// If none comes.
    pub async fn ready(mut self) -> Result<Running, LoadError> {
        let stdout = self.child.0.stdout.take();
        let line = tokio::task::spawn_blocking(move || {
            let mut line = String::new();
            if let Some(stdout) = stdout {
                BufReader::new(stdout).read_line(&mut line)?;
            }
            Ok::<_, std::io::Error>((line, Instant::now()))
        });
        let (line, ready) = tokio::time::timeout(READY_MAX, line)
            .await
            .map_err(|_| LoadError::NotReady(READY_MAX))?
            .map_err(|_| LoadError::NotReady(READY_MAX))??;
        let address = parse_url(&line)
            .ok_or_else(|| LoadError::Broken(format!("the server ended, saying '{line}'")))?;
        Ok(Running {
            child: self.child,
            address,
            begin: self.begin,
            ready,
        })
    }

    /// Ends it at once, with the signal that cannot be caught.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn kill(mut self) -> Result<(), LoadError> {
        Ok(self.child.kill()?)
    }
}

/// The address in `http://127.0.0.1:7272/`.
pub(crate) fn parse_url(url: &str) -> Option<SocketAddr> {
    let rest = url.trim().strip_prefix("http://")?;
    rest.trim_end_matches('/').parse().ok()
}

/// A server that serves.
#[derive(Debug)]
pub struct Running {
    child: KilledOnDrop,
    /// Where it listens.
    pub address: SocketAddr,
    /// When it was started.
    pub begin: Instant,
    /// When it said that it is ready.
    pub ready: Instant,
}

impl Running {
    /// Its number.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.child.0.id()
    }

    /// Ends it at once, with the signal that cannot be caught; returns when it is gone.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn kill(mut self) -> Result<(), LoadError> {
        Ok(self.child.kill()?)
    }
}

/// What a process uses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// Memory that is in use, in KiB.
    pub rss_kib: u64,
    /// Time on a core, in milliseconds.
    pub cpu_ms: u64,
}

impl Usage {
    /// What a process uses now; nothing if there is no such process, or no `/proc`.
    #[must_use]
    pub fn of(pid: u32) -> Usage {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        let rss_kib = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))
            .and_then(|rest| rest.trim().trim_end_matches(" kB").parse().ok());
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        // Fields are counted behind the name, which may hold anything; user and system time are the
        // 12th and 13th of them, in ticks of 10 ms.
        let after_name = stat.rsplit(')').next().unwrap_or_default();
        let ticks: u64 = after_name
            .split_whitespace()
            .skip(11)
            .take(2)
            .filter_map(|field| field.parse::<u64>().ok())
            .sum();
        Usage {
            rss_kib: rss_kib.unwrap_or_default(),
            cpu_ms: ticks * 10,
        }
    }
}

/// Writes a line for people who wait.
pub(crate) fn note(line: &str) {
    // Nobody reads it: no harm.
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// The program `yiqi` beside the one that runs, if it is there.
#[must_use]
pub fn beside_this() -> Option<PathBuf> {
    let name = format!("yiqi{}", std::env::consts::EXE_SUFFIX);
    let path = std::env::current_exe().ok()?.with_file_name(name);
    path.exists().then_some(path)
}
