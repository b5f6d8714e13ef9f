//! The WebSocket of a table.

use std::collections::VecDeque;
use std::io::ErrorKind;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::{Path, State};
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use tokio::io::AsyncWriteExt;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tungstenite::protocol::frame::FrameHeader;
use tungstenite::protocol::frame::coding::{Data, OpCode};
use tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tungstenite::{Message, Utf8Bytes};
use yiqi_wire::{ClientMessage, MESSAGE_BYTES_MAX, Object, ServerMessage};

use super::App;
use super::upgrade::{SocketIo, Upgrade};
use crate::caller::Caller;
use crate::connections::{ConnectionMark, Rank};
use crate::denied::Denied;
use crate::ids::{self, NoRandomness};
use crate::limits::ConnectionSlot;
use crate::people::TokenWatch;
use crate::security::SecurityEvent;
use crate::table::{LinkEnd, ReplyTo, SentCommand, TableHandle, TableRequest, code, encode, link};

/// How long the closing handshake may take.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// The buffers of a socket: small, because most sockets are idle most of the time. There is no
/// maximum for writing, or a longer message could never be sent: a message that does not fit is
/// written before the next is taken, so at most one waits, for the time in which it must be sent.
const BUFFER_BYTES: usize = 1024;

/// A long message gets another timeout for sending per this many bytes.
const SLOW_BYTES: usize = 64 * 1024;

/// Opens the WebSocket of a table.
#[utoipa::path(get, path = "/api/tables/{id}/socket", params(("id" = String, Path)),
    responses((status = 101, description = "Switches to a WebSocket; docs/network.md describes its messages")))]
pub(super) async fn socket(
    State(app): State<App>,
    caller: Caller,
    mark: Option<Extension<ConnectionMark>>,
    Path(id): Path<String>,
    upgrade: Upgrade,
) -> Result<Response, Denied> {
    let slot = app.slot(&caller)?;
    let caller = Arc::new(caller);
    // Refuse callers without access while a status code can still be sent.
    app.hub
        .request(&id, |reply| TableRequest::CheckAccess {
            caller: Arc::clone(&caller),
            reply,
        })
        .await?;
    let table_socket = TableSocket {
        caller,
        mark: mark.map(|Extension(mark)| mark),
        _slot: slot,
        app,
        id,
    };
    Ok(upgrade.accept(|io| table_socket.run(io)))
}

type WebSocket = WebSocketStream<SocketIo>;

/// An open socket.
struct TableSocket {
    app: App,
    id: String,
    caller: Arc<Caller>,
    mark: Option<ConnectionMark>,
    _slot: ConnectionSlot,
}

/// How a socket ends.
enum SocketEnd {
    /// The client disconnected or closed.
    Disconnected,
    /// The server closes with this code.
    Close(u16),
}

/// The table's side of a socket that was told the state.
struct Connected {
    table: TableHandle,
    link: u64,
    end: LinkEnd,
    token: TokenWatch,
}

impl TableSocket {
    async fn run(self, mut io: SocketIo) {
        let services = &self.app.hub.services;
        let metrics = &services.metrics;
        metrics.sockets.inc();
        let connected = self.connect(&mut io).await;
        let config = WebSocketConfig::default()
            .read_buffer_size(BUFFER_BYTES)
            .write_buffer_size(BUFFER_BYTES)
            .max_message_size(Some(MESSAGE_BYTES_MAX))
            .max_frame_size(Some(MESSAGE_BYTES_MAX));
        let mut socket = WebSocket::from_raw_socket(io, Role::Server, Some(config)).await;
        let end = match connected {
            Ok(connected) => self.serve(&mut socket, connected).await,
            Err(end) => end,
        };
        metrics.sockets.dec();
        if let SocketEnd::Close(code) = end {
            if code == code::TOO_SLOW || code == code::GOING_AWAY {
                metrics.sockets_dropped.inc();
            }
            let frame = CloseFrame {
                code: code.into(),
                reason: Utf8Bytes::from_static(reason(code)),
            };
            let closing = async {
                socket.send(Message::Close(Some(frame))).await?;
                // Wait for the client's close frame, which shows that it has read everything.
                while let Some(Ok(_)) = socket.next().await {}
                Ok::<(), tungstenite::Error>(())
            };
            let _ = timeout(CLOSE_TIMEOUT, closing).await;
        }
    }

    /// Connects to the table and sends its state.
    async fn connect(&self, io: &mut SocketIo) -> Result<Connected, SocketEnd> {
        let services = &self.app.hub.services;
        let token = services.people.watch(self.caller.token_hash);
        if !token.is_valid().await {
            return Err(SocketEnd::Close(code::POLICY));
        }
        let link_id = services.link_id();
        let (link, end) = link(link_id, Arc::clone(&self.caller));
        let state = self
            .app
            .hub
            .request(&self.id, |reply| TableRequest::Connect {
                link: link.clone(),
                reply,
            })
            .await;
        drop(link);
        let (first, is_error) = match state {
            Ok(state) => {
                if let Some(mark) = self.mark.as_ref().filter(|_| !state.you.seats.is_empty()) {
                    mark.raise(Rank::Player);
                }
                (ServerMessage::Table(state), false)
            }
            Err(denied) => {
                let fault = denied.fault(services.texts.get(self.caller.lang));
                (ServerMessage::Error(fault), true)
            }
        };
        let told = send_first(io, &encode(&first), services.options.send_max).await;
        // If this fails, the table drops the link itself when the other end is dropped.
        let Ok(table) = self.app.hub.table(&self.id).await else {
            return Err(SocketEnd::Close(code::FAILED));
        };
        if told.is_ok() && !is_error {
            return Ok(Connected {
                table,
                link: link_id,
                end,
                token,
            });
        }
        let _ = table.send(TableRequest::Disconnect { link: link_id }).await;
        Err(match told {
            Ok(()) => SocketEnd::Close(code::FAILED),
            Err(_) => SocketEnd::Disconnected,
        })
    }

    async fn serve(&self, socket: &mut WebSocket, mut connected: Connected) -> SocketEnd {
        let ended = self.exchange(socket, &mut connected).await;
        let Connected { table, link, .. } = connected;
        let _ = table.send(TableRequest::Disconnect { link }).await;
        ended
    }

    async fn exchange(&self, socket: &mut WebSocket, connected: &mut Connected) -> SocketEnd {
        let Connected {
            table,
            link,
            end,
            token,
        } = connected;
        let options = &self.app.hub.services.options;
        let mut revoked = std::pin::pin!(token.revoked());
        let mut round_trips = RoundTrips::new();
        let mut message_count = MessageCount::new();
        let mut ping = tokio::time::interval(options.ping_every);
        ping.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                message = end.queue.recv() => {
                    let Some(text) = message else {
                        return SocketEnd::Close(end.verdict());
                    };
                    if send_all(socket, text, end, options.send_max).await.is_err() {
                        return SocketEnd::Disconnected;
                    }
                }
                frame = socket.next() => {
                    round_trips.heard();
                    let message = match frame {
                        None => return SocketEnd::Disconnected,
                        Some(Err(error)) => return end_of(&error),
                        Some(Ok(Message::Close(_))) => return SocketEnd::Disconnected,
                        Some(Ok(Message::Binary(_))) => return SocketEnd::Close(code::NOT_TEXT),
                        Some(Ok(Message::Pong(payload))) => {
                            round_trips.pong(&payload);
                            None
                        }
                        // A whole message is never a frame.
                        Some(Ok(Message::Ping(_) | Message::Frame(_))) => None,
                        Some(Ok(Message::Text(text))) => Some(text),
                    };
                    if !message_count.is_within(options.messages_max, options.message_window) {
                        self.app.hub.services.security.note(SecurityEvent {
                            kind: "socket_flood",
                            address: Some(self.caller.address),
                            ..SecurityEvent::default()
                        });
                        return SocketEnd::Close(code::POLICY);
                    }
                    if let Some(text) = message
                        && self.receive(socket, &text, *link, table, round_trips.lag_ms()).await.is_err()
                    {
                        return SocketEnd::Close(code::FAILED);
                    }
                }
                _ = ping.tick() => {
                    if round_trips.silent_for() > options.silence {
                        return SocketEnd::Close(code::GOING_AWAY);
                    }
                    let Ok(payload) = round_trips.ping() else {
                        return SocketEnd::Close(code::FAILED);
                    };
                    if self.send_ping(socket, payload).await.is_err() {
                        return SocketEnd::Disconnected;
                    }
                }
                () = &mut revoked => return SocketEnd::Close(code::POLICY),
            }
        }
    }

    /// Sends a ping, and for pages a message, which a script can see.
    async fn send_ping(
        &self,
        socket: &mut WebSocket,
        payload: [u8; 8],
    ) -> Result<(), tungstenite::Error> {
        if self.caller.view {
            let alive = Message::Text(encode(&ServerMessage::Alive));
            // Sent together with the ping that follows.
            socket.feed(alive).await?;
        }
        let ping = Message::Ping(payload.to_vec().into());
        send(socket, ping, self.app.hub.services.options.send_max).await
    }

    /// Handles a message from the client.
    async fn receive(
        &self,
        socket: &mut WebSocket,
        text: &str,
        link: u64,
        table: &TableHandle,
        lag_ms: u64,
    ) -> Result<(), ()> {
        let services = &self.app.hub.services;
        let received_ms = services.time.now_ms();
        let received = Instant::now();
        let message: ClientMessage = match serde_json::from_str(text) {
            Ok(Object(message)) => message,
            Err(error) => {
                let denied = Denied::BadMessage(error.to_string());
                services.metrics.refused(denied.code());
                let fault = denied.fault(services.texts.get(self.caller.lang));
                let text = encode(&ServerMessage::Error(fault));
                return send(socket, Message::Text(text), services.options.send_max)
                    .await
                    .map_err(|_| ());
            }
        };
        let caller = Arc::clone(&self.caller);
        let request = match message {
            ClientMessage::Command(message) => TableRequest::Command(SentCommand {
                caller,
                message,
                received_ms,
                received,
                lag_ms,
                reply_to: Some(ReplyTo::Link(link)),
            }),
            ClientMessage::Chat { room, text } => TableRequest::Chat {
                caller,
                link,
                room,
                text,
            },
            ClientMessage::Hurry {} => TableRequest::Hurry { caller },
        };
        table.send(request).await.map_err(|_| ())
    }
}

/// Sends the first message, which is the longest, past the socket's buffer: that would keep its
/// size as long as the socket is open.
async fn send_first(io: &mut SocketIo, text: &str, send_max: Duration) -> tungstenite::Result<()> {
    let header = FrameHeader {
        opcode: OpCode::Data(Data::Text),
        ..FrameHeader::default()
    };
    let mut frame = Vec::with_capacity(text.len() + 10);
    header.format(text.len() as u64, &mut frame)?;
    frame.extend_from_slice(text.as_bytes());
    let sending = async {
        io.write_all(&frame).await?;
        io.flush().await
    };
    timeout(time_to_send(text.len(), send_max), sending)
        .await
        .map_err(timed_out)?
        .map_err(tungstenite::Error::Io)
}

/// How long sending a message may take.
fn time_to_send(bytes: usize, send_max: Duration) -> Duration {
    let parts = 1 + bytes / SLOW_BYTES;
    send_max.saturating_mul(u32::try_from(parts).unwrap_or(u32::MAX))
}

fn timed_out(_: tokio::time::error::Elapsed) -> tungstenite::Error {
    tungstenite::Error::Io(ErrorKind::TimedOut.into())
}

/// Sends a message and all that are queued behind it in one flush.
async fn send_all(
    socket: &mut WebSocket,
    first: Utf8Bytes,
    end: &mut LinkEnd,
    send_max: Duration,
) -> Result<(), tungstenite::Error> {
    let sending = async {
        socket.feed(Message::Text(first)).await?;
        while let Ok(next) = end.queue.try_recv() {
            socket.feed(Message::Text(next)).await?;
        }
        socket.flush().await
    };
    timeout(send_max, sending)
        .await
        .unwrap_or_else(|late| Err(timed_out(late)))
}

async fn send(
    socket: &mut WebSocket,
    message: Message,
    send_max: Duration,
) -> Result<(), tungstenite::Error> {
    timeout(
        time_to_send(message_len(&message), send_max),
        socket.send(message),
    )
    .await
    .unwrap_or_else(|late| Err(timed_out(late)))
}

fn message_len(message: &Message) -> usize {
    match message {
        Message::Text(text) => text.len(),
        Message::Binary(bytes) | Message::Ping(bytes) | Message::Pong(bytes) => bytes.len(),
        Message::Close(_) | Message::Frame(_) => 0,
    }
}

/// How to close after a frame that could not be read.
fn end_of(error: &tungstenite::Error) -> SocketEnd {
    match error {
        tungstenite::Error::Capacity(_) => SocketEnd::Close(code::TOO_BIG),
        tungstenite::Error::Utf8(_) => SocketEnd::Close(code::NOT_UTF8),
        tungstenite::Error::Protocol(_) => SocketEnd::Close(code::PROTOCOL),
        // A message in too many fragments.
        tungstenite::Error::Io(error) if error.kind() == ErrorKind::InvalidData => {
            SocketEnd::Close(code::POLICY)
        }
        _ => SocketEnd::Disconnected,
    }
}

fn reason(code: u16) -> &'static str {
    match code {
        code::GOING_AWAY => "silent for too long",
        code::PROTOCOL => "not a websocket frame",
        code::NOT_TEXT => "only text is accepted",
        code::NOT_UTF8 => "not UTF-8",
        code::POLICY => "too many messages, or logged out",
        code::TOO_BIG => "too big",
        code::RESTART => "restarting, connect again",
        code::TOO_SLOW => "too slow, connect again and resume",
        code::ELSEWHERE => "opened elsewhere",
        _ => "this table failed, connect again",
    }
}

/// How many pings may be unanswered; older ones are forgotten.
const PINGS_MAX: usize = 4;

/// Pings and their round-trip times.
struct RoundTrips {
    heard: Instant,
    /// The pings without a pong: a random payload, which nobody can guess, and when it was sent.
    pings: VecDeque<(u64, Instant)>,
    /// The latest round trips. The shortest counts, so that delaying a pong gains little.
    trips_ms: [u64; 3],
    trip_count: usize,
}

impl RoundTrips {
    fn new() -> RoundTrips {
        RoundTrips {
            heard: Instant::now(),
            pings: VecDeque::new(),
            trips_ms: [u64::MAX; 3],
            trip_count: 0,
        }
    }

    fn heard(&mut self) {
        self.heard = Instant::now();
    }

    fn silent_for(&self) -> Duration {
        self.heard.elapsed()
    }

    /// The payload of a ping that is sent now.
    fn ping(&mut self) -> Result<[u8; 8], NoRandomness> {
        let payload = ids::dice()?;
        if self.pings.len() == PINGS_MAX {
            self.pings.pop_front();
        }
        self.pings.push_back((payload, Instant::now()));
        Ok(payload.to_be_bytes())
    }

    /// Notes a pong. One that answers no ping, or one answered already, is ignored.
    fn pong(&mut self, payload: &[u8]) {
        let at = self
            .pings
            .iter()
            .position(|(sent, _)| sent.to_be_bytes() == payload);
        if let Some((_, sent_at)) = at.and_then(|at| self.pings.remove(at)) {
            let trip_ms = sent_at.elapsed().as_millis() as u64;
            self.trips_ms[self.trip_count % self.trips_ms.len()] = trip_ms;
            self.trip_count += 1;
        }
    }

    /// The round-trip time, or 0 while unknown.
    fn lag_ms(&self) -> u64 {
        match self.trips_ms.iter().min() {
            Some(&ms) if ms < u64::MAX => ms,
            _ => 0,
        }
    }
}

/// Counts messages within a time window.
struct MessageCount {
    since: Instant,
    count: u32,
}

impl MessageCount {
    fn new() -> MessageCount {
        MessageCount {
            since: Instant::now(),
            count: 0,
        }
    }

    fn is_within(&mut self, max: u32, window: Duration) -> bool {
        if self.since.elapsed() > window {
            *self = MessageCount::new();
        }
        self.count += 1;
        self.count <= max
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Fault 40.
    #[test]
    fn pongs_that_answer_no_ping_give_no_time() {
        let mut round_trips = RoundTrips::new();
        let ping = round_trips.ping().unwrap();
        let now = Instant::now();
        for sent in &mut round_trips.pings {
            sent.1 = now - Duration::from_millis(500);
        }
        for forged in [0, 1, u64::MAX] {
            round_trips.pong(&forged.to_be_bytes());
        }
        round_trips.pong(&ping[..7]);
        round_trips.pong(b"");
        assert_eq!((round_trips.lag_ms(), round_trips.trip_count), (0, 0));
        round_trips.pong(&ping);
        assert!(round_trips.lag_ms() >= 500);
        // A ping is answered once.
        round_trips.pong(&ping);
        assert_eq!(round_trips.trip_count, 1);
    }
}
