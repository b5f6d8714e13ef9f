//! The pattern shapes of the evaluation.
//!
//! A pattern is a list of points; its rotated and mirrored copies are features. The stones on a
//! feature form a base-3 number from the side to move: 0 own, 1 empty, 2 opposing. From the other
//! side, it is the largest number minus this one.

/// A list of points, and the offset of its weights.
pub struct Pattern {
    /// The squares of the first copy.
    pub squares: &'static [u8],
    /// Offset of its weights within a phase.
    pub offset: usize,
}

impl Pattern {
    /// The number of configurations of stones.
    #[must_use]
    pub const fn size(&self) -> usize {
        3usize.pow(self.squares.len() as u32)
    }
}

/// The number of features.
pub const FEATURES: usize = 62;

/// Feature slots, padded to whole registers.
pub(crate) const LANES: usize = 64;

/// Squares from their concatenated names.
macro_rules! squares {
    ($names:literal) => {{
        const NAMES: &[u8] = $names.as_bytes();
        const SQUARES: [u8; NAMES.len() / 2] = {
            let mut squares = [0; NAMES.len() / 2];
            let mut i = 0;
            while i < squares.len() {
                squares[i] = NAMES[2 * i] - b'a' + 8 * (NAMES[2 * i + 1] - b'1');
                i += 1;
            }
            squares
        };
        &SQUARES
    }};
}

const SHAPES: [&[u8]; 15] = [
    // The edge with both X-squares.
    squares!("a1b1c1d1e1f1g1h1b2g2"),
    // The corner: a square, a block, a large and a narrow triangle.
    squares!("a1b1c1a2b2c2a3b3c3"),
    squares!("a1b1c1d1e1a2b2c2d2e2"),
    squares!("a1b1c1d1a2b2c2a3b3a4"),
    squares!("a1b1c1d1e1a2b2a3a4a5"),
    // The edge without its C-squares, with the block below its middle.
    squares!("a1c1d1e1f1h1c2d2e2f2"),
    // From the corner to the center.
    squares!("a1b1a2b2c2b3c3d3c4d4"),
    // The rows behind the edge.
    squares!("a2b2c2d2e2f2g2h2"),
    squares!("a3b3c3d3e3f3g3h3"),
    squares!("a4b4c4d4e4f4g4h4"),
    // The diagonals.
    squares!("a1b2c3d4e5f6g7h8"),
    squares!("b1c2d3e4f5g6h7"),
    squares!("c1d2e3f4g5h6"),
    squares!("d1e2f3g4h5"),
    squares!("e1f2g3h4"),
];

/// The patterns.
pub static PATTERNS: [Pattern; SHAPES.len()] = {
    let mut patterns = [const {
        Pattern {
            squares: &[],
            offset: 0,
        }
    }; SHAPES.len()];
    let mut offset = 0;
    let mut i = 0;
    while i < SHAPES.len() {
        patterns[i] = Pattern {
            squares: SHAPES[i],
            offset,
        };
        offset += patterns[i].size();
        i += 1;
    }
    patterns
};

/// The number of weights in a phase.
pub const WEIGHTS: usize = {
    let last = &PATTERNS[SHAPES.len() - 1];
    last.offset + last.size()
};

/// The offset of the weights of each feature within a phase.
pub(crate) const OFFSETS: [usize; FEATURES] = {
    let mut offsets = [0; FEATURES];
    let mut lane = 0;
    let mut pattern = 0;
    while pattern < SHAPES.len() {
        let copy_count = copy_count(SHAPES[pattern]);
        let mut copy = 0;
        while copy < copy_count {
            offsets[lane] = PATTERNS[pattern].offset;
            lane += 1;
            copy += 1;
        }
        pattern += 1;
    }
    assert!(lane == FEATURES);
    offsets
};

/// The number of a configuration whose points are taken in another order: each goes to its place in
/// `places`.
pub(crate) fn rearranged(configuration: usize, places: &[usize]) -> usize {
    let mut rest = configuration;
    let mut other = 0;
    for &place in places {
        other += rest % 3 * 3usize.pow(place as u32);
        rest /= 3;
    }
    other
}

/// The number of different copies of a shape.
const fn copy_count(shape: &[u8]) -> usize {
    let mut seen = [0u64; 8];
    let mut count = 0;
    let mut symmetry = 0;
    while symmetry < 8 {
        let mut points = 0u64;
        let mut at = 0;
        while at < shape.len() {
            points |= 1 << turned(shape[at], symmetry);
            at += 1;
        }
        let mut other = 0;
        while other < count && seen[other] != points {
            other += 1;
        }
        if other == count {
            seen[count] = points;
            count += 1;
        }
        symmetry += 1;
    }
    count
}

/// One copy of a pattern.
#[derive(Clone, Debug)]
pub struct Feature {
    /// The index of its pattern in [`PATTERNS`].
    pub pattern: usize,
    /// The points, in the order of the pattern.
    pub squares: Vec<u8>,
}

/// All copies of all patterns, without duplicates.
#[must_use]
pub fn features() -> Vec<Feature> {
    let mut features = Vec::with_capacity(FEATURES);
    for (pattern, shape) in SHAPES.iter().enumerate() {
        let mut seen = Vec::new();
        for symmetry in 0..8 {
            let squares: Vec<u8> = shape
                .iter()
                .map(|&square| turned(square, symmetry))
                .collect();
            let points = squares.iter().fold(0u64, |set, square| set | 1 << square);
            if !seen.contains(&points) {
                seen.push(points);
                features.push(Feature { pattern, squares });
            }
        }
    }
    features
}

/// A square under one of the eight symmetries; 0 is the identity.
const fn turned(square: u8, symmetry: u8) -> u8 {
    let (mut col, mut row) = (square % 8, square / 8);
    if symmetry & 1 != 0 {
        col = 7 - col;
    }
    if symmetry & 2 != 0 {
        row = 7 - row;
    }
    if symmetry & 4 != 0 {
        (col, row) = (row, col);
    }
    row * 8 + col
}

/// Where each point of a mirror-symmetric pattern goes; `None` for other patterns.
#[must_use]
pub fn mirror(pattern: usize) -> Option<Vec<usize>> {
    let shape = SHAPES[pattern];
    (1..8).find_map(|symmetry| {
        shape
            .iter()
            .map(|&square| {
                shape
                    .iter()
                    .position(|&other| other == turned(square, symmetry))
            })
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_offset_of_a_feature_is_that_of_its_pattern() {
        let features = features();
        assert_eq!(features.len(), FEATURES);
        for (feature, offset) in features.iter().zip(OFFSETS) {
            assert_eq!(PATTERNS[feature.pattern].offset, offset);
        }
    }
}
