//! The analysis of finished games: once, kept, for everybody.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use sqlx::Executor;
use tokio::sync::watch;
use yiqi_bus::BusUrl;
use yiqi_jobs::{Queue, QueueOptions, WorkerEvent, WorkerOptions, engine_version, work};
use yiqi_server::{LimitOptions, ServerOptions};
use yiqi_testkit::nats::NatsServer;

use crate::client::{Person, until};
use crate::test_server::{Pair, TestServer, easy};

const FOREVER: Duration = Duration::from_secs(24 * 60 * 60);

/// Options with so much time for each position.
fn options(analysis_time: Duration) -> ServerOptions {
    ServerOptions {
        analysis_time,
        deep_analysis_time: 2 * analysis_time,
        ..easy()
    }
}

fn quick() -> ServerOptions {
    options(Duration::from_millis(20))
}

/// A game of four moves that Black has resigned.
async fn resigned(stage: &TestServer, game: &str, moves: [&str; 4]) -> Pair {
    let mut pair = stage.pair(game, "none").await;
    for two in moves.chunks(2) {
        pair.a.play(two[0]).await;
        pair.b.play(two[1]).await;
    }
    pair.a.does(&json!({"do": "resign"})).await;
    pair
}

async fn gomoku(stage: &TestServer) -> Pair {
    resigned(stage, "gomoku", ["h8", "i9", "h9", "h10"]).await
}

fn path(table: &str) -> String {
    format!("/api/tables/{table}/analysis")
}

async fn ask(person: &Person, table: &str, deep: bool) -> Value {
    let body = json!({"deep": deep});
    person.post(&path(table), &body).await.fine()
}

/// Waits until the analysis is done and returns it.
async fn done(person: &Person, table: &str) -> Value {
    let path = path(table);
    until(async || person.get(&path).await.fine()["stage"] == "done").await;
    person.get(&path).await.fine()
}

fn plies(analysis: &Value) -> Vec<u64> {
    let positions = analysis["positions"].as_array().unwrap();
    positions
        .iter()
        .map(|position| position["ply"].as_u64().unwrap())
        .collect()
}

#[tokio::test]
async fn a_finished_game_is_analyzed_once_for_everybody() {
    let stage = TestServer::with(quick()).await;
    let pair = gomoku(&stage).await;
    let cat = stage.web.guest("Cat").await;
    let nothing = stage.web.get(&path(&pair.table)).await.fine();
    assert_eq!(
        nothing,
        json!({"stage": "idle", "deep": false, "moves": ["h8", "i9", "h9", "h10"], "positions": []})
    );
    let events = format!("{}/events", path(&pair.table));
    // One of them looks before anybody asks.
    let mut early = cat.events(&events).await;
    assert_eq!(early.next().await.unwrap(), nothing);
    assert_eq!(
        ask(&pair.first, &pair.table, false).await["stage"],
        "running"
    );
    let mut watchers = [pair.second.events(&events).await, early];
    // Asking again starts nothing.
    let again = ask(&cat, &pair.table, false).await;
    assert_ne!(again["stage"], "idle");
    for watcher in &mut watchers {
        let mut seen = Vec::new();
        while let Some(event) = watcher.next().await {
            seen.extend(plies(&event));
            if event["stage"] == "done" {
                break;
            }
        }
        seen.sort_unstable();
        assert_eq!(seen, [0, 1, 2, 3, 4]);
        assert_eq!(watcher.next().await, None, "the stream ends with it");
    }
    let kept = stage.web.get(&path(&pair.table)).await.fine();
    assert_eq!(
        (plies(&kept), &kept["stage"]),
        (vec![0, 1, 2, 3, 4], &json!("done"))
    );
    for position in kept["positions"].as_array().unwrap() {
        assert!(position["depth"].as_u64().unwrap() > 0, "{position}");
        assert!(position["eval"].is_i64() && position["certainty"]["kind"].is_string());
        assert!(!position["moves"].as_array().unwrap().is_empty());
    }
    assert_eq!(ask(&cat, &pair.table, false).await, kept);
}

#[tokio::test]
async fn the_rules_decide_the_last_position_of_a_game_that_they_ended() {
    let stage = TestServer::with(quick()).await;
    let mut pair = stage.pair("gomoku", "none").await;
    for (black, white) in [("h8", "a1"), ("i8", "a2"), ("j8", "a3"), ("k8", "a4")] {
        pair.a.play(black).await;
        pair.b.play(white).await;
    }
    pair.a.play("l8").await;
    ask(&pair.second, &pair.table, false).await;
    let analysis = done(&pair.second, &pair.table).await;
    let end = &analysis["positions"][9];
    let won = json!({"ply": 9, "deep": false, "depth": 0, "eval": 10_000, "exact": true,
        "certainty": {"kind": "exact"}, "moves": []});
    assert_eq!(*end, won);
    // One move before, Black had it.
    assert_eq!(analysis["positions"][8]["certainty"]["kind"], "forced");
}

#[tokio::test]
async fn more_time_can_be_asked_for_once() {
    let stage = TestServer::with(quick()).await;
    let pair = gomoku(&stage).await;
    ask(&pair.first, &pair.table, false).await;
    done(&pair.first, &pair.table).await;
    let deeper = ask(&pair.second, &pair.table, true).await;
    assert_eq!(
        (&deeper["stage"], &deeper["deep"]),
        (&json!("running"), &json!(true))
    );
    assert_eq!(plies(&deeper).len(), 5, "what is known stays");
    let kept = done(&pair.first, &pair.table).await;
    let positions = kept["positions"].as_array().unwrap();
    assert!(positions.iter().all(|position| position["deep"] == true));
    for deep in [false, true] {
        assert_eq!(ask(&pair.first, &pair.table, deep).await, kept);
    }
}

#[tokio::test]
async fn an_analysis_in_progress_takes_a_wish_for_more_time() {
    let mut stage = TestServer::with(options(FOREVER)).await;
    let pair = gomoku(&stage).await;
    ask(&pair.first, &pair.table, false).await;
    let deeper = ask(&pair.second, &pair.table, true).await;
    assert_eq!(
        (&deeper["stage"], &deeper["deep"]),
        (&json!("running"), &json!(true))
    );
    stage.options = quick();
    stage.restart().await;
    let dora = stage.web.guest("Dora").await;
    assert_eq!(done(&dora, &pair.table).await["deep"], true);
}

#[tokio::test]
async fn nobodys_leaving_stops_an_analysis_and_a_restart_does_not_lose_it() {
    let mut stage = TestServer::with(options(FOREVER)).await;
    // A private game, which the server alone goes on with.
    let mut pair = stage
        .pair_at(
            &json!({"game": "gomoku", "first_color": "black", "private": true,
            "first": {"kind": "me"}, "second": {"kind": "open"}}),
        )
        .await;
    pair.a.play("h8").await;
    pair.b.play("i9").await;
    pair.b.does(&json!({"do": "resign"})).await;
    ask(&pair.first, &pair.table, false).await;
    let events = format!("{}/events", path(&pair.table));
    let mut watcher = pair.second.events(&events).await;
    assert_eq!(watcher.next().await.unwrap()["stage"], "running");
    drop(watcher);
    drop((pair.a, pair.b));
    let state = pair.first.get(&path(&pair.table)).await.fine();
    assert_eq!(state["stage"], "running");
    stage.stop().await;
    stage.options = quick();
    stage.start().await.unwrap();
    let first = Person {
        web: stage.web,
        ..pair.first
    };
    assert_eq!(plies(&done(&first, &pair.table).await), [0, 1, 2]);
}

#[tokio::test]
async fn only_finished_games_that_one_may_see_are_analyzed() {
    let stage = TestServer::with(quick()).await;
    let mut pair = stage.pair("gomoku", "none").await;
    pair.a.play("h8").await;
    let body = json!({"deep": false});
    let early = pair.first.post(&path(&pair.table), &body).await;
    assert_eq!((early.status, early.code()), (409, "not_over".to_owned()));
    assert_eq!(pair.first.get(&path(&pair.table)).await.code(), "not_over");
    let over = gomoku(&stage).await;
    let unknown = stage
        .web
        .request("POST", &path(&over.table), &[], Some("{}"))
        .await;
    assert_eq!(unknown.code(), "unauthorized");
    let odd = over
        .first
        .post(&path(&over.table), &json!({"deeper": 1}))
        .await;
    assert_eq!((odd.status, odd.code()), (400, "bad_message".to_owned()));
    assert_eq!(over.first.get(&path("nothing")).await.code(), "not_found");
    // A private game.
    let mut secret = stage
        .pair_at(
            &json!({"game": "gomoku", "first_color": "black", "private": true,
            "first": {"kind": "me"}, "second": {"kind": "open"}}),
        )
        .await;
    secret.a.does(&json!({"do": "resign"})).await;
    let cat = stage.web.guest("Cat").await;
    let events = format!("{}/events", path(&secret.table));
    for path in [path(&secret.table), events] {
        assert_eq!(cat.get(&path).await.code(), "not_yours");
    }
    let refused = cat.post(&path(&secret.table), &body).await;
    assert_eq!(refused.code(), "not_yours");
    // A game that nobody wins.
    let mut peace = stage.pair("peace", "none").await;
    peace.a.does(&json!({"do": "resign"})).await;
    let refused = peace.first.post(&path(&peace.table), &body).await;
    assert_eq!(refused.code(), "nothing_to_analyze");
}

#[tokio::test]
async fn one_person_has_only_so_many_games_analyzed_at_once() {
    let limits = LimitOptions {
        analyses_per_person: 1,
        loopback_exempt: false,
        requests_at_once: 1_000,
        ..easy().limits
    };
    let stage = TestServer::with(ServerOptions {
        limits,
        ..options(FOREVER)
    })
    .await;
    let one = gomoku(&stage).await;
    let other = gomoku(&stage).await;
    ask(&one.first, &one.table, false).await;
    // Asking for the same game is not another one.
    ask(&one.first, &one.table, false).await;
    let refused = one.first.post(&path(&other.table), &json!({})).await;
    assert_eq!(
        (refused.status, refused.code()),
        (429, "too_many".to_owned())
    );
    ask(&other.first, &other.table, false).await;
}

// Fault 54.
#[tokio::test]
async fn analyses_do_not_hold_up_a_persons_game() {
    let stage = TestServer::with(ServerOptions {
        think_slice: Duration::ZERO,
        ..options(FOREVER)
    })
    .await;
    for _ in 0..4 {
        let pair = gomoku(&stage).await;
        ask(&pair.first, &pair.table, false).await;
    }
    let dora = stage.web.guest("Dora").await;
    let game = json!({"game": "reversi", "first": {"kind": "computer", "player": "engine:level=1"},
        "second": {"kind": "me"}, "first_color": "black", "time": "none"});
    let (table, _) = dora.make(&game).await;
    let mut socket = dora.socket(&table).await;
    socket.event("move").await;
}

// Fault 9.
#[tokio::test]
async fn an_analysis_that_cannot_be_stored_is_refused_and_can_be_asked_for_again() {
    let stage = TestServer::with(quick()).await;
    let pair = gomoku(&stage).await;
    let mut other = stage.database().await;
    other.execute("BEGIN IMMEDIATE").await.unwrap();
    let refused = pair.first.post(&path(&pair.table), &json!({})).await;
    assert_eq!(
        (refused.status, refused.code()),
        (503, "storage_busy".to_owned())
    );
    other.execute("ROLLBACK").await.unwrap();
    until(async || {
        let again = pair.first.post(&path(&pair.table), &json!({})).await;
        again.status == 200
    })
    .await;
    assert_eq!(plies(&done(&pair.first, &pair.table).await).len(), 5);
}

#[tokio::test]
async fn a_damaged_analysis_is_repaired_by_asking_again() {
    let stage = TestServer::with(quick()).await;
    let pair = gomoku(&stage).await;
    ask(&pair.first, &pair.table, false).await;
    done(&pair.first, &pair.table).await;
    stage
        .execute("UPDATE analyzed SET body = 'x' WHERE ply = 2")
        .await;
    let damaged = stage.web.get(&path(&pair.table)).await.fine();
    assert_eq!(
        (plies(&damaged), &damaged["stage"]),
        (vec![0, 1, 3, 4], &json!("idle"))
    );
    ask(&pair.second, &pair.table, false).await;
    assert_eq!(plies(&done(&pair.first, &pair.table).await).len(), 5);
}

/// Starts a worker in this process; returns how it is stopped and how many jobs it has done.
async fn worker(bus: &BusUrl) -> (watch::Sender<bool>, Arc<AtomicUsize>) {
    let options = QueueOptions::new(engine_version());
    let queue = Queue::nats(bus.connect().await.unwrap(), options);
    let queue = queue.await.unwrap();
    let (stop, stopping) = watch::channel(false);
    let done = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&done);
    let options = WorkerOptions {
        name: "test".to_owned(),
        threads: 2,
        memory_mib: 2,
    };
    let report = move |event| {
        if event == WorkerEvent::Done {
            count.fetch_add(1, Ordering::Relaxed);
        }
    };
    tokio::spawn(work(queue, options, stopping, report));
    (stop, done)
}

async fn worker_count(stage: &TestServer) -> Option<String> {
    let metrics = stage.web.get("/metrics").await;
    let line = metrics
        .body
        .lines()
        .find(|line| line.starts_with("yiqi_workers "));
    line.map(str::to_owned)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn workers_analyze_games_and_studies_and_the_server_does_without_them() {
    let folder = tempfile::tempdir().unwrap();
    let path_of_bus = folder.path().to_str().unwrap();
    let server = NatsServer::start_with(&["--jetstream", "--store_dir", path_of_bus]);
    let bus: BusUrl = server.url().parse().unwrap();
    let stage = TestServer::with(ServerOptions {
        bus: Some(bus.clone()),
        ..quick()
    })
    .await;
    let (stop, done_jobs) = worker(&bus).await;
    until(async || worker_count(&stage).await.as_deref() == Some("yiqi_workers 1")).await;
    // A game of four moves has five positions.
    let pair = gomoku(&stage).await;
    ask(&pair.first, &pair.table, false).await;
    let analysis = done(&pair.first, &pair.table).await;
    assert_eq!(plies(&analysis), [0, 1, 2, 3, 4]);
    assert_eq!(done_jobs.load(Ordering::Relaxed), 5);
    // The first reports of a study arrive before the last.
    let study = "/api/analysis?game=reversi&moves=f5,d6&seconds=1&lines=2";
    let mut events = pair.first.events(study).await;
    let mut reports = Vec::new();
    while let Some(report) = events.next().await {
        reports.push(report);
    }
    assert!(reports.len() > 1, "{reports:?}");
    let last = reports.last().unwrap();
    assert_eq!(last["done"], true);
    assert_eq!(last["lines"].as_array().unwrap().len(), 2);
    until(async || done_jobs.load(Ordering::Relaxed) == 6).await;
    stop.send(true).unwrap();
    until(async || worker_count(&stage).await.as_deref() == Some("yiqi_workers 0")).await;
    // Nobody is there, so the server does it.
    let pair = gomoku(&stage).await;
    ask(&pair.first, &pair.table, true).await;
    let analysis = done(&pair.first, &pair.table).await;
    assert_eq!(plies(&analysis), [0, 1, 2, 3, 4]);
    assert_eq!(done_jobs.load(Ordering::Relaxed), 6);
}
