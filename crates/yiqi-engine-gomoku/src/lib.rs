//! The Gomoku engine.

mod pattern;
mod point_index;
mod shape;

mod blocks;
mod board;
mod forbidden;

mod evaluation;
mod head;
mod line_index;
mod simd;
mod weights;

mod defenses;
mod initial_numbers;
mod moves;
mod proof_table;
mod search;
mod table;
mod threats;
mod tuning;
mod value;
mod vcf;

mod proof;
mod root;

mod calibration;
mod engine;
mod level;
mod opening;
mod win;

pub mod training;

pub use calibration::Calibration;
pub use engine::GomokuEngine;
pub use level::{LEVEL_MAX, strength};
pub use tuning::Tuning;
pub use weights::{InvalidWeights, Network, Weights};
pub use win::{ForcedWin, find_win};
