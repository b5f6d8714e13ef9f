//! Access to tables on servers.

use std::sync::mpsc::{Receiver, channel};

use yiqi_client::{
    Connection, Event, Handle, Identity, Options, Reason, ServerAddress, TableAddress, Trust,
    create_table, lobby,
};
use yiqi_desk::Store;
use yiqi_wire::{LobbyView, NewTable};

type Connect = dyn Fn(TableAddress, Options) -> (Handle, Receiver<Event>);

/// A question to a server, and the answer to wait for.
pub enum ServerQuestion {
    /// Which tables there are.
    Lobby(ServerAddress),
    /// To create a table.
    Create(ServerAddress, NewTable),
}

/// The answer of a server.
pub enum ServerAnswer {
    /// The tables that there are.
    Lobby(LobbyView),
    /// The address of the new table.
    Created(TableAddress),
}

type Ask = dyn Fn(ServerQuestion, Options) -> Receiver<Result<ServerAnswer, Reason>>;

/// Opens connections to tables on servers, and knows which table to join first.
pub struct Network {
    connect: Box<Connect>,
    ask: Box<Ask>,
    first: Option<TableAddress>,
    trust: Trust,
}

impl Network {
    /// Over the real network. Tokens for each server are stored in the data folder, if there is
    /// one.
    #[must_use]
    pub fn new(store: Option<&Store>) -> Network {
        let identity = match store {
            Some(store) => Identity::kept_in(store.network_folder()),
            None => Identity::fleeting(),
        };
        let asker = identity.clone();
        Network::by(move |address, options| Connection::open(address, identity.clone(), options))
            .asking(move |question, options| {
                let (sender, receiver) = channel();
                let identity = asker.clone();
                std::thread::spawn(move || {
                    // Nobody waits any more if the person has left.
                    let _ = sender.send(answer(&question, &identity, &options));
                });
                receiver
            })
    }

    /// Over connections made in another way: tests act as the server.
    #[must_use]
    pub fn by(
        connect: impl Fn(TableAddress, Options) -> (Handle, Receiver<Event>) + 'static,
    ) -> Network {
        Network {
            connect: Box::new(connect),
            ask: Box::new(|_, _| channel().1),
            first: None,
            trust: Trust::default(),
        }
    }

    /// The same, but servers answer questions in another way.
    #[must_use]
    pub fn asking(
        mut self,
        ask: impl Fn(ServerQuestion, Options) -> Receiver<Result<ServerAnswer, Reason>> + 'static,
    ) -> Network {
        self.ask = Box::new(ask);
        self
    }

    /// The same, but the app starts at this table.
    #[must_use]
    pub fn beginning_at(mut self, address: TableAddress) -> Network {
        self.first = Some(address);
        self
    }

    /// The same, but servers are trusted by this.
    #[must_use]
    pub fn trusting(mut self, trust: Trust) -> Network {
        self.trust = trust;
        self
    }

    pub(crate) fn trust(&self) -> &Trust {
        &self.trust
    }

    pub(crate) fn take_first(&mut self) -> Option<TableAddress> {
        self.first.take()
    }

    pub(crate) fn connect(
        &self,
        address: TableAddress,
        options: Options,
    ) -> (Handle, Receiver<Event>) {
        (self.connect)(address, options)
    }

    pub(crate) fn ask(
        &self,
        question: ServerQuestion,
        options: Options,
    ) -> Receiver<Result<ServerAnswer, Reason>> {
        (self.ask)(question, options)
    }
}

/// Asks a server, which takes a while.
fn answer(
    question: &ServerQuestion,
    identity: &Identity,
    options: &Options,
) -> Result<ServerAnswer, Reason> {
    match question {
        ServerQuestion::Lobby(server) => lobby(server, options).map(ServerAnswer::Lobby),
        ServerQuestion::Create(server, table) => {
            create_table(server, identity, options, table).map(ServerAnswer::Created)
        }
    }
}
