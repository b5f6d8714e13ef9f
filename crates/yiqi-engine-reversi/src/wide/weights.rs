//! The weights file.
//!
//! A name and a version, then for each size and variant: the size, 1 for anti-reversi or 0, the
//! number of bytes that follow, and those, compressed by zlib. They hold 16-bit numbers: the counts and
//! errors of all phases, then the pattern weights of each phase as differences from the phase before.

use std::io::Read;
use std::sync::{Arc, OnceLock};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use yiqi_rules::ReversiSpec;

use super::evaluation::{COUNTS, ERRORS, Evaluation, PHASES, Scale};
use super::patterns::WEIGHTS;
use crate::numbers;

const NAME: &[u8; 8] = b"yiqi-ww1";

/// The most scales in a file.
const SCALES_MAX: usize = 12;

/// Weights for boards of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WideWeights(Vec<Scale>);

/// Why weights are invalid.
#[derive(Debug, thiserror::Error)]
pub enum WideWeightsError {
    /// Not a weights file, or one of another version.
    #[error("not a file of weights for Reversi boards of any size, of this version")]
    Unknown,
    /// The list of sizes is wrong: a size no board has, one that appears twice, too many, or none
    /// for a variant.
    #[error("the weights must be for up to 12 different boards, both normal and anti")]
    Boards,
    /// It is damaged.
    #[error("the weights are damaged: {0}")]
    Damaged(#[from] std::io::Error),
}

impl WideWeights {
    /// Weights for some sizes.
    ///
    /// # Errors
    /// If a size is invalid or appears twice, or one of the two variants has none.
    pub fn new(scales: Vec<Scale>) -> Result<WideWeights, WideWeightsError> {
        let boards: Vec<_> = scales
            .iter()
            .map(|scale| (scale.size, scale.is_anti))
            .collect();
        check_boards(&boards)?;
        Ok(WideWeights(scales))
    }

    /// Reads the output of [`WideWeights::write`].
    ///
    /// # Errors
    /// If the bytes are not weights.
    pub fn read(bytes: &[u8]) -> Result<WideWeights, WideWeightsError> {
        let sections = sections(bytes)?;
        let scales: Result<_, _> = sections.iter().map(Section::unpack).collect();
        WideWeights::new(scales?)
    }

    /// The weights as a file.
    ///
    /// # Errors
    /// If compression fails.
    pub fn write(&self) -> std::io::Result<Vec<u8>> {
        let mut file = NAME.to_vec();
        for scale in &self.0 {
            let packed = pack(scale)?;
            file.extend([scale.size, u8::from(scale.is_anti)]);
            file.extend((packed.len() as u32).to_le_bytes());
            file.extend(packed);
        }
        Ok(file)
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

/// The evaluation with the built-in weights, unpacked on first use.
pub(crate) fn built_in(size: u8, is_anti: bool) -> Arc<Evaluation> {
    static BUILT_IN: [[OnceLock<Arc<Evaluation>>; 14]; 2] =
        [const { [const { OnceLock::new() }; 14] }; 2];
    let make = || {
        let sections = sections(include_bytes!("../../weights/wide.weights"))?;
        let nearest = sections
            .iter()
            .filter(|section| section.is_anti == is_anti)
            .min_by_key(|section| section.size.abs_diff(size))
            .ok_or(WideWeightsError::Boards)?;
        Ok(Arc::new(Evaluation::new(size, &nearest.unpack()?)))
    };
    let place = &BUILT_IN[usize::from(is_anti)][usize::from(size / 2)];
    let evaluation = place.get_or_init(|| {
        make().unwrap_or_else(|problem: WideWeightsError| {
            // The file is compiled in, and a test reads it.
            unreachable!("the built-in weights are invalid: {problem}")
        })
    });
    Arc::clone(evaluation)
}

/// One scale of a file, still packed.
struct Section<'a> {
    size: u8,
    is_anti: bool,
    packed: &'a [u8],
}

fn sections(bytes: &[u8]) -> Result<Vec<Section<'_>>, WideWeightsError> {
    let mut rest = bytes.strip_prefix(NAME).ok_or(WideWeightsError::Unknown)?;
    let mut sections = Vec::new();
    while let Some((&[size, anti, a, b, c, d], after)) = rest.split_first_chunk() {
        let length = u32::from_le_bytes([a, b, c, d]) as usize;
        let (packed, after) = after.split_at_checked(length).ok_or_else(cut_off)?;
        let is_anti = match anti {
            0 => false,
            1 => true,
            _ => return Err(WideWeightsError::Boards),
        };
        sections.push(Section {
            size,
            is_anti,
            packed,
        });
        rest = after;
    }
    if !rest.is_empty() {
        return Err(cut_off().into());
    }
    let boards: Vec<_> = sections
        .iter()
        .map(|section| (section.size, section.is_anti))
        .collect();
    check_boards(&boards)?;
    Ok(sections)
}

fn cut_off() -> std::io::Error {
    std::io::ErrorKind::UnexpectedEof.into()
}

fn check_boards(boards: &[(u8, bool)]) -> Result<(), WideWeightsError> {
    let is_valid = |at: usize| {
        let (size, is_anti) = boards[at];
        ReversiSpec::new(size, is_anti).is_some() && !boards[..at].contains(&boards[at])
    };
    let has = |wanted: bool| boards.iter().any(|&(_, is_anti)| is_anti == wanted);
    if boards.len() <= SCALES_MAX && (0..boards.len()).all(is_valid) && has(false) && has(true) {
        Ok(())
    } else {
        Err(WideWeightsError::Boards)
    }
}

impl Section<'_> {
    fn unpack(&self) -> Result<Scale, WideWeightsError> {
        let mut source = ZlibDecoder::new(self.packed);
        let mut scale = Scale::new(self.size, self.is_anti);
        let counts = numbers::read(&mut source, PHASES * COUNTS)?;
        scale.counts.as_flattened_mut().copy_from_slice(&counts);
        let errors = numbers::read(&mut source, PHASES * ERRORS)?;
        scale.errors.as_flattened_mut().copy_from_slice(&errors);
        let mut before = vec![0i16; WEIGHTS];
        for phase in scale.patterns.chunks_exact_mut(WEIGHTS) {
            let differences = numbers::read(&mut source, WEIGHTS)?;
            for (weight, difference) in before.iter_mut().zip(differences) {
                *weight = weight.wrapping_add(difference);
            }
            phase.copy_from_slice(&before);
        }
        // The checksum is read at the end.
        if source.read(&mut [0])? != 0 {
            return Err(std::io::Error::from(std::io::ErrorKind::InvalidData).into());
        }
        Ok(scale)
    }
}

fn pack(scale: &Scale) -> std::io::Result<Vec<u8>> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
    numbers::write(&mut packer, scale.counts.as_flattened())?;
    numbers::write(&mut packer, scale.errors.as_flattened())?;
    let mut before: &[i16] = &[0; WEIGHTS];
    for phase in scale.patterns.chunks_exact(WEIGHTS) {
        let differences: Vec<i16> = phase
            .iter()
            .zip(before)
            .map(|(weight, before)| weight.wrapping_sub(*before))
            .collect();
        numbers::write(&mut packer, &differences)?;
        before = phase;
    }
    packer.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some_weights() -> WideWeights {
        let mut scales = vec![Scale::new(10, false), Scale::new(8, true)];
        for (at, weight) in scales[1].patterns.iter_mut().enumerate() {
            *weight = if at % 31 == 0 {
                (at % 70_000) as i16
            } else {
                0
            };
        }
        scales[1].errors[3][2] = 77;
        WideWeights::new(scales).unwrap()
    }

    #[track_caller]
    fn check_refusal(bytes: &[u8], want: &str) {
        let refused = WideWeights::read(bytes).unwrap_err().to_string();
        assert!(refused.starts_with(want), "{refused}");
    }

    #[test]
    fn weights_that_are_written_are_read_back() {
        let weights = some_weights();
        let bytes = weights.write().unwrap();
        assert_eq!(WideWeights::read(&bytes).unwrap(), weights);
    }

    #[test]
    fn the_built_in_weights_are_valid() {
        let weights = WideWeights::read(include_bytes!("../../weights/wide.weights"));
        assert!(weights.is_ok());
    }

    #[test]
    fn the_nearest_size_is_used() {
        let weights = some_weights();
        assert_eq!(weights.scale(26, false).size, 10);
        assert_eq!(weights.scale(4, true).size, 8);
    }

    #[test]
    fn damaged_weights_are_refused_with_a_sentence() {
        let bytes = some_weights().write().unwrap();
        check_refusal(b"yiqi-ww0", "not a file of weights");
        check_refusal(&bytes[..bytes.len() - 1], "the weights are damaged");
        check_refusal(&bytes[..NAME.len() + 3], "the weights are damaged");
        check_refusal(NAME, "the weights must be for up to 12 different boards");
        let twice = [&bytes[..], &bytes[NAME.len()..]].concat();
        check_refusal(&twice, "the weights must be for up to 12 different boards");
        let mut odd = bytes.clone();
        odd[NAME.len()] = 7;
        check_refusal(&odd, "the weights must be for up to 12 different boards");
        let mut changed = bytes;
        let middle = changed.len() - 40;
        changed[middle] ^= 0x55;
        check_refusal(&changed, "the weights are damaged");
    }
}
