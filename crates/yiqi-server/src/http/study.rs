//! Studies: positions, replay, files and analysis, open to everybody.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Query, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Deserialize;
use tokio::sync::mpsc;
use yiqi_players::{Analysis, AnyEngine, Engine, Limits, Resources, SearchRequest};
use yiqi_search::Stop;
use yiqi_wire::{
    AnalysisReport, ComposeRequest, ErrorBody, Origin, PositionRequest, ReplayResponse,
    StudyPosition,
};

use super::App;
use super::streams::until_stop;
use super::tables::{body, file};
use crate::caller::Caller;
use crate::denied::Denied;
use crate::study::{self, ReplayOptions};

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
    request: Result<Json<PositionRequest>, JsonRejection>,
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

/// Runs long work on a blocking thread.
async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, study::StudyError> + Send + 'static,
) -> Result<T, Denied> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => Ok(done?),
        Err(error) => Err(Denied::internal(&error)),
    }
}

/// Reads a game file for replay.
#[utoipa::path(post, path = "/api/replay",
    params(("format" = Option<String>, Query), ("game" = Option<String>, Query), ("nth" = Option<usize>, Query)),
    responses((status = 200, body = ReplayResponse), (status = "4XX", body = ErrorBody)))]
pub(super) async fn replay(
    State(app): State<App>,
    caller: Caller,
    Query(query): Query<FileQuery>,
    bytes: Bytes,
) -> Result<Json<ReplayResponse>, Denied> {
    let options = ReplayOptions {
        format: study::format_named(&query.format)?,
        game: study::game_named(&query.game)?,
        nth: query.nth.unwrap_or(1),
    };
    let texts = std::sync::Arc::clone(&app.hub.services.texts);
    let answer =
        run_blocking(move || study::replay(&bytes, options, texts.get(caller.lang))).await?;
    Ok(Json(answer))
}

/// Converts a game file to another format.
#[utoipa::path(post, path = "/api/convert",
    params(("to" = String, Query), ("from" = Option<String>, Query), ("game" = Option<String>, Query)),
    responses((status = 200, description = "The file"), (status = "4XX", body = ErrorBody)))]
pub(super) async fn convert(
    _caller: Caller,
    Query(query): Query<FileQuery>,
    bytes: Bytes,
) -> Result<Response, Denied> {
    let from = study::format_named(&query.from)?;
    let game = study::game_named(&query.game)?;
    let to = study::format_named(&query.to)?;
    let to = to.ok_or_else(|| Denied::BadMessage("to".to_owned()))?;
    let bytes = run_blocking(move || study::convert(&bytes, from, game, to)).await?;
    Ok(file(bytes, &format!("games.{}", to.extension())))
}

/// Writes a tree of moves as a game file.
#[utoipa::path(post, path = "/api/compose", request_body = ComposeRequest,
    responses((status = 200, description = "The file"), (status = "4XX", body = ErrorBody)))]
pub(super) async fn compose(
    _caller: Caller,
    request: Result<Json<ComposeRequest>, JsonRejection>,
) -> Result<Response, Denied> {
    let request = body(request)?;
    let format = study::format_named(&request.format)?;
    let extension = format.map_or("yiqi", |format| format.extension());
    let bytes = run_blocking(move || study::compose(&request)).await?;
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

/// Stops a search when the client disconnects.
struct StopOnDrop(Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
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
    };
    let (position, _) = study::reach(&request)?;
    let line_count = query.lines.unwrap_or(3).clamp(1, LINES_MAX);
    let seconds = query.seconds.unwrap_or(10.0);
    if !seconds.is_finite() {
        return Err(Denied::BadMessage("seconds".to_owned()));
    }
    let seconds = seconds.clamp(0.1, SECONDS_MAX);
    let (sender, receiver) = mpsc::channel(REPORTS);
    let stop = Stop::new();
    let searching = stop.clone();
    let permits = std::sync::Arc::clone(&app.hub.services.analyses);
    let thinkers = app.hub.services.thinkers.clone();
    tokio::spawn(async move {
        // Programs at tables come first: analyses may not use every thread.
        let permit = tokio::select! {
            permit = permits.acquire_owned() => permit,
            () = sender.closed() => return,
        };
        thinkers.run(Box::new(move || {
            let _permit = permit;
            let start = Instant::now();
            let limits = Limits {
                time: Some(Duration::from_secs_f64(seconds)),
                ..Limits::OPEN
            };
            let report = |analysis: &Analysis, done: bool| {
                let ms = start.elapsed().as_millis() as u64;
                study::analysis_report(analysis, &position, ms, done)
            };
            let mut engine = AnyEngine::new(Resources::default());
            let last = engine.think(
                SearchRequest::new(&position, limits)
                    .with_lines(line_count)
                    .with_stop(&searching)
                    .with_report(&mut |analysis| {
                        // One slot is reserved for the last report; a slow reader misses some in
                        // between.
                        if sender.capacity() > 1 {
                            let _ = sender.try_send(report(analysis, false));
                        }
                    }),
            );
            let _ = sender.try_send(report(&last.unwrap_or_default(), true));
        }));
    });
    let guard = (StopOnDrop(stop), slot);
    let events = stream::unfold((receiver, guard), |(mut receiver, guard)| async move {
        let report: AnalysisReport = receiver.recv().await?;
        let event = Event::default().json_data(report).ok()?;
        Some((Ok::<Event, Infallible>(event), (receiver, guard)))
    });
    Ok(Sse::new(until_stop(&app, events))
        .keep_alive(KeepAlive::new())
        .into_response())
}
