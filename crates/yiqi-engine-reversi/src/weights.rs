//! The weights file.
//!
//! A name and a version, then zlib-compressed: the offset for each number of empty points, then the
//! weights by phase and pattern, all as 16-bit numbers. Of two configurations that mirror each other,
//! only the one with the smaller number is stored.

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use crate::evaluation::{PHASES, Weights};
use crate::numbers;
use crate::patterns::{PATTERNS, WEIGHTS, mirror, rearranged};

const NAME: &[u8; 8] = b"yiqi-rw3";

/// The built-in weights.
static BUILT_IN: &[u8] = include_bytes!("../weights/reversi.weights");

/// The built-in weights.
pub(crate) fn built_in() -> Weights {
    read(BUILT_IN).unwrap_or_else(|problem| {
        // The file is compiled in, and a test reads it.
        unreachable!("the built-in weights are invalid: {problem}")
    })
}

/// Why weights cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum WeightsError {
    /// Not a weights file, or one of another version.
    #[error("not a file of Reversi weights of this version")]
    Unknown,
    /// It is damaged.
    #[error("the weights are damaged: {0}")]
    Damaged(#[from] std::io::Error),
}

/// For each weight of a phase, the one that is stored: itself or its mirror image.
#[must_use]
pub fn representatives() -> Vec<u32> {
    let mut all = Vec::with_capacity(WEIGHTS);
    for (index, pattern) in PATTERNS.iter().enumerate() {
        let mirror = mirror(index);
        for number in 0..pattern.size() {
            let other = mirror
                .as_ref()
                .map_or(number, |mirror| rearranged(number, mirror));
            all.push((pattern.offset + number.min(other)) as u32);
        }
    }
    all
}

/// Reads weights.
///
/// # Errors
/// If the bytes are not weights.
pub fn read(bytes: &[u8]) -> Result<Weights, WeightsError> {
    let packed = bytes.strip_prefix(NAME).ok_or(WeightsError::Unknown)?;
    let mut source = ZlibDecoder::new(packed);
    let mut offsets = [0; 61];
    offsets.copy_from_slice(&numbers::read(&mut source, 61)?);
    let representatives = representatives();
    let kept = kept(&representatives);
    let mut values = Vec::with_capacity(PHASES * WEIGHTS);
    let mut phase = vec![0; WEIGHTS];
    for _ in 0..PHASES {
        let stored = numbers::read(&mut source, kept.len())?;
        for (&at, value) in kept.iter().zip(stored) {
            phase[at] = value;
        }
        values.extend(representatives.iter().map(|&at| phase[at as usize]));
    }
    Weights::new(values, offsets).ok_or(WeightsError::Unknown)
}

/// Writes weights: `values` has the phases one after another.
///
/// # Errors
/// If compression fails.
pub fn write(values: &[i16], offsets: &[i16; 61]) -> std::io::Result<Vec<u8>> {
    let kept = kept(&representatives());
    let mut file = ZlibEncoder::new(NAME.to_vec(), Compression::best());
    numbers::write(&mut file, offsets)?;
    for phase in values.chunks_exact(WEIGHTS) {
        let stored: Vec<i16> = kept.iter().map(|&at| phase[at]).collect();
        numbers::write(&mut file, &stored)?;
    }
    file.finish()
}

fn kept(representatives: &[u32]) -> Vec<usize> {
    (0..WEIGHTS)
        .filter(|&at| representatives[at] as usize == at)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    // Fault 14.
    #[test]
    fn weights_of_earlier_versions_are_refused_with_a_sentence() {
        let version = usize::from(NAME[7] - b'0');
        for earlier in 1..version {
            let head = format!("tests/golden/weights-{earlier}.head");
            let head = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(head);
            let bytes = std::fs::read(&head).unwrap_or_else(|_| panic!("no {}", head.display()));
            let Err(refused) = read(&bytes) else {
                panic!("version {earlier} was read");
            };
            assert_eq!(
                refused.to_string(),
                "not a file of Reversi weights of this version"
            );
        }
    }
}
