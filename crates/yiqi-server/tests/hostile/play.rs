//! Whole games through sockets.

use std::time::Duration;

use serde_json::json;

use crate::client::{Person, check_log, fresh_id, is_end, moves, until};
use crate::test_server::{TestServer, easy};
use yiqi_players::protocol::Protocol;
use yiqi_players::{ProgramSpec, SavedProgram};
use yiqi_server::ServerOptions;

#[tokio::test]
async fn a_game_from_the_first_move_to_resignation_looks_the_same_to_both() {
    let stage = TestServer::new().await;
    let mut pair = stage.pair("reversi", "none").await;
    assert_eq!(pair.a.play("d3").await, 2);
    pair.b.seen(2).await;
    pair.b.play("c5").await;
    pair.a.seen(3).await;
    pair.b.does(&json!({"do": "offer", "what": "draw"})).await;
    pair.a.event("offer").await;
    pair.a.does(&json!({"do": "decline", "what": "draw"})).await;
    pair.a.play("d6").await;
    pair.b.seen(6).await;
    pair.b.does(&json!({"do": "resign"})).await;
    let update = pair
        .a
        .until(|message| message["view"]["stage"] == "over")
        .await;
    assert_eq!(update["view"]["result"]["winner"], "black");
    assert_eq!(update["view"]["result"]["reason"], "resignation");
    pair.b.seen(7).await;
    assert_eq!(pair.a.entries, pair.b.entries);
    assert_eq!(pair.log().await, pair.a.entries);
    assert_eq!(moves(&pair.a.entries), ["d3", "c5", "d6"]);
    check_log(&pair.a.entries);
    let record = pair
        .first
        .get(&format!("/api/tables/{}/record", pair.table))
        .await;
    assert_eq!(record.status, 200);
    let games = format!("/api/games?person={}", pair.second.public);
    until(async || pair.first.get(&games).await.fine()[0]["id"] == pair.table.as_str()).await;
}

#[tokio::test]
async fn after_a_take_back_another_move_may_be_made() {
    let stage = TestServer::new().await;
    let mut pair = stage.pair("reversi", "none").await;
    pair.a.play("d3").await;
    pair.a
        .does(&json!({"do": "offer", "what": "take_back"}))
        .await;
    pair.b.event("offer").await;
    pair.b
        .does(&json!({"do": "accept", "what": "take_back"}))
        .await;
    pair.a.event("take_back").await;
    let state = pair.first.state(&pair.table).await;
    assert_eq!(state["view"]["ply_count"], 0);
    assert_eq!(state["view"]["turn"], "first");
    pair.a.play("c4").await;
}

#[tokio::test]
async fn a_rematch_is_a_new_table_with_colors_exchanged() {
    let stage = TestServer::new().await;
    let mut pair = stage.pair("reversi", "none").await;
    pair.a.play("d3").await;
    pair.a.does(&json!({"do": "resign"})).await;
    pair.a
        .does(&json!({"do": "offer", "what": "rematch"}))
        .await;
    pair.b
        .until(|message| message["entries"][0]["what"] == "rematch")
        .await;
    pair.b
        .does(&json!({"do": "accept", "what": "rematch"}))
        .await;
    let next = pair.a.of_type("next").await["table"].clone();
    assert_eq!(pair.b.of_type("next").await["table"], next);
    let next = next.as_str().unwrap();
    let mut a = pair.first.socket(next).await;
    let mut b = pair.second.socket(next).await;
    assert_eq!(a.event("begin").await["first"], "white");
    b.play("d3").await;
    assert_eq!(
        pair.first.state(&pair.table).await["table"]["next"],
        next,
        "a later visitor finds it"
    );
}

#[tokio::test]
async fn an_agreed_pause_stops_the_clock_until_the_side_to_act_resumes() {
    let stage = TestServer::new().await;
    let mut pair = stage.pair("reversi", "game 1m").await;
    pair.a.play("d3").await;
    pair.a.does(&json!({"do": "offer", "what": "pause"})).await;
    pair.b.event("offer").await;
    pair.b.does(&json!({"do": "accept", "what": "pause"})).await;
    pair.b
        .refused(&json!({"do": "play", "move": "c5"}), "paused")
        .await;
    let clocks = pair.first.state(&pair.table).await["view"]["clocks"].clone();
    assert_eq!(clocks["second"]["running"], false);
    pair.a
        .refused(&json!({"do": "resume"}), "not_your_turn")
        .await;
    pair.b.does(&json!({"do": "resume"})).await;
    pair.b.play("c5").await;
}

#[tokio::test]
async fn colors_are_swapped_and_seats_stay() {
    let stage = TestServer::new().await;
    let mut pair = stage.pair("gomoku:15:swap1", "none").await;
    loop {
        let view = pair.first.state(&pair.table).await["view"].clone();
        if view["words"].as_array().unwrap().contains(&json!("swap")) {
            assert_eq!(view["turn"], "second");
            break;
        }
        assert_eq!(view["turn"], "first");
        let point = ["h8", "h9", "a1", "a15"][view["ply_count"].as_u64().unwrap() as usize];
        pair.a.play(point).await;
    }
    pair.b.play("swap").await;
    let view = pair.first.state(&pair.table).await["view"].clone();
    assert_eq!(view["colors"], json!({"first": "white", "second": "black"}));
    assert_eq!(view["last"]["swapped"], true);
}

#[tokio::test]
async fn a_forbidden_move_is_refused_with_the_stones_that_forbid_it() {
    let stage = TestServer::new().await;
    let mut pair = stage
        .pair_at(&json!({
            "game": "gomoku:15:renju", "first_color": "black",
            "first": {"kind": "me"}, "second": {"kind": "open"},
            "from": {"moves": ["h8", "a1", "h7", "o1", "f6", "a15", "g6", "o15"]},
        }))
        .await;
    let before = pair.log().await;
    let refused = pair
        .a
        .refused(&json!({"do": "play", "move": "h6"}), "forbidden")
        .await;
    let mut points: Vec<&str> = refused["points"]
        .as_array()
        .unwrap()
        .iter()
        .map(|point| point.as_str().unwrap())
        .collect();
    points.sort_unstable();
    for stone in ["f6", "g6", "h7", "h8"] {
        assert!(points.contains(&stone), "{points:?}");
    }
    assert_eq!(pair.log().await, before);
}

#[tokio::test]
async fn a_random_move_is_made_when_time_runs_out_if_agreed() {
    let stage = TestServer::new().await;
    let mut pair = stage.pair("reversi", "move 100ms, random move").await;
    pair.a.seen(5).await;
    pair.b.seen(5).await;
    for entry in &pair.a.entries[1..5] {
        assert_eq!(entry["event"], "move");
        assert_eq!(entry["by_clock"], true);
    }
    // Never early: each is due 100 ms after the previous one.
    for two in pair.a.entries.windows(2) {
        let used = two[1]["at_ms"].as_u64().unwrap() - two[0]["at_ms"].as_u64().unwrap();
        assert!(used >= 100, "{two:?}");
    }
}

#[tokio::test]
async fn the_game_is_lost_when_time_runs_out() {
    let stage = TestServer::new().await;
    let mut pair = stage.pair("reversi", "game 300ms").await;
    let begin_ms = pair.a.entries[0]["at_ms"].as_u64().unwrap();
    let end = pair.b.event("time_out").await;
    assert_eq!(end["seat"], "first");
    assert!(end["at_ms"].as_u64().unwrap() >= begin_ms + 300, "{end}");
    let result = pair.first.state(&pair.table).await["view"]["result"].clone();
    assert_eq!(result["winner"], "white");
    assert_eq!(result["reason"], "time");
}

// Fault 42.
#[tokio::test]
async fn an_absent_player_loses_to_a_claim_and_not_a_moment_early() {
    let options = ServerOptions {
        claim_after: Duration::from_millis(400),
        messages_max: 1_000_000,
        ..easy()
    };
    let stage = TestServer::with(options).await;
    let mut pair = stage.pair("reversi", "game 10m").await;
    pair.a.play("d3").await;
    // While the opponent is connected, and just after they left, there is nothing to claim.
    pair.a
        .refused(&json!({"do": "claim"}), "too_early_to_claim")
        .await;
    pair.b.close().await;
    let left = pair
        .a
        .until(|message| {
            message["type"] == "presence" && message["seats"]["second"] == "reconnecting"
        })
        .await;
    let left_ms = left["claim_in_ms"]["second"].as_u64().unwrap();
    assert!(left_ms > 0 && left_ms <= 400, "{left}");
    let since = std::time::Instant::now();
    let mut early_count = 0;
    loop {
        let answer = pair.a.command(&json!({"do": "claim"})).await;
        if answer["type"] == "ack" {
            break;
        }
        assert_eq!(answer["code"], "too_early_to_claim");
        early_count += 1;
    }
    assert!(since.elapsed() >= Duration::from_millis(left_ms.saturating_sub(50)));
    assert!(early_count > 0);
    assert_eq!(pair.a.event("forfeit").await["seat"], "second");
}

#[tokio::test]
async fn a_game_without_a_clock_or_with_days_for_a_move_waits_for_an_absent_player() {
    let options = ServerOptions {
        claim_after: Duration::ZERO,
        ..easy()
    };
    let stage = TestServer::with(options).await;
    for time in ["none", "move 72h"] {
        let mut pair = stage.pair("reversi", time).await;
        pair.b.close().await;
        let left = pair
            .a
            .until(|message| message["seats"]["second"] == "reconnecting")
            .await;
        assert!(left["claim_in_ms"]["second"].is_null(), "{left}");
        pair.a.refused(&json!({"do": "claim"}), "no_clock").await;
    }
}

#[tokio::test]
async fn a_game_may_be_aborted_until_both_have_moved() {
    let stage = TestServer::new().await;
    let mut pair = stage.pair("reversi", "none").await;
    pair.a.play("d3").await;
    pair.b.does(&json!({"do": "abort"})).await;
    pair.a.event("abort").await;
    let mut pair = stage.pair("reversi", "none").await;
    pair.a.play("d3").await;
    pair.b.play("c5").await;
    pair.a
        .refused(&json!({"do": "abort"}), "too_late_to_abort")
        .await;
}

#[tokio::test]
async fn spectators_and_players_chat_separately_until_the_game_is_over() {
    let stage = TestServer::new().await;
    let mut pair = stage.pair("reversi", "none").await;
    let watcher = stage.web.guest("Cat").await;
    let mut c = watcher.socket(&pair.table).await;
    assert_eq!(c.table["you"]["seats"], json!([]));
    c.send(&json!({"type": "chat", "room": "players", "text": "d3 wins"}))
        .await;
    assert_eq!(c.of_type("error").await["code"], "not_a_player");
    c.send(&json!({"type": "chat", "room": "spectators", "text": "he loses"}))
        .await;
    assert_eq!(c.of_type("chat").await["text"], "he loses");
    pair.a
        .send(&json!({"type": "chat", "room": "spectators", "text": "psst"}))
        .await;
    assert_eq!(pair.a.of_type("error").await["code"], "not_a_player");
    pair.a
        .send(&json!({"type": "chat", "room": "players", "text": "Good luck!"}))
        .await;
    // The spectators' message came first and was for others: this is the first that b gets.
    let chat = pair.b.of_type("chat").await;
    assert_eq!(chat["text"], "Good luck!");
    assert_eq!(chat["seat"], "first");
    for person in [&pair.first, &watcher] {
        let state = person.state(&pair.table).await;
        assert_eq!(state["chat"].as_array().unwrap().len(), 1, "{state}");
    }
    pair.a.does(&json!({"do": "resign"})).await;
    for person in [&pair.first, &watcher] {
        let state = person.state(&pair.table).await;
        assert_eq!(state["chat"].as_array().unwrap().len(), 2, "{state}");
    }
    c.send(&json!({"type": "chat", "room": "spectators", "text": "told you"}))
        .await;
    assert_eq!(pair.b.of_type("chat").await["text"], "told you");
    // What the players wrote to each other was never sent to the spectator.
    assert_eq!(c.of_type("chat").await["text"], "told you");
}

#[tokio::test]
async fn everybody_sees_who_comes_and_goes() {
    let stage = TestServer::new().await;
    let mut pair = stage.pair("reversi", "none").await;
    let watcher = stage.web.guest("Cat").await;
    let c = watcher.socket(&pair.table).await;
    pair.a
        .until(|message| message["type"] == "presence" && message["spectators"] == 1)
        .await;
    c.close().await;
    pair.a
        .until(|message| message["type"] == "presence" && message["spectators"] == 0)
        .await;
    pair.b.close().await;
    pair.a
        .until(|message| message["seats"]["second"] == "reconnecting")
        .await;
    let _b = pair.second.socket(&pair.table).await;
    pair.a
        .until(|message| message["seats"]["second"] == "connected")
        .await;
}

// Fault 43.
#[tokio::test]
async fn a_person_at_both_seats_moves_for_the_side_to_act_or_a_named_seat() {
    let stage = TestServer::new().await;
    let ann = stage.web.guest("Ann").await;
    let (table, _) = ann
        .make(
            &json!({"game": "reversi", "first": {"kind": "me"}, "second": {"kind": "me"},
            "first_color": "black"}),
        )
        .await;
    let mut a = ann.socket(&table).await;
    assert_eq!(a.table["you"]["seats"], json!(["first", "second"]));
    assert_eq!(a.table["you"]["host"], true);
    a.play("d3").await;
    a.play("c5").await;
    let id = fresh_id();
    a.send(&json!({"type": "command", "id": id, "seat": "second",
        "command": {"do": "play", "move": "d6"}}))
        .await;
    let refused = a.until(|message| message["id"] == id.as_str()).await;
    assert_eq!(refused["code"], "not_your_turn");
    // An offer to oneself is accepted at once.
    a.does(&json!({"do": "offer", "what": "take_back"})).await;
    a.event("take_back").await;
    let id = fresh_id();
    a.send(&json!({"type": "command", "id": id, "seat": "second", "command": {"do": "resign"}}))
        .await;
    a.until(|message| message["id"] == id.as_str()).await;
    assert_eq!(a.event("resign").await["seat"], "second");
}

#[tokio::test]
async fn a_program_moves_takes_back_declines_draws_and_accepts_a_rematch() {
    let stage = TestServer::new().await;
    let ann = stage.web.guest("Ann").await;
    let (table, _) = ann
        .make(
            &json!({"game": "reversi", "first": {"kind": "me"}, "first_color": "black",
            "second": {"kind": "computer", "player": "greedy"}}),
        )
        .await;
    let mut a = ann.socket(&table).await;
    a.event("begin").await;
    a.play("d3").await;
    a.seen(3).await;
    assert_eq!(a.entries[2]["event"], "move");
    a.does(&json!({"do": "offer", "what": "draw"})).await;
    assert_eq!(a.event("decline").await["seat"], "second");
    a.does(&json!({"do": "offer", "what": "take_back"})).await;
    a.event("take_back").await;
    a.does(&json!({"do": "resign"})).await;
    a.does(&json!({"do": "offer", "what": "rematch"})).await;
    let next = a.of_type("next").await["table"].clone();
    // The program has black now and moves by itself.
    let mut next = ann.socket(next.as_str().unwrap()).await;
    next.event("move").await;
}

#[tokio::test]
async fn a_program_declines_an_early_draw_and_accepts_one_where_nobody_can_win() {
    let stage = TestServer::new().await;
    let ann = stage.web.guest("Ann").await;
    // On 4×4 the first player loses, but nobody knows yet whether Ann does.
    let computer = json!({"kind": "computer", "player": "engine:level=20"});
    let table = json!({"game": "reversi:4", "first": computer, "first_color": "black",
        "second": {"kind": "me"}});
    let (table, _) = ann.make(&table).await;
    let mut a = ann.socket(&table).await;
    a.event("move").await;
    a.does(&json!({"do": "offer", "what": "draw"})).await;
    a.event("decline").await;
    let (table, _) = ann
        .make(&json!({"game": "peace", "first": {"kind": "me"},
            "second": {"kind": "computer", "player": "random"}}))
        .await;
    let mut a = ann.socket(&table).await;
    a.event("begin").await;
    a.does(&json!({"do": "offer", "what": "draw"})).await;
    a.event("agree_draw").await;
}

// Fault 61.
#[tokio::test]
async fn programs_that_the_server_must_not_run_are_refused() {
    let stage = TestServer::new().await;
    let ann = stage.web.guest("Ann").await;
    for player in [
        "script:/bin/sh",
        "human",
        "engine:depth=60",
        "engine:time=1h",
        "alphabeta:depth=40",
        "nobody",
        "program:nobody",
        "program:script:/bin/sh",
        "engine:level=99999999999999999999",
    ] {
        let answer = ann
            .post(
                "/api/tables",
                &json!({"game": "reversi", "first": {"kind": "me"},
                    "second": {"kind": "computer", "player": player}}),
            )
            .await;
        assert_eq!((answer.status, answer.code()), (400, "bad_player".into()));
    }
}

/// A server whose operator offers a program that always answers c5, and one that answers nothing.
pub(crate) fn offering() -> ServerOptions {
    let saved = |name: &str, protocol, command: &str| {
        // The cage needs a program of its own to start from, which a test is not.
        let program = ProgramSpec {
            is_free: true,
            ..ProgramSpec::new(protocol, command)
        };
        SavedProgram::new(name, program).unwrap()
    };
    ServerOptions {
        programs: vec![
            saved("C5", Protocol::Script, "sh -c 'read line; echo c5'"),
            saved("Silent", Protocol::Script, "true"),
            saved("Five", Protocol::Gomocup, "true"),
        ],
        ..easy()
    }
}

// Fault 61.
#[tokio::test]
async fn the_operators_programs_are_offered_by_name_and_nobody_sees_their_commands() {
    let mut stage = TestServer::with(offering()).await;
    let ann = stage.web.guest("Ann").await;
    let offered = stage.web.get("/api/programs").await.fine();
    assert_eq!(
        offered[0],
        json!({"name": "C5", "games": ["reversi", "gomoku", "connect6", "peace"]})
    );
    assert_eq!(offered[2], json!({"name": "Five", "games": ["gomoku"]}));
    let against = |player: &str| {
        json!({"game": "reversi", "first": {"kind": "me"}, "first_color": "black",
            "second": {"kind": "computer", "player": player}})
    };
    let (table, _) = ann.make(&against("program:C5")).await;
    let mut a = ann.socket(&table).await;
    a.event("begin").await;
    a.play("d3").await;
    a.seen(3).await;
    assert_eq!(moves(&a.entries), ["d3", "c5"]);
    let state = ann.state(&table).await;
    assert_eq!(state["table"]["seats"]["second"]["name"], "C5");
    assert_eq!(state["table"]["seats"]["second"]["player"], "program:C5");
    assert!(!state.to_string().contains("echo"), "{state}");
    // A program that gives no move loses; one that does not know the game is refused.
    let (silent, _) = ann.make(&against("program:Silent")).await;
    let mut b = ann.socket(&silent).await;
    b.event("begin").await;
    b.play("d3").await;
    assert_eq!(b.event("forfeit").await["seat"], "second");
    let refused = ann.post("/api/tables", &against("program:Five")).await;
    assert_eq!((refused.status, refused.code()), (400, "bad_player".into()));
    // Where they are no longer offered, their games stay.
    a.close().await;
    b.close().await;
    stage.stop().await;
    stage.options = easy();
    stage.start().await.unwrap();
    let ann = Person {
        web: stage.web,
        ..ann
    };
    assert_eq!(stage.web.get("/api/programs").await.fine(), json!([]));
    let mut a = ann.socket(&table).await;
    a.seen(3).await;
    a.play("e6").await;
    assert_eq!(a.event("forfeit").await["seat"], "second");
    let refused = ann.post("/api/tables", &against("program:C5")).await;
    assert_eq!(refused.status, 400);
}

#[tokio::test]
async fn only_so_many_outside_programs_run_at_once() {
    let stage = TestServer::with(offering()).await;
    let ann = stage.web.guest("Ann").await;
    let against = json!({"game": "reversi", "first": {"kind": "me"}, "first_color": "black",
        "second": {"kind": "computer", "player": "program:C5"}});
    let mut tables = Vec::new();
    for _ in 0..8 {
        tables.push(ann.make(&against).await.0);
    }
    let refused = ann.post("/api/tables", &against).await;
    assert_eq!((refused.status, refused.code()), (503, "busy".into()));
    let again = format!("/api/tables/{}/again", tables[0]);
    assert_eq!(ann.post(&again, &json!({})).await.status, 503);
    // The end of a game makes room.
    let mut a = ann.socket(&tables[0]).await;
    a.does(&json!({"do": "resign"})).await;
    a.event("resign").await;
    ann.make(&against).await;
}

#[tokio::test]
async fn the_lobby_shows_listed_tables_while_somebody_waits_and_then_their_games() {
    let stage = TestServer::new().await;
    let ann = stage.web.guest("Ann").await;
    let (listed, _) = ann
        .make(
            &json!({"game": "reversi", "first": {"kind": "me"}, "second": {"kind": "open"},
            "first_color": "black", "listed": true}),
        )
        .await;
    let (hidden, _) = ann
        .make(&json!({"game": "reversi", "first": {"kind": "me"}, "second": {"kind": "open"}}))
        .await;
    let lobby = stage.web.get("/api/tables").await.fine();
    assert_eq!(lobby["open"], json!([]), "nobody waits yet");
    let mut a = ann.socket(&listed).await;
    let _also = ann.socket(&hidden).await;
    let lobby = stage.web.get("/api/tables").await.fine();
    assert_eq!(lobby["open"].as_array().unwrap().len(), 1);
    assert_eq!(lobby["open"][0]["id"], listed.as_str());
    let bob = stage.web.guest("Bob").await;
    bob.sit(&listed, "").await.fine();
    a.event("begin").await;
    until(async || {
        let lobby = stage.web.get("/api/tables").await;
        assert!(!lobby.body.contains(&hidden));
        let lobby = lobby.fine();
        lobby["open"] == json!([]) && lobby["playing"][0]["id"] == listed.as_str()
    })
    .await;
    a.play("d3").await;
    a.does(&json!({"do": "resign"})).await;
    until(async || {
        let lobby = stage.web.get("/api/tables").await.fine();
        lobby["recent"][0]["id"] == listed.as_str() && lobby["playing"] == json!([])
    })
    .await;
}

#[tokio::test]
async fn a_game_that_ends_before_its_first_move_is_not_shown_as_recent() {
    let stage = TestServer::new().await;
    let listed = json!({"game": "reversi", "first": {"kind": "me"}, "second": {"kind": "open"},
        "listed": true});
    let mut pair = stage.pair_at(&listed).await;
    pair.a.does(&json!({"do": "resign"})).await;
    pair.a.event("resign").await;
    until(async || {
        let lobby = stage.web.get("/api/tables").await.fine();
        assert_eq!(lobby["recent"], json!([]));
        lobby["playing"] == json!([])
    })
    .await;
}

#[tokio::test]
async fn only_the_host_can_make_a_program_move_at_once() {
    let stage = TestServer::new().await;
    let ann = stage.web.guest("Ann").await;
    let table = json!({"game": "reversi:26", "first_color": "black", "first": {"kind": "me"},
        "second": {"kind": "computer", "player": "engine:time=30s"}});
    let (table, _) = ann.make(&table).await;
    let mut socket = ann.socket(&table).await;
    socket.play("m12").await;
    let cat = stage.web.guest("Cat").await;
    let mut spectator = cat.socket(&table).await;
    spectator.send(&json!({"type": "hurry"})).await;
    // The program still thinks: it reports on it.
    socket.of_type("thought").await;
    socket.send(&json!({"type": "hurry"})).await;
    socket
        .until(|message| message["type"] == "update" && message["view"]["ply_count"] == 2)
        .await;
}

#[tokio::test]
async fn the_lobby_stream_reports_an_aborted_game() {
    let stage = TestServer::new().await;
    let table = json!({"game": "reversi", "first": {"kind": "me"}, "second": {"kind": "open"},
        "listed": true});
    let mut pair = stage.pair_at(&table).await;
    let mut lobby = pair.first.events("/api/lobby").await;
    lobby
        .until(|view| view["playing"][0]["id"] == pair.table.as_str())
        .await;
    pair.a.does(&json!({"do": "abort"})).await;
    lobby.until(|view| view["playing"] == json!([])).await;
}

#[tokio::test]
async fn a_bot_plays_with_streams_and_requests_only() {
    let stage = TestServer::new().await;
    let bot = stage.web.guest("Bot").await;
    let ann = stage.web.guest("Ann").await;
    let mut mine = bot.lines("/api/me/events").await;
    let (table, invite) = ann
        .make(
            &json!({"game": "reversi", "first": {"kind": "me"}, "second": {"kind": "open"},
            "first_color": "black"}),
        )
        .await;
    let mut a = ann.socket(&table).await;
    bot.sit(&table, &invite).await.fine();
    let line = mine.until(|line| line["type"] == "table").await;
    assert_eq!(line["table"], table.as_str());
    a.event("begin").await;
    a.play("d3").await;
    let turn = mine.until(|line| line["type"] == "turn").await;
    assert_eq!(turn["number"], 2);
    let mut events = bot
        .lines(&format!("/api/tables/{table}/events?after=1"))
        .await;
    let first = events.next().await.unwrap();
    assert_eq!(first["from"], 2);
    assert_eq!(moves(first["entries"].as_array().unwrap()), ["d3"]);
    let ack = bot
        .command(&table, "b1", &json!({"do": "play", "move": "c5"}))
        .await
        .fine();
    assert_eq!(ack["number"], 3);
    let update = events.until(|line| line["type"] == "update").await;
    assert_eq!(update["from"], 3);
    a.seen(3).await;
    a.play("d6").await;
    // A bot that reconnects gets its pending events.
    drop(mine);
    let mut mine = bot.lines("/api/me/events").await;
    let turn = mine.until(|line| line["type"] == "turn").await;
    assert_eq!(
        (turn["table"].as_str(), &turn["number"]),
        (Some(&*table), &json!(4))
    );
    a.does(&json!({"do": "resign"})).await;
    let over = mine.until(|line| line["type"] == "over").await;
    assert_eq!(over["table"], table.as_str());
    let update = events
        .until(|line| {
            line["entries"]
                .as_array()
                .is_some_and(|all| all.iter().any(is_end))
        })
        .await;
    assert_eq!(update["view"]["stage"], "over");
}

#[tokio::test]
async fn nobody_can_sit_down_at_an_aborted_table() {
    let stage = TestServer::new().await;
    let ann = stage.web.guest("Ann").await;
    let bob = stage.web.guest("Bob").await;
    let table = json!({"game": "reversi", "first": {"kind": "me"}, "second": {"kind": "open"}});
    let (table, invite) = ann.make(&table).await;
    ann.command(&table, "off", &json!({"do": "abort"}))
        .await
        .fine();
    assert_eq!(bob.sit(&table, &invite).await.code(), "seat_taken");
    let state = bob.state(&table).await;
    assert_eq!(state["table"]["seats"]["second"]["kind"], "open");
}

#[tokio::test]
async fn the_host_of_two_programs_cannot_move_for_them() {
    let stage = TestServer::new().await;
    let ann = stage.web.guest("Ann").await;
    let computer = json!({"kind": "computer", "player": "random"});
    let table =
        json!({"game": "reversi", "first": computer, "second": computer, "time": "game 5m"});
    let (table, _) = ann.make(&table).await;
    for command in [
        json!({"do": "play", "move": "d3"}),
        json!({"do": "resign"}),
        json!({"do": "offer", "what": "draw"}),
    ] {
        let answer = ann.command(&table, "one", &command).await;
        assert_eq!(answer.code(), "not_a_player", "{command}");
    }
    // But the host may start and abort the game.
    ann.command(&table, "begin", &json!({"do": "start"}))
        .await
        .fine();
}

#[tokio::test]
async fn a_player_who_moves_only_over_http_is_not_away() {
    let options = ServerOptions {
        claim_after: Duration::from_secs(3600),
        ..easy()
    };
    let stage = TestServer::with(options).await;
    let ann = stage.web.guest("Ann").await;
    let bob = stage.web.guest("Bob").await;
    let table = json!({"game": "reversi", "first": {"kind": "me"}, "second": {"kind": "open"},
        "first_color": "black", "time": "game 10m"});
    let (table, invite) = ann.make(&table).await;
    bob.sit(&table, &invite).await.fine();
    let left = async || {
        let state = bob.state(&table).await;
        state["presence"]["claim_in_ms"]["first"].as_u64().unwrap()
    };
    // The countdown runs until the next activity, and then begins again.
    until(async || left().await < 3_599_990).await;
    let since = std::time::Instant::now();
    ann.command(&table, "one", &json!({"do": "play", "move": "d3"}))
        .await
        .fine();
    let after = left().await;
    let spent_ms = since.elapsed().as_millis() as u64;
    assert!(after + spent_ms + 1 >= 3_600_000, "{after} {spent_ms}");
}

#[tokio::test]
async fn opening_an_old_game_does_not_make_it_recent() {
    let mut stage = TestServer::new().await;
    let listed = json!({"game": "reversi", "first": {"kind": "me"}, "second": {"kind": "open"},
        "first_color": "black", "listed": true});
    let mut tables = Vec::new();
    let mut asker = None;
    for _ in 0..2 {
        let mut pair = stage.pair_at(&listed).await;
        pair.a.play("d3").await;
        pair.a.does(&json!({"do": "resign"})).await;
        tables.push(pair.table.clone());
        asker = Some(pair.first.clone());
    }
    stage.restart().await;
    let asker = Person {
        web: stage.web,
        ..asker.unwrap()
    };
    asker.state(&tables[0]).await;
    let lobby = stage.web.get("/api/tables").await.fine();
    let recent: Vec<&str> = lobby["recent"]
        .as_array()
        .unwrap()
        .iter()
        .map(|table| table["id"].as_str().unwrap())
        .collect();
    assert_eq!(recent, [tables[1].as_str(), tables[0].as_str()]);
}

#[tokio::test]
async fn a_second_server_on_the_same_database_does_not_start() {
    let stage = TestServer::new().await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let second = yiqi_server::Server::start(listener, &stage.store, ServerOptions::default()).await;
    assert!(matches!(second, Err(yiqi_server::ServerError::InUse)));
}

#[tokio::test]
async fn a_guest_who_registers_has_the_new_name_at_the_table_and_in_the_games() {
    let mut stage = TestServer::with(easy()).await;
    let ann = stage.web.guest("Ann").await;
    let mut bob = stage.web.guest("Bob").await;
    let (table, invite) = ann
        .make(&json!({ "game": "reversi", "first": {"kind": "me"}, "second": {"kind": "open"} }))
        .await;
    assert_eq!(bob.sit(&table, &invite).await.status, 200);
    let account = json!({ "name": "Clara", "password": "correct horse" });
    assert_eq!(ann.post("/api/register", &account).await.status, 200);
    for _ in 0..2 {
        let state = bob.state(&table).await.to_string();
        assert!(state.contains("\"Clara\""), "{state}");
        assert!(!state.contains("\"Ann\""), "{state}");
        stage.restart().await;
        bob.web = stage.web;
    }
}
