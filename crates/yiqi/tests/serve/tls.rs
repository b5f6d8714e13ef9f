//! `yiqi serve` with HTTPS of its own, and `yiqi join` to it.

use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::time::SystemTime;

use yiqi_client::{
    Connection, Event, Identity, LinkState, Options, Reason, TableAddress, TlsProblem, Trust,
};
use yiqi_testkit::Terminal;
use yiqi_text::{Lang, Text};

use super::*;
use crate::tunnel::{Authority, DAY, Pair};

/// A server with a certificate in the folder.
fn serving(folder: &Path, pair: &Pair) -> Serving {
    let (cert, key) = pair.write(folder);
    let mut command = usual(yiqi(folder), folder);
    command
        .arg("--tls-cert")
        .arg(cert)
        .arg("--tls-key")
        .arg(key);
    Serving::start(&mut command)
}

/// The address in the first line of a server.
fn socket_address(serving: &Serving) -> SocketAddr {
    let address = serving.address.strip_prefix("https://").unwrap();
    let (_, port) = address.trim_end_matches('/').rsplit_once(':').unwrap();
    SocketAddr::from(([127, 0, 0, 1], port.parse().unwrap()))
}

#[test]
fn a_certificate_needs_its_key_and_a_key_its_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let (cert, key) = Authority::new().pair().write(folder.path());
    let serve = || usual(yiqi(folder.path()), folder.path());
    check_failure(serve().arg("--tls-cert").arg(&cert), 2, "no private key");
    check_failure(serve().arg("--tls-key").arg(&key), 2, "no certificate");
    check_failure(serve().env("YIQI_TLS_CERT", &cert), 2, "no private key");
    let settings = format!("tls_key = {:?}", key.display().to_string());
    let mut command = yiqi(folder.path());
    command.args(["serve", "--listen", "127.0.0.1:0", "--config"]);
    check_failure(
        command.arg(config(folder.path(), &settings)),
        2,
        "no certificate",
    );
}

#[test]
fn an_unusable_certificate_is_reported_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new();
    let (cert, key) = authority.pair().write(folder.path());
    let check = |cert: &Path, key: &Path, says: &str| {
        let mut command = usual(yiqi(folder.path()), folder.path());
        command
            .arg("--tls-cert")
            .arg(cert)
            .arg("--tls-key")
            .arg(key);
        check_failure(&mut command, 2, says);
    };
    let nowhere = Path::new("/nowhere/cert.pem");
    check(nowhere, &key, "Cannot read /nowhere/cert.pem: ");
    check(&key, &key, "key.pem has no certificate in PEM form.");
    check(&cert, &cert, "cert.pem has no private key in PEM form.");
    std::fs::write(&key, authority.pair().key).unwrap();
    check(&cert, &key, "does not belong to the certificate");
}

// Fault 89.
#[tokio::test]
async fn a_signal_has_the_certificate_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new();
    let mut serving = serving(folder.path(), &authority.pair());
    assert!(serving.address.starts_with("https://127.0.0.1:"));
    let address = socket_address(&serving);
    let before = authority.presented(address).await;
    assert!(before.is_some());
    let web = authority.tunnel(address).await;
    let mut game = game(web, "none").await;
    authority.pair().write(folder.path());
    serving.signal(Signal::HUP);
    until(|| async {
        let now = authority.presented(address).await;
        now.is_some() && now != before
    })
    .await;
    std::fs::write(folder.path().join("cert.pem"), "nonsense").unwrap();
    serving.signal(Signal::HUP);
    until(|| async { serving.log().contains("the previous one stays in use") }).await;
    assert!(authority.presented(address).await.is_some());
    // The game goes on.
    game.a.play("d3").await;
    serving.signal(Signal::TERM);
    assert_eq!(game.a.end().await, 1012);
    assert!(serving.wait().success());
}

/// A name of the certificate is shown if it does not hold for the machine's address.
#[test]
fn the_address_shown_is_one_that_the_certificate_holds_for() {
    let authority = Authority::new();
    let now = SystemTime::now();
    for (names, wanted) in [
        (&["localhost", "127.0.0.1"][..], "https://127.0.0.1:"),
        (&["play.example.org", "localhost"], "https://localhost:"),
        (
            &["*.example.org", "play.example.org"],
            "https://play.example.org:",
        ),
        (&["*.example.org"], "https://127.0.0.1:"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let pair = authority.pair_for(names, now - DAY, now + DAY);
        let serving = serving(folder.path(), &pair);
        assert!(serving.address.starts_with(wanted), "{}", serving.address);
    }
}

/// Examines a certificate.
fn checked(folder: &Path, pair: &Pair, origins: &str, mode: u32) -> (i32, String) {
    let (cert, key) = pair.write(folder);
    std::fs::set_permissions(&key, std::fs::Permissions::from_mode(mode)).unwrap();
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700)).unwrap();
    let config = folder.join("serve.toml");
    let settings = format!(
        "public_origins = [{origins}]\ntls_cert = {:?}\ntls_key = {:?}\n",
        cert.display().to_string(),
        key.display().to_string()
    );
    std::fs::write(&config, settings).unwrap();
    std::fs::set_permissions(&config, std::fs::Permissions::from_mode(0o600)).unwrap();
    let mut command = yiqi(folder);
    // Open to the network, which is fine with HTTPS.
    command.args(["serve", "--check", "--listen", "0.0.0.0:7272", "--db"]);
    command.arg(database(folder)).arg("--config").arg(config);
    let output = ended(&mut command);
    assert!(output.stderr.is_empty(), "{output:?}");
    let lines = String::from_utf8(output.stdout).unwrap();
    (output.status.code().unwrap(), lines)
}

#[test]
fn a_check_examines_the_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new();
    let now = SystemTime::now();
    let names = ["play.example.org"];
    let lasting = authority.pair_for(&names, now - DAY, now + 60 * DAY);
    let origin = "\"https://play.example.org\"";
    let (status, lines) = checked(folder.path(), &lasting, origin, 0o600);
    assert_eq!((status, lines.lines().count()), (0, 1), "{lines}");
    let hour = DAY / 24;
    for (pair, origins, mode, says) in [
        (&lasting, origin, 0o640, "chmod 600"),
        (
            &lasting,
            "\"https://club.example.org\"",
            0o600,
            "is not for club.example.org",
        ),
        (
            &authority.pair_for(&names, now - DAY, now + 3 * DAY + hour),
            origin,
            0o600,
            "expires in 3 days",
        ),
        (
            &authority.pair_for(&names, now - DAY, now + hour),
            origin,
            0o600,
            "expires today",
        ),
        (
            &authority.pair_for(&names, now - 2 * DAY, now - DAY),
            origin,
            0o600,
            "has expired",
        ),
    ] {
        let (status, lines) = checked(folder.path(), pair, origins, mode);
        assert_eq!((status, lines.lines().count()), (1, 2), "{lines}");
        assert!(lines.contains(says), "{says}: {lines}");
    }
    let mismatch = Pair {
        cert: lasting.cert.clone(),
        key: authority.pair().key,
    };
    let (status, lines) = checked(folder.path(), &mismatch, origin, 0o600);
    assert_eq!(status, 2, "{lines}");
    assert!(lines.contains("does not belong"), "{lines}");
}

/// Writes the certificate of an authority.
fn authority_file(folder: &Path, authority: &Authority) -> PathBuf {
    let path = folder.join("authority.pem");
    std::fs::write(&path, authority.issuer.pem()).unwrap();
    path
}

/// A client that trusts an authority besides those of the system.
fn options(folder: &Path, authority: &Authority) -> Options {
    Options {
        lang: "en".to_owned(),
        trust: Trust::with_file(authority_file(folder, authority)),
        ..Options::default()
    }
}

/// The program in a terminal of its own.
fn terminal(folder: &Path, args: &[&str]) -> Terminal {
    let data = folder.join("data").display().to_string();
    let all = [&["--lang", "en", "--data-dir", &data][..], args].concat();
    Terminal::start(Path::new(YIQI), &all, &[], 80, 24)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_terminal_plays_over_https() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new();
    let serving = serving(folder.path(), &authority.pair());
    let address = socket_address(&serving);
    let web = authority.tunnel(address).await;
    let ann = web.guest("Ann").await;
    let (table, invite) = ann
        .make(
            &json!({"game": "reversi", "time": "none", "first_color": "black",
            "first": {"kind": "me"}, "second": {"kind": "open"}}),
        )
        .await;
    let mut socket = ann.socket(&table).await;
    let link = format!("https://{address}/t/{table}#{invite}");
    let file = authority_file(folder.path(), &authority);
    let file = file.display().to_string();
    let mut terminal = terminal(folder.path(), &["join", &link, "--tls-ca", &file]);
    socket.event("begin").await;
    socket.play("d3").await;
    terminal = tokio::task::spawn_blocking(move || {
        terminal.wait_for("d3");
        terminal.send(":c5\r");
        terminal
    })
    .await
    .unwrap();
    let is_answer = |message: &serde_json::Value| message["entries"][0]["move"] == "c5";
    socket.until(is_answer).await;
    terminal.send("\u{3}");
}

#[test]
fn closing_the_terminal_of_a_server_with_tls_stops_it() {
    let folder = tempfile::tempdir().unwrap();
    let (cert, key) = Authority::new().pair().write(folder.path());
    let [db, cert, key] =
        [database(folder.path()), cert, key].map(|path| path.display().to_string());
    let files = ["--db", &db, "--tls-cert", &cert, "--tls-key", &key];
    let args = [&["serve", "--listen", "127.0.0.1:0"][..], &files].concat();
    let mut serving = terminal(folder.path(), &args);
    serving.wait_for("https://127.0.0.1:");
    yiqi_testkit::wait_gone(serving.close());
}

/// What `yiqi join` would say.
fn sentence(link: &str, options: &Options) -> String {
    let link: TableAddress = link.parse().unwrap();
    let reason = yiqi_client::look(&link, &Identity::fleeting(), options).unwrap_err();
    yiqi_tui::words::reason(&Text::new(Lang::En), &link.server(), &reason)
}

#[test]
fn a_server_that_cannot_be_trusted_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new();
    let now = SystemTime::now();
    let trusting = options(folder.path(), &authority);
    let names = &["127.0.0.1"][..];
    let other = Authority::new();
    for (pair, says) in [
        (other.pair(), "was not signed by an authority"),
        (
            authority.pair_for(names, now - 9 * DAY, now - DAY),
            "has expired",
        ),
        (
            authority.pair_for(names, now + DAY, now + 9 * DAY),
            "is not valid yet",
        ),
        (
            authority.pair_for(&["play.example.org"], now - DAY, now + DAY),
            "is for another name",
        ),
        // The server is fine, but has no such table.
        (authority.pair(), "There is no such table"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let serving = serving(folder.path(), &pair);
        let address = socket_address(&serving);
        let said = sentence(&format!("https://{address}/t/none"), &trusting);
        assert!(said.contains(says), "{said}");
        let said = sentence(&format!("http://{address}/t/none"), &trusting);
        assert!(said.contains("use https:// instead"), "{said}");
    }
    let folder = tempfile::tempdir().unwrap();
    let plain = Serving::at(folder.path());
    let said = sentence(
        &format!("https://{}/t/none", plain.web().address),
        &trusting,
    );
    assert!(said.contains("does not encrypt"), "{said}");
}

#[test]
fn a_connection_that_cannot_be_trusted_is_not_made() {
    let folder = tempfile::tempdir().unwrap();
    let serving = serving(folder.path(), &Authority::new().pair());
    let trusting = options(folder.path(), &Authority::new());
    let link = format!("https://{}/t/none", socket_address(&serving));
    let identity = Identity::fleeting();
    let (_handle, events) = Connection::open(link.parse().unwrap(), identity, trusting);
    // It ends by itself.
    let last = events.iter().last();
    assert!(
        matches!(
            last,
            Some(Event::Connection(LinkState::Closed(Reason::Tls(
                TlsProblem::UnknownIssuer
            ))))
        ),
        "{last:?}"
    );
}
