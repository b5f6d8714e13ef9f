//! `soak`: hours of mixed use with a kill now and then. Memory, descriptors, threads and latency
//! must not grow, and every game must be right.
//!
//! Pairs of players and a spectator each play at a steady rate, chat, reconnect and try illegal
//! moves (`trio`); visitors study games and send nonsense (`visitors`, `wrong`); a thread asks for
//! the server's health every second (`prober`); what the server uses is measured (`meter`).

mod meter;
mod prober;
mod visitors;
mod wrong;

use std::cell::{Cell, RefCell};
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;
use yiqi_testkit::Dice;

use crate::api::Api;
use crate::burn::StallMeter;
use crate::kill::{Failure, STUCK_AFTER, bring_down_and_restart};
use crate::power::Outage;
use crate::seating::make_pairs;
use crate::server::{Running, ServerPlan, note};
use crate::trio::{Pace, Report, Tally, Trio};
use crate::witness::Downtime;
use crate::{Figures, Latency, LoadError};

use meter::Meter;
use prober::Prober;
use visitors::Visitors;

/// The parameters of a run.
#[derive(Clone, Debug)]
pub struct SoakPlan {
    /// The program `yiqi`.
    pub program: PathBuf,
    /// How long it takes.
    pub time: Duration,
    /// How long a server runs before it is killed.
    pub kill_every: Duration,
    /// Simultaneous games, three sockets each.
    pub games: usize,
    /// Moves per second in total.
    pub rate: f64,
    /// How far off a clock may be, besides the time that the machine keeps threads waiting.
    pub clock_max: Duration,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// Uses a server in every way for a long time.
///
/// # Errors
/// If it cannot be started, ends by itself or does not recover.
pub async fn soak(plan: &SoakPlan) -> Result<Figures, LoadError> {
    let folder = tempfile::tempdir()?;
    let server_plan = ServerPlan {
        listen: fixed_address()?,
        ..ServerPlan::new(&plan.program, folder.path())
    };
    let server = server_plan.start().await?;
    let mut dice = Dice::new(plan.seed);
    note("creating guests");
    let pairs = make_pairs(&Api::new(server.address), plan.games).await?;
    let trios = (0..)
        .zip(pairs)
        .map(|(number, pair)| Trio::new(number, pair, dice.roll()))
        .collect();
    let begin = Instant::now();
    let soak = Soak {
        plan,
        meter: Meter::new(begin, plan.kill_every, &server_plan),
        server_plan,
        stalls: StallMeter::start(),
        dice,
        begin,
        changes: Rc::default(),
        tally: Rc::default(),
        trios,
        report: Report::default(),
        downtimes: Vec::new(),
    };
    soak.run(server).await
}

/// An address that a server can bind again after a kill. The port lies outside the ephemeral range, so
/// no other connection takes it in between.
fn fixed_address() -> Result<SocketAddr, LoadError> {
    let first = std::process::id() % 10_000;
    for number in 0..10_000 {
        let port = 20_000 + ((first + number) % 10_000) as u16;
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        if TcpListener::bind(address).is_ok() {
            return Ok(address);
        }
    }
    Err(LoadError::NotPermitted("no port is free".to_owned()))
}

/// A run.
struct Soak<'a> {
    plan: &'a SoakPlan,
    server_plan: ServerPlan,
    stalls: StallMeter,
    meter: Meter,
    dice: Dice,
    begin: Instant,
    /// Counts kills and starts: it is even while the server runs.
    changes: Rc<Cell<u32>>,
    tally: Rc<RefCell<Tally>>,
    trios: Vec<Trio>,
    report: Report,
    downtimes: Vec<Downtime>,
}

impl Soak<'_> {
    async fn run(mut self, mut server: Running) -> Result<Figures, LoadError> {
        let address = server.address;
        let prober = Prober::start(address, self.stalls.clone());
        let visitors = Visitors::start(
            address,
            &self.changes,
            &self.tally,
            &self.stalls,
            &mut self.dice,
        );
        let end = self.begin + self.plan.time;
        let mut kills = 0;
        loop {
            let kill_at = Instant::now() + self.plan.kill_every;
            let is_last = kill_at >= end;
            let pace = Pace {
                think_mean: self.plan.games as f64 / self.plan.rate,
                until: if is_last { end } else { kill_at + STUCK_AFTER },
                changes: Rc::clone(&self.changes),
                changes_at_first: self.changes.get(),
                stalls: self.stalls.clone(),
                tally: Rc::clone(&self.tally),
            };
            let mut playing = JoinSet::new();
            for mut trio in self.trios.drain(..) {
                trio.set_pace(pace.clone());
                playing.spawn_local(trio.play(Api::new(address), Outage::default()));
            }
            self.meter
                .watch(&mut server, kill_at.min(end), &self.tally)
                .await?;
            if is_last {
                self.gather(playing).await?;
                break;
            }
            self.changes.set(self.changes.get() + 1);
            let failure = Failure::Kill { again: 0 };
            let (next, downtime) = bring_down_and_restart(
                server,
                &self.server_plan,
                &failure,
                &Outage::default(),
                &mut self.dice,
            )
            .await?;
            server = next;
            self.changes.set(self.changes.get() + 1);
            kills += 1;
            self.downtimes.push(downtime);
            self.report.away.add(downtime.until - downtime.from);
            self.gather(playing).await?;
            self.judge(address).await?;
            note(&format!(
                "{:.1} min, {kills} kills, {} faults",
                self.begin.elapsed().as_secs_f64() / 60.0,
                self.report.faults.len(),
            ));
        }
        let probes = prober.stop();
        let visits = visitors.stop();
        self.judge(address).await?;
        note("checking all games once more");
        let (api, tolerance) = (Api::new(address), self.tolerance());
        for trio in &mut self.trios {
            trio.judge_archive(&api, &self.downtimes, tolerance, &mut self.report)
                .await?;
        }
        let mut figures = Figures::default();
        let mut ack = Latency::default();
        self.meter.show(&mut figures, &mut ack);
        let moves = ack.count();
        figures.latency("sent to acknowledged", ack);
        probes.show(&mut figures, self.plan.kill_every);
        self.report
            .show(&mut figures, kills, &self.trios, self.stalls.worst());
        figures.value(
            "moves per second",
            moves as f64 / self.plan.time.as_secs_f64(),
        );
        let tally = self.tally.take();
        figures.value("reconnects", tally.reconnects as f64);
        figures.value("chat messages", tally.chats as f64);
        figures.value("illegal moves refused", tally.refused as f64);
        let lost = tally.lost_in_standstill;
        figures.value("lost while machine stood still", lost as f64);
        visits.show(&mut figures);
        self.meter.judge(&mut figures);
        Ok(figures)
    }

    /// Waits until all players have stopped.
    async fn gather(&mut self, mut playing: JoinSet<Trio>) -> Result<(), LoadError> {
        while let Some(trio) = tokio::time::timeout(STUCK_AFTER, playing.join_next())
            .await
            .map_err(|_| LoadError::NotReady(STUCK_AFTER))?
        {
            let trio = trio.map_err(|error| LoadError::Broken(error.to_string()))?;
            self.trios.push(trio);
        }
        Ok(())
    }

    /// Checks the games in play and those that ended since the last check.
    async fn judge(&mut self, address: SocketAddr) -> Result<(), LoadError> {
        let (api, tolerance) = (Api::new(address), self.tolerance());
        for trio in &mut self.trios {
            trio.judge(&api, &self.downtimes, tolerance, &mut self.report)
                .await?;
        }
        Ok(())
    }

    /// How far off a clock may be. A busy machine is not the server's fault.
    fn tolerance(&self) -> Duration {
        self.plan.clock_max + self.stalls.worst()
    }
}
