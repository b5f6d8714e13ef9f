//! `play`: a steady load, and the server's latency under it.
//!
//! The load is an open loop: when a move is due does not depend on how soon the server replied to
//! earlier ones. If a move comes due while its game still waits for the server, its latency counts
//! from when it was due, so that a slow server cannot hide its slowness.

use std::cell::RefCell;
use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::{StreamExt, TryStreamExt, stream};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};
use yiqi_record::{BySeat, Seat};
use yiqi_rules::GameSpec;
use yiqi_testkit::Dice;
use yiqi_wire::{
    NewSeat, NewTable, ServerMessage, TableState, Update, WireCommand, WireEvent, WireOffer,
};

use crate::api::Api;
use crate::burn::{Burn, StallMeter};
use crate::mirror::Mirror;
use crate::seating::{AT_ONCE, Pair, Terms, make_pairs, opening, seat, seat_engines};
use crate::server::{Running, ServerPlan, Usage, note};
use crate::socket::{Socket, SocketOptions};
use crate::{Figures, Latency, LoadError};

/// A clock that nobody runs out of.
const LONG_CLOCK: &str = "game 2h+5s";

/// The time of the tables where nobody moves.
const FLAG_MS: u64 = 1_000;

/// How long everybody is connected without moving, to measure the idle cost.
const IDLE: Duration = Duration::from_secs(2);

/// The server to load.
#[derive(Clone, Debug)]
pub enum Target {
    /// A running server; with its process id, if it is on this machine.
    Running(SocketAddr, Option<u32>),
    /// This program, started for the run.
    Spawn(PathBuf),
}

/// The parameters of a run.
#[derive(Clone, Debug)]
pub struct PlayPlan {
    /// The server to load.
    pub target: Target,
    /// Other nodes of the same site, to which spectators connect instead.
    pub spectators_at: Vec<SocketAddr>,
    /// Simultaneous games, two sockets each.
    pub games: usize,
    /// Moves per second in total.
    pub rate: f64,
    /// The duration in seconds.
    pub seconds: f64,
    /// Threads that spin with the lowest priority meanwhile.
    pub burn: usize,
    /// Tables where programs of the server play each other meanwhile.
    pub engines: usize,
    /// Spectators in total.
    pub spectators: usize,
    /// Games that the spectators are spread over.
    pub watched: usize,
    /// Tables where a player runs out of time, spread over the run.
    pub flags: usize,
    /// Whether clients want views, as browsers do.
    pub view: bool,
    /// The games to play in turn.
    pub specs: Vec<GameSpec>,
    /// The seed of the random numbers.
    pub seed: u64,
}

impl PlayPlan {
    /// A small and short variant, to see that it works.
    #[must_use]
    pub fn quick(self) -> PlayPlan {
        PlayPlan {
            games: 10,
            rate: 50.0,
            seconds: 2.0,
            ..self
        }
    }
}

/// Puts a load on a server and measures its latency.
///
/// # Errors
/// If the load cannot be set up.
pub async fn play(plan: &PlayPlan) -> Result<Figures, LoadError> {
    let folder = tempfile::tempdir()?;
    let spawned: Option<Running> = match &plan.target {
        Target::Running(..) => None,
        Target::Spawn(program) => Some(ServerPlan::new(program, folder.path()).start().await?),
    };
    let (address, pid) = match (&plan.target, &spawned) {
        (Target::Running(address, pid), _) => (*address, *pid),
        (_, Some(server)) => (server.address, Some(server.pid())),
        (Target::Spawn(_), None) => return Err(LoadError::Closed(None)),
    };
    let usage = || pid.map(Usage::of).unwrap_or_default();
    let api = Api::new(address);
    let mut dice = Dice::new(plan.seed);

    note("creating guests and tables");
    let begun = usage();
    let pairs = make_pairs(&api, plan.games).await?;
    let tables = make_tables(&api, plan, &pairs, &mut dice).await?;
    let seated = usage();
    note("connecting");
    let mut open: Vec<OpenTable> = stream::iter(tables.iter().zip(&pairs))
        .map(|((table, has_opening), pair)| {
            let entrance = Entrance {
                address,
                view: plan.view,
            };
            async move { entrance.open(table, pair, *has_opening).await }
        })
        .buffered(AT_ONCE)
        .try_collect()
        .await?;
    let watched: Vec<Watched> = tables
        .iter()
        .take(if plan.spectators > 0 { plan.watched } else { 0 })
        .map(|(table, _)| Watched {
            table: table.clone(),
            sent: Rc::default(),
        })
        .collect();
    let stats = Rc::new(RefCell::new(Stats::default()));
    let mut watchers = JoinSet::new();
    seat_spectators(address, plan, &watched, &stats, &mut watchers).await?;
    note("waiting");
    tokio::time::sleep(IDLE).await;
    let idle = usage();

    note("playing");
    let burn = Burn::start(plan.burn);
    for _ in 0..plan.engines {
        let table = seat_engines(&api, &pairs[0].first, plan.specs[0]).await?;
        // Programs play only while somebody watches.
        let watched = Watched {
            table,
            sent: Rc::default(),
        };
        let visitor = watched.connect_spectator(address, plan.view).await?;
        watchers.spawn_local(watch(visitor, watched.sent, Rc::clone(&stats)));
    }
    let stalls = StallMeter::start();
    let begin = Instant::now();
    let end = begin + Duration::from_secs_f64(plan.seconds);
    let own_before = Usage::of(std::process::id());
    let before = usage();
    let mut tasks = JoinSet::new();
    for (number, (table, pair)) in open.drain(..).zip(pairs.iter()).enumerate() {
        let player = Player {
            stats: Rc::clone(&stats),
            api: api.clone(),
            entrance: Entrance {
                address,
                view: plan.view,
            },
            pair: pair.clone(),
            spec: table.mirror.spec,
            dice: Dice::new(dice.roll()),
            think_mean: plan.games as f64 / plan.rate,
            command_count: 0,
            watched: watched.get(number).map(|watched| Rc::clone(&watched.sent)),
            end,
        };
        tasks.spawn_local(player.run(table));
    }
    for _ in 0..plan.flags {
        let at = begin + Duration::from_secs_f64(plan.seconds * unit(&mut dice) * 0.8);
        let stats = Rc::clone(&stats);
        tasks.spawn_local(run_out(api.clone(), pairs[0].clone(), at, end, stats));
    }
    sleep_until(end).await;
    let after = usage();
    let own_after = Usage::of(std::process::id());
    // All sockets stay open until everybody has stopped.
    let mut kept = Vec::new();
    while let Some(done) = tasks.join_next().await {
        kept.extend(done.ok().flatten());
    }
    let dropped = api.metric("yiqi_sockets_dropped_total").await?;
    drop((burn, kept, watchers));

    let stats = stats.take();
    let moves = stats.ack.count();
    let connections = (plan.games * 2 + plan.spectators) as f64;
    let mut figures = Figures::default();
    figures.latency("sent to acknowledged", stats.ack);
    figures.latency("sent to seen by opponent", stats.seen);
    if plan.spectators > 0 {
        figures.latency("sent to seen by spectators", stats.watched);
    }
    figures.latency("clock error", stats.clock_error);
    if plan.flags > 0 {
        figures.latency("run-out told after zero", stats.flag);
    }
    figures.latency("generator late", stats.late);
    figures.value("moves per second", moves as f64 / plan.seconds);
    figures.value("games that ended", f64::from(stats.over));
    figures.value("sockets", connections);
    figures.value("sockets lost", f64::from(stats.lost));
    figures.value("dropped by the server", dropped.unwrap_or_default());
    figures.value("commands refused", f64::from(stats.refused));
    if pid.is_some() {
        let kib = |more: Usage, less: Usage| more.rss_kib.saturating_sub(less.rss_kib) as f64;
        figures.value("MiB at first", begun.rss_kib as f64 / 1024.0);
        figures.value("MiB with tables", seated.rss_kib as f64 / 1024.0);
        figures.value("MiB connected", idle.rss_kib as f64 / 1024.0);
        figures.value("MiB under load", after.rss_kib as f64 / 1024.0);
        figures.value(
            "KiB for a table",
            kib(seated, begun) / plan.games.max(1) as f64,
        );
        figures.value(
            "KiB for an idle connection",
            kib(idle, seated) / connections.max(1.0),
        );
        let cpu_ms = (after.cpu_ms - before.cpu_ms) as f64;
        figures.value("cores used by the server", cpu_ms / 1000.0 / plan.seconds);
        figures.value("CPU us for a move", cpu_ms * 1000.0 / moves.max(1) as f64);
    }
    let own_ms = (own_after.cpu_ms - own_before.cpu_ms) as f64;
    figures.value(
        "cores used by the generator",
        own_ms / 1000.0 / plan.seconds,
    );
    figures.value(
        "worst stall of a thread, ms",
        stalls.worst().as_secs_f64() * 1000.0,
    );
    for fault in stats.faults {
        figures.fault(fault);
    }
    Ok(figures)
}

/// The measurements.
#[derive(Default)]
struct Stats {
    ack: Latency,
    seen: Latency,
    watched: Latency,
    clock_error: Latency,
    flag: Latency,
    late: Latency,
    over: u32,
    lost: u32,
    refused: u32,
    faults: Vec<String>,
}

/// Creates a table for each pair, with games as far along as if they had started long ago. Also
/// returns whether moves were made before. Games with spectators start from the beginning.
async fn make_tables(
    api: &Api,
    plan: &PlayPlan,
    pairs: &[Pair],
    dice: &mut Dice,
) -> Result<Vec<(String, bool)>, LoadError> {
    let terms: Vec<Terms> = (0..pairs.len())
        .map(|number| {
            let spec = plan.specs[number % plan.specs.len()];
            let is_watched = plan.spectators > 0 && number < plan.watched;
            let plies = if is_watched { 0 } else { dice.below(50) };
            Terms {
                spec,
                time: LONG_CLOCK,
                moves: opening(spec, plies, dice),
            }
        })
        .collect();
    stream::iter(pairs.iter().zip(&terms))
        .map(|(pair, terms)| async move {
            let table = seat(api, pair, terms).await?;
            Ok((table, !terms.moves.is_empty()))
        })
        .buffered(AT_ONCE)
        .try_collect()
        .await
}

/// How clients connect to tables.
#[derive(Clone, Copy)]
struct Entrance {
    address: SocketAddr,
    view: bool,
}

impl Entrance {
    async fn connect(self, table: &str, token: &str) -> Result<(Socket, TableState), LoadError> {
        Socket::connect(SocketOptions {
            address: self.address,
            table,
            token: Some(token),
            after: 0,
            view: self.view,
        })
        .await
    }

    /// Connects both players.
    async fn open(
        self,
        table: &str,
        pair: &Pair,
        has_opening: bool,
    ) -> Result<OpenTable, LoadError> {
        let (first, _) = self.connect(table, &pair.first).await?;
        let (second, state) = self.connect(table, &pair.second).await?;
        let mut mirror = Mirror::new(&state)?;
        mirror.take_in(state.from, &state.entries)?;
        let count = mirror.count();
        Ok(OpenTable {
            sockets: BySeat { first, second },
            mirror,
            // Entries that the first has not received yet are on their way.
            seen: BySeat::from_fn(|_| count),
            has_opening,
            pending: None,
            last_move: None,
            next: None,
        })
    }
}

/// A table with the sockets of both players.
struct OpenTable {
    sockets: BySeat<Socket>,
    mirror: Mirror,
    /// The number of entries that each has received.
    seen: BySeat<usize>,
    has_opening: bool,
    pending: Option<Pending>,
    /// When the last move arrived, by the server's clock, and when it was sent, by ours.
    last_move: Option<(u64, Instant)>,
    next: Option<String>,
}

/// A move that is not acknowledged yet.
struct Pending {
    mover: Seat,
    /// The expected number of its first entry.
    number: usize,
    /// When it was sent, and from when its latency counts.
    sent: Instant,
    from: Instant,
    is_acknowledged: bool,
    is_seen: bool,
}

impl OpenTable {
    /// The seat to move, as far as its client knows.
    fn mover(&self) -> Option<Seat> {
        let seat = self.mirror.session.turn()?;
        let knows_all = self.seen[seat] == self.mirror.count();
        (self.pending.is_none() && knows_all).then_some(seat)
    }
}

/// How the game at a table ended.
enum TableEnd {
    Over,
    TimeIsUp,
}

/// Both players of a game and of its rematches.
struct Player {
    stats: Rc<RefCell<Stats>>,
    api: Api,
    entrance: Entrance,
    pair: Pair,
    spec: GameSpec,
    dice: Dice,
    /// The mean time between moves, in seconds.
    think_mean: f64,
    command_count: u64,
    watched: Option<SendTimes>,
    end: Instant,
}

impl Player {
    /// Plays until the end of the run. Returns the sockets, to be kept until everybody has stopped.
    async fn run(mut self, mut table: OpenTable) -> Option<BySeat<Socket>> {
        // Stagger the first moves.
        let mut first_due = Instant::now() + self.think();
        loop {
            match self.play_table(&mut table, first_due).await {
                Ok(TableEnd::TimeIsUp) => return Some(table.sockets),
                Ok(TableEnd::Over) => {
                    self.stats.borrow_mut().over += 1;
                    match self.play_on(table).await {
                        Ok(next) => table = next,
                        Err(error) => return self.lose(&error),
                    }
                }
                Err(error) => return self.lose(&error),
            }
            first_due = Instant::now() + self.think();
        }
    }

    fn lose<T>(&self, error: &LoadError) -> Option<T> {
        let mut stats = self.stats.borrow_mut();
        stats.lost += 2;
        stats.faults.push(error.to_string());
        None
    }

    /// A random thinking time.
    fn think(&mut self) -> Duration {
        let seconds = -self.think_mean * (1.0 - unit(&mut self.dice)).ln();
        Duration::from_secs_f64(seconds)
    }

    fn id(&mut self) -> String {
        self.command_count += 1;
        self.command_count.to_string()
    }

    async fn play_table(
        &mut self,
        table: &mut OpenTable,
        first_due: Instant,
    ) -> Result<TableEnd, LoadError> {
        let mut due = first_due;
        // The earliest time for the next move.
        let mut free_at = Instant::now();
        let mut was_free = table.mover().is_some();
        loop {
            if table.mirror.is_over() && table.pending.is_none() {
                return Ok(TableEnd::Over);
            }
            let mover = table.mover();
            if mover.is_some() && !was_free {
                free_at = Instant::now();
            }
            was_free = mover.is_some();
            let wake = if mover.is_some() {
                due.min(self.end)
            } else {
                self.end
            };
            let BySeat { first, second } = &mut table.sockets;
            let (who, message) = tokio::select! {
                message = first.receive() => (Seat::First, message?),
                message = second.receive() => (Seat::Second, message?),
                () = sleep_until(wake) => {
                    let now = Instant::now();
                    if now >= self.end {
                        return Ok(TableEnd::TimeIsUp);
                    }
                    if let Some(seat) = mover {
                        let from = if free_at > due { due } else { now };
                        if free_at <= due {
                            self.stats.borrow_mut().late.add(now - due);
                        }
                        self.send_move(table, seat, from).await?;
                        due += self.think();
                    }
                    continue;
                }
            };
            self.hear(table, who, message)?;
        }
    }

    async fn send_move(
        &mut self,
        table: &mut OpenTable,
        seat: Seat,
        from: Instant,
    ) -> Result<(), LoadError> {
        let Some(mv) = table.mirror.any_move(&mut self.dice) else {
            return Err(LoadError::Broken(
                "no legal move in a game in play".to_owned(),
            ));
        };
        let id = self.id();
        let number = table.mirror.count() + 1;
        let sent = Instant::now();
        if let Some(watched) = &self.watched {
            watched.borrow_mut().insert(number, sent);
        }
        table.pending = Some(Pending {
            mover: seat,
            number,
            sent,
            from: from.min(sent),
            is_acknowledged: false,
            is_seen: false,
        });
        let play = WireCommand::Play { mv, eval: None };
        table.sockets[seat].command(&id, play).await
    }

    fn hear(
        &mut self,
        table: &mut OpenTable,
        who: Seat,
        message: ServerMessage,
    ) -> Result<(), LoadError> {
        let now = Instant::now();
        let mut stats = self.stats.borrow_mut();
        match message {
            ServerMessage::Ack { number, .. } => {
                if let Some(pending) = &mut table.pending
                    && pending.mover == who
                {
                    pending.is_acknowledged = true;
                    stats.ack.add(now - pending.from);
                    if number != pending.number {
                        stats
                            .faults
                            .push(format!("{number} instead of {}", pending.number));
                    }
                }
            }
            ServerMessage::Refused { fault, .. } => {
                stats.refused += 1;
                return Err(LoadError::Broken(format!("refused: {}", fault.text)));
            }
            ServerMessage::Update(update) => {
                let is_new = update.from > table.mirror.count();
                table.mirror.take_in(update.from, &update.entries)?;
                table.seen[who] = table.seen[who].max(update.from + update.entries.len() - 1);
                if let Some(pending) = &mut table.pending
                    && update.from == pending.number
                {
                    if who != pending.mover {
                        pending.is_seen = true;
                        stats.seen.add(now - pending.from);
                    }
                    if is_new {
                        note_clock(&mut table.last_move, pending.sent, &update, &mut stats);
                    }
                }
            }
            ServerMessage::Next { table: next } => table.next = Some(next),
            _ => {}
        }
        if let Some(pending) = &table.pending
            && pending.is_acknowledged
            && pending.is_seen
        {
            table.pending = None;
        }
        Ok(())
    }

    /// The next game of the same two: a rematch, or a new table if this game did not start from the
    /// beginning.
    async fn play_on(&mut self, mut table: OpenTable) -> Result<OpenTable, LoadError> {
        let next = if table.has_opening {
            let terms = Terms {
                spec: self.spec,
                time: LONG_CLOCK,
                moves: Vec::new(),
            };
            seat(&self.api, &self.pair, &terms).await?
        } else {
            let rematch = || WireCommand::Offer {
                what: WireOffer::Rematch,
            };
            let (first, second) = (self.id(), self.id());
            table.sockets.first.command(&first, rematch()).await?;
            table.sockets.second.command(&second, rematch()).await?;
            loop {
                if let ServerMessage::Next { table } = table.sockets.first.receive().await? {
                    break table;
                }
            }
        };
        self.entrance.open(&next, &self.pair, false).await
    }
}

/// Compares the time that the server charges for a move with the time between sending it and
/// sending the previous one. On one machine the network adds nothing.
fn note_clock(
    last_move: &mut Option<(u64, Instant)>,
    sent: Instant,
    update: &Update,
    stats: &mut Stats,
) {
    let at_ms = update.entries.iter().find_map(|entry| match entry.event {
        WireEvent::Move { .. } => Some(entry.at_ms),
        _ => None,
    });
    let Some(at_ms) = at_ms else { return };
    if let Some((last_ms, last_sent)) = *last_move {
        let charged = Duration::from_millis(at_ms - last_ms);
        stats.clock_error.add(charged.abs_diff(sent - last_sent));
    }
    *last_move = Some((at_ms, sent));
}

/// When the moves of a game were sent, by the number of their first entry.
type SendTimes = Rc<RefCell<HashMap<usize, Instant>>>;

/// A game with spectators.
struct Watched {
    table: String,
    sent: SendTimes,
}

impl Watched {
    /// Connects a spectator.
    async fn connect_spectator(
        &self,
        address: SocketAddr,
        view: bool,
    ) -> Result<Socket, LoadError> {
        let (socket, _) = Socket::connect(SocketOptions {
            address,
            table: &self.table,
            token: None,
            after: 0,
            view,
        })
        .await?;
        Ok(socket)
    }
}

/// Connects spectators, spread evenly over games and nodes. They read from the start.
async fn seat_spectators(
    address: SocketAddr,
    plan: &PlayPlan,
    watched: &[Watched],
    stats: &Rc<RefCell<Stats>>,
    watchers: &mut JoinSet<()>,
) -> Result<(), LoadError> {
    if watched.is_empty() {
        return Ok(());
    }
    let mut coming = stream::iter(0..plan.spectators)
        .map(|number| async move {
            let game = number % watched.len();
            let nodes = &plan.spectators_at;
            let node = (number / watched.len()).checked_rem(nodes.len());
            let address = node.map_or(address, |node| nodes[node]);
            let watched = &watched[game];
            let socket = watched.connect_spectator(address, plan.view).await?;
            Ok::<_, LoadError>((socket, Rc::clone(&watched.sent)))
        })
        .buffer_unordered(AT_ONCE);
    while let Some(come) = coming.next().await {
        let (socket, sent) = come?;
        watchers.spawn_local(watch(socket, sent, Rc::clone(stats)));
    }
    Ok(())
}

/// Watches a game until the socket is lost.
async fn watch(mut socket: Socket, sent: SendTimes, stats: Rc<RefCell<Stats>>) {
    loop {
        let text = socket.receive_text().await;
        let now = Instant::now();
        let mut stats = stats.borrow_mut();
        match text {
            Ok(text) => {
                let number = first_number(&text);
                let sent = number.and_then(|number| sent.borrow().get(&number).copied());
                if let Some(sent) = sent {
                    stats.watched.add(now - sent);
                }
            }
            Err(error) => {
                stats.lost += 1;
                stats.faults.push(format!("a spectator: {error}"));
                return;
            }
        }
    }
}

/// The number of the first entry of an update, without parsing all of it: there are thousands of
/// readers.
fn first_number(text: &str) -> Option<usize> {
    let rest = text.strip_prefix(r#"{"type":"update","from":"#)?;
    let digits = rest.find(|c: char| !c.is_ascii_digit())?;
    rest[..digits].parse().ok()
}

/// Measures at a table where nobody moves how long after zero both are told.
async fn run_out(
    api: Api,
    pair: Pair,
    at: Instant,
    end: Instant,
    stats: Rc<RefCell<Stats>>,
) -> Option<BySeat<Socket>> {
    sleep_until(at).await;
    let told = tokio::select! {
        told = see_run_out(&api, &pair) => told,
        () = sleep_until(end) => return None,
    };
    let mut stats = stats.borrow_mut();
    match told {
        Ok((zero_ms, told_ms)) if told_ms < zero_ms => {
            stats
                .faults
                .push(format!("time ran out {} ms early", zero_ms - told_ms));
        }
        Ok((zero_ms, told_ms)) => stats.flag.add(Duration::from_millis(told_ms - zero_ms)),
        Err(error) => stats.faults.push(format!("running out of time: {error}")),
    }
    None
}

/// When time was up at a table where nobody moves, and when that was reported, in wall-clock time.
async fn see_run_out(api: &Api, pair: &Pair) -> Result<(u64, u64), LoadError> {
    let table = NewTable {
        game: "reversi".to_owned(),
        first: NewSeat::Me {},
        second: NewSeat::Open {},
        first_color: yiqi_wire::FirstColor::Black,
        time: format!("game {FLAG_MS}ms"),
        listed: false,
        private: false,
        rated: false,
        from: None,
    };
    let created = api.create(&pair.first, &table).await?;
    let (mut socket, state) = Socket::connect(SocketOptions {
        address: api.address(),
        table: &created.table,
        token: Some(&pair.first),
        after: 0,
        view: false,
    })
    .await?;
    api.sit(&pair.second, &created).await?;
    let mut zero_ms = None;
    loop {
        let ServerMessage::Update(update) = socket.receive().await? else {
            continue;
        };
        let told_ms = wall_ms();
        for entry in &update.entries {
            match entry.event {
                WireEvent::Begin { .. } => {
                    zero_ms = Some(state.table.created_ms + entry.at_ms + FLAG_MS);
                }
                WireEvent::TimeOut { .. } => {
                    let zero_ms = zero_ms.ok_or(LoadError::Closed(None))?;
                    return Ok((zero_ms, told_ms));
                }
                _ => {}
            }
        }
    }
}

fn wall_ms() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_millis() as u64)
}

/// A random number in 0..1.
fn unit(dice: &mut Dice) -> f64 {
    // As many bits as a double holds.
    (dice.roll() >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_an_update_is_found_without_parsing_the_rest() {
        assert_eq!(
            first_number(r#"{"type":"update","from":17,"entries":[]}"#),
            Some(17)
        );
        assert_eq!(first_number(r#"{"type":"presence","from":17}"#), None);
    }
}
