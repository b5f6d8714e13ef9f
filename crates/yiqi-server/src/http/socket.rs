//! The socket of a table.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use futures_util::SinkExt;
use tokio::time::timeout;
use yiqi_wire::{ClientMessage, MESSAGE_BYTES_MAX, ServerMessage};

use super::App;
use crate::caller::Caller;
use crate::denied::Denied;
use crate::limits::ConnectionSlot;
use crate::table::{LinkEnd, ReplyTo, SentCommand, TableHandle, TableRequest, code, encode, link};

/// How long a goodbye may take.
const GOODBYE_MAX: Duration = Duration::from_secs(1);

/// How the bytes of a socket are kept: small, since most sockets wait most of the time.
const BUFFER_BYTES: usize = 1024;

/// The socket of a table.
#[utoipa::path(get, path = "/api/tables/{id}/socket", params(("id" = String, Path)),
    responses((status = 101, description = "messages as docs/network.md describes them")))]
pub(super) async fn socket(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Denied> {
    let slot = app.slot(&caller)?;
    let caller = Arc::new(caller);
    // Who may not see it is told so while there are still status codes.
    app.hub
        .request(&id, |reply| TableRequest::CheckAccess {
            caller: Arc::clone(&caller),
            reply,
        })
        .await?;
    Ok(upgrade
        .read_buffer_size(BUFFER_BYTES)
        .write_buffer_size(BUFFER_BYTES)
        .max_write_buffer_size(64 * 1024)
        .max_message_size(MESSAGE_BYTES_MAX)
        .max_frame_size(MESSAGE_BYTES_MAX)
        .on_upgrade(move |socket| async move {
            let talk = Talk {
                caller,
                _slot: slot,
                app,
                id,
            };
            Box::pin(talk.run(socket)).await;
        }))
}

/// One socket, as long as it is open.
struct Talk {
    app: App,
    id: String,
    caller: Arc<Caller>,
    _slot: ConnectionSlot,
}

/// How a socket ends.
enum End {
    /// The other side is gone, or said goodbye.
    Gone,
    /// We say why.
    Close(u16),
}

impl Talk {
    async fn run(self, mut socket: WebSocket) {
        let services = &self.app.hub.services;
        let metrics = &services.metrics;
        metrics.sockets.inc();
        let end = self.talk(&mut socket).await;
        metrics.sockets.dec();
        if let End::Close(code) = end {
            if code == code::TOO_SLOW || code == code::GOING_AWAY {
                metrics.sockets_dropped.inc();
            }
            let frame = CloseFrame {
                code,
                reason: Utf8Bytes::from_static(reason(code)),
            };
            let goodbye = async {
                socket.send(Message::Close(Some(frame))).await?;
                // The other side answers; then both know that all was read.
                while let Some(Ok(_)) = socket.recv().await {}
                Ok::<(), axum::Error>(())
            };
            let _ = timeout(GOODBYE_MAX, goodbye).await;
        }
    }

    async fn talk(&self, socket: &mut WebSocket) -> End {
        let services = &self.app.hub.services;
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
        let first = match state {
            Ok(state) => ServerMessage::Table(state),
            Err(denied) => ServerMessage::Error(denied.fault(services.texts.get(self.caller.lang))),
        };
        let is_error = matches!(first, ServerMessage::Error(_));
        let send_max = services.options.send_max;
        let told = send(socket, Message::Text(encode(&first)), send_max).await;
        // Without its end the table lets go of the link by itself.
        let Ok(table) = self.app.hub.table(&self.id).await else {
            return End::Close(code::FAILED);
        };
        let ended = match told {
            Ok(()) if is_error => End::Close(code::FAILED),
            Ok(()) => self.exchange(socket, end, link_id, &table).await,
            Err(_) => End::Gone,
        };
        let _ = table.send(TableRequest::Disconnect { link: link_id }).await;
        ended
    }

    async fn exchange(
        &self,
        socket: &mut WebSocket,
        mut end: LinkEnd,
        link: u64,
        table: &TableHandle,
    ) -> End {
        let options = &self.app.hub.services.options;
        let people = &self.app.hub.services.people;
        let mut revoked = std::pin::pin!(people.until_revoked(self.caller.token_hash));
        let mut pulse = Pulse::new();
        let mut flood = Flood::new();
        let mut ping = tokio::time::interval(options.ping_every);
        ping.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                message = end.queue.recv() => {
                    let Some(text) = message else {
                        return End::Close(end.verdict());
                    };
                    if send_all(socket, text, &mut end, options.send_max).await.is_err() {
                        return End::Gone;
                    }
                }
                frame = socket.recv() => {
                    pulse.heard();
                    let message = match frame {
                        None => return End::Gone,
                        Some(Err(error)) => return end_of(error),
                        Some(Ok(Message::Close(_))) => return End::Gone,
                        Some(Ok(Message::Binary(_))) => return End::Close(code::NOT_TEXT),
                        Some(Ok(Message::Pong(payload))) => {
                            pulse.answered(&payload);
                            None
                        }
                        Some(Ok(Message::Ping(_))) => None,
                        Some(Ok(Message::Text(text))) => Some(text),
                    };
                    if !flood.is_fine(options.messages_max, options.message_window) {
                        return End::Close(code::POLICY);
                    }
                    if let Some(text) = message
                        && self.hear(socket, &text, link, table, pulse.lag_ms()).await.is_err()
                    {
                        return End::Close(code::FAILED);
                    }
                }
                _ = ping.tick() => {
                    if pulse.silent_for() > options.silence {
                        return End::Close(code::GOING_AWAY);
                    }
                    if self.ask_for_life(socket, &pulse).await.is_err() {
                        return End::Gone;
                    }
                }
                () = &mut revoked => return End::Close(code::POLICY),
            }
        }
    }

    /// Asks for a sign of life and gives one.
    async fn ask_for_life(&self, socket: &mut WebSocket, pulse: &Pulse) -> Result<(), axum::Error> {
        if self.caller.view {
            let alive = Message::Text(encode(&ServerMessage::Alive));
            // In one go with the ping that follows.
            socket.feed(alive).await?;
        }
        let ping = Message::Ping(pulse.ask().to_vec().into());
        send(socket, ping, self.app.hub.services.options.send_max).await
    }

    /// Takes up a message from the client.
    async fn hear(
        &self,
        socket: &mut WebSocket,
        text: &str,
        link: u64,
        table: &TableHandle,
        lag_ms: u64,
    ) -> Result<(), ()> {
        let services = &self.app.hub.services;
        let received_ms = services.time.now_ms();
        let message: ClientMessage = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => {
                let denied = Denied::BadMessage(error.to_string());
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
                lag_ms,
                reply_to: Some(ReplyTo::Link(link)),
            }),
            ClientMessage::Chat { room, text } => TableRequest::Chat {
                caller,
                link,
                room,
                text,
            },
        };
        table.send(request).await.map_err(|_| ())
    }
}

/// Sends a message and all that wait behind it, in one go.
async fn send_all(
    socket: &mut WebSocket,
    first: Utf8Bytes,
    end: &mut LinkEnd,
    send_max: Duration,
) -> Result<(), axum::Error> {
    let sending = async {
        socket.feed(Message::Text(first)).await?;
        while let Ok(next) = end.queue.try_recv() {
            socket.feed(Message::Text(next)).await?;
        }
        socket.flush().await
    };
    timeout(send_max, sending)
        .await
        .unwrap_or_else(|late| Err(axum::Error::new(late)))
}

async fn send(
    socket: &mut WebSocket,
    message: Message,
    send_max: Duration,
) -> Result<(), axum::Error> {
    timeout(send_max, socket.send(message))
        .await
        .unwrap_or_else(|late| Err(axum::Error::new(late)))
}

/// What follows from a broken frame.
fn end_of(error: axum::Error) -> End {
    let error = error.into_inner();
    match error.downcast_ref::<tungstenite::Error>() {
        Some(tungstenite::Error::Capacity(_)) => End::Close(code::TOO_BIG),
        Some(tungstenite::Error::Utf8(_)) => End::Close(code::NOT_UTF8),
        Some(tungstenite::Error::Protocol(_)) => End::Close(code::PROTOCOL),
        _ => End::Gone,
    }
}

fn reason(code: u16) -> &'static str {
    match code {
        code::GOING_AWAY => "silent for too long",
        code::PROTOCOL => "not a websocket frame",
        code::NOT_TEXT => "only text is read",
        code::NOT_UTF8 => "not UTF-8",
        code::POLICY => "too many messages, or logged out",
        code::TOO_BIG => "too big",
        code::RESTART => "restarting, connect again",
        code::TOO_SLOW => "too slow, connect again and resume",
        code::ELSEWHERE => "opened elsewhere",
        _ => "this table failed, connect again",
    }
}

/// Signs of life, and how long they take.
struct Pulse {
    start: Instant,
    heard: Instant,
    /// The last round trips; the shortest counts, so that answering late gains little.
    trips_ms: [u64; 3],
    trip_count: usize,
}

impl Pulse {
    fn new() -> Pulse {
        Pulse {
            start: Instant::now(),
            heard: Instant::now(),
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

    /// What to send along, so that the answer tells when it was asked for.
    fn ask(&self) -> [u8; 8] {
        (self.start.elapsed().as_millis() as u64).to_be_bytes()
    }

    fn answered(&mut self, payload: &[u8]) {
        let now_ms = self.start.elapsed().as_millis() as u64;
        // A time that we never sent is no answer.
        if let Ok(sent) = payload.try_into().map(u64::from_be_bytes)
            && let Some(trip_ms) = now_ms.checked_sub(sent)
        {
            self.trips_ms[self.trip_count % self.trips_ms.len()] = trip_ms;
            self.trip_count += 1;
        }
    }

    /// The round trip, as far as it is known.
    fn lag_ms(&self) -> u64 {
        match self.trips_ms.iter().min() {
            Some(&ms) if ms < u64::MAX => ms,
            _ => 0,
        }
    }
}

/// Messages within a window of time.
struct Flood {
    since: Instant,
    count: u32,
}

impl Flood {
    fn new() -> Flood {
        Flood {
            since: Instant::now(),
            count: 0,
        }
    }

    fn is_fine(&mut self, max: u32, window: Duration) -> bool {
        if self.since.elapsed() > window {
            *self = Flood::new();
        }
        self.count += 1;
        self.count <= max
    }
}
