//! The same with PostgreSQL, and what only a database on a server can do: go away and come back.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use yiqi_server::{DatabasePlace, ServerOptions};
use yiqi_testkit::postgres::{PASSWORD, PrivateServer, TestDatabase, run_again};
use yiqi_testkit::small_disk::SmallDisk;

use crate::client::{Person, Socket, check_log, moves, soon, until};
use crate::test_server::{TestServer, easy};

#[test]
fn games_are_played_on_postgres_as_on_a_file() {
    run_again(&["play::", "fairness::", "games::"], &[]);
}

#[test]
fn analyses_and_tournaments_are_stored_on_postgres_as_in_a_file() {
    // A lock of SQLite.
    let skipped = ["an_analysis_that_cannot_be_stored"];
    run_again(&["analyses::", "tournaments::"], &skipped);
}

/// A server of yiqi with its database at a URL.
async fn stage_at(url: &str) -> TestServer {
    stage_with(easy(), url).await
}

async fn stage_with(options: ServerOptions, url: &str) -> TestServer {
    let place: DatabasePlace = url.parse().unwrap();
    TestServer::with_store(options, |store| store.place = place).await
}

#[expect(
    clippy::print_stderr,
    reason = "the person who runs the tests should know"
)]
fn skip(why: &str) {
    eprintln!("skipped: {why}");
}

/// How much time was given back to clocks.
fn given_ms(log: &[Value]) -> u64 {
    log.iter()
        .filter(|entry| entry["event"] == "give_time")
        .map(|entry| entry["ms"].as_u64().unwrap())
        .sum()
}

/// Plays a move as soon as it is accepted.
async fn play_in_the_end(socket: &mut Socket, mv: &str) {
    soon(async {
        loop {
            let answer = socket.command(&json!({"do": "play", "move": mv})).await;
            if answer["type"] == "ack" {
                return;
            }
            let code = answer["code"].as_str().unwrap();
            assert!(code.starts_with("storage_"), "{answer}");
        }
    })
    .await;
}

// Faults 82 and 83.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_postgres_is_down_moves_are_refused_and_no_clock_runs() {
    let postgres = PrivateServer::start();
    let mut stage = stage_at(&postgres.url()).await;
    let mut pair = stage.pair("reversi", "game 1h").await;
    pair.a.play("d3").await;
    for _ in 0..2 {
        let given_before = given_ms(&pair.log().await);
        postgres.kill();
        pair.b
            .refused(&json!({"do": "play", "move": "c5"}), "storage_failed")
            .await;
        until(async || stage.web.get("/health").await.status == 503).await;
        // What is in memory can still be seen.
        assert_eq!(moves(&pair.log().await), ["d3"]);
        postgres.restart();
        until(async || stage.web.get("/health").await.status == 200).await;
        until(async || given_ms(&pair.log().await) > given_before).await;
        let state = pair.first.state(&pair.table).await;
        assert!(given_ms(&pair.log().await) <= state["now_ms"].as_u64().unwrap());
    }
    play_in_the_end(&mut pair.b, "c5").await;
    stage.restart().await;
    let first = Person {
        web: stage.web,
        ..pair.first
    };
    let state = first.state(&pair.table).await;
    let log = state["entries"].as_array().unwrap();
    assert_eq!(moves(log), ["d3", "c5"]);
    check_log(log);
}

/// Points of 19×19 on which two players can place stones in turn without five in a row.
fn quiet_points() -> Vec<String> {
    let points = (0..19u8).flat_map(|row| (0..19u8).map(move |col| (col, row)));
    let (black, white): (Vec<_>, Vec<_>) = points.partition(|(col, row)| (col + 2 * row) % 4 < 2);
    let name = |(col, row): (u8, u8)| format!("{}{}", char::from(b'a' + col), row + 1);
    let turns = black.into_iter().zip(white);
    turns
        .flat_map(|(black, white)| [name(black), name(white)])
        .collect()
}

// Fault 7.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_the_disk_of_postgres_is_full_moves_are_refused_and_none_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let disk = match SmallDisk::new(folder.path(), 256) {
        Ok(disk) => disk,
        Err(error) => return skip(&error.to_string()),
    };
    let place = folder.path().join("server");
    std::fs::create_dir(&place).unwrap();
    let postgres = PrivateServer::start_in(place);
    // A player makes many moves at once.
    let options = ServerOptions {
        messages_max: 1_000,
        ..easy()
    };
    let stage = stage_with(options, &postgres.url()).await;
    let mut pair = stage.pair("gomoku:19", "none").await;
    let mut played = Vec::new();
    disk.fill().unwrap();
    let mut is_refused = false;
    for point in quiet_points() {
        let socket = if played.len() % 2 == 0 {
            &mut pair.a
        } else {
            &mut pair.b
        };
        let answer = socket.command(&json!({"do": "play", "move": point})).await;
        if answer["type"] != "ack" {
            assert_eq!(answer["code"], "storage_full", "{answer}");
            is_refused = true;
            // What is stored can still be seen.
            let state = pair.first.state(&pair.table).await;
            assert_eq!(moves(state["entries"].as_array().unwrap()), played);
            disk.free().unwrap();
            until(async || stage.web.get("/health").await.status == 200).await;
            play_in_the_end(socket, &point).await;
        }
        played.push(point);
    }
    assert!(is_refused, "360 entries need several pages");
    assert_eq!(moves(&pair.log().await), played);
    drop((stage, postgres, disk));
}

/// Passes everything on between clients and a server. The connection on which a client sends the
/// marker first is cut once the server has answered that, before the client gets the answer.
async fn proxy(to: u16, marker: &'static [u8]) -> (u16, Arc<AtomicBool>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let is_cut = Arc::new(AtomicBool::new(false));
    let was_cut = Arc::clone(&is_cut);
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let server = TcpStream::connect(("127.0.0.1", to)).await.unwrap();
            tokio::spawn(pass_on(client, server, marker, Arc::clone(&was_cut)));
        }
    });
    (port, is_cut)
}

async fn pass_on(
    mut client: TcpStream,
    mut server: TcpStream,
    marker: &[u8],
    was_cut: Arc<AtomicBool>,
) {
    let (mut asked, mut answered) = (vec![0; 65_536], vec![0; 65_536]);
    loop {
        tokio::select! {
            count = client.read(&mut asked) => {
                let Ok(1..) = count else { return };
                let asked = &asked[..count.unwrap()];
                server.write_all(asked).await.unwrap();
                let is_marked = asked.windows(marker.len()).any(|part| part == marker);
                if is_marked && !was_cut.swap(true, Ordering::AcqRel) {
                    // It is done when the server says so.
                    let _ = server.read(&mut answered).await;
                    return;
                }
            }
            count = server.read(&mut answered) => {
                let Ok(1..) = count else { return };
                if client.write_all(&answered[..count.unwrap()]).await.is_err() {
                    return;
                }
            }
        }
    }
}

// Fault 85.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_whose_commit_was_not_confirmed_is_stored_and_acknowledged_once() {
    let postgres = PrivateServer::start();
    let (port, is_cut) = proxy(postgres.port(), b"\"c5\"").await;
    let url = format!("postgres://postgres:{PASSWORD}@127.0.0.1:{port}/postgres");
    let stage = stage_at(&url).await;
    let mut pair = stage.pair("reversi", "none").await;
    pair.a.play("d3").await;
    let played = pair
        .b
        .command_as("once", &json!({"do": "play", "move": "c5"}))
        .await;
    assert!(is_cut.load(Ordering::Acquire));
    assert_eq!(
        (&played["type"], &played["number"]),
        (&json!("ack"), &json!(3))
    );
    // The same again is the same.
    let again = pair
        .b
        .command_as("once", &json!({"do": "play", "move": "c5"}))
        .await;
    assert_eq!(again["number"], 3);
    assert_eq!(moves(&pair.log().await), ["d3", "c5"]);
    pair.a.play("d6").await;
}

#[tokio::test]
async fn a_text_with_a_nul_character_harms_nobody() {
    let database = TestDatabase::new();
    let stage = stage_at(&database.url()).await;
    let mut pair = stage.pair("reversi", "none").await;
    let play = json!({"do": "play", "move": "d3"});
    pair.a
        .send(&json!({"type": "command", "id": "a\u{0}b", "command": play}))
        .await;
    let answer = pair.a.of_type("refused").await;
    assert_eq!(answer["code"], "bad_message");
    pair.a
        .send(&json!({"type": "chat", "room": "players", "text": "a\u{0}b"}))
        .await;
    for path in [
        "/api/tables/a%00b",
        "/api/people/a%00b",
        "/api/tournaments/a%00b",
        "/api/leaderboard?game=a%00b",
    ] {
        assert!(stage.web.get(path).await.status < 500, "{path}");
    }
    pair.a.play("d3").await;
    assert_eq!(stage.web.get("/health").await.status, 200);
}
