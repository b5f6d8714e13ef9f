//! Workers on other machines, which analyze positions for this server.
//!
//! There may be none, or they may leave at any time: then the server's own threads do the work.

use std::time::{Duration, Instant};

use tokio::sync::{mpsc, watch};
use yiqi_arena::OpeningLine;
use yiqi_bus::BusUrl;
use yiqi_jobs::{
    AnalyzeJob, Job, JobResult, Queue, QueueOptions, TicketEvent, Urgency, engine_version,
};
use yiqi_players::{Analysis, Limits};
use yiqi_rules::{AnyPosition, GameSpec};
use yiqi_wire::AnalysisReport;

use crate::service::stopped;
use crate::study;

/// Size of the transposition table of each search, in MiB.
const HASH_MIB: usize = 32;

/// How long to wait before the bus is tried again.
const RETRY: Duration = Duration::from_secs(5);

/// How often it is checked whether the workers have left.
const LOOK_INTERVAL: Duration = Duration::from_millis(500);

/// How long a person waits for a worker to begin before this server does it.
const BEGIN_MAX: Duration = Duration::from_secs(2);

/// How much longer than the search a person waits for the result.
const PATIENCE: Duration = Duration::from_secs(3);

/// The workers on the bus.
#[derive(Clone, Debug)]
pub(crate) struct Workers(watch::Receiver<Option<Queue>>);

/// A position to analyze.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    pub(crate) game: GameSpec,
    pub(crate) line: OpeningLine,
    pub(crate) time: Duration,
    pub(crate) line_count: usize,
}

impl Workers {
    /// Connects to the bus in the background, if there is one.
    pub(crate) fn start(bus: Option<BusUrl>, stopping: watch::Receiver<bool>) -> Workers {
        let (queue, workers) = watch::channel(None);
        if let Some(bus) = bus {
            let mut stopping = stopping;
            tokio::spawn(async move {
                tokio::select! {
                    () = connect(bus, queue) => {}
                    () = stopped(&mut stopping) => {}
                }
            });
        }
        Workers(workers)
    }

    /// The queue, while there are workers.
    pub(crate) fn queue(&self) -> Option<Queue> {
        let queue = self.0.borrow().clone()?;
        (!queue.workers().is_empty()).then_some(queue)
    }

    /// The queue, while a worker has nothing to do.
    fn idle_queue(&self) -> Option<Queue> {
        let queue = self.0.borrow().clone()?;
        let workers = queue.workers();
        let mut idle = workers.iter().filter(|worker| worker.busy < worker.threads);
        idle.next().is_some().then_some(queue)
    }

    /// How many workers there are, and how many threads they have.
    pub(crate) fn count(&self) -> (usize, usize) {
        let workers = self.queue().map(|queue| queue.workers());
        let workers = workers.unwrap_or_default();
        let threads = workers.iter().map(|worker| worker.threads).sum();
        (workers.len(), threads)
    }

    /// Waits until there are no workers.
    async fn gone(&self) {
        while self.queue().is_some() {
            tokio::time::sleep(LOOK_INTERVAL).await;
        }
    }

    /// Has a position of a game analyzed; `None` if nobody does it.
    pub(crate) async fn analyze(&self, queue: &Queue, search: Search) -> Option<Analysis> {
        let ticket = queue.ask(search.job(), Urgency::Game);
        tokio::select! {
            result = ticket.result() => match result {
                Ok(JobResult::Analyzed { analysis, .. }) => Some(analysis),
                Ok(JobResult::Played(_)) | Err(_) => None,
            },
            () = self.gone() => None,
        }
    }

    /// Has a position analyzed while a person watches; `false` if nobody does it. A reader who is
    /// too slow misses some reports, but not the last.
    pub(crate) async fn study(
        &self,
        search: Search,
        position: &AnyPosition,
        reports: &mpsc::Sender<AnalysisReport>,
    ) -> bool {
        let Some(queue) = self.idle_queue().filter(|_| position.turn().is_some()) else {
            return false;
        };
        let limit = search.time + PATIENCE;
        let mut ticket = queue.ask(search.job(), Urgency::Person);
        let begin = Instant::now();
        let mut wait = BEGIN_MAX;
        loop {
            let event = match tokio::time::timeout(wait, ticket.next()).await {
                Ok(Some(event)) => event,
                Ok(None) | Err(_) => return false,
            };
            wait = limit.saturating_sub(begin.elapsed());
            let report = |analysis: &Analysis, spent: Duration, is_done| {
                let ms = u64::try_from(spent.as_millis()).unwrap_or(u64::MAX);
                study::analysis_report(analysis, position, ms, is_done)
            };
            match event {
                TicketEvent::Partial(analysis) if reports.capacity() > 1 => {
                    let _ = reports.try_send(report(&analysis, begin.elapsed(), false));
                }
                TicketEvent::Partial(_) => {}
                TicketEvent::Done(JobResult::Analyzed { analysis, spent }) => {
                    let _ = reports.send(report(&analysis, spent, true)).await;
                    return true;
                }
                TicketEvent::Done(JobResult::Played(_)) | TicketEvent::Parked(_) => return false,
            }
        }
    }
}

impl Search {
    fn job(self) -> Job {
        Job::Analyze(AnalyzeJob {
            game: self.game,
            line: self.line,
            limits: Limits {
                time: Some(self.time),
                ..Limits::OPEN
            },
            line_count: self.line_count,
            hash_mib: HASH_MIB,
        })
    }
}

/// Opens the queue and keeps it until nobody uses it.
async fn connect(bus: BusUrl, queue: watch::Sender<Option<Queue>>) {
    let version = tokio::task::spawn_blocking(engine_version).await;
    let version = version.unwrap_or(env!("CARGO_PKG_VERSION"));
    let mut problem = None;
    loop {
        let opened = match bus.connect().await {
            Ok(client) => Queue::nats(client, QueueOptions::new(version))
                .await
                .map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        match opened {
            Ok(opened) => {
                opened.watch_workers();
                queue.send_replace(Some(opened));
                queue.closed().await;
                return;
            }
            Err(found) => {
                if problem.as_ref() != Some(&found) {
                    tracing::warn!(problem = found, "workers cannot be used; trying again");
                }
                problem = Some(found);
            }
        }
        tokio::time::sleep(RETRY).await;
    }
}
