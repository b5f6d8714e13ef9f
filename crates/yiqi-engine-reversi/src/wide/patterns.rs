//! The pattern shapes of the evaluation, for boards of any size.
//!
//! A pattern is a list of points near a corner or in the middle of an edge; its rotated and mirrored
//! copies all use the same weights. The stones on a copy form a base-3 number from the side to move:
//! 0 own, 1 empty, 2 opposing. Points that a small board lacks count as empty.

/// The number of patterns.
pub(crate) const PATTERNS: usize = 13;

/// The points of a pattern.
enum Shape {
    /// A block in the corner, this many points wide and high.
    Block(u8, u8),
    /// The edge from the corner on, with the point diagonal to the corner.
    Edge,
    /// Two rows of four points in the middle of an edge.
    Middle,
    /// The first points of a row, counted from the edge.
    Row(u8),
    /// The first points of a diagonal that begins in the first row, this far from the corner.
    Diagonal(u8),
}

/// The longest piece of a line in a pattern.
const LINE: u8 = 8;

const SHAPES: [Shape; PATTERNS] = [
    Shape::Block(3, 3),
    Shape::Block(5, 2),
    Shape::Edge,
    Shape::Middle,
    Shape::Row(1),
    Shape::Row(2),
    Shape::Row(3),
    Shape::Row(4),
    Shape::Diagonal(0),
    Shape::Diagonal(1),
    Shape::Diagonal(2),
    Shape::Diagonal(3),
    Shape::Diagonal(4),
];

impl Shape {
    /// The points on a board of this size, or nothing if the board is too small to have the pattern.
    fn points(&self, size: u8) -> Vec<(u8, u8)> {
        match *self {
            Shape::Block(width, height) => block(0, width, height),
            Shape::Edge => [block(0, LINE, 1), vec![(1, 1)]].concat(),
            Shape::Middle => block(size / 2 - 2, 4, 2),
            // Rows beyond the middle are those of the other side.
            Shape::Row(row) if row >= size / 2 => Vec::new(),
            Shape::Row(row) => (0..LINE).map(|col| (col, row)).collect(),
            // Shorter diagonals say little.
            Shape::Diagonal(from) if from + 3 > size => Vec::new(),
            Shape::Diagonal(from) => (0..LINE).map(|at| (from + at, at)).collect(),
        }
    }

    const fn len(&self) -> usize {
        match self {
            Shape::Block(width, height) => *width as usize * *height as usize,
            Shape::Edge => LINE as usize + 1,
            Shape::Middle => 8,
            Shape::Row(_) | Shape::Diagonal(_) => LINE as usize,
        }
    }
}

/// The points of a block at the upper edge by column and row, row by row.
fn block(left: u8, width: u8, height: u8) -> Vec<(u8, u8)> {
    (0..width * height)
        .map(|at| (left + at % width, at / width))
        .collect()
}

/// The number of configurations of each pattern.
pub(crate) const CONFIGURATIONS: [usize; PATTERNS] = {
    let mut counts = [0; PATTERNS];
    let mut at = 0;
    while at < PATTERNS {
        counts[at] = 3usize.pow(SHAPES[at].len() as u32);
        at += 1;
    }
    counts
};

/// The offset of the weights of each pattern within a phase.
pub(crate) const OFFSETS: [usize; PATTERNS] = {
    let mut offsets = [0; PATTERNS];
    let mut at = 1;
    while at < PATTERNS {
        offsets[at] = offsets[at - 1] + CONFIGURATIONS[at - 1];
        at += 1;
    }
    offsets
};

/// The number of pattern weights in a phase.
pub const WEIGHTS: usize = OFFSETS[PATTERNS - 1] + CONFIGURATIONS[PATTERNS - 1];

/// One copy of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PatternCopy {
    pub(crate) pattern: usize,
    /// The index of each point, in the order of the pattern; `None` if the board lacks it.
    pub(crate) points: Vec<Option<usize>>,
}

impl PatternCopy {
    /// Where each point of this copy is in another one that covers the same points.
    fn places_in(&self, other: &PatternCopy) -> Option<Vec<usize>> {
        let mut lacking = (0..other.points.len()).filter(|&at| other.points[at].is_none());
        self.points
            .iter()
            .map(|point| match point {
                None => lacking.next(),
                Some(_) => other.points.iter().position(|other| other == point),
            })
            .collect()
    }
}

/// All copies of all patterns on a board of this size.
pub(crate) fn copies(size: u8) -> Vec<PatternCopy> {
    let mut copies: Vec<PatternCopy> = Vec::new();
    for (pattern, shape) in SHAPES.iter().enumerate() {
        let points = shape.points(size);
        for symmetry in 0..8 {
            let copy = PatternCopy {
                pattern,
                points: points
                    .iter()
                    .map(|&point| turned(point, symmetry, size))
                    .collect(),
            };
            if !copy.points.is_empty() && !copies.contains(&copy) {
                copies.push(copy);
            }
        }
    }
    copies
}

/// The index of a point under one of the eight symmetries; 0 is the identity.
fn turned((mut col, mut row): (u8, u8), symmetry: u8, size: u8) -> Option<usize> {
    if col >= size || row >= size {
        return None;
    }
    if symmetry & 1 != 0 {
        col = size - 1 - col;
    }
    if symmetry & 2 != 0 {
        row = size - 1 - row;
    }
    if symmetry & 4 != 0 {
        (col, row) = (row, col);
    }
    Some(usize::from(row) * usize::from(size) + usize::from(col))
}

/// A copy that stands for all that cover the same points.
pub(crate) struct Lane {
    pub(crate) copy: PatternCopy,
    /// For each copy that covers the same points, where the points of this one are in it. The first
    /// is this copy itself.
    pub(crate) views: Vec<Vec<usize>>,
}

/// The copies of all patterns without those that cover the same points. The lanes of a pattern have
/// equal views, in any order, because they are images of each other.
pub(crate) fn lanes(size: u8) -> Vec<Lane> {
    let mut lanes: Vec<Lane> = Vec::new();
    for copy in copies(size) {
        let known = lanes
            .iter_mut()
            .filter(|lane| lane.copy.pattern == copy.pattern)
            .find_map(|lane| {
                let places = lane.copy.places_in(&copy)?;
                Some((lane, places))
            });
        if let Some((lane, places)) = known {
            lane.views.push(places);
        } else {
            let itself = (0..copy.points.len()).collect();
            lanes.push(Lane {
                copy,
                views: vec![itself],
            });
        }
    }
    lanes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_of_a_pattern_have_the_same_views() {
        for size in (4..=26).step_by(2) {
            let lanes = lanes(size);
            for lane in &lanes {
                let first = lanes
                    .iter()
                    .find(|other| other.copy.pattern == lane.copy.pattern)
                    .unwrap();
                let sorted = |lane: &Lane| {
                    let mut views = lane.views.clone();
                    views.sort();
                    views
                };
                assert_eq!(sorted(first), sorted(lane), "{size}");
            }
        }
    }

    #[test]
    fn every_point_near_an_edge_is_in_a_pattern() {
        for size in (4..=16).step_by(2) {
            let mut is_in = vec![false; size * size];
            for copy in copies(size as u8) {
                for point in copy.points.into_iter().flatten() {
                    is_in[point] = true;
                }
            }
            for (index, is_in) in is_in.into_iter().enumerate() {
                let from_edge = |at: usize| at.min(size - 1 - at);
                let near = from_edge(index % size).min(from_edge(index / size));
                assert!(is_in || near > 4, "{size}: {index}");
            }
        }
    }
}
