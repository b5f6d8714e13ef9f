//! Other sites, other people's tables, and malicious names and texts.

use serde_json::{Value, json};

use crate::client::{HttpResponse, Person, moves};
use crate::test_server::TestServer;

/// Origins that look like this server but are not.
fn foreign_origins(address: &str) -> Vec<String> {
    let (host, port) = address.split_once(':').unwrap();
    vec![
        "http://evil.example".to_owned(),
        "null".to_owned(),
        String::new(),
        format!("http://{host}"),
        format!("http://{host}:{}", port.parse::<u16>().unwrap() ^ 1),
        format!("http://{address}.evil.example"),
        format!("http://evil.example/{address}"),
        format!("http://sub.{address}"),
        format!("http://{address}@evil.example"),
        format!("http://evil.example:80@{address}"),
        format!("http://{address} http://evil.example"),
        format!("http://{address}/"),
        format!("file://{address}"),
        format!("//{address}"),
        address.to_owned(),
    ]
}

/// The cookie of a person, as a browser has it.
pub(crate) async fn cookie_of(person: &Person) -> String {
    format!("yiqi={}", person.token)
}

// Fault 63.
#[tokio::test]
async fn a_socket_with_a_cookie_opens_only_from_our_own_page() {
    let stage = TestServer::new().await;
    let pair = stage.pair("reversi", "none").await;
    let path = format!("/api/tables/{}/socket", pair.table);
    let cookie = cookie_of(&pair.first).await;
    let address = stage.web.address.to_string();
    for origin in foreign_origins(&address) {
        for headers in [
            &[("cookie", cookie.as_str()), ("origin", origin.as_str())][..],
            // An anonymous browser on another site.
            &[("origin", origin.as_str())][..],
        ] {
            let status = stage.web.open_socket(&path, headers).await.err();
            assert_eq!(status, Some(403), "{origin}");
        }
    }
    // A cookie without an origin comes neither from a browser nor from a native client.
    let status = stage
        .web
        .open_socket(&path, &[("cookie", &cookie)])
        .await
        .err();
    assert_eq!(status, Some(403));
    let ours = format!("http://{address}");
    let twice = [
        ("cookie", cookie.as_str()),
        ("origin", ours.as_str()),
        ("origin", "http://evil.example"),
    ];
    assert_eq!(stage.web.open_socket(&path, &twice).await.err(), Some(403));
    let fine = [("cookie", cookie.as_str()), ("origin", ours.as_str())];
    let mut socket = stage.web.open_socket(&path, &fine).await.unwrap();
    assert_eq!(
        socket.of_type("table").await["you"]["seats"],
        json!(["first"])
    );
}

// Fault 64.
#[tokio::test]
async fn another_site_cannot_change_anything_with_the_cookie() {
    let stage = TestServer::new().await;
    let pair = stage.pair("reversi", "none").await;
    let cookie = cookie_of(&pair.first).await;
    let address = stage.web.address.to_string();
    let before = pair.log().await;
    let command = json!({"id": "x", "command": {"do": "resign"}}).to_string();
    let table = json!({"game": "reversi", "first": {"kind": "me"}, "second": {"kind": "me"}});
    let (table, empty) = (table.to_string(), "{}".to_owned());
    let of = |rest: &str| format!("/api/tables/{}/{rest}", pair.table);
    let requests = [
        (of("commands"), &command),
        (of("sit"), &empty),
        (of("again"), &empty),
        ("/api/tables".to_owned(), &table),
        ("/api/tournaments".to_owned(), &empty),
        ("/api/tournaments/none/chat".to_owned(), &empty),
        ("/api/guest".to_owned(), &empty),
        ("/api/logout".to_owned(), &empty),
        ("/api/me/tokens".to_owned(), &empty),
        ("/api/register".to_owned(), &empty),
        ("/api/login".to_owned(), &empty),
    ];
    for (path, body) in &requests {
        for origin in foreign_origins(&address) {
            let headers = [("cookie", cookie.as_str()), ("origin", origin.as_str())];
            let answer = stage.web.request("POST", path, &headers, Some(body)).await;
            assert_eq!(
                (answer.status, answer.code()),
                (403, "wrong_origin".into()),
                "{path}"
            );
        }
        let answer = stage
            .web
            .request("POST", path, &[("cookie", &cookie)], Some(body))
            .await;
        assert_eq!(answer.code(), "wrong_origin", "{path}");
    }
    assert_eq!(pair.log().await, before);
    // Our own page may.
    let ours = format!("http://{address}");
    let headers = [("cookie", cookie.as_str()), ("origin", ours.as_str())];
    let answer = stage
        .web
        .request("POST", &of("commands"), &headers, Some(&command))
        .await;
    assert_eq!(answer.status, 200, "{answer:?}");
}

/// Texts that do harm where they are not treated as text.
const MALICIOUS: [&str; 8] = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "'; DROP TABLE entries; --",
    "{{7*7}}${7*7}",
    "</script><svg onload=alert(1)>",
    "javascript:alert(1)",
    "=cmd|' /C calc'!A0",
    "&lt;b&gt;",
];

// Faults 68 and 72.
#[tokio::test]
async fn markup_is_returned_as_text() {
    let stage = TestServer::new().await;
    let mut pair = stage.pair("reversi", "none").await;
    for text in MALICIOUS {
        pair.a
            .send(&json!({"type": "chat", "room": "players", "text": text}))
            .await;
        assert_eq!(pair.b.of_type("chat").await["text"], text);
    }
    let state = pair.first.get(&format!("/api/tables/{}", pair.table)).await;
    assert_eq!(state.header("content-type"), Some("application/json"));
    assert_eq!(state.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(
        state.fine()["chat"].as_array().unwrap().len(),
        MALICIOUS.len()
    );
    for name in MALICIOUS {
        let answer = pair.first.post("/api/guest", &json!({"name": name})).await;
        match answer.status {
            200 => assert_eq!(answer.json()["me"]["name"], name),
            status => assert_eq!((status, answer.code()), (400, "bad_name".into()), "{name}"),
        }
    }
    let page = stage.web.get("/").await;
    let policy = page.header("content-security-policy").unwrap();
    assert!(!policy.contains("unsafe"), "{policy}");
    for record in ["yiqi", "sgf"] {
        let path = format!("/api/tables/{}/record?format={record}", pair.table);
        let file = pair.first.get(&path).await;
        assert_eq!(
            file.header("content-type"),
            Some("application/octet-stream")
        );
        assert!(
            file.header("content-disposition")
                .unwrap()
                .starts_with("attachment")
        );
    }
}

/// Whether any text contains unprintable characters.
fn has_controls(value: &Value) -> bool {
    match value {
        Value::String(text) => text.chars().any(|c| {
            c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        }),
        Value::Array(items) => items.iter().any(has_controls),
        Value::Object(fields) => fields.values().any(has_controls),
        _ => false,
    }
}

// Faults 69 and 70.
#[tokio::test]
async fn control_characters_are_not_passed_on_to_others() {
    let stage = TestServer::new().await;
    let mut pair = stage.pair("reversi", "none").await;
    let escapes = [
        "\u{1b}[2J",
        "\u{1b}]0;owned\u{7}",
        "\u{1b}]8;;http://x\u{1b}\\x",
        "\u{1b}]52;c;eA==\u{7}",
        "\u{9b}6n",
        "\u{90}q\u{9c}",
        "\u{7f}",
        "\0",
        "\r\n[INFO] forged",
        "a\u{8}\u{8}b",
        "\u{202e}drawkcab",
        "\u{200b}\u{200d}",
        "\u{2066}x\u{2069}",
    ];
    for text in escapes {
        let text = format!("hello {text}");
        pair.a
            .send(&json!({"type": "chat", "room": "players", "text": text}))
            .await;
        let chat = pair.b.of_type("chat").await;
        assert!(!has_controls(&chat), "{text:?}: {chat}");
        for name in [text.clone(), format!("{text}{text}")] {
            let answer = pair.first.post("/api/guest", &json!({"name": name})).await;
            assert!(!has_controls(&answer.json()), "{name:?}: {answer:?}");
        }
        let answer = pair
            .first
            .command(&pair.table, "i", &json!({"do": "play", "move": text}))
            .await;
        assert!(!has_controls(&answer.json()), "{answer:?}");
        let answer = pair
            .first
            .post(
                "/api/tables",
                &json!({"game": text, "first": {"kind": "me"},
                "second": {"kind": "computer", "player": text}, "time": text}),
            )
            .await;
        assert!(!has_controls(&answer.json()), "{answer:?}");
    }
    assert!(!has_controls(&pair.first.state(&pair.table).await));
}

// Fault 74.
#[tokio::test]
async fn a_deleted_account_leaves_its_games_without_a_name() {
    let mut stage = TestServer::new().await;
    let ann = stage.web.account("Annabel", "correct horse").await;
    let bob = stage.web.guest("Bob").await;
    let table = json!({
        "game": "reversi", "time": "none", "first_color": "black", "listed": true,
        "first": {"kind": "me"}, "second": {"kind": "open"},
    });
    let (table, invite) = ann.make(&table).await;
    let mut a = ann.socket(&table).await;
    bob.sit(&table, &invite).await.fine();
    a.event("begin").await;
    a.play("d3").await;
    a.send(&json!({"type": "chat", "room": "players", "text": "my secret plan"}))
        .await;
    a.of_type("chat").await;
    a.does(&json!({"do": "resign"})).await;
    let delete = "/api/me/delete";
    let wrong = ann.post(delete, &json!({"password": "wrong horse"})).await;
    assert_eq!(
        (wrong.status, wrong.code().as_str()),
        (401, "wrong_password")
    );
    let guest = bob
        .post(delete, &json!({"password": "correct horse"}))
        .await;
    assert_eq!(guest.code(), "needs_account");
    assert_eq!(ann.get("/api/me").await.status, 200);
    let done = ann
        .post(delete, &json!({"password": "correct horse"}))
        .await;
    assert_eq!(done.status, 204, "{done:?}");
    assert_eq!(a.end().await, 1008);
    assert_eq!(ann.get("/api/me").await.status, 401);
    assert_eq!(stage.web.get("/api/people/Annabel").await.status, 404);
    let body = json!({"name": "Annabel", "password": "correct horse"}).to_string();
    let login = stage
        .web
        .request("POST", "/api/login", &[], Some(&body))
        .await;
    assert_eq!(login.code(), "wrong_password");
    stage.restart().await;
    let bob = Person {
        web: stage.web,
        ..bob
    };
    let state = bob.state(&table).await;
    assert_eq!(state["table"]["seats"]["first"]["name"], "", "{state}");
    assert_eq!(state["table"]["seats"]["first"]["kind"], "guest");
    assert_eq!(state["chat"], json!([]));
    assert_eq!(moves(state["entries"].as_array().unwrap()), ["d3"]);
    let record = bob.get(&format!("/api/tables/{table}/record")).await;
    assert!(!record.body.contains("Annabel"), "{}", record.body);
    let lobby = stage.web.get("/api/tables").await.fine().to_string();
    assert!(
        lobby.contains(&table) && !lobby.contains("Annabel"),
        "{lobby}"
    );
    // The name is free again, for another person.
    let other = stage.web.account("Annabel", "battery staple").await;
    assert_ne!(other.public, ann.public);
}

// Fault 74.
#[tokio::test]
async fn a_deleted_account_disappears_at_once_for_everybody() {
    let stage = TestServer::new().await;
    let ann = stage.web.account("Annabel", "correct horse").await;
    let bob = stage.web.guest("Bob").await;
    let table = json!({
        "game": "reversi", "time": "none", "first_color": "black", "listed": true,
        "first": {"kind": "me"}, "second": {"kind": "open"},
    });
    let mut tables = Vec::new();
    for is_over in [true, false] {
        let (table, invite) = ann.make(&table).await;
        let mut a = ann.socket(&table).await;
        bob.sit(&table, &invite).await.fine();
        let b = bob.socket(&table).await;
        a.event("begin").await;
        a.send(&json!({"type": "chat", "room": "players", "text": "my secret plan"}))
            .await;
        a.of_type("chat").await;
        if is_over {
            a.play("d3").await;
            a.does(&json!({"do": "resign"})).await;
        }
        tables.push((table, b));
    }
    // Also where the account only watched and wrote.
    let other = stage.pair("reversi", "none").await;
    let mut a = ann.socket(&other.table).await;
    let cat = stage.web.guest("Cat").await;
    let mut c = cat.socket(&other.table).await;
    a.send(&json!({"type": "chat", "room": "spectators", "text": "nice move"}))
        .await;
    c.of_type("chat").await;
    let mut lobby = cat.events("/api/lobby").await;
    let names_her = |view: &Value| view.to_string().contains("Annabel");
    lobby.until(names_her).await;
    let done = ann
        .post("/api/me/delete", &json!({"password": "correct horse"}))
        .await;
    assert_eq!(done.status, 204, "{done:?}");
    for (table, socket) in &mut tables {
        let is_nameless =
            |message: &Value| message["type"] == "seats" && message["seats"]["first"]["name"] == "";
        let seats = socket.until(is_nameless).await;
        assert_eq!(seats["seats"]["first"]["kind"], "guest", "{seats}");
        let removed = socket.of_type("chat_removed").await;
        assert_eq!(removed["person"], ann.public.as_str());
        let state = bob.state(table).await;
        assert!(!state.to_string().contains("Annabel"), "{state}");
        assert_eq!(state["chat"], json!([]));
    }
    assert_eq!(
        c.of_type("chat_removed").await["person"],
        ann.public.as_str()
    );
    let shown = stage.web.get("/api/tables").await.fine().to_string();
    assert!(tables.iter().all(|(table, _)| shown.contains(table)));
    assert!(!shown.contains("Annabel"), "{shown}");
    lobby.until(|view| !names_her(view)).await;
}

// Fault 73.
#[tokio::test]
async fn no_path_leads_out_of_the_served_files() {
    let stage = TestServer::new().await;
    let pair = stage.pair("reversi", "none").await;
    let tricks = [
        "..",
        "../Cargo.toml",
        "..%2fCargo.toml",
        "%2e%2e%2fCargo.toml",
        "..%5cCargo.toml",
        "%2fetc%2fpasswd",
        "/etc/passwd",
        "index.html%00.js",
        ".hidden",
        "a/../../index.html",
        "%c0%ae%c0%ae",
        "....//",
        "web%2findex.html",
        "CON",
        "index.html/",
        "%ff",
    ];
    for trick in tricks {
        for path in [
            format!("/assets/{trick}"),
            format!("/api/tables/{trick}"),
            format!("/api/tables/{trick}/record"),
            format!("/api/messages/{trick}"),
            format!("/api/people/{trick}"),
        ] {
            let answer = pair.first.get(&path).await;
            assert!(
                matches!(answer.status, 400 | 404) || is_page_or_list(&path, &answer),
                "{path}: {answer:?}"
            );
            assert!(!answer.body.contains("root:"), "{path}");
            assert!(!answer.body.contains("[package]"), "{path}");
        }
        let path = format!("/api/tables/{}/record?format={trick}", pair.table);
        let answer = pair.first.get(&path).await;
        assert!((400..500).contains(&answer.status), "{path}: {answer:?}");
    }
    // Invalid ids of every length.
    for id in ["", "%00", "'%20OR%201=1%20--", &"x".repeat(5_000)] {
        let answer = pair.first.get(&format!("/api/tables/{id}/record")).await;
        assert!(matches!(answer.status, 404 | 400), "{id}: {answer:?}");
    }
}

/// The server does not normalize paths: `/assets/..` is no other page.
fn is_page_or_list(path: &str, answer: &HttpResponse) -> bool {
    answer.status == 200 && path.starts_with("/api/tables/") && answer.json()["open"].is_array()
}

/// The callers in fault 74.
const ROLES: [&str; 6] = [
    "nobody",
    "stranger",
    "invited",
    "spectator",
    "opponent",
    "owner",
];

/// The headers of a role. Anyone with the link may watch, with a name or without.
fn headers_of<'a>(
    bearer: Option<&'a str>,
    role: &str,
    invite: &'a str,
) -> Vec<(&'static str, &'a str)> {
    let has_link = ["invited", "spectator"].contains(&role);
    let invite = has_link.then_some(("yiqi-invite", invite));
    bearer
        .map(|bearer| ("authorization", bearer))
        .into_iter()
        .chain(invite)
        .collect()
}

// Fault 74.
#[tokio::test]
async fn a_private_table_is_visible_only_to_its_players_and_invitees() {
    let stage = TestServer::new().await;
    let web = stage.web;
    let owner = web.guest("Ann").await;
    let opponent = web.guest("Bob").await;
    let stranger = web.guest("Mallory").await;
    let (table, invite) = owner
        .make(
            &json!({"game": "reversi", "first": {"kind": "me"}, "second": {"kind": "open"},
            "first_color": "black", "private": true, "listed": true}),
        )
        .await;
    opponent.sit(&table, &invite).await.fine();
    let of = |rest: &str| format!("/api/tables/{table}{rest}");
    let ask = async |role: &str, method: &str, rest: &str, body: Option<Value>| {
        let token = match role {
            "stranger" | "invited" => Some(&stranger.token),
            "opponent" => Some(&opponent.token),
            "owner" => Some(&owner.token),
            _ => None,
        };
        let bearer = token.map(|token| format!("Bearer {token}"));
        let headers = headers_of(bearer.as_deref(), role, &invite);
        let body = body.map(|body| body.to_string());
        web.request(method, &of(rest), &headers, body.as_deref())
            .await
    };
    for role in ROLES {
        let may_see = !["nobody", "stranger"].contains(&role);
        for rest in ["", "/record", "/record?format=sgf", "/replay"] {
            let answer = ask(role, "GET", rest, None).await;
            let want = if may_see { 200 } else { 403 };
            assert_eq!(answer.status, want, "{role} {rest}: {answer:?}");
            if !may_see {
                assert_eq!(answer.code(), "not_yours");
                assert!(!answer.body.contains("Ann"), "{answer:?}");
            }
            assert!(!answer.body.contains(&invite), "{role} {rest}");
        }
        for path in [of("/socket"), of("/events")] {
            let person = match role {
                "stranger" | "invited" => Some(&stranger),
                "opponent" => Some(&opponent),
                "owner" => Some(&owner),
                _ => None,
            };
            let bearer = person.map(|person| format!("Bearer {}", person.token));
            let headers = headers_of(bearer.as_deref(), role, &invite);
            if path.contains("/socket") {
                let opened = web.open_socket(&path, &headers).await;
                assert_eq!(opened.is_ok(), may_see, "{role} {path}");
                assert!(may_see || opened.err() == Some(403));
            } else if !may_see {
                let answer = web.request("GET", &path, &headers, None).await;
                assert_eq!(answer.status, 403, "{role} {path}");
            }
        }
        let command = json!({"id": format!("by-{role}"), "command": {"do": "play", "move": "d3"}});
        let answer = ask(role, "POST", "/commands", Some(command)).await;
        let want = match role {
            "owner" => 200,
            "opponent" => 409,
            "nobody" | "spectator" => 401,
            _ => 403,
        };
        assert_eq!(answer.status, want, "{role}: {answer:?}");
        let answer = ask(role, "POST", "/again", Some(json!({}))).await;
        assert_eq!(answer.status, 403, "{role}: {answer:?}");
        let answer = ask(role, "POST", "/sit", Some(json!({}))).await;
        let want = match role {
            "owner" | "opponent" => 200,
            "nobody" | "spectator" => 401,
            "invited" => 409,
            _ => 403,
        };
        assert_eq!(answer.status, want, "{role}: {answer:?}");
    }
    // No list contains it.
    for path in [
        "/api/tables",
        &format!("/api/games?person={}", owner.public),
    ] {
        assert!(!stranger.get(path).await.body.contains(&table), "{path}");
    }
    owner
        .command(&table, "end", &json!({"do": "resign"}))
        .await
        .fine();
    let games = format!("/api/games?person={}", owner.public);
    crate::client::until(async || owner.get(&games).await.body.contains(&table)).await;
    assert!(!stranger.get(&games).await.body.contains(&table));
    assert!(!opponent.get(&games).await.body.contains("\"private\":true"));
}

// Fault 74.
#[tokio::test]
async fn personal_events_go_to_nobody_else() {
    let stage = TestServer::new().await;
    let pair = stage.pair("reversi", "none").await;
    for path in ["/api/me", "/api/me/tokens", "/api/me/events"] {
        assert_eq!(stage.web.get(path).await.status, 401, "{path}");
        let wrong = [("authorization", "Bearer 22222222222222222222222222222222")];
        let answer = stage.web.request("GET", path, &wrong, None).await;
        assert_eq!(answer.status, 401, "{path}");
    }
    let stranger = stage.web.guest("Mallory").await;
    let state = stranger.state(&pair.table).await;
    for secret in [&pair.first.token, &pair.second.token] {
        assert!(!state.to_string().contains(secret.as_str()));
    }
    assert!(state["you"]["invite"].is_null());
}

#[tokio::test]
async fn every_response_names_its_type_and_is_for_no_other_origin() {
    let stage = TestServer::new().await;
    for (path, kind) in [
        ("/", "text/html; charset=utf-8"),
        ("/health", "text/plain; charset=utf-8"),
        (
            "/metrics",
            "application/openmetrics-text; version=1.0.0; charset=utf-8",
        ),
        ("/api", "application/json"),
        ("/api/catalog", "application/json"),
        ("/api/messages/en", "application/json"),
        ("/api/tables", "application/json"),
        ("/api/me", "application/json"),
        ("/api/nowhere", "application/json"),
    ] {
        let headers = [("origin", "http://evil.example")];
        let response = stage.web.request("GET", path, &headers, None).await;
        assert_eq!(response.header("content-type"), Some(kind), "{path}");
        let allowed = response.header("access-control-allow-origin");
        assert_eq!(allowed, None, "{path}");
        let sniffing = response.header("x-content-type-options");
        assert_eq!(sniffing, Some("nosniff"), "{path}");
    }
}

#[tokio::test]
async fn a_new_server_has_no_accounts() {
    let stage = TestServer::new().await;
    let mut database = stage.database().await;
    let count: i64 = sqlx::query_scalar("SELECT count(*) FROM people")
        .fetch_one(&mut database)
        .await
        .unwrap();
    assert_eq!(count, 0);
}
