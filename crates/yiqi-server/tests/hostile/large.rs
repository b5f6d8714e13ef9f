//! Tables as large as they can get.

use serde_json::{Value, json};
use sqlx::Row;
use yiqi_record::notation::move_name;
use yiqi_rules::GameSpec;
use yiqi_server::ServerOptions;
use yiqi_session::{Actor, Command, Session, Terms};
use yiqi_testkit::Dice;

use crate::client::{Person, Socket, fresh_id};
use crate::test_server::{TestServer, easy};

/// The moves of a game to its end.
pub(crate) fn random_game(spec: GameSpec) -> Vec<String> {
    let mut session = Session::new(Terms::new(spec)).unwrap();
    let mut dice = Dice::new(26);
    let mut moves = Vec::new();
    let mut command = Command::Start;
    let mut actor = Actor::Host;
    loop {
        for entry in session.decide(actor, &command, 0, 0).unwrap() {
            session.apply(&entry).unwrap();
        }
        let Some(seat) = session.turn() else {
            return moves;
        };
        let mv = *dice.pick(&session.position().legal_moves());
        moves.push(move_name(mv, spec));
        (actor, command) = (Actor::Seat(seat), Command::play(mv));
    }
}

/// The longest text that a chat message may have, unlike any other.
fn long_text(number: usize) -> String {
    format!("{number:04}{}", "\u{1f600}".repeat(296))
}

async fn fill_chat(socket: &mut Socket, room: &str) {
    for number in 0..100 {
        let text = long_text(number);
        socket
            .send(&json!({"type": "chat", "room": room, "text": text}))
            .await;
        socket.until(|message| message["text"] == text).await;
    }
}

async fn opened(person: &Person, table: &str, view: &str) -> Value {
    let path = format!("/api/tables/{table}/socket?view={view}");
    let mut socket = person.raw_socket(&path).await.unwrap();
    socket.of_type("table").await
}

/// Takes back the last move of both seats' person, who accepts.
async fn take_back(socket: &mut Socket, seat: &Value) {
    let id = fresh_id();
    let command = json!({"do": "offer", "what": "take_back"});
    socket
        .send(&json!({"type": "command", "id": id, "seat": seat, "command": command}))
        .await;
    let answer = socket.until(|message| message["id"] == id.as_str()).await;
    assert_eq!(answer["type"], "ack", "{answer}");
}

// Fault 25.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_largest_table_can_be_opened_in_every_way() {
    const TAKE_BACKS: usize = 1_000;
    let options = ServerOptions {
        messages_max: 100_000,
        ..easy()
    };
    let mut stage = TestServer::with_store(options, |store| store.durable = false).await;
    let moves = random_game("reversi:26".parse().unwrap());
    let (before, last) = moves.split_at(moves.len() - 4);
    let ann = stage.web.guest("Ann").await;
    let (table, _) = ann
        .make(
            &json!({"game": "reversi:26", "first": {"kind": "me"}, "second": {"kind": "me"},
            "first_color": "black", "from": {"moves": before}}),
        )
        .await;
    let path = format!("/api/tables/{table}/socket?view=no");
    let mut a = ann.raw_socket(&path).await.unwrap();
    a.event("branch").await;
    let seat = ann.state(&table).await["view"]["turn"].clone();
    for _ in 0..TAKE_BACKS {
        a.play(&last[0]).await;
        take_back(&mut a, &seat).await;
    }
    fill_chat(&mut a, "players").await;
    let cat = stage.web.guest("Cat").await;
    let mut c = cat.raw_socket(&path).await.unwrap();
    fill_chat(&mut c, "spectators").await;
    for mv in last {
        a.play(mv).await;
    }
    stage.restart().await;
    let (mut ann, mut cat) = (ann, cat);
    (ann.web, cat.web) = (stage.web, stage.web);
    let wanted = ann.state(&table).await;
    let entries = wanted["entries"].as_array().unwrap();
    assert!(
        entries.len() >= moves.len() + 3 * TAKE_BACKS,
        "{}",
        entries.len()
    );
    assert_eq!(wanted["view"]["stage"], "over");
    for person in [&ann, &cat] {
        for view in ["yes", "no"] {
            let state = opened(person, &table, view).await;
            assert_eq!(state["entries"], wanted["entries"]);
            assert!(state.to_string().len() > 64 * 1024);
        }
        let mut lines = person.lines(&format!("/api/tables/{table}/events")).await;
        assert_eq!(lines.next().await.unwrap()["entries"], wanted["entries"]);
    }
    // The latest messages of each room are kept, up to 16 KiB, in memory and on disk.
    let said = wanted["chat"].as_array().unwrap();
    for room in ["players", "spectators"] {
        let texts: Vec<&str> = said
            .iter()
            .filter(|chat| chat["room"] == room)
            .map(|chat| chat["text"].as_str().unwrap())
            .collect();
        let bytes: usize = texts.iter().map(|text| text.len()).sum();
        assert!((10_000..=16 * 1024).contains(&bytes), "{room}: {bytes}");
        assert_eq!(texts.last(), Some(&long_text(99).as_str()));
    }
    let mut database = stage.database().await;
    let kept = sqlx::query("SELECT sum(length(CAST(text AS BLOB))) FROM chat")
        .fetch_one(&mut database)
        .await
        .unwrap();
    assert!(kept.get::<i64, _>(0) <= 2 * 18 * 1024);
}

// Fault 25.
#[tokio::test]
async fn a_game_with_too_many_entries_takes_only_what_leads_to_its_end() {
    let options = ServerOptions {
        entries_max: 31,
        ..easy()
    };
    let stage = TestServer::with(options).await;
    let ann = stage.web.guest("Ann").await;
    let (table, _) = ann
        .make(
            &json!({"game": "reversi", "first": {"kind": "me"}, "second": {"kind": "me"},
            "first_color": "black"}),
        )
        .await;
    let mut a = ann.socket(&table).await;
    a.event("begin").await;
    // A move, the offer and its acceptance.
    for _ in 0..10 {
        a.play("d3").await;
        take_back(&mut a, &json!("first")).await;
    }
    a.play("d3").await;
    for what in ["take_back", "pause", "draw"] {
        let id = fresh_id();
        let command = json!({"do": "offer", "what": what});
        a.send(&json!({"type": "command", "id": id, "seat": "first", "command": command}))
            .await;
        let answer = a.until(|message| message["id"] == id.as_str()).await;
        assert_eq!(answer["code"], "too_many", "{answer}");
    }
    a.play("c5").await;
    a.does(&json!({"do": "resign"})).await;
}
