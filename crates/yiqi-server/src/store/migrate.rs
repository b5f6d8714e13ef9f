//! Moving everything from one database to another, in either direction.
//!
//! The copy is one transaction: every row is written, read again and compared, and only then is
//! anything there for good. So a move that is interrupted has changed nothing.

use std::fs::File;

use futures_util::{StreamExt, TryStreamExt};
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{
    AssertSqlSafe, Executor, PgConnection, Postgres, QueryBuilder, Row, Sqlite, SqliteConnection,
};

use super::{
    DatabasePlace, EntryRow, PersonKey, StoreError, StoreOptions, TableKey, files, postgres, sqlite,
};
use crate::gaps::{alive_path, beat, open_alive};

/// How many values one statement inserts: SQLite allows 32766.
const VALUES_MAX: usize = 8_000;

/// What was moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// All rows.
    pub rows: u64,
    /// Those that are entries of games.
    pub entries: u64,
}

/// Why nothing was moved.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// There is no such file.
    #[error("there is no database at {0}")]
    NoSource(DatabasePlace),
    /// The database to write to has something in it.
    #[error("the database {0} is not empty")]
    NotEmpty(DatabasePlace),
    /// What was written is not what is read.
    #[error("a row of {table} in {database} is not what was written")]
    Differs {
        /// Where it was written.
        database: DatabasePlace,
        /// The table.
        table: &'static str,
    },
    /// A database failed.
    #[error("{0}: {1}")]
    Store(DatabasePlace, StoreError),
}

/// The type of a column.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Int,
    Bool,
    Real,
    Text,
    Bytes,
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
enum Cell {
    Int(Option<i64>),
    Bool(Option<bool>),
    Real(Option<f64>),
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
}

/// A table of the schema.
struct Shape {
    name: &'static str,
    /// The columns that give its rows an order.
    order: &'static str,
    columns: &'static [(&'static str, Kind)],
    /// Columns that the database computes: compared, not written.
    derived: &'static [(&'static str, Kind)],
}

/// All tables, with their columns.
const SHAPES: &[Shape] = {
    use Kind::{Bool, Bytes, Int, Real, Text};
    &[
        Shape {
            name: "tables",
            order: "key",
            columns: &[
                ("key", Int),
                ("id", Text),
                ("created_ms", Int),
                ("terms", Text),
                ("first_person", Int),
                ("second_person", Int),
                ("first_player", Text),
                ("second_player", Text),
                ("owner", Int),
                ("listed", Bool),
                ("private", Bool),
                ("rated", Bool),
                ("invite", Text),
                ("stage", Text),
                ("ended_ms", Int),
                ("ply_count", Int),
                ("first_has_black", Bool),
                ("result", Text),
                ("board", Text),
                ("next", Text),
                ("opening", Text),
                ("tournament", Int),
                ("tournament_game", Int),
            ],
            derived: &[
                ("game", Text),
                ("first_name", Text),
                ("second_name", Text),
                ("outcome", Text),
            ],
        },
        Shape {
            name: "entries",
            order: "table_key, number",
            columns: &[
                ("table_key", Int),
                ("number", Int),
                ("body", Text),
                ("person", Int),
                ("command", Text),
                ("sum", Int),
            ],
            derived: &[],
        },
        Shape {
            name: "chat",
            order: "place, place_key, number",
            columns: &[
                ("place", Text),
                ("place_key", Int),
                ("number", Int),
                ("room", Text),
                ("person", Int),
                ("name", Text),
                ("seat", Text),
                ("text", Text),
                ("at_ms", Int),
            ],
            derived: &[],
        },
        Shape {
            name: "gaps",
            order: "from_ms, until_ms",
            columns: &[("from_ms", Int), ("until_ms", Int)],
            derived: &[],
        },
        Shape {
            name: "people",
            order: "key",
            columns: &[
                ("key", Int),
                ("public", Text),
                ("name", Text),
                ("name_skeleton", Text),
                ("name_shape", Text),
                ("password", Text),
                ("created_ms", Int),
            ],
            derived: &[],
        },
        Shape {
            name: "sessions",
            order: "token_hash",
            columns: &[
                ("token_hash", Bytes),
                ("person", Int),
                ("kind", Text),
                ("label", Text),
                ("created_ms", Int),
                ("used_ms", Int),
                ("expires_ms", Int),
            ],
            derived: &[],
        },
        Shape {
            name: "known",
            order: "person, kind, hash",
            columns: &[
                ("person", Int),
                ("kind", Text),
                ("hash", Bytes),
                ("used_ms", Int),
            ],
            derived: &[],
        },
        Shape {
            name: "ratings",
            order: "person, game",
            columns: &[
                ("person", Int),
                ("game", Text),
                ("value", Real),
                ("deviation", Real),
                ("volatility", Real),
                ("games", Int),
            ],
            derived: &[],
        },
        Shape {
            name: "rated",
            order: "table_key",
            columns: &[
                ("table_key", Int),
                ("game", Text),
                ("first_person", Int),
                ("second_person", Int),
                ("winner", Text),
                ("at_ms", Int),
                ("first_change", Real),
                ("second_change", Real),
            ],
            derived: &[],
        },
        Shape {
            name: "analyses",
            order: "table_key",
            columns: &[("table_key", Int), ("deep", Bool), ("done", Bool)],
            derived: &[],
        },
        Shape {
            name: "analyzed",
            order: "table_key, ply",
            columns: &[
                ("table_key", Int),
                ("ply", Int),
                ("deep", Bool),
                ("body", Text),
            ],
            derived: &[],
        },
        Shape {
            name: "tournaments",
            order: "key",
            columns: &[
                ("key", Int),
                ("id", Text),
                ("created_ms", Int),
                ("owner", Int),
                ("terms", Text),
                ("stage", Text),
                ("starts_ms", Int),
                ("ended_ms", Int),
            ],
            derived: &[],
        },
        Shape {
            name: "tournament_entries",
            order: "tournament, number",
            columns: &[("tournament", Int), ("number", Int), ("body", Text)],
            derived: &[],
        },
        Shape {
            name: "entrants",
            order: "tournament, player",
            columns: &[
                ("tournament", Int),
                ("player", Int),
                ("person", Int),
                ("program", Text),
                ("name", Text),
                ("bot", Bool),
            ],
            derived: &[],
        },
    ]
};

/// Moves a database that no server uses into an empty one. The first stays as it is, except that an
/// older one is migrated, as by a start of the server.
///
/// # Errors
/// If a database cannot be used, the second is not empty, or a row differs after it was written.
/// Then nothing was moved.
pub async fn migrate(from: &DatabasePlace, to: &DatabasePlace) -> Result<Moved, MigrateError> {
    if from.file().is_some_and(|file| !file.exists()) {
        return Err(MigrateError::NoSource(from.clone()));
    }
    let is_new = to.file().is_some_and(|file| !file.exists());
    let mut source = Side::open(from).await?;
    let mut target = Side::open(to).await?;
    let moved = copy(&mut source, &mut target).await;
    source.close().await;
    target.close().await;
    if moved.is_err()
        && is_new
        && let Some(file) = to.file()
    {
        files::remove(file);
    }
    moved
}

async fn copy(source: &mut Side<'_>, target: &mut Side<'_>) -> Result<Moved, MigrateError> {
    source.begin_reading().await?;
    target.begin_writing().await?;
    for shape in SHAPES {
        if target
            .read(shape, Some(1))
            .await?
            .try_next()
            .await
            .is_ok_and(|row| row.is_some())
        {
            return Err(MigrateError::NotEmpty(target.place.clone()));
        }
    }
    for shape in SHAPES {
        let rows_max = VALUES_MAX / shape.columns.len();
        let place = source.place.clone();
        let mut rows = source.read(shape, None).await?.try_chunks(rows_max);
        while let Some(rows) = rows.next().await {
            let rows = rows.map_err(|error| failed(&place, error.1))?;
            for row in &rows {
                check_sum(&place, shape, row)?;
            }
            target.write(shape, &rows).await?;
        }
    }
    let last_person = source.last_person().await?;
    target.continue_numbers(last_person).await?;
    let mut moved = Moved::default();
    for shape in SHAPES {
        let rows = compare(source, target, shape).await?;
        moved.rows += rows;
        if shape.name == "entries" {
            moved.entries = rows;
        }
    }
    let alive_ms = source.alive_ms().await?;
    target.end_writing(alive_ms).await?;
    Ok(moved)
}

/// Compares all rows of a table, in their order, and returns how many there are.
async fn compare(
    source: &mut Side<'_>,
    target: &mut Side<'_>,
    shape: &'static Shape,
) -> Result<u64, MigrateError> {
    let (from, to) = (source.place.clone(), target.place.clone());
    let mut wanted = source.read(shape, None).await?;
    let mut found = target.read(shape, None).await?;
    let mut count = 0;
    loop {
        let want = wanted
            .try_next()
            .await
            .map_err(|error| failed(&from, error))?;
        let got = found.try_next().await.map_err(|error| failed(&to, error))?;
        if want != got {
            return Err(MigrateError::Differs {
                database: to,
                table: shape.name,
            });
        }
        if want.is_none() {
            return Ok(count);
        }
        count += 1;
    }
}

/// Verifies the checksum of an entry, so that damage is not carried over.
fn check_sum(database: &DatabasePlace, shape: &Shape, row: &[Cell]) -> Result<(), MigrateError> {
    let [
        Cell::Int(Some(table)),
        Cell::Int(Some(number)),
        Cell::Text(Some(body)),
        Cell::Int(person),
        Cell::Text(command),
        Cell::Int(sum),
    ] = row
    else {
        return Ok(());
    };
    let entry = EntryRow {
        body: body.clone(),
        person: person.map(PersonKey),
        command: command.clone(),
    };
    let is_whole = Some(entry.sum(TableKey(*table), *number as usize)) == *sum;
    if shape.name == "entries" && !is_whole {
        let damaged = StoreError::Damaged {
            database: database.to_string(),
            detail: format!("entry {number} of table {table}"),
        };
        return Err(MigrateError::Store(database.clone(), damaged));
    }
    Ok(())
}

fn failed(database: &DatabasePlace, error: sqlx::Error) -> MigrateError {
    MigrateError::Store(database.clone(), error.into())
}

type Rows<'s> = futures_util::stream::BoxStream<'s, Result<Vec<Cell>, sqlx::Error>>;

/// The connection to one of the two databases.
enum Held {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// One of the two databases, held so that no server uses it meanwhile.
struct Side<'l> {
    place: &'l DatabasePlace,
    connection: Held,
    /// The locked heartbeat file beside a file.
    alive: Option<(File, u64)>,
}

impl<'l> Side<'l> {
    async fn open(place: &'l DatabasePlace) -> Result<Side<'l>, MigrateError> {
        let fail = |error| MigrateError::Store(place.clone(), error);
        let options = StoreOptions::at(place.clone());
        match place {
            DatabasePlace::File(path) => {
                let alive = open_alive(&alive_path(path)).map_err(|error| match error.kind() {
                    std::io::ErrorKind::WouldBlock => fail(StoreError::InUse),
                    _ => fail(StoreError::Failed(error.to_string())),
                })?;
                let file = sqlite::open(path, &options).await.map_err(fail)?;
                file.readers.close().await;
                file.checkpointer.close().await;
                Ok(Side {
                    place,
                    connection: Held::Sqlite(file.connection),
                    alive: Some(alive),
                })
            }
            DatabasePlace::Postgres(server) => {
                let connection = postgres::open_alone(server).await.map_err(fail)?;
                Ok(Side {
                    place,
                    connection: Held::Postgres(connection),
                    alive: None,
                })
            }
        }
    }

    async fn run(&mut self, sql: String) -> Result<(), MigrateError> {
        let sql = AssertSqlSafe(sql);
        let done = match &mut self.connection {
            Held::Sqlite(connection) => connection.execute(sql).await.map(drop),
            Held::Postgres(connection) => connection.execute(sql).await.map(drop),
        };
        done.map_err(|error| failed(self.place, error))
    }

    /// From now on all is read as it is at one moment.
    async fn begin_reading(&mut self) -> Result<(), MigrateError> {
        let begin = match self.connection {
            Held::Sqlite(_) => "BEGIN",
            Held::Postgres(_) => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        };
        self.run(begin.to_owned()).await
    }

    async fn begin_writing(&mut self) -> Result<(), MigrateError> {
        let begin = match self.connection {
            Held::Sqlite(_) => "BEGIN IMMEDIATE",
            Held::Postgres(_) => "BEGIN",
        };
        self.run(begin.to_owned()).await
    }

    /// The rows of a table in their order, or the first of them.
    async fn read<'s>(
        &'s mut self,
        shape: &'static Shape,
        limit: Option<u32>,
    ) -> Result<Rows<'s>, MigrateError> {
        let columns = shape.columns.iter().chain(shape.derived);
        let names: Vec<&str> = columns.map(|(name, _)| *name).collect();
        let mut sql = format!(
            "SELECT {} FROM {} ORDER BY {}",
            names.join(", "),
            shape.name,
            shape.order
        );
        if let Some(limit) = limit {
            sql += &format!(" LIMIT {limit}");
        }
        let sql = AssertSqlSafe(sql);
        Ok(match &mut self.connection {
            Held::Sqlite(connection) => sqlx::query(sql)
                .fetch(connection)
                .map(move |row| cells_of_sqlite(&row?, shape))
                .boxed(),
            Held::Postgres(connection) => sqlx::query(sql)
                .fetch(connection)
                .map(move |row| cells_of_postgres(&row?, shape))
                .boxed(),
        })
    }

    async fn write(&mut self, shape: &Shape, rows: &[Vec<Cell>]) -> Result<(), MigrateError> {
        let names: Vec<&str> = shape.columns.iter().map(|(name, _)| *name).collect();
        let insert = format!("INSERT INTO {} ({}) ", shape.name, names.join(", "));
        let count = shape.columns.len();
        macro_rules! insert {
            ($database:ty, $connection:expr) => {{
                let mut statement = QueryBuilder::<$database>::new(insert);
                statement.push_values(rows, |mut values, row| {
                    for cell in &row[..count] {
                        match cell.clone() {
                            Cell::Int(value) => values.push_bind(value),
                            Cell::Bool(value) => values.push_bind(value),
                            Cell::Real(value) => values.push_bind(value),
                            Cell::Text(value) => values.push_bind(value),
                            Cell::Bytes(value) => values.push_bind(value),
                        };
                    }
                });
                let statement = statement.build().persistent(false);
                statement.execute($connection).await.map(drop)
            }};
        }
        let done = match &mut self.connection {
            Held::Sqlite(connection) => insert!(Sqlite, connection),
            Held::Postgres(connection) => insert!(Postgres, connection),
        };
        done.map_err(|error| failed(self.place, error))
    }

    /// The highest number that a person ever had, whether or not they are still there.
    async fn last_person(&mut self) -> Result<i64, MigrateError> {
        let last: Result<Option<i64>, sqlx::Error> = match &mut self.connection {
            Held::Sqlite(connection) => {
                sqlx::query_scalar("SELECT seq FROM sqlite_sequence WHERE name = 'people'")
                    .fetch_optional(connection)
                    .await
            }
            Held::Postgres(connection) => {
                sqlx::query_scalar("SELECT pg_sequence_last_value('people_key_seq')")
                    .fetch_one(connection)
                    .await
            }
        };
        let last = last.map_err(|error| failed(self.place, error))?;
        Ok(last.unwrap_or(0))
    }

    /// Lets new rows have the numbers after those that are there: no person's number is ever given
    /// twice.
    async fn continue_numbers(&mut self, last_person: i64) -> Result<(), MigrateError> {
        let statements = match self.connection {
            Held::Sqlite(_) => vec![
                "DELETE FROM sqlite_sequence WHERE name = 'people'".to_owned(),
                format!(
                    "INSERT INTO sqlite_sequence (name, seq) SELECT 'people', {last_person} WHERE {last_person} > 0"
                ),
            ],
            Held::Postgres(_) => {
                let last = |table: &str| format!("(SELECT max(key) FROM {table})");
                let next = |table: &str, last: String| {
                    format!("SELECT setval('{table}_key_seq', greatest(1, {last}), {last} > 0)")
                };
                vec![
                    next("people", last_person.to_string()),
                    next("tables", format!("coalesce({}, 0)", last("tables"))),
                    next(
                        "tournaments",
                        format!("coalesce({}, 0)", last("tournaments")),
                    ),
                ]
            }
        };
        for statement in statements {
            self.run(statement).await?;
        }
        Ok(())
    }

    /// When a server was last alive, or 0.
    async fn alive_ms(&mut self) -> Result<u64, MigrateError> {
        let at_ms: Result<Option<i64>, sqlx::Error> = match (&self.alive, &mut self.connection) {
            (Some((_, at_ms)), _) => return Ok(*at_ms),
            (None, Held::Postgres(connection)) => {
                sqlx::query_scalar("SELECT at_ms FROM alive")
                    .fetch_optional(connection)
                    .await
            }
            (None, Held::Sqlite(_)) => Ok(None),
        };
        let at_ms = at_ms.map_err(|error| failed(self.place, error))?;
        Ok(at_ms.unwrap_or(0) as u64)
    }

    async fn end_writing(&mut self, alive_ms: u64) -> Result<(), MigrateError> {
        if matches!(self.connection, Held::Postgres(_)) && alive_ms > 0 {
            self.run(format!("INSERT INTO alive (at_ms) VALUES ({alive_ms})"))
                .await?;
        }
        self.run("COMMIT".to_owned()).await?;
        if let Some((file, _)) = self.alive.as_mut().filter(|_| alive_ms > 0) {
            beat(file, alive_ms, true);
        }
        Ok(())
    }

    async fn close(self) {
        let closed = match self.connection {
            Held::Sqlite(connection) => sqlx::Connection::close(connection).await,
            Held::Postgres(connection) => sqlx::Connection::close(connection).await,
        };
        if let Err(error) = closed {
            tracing::debug!(%error, "closing the database");
        }
    }
}

macro_rules! cells {
    ($name:ident, $row:ty) => {
        fn $name(row: &$row, shape: &Shape) -> Result<Vec<Cell>, sqlx::Error> {
            let columns = shape.columns.iter().chain(shape.derived).enumerate();
            let cell = |(at, (_, kind)): (usize, &(&str, Kind))| {
                Ok(match kind {
                    Kind::Int => Cell::Int(row.try_get(at)?),
                    Kind::Bool => Cell::Bool(row.try_get(at)?),
                    Kind::Real => Cell::Real(row.try_get(at)?),
                    Kind::Text => Cell::Text(row.try_get(at)?),
                    Kind::Bytes => Cell::Bytes(row.try_get(at)?),
                })
            };
            columns.map(cell).collect()
        }
    };
}

cells!(cells_of_sqlite, SqliteRow);
cells!(cells_of_postgres, PgRow);

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::{Path, PathBuf};

    use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
    use sqlx::{ConnectOptions, Connection as _};
    use yiqi_testkit::postgres::TestDatabase;

    use super::*;
    use crate::Store;

    /// The databases that earlier versions wrote, and today's.
    fn golden_databases() -> Vec<PathBuf> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../yiqi/tests/golden");
        let files = std::fs::read_dir(folder).unwrap();
        let mut files: Vec<PathBuf> = files
            .map(|file| file.unwrap().path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "db"))
            .collect();
        files.sort();
        files
    }

    async fn connect(path: &Path) -> SqliteConnection {
        let options = SqliteConnectOptions::new().filename(path);
        options.connect().await.unwrap()
    }

    async fn names(connection: &mut SqliteConnection, sql: String) -> Vec<String> {
        let names = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(connection);
        names.await.unwrap()
    }

    /// Every row of every table, as SQLite writes values.
    async fn contents(path: &Path) -> BTreeSet<String> {
        let mut connection = connect(path).await;
        let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_%' \
                      ESCAPE '\\'";
        let mut contents = BTreeSet::new();
        for table in names(&mut connection, tables.to_owned()).await {
            let columns = format!("SELECT name FROM pragma_table_xinfo('{table}') ORDER BY name");
            let columns = names(&mut connection, columns).await;
            let columns: Vec<String> = columns
                .iter()
                .map(|column| format!("'{column}=' || quote({column})"))
                .collect();
            let rows = format!("SELECT {} FROM {table}", columns.join(" || ' ' || "));
            let rows = names(&mut connection, rows).await;
            contents.extend(rows.iter().map(|row| format!("{table}: {row}")));
        }
        connection.close().await.unwrap();
        contents
    }

    fn at(database: &TestDatabase) -> DatabasePlace {
        database.url().parse().unwrap()
    }

    // Fault 14.
    #[tokio::test]
    async fn a_database_of_every_version_is_the_same_after_a_move_to_postgres_and_back() {
        for golden in golden_databases() {
            let folder = tempfile::tempdir().unwrap();
            let [first, second] = ["first.db", "second.db"].map(|name| folder.path().join(name));
            std::fs::copy(&golden, &first).unwrap();
            let _ = std::fs::write(alive_path(&first), "00000001794873600000\n");
            let postgres = TestDatabase::new();
            let there = migrate(&DatabasePlace::File(first.clone()), &at(&postgres)).await;
            let back = migrate(&at(&postgres), &DatabasePlace::File(second.clone())).await;
            let (there, back) = (there.unwrap(), back.unwrap());
            assert_eq!(there, back, "{golden:?}");
            let (first_rows, second_rows) = (contents(&first).await, contents(&second).await);
            assert!(first_rows.len() as u64 >= there.rows && there.entries > 0);
            assert_eq!(first_rows, second_rows, "{golden:?}");
            let alive = std::fs::read_to_string(alive_path(&second)).unwrap();
            assert_eq!(alive, "00000001794873600000\n");
        }
    }

    #[tokio::test]
    async fn every_table_and_column_of_both_schemas_is_moved() {
        let (postgres, folder) = (TestDatabase::new(), tempfile::tempdir().unwrap());
        let file = folder.path().join("yiqi.db");
        for place in [at(&postgres), DatabasePlace::File(file.clone())] {
            let store = Store::open(&StoreOptions::at(place)).await.unwrap();
            store.close().await;
        }
        let moved: BTreeSet<String> = SHAPES
            .iter()
            .flat_map(|shape| {
                let columns = shape.columns.iter().chain(shape.derived);
                columns.map(|(column, _)| format!("{}.{column}", shape.name))
            })
            .collect();
        let in_file = "SELECT tables.name || '.' || columns.name FROM sqlite_schema AS tables \
                       JOIN pragma_table_xinfo(tables.name) AS columns \
                       WHERE tables.type = 'table' AND tables.name <> '_sqlx_migrations' \
                       AND tables.name <> 'sqlite_sequence'";
        let in_file = names(&mut connect(&file).await, in_file.to_owned()).await;
        assert_eq!(in_file.into_iter().collect::<BTreeSet<_>>(), moved);
        let DatabasePlace::Postgres(server) = at(&postgres) else {
            panic!("a URL of PostgreSQL");
        };
        let on_server: Vec<String> = sqlx::query_scalar(
            "SELECT table_name || '.' || column_name FROM information_schema.columns \
             WHERE table_schema = 'public' AND table_name NOT IN ('_sqlx_migrations', 'alive')",
        )
        .fetch_all(&mut server.connect().await.unwrap())
        .await
        .unwrap();
        assert_eq!(on_server.into_iter().collect::<BTreeSet<_>>(), moved);
    }

    #[tokio::test]
    async fn a_move_that_is_refused_changes_nothing() {
        let (postgres, folder) = (TestDatabase::new(), tempfile::tempdir().unwrap());
        let golden = golden_databases().pop().unwrap();
        let path = folder.path().join("club.db");
        let club = DatabasePlace::File(path.clone());
        let missing = migrate(&club, &at(&postgres)).await.unwrap_err();
        assert!(matches!(missing, MigrateError::NoSource(_)), "{missing}");
        assert!(!path.exists());
        std::fs::copy(&golden, &path).unwrap();
        // A server uses it.
        let server = open_alive(&alive_path(&path)).unwrap();
        let used = migrate(&club, &at(&postgres)).await.unwrap_err();
        assert!(
            matches!(used, MigrateError::Store(_, StoreError::InUse)),
            "{used}"
        );
        drop(server);
        migrate(&club, &at(&postgres)).await.unwrap();
        let full = migrate(&club, &at(&postgres)).await.unwrap_err();
        assert!(matches!(full, MigrateError::NotEmpty(_)), "{full}");
        // A damaged entry is not carried over.
        let damage = "UPDATE entries SET body = replace(body, 'a', 'b')";
        connect(&path).await.execute(damage).await.unwrap();
        let copy = folder.path().join("copy.db");
        let damaged = migrate(&club, &DatabasePlace::File(copy.clone())).await;
        let damaged = damaged.unwrap_err();
        assert!(
            matches!(damaged, MigrateError::Store(_, StoreError::Damaged { .. })),
            "{damaged}"
        );
        assert!(!copy.exists());
    }

    #[tokio::test]
    async fn a_number_of_a_person_is_not_given_again_after_a_move() {
        let (postgres, folder) = (TestDatabase::new(), tempfile::tempdir().unwrap());
        let paths = ["first.db", "second.db"].map(|name| folder.path().join(name));
        let guest = |name: &'static str| {
            let login = crate::store::NewLogin {
                hash: [name.len() as u8; 32],
                kind: crate::store::TokenKind::Cookie,
                label: String::new(),
                now_ms: 1,
                expires_ms: 2,
            };
            (format!("p_{name}"), name.to_owned(), login)
        };
        let mut last = PersonKey(0);
        let mut before = None;
        let names = ["Al", "Bob", "Carl"];
        let places = [
            DatabasePlace::File(paths[0].clone()),
            at(&postgres),
            DatabasePlace::File(paths[1].clone()),
        ];
        for (place, name) in places.into_iter().zip(names) {
            if let Some(before) = &before {
                migrate(before, &place).await.unwrap();
            }
            let store = Store::open(&StoreOptions::at(place.clone())).await.unwrap();
            let (public, shown, login) = guest(name);
            let key = store.add_guest(public, shown, login).await.unwrap();
            assert!(key > last, "{name}: {key:?}");
            // The newest is gone when the database moves.
            store.execute("DELETE FROM people").await;
            store.close().await;
            last = key;
            before = Some(place);
        }
    }
}
