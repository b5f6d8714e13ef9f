//! What all engines share: limits, stopping, a transposition table, and alpha-beta for any game.
//!
//! [`search`] is alpha-beta with iterative deepening over any [`Tree`] and its [`Evaluate`].
//! [`search_position`] picks tree and evaluation for a position of any game. Both find one or
//! several best moves and return an [`Analysis`]. Nothing here draws random numbers: without a time
//! limit, the same position and limits give the same result.
//!
//! The crate's one invariant: from a position with a legal move, a search returns a legal move,
//! however early it is stopped.
//!
//! [`Engine`] is the interface of the engines.
//!
//! Read in this order: [`Limits`], [`Analysis`], [`Tree`], [`search`], then the games.

mod analysis;
mod engine;
mod limits;
mod request;
mod tree;
mod watch;

mod alpha_beta;
mod table;

mod any_position;
pub mod connect6;
pub mod gomoku;
pub mod reversi;
mod rows;

pub use alpha_beta::search;
pub use analysis::{Analysis, Certainty, Line};
pub use any_position::{PositionTree, ZeroEval, hundredths, search_position};
pub use engine::{Engine, Resources, Strength};
pub use limits::{Limits, Stop};
pub use request::{Report, SearchRequest, no_report};
pub use table::TranspositionTable;
pub use tree::{DECIDED, Evaluate, Tree, Value};
pub use watch::{Pauses, Watch};
