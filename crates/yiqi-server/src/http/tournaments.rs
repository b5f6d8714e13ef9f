//! Tournaments: making, joining and following them.

use std::collections::VecDeque;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tokio::sync::watch;
use yiqi_wire::{
    ErrorBody, NewTournament, TournamentCreated, TournamentEvent, TournamentList,
    TournamentMessage, TournamentPlayerRequest, TournamentProgram, TournamentState,
};

use super::App;
use super::games::{collection_format, games_file};
use super::streams::{EVENTS_EVERY, server_sent};
use super::study::FileCaller;
use super::tables::{Body, body, set_file_headers};
use crate::caller::Caller;
use crate::denied::Denied;
use crate::hub::Hub;
use crate::limits::ConnectionSlot;
use crate::tournaments::{Hosted, SeenChat, Shown};

/// Lists tournaments: upcoming, running and finished.
#[utoipa::path(get, path = "/api/tournaments", params(("finished" = Option<bool>, Query)),
    responses((status = 200, body = TournamentList), (status = "4XX", body = ErrorBody)))]
pub(super) async fn list(
    State(app): State<App>,
    caller: Caller,
    Query(ListQuery { finished }): Query<ListQuery>,
) -> Result<Json<TournamentList>, Denied> {
    let services = &app.hub.services;
    Ok(Json(services.tournament_list(&caller, finished).await?))
}

/// What a list has.
#[derive(Debug, Deserialize)]
pub(super) struct ListQuery {
    /// Whether it has finished tournaments.
    #[serde(default = "is_so")]
    finished: bool,
}

const fn is_so() -> bool {
    true
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

/// Streams a tournament, its games in play and its chat whenever they change.
#[utoipa::path(get, path = "/api/tournaments/{id}/events", params(("id" = String, Path)),
    responses((status = 200, description = "Server-sent events", body = TournamentEvent)))]
pub(super) async fn events(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Response, Denied> {
    let slot = app.slot(&caller)?;
    let hosted = app.hub.services.tournament(&id).await?;
    let follower = Follower {
        state: hosted.changes(),
        tables: app.hub.services.lobby.changes(),
        chat: hosted.chat_changes(),
        hosted,
        hub: app.hub.clone(),
        caller,
        due: VecDeque::from([Part::State, Part::Boards, Part::Chat]),
        seen: None,
        _slot: slot,
    };
    Ok(server_sent(&app, follower, Follower::next))
}

/// A part of a tournament's stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    State,
    Boards,
    Chat,
}

/// Somebody who follows a tournament.
struct Follower {
    hub: Hub,
    hosted: Arc<Hosted>,
    caller: Caller,
    state: watch::Receiver<u64>,
    tables: watch::Receiver<u64>,
    chat: watch::Receiver<u64>,
    /// What is to be sent.
    due: VecDeque<Part>,
    /// What was sent of the chat.
    seen: Option<SeenChat>,
    _slot: ConnectionSlot,
}

impl Follower {
    /// The next event, and who follows on. `None` if the stream ends.
    async fn next(mut self) -> Option<(TournamentEvent, Follower)> {
        if self.due.is_empty() {
            tokio::time::sleep(EVENTS_EVERY).await;
            self.wait().await?;
        }
        let services = &self.hub.services;
        let event = match self.due.pop_front()? {
            Part::State => {
                let state = self.hosted.state(services, &self.caller, Shown::Newest);
                TournamentEvent::State {
                    state: Box::new(state.await.ok()?),
                }
            }
            Part::Boards => TournamentEvent::Boards {
                boards: self.hosted.boards(services, &self.caller).await,
                now_ms: services.time.now_ms(),
            },
            Part::Chat => {
                let unseen = self.hosted.unseen_chat(services, self.seen);
                let (whole, chat, seen) = unseen.await.ok()?;
                self.seen = Some(seen);
                TournamentEvent::Chat { whole, chat }
            }
        };
        Some((event, self))
    }

    /// Waits until something has changed, and notes what.
    async fn wait(&mut self) -> Option<()> {
        let mut is_new = |part: Part| self.due.push_back(part);
        tokio::select! {
            changed = self.state.changed() => {
                changed.ok()?;
                is_new(Part::State);
            }
            changed = self.tables.changed() => {
                changed.ok()?;
                is_new(Part::Boards);
            }
            changed = self.chat.changed() => {
                changed.ok()?;
                is_new(Part::Chat);
            }
        }
        // Others may have changed as well.
        for (changes, part) in [
            (&mut self.state, Part::State),
            (&mut self.tables, Part::Boards),
            (&mut self.chat, Part::Chat),
        ] {
            if changes.has_changed().ok()? {
                changes.borrow_and_update();
                self.due.push_back(part);
            }
        }
        // Boards come and go with rounds.
        if self.due.contains(&Part::State) && !self.due.contains(&Part::Boards) {
            self.due.push_back(Part::Boards);
        }
        Some(())
    }
}

/// Posts a message to the chat of a tournament.
#[utoipa::path(post, path = "/api/tournaments/{id}/chat", params(("id" = String, Path)),
    request_body = TournamentMessage,
    responses((status = 204, description = "Posted"), (status = "4XX", body = ErrorBody)))]
pub(super) async fn chat(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    message: Body<TournamentMessage>,
) -> Result<StatusCode, Denied> {
    let TournamentMessage { text } = body(message)?;
    let services = &app.hub.services;
    services.say_in_tournament(&id, &text, &caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns all finished games of a tournament as one file.
#[utoipa::path(get, path = "/api/tournaments/{id}/games",
    params(("id" = String, Path), ("format" = Option<String>, Query)),
    responses((status = 200, description = "The file"), (status = "4XX", body = ErrorBody)))]
pub(super) async fn games(
    State(app): State<App>,
    caller: FileCaller,
    Path(id): Path<String>,
    Query(query): Query<ReportQuery>,
) -> Result<Response, Denied> {
    let format = collection_format(&query.format)?;
    let services = &app.hub.services;
    let hosted = services.tournament(&id).await?;
    let keys = hosted.finished_games(services).await?;
    Ok(games_file(app, caller, keys, format, &id))
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

/// Returns the standings and all games as a file: `format=text`, `format=json`, or `format=html` for
/// a page with plots on which the games can be replayed.
#[utoipa::path(get, path = "/api/tournaments/{id}/report",
    params(("id" = String, Path), ("format" = Option<String>, Query)),
    responses((status = 200, description = "The file"), (status = "4XX", body = ErrorBody)))]
pub(super) async fn report(
    State(app): State<App>,
    file: FileCaller,
    Path(id): Path<String>,
    Query(query): Query<ReportQuery>,
) -> Result<Response, Denied> {
    let services = &app.hub.services;
    let hosted = services.tournament(&id).await?;
    let caller = &file.caller;
    let (text, extension) = match query.format.as_str() {
        "json" => {
            let state = hosted.state(services, caller, Shown::All).await?;
            let text = serde_json::to_string_pretty(&state);
            (text.map_err(|error| Denied::internal(&error))?, "json")
        }
        "" | "text" => {
            let text = services.texts.get(caller.lang);
            (hosted.report(text).await.text(text), "txt")
        }
        "html" => {
            let (texts, lang) = (Arc::clone(&services.texts), caller.lang);
            let report = hosted.report_with_games(services, texts.get(lang)).await?;
            let page = file.run(&app, move || Ok(report.html(texts.get(lang))));
            (page.await?, "html")
        }
        _ => return Err(Denied::BadMessage("format".to_owned())),
    };
    let mut response = text.into_response();
    set_file_headers(&mut response, &format!("{id}.{extension}"));
    Ok(response)
}
