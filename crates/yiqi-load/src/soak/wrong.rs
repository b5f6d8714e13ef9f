//! Input that no honest client sends. Each must be refused or cut off, and harm nobody.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use yiqi_testkit::Dice;
use yiqi_wire::ServerMessage;

use crate::LoadError;
use crate::socket::{Socket, SocketOptions};

/// How long a server may take to refuse or cut off anything: three times the longest of its limits.
const REFUSED_WITHIN: Duration = Duration::from_secs(60);

/// How much of an answer is read.
const ANSWER_BYTES_MAX: u64 = 1024 * 1024;

/// A kind of wrong input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wrong {
    /// Random bytes instead of a request.
    Garbage,
    /// A body that is not JSON, or not what is expected.
    BadJson,
    /// A body far above its limit.
    LargeBody,
    /// An unknown or malformed path.
    BadPath,
    /// A method that the path does not have.
    BadMethod,
    /// A token that nobody has.
    BadToken,
    /// A file that is no record.
    BadFile,
    /// A head far above its limit.
    LargeHead,
    /// A connection on which nothing comes.
    Silence,
    /// Half of a head.
    HalfHead,
    /// Half of a body.
    HalfBody,
    /// A connection that closes at once.
    CloseAtOnce,
    /// A socket that sends text that is no message.
    BadMessage,
    /// A spectator who moves.
    NotAPlayer,
    /// A binary message.
    Binary,
    /// A message above its limit.
    LargeMessage,
    /// Bytes that are no frame.
    BadFrame,
    /// A socket that neither reads nor answers pings.
    DeafSocket,
}

impl Wrong {
    pub(super) const ALL: &'static [Wrong] = &[
        Wrong::Garbage,
        Wrong::BadJson,
        Wrong::LargeBody,
        Wrong::BadPath,
        Wrong::BadMethod,
        Wrong::BadToken,
        Wrong::BadFile,
        Wrong::LargeHead,
        Wrong::Silence,
        Wrong::HalfHead,
        Wrong::HalfBody,
        Wrong::CloseAtOnce,
        Wrong::BadMessage,
        Wrong::NotAPlayer,
        Wrong::Binary,
        Wrong::LargeMessage,
        Wrong::BadFrame,
        Wrong::DeafSocket,
    ];
}

/// Sends wrong input, some of it to the socket of a table.
///
/// # Errors
/// If it is neither refused nor cut off.
pub(super) async fn send(
    kind: Wrong,
    address: SocketAddr,
    table: Option<&str>,
    dice: &mut Dice,
) -> Result<(), LoadError> {
    let sending = async {
        match http(kind, dice) {
            Some(bytes) => check_refused(address, &bytes).await,
            None => match table {
                Some(table) => socket(kind, address, table, dice).await,
                None => Ok(()),
            },
        }
    };
    tokio::time::timeout(REFUSED_WITHIN, sending)
        .await
        .unwrap_or_else(|_| {
            let what = format!("neither refused nor cut off in {REFUSED_WITHIN:?}");
            Err(LoadError::Broken(what))
        })
}

/// What is sent over HTTP, if it is of that kind.
fn http(kind: Wrong, dice: &mut Dice) -> Option<Vec<u8>> {
    Some(match kind {
        Wrong::Garbage => (0..200)
            .map(|_| dice.below(256) as u8)
            .chain(*b"\r\n\r\n")
            .collect(),
        Wrong::BadJson => {
            let bodies = ["{", "[]", "null", r#"{"name":5}"#, "\u{0}"];
            post("/api/guest", "", dice.pick(&bodies).as_bytes())
        }
        Wrong::LargeBody => post("/api/guest", "", &vec![b' '; 256 * 1024]),
        Wrong::BadPath => {
            let paths = [
                "/../../etc/passwd",
                "/api/tables/%00",
                "/api/tables/zzzzzzzzzz",
                "/api/tables/%F0%9F%98%80/record?format=yiqi",
                "/api/nothing",
                "/assets/%2e%2e/%2e%2e/Cargo.toml",
                "nothing",
            ];
            request("GET", paths[dice.below(paths.len())], "")
        }
        Wrong::BadMethod => request("BREW", "/api/guest", ""),
        Wrong::BadToken => {
            let header = "Authorization: Bearer 0123456789abcdef0123456789abcdef\r\n";
            request("GET", "/api/me", header)
        }
        Wrong::BadFile => {
            let files: [&[u8]; 4] = [b"", b"(;GM[2", b"yiqi 999\n", b"\xff\xfe\x00"];
            post("/api/replay", "", files[dice.below(files.len())])
        }
        Wrong::LargeHead => {
            let header = format!("X-Large: {}\r\n", "x".repeat(1024 * 1024));
            request("GET", "/health", &header)
        }
        Wrong::Silence => Vec::new(),
        Wrong::HalfHead => b"GET /health HTTP/1.1\r\nHost:".to_vec(),
        Wrong::HalfBody => request(
            "POST",
            "/api/guest",
            "Content-Type: application/json\r\nContent-Length: 100\r\n",
        ),
        _ => return None,
    })
}

fn request(method: &str, path: &str, headers: &str) -> Vec<u8> {
    format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\r\n")
        .into_bytes()
}

fn post(path: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let headers = format!(
        "Content-Type: application/json\r\nContent-Length: {}\r\n{headers}",
        body.len()
    );
    let mut bytes = request("POST", path, &headers);
    bytes.extend_from_slice(body);
    bytes
}

/// Sends bytes and reads until the server closes. It must have refused them, or said nothing.
async fn check_refused(address: SocketAddr, bytes: &[u8]) -> Result<(), LoadError> {
    let stream = TcpStream::connect(address).await?;
    let (reader, mut writer) = stream.into_split();
    // The server may close before it has read everything.
    let _ = writer.write_all(bytes).await;
    let mut answer = Vec::new();
    let _ = reader.take(ANSWER_BYTES_MAX).read_to_end(&mut answer).await;
    let line = answer
        .split(|byte| *byte == b'\r')
        .next()
        .unwrap_or_default();
    let line = String::from_utf8_lossy(line);
    let is_refused = line.is_empty() || line.starts_with("HTTP/1.1 4");
    match is_refused {
        true => Ok(()),
        false => Err(LoadError::Broken(format!("answered '{line}'"))),
    }
}

/// Sends something to the socket of a table.
async fn socket(
    kind: Wrong,
    address: SocketAddr,
    table: &str,
    dice: &mut Dice,
) -> Result<(), LoadError> {
    if kind == Wrong::CloseAtOnce {
        drop(TcpStream::connect(address).await?);
        return Ok(());
    }
    let (mut socket, _) = Socket::connect(SocketOptions {
        address,
        table,
        token: None,
        after: 0,
        view: false,
    })
    .await?;
    let play = r#"{"type":"command","id":"1","command":{"do":"play","move":"a1"}}"#;
    match kind {
        Wrong::NotAPlayer => {
            socket.send(Message::text(play)).await?;
            loop {
                match socket.receive().await? {
                    ServerMessage::Refused { .. } => return Ok(()),
                    ServerMessage::Ack { .. } => {
                        return Err(LoadError::Broken("a spectator moved".to_owned()));
                    }
                    _ => {}
                }
            }
        }
        Wrong::BadMessage => {
            let texts = [
                "{",
                "[]",
                r#"{"type":"command"}"#,
                r#"{"type":"none"}"#,
                "\u{0}",
            ];
            socket.send(Message::text(*dice.pick(&texts))).await?;
            loop {
                if let ServerMessage::Error(_) = socket.receive().await? {
                    return Ok(());
                }
            }
        }
        Wrong::Binary => {
            socket.send(Message::binary(vec![0; 10])).await?;
            check_closed(&mut socket, &[1003]).await
        }
        Wrong::LargeMessage => {
            // The server may close before it has read everything.
            let _ = socket.send(Message::text("x".repeat(32 * 1024))).await;
            check_closed(&mut socket, &[1009]).await
        }
        Wrong::BadFrame => {
            socket.send_bytes(&[0xff; 16]).await?;
            check_closed(&mut socket, &[1002]).await
        }
        _ => {
            tokio::time::sleep(REFUSED_WITHIN / 3).await;
            check_closed(&mut socket, &[1001]).await
        }
    }
}

/// Reads until the server closes, with one of these codes or without a word.
async fn check_closed(socket: &mut Socket, codes: &[u16]) -> Result<(), LoadError> {
    loop {
        match socket.receive_text().await {
            Ok(_) => {}
            Err(LoadError::Closed(Some(code))) if !codes.contains(&code) => {
                let what = format!("closed with {code} instead of {codes:?}");
                return Err(LoadError::Broken(what));
            }
            Err(_) => return Ok(()),
        }
    }
}
