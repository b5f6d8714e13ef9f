//! `cluster`: several nodes with one database and one bus, while nodes, database and bus are killed,
//! suspended and restarted, and nodes are cut off from either. What clients saw must fit together,
//! whatever node they saw it at.

use std::cell::{Cell, RefCell};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process};
use tokio::task::JoinSet;
use yiqi_record::Seat;
use yiqi_rules::GameSpec;
use yiqi_testkit::Dice;
use yiqi_testkit::nats::NatsServer;
use yiqi_testkit::postgres::{PrivateServer, free_port};
use yiqi_testkit::small_disk::SmallDisk;
use yiqi_wire::{ServerMessage, TableState, WireCommand, WireEntry, WireEvent};

use crate::api::Api;
use crate::line::{Line, Passing};
use crate::mirror::Mirror;
use crate::seating::{Pair, Terms, make_pairs, seat};
use crate::server::{Running, ServerPlan, note};
use crate::socket::{Socket, SocketOptions};
use crate::witness::{OBSERVERS, SentMove, Witness, observer};
use crate::{Figures, Latency, LoadError};

/// How long a client waits for an answer before it tries another node.
const ANSWER_MAX: Duration = Duration::from_secs(4);

/// How long a client waits before it connects again.
const RETRY: Duration = Duration::from_millis(100);

/// A client that cannot act for this long is stuck.
const STUCK_AFTER: Duration = Duration::from_secs(90);

/// How long everything may take to end after the last fault.
const END_MAX: Duration = Duration::from_secs(300);

/// How far off a clock may be, besides what faults explain.
const CLOCK_SLACK: Duration = Duration::from_millis(1_500);

/// The parameters of a run.
#[derive(Clone, Debug)]
pub struct ClusterPlan {
    /// The program `yiqi`.
    pub program: PathBuf,
    /// The number of nodes; without any a single server with a file, to compare with.
    pub nodes: usize,
    /// Simultaneous games.
    pub at_once: usize,
    /// The least number of games to finish.
    pub games: usize,
    /// Faults to inject.
    pub faults: usize,
    /// The size of the database's disk, which is then filled at times; 0: it never is.
    pub disk_mib: usize,
    /// How often all nodes are restarted one after another, instead of other faults.
    pub rolling: usize,
    /// How long to play at least, in seconds.
    pub seconds: f64,
    /// The mean thinking time, in milliseconds.
    pub think_ms: u64,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// Plays games through several nodes, injects faults and checks what clients saw.
///
/// # Errors
/// [`LoadError::NotPermitted`] if the database needs a small disk and none can be mounted; otherwise
/// if a node cannot be started, or games do not come to an end.
pub async fn cluster(plan: &ClusterPlan) -> Result<Figures, LoadError> {
    let folder = tempfile::tempdir()?;
    let mut dice = Dice::new(plan.seed);
    let site = Site::start(plan, folder.path()).await?;
    let shared = Rc::new(Shared {
        addresses: site.addresses.clone(),
        is_over: Cell::new(false),
        finished: Cell::new(0),
        windows: RefCell::default(),
        stats: RefCell::default(),
    });
    let pairs = make_pairs(&Api::new(site.addresses[0]), plan.at_once).await?;
    let begin = Instant::now();
    let mut playing = JoinSet::new();
    for (number, pair) in pairs.into_iter().enumerate() {
        let player = Player {
            shared: Rc::clone(&shared),
            number,
            pair,
            dice: Dice::new(dice.roll()),
            think_ms: plan.think_ms,
            command_count: 0,
        };
        playing.spawn_local(player.run());
    }
    let mut site = site;
    site.disturb(plan, &shared, &mut dice).await?;
    while shared.finished.get() < plan.games || begin.elapsed().as_secs_f64() < plan.seconds {
        if begin.elapsed() > END_MAX * 20 {
            return Err(LoadError::NotReady(END_MAX));
        }
        tokio::time::sleep(RETRY).await;
    }
    let played_for = begin.elapsed();
    let moves_in_time = shared.stats.borrow().ack.count();
    shared.is_over.set(true);
    let mut games = Vec::new();
    let ending = async {
        while let Some(played) = playing.join_next().await {
            games.extend(played.map_err(|error| LoadError::Broken(error.to_string()))?);
        }
        Ok::<(), LoadError>(())
    };
    tokio::time::timeout(END_MAX, ending)
        .await
        .map_err(|_| LoadError::NotReady(END_MAX))??;
    note("judging");
    let mut report = Report::default();
    for game in &mut games {
        game.judge(&shared, &mut report).await?;
    }
    let mut figures = Figures::default();
    let stats = shared.stats.take();
    figures.latency("sent to acknowledged", stats.ack);
    figures.latency("pause of a player", stats.pause);
    figures.latency("connection lost to back", stats.away);
    figures.latency("clock error", report.clock_error);
    figures.value("nodes", plan.nodes as f64);
    figures.value("faults injected", site.injected as f64);
    figures.value(
        "games finished",
        f64::from(u32::try_from(shared.finished.get()).unwrap_or(0)),
    );
    figures.value("games judged", games.len() as f64);
    figures.value("moves acknowledged", report.acknowledged as f64);
    figures.value("acknowledged and lost", report.lost as f64);
    figures.value(
        "moves per second",
        moves_in_time as f64 / played_for.as_secs_f64(),
    );
    figures.value("connections lost", stats.lost as f64);
    figures.value("sent again", stats.repeated as f64);
    figures.value("refused for a while", stats.refused as f64);
    figures.value("seconds", played_for.as_secs_f64());
    for (kind, count) in site.counts {
        figures.value(kind, f64::from(count));
    }
    for fault in stats.faults.into_iter().chain(report.faults) {
        figures.fault(fault);
    }
    Ok(figures)
}

/// The nodes, their database and their bus.
struct Site {
    plans: Vec<ServerPlan>,
    nodes: Vec<Option<Running>>,
    addresses: Vec<SocketAddr>,
    /// The network from each node to the database and to the bus.
    lines: Vec<Lines>,
    postgres: Option<PrivateServer>,
    /// Where the database is. It outlives the server.
    disk: Option<SmallDisk>,
    nats: Option<NatsServer>,
    injected: usize,
    counts: Vec<(&'static str, u32)>,
}

struct Lines {
    to_postgres: Line,
    to_nats: Line,
}

impl Site {
    async fn start(plan: &ClusterPlan, folder: &std::path::Path) -> Result<Site, LoadError> {
        let is_file = plan.nodes == 0;
        let postgres_folder = folder.join("database");
        std::fs::create_dir(&postgres_folder)?;
        let has_disk = !is_file && plan.disk_mib > 0;
        let disk = has_disk.then(|| SmallDisk::new(&postgres_folder, plan.disk_mib));
        let disk = disk.transpose();
        let disk = disk.map_err(|error| LoadError::NotPermitted(error.to_string()))?;
        let server_folder = postgres_folder.join("server");
        std::fs::create_dir(&server_folder)?;
        let postgres = (!is_file).then(|| PrivateServer::start_in(server_folder));
        let nats = (!is_file).then(NatsServer::start);
        let mut site = Site {
            plans: Vec::new(),
            nodes: Vec::new(),
            addresses: Vec::new(),
            lines: Vec::new(),
            injected: 0,
            counts: Vec::new(),
            postgres,
            disk,
            nats,
        };
        for number in 0..plan.nodes.max(1) {
            let own = folder.join(number.to_string());
            std::fs::create_dir(&own)?;
            let mut server = ServerPlan {
                listen: SocketAddr::from(([127, 0, 0, 1], free_port())),
                ..ServerPlan::new(&plan.program, &own)
            };
            if let (Some(postgres), Some(nats)) = (&site.postgres, &site.nats) {
                let lines = Lines {
                    to_postgres: Line::to(postgres.port()).await?,
                    to_nats: Line::to(nats.port()).await?,
                };
                server.db = Some(postgres.url_at(lines.to_postgres.port()));
                server.bus = Some(format!("nats://127.0.0.1:{}", lines.to_nats.port()));
                site.lines.push(lines);
            }
            let running = server.start().await?;
            site.addresses.push(running.address);
            site.nodes.push(Some(running));
            site.plans.push(server);
        }
        Ok(site)
    }

    /// Injects the faults of the plan, with quiet time in between.
    async fn disturb(
        &mut self,
        plan: &ClusterPlan,
        shared: &Shared,
        dice: &mut Dice,
    ) -> Result<(), LoadError> {
        for round in 0..plan.rolling {
            for node in 0..self.nodes.len() {
                tokio::time::sleep(Duration::from_millis(1_500)).await;
                self.restart(node, shared).await?;
            }
            note(&format!("{} of {} rounds", round + 1, plan.rolling));
        }
        for number in 0..plan.faults {
            let quiet_ms = if number % 4 == 3 { 3_000 } else { 1_000 };
            let quiet_ms = 200 + dice.below(quiet_ms) as u64;
            tokio::time::sleep(Duration::from_millis(quiet_ms)).await;
            let node = dice.below(self.nodes.len());
            match dice.below(18) {
                0..=2 => self.kill(node, shared).await?,
                3..=5 => self.suspend(node, shared, dice).await?,
                6 => self.restart(node, shared).await?,
                7 => self.kill_postgres(shared, dice).await,
                8 => self.suspend_postgres(shared, dice).await?,
                9 if self.disk.is_some() => self.fill_disk(shared, dice).await?,
                10..=11 => self.kill_nats(shared, dice).await,
                12 => self.suspend_nats(shared, dice).await?,
                _ => self.cut_off(node, shared, dice).await,
            }
            if (number + 1).is_multiple_of(25) {
                let (games, faults) = (shared.finished.get(), &shared.stats.borrow().faults);
                note(&format!(
                    "{} faults, {games} games, {} violations",
                    number + 1,
                    faults.len()
                ));
            }
        }
        Ok(())
    }

    fn count(&mut self, kind: &'static str) {
        self.injected += 1;
        match self.counts.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => self.counts.push((kind, 1)),
        }
    }

    async fn kill(&mut self, node: usize, shared: &Shared) -> Result<(), LoadError> {
        self.count("nodes killed");
        let window = shared.open_window();
        if let Some(running) = self.nodes[node].take() {
            running.kill()?;
        }
        self.start_again(node).await?;
        shared.close_window(window);
        Ok(())
    }

    async fn start_again(&mut self, node: usize) -> Result<(), LoadError> {
        let since = Instant::now();
        loop {
            match self.plans[node].start().await {
                Ok(running) => {
                    self.nodes[node] = Some(running);
                    return Ok(());
                }
                // The port or the database may not be free yet.
                Err(_) if since.elapsed() < STUCK_AFTER => tokio::time::sleep(RETRY).await,
                Err(error) => return Err(error),
            }
        }
    }

    /// Stops a node cleanly and starts it again.
    async fn restart(&mut self, node: usize, shared: &Shared) -> Result<(), LoadError> {
        self.count("nodes restarted");
        let window = shared.open_window();
        if let Some(mut running) = self.nodes[node].take() {
            signal(running.pid(), Signal::TERM)?;
            let since = Instant::now();
            while !running.has_ended()? {
                if since.elapsed() > STUCK_AFTER {
                    return Err(LoadError::Broken("a node does not stop".to_owned()));
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
        self.start_again(node).await?;
        shared.close_window(window);
        Ok(())
    }

    async fn suspend(
        &mut self,
        node: usize,
        shared: &Shared,
        dice: &mut Dice,
    ) -> Result<(), LoadError> {
        self.count("nodes suspended");
        let Some(running) = &self.nodes[node] else {
            return Ok(());
        };
        suspend_all(&[running.pid()], shared, dice).await
    }

    /// Cuts a node off from the database or the bus, or one direction of it.
    async fn cut_off(&mut self, node: usize, shared: &Shared, dice: &mut Dice) {
        let is_database = dice.below(2) == 0;
        let passing = [
            Passing::Nothing,
            Passing::OnlyRequests,
            Passing::OnlyAnswers,
        ][dice.below(3)];
        self.count(match (is_database, passing) {
            (true, Passing::Nothing) => "nodes cut off from the database",
            (true, _) => "nodes cut off from the database one way",
            (false, Passing::Nothing) => "nodes cut off from the bus",
            (false, _) => "nodes cut off from the bus one way",
        });
        let Some(lines) = self.lines.get(node) else {
            return;
        };
        let line = if is_database {
            &lines.to_postgres
        } else {
            &lines.to_nats
        };
        let window = shared.open_window();
        line.set(passing);
        tokio::time::sleep(Duration::from_millis(300 + dice.below(8_000) as u64)).await;
        line.set(Passing::Everything);
        shared.close_window(window);
    }

    async fn kill_postgres(&mut self, shared: &Shared, dice: &mut Dice) {
        self.count("database killed");
        let Some(postgres) = &self.postgres else {
            return;
        };
        let window = shared.open_window();
        postgres.kill();
        tokio::time::sleep(Duration::from_millis(100 + dice.below(2_000) as u64)).await;
        postgres.restart();
        shared.close_window(window);
    }

    async fn suspend_postgres(
        &mut self,
        shared: &Shared,
        dice: &mut Dice,
    ) -> Result<(), LoadError> {
        self.count("database suspended");
        let pids = self.postgres.as_ref().map(PrivateServer::pids);
        suspend_all(&pids.unwrap_or_default(), shared, dice).await
    }

    async fn suspend_nats(&mut self, shared: &Shared, dice: &mut Dice) -> Result<(), LoadError> {
        self.count("bus suspended");
        let pid = self.nats.as_ref().and_then(NatsServer::pid);
        suspend_all(pid.as_slice(), shared, dice).await
    }

    /// Fills the database's disk for a while.
    async fn fill_disk(&mut self, shared: &Shared, dice: &mut Dice) -> Result<(), LoadError> {
        self.count("disk of the database full");
        let (Some(disk), Some(postgres)) = (&self.disk, &self.postgres) else {
            return Ok(());
        };
        let window = shared.open_window();
        disk.fill()?;
        tokio::time::sleep(Duration::from_millis(500 + dice.below(4_000) as u64)).await;
        disk.free()?;
        // Without room for its log it ends, and an operator starts it again.
        if !postgres.is_running() {
            self.count("database ended by the full disk");
            self.injected -= 1;
            if let Some(postgres) = &self.postgres {
                postgres.restart();
            }
        }
        shared.close_window(window);
        Ok(())
    }

    async fn kill_nats(&mut self, shared: &Shared, dice: &mut Dice) {
        self.count("bus killed");
        let Some(nats) = &self.nats else {
            return;
        };
        let window = shared.open_window();
        nats.kill();
        tokio::time::sleep(Duration::from_millis(100 + dice.below(3_000) as u64)).await;
        nats.restart();
        shared.close_window(window);
    }
}

/// Suspends processes for a while.
async fn suspend_all(pids: &[u32], shared: &Shared, dice: &mut Dice) -> Result<(), LoadError> {
    let window = shared.open_window();
    for &pid in pids {
        signal(pid, Signal::STOP)?;
    }
    let ms = 300 + dice.below(4_000) as u64;
    tokio::time::sleep(Duration::from_millis(ms)).await;
    for &pid in pids {
        signal(pid, Signal::CONT)?;
    }
    shared.close_window(window);
    Ok(())
}

/// Sends a signal to a process, which may have ended.
fn signal(pid: u32, signal: Signal) -> Result<(), LoadError> {
    let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
    let pid = pid.ok_or_else(|| LoadError::Broken("no process id".to_owned()))?;
    match kill_process(pid, signal) {
        Ok(()) | Err(Errno::SRCH) => Ok(()),
        Err(error) => Err(LoadError::System(error.into())),
    }
}

/// What all players share.
struct Shared {
    addresses: Vec<SocketAddr>,
    /// Whether no new game begins.
    is_over: Cell<bool>,
    finished: Cell<usize>,
    /// The times in which something was wrong.
    windows: RefCell<Vec<(Instant, Option<Instant>)>>,
    stats: RefCell<Stats>,
}

#[derive(Default)]
struct Stats {
    ack: Latency,
    pause: Latency,
    away: Latency,
    lost: usize,
    repeated: usize,
    refused: usize,
    faults: Vec<String>,
}

impl Shared {
    fn open_window(&self) -> usize {
        let mut windows = self.windows.borrow_mut();
        windows.push((Instant::now(), None));
        windows.len() - 1
    }

    fn close_window(&self, window: usize) {
        self.windows.borrow_mut()[window].1 = Some(Instant::now());
    }

    /// How much of a time was disturbed, with some time to recover after each fault.
    fn disturbed(&self, from: Instant, until: Instant) -> Duration {
        const RECOVERY: Duration = Duration::from_secs(6);
        let overlap = |&(begin, end): &(Instant, Option<Instant>)| {
            let end = end.map_or(until, |end| end + RECOVERY);
            end.min(until).saturating_duration_since(begin.max(from))
        };
        self.windows.borrow().iter().map(overlap).sum()
    }

    fn any_address(&self, dice: &mut Dice) -> SocketAddr {
        self.addresses[dice.below(self.addresses.len())]
    }
}

/// Two people who play each other game after game, and a spectator, each at any node.
struct Player {
    shared: Rc<Shared>,
    number: usize,
    pair: Pair,
    dice: Dice,
    think_ms: u64,
    command_count: u64,
}

/// A game as its clients saw it.
struct Game {
    witness: Witness,
    pair: Pair,
    /// When each move was first sent, and when it was acknowledged.
    times: Vec<(Instant, Option<Instant>)>,
    is_finished: bool,
}

impl Player {
    async fn run(mut self) -> Vec<Game> {
        let mut games = Vec::new();
        while !self.shared.is_over.get() {
            let spec = if self.number.is_multiple_of(2) {
                "reversi"
            } else {
                "gomoku:9"
            };
            let Ok(spec) = spec.parse::<GameSpec>() else {
                return games;
            };
            let Some(table) = self.seat(spec).await else {
                continue;
            };
            let mut game = Game {
                witness: Witness::new(table, spec),
                pair: self.pair.clone(),
                times: Vec::new(),
                is_finished: false,
            };
            match self.play(&mut game).await {
                Ok(()) => {
                    game.is_finished = true;
                    self.shared.finished.set(self.shared.finished.get() + 1);
                }
                Err(error) => {
                    let fault = format!("table {}: {error}", game.witness.table);
                    self.shared.stats.borrow_mut().faults.push(fault);
                }
            }
            games.push(game);
        }
        games
    }

    /// A new table with both players, or nothing if that did not work now.
    async fn seat(&mut self, spec: GameSpec) -> Option<String> {
        let api = Api::new(self.shared.any_address(&mut self.dice));
        let terms = Terms {
            spec,
            time: "game 2h+5s",
            moves: Vec::new(),
        };
        let seated = tokio::time::timeout(ANSWER_MAX, seat(&api, &self.pair, &terms)).await;
        match seated {
            Ok(Ok(table)) => Some(table),
            _ => {
                tokio::time::sleep(RETRY).await;
                None
            }
        }
    }

    async fn play(&mut self, game: &mut Game) -> Result<(), LoadError> {
        let mut table = OpenTable::default();
        let mut mirror: Option<Mirror> = None;
        loop {
            self.connect_all(game, &mut table, &mut mirror).await?;
            let Some(known) = &mirror else {
                return Err(LoadError::Broken("no state".to_owned()));
            };
            // Everybody sees the end before the game counts as finished.
            let count = game.witness.seen.iter().map(Vec::len).max().unwrap_or(0);
            let all_know = game.witness.seen.iter().all(|seen| seen.len() == count);
            if known.is_over() && all_know && known.count() == count {
                return Ok(());
            }
            // What was acknowledged is on its way.
            let acknowledged = game.witness.sent.last().and_then(|sent| sent.number);
            let is_known = known.count() == count && acknowledged.is_none_or(|at| count >= at);
            let turn = known.session.turn().filter(|_| is_known);
            let mover = turn.filter(|&seat| game.witness.seen[observer(seat)].len() == count);
            let Some(seat) = mover else {
                let hearing = self.hear(game, &mut table, &mut mirror);
                if tokio::time::timeout(STUCK_AFTER, hearing).await.is_err() {
                    return Err(LoadError::Broken(format!(
                        "nothing was heard for {STUCK_AFTER:?}"
                    )));
                }
                continue;
            };
            let think =
                Duration::from_millis(self.dice.below(self.think_ms as usize * 2 + 1) as u64);
            if !think.is_zero() {
                tokio::time::sleep(think).await;
            }
            let Some(mv) = known.any_move(&mut self.dice) else {
                return Err(LoadError::Broken(
                    "no legal move in a game in play".to_owned(),
                ));
            };
            self.make_move(game, &mut table, &mut mirror, seat, mv)
                .await?;
        }
    }

    /// Sends a move, again and again at any node, until it is acknowledged.
    async fn make_move(
        &mut self,
        game: &mut Game,
        table: &mut OpenTable,
        mirror: &mut Option<Mirror>,
        seat: Seat,
        mv: String,
    ) -> Result<(), LoadError> {
        self.command_count += 1;
        let id = format!("{}-{}", self.number, self.command_count);
        let first_sent = Instant::now();
        game.witness.sent.push(SentMove {
            id: id.clone(),
            mv: mv.clone(),
            mover: observer(seat),
            at: first_sent,
            number: None,
            is_found: false,
        });
        game.times.push((first_sent, None));
        let mut try_count = 0;
        loop {
            if first_sent.elapsed() > STUCK_AFTER {
                return Err(LoadError::Broken(format!(
                    "{mv} was not acknowledged in {STUCK_AFTER:?}"
                )));
            }
            if try_count > 0 {
                self.shared.stats.borrow_mut().repeated += 1;
            }
            try_count += 1;
            self.connect_all(game, table, mirror).await?;
            let play = WireCommand::Play {
                mv: mv.clone(),
                eval: None,
            };
            let since = Instant::now();
            let sent = match &mut table.sockets[observer(seat)] {
                Some(socket) => socket.command(&id, play).await,
                None => continue,
            };
            if sent.is_err() {
                table.lose(observer(seat), &self.shared);
                continue;
            }
            let answer = loop {
                if since.elapsed() > ANSWER_MAX || table.sockets[observer(seat)].is_none() {
                    break None;
                }
                let hearing = self.hear(game, table, mirror);
                match tokio::time::timeout(ANSWER_MAX, hearing).await {
                    Err(_) => break None,
                    Ok(heard) => match heard? {
                        Some(ServerMessage::Ack { id: of, number }) if of == id => {
                            break Some(Ok(number));
                        }
                        Some(ServerMessage::Refused { id: of, fault }) if of == id => {
                            break Some(Err(fault));
                        }
                        _ => {}
                    },
                }
            };
            match answer {
                Some(Ok(number)) => {
                    let now = Instant::now();
                    if let Some(sent) = game.witness.unacknowledged() {
                        sent.number = Some(number);
                    }
                    if let Some(times) = game.times.last_mut() {
                        times.1 = Some(now);
                    }
                    let mut stats = self.shared.stats.borrow_mut();
                    stats.ack.add(now - since);
                    stats.pause.add(now - first_sent);
                    return Ok(());
                }
                Some(Err(fault)) if fault.code.starts_with("storage") => {
                    self.shared.stats.borrow_mut().refused += 1;
                    tokio::time::sleep(RETRY).await;
                }
                Some(Err(fault)) => {
                    return Err(LoadError::Broken(format!("{mv} refused: {}", fault.text)));
                }
                // No answer in time: at another node.
                None => table.lose(observer(seat), &self.shared),
            }
        }
    }

    /// Connects every observer who is not, each to any node, until all are.
    async fn connect_all(
        &mut self,
        game: &mut Game,
        table: &mut OpenTable,
        mirror: &mut Option<Mirror>,
    ) -> Result<(), LoadError> {
        let since = Instant::now();
        for at in 0..OBSERVERS {
            while table.sockets[at].is_none() {
                if since.elapsed() > STUCK_AFTER {
                    return Err(LoadError::Broken("no node can be reached".to_owned()));
                }
                let tokens = [Some(&game.pair.first), Some(&game.pair.second), None];
                let seen = &mut game.witness.seen[at];
                let connecting = Socket::connect(SocketOptions {
                    address: self.shared.any_address(&mut self.dice),
                    table: &game.witness.table,
                    token: tokens[at].map(String::as_str),
                    after: seen.len(),
                    view: false,
                });
                match tokio::time::timeout(ANSWER_MAX, connecting).await {
                    Ok(Ok((socket, state))) => {
                        if state.from != seen.len() + 1 {
                            return Err(LoadError::Broken(format!(
                                "a node has fewer entries than the {} that a client saw elsewhere",
                                seen.len()
                            )));
                        }
                        let mirror = match mirror {
                            Some(mirror) => mirror,
                            None => mirror.insert(Mirror::new(&state)?),
                        };
                        take_in(mirror, seen, state.from, &state.entries)?;
                        table.sockets[at] = Some(socket);
                        if let Some(lost_at) = table.lost_at[at].take() {
                            self.shared.stats.borrow_mut().away.add(lost_at.elapsed());
                        }
                    }
                    Ok(Err(LoadError::Broken(what))) if !what.starts_with("the first message") => {
                        return Err(LoadError::Broken(what));
                    }
                    _ => tokio::time::sleep(RETRY).await,
                }
            }
        }
        Ok(())
    }

    /// The next message to any observer; `None` if a connection was lost.
    async fn hear(
        &mut self,
        game: &mut Game,
        table: &mut OpenTable,
        mirror: &mut Option<Mirror>,
    ) -> Result<Option<ServerMessage>, LoadError> {
        let [first, second, third] = &mut table.sockets;
        let (who, message) = tokio::select! {
            message = receive(first) => (0, message),
            message = receive(second) => (1, message),
            message = receive(third) => (2, message),
        };
        match message {
            Ok(ServerMessage::Update(update)) => {
                let seen = &mut game.witness.seen[who];
                if update.from != seen.len() + 1 {
                    return Err(LoadError::Broken(format!(
                        "observer {who} got entry {} after {}",
                        update.from,
                        seen.len()
                    )));
                }
                if let Some(mirror) = mirror {
                    take_in(mirror, seen, update.from, &update.entries)?;
                }
                Ok(None)
            }
            Ok(message) => Ok(Some(message)),
            Err(LoadError::Message(error)) => Err(LoadError::Message(error)),
            Err(_) => {
                table.lose(who, &self.shared);
                Ok(None)
            }
        }
    }
}

/// Notes entries that an observer got, and applies those that no observer had.
fn take_in(
    mirror: &mut Mirror,
    seen: &mut Vec<WireEntry>,
    from: usize,
    entries: &[WireEntry],
) -> Result<(), LoadError> {
    seen.extend(entries.iter().cloned());
    mirror.take_in(from, entries)
}

async fn receive(socket: &mut Option<Socket>) -> Result<ServerMessage, LoadError> {
    match socket {
        Some(socket) => socket.receive().await,
        None => std::future::pending().await,
    }
}

/// The connections of a table.
#[derive(Default)]
struct OpenTable {
    sockets: [Option<Socket>; OBSERVERS],
    lost_at: [Option<Instant>; OBSERVERS],
}

impl OpenTable {
    fn lose(&mut self, at: usize, shared: &Shared) {
        self.sockets[at] = None;
        self.lost_at[at].get_or_insert_with(Instant::now);
        shared.stats.borrow_mut().lost += 1;
    }
}

/// What the check found.
#[derive(Default)]
struct Report {
    faults: Vec<String>,
    lost: usize,
    acknowledged: usize,
    clock_error: Latency,
}

impl Game {
    /// Compares what the clients saw with the log, as every node has it.
    async fn judge(&mut self, shared: &Shared, report: &mut Report) -> Result<(), LoadError> {
        let mut logs: Vec<Vec<WireEntry>> = Vec::new();
        for address in &shared.addresses {
            let api = Api::new(*address);
            let state = loop {
                match api.state(&self.pair.first, &self.witness.table).await {
                    Err(LoadError::Status { status: 500.., .. }) => tokio::time::sleep(RETRY).await,
                    state => break state?,
                }
            };
            if logs.is_empty() {
                let verdict = self.witness.judge(&state, &[], Duration::MAX);
                report.lost += verdict.lost;
                report.faults.extend(verdict.faults);
                self.judge_clocks(&state, shared, report);
                let is_over = state
                    .view
                    .as_ref()
                    .is_some_and(|view| view.result.is_some());
                if self.is_finished != is_over {
                    let table = &self.witness.table;
                    let fault = format!("table {table}: over for its players, not in the log");
                    report.faults.push(fault);
                }
            }
            logs.push(state.entries);
        }
        if logs.iter().any(|log| *log != logs[0]) {
            let table = &self.witness.table;
            report
                .faults
                .push(format!("table {table}: nodes have different logs"));
        }
        let sent = self.witness.sent.iter();
        report.acknowledged += sent.filter(|sent| sent.number.is_some()).count();
        Ok(())
    }

    /// Checks that each move was charged what it took, less what faults explain.
    fn judge_clocks(&self, state: &TableState, shared: &Shared, report: &mut Report) {
        let moves: Vec<(usize, u64)> = state
            .entries
            .iter()
            .enumerate()
            .filter(|(_, entry)| matches!(entry.event, WireEvent::Move { .. }))
            .map(|(at, entry)| (at, entry.at_ms))
            .collect();
        for (pair, times) in moves.windows(2).zip(self.times.windows(2)) {
            let ((before, before_ms), (made, made_ms)) = (pair[0], pair[1]);
            let given_ms: u64 = state.entries[before + 1..made]
                .iter()
                .filter_map(|entry| match entry.event {
                    WireEvent::GiveTime { ms, .. } if entry.at_ms < made_ms => Some(ms),
                    _ => None,
                })
                .sum();
            let charged = Duration::from_millis((made_ms - before_ms).saturating_sub(given_ms));
            let (earliest, latest) = match (times[0], times[1]) {
                ((sent, Some(acked)), (next_sent, Some(next_acked))) => (
                    next_sent.saturating_duration_since(acked),
                    next_acked.saturating_duration_since(sent),
                ),
                _ => continue,
            };
            let disturbed = shared.disturbed(times[0].0, times[1].1.unwrap_or(times[1].0));
            let over = charged.saturating_sub(latest);
            let under = earliest.saturating_sub(charged + disturbed);
            report.clock_error.add(over.max(under));
            if over.max(under) > CLOCK_SLACK {
                report.faults.push(format!(
                    "table {}: move {} was charged {charged:?}, and took {earliest:?} to {latest:?}",
                    self.witness.table,
                    made + 1
                ));
            }
        }
    }
}
