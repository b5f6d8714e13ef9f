//! `kill`: kills a server repeatedly while games are played. Nothing acknowledged may be lost,
//! nothing carried out twice, and no downtime charged to a clock.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;
use yiqi_testkit::Dice;

use crate::api::Api;
use crate::burn::StallMeter;
use crate::power::{LoopDisk, Outage};
use crate::seating::make_pairs;
use crate::server::{Running, ServerPlan, note};
use crate::trio::{Report, Trio};
use crate::witness::Downtime;
use crate::{Figures, LoadError};

/// How far off a clock may be on an idle machine.
pub const CLOCK_MAX: Duration = Duration::from_millis(50);

/// How long a client may hear nothing after a kill before it counts as stuck.
pub(crate) const STUCK_AFTER: Duration = Duration::from_secs(60);

/// How long the power stays off, so that charging it to a clock would show.
const POWER_OFF: Duration = Duration::from_millis(300);

/// The longest interval between two heartbeats that a server syncs to disk.
const HEARTBEAT_SYNC_MAX: Duration = Duration::from_millis(1_200);

/// The parameters of a run.
#[derive(Clone, Debug)]
pub struct KillPlan {
    /// The program `yiqi`.
    pub program: PathBuf,
    /// The number of kills.
    pub times: usize,
    /// Simultaneous games.
    pub games: usize,
    /// How many more times it is killed during each start.
    pub again: usize,
    /// How far off a clock may be, besides the time that the machine keeps threads waiting.
    pub clock_max: Duration,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// Kills a server repeatedly and checks what it has stored.
///
/// # Errors
/// If it cannot be started or does not recover.
pub async fn kill(plan: &KillPlan) -> Result<Figures, LoadError> {
    let folder = tempfile::tempdir()?;
    let server = ServerPlan::new(&plan.program, folder.path());
    let campaign = Campaign {
        times: plan.times,
        games: plan.games,
        clock_max: plan.clock_max,
        seed: plan.seed,
    };
    campaign
        .run(&server, Failure::Kill { again: plan.again })
        .await
}

/// What happens to the server.
pub(crate) enum Failure<'a> {
    /// It is killed, and then this many times more before it is ready again.
    Kill { again: usize },
    /// The disk loses everything not synced, and the server is killed.
    PowerCut(&'a LoopDisk),
}

/// Repeated failures with play in between.
pub(crate) struct Campaign {
    pub(crate) times: usize,
    pub(crate) games: usize,
    pub(crate) clock_max: Duration,
    pub(crate) seed: u64,
}

impl Campaign {
    /// Plays, causes failures, and checks all games after each.
    pub(crate) async fn run(
        &self,
        plan: &ServerPlan,
        failure: Failure<'_>,
    ) -> Result<Figures, LoadError> {
        let Campaign {
            times,
            games,
            clock_max,
            seed,
        } = *self;
        let mut dice = Dice::new(seed);
        let stalls = StallMeter::start();
        let mut server = plan.start().await?;
        let pairs = make_pairs(&Api::new(server.address), games).await?;
        let mut trios: Vec<Trio> = (0..)
            .zip(pairs)
            .map(|(number, pair)| Trio::new(number, pair, dice.roll()))
            .collect();
        let mut report = Report::default();
        let mut downtimes = Vec::new();
        for time in 1..=times {
            let mut playing = JoinSet::new();
            let outage = Outage::default();
            for trio in trios.drain(..) {
                playing.spawn_local(trio.play(Api::new(server.address), outage.clone()));
            }
            let delay = Duration::from_millis(50 + dice.below(451) as u64);
            tokio::time::sleep(delay).await;
            let (next, downtime) =
                bring_down_and_restart(server, plan, &failure, &outage, &mut dice).await?;
            server = next;
            downtimes.push(downtime);
            while let Some(trio) = tokio::time::timeout(STUCK_AFTER, playing.join_next())
                .await
                .map_err(|_| LoadError::NotReady(STUCK_AFTER))?
            {
                trios.push(trio.map_err(|error| LoadError::Broken(error.to_string()))?);
            }
            let api = Api::new(server.address);
            for trio in &mut trios {
                // A busy machine is not the server's fault.
                let tolerance = clock_max + stalls.worst();
                trio.judge(&api, &downtimes, tolerance, &mut report).await?;
            }
            report.away.add(downtime.until - downtime.from);
            if time % 50 == 0 {
                note(&format!("{time} times, {} faults", report.faults.len()));
            }
        }
        // A last check of all games, including those that ended long ago.
        let api = Api::new(server.address);
        let tolerance = clock_max + stalls.worst();
        for trio in &mut trios {
            trio.judge_archive(&api, &downtimes, tolerance, &mut report)
                .await?;
        }
        let mut figures = Figures::default();
        report.show(&mut figures, times, &trios, stalls.worst());
        Ok(figures)
    }
}

/// Takes the server down and brings it back.
pub(crate) async fn bring_down_and_restart(
    server: Running,
    plan: &ServerPlan,
    failure: &Failure<'_>,
    outage: &Outage,
    dice: &mut Dice,
) -> Result<(Running, Downtime), LoadError> {
    let mut from = Instant::now();
    let [mut false_starts, mut early] = [Duration::ZERO; 2];
    match failure {
        Failure::Kill { again } => {
            server.kill()?;
            for _ in 0..*again {
                let begin = Instant::now();
                let starting = plan.spawn()?;
                tokio::time::sleep(Duration::from_millis(dice.below(51) as u64)).await;
                starting.kill()?;
                false_starts += begin.elapsed();
            }
        }
        Failure::PowerCut(disk) => {
            disk.cut(outage).await?;
            from = Instant::now();
            server.kill()?;
            early = HEARTBEAT_SYNC_MAX;
            tokio::time::sleep(POWER_OFF).await;
            disk.remount()?;
        }
    }
    let server = plan.start().await?;
    let downtime = Downtime {
        from,
        until: server.ready,
        false_starts,
        early,
    };
    Ok((server, downtime))
}
