//! A server in this process, with a database of its own.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection, Executor};
use tempfile::TempDir;
use tokio::net::TcpSocket;
use yiqi_server::{LimitOptions, Server, ServerError, ServerOptions, StoreOptions};
use yiqi_testkit::postgres::{self, TestDatabase};

use crate::client::{Person, Socket, Web};

pub(crate) struct TestServer {
    folder: TempDir,
    server: Option<Server>,
    pub(crate) web: Web,
    pub(crate) options: ServerOptions,
    pub(crate) store: StoreOptions,
    /// The database, if it is not in the folder.
    database: Option<TestDatabase>,
}

/// Options without effective rate limits.
pub(crate) fn easy() -> ServerOptions {
    ServerOptions {
        thinkers: Some(1),
        // All clients of these tests come from one address.
        rate_same_address: true,
        limits: LimitOptions {
            loopback_exempt: true,
            chat_count: 1_000,
            chat_count_per_room: 1_000,
            connections_per_person: 1_000,
            ..LimitOptions::default()
        },
        ..ServerOptions::default()
    }
}

impl TestServer {
    pub(crate) async fn new() -> TestServer {
        TestServer::with(easy()).await
    }

    pub(crate) async fn with(options: ServerOptions) -> TestServer {
        TestServer::with_store(options, |_| ()).await
    }

    pub(crate) async fn with_store(
        options: ServerOptions,
        change: impl FnOnce(&mut StoreOptions),
    ) -> TestServer {
        let folder = tempfile::tempdir().unwrap();
        let database = postgres::is_chosen().then(TestDatabase::new);
        let mut store = match &database {
            Some(database) => StoreOptions::at(database.url().parse().unwrap()),
            None => StoreOptions::new(folder.path().join("yiqi.db")),
        };
        store.busy_timeout = Duration::from_secs(1);
        change(&mut store);
        let server = start(&store, &options).await.unwrap();
        TestServer {
            web: Web {
                address: server.address(),
            },
            server: Some(server),
            folder,
            options,
            store,
            database,
        }
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn server(&self) -> &Server {
        self.server.as_ref().unwrap()
    }

    pub(crate) async fn stop(&mut self) {
        if let Some(server) = self.server.take() {
            server.stop().await;
        }
    }

    /// Starts again, on another port.
    pub(crate) async fn start(&mut self) -> Result<(), ServerError> {
        let server = start(&self.store, &self.options).await?;
        self.web = Web {
            address: server.address(),
        };
        self.server = Some(server);
        Ok(())
    }

    pub(crate) async fn restart(&mut self) {
        self.stop().await;
        self.start().await.unwrap();
    }

    /// Changes the database, as from another program.
    pub(crate) async fn execute(&self, sql: &'static str) -> u64 {
        match &self.database {
            Some(database) => {
                let url = database.url();
                let mut connection = sqlx::PgConnection::connect(&url).await.unwrap();
                connection.execute(sql).await.unwrap().rows_affected()
            }
            None => {
                let done = self.database().await.execute(sql).await.unwrap();
                done.rows_affected()
            }
        }
    }

    /// A second connection to the file, as from another program.
    pub(crate) async fn database(&self) -> SqliteConnection {
        SqliteConnectOptions::new()
            .filename(self.store.place.file().unwrap())
            .connect()
            .await
            .unwrap()
    }

    /// Two people at a table, both connected, with the game started.
    pub(crate) async fn pair(&self, game: &str, time: &str) -> Pair {
        self.pair_at(&json!({
            "game": game, "time": time, "first_color": "black",
            "first": {"kind": "me"}, "second": {"kind": "open"},
        }))
        .await
    }

    pub(crate) async fn pair_at(&self, table: &Value) -> Pair {
        let first = self.web.guest("Ann").await;
        let second = self.web.guest("Bob").await;
        let (table, invite) = first.make(table).await;
        let mut a = first.socket(&table).await;
        second.sit(&table, &invite).await.fine();
        let mut b = second.socket(&table).await;
        a.event("begin").await;
        b.event("begin").await;
        Pair {
            first,
            second,
            a,
            b,
            table,
        }
    }
}

pub(crate) async fn start(
    store: &StoreOptions,
    options: &ServerOptions,
) -> Result<Server, ServerError> {
    // A small buffer, so that a client that does not read is noticed soon.
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_send_buffer_size(16 * 1024).unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let listener = socket.listen(1024).unwrap();
    Server::start(listener, store, options.clone()).await
}

/// Two players: `a` is the first's socket, `b` the second's.
pub(crate) struct Pair {
    pub(crate) first: Person,
    pub(crate) second: Person,
    pub(crate) a: Socket,
    pub(crate) b: Socket,
    pub(crate) table: String,
}

impl Pair {
    /// All entries, as anybody sees them.
    pub(crate) async fn log(&self) -> Vec<Value> {
        let state = self.first.state(&self.table).await;
        state["entries"].as_array().unwrap().clone()
    }
}
