//! How a table changes: decide, keep, apply, tell, and what follows by itself.

use std::sync::Arc;

use yiqi_players::{Task, TimeLeft};
use yiqi_record::{BySeat, ClockRule, Entry, Event, OfferKind, Seat};
use yiqi_session::{Actor, Command, Refusal, Stage};
use yiqi_wire::{
    CommandMessage, ServerMessage, Update, WireCommand, WireEntry, WireMove, WireView,
};

use super::actor::Table;
use super::links::Outgoing;
use super::terms::StoredTerms;
use super::{Answer, Asker};
use crate::denied::Denied;
use crate::personal::PersonalEvent;
use crate::store::{Appended, EntryRow, PersonKey, TableProgress};

/// A delay of the network shorter than this is not worth an entry.
const LAG_MIN_MS: u64 = 40;

/// How often somebody else may be first before we give up.
const CONFLICTS_MAX: usize = 16;

/// Whose command it is: who, the name they gave it, and the connection that waits for the answer.
struct By {
    person: PersonKey,
    command: String,
    link: Option<u64>,
}

/// What was asked, in the words of the game.
struct Decision {
    actor: Actor,
    command: Command,
    /// What the sender is given for the delay of the network.
    lag_ms: u64,
}

impl Decision {
    const fn new(actor: Actor, command: Command) -> Decision {
        Decision {
            actor,
            command,
            lag_ms: 0,
        }
    }
}

impl Table {
    /// Does what a message asks for, and answers.
    pub(super) async fn command(
        &mut self,
        asker: Asker,
        message: CommandMessage,
        received_ms: u64,
        lag_ms: u64,
        answer: Answer,
    ) {
        let link = match answer {
            Answer::Link(link) => Some(link),
            Answer::Waiting(_) => None,
        };
        let id = message.id.clone();
        let done = self.obey(&asker, message, received_ms, lag_ms, link).await;
        match (answer, done) {
            (Answer::Waiting(reply), done) => {
                let _ = reply.send(done.map(|(number, _)| number));
            }
            // It was acknowledged before the others were told.
            (Answer::Link(_), Ok((_, true))) => {}
            (Answer::Link(link), Ok((number, false))) => {
                self.send_to(link, &Outgoing::plain(ServerMessage::Ack { id, number }));
            }
            (Answer::Link(link), Err(denied)) => {
                let fault = denied.fault(self.services.texts.get(asker.wants.lang));
                let refused = ServerMessage::Refused { id, fault };
                self.send_to(link, &Outgoing::plain(refused));
            }
        }
    }

    /// Does what a message asks for: the number of its first entry, and whether the sender was told.
    async fn obey(
        &mut self,
        asker: &Asker,
        message: CommandMessage,
        received_ms: u64,
        lag_ms: u64,
        link: Option<u64>,
    ) -> Result<(usize, bool), Denied> {
        let person = asker.key().ok_or(Denied::NotAPlayer)?;
        let id_length = message.id.chars().count();
        if id_length == 0 || id_length > CommandMessage::ID_CHARS_MAX {
            return Err(Denied::BadMessage("id".to_owned()));
        }
        let name = (person, message.id.clone());
        if let Some(&number) = self.commands.get(&name) {
            return Ok((number, false));
        }
        // Time in which the service was away does not count.
        self.settle().await?;
        let now_ms = self.table_ms(received_ms);
        // Whoever acts is there, connected or not.
        for seat in self.seats_of(Some(person)) {
            self.attendance.heard(seat, received_ms);
        }
        let by = By {
            person,
            command: message.id.clone(),
            link,
        };
        if message.command == (WireCommand::Start {}) && self.is_host(Some(person)) {
            let number = self.begin(now_ms, Some(&by)).await?;
            return Ok((number, link.is_some()));
        }
        let decision = self.decision(person, &message, now_ms, lag_ms)?;
        let number = self.act_for(&decision, now_ms, Some(&by)).await?;
        Ok((number, link.is_some() && number > 0))
    }

    /// Who does what, if the sender may.
    fn decision(
        &self,
        person: PersonKey,
        message: &CommandMessage,
        now_ms: u64,
        lag_ms: u64,
    ) -> Result<Decision, Denied> {
        let seats = self.seats_of(Some(person));
        let is_host = self.is_host(Some(person));
        if seats.is_empty() && !is_host {
            return Err(Denied::NotAPlayer);
        }
        let refused = |refusal| Err(Denied::Refused(self.spec(), refusal));
        let spec = self.spec();
        let command = match message.command.command(spec) {
            Ok(Some(command)) => command,
            Ok(None) => {
                let seat = *seats.first().ok_or(Denied::NotAPlayer)?;
                return self.claim(seat.other(), now_ms);
            }
            Err(yiqi_wire::BadCommand::Move(mv)) => return Err(Denied::BadMove(mv)),
        };
        match command {
            Command::Start => return refused(Refusal::HostOnly),
            Command::Pause if !is_host => return refused(Refusal::HostOnly),
            Command::Pause | Command::Resume | Command::Abort if is_host => {
                return Ok(Decision::new(Actor::Host, command));
            }
            _ => {}
        }
        let named = message.seat.map(Seat::from);
        let seat = match (named, &seats[..]) {
            (Some(seat), _) if seats.contains(&seat) => seat,
            (Some(_), _) => return Err(Denied::NotYours),
            (None, [only]) => *only,
            (None, []) => return Err(Denied::NotAPlayer),
            // At both seats: whose turn it is.
            (None, _) => self.session.turn().unwrap_or(Seat::First),
        };
        let lag_ms = match command {
            Command::Play { .. } => self.lag_credit(seat, lag_ms),
            _ => 0,
        };
        Ok(Decision {
            actor: Actor::Seat(seat),
            command,
            lag_ms,
        })
    }

    /// The other seat claims the game from one that stays away.
    fn claim(&self, absent: Seat, now_ms: u64) -> Result<Decision, Denied> {
        let service_ms = now_ms + self.seed.created_ms;
        match self.attendance.claim_in_ms(absent, service_ms) {
            Some(0) => Ok(Decision::new(Actor::Host, Command::Forfeit(absent))),
            left_ms => Err(Denied::TooEarlyToClaim {
                seconds: left_ms.map(|ms| ms.div_ceil(1000)),
            }),
        }
    }

    /// What a seat is given for the delay of its connection: never more than a bound for one move,
    /// and never more than a bound for the game. The delay is measured by us.
    fn lag_credit(&self, seat: Seat, lag_ms: u64) -> u64 {
        let options = &self.services.options;
        let has_clock = self.session.terms().time.clock != ClockRule::Unlimited;
        let left_ms = options.lag_total_ms.saturating_sub(self.lag_given_ms[seat]);
        let credit_ms = lag_ms.min(options.lag_move_ms).min(left_ms);
        if has_clock && credit_ms >= LAG_MIN_MS {
            credit_ms
        } else {
            0
        }
    }

    /// What was given so far, after the table was read from the store.
    pub(super) fn count_lag(&mut self) {
        for pair in self.session.log().windows(2) {
            if let (Event::GiveTime { seat, ms }, Event::Move(_)) = (&pair[0].event, &pair[1].event)
                && *ms <= self.services.options.lag_move_ms
            {
                self.lag_given_ms[*seat] += ms;
            }
        }
    }

    /// Does something for nobody in particular.
    pub(super) async fn act(
        &mut self,
        actor: Actor,
        command: &Command,
        now_ms: u64,
    ) -> Result<usize, Denied> {
        let decision = Decision::new(actor, command.clone());
        self.act_for(&decision, now_ms, None).await
    }

    /// Decides, keeps, applies and tells; the number of the first entry, or 0 if there is none.
    async fn act_for(
        &mut self,
        decision: &Decision,
        now_ms: u64,
        by: Option<&By>,
    ) -> Result<usize, Denied> {
        for _ in 0..CONFLICTS_MAX {
            let entries = match self.decide(decision, now_ms) {
                Err(Denied::Refused(_, Refusal::TimeUp)) if decision.command != Command::Tick => {
                    // What follows from that comes first.
                    let tick = Decision::new(Actor::Host, Command::Tick);
                    let due = self.decide(&tick, now_ms)?;
                    self.keep(due, None).await?;
                    return Err(Denied::Refused(self.spec(), Refusal::TimeUp));
                }
                decided => decided?,
            };
            if entries.is_empty() {
                return Ok(0);
            }
            if let Some(number) = self.keep(entries, by).await? {
                if let (Actor::Seat(seat), true) = (decision.actor, decision.lag_ms > 0) {
                    self.lag_given_ms[seat] += decision.lag_ms;
                }
                return Ok(number);
            }
        }
        Err(Denied::internal(&"somebody else is always first"))
    }

    fn decide(&self, decision: &Decision, now_ms: u64) -> Result<Vec<Entry>, Denied> {
        let refused = |refusal| Denied::Refused(self.spec(), refusal);
        let dice = crate::ids::dice()?;
        let (actor, command) = (decision.actor, &decision.command);
        let (Actor::Seat(seat), true) = (actor, decision.lag_ms > 0) else {
            return self
                .session
                .decide(actor, command, now_ms, dice)
                .map_err(refused);
        };
        let give = Command::GiveTime {
            seat,
            ms: decision.lag_ms,
        };
        let mut entries = self
            .session
            .decide(Actor::Host, &give, now_ms, dice)
            .map_err(refused)?;
        let mut after = self.session.clone();
        for entry in &entries {
            after
                .apply(entry)
                .map_err(|error| Denied::internal(&error))?;
        }
        entries.extend(
            after
                .decide(actor, command, now_ms, dice)
                .map_err(refused)?,
        );
        Ok(entries)
    }

    /// Keeps entries, then applies them, then tells everybody; the number of the first, or `None` if
    /// somebody else was first and their entries were read instead.
    async fn keep(
        &mut self,
        entries: Vec<Entry>,
        by: Option<&By>,
    ) -> Result<Option<usize>, Denied> {
        let spec = self.spec();
        let first = self.session.log().len() + 1;
        let rows = entries
            .iter()
            .map(|entry| {
                let body = serde_json::to_string(&WireEntry::new(entry, spec))
                    .map_err(|error| Denied::internal(&error))?;
                Ok(EntryRow {
                    body,
                    person: by.map(|by| by.person),
                    command: by.map(|by| by.command.clone()),
                })
            })
            .collect::<Result<Vec<EntryRow>, Denied>>()?;
        match self.services.store.append(self.key, first, rows).await? {
            Appended::Conflict => {
                self.read_on().await?;
                return Ok(None);
            }
            Appended::Kept => {}
        }
        self.fail_if_told(first, entries.len());
        for entry in &entries {
            self.apply(entry)?;
        }
        if let Some(by) = by {
            self.commands.insert((by.person, by.command.clone()), first);
        }
        self.tell_entries(first, by);
        Ok(Some(first))
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

    fn apply(&mut self, entry: &Entry) -> Result<(), Denied> {
        if matches!(entry.event, Event::Move(_)) {
            self.services.metrics.moves.inc();
        }
        // What was kept but cannot follow is a fault of ours; nothing can go on from here.
        self.session
            .apply(entry)
            .map_err(|error| Denied::internal(&error))
    }

    /// Reads entries that somebody else kept, and tells everybody.
    pub(super) async fn read_on(&mut self) -> Result<(), Denied> {
        let after = self.session.log().len();
        let rows = self.services.store.read(self.key, after).await?;
        self.take_in(&rows)?;
        if !rows.is_empty() {
            self.tell_entries(after + 1, None);
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

    /// Tells everybody about the entries from a number on: who sent the command and the players
    /// first.
    fn tell_entries(&self, first: usize, by: Option<&By>) {
        if self.players.is_empty() && self.spectators.len() == 0 {
            return;
        }
        let spec = self.spec();
        let now_ms = self.now_ms();
        // Programs with rules of their own want none; to make one takes longer than to decide.
        let is_view_wanted =
            self.players.iter().any(|link| link.wants.view) || self.spectators.want_views();
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
        let result = self.session.result().map(|result| (spec, result));
        let update = Outgoing::update(update, result);
        if let Some(By {
            command,
            link: Some(link),
            ..
        }) = by
        {
            let ack = ServerMessage::Ack {
                id: command.clone(),
                number: first,
            };
            self.send_to(*link, &Outgoing::plain(ack));
        }
        self.send_all(&update);
    }

    /// A message to everybody: players first.
    pub(super) fn send_all(&self, message: &Arc<Outgoing>) {
        self.send_players(message);
        self.spectators.send(message);
    }

    /// A message to the players.
    pub(super) fn send_players(&self, message: &Arc<Outgoing>) {
        for link in &self.players {
            link.send(message.text(link.wants, &self.services.texts));
        }
    }

    /// A message to one connection.
    pub(super) fn send_to(&self, id: u64, message: &Arc<Outgoing>) {
        match self.players.iter().find(|link| link.id == id) {
            Some(link) => {
                link.send(message.text(link.wants, &self.services.texts));
            }
            None => self.spectators.send_to(id, message),
        }
    }

    /// Gives back the time in which the service was away.
    ///
    /// # Errors
    /// If that cannot be kept. Nothing else may happen then: it would be charged for after all.
    pub(super) async fn settle(&mut self) -> Result<(), Denied> {
        self.services.gaps.catch_up(self.services.time).await;
        let count = self.services.gaps.count();
        if count == self.gaps_seen {
            return Ok(());
        }
        let has_clock = self.session.terms().time.clock != ClockRule::Unlimited;
        if let (Stage::Playing, Some(seat), true) =
            (self.session.stage(), self.session.turn(), has_clock)
        {
            let last_ms = self.session.log().last().map_or(0, |entry| entry.at_ms);
            let ms = self.services.gaps.since(last_ms + self.seed.created_ms);
            if ms > 0 {
                let give = Command::GiveTime { seat, ms };
                self.act(Actor::Host, &give, self.now_ms()).await?;
            }
        }
        self.gaps_seen = count;
        Ok(())
    }

    /// Begins the game.
    async fn begin(&mut self, now_ms: u64, by: Option<&By>) -> Result<usize, Denied> {
        let dice = crate::ids::dice()?;
        let entries = self.agreed.begin(&self.session, now_ms, dice)?;
        let number = self.keep(entries, by).await?;
        number.ok_or(Denied::Refused(self.spec(), Refusal::AlreadyBegun))
    }

    /// What follows by itself from what happened: the game begins when all are there, computers
    /// answer and think, the end is noted, the same two play on.
    pub(super) async fn after_change(&mut self) {
        let done = self.try_after_change().await;
        self.note_trouble(done);
    }

    async fn try_after_change(&mut self) -> Result<(), Denied> {
        if self.is_ready_to_begin() {
            self.begin(self.now_ms(), None).await?;
        }
        while let Some((seat, command)) = self.automatic_answer() {
            match self.act(Actor::Seat(seat), &command, self.now_ms()).await {
                // Time ran out meanwhile: what follows from that was kept.
                Err(Denied::Refused(..)) => break,
                done => done?,
            };
        }
        self.set_thinking();
        self.tell_turn();
        self.note_stage().await?;
        if self.session.rematch_agreed() && self.next.is_none() {
            self.play_on().await?;
        }
        self.note_in_lobby();
        Ok(())
    }

    /// Whether the game begins by itself: all are there, and nobody is to press a button first.
    fn is_ready_to_begin(&self) -> bool {
        let is_waiting = self.session.stage() == Stage::Waiting;
        let all_taken = Seat::BOTH.into_iter().all(|seat| self.is_taken(seat));
        let has_clock = self.session.terms().time.clock != ClockRule::Unlimited;
        is_waiting && all_taken && !(has_clock && self.is_host(Some(self.seed.owner)))
    }

    /// What a computer says to a proposal, and what a person at both seats says to their own.
    fn automatic_answer(&self) -> Option<(Seat, Command)> {
        let BySeat { first, second } = self.seed.people;
        let is_same = first.is_some() && first == second;
        if !is_same && self.computers.iter().all(Option::is_none) {
            return None;
        }
        let view = self.session.view(self.now_ms());
        for seat in Seat::BOTH {
            let is_computer = self.computers[seat].is_some();
            if !is_computer && !is_same {
                continue;
            }
            if let Some(offer) = view.offers[seat.other()].first() {
                let kind = offer.kind();
                let command = match kind {
                    OfferKind::Draw if is_computer => Command::Decline(kind),
                    _ => Command::Accept(kind),
                };
                return Some((seat, command));
            }
        }
        None
    }

    /// Lets the computer whose turn it is think, and the other not.
    pub(super) fn set_thinking(&mut self) {
        // What could not be kept is tried again first.
        if self.computers.iter().all(Option::is_none) || self.retry_at.is_some() {
            return;
        }
        // Two computers without a clock play for those who watch.
        let nobody_is_here = self.players.is_empty() && self.spectators.len() == 0;
        let has_clock = self.session.deadline().is_some();
        if nobody_is_here && !has_clock && self.computers.iter().all(Option::is_some) {
            return;
        }
        let now_ms = self.now_ms();
        let turn = match self.session.stage() {
            Stage::Playing => self.session.turn(),
            _ => None,
        };
        let remaining = self
            .session
            .view(now_ms)
            .clocks
            .zip(turn)
            .and_then(|(clocks, seat)| {
                let left = std::time::Duration::from_millis(clocks[seat].remaining_ms);
                let rule = self.session.terms().time.clock;
                TimeLeft::on_clock(rule, left, clocks[seat].periods)
            });
        for seat in Seat::BOTH {
            let Some(computer) = &mut self.computers[seat] else {
                continue;
            };
            let plies = self.session.played().len();
            if turn != Some(seat) || self.thinking_ply != plies {
                computer.stop();
            }
            if turn != Some(seat) || computer.is_thinking() || !computer.is_ready() {
                continue;
            }
            let task = Task {
                position: self.session.position().clone(),
                start: self.session.terms().start.clone(),
                moves: self
                    .session
                    .played()
                    .iter()
                    .map(|changes| changes.mv)
                    .collect(),
                time: remaining,
            };
            self.thinking_ply = plies;
            computer.think(seat, task, &self.services.thinkers, self.myself.clone());
        }
    }

    /// Tells whoever is to act, wherever they are.
    fn tell_turn(&mut self) {
        let number = self.session.log().len();
        if number == self.told_number {
            return;
        }
        self.told_number = number;
        let table = self.id.to_string();
        match self.session.stage() {
            Stage::Playing => {
                let turn = self
                    .session
                    .turn()
                    .and_then(|seat| self.people[seat].as_ref());
                if let Some(person) = turn {
                    let event = PersonalEvent::Turn { table, number };
                    self.services.personal.tell(person.key, event);
                }
            }
            Stage::Over(_) => {
                for person in self.people.iter().flatten() {
                    let table = table.clone();
                    self.services
                        .personal
                        .tell(person.key, PersonalEvent::Over { table });
                }
            }
            Stage::Waiting | Stage::Paused => {}
        }
    }

    /// Notes in the table's row how far the game has come, and counts a rated result once.
    async fn note_stage(&mut self) -> Result<(), Denied> {
        let stage = match self.session.stage() {
            Stage::Waiting => "waiting",
            Stage::Playing => "playing",
            Stage::Paused => "paused",
            Stage::Over(_) => "over",
        };
        if self.noted_stage != stage {
            let view = WireView::new(&self.session.view(self.now_ms()), 0);
            let progress = TableProgress {
                stage,
                ended_ms: self.ended_ms(),
                ply_count: view.ply_count,
                result: self.session.result().map(|result| result.to_string()),
                board: view.board,
                first_has_black: self.session.colors().first == yiqi_rules::Color::Black,
            };
            self.services
                .store
                .note_progress(self.key, progress)
                .await?;
            self.noted_stage = stage.to_owned();
        }
        self.rate().await
    }

    /// When the game ended, if it has.
    pub(super) fn ended_ms(&self) -> Option<u64> {
        self.session.result()?;
        let mut ends = self.session.log().iter().rev();
        // What follows the end is about a rematch.
        let end = ends.find(|entry| {
            !matches!(
                entry.event,
                Event::Offer { .. } | Event::Decline { .. } | Event::AgreeRematch
            )
        })?;
        Some(self.seed.created_ms + end.at_ms)
    }

    /// Counts a rated result, once.
    async fn rate(&mut self) -> Result<(), Denied> {
        let (Some(result), true, false) = (self.session.result(), self.seed.rated, self.is_rated)
        else {
            return Ok(());
        };
        if let BySeat {
            first: Some(first),
            second: Some(second),
        } = self.seed.people
            && result.reason != yiqi_record::EndReason::Aborted
        {
            let colors = self.session.colors();
            let winner = result.winner.map(|color| colors.seat_of(color));
            self.services
                .people
                .rate(self.key, self.spec(), first, second, winner)
                .await?;
        }
        self.is_rated = true;
        Ok(())
    }

    /// A rematch: a new table with colors exchanged.
    async fn play_on(&mut self) -> Result<(), Denied> {
        let first_color = match self.session.rematch_terms().colors {
            yiqi_session::ColorChoice::First(yiqi_rules::Color::Black) => {
                yiqi_wire::FirstColor::Black
            }
            yiqi_session::ColorChoice::First(yiqi_rules::Color::White) => {
                yiqi_wire::FirstColor::White
            }
            yiqi_session::ColorChoice::Drawn => yiqi_wire::FirstColor::Drawn,
        };
        let stored = StoredTerms {
            first_color,
            ..self.stored.clone()
        };
        let seed = self.seed_like_this(&stored)?;
        let next = self.services.store.add_next_table(self.key, seed).await?;
        self.next = Some(next.clone());
        for person in self.people.iter().flatten() {
            let table = next.clone();
            let event = PersonalEvent::Table { table };
            self.services.personal.tell(person.key, event);
        }
        self.send_all(&Outgoing::plain(ServerMessage::Next {
            table: next.clone(),
        }));
        self.services.open_soon(next);
        Ok(())
    }
}
