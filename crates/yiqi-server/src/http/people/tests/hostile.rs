//! Attacks: other sites, floods, odd text; and secrets that must not leak.

use super::*;

// Fault 65.
#[tokio::test]
async fn the_database_file_contains_neither_tokens_nor_passwords() {
    let app = App::new().await;
    let (guest, public) = app.guest("Gustav").await;
    let account = app.account("Ann").await;
    let body = json!({"label": "my bot"});
    let bot = app.with_bearer("POST /api/me/tokens", &account, body).await;
    let bot = bot.body["token"].as_str().unwrap();
    let login = app.login("Ann", "correct horse").await.cookie().unwrap();
    let bytes = app.files();
    for secret in [guest.as_str(), &account, bot, &login, "correct horse"] {
        assert!(!holds(&bytes, secret));
        assert!(!holds(&bytes, &secret[..16.min(secret.len())]));
    }
    assert!(
        holds(&bytes, &public) && holds(&bytes, "Gustav"),
        "the search finds what is there"
    );
    assert!(holds(&bytes, "$argon2id$"));
}

// Faults 63 and 64.
#[tokio::test]
async fn other_sites_cannot_act_with_the_cookie() {
    let app = App::new().await;
    let token = app.account("Ann").await;
    let cookie = format!("yiqi={token}");
    let (guest, _) = app.guest("Gus").await;
    let guest_cookie = format!("yiqi={guest}");
    let password = json!({"name": "Mal", "password": "correct horse"});
    let requests = [
        ("POST /api/logout", Value::Null, &cookie),
        ("POST /api/me/tokens", json!({"label": "x"}), &cookie),
        ("DELETE /api/me/tokens/0123", Value::Null, &cookie),
        ("POST /api/guest", json!({"name": "Evil"}), &guest_cookie),
        ("POST /api/register", password.clone(), &guest_cookie),
        ("POST /api/login", password, &guest_cookie),
    ];
    let origins = [
        Some("http://evil.test"),
        Some("null"),
        Some("http://sub.play.lan"),
        Some("http://play.lan:8080"),
        Some("http://play.lan.evil.test"),
        Some("http://evilplay.lan"),
        None,
    ];
    for (line, body, cookie) in requests {
        for origin in origins {
            let mut headers = vec![("cookie", cookie.as_str())];
            headers.extend(origin.map(|origin| ("origin", origin)));
            let response = app.send(line, &headers, body.clone()).await;
            assert_eq!(
                (response.status.as_u16(), response.code),
                (403, "wrong_origin"),
                "{line}"
            );
            assert_eq!(response.cookie(), None);
            assert_eq!(response.headers["cache-control"], "no-store");
        }
    }
    assert_eq!(app.me(&token).await.status, 200);
    assert_eq!(app.me(&guest).await.body["name"], "Gus");
    // A form on another site cannot send JSON either.
    let form = Value::String(r#"{"name":"Evil"}"#.to_owned());
    let headers = [
        ("origin", "http://play.lan"),
        ("content-type", "text/plain"),
    ];
    assert_eq!(
        app.send("POST /api/guest", &headers, form).await.code,
        "bad_message"
    );
    // Nor log in a browser without a cookie.
    let headers = [("origin", "http://evil.test")];
    let response = app.send("POST /api/guest", &headers, json!({})).await;
    assert_eq!(response.code, "wrong_origin");
}

#[tokio::test]
async fn malformed_bodies_are_refused_without_quoting_them() {
    let app = App::new().await;
    let json = [("content-type", "application/json")];
    let large = format!(
        r#"{{"name":"Ann","password":"{}"}}"#,
        "hunter22".repeat(1100)
    );
    for body in [
        "",
        "hunter22",
        "{",
        "[]",
        "null",
        r#"{"name":"Ann"}"#,
        r#"{"name":"Ann","password":["hunter22"]}"#,
        r#"{"name":"Ann","password":"hunter22","hunter22":1}"#,
        r#"{"name":"Ann","password":"hunter22","password":"x"}"#,
        large.as_str(),
    ] {
        for line in ["POST /api/register", "POST /api/login"] {
            let response = app.send(line, &json, Value::String(body.to_owned())).await;
            assert_eq!(
                (response.status.as_u16(), response.code),
                (400, "bad_message"),
                "{body}"
            );
            assert!(!response.text.contains("hunter22"));
        }
    }
    for (name, password, code) in [
        ("A", "correct horse", "bad_name"),
        ("", "correct horse", "bad_name"),
        ("Ann\u{200b}", "correct horse", "bad_name"),
        ("Ann", "1234567", "bad_password"),
        ("Ann", "", "bad_password"),
    ] {
        let body = json!({"name": name, "password": password});
        let response = app.send("POST /api/register", &[], body).await;
        assert_eq!(
            (response.status.as_u16(), response.code),
            (400, code),
            "{name}"
        );
    }
    assert_eq!(app.count("SELECT count(*) FROM people").await, 0);
}

// Fault 72.
#[tokio::test]
async fn what_looks_like_sql_is_text() {
    let corpus = [
        "' OR '1'='1",
        "' OR 1=1 --",
        "'; DROP TABLE people; --",
        "\" OR \"\"=\"",
        "1; DELETE FROM sessions",
        "' UNION SELECT password FROM people --",
        "\\'; --",
        "%",
        "_%",
        "?1",
        ":name",
        "$1",
        "@x",
        "NULL",
        "x'); INSERT INTO people VALUES (9,'p_x','x',NULL,NULL,0); --",
        "randomblob(1000000000)",
        "' AND (SELECT 1 FROM (SELECT sleep(5))x) --",
        "0x414e4e",
        "char(65)",
        "/**/",
        "a' || 'b",
        "`",
        "\u{ff07} OR 1=1",
    ];
    let app = App::new().await;
    let ann = app.account("Ann").await;
    let (guest, _) = app.guest("Gustav").await;
    let percent =
        |text: &str| -> String { text.bytes().map(|byte| format!("%{byte:02X}")).collect() };
    for text in corpus {
        let bad = json!({"name": text, "password": text});
        assert_eq!(
            app.send("POST /api/login", &[], bad.clone()).await.code,
            "wrong_password"
        );
        assert_eq!(app.login("Ann", text).await.code, "wrong_password");
        app.send("POST /api/register", &[], bad).await;
        app.send("POST /api/guest", &[], json!({"name": text}))
            .await;
        app.with_bearer("POST /api/guest", &guest, json!({"name": text}))
            .await;
        let response = app
            .with_bearer("POST /api/me/tokens", &ann, json!({"label": text}))
            .await;
        assert!(response.status == 200 || response.code == "too_many");
        let line = format!("DELETE /api/me/tokens/{}", percent(text));
        assert_eq!(
            app.with_bearer(&line, &ann, Value::Null).await.code,
            "not_found"
        );
        let line = format!("GET /api/people/{}", percent(text));
        let found = app.send(&line, &[], Value::Null).await;
        assert_ne!(found.body["name"], "Ann", "{text}");
        assert_eq!(
            app.me(&text.chars().filter(char::is_ascii).collect::<String>())
                .await
                .status,
            401
        );
        assert_eq!(
            app.with_cookie("GET /api/me", &text.replace('\u{ff07}', "'"), Value::Null)
                .await
                .status,
            401
        );
        assert_eq!(app.people.by_public(text).await.unwrap(), None);
        let person = app.people.by_token(&ann).await.unwrap().unwrap();
        assert_eq!(app.people.rating_for(person.key, text).await.unwrap(), None);
    }
    assert_eq!(app.me(&ann).await.body["name"], "Ann");
    assert_eq!(
        app.count("SELECT count(*) FROM people WHERE public = 'p_x'")
            .await,
        0
    );
    // Labels are shown as they were stored.
    let list = app
        .with_bearer("GET /api/me/tokens", &ann, Value::Null)
        .await;
    assert!(list.text.contains("DROP TABLE people"));
}

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

// Fault 75.
#[tokio::test]
async fn logs_contain_neither_tokens_nor_passwords() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(move || writer.clone())
        .finish();
    // Covers the database threads too.
    tracing::subscriber::set_global_default(subscriber).unwrap();
    let app = App::new().await;
    let (guest, _) = app.guest("Gustav").await;
    let body = json!({"name": "Ann", "password": "correct horse"});
    let response = app
        .with_cookie("POST /api/register", &guest, body.clone())
        .await;
    let ann = response.cookie().unwrap();
    app.login("Ann", "wrong horse").await;
    app.with_bearer("POST /api/register", &ann, body).await;
    let bot = app
        .with_bearer("POST /api/me/tokens", &ann, json!({"label": "x"}))
        .await;
    let bot = bot.body["token"].as_str().unwrap().to_owned();
    app.with_cookie("POST /api/logout", &ann, Value::Null).await;
    let request = Request::builder()
        .header("authorization", format!("Bearer {bot}"))
        .extension(ConnectInfo(app.peer));
    let (mut parts, ()) = request.body(()).unwrap().into_parts();
    let caller = Caller::from_request_parts(&mut parts, &app).await.unwrap();
    assert!(caller.person.is_some());
    tracing::info!(?caller, "what we might log");
    // A failing store reports that without the data it was given.
    app.people.store().close().await;
    let response = app
        .send("POST /api/guest", &[], json!({"name": "Hugo"}))
        .await;
    assert_eq!(
        (response.status.as_u16(), response.code),
        (503, "storage_failed")
    );
    let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert!(
        text.contains("new account") && text.contains("what we might log"),
        "{text}"
    );
    for secret in [
        guest.as_str(),
        &ann,
        &bot,
        "correct horse",
        "wrong horse",
        "$argon2",
    ] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
    assert!(
        !text.contains(app.home.folder.path().to_str().unwrap()),
        "no paths"
    );
}

// Fault 34.
#[tokio::test]
async fn a_rate_limited_caller_is_told_when_to_retry() {
    let limits = LimitOptions {
        requests_at_once: 10,
        requests_per_second: 1,
        guests_per_hour: 3,
        ..LimitOptions::default()
    };
    let mut app = App::with(easy(), limits).await;
    let mut codes = Vec::new();
    for _ in 0..12 {
        // A forged address does not help: fault 35.
        let forwarded = format!("198.51.100.{}", codes.len());
        let headers = [("x-forwarded-for", forwarded.as_str())];
        codes.push(app.send("POST /api/guest", &headers, json!({})).await.code);
    }
    assert_eq!(codes.iter().filter(|code| code.is_empty()).count(), 3);
    assert!(
        codes[3..].iter().all(|code| *code == "too_fast"),
        "{codes:?}"
    );
    assert_eq!(
        app.send("GET /api/people/Ann", &[], Value::Null).await.code,
        "too_fast"
    );
    app.peer = "192.0.2.2:1".parse().unwrap();
    assert_eq!(
        app.send("GET /api/people/Ann", &[], Value::Null).await.code,
        "not_found"
    );
}

// Faults 34 and 35.
#[tokio::test]
async fn a_proxy_that_nobody_configured_does_not_lift_the_limits() {
    for header in ["x-forwarded-for", "forwarded"] {
        let limits = LimitOptions {
            requests_at_once: 5,
            requests_per_second: 1,
            loopback_exempt: true,
            ..LimitOptions::default()
        };
        let mut app = App::with(easy(), limits).await;
        app.peer = "127.0.0.1:4711".parse().unwrap();
        let ask = async |headers: &[(&str, &str)]| {
            let mut refused = 0;
            for _ in 0..20 {
                let response = app.send("GET /api/people/Ann", headers, Value::Null).await;
                refused += u32::from(response.code == "too_fast");
            }
            refused
        };
        assert_eq!(ask(&[]).await, 0, "loopback is exempt");
        assert!(ask(&[(header, "for=198.51.100.1")]).await >= 14, "{header}");
        assert!(ask(&[]).await >= 14, "and stays limited");
    }
}
