//! A server for the targets that need one.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Request, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::Value;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use yiqi_server::{LimitOptions, Server, ServerOptions, StoreOptions};

/// Requests come from here; the limits do not count them.
const PEER: ([u8; 4], u16) = ([127, 0, 0, 1], 4711);

/// More than any run needs.
const PLENTY: u32 = 1_000_000;

/// The largest body of a response.
const BODY_BYTES_MAX: usize = 8 << 20;

/// The types of responses that stay open.
const STREAMS: [&str; 2] = ["application/x-ndjson", "text/event-stream"];

/// How long a response may take. A fuzzer notices a hang earlier.
const RESPONSE_MAX: Duration = Duration::from_secs(20);

/// How long to wait for the first event of a stream. Most have none until something happens.
const STREAM_WAIT: Duration = Duration::from_millis(20);

/// After this many inputs the server is replaced, so that what they leave behind stays small.
const INPUTS_MAX: usize = 2_000;

/// A running server with its own database.
pub(crate) struct TestServer {
    runtime: Runtime,
    // Dropped before the folder of its database.
    server: Server,
    _folder: TempDir,
    input_count: usize,
}

/// A response, read to its end; of a stream only the first event.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Answer {
    /// A text in the body, which must have it.
    #[track_caller]
    fn text(&self, key: &str) -> String {
        let body: Value = serde_json::from_slice(&self.body).unwrap_or(Value::Null);
        let text = body[key].as_str();
        text.unwrap_or_else(|| panic!("{}: no '{key}' in {body}", self.status))
            .to_owned()
    }
}

thread_local! {
    static SERVER: std::cell::RefCell<Option<TestServer>> = const { std::cell::RefCell::new(None) };
}

/// Uses the server of this thread.
pub(crate) fn with_server(use_server: impl FnOnce(&TestServer)) {
    SERVER.with_borrow_mut(|slot| {
        if slot
            .as_ref()
            .is_some_and(|server| server.input_count >= INPUTS_MAX)
        {
            *slot = None;
        }
        let server = slot.get_or_insert_with(TestServer::start);
        server.input_count += 1;
        use_server(server);
    });
}

impl TestServer {
    fn start() -> TestServer {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("the system has threads");
        let folder = tempfile::tempdir().expect("the system has a folder for temporary files");
        let mut store = StoreOptions::new(folder.path().join("yiqi.db"));
        store.durable = false;
        let options = ServerOptions {
            thinkers: Some(1),
            engine_mib: Some(2),
            limits: LimitOptions {
                loopback_exempt: true,
                // A forwarding header ends the exemption.
                requests_per_second: PLENTY,
                requests_at_once: PLENTY,
                pages_per_second: PLENTY,
                pages_at_once: PLENTY,
                guests_per_hour: PLENTY,
                tables_per_hour: PLENTY,
                ..LimitOptions::default()
            },
            ..ServerOptions::default()
        };
        let server = runtime.block_on(async {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
            let listener = listener.expect("the system has a free port");
            let server = Server::start(listener, &store, options).await;
            server.expect("a new server starts")
        });
        TestServer {
            runtime,
            server,
            _folder: folder,
            input_count: 0,
        }
    }

    /// Sends a request and reads the response.
    pub(crate) fn send(&self, request: Request<Body>) -> Answer {
        self.runtime.block_on(async {
            let peer = SocketAddr::from(PEER);
            let what = format!("{} {}", request.method(), request.uri());
            let responding = self.server.respond(peer, request);
            let response = tokio::time::timeout(RESPONSE_MAX, responding)
                .await
                .unwrap_or_else(|_| panic!("no response to {what}"));
            let (parts, mut body) = response.into_parts();
            let is_stream = parts
                .headers
                .get(header::CONTENT_TYPE)
                .is_some_and(|kind| STREAMS.iter().any(|stream| kind == stream));
            let body = if is_stream {
                first_frame(&mut body).await
            } else {
                let reading = axum::body::to_bytes(body, BODY_BYTES_MAX);
                tokio::time::timeout(RESPONSE_MAX, reading)
                    .await
                    .unwrap_or_else(|_| panic!("the response to {what} has no end"))
                    .expect("responses are small")
            };
            Answer {
                status: parts.status,
                headers: parts.headers,
                body,
            }
        })
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.server.address()
    }

    /// Runs something beside the server.
    pub(crate) fn block_on<T>(&self, task: impl Future<Output = T>) -> T {
        self.runtime.block_on(task)
    }

    /// Checks that the server goes on serving and storing.
    #[track_caller]
    pub(crate) fn check_health(&self) {
        self.new_guest();
    }

    /// Posts JSON with a token, if there is one.
    fn post(&self, path: &str, token: Option<&str>, body: &str) -> Answer {
        let mut request = Request::post(path)
            .header(header::HOST, "localhost")
            .header(header::CONTENT_TYPE, "application/json");
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        let request = request.body(Body::from(body.to_owned()));
        self.send(request.expect("the request is valid"))
    }

    /// Creates a guest and returns their token. Every input has its own: another may have logged out.
    pub(crate) fn new_guest(&self) -> String {
        let guest = self.post("/api/guest", None, r#"{"name":"Ann"}"#);
        guest.text("token")
    }

    /// Creates a table of a guest with both seats, and returns its id.
    pub(crate) fn new_table(&self, token: &str, game: &str) -> String {
        let body = serde_json::json!({
            "game": game, "first": {"kind": "me"}, "second": {"kind": "me"},
        });
        let created = self.post("/api/tables", Some(token), &body.to_string());
        created.text("table")
    }
}

/// The first event of a stream, if it has one at once.
async fn first_frame(body: &mut Body) -> Bytes {
    match tokio::time::timeout(STREAM_WAIT, body.frame()).await {
        Ok(Some(Ok(frame))) => frame.into_data().unwrap_or_default(),
        _ => Bytes::new(),
    }
}
