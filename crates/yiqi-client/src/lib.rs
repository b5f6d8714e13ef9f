//! A table on a server as if it were here.
//!
//! [`Connection::open`] runs a connection on a thread of its own and returns a [`Handle`], to ask something of
//! the game, and the [`Event`]s by which a face learns what happens. A connection that is lost is made
//! again, goes on after the last entry that is here, and sends again what was not answered, under the
//! same names, so that it is done once.
//!
//! Read in this order: [`TableAddress`] (where), [`Identity`] (who), [`Mirror`] (what messages make of
//! a game, without a network), [`Event`] (what a face is told), `http` and `connection`.
//!
//! The crate's one invariant: whatever is sent twice, split or cut off, the session here is the one
//! that the server's entries make, up to some number of them.
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

pub use address::{AddressError, TableAddress};
pub use connection::{Connection, Options, look};
pub use event::{Event, Link, Reason, State, TableClock};
pub use handle::{Handle, Order};
pub use identity::Identity;
pub use mirror::{Desync, Mirror};
pub use timing::Timing;
