//! This project's text format, specified in `docs/formats/yiqi.md`.
//!
//! ```text
//! yiqi record 1
//! Game: reversi
//! First: Ann
//! Second: Bob
//!
//! first takes black
//! 1. d3 +2.15
//! 2. c3
//! (
//! 2. e3
//! )
//! second resigns +10
//!
//! end crc32:1a2b3c4d
//! ```

mod phrase;
mod reader;
mod writer;

pub(crate) use reader::read;
pub(crate) use writer::write;

/// The version that is written, and the newest that can be read.
const VERSION: u64 = 1;

/// How the first line begins.
const FIRST_WORDS: &str = "yiqi record ";

pub(crate) fn looks_like(head: &str) -> bool {
    head.starts_with(FIRST_WORDS)
}

/// Header lines with a fixed meaning; all others are tags.
const KEYS: [&str; 9] = [
    "Game", "First", "Second", "Black", "White", "Date", "Clock", "Result", "Start",
];
