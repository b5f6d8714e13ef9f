//! The task that owns a table.

use std::collections::{HashMap, VecDeque};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use tokio::sync::mpsc;
use tokio::time::Instant;
use yiqi_players::ProgramSeat;
use yiqi_record::{BySeat, Seat};
use yiqi_rules::GameSpec;
use yiqi_session::{Actor, Command, Session};
use yiqi_wire::{Chat, Presence, Rating, ServerMessage, WireStage};

use super::computer::take_seat;
use super::links::{Link, Outgoing, Spectators, code};
use super::presence::Attendance;
use super::terms::{Agreed, StoredTerms};
use super::visit::chat_of;
use super::{Ask, MAILBOX, TableHandle};
use crate::asker::Asker;
use crate::denied::Denied;
use crate::services::Services;
use crate::store::{History, Person, PersonKey, TableKey, TableRow, TableSeed};

/// A run-out is acted on so much later, so that a move that arrived in time is first in line.
const RUN_OUT_SLACK_MS: u64 = 8;

/// A table that nobody looks at and nothing happens at is let go after this time.
const IDLE: Duration = Duration::from_secs(60);

/// What could not be kept is tried again after this time.
const RETRY: Duration = Duration::from_secs(1);

/// The last things said that a newcomer is told.
pub(super) const CHAT_KEPT: usize = 60;

/// Opens tables: reads what is kept of them. [`spawn`] starts the task of each.
pub(crate) async fn read_histories(
    rows: &[TableRow],
    services: &Services,
) -> Result<HashMap<TableKey, History>, Denied> {
    let keys: Vec<TableKey> = rows.iter().map(|row| row.key).collect();
    Ok(services.store.histories(&keys, CHAT_KEPT as u32).await?)
}

/// Opens a table with what happened there, and starts its task.
pub(crate) async fn spawn(
    row: TableRow,
    history: History,
    services: Arc<Services>,
) -> Result<TableHandle, Denied> {
    let (sender, mailbox) = mpsc::channel(MAILBOX);
    let id: Arc<str> = row.seed.id.as_str().into();
    let handle = TableHandle {
        id: Arc::clone(&id),
        mailbox: sender.clone(),
    };
    let mut table = Table::open(row, history, services, sender.downgrade(), mailbox).await?;
    tokio::spawn(async move {
        let services = Arc::clone(&table.services);
        services.metrics.tables_open.inc();
        // A table that fails fails alone; it is read anew when somebody asks for it.
        let end = AssertUnwindSafe(table.run()).catch_unwind().await;
        if end.is_err() {
            services.metrics.tables_failed.inc();
            tracing::error!(table = %id, "a table failed");
        }
        services.metrics.tables_open.dec();
    });
    Ok(handle)
}

/// A table and everything its task knows.
pub(super) struct Table {
    pub(super) services: Arc<Services>,
    pub(super) key: TableKey,
    pub(super) id: Arc<str>,
    pub(super) seed: TableSeed,
    pub(super) stored: StoredTerms,
    pub(super) agreed: Agreed,
    pub(super) session: Session,
    pub(super) people: BySeat<Option<Person>>,
    pub(super) computers: BySeat<Option<ProgramSeat>>,
    /// Their ratings at this game.
    pub(super) ratings: BySeat<Option<Rating>>,
    /// Where the same two play on.
    pub(super) next: Option<String>,
    /// The stage that the row in the store tells.
    pub(super) noted_stage: WireStage,
    /// Whether the result was counted for ratings.
    pub(super) is_rated: bool,
    /// The numbers of entries by whose command they were and the name it had.
    pub(super) commands: HashMap<(PersonKey, String), usize>,
    pub(super) players: Vec<Link>,
    pub(super) spectators: Spectators,
    pub(super) attendance: Attendance,
    pub(super) chat: VecDeque<Chat>,
    pub(super) chat_count: u64,
    /// What was given to each seat for the delays of the network.
    pub(super) lag_given_ms: BySeat<u64>,
    /// The gaps in the service that were looked at.
    pub(super) gaps_seen: usize,
    pub(super) mailbox: mpsc::Receiver<Box<Ask>>,
    pub(super) myself: mpsc::WeakSender<Box<Ask>>,
    /// The number of entries when somebody was last told that it is their turn.
    pub(super) told_number: usize,
    /// Who was there when that was last told, and when that was.
    pub(super) told_presence: Option<(Presence, Instant)>,
    /// When to tell how many watch.
    pub(super) crowd_at: Option<Instant>,
    /// When something last happened here.
    pub(super) used: Instant,
    /// When a keep that failed may be tried again by itself.
    pub(super) retry_at: Option<Instant>,
}

impl Table {
    async fn open(
        row: TableRow,
        history: History,
        services: Arc<Services>,
        myself: mpsc::WeakSender<Box<Ask>>,
        mailbox: mpsc::Receiver<Box<Ask>>,
    ) -> Result<Table, Denied> {
        let stored: StoredTerms =
            serde_json::from_str(&row.seed.terms).map_err(|error| Denied::internal(&error))?;
        let agreed = stored.agreed()?;
        let session = agreed.session()?;
        let mut people = BySeat::default();
        let mut computers = BySeat::default();
        for seat in Seat::BOTH {
            if let Some(key) = row.seed.people[seat] {
                people[seat] = services.people.by_key(key).await?;
            }
            if let Some(player) = &row.seed.players[seat] {
                let seed = crate::ids::dice()?;
                computers[seat] = Some(take_seat(player, seed)?);
            }
        }
        let claim_after_ms = services.options.claim_after.as_millis() as u64;
        let spectators = Spectators::default();
        let mut table = Table {
            key: row.key,
            id: row.seed.id.as_str().into(),
            seed: row.seed,
            stored,
            agreed,
            session,
            people,
            computers,
            ratings: BySeat::default(),
            next: row.next,
            noted_stage: row.stage,
            is_rated: false,
            commands: HashMap::new(),
            players: Vec::new(),
            spectators,
            attendance: Attendance::new(claim_after_ms),
            chat: VecDeque::new(),
            chat_count: 0,
            lag_given_ms: BySeat::default(),
            gaps_seen: 0,
            mailbox,
            myself,
            told_number: 0,
            told_presence: None,
            crowd_at: None,
            used: Instant::now(),
            retry_at: None,
            services,
        };
        for row in history.chat {
            table.chat_count = table.chat_count.max(row.number);
            if let Some(person) = table.services.people.by_key(row.person).await? {
                table.chat.push_back(chat_of(row, &person));
            }
        }
        let now_ms = table.services.time.now_ms();
        for seat in Seat::BOTH {
            if table.is_taken(seat) {
                let is_computer = table.computers[seat].is_some();
                table.attendance.note(seat, is_computer, now_ms);
            }
        }
        for seat in Seat::BOTH {
            table.read_rating(seat).await?;
        }
        table.take_in(&history.entries)?;
        table.count_lag();
        if table.session.result().is_some() {
            // Its players know.
            table.told_number = table.session.log().len();
        }
        Ok(table)
    }

    async fn run(&mut self) {
        self.catch_up().await;
        loop {
            let wake = self.next_wake();
            tokio::select! {
                biased;
                ask = self.mailbox.recv() => match ask.map(|ask| *ask) {
                    Some(Ask::Close) => {
                        self.close(code::RESTART);
                        return;
                    }
                    Some(ask) => {
                        self.used = Instant::now();
                        self.handle(ask).await;
                        self.drop_lost();
                    }
                    None => {
                        // Somebody slipped in while the door was closing.
                        if !self.is_unused() {
                            self.close(code::RESTART);
                            self.services.open_soon(self.id.to_string());
                        }
                        return;
                    }
                },
                () = tokio::time::sleep_until(wake) => {
                    self.on_time().await;
                    self.drop_lost();
                    if self.is_idle() {
                        if self.session.result().is_none() {
                            self.services.lobby.remove(&self.id);
                        }
                        // Whoever asks from now on opens the table anew.
                        self.mailbox.close();
                    }
                }
            }
        }
    }

    /// Does what may have been left undone when the service stopped, or when a keep failed.
    async fn catch_up(&mut self) {
        let settled = self.settle().await;
        if self.note_trouble(settled) {
            self.after_change().await;
        }
    }

    /// The table's time now.
    pub(super) fn now_ms(&self) -> u64 {
        self.table_ms(self.services.time.now_ms())
    }

    /// The table's time at a time of the service.
    pub(super) fn table_ms(&self, service_ms: u64) -> u64 {
        service_ms.saturating_sub(self.seed.created_ms)
    }

    pub(super) fn spec(&self) -> GameSpec {
        self.agreed.spec
    }

    pub(super) fn is_taken(&self, seat: Seat) -> bool {
        self.people[seat].is_some() || self.computers[seat].is_some()
    }

    /// The seats of a person.
    pub(super) fn seats_of(&self, person: Option<PersonKey>) -> Vec<Seat> {
        let has = |seat: &Seat| {
            let sits = self.people[*seat].as_ref().map(|person| person.key);
            person.is_some() && sits == person
        };
        Seat::BOTH.into_iter().filter(has).collect()
    }

    /// Whether a person alone decides on start and pause: nobody else sits here.
    pub(super) fn is_host(&self, person: Option<PersonKey>) -> bool {
        let alone = Seat::BOTH.into_iter().all(|seat| {
            let sits = self.people[seat].as_ref().map(|person| person.key);
            self.computers[seat].is_some() || (sits.is_some() && sits == person)
        });
        alone && person == Some(self.seed.owner)
    }

    /// Whether the asker may see the table.
    pub(super) fn check_sight(&self, asker: &Asker) -> Result<(), Denied> {
        let may_see = !self.seed.private
            || asker.key() == Some(self.seed.owner)
            || !self.seats_of(asker.key()).is_empty()
            || self.has_invite(asker);
        if may_see {
            Ok(())
        } else {
            Err(Denied::NotYours)
        }
    }

    pub(super) fn has_invite(&self, asker: &Asker) -> bool {
        match (&self.seed.invite, &asker.invite) {
            (Some(own), Some(shown)) => crate::ids::is_same(own, shown),
            _ => false,
        }
    }

    fn next_wake(&self) -> Instant {
        let time = &self.services.time;
        let service_ms = |table_ms: u64| table_ms.saturating_add(self.seed.created_ms);
        let moment = |at_ms: u64| Instant::from_std(time.moment(at_ms));
        let run_out = self
            .session
            .deadline()
            .map(|at_ms| moment(service_ms(at_ms) + RUN_OUT_SLACK_MS));
        // After a keep that failed, not again and again at once. What is due is looked at then.
        let run_out = self.retry_at.or(run_out);
        let presence = self.attendance.next_change(time.now_ms()).map(moment);
        // A table that cannot be let go need not be looked at again and again.
        let idle = if self.is_unused() {
            self.used + IDLE
        } else {
            Instant::now() + IDLE
        };
        [run_out, presence, self.crowd_at]
            .into_iter()
            .flatten()
            .fold(idle, Instant::min)
            .max(Instant::now())
    }

    /// Whether nobody is here and nothing will happen by itself.
    fn is_unused(&self) -> bool {
        self.players.is_empty()
            && self.spectators.len() == 0
            && self.session.deadline().is_none()
            && self.computers.iter().flatten().all(|c| !c.is_thinking())
    }

    /// Whether that has been so for long enough.
    fn is_idle(&self) -> bool {
        self.is_unused() && self.used.elapsed() >= IDLE
    }

    async fn on_time(&mut self) {
        if self.retry_at.is_some_and(|at| at <= Instant::now()) {
            self.retry_at = None;
            self.catch_up().await;
        }
        let now_ms = self.now_ms();
        if self.session.deadline().is_some_and(|at_ms| now_ms >= at_ms) {
            // Time in which the service was away does not count.
            let settled = self.settle().await;
            if self.note_trouble(settled) {
                let done = self.act(Actor::Host, &Command::Tick, self.now_ms()).await;
                self.note_trouble(done);
                self.after_change().await;
            }
        } else {
            self.tell_presence();
        }
        // Only something that happens keeps a table here.
        if self.players.is_empty() && self.spectators.len() == 0 {
            return;
        }
        self.used = Instant::now();
    }

    /// Remembers to try again, if we were at fault; whether it was done, or refused for good.
    pub(super) fn note_trouble<T>(&mut self, done: Result<T, Denied>) -> bool {
        let is_ours = matches!(done, Err(Denied::Store(_) | Denied::Internal { .. }));
        if is_ours {
            tracing::warn!(table = %self.id, "will try again");
            self.retry_at = Some(Instant::now() + RETRY);
        }
        !is_ours
    }

    async fn handle(&mut self, ask: Ask) {
        match ask {
            Ask::Command(sent) => {
                self.command(sent).await;
                self.after_change().await;
            }
            Ask::Look { asker, reply } => {
                let _ = reply.send(self.check_sight(&asker));
            }
            Ask::Connect { link, reply } => {
                let _ = reply.send(self.connect(link));
            }
            Ask::Disconnect { link } => self.disconnect(link),
            Ask::State { asker, reply } => {
                let _ = reply.send(self.state(&asker));
            }
            Ask::Summary { asker, reply } => {
                let sight = self.check_sight(&asker);
                let _ = reply.send(sight.map(|()| Box::new(self.summary())));
            }
            Ask::Record { asker, reply } => {
                let sight = self.check_sight(&asker);
                let _ = reply.send(sight.map(|()| Box::new(self.session.record())));
            }
            Ask::Sit { asker, reply } => {
                let done = self.sit(&asker).await;
                let _ = reply.send(done);
                self.after_change().await;
            }
            Ask::Chat {
                asker,
                link,
                room,
                text,
            } => {
                if let Err(denied) = self.say(&asker, room, &text).await {
                    let fault = denied.fault(self.services.texts.get(asker.lang));
                    self.send_to(link, &Outgoing::new(ServerMessage::Error(fault)));
                }
            }
            Ask::Again { asker, reply } => {
                let done = self.again(&asker).await;
                let _ = reply.send(done);
            }
            Ask::Thought {
                seat,
                turn,
                analysis,
            } => self.thought(seat, turn, &analysis),
            Ask::Chosen { seat, thought } => {
                let Some(computer) = &mut self.computers[seat] else {
                    return;
                };
                let Some(choice) = computer.finish(thought) else {
                    // It may be its turn again, in another position.
                    self.set_thinking();
                    return;
                };
                let (actor, command) = match choice {
                    Ok(choice) => (
                        Actor::Seat(seat),
                        Command::Play {
                            mv: choice.mv,
                            eval: choice.value,
                        },
                    ),
                    Err(error) => {
                        tracing::error!(table = %self.id, %error, "a computer gave no move");
                        (Actor::Host, Command::Forfeit(seat))
                    }
                };
                let settled = self.settle().await;
                if self.note_trouble(settled) {
                    let done = self.act(actor, &command, self.now_ms()).await;
                    self.note_trouble(done);
                }
                self.after_change().await;
            }
            Ask::Settle => {
                let settled = self.settle().await;
                self.note_trouble(settled);
            }
            Ask::Close => {}
        }
    }
}
