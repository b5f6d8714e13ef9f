//! Finished games of a person: search, statistics, and all of them as one file.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::{Query, State};
use axum::response::Response;
use futures_util::stream;
use yiqi_record::Format;
use yiqi_wire::{ErrorBody, GamesQuery, LobbyTable, Statistics};

use super::App;
use super::study::FileCaller;
use super::tables::{log_omitted, set_file_headers};
use crate::caller::Caller;
use crate::denied::Denied;
use crate::games::{self, Search};
use crate::lobby::Summary;
use crate::store::{PlayedGame, TableKey};
use crate::study;

/// The most games in one response.
const GAMES_MAX: usize = 50;

/// How many games are read and written at once for a file.
const GAMES_AT_ONCE: usize = 32;

/// The games that a query asks for, newest first. Everybody sees public games; private ones only
/// their players.
async fn found(app: &App, caller: &Caller, query: GamesQuery) -> Result<Vec<PlayedGame>, Denied> {
    let services = &app.hub.services;
    let person = if query.person.is_empty() {
        caller.require_person()?.key
    } else {
        let person = services.people.by_public(&query.person).await?;
        person.ok_or(Denied::NotFound)?.key
    };
    let is_own = caller.key() == Some(person);
    let games = services.store.played(person, is_own).await?;
    let mut search = Search::new(query, services.texts.get(caller.lang));
    Ok(games.into_iter().filter(|game| search.fits(game)).collect())
}

/// Lists finished games of a person.
#[utoipa::path(get, path = "/api/games",
    params(("person" = Option<String>, Query), ("before" = Option<u64>, Query),
        ("opponent" = Option<String>, Query), ("game" = Option<String>, Query),
        ("result" = Option<String>, Query), ("color" = Option<String>, Query),
        ("opening" = Option<String>, Query)),
    responses((status = 200, body = Vec<LobbyTable>), (status = "4XX", body = ErrorBody)))]
pub(super) async fn list(
    State(app): State<App>,
    caller: Caller,
    Query(query): Query<GamesQuery>,
) -> Result<Json<Vec<LobbyTable>>, Denied> {
    let services = &app.hub.services;
    let found = found(&app, &caller, query).await?;
    let keys: Vec<TableKey> = found
        .iter()
        .take(GAMES_MAX)
        .map(|game| game.table)
        .collect();
    let text = services.texts.get(caller.lang);
    let mut games = Vec::new();
    for row in services.store.tables_with_keys(&keys).await? {
        match Summary::of_row(&row, &services.people).await {
            Ok(summary) => games.push(summary.shown(text)),
            Err(denied) => log_omitted(&row.seed.id, &denied),
        }
    }
    Ok(Json(games))
}

/// Statistics of finished games of a person.
#[utoipa::path(get, path = "/api/games/statistics",
    params(("person" = Option<String>, Query), ("opponent" = Option<String>, Query),
        ("game" = Option<String>, Query), ("result" = Option<String>, Query),
        ("color" = Option<String>, Query), ("opening" = Option<String>, Query)),
    responses((status = 200, body = Statistics), (status = "4XX", body = ErrorBody)))]
pub(super) async fn statistics(
    State(app): State<App>,
    caller: Caller,
    Query(query): Query<GamesQuery>,
) -> Result<Json<Statistics>, Denied> {
    let found = found(&app, &caller, query).await?;
    let people = &app.hub.services.people;
    Ok(Json(games::statistics(found.iter(), people).await?))
}

/// Returns the caller's finished games as one file, oldest first.
#[utoipa::path(get, path = "/api/me/games",
    params(("format" = Option<String>, Query), ("opponent" = Option<String>, Query),
        ("game" = Option<String>, Query), ("result" = Option<String>, Query),
        ("color" = Option<String>, Query), ("opening" = Option<String>, Query)),
    responses((status = 200, description = "The file"), (status = "4XX", body = ErrorBody)))]
pub(super) async fn file(
    State(app): State<App>,
    caller: FileCaller,
    Query(query): Query<GamesQuery>,
) -> Result<Response, Denied> {
    let format = collection_format(&query.format)?;
    let own = GamesQuery {
        person: String::new(),
        ..query
    };
    let found = found(&app, &caller.caller, own).await?;
    let keys = found.iter().rev().map(|game| game.table).collect();
    Ok(games_file(app, caller, keys, format, "yiqi-games"))
}

/// The format of a file with many games: ours, unless another one is named.
pub(super) fn collection_format(name: &str) -> Result<Format, Denied> {
    let format = study::format_named(name)?.unwrap_or(Format::Yiqi);
    // Only these can hold games of any kind, and several of them.
    if !matches!(format, Format::Yiqi | Format::Sgf) {
        return Err(Denied::BadMessage("format".to_owned()));
    }
    Ok(format)
}

/// A file with these games, in this order.
pub(super) fn games_file(
    app: App,
    caller: FileCaller,
    keys: Vec<TableKey>,
    format: Format,
    name: &str,
) -> Response {
    let parts: Vec<Vec<TableKey>> = keys.chunks(GAMES_AT_ONCE).map(<[_]>::to_vec).collect();
    let caller = Arc::new(caller);
    // Part by part: all games together may not fit into memory.
    let body = stream::unfold(parts.into_iter(), move |mut parts| {
        let (app, caller) = (app.clone(), Arc::clone(&caller));
        async move {
            let part = file_part(&app, &caller, parts.next()?, format).await;
            let part = part.map_err(|denied| std::io::Error::other(denied.code()));
            Some((part, parts))
        }
    });
    let mut response = Response::new(Body::from_stream(body));
    set_file_headers(&mut response, &format!("{name}.{}", format.extension()));
    response
}

async fn file_part(
    app: &App,
    caller: &FileCaller,
    keys: Vec<TableKey>,
    format: Format,
) -> Result<Vec<u8>, Denied> {
    let games = games::stored_games(&app.hub.services.store, &keys).await?;
    let texts = Arc::clone(&app.hub.services.texts);
    let lang = caller.caller.lang;
    let write = move || Ok(games::file_part(&games, format, texts.get(lang)));
    caller.run(app, write).await
}
