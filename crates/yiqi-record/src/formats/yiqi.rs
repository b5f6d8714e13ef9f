//! Our own text format, described for people in `docs/formats/yiqi.md`.
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

use yiqi_rules::{ByColor, Color, GameSpec, Point, PointSet, Setup};

/// The version of the format that is written, and the newest that is read.
const VERSION: u64 = 1;

/// What the first line begins with.
const FIRST_WORDS: &str = "yiqi record ";

pub(crate) fn looks_like(head: &str) -> bool {
    head.starts_with(FIRST_WORDS)
}

/// A start position: rows from the top separated by `/`, then the side to move.
fn setup_text(setup: &Setup, size: u8) -> String {
    let cell = |col, row| match Point::new(col, row) {
        Some(point) if setup.stones.black.contains(point) => 'b',
        Some(point) if setup.stones.white.contains(point) => 'w',
        _ => '.',
    };
    let rows: Vec<String> = (0..size)
        .map(|row| (0..size).map(|col| cell(col, row)).collect())
        .collect();
    format!("{} {}", rows.join("/"), setup.turn)
}

fn parse_setup(text: &str, spec: GameSpec) -> Option<Setup> {
    let (rows, turn) = text.split_once(' ')?;
    let turn = match turn.trim() {
        "black" => Color::Black,
        "white" => Color::White,
        _ => return None,
    };
    let size = usize::from(spec.size());
    let mut stones = ByColor::<PointSet>::default();
    let mut row_count = 0;
    for (row, cells) in rows.split('/').enumerate() {
        if row >= size || cells.len() != size {
            return None;
        }
        for (col, cell) in cells.bytes().enumerate() {
            let point = Point::new(col as u8, row as u8)?;
            match cell {
                b'b' => stones.black.insert(point),
                b'w' => stones.white.insert(point),
                b'.' => {}
                _ => return None,
            }
        }
        row_count = row + 1;
    }
    (row_count == size).then_some(Setup { stones, turn })
}

/// Header lines with a meaning of their own; all others are tags.
const KEYS: [&str; 9] = [
    "Game", "First", "Second", "Black", "White", "Date", "Clock", "Result", "Start",
];
