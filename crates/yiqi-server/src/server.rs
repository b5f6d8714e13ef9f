//! Starting, serving and stopping.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::JoinSet;
use tower::ServiceExt;
use yiqi_wire::WireStage;

use crate::gaps::{Gaps, Heartbeat, alive_path, open_alive};
use crate::http::{self, App, BadRule, OriginRules};
use crate::hub::Hub;
use crate::limits::RateLimits;
use crate::lobby::{Lobby, Summary};
use crate::metrics::Metrics;
use crate::people::{People, PeopleOptions};
use crate::personal::Personal;
use crate::services::Services;
use crate::table::{TableRequest, Texts};
use crate::thinking::Thinkers;
use crate::timed_body::TimedBody;
use crate::{Health, ServerOptions, ServiceTime, Store, StoreError, StoreOptions};

/// Tables that are opened at once after a start.
const OPENING: usize = 256;

/// How long a stop may take.
const STOP_MAX: Duration = Duration::from_secs(3);

/// How often tables are told to close while the service stops.
const TELL_EVERY: Duration = Duration::from_millis(200);

/// Why a server cannot start, or stopped by itself.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The database.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// A file, a thread or the network.
    #[error("{0}")]
    System(#[from] std::io::Error),
    /// Another server uses the database.
    #[error("another server uses this database")]
    InUse,
    /// An origin or a proxy that is none.
    #[error("{0}")]
    Rule(#[from] BadRule),
}

/// A server that runs.
#[derive(Debug)]
pub struct Server {
    hub: Hub,
    address: SocketAddr,
    stop: watch::Sender<bool>,
    connections: tokio::task::JoinHandle<()>,
    heartbeat: Heartbeat,
}

impl Server {
    /// Starts to serve.
    ///
    /// # Errors
    /// If the database cannot be used, or the system does not give what is needed.
    pub async fn start(
        listener: TcpListener,
        store: &StoreOptions,
        options: ServerOptions,
    ) -> Result<Server, ServerError> {
        let address = listener.local_addr()?;
        let (alive, last_ms) =
            open_alive(&alive_path(&store.path)).map_err(|error| match error.kind() {
                std::io::ErrorKind::WouldBlock => ServerError::InUse,
                _ => error.into(),
            })?;
        let store = Store::open(store).await?;
        let time = ServiceTime::start(last_ms);
        let gaps = Arc::new(Gaps::new(store.gaps().await?));
        let (stalls, stalled) = mpsc::unbounded_channel();
        let thinkers = options.thinkers.unwrap_or_else(|| {
            std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
        });
        // One for an analysis, one for a computer at a table.
        let thinkers = thinkers.max(2);
        let (to_open, asked) = mpsc::unbounded_channel();
        let services = Arc::new(Services {
            people: People::new(store.clone(), time, PeopleOptions::default()),
            limits: RateLimits::new(options.limits),
            origins: OriginRules::new(&options.public_origins, &options.trusted_proxies)?,
            thinkers: Thinkers::start(thinkers)?,
            // At least half of the threads are for computers at tables.
            analyses: Arc::new(Semaphore::new(thinkers / 2)),
            lobby: Lobby::new(),
            personal: Personal::default(),
            gaps,
            metrics: Metrics::new(),
            texts: Arc::new(Texts::new()),
            to_open,
            links: AtomicU64::new(1),
            time,
            store,
            options,
        });
        let hub = Hub::new(Arc::clone(&services));
        fill_lobby(&services).await;
        // The service was away until now. On disk before anything is served, so that a kill from now
        // on changes nothing.
        let now_ms = time.now_ms();
        services.store.add_gap(last_ms, now_ms).await?;
        services.gaps.add(last_ms, now_ms);
        let heartbeat = Heartbeat::start(alive, time, Arc::clone(&services.gaps), stalls)?;
        tokio::spawn(hub.clone().open_asked(asked));
        tokio::spawn(open_playing(hub.clone()));
        tokio::spawn(settle_stalls(hub.clone(), stalled));
        tokio::spawn(sweep(hub.clone()));
        let (stop, stopping) = watch::channel(false);
        let app = App {
            hub: hub.clone(),
            stopping: stopping.clone(),
        };
        let patience = Patience {
            head: services.options.head_max,
            body: services.options.body_max,
        };
        let router = http::router(app);
        let connections = tokio::spawn(accept(listener, router, patience, stopping));
        Ok(Server {
            hub,
            address,
            stop,
            connections,
            heartbeat,
        })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits until the store can never keep anything again: time to stop.
    pub async fn failed(&self) {
        let mut health = self.hub.services.store.health();
        // Without a writer nothing is kept either.
        let _ = health.wait_for(|health| *health == Health::Failed).await;
    }

    /// Stops: no new connections, everybody is told to come back, all that waits is written.
    pub async fn stop(self) {
        // From now on nobody's clock runs.
        drop(self.heartbeat);
        let _ = self.stop.send(true);
        let closing = async {
            // Whoever was just coming in may have opened a table anew.
            let telling = async {
                loop {
                    self.hub.tell_all(|| TableRequest::Close).await;
                    tokio::time::sleep(TELL_EVERY).await;
                }
            };
            let ending = async {
                let _ = self.connections.await;
                // Every socket and every stream listens for the stop for as long as it is there.
                self.stop.closed().await;
            };
            tokio::select! {
                () = telling => {}
                () = ending => {}
            }
        };
        if tokio::time::timeout(STOP_MAX, closing).await.is_err() {
            tracing::warn!("some connections did not close in time");
        }
        // Those that nobody looks at, too.
        let telling = self.hub.tell_all(|| TableRequest::Close);
        if tokio::time::timeout(TELL_EVERY, telling).await.is_err() {
            tracing::warn!("some tables did not close in time");
        }
        self.hub.services.store.close().await;
    }
}

/// Shows games that ended before the start.
async fn fill_lobby(services: &Services) {
    let Ok(rows) = services.store.listed(WireStage::Over, 12).await else {
        return;
    };
    for row in rows.iter().rev() {
        if let Ok(summary) = Summary::of_row(row, &services.people).await {
            services.lobby.put(summary);
        }
    }
}

/// Opens all tables where something happens by itself: a clock runs, a computer thinks.
async fn open_playing(hub: Hub) {
    let rows = match hub.services.store.playing().await {
        Ok(rows) => rows,
        Err(error) => {
            tracing::error!(%error, "the games in play could not be read");
            return;
        }
    };
    for some in rows.chunks(OPENING) {
        if let Err(denied) = hub.open_all(some).await {
            tracing::error!(error = denied.code(), "games in play could not be opened");
        }
    }
    if !rows.is_empty() {
        tracing::info!(count = rows.len(), "games in play are open again");
    }
}

/// Notes times in which the whole process was stopped, and has them given back.
async fn settle_stalls(hub: Hub, mut stalled: mpsc::UnboundedReceiver<(u64, u64)>) {
    while let Some((from_ms, until_ms)) = stalled.recv().await {
        if let Err(error) = hub.services.store.add_gap(from_ms, until_ms).await {
            tracing::error!(%error, "a stop of the process was not noted");
        }
        hub.tell_all(|| TableRequest::Settle).await;
    }
}

/// Lets go of what is no longer used, now and then.
async fn sweep(hub: Hub) {
    const MINUTES: u32 = 60;
    let mut every = tokio::time::interval(Duration::from_secs(60));
    let mut minute = 0;
    loop {
        every.tick().await;
        hub.forget_closed();
        minute = (minute + 1) % MINUTES;
        if minute != 0 {
            continue;
        }
        if let Err(error) = hub.services.people.sweep().await {
            tracing::warn!(%error, "expired logins could not be removed");
        }
    }
}

/// How long the parts of a request may take.
#[derive(Clone, Copy, Debug)]
struct Patience {
    head: Duration,
    body: Duration,
}

/// Takes up connections until the service stops, then waits for them to end.
async fn accept(
    listener: TcpListener,
    router: Router,
    patience: Patience,
    mut stopping: watch::Receiver<bool>,
) {
    let mut connections = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stopped(&mut stopping) => break,
            Some(_) = connections.join_next() => continue,
        };
        match accepted {
            Ok((stream, peer)) => {
                let router = router.clone();
                connections.spawn(serve(stream, peer, router, patience, stopping.clone()));
            }
            Err(error) => {
                // No file descriptors left, mostly: those in use are not disturbed.
                tracing::warn!(%error, "a connection could not be taken up");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
    drop(listener);
    while connections.join_next().await.is_some() {}
}

/// Waits until the service stops.
async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // Whoever could tell is gone: that is a stop, too.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    patience: Patience,
    mut stopping: watch::Receiver<bool>,
) {
    // Small messages that must not wait for each other.
    let _ = stream.set_nodelay(true);
    let service = hyper::service::service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        let request: Request = request.map(|body| TimedBody::wrap(body, patience.body));
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience.head)
        .max_buf_size(16 * 1024)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stopped(&mut stopping) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended");
    }
}
