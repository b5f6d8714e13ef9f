//! The evaluation for boards of any size: a few features, weighted by how full the board is.
//!
//! Features are counted for the side to move minus the opponent. Their weights were fitted to
//! scores of self-play games (`train/wide-reversi`), for some sizes and both variants; other sizes
//! use the nearest fitted one.

use std::sync::{Arc, LazyLock};

use super::bits::Bits;
use super::board::{Board, CLASSES, Geometry};

/// The number of features.
pub const FEATURES: usize = CLASSES + 9;

/// The number of phases, by how full the board is.
pub const PHASES: usize = 8;

/// Search values are in fractions of a stone: this many make one.
pub(crate) const UNIT: i32 = 16;

/// Weights are in fractions of a stone: this many make one.
const FINE: i32 = 256;

/// Depths for which the error of a search half as deep was measured; see [`Scale::errors`].
pub const ERRORS: usize = 4;

/// The depth of the first error.
pub const ERROR_DEPTH_MIN: u32 = 3;

/// The features of a position.
pub type Features = [i32; FEATURES];

/// The weights for one size and variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scale {
    /// The board size they were fitted for.
    pub size: u8,
    /// Whether fewer stones win.
    pub is_anti: bool,
    /// The weight of each feature in each phase, in 256ths of a stone.
    pub phases: [Features; PHASES],
    /// For each phase, the standard deviation, in 16ths of a stone, between searches of 3, 4, …
    /// plies and those of depth [`shallow`].
    pub errors: [[i32; ERRORS]; PHASES],
}

/// The depth of the search that predicts one of `depth` plies.
#[must_use]
pub const fn shallow(depth: u32) -> u32 {
    // Depths of the same parity agree best: the side that moved last looks too good.
    let half = depth / 2;
    if half % 2 == depth % 2 {
        half
    } else {
        half - 1
    }
}

/// Weights for boards of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WideWeights(Vec<Scale>);

/// Why weights are invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WideWeightsError {
    /// A line is malformed.
    #[error(
        "line {0}: expected a size, normal or anti, weights or errors, a phase and its numbers"
    )]
    Line(usize),
    /// One of the variants has no weights.
    #[error("weights are needed for both normal and anti")]
    Missing,
}

impl WideWeights {
    /// Weights for some sizes.
    ///
    /// # Errors
    /// If one of the two variants has none.
    pub fn new(scales: Vec<Scale>) -> Result<WideWeights, WideWeightsError> {
        let has = |is_anti| scales.iter().any(|scale| scale.is_anti == is_anti);
        if has(false) && has(true) {
            Ok(WideWeights(scales))
        } else {
            Err(WideWeightsError::Missing)
        }
    }

    /// Reads the output of [`WideWeights::to_text`]. Lines that begin with `#` are comments.
    ///
    /// # Errors
    /// If a line is malformed; names the first one.
    pub fn parse(text: &str) -> Result<WideWeights, WideWeightsError> {
        let mut scales = Vec::new();
        for (at, line) in text.lines().enumerate() {
            if !line.is_empty() && !line.starts_with('#') {
                read_line(line, &mut scales).ok_or(WideWeightsError::Line(at + 1))?;
            }
        }
        WideWeights::new(scales)
    }

    /// The weights as text, one line for each phase.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for scale in &self.0 {
            let aim = if scale.is_anti { "anti" } else { "normal" };
            for (kind, rows) in [
                (
                    "weights",
                    scale
                        .phases
                        .iter()
                        .map(|row| row.to_vec())
                        .collect::<Vec<_>>(),
                ),
                (
                    "errors",
                    scale.errors.iter().map(|row| row.to_vec()).collect(),
                ),
            ] {
                for (phase, row) in rows.iter().enumerate() {
                    let numbers: Vec<String> = row.iter().map(i32::to_string).collect();
                    text += &format!(
                        "{} {aim} {kind} {phase} {}\n",
                        scale.size,
                        numbers.join(" ")
                    );
                }
            }
        }
        text
    }

    /// The weights for a size, or for the nearest size that has some.
    #[must_use]
    pub fn scale(&self, size: u8, is_anti: bool) -> &Scale {
        self.0
            .iter()
            .filter(|scale| scale.is_anti == is_anti)
            .min_by_key(|scale| scale.size.abs_diff(size))
            .expect("both variants have weights")
    }

    /// The weights for all sizes.
    #[must_use]
    pub fn scales(&self) -> &[Scale] {
        &self.0
    }
}

fn read_line(line: &str, scales: &mut Vec<Scale>) -> Option<()> {
    let mut words = line.split_whitespace();
    let size: u8 = words.next()?.parse().ok()?;
    let is_anti = match words.next()? {
        "normal" => false,
        "anti" => true,
        _ => return None,
    };
    let kind = words.next()?;
    let phase: usize = words.next()?.parse().ok()?;
    let numbers: Vec<i32> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let at = scales
        .iter()
        .position(|scale: &Scale| (scale.size, scale.is_anti) == (size, is_anti))
        .unwrap_or_else(|| {
            scales.push(Scale {
                size,
                is_anti,
                phases: [[0; FEATURES]; PHASES],
                errors: [[0; ERRORS]; PHASES],
            });
            scales.len() - 1
        });
    match kind {
        "weights" => *scales[at].phases.get_mut(phase)? = numbers.try_into().ok()?,
        "errors" => *scales[at].errors.get_mut(phase)? = numbers.try_into().ok()?,
        _ => return None,
    }
    Some(())
}

/// The built-in weights.
pub(crate) fn built_in() -> Arc<WideWeights> {
    static BUILT_IN: LazyLock<Arc<WideWeights>> = LazyLock::new(|| {
        Arc::new(
            WideWeights::parse(include_str!("../../weights/wide.txt"))
                .expect("the built-in weights are valid"),
        )
    });
    Arc::clone(&BUILT_IN)
}

/// The phase, by how full the board is.
#[inline(always)]
pub(crate) fn phase(stone_count: i32, size: u32) -> usize {
    let area = (size * size) as usize;
    (stone_count as usize * PHASES / area).min(PHASES - 1)
}

/// The features of a position; `moves` are those of the side to move.
#[inline(always)]
pub(crate) fn features<B: Bits>(geometry: &Geometry<B>, board: Board<B>, moves: B) -> Features {
    let Board { own, opposing } = board;
    let more = |set: B| (own & set).count() - (opposing & set).count();
    let mut features = [0; FEATURES];
    features[0] = more(geometry.corners);
    for (corner, along, across) in geometry.beside {
        // Next to a corner that is taken, a stone risks nothing.
        let taken = 2 * usize::from((own | opposing).meets(corner));
        features[1 + taken] += more(along);
        features[2 + taken] += more(across);
    }
    for (class, feature) in features.iter_mut().enumerate().take(CLASSES).skip(5) {
        *feature = more(geometry.classes[class]);
    }
    let empty = geometry.empty(board);
    let replies = geometry.moves(board.pass());
    let (move_count, reply_count) = (moves.count(), replies.count());
    let near_empty = geometry.grown(empty);
    features[CLASSES] = move_count - reply_count;
    features[CLASSES + 1] = 32 * (move_count - reply_count) / (move_count + reply_count + 2);
    features[CLASSES + 2] =
        (geometry.grown(opposing) & empty).count() - (geometry.grown(own) & empty).count();
    features[CLASSES + 3] = more(near_empty);
    features[CLASSES + 4] = geometry.stable(own).count() - geometry.stable(opposing).count();
    features[CLASSES + 5] = (moves & geometry.corners).count();
    features[CLASSES + 6] = (replies & geometry.corners).count();
    features[CLASSES + 7] = 8;
    features[CLASSES + 8] = 8 * (empty.count() & 1);
    features
}

/// The value for the side to move, whose moves are `moves`, in [`UNIT`]ths of a stone.
#[inline(always)]
pub(crate) fn value<B: Bits>(
    geometry: &Geometry<B>,
    scale: &Scale,
    board: Board<B>,
    moves: B,
) -> i32 {
    let stone_count = (board.own | board.opposing).count();
    let weights = &scale.phases[phase(stone_count, geometry.size)];
    let sum: i32 = features(geometry, board, moves)
        .iter()
        .zip(weights)
        .map(|(feature, weight)| feature * weight)
        .sum();
    let most = (geometry.size * geometry.size) as i32 * UNIT;
    (sum / (FINE / UNIT)).clamp(-most, most)
}
