//! What a table is about, for sites that show a preview of links to it.

use std::fmt::Write;
use std::net::SocketAddr;

use axum::http::{HeaderMap, header};
use yiqi_record::Seat;
use yiqi_text::{Lang, Text, words};
use yiqi_wire::WireStage;

use super::pages::escaped;
use super::{App, origin};
use crate::store::TableRow;
use crate::table::{StoredTerms, say_player};

/// The tags of a table's page; `None` if it does not exist or is private.
pub(super) async fn tags(
    app: &App,
    id: &str,
    lang: Lang,
    headers: &HeaderMap,
    peer: SocketAddr,
) -> Option<String> {
    let services = &app.hub.services;
    // Without a preview the page is still the page.
    let row = services.store.table(id).await.ok()??;
    if row.seed.private {
        return None;
    }
    let (title, about) = words(&row, services.texts.get(lang))?;
    let mut tags = String::new();
    let mut tag = |property: &str, content: &str| {
        let content = escaped(content);
        let _ = writeln!(tags, "<meta property=\"{property}\" content=\"{content}\">");
    };
    tag("og:type", "website");
    tag("og:site_name", "弈棋 yiqi");
    tag("og:title", &title);
    tag("og:description", &about);
    if let Some(origin) = own_origin(app, headers, peer) {
        tag("og:url", &format!("{origin}/t/{}", row.seed.id));
        let picture = format!("{origin}/api/tables/{}/picture?format=png", row.seed.id);
        tag("og:image", &picture);
        tag("og:image:alt", &title);
    }
    tag("twitter:card", "summary");
    Some(tags)
}

/// Who plays what, and how it ended.
fn words(row: &TableRow, text: &Text) -> Option<(String, String)> {
    let stored: StoredTerms = serde_json::from_str(&row.seed.terms).ok()?;
    let spec = stored.game.parse().ok()?;
    let name = |seat: Seat| match (&row.seed.players[seat], row.seed.people[seat]) {
        (Some(player), _) => say_player(text, player),
        (None, None) => text.say("web-seat-open"),
        (None, Some(_)) if stored.names[seat].is_empty() => text.say("web-guest"),
        (None, Some(_)) => stored.names[seat].clone(),
    };
    let game = words::game(text, spec);
    let about = match (&row.result, row.stage) {
        (Some(result), _) => words::result(text, result, spec),
        (None, WireStage::Waiting) => text.say("web-waiting-open"),
        (None, _) => text.say("web-playing"),
    };
    Some((
        format!("{} – {}", name(Seat::First), name(Seat::Second)),
        format!("{game} · {about}"),
    ))
}

/// The origin under which the caller reaches the server.
fn own_origin(app: &App, headers: &HeaderMap, peer: SocketAddr) -> Option<String> {
    let services = &app.hub.services;
    if let Some(public) = services.options.public_origins.first() {
        return Some(public.trim_end_matches('/').to_owned());
    }
    let host = origin::only(headers, &header::HOST)
        .filter(|host| origin::parse_authority(host).is_some())?;
    let is_https = services.origins.is_https(headers, peer);
    Some(format!(
        "{}://{host}",
        if is_https { "https" } else { "http" }
    ))
}
