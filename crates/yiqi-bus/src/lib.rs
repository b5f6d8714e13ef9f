//! How the servers of one site tell each other that something is new.
//!
//! Messages may be lost, so nothing may depend on them: they only save others from asking the store.
//!
//! The crate's one invariant: nobody waits for the bus.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod bus;
mod nats;

pub use bus::{Bus, Carrier, Heard, Listener, MESSAGE_BYTES_MAX};
pub use nats::{BadBusUrl, BusError, BusUrl};
