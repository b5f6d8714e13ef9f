//! Gomoku: a board that counts the stones in every line of five points, and what they are worth.
//!
//! [`GomokuTree`] keeps for each line of five the number of black and white stones on it, so that a
//! leaf is judged without looking at the board. Moves far from all stones are left out. While an
//! opening rule or forbidden points need it, the tree carries the position of the rules along and
//! asks that; otherwise it plays by itself.

use yiqi_rules::{AnyPosition, ByColor, Color, Dice, GameSpec, GomokuRules, Move, Opening, Point};

use crate::{DECIDED, Evaluate, Score, Tree};

/// Columns and rows of the largest board.
const SIZE_MAX: usize = 25;
const CELLS: usize = SIZE_MAX * SIZE_MAX;

/// The four ways a line can run, as columns and rows of one step.
const LINES: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// Stones in a row that win.
const ROW: i8 = 5;

/// Points at most this far from a stone are worth a thought.
const NEAR: i8 = 2;

/// Quiet moves looked at in one position, at the most.
const QUIET_MAX: usize = 16;

/// What a line of five is worth to a color, by its stones there, if the other has none.
const LINE_VALUES: [Score; 6] = [0, 2, 14, 90, 220, 0];

/// What a stone adds on such a line, by the stones already there, for the order of moves.
const STEP_VALUES: [Score; 5] = [1, 10, 80, 700, 20_000];

/// The value of a game won with so many stones on the board: the earlier, the better.
pub(crate) fn won_value(stone_count: usize) -> Score {
    DECIDED + 1000 - stone_count as Score
}

/// Where a game stands, as far as its value goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// One side puts down the stones of a swap opening.
    Placing,
    /// A side chooses its color.
    Choosing,
    /// Sides alternate.
    Play,
}

/// A Gomoku position that is quick to search.
#[derive(Clone, Debug)]
pub struct GomokuTree {
    size: u8,
    rules: GomokuRules,
    cells: [Option<Color>; CELLS],
    /// Stones on each line of five, by direction and first point.
    lines: [[ByColor<u8>; CELLS]; LINES.len()],
    /// Lines with stones of one color only, by how many.
    counts: ByColor<[u16; 6]>,
    near: [bool; CELLS],
    stone_count: u16,
    stones_hash: u64,
    /// The side that acts.
    side: Color,
    /// The color of the next stone.
    stone: Option<Color>,
    phase: Phase,
    is_won: bool,
    acts_again: bool,
    /// The rules, where they are needed to tell what is legal.
    position: Option<AnyPosition>,
}

impl GomokuTree {
    /// The tree of games that go on from a position; `None` if it is not Gomoku or over.
    #[must_use]
    pub fn new(position: &AnyPosition) -> Option<GomokuTree> {
        let GameSpec::Gomoku(spec) = position.spec() else {
            return None;
        };
        let mut tree = GomokuTree {
            size: spec.size(),
            rules: spec.rules,
            cells: [None; CELLS],
            lines: [[ByColor::default(); CELLS]; LINES.len()],
            counts: ByColor::default(),
            near: [false; CELLS],
            stone_count: 0,
            stones_hash: 0,
            side: position.turn()?,
            stone: position.next_stone(),
            phase: phase(position),
            is_won: false,
            acts_again: false,
            position: None,
        };
        for color in Color::BOTH {
            for point in position.stones(color).iter() {
                tree.put(point, color);
            }
        }
        if tree.stone_count == 0
            && let Some(centre) = Point::new(tree.size / 2, tree.size / 2)
        {
            tree.mark_near(centre);
        }
        if tree.needs_rules(spec.opening()) {
            tree.position = Some(position.clone());
        }
        Some(tree)
    }

    /// How much a stone on a point would do for the side to place, by making rows and by stopping
    /// the other side's.
    #[must_use]
    pub fn worth(&self, point: Point) -> Score {
        let color = self.stone.unwrap_or(self.side);
        let mut worth = 0;
        for line in self.lines_through(point) {
            let own = usize::from(line[color]);
            let opposing = usize::from(line[color.other()]);
            // Making a row comes before stopping one of the same length.
            worth += match (own, opposing) {
                (5.., _) | (_, 5..) => 0,
                (_, 0) => STEP_VALUES[own],
                (0, _) => STEP_VALUES[opposing] / 2,
                _ => 0,
            };
        }
        worth
    }

    /// Whether the rules have to be asked what is legal.
    fn needs_rules(&self, opening: Opening) -> bool {
        self.rules.restricts_black() || self.phase != Phase::Play || opening == Opening::Pro
    }

    fn index(&self, point: Point) -> usize {
        usize::from(point.row()) * usize::from(self.size) + usize::from(point.col())
    }

    fn points(&self) -> impl Iterator<Item = (usize, Point)> + use<> {
        let size = self.size;
        (0..size)
            .flat_map(move |row| (0..size).filter_map(move |col| Point::new(col, row)))
            .enumerate()
    }

    /// First points of the lines of five through a point, with their directions, as indices.
    fn starts_through(&self, point: Point) -> impl Iterator<Item = (usize, usize)> + use<> {
        let index = self.index(point) as isize;
        let size = self.size as i8;
        let (col, row) = (point.col() as i8, point.row() as i8);
        LINES
            .into_iter()
            .enumerate()
            .flat_map(move |(d, (cols, rows))| {
                // Steps to the edge, backwards and forwards.
                let room = |cols: i8, rows: i8| {
                    let along = |at: i8, step: i8| match step {
                        0 => i8::MAX,
                        1 => size - 1 - at,
                        _ => at,
                    };
                    along(col, cols).min(along(row, rows)).min(ROW - 1)
                };
                let back = room(-cols, -rows);
                let ahead = room(cols, rows);
                let step = isize::from(rows) * isize::from(size) + isize::from(cols);
                (ROW - 1 - ahead..=back).map(move |k| (d, (index - isize::from(k) * step) as usize))
            })
    }

    fn lines_through(&self, point: Point) -> impl Iterator<Item = ByColor<u8>> + '_ {
        self.starts_through(point).map(|(d, i)| self.lines[d][i])
    }

    /// Puts a stone on the board and counts it.
    fn put(&mut self, point: Point, color: Color) {
        let index = self.index(point);
        for (d, start) in self.starts_through(point) {
            let line = &mut self.lines[d][start];
            let own = usize::from(line[color]);
            let opposing = usize::from(line[color.other()]);
            line[color] += 1;
            if opposing == 0 {
                if own > 0 {
                    self.counts[color][own] -= 1;
                }
                self.counts[color][own + 1] += 1;
            } else if own == 0 {
                self.counts[color.other()][opposing] -= 1;
            }
        }
        self.cells[index] = Some(color);
        self.stone_count += 1;
        self.stones_hash ^= STONE_HASHES[index][usize::from(color == Color::White)];
        self.mark_near(point);
    }

    fn mark_near(&mut self, point: Point) {
        for rows in -NEAR..=NEAR {
            for cols in -NEAR..=NEAR {
                let col = point.col() as i8 + cols;
                let row = point.row() as i8 + rows;
                let range = 0..self.size as i8;
                if range.contains(&col) && range.contains(&row) {
                    self.near[row as usize * usize::from(self.size) + col as usize] = true;
                }
            }
        }
    }

    /// Whether a stone of this color on an empty point, or one just put there, makes the winning
    /// row.
    fn wins_at(&self, point: Point, color: Color) -> bool {
        let exactly_five = match self.rules {
            GomokuRules::Freestyle => false,
            GomokuRules::Standard => true,
            GomokuRules::Forbidden | GomokuRules::Renju => color == Color::Black,
        };
        LINES.into_iter().any(|(cols, rows)| {
            let length =
                1 + self.run(point, color, cols, rows) + self.run(point, color, -cols, -rows);
            if exactly_five {
                length == ROW
            } else {
                length >= ROW
            }
        })
    }

    /// Stones of a color in an unbroken row next to a point.
    fn run(&self, point: Point, color: Color, cols: i8, rows: i8) -> i8 {
        let range = 0..self.size as i8;
        let (mut col, mut row) = (point.col() as i8 + cols, point.row() as i8 + rows);
        let mut length = 0;
        while range.contains(&col)
            && range.contains(&row)
            && self.cells[row as usize * usize::from(self.size) + col as usize] == Some(color)
        {
            length += 1;
            col += cols;
            row += rows;
        }
        length
    }

    /// Whether the rules may forbid a point to black: it needs two lines with two black stones or
    /// one with three, and no white stone on them.
    fn may_be_forbidden(&self, point: Point) -> bool {
        let mut most = [0; LINES.len()];
        for (d, start) in self.starts_through(point) {
            let line = self.lines[d][start];
            if line.white == 0 {
                most[d] = most[d].max(line.black);
            }
        }
        most.iter().any(|&count| count >= 3)
            || most.iter().filter(|&&count| count >= 2).count() >= 2
    }

    fn is_legal(&self, point: Point) -> bool {
        let Some(position) = &self.position else {
            return true;
        };
        let is_open = self.phase == Phase::Play
            && self.stone_count > 3
            && (!self.rules.restricts_black()
                || self.stone == Some(Color::White)
                || !self.may_be_forbidden(point));
        is_open || position.check(Move::Place(point)).is_ok()
    }

    /// The value for the side that puts down the next stone.
    fn value_for(&self, color: Color) -> Score {
        let own = &self.counts[color];
        let opposing = &self.counts[color.other()];
        if own[4] > 0 {
            return 20_000;
        }
        if opposing[4] > 1 {
            return -15_000;
        }
        let sum = |counts: &[u16; 6]| -> Score {
            counts
                .iter()
                .zip(LINE_VALUES)
                .map(|(&count, value)| Score::from(count) * value)
                .sum()
        };
        // The move counts for half as much again as what lies there.
        (sum(own) * 3 / 2 - sum(opposing)).clamp(-10_000, 10_000)
    }
}

/// Where a Gomoku game stands. The rules do not tell, so a move is tried where it is not plain.
fn phase(position: &AnyPosition) -> Phase {
    let GameSpec::Gomoku(spec) = position.spec() else {
        return Phase::Play;
    };
    let Some(side) = position.turn() else {
        return Phase::Play;
    };
    if !matches!(spec.opening(), Opening::Swap1 | Opening::Swap2) {
        return Phase::Play;
    }
    match position.next_stone() {
        None => Phase::Choosing,
        Some(stone) if stone != side => Phase::Placing,
        Some(_) => {
            let mut next = position.clone();
            let Some(&mv) = next.legal_moves().first() else {
                return Phase::Play;
            };
            next.play_unchecked(mv);
            if next.turn().is_none()
                || (next.turn() == Some(side.other()) && next.next_stone() == next.turn())
            {
                Phase::Play
            } else {
                Phase::Placing
            }
        }
    }
}

impl Tree for GomokuTree {
    type Move = Move;

    fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        if let (Phase::Choosing, Some(position)) = (self.phase, &self.position) {
            position.legal_words().into_iter().for_each(visit);
            return;
        }
        let mut visited = false;
        for (index, point) in self.points() {
            if self.near[index] && self.cells[index].is_none() && self.is_legal(point) {
                visited = true;
                visit(Move::Place(point));
            }
        }
        if visited {
            return;
        }
        match &self.position {
            Some(position) => position.legal_moves().into_iter().for_each(visit),
            None => {
                for (index, point) in self.points() {
                    if self.cells[index].is_none() {
                        visit(Move::Place(point));
                    }
                }
            }
        }
    }

    fn play(&mut self, mv: Move) {
        if let (Move::Place(point), Some(color)) = (mv, self.stone) {
            self.put(point, color);
            self.is_won = self.wins_at(point, color);
        }
        let Some(position) = &mut self.position else {
            self.side = self.side.other();
            self.stone = Some(self.side);
            self.acts_again = false;
            return;
        };
        let changes = position.play_unchecked(mv);
        let actor = if changes.colors_exchanged {
            self.side.other()
        } else {
            self.side
        };
        self.side = position.turn().unwrap_or(actor.other());
        self.stone = position.next_stone();
        self.acts_again = self.side == actor;
        if self.phase != Phase::Play {
            self.phase = phase(position);
            if !self.needs_rules(Opening::Free) {
                self.position = None;
            }
        }
    }

    fn terminal(&self) -> Option<Score> {
        if self.is_won {
            Some(-won_value(usize::from(self.stone_count)))
        } else if usize::from(self.stone_count) == usize::from(self.size).pow(2) {
            Some(0)
        } else {
            None
        }
    }

    fn hash(&self) -> u64 {
        match &self.position {
            Some(position) => position.hash(),
            None if self.side == Color::White => !self.stones_hash,
            None => self.stones_hash,
        }
    }

    fn acts_again(&self) -> bool {
        self.acts_again
    }
}

/// The evaluation: lines of five that are still open to one side, by the stones on them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Patterns;

impl Evaluate<GomokuTree> for Patterns {
    fn value(&self, tree: &GomokuTree) -> Score {
        match tree.phase {
            Phase::Play => tree.value_for(tree.side),
            // White moves after the choice, whoever that is then; who chooses takes the better side.
            Phase::Choosing => tree.value_for(Color::White).abs(),
            Phase::Placing => -tree.value_for(Color::White).abs(),
        }
    }

    fn order(&self, tree: &GomokuTree, _depth: u8, moves: &mut Vec<Move>) {
        let Some(color) = tree.stone else {
            return;
        };
        if tree.phase == Phase::Play {
            // A win is played and a row of four is stopped; nothing else comes into question.
            for winner in [color, color.other()] {
                if tree.counts[winner][4] == 0 {
                    continue;
                }
                let wins = |mv: &Move| mv.point().is_some_and(|point| tree.wins_at(point, winner));
                if moves.iter().any(wins) {
                    moves.retain(wins);
                    return;
                }
            }
        }
        moves.sort_by_cached_key(|mv| {
            mv.point().map_or(0, |point| {
                -tree.worth(point) * 64 + from_centre(point, tree.size)
            })
        });
        // Moves that make four or stop a four in the making are never left out.
        let is_urgent = |mv: &Move| {
            mv.point().is_some_and(|point| {
                tree.lines_through(point)
                    .any(|line| line.black.min(line.white) == 0 && line.black.max(line.white) == 3)
            })
        };
        let mut quiet_count = 0;
        moves.retain(|mv| {
            quiet_count += 1;
            quiet_count <= QUIET_MAX || is_urgent(mv)
        });
    }

    fn leaves_out(&self, tree: &GomokuTree, moves: &[Move]) -> bool {
        let empty_count = usize::from(tree.size).pow(2) - usize::from(tree.stone_count);
        if tree.phase == Phase::Choosing || moves.len() == empty_count {
            return false;
        }
        // Where a win is played or a row of four is stopped, every other move is worse.
        let is_answer = |point: Point| {
            Color::BOTH
                .into_iter()
                .any(|color| tree.counts[color][4] > 0 && tree.wins_at(point, color))
        };
        let first = moves.first().and_then(|mv| mv.point());
        !(tree.phase == Phase::Play && first.is_some_and(is_answer))
    }

    fn is_forced(&self, tree: &GomokuTree, only: Move) -> bool {
        tree.phase == Phase::Play
            && tree.counts[tree.side][4] == 0
            && tree.counts[tree.side.other()][4] > 0
            && only.point().is_some()
    }

    fn settles(&self, value: Score) -> bool {
        value.abs() >= DECIDED
    }
}

/// How far a point lies from the middle, at most 25.
fn from_centre(point: Point, size: u8) -> Score {
    let away = |at: u8| Score::from(size - 1).abs_diff(2 * Score::from(at)) as Score;
    away(point.col()).max(away(point.row()))
}

/// A random number for each stone on each point.
static STONE_HASHES: [[u64; 2]; CELLS] = {
    let mut hashes = [[0; 2]; CELLS];
    let mut dice = Dice::new(0);
    let mut i = 0;
    while i < CELLS * 2 {
        hashes[i / 2][i % 2] = dice.roll();
        i += 1;
    }
    hashes
};
