//! Who chooses moves: built-in ways, and programs outside.
//!
//! A [`PlayerSpec`] names a player as people write it (`alphabeta:depth=7`, `Ada=random`); its
//! [`PlayerSpec::player`] makes one. A [`Player`] is asked for one move at a time and can be stopped at
//! once. [`play_out`] lets two of them play a game. [`analyze`] says what the engine thinks of the best
//! moves of a position.
//!
//! The crate's one invariant: what a player of this crate chooses is legal, and no process it
//! started outlives it.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod player;
mod spec;
mod words;

mod analysis;
mod builtin;
mod dice;
mod engine;
mod game;
mod process;
mod script;
mod simple;

pub use analysis::{Analysis, AnalysisLimits, Line, analyze};
pub use game::play_out;
pub use player::{Choice, Player, PlayerError, Progress, Report, Task};
pub use spec::{ParsePlayerError, PlayerSpec, Way};
pub use yiqi_search::Stop;
