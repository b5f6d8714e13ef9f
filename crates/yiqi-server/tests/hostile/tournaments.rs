//! Tournaments: who may do what, how games are drawn and counted, and what a restart changes.

use std::cell::RefCell;
use std::collections::BTreeSet;

use serde_json::{Value, json};
use yiqi_record::{Format, ReadOptions};
use yiqi_server::{LimitOptions, ServerOptions, TournamentPolicy};

use crate::client::{Person, until};
use crate::play::offering;
use crate::test_server::{TestServer, easy};
use crate::web::cookie_of;

/// The terms of a tournament that begins as soon as it has this many players.
fn terms(format: &str, players: u32) -> Value {
    json!({"name": "Autumn", "game": "reversi:6", "format": format, "time": "game 10m",
        "start": {"players": players}, "pause_seconds": 0})
}

/// Some terms with others instead.
fn with(mut terms: Value, other: &Value) -> Value {
    for (key, value) in other.as_object().unwrap() {
        terms[key] = value.clone();
    }
    terms
}

async fn make(organizer: &Person, terms: &Value) -> String {
    let created = organizer.post("/api/tournaments", terms).await.fine();
    created["tournament"].as_str().unwrap().to_owned()
}

async fn seen(person: &Person, id: &str) -> Value {
    person.get(&format!("/api/tournaments/{id}")).await.fine()
}

/// Posts to a tournament; the error code, or nothing.
async fn does(person: &Person, id: &str, what: &str, body: &Value) -> String {
    let path = format!("/api/tournaments/{id}/{what}");
    let answer = person.post(&path, body).await;
    if answer.status == 204 {
        return String::new();
    }
    answer.code()
}

async fn join(person: &Person, id: &str) {
    assert_eq!(does(person, id, "join", &json!({})).await, "");
}

/// The caller's table.
async fn table(person: &Person, id: &str) -> String {
    until(async || seen(person, id).await["you"]["table"].is_string()).await;
    let state = seen(person, id).await;
    state["you"]["table"].as_str().unwrap().to_owned()
}

/// The same person at a server that has started again, on another port.
fn moved(person: &Person, stage: &TestServer) -> Person {
    Person {
        web: stage.web,
        ..person.clone()
    }
}

/// Resigns every game until the tournament is over. Returns how many.
async fn resign_all(person: &Person, id: &str) -> usize {
    let resigned = RefCell::new(BTreeSet::new());
    until(async || {
        let state = seen(person, id).await;
        if let Some(table) = state["you"]["table"].as_str() {
            let resign = json!({"do": "resign"});
            if person.command(table, "resign", &resign).await.status == 200 {
                resigned.borrow_mut().insert(table.to_owned());
            }
        }
        state["info"]["stage"] == "finished"
    })
    .await;
    resigned.into_inner().len()
}

/// Waits until nobody has a game.
async fn finished(person: &Person, id: &str) -> Value {
    until(async || seen(person, id).await["info"]["stage"] == "finished").await;
    seen(person, id).await
}

/// Places, players, points and results: what must not depend on when anything happened.
pub(crate) fn outcome(state: &Value) -> Value {
    let games = state["games"].as_array().unwrap().iter().map(|game| {
        json!([
            game["number"],
            game["round"],
            game["first"],
            game["second"],
            game["outcome"]
        ])
    });
    json!({"standings": state["standings"], "games": games.collect::<Vec<_>>()})
}

/// How the games of a tournament ended, in the order in which the page lists them.
fn outcomes(state: &Value) -> Vec<&Value> {
    let games = state["games"].as_array().unwrap().iter();
    games.map(|game| &game["outcome"]["kind"]).collect()
}

#[tokio::test]
async fn people_and_programs_meet_in_every_format_and_all_results_count() {
    let stage = TestServer::new().await;
    let ann = stage.web.guest("Ann").await;
    for format in ["swiss", "roundrobin", "knockout"] {
        let programs =
            json!({"programs": ["greedy", "weights", "alphabeta:depth=1"], "join": true});
        let id = make(&ann, &with(terms(format, 4), &programs)).await;
        let resigned = resign_all(&ann, &id).await;
        let state = seen(&ann, &id).await;
        let rows = state["standings"].as_array().unwrap();
        let of_ann = rows.iter().find(|row| row["player"] == 3).unwrap();
        assert_eq!(of_ann["lost"], resigned, "{format}");
        assert!(resigned > 0);
        let sum = |key: &str| -> u64 { rows.iter().map(|row| row[key].as_u64().unwrap()).sum() };
        assert_eq!(sum("won"), sum("lost"), "{format}");
        let all = ann
            .get(&format!("/api/tournaments/{id}/report?format=json"))
            .await
            .json();
        let games = all["games"].as_array().unwrap();
        assert_eq!(
            sum("won") + sum("lost") + sum("drawn"),
            2 * games.len() as u64
        );
        assert!(games.iter().all(|game| game["outcome"]["kind"] == "played"));
        let text = ann.get(&format!("/api/tournaments/{id}/report")).await.body;
        assert!(text.contains("Autumn") && text.contains("Ann"), "{text}");
    }
    // The lobby does not list the games of tournaments.
    let lobby = stage.web.get("/api/tables").await.fine();
    assert_eq!(lobby["recent"], json!([]));
    let list = ann.get("/api/tournaments").await.fine();
    assert_eq!(list["finished"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn an_arena_pairs_at_once_and_again_and_players_come_and_go() {
    let stage = TestServer::new().await;
    let ann = stage.web.guest("Ann").await;
    let bob = stage.web.guest("Bob").await;
    let cat = stage.web.guest("Cat").await;
    let id = make(&ann, &terms("arena", 2)).await;
    join(&ann, &id).await;
    assert_eq!(does(&ann, &id, "join", &json!({})).await, "already_joined");
    join(&bob, &id).await;
    let first = table(&ann, &id).await;
    assert_eq!(table(&bob, &id).await, first);
    // Cat comes later and waits for somebody.
    join(&cat, &id).await;
    ann.command(&first, "1", &json!({"do": "resign"}))
        .await
        .fine();
    until(async || {
        let tables = [
            seen(&ann, &id).await,
            seen(&bob, &id).await,
            seen(&cat, &id).await,
        ];
        let with_game = tables
            .iter()
            .filter(|state| state["you"]["table"].is_string());
        with_game.count() == 2 && tables[2]["you"]["table"].is_string()
    })
    .await;
    assert_eq!(does(&cat, &id, "leave", &json!({})).await, "");
    assert_eq!(does(&cat, &id, "leave", &json!({})).await, "not_joined");
    let state = seen(&cat, &id).await;
    assert_eq!(state["you"]["active"], false);
    // The game goes on, and a win counts two points.
    assert!(state["you"]["table"].is_string());
    let rows = state["standings"].as_array().unwrap();
    assert_eq!(
        (&rows[0]["player"], &rows[0]["points"]),
        (&json!(1), &json!(2.0))
    );
    join(&cat, &id).await;
}

#[tokio::test]
async fn nobody_is_torn_from_a_game_by_another_tournament() {
    let stage = TestServer::new().await;
    let [ann, bob, cat, dan] = [
        stage.web.guest("Ann").await,
        stage.web.guest("Bob").await,
        stage.web.guest("Cat").await,
        stage.web.guest("Dan").await,
    ];
    let morning = make(&ann, &terms("knockout", 2)).await;
    join(&ann, &morning).await;
    join(&bob, &morning).await;
    let board = table(&ann, &morning).await;
    // One that runs cannot be joined meanwhile, others can; but their games wait for the player.
    let arena = make(&cat, &terms("arena", 2)).await;
    join(&cat, &arena).await;
    join(&dan, &arena).await;
    let arena_board = table(&cat, &arena).await;
    let refused = does(&ann, &arena, "join", &json!({})).await;
    assert_eq!(refused, "plays_elsewhere");
    let noon = make(&bob, &terms("swiss", 4)).await;
    for person in [&ann, &bob, &cat, &dan] {
        join(person, &noon).await;
    }
    until(async || seen(&ann, &noon).await["busy"] == json!([0, 1, 2, 3])).await;
    assert_eq!(seen(&ann, &noon).await["games"], json!([]));
    // All games in play are listed, and all tournaments that are not over.
    let mut lobby = ann.events("/api/lobby").await;
    let shown = lobby.until(|lobby| {
        lobby["playing"]
            .as_array()
            .is_some_and(|all| all.len() == 2)
    });
    let shown = shown.await.to_string();
    assert!(
        shown.contains(&board) && shown.contains(&arena_board),
        "{shown}"
    );
    let list = ann.get("/api/tournaments?finished=false").await.fine();
    assert_eq!(list["running"].as_array().unwrap().len(), 3);
    // Once everybody is free the round begins, and names nobody any more.
    let resign = json!({"do": "resign"});
    ann.command(&board, "1", &resign).await.fine();
    assert_eq!(does(&cat, &arena, "leave", &json!({})).await, "");
    cat.command(&arena_board, "1", &resign).await.fine();
    for person in [&ann, &bob, &cat, &dan] {
        table(person, &noon).await;
    }
    assert_eq!(seen(&ann, &noon).await["busy"], Value::Null);
    let list = ann.get("/api/tournaments?finished=false").await.fine();
    assert_eq!(list["finished"], json!([]));
}

#[tokio::test]
async fn only_the_organizer_and_operators_direct_a_tournament() {
    let options = ServerOptions {
        operators: vec!["Olga".to_owned()],
        ..easy()
    };
    let stage = TestServer::with(options).await;
    let ann = stage.web.guest("Ann").await;
    let bob = stage.web.guest("Bob").await;
    let fake = stage.web.guest("Olga").await;
    let olga = stage.web.account("Olga", "correct horse").await;
    let id = make(&ann, &terms("swiss", 8)).await;
    join(&bob, &id).await;
    for (what, body) in [
        ("begin", json!({})),
        ("cancel", json!({})),
        ("programs", json!({"player": "greedy"})),
        ("remove", json!({"player": 0})),
    ] {
        for stranger in [&bob, &fake] {
            assert_eq!(
                does(stranger, &id, what, &body).await,
                "not_yours",
                "{what}"
            );
        }
        let path = format!("/api/tournaments/{id}/{what}");
        let body = body.to_string();
        let anybody = stage.web.request("POST", &path, &[], Some(&body)).await;
        assert_eq!(anybody.code(), "unauthorized", "{what}");
    }
    assert_eq!(
        does(&ann, &id, "begin", &json!({})).await,
        "too_few_players"
    );
    let programs = json!({"player": "program:script:sh"});
    assert_eq!(does(&ann, &id, "programs", &programs).await, "bad_player");
    assert_eq!(
        does(&ann, &id, "programs", &json!({"player": "greedy"})).await,
        ""
    );
    assert_eq!(
        does(&ann, &id, "programs", &json!({"player": "greedy"})).await,
        "program_joined"
    );
    // Nothing is made if a program is named twice.
    let twice = with(
        terms("swiss", 9),
        &json!({"name": "Twice", "programs": ["greedy", "greedy"]}),
    );
    let refused = ann.post("/api/tournaments", &twice).await;
    assert_eq!(refused.code(), "program_joined");
    let list = stage.web.get("/api/tournaments").await.fine();
    assert!(!list.to_string().contains("Twice"), "{list}");
    assert_eq!(does(&ann, &id, "remove", &json!({"player": 0})).await, "");
    assert_eq!(
        does(&ann, &id, "remove", &json!({"player": 7})).await,
        "not_joined"
    );
    assert_eq!(does(&olga, &id, "cancel", &json!({})).await, "");
    assert_eq!(seen(&ann, &id).await["info"]["canceled"], "organizer");
    for what in ["join", "begin", "cancel"] {
        assert_eq!(
            does(&ann, &id, what, &json!({})).await,
            "tournament_over",
            "{what}"
        );
    }
    assert_eq!(ann.get("/api/tournaments/none").await.code(), "not_found");
}

#[tokio::test]
async fn terms_are_checked_and_nobody_makes_too_many() {
    let stage = TestServer::new().await;
    let ann = stage.web.guest("Ann").await;
    let base = terms("swiss", 4);
    for (other, code) in [
        (json!({"game": "chess"}), "bad_game"),
        (json!({"game": "peace"}), "bad_message"),
        (json!({"time": "none"}), "bad_message"),
        (json!({"time": "game 1m, random move"}), "bad_message"),
        (json!({"time": "soon"}), "bad_clock"),
        (json!({"name": ""}), "bad_name"),
        (json!({"name": "x".repeat(41)}), "bad_name"),
        (json!({"name": "\u{202e}\u{7}"}), "bad_name"),
        (json!({"start": {"players": 1}}), "bad_message"),
        (json!({"start": {"players": 9999}}), "bad_message"),
        (
            json!({"start": {"at": 99_999_999_999_999u64}}),
            "bad_message",
        ),
        (json!({"rounds": 31}), "bad_message"),
        (json!({"games": 0}), "bad_message"),
        (json!({"minutes": 0}), "bad_message"),
        (json!({"players_max": 1}), "bad_message"),
        (json!({"show_up_seconds": 4}), "bad_message"),
        (json!({"pause_seconds": 3_601}), "bad_message"),
        (json!({"programs": vec!["greedy"; 17]}), "too_many"),
        (json!({"programs": ["human"]}), "bad_player"),
        (json!({"format": "ladder"}), "bad_message"),
        (json!({"prize": 100}), "bad_message"),
        (json!({"rated": true, "join": true}), "needs_account"),
    ] {
        let answer = ann
            .post("/api/tournaments", &with(base.clone(), &other))
            .await;
        assert_eq!(answer.code(), code, "{other}");
    }
    let list = ann.get("/api/tournaments").await.fine();
    assert_eq!(
        list["upcoming"],
        json!([]),
        "a refused request changes nothing"
    );
    for _ in 0..3 {
        make(&ann, &base).await;
    }
    assert_eq!(ann.post("/api/tournaments", &base).await.code(), "too_many");
    // A rated one is for accounts.
    let eve = stage.web.account("Evelyn", "correct horse").await;
    let id = make(&eve, &with(base.clone(), &json!({"rated": true}))).await;
    assert_eq!(does(&ann, &id, "join", &json!({})).await, "needs_account");
    assert_eq!(seen(&ann, &id).await["you"]["may_join"], false);
    join(&eve, &id).await;
    let closed = ServerOptions {
        tournaments: TournamentPolicy::Accounts,
        ..easy()
    };
    let stage = TestServer::with(closed).await;
    let ann = stage.web.guest("Ann").await;
    assert_eq!(
        ann.post("/api/tournaments", &base).await.code(),
        "needs_account"
    );
    assert_eq!(
        ann.get("/api/tournaments").await.fine()["may_create"],
        false
    );
}

#[tokio::test]
async fn whoever_does_not_come_to_the_board_loses_and_leaves() {
    let stage = TestServer::new().await;
    let ann = stage.web.guest("Ann").await;
    let bob = stage.web.guest("Bob").await;
    let soon = json!({"show_up_seconds": 5, "join": true, "games": 2});
    let id = make(&ann, &with(terms("roundrobin", 2), &soon)).await;
    join(&bob, &id).await;
    let board = table(&ann, &id).await;
    // Black comes to the board; the time for that is not taken from the clock.
    let black = seen(&ann, &id).await["games"][0]["first"].as_u64().unwrap();
    let own = [&ann, &bob][black as usize];
    own.command(&board, "1", &json!({"do": "play", "move": "c2"}))
        .await
        .fine();
    let state = ann.state(&board).await;
    assert_eq!(
        state["view"]["clocks"]["first"]["remaining_ms"], 600_000,
        "{state}"
    );
    assert_eq!(state["table"]["tournament"]["name"], "Autumn");
    // White never comes. The other game is a walkover.
    let state = finished(&ann, &id).await;
    assert_eq!(outcomes(&state), ["walkover", "no-show"]);
    assert_eq!(state["standings"][0]["player"], black);
    assert_eq!(state["standings"][0]["points"], 2.0);
    assert_eq!(state["players"][1 - black as usize]["active"], false);
}

#[tokio::test]
async fn a_tournament_game_allows_no_take_back_no_pause_and_no_rematch() {
    let stage = TestServer::new().await;
    let ann = stage.web.guest("Ann").await;
    let bob = stage.web.guest("Bob").await;
    let id = make(&ann, &with(terms("swiss", 2), &json!({"join": true}))).await;
    join(&bob, &id).await;
    let board = table(&ann, &id).await;
    let black = if seen(&ann, &id).await["games"][0]["first"] == 0 {
        &ann
    } else {
        &bob
    };
    black
        .command(&board, "1", &json!({"do": "play", "move": "c2"}))
        .await
        .fine();
    for command in [
        json!({"do": "offer", "what": "take_back"}),
        json!({"do": "offer", "what": "pause"}),
        json!({"do": "pause"}),
        json!({"do": "abort"}),
    ] {
        let refused = ann.command(&board, "2", &command).await;
        assert_eq!(refused.code(), "tournament_game", "{command}");
    }
    ann.command(&board, "3", &json!({"do": "offer", "what": "draw"}))
        .await
        .fine();
    bob.command(&board, "4", &json!({"do": "accept", "what": "draw"}))
        .await
        .fine();
    let rematch = json!({"do": "offer", "what": "rematch"});
    assert_eq!(
        ann.command(&board, "5", &rematch).await.code(),
        "tournament_game"
    );
    let state = finished(&ann, &id).await;
    assert_eq!(state["standings"][0]["drawn"], 1);
    let again = ann
        .post(&format!("/api/tables/{board}/again"), &json!({}))
        .await;
    assert_eq!(again.code(), "not_yours");
}

#[tokio::test]
async fn rated_games_of_a_tournament_count_once_and_lead_to_the_leaderboard() {
    let stage = TestServer::new().await;
    let ann = stage.web.account("Annabel", "correct horse").await;
    let bob = stage.web.account("Robert", "battery staple").await;
    for _ in 0..3 {
        let rated = json!({"rated": true, "join": true, "games": 4});
        let id = make(&ann, &with(terms("roundrobin", 2), &rated)).await;
        join(&bob, &id).await;
        assert_eq!(resign_all(&bob, &id).await, 4);
    }
    until(async || {
        let profile = stage.web.get("/api/people/Robert").await.fine();
        profile["ratings"][0]["games"] == 12
    })
    .await;
    // As sure as more games would make them.
    stage.execute("UPDATE ratings SET deviation = 90").await;
    let board = stage
        .web
        .get("/api/leaderboard?game=reversi+6")
        .await
        .fine();
    assert_eq!(board["games"], json!(["reversi 6"]));
    assert_eq!(board["rows"][0]["name"], "Annabel");
    assert_eq!(board["rows"][0]["rating"]["games"], 12);
    assert_eq!(
        stage.web.get("/api/leaderboard?game=none").await.fine()["rows"],
        json!([])
    );
    for (part, found) in [
        ("anna", 1),
        ("ROB", 1),
        ("b", 2),
        ("zz", 0),
        ("%25", 0),
        ("", 0),
    ] {
        let people = stage
            .web
            .get(&format!("/api/people?name={part}"))
            .await
            .fine();
        assert_eq!(people.as_array().unwrap().len(), found, "{part}");
    }
}

#[tokio::test]
async fn if_neither_comes_to_the_board_both_lose_and_leave() {
    let stage = TestServer::new().await;
    let ann = stage.web.guest("Ann").await;
    let bob = stage.web.guest("Bob").await;
    let cat = stage.web.guest("Cat").await;
    let id = make(
        &cat,
        &with(terms("swiss", 2), &json!({"show_up_seconds": 5})),
    )
    .await;
    join(&ann, &id).await;
    join(&bob, &id).await;
    // Nobody but Cat, who does not play, looks at the board.
    until(async || seen(&cat, &id).await["games"][0]["table"].is_string()).await;
    let board = seen(&cat, &id).await["games"][0]["table"].clone();
    let state = finished(&cat, &id).await;
    assert_eq!(state["games"][0]["outcome"], json!({"kind": "no-show"}));
    for player in [0, 1] {
        assert_eq!(state["standings"][player]["points"], 0.0);
        assert_eq!(state["standings"][player]["lost"], 1);
        assert_eq!(state["players"][player]["active"], false);
    }
    let table = cat.state(board.as_str().unwrap()).await;
    assert_eq!(table["view"]["result"]["reason"], "aborted");
    let text = cat.get(&format!("/api/tournaments/{id}/report")).await.body;
    assert!(text.contains("0–0"), "{text}");
}

// Fault 10.
#[tokio::test]
async fn a_damaged_game_counts_for_nobody_and_the_tournament_goes_on() {
    let mut stage = TestServer::new().await;
    let ann = stage.web.guest("Ann").await;
    let bob = stage.web.guest("Bob").await;
    let cat = stage.web.guest("Cat").await;
    let id = make(&cat, &with(terms("roundrobin", 2), &json!({"games": 2}))).await;
    join(&ann, &id).await;
    join(&bob, &id).await;
    let board = table(&ann, &id).await;
    until(async || ann.state(&board).await["view"]["stage"] == "playing").await;
    stage.stop().await;
    let damaged = stage.execute("UPDATE entries SET body = '?'").await;
    assert!(damaged > 0);
    stage.start().await.unwrap();
    let (ann, cat) = (moved(&ann, &stage), moved(&cat, &stage));
    // The second game is drawn nevertheless.
    until(async || {
        let state = seen(&ann, &id).await;
        state["you"]["table"]
            .as_str()
            .is_some_and(|table| table != board)
    })
    .await;
    assert_eq!(resign_all(&ann, &id).await, 1);
    let state = seen(&cat, &id).await;
    assert_eq!(outcomes(&state), ["played", "damaged"]);
    let rows = state["standings"].as_array().unwrap();
    assert_eq!(
        (&rows[0]["points"], &rows[0]["won"]),
        (&json!(1.0), &json!(1))
    );
    assert_eq!(
        (&rows[1]["points"], &rows[1]["lost"]),
        (&json!(0.0), &json!(1))
    );
    // Only the organizer sees which game it was.
    assert_eq!(state["you"]["damaged"], json!([1]));
    assert_eq!(seen(&ann, &id).await["you"]["damaged"], Value::Null);
}

async fn says(person: &Person, id: &str, text: &str) -> String {
    does(person, id, "chat", &json!({"text": text})).await
}

/// What a new visitor finds in the chat.
async fn chat(person: &Person, id: &str) -> Vec<Value> {
    let mut events = person
        .events(&format!("/api/tournaments/{id}/events"))
        .await;
    let event = events.until(|event| event["type"] == "chat").await;
    assert_eq!(event["whole"], true);
    event["chat"].as_array().unwrap().clone()
}

#[tokio::test]
async fn everybody_chats_in_a_tournament_and_the_chat_survives_a_restart() {
    let mut stage = TestServer::new().await;
    let ann = stage.web.guest("Ann").await;
    let bob = stage.web.account("Robert", "correct horse").await;
    let id = make(&ann, &terms("arena", 4)).await;
    let path = format!("/api/tournaments/{id}/events");
    let mut events = ann.events(&path).await;
    events.until(|event| event["type"] == "chat").await;
    assert_eq!(says(&bob, &id, "<b>Good</b>\nluck \u{202e}\u{7}").await, "");
    let event = events.until(|event| event["type"] == "chat").await;
    assert_eq!(event["whole"], false);
    let said = &event["chat"][0];
    assert_eq!(said["text"], "<b>Good</b> luck");
    assert_eq!(
        (&said["name"], &said["guest"]),
        (&json!("Robert"), &json!(false))
    );
    for (text, code) in [
        ("", "bad_message"),
        (" \n", "bad_message"),
        (&*"x".repeat(301), "bad_message"),
    ] {
        assert_eq!(says(&ann, &id, text).await, code);
    }
    let body = r#"{"text":"hi"}"#;
    let chat_path = format!("/api/tournaments/{id}/chat");
    let anybody = stage.web.request("POST", &chat_path, &[], Some(body)).await;
    assert_eq!(anybody.code(), "unauthorized");
    // Only the latest messages are kept, bounded in number and in bytes.
    for number in 0..70 {
        assert_eq!(
            says(&ann, &id, &format!("{number} {}", "x".repeat(290))).await,
            ""
        );
    }
    let kept = chat(&bob, &id).await;
    let bytes: usize = kept
        .iter()
        .map(|said| said["text"].as_str().unwrap().len())
        .sum();
    assert!(bytes <= 16 * 1024, "{bytes}");
    assert_eq!(says(&bob, &id, "last").await, "");
    let kept = chat(&bob, &id).await;
    stage.restart().await;
    let (ann, bob) = (moved(&ann, &stage), moved(&bob, &stage));
    assert_eq!(chat(&ann, &id).await, kept);
    // What somebody wrote goes with the account, for those who look on as well.
    let mut events = ann.events(&path).await;
    events.until(|event| event["type"] == "chat").await;
    let gone = bob
        .post("/api/me/delete", &json!({"password": "correct horse"}))
        .await;
    assert_eq!(gone.status, 204);
    let event = events.until(|event| event["type"] == "chat").await;
    assert_eq!(event["whole"], true);
    assert!(
        event["chat"]
            .as_array()
            .unwrap()
            .iter()
            .all(|said| said["name"] == "Ann")
    );
    stage.restart().await;
    let ann = moved(&ann, &stage);
    assert!(
        chat(&ann, &id)
            .await
            .iter()
            .all(|said| said["name"] == "Ann")
    );
}

// Fault 31.
#[tokio::test]
async fn nobody_floods_the_chat_of_a_tournament() {
    let limits = LimitOptions {
        loopback_exempt: true,
        ..LimitOptions::default()
    };
    let stage = TestServer::with(ServerOptions { limits, ..easy() }).await;
    let ann = stage.web.guest("Ann").await;
    let id = make(&ann, &terms("arena", 4)).await;
    let mut codes = Vec::new();
    for number in 0..8 {
        codes.push(says(&ann, &id, &number.to_string()).await);
    }
    assert_eq!(codes[..5], [""; 5]);
    assert!(codes.contains(&"too_fast".to_owned()), "{codes:?}");
}

#[tokio::test]
async fn the_games_of_a_tournament_can_be_downloaded_and_replayed_on_one_page() {
    let stage = TestServer::new().await;
    let ann = stage.web.guest("Ann").await;
    let programs =
        json!({"name": "<b>Cup</b>", "programs": ["greedy", "weights", "alphabeta:depth=1"]});
    let id = make(&ann, &with(terms("roundrobin", 3), &programs)).await;
    let state = finished(&ann, &id).await;
    assert_eq!(state["games"].as_array().unwrap().len(), 3);
    let file = async |path: &str| ann.get(&format!("/api/tournaments/{id}/{path}")).await;
    let sgf = file("games?format=sgf").await;
    assert!(
        sgf.header("content-disposition")
            .unwrap()
            .contains(&format!("{id}.sgf"))
    );
    let read = Format::Sgf
        .read(sgf.body.as_bytes(), &ReadOptions::default())
        .unwrap();
    assert_eq!(read.len(), 3);
    let ours = file("games").await;
    assert_eq!(
        Format::Yiqi
            .read(ours.body.as_bytes(), &ReadOptions::default())
            .unwrap()
            .len(),
        3
    );
    assert_eq!(file("games?format=obf").await.code(), "bad_message");
    let page = file("report?format=html").await;
    assert_eq!(
        page.header("content-type"),
        Some("application/octet-stream")
    );
    assert!(page.body.starts_with("<!doctype html>") && page.body.ends_with("</html>\n"));
    assert!(page.body.contains("<svg") && page.body.contains("\"plies\""));
    assert!(page.body.contains("&lt;b&gt;Cup") && !page.body.contains("<b>"));
    assert!(
        !page.body.contains("https://") && !page.body.contains("src="),
        "self-contained"
    );
    assert_eq!(file("report?format=pdf").await.code(), "bad_message");
    assert_eq!(
        ann.get("/api/tournaments/none/games").await.code(),
        "not_found"
    );
}

#[tokio::test]
async fn an_account_that_is_deleted_leaves_its_tournaments_without_a_name() {
    let stage = TestServer::new().await;
    let ann = stage.web.account("Annabel", "correct horse").await;
    let id = make(&ann, &terms("swiss", 3)).await;
    join(&ann, &id).await;
    let gone = ann
        .post("/api/me/delete", &json!({"password": "correct horse"}))
        .await;
    assert_eq!(gone.status, 204);
    let bob = stage.web.guest("Bob").await;
    let state = seen(&bob, &id).await;
    assert_eq!(state["players"][0]["name"], "");
    assert_eq!(state["players"][0]["active"], false);
    assert_eq!(state["info"]["organizer"], "");
}

#[tokio::test]
async fn a_guest_who_logs_in_keeps_the_place_the_game_and_the_tournament() {
    let mut stage = TestServer::new().await;
    stage.web.account("Annabel", "correct horse").await;
    let guest = stage.web.guest("Ann").await;
    let bob = stage.web.guest("Bob").await;
    let rounds = json!({"games": 2, "join": true});
    let id = make(&guest, &with(terms("roundrobin", 2), &rounds)).await;
    join(&bob, &id).await;
    let board = table(&guest, &id).await;
    let credentials = json!({"name": "Annabel", "password": "correct horse"});
    let credentials = credentials.to_string();
    // In the guest's browser, and then as a bot would.
    let (cookie, origin) = (
        cookie_of(&guest).await,
        format!("http://{}", stage.web.address),
    );
    let headers = [("cookie", cookie.as_str()), ("origin", origin.as_str())];
    let login = async |headers: &[(&str, &str)]| {
        let web = stage.web;
        web.request("POST", "/api/login", headers, Some(&credentials))
            .await
            .fine()
    };
    login(&headers).await;
    let ann = Person {
        token: login(&[]).await["token"].as_str().unwrap().to_owned(),
        ..guest.clone()
    };
    let state = seen(&ann, &id).await;
    assert_eq!(state["players"][0]["name"], "Annabel");
    assert_eq!(state["players"][0]["kind"], "account");
    assert_eq!(state["you"]["player"], 0);
    assert_eq!(state["you"]["table"], board.as_str());
    assert_eq!(state["you"]["organizer"], true);
    assert_eq!(does(&ann, &id, "join", &json!({})).await, "already_joined");
    // The account plays on where the guest sat, also after a restart.
    ann.command(&board, "1", &json!({"do": "resign"}))
        .await
        .fine();
    stage.restart().await;
    let ann = moved(&ann, &stage);
    assert_eq!(resign_all(&ann, &id).await, 1);
    let state = seen(&ann, &id).await;
    assert_eq!(state["players"].as_array().unwrap().len(), 2);
    assert_eq!(state["standings"][1]["player"], 0);
    assert_eq!(state["standings"][1]["lost"], 2);
}

// Fault 61.
#[tokio::test]
async fn only_operators_enter_their_programs_and_these_play_and_forfeit_as_others_do() {
    let options = ServerOptions {
        operators: vec!["Olga".to_owned()],
        ..offering()
    };
    let stage = TestServer::with(options).await;
    let ann = stage.web.account("Annabel", "correct horse").await;
    let olga = stage.web.account("Olga", "correct horse").await;
    let standard = json!({"game": "reversi"});
    let entered = |program: &str| with(standard.clone(), &json!({"programs": [program]}));
    let refused = ann
        .post(
            "/api/tournaments",
            &with(terms("swiss", 2), &entered("program:Silent")),
        )
        .await;
    assert_eq!(refused.code(), "not_yours");
    let own = make(&ann, &with(terms("swiss", 8), &standard)).await;
    let silent = json!({"player": "program:Silent"});
    assert_eq!(does(&ann, &own, "programs", &silent).await, "not_yours");
    // An operator may, in every tournament; but not a program that does not know the game.
    let five = json!({"player": "program:Five"});
    assert_eq!(does(&olga, &own, "programs", &five).await, "bad_player");
    assert_eq!(does(&olga, &own, "programs", &silent).await, "");
    let id = make(&olga, &with(terms("swiss", 2), &entered("program:Silent"))).await;
    assert_eq!(
        does(&olga, &id, "programs", &json!({"player": "greedy"})).await,
        ""
    );
    let state = finished(&olga, &id).await;
    assert_eq!(state["players"][0]["name"], "Silent");
    assert_eq!(state["players"][0]["player"], "program:Silent");
    // It gives no move, so it loses, like at any table.
    assert_eq!(state["standings"][0]["player"], 1);
    assert_eq!(state["standings"][0]["points"], 1.0);
    assert!(!state.to_string().contains("true'"), "{state}");
}

// Fault 46.
#[tokio::test]
async fn a_restart_neither_loses_nor_doubles_anything() {
    let mut stage = TestServer::new().await;
    let programs = json!({"programs": ["greedy", "weights", "alphabeta:depth=1", "alphabeta:depth=2"],
        "games": 2});
    let terms = with(terms("roundrobin", 4), &programs);
    let ann = stage.web.guest("Ann").await;
    let undisturbed = make(&ann, &terms).await;
    let wanted = outcome(&finished(&ann, &undisturbed).await);
    let id = make(&ann, &terms).await;
    for round in 1..6 {
        let ann = moved(&ann, &stage);
        until(async || {
            let state = seen(&ann, &id).await;
            state["info"]["round"].as_u64() >= Some(round) || state["info"]["stage"] == "finished"
        })
        .await;
        stage.restart().await;
    }
    let ann = moved(&ann, &stage);
    assert_eq!(outcome(&finished(&ann, &id).await), wanted);
    stage.restart().await;
    let ann = moved(&ann, &stage);
    assert_eq!(outcome(&seen(&ann, &id).await), wanted);
}

#[tokio::test]
async fn the_stream_of_a_tournament_tells_of_games_and_boards() {
    let stage = TestServer::new().await;
    let ann = stage.web.guest("Ann").await;
    let bob = stage.web.guest("Bob").await;
    let id = make(&ann, &with(terms("swiss", 2), &json!({"join": true}))).await;
    let mut events = ann.events(&format!("/api/tournaments/{id}/events")).await;
    assert_eq!(
        events.next().await.unwrap()["state"]["info"]["player_count"],
        1
    );
    assert_eq!(events.next().await.unwrap()["boards"], json!([]));
    join(&bob, &id).await;
    let mut seen_boards = None;
    let mut has_table = false;
    while seen_boards.is_none() || !has_table {
        let event = events.next().await.unwrap();
        has_table |= event["state"]["you"]["table"].is_string();
        if event["boards"][0]["board"].is_string() {
            seen_boards = Some(event);
        }
    }
    let event = seen_boards.unwrap();
    let board = &event["boards"][0];
    assert_eq!(board["turn"], "first");
    assert_eq!(board["clocks"]["first"]["running"], true);
    assert_eq!(board["clocks"]["second"]["remaining_ms"], 600_000);
    assert!(board["clocks_ms"].as_u64() <= event["now_ms"].as_u64());
}
