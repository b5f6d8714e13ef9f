//! Players: the built-in ones, and outside programs.
//!
//! A [`PlayerSpec`] names a player as people write it (`alphabeta:depth=7`, `Ada=random`); its
//! [`PlayerSpec::player`] creates one. A [`Player`] is asked for one move at a time and can be
//! stopped at any moment. A [`ProgramSeat`] is a player at a seat of a game: it knows its clock,
//! its limits and its replies to offers, and runs on the host's threads. [`play_out`] plays a game
//! between two players. [`AnyEngine`] is the best engine for each game and returns an [`Analysis`]
//! of a position; [`protocol`] makes it available to other programs.
//!
//! The crate's one invariant: a player of this crate chooses legal moves only, and no process it
//! starts outlives it.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod options;
mod player;
mod spec;
mod time_left;

mod any_engine;
mod builtin;
pub mod check;
mod engine;
mod forfeit;
mod game;
mod levels;
mod process;
mod program;
pub mod protocol;
mod seat;
mod simple;

pub use any_engine::{AnyEngine, EngineKind, strength};
pub use engine::book_advice;
pub use forfeit::{Evidence, Forfeit, ForfeitReason};
pub use game::play_out;
pub use levels::{LevelClass, LevelInfo, LevelPace, level_info, level_infos};
pub use options::EngineOptions;
pub use player::{AnswerTime, Choice, MoveRequest, Player, PlayerError, Task};
pub use program::{ProgramSpec, SavedProgram, protect};
pub use seat::{FinishedTurn, OfferReply, ProgramSeat, SeatLimits, Turn};
pub use spec::{BuiltIn, ParsePlayerError, PlayerKind, PlayerSpec, Scale};
pub use time_left::{Budget, Pace, TimeLeft};
pub use yiqi_cage::{Cage, CageReport, Layer, NO_SUCH_PROGRAM};
pub use yiqi_search::{
    Analysis, Certainty, Engine, Limits, Line, Report, Resources, SearchRequest, Stop, Strength,
};
