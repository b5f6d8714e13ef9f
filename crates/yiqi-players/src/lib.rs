//! Who chooses moves: built-in ways, and programs outside.
//!
//! A [`PlayerSpec`] names a player as people write it (`alphabeta:depth=7`, `Ada=random`); its
//! [`PlayerSpec::player`] makes one. A [`Player`] is asked for one move at a time and can be stopped at
//! once. A [`ProgramSeat`] is a player at a seat of a game: hosts lend it threads, and it knows its clock,
//! its limits and what to say to offers. [`play_out`] lets two players play a game. [`AnyEngine`] is the
//! best engine there is for each game: what it thinks of a position is an [`Analysis`], and [`protocol`]
//! makes it an engine for other programs.
//!
//! The crate's one invariant: what a player of this crate chooses is legal, and no process it
//! started outlives it.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod options;
mod player;
mod spec;
mod time_left;

mod any_engine;
mod builtin;
mod engine;
mod game;
mod process;
pub mod protocol;
mod script;
mod seat;
mod simple;

pub use any_engine::{AnyEngine, strength};
pub use game::play_out;
pub use options::EngineOptions;
pub use player::{Choice, MoveRequest, Player, PlayerError, Task};
pub use seat::{FinishedTurn, OfferReply, ProgramSeat, SeatLimits, Turn};
pub use spec::{BuiltIn, ParsePlayerError, PlayerSpec, Scale, Way};
pub use time_left::{Budget, Pace, TimeLeft};
pub use yiqi_search::{
    Analysis, Certainty, Engine, Limits, Line, Report, Resources, SearchRequest, Stop, Strength,
};
