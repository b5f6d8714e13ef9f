//! Several nodes in this process, with a real database and a real bus.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use yiqi_server::{LimitOptions, Server, ServerOptions, StoreOptions};
use yiqi_testkit::nats::NatsServer;
use yiqi_testkit::postgres::{PrivateServer, TestDatabase};

use crate::client::{Person, Socket, Web, check_log, is_end, moves, soon, until};
use crate::test_server::{easy, start};

/// Nodes that share a database and a bus.
struct Site {
    nats: NatsServer,
    url: String,
    options: ServerOptions,
    nodes: Vec<Option<Server>>,
    _database: Option<TestDatabase>,
}

impl Site {
    async fn new(count: usize) -> Site {
        Site::with(count, easy()).await
    }

    async fn with(count: usize, options: ServerOptions) -> Site {
        let database = TestDatabase::new();
        let url = database.url();
        Site::at(count, options, url, Some(database)).await
    }

    async fn at(
        count: usize,
        options: ServerOptions,
        url: String,
        database: Option<TestDatabase>,
    ) -> Site {
        let mut site = Site {
            nats: NatsServer::start(),
            url,
            options,
            nodes: Vec::new(),
            _database: database,
        };
        for _ in 0..count {
            let bus = site.nats.url();
            site.join(&bus).await;
        }
        site.see_each_other().await;
        site
    }

    /// Starts one more node, with the bus at this URL.
    async fn join(&mut self, bus: &str) {
        let server = self.node(bus).await;
        self.nodes.push(Some(server));
    }

    async fn node(&self, bus: &str) -> Server {
        let store = StoreOptions::at(self.url.parse().unwrap());
        let options = ServerOptions {
            bus: Some(bus.parse().unwrap()),
            ..self.options.clone()
        };
        start(&store, &options).await.unwrap()
    }

    fn web(&self, node: usize) -> Web {
        Web {
            address: self.nodes[node].as_ref().unwrap().address(),
        }
    }

    /// The value of a metric of a node.
    async fn metric(&self, node: usize, name: &str) -> u64 {
        let text = self.web(node).get("/metrics").await.body;
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.map_or(0, |value| value.trim().parse::<f64>().unwrap() as u64)
    }

    /// Waits until every node knows how many there are.
    async fn see_each_other(&self) {
        let count = self.nodes.iter().flatten().count() as u64;
        for node in 0..self.nodes.len() {
            if self.nodes[node].is_some() {
                until(async || self.metric(node, "yiqi_nodes ").await == count).await;
            }
        }
    }

    /// A person at another node.
    fn moved(&self, person: &Person, node: usize) -> Person {
        Person {
            web: self.web(node),
            ..person.clone()
        }
    }

    /// Ann at the first node and Bob at the second, at a table whose game has begun.
    async fn pair(&self, time: &str) -> Pair {
        let first = self.web(0).guest("Ann").await;
        let second = self.web(1).guest("Bob").await;
        let terms = json!({"game": "reversi", "time": time, "first_color": "black",
            "first": {"kind": "me"}, "second": {"kind": "open"}});
        let (table, invite) = first.make(&terms).await;
        let mut a = first.socket(&table).await;
        second.sit(&table, &invite).await.fine();
        let mut b = second.socket(&table).await;
        a.event("begin").await;
        b.event("begin").await;
        Pair {
            first,
            second,
            a,
            b,
            table,
        }
    }

    /// The log as each node has it, once all have as many entries.
    async fn logs(&self, person: &Person, table: &str) -> Vec<Value> {
        let read = async || {
            let nodes = (0..self.nodes.len()).filter(|&node| self.nodes[node].is_some());
            join_all(nodes.map(async |node| {
                let state = self.moved(person, node).state(table).await;
                state["entries"].as_array().unwrap().clone()
            }))
            .await
        };
        until(async || {
            let logs = read().await;
            logs.iter().all(|log| log.len() == logs[0].len())
        })
        .await;
        let logs = read().await;
        assert!(logs.iter().all(|log| *log == logs[0]), "{logs:?}");
        check_log(&logs[0]);
        logs[0].clone()
    }
}

/// Two players at two nodes.
struct Pair {
    first: Person,
    second: Person,
    a: Socket,
    b: Socket,
    table: String,
}

/// How much time was given back to clocks.
fn given_ms(log: &[Value]) -> u64 {
    let given = log.iter().filter(|entry| entry["event"] == "give_time");
    given.map(|entry| entry["ms"].as_u64().unwrap()).sum()
}

/// A way to a server that can be blocked: nothing is lost, and nothing passes.
struct Gate {
    port: u16,
    is_open: watch::Sender<bool>,
}

impl Gate {
    async fn to(port: u16) -> Gate {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let gate = Gate {
            port: listener.local_addr().unwrap().port(),
            is_open: watch::Sender::new(true),
        };
        let is_open = gate.is_open.subscribe();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let Ok(server) = TcpStream::connect(("127.0.0.1", port)).await else {
                    continue;
                };
                let (client_in, client_out) = client.into_split();
                let (server_in, server_out) = server.into_split();
                tokio::spawn(pass(client_in, server_out, is_open.clone()));
                tokio::spawn(pass(server_in, client_out, is_open.clone()));
            }
        });
        gate
    }

    fn set(&self, is_open: bool) {
        self.is_open.send_replace(is_open);
    }
}

async fn pass(
    mut from: tokio::net::tcp::OwnedReadHalf,
    mut to: tokio::net::tcp::OwnedWriteHalf,
    mut is_open: watch::Receiver<bool>,
) {
    let mut part = vec![0; 65_536];
    while let Ok(count @ 1..) = from.read(&mut part).await {
        if is_open.wait_for(|is_open| *is_open).await.is_err()
            || to.write_all(&part[..count]).await.is_err()
        {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_played_by_two_people_at_two_nodes_and_watched_at_a_third() {
    let site = Site::new(3).await;
    let mut pair = site.pair("game 1h").await;
    let watcher = site.web(2).guest("Cat").await;
    let mut seen = watcher.socket(&pair.table).await;
    pair.a
        .until(|message| message["type"] == "presence" && message["spectators"] == 1)
        .await;
    pair.b
        .send(&json!({"type": "chat", "room": "players", "text": "hello"}))
        .await;
    assert_eq!(pair.a.of_type("chat").await["text"], "hello");
    pair.a
        .send(&json!({"type": "chat", "room": "players", "text": "hi"}))
        .await;
    assert_eq!(
        pair.b.until(|message| message["text"] == "hi").await["number"],
        2
    );
    let mut played = Vec::new();
    for (number, mv) in ["d3", "c5", "d6", "e3", "b4", "b5"].into_iter().enumerate() {
        let (mover, other) = match number % 2 {
            0 => (&mut pair.a, &mut pair.b),
            _ => (&mut pair.b, &mut pair.a),
        };
        let entry = mover.play(mv).await;
        other.seen(entry).await;
        seen.seen(entry).await;
        played.push(mv);
    }
    assert_eq!(moves(&site.logs(&pair.first, &pair.table).await), played);
    // Who leaves one node is seen to leave at the other.
    pair.b.close().await;
    pair.a
        .until(|message| {
            message["type"] == "presence" && message["seats"]["second"] == "reconnecting"
        })
        .await;
    pair.a.does(&json!({"do": "resign"})).await;
    seen.event("resign").await;
}

// Faults 38 and 78.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_commands_that_two_nodes_decide_at_once_one_comes_first_in_every_log() {
    let site = Site::new(2).await;
    let mut ends = [0; 2];
    for _ in 0..30 {
        let mut pair = site.pair("game 1h").await;
        let resign = json!({"do": "resign"});
        let (first, second) = tokio::join!(pair.a.command(&resign), pair.b.command(&resign));
        let answers = [first, second];
        let log = site.logs(&pair.first, &pair.table).await;
        assert_eq!(log.iter().filter(|entry| is_end(entry)).count(), 1);
        for (seat, answer) in answers.iter().enumerate() {
            if answer["type"] == "ack" {
                ends[seat] += 1;
            } else {
                assert_eq!(answer["code"], "game_over", "{answer}");
            }
        }
    }
    assert_eq!(ends[0] + ends[1], 30, "{ends:?}");
}

// Fault 37.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_several_nodes_watch_runs_out_once() {
    let site = Site::new(3).await;
    let mut pairs = Vec::new();
    for _ in 0..6 {
        pairs.push(site.pair("game 1s").await);
    }
    for pair in &mut pairs {
        pair.a.event("time_out").await;
        pair.b.event("time_out").await;
        let log = site.logs(&pair.first, &pair.table).await;
        assert_eq!(log.iter().filter(|entry| is_end(entry)).count(), 1);
        let begin = log.iter().find(|entry| entry["event"] == "begin").unwrap();
        let end = log.iter().find(|entry| is_end(entry)).unwrap();
        let took = end["at_ms"].as_u64().unwrap() - begin["at_ms"].as_u64().unwrap();
        assert!(took >= 1_000, "{log:?}");
    }
}

// Faults 78 and 84.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_heard_of_nothing_reads_on_before_it_answers() {
    let mut site = Site::new(1).await;
    let gate = Gate::to(site.nats.port()).await;
    site.join(&format!("nats://127.0.0.1:{}", gate.port)).await;
    site.see_each_other().await;
    let mut pair = site.pair("game 1h").await;
    // From now on the second node hears nothing.
    gate.set(false);
    pair.a.play("d3").await;
    // Bob knows of the move all the same; his node decides at a number that is taken.
    let answer = pair
        .b
        .command_as("b1", &json!({"do": "play", "move": "c5"}))
        .await;
    assert_eq!(answer["type"], "ack", "{answer}");
    // Ann comes to the other node with what the first has acknowledged.
    let seen = site
        .moved(&pair.first, 1)
        .socket_after(&pair.table, 99)
        .await;
    assert_eq!(moves(&seen.entries), ["d3", "c5"]);
    // The same command at the other node is the same move.
    let there = site.moved(&pair.second, 0);
    let again = there
        .command(&pair.table, "b1", &json!({"do": "play", "move": "c5"}))
        .await
        .fine();
    assert_eq!(again["number"], answer["number"]);
    let mut there = site.moved(&pair.second, 0).socket(&pair.table).await;
    let mut here = site.moved(&pair.first, 1).socket(&pair.table).await;
    // A refusal counts only if the log was read.
    here.play("d6").await;
    there.play("e3").await;
    gate.set(true);
    let log = site.logs(&pair.first, &pair.table).await;
    assert_eq!(moves(&log), ["d3", "c5", "d6", "e3"]);
}

// Faults 79, 80 and 81.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_the_bus_is_down_moves_go_on_and_afterwards_everybody_sees_them() {
    let site = Site::new(2).await;
    let mut pair = site.pair("game 1h").await;
    let watcher = site.web(1).guest("Cat").await;
    let mut seen = watcher.socket(&pair.table).await;
    site.nats.kill();
    // Both players at one node.
    let mut there = site.moved(&pair.second, 0).socket(&pair.table).await;
    pair.a.play("d3").await;
    there.play("c5").await;
    pair.a.play("d6").await;
    let number = there.play("e3").await;
    // A look at the store finds them, bus or not.
    seen.seen(number).await;
    site.nats.restart();
    for node in 0..2 {
        until(async || site.metric(node, "yiqi_bus_up ").await == 1).await;
    }
    let number = pair.a.play("b4").await;
    seen.seen(number).await;
    site.logs(&pair.first, &pair.table).await;
}

// Fault 82.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_outage_of_the_database_is_given_back_once_although_two_nodes_saw_it() {
    let postgres = PrivateServer::start();
    let site = Site::at(2, easy(), postgres.url(), None).await;
    let mut pair = site.pair("game 1h").await;
    pair.a.play("d3").await;
    let since = std::time::Instant::now();
    postgres.kill();
    pair.b
        .refused(&json!({"do": "play", "move": "c5"}), "storage_failed")
        .await;
    // Both stay connected: whoever reads nothing is dropped.
    for mut socket in [pair.a, pair.b] {
        tokio::spawn(async move { while socket.next().await.is_some() {} });
    }
    for node in 0..2 {
        let web = site.web(node);
        until(async || web.get("/health").await.status == 503).await;
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    postgres.restart();
    let down = since.elapsed();
    for node in 0..2 {
        let web = site.web(node);
        until(async || web.get("/health").await.status == 200).await;
    }
    let play = json!({"do": "play", "move": "c5"});
    until(async || {
        let answer = pair.second.command(&pair.table, "b1", &play);
        answer.await.status == 200
    })
    .await;
    let whole = since.elapsed();
    // They see each other again, and who is connected to the other.
    site.see_each_other().await;
    for node in 0..2 {
        let person = site.moved(&pair.first, node);
        until(async || {
            let state = person.state(&pair.table).await;
            let seats = &state["presence"]["seats"];
            seats["first"] == "connected" && seats["second"] == "connected"
        })
        .await;
    }
    let log = site.logs(&pair.first, &pair.table).await;
    assert_eq!(moves(&log), ["d3", "c5"]);
    let given = Duration::from_millis(given_ms(&log));
    assert!(
        given >= down - Duration::from_secs(1),
        "{given:?} of {down:?}"
    );
    assert!(
        given <= whole + Duration::from_secs(1),
        "{given:?} of {whole:?}"
    );
}

// Fault 86.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_are_restarted_one_after_another_and_the_game_goes_on() {
    let mut site = Site::new(3).await;
    let mut pair = site.pair("game 10m").await;
    let line = ["d3", "c5", "d6", "e3", "b4", "b5"];
    let mut at = 0;
    for node in 0..3 {
        site.nodes[node].take().unwrap().stop().await;
        let left = (node + 1) % 3;
        // Whoever was connected there is told to come back, and another node answers.
        for (person, socket) in [(&pair.first, &mut pair.a), (&pair.second, &mut pair.b)] {
            let moved = site.moved(person, left);
            if socket.closed.is_none() && person.web != moved.web {
                let count = socket.count();
                *socket = moved.socket_after(&pair.table, count).await;
            }
        }
        pair.first = site.moved(&pair.first, left);
        pair.second = site.moved(&pair.second, left);
        for _ in 0..2 {
            let mover = if at % 2 == 0 {
                &mut pair.a
            } else {
                &mut pair.b
            };
            mover.play(line[at]).await;
            at += 1;
        }
        let bus = site.nats.url();
        site.nodes[node] = Some(site.node(&bus).await);
        site.see_each_other().await;
    }
    let log = site.logs(&pair.first, &pair.table).await;
    assert_eq!(moves(&log), line);
    assert!(!log.iter().any(is_end), "{log:?}");
}

// Fault 88.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_notice_that_cannot_be_read_is_counted_and_the_others_are_heard() {
    let site = Site::new(2).await;
    let spy = async_nats::connect(site.nats.url()).await.unwrap();
    let mut heard = spy.subscribe("yiqi.>").await.unwrap();
    spy.flush().await.unwrap();
    let mut pair = site.pair("none").await;
    let letter = soon(heard.next()).await.unwrap();
    for bad in [
        &b""[..],
        b"x",
        b"12345678{}",
        b"12345678{\"from\":1}",
        &[0xff; 5000],
    ] {
        spy.publish(letter.subject.clone(), bad.to_vec().into())
            .await
            .unwrap();
    }
    // Of tables and tournaments that do not exist, and twice.
    for notice in [
        r#"{"is":"entries","table":"nothing","count":99}"#,
        r#"{"is":"opened","table":"nothing"}"#,
        r#"{"is":"tournament","id":"nothing"}"#,
        r#"{"is":"over","id":"nothing","game":7}"#,
    ] {
        let body = format!("12345678{{\"from\":1,\"notice\":{notice}}}");
        for _ in 0..2 {
            let subject = letter.subject.clone();
            spy.publish(subject, body.clone().into()).await.unwrap();
        }
    }
    // More than there are: nobody waits for them.
    let table = &pair.table;
    let body = format!(
        "12345678{{\"from\":1,\"notice\":{{\"is\":\"entries\",\"table\":\"{table}\",\"count\":99}}}}"
    );
    spy.publish(letter.subject.clone(), body.into())
        .await
        .unwrap();
    spy.flush().await.unwrap();
    for node in 0..2 {
        until(async || site.metric(node, "yiqi_notices_bad_total ").await == 3).await;
    }
    let number = pair.a.play("d3").await;
    pair.b.seen(number).await;
    let number = pair.b.play("c5").await;
    pair.a.seen(number).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_newest_connection_of_a_player_replaces_the_one_at_another_node() {
    let site = Site::new(2).await;
    let mut pair = site.pair("game 1h").await;
    let mut there = site.moved(&pair.first, 1).socket(&pair.table).await;
    assert_eq!(pair.a.end().await, 4001);
    there.play("d3").await;
    pair.b.play("c5").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_logs_out_at_one_node_is_logged_out_at_all() {
    let site = Site::new(2).await;
    let mut pair = site.pair("none").await;
    let there = site.moved(&pair.second, 0);
    // Both nodes know the login.
    there.get("/api/me").await.fine();
    assert_eq!(there.post("/api/logout", &json!({})).await.status, 204);
    assert_eq!(pair.b.end().await, 1008);
    until(async || pair.second.get("/api/me").await.status == 401).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobby_of_every_node_has_the_tables_of_all() {
    let site = Site::new(2).await;
    let ann = site.web(0).guest("Ann").await;
    let terms = json!({"game": "reversi", "time": "game 1h", "first_color": "black",
        "listed": true, "first": {"kind": "me"}, "second": {"kind": "open"}});
    let (table, _) = ann.make(&terms).await;
    let mut a = ann.socket(&table).await;
    let bob = site.web(1).guest("Bob").await;
    let lists = async |kind: &str| {
        let lobby = bob.get("/api/tables").await.fine();
        let tables = lobby[kind].as_array().unwrap().clone();
        tables.iter().any(|listed| listed["id"] == table.as_str())
    };
    until(async || lists("open").await).await;
    // Found in the lobby of one node, taken there, and played at both.
    bob.sit(&table, "").await.fine();
    let mut b = bob.socket(&table).await;
    until(async || lists("playing").await && !lists("open").await).await;
    a.event("begin").await;
    a.play("d3").await;
    b.play("c5").await;
    b.does(&json!({"do": "resign"})).await;
    for node in 0..2 {
        let web = site.web(node);
        until(async || {
            let lobby = web.get("/api/tables").await.fine();
            let recent = lobby["recent"].as_array().unwrap();
            recent.iter().any(|listed| listed["id"] == table.as_str())
                && lobby["playing"].as_array().unwrap().is_empty()
        })
        .await;
    }
    // Of two people who want one seat at two nodes, one gets it.
    let (table, invite) = ann.make(&terms).await;
    let cat = site.web(0).guest("Cat").await;
    let (one, other) = tokio::join!(bob.sit(&table, &invite), cat.sit(&table, &invite));
    assert_eq!(
        [one.status, other.status]
            .iter()
            .filter(|&&status| status == 200)
            .count(),
        1
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_hears_at_one_node_what_happens_at_another() {
    let site = Site::new(2).await;
    let mut pair = site.pair("none").await;
    let mut events = pair.second.lines("/api/me/events").await;
    events.until(|event| event["type"] == "table").await;
    // Bob plays elsewhere from now on, so that his table is in use at the first node alone.
    let mut there = site.moved(&pair.second, 0).socket(&pair.table).await;
    pair.a.play("d3").await;
    events
        .until(|event| event["type"] == "turn" && event["table"] == pair.table.as_str())
        .await;
    there.does(&json!({"do": "resign"})).await;
    events.until(|event| event["type"] == "over").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_answers_once_whichever_node_its_opponent_is_at() {
    let site = Site::new(3).await;
    let ann = site.web(0).guest("Ann").await;
    let terms = json!({"game": "reversi:6", "time": "none", "first_color": "black",
        "first": {"kind": "me"}, "second": {"kind": "computer", "player": "random"}});
    let (table, _) = ann.make(&terms).await;
    let watcher = site.web(1).guest("Cat").await;
    let mut seen = watcher.socket(&table).await;
    let mut count = 0;
    for node in [0, 2, 1, 0] {
        let moved = site.moved(&ann, node);
        let mut socket = moved.socket(&table).await;
        for _ in 0..2 {
            let state = moved.state(&table).await;
            let view = &state["view"];
            if view["stage"] != "playing" {
                continue;
            }
            let mv = view["legal"][0].as_str().unwrap_or("pass").to_owned();
            count = socket.play(&mv).await;
            // The program's answer, or several if Ann has to pass.
            socket.seen(count + 1).await;
            count = socket.count();
        }
        socket.close().await;
    }
    seen.seen(count).await;
    let log = site.logs(&ann, &table).await;
    assert!(moves(&log).len() >= 8, "{log:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_is_drawn_and_counted_once_by_all_nodes_together() {
    let site = Site::new(3).await;
    let people: Vec<Person> = join_all((0..6).map(async |number| {
        let web = site.web(number % 3);
        web.guest(&format!("Player {number}")).await
    }))
    .await;
    let terms = json!({"name": "Autumn", "game": "reversi:6", "format": "roundrobin",
        "time": "game 10m", "start": {"players": 6}, "pause_seconds": 0});
    let created = people[0].post("/api/tournaments", &terms).await.fine();
    let id = created["tournament"].as_str().unwrap().to_owned();
    let path = format!("/api/tournaments/{id}");
    // All at once, at all nodes.
    let joined = join_all(people.iter().map(async |person| {
        let joining = format!("{path}/join");
        until(async || person.post(&joining, &json!({})).await.status == 204).await;
    }));
    joined.await;
    let resigning = people.iter().map(async |person| {
        until(async || {
            let state = person.get(&path).await.fine();
            if let Some(table) = state["you"]["table"].as_str() {
                let resign = json!({"do": "resign"});
                person.command(table, "resign", &resign).await;
            }
            state["info"]["stage"] == "finished"
        })
        .await;
    });
    join_all(resigning).await;
    let mut standings = Vec::new();
    for node in 0..3 {
        let state = site
            .moved(&people[0], node)
            .get(&format!("{path}?games=all"))
            .await
            .fine();
        assert_eq!(state["info"]["stage"], "finished");
        standings.push(state["standings"].clone());
    }
    assert!(
        standings.iter().all(|table| *table == standings[0]),
        "{standings:?}"
    );
    let games: u64 = standings[0]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["won"].as_u64().unwrap_or(0) + row["lost"].as_u64().unwrap_or(0))
        .sum();
    assert_eq!(games, 30, "{}", standings[0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_used_up_at_one_node_is_used_up_at_all() {
    let options = ServerOptions {
        limits: LimitOptions {
            guests_per_hour: 4,
            requests_at_once: 10_000,
            ..LimitOptions::default()
        },
        ..ServerOptions::default()
    };
    let site = Site::with(2, options).await;
    for _ in 0..4 {
        site.web(0).guest("Ann").await;
    }
    let body = Arc::new(json!({"name": "Bob"}).to_string());
    until(async || {
        let asked = site.web(1).request("POST", "/api/guest", &[], Some(&body));
        asked.await.status == 429
    })
    .await;
}
