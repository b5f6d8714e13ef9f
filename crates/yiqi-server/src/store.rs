//! The store: tables, entries and people in one SQLite file, or in a PostgreSQL database.
//!
//! A writer task takes everything in its queue, commits it as one transaction, and replies once
//! that is on disk, so that all moves made at the same time share the cost of reaching the disk.
//! Readers have their own connections and never wait for the writer.
//!
//! The log is the lock: entries are rows `(table, number)`, and the first to insert a number wins.
//! A move is acknowledged only after it is on disk.
//!
//! `sqlite.rs` and `postgres.rs` open a database and know its errors; `sql.rs` runs a statement on
//! either. All other modules have no dialect, except for a few statements that come in two texts.

mod accounts;
mod analyses;
mod checkpoint;
mod examine;
mod files;
mod group;
mod migrate;
mod nodes;
mod people;
mod place;
mod played;
mod postgres;
mod pruning;
mod ratings;
#[cfg(feature = "sim")]
pub(crate) mod sim;
mod sql;
mod sqlite;
mod tables;
mod tournaments;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use prometheus_client::registry::Registry;
use sqlx::migrate::{Migration, MigrationType};
use tokio::sync::watch;

pub(crate) use accounts::{Known, KnownHashes};
pub(crate) use analyses::AnalysisRow;
pub use examine::{DatabaseState, examine};
use group::GroupRead;
pub use migrate::{MigrateError, Moved, migrate};
pub(crate) use people::{
    BotLogin, Login, NewAccount, NewLogin, Person, PersonKey, TokenHash, TokenKind,
};
pub use place::{BadDatabasePlace, DatabasePlace};
pub(crate) use played::{End, Opponent, PlayedGame};
pub(crate) use ratings::{RatedGame, RatingRow, Strength};
use sql::{Connection, Pool};
pub use sqlite::backup_file;
pub(crate) use tables::{
    CHAT_MESSAGES_MAX, ChatPlace, ChatRow, EntryRow, History, TableKey, TableProgress, TableRow,
    TableSeed,
};
pub(crate) use tournaments::{
    EntrantRow, TournamentKey, TournamentRow, TournamentStage, TournamentStep,
};
pub use writer::Health;
use writer::{Database, Writer};

/// How the database is opened.
#[derive(Clone, Debug)]
pub struct StoreOptions {
    /// The file, or the database on a server.
    pub place: DatabasePlace,
    /// Whether this is the only process that uses a database on a server: another one is refused.
    pub exclusive: bool,
    /// The number of this node, if there are several: the others see it while it is connected.
    pub node: Option<u32>,
    /// Whether a move is on disk when it is acknowledged. Without it a power cut loses moves; for
    /// measurements only.
    pub durable: bool,
    /// How long to wait while another process locks the file.
    pub busy_timeout: Duration,
    /// The maximum size of the file, in MiB. A server has limits of its own.
    pub size_mib_max: Option<u32>,
    /// A delay before every commit, to simulate a slow disk.
    pub commit_delay: Option<Duration>,
}

impl StoreOptions {
    /// Options for normal use of a file.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> StoreOptions {
        StoreOptions::at(DatabasePlace::File(path.into()))
    }

    /// Options for normal use.
    #[must_use]
    pub fn at(place: DatabasePlace) -> StoreOptions {
        StoreOptions {
            place,
            exclusive: true,
            node: None,
            durable: true,
            // A write may have to wait for another that waits this long: together below 5 s.
            busy_timeout: Duration::from_secs(2),
            size_mib_max: None,
            commit_delay: None,
        }
    }
}

/// Why the store could not write or read.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The disk is full, or the file has reached its maximum size.
    #[error("the disk is full")]
    Full,
    /// Another process locks the file.
    #[error("the database is locked by another program")]
    Busy,
    /// The file is from a newer version of this program.
    #[error("the database was written by a newer version of yiqi")]
    Newer,
    /// The file is damaged.
    #[error("the database {database} is damaged ({detail}); restore a backup")]
    Damaged {
        /// The file, or the database on a server.
        database: String,
        /// What the check found.
        detail: String,
    },
    /// The file is empty, although a server has used it before.
    #[error("the database {path} is empty, although a server has used it before")]
    Emptied {
        /// The file.
        path: PathBuf,
    },
    /// The file was removed or replaced while it was open.
    #[error("{path} was removed or replaced while the server was running")]
    Replaced {
        /// The file.
        path: PathBuf,
    },
    /// The server of the database cannot be reached, or has gone.
    #[error("the database cannot be reached: {0}")]
    Lost(String),
    /// The server of the database refuses us: a wrong password, a database that does not exist.
    #[error("{0}")]
    Refused(String),
    /// Another process uses the database on a server.
    #[error("another server uses this database")]
    InUse,
    /// Anything else: the disk or a statement failed.
    #[error("the database failed: {0}")]
    Failed(String),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        match (sqlite::primary_code(&error), postgres::state_of(&error)) {
            (Some(13), _) => StoreError::Full,
            (Some(5 | 6), _) => StoreError::Busy,
            (_, Some(state)) => postgres::error_of(&state, &error),
            _ if postgres::is_lost(&error) => StoreError::Lost(error.to_string()),
            _ => StoreError::Failed(error.to_string()),
        }
    }
}

/// The result of [`Store::append`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Appended {
    /// The entries are on disk.
    Stored,
    /// Another entry has this number: read the log further and decide again.
    Conflict,
}

/// Work for the writer, done within a transaction shared with other work.
type Work<T> =
    Box<dyn for<'c> FnOnce(&'c mut Connection) -> BoxFuture<'c, Result<T, sqlx::Error>> + Send>;

/// The database.
#[derive(Clone, Debug)]
pub struct Store {
    readers: Pool,
    grouped: GroupedReads,
    /// Appends entries. A file has one writer for everything.
    moves: Writer,
    writer: Writer,
    place: Arc<DatabasePlace>,
}

/// What many callers read at the same moment, by key.
#[derive(Clone, Debug)]
struct GroupedReads {
    tables: GroupRead<String, TableRow>,
    histories: GroupRead<TableKey, History>,
    logins: GroupRead<TokenHash, (Login, Person)>,
    people: GroupRead<PersonKey, Person>,
}

impl GroupedReads {
    fn start(readers: &Pool, place: &Arc<DatabasePlace>) -> GroupedReads {
        let pool = || readers.clone();
        let (for_tables, for_histories, for_logins, for_people) = (pool(), pool(), pool(), pool());
        let place = Arc::clone(place);
        GroupedReads {
            tables: GroupRead::start(move |ids| tables::read_tables(for_tables.clone(), ids)),
            histories: GroupRead::start(move |keys| {
                tables::read_histories(for_histories.clone(), Arc::clone(&place), keys)
            }),
            logins: GroupRead::start(move |tokens| people::read_logins(for_logins.clone(), tokens)),
            people: GroupRead::start(move |keys| people::read_people(for_people.clone(), keys)),
        }
    }
}

impl Store {
    /// Opens the database, creating the file or the tables if there are none, migrates it and
    /// checks a file for damage.
    ///
    /// # Errors
    /// If the database cannot be read, is damaged or comes from a newer version.
    pub async fn open(options: &StoreOptions) -> Result<Store, StoreError> {
        let (readers, writer, moves) = match &options.place {
            DatabasePlace::File(path) => {
                let (readers, database) = Database::open_file(path, options).await?;
                let writer = Writer::start(database, options.commit_delay);
                (readers, writer.clone(), writer)
            }
            DatabasePlace::Postgres(server) => {
                let (readers, others, moves) = postgres::open(server, options).await?;
                let writer = Writer::start(Database::Postgres(others.into()), options.commit_delay);
                let moves =
                    writer.start_another(Database::Postgres(moves.into()), options.commit_delay);
                (Pool::Postgres(readers), writer, moves)
            }
        };
        let place = Arc::new(options.place.clone());
        Ok(Store {
            grouped: GroupedReads::start(&readers, &place),
            readers,
            moves,
            writer,
            place,
        })
    }

    /// Opens a simulated database, as one on a server.
    #[cfg(feature = "sim")]
    pub(crate) fn open_simulated(link: &sim::SimLink, node: Option<u32>) -> Store {
        let server = |node| Database::Postgres(Box::new(postgres::Server::simulated(link, node)));
        let writer = Writer::start(server(node), None);
        let moves = writer.start_another(server(None), None);
        let readers = Pool::Sim(link.clone());
        let place = Arc::new(DatabasePlace::File("simulated".into()));
        Store {
            grouped: GroupedReads::start(&readers, &place),
            readers,
            moves,
            writer,
            place,
        }
    }

    /// Where the database is.
    #[must_use]
    pub fn place(&self) -> &DatabasePlace {
        &self.place
    }

    /// The connections for reading.
    fn readers(&self) -> &Pool {
        &self.readers
    }

    /// Whether the store can write; the receiver sees every change.
    pub(crate) fn health(&self) -> watch::Receiver<Health> {
        self.writer.health()
    }

    /// How many jobs wait for the writer.
    pub(crate) fn queue_length(&self) -> usize {
        match self.readers {
            Pool::Sqlite(_) => self.writer.queue_length(),
            _ => self.writer.queue_length() + self.moves.queue_length(),
        }
    }

    /// Adds the metrics of the writer.
    pub(crate) fn register_metrics(&self, registry: &mut Registry) {
        self.writer.register_metrics(registry);
    }

    /// Appends entries to a table's log, the first with number `first`. Returns once they are on
    /// disk.
    pub(crate) async fn append(
        &self,
        table: TableKey,
        first: usize,
        entries: Vec<EntryRow>,
    ) -> Result<Appended, StoreError> {
        self.moves.append(table, first, entries).await
    }

    /// Runs any other write. It must be quick, because others wait for the same transaction. If it
    /// returns an error, its changes are rolled back.
    async fn write<T: Send + 'static>(&self, work: Work<T>) -> Result<T, StoreError> {
        self.writer.write(work).await
    }

    /// Opens an empty database for a test: a file in a folder, or one on PostgreSQL if this run
    /// tests that. What is returned besides must live as long.
    #[cfg(test)]
    pub(crate) async fn for_test() -> (Store, TestHome) {
        let home = TestHome::new();
        let options = StoreOptions {
            durable: false,
            ..home.options()
        };
        (Store::open(&options).await.unwrap(), home)
    }

    /// A number from the database.
    #[cfg(test)]
    pub(crate) async fn count(&self, statement: &'static str) -> i64 {
        let count = sql::query_scalar(statement).fetch_one(self.readers());
        count.await.unwrap()
    }

    /// Runs a statement after everything that was queued before.
    #[cfg(test)]
    pub(crate) async fn execute(&self, statement: &'static str) {
        let done = self.write(Box::new(move |connection| {
            Box::pin(async move { sql::query(statement).execute(connection).await })
        }));
        done.await.unwrap();
    }

    /// Finishes the queued work and closes the database.
    pub(crate) async fn close(&self) {
        // The writer must close last: only then does SQLite remove its write-ahead log and leave a
        // single file.
        self.readers.close().await;
        self.moves.close().await;
        self.writer.close().await;
    }
}

/// Where the database of a test is.
#[cfg(test)]
#[derive(Debug)]
pub(crate) struct TestHome {
    pub(crate) folder: tempfile::TempDir,
    database: Option<yiqi_testkit::postgres::TestDatabase>,
}

#[cfg(test)]
impl TestHome {
    fn new() -> TestHome {
        use yiqi_testkit::postgres::{TestDatabase, is_chosen};
        TestHome {
            folder: tempfile::tempdir().unwrap(),
            database: is_chosen().then(TestDatabase::new),
        }
    }

    fn options(&self) -> StoreOptions {
        match &self.database {
            Some(database) => StoreOptions::at(database.url().parse().unwrap()),
            None => StoreOptions::new(self.folder.path().join("yiqi.db")),
        }
    }
}

/// The write-ahead log of a file.
pub(crate) fn wal_path(database: &Path) -> PathBuf {
    files::beside(database, "-wal")
}

/// One migration of a schema.
fn migration(version: i64, name: &'static str, sql: &'static str) -> Migration {
    let sql = sqlx::SqlStr::from_static(sql);
    Migration::new(version, name.into(), MigrationType::Simple, sql, false)
}

/// Why a schema could not be migrated.
fn migration_error(
    error: sqlx::migrate::MigrateError,
    opening: impl FnOnce(sqlx::Error) -> StoreError,
) -> StoreError {
    use sqlx::migrate::MigrateError;
    match error {
        MigrateError::VersionMissing(_) => StoreError::Newer,
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => opening(error),
        error => StoreError::Failed(error.to_string()),
    }
}
