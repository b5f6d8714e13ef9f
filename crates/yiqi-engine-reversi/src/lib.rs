//! The Reversi engine.

mod board;
mod kernel;
mod last;
mod perft;
mod stability;

pub mod six;

mod candidates;
mod endgame;
mod endgame_cache;
mod midgame;
mod numbers;
mod outlook;
mod probcut;
mod root;
mod searcher;
mod split;
mod stated;
mod table;

pub mod evaluation;
pub mod patterns;
pub mod weights;

pub mod book;
pub mod wide;

mod engine;
pub mod levels;
mod solver;

pub use book::{Book, BookAdvice};
pub use engine::{ReversiEngine, uses_8x8_table};
pub use outlook::Outlook;
pub use perft::perft;
pub use solver::{Goal, Solved, Solver};
