//! The web page, whose files are built into the program.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use rust_embed::{EmbeddedFile, RustEmbed};
use sha2::{Digest, Sha256};
use yiqi_text::Lang;

use super::App;
use super::document::{Caching, Document};
use crate::denied::Denied;

/// The files of the page; everything in the folder is served.
#[derive(RustEmbed)]
#[folder = "web/"]
struct Files;

static PAGE: LazyLock<Page> = LazyLock::new(Page::new);

/// The built-in files.
struct Page {
    /// Changes when any file does. The page loads its assets from `/assets/VERSION/`.
    version: String,
    files: HashMap<String, Document>,
}

impl Page {
    fn new() -> Page {
        let files: BTreeMap<_, _> = Files::iter()
            .filter_map(|name| Files::get(&name).map(|file| (name, file)))
            .collect();
        let mut hash = Sha256::new();
        for (name, file) in &files {
            hash.update(name.as_bytes());
            hash.update(file.metadata.sha256_hash());
        }
        let version: String = hash.finalize()[..8]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let document = |name: &str, file: EmbeddedFile| {
            let kind = kind_of(name);
            // These two name assets by absolute path; all others use relative paths.
            if matches!(name, "index.html" | "sw.js")
                && let Ok(text) = str::from_utf8(&file.data)
            {
                let text = text.replace("\"/assets/", &format!("\"/assets/{version}/"));
                return Document::new(kind, text.into());
            }
            Document::with_hash(
                kind,
                Bytes::from_owner(file.data),
                file.metadata.sha256_hash(),
            )
        };
        let files = files
            .into_iter()
            .map(|(name, file)| (name.to_string(), document(&name, file)))
            .collect();
        Page { version, files }
    }
}

static MESSAGES: LazyLock<HashMap<Lang, Document>> = LazyLock::new(|| {
    let messages = |lang| (lang, Document::json(yiqi_text::page_messages(lang)));
    Lang::ALL.map(messages).into()
});

/// The content type of a page.
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

/// Serves a file of the page.
async fn serve(app: &App, name: &str, headers: &HeaderMap) -> Result<Response, Denied> {
    let Some(folder) = &app.hub.services.options.web_dir else {
        let file = PAGE.files.get(name).ok_or(Denied::NotFound)?;
        return Ok(file.respond(headers, Caching::Revalidate));
    };
    // Development: serve from a folder. No name leads out of it.
    let is_plain = name
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_'));
    if !is_plain || name.starts_with('.') || name.contains("..") {
        return Err(Denied::NotFound);
    }
    let bytes = tokio::fs::read(folder.join(name))
        .await
        .map_err(|_| Denied::NotFound)?;
    Ok(Document::new(kind_of(name), bytes.into()).respond(headers, Caching::Revalidate))
}

pub(super) async fn index(State(app): State<App>, headers: HeaderMap) -> Result<Response, Denied> {
    serve(&app, "index.html", &headers).await
}

/// Responds to unknown paths: with the page to a browser, with an error to a program.
pub(super) async fn not_found(
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

/// A file of this version of the page. Other versions are not found; an older open page then
/// reloads.
pub(super) async fn versioned_asset(
    Path((version, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Denied> {
    let file = PAGE
        .files
        .get(&name)
        .filter(|_| version == PAGE.version)
        .ok_or(Denied::NotFound)?;
    Ok(file.respond(&headers, Caching::Forever))
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

/// The page's texts in one language.
pub(super) async fn messages(
    Path(lang): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Denied> {
    let lang = Lang::tagged(&lang).ok_or(Denied::NotFound)?;
    let messages = MESSAGES.get(&lang).ok_or(Denied::NotFound)?;
    Ok(messages.respond(&headers, Caching::Revalidate))
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn text_of(name: &str) -> String {
        let response = PAGE.files[name].respond(&HeaderMap::new(), Caching::Revalidate);
        let bytes = axum::body::to_bytes(response.into_body(), usize::MAX);
        String::from_utf8(bytes.await.unwrap().to_vec()).unwrap()
    }

    #[tokio::test]
    async fn the_page_names_only_assets_of_its_own_version() {
        let folder = format!("/assets/{}/", PAGE.version);
        for name in ["index.html", "sw.js"] {
            let text = text_of(name).await;
            let named: Vec<&str> = text.split("\"/assets/").skip(1).collect();
            assert!(!named.is_empty(), "{name}");
            for after in named {
                let path = format!("/assets/{}", after.split('"').next().unwrap());
                let file = path.strip_prefix(&folder);
                assert!(
                    file.is_some_and(|file| PAGE.files.contains_key(file)),
                    "{path}"
                );
            }
        }
    }

    #[tokio::test]
    async fn only_assets_of_this_version_exist_and_they_are_cached_forever() {
        let get = async |version: &str, name: &str| {
            let path = Path((version.to_owned(), name.to_owned()));
            versioned_asset(path, HeaderMap::new()).await
        };
        let response = get(&PAGE.version, "app.js").await.unwrap();
        let caching = response.headers()[header::CACHE_CONTROL].to_str().unwrap();
        assert!(caching.contains("immutable"), "{caching}");
        assert!(get("0123456789abcdef", "app.js").await.is_err());
        assert!(get(&PAGE.version, "none.js").await.is_err());
    }
}
