//! The one task that writes.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use sqlx::{Connection, Executor, QueryBuilder, Sqlite, SqliteConnection};
use tokio::sync::{Mutex, Notify, mpsc, oneshot, watch};
use tokio::task::JoinHandle;

use super::{Appended, EntryRow, StoreError, TableKey, Work, primary_code};

/// Pieces of work that may wait. Who comes later waits to get in line.
const QUEUE: usize = 8192;

/// Pieces of work in one transaction.
const BATCH: usize = 1024;

/// Entries in one statement: SQLite takes 32766 values, and an entry has six.
const ROWS_MAX: usize = 2048;

/// Statements for so few entries are kept prepared; longer ones are hardly ever of the same length.
const ROWS_PREPARED: usize = 16;

/// Whether moves can be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    /// Yes.
    Good,
    /// The last try failed for a reason that may pass: a full disk, a lock.
    Troubled,
    /// No, and never again in this process: the disk failed, so nobody knows what is on it.
    Failed,
}

/// A piece of work, with somebody who waits for it.
enum Job {
    Append(AppendJob),
    Write(Box<dyn Writing>),
}

/// Work that is done together.
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

    /// Tells everybody who waits that it is on disk, or why not.
    fn answer(self, end: &Result<(), StoreError>) {
        for job in self.appends {
            let _ = job.reply.send(end.clone().map(|()| job.appended));
        }
        for job in self.writes {
            job.answer(end.clone());
        }
    }
}

/// Something other than entries to be kept.
trait Writing: Send {
    /// Does it, within a transaction.
    fn run<'c>(
        &'c mut self,
        connection: &'c mut SqliteConnection,
    ) -> BoxFuture<'c, Result<(), sqlx::Error>>;

    /// Tells who waits that it is on disk, or why not.
    fn answer(self: Box<Self>, end: Result<(), StoreError>);
}

/// A handle to the writer.
#[derive(Clone)]
pub(super) struct Writer {
    jobs: mpsc::Sender<Job>,
    health: watch::Receiver<Health>,
    closing: Arc<Notify>,
    task: Arc<Mutex<Option<JoinHandle<()>>>>,
}

impl std::fmt::Debug for Writer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer").finish_non_exhaustive()
    }
}

impl Writer {
    pub(super) fn start(connection: SqliteConnection, commit_delay: Option<Duration>) -> Writer {
        let (jobs, queue) = mpsc::channel(QUEUE);
        let (sender, health) = watch::channel(Health::Good);
        let closing = Arc::new(Notify::new());
        let task = tokio::spawn(run(
            connection,
            queue,
            sender,
            Arc::clone(&closing),
            commit_delay,
        ));
        Writer {
            jobs,
            health,
            closing,
            task: Arc::new(Mutex::new(Some(task))),
        }
    }

    pub(super) fn health(&self) -> watch::Receiver<Health> {
        self.health.clone()
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
            appended: Appended::Kept,
            reply,
        };
        self.send(Job::Append(job)).await?;
        answer.await.unwrap_or_else(|_| Err(gone()))
    }

    pub(super) async fn write<T: Send + 'static>(&self, work: Work<T>) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        let job = WriteJob {
            work: Some(work),
            done: None,
            reply,
        };
        self.send(Job::Write(Box::new(job))).await?;
        answer.await.unwrap_or_else(|_| Err(gone()))
    }

    async fn send(&self, job: Job) -> Result<(), StoreError> {
        self.jobs.send(job).await.map_err(|_| gone())
    }

    /// Waits until all that was sent is done. Nothing can be sent any more.
    pub(super) async fn close(&self) {
        self.closing.notify_one();
        if let Some(task) = self.task.lock().await.take()
            && task.await.is_err()
        {
            tracing::error!("the writer has panicked");
        }
    }
}

fn gone() -> StoreError {
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
    /// Its entries with their numbers.
    fn numbered(&self) -> impl Iterator<Item = (TableKey, usize, &EntryRow)> {
        let numbers = self.first..;
        let entries = numbers.zip(&self.entries);
        entries.map(|(number, entry)| (self.table, number, entry))
    }

    /// Adds its entries one by one, unless somebody was first.
    async fn run(&self, connection: &mut SqliteConnection) -> Result<Appended, sqlx::Error> {
        for row in self.numbered() {
            match insert(connection, &[row]).await {
                Ok(()) => {}
                // The first number decides: whoever has it has all that follow.
                Err(error) if is_taken(&error) => return Ok(Appended::Conflict),
                Err(error) => return Err(error),
            }
        }
        Ok(Appended::Kept)
    }
}

/// Adds entries to logs in one statement: all of them, or none if one of the numbers is taken.
///
/// Each statement is a trip to the thread that the connection lives on. On a machine whose cores
/// are busy a trip takes milliseconds, so there is one for everybody who moves at the same time.
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

/// Whether a number was taken already.
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
            // Its own mistakes undo its own work only.
            connection.execute("SAVEPOINT work").await?;
            match work(&mut *connection).await {
                Ok(value) => self.done = Some(Ok(value)),
                // The disk's trouble is everybody's: the whole transaction is gone.
                Err(error) if is_of_the_disk(&error) => return Err(error),
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
            (Ok(()), None) => Err(gone()),
        };
        let _ = self.reply.send(answer);
    }
}

/// Whether the file is at fault, and not the statement.
fn is_of_the_disk(error: &sqlx::Error) -> bool {
    match error {
        // Locked, read-only, failed, damaged, full, cannot be opened, no database.
        sqlx::Error::Database(_) => {
            matches!(primary_code(error), Some(5..=8 | 10 | 11 | 13 | 14 | 26))
        }
        sqlx::Error::RowNotFound => false,
        _ => true,
    }
}

async fn run(
    mut connection: SqliteConnection,
    mut queue: mpsc::Receiver<Job>,
    health: watch::Sender<Health>,
    closing: Arc<Notify>,
    commit_delay: Option<Duration>,
) {
    let mut jobs = Vec::new();
    loop {
        let taken = tokio::select! {
            taken = queue.recv_many(&mut jobs, BATCH) => taken,
            () = closing.notified() => {
                queue.close();
                continue;
            }
        };
        if taken == 0 {
            break;
        }
        let mut batch = Batch::new(jobs.drain(..));
        let end = if *health.borrow() == Health::Failed {
            Err(gone())
        } else {
            transact(&mut connection, &mut batch, commit_delay).await
        };
        let now = match &end {
            Ok(()) => Health::Good,
            Err(StoreError::Full | StoreError::Busy) => Health::Troubled,
            // What is on disk after a failed write nobody knows: never try again and acknowledge.
            Err(_) => Health::Failed,
        };
        health.send_if_modified(|health| {
            let changed = *health != now && *health != Health::Failed;
            if changed {
                *health = now;
            }
            changed
        });
        if let Err(error) = &end {
            tracing::error!(%error, work = taken, "could not keep");
        }
        batch.answer(&end);
    }
    if let Err(error) = connection.close().await {
        tracing::warn!(%error, "closing the database");
    }
}

/// Does all of it, or nothing.
async fn transact(
    connection: &mut SqliteConnection,
    batch: &mut Batch,
    commit_delay: Option<Duration>,
) -> Result<(), StoreError> {
    // One statement is a transaction by itself.
    if batch.writes.is_empty()
        && commit_delay.is_none()
        && insert_all(connection, &batch.appends).await?
    {
        return Ok(());
    }
    // By hand: a full disk makes SQLite undo the whole transaction, and a rollback after that is an
    // error which would cost us the connection.
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

/// Adds the entries of all jobs at once; whether that could be done. If not, nothing has changed.
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

    /// Appends to many tables at the same time; the answers, in order.
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
    async fn who_comes_second_gets_nothing_in_and_the_others_do() {
        let folder = tempfile::tempdir().unwrap();
        let store = open(&folder).await;
        let first = store.append(TableKey(7), 1, vec![entry("first")]).await;
        assert_eq!(first.unwrap(), Appended::Kept);
        let jobs = (1..=20)
            .map(|table| (table, 1, vec![entry("one"), entry("two")]))
            .collect();
        let answers = append_all(&store, jobs).await;
        for (table, answer) in (1..).zip(answers) {
            let (want, kept): (_, &[&str]) = match table {
                7 => (Appended::Conflict, &["first"]),
                _ => (Appended::Kept, &["one", "two"]),
            };
            assert_eq!(answer.unwrap(), want, "{table}");
            assert_eq!(bodies(&store, table).await, kept, "{table}");
        }
    }

    #[tokio::test]
    async fn more_than_one_statement_holds_is_kept_as_well() {
        let folder = tempfile::tempdir().unwrap();
        let store = open(&folder).await;
        let long = vec![entry("entry"); ROWS_MAX + 1];
        let answers = append_all(&store, vec![(1, 1, long), (2, 1, vec![entry("other")])]).await;
        assert!(
            answers
                .iter()
                .all(|answer| matches!(answer, Ok(Appended::Kept)))
        );
        assert_eq!(bodies(&store, 1).await.len(), ROWS_MAX + 1);
        assert_eq!(bodies(&store, 2).await, ["other"]);
    }
}
