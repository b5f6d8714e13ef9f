//! A client for tables on a server.
//!
//! [`Connection::open`] runs a connection on its own thread and returns a [`Handle`], which sends
//! commands, and the [`Event`]s from which a face learns what happens. A lost connection is
//! reopened, resumes after the last entry received, and resends unacknowledged commands under the
//! same ids, so that each is carried out once.
//!
//! Read in this order: [`TableAddress`] (where), [`Identity`] (who), [`Mirror`] (how messages
//! change a game, without a network), [`Event`] (what a face receives), `http` and `connection`.
//!
//! The crate's one invariant: whatever is duplicated, split or lost on the way, the local session
//! is the result of a prefix of the server's entries.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod address;
mod connection;
mod event;
mod handle;
mod http;
mod identity;
mod mirror;
mod timing;
mod tls;

pub use address::{AddressError, ServerAddress, TableAddress};
pub use connection::{Connection, Options, create_table, lobby, look};
pub use event::{Event, LinkState, Reason, TableClock, TableSnapshot};
pub use handle::{Handle, Order};
pub use identity::Identity;
pub use mirror::{Desync, Mirror};
pub use timing::Timing;
pub use tls::{TlsProblem, Trust};
