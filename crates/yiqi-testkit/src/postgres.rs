//! PostgreSQL for tests: real servers of this machine's PostgreSQL, each in a folder of its own.
//!
//! All test processes share one server, and each test has a database of its own. A test that stops
//! or kills a server starts a private one.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// The password of the only user, for connections over TCP.
pub const PASSWORD: &str = "secret";

/// Set in processes whose tests use PostgreSQL where they would use a file.
const CHOICE: &str = "YIQI_TEST_STORE";

/// Whether tests use PostgreSQL where they would use a file.
#[must_use]
pub fn is_chosen() -> bool {
    std::env::var_os(CHOICE).is_some_and(|choice| choice == "postgres")
}

/// Runs tests of this test binary again, those whose names contain one of the filters, on
/// PostgreSQL.
///
/// # Panics
/// If there are none, or one of them fails.
pub fn run_again(filters: &[&str], skipped: &[&str]) {
    let program = std::env::current_exe().expect("the path of this program");
    let mut command = Command::new(program);
    command.args(filters).env(CHOICE, "postgres");
    for name in skipped {
        command.args(["--skip", name]);
    }
    let output = command.output().expect("this program runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert!(!said.contains("running 0 tests"), "{said}");
}

/// The folder with PostgreSQL's programs: where `initdb` is in the path, or else Debian's folder of
/// the newest version.
fn programs() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let in_path = std::env::split_paths(&path)
        .map(|folder| folder.join("initdb"))
        .filter_map(|program| fs::canonicalize(program).ok())
        .filter_map(|program| program.parent().map(Path::to_owned))
        .next();
    let version = |folder: &PathBuf| -> Option<u32> { folder.file_name()?.to_str()?.parse().ok() };
    let newest = || {
        let versions = fs::read_dir("/usr/lib/postgresql").ok()?;
        let folders = versions.filter_map(|entry| Some(entry.ok()?.path()));
        let newest = folders.max_by_key(|folder| version(folder).unwrap_or(0))?;
        Some(newest.join("bin"))
    };
    in_path
        .or_else(newest)
        .expect("PostgreSQL is installed; scripts/test does it")
}

/// The user and group that run a server: ours, but PostgreSQL refuses root.
fn owner() -> Option<(u32, u32)> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let is_root = status
        .lines()
        .any(|line| line.split_whitespace().take(3).eq(["Uid:", "0", "0"]));
    if !is_root {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").expect("the list of users");
    let user = |name: &str| {
        let line = users.lines().find(|line| line.starts_with(name))?;
        let mut fields = line.split(':').skip(2);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    Some(
        user("postgres:")
            .or_else(|| user("nobody:"))
            .expect("a user who is not root"),
    )
}

fn run(command: &mut Command) {
    let output = command.output().expect("PostgreSQL's programs run");
    assert!(
        output.status.success(),
        "{command:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// A server in a folder.
#[derive(Debug)]
struct Cluster {
    folder: PathBuf,
}

impl Cluster {
    /// One of PostgreSQL's programs, as the owner of the server.
    fn program(&self, name: &str) -> Command {
        self.as_owner(programs().join(name))
    }

    fn as_owner(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.stdin(Stdio::null()).current_dir(&self.folder);
        if let Some((user, group)) = owner() {
            command.uid(user).gid(group);
        }
        command
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// Creates the server's files in an empty folder.
    fn create(&self) {
        fs::set_permissions(&self.folder, fs::Permissions::from_mode(0o755)).expect("our folder");
        let password = self.folder.join("password");
        fs::write(&password, PASSWORD).expect("a file in our folder");
        if let Some((user, group)) = owner() {
            chown(&self.folder, Some(user), Some(group)).expect("root may do that");
        }
        run(self
            .program("initdb")
            .args(["--username=postgres", "--encoding=UTF8", "--locale=C"])
            .args(["--auth-local=trust", "--auth-host=scram-sha-256"])
            .args(["--no-sync", "--pwfile=password", "--pgdata=data"]));
        // Tests kill processes, not the machine: what was written is read again without a sync.
        let settings = "fsync = off\nfull_page_writes = off\nshared_buffers = 32MB\n\
                        max_connections = 300\nmax_wal_size = 256MB\n\
                        log_min_messages = fatal\n";
        let file = self.data().join("postgresql.conf");
        let usual = fs::read_to_string(&file).expect("initdb wrote it");
        fs::write(&file, usual + settings).expect("initdb wrote it");
    }

    /// Starts it, with a socket in its folder, and on a port if there is one. Waits until it
    /// accepts connections.
    fn start(&self, port: Option<u16>) {
        let folder = self.folder.display();
        let listen = match port {
            Some(port) => format!("-k {folder} -h 127.0.0.1 -p {port}"),
            None => format!("-k {folder} -h ''"),
        };
        run(self
            .program("pg_ctl")
            .args(["start", "--wait", "--silent", "--log=log", "--pgdata=data"])
            .args(["--options", &listen])
            // Its standard output must not be ours, or whoever reads ours waits for the server.
            .stdout(Stdio::null())
            .stderr(Stdio::null()));
    }

    fn is_running(&self) -> bool {
        let mut status = self.program("pg_ctl");
        status.args(["status", "--pgdata=data"]);
        status.stdout(Stdio::null()).stderr(Stdio::null());
        status.status().is_ok_and(|status| status.success())
    }

    /// Stops it; `immediate` is as good as a kill.
    fn stop(&self, mode: &str) {
        let mut stop = self.program("pg_ctl");
        stop.args([
            "stop",
            "--wait",
            "--silent",
            "--pgdata=data",
            "--mode",
            mode,
        ]);
        let _ = stop.stdout(Stdio::null()).stderr(Stdio::null()).status();
    }

    fn psql(&self, port: u16, sql: &str) {
        run(self
            .program("psql")
            .args(["--no-psqlrc", "--quiet", "--username=postgres"])
            .arg(format!("--host={}", self.folder.display()))
            .arg(format!("--port={port}"))
            .args(["--dbname=postgres", "--command", sql]));
    }
}

/// The port in the name of the socket of a server that listens on none.
const SOCKET_PORT: u16 = 5432;

/// The server that all test processes of this user share. It starts with the first of them and
/// ends some seconds after the last.
fn shared() -> &'static Cluster {
    static SHARED: OnceLock<(Cluster, File)> = OnceLock::new();
    let (cluster, _) = SHARED.get_or_init(|| {
        let who = owner().map_or(0, |(user, _)| user);
        let base = std::env::temp_dir().join(format!("yiqi-test-postgres-{who}"));
        fs::create_dir_all(&base).expect("a folder for temporary files");
        let open = |name: &str| {
            let mut options = File::options();
            let file = options.create(true).write(true).truncate(false);
            file.open(base.join(name)).expect("a file in our folder")
        };
        // Every process that uses the server holds this lock together with the others.
        let users = open("users");
        users.lock_shared().expect("a lock");
        let starting = open("starting");
        starting.lock().expect("a lock");
        let cluster = Cluster {
            folder: base.join("server"),
        };
        if !cluster.folder.exists() || !cluster.is_running() {
            let _ = fs::remove_dir_all(&cluster.folder);
            fs::create_dir(&cluster.folder).expect("a folder in ours");
            cluster.create();
            cluster.start(None);
            end_when_unused(&base, &cluster);
        }
        (cluster, users)
    });
    cluster
}

/// Leaves a process that stops the server once nobody uses it.
fn end_when_unused(base: &Path, cluster: &Cluster) {
    // The shell leaves it in the background.
    let script = "(while sleep 10; do \
        flock --nonblock --exclusive ../users \
        sh -c '\"$0\" stop --silent --pgdata=data --mode=immediate; rm -rf data' \"$0\" && exit; \
        done) &";
    // The owner of the server must be able to lock it.
    let users = base.join("users");
    fs::set_permissions(users, fs::Permissions::from_mode(0o666)).expect("our file");
    cluster
        .as_owner("sh")
        .args(["-c", script])
        .arg(programs().join("pg_ctl"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .status()
        .expect("a shell");
}

/// An empty database on the shared server. It is dropped with this value.
#[derive(Debug)]
pub struct TestDatabase {
    name: String,
}

impl TestDatabase {
    /// Creates it.
    #[must_use]
    pub fn new() -> TestDatabase {
        let name = fresh_name();
        shared().psql(SOCKET_PORT, &format!("CREATE DATABASE {name}"));
        TestDatabase { name }
    }

    /// Its URL.
    #[must_use]
    pub fn url(&self) -> String {
        let folder = shared().folder.display();
        format!(
            "postgres://postgres@localhost/{}?host={folder}&port={SOCKET_PORT}",
            self.name
        )
    }
}

impl Default for TestDatabase {
    fn default() -> TestDatabase {
        TestDatabase::new()
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let drop = format!("DROP DATABASE {} WITH (FORCE)", self.name);
        shared().psql(SOCKET_PORT, &drop);
    }
}

/// A name that no other test has.
fn fresh_name() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let nanos = since.map_or(0, |since| since.as_nanos());
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("test_{}_{nanos}_{count}", std::process::id())
}

/// A port of this machine that was free a moment ago.
#[must_use]
pub fn free_port() -> u16 {
    let free = TcpListener::bind("127.0.0.1:0").expect("a port");
    free.local_addr().expect("its address").port()
}

/// A server of one test, which may stop and kill it. It ends with this value.
#[derive(Debug)]
pub struct PrivateServer {
    cluster: Cluster,
    port: u16,
}

impl PrivateServer {
    /// Starts it, on a port of this machine that was free a moment ago.
    #[must_use]
    pub fn start() -> PrivateServer {
        let folder = std::env::temp_dir().join(format!("yiqi-{}", fresh_name()));
        fs::create_dir(&folder).expect("a folder for temporary files");
        PrivateServer::start_in(folder)
    }

    /// The same in an empty folder, which is removed with this value.
    #[must_use]
    pub fn start_in(folder: PathBuf) -> PrivateServer {
        let port = free_port();
        let server = PrivateServer {
            cluster: Cluster { folder },
            port,
        };
        server.cluster.create();
        server.cluster.start(Some(port));
        server
    }

    /// The URL of its database, over TCP.
    #[must_use]
    pub fn url(&self) -> String {
        self.url_at(self.port)
    }

    /// The same at another port of this machine, from which a proxy leads to it.
    #[must_use]
    pub fn url_at(&self, port: u16) -> String {
        format!("postgres://postgres:{PASSWORD}@127.0.0.1:{port}/postgres")
    }

    /// The port it listens on.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Runs statements in its database.
    pub fn execute(&self, sql: &str) {
        self.cluster.psql(self.port, sql);
    }

    /// Kills all its processes.
    pub fn kill(&self) {
        self.cluster.stop("immediate");
    }

    /// Starts it again, with what it has on disk.
    pub fn restart(&self) {
        self.cluster.start(Some(self.port));
    }

    /// Whether it runs: a full disk, for example, may end it.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.cluster.is_running()
    }

    /// The ids of its processes, that of the first one first; none if it does not run.
    #[must_use]
    pub fn pids(&self) -> Vec<u32> {
        let file = self.cluster.data().join("postmaster.pid");
        let said = fs::read_to_string(file).unwrap_or_default();
        let Some(first) = said.lines().next().and_then(|line| line.parse().ok()) else {
            return Vec::new();
        };
        let children = format!("/proc/{first}/task/{first}/children");
        let children = fs::read_to_string(children).unwrap_or_default();
        let children = children.split_whitespace();
        std::iter::once(first)
            .chain(children.filter_map(|pid| pid.parse().ok()))
            .collect()
    }
}

impl Drop for PrivateServer {
    fn drop(&mut self) {
        self.cluster.stop("immediate");
        let _ = fs::remove_dir_all(&self.cluster.folder);
    }
}

/// Runs a script of the shell in a folder as the user who runs servers, with PostgreSQL's programs in
/// its path. Returns what it writes.
///
/// # Panics
/// If it fails.
#[must_use]
pub fn shell(folder: &Path, script: &str) -> String {
    if let Some((user, group)) = owner() {
        chown(folder, Some(user), Some(group)).expect("root may do that");
    }
    let cluster = Cluster {
        folder: folder.to_owned(),
    };
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::iter::once(programs()).chain(std::env::split_paths(&path));
    let output = cluster
        .as_owner("sh")
        .args(["-euc", script])
        .env("PATH", std::env::join_paths(path).expect("a path"))
        .output()
        .expect("a shell");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{errors}");
    said
}
