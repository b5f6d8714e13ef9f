//! Games as lists of entries, and the files that hold them.
//!
//! An [`Entry`] is one event of a game. A [`Record`] is a header and a tree of entries. [`Format`]
//! reads and writes records, in this project's text format and in others. [`notation`] reads moves
//! as people type them, [`markup`] marks on the board. Bytes in, bytes out: nothing here opens a file.
//!
//! The crate's one invariant: what [`Format::Yiqi`] writes, it reads back equal and writes again
//! byte for byte.
#![deny(clippy::unwrap_used, clippy::panic)]

mod clock;
mod entry;
mod error;
mod record;
mod replay;
mod result;
mod seat;

mod format;
mod formats;
pub mod markup;
pub mod notation;

pub use clock::{ClockRule, Duration, ParseClockError, ParseDurationError, RunOut, TimeControl};
pub use entry::{Entry, Event, Offer, OfferKind, Played};
pub use error::{Expected, Location, Problem, ReadError, WriteError, WriteProblem};
pub use format::{Format, ReadOptions, WthorNames};
pub use record::{CheckError, Header, MoveClock, NodeId, Record, Visit};
pub use replay::{Replay, ReplayError, Step};
pub use result::{EndReason, GameResult, ParseResultError};
pub use seat::{BySeat, Seat};
