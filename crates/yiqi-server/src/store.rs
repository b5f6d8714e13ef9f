//! The store: tables, entries and people in one SQLite file.
//!
//! One writer task owns the only connection that writes. It takes everything in its queue, commits
//! it as one transaction, and replies once that is on disk, so that all moves made at the same time
//! share the cost of reaching the disk. Readers have their own connections and never wait for the
//! writer.
//!
//! The log is the lock: entries are rows `(table, number)`, and the first to insert a number wins.
//! A move is acknowledged only after it is on disk.

mod accounts;
mod analyses;
mod checkpoint;
mod examine;
mod files;
mod group;
mod people;
mod played;
mod pruning;
mod ratings;
mod tables;
mod tournaments;
mod writer;

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use prometheus_client::registry::Registry;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, SqliteConnection};
use tokio::sync::watch;

pub(crate) use accounts::{Known, KnownHashes};
pub(crate) use analyses::AnalysisRow;
use checkpoint::Checkpointer;
pub use examine::{FileState, examine_file};
use files::OpenFiles;
use group::GroupRead;
pub(crate) use people::{
    BotLogin, Login, NewAccount, NewLogin, Person, PersonKey, TokenHash, TokenKind,
};
pub(crate) use played::{End, Opponent, PlayedGame};
pub(crate) use ratings::{RatedGame, RatingRow, Strength};
pub(crate) use tables::{
    CHAT_MESSAGES_MAX, ChatPlace, ChatRow, EntryRow, History, TableKey, TableProgress, TableRow,
    TableSeed,
};
pub(crate) use tournaments::{
    EntrantRow, TournamentKey, TournamentRow, TournamentStage, TournamentStep,
};
pub use writer::Health;
use writer::{OpenDatabase, Writer};

/// How the database is opened.
#[derive(Clone, Debug)]
pub struct StoreOptions {
    /// The file.
    pub path: PathBuf,
    /// Whether a move is on disk when it is acknowledged. Without it a power cut loses moves; for
    /// measurements only.
    pub durable: bool,
    /// How long to wait while another process locks the file.
    pub busy_timeout: Duration,
    /// The maximum size of the file, in MiB.
    pub size_mib_max: Option<u32>,
    /// A delay before every commit, to simulate a slow disk.
    pub commit_delay: Option<Duration>,
}

impl StoreOptions {
    /// Options for normal use.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> StoreOptions {
        StoreOptions {
            path: path.into(),
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
    #[error("the database {path} is damaged ({detail}); restore a backup")]
    Damaged {
        /// The file.
        path: PathBuf,
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
    /// Anything else: the disk or a statement failed.
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

/// The primary result code of SQLite: the low byte of the extended code.
fn primary_code(error: &sqlx::Error) -> Option<u32> {
    let sqlx::Error::Database(database) = error else {
        return None;
    };
    let code: u32 = database.code()?.parse().ok()?;
    Some(code & 0xff)
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
type Work<T> = Box<
    dyn for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<T, sqlx::Error>> + Send,
>;

/// The database.
#[derive(Clone, Debug)]
pub struct Store {
    readers: SqlitePool,
    grouped: GroupedReads,
    writer: Writer,
    path: Arc<Path>,
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
    fn start(readers: &SqlitePool, path: &Arc<Path>) -> GroupedReads {
        let pool = || readers.clone();
        let (for_tables, for_histories, for_logins, for_people) = (pool(), pool(), pool(), pool());
        let path = Arc::clone(path);
        GroupedReads {
            tables: GroupRead::start(move |ids| tables::read_tables(for_tables.clone(), ids)),
            histories: GroupRead::start(move |keys| {
                tables::read_histories(for_histories.clone(), Arc::clone(&path), keys)
            }),
            logins: GroupRead::start(move |tokens| people::read_logins(for_logins.clone(), tokens)),
            people: GroupRead::start(move |keys| people::read_people(for_people.clone(), keys)),
        }
    }
}

impl Store {
    /// Opens the file, creating it if it does not exist, migrates it and checks it for damage.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged or comes from a newer version.
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
            .pragma("wal_autocheckpoint", checkpoint::LOG_PAGES_MAX)
            .disable_statement_logging();
        files::protect(&options.path);
        let opening = |error: sqlx::Error| opening_error(error, &options.path);
        let mut connection = connect.connect().await.map_err(opening)?;
        check(&mut connection, &options.path).await?;
        migrate(&mut connection, &options.path).await?;
        if let Some(mib) = options.size_mib_max {
            let page_bytes: i64 = sqlx::query_scalar("PRAGMA page_size")
                .fetch_one(&mut connection)
                .await?;
            let pages = i64::from(mib) * 1024 * 1024 / page_bytes.max(512);
            // A pragma takes no parameters; this is our own number.
            sqlx::raw_sql(sqlx::AssertSqlSafe(format!(
                "PRAGMA max_page_count = {pages}"
            )))
            .execute(&mut connection)
            .await?;
        }
        let checkpointer = Checkpointer::start(connect.connect().await.map_err(opening)?);
        let readers = SqlitePoolOptions::new()
            .max_connections(4)
            .min_connections(1)
            // A file does not disconnect, and the test is another trip to the connection's thread.
            .test_before_acquire(false)
            .connect_with(connect.read_only(true))
            .await
            .map_err(opening)?;
        let path: Arc<Path> = options.path.as_path().into();
        Ok(Store {
            grouped: GroupedReads::start(&readers, &path),
            readers,
            writer: Writer::start(
                OpenDatabase {
                    connection,
                    checkpointer,
                    files: OpenFiles::of(&options.path),
                },
                options.commit_delay,
            ),
            path,
        })
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The connections for reading.
    pub(crate) fn readers(&self) -> &SqlitePool {
        &self.readers
    }

    /// Whether the store can write; the receiver sees every change.
    pub(crate) fn health(&self) -> watch::Receiver<Health> {
        self.writer.health()
    }

    /// How many jobs wait for the writer.
    pub(crate) fn queue_length(&self) -> usize {
        self.writer.queue_length()
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
        self.writer.append(table, first, entries).await
    }

    /// Runs any other write. It must be quick, because others wait for the same transaction. If it
    /// returns an error, its changes are rolled back.
    pub(crate) async fn write<T: Send + 'static>(&self, work: Work<T>) -> Result<T, StoreError> {
        self.writer.write(work).await
    }

    /// Writes a copy of the database, which may be in use, to a file that must not exist yet.
    ///
    /// # Errors
    /// If the copy cannot be written.
    pub async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        backup(&self.readers, to).await
    }

    /// Finishes the queued work and closes the file.
    pub(crate) async fn close(&self) {
        // The writer must close last: only then does SQLite remove its write-ahead log and leave a
        // single file.
        self.readers.close().await;
        self.writer.close().await;
    }
}

/// Writes a copy of a database that another process may be using.
///
/// # Errors
/// If the file does not exist or cannot be read, or the copy cannot be written.
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
    // SQLite writes into an empty file and keeps its permissions.
    files::create_protected(to).map_err(|error| StoreError::Failed(error.to_string()))?;
    let copied = sqlx::query("VACUUM INTO ?1")
        .bind(to.to_string_lossy().into_owned())
        .execute(pool)
        .await;
    if copied.is_err() {
        let _ = std::fs::remove_file(to);
    }
    copied?;
    Ok(())
}

/// The write-ahead log of a database.
pub(crate) fn wal_path(database: &Path) -> PathBuf {
    files::beside(database, "-wal")
}

/// Checks the file for damage before anything is served from it.
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

/// Why a file could not be opened: it may not be a database, or a damaged one.
fn opening_error(error: sqlx::Error, path: &Path) -> StoreError {
    match primary_code(&error) {
        // Malformed, or not a database at all.
        Some(11 | 26) => StoreError::Damaged {
            path: path.to_owned(),
            detail: error.to_string(),
        },
        _ => error.into(),
    }
}

/// The migrations of the schema. A database stores the checksum of every migration it ran, so a
/// published one must never change.
///
/// `sqlx::migrate!` would build the same list, but compiles SQLite and tokio a second time for the
/// macro.
fn migrations() -> Migrator {
    let step = |version, name: &'static str, sql: &'static str| {
        let sql = sqlx::SqlStr::from_static(sql);
        Migration::new(version, name.into(), MigrationType::Simple, sql, false)
    };
    Migrator::with_migrations(vec![
        step(1, "tables", include_str!("../migrations/0001_tables.sql")),
        step(2, "people", include_str!("../migrations/0002_people.sql")),
        step(3, "known", include_str!("../migrations/0003_known.sql")),
        step(
            4,
            "analyses",
            include_str!("../migrations/0004_analyses.sql"),
        ),
        step(5, "played", include_str!("../migrations/0005_played.sql")),
        step(
            6,
            "tournaments",
            include_str!("../migrations/0006_tournaments.sql"),
        ),
    ])
}

async fn migrate(connection: &mut SqliteConnection, path: &Path) -> Result<(), StoreError> {
    match migrations().run(&mut *connection).await {
        Ok(()) => Ok(()),
        Err(sqlx::migrate::MigrateError::VersionMissing(_)) => Err(StoreError::Newer),
        Err(sqlx::migrate::MigrateError::Execute(error)) => Err(opening_error(error, path)),
        Err(error) => Err(StoreError::Failed(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use sqlx::{Executor, Row};

    use super::*;

    /// The migrations as they are recorded in existing databases: version, name, checksum.
    const RECORDED: [(i64, &str, &str); 4] = [
        (
            1,
            "tables",
            "0CC53B6A78BBA5D61B837A8FEF2EF3A687B3E72EFEEAC67B5E587F9C4A97A136\
             61139AAA55C165F6B5F7F7E28CE6FBAC",
        ),
        (
            2,
            "people",
            "30E4E5B47EC0EA4198D745B4A089819F91C588F564E08358F74561679B87543B\
             4A35C43393C51B069F101B5D8834E50D",
        ),
        (
            3,
            "known",
            "B843423921F2F3145ECF26CD9FFAC905692D54D6E10E243EF9B50775001428D9\
             5BC426834D6591AE3550EC204240AEAB",
        ),
        (
            4,
            "analyses",
            "E4BF442952C13FD1DF2589597DE0F2E8D77E218A233D50C660E9EBFAF851FD38\
             65F0044A9DFC60F8ACE6B6F2CC37BFEF",
        ),
    ];

    async fn recorded_migrations(connection: &mut SqliteConnection) -> Vec<(i64, String, String)> {
        sqlx::query(
            "SELECT version, description, hex(checksum) FROM _sqlx_migrations \
             WHERE success ORDER BY version",
        )
        .fetch_all(connection)
        .await
        .unwrap()
        .iter()
        .map(|row| (row.get(0), row.get(1), row.get(2)))
        .collect()
    }

    async fn connect(path: &Path) -> SqliteConnection {
        SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .connect()
            .await
            .unwrap()
    }

    // Fault 20.
    #[tokio::test]
    async fn a_new_database_records_the_same_migrations_as_older_ones() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new.db");
        let store = Store::open(&StoreOptions::new(&path)).await.unwrap();
        store.close().await;
        let recorded = recorded_migrations(&mut connect(&path).await).await;
        let recorded: Vec<_> = recorded
            .iter()
            .map(|(version, name, sum)| (*version, name.as_str(), sum.as_str()))
            .collect();
        // More may follow; these never change.
        assert_eq!(recorded[..RECORDED.len()], RECORDED);
    }

    /// Creates a database as the first versions of the program left it.
    async fn older_database(path: &Path) {
        let mut connection = connect(path).await;
        // As `sqlx::migrate!` of sqlx 0.9 wrote it.
        connection
            .execute(
                "CREATE TABLE _sqlx_migrations (
                    version BIGINT PRIMARY KEY,
                    description TEXT NOT NULL,
                    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
                    success BOOLEAN NOT NULL,
                    checksum BLOB NOT NULL,
                    execution_time BIGINT NOT NULL
                )",
            )
            .await
            .unwrap();
        connection
            .execute(include_str!("../migrations/0001_tables.sql"))
            .await
            .unwrap();
        connection
            .execute(include_str!("../migrations/0002_people.sql"))
            .await
            .unwrap();
        connection
            .execute(
                "INSERT INTO people VALUES (1, 'p_1', 'Ann', 'ann', 'ann', '$argon2id$', 5);
                 INSERT INTO chat VALUES (1, 1, 'players', 1, 'Ann', NULL, 'hello', 6);",
            )
            .await
            .unwrap();
        for &(version, name, sum) in &RECORDED[..2] {
            sqlx::query(
                "INSERT INTO _sqlx_migrations (version, description, success, checksum, \
                 execution_time) VALUES (?1, ?2, TRUE, unhex(?3), 1)",
            )
            .bind(version)
            .bind(name)
            .bind(sum)
            .execute(&mut connection)
            .await
            .unwrap();
        }
    }

    // Faults 14 and 20.
    #[tokio::test]
    async fn an_older_database_opens() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.db");
        older_database(&path).await;
        let store = Store::open(&StoreOptions::new(&path)).await.unwrap();
        // What was there is still there, and what is new can be used.
        let device = [7; 32];
        let found = store.account_to_check("ann", Some(device), [8; 32]).await;
        let found = found.unwrap().unwrap();
        assert_eq!(
            (found.person.name.as_str(), found.known.device),
            ("Ann", false)
        );
        let removed = store.remove_logins(found.person.key, None).await.unwrap();
        assert_eq!(removed, Vec::<TokenHash>::new());
        assert_eq!(store.prune_chat(7, 10).await.unwrap(), 1);
        store.close().await;
    }

    // Fault 20.
    #[tokio::test]
    async fn a_database_with_a_changed_migration_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("other.db");
        older_database(&path).await;
        connect(&path)
            .await
            .execute("UPDATE _sqlx_migrations SET checksum = x'00' WHERE version = 2")
            .await
            .unwrap();
        let refused = Store::open(&StoreOptions::new(&path)).await.unwrap_err();
        assert!(matches!(refused, StoreError::Failed(_)), "{refused}");
    }

    // Fault 9: a write may wait for another that waits for the lock.
    #[test]
    fn a_locked_database_is_reported_within_five_seconds() {
        let options = StoreOptions::new("yiqi.db");
        assert!(2 * options.busy_timeout < Duration::from_secs(5));
    }

    #[test]
    fn every_migration_file_is_listed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        files.sort();
        let steps: Vec<String> = migrations()
            .iter()
            .map(|step| format!("{:04}_{}.sql", step.version, step.description))
            .collect();
        assert_eq!(steps, files);
    }
}
