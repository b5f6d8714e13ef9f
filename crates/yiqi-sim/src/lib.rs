//! A simulation of the whole service: servers, store, bus and clients in one thread, with time,
//! network and disk that a seed decides.
//!
//! The servers are the real ones; only what is below them is simulated: the clock is tokio's paused
//! one, the database is real SQL in memory behind a network that delays and loses statements, and
//! the bus loses, repeats and reorders messages. Clients play, lose their connections and come back.
//! Meanwhile servers are killed and suspended. At the end everything is healed, the games are played
//! to their end, and `check` compares what everybody saw with what is in the database.
//!
//! The crate's one invariant: a seed decides everything that happens.

mod chaos;
mod check;
mod client;
mod clocks;
mod history;
mod plan;
mod rules;
mod run;
mod world;

pub use history::{History, Seen};
pub use plan::{Mode, Plan};
pub use run::{Outcome, Simulator};
pub use yiqi_server::sim::Lie;
