//! Indices of lines in the network's first layer: the nine points of a line around a point, as seen
//! by one side.
//!
//! A line is encoded with two bits per point, as on the board: 0 off the board, 1 own, 2 the
//! opponent's, 3 empty. Mirror images share an index.

use std::sync::OnceLock;

/// Points on each side of a line's center.
pub(crate) const REACH: usize = 4;
const PLACES: usize = 2 * REACH + 1;
/// Number of encodings, most of which are invalid.
const CODES: usize = 1 << (2 * PLACES);

/// Number of indices.
pub(crate) const LINE_COUNT: usize = 22_143;

/// The index of each line by its code; 0 for invalid codes.
pub(crate) type LineIndices = [u16; CODES];

/// The indices of all lines, computed on first use.
pub(crate) fn line_indices() -> &'static LineIndices {
    static INDICES: OnceLock<Box<LineIndices>> = OnceLock::new();
    INDICES.get_or_init(|| {
        let mut indices = vec![0; CODES];
        let mut count = 0;
        for line in (0..CODES).filter(|&line| is_valid(line)) {
            let mirrored = mirror(line);
            indices[line] = if mirrored < line {
                indices[mirrored]
            } else {
                count += 1;
                count - 1
            };
        }
        debug_assert_eq!(usize::from(count), LINE_COUNT, "every line has an index");
        indices
            .into_boxed_slice()
            .try_into()
            .expect("the length is CODES")
    })
}

fn places(line: usize) -> [usize; PLACES] {
    std::array::from_fn(|place| line >> (2 * place) & 3)
}

/// Whether a code is valid: the center is on the board, and nothing beyond the edge is.
fn is_valid(line: usize) -> bool {
    let places = places(line);
    let ends_once = |mut side: std::slice::Iter<'_, usize>| {
        side.by_ref().any(|&place| place == 0);
        side.all(|&place| place == 0)
    };
    let mut low = places[..REACH].to_vec();
    low.reverse();
    places[REACH] != 0 && ends_once(low.iter()) && ends_once(places[REACH + 1..].iter())
}

fn mirror(line: usize) -> usize {
    places(line)
        .into_iter()
        .fold(0, |mirrored, place| mirrored << 2 | place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_is_used_and_mirror_images_share_theirs() {
        let indices = line_indices();
        let mut seen = vec![false; LINE_COUNT];
        for line in (0..CODES).filter(|&line| is_valid(line)) {
            assert_eq!(indices[line], indices[mirror(line)]);
            seen[usize::from(indices[line])] = true;
        }
        assert!(seen.into_iter().all(|seen| seen));
    }
}
