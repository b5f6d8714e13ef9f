//! Replay and analysis of positions outside of play.
//!
//! Bytes and requests in, responses of `yiqi-wire` out; no I/O, no clock. [`position`] plays the
//! moves of a request, [`replay`] reads a file as a tree of moves, [`convert`] and [`compose`]
//! write files, [`analysis_report`] reports an engine's analysis. Errors are a [`StudyError`].
//!
//! No input is trusted: sizes are bounded, and there is no recursion.

mod analysis;
mod error;
mod files;
mod position;
mod replay;

pub use analysis::analysis_report;
pub(crate) use analysis::wire_certainty;
pub use error::{StudyError, refusal_code};
pub use files::{compose, convert, format_named, game_named};
pub(crate) use position::line;
pub use position::{game, position, reach};
pub use replay::{ReplayOptions, replay, replay_record};

/// The most moves in a tree, variations included.
pub const MOVES_MAX: usize = 20_000;
