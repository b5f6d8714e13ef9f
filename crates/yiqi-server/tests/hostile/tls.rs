//! A server that speaks HTTPS itself: its certificate, handshakes, and the same protections.

use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, SystemTime};

use rustls::version::{TLS12, TLS13};
use serde_json::json;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use yiqi_server::{LimitOptions, ServerOptions, TlsOptions};

use crate::client::{Web, read_all, soon, until};
use crate::test_server::{TestServer, easy};
use crate::tunnel::{Authority, DAY, Pair};

/// A server with a certificate of our authority.
struct SecureServer {
    authority: Authority,
    pair: Pair,
    folder: TempDir,
    server: TestServer,
    /// The server through a tunnel.
    web: Web,
}

impl SecureServer {
    async fn new() -> SecureServer {
        SecureServer::with(easy()).await
    }

    async fn with(options: ServerOptions) -> SecureServer {
        let authority = Authority::new();
        let pair = authority.pair();
        SecureServer::of(authority, pair, options).await
    }

    async fn of(authority: Authority, pair: Pair, options: ServerOptions) -> SecureServer {
        let folder = tempfile::tempdir().unwrap();
        let (cert, key) = pair.write(folder.path());
        let tls = TlsOptions {
            check_every: Duration::from_millis(20),
            ..TlsOptions::new(cert, key)
        };
        let options = ServerOptions {
            tls: Some(tls),
            ..options
        };
        let server = TestServer::with(options).await;
        let web = authority.tunnel(server.web.address).await;
        SecureServer {
            authority,
            pair,
            folder,
            server,
            web,
        }
    }

    fn address(&self) -> SocketAddr {
        self.server.web.address
    }

    fn folder(&self) -> &Path {
        self.folder.path()
    }

    async fn presented(&self) -> Option<Vec<u8>> {
        self.authority.presented(self.address()).await
    }

    /// Waits until a metric has a value.
    async fn metric(&self, name: &str, value: u64) {
        let line = format!("{name} {value}");
        let web = self.web;
        until(|| async {
            let text = web.get("/metrics").await.body;
            text.lines().any(|found| found == line)
        })
        .await;
    }
}

#[tokio::test]
async fn the_page_and_a_game_work_over_tls() {
    let secure = SecureServer::new().await;
    let page = secure.web.get("/").await;
    assert_eq!(page.status, 200);
    assert!(page.body.contains("<html"), "{}", page.body);
    let made = secure
        .web
        .request("POST", "/api/guest", &[], Some("{}"))
        .await;
    let cookie = made.header("set-cookie").unwrap();
    assert!(cookie.starts_with("__Host-yiqi="), "{cookie}");
    assert!(cookie.ends_with("; Secure"), "{cookie}");
    let (cookie, _) = cookie.split_once(';').unwrap();
    let me = secure
        .web
        .request("GET", "/api/me", &[("cookie", cookie)], None)
        .await;
    assert_eq!(me.status, 200, "{}", me.body);
    let first = secure.web.guest("Ann").await;
    let second = secure.web.guest("Bob").await;
    let (table, invite) = first
        .make(
            &json!({"game": "reversi", "time": "none", "first_color": "black",
            "first": {"kind": "me"}, "second": {"kind": "open"}}),
        )
        .await;
    let mut a = first.socket(&table).await;
    second.sit(&table, &invite).await.fine();
    let mut b = second.socket(&table).await;
    a.event("begin").await;
    a.play("d3").await;
    b.event("move").await;
    b.play("c5").await;
    a.seen(b.count()).await;
}

#[tokio::test]
async fn only_tls_1_2_and_1_3_are_spoken() {
    let secure = SecureServer::new().await;
    for (version, protocol) in [
        (&TLS12, rustls::ProtocolVersion::TLSv1_2),
        (&TLS13, rustls::ProtocolVersion::TLSv1_3),
    ] {
        let stream = secure.authority.connect(secure.address(), &[version]).await;
        let stream = stream.unwrap();
        let (_, session) = stream.get_ref();
        assert_eq!(session.protocol_version(), Some(protocol));
        // Of h2 and http/1.1.
        assert_eq!(session.alpn_protocol(), Some(&b"http/1.1"[..]));
    }
    // A greeting of TLS 1.1: its version, a random number, no session, one cipher, no compression.
    let mut hello = vec![3, 2];
    hello.extend([7; 32]);
    hello.extend([0, 0, 2, 0, 0x2f, 1, 0]);
    let mut record = vec![
        22,
        3,
        1,
        0,
        hello.len() as u8 + 4,
        1,
        0,
        0,
        hello.len() as u8,
    ];
    record.extend(hello);
    let mut stream = secure.server.web.connect().await;
    stream.write_all(&record).await.unwrap();
    let answer = soon(read_all(&mut stream)).await;
    // A fatal alert.
    assert_eq!((answer[0], answer[5]), (21, 2), "{answer:?}");
}

// Fault 89.
#[tokio::test]
async fn a_new_certificate_is_used_at_once_and_open_sockets_stay() {
    let secure = SecureServer::new().await;
    let before = secure.presented().await.unwrap();
    let ann = secure.web.guest("Ann").await;
    let (table, _) = ann
        .make(&json!({"game": "reversi", "first": {"kind": "me"}, "second": {"kind": "me"}}))
        .await;
    let mut socket = ann.socket(&table).await;
    let now = SystemTime::now();
    let renewed = secure
        .authority
        .pair_for(&["localhost"], now - DAY, now + 30 * DAY);
    renewed.write(secure.folder());
    until(|| async { secure.presented().await.is_some_and(|cert| cert != before) }).await;
    socket.event("begin").await;
    socket.play("d3").await;
    assert_eq!(secure.web.get("/health").await.status, 200);
}

// Fault 89.
#[tokio::test]
async fn an_unusable_new_certificate_is_refused_and_the_old_one_stays() {
    let secure = SecureServer::new().await;
    let before = secure.presented().await;
    assert!(before.is_some());
    let refused = "yiqi_tls_certificate_refused";
    secure.metric(refused, 0).await;
    let now = SystemTime::now();
    let other = secure.authority.pair();
    let expired = secure
        .authority
        .pair_for(&["localhost"], now - 9 * DAY, now - DAY);
    let mismatch = Pair {
        cert: other.cert.clone(),
        key: expired.key.clone(),
    };
    let cut = Pair {
        cert: other.cert[..other.cert.len() / 2].to_owned(),
        key: other.key,
    };
    for pair in [mismatch, expired, cut] {
        pair.write(secure.folder());
        secure.metric(refused, 1).await;
        assert_eq!(secure.presented().await, before);
        secure.pair.write(secure.folder());
        secure.metric(refused, 0).await;
    }
    std::fs::remove_file(secure.folder().join("cert.pem")).unwrap();
    secure.metric(refused, 1).await;
    assert_eq!(secure.presented().await, before);
}

// Fault 29.
#[tokio::test]
async fn a_handshake_that_never_ends_is_given_up() {
    let secure = SecureServer::with(ServerOptions {
        handshake_max: Duration::from_millis(50),
        ..easy()
    })
    .await;
    // Nothing at all, and the beginning of a handshake.
    for sent in [&[][..], &[22, 3, 1, 2, 0, 1]] {
        let mut stream = secure.server.web.connect().await;
        stream.write_all(sent).await.unwrap();
        assert!(soon(read_all(&mut stream)).await.is_empty());
    }
    // What is no handshake and no HTTP is not waited for.
    let mut stream = secure.server.web.connect().await;
    stream.write_all(b"\0\x01hello").await.unwrap();
    assert!(soon(read_all(&mut stream)).await.is_empty());
}

/// Limits that apply to this machine too.
fn strict(limits: LimitOptions) -> ServerOptions {
    let usual = easy();
    ServerOptions {
        // Long enough that nobody is given up during the test.
        handshake_max: Duration::from_secs(600),
        limits: LimitOptions {
            loopback_exempt: false,
            ..limits
        },
        ..usual
    }
}

// Fault 17.
#[tokio::test]
async fn handshakes_that_never_end_make_room_for_players() {
    let secure = SecureServer::with(strict(LimitOptions {
        connections_max: Some(8),
        requests_at_once: 1_000,
        ..easy().limits
    }))
    .await;
    let mut silent: Vec<TcpStream> = Vec::new();
    for _ in 0..8 {
        silent.push(secure.server.web.connect_from("127.0.0.2").await);
    }
    let ann = secure.web.guest("Ann").await;
    let (table, _) = ann
        .make(&json!({"game": "reversi", "first": {"kind": "me"}, "second": {"kind": "me"}}))
        .await;
    let mut socket = ann.socket(&table).await;
    socket.event("begin").await;
    socket.play("d3").await;
    // The oldest has made room.
    assert!(soon(read_all(&mut silent[0])).await.is_empty());
}

// Fault 34.
#[tokio::test]
async fn handshakes_of_one_address_are_limited() {
    let secure = SecureServer::with(strict(LimitOptions {
        requests_per_second: 1,
        requests_at_once: 2,
        ..easy().limits
    }))
    .await;
    let mut ends = tokio::task::JoinSet::new();
    for _ in 0..20 {
        let mut stream = secure.server.web.connect_from("127.0.0.2").await;
        ends.spawn(async move { stream.read(&mut [0]).await });
    }
    // One more than may begin is closed at once, and nobody else notices.
    assert!(soon(ends.join_next()).await.is_some());
    assert_eq!(secure.web.get("/health").await.status, 200);
}

// Fault 29.
#[tokio::test]
async fn a_response_that_nobody_reads_is_given_up_over_tls() {
    let secure = SecureServer::with(ServerOptions {
        send_max: Duration::from_millis(200),
        ..easy()
    })
    .await;
    let stream = secure
        .authority
        .connect(secure.address(), rustls::ALL_VERSIONS);
    let (_never_read, mut deaf) = tokio::io::split(stream.await.unwrap());
    let request = "GET /api HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(1_000);
    // The server reads no more, so this ends only when it closes the connection.
    soon(async {
        loop {
            if deaf.write_all(request.as_bytes()).await.is_err() || deaf.flush().await.is_err() {
                return;
            }
        }
    })
    .await;
}

#[tokio::test]
async fn plain_http_on_the_tls_port_leads_to_https() {
    let secure = SecureServer::new().await;
    let plain = secure.server.web;
    let answer = plain.get("/t/k3v9?lang=zh-Hans").await;
    assert_eq!(answer.status, 307);
    let location = format!("https://{}/t/k3v9?lang=zh-Hans", plain.address);
    assert_eq!(answer.header("location"), Some(&*location));
    assert_eq!(answer.code(), "needs_https");
    assert!(answer.body.contains("只接受加密连接"), "{}", answer.body);
    assert!(answer.header("set-cookie").is_none());
    // What would change something is not repeated.
    let answer = plain
        .request("POST", "/api/guest", &[], Some("{\"name\":\"Ann\"}"))
        .await;
    assert_eq!((answer.status, &*answer.code()), (400, "needs_https"));
    assert!(answer.header("location").is_none());
}

#[tokio::test]
async fn browsers_are_told_to_use_nothing_but_https() {
    let authority = Authority::new();
    let now = SystemTime::now();
    let names = ["localhost", "play.example.org", "club.lan"];
    let pair = authority.pair_for(&names, now - DAY, now + DAY);
    let secure = SecureServer::of(authority, pair, easy()).await;
    let hsts = |host: &'static str| async move {
        // The first of two headers would be the tunnel's address.
        let mut stream = secure.web.connect().await;
        let request = format!("GET / HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let answer = soon(read_all(&mut stream)).await;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        answer
            .lines()
            .find_map(|line| line.strip_prefix("strict-transport-security: "))
            .map(str::to_owned)
    };
    let year = Some("max-age=31536000".to_owned());
    assert_eq!(hsts("play.example.org").await, year);
    // Names of the local network are shared with what speaks plain HTTP.
    assert_eq!(hsts("club.lan").await, None);
    assert_eq!(hsts("localhost:7272").await, None);
    assert_eq!(hsts("other.example.org").await, None);
}

#[tokio::test]
async fn pages_under_the_names_of_the_certificate_act_with_the_cookie() {
    let authority = Authority::new();
    let now = SystemTime::now();
    let names = ["localhost", "play.example.org"];
    let pair = authority.pair_for(&names, now - DAY, now + DAY);
    let secure = SecureServer::of(authority, pair, easy()).await;
    for (host, origin, status) in [
        ("play.example.org", "https://play.example.org", 200),
        // A page that came unencrypted.
        ("play.example.org", "http://play.example.org", 403),
        // A name that somebody else let point here.
        ("evil.example.net", "https://evil.example.net", 403),
    ] {
        let body = "{\"name\":\"Ann\"}";
        let request = format!(
            "POST /api/guest HTTP/1.1\r\nhost: {host}\r\norigin: {origin}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
            body.len()
        );
        let mut stream = secure.web.connect().await;
        stream.write_all(request.as_bytes()).await.unwrap();
        let answer = soon(read_all(&mut stream)).await;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let want = format!("HTTP/1.1 {status} ");
        assert!(answer.starts_with(&want), "{host} {origin}: {answer}");
    }
}

#[tokio::test]
async fn a_stop_tells_sockets_over_tls_to_reconnect_and_ends_handshakes() {
    let mut secure = SecureServer::with(strict(easy().limits)).await;
    let ann = secure.web.guest("Ann").await;
    let (table, _) = ann
        .make(&json!({"game": "reversi", "first": {"kind": "me"}, "second": {"kind": "me"}}))
        .await;
    let mut socket = ann.socket(&table).await;
    let mut silent = secure.server.web.connect().await;
    // It is served, so the connection before it is too.
    assert_eq!(secure.web.get("/health").await.status, 200);
    let (_, code) = tokio::join!(secure.server.stop(), socket.end());
    assert_eq!(code, 1012);
    assert!(soon(read_all(&mut silent)).await.is_empty());
}
