//! `yiqi serve` and `yiqi backup` as processes: signals, system limits, flags and files. `Fault n`
//! is row n of `docs/faults.md`.
#![cfg(unix)]

// It uses futures_util and tokio_tungstenite.
#[path = "serve/check.rs"]
mod check;
#[expect(dead_code, reason = "the tests of the server use all of it")]
#[path = "../../yiqi-server/tests/hostile/client.rs"]
mod client;
#[path = "serve/deploy.rs"]
mod deploy;
#[path = "serve/tls.rs"]
mod tls;
// It uses rcgen, rustls and tokio_rustls.
#[path = "serve/golden.rs"]
mod golden;
#[path = "serve/lobby.rs"]
mod lobby;
#[path = "serve/postgres.rs"]
mod postgres;
#[path = "serve/restore.rs"]
mod restore;
#[path = "../../yiqi-server/tests/hostile/tunnel.rs"]
mod tunnel;

use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use client::{Person, Socket, TIMEOUT, Web, check_log, fresh_id, moves, soon, until};
use rustix::process::{Pid, Signal, WaitOptions, kill_process, kill_process_group, waitpid};
use serde_json::json;
use tempfile::TempDir;

const YIQI: &str = env!("CARGO_BIN_EXE_yiqi");

/// The program, isolated from the environment of the person who runs the tests.
fn yiqi(folder: &Path) -> Command {
    let mut command = Command::new(YIQI);
    settled(&mut command, folder);
    command
}

/// The program, started by a shell that first sets limits.
fn yiqi_within(folder: &Path, limits: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{limits}; exec \"$0\" \"$@\""), YIQI]);
    settled(&mut command, folder);
    command
}

fn settled(command: &mut Command, folder: &Path) {
    for name in [
        "YIQI_CONFIG",
        "YIQI_LISTEN",
        "YIQI_DB",
        "YIQI_BUS",
        "YIQI_TLS_CERT",
        "YIQI_TLS_KEY",
        "YIQI_LOG",
        "YIQI_WEB_DIR",
        "PGPASSWORD",
    ] {
        command.env_remove(name);
    }
    command
        .env("LANG", "en_US.UTF-8")
        .env("LC_ALL", "en_US.UTF-8")
        .env("XDG_DATA_HOME", folder)
        .env("HOME", folder)
        .stdin(Stdio::null());
}

/// Settings whose limits allow many tests on one machine.
fn config(folder: &Path, more: &str) -> PathBuf {
    let path = folder.join("serve.toml");
    let text = format!("{more}\n[limits]\nloopback_exempt = true\nchat_count = 1000\n");
    std::fs::write(&path, text).unwrap();
    path
}

/// A running server in its own process group; killed on drop.
struct Serving {
    child: Child,
    address: String,
    log: Arc<Mutex<String>>,
    reader: Option<std::thread::JoinHandle<()>>,
}

impl Serving {
    /// Starts a server, if it starts.
    fn try_start(command: &mut Command) -> Option<Serving> {
        let mut child = command
            .process_group(0)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = Arc::new(Mutex::new(String::new()));
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        let kept = Arc::clone(&log);
        let reader = std::thread::spawn(move || {
            let mut line = Vec::new();
            while errors
                .read_until(b'\n', &mut line)
                .is_ok_and(|count| count > 0)
            {
                kept.lock()
                    .unwrap()
                    .push_str(&String::from_utf8_lossy(&line));
                line.clear();
            }
        });
        let mut address = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut address)
            .unwrap();
        let serving = Serving {
            child,
            address: address.trim().to_owned(),
            log,
            reader: Some(reader),
        };
        (!serving.address.is_empty()).then_some(serving)
    }

    fn start(command: &mut Command) -> Serving {
        Serving::try_start(command).expect("the server starts")
    }

    /// A server with a free port and a database in the folder.
    fn at(folder: &Path) -> Serving {
        Serving::start(&mut usual(yiqi(folder), folder))
    }

    fn web(&self) -> Web {
        let address = self.address.strip_prefix("http://").unwrap();
        Web {
            address: address.trim_end_matches('/').parse().unwrap(),
        }
    }

    fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).unwrap();
    }

    /// Stops the process, and returns once none of its threads runs.
    fn halt(&self) {
        self.signal(Signal::STOP);
        let status = waitpid(Some(self.pid()), WaitOptions::UNTRACED).unwrap();
        assert!(status.is_some_and(|(_, status)| status.stopped()));
    }

    fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// Waits for its end, with a timeout.
    fn wait(&mut self) -> ExitStatus {
        let Some(status) = exit_status(&mut self.child) else {
            panic!("the server did not exit: {}", self.log());
        };
        // The complete log.
        if let Some(reader) = self.reader.take() {
            reader.join().unwrap();
        }
        status
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = kill_process_group(self.pid(), Signal::KILL);
        let _ = self.child.wait();
    }
}

fn database(folder: &Path) -> PathBuf {
    folder.join("games.db")
}

fn usual(mut command: Command, folder: &Path) -> Command {
    command
        .args(["serve", "--listen", "127.0.0.1:0", "--db"])
        .arg(database(folder))
        .arg("--config")
        .arg(config(folder, ""));
    command
}

/// Waits for a process to exit, with a timeout.
fn exit_status(child: &mut Child) -> Option<ExitStatus> {
    let since = Instant::now();
    while since.elapsed() < TIMEOUT {
        let status = child.try_wait().unwrap();
        if status.is_some() {
            return status;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    None
}

/// Runs a command to its end, which must come by itself.
#[track_caller]
fn ended(command: &mut Command) -> Output {
    let mut child = command
        .process_group(0)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    if exit_status(&mut child).is_none() {
        let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
        panic!("the server started instead of failing");
    }
    child.wait_with_output().unwrap()
}

/// Checks that a command fails with one line that says why, and no other output.
#[track_caller]
fn check_failure(command: &mut Command, status: i32, says: &str) {
    let output = ended(command);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{stderr}");
    assert_eq!(stderr.trim_end().lines().count(), 1, "{stderr}");
    assert!(stderr.contains(says), "{stderr}");
    assert!(output.stdout.is_empty(), "{output:?}");
}

/// Two people at a table, connected, after a few moves.
struct Game {
    first: Person,
    second: Person,
    a: Socket,
    b: Socket,
    table: String,
}

async fn game(web: Web, time: &str) -> Game {
    let first = web.guest("Ann").await;
    let second = web.guest("Bob").await;
    let (table, invite) = first
        .make(
            &json!({"game": "reversi", "time": time, "first_color": "black",
            "first": {"kind": "me"}, "second": {"kind": "open"}}),
        )
        .await;
    let mut a = first.socket(&table).await;
    second.sit(&table, &invite).await.fine();
    let mut b = second.socket(&table).await;
    a.event("begin").await;
    b.event("begin").await;
    Game {
        first,
        second,
        a,
        b,
        table,
    }
}

fn moved_to(person: &Person, serving: &Serving) -> Person {
    Person {
        web: serving.web(),
        ..person.clone()
    }
}

#[tokio::test]
async fn the_first_line_is_the_address_and_a_taken_port_gives_the_next() {
    let folder = tempfile::tempdir().unwrap();
    // Without a given port: the default one, or the next that is free.
    let start = |name: &str| {
        let mut command = yiqi(folder.path());
        command
            .arg("serve")
            .arg("--db")
            .arg(folder.path().join(name));
        Serving::start(&mut command)
    };
    let one = start("one.db");
    let two = start("two.db");
    let (one_port, two_port) = (one.web().address.port(), two.web().address.port());
    assert!(one_port >= 7272, "{one_port}");
    assert!(two_port > one_port, "{one_port} {two_port}");
    for serving in [&one, &two] {
        assert!(
            serving.address.starts_with("http://127.0.0.1:"),
            "{}",
            serving.address
        );
        assert_eq!(serving.web().get("/health").await.status, 200);
        assert!(serving.web().get("/").await.body.contains("<html"));
    }
    // A given port is used or refused, never replaced.
    let mut command = yiqi(folder.path());
    command.args(["serve", "--listen", &one_port.to_string(), "--db"]);
    command.arg(folder.path().join("three.db"));
    check_failure(
        &mut command,
        1,
        &format!("Cannot listen on 127.0.0.1:{one_port}"),
    );
}

#[test]
fn invalid_settings_are_reported_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let serve = |args: &[&str]| {
        let mut command = yiqi(folder.path());
        command.arg("serve").args(args);
        command
    };
    check_failure(
        &mut serve(&["--listen", "here"]),
        2,
        "not an address to listen on",
    );
    check_failure(
        &mut serve(&["--listen", "127.0.0.1:99999"]),
        2,
        "not an address to listen on",
    );
    check_failure(
        &mut serve(&["--db", "mysql://db/yiqi"]),
        2,
        "not a database that this version",
    );
    check_failure(
        &mut serve(&["--bus", "http://me:secret@x"]),
        2,
        "“http://…@x” is not a bus",
    );
    check_failure(
        &mut serve(&["--config", "/nowhere/serve.toml"]),
        2,
        "/nowhere/serve.toml",
    );
    for (text, says) in [
        ("listen = 7", "invalid type"),
        ("lisen = \"x\"", "unknown field"),
        ("[limits]\nchat = 5", "unknown field"),
        ("listen = ", "serve.toml"),
        ("trusted_proxies = [\"everyone\"]", "not an address"),
    ] {
        let path = folder.path().join("serve.toml");
        std::fs::write(&path, text).unwrap();
        check_failure(&mut serve(&["--config", path.to_str().unwrap()]), 2, says);
    }
    let output = ended(&mut serve(&["--nonsense"]));
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

#[test]
fn flags_override_the_environment_which_overrides_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = config(folder.path(), "listen = \"127.0.0.3:0\"\ndb = \"DB\"");
    let text = std::fs::read_to_string(&path).unwrap();
    let db = folder.path().join("file.db");
    std::fs::write(&path, text.replace("DB", db.to_str().unwrap())).unwrap();
    let start = |flag: bool, variable: bool| {
        let mut command = yiqi(folder.path());
        command.arg("serve");
        command.env("YIQI_CONFIG", &path);
        if variable {
            command.env("YIQI_LISTEN", "127.0.0.2:0");
            command.env("YIQI_DB", folder.path().join("variable.db"));
        }
        if flag {
            command.args(["--listen", "127.0.0.1:0", "--db"]);
            command.arg(folder.path().join("flag.db"));
        }
        Serving::start(&mut command).address.clone()
    };
    assert!(start(false, false).starts_with("http://127.0.0.3:"));
    assert!(db.exists() && !folder.path().join("variable.db").exists());
    assert!(start(false, true).starts_with("http://127.0.0.2:"));
    assert!(folder.path().join("variable.db").exists());
    assert!(start(true, true).starts_with("http://127.0.0.1:"));
    assert!(folder.path().join("flag.db").exists());
}

#[tokio::test]
async fn a_backup_of_a_running_server_holds_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let serving = Serving::at(folder.path());
    let mut game = game(serving.web(), "none").await;
    game.a.play("d3").await;
    game.b.play("c5").await;
    let copy = folder.path().join("copy.db");
    let backup = |to: &Path| {
        let mut command = yiqi(folder.path());
        command
            .arg("backup")
            .arg("--db")
            .arg(database(folder.path()))
            .arg(to);
        command
    };
    let output = ended(&mut backup(&copy));
    assert!(output.status.success(), "{output:?}");
    // The game continues, and the copy does not.
    game.a.play("d6").await;
    check_failure(&mut backup(&copy), 1, "already exists");
    check_failure(
        &mut backup(&folder.path().join("no/where.db")),
        1,
        "could not be written",
    );
    let mut command = yiqi(folder.path());
    command.args(["backup", "--db", "/nowhere.db", "/tmp/never.db"]);
    check_failure(&mut command, 1, "There is no database");
    let mut command = yiqi(folder.path());
    command
        .args(["serve", "--listen", "127.0.0.1:0", "--db"])
        .arg(&copy);
    let restored = Serving::start(&mut command);
    let first = moved_to(&game.first, &restored);
    let state = first.state(&game.table).await;
    assert_eq!(moves(state["entries"].as_array().unwrap()), ["d3", "c5"]);
    first
        .command(&game.table, "on", &json!({"do": "play", "move": "d6"}))
        .await
        .fine();
}

// Faults 10 and 14.
#[test]
fn a_damaged_database_is_reported_and_not_served() {
    let folder = tempfile::tempdir().unwrap();
    let path = database(folder.path());
    let damage = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        // The server would tighten another mode, and say so.
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o600)).unwrap();
    };
    damage(b"SQLite format 3\0 and then nothing of the kind");
    check_failure(
        &mut usual(yiqi(folder.path()), folder.path()),
        1,
        "is damaged",
    );
    damage(&[7; 20_000]);
    check_failure(
        &mut usual(yiqi(folder.path()), folder.path()),
        1,
        "games.db",
    );
    std::fs::remove_file(&path).unwrap();
    std::fs::create_dir(&path).unwrap();
    check_failure(
        &mut usual(yiqi(folder.path()), folder.path()),
        1,
        "games.db",
    );
}

// Fault 19.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stop_tells_clients_to_reconnect_and_stops_all_clocks() {
    let folder = tempfile::tempdir().unwrap();
    let mut serving = Serving::at(folder.path());
    let mut games = Vec::new();
    for _ in 0..15 {
        let mut game = game(serving.web(), "game 1m").await;
        game.a.play("d3").await;
        games.push((game, Instant::now()));
    }
    // A client that never closes its connection does not delay the stop.
    let _rude = serving.web().connect().await;
    serving.signal(Signal::TERM);
    let since = Instant::now();
    let (mut people, mut sockets) = (Vec::new(), Vec::new());
    for (game, moved) in games {
        people.push((game.second, game.table, moved));
        sockets.extend([game.a, game.b]);
    }
    assert_eq!(client::ends(sockets).await, [1012; 30]);
    let status = tokio::task::block_in_place(|| serving.wait());
    assert!(
        since.elapsed() < Duration::from_secs(5),
        "{:?}",
        since.elapsed()
    );
    assert_eq!(status.code(), Some(0), "{}", serving.log());
    assert!(!PathBuf::from(format!("{}-wal", database(folder.path()).display())).exists());
    let stopped = Instant::now();
    tokio::time::sleep(Duration::from_millis(1_000)).await;
    let serving = Serving::at(folder.path());
    let away = stopped.elapsed();
    for (second, table, moved) in people {
        let second = moved_to(&second, &serving);
        let mut b = second.socket(&table).await;
        b.event("give_time").await;
        let last = b.entries.iter().position(|entry| entry["move"] == "d3");
        let [last, given] = &b.entries[last.unwrap()..last.unwrap() + 2] else {
            unreachable!("two entries are taken");
        };
        let ms = |value: &serde_json::Value| value.as_u64().unwrap();
        let passed = ms(&given["at_ms"]) - ms(&last["at_ms"]);
        let charged = Duration::from_millis(passed - ms(&given["ms"]));
        // From the move to the stop, and from the start until the table was open again.
        assert!(
            charged + away < moved.elapsed() + Duration::from_millis(100),
            "{charged:?} charged, {away:?} away: {:?}",
            b.entries
        );
        assert!(
            charged + Duration::from_millis(100) >= since - moved,
            "{charged:?}"
        );
        b.play("c5").await;
        check_log(&b.entries);
    }
}

// Fault 18.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn time_in_which_the_process_was_stopped_is_given_back() {
    let folder = tempfile::tempdir().unwrap();
    let serving = Serving::at(folder.path());
    // Less time than the stop takes: a side charged for it would have lost.
    let mut waits = game(serving.web(), "game 4s").await;
    let mut moves = game(serving.web(), "game 4s").await;
    waits.a.play("d3").await;
    moves.a.play("d3").await;
    moves.b.seen(moves.a.count()).await;
    serving.halt();
    // One side has a move in transit when the process continues.
    let command = json!({"do": "play", "move": "c5"});
    moves
        .b
        .send(&json!({"type": "command", "id": "m", "command": command}))
        .await;
    tokio::time::sleep(Duration::from_millis(4_200)).await;
    serving.signal(Signal::CONT);
    let answer = moves.b.until(|message| message["id"] == "m").await;
    assert_eq!(answer["type"], "ack", "{answer} {:?}", moves.b.entries);
    for game in [&waits, &moves] {
        // The first entry after the stop, and more than is ever given for network delay.
        until(async || {
            let state = game.first.state(&game.table).await;
            let entries = state["entries"].as_array().unwrap();
            let last = entries
                .iter()
                .position(|entry| entry["move"] == "d3")
                .unwrap();
            let Some(given) = entries.get(last + 1) else {
                return false;
            };
            assert_eq!(given["event"], "give_time", "{entries:?}");
            assert_eq!(given["seat"], "second", "{entries:?}");
            given["ms"].as_u64().unwrap() >= 4_000
        })
        .await;
    }
    // Its log may still be in transit.
    until(async || serving.log().contains("the process was suspended")).await;
}

// Fault 17.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_file_descriptors_games_continue_and_newcomers_get_in() {
    let folder = tempfile::tempdir().unwrap();
    let command = yiqi_within(folder.path(), "ulimit -n 80");
    let mut serving = Serving::start(&mut usual(command, folder.path()));
    let web = serving.web();
    let mut game = game(web, "none").await;
    let mut crowd = Vec::new();
    for _ in 0..150 {
        crowd.push(web.connect().await);
    }
    // Idle connections make room.
    for _ in 0..20 {
        assert_eq!(web.get("/health").await.status, 200);
    }
    for (number, mv) in ["d3", "c5", "d6", "e3"].into_iter().enumerate() {
        let socket = if number % 2 == 0 {
            &mut game.a
        } else {
            &mut game.b
        };
        socket.play(mv).await;
    }
    drop(crowd);
    assert!(
        !serving.log().contains("could not accept"),
        "{}",
        serving.log()
    );
    assert_eq!(serving.child.try_wait().unwrap(), None);
}

// Faults 5 and 6.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_that_fails_ends_the_process_and_nothing_acknowledged_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    // Writes beyond this size fail with an error other than "disk full".
    let command = yiqi_within(folder.path(), "trap '' XFSZ; ulimit -f 1000");
    let mut serving = Serving::start(&mut usual(command, folder.path()));
    let first = serving.web().guest("Ann").await;
    let (table, _) = first
        .make(
            &json!({"game": "reversi", "first": {"kind": "me"}, "second": {"kind": "me"},
            "first_color": "black"}),
        )
        .await;
    let mut acked = 0;
    let refused = soon(async {
        for number in 0.. {
            let mv = if number % 2 == 0 {
                json!({"do": "play", "move": "d3"})
            } else {
                json!({"do": "offer", "what": "take_back"})
            };
            let path = format!("/api/tables/{table}/commands");
            let message = json!({"id": format!("n{number}"), "command": mv, "seat": "first"});
            // A write of its own may have failed meanwhile, which ends the server, too.
            let Ok(stream) = tokio::net::TcpStream::connect(first.web.address).await else {
                return None;
            };
            let (bearer, body) = (first.bearer(), message.to_string());
            let headers = [("authorization", bearer.as_str())];
            let web = first.web;
            let answer = web.request_on(stream, "POST", &path, &headers, Some(&body));
            let answer = answer.await;
            match answer.status {
                200 => acked = answer.json()["number"].as_u64().unwrap(),
                409 | 403 => {}
                _ => return Some(answer),
            }
        }
        unreachable!("the disk fails before the range ends");
    })
    .await;
    assert!(
        refused
            .as_ref()
            .is_none_or(|answer| ["storage_failed", ""].contains(&answer.code().as_str())),
        "{refused:?}"
    );
    let status = tokio::task::block_in_place(|| serving.wait());
    assert_eq!(status.code(), Some(1), "{}", serving.log());
    assert!(
        serving.log().contains("The database’s disk failed"),
        "{}",
        serving.log()
    );
    // With a working disk, everything that was acknowledged is there.
    let serving = Serving::at(folder.path());
    let state = moved_to(&first, &serving).state(&table).await;
    let entries = state["entries"].as_array().unwrap();
    check_log(entries);
    assert!(
        entries.len() as u64 >= acked,
        "{acked} acknowledged, {} there",
        entries.len()
    );
}

// Faults 1, 3 and 20.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_killed_again_and_again_while_it_starts_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let kill_after = |ms: u64| {
        let mut child = usual(yiqi(folder.path()), folder.path())
            .process_group(0)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(ms));
        let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
        child.wait().unwrap();
    };
    // While the database is first created.
    for ms in 0..30 {
        kill_after(ms * 2);
    }
    let serving = Serving::at(folder.path());
    let mut game = game(serving.web(), "game 10m").await;
    let mut acked = Vec::new();
    for (number, mv) in ["d3", "c5", "d6", "e3"].into_iter().enumerate() {
        let socket = if number % 2 == 0 {
            &mut game.a
        } else {
            &mut game.b
        };
        socket.play(mv).await;
        acked.push(mv);
    }
    // And the server itself, in the middle of the game.
    serving.signal(Signal::KILL);
    drop(serving);
    for ms in 0..30 {
        kill_after(ms * 2);
    }
    // And then a pause.
    tokio::time::sleep(Duration::from_millis(1_000)).await;
    let serving = Serving::at(folder.path());
    let first = moved_to(&game.first, &serving);
    let mut a = first.socket(&game.table).await;
    a.event("give_time").await;
    assert_eq!(moves(&a.entries), acked);
    check_log(&a.entries);
    let at_ms = |entry: &serde_json::Value| entry["at_ms"].as_u64().unwrap();
    let last_move = a
        .entries
        .iter()
        .rev()
        .find(|entry| entry["event"] == "move");
    let given: u64 = a
        .entries
        .iter()
        .filter(|entry| entry["event"] == "give_time" && entry["seat"] == "first")
        .filter(|entry| at_ms(entry) > at_ms(last_move.unwrap()))
        .map(|entry| entry["ms"].as_u64().unwrap())
        .sum();
    let passed = at_ms(a.entries.last().unwrap()) - at_ms(last_move.unwrap());
    assert!(given >= 1_000, "{given} ms of {passed} given back");
    assert!(given <= passed, "{given} ms of {passed} given back");
}

// Faults 71 and 75.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_has_no_secrets_and_no_lines_that_others_wrote() {
    const PASSWORD: &str = "correct horse battery";
    let folder = tempfile::tempdir().unwrap();
    let mut command = usual(yiqi(folder.path()), folder.path());
    command.env("YIQI_LOG", "debug");
    let mut serving = Serving::start(&mut command);
    let web = serving.web();
    let ann = web.account("Annabel", PASSWORD).await;
    let bob = web.guest("Bob").await;
    let (table, invite) = ann
        .make(
            &json!({"game": "reversi", "first": {"kind": "me"}, "second": {"kind": "open"},
            "private": true, "first_color": "black"}),
        )
        .await;
    let mut a = ann.socket(&table).await;
    let path = format!("/api/tables/{table}");
    web.request("GET", &path, &[("yiqi-invite", &invite)], None)
        .await
        .fine();
    bob.sit(&table, &invite).await.fine();
    a.event("begin").await;
    let wrong = json!({"name": "Annabel", "password": "a wrong password"}).to_string();
    web.request("POST", "/api/login", &[], Some(&wrong)).await;
    // Bodies that are almost valid, headers that are almost headers.
    let forged = "\r\n2026-01-01T00:00:00Z  INFO forged: all is well\u{1b}[2J";
    for body in [
        format!("{{\"name\":\"Annabel\",\"password\":\"{PASSWORD}\""),
        json!({"name": forged, "password": PASSWORD, "more": 1}).to_string(),
        json!({"name": forged}).to_string(),
    ] {
        for path in ["/api/login", "/api/register", "/api/guest", "/api/tables"] {
            web.request("POST", path, &[("user-agent", "x\u{1b}[31m")], Some(&body))
                .await;
        }
    }
    for path in [
        "/api/tables/%0d%0aforged:%20all%20is%20well",
        "/%0aINFO%20forged%1b%5b2J",
        "/api/people/%1b%5b2J",
    ] {
        ann.get(path).await;
    }
    a.send(&json!({"type": "chat", "room": "players", "text": forged}))
        .await;
    a.of_type("chat").await;
    a.send_text(forged.to_owned()).await;
    a.of_type("error").await;
    let command = json!({"do": "play", "move": forged});
    a.refused(&command, "bad_move").await;
    a.play("d3").await;
    serving.signal(Signal::TERM);
    a.end().await;
    tokio::task::block_in_place(|| serving.wait());
    let log = serving.log();
    assert!(log.contains("serving"), "{log}");
    for secret in [
        &ann.token,
        &bob.token,
        &invite,
        PASSWORD,
        "a wrong password",
    ] {
        assert!(!log.contains(secret), "a secret is in the log: {log}");
    }
    assert!(!log.contains('\u{1b}'), "{log:?}");
    for line in log.lines() {
        assert!(!line.contains("INFO forged"), "{line}");
        assert!(
            line.starts_with("20"),
            "not a log line of the server: {line}"
        );
    }
    assert!(!log.contains("panicked"), "{log}");
}

// Faults 67 and 75.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attacks_are_in_the_log_without_secrets_and_cannot_fill_it() {
    const PASSWORD: &str = "correct horse battery";
    let folder = tempfile::tempdir().unwrap();
    let mut command = usual(yiqi(folder.path()), folder.path());
    let settings = "[limits]\nloopback_exempt = false\nguests_per_hour = 5\n";
    std::fs::write(folder.path().join("serve.toml"), settings).unwrap();
    let mut serving = Serving::start(&mut command);
    let web = serving.web();
    let ann = web.account("Annabel", PASSWORD).await;
    let login = async |name: &str, password: &str| {
        let body = json!({"name": name, "password": password}).to_string();
        web.request("POST", "/api/login", &[], Some(&body)).await
    };
    login("Annabel", "a wrong password").await;
    // A password in the wrong field.
    login(PASSWORD, "Annabel").await;
    let foreign = [("origin", "http://evil.example")];
    web.request("POST", "/api/guest", &foreign, Some("{}"))
        .await;
    for _ in 0..70 {
        web.request("POST", "/api/guest", &[], Some("{}")).await;
    }
    let (table, _) = ann
        .make(&json!({"game": "reversi", "first": {"kind": "me"}, "second": {"kind": "open"}}))
        .await;
    let mut flood = ann.socket(&table).await;
    for _ in 0..101 {
        flood.send(&json!({"type": "command"})).await;
    }
    assert_eq!(flood.end().await, 1008);
    let stolen = [("authorization", "Bearer abcdefghabcdefghabcdefghabcdefgh")];
    web.request("GET", "/api/me", &stolen, None).await;
    ann.post(
        "/api/me/password",
        &json!({"old": "a wrong guess", "new": PASSWORD}),
    )
    .await;
    ann.post("/api/me/delete", &json!({"password": PASSWORD}))
        .await;
    serving.signal(Signal::TERM);
    tokio::task::block_in_place(|| serving.wait());
    let log = serving.log();
    let lines = |part: &str| {
        log.lines()
            .filter(|line| line.contains("yiqi::security") && line.contains(part))
            .count()
    };
    assert_eq!(lines("kind=\"failed_login\""), 2, "{log}");
    assert_eq!(lines("name=\"Annabel\""), 1, "{log}");
    assert_eq!(lines("kind=\"wrong_origin\" address=127.0.0.1"), 1, "{log}");
    assert_eq!(lines("kind=\"too_fast\""), 10, "{log}");
    assert_eq!(lines("kind=\"unauthorized\""), 1, "{log}");
    assert_eq!(lines("kind=\"socket_flood\" address=127.0.0.1"), 1, "{log}");
    assert_eq!(lines("kind=\"failed_confirmation\""), 1, "{log}");
    let deleted = format!("kind=\"account_deleted\" person=\"{}\"", ann.public);
    assert_eq!(lines(&deleted), 1, "{log}");
    for secret in [
        PASSWORD,
        "a wrong password",
        "a wrong guess",
        &ann.token,
        "abcdefgh",
    ] {
        assert!(!log.contains(secret), "a secret is in the log: {log}");
    }
}

// Fault 5.
#[test]
fn a_database_that_is_removed_ends_the_process_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let mut serving = Serving::at(folder.path());
    std::fs::remove_file(database(folder.path())).unwrap();
    assert_eq!(serving.wait().code(), Some(1));
    let log = serving.log();
    assert!(
        log.contains("was removed or replaced while the server was running"),
        "{log}"
    );
    // Nor does it start with an empty file in its place.
    std::fs::write(database(folder.path()), "").unwrap();
    let refused = ended(&mut usual(yiqi(folder.path()), folder.path()));
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        said.contains("is empty, although a server has used it before"),
        "{said}"
    );
}

// Fault 18.
#[test]
fn a_clock_far_ahead_is_reported_and_can_be_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let mut serving = Serving::at(folder.path());
    serving.signal(Signal::TERM);
    assert_eq!(serving.wait().code(), Some(0));
    let mut alive = database(folder.path()).into_os_string();
    alive.push("-alive");
    std::fs::write(&alive, format!("{:020}\n", 1_700_000_000_000_u64)).unwrap();
    let refused = ended(&mut usual(yiqi(folder.path()), folder.path()));
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("--accept-clock"), "{said}");
    let mut command = usual(yiqi(folder.path()), folder.path());
    Serving::start(command.arg("--accept-clock"));
}

#[test]
fn the_data_folder_and_the_database_are_created() {
    let folder: TempDir = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/er/games.db");
    let mut command = yiqi(folder.path());
    command
        .args(["serve", "--listen", "127.0.0.1:0", "--db"])
        .arg(&path);
    let mut serving = Serving::start(&mut command);
    assert!(path.exists());
    serving.signal(Signal::INT);
    assert_eq!(serving.wait().code(), Some(0));
    let mut bytes = Vec::new();
    std::fs::File::open(&path)
        .unwrap()
        .read_to_end(&mut bytes)
        .unwrap();
    assert!(bytes.starts_with(b"SQLite format 3\0"));
}

/// The example bot.
fn bot(link: &str) -> Command {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bots/network_bot.py");
    let mut command = Command::new("python3");
    command.arg(script).arg(link).stdin(Stdio::null());
    command
}

#[tokio::test]
async fn two_example_bots_meet_in_the_lobby_and_play_to_the_end() {
    let folder = TempDir::new().unwrap();
    let serving = Serving::at(folder.path());
    let web = serving.web();
    let mut offers = bot(&serving.address)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let offered = async || {
        let lobby = web.get("/api/tables").await.fine();
        lobby["open"][0]["id"].as_str().map(str::to_owned)
    };
    until(async || offered().await.is_some()).await;
    let table = offered().await.expect("the table was offered a moment ago");
    let joins = ended(&mut bot(&format!("{}t/{table}", serving.address)));
    assert!(joins.status.success(), "{joins:?}");
    let said = String::from_utf8_lossy(&joins.stdout).into_owned();
    assert!(said.contains("wins") || said.contains("draw"), "{said}");
    let mut first = String::new();
    offers
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut first)
        .unwrap();
    assert_eq!(first, said, "both bots report the same result");
    assert!(offers.wait().unwrap().success());
}
