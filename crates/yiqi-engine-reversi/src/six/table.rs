//! Perfect play on 6×6: the exact score of every position that can arise while one side plays a
//! best move each time and the other anything, as long as the solver would take a while.
//!
//! The table is made by our solver (`train/reversi`). It holds positions of the side that plays
//! best, *ours*: a score and one best move. A position of the other side is worth the best of the
//! positions after its moves, and all of those are in the table.
//!
//! The file stores no boards. It is a line with the number of empty points down to which positions
//! are left out and the number of positions, then the positions in the order of `Walk`, and a
//! checksum (FNV-1a, 8 bytes, little-endian). A position, in its smallest image under the
//! symmetries of the board, is the square of the best move, as on 8×8, and the score for the side
//! to move as a signed byte.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::LazyLock;

use yiqi_rules::board8::Board8;

use super::{AREA, empty_count, moves};
use crate::board::squares;
use crate::book::{checksum, least_symmetry, turn};

/// Exact scores of positions on 6×6, in the middle of 8×8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SixTable {
    horizon: u32,
    positions: HashMap<Board8, SixEntry>,
}

/// The exact score of a position for the side to move, and the square of a best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SixEntry {
    /// Stones of the side to move minus those of the opponent at the end.
    pub score: i8,
    /// The square, as on 8×8.
    pub square: u8,
}

/// Why a table cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SixTableError {
    /// Not a table, or a table of another version.
    #[error("not a table of 6×6 Reversi of this version")]
    Unknown,
    /// Its checksum or its length is wrong.
    #[error("the table of 6×6 Reversi is damaged")]
    Damaged,
    /// A position is invalid.
    #[error("position {0} of the table of 6×6 Reversi is invalid")]
    Wrong(usize),
}

/// How the first line begins.
const NAME: &str = "yiqi-reversi-6x6 1 empty ";

/// The built-in table.
static BUILT_IN: &[u8] = include_bytes!("../../book/reversi-6.table");

/// The largest absolute score.
const SCORE_MAX: i8 = 36;

impl SixTable {
    /// The built-in table. It is read on first use.
    #[must_use]
    pub fn built_in() -> &'static SixTable {
        static TABLE: LazyLock<SixTable> = LazyLock::new(|| {
            SixTable::read(BUILT_IN).unwrap_or_else(|problem| {
                // The file is compiled in, and a test reads it.
                unreachable!("the built-in table of 6×6 is invalid: {problem}")
            })
        });
        &TABLE
    }

    /// A table of all positions with more empty points than `horizon`. `solve` is asked for each of
    /// them once, with a guess of the score; the table is `None` if it has no answer.
    pub fn make(
        horizon: u32,
        mut solve: impl FnMut(Board8, i32) -> Option<SixEntry>,
    ) -> Option<SixTable> {
        let positions = Walk::new(horizon, &mut solve).run()?;
        Some(SixTable { horizon, positions })
    }

    /// Reads a table.
    ///
    /// # Errors
    /// If the bytes are not a table or are damaged.
    pub fn read(bytes: &[u8]) -> Result<SixTable, SixTableError> {
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let (line, _) = end
            .and_then(|end| bytes.split_at_checked(end))
            .ok_or(SixTableError::Unknown)?;
        let (horizon, count) = parse_header(line).ok_or(SixTableError::Unknown)?;
        let (content, sum) = bytes.split_last_chunk().ok_or(SixTableError::Damaged)?;
        if checksum(content) != u64::from_le_bytes(*sum) {
            return Err(SixTableError::Damaged);
        }
        let body = content
            .get(line.len() + 1..)
            .ok_or(SixTableError::Damaged)?;
        let (entries, rest) = body.as_chunks();
        if entries.len() != count || !rest.is_empty() {
            return Err(SixTableError::Damaged);
        }
        let mut read = 0;
        let table = SixTable::make(horizon, |board, _| {
            let &[square, score] = entries.get(read)?;
            let score = score.cast_signed();
            let point = 1u64.checked_shl(square.into()).unwrap_or(0);
            let is_right = moves(board) & point != 0 && (-SCORE_MAX..=SCORE_MAX).contains(&score);
            read += 1;
            is_right.then_some(SixEntry { score, square })
        });
        match table {
            None => Err(SixTableError::Wrong(read)),
            Some(_) if read != count => Err(SixTableError::Damaged),
            Some(table) => Ok(table),
        }
    }

    /// The table as a file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let (horizon, count) = (self.horizon, self.positions.len());
        let mut bytes = format!("{NAME}{horizon} positions {count}\n").into_bytes();
        let walked = SixTable::make(horizon, |board, _| {
            let entry = *self.positions.get(&board)?;
            bytes.extend([entry.square, entry.score.cast_unsigned()]);
            Some(entry)
        });
        debug_assert!(walked.is_some());
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Positions with this many empty points or fewer are not in the table.
    #[must_use]
    pub fn horizon(&self) -> u32 {
        self.horizon
    }

    /// The positions, in no particular order.
    pub fn positions(&self) -> impl Iterator<Item = (Board8, SixEntry)> {
        self.positions.iter().map(|(&board, &entry)| (board, entry))
    }

    /// The exact score and a best move of a position, if they follow from the table.
    #[must_use]
    pub fn find(&self, board: Board8) -> Option<SixEntry> {
        if empty_count(board) <= self.horizon {
            return None;
        }
        let (least, symmetry) = least_symmetry(board);
        if let Some(entry) = self.positions.get(&least) {
            let square = squares(moves(board))
                .find(|&square| turn(1 << square, symmetry) == 1 << entry.square)?;
            return Some(SixEntry {
                square: square as u8,
                ..*entry
            });
        }
        self.moves(board)?
            .into_iter()
            .max_by_key(|entry| entry.score)
    }

    /// The exact scores of all moves of a position, if they are in the table.
    #[must_use]
    pub fn moves(&self, board: Board8) -> Option<Vec<SixEntry>> {
        squares(moves(board))
            .map(|square| {
                Some(SixEntry {
                    score: -self.score(board.play(square))?,
                    square: square as u8,
                })
            })
            .collect()
    }

    /// The score of a position in the table.
    fn score(&self, board: Board8) -> Option<i8> {
        if moves(board) == 0 {
            let passed = board.pass();
            return if moves(passed) == 0 {
                Some((board.own.count_ones() as i8) - (board.opposing.count_ones() as i8))
            } else {
                Some(-self.find(passed)?.score)
            };
        }
        let entry = self.positions.get(&least_symmetry(board).0)?;
        Some(entry.score)
    }
}

/// The horizon and the number of positions.
fn parse_header(line: &[u8]) -> Option<(u32, usize)> {
    let line = std::str::from_utf8(line).ok()?;
    let (horizon, count) = line.strip_prefix(NAME)?.split_once(" positions ")?;
    Some((horizon.parse().ok()?, count.parse().ok()?))
}

/// Visits our positions depth first: first with Black as our side, then with White. After each of
/// them our best move is played, and then each move of the other side, lowest square first.
/// Positions seen before are not visited again.
struct Walk<'a, F> {
    horizon: u32,
    solve: &'a mut F,
    positions: HashMap<Board8, SixEntry>,
}

impl<F: FnMut(Board8, i32) -> Option<SixEntry>> Walk<'_, F> {
    fn new(horizon: u32, solve: &mut F) -> Walk<'_, F> {
        Walk {
            horizon,
            solve,
            positions: HashMap::new(),
        }
    }

    fn run(mut self) -> Option<HashMap<Board8, SixEntry>> {
        debug_assert_eq!(
            (Board8::START.own | Board8::START.opposing) & !AREA,
            0,
            "both sizes start in the middle"
        );
        self.ours(Board8::START, 0)?;
        self.theirs(Board8::START, 0)?;
        Some(self.positions)
    }

    /// Our side is to move; `guess` is a score it can reach. `None` if there was no answer.
    fn ours(&mut self, board: Board8, guess: i32) -> Option<()> {
        if empty_count(board) <= self.horizon {
            return Some(());
        }
        if moves(board) == 0 {
            let passed = board.pass();
            return if moves(passed) == 0 {
                Some(())
            } else {
                self.theirs(passed, guess)
            };
        }
        let (least, _) = least_symmetry(board);
        let Entry::Vacant(place) = self.positions.entry(least) else {
            return Some(());
        };
        let entry = (self.solve)(least, guess)?;
        place.insert(entry);
        self.theirs(least.play(entry.square.into()), entry.score.into())
    }

    /// The other side is to move.
    fn theirs(&mut self, board: Board8, guess: i32) -> Option<()> {
        if empty_count(board) <= self.horizon {
            return Some(());
        }
        if moves(board) == 0 {
            let passed = board.pass();
            return if moves(passed) == 0 {
                Some(())
            } else {
                self.ours(passed, guess)
            };
        }
        squares(moves(board)).try_for_each(|square| self.ours(board.play(square), guess))
    }
}
