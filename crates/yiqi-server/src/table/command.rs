//! The path of a command: check, decide, append, apply, tell.

use yiqi_record::{Entry, Event, Seat};
use yiqi_session::{Actor, Command, Refusal, Session};
use yiqi_wire::{BadCommand, CommandMessage, ServerMessage, Update, WireEntry, WireMove, WireView};

use super::actor::Table;
use super::links::Outgoing;
use super::{Answer, Sent};
use crate::denied::Denied;
use crate::store::{Appended, EntryRow, PersonKey};

/// How often somebody else may be first before we give up.
const CONFLICTS_MAX: usize = 16;

/// What is to be done, in the words of the game.
struct Act {
    actor: Actor,
    command: Command,
    /// What a seat is given for the delay of the network.
    lag: Option<(Seat, u64)>,
}

impl Act {
    const fn new(actor: Actor, command: Command) -> Act {
        Act {
            actor,
            command,
            lag: None,
        }
    }
}

impl Table {
    /// Does what somebody sent, and answers.
    pub(super) async fn command(&mut self, mut sent: Sent) {
        let done = self.obey(&mut sent).await;
        self.answer(&mut sent, done);
    }

    /// Does what somebody sent, unless that was done before; the number of its first entry.
    async fn obey(&mut self, sent: &mut Sent) -> Result<usize, Denied> {
        let person = sent.asker.key().ok_or(Denied::NotAPlayer)?;
        let id = &sent.message.id;
        if id.is_empty() || id.chars().count() > CommandMessage::ID_CHARS_MAX {
            return Err(Denied::BadMessage("id".to_owned()));
        }
        if let Some(&number) = self.commands.get(&(person, id.clone())) {
            return Ok(number);
        }
        // Time in which the service was away does not count.
        self.settle().await?;
        // Whoever acts is there, connected or not.
        for seat in self.seats_of(Some(person)) {
            self.attendance.heard(seat, sent.received_ms);
        }
        let act = self.check(person, sent)?;
        let now_ms = self.table_ms(sent.received_ms);
        self.carry_out(&act, now_ms, Some(sent)).await
    }

    /// Does something for nobody in particular; the number of its first entry, or 0 if there is
    /// none.
    pub(super) async fn act(
        &mut self,
        actor: Actor,
        command: &Command,
        now_ms: u64,
    ) -> Result<usize, Denied> {
        let act = Act::new(actor, command.clone());
        self.carry_out(&act, now_ms, None).await
    }

    /// Who does what, if the sender may.
    fn check(&self, person: PersonKey, sent: &Sent) -> Result<Act, Denied> {
        let seats = self.seats_of(Some(person));
        let is_host = self.is_host(Some(person));
        if seats.is_empty() && !is_host {
            return Err(Denied::NotAPlayer);
        }
        let command = match sent.message.command.command(self.spec()) {
            Ok(Some(command)) => command,
            Ok(None) => {
                let seat = *seats.first().ok_or(Denied::NotAPlayer)?;
                return self.claim(seat.other(), sent.received_ms);
            }
            Err(BadCommand::Move(mv)) => return Err(Denied::BadMove(mv)),
        };
        match command {
            Command::Start | Command::Pause if !is_host => {
                return Err(Denied::Refused(self.spec(), Refusal::HostOnly));
            }
            Command::Start | Command::Pause | Command::Resume | Command::Abort if is_host => {
                return Ok(Act::new(Actor::Host, command));
            }
            _ => {}
        }
        let named = sent.message.seat.map(Seat::from);
        let seat = match (named, &seats[..]) {
            (Some(seat), _) if seats.contains(&seat) => seat,
            (Some(_), _) => return Err(Denied::NotYours),
            (None, [only]) => *only,
            (None, []) => return Err(Denied::NotAPlayer),
            // At both seats: whose turn it is.
            (None, _) => self.session.turn().unwrap_or(Seat::First),
        };
        let lag = match command {
            Command::Play { .. } => self.lag_credit(seat, sent.lag_ms),
            _ => None,
        };
        Ok(Act {
            actor: Actor::Seat(seat),
            command,
            lag: lag.map(|ms| (seat, ms)),
        })
    }

    /// The other seat claims the game from one that stays away.
    fn claim(&self, absent: Seat, service_ms: u64) -> Result<Act, Denied> {
        match self.attendance.claim_in_ms(absent, service_ms) {
            Some(0) => Ok(Act::new(Actor::Host, Command::Forfeit(absent))),
            left_ms => Err(Denied::TooEarlyToClaim {
                seconds: left_ms.map(|ms| ms.div_ceil(1000)),
            }),
        }
    }

    /// Decides, appends, applies and tells; the number of the first entry, or 0 if there is none.
    async fn carry_out(
        &mut self,
        act: &Act,
        now_ms: u64,
        mut sent: Option<&mut Sent>,
    ) -> Result<usize, Denied> {
        for _ in 0..CONFLICTS_MAX {
            let (entries, late) = match self.decide(act, now_ms) {
                Err(late @ Denied::Refused(_, Refusal::TimeUp)) if act.command != Command::Tick => {
                    // What follows from that comes first.
                    let tick = Act::new(Actor::Host, Command::Tick);
                    (self.decide(&tick, now_ms)?, Some(late))
                }
                decided => (decided?, None),
            };
            if entries.is_empty() {
                return late.map_or(Ok(0), Err);
            }
            let sent = sent.as_deref_mut().filter(|_| late.is_none());
            let first = self.session.log().len() + 1;
            let rows = self.rows(&entries, sent.as_deref())?;
            match self.services.store.append(self.key, first, rows).await? {
                Appended::Kept => {}
                Appended::Conflict => {
                    self.read_on().await?;
                    continue;
                }
            }
            self.apply(first, &entries, sent.as_deref())?;
            if let Some((seat, ms)) = act.lag.filter(|_| late.is_none()) {
                self.lag_given_ms[seat] += ms;
            }
            // Whoever moved hears of it first.
            if let Some(sent) = sent {
                self.answer(sent, Ok(first));
            }
            self.tell(first);
            return late.map_or(Ok(first), Err);
        }
        Err(Denied::internal(&"somebody else is always first"))
    }

    /// The entries that follow. Changes nothing.
    fn decide(&self, act: &Act, now_ms: u64) -> Result<Vec<Entry>, Denied> {
        let dice = crate::ids::dice()?;
        if act.command == Command::Start {
            return self.agreed.begin(&self.session, now_ms, dice);
        }
        let decide = |session: &Session, actor: Actor, command: &Command| {
            let decided = session.decide(actor, command, now_ms, dice);
            decided.map_err(|refusal| Denied::Refused(self.spec(), refusal))
        };
        let Some((seat, ms)) = act.lag else {
            return decide(&self.session, act.actor, &act.command);
        };
        let give = Command::GiveTime { seat, ms };
        let mut entries = decide(&self.session, Actor::Host, &give)?;
        let after = self.session.clone().with_entries(&entries);
        let after = after.map_err(|error| Denied::internal(&error))?;
        entries.extend(decide(&after, act.actor, &act.command)?);
        Ok(entries)
    }

    /// Entries as they are kept.
    fn rows(&self, entries: &[Entry], sent: Option<&Sent>) -> Result<Vec<EntryRow>, Denied> {
        let row = |entry| {
            let body = serde_json::to_string(&WireEntry::new(entry, self.spec()))
                .map_err(|error| Denied::internal(&error))?;
            Ok(EntryRow {
                body,
                person: sent.and_then(|sent| sent.asker.key()),
                command: sent.map(|sent| sent.message.id.clone()),
            })
        };
        entries.iter().map(row).collect()
    }

    /// Applies entries that were kept just now.
    fn apply(
        &mut self,
        first: usize,
        entries: &[Entry],
        sent: Option<&Sent>,
    ) -> Result<(), Denied> {
        self.fail_if_told(first, entries.len());
        for entry in entries {
            if matches!(entry.event, Event::Move(_)) {
                self.services.metrics.moves.inc();
            }
            // What was kept but cannot follow is a fault of ours; nothing can go on from here.
            self.session
                .apply(entry)
                .map_err(|error| Denied::internal(&error))?;
        }
        if let Some(sent) = sent
            && let Some(person) = sent.asker.key()
        {
            let name = (person, sent.message.id.clone());
            self.commands.insert(name, first);
        }
        Ok(())
    }

    /// Answers a command, unless that was done before.
    fn answer(&self, sent: &mut Sent, done: Result<usize, Denied>) {
        let id = || sent.message.id.clone();
        let (link, message) = match (sent.answer.take(), done) {
            (None, _) => return,
            (Some(Answer::Waiting(reply)), done) => {
                let _ = reply.send(done);
                return;
            }
            (Some(Answer::Link(link)), Ok(number)) => {
                (link, ServerMessage::Ack { id: id(), number })
            }
            (Some(Answer::Link(link)), Err(denied)) => {
                let fault = denied.fault(self.services.texts.get(sent.asker.lang));
                (link, ServerMessage::Refused { id: id(), fault })
            }
        };
        self.send_to(link, &Outgoing::new(message));
    }

    /// Tells everybody about the entries from a number on.
    fn tell(&self, first: usize) {
        if self.players.is_empty() && self.spectators.len() == 0 {
            return;
        }
        let spec = self.spec();
        let now_ms = self.now_ms();
        // Programs with rules of their own want none; to make one takes longer than to decide.
        let is_view_wanted =
            self.players.iter().any(|link| link.asker.view) || self.spectators.want_views();
        let view = is_view_wanted.then(|| self.session.view(now_ms));
        let mv = view
            .as_ref()
            .and_then(|view| view.moves.last())
            .zip(self.session.played().last())
            .map(|(mv, changes)| WireMove::new(mv, changes, spec));
        let entries = self.session.log()[first - 1..]
            .iter()
            .map(|entry| WireEntry::new(entry, spec))
            .collect();
        let update = Update {
            from: first,
            entries,
            mv,
            view: view.map(|view| WireView::new(&view, now_ms)),
            now_ms,
        };
        self.send_all(&Outgoing::new(ServerMessage::Update(Box::new(update))));
    }

    /// Fails on purpose, to try what that does.
    #[expect(clippy::panic, reason = "that is what is asked for")]
    fn fail_if_told(&self, first: usize, count: usize) {
        if let Some(number) = self.services.options.table_fails_at
            && (first..first + count).contains(&number)
        {
            panic!("entry {number} was to fail this table");
        }
    }

    /// Reads entries that somebody else kept, and tells everybody.
    pub(super) async fn read_on(&mut self) -> Result<(), Denied> {
        let after = self.session.log().len();
        let rows = self.services.store.read(self.key, after).await?;
        self.take_in(&rows)?;
        if !rows.is_empty() {
            self.tell(after + 1);
        }
        Ok(())
    }

    /// Applies entries that are kept already.
    pub(super) fn take_in(&mut self, rows: &[EntryRow]) -> Result<(), Denied> {
        let after = self.session.log().len();
        for (number, row) in (after + 1..).zip(rows) {
            let wire: WireEntry =
                serde_json::from_str(&row.body).map_err(|error| Denied::internal(&error))?;
            let entry = wire
                .entry(self.spec())
                .map_err(|error| Denied::internal(&error))?;
            self.session
                .apply(&entry)
                .map_err(|error| Denied::internal(&error))?;
            if let (Some(person), Some(command)) = (row.person, &row.command) {
                self.commands
                    .entry((person, command.clone()))
                    .or_insert(number);
            }
        }
        Ok(())
    }
}
