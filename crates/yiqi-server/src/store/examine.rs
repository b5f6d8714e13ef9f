//! Examining a database without opening it for use.

use std::path::Path;
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};

use super::sqlite::{migrations, opening_error};
use super::{DatabasePlace, StoreError, postgres, wal_path};

/// The state of an undamaged database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatabaseState {
    /// It has no tables yet.
    Empty,
    /// An older version wrote it; opening it migrates it.
    Older,
    /// This version wrote it.
    Current,
}

/// Checks every page of a file, or the connection to a server. The database may be in use. Changes
/// nothing.
///
/// # Errors
/// If the database cannot be read, is damaged or comes from a newer version.
pub async fn examine(place: &DatabasePlace) -> Result<DatabaseState, StoreError> {
    match place {
        DatabasePlace::File(path) => examine_file(path).await,
        DatabasePlace::Postgres(server) => postgres::examine(server).await,
    }
}

async fn examine_file(path: &Path) -> Result<DatabaseState, StoreError> {
    let has_log = std::fs::metadata(wal_path(path)).is_ok_and(|file| file.len() > 0);
    let connect = SqliteConnectOptions::new()
        .filename(path)
        .read_only(true)
        // Without a log SQLite would create one even for reading.
        .immutable(!has_log)
        .busy_timeout(Duration::from_secs(5))
        .disable_statement_logging();
    let opening = |error| opening_error(error, path);
    let mut connection = connect.connect().await.map_err(opening)?;
    let state = examine_tables(&mut connection, path).await;
    connection.close().await.map_err(opening)?;
    state
}

async fn examine_tables(
    connection: &mut SqliteConnection,
    path: &Path,
) -> Result<DatabaseState, StoreError> {
    let opening = |error| opening_error(error, path);
    let found: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check(1)")
        .fetch_all(&mut *connection)
        .await
        .map_err(opening)?;
    if found != ["ok"] {
        return Err(StoreError::Damaged {
            database: path.display().to_string(),
            detail: found.join("; "),
        });
    }
    let tables: i64 = sqlx::query_scalar("SELECT count(*) FROM sqlite_schema")
        .fetch_one(&mut *connection)
        .await
        .map_err(opening)?;
    if tables == 0 {
        return Ok(DatabaseState::Empty);
    }
    let recorded: Vec<(i64, Vec<u8>)> =
        sqlx::query_as("SELECT version, checksum FROM _sqlx_migrations ORDER BY version")
            .fetch_all(&mut *connection)
            .await
            .map_err(opening)?;
    compare(&recorded, &migrations())
}

/// Compares the migrations that a database has recorded, with their checksums, with ours.
pub(super) fn compare(
    recorded: &[(i64, Vec<u8>)],
    migrations: &Migrator,
) -> Result<DatabaseState, StoreError> {
    for (version, sum) in recorded {
        let Some(step) = migrations.iter().find(|step| step.version == *version) else {
            return Err(StoreError::Newer);
        };
        if *step.checksum != **sum {
            let problem = format!("migration {version} is not the one of this program");
            return Err(StoreError::Failed(problem));
        }
    }
    if recorded.len() < migrations.iter().count() {
        return Ok(DatabaseState::Older);
    }
    Ok(DatabaseState::Current)
}

#[cfg(test)]
mod tests {
    use sqlx::Executor;

    use super::*;
    use crate::{Store, StoreOptions};

    /// Examines a new database after a change by SQL.
    async fn examined_after(sql: &str) -> Result<DatabaseState, StoreError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("yiqi.db");
        let store = Store::open(&StoreOptions::new(&path)).await.unwrap();
        store.close().await;
        let connect = SqliteConnectOptions::new().filename(&path);
        let mut connection = connect.connect().await.unwrap();
        connection
            .execute(sqlx::AssertSqlSafe(sql.to_owned()))
            .await
            .unwrap();
        connection.close().await.unwrap();
        examine_file(&path).await
    }

    // Fault 14.
    #[tokio::test]
    async fn an_examination_tells_which_version_wrote_a_database() {
        let same = examined_after("SELECT 1").await;
        assert_eq!(same.unwrap(), DatabaseState::Current);
        let older = examined_after(
            "DELETE FROM _sqlx_migrations \
             WHERE version = (SELECT max(version) FROM _sqlx_migrations)",
        );
        assert_eq!(older.await.unwrap(), DatabaseState::Older);
        let newer = examined_after("UPDATE _sqlx_migrations SET version = 999 WHERE version = 2");
        let refused = newer.await.unwrap_err();
        assert!(matches!(refused, StoreError::Newer), "{refused}");
        let other = examined_after("UPDATE _sqlx_migrations SET checksum = x'00'");
        let refused = other.await.unwrap_err();
        assert!(matches!(refused, StoreError::Failed(_)), "{refused}");
    }

    // Fault 10.
    #[tokio::test]
    async fn an_examination_finds_damage_in_an_index() {
        let damaged = examined_after(
            "PRAGMA writable_schema = ON; \
             UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema \
             WHERE name = 'people') WHERE name = 'sessions_by_expiry'",
        );
        let refused = damaged.await.unwrap_err();
        assert!(matches!(refused, StoreError::Damaged { .. }), "{refused}");
    }
}
