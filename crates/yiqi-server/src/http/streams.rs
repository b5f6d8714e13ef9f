//! Read-only streams: the lobby, a table's messages, a person's events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream, StreamExt};
use serde::Serialize;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{mpsc, watch};
use yiqi_wire::{ServerMessage, WireStage};

use super::App;
use crate::ServerOptions;
use crate::caller::Caller;
use crate::denied::Denied;
use crate::limits::ConnectionSlot;
use crate::people::TokenWatch;
use crate::personal::PersonalEvent;
use crate::table::{TableRequest, encode, link};

/// The shortest interval between two states of the lobby or of a tournament.
pub(super) const EVENTS_EVERY: Duration = Duration::from_secs(1);

/// How often an idle stream of lines sends a keepalive.
const ALIVE_EVERY: Duration = Duration::from_secs(10);

/// Capacity of the queue of a stream.
const LINES: usize = 64;

/// Ends a stream when the service stops.
pub(super) fn until_stop<T: Send + 'static>(
    app: &App,
    stream: impl Stream<Item = T> + Send + 'static,
) -> impl Stream<Item = T> + Send + 'static {
    let mut stopping = app.stopping.clone();
    stream.take_until(Box::pin(async move {
        let _ = stopping.wait_for(|stopping| *stopping).await;
    }))
}

/// Streams the lobby whenever it changes.
#[utoipa::path(get, path = "/api/lobby", responses((status = 200, description = "Server-sent events, each like the response of GET /api/tables")))]
pub(super) async fn lobby(State(app): State<App>, caller: Caller) -> Result<Response, Denied> {
    let slot = app.slot(&caller)?;
    let changes = app.hub.services.lobby.changes();
    let hub = app.hub.clone();
    let lang = caller.lang;
    let next =
        move |(mut changes, is_first, slot): (watch::Receiver<u64>, bool, ConnectionSlot)| {
            let hub = hub.clone();
            async move {
                if !is_first {
                    tokio::time::sleep(EVENTS_EVERY).await;
                    changes.changed().await.ok()?;
                }
                changes.borrow_and_update();
                let services = &hub.services;
                let view = services.lobby.view(services.texts.get(lang));
                Some((view, (changes, false, slot)))
            }
        };
    Ok(server_sent(&app, (changes, true, slot), next))
}

/// A response of server-sent events. `next` waits for one and passes its state on.
pub(super) fn server_sent<S, T, F>(
    app: &App,
    first: S,
    next: impl Fn(S) -> F + Send + 'static,
) -> Response
where
    S: Send + 'static,
    T: Serialize,
    F: Future<Output = Option<(T, S)>> + Send + 'static,
{
    let events = stream::unfold(first, move |state| {
        let next = next(state);
        async move {
            let (event, state) = next.await?;
            let event = Event::default().json_data(event).ok()?;
            Some((Ok::<Event, Infallible>(event), state))
        }
    });
    Sse::new(until_stop(app, events))
        .keep_alive(KeepAlive::new().interval(ALIVE_EVERY))
        .into_response()
}

/// Watches the caller's token.
///
/// # Errors
/// [`Denied::Unauthorized`] if it was revoked after the request was authenticated.
async fn watch_token(app: &App, caller: &Caller) -> Result<TokenWatch, Denied> {
    let token = app.hub.services.people.watch(caller.token_hash);
    if token.is_valid().await {
        Ok(token)
    } else {
        Err(Denied::Unauthorized)
    }
}

/// A response made of lines.
fn lines(app: &App, receiver: mpsc::Receiver<String>) -> Response {
    let lines = stream::unfold(receiver, |mut receiver| async move {
        // An empty line is a keepalive.
        let line = match tokio::time::timeout(ALIVE_EVERY, receiver.recv()).await {
            Ok(line) => line?,
            Err(_) => String::new(),
        };
        Some((Ok::<Bytes, Infallible>(Bytes::from(line + "\n")), receiver))
    });
    let body = Body::from_stream(until_stop(app, lines));
    ([(header::CONTENT_TYPE, "application/x-ndjson")], body).into_response()
}

/// Streams the messages of a table.
#[utoipa::path(get, path = "/api/tables/{id}/events", params(("id" = String, Path)),
    responses((status = 200, description = "Lines of JSON: the messages of the socket")))]
pub(super) async fn table_events(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Response, Denied> {
    let slot = app.slot(&caller)?;
    let mut token = watch_token(&app, &caller).await?;
    let link_id = app.hub.services.link_id();
    let is_person = caller.person.is_some();
    let (link, mut end) = link(link_id, Arc::new(caller));
    let state = app
        .hub
        .request(&id, |reply| TableRequest::Connect {
            link: link.clone(),
            reply,
        })
        .await?;
    drop(link);
    let table = app.hub.table(&id).await?;
    let (sender, receiver) = mpsc::channel(LINES);
    let ServerOptions {
        stream_max,
        silence,
        ..
    } = app.hub.services.options;
    tokio::spawn(async move {
        let _slot = slot;
        let mut revoked = std::pin::pin!(token.revoked());
        let mut expired = std::pin::pin!(tokio::time::sleep(stream_max));
        // The channel has room for the first message.
        let mut next = Some(encode(&ServerMessage::Table(state)));
        let is_expired = loop {
            if let Some(text) = next.take()
                && sender.try_send(text.to_string()).is_err()
            {
                // Closed, or too far behind: the client resumes.
                break false;
            }
            tokio::select! {
                message = end.queue.recv() => match message {
                    Some(text) => next = Some(text),
                    None => break false,
                },
                () = sender.closed() => break false,
                () = &mut revoked => break false,
                () = &mut expired, if is_person => break true,
            }
        };
        drop(sender);
        if is_expired {
            // Whether anybody reads is seen only if they come back. Until then they count as
            // connected, and a new connection replaces this one.
            let replaced = async { while end.queue.recv().await.is_some() {} };
            let _ = tokio::time::timeout(silence, replaced).await;
        }
        let _ = table.send(TableRequest::Disconnect { link: link_id }).await;
    });
    Ok(lines(&app, receiver))
}

/// Streams events that concern the caller at any table.
#[utoipa::path(get, path = "/api/me/events",
    responses((status = 200, description = "Lines of JSON", body = PersonalEvent)))]
pub(super) async fn my_events(State(app): State<App>, caller: Caller) -> Result<Response, Denied> {
    let slot = app.slot(&caller)?;
    let person = caller.require_person()?.key;
    let mut token = watch_token(&app, &caller).await?;
    // The view tells whose turn it is; earlier entries do not matter.
    let caller = Arc::new(Caller {
        view: true,
        after: usize::MAX,
        ..caller
    });
    let (sender, receiver) = mpsc::channel(LINES);
    let hub = app.hub.clone();
    tokio::spawn(async move {
        let _slot = slot;
        let mut revoked = std::pin::pin!(token.revoked());
        let mut events = hub.services.personal.listen(person);
        let mut is_behind = true;
        loop {
            if is_behind {
                // Send everything pending, at the start and after missed events.
                let Ok(tables) = hub.services.store.unfinished(person).await else {
                    return;
                };
                for table in tables.into_iter().map(|row| row.seed.id) {
                    let asked = hub
                        .request(&table, |reply| TableRequest::State {
                            caller: Arc::clone(&caller),
                            reply,
                        })
                        .await;
                    let Ok(state) = asked else { continue };
                    for event in due(&table, &state) {
                        if tell(&sender, &event).await.is_err() {
                            return;
                        }
                    }
                }
                is_behind = false;
            }
            tokio::select! {
                event = events.recv() => match event {
                    Ok(event) => {
                        if tell(&sender, &event).await.is_err() {
                            return;
                        }
                    }
                    Err(RecvError::Lagged(_)) => is_behind = true,
                    Err(RecvError::Closed) => {
                        events = hub.services.personal.listen(person);
                        is_behind = true;
                    }
                },
                () = sender.closed() => return,
                () = &mut revoked => return,
            }
        }
    });
    Ok(lines(&app, receiver))
}

/// The events pending for a person at a table.
fn due(table: &str, state: &yiqi_wire::TableState) -> Vec<PersonalEvent> {
    let mut events = vec![PersonalEvent::Table {
        table: table.to_owned(),
    }];
    if let Some(view) = &state.view
        && view.stage == WireStage::Playing
        && view
            .turn
            .is_some_and(|turn| state.you.seats.contains(&turn))
    {
        events.push(PersonalEvent::Turn {
            table: table.to_owned(),
            number: view.entry_count,
        });
    }
    events
}

async fn tell(sender: &mpsc::Sender<String>, event: &PersonalEvent) -> Result<(), ()> {
    let line = serde_json::to_string(event).map_err(|_| ())?;
    sender.send(line).await.map_err(|_| ())
}
