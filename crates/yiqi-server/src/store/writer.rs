//! The task that writes.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;
use sqlx::{QueryBuilder, Sqlite};
use tokio::sync::{Mutex, Notify, mpsc, oneshot, watch};
use tokio::task::JoinHandle;

use super::checkpoint::Checkpointer;
use super::files::OpenFiles;
use super::sql::{Connection, Pool};
use super::{Appended, EntryRow, StoreError, StoreOptions, TableKey, Work, postgres, sqlite};
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

/// The most entries in one statement: SQLite allows 32766 values, and an entry has six. PostgreSQL
/// takes lists.
const ROWS_MAX: usize = 2048;

/// Statements for up to this many entries stay prepared; the lengths of longer ones hardly ever
/// repeat.
const ROWS_PREPARED: usize = 16;

/// How often an idle writer checks that its database is still there.
const CHECK: Duration = Duration::from_secs(1);

/// Whether the store can write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    /// Writes succeed.
    Good,
    /// The last write failed for a reason that may pass: a full disk, a lock, or a server of the
    /// database that cannot be reached.
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

    /// The health after a write to a file.
    fn after(end: &Result<(), StoreError>) -> Health {
        match end {
            Ok(()) => Health::Good,
            Err(StoreError::Full | StoreError::Busy) => Health::Troubled,
            Err(StoreError::Replaced { .. }) => Health::Replaced,
            // After a failed write the state on disk is unknown: never write or acknowledge again.
            Err(_) => Health::Failed,
        }
    }

    /// The health after a write to a server, which knows what is on its disk.
    fn after_remote(end: &Result<(), StoreError>) -> Health {
        match end {
            Ok(()) => Health::Good,
            Err(_) => Health::Troubled,
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

    /// Whether all of it can be done again: what was already done would find its numbers taken, and
    /// is then read.
    fn can_repeat(&self) -> bool {
        self.writes.iter().all(|job| job.is_untouched())
    }

    /// Tells all senders whether their jobs are on disk.
    fn answer(self, end: &Result<(), StoreError>) {
        for job in self.appends {
            let _ = job.reply.send(end.clone().and(job.appended));
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
        connection: &'c mut Connection,
    ) -> BoxFuture<'c, Result<(), sqlx::Error>>;

    /// Whether it has not run yet.
    fn is_untouched(&self) -> bool;

    /// Tells the sender whether the write is on disk.
    fn answer(self: Box<Self>, end: Result<(), StoreError>);
}

/// What the writer works with.
pub(super) enum Database {
    File {
        connection: Connection,
        checkpointer: Checkpointer,
        files: OpenFiles,
    },
    Postgres(Box<postgres::Server>),
}

impl Database {
    /// Opens a file. Also returns connections for reading.
    pub(super) async fn open_file(
        path: &Path,
        options: &StoreOptions,
    ) -> Result<(Pool, Database), StoreError> {
        let file = sqlite::open(path, options).await?;
        let database = Database::File {
            connection: Connection::Sqlite(file.connection),
            checkpointer: file.checkpointer,
            files: file.files,
        };
        Ok((Pool::Sqlite(file.readers), database))
    }

    /// Commits the whole batch or nothing.
    async fn commit(
        &mut self,
        batch: &mut Batch,
        commit_delay: Option<Duration>,
    ) -> Result<(), StoreError> {
        match self {
            Database::File {
                connection,
                checkpointer,
                files,
            } => {
                let done = transact(connection, batch, commit_delay).await;
                checkpointer.note(batch.appends.len() + batch.writes.len());
                done?;
                files.check()
            }
            Database::Postgres(server) => {
                let first = commit_remote(server, batch, commit_delay).await;
                // The server may have restarted since the last batch.
                if matches!(first, Err(StoreError::Lost(_))) && batch.can_repeat() {
                    return commit_remote(server, batch, commit_delay).await;
                }
                first
            }
        }
    }

    /// The health after a write.
    fn health_after(&self, end: &Result<(), StoreError>) -> Health {
        match self {
            Database::File { .. } => Health::after(end),
            Database::Postgres(_) => Health::after_remote(end),
        }
    }

    /// Checks that the database is there, and whether a service that could not write now can:
    /// nobody may try while it reports that it cannot.
    async fn check(&mut self, health: &watch::Sender<Health>) {
        let is_troubled = *health.borrow() == Health::Troubled;
        match self {
            Database::File {
                connection, files, ..
            } => {
                if !health.borrow().is_final()
                    && let Err(error) = files.check()
                {
                    tracing::error!(%error, "the database is not in its place");
                    health.send_replace(Health::Replaced);
                }
                if is_troubled {
                    set_health(health, Health::after(&try_to_write(connection).await));
                }
            }
            Database::Postgres(server) => {
                if is_troubled {
                    set_health(health, Health::after_remote(&server.ping().await));
                }
            }
        }
    }

    async fn close(self) {
        match self {
            Database::File {
                connection,
                checkpointer,
                ..
            } => {
                checkpointer.close().await;
                if let Connection::Sqlite(connection) = connection
                    && let Err(error) = sqlx::Connection::close(connection).await
                {
                    tracing::warn!(%error, "closing the database");
                }
            }
            Database::Postgres(server) => server.close().await,
        }
    }
}

async fn commit_remote(
    server: &mut postgres::Server,
    batch: &mut Batch,
    commit_delay: Option<Duration>,
) -> Result<(), StoreError> {
    let done = transact(server.connection().await?, batch, commit_delay).await;
    if done.is_err() {
        server.forget();
    }
    done
}

/// A handle to the writer.
#[derive(Clone)]
pub(super) struct Writer {
    jobs: mpsc::Sender<Job>,
    health: watch::Sender<Health>,
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
    pub(super) fn start(database: Database, commit_delay: Option<Duration>) -> Writer {
        let health = watch::Sender::new(Health::Good);
        Writer::start_with(database, commit_delay, health, WriterMetrics::new())
    }

    /// Starts a second writer to the same database.
    pub(super) fn start_another(
        &self,
        database: Database,
        commit_delay: Option<Duration>,
    ) -> Writer {
        let (health, metrics) = (self.health.clone(), self.metrics.clone());
        Writer::start_with(database, commit_delay, health, metrics)
    }

    fn start_with(
        database: Database,
        commit_delay: Option<Duration>,
        health: watch::Sender<Health>,
        metrics: WriterMetrics,
    ) -> Writer {
        let (jobs, queue) = mpsc::channel(QUEUE);
        let closing = Arc::new(Notify::new());
        let task = crate::tasks::spawn(run(
            database,
            queue,
            health.clone(),
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
        self.health.subscribe()
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
            appended: Ok(Appended::Stored),
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
    appended: Result<Appended, StoreError>,
    reply: oneshot::Sender<Result<Appended, StoreError>>,
}

impl AppendJob {
    /// The entries with their table and number.
    fn numbered(&self) -> impl Iterator<Item = (TableKey, usize, &EntryRow)> {
        let numbers = self.first..;
        let entries = numbers.zip(&self.entries);
        entries.map(|(number, entry)| (self.table, number, entry))
    }

    /// Adds the entries, unless a number is taken.
    async fn run(
        &self,
        connection: &mut Connection,
    ) -> Result<Result<Appended, StoreError>, sqlx::Error> {
        let rows: Vec<_> = self.numbered().collect();
        connection.run("SAVEPOINT work").await?;
        let mut appended = Ok(Appended::Stored);
        for rows in rows.chunks(ROWS_MAX) {
            match insert(connection, rows).await? {
                Inserted::All => continue,
                // Whoever inserted the first number owns those that follow too.
                Inserted::Taken => appended = Ok(Appended::Conflict),
                Inserted::Ahead => {
                    appended = Err(StoreError::Failed(format!(
                        "the log of table {} ends before entry {}",
                        self.table.0, self.first
                    )));
                }
            }
            connection.run("ROLLBACK TO work").await?;
            break;
        }
        connection.run("RELEASE work").await?;
        Ok(appended)
    }
}

/// What happened to entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inserted {
    /// They are in their logs.
    All,
    /// Nothing was changed: one of the numbers is taken.
    Taken,
    /// Nothing was changed: one of the logs ends before its number, because another database has
    /// taken the place of the one that had the entries before it.
    Ahead,
}

/// Adds entries to logs in one statement: all of them, or none.
///
/// Each statement is a trip to the thread of the connection, which takes milliseconds on a busy
/// machine. One statement therefore serves everybody who moves at the same time.
async fn insert(
    connection: &mut Connection,
    rows: &[(TableKey, usize, &EntryRow)],
) -> Result<Inserted, sqlx::Error> {
    let inserted = match connection {
        Connection::Sqlite(connection) => {
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
            let statement = statement.build().persistent(rows.len() <= ROWS_PREPARED);
            statement.execute(connection).await.map(|_| Inserted::All)
        }
        Connection::Postgres(connection) => postgres::insert(connection, rows).await,
        #[cfg(feature = "sim")]
        Connection::Sim(connection) => return connection.insert(rows).await,
    };
    match inserted {
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Ok(Inserted::Taken),
        inserted => inserted,
    }
}

struct WriteJob<T> {
    work: Option<Work<T>>,
    done: Option<Result<T, sqlx::Error>>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T: Send + 'static> Writing for WriteJob<T> {
    fn run<'c>(
        &'c mut self,
        connection: &'c mut Connection,
    ) -> BoxFuture<'c, Result<(), sqlx::Error>> {
        Box::pin(async move {
            let Some(work) = self.work.take() else {
                return Ok(());
            };
            // An error in this work rolls back this work only.
            connection.run("SAVEPOINT work").await?;
            match work(&mut *connection).await {
                Ok(value) => self.done = Some(Ok(value)),
                // A disk error fails the whole transaction.
                Err(error) if connection.is_at_fault(&error) => return Err(error),
                Err(error) => {
                    connection.run("ROLLBACK TO work").await?;
                    self.done = Some(Err(error));
                }
            }
            connection.run("RELEASE work").await?;
            Ok(())
        })
    }

    fn is_untouched(&self) -> bool {
        self.work.is_some()
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

async fn run(
    mut database: Database,
    mut queue: mpsc::Receiver<Job>,
    health: watch::Sender<Health>,
    closing: Arc<Notify>,
    commit_delay: Option<Duration>,
    metrics: WriterMetrics,
) {
    let mut jobs = Vec::new();
    let mut is_busy = false;
    let mut checks = tokio::time::interval(CHECK);
    checks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        let taken = tokio::select! {
            biased;
            () = closing.notified() => {
                queue.close();
                continue;
            }
            taken = queue.recv_many(&mut jobs, BATCH) => taken,
            // Last: a locked file makes the check last longer than the time to the next one.
            _ = checks.tick() => {
                database.check(&health).await;
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
            let done = database.commit(&mut batch, commit_delay).await;
            let took = since.elapsed().as_secs_f64();
            metrics.commit_seconds.observe(took);
            metrics.commit_jobs.observe(taken as f64);
            done
        };
        set_health(&health, database.health_after(&end));
        if let Err(error) = &end {
            tracing::error!(%error, work = taken, "could not write");
        }
        batch.answer(&end);
    }
    database.close().await;
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
async fn try_to_write(connection: &mut Connection) -> Result<(), StoreError> {
    Ok(connection.run("PRAGMA user_version = 0").await?)
}

/// Commits the whole batch or nothing.
async fn transact(
    connection: &mut Connection,
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
    let beginning = connection.beginning(!batch.writes.is_empty());
    connection.run(beginning).await?;
    let done = work_and_commit(connection, batch, commit_delay).await;
    if done.is_err()
        && let Err(error) = connection.run("ROLLBACK").await
    {
        tracing::debug!(%error, "nothing to roll back");
    }
    Ok(done?)
}

async fn work_and_commit(
    connection: &mut Connection,
    batch: &mut Batch,
    commit_delay: Option<Duration>,
) -> Result<(), sqlx::Error> {
    // In PostgreSQL a failed statement ends the transaction.
    let is_at_once = matches!(connection, Connection::Sqlite(_))
        && insert_all(connection, &batch.appends).await?;
    if !is_at_once {
        // In one order everywhere, so that two processes never wait for each other.
        batch.appends.sort_by_key(|job| (job.table.0, job.first));
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
    connection.run("COMMIT").await
}

/// Adds the entries of all jobs in one statement. Returns false, with nothing changed, if that is
/// not possible.
async fn insert_all(connection: &mut Connection, jobs: &[AppendJob]) -> Result<bool, sqlx::Error> {
    let rows: Vec<(TableKey, usize, &EntryRow)> =
        jobs.iter().flat_map(AppendJob::numbered).collect();
    if rows.is_empty() {
        return Ok(true);
    }
    if rows.len() > ROWS_MAX {
        return Ok(false);
    }
    Ok(insert(connection, &rows).await? == Inserted::All)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;

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

    // Fault 78.
    #[tokio::test]
    async fn a_late_append_conflicts_and_the_others_are_stored() {
        let (store, _home) = Store::for_test().await;
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
        let (store, _home) = Store::for_test().await;
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
