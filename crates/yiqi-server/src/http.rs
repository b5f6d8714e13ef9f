//! HTTP: the routes, the middleware around them, and what their handlers share.

mod analyses;
mod catalog;
mod cookies;
mod document;
mod extract;
mod games;
mod leaders;
mod openapi;
mod origin;
mod pages;
mod people;
mod pictures;
mod preview;
mod socket;
mod streams;
mod study;
mod tables;
mod tournaments;
mod upgrade;

use std::net::{IpAddr, SocketAddr};

use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRef, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use tokio::sync::watch;
use yiqi_text::Lang;

use crate::Health;
use crate::caller::Caller;
use crate::denied::Denied;
use crate::hub::Hub;
use crate::limits::{ConnectionSlot, RateLimits};
use crate::people::People;
use crate::security::SecurityEvent;

pub use origin::BadRule;
pub(crate) use origin::OriginRules;

/// The maximum size of a request body, in bytes.
const BODY_BYTES_MAX: usize = 64 * 1024;

/// The maximum size of an uploaded game file, in bytes.
pub(crate) const FILE_BYTES_MAX: usize = 4 * 1024 * 1024;

/// The state that all handlers share.
#[derive(Clone, Debug)]
pub(crate) struct App {
    pub(crate) hub: Hub,
    /// Where the server listens.
    pub(crate) listening: SocketAddr,
    /// Turns true when the service stops, which ends all streams.
    pub(crate) stopping: watch::Receiver<bool>,
}

impl App {
    /// Takes a slot among the connections of the caller's address and person.
    fn slot(&self, caller: &Caller) -> Result<ConnectionSlot, Denied> {
        let limits = &self.hub.services.limits;
        limits.connection(caller.address, caller.key())
    }
}

impl FromRef<App> for People {
    fn from_ref(app: &App) -> People {
        app.hub.services.people.clone()
    }
}

impl FromRef<App> for people::Witnesses {
    fn from_ref(app: &App) -> people::Witnesses {
        people::Witnesses(Some(app.hub.clone()))
    }
}

impl FromRef<App> for RateLimits {
    fn from_ref(app: &App) -> RateLimits {
        app.hub.services.limits.clone()
    }
}

impl FromRef<App> for OriginRules {
    fn from_ref(app: &App) -> OriginRules {
        app.hub.services.origins.clone()
    }
}

/// All routes.
pub(crate) fn router(app: App) -> Router {
    let tables = Router::new()
        .route("/api/tables", get(tables::lobby).post(tables::create))
        .route("/api/tables/{id}", get(tables::state))
        .route("/api/tables/{id}/sit", post(tables::sit))
        .route("/api/tables/{id}/commands", post(tables::command))
        .route("/api/tables/{id}/again", post(tables::again))
        .route("/api/tables/{id}/record", get(tables::record))
        .route("/api/tables/{id}/replay", get(tables::replay))
        .route("/api/tables/{id}/picture", get(pictures::picture))
        .route(
            "/api/tables/{id}/analysis",
            get(analyses::analysis).post(analyses::analyze),
        )
        .route("/api/tables/{id}/analysis/events", get(analyses::events))
        .route("/api/tables/{id}/socket", get(socket::socket))
        .route("/api/tables/{id}/events", get(streams::table_events))
        .route("/api/games", get(games::list))
        .route("/api/games/statistics", get(games::statistics))
        .route("/api/lobby", get(streams::lobby))
        .route("/api/me/games", get(games::file))
        .route("/api/me/tables", get(tables::mine))
        .route("/api/me/events", get(streams::my_events));
    let tournaments = Router::new()
        .route(
            "/api/tournaments",
            get(tournaments::list).post(tournaments::create),
        )
        .route("/api/tournaments/{id}", get(tournaments::state))
        .route("/api/tournaments/{id}/events", get(tournaments::events))
        .route("/api/tournaments/{id}/join", post(tournaments::join))
        .route("/api/tournaments/{id}/leave", post(tournaments::leave))
        .route(
            "/api/tournaments/{id}/programs",
            post(tournaments::add_program),
        )
        .route("/api/tournaments/{id}/remove", post(tournaments::remove))
        .route("/api/tournaments/{id}/begin", post(tournaments::begin))
        .route("/api/tournaments/{id}/cancel", post(tournaments::cancel))
        .route("/api/tournaments/{id}/report", get(tournaments::report))
        .route("/api/tournaments/{id}/games", get(tournaments::games))
        .route("/api/tournaments/{id}/chat", post(tournaments::chat))
        .route("/api/leaderboard", get(leaders::leaderboard))
        .route("/api/people", get(leaders::search));
    let studies = Router::new()
        .route("/api/position", post(study::position))
        .route("/api/replay", post(study::replay))
        .route("/api/convert", post(study::convert))
        .route("/api/compose", post(study::compose))
        .route("/api/analysis", get(study::analysis))
        .layer(DefaultBodyLimit::max(FILE_BYTES_MAX));
    let pages = Router::new()
        .route("/", get(pages::home))
        .route("/t/{id}", get(pages::table))
        .route("/embed/t/{id}", get(pages::embed))
        .route("/study", get(pages::board))
        .route("/people/{name}", get(pages::person))
        .route("/learn/{game}", get(pages::board))
        .route("/games", get(pages::person))
        .route("/tournaments", get(pages::person))
        .route("/tournaments/{id}", get(pages::person))
        .route("/people", get(pages::person))
        .route("/manual", get(pages::person))
        .route("/manual/api", get(pages::person))
        .route("/assets/{name}", get(pages::asset))
        .route("/assets/{version}/{name}", get(pages::versioned_asset))
        .route("/sw.js", get(pages::service_worker))
        .route("/manifest.webmanifest", get(pages::manifest))
        .route("/favicon.ico", get(pages::favicon))
        .route("/api/catalog", get(catalog::catalog))
        .route("/api/addresses", get(catalog::addresses))
        .route("/api/programs", get(catalog::programs))
        .route("/api/messages/{lang}", get(pages::messages))
        .route("/api", get(openapi::openapi))
        .fallback(pages::not_found)
        .layer(middleware::from_fn_with_state(app.clone(), limit_pages));
    let probes = Router::new()
        .route("/health", get(health))
        .route("/metrics", get(metrics))
        .layer(middleware::from_fn_with_state(app.clone(), limit_probes));
    Router::new()
        .merge(tables)
        .merge(tournaments)
        .merge(people::routes())
        .merge(studies)
        .merge(pages)
        .layer(middleware::from_fn_with_state(app.clone(), word_errors))
        // For programs: the text stays as it is.
        .merge(probes)
        .layer(DefaultBodyLimit::max(BODY_BYTES_MAX))
        .layer(middleware::from_fn_with_state(
            app.clone(),
            security_headers,
        ))
        .with_state(app)
}

/// What answers a client that speaks plain HTTP to a server that speaks HTTPS.
pub(crate) fn to_https(app: App) -> Router {
    Router::new()
        .fallback(needs_https)
        .layer(middleware::map_response(fixed_headers))
        .with_state(app)
}

/// Sends browsers to the same address with HTTPS, and says so to programs.
async fn needs_https(
    State(app): State<App>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let services = &app.hub.services;
    let text = services.texts.get(extract::lang_of(uri.query(), &headers));
    let denied = Denied::NeedsHttps;
    services.metrics.refused(denied.code());
    let mut response = denied.response(text);
    let host = origin::only(&headers, &header::HOST)
        .filter(|host| origin::parse_authority(host).is_some());
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    // Whatever else was sent is known to everybody in between, and should not be sent again.
    let location = host
        .filter(|_| matches!(method, Method::GET | Method::HEAD))
        .and_then(|host| HeaderValue::try_from(format!("https://{host}{path}")).ok());
    if let Some(location) = location {
        *response.status_mut() = StatusCode::TEMPORARY_REDIRECT;
        response.headers_mut().insert(header::LOCATION, location);
    }
    let close = HeaderValue::from_static("close");
    response.headers_mut().insert(header::CONNECTION, close);
    response
}

/// The address that a request comes from.
fn address_of(app: &App, request: &Request) -> Option<IpAddr> {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>()?;
    let origins = &app.hub.services.origins;
    Some(origins.address(request.headers(), peer.0))
}

/// Limits how often an address loads files of the page.
async fn limit_pages(State(app): State<App>, request: Request, next: Next) -> Response {
    let limits = &app.hub.services.limits;
    let passed = address_of(&app, &request).map(|address| limits.page(address));
    match passed {
        Some(Err(denied)) => denied.into_response(),
        _ => next.run(request).await,
    }
}

/// Limits how often an address asks for the server's state.
async fn limit_probes(State(app): State<App>, request: Request, next: Next) -> Response {
    let limits = &app.hub.services.limits;
    let passed = address_of(&app, &request).map(|address| limits.probe(address));
    let Some(Err(denied)) = passed else {
        return next.run(request).await;
    };
    app.hub.services.metrics.refused(denied.code());
    denied.response(app.hub.services.texts.get(Lang::En))
}

/// Words errors in the caller's language.
async fn word_errors(State(app): State<App>, request: Request, next: Next) -> Response {
    let lang = extract::lang_of(request.uri().query(), request.headers());
    let services = &app.hub.services;
    let address = address_of(&app, &request);
    let response = next.run(request).await;
    let text = services.texts.get(lang);
    if let Some(denied) = response.extensions().get::<Denied>() {
        services.metrics.refused(denied.code());
        if denied.is_suspicious() {
            services.security.note(SecurityEvent {
                kind: denied.code(),
                address,
                ..SecurityEvent::default()
            });
        }
        return denied.response(text);
    }
    // Errors of the framework itself: a body that is not JSON, a method not allowed.
    let status = response.status();
    let is_json = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind == "application/json");
    let is_page = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind == pages::HTML);
    if (status.is_client_error() || status.is_server_error()) && !is_json && !is_page {
        let what = status.canonical_reason().unwrap_or("error").to_owned();
        let denied = match status {
            StatusCode::PAYLOAD_TOO_LARGE => Denied::TooLarge,
            _ => Denied::BadMessage(what),
        };
        services.metrics.refused(denied.code());
        let mut response = denied.response(text);
        *response.status_mut() = status;
        return response;
    }
    response
}

/// Security headers for every response.
async fn security_headers(State(app): State<App>, request: Request, next: Next) -> Response {
    let hsts_seconds = app.hub.services.origins.hsts_seconds(request.headers());
    let mut response = fixed_headers(next.run(request).await).await;
    let hsts = hsts_seconds.map(|seconds| HeaderValue::try_from(format!("max-age={seconds}")));
    if let Some(Ok(hsts)) = hsts {
        let headers = response.headers_mut();
        headers.insert(header::STRICT_TRANSPORT_SECURITY, hsts);
    }
    response
}

/// Marks a response that other sites may show: a frame with a game, a picture.
#[derive(Clone, Copy, Debug)]
struct ForOtherSites;

/// The security headers that are the same for every response, except for those that other sites may
/// show.
async fn fixed_headers(mut response: Response) -> Response {
    macro_rules! policy {
        ($ancestors:literal) => {
            concat!(
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: \
                 blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; font-src \
                 'self'; base-uri 'none'; form-action 'self'",
                $ancestors
            )
        };
    }
    let is_open = response.extensions().get::<ForOtherSites>().is_some();
    let (policy, resources) = if is_open {
        // Not even `*` would allow a page that was opened from a file.
        (policy!(""), "cross-origin")
    } else {
        (policy!("; frame-ancestors 'none'"), "same-origin")
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !is_open {
        let deny = HeaderValue::from_static("DENY");
        headers.insert(header::X_FRAME_OPTIONS, deny);
    }
    for (name, value) in [
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", resources),
        (
            "permissions-policy",
            "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Reports whether the store can write.
async fn health(State(app): State<App>) -> Response {
    let health = *app.hub.services.store.health().borrow();
    // One that nobody writes to still says that it is alive, which may fail.
    let is_out = app.hub.services.gaps.is_out();
    match health {
        Health::Good if is_out => {
            (StatusCode::SERVICE_UNAVAILABLE, "storage troubled\n").into_response()
        }
        Health::Good => (StatusCode::OK, "ok\n").into_response(),
        Health::Troubled => (StatusCode::SERVICE_UNAVAILABLE, "storage troubled\n").into_response(),
        Health::Failed | Health::Replaced => {
            (StatusCode::SERVICE_UNAVAILABLE, "storage failed\n").into_response()
        }
    }
}

/// Metrics for Prometheus.
async fn metrics(State(app): State<App>) -> Response {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    let services = std::sync::Arc::clone(&app.hub.services);
    services.metrics.has_workers(services.workers.count());
    // It reads files.
    let reading = tokio::task::spawn_blocking(move || services.metrics.text());
    let text = match reading.await {
        Ok(text) => text,
        Err(error) => return Denied::internal(&error).into_response(),
    };
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}
