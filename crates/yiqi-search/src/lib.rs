//! What every engine shares: limits, stopping, a hash table, and alpha-beta over any game.
//!
//! [`search`] is alpha-beta with iterative deepening over anything that is a [`Tree`], with what an
//! [`Evaluate`] thinks of positions. [`search_position`] picks tree and evaluation for a position of
//! any game. Both look for one best move or several, and answer with an [`Analysis`]. Nothing here
//! draws random numbers: without a time limit, the same position and limits bring the same answer.
//!
//! The crate's one invariant: from a position in which a move can be made, a search returns a legal
//! move, however early it is stopped.
//!
//! [`Engine`] is what the flagship engines of single games have in common.
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
pub use watch::Watch;
