//! `yiqi worker` and the commands that use workers, with real processes and a real NATS server.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;
use yiqi_bus::BusUrl;
use yiqi_jobs::{Queue, QueueOptions, engine_version};
use yiqi_testkit::nats::NatsServer;

/// Games of the first Othello tournaments.
const GAMES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../yiqi-record/tests/data/WTH_1978.wtb"
);

/// A NATS server with JetStream that asks for a token.
struct Bus {
    server: NatsServer,
    _folder: TempDir,
}

impl Bus {
    fn start() -> Bus {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_str().unwrap();
        let arguments = ["--jetstream", "--store_dir", path, "--auth", "secret"];
        Bus {
            server: NatsServer::start_with(&arguments),
            _folder: folder,
        }
    }

    /// Sets up the queue so that the job of a worker that was killed is given to another soon.
    fn with_short_patience(self) -> Bus {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(self.queue(engine_version()));
        self
    }

    async fn queue(&self, version: &str) -> Queue {
        let url: BusUrl = self.server.url().parse().unwrap();
        let url = url.with_token("secret".to_owned());
        let client = url.connect().await.unwrap();
        let options = QueueOptions {
            ack_wait: Duration::from_secs(1),
            ..QueueOptions::new(version)
        };
        Queue::nats(client, options).await.unwrap()
    }

    /// A command that uses it.
    fn command(&self, args: &[&str]) -> Command {
        let mut command = yiqi(args);
        command
            .args(["--bus", &self.server.url()])
            .env("YIQI_BUS_TOKEN", "secret");
        command
    }

    fn worker(&self) -> Worker {
        let mut command = self.command(&["worker", "--threads", "2", "--memory", "4"]);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        said.read_line(&mut line).unwrap();
        assert!(line.contains("2 jobs at a time, 4 MiB"), "{line}");
        Worker { child, said }
    }
}

fn yiqi(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yiqi"));
    command.args(["--lang", "en"]).args(args);
    command
}

/// A running worker. It is killed with this value.
struct Worker {
    child: Child,
    said: BufReader<ChildStdout>,
}

impl Worker {
    /// Asks it to stop and returns its last line.
    fn stop(mut self) -> String {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").arg(&pid).status().unwrap();
        assert!(sent.success());
        let mut line = String::new();
        self.said.read_line(&mut line).unwrap();
        assert!(self.child.wait().unwrap().success());
        line
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs a command that must fail with this status, and returns what it says.
#[track_caller]
fn fails(status: i32, command: &mut Command) -> String {
    let Output {
        status: found,
        stderr,
        ..
    } = command.output().unwrap();
    let said = String::from_utf8(stderr).unwrap();
    assert_eq!(found.code(), Some(status), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    said
}

#[track_caller]
fn succeeds(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The objects of an output, without what differs from run to run.
fn objects(output: &str) -> Vec<Value> {
    let object = |line: &str| {
        let mut value: Value = serde_json::from_str(line).unwrap();
        value.as_object_mut().unwrap().remove("seconds");
        value
    };
    output.lines().map(object).collect()
}

#[test]
fn a_worker_that_cannot_work_says_why_in_one_sentence() {
    let bus = Bus::start();
    let url = bus.server.url();
    let said = fails(1, &mut yiqi(&["worker", "--bus", &url]));
    assert!(
        said.contains("refused the connection; check the token"),
        "{said}"
    );
    let said = fails(1, &mut yiqi(&["worker", "--bus", &url, "--token", "wrong"]));
    assert!(said.contains("check the token"), "{said}");
    assert!(!said.contains("wrong"), "{said}");
    let missing = ["worker", "--bus", &url, "--token-file", "/nonexistent"];
    let said = fails(2, &mut yiqi(&missing));
    assert!(said.starts_with("/nonexistent"), "{said}");
    let said = fails(2, &mut yiqi(&["worker", "--bus", "http://secret@host"]));
    assert!(said.contains("“host” is not a NATS server"), "{said}");
    bus.server.kill();
    let said = fails(1, &mut bus.command(&["worker"]));
    assert!(said.contains("cannot be reached"), "{said}");
    let plain = NatsServer::start();
    let said = fails(1, &mut yiqi(&["worker", "--bus", &plain.url()]));
    assert!(said.contains("has no JetStream"), "{said}");
}

#[test]
fn a_worker_of_another_version_refuses_with_one_sentence() {
    let bus = Bus::start();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let other = runtime.block_on(async {
        let queue = bus.queue("0.0.9-abcdef").await;
        queue.watch_workers();
        // It answers once it is asked.
        let own = bus.queue(engine_version()).await;
        while own.foreign_versions().await.unwrap().is_empty() {}
        queue
    });
    let said = fails(1, &mut bus.command(&["worker"]));
    let own = engine_version();
    let want = format!(
        "This worker has version {own} of yiqi, but the bus is used by version 0.0.9-abcdef: \
         install the same version on both sides.\n"
    );
    assert_eq!(said, want);
    drop(other);
}

#[test]
fn a_collection_is_analyzed_by_workers_as_it_is_here() {
    let bus = Bus::start();
    let args = ["analyze", GAMES, "--all", "--depth", "3", "--json"];
    let here = objects(&succeeds(&mut yiqi(&args)));
    assert_eq!(here.len(), 494);
    let worker = bus.worker();
    assert_eq!(objects(&succeeds(&mut bus.command(&args))), here);
    let done: usize = worker
        .stop()
        .trim_end_matches(".\n")
        .rsplit_once(' ')
        .unwrap()
        .1
        .parse()
        .unwrap();
    // Games that begin alike share their first positions.
    assert!((400..494).contains(&done), "{done}");
    // Nobody works, but everything is done.
    assert_eq!(objects(&succeeds(&mut bus.command(&args))), here);
    let table = succeeds(&mut bus.command(&["analyze", GAMES, "--nth", "2", "--depth", "3"]));
    assert!(table.contains("WTH_1978.wtb, game 2: "), "{table}");
}

#[test]
fn a_folder_is_analyzed_with_all_games_that_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("old");
    std::fs::create_dir(&inside).unwrap();
    std::fs::copy(GAMES, inside.join("1978.wtb")).unwrap();
    std::fs::write(folder.path().join("b.sgf"), "(;GM[2]SZ[8]").unwrap();
    let example = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/first-game.yiqi"
    );
    std::fs::copy(example, folder.path().join("c.yiqi")).unwrap();
    std::fs::write(folder.path().join("notes.md"), "nothing").unwrap();
    let path = folder.path().to_str().unwrap();
    let mut command = yiqi(&["analyze", path, "--depth", "1", "--json", "--threads", "2"]);
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().unwrap();
    let said = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(1), "{said}");
    assert!(said.contains("b.sgf"), "{said}");
    assert!(
        said.ends_with("One file or position could not be analyzed.\n"),
        "{said}"
    );
    let found = objects(&String::from_utf8(stdout).unwrap());
    let of = |name: &str| {
        let is_of = |value: &&Value| value["file"].as_str().unwrap().ends_with(name);
        found.iter().filter(is_of).count()
    };
    assert!(of("c.yiqi") > 5, "{}", of("c.yiqi"));
    assert_eq!(of("1978.wtb"), 494);
    let empty = tempfile::tempdir().unwrap();
    let said = fails(2, &mut yiqi(&["analyze", empty.path().to_str().unwrap()]));
    assert!(said.contains("there is no file with games"), "{said}");
}

/// Numbers by chance, the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % limit
    }
}

/// Kills workers at random moments while a command runs; returns its output and how many were
/// killed. A killed worker is replaced.
fn killing_workers(bus: &Bus, mut command: Command) -> (String, usize) {
    let mut workers = vec![bus.worker(), bus.worker()];
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut said = String::new();
    let mut chance = Chance(7);
    let mut killed = 0;
    let mut until = 20;
    // Moments are counted in results, so that they fall into the middle of the work.
    while output.read_line(&mut said).unwrap() > 0 {
        until -= 1;
        if until == 0 {
            until = 10 + chance.below(60);
            killed += 1;
            drop(workers.remove(0));
            workers.push(bus.worker());
        }
    }
    assert!(child.wait().unwrap().success());
    (said, killed)
}

#[test]
fn killing_workers_at_random_loses_no_position_and_doubles_none() {
    let bus = Bus::start().with_short_patience();
    let args = ["analyze", GAMES, "--all", "--depth", "7", "--json"];
    let here = objects(&succeeds(&mut yiqi(&args)));
    let (said, killed) = killing_workers(&bus, bus.command(&args));
    assert!(killed >= 5, "{killed}");
    assert_eq!(objects(&said), here);
}

/// The results of the games of a tournament by their numbers.
fn results(folder: &Path) -> BTreeMap<u64, Value> {
    let report = std::fs::read_to_string(folder.join("tournament.log")).unwrap();
    let mut results = BTreeMap::new();
    for line in report.lines().filter(|line| line.starts_with("ended\t")) {
        let fields: Vec<&str> = line.split('\t').collect();
        let number: u64 = fields[1].parse().unwrap();
        let result = Value::from(format!("{} {} {}", fields[2], fields[3], fields[4]));
        assert!(
            results.insert(number, result).is_none(),
            "game {number} twice"
        );
    }
    results
}

#[test]
fn a_tournament_ends_the_same_whoever_plays_its_games_and_however_often_workers_are_killed() {
    let bus = Bus::start().with_short_patience();
    let folder = tempfile::tempdir().unwrap();
    let [here, elsewhere] = ["here", "elsewhere"].map(|name| folder.path().join(name));
    let args = |out: &'static str| {
        let mut args = vec!["arena", "--game", "reversi:6", "--seed", "3", "--json"];
        args.extend(["--player", "A=engine:depth=3", "--player", "B=greedy"]);
        args.extend(["--games", "120", "--out", out]);
        args
    };
    let place = |out: &Path| -> &'static str { out.to_str().unwrap().to_owned().leak() };
    succeeds(&mut yiqi(&args(place(&here))));
    let (said, killed) = killing_workers(&bus, bus.command(&args(place(&elsewhere))));
    assert!(killed >= 2, "{killed}");
    // One line for each game, and the table.
    assert_eq!(said.lines().count(), 121);
    let results_here = results(&here);
    assert_eq!(results_here.len(), 120);
    assert_eq!(results(&elsewhere), results_here);
}

#[test]
fn outside_programs_and_players_with_threads_do_not_play_elsewhere() {
    let bus = Bus::start();
    let refused = |player: &str| {
        let args = ["arena", "--game", "reversi", "--player", "A=random"];
        fails(2, bus.command(&args).args(["--player", player]))
    };
    let said = refused("Mine=program:gtp:/bin/true");
    assert!(said.contains("Mine is an outside program"), "{said}");
    let said = refused("Big=engine:level=5,threads=3");
    assert!(said.contains("Big uses several threads"), "{said}");
}
