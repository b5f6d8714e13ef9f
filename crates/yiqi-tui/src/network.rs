//! Access to tables on servers.

use std::sync::mpsc::Receiver;

use yiqi_client::{Connection, Event, Handle, Identity, Options, TableAddress, Trust};
use yiqi_desk::Store;

type Connect = dyn Fn(TableAddress, Options) -> (Handle, Receiver<Event>);

/// Opens connections to tables on servers, and knows which table to join first.
pub struct Network {
    connect: Box<Connect>,
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
        Network::by(move |address, options| Connection::open(address, identity.clone(), options))
    }

    /// Over connections made in another way: tests act as the server.
    #[must_use]
    pub fn by(
        connect: impl Fn(TableAddress, Options) -> (Handle, Receiver<Event>) + 'static,
    ) -> Network {
        Network {
            connect: Box::new(connect),
            first: None,
            trust: Trust::default(),
        }
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
}
