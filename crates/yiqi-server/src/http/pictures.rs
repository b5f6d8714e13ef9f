//! Pictures of games, for links and for other sites.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use yiqi_wire::ErrorBody;

use super::study::FileCaller;
use super::{App, ForOtherSites};
use crate::denied::Denied;
use crate::pictures::{PictureFormat, PictureKey, SIDE, SIDE_MAX, draw};
use crate::table::TableRequest;

/// Which picture.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct PictureQuery {
    format: String,
    ply: Option<usize>,
    side: Option<u32>,
}

/// Draws a game: a position as PNG or SVG, or all moves as an animated GIF.
#[utoipa::path(get, path = "/api/tables/{id}/picture",
    params(("id" = String, Path), ("format" = Option<String>, Query),
        ("ply" = Option<usize>, Query), ("side" = Option<u32>, Query)),
    responses((status = 200, description = "The picture"), (status = "4XX", body = ErrorBody)))]
pub(super) async fn picture(
    State(app): State<App>,
    caller: FileCaller,
    Path(id): Path<String>,
    Query(query): Query<PictureQuery>,
) -> Result<Response, Denied> {
    let mut formats = PictureFormat::ALL.into_iter();
    let format = match query.format.as_str() {
        "" => PictureFormat::Png,
        name => formats
            .find(|format| format.name() == name)
            .ok_or_else(|| Denied::BadMessage("format".to_owned()))?,
    };
    let services = &app.hub.services;
    let row = services.store.table(&id).await?.ok_or(Denied::NotFound)?;
    let asking = Arc::new(caller.caller.clone());
    let record = app
        .hub
        .request(&id, |reply| TableRequest::Record {
            caller: Arc::clone(&asking),
            reply,
        })
        .await?;
    let is_final = record.header.result.is_some();
    let key = PictureKey {
        table: row.seed.id,
        entries: record.len(),
        format,
        ply: query.ply,
        side: query.side.unwrap_or(SIDE).clamp(16, SIDE_MAX),
    };
    let bytes = match services.pictures.get(&key) {
        Some(kept) => kept,
        None => {
            let wanted = key.clone();
            let drawn = caller.run(&app, move || draw(&record, &wanted)).await?;
            let bytes = Bytes::from(drawn);
            services.pictures.put(key, bytes.clone());
            bytes
        }
    };
    let mut response = bytes.into_response();
    response.extensions_mut().insert(ForOtherSites);
    let headers = response.headers_mut();
    let content_type = HeaderValue::from_static(format.content_type());
    headers.insert(header::CONTENT_TYPE, content_type);
    // Nothing changes in a finished game.
    let control = match (row.seed.private, is_final) {
        (true, _) => "no-store",
        (false, true) => "public, max-age=86400",
        (false, false) => "no-cache",
    };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(control));
    Ok(response)
}
