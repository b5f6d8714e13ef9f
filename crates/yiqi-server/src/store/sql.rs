//! One way to talk to both databases.
//!
//! A statement is written once if it runs unchanged on SQLite and PostgreSQL, which nearly all do:
//! parameters are `$1`, `$2`, …; booleans are compared with `TRUE` and `FALSE`; an upsert is `ON
//! CONFLICT … DO UPDATE` with its table named. Where the dialects differ, [`Sql`] has both texts.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::time::Duration;

use sqlx::postgres::{PgArguments, PgPool, PgRow};
use sqlx::sqlite::{SqliteArguments, SqlitePool, SqliteRow};
use sqlx::{Arguments, Executor, FromRow, PgConnection, SqliteConnection};

#[cfg(feature = "sim")]
use super::sim;
use super::{postgres, sqlite};

/// The longest that a statement on PostgreSQL may take: the server may have gone without a word.
pub(super) const STATEMENT_MAX: Duration = Duration::from_secs(4);

/// A statement in both dialects.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sql {
    pub(super) sqlite: &'static str,
    pub(super) postgres: &'static str,
}

impl From<&'static str> for Sql {
    fn from(both: &'static str) -> Sql {
        Sql {
            sqlite: both,
            postgres: both,
        }
    }
}

/// A statement with a list of integers as its parameter `$1`, see [`Value::Keys`].
macro_rules! among_keys {
    ($before:expr) => {
        among_keys!($before, "")
    };
    ($before:expr, $after:literal) => {
        $crate::store::sql::Sql {
            sqlite: concat!($before, " IN (SELECT value FROM json_each($1))", $after),
            postgres: concat!($before, " = ANY($1)", $after),
        }
    };
}
pub(super) use among_keys;

/// Connections of which any may read.
#[derive(Clone, Debug)]
pub(super) enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
    #[cfg(feature = "sim")]
    Sim(sim::SimLink),
}

impl Pool {
    pub(super) async fn close(&self) {
        match self {
            Pool::Sqlite(pool) => pool.close().await,
            Pool::Postgres(pool) => pool.close().await,
            #[cfg(feature = "sim")]
            Pool::Sim(_) => {}
        }
    }
}

/// One connection.
#[derive(Debug)]
pub(super) enum Connection {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
    #[cfg(feature = "sim")]
    Sim(sim::SimConnection),
}

impl Connection {
    /// Runs a statement without parameters.
    pub(super) async fn run(&mut self, sql: &'static str) -> Result<(), sqlx::Error> {
        match self {
            Connection::Sqlite(connection) => connection.execute(sql).await.map(drop),
            Connection::Postgres(connection) => in_time(connection.execute(sql)).await.map(drop),
            #[cfg(feature = "sim")]
            Connection::Sim(connection) => connection.run(sql).await,
        }
    }

    /// How a transaction begins, which does more than append entries or not.
    pub(super) fn beginning(&self, has_writes: bool) -> &'static str {
        match self {
            Connection::Sqlite(_) => "BEGIN IMMEDIATE",
            Connection::Postgres(_) if has_writes => postgres::BEGIN_ALONE,
            Connection::Postgres(_) => "BEGIN",
            #[cfg(feature = "sim")]
            Connection::Sim(_) => "BEGIN",
        }
    }

    /// Whether the database is at fault rather than the statement.
    pub(super) fn is_at_fault(&self, error: &sqlx::Error) -> bool {
        match self {
            Connection::Sqlite(_) => sqlite::is_disk_error(error),
            Connection::Postgres(_) => postgres::is_server_error(error),
            #[cfg(feature = "sim")]
            Connection::Sim(_) => {
                !matches!(error, sqlx::Error::Database(_) | sqlx::Error::RowNotFound)
            }
        }
    }
}

/// Where a statement runs.
pub(super) enum Target<'c> {
    Pool(&'c Pool),
    Connection(&'c mut Connection),
}

impl<'c> From<&'c Pool> for Target<'c> {
    fn from(pool: &'c Pool) -> Target<'c> {
        Target::Pool(pool)
    }
}

impl<'c> From<&'c mut Connection> for Target<'c> {
    fn from(connection: &'c mut Connection) -> Target<'c> {
        Target::Connection(connection)
    }
}

/// What can be read from a row of both databases.
pub(super) trait Columns:
    for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin + 'static
{
}

impl<T> Columns for T where
    T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin + 'static
{
}

/// Reads a type from the rows of both databases.
macro_rules! from_columns {
    ($type:ty, $row:ident => $read:expr) => {
        impl sqlx::FromRow<'_, sqlx::sqlite::SqliteRow> for $type {
            fn from_row($row: &sqlx::sqlite::SqliteRow) -> Result<$type, sqlx::Error> {
                $read
            }
        }

        impl sqlx::FromRow<'_, sqlx::postgres::PgRow> for $type {
            fn from_row($row: &sqlx::postgres::PgRow) -> Result<$type, sqlx::Error> {
                $read
            }
        }
    };
}
pub(super) use from_columns;

/// A parameter.
#[derive(Clone, Debug)]
pub(super) enum Value<'q> {
    Int(Option<i64>),
    Bool(Option<bool>),
    Real(Option<f64>),
    Text(Option<Cow<'q, str>>),
    Bytes(Option<Cow<'q, [u8]>>),
    /// A list, see [`among_keys`].
    Keys(Vec<i64>),
    /// A list of texts, used in the same way.
    Texts(Vec<String>),
}

macro_rules! values {
    ($($type:ty, $value:ident => $made:expr;)*) => {
        $(impl<'q> From<$type> for Value<'q> {
            fn from($value: $type) -> Value<'q> {
                $made
            }
        })*
    };
}

values! {
    i64, value => Value::Int(Some(value));
    Option<i64>, value => Value::Int(value);
    u32, value => Value::Int(Some(value.into()));
    Option<u32>, value => Value::Int(value.map(i64::from));
    bool, value => Value::Bool(Some(value));
    Option<bool>, value => Value::Bool(value);
    f64, value => Value::Real(Some(value));
    Option<f64>, value => Value::Real(value);
    String, value => Value::Text(Some(value.into()));
    &'q String, value => Value::Text(Some(value.into()));
    &'q str, value => Value::Text(Some(value.into()));
    Option<String>, value => Value::Text(value.map(Cow::from));
    &'q Option<String>, value => Value::Text(value.as_deref().map(Cow::from));
    Option<&'q str>, value => Value::Text(value.map(Cow::from));
    Vec<u8>, value => Value::Bytes(Some(value.into()));
    Option<Vec<u8>>, value => Value::Bytes(value.map(Cow::from));
}

/// A text as PostgreSQL can store it: a NUL character, which nobody types, becomes U+FFFD.
pub(super) fn without_nul(text: &str) -> Cow<'_, str> {
    if text.contains('\0') {
        text.replace('\0', "\u{fffd}").into()
    } else {
        text.into()
    }
}

/// A statement with its parameters.
#[must_use]
pub(super) struct Query<'q> {
    sql: Sql,
    values: Vec<Value<'q>>,
}

/// A statement whose rows are read as `O`.
#[must_use]
pub(super) struct QueryAs<'q, O> {
    query: Query<'q>,
    output: PhantomData<O>,
}

/// A statement whose rows have one column.
#[must_use]
pub(super) struct QueryScalar<'q, T> {
    query: QueryAs<'q, (T,)>,
}

pub(super) fn query<'q>(sql: impl Into<Sql>) -> Query<'q> {
    Query {
        sql: sql.into(),
        values: Vec::new(),
    }
}

pub(super) fn query_as<'q, O: Columns>(sql: impl Into<Sql>) -> QueryAs<'q, O> {
    QueryAs {
        query: query(sql),
        output: PhantomData,
    }
}

pub(super) fn query_scalar<'q, T>(sql: impl Into<Sql>) -> QueryScalar<'q, T>
where
    (T,): Columns,
{
    QueryScalar {
        query: query_as(sql),
    }
}

/// Runs one of sqlx's methods wherever the target is.
macro_rules! run {
    ($query:expr, $target:expr, $make:path, $method:ident) => {
        match $target.into() {
            Target::Pool(Pool::Sqlite(pool)) => {
                let (sql, arguments) = $query.for_sqlite()?;
                $make(sql, arguments).$method(pool).await
            }
            Target::Connection(Connection::Sqlite(connection)) => {
                let (sql, arguments) = $query.for_sqlite()?;
                $make(sql, arguments).$method(connection).await
            }
            Target::Pool(Pool::Postgres(pool)) => {
                let (sql, arguments) = $query.for_postgres()?;
                in_time($make(sql, arguments).$method(pool)).await
            }
            Target::Connection(Connection::Postgres(connection)) => {
                let (sql, arguments) = $query.for_postgres()?;
                in_time($make(sql, arguments).$method(connection)).await
            }
            #[cfg(feature = "sim")]
            Target::Pool(Pool::Sim(link)) => {
                let (sql, arguments) = $query.for_sqlite()?;
                link.read(|connection| Box::pin($make(sql, arguments).$method(connection)))
                    .await
            }
            #[cfg(feature = "sim")]
            Target::Connection(Connection::Sim(connection)) => {
                let (sql, arguments) = $query.for_sqlite()?;
                connection
                    .query(|connection| Box::pin($make(sql, arguments).$method(connection)))
                    .await
            }
        }
    };
}

impl<'q> Query<'q> {
    pub(super) fn bind(mut self, value: impl Into<Value<'q>>) -> Query<'q> {
        self.values.push(value.into());
        self
    }

    /// Runs the statement and returns how many rows it changed.
    pub(super) async fn execute<'c>(
        self,
        target: impl Into<Target<'c>>,
    ) -> Result<u64, sqlx::Error> {
        match target.into() {
            Target::Pool(Pool::Sqlite(pool)) => {
                let (sql, arguments) = self.for_sqlite()?;
                let done = sqlx::query_with(sql, arguments).execute(pool).await?;
                Ok(done.rows_affected())
            }
            Target::Connection(Connection::Sqlite(connection)) => {
                let (sql, arguments) = self.for_sqlite()?;
                let done = sqlx::query_with(sql, arguments).execute(connection).await?;
                Ok(done.rows_affected())
            }
            Target::Pool(Pool::Postgres(pool)) => {
                let (sql, arguments) = self.for_postgres()?;
                let done = in_time(sqlx::query_with(sql, arguments).execute(pool)).await?;
                Ok(done.rows_affected())
            }
            Target::Connection(Connection::Postgres(connection)) => {
                let (sql, arguments) = self.for_postgres()?;
                let done = in_time(sqlx::query_with(sql, arguments).execute(connection)).await?;
                Ok(done.rows_affected())
            }
            #[cfg(feature = "sim")]
            Target::Pool(Pool::Sim(link)) => {
                let (sql, arguments) = self.for_sqlite()?;
                let done = link.read(|connection| {
                    Box::pin(sqlx::query_with(sql, arguments).execute(connection))
                });
                Ok(done.await?.rows_affected())
            }
            #[cfg(feature = "sim")]
            Target::Connection(Connection::Sim(connection)) => {
                let (sql, arguments) = self.for_sqlite()?;
                let done = connection.query(|connection| {
                    Box::pin(sqlx::query_with(sql, arguments).execute(connection))
                });
                Ok(done.await?.rows_affected())
            }
        }
    }

    fn for_sqlite(self) -> Result<(&'static str, SqliteArguments), sqlx::Error> {
        let mut arguments = SqliteArguments::default();
        for value in self.values {
            match value {
                Value::Int(value) => arguments.add(value),
                Value::Bool(value) => arguments.add(value),
                Value::Real(value) => arguments.add(value),
                Value::Text(value) => arguments.add(value.map(Cow::into_owned)),
                Value::Bytes(value) => arguments.add(value.map(Cow::into_owned)),
                Value::Keys(list) => arguments.add(json_list(&list)),
                Value::Texts(list) => arguments.add(json_list(&list)),
            }
            .map_err(sqlx::Error::Encode)?;
        }
        Ok((self.sql.sqlite, arguments))
    }

    fn for_postgres(self) -> Result<(&'static str, PgArguments), sqlx::Error> {
        let mut arguments = PgArguments::default();
        for value in self.values {
            match value {
                Value::Int(value) => arguments.add(value),
                Value::Bool(value) => arguments.add(value),
                Value::Real(value) => arguments.add(value),
                Value::Text(value) => arguments.add(value.as_deref().map(without_nul)),
                Value::Bytes(value) => arguments.add(value.as_deref()),
                Value::Keys(list) => arguments.add(list),
                Value::Texts(list) => {
                    let list: Vec<_> = list.iter().map(|text| without_nul(text)).collect();
                    arguments.add(list)
                }
            }
            .map_err(sqlx::Error::Encode)?;
        }
        Ok((self.sql.postgres, arguments))
    }
}

impl<'q, O: Columns> QueryAs<'q, O> {
    pub(super) fn bind(mut self, value: impl Into<Value<'q>>) -> QueryAs<'q, O> {
        self.query = self.query.bind(value);
        self
    }

    pub(super) async fn fetch_all<'c>(
        self,
        target: impl Into<Target<'c>>,
    ) -> Result<Vec<O>, sqlx::Error> {
        run!(self.query, target, sqlx::query_as_with, fetch_all)
    }

    pub(super) async fn fetch_optional<'c>(
        self,
        target: impl Into<Target<'c>>,
    ) -> Result<Option<O>, sqlx::Error> {
        run!(self.query, target, sqlx::query_as_with, fetch_optional)
    }

    pub(super) async fn fetch_one<'c>(
        self,
        target: impl Into<Target<'c>>,
    ) -> Result<O, sqlx::Error> {
        run!(self.query, target, sqlx::query_as_with, fetch_one)
    }
}

impl<'q, T> QueryScalar<'q, T>
where
    (T,): Columns,
{
    pub(super) fn bind(mut self, value: impl Into<Value<'q>>) -> QueryScalar<'q, T> {
        self.query = self.query.bind(value);
        self
    }

    pub(super) async fn fetch_all<'c>(
        self,
        target: impl Into<Target<'c>>,
    ) -> Result<Vec<T>, sqlx::Error> {
        let rows = self.query.fetch_all(target).await?;
        Ok(rows.into_iter().map(|(value,)| value).collect())
    }

    pub(super) async fn fetch_optional<'c>(
        self,
        target: impl Into<Target<'c>>,
    ) -> Result<Option<T>, sqlx::Error> {
        let row = self.query.fetch_optional(target).await?;
        Ok(row.map(|(value,)| value))
    }

    pub(super) async fn fetch_one<'c>(
        self,
        target: impl Into<Target<'c>>,
    ) -> Result<T, sqlx::Error> {
        let (value,) = self.query.fetch_one(target).await?;
        Ok(value)
    }
}

/// A list as SQLite's `json_each` reads it.
fn json_list(list: &impl serde::Serialize) -> String {
    serde_json::to_string(list).unwrap_or_default()
}

/// Gives up on a server that does not answer.
pub(super) async fn in_time<T>(
    answer: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    match tokio::time::timeout(STATEMENT_MAX, answer).await {
        Ok(answer) => answer,
        Err(_) => Err(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into())),
    }
}
