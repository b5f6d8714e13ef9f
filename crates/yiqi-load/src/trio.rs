//! Two people who play each other endlessly, and a spectator: the clients of `kill`, `power` and
//! `soak`. A [`Witness`] keeps what they know about each game.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use yiqi_record::Seat;
use yiqi_rules::GameSpec;
use yiqi_testkit::Dice;
use yiqi_wire::{ClientMessage, Fault, Room, ServerMessage, WireCommand};

use crate::api::Api;
use crate::burn::StallMeter;
use crate::mirror::Mirror;
use crate::power::Outage;
use crate::seating::{Pair, Terms, seat};
use crate::socket::{Socket, SocketOptions};
use crate::witness::{Downtime, OBSERVERS, SentMove, Verdict, Witness, observer};
use crate::{Figures, Latency, LoadError};

/// A paced player does each of the other things before one in this many moves.
const PASTIMES: usize = 40;

/// How long a player who was cut off waits before the next attempt.
const RETRY_AFTER: Duration = Duration::from_millis(100);

/// How many seconds in a row a client may hear nothing before its game counts as stuck. A machine
/// that stands still for a while uses up only one of them.
const STUCK_SECONDS: usize = 30;

/// The findings.
#[derive(Default)]
pub(crate) struct Report {
    pub(crate) faults: Vec<String>,
    lost: usize,
    clock_error: Latency,
    pub(crate) away: Latency,
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

    /// Adds all findings to the figures.
    pub(crate) fn show(self, figures: &mut Figures, times: usize, trios: &[Trio], stall: Duration) {
        let witnesses = trios
            .iter()
            .flat_map(|trio| trio.archive.iter().chain(&trio.current));
        let acknowledged = witnesses
            .flat_map(|witness| &witness.sent)
            .filter(|sent| sent.number.is_some())
            .count();
        let repeated: usize = trios.iter().map(|trio| trio.repeated).sum();
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
    }
}

/// Two people who play each other endlessly, and a spectator.
pub(crate) struct Trio {
    number: usize,
    pair: Pair,
    spec: GameSpec,
    dice: Dice,
    /// How it plays; without a pace as fast as the server answers.
    pace: Option<Pace>,
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
    pub(crate) fn new(number: usize, pair: Pair, seed: u64) -> Trio {
        let spec = if number.is_multiple_of(2) {
            "reversi"
        } else {
            "gomoku"
        };
        Trio {
            number,
            pair,
            spec: spec.parse().expect("valid games"),
            dice: Dice::new(seed),
            pace: None,
            current: None,
            ended: Vec::new(),
            archive: Vec::new(),
            command_count: 0,
            repeated: 0,
            faults: Vec::new(),
        }
    }

    /// Lets it play at this pace.
    pub(crate) fn set_pace(&mut self, pace: Pace) {
        self.pace = Some(pace);
    }

    /// Plays game after game until the server is down, the power fails or the time is up.
    pub(crate) async fn play(mut self, api: Api, outage: Outage) -> Trio {
        loop {
            match self.play_next(&api, &outage).await {
                Ok(TableEnd::Over) => {}
                Ok(TableEnd::TimeIsUp) => return self,
                Err(error) => match &self.pace {
                    // Nobody killed the server, so nobody should have lost the connection.
                    Some(pace) if !pace.is_server_killed() => {
                        if pace.stalls.stood_still() {
                            pace.tally.borrow_mut().lost_in_standstill += 1;
                        } else {
                            self.faults.push(format!("a player was cut off: {error}"));
                        }
                        tokio::time::sleep(RETRY_AFTER).await;
                    }
                    _ => {
                        self.note(&error, &outage);
                        return self;
                    }
                },
            }
        }
    }

    /// Plays the current game, or a new one, to its end.
    async fn play_next(&mut self, api: &Api, outage: &Outage) -> Result<TableEnd, LoadError> {
        let mut witness = match self.current.take() {
            Some(witness) => witness,
            None => {
                let terms = Terms {
                    spec: self.spec,
                    time: "game 2h+5s",
                    moves: Vec::new(),
                };
                let table = seat(api, &self.pair, &terms).await?;
                if outage.has_begun() {
                    return Ok(TableEnd::TimeIsUp);
                }
                if let Some(pace) = &self.pace {
                    let mut tally = pace.tally.borrow_mut();
                    tally.tables.insert(self.number, table.clone());
                }
                Witness::new(table, self.spec)
            }
        };
        let end = self.play_table(&mut witness, api, outage).await;
        match end {
            Ok(TableEnd::Over) => self.ended.push(witness),
            Ok(TableEnd::TimeIsUp) | Err(_) => self.current = Some(witness),
        }
        end
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
    ) -> Result<TableEnd, LoadError> {
        let mut open = self.enter(witness, api, outage).await?;
        loop {
            open.catch_up(witness).await?;
            let Some(seat) = open.mirror.session.turn() else {
                return Ok(TableEnd::Over);
            };
            if let Some(pace) = self.pace.clone() {
                open.wait_until(Instant::now() + pace.think(&mut self.dice), &pace)
                    .await?;
                if Instant::now() >= pace.until {
                    return Ok(TableEnd::TimeIsUp);
                }
                match self.dice.below(PASTIMES) {
                    0 => {
                        open = self.enter(witness, api, outage).await?;
                        pace.tally.borrow_mut().reconnects += 1;
                        open.catch_up(witness).await?;
                    }
                    1 => open.chat(seat, &pace).await?,
                    2 => self.try_wrong_move(&mut open, witness, seat, &pace).await?,
                    _ => {}
                }
            }
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
            if let Some(pace) = &self.pace {
                pace.tally.borrow_mut().ack.add(sent.at.elapsed());
            }
            if let Some(unanswered) = witness.unacknowledged() {
                unanswered.number = Some(number);
            }
        }
    }

    /// Connects all observers and settles what was sent before.
    async fn enter(
        &mut self,
        witness: &mut Witness,
        api: &Api,
        outage: &Outage,
    ) -> Result<ObservedTable, LoadError> {
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
        Ok(open)
    }

    /// Tries a move that is illegal in every position: on a point that has a stone, or no move.
    async fn try_wrong_move(
        &mut self,
        open: &mut ObservedTable,
        witness: &Witness,
        seat: Seat,
        pace: &Pace,
    ) -> Result<(), LoadError> {
        self.command_count += 1;
        let id = format!("wrong {}", self.command_count);
        let mut played = witness.sent.iter().map(|sent| sent.mv.as_str());
        let taken = played.rfind(|mv| *mv != "pass");
        let mv = taken.filter(|_| self.dice.below(2) == 0).unwrap_or("z99");
        open.check_refused(&id, mv, seat).await?;
        pace.tally.borrow_mut().refused += 1;
        Ok(())
    }

    /// Checks the game in play and those that ended recently.
    pub(crate) async fn judge(
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
                if self.pace.is_some() {
                    // A long run has room only for what was sent.
                    witness.seen = Default::default();
                }
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
    pub(crate) async fn judge_archive(
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

/// Why players stopped.
enum TableEnd {
    Over,
    TimeIsUp,
}

/// How players behave who take their time: they think, chat, reconnect and try illegal moves.
#[derive(Clone)]
pub(crate) struct Pace {
    /// The mean thinking time, in seconds.
    pub(crate) think_mean: f64,
    /// When they stop.
    pub(crate) until: Instant,
    /// Counts the kills and the starts of the server.
    pub(crate) changes: Rc<Cell<u32>>,
    /// What that was when they began.
    pub(crate) changes_at_first: u32,
    pub(crate) stalls: StallMeter,
    pub(crate) tally: Rc<RefCell<Tally>>,
}

impl Pace {
    fn is_server_killed(&self) -> bool {
        self.changes.get() != self.changes_at_first
    }

    /// A random thinking time.
    fn think(&self, dice: &mut Dice) -> Duration {
        // As many bits as a double holds.
        let unit = (dice.roll() >> 11) as f64 / (1u64 << 53) as f64;
        Duration::from_secs_f64(-self.think_mean * (1.0 - unit).ln())
    }
}

/// What players at a pace have done.
#[derive(Default)]
pub(crate) struct Tally {
    /// The latency of acknowledgments since they were last taken.
    pub(crate) ack: Latency,
    pub(crate) reconnects: usize,
    pub(crate) chats: usize,
    /// Illegal moves that were refused.
    pub(crate) refused: usize,
    /// Connections that were lost because the machine stood still.
    pub(crate) lost_in_standstill: usize,
    /// The current table of each trio.
    pub(crate) tables: BTreeMap<usize, String>,
}

/// A table with the sockets of all its observers.
pub(crate) struct ObservedTable {
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

    /// Receives the next message to any observer. Fails once a power cut has begun: what the server
    /// sends then need not be on disk.
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
        match self.reply(&sent.id, &sent.mv, sent.mover).await? {
            Ok(number) => Ok(number),
            // The store failed, and with it the server; the move may or may not be stored.
            Err(fault) if fault.code.starts_with("storage") => Err(LoadError::Closed(None)),
            Err(fault) => Err(LoadError::Broken(format!("refused: {}", fault.text))),
        }
    }

    /// Sends a move that must be refused.
    async fn check_refused(&mut self, id: &str, mv: &str, seat: Seat) -> Result<(), LoadError> {
        match self.reply(id, mv, observer(seat)).await? {
            Ok(number) => Err(LoadError::Broken(format!(
                "{mv} is illegal and was accepted as {number}"
            ))),
            Err(_) => Ok(()),
        }
    }

    /// Sends a move and waits for the reply to it.
    async fn reply(
        &mut self,
        id: &str,
        mv: &str,
        mover: usize,
    ) -> Result<Result<usize, Fault>, LoadError> {
        let play = WireCommand::Play {
            mv: mv.to_owned(),
            eval: None,
        };
        self.sockets[mover].command(id, play).await?;
        let mut silent_seconds = 0;
        loop {
            let next = tokio::time::timeout(Duration::from_secs(1), self.receive()).await;
            let Ok(next) = next else {
                silent_seconds += 1;
                if silent_seconds == STUCK_SECONDS {
                    let what = format!("{mv} was not answered in {STUCK_SECONDS} s");
                    return Err(LoadError::Broken(what));
                }
                continue;
            };
            match next? {
                (who, ServerMessage::Ack { id: of, number }) if who == mover && of == id => {
                    return Ok(Ok(number));
                }
                (who, ServerMessage::Refused { id: of, fault }) if who == mover && of == id => {
                    return Ok(Err(fault));
                }
                other => self.waiting.push(other),
            }
        }
    }

    /// Reads until then.
    async fn wait_until(&mut self, then: Instant, pace: &Pace) -> Result<(), LoadError> {
        let then = then.min(pace.until);
        loop {
            let message = tokio::select! {
                () = tokio::time::sleep_until(then.into()) => return Ok(()),
                message = self.receive() => message?,
            };
            // Nothing else waits for other messages.
            if matches!(message.1, ServerMessage::Update(_)) {
                self.waiting.push(message);
            }
        }
    }

    /// Posts a chat message and waits until it comes back.
    async fn chat(&mut self, seat: Seat, pace: &Pace) -> Result<(), LoadError> {
        let message = ClientMessage::Chat {
            room: Room::Players,
            text: "Good luck! 祝你好运".to_owned(),
        };
        self.sockets[observer(seat)].say(&message).await?;
        loop {
            match self.receive().await? {
                (who, ServerMessage::Chat(_)) if who == observer(seat) => break,
                (_, ServerMessage::Error(fault)) => {
                    return Err(LoadError::Broken(format!("chat: {}", fault.text)));
                }
                other => self.waiting.push(other),
            }
        }
        pace.tally.borrow_mut().chats += 1;
        Ok(())
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
