//! The board of the engine: stones, and for every empty point what a stone there would make.
//!
//! Each of the four lines through a point is a number with two bits a place, so that the eleven places
//! around a point are one shift away, and a table tells what a stone makes of them. A move changes the
//! shapes of the empty points within reach on its four lines; sets of points by kind of threat follow
//! from the shapes. What changed is written down and taken back by [`Board::undo`].

use yiqi_rules::{AnyPosition, Color, GameSpec, GomokuRules, Point};

use crate::pattern::{Pattern, PatternRule, PatternTable};
use crate::shape::{self, KIND_COUNT, Shape};

/// Points are numbered row by row, 32 to a row.
pub(crate) const STRIDE: usize = 32;
/// Room for all points; numbers are masked by it, so that no access needs a check.
pub(crate) const POINTS: usize = 1024;
const POINT_MASK: usize = POINTS - 1;
const ROWS: usize = 32;

/// Lines through a point.
pub(crate) const DIRECTIONS: usize = 4;
/// What one step adds to a point's number: along the row, the column, down right, up right.
pub(crate) const STEPS: [isize; DIRECTIONS] = [1, 32, 33, -31];

/// The number that stands for a pass.
pub(crate) const PASS: usize = POINTS - 1;
/// The number that stands for no point.
pub(crate) const NOWHERE: usize = POINTS - 2;

/// Columns and rows around a stone within which moves are looked at.
const NEAR: usize = 3;

/// A set of points, a bit for each, row by row.
pub(crate) type Rows = [u32; ROWS];

/// The kinds of both sides that there are sets of.
const KINDS_IN_SETS: u16 = ((1 << KIND_COUNT) - 1) * 0x0101;

/// One side's points of one kind.
#[derive(Clone, Copy, Default)]
struct KindSet {
    rows: Rows,
    count: u32,
}

/// What is needed to take back a move.
#[derive(Clone, Copy)]
struct Undo {
    point: u16,
    log_start: u32,
    near: [u32; 2 * NEAR + 1],
}

/// What a point was before a move.
#[derive(Clone, Copy)]
struct Change {
    point: u16,
    kinds: u16,
    shapes: u32,
}

/// A Gomoku board that is quick to search.
#[derive(Clone)]
pub(crate) struct Board {
    size: usize,
    rules: GomokuRules,
    patterns: &'static PatternTable,
    kinds: [&'static [u8]; 2],
    /// By direction and line; 0 off the board, 1 black, 2 white, 3 empty, from bit 10 on.
    lines: [[u64; 64]; DIRECTIONS],
    /// Black's shape in the low half, white's in the high one; 0 where a stone lies.
    shapes: [u32; POINTS],
    /// The kinds of threat of the shapes: black's in the low byte, white's in the high one.
    point_kinds: [u16; POINTS],
    sets: [[KindSet; KIND_COUNT]; 2],
    stones: [Rows; 2],
    near: Rows,
    stone_count: usize,
    turn: usize,
    hash: u64,
    moves: Vec<Undo>,
    log: Vec<Change>,
}

/// The number of a color: black 0, white 1.
pub(crate) fn side(color: Color) -> usize {
    usize::from(color == Color::White)
}

/// The number of a point.
pub(crate) fn number(point: Point) -> usize {
    usize::from(point.row()) * STRIDE + usize::from(point.col())
}

/// The point with this number.
pub(crate) fn point(number: usize) -> Point {
    Point::new((number % STRIDE) as u8, (number / STRIDE) as u8).expect("a number of a point")
}

/// The points of a set, in order.
pub(crate) fn points(rows: &Rows) -> impl Iterator<Item = usize> + '_ {
    rows.iter().enumerate().flat_map(|(row, &bits)| {
        let mut rest = bits;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let col = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            Some(row * STRIDE + col)
        })
    })
}

/// A number that looks random for every input (splitmix64, Steele, Lea, Flood 2014).
pub(crate) const fn scramble(seed: u64) -> u64 {
    let mut x = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

const TURN_HASH: u64 = scramble(1 << 40);

static STONE_HASHES: [[u64; POINTS]; 2] = {
    let mut hashes = [[0; POINTS]; 2];
    let mut at = 0;
    while at < POINTS {
        hashes[0][at] = scramble(at as u64);
        hashes[1][at] = scramble((POINTS + at) as u64);
        at += 1;
    }
    hashes
};

/// The line through a point in a direction, and the point's place on it.
pub(crate) fn place(point: usize, direction: usize) -> (usize, usize) {
    let (row, col) = (point / STRIDE, point % STRIDE);
    match direction {
        0 => (row, col),
        1 => (col, row),
        2 => (STRIDE + row - col, col),
        _ => (row + col, col),
    }
}

impl Board {
    /// The stones of a position, with a side to move; `None` if it is not Gomoku.
    pub(crate) fn new(position: &AnyPosition, turn: Color) -> Option<Board> {
        let GameSpec::Gomoku(spec) = position.spec() else {
            return None;
        };
        let mut board = Board::empty(usize::from(spec.size()), spec.rules);
        for color in Color::BOTH {
            for at in position.stones(color).iter() {
                board.turn = side(color);
                board.play(number(at));
            }
        }
        board.turn = side(turn);
        board.hash = board.stones_hash();
        board.moves.clear();
        board.log.clear();
        Some(board)
    }

    pub(crate) fn empty(size: usize, rules: GomokuRules) -> Board {
        let row_rules = PatternRule::of(rules);
        let mut board = Board {
            size,
            rules,
            patterns: PatternTable::of(rules),
            kinds: row_rules.map(shape::kinds),
            lines: [[0; 64]; DIRECTIONS],
            shapes: [0; POINTS],
            point_kinds: [0; POINTS],
            sets: [[KindSet::default(); KIND_COUNT]; 2],
            stones: [[0; ROWS]; 2],
            near: [0; ROWS],
            stone_count: 0,
            turn: 0,
            hash: 0,
            moves: Vec::with_capacity(1024),
            log: Vec::with_capacity(32 * 1024),
        };
        for at in board.all_points() {
            for direction in 0..DIRECTIONS {
                let (line, place) = place(at, direction);
                board.lines[direction][line] |= 3 << (2 * place + 10);
            }
        }
        for at in board.all_points() {
            let mut shapes = 0;
            for direction in 0..DIRECTIONS {
                shapes |= spread(board.pattern_code(at, direction)) << (4 * direction);
            }
            let kinds = board.kinds_of(shapes);
            board.set_shapes(at, shapes, kinds);
        }
        board.hash = board.stones_hash();
        board
    }

    /// The hash of the stones, the turn and the rules, recomputed.
    fn stones_hash(&self) -> u64 {
        let mut hash = scramble(1 << 41 | (self.size as u64) << 8 | self.rules as u64);
        for (stones, hashes) in self.stones.iter().zip(&STONE_HASHES) {
            for at in points(stones) {
                hash ^= hashes[at];
            }
        }
        if self.turn == 1 {
            hash ^ TURN_HASH
        } else {
            hash
        }
    }

    pub(crate) fn size(&self) -> usize {
        self.size
    }

    pub(crate) fn rules(&self) -> GomokuRules {
        self.rules
    }

    /// The side to move: black 0, white 1.
    pub(crate) fn turn(&self) -> usize {
        self.turn
    }

    /// The side to move as a color.
    pub(crate) fn turn_color(&self) -> Color {
        Color::BOTH[self.turn]
    }

    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    /// The hash after a move.
    pub(crate) fn hash_after(&self, at: usize) -> u64 {
        let stone = if at == PASS {
            0
        } else {
            STONE_HASHES[self.turn][at & POINT_MASK]
        };
        self.hash ^ TURN_HASH ^ stone
    }

    pub(crate) fn stone_count(&self) -> usize {
        self.stone_count
    }

    pub(crate) fn is_full(&self) -> bool {
        self.stone_count == self.size * self.size
    }

    /// The last move, if there is one.
    pub(crate) fn last_move(&self) -> usize {
        self.moves
            .last()
            .map_or(NOWHERE, |undo| usize::from(undo.point))
    }

    /// All points of the board.
    pub(crate) fn all_points(&self) -> impl Iterator<Item = usize> + use<> {
        let size = self.size;
        (0..size).flat_map(move |row| (0..size).map(move |col| row * STRIDE + col))
    }

    /// All empty points.
    pub(crate) fn empty_points(&self) -> impl Iterator<Item = usize> + '_ {
        self.all_points().filter(|&at| self.is_empty_at(at))
    }

    /// Whether no stone lies on a point of the board.
    pub(crate) fn is_empty_at(&self, at: usize) -> bool {
        let taken = self.stones[0][at / STRIDE % ROWS] | self.stones[1][at / STRIDE % ROWS];
        taken >> (at % STRIDE) & 1 == 0
    }

    /// The empty points that are near some stone.
    pub(crate) fn near_points(&self) -> Rows {
        let mut rows = self.near;
        for (row, near) in rows.iter_mut().enumerate() {
            *near &= !(self.stones[0][row] | self.stones[1][row]);
        }
        rows
    }

    /// One side's points of a kind.
    pub(crate) fn set(&self, side: usize, kind: usize) -> &Rows {
        &self.sets[side][kind].rows
    }

    /// How many points of a kind a side has.
    pub(crate) fn count(&self, side: usize, kind: usize) -> u32 {
        self.sets[side][kind].count
    }

    /// The first of them; there must be one.
    pub(crate) fn first(&self, side: usize, kind: usize) -> usize {
        points(self.set(side, kind)).next().unwrap_or(NOWHERE)
    }

    /// What a stone of one side would make on an empty point.
    pub(crate) fn shape(&self, side: usize, at: usize) -> Shape {
        (self.shapes[at & POINT_MASK] >> (16 * side)) as Shape
    }

    /// The kinds of threat it would make, as bits.
    pub(crate) fn kinds_at(&self, side: usize, at: usize) -> u8 {
        (self.point_kinds[at & POINT_MASK] >> (8 * side)) as u8
    }

    /// What it would make of one line.
    pub(crate) fn pattern(&self, side: usize, at: usize, direction: usize) -> Pattern {
        shape::pattern_of(self.shape(side, at), direction)
    }

    /// Whether some points are forbidden to a side.
    pub(crate) fn is_restricted(&self, side: usize) -> bool {
        side == 0 && self.rules.restricts_black()
    }

    /// Whether a side may play on an empty point.
    pub(crate) fn may_play(&mut self, side: usize, at: usize) -> bool {
        !self.is_restricted(side) || !self.is_forbidden(at)
    }

    /// How promising a move of the side to move looks at a glance, for the order of fours.
    pub(crate) fn quick_score(&self, at: usize) -> i32 {
        let own = self.turn;
        shape::quick_score(self.shape(own, at), self.shape(own ^ 1, at))
    }

    /// All lines, by direction and number; see [`place`].
    pub(crate) fn lines(&self) -> &[[u64; 64]; DIRECTIONS] {
        &self.lines
    }

    /// One side's stones.
    pub(crate) fn stones(&self, side: usize) -> &Rows {
        &self.stones[side]
    }

    /// The eleven places around a point, two bits each.
    pub(crate) fn window(&self, at: usize, direction: usize) -> u32 {
        let (line, place) = place(at, direction);
        (self.lines[direction][line & 63] >> (2 * place)) as u32 & 0x003f_ffff
    }

    /// Black's and white's row on a line through an empty point.
    fn pattern_code(&self, at: usize, direction: usize) -> u8 {
        let window = self.window(at, direction);
        self.patterns.codes[key(window, self.patterns.reach)]
    }

    /// Puts a black stone on the lines, or takes it off again.
    pub(crate) fn toggle_black(&mut self, at: usize) {
        self.toggle(at, 0b10);
    }

    fn toggle(&mut self, at: usize, bits: u64) {
        for direction in 0..DIRECTIONS {
            let (line, place) = place(at, direction);
            self.lines[direction][line & 63] ^= bits << (2 * place + 10);
        }
    }

    /// Plays a stone on an empty point, or passes.
    pub(crate) fn play(&mut self, at: usize) {
        let mut undo = Undo {
            point: at as u16,
            log_start: self.log.len() as u32,
            near: [0; 2 * NEAR + 1],
        };
        if at != PASS {
            debug_assert!(self.is_empty_at(at), "a stone goes on an empty point");
            let color = self.turn;
            self.stones[color][at / STRIDE % ROWS] |= 1 << (at % STRIDE);
            self.stone_count += 1;
            self.hash ^= STONE_HASHES[color][at & POINT_MASK];
            // Empty is 3; one bit less makes it black, the other white.
            self.toggle(at, if color == 0 { 0b10 } else { 0b01 });
            undo.near = self.widen(at);
            self.change_shapes(at, 0);
            if self.patterns.reach == 4 {
                self.update_lines::<4>(at);
            } else {
                self.update_lines::<5>(at);
            }
        }
        self.moves.push(undo);
        self.turn ^= 1;
        self.hash ^= TURN_HASH;
    }

    /// Takes back the last move.
    pub(crate) fn undo(&mut self) {
        let undo = self.moves.pop().expect("a move was made");
        self.turn ^= 1;
        self.hash ^= TURN_HASH;
        let at = usize::from(undo.point);
        if at == PASS {
            return;
        }
        let color = self.turn;
        self.stones[color][at / STRIDE % ROWS] &= !(1 << (at % STRIDE));
        self.stone_count -= 1;
        self.hash ^= STONE_HASHES[color][at & POINT_MASK];
        self.toggle(at, if color == 0 { 0b10 } else { 0b01 });
        let top = (at / STRIDE).saturating_sub(NEAR);
        for (row, near) in self.near[top..].iter_mut().zip(undo.near) {
            *row = near;
        }
        while self.log.len() > undo.log_start as usize {
            let change = self.log.pop().expect("the log is that long");
            self.set_shapes(usize::from(change.point), change.shapes, change.kinds);
        }
    }

    /// Marks the points around a stone, and returns how the rows were before.
    fn widen(&mut self, at: usize) -> [u32; 2 * NEAR + 1] {
        // Two steps every way, and three along the lines.
        const PATTERN: [u32; 2 * NEAR + 1] = [
            0b100_1001, 0b011_1110, 0b011_1110, 0b111_1111, 0b011_1110, 0b011_1110, 0b100_1001,
        ];
        let (row, col) = (at / STRIDE, at % STRIDE);
        let mut before = [0; 2 * NEAR + 1];
        let top = row.saturating_sub(NEAR);
        before.copy_from_slice(&self.near[top..top + 2 * NEAR + 1]);
        let board = (1u32 << self.size) - 1;
        for (offset, bits) in PATTERN.into_iter().enumerate() {
            if let Some(row) = (row + offset).checked_sub(NEAR)
                && row < self.size
            {
                let moved = if col >= NEAR {
                    bits << (col - NEAR)
                } else {
                    bits >> (NEAR - col)
                };
                self.near[row] |= moved & board;
            }
        }
        before
    }

    fn update_lines<const REACH: usize>(&mut self, at: usize) {
        let table = self.patterns.codes.as_slice();
        for (direction, step) in STEPS.into_iter().enumerate() {
            let (line, middle) = place(at, direction);
            let line = self.lines[direction][line & 63];
            let first = middle.saturating_sub(REACH);
            let last = (middle + REACH).min(self.size - 1);
            let mut near = (at as isize - step * (middle - first) as isize) as usize;
            for place in first..=last {
                let window = (line >> (2 * place)) as u32;
                if window >> 10 & 3 == 3 {
                    let rows = spread(table[key(window, REACH as u32)]);
                    let old = self.shapes[near & POINT_MASK];
                    let new = old & !(0x000f_000f << (4 * direction)) | rows << (4 * direction);
                    if new != old {
                        self.change_shapes(near, new);
                    }
                }
                near = (near as isize + step) as usize;
            }
        }
    }

    /// Sets the shapes of a point and writes down what they were.
    fn change_shapes(&mut self, at: usize, shapes: u32) {
        self.log.push(Change {
            point: at as u16,
            kinds: self.point_kinds[at & POINT_MASK],
            shapes: self.shapes[at & POINT_MASK],
        });
        self.set_shapes(at, shapes, self.kinds_of(shapes));
    }

    /// The kinds of threat of a point's shapes.
    fn kinds_of(&self, shapes: u32) -> u16 {
        let black = self.kinds[0][usize::from(shapes as u16)];
        let white = self.kinds[1][usize::from((shapes >> 16) as u16)];
        u16::from_le_bytes([black, white])
    }

    /// Sets the shapes of a point with their kinds, and the sets that follow from them.
    fn set_shapes(&mut self, at: usize, shapes: u32, kinds: u16) {
        self.shapes[at & POINT_MASK] = shapes;
        let before = std::mem::replace(&mut self.point_kinds[at & POINT_MASK], kinds);
        let mut changed = (before ^ kinds) & KINDS_IN_SETS;
        while changed != 0 {
            let bit = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            let set = &mut self.sets[bit / 8][bit % 8 % KIND_COUNT];
            set.rows[at / STRIDE % ROWS] ^= 1 << (at % STRIDE);
            set.count = if kinds >> bit & 1 != 0 {
                set.count + 1
            } else {
                set.count - 1
            };
        }
    }
}

/// The key of a window in the table of rows: the places within reach, without the middle.
fn key(window: u32, reach: u32) -> usize {
    let half = (1 << (2 * reach)) - 1;
    let low = window >> (10 - 2 * reach) & half;
    let high = window >> 12 & half;
    (low | high << (2 * reach)) as usize
}

/// Moves white's row from the high four bits to the high half.
fn spread(rows: u8) -> u32 {
    u32::from(rows & 15) | u32::from(rows >> 4) << 16
}

#[cfg(test)]
mod tests {
    use yiqi_rules::{GomokuSpec, Move, Opening, PointSet};
    use yiqi_testkit::{Dice, random_cluster};

    use super::*;
    use crate::shape::FIVE;

    fn specs() -> Vec<GameSpec> {
        [5, 6, 9, 15, 20, 25]
            .into_iter()
            .flat_map(|size| GomokuRules::ALL.map(|rules| (size, rules)))
            .filter_map(|(size, rules)| GomokuSpec::new(size, rules, Opening::Free))
            .map(GameSpec::Gomoku)
            .collect()
    }

    fn random_positions(seed: u64, count: usize) -> Vec<AnyPosition> {
        let mut dice = Dice::new(seed);
        let mut positions = Vec::new();
        for spec in specs() {
            for _ in 0..count {
                let mut setup = random_cluster(spec, &mut dice);
                if dice.below(2) == 0 {
                    setup.turn = Color::White;
                }
                positions.push(AnyPosition::from_setup(spec, &setup).unwrap());
            }
        }
        positions
    }

    fn board_of(position: &AnyPosition, turn: Color) -> Board {
        Board::new(position, turn).unwrap()
    }

    /// All that follows from the stones, without what is only needed to undo.
    fn facts(board: &Board) -> impl PartialEq + std::fmt::Debug + use<> {
        let sets: Vec<(Rows, u32)> = board
            .sets
            .iter()
            .flatten()
            .map(|set| (set.rows, set.count))
            .collect();
        (
            board.shapes.to_vec(),
            board.lines.to_vec(),
            sets,
            board.near,
            board.hash,
        )
    }

    #[test]
    fn fives_are_where_the_rules_see_them() {
        for position in random_positions(1, 60) {
            let Some(turn) = position.turn() else {
                continue;
            };
            let board = board_of(&position, turn);
            for at in position.legal_points().iter() {
                let mut next = position.clone();
                next.play_unchecked(Move::Place(at));
                let wins = next
                    .outcome()
                    .is_some_and(|outcome| outcome.winner.is_some());
                let seen = board.kinds_at(side(turn), number(at)) >> FIVE & 1 != 0;
                assert_eq!(seen, wins, "{at:?} in {position:?}");
            }
        }
    }

    #[test]
    fn forbidden_points_are_where_the_rules_see_them() {
        for position in random_positions(2, 150) {
            if position.turn() != Some(Color::Black) {
                continue;
            }
            let mut board = board_of(&position, Color::Black);
            let allowed: PointSet = board
                .empty_points()
                .collect::<Vec<_>>()
                .into_iter()
                .filter(|&at| board.may_play(0, at))
                .map(point)
                .collect();
            assert_eq!(allowed, position.legal_points(), "{position:?}");
        }
    }

    #[test]
    fn moves_change_the_board_as_if_it_were_set_up_anew_and_undo_restores_it() {
        let mut dice = Dice::new(3);
        for mut position in random_positions(4, 8) {
            let Some(turn) = position.turn() else {
                continue;
            };
            let mut board = board_of(&position, turn);
            let before = facts(&board);
            let mut count = 0;
            while count < 20 && position.turn().is_some() && !board.is_full() {
                let empty: Vec<usize> = board.empty_points().collect();
                let at = *dice.pick(&empty);
                position.play_unchecked(Move::Place(point(at)));
                board.play(at);
                count += 1;
            }
            let fresh = board_of(&position, board.turn_color());
            assert_eq!(facts(&board), facts(&fresh), "{position:?}");
            for _ in 0..count {
                board.undo();
            }
            assert_eq!(facts(&board), before);
        }
    }
}
