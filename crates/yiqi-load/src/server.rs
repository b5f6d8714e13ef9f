//! A server process: starting, measuring, killing, starting again.

use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::LoadError;

/// How long a server may take to report its address.
const READY_MAX: Duration = Duration::from_secs(120);

/// How to start a server.
#[derive(Clone, Debug)]
pub struct ServerPlan {
    /// The program `yiqi`.
    pub program: PathBuf,
    /// The folder of the database and the settings.
    pub folder: PathBuf,
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The database, if it is not a file in the folder.
    pub db: Option<String>,
    /// The bus between several servers.
    pub bus: Option<String>,
    /// Whether acknowledged moves survive a power cut.
    pub durable: bool,
}

impl ServerPlan {
    /// A durable server with its data in this folder, on any free port.
    #[must_use]
    pub fn new(program: &Path, folder: &Path) -> ServerPlan {
        ServerPlan {
            program: program.to_owned(),
            folder: folder.to_owned(),
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            db: None,
            bus: None,
            durable: true,
        }
    }

    /// The file of the database.
    #[must_use]
    pub fn database(&self) -> PathBuf {
        self.folder.join("yiqi.db")
    }

    /// Starts the program without waiting until it is ready.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn spawn(&self) -> Result<Starting, LoadError> {
        let config = self.folder.join("serve.toml");
        // All clients are on this machine.
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
        let mut command = Command::new(&self.program);
        command
            .args(["serve", "--listen", &self.listen.to_string(), "--config"])
            .arg(&config)
            .arg("--db");
        match &self.db {
            Some(url) => command.arg(url),
            None => command.arg(self.database()),
        };
        if let Some(bus) = &self.bus {
            command.args(["--bus", bus]);
        }
        let child = command
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
    /// If it cannot be started or does not serve.
    pub async fn start(&self) -> Result<Running, LoadError> {
        self.spawn()?.ready().await
    }
}

/// A child process that does not outlive us.
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

/// A started server that has not reported its address yet.
#[derive(Debug)]
pub struct Starting {
    child: KilledOnDrop,
    begin: Instant,
}

impl Starting {
    /// Waits for the line with its address.
    ///
    /// # Errors
    /// If there is none.
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
            .ok_or_else(|| LoadError::Broken(format!("the server ended with '{line}'")))?;
        Ok(Running {
            child: self.child,
            address,
            begin: self.begin,
            ready,
        })
    }

    /// Kills it with a signal that cannot be caught.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn kill(mut self) -> Result<(), LoadError> {
        Ok(self.child.kill()?)
    }
}

/// Parses the address in `http://127.0.0.1:7272/`.
pub(crate) fn parse_url(url: &str) -> Option<SocketAddr> {
    let rest = url.trim().strip_prefix("http://")?;
    rest.trim_end_matches('/').parse().ok()
}

/// A running server.
#[derive(Debug)]
pub struct Running {
    child: KilledOnDrop,
    /// The address it listens on.
    pub address: SocketAddr,
    /// When it was started.
    pub begin: Instant,
    /// When it reported to be ready.
    pub ready: Instant,
}

impl Running {
    /// Whether it has ended by itself.
    ///
    /// # Errors
    /// If the system does not say.
    pub fn has_ended(&mut self) -> Result<bool, LoadError> {
        Ok(self.child.0.try_wait()?.is_some())
    }

    /// Its process id.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.child.0.id()
    }

    /// Kills it with a signal that cannot be caught, and waits until it has ended.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn kill(mut self) -> Result<(), LoadError> {
        Ok(self.child.kill()?)
    }
}

/// The resource usage of a process.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// Resident memory, in KiB.
    pub rss_kib: u64,
    /// CPU time, in milliseconds.
    pub cpu_ms: u64,
    /// Open file descriptors.
    pub descriptors: u64,
    /// Threads.
    pub threads: u64,
}

impl Usage {
    /// The current usage of a process; zero if there is no such process or no `/proc`.
    #[must_use]
    pub fn of(pid: u32) -> Usage {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        let field = |name: &str| {
            let rest = status.lines().find_map(|line| line.strip_prefix(name));
            let number = rest.and_then(|rest| rest.trim().trim_end_matches(" kB").parse().ok());
            number.unwrap_or_default()
        };
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        // Fields are counted after the name, which may contain anything; user and system time are
        // the 12th and 13th of them, in ticks of 10 ms.
        let after_name = stat.rsplit(')').next().unwrap_or_default();
        let ticks: u64 = after_name
            .split_whitespace()
            .skip(11)
            .take(2)
            .filter_map(|field| field.parse::<u64>().ok())
            .sum();
        Usage {
            rss_kib: field("VmRSS:"),
            cpu_ms: ticks * 10,
            descriptors: std::fs::read_dir(format!("/proc/{pid}/fd"))
                .map_or(0, |entries| entries.count() as u64),
            threads: field("Threads:"),
        }
    }
}

/// Prints a line of progress.
pub(crate) fn note(line: &str) {
    // A closed stderr does no harm.
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// The program `yiqi` next to the running one, if it exists.
#[must_use]
pub fn beside_this() -> Option<PathBuf> {
    let name = format!("yiqi{}", std::env::consts::EXE_SUFFIX);
    let path = std::env::current_exe().ok()?.with_file_name(name);
    path.exists().then_some(path)
}
