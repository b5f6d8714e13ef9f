//! Starting, serving and stopping.

use std::fs::File;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use axum::http::StatusCode;
use axum::response::Response;
use futures_util::{StreamExt, stream};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio_rustls::TlsAcceptor;
use tower::ServiceExt;
use yiqi_bus::{Bus, BusError};
use yiqi_wire::WireStage;

use crate::analyses::Analyses;
use crate::connections::{Connections, CountedStream};
use crate::gaps::{
    Gaps, Heartbeat, NOBODY_MS, alive_path, beat_among_nodes, beat_remote, open_alive,
};
use crate::http::{self, App, BadRule, OriginRules};
use crate::hub::Hub;
use crate::ids;
use crate::in_step::keep_in_step;
use crate::limits::RateLimits;
use crate::lobby::{Lobby, Summary};
use crate::metrics::Metrics;
use crate::nodes::{NodeId, Nodes};
use crate::people::{People, PeopleOptions};
use crate::personal::Personal;
use crate::pictures::PictureCache;
use crate::pruning::{Pruned, prune};
use crate::security::SecurityLog;
use crate::served_stream::ServedStream;
use crate::services::Services;
use crate::table::{TableRequest, Texts};
use crate::thinking::{EnginePool, Thinkers};
use crate::timed_body::TimedBody;
use crate::tls::{self, Tls};
use crate::tournaments::{Tournaments, conduct};
use crate::workers::Workers;
use crate::{
    Certificate, Health, ServerOptions, ServiceTime, Store, StoreError, StoreOptions, TlsError,
};

/// How many tables are opened at once after a start.
const OPENING: usize = 256;

/// The longest that stopping may take.
const STOP_MAX: Duration = Duration::from_secs(3);

/// How often tables are told to close while the service stops.
const TELL_EVERY: Duration = Duration::from_millis(200);

/// A longer downtime is more likely a wrong clock. Believed, it would log players out and date all
/// games wrongly, for ever: the service's time never goes back.
const CLOCK_AHEAD_MAX: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Why a server could not start, or stopped by itself.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The database failed.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// A file, a thread or the network failed.
    #[error("{0}")]
    System(#[from] std::io::Error),
    /// Another server uses the database.
    #[error("another server uses this database")]
    InUse,
    /// The machine's clock is far ahead of when the server last ran.
    #[error("the clock is {days} days ahead of when the server last ran")]
    ClockAhead {
        /// How far.
        days: u64,
    },
    /// An origin or proxy setting is invalid.
    #[error("{0}")]
    Rule(#[from] BadRule),
    /// The certificate cannot be used.
    #[error("{0}")]
    Tls(#[from] TlsError),
    /// The bus refuses us.
    #[error("{0}")]
    Bus(#[from] BusError),
    /// The system provides no random numbers.
    #[error("{0}")]
    Random(String),
}

/// A running server.
#[derive(Debug)]
pub struct Server {
    hub: Hub,
    address: SocketAddr,
    router: Router,
    stop: watch::Sender<bool>,
    connections: tokio::task::JoinHandle<()>,
    heartbeat: Heartbeat,
    /// The task that beats in a database on a server.
    beating: Option<tokio::task::JoinHandle<()>>,
}

impl Server {
    /// Starts serving.
    ///
    /// # Errors
    /// If the database cannot be used or the system lacks a resource.
    pub async fn start(
        listener: TcpListener,
        store: &StoreOptions,
        options: ServerOptions,
    ) -> Result<Server, ServerError> {
        let address = listener.local_addr()?;
        let (tls, renewal) = options.tls.as_ref().map(Tls::open).transpose()?.unzip();
        let acceptor = tls.as_ref().map(Tls::acceptor).transpose()?;
        let mut store = store.clone();
        // With a file, the bus is there for workers alone: no other server can use the file.
        if options.bus.is_some() && store.place.file().is_none() {
            let node = ids::node().map_err(|error| ServerError::Random(error.to_string()))?;
            (store.exclusive, store.node) = (false, Some(node));
        }
        let node = store.node.map(NodeId);
        let Opened {
            store,
            alive,
            last_ms,
            wall_ms,
        } = Opened::new(&store, options.accept_clock).await?;
        let time = ServiceTime::start_at(wall_ms, last_ms);
        let nodes = join(&store, node, &options).await?;
        let listener_of_bus = match nodes.bus() {
            Some(bus) => Some(bus.listen().await?),
            None => None,
        };
        if !nodes.is_alone() {
            nodes.see(&store.nodes().await?.nodes, time.now_ms());
            // The service was down until now if no other node was alive.
            store.beat(time.now_ms(), NOBODY_MS).await?;
        }
        let gaps = Arc::new(Gaps::new(store.gaps().await?));
        let (stalls, stalled) = mpsc::unbounded_channel();
        let thinkers = options.thinkers.unwrap_or_else(|| {
            std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
        });
        // At least one for files and one for programs.
        let thinkers = thinkers.max(2);
        let engine_mib = options
            .engine_mib
            .unwrap_or(thinkers * ServerOptions::ENGINE_MIB_PER_THINKER);
        let (stop, stopping) = watch::channel(false);
        let (to_open, opening) = mpsc::unbounded_channel();
        let (tournaments, notes) = Tournaments::new();
        let security = SecurityLog::default();
        let limits = RateLimits::among(options.limits, nodes.clone());
        let metrics = Metrics::new(&store, &limits, &security, tls.clone());
        let services = Arc::new(Services {
            people: People::among(
                store.clone(),
                time,
                PeopleOptions::default(),
                security.clone(),
                nodes.clone(),
            ),
            security,
            limits,
            origins: OriginRules::new(&options.public_origins, &options.trusted_proxies)?
                .with_tls(tls),
            thinkers: Thinkers::start(thinkers, options.think_slice, metrics.thinking.clone())?,
            engines: EnginePool::start(engine_mib, thinkers, metrics.thinking.clone())?,
            analyses: Analyses::default(),
            workers: Workers::start(options.bus.clone(), stopping.clone()),
            tournaments,
            lobby: Lobby::new(),
            personal: Personal::default(),
            gaps,
            metrics,
            texts: Arc::new(Texts::new()),
            pictures: PictureCache::default(),
            to_open,
            links: AtomicU64::new(1),
            time,
            nodes: nodes.clone(),
            store,
            options,
        });
        let hub = Hub::new(Arc::clone(&services));
        fill_lobby(&services).await;
        // The service was down until now. Store that before serving anything, so that a kill from
        // now on changes nothing.
        if nodes.is_alone() {
            let now_ms = time.now_ms();
            services.store.add_gap(last_ms, now_ms).await?;
            services.gaps.add(last_ms, now_ms);
        }
        let is_remote = alive.is_none();
        let gaps = Arc::clone(&services.gaps);
        let heartbeat = Heartbeat::start(alive, time, gaps, node, stalls.clone())?;
        tokio::spawn(hub.clone().open_requested(opening));
        tokio::spawn(open_playing(hub.clone()));
        tokio::spawn(settle_stalls(hub.clone(), stalled));
        tokio::spawn(sweep(hub.clone()));
        let beating = is_remote.then(|| {
            let (store, gaps) = (services.store.clone(), Arc::clone(&services.gaps));
            let stopping = stopping.clone();
            if nodes.is_alone() {
                tokio::spawn(beat_remote(store, time, gaps, stalls, stopping))
            } else {
                let beating = beat_among_nodes(store, time, gaps, nodes, stalls, stopping);
                tokio::spawn(beating)
            }
        });
        if let Some(listener) = listener_of_bus {
            tokio::spawn(keep_in_step(hub.clone(), listener, stopping.clone()));
        }
        tokio::spawn(Analyses::resume(hub.clone(), stopping.clone()));
        tokio::spawn(conduct(hub.clone(), notes, stopping.clone()));
        let app = App {
            hub: hub.clone(),
            listening: address,
            stopping: stopping.clone(),
        };
        if let Some(renewal) = renewal {
            tokio::spawn(renewal.run(stopping.clone()));
        }
        let timeouts = Timeouts {
            handshake: services.options.handshake_max,
            head: services.options.head_max,
            body: services.options.body_max,
            write: services.options.send_max,
        };
        let secured = acceptor.map(|acceptor| Secured {
            acceptor,
            to_https: http::to_https(app.clone()),
        });
        let router = http::router(app);
        let serving = Serving {
            router: router.clone(),
            secured,
            timeouts,
        };
        let connections = tokio::spawn(accept(listener, serving, services, stopping));
        Ok(Server {
            hub,
            address,
            router,
            stop,
            connections,
            heartbeat,
            beating,
        })
    }

    /// The address it listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The certificate in use, if the server speaks HTTPS.
    #[must_use]
    pub fn certificate(&self) -> Option<Arc<Certificate>> {
        Some(self.hub.services.origins.tls()?.certificate())
    }

    /// Reads the files of the certificate again, if the server speaks HTTPS. If they cannot be
    /// used, the certificate in use stays.
    pub fn reload_certificate(&self) {
        if let Some(tls) = self.hub.services.origins.tls() {
            tls.reload();
        }
    }

    /// Answers a request as if it had come from this address, without a connection.
    pub async fn respond(&self, peer: SocketAddr, mut request: Request) -> Response {
        request.extensions_mut().insert(ConnectInfo(peer));
        let Ok(response) = self.router.clone().oneshot(request).await;
        response
    }

    /// Waits until the store has failed for good and the server must stop. Returns how it failed.
    pub async fn failed(&self) -> Health {
        let mut health = self.hub.services.store.health();
        match health.wait_for(|health| health.is_final()).await {
            Ok(health) => *health,
            // The writer has ended.
            Err(_) => Health::Failed,
        }
    }

    /// Stops: accepts no more connections, tells clients to reconnect, writes everything queued.
    pub async fn stop(self) {
        // From now on no clock runs.
        drop(self.heartbeat);
        // It holds a receiver of the stop, as every open connection does.
        drop(self.router);
        let _ = self.stop.send(true);
        if let Some(beating) = self.beating {
            let _ = tokio::time::timeout(STOP_MAX, beating).await;
        }
        let closing = async {
            // A client that was just connecting may have reopened a table.
            let telling = async {
                loop {
                    self.hub.tell_all(|| TableRequest::Close).await;
                    tokio::time::sleep(TELL_EVERY).await;
                }
            };
            let ending = async {
                let _ = self.connections.await;
                // Every socket and every stream holds a receiver of this while it is open.
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
        // Also the tables without connections.
        let telling = self.hub.tell_all(|| TableRequest::Close);
        if tokio::time::timeout(TELL_EVERY, telling).await.is_err() {
            tracing::warn!("some tables did not close in time");
        }
        self.hub.services.store.close().await;
    }
}

/// An open database that no other server uses.
struct Opened {
    store: Store,
    /// The heartbeat file beside a file.
    alive: Option<File>,
    /// When a server was last alive.
    last_ms: u64,
    /// The time by the machine that has the database.
    wall_ms: u64,
}

impl Opened {
    async fn new(options: &StoreOptions, accept_clock: bool) -> Result<Opened, ServerError> {
        let check_clock = |last_ms: u64, wall_ms: u64| {
            let ahead = Duration::from_millis(wall_ms.saturating_sub(last_ms));
            if last_ms > 0 && ahead > CLOCK_AHEAD_MAX && !accept_clock {
                let days = ahead.as_secs() / (24 * 60 * 60);
                return Err(ServerError::ClockAhead { days });
            }
            Ok(())
        };
        let Some(path) = options.place.file() else {
            let store = Store::open(options).await.map_err(|error| match error {
                StoreError::InUse => ServerError::InUse,
                error => error.into(),
            })?;
            let (last_ms, wall_ms) = store.alive_remote().await?;
            check_clock(last_ms, wall_ms)?;
            return Ok(Opened {
                store,
                alive: None,
                last_ms,
                wall_ms,
            });
        };
        let (alive, last_ms) =
            open_alive(&alive_path(path)).map_err(|error| match error.kind() {
                std::io::ErrorKind::WouldBlock => ServerError::InUse,
                _ => error.into(),
            })?;
        // A new database has no heartbeat yet.
        if last_ms > 0 && std::fs::metadata(path).is_ok_and(|file| file.len() == 0) {
            let path = path.to_owned();
            return Err(StoreError::Emptied { path }.into());
        }
        let wall_ms = ServiceTime::wall_ms();
        check_clock(last_ms, wall_ms)?;
        Ok(Opened {
            store: Store::open(options).await?,
            alive: Some(alive),
            last_ms,
            wall_ms,
        })
    }
}

/// Joins the other nodes, if there is a bus.
async fn join(
    store: &Store,
    node: Option<NodeId>,
    options: &ServerOptions,
) -> Result<Nodes, ServerError> {
    let (Some(url), Some(node)) = (&options.bus, node) else {
        return Ok(Nodes::default());
    };
    let topic = format!("yiqi.{}", store.site().await?);
    Ok(Nodes::new(node, Bus::nats(url, &topic).await?))
}

/// Lists games that ended before the start.
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

/// Opens all tables where something happens by itself: a clock runs, or a program thinks. Programs
/// among themselves rest until somebody connects.
async fn open_playing(hub: Hub) {
    let rows = match hub.services.store.playing().await {
        Ok(mut rows) => {
            // Other nodes have opened theirs.
            rows.retain(|row| hub.services.nodes.is_home(&row.seed.id));
            rows
        }
        Err(error) => {
            tracing::error!(%error, "could not read the games in play");
            return;
        }
    };
    let count = rows.len();
    stream::iter(rows)
        .for_each_concurrent(OPENING, |row| {
            let hub = hub.clone();
            // In tasks of their own, for all cores.
            let opening = tokio::spawn(async move {
                let id = row.seed.id.clone();
                if let Err(denied) = hub.open_row(row).await {
                    let error = denied.code();
                    tracing::error!(table = id, error, "could not open a game in play");
                }
            });
            async { drop(opening.await) }
        })
        .await;
    if count > 0 {
        tracing::info!(count, "reopened games in play");
    }
}

/// Stores the times in which the process was suspended, and has tables give them back.
async fn settle_stalls(hub: Hub, mut stalled: mpsc::UnboundedReceiver<(u64, u64)>) {
    while let Some((from_ms, until_ms)) = stalled.recv().await {
        // Of several nodes, each counts its own suspensions alone.
        if hub.services.nodes.is_alone()
            && let Err(error) = hub.services.store.add_gap(from_ms, until_ms).await
        {
            tracing::error!(%error, "could not store a suspension of the process");
        }
        hub.tell_all(|| TableRequest::Settle).await;
    }
}

/// Periodically removes what is no longer used.
async fn sweep(hub: Hub) {
    const MINUTES: u32 = 60;
    let mut every = tokio::time::interval(Duration::from_secs(60));
    let mut minute = 0;
    loop {
        every.tick().await;
        hub.forget_closed();
        hub.services.security.sweep(std::time::Instant::now());
        minute = (minute + 1) % MINUTES;
        if minute != 0 {
            continue;
        }
        if let Err(error) = hub.services.people.sweep().await {
            tracing::warn!(%error, "could not remove expired logins");
        }
        match prune(&hub.services.people, hub.services.options.keep).await {
            Ok(pruned) if pruned == Pruned::default() => {}
            Ok(Pruned { messages, guests }) => {
                tracing::info!(messages, guests, "deleted old chat and idle guests");
            }
            Err(error) => tracing::warn!(%error, "could not delete old data"),
        }
    }
}

/// Timeouts of a connection: for the handshake, the parts of a request, and a write without
/// progress.
#[derive(Clone, Copy, Debug)]
struct Timeouts {
    handshake: Duration,
    head: Duration,
    body: Duration,
    write: Duration,
}

/// How connections are served.
#[derive(Clone)]
struct Serving {
    router: Router,
    secured: Option<Secured>,
    timeouts: Timeouts,
}

/// What a server that speaks HTTPS has besides.
#[derive(Clone)]
struct Secured {
    acceptor: TlsAcceptor,
    /// For clients that speak plain HTTP.
    to_https: Router,
}

/// Accepts connections until the service stops, then waits for them to end.
async fn accept(
    listener: TcpListener,
    serving: Serving,
    services: Arc<Services>,
    mut stopping: watch::Receiver<bool>,
) {
    let admission = Connections::new(&services.options.limits);
    let mut connections = JoinSet::new();
    loop {
        admission.settle().await;
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stopped(&mut stopping) => break,
            Some(_) = connections.join_next() => continue,
        };
        match accepted {
            Ok((stream, peer)) => {
                let address = peer.ip().to_canonical();
                let is_limited =
                    !services.limits.is_exempt(address) && !services.origins.is_proxy(address);
                // A handshake costs more than a request.
                let is_too_fast = is_limited
                    && serving.secured.is_some()
                    && services.limits.handshake(address).is_err();
                let guard = (!is_too_fast)
                    .then(|| admission.admit(address, is_limited))
                    .flatten();
                let Some(guard) = guard else {
                    services.metrics.connections_refused.inc();
                    continue;
                };
                // Small messages must not wait for each other.
                let _ = stream.set_nodelay(true);
                let stream = CountedStream::new(stream, guard, serving.timeouts.write);
                let Serving {
                    router,
                    secured,
                    timeouts,
                } = serving.clone();
                let stopping = stopping.clone();
                match secured {
                    None => {
                        let stream = ServedStream::plain(stream);
                        connections.spawn(serve(stream, peer, router, timeouts, stopping));
                    }
                    Some(secured) => {
                        connections
                            .spawn(secure(stream, peer, secured, router, timeouts, stopping));
                    }
                }
            }
            Err(error) => {
                // Usually out of file descriptors; open connections are not affected.
                tracing::warn!(%error, "could not accept a connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
    drop(listener);
    while connections.join_next().await.is_some() {}
}

/// The first byte of a TLS handshake.
const HANDSHAKE: u8 = 22;

/// Completes the TLS handshake and serves the connection. Redirects clients that speak plain HTTP.
async fn secure(
    mut stream: CountedStream,
    peer: SocketAddr,
    secured: Secured,
    router: Router,
    timeouts: Timeouts,
    mut stopping: watch::Receiver<bool>,
) {
    let securing = async {
        match stream.first_byte().await? {
            Some(HANDSHAKE) => {
                let stream = tls::accept(&secured.acceptor, stream).await?;
                Ok((stream, router))
            }
            Some(b'A'..=b'Z') => Ok((ServedStream::plain(stream), secured.to_https)),
            _ => Err(std::io::Error::from(std::io::ErrorKind::InvalidData)),
        }
    };
    let secured = tokio::select! {
        secured = tokio::time::timeout(timeouts.handshake, securing) => secured,
        () = stopped(&mut stopping) => return,
    };
    match secured {
        Ok(Ok((stream, router))) => serve(stream, peer, router, timeouts, stopping).await,
        Ok(Err(error)) => tracing::debug!(%error, "a handshake failed"),
        Err(_) => tracing::debug!("a handshake took too long"),
    }
}

/// Waits until the service stops.
pub(crate) async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // A closed channel counts as a stop too.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

async fn serve(
    stream: ServedStream,
    peer: SocketAddr,
    router: Router,
    timeouts: Timeouts,
    mut stopping: watch::Receiver<bool>,
) {
    let mark = stream.mark();
    let service = hyper::service::service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(mark.clone());
        let request: Request = request.map(|body| TimedBody::wrap(body, timeouts.body));
        let responding = router.clone().oneshot(request);
        let mark = mark.clone();
        async move {
            let response = responding.await;
            if let Ok(response) = &response
                && response.status() == StatusCode::SWITCHING_PROTOCOLS
            {
                mark.set_socket();
            }
            response
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(timeouts.head)
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
