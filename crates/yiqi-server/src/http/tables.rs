//! Tables: creating, reading and playing.

use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use yiqi_record::Format;
use yiqi_wire::{
    CommandMessage, Created, ErrorBody, Joined, LobbyTable, LobbyView, NewTable, Object,
    ReplayResponse, ServerMessage, SitRequest, TableState, WireSeat,
};

use super::App;
use crate::caller::Caller;
use crate::denied::Denied;
use crate::study::{self, StudyError};
use crate::table::{Opening, ReplyTo, SentCommand, TableRequest};

/// A request body as it was sent.
pub(super) type Body<T> = Result<Json<Object<T>>, JsonRejection>;

/// The request body, or an error that says what is wrong with it.
pub(super) fn body<T>(body: Body<T>) -> Result<T, Denied> {
    body.map(|Json(Object(value))| value)
        .map_err(|error| Denied::BadMessage(error.body_text()))
}

/// Lists the tables of the lobby.
#[utoipa::path(get, path = "/api/tables", responses((status = 200, body = LobbyView)))]
pub(super) async fn lobby(State(app): State<App>, caller: Caller) -> Json<LobbyView> {
    let services = &app.hub.services;
    Json(services.lobby.view(services.texts.get(caller.lang)))
}

/// Creates a table.
#[utoipa::path(post, path = "/api/tables", request_body = NewTable,
    responses((status = 200, body = Created), (status = "4XX", body = ErrorBody)))]
pub(super) async fn create(
    State(app): State<App>,
    caller: Caller,
    new: Body<NewTable>,
) -> Result<Json<Created>, Denied> {
    let new = body(new)?;
    let person = caller.require_person()?;
    app.hub.services.limits.table(caller.address)?;
    Ok(Json(app.hub.create(new, person, &caller).await?))
}

/// Returns the whole state of a table.
#[utoipa::path(get, path = "/api/tables/{id}", params(("id" = String, Path)),
    responses((status = 200, body = TableState), (status = "4XX", body = ErrorBody)))]
pub(super) async fn state(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Box<TableState>>, Denied> {
    let caller = Arc::new(caller);
    let state = app
        .hub
        .request(&id, |reply| TableRequest::State {
            caller: Arc::clone(&caller),
            reply,
        })
        .await?;
    Ok(Json(state))
}

/// Takes the open seat.
#[utoipa::path(post, path = "/api/tables/{id}/sit", params(("id" = String, Path)),
    request_body = SitRequest,
    responses((status = 200, body = Joined), (status = "4XX", body = ErrorBody)))]
pub(super) async fn sit(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    request: Body<SitRequest>,
) -> Result<Json<Joined>, Denied> {
    let request = body(request)?;
    caller.require_person()?;
    let caller = Arc::new(Caller {
        invite: request.invite.or(caller.invite),
        ..caller
    });
    let seat = app
        .hub
        .request(&id, |reply| TableRequest::Sit {
            caller: Arc::clone(&caller),
            reply,
        })
        .await?;
    Ok(Json(Joined {
        seat: WireSeat::from(seat),
    }))
}

/// Carries out a command in the game.
#[utoipa::path(post, path = "/api/tables/{id}/commands", params(("id" = String, Path)),
    request_body = CommandMessage,
    responses((status = 200, body = ServerMessage), (status = "4XX", body = ErrorBody)))]
pub(super) async fn command(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    message: Body<CommandMessage>,
) -> Result<Json<ServerMessage>, Denied> {
    let received_ms = app.hub.services.time.now_ms();
    let received = Instant::now();
    let message = body(message)?;
    caller.require_person()?;
    let caller = Arc::new(caller);
    let sent = |reply| SentCommand {
        caller: Arc::clone(&caller),
        message: message.clone(),
        received_ms,
        received,
        lag_ms: 0,
        reply_to: Some(ReplyTo::Waiting(reply)),
    };
    let number = app
        .hub
        .request(&id, |reply| TableRequest::Command(sent(reply)))
        .await?;
    Ok(Json(ServerMessage::Ack {
        id: message.id,
        number,
    }))
}

/// Opens a new table with the same terms.
#[utoipa::path(post, path = "/api/tables/{id}/again", params(("id" = String, Path)),
    responses((status = 200, body = Created), (status = "4XX", body = ErrorBody)))]
pub(super) async fn again(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Created>, Denied> {
    let services = &app.hub.services;
    services.limits.table(caller.address)?;
    let opening = match caller.key() {
        Some(person) => Opening::of_new(services, person, &caller)?,
        None => Opening::default(),
    };
    let caller = Arc::new(caller);
    let table = app
        .hub
        .request(&id, |reply| TableRequest::Again {
            caller: Arc::clone(&caller),
            reply,
        })
        .await?;
    app.hub.open(&table, opening).await?;
    Ok(Json(Created {
        table,
        invite: None,
    }))
}

/// The requested file format.
#[derive(Debug, Deserialize)]
pub(super) struct RecordQuery {
    #[serde(default)]
    format: String,
}

/// Returns the game as a file.
#[utoipa::path(get, path = "/api/tables/{id}/record",
    params(("id" = String, Path), ("format" = Option<String>, Query)),
    responses((status = 200, description = "The file"), (status = "4XX", body = ErrorBody)))]
pub(super) async fn record(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Query(query): Query<RecordQuery>,
) -> Result<Response, Denied> {
    let format = study::format_named(&query.format)?.unwrap_or(Format::Yiqi);
    let caller = Arc::new(caller);
    let record = app
        .hub
        .request(&id, |reply| TableRequest::Record {
            caller: Arc::clone(&caller),
            reply,
        })
        .await?;
    let bytes = format
        .write(std::slice::from_ref(&record))
        .map_err(StudyError::Write)?;
    Ok(file(bytes, &format!("{id}.{}", format.extension())))
}

/// A response that the browser saves under this name.
pub(super) fn file(bytes: Vec<u8>, name: &str) -> Response {
    let mut response = bytes.into_response();
    set_file_headers(&mut response, name);
    response
}

/// Has the browser save a response under this name.
pub(super) fn set_file_headers(response: &mut Response, name: &str) {
    // The name consists of our own ids and extensions; all other characters are removed.
    let name: String = name
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-'))
        .collect();
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/octet-stream"),
    );
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
}

/// Returns the game for replay.
#[utoipa::path(get, path = "/api/tables/{id}/replay", params(("id" = String, Path)),
    responses((status = 200, body = ReplayResponse), (status = "4XX", body = ErrorBody)))]
pub(super) async fn replay(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<ReplayResponse>, Denied> {
    let caller = Arc::new(caller);
    let record = app
        .hub
        .request(&id, |reply| TableRequest::Record {
            caller: Arc::clone(&caller),
            reply,
        })
        .await?;
    let text = app.hub.services.texts.get(caller.lang);
    Ok(Json(study::replay_record(&record, 1, text)?))
}

/// Lists the caller's unfinished tables.
#[utoipa::path(get, path = "/api/me/tables",
    responses((status = 200, body = Vec<LobbyTable>), (status = "4XX", body = ErrorBody)))]
pub(super) async fn mine(
    State(app): State<App>,
    caller: Caller,
) -> Result<Json<Vec<LobbyTable>>, Denied> {
    let person = caller.require_person()?.key;
    let caller = Arc::new(caller);
    let services = &app.hub.services;
    let text = services.texts.get(caller.lang);
    let mut tables = Vec::new();
    // Ask each table, because its row holds only how the game began and ended.
    for row in services.store.unfinished(person).await? {
        let summary = app
            .hub
            .request(&row.seed.id, |reply| TableRequest::Summary {
                caller: Arc::clone(&caller),
                reply,
            })
            .await;
        match summary {
            Ok(summary) => tables.push(summary.shown(text)),
            Err(denied) => log_omitted(&row.seed.id, &denied),
        }
    }
    Ok(Json(tables))
}

/// Logs that a table was omitted: one that cannot be read must not hide all others.
pub(super) fn log_omitted(table: &str, denied: &Denied) {
    tracing::error!(table, error = denied.code(), "omitted from a list");
}
