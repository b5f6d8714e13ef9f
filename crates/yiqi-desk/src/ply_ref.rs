//! References to plies of a game, as people write them.

use std::str::FromStr;

use yiqi_rules::{Changes, Color};

/// A ply of a game: `12` (after ply 12), `b5` (after Black's 5th stone), `w7`, `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlyRef {
    /// The current position.
    End,
    /// After this many plies.
    Ply(usize),
    /// After the n-th stone of a color; passes and color choices do not count.
    Stone(Color, usize),
}

/// The text is not a ply reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a ply of a game: expected a ply number, b5, w7 or end")]
pub struct ParsePlyRefError;

/// The game has no such ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlyRefError {
    /// Fewer plies were played.
    #[error("only {played} plies were played")]
    Ply {
        /// The number of plies.
        played: usize,
    },
    /// Fewer stones of the color were placed.
    #[error("only {placed} {color} stones were placed")]
    Stone {
        /// The color.
        color: Color,
        /// The number of stones.
        placed: usize,
    },
}

impl FromStr for PlyRef {
    type Err = ParsePlyRefError;

    fn from_str(text: &str) -> Result<PlyRef, ParsePlyRefError> {
        let lower = text.trim().to_ascii_lowercase();
        let number = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
            is_number.then(|| text.parse().ok()).flatten()
        };
        let ply_ref = if lower == "end" {
            Some(PlyRef::End)
        } else if let Some(stone) = lower.strip_prefix('b') {
            number(stone).map(|n| PlyRef::Stone(Color::Black, n))
        } else if let Some(stone) = lower.strip_prefix('w') {
            number(stone).map(|n| PlyRef::Stone(Color::White, n))
        } else {
            number(&lower).map(PlyRef::Ply)
        };
        ply_ref.ok_or(ParsePlyRefError)
    }
}

impl PlyRef {
    /// The number of plies before that position, in a game with these plies.
    ///
    /// # Errors
    /// If the game has no such ply.
    pub fn ply(self, plies: &[Changes]) -> Result<usize, PlyRefError> {
        match self {
            PlyRef::End => Ok(plies.len()),
            PlyRef::Ply(ply) if ply <= plies.len() => Ok(ply),
            PlyRef::Ply(_) => Err(PlyRefError::Ply {
                played: plies.len(),
            }),
            PlyRef::Stone(_, 0) => Ok(0),
            PlyRef::Stone(color, number) => {
                let is_own = |ply: &Changes| ply.placed.is_some_and(|(_, stone)| stone == color);
                let mut own = plies.iter().zip(1..).filter(|(ply, _)| is_own(ply));
                let placed = own.clone().count();
                own.nth(number - 1)
                    .map(|(_, ply)| ply)
                    .ok_or(PlyRefError::Stone { color, placed })
            }
        }
    }
}
