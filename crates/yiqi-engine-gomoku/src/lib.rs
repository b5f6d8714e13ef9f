//! The Gomoku engine.

mod row;
mod shape;

mod board;
mod forbidden;

mod head;
mod judge;
mod kernel;
mod lines;
mod weights;

mod answers;
mod expected;
mod fours;
mod known;
mod moves;
mod search;
mod table;
mod threats;
mod tuning;
mod value;

mod proof;
mod root;

mod engine;
mod level;
mod opening;
mod win;

pub mod learning;

pub use engine::GomokuEngine;
pub use level::{LEVEL_MAX, strength};
pub use tuning::Tuning;
pub use weights::{Network, NotWeights, Weights};
pub use win::{ForcedWin, find_win};
