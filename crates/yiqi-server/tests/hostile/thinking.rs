//! Programs, studies and files share the threads and the memory of the server.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use yiqi_server::{LimitOptions, ServerOptions};

use crate::client::{Lines, Person, Socket, Web, check_log, fresh_id, moves, until};
use crate::test_server::{TestServer, easy};

/// Another address than that of everybody else.
const ELSEWHERE: &str = "127.0.0.2";

/// Options with which no search ends because others wait.
fn patient() -> ServerOptions {
    ServerOptions {
        think_slice: Duration::from_secs(24 * 60 * 60),
        ..easy()
    }
}

fn program(player: &str) -> Value {
    json!({"kind": "computer", "player": player})
}

/// A game in which a program has the first move.
fn against(player: &str) -> Value {
    json!({"game": "reversi", "first": program(player), "second": {"kind": "me"},
        "first_color": "black", "time": "none"})
}

/// A game between two programs.
fn between(player: &str, time: &str) -> Value {
    json!({"game": "reversi", "first": program(player), "second": program(player),
        "first_color": "black", "time": time})
}

/// A guest who comes from another address.
struct Stranger {
    web: Web,
    token: String,
}

impl Stranger {
    async fn new(web: Web) -> Stranger {
        let mut stranger = Stranger {
            web,
            token: String::new(),
        };
        let guest = stranger.post("/api/guest", &json!({"name": "Bob"})).await;
        stranger.token = guest["token"].as_str().unwrap().to_owned();
        stranger
    }

    async fn post(&self, path: &str, body: &Value) -> Value {
        let bearer = format!("Bearer {}", self.token);
        let headers = [("authorization", bearer.as_str())];
        let headers = if self.token.is_empty() {
            &[]
        } else {
            &headers[..]
        };
        let stream = self.web.connect_from(ELSEWHERE).await;
        let body = body.to_string();
        let response = self
            .web
            .request_on(stream, "POST", path, headers, Some(&body));
        response.await.fine()
    }

    /// Starts a game against a program and returns after the program's first move.
    async fn sees_a_move(&self, player: &str) -> Socket {
        let created = self.post("/api/tables", &against(player)).await;
        let table = created["table"].as_str().unwrap();
        let stream = self.web.connect_from(ELSEWHERE).await;
        let bearer = format!("Bearer {}", self.token);
        let path = format!("/api/tables/{table}/socket");
        let headers = [("authorization", bearer.as_str())];
        let socket = self.web.open_socket_on(stream, &path, &headers);
        let mut socket = socket.await.unwrap();
        socket.of_type("table").await;
        socket.event("move").await;
        socket
    }
}

/// One of the server's figures.
async fn figure(web: Web, name: &str) -> u64 {
    let text = web.get("/metrics").await.body;
    let line = text.lines().find_map(|line| {
        let (key, value) = line.rsplit_once(' ')?;
        (key == name).then(|| value.parse().unwrap())
    });
    line.unwrap_or_else(|| panic!("no {name} in {text}"))
}

// Fault 54.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_guests_many_games_do_not_hold_up_another_persons_program() {
    const TABLES: u64 = 150;
    let options = ServerOptions {
        think_slice: Duration::from_millis(500),
        ..easy()
    };
    let stage = TestServer::with(options).await;
    let ann = stage.web.guest("Ann").await;
    for _ in 0..TABLES {
        ann.make(&against("engine:time=30s")).await;
    }
    let bob = Stranger::new(stage.web).await;
    bob.sees_a_move("engine:level=1").await;
    // In order of arrival, all of Ann's programs would have moved before.
    let moved = figure(stage.web, "yiqi_moves_total").await;
    assert!(moved < TABLES / 2, "{moved} moves came first");
}

// Fault 54.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn long_searches_end_early_when_others_wait() {
    let options = ServerOptions {
        think_slice: Duration::from_millis(20),
        ..easy()
    };
    let stage = TestServer::with(options).await;
    let ann = stage.web.guest("Ann").await;
    let mut tables = Vec::new();
    for _ in 0..3 {
        tables.push(ann.make(&against("engine:time=30s")).await.0);
    }
    let bob = Stranger::new(stage.web).await;
    bob.sees_a_move("engine:level=1").await;
    // What ended early is a move all the same.
    ann.socket(&tables[0]).await.event("move").await;
}

// Fault 16.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn engine_memory_stays_within_its_budget_however_many_tables_there_are() {
    const TABLES: u64 = 60;
    let options = ServerOptions {
        engine_mib: Some(32),
        ..patient()
    };
    let stage = TestServer::with(options).await;
    let ann = stage.web.guest("Ann").await;
    let mut most = 0;
    for _ in 0..TABLES {
        ann.make(&against("engine:time=10ms")).await;
        let lent = figure(stage.web, "yiqi_engine_memory_lent_bytes").await;
        let kept = figure(stage.web, "yiqi_engine_memory_kept_bytes").await;
        most = most.max(lent).max(kept);
    }
    until(async || figure(stage.web, "yiqi_moves_total").await == TABLES).await;
    until(async || figure(stage.web, "yiqi_thinkers_busy").await == 0).await;
    assert_eq!(figure(stage.web, "yiqi_engine_memory_lent_bytes").await, 0);
    let kept = figure(stage.web, "yiqi_engine_memory_kept_bytes").await;
    let max = 32 << 20;
    assert!(kept <= max && most <= max, "{kept} {most}");
}

/// Sends the command of a table's host.
async fn start(host: &Person, table: &str) {
    let start = json!({"do": "start"});
    host.command(table, &fresh_id(), &start).await.fine();
}

/// Waits until everything that was to be thought about has been.
async fn until_nobody_thinks(stage: &TestServer) {
    until(async || {
        let mut count = figure(stage.web, "yiqi_thinkers_busy").await;
        for class in ["person", "programs", "unwatched"] {
            let name = format!("yiqi_thinking_waiting{{class=\"{class}\"}}");
            count += figure(stage.web, &name).await;
        }
        count == 0
    })
    .await;
}

async fn log(person: &Person, table: &str) -> Vec<Value> {
    let state = person.state(table).await;
    state["entries"].as_array().unwrap().clone()
}

// Fault 54.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_programs_rest_while_nobody_is_connected() {
    let mut stage = TestServer::with(patient()).await;
    let mut ann = stage.web.guest("Ann").await;
    let (table, _) = ann.make(&between("engine:time=100ms", "game 1h")).await;
    let (short, _) = ann.make(&between("engine:time=100ms", "move 500ms")).await;
    let (other, _) = ann.make(&against("random")).await;
    start(&ann, &table).await;
    start(&ann, &short).await;
    // The short time is up long since, and another program has moved meanwhile.
    let late = |state: &Value| state["now_ms"].as_u64().unwrap() > 1_500;
    until(async || late(&ann.state(&other).await)).await;
    ann.socket(&other).await.event("move").await;
    until_nobody_thinks(&stage).await;
    for (table, left_ms) in [(&table, 60 * 60 * 1000), (&short, 500)] {
        let state = ann.state(table).await;
        assert_eq!(state["entries"].as_array().unwrap().len(), 1, "{state}");
        assert_eq!(state["view"]["clocks"]["first"]["remaining_ms"], left_ms);
    }

    // A spectator wakes them, and without one they rest again.
    let mut cat = stage.web.guest("Cat").await.socket(&table).await;
    cat.until(|message| message["view"]["ply_count"] == 2).await;
    cat.close().await;
    until(async || figure(stage.web, "yiqi_sockets").await == 0).await;
    until_nobody_thinks(&stage).await;
    let rested = log(&ann, &table).await;
    check_log(&rested);
    assert!(rested.iter().any(|entry| entry["event"] == "give_time"));

    // After a restart the table is not opened, though one that comes after it is.
    stage.pair("reversi", "game 1h").await;
    stage.restart().await;
    ann.web = stage.web;
    until(async || figure(stage.web, "yiqi_tables_open").await > 0).await;
    until_nobody_thinks(&stage).await;
    // Two games in play have a person.
    until(async || figure(stage.web, "yiqi_tables_open").await == 2).await;
    assert_eq!(log(&ann, &table).await, rested);
    assert_eq!(log(&ann, &short).await.len(), 1);
    let mut cat = ann.socket(&table).await;
    let count = moves(&rested).len();
    cat.until(|message| message["view"]["ply_count"].as_u64() > Some(count as u64))
        .await;
    check_log(&cat.entries);
    let ends = |entry: &Value| entry["event"] == "time_out";
    assert!(!cat.entries.iter().any(ends), "{:?}", cat.entries);
}

// Fault 16.
#[tokio::test]
async fn games_with_programs_are_limited_per_person_and_per_address() {
    let options = ServerOptions {
        limits: LimitOptions {
            program_tables_per_person: 3,
            program_tables_per_address: 5,
            requests_at_once: 1_000,
            ..LimitOptions::default()
        },
        ..easy()
    };
    let stage = TestServer::with(options).await;
    let (ann, bob) = (stage.web.guest("Ann").await, stage.web.guest("Bob").await);
    let make = async |person: &Person| {
        let created = person.post("/api/tables", &against("random")).await;
        let id = || created.json()["table"].as_str().unwrap().to_owned();
        match created.status {
            200 => Ok(id()),
            status => Err((status, created.code())),
        }
    };
    let too_many = Err((429, "too_many".to_owned()));
    let tables = [make(&ann).await, make(&ann).await, make(&ann).await];
    assert_eq!(make(&ann).await, too_many);
    assert!(make(&bob).await.is_ok() && make(&bob).await.is_ok());
    assert_eq!(make(&bob).await, too_many, "the address has five");
    Stranger::new(stage.web).await.sees_a_move("random").await;
    // Games between people are not limited.
    let open = json!({"game": "reversi", "first": {"kind": "me"}, "second": {"kind": "open"}});
    ann.make(&open).await;
    // A game that has ended makes room for another, also by a rematch.
    let ended = tables[0].clone().unwrap();
    let resign = json!({"do": "resign"});
    ann.command(&ended, &fresh_id(), &resign).await.fine();
    let again = format!("/api/tables/{ended}/again");
    ann.post(&again, &json!({})).await.fine();
    assert_eq!(ann.post(&again, &json!({})).await.code(), "too_many");
    assert_eq!(make(&bob).await, too_many);
}

// Fault 15.
#[tokio::test]
async fn files_of_one_address_are_limited_and_others_are_read() {
    let options = ServerOptions {
        limits: LimitOptions {
            files_per_address: 2,
            requests_at_once: 100_000,
            ..LimitOptions::default()
        },
        ..easy()
    };
    let stage = TestServer::with(options).await;
    let web = stage.web;
    let path = "/api/convert?to=sgf&game=reversi";
    let read = async || web.request("POST", path, &[], Some("d3 c5")).await;
    assert_eq!(read().await.status, 200);
    // Two files that never come.
    let mut slow = Vec::new();
    for _ in 0..2 {
        let mut stream = web.connect().await;
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-length: 5\r\n\r\nd3",
            web.address
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        slow.push(stream);
    }
    until(async || read().await.code() == "busy").await;
    let refused = read().await;
    assert_eq!(
        (refused.status, refused.header("retry-after")),
        (503, Some("2"))
    );
    assert!(figure(web, "yiqi_refusals_total{code=\"busy\"}").await >= 2);
    let stream = web.connect_from(ELSEWHERE).await;
    let other = web.request_on(stream, "POST", path, &[], Some("d3 c5"));
    assert_eq!(other.await.status, 200);
    drop(slow);
    until(async || read().await.status == 200).await;
}

async fn study(web: Web, ip: &str, seconds: f64) -> Lines {
    let mut stream = web.connect_from(ip).await;
    let head = format!(
        "GET /api/analysis?game=reversi&seconds={seconds} HTTP/1.1\r\nhost: {}\r\n\r\n",
        web.address
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    Lines::new(stream, "data: ")
}

// Fault 54.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_studies_of_one_address_leave_room_for_another() {
    let options = ServerOptions {
        think_slice: Duration::from_millis(20),
        ..easy()
    };
    let stage = TestServer::with(options).await;
    let mut flood = Vec::new();
    for _ in 0..200 {
        flood.push(study(stage.web, "127.0.0.1", 60.0).await);
    }
    let waiting = "yiqi_thinking_waiting{class=\"person\"}";
    until(async || figure(stage.web, waiting).await == 198).await;
    let mut own = study(stage.web, ELSEWHERE, 0.1).await;
    own.until(|report| report["done"] == true).await;
    // All others still have most of their time.
    until(async || figure(stage.web, waiting).await == 198).await;
    drop(flood);
    until(async || figure(stage.web, waiting).await == 0).await;
    until(async || figure(stage.web, "yiqi_engine_memory_kept_bytes").await == 0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_study_in_slices_never_goes_back() {
    let options = ServerOptions {
        think_slice: Duration::from_millis(10),
        ..easy()
    };
    let stage = TestServer::with(options).await;
    let mut studies = Vec::new();
    for ip in ["127.0.0.1", "127.0.0.1", ELSEWHERE, "127.0.0.3"] {
        studies.push(study(stage.web, ip, 0.3).await);
    }
    for mut study in studies {
        let mut last = json!({"depth": 0, "nodes": 0, "ms": 0});
        loop {
            let report = study.next().await.expect("a report");
            for figure in ["depth", "ms"] {
                let (before, after) = (last[figure].as_u64(), report[figure].as_u64());
                assert!(before <= after, "{last} {report}");
            }
            last = report;
            if last["done"] == true {
                break;
            }
        }
        assert!(last["ms"].as_u64() >= Some(300), "{last}");
        assert!(last["depth"].as_u64() > Some(0), "{last}");
    }
}
