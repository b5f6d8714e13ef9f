//! People through the router, on a real file.

use std::collections::HashSet;
use std::io::Write;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, FromRef};
use axum::http::{HeaderMap, Request, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt;
use yiqi_record::Seat;
use yiqi_rules::GameSpec;

use super::*;
use crate::StoreOptions;
use crate::store::TableKey;

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

#[derive(Clone)]
struct App {
    people: People,
    rules: OriginRules,
    limits: Limits,
    dir: Arc<TempDir>,
    peer: SocketAddr,
}

impl FromRef<App> for People {
    fn from_ref(app: &App) -> People {
        app.people.clone()
    }
}

impl FromRef<App> for OriginRules {
    fn from_ref(app: &App) -> OriginRules {
        app.rules.clone()
    }
}

impl FromRef<App> for Limits {
    fn from_ref(app: &App) -> Limits {
        app.limits.clone()
    }
}

/// Numbers that hold nobody off, and passwords that cost little.
fn easy() -> PeopleOptions {
    let many = Allowance {
        count: 1_000_000,
        window: Duration::from_secs(1),
    };
    PeopleOptions {
        password_cost: PasswordCost {
            memory_kib: 64,
            passes: 1,
            lanes: 1,
        },
        tries_per_address: many,
        tries_per_name: many,
        ..PeopleOptions::default()
    }
}

fn generous() -> LimitOptions {
    LimitOptions {
        requests_per_second: 1_000_000,
        requests_at_once: 1_000_000,
        guests_per_hour: 1_000_000,
        ..LimitOptions::default()
    }
}

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    /// The word of a denial.
    code: &'static str,
    body: Value,
    text: String,
}

impl Answer {
    /// The token of the cookie that was set.
    fn cookie(&self) -> Option<String> {
        let value = self.headers.get("set-cookie")?.to_str().unwrap();
        let (token, _) = value.strip_prefix("yiqi=")?.split_once(';')?;
        Some(token.to_owned())
    }
}

impl App {
    async fn new() -> App {
        App::with(easy(), generous()).await
    }

    async fn with(options: PeopleOptions, limits: LimitOptions) -> App {
        let dir = tempfile::tempdir().unwrap();
        let mut store_options = StoreOptions::new(dir.path().join("yiqi.db"));
        store_options.durable = false;
        let store = Store::open(&store_options).await.unwrap();
        App {
            people: People::new(store, ServiceTime::start(0), options),
            rules: OriginRules::default(),
            limits: Limits::new(limits),
            dir: Arc::new(dir),
            peer: "192.0.2.1:4711".parse().unwrap(),
        }
    }

    /// The same store at another time, by a process that knows nothing yet.
    fn later(&self, ms: u64) -> App {
        let time = ServiceTime::start(self.people.time().now_ms() + ms);
        App {
            people: People::new(self.people.store().clone(), time, easy()),
            ..self.clone()
        }
    }

    fn router(&self) -> Router {
        routes::routes::<App>().with_state(self.clone())
    }

    async fn ask(&self, line: &str, headers: &[(&str, &str)], body: Value) -> Answer {
        let (method, path) = line.split_once(' ').unwrap();
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header("host", "play.test")
            .extension(ConnectInfo(self.peer));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let body = match body {
            Value::Null => Body::empty(),
            Value::String(text) => Body::from(text),
            body => {
                request = request.header("content-type", "application/json");
                Body::from(body.to_string())
            }
        };
        let response = self
            .router()
            .oneshot(request.body(body).unwrap())
            .await
            .unwrap();
        let code = response
            .extensions()
            .get::<Denied>()
            .map_or("", Denied::code);
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = axum::body::to_bytes(response.into_body(), 1 << 20)
            .await
            .unwrap();
        Answer {
            status,
            headers,
            code,
            body: serde_json::from_slice(&bytes).unwrap_or(Value::Null),
            text: String::from_utf8_lossy(&bytes).into_owned(),
        }
    }

    /// Asks as a native client.
    async fn with_bearer(&self, line: &str, token: &str, body: Value) -> Answer {
        let header = format!("Bearer {token}");
        self.ask(line, &[("authorization", &header)], body).await
    }

    /// Asks as a page in a browser.
    async fn with_cookie(&self, line: &str, token: &str, body: Value) -> Answer {
        let cookie = format!("a=b; yiqi={token}");
        let headers = [("cookie", cookie.as_str()), ("origin", "http://play.test")];
        self.ask(line, &headers, body).await
    }

    /// A new guest's token and public id.
    async fn guest(&self, name: &str) -> (String, String) {
        let answer = self
            .ask("POST /api/guest", &[], json!({ "name": name }))
            .await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        (
            text(&answer.body["token"]),
            text(&answer.body["me"]["person"]),
        )
    }

    /// A new account's token.
    async fn account(&self, name: &str) -> String {
        let body = json!({ "name": name, "password": "correct horse" });
        let answer = self.ask("POST /api/register", &[], body).await;
        assert_eq!(answer.status, 200, "{} {}", answer.code, answer.text);
        answer.body["token"].as_str().unwrap().to_owned()
    }

    async fn login(&self, name: &str, password: &str) -> Answer {
        let body = json!({ "name": name, "password": password });
        self.ask("POST /api/login", &[], body).await
    }

    async fn me(&self, token: &str) -> Answer {
        self.with_bearer("GET /api/me", token, Value::Null).await
    }

    /// All bytes of the database.
    fn files(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for file in std::fs::read_dir(self.dir.path()).unwrap() {
            bytes.extend(std::fs::read(file.unwrap().path()).unwrap());
        }
        assert!(bytes.len() > 4096);
        bytes
    }

    async fn count(&self, statement: &'static str) -> i64 {
        sqlx::query_scalar(statement)
            .fetch_one(self.people.store().readers())
            .await
            .unwrap()
    }
}

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes
        .windows(text.len())
        .any(|window| window == text.as_bytes())
}

#[tokio::test]
async fn a_guest_is_known_by_the_token() {
    let app = App::new().await;
    let answer = app
        .ask("POST /api/guest", &[], json!({"name": " Ann "}))
        .await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers["cache-control"], "no-store");
    let token = answer.body["token"].as_str().unwrap();
    assert_eq!(answer.cookie().as_deref(), Some(token));
    let public = answer.body["me"]["person"].as_str().unwrap();
    assert!(public.starts_with("p_") && public.len() == 14, "{public}");
    let want = json!({"person": public, "name": "Ann", "account": false, "ratings": []});
    assert_eq!(app.me(token).await.body, want);
    assert_eq!(
        app.with_cookie("GET /api/me", token, Value::Null)
            .await
            .body,
        want
    );
    // A page that is opened by a link sends no origin, and may read.
    let cookie = format!("yiqi={token}");
    let answer = app
        .ask("GET /api/me", &[("cookie", &cookie)], Value::Null)
        .await;
    assert_eq!(answer.body, want);

    let person = app.people.by_token(token).await.unwrap().unwrap();
    assert_eq!(
        app.people.by_key(person.key).await.unwrap(),
        Some(person.clone())
    );
    assert_eq!(
        app.people.by_public(public).await.unwrap(),
        Some(person.clone())
    );
    assert_eq!(
        app.later(0).people.by_key(person.key).await.unwrap(),
        Some(person)
    );
    assert_eq!(app.people.by_key(PersonKey(99)).await.unwrap(), None);
    assert_eq!(app.people.by_name("Ann").await.unwrap(), None, "no account");
}

#[tokio::test]
async fn a_browser_that_has_the_cookie_keeps_it_and_changes_its_name() {
    let app = App::new().await;
    let (token, public) = app.guest("Ann").await;
    let answer = app
        .with_cookie("POST /api/guest", &token, json!({"name": "Bea"}))
        .await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.cookie(), None);
    assert_eq!(answer.body["token"], "");
    assert_eq!(answer.body["me"]["person"], public);
    assert_eq!(app.me(&token).await.body["name"], "Bea");
    // A page that only wants to be known does not take the name away.
    let answer = app.with_cookie("POST /api/guest", &token, json!({})).await;
    assert_eq!(answer.body["me"]["name"], "Bea");
    let answer = app
        .with_cookie("POST /api/guest", &token, json!({"name": "a\u{202e}b"}))
        .await;
    assert_eq!((answer.status.as_u16(), answer.code), (400, "bad_name"));
    assert_eq!(app.later(0).me(&token).await.body["name"], "Bea");
    assert_eq!(app.count("SELECT count(*) FROM people").await, 1);
    // An account keeps its name.
    let account = app.account("Carl").await;
    let answer = app
        .with_cookie("POST /api/guest", &account, json!({"name": "Dora"}))
        .await;
    assert_eq!(answer.body["me"]["name"], "Carl");
    // A cookie that is none of ours gets a new one.
    let answer = app.with_cookie("POST /api/guest", "old", json!({})).await;
    assert_eq!(answer.status, 200);
    assert!(answer.cookie().is_some());
}

#[tokio::test]
async fn the_cookie_is_for_the_browser_only() {
    let app = App::new().await;
    let page = [("origin", "http://play.test")];
    let answer = app.ask("POST /api/guest", &page, json!({})).await;
    let cookie = answer.headers["set-cookie"].to_str().unwrap();
    assert!(
        cookie.ends_with("; HttpOnly; SameSite=Lax; Path=/; Max-Age=34560000"),
        "{cookie}"
    );
    assert!(answer.headers["set-cookie"].is_sensitive());
    // A script in the page does not see it.
    assert_eq!(answer.body["token"], "");
    assert!(!answer.text.contains(&answer.cookie().unwrap()));

    let mut behind_proxy = app.clone();
    behind_proxy.rules = OriginRules::new(&[], &["192.0.2.0/24"]).unwrap();
    let https = [("x-forwarded-proto", "https")];
    let answer = behind_proxy.ask("POST /api/guest", &https, json!({})).await;
    assert!(
        answer.headers["set-cookie"]
            .to_str()
            .unwrap()
            .ends_with("; Secure")
    );
    let answer = app.ask("POST /api/guest", &https, json!({})).await;
    assert!(
        !answer.headers["set-cookie"]
            .to_str()
            .unwrap()
            .contains("Secure")
    );
}

// Fault 66: session fixation.
#[tokio::test]
async fn an_account_has_another_token_than_the_guest_it_was() {
    let app = App::new().await;
    let (token, public) = app.guest("Ann").await;
    let mut revoked = app.people.revoked();
    let body = json!({"name": "Ann", "password": "correct horse"});
    let answer = app
        .with_cookie("POST /api/register", &token, body.clone())
        .await;
    assert_eq!(answer.status, 200, "{}", answer.code);
    let new = answer.cookie().unwrap();
    assert_ne!(new, token);
    assert_eq!(answer.body["me"]["person"], public, "history stays");
    assert_eq!(answer.body["me"]["account"], true);
    assert_eq!(app.me(&token).await.code, "unauthorized");
    assert_eq!(revoked.try_recv().unwrap(), token_hash(&token));
    assert_eq!(app.me(&new).await.body["account"], true);
    // Once more is once too often.
    let answer = app.with_cookie("POST /api/register", &new, body).await;
    assert_eq!(answer.code, "bad_message");
}

// Fault 66: a new token at login; the old one of the browser is gone.
#[tokio::test]
async fn a_login_has_a_token_of_its_own() {
    let app = App::new().await;
    let first = app.account("Ann").await;
    let (guest, _) = app.guest("").await;
    let mut revoked = app.people.revoked();
    let body = json!({"name": "ANN", "password": "correct horse"});
    let answer = app.with_cookie("POST /api/login", &guest, body).await;
    let second = answer.cookie().unwrap();
    assert_ne!(second, guest);
    assert_ne!(second, first);
    assert_eq!(revoked.try_recv().unwrap(), token_hash(&guest));
    assert_eq!(app.me(&guest).await.code, "unauthorized");
    assert_eq!(app.me(&second).await.body["name"], "Ann");
    assert_eq!(app.me(&first).await.status, 200, "another machine stays");
    let answer = app.login("Ann", "wrong horse").await;
    assert_eq!(
        (answer.status.as_u16(), answer.code),
        (401, "wrong_password")
    );
    assert_eq!(answer.cookie(), None);
    for name in ["Nobody", "", "x", "\u{202e}", "a'--"] {
        assert_eq!(
            app.login(name, "correct horse").await.code,
            "wrong_password"
        );
    }
}

// Fault 66.
#[tokio::test]
async fn a_token_opens_nothing_after_logout_and_its_sockets_hear_of_it() {
    let app = App::new().await;
    let (token, _) = app.guest("Ann").await;
    assert_eq!(app.me(&token).await.status, 200);
    let mut revoked = app.people.revoked();
    let asked = Instant::now();
    let answer = app
        .with_cookie("POST /api/logout", &token, Value::Null)
        .await;
    assert_eq!(answer.status, 204);
    assert_eq!(answer.cookie().as_deref(), Some(""));
    assert!(
        answer.headers["set-cookie"]
            .to_str()
            .unwrap()
            .contains("Max-Age=0")
    );
    let heard = revoked.recv().await.unwrap();
    assert_eq!(heard, token_hash(&token));
    assert!(asked.elapsed() < Duration::from_secs(1));
    assert!(!app.people.is_valid(&heard).await.unwrap());
    assert_eq!(app.me(&token).await.code, "unauthorized");
    assert_eq!(app.later(0).me(&token).await.code, "unauthorized");
    let answer = app
        .with_cookie("POST /api/logout", &token, Value::Null)
        .await;
    assert_eq!(answer.code, "unauthorized");
}

// Fault 66: a cache that is filled while the token is revoked does not bring it back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_token_survives_its_logout_under_load() {
    let app = App::new().await;
    for _ in 0..50 {
        let (token, _) = app.guest("").await;
        let cold = app.later(0);
        let askers: Vec<_> = (0..8)
            .map(|_| {
                let (people, token) = (cold.people.clone(), token.clone());
                tokio::spawn(async move { people.by_token(&token).await.unwrap() })
            })
            .collect();
        cold.people.logout(&token_hash(&token)).await.unwrap();
        assert_eq!(cold.people.by_token(&token).await.unwrap(), None);
        for asker in askers {
            asker.await.unwrap();
        }
        assert_eq!(cold.people.by_token(&token).await.unwrap(), None);
    }
}

// Fault 66: expiry.
#[tokio::test]
async fn unused_tokens_expire_and_used_ones_do_not() {
    let app = App::new().await;
    let (guest, _) = app.guest("").await;
    let account = app.account("Ann").await;
    for (days, guest_lives, account_lives) in [
        (0, true, true),
        (89, true, true),
        (91, true, false),
        (399, true, false),
        (401, false, false),
    ] {
        // Each is a look at an unused token, so what it notes is taken back.
        let later = app.later(days * DAY_MS);
        let live = async |token: &str| later.people.by_token(token).await.unwrap().is_some();
        assert_eq!(live(&guest).await, guest_lives, "{days}");
        assert_eq!(live(&account).await, account_lives, "{days}");
        let reset = "UPDATE sessions SET expires_ms = expires_ms - used_ms + created_ms, \
                     used_ms = created_ms";
        execute(&app, reset).await;
    }
    // Used every 60 days it lives on, with and without the cache.
    for days in [60, 120, 180] {
        let later = app.later(days * DAY_MS);
        assert!(later.people.by_token(&account).await.unwrap().is_some());
        assert!(later.people.by_token(&account).await.unwrap().is_some());
        settle(&later).await;
    }
    assert!(
        app.later(300 * DAY_MS)
            .people
            .by_token(&account)
            .await
            .unwrap()
            .is_none()
    );
    app.later(500 * DAY_MS).people.sweep().await.unwrap();
    assert_eq!(app.count("SELECT count(*) FROM sessions").await, 0);
}

async fn execute(app: &App, statement: &'static str) {
    settle(app).await;
    app.people
        .store()
        .write(Box::new(move |connection| {
            Box::pin(async move {
                sqlx::query(statement).execute(connection).await?;
                Ok(())
            })
        }))
        .await
        .unwrap();
}

/// Waits until the writer has done what was sent in passing.
async fn settle(app: &App) {
    // What was spawned runs when this task waits; then it is in line before this.
    for _ in 0..10 {
        tokio::task::yield_now().await;
    }
    app.people
        .store()
        .write(Box::new(|_| Box::pin(async { Ok(()) })))
        .await
        .unwrap();
}

#[tokio::test]
async fn a_use_is_kept_once_a_day() {
    let app = App::new().await;
    let (token, _) = app.guest("").await;
    let used = "SELECT used_ms FROM sessions";
    let made_ms = app.count(used).await;
    app.people.by_token(&token).await.unwrap();
    let later = app.later(DAY_MS / 2);
    later.people.by_token(&token).await.unwrap();
    settle(&later).await;
    assert_eq!(app.count(used).await, made_ms);
    let later = app.later(2 * DAY_MS);
    for _ in 0..5 {
        later.people.by_token(&token).await.unwrap();
        settle(&later).await;
    }
    assert!(app.count(used).await >= made_ms + 2 * DAY_MS as i64);
}

// Fault 26: ten thousand who come back at once to a server that has just started.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_come_back_at_once() {
    let app = App::new().await;
    let mut tokens = Vec::new();
    for batch in 0..10 {
        let made: Vec<_> = (0..1000)
            .map(|n| {
                let people = app.people.clone();
                tokio::spawn(async move { people.guest(&format!("g{batch} {n}")).await.unwrap().0 })
            })
            .collect();
        for token in made {
            tokens.push(token.await.unwrap().text().to_owned());
        }
    }
    let cold = app.later(0).people;
    for limit_ms in [5_000, 1_000] {
        let asked = Instant::now();
        let back: Vec<_> = tokens
            .iter()
            .map(|token| {
                let (people, token) = (cold.clone(), token.clone());
                tokio::spawn(async move { people.by_token(&token).await.unwrap().is_some() })
            })
            .collect();
        for back in back {
            assert!(back.await.unwrap());
        }
        let ms = asked.elapsed().as_millis();
        assert!(ms < limit_ms, "{ms} ms");
    }
}

// Fault 65.
#[tokio::test]
async fn tokens_cannot_be_guessed() {
    let mut seen = HashSet::new();
    let mut letters = [[0_u32; 256]; 32];
    for _ in 0..100_000 {
        let token = Token::new().unwrap();
        assert_eq!(token.text().len(), 32);
        for (place, byte) in token.text().bytes().enumerate() {
            letters[place][usize::from(byte)] += 1;
        }
        assert!(seen.insert(token.text().to_owned()));
    }
    for place in letters {
        // 32 letters in each of 32 places: 160 bits; each as often as the others, within 6 sigma.
        let used: Vec<u32> = place.into_iter().filter(|&count| count > 0).collect();
        assert_eq!(used.len(), 32);
        assert!(
            used.iter().all(|&count| (2_790..=3_460).contains(&count)),
            "{used:?}"
        );
    }
    assert!(!format!("{:?}", Token::new().unwrap()).contains(char::is_numeric));
}

// Fault 65.
#[tokio::test]
async fn the_file_holds_neither_tokens_nor_passwords() {
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
        "the test can find things"
    );
    assert!(holds(&bytes, "$argon2id$"));
}

// Fault 67.
#[tokio::test]
async fn a_thousand_passwords_for_one_name_are_not_tried() {
    let options = PeopleOptions {
        password_cost: easy().password_cost,
        ..PeopleOptions::default()
    };
    let mut app = App::with(options, generous()).await;
    app.account("Ann").await;
    app.account("Bob").await;
    let hashed = app.people.shared.passwords.done();
    let mut codes = Vec::new();
    for n in 0..1_000_u32 {
        // From everywhere, under names that are all the same.
        let [_, _, high, low] = n.to_be_bytes();
        app.peer = SocketAddr::from(([10, 0, high, low], 1));
        let name = ["Ann", "ANN", "a.n.n", "Аnn"][n as usize % 4];
        let answer = app.login(name, &format!("password {n}")).await;
        if answer.code == "too_fast" {
            assert_eq!(answer.status, 429);
        }
        codes.push(answer.code);
    }
    assert!(codes[..20].iter().all(|code| *code == "wrong_password"));
    let tried = codes
        .iter()
        .filter(|code| **code == "wrong_password")
        .count();
    assert!((20..=25).contains(&tried), "{tried}");
    assert_eq!(app.people.shared.passwords.done() - hashed, tried as u64);
    // Not even the right one now, and nobody else is troubled.
    assert_eq!(app.login("Ann", "correct horse").await.code, "too_fast");
    assert_eq!(app.login("Bob", "correct horse").await.status, 200);
}

// Fault 67.
#[tokio::test]
async fn one_address_does_not_try_a_thousand_names() {
    let options = PeopleOptions {
        password_cost: easy().password_cost,
        ..PeopleOptions::default()
    };
    let mut app = App::with(options, generous()).await;
    let mut tried = 0;
    for n in 0..1_000_u32 {
        // All addresses of one network are one.
        app.peer = SocketAddr::new(format!("2001:db8::{n:x}").parse().unwrap(), 1);
        let answer = app.login(&format!("name {n}"), "correct horse").await;
        tried += u32::from(answer.code == "wrong_password");
    }
    assert!((300..=310).contains(&tried), "{tried}");
    app.peer = "[2001:db8:0:1::1]:1".parse().unwrap();
    assert_eq!(
        app.login("Ann", "correct horse").await.code,
        "wrong_password"
    );
}

// Fault 67: which names there are cannot be measured.
#[tokio::test]
async fn an_unknown_name_costs_as_much_as_a_known_one() {
    let app = App::new().await;
    app.account("Ann").await;
    let passwords = &app.people.shared.passwords;
    for name in ["Ann", "Nobody"] {
        let before = passwords.done();
        assert_eq!(app.login(name, "wrong horse").await.code, "wrong_password");
        assert_eq!(passwords.done(), before + 1, "{name}");
    }
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
        Some("http://sub.play.test"),
        Some("http://play.test:8080"),
        Some("http://play.test.evil.test"),
        Some("http://evilplay.test"),
        None,
    ];
    for (line, body, cookie) in requests {
        for origin in origins {
            let mut headers = vec![("cookie", cookie.as_str())];
            headers.extend(origin.map(|origin| ("origin", origin)));
            let answer = app.ask(line, &headers, body.clone()).await;
            assert_eq!(
                (answer.status.as_u16(), answer.code),
                (403, "wrong_origin"),
                "{line}"
            );
            assert_eq!(answer.cookie(), None);
            assert_eq!(answer.headers["cache-control"], "no-store");
        }
    }
    assert_eq!(app.me(&token).await.status, 200);
    assert_eq!(app.me(&guest).await.body["name"], "Gus");
    // A form of another site cannot send JSON either.
    let form = Value::String(r#"{"name":"Evil"}"#.to_owned());
    let headers = [
        ("origin", "http://play.test"),
        ("content-type", "text/plain"),
    ];
    assert_eq!(
        app.ask("POST /api/guest", &headers, form).await.code,
        "bad_message"
    );
    // Nor log a browser in that has no cookie yet.
    let headers = [("origin", "http://evil.test")];
    let answer = app.ask("POST /api/guest", &headers, json!({})).await;
    assert_eq!(answer.code, "wrong_origin");
}

// Fault 74.
#[tokio::test]
async fn nobody_becomes_somebody_else() {
    let app = App::new().await;
    let ann = app.account("Ann").await;
    let bot = app
        .with_bearer("POST /api/me/tokens", &ann, json!({"label": "bot"}))
        .await;
    let bot = bot.body["token"].as_str().unwrap().to_owned();
    let tokens = app
        .with_bearer("GET /api/me/tokens", &ann, Value::Null)
        .await
        .body;
    let bot_id = tokens[0]["id"].as_str().unwrap().to_owned();
    let ann_id = app.me(&ann).await.body["person"]
        .as_str()
        .unwrap()
        .to_owned();
    let mallory = app.account("Mallory").await;
    let (guest, _) = app.guest("Ann").await;
    let hash: String = token_hash(&ann)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();

    // Whatever is known of Ann is no token.
    let upper = ann.to_uppercase();
    let longer = format!("{ann}0");
    for forged in [
        ann_id.as_str(),
        "Ann",
        "1",
        "",
        "null",
        bot_id.as_str(),
        hash.as_str(),
        &hash[..32],
        upper.as_str(),
        &ann[..31],
        longer.as_str(),
        "' OR 1=1 --",
        "%",
        "********************************",
    ] {
        let answer = app.me(forged).await;
        assert_eq!(
            (answer.status.as_u16(), answer.code),
            (401, "unauthorized"),
            "{forged}"
        );
        let answer = app.with_cookie("GET /api/me", forged, Value::Null).await;
        assert_eq!(
            (answer.status.as_u16(), answer.code),
            (401, "unauthorized"),
            "{forged}"
        );
    }
    // A wrong bearer token does not fall back to the cookie.
    let cookie = format!("yiqi={ann}");
    let both = [
        ("authorization", "Bearer nonsense"),
        ("cookie", &cookie),
        ("origin", "http://play.test"),
    ];
    assert_eq!(
        app.ask("GET /api/me", &both, Value::Null).await.code,
        "unauthorized"
    );
    // A cookie that was slipped in makes nobody anybody.
    let two = format!("yiqi={mallory}; yiqi={ann}");
    let answer = app
        .ask("GET /api/me", &[("cookie", &two)], Value::Null)
        .await;
    assert_eq!(answer.code, "unauthorized");

    // The roles: nobody, a guest, another account, the bot of the account, the account.
    let roles = [
        (None, "unauthorized", "unauthorized"),
        (Some(guest.as_str()), "needs_account", "needs_account"),
        (Some(mallory.as_str()), "", "not_found"),
        (Some(bot.as_str()), "needs_login", "needs_login"),
        (Some(ann.as_str()), "", ""),
    ];
    for (token, list_code, revoke_code) in roles {
        let header = token.map(|token| format!("Bearer {token}"));
        let headers: Vec<_> = header
            .iter()
            .map(|value| ("authorization", value.as_str()))
            .collect();
        let answer = app.ask("GET /api/me/tokens", &headers, Value::Null).await;
        assert_eq!(answer.code, list_code);
        assert!(token == Some(&ann) || !answer.text.contains(&bot_id));
        let line = format!("DELETE /api/me/tokens/{bot_id}");
        assert_eq!(app.me(&bot).await.status, 200);
        assert_eq!(
            app.ask(&line, &headers, Value::Null).await.code,
            revoke_code
        );
    }
    assert_eq!(
        app.me(&bot).await.code,
        "unauthorized",
        "its owner took it away"
    );

    // A guest is not made Ann by registering or by its name.
    for name in ["Ann", "ANN", "A n n", "Аnn", "Ａnn"] {
        let body = json!({"name": name, "password": "correct horse"});
        let answer = app.with_bearer("POST /api/register", &guest, body).await;
        assert_eq!(
            (answer.status.as_u16(), answer.code),
            (409, "name_taken"),
            "{name}"
        );
    }
    assert_eq!(
        app.me(&guest).await.body["account"],
        false,
        "a refusal changes nothing"
    );
    assert_eq!(
        app.login("Ann", "correct horse").await.body["me"]["person"],
        ann_id
    );
}

// Fault 70.
#[tokio::test]
async fn of_many_who_want_a_name_at_once_one_gets_it() {
    let app = App::new().await;
    let tries: Vec<_> = ["Ann", "ANN", "A-n-n", "Аnn", "ann", "aNN", "Ann.", "ann_"]
        .into_iter()
        .map(|name| {
            let people = app.people.clone();
            tokio::spawn(async move {
                let (_, guest) = people.guest("").await.unwrap();
                let credentials = Credentials {
                    name: name.to_owned(),
                    password: "correct horse".to_owned(),
                };
                let address = "192.0.2.1".parse().unwrap();
                people
                    .register(Some(&guest), &credentials, address)
                    .await
                    .is_ok()
            })
        })
        .collect();
    let mut got = 0;
    for one in tries {
        got += u32::from(one.await.unwrap());
    }
    assert_eq!(got, 1);
    assert_eq!(
        app.count("SELECT count(*) FROM people WHERE password IS NOT NULL")
            .await,
        1
    );
}

#[tokio::test]
async fn bots_have_tokens_of_their_own() {
    let app = App::new().await;
    let ann = app.account("Ann").await;
    let make =
        |label: &'static str| app.with_cookie("POST /api/me/tokens", &ann, json!({"label": label}));
    let answer = make("my bot \u{1b}[31m\u{202e}").await;
    let bot = answer.body["token"].as_str().unwrap().to_owned();
    assert_eq!(answer.cookie(), None, "the browser keeps its own");
    assert_eq!(app.me(&bot).await.body["name"], "Ann");
    let list = app
        .with_cookie("GET /api/me/tokens", &ann, Value::Null)
        .await;
    assert_eq!(list.body[0]["label"], "my bot [31m");
    assert!(!list.text.contains(&bot));
    for _ in 1..20 {
        assert_eq!(make("x").await.status, 200);
    }
    let answer = make("one too many").await;
    assert_eq!((answer.status.as_u16(), answer.code), (429, "too_many"));
    // Logging in and out elsewhere does not trouble a bot.
    let login = app.login("Ann", "correct horse").await.cookie().unwrap();
    app.with_cookie("POST /api/logout", &login, Value::Null)
        .await;
    assert_eq!(app.me(&bot).await.status, 200);
    let mut revoked = app.people.revoked();
    let id = list.body[0]["id"].as_str().unwrap();
    let line = format!("DELETE /api/me/tokens/{id}");
    assert_eq!(app.with_cookie(&line, &ann, Value::Null).await.status, 204);
    assert_eq!(revoked.try_recv().unwrap(), token_hash(&bot));
    assert_eq!(app.me(&bot).await.code, "unauthorized");
    assert_eq!(
        app.with_cookie(&line, &ann, Value::Null).await.code,
        "not_found"
    );
}

#[tokio::test]
async fn the_oldest_logins_go_when_there_are_too_many() {
    let app = App::new().await;
    let first = app.account("Ann").await;
    for day in 1..=40 {
        let later = app.later(day * 1000);
        assert_eq!(later.login("Ann", "correct horse").await.status, 200);
    }
    assert_eq!(
        app.count("SELECT count(*) FROM sessions").await,
        i64::from(LOGINS_MAX)
    );
    assert_eq!(app.later(0).me(&first).await.code, "unauthorized");
}

#[tokio::test]
async fn an_account_is_shown_to_others_without_its_secrets() {
    let app = App::new().await;
    let ann = app.account("Ann Ä.").await;
    let me = app.me(&ann).await.body;
    for path in [
        "Ann%20%C3%84.",
        "ann%C3%A4",
        "ANN+%C3%84".replace('+', "%20").as_str(),
    ] {
        let answer = app
            .ask(&format!("GET /api/people/{path}"), &[], Value::Null)
            .await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.body["person"], me["person"]);
        assert_eq!(answer.body["name"], "Ann Ä.");
        let fields: Vec<_> = answer.body.as_object().unwrap().keys().collect();
        assert_eq!(fields, ["created_ms", "name", "person", "ratings"]);
    }
    app.guest("Gustav").await;
    for path in [
        "Nobody",
        "Gustav",
        "%00",
        "%FF",
        "a%2Fb",
        "%E2%80%AE",
        &"x".repeat(5000),
    ] {
        let answer = app
            .ask(&format!("GET /api/people/{path}"), &[], Value::Null)
            .await;
        assert_eq!(
            (answer.status.as_u16(), answer.code),
            (404, "not_found"),
            "{path}"
        );
    }
}

#[tokio::test]
async fn bodies_that_make_no_sense_are_denied_without_repeating_them() {
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
            let answer = app.ask(line, &json, Value::String(body.to_owned())).await;
            assert_eq!(
                (answer.status.as_u16(), answer.code),
                (400, "bad_message"),
                "{body}"
            );
            assert!(!answer.text.contains("hunter22"));
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
        let answer = app.ask("POST /api/register", &[], body).await;
        assert_eq!((answer.status.as_u16(), answer.code), (400, code), "{name}");
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
            app.ask("POST /api/login", &[], bad.clone()).await.code,
            "wrong_password"
        );
        assert_eq!(app.login("Ann", text).await.code, "wrong_password");
        app.ask("POST /api/register", &[], bad).await;
        app.ask("POST /api/guest", &[], json!({"name": text})).await;
        app.with_bearer("POST /api/guest", &guest, json!({"name": text}))
            .await;
        let answer = app
            .with_bearer("POST /api/me/tokens", &ann, json!({"label": text}))
            .await;
        assert!(answer.status == 200 || answer.code == "too_many");
        let line = format!("DELETE /api/me/tokens/{}", percent(text));
        assert_eq!(
            app.with_bearer(&line, &ann, Value::Null).await.code,
            "not_found"
        );
        let line = format!("GET /api/people/{}", percent(text));
        let found = app.ask(&line, &[], Value::Null).await;
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
    // What a label held is what is shown.
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
async fn logs_hold_neither_tokens_nor_passwords() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(move || writer.clone())
        .finish();
    // For the threads of the database too.
    tracing::subscriber::set_global_default(subscriber).unwrap();
    let app = App::new().await;
    let (guest, _) = app.guest("Gustav").await;
    let body = json!({"name": "Ann", "password": "correct horse"});
    let answer = app
        .with_cookie("POST /api/register", &guest, body.clone())
        .await;
    let ann = answer.cookie().unwrap();
    app.login("Ann", "wrong horse").await;
    app.with_bearer("POST /api/register", &ann, body).await;
    let bot = app
        .with_bearer("POST /api/me/tokens", &ann, json!({"label": "x"}))
        .await;
    let bot = bot.body["token"].as_str().unwrap().to_owned();
    app.with_cookie("POST /api/logout", &ann, Value::Null).await;
    let caller = caller::identify(
        &HeaderMap::from_iter([(
            axum::http::header::AUTHORIZATION,
            format!("Bearer {bot}").parse().unwrap(),
        )]),
        app.peer,
        &app.people,
        &app.rules,
    )
    .await
    .unwrap();
    tracing::info!(?caller, "what we might log");
    // A store that fails says so, without what was to be kept.
    app.people.store().close().await;
    let answer = app
        .ask("POST /api/guest", &[], json!({"name": "Hugo"}))
        .await;
    assert_eq!(
        (answer.status.as_u16(), answer.code),
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
    assert!(!text.contains(app.dir.path().to_str().unwrap()), "no paths");
}

// Fault 47.
#[tokio::test]
async fn a_table_counts_once_however_often_it_is_reported() {
    let app = App::new().await;
    let people = &app.people;
    let ann = people
        .by_token(&app.account("Ann").await)
        .await
        .unwrap()
        .unwrap()
        .key;
    let bob = people
        .by_token(&app.account("Bob").await)
        .await
        .unwrap()
        .unwrap()
        .key;
    let reports: Vec<_> = (0..20)
        .map(|n| {
            let people = people.clone();
            // Redelivered, and once with another result.
            let winner = if n == 19 { None } else { Some(Seat::First) };
            tokio::spawn(async move {
                people
                    .rate(TableKey(7), GameSpec::REVERSI, ann, bob, winner)
                    .await
                    .unwrap()
            })
        })
        .collect();
    let mut counted = 0;
    for report in reports {
        counted += u32::from(report.await.unwrap());
    }
    assert_eq!(counted, 1);
    // Glickman's numbers for a first game between two new players.
    let ratings = people.ratings(ann).await.unwrap();
    assert_eq!(ratings.len(), 1);
    assert_eq!(
        (ratings[0].value, ratings[0].deviation, ratings[0].games),
        (1662, 290, 1)
    );
    let bobs = people.rating_for(bob, "reversi").await.unwrap().unwrap();
    assert_eq!((bobs.value, bobs.deviation, bobs.games), (1338, 290, 1));
    assert_eq!(people.rating_for(bob, "gomoku renju").await.unwrap(), None);
    assert!(
        people
            .rate(TableKey(8), GameSpec::REVERSI, bob, ann, None)
            .await
            .unwrap()
    );
    let after = people.rating_for(bob, "reversi").await.unwrap().unwrap();
    assert!(
        after.value > bobs.value && after.games == 2,
        "a draw with a stronger one: {after:?}"
    );
    let answer = app.ask("GET /api/people/bob", &[], Value::Null).await;
    assert_eq!(answer.body["ratings"][0]["games"], 2);
    assert_eq!(answer.body["ratings"][0]["game"], "reversi");
}

#[tokio::test]
async fn games_of_guests_and_with_oneself_do_not_count() {
    let app = App::new().await;
    let people = &app.people;
    let ann = people
        .by_token(&app.account("Ann").await)
        .await
        .unwrap()
        .unwrap()
        .key;
    let bob = people
        .by_token(&app.account("Bob").await)
        .await
        .unwrap()
        .unwrap()
        .key;
    let guest = people.guest("").await.unwrap().1.key;
    let won = Some(Seat::First);
    for (table, spec, first, second) in [
        (1, GameSpec::GOMOKU, ann, guest),
        (2, GameSpec::GOMOKU, guest, ann),
        (3, GameSpec::GOMOKU, ann, ann),
        (4, GameSpec::Peace, ann, bob),
        (5, GameSpec::GOMOKU, ann, PersonKey(999)),
    ] {
        let counted = people
            .rate(TableKey(table), spec, first, second, won)
            .await
            .unwrap();
        assert!(!counted, "{table}");
    }
    assert_eq!(app.count("SELECT count(*) FROM rated").await, 0);
    assert_eq!(app.count("SELECT count(*) FROM ratings").await, 0);
}

// Fault 34.
#[tokio::test]
async fn who_asks_too_fast_is_told_when_to_come_again() {
    let limits = LimitOptions {
        requests_at_once: 10,
        requests_per_second: 1,
        guests_per_hour: 3,
        ..LimitOptions::default()
    };
    let mut app = App::with(easy(), limits).await;
    let mut codes = Vec::new();
    for _ in 0..12 {
        // A made-up address does not help: fault 35.
        let forwarded = format!("198.51.100.{}", codes.len());
        let headers = [("x-forwarded-for", forwarded.as_str())];
        codes.push(app.ask("POST /api/guest", &headers, json!({})).await.code);
    }
    assert_eq!(codes.iter().filter(|code| code.is_empty()).count(), 3);
    assert!(
        codes[3..].iter().all(|code| *code == "too_fast"),
        "{codes:?}"
    );
    assert_eq!(
        app.ask("GET /api/people/Ann", &[], Value::Null).await.code,
        "too_fast"
    );
    app.peer = "192.0.2.2:1".parse().unwrap();
    assert_eq!(
        app.ask("GET /api/people/Ann", &[], Value::Null).await.code,
        "not_found"
    );
}
