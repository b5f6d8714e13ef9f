//! A server on PostgreSQL as a process, and `yiqi migrate`.

use serde_json::Value;
use yiqi_testkit::postgres::{PASSWORD, PrivateServer, TestDatabase};

use super::*;

/// A server with its database at a URL.
fn serving_at(folder: &Path, url: &str) -> Command {
    let mut command = yiqi(folder);
    command
        .args(["serve", "--listen", "127.0.0.1:0", "--db", url, "--config"])
        .arg(config(folder, ""));
    command
}

fn migrating(folder: &Path, from: &str, to: &str) -> Command {
    let mut command = yiqi(folder);
    command.args(["migrate", from, to]);
    command
}

async fn entries(person: &Person, table: &str) -> Vec<Value> {
    let state = person.state(table).await;
    state["entries"].as_array().unwrap().clone()
}

// Fault 1.
#[tokio::test]
async fn a_server_on_postgres_that_is_killed_loses_nothing() {
    let (folder, database) = (tempfile::tempdir().unwrap(), TestDatabase::new());
    let start = || Serving::start(&mut serving_at(folder.path(), &database.url()));
    let mut serving = start();
    let mut game = game(serving.web(), "game 1h").await;
    let mut acknowledged = Vec::new();
    for mv in ["d3", "c5", "d6", "e3"] {
        let socket = match acknowledged.len() % 2 {
            0 => &mut game.a,
            _ => &mut game.b,
        };
        socket.play(mv).await;
        acknowledged.push(mv);
        serving.signal(Signal::KILL);
        serving.wait();
        serving = start();
        let (first, second) = (
            moved_to(&game.first, &serving),
            moved_to(&game.second, &serving),
        );
        let log = entries(&first, &game.table).await;
        assert_eq!(moves(&log), acknowledged);
        check_log(&log);
        game.a = first.socket(&game.table).await;
        game.b = second.socket(&game.table).await;
    }
    // The time in which it was down was given back.
    let log = entries(&moved_to(&game.first, &serving), &game.table).await;
    assert!(log.iter().any(|entry| entry["event"] == "give_time"));
    // Only one server uses a database.
    check_failure(
        &mut serving_at(folder.path(), &database.url()),
        1,
        "Another server is using",
    );
}

#[tokio::test]
async fn a_club_moves_to_postgres_and_back_and_play_goes_on() {
    let (folder, postgres) = (tempfile::tempdir().unwrap(), TestDatabase::new());
    let mut serving = Serving::at(folder.path());
    let mut game = game(serving.web(), "game 1h").await;
    game.a.play("d3").await;
    let file = database(folder.path()).display().to_string();
    let url = postgres.url();
    check_failure(
        &mut migrating(folder.path(), &file, &url),
        1,
        "Another server is using",
    );
    serving.signal(Signal::TERM);
    assert!(serving.wait().success());
    let back = folder.path().join("back.db").display().to_string();
    let mut played = vec!["d3"];
    for (from, to, mover, mv) in [
        (&file, &url, &game.second, "c5"),
        (&url, &back, &game.first, "d6"),
    ] {
        let output = ended(&mut migrating(folder.path(), from, to));
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{:?}", output.stderr);
        assert!(said.contains("compared every one"), "{said}");
        check_failure(&mut migrating(folder.path(), from, to), 1, "is not empty");
        let mut serving = Serving::start(&mut serving_at(folder.path(), to));
        let mover = moved_to(mover, &serving);
        let play = json!({"do": "play", "move": mv});
        mover.command(&game.table, mv, &play).await.fine();
        played.push(mv);
        let log = entries(&mover, &game.table).await;
        assert_eq!(moves(&log), played);
        check_log(&log);
        serving.signal(Signal::TERM);
        assert!(serving.wait().success(), "{}", serving.log());
    }
}

#[test]
fn a_database_that_cannot_be_used_is_reported_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let postgres = PrivateServer::start();
    let port = postgres.port();
    postgres.execute("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0");
    let server = format!("127.0.0.1:{port}");
    let cases = [
        (
            format!("postgres://postgres:wrong@{server}/postgres"),
            "password",
        ),
        (
            format!("postgres://postgres:{PASSWORD}@{server}/none"),
            "does not exist",
        ),
        (
            format!("postgres://postgres:{PASSWORD}@{server}/latin"),
            "must be UTF8",
        ),
    ];
    let check = |url: &str| {
        let mut check = yiqi(folder.path());
        check.args(["serve", "--check", "--db", url]);
        let output = ended(&mut check);
        let said = String::from_utf8(output.stdout).unwrap();
        (output.status.code(), said)
    };
    for (url, says) in &cases {
        check_failure(&mut serving_at(folder.path(), url), 1, says);
        let (status, said) = check(url);
        assert!(status == Some(2) && said.contains(says), "{said}");
        assert!(
            !said.contains("wrong@") && !said.contains(PASSWORD),
            "{said}"
        );
    }
    let (status, said) = check(&postgres.url());
    assert_eq!(status, Some(0), "{said}");
    let mut backup = yiqi(folder.path());
    backup.args(["backup", "copy.db", "--db", &postgres.url()]);
    check_failure(&mut backup, 1, "pg_dump");
    let url = postgres.url();
    drop(postgres);
    check_failure(&mut serving_at(folder.path(), &url), 1, "cannot be reached");
    let (status, said) = check(&url);
    assert!(
        status == Some(2) && said.contains("cannot be reached"),
        "{said}"
    );
    check_failure(
        &mut serving_at(folder.path(), "postgres://club:hidden@[bad/club"),
        2,
        "postgres://…@[bad/club",
    );
}
