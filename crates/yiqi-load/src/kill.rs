//! `kill`: a server is killed again and again while games are played; nothing acknowledged may be
//! lost, nothing may be done twice, no time without a server may be charged.

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
use crate::socket::{Socket, Visit};
use crate::witness::{Away, OBSERVERS, Sent, Verdict, Witness, observer};
use crate::{Figures, Latency, LoadError};

/// A clock may be off by so much, on a machine that is not busy.
pub const CLOCK_MAX: Duration = Duration::from_millis(50);

/// Clients that have heard nothing for so long after a kill are stuck.
const LET_GO_MAX: Duration = Duration::from_secs(60);

/// How long there is no power, so that whoever is charged for it notices.
const DARK: Duration = Duration::from_millis(300);

/// How often, at least, a server forces a note to the disk that it is alive.
const NOTE_EVERY: Duration = Duration::from_millis(1_200);

/// What to do.
#[derive(Clone, Debug)]
pub struct KillPlan {
    /// The program `yiqi`.
    pub program: PathBuf,
    /// How often it is killed.
    pub times: usize,
    /// Games at the same time.
    pub games: usize,
    /// How often it is killed again while it starts, each time.
    pub again: usize,
    /// What a clock may be off by, besides what the machine keeps threads waiting.
    pub clock_max: Duration,
    /// Where the random numbers come from.
    pub seed: u64,
}

/// Kills a server again and again, and judges what it kept.
///
/// # Errors
/// If it cannot be started, or does not come back.
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
        .run(&server, Blow::Kill { again: plan.again })
        .await
}

/// What happens to the server.
pub(crate) enum Blow<'a> {
    /// It is killed, and so many times more before it is ready again.
    Kill { again: usize },
    /// The disk forgets all that was not forced to it, and the server is killed.
    PowerCut(&'a LoopDisk),
}

/// Blow after blow, with play in between.
pub(crate) struct Campaign {
    pub(crate) times: usize,
    pub(crate) games: usize,
    pub(crate) clock_max: Duration,
    pub(crate) seed: u64,
}

impl Campaign {
    /// Plays and strikes, and judges after every blow.
    pub(crate) async fn run(
        &self,
        plan: &ServerPlan,
        blow: Blow<'_>,
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
        let mut benches: Vec<Bench> = (0..)
            .zip(pairs)
            .map(|(number, pair)| Bench::new(number, pair, dice.roll()))
            .collect();
        let mut report = Report::default();
        let mut aways = Vec::new();
        for time in 1..=times {
            let mut playing = JoinSet::new();
            let outage = Outage::default();
            for bench in benches.drain(..) {
                playing.spawn_local(bench.play(Api::new(server.address), outage.clone()));
            }
            let delay = Duration::from_millis(50 + dice.below(451) as u64);
            tokio::time::sleep(delay).await;
            let (next, away) = strike(server, plan, &blow, &outage, &mut dice).await?;
            server = next;
            aways.push(away);
            while let Some(bench) = tokio::time::timeout(LET_GO_MAX, playing.join_next())
                .await
                .map_err(|_| LoadError::NotReady(LET_GO_MAX))?
            {
                benches.push(bench.map_err(|error| LoadError::Broken(error.to_string()))?);
            }
            let api = Api::new(server.address);
            for bench in &mut benches {
                // A busy machine is not the server's fault.
                let tolerance = clock_max + stalls.worst();
                bench.judge(&api, &aways, tolerance, &mut report).await?;
            }
            report.away.add(away.until - away.from);
            if time % 50 == 0 {
                note(&format!("{time} times, {} faults", report.faults.len()));
            }
        }
        // Once more, all of them: games that ended long ago as well.
        let api = Api::new(server.address);
        let tolerance = clock_max + stalls.worst();
        for bench in &mut benches {
            bench
                .judge_archive(&api, &aways, tolerance, &mut report)
                .await?;
        }
        Ok(report.figures(times, &benches, stalls.worst()))
    }
}

/// Takes the server down and brings it back.
async fn strike(
    server: Running,
    plan: &ServerPlan,
    blow: &Blow<'_>,
    outage: &Outage,
    dice: &mut Dice,
) -> Result<(Running, Away), LoadError> {
    let mut from = Instant::now();
    let [mut stirred, mut early] = [Duration::ZERO; 2];
    match blow {
        Blow::Kill { again } => {
            server.kill()?;
            for _ in 0..*again {
                let begin = Instant::now();
                let starting = plan.spawn()?;
                tokio::time::sleep(Duration::from_millis(dice.below(51) as u64)).await;
                starting.kill()?;
                stirred += begin.elapsed();
            }
        }
        Blow::PowerCut(disk) => {
            disk.cut(outage).await?;
            from = Instant::now();
            server.kill()?;
            early = NOTE_EVERY;
            tokio::time::sleep(DARK).await;
            disk.remount()?;
        }
    }
    let server = plan.start().await?;
    let away = Away {
        from,
        until: server.ready,
        stirred,
        early,
    };
    Ok((server, away))
}

/// What was found.
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

    fn figures(self, times: usize, benches: &[Bench], stall: Duration) -> Figures {
        let witnesses = benches
            .iter()
            .flat_map(|bench| bench.archive.iter().chain(&bench.current));
        let acknowledged = witnesses
            .flat_map(|witness| &witness.sent)
            .filter(|sent| sent.number.is_some())
            .count();
        let repeated: usize = benches.iter().map(|bench| bench.repeated).sum();
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
        let clients = benches
            .iter()
            .flat_map(|bench| bench.faults.iter().cloned());
        for fault in self.faults.into_iter().chain(clients) {
            figures.fault(fault);
        }
        figures
    }
}

/// Two who play each other without end, and one who watches.
struct Bench {
    pair: Pair,
    spec: GameSpec,
    dice: Dice,
    /// The game in play.
    current: Option<Witness>,
    /// Games that ended since they were last judged.
    ended: Vec<Witness>,
    archive: Vec<Witness>,
    command_count: u64,
    /// Commands that were sent again and answered as before.
    repeated: usize,
    faults: Vec<String>,
}

impl Bench {
    fn new(number: usize, pair: Pair, seed: u64) -> Bench {
        let spec = if number.is_multiple_of(2) {
            "reversi"
        } else {
            "gomoku"
        };
        Bench {
            pair,
            spec: spec.parse().expect("both are games"),
            dice: Dice::new(seed),
            current: None,
            ended: Vec::new(),
            archive: Vec::new(),
            command_count: 0,
            repeated: 0,
            faults: Vec::new(),
        }
    }

    /// Plays, game after game, until the server is gone or the power fails.
    async fn play(mut self, api: Api, outage: Outage) -> Bench {
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
                            self.note(&error);
                            return self;
                        }
                    }
                }
            };
            match self.play_table(&mut witness, &api, &outage).await {
                Ok(()) => self.ended.push(witness),
                Err(error) => {
                    self.note(&error);
                    self.current = Some(witness);
                    return self;
                }
            }
        }
    }

    /// A server that is gone is no fault; one that says something odd is.
    fn note(&mut self, error: &LoadError) {
        match error {
            LoadError::Broken(_) | LoadError::Message(_) => self.faults.push(error.to_string()),
            // The disk is gone and the server says so.
            LoadError::Status { status, .. } if *status >= 500 => {}
            LoadError::Status { .. } => self.faults.push(error.to_string()),
            _ => {}
        }
    }

    /// Plays a game to its end, from wherever it stands.
    async fn play_table(
        &mut self,
        witness: &mut Witness,
        api: &Api,
        outage: &Outage,
    ) -> Result<(), LoadError> {
        let mut open = Open::connect(witness, api, &self.pair, outage).await?;
        // What was answered is answered the same again.
        let answered = witness.sent.iter().rev().find(|sent| sent.number.is_some());
        if let Some(answered) = answered.cloned() {
            let number = open.send(&answered).await?;
            self.repeated += 1;
            if Some(number) != answered.number {
                return Err(LoadError::Broken(format!(
                    "{} was {:?}, and sent again {number}",
                    answered.mv, answered.number
                )));
            }
        }
        // What was not is sent again, and is done once.
        if let Some(unanswered) = witness.unanswered() {
            if !unanswered.is_found {
                unanswered.at = Instant::now();
            }
            let again = unanswered.clone();
            let number = open.send(&again).await?;
            if let Some(unanswered) = witness.unanswered() {
                unanswered.number = Some(number);
            }
        }
        loop {
            open.catch_up(witness).await?;
            let Some(seat) = open.mirror.session.turn() else {
                return Ok(());
            };
            let Some(mv) = open.mirror.any_move(&mut self.dice) else {
                return Err(LoadError::Broken("no move in a game in play".to_owned()));
            };
            self.command_count += 1;
            let sent = Sent {
                id: self.command_count.to_string(),
                mv,
                mover: observer(seat),
                at: Instant::now(),
                number: None,
                is_found: false,
            };
            witness.sent.push(sent.clone());
            let number = open.send(&sent).await?;
            if let Some(unanswered) = witness.unanswered() {
                unanswered.number = Some(number);
            }
        }
    }

    /// Judges the game in play and those that ended lately.
    async fn judge(
        &mut self,
        api: &Api,
        aways: &[Away],
        tolerance: Duration,
        report: &mut Report,
    ) -> Result<(), LoadError> {
        for mut witness in std::mem::take(&mut self.ended) {
            let verdict = self.verdict(&mut witness, api, aways, tolerance).await?;
            // One that has lost moves is counted once.
            if verdict.lost == 0 {
                self.archive.push(witness);
            }
            report.add(verdict);
        }
        if let Some(mut witness) = self.current.take() {
            let verdict = self.verdict(&mut witness, api, aways, tolerance).await?;
            if let Some(unanswered) = witness.unanswered() {
                report.unanswered[usize::from(unanswered.is_found)] += 1;
            }
            // A game that has lost moves cannot be gone on with.
            if verdict.lost == 0 {
                self.current = Some(witness);
            }
            report.add(verdict);
        }
        Ok(())
    }

    /// Judges one game by what the server has of it now.
    async fn verdict(
        &self,
        witness: &mut Witness,
        api: &Api,
        aways: &[Away],
        tolerance: Duration,
    ) -> Result<Verdict, LoadError> {
        match api.state(&self.pair.first, &witness.table).await {
            Ok(state) => Ok(witness.judge(&state, aways, tolerance)),
            // The table itself is gone, or nobody knows us any more.
            Err(LoadError::Status { status, .. }) if status < 500 => Ok(witness.all_lost(status)),
            Err(error) => Err(error),
        }
    }

    /// Judges every game once more.
    async fn judge_archive(
        &mut self,
        api: &Api,
        aways: &[Away],
        tolerance: Duration,
        report: &mut Report,
    ) -> Result<(), LoadError> {
        let mut all = std::mem::take(&mut self.archive);
        all.extend(self.current.take());
        for witness in &mut all {
            let verdict = self.verdict(witness, api, aways, tolerance).await?;
            report.tables += 1;
            report.lost += verdict.lost;
            // Times were counted before.
            report.faults.extend(verdict.faults);
        }
        self.archive = all;
        Ok(())
    }
}

/// A table with the sockets of all who look at it.
struct Open {
    sockets: [Socket; OBSERVERS],
    mirror: Mirror,
    /// Messages that came while another was waited for.
    waiting: Vec<(usize, ServerMessage)>,
    outage: Outage,
}

impl Open {
    /// Connects everybody, each from where they were.
    async fn connect(
        witness: &mut Witness,
        api: &Api,
        pair: &Pair,
        outage: &Outage,
    ) -> Result<Open, LoadError> {
        let tokens = [Some(&pair.first), Some(&pair.second), None];
        let mut sockets = Vec::new();
        let mut mirror = None;
        for (seen, token) in witness.seen.iter_mut().zip(tokens) {
            let (socket, state) = Socket::connect(Visit {
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
                    "asked for what comes after {}, got {}",
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
            (Ok(sockets), Some(mirror)) => Ok(Open {
                sockets,
                mirror,
                waiting: Vec::new(),
                outage: outage.clone(),
            }),
            _ => Err(LoadError::Closed(None)),
        }
    }

    /// The next message to anybody. After a power cut has begun there is none: what the server still
    /// says then need not be on the disk.
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
    async fn send(&mut self, sent: &Sent) -> Result<usize, LoadError> {
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
                // The store is gone, and with it the server; it may or may not be in.
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

    /// Waits until everybody has seen everything that anybody has, and somebody can act or the game
    /// is over.
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
                        "observer {who} was told {} after {}",
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
