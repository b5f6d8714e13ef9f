//! Tests of people through the router, with a real database file.

mod accounts;
mod hostile;
mod logins;
mod ratings;

use std::collections::HashSet;
use std::io::Write;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, FromRef, FromRequestParts};
use axum::http::{HeaderMap, Request, StatusCode};
use serde_json::{Value, json};
use tower::ServiceExt;
use yiqi_record::{BySeat, Seat};
use yiqi_rules::GameSpec;

use super::*;
use crate::limits::LimitOptions;
use crate::people::{
    Allowance, AttemptOptions, LOGINS_MAX, PasswordCost, PeopleOptions, token_hash,
};
use crate::security::SecurityLog;
use crate::store::{PersonKey, TableKey, TestHome};
use crate::{ServiceTime, Store};

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

#[derive(Clone)]
struct App {
    people: People,
    rules: OriginRules,
    limits: RateLimits,
    home: Arc<TestHome>,
    peer: SocketAddr,
}

impl FromRef<App> for Witnesses {
    fn from_ref(_app: &App) -> Witnesses {
        Witnesses(None)
    }
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

impl FromRef<App> for RateLimits {
    fn from_ref(app: &App) -> RateLimits {
        app.limits.clone()
    }
}

/// Limits that stop nobody, and cheap password hashes.
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
        attempts: AttemptOptions {
            per_network: many,
            per_name: many,
            per_account: many,
        },
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

struct TestResponse {
    status: StatusCode,
    headers: HeaderMap,
    /// The code of an error.
    code: &'static str,
    body: Value,
    text: String,
}

impl TestResponse {
    /// The token in the cookie that was set.
    fn cookie(&self) -> Option<String> {
        self.cookie_named("yiqi")
    }

    /// The secret of the device in the cookie that was set.
    fn device(&self) -> Option<String> {
        self.cookie_named("yiqi-device")
    }

    fn cookie_named(&self, name: &str) -> Option<String> {
        let mut set = self.headers.get_all("set-cookie").iter();
        set.find_map(|value| {
            let (found, rest) = value.to_str().unwrap().split_once('=')?;
            let (secret, _) = rest.split_once(';')?;
            (found == name).then(|| secret.to_owned())
        })
    }
}

impl App {
    async fn new() -> App {
        App::with(easy(), generous()).await
    }

    async fn with(options: PeopleOptions, limits: LimitOptions) -> App {
        let (store, home) = Store::for_test().await;
        App {
            people: People::new(
                store,
                ServiceTime::start(0),
                options,
                SecurityLog::default(),
            ),
            rules: OriginRules::default(),
            limits: RateLimits::new(limits),
            home: Arc::new(home),
            peer: "192.0.2.1:4711".parse().unwrap(),
        }
    }

    /// The same store later, in a new process.
    fn later(&self, ms: u64) -> App {
        let time = ServiceTime::start(self.people.time().now_ms() + ms);
        App {
            people: People::new(
                self.people.store().clone(),
                time,
                easy(),
                SecurityLog::default(),
            ),
            ..self.clone()
        }
    }

    fn router(&self) -> Router {
        routes::<App>().with_state(self.clone())
    }

    async fn send(&self, line: &str, headers: &[(&str, &str)], body: Value) -> TestResponse {
        let (method, path) = line.split_once(' ').unwrap();
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header("host", "play.lan")
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
        TestResponse {
            status,
            headers,
            code,
            body: serde_json::from_slice(&bytes).unwrap_or(Value::Null),
            text: String::from_utf8_lossy(&bytes).into_owned(),
        }
    }

    /// Sends a request as a native client.
    async fn with_bearer(&self, line: &str, token: &str, body: Value) -> TestResponse {
        let header = format!("Bearer {token}");
        self.send(line, &[("authorization", &header)], body).await
    }

    /// Sends a request as a page in a browser.
    async fn with_cookie(&self, line: &str, token: &str, body: Value) -> TestResponse {
        let cookie = format!("a=b; yiqi={token}");
        let headers = [("cookie", cookie.as_str()), ("origin", "http://play.lan")];
        self.send(line, &headers, body).await
    }

    /// Creates a guest and returns its token and public id.
    async fn guest(&self, name: &str) -> (String, String) {
        let response = self
            .send("POST /api/guest", &[], json!({ "name": name }))
            .await;
        assert_eq!(response.status, 200, "{}", response.text);
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        (
            text(&response.body["token"]),
            text(&response.body["me"]["person"]),
        )
    }

    /// Creates an account and returns its token.
    async fn account(&self, name: &str) -> String {
        let body = json!({ "name": name, "password": "correct horse" });
        let response = self.send("POST /api/register", &[], body).await;
        assert_eq!(response.status, 200, "{} {}", response.code, response.text);
        response.body["token"].as_str().unwrap().to_owned()
    }

    async fn login(&self, name: &str, password: &str) -> TestResponse {
        self.login_with(None, name, password).await
    }

    /// Logs in from a device that has logged in before.
    async fn login_with(&self, device: Option<&str>, name: &str, password: &str) -> TestResponse {
        let body = json!({ "name": name, "password": password });
        let cookie = device.map(|device| format!("yiqi-device={device}"));
        let headers: Vec<_> = cookie
            .iter()
            .map(|cookie| ("cookie", cookie.as_str()))
            .collect();
        self.send("POST /api/login", &headers, body).await
    }

    async fn me(&self, token: &str) -> TestResponse {
        self.with_bearer("GET /api/me", token, Value::Null).await
    }

    /// All bytes of the database.
    fn files(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for file in std::fs::read_dir(self.home.folder.path()).unwrap() {
            bytes.extend(std::fs::read(file.unwrap().path()).unwrap());
        }
        assert!(bytes.len() > 4096);
        bytes
    }

    async fn count(&self, statement: &'static str) -> i64 {
        self.people.store().count(statement).await
    }
}

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes
        .windows(text.len())
        .any(|window| window == text.as_bytes())
}
