//! What is kept: tables, entries, people, in one SQLite file.
//!
//! One writer task owns the only connection that writes. It takes all the work that waits, does it
//! in one transaction, and answers everybody when that is on disk: the cost of reaching the disk is
//! shared by all who move at the same time. Readers have connections of their own and never wait
//! for the writer.
//!
//! The log is the lock: entries are rows `(table, number)`, and who inserts a number first has the
//! say. A move is acknowledged after it is on disk, never before.

mod rows;
mod writer;

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use futures_util::future::BoxFuture;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, SqliteConnection};
use tokio::sync::watch;

pub(crate) use rows::{
    ChatRow, EntryRow, History, PersonKey, TableKey, TableProgress, TableRow, TableSeed,
};
pub use writer::Health;
use writer::Writer;

/// How the database is opened.
#[derive(Clone, Debug)]
pub struct StoreOptions {
    /// The file.
    pub path: PathBuf,
    /// Whether a move is on disk when it is acknowledged. Without it a power cut loses moves; for
    /// measurements only.
    pub durable: bool,
    /// How long to wait for somebody else who locks the file.
    pub busy_timeout: Duration,
    /// The most the file may grow to, in MiB.
    pub size_mib_max: Option<u32>,
    /// A delay before every commit, to try what a slow disk does.
    pub commit_delay: Option<Duration>,
}

impl StoreOptions {
    /// The usual way to open a file.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> StoreOptions {
        StoreOptions {
            path: path.into(),
            durable: true,
            busy_timeout: Duration::from_secs(5),
            size_mib_max: None,
            commit_delay: None,
        }
    }
}

/// Why something could not be kept or read.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The disk, or what the file may grow to, is full.
    #[error("the disk is full")]
    Full,
    /// Somebody else locks the file.
    #[error("the database is locked by another program")]
    Busy,
    /// The file is from a newer version of this program.
    #[error("the database was written by a newer version of yiqi")]
    Newer,
    /// The file is damaged.
    #[error("the database {path} is damaged ({detail}); restore a backup")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was found.
        detail: String,
    },
    /// Anything else: the disk failed, or a statement did.
    #[error("the database failed: {0}")]
    Failed(String),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        match primary_code(&error) {
            Some(13) => StoreError::Full,
            Some(5 | 6) => StoreError::Busy,
            _ => StoreError::Failed(error.to_string()),
        }
    }
}

/// The result code of SQLite: the low byte of the extended one.
fn primary_code(error: &sqlx::Error) -> Option<u32> {
    let sqlx::Error::Database(database) = error else {
        return None;
    };
    let code: u32 = database.code()?.parse().ok()?;
    Some(code & 0xff)
}

/// The answer of [`Store::append`] that is not an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Appended {
    /// The entries are on disk.
    Kept,
    /// Somebody was first: read on and decide again.
    Conflict,
}

/// Work for the writer: done within a transaction that it shares with others.
type Work<T> = Box<
    dyn for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<T, sqlx::Error>> + Send,
>;

/// The database.
#[derive(Clone, Debug)]
pub struct Store {
    readers: SqlitePool,
    writer: Writer,
    path: PathBuf,
}

impl Store {
    /// Opens the file, makes it if it is not there, brings it up to date and looks for damage.
    ///
    /// # Errors
    /// If it cannot be read, is damaged or comes from a newer version.
    pub async fn open(options: &StoreOptions) -> Result<Store, StoreError> {
        let url = format!("sqlite://{}", options.path.display());
        let connect = SqliteConnectOptions::from_str(&url)?
            .filename(&options.path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(if options.durable {
                SqliteSynchronous::Full
            } else {
                SqliteSynchronous::Normal
            })
            .busy_timeout(options.busy_timeout)
            .foreign_keys(false)
            .disable_statement_logging();
        let opening = |error: sqlx::Error| opening_error(error, &options.path);
        let mut connection = connect.connect().await.map_err(opening)?;
        check(&mut connection, &options.path).await?;
        migrate(&mut connection, &options.path).await?;
        if let Some(mib) = options.size_mib_max {
            let page_bytes: i64 = sqlx::query_scalar("PRAGMA page_size")
                .fetch_one(&mut connection)
                .await?;
            let pages = i64::from(mib) * 1024 * 1024 / page_bytes.max(512);
            // A pragma takes no parameters; this is a number of ours.
            sqlx::raw_sql(sqlx::AssertSqlSafe(format!(
                "PRAGMA max_page_count = {pages}"
            )))
            .execute(&mut connection)
            .await?;
        }
        let readers = SqlitePoolOptions::new()
            .max_connections(4)
            .min_connections(1)
            .connect_with(connect.read_only(true))
            .await
            .map_err(opening)?;
        Ok(Store {
            readers,
            writer: Writer::start(connection, options.commit_delay),
            path: options.path.clone(),
        })
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Connections to read with.
    pub(crate) fn readers(&self) -> &SqlitePool {
        &self.readers
    }

    /// Whether the store can keep moves, now and whenever that changes.
    pub(crate) fn health(&self) -> watch::Receiver<Health> {
        self.writer.health()
    }

    /// Adds entries to a table's log, the first with number `first`, and answers when they are on
    /// disk.
    pub(crate) async fn append(
        &self,
        table: TableKey,
        first: usize,
        entries: Vec<EntryRow>,
    ) -> Result<Appended, StoreError> {
        self.writer.append(table, first, entries).await
    }

    /// Does something else that is to be kept. It must be quick: others wait for the same
    /// transaction. Whatever it did is undone if it returns an error.
    pub(crate) async fn write<T: Send + 'static>(&self, work: Work<T>) -> Result<T, StoreError> {
        self.writer.write(work).await
    }

    /// Writes a copy of the database, while it is in use, to a file that must not exist yet.
    ///
    /// # Errors
    /// If it cannot be written.
    pub async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        backup(&self.readers, to).await
    }

    /// Finishes what waits, and closes the file.
    pub(crate) async fn close(&self) {
        // The writer is the last to let go of the file: only then SQLite puts its log away, and
        // the one file is all there is.
        self.readers.close().await;
        self.writer.close().await;
    }
}

/// Writes a copy of a database that another process may be using.
///
/// # Errors
/// If the file is not there, cannot be read, or the copy cannot be written.
pub async fn backup_file(from: &Path, to: &Path) -> Result<(), StoreError> {
    let connect = SqliteConnectOptions::new()
        .filename(from)
        .busy_timeout(Duration::from_secs(5));
    let pool = SqlitePoolOptions::new()
        .max_connections(1)
        .connect_with(connect)
        .await?;
    let done = backup(&pool, to).await;
    pool.close().await;
    done
}

async fn backup(pool: &SqlitePool, to: &Path) -> Result<(), StoreError> {
    sqlx::query("VACUUM INTO ?1")
        .bind(to.to_string_lossy().into_owned())
        .execute(pool)
        .await?;
    Ok(())
}

/// Looks for damage before anything is served from the file.
async fn check(connection: &mut SqliteConnection, path: &Path) -> Result<(), StoreError> {
    let damaged = |detail: String| StoreError::Damaged {
        path: path.to_owned(),
        detail,
    };
    let found: Result<Vec<String>, sqlx::Error> = sqlx::query_scalar("PRAGMA quick_check(1)")
        .fetch_all(&mut *connection)
        .await;
    match found {
        Ok(lines) if lines == ["ok"] => Ok(()),
        Ok(lines) => Err(damaged(lines.join("; "))),
        Err(error) => Err(opening_error(error, path)),
    }
}

/// What is wrong with a file that cannot be opened: it may be no database, or no whole one.
fn opening_error(error: sqlx::Error, path: &Path) -> StoreError {
    match primary_code(&error) {
        // Malformed, or no database at all.
        Some(11 | 26) => StoreError::Damaged {
            path: path.to_owned(),
            detail: error.to_string(),
        },
        _ => error.into(),
    }
}

async fn migrate(connection: &mut SqliteConnection, path: &Path) -> Result<(), StoreError> {
    match sqlx::migrate!().run(&mut *connection).await {
        Ok(()) => Ok(()),
        Err(sqlx::migrate::MigrateError::VersionMissing(_)) => Err(StoreError::Newer),
        Err(sqlx::migrate::MigrateError::Execute(error)) => Err(opening_error(error, path)),
        Err(error) => Err(StoreError::Failed(error.to_string())),
    }
}
