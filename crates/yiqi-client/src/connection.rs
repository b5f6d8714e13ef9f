//! A connection to a table, on its own thread.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError};
use std::time::{Duration, Instant};

use rustls::{ClientConnection, StreamOwned};
use serde::Deserialize;
use tungstenite::client::ClientRequestBuilder;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{Error, HandshakeError, Message, WebSocket};
use yiqi_wire::{ClientMessage, Fault, LobbyView, NewTable, ServerMessage, TableState};

use crate::event::{Event, LinkState, Reason};
use crate::handle::{Handle, Order};
use crate::http::{self, Denied};
use crate::mirror::Mirror;
use crate::timing::{Timing, random};
use crate::tls::{TlsProblem, Trust};
use crate::{Identity, ServerAddress, TableAddress};

/// Options of a connection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The name to show to others; may be empty.
    pub name: String,
    /// The language of the server's texts, as a tag: `en`, `zh-Hans`, …
    pub lang: String,
    /// Timeouts and backoff.
    pub timing: Timing,
    /// Whose certificates are trusted.
    pub trust: Trust,
}

/// Reads a table from a server, once.
///
/// # Errors
/// If the server cannot be reached, there is no such table, ….
pub fn look(
    address: &TableAddress,
    identity: &Identity,
    options: &Options,
) -> Result<TableState, Reason> {
    http::look(address, identity, options).map_err(|denied| denied.reason)
}

/// Reads the lobby of a server: tables with an open seat, games in play, games that just ended.
///
/// # Errors
/// If the server cannot be reached, ….
pub fn lobby(server: &ServerAddress, options: &Options) -> Result<LobbyView, Reason> {
    http::lobby(server, options).map_err(|denied| denied.reason)
}

/// Creates a table on a server and returns its address, with the invitation if it has one.
///
/// # Errors
/// If the server cannot be reached or refuses it.
pub fn create_table(
    server: &ServerAddress,
    identity: &Identity,
    options: &Options,
    table: &NewTable,
) -> Result<TableAddress, Reason> {
    http::create(server, identity, options, table).map_err(|denied| denied.reason)
}

/// A connection to a table; [`Connection::run`] drives it until it ends.
#[derive(Debug)]
pub struct Connection {
    address: TableAddress,
    identity: Identity,
    options: Options,
    orders: Receiver<Order>,
    events: SyncSender<Event>,
    mirror: Mirror,
    /// The token; `None` before the client has gone to the table.
    token: Option<String>,
    /// Whether the server has ever admitted the client: from then on it retries.
    was_there: bool,
    failed_count: u32,
}

/// Why a connection ended.
enum Ended {
    /// Nobody listens any more.
    Left,
    /// Closed for good.
    Closed(Reason),
    /// Lost; to be reopened.
    Lost,
}

type Socket = WebSocket<Transport>;

/// A stream to a server, plain or secure.
enum Transport {
    Plain(TimedStream),
    Tls(Box<StreamOwned<ClientConnection, TimedStream>>),
}

impl Transport {
    fn timed(&self) -> &TimedStream {
        match self {
            Transport::Plain(stream) => stream,
            Transport::Tls(stream) => stream.get_ref(),
        }
    }
}

impl Read for Transport {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Transport::Plain(stream) => stream.read(buffer),
            Transport::Tls(stream) => stream.read(buffer),
        }
    }
}

impl Write for Transport {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Transport::Plain(stream) => stream.write(bytes),
            Transport::Tls(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Transport::Plain(stream) => stream.flush(),
            Transport::Tls(stream) => stream.flush(),
        }
    }
}

/// A stream that notes when bytes last arrived: a long message on a slow line is not silence.
struct TimedStream {
    stream: TcpStream,
    received_at: Instant,
}

impl Read for TimedStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        self.received_at = Instant::now();
        Ok(count)
    }
}

impl Write for TimedStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// How long to poll the socket before looking for orders.
const LOOK_TIME: Duration = Duration::from_millis(20);

/// Timeout for connecting to one address of a server.
const CONNECT_MAX: Duration = Duration::from_secs(5);

/// The maximum size of a message.
const MESSAGE_BYTES_MAX: usize = 16 << 20;

/// A connection that lasted this long resets the backoff.
const GOOD_TIME: Duration = Duration::from_secs(2);

/// How many times to retry a server that was never reached.
const FIRST_TRIES: u32 = 2;

impl Connection {
    /// Connects to a table on its own thread. The client takes a seat if one is available, and
    /// watches otherwise. The connection ends when the handle is dropped.
    #[must_use]
    pub fn open(
        address: TableAddress,
        identity: Identity,
        options: Options,
    ) -> (Handle, Receiver<Event>) {
        let (handle, events, connection) = Connection::new(address, identity, options);
        std::thread::spawn(move || connection.run());
        (handle, events)
    }

    /// Creates a connection that is not open yet, with its handle and its events.
    #[must_use]
    pub fn new(
        address: TableAddress,
        identity: Identity,
        options: Options,
    ) -> (Handle, Receiver<Event>, Connection) {
        let (handle, received, orders, events) = Handle::pair();
        let connection = Connection {
            address,
            identity,
            options,
            orders,
            events,
            mirror: Mirror::new(random()),
            token: None,
            was_there: false,
            failed_count: 0,
        };
        (handle, received, connection)
    }

    /// Runs until the handle is dropped or the connection is closed for good.
    pub fn run(mut self) {
        let reason = match self.work() {
            Ended::Closed(reason) => reason,
            Ended::Left | Ended::Lost => Reason::Left,
        };
        // Fails only if nobody listens any more.
        let _ = self.tell(Event::Connection(LinkState::Closed(reason)));
    }

    fn work(&mut self) -> Ended {
        if let Err(ended) = self.tell(Event::Connection(LinkState::Connecting)) {
            return ended;
        }
        loop {
            let ended = match self.connect() {
                Ok(mut socket) => {
                    let began = Instant::now();
                    let ended = self.exchange(&mut socket);
                    close(&mut socket);
                    if self.mirror.is_greeted() && began.elapsed() > GOOD_TIME {
                        self.failed_count = 0;
                    }
                    ended
                }
                Err(ended) => ended,
            };
            if !matches!(ended, Ended::Lost) {
                return ended;
            }
            if let Err(ended) = self.wait() {
                return ended;
            }
        }
    }

    /// Waits before the next attempt; commands sent meanwhile are queued.
    fn wait(&mut self) -> Result<(), Ended> {
        let pause = self.options.timing.pause(self.failed_count, random());
        self.failed_count = self.failed_count.saturating_add(1);
        let until = Instant::now() + pause;
        let in_ms = u64::try_from(pause.as_millis()).unwrap_or(u64::MAX);
        self.tell(Event::Connection(LinkState::Reconnecting { in_ms }))?;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.orders.recv_timeout(left) {
                Ok(Order::Hurry) | Err(RecvTimeoutError::Timeout) => return Ok(()),
                Ok(order) => self.obey(order, None)?,
                Err(RecvTimeoutError::Disconnected) => return Err(Ended::Left),
            }
        }
    }

    /// Decides what follows from a failed request.
    fn denied(&mut self, denied: Denied) -> Ended {
        if denied.is_unknown {
            self.identity.forget(&self.address);
            self.token = None;
        }
        // A server that was never reached is not retried for long.
        if denied.is_final || (!self.was_there && self.failed_count >= FIRST_TRIES) {
            Ended::Closed(denied.reason)
        } else {
            Ended::Lost
        }
    }

    fn connect(&mut self) -> Result<Socket, Ended> {
        let token = match &self.token {
            Some(token) => token.clone(),
            None => {
                let entered = http::enter(&self.address, &self.identity, &self.options)
                    .map_err(|denied| self.denied(denied))?;
                if let Some(fault) = entered.no_seat {
                    self.tell(Event::Failed(fault))?;
                }
                self.was_there = true;
                self.token = Some(entered.token.clone());
                entered.token
            }
        };
        let socket = self
            .open_socket(&token)
            .map_err(|denied| self.denied(denied))?;
        self.mirror.connected();
        Ok(socket)
    }

    fn open_socket(&self, token: &str) -> Result<Socket, Denied> {
        let lost = |problem: String| Denied::temporary(Reason::Unreachable(problem));
        let stream = self.transport()?;
        let scheme = if self.address.is_secure() {
            "wss"
        } else {
            "ws"
        };
        let url = format!(
            "{scheme}://{}/api/tables/{}/socket?after={}&lang={}&view=no",
            self.address.server(),
            self.address.table(),
            self.mirror.after(),
            self.options.lang,
        );
        let uri = url.parse().map_err(|_| lost(url.clone()))?;
        let request =
            ClientRequestBuilder::new(uri).with_header("Authorization", format!("Bearer {token}"));
        let config = WebSocketConfig::default()
            .max_message_size(Some(MESSAGE_BYTES_MAX))
            .max_frame_size(Some(MESSAGE_BYTES_MAX));
        let (socket, _) = tungstenite::client::client_with_config(request, stream, Some(config))
            .map_err(|error| match error {
                HandshakeError::Failure(Error::Http(response)) => {
                    let body = response.body().as_deref().unwrap_or_default();
                    Denied::from_response(response.status().as_u16(), body)
                }
                HandshakeError::Failure(error) => lost(error.to_string()),
                HandshakeError::Interrupted(_) => lost(io::ErrorKind::TimedOut.to_string()),
            })?;
        socket
            .get_ref()
            .timed()
            .stream
            .set_read_timeout(Some(LOOK_TIME))
            .map_err(|error| lost(error.to_string()))?;
        Ok(socket)
    }

    /// A stream to the server, with its handshake done if it is secure.
    fn transport(&self) -> Result<Transport, Denied> {
        let failed = |error: io::Error| match TlsProblem::from_io(&error) {
            Some(problem) => Denied::temporary(Reason::Tls(problem)),
            None => Denied::temporary(Reason::Unreachable(error.to_string())),
        };
        let mut stream = TimedStream {
            stream: self.stream().map_err(failed)?,
            received_at: Instant::now(),
        };
        if !self.address.is_secure() {
            return Ok(Transport::Plain(stream));
        }
        let mut tls = self
            .options
            .trust
            .connection(self.address.host())
            .map_err(|problem| Denied::temporary(Reason::Tls(problem)))?;
        while tls.is_handshaking() {
            tls.complete_io(&mut stream).map_err(failed)?;
        }
        Ok(Transport::Tls(Box::new(StreamOwned::new(tls, stream))))
    }

    fn stream(&self) -> io::Result<TcpStream> {
        let mut problem: io::Error = io::ErrorKind::NotFound.into();
        for address in (self.address.host(), self.address.port()).to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, CONNECT_MAX) {
                Ok(stream) => {
                    let response_max = Some(self.options.timing.response_max);
                    stream.set_nodelay(true)?;
                    stream.set_read_timeout(response_max)?;
                    stream.set_write_timeout(response_max)?;
                    return Ok(stream);
                }
                Err(error) => problem = error,
            }
        }
        Err(problem)
    }

    /// Passes messages both ways until the connection ends.
    fn exchange(&mut self, socket: &mut Socket) -> Ended {
        loop {
            match self.orders.try_recv() {
                Ok(order) => {
                    if let Err(ended) = self.obey(order, Some(socket)) {
                        return ended;
                    }
                    continue;
                }
                Err(TryRecvError::Disconnected) => return Ended::Left,
                Err(TryRecvError::Empty) => {}
            }
            match socket.read() {
                Ok(message) => {
                    if let Err(ended) = self.received(message, socket) {
                        return ended;
                    }
                }
                Err(Error::Io(error)) if is_timeout(&error) => {
                    if socket.get_ref().timed().received_at.elapsed()
                        > self.options.timing.silence_max
                    {
                        return Ended::Lost;
                    }
                }
                Err(_) => return Ended::Lost,
            }
        }
    }

    fn received(&mut self, message: Message, socket: &mut Socket) -> Result<(), Ended> {
        match message {
            Message::Text(text) => self.message(&text, socket),
            Message::Ping(_) => socket.flush().map_err(|_| Ended::Lost),
            Message::Close(frame) => Err(match frame.map(|frame| frame.code) {
                Some(CloseCode::Library(4001)) => Ended::Closed(Reason::Elsewhere),
                Some(CloseCode::Policy) => Ended::Closed(Reason::Policy),
                // The server rejected what was sent, and would again.
                Some(code @ (CloseCode::Unsupported | CloseCode::Invalid | CloseCode::Size)) => {
                    Ended::Closed(Reason::Protocol(code.into()))
                }
                _ => Ended::Lost,
            }),
            Message::Binary(_) | Message::Pong(_) | Message::Frame(_) => Ok(()),
        }
    }

    fn message(&mut self, text: &str, socket: &mut Socket) -> Result<(), Ended> {
        let message: ServerMessage = match serde_json::from_str(text) {
            Ok(message) => message,
            // Newer kinds of messages are ignored.
            Err(_) if is_unknown_kind(text) => return Ok(()),
            Err(_) => return Err(self.out_of_step()),
        };
        let was_greeted = self.mirror.is_greeted();
        let events = match self.mirror.receive(message, Instant::now()) {
            Ok(events) => events,
            Err(problem) if problem.is_final() => return Err(Ended::Closed(Reason::Version)),
            Err(_) => return Err(self.out_of_step()),
        };
        if self.mirror.is_greeted() && !was_greeted {
            self.tell(Event::Connection(LinkState::Connected))?;
            let again: Vec<_> = self.mirror.unanswered().cloned().collect();
            for message in again {
                send(socket, &ClientMessage::Command(message))?;
            }
        }
        for event in events {
            self.tell(event)?;
        }
        Ok(())
    }

    /// The local state does not match the server's: discard it and ask for everything again.
    fn out_of_step(&mut self) -> Ended {
        self.mirror.forget();
        Ended::Lost
    }

    /// Carries out an order. Without a socket, a command is queued and a chat message is dropped.
    fn obey(&mut self, order: Order, socket: Option<&mut Socket>) -> Result<(), Ended> {
        let socket = socket.filter(|_| self.mirror.is_greeted());
        match order {
            Order::Ask { seat, command } => {
                let Some(message) = self.mirror.ask(seat, command).cloned() else {
                    return self.tell(Event::Failed(Fault {
                        code: "too_many".to_owned(),
                        text: String::new(),
                        points: Vec::new(),
                    }));
                };
                if let Some(socket) = socket {
                    send(socket, &ClientMessage::Command(message))?;
                }
                match self.mirror.state() {
                    Some(state) => self.tell(Event::State(state)),
                    None => Ok(()),
                }
            }
            Order::Say { room, text } => match socket {
                Some(socket) => send(socket, &ClientMessage::Chat { room, text }),
                None => self.tell(Event::Unsaid(text)),
            },
            Order::Hurry => Ok(()),
        }
    }

    fn tell(&self, event: Event) -> Result<(), Ended> {
        self.events.send(event).map_err(|_| Ended::Left)
    }
}

fn send(socket: &mut Socket, message: &ClientMessage) -> Result<(), Ended> {
    let text = serde_json::to_string(message).map_err(|_| Ended::Lost)?;
    socket.send(Message::text(text)).map_err(|_| Ended::Lost)
}

/// Closes the socket, as far as it still works.
fn close(socket: &mut Socket) {
    let _ = socket.close(None);
    let _ = socket.flush();
}

/// Whether the read timed out, as opposed to failed.
fn is_timeout(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted
    )
}

/// Whether a message is of an unknown kind.
fn is_unknown_kind(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Kind {
        #[serde(rename = "type")]
        kind: String,
    }
    const KNOWN: [&str; 10] = [
        "table", "update", "ack", "refused", "error", "presence", "seats", "next", "chat",
        "thought",
    ];
    serde_json::from_str::<Kind>(text).is_ok_and(|message| !KNOWN.contains(&message.kind.as_str()))
}
