//! Who may do what and when, and which of two concurrent commands wins.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use yiqi_server::ServerOptions;

use crate::client::{Person, check_log, fresh_id, is_end, moves, until};
use crate::test_server::{Pair, TestServer, easy};

// Fault 36.
#[tokio::test]
async fn an_illegal_late_or_out_of_turn_move_changes_nothing() {
    let stage = TestServer::new().await;
    let mut pair = stage.pair("reversi", "none").await;
    let before = pair.log().await;
    pair.b
        .refused(&json!({"do": "play", "move": "d3"}), "not_your_turn")
        .await;
    let id = fresh_id();
    pair.b
        .send(&json!({"type": "command", "id": id, "seat": "first",
            "command": {"do": "play", "move": "d3"}}))
        .await;
    let refused = pair.b.until(|message| message["id"] == id.as_str()).await;
    assert_eq!(refused["code"], "not_yours");
    // Every point and every word: only legal ones are accepted.
    let legal = pair.first.state(&pair.table).await["view"]["legal"].clone();
    let legal = legal.as_array().unwrap();
    for row in 1..=8 {
        for col in 'a'..='h' {
            let point = format!("{col}{row}");
            if !legal.contains(&json!(point)) {
                let answer = pair.a.command(&json!({"do": "play", "move": point})).await;
                assert_eq!(answer["type"], "refused", "{point}");
                let code = answer["code"].as_str().unwrap();
                assert!(["occupied", "flips_nothing"].contains(&code), "{answer}");
            }
        }
    }
    for (mv, code) in [
        ("pass", "must_move"),
        ("swap", "no_choice"),
        ("i9", "bad_move"),
        ("d3 c5", "bad_move"),
        ("", "bad_move"),
        ("z26", "bad_move"),
    ] {
        let answer = pair.a.command(&json!({"do": "play", "move": mv})).await;
        assert_eq!(answer["type"], "refused", "{mv}");
        let found = answer["code"].as_str().unwrap();
        assert!(found == code || found == "off_board", "{mv:?}: {answer}");
    }
    assert_eq!(pair.log().await, before);
    pair.a.does(&json!({"do": "resign"})).await;
    let over = pair.log().await;
    for command in [
        json!({"do": "play", "move": "d3"}),
        json!({"do": "resign"}),
        json!({"do": "abort"}),
        json!({"do": "offer", "what": "draw"}),
        json!({"do": "offer", "what": "take_back"}),
        json!({"do": "offer", "what": "pause"}),
        json!({"do": "accept", "what": "draw"}),
        json!({"do": "claim"}),
    ] {
        for socket in [&mut pair.a, &mut pair.b] {
            let answer = socket.command(&command).await;
            assert_eq!(answer["type"], "refused", "{command}");
            let code = answer["code"].as_str().unwrap();
            let codes = ["game_over", "too_early_to_claim", "no_clock"];
            assert!(codes.contains(&code), "{command}: {answer}");
        }
    }
    assert_eq!(pair.log().await, over);
}

// Fault 38.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_concurrent_commands_that_end_a_game_one_wins() {
    let stage = TestServer::new().await;
    for round in 0..60_u32 {
        let mut pair = stage.pair("reversi", "none").await;
        pair.a.play("d3").await;
        pair.a.does(&json!({"do": "offer", "what": "draw"})).await;
        pair.b.event("offer").await;
        let table = pair.table.clone();
        let accept = json!({"do": "accept", "what": "draw"});
        let mv = json!({"do": "play", "move": "c5"});
        let resign = json!({"do": "resign"});
        // Over a socket and over HTTP, in varying order.
        let (first, second) = (pair.first.clone(), pair.second.clone());
        let by_request = async {
            match round % 3 {
                0 => tokio::join!(
                    second.command(&table, "r1", &mv),
                    first.command(&table, "r2", &resign)
                ),
                1 => tokio::join!(
                    first.command(&table, "r2", &resign),
                    second.command(&table, "r1", &mv)
                ),
                _ => tokio::join!(
                    second.command(&table, "r1", &accept),
                    first.command(&table, "r2", &resign)
                ),
            }
        };
        let (a, b, _) = tokio::join!(pair.a.command(&resign), pair.b.command(&accept), by_request);
        let log = pair.log().await;
        check_log(&log);
        assert_eq!(
            log.iter().filter(|entry| is_end(entry)).count(),
            1,
            "{log:?}"
        );
        for answer in [a, b] {
            if answer["type"] == "refused" {
                let code = answer["code"].as_str().unwrap();
                let codes = ["game_over", "nothing_offered"];
                assert!(codes.contains(&code), "{answer}");
            } else {
                let number = answer["number"].as_u64().unwrap() as usize;
                assert!(number <= log.len(), "{answer} {log:?}");
            }
        }
    }
}

// Fault 39.
#[tokio::test]
async fn a_draw_offer_lapses_with_a_move_and_cannot_be_repeated_at_once() {
    let stage = TestServer::new().await;
    let mut pair = stage.pair("reversi", "none").await;
    let offer = json!({"do": "offer", "what": "draw"});
    pair.a.does(&offer).await;
    for _ in 0..10 {
        pair.a.refused(&offer, "already_offered").await;
    }
    pair.a.play("d3").await;
    pair.b.seen(3).await;
    // Moving declines it.
    pair.b.play("c5").await;
    pair.a
        .until(|message| message["view"]["ply_count"] == 2)
        .await;
    pair.b
        .refused(&json!({"do": "accept", "what": "draw"}), "nothing_offered")
        .await;
    for _ in 0..10 {
        pair.a.refused(&offer, "too_soon").await;
    }
    let log = pair.log().await;
    let offers = log.iter().filter(|entry| entry["event"] == "offer").count();
    assert_eq!(offers, 1);
}

/// A client's knowledge of the table's time.
struct TableClock {
    before: Instant,
    after: Instant,
    now_ms: u64,
}

impl TableClock {
    async fn read(person: &Person, table: &str) -> TableClock {
        let before = Instant::now();
        let now_ms = person.state(table).await["now_ms"].as_u64().unwrap();
        TableClock {
            before,
            after: Instant::now(),
            now_ms,
        }
    }

    /// The earliest and the latest that it may be now.
    fn bounds(&self) -> (u64, u64) {
        let since = |moment: Instant| moment.elapsed().as_millis() as u64;
        (
            self.now_ms + since(self.after),
            self.now_ms + since(self.before) + 1,
        )
    }
}

// Fault 37.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_near_the_deadline_is_accepted_or_refused_as_the_log_says() {
    const RACES: usize = 300;
    // No lag compensation.
    let options = ServerOptions {
        lag_move_ms: 0,
        ..easy()
    };
    let stage = TestServer::with(options).await;
    let mut racing = tokio::task::JoinSet::new();
    let (mut stood, mut fell) = (0, 0);
    for race in 0..RACES {
        if racing.len() >= 12 {
            let is_standing: bool = racing.join_next().await.unwrap().unwrap();
            *(if is_standing { &mut stood } else { &mut fell }) += 1;
        }
        let mut pair = stage.pair("reversi", "move 120ms").await;
        racing.spawn(async move {
            let clock = TableClock::read(&pair.first, &pair.table).await;
            let deadline_ms = pair.a.entries[0]["at_ms"].as_u64().unwrap() + 121;
            // A move in the very last millisecond still counts. Aim from 5 ms before to 5 ms after
            // the deadline, as seen by the client.
            let aim_ms = deadline_ms + (race % 11) as u64 - 5;
            let wait_ms = aim_ms.saturating_sub(clock.bounds().1);
            tokio::time::sleep(Duration::from_millis(wait_ms)).await;
            let (sent_from_ms, _) = clock.bounds();
            let answer = pair.a.command(&json!({"do": "play", "move": "d3"})).await;
            let (_, answered_ms) = clock.bounds();
            pair.b.seen(2).await;
            let log = pair.log().await;
            check_log(&log);
            let second = &log[1];
            let at_ms = second["at_ms"].as_u64().unwrap();
            if answer["type"] == "ack" {
                assert_eq!(moves(&log)[0], "d3", "{log:?}");
                assert!(at_ms < deadline_ms, "a move after the deadline: {log:?}");
                assert!(sent_from_ms < deadline_ms, "{answer}");
                true
            } else {
                let code = answer["code"].as_str().unwrap();
                assert!(["time_up", "game_over"].contains(&code), "{answer}");
                assert_eq!(second["event"], "time_out", "{log:?}");
                assert!(at_ms >= deadline_ms, "flagged early: {log:?}");
                assert!(answered_ms >= deadline_ms, "flagged early: {answer}");
                assert_eq!(moves(&log), [""; 0]);
                false
            }
        });
    }
    while let Some(is_standing) = racing.join_next().await {
        *(if is_standing.unwrap() {
            &mut stood
        } else {
            &mut fell
        }) += 1;
    }
    assert!(stood > 0 && fell > 0, "{stood} stood, {fell} fell");
}

// Fault 37.
#[tokio::test]
async fn a_move_received_in_time_counts_however_slow_the_disk() {
    let stage = TestServer::with_store(easy(), |store| {
        store.commit_delay = Some(Duration::from_millis(150));
    })
    .await;
    let mut pair = stage.pair("reversi", "move 2s").await;
    let clock = TableClock::read(&pair.first, &pair.table).await;
    let deadline_ms = pair.a.entries[0]["at_ms"].as_u64().unwrap() + 2_001;
    let wait_ms = (deadline_ms - 60).saturating_sub(clock.bounds().1);
    tokio::time::sleep(Duration::from_millis(wait_ms)).await;
    // It reaches the disk only after the deadline, but was received before.
    pair.a.play("d3").await;
    let log = pair.log().await;
    assert_eq!(moves(&log), ["d3"]);
    assert!(log[1]["at_ms"].as_u64().unwrap() < deadline_ms);
}

// Fault 41. No message lets a client declare that time is up; a claim is the closest.
#[tokio::test]
async fn early_claims_are_all_refused() {
    let options = ServerOptions {
        messages_max: 10_000,
        ..easy()
    };
    let stage = TestServer::with(options).await;
    let mut pair = stage.pair("reversi", "game 10m").await;
    let before = pair.log().await;
    for _ in 0..500 {
        for socket in [&mut pair.a, &mut pair.b] {
            socket
                .refused(&json!({"do": "claim"}), "too_early_to_claim")
                .await;
        }
    }
    assert_eq!(pair.log().await, before);
}

/// Every message that only a player may send.
fn player_messages() -> Vec<Value> {
    let offers = ["draw", "take_back", "pause", "rematch"];
    let mut commands = vec![
        json!({"do": "play", "move": "d3"}),
        json!({"do": "resign"}),
        json!({"do": "abort"}),
        json!({"do": "claim"}),
        json!({"do": "start"}),
        json!({"do": "pause"}),
        json!({"do": "resume"}),
    ];
    for what in offers {
        for word in ["offer", "accept", "decline"] {
            commands.push(json!({"do": word, "what": what}));
        }
    }
    commands
}

// Fault 44.
#[tokio::test]
async fn a_spectator_is_refused_every_player_command() {
    let stage = TestServer::new().await;
    let pair = stage.pair("reversi", "game 10m").await;
    let before = pair.log().await;
    let cat = stage.web.guest("Cat").await;
    let mut c = cat.socket(&pair.table).await;
    let path = format!("/api/tables/{}/socket", pair.table);
    let mut nobody = stage.web.open_socket(&path, &[]).await.unwrap();
    nobody.of_type("table").await;
    for command in player_messages() {
        c.refused(&command, "not_a_player").await;
        nobody.refused(&command, "not_a_player").await;
        for seat in ["first", "second"] {
            let id = fresh_id();
            c.send(&json!({"type": "command", "id": id, "seat": seat, "command": command}))
                .await;
            let answer = c.until(|message| message["id"] == id.as_str()).await;
            assert_eq!(answer["code"], "not_a_player", "{answer}");
        }
        let answer = cat.command(&pair.table, &fresh_id(), &command).await;
        assert_eq!((answer.status, answer.code()), (403, "not_a_player".into()));
    }
    for person in ["first", "second"] {
        let answer = cat.sit(&pair.table, person).await;
        assert_eq!(answer.code(), "wrong_invite");
    }
    assert_eq!(pair.log().await, before);
}

// Fault 45.
#[tokio::test]
async fn command_ids_are_scoped_to_a_person_and_a_table() {
    let stage = TestServer::new().await;
    let mut one = stage.pair("reversi", "none").await;
    let mut two = stage.pair("reversi", "none").await;
    let mv = json!({"do": "play", "move": "d3"});
    assert_eq!(one.a.command_as("same", &mv).await["number"], 2);
    // The opponent at this table: their own command, judged by itself.
    let answer = one.b.command_as("same", &mv).await;
    assert_eq!(answer["type"], "refused");
    // At another table, by another person and by the same one.
    assert_eq!(two.a.command_as("same", &mv).await["number"], 2);
    let answer = one.first.command(&two.table, "same", &mv).await;
    assert_eq!(answer.code(), "not_a_player");
    // A token is bound to its person: with it, one can move only for that person.
    assert_eq!(one.a.command_as("same", &mv).await["number"], 2);
    assert_eq!(moves(&one.log().await), ["d3"]);
    assert_eq!(moves(&two.log().await), ["d3"]);
}

/// Waits until the table's clock shows a time, while the socket of the first player reads nothing.
async fn wait_until(pair: &Pair, table_ms: u64) {
    until(async || {
        let state = pair.first.state(&pair.table).await;
        state["now_ms"].as_u64().unwrap() >= table_ms
    })
    .await;
}

/// What a seat was given before each of its moves, and how long the move took.
fn given(log: &[Value], seat: &str) -> Vec<(u64, u64)> {
    let at_ms = |entry: &Value| entry["at_ms"].as_u64().unwrap();
    let mut given = Vec::new();
    let mut turn_began_ms = 0;
    for pair in log.windows(2) {
        let (give, mv) = (&pair[0], &pair[1]);
        if ["begin", "move"].contains(&give["event"].as_str().unwrap()) {
            turn_began_ms = at_ms(give);
        }
        if give["event"] == "give_time" && give["seat"] == seat && mv["event"] == "move" {
            given.push((give["ms"].as_u64().unwrap(), at_ms(mv) - turn_began_ms));
        }
    }
    given
}

/// The first player's next four moves, two of which take at least 80 ms.
async fn play_slow_and_fast(pair: &mut Pair) {
    for number in 0..8 {
        let state = pair.first.state(&pair.table).await;
        let mv = state["view"]["legal"][0].as_str().unwrap().to_owned();
        let last_ms = state["entries"].as_array().unwrap().last().unwrap()["at_ms"].clone();
        if number % 4 == 0 {
            wait_until(pair, last_ms.as_u64().unwrap() + 80).await;
        }
        if number % 2 == 0 {
            pair.a.play(&mv).await;
        } else {
            pair.b.play(&mv).await;
        }
    }
}

// Fault 40.
#[tokio::test]
async fn a_client_that_fakes_lag_gains_no_more_than_the_cap_and_the_time_it_used() {
    let options = ServerOptions {
        lag_move_ms: 60,
        lag_total_ms: 100,
        // One ping only: its late answer counts for the whole game.
        ping_every: Duration::from_secs(3_600),
        silence: Duration::from_secs(3_600),
        ..easy()
    };
    let stage = TestServer::with(options).await;
    let mut pair = stage.pair("reversi", "game 1m").await;
    let path = format!("/api/tables/{}/socket", pair.table);
    let socket = pair.first.raw_socket(&path).await.unwrap();
    let opened_ms = pair.first.state(&pair.table).await["now_ms"]
        .as_u64()
        .unwrap();
    wait_until(&pair, opened_ms + 100).await;
    pair.a = socket;
    pair.a.of_type("table").await;
    play_slow_and_fast(&mut pair).await;
    let log = pair.log().await;
    let given = given(&log, "first");
    assert!(!given.is_empty(), "lag is compensated: {log:?}");
    for &(ms, took_ms) in &given {
        assert!(ms <= 60 && ms <= took_ms, "{given:?}");
    }
    assert!(
        given.iter().map(|(ms, _)| ms).sum::<u64>() <= 100,
        "{given:?}"
    );
}

// Fault 47.
#[tokio::test]
async fn rated_games_between_accounts_of_one_address_do_not_count() {
    for is_allowed in [false, true] {
        let options = ServerOptions {
            rate_same_address: is_allowed,
            ..easy()
        };
        let mut stage = TestServer::with(options).await;
        let ann = stage.web.account("Annabel", "correct horse").await;
        let bob = stage.web.account("Bobby", "correct horse").await;
        let table = json!({
            "game": "reversi", "time": "none", "first_color": "black", "rated": true,
            "first": {"kind": "me"}, "second": {"kind": "open"},
        });
        let (table, invite) = ann.make(&table).await;
        let mut a = ann.socket(&table).await;
        bob.sit(&table, &invite).await.fine();
        let mut b = bob.socket(&table).await;
        if !is_allowed {
            for socket in [&mut a, &mut b] {
                let said = socket.of_type("error").await;
                assert_eq!(said["code"], "same_address");
                assert!(said["text"].as_str().unwrap().contains("one address"));
            }
        }
        a.event("begin").await;
        a.play("d3").await;
        b.play("c5").await;
        b.does(&json!({"do": "resign"})).await;
        assert_eq!(ann.state(&table).await["table"]["rated"], is_allowed);
        let ratings = stage.web.get("/api/people/Annabel").await.fine();
        let count = ratings["ratings"].as_array().unwrap().len();
        assert_eq!(count, usize::from(is_allowed), "{ratings}");
        // Nor after a restart, when the result is looked at again.
        stage.restart().await;
        let ann = Person {
            web: stage.web,
            ..ann
        };
        assert_eq!(ann.state(&table).await["table"]["rated"], is_allowed);
        let ratings = stage.web.get("/api/people/Annabel").await.fine();
        assert_eq!(ratings["ratings"].as_array().unwrap().len(), count);
    }
}

// Fault 47.
#[tokio::test]
async fn rated_games_between_two_addresses_count() {
    let options = ServerOptions {
        rate_same_address: false,
        ..easy()
    };
    let stage = TestServer::with(options).await;
    let ann = stage.web.account("Annabel", "correct horse").await;
    let bob = stage.web.account("Bobby", "correct horse").await;
    let table = json!({
        "game": "reversi", "time": "none", "first_color": "black", "rated": true,
        "first": {"kind": "me"}, "second": {"kind": "open"},
    });
    let (table, invite) = ann.make(&table).await;
    let mut a = ann.socket(&table).await;
    // Bob acts from another address throughout.
    let bearer = format!("Bearer {}", bob.token);
    let headers = [("authorization", bearer.as_str())];
    let post = async |path: String, body: Value| {
        let stream = stage.web.connect_from("127.0.0.9").await;
        let body = body.to_string();
        let sent = stage
            .web
            .request_on(stream, "POST", &path, &headers, Some(&body));
        sent.await.fine()
    };
    post(
        format!("/api/tables/{table}/sit"),
        json!({"invite": invite}),
    )
    .await;
    a.event("begin").await;
    a.play("d3").await;
    let resign = json!({"id": "r", "command": {"do": "resign"}});
    post(format!("/api/tables/{table}/commands"), resign).await;
    a.event("resign").await;
    assert_eq!(ann.state(&table).await["table"]["rated"], true);
    let profile = stage.web.get("/api/people/Annabel").await.fine();
    assert_eq!(profile["ratings"][0]["games"], 1, "{profile}");
    // The table says what the game changed.
    let seats = &ann.state(&table).await["table"]["seats"];
    let change = seats["first"]["rating_change"].as_i64().unwrap();
    assert!(change > 0, "{seats}");
    assert_eq!(seats["first"]["rating"]["value"], 1500 + change);
    assert_eq!(seats["second"]["rating_change"], -change);
}
