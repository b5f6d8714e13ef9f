//! The store in a PostgreSQL database.
//!
//! Unlike a file, a server can go away and come back. Whoever writes then is refused until it is
//! back, and nothing that was acknowledged is lost: PostgreSQL had it on disk before.
//!
//! Two connections write. One appends entries to logs, each batch in one statement that needs no
//! lock: the primary key decides who was first. The other does everything else, in transactions
//! that run one after the other even if several processes use the database, as they do in a file;
//! so what reads and then writes needs no thought about others.

use std::time::{Duration, Instant};

use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgDatabaseError, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Executor};

use super::examine::{self, DatabaseState};
use super::sql::{Connection, in_time};
use super::writer::Inserted;
use super::{EntryRow, StoreError, StoreOptions, TableKey, migration, migration_error};

/// The oldest version that has what the schema needs.
const VERSION_MIN: u32 = 13;

/// How many connections read.
const READERS: u32 = 8;

/// How long to wait for a connection when the last one was lost.
const RECONNECT_MAX: Duration = Duration::from_secs(1);

/// How long a start waits for another server to end.
const LOCK_MAX: Duration = Duration::from_secs(2);

/// The lock that a server holds while it runs, if it is the only one. The numbers spell "yiqi".
const SERVER_LOCK: i64 = 0x7969_7169_0001;

/// The class of the locks by which nodes see each other: each holds the one with its number.
const NODE_LOCKS: i32 = 0x7969_7169;

/// What a connection holds as long as it exists.
#[derive(Clone, Copy, Debug)]
enum Held {
    Nothing,
    /// The lock of the only server.
    Alone,
    /// The lock of a node.
    Node(u32),
}

#[cfg(feature = "sim")]
impl Held {
    const fn node(self) -> Option<u32> {
        match self {
            Held::Node(node) => Some(node),
            Held::Nothing | Held::Alone => None,
        }
    }
}

/// Begins a transaction that runs alone among those of all processes.
pub(super) const BEGIN_ALONE: &str = "BEGIN; SELECT pg_advisory_xact_lock(133493781233666)";

/// The migrations of the schema. A published one must never change.
pub(super) fn migrations() -> Migrator {
    Migrator::with_migrations(vec![
        migration(
            6,
            "start",
            include_str!("../../migrations-postgres/0006_start.sql"),
        ),
        migration(
            7,
            "chat_places",
            include_str!("../../migrations-postgres/0007_chat_places.sql"),
        ),
    ])
}

/// Opens a database on a server, creating or migrating its tables. Returns connections for
/// reading, for writing and for appending entries.
pub(super) async fn open(
    server: &PgConnectOptions,
    options: &StoreOptions,
) -> Result<(PgPool, Server, Server), StoreError> {
    let commit = if options.durable { "on" } else { "off" };
    let connect = settled(server).options([("synchronous_commit", commit)]);
    let mut connection = connect_and_migrate(&connect, options.exclusive).await?;
    let held = match options.node {
        _ if options.exclusive => Held::Alone,
        Some(node) => Held::Node(node),
        None => Held::Nothing,
    };
    if let Held::Node(_) = held {
        hold_soon(&mut connection, held).await?;
    }
    let others = Server {
        connector: Connector::Postgres(Box::new(connect.clone())),
        held,
        connection: Some(Connection::Postgres(connection)),
    };
    let moves = in_time(connect.connect()).await?;
    let moves = Server {
        connector: Connector::Postgres(Box::new(connect.clone())),
        held: Held::Nothing,
        connection: Some(Connection::Postgres(moves)),
    };
    let readers = PgPoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(RECONNECT_MAX * 2)
        .connect_lazy_with(connect);
    Ok((readers, others, moves))
}

/// Opens a database for one connection, which no server uses meanwhile.
pub(super) async fn open_alone(server: &PgConnectOptions) -> Result<PgConnection, StoreError> {
    // It may have to wait for the other database.
    let patient = settled(server).options([("idle_in_transaction_session_timeout", "0")]);
    connect_and_migrate(&patient, true).await
}

async fn connect_and_migrate(
    connect: &PgConnectOptions,
    is_exclusive: bool,
) -> Result<PgConnection, StoreError> {
    let mut connection = in_time(connect.connect()).await?;
    check(&mut connection).await?;
    if is_exclusive {
        hold_soon(&mut connection, Held::Alone).await?;
    }
    let migrated = migrations().run(&mut connection).await;
    migrated.map_err(|error| migration_error(error, StoreError::from))?;
    Ok(connection)
}

/// How every connection is made.
fn settled(server: &PgConnectOptions) -> PgConnectOptions {
    server.clone().application_name("yiqi").options([
        // A process that was stopped or cut off must not hold up the others.
        ("idle_in_transaction_session_timeout", "5s"),
        ("lock_timeout", "3s"),
        ("tcp_keepalives_idle", "5"),
        ("tcp_keepalives_interval", "2"),
        ("tcp_keepalives_count", "3"),
        // Otherwise it reports every table that exists already.
        ("client_min_messages", "warning"),
    ])
}

/// Checks that the server and the database have what the schema needs.
async fn check(connection: &mut PgConnection) -> Result<(), StoreError> {
    let (version, encoding): (i32, String) = sqlx::query_as(
        "SELECT current_setting('server_version_num')::integer, \
         current_setting('server_encoding')",
    )
    .fetch_one(connection)
    .await?;
    let version = version as u32 / 10_000;
    if version < VERSION_MIN {
        return Err(StoreError::Refused(format!(
            "PostgreSQL {VERSION_MIN} or newer is needed, and this is version {version}"
        )));
    }
    if encoding != "UTF8" {
        return Err(StoreError::Refused(format!(
            "the encoding of the database must be UTF8, and it is {encoding}"
        )));
    }
    Ok(())
}

/// Takes the lock of the only server.
async fn lock(connection: &mut PgConnection) -> Result<(), StoreError> {
    let is_locked = sqlx::query_scalar("SELECT pg_try_advisory_lock($1)")
        .bind(SERVER_LOCK)
        .fetch_one(connection);
    match in_time(is_locked).await? {
        true => Ok(()),
        false => Err(StoreError::InUse),
    }
}

/// Takes what a connection holds.
async fn hold(connection: &mut PgConnection, held: Held) -> Result<(), StoreError> {
    match held {
        Held::Nothing => Ok(()),
        Held::Alone => lock(connection).await,
        // Shared with the other nodes, so that nobody else is alone; and its own, which its last
        // connection may still hold.
        Held::Node(node) => {
            let is_shared = sqlx::query_scalar("SELECT pg_try_advisory_lock_shared($1)")
                .bind(SERVER_LOCK)
                .fetch_one(&mut *connection);
            if !in_time(is_shared).await? {
                return Err(StoreError::InUse);
            }
            let taking = sqlx::query("SELECT pg_advisory_lock_shared($1, $2)")
                .bind(NODE_LOCKS)
                .bind(node.cast_signed())
                .execute(connection);
            in_time(taking).await?;
            Ok(())
        }
    }
}

/// The nodes that are connected, and the time by the server's clock.
pub(super) const NODES: &str = "SELECT \
     (extract(epoch FROM clock_timestamp()) * 1000)::bigint, \
     (SELECT array_agg(DISTINCT objid::bigint) FROM pg_locks WHERE locktype = 'advisory' \
     AND classid = 2036953449 AND objsubid = 2 AND granted \
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))";

/// Takes a lock at a start: PostgreSQL may need a moment to notice that a process was killed.
async fn hold_soon(connection: &mut PgConnection, held: Held) -> Result<(), StoreError> {
    let since = Instant::now();
    loop {
        match hold(connection, held).await {
            Err(StoreError::InUse) if since.elapsed() < LOCK_MAX => {
                tokio::time::sleep(LOCK_MAX / 20).await;
            }
            locked => return locked,
        }
    }
}

/// How a connection is made.
#[derive(Debug)]
enum Connector {
    Postgres(Box<PgConnectOptions>),
    #[cfg(feature = "sim")]
    Sim(super::sim::SimLink),
}

/// A connection that writes. If it is lost, the next use makes a new one.
#[derive(Debug)]
pub(super) struct Server {
    connector: Connector,
    held: Held,
    connection: Option<Connection>,
}

impl Server {
    /// A connection to a simulated database, which is not made yet.
    #[cfg(feature = "sim")]
    pub(super) fn simulated(link: &super::sim::SimLink, node: Option<u32>) -> Server {
        Server {
            connector: Connector::Sim(link.clone()),
            held: node.map_or(Held::Nothing, Held::Node),
            connection: None,
        }
    }

    /// The connection, made again if it was lost.
    pub(super) async fn connection(&mut self) -> Result<&mut Connection, StoreError> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.reconnect().await?,
        };
        Ok(self.connection.insert(connection))
    }

    async fn reconnect(&self) -> Result<Connection, StoreError> {
        let connecting = async {
            let connection = match &self.connector {
                Connector::Postgres(options) => {
                    let mut connection = options.connect().await?;
                    hold(&mut connection, self.held).await?;
                    Connection::Postgres(connection)
                }
                #[cfg(feature = "sim")]
                Connector::Sim(link) => Connection::Sim(link.connect(self.held.node()).await?),
            };
            tracing::info!("connected to the database again");
            Ok(connection)
        };
        match tokio::time::timeout(RECONNECT_MAX, connecting).await {
            Ok(connected) => connected,
            Err(_) => Err(StoreError::Lost("it does not answer".to_owned())),
        }
    }

    /// Gives up the connection after an error that leaves its state unknown.
    pub(super) fn forget(&mut self) {
        self.connection = None;
    }

    /// Whether the server answers.
    pub(super) async fn ping(&mut self) -> Result<(), StoreError> {
        let pinged = match self.connection().await? {
            Connection::Postgres(connection) => in_time(connection.execute("SELECT 1")).await,
            Connection::Sqlite(_) => return Ok(()),
            #[cfg(feature = "sim")]
            Connection::Sim(connection) => connection
                .run("SELECT 1")
                .await
                .map(|()| Default::default()),
        };
        if pinged.is_err() {
            self.forget();
        }
        pinged?;
        Ok(())
    }

    pub(super) async fn close(self) {
        let Some(Connection::Postgres(mut connection)) = self.connection else {
            return;
        };
        // PostgreSQL would release it a moment later.
        let unlocked = in_time(connection.execute("SELECT pg_advisory_unlock_all()")).await;
        let closed = in_time(sqlx::Connection::close(connection)).await;
        if let Err(error) = unlocked.and(closed) {
            tracing::debug!(%error, "closing the database");
        }
    }
}

/// Adds entries to logs in one statement: all of them, or none.
pub(super) async fn insert(
    connection: &mut PgConnection,
    rows: &[(TableKey, usize, &EntryRow)],
) -> Result<Inserted, sqlx::Error> {
    // In one order everywhere, so that two processes never wait for each other.
    let mut rows = rows.to_vec();
    rows.sort_by_key(|(table, number, _)| (table.0, *number));
    let tables: Vec<i64> = rows.iter().map(|(table, ..)| table.0).collect();
    let numbers: Vec<i64> = rows.iter().map(|(_, number, _)| *number as i64).collect();
    let entries = || rows.iter().map(|(.., entry)| entry);
    let bodies: Vec<&str> = entries().map(|entry| entry.body.as_str()).collect();
    let people: Vec<Option<i64>> = entries()
        .map(|entry| entry.person.map(|person| person.0))
        .collect();
    let commands: Vec<Option<&str>> = entries().map(|entry| entry.command.as_deref()).collect();
    let sums: Vec<i64> = rows
        .iter()
        .map(|(table, number, entry)| entry.sum(*table, *number))
        .collect();
    let statement = sqlx::query(
        "WITH new AS (SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], \
         $5::text[], $6::bigint[]) AS new (table_key, number, body, person, command, sum)) \
         INSERT INTO entries (table_key, number, body, person, command, sum) \
         SELECT * FROM new WHERE NOT EXISTS (SELECT 1 FROM new AS later WHERE later.number > 1 \
         AND NOT EXISTS (SELECT 1 FROM new AS before WHERE before.table_key = later.table_key \
         AND before.number = later.number - 1) \
         AND NOT EXISTS (SELECT 1 FROM entries AS before \
         WHERE before.table_key = later.table_key AND before.number = later.number - 1))",
    )
    .bind(tables)
    .bind(numbers)
    .bind(bodies)
    .bind(people)
    .bind(commands)
    .bind(sums);
    let done = in_time(statement.execute(connection)).await?;
    Ok(if done.rows_affected() == rows.len() as u64 {
        Inserted::All
    } else {
        Inserted::Ahead
    })
}

/// The error code of PostgreSQL.
pub(super) fn state_of(error: &sqlx::Error) -> Option<String> {
    let sqlx::Error::Database(database) = error else {
        return None;
    };
    let database = database.try_downcast_ref::<PgDatabaseError>()?;
    Some(database.code().to_owned())
}

/// The error with this code.
pub(super) fn error_of(state: &str, error: &sqlx::Error) -> StoreError {
    let said = || match error {
        sqlx::Error::Database(database) => database.message().to_owned(),
        error => error.to_string(),
    };
    match (state.get(..2).unwrap_or_default(), state) {
        // The disk of the server is full.
        (_, "53100") => StoreError::Full,
        // Somebody holds a lock, a deadlock was resolved, or the server is out of something.
        ("40" | "53", _) | (_, "55P03" | "57014") => StoreError::Busy,
        // It shuts down, starts, has become a replica, or the connection was ended.
        ("08" | "58", _) | (_, "57P01" | "57P02" | "57P03" | "25006" | "25P03") => {
            StoreError::Lost(said())
        }
        // Who we are, a database that does not exist, what we may not do.
        ("28", _) | (_, "3D000" | "42501") => StoreError::Refused(said()),
        _ => StoreError::Failed(said()),
    }
}

/// Whether an error means that the connection is gone or in an unknown state.
pub(super) fn is_lost(error: &sqlx::Error) -> bool {
    matches!(
        error,
        sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed
    )
}

/// Whether the server is at fault rather than the statement.
pub(super) fn is_server_error(error: &sqlx::Error) -> bool {
    match state_of(error) {
        Some(state) => !matches!(
            error_of(&state, error),
            StoreError::Failed(_) | StoreError::Refused(_)
        ),
        None => !matches!(error, sqlx::Error::RowNotFound),
    }
}

/// Looks at a database without changing anything.
pub(super) async fn examine(server: &PgConnectOptions) -> Result<DatabaseState, StoreError> {
    let mut connection = in_time(settled(server).connect()).await?;
    check(&mut connection).await?;
    let has_tables: bool = sqlx::query_scalar("SELECT to_regclass('_sqlx_migrations') IS NOT NULL")
        .fetch_one(&mut connection)
        .await?;
    let state = if has_tables {
        let recorded: Vec<(i64, Vec<u8>)> =
            sqlx::query_as("SELECT version, checksum FROM _sqlx_migrations ORDER BY version")
                .fetch_all(&mut connection)
                .await?;
        examine::compare(&recorded, &migrations())?
    } else {
        let may_create: bool =
            sqlx::query_scalar("SELECT has_schema_privilege(current_schema(), 'CREATE')")
                .fetch_one(&mut connection)
                .await?;
        if !may_create {
            return Err(StoreError::Refused(
                "this user may not create tables in the database".to_owned(),
            ));
        }
        DatabaseState::Empty
    };
    let _ = sqlx::Connection::close(connection).await;
    Ok(state)
}

#[cfg(test)]
mod tests {
    use yiqi_testkit::postgres::{TestDatabase, run_again};

    use super::*;
    use crate::Store;
    use crate::store::tables::tests::{OLDER_CHAT, check_older_chat, migrations_until};
    use crate::store::{Appended, NewLogin, PersonKey, TokenKind};

    #[test]
    fn people_writes_and_pruning_work_on_postgres_as_on_a_file() {
        // These look for secrets in the bytes of a file.
        let skipped = [
            "a_known_device_does_not_help_to_guess",
            "the_database_file_contains_neither_tokens_nor_passwords",
        ];
        run_again(
            &["http::people::tests", "pruning::tests", "writer::tests"],
            &skipped,
        );
    }

    // Fault 14.
    #[tokio::test]
    async fn the_chat_of_tournaments_and_tables_is_there_after_the_migration() {
        let database = TestDatabase::new();
        let server: PgConnectOptions = database.url().parse().unwrap();
        let mut connection = server.connect().await.unwrap();
        migrations_until(migrations(), 6)
            .run(&mut connection)
            .await
            .unwrap();
        connection.execute(OLDER_CHAT).await.unwrap();
        drop(connection);
        check_older_chat(&StoreOptions::at(database.url().parse().unwrap())).await;
    }

    fn entry(body: &str) -> EntryRow {
        EntryRow {
            body: body.to_owned(),
            person: None,
            command: None,
        }
    }

    /// Two processes at one database.
    async fn two_nodes(database: &TestDatabase) -> [Store; 2] {
        let options = StoreOptions {
            exclusive: false,
            ..StoreOptions::at(database.url().parse().unwrap())
        };
        [
            Store::open(&options).await.unwrap(),
            Store::open(&options).await.unwrap(),
        ]
    }

    // Fault 78.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn of_two_processes_that_append_the_same_numbers_one_wins_each() {
        const TABLES: i64 = 20;
        const NUMBERS: usize = 30;
        let database = TestDatabase::new();
        let nodes = two_nodes(&database).await;
        // Each process appends to every table until it has `NUMBERS` entries of both, in another
        // order, reading on after every conflict.
        let play = |node: usize| {
            let store = nodes[node].clone();
            async move {
                let tables = (1..=TABLES).map(|table| {
                    let table = if node == 0 { table } else { TABLES + 1 - table };
                    let store = &store;
                    async move {
                        let mut number = 0;
                        let mut won = Vec::new();
                        while number < NUMBERS {
                            let body = format!("{node}");
                            let rows = vec![entry(&body), entry(&body)];
                            let appended = store.append(TableKey(table), number + 1, rows).await;
                            match appended.unwrap() {
                                Appended::Stored => {
                                    won.extend([number + 1, number + 2]);
                                    number += 2;
                                }
                                Appended::Conflict => {
                                    let new = store.read(TableKey(table), number).await.unwrap();
                                    number += new.len();
                                }
                            }
                        }
                        (table, won)
                    }
                });
                futures_util::future::join_all(tables).await
            }
        };
        let (first, second) = tokio::join!(play(0), play(1));
        for table in 1..=TABLES {
            let rows = nodes[0].read(TableKey(table), 0).await.unwrap();
            assert_eq!(rows.len(), NUMBERS, "{table}");
            for (node, results) in [(0, &first), (1, &second)] {
                let won = &results.iter().find(|(at, _)| *at == table).unwrap().1;
                let stored = (1..).zip(&rows);
                let own = stored.filter(|(_, row)| row.body == format!("{node}"));
                assert_eq!(&own.map(|(number, _)| number).collect::<Vec<_>>(), won);
            }
        }
    }

    #[tokio::test]
    async fn a_log_never_gets_a_hole_even_if_an_older_database_takes_its_place() {
        let database = TestDatabase::new();
        let [store, _] = two_nodes(&database).await;
        let table = TableKey(1);
        for number in 1..=3 {
            store.append(table, number, vec![entry("a")]).await.unwrap();
        }
        // As after a backup was restored.
        let mut other = settled(&database.url().parse().unwrap())
            .connect()
            .await
            .unwrap();
        other
            .execute("DELETE FROM entries WHERE number > 1")
            .await
            .unwrap();
        let jobs = [
            store.append(table, 4, vec![entry("late"), entry("late")]),
            store.append(TableKey(2), 1, vec![entry("b")]),
        ];
        let [late, fine] = futures_util::future::join_all(jobs)
            .await
            .try_into()
            .unwrap();
        assert!(matches!(late, Err(StoreError::Failed(_))), "{late:?}");
        assert_eq!(fine.unwrap(), Appended::Stored);
        assert_eq!(store.read(table, 0).await.unwrap().len(), 1);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn writes_of_two_processes_run_one_after_the_other() {
        let database = TestDatabase::new();
        let nodes = two_nodes(&database).await;
        // Each counts the logins and then adds one, if there are not too many.
        let add = |store: Store, node: u8| async move {
            let mut added = 0;
            for number in 0..50 {
                let mut hash = [node; 32];
                hash[0] = number;
                let login = NewLogin {
                    hash,
                    kind: TokenKind::Bot,
                    label: String::new(),
                    now_ms: 1,
                    expires_ms: 2,
                };
                let is_added = store.add_bot_login(PersonKey(1), login, 60).await.unwrap();
                added += i64::from(is_added);
            }
            added
        };
        let (first, second) = tokio::join!(add(nodes[0].clone(), 1), add(nodes[1].clone(), 2));
        assert_eq!(first + second, 60);
        assert_eq!(nodes[0].count("SELECT count(*) FROM sessions").await, 60);
    }

    #[tokio::test]
    async fn the_same_migrations_have_the_same_numbers_as_those_of_a_file() {
        let last = |migrator: Migrator| migrator.iter().map(|step| step.version).max();
        assert_eq!(last(migrations()), last(crate::store::sqlite::migrations()));
    }

    // Faults 14 and 20.
    #[tokio::test]
    async fn a_newer_or_foreign_schema_is_refused() {
        let database = TestDatabase::new();
        let server: PgConnectOptions = database.url().parse().unwrap();
        assert_eq!(examine(&server).await.unwrap(), DatabaseState::Empty);
        let options = StoreOptions::at(database.url().parse().unwrap());
        Store::open(&options).await.unwrap().close().await;
        assert_eq!(examine(&server).await.unwrap(), DatabaseState::Current);
        let mut other = settled(&server).connect().await.unwrap();
        for (change, is_newer) in [
            (
                "UPDATE _sqlx_migrations SET checksum = 'x' WHERE version = 7",
                false,
            ),
            (
                "UPDATE _sqlx_migrations SET version = 999 WHERE version = 7",
                true,
            ),
        ] {
            other.execute(change).await.unwrap();
            for refused in [
                examine(&server).await.unwrap_err(),
                Store::open(&options).await.unwrap_err(),
            ] {
                let is_right = match refused {
                    StoreError::Newer => is_newer,
                    StoreError::Failed(_) => !is_newer,
                    _ => false,
                };
                assert!(is_right, "{change}: {refused}");
            }
        }
    }
}
