//! Replay and analysis: positions that are looked at, not played.
//!
//! Bytes and requests in, answers of `yiqi-wire` out; no I/O, no clock. [`position`] plays the moves
//! of a request, [`replay`] reads a file and lays out its tree of moves, [`convert`] and [`compose`]
//! write files, [`analysis_report`] is what the engine thinks. What is wrong is a [`StudyError`].
//!
//! Nothing here trusts what it is given: sizes are bounded, and there is no recursion.

mod analysis;
mod error;
mod files;
mod position;
mod replay;

pub use analysis::analysis_report;
pub(crate) use analysis::wire_certainty;
pub use error::{StudyError, refusal_code};
pub use files::{compose, convert, format_named, game_named};
pub use position::{game, position, reach};
pub use replay::{ReplayOptions, replay, replay_record};

/// The most moves, branches included, that a tree may have.
pub const MOVES_MAX: usize = 20_000;
