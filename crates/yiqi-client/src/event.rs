//! Events of a table for a face.

use std::sync::Arc;
use std::time::{Duration, Instant};

use yiqi_record::notation::is_unprintable;
use yiqi_record::{BySeat, Seat};
use yiqi_session::{GameView, Session};
use yiqi_wire::{
    Chat, Fault, PerSeat, Presence, SeatInfo, SeatKind, TableInfo, Thought, WireCommand, You,
};

use crate::tls::TlsProblem;

/// An event of a table for a face.
#[derive(Clone, Debug)]
pub enum Event {
    /// The table has changed; this is its whole state.
    State(Arc<TableSnapshot>),
    /// A command was refused.
    Refused {
        /// The command's id.
        id: String,
        /// The reason.
        fault: Fault,
    },
    /// Something else failed. A fault without text comes from this client: `too_many` commands are
    /// unacknowledged.
    Failed(Fault),
    /// The state of the connection changed.
    Connection(LinkState),
    /// A chat message.
    Chat(Chat),
    /// A chat message was not sent, because the connection is lost.
    Unsaid(String),
    /// The rematch takes place at another table of the server.
    Next(String),
    /// The current analysis of a program at the table.
    Thought(Thought),
}

/// The state of the connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkState {
    /// Connecting for the first time.
    Connecting,
    /// Connected.
    Connected,
    /// Lost; the next attempt follows soon.
    Reconnecting {
        /// Milliseconds until the next attempt.
        in_ms: u64,
    },
    /// Closed for good.
    Closed(Reason),
}

/// Why a connection was closed for good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The face closed it.
    Left,
    /// The server was never reached.
    Unreachable(String),
    /// There is no secure connection to the server.
    Tls(TlsProblem),
    /// The server accepts only HTTPS.
    NeedsHttps,
    /// Whatever responds there is not a yiqi server.
    NotYiqi,
    /// There is no such table.
    NoTable,
    /// The server refuses.
    Refused(Fault),
    /// The same person opened the table elsewhere.
    Elsewhere,
    /// The server closed the connection: too many messages, or logged out.
    Policy,
    /// The server speaks another protocol version, or plays a game that this client does not know.
    Version,
    /// The server rejected what was sent and closed with this code.
    Protocol(u16),
}

/// The whole state of a table at one moment.
#[derive(Clone, Debug)]
pub struct TableSnapshot {
    /// The properties of the table.
    pub table: TableInfo,
    /// The game. Its names date from when it was opened: [`TableSnapshot::view`] has the current ones.
    pub session: Arc<Session>,
    /// The client's own role at the table.
    pub you: You,
    /// Who is connected.
    pub presence: Presence,
    /// When the presence was received.
    pub presence_at: Instant,
    /// The commands sent and not acknowledged yet, oldest first.
    pub sending: Vec<WireCommand>,
    /// The table's clock.
    pub clock: TableClock,
}

/// The table's clock, extrapolated from a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableClock {
    /// The table's time at the reading, in the same milliseconds as entries.
    pub table_ms: u64,
    /// When it was read.
    pub at: Instant,
}

impl TableClock {
    /// The table's time now.
    #[must_use]
    pub fn now_ms(&self, now: Instant) -> u64 {
        self.table_ms.saturating_add(ms_between(self.at, now))
    }

    /// Of two readings, the one that is ahead: the other was delayed more.
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

impl TableSnapshot {
    /// The game now, with clocks running and the current names.
    #[must_use]
    pub fn view(&self, now: Instant) -> GameView {
        GameView {
            players: names(&self.table.seats),
            ..self.session.view(self.clock.now_ms(now))
        }
    }

    /// The seats that this client may act for.
    #[must_use]
    pub fn own_seats(&self) -> Vec<Seat> {
        self.you.seats.iter().map(|&seat| seat.into()).collect()
    }

    /// Whether this client only watches.
    #[must_use]
    pub fn is_spectator(&self) -> bool {
        self.you.seats.is_empty()
    }

    /// Whether nobody sits at a seat yet.
    #[must_use]
    pub fn is_open(&self, seat: Seat) -> bool {
        self.table.seats.get(seat).kind == SeatKind::Open
    }

    /// Milliseconds until the game may be claimed from an absent seat; `None` while it is
    /// connected.
    #[must_use]
    pub fn claim_in_ms(&self, seat: Seat, now: Instant) -> Option<u64> {
        let in_ms = (*self.presence.claim_in_ms.get(seat))?;
        Some(in_ms.saturating_sub(ms_between(self.presence_at, now)))
    }
}

/// The names at the seats, without unprintable characters. A program without a name is called by
/// its player spec.
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
