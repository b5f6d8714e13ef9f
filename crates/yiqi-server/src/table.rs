//! A table: one game hosted by this server.
//!
//! A table that is in use has a task of its own, the [`actor`]; everybody else holds a
//! [`TableHandle`] and asks. The task decides, keeps, applies and tells, in this order; what it has
//! in memory can be read from the store at any time, so a task that fails loses nothing.

mod actor;
mod clock;
mod command;
mod computer;
mod follow;
mod links;
mod presence;
mod terms;
mod visit;

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};
use yiqi_players::{Analysis, Thought};
use yiqi_record::{Record, Seat};
use yiqi_wire::{CommandMessage, Room, TableState};

use crate::asker::Asker;
use crate::denied::Denied;
use crate::lobby::Summary;

pub(crate) use actor::{read_histories, spawn};
pub(crate) use computer::check_player;
pub(crate) use links::{Link, LinkEnd, Texts, code, encode, link};
pub(crate) use terms::StoredTerms;

/// Questions that may wait for a table.
const MAILBOX: usize = 64;

/// Where the answer to a question goes.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, Denied>>;

/// A command as it came in.
#[derive(Debug)]
pub(crate) struct Sent {
    pub(crate) asker: Arc<Asker>,
    pub(crate) message: CommandMessage,
    /// When it arrived, in the service's time.
    pub(crate) received_ms: u64,
    /// The round trip of the connection.
    pub(crate) lag_ms: u64,
    /// How the answer gets back; `None` once it is given.
    pub(crate) answer: Option<Answer>,
}

/// How the answer to a command gets back.
#[derive(Debug)]
pub(crate) enum Answer {
    /// On the connection with this number.
    Link(u64),
    /// To somebody who waits: the number of the first entry.
    Waiting(Reply<usize>),
}

/// What can be asked of a table.
pub(crate) enum Ask {
    /// Do something in the game.
    Command(Sent),
    /// Say whether the asker may see the table.
    Look { asker: Arc<Asker>, reply: Reply<()> },
    /// Tell everything, and what happens from now on.
    Connect {
        link: Link,
        reply: Reply<Box<TableState>>,
    },
    /// The connection is gone.
    Disconnect { link: u64 },
    /// Tell everything.
    State {
        asker: Arc<Asker>,
        reply: Reply<Box<TableState>>,
    },
    /// The table as lists show it, for whoever may see it.
    Summary {
        asker: Arc<Asker>,
        reply: Reply<Box<Summary>>,
    },
    /// The game as a record, for whoever may see it.
    Record {
        asker: Arc<Asker>,
        reply: Reply<Box<Record>>,
    },
    /// Take the open seat.
    Sit {
        asker: Arc<Asker>,
        reply: Reply<Seat>,
    },
    /// Say something.
    Chat {
        asker: Arc<Asker>,
        link: u64,
        room: Room,
        text: String,
    },
    /// The same once more at a new table.
    Again {
        asker: Arc<Asker>,
        reply: Reply<String>,
    },
    /// What a computer thinks.
    Thought {
        seat: Seat,
        turn: u64,
        analysis: Analysis,
    },
    /// What a computer chose. Its player comes back to think again.
    Chosen { seat: Seat, thought: Thought },
    /// The service was away: give the time back.
    Settle,
    /// The service stops.
    Close,
}

/// What others hold of a table.
#[derive(Clone)]
pub(crate) struct TableHandle {
    pub(crate) id: Arc<str>,
    /// Boxed, since a mailbox makes room for many at once and most tables wait most of the time.
    mailbox: mpsc::Sender<Box<Ask>>,
}

impl std::fmt::Debug for TableHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("TableHandle").field(&self.id).finish()
    }
}

/// The table's task has ended; it can be opened anew.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closed;

impl TableHandle {
    /// Asks; the answer comes by the way that the question names.
    pub(crate) async fn send(&self, ask: Ask) -> Result<(), Closed> {
        self.mailbox.send(Box::new(ask)).await.map_err(|_| Closed)
    }

    /// Whether the table's task has ended.
    pub(crate) fn is_closed(&self) -> bool {
        self.mailbox.is_closed()
    }
}
