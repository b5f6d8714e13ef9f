//! Messages on the WebSocket of a table: each is answered with messages that clients understand, or
//! the socket closes with a defined code.

use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use yiqi_wire::{Fault, ServerMessage};

use crate::input::Input;
use crate::sentence::check_sentence;
use crate::server::{TestServer, with_server};

/// The codes with which a server closes a socket because of what the client sent.
const CLOSE_CODES: [u16; 6] = [1000, 1002, 1003, 1007, 1008, 1009];

/// The most messages of one input: more are refused for being too many.
const MESSAGES_MAX: usize = 64;

/// The most bytes that the server may send in answer to one input.
const ANSWER_BYTES_MAX: usize = 4 << 20;

/// Sends the lines of an input on a new socket: as text, or by their first byte as something else.
pub(crate) fn check(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let spec = input.spec().to_string();
    let is_raw = input.byte() % 8 == 7;
    with_server(|server| {
        let token = server.new_guest();
        let table = server.new_table(&token, &spec);
        server.block_on(async {
            let socket = open(server, &token, &table).await;
            if is_raw {
                send_raw(socket, input.rest()).await;
            } else {
                send_messages(socket, input.rest()).await;
            }
        });
        server.check_health();
    });
}

async fn open(server: &TestServer, token: &str, table: &str) -> WebSocketStream<TcpStream> {
    let address = server.address();
    let mut request = format!("ws://{address}/api/tables/{table}/socket")
        .into_client_request()
        .expect("the address is valid");
    let token = format!("Bearer {token}");
    let token = token.parse().expect("a token is text");
    request.headers_mut().insert("authorization", token);
    let stream = TcpStream::connect(address)
        .await
        .expect("the server listens");
    let (socket, _) = client_async(request, stream)
        .await
        .expect("the table is open");
    socket
}

/// Sends messages, closes, and checks everything that came back.
async fn send_messages(mut socket: WebSocketStream<TcpStream>, bytes: &[u8]) {
    let lines = bytes.split(|&byte| byte == b'\n').take(MESSAGES_MAX);
    for line in lines {
        let message = match line {
            [1, rest @ ..] => Message::binary(rest.to_vec()),
            [2, rest @ ..] => Message::Ping(rest[..rest.len().min(125)].to_vec().into()),
            [3, rest @ ..] => Message::Pong(rest[..rest.len().min(125)].to_vec().into()),
            text => Message::text(String::from_utf8_lossy(text).into_owned()),
        };
        // The server may have closed.
        if socket.send(message).await.is_err() {
            break;
        }
    }
    let _ = socket.send(Message::Close(None)).await;
    let mut received_bytes = 0;
    while let Some(Ok(message)) = socket.next().await {
        received_bytes += message.len();
        assert!(received_bytes <= ANSWER_BYTES_MAX, "too much in answer");
        match message {
            Message::Text(text) => check_message(&text),
            Message::Close(Some(frame)) => {
                let code = u16::from(frame.code);
                assert!(CLOSE_CODES.contains(&code), "closed with {code}");
            }
            Message::Binary(_) => panic!("a binary message"),
            _ => {}
        }
    }
}

fn check_message(text: &str) {
    let message: ServerMessage = serde_json::from_str(text).expect("clients understand it");
    if let ServerMessage::Refused { fault, .. } | ServerMessage::Error(fault) = message {
        let Fault { code, text, .. } = fault;
        assert!(!code.is_empty());
        check_sentence(&text);
    }
}

/// Sends bytes that need not be frames, and reads until the server closes.
async fn send_raw(mut socket: WebSocketStream<TcpStream>, bytes: &[u8]) {
    let stream = socket.get_mut();
    // The server may have closed.
    let _ = stream.write_all(bytes).await;
    let _ = stream.shutdown().await;
    let mut received = Vec::new();
    let mut limited = stream.take(ANSWER_BYTES_MAX as u64 + 1);
    let _ = limited.read_to_end(&mut received).await;
    assert!(received.len() <= ANSWER_BYTES_MAX, "too much in answer");
}
