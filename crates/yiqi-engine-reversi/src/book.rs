//! The opening book: opening positions with values from deep searches, propagated from later
//! positions to earlier ones.
//!
//! The file is a line that names the run that made it, the positions in ascending order, and a
//! checksum. Of the eight images of a position under the symmetries of the board, only the smallest
//! is stored. A position is its own stones, the opposing stones (8 bytes each), the number of
//! moves, and for each move its point (one byte) and its value in hundredths of a stone (two
//! bytes), all little-endian.

use std::sync::LazyLock;

use yiqi_rules::board8::Board8;
use yiqi_rules::{GameSpec, Move, Position, Reversi};

use crate::board::{place, squares};

/// Opening positions and the values of their moves. Immutable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    depth: u8,
    // Invariant: ascending; each the smallest image of its position; its moves legal, best first.
    entries: Vec<BookEntry>,
}

/// A book position, in its smallest image, and some of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookEntry {
    /// The position, from the side to move.
    pub board: Board8,
    /// Squares, a1 being 0 and h8 63, with values in hundredths of a stone for the side to move.
    pub moves: Vec<(u8, i16)>,
}

/// Why a book cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// Not a book, or a book of another version.
    #[error("not a Reversi opening book of this version")]
    Unknown,
    /// Its checksum is wrong.
    #[error("the opening book is damaged")]
    Damaged,
    /// An entry is invalid or out of order.
    #[error("position {0} of the opening book is invalid or out of order")]
    Wrong(usize),
}

/// How the first line begins.
const NAME: &str = "yiqi-reversi-book 1";

/// The built-in book.
static BUILT_IN: &[u8] = include_bytes!("../book/reversi.book");

/// The largest absolute value.
const VALUE_MAX: i16 = 6400;

impl Book {
    /// The built-in book.
    #[must_use]
    pub fn built_in() -> &'static Book {
        static BOOK: LazyLock<Book> = LazyLock::new(|| {
            Book::read(BUILT_IN).unwrap_or_else(|problem| {
                // The file is compiled in, and a test reads it.
                unreachable!("the built-in opening book is invalid: {problem}")
            })
        });
        &BOOK
    }

    /// A book of entries in any order.
    ///
    /// # Errors
    /// If an entry is not the smallest image of its position, is duplicated, or has no or illegal
    /// moves.
    pub fn new(depth: u8, mut entries: Vec<BookEntry>) -> Result<Book, BookError> {
        for entry in &mut entries {
            entry.moves.sort_by_key(|&(square, value)| (-value, square));
        }
        entries.sort_by_key(|entry| key(entry.board));
        let mut before = None;
        for (index, entry) in entries.iter().enumerate() {
            let here = key(entry.board);
            if !entry.is_right() || before.is_some_and(|before| before >= here) {
                return Err(BookError::Wrong(index));
            }
            before = Some(here);
        }
        Ok(Book { depth, entries })
    }

    /// Reads a book.
    ///
    /// # Errors
    /// If the bytes are not a book or are damaged.
    pub fn read(bytes: &[u8]) -> Result<Book, BookError> {
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let (line, _) = end
            .and_then(|end| bytes.split_at_checked(end))
            .ok_or(BookError::Unknown)?;
        let (depth, count) = parse_header(line).ok_or(BookError::Unknown)?;
        let (content, sum) = bytes.split_last_chunk::<8>().ok_or(BookError::Damaged)?;
        if checksum(content) != u64::from_le_bytes(*sum) {
            return Err(BookError::Damaged);
        }
        let mut rest = content.get(line.len() + 1..).ok_or(BookError::Damaged)?;
        let mut entries = Vec::new();
        while !rest.is_empty() {
            let (entry, after) = parse_entry(rest).ok_or(BookError::Wrong(entries.len()))?;
            entries.push(entry);
            rest = after;
        }
        if entries.len() != count {
            return Err(BookError::Damaged);
        }
        Book::new(depth, entries)
    }

    /// The book as a file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let (depth, count) = (self.depth, self.entries.len());
        let mut bytes = format!("{NAME} depth {depth} positions {count}\n").into_bytes();
        for BookEntry { board, moves } in &self.entries {
            bytes.extend(board.own.to_le_bytes());
            bytes.extend(board.opposing.to_le_bytes());
            bytes.push(moves.len() as u8);
            for (square, value) in moves {
                bytes.push(*square);
                bytes.extend(value.to_le_bytes());
            }
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Depth of the searches behind the values, in plies.
    #[must_use]
    pub fn depth(&self) -> u8 {
        self.depth
    }

    /// The positions, in ascending order.
    #[must_use]
    pub fn entries(&self) -> &[BookEntry] {
        &self.entries
    }

    /// The book moves of a position, best first, with their values in hundredths of a stone for the
    /// side to move. Empty if the position is not in the book.
    #[must_use]
    pub fn moves(&self, position: &Reversi) -> Vec<(Move, i32)> {
        let is_anti = matches!(position.spec(), GameSpec::Reversi(spec) if spec.anti);
        if is_anti || position.turn().is_none() {
            return Vec::new();
        }
        let Some(board) = Board8::from_reversi(position) else {
            return Vec::new();
        };
        let least = least_image(board);
        let Ok(index) = self
            .entries
            .binary_search_by_key(&key(least), |entry| key(entry.board))
        else {
            return Vec::new();
        };
        let mut moves: Vec<(Move, i32)> = squares(board.moves())
            .filter_map(|square| {
                // A position that is symmetric to itself has moves that are images of each other.
                let value = (0..8)
                    .filter(|&symmetry| image(board, symmetry) == least)
                    .find_map(|symmetry| {
                        let place = turn(1 << square, symmetry).trailing_zeros() as u8;
                        let known = self.entries[index].moves.iter();
                        { known }
                            .find(|(known, _)| *known == place)
                            .map(|(_, value)| *value)
                    })?;
                Some((place(square), i32::from(value)))
            })
            .collect();
        moves.sort_by_key(|&(_, value)| -value);
        moves
    }
}

impl BookEntry {
    fn is_right(&self) -> bool {
        let board = self.board;
        let mut seen = 0u64;
        board.own & board.opposing == 0
            && least_image(board) == board
            && !self.moves.is_empty()
            && self.moves.iter().all(|&(square, value)| {
                let point = 1u64.checked_shl(u32::from(square)).unwrap_or(0);
                let is_new = seen & point == 0;
                seen |= point;
                is_new && board.moves() & point != 0 && (-VALUE_MAX..=VALUE_MAX).contains(&value)
            })
    }
}

/// The smallest of the eight images of a position.
#[must_use]
pub fn least_image(board: Board8) -> Board8 {
    (1..8).fold(board, |least, symmetry| {
        let other = image(board, symmetry);
        if key(other) < key(least) {
            other
        } else {
            least
        }
    })
}

fn key(board: Board8) -> (u64, u64) {
    (board.own, board.opposing)
}

fn image(board: Board8, symmetry: u8) -> Board8 {
    Board8 {
        own: turn(board.own, symmetry),
        opposing: turn(board.opposing, symmetry),
    }
}

/// A set of points under one of the eight symmetries.
fn turn(mut set: u64, symmetry: u8) -> u64 {
    if symmetry & 1 != 0 {
        set = set.swap_bytes();
    }
    if symmetry & 2 != 0 {
        set = set.reverse_bits().swap_bytes();
    }
    if symmetry & 4 != 0 {
        // Transposes the board: single points, then 2×2 blocks, then 4×4 blocks.
        for (mask, shift) in [
            (0x00aa_00aa_00aa_00aa, 7),
            (0x0000_cccc_0000_cccc, 14),
            (0x0000_0000_f0f0_f0f0, 28),
        ] {
            let change = (set ^ (set >> shift)) & mask;
            set ^= change ^ (change << shift);
        }
    }
    set
}

/// Depth and number of positions.
fn parse_header(line: &[u8]) -> Option<(u8, usize)> {
    let line = std::str::from_utf8(line).ok()?;
    let run = line.strip_prefix(NAME)?.strip_prefix(" depth ")?;
    let (depth, count) = run.split_once(" positions ")?;
    Some((depth.parse().ok()?, count.parse().ok()?))
}

/// The first entry, and the remaining bytes.
fn parse_entry(bytes: &[u8]) -> Option<(BookEntry, &[u8])> {
    let (own, bytes) = bytes.split_first_chunk()?;
    let (opposing, bytes) = bytes.split_first_chunk()?;
    let (&count, bytes) = bytes.split_first()?;
    let (moves, after) = bytes.split_at_checked(3 * usize::from(count))?;
    let entry = BookEntry {
        board: Board8 {
            own: u64::from_le_bytes(*own),
            opposing: u64::from_le_bytes(*opposing),
        },
        moves: moves
            .as_chunks()
            .0
            .iter()
            .map(|&[square, low, high]| (square, i16::from_le_bytes([low, high])))
            .collect(),
    };
    Some((entry, after))
}

/// FNV-1a (Fowler, Noll, Vo 1991).
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
