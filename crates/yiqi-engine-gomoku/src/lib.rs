//! The Gomoku engine.

mod row;
mod shape;
mod weights;

mod board;
mod forbidden;

mod fours;
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
pub use weights::{
    ColorWeights, HIDDEN, Head, NotWeights, ONE, POINT_MAX, SUM_SCALE, WIDTH, Weights,
};
pub use win::{ForcedWin, find_win};
