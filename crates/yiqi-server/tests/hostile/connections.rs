//! Connections that break, stall, flood and lie.

use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::protocol::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use yiqi_server::{LimitOptions, ServerOptions};

use crate::client::{Person, Socket, Web, fresh_id, moves, read_all, soon, until};
use crate::large::random_game;
use crate::test_server::{TestServer, easy};

/// A connection upgraded by hand, to send bytes that no library sends.
async fn raw_socket(web: Web, person: &Person, table: &str) -> TcpStream {
    // A small buffer, so that a client that does not read is noticed soon.
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = soon(socket.connect(web.address)).await.unwrap();
    let head = format!(
        "GET /api/tables/{table}/socket HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\n\
         upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n\
         sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
        web.address, person.token
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        answer.push(soon(stream.read_u8()).await.unwrap());
    }
    assert!(answer.starts_with(b"HTTP/1.1 101"), "{answer:?}");
    stream
}

/// The opcode and payload of the first frame of a server, and the bytes after it.
fn first_frame(bytes: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (&first, &second) = (bytes.first()?, bytes.get(1)?);
    let (size, head) = match second & 0x7f {
        126 => (
            usize::from(u16::from_be_bytes([*bytes.get(2)?, *bytes.get(3)?])),
            4,
        ),
        127 => {
            let long = bytes.get(2..10)?.try_into().ok()?;
            (u64::from_be_bytes(long) as usize, 10)
        }
        short => (usize::from(short), 2),
    };
    let payload = bytes.get(head..head + size)?;
    Some((first & 0x0f, payload, &bytes[head + size..]))
}

/// The frames of a server, as opcode and payload.
fn frames(mut bytes: &[u8]) -> impl Iterator<Item = (u8, &[u8])> {
    std::iter::from_fn(move || {
        let (opcode, payload, rest) = first_frame(bytes)?;
        bytes = rest;
        Some((opcode, payload))
    })
}

/// The code of the close frame among frames of a server.
fn close_code(bytes: &[u8]) -> Option<u16> {
    let (_, payload) = frames(bytes).find(|(opcode, _)| *opcode == 8)?;
    Some(u16::from_be_bytes([*payload.first()?, *payload.get(1)?]))
}

/// A client frame, masked with zeros.
fn frame(first: u8, declared: u64, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![first];
    match declared {
        0..=125 => bytes.push(0x80 | declared as u8),
        126..=0xffff => {
            bytes.push(0x80 | 126);
            bytes.extend_from_slice(&(declared as u16).to_be_bytes());
        }
        _ => {
            bytes.push(0x80 | 127);
            bytes.extend_from_slice(&declared.to_be_bytes());
        }
    }
    bytes.extend_from_slice(&[0; 4]);
    bytes.extend_from_slice(payload);
    bytes
}

/// Sends bytes, reads until the server closes, and returns its code.
async fn code_after(stage: &TestServer, person: &Person, table: &str, bytes: &[u8]) -> Option<u16> {
    let stream = raw_socket(stage.web, person, table).await;
    let (mut reading, mut writing) = stream.into_split();
    let bytes = bytes.to_vec();
    let send = tokio::spawn(async move {
        let _ = writing.write_all(&bytes).await;
        writing
    });
    let mut answer = Vec::new();
    let mut part = [0; 4096];
    soon(async {
        while close_code(&answer).is_none() {
            match reading.read(&mut part).await {
                Ok(0) | Err(_) => break,
                Ok(count) => answer.extend_from_slice(&part[..count]),
            }
        }
    })
    .await;
    send.abort();
    close_code(&answer)
}

/// A proxy that forwards to the server, and back until it is told to stop.
async fn proxy(web: Web) -> (Web, tokio::sync::watch::Sender<bool>) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (cut, is_cut) = tokio::sync::watch::channel(false);
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let server = web.connect().await;
            let mut is_cut = is_cut.clone();
            tokio::spawn(async move {
                let (mut from_client, mut to_client) = client.into_split();
                let (mut from_server, mut to_server) = server.into_split();
                let up = tokio::spawn(async move {
                    let _ = tokio::io::copy(&mut from_client, &mut to_server).await;
                    // The server does not learn that anybody left.
                    std::future::pending::<()>().await;
                    drop(to_server);
                });
                let mut part = [0; 4096];
                loop {
                    let count = from_server.read(&mut part).await.unwrap_or(0);
                    let bytes = &part[..count];
                    let is_cut = *is_cut.borrow_and_update();
                    // Everything after the cut is lost; the connection breaks at the ack.
                    let is_ack = bytes.windows(5).any(|word| word == b"\"ack\"");
                    if count == 0 || (is_cut && is_ack) {
                        break;
                    }
                    if !is_cut {
                        let _ = to_client.write_all(bytes).await;
                    }
                }
                up.abort();
            });
        }
    });
    (Web { address }, cut)
}

// Fault 21.
#[tokio::test]
async fn a_command_whose_ack_was_lost_is_carried_out_once_with_the_same_reply() {
    let stage = TestServer::new().await;
    let mut pair = stage.pair("reversi", "none").await;
    let (through, cut) = proxy(stage.web).await;
    let far = Person {
        web: through,
        ..pair.first.clone()
    };
    let mut a = far.socket(&pair.table).await;
    assert_eq!(pair.a.end().await, 4001);
    cut.send(true).unwrap();
    let mv = json!({"do": "play", "move": "d3"});
    a.send(&json!({"type": "command", "id": "lost", "command": mv}))
        .await;
    a.end().await;
    // It was carried out, as the other side sees.
    pair.b.seen(2).await;
    // The same command again, on another socket and over HTTP: one move, one number.
    let mut a = pair.first.socket_after(&pair.table, 1).await;
    assert_eq!(moves(&a.entries), ["d3"], "the first message has it");
    for _ in 0..3 {
        let answer = a.command_as("lost", &mv).await;
        assert_eq!(
            (&answer["type"], &answer["number"]),
            (&json!("ack"), &json!(2))
        );
        let answer = pair.first.command(&pair.table, "lost", &mv).await.fine();
        assert_eq!(answer["number"], 2);
    }
    assert_eq!(moves(&pair.log().await), ["d3"]);
}

// Fault 21.
#[tokio::test]
async fn a_command_is_carried_out_once_across_a_restart() {
    let mut stage = TestServer::new().await;
    let mut pair = stage.pair("reversi", "none").await;
    let mv = json!({"do": "play", "move": "d3"});
    assert_eq!(pair.a.command_as("m", &mv).await["number"], 2);
    stage.restart().await;
    let first = Person {
        web: stage.web,
        ..pair.first.clone()
    };
    let answer = first.command(&pair.table, "m", &mv).await.fine();
    assert_eq!(answer["number"], 2);
    let mut a = first.socket(&pair.table).await;
    assert_eq!(a.command_as("m", &mv).await["number"], 2);
    assert_eq!(moves(&a.entries), ["d3"]);
}

// Fault 22.
#[tokio::test]
async fn a_seat_acts_from_its_newest_socket_and_the_older_is_closed_with_4001() {
    let stage = TestServer::new().await;
    let mut pair = stage.pair("reversi", "none").await;
    let mv = json!({"do": "play", "move": "d3"});
    for round in 0..5 {
        // Both send the same command, the old one perhaps after it was replaced.
        let id = fresh_id();
        let _ = pair
            .a
            .stream
            .feed(Message::text(
                json!({"type": "command", "id": id, "command": mv}).to_string(),
            ))
            .await;
        let mut newer = pair.first.socket(&pair.table).await;
        let _ = pair.a.stream.flush().await;
        let answer = newer.command_as(&id, &mv).await;
        assert_eq!(answer["type"] == "ack", round == 0, "{answer}");
        assert_eq!(pair.a.end().await, 4001);
        pair.a = newer;
    }
    assert_eq!(moves(&pair.log().await), ["d3"]);
    let presence = pair.first.state(&pair.table).await["presence"].clone();
    assert_eq!(presence["seats"]["first"], "connected");
}

// Fault 66.
#[tokio::test]
async fn a_socket_that_is_still_opening_is_closed_by_a_logout() {
    let stage = TestServer::new().await;
    let ann = stage.web.guest("Ann").await;
    let moves = random_game("reversi:26".parse().unwrap());
    let (table, _) = ann
        .make(
            &json!({"game": "reversi:26", "first": {"kind": "me"}, "second": {"kind": "me"},
            "first_color": "black", "from": {"moves": &moves[..moves.len() - 1]}}),
        )
        .await;
    // The first message is larger than all buffers, so the server is still sending it.
    let mut socket = raw_socket(stage.web, &ann, &table).await;
    assert_eq!(ann.post("/api/logout", &json!({})).await.status, 204);
    let chat = json!({"type": "chat", "room": "players", "text": "still here"}).to_string();
    socket
        .write_all(&frame(0x81, chat.len() as u64, chat.as_bytes()))
        .await
        .unwrap();
    let heard = soon(read_all(&mut socket)).await;
    assert_eq!(close_code(&heard), Some(1008));
}

// Fault 23.
#[tokio::test]
async fn an_unresponsive_client_is_dropped_and_shown_as_away() {
    let options = ServerOptions {
        silence: Duration::from_millis(1_000),
        ping_every: Duration::from_millis(50),
        ..easy()
    };
    let stage = TestServer::with(options).await;
    let mut pair = stage.pair("reversi", "none").await;
    // Bob's network is down: he neither reads nor replies nor closes.
    let mut b = raw_socket(stage.web, &pair.second, &pair.table).await;
    assert_eq!(pair.b.end().await, 4001);
    pair.a
        .until(|message| message["seats"]["second"] == "reconnecting")
        .await;
    // Ann replies and stays connected.
    pair.a.play("d3").await;
    let heard = soon(read_all(&mut b)).await;
    assert_eq!(close_code(&heard), Some(1001));
    // Bob was asked for one second.
    let ping_count = frames(&heard).filter(|(opcode, _)| *opcode == 9).count();
    assert!((2..=30).contains(&ping_count), "{ping_count}");
}

// Faults 23 and 42.
#[tokio::test]
async fn a_player_whose_stream_nobody_reads_is_gone_and_the_game_can_be_claimed() {
    let options = ServerOptions {
        stream_max: Duration::from_millis(50),
        silence: Duration::from_millis(50),
        claim_after: Duration::ZERO,
        // The socket of the other player has nothing to answer.
        ping_every: Duration::from_secs(3_600),
        ..easy()
    };
    let stage = TestServer::with(options).await;
    let mut pair = stage.pair("reversi", "game 10m").await;
    let path = format!("/api/tables/{}/events", pair.table);
    let _unread = pair.second.lines(&path).await;
    assert_eq!(pair.b.end().await, 4001);
    pair.a
        .until(|message| message["seats"]["second"] == "reconnecting")
        .await;
    pair.a.does(&json!({"do": "claim"})).await;
    assert_eq!(pair.a.event("forfeit").await["seat"], "second");
}

// Fault 23.
#[tokio::test]
async fn a_player_who_opens_an_ended_stream_again_was_never_away() {
    let options = ServerOptions {
        stream_max: Duration::from_millis(50),
        ..easy()
    };
    let stage = TestServer::with(options).await;
    let mut pair = stage.pair("reversi", "none").await;
    let path = format!("/api/tables/{}/events", pair.table);
    for _ in 0..3 {
        let mut lines = pair.second.lines(&path).await;
        while lines.next().await.is_some() {}
    }
    pair.a.play("d3").await;
    pair.a.seen(2).await;
    let _lines = pair.second.lines(&path).await;
    let presence = &pair.first.state(&pair.table).await["presence"];
    assert_eq!(presence["seats"]["second"], "connected");
    // No message said otherwise.
    pair.second
        .command(&pair.table, "m", &json!({"do": "play", "move": "c5"}))
        .await
        .fine();
    while pair.a.count() < 3 {
        let message = soon(pair.a.next()).await.unwrap();
        assert_ne!(message["seats"]["second"], "reconnecting");
    }
}

// Fault 24.
#[tokio::test]
async fn a_game_is_played_over_connections_that_keep_breaking() {
    let stage = TestServer::new().await;
    let pair = stage.pair("reversi", "none").await;
    let line = ["d3", "c5", "d6", "e3"];
    for (number, mv) in (2..).zip(line) {
        let person = if number % 2 == 0 {
            &pair.first
        } else {
            &pair.second
        };
        let id = format!("m{number}");
        let message =
            json!({"type": "command", "id": id, "command": {"do": "play", "move": mv}}).to_string();
        // Sent and disconnected five times, and only then read.
        for _ in 0..5 {
            let mut socket = person
                .raw_socket(&format!("/api/tables/{}/socket", pair.table))
                .await
                .unwrap();
            socket.send_text(message.clone()).await;
            drop(socket);
        }
        let mut socket = person.socket(&pair.table).await;
        let command = json!({"do": "play", "move": mv});
        assert_eq!(socket.command_as(&id, &command).await["number"], number);
    }
    assert_eq!(moves(&pair.log().await), line);
}

// Fault 25.
#[tokio::test]
async fn a_client_resumes_from_any_number_and_starts_over_if_it_has_too_many() {
    let options = ServerOptions {
        messages_max: 1_000,
        ..easy()
    };
    let stage = TestServer::with(options).await;
    let ann = stage.web.guest("Ann").await;
    let (table, _) = ann
        .make(
            &json!({"game": "gomoku", "first": {"kind": "me"}, "second": {"kind": "me"},
            "first_color": "black"}),
        )
        .await;
    let mut a = ann.socket(&table).await;
    a.event("begin").await;
    // Two hundred entries, without a winning move.
    for round in 1..=70 {
        a.play("h8").await;
        // The move, the offer and its acceptance.
        a.send(
            &json!({"type": "command", "id": fresh_id(), "seat": "first",
            "command": {"do": "offer", "what": "take_back"}}),
        )
        .await;
        a.seen(1 + 3 * round).await;
    }
    let all = ann.state(&table).await["entries"]
        .as_array()
        .unwrap()
        .clone();
    assert!(all.len() >= 200, "{}", all.len());
    for after in (0..=all.len()).step_by(37).chain([all.len()]) {
        let socket = ann.socket_after(&table, after).await;
        assert_eq!(socket.table["from"], after + 1);
        assert_eq!(socket.entries, all[after..]);
    }
    for after in [all.len() + 1, 1_000_000, usize::MAX] {
        let socket = ann.socket_after(&table, after).await;
        assert_eq!(socket.table["from"], 1);
        assert_eq!(socket.entries, all);
    }
    let answer = ann.get(&format!("/api/tables/{table}?after=-1")).await;
    assert_eq!((answer.status, answer.code()), (400, "bad_message".into()));
}

// Fault 27.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spectators_who_never_read_are_dropped_without_affecting_others() {
    let options = ServerOptions {
        messages_max: 100_000,
        send_max: Duration::from_millis(500),
        ..easy()
    };
    let stage = TestServer::with_store(options, |store| store.durable = false).await;
    let mut pair = stage.pair("reversi", "game 10m").await;
    let cat = stage.web.guest("Cat").await;
    let mut c = cat.socket(&pair.table).await;
    let mut deaf = Vec::new();
    for _ in 0..30 {
        deaf.push(raw_socket(stage.web, &cat, &pair.table).await);
    }
    // Enough to fill every buffer on the way; a client that reads gets all of it.
    let reader = tokio::spawn(async move {
        let mut count = 0;
        while count < 300 {
            if c.of_type("chat").await["text"].as_str().unwrap().len() >= 300 {
                count += 1;
            }
        }
        c
    });
    let text = "字".repeat(300);
    let mut slowest = Duration::ZERO;
    let dan = stage.web.guest("Dan").await;
    let mut d = dan.socket(&pair.table).await;
    for number in 0..300 {
        d.send(&json!({"type": "chat", "room": "spectators", "text": text}))
            .await;
        d.of_type("chat").await;
        if number % 50 == 49 {
            let since = Instant::now();
            pair.a
                .refused(&json!({"do": "claim"}), "too_early_to_claim")
                .await;
            slowest = slowest.max(since.elapsed());
        }
    }
    d.close().await;
    let mut c = soon(reader).await.unwrap();
    assert!(slowest < Duration::from_secs(1), "{slowest:?}");
    until(async || pair.first.state(&pair.table).await["presence"]["spectators"] == 1).await;
    pair.a.play("d3").await;
    c.seen(2).await;
    drop(deaf);
}

// Fault 27.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_does_not_read_is_dropped_and_resumes_without_loss() {
    let options = ServerOptions {
        messages_max: 100_000,
        send_max: Duration::from_secs(20),
        ..easy()
    };
    let stage = TestServer::with_store(options, |store| store.durable = false).await;
    let mut pair = stage.pair("reversi", "none").await;
    let mut b = raw_socket(stage.web, &pair.second, &pair.table).await;
    assert_eq!(pair.b.end().await, 4001);
    let text = "字".repeat(300);
    let mut is_away = false;
    for _ in 0..1_000 {
        pair.a
            .send(&json!({"type": "chat", "room": "players", "text": text}))
            .await;
        let message = pair
            .a
            .until(|message| message["type"] == "chat" || message["type"] == "presence")
            .await;
        if message["seats"]["second"] == "reconnecting" {
            is_away = true;
            break;
        }
    }
    assert!(is_away, "a connection with a full queue is dropped");
    // When the client reads at last, the close code says that it missed messages.
    assert_eq!(close_code(&soon(read_all(&mut b)).await), Some(1013));
    pair.a.play("d3").await;
    let b = pair.second.socket_after(&pair.table, 1).await;
    assert_eq!(moves(&b.entries), ["d3"]);
}

// Fault 29.
#[tokio::test]
async fn slow_heads_and_bodies_time_out() {
    let options = ServerOptions {
        head_max: Duration::from_millis(300),
        body_max: Duration::from_millis(600),
        ..easy()
    };
    let stage = TestServer::with(options).await;
    let mut slow = Vec::new();
    for start in [
        "",
        "G",
        "GET /health HTTP/1.1\r\n",
        "GET /health HTTP/1.1\r\nhost: x\r\nx-slow: ",
        "POST /api/guest HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
         content-length: 100\r\n\r\n{",
        "POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
         transfer-encoding: chunked\r\n\r\n1\r\n{\r\n",
        "POST /api/replay HTTP/1.1\r\nhost: x\r\ncontent-length: 4000000\r\n\r\n(;GM[1]",
        // A complete request without a next one.
        "GET /health HTTP/1.1\r\nhost: x\r\n\r\n",
    ] {
        for _ in 0..20 {
            let mut stream = stage.web.connect().await;
            stream.write_all(start.as_bytes()).await.unwrap();
            slow.push(stream);
        }
    }
    // Others are served meanwhile.
    assert_eq!(stage.web.get("/health").await.status, 200);
    for mut stream in slow {
        soon(read_all(&mut stream)).await;
    }
}

// Fault 29.
#[tokio::test]
async fn an_endless_frame_counts_as_silence() {
    let options = ServerOptions {
        silence: Duration::from_millis(1_000),
        ping_every: Duration::from_millis(50),
        ..easy()
    };
    let stage = TestServer::with(options).await;
    let pair = stage.pair("reversi", "none").await;
    for part in [
        &[0x81][..],
        &[0x81, 0xfe, 0x01],
        &frame(0x81, 100, b"{\"type\""),
    ] {
        let code = code_after(&stage, &pair.second, &pair.table, part).await;
        assert_eq!(code, Some(1001), "{part:?}");
    }
}

// Fault 30.
#[tokio::test]
async fn oversized_messages_are_closed_with_1009() {
    let stage = TestServer::new().await;
    let pair = stage.pair("reversi", "none").await;
    let cat = stage.web.guest("Cat").await;
    for (declared, sent) in [
        (8 * 1024 + 1, 8 * 1024 + 1),
        (1 << 20, 1 << 20),
        (1 << 30, 10),
        (u64::MAX / 2, 10),
    ] {
        let bytes = frame(0x81, declared, &vec![b' '; sent]);
        let code = code_after(&stage, &cat, &pair.table, &bytes).await;
        assert_eq!(code, Some(1009), "{declared} bytes");
    }
    // A message of exactly the maximum size gets a reply.
    let mut c = cat.socket(&pair.table).await;
    c.send_text(format!("{:8192}", "{}")).await;
    assert_eq!(c.of_type("error").await["code"], "bad_message");
    // A fragmented message counts as a whole.
    let mut c = cat.socket(&pair.table).await;
    let _ = c
        .stream
        .send(piece(OpCode::Data(Data::Text), false, 5_000))
        .await;
    let _ = c
        .stream
        .send(piece(OpCode::Data(Data::Continue), true, 5_000))
        .await;
    assert_eq!(c.end().await, 1009);
    let body = format!("{{\"name\":\"{}\"}}", "x".repeat(100_000));
    let answer = stage
        .web
        .request("POST", "/api/guest", &[], Some(&body))
        .await;
    assert!([400, 413].contains(&answer.status), "{answer:?}");
    let long = "x".repeat(40_000);
    let answer = stage
        .web
        .request("GET", "/health", &[("x-long", &long)], None)
        .await;
    assert_eq!(answer.status, 431);
}

// Fault 30.
#[tokio::test]
async fn a_client_that_sends_all_of_an_oversized_message_still_gets_1009() {
    let stage = TestServer::new().await;
    let pair = stage.pair("reversi", "none").await;
    let cat = stage.web.guest("Cat").await;
    let mut stream = raw_socket(stage.web, &cat, &pair.table).await;
    // More than the buffers between them hold.
    let bytes = frame(0x81, 1 << 23, &vec![b' '; 1 << 23]);
    // Nothing is reset while the client sends.
    soon(stream.write_all(&bytes)).await.unwrap();
    assert_eq!(close_code(&soon(read_all(&mut stream)).await), Some(1009));
}

fn piece(kind: OpCode, is_last: bool, size: usize) -> Message {
    Message::Frame(Frame::message(vec![b' '; size], kind, is_last))
}

// Fault 30.
#[tokio::test]
async fn a_message_with_endless_fragments_is_closed() {
    let stage = TestServer::new().await;
    let pair = stage.pair("reversi", "none").await;
    let cat = stage.web.guest("Cat").await;
    // Empty fragments: their total size never grows.
    let mut bytes = frame(0x01, 0, b"");
    for _ in 0..200_000 {
        bytes.extend_from_slice(&frame(0x00, 0, b""));
    }
    let code = code_after(&stage, &cat, &pair.table, &bytes).await;
    assert_eq!(code, Some(1008));
    // Others keep playing meanwhile.
    let mut pair = pair;
    pair.a.play("d3").await;
    let mut bytes = frame(0x01, 100, &[b' '; 100]);
    for _ in 0..200 {
        bytes.extend_from_slice(&frame(0x00, 100, &[b' '; 100]));
    }
    let code = code_after(&stage, &cat, &pair.table, &bytes).await;
    assert_eq!(code, Some(1009));
}

// Fault 31.
#[tokio::test]
async fn a_flood_of_any_frames_is_closed_with_1008() {
    let options = ServerOptions {
        messages_max: 40,
        message_window: Duration::from_secs(60),
        ..easy()
    };
    let stage = TestServer::with(options).await;
    let mut pair = stage.pair("reversi", "none").await;
    let cat = stage.web.guest("Cat").await;
    let kinds: [fn() -> Message; 5] = [
        || Message::text("nonsense"),
        || {
            Message::text(
                json!({"type": "command", "id": "x", "command": {"do": "resign"}}).to_string(),
            )
        },
        || Message::text(json!({"type": "chat", "room": "spectators", "text": "hi"}).to_string()),
        || Message::Ping(vec![1].into()),
        || Message::Pong(vec![0; 8].into()),
    ];
    for kind in kinds {
        let mut c = cat.socket(&pair.table).await;
        for _ in 0..50 {
            if c.stream.send(kind()).await.is_err() {
                break;
            }
        }
        assert_eq!(c.end().await, 1008);
    }
    pair.a.play("d3").await;
}

// Fault 32.
#[tokio::test]
async fn an_offer_of_compression_is_not_accepted() {
    let stage = TestServer::new().await;
    let pair = stage.pair("reversi", "none").await;
    let bearer = format!("Bearer {}", pair.first.token);
    let mut socket = stage
        .web
        .open_socket(
            &format!("/api/tables/{}/socket", pair.table),
            &[
                ("authorization", &bearer),
                (
                    "sec-websocket-extensions",
                    "permessage-deflate; client_max_window_bits, x-webkit-deflate-frame",
                ),
            ],
        )
        .await
        .unwrap();
    assert_eq!(socket.extensions, None);
    socket.of_type("table").await;
    // A compressed frame violates this protocol.
    let bytes = frame(0xc1, 5, b"\x01\x02\x03\x04\x05");
    let code = code_after(&stage, &pair.second, &pair.table, &bytes).await;
    assert_eq!(code, Some(1002));
}

// Fault 33.
#[tokio::test]
async fn a_list_in_place_of_an_object_is_refused() {
    let stage = TestServer::with(easy()).await;
    let ann = stage.web.guest("Ann").await;
    for (path, body) in [
        ("/api/guest", json!([])),
        ("/api/guest", json!(["Bob"])),
        ("/api/login", json!(["Ann", "correct horse"])),
        ("/api/tables", json!(["reversi"])),
        ("/api/position", json!(["reversi"])),
    ] {
        let answer = ann.post(path, &body).await;
        assert_eq!(
            (answer.status, answer.code()),
            (400, "bad_message".into()),
            "{path} {body}"
        );
    }
}

// Fault 33.
#[tokio::test]
async fn garbage_gets_a_typed_error_and_the_socket_stays_open() {
    let options = ServerOptions {
        messages_max: 10_000,
        ..easy()
    };
    let stage = TestServer::with(options).await;
    let mut pair = stage.pair("reversi", "none").await;
    let before = pair.log().await;
    let deep = "[".repeat(8_000);
    let play =
        |rest: &str| format!(r#"{{"type":"command","id":"i","command":{{"do":"play",{rest}}}}}"#);
    let texts = [
        "".to_owned(),
        "null".to_owned(),
        "[]".to_owned(),
        "{".to_owned(),
        "\0".to_owned(),
        "{}".to_owned(),
        deep,
        r#"{"type":"nothing"}"#.to_owned(),
        format!(r#"{{"type":"{}"}}"#, "\\u001b]0;x\\u0007".repeat(300)),
        format!(r#"{{"{}":1}}"#, "\\u009b6n".repeat(300)),
        r#"{"type":7}"#.to_owned(),
        r#"["command","i",null,{"do":"resign"}]"#.to_owned(),
        r#"["command",{"id":"i","command":{"do":"resign"}}]"#.to_owned(),
        r#"{"type":"command"}"#.to_owned(),
        r#"{"type":"command","id":1,"command":{"do":"resign"}}"#.to_owned(),
        r#"{"type":"command","id":"i","command":"resign"}"#.to_owned(),
        r#"{"type":"command","id":"i","command":{"do":"win"}}"#.to_owned(),
        r#"{"type":"command","id":"i","command":{"do":"resign","seat":"first"}}"#.to_owned(),
        r#"{"type":"command","id":"i","command":{"do":"resign"},"more":1}"#.to_owned(),
        r#"{"type":"command","id":"i","id":"j","command":{"do":"resign"}}"#.to_owned(),
        r#"{"type":"command","id":"i","seat":"third","command":{"do":"resign"}}"#.to_owned(),
        play(r#""move":5"#),
        play(r#""move":null"#),
        play(r#""move":"d3","eval":99999999999999999999"#),
        play(r#""move":"d3","eval":1e400"#),
        play(r#""move":"d3","eval":1.5"#),
        play(r#""move":"d3","by_clock":true"#),
        r#"{"type":"chat","room":"all","text":"x"}"#.to_owned(),
        r#"{"type":"chat","room":"players","text":{}}"#.to_owned(),
        r#"{"type":"chat","room":"players"}"#.to_owned(),
        r#"{"type":"chat","room":"players","text":"\ud800"}"#.to_owned(),
    ];
    for text in texts {
        pair.a.send_text(text.clone()).await;
        let answer = pair.a.next_of(&["error", "refused", "ack"]).await;
        assert_eq!(answer["type"], "error", "{text}: {answer}");
        assert_eq!(answer["code"], "bad_message", "{text}: {answer}");
        let shown = answer["text"].as_str().unwrap();
        assert!(shown.len() < 500, "{} bytes in the reply", shown.len());
        assert!(!shown.chars().any(char::is_control), "{shown:?}");
    }
    for id in ["".to_owned(), "i".repeat(41)] {
        let message = json!({"type": "command", "id": id, "command": {"do": "resign"}});
        pair.a.send(&message).await;
        assert_eq!(pair.a.of_type("refused").await["code"], "bad_message");
    }
    pair.a
        .send(&json!({"type": "chat", "room": "players", "text": "x".repeat(301)}))
        .await;
    assert_eq!(pair.a.of_type("error").await["code"], "bad_message");
    assert_eq!(pair.log().await, before);
    pair.a.play("d3").await;
}

// Fault 33.
#[tokio::test]
async fn frames_that_are_not_text_are_closed_with_a_matching_code() {
    let stage = TestServer::new().await;
    let pair = stage.pair("reversi", "none").await;
    let cat = stage.web.guest("Cat").await;
    for (name, bytes, code) in [
        ("binary", frame(0x82, 3, b"abc"), 1003),
        ("not UTF-8", frame(0x81, 2, b"\xff\xfe"), 1007),
        ("half a character", frame(0x81, 2, b"\xe5\xad"), 1007),
        ("opcode 3", frame(0x83, 1, b"x"), 1002),
        ("opcode 11", frame(0x8b, 1, b"x"), 1002),
        ("reserved bit", frame(0xa1, 1, b"x"), 1002),
        ("continuation without a start", frame(0x80, 1, b"x"), 1002),
        ("a fragmented ping", frame(0x09, 1, b"x"), 1002),
        ("a long ping", frame(0x89, 200, &[b'x'; 200]), 1002),
        ("not masked", b"\x81\x01x".to_vec(), 1002),
    ] {
        let found = code_after(&stage, &cat, &pair.table, &bytes).await;
        assert_eq!(found, Some(code), "{name}");
    }
}

// Fault 33.
#[test]
fn the_decoder_never_panics_and_what_it_accepts_round_trips() {
    use yiqi_testkit::Dice;
    use yiqi_wire::ClientMessage;
    let seeds = [
        json!({"type": "command", "id": "abc", "seat": "first",
            "command": {"do": "play", "move": "d3", "eval": -120}}),
        json!({"type": "command", "id": "é字", "command": {"do": "offer", "what": "take_back"}}),
        json!({"type": "command", "id": "x", "command": {"do": "claim"}}),
        json!({"type": "chat", "room": "spectators", "text": "Good \u{1f600} \"luck\"\n!"}),
    ]
    .map(|seed| seed.to_string());
    let mut dice = Dice::new(33);
    let mut read_count = 0;
    for round in 0..150_000_usize {
        let mut bytes = seeds[round % seeds.len()].clone().into_bytes();
        if round % 10 == 9 {
            bytes = (0..dice.below(60)).map(|_| dice.below(256) as u8).collect();
        }
        for _ in 0..dice.below(4) {
            let at = dice.below(bytes.len().max(1));
            match dice.below(4) {
                0 if at < bytes.len() => bytes[at] = dice.below(256) as u8,
                1 if at < bytes.len() => {
                    bytes.remove(at);
                }
                2 => bytes.insert(at.min(bytes.len()), b"{}[]\",:0e-\\"[dice.below(11)]),
                _ => bytes.truncate(at),
            }
        }
        let Ok(text) = std::str::from_utf8(&bytes) else {
            continue;
        };
        if let Ok(message) = serde_json::from_str::<ClientMessage>(text) {
            let again = serde_json::to_string(&message).unwrap();
            assert_eq!(
                serde_json::from_str::<ClientMessage>(&again).unwrap(),
                message
            );
            if let ClientMessage::Command(command) = &message {
                for spec in ["reversi", "gomoku:15:renju", "peace"] {
                    let _ = command.command.command(spec.parse().unwrap());
                }
            }
            read_count += 1;
        }
    }
    assert!(read_count > 10_000, "{read_count}");
}

// Faults 34 and 35.
#[tokio::test]
async fn no_header_gives_an_address_more_connections() {
    let options = ServerOptions {
        limits: LimitOptions {
            connections_per_address: 5,
            loopback_exempt: false,
            ..LimitOptions::default()
        },
        ..easy()
    };
    let stage = TestServer::with(options).await;
    let ann = stage.web.guest("Ann").await;
    let (table, _) = ann
        .make(&json!({"game": "reversi", "first": {"kind": "me"}, "second": {"kind": "open"}}))
        .await;
    let path = format!("/api/tables/{table}/socket");
    let mut open: Vec<Socket> = Vec::new();
    for number in 0..12 {
        let stream = stage.web.connect_from("127.0.0.9").await;
        let forwarded = format!("10.0.0.{number}");
        let headers = [
            ("x-forwarded-for", forwarded.as_str()),
            ("forwarded", "for=10.1.1.1"),
            ("x-real-ip", forwarded.as_str()),
        ];
        match stage.web.open_socket_on(stream, &path, &headers).await {
            Ok(mut socket) => {
                socket.of_type("table").await;
                open.push(socket);
            }
            Err(status) => assert_eq!(status, 429),
        }
    }
    assert_eq!(open.len(), 5);
    // Another address is not affected.
    let stream = stage.web.connect_from("127.0.0.8").await;
    assert!(stage.web.open_socket_on(stream, &path, &[]).await.is_ok());
    // Closing one makes room for one.
    open.pop().unwrap().close().await;
    until(async || {
        let stream = stage.web.connect_from("127.0.0.9").await;
        stage.web.open_socket_on(stream, &path, &[]).await.is_ok()
    })
    .await;
}

/// A client that sends requests for large files and never reads.
async fn deaf_client(web: Web, ip: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    socket.bind(format!("{ip}:0").parse().unwrap()).unwrap();
    let mut stream = soon(socket.connect(web.address)).await.unwrap();
    let request = format!(
        "GET /assets/icon-512.png HTTP/1.1\r\nhost: {}\r\n\r\n",
        web.address
    );
    // The server may have closed already.
    let _ = stream.write_all(request.repeat(20).as_bytes()).await;
    stream
}

// Faults 17 and 34.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_get_back_in_while_others_hold_all_connections() {
    let options = ServerOptions {
        // Nothing is given up during the attack.
        send_max: Duration::from_secs(3_600),
        // The log has moves alone, however slow the machine is.
        lag_move_ms: 0,
        limits: LimitOptions {
            connections_max: Some(40),
            connections_per_address: 15,
            loopback_exempt: false,
            requests_at_once: 10_000,
            ..LimitOptions::default()
        },
        ..easy()
    };
    let stage = TestServer::with(options).await;
    let mut pair = stage.pair("reversi", "game 10m").await;
    let mut attack = Vec::new();
    for number in 0..120 {
        let ip = format!("127.0.0.{}", 9 + number % 2);
        attack.push(deaf_client(stage.web, &ip).await);
    }
    // Those who are there play on; those who lost the connection come back, and newcomers come.
    pair.a.play("d3").await;
    for mv in ["c5", "d6", "e3"] {
        let (socket, person) = match mv {
            "c5" | "e3" => (&mut pair.b, &pair.second),
            _ => (&mut pair.a, &pair.first),
        };
        *socket = person.socket(&pair.table).await;
        socket.play(mv).await;
        attack.push(deaf_client(stage.web, "127.0.0.9").await);
    }
    let cat = stage.web.guest("Cat").await;
    assert_eq!(cat.socket(&pair.table).await.count(), 5);
    assert_eq!(stage.web.get("/health").await.status, 200);
}

// Fault 17.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_get_back_in_while_very_many_addresses_hold_all_connections() {
    let options = ServerOptions {
        // Nothing is given up during the attack.
        send_max: Duration::from_secs(3_600),
        // The log has moves alone, however slow the machine is.
        lag_move_ms: 0,
        limits: LimitOptions {
            connections_max: Some(40),
            loopback_exempt: false,
            ..LimitOptions::default()
        },
        ..easy()
    };
    let stage = TestServer::with(options).await;
    let mut pair = stage.pair("reversi", "game 10m").await;
    // Each address is in a network of its own and holds one connection.
    let mut attack = Vec::new();
    for number in 1..=120 {
        attack.push(deaf_client(stage.web, &format!("127.{number}.0.1")).await);
    }
    pair.a.play("d3").await;
    for (round, mv) in ["c5", "d6", "e3"].into_iter().enumerate() {
        let (socket, person) = match mv {
            "c5" | "e3" => (&mut pair.b, &pair.second),
            _ => (&mut pair.a, &pair.first),
        };
        *socket = person.socket(&pair.table).await;
        for number in 0..40 {
            let ip = format!("127.{}.0.1", 121 + 40 * round + number);
            attack.push(deaf_client(stage.web, &ip).await);
        }
        socket.play(mv).await;
    }
    // Nobody who plays was disconnected.
    pair.a.play("f4").await;
    let cat = stage.web.guest("Cat").await;
    assert_eq!(cat.socket(&pair.table).await.count(), 6);
}

// Faults 17 and 29.
#[tokio::test]
async fn a_response_that_nobody_reads_is_given_up() {
    let options = ServerOptions {
        send_max: Duration::from_millis(200),
        ..easy()
    };
    let stage = TestServer::with(options).await;
    let mut deaf = deaf_client(stage.web, "127.0.0.9").await;
    // The server reads no more, so this ends only when it closes the connection.
    let request = vec![b'x'; 1 << 20];
    soon(async { while deaf.write_all(&request).await.is_ok() {} }).await;
}

// Fault 34.
#[tokio::test]
async fn requests_from_one_address_are_rate_limited_with_a_retry_time() {
    let options = ServerOptions {
        limits: LimitOptions {
            requests_per_second: 1,
            requests_at_once: 10,
            loopback_exempt: false,
            ..LimitOptions::default()
        },
        ..easy()
    };
    let stage = TestServer::with(options).await;
    let mut slowed = 0;
    for _ in 0..30 {
        let answer = stage.web.get("/api/tables").await;
        if answer.status == 429 {
            assert_eq!(answer.code(), "too_fast");
            assert!(answer.header("retry-after").is_some(), "{answer:?}");
            slowed += 1;
        }
    }
    assert!((15..=20).contains(&slowed), "{slowed}");
}

// Fault 34.
#[tokio::test]
async fn a_flood_of_page_files_is_slowed_and_locks_no_monitor_out() {
    let options = ServerOptions {
        limits: LimitOptions {
            pages_per_second: 1,
            pages_at_once: 60,
            loopback_exempt: false,
            ..LimitOptions::default()
        },
        ..easy()
    };
    let stage = TestServer::with(options).await;
    let paths = [
        "/",
        "/study",
        "/assets/icon.svg",
        "/api/catalog",
        "/api/messages/en",
        "/none",
    ];
    let mut slowed = 0;
    for number in 0..120 {
        let answer = stage.web.get(paths[number % paths.len()]).await;
        if answer.status == 429 {
            assert_eq!(answer.code(), "too_fast");
            assert!(answer.header("retry-after").is_some(), "{answer:?}");
            slowed += 1;
        } else {
            assert!(number < 60 || slowed > 0, "{number}");
        }
    }
    assert!((1..=60).contains(&slowed), "{slowed}");
    // What players and monitors need is counted apart.
    for path in ["/health", "/metrics", "/api/tables"] {
        assert_eq!(stage.web.get(path).await.status, 200, "{path}");
    }
    let mut refused = 0;
    for _ in 0..300 {
        let answer = stage.web.get("/metrics").await;
        if answer.status == 429 {
            assert!(answer.header("retry-after").is_some(), "{answer:?}");
            refused += 1;
        }
    }
    assert!((1..300).contains(&refused), "{refused}");
    assert_eq!(stage.web.get("/api/tables").await.status, 200);
}

// Fault 34.
#[tokio::test]
async fn a_whole_class_may_open_the_page_at_once_with_the_usual_limits() {
    let options = ServerOptions {
        limits: LimitOptions::default(),
        ..easy()
    };
    let stage = TestServer::with(options).await;
    for _ in 0..10 {
        for _ in 0..40 {
            assert_eq!(stage.web.get("/assets/icon.svg").await.status, 200);
        }
        assert_eq!(stage.web.get("/health").await.status, 200);
    }
}

impl Socket {
    /// The next message of one of these types.
    async fn next_of(&mut self, kinds: &[&str]) -> Value {
        self.until(|message| kinds.iter().any(|kind| message["type"] == *kind))
            .await
    }
}

#[tokio::test]
async fn a_ping_from_the_client_gets_a_pong() {
    let stage = TestServer::new().await;
    let mut pair = stage.pair("reversi", "none").await;
    pair.a
        .stream
        .send(Message::Ping(b"hello".to_vec().into()))
        .await
        .unwrap();
    soon(async {
        while let Some(message) = pair.a.stream.next().await {
            if let Message::Pong(payload) = message.unwrap() {
                assert_eq!(&payload[..], b"hello");
                return;
            }
        }
        panic!("closed");
    })
    .await;
}
