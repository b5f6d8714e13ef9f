//! A table: one game hosted by this server.
//!
//! A table in use has its own task, the [`actor`]; everybody else holds a [`TableHandle`] and sends
//! requests. The task decides, stores, applies and publishes, in this order. Everything it has in
//! memory can be read back from the store, so a task that fails loses nothing.

mod actor;
mod chat;
mod clock;
mod command;
mod follow;
mod links;
mod others;
mod presence;
mod program;
mod rated;
mod record;
mod rest;
mod terms;
mod tournament;
mod visit;

use std::net::IpAddr;
use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};
use yiqi_players::{Analysis, FinishedTurn};
use yiqi_record::{Record, Seat};
use yiqi_wire::{CommandMessage, Room, TableState};

use crate::caller::Caller;
use crate::denied::Denied;
use crate::limits::Holder;
use crate::lobby::Summary;
use crate::services::Services;
use crate::slots::Slot;
use crate::store::{Person, PersonKey, TableKey};

pub(crate) use actor::spawn;
pub(crate) use links::{Link, LinkEnd, Texts, code, encode, link};
pub(crate) use program::{is_operators, parse_player, player_text};
pub(crate) use record::{record_of, say_player};
pub(crate) use terms::{StoredTerms, TournamentGamePlace};
pub(crate) use tournament::TournamentResult;

/// Capacity of a table's mailbox.
const MAILBOX: usize = 64;

/// How a table comes to be opened.
#[derive(Default)]
pub(crate) struct Opening {
    /// The address of whoever created it just now.
    address: Option<IpAddr>,
    /// Its place among their games with programs.
    slot: Option<Slot<Holder>>,
    /// Its place among all games with outside programs.
    outside: Option<Slot<Holder>>,
}

impl Opening {
    /// Opens a new table, which may have programs.
    ///
    /// # Errors
    /// [`Denied::TooMany`] if the caller has too many of them in play.
    pub(crate) fn of_new(
        services: &Services,
        person: PersonKey,
        caller: &Caller,
    ) -> Result<Opening, Denied> {
        Ok(Opening {
            address: Some(caller.address),
            slot: Some(services.limits.program_table(caller.address, person)?),
            outside: None,
        })
    }

    /// The same for a table with an outside program.
    ///
    /// # Errors
    /// [`Denied::Busy`] if too many of them are running.
    pub(crate) fn with_outside_program(self, services: &Services) -> Result<Opening, Denied> {
        Ok(Opening {
            outside: Some(services.limits.outside_game()?),
            ..self
        })
    }
}

/// Where the response to a request goes.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, Denied>>;

/// A command as received.
#[derive(Debug)]
pub(crate) struct SentCommand {
    pub(crate) caller: Arc<Caller>,
    pub(crate) message: CommandMessage,
    /// When it arrived, in service time.
    pub(crate) received_ms: u64,
    /// When it arrived, for measuring how long it takes.
    pub(crate) received: std::time::Instant,
    /// The round-trip time of the connection.
    pub(crate) lag_ms: u64,
    /// Where the acknowledgment or refusal goes; `None` once it was sent.
    pub(crate) reply_to: Option<ReplyTo>,
}

/// Where the acknowledgment or refusal of a command goes.
#[derive(Debug)]
pub(crate) enum ReplyTo {
    /// To the connection with this id.
    Link(u64),
    /// To a waiting caller, who gets the number of the first entry.
    Waiting(Reply<usize>),
}

/// A request to a table's task.
pub(crate) enum TableRequest {
    /// Carry out a command in the game.
    Command(SentCommand),
    /// Check whether the caller may see the table.
    CheckAccess {
        caller: Arc<Caller>,
        reply: Reply<()>,
    },
    /// Add a connection: it gets the whole state now and updates from then on.
    Connect {
        link: Link,
        reply: Reply<Box<TableState>>,
    },
    /// Remove a connection that was closed.
    Disconnect { link: u64 },
    /// Return the whole state.
    State {
        caller: Arc<Caller>,
        reply: Reply<Box<TableState>>,
    },
    /// Return the table as shown in lists, if the caller may see it.
    Summary {
        caller: Arc<Caller>,
        reply: Reply<Box<Summary>>,
    },
    /// Return the game as a record, if the caller may see it.
    Record {
        caller: Arc<Caller>,
        reply: Reply<Box<Record>>,
    },
    /// Return how a game of a tournament ended, if it has, for the server itself.
    Result {
        reply: Reply<Option<TournamentResult>>,
    },
    /// Return the game as a record, for the server itself.
    Game { reply: Reply<Box<Record>> },
    /// Take the open seat.
    Sit {
        caller: Arc<Caller>,
        reply: Reply<Seat>,
    },
    /// Post a chat message.
    Chat {
        caller: Arc<Caller>,
        link: u64,
        room: Room,
        text: String,
    },
    /// Open a new table with the same terms.
    Again {
        caller: Arc<Caller>,
        reply: Reply<String>,
    },
    /// Make the program whose turn it is move at once.
    Hurry { caller: Arc<Caller> },
    /// Publish the current analysis of a program.
    Analysis {
        seat: Seat,
        turn: u64,
        analysis: Analysis,
    },
    /// Play the move that a program chose. Its player comes back for the next turn.
    Chosen { seat: Seat, thought: FinishedTurn },
    /// Show nothing more of somebody who has deleted the account.
    Forget { person: Arc<Person> },
    /// Seat an account where a guest sat who has logged in to it.
    Replace {
        guest: PersonKey,
        account: Arc<Person>,
    },
    /// Give back the time in which the service was down.
    Settle,
    /// Read on if there are more entries than the table has; another node may have notified the
    /// players.
    Entries { count: usize, is_told: bool },
    /// Read the seats and terms again, which another node has changed.
    Row,
    /// Read what was said at other nodes.
    NewChat,
    /// See who is connected to other nodes.
    LookElsewhere,
    /// Shut down.
    Close,
}

/// A handle to a table's task.
#[derive(Clone)]
pub(crate) struct TableHandle {
    pub(crate) id: Arc<str>,
    pub(crate) key: TableKey,
    /// Boxed, because a channel allocates room for many requests at once and most tables are idle.
    mailbox: mpsc::Sender<Box<TableRequest>>,
}

impl std::fmt::Debug for TableHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("TableHandle").field(&self.id).finish()
    }
}

/// The table's task has ended; the table can be reopened.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closed;

impl TableHandle {
    /// Sends a request; the response comes on the channel that the request carries.
    pub(crate) async fn send(&self, request: TableRequest) -> Result<(), Closed> {
        self.mailbox
            .send(Box::new(request))
            .await
            .map_err(|_| Closed)
    }

    /// Sends a request without waiting for room in the mailbox.
    pub(crate) fn send_soon(&self, request: TableRequest) {
        use mpsc::error::TrySendError;
        if let Err(TrySendError::Full(request)) = self.mailbox.try_send(Box::new(request)) {
            let mailbox = self.mailbox.clone();
            crate::tasks::spawn(async move {
                // A table that has closed needs no request.
                let _ = mailbox.send(request).await;
            });
        }
    }

    /// Whether the table's task has ended.
    pub(crate) fn is_closed(&self) -> bool {
        self.mailbox.is_closed()
    }
}
