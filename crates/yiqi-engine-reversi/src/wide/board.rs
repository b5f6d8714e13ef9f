//! A board of any size, and its geometry.

use yiqi_rules::dice::mix;
use yiqi_rules::{Color, GameSpec, Move, Point, PointSet, Position, Reversi};

use super::bits::Bits;

/// The stones, from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board<B> {
    pub(crate) own: B,
    pub(crate) opposing: B,
}

impl<B: Bits> Board<B> {
    #[inline(always)]
    pub(crate) fn pass(self) -> Board<B> {
        Board {
            own: self.opposing,
            opposing: self.own,
        }
    }

    /// The board after a stone that flips these.
    #[inline(always)]
    pub(crate) fn play(self, index: usize, flips: B) -> Board<B> {
        Board {
            own: self.opposing.minus(flips),
            opposing: self.own | flips | B::bit(index),
        }
    }

    /// What the move that led to `after` flipped.
    #[inline(always)]
    pub(crate) fn flips_before(self, after: Board<B>) -> B {
        self.opposing.minus(after.own)
    }
}

/// Classes of points by distance from corners and edges; see [`Geometry::class_of`].
pub(crate) const CLASSES: usize = 9;

/// The geometry of the empty board.
pub(crate) struct Geometry<B> {
    pub(crate) size: u32,
    /// Whether fewer stones win.
    pub(crate) is_anti: bool,
    pub(crate) board: B,
    /// All but the first and the last column, where stones cannot be bracketed along rows and
    /// diagonals.
    inner: B,
    /// Right, down, down-right, down-left.
    steps: [u32; 4],
    /// The rays from each point, along `steps` and against them.
    rays: Vec<[B; 8]>,
    /// The neighbors of each point.
    pub(crate) around: Vec<B>,
    pub(crate) corners: B,
    /// The class of each point: 0 for a corner, 1 next to one, 2 diagonal to one, then edges and the
    /// middle.
    pub(crate) class_of: Vec<u8>,
    /// The quadrants of the board.
    pub(crate) quadrants: [B; 4],
    /// The quadrant of each point, as a bit.
    pub(crate) quadrant_of: Vec<u8>,
    /// The points at both ends of the lines, for each of `steps`.
    line_ends: [B; 4],
    seed: u64,
}

fn class(col: usize, row: usize, size: usize) -> usize {
    let from_edge = |at: usize| at.min(size - 1 - at);
    let (col, row) = (from_edge(col), from_edge(row));
    match (col.min(row), col.max(row)) {
        (0, 0) => 0,
        (0, 1) => 1,
        (1, 1) => 2,
        (0, 2) => 3,
        (0, _) => 4,
        (1, _) => 5,
        (2, 2) => 6,
        (2, _) => 7,
        _ => CLASSES - 1,
    }
}

impl<B: Bits> Geometry<B> {
    pub(crate) fn new(size: u8, is_anti: bool) -> Geometry<B> {
        let width = usize::from(size);
        let set = |is_in: &dyn Fn(usize, usize) -> bool| {
            (0..width * width)
                .filter(|index| is_in(index % width, index / width))
                .fold(B::EMPTY, |set, index| set | B::bit(index))
        };
        let last = width - 1;
        let ray = |index: usize, cols: i32, rows: i32| {
            let (mut col, mut row) = ((index % width) as i32, (index / width) as i32);
            let mut points = B::EMPTY;
            loop {
                col += cols;
                row += rows;
                if !(0..width as i32).contains(&col) || !(0..width as i32).contains(&row) {
                    return points;
                }
                points = points | B::bit(row as usize * width + col as usize);
            }
        };
        let ways = [
            (1, 0),
            (0, 1),
            (1, 1),
            (-1, 1),
            (-1, 0),
            (0, -1),
            (-1, -1),
            (1, -1),
        ];
        let around = |index: usize| {
            let near = |at: usize| at.saturating_sub(1)..=(at + 1).min(last);
            let (cols, rows) = (near(index % width), near(index / width));
            rows.flat_map(|row| cols.clone().map(move |col| row * width + col))
                .fold(B::EMPTY, |set, at| set | B::bit(at))
                .minus(B::bit(index))
        };
        let points = 0..width * width;
        let quadrant = |col: usize, row: usize| {
            usize::from(col * 2 >= width) + 2 * usize::from(row * 2 >= width)
        };
        let on_side = |at: usize| at == 0 || at == last;
        Geometry {
            size: u32::from(size),
            is_anti,
            board: set(&|_, _| true),
            inner: set(&|col, _| !on_side(col)),
            steps: [1, width as u32, width as u32 + 1, width as u32 - 1],
            rays: points
                .clone()
                .map(|index| ways.map(|(cols, rows)| ray(index, cols, rows)))
                .collect(),
            around: points.clone().map(around).collect(),
            corners: set(&|col, row| class(col, row, width) == 0),
            class_of: points
                .clone()
                .map(|index| class(index % width, index / width, width) as u8)
                .collect(),
            quadrants: std::array::from_fn(|which| set(&|col, row| quadrant(col, row) == which)),
            quadrant_of: points
                .map(|index| 1 << quadrant(index % width, index / width))
                .collect(),
            line_ends: [
                set(&|col, _| on_side(col)),
                set(&|_, row| on_side(row)),
                set(&|col, row| on_side(col) || on_side(row)),
                set(&|col, row| on_side(col) || on_side(row)),
            ],
            seed: mix(u64::from(size) << 1 | u64::from(is_anti)),
        }
    }

    /// The stones of a position on a board of this size.
    pub(crate) fn board_of(&self, position: &Reversi) -> Board<B> {
        let mover = position.turn().unwrap_or(Color::Black);
        let set = |points: PointSet| {
            points
                .iter()
                .fold(B::EMPTY, |set, point| set | B::bit(self.index(point)))
        };
        Board {
            own: set(position.stones(mover)),
            opposing: set(position.stones(mover.other())),
        }
    }

    fn index(&self, point: Point) -> usize {
        usize::from(point.row()) * self.size as usize + usize::from(point.col())
    }

    /// Converts a point to a move of the rules.
    pub(crate) fn name(&self, index: usize) -> Move {
        let size = self.size as usize;
        Point::new((index % size) as u8, (index / size) as u8).map_or(Move::Pass, Move::Place)
    }

    /// The legal moves of the side to move.
    #[inline(always)]
    pub(crate) fn moves(&self, board: Board<B>) -> B {
        let Board { own, opposing } = board;
        let inner = opposing & self.inner;
        let [right, down, fall, rise] = self.steps;
        let found = own.behind(inner, right, self.size)
            | own.behind(opposing, down, self.size)
            | own.behind(inner, fall, self.size)
            | own.behind(inner, rise, self.size);
        found & self.empty(board)
    }

    #[inline(always)]
    pub(crate) fn empty(&self, board: Board<B>) -> B {
        self.board.minus(board.own | board.opposing)
    }

    /// What a stone of the side to move flips.
    #[inline(always)]
    pub(crate) fn flips(&self, board: Board<B>, index: usize) -> B {
        B::flips(
            board.own,
            board.opposing,
            &self.rays[index],
            &self.steps,
            index,
        )
    }

    /// These points and their neighbors.
    #[inline(always)]
    pub(crate) fn grown(&self, set: B) -> B {
        // A sideways step must not wrap around the edge: from the first and last column, step
        // inward only.
        let inner = set & self.inner;
        let sides = inner.up(1) | inner.down(1);
        let edge = set.minus(self.inner);
        let edges = (edge.up(1) | edge.down(1)) & self.inner;
        let row = set | sides | edges;
        (row | row.up(self.size) | row.down(self.size)) & self.board
    }

    /// A subset of the stable stones of `own`: those that, along every line, touch the end of the
    /// line or another stable stone.
    #[inline(always)]
    pub(crate) fn stable(&self, own: B) -> B {
        let mut stable = own & self.corners;
        if stable.is_empty() {
            return stable;
        }
        let [right, down, fall, rise] = self.steps;
        loop {
            let lean = |step: u32| stable.up(step) | stable.down(step);
            // Steps that wrap around the edge land on line ends, where they change nothing.
            let grown = own
                & (lean(right) | self.line_ends[0])
                & (lean(down) | self.line_ends[1])
                & (lean(fall) | self.line_ends[2])
                & (lean(rise) | self.line_ends[3]);
            if grown == stable {
                return stable;
            }
            stable = grown;
        }
    }

    #[inline(always)]
    pub(crate) fn hash(&self, board: Board<B>) -> u64 {
        board.opposing.mixed(board.own.mixed(self.seed))
    }

    /// The score of a finished game in stones for the side to move; positive if it won.
    #[inline(always)]
    pub(crate) fn final_score(&self, board: Board<B>) -> i32 {
        let difference = board.own.count() - board.opposing.count();
        if self.is_anti {
            -difference
        } else {
            difference
        }
    }
}

/// The board size of a position, and whether fewer stones win.
pub(crate) fn kind(position: &Reversi) -> (u8, bool) {
    match position.spec() {
        GameSpec::Reversi(spec) => (spec.size(), spec.anti),
        _ => unreachable!("a Reversi position has a Reversi board"),
    }
}
