//! The task that owns a table.

use std::collections::HashMap;
use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use tokio::sync::mpsc;
use tokio::time::Instant;
use yiqi_players::ProgramSeat;
use yiqi_record::{BySeat, Record, Seat};
use yiqi_rules::GameSpec;
use yiqi_session::{Actor, Command, Session};
use yiqi_text::Lang;
use yiqi_wire::{Presence, Rating, ServerMessage, WireStage};

use super::chat::ChatLog;
use super::links::{Link, Outgoing, Spectators, code};
use super::presence::Attendance;
use super::program::{is_operators, take_seat};
use super::record::name_players;
use super::terms::{AgreedTerms, StoredTerms};
use super::{MAILBOX, Opening, TableHandle, TableRequest};
use crate::caller::Caller;
use crate::chat::chat_of;
use crate::denied::Denied;
use crate::limits::Holder;
use crate::nodes::{Elsewhere, NodeId};
use crate::services::Services;
use crate::slots::Slot;
use crate::store::{History, Person, PersonKey, TableKey, TableRow, TableSeed};
use crate::time::date_of;

/// Grace before flagging, so that a move already received is handled first.
const RUN_OUT_SLACK_MS: u64 = 8;

/// A table that nobody watches and where nothing happens is closed after this time.
const IDLE: Duration = Duration::from_secs(60);

/// How long to wait before retrying a failed write.
const RETRY: Duration = Duration::from_secs(1);

/// Opens a table with its history and starts its task.
pub(crate) async fn spawn(
    row: TableRow,
    history: History,
    opening: Opening,
    services: Arc<Services>,
) -> Result<TableHandle, Denied> {
    let (sender, mailbox) = mpsc::channel(MAILBOX);
    let id: Arc<str> = row.seed.id.as_str().into();
    let handle = TableHandle {
        id: Arc::clone(&id),
        key: row.key,
        mailbox: sender.clone(),
    };
    let mut table = Table::open(
        row,
        history,
        opening,
        services,
        (sender.downgrade(), mailbox),
    )
    .await?;
    crate::tasks::spawn(async move {
        let services = Arc::clone(&table.services);
        services.metrics.tables_open.inc();
        // A failing table fails alone; it is reopened on the next request.
        let end = AssertUnwindSafe(table.run()).catch_unwind().await;
        if end.is_err() {
            services.metrics.tables_failed.inc();
            tracing::error!(table = %id, "a table failed");
        }
        table.free_engines();
        table.tell_nobody_here();
        services.metrics.tables_open.dec();
    });
    Ok(handle)
}

/// A table's state, owned by its task.
pub(super) struct Table {
    pub(super) services: Arc<Services>,
    pub(super) key: TableKey,
    pub(super) id: Arc<str>,
    pub(super) seed: TableSeed,
    pub(super) stored: StoredTerms,
    pub(super) agreed: AgreedTerms,
    pub(super) session: Session,
    pub(super) people: BySeat<Option<Person>>,
    pub(super) programs: BySeat<Option<ProgramSeat>>,
    /// The players' ratings in this game.
    pub(super) ratings: BySeat<Option<Rating>>,
    /// What this game changed in them.
    pub(super) rating_changes: Option<BySeat<i32>>,
    /// The table of the rematch.
    pub(super) next: Option<String>,
    /// The stage that the table's row in the store has.
    pub(super) noted_stage: WireStage,
    /// Whether the result was rated.
    pub(super) is_rated: bool,
    /// Who has moved, by the clock or not.
    pub(super) has_moved: BySeat<bool>,
    /// Who has been at the board since the table was opened.
    pub(super) has_come: BySeat<bool>,
    /// Whether the tournament knows that the game is over.
    pub(super) is_reported: bool,
    /// From which networks the players come, as far as known.
    pub(super) networks: BySeat<Option<IpAddr>>,
    /// The number of the first entry of each command, by sender and command id.
    pub(super) commands: HashMap<(PersonKey, String), usize>,
    pub(super) players: Vec<Link>,
    pub(super) spectators: Spectators,
    pub(super) attendance: Attendance,
    /// Who is connected to other nodes.
    pub(super) elsewhere: Elsewhere,
    /// The node that each player is or was connected to.
    pub(super) nodes: BySeat<Option<NodeId>>,
    /// Since when each player is connected here, in service time.
    pub(super) linked_ms: BySeat<u64>,
    /// The time in which the last entry waited to be stored, if that took long, in service time.
    pub(super) unseen_ms: Option<(u64, u64)>,
    /// Whether the last entry came late from another node.
    pub(super) is_late: bool,
    /// When the log was last read.
    pub(super) read_at: Instant,
    /// When the last entry came.
    pub(super) quiet_since: Instant,
    /// The address for which programs think here: that of the owner or a player, otherwise that of
    /// the first spectator. Not known after a restart until somebody connects.
    pub(super) address: Option<IpAddr>,
    /// Its place among the owner's games with programs, while it is in play.
    pub(super) slot: Option<Slot<Holder>>,
    /// Its place among all games with outside programs, while it is in play.
    pub(super) outside_slot: Option<Slot<Holder>>,
    /// Since when a game between programs rests, in table time.
    pub(super) resting_since_ms: Option<u64>,
    pub(super) chat: ChatLog,
    pub(super) chat_count: u64,
    /// The lag compensation that each seat has received.
    pub(super) lag_given_ms: BySeat<u64>,
    pub(super) mailbox: mpsc::Receiver<Box<TableRequest>>,
    pub(super) myself: mpsc::WeakSender<Box<TableRequest>>,
    /// The number of entries when a player was last notified.
    pub(super) notified_number: usize,
    /// The presence last published, and when.
    pub(super) published_presence: Option<(Presence, Instant)>,
    /// When to publish the number of spectators.
    pub(super) crowd_at: Option<Instant>,
    /// When the table was last used.
    pub(super) used: Instant,
    /// When to retry after a failed write.
    pub(super) retry_at: Option<Instant>,
}

impl Table {
    async fn open(
        row: TableRow,
        history: History,
        opening: Opening,
        services: Arc<Services>,
        (myself, mailbox): (
            mpsc::WeakSender<Box<TableRequest>>,
            mpsc::Receiver<Box<TableRequest>>,
        ),
    ) -> Result<Table, Denied> {
        let stored: StoredTerms =
            serde_json::from_str(&row.seed.terms).map_err(|error| Denied::internal(&error))?;
        let agreed = stored.agreed()?;
        let session = agreed.session()?;
        let mut people = BySeat::default();
        let mut programs = BySeat::default();
        for seat in Seat::BOTH {
            if let Some(key) = row.seed.people[seat] {
                people[seat] = services.people.by_key(key).await?;
            }
            if let Some(player) = &row.seed.players[seat] {
                let seed = crate::ids::dice()?;
                programs[seat] = Some(take_seat(player, seed, &services.options.programs)?);
            }
        }
        let owner = row.seed.owner;
        let slot = if programs.iter().any(Option::is_some) {
            let reopened = || services.limits.reopened_program_table(owner);
            opening.slot.or_else(reopened)
        } else {
            None
        };
        let is_outside = |player: &String| is_operators(player);
        let outside_slot = if row.seed.players.iter().flatten().any(is_outside) {
            let reopened = || services.limits.reopened_outside_game();
            opening.outside.or_else(reopened)
        } else {
            None
        };
        let claim_after_ms = services.options.claim_after.as_millis() as u64;
        let spectators = Spectators::default();
        let mut table = Table {
            key: row.key,
            id: row.seed.id.as_str().into(),
            stored,
            agreed,
            session,
            people,
            programs,
            ratings: BySeat::default(),
            rating_changes: None,
            next: row.next,
            noted_stage: row.stage,
            is_rated: false,
            has_moved: BySeat::default(),
            has_come: BySeat::default(),
            is_reported: false,
            networks: BySeat::default(),
            commands: HashMap::new(),
            players: Vec::new(),
            spectators,
            address: opening.address,
            slot,
            outside_slot,
            resting_since_ms: None,
            attendance: Attendance::new(claim_after_ms),
            elsewhere: services.nodes.elsewhere(&row.seed.id),
            nodes: BySeat::default(),
            linked_ms: BySeat::default(),
            unseen_ms: None,
            is_late: false,
            read_at: Instant::now(),
            quiet_since: Instant::now(),
            chat: ChatLog::default(),
            chat_count: 0,
            lag_given_ms: BySeat::default(),
            mailbox,
            myself,
            notified_number: 0,
            published_presence: None,
            crowd_at: None,
            used: Instant::now(),
            retry_at: None,
            seed: row.seed,
            services,
        };
        for row in history.chat {
            table.chat_count = table.chat_count.max(row.number);
            if let Some(person) = table.services.people.by_key(row.person).await? {
                table.chat.push(chat_of(row, &person));
            }
        }
        let now_ms = table.services.time.now_ms();
        for seat in Seat::BOTH {
            if table.is_taken(seat) {
                let is_there =
                    table.programs[seat].is_some() || table.elsewhere.seats[seat].is_some();
                table.attendance.note(seat, is_there, now_ms);
            }
        }
        table.note_elsewhere();
        for seat in Seat::BOTH {
            table.read_rating(seat).await?;
        }
        table.apply_rows(&history.entries)?;
        table.count_lag(0);
        if table.is_unwatched() {
            // Since when is not known, but nothing has happened since the last entry.
            table.resting_since_ms = Some(table.last_entry_ms());
        }
        if table.session.result().is_some() {
            if table.seed.rated {
                table.read_rating_changes().await?;
            }
            // The players know already.
            table.notified_number = table.session.log().len();
        }
        Ok(table)
    }

    async fn run(&mut self) {
        self.catch_up().await;
        loop {
            let wake = self.next_wake();
            tokio::select! {
                biased;
                request = self.mailbox.recv() => match request.map(|request| *request) {
                    Some(TableRequest::Close) => {
                        self.close(code::RESTART);
                        return;
                    }
                    Some(request) => {
                        self.used = Instant::now();
                        self.handle(request).await;
                        self.drop_lost();
                        self.rest_or_wake().await;
                    }
                    None => {
                        // A client connected while the mailbox was closing.
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
                    self.rest_or_wake().await;
                    if self.is_idle() {
                        if self.session.result().is_none() {
                            self.services.lobby.remove(&self.id);
                        }
                        // Whoever comes from now on reopens the table.
                        self.mailbox.close();
                    }
                }
            }
        }
    }

    /// Does what was left undone when the service stopped or a write failed.
    async fn catch_up(&mut self) {
        if !self.services.nodes.is_alone() {
            // Something may have happened since the table was read.
            let read = self.read_on(false).await;
            self.retry_if_failed(read.map(drop));
        }
        let settled = self.settle_unless_resting().await;
        if self.retry_if_failed(settled) {
            self.after_change().await;
        }
    }

    /// Gives back the service's downtime. A game that rests gets it back when it goes on.
    pub(super) async fn settle_unless_resting(&mut self) -> Result<(), Denied> {
        if self.is_resting() {
            return Ok(());
        }
        self.settle().await
    }

    /// When the side to move runs out of time, or of the time to come to the board.
    fn deadline(&self) -> Option<u64> {
        let run_out = self.session.deadline().filter(|_| !self.is_resting());
        let no_show = self.no_show_at().map(|(_, at_ms)| at_ms);
        run_out.into_iter().chain(no_show).min()
    }

    /// The current time on the table's clock.
    pub(super) fn now_ms(&self) -> u64 {
        self.table_ms(self.services.time.now_ms())
    }

    /// Converts service time to table time.
    pub(super) fn table_ms(&self, service_ms: u64) -> u64 {
        service_ms.saturating_sub(self.seed.created_ms)
    }

    pub(super) fn spec(&self) -> GameSpec {
        self.agreed.spec
    }

    pub(super) fn is_taken(&self, seat: Seat) -> bool {
        self.people[seat].is_some() || self.programs[seat].is_some()
    }

    /// The seats that a person holds.
    pub(super) fn seats_of(&self, person: Option<PersonKey>) -> Vec<Seat> {
        let has = |seat: &Seat| {
            let sits = self.people[*seat].as_ref().map(|person| person.key);
            person.is_some() && sits == person
        };
        Seat::BOTH.into_iter().filter(has).collect()
    }

    /// The game so far. Whoever has no name is called a guest.
    fn record(&self, lang: Lang) -> Record {
        let mut record = self.session.record();
        record.header.date = Some(date_of(self.seed.created_ms));
        let has_person = |seat: Seat| self.people[seat].is_some();
        let text = self.services.texts.get(lang);
        name_players(&mut record, &self.stored.names, has_person, text);
        record
    }

    /// Whether a person alone decides on start and pause: nobody else sits here.
    pub(super) fn is_host(&self, person: Option<PersonKey>) -> bool {
        if self.stored.tournament.is_some() {
            return false;
        }
        let alone = Seat::BOTH.into_iter().all(|seat| {
            let sits = self.people[seat].as_ref().map(|person| person.key);
            self.programs[seat].is_some() || (sits.is_some() && sits == person)
        });
        alone && person == Some(self.seed.owner)
    }

    /// Checks whether the caller may see the table.
    pub(super) fn check_access(&self, caller: &Caller) -> Result<(), Denied> {
        let may_see = !self.seed.private
            || caller.key() == Some(self.seed.owner)
            || !self.seats_of(caller.key()).is_empty()
            || self.has_invite(caller);
        if may_see {
            Ok(())
        } else {
            Err(Denied::NotYours)
        }
    }

    pub(super) fn has_invite(&self, caller: &Caller) -> bool {
        match (&self.seed.invite, &caller.invite) {
            (Some(own), Some(shown)) => crate::ids::is_same(own, shown),
            _ => false,
        }
    }

    fn next_wake(&self) -> Instant {
        let time = &self.services.time;
        let service_ms = |table_ms: u64| table_ms.saturating_add(self.seed.created_ms);
        let moment = |at_ms: u64| time.moment(at_ms);
        let run_out = self
            .deadline()
            .map(|at_ms| moment(service_ms(at_ms) + RUN_OUT_SLACK_MS + self.patience_ms()));
        // After a failed write, wait before trying again; a deadline is checked then too.
        let run_out = self.retry_at.or(run_out);
        let presence = self.attendance.next_change(time.now_ms()).map(moment);
        // A table in use cannot be closed, so its idle time need not be checked sooner.
        let idle = if self.is_unused() {
            self.used + IDLE
        } else {
            Instant::now() + IDLE
        };
        [run_out, presence, self.crowd_at, self.thinks_at()]
            .into_iter()
            .flatten()
            .fold(idle, Instant::min)
            .max(Instant::now())
    }

    /// Whether nobody is connected and nothing will happen by itself.
    fn is_unused(&self) -> bool {
        self.players.is_empty()
            && self.spectators.len() == 0
            && (self.deadline().is_none() || !self.services.nodes.is_home(&self.id))
            && self.programs.iter().flatten().all(|c| !c.is_thinking())
    }

    /// Whether the table has been unused for long enough to close it.
    fn is_idle(&self) -> bool {
        self.is_unused() && self.used.elapsed() >= IDLE
    }

    async fn on_time(&mut self) {
        if self.retry_at.is_some_and(|at| at <= Instant::now()) {
            self.retry_at = None;
            self.catch_up().await;
        }
        let now_ms = self.now_ms();
        let patience_ms = self.patience_ms();
        let is_due = |at_ms: u64| now_ms >= at_ms + patience_ms;
        if self.deadline().is_some_and(is_due) {
            // Downtime of the service does not count.
            let settled = self.settle().await;
            if self.retry_if_failed(settled) {
                let now_ms = self.now_ms();
                let absent = self.no_show_at().filter(|&(_, at_ms)| now_ms >= at_ms);
                let command = match absent {
                    Some((seat, _)) => self.no_show_command(seat),
                    None => Command::Tick,
                };
                let done = self.act(Actor::Host, &command, now_ms).await;
                self.retry_if_failed(done);
                self.after_change().await;
            }
        } else {
            self.publish_presence();
            if self.thinks_at().is_some_and(|at| at <= Instant::now()) {
                self.set_thinking();
            }
        }
        // Waking up does not count as use while nobody is connected.
        if self.players.is_empty() && self.spectators.len() == 0 {
            return;
        }
        self.used = Instant::now();
    }

    /// Schedules a retry if the server is at fault. Otherwise returns true: done, or refused for
    /// good.
    pub(super) fn retry_if_failed<T>(&mut self, done: Result<T, Denied>) -> bool {
        let is_ours = matches!(done, Err(Denied::Store(_) | Denied::Internal { .. }));
        if is_ours {
            tracing::warn!(table = %self.id, "will retry");
            self.retry_at = Some(Instant::now() + RETRY);
        }
        !is_ours
    }

    async fn handle(&mut self, request: TableRequest) {
        match request {
            TableRequest::Command(sent) => {
                self.freshen_seats().await;
                self.note_network(&sent.caller).await;
                self.command(sent).await;
                self.after_change().await;
            }
            TableRequest::CheckAccess { caller, reply } => {
                let _ = reply.send(self.check_access(&caller));
            }
            TableRequest::Connect { link, reply } => {
                let (caller, id) = (Arc::clone(&link.caller), link.id);
                self.freshen_seats().await;
                if let Err(denied) = self.freshen(caller.after).await {
                    let _ = reply.send(Err(denied));
                    return;
                }
                self.note_network(&caller).await;
                let _ = reply.send(self.connect(link));
                self.tell_unrated(id);
            }
            TableRequest::Disconnect { link } => self.disconnect(link),
            TableRequest::State { caller, reply } => {
                self.freshen_seats().await;
                let fresh = self.freshen(caller.after).await;
                // A bot may look without staying connected.
                self.note_come(&caller);
                let _ = reply.send(fresh.and_then(|()| self.state(&caller)));
            }
            TableRequest::Summary { caller, reply } => {
                let sight = self.check_access(&caller);
                let _ = reply.send(sight.map(|()| Box::new(self.summary())));
            }
            TableRequest::Record { caller, reply } => {
                let sight = self.check_access(&caller);
                let _ = reply.send(sight.map(|()| Box::new(self.record(caller.lang))));
            }
            TableRequest::Result { reply } => {
                let fresh = self.freshen(usize::MAX).await;
                let _ = reply.send(fresh.map(|()| self.tournament_result()));
            }
            TableRequest::Game { reply } => {
                let _ = reply.send(Ok(Box::new(self.session.record())));
            }
            TableRequest::Sit { caller, reply } => {
                self.freshen_seats().await;
                let done = self.sit(&caller).await;
                self.note_network(&caller).await;
                let _ = reply.send(done);
                self.after_change().await;
            }
            TableRequest::Chat {
                caller,
                link,
                room,
                text,
            } => {
                if let Err(denied) = self.say(&caller, room, &text).await {
                    self.services.metrics.refused(denied.code());
                    let fault = denied.fault(self.services.texts.get(caller.lang));
                    self.send_to(link, &Outgoing::new(ServerMessage::Error(fault)));
                }
            }
            TableRequest::Again { caller, reply } => {
                let done = self.again(&caller).await;
                let _ = reply.send(done);
            }
            TableRequest::Analysis {
                seat,
                turn,
                analysis,
            } => self.publish_analysis(seat, turn, &analysis),
            TableRequest::Chosen { seat, thought } => {
                let Some(program) = &mut self.programs[seat] else {
                    return;
                };
                let Some(choice) = program.finish(thought) else {
                    // The position changed; it may be its turn again.
                    self.set_thinking();
                    return;
                };
                let (actor, command) = match choice {
                    Ok(choice) => (
                        Actor::Seat(seat),
                        Command::Play {
                            mv: choice.mv,
                            eval: choice.eval,
                        },
                    ),
                    Err(error) => {
                        tracing::error!(table = %self.id, %error, "a program gave no move");
                        (Actor::Host, Command::Forfeit(seat))
                    }
                };
                let settled = self.settle().await;
                if self.retry_if_failed(settled) {
                    let done = self.act(actor, &command, self.now_ms()).await;
                    self.retry_if_failed(done);
                }
                self.after_change().await;
            }
            TableRequest::Hurry { caller } => self.hurry(&caller),
            TableRequest::Forget { person } => self.forget_person(&person),
            TableRequest::Replace { guest, account } => {
                self.replace_person(guest, &account).await;
            }
            TableRequest::Settle => {
                let settled = self.settle_unless_resting().await;
                self.retry_if_failed(settled);
            }
            TableRequest::Entries { count, is_told } => self.heard_of(count, is_told).await,
            TableRequest::Row => {
                let read = self.read_row().await;
                if self.retry_if_failed(read.map(drop)) {
                    self.after_change().await;
                }
            }
            TableRequest::NewChat => {
                if let Err(denied) = self.read_chat().await {
                    tracing::warn!(table = %self.id, error = denied.code(), "no chat");
                }
            }
            TableRequest::LookElsewhere => self.look_elsewhere().await,
            TableRequest::Close => {}
        }
    }
}
