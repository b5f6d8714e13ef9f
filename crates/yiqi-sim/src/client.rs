//! People: they connect to any server, play, watch, lose their connection and come back.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep, sleep_until};
use yiqi_client::{Mirror, TableSnapshot};
use yiqi_record::notation::move_name;
use yiqi_record::{Event, OfferKind, Seat};
use yiqi_rules::{Dice, Move, Point};
use yiqi_server::sim::{Frame, Guest};
use yiqi_session::{Session, Stage};
use yiqi_wire::{ClientMessage, CommandMessage, ServerMessage, WireCommand, WireEntry, WireOffer};

use crate::history::Seen;
use crate::world::{Line, Site};

/// Nobody waits longer for an answer, or in silence.
const PATIENCE: Duration = Duration::from_secs(12);

/// After everything is healed, a pending command must be resolved within this time.
const RESOLVED_MAX: Duration = Duration::from_secs(5);

/// The code of a connection that was replaced by a newer one.
const ELSEWHERE: u16 = 4001;

/// A person at a table.
struct Visit {
    site: Arc<Site>,
    who: usize,
    player: Guest,
    table: String,
    plays: bool,
    dice: Dice,
    mirror: Mirror,
    /// What was sent before, by the ids of commands, to repeat it.
    sent: Vec<(String, String)>,
    /// Since when there has been a command without an answer on this connection.
    waits_since: Option<Instant>,
    /// Whether the players agree or not on a rematch.
    has_rematch: bool,
    /// Whether this person has said what they think of a rematch.
    has_spoken: bool,
    /// The table of the rematch.
    next: Option<String>,
    is_done: bool,
}

/// What somebody does at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Plays.
    Player,
    /// Plays, and plays again if both want to.
    PlayerAgain,
    /// Watches.
    Watcher,
}

/// Attends a table until its game is over, and that of the rematch.
pub(crate) async fn attend(site: Arc<Site>, who: usize, player: Guest, table: String, role: Role) {
    let visiting = visit(Arc::clone(&site), who, player.clone(), table, role);
    if let Some(next) = visiting.await {
        visit(site, who, player, next, Role::Player).await;
    }
}

/// Attends a table until its game is over. Returns the table of the rematch.
async fn visit(
    site: Arc<Site>,
    who: usize,
    player: Guest,
    table: String,
    role: Role,
) -> Option<String> {
    let mut dice = site.dice();
    let mirror = Mirror::new(dice.roll());
    let mut visit = Visit {
        site,
        who,
        player,
        table,
        plays: role != Role::Watcher,
        dice,
        mirror,
        sent: Vec::new(),
        waits_since: None,
        has_rematch: role == Role::PlayerAgain,
        has_spoken: false,
        next: None,
        is_done: false,
    };
    while !visit.is_done {
        visit.connect().await;
        let pause_ms = 20
            + visit
                .dice
                .below(if visit.site.is_healed() { 200 } else { 1_500 });
        sleep(Duration::from_millis(pause_ms as u64)).await;
    }
    visit.next
}

/// Plays all games of a tournament.
pub(crate) async fn compete(site: Arc<Site>, who: usize, player: Guest, tournament: String) {
    let mut dice = site.dice();
    let mut last: Option<String> = None;
    loop {
        let pause_ms = 100 + dice.below(900);
        sleep(Duration::from_millis(pause_ms as u64)).await;
        let Some(node) = site.node(site.any(&mut dice)) else {
            continue;
        };
        // A process that hangs does not answer.
        let asking = node.place_in(&player, tournament.clone());
        let place = tokio::time::timeout(PATIENCE, asking).await;
        match place {
            Ok(Ok((true, _))) => return,
            Ok(Ok((false, Some(table)))) if last.as_ref() != Some(&table) => {
                last = Some(table.clone());
                let (site, player) = (Arc::clone(&site), player.clone());
                attend(site, who, player, table, Role::Player).await;
            }
            Ok(Ok((false, None))) if dice.below(20) == 0 => {
                // Whoever did not come to the board in time was taken out, and comes back.
                let joining = node.join(&player, tournament.clone());
                let joined = tokio::time::timeout(PATIENCE, joining).await;
                site.history()
                    .note(format!("person {who} joins: {joined:?}"));
            }
            _ => {}
        }
    }
}

impl Visit {
    fn saw(&self, seen: Seen) {
        self.site.saw(self.who, seen);
    }

    fn is(&mut self, per_mille: usize) -> bool {
        self.dice.below(1000) < per_mille
    }

    /// One connection, from its beginning to its end.
    async fn connect(&mut self) {
        let machine = self.site.any(&mut self.dice);
        let Some(node) = self.site.node(machine) else {
            return;
        };
        let after = self.mirror.after();
        self.saw(Seen::Connected {
            machine,
            table: self.table.clone(),
            after,
        });
        let lag = Duration::from_millis(match self.dice.below(10) {
            0 if !self.site.is_healed() => self.dice.below(400),
            _ => self.dice.below(30),
        } as u64);
        let socket = node.connect(&self.player, self.table.clone(), after);
        drop(node);
        let mut line = Line::open(socket, lag);
        self.mirror.connected();
        self.waits_since = None;
        let since = Instant::now();
        let mut heard_at = since;
        let mut acts_at = Instant::now() + self.think();
        loop {
            let silent_at = heard_at + PATIENCE;
            tokio::select! {
                biased;
                frame = line.from.recv() => {
                    heard_at = Instant::now();
                    match frame {
                        Some(Frame::Text(text)) => {
                            if !self.receive(&text, &line) {
                                break;
                            }
                        }
                        Some(Frame::Closed(code)) => {
                            self.saw(Seen::Closed { code: Some(code) });
                            if code == ELSEWHERE && self.site.is_healed() {
                                self.site.history().violation(format!(
                                    "I8: person {} was thrown out of {} by nobody",
                                    self.who, self.table
                                ));
                            }
                            return;
                        }
                        None => {
                            self.saw(Seen::Closed { code: None });
                            return;
                        }
                    }
                    let cut = self.site.plan.rates.cut as usize;
                    if !self.site.is_healed() && self.is(cut) {
                        break;
                    }
                    if self.is_finished() {
                        self.is_done = true;
                        break;
                    }
                }
                () = sleep_until(acts_at.min(silent_at)) => {
                    if Instant::now() >= silent_at {
                        break;
                    }
                    if self.is_stuck() {
                        break;
                    }
                    if self.mirror.is_greeted() {
                        self.act(&line);
                    }
                    acts_at = Instant::now() + self.think();
                }
            }
        }
        self.saw(Seen::Closed { code: None });
        let noticed_ms = match self.dice.below(3) {
            0 => 0,
            1 => self.dice.below(500),
            _ if self.site.is_healed() => 0,
            _ => self.dice.below(15_000),
        };
        self.site.history().fault("connections cut");
        line.cut(Duration::from_millis(noticed_ms as u64));
    }

    /// Whether an answer does not come.
    fn is_stuck(&mut self) -> bool {
        let Some(since) = self.waits_since else {
            return false;
        };
        let waited = since.elapsed();
        if self.site.was_healed_by(since) && waited > RESOLVED_MAX {
            self.site.history().violation(format!(
                "I11: person {} waits for an answer at {}",
                self.who, self.table
            ));
        }
        waited > RESOLVED_MAX || (waited > Duration::from_secs(1) && self.is(100))
    }

    /// How long to think.
    fn think(&mut self) -> Duration {
        let ms = if self.site.is_healed() {
            50 + self.dice.below(150)
        } else if self.is(30) {
            // Long enough to run out of time.
            self.dice.below(6_000)
        } else {
            50 + self.dice.below(800)
        };
        Duration::from_millis(ms as u64)
    }

    /// Whether the game is over, everything is answered, and it is known whether there is a rematch.
    fn is_finished(&self) -> bool {
        let Some(state) = self.mirror.state() else {
            return false;
        };
        let session = &state.session;
        let is_settled = !self.has_rematch
            || self.next.is_some()
            || session
                .log()
                .iter()
                .any(|entry| matches!(entry.event, Event::Decline { offer, .. } if offer == OfferKind::Rematch));
        let is_over = matches!(session.stage(), Stage::Over(_));
        is_over && is_settled && self.mirror.unanswered().next().is_none()
    }

    /// Takes in a message. Returns whether the connection can go on.
    fn receive(&mut self, text: &str, line: &Line) -> bool {
        let message: ServerMessage = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => {
                let problem = format!("a message cannot be read: {error}: {text}");
                self.site.history().violation(problem);
                return false;
            }
        };
        let is_first = !self.mirror.is_greeted();
        let is_answer = matches!(
            message,
            ServerMessage::Ack { .. } | ServerMessage::Refused { .. }
        );
        match &message {
            ServerMessage::Table(state) => self.saw_entries(state.from, &state.entries),
            ServerMessage::Update(update) => self.saw_entries(update.from, &update.entries),
            ServerMessage::Ack { id, number } => self.saw(Seen::Acked {
                id: id.clone(),
                number: *number,
            }),
            ServerMessage::Refused { id, fault } => {
                self.has_spoken = false;
                self.saw(Seen::Refused {
                    id: id.clone(),
                    code: fault.code.clone(),
                });
            }
            _ => {}
        }
        match self.mirror.receive(message, Instant::now().into_std()) {
            Ok(events) => {
                for event in events {
                    if let yiqi_client::Event::Next(table) = event {
                        self.goes_on_at(table);
                    }
                }
            }
            Err(desync) => {
                self.site.history().violation(format!(
                    "I8: person {} at {}: {desync}",
                    self.who, self.table
                ));
                self.mirror.forget();
                return false;
            }
        }
        if is_first && self.mirror.is_greeted() {
            let again: Vec<CommandMessage> = self.mirror.unanswered().cloned().collect();
            for message in again {
                self.send(line, message);
            }
        }
        if self.mirror.unanswered().next().is_none() {
            self.waits_since = None;
        } else if is_answer {
            // On a slow line the next answer comes some time after this one.
            self.waits_since = Some(Instant::now());
        }
        true
    }

    /// Notes the table of the rematch.
    fn goes_on_at(&mut self, table: String) {
        if self.next.as_ref().is_some_and(|next| *next != table) {
            self.site.history().violation(format!(
                "I8: person {} is sent from {} to {:?} and {table}",
                self.who, self.table, self.next
            ));
        }
        self.next = Some(table);
    }

    fn saw_entries(&self, from: usize, entries: &[WireEntry]) {
        let body = |entry: &WireEntry| serde_json::to_string(entry).unwrap_or_default();
        self.saw(Seen::Entries {
            table: self.table.clone(),
            from,
            bodies: entries.iter().map(body).collect(),
        });
    }

    fn send(&mut self, line: &Line, message: CommandMessage) {
        self.saw(Seen::Sent {
            table: self.table.clone(),
            id: message.id.clone(),
            command: format!("{:?}", message.command),
        });
        let id = message.id.clone();
        let text = serde_json::to_string(&ClientMessage::Command(message)).unwrap_or_default();
        line.send(text.clone());
        self.sent.push((id, text));
        self.waits_since.get_or_insert_with(Instant::now);
    }

    fn ask(&mut self, line: &Line, command: WireCommand) {
        if let Some(message) = self.mirror.ask(None, command).cloned() {
            self.send(line, message);
        }
    }

    /// Does something, or nothing.
    fn act(&mut self, line: &Line) {
        let Some(state) = self.mirror.state() else {
            return;
        };
        let repeat = self.site.plan.rates.repeat as usize;
        if !self.site.is_healed() && !self.sent.is_empty() && self.is(repeat / 4) {
            // The same message again: the network, or a client that is not sure.
            let (message, text) = self.dice.pick(&self.sent).clone();
            self.site.history().fault("commands repeated");
            self.saw(Seen::Sent {
                table: self.table.clone(),
                id: message,
                command: "again".to_owned(),
            });
            line.send(text);
        }
        if !self.plays {
            if self.is(20) && !self.site.is_healed() {
                // Whoever only watches must not act.
                self.ask(line, WireCommand::Resign {});
            }
            return;
        }
        let Some(&seat) = state.own_seats().first() else {
            return;
        };
        if let Some(command) = self.choose(&state, seat) {
            self.ask(line, command);
        }
    }

    fn choose(&mut self, state: &TableSnapshot, seat: Seat) -> Option<WireCommand> {
        let session = &state.session;
        let is_mine = session.turn() == Some(seat);
        let is_calm = self.site.is_healed();
        let waits = !state.sending.is_empty();
        match session.stage() {
            Stage::Waiting => None,
            Stage::Over(_) if self.has_rematch && !waits => self.choose_rematch(session, seat),
            Stage::Over(_) => None,
            Stage::Paused => (is_mine && !waits).then_some(WireCommand::Resume {}),
            Stage::Playing => {
                let view = session.view(0);
                if let Some(offer) = view.offers[seat.other()].first()
                    && !waits
                    && (is_calm || self.is(500))
                {
                    let what = match offer.kind() {
                        OfferKind::Draw => WireOffer::Draw,
                        OfferKind::TakeBack => WireOffer::TakeBack,
                        OfferKind::Pause => WireOffer::Pause,
                        OfferKind::Rematch => WireOffer::Rematch,
                    };
                    let accepts = !is_calm && self.is(400);
                    return Some(if accepts {
                        WireCommand::Accept { what }
                    } else {
                        WireCommand::Decline { what }
                    });
                }
                if waits && !self.is(50) {
                    return None;
                }
                let spec = session.terms().spec;
                if is_mine {
                    let end = if is_calm { 60 } else { 4 };
                    if self.is(end) {
                        return Some(WireCommand::Resign {});
                    }
                    if !is_calm && self.is(100) {
                        return Some(self.oddity(spec));
                    }
                    let moves = session.position().legal_moves();
                    if moves.is_empty() {
                        return None;
                    }
                    let mv = *self.dice.pick(&moves);
                    return Some(WireCommand::Play {
                        mv: move_name(mv, spec),
                        eval: None,
                    });
                }
                (!is_calm && self.is(60)).then(|| self.oddity(spec))
            }
        }
    }

    /// The first seat offers a rematch, and the second answers.
    fn choose_rematch(&mut self, session: &Session, seat: Seat) -> Option<WireCommand> {
        let what = WireOffer::Rematch;
        let view = session.view(0);
        let has_offered = |seat: Seat| {
            let mut offers = view.offers[seat].iter();
            offers.any(|offer| offer.kind() == OfferKind::Rematch)
        };
        if session.rematch_agreed() || self.has_spoken {
            return None;
        }
        let command = match seat {
            Seat::First => (!has_offered(seat)).then_some(WireCommand::Offer { what }),
            Seat::Second if !has_offered(seat.other()) => None,
            Seat::Second if self.is(700) => Some(WireCommand::Accept { what }),
            Seat::Second => Some(WireCommand::Decline { what }),
        };
        self.has_spoken = command.is_some();
        command
    }

    /// Something that is refused most of the time.
    fn oddity(&mut self, spec: yiqi_rules::GameSpec) -> WireCommand {
        let what = [WireOffer::Draw, WireOffer::TakeBack, WireOffer::Pause];
        match self.dice.below(8) {
            0..=2 => WireCommand::Offer {
                what: *self.dice.pick(&what),
            },
            3 => WireCommand::Claim {},
            4 => WireCommand::Abort {},
            5 => WireCommand::Accept {
                what: *self.dice.pick(&what),
            },
            _ => {
                let size = usize::from(spec.size());
                let (col, row) = (self.dice.below(size), self.dice.below(size));
                let mv = Point::new(col as u8, row as u8).map_or(Move::Pass, Move::Place);
                WireCommand::Play {
                    mv: move_name(mv, spec),
                    eval: None,
                }
            }
        }
    }
}
