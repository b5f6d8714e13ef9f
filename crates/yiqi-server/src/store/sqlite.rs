//! The store in a SQLite file.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, SqliteConnection};

use super::checkpoint::{self, Checkpointer};
use super::files::{self, OpenFiles};
use super::{StoreError, StoreOptions, migration, migration_error};

/// An open file: what the writer works with, and connections for reading.
pub(super) struct OpenFile {
    pub(super) connection: SqliteConnection,
    pub(super) checkpointer: Checkpointer,
    pub(super) files: OpenFiles,
    pub(super) readers: SqlitePool,
}

/// Opens the file, creating it if it does not exist, migrates it and checks it for damage.
pub(super) async fn open(path: &Path, options: &StoreOptions) -> Result<OpenFile, StoreError> {
    let url = format!("sqlite://{}", path.display());
    let connect = SqliteConnectOptions::from_str(&url)?
        .filename(path)
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
    files::protect(path);
    let opening = |error: sqlx::Error| opening_error(error, path);
    let mut connection = connect.connect().await.map_err(opening)?;
    check(&mut connection, path).await?;
    let migrated = migrations().run(&mut connection).await;
    migrated.map_err(|error| migration_error(error, opening))?;
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
    Ok(OpenFile {
        connection,
        checkpointer,
        files: OpenFiles::of(path),
        readers,
    })
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

pub(super) async fn backup(pool: &SqlitePool, to: &Path) -> Result<(), StoreError> {
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

/// Checks the file for damage before anything is served from it.
async fn check(connection: &mut SqliteConnection, path: &Path) -> Result<(), StoreError> {
    let damaged = |detail: String| StoreError::Damaged {
        database: path.display().to_string(),
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

/// The primary result code of SQLite: the low byte of the extended code.
pub(super) fn primary_code(error: &sqlx::Error) -> Option<u32> {
    let sqlx::Error::Database(database) = error else {
        return None;
    };
    let database = database.try_downcast_ref::<sqlx::sqlite::SqliteError>()?;
    let code: u32 = sqlx::error::DatabaseError::code(database)?.parse().ok()?;
    Some(code & 0xff)
}

/// Whether the file is at fault rather than the statement.
pub(super) fn is_disk_error(error: &sqlx::Error) -> bool {
    match error {
        // Locked, read-only, I/O error, damaged, full, cannot open, not a database.
        sqlx::Error::Database(_) => {
            matches!(primary_code(error), Some(5..=8 | 10 | 11 | 13 | 14 | 26))
        }
        sqlx::Error::RowNotFound => false,
        _ => true,
    }
}

/// Why a file could not be opened: it may not be a database, or a damaged one.
pub(super) fn opening_error(error: sqlx::Error, path: &Path) -> StoreError {
    match primary_code(&error) {
        // Malformed, or not a database at all.
        Some(11 | 26) => StoreError::Damaged {
            database: path.display().to_string(),
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
pub(super) fn migrations() -> Migrator {
    Migrator::with_migrations(vec![
        migration(
            1,
            "tables",
            include_str!("../../migrations/0001_tables.sql"),
        ),
        migration(
            2,
            "people",
            include_str!("../../migrations/0002_people.sql"),
        ),
        migration(3, "known", include_str!("../../migrations/0003_known.sql")),
        migration(
            4,
            "analyses",
            include_str!("../../migrations/0004_analyses.sql"),
        ),
        migration(
            5,
            "played",
            include_str!("../../migrations/0005_played.sql"),
        ),
        migration(
            6,
            "tournaments",
            include_str!("../../migrations/0006_tournaments.sql"),
        ),
        migration(
            7,
            "chat_places",
            include_str!("../../migrations/0007_chat_places.sql"),
        ),
    ])
}

#[cfg(test)]
mod tests {
    use sqlx::{Executor, Row};

    use super::*;
    use crate::store::tables::tests::{OLDER_CHAT, check_older_chat, migrations_until};
    use crate::store::{Store, TokenHash};

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
            .execute(include_str!("../../migrations/0001_tables.sql"))
            .await
            .unwrap();
        connection
            .execute(include_str!("../../migrations/0002_people.sql"))
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

    // Fault 14.
    #[tokio::test]
    async fn the_chat_of_tournaments_and_tables_is_there_after_the_migration() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.db");
        let mut connection = connect(&path).await;
        migrations_until(migrations(), 6)
            .run(&mut connection)
            .await
            .unwrap();
        connection.execute(OLDER_CHAT).await.unwrap();
        drop(connection);
        check_older_chat(&StoreOptions::new(&path)).await;
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
