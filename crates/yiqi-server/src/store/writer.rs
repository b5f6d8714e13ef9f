//! The one task that writes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;
use sqlx::{Connection, Executor, QueryBuilder, Sqlite, SqliteConnection};
use tokio::sync::{Mutex, Notify, mpsc, oneshot, watch};
use tokio::task::JoinHandle;

use super::checkpoint::Checkpointer;
use super::files::OpenFiles;
use super::{Appended, EntryRow, StoreError, TableKey, Work, primary_code};
use crate::metrics::latency_histogram;

/// Capacity of the queue. Senders wait while it is full.
const QUEUE: usize = 8192;

/// The most jobs in one transaction.
const BATCH: usize = 1024;

/// After a transaction with this many jobs the next one waits for more: a server that is busy does
/// less work for each move if many share a transaction.
const BUSY_JOBS: usize = 8;

/// How long it waits.
const GATHERING: Duration = Duration::from_millis(2);

/// The most entries in one statement: SQLite allows 32766 values, and an entry has six.
const ROWS_MAX: usize = 2048;

/// Statements for up to this many entries stay prepared; the lengths of longer ones hardly ever
/// repeat.
const ROWS_PREPARED: usize = 16;

/// How often an idle writer checks that its files are still in place.
const FILE_CHECK: Duration = Duration::from_secs(1);

/// Whether the store can write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    /// Writes succeed.
    Good,
    /// The last write failed for a reason that may pass: a full disk or a lock.
    Troubled,
    /// A write failed for good. What is on disk is unknown, so this process never writes again.
    Failed,
    /// The file was removed or replaced. What was written since may be lost, so this process never
    /// writes again.
    Replaced,
}

impl Health {
    /// Whether this process never writes again.
    #[must_use]
    pub fn is_final(self) -> bool {
        matches!(self, Health::Failed | Health::Replaced)
    }

    /// The health after a write.
    fn after(end: &Result<(), StoreError>) -> Health {
        match end {
            Ok(()) => Health::Good,
            Err(StoreError::Full | StoreError::Busy) => Health::Troubled,
            Err(StoreError::Replaced { .. }) => Health::Replaced,
            // After a failed write the state on disk is unknown: never write or acknowledge again.
            Err(_) => Health::Failed,
        }
    }
}

/// A job, with the channel on which its sender waits for the result.
enum Job {
    Append(AppendJob),
    Write(Box<dyn Writing>),
}

/// Jobs of one transaction.
#[derive(Default)]
struct Batch {
    appends: Vec<AppendJob>,
    writes: Vec<Box<dyn Writing>>,
}

impl Batch {
    fn new(jobs: impl Iterator<Item = Job>) -> Batch {
        let mut batch = Batch::default();
        for job in jobs {
            match job {
                Job::Append(job) => batch.appends.push(job),
                Job::Write(job) => batch.writes.push(job),
            }
        }
        batch
    }

    /// Tells all senders whether their jobs are on disk.
    fn answer(self, end: &Result<(), StoreError>) {
        for job in self.appends {
            let _ = job.reply.send(end.clone().map(|()| job.appended));
        }
        for job in self.writes {
            job.answer(end.clone());
        }
    }
}

/// A write other than appending entries.
trait Writing: Send {
    /// Runs within a transaction.
    fn run<'c>(
        &'c mut self,
        connection: &'c mut SqliteConnection,
    ) -> BoxFuture<'c, Result<(), sqlx::Error>>;

    /// Tells the sender whether the write is on disk.
    fn answer(self: Box<Self>, end: Result<(), StoreError>);
}

/// What the writer works with.
pub(super) struct OpenDatabase {
    pub(super) connection: SqliteConnection,
    pub(super) checkpointer: Checkpointer,
    pub(super) files: OpenFiles,
}

/// A handle to the writer.
#[derive(Clone)]
pub(super) struct Writer {
    jobs: mpsc::Sender<Job>,
    health: watch::Receiver<Health>,
    closing: Arc<Notify>,
    task: Arc<Mutex<Option<JoinHandle<()>>>>,
    metrics: WriterMetrics,
}

/// What the writer measures.
#[derive(Clone, Debug)]
struct WriterMetrics {
    commit_seconds: Histogram,
    commit_jobs: Histogram,
}

impl WriterMetrics {
    fn new() -> WriterMetrics {
        WriterMetrics {
            commit_seconds: latency_histogram(),
            commit_jobs: Histogram::new(exponential_buckets(1.0, 2.0, 11)),
        }
    }
}

impl std::fmt::Debug for Writer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer").finish_non_exhaustive()
    }
}

impl Writer {
    pub(super) fn start(database: OpenDatabase, commit_delay: Option<Duration>) -> Writer {
        let (jobs, queue) = mpsc::channel(QUEUE);
        let (sender, health) = watch::channel(Health::Good);
        let closing = Arc::new(Notify::new());
        let metrics = WriterMetrics::new();
        let task = tokio::spawn(run(
            database,
            queue,
            sender,
            Arc::clone(&closing),
            commit_delay,
            metrics.clone(),
        ));
        Writer {
            jobs,
            health,
            closing,
            task: Arc::new(Mutex::new(Some(task))),
            metrics,
        }
    }

    pub(super) fn health(&self) -> watch::Receiver<Health> {
        self.health.clone()
    }

    pub(super) fn queue_length(&self) -> usize {
        self.jobs.max_capacity() - self.jobs.capacity()
    }

    pub(super) fn register_metrics(&self, registry: &mut Registry) {
        let WriterMetrics {
            commit_seconds,
            commit_jobs,
        } = self.metrics.clone();
        registry.register(
            "commit_seconds",
            "Time to write one transaction to disk",
            commit_seconds,
        );
        registry.register("commit_jobs", "Jobs in one transaction", commit_jobs);
    }

    pub(super) async fn append(
        &self,
        table: TableKey,
        first: usize,
        entries: Vec<EntryRow>,
    ) -> Result<Appended, StoreError> {
        let (reply, answer) = oneshot::channel();
        let job = AppendJob {
            table,
            first,
            entries,
            appended: Appended::Stored,
            reply,
        };
        self.send(Job::Append(job)).await?;
        answer.await.unwrap_or_else(|_| Err(stopped()))
    }

    pub(super) async fn write<T: Send + 'static>(&self, work: Work<T>) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        let job = WriteJob {
            work: Some(work),
            done: None,
            reply,
        };
        self.send(Job::Write(Box::new(job))).await?;
        answer.await.unwrap_or_else(|_| Err(stopped()))
    }

    async fn send(&self, job: Job) -> Result<(), StoreError> {
        self.jobs.send(job).await.map_err(|_| stopped())
    }

    /// Finishes the queued jobs. No job is accepted afterwards.
    pub(super) async fn close(&self) {
        self.closing.notify_one();
        if let Some(task) = self.task.lock().await.take()
            && task.await.is_err()
        {
            tracing::error!("the writer has panicked");
        }
    }
}

fn stopped() -> StoreError {
    StoreError::Failed("the writer has stopped".to_owned())
}

struct AppendJob {
    table: TableKey,
    first: usize,
    entries: Vec<EntryRow>,
    appended: Appended,
    reply: oneshot::Sender<Result<Appended, StoreError>>,
}

impl AppendJob {
    /// The entries with their table and number.
    fn numbered(&self) -> impl Iterator<Item = (TableKey, usize, &EntryRow)> {
        let numbers = self.first..;
        let entries = numbers.zip(&self.entries);
        entries.map(|(number, entry)| (self.table, number, entry))
    }

    /// Adds the entries one by one, unless the first number is taken.
    async fn run(&self, connection: &mut SqliteConnection) -> Result<Appended, sqlx::Error> {
        for row in self.numbered() {
            match insert(connection, &[row]).await {
                Ok(()) => {}
                // Whoever inserted the first number owns those that follow too.
                Err(error) if is_taken(&error) => return Ok(Appended::Conflict),
                Err(error) => return Err(error),
            }
        }
        Ok(Appended::Stored)
    }
}

/// Adds entries to logs in one statement: all of them, or none if one of the numbers is taken.
///
/// Each statement is a trip to the thread of the connection, which takes milliseconds on a busy
/// machine. One statement therefore serves everybody who moves at the same time.
async fn insert(
    connection: &mut SqliteConnection,
    rows: &[(TableKey, usize, &EntryRow)],
) -> Result<(), sqlx::Error> {
    let mut statement = QueryBuilder::<Sqlite>::new(
        "INSERT INTO entries (table_key, number, body, person, command, sum) ",
    );
    statement.push_values(rows, |mut values, (table, number, entry)| {
        values
            .push_bind(table.0)
            .push_bind(*number as i64)
            .push_bind(&entry.body)
            .push_bind(entry.person.map(|person| person.0))
            .push_bind(&entry.command)
            .push_bind(entry.sum(*table, *number));
    });
    statement
        .build()
        .persistent(rows.len() <= ROWS_PREPARED)
        .execute(connection)
        .await?;
    Ok(())
}

/// Whether a number was already taken.
fn is_taken(error: &sqlx::Error) -> bool {
    let database = error.as_database_error();
    database.is_some_and(sqlx::error::DatabaseError::is_unique_violation)
}

struct WriteJob<T> {
    work: Option<Work<T>>,
    done: Option<Result<T, sqlx::Error>>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T: Send + 'static> Writing for WriteJob<T> {
    fn run<'c>(
        &'c mut self,
        connection: &'c mut SqliteConnection,
    ) -> BoxFuture<'c, Result<(), sqlx::Error>> {
        Box::pin(async move {
            let Some(work) = self.work.take() else {
                return Ok(());
            };
            // An error in this work rolls back this work only.
            connection.execute("SAVEPOINT work").await?;
            match work(&mut *connection).await {
                Ok(value) => self.done = Some(Ok(value)),
                // A disk error fails the whole transaction.
                Err(error) if is_disk_error(&error) => return Err(error),
                Err(error) => {
                    connection.execute("ROLLBACK TO work").await?;
                    self.done = Some(Err(error));
                }
            }
            connection.execute("RELEASE work").await?;
            Ok(())
        })
    }

    fn answer(self: Box<Self>, end: Result<(), StoreError>) {
        let answer = match (end, self.done) {
            (Err(error), _) => Err(error),
            (Ok(()), Some(done)) => done.map_err(StoreError::from),
            (Ok(()), None) => Err(stopped()),
        };
        let _ = self.reply.send(answer);
    }
}

/// Whether the file is at fault rather than the statement.
fn is_disk_error(error: &sqlx::Error) -> bool {
    match error {
        // Locked, read-only, I/O error, damaged, full, cannot open, not a database.
        sqlx::Error::Database(_) => {
            matches!(primary_code(error), Some(5..=8 | 10 | 11 | 13 | 14 | 26))
        }
        sqlx::Error::RowNotFound => false,
        _ => true,
    }
}

async fn run(
    database: OpenDatabase,
    mut queue: mpsc::Receiver<Job>,
    health: watch::Sender<Health>,
    closing: Arc<Notify>,
    commit_delay: Option<Duration>,
    metrics: WriterMetrics,
) {
    let OpenDatabase {
        mut connection,
        mut checkpointer,
        mut files,
    } = database;
    let mut jobs = Vec::new();
    let mut is_busy = false;
    let mut file_checks = tokio::time::interval(FILE_CHECK);
    file_checks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        let taken = tokio::select! {
            taken = queue.recv_many(&mut jobs, BATCH) => taken,
            () = closing.notified() => {
                queue.close();
                continue;
            }
            _ = file_checks.tick() => {
                if !health.borrow().is_final()
                    && let Err(error) = files.check()
                {
                    tracing::error!(%error, "the database is not in its place");
                    health.send_replace(Health::Replaced);
                }
                let is_troubled = *health.borrow() == Health::Troubled;
                if is_troubled {
                    // Nobody may try to write while the service reports that it cannot.
                    set_health(&health, Health::after(&try_to_write(&mut connection).await));
                }
                continue;
            }
        };
        if taken == 0 {
            break;
        }
        if is_busy {
            tokio::time::sleep(GATHERING).await;
            while jobs.len() < BATCH
                && let Ok(job) = queue.try_recv()
            {
                jobs.push(job);
            }
        }
        let taken = jobs.len();
        is_busy = taken >= BUSY_JOBS;
        let mut batch = Batch::new(jobs.drain(..));
        let end = if health.borrow().is_final() {
            Err(stopped())
        } else {
            let since = Instant::now();
            let done = transact(&mut connection, &mut batch, commit_delay).await;
            let took = since.elapsed().as_secs_f64();
            metrics.commit_seconds.observe(took);
            metrics.commit_jobs.observe(taken as f64);
            checkpointer.note(taken);
            done.and_then(|()| files.check())
        };
        set_health(&health, Health::after(&end));
        if let Err(error) = &end {
            tracing::error!(%error, work = taken, "could not write");
        }
        batch.answer(&end);
    }
    checkpointer.close().await;
    if let Err(error) = connection.close().await {
        tracing::warn!(%error, "closing the database");
    }
}

/// Changes the health, unless it is final.
fn set_health(health: &watch::Sender<Health>, now: Health) {
    health.send_if_modified(|health| {
        let changed = *health != now && !health.is_final();
        if changed {
            *health = now;
        }
        changed
    });
}

/// Writes something without effect.
async fn try_to_write(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    connection.execute("PRAGMA user_version = 0").await?;
    Ok(())
}

/// Commits the whole batch or nothing.
async fn transact(
    connection: &mut SqliteConnection,
    batch: &mut Batch,
    commit_delay: Option<Duration>,
) -> Result<(), StoreError> {
    // A single statement is its own transaction.
    if batch.writes.is_empty()
        && commit_delay.is_none()
        && insert_all(connection, &batch.appends).await?
    {
        return Ok(());
    }
    // Not sqlx's transaction: a full disk makes SQLite roll back by itself, and sqlx would give up
    // the connection when its own rollback then fails.
    connection.execute("BEGIN IMMEDIATE").await?;
    let done = work_and_commit(connection, batch, commit_delay).await;
    if done.is_err()
        && let Err(error) = connection.execute("ROLLBACK").await
    {
        tracing::debug!(%error, "nothing to roll back");
    }
    Ok(done?)
}

async fn work_and_commit(
    connection: &mut SqliteConnection,
    batch: &mut Batch,
    commit_delay: Option<Duration>,
) -> Result<(), sqlx::Error> {
    if !insert_all(connection, &batch.appends).await? {
        for job in &mut batch.appends {
            job.appended = job.run(connection).await?;
        }
    }
    for job in &mut batch.writes {
        job.run(connection).await?;
    }
    if let Some(delay) = commit_delay {
        tokio::time::sleep(delay).await;
    }
    connection.execute("COMMIT").await?;
    Ok(())
}

/// Adds the entries of all jobs in one statement. Returns false, with nothing changed, if that is
/// not possible.
async fn insert_all(
    connection: &mut SqliteConnection,
    jobs: &[AppendJob],
) -> Result<bool, sqlx::Error> {
    let rows: Vec<(TableKey, usize, &EntryRow)> =
        jobs.iter().flat_map(AppendJob::numbered).collect();
    if rows.is_empty() {
        return Ok(true);
    }
    if rows.len() > ROWS_MAX {
        return Ok(false);
    }
    match insert(connection, &rows).await {
        Ok(()) => Ok(true),
        Err(error) if is_taken(&error) => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Store, StoreOptions};

    fn entry(body: &str) -> EntryRow {
        EntryRow {
            body: body.to_owned(),
            person: None,
            command: Some("id".to_owned()),
        }
    }

    /// Appends to many tables at the same time and returns the results in order.
    async fn append_all(
        store: &Store,
        jobs: Vec<(i64, usize, Vec<EntryRow>)>,
    ) -> Vec<Result<Appended, StoreError>> {
        let appends = jobs
            .into_iter()
            .map(|(table, first, entries)| store.append(TableKey(table), first, entries));
        futures_util::future::join_all(appends).await
    }

    async fn bodies(store: &Store, table: i64) -> Vec<String> {
        let rows = store.read(TableKey(table), 0).await.unwrap();
        rows.into_iter().map(|row| row.body).collect()
    }

    async fn open(folder: &tempfile::TempDir) -> Store {
        let options = StoreOptions::new(folder.path().join("yiqi.db"));
        Store::open(&options).await.unwrap()
    }

    // Fault 78.
    #[tokio::test]
    async fn a_late_append_conflicts_and_the_others_are_stored() {
        let folder = tempfile::tempdir().unwrap();
        let store = open(&folder).await;
        let first = store.append(TableKey(7), 1, vec![entry("first")]).await;
        assert_eq!(first.unwrap(), Appended::Stored);
        let jobs = (1..=20)
            .map(|table| (table, 1, vec![entry("one"), entry("two")]))
            .collect();
        let answers = append_all(&store, jobs).await;
        for (table, answer) in (1..).zip(answers) {
            let (want, kept): (_, &[&str]) = match table {
                7 => (Appended::Conflict, &["first"]),
                _ => (Appended::Stored, &["one", "two"]),
            };
            assert_eq!(answer.unwrap(), want, "{table}");
            assert_eq!(bodies(&store, table).await, kept, "{table}");
        }
    }

    #[tokio::test]
    async fn a_batch_larger_than_one_statement_is_stored() {
        let folder = tempfile::tempdir().unwrap();
        let store = open(&folder).await;
        let long = vec![entry("entry"); ROWS_MAX + 1];
        let answers = append_all(&store, vec![(1, 1, long), (2, 1, vec![entry("other")])]).await;
        assert!(
            answers
                .iter()
                .all(|answer| matches!(answer, Ok(Appended::Stored)))
        );
        assert_eq!(bodies(&store, 1).await.len(), ROWS_MAX + 1);
        assert_eq!(bodies(&store, 2).await, ["other"]);
    }
}
