//! The queue between machines, on NATS JetStream.
//!
//! | subject | what | kept |
//! |---|---|---|
//! | `yiqi.jobs.VERSION.URGENCY.ID` | a job that waits or is being done | until it is acknowledged |
//! | `yiqi.results.VERSION.ID` | the result of a job | for some days |
//! | `yiqi.parked.VERSION.ID` | a job that was given up, and why | for some weeks |
//! | `yiqi.told.VERSION.ID` | what those who wait hear | no |
//! | `yiqi.nudge.VERSION` | there is a new job | no |
//! | `yiqi.workers.VERSION` | a worker is there | no |
//! | `yiqi.hello` | a worker asks who is there | no |
//!
//! A subject of jobs or results takes a message only if it has none, so that asking twice makes
//! one job, and of two results the first one counts. No window of time limits that.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_nats::client::RequestErrorKind;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::{CreateStreamErrorKind, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{
    Config, DirectGetErrorKind, DiscardPolicy, RetentionPolicy, StorageType, Stream,
};
use async_nats::jetstream::{AckKind, Context, Message};
use async_nats::{Client, Subscriber};
use futures_util::StreamExt;
use serde_json::{Value, json};
use tokio::sync::{Notify, mpsc};
use yiqi_players::Analysis;
use yiqi_rules::GameSpec;

use super::{EVENTS, Parked, QueueError, QueueOptions, Ticket, TicketEvent, WorkerInfo, alarm};
use crate::job::{Job, JobId, Urgency};
use crate::outcome::{JobResult, analysis_json, parse_analysis};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// How long results are kept for those who ask again.
const RESULTS_AGE: Duration = DAY.saturating_mul(7);

/// How long jobs are kept; whoever waits asks again.
const JOBS_AGE: Duration = DAY;

/// How long jobs that were given up are kept.
const PARKED_AGE: Duration = DAY.saturating_mul(30);

/// How long the consumers of a version are kept that nobody uses.
const CONSUMER_AGE: Duration = DAY.saturating_mul(7);

/// The most bytes of each stream. The oldest results make room for new ones.
const BYTES_MAX: i64 = 1 << 30;

/// The most jobs of an urgency that are being done at the same time.
const AT_ONCE_MAX: i64 = 100_000;

/// How often an idle worker looks for jobs that nobody announces, such as those of a worker that
/// was killed.
const IDLE: Duration = Duration::from_secs(1);

/// How long the server may take to say whether there is a job.
const FETCH_MAX: Duration = Duration::from_secs(3);

/// How long a worker waits for an answer of those who ask for jobs.
const HELLO_WAIT: Duration = Duration::from_millis(500);

/// How long those who wait for a job have to say so.
const WANTED_WAIT: Duration = Duration::from_secs(2);

/// The first and the longest delay before something is tried again.
const DELAY_MIN: Duration = Duration::from_millis(500);
const DELAY_MAX: Duration = Duration::from_secs(20);

const HELLO: &str = "yiqi.hello";

/// A queue on a NATS server.
#[derive(Clone, Debug)]
pub(super) struct NatsQueue(Arc<Shared>);

struct Shared {
    options: QueueOptions,
    /// The version as a part of subjects and names.
    version: String,
    client: Client,
    context: Context,
    results: Stream,
    parked: Stream,
    /// One for each urgency.
    consumers: Vec<PullConsumer>,
    /// There may be a job to take.
    work: Notify,
    workers: Mutex<HashMap<(String, String), (WorkerInfo, Instant)>>,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NatsQueue")
            .field("version", &self.version)
            .finish_non_exhaustive()
    }
}

/// A job that a worker has.
#[derive(Debug)]
pub(super) struct NatsTaken {
    queue: NatsQueue,
    id: JobId,
    message: Message,
    delivery: u64,
}

fn bus(error: impl std::fmt::Display) -> QueueError {
    QueueError::Bus(error.to_string())
}

/// The streams and consumers, which are created where they are missing.
async fn set_up(
    context: &Context,
    version: &str,
    options: &QueueOptions,
) -> Result<(Stream, Stream, Vec<PullConsumer>), QueueError> {
    let usual = Config {
        max_messages_per_subject: 1,
        max_bytes: BYTES_MAX,
        storage: StorageType::File,
        allow_direct: true,
        num_replicas: 1,
        ..Config::default()
    };
    let jobs = Config {
        name: "yiqi-jobs".to_owned(),
        subjects: vec!["yiqi.jobs.>".to_owned()],
        retention: RetentionPolicy::WorkQueue,
        discard: DiscardPolicy::New,
        max_age: JOBS_AGE,
        ..usual.clone()
    };
    let results = Config {
        name: "yiqi-results".to_owned(),
        subjects: vec!["yiqi.results.>".to_owned()],
        max_age: RESULTS_AGE,
        ..usual.clone()
    };
    let parked = Config {
        name: "yiqi-parked".to_owned(),
        subjects: vec!["yiqi.parked.>".to_owned()],
        max_age: PARKED_AGE,
        ..usual
    };
    let stream = |config: Config| {
        let context = context.clone();
        async move {
            let made = context.get_or_create_stream(config).await;
            made.map_err(|error| match error.kind() {
                CreateStreamErrorKind::JetStreamUnavailable => QueueError::NoJetStream,
                _ => bus(error),
            })
        }
    };
    let jobs = stream(jobs).await?;
    let (results, parked) = (stream(results).await?, stream(parked).await?);
    let mut consumers = Vec::new();
    for urgency in Urgency::ALL {
        let name = format!("{version}-{}", urgency.name());
        let config = pull::Config {
            durable_name: Some(name.clone()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: options.ack_wait,
            max_ack_pending: AT_ONCE_MAX,
            inactive_threshold: CONSUMER_AGE,
            filter_subject: format!("yiqi.jobs.{version}.{}.*", urgency.name()),
            ..pull::Config::default()
        };
        consumers.push(
            jobs.get_or_create_consumer(&name, config)
                .await
                .map_err(bus)?,
        );
    }
    Ok((results, parked, consumers))
}

impl NatsQueue {
    pub(super) async fn open(
        client: Client,
        options: QueueOptions,
    ) -> Result<NatsQueue, QueueError> {
        let version = options.version.replace(['.', ' ', '*', '>'], "_");
        let context = async_nats::jetstream::new(client.clone());
        let (results, parked, consumers) = set_up(&context, &version, &options).await?;
        let queue = NatsQueue(Arc::new(Shared {
            options,
            version,
            client,
            context,
            results,
            parked,
            consumers,
            work: Notify::new(),
            workers: Mutex::default(),
        }));
        let nudges = queue.subscribe(queue.nudge_subject()).await?;
        queue.spawn(nudges, |queue, _| {
            queue.0.work.notify_waiters();
            // For one that is about to wait.
            queue.0.work.notify_one();
        });
        Ok(queue)
    }

    pub(super) fn options(&self) -> &QueueOptions {
        &self.0.options
    }

    fn nudge_subject(&self) -> String {
        format!("yiqi.nudge.{}", self.0.version)
    }

    fn subject(&self, kind: &str, id: JobId) -> String {
        format!("yiqi.{kind}.{}.{id}", self.0.version)
    }

    async fn subscribe(&self, subject: String) -> Result<Subscriber, QueueError> {
        self.0.client.subscribe(subject).await.map_err(bus)
    }

    /// Handles messages until the queue is no longer used.
    fn spawn(
        &self,
        mut messages: Subscriber,
        handle: impl Fn(&NatsQueue, async_nats::Message) + Send + 'static,
    ) {
        let weak = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            while let Some(message) = messages.next().await {
                let Some(shared) = weak.upgrade() else { return };
                handle(&NatsQueue(shared), message);
            }
        });
    }

    pub(super) fn ask(&self, job: Job, urgency: Urgency) -> Ticket {
        let (sender, events) = mpsc::channel(EVENTS);
        let asked = Asked {
            queue: self.clone(),
            id: job.id(),
            job,
            urgency,
            events: sender,
        };
        let task = tokio::spawn(asked.run());
        Ticket {
            events,
            task: Some(task),
        }
    }

    /// The result of a job, if there is one.
    async fn stored(&self, id: JobId) -> Result<Option<Value>, QueueError> {
        let subject = self.subject("results", id);
        match self.0.results.direct_get_last_for_subject(subject).await {
            Ok(message) => Ok(serde_json::from_slice(&message.payload).ok()),
            Err(error) if error.kind() == DirectGetErrorKind::NotFound => Ok(None),
            Err(error) => Err(bus(error)),
        }
    }

    /// Publishes a message to a subject that has none; `false` if it has one.
    async fn publish_first(&self, subject: String, text: String) -> Result<bool, QueueError> {
        let message = PublishMessage::build()
            .payload(text.into())
            .expected_last_subject_sequence(0);
        let sent = self.0.context.send_publish(subject, message).await;
        let stored = match sent {
            Ok(waiting) => waiting.await,
            Err(error) => Err(error),
        };
        match stored {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => Ok(false),
            Err(error) => Err(bus(error)),
        }
    }

    async fn tell(&self, id: JobId, what: &Value) {
        let subject = self.subject("told", id);
        // Whoever misses it finds the result in the stream.
        let _ = self
            .0
            .client
            .publish(subject, what.to_string().into())
            .await;
    }

    async fn park(&self, id: JobId, reason: &str, job: &[u8]) -> Result<(), QueueError> {
        alarm(id, reason);
        let text = json!({ "reason": reason, "job": String::from_utf8_lossy(job) });
        let subject = self.subject("parked", id);
        let message = PublishMessage::build().payload(text.to_string().into());
        let sent = self.0.context.send_publish(subject, message).await;
        sent.map_err(bus)?.await.map_err(bus)?;
        self.tell(id, &json!({ "parked": reason })).await;
        Ok(())
    }

    pub(super) async fn waiting(&self) -> Result<usize, QueueError> {
        let mut count = 0;
        for consumer in &self.0.consumers {
            let info = consumer.get_info().await.map_err(bus)?;
            count += usize::try_from(info.num_pending).unwrap_or(usize::MAX);
        }
        Ok(count)
    }

    /// Sets up again what a server may have lost.
    pub(super) async fn repair(&self) {
        let Shared {
            context,
            version,
            options,
            ..
        } = &*self.0;
        // Whatever needs it fails again and says so.
        let _ = set_up(context, version, options).await;
    }

    pub(super) async fn wait(&self) {
        let _ = tokio::time::timeout(IDLE, self.0.work.notified()).await;
    }

    /// A job to do, the most urgent first, if there is any.
    pub(super) async fn try_take(&self) -> Result<Option<(Job, NatsTaken)>, QueueError> {
        for consumer in &self.0.consumers {
            loop {
                let fetch = async {
                    let fetched = consumer.fetch().max_messages(1).messages().await;
                    let message = fetched.map_err(bus)?.next().await;
                    message.transpose().map_err(bus)
                };
                // A server that was killed never says that there is nothing.
                let Ok(message) = tokio::time::timeout(FETCH_MAX, fetch).await else {
                    return Err(bus("no answer"));
                };
                let Some(message) = message? else {
                    break;
                };
                if let Some(taken) = self.received(message).await? {
                    return Ok(Some(taken));
                }
            }
        }
        Ok(None)
    }

    /// Looks at a job that was delivered; `None` if there is nothing to do about it.
    async fn received(&self, message: Message) -> Result<Option<(Job, NatsTaken)>, QueueError> {
        let delivery = message
            .info()
            .map_or(1, |info| info.delivered.unsigned_abs());
        let parsed = Job::parse(&message.payload);
        let id = match &parsed {
            Ok(job) => job.id(),
            // Its own hash, as that of any text.
            Err(_) => JobId::of_text(&message.payload),
        };
        let taken = NatsTaken {
            queue: self.clone(),
            id,
            message,
            delivery,
        };
        let job = match parsed {
            Ok(job) => job,
            Err(bad) => {
                // No try could help.
                taken.park(&bad.to_string()).await?;
                return Ok(None);
            }
        };
        if delivery > 1 {
            // Whoever did it last may have been killed before it could say so.
            if let Some(result) = self.stored(id).await? {
                taken.settle().await?;
                self.tell(id, &json!({ "done": result })).await;
                return Ok(None);
            }
            if delivery > self.0.options.tries_max {
                let tries = delivery - 1;
                let reason = format!("{tries} workers ended before they had done it");
                taken.park(&reason).await?;
                return Ok(None);
            }
        }
        if !taken.keep().await {
            taken.forget().await;
            return Ok(None);
        }
        Ok(Some((job, taken)))
    }

    fn known_workers(&self) -> MutexGuard<'_, HashMap<(String, String), (WorkerInfo, Instant)>> {
        let workers = self.0.workers.lock();
        workers.unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn watch_workers(&self) {
        let queue = self.clone();
        tokio::spawn(async move {
            let beats = queue.subscribe("yiqi.workers.*".to_owned()).await;
            let hellos = queue.subscribe(HELLO.to_owned()).await;
            let (Ok(beats), Ok(hellos)) = (beats, hellos) else {
                return;
            };
            queue.spawn(beats, NatsQueue::heard);
            queue.spawn(hellos, |queue, hello| {
                if let Some(reply) = hello.reply {
                    let client = queue.0.client.clone();
                    let version = queue.0.options.version.clone();
                    tokio::spawn(async move { client.publish(reply, version.into()).await });
                }
            });
            let _ = queue.0.client.flush().await;
        });
    }

    /// Remembers a worker that said it is there.
    fn heard(&self, message: async_nats::Message) {
        let Ok(value) = serde_json::from_slice::<Value>(&message.payload) else {
            return;
        };
        let text = |key: &str| value[key].as_str().map(str::to_owned);
        let count = |key: &str| usize::try_from(value[key].as_u64()?).ok();
        let (Some(name), Some(version), Some(threads), Some(busy)) = (
            text("name"),
            text("version"),
            count("threads"),
            count("busy"),
        ) else {
            return;
        };
        let own = &self.0.options.version;
        let key = (version.clone(), name.clone());
        let mut workers = self.known_workers();
        if threads == 0 {
            workers.remove(&key);
            return;
        }
        let info = WorkerInfo {
            name,
            version,
            threads,
            busy,
        };
        let (name, version) = (info.name.clone(), info.version.clone());
        let known = workers.insert(key, (info, Instant::now()));
        if known.is_none() && version == *own {
            tracing::info!(name, threads, "a worker is there");
        } else if known.is_none() {
            tracing::warn!(
                name,
                version,
                own,
                "a worker has another version of yiqi and gets no jobs"
            );
        }
    }

    pub(super) fn workers(&self) -> Vec<WorkerInfo> {
        let age_max = self.0.options.beat_every * 3;
        let mut workers = self.known_workers();
        workers.retain(|_, (_, at)| at.elapsed() < age_max);
        let own = workers.values().map(|(worker, _)| worker);
        own.filter(|worker| worker.version == self.0.options.version)
            .cloned()
            .collect()
    }

    pub(super) async fn beat(&self, threads: usize, busy: usize, name: &str) {
        let subject = format!("yiqi.workers.{}", self.0.version);
        let version = &self.0.options.version;
        let beat = json!({ "name": name, "version": version, "threads": threads, "busy": busy });
        let _ = self
            .0
            .client
            .publish(subject, beat.to_string().into())
            .await;
    }

    pub(super) async fn flush(&self) {
        let _ = self.0.client.flush().await;
    }

    pub(super) async fn foreign_versions(&self) -> Result<Vec<String>, QueueError> {
        let inbox = self.0.client.new_inbox();
        let mut answers = self.subscribe(inbox.clone()).await?;
        let asked = self.0.client.publish_with_reply(HELLO, inbox, "".into());
        asked.await.map_err(bus)?;
        let mut versions = Vec::new();
        let gather = async {
            while let Some(answer) = answers.next().await {
                if answer.status.is_some() {
                    // Nobody is there.
                    break;
                }
                let version = String::from_utf8_lossy(&answer.payload).into_owned();
                if !versions.contains(&version) {
                    versions.push(version);
                }
            }
        };
        let _ = tokio::time::timeout(HELLO_WAIT, gather).await;
        if versions.contains(&self.0.options.version) {
            versions.clear();
        }
        Ok(versions)
    }
}

/// A job that somebody waits for.
struct Asked {
    queue: NatsQueue,
    id: JobId,
    job: Job,
    urgency: Urgency,
    events: mpsc::Sender<TicketEvent>,
}

impl Asked {
    /// Asks until there is an end. Nothing that the server loses or forgets can stop it.
    async fn run(self) {
        let mut delay = DELAY_MIN;
        let mut is_first = true;
        loop {
            match self.follow(is_first).await {
                Ok(end) => {
                    let _ = self.events.send(end).await;
                    return;
                }
                Err(error) => {
                    tracing::warn!(%error, "could not ask for a job; trying again");
                    tokio::time::sleep(delay).await;
                    delay = (delay * 2).min(DELAY_MAX);
                    self.queue.repair().await;
                }
            }
            is_first = false;
        }
    }

    async fn follow(&self, is_first: bool) -> Result<TicketEvent, QueueError> {
        let queue = &self.queue;
        let mut told = queue.subscribe(queue.subject("told", self.id)).await?;
        if is_first {
            // Whoever asks for a job that was given up wants it to be tried again.
            let parked = queue.subject("parked", self.id);
            let purged = queue.0.parked.purge().filter(parked).await;
            purged.map_err(bus)?;
        }
        loop {
            if let Some(end) = self.look().await? {
                return Ok(end);
            }
            let subject = format!(
                "yiqi.jobs.{}.{}.{}",
                queue.0.version,
                self.urgency.name(),
                self.id
            );
            if queue.publish_first(subject, self.job.to_text()).await? {
                let nudge = queue.0.client.publish(queue.nudge_subject(), "".into());
                nudge.await.map_err(bus)?;
            }
            let listen = async {
                while let Some(message) = told.next().await {
                    if let Some(end) = self.hear(message).await {
                        return Ok(end);
                    }
                }
                Err(QueueError::Bus("the subscription ended".to_owned()))
            };
            match tokio::time::timeout(queue.0.options.look_every, listen).await {
                Ok(end) => return end,
                // Perhaps a message was lost.
                Err(_) => continue,
            }
        }
    }

    /// Looks whether the job has come to an end.
    async fn look(&self) -> Result<Option<TicketEvent>, QueueError> {
        let queue = &self.queue;
        if let Some(value) = queue.stored(self.id).await?
            && let Some(result) = JobResult::from_json(&self.job, &value)
        {
            return Ok(Some(TicketEvent::Done(result)));
        }
        let parked = queue.subject("parked", self.id);
        match queue.0.parked.direct_get_last_for_subject(parked).await {
            Ok(message) => {
                let value: Value = serde_json::from_slice(&message.payload).unwrap_or_default();
                Ok(Some(parked_event(&value["reason"])))
            }
            Err(error) if error.kind() == DirectGetErrorKind::NotFound => Ok(None),
            Err(error) => Err(bus(error)),
        }
    }

    /// Handles what is told about the job; returns its end.
    async fn hear(&self, message: async_nats::Message) -> Option<TicketEvent> {
        if let Some(reply) = message.reply {
            // A worker asks whether anybody waits.
            let _ = self.queue.0.client.publish(reply, "".into()).await;
        }
        let value: Value = serde_json::from_slice(&message.payload).ok()?;
        if value["partial"].is_object() {
            let analysis = parse_analysis(&value["partial"], self.job.game())?;
            // One slot is left for the end.
            if self.events.capacity() > 1 {
                let _ = self.events.try_send(TicketEvent::Partial(analysis));
            }
        } else if value["done"].is_object() {
            return JobResult::from_json(&self.job, &value["done"]).map(TicketEvent::Done);
        } else if value["parked"].is_string() {
            return Some(parked_event(&value["parked"]));
        }
        None
    }
}

fn parked_event(reason: &Value) -> TicketEvent {
    TicketEvent::Parked(Parked {
        reason: reason.as_str().unwrap_or_default().to_owned(),
    })
}

impl NatsTaken {
    pub(super) async fn partial(&self, analysis: &Analysis, game: GameSpec) {
        let partial = json!({ "partial": analysis_json(analysis, game) });
        self.queue.tell(self.id, &partial).await;
    }

    /// Keeps the job from being given to another worker; `false` if nobody waits for it.
    pub(super) async fn keep(&self) -> bool {
        // A lost message costs a second run at most.
        let _ = self.message.ack_with(AckKind::Progress).await;
        let subject = self.queue.subject("told", self.id);
        let request = async_nats::Request::new()
            .payload("{}".into())
            .timeout(Some(WANTED_WAIT));
        let answer = self.queue.0.client.send_request(subject, request).await;
        !answer.is_err_and(|error| error.kind() == RequestErrorKind::NoResponders)
    }

    pub(super) async fn finish(self, result: &JobResult, game: GameSpec) -> Result<(), QueueError> {
        let value = result.to_json(game);
        let subject = self.queue.subject("results", self.id);
        let is_first = self.queue.publish_first(subject, value.to_string()).await?;
        let counts = if is_first {
            Some(value)
        } else {
            tracing::debug!(id = %self.id, "a job was done twice; the first result counts");
            self.queue.stored(self.id).await?
        };
        self.settle().await?;
        self.queue.tell(self.id, &json!({ "done": counts })).await;
        Ok(())
    }

    pub(super) async fn fail(self, reason: &str) -> Result<(), QueueError> {
        if self.delivery >= self.queue.0.options.tries_max {
            return self.park(reason).await;
        }
        tracing::warn!(id = %self.id, reason, "a job failed and is tried again");
        let factor = u32::try_from(self.delivery).unwrap_or(u32::MAX);
        let delay = DELAY_MIN.saturating_mul(factor).min(DELAY_MAX);
        let given = self.message.ack_with(AckKind::Nak(Some(delay))).await;
        given.map_err(bus)
    }

    pub(super) async fn give_back(self) {
        let _ = self.message.ack_with(AckKind::Nak(None)).await;
        let nudge = self.queue.nudge_subject();
        let _ = self.queue.0.client.publish(nudge, "".into()).await;
        self.queue.flush().await;
    }

    pub(super) async fn forget(self) {
        let _ = self.settle().await;
    }

    /// Takes the job out of the queue and waits until it is.
    async fn settle(&self) -> Result<(), QueueError> {
        self.message.double_ack().await.map_err(bus)
    }

    async fn park(&self, reason: &str) -> Result<(), QueueError> {
        let job = &self.message.payload;
        self.queue.park(self.id, reason, job).await?;
        self.settle().await
    }
}
