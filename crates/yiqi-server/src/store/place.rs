//! Where a database is.

use std::fmt;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use sqlx::ConnectOptions;
use sqlx::postgres::PgConnectOptions;

/// Where a database is: a file of SQLite, or a database on a PostgreSQL server.
#[derive(Clone)]
pub enum DatabasePlace {
    /// A file of SQLite.
    File(PathBuf),
    /// A database on a PostgreSQL server.
    Postgres(Box<PgConnectOptions>),
}

/// A text that names no database.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a file, sqlite:FILE or postgres://USER@HOST/DATABASE")]
pub struct BadDatabasePlace;

impl DatabasePlace {
    /// The file, unless the database is on a server.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        match self {
            DatabasePlace::File(path) => Some(path),
            DatabasePlace::Postgres(_) => None,
        }
    }

    /// Whether nothing of the database goes over a network.
    #[must_use]
    pub fn is_on_this_machine(&self) -> bool {
        let DatabasePlace::Postgres(options) = self else {
            return true;
        };
        let host = options.get_host();
        let is_loopback = || host.parse().is_ok_and(|ip: IpAddr| ip.is_loopback());
        options.get_socket().is_some()
            || host.starts_with('/')
            || host == "localhost"
            || is_loopback()
    }
}

impl FromStr for DatabasePlace {
    type Err = BadDatabasePlace;

    /// Reads a path, `sqlite:FILE`, `sqlite://FILE` or the URL of a PostgreSQL database. What the
    /// URL leaves out comes from the usual places: `PGPASSWORD` and others, and `~/.pgpass`.
    fn from_str(text: &str) -> Result<DatabasePlace, BadDatabasePlace> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            let options: PgConnectOptions = text.parse().map_err(|_| BadDatabasePlace)?;
            let options = options.disable_statement_logging();
            return Ok(DatabasePlace::Postgres(Box::new(options)));
        }
        let path = text
            .strip_prefix("sqlite://")
            .or_else(|| text.strip_prefix("sqlite:"))
            .unwrap_or(text);
        if path.is_empty() || path.contains("://") {
            return Err(BadDatabasePlace);
        }
        Ok(DatabasePlace::File(path.into()))
    }
}

/// Without the password.
impl fmt::Display for DatabasePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = match self {
            DatabasePlace::File(path) => return write!(f, "{}", path.display()),
            DatabasePlace::Postgres(options) => options,
        };
        let (user, port) = (options.get_username(), options.get_port());
        let database = options.get_database().unwrap_or(user);
        match options.get_socket() {
            Some(folder) => write!(
                f,
                "postgres://{user}@:{port}/{database}?host={}",
                folder.display()
            ),
            None => write!(
                f,
                "postgres://{user}@{}:{port}/{database}",
                options.get_host()
            ),
        }
    }
}

impl fmt::Debug for DatabasePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, shown: &str) {
        let place: DatabasePlace = text.parse().unwrap();
        assert_eq!(place.to_string(), shown);
        assert_eq!(format!("{place:?}"), shown);
    }

    #[test]
    fn a_database_is_a_file_or_a_url_and_a_password_is_never_shown() {
        check("yiqi.db", "yiqi.db");
        check("sqlite:/var/lib/yiqi.db", "/var/lib/yiqi.db");
        check("sqlite://yiqi.db", "yiqi.db");
        check(
            "postgres://club:secret@db.example:6543/games",
            "postgres://club@db.example:6543/games",
        );
        check(
            "postgresql://club@localhost:5432/games?host=/run/postgresql&password=secret",
            "postgres://club@:5432/games?host=/run/postgresql",
        );
        for bad in ["", "sqlite:", "mysql://host/games", "postgres://[/games"] {
            assert_eq!(
                bad.parse::<DatabasePlace>().unwrap_err(),
                BadDatabasePlace,
                "{bad}"
            );
        }
    }
}
