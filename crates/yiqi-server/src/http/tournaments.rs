//! Tournaments: making, joining and following them.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Deserialize;
use yiqi_wire::{
    ErrorBody, NewTournament, TournamentCreated, TournamentEvent, TournamentList,
    TournamentPlayerRequest, TournamentProgram, TournamentState,
};

use super::App;
use super::streams::{ALIVE_EVERY, until_stop};
use super::tables::{Body, body, set_file_headers};
use crate::caller::Caller;
use crate::denied::Denied;
use crate::tournaments::{Shown, report_text};

/// The shortest interval between two events of a stream.
const EVENTS_EVERY: Duration = Duration::from_secs(1);

/// Lists tournaments: upcoming, running and finished.
#[utoipa::path(get, path = "/api/tournaments",
    responses((status = 200, body = TournamentList), (status = "4XX", body = ErrorBody)))]
pub(super) async fn list(
    State(app): State<App>,
    caller: Caller,
) -> Result<Json<TournamentList>, Denied> {
    Ok(Json(app.hub.services.tournament_list(&caller).await?))
}

/// Makes a tournament.
#[utoipa::path(post, path = "/api/tournaments", request_body = NewTournament,
    responses((status = 200, body = TournamentCreated), (status = "4XX", body = ErrorBody)))]
pub(super) async fn create(
    State(app): State<App>,
    caller: Caller,
    new: Body<NewTournament>,
) -> Result<Json<TournamentCreated>, Denied> {
    let new = body(new)?;
    let tournament = app.hub.services.create_tournament(new, &caller).await?;
    Ok(Json(TournamentCreated { tournament }))
}

/// Returns the whole state of a tournament.
#[utoipa::path(get, path = "/api/tournaments/{id}", params(("id" = String, Path)),
    responses((status = 200, body = TournamentState), (status = "4XX", body = ErrorBody)))]
pub(super) async fn state(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<TournamentState>, Denied> {
    let services = &app.hub.services;
    let hosted = services.tournament(&id).await?;
    Ok(Json(hosted.state(services, &caller, Shown::Newest).await?))
}

/// Streams a tournament and its games in play whenever they change.
#[utoipa::path(get, path = "/api/tournaments/{id}/events", params(("id" = String, Path)),
    responses((status = 200, description = "Server-sent events", body = TournamentEvent)))]
pub(super) async fn events(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Response, Denied> {
    let slot = app.slot(&caller)?;
    let hosted = app.hub.services.tournament(&id).await?;
    let changes = (hosted.changes(), app.hub.services.lobby.changes());
    let (hub, caller) = (app.hub.clone(), Arc::new(caller));
    let events = stream::unfold(
        (changes, Next::State, slot),
        move |(mut changes, mut next, slot)| {
            let (hub, caller, hosted) = (hub.clone(), Arc::clone(&caller), Arc::clone(&hosted));
            async move {
                if next == Next::Either {
                    tokio::time::sleep(EVENTS_EVERY).await;
                    next = tokio::select! {
                        biased;
                        changed = changes.0.changed() => {
                            changed.ok()?;
                            Next::State
                        }
                        changed = changes.1.changed() => {
                            changed.ok()?;
                            Next::Boards
                        }
                    };
                }
                let services = &hub.services;
                let (event, next) = if next == Next::State {
                    changes.0.borrow_and_update();
                    let state = hosted.state(services, &caller, Shown::Newest).await.ok()?;
                    let state = Box::new(state);
                    // Boards come and go with rounds.
                    (TournamentEvent::State { state }, Next::Boards)
                } else {
                    changes.1.borrow_and_update();
                    let boards = hosted.boards(services, &caller).await;
                    (TournamentEvent::Boards { boards }, Next::Either)
                };
                let event = Event::default().json_data(event).ok()?;
                Some((Ok::<Event, Infallible>(event), (changes, next, slot)))
            }
        },
    );
    Ok(Sse::new(until_stop(&app, events))
        .keep_alive(KeepAlive::new().interval(ALIVE_EVERY))
        .into_response())
}

/// What a stream sends next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    State,
    Boards,
    /// Whatever changes first.
    Either,
}

/// Joins a tournament, or comes back to it.
#[utoipa::path(post, path = "/api/tournaments/{id}/join", params(("id" = String, Path)),
    responses((status = 204, description = "Joined"), (status = "4XX", body = ErrorBody)))]
pub(super) async fn join(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Denied> {
    app.hub.services.join_tournament(&id, &caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Leaves a tournament. A game in progress goes on.
#[utoipa::path(post, path = "/api/tournaments/{id}/leave", params(("id" = String, Path)),
    responses((status = 204, description = "Left"), (status = "4XX", body = ErrorBody)))]
pub(super) async fn leave(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Denied> {
    app.hub.services.leave_tournament(&id, &caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lets a program of the server take part, for the organizer.
#[utoipa::path(post, path = "/api/tournaments/{id}/programs", params(("id" = String, Path)),
    request_body = TournamentProgram,
    responses((status = 204, description = "Added"), (status = "4XX", body = ErrorBody)))]
pub(super) async fn add_program(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    program: Body<TournamentProgram>,
) -> Result<StatusCode, Denied> {
    let TournamentProgram { player } = body(program)?;
    let services = &app.hub.services;
    services
        .add_tournament_program(&id, &player, &caller)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Removes a player, for the organizer.
#[utoipa::path(post, path = "/api/tournaments/{id}/remove", params(("id" = String, Path)),
    request_body = TournamentPlayerRequest,
    responses((status = 204, description = "Removed"), (status = "4XX", body = ErrorBody)))]
pub(super) async fn remove(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    player: Body<TournamentPlayerRequest>,
) -> Result<StatusCode, Denied> {
    let TournamentPlayerRequest { player } = body(player)?;
    let services = &app.hub.services;
    services
        .remove_from_tournament(&id, player, &caller)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Begins a tournament now, for the organizer.
#[utoipa::path(post, path = "/api/tournaments/{id}/begin", params(("id" = String, Path)),
    responses((status = 204, description = "Begun"), (status = "4XX", body = ErrorBody)))]
pub(super) async fn begin(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Denied> {
    app.hub.services.begin_tournament(&id, &caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Calls a tournament off, for the organizer and the operators of the server.
#[utoipa::path(post, path = "/api/tournaments/{id}/cancel", params(("id" = String, Path)),
    responses((status = 204, description = "Canceled"), (status = "4XX", body = ErrorBody)))]
pub(super) async fn cancel(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Denied> {
    app.hub.services.cancel_tournament(&id, &caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The requested form of a report.
#[derive(Debug, Deserialize)]
pub(super) struct ReportQuery {
    #[serde(default)]
    format: String,
}

/// Returns the standings and all games as a file: `format=text`, or `format=json`.
#[utoipa::path(get, path = "/api/tournaments/{id}/report",
    params(("id" = String, Path), ("format" = Option<String>, Query)),
    responses((status = 200, description = "The file"), (status = "4XX", body = ErrorBody)))]
pub(super) async fn report(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Query(query): Query<ReportQuery>,
) -> Result<Response, Denied> {
    let services = &app.hub.services;
    let hosted = services.tournament(&id).await?;
    let state = hosted.state(services, &caller, Shown::All).await?;
    let (text, extension) = match query.format.as_str() {
        "json" => {
            let text = serde_json::to_string_pretty(&state);
            (text.map_err(|error| Denied::internal(&error))?, "json")
        }
        "" | "text" => (report_text(&state, services.texts.get(caller.lang)), "txt"),
        _ => return Err(Denied::BadMessage("format".to_owned())),
    };
    let mut response = text.into_response();
    set_file_headers(&mut response, &format!("{id}.{extension}"));
    Ok(response)
}
