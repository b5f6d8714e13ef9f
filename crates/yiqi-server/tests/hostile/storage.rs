//! Disks that are full, slow, locked or broken, and tables that fail.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sqlx::Executor;
use sqlx::sqlite::SqliteConnection;
use yiqi_server::{
    Health, Server, ServerError, ServerOptions, Store, StoreError, StoreOptions, backup_file,
};
use yiqi_testkit::Dice;

use crate::client::{Person, check_log, ends, moves, soon, until};
use crate::test_server::{TestServer, easy};

// Fault 4.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failing_table_fails_alone_and_is_reopened() {
    let options = ServerOptions {
        table_fails_at: Some(4),
        ..easy()
    };
    let stage = TestServer::with(options).await;
    let mut others = Vec::new();
    for _ in 0..10 {
        let mut other = stage.pair("reversi", "none").await;
        other.a.play("d3").await;
        others.push(other);
    }
    let mut pair = stage.pair("reversi", "none").await;
    let cat = stage.web.guest("Cat").await;
    let mut c = cat.socket(&pair.table).await;
    pair.a.play("d3").await;
    pair.b.play("c5").await;
    let mv = json!({"do": "play", "move": "d6"});
    pair.a
        .send(&json!({"type": "command", "id": "fatal", "command": mv}))
        .await;
    assert_eq!(pair.a.end().await, 1011);
    assert_eq!(pair.b.end().await, 1011);
    assert_eq!(c.end().await, 1011);
    // The entry was on disk when the table failed: the same command gets its number.
    let mut a = pair.first.socket_after(&pair.table, 3).await;
    assert_eq!(a.command_as("fatal", &mv).await["number"], 4);
    assert_eq!(moves(&pair.log().await), ["d3", "c5", "d6"]);
    let mut b = pair.second.socket(&pair.table).await;
    b.does(&json!({"do": "resign"})).await;
    check_log(&pair.log().await);
    for other in &mut others {
        other.b.play("c5").await;
    }
    assert_eq!(stage.web.get("/health").await.status, 200);
    assert!(
        stage
            .web
            .get("/metrics")
            .await
            .body
            .contains("tables_failed_total 1")
    );
}

// Faults 5 and 6.
#[tokio::test]
async fn nothing_is_acknowledged_after_a_failed_write() {
    let stage = TestServer::new().await;
    let mut pair = stage.pair("reversi", "none").await;
    pair.a.play("d3").await;
    // Another program ruins the file.
    let mut database = stage.database().await;
    database
        .execute("ALTER TABLE entries RENAME TO gone")
        .await
        .unwrap();
    let since = Instant::now();
    pair.b
        .refused(&json!({"do": "play", "move": "c5"}), "storage_failed")
        .await;
    soon(stage.server().failed()).await;
    assert_eq!(stage.web.get("/health").await.status, 503);
    assert!(
        since.elapsed() < Duration::from_secs(1),
        "{:?}",
        since.elapsed()
    );
    // Even if the file is repaired: what else is wrong is unknown.
    database
        .execute("ALTER TABLE gone RENAME TO entries")
        .await
        .unwrap();
    for _ in 0..3 {
        pair.b
            .refused(&json!({"do": "play", "move": "c5"}), "storage_failed")
            .await;
    }
    assert_eq!(stage.web.get("/health").await.status, 503);
    // Reading still works.
    assert_eq!(moves(&pair.log().await), ["d3"]);
}

/// Points of a Gomoku board on which nobody gets five, for black and for white.
fn drawn_board() -> (Vec<String>, Vec<String>) {
    let points = (0..25_u8).flat_map(|row| (0..25_u8).map(move |col| (col, row)));
    let (black, white): (Vec<_>, Vec<_>) = points
        .filter(|point| *point != (7, 7))
        .partition(|(col, row)| (col + 2 * row) % 4 == 0 || (col + 2 * row) % 4 == 1);
    let names = |points: Vec<(u8, u8)>| {
        let name = |(col, row)| format!("{}{}", char::from(b'a' + col), row + 1);
        points.into_iter().map(name).collect()
    };
    (names(black), names(white))
}

/// Fills the database beyond its limit, as years of games would.
async fn fill(stage: &TestServer) -> SqliteConnection {
    let mut database = stage.database().await;
    database
        .execute(
            "PRAGMA busy_timeout = 5000; CREATE TABLE filler (bytes BLOB); \
             INSERT INTO filler VALUES (zeroblob(1048576))",
        )
        .await
        .unwrap();
    database
}

// Fault 7.
#[tokio::test]
async fn on_a_full_disk_moves_are_refused_until_there_is_space_again() {
    let options = ServerOptions {
        messages_max: 100_000,
        ..easy()
    };
    let mut stage = TestServer::with_store(options, |store| {
        store.size_mib_max = Some(1);
        store.durable = false;
    })
    .await;
    let mut pair = stage.pair("gomoku:25", "none").await;
    pair.a.play("h8").await;
    fill(&stage).await;
    let text = "字".repeat(300);
    // Chat until no page is left.
    let full = soon(async {
        loop {
            pair.a
                .send(&json!({"type": "chat", "room": "players", "text": text}))
                .await;
            let answer = pair
                .a
                .until(|message| message["type"] == "chat" || message["type"] == "error")
                .await;
            if answer["type"] == "error" {
                return answer;
            }
            pair.b.of_type("chat").await;
        }
    })
    .await;
    assert_eq!(full["code"], "storage_full");
    let health = stage.web.get("/health").await;
    assert_eq!(
        (health.status, health.body.as_str()),
        (503, "storage troubled\n")
    );
    // Small writes may still fit for a while; everything acknowledged stays.
    let mut acked = vec!["h8".to_owned()];
    let (black, white) = drawn_board();
    let refused = soon(async {
        for (mine, yours) in white.iter().zip(&black) {
            for (socket, mv) in [(&mut pair.b, mine), (&mut pair.a, yours)] {
                let answer = socket.command(&json!({"do": "play", "move": mv})).await;
                if answer["type"] == "refused" {
                    return answer;
                }
                acked.push(mv.clone());
            }
        }
        panic!("everything fits");
    })
    .await;
    assert_eq!(refused["code"], "storage_full");
    // Reading and watching still work.
    let cat = Person {
        token: String::new(),
        ..pair.first.clone()
    };
    let state = cat
        .web
        .get(&format!("/api/tables/{}", pair.table))
        .await
        .fine();
    assert_eq!(moves(state["entries"].as_array().unwrap()), acked);
    stage.stop().await;
    stage.store.size_mib_max = Some(50);
    stage.start().await.unwrap();
    let first = Person {
        web: stage.web,
        ..pair.first
    };
    let state = first.state(&pair.table).await;
    assert_eq!(moves(state["entries"].as_array().unwrap()), acked);
    first
        .command(&pair.table, "end", &json!({"do": "resign"}))
        .await
        .fine();
    assert_eq!(stage.web.get("/health").await.status, 200);
}

// Fault 7.
#[tokio::test]
async fn no_restart_is_needed_when_disk_space_is_freed() {
    let options = ServerOptions {
        messages_max: 100_000,
        ..easy()
    };
    let stage = TestServer::with_store(options, |store| {
        store.size_mib_max = Some(1);
        store.durable = false;
    })
    .await;
    let mut pair = stage.pair("reversi", "none").await;
    let mut database = fill(&stage).await;
    let text = "字".repeat(300);
    soon(async {
        loop {
            pair.a
                .send(&json!({"type": "chat", "room": "players", "text": text}))
                .await;
            let answer = pair
                .a
                .until(|message| message["type"] == "chat" || message["type"] == "error")
                .await;
            if answer["code"] == "storage_full" {
                return;
            }
            pair.b.of_type("chat").await;
        }
    })
    .await;
    database.execute("DROP TABLE filler").await.unwrap();
    pair.a.play("d3").await;
    until(async || stage.web.get("/health").await.status == 200).await;
}

// Fault 8.
#[tokio::test]
async fn on_a_slow_disk_clocks_charge_until_the_move_was_received() {
    let stage = TestServer::with_store(easy(), |store| {
        store.commit_delay = Some(Duration::from_millis(100));
    })
    .await;
    let mut pair = stage.pair("reversi", "game 1m").await;
    let state = pair.first.state(&pair.table).await;
    let before_ms = state["now_ms"].as_u64().unwrap();
    pair.a.play("d3").await;
    let state = pair.first.state(&pair.table).await;
    let after_ms = state["now_ms"].as_u64().unwrap();
    let log = pair.log().await;
    let at_ms = log[1]["at_ms"].as_u64().unwrap();
    // It was on disk before it was acknowledged, and the time of the disk is not charged.
    assert!(
        before_ms <= at_ms && at_ms + 100 <= after_ms,
        "{before_ms} {after_ms} {log:?}"
    );
    // Everything is slow, but nothing is refused.
    for mv in ["c5", "d6"] {
        let socket = if mv == "c5" { &mut pair.b } else { &mut pair.a };
        socket.play(mv).await;
    }
}

// Fault 8.
#[tokio::test]
async fn a_player_is_not_charged_for_a_move_that_took_long_to_store() {
    let stage = TestServer::with_store(easy(), |store| {
        store.commit_delay = Some(Duration::from_millis(1_100));
    })
    .await;
    let mut pair = stage.pair("reversi", "game 1m").await;
    pair.a.play("d3").await;
    let is_given = |log: &[Value]| log.last().is_some_and(|last| last["event"] == "give_time");
    until(async || is_given(&pair.log().await)).await;
    // The beginning started the clock of the first player, and the move that of the second.
    let log = pair.log().await;
    let is_long = |entry: &&Value| entry["ms"].as_u64().is_some_and(|ms| ms >= 1_100);
    let given: Vec<&Value> = log
        .iter()
        .filter(is_long)
        .map(|give| &give["seat"])
        .collect();
    assert_eq!(given, ["first", "second"], "{log:?}");
}

/// A server that waits this long for another program's lock.
async fn waiting_for_locks(timeout_ms: u64) -> TestServer {
    TestServer::with_store(easy(), |store| {
        store.busy_timeout = Duration::from_millis(timeout_ms);
    })
    .await
}

/// Locks the database of a server, as another program might.
async fn locked(stage: &TestServer) -> SqliteConnection {
    let mut other = stage.database().await;
    other
        .execute("PRAGMA busy_timeout = 5000; BEGIN EXCLUSIVE")
        .await
        .unwrap();
    other
}

// Fault 9.
#[tokio::test]
async fn another_programs_lock_times_out_and_the_server_recovers() {
    let stage = waiting_for_locks(400).await;
    let mut pair = stage.pair("reversi", "none").await;
    until(async || stage.web.get("/health").await.status == 200).await;
    let mut other = locked(&stage).await;
    let since = Instant::now();
    pair.a
        .refused(&json!({"do": "play", "move": "d3"}), "storage_busy")
        .await;
    let waited = since.elapsed();
    assert!(waited >= Duration::from_millis(300), "{waited:?}");
    assert!(waited < Duration::from_secs(5), "{waited:?}");
    assert_eq!(stage.web.get("/health").await.status, 503);
    // Reading still works.
    assert_eq!(moves(&pair.log().await), [""; 0]);
    other.execute("COMMIT").await.unwrap();
    pair.a.play("d3").await;
    assert_eq!(stage.web.get("/health").await.status, 200);
    // A short lock has no effect.
    other.execute("BEGIN EXCLUSIVE").await.unwrap();
    let (moved, _) = tokio::join!(pair.b.play("c5"), async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        other.execute("COMMIT").await.unwrap();
    });
    assert_eq!(moved, 3);
}

// Fault 9.
#[tokio::test]
async fn every_move_is_answered_while_another_program_locks_the_database() {
    // Longer than the time from one look at the database to the next, as in normal use.
    let stage = waiting_for_locks(1_100).await;
    let mut pair = stage.pair("reversi", "none").await;
    let mut other = locked(&stage).await;
    for _ in 0..3 {
        pair.a
            .refused(&json!({"do": "play", "move": "d3"}), "storage_busy")
            .await;
    }
    other.execute("COMMIT").await.unwrap();
    pair.a.play("d3").await;
}

// Faults 7 and 9.
#[tokio::test]
async fn a_server_finds_out_by_itself_that_it_can_write_again() {
    let stage = waiting_for_locks(100).await;
    let mut pair = stage.pair("reversi", "none").await;
    let mut other = locked(&stage).await;
    pair.a
        .refused(&json!({"do": "play", "move": "d3"}), "storage_busy")
        .await;
    assert_eq!(stage.web.get("/health").await.status, 503);
    other.execute("COMMIT").await.unwrap();
    // Whoever looks at its health only sends no moves meanwhile.
    until(async || stage.web.get("/health").await.status == 200).await;
    pair.a.play("d3").await;
}

/// Everything that a server reports about its tables, or why it does not start.
async fn contents(path: &Path, tables: &[String]) -> Result<Vec<Value>, ServerError> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let store = StoreOptions {
        durable: false,
        ..StoreOptions::new(path)
    };
    let server = Server::start(listener, &store, easy()).await?;
    let web = crate::client::Web {
        address: server.address(),
    };
    let mut found = Vec::new();
    for table in tables {
        let answer = web.get(&format!("/api/tables/{table}")).await;
        found.push(if answer.status == 200 {
            let state = answer.json();
            json!([
                state["entries"],
                state["table"]["game"]["spec"],
                state["table"]["time"]
            ])
        } else {
            json!(answer.code())
        });
    }
    server.stop().await;
    Ok(found)
}

// Fault 10.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_with_flipped_bits_is_refused_or_shows_the_same_games() {
    let mut stage = TestServer::new().await;
    let mut tables = Vec::new();
    for round in 0..3 {
        let mut pair = stage.pair("reversi", "none").await;
        for mv in &["d3", "c5", "d6", "e3"][..2 + round % 3] {
            let socket = if ["d3", "d6"].contains(mv) {
                &mut pair.a
            } else {
                &mut pair.b
            };
            socket.play(mv).await;
        }
        tables.push(pair.table.clone());
    }
    stage.stop().await;
    let whole = std::fs::read(stage.file("yiqi.db")).unwrap();
    let wanted = contents(&stage.file("yiqi.db"), &tables).await.unwrap();
    assert!(wanted.iter().all(Value::is_array), "{wanted:?}");
    let mut dice = Dice::new(10);
    let texts: Vec<usize> = whole
        .windows(9)
        .enumerate()
        .filter(|(_, window)| window == b"{\"at_ms\":")
        .map(|(at, _)| at)
        .collect();
    assert!(texts.len() > 8, "{}", texts.len());
    let (mut refused, mut equal, mut withheld) = (0, 0, 0);
    for round in 0..150 {
        let path = stage.file(&format!("flipped-{round}.db"));
        let mut bytes = whole.clone();
        if round % 2 == 0 {
            for _ in 0..1 + dice.below(3) {
                let bit = dice.below(bytes.len() * 8);
                bytes[bit / 8] ^= 1 << (bit % 8);
            }
        } else {
            // In the text of an entry, where SQLite itself detects nothing.
            let at = texts[dice.below(texts.len())] + dice.below(40);
            bytes[at] ^= 1 << dice.below(8);
        }
        std::fs::write(&path, &bytes).unwrap();
        match contents(&path, &tables).await {
            Err(ServerError::Store(StoreError::Damaged { .. } | StoreError::Newer)) => refused += 1,
            Err(ServerError::Store(error)) => {
                assert!(matches!(error, StoreError::Failed(_)), "{error}");
                refused += 1;
            }
            Err(error) => panic!("{error}"),
            Ok(found) => {
                for (found, wanted) in found.iter().zip(&wanted) {
                    // A table may be withheld, but none may show another game.
                    if found.is_string() {
                        withheld += 1;
                    } else {
                        assert_eq!(found, wanted, "round {round}");
                        equal += 1;
                    }
                }
            }
        }
        for ending in ["", "-wal", "-shm", "-alive"] {
            let _ = std::fs::remove_file(format!("{}{ending}", path.display()));
        }
    }
    assert!(
        refused > 0 && equal > 0,
        "{refused} refused, {equal} equal, {withheld} withheld"
    );
}

// Fault 10.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_write_ahead_log_with_flipped_bits_shows_a_prefix_of_the_same_games() {
    let stage = TestServer::new().await;
    let mut pair = stage.pair("reversi", "none").await;
    for mv in ["d3", "c5", "d6", "e3"] {
        let socket = if ["d3", "d6"].contains(&mv) {
            &mut pair.a
        } else {
            &mut pair.b
        };
        socket.play(mv).await;
    }
    // As after a kill: the file and its write-ahead log as they are now.
    let database = std::fs::read(stage.file("yiqi.db")).unwrap();
    let log = std::fs::read(stage.file("yiqi.db-wal")).unwrap();
    let wanted = pair.log().await;
    let mut dice = Dice::new(11);
    for round in 0..60 {
        let path = stage.file(&format!("torn-{round}.db"));
        let mut bytes = log.clone();
        if round % 3 == 0 {
            bytes.truncate(dice.below(bytes.len()));
        } else {
            let bit = dice.below(bytes.len() * 8);
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
        std::fs::write(&path, &database).unwrap();
        std::fs::write(format!("{}-wal", path.display()), &bytes).unwrap();
        if let Ok(found) = contents(&path, std::slice::from_ref(&pair.table)).await
            && let Some(entries) = found[0][0].as_array()
        {
            // A game whose start was lost starts again by itself.
            if entries.len() > 1 {
                assert_eq!(entries[..], wanted[..entries.len()], "round {round}");
            }
        }
    }
}

// Faults 10, 14 and 20.
#[tokio::test]
async fn a_foreign_or_newer_file_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("yiqi.db");
    std::fs::write(
        &path,
        "Dear diary, today I lost at Gomoku again. ".repeat(100),
    )
    .unwrap();
    let refused = Store::open(&StoreOptions::new(&path)).await.unwrap_err();
    assert!(matches!(refused, StoreError::Damaged { .. }), "{refused}");
    assert!(refused.to_string().contains("yiqi.db"), "{refused}");
    assert!(
        std::fs::read(&path).unwrap().starts_with(b"Dear diary"),
        "the file is unchanged"
    );
    let mut stage = TestServer::new().await;
    let pair = stage.pair("reversi", "none").await;
    stage.stop().await;
    let mut database = stage.database().await;
    database
        .execute(
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, \
             execution_time) VALUES (9999, 'from the future', 1, x'00', 1)",
        )
        .await
        .unwrap();
    let refused = stage.start().await.unwrap_err();
    assert!(
        matches!(refused, ServerError::Store(StoreError::Newer)),
        "{refused}"
    );
    database
        .execute("DELETE FROM _sqlx_migrations WHERE version = 9999")
        .await
        .unwrap();
    drop(database);
    stage.start().await.unwrap();
    let first = Person {
        web: stage.web,
        ..pair.first
    };
    first.state(&pair.table).await;
}

// Fault 18.
#[tokio::test]
async fn with_a_clock_that_was_set_back_no_turn_gets_a_stored_suspension_back() {
    let mut stage = TestServer::new().await;
    stage.stop().await;
    // The suspension ended an hour ahead of this machine's clock.
    stage
        .execute(
            "INSERT INTO gaps (from_ms, until_ms) SELECT now, now + 3600000 \
             FROM (SELECT unixepoch() * 1000 AS now)",
        )
        .await;
    stage.start().await.unwrap();
    let mut pair = stage.pair("reversi", "game 1h").await;
    pair.a.play("d3").await;
    pair.b.play("c5").await;
    let log = pair.log().await;
    assert!(
        log.iter().all(|entry| entry["event"] != "give_time"),
        "{log:?}"
    );
}

// Fault 19.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stop_closes_every_socket_with_1012_and_freezes_clocks() {
    let mut stage = TestServer::new().await;
    let mut pairs = Vec::new();
    for _ in 0..20 {
        let mut pair = stage.pair("reversi", "game 1m").await;
        pair.a.play("d3").await;
        pairs.push(pair);
    }
    let left_ms = |state: &Value| {
        state["view"]["clocks"]["second"]["remaining_ms"]
            .as_u64()
            .unwrap()
    };
    let since = Instant::now();
    let before = left_ms(&pairs[0].first.state(&pairs[0].table).await);
    let mut sockets = Vec::new();
    let mut people = Vec::new();
    for pair in pairs {
        people.push((pair.first, pair.table));
        sockets.extend([pair.a, pair.b]);
    }
    let endings = tokio::spawn(ends(sockets));
    soon(stage.stop()).await;
    let stopped = Instant::now();
    assert_eq!(soon(endings).await.unwrap(), [1012; 40]);
    // Some downtime.
    tokio::time::sleep(Duration::from_millis(700)).await;
    let away = stopped.elapsed();
    stage.start().await.unwrap();
    let (first, table) = &people[0];
    let first = Person {
        web: stage.web,
        ..first.clone()
    };
    until(async || first.state(table).await.to_string().contains("give_time")).await;
    let after = left_ms(&first.state(table).await);
    // Charged is the time before the stop and after the start, and what lies between two beats.
    let used = Duration::from_millis(before.saturating_sub(after));
    assert!(
        used + away <= since.elapsed() + Duration::from_millis(100),
        "{used:?} charged, {away:?} away"
    );
    assert!(after <= before, "time was given away");
}

// Fault 47.
#[tokio::test]
async fn a_result_is_rated_once_however_often_it_is_reported() {
    let mut stage = TestServer::new().await;
    let ann = stage.web.account("Annabel", "correct horse").await;
    let bob = stage.web.account("Robert", "battery staple").await;
    let (table, invite) = ann
        .make(
            &json!({"game": "reversi", "first": {"kind": "me"}, "second": {"kind": "open"},
            "rated": true}),
        )
        .await;
    bob.sit(&table, &invite).await.fine();
    let resign = json!({"do": "resign"});
    until(async || ann.command(&table, "end", &resign).await.status == 200).await;
    // Reported again by both, and again after every start.
    for _ in 0..3 {
        for _ in 0..3 {
            let ann = Person {
                web: stage.web,
                ..ann.clone()
            };
            let bob = Person {
                web: stage.web,
                ..bob.clone()
            };
            assert_eq!(ann.command(&table, "end", &resign).await.status, 200);
            assert_eq!(
                bob.command(&table, "end", &resign).await.code(),
                "game_over"
            );
            bob.state(&table).await;
        }
        stage.restart().await;
    }
    for name in ["Annabel", "Robert"] {
        let path = format!("/api/people/{name}");
        let profile = stage.web.get(&path).await.fine();
        assert_eq!(profile["ratings"][0]["games"], 1, "{profile}");
    }
}

// Fault 65.
#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_can_read_the_files_of_the_database() {
    use std::os::unix::fs::PermissionsExt;
    let mut stage = TestServer::new().await;
    let mut pair = stage.pair("reversi", "none").await;
    pair.a.play("d3").await;
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    for name in ["yiqi.db", "yiqi.db-wal", "yiqi.db-shm"] {
        assert_eq!(mode(&stage.file(name)), 0o600, "{name}");
    }
    let copy = stage.file("copy.db");
    backup_file(&stage.file("yiqi.db"), &copy).await.unwrap();
    assert_eq!(mode(&copy), 0o600);
    // Files of earlier versions are restricted at the start.
    stage.stop().await;
    for name in ["yiqi.db", "yiqi.db-alive"] {
        let readable = std::fs::Permissions::from_mode(0o644);
        std::fs::set_permissions(stage.file(name), readable).unwrap();
    }
    stage.start().await.unwrap();
    for name in ["yiqi.db", "yiqi.db-wal", "yiqi.db-alive"] {
        assert_eq!(mode(&stage.file(name)), 0o600, "{name}");
    }
    let state = stage.web.guest("Cat").await.state(&pair.table).await;
    assert_eq!(moves(state["entries"].as_array().unwrap()), ["d3"]);
}

// Fault 10.
#[tokio::test]
async fn an_emptied_database_is_refused_and_a_new_one_is_not() {
    let mut stage = TestServer::new().await;
    let mut pair = stage.pair("reversi", "none").await;
    pair.a.play("d3").await;
    stage.stop().await;
    std::fs::write(stage.file("yiqi.db"), "").unwrap();
    let refused = stage.start().await.unwrap_err();
    assert!(
        matches!(refused, ServerError::Store(StoreError::Emptied { .. })),
        "{refused}"
    );
    assert_eq!(std::fs::metadata(stage.file("yiqi.db")).unwrap().len(), 0);
    // A server that was killed while it started for the first time leaves both files empty.
    std::fs::write(stage.file("yiqi.db-alive"), "").unwrap();
    stage.start().await.unwrap();
}

// Fault 5.
#[cfg(unix)]
#[tokio::test]
async fn nothing_is_acknowledged_into_a_file_that_was_removed_or_replaced() {
    for name in ["yiqi.db", "yiqi.db-wal"] {
        for is_replaced in [false, true] {
            let stage = TestServer::new().await;
            let mut pair = stage.pair("reversi", "none").await;
            pair.a.play("d3").await;
            let file = stage.file(name);
            if is_replaced {
                let copy = stage.file("copy");
                std::fs::copy(&file, &copy).unwrap();
                std::fs::rename(&copy, &file).unwrap();
            } else {
                std::fs::remove_file(&file).unwrap();
            }
            pair.b
                .refused(&json!({"do": "play", "move": "c5"}), "storage_failed")
                .await;
            assert_eq!(soon(stage.server().failed()).await, Health::Replaced);
            assert_eq!(stage.web.get("/health").await.status, 503);
        }
    }
    // Also noticed if nobody moves.
    let stage = TestServer::new().await;
    std::fs::remove_file(stage.file("yiqi.db")).unwrap();
    assert_eq!(soon(stage.server().failed()).await, Health::Replaced);
}

// Fault 18.
#[tokio::test]
async fn a_clock_far_ahead_is_refused_or_costs_no_game() {
    const DAY_MS: i64 = 24 * 60 * 60 * 1000;
    let mut stage = TestServer::new().await;
    let mut pair = stage.pair("reversi", "game 60s").await;
    pair.a.play("d3").await;
    stage.stop().await;
    // The server last ran 500 days before what the clock shows.
    let alive = stage.file("yiqi.db-alive");
    let text = std::fs::read_to_string(&alive).unwrap();
    let last_ms: i64 = text.trim().parse().unwrap();
    std::fs::write(&alive, format!("{:020}\n", last_ms - 500 * DAY_MS)).unwrap();
    let mut database = stage.database().await;
    for statement in [
        "UPDATE tables SET created_ms = created_ms - 43200000000",
        "UPDATE gaps SET from_ms = max(0, from_ms - 43200000000), until_ms = until_ms - 43200000000",
        "UPDATE sessions SET used_ms = used_ms + 1, expires_ms = expires_ms + 43200000000",
    ] {
        database.execute(statement).await.unwrap();
    }
    drop(database);
    let refused = stage.start().await.unwrap_err();
    assert!(
        matches!(refused, ServerError::ClockAhead { days: 500 }),
        "{refused}"
    );
    assert_eq!(
        std::fs::read_to_string(&alive).unwrap().trim().parse(),
        Ok(last_ms - 500 * DAY_MS),
        "nothing has changed"
    );
    stage.options.accept_clock = true;
    stage.start().await.unwrap();
    let second = Person {
        web: stage.web,
        ..pair.second
    };
    let mut b = second.socket(&pair.table).await;
    b.event("give_time").await;
    b.play("c5").await;
    let given: i64 = b
        .entries
        .iter()
        .filter(|entry| entry["event"] == "give_time" && entry["seat"] == "second")
        .map(|entry| entry["ms"].as_i64().unwrap())
        .sum();
    assert!(given > 499 * DAY_MS, "{given}");
    // From now on the time is accepted.
    stage.options.accept_clock = false;
    stage.restart().await;
}
