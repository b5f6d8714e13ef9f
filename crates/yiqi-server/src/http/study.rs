//! Studies: positions, replay, files and analysis, open to everybody.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequestParts, Query, State};
use axum::http::request::Parts;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Deserialize;
use tokio::sync::mpsc;
use yiqi_wire::{
    AnalysisReport, ComposeRequest, ErrorBody, Origin, PositionRequest, ReplayResponse,
    StudyPosition,
};

use super::App;
use super::streams::until_stop;
use super::tables::{Body, body, file};
use crate::caller::Caller;
use crate::denied::Denied;
use crate::limits::Holder;
use crate::position_search::{PositionSearch, StudyEngine};
use crate::slots::Slot;
use crate::study::{self, ReplayOptions};
use crate::thinking::{Class, Owner};
use crate::workers::Search;

/// The longest analysis of one position.
const SECONDS_MAX: f64 = 60.0;

/// The most lines of one analysis.
const LINES_MAX: usize = 5;

/// Capacity of the queue of reports.
const REPORTS: usize = 8;

/// Evaluates the rules at a position: stones, legal moves, result.
#[utoipa::path(post, path = "/api/position", request_body = PositionRequest,
    responses((status = 200, body = StudyPosition), (status = "4XX", body = ErrorBody)))]
pub(super) async fn position(
    State(app): State<App>,
    caller: Caller,
    request: Body<PositionRequest>,
) -> Result<Json<StudyPosition>, Denied> {
    let request = body(request)?;
    let text = app.hub.services.texts.get(caller.lang);
    Ok(Json(study::position(&request, text)?))
}

/// Query parameters that describe a file.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct FileQuery {
    format: String,
    from: String,
    to: String,
    game: String,
    nth: Option<usize>,
}

/// A caller with a file to read or convert. Counted before the file is received, because those that
/// wait take memory.
pub(super) struct FileCaller {
    pub(super) caller: Caller,
    _slot: Slot<Holder>,
}

impl FromRequestParts<App> for FileCaller {
    type Rejection = Denied;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<FileCaller, Denied> {
        let caller = Caller::from_request_parts(parts, app).await?;
        let slot = app.hub.services.limits.file(caller.address)?;
        Ok(FileCaller {
            caller,
            _slot: slot,
        })
    }
}

impl FileCaller {
    /// Reads, converts or writes a file when it is its turn.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        app: &App,
        work: impl FnOnce() -> Result<T, study::StudyError> + Send + 'static,
    ) -> Result<T, Denied> {
        let owner = Owner::new(Some(self.caller.address), self.caller.key());
        let thinkers = &app.hub.services.thinkers;
        Ok(thinkers.run(owner, Class::Batch, |_| work()).await??)
    }
}

/// Reads a game file for replay.
#[utoipa::path(post, path = "/api/replay",
    params(("format" = Option<String>, Query), ("game" = Option<String>, Query), ("nth" = Option<usize>, Query)),
    responses((status = 200, body = ReplayResponse), (status = "4XX", body = ErrorBody)))]
pub(super) async fn replay(
    State(app): State<App>,
    caller: FileCaller,
    Query(query): Query<FileQuery>,
    bytes: Bytes,
) -> Result<Json<ReplayResponse>, Denied> {
    let options = ReplayOptions {
        format: study::format_named(&query.format)?,
        game: study::game_named(&query.game)?,
        nth: query.nth.unwrap_or(1),
    };
    let texts = Arc::clone(&app.hub.services.texts);
    let lang = caller.caller.lang;
    let read = move || study::replay(&bytes, options, texts.get(lang));
    Ok(Json(caller.run(&app, read).await?))
}

/// Converts a game file to another format.
#[utoipa::path(post, path = "/api/convert",
    params(("to" = String, Query), ("from" = Option<String>, Query), ("game" = Option<String>, Query)),
    responses((status = 200, description = "The file"), (status = "4XX", body = ErrorBody)))]
pub(super) async fn convert(
    State(app): State<App>,
    caller: FileCaller,
    Query(query): Query<FileQuery>,
    bytes: Bytes,
) -> Result<Response, Denied> {
    let from = study::format_named(&query.from)?;
    let game = study::game_named(&query.game)?;
    let to = study::format_named(&query.to)?;
    let to = to.ok_or_else(|| Denied::BadMessage("to".to_owned()))?;
    let convert = move || study::convert(&bytes, from, game, to);
    let bytes = caller.run(&app, convert).await?;
    Ok(file(bytes, &format!("games.{}", to.extension())))
}

/// Writes a tree of moves as a game file.
#[utoipa::path(post, path = "/api/compose", request_body = ComposeRequest,
    responses((status = 200, description = "The file"), (status = "4XX", body = ErrorBody)))]
pub(super) async fn compose(
    State(app): State<App>,
    caller: FileCaller,
    request: Body<ComposeRequest>,
) -> Result<Response, Denied> {
    let request = body(request)?;
    let format = study::format_named(&request.format)?;
    let extension = format.map_or("yiqi", |format| format.extension());
    let bytes = caller.run(&app, move || study::compose(&request)).await?;
    Ok(file(bytes, &format!("study.{extension}")))
}

/// The position to analyze.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct AnalysisQuery {
    game: String,
    start: Option<String>,
    moves: String,
    lines: Option<usize>,
    seconds: Option<f64>,
}

/// Streams the engine's analysis of a position.
#[utoipa::path(get, path = "/api/analysis",
    params(("game" = String, Query), ("start" = Option<String>, Query), ("moves" = Option<String>, Query),
        ("lines" = Option<usize>, Query), ("seconds" = Option<u64>, Query)),
    responses((status = 200, description = "Server-sent events", body = AnalysisReport)))]
pub(super) async fn analysis(
    State(app): State<App>,
    caller: Caller,
    Query(query): Query<AnalysisQuery>,
) -> Result<Response, Denied> {
    let slot = app.slot(&caller)?;
    let request = PositionRequest {
        game: query.game,
        from: Origin {
            start: query.start.filter(|start| !start.is_empty()),
            moves: query
                .moves
                .split(',')
                .filter(|mv| !mv.is_empty())
                .map(str::to_owned)
                .collect(),
        },
        tried: None,
    };
    let (position, _) = study::reach(&request)?;
    let line_count = query.lines.unwrap_or(3).clamp(1, LINES_MAX);
    let seconds = query.seconds.unwrap_or(10.0);
    if !seconds.is_finite() {
        return Err(Denied::BadMessage("seconds".to_owned()));
    }
    let seconds = seconds.clamp(0.1, SECONDS_MAX);
    let (sender, receiver) = mpsc::channel(REPORTS);
    let services = Arc::clone(&app.hub.services);
    let time = Duration::from_secs_f64(seconds);
    let owner = Owner::new(Some(caller.address), caller.key());
    let elsewhere = Search {
        game: position.spec(),
        line: study::line(&request)?,
        time,
        line_count,
    };
    let search = {
        let sender = sender.clone();
        async move {
            if services.workers.study(elsewhere, &position, &sender).await {
                return;
            }
            let engine = StudyEngine::new(&services);
            PositionSearch::new(engine, position, line_count, time, sender)
                .run(owner, Class::Person, &services.thinkers)
                .await;
        }
    };
    tokio::spawn(async move {
        tokio::select! {
            () = search => {}
            // The client has left.
            () = sender.closed() => {}
        }
    });
    let events = stream::unfold((receiver, slot), |(mut receiver, slot)| async move {
        let report: AnalysisReport = receiver.recv().await?;
        let event = Event::default().json_data(report).ok()?;
        Some((Ok::<Event, Infallible>(event), (receiver, slot)))
    });
    Ok(Sse::new(until_stop(&app, events))
        .keep_alive(KeepAlive::new())
        .into_response())
}
