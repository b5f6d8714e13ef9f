//! What a face is told of a table.

use std::sync::Arc;
use std::time::{Duration, Instant};

use yiqi_record::notation::is_unprintable;
use yiqi_record::{BySeat, Seat};
use yiqi_session::{GameView, Session};
use yiqi_wire::{
    Chat, Fault, PerSeat, Presence, SeatInfo, SeatKind, TableInfo, Thought, WireCommand, You,
};

/// What a face is told of a table.
#[derive(Clone, Debug)]
pub enum Event {
    /// Something about the table is new: this is all of it.
    State(Arc<State>),
    /// A command was refused.
    Refused {
        /// The command's id.
        id: String,
        /// Why.
        fault: Fault,
    },
    /// Something else went wrong. Without a text, it went wrong here: `too_many` is waiting to be
    /// sent.
    Failed(Fault),
    /// How the connection is.
    Connection(Link),
    /// Somebody says something.
    Chat(Chat),
    /// What one said did not go out, since the connection is lost.
    Unsaid(String),
    /// The same two play on at another table of the server.
    Next(String),
    /// What a computer at the table thinks.
    Thought(Thought),
}

/// How the connection is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Link {
    /// On the way for the first time.
    Connecting,
    /// There.
    Connected,
    /// Lost; tried again soon.
    Reconnecting {
        /// How soon.
        in_ms: u64,
    },
    /// Over for good.
    Closed(Reason),
}

/// Why a connection is over for good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The face wished so.
    Left,
    /// The server was never reached.
    Unreachable(String),
    /// What answers there is no yiqi server.
    NotYiqi,
    /// There is no such table.
    NoTable,
    /// The server refuses.
    Refused(Fault),
    /// The same person opened the table elsewhere.
    Elsewhere,
    /// The server closed the connection: too many messages, or logged out.
    Policy,
    /// The server speaks another version, or plays a game that is not known here.
    Version,
    /// The server did not take what was sent, with the code by which it closed the connection.
    Protocol(u16),
}

/// All about a table at one moment.
#[derive(Clone, Debug)]
pub struct State {
    /// What the table is.
    pub table: TableInfo,
    /// The game. Its names are those of when it was opened: [`State::view`] has the present ones.
    pub session: Arc<Session>,
    /// What one is oneself at the table.
    pub you: You,
    /// Who is connected.
    pub presence: Presence,
    /// When that was said.
    pub presence_at: Instant,
    /// What was asked and is not answered yet, oldest first.
    pub sending: Vec<WireCommand>,
    /// The table's time.
    pub clock: TableClock,
}

/// The table's time, told from a moment at which it was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableClock {
    /// The table's time at that moment, in the same milliseconds as entries.
    pub table_ms: u64,
    /// The moment.
    pub at: Instant,
}

impl TableClock {
    /// The table's time now.
    #[must_use]
    pub fn now_ms(&self, now: Instant) -> u64 {
        self.table_ms.saturating_add(ms_between(self.at, now))
    }

    /// Of two readings the one that is further: the other was longer on its way.
    pub(crate) fn or_further(self, other: TableClock) -> TableClock {
        if other.table_ms > self.now_ms(other.at) {
            other
        } else {
            self
        }
    }
}

fn ms_between(from: Instant, to: Instant) -> u64 {
    let elapsed: Duration = to.saturating_duration_since(from);
    u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX)
}

impl State {
    /// The game as it is now, with clocks running and the names of who sits there now.
    #[must_use]
    pub fn view(&self, now: Instant) -> GameView {
        GameView {
            players: names(&self.table.seats),
            ..self.session.view(self.clock.now_ms(now))
        }
    }

    /// The seats one may act for.
    #[must_use]
    pub fn own_seats(&self) -> Vec<Seat> {
        self.you.seats.iter().map(|&seat| seat.into()).collect()
    }

    /// Whether one only watches.
    #[must_use]
    pub fn is_spectator(&self) -> bool {
        self.you.seats.is_empty()
    }

    /// Whether nobody sits at a seat yet.
    #[must_use]
    pub fn is_open(&self, seat: Seat) -> bool {
        self.table.seats.get(seat).kind == SeatKind::Open
    }

    /// How soon the game may be taken from a seat that stays away; `None` while it is there.
    #[must_use]
    pub fn claim_in_ms(&self, seat: Seat, now: Instant) -> Option<u64> {
        let in_ms = (*self.presence.claim_in_ms.get(seat))?;
        Some(in_ms.saturating_sub(ms_between(self.presence_at, now)))
    }
}

/// The names of who sits there, without what cannot be printed. A program without a name is called by
/// its description.
pub(crate) fn names(seats: &PerSeat<SeatInfo>) -> BySeat<String> {
    let name = |seat: &SeatInfo| {
        let name = match (&seat.player, seat.name.is_empty()) {
            (Some(player), true) => player,
            _ => &seat.name,
        };
        name.chars().filter(|&c| !is_unprintable(c)).collect()
    };
    BySeat {
        first: name(&seats.first),
        second: name(&seats.second),
    }
}
