//! A server in a process, without its network: what comes from clients is passed in.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use yiqi_bus::Bus;
use yiqi_text::Lang;
use yiqi_wire::{ClientMessage, NewTable, NewTournament, Object, ServerMessage};

use super::process::Process;
use crate::caller::{Caller, Via};
use crate::denied::Denied;
use crate::hub::Hub;
use crate::nodes::{NodeId, Nodes};
use crate::service::{Opened, Service};
use crate::store::sim::{SimDatabase, SimLink};
use crate::store::{Person, TokenKind};
use crate::table::{ReplyTo, SentCommand, TableRequest, encode, link};
use crate::{Health, ServerOptions, ServiceTime, Store};

/// How often a simulated heart beats.
const BEAT: Duration = Duration::from_millis(100);

/// How many messages wait for a client before its connection is full.
const QUEUE: usize = 8;

/// How a node is started.
#[derive(Debug)]
pub struct NodePlan {
    /// The process in which it runs.
    pub process: Process,
    /// Which machine it is, for the network to the database.
    pub machine: usize,
    /// Its number among several, with its bus; `None` if it is the only one.
    pub among: Option<(u32, Bus)>,
    /// When the server was last alive, if its database is a file beside which that is noted.
    pub alive_ms: Option<Arc<AtomicU64>>,
    /// The wall clock of its machine, which counts only with a file.
    pub wall_ms: u64,
}

/// Why a request failed: a code, as in the network protocol.
pub type Failure = &'static str;

/// A server in a process.
#[derive(Clone, Debug)]
pub struct Node {
    process: Process,
    hub: Hub,
    /// What is left of it until it is stopped.
    running: Arc<Mutex<Option<Running>>>,
}

/// A service and its heart, which stops when it is dropped.
#[derive(Debug)]
struct Running {
    service: Service,
    heart: oneshot::Sender<()>,
}

/// A person.
#[derive(Clone, Debug)]
pub struct Guest {
    pub(super) person: Person,
}

impl Guest {
    /// The key under which the store knows the person.
    #[must_use]
    pub fn key(&self) -> i64 {
        self.person.key.0
    }

    fn caller(&self, after: usize, invite: Option<String>) -> Caller {
        Caller {
            person: Some(self.person.clone()),
            token_hash: None,
            kind: Some(TokenKind::Cookie),
            via: Via::Bearer,
            // Everybody has an own one, so that games between them can count.
            address: IpAddr::V4(Ipv4Addr::from_bits(0x0a00_0000 + self.key() as u32)),
            is_https: false,
            invite,
            lang: Lang::En,
            view: false,
            after,
        }
    }
}

/// What a server sends to a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// A message.
    Text(String),
    /// The connection was closed with this code.
    Closed(u16),
}

/// The client's end of a connection to a table.
#[derive(Debug)]
pub struct Socket {
    /// What the client sends. Dropping it disconnects.
    pub outgoing: mpsc::UnboundedSender<String>,
    /// What the client receives.
    pub incoming: mpsc::Receiver<Frame>,
}

impl Node {
    /// Starts a server.
    ///
    /// # Errors
    /// If the database cannot be used, or the process is killed meanwhile.
    pub async fn start(plan: NodePlan, database: SimDatabase) -> Result<Node, String> {
        let process = plan.process.clone();
        let starting = process.clone().spawn(start(plan, database));
        let running = starting.await.map_err(|error| error.to_string())??;
        Ok(Node {
            process,
            hub: running.service.hub.clone(),
            running: Arc::new(Mutex::new(Some(running))),
        })
    }

    /// The process in which it runs.
    #[must_use]
    pub fn process(&self) -> &Process {
        &self.process
    }

    /// Whether it must be started again, because it cannot write any more.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        let health: Health = *self.hub.services.store.health().borrow();
        health.is_final()
    }

    /// How many tables have panicked.
    #[must_use]
    pub fn failed_tables(&self) -> u64 {
        self.hub.services.metrics.tables_failed.get()
    }

    /// The service's clock.
    #[must_use]
    pub fn now_ms(&self) -> u64 {
        self.hub.services.time.now_ms()
    }

    /// Sets its clock forward or back.
    pub fn set_clock_by(&self, ms: i64) {
        self.hub.services.time.set_by(ms);
    }

    /// Stops in order, as on a signal.
    pub async fn stop(self) {
        let running = {
            let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
            running.take()
        };
        let Some(Running { service, heart }) = running else {
            return;
        };
        // As in `Server::stop`.
        drop(heart);
        let stopping = self.process.spawn(service.stop(std::future::ready(())));
        let _ = stopping.await;
    }

    /// Runs a request of a client in the process.
    async fn request<T: Send + 'static>(
        &self,
        request: impl Future<Output = Result<T, Denied>> + Send + 'static,
    ) -> Result<T, Failure> {
        match self.process.spawn(request).await {
            Ok(answer) => answer.map_err(|denied| denied.code()),
            Err(_) => Err("killed"),
        }
    }

    /// Creates a person.
    ///
    /// # Errors
    /// Why the server refuses.
    pub async fn guest(&self, name: String) -> Result<Guest, Failure> {
        let hub = self.hub.clone();
        self.request(async move {
            let (_, person) = hub.services.people.guest(&name).await?;
            Ok(Guest { person })
        })
        .await
    }

    /// Creates a table. Returns its id and the secret of the invitation.
    ///
    /// # Errors
    /// Why the server refuses.
    pub async fn create(
        &self,
        player: &Guest,
        new: NewTable,
    ) -> Result<(String, Option<String>), Failure> {
        let (hub, player) = (self.hub.clone(), player.clone());
        self.request(async move {
            let caller = player.caller(0, None);
            let created = hub.create(new, &player.person, &caller).await?;
            Ok((created.table, created.invite))
        })
        .await
    }

    /// Takes the open seat of a table.
    ///
    /// # Errors
    /// Why the server refuses.
    pub async fn sit(
        &self,
        player: &Guest,
        table: String,
        invite: Option<String>,
    ) -> Result<(), Failure> {
        let hub = self.hub.clone();
        let caller = Arc::new(player.caller(0, invite));
        self.request(async move {
            let sit = |reply| TableRequest::Sit {
                caller: Arc::clone(&caller),
                reply,
            };
            hub.request(&table, sit).await.map(drop)
        })
        .await
    }

    /// Creates a tournament. Returns its id.
    ///
    /// # Errors
    /// Why the server refuses.
    pub async fn create_tournament(
        &self,
        player: &Guest,
        new: NewTournament,
    ) -> Result<String, Failure> {
        let (hub, caller) = (self.hub.clone(), player.caller(0, None));
        self.request(async move { hub.services.create_tournament(new, &caller).await })
            .await
    }

    /// Joins a tournament, or comes back.
    ///
    /// # Errors
    /// Why the server refuses.
    pub async fn join(&self, player: &Guest, tournament: String) -> Result<(), Failure> {
        let (hub, caller) = (self.hub.clone(), player.caller(0, None));
        self.request(async move { hub.services.join_tournament(&tournament, &caller).await })
            .await
    }

    /// Leaves a tournament.
    ///
    /// # Errors
    /// Why the server refuses.
    pub async fn leave(&self, player: &Guest, tournament: String) -> Result<(), Failure> {
        let (hub, caller) = (self.hub.clone(), player.caller(0, None));
        self.request(async move { hub.services.leave_tournament(&tournament, &caller).await })
            .await
    }

    /// Whether a tournament is over, as this node knows, and the table at which a person plays in it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn place_in(
        &self,
        player: &Guest,
        tournament: String,
    ) -> Result<(bool, Option<String>), Failure> {
        let (hub, key) = (self.hub.clone(), player.person.key);
        self.request(async move { hub.services.place_in(&tournament, key).await })
            .await
    }

    /// Connects to a table, after this many entries. A client that is not told the state is closed.
    #[must_use]
    pub fn connect(&self, player: &Guest, table: String, after: usize) -> Socket {
        let (outgoing, from_client) = mpsc::unbounded_channel();
        let (to_client, incoming) = mpsc::channel(QUEUE);
        let serving = Serving {
            hub: self.hub.clone(),
            caller: Arc::new(player.caller(after, None)),
            to_client,
        };
        self.process.spawn(async move {
            let to_client = serving.to_client.clone();
            let code = serving.run(table, from_client).await;
            // Fails only if the client is gone.
            let _ = to_client.send(Frame::Closed(code)).await;
        });
        Socket { outgoing, incoming }
    }
}

async fn start(plan: NodePlan, database: SimDatabase) -> Result<Running, String> {
    let link = SimLink {
        database,
        process: plan.machine,
    };
    let number = plan.among.as_ref().map(|(number, _)| *number);
    let store = Store::open_simulated(&link, number);
    let shown = |error: crate::StoreError| error.to_string();
    let opened = match plan.alive_ms {
        None => {
            // Connects, so that other nodes see this one.
            store.show_up().await.map_err(shown)?;
            let (last_ms, wall_ms) = link.alive().await.map_err(shown)?;
            Opened {
                store,
                alive: None,
                last_ms,
                time: ServiceTime::start_at(wall_ms, last_ms),
            }
        }
        Some(alive) => {
            let last_ms = alive.load(Ordering::Relaxed);
            Opened {
                store,
                last_ms,
                alive: Some(Box::new(move |now_ms, _| {
                    alive.store(now_ms, Ordering::Relaxed);
                })),
                time: ServiceTime::start_at(plan.wall_ms, last_ms),
            }
        }
    };
    let nodes = match plan.among {
        Some((number, bus)) => Nodes::new(NodeId(number), bus),
        None => Nodes::default(),
    };
    let mut options = ServerOptions {
        thinkers: Some(2),
        engine_mib: Some(1),
        ..ServerOptions::default()
    };
    // They go by the clock of this machine.
    options.limits.chat_count = u32::MAX;
    options.limits.chat_count_per_room = u32::MAX;
    let (service, heart) = Service::start(opened, nodes, options, None, |mut pulse| {
        let (heart, mut ended) = oneshot::channel::<()>();
        super::spawn(async move {
            loop {
                pulse.beat();
                if tokio::time::timeout(BEAT, &mut ended).await.is_ok() {
                    return pulse.end();
                }
            }
        });
        Ok(heart)
    })
    .await
    .map_err(|error| error.to_string())?;
    Ok(Running { service, heart })
}

/// The server's end of a connection, as `http/socket.rs` has it.
struct Serving {
    hub: Hub,
    caller: Arc<Caller>,
    to_client: mpsc::Sender<Frame>,
}

impl Serving {
    /// Serves until one side closes. Returns the code.
    async fn run(&self, table: String, mut from_client: mpsc::UnboundedReceiver<String>) -> u16 {
        use crate::table::code;
        let services = &self.hub.services;
        let link_id = services.link_id();
        let (link, mut end) = link(link_id, Arc::clone(&self.caller));
        let connect = |reply| TableRequest::Connect {
            link: link.clone(),
            reply,
        };
        let state = self.hub.request(&table, connect).await;
        drop(link);
        let Ok(state) = state else {
            return code::FAILED;
        };
        let first = encode(&ServerMessage::Table(state));
        let Ok(handle) = self.hub.table(&table).await else {
            return code::FAILED;
        };
        let told = self.to_client.send(Frame::Text(first.to_string())).await;
        let ended = loop {
            if told.is_err() {
                break code::GOING_AWAY;
            }
            tokio::select! {
                biased;
                text = from_client.recv() => {
                    let Some(text) = text else {
                        break code::GOING_AWAY;
                    };
                    let Ok(Object(message)) = serde_json::from_str::<Object<ClientMessage>>(&text)
                    else {
                        break code::PROTOCOL;
                    };
                    let caller = Arc::clone(&self.caller);
                    let request = match message {
                        ClientMessage::Command(message) => TableRequest::Command(SentCommand {
                            caller,
                            message,
                            received_ms: services.time.now_ms(),
                            received: std::time::Instant::now(),
                            lag_ms: 0,
                            reply_to: Some(ReplyTo::Link(link_id)),
                        }),
                        ClientMessage::Chat { room, text } => TableRequest::Chat {
                            caller,
                            link: link_id,
                            room,
                            text,
                        },
                        ClientMessage::Hurry {} => TableRequest::Hurry { caller },
                    };
                    if handle.send(request).await.is_err() {
                        break code::FAILED;
                    }
                }
                message = end.queue.recv() => {
                    let Some(text) = message else {
                        break end.verdict();
                    };
                    if self.to_client.send(Frame::Text(text.to_string())).await.is_err() {
                        break code::GOING_AWAY;
                    }
                }
            }
        };
        let disconnect = TableRequest::Disconnect { link: link_id };
        let _ = handle.send(disconnect).await;
        ended
    }
}
