//! The local copy of a table, built from messages, without a network.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use yiqi_record::notation::parse_setup;
use yiqi_record::{Entry, TimeControl};
use yiqi_rules::GameSpec;
use yiqi_session::{BrokenLog, Session, Terms};
use yiqi_wire::{
    BadEntry, Chat, CommandMessage, ServerMessage, TableInfo, TableState, Update, VERSION,
    WireCommand, WireEntry, WireSeat,
};

use crate::event::{Event, TableClock, TableSnapshot, names};

/// The local copy of a table, built from messages. Its owner passes on incoming messages and sends
/// what [`Mirror::ask`] returns. After a lost connection it resumes after [`Mirror::after`] and
/// resends the [`Mirror::unanswered`] commands.
#[derive(Debug)]
pub struct Mirror {
    /// Makes command ids unique among clients.
    nonce: u64,
    asked_count: u64,
    state: Option<TableSnapshot>,
    /// Whether this connection has sent the table's state.
    is_greeted: bool,
    unanswered: VecDeque<CommandMessage>,
    /// Number and time of recent chat messages, to drop duplicates.
    heard: VecDeque<(u64, u64)>,
    next: Option<String>,
}

/// Why a message does not fit the local copy. Nothing has changed then, but the copy cannot be
/// trusted: discard it and ask for everything.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Desync {
    /// Entries are missing.
    #[error("received entry {from} after entry {held}")]
    Gap {
        /// How many entries are held.
        held: usize,
        /// The number of the first one received.
        from: usize,
    },
    /// An entry differs from the one held.
    #[error("entry {number} has changed")]
    Changed {
        /// Its number, counted from 1.
        number: usize,
    },
    /// The server has fewer entries than are held.
    #[error("the server has {sent} entries, fewer than the {held} held")]
    Fewer {
        /// How many entries are held.
        held: usize,
        /// How many the server has.
        sent: usize,
    },
    /// An entry is not valid in this game.
    #[error("entry {number}: {error}")]
    Entry {
        /// Its number, counted from 1.
        number: usize,
        /// The error.
        error: BadEntry,
    },
    /// An entry does not follow from those before it.
    #[error("{0}")]
    Broken(#[from] BrokenLog),
    /// A message came before the table's state.
    #[error("received a message before the table's state")]
    NoTable,
    /// The game, its time control or its starting position is unknown to this client.
    #[error("unknown game")]
    Terms,
    /// The server speaks another protocol version.
    #[error("unsupported protocol version {0}")]
    Version(u32),
}

impl Desync {
    /// Whether asking for everything again cannot help.
    #[must_use]
    pub fn is_final(&self) -> bool {
        matches!(self, Desync::Terms | Desync::Version(_))
    }
}

/// How many chat messages are remembered to drop duplicates.
const HEARD_MAX: usize = 256;

/// The most commands that may be unacknowledged.
pub(crate) const UNANSWERED_MAX: usize = 32;

impl Mirror {
    /// An empty copy. `nonce` is a random number.
    #[must_use]
    pub fn new(nonce: u64) -> Mirror {
        Mirror {
            nonce,
            asked_count: 0,
            state: None,
            is_greeted: false,
            unanswered: VecDeque::new(),
            heard: VecDeque::new(),
            next: None,
        }
    }

    /// The number of the last entry held, to resume after.
    #[must_use]
    pub fn after(&self) -> usize {
        self.state
            .as_ref()
            .map_or(0, |state| state.session.log().len())
    }

    /// Starts a new connection, whose first message must be the table's state.
    pub fn connected(&mut self) {
        self.is_greeted = false;
    }

    /// Whether this connection has sent the table's state.
    #[must_use]
    pub fn is_greeted(&self) -> bool {
        self.is_greeted
    }

    /// Discards the game, so that all of it is requested again. Unacknowledged commands stay.
    pub fn forget(&mut self) {
        self.state = None;
        self.is_greeted = false;
    }

    /// The state of the table, if known.
    #[must_use]
    pub fn state(&self) -> Option<Arc<TableSnapshot>> {
        let state = self.state.as_ref()?;
        Some(Arc::new(TableSnapshot {
            sending: self
                .unanswered
                .iter()
                .map(|message| message.command.clone())
                .collect(),
            ..state.clone()
        }))
    }

    /// Gives a command its id; `None` if too many are unacknowledged.
    pub fn ask(&mut self, seat: Option<WireSeat>, command: WireCommand) -> Option<&CommandMessage> {
        if self.unanswered.len() >= UNANSWERED_MAX {
            return None;
        }
        self.asked_count += 1;
        self.unanswered.push_back(CommandMessage {
            id: format!("{:016x}-{}", self.nonce, self.asked_count),
            seat,
            command,
        });
        self.unanswered.back()
    }

    /// The unacknowledged commands, in the order to resend them.
    pub fn unanswered(&self) -> impl Iterator<Item = &CommandMessage> {
        self.unanswered.iter()
    }

    fn answered(&mut self, id: &str) -> bool {
        let before = self.unanswered.len();
        self.unanswered.retain(|message| message.id != id);
        self.unanswered.len() < before
    }

    /// Applies a message received at this moment and returns the events that follow.
    ///
    /// # Errors
    /// If it does not fit the local copy; nothing has changed then.
    pub fn receive(&mut self, message: ServerMessage, now: Instant) -> Result<Vec<Event>, Desync> {
        let mut events = Vec::new();
        match message {
            ServerMessage::Table(table) => return self.greeted(*table, now),
            _ if !self.is_greeted => return Err(Desync::NoTable),
            ServerMessage::Update(update) => {
                self.update(&update, now)?;
                events.extend(self.state().map(Event::State));
            }
            ServerMessage::Ack { id, .. } => {
                if self.answered(&id) {
                    events.extend(self.state().map(Event::State));
                }
            }
            ServerMessage::Refused { id, fault } => {
                // A repeated acknowledgment is not news.
                if self.answered(&id) {
                    events.extend(self.state().map(Event::State));
                    events.push(Event::Refused { id, fault });
                }
            }
            ServerMessage::Error(fault) => events.push(Event::Failed(fault)),
            ServerMessage::Presence(presence) => {
                if let Some(state) = &mut self.state {
                    state.presence = presence;
                    state.presence_at = now;
                }
                events.extend(self.state().map(Event::State));
            }
            ServerMessage::Seats { seats } => {
                if let Some(state) = &mut self.state {
                    state.table.seats = seats;
                }
                events.extend(self.state().map(Event::State));
            }
            ServerMessage::Next { table } => events.extend(self.next(table)),
            ServerMessage::Chat(chat) => events.extend(self.hear(chat)),
            ServerMessage::Thought(thought) => events.push(Event::Thought(thought)),
            // What was read aloud cannot be taken back.
            ServerMessage::ChatRemoved { .. } | ServerMessage::Alive => {}
        }
        Ok(events)
    }

    /// Handles the first message of a connection: the entries after those held, or all of them.
    fn greeted(&mut self, table: TableState, now: Instant) -> Result<Vec<Event>, Desync> {
        if table.version != VERSION {
            return Err(Desync::Version(table.version));
        }
        let known = match &self.state {
            // All entries came: they replace the copy.
            Some(_) if table.from <= 1 => None,
            Some(state) => Some(&*state.session),
            None => None,
        };
        let held = known.map_or(0, |session| session.log().len());
        let sent = table.from.saturating_sub(1) + table.entries.len();
        let session = match known {
            Some(session) => session.clone(),
            None => open(&table.table)?,
        };
        let session = extended(session, table.from, &table.entries)?;
        if sent < held {
            return Err(Desync::Fewer { held, sent });
        }
        self.state = Some(TableSnapshot {
            session: Arc::new(session),
            you: table.you,
            presence: table.presence,
            presence_at: now,
            sending: Vec::new(),
            clock: TableClock {
                table_ms: table.now_ms,
                at: now,
            },
            table: table.table,
        });
        self.is_greeted = true;
        let mut events: Vec<Event> = self.state().map(Event::State).into_iter().collect();
        for chat in table.chat {
            events.extend(self.hear(chat));
        }
        let next = self
            .state
            .as_ref()
            .and_then(|state| state.table.next.clone());
        if let Some(table) = next {
            events.extend(self.next(table));
        }
        Ok(events)
    }

    fn update(&mut self, update: &Update, now: Instant) -> Result<(), Desync> {
        let state = self.state.as_mut().ok_or(Desync::NoTable)?;
        let session = Session::clone(&state.session);
        state.session = Arc::new(extended(session, update.from, &update.entries)?);
        state.clock = state.clock.or_further(TableClock {
            table_ms: update.now_ms,
            at: now,
        });
        Ok(())
    }

    fn hear(&mut self, chat: Chat) -> Option<Event> {
        let mark = (chat.number, chat.at_ms);
        if self.heard.contains(&mark) {
            return None;
        }
        self.heard.push_back(mark);
        if self.heard.len() > HEARD_MAX {
            self.heard.pop_front();
        }
        Some(Event::Chat(chat))
    }

    fn next(&mut self, table: String) -> Option<Event> {
        if self.next.as_ref() == Some(&table) {
            return None;
        }
        self.next = Some(table.clone());
        Some(Event::Next(table))
    }
}

/// The session of a table, before its first entry.
fn open(table: &TableInfo) -> Result<Session, Desync> {
    let spec: GameSpec = table.game.spec.parse().map_err(|_| Desync::Terms)?;
    let time: TimeControl = table.time.parse().map_err(|_| Desync::Terms)?;
    let start = match &table.start {
        Some(text) => Some(parse_setup(text, spec).ok_or(Desync::Terms)?),
        None => None,
    };
    let terms = Terms {
        players: names(&table.seats),
        colors: table.first_color.into(),
        time,
        start,
        ..Terms::new(spec)
    };
    Session::new(terms).map_err(|_| Desync::Terms)
}

/// Extends a session by the entries that it does not have yet. The first entry has the number
/// `from`, counted from 1.
fn extended(mut session: Session, from: usize, entries: &[WireEntry]) -> Result<Session, Desync> {
    let held = session.log().len();
    let spec = session.terms().spec;
    let from = from.max(1);
    if from > held + 1 {
        return Err(Desync::Gap { held, from });
    }
    for (index, wire) in (from - 1..).zip(entries) {
        let number = index + 1;
        let entry: Entry = wire
            .entry(spec)
            .map_err(|error| Desync::Entry { number, error })?;
        match session.log().get(index) {
            Some(known) if *known == entry => {}
            Some(_) => return Err(Desync::Changed { number }),
            None => session.apply(&entry)?,
        }
    }
    Ok(session)
}
