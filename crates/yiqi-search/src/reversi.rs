//! Reversi: point weights, and boards that are fast to search.
//!
//! [`Tree8`] holds 8×8 in two machine words, [`WideTree`] any size in as many words as it needs.
//! [`Matrix`] evaluates both by point weights, with corners highest and the points next to them
//! lowest, and by mobility.

use yiqi_rules::board8::Board8;
use yiqi_rules::dice::mix;
use yiqi_rules::{Color, Move, Point, Position, Reversi, ReversiSpec};

use crate::{DECIDED, Evaluate, Tree, Value};

/// The weight of a stone on a point, in hundredths: corners highest, the points next to them
/// lowest.
#[must_use]
pub fn point_weight(point: Point, size: u8) -> Value {
    let from_edge = |at: u8| at.min(size.saturating_sub(1).saturating_sub(at));
    let (col, row) = (from_edge(point.col()), from_edge(point.row()));
    match (col.min(row), col.max(row)) {
        (0, 0) => 1000,
        (0, 1) => -250,
        (1, 1) => -450,
        (0, 2) => 120,
        (0, _) => 60,
        (1, _) => -40,
        (2, 2) => 40,
        _ => 10,
    }
}

/// Value of one more legal move.
const MOBILITY: Value = 70;

/// The value of a finished game for a side with `difference` more stones than the other.
#[must_use]
pub(crate) fn final_value(difference: i32, anti: bool) -> Value {
    let difference = if anti { -difference } else { difference };
    difference.signum() * DECIDED + 100 * difference
}

/// A set of points.
pub trait Bits: Copy + Eq {
    /// Number of points.
    fn count(self) -> i32;
    /// The points in both sets.
    fn and(self, other: Self) -> Self;
    /// Whether the set is empty.
    fn is_empty(self) -> bool;
}

/// A Reversi board as the evaluation sees it.
pub trait Stones: Tree {
    /// Its type of point sets.
    type Bits: Bits;
    /// The stones of the side to move.
    fn own(&self) -> Self::Bits;
    /// The stones of the other side.
    fn opposing(&self) -> Self::Bits;
    /// The number of points the side to move can play on, and the number for the opponent.
    fn mobility(&self) -> (i32, i32);
    /// A set of these points.
    fn set(&self, points: &[Point]) -> Self::Bits;
    /// The point of a move; `None` for a pass.
    fn point(&self, mv: Self::Move) -> Option<Point>;
}

/// The evaluation: point weights and mobility.
#[derive(Debug)]
pub struct Matrix<B> {
    anti: bool,
    size: u8,
    /// Points of equal weight, except those next to corners.
    groups: Vec<(Value, B)>,
    /// Each corner, and the points next to it by weight. Those points are no longer bad once the
    /// corner is taken.
    corners: Vec<(B, [(Value, B); 2])>,
}

impl<B: Bits> Matrix<B> {
    /// The evaluation for boards like this one.
    pub fn new<T: Stones<Bits = B>>(tree: &T, spec: ReversiSpec) -> Matrix<B> {
        let size = spec.size();
        let ends = [(0, 1), (size - 1, size - 2)];
        let mut beside = Vec::new();
        let mut corners = Vec::new();
        let point = |col, row| Point::new(col, row).into_iter();
        for (col, next_col) in ends {
            for (row, next_row) in ends {
                let corner: Vec<Point> = point(col, row).collect();
                let along: Vec<Point> = point(next_col, row).chain(point(col, next_row)).collect();
                let across: Vec<Point> = point(next_col, next_row).collect();
                let weight =
                    |points: &[Point]| points.first().map_or(0, |&p| point_weight(p, size));
                corners.push((
                    tree.set(&corner),
                    [
                        (weight(&along), tree.set(&along)),
                        (weight(&across), tree.set(&across)),
                    ],
                ));
                beside.extend(along.into_iter().chain(across));
            }
        }
        let mut groups: Vec<(Value, Vec<Point>)> = Vec::new();
        for point in yiqi_rules::PointSet::board(size).iter() {
            if beside.contains(&point) {
                continue;
            }
            let weight = point_weight(point, size);
            match groups.iter_mut().find(|(other, _)| *other == weight) {
                Some((_, points)) => points.push(point),
                None => groups.push((weight, vec![point])),
            }
        }
        Matrix {
            anti: spec.anti,
            size,
            groups: groups
                .into_iter()
                .map(|(weight, points)| (weight, tree.set(&points)))
                .collect(),
            corners,
        }
    }
}

impl<T: Stones> Evaluate<T> for Matrix<T::Bits> {
    fn value(&self, tree: &T) -> Value {
        let (own, opposing) = (tree.own(), tree.opposing());
        let more = |set: T::Bits| own.and(set).count() - opposing.and(set).count();
        let mut placed: Value = self
            .groups
            .iter()
            .map(|&(weight, set)| weight * more(set))
            .sum();
        for (corner, beside) in &self.corners {
            if own.and(*corner).is_empty() && opposing.and(*corner).is_empty() {
                placed += beside
                    .iter()
                    .map(|&(weight, set)| weight * more(set))
                    .sum::<Value>();
            }
        }
        let (moves, opposing_moves) = tree.mobility();
        if self.anti {
            placed = -placed;
        }
        placed + MOBILITY * (moves - opposing_moves)
    }

    fn order(&self, tree: &T, depth: u8, moves: &mut Vec<T::Move>) {
        // Near the leaves, sorting by weight is good enough. Higher up, better ordering is worth
        // playing each move and counting the replies.
        let answers_count = depth >= 3;
        moves.sort_by_cached_key(|&mv| {
            let weight = tree
                .point(mv)
                .map_or(0, |point| point_weight(point, self.size));
            let weight = if self.anti { -weight } else { weight };
            if answers_count {
                let mut next = tree.clone();
                next.play(mv);
                MOBILITY * next.mobility().0 - weight / 2
            } else {
                -weight
            }
        });
    }

    fn is_forced(&self, tree: &T, only: T::Move) -> bool {
        tree.point(only).is_none()
    }
}

/// An 8×8 board.
#[derive(Clone, Copy, Debug)]
pub struct Tree8 {
    board: Board8,
    moves: u64,
    anti: bool,
}

/// The square number that stands for a pass in [`Tree8`].
const PASS8: u8 = 64;

impl Tree8 {
    /// The position, if it is 8×8 and not over.
    #[must_use]
    pub fn new(position: &Reversi) -> Option<Tree8> {
        let yiqi_rules::GameSpec::Reversi(spec) = position.spec() else {
            return None;
        };
        let board = Board8::from_reversi(position)?;
        Some(Tree8 {
            board,
            moves: board.moves(),
            anti: spec.anti,
        })
    }

    /// Converts to a move of the rules.
    #[must_use]
    pub fn name(mv: u8) -> Move {
        Point::new(mv % 8, mv / 8)
            .filter(|_| mv != PASS8)
            .map_or(Move::Pass, Move::Place)
    }
}

impl Tree for Tree8 {
    type Move = u8;

    fn for_each_move(&self, mut visit: impl FnMut(u8)) {
        let mut moves = self.moves;
        if moves == 0 {
            visit(PASS8);
        }
        while moves != 0 {
            visit(moves.trailing_zeros() as u8);
            moves &= moves - 1;
        }
    }

    fn play(&mut self, mv: u8) {
        self.board = if mv == PASS8 {
            self.board.pass()
        } else {
            self.board.play(u32::from(mv))
        };
        self.moves = self.board.moves();
    }

    fn terminal(&self) -> Option<Value> {
        if self.moves != 0 || self.board.pass().moves() != 0 {
            return None;
        }
        let count = |word: u64| word.count_ones() as i32;
        Some(final_value(
            count(self.board.own) - count(self.board.opposing),
            self.anti,
        ))
    }

    fn hash(&self) -> u64 {
        mix(mix(self.board.own) ^ self.board.opposing)
    }
}

impl Bits for u64 {
    fn count(self) -> i32 {
        self.count_ones() as i32
    }

    fn and(self, other: u64) -> u64 {
        self & other
    }

    fn is_empty(self) -> bool {
        self == 0
    }
}

impl Stones for Tree8 {
    type Bits = u64;

    fn own(&self) -> u64 {
        self.board.own
    }

    fn opposing(&self) -> u64 {
        self.board.opposing
    }

    fn mobility(&self) -> (i32, i32) {
        (self.moves.count(), self.board.pass().moves().count())
    }

    fn set(&self, points: &[Point]) -> u64 {
        points
            .iter()
            .fold(0, |set, p| set | 1 << (p.row() * 8 + p.col()))
    }

    fn point(&self, mv: u8) -> Option<Point> {
        Tree8::name(mv).point()
    }
}

/// A board of any size: one row after another, each followed by an empty column, so that a step off
/// one edge never lands on another.
#[derive(Clone, Copy, Debug)]
pub struct WideTree<const W: usize> {
    own: Wide<W>,
    opposing: Wide<W>,
    moves: Wide<W>,
    board: Wide<W>,
    spec: ReversiSpec,
}

/// The index that stands for a pass in [`WideTree`].
const PASS: u16 = u16::MAX;

/// A set of points in `W` words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide<const W: usize>([u64; W]);

impl<const W: usize> Wide<W> {
    const EMPTY: Wide<W> = Wide([0; W]);

    fn zip(self, other: Wide<W>, f: impl Fn(u64, u64) -> u64) -> Wide<W> {
        Wide(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    fn or(self, other: Wide<W>) -> Wide<W> {
        self.zip(other, |a, b| a | b)
    }

    fn minus(self, other: Wide<W>) -> Wide<W> {
        self.zip(other, |a, b| a & !b)
    }

    fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    fn contains(self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 != 0
    }

    /// Shifts by fewer than 64 places.
    fn shifted(self, step: i32) -> Wide<W> {
        let bits = step.unsigned_abs();
        let word = |i: usize| self.0.get(i).copied().unwrap_or(0);
        Wide(std::array::from_fn(|i| {
            if step > 0 {
                word(i) << bits | word(i.wrapping_sub(1)) >> (64 - bits)
            } else {
                word(i) >> bits | word(i + 1) << (64 - bits)
            }
        }))
    }
}

impl<const W: usize> Bits for Wide<W> {
    fn count(self) -> i32 {
        self.0.iter().map(|word| word.count_ones() as i32).sum()
    }

    fn and(self, other: Wide<W>) -> Wide<W> {
        self.zip(other, |a, b| a & b)
    }

    fn is_empty(self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }
}

impl<const W: usize> WideTree<W> {
    /// The position, if the board fits into `W` words.
    #[must_use]
    pub fn new(position: &Reversi) -> Option<WideTree<W>> {
        let yiqi_rules::GameSpec::Reversi(spec) = position.spec() else {
            return None;
        };
        let size = usize::from(spec.size());
        if (size + 1) * size > W * 64 {
            return None;
        }
        let mover = position.turn().unwrap_or(Color::Black);
        let wide = |points: yiqi_rules::PointSet| {
            let mut set = Wide::EMPTY;
            for point in points.iter() {
                set.insert(index(point, spec.size()));
            }
            set
        };
        let mut tree = WideTree {
            own: wide(position.stones(mover)),
            opposing: wide(position.stones(mover.other())),
            moves: Wide::EMPTY,
            board: wide(yiqi_rules::PointSet::board(spec.size())),
            spec,
        };
        tree.moves = tree.placements(tree.own, tree.opposing);
        Some(tree)
    }

    /// Converts to a move of the rules.
    #[must_use]
    pub fn name(&self, mv: u16) -> Move {
        self.point(mv).map_or(Move::Pass, Move::Place)
    }

    fn steps(&self) -> [i32; 8] {
        let row = i32::from(self.spec.size()) + 1;
        [1, row - 1, row, row + 1, -1, 1 - row, -row, -row - 1]
    }

    fn placements(&self, own: Wide<W>, opposing: Wide<W>) -> Wide<W> {
        let empty = self.board.minus(own).minus(opposing);
        let mut found = Wide::EMPTY;
        for step in self.steps() {
            let mut row = own.shifted(step).and(opposing);
            while !row.is_empty() {
                let next = row.shifted(step);
                found = found.or(next.and(empty));
                row = next.and(opposing);
            }
        }
        found
    }

    fn flips(&self, from: u16) -> Wide<W> {
        let mut flips = Wide::EMPTY;
        let end = W as i32 * 64;
        for step in self.steps() {
            let mut row = Wide::EMPTY;
            let mut at = i32::from(from) + step;
            while (0..end).contains(&at) && self.opposing.contains(at as usize) {
                row.insert(at as usize);
                at += step;
            }
            if (0..end).contains(&at) && self.own.contains(at as usize) {
                flips = flips.or(row);
            }
        }
        flips
    }
}

fn index(point: Point, size: u8) -> usize {
    usize::from(point.row()) * (usize::from(size) + 1) + usize::from(point.col())
}

impl<const W: usize> Tree for WideTree<W> {
    type Move = u16;

    fn for_each_move(&self, mut visit: impl FnMut(u16)) {
        if self.moves.is_empty() {
            visit(PASS);
        }
        for (i, &word) in self.moves.0.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                visit((i * 64) as u16 + rest.trailing_zeros() as u16);
                rest &= rest - 1;
            }
        }
    }

    fn play(&mut self, mv: u16) {
        let mut own = self.own;
        let mut opposing = self.opposing;
        if mv != PASS {
            let flips = self.flips(mv);
            own = own.or(flips);
            own.insert(usize::from(mv));
            opposing = opposing.minus(flips);
        }
        self.own = opposing;
        self.opposing = own;
        self.moves = self.placements(self.own, self.opposing);
    }

    fn terminal(&self) -> Option<Value> {
        if !self.moves.is_empty() || !self.placements(self.opposing, self.own).is_empty() {
            return None;
        }
        Some(final_value(
            self.own.count() - self.opposing.count(),
            self.spec.anti,
        ))
    }

    fn hash(&self) -> u64 {
        self.own
            .0
            .iter()
            .chain(&self.opposing.0)
            .fold(0, |hash, &word| mix(hash ^ word))
    }
}

impl<const W: usize> Stones for WideTree<W> {
    type Bits = Wide<W>;

    fn own(&self) -> Wide<W> {
        self.own
    }

    fn opposing(&self) -> Wide<W> {
        self.opposing
    }

    fn mobility(&self) -> (i32, i32) {
        let opposing = self.placements(self.opposing, self.own);
        (self.moves.count(), opposing.count())
    }

    fn set(&self, points: &[Point]) -> Wide<W> {
        let mut set = Wide::EMPTY;
        for &point in points {
            set.insert(index(point, self.spec.size()));
        }
        set
    }

    fn point(&self, mv: u16) -> Option<Point> {
        let row = u16::from(self.spec.size()) + 1;
        if mv == PASS {
            return None;
        }
        Point::new((mv % row) as u8, (mv / row) as u8)
    }
}
