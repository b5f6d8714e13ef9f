//! Playing moves and taking them back.

use yiqi_rules::Color;

use super::{Board, STONE_HASHES, TURN_HASH};
use crate::pattern::key;
use crate::point_index::{Direction, EngineMove, PointIndex};
use crate::shape::{BothThreats, Shapes, may_change_threats};

/// Columns and rows around a stone within which moves are candidates.
pub(super) const NEAR: usize = 3;
/// The rows around a stone, and one more, because a power of two is copied faster.
const NEAR_ROWS: usize = 2 * NEAR + 2;

/// The low bit of every place of a line.
const EVEN_BITS: u64 = 0x5555_5555_5555_5555;

/// What it takes to undo a move.
#[derive(Clone, Copy)]
pub(super) struct Undo {
    pub(super) mv: EngineMove,
    shape_log_start: u32,
    threat_log_start: u32,
    /// The shapes of the point.
    shapes: Shapes,
    /// The rows around it.
    near: [u32; NEAR_ROWS],
}

/// The patterns of a point in one direction before a move.
#[derive(Clone, Copy)]
struct ShapeChange {
    at: PointIndex,
    direction: Direction,
    codes: u8,
}

/// The patterns before the moves that changed them.
#[derive(Clone)]
pub(super) struct ShapeLog {
    changes: Box<[ShapeChange; ShapeLog::CAPACITY]>,
    len: usize,
}

impl ShapeLog {
    /// Enough for as many moves as there are points, each of which changes ten places of four lines. A power of two.
    const CAPACITY: usize = 32 * 1024;

    pub(super) fn new() -> ShapeLog {
        let nothing = ShapeChange {
            at: PointIndex::new(0),
            direction: Direction::Horizontal,
            codes: 0,
        };
        let changes = vec![nothing; ShapeLog::CAPACITY].into_boxed_slice();
        ShapeLog {
            changes: changes.try_into().ok().expect("the length is CAPACITY"),
            len: 0,
        }
    }

    pub(super) fn clear(&mut self) {
        self.len = 0;
    }
}

/// The threats at a point before a move that changed them.
#[derive(Clone, Copy)]
pub(super) struct ThreatChange {
    at: PointIndex,
    threats: BothThreats,
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
        self.moves.push(self.undo_of(EngineMove::Place(at)));
        self.stones[color].toggle(at);
        self.stone_count += 1;
        self.hash ^= STONE_HASHES[color][at.index()];
        self.toggle_lines(at, color);
        self.extend_near(at);
        self.shapes[at.index()] = Shapes::default();
        self.change_threats(at, self.threats_of(Shapes::default()));
        if self.patterns.reach == 4 {
            self.update_lines::<4>(at);
        } else {
            self.update_lines::<5>(at);
        }
        self.end_turn();
    }

    /// Passes.
    pub(crate) fn pass(&mut self) {
        self.moves.push(self.undo_of(EngineMove::Pass));
        self.end_turn();
    }

    /// Plays a stone or passes.
    pub(crate) fn play_move(&mut self, mv: EngineMove) {
        match mv {
            EngineMove::Place(at) => self.play(at),
            EngineMove::Pass => self.pass(),
        }
    }

    /// What it takes to undo a move that is about to be played.
    #[inline]
    fn undo_of(&self, mv: EngineMove) -> Undo {
        let at = mv.point().unwrap_or(PointIndex::new(0));
        let near = self.near.0[at.row()..].first_chunk();
        Undo {
            mv,
            shape_log_start: self.shape_log.len as u32,
            threat_log_start: self.threat_log.len() as u32,
            shapes: self.shapes[at.index()],
            near: *near.expect("boards are not that large"),
        }
    }

    fn end_turn(&mut self) {
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
        *self.near_rows(at) = undo.near;
        let start = undo.shape_log_start as usize % ShapeLog::CAPACITY;
        for change in &self.shape_log.changes[start..self.shape_log.len] {
            self.shapes[change.at.index()].set(change.direction, change.codes);
        }
        self.shape_log.len = start;
        self.shapes[at.index()] = undo.shapes;
        while self.threat_log.len() > undo.threat_log_start as usize {
            let change = self.threat_log.pop().expect("the log is that long");
            self.set_threats(change.at, change.threats);
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

    /// Marks the points around a stone as near.
    fn extend_near(&mut self, at: PointIndex) {
        // Two steps every way, and three along the lines.
        const PATTERN: [u32; NEAR_ROWS] = [
            0b100_1001, 0b011_1110, 0b011_1110, 0b111_1111, 0b011_1110, 0b011_1110, 0b100_1001, 0,
        ];
        let board = (1u32 << self.size) - 1;
        let near = self.near_rows(at);
        for (row, bits) in near.iter_mut().zip(PATTERN) {
            *row |= bits << at.col() >> NEAR & board;
        }
    }

    /// The rows around a point.
    #[inline]
    fn near_rows(&mut self, at: PointIndex) -> &mut [u32; NEAR_ROWS] {
        let rows = self.near.0[at.row()..].first_chunk_mut();
        rows.expect("boards are not that large")
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
            self.shapes[at.index()] = shapes;
            self.set_threats(at, self.threats_of(shapes));
        }
    }

    /// Updates the shapes of the empty points on the lines through a point.
    fn update_lines<const REACH: usize>(&mut self, at: PointIndex) {
        self.update_line::<REACH>(at, Direction::Horizontal);
        self.update_line::<REACH>(at, Direction::Vertical);
        self.update_line::<REACH>(at, Direction::Falling);
        self.update_line::<REACH>(at, Direction::Rising);
    }

    /// Updates the shapes of the empty points on a line through a point.
    #[inline(always)]
    fn update_line<const REACH: usize>(&mut self, at: PointIndex, direction: Direction) {
        let codes = self.patterns.codes();
        let (line, center) = at.place(direction);
        let line = self.lines[direction as usize][line % 64];
        let first = center.saturating_sub(REACH);
        let last = (center + REACH).min(self.size - 1);
        // Two bits per place, both of them set where it is empty.
        let within = (1 << (2 * (last + 1) + 10)) - (1 << (2 * first + 10));
        let mut empty = line & line >> 1 & EVEN_BITS & within;
        let origin = at.step(direction, -(center as isize)).index();
        let mut log_len = self.shape_log.len;
        while empty != 0 {
            let shift = empty.trailing_zeros() as usize - 10;
            empty &= empty - 1;
            let step = (shift / 2) as isize * direction.step();
            let at = PointIndex::new(origin.wrapping_add_signed(step));
            let code = codes[key::<REACH>((line >> shift) as u32)];
            let old = self.shapes[at.index()];
            let old_code = old.codes(direction);
            // Most patterns change; the few that do not are not worth a branch.
            self.shape_log.changes[log_len % ShapeLog::CAPACITY] = ShapeChange {
                at,
                direction,
                codes: old_code,
            };
            log_len += usize::from(code != old_code);
            self.shapes[at.index()].set(direction, code);
            if may_change_threats(old_code, code) {
                self.change_threats(at, self.threats_of(old.with(direction, code)));
            }
        }
        self.shape_log.len = log_len;
    }

    /// Sets the threats at a point and logs the old ones.
    fn change_threats(&mut self, at: PointIndex, threats: BothThreats) {
        let before = self.threats[at.index()];
        if threats != before {
            self.threat_log.push(ThreatChange {
                at,
                threats: before,
            });
            self.set_threats(at, threats);
        }
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

    /// Sets the threats at a point, and updates the sets of points by threat.
    fn set_threats(&mut self, at: PointIndex, threats: BothThreats) {
        let before = std::mem::replace(&mut self.threats[at.index()], threats);
        let sets = &mut self.sets;
        threats.for_each_change(before, |color, threat, is_new| {
            let set = &mut sets[color as usize][threat as usize];
            set.points.toggle(at);
            set.count = if is_new { set.count + 1 } else { set.count - 1 };
        });
    }
}
