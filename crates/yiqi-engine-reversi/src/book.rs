//! The opening book: opening positions with values from deep searches, propagated from later
//! positions to earlier ones.
//!
//! Every position is reached from the start by moves of the book, so the file stores moves and no
//! boards. It is a line with the number of positions, the positions, and a checksum (FNV-1a, 8
//! bytes, little-endian). The first position is the start; the others follow in the order in which
//! the moves that first lead to them are read. Positions are equal if one is an image of the other
//! under the symmetries of the board, and always in their smallest image. A position is the depth
//! of its search in plies, the number of its moves, and for each move, best first, a byte with its
//! square, plus 128 if it leads to a position that is new at this point of the file, and a signed
//! byte with its value in stones for the side to move.

use std::sync::LazyLock;

use yiqi_rules::board8::Board8;
use yiqi_rules::{GameSpec, Move, Position, Reversi};

use crate::board::{place, squares};

/// Opening positions and the values of their moves. Immutable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    // Invariant: ascending; each the smallest image of its position; its moves legal, best first;
    // each reached from the start by moves of others.
    entries: Vec<StoredPosition>,
    /// The moves of all positions.
    moves: Vec<BookMove>,
}

/// A position, and where its moves are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StoredPosition {
    board: Board8,
    depth: u8,
    move_count: u8,
    first_move: u32,
}

/// A move of a book position: its square, a1 being 0 and h8 63, and its value in stones for the
/// side to move.
pub type BookMove = (u8, i8);

/// A book position, in its smallest image, and some of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookEntry {
    /// The position, from the side to move.
    pub board: Board8,
    /// Depth of the search behind its values, in plies. Moves to other positions of the book have
    /// the values of those positions.
    pub depth: u8,
    /// Its moves.
    pub moves: Vec<BookMove>,
}

/// What the book knows about a position on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookAdvice {
    /// As in [`BookEntry`].
    pub depth: u8,
    /// The book moves, best first, with their values in hundredths of a stone for the side to move.
    pub moves: Vec<(Move, i32)>,
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
    /// An entry is invalid, a duplicate, or not reached from the start.
    #[error("position {0} of the opening book is invalid")]
    Wrong(usize),
}

/// How the first line begins.
const NAME: &str = "yiqi-reversi-book 2 positions ";

/// The built-in book.
static BUILT_IN: &[u8] = include_bytes!("../book/reversi.book");

/// The largest absolute value.
const VALUE_MAX: i8 = 64;

/// Marks a move to a position that is new in the file.
const IS_NEW: u8 = 0x80;

impl Book {
    /// The built-in book. It is read on first use.
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
    /// If an entry is not the smallest image of its position, is duplicated, has no or illegal
    /// moves, or cannot be reached from the start by moves of the book.
    pub fn new(mut entries: Vec<BookEntry>) -> Result<Book, BookError> {
        entries.sort_by_key(|entry| key(entry.board));
        let mut book = Book {
            entries: Vec::with_capacity(entries.len()),
            moves: Vec::new(),
        };
        for (index, entry) in entries.iter_mut().enumerate() {
            entry
                .moves
                .sort_by_key(|&(square, value)| (-i32::from(value), square));
            let is_twice = (book.entries.last()).is_some_and(|last| last.board == entry.board);
            if is_twice || least_image(entry.board) != entry.board || !entry.is_right() {
                return Err(BookError::Wrong(index));
            }
            book.push(entry.board, entry.depth, &entry.moves);
        }
        let mut is_reached = vec![false; book.entries.len()];
        for (index, _) in book.walk() {
            is_reached[index] = true;
        }
        match is_reached.iter().position(|is_reached| !is_reached) {
            Some(index) => Err(BookError::Wrong(index)),
            None => Ok(book),
        }
    }

    fn push(&mut self, board: Board8, depth: u8, moves: &[BookMove]) {
        self.entries.push(StoredPosition {
            board,
            depth,
            move_count: moves.len() as u8,
            first_move: self.moves.len() as u32,
        });
        self.moves.extend_from_slice(moves);
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
        let count = parse_header(line).ok_or(BookError::Unknown)?;
        let (content, sum) = bytes.split_last_chunk::<8>().ok_or(BookError::Damaged)?;
        if checksum(content) != u64::from_le_bytes(*sum) {
            return Err(BookError::Damaged);
        }
        let mut rest = content.get(line.len() + 1..).ok_or(BookError::Damaged)?;
        let mut book = Book {
            entries: Vec::new(),
            moves: Vec::new(),
        };
        // The positions to come, in the order of the file.
        let mut order = vec![least_image(Board8::START)];
        while let Some(&board) = order.get(book.entries.len()) {
            let index = book.entries.len();
            let (entry, after) = parse_entry(board, rest).ok_or(BookError::Wrong(index))?;
            let is_sorted = entry
                .moves
                .is_sorted_by_key(|&(_, value)| -i32::from(value));
            if !entry.is_right() || !is_sorted {
                return Err(BookError::Wrong(index));
            }
            book.push(board, entry.depth, &entry.moves);
            let marks = rest[2..].iter().step_by(2);
            for (&(square, _), mark) in entry.moves.iter().zip(marks) {
                if mark & IS_NEW != 0 {
                    order.push(least_image(board.play(u32::from(square))));
                }
            }
            rest = after;
        }
        if book.entries.len() != count || !rest.is_empty() {
            return Err(BookError::Damaged);
        }
        book.sorted()
    }

    /// The same book in ascending order, unless a position is in it twice.
    fn sorted(mut self) -> Result<Book, BookError> {
        self.entries.sort_by_key(|place| key(place.board));
        let mut pairs = self.entries.windows(2);
        if let Some(index) = pairs.position(|pair| pair[0].board == pair[1].board) {
            return Err(BookError::Wrong(index + 1));
        }
        let mut book = Book {
            entries: Vec::with_capacity(self.entries.len()),
            moves: Vec::with_capacity(self.moves.len()),
        };
        for place in &self.entries {
            book.push(place.board, place.depth, self.moves_of(place));
        }
        Ok(book)
    }

    fn moves_of(&self, place: &StoredPosition) -> &[BookMove] {
        let first = place.first_move as usize;
        &self.moves[first..][..usize::from(place.move_count)]
    }

    /// The index of a position in its smallest image.
    fn find(&self, least: Board8) -> Option<usize> {
        self.entries
            .binary_search_by_key(&key(least), |place| key(place.board))
            .ok()
    }

    /// The indices of the positions in the order of the file, and for each move of each of them
    /// whether it leads to a position that is new there.
    fn walk(&self) -> Vec<(usize, Vec<bool>)> {
        let mut is_known = vec![false; self.entries.len()];
        let mut order: Vec<usize> = self.find(least_image(Board8::START)).into_iter().collect();
        order.iter().for_each(|&start| is_known[start] = true);
        let mut walk = Vec::new();
        while let Some(&index) = order.get(walk.len()) {
            let place = &self.entries[index];
            let mut are_new = Vec::new();
            for &(square, _) in self.moves_of(place) {
                let after = self.find(least_image(place.board.play(u32::from(square))));
                let new = after.filter(|&after| !std::mem::replace(&mut is_known[after], true));
                order.extend(new);
                are_new.push(new.is_some());
            }
            walk.push((index, are_new));
        }
        walk
    }

    /// The book as a file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = format!("{NAME}{}\n", self.entries.len()).into_bytes();
        for (index, are_new) in self.walk() {
            let place = &self.entries[index];
            bytes.extend([place.depth, place.move_count]);
            for (&(square, value), is_new) in self.moves_of(place).iter().zip(are_new) {
                let mark = if is_new { IS_NEW } else { 0 };
                bytes.extend([square | mark, value.cast_unsigned()]);
            }
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The positions, in ascending order.
    pub fn entries(&self) -> impl Iterator<Item = BookEntry> {
        self.entries.iter().map(|place| BookEntry {
            board: place.board,
            depth: place.depth,
            moves: self.moves_of(place).to_vec(),
        })
    }

    /// What the book knows about a position.
    #[must_use]
    pub fn advice(&self, position: &Reversi) -> Option<BookAdvice> {
        let is_anti = matches!(position.spec(), GameSpec::Reversi(spec) if spec.anti);
        if is_anti || position.turn().is_none() {
            return None;
        }
        let board = Board8::from_reversi(position)?;
        let least = least_image(board);
        let stored = &self.entries[self.find(least)?];
        let known = self.moves_of(stored);
        let mut moves: Vec<(Move, i32)> = squares(board.moves())
            .filter_map(|square| {
                // A position that is symmetric to itself has moves that are images of each other.
                let value = (0..8)
                    .filter(|&symmetry| image(board, symmetry) == least)
                    .find_map(|symmetry| {
                        let place = turn(1 << square, symmetry).trailing_zeros() as u8;
                        known
                            .iter()
                            .find(|(known, _)| *known == place)
                            .map(|(_, value)| *value)
                    })?;
                Some((place(square), 100 * i32::from(value)))
            })
            .collect();
        moves.sort_by_key(|&(_, value)| -value);
        Some(BookAdvice {
            depth: stored.depth,
            moves,
        })
    }
}

impl BookEntry {
    fn is_right(&self) -> bool {
        let board = self.board;
        let mut seen = 0u64;
        board.own & board.opposing == 0
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
    least_symmetry(board).0
}

/// The smallest of the eight images of a position, and the symmetry that leads to it.
pub(crate) fn least_symmetry(board: Board8) -> (Board8, u8) {
    (1..8).fold((board, 0), |(least, best), symmetry| {
        let other = image(board, symmetry);
        if key(other) < key(least) {
            (other, symmetry)
        } else {
            (least, best)
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
pub(crate) fn turn(mut set: u64, symmetry: u8) -> u64 {
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

/// The number of positions.
fn parse_header(line: &[u8]) -> Option<usize> {
    let line = std::str::from_utf8(line).ok()?;
    line.strip_prefix(NAME)?.parse().ok()
}

/// The first entry, and the remaining bytes.
fn parse_entry(board: Board8, bytes: &[u8]) -> Option<(BookEntry, &[u8])> {
    let (&[depth, count], bytes) = bytes.split_first_chunk()?;
    let (moves, after) = bytes.split_at_checked(2 * usize::from(count))?;
    let moves = moves.as_chunks().0.iter();
    let entry = BookEntry {
        board,
        depth,
        moves: moves
            .map(|&[square, value]| (square & !IS_NEW, value.cast_signed()))
            .collect(),
    };
    Some((entry, after))
}

/// FNV-1a (Fowler, Noll, Vo 1991).
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
