//! The web page, whose files are built into the program, packed and compressed (`build.rs`).

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, LazyLock};

use axum::body::Bytes;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use yiqi_text::Lang;

use super::document::{Caching, Document};
use super::{App, ForOtherSites, catalog, extract, preview};
use crate::bundle;
use crate::denied::Denied;

/// The files of the page, as the build script left them.
static BUILT_IN: &[BuiltIn] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The manual of the page.
static MANUALS: [(Lang, &str); 3] = [
    (Lang::En, include_str!("../../../../docs/web.md")),
    (
        Lang::ZhHans,
        include_str!("../../../../docs/zh-Hans/web.md"),
    ),
    (
        Lang::ZhHant,
        include_str!("../../../../docs/zh-Hant/web.md"),
    ),
];

struct BuiltIn {
    name: &'static str,
    plain: &'static [u8],
    gzip: Option<&'static [u8]>,
    br: Option<&'static [u8]>,
}

static PAGE: LazyLock<Arc<Page>> = LazyLock::new(|| {
    let files = BUILT_IN.iter().map(|file| {
        let (gzip, br) = (
            file.gzip.map(Bytes::from_static),
            file.br.map(Bytes::from_static),
        );
        let document = Document::new(kind_of(file.name), Bytes::from_static(file.plain));
        (file.name.to_owned(), document.with_packed(gzip, br))
    });
    Arc::new(Page::new(files.collect()))
});

/// What a page shows until its scripts run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Shell {
    Home,
    /// A table, a study or a lesson.
    Board,
    /// A table in a frame of another site.
    Embedded,
    /// A page of text and lists.
    Person,
    NotFound,
}

impl Shell {
    const ALL: [Shell; 5] = [
        Shell::Home,
        Shell::Board,
        Shell::Embedded,
        Shell::Person,
        Shell::NotFound,
    ];

    /// The file with the contents.
    fn file(self) -> &'static str {
        match self {
            Shell::Home => "shell-home.html",
            Shell::Board | Shell::Embedded | Shell::Person | Shell::NotFound => "shell-other.html",
        }
    }

    /// Whether the page needs more than the first script.
    fn needs_rest(self) -> bool {
        matches!(self, Shell::Board | Shell::Embedded | Shell::Person)
    }
}

/// The page.
struct Page {
    /// Changes when any file does. The page loads its assets from `/assets/VERSION/`.
    version: String,
    files: BTreeMap<String, Document>,
    shells: HashMap<(Shell, Lang), Document>,
}

impl Page {
    fn new(mut files: BTreeMap<String, Document>) -> Page {
        let mut messages = HashMap::new();
        for lang in Lang::ALL {
            let text = yiqi_text::page_messages(lang);
            let map: Map<String, Value> = serde_json::from_str(&text).unwrap_or_default();
            messages.insert(lang, map);
            files.insert(messages_file(lang), Document::json(text));
        }
        files.insert("catalog.json".to_owned(), Document::json(catalog::text()));
        for (lang, text) in MANUALS {
            let document = Document::new(kind_of("manual.md"), Bytes::from_static(text.as_bytes()));
            files.insert(format!("manual-{lang}.md"), document);
        }
        let mut hash = Sha256::new();
        for (name, file) in &files {
            hash.update(name.as_bytes());
            hash.update(file.hash());
        }
        let version: String = hash.finalize()[..8]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        // These name assets by absolute path; all others use relative paths.
        let mut template = |name: &str| {
            let file = files.remove(name);
            let text = file.map(|file| String::from_utf8_lossy(file.plain()).into_owned());
            let text = text.unwrap_or_default();
            text.replace("\"/assets/", &format!("\"/assets/{version}/"))
        };
        let worker = Document::new(kind_of("sw.js"), template("sw.js").into());
        let frame = template("index.html");
        let contents: HashMap<&str, String> = Shell::ALL
            .map(|shell| (shell.file(), template(shell.file())))
            .into_iter()
            .filter(|(_, text)| !text.is_empty())
            .collect();
        let mut shells = HashMap::new();
        for shell in Shell::ALL {
            let preload = if shell.needs_rest() {
                format!("<link rel=\"modulepreload\" href=\"/assets/{version}/rest.js\">")
            } else {
                String::new()
            };
            let main = contents.get(shell.file()).map_or("", String::as_str);
            let text = frame
                .replace("{{preload}}", &preload)
                .replace("{{main}}", main);
            let text = if shell == Shell::Embedded {
                without_header(&text)
            } else {
                text
            };
            for (&lang, messages) in &messages {
                let text = with_messages(&text, lang, messages);
                let document = Document::new(HTML, text.into()).in_readers_language();
                shells.insert((shell, lang), document);
            }
        }
        files.insert("sw.js".to_owned(), worker);
        Page {
            version,
            files,
            shells,
        }
    }

    /// The page in a folder, for development.
    fn read(folder: &std::path::Path) -> io::Result<Page> {
        let mut files = BTreeMap::new();
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if entry.file_type()?.is_file() && !name.starts_with('.') {
                files.insert(name, std::fs::read(entry.path())?);
            }
        }
        let files = bundle::pack(files).map_err(io::Error::other)?;
        let files = files.into_iter().map(|(name, bytes)| {
            let document = Document::new(kind_of(&name), bytes.into());
            (name, document)
        });
        Ok(Page::new(files.collect()))
    }

    /// The page that this server serves.
    async fn of(app: &App) -> Result<Arc<Page>, Denied> {
        let Some(folder) = app.hub.services.options.web_dir.clone() else {
            return Ok(Arc::clone(&PAGE));
        };
        let reading = tokio::task::spawn_blocking(move || Page::read(&folder)).await;
        match reading {
            Ok(Ok(page)) => Ok(Arc::new(page)),
            Ok(Err(error)) => Err(Denied::internal(&error)),
            Err(error) => Err(Denied::internal(&error)),
        }
    }

    fn file(&self, name: &str) -> Result<&Document, Denied> {
        self.files.get(name).ok_or(Denied::NotFound)
    }
}

/// A frame has no header: it shows the game alone.
fn without_header(text: &str) -> String {
    let (before, rest) = text.split_once("<header").unwrap_or((text, ""));
    let after = rest.split_once("</header>").map_or("", |(_, after)| after);
    format!("{before}{after}")
}

fn messages_file(lang: Lang) -> String {
    format!("messages-{lang}.json")
}

/// Fills in the messages of a template: `{{web-home}}`, and `{{lang}}` for the language.
fn with_messages(template: &str, lang: Lang, messages: &Map<String, Value>) -> String {
    let mut text = String::new();
    for (index, part) in template.split("{{").enumerate() {
        let Some((key, rest)) = part.split_once("}}").filter(|_| index > 0) else {
            text += part;
            continue;
        };
        match messages.get(key).and_then(Value::as_str) {
            Some(message) => text += &escaped(message),
            None => text += if key == "lang" { lang.tag() } else { key },
        }
        text += rest;
    }
    text
}

/// A text as HTML.
pub(super) fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('"', "&quot;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}

/// The content type of a page.
pub(super) const HTML: &str = "text/html; charset=utf-8";

fn kind_of(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => HTML,
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("md") => "text/markdown; charset=utf-8",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

async fn shell(app: &App, shell: Shell, headers: &HeaderMap) -> Result<Response, Denied> {
    let page = Page::of(app).await?;
    let lang = extract::page_lang(headers);
    let document = page.shells.get(&(shell, lang)).ok_or(Denied::NotFound)?;
    Ok(document.respond(headers, Caching::Revalidate))
}

async fn file(app: &App, name: &str, headers: &HeaderMap) -> Result<Response, Denied> {
    let page = Page::of(app).await?;
    Ok(page.file(name)?.respond(headers, Caching::Revalidate))
}

pub(super) async fn home(State(app): State<App>, headers: HeaderMap) -> Result<Response, Denied> {
    shell(&app, Shell::Home, &headers).await
}

pub(super) async fn board(State(app): State<App>, headers: HeaderMap) -> Result<Response, Denied> {
    shell(&app, Shell::Board, &headers).await
}

/// A table. What it is about is named for sites that show a preview of links to it.
pub(super) async fn table(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Denied> {
    let page = Page::of(&app).await?;
    let lang = extract::page_lang(&headers);
    let document = page.shells.get(&(Shell::Board, lang));
    let document = document.ok_or(Denied::NotFound)?;
    let about = preview::tags(&app, &id, lang, &headers, peer).await;
    let Some(about) = about else {
        return Ok(document.respond(&headers, Caching::Revalidate));
    };
    let text = String::from_utf8_lossy(document.plain()).replace("</head>", &(about + "</head>"));
    let document = Document::new(HTML, text.into()).in_readers_language();
    Ok(document.respond(&headers, Caching::Revalidate))
}

/// A table for a frame of another site.
pub(super) async fn embed(State(app): State<App>, headers: HeaderMap) -> Result<Response, Denied> {
    let mut page = shell(&app, Shell::Embedded, &headers).await?;
    page.extensions_mut().insert(ForOtherSites);
    Ok(page)
}

pub(super) async fn person(State(app): State<App>, headers: HeaderMap) -> Result<Response, Denied> {
    shell(&app, Shell::Person, &headers).await
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
    let mut page = shell(&app, Shell::NotFound, &headers).await?;
    *page.status_mut() = StatusCode::NOT_FOUND;
    Ok(page)
}

/// A file of this version of the page. Other versions are not found; an older open page then
/// reloads.
pub(super) async fn versioned_asset(
    State(app): State<App>,
    Path((version, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Denied> {
    let page = Page::of(&app).await?;
    if version != page.version {
        return Err(Denied::NotFound);
    }
    Ok(page.file(&name)?.respond(&headers, Caching::Forever))
}

pub(super) async fn asset(
    State(app): State<App>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Denied> {
    file(&app, &name, &headers).await
}

pub(super) async fn service_worker(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Response, Denied> {
    file(&app, "sw.js", &headers).await
}

pub(super) async fn manifest(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Response, Denied> {
    file(&app, "manifest.webmanifest", &headers).await
}

pub(super) async fn favicon(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Response, Denied> {
    file(&app, "icon.svg", &headers).await
}

/// The page's texts in one language.
pub(super) async fn messages(
    State(app): State<App>,
    Path(lang): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Denied> {
    let lang = Lang::tagged(&lang).ok_or(Denied::NotFound)?;
    file(&app, &messages_file(lang), &headers).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(document: &Document) -> String {
        String::from_utf8(document.plain().to_vec()).unwrap()
    }

    /// The assets that a document names.
    fn named(text: &str) -> Vec<String> {
        let folder = format!("{}/", PAGE.version);
        let paths = text.split("\"/assets/").skip(1);
        let name = |after: &str| {
            let path = after.split('"').next().unwrap();
            path.strip_prefix(&folder).unwrap_or(path).to_owned()
        };
        paths.map(name).collect()
    }

    #[test]
    fn the_page_names_only_assets_of_its_own_version() {
        let shells = PAGE.shells.values();
        for document in shells.chain([&PAGE.files["sw.js"]]) {
            let names = named(&text(document));
            assert!(!names.is_empty());
            for name in names {
                assert!(PAGE.files.contains_key(&name), "{name}");
            }
        }
    }

    #[test]
    fn a_shell_names_everything_that_its_page_needs_and_speaks_its_language() {
        for ((shell, lang), document) in &PAGE.shells {
            let text = text(document);
            assert!(!text.contains("{{") && !text.contains("}}"), "{text}");
            assert!(text.contains(&format!("<html lang=\"{lang}\"")), "{text}");
            let names = named(&text);
            for file in ["page.css", "theme.js", "first.js", "catalog.json"] {
                assert!(names.iter().any(|name| name == file), "{file}");
            }
            assert!(names.contains(&messages_file(*lang)));
            let has_rest = names.iter().any(|name| name == "rest.js");
            assert_eq!(has_rest, shell.needs_rest(), "{shell:?}");
            // A message that is missing would show its key.
            for key in ["web-", "study-"] {
                let is_shown = text.split(['<', '>']).any(|part| part.starts_with(key));
                assert!(!is_shown, "{shell:?} {text}");
            }
        }
        let chinese = text(&PAGE.shells[&(Shell::Home, Lang::ZhHans)]);
        assert_ne!(chinese, text(&PAGE.shells[&(Shell::Home, Lang::En)]));
    }

    #[test]
    fn the_home_page_stays_small_and_has_nothing_of_other_pages() {
        let file = |name: &str| BUILT_IN.iter().find(|file| file.name == name).unwrap();
        let packed = |name: &str| file(name).br.map_or(0, <[u8]>::len);
        let first = ["first.js", "page.css"].map(packed);
        assert!(first.iter().sum::<usize>() < 48 * 1024, "{first:?}");
        assert!(packed("rest.js") < 64 * 1024, "{}", packed("rest.js"));
        let script = str::from_utf8(file("first.js").plain).unwrap();
        for module in [
            "learn.js",
            "lessons.js",
            "my-games.js",
            "table.js",
            "embed.js",
        ] {
            let defined = format!("$modules[\"{module}\"] =");
            assert!(!script.contains(&defined), "{module}");
        }
    }

    #[test]
    fn every_text_of_the_page_is_built_in_compressed() {
        for file in BUILT_IN {
            let is_text = [".js", ".css", ".html", ".webmanifest"];
            let is_text = is_text.iter().any(|end| file.name.ends_with(end));
            let (gzip, br) = (file.gzip.map(<[u8]>::len), file.br.map(<[u8]>::len));
            if is_text && file.plain.len() > 1024 {
                let (Some(gzip), Some(br)) = (gzip, br) else {
                    panic!("{}", file.name);
                };
                assert!(br < gzip && gzip * 2 < file.plain.len(), "{}", file.name);
            }
            if file.name.ends_with(".png") {
                assert_eq!((gzip, br), (None, None), "{}", file.name);
            }
        }
    }

    #[test]
    fn a_page_from_a_folder_is_the_one_that_is_built_in() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
        assert_eq!(Page::read(&folder).unwrap().version, PAGE.version);
    }
}
