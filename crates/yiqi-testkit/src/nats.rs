//! NATS for tests: real servers, each on a port of its own.

use std::net::TcpStream;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::postgres::free_port;

/// How long a server may take to start.
const START_MAX: Duration = Duration::from_secs(20);

/// The path of the program. `scripts/nats-server` installs it if it is not there.
#[must_use]
pub fn program() -> &'static str {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/nats-server");
        let output = Command::new(script).output().expect("a shell");
        let said = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        assert!(
            output.status.success() && !said.is_empty(),
            "scripts/nats-server: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        said
    })
}

/// A server of one test, which may kill it. It ends with this value.
#[derive(Debug)]
pub struct NatsServer {
    port: u16,
    arguments: Vec<String>,
    child: Mutex<Option<Child>>,
}

impl NatsServer {
    /// Starts it, on a port of this machine that was free a moment ago.
    #[must_use]
    pub fn start() -> NatsServer {
        NatsServer::start_with(&[])
    }

    /// The same with further arguments.
    #[must_use]
    pub fn start_with(arguments: &[&str]) -> NatsServer {
        loop {
            let server = NatsServer {
                port: free_port(),
                arguments: arguments.iter().map(|&text| text.to_owned()).collect(),
                child: Mutex::default(),
            };
            // Somebody else may have taken the port.
            if server.try_start() {
                return server;
            }
        }
    }

    /// Its URL, without a login.
    #[must_use]
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// The port it listens on.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Its process id, while it runs.
    #[must_use]
    pub fn pid(&self) -> Option<u32> {
        self.child().as_ref().map(Child::id)
    }

    fn child(&self) -> std::sync::MutexGuard<'_, Option<Child>> {
        self.child.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Kills it.
    pub fn kill(&self) {
        if let Some(mut child) = self.child().take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Starts it again, on the same port, and waits until it accepts connections.
    ///
    /// # Panics
    /// If it does not start, for example because somebody has taken the port.
    pub fn restart(&self) {
        assert!(self.try_start(), "the NATS server ended");
    }

    /// Starts it. Returns whether it runs.
    fn try_start(&self) -> bool {
        self.kill();
        let child = Command::new(program())
            .args(["--addr", "127.0.0.1", "--port", &self.port.to_string()])
            .args(&self.arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .expect("the program runs");
        *self.child() = Some(child);
        let since = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            if since.elapsed() > START_MAX {
                return false;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let mut child = self.child();
        let ended = child.as_mut().map(Child::try_wait);
        matches!(ended, Some(Ok(None)))
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.kill();
    }
}
