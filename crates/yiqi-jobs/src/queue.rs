//! Brings jobs from those who ask to those who work.

mod local;
mod nats;

use std::fmt;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use yiqi_players::Analysis;

use self::local::{LocalQueue, LocalTaken};
use self::nats::{NatsQueue, NatsTaken};
use crate::job::{Job, Urgency};
use crate::outcome::JobResult;

/// Capacity of a ticket's queue of events. Whoever is slow misses partial results.
const EVENTS: usize = 16;

/// A queue of jobs. Clones are the same queue.
#[derive(Clone, Debug)]
pub struct Queue(Kind);

#[derive(Clone, Debug)]
enum Kind {
    /// Within this process.
    Local(LocalQueue),
    /// Between machines.
    Nats(NatsQueue),
}

/// How a queue treats its jobs.
#[derive(Clone, Debug)]
pub struct QueueOptions {
    /// The version of the engines. Jobs reach only workers that have the same.
    pub version: String,
    /// How often a job is tried before it is parked.
    pub tries_max: u64,
    /// How long a worker may be silent before its job is given to another one.
    pub ack_wait: Duration,
    /// How often whoever asked looks whether a job or its result was lost.
    pub look_every: Duration,
    /// How often workers say that they are there. After three times this, they count as gone.
    pub beat_every: Duration,
}

impl QueueOptions {
    /// The usual ones for a version.
    #[must_use]
    pub fn new(version: &str) -> QueueOptions {
        QueueOptions {
            version: version.to_owned(),
            tries_max: 10,
            ack_wait: Duration::from_secs(10),
            look_every: Duration::from_secs(10),
            beat_every: Duration::from_secs(2),
        }
    }
}

/// Why a queue cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QueueError {
    /// The NATS server does not have JetStream.
    #[error("JetStream is not enabled on the NATS server")]
    NoJetStream,
    /// The NATS server did not do what it was asked to.
    #[error("the NATS server did not answer as expected: {0}")]
    Bus(String),
}

/// A job was given up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the job was given up: {reason}")]
pub struct Parked {
    /// Why.
    pub reason: String,
}

/// What whoever asked for a job hears about it.
#[derive(Clone, Debug)]
pub enum TicketEvent {
    /// What an analysis has found so far.
    Partial(Analysis),
    /// The result; nothing follows.
    Done(JobResult),
    /// The job was given up; nothing follows.
    Parked(Parked),
}

/// A job that somebody waits for. Dropping it withdraws the job, unless others wait for it too.
#[derive(Debug)]
pub struct Ticket {
    events: mpsc::Receiver<TicketEvent>,
    task: Option<JoinHandle<()>>,
}

impl Ticket {
    /// What happens next; `None` after the end.
    pub async fn next(&mut self) -> Option<TicketEvent> {
        self.events.recv().await
    }

    /// Waits for the result.
    ///
    /// # Errors
    /// If the job was given up.
    pub async fn result(mut self) -> Result<JobResult, Parked> {
        while let Some(event) = self.next().await {
            match event {
                TicketEvent::Partial(_) => {}
                TicketEvent::Done(result) => return Ok(result),
                TicketEvent::Parked(parked) => return Err(parked),
            }
        }
        Err(Parked {
            reason: "the queue was closed".to_owned(),
        })
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if let Some(task) = &self.task {
            task.abort();
        }
    }
}

/// A worker that was heard of lately.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerInfo {
    /// Its name.
    pub name: String,
    /// The version of its engines.
    pub version: String,
    /// Jobs that it can do at once.
    pub threads: usize,
    /// Jobs that it does now.
    pub busy: usize,
}

/// A job that a worker has. Dropping it gives it back.
#[derive(Debug)]
pub struct Taken {
    /// The job.
    pub job: Job,
    kind: TakenKind,
}

#[derive(Debug)]
enum TakenKind {
    Local(LocalTaken),
    Nats(Box<NatsTaken>),
}

impl Queue {
    /// A queue within this process.
    #[must_use]
    pub fn local(options: &QueueOptions) -> Queue {
        Queue(Kind::Local(LocalQueue::new(options.tries_max)))
    }

    /// A queue on a NATS server.
    ///
    /// # Errors
    /// If the server does not offer JetStream.
    pub async fn nats(
        client: async_nats::Client,
        options: QueueOptions,
    ) -> Result<Queue, QueueError> {
        Ok(Queue(Kind::Nats(NatsQueue::open(client, options).await?)))
    }

    /// Asks for a job. If it was asked for before, the job or its result is the same. Must be
    /// called within a Tokio runtime.
    #[must_use]
    pub fn ask(&self, job: Job, urgency: Urgency) -> Ticket {
        match &self.0 {
            Kind::Local(queue) => queue.ask(job, urgency),
            Kind::Nats(queue) => queue.ask(job, urgency),
        }
    }

    /// A job to do, if there is any.
    ///
    /// # Errors
    /// If the queue cannot be reached.
    pub async fn try_take(&self) -> Result<Option<Taken>, QueueError> {
        Ok(match &self.0 {
            Kind::Local(queue) => queue.try_take().map(|(job, taken)| Taken {
                job,
                kind: TakenKind::Local(taken),
            }),
            Kind::Nats(queue) => queue.try_take().await?.map(|(job, taken)| Taken {
                job,
                kind: TakenKind::Nats(Box::new(taken)),
            }),
        })
    }

    /// How many jobs wait for a worker.
    ///
    /// # Errors
    /// If the queue cannot be reached.
    pub async fn waiting(&self) -> Result<usize, QueueError> {
        match &self.0 {
            Kind::Local(queue) => Ok(queue.waiting()),
            Kind::Nats(queue) => queue.waiting().await,
        }
    }

    /// Sets up again what a server may have lost.
    pub(crate) async fn repair(&self) {
        if let Kind::Nats(queue) = &self.0 {
            queue.repair().await;
        }
    }

    /// Waits until there may be a job to do.
    pub async fn wait(&self) {
        match &self.0 {
            Kind::Local(queue) => queue.wait().await,
            Kind::Nats(queue) => queue.wait().await,
        }
    }

    /// Watches which workers there are, and tells those that ask which version this is.
    pub fn watch_workers(&self) {
        if let Kind::Nats(queue) = &self.0 {
            queue.watch_workers();
        }
    }

    /// The workers of this version that were heard of lately; see [`Queue::watch_workers`].
    #[must_use]
    pub fn workers(&self) -> Vec<WorkerInfo> {
        match &self.0 {
            Kind::Local(_) => Vec::new(),
            Kind::Nats(queue) => queue.workers(),
        }
    }

    /// Says that a worker is there.
    pub(crate) async fn beat(&self, threads: usize, busy: usize, name: &str) {
        if let Kind::Nats(queue) = &self.0 {
            queue.beat(threads, busy, name).await;
        }
    }

    /// Says that a worker leaves.
    pub(crate) async fn leave(&self, name: &str) {
        if let Kind::Nats(queue) = &self.0 {
            queue.beat(0, 0, name).await;
            queue.flush().await;
        }
    }

    /// How often to say that a worker is there.
    pub(crate) fn beat_every(&self) -> Duration {
        match &self.0 {
            Kind::Local(_) => Duration::from_secs(3600),
            Kind::Nats(queue) => queue.options().beat_every,
        }
    }

    /// How often to say that a job is being done.
    pub(crate) fn keep_every(&self) -> Duration {
        match &self.0 {
            Kind::Local(_) => Duration::from_millis(250),
            Kind::Nats(queue) => queue.options().ack_wait / 4,
        }
    }

    /// The versions of those who ask for jobs now, if none of them is this one.
    ///
    /// # Errors
    /// If the queue cannot be reached.
    pub async fn foreign_versions(&self) -> Result<Vec<String>, QueueError> {
        match &self.0 {
            Kind::Local(_) => Ok(Vec::new()),
            Kind::Nats(queue) => queue.foreign_versions().await,
        }
    }
}

impl Taken {
    /// Tells those who wait what there is so far.
    pub async fn partial(&self, analysis: &Analysis) {
        match &self.kind {
            TakenKind::Local(taken) => taken.partial(analysis),
            TakenKind::Nats(taken) => taken.partial(analysis, self.job.game()).await,
        }
    }

    /// Says that the job is being done; `false` if nobody waits for it any more.
    pub async fn keep(&self) -> bool {
        match &self.kind {
            TakenKind::Local(taken) => taken.is_wanted(),
            TakenKind::Nats(taken) => taken.keep().await,
        }
    }

    /// Stores the result, unless there is one, and tells those who wait.
    ///
    /// # Errors
    /// If it cannot be stored; then the job is done again.
    pub async fn finish(self, result: JobResult) -> Result<(), QueueError> {
        match self.kind {
            TakenKind::Local(taken) => {
                taken.finish(result);
                Ok(())
            }
            TakenKind::Nats(taken) => taken.finish(&result, self.job.game()).await,
        }
    }

    /// Reports that the job cannot be done. It is tried again a few times and then parked.
    ///
    /// # Errors
    /// If the queue cannot be reached.
    pub async fn fail(self, reason: &str) -> Result<(), QueueError> {
        match self.kind {
            TakenKind::Local(taken) => {
                taken.fail(reason);
                Ok(())
            }
            TakenKind::Nats(taken) => taken.fail(reason).await,
        }
    }

    /// Gives the job back for another worker.
    pub async fn give_back(self) {
        match self.kind {
            // Dropping it is enough.
            TakenKind::Local(_) => {}
            TakenKind::Nats(taken) => taken.give_back().await,
        }
    }

    /// Drops a job for which nobody waits.
    pub async fn forget(self) {
        match self.kind {
            TakenKind::Local(taken) => taken.forget(),
            TakenKind::Nats(taken) => taken.forget().await,
        }
    }
}

/// The alarm in the log for a job that was given up.
fn alarm(id: impl fmt::Display, reason: &str) {
    tracing::error!(%id, reason, "a job was given up and parked");
}
