//! Every file call of a server fails once, and from then on: no acknowledged move is lost, no wrong
//! game is served, clients get an error with a code, and afterwards everything goes on.
//!
//! One run without failures counts the calls; then there is a run for each of them. A disk that fails
//! from some call on begins to do so at every seventh; with `YIQI_DISK_FAULTS=all` at every one.
//! `Fault n` is row n of `docs/faults.md`.
#![cfg(target_os = "linux")]

#[expect(dead_code, reason = "other tests of the server use all of it")]
#[path = "hostile/client.rs"]
mod client;
#[path = "disk/failing_calls.rs"]
mod failing_calls;
#[expect(dead_code, reason = "other tests of the server use all of it")]
#[path = "hostile/test_server.rs"]
mod test_server;

use std::path::PathBuf;
use std::sync::Mutex;

use client::{HttpResponse, Person, Web, moves, soon, until};
use failing_calls::{Act, Call, Failure, Plan, Watch, watch};
use futures_util::FutureExt;
use serde_json::{Value, json};
use tempfile::TempDir;
use test_server::{TestServer, easy};
use yiqi_server::{Server, ServerError, StoreOptions, backup_file};

/// The end of the name of the heartbeat file. A thread writes it all the time, so its calls would
/// make the count of all others random.
const HEARTBEAT: &str = "-alive";

/// A call that never comes.
const NEVER: usize = usize::MAX;

/// The moves of the game, of which two are made before the failures begin.
const MOVES: [&str; 4] = ["d3", "c5", "d6", "e3"];

/// The panics of all threads.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// The plan of the current run.
static PLAN: Mutex<String> = Mutex::new(String::new());

/// A database with a game between guests, a rated game between accounts, and a finished game.
struct Base {
    folder: TempDir,
    guests: [Person; 2],
    accounts: [Person; 2],
    game: String,
    rated: String,
    finished: String,
}

impl Base {
    async fn new() -> Base {
        let mut stage = TestServer::new().await;
        let mut pair = stage.pair("reversi", "none").await;
        let mut ended = stage.pair("gomoku", "none").await;
        ended.a.play("h8").await;
        ended.b.does(&json!({"do": "resign"})).await;
        pair.a.play(MOVES[0]).await;
        pair.b.play(MOVES[1]).await;
        let accounts = [
            stage.web.account("Annabel", "correct horse").await,
            stage.web.account("Robert", "battery staple").await,
        ];
        let (rated, invite) = accounts[0]
            .make(
                &json!({"game": "reversi", "first": {"kind": "me"}, "second": {"kind": "open"},
                "rated": true}),
            )
            .await;
        accounts[1].sit(&rated, &invite).await.fine();
        until(async || !accounts[0].state(&rated).await["entries"][0].is_null()).await;
        stage.stop().await;
        let folder = tempfile::tempdir().unwrap();
        for name in ["yiqi.db", "yiqi.db-alive"] {
            std::fs::copy(stage.file(name), folder.path().join(name)).unwrap();
        }
        Base {
            folder,
            guests: [pair.first, pair.second],
            accounts,
            game: pair.table,
            rated,
            finished: ended.table,
        }
    }

    /// A copy of its files in a new folder.
    fn copy(&self) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        for name in ["yiqi.db", "yiqi.db-alive"] {
            std::fs::copy(self.folder.path().join(name), folder.path().join(name)).unwrap();
        }
        folder
    }
}

/// What clients know while files fail.
#[derive(Default)]
struct Clients {
    /// How many of the moves were acknowledged.
    moves: usize,
    /// Whether the next one was sent.
    is_sent: bool,
    /// Whether the end of the rated game was acknowledged.
    has_resigned: bool,
    /// A guest who came while files failed, and their table.
    guest: Option<(Person, Option<String>)>,
    /// The copy of the database, and how many moves were acknowledged before.
    copy: Option<usize>,
    /// Whether half a copy could not be removed.
    keeps_half_copy: bool,
}

/// An error of the storage, with a code and a sentence.
#[track_caller]
fn check_storage_error(what: &str, answer: &HttpResponse) {
    let code = answer.code();
    assert!(code.starts_with("storage_"), "{what}: {answer:?}");
    assert_eq!(answer.status, 503, "{what}: {answer:?}");
    let text = answer.json()["error"]["text"].as_str().unwrap().to_owned();
    assert!(text.ends_with('.'), "{what}: {text}");
}

/// One run of a server while calls fail.
struct Run<'a> {
    base: &'a Base,
    folder: TempDir,
    clients: Clients,
}

impl Run<'_> {
    fn store(&self) -> StoreOptions {
        StoreOptions::new(self.folder.path().join("yiqi.db"))
    }

    async fn start(&self) -> Result<Server, ServerError> {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        Server::start(listener, &self.store(), easy()).await
    }

    fn at(web: Web, person: &Person) -> Person {
        Person {
            web,
            ..person.clone()
        }
    }

    fn copy_path(&self) -> PathBuf {
        self.folder.path().join("copy.db")
    }

    /// Uses the server in every way that touches the disk, as far as it goes.
    async fn use_all(&mut self, web: Web, watch: &Watch) {
        self.look(web).await;
        self.play_on(web).await;
        self.look(web).await;
        self.resign(web).await;
        let cat = json!({"name": "Cat"}).to_string();
        let cat = web.request("POST", "/api/guest", &[], Some(&cat)).await;
        if cat.status == 200 {
            let token = cat.json()["token"].as_str().unwrap().to_owned();
            let public = cat.json()["me"]["person"].as_str().unwrap().to_owned();
            let person = Person { web, token, public };
            let table =
                json!({"game": "gomoku", "first": {"kind": "me"}, "second": {"kind": "me"}});
            let made = person.post("/api/tables", &table).await;
            let mut table = None;
            if made.status == 200 {
                table = Some(made.json()["table"].as_str().unwrap().to_owned());
            } else {
                check_storage_error("a new table", &made);
            }
            self.clients.guest = Some((person, table));
        } else {
            check_storage_error("a new guest", &cat);
        }
        let known = self.clients.moves;
        let copied = backup_file(&self.folder.path().join("yiqi.db"), &self.copy_path()).await;
        match copied {
            Ok(()) => self.clients.copy = Some(known),
            Err(error) => {
                assert!(!error.to_string().is_empty());
                let is_removal = |call: &Call| call.act == Act::Name && call.file == "copy.db";
                self.clients.keeps_half_copy = watch.failed().iter().any(is_removal);
            }
        }
    }

    /// Looks at everything. What is shown must be right.
    async fn look(&self, web: Web) {
        let guest = Self::at(web, &self.base.guests[0]);
        let game = guest.get(&format!("/api/tables/{}", self.base.game)).await;
        if game.status == 200 {
            self.check_moves(&game.json());
        } else {
            check_storage_error("the game", &game);
        }
        let finished = guest
            .get(&format!("/api/tables/{}", self.base.finished))
            .await;
        if finished.status == 200 {
            let state = finished.json();
            let entries = state["entries"].as_array().unwrap();
            assert_eq!(moves(entries), ["h8"]);
            assert_eq!(entries.last().unwrap()["event"], "resign");
        } else {
            check_storage_error("a finished game", &finished);
        }
        let account = Self::at(web, &self.base.accounts[0]);
        let me = account.get("/api/me").await;
        if me.status == 200 {
            assert_eq!(me.json()["name"], "Annabel");
        } else {
            check_storage_error("an account", &me);
        }
        let path = format!("/api/games?person={}", self.base.guests[0].public);
        let games = web.get(&path).await;
        if games.status != 200 {
            check_storage_error("finished games", &games);
        }
    }

    /// The log has the moves that were acknowledged, and perhaps the one that was sent.
    fn check_moves(&self, state: &Value) {
        let found = moves(state["entries"].as_array().unwrap());
        let count = 2 + self.clients.moves;
        let with_sent = count + usize::from(self.clients.is_sent);
        assert!(
            found == MOVES[..count] || found == MOVES[..with_sent],
            "{found:?}, acknowledged: {count}"
        );
    }

    /// Makes the moves that are left, each under its own id.
    async fn play_on(&mut self, web: Web) {
        while let Some(mv) = MOVES.get(2 + self.clients.moves) {
            let at = self.clients.moves;
            let person = Self::at(web, &self.base.guests[at % 2]);
            self.clients.is_sent = true;
            let play = json!({"do": "play", "move": mv});
            let answer = person.command(&self.base.game, mv, &play).await;
            if answer.status != 200 {
                check_storage_error("a move", &answer);
                return;
            }
            self.clients.moves += 1;
            self.clients.is_sent = false;
        }
    }

    /// Ends the rated game.
    async fn resign(&mut self, web: Web) {
        let account = Self::at(web, &self.base.accounts[0]);
        let resign = json!({"do": "resign"});
        let answer = account.command(&self.base.rated, "end", &resign).await;
        match answer.status {
            200 => self.clients.has_resigned = true,
            _ => check_storage_error("the end of a rated game", &answer),
        }
    }

    /// What was refused is done, on the same server unless that has given up. Then it stops.
    async fn recover(&mut self, server: Server) {
        let web = Web {
            address: server.address(),
        };
        let has_failed = || server.failed().now_or_never().is_some();
        soon(async {
            loop {
                self.play_on(web).await;
                self.resign(web).await;
                if has_failed() || (self.clients.moves == 2 && self.clients.has_resigned) {
                    break;
                }
            }
        })
        .await;
        self.look(web).await;
        // If the last write failed, the server tries again by itself.
        until(async || {
            let is_healthy = web.get("/health").await.status == 200;
            is_healthy != has_failed()
        })
        .await;
        soon(server.stop()).await;
    }

    /// Starts once more without failures: everything acknowledged is there, and play goes on.
    async fn check_afterwards(&mut self) {
        let server = soon(self.start()).await.unwrap();
        let web = Web {
            address: server.address(),
        };
        self.look(web).await;
        self.play_on(web).await;
        self.resign(web).await;
        assert_eq!(self.clients.moves, 2);
        assert!(self.clients.has_resigned);
        self.look(web).await;
        for name in ["Annabel", "Robert"] {
            let path = format!("/api/people/{name}");
            until(async || web.get(&path).await.fine()["ratings"][0]["games"] == 1).await;
        }
        if let Some((cat, table)) = &self.clients.guest {
            let cat = Self::at(web, cat);
            assert_eq!(cat.get("/api/me").await.fine()["name"], "Cat");
            if let Some(table) = table {
                cat.state(table).await;
            }
        }
        soon(server.stop()).await;
        if let Some(known) = self.clients.copy {
            self.check_copy(known).await;
        } else {
            let is_left = self.copy_path().exists();
            assert!(
                !is_left || self.clients.keeps_half_copy,
                "half a copy is left"
            );
        }
    }

    /// The copy has at least what was acknowledged before it was made.
    async fn check_copy(&self, known: usize) {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let store = StoreOptions::new(self.copy_path());
        let server = Server::start(listener, &store, easy()).await.unwrap();
        let web = Web {
            address: server.address(),
        };
        let state = Self::at(web, &self.base.guests[0])
            .state(&self.base.game)
            .await;
        let found = moves(state["entries"].as_array().unwrap());
        assert!(found.starts_with(&MOVES[..2 + known]), "{found:?}");
        soon(server.stop()).await;
    }
}

/// Runs a server while the calls of a plan fail. Returns those that did.
async fn run(base: &Base, plan: Plan, except: Option<&'static str>) -> (Vec<Call>, Vec<Call>) {
    let folder = base.copy();
    let watch = watch(folder.path(), except);
    let mut run = Run {
        base,
        folder,
        clients: Clients::default(),
    };
    watch.plan(plan);
    *PLAN.lock().unwrap() = format!("{plan:?}");
    match soon(run.start()).await {
        Ok(server) => {
            let web = Web {
                address: server.address(),
            };
            run.use_all(web, &watch).await;
            if plan.until == NEVER {
                watch.heal();
            }
            run.recover(server).await;
        }
        Err(error) => assert!(error.to_string().len() > 10, "{error}"),
    }
    let (calls, failed) = (watch.calls(), watch.failed());
    watch.heal();
    run.check_afterwards().await;
    (calls, failed)
}

/// Runs a server for each call that a failure can concern: the call alone, or it and all later ones.
fn check(failure: Failure, is_onward: bool) {
    std::panic::set_hook(Box::new(|panic| {
        let plan = PLAN.lock().unwrap().clone();
        PANICS.lock().unwrap().push(format!("{plan}: {panic}"));
    }));
    let ran = std::panic::catch_unwind(|| check_each(failure, is_onward));
    let _ = std::panic::take_hook();
    let panics = std::mem::take(&mut *PANICS.lock().unwrap());
    assert!(ran.is_ok() && panics.is_empty(), "{}", panics.join("\n"));
}

fn check_each(failure: Failure, is_onward: bool) {
    let base = alone(Base::new());
    let run_alone = |plan| alone(run(&base, plan, Some(HEARTBEAT)));
    let plan = |from| Plan {
        from,
        until: if is_onward { NEVER } else { from },
        failure,
    };
    let (calls, _) = run_alone(plan(NEVER));
    let count = calls.iter().filter(|call| plan(1).counts(call)).count();
    let every = if is_onward { stride() } else { 1 };
    let mut reached = 0;
    for from in (1..=count).step_by(every) {
        let (_, failed) = run_alone(plan(from));
        reached += usize::from(!failed.is_empty());
    }
    // Threads come in different orders, so there are not always as many calls.
    let runs = count.div_ceil(every);
    assert!(reached > runs / 2, "{reached} of {runs}");
}

/// At which calls a disk begins to fail for long: at each, or, unless there is time, at some.
fn stride() -> usize {
    match std::env::var_os("YIQI_DISK_FAULTS") {
        Some(_) => 1,
        None => 7,
    }
}

/// Runs a future on a runtime of its own: all that it leaves behind ends with it, as with a process.
fn alone<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap()
        .block_on(future)
}

// Faults 5 and 6.
#[test]
fn whichever_file_call_fails_nothing_acknowledged_is_lost() {
    check(Failure::Io, false);
}

// Faults 5 and 6.
#[test]
fn from_whichever_call_on_the_disk_fails_nothing_acknowledged_is_lost() {
    check(Failure::Io, true);
}

// Fault 7.
#[test]
fn from_whichever_call_on_the_disk_is_full_nothing_acknowledged_is_lost() {
    check(Failure::NoSpace, true);
}

// Fault 7.
#[test]
fn whichever_call_finds_no_space_nothing_acknowledged_is_lost() {
    check(Failure::NoSpace, false);
}

// Fault 6.
#[test]
fn whichever_write_is_torn_nothing_acknowledged_is_lost() {
    check(Failure::Torn, false);
}

// Fault 6.
#[test]
fn writes_that_store_only_a_part_go_on() {
    let base = alone(Base::new());
    let plan = Plan {
        from: 1,
        until: NEVER,
        failure: Failure::Short,
    };
    let (_, failed) = alone(run(&base, plan, Some(HEARTBEAT)));
    assert!(!failed.is_empty());
}
