//! `kill`: kills a server repeatedly while games are played. Nothing acknowledged may be lost,
//! nothing carried out twice, and no downtime charged to a clock.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;
use yiqi_record::Seat;
use yiqi_rules::GameSpec;
use yiqi_testkit::Dice;
use yiqi_wire::{ServerMessage, WireCommand};

use crate::api::Api;
use crate::burn::StallMeter;
use crate::mirror::Mirror;
use crate::power::{LoopDisk, Outage};
use crate::seating::{Pair, Terms, make_pairs, seat};
use crate::server::{Running, ServerPlan, note};
use crate::socket::{Socket, SocketOptions};
use crate::witness::{Downtime, OBSERVERS, SentMove, Verdict, Witness, observer};
use crate::{Figures, Latency, LoadError};

/// How far off a clock may be on an idle machine.
pub const CLOCK_MAX: Duration = Duration::from_millis(50);

/// How long a client may hear nothing after a kill before it counts as stuck.
const STUCK_AFTER: Duration = Duration::from_secs(60);

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
        Ok(report.figures(times, &trios, stalls.worst()))
    }
}

/// Takes the server down and brings it back.
async fn bring_down_and_restart(
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

/// The findings.
#[derive(Default)]
struct Report {
    faults: Vec<String>,
    lost: usize,
    clock_error: Latency,
    away: Latency,
    unanswered: [usize; 2],
    tables: usize,
}

impl Report {
    fn add(&mut self, verdict: Verdict) {
        self.faults.extend(verdict.faults);
        self.lost += verdict.lost;
        for error in verdict.clock_errors {
            self.clock_error.add(error);
        }
    }

    fn figures(self, times: usize, trios: &[Trio], stall: Duration) -> Figures {
        let witnesses = trios
            .iter()
            .flat_map(|trio| trio.archive.iter().chain(&trio.current));
        let acknowledged = witnesses
            .flat_map(|witness| &witness.sent)
            .filter(|sent| sent.number.is_some())
            .count();
        let repeated: usize = trios.iter().map(|trio| trio.repeated).sum();
        let mut figures = Figures::default();
        figures.latency("clock error", self.clock_error);
        figures.latency("killed to ready", self.away);
        figures.value("times", times as f64);
        figures.value("moves acknowledged", acknowledged as f64);
        figures.value("acknowledged and lost", self.lost as f64);
        figures.value("unanswered, in the log", self.unanswered[1] as f64);
        figures.value("unanswered, not in it", self.unanswered[0] as f64);
        figures.value("sent again, same answer", repeated as f64);
        figures.value("tables judged", self.tables as f64);
        figures.value("worst stall of a thread, ms", stall.as_secs_f64() * 1000.0);
        let clients = trios.iter().flat_map(|trio| trio.faults.iter().cloned());
        for fault in self.faults.into_iter().chain(clients) {
            figures.fault(fault);
        }
        figures
    }
}

/// Two people who play each other endlessly, and a spectator.
struct Trio {
    pair: Pair,
    spec: GameSpec,
    dice: Dice,
    /// The game in play.
    current: Option<Witness>,
    /// Games that ended since the last check.
    ended: Vec<Witness>,
    archive: Vec<Witness>,
    command_count: u64,
    /// Commands that were sent again and got the same reply.
    repeated: usize,
    faults: Vec<String>,
}

impl Trio {
    fn new(number: usize, pair: Pair, seed: u64) -> Trio {
        let spec = if number.is_multiple_of(2) {
            "reversi"
        } else {
            "gomoku"
        };
        Trio {
            pair,
            spec: spec.parse().expect("valid games"),
            dice: Dice::new(seed),
            current: None,
            ended: Vec::new(),
            archive: Vec::new(),
            command_count: 0,
            repeated: 0,
            faults: Vec::new(),
        }
    }

    /// Plays game after game until the server is down or the power fails.
    async fn play(mut self, api: Api, outage: Outage) -> Trio {
        loop {
            let mut witness = match self.current.take() {
                Some(witness) => witness,
                None => {
                    let terms = Terms {
                        spec: self.spec,
                        time: "game 2h+5s",
                        moves: Vec::new(),
                    };
                    match seat(&api, &self.pair, &terms).await {
                        Ok(_) if outage.has_begun() => return self,
                        Ok(table) => Witness::new(table, self.spec),
                        Err(error) => {
                            self.note(&error, &outage);
                            return self;
                        }
                    }
                }
            };
            match self.play_table(&mut witness, &api, &outage).await {
                Ok(()) => self.ended.push(witness),
                Err(error) => {
                    self.note(&error, &outage);
                    self.current = Some(witness);
                    return self;
                }
            }
        }
    }

    /// Keeps an error as a fault, unless the server was gone or its disk was.
    fn note(&mut self, error: &LoadError, outage: &Outage) {
        if outage.has_begun() {
            return;
        }
        match error {
            LoadError::Broken(_) | LoadError::Message(_) => self.faults.push(error.to_string()),
            // The disk failed and the server reports it.
            LoadError::Status { status, .. } if *status >= 500 => {}
            LoadError::Status { .. } => self.faults.push(error.to_string()),
            _ => {}
        }
    }

    /// Plays a game to its end from where it is.
    async fn play_table(
        &mut self,
        witness: &mut Witness,
        api: &Api,
        outage: &Outage,
    ) -> Result<(), LoadError> {
        let mut open = ObservedTable::connect(witness, api, &self.pair, outage).await?;
        // A command that was acknowledged gets the same reply again.
        let answered = witness.sent.iter().rev().find(|sent| sent.number.is_some());
        if let Some(answered) = answered.cloned() {
            let number = open.send(&answered).await?;
            self.repeated += 1;
            if Some(number) != answered.number {
                return Err(LoadError::Broken(format!(
                    "{} had number {:?}, and {number} when sent again",
                    answered.mv, answered.number
                )));
            }
        }
        // One that was not is sent again, and must be carried out once.
        if let Some(unanswered) = witness.unacknowledged() {
            if !unanswered.is_found {
                unanswered.at = Instant::now();
            }
            let again = unanswered.clone();
            let number = open.send(&again).await?;
            if let Some(unanswered) = witness.unacknowledged() {
                unanswered.number = Some(number);
            }
        }
        loop {
            open.catch_up(witness).await?;
            let Some(seat) = open.mirror.session.turn() else {
                return Ok(());
            };
            let Some(mv) = open.mirror.any_move(&mut self.dice) else {
                return Err(LoadError::Broken(
                    "no legal move in a game in play".to_owned(),
                ));
            };
            self.command_count += 1;
            let sent = SentMove {
                id: self.command_count.to_string(),
                mv,
                mover: observer(seat),
                at: Instant::now(),
                number: None,
                is_found: false,
            };
            witness.sent.push(sent.clone());
            let number = open.send(&sent).await?;
            if let Some(unanswered) = witness.unacknowledged() {
                unanswered.number = Some(number);
            }
        }
    }

    /// Checks the game in play and those that ended recently.
    async fn judge(
        &mut self,
        api: &Api,
        downtimes: &[Downtime],
        tolerance: Duration,
        report: &mut Report,
    ) -> Result<(), LoadError> {
        for mut witness in std::mem::take(&mut self.ended) {
            let verdict = self
                .verdict(&mut witness, api, downtimes, tolerance)
                .await?;
            // Lost moves are counted once.
            if verdict.lost == 0 {
                self.archive.push(witness);
            }
            report.add(verdict);
        }
        if let Some(mut witness) = self.current.take() {
            let verdict = self
                .verdict(&mut witness, api, downtimes, tolerance)
                .await?;
            if let Some(unanswered) = witness.unacknowledged() {
                report.unanswered[usize::from(unanswered.is_found)] += 1;
            }
            // A game that has lost moves cannot continue.
            if verdict.lost == 0 {
                self.current = Some(witness);
            }
            report.add(verdict);
        }
        Ok(())
    }

    /// Checks one game against the server's current log.
    async fn verdict(
        &self,
        witness: &mut Witness,
        api: &Api,
        downtimes: &[Downtime],
        tolerance: Duration,
    ) -> Result<Verdict, LoadError> {
        match api.state(&self.pair.first, &witness.table).await {
            Ok(state) => Ok(witness.judge(&state, downtimes, tolerance)),
            // The table no longer exists, or our tokens are no longer valid.
            Err(LoadError::Status { status, .. }) if status < 500 => Ok(witness.all_lost(status)),
            Err(error) => Err(error),
        }
    }

    /// Checks every game once more.
    async fn judge_archive(
        &mut self,
        api: &Api,
        downtimes: &[Downtime],
        tolerance: Duration,
        report: &mut Report,
    ) -> Result<(), LoadError> {
        let mut all = std::mem::take(&mut self.archive);
        all.extend(self.current.take());
        for witness in &mut all {
            let verdict = self.verdict(witness, api, downtimes, tolerance).await?;
            report.tables += 1;
            report.lost += verdict.lost;
            // Clock errors were already counted.
            report.faults.extend(verdict.faults);
        }
        self.archive = all;
        Ok(())
    }
}

/// A table with the sockets of all its observers.
struct ObservedTable {
    sockets: [Socket; OBSERVERS],
    mirror: Mirror,
    /// Messages that came while waiting for another one.
    waiting: Vec<(usize, ServerMessage)>,
    outage: Outage,
}

impl ObservedTable {
    /// Connects all observers, each resuming where they were.
    async fn connect(
        witness: &mut Witness,
        api: &Api,
        pair: &Pair,
        outage: &Outage,
    ) -> Result<ObservedTable, LoadError> {
        let tokens = [Some(&pair.first), Some(&pair.second), None];
        let mut sockets = Vec::new();
        let mut mirror = None;
        for (seen, token) in witness.seen.iter_mut().zip(tokens) {
            let (socket, state) = Socket::connect(SocketOptions {
                address: api.address(),
                table: &witness.table,
                token: token.map(String::as_str),
                after: seen.len(),
                view: false,
            })
            .await?;
            if outage.has_begun() {
                return Err(LoadError::Closed(None));
            }
            if state.from != seen.len() + 1 {
                return Err(LoadError::Broken(format!(
                    "asked for entries after {}, got them from {}",
                    seen.len(),
                    state.from
                )));
            }
            seen.extend(state.entries.iter().cloned());
            sockets.push(socket);
            let mut reached = Mirror::new(&state)?;
            reached.take_in(1, seen)?;
            mirror = Some(reached);
        }
        match (<[Socket; OBSERVERS]>::try_from(sockets), mirror) {
            (Ok(sockets), Some(mirror)) => Ok(ObservedTable {
                sockets,
                mirror,
                waiting: Vec::new(),
                outage: outage.clone(),
            }),
            _ => Err(LoadError::Closed(None)),
        }
    }

    /// The next message to any observer. There is none after a power cut has begun, since what the
    /// server sends then need not be on disk.
    async fn receive(&mut self) -> Result<(usize, ServerMessage), LoadError> {
        let [first, second, third] = &mut self.sockets;
        let message = tokio::select! {
            message = first.receive() => (0, message?),
            message = second.receive() => (1, message?),
            message = third.receive() => (2, message?),
        };
        if self.outage.has_begun() {
            return Err(LoadError::Closed(None));
        }
        Ok(message)
    }

    /// Sends a move and waits for its number.
    async fn send(&mut self, sent: &SentMove) -> Result<usize, LoadError> {
        let play = WireCommand::Play {
            mv: sent.mv.clone(),
            eval: None,
        };
        self.sockets[sent.mover].command(&sent.id, play).await?;
        loop {
            match self.receive().await? {
                (who, ServerMessage::Ack { id, number }) if who == sent.mover && id == sent.id => {
                    return Ok(number);
                }
                // The store failed, and with it the server; the move may or may not be stored.
                (_, ServerMessage::Refused { fault, .. }) if fault.code.starts_with("storage") => {
                    return Err(LoadError::Closed(None));
                }
                (_, ServerMessage::Refused { fault, .. }) => {
                    return Err(LoadError::Broken(format!("refused: {}", fault.text)));
                }
                other => self.waiting.push(other),
            }
        }
    }

    /// Waits until all observers have the same entries, and somebody can act or the game is over.
    async fn catch_up(&mut self, witness: &mut Witness) -> Result<(), LoadError> {
        let answered = witness.sent.iter().filter_map(|sent| sent.number).max();
        loop {
            let next = match self.waiting.is_empty() {
                false => self.waiting.remove(0),
                true => {
                    let count = witness.seen.iter().map(Vec::len).max().unwrap_or_default();
                    let all_know = witness.seen.iter().all(|seen| seen.len() == count);
                    let has_begun = count > 0 && answered.is_none_or(|number| count >= number);
                    if all_know && has_begun {
                        return Ok(());
                    }
                    self.receive().await?
                }
            };
            if let (who, ServerMessage::Update(update)) = next {
                let seen = &mut witness.seen[who];
                if update.from != seen.len() + 1 {
                    return Err(LoadError::Broken(format!(
                        "observer {who} got entry {} after {}",
                        update.from,
                        seen.len()
                    )));
                }
                seen.extend(update.entries.iter().cloned());
                self.mirror.take_in(update.from, &update.entries)?;
            }
        }
    }
}

const _: () = assert!(observer(Seat::Second) < OBSERVERS - 1);
