//! The page: its files are part of the program.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use yiqi_text::Lang;

use super::App;
use crate::denied::Denied;

/// The files of the page.
#[derive(RustEmbed)]
#[folder = "web/"]
#[exclude = "*.json"]
#[exclude = "*.d.ts"]
#[exclude = "tests/*"]
#[exclude = "tools/*"]
struct Files;

/// What a page is.
pub(super) const HTML: &str = "text/html; charset=utf-8";

fn kind_of(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => HTML,
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// A file of the page, with a mark by which a browser knows that it has not changed.
async fn serve(app: &App, name: &str, headers: &HeaderMap) -> Result<Response, Denied> {
    // Names are looked up, never joined to a path, unless somebody works on the page.
    let is_plain = name
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_'));
    let is_fine = is_plain && !name.starts_with('.') && !name.contains("..");
    if !is_fine {
        return Err(Denied::NotFound);
    }
    let bytes = match &app.hub.services.options.web_dir {
        Some(folder) => tokio::fs::read(folder.join(name))
            .await
            .map_err(|_| Denied::NotFound)?,
        None => Files::get(name).ok_or(Denied::NotFound)?.data.into_owned(),
    };
    let mark = format!("\"{:x}\"", crate::ids::fingerprint(&bytes));
    let known = headers.get(header::IF_NONE_MATCH);
    if known.is_some_and(|known| known == mark.as_str()) {
        return Ok(StatusCode::NOT_MODIFIED.into_response());
    }
    let mut response = bytes.into_response();
    let answer = response.headers_mut();
    answer.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static(kind_of(name)),
    );
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(mark) = HeaderValue::from_str(&mark) {
        answer.insert(header::ETAG, mark);
    }
    Ok(response)
}

pub(super) async fn index(State(app): State<App>, headers: HeaderMap) -> Result<Response, Denied> {
    serve(&app, "index.html", &headers).await
}

/// An address that is none: the page says so to people, a sentence to programs.
pub(super) async fn lost(
    State(app): State<App>,
    uri: axum::http::Uri,
    headers: HeaderMap,
) -> Result<Response, Denied> {
    let wants_page = headers
        .get(header::ACCEPT)
        .and_then(|accept| accept.to_str().ok())
        .is_some_and(|accept| accept.contains("text/html"));
    if !wants_page || uri.path().starts_with("/api") {
        return Err(Denied::NotFound);
    }
    let mut page = serve(&app, "index.html", &headers).await?;
    *page.status_mut() = StatusCode::NOT_FOUND;
    Ok(page)
}

pub(super) async fn asset(
    State(app): State<App>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Denied> {
    serve(&app, &name, &headers).await
}

pub(super) async fn service_worker(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Response, Denied> {
    serve(&app, "sw.js", &headers).await
}

pub(super) async fn manifest(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Response, Denied> {
    serve(&app, "manifest.webmanifest", &headers).await
}

pub(super) async fn favicon(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Response, Denied> {
    serve(&app, "icon.svg", &headers).await
}

/// The texts of the page in a language.
pub(super) async fn messages(Path(lang): Path<String>) -> Result<Response, Denied> {
    let lang = Lang::tagged(&lang).ok_or(Denied::NotFound)?;
    let text = yiqi_text::page_messages(lang);
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}
