//! Many clients of a server at once.
//!
//! `play`, `restart`, `kill`, `power`, `tournament`, `soak` and `cluster` are the commands of the program. They build on
//! `server` (a server process that can be killed), `api` and `socket` (a client, small enough for
//! ten thousand in one thread), `mirror` (the game as a client sees it), `witness` (what the clients
//! of one table know, and the check of a log against it), `trio` (those clients) and `line` (a network that can be
//! cut).

pub mod api;
mod burn;
#[cfg(unix)]
pub mod cluster;
mod error;
mod figures;
pub mod kill;
#[cfg(unix)]
mod line;
mod mirror;
pub mod play;
pub mod power;
pub mod restart;
mod seating;
pub mod server;
pub mod soak;
mod socket;
pub mod tournament;
mod trio;
mod witness;

pub use error::LoadError;
pub use figures::{Figures, Latency};
