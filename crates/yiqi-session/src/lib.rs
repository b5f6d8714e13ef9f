//! One game being played: who sits where, whose clock runs, which offers are open.
//!
//! To change a game, send a [`Command`]. [`Session::decide`] returns the entries that follow, or
//! refuses, and changes nothing. [`Session::apply`] is the only function that changes a game. A
//! [`GameView`] holds everything a face needs to show it.
//!
//! Time and random numbers are arguments: nothing here reads a clock or draws a number. The crate's
//! one invariant: applying the entries of any prefix of a game gives the state it had at that
//! point.
#![deny(clippy::unwrap_used, clippy::panic)]

mod clock;
mod command;
mod decide;
mod refusal;
mod session;
mod terms;
mod view;

pub use clock::ClockState;
pub use command::{Actor, Command, Request};
pub use refusal::Refusal;
pub use session::{BrokenLog, LogProblem, Session, Stage};
pub use terms::{ColorChoice, Terms};
pub use view::{ClockFace, ClockView, CommentView, GameView, MoveView};
