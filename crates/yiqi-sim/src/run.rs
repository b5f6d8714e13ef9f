//! Runs a seed from its beginning to its end.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};
use yiqi_rules::Dice;
use yiqi_server::sim::{Guest, Lie, START_MS, SimDatabase, SimDisk, World, set_dice};
use yiqi_wire::{FirstColor, NewSeat, NewTable, NewTournament, TournamentStart};

use crate::chaos::{Machine, shake_database};
use crate::check::Check;
use crate::client::{Role, attend, compete};
use crate::history::History;
use crate::plan::{Plan, Rates};
use crate::world::{Network, Site};

/// After everything is healed, all games must be over within this time.
const FINISH_MAX: Duration = Duration::from_secs(300);

/// How often it is noted whether anybody can write.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// What a seed led to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The seed.
    pub seed: u64,
    /// What must not have happened.
    pub violations: Vec<String>,
    /// The hash of everything that happened.
    pub hash: u64,
    /// How much time was simulated.
    pub simulated: Duration,
    /// How often each fault was made.
    pub faults: BTreeMap<&'static str, u64>,
    /// How many entries were stored.
    pub entries: usize,
    /// How many events the clients saw.
    pub events: usize,
}

/// Runs one seed after the other in this thread.
#[derive(Debug)]
pub struct Simulator {
    disk: Option<SimDisk>,
}

static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Notes every panic, also of a task that nobody waits for.
fn note_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        std::panic::set_hook(Box::new(|info| {
            let mut panics = PANICS.lock().unwrap_or_else(PoisonError::into_inner);
            panics.push(info.to_string());
        }));
    });
}

/// Keeps this thread, and so that of the database, which it starts, on one core. They take turns, many
/// thousand times a second; on two cores, each would wake the other from idling every time.
fn stay_on_this_core() {
    #[cfg(target_os = "linux")]
    {
        use nix::sched::{CpuSet, sched_getcpu, sched_setaffinity};
        use nix::unistd::Pid;
        let mut cores = CpuSet::new();
        let this = sched_getcpu().and_then(|core| cores.set(core));
        // Where that is not allowed, it is only slower.
        let _ = this.and_then(|()| sched_setaffinity(Pid::from_raw(0), &cores));
    }
}

impl Simulator {
    /// A simulator. This thread stays on its core from now on.
    ///
    /// # Errors
    /// If the schema of the database cannot be made.
    pub fn new() -> anyhow::Result<Simulator> {
        stay_on_this_core();
        Ok(Simulator {
            disk: Some(SimDisk::new()?),
        })
    }

    /// Runs a seed. The database may lie, and everything may be told as it happens.
    ///
    /// # Errors
    /// If the simulation itself fails.
    pub fn run(&mut self, seed: u64, lie: Option<Lie>, is_loud: bool) -> anyhow::Result<Outcome> {
        note_panics();
        let mut disk = match self.disk.take() {
            Some(disk) => disk,
            None => SimDisk::new()?,
        };
        disk.clear()?;
        let plan = Plan::new(seed);
        set_dice(Some(Dice::new(Dice::new(seed).roll())));
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()?;
        let network = Arc::new(Network::new(seed, &plan));
        let (site, outages, people, simulated) = runtime.block_on(async {
            let world: Arc<dyn World> = Arc::clone(&network) as _;
            let database = SimDatabase::new(disk, world, lie);
            let history = History::new(is_loud);
            let site = Arc::new(Site::new(seed, plan, network, database, history));
            site.history().note(format!("{:?}", site.plan));
            let since = Instant::now();
            let (outages, people) = simulate(&site).await?;
            note_gaps(&site, &outages);
            anyhow::Ok((site, outages, people, since.elapsed()))
        })?;
        drop(runtime);
        set_dice(None);
        let database = site.database.clone();
        let mut history = site.history();
        let problems = Check {
            plan: &site.plan,
            history: &history,
            outages: &outages,
            people: &people,
        }
        .run(&database);
        history.violations.extend(problems);
        let panics = std::mem::take(&mut *PANICS.lock().unwrap_or_else(PoisonError::into_inner));
        history.violations.extend(panics);
        let appended = database.appended();
        for entry in &appended {
            let line = format!("{entry:?}");
            history.mix(line.as_bytes());
        }
        let mut faults = history.faults.clone();
        for (kind, count) in site.network.counts() {
            *faults.entry(kind).or_default() += count;
        }
        let outcome = Outcome {
            seed,
            violations: history.violations.clone(),
            hash: history.hash(),
            simulated,
            faults,
            entries: appended.len(),
            events: history.events.len(),
        };
        drop(history);
        drop(database);
        if let Some(site) = Arc::into_inner(site) {
            self.disk = site.database.into_disk();
        }
        Ok(outcome)
    }
}

/// Notes when the service was down, as the database has it and in truth.
fn note_gaps(site: &Site, outages: &Outages) {
    let since = |ms: u64| ms as i64 - START_MS as i64;
    let gaps: Vec<(i64, i64)> = site
        .database
        .gaps()
        .unwrap_or_default()
        .into_iter()
        .map(|(from, until)| (since(from), since(until)))
        .collect();
    let text = format!("down by the database: {gaps:?}; in truth: {outages:?}");
    site.history().note(text);
}

type Outages = Vec<(Duration, Duration)>;

/// Plays everything. Returns when nobody could write, and the people.
async fn simulate(site: &Arc<Site>) -> anyhow::Result<(Outages, Vec<i64>)> {
    let plan = &site.plan;
    let mut machines = Vec::new();
    for number in 0..plan.mode.machines() {
        let mut machine = Machine::new(site, number);
        machine.start().await;
        machines.push(machine);
    }
    let node = site.node(0).context("the first server does not run")?;
    let mut players: Vec<Guest> = Vec::new();
    for who in 0..plan.people {
        let player = node.guest(format!("person {who}")).await;
        let mut player = player.map_err(|code| anyhow!("no guest: {code}"))?;
        if plan.rated {
            let made = site.database.make_account(&mut player);
            made.map_err(|error| anyhow!("no account: {error}"))?;
        }
        players.push(player);
    }
    let mut clients = JoinSet::new();
    for table in &plan.tables {
        let [first, second] = table.players.map(|who| players[who].clone());
        let new = NewTable {
            game: table.game.to_owned(),
            first: NewSeat::Me {},
            second: NewSeat::Open {},
            first_color: FirstColor::Drawn,
            time: table.time.to_owned(),
            listed: true,
            private: false,
            rated: plan.rated,
            from: None,
        };
        let created = node.create(&first, new).await;
        let (id, _) = created.map_err(|code| anyhow!("no table: {code}"))?;
        let seated = node.sit(&second, id.clone(), None).await;
        seated.map_err(|code| anyhow!("no seat: {code}"))?;
        let role = if plan.rematches {
            Role::PlayerAgain
        } else {
            Role::Player
        };
        for who in table.players {
            clients.spawn(attend(
                Arc::clone(site),
                who,
                players[who].clone(),
                id.clone(),
                role,
            ));
        }
        for &who in &table.watchers {
            clients.spawn(attend(
                Arc::clone(site),
                who,
                players[who].clone(),
                id.clone(),
                Role::Watcher,
            ));
        }
    }
    if let Some(tournament) = plan.tournament {
        let new = NewTournament {
            name: "Cup".to_owned(),
            game: "reversi:4".to_owned(),
            format: tournament.kind,
            time: tournament.time.to_owned(),
            rated: false,
            start: TournamentStart::Players(plan.people as u32),
            rounds: 0,
            games: 1,
            minutes: 1,
            streaks: false,
            players_max: 0,
            show_up_seconds: 15,
            pause_seconds: 1,
            programs: Vec::new(),
            join: false,
        };
        let created = node.create_tournament(&players[0], new).await;
        let id = created.map_err(|code| anyhow!("no tournament: {code}"))?;
        for (who, player) in players.iter().enumerate() {
            let joined = node.join(player, id.clone()).await;
            joined.map_err(|code| anyhow!("not joined: {code}"))?;
            clients.spawn(compete(Arc::clone(site), who, player.clone(), id.clone()));
        }
    }
    drop(node);
    let watching = tokio::spawn(note_outages(Arc::clone(site)));
    let until = Instant::now() + plan.faults_for;
    site.network.set_rates(plan.rates);
    let shaking = tokio::spawn(shake_database(Arc::clone(site), until));
    let suffering: Vec<_> = machines
        .into_iter()
        .map(|machine| tokio::spawn(machine.suffer(until)))
        .collect();
    tokio::time::sleep_until(until).await;
    shaking.await?;
    site.network.set_rates(Rates::default());
    let mut machines = Vec::new();
    for machine in suffering {
        machines.push(machine.await?);
    }
    // Until everything is known that happened before.
    sleep(Duration::from_secs(8)).await;
    site.heal();
    site.history().note("healed");
    let finishing = async { while clients.join_next().await.is_some() {} };
    if timeout(FINISH_MAX, finishing).await.is_err() {
        let left = clients.len();
        let problem = format!("liveness: {left} people have not finished");
        site.history().violation(problem);
    }
    // What follows from the last entries.
    sleep(Duration::from_secs(6)).await;
    for machine in &machines {
        if let Some(node) = site.node(machine.number()) {
            machine.look_after(&node);
        }
    }
    site.end();
    let outages = watching.await?;
    for number in 0..plan.mode.machines() {
        if let Some(node) = site.node(number) {
            node.process().kill();
        }
        site.set_node(number, None);
    }
    clients.abort_all();
    Ok((outages, players.iter().map(Guest::key).collect()))
}

/// Notes the times in which no server could write.
async fn note_outages(site: Arc<Site>) -> Outages {
    let mut outages = Outages::new();
    let mut down_since: Option<Duration> = None;
    loop {
        let is_up = (0..site.plan.mode.machines()).any(|machine| site.serves(machine));
        let now = site.history().now();
        match (is_up, down_since) {
            (false, None) => down_since = Some(now),
            (true, Some(from)) => {
                // One look earlier, it was not up.
                outages.push((from, now.saturating_sub(LOOK_EVERY)));
                down_since = None;
            }
            _ => {}
        }
        if site.is_ended() {
            return outages;
        }
        sleep(LOOK_EVERY).await;
    }
}
