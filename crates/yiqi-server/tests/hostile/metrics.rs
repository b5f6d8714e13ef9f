//! What `/metrics` shows of play, refusals, storage and the process.

use serde_json::json;
use sqlx::Executor;

use crate::client::{Web, soon, until};
use crate::test_server::TestServer;

/// The value of a metric, 0 if it is not there.
async fn metric(web: Web, name: &str) -> f64 {
    let text = web.get("/metrics").await.body;
    let value = text.lines().find_map(|line| {
        let (key, value) = line.rsplit_once(' ')?;
        (key == name).then(|| value.parse().unwrap())
    });
    value.unwrap_or_default()
}

#[tokio::test]
async fn metrics_follow_play() {
    let stage = TestServer::new().await;
    let web = stage.web;
    let mut pair = stage.pair("reversi", "none").await;
    let names = [
        "yiqi_moves_total",
        "yiqi_command_latency_seconds_count",
        "yiqi_commit_seconds_count",
        "yiqi_commit_jobs_sum",
    ];
    let mut before = Vec::new();
    for name in names {
        before.push(metric(web, name).await);
    }
    pair.a.play("d3").await;
    pair.b.play("c5").await;
    for (name, before) in names.into_iter().zip(before) {
        let grown = metric(web, name).await - before;
        assert!(grown >= 2.0, "{name} grew by {grown}");
    }
    // A command that is sent again is acknowledged again, but stores nothing.
    let moves = metric(web, "yiqi_moves_total").await;
    let mv = json!({"do": "play", "move": "d6"});
    pair.a.command_as("twice", &mv).await;
    pair.a.command_as("twice", &mv).await;
    assert_eq!(metric(web, "yiqi_moves_total").await, moves + 1.0);
}

#[tokio::test]
async fn metrics_show_who_is_connected_and_what_is_open() {
    let stage = TestServer::new().await;
    let web = stage.web;
    assert_eq!(metric(web, "yiqi_people_connected").await, 0.0);
    let pair = stage.pair("reversi", "none").await;
    // A second socket of the same person does not count.
    let second = pair.second.socket(&pair.table).await;
    assert_eq!(metric(web, "yiqi_people_connected").await, 2.0);
    assert_eq!(metric(web, "yiqi_tables_open").await, 1.0);
    second.close().await;
    pair.b.close().await;
    until(async || metric(web, "yiqi_people_connected").await == 1.0).await;
}

#[tokio::test]
async fn refusals_and_failed_logins_are_counted_by_kind() {
    let stage = TestServer::new().await;
    let web = stage.web;
    let mut pair = stage.pair("reversi", "none").await;
    pair.b
        .refused(&json!({"do": "play", "move": "d3"}), "not_your_turn")
        .await;
    pair.b.send_text("no JSON".to_owned()).await;
    pair.b.of_type("error").await;
    assert_eq!(web.get("/api/tables/nowhere").await.status, 404);
    let credentials = json!({"name": "Nobody", "password": "wrong password"}).to_string();
    let login = web.request("POST", "/api/login", &[], Some(&credentials));
    assert_eq!(login.await.code(), "wrong_password");
    for (name, count) in [
        ("yiqi_refusals_total{code=\"not_your_turn\"}", 1.0),
        ("yiqi_refusals_total{code=\"bad_message\"}", 1.0),
        ("yiqi_refusals_total{code=\"not_found\"}", 1.0),
        ("yiqi_refusals_total{code=\"wrong_password\"}", 1.0),
        ("yiqi_security_events_total{kind=\"failed_login\"}", 1.0),
    ] {
        assert_eq!(metric(web, name).await, count, "{name}");
    }
}

#[tokio::test]
async fn metrics_show_storage_and_its_failure() {
    let stage = TestServer::new().await;
    let web = stage.web;
    let mut pair = stage.pair("reversi", "none").await;
    let wal = metric(web, "yiqi_database_wal_bytes").await;
    pair.a.play("d3").await;
    assert!(metric(web, "yiqi_database_wal_bytes").await > wal);
    assert!(metric(web, "yiqi_database_bytes").await > 0.0);
    assert!(metric(web, "yiqi_disk_free_bytes").await > 0.0);
    assert_eq!(metric(web, "yiqi_storage_healthy").await, 1.0);
    let mut database = stage.database().await;
    database
        .execute("ALTER TABLE entries RENAME TO gone")
        .await
        .unwrap();
    pair.b
        .refused(&json!({"do": "play", "move": "c5"}), "storage_failed")
        .await;
    soon(stage.server().failed()).await;
    assert_eq!(metric(web, "yiqi_storage_healthy").await, 0.0);
    let refused = metric(web, "yiqi_refusals_total{code=\"storage_failed\"}").await;
    assert_eq!(refused, 1.0);
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn metrics_show_what_the_process_uses() {
    let stage = TestServer::new().await;
    let web = stage.web;
    let cpu = metric(web, "process_cpu_seconds_total").await;
    let open = metric(web, "process_open_fds").await;
    let pair = stage.pair("reversi", "none").await;
    assert!(metric(web, "process_open_fds").await > open);
    assert!(metric(web, "process_max_fds").await > open);
    assert!(metric(web, "process_cpu_seconds_total").await > cpu);
    assert!(metric(web, "process_resident_memory_bytes").await > 1e6);
    assert!(metric(web, "process_start_time_seconds").await > 1e9);
    drop(pair);
}
