//! Positions with their scores.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use yiqi_rules::board8::Board8;
use yiqi_rules::{AnyPosition, Color, Point, PointSet, Position, Reversi, Setup};

/// A position from the side to move, and the score of the game for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sample {
    pub(crate) own: u64,
    pub(crate) opposing: u64,
    pub(crate) score: i8,
}

/// Size of a sample in a file, in bytes.
const BYTES: usize = 17;

impl Sample {
    pub(crate) fn new(position: &Reversi, score: i32) -> Option<Sample> {
        let Board8 { own, opposing } = Board8::from_reversi(position)?;
        Some(Sample {
            own,
            opposing,
            score: score as i8,
        })
    }

    pub(crate) fn empty_count(&self) -> u32 {
        (self.own | self.opposing).count_zeros()
    }

    /// The position, black to move.
    pub(crate) fn position(&self) -> Result<Reversi> {
        let set = |mut bits: u64| -> PointSet {
            std::iter::from_fn(|| {
                (bits != 0).then(|| {
                    let square = bits.trailing_zeros() as u8;
                    bits &= bits - 1;
                    square
                })
            })
            .filter_map(|square| Point::new(square % 8, square / 8))
            .collect()
        };
        let setup = Setup {
            stones: yiqi_rules::ByColor {
                black: set(self.own),
                white: set(self.opposing),
            },
            turn: Color::Black,
        };
        match AnyPosition::from_setup("reversi".parse()?, &setup)? {
            AnyPosition::Reversi(position) => Ok(position),
            _ => anyhow::bail!("not Reversi"),
        }
    }
}

/// Appends samples to a file.
pub(crate) fn write(file: &mut BufWriter<File>, samples: &[Sample]) -> Result<()> {
    for sample in samples {
        file.write_all(&sample.own.to_le_bytes())?;
        file.write_all(&sample.opposing.to_le_bytes())?;
        file.write_all(&sample.score.to_le_bytes())?;
    }
    Ok(())
}

/// All samples of a file.
pub(crate) fn read(path: &Path) -> Result<Vec<Sample>> {
    let bytes =
        std::fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
    ensure!(
        bytes.len().is_multiple_of(BYTES),
        "{} ends in the middle of a position",
        path.display()
    );
    let word = |bytes: &[u8]| {
        bytes
            .iter()
            .rev()
            .fold(0, |word, &byte| word << 8 | u64::from(byte))
    };
    Ok(bytes
        .chunks_exact(BYTES)
        .map(|bytes| Sample {
            own: word(&bytes[..8]),
            opposing: word(&bytes[8..16]),
            score: bytes[16].cast_signed(),
        })
        .collect())
}

/// Whether a position has a move; others are never evaluated.
pub(crate) fn has_move(position: &Reversi) -> bool {
    !position.legal_points().is_empty()
}
