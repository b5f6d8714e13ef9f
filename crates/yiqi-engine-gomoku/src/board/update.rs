//! Playing moves and taking them back.

use yiqi_rules::Color;

use super::{Board, STONE_HASHES, TURN_HASH};
use crate::pattern::key;
use crate::point_index::{Direction, EngineMove, POINTS, PointIndex};
use crate::shape::{BothThreats, Shapes, may_change_threats};

/// Columns and rows around a stone within which moves are candidates.
const NEAR: usize = 3;
const NEAR_ROWS: usize = 2 * NEAR + 1;

/// The low bit of every place of a line.
const EVEN_BITS: u64 = 0x5555_5555_5555_5555;

/// What it takes to undo a move.
#[derive(Clone, Copy)]
pub(super) struct Undo {
    pub(super) mv: EngineMove,
    log_start: u32,
    near: [u32; NEAR_ROWS],
}

/// What a point was before a move.
#[derive(Clone, Copy)]
pub(super) struct Change {
    at: PointIndex,
    threats: BothThreats,
    shapes: Shapes,
}

/// The bits that turn empty (3) into a stone, and back.
fn stone_bits(color: Color) -> u64 {
    match color {
        Color::Black => 0b10,
        Color::White => 0b01,
    }
}

impl Board {
    /// Plays a stone on an empty point.
    pub(crate) fn play(&mut self, at: PointIndex) {
        debug_assert!(self.is_empty_at(at), "stones go on empty points");
        let color = self.turn;
        let log_start = self.log.len() as u32;
        self.stones[color].toggle(at);
        self.stone_count += 1;
        self.hash ^= STONE_HASHES[color][at.index()];
        self.toggle_lines(at, color);
        let near = self.extend_near(at);
        self.change_shapes(at, Shapes::default());
        if self.patterns.reach == 4 {
            self.update_lines::<4>(at);
        } else {
            self.update_lines::<5>(at);
        }
        self.end_turn(Undo {
            mv: EngineMove::Place(at),
            log_start,
            near,
        });
    }

    /// Passes.
    pub(crate) fn pass(&mut self) {
        self.end_turn(Undo {
            mv: EngineMove::Pass,
            log_start: self.log.len() as u32,
            near: [0; NEAR_ROWS],
        });
    }

    /// Plays a stone or passes.
    pub(crate) fn play_move(&mut self, mv: EngineMove) {
        match mv {
            EngineMove::Place(at) => self.play(at),
            EngineMove::Pass => self.pass(),
        }
    }

    fn end_turn(&mut self, undo: Undo) {
        self.moves.push(undo);
        self.turn = self.turn.other();
        self.hash ^= TURN_HASH;
    }

    /// Takes back the last move.
    pub(crate) fn undo(&mut self) {
        let undo = self.moves.pop().expect("a move was played");
        self.turn = self.turn.other();
        self.hash ^= TURN_HASH;
        let EngineMove::Place(at) = undo.mv else {
            return;
        };
        let color = self.turn;
        self.stones[color].toggle(at);
        self.stone_count -= 1;
        self.hash ^= STONE_HASHES[color][at.index()];
        self.toggle_lines(at, color);
        let top = at.row().saturating_sub(NEAR);
        for (row, near) in self.near.0[top..].iter_mut().zip(undo.near) {
            *row = near;
        }
        while self.log.len() > undo.log_start as usize {
            let change = self.log.pop().expect("the log is that long");
            self.set_shapes(change.at, change.shapes, change.threats);
        }
    }

    /// Takes back this many moves.
    pub(crate) fn undo_moves(&mut self, count: usize) {
        for _ in 0..count {
            self.undo();
        }
    }

    /// Adds a stone to the lines, or removes it again.
    pub(crate) fn toggle_lines(&mut self, at: PointIndex, color: Color) {
        for direction in Direction::ALL {
            let (line, place) = at.place(direction);
            self.lines[direction as usize][line % 64] ^= stone_bits(color) << (2 * place + 10);
        }
    }

    /// Marks the points around a stone as near, and returns the rows as they were.
    fn extend_near(&mut self, at: PointIndex) -> [u32; NEAR_ROWS] {
        // Two steps every way, and three along the lines.
        const PATTERN: [u32; NEAR_ROWS] = [
            0b100_1001, 0b011_1110, 0b011_1110, 0b111_1111, 0b011_1110, 0b011_1110, 0b100_1001,
        ];
        let (row, col) = (at.row(), at.col());
        let mut before = [0; NEAR_ROWS];
        let top = row.saturating_sub(NEAR);
        before.copy_from_slice(&self.near.0[top..top + NEAR_ROWS]);
        let board = (1u32 << self.size) - 1;
        for (offset, bits) in PATTERN.into_iter().enumerate() {
            if let Some(row) = (row + offset).checked_sub(NEAR)
                && row < self.size
            {
                let shifted = if col >= NEAR {
                    bits << (col - NEAR)
                } else {
                    bits >> (NEAR - col)
                };
                self.near.0[row] |= shifted & board;
            }
        }
        before
    }

    /// Computes the shapes of all points from the lines.
    pub(super) fn compute_shapes(&mut self) {
        for at in self.all_points() {
            let shapes = Direction::ALL
                .into_iter()
                .fold(Shapes::default(), |shapes, direction| {
                    let window = self.window(at, direction);
                    let key = match self.patterns.reach {
                        4 => key::<4>(window),
                        _ => key::<5>(window),
                    };
                    shapes.with(direction, self.patterns.codes()[key])
                });
            self.set_shapes(at, shapes, self.threats_of(shapes));
        }
    }

    /// Updates the shapes of the empty points on the lines through a point.
    fn update_lines<const REACH: u32>(&mut self, at: PointIndex) {
        let codes = self.patterns.codes();
        for direction in Direction::ALL {
            let (line, center) = at.place(direction);
            let line = self.lines[direction as usize][line % 64];
            let first = center.saturating_sub(REACH as usize);
            let last = (center + REACH as usize).min(self.size - 1);
            // Two bits per place, both of them set where it is empty.
            let within = (1 << (2 * (last + 1) + 10)) - (1 << (2 * first + 10));
            let mut empty = line & line >> 1 & EVEN_BITS & within;
            let origin = at.step(direction, -(center as isize)).index();
            while empty != 0 {
                let place = empty.trailing_zeros() as usize / 2 - 5;
                empty &= empty - 1;
                let window = (line >> (2 * place)) as u32;
                let index = origin.wrapping_add_signed(place as isize * direction.step()) % POINTS;
                let (old, code) = (self.shapes[index], codes[key::<REACH>(window)]);
                let old_code = old.codes(direction);
                if code == old_code {
                    continue;
                }
                let at = PointIndex::new(index);
                let new = old.with(direction, code);
                if may_change_threats(old_code, code) {
                    self.change_shapes(at, new);
                } else {
                    self.log_change(at);
                    self.shapes[index] = new;
                }
            }
        }
    }

    /// Sets the shapes of a point and logs the old ones.
    fn change_shapes(&mut self, at: PointIndex, shapes: Shapes) {
        self.log_change(at);
        self.set_shapes(at, shapes, self.threats_of(shapes));
    }

    /// Logs what a point is before it changes.
    #[inline]
    fn log_change(&mut self, at: PointIndex) {
        self.log.push(Change {
            at,
            threats: self.threats[at.index()],
            shapes: self.shapes[at.index()],
        });
    }

    /// The threats at a point if one line through it were as in this window, where lines reach five steps.
    pub(crate) fn threats_with(
        &self,
        at: PointIndex,
        direction: Direction,
        window: u32,
    ) -> BothThreats {
        let codes = self.patterns.codes()[key::<5>(window)];
        self.threats_of(self.shapes[at.index()].with(direction, codes))
    }

    fn threats_of(&self, shapes: Shapes) -> BothThreats {
        BothThreats::new(shapes, &self.threat_tables)
    }

    /// Sets the shapes of a point with their threats, and updates the sets of points by threat.
    fn set_shapes(&mut self, at: PointIndex, shapes: Shapes, threats: BothThreats) {
        self.shapes[at.index()] = shapes;
        let before = std::mem::replace(&mut self.threats[at.index()], threats);
        let sets = &mut self.sets;
        threats.for_each_change(before, |color, threat, is_new| {
            let set = &mut sets[color as usize][threat as usize];
            set.points.toggle(at);
            set.count = if is_new { set.count + 1 } else { set.count - 1 };
        });
    }
}
