//! The kept analysis of a table's game.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::sync::broadcast::error::RecvError;
use yiqi_wire::{AnalysisStage, ErrorBody, GameAnalysis, GameAnalysisRequest};

use super::App;
use super::streams::until_stop;
use super::tables::{Body, body};
use crate::analyses::{Analyses, FinishedGame, Followed};
use crate::caller::Caller;
use crate::denied::Denied;
use crate::table::TableRequest;
use crate::thinking::Owner;

/// The finished game of a table that the caller may see.
async fn game(app: &App, caller: &Arc<Caller>, id: &str) -> Result<FinishedGame, Denied> {
    let record = app
        .hub
        .request(id, |reply| TableRequest::Record {
            caller: Arc::clone(caller),
            reply,
        })
        .await?;
    let row = app.hub.services.store.table(id).await?;
    FinishedGame::of_record(row.ok_or(Denied::NotFound)?.key, &record)
}

/// Returns the analysis of a finished game, as far as it is.
#[utoipa::path(get, path = "/api/tables/{id}/analysis", params(("id" = String, Path)),
    responses((status = 200, body = GameAnalysis), (status = "4XX", body = ErrorBody)))]
pub(super) async fn analysis(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<GameAnalysis>, Denied> {
    let game = game(&app, &Arc::new(caller), &id).await?;
    let followed = Analyses::follow(&app.hub.services, &game).await?;
    Ok(Json(followed.analysis))
}

/// Has a finished game analyzed. Asking again starts nothing; more time can be asked for once.
#[utoipa::path(post, path = "/api/tables/{id}/analysis", params(("id" = String, Path)),
    request_body = GameAnalysisRequest,
    responses((status = 200, body = GameAnalysis), (status = "4XX", body = ErrorBody)))]
pub(super) async fn analyze(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    request: Body<GameAnalysisRequest>,
) -> Result<Json<GameAnalysis>, Denied> {
    let GameAnalysisRequest { deep } = body(request)?;
    let person = caller.require_person()?.key;
    let caller = Arc::new(caller);
    let game = game(&app, &caller, &id).await?;
    let services = &app.hub.services;
    let slot = || services.limits.analysis(caller.address, person);
    let owner = Owner::new(Some(caller.address), Some(person));
    let stopping = app.stopping.clone();
    let analysis = Analyses::start(services, game, deep, owner, slot, stopping).await?;
    Ok(Json(analysis))
}

/// Streams the analysis of a finished game: first what there is, then each position as it is
/// analyzed. Before anybody asks for it, the stream waits. It ends with the analysis; closing it
/// stops nothing.
#[utoipa::path(get, path = "/api/tables/{id}/analysis/events", params(("id" = String, Path)),
    responses((status = 200, description = "Server-sent events", body = GameAnalysis)))]
pub(super) async fn events(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Response, Denied> {
    let slot = app.slot(&caller)?;
    let game = game(&app, &Arc::new(caller), &id).await?;
    let services = Arc::clone(&app.hub.services);
    let Followed { analysis, events } = Analyses::follow(&services, &game).await?;
    let start = (Some(analysis), AnalysisStage::Idle, events, game, slot);
    let events = stream::unfold(start, move |(first, stage, mut events, game, slot)| {
        let services = Arc::clone(&services);
        async move {
            let next = match (first, events.as_mut()) {
                (Some(first), _) => first,
                (None, None) if stage == AnalysisStage::Idle => {
                    let followed = Analyses::begin(&services, &game).await.ok()?;
                    events = followed.events;
                    followed.analysis
                }
                (None, None) => return None,
                (None, Some(received)) => match received.recv().await {
                    Ok(event) => event,
                    Err(RecvError::Closed) => return None,
                    // Too far behind: everything again.
                    Err(RecvError::Lagged(_)) => {
                        let followed = Analyses::follow(&services, &game).await.ok()?;
                        events = followed.events;
                        followed.analysis
                    }
                },
            };
            let stage = next.stage;
            if stage == AnalysisStage::Done {
                events = None;
            }
            let event = Event::default().json_data(next).ok()?;
            Some((
                Ok::<Event, Infallible>(event),
                (None, stage, events, game, slot),
            ))
        }
    });
    Ok(Sse::new(until_stop(&app, events))
        .keep_alive(KeepAlive::new())
        .into_response())
}
