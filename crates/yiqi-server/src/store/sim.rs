//! A simulated database: real SQL in memory, behind a simulated network.
//!
//! Whoever uses it sees a database on a server that several nodes share. Every statement runs to its
//! end while its future is polled, so that no simulated time passes and the order is fixed. What
//! happens to it on the way there and back is decided by a [`World`].
//!
//! A transaction runs within one poll, from its beginning to its commit: nobody else runs meanwhile,
//! as the lock of all writers but those of entries ensures on a real server.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_executor::block_on;
use futures_util::future::BoxFuture;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Executor, QueryBuilder, Sqlite, SqliteConnection};
use tokio::time::{Instant, sleep};

use super::nodes::{Beat, NodesSeen};
use super::sql::STATEMENT_MAX;
use super::writer::Inserted;
use super::{EntryRow, StoreError, TableKey, sqlite};

/// The time by the database's clock when a simulation begins, in milliseconds since 1970.
pub const START_MS: u64 = 1_800_000_000_000;

/// What a statement is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To connect.
    Connect,
    /// To read, outside of a transaction.
    Read,
    /// To append entries, outside of a transaction.
    Append,
    /// To begin a transaction.
    Begin,
    /// To read or write within a transaction.
    Within,
    /// To commit a transaction.
    Commit,
}

/// What happens to a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fate {
    /// How long it takes to arrive.
    pub before: Duration,
    /// Whether it arrives, and its answer.
    pub end: StatementEnd,
    /// How long the answer takes.
    pub after: Duration,
}

/// Whether a statement arrives, and its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatementEnd {
    /// Both.
    Done,
    /// Neither: the connection is reset.
    Lost,
    /// Only the statement: the connection is reset before its answer arrives.
    Unanswered,
    /// Nothing more is heard.
    Silent {
        /// Whether the statement arrives.
        arrives: bool,
    },
}

/// A fault of the database that no program survives, to see whether it is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lie {
    /// Entries are acknowledged before they are on disk: a crash of the database loses the last ones.
    Unsynced,
    /// An entry at a number that is taken replaces the one that is there.
    Overwrites,
    /// The ids of commands are forgotten, so that one that is repeated is carried out again.
    NoCommands,
    /// Times in which the service was down are not stored.
    NoGaps,
}

/// What happens to statements.
pub trait World: Send + Sync {
    /// What happens to a statement of a process.
    fn fate(&self, process: usize, step: Step) -> Fate;
}

/// An entry as it was appended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppendedEntry {
    /// When, since the beginning of the simulation.
    pub at: Duration,
    /// The process that appended it.
    pub process: usize,
    /// The key of the table.
    pub table: i64,
    /// Its number.
    pub number: usize,
    /// The entry as JSON.
    pub body: String,
    /// The person whose command caused it.
    pub person: Option<i64>,
    /// The id of the command that caused it.
    pub command: Option<String>,
}

/// A simulated database.
#[derive(Clone)]
pub struct SimDatabase {
    shared: Arc<Shared>,
}

struct Shared {
    world: Arc<dyn World>,
    lie: Option<Lie>,
    since: Instant,
    state: Mutex<State>,
}

struct State {
    sqlite: SqliteConnection,
    connection_count: u64,
    /// The open connections, with their process and the node whose lock they hold.
    connections: BTreeMap<u64, (usize, Option<u32>)>,
    /// The connection that has a transaction.
    transaction: Option<u64>,
    /// What the transaction has appended.
    uncommitted: Vec<AppendedEntry>,
    appended: Vec<AppendedEntry>,
}

impl std::fmt::Debug for SimDatabase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SimDatabase").finish_non_exhaustive()
    }
}

/// The schema and an empty database, for one simulation after the other.
pub struct SimDisk(SqliteConnection);

impl std::fmt::Debug for SimDisk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SimDisk").finish_non_exhaustive()
    }
}

impl SimDisk {
    /// Makes the schema.
    ///
    /// # Errors
    /// If that fails.
    pub fn new() -> Result<SimDisk, StoreError> {
        let options = SqliteConnectOptions::new()
            .in_memory(true)
            .foreign_keys(false)
            .statement_cache_capacity(500)
            .disable_statement_logging();
        let mut connection = block_on(options.connect())?;
        let migrated = block_on(sqlite::migrations().run(&mut connection));
        migrated.map_err(|error| super::migration_error(error, StoreError::from))?;
        // As in PostgreSQL.
        block_on(connection.execute(
            "CREATE TABLE alive (only_row INT PRIMARY KEY DEFAULT 1, at_ms INTEGER NOT NULL)",
        ))?;
        Ok(SimDisk(connection))
    }

    /// Removes everything but the schema.
    ///
    /// # Errors
    /// If that fails.
    pub fn clear(&mut self) -> Result<(), StoreError> {
        let tables: Vec<String> = block_on(
            sqlx::query_scalar(
                "SELECT name FROM sqlite_schema WHERE type = 'table' \
                 AND name NOT LIKE 'sqlite_stat%' AND name <> '_sqlx_migrations' ORDER BY name",
            )
            .fetch_all(&mut self.0),
        )?;
        let mut all = "BEGIN;".to_owned();
        for table in tables {
            all += &format!("DELETE FROM {table};");
        }
        all += "COMMIT";
        // These are our own names.
        block_on(sqlx::raw_sql(sqlx::AssertSqlSafe(all)).execute(&mut self.0))?;
        Ok(())
    }
}

impl SimDatabase {
    /// A database on this disk. Its clock starts now, which must be within a runtime.
    #[must_use]
    pub fn new(disk: SimDisk, world: Arc<dyn World>, lie: Option<Lie>) -> SimDatabase {
        let state = State {
            sqlite: disk.0,
            connection_count: 0,
            connections: BTreeMap::new(),
            transaction: None,
            uncommitted: Vec::new(),
            appended: Vec::new(),
        };
        SimDatabase {
            shared: Arc::new(Shared {
                world,
                lie,
                since: Instant::now(),
                state: Mutex::new(state),
            }),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        let state = self.shared.state.lock();
        state.unwrap_or_else(PoisonError::into_inner)
    }

    /// The disk, if nobody else has the database.
    #[must_use]
    pub fn into_disk(self) -> Option<SimDisk> {
        let shared = Arc::into_inner(self.shared)?;
        let state = shared.state.into_inner();
        Some(SimDisk(
            state.unwrap_or_else(PoisonError::into_inner).sqlite,
        ))
    }

    /// The time by the database's clock.
    #[must_use]
    pub fn now_ms(&self) -> u64 {
        START_MS + self.shared.since.elapsed().as_millis() as u64
    }

    /// Crashes: all connections end. What was committed stays, unless the database lies: then what
    /// was appended in the last moments is gone.
    pub fn crash(&self, unsynced: Duration) {
        let mut state = self.state();
        state.connections.clear();
        if self.shared.lie == Some(Lie::Unsynced) {
            let since = self.shared.since.elapsed().saturating_sub(unsynced);
            let lost: Vec<(i64, usize)> = state
                .appended
                .iter()
                .filter(|entry| entry.at >= since)
                .map(|entry| (entry.table, entry.number))
                .collect();
            for (table, number) in lost {
                let delete =
                    sqlx::query("DELETE FROM entries WHERE table_key = ?1 AND number >= ?2")
                        .bind(table)
                        .bind(number as i64);
                let _ = block_on(delete.execute(&mut state.sqlite));
            }
        }
    }

    /// Ends the connections of a process that has not been heard of for long.
    pub fn disconnect(&self, process: usize) {
        let mut state = self.state();
        state.connections.retain(|_, (of, _)| *of != process);
    }

    /// All entries as they were appended.
    #[must_use]
    pub fn appended(&self) -> Vec<AppendedEntry> {
        self.state().appended.clone()
    }

    /// Runs a statement at once, for whoever looks on from outside.
    pub(crate) fn look<T>(
        &self,
        work: impl for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<T, sqlx::Error>>,
    ) -> Result<T, sqlx::Error> {
        block_on(work(&mut self.state().sqlite))
    }
}

fn reset<T>() -> Result<T, sqlx::Error> {
    Err(sqlx::Error::Io(ErrorKind::ConnectionReset.into()))
}

async fn wait(duration: Duration) {
    if !duration.is_zero() {
        sleep(duration).await;
    }
}

/// How a process reaches the database.
#[derive(Clone, Debug)]
pub(crate) struct SimLink {
    pub(crate) database: SimDatabase,
    pub(crate) process: usize,
}

impl SimLink {
    fn fate(&self, step: Step) -> Fate {
        self.database.shared.world.fate(self.process, step)
    }

    /// Runs a statement outside of a transaction, if its connection is open when it arrives.
    async fn send<T>(
        &self,
        step: Step,
        is_open: impl Fn(&State) -> bool,
        work: impl FnOnce(&mut State) -> Result<T, sqlx::Error>,
    ) -> Result<T, sqlx::Error> {
        let fate = self.fate(step);
        let sending = async {
            wait(fate.before).await;
            let run = || {
                let mut state = self.database.state();
                if !is_open(&state) {
                    return reset();
                }
                work(&mut state)
            };
            match fate.end {
                StatementEnd::Done => {
                    let answer = run();
                    wait(fate.after).await;
                    answer
                }
                StatementEnd::Lost => {
                    wait(fate.after).await;
                    reset()
                }
                StatementEnd::Unanswered => {
                    let _ = run();
                    wait(fate.after).await;
                    reset()
                }
                StatementEnd::Silent { arrives } => {
                    if arrives {
                        let _ = run();
                    }
                    std::future::pending().await
                }
            }
        };
        super::sql::in_time(sending).await
    }

    /// Reads on any connection.
    pub(super) async fn read<T>(
        &self,
        work: impl for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<T, sqlx::Error>>,
    ) -> Result<T, sqlx::Error> {
        let work = |state: &mut State| block_on(work(&mut state.sqlite));
        self.send(Step::Read, |_| true, work).await
    }

    /// Connects, with the lock of a node.
    pub(super) async fn connect(&self, holds: Option<u32>) -> Result<SimConnection, sqlx::Error> {
        let process = self.process;
        let connect = |state: &mut State| {
            state.connection_count += 1;
            let id = state.connection_count;
            state.connections.insert(id, (process, holds));
            Ok(id)
        };
        let id = self.send(Step::Connect, |_| true, connect).await?;
        Ok(SimConnection {
            link: self.clone(),
            id,
        })
    }

    /// When the service was last alive, and the time by the database's clock.
    pub(crate) async fn alive(&self) -> Result<(u64, u64), StoreError> {
        let database = self.database.clone();
        let alive = self.read(|connection| {
            Box::pin(async move {
                sqlx::query_scalar::<_, i64>("SELECT at_ms FROM alive")
                    .fetch_optional(connection)
                    .await
            })
        });
        let last_ms = alive.await?.unwrap_or(0);
        Ok((last_ms as u64, database.now_ms()))
    }

    /// See [`super::Store::beat`].
    pub(super) async fn beat(&self, now_ms: u64, gap_ms: u64) -> Result<Beat, StoreError> {
        let is_silent = self.database.shared.lie == Some(Lie::NoGaps);
        let beat = self.read(|connection| {
            Box::pin(async move {
                let (before, count): (Option<i64>, i64) =
                    sqlx::query_as("SELECT (SELECT at_ms FROM alive), (SELECT count(*) FROM gaps)")
                        .fetch_one(&mut *connection)
                        .await?;
                let mut gap_count = count as usize;
                if let Some(before_ms) = before
                    && before_ms as u64 + gap_ms < now_ms
                    && !is_silent
                {
                    let gap = sqlx::query("INSERT INTO gaps (from_ms, until_ms) VALUES (?1, ?2)");
                    gap.bind(before_ms)
                        .bind(now_ms as i64)
                        .execute(&mut *connection)
                        .await?;
                    gap_count += 1;
                }
                let beat = sqlx::query(
                    "INSERT INTO alive (at_ms) VALUES (?1) ON CONFLICT (only_row) \
                     DO UPDATE SET at_ms = max(alive.at_ms, excluded.at_ms)",
                );
                beat.bind(now_ms as i64).execute(connection).await?;
                Ok(Beat { gap_count })
            })
        });
        Ok(beat.await?)
    }

    /// See [`super::Store::nodes`].
    pub(super) async fn nodes(&self) -> Result<NodesSeen, StoreError> {
        let database = self.database.clone();
        let look = |state: &mut State| {
            let held = state.connections.values();
            let mut nodes: Vec<u32> = held.filter_map(|(_, holds)| *holds).collect();
            nodes.sort_unstable();
            nodes.dedup();
            let now_ms = database.now_ms();
            Ok(NodesSeen { now_ms, nodes })
        };
        Ok(self.send(Step::Read, |_| true, look).await?)
    }
}

/// A connection to the simulated database.
#[derive(Debug)]
pub(crate) struct SimConnection {
    link: SimLink,
    id: u64,
}

impl Drop for SimConnection {
    fn drop(&mut self) {
        let mut state = self.link.database.state();
        state.connections.remove(&self.id);
        if state.transaction == Some(self.id) {
            state.roll_back();
        }
    }
}

impl SimConnection {
    /// Runs a statement that has no parameters.
    pub(super) async fn run(&mut self, sql: &'static str) -> Result<(), sqlx::Error> {
        let id = self.id;
        let execute = move |state: &mut State| block_on(state.sqlite.execute(sql)).map(drop);
        match sql {
            "BEGIN" => self.begin().await,
            "COMMIT" => self.commit().await,
            "ROLLBACK" => {
                let mut state = self.link.database.state();
                if state.transaction == Some(id) {
                    state.roll_back();
                }
                Ok(())
            }
            _ => self.step(Step::Read, execute).await,
        }
    }

    /// Runs a statement.
    pub(super) async fn query<T>(
        &mut self,
        work: impl for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<T, sqlx::Error>>,
    ) -> Result<T, sqlx::Error> {
        let work = |state: &mut State| block_on(work(&mut state.sqlite));
        self.step(Step::Read, work).await
    }

    /// Sends a statement over this connection.
    async fn send<T>(
        &self,
        step: Step,
        work: impl FnOnce(&mut State) -> Result<T, sqlx::Error>,
    ) -> Result<T, sqlx::Error> {
        let id = self.id;
        let is_open = move |state: &State| state.connections.contains_key(&id);
        self.link.send(step, is_open, work).await
    }

    /// Runs a statement within the transaction, if there is one.
    async fn step<T>(
        &mut self,
        step: Step,
        work: impl FnOnce(&mut State) -> Result<T, sqlx::Error>,
    ) -> Result<T, sqlx::Error> {
        if self.link.database.state().transaction != Some(self.id) {
            return self.send(step, work).await;
        }
        // No time may pass: nobody else may run.
        let fate = self.link.fate(Step::Within);
        let mut state = self.link.database.state();
        if fate.end != StatementEnd::Done {
            state.roll_back();
            state.connections.remove(&self.id);
            return reset();
        }
        work(&mut state)
    }

    /// Begins a transaction. Whoever is not told that it has begun has none, and from here to its end
    /// no time may pass.
    async fn begin(&mut self) -> Result<(), sqlx::Error> {
        let fate = self.link.fate(Step::Begin);
        wait(fate.before + fate.after).await;
        match fate.end {
            StatementEnd::Done => {}
            StatementEnd::Lost | StatementEnd::Unanswered => return reset(),
            StatementEnd::Silent { .. } => {
                sleep(STATEMENT_MAX).await;
                return reset();
            }
        }
        let mut state = self.link.database.state();
        if !state.connections.contains_key(&self.id) {
            return reset();
        }
        block_on(state.sqlite.execute("BEGIN IMMEDIATE"))?;
        state.transaction = Some(self.id);
        Ok(())
    }

    async fn commit(&mut self) -> Result<(), sqlx::Error> {
        let fate = self.link.fate(Step::Commit);
        let arrives = !matches!(
            fate.end,
            StatementEnd::Lost | StatementEnd::Silent { arrives: false }
        );
        {
            let mut state = self.link.database.state();
            if state.transaction != Some(self.id) {
                return reset();
            }
            if arrives {
                state.commit()?;
            } else {
                state.roll_back();
            }
        }
        match fate.end {
            StatementEnd::Done => {
                wait(fate.after).await;
                Ok(())
            }
            StatementEnd::Lost | StatementEnd::Unanswered => {
                wait(fate.after).await;
                reset()
            }
            StatementEnd::Silent { .. } => {
                sleep(STATEMENT_MAX).await;
                reset()
            }
        }
    }

    /// See [`super::writer::insert`]. A statement that the network holds back arrives, even if nobody
    /// waits for its answer any more.
    pub(super) async fn insert(
        &mut self,
        rows: &[(TableKey, usize, &EntryRow)],
    ) -> Result<Inserted, sqlx::Error> {
        let rows: Vec<(TableKey, usize, EntryRow)> = rows
            .iter()
            .map(|(table, number, entry)| (*table, *number, (*entry).clone()))
            .collect();
        let database = self.link.database.clone();
        let process = self.link.process;
        let insert = move |state: &mut State| database.insert(state, process, &rows);
        if self.link.database.state().transaction == Some(self.id) {
            return self.step(Step::Append, insert).await;
        }
        let fate = self.link.fate(Step::Append);
        if fate.before > STATEMENT_MAX {
            let database = self.link.database.clone();
            tokio::spawn(async move {
                sleep(fate.before).await;
                let _ = insert(&mut database.state());
            });
            sleep(STATEMENT_MAX).await;
            return reset();
        }
        self.send(Step::Append, insert).await
    }
}

impl State {
    fn roll_back(&mut self) {
        self.transaction = None;
        self.uncommitted.clear();
        let _ = block_on(self.sqlite.execute("ROLLBACK"));
    }

    fn commit(&mut self) -> Result<(), sqlx::Error> {
        self.transaction = None;
        self.appended.append(&mut self.uncommitted);
        block_on(self.sqlite.execute("COMMIT")).map(drop)
    }
}

impl SimDatabase {
    /// Appends entries: all of them, or none.
    fn insert(
        &self,
        state: &mut State,
        process: usize,
        rows: &[(TableKey, usize, EntryRow)],
    ) -> Result<Inserted, sqlx::Error> {
        for (table, number, _) in rows {
            let is_new = |(other, before, _): &(TableKey, usize, EntryRow)| {
                other == table && before + 1 == *number
            };
            if *number == 1 || rows.iter().any(is_new) {
                continue;
            }
            let before: Option<i64> = block_on(
                sqlx::query_scalar(
                    "SELECT number FROM entries WHERE table_key = ?1 AND number = ?2",
                )
                .bind(table.0)
                .bind(*number as i64 - 1)
                .fetch_optional(&mut state.sqlite),
            )?;
            if before.is_none() {
                return Ok(Inserted::Ahead);
            }
        }
        let lie = self.shared.lie;
        let mut statement = QueryBuilder::<Sqlite>::new(if lie == Some(Lie::Overwrites) {
            "INSERT OR REPLACE INTO entries (table_key, number, body, person, command, sum) "
        } else {
            "INSERT INTO entries (table_key, number, body, person, command, sum) "
        });
        let kept: Vec<(TableKey, usize, EntryRow)> = rows
            .iter()
            .map(|(table, number, entry)| {
                let mut entry = entry.clone();
                if lie == Some(Lie::NoCommands) {
                    entry.command = None;
                }
                (*table, *number, entry)
            })
            .collect();
        statement.push_values(&kept, |mut values, (table, number, entry)| {
            values
                .push_bind(table.0)
                .push_bind(*number as i64)
                .push_bind(&entry.body)
                .push_bind(entry.person.map(|person| person.0))
                .push_bind(&entry.command)
                .push_bind(entry.sum(*table, *number));
        });
        match block_on(statement.build().execute(&mut state.sqlite)) {
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                return Ok(Inserted::Taken);
            }
            done => done?,
        };
        let at = self.shared.since.elapsed();
        let entries = rows.iter().map(|(table, number, entry)| AppendedEntry {
            at,
            process,
            table: table.0,
            number: *number,
            body: entry.body.clone(),
            person: entry.person.map(|person| person.0),
            command: entry.command.clone(),
        });
        if state.transaction.is_some() {
            state.uncommitted.extend(entries);
        } else {
            state.appended.extend(entries);
        }
        Ok(Inserted::All)
    }
}
