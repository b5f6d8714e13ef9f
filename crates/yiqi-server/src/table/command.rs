//! The path of a command: check, decide, append, apply, publish.

use tokio::time::Instant;
use yiqi_record::{Entry, Event, Seat};
use yiqi_session::{Actor, Command, Refusal, Session};
use yiqi_wire::{BadCommand, CommandMessage, ServerMessage, Update, WireEntry, WireMove, WireView};

use super::actor::Table;
use super::links::Outgoing;
use super::{ReplyTo, SentCommand};
use crate::denied::Denied;
use crate::notices::Notice;
use crate::store::{Appended, EntryRow, PersonKey};

/// How many append conflicts to accept before giving up.
const CONFLICTS_MAX: usize = 16;

/// What is to be carried out.
enum Wanted<'a> {
    /// A client's command.
    Sent(&'a mut SentCommand),
    /// What the server does itself.
    Own(&'a Act),
}

impl Wanted<'_> {
    fn sent(&self) -> Option<&SentCommand> {
        match self {
            Wanted::Sent(sent) => Some(sent),
            Wanted::Own(_) => None,
        }
    }
}

/// What follows from a command.
struct Judged {
    act: Act,
    entries: Vec<Entry>,
    /// Why the command itself is refused, if only the loss on time follows.
    late: Option<Denied>,
}

/// A command with its actor, ready to be decided.
#[derive(Clone)]
struct Act {
    actor: Actor,
    command: Command,
    /// Lag compensation for a seat.
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
    /// Carries out a command and replies.
    pub(super) async fn command(&mut self, mut sent: SentCommand) {
        let done = self.carry_out_once(&mut sent).await;
        self.reply(&mut sent, done);
    }

    /// Carries out a command unless it was done before. Returns the number of its first entry.
    async fn carry_out_once(&mut self, sent: &mut SentCommand) -> Result<usize, Denied> {
        let person = sent.caller.key().ok_or(Denied::NotAPlayer)?;
        let id = &sent.message.id;
        let is_good = !id.chars().any(char::is_control);
        if id.is_empty() || id.chars().count() > CommandMessage::ID_CHARS_MAX || !is_good {
            return Err(Denied::BadMessage("id".to_owned()));
        }
        if let Some(number) = self.number_of(sent) {
            return Ok(number);
        }
        // Downtime of the service does not count.
        self.settle().await?;
        // A person who acts is present, connected or not.
        for seat in self.seats_of(Some(person)) {
            self.attendance.note_activity(seat, sent.received_ms);
        }
        self.note_address(&sent.caller);
        let now_ms = self.table_ms(sent.received_ms);
        self.carry_out(Wanted::Sent(sent), now_ms).await
    }

    /// The number of the first entry of a command that was done before.
    fn number_of(&self, sent: &SentCommand) -> Option<usize> {
        let person = sent.caller.key()?;
        let name = (person, sent.message.id.clone());
        self.commands.get(&name).copied()
    }

    /// Carries out a command that no client sent. Returns the number of its first entry, or 0 if
    /// there is none.
    pub(super) async fn act(
        &mut self,
        actor: Actor,
        command: &Command,
        now_ms: u64,
    ) -> Result<usize, Denied> {
        let act = Act::new(actor, command.clone());
        self.carry_out(Wanted::Own(&act), now_ms).await
    }

    /// Carries out a command that no client sent, unless another node was first: then what it did is
    /// read, and the caller must judge again. Returns whether it was done.
    pub(super) async fn act_unless_late(
        &mut self,
        actor: Actor,
        command: &Command,
        now_ms: u64,
    ) -> Result<bool, Denied> {
        let act = Act::new(actor, command.clone());
        let entries = self.decide(&act, now_ms)?;
        if entries.is_empty() {
            return Ok(true);
        }
        let first = self.session.log().len() + 1;
        let rows = self.rows(&entries, None)?;
        match self.services.store.append(self.key, first, rows).await? {
            Appended::Stored => {
                self.apply(first, &entries, None)?;
                self.publish(first);
                Ok(true)
            }
            Appended::Conflict => {
                self.read_on(false).await?;
                Ok(false)
            }
        }
    }

    /// The actor and the command, if the sender may give it.
    fn check(&self, person: PersonKey, sent: &SentCommand) -> Result<Act, Denied> {
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
        self.check_tournament(&command)?;
        let is_optional = matches!(command, Command::Offer(_) | Command::Pause);
        if is_optional && self.session.log().len() >= self.services.options.entries_max {
            return Err(Denied::TooMany);
        }
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
            // A person at both seats acts for the side to move.
            (None, _) => self.session.turn().unwrap_or(Seat::First),
        };
        let lag = match command {
            Command::Play { .. } => {
                let spent_ms = self.session.spent_ms(self.table_ms(sent.received_ms));
                let first = self.first_move_credit(seat, spent_ms);
                first.or_else(|| self.lag_credit(seat, sent.lag_ms.min(spent_ms)))
            }
            _ => None,
        };
        Ok(Act {
            actor: Actor::Seat(seat),
            command,
            lag: lag.map(|ms| (seat, ms)),
        })
    }

    /// Lets the opponent claim the game from an absent seat.
    fn claim(&self, absent: Seat, service_ms: u64) -> Result<Act, Denied> {
        if !self.may_claim() {
            return Err(Denied::Refused(self.spec(), Refusal::NoClock));
        }
        match self.attendance.claim_in_ms(absent, service_ms) {
            Some(0) => Ok(Act::new(Actor::Host, Command::Forfeit(absent))),
            left_ms => Err(Denied::TooEarlyToClaim {
                seconds: left_ms.map(|ms| ms.div_ceil(1000)),
            }),
        }
    }

    /// Decides, appends, applies and publishes. Returns the number of the first entry, or 0 if
    /// there is none.
    async fn carry_out(&mut self, mut wanted: Wanted<'_>, now_ms: u64) -> Result<usize, Denied> {
        // Whether the log was read since the command came, so that a refusal counts.
        let mut is_read = self.services.nodes.is_alone();
        let mut was_late = false;
        for _ in 0..CONFLICTS_MAX {
            // What was read meanwhile may have it: it was stored, although the connection to the
            // database was lost before that could be acknowledged, or the client has sent it to
            // another node too.
            if let Some(number) = wanted.sent().and_then(|sent| self.number_of(sent)) {
                return Ok(number);
            }
            let judged = match self.judge(&wanted, now_ms) {
                // Another node may have stored what makes it possible.
                Err(denied) if !is_read => {
                    is_read = true;
                    if !self.read_on(false).await? {
                        return Err(denied);
                    }
                    self.settle().await?;
                    continue;
                }
                // Another node has done the same, or what makes it pointless.
                Err(Denied::Refused(..)) if was_late && wanted.sent().is_none() => return Ok(0),
                judged => judged?,
            };
            let Judged { act, entries, late } = judged;
            if entries.is_empty() {
                return late.map_or(Ok(0), Err);
            }
            let is_sent = late.is_none();
            let first = self.session.log().len() + 1;
            let rows = self.rows(&entries, wanted.sent().filter(|_| is_sent))?;
            match self.services.store.append(self.key, first, rows).await? {
                Appended::Stored => {}
                Appended::Conflict => {
                    self.read_on(false).await?;
                    (is_read, was_late) = (true, true);
                    // It may be the turn of somebody whom downtime concerns.
                    self.settle().await?;
                    continue;
                }
            }
            self.apply(first, &entries, wanted.sent().filter(|_| is_sent))?;
            if let Some((seat, ms)) = act.lag.filter(|_| late.is_none())
                // Not the time to come to the board.
                && ms <= self.services.options.lag_move_ms
            {
                self.lag_given_ms[seat] += ms;
            }
            // The sender is acknowledged first.
            if let Wanted::Sent(sent) = &mut wanted
                && is_sent
            {
                self.reply(sent, Ok(first));
            }
            self.publish(first);
            self.note_unseen();
            return late.map_or(Ok(first), Err);
        }
        Err(Denied::internal(&"too many append conflicts"))
    }

    /// What follows from a command now, if the sender may give it. Changes nothing.
    fn judge(&self, wanted: &Wanted<'_>, now_ms: u64) -> Result<Judged, Denied> {
        let act = match wanted {
            Wanted::Sent(sent) => {
                let person = sent.caller.key().ok_or(Denied::NotAPlayer)?;
                self.check(person, sent)?
            }
            Wanted::Own(act) => (*act).clone(),
        };
        let (entries, late) = match self.decide(&act, now_ms) {
            Err(late @ Denied::Refused(_, Refusal::TimeUp)) if act.command != Command::Tick => {
                // The loss on time comes first.
                let tick = Act::new(Actor::Host, Command::Tick);
                (self.decide(&tick, now_ms)?, Some(late))
            }
            decided => (decided?, None),
        };
        Ok(Judged { act, entries, late })
    }

    /// The entries that an act causes. Changes nothing.
    fn decide(&self, act: &Act, now_ms: u64) -> Result<Vec<Entry>, Denied> {
        // Only these draw lots.
        let dice = match act.command {
            Command::Start | Command::Tick => crate::ids::dice()?,
            _ => 0,
        };
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

    /// Entries as rows of the store.
    fn rows(&self, entries: &[Entry], sent: Option<&SentCommand>) -> Result<Vec<EntryRow>, Denied> {
        let row = |entry| {
            let body = serde_json::to_string(&WireEntry::new(entry, self.spec()))
                .map_err(|error| Denied::internal(&error))?;
            Ok(EntryRow {
                body,
                person: sent.and_then(|sent| sent.caller.key()),
                command: sent.map(|sent| sent.message.id.clone()),
            })
        };
        entries.iter().map(row).collect()
    }

    /// Applies entries that were just stored.
    fn apply(
        &mut self,
        first: usize,
        entries: &[Entry],
        sent: Option<&SentCommand>,
    ) -> Result<(), Denied> {
        self.fail_if_configured(first, entries.len());
        for entry in entries {
            if matches!(entry.event, Event::Move(_)) {
                self.services.metrics.moves.inc();
                self.note_mover();
            }
            // A stored entry that cannot be applied is a bug; the table cannot go on.
            self.session
                .apply(entry)
                .map_err(|error| Denied::internal(&error))?;
        }
        if let Some(sent) = sent
            && let Some(person) = sent.caller.key()
        {
            let name = (person, sent.message.id.clone());
            self.commands.insert(name, first);
        }
        self.quiet_since = Instant::now();
        self.read_at = self.quiet_since;
        self.is_late = false;
        Ok(())
    }

    /// Notes who makes the move that is about to be applied.
    fn note_mover(&mut self) {
        if let Some(seat) = self.session.turn() {
            self.has_moved[seat] = true;
        }
    }

    /// Replies to a command, unless that was done before.
    fn reply(&self, sent: &mut SentCommand, done: Result<usize, Denied>) {
        let id = || sent.message.id.clone();
        let metrics = &self.services.metrics;
        if sent.reply_to.is_some() && done.is_ok() {
            metrics.acknowledged(sent.received.elapsed());
        }
        let (link, message) = match (sent.reply_to.take(), done) {
            (None, _) => return,
            (Some(ReplyTo::Waiting(reply)), done) => {
                let _ = reply.send(done);
                return;
            }
            (Some(ReplyTo::Link(link)), Ok(number)) => {
                (link, ServerMessage::Ack { id: id(), number })
            }
            (Some(ReplyTo::Link(link)), Err(denied)) => {
                metrics.refused(denied.code());
                let fault = denied.fault(self.services.texts.get(sent.caller.lang));
                (link, ServerMessage::Refused { id: id(), fault })
            }
        };
        self.send_to(link, &Outgoing::new(message));
    }

    /// Publishes entries that were just stored, from a number on, here and to other nodes.
    fn publish(&self, first: usize) {
        self.publish_here(first);
        self.services.nodes.publish(Notice::Entries {
            table: self.id.to_string(),
            count: self.session.log().len(),
        });
    }

    /// Publishes the entries from a number on to those who are connected here.
    pub(super) fn publish_here(&self, first: usize) {
        if self.players.is_empty() && self.spectators.len() == 0 {
            return;
        }
        let spec = self.spec();
        let now_ms = self.now_ms();
        // Clients with their own rules need no view, and building one takes longer than deciding.
        let is_view_wanted =
            self.players.iter().any(|link| link.caller.view) || self.spectators.want_views();
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

    /// Panics on purpose, for tests of a failing table.
    #[expect(clippy::panic, reason = "the option asks for a panic")]
    fn fail_if_configured(&self, first: usize, count: usize) {
        if let Some(number) = self.services.options.table_fails_at
            && (first..first + count).contains(&number)
        {
            panic!("entry {number} is configured to fail this table");
        }
    }

    /// Applies entries read from the store.
    pub(super) fn apply_rows(&mut self, rows: &[EntryRow]) -> Result<(), Denied> {
        let after = self.session.log().len();
        for (number, row) in (after + 1..).zip(rows) {
            let wire: WireEntry =
                serde_json::from_str(&row.body).map_err(|error| Denied::internal(&error))?;
            let entry = wire
                .entry(self.spec())
                .map_err(|error| Denied::internal(&error))?;
            if matches!(entry.event, Event::Move(_)) {
                self.note_mover();
            }
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
