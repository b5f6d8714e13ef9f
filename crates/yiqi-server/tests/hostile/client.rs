//! Clients as strangers write them: HTTP by hand, sockets, raw bytes. Every wait has a timeout.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::Message;
use tokio_tungstenite::tungstenite::{Error, http};

/// The timeout of every wait.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(20);

/// Waits for a future with a timeout.
#[track_caller]
pub(crate) fn soon<F: Future>(future: F) -> impl Future<Output = F::Output> {
    let from = std::panic::Location::caller();
    async move {
        match tokio::time::timeout(TIMEOUT, future).await {
            Ok(done) => done,
            Err(_) => panic!("{from}: timed out after {TIMEOUT:?}"),
        }
    }
}

/// Polls until a condition holds.
#[track_caller]
pub(crate) fn until<F: Future<Output = bool>>(
    mut asked: impl FnMut() -> F,
) -> impl Future<Output = ()> {
    soon(async move {
        while !asked().await {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
}

/// A unique command id.
pub(crate) fn fresh_id() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(1);
    format!("c{}", COUNT.fetch_add(1, Ordering::Relaxed))
}

/// An HTTP response.
#[derive(Clone, Debug)]
pub(crate) struct HttpResponse {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl HttpResponse {
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The error code, if it is an error.
    pub(crate) fn code(&self) -> String {
        let body: Value = serde_json::from_str(&self.body).unwrap_or_default();
        body["error"]["code"].as_str().unwrap_or("").to_owned()
    }

    /// The body of a response that must be successful.
    #[track_caller]
    pub(crate) fn fine(self) -> Value {
        assert_eq!(self.status, 200, "{self:?}");
        self.json()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

/// A server, seen from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Web {
    pub(crate) address: SocketAddr,
}

impl Web {
    pub(crate) async fn connect(self) -> TcpStream {
        soon(TcpStream::connect(self.address)).await.unwrap()
    }

    /// A connection from another loopback address.
    pub(crate) async fn connect_from(self, ip: &str) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket
            .bind(SocketAddr::new(ip.parse().unwrap(), 0))
            .unwrap();
        soon(socket.connect(self.address)).await.unwrap()
    }

    /// Sends a request written by hand; the connection is closed afterwards.
    pub(crate) async fn request(
        self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&str>,
    ) -> HttpResponse {
        let stream = self.connect().await;
        self.request_on(stream, method, path, headers, body).await
    }

    pub(crate) async fn request_on(
        self,
        mut stream: TcpStream,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&str>,
    ) -> HttpResponse {
        let mut text = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n",
            self.address
        );
        for (name, value) in headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        if let Some(body) = body {
            text.push_str(&format!(
                "content-type: application/json\r\ncontent-length: {}\r\n",
                body.len()
            ));
        }
        text.push_str("\r\n");
        text.push_str(body.unwrap_or(""));
        // The server may close before it has read everything.
        let _ = stream.write_all(text.as_bytes()).await;
        let bytes = soon(read_all(&mut stream)).await;
        parse_response(&bytes)
    }

    pub(crate) async fn get(self, path: &str) -> HttpResponse {
        self.request("GET", path, &[], None).await
    }

    /// Creates a guest.
    pub(crate) async fn guest(self, name: &str) -> Person {
        let body = json!({"name": name}).to_string();
        let answer = self
            .request("POST", "/api/guest", &[], Some(&body))
            .await
            .fine();
        Person {
            web: self,
            token: answer["token"].as_str().unwrap().to_owned(),
            public: answer["me"]["person"].as_str().unwrap().to_owned(),
        }
    }

    /// Creates an account.
    pub(crate) async fn account(self, name: &str, password: &str) -> Person {
        let body = json!({"name": name, "password": password}).to_string();
        let answer = self
            .request("POST", "/api/register", &[], Some(&body))
            .await
            .fine();
        Person {
            web: self,
            token: answer["token"].as_str().unwrap().to_owned(),
            public: answer["me"]["person"].as_str().unwrap().to_owned(),
        }
    }

    /// Opens a socket with custom headers; the status if it is refused.
    pub(crate) async fn open_socket(
        self,
        path: &str,
        headers: &[(&str, &str)],
    ) -> Result<Socket, u16> {
        let stream = self.connect().await;
        self.open_socket_on(stream, path, headers).await
    }

    pub(crate) async fn open_socket_on(
        self,
        stream: TcpStream,
        path: &str,
        headers: &[(&str, &str)],
    ) -> Result<Socket, u16> {
        let mut request = format!("ws://{}{path}", self.address)
            .into_client_request()
            .unwrap();
        for (name, value) in headers {
            request.headers_mut().append(
                http::HeaderName::from_bytes(name.as_bytes()).unwrap(),
                http::HeaderValue::from_bytes(value.as_bytes()).unwrap(),
            );
        }
        stream.set_nodelay(true).unwrap();
        match soon(tokio_tungstenite::client_async(request, stream)).await {
            Ok((stream, response)) => Ok(Socket {
                stream,
                extensions: response
                    .headers()
                    .get("sec-websocket-extensions")
                    .map(|value| format!("{value:?}")),
                entries: Vec::new(),
                from: 0,
                table: Value::Null,
                closed: None,
            }),
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("no socket: {error}"),
        }
    }
}

/// Reads until the other side closes or resets.
pub(crate) async fn read_all(stream: &mut TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut part = [0; 8192];
    loop {
        match stream.read(&mut part).await {
            Ok(0) | Err(_) => return bytes,
            Ok(count) => bytes.extend_from_slice(&part[..count]),
        }
    }
}

fn parse_response(bytes: &[u8]) -> HttpResponse {
    let text = String::from_utf8_lossy(bytes);
    let (head, rest) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok())
        .unwrap_or(0);
    let is_chunked = head
        .to_ascii_lowercase()
        .contains("transfer-encoding: chunked");
    HttpResponse {
        status,
        head: head.to_owned(),
        body: if is_chunked {
            unchunk(rest)
        } else {
            rest.to_owned()
        },
    }
}

fn unchunk(mut rest: &str) -> String {
    let mut body = String::new();
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        if size == 0 || after.len() < size {
            break;
        }
        body.push_str(&after[..size]);
        rest = after[size..].trim_start_matches("\r\n");
    }
    body
}

/// A person with a token.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) web: Web,
    pub(crate) token: String,
    pub(crate) public: String,
}

impl Person {
    pub(crate) fn bearer(&self) -> String {
        format!("Bearer {}", self.token)
    }

    pub(crate) async fn get(&self, path: &str) -> HttpResponse {
        let bearer = self.bearer();
        self.web
            .request("GET", path, &[("authorization", &bearer)], None)
            .await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> HttpResponse {
        let bearer = self.bearer();
        let body = body.to_string();
        self.web
            .request("POST", path, &[("authorization", &bearer)], Some(&body))
            .await
    }

    /// Creates a table and returns its id and its invitation.
    pub(crate) async fn make(&self, table: &Value) -> (String, String) {
        let created = self.post("/api/tables", table).await.fine();
        (
            created["table"].as_str().unwrap().to_owned(),
            created["invite"].as_str().unwrap_or("").to_owned(),
        )
    }

    pub(crate) async fn sit(&self, table: &str, invite: &str) -> HttpResponse {
        let path = format!("/api/tables/{table}/sit");
        self.post(&path, &json!({"invite": invite})).await
    }

    pub(crate) async fn state(&self, table: &str) -> Value {
        self.get(&format!("/api/tables/{table}")).await.fine()
    }

    /// Sends a command over HTTP.
    pub(crate) async fn command(&self, table: &str, id: &str, command: &Value) -> HttpResponse {
        let path = format!("/api/tables/{table}/commands");
        self.post(&path, &json!({"id": id, "command": command}))
            .await
    }

    /// Opens a socket and reads its first message.
    pub(crate) async fn socket(&self, table: &str) -> Socket {
        self.socket_after(table, 0).await
    }

    pub(crate) async fn socket_after(&self, table: &str, after: usize) -> Socket {
        let mut socket = self
            .raw_socket(&format!("/api/tables/{table}/socket?after={after}"))
            .await
            .unwrap();
        socket.first().await;
        socket
    }

    pub(crate) async fn raw_socket(&self, path: &str) -> Result<Socket, u16> {
        let bearer = self.bearer();
        self.web
            .open_socket(path, &[("authorization", &bearer)])
            .await
    }

    /// Opens a stream of lines, which stays open until it is dropped.
    pub(crate) async fn lines(&self, path: &str) -> Lines {
        self.stream(path, "").await
    }

    /// Opens a stream of server-sent events.
    pub(crate) async fn events(&self, path: &str) -> Lines {
        self.stream(path, "data: ").await
    }

    async fn stream(&self, path: &str, mark: &'static str) -> Lines {
        let mut stream = self.web.connect().await;
        let head = format!(
            "GET {path} HTTP/1.1\r\nhost: {}\r\nauthorization: {}\r\nconnection: close\r\n\r\n",
            self.web.address,
            self.bearer()
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        Lines::new(stream, mark)
    }
}

/// A stream of lines of JSON.
pub(crate) struct Lines {
    stream: TcpStream,
    /// The prefix of each line of JSON.
    mark: &'static str,
    text: String,
}

impl Lines {
    pub(crate) fn new(stream: TcpStream, mark: &'static str) -> Lines {
        Lines {
            stream,
            mark,
            text: String::new(),
        }
    }

    /// The next object; skips headers, chunk sizes and keepalives.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        soon(async {
            loop {
                while let Some((line, rest)) = self.text.split_once('\n') {
                    let parsed = line
                        .strip_prefix(self.mark)
                        .filter(|object| object.starts_with('{'))
                        .map(|object| serde_json::from_str(object.trim()).unwrap());
                    self.text = rest.to_owned();
                    if parsed.is_some() {
                        return parsed;
                    }
                }
                let mut part = [0; 8192];
                match self.stream.read(&mut part).await {
                    Ok(0) | Err(_) => return None,
                    Ok(count) => self.text.push_str(&String::from_utf8_lossy(&part[..count])),
                }
            }
        })
        .await
    }

    pub(crate) async fn until(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            let line = self.next().await.expect("the stream ended");
            if fits(&line) {
                return line;
            }
        }
    }
}

/// A socket that checks the messages: entries have no gaps and never change.
pub(crate) struct Socket {
    pub(crate) stream: WebSocketStream<TcpStream>,
    pub(crate) extensions: Option<String>,
    /// All entries after the number asked for.
    pub(crate) entries: Vec<Value>,
    from: usize,
    /// The first message.
    pub(crate) table: Value,
    /// The code with which the server closed it.
    pub(crate) closed: Option<u16>,
}

impl Socket {
    async fn first(&mut self) {
        let first = soon(self.next()).await.expect("a first message");
        assert_eq!(first["type"], "table", "{first}");
    }

    /// The next message; `None` once the socket is closed.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            let message = match self.stream.next().await {
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(Message::Close(frame))) => {
                    self.closed = Some(frame.map_or(1005, |frame| frame.code.into()));
                    continue;
                }
                Some(Ok(_)) => continue,
                None | Some(Err(_)) => {
                    self.closed.get_or_insert(1006);
                    return None;
                }
            };
            let message: Value = serde_json::from_str(&message).unwrap();
            self.note(&message);
            return Some(message);
        }
    }

    fn note(&mut self, message: &Value) {
        let from = message["from"].as_u64().unwrap_or(0) as usize;
        match message["type"].as_str() {
            Some("table") => {
                self.from = from;
                self.entries = message["entries"].as_array().unwrap().clone();
                self.table = message.clone();
            }
            Some("update") => {
                assert_eq!(from, self.count() + 1, "entries have no gaps: {message}");
                let entries = message["entries"].as_array().unwrap();
                self.entries.extend_from_slice(entries);
            }
            _ => {}
        }
    }

    /// The number of the last entry received.
    pub(crate) fn count(&self) -> usize {
        self.from - 1 + self.entries.len()
    }

    /// Reads until a message matches.
    #[track_caller]
    pub(crate) fn until<'s>(
        &'s mut self,
        fits: impl Fn(&Value) -> bool + 's,
    ) -> impl Future<Output = Value> + 's {
        soon(async move {
            loop {
                match self.next().await {
                    Some(message) if fits(&message) => return message,
                    Some(_) => {}
                    None => panic!("closed with {:?} before a match", self.closed),
                }
            }
        })
    }

    #[track_caller]
    pub(crate) fn of_type<'s>(&'s mut self, kind: &'s str) -> impl Future<Output = Value> + 's {
        self.until(move |message| message["type"] == kind)
    }

    /// Reads until there are this many entries.
    #[track_caller]
    pub(crate) fn seen(&mut self, count: usize) -> impl Future<Output = ()> + '_ {
        soon(async move {
            while self.count() < count {
                assert!(self.next().await.is_some(), "closed with {:?}", self.closed);
            }
        })
    }

    /// Reads until an event has occurred, now or earlier.
    #[track_caller]
    pub(crate) fn event<'s>(&'s mut self, event: &'s str) -> impl Future<Output = Value> + 's {
        soon(async move {
            loop {
                if let Some(entry) = self.entries.iter().find(|entry| entry["event"] == event) {
                    return entry.clone();
                }
                assert!(self.next().await.is_some(), "closed with {:?}", self.closed);
            }
        })
    }

    /// Reads until the server closes and returns the code.
    #[track_caller]
    pub(crate) fn end(&mut self) -> impl Future<Output = u16> + '_ {
        soon(async move {
            while self.next().await.is_some() {}
            self.closed.unwrap_or_default()
        })
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.send_text(message.to_string()).await;
    }

    pub(crate) async fn send_text(&mut self, text: String) {
        soon(self.stream.send(Message::text(text))).await.unwrap();
    }

    /// Sends a command and waits for its reply.
    pub(crate) async fn command(&mut self, command: &Value) -> Value {
        let id = fresh_id();
        self.command_as(&id, command).await
    }

    pub(crate) async fn command_as(&mut self, id: &str, command: &Value) -> Value {
        self.send(&json!({"type": "command", "id": id, "command": command}))
            .await;
        self.until(|message| message["id"] == id).await
    }

    /// Sends a command that must be acknowledged.
    #[track_caller]
    pub(crate) fn does<'s>(&'s mut self, command: &'s Value) -> impl Future<Output = usize> + 's {
        let from = std::panic::Location::caller();
        async move {
            let answer = self.command(command).await;
            assert_eq!(answer["type"], "ack", "{from}: {command}: {answer}");
            answer["number"].as_u64().unwrap() as usize
        }
    }

    /// Makes a move that must be acknowledged.
    #[track_caller]
    pub(crate) fn play<'s>(&'s mut self, mv: &'s str) -> impl Future<Output = usize> + 's {
        let from = std::panic::Location::caller();
        async move {
            let answer = self.command(&json!({"do": "play", "move": mv})).await;
            assert_eq!(answer["type"], "ack", "{from}: {mv}: {answer}");
            answer["number"].as_u64().unwrap() as usize
        }
    }

    /// Sends a command that must be refused, and returns the refusal.
    #[track_caller]
    pub(crate) fn refused<'s>(
        &'s mut self,
        command: &'s Value,
        code: &'s str,
    ) -> impl Future<Output = Value> + 's {
        let from = std::panic::Location::caller();
        async move {
            let answer = self.command(command).await;
            assert_eq!(answer["type"], "refused", "{from}: {command}: {answer}");
            assert_eq!(answer["code"], code, "{from}: {command}: {answer}");
            answer
        }
    }

    pub(crate) async fn close(mut self) {
        let _ = soon(self.stream.close(None)).await;
        self.end().await;
    }
}

/// The close codes of sockets, each read by its own task.
pub(crate) async fn ends(sockets: Vec<Socket>) -> Vec<u16> {
    let reading: Vec<_> = sockets
        .into_iter()
        .map(|mut socket| tokio::spawn(async move { socket.end().await }))
        .collect();
    let mut codes = Vec::new();
    for end in reading {
        codes.push(end.await.unwrap());
    }
    codes
}

/// The moves of a list of entries.
pub(crate) fn moves(entries: &[Value]) -> Vec<&str> {
    entries
        .iter()
        .filter(|entry| entry["event"] == "move")
        .map(|entry| entry["move"].as_str().unwrap())
        .collect()
}

/// Whether an entry ends a game.
pub(crate) fn is_end(entry: &Value) -> bool {
    let ends = ["resign", "forfeit", "agree_draw", "time_out", "abort"];
    ends.iter().any(|end| entry["event"] == *end)
}

/// Checks what holds for every log: time never goes back, and only a rematch follows the end.
#[track_caller]
pub(crate) fn check_log(entries: &[Value]) {
    let mut last_ms = 0;
    let mut is_over = false;
    for entry in entries {
        let at_ms = entry["at_ms"].as_u64().unwrap();
        assert!(at_ms >= last_ms, "{entries:?}");
        last_ms = at_ms;
        let is_afterwards = entry["event"] == "agree_rematch" || entry["what"] == "rematch";
        assert!(
            !is_over || is_afterwards,
            "{entry} after the end: {entries:?}"
        );
        is_over |= is_end(entry);
    }
}
