//! A server: its open tables, and new ones.

use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::{Duration, Instant};

use yiqi_client::{Options, Reason, ServerAddress, TableAddress};
use yiqi_wire::{LobbyView, NewTable};

use crate::network::{ServerAnswer, ServerQuestion};
use crate::remote::printable;
use crate::shared::Shared;
use crate::words;

/// How often the list of tables is read again.
const REFRESH_INTERVAL: Duration = Duration::from_secs(4);

/// The longest name, in characters.
const NAME_MAX: usize = 20;

/// A server that the person looks at.
pub(crate) struct Visit {
    pub(crate) server: ServerAddress,
    /// Its tables, once known.
    pub(crate) tables: Option<LobbyView>,
    /// Why they could not be read the last time.
    pub(crate) problem: Option<String>,
    waiting: Option<Receiver<Result<ServerAnswer, Reason>>>,
    creating: Option<Receiver<Result<ServerAnswer, Reason>>>,
    /// A table that was created and is to be joined.
    created: Option<TableAddress>,
    asked: Instant,
}

impl Visit {
    /// Whether a new table is being created.
    pub(crate) fn is_creating(&self) -> bool {
        self.creating.is_some()
    }
}

impl Shared {
    /// What the client tells every server.
    pub(crate) fn client_options(&self) -> Options {
        Options {
            name: printable(&self.desk.settings().name, NAME_MAX),
            lang: self.text.lang().tag().to_owned(),
            trust: self.network.trust().clone(),
            ..Options::default()
        }
    }

    /// Goes to a server, whose tables are read at once.
    pub(crate) fn visit(&mut self, server: ServerAddress) {
        if let Some(store) = self.desk.store() {
            // The list is a convenience; play works without it.
            let _ = store.keep_recent_table(&server.to_string());
        }
        self.visit = Some(Visit {
            server,
            tables: None,
            problem: None,
            waiting: None,
            creating: None,
            created: None,
            asked: self.now,
        });
        self.refresh_tables();
    }

    /// Reads the tables of the server again.
    pub(crate) fn refresh_tables(&mut self) {
        let options = self.client_options();
        if let Some(visit) = &mut self.visit
            && visit.waiting.is_none()
        {
            let question = ServerQuestion::Lobby(visit.server.clone());
            visit.waiting = Some(self.network.ask(question, options));
            visit.asked = self.now;
        }
    }

    /// Creates a table on the server; the person goes there once it exists.
    pub(crate) fn create_table(&mut self, table: NewTable) {
        let options = self.client_options();
        if let Some(visit) = &mut self.visit
            && visit.creating.is_none()
        {
            let question = ServerQuestion::Create(visit.server.clone(), table);
            visit.creating = Some(self.network.ask(question, options));
        }
    }

    /// The table that was created meanwhile, to be joined.
    pub(crate) fn take_created(&mut self) -> Option<TableAddress> {
        self.visit.as_mut()?.created.take()
    }

    /// Takes the answers of the server.
    pub(crate) fn poll_visit(&mut self) {
        let Some(visit) = &mut self.visit else {
            return;
        };
        if let Some(answer) = poll(&mut visit.waiting) {
            match answer {
                Ok(ServerAnswer::Lobby(tables)) => {
                    visit.tables = Some(tables);
                    visit.problem = None;
                }
                Ok(ServerAnswer::Created(_)) => {}
                Err(reason) => {
                    let server = visit.server.server();
                    visit.problem = Some(words::reason(&self.text, &server, &reason));
                }
            }
        }
        match poll(&mut visit.creating) {
            Some(Ok(ServerAnswer::Created(address))) => visit.created = Some(address),
            Some(Err(reason)) => {
                let server = visit.server.server();
                let sentence = words::reason(&self.text, &server, &reason);
                self.refuse(sentence);
            }
            Some(Ok(ServerAnswer::Lobby(_))) | None => {}
        }
        let is_due = self.visit.as_ref().is_some_and(|visit| {
            self.now.saturating_duration_since(visit.asked) >= REFRESH_INTERVAL
        });
        if is_due && self.remote.is_none() {
            self.refresh_tables();
        }
    }
}

/// The answer, if it has arrived.
fn poll(
    waiting: &mut Option<Receiver<Result<ServerAnswer, Reason>>>,
) -> Option<Result<ServerAnswer, Reason>> {
    let answer = match waiting.as_ref()?.try_recv() {
        Ok(answer) => answer,
        Err(TryRecvError::Empty) => return None,
        Err(TryRecvError::Disconnected) => Err(Reason::Left),
    };
    *waiting = None;
    Some(answer)
}
