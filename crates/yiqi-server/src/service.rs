//! The service behind the network: the store, the tables, and everything that happens by itself.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use futures_util::{StreamExt, stream};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use yiqi_bus::Bus;
use yiqi_wire::WireStage;

use crate::analyses::Analyses;
use crate::gaps::{
    Gaps, NOBODY_MS, NoteAlive, Pulse, alive_path, beat_among_nodes, beat_remote, note_in,
    open_alive,
};
use crate::http::OriginRules;
use crate::hub::Hub;
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
use crate::services::Services;
use crate::store::TableRow;
use crate::table::{TableRequest, Texts};
use crate::tasks::spawn;
use crate::thinking::{EnginePool, Thinkers};
use crate::tls::Tls;
use crate::tournaments::{Tournaments, conduct};
use crate::workers::Workers;
use crate::{ServerError, ServerOptions, ServiceTime, Store, StoreError, StoreOptions};

/// How many tables are opened at once after a start.
const OPENING: usize = 256;

/// How long to wait before trying again after the store has failed.
const RETRY: Duration = Duration::from_secs(1);

/// The longest that stopping may take.
const STOP_MAX: Duration = Duration::from_secs(3);

/// How often tables are told to close while the service stops.
const TELL_EVERY: Duration = Duration::from_millis(200);

/// A longer downtime is more likely a wrong clock. Believed, it would log players out and date all
/// games wrongly, for ever: the service's time never goes back.
const CLOCK_AHEAD_MAX: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// A running service.
#[derive(Debug)]
pub(crate) struct Service {
    pub(crate) hub: Hub,
    pub(crate) stop: watch::Sender<bool>,
    /// The task that beats in a database on a server.
    beating: Option<JoinHandle<()>>,
}

impl Service {
    /// Starts everything. The heart is given a pulse, which it must let beat many times a second.
    ///
    /// # Errors
    /// If the database cannot be used or the system lacks a resource.
    pub(crate) async fn start<H>(
        opened: Opened,
        nodes: Nodes,
        options: ServerOptions,
        tls: Option<Tls>,
        heart: impl FnOnce(Pulse) -> std::io::Result<H>,
    ) -> Result<(Service, H), ServerError> {
        let Opened {
            store,
            alive,
            last_ms,
            time,
        } = opened;
        let node = nodes.me();
        let listener_of_bus = match nodes.bus() {
            Some(bus) => Some(bus.listen().await?),
            None => None,
        };
        if !nodes.is_alone() {
            nodes.see(&store.nodes().await?.nodes, time.now_ms());
            // The service was down until now if no other node was alive.
            store.beat(time.now_ms(), NOBODY_MS).await?;
        }
        let known_gaps = store.gaps().await?;
        // The last beat before a stop may be older than the end of a suspension that was stored. If
        // the machine's clock was set back as well, time would go on within that suspension.
        let gap_end_ms = known_gaps.last().map_or(0, |&(_, until_ms)| until_ms);
        let last_ms = last_ms.max(gap_end_ms);
        if nodes.is_alone() {
            time.set_by(last_ms.saturating_sub(time.now_ms()) as i64);
        }
        let gaps = Arc::new(Gaps::new(known_gaps));
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
            texts: Texts::shared(),
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
        let heart = heart(Pulse::new(alive, time, gaps, node, stalls.clone()))?;
        spawn(hub.clone().open_requested(opening));
        spawn(open_playing(hub.clone(), stopping.clone()));
        spawn(settle_stalls(hub.clone(), stalled, stopping.clone()));
        spawn(sweep(hub.clone()));
        let beating = is_remote.then(|| {
            let (store, gaps) = (services.store.clone(), Arc::clone(&services.gaps));
            let stopping = stopping.clone();
            if nodes.is_alone() {
                spawn(beat_remote(store, time, gaps, stalls, stopping))
            } else {
                spawn(beat_among_nodes(store, time, gaps, nodes, stalls, stopping))
            }
        });
        if let Some(listener) = listener_of_bus {
            spawn(keep_in_step(hub.clone(), listener, stopping.clone()));
        }
        spawn(Analyses::resume(hub.clone(), stopping.clone()));
        spawn(conduct(hub.clone(), notes, stopping));
        let service = Service { hub, stop, beating };
        Ok((service, heart))
    }

    /// Stops: tells clients to reconnect, writes everything queued. Its heart has stopped already.
    pub(crate) async fn stop(self, connections: impl Future<Output = ()>) {
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
                connections.await;
                // Every socket and every stream holds a receiver of this while it is open.
                self.stop.closed().await;
            };
            tokio::select! {
                biased;
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
pub(crate) struct Opened {
    pub(crate) store: Store,
    /// Notes when the server was last alive, if the database does not: in a file beside a file.
    pub(crate) alive: Option<NoteAlive>,
    /// When a server was last alive.
    pub(crate) last_ms: u64,
    /// The service's clock, which began with the time of the machine that has the database.
    pub(crate) time: ServiceTime,
}

impl Opened {
    pub(crate) async fn new(
        options: &StoreOptions,
        accept_clock: bool,
    ) -> Result<Opened, ServerError> {
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
                time: ServiceTime::start_at(wall_ms, last_ms),
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
        let time = ServiceTime::start_at(wall_ms, last_ms);
        Ok(Opened {
            store: Store::open(options).await?,
            alive: Some(note_in(alive)),
            last_ms,
            time,
        })
    }
}

/// Joins the other nodes, if there is a bus.
pub(crate) async fn join(
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
/// among themselves rest until somebody connects. Tries again until it can: nobody else opens them.
async fn open_playing(hub: Hub, mut stopping: watch::Receiver<bool>) {
    while let Err(error) = try_open_playing(&hub).await {
        tracing::error!(%error, "could not open all games in play, will retry");
        tokio::select! {
            biased;
            () = stopped(&mut stopping) => return,
            () = tokio::time::sleep(RETRY) => {}
        }
    }
}

/// Opens them once, unless they are open.
///
/// # Errors
/// If the store does not answer. A game that alone cannot be read stays closed.
async fn try_open_playing(hub: &Hub) -> Result<(), StoreError> {
    let mut rows = hub.services.store.playing().await?;
    // Other nodes have opened theirs.
    rows.retain(|row| hub.services.nodes.is_home(&row.seed.id));
    let count = rows.len();
    let opened: Vec<Result<(), StoreError>> = stream::iter(rows)
        .map(|row| {
            // In tasks of their own, for all cores.
            let opening = spawn(open_one(hub.clone(), row));
            async { opening.await.unwrap_or(Ok(())) }
        })
        .buffer_unordered(OPENING)
        .collect()
        .await;
    opened.into_iter().collect::<Result<(), StoreError>>()?;
    if count > 0 {
        tracing::info!(count, "reopened games in play");
    }
    Ok(())
}

async fn open_one(hub: Hub, row: TableRow) -> Result<(), StoreError> {
    let id = row.seed.id.clone();
    match hub.open_row(row).await {
        Ok(_) => Ok(()),
        Err(denied) => {
            if let Some(error) = denied.store_failure() {
                return Err(error.clone());
            }
            let error = denied.code();
            tracing::error!(table = id, error, "could not open a game in play");
            Ok(())
        }
    }
}

/// Stores the times in which the process was suspended, and has tables give them back.
async fn settle_stalls(
    hub: Hub,
    mut stalled: mpsc::UnboundedReceiver<(u64, u64)>,
    mut stopping: watch::Receiver<bool>,
) {
    while let Some((from_ms, until_ms)) = stalled.recv().await {
        // Of several nodes, each counts its own suspensions alone.
        if hub.services.nodes.is_alone() {
            tokio::select! {
                biased;
                () = store_gap(&hub.services.store, from_ms, until_ms) => {}
                () = stopped(&mut stopping) => return,
            }
        }
        if stalled.is_empty() {
            hub.services.gaps.note_stored();
        }
        hub.tell_all(|| TableRequest::Settle).await;
    }
}

/// Stores a suspension, and tries again until it can: otherwise a kill would hide it.
async fn store_gap(store: &Store, from_ms: u64, until_ms: u64) {
    while let Err(error) = store.add_gap(from_ms, until_ms).await {
        tracing::error!(%error, "could not store a suspension of the process, will retry");
        tokio::time::sleep(RETRY).await;
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

/// Waits until the service stops.
pub(crate) async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // A closed channel counts as a stop too.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}
