//! Connect6: lines of six points, threats and their defenses.
//!
//! Four stones of one color on a line with none of the other win on the next turn, so such a line
//! is a threat that must be stopped at once. The tree plays one stone at a time. [`Threats`] looks
//! for a win first, then for stones that stop every threat, and only in quiet positions for good
//! shape. A turn that makes more threats than two stones can stop counts as won before it is played
//! out.

use yiqi_rules::{AnyPosition, Color, Move, Point, Position};

use crate::rows::RowBoard;
use crate::{DECIDED, Evaluate, Limits, Strength, Tree, Value};

/// Stones in a row that win.
const ROW: usize = 6;

/// Stones in a full turn.
const TURN: u8 = 2;

/// Stones on an otherwise empty line that a full turn can complete.
const THREAT: u8 = ROW as u8 - TURN;

/// Moves searched in a quiet position.
const QUIET_MAX: usize = 12;

/// Value of a line for a color by the number of its stones, if the other color has none there.
const LINE_VALUES: [Value; ROW + 1] = [0, 2, 9, 24, 70, 80, 0];

/// What a stone adds to such a line, by the stones already there; for move ordering.
const STEP_VALUES: [Value; ROW] = [1, 6, 22, 60, 400, 20_000];

/// A Connect6 position that is fast to search.
#[derive(Clone, Debug)]
pub struct Connect6Tree {
    board: RowBoard<ROW>,
    side: Color,
    is_won: bool,
    acts_again: bool,
}

impl Connect6Tree {
    /// The tree of games from a position; `None` if it is not Connect6 or is over.
    #[must_use]
    pub fn new(position: &AnyPosition) -> Option<Connect6Tree> {
        let AnyPosition::Connect6(connect6) = position else {
            return None;
        };
        Some(Connect6Tree {
            side: connect6.turn()?,
            board: RowBoard::new(position.size(), |color| position.stones(color)),
            is_won: false,
            acts_again: false,
        })
    }

    /// How much a stone on a point is worth to the side to move, for building its own rows and
    /// blocking the opponent's.
    #[must_use]
    pub fn worth(&self, point: Point) -> Value {
        let mut worth = 0;
        for line in self.board.lines_through(point) {
            let own = usize::from(line[self.side]);
            let opposing = usize::from(line[self.side.other()]);
            // Building a row comes before blocking one of the same length.
            worth += match (own, opposing) {
                (ROW.., _) | (_, ROW..) => 0,
                (_, 0) => STEP_VALUES[own],
                (0, _) => STEP_VALUES[opposing] / 2,
                _ => 0,
            };
        }
        worth
    }

    /// Stones the side to move still has to place this turn.
    fn due(&self) -> u8 {
        if self.board.stone_count().is_multiple_of(2) {
            1
        } else {
            TURN
        }
    }

    /// Whether a color has a line it can complete with at most `stones` stones.
    fn can_fill(&self, color: Color, stones: u8) -> bool {
        (ROW - usize::from(stones)..ROW).any(|count| self.board.lines_with(color, count) > 0)
    }

    /// The empty points of each line that the opponent could complete next turn.
    fn threats(&self) -> Vec<Vec<Point>> {
        if !self.can_fill(self.side.other(), TURN) {
            return Vec::new();
        }
        self.board
            .open_lines(self.side.other(), THREAT)
            .map(Iterator::collect)
            .collect()
    }

    /// First stones with which this turn stops all of these threats; empty if it cannot.
    fn stops(&self, threats: &[Vec<Point>]) -> Vec<Point> {
        let Some((first, rest)) = threats.split_first() else {
            return Vec::new();
        };
        // Stopping all threats takes a stone on the first line, and stones may come in any order.
        let mut stops = first.clone();
        stops.retain(|point| {
            let mut left = rest.iter().filter(|line| !line.contains(point));
            match left.next() {
                None => true,
                Some(_) if self.due() == 1 => false,
                Some(next) => {
                    let others: Vec<&Vec<Point>> = left.collect();
                    next.iter()
                        .any(|second| others.iter().all(|line| line.contains(second)))
                }
            }
        });
        stops
    }
}

impl Tree for Connect6Tree {
    type Move = Move;

    fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        let mut visited = false;
        for point in self.board.candidates() {
            visited = true;
            visit(Move::Place(point));
        }
        if !visited {
            self.board.empty_points().map(Move::Place).for_each(visit);
        }
    }

    fn play(&mut self, mv: Move) {
        let Move::Place(point) = mv else {
            return;
        };
        let due = self.due();
        self.board.put(point, self.side);
        self.is_won = self
            .board
            .makes_row(point, self.side, |length| length >= ROW);
        self.acts_again = due == TURN && !self.is_won && self.board.empty_count() > 0;
        if !self.acts_again {
            self.side = self.side.other();
        }
    }

    fn terminal(&self) -> Option<Value> {
        self.board.terminal(self.is_won)
    }

    fn hash(&self) -> u64 {
        match self.side {
            Color::Black => self.board.hash(),
            Color::White => !self.board.hash(),
        }
    }

    fn acts_again(&self) -> bool {
        self.acts_again
    }
}

/// The evaluation: wins and threats first, then the lines of six still open to each side.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threats;

impl Evaluate<Connect6Tree> for Threats {
    fn value(&self, tree: &Connect6Tree) -> Value {
        if tree.can_fill(tree.side, tree.due()) {
            return 20_000;
        }
        let threats = tree.threats();
        if !threats.is_empty() && tree.stops(&threats).is_empty() {
            return -15_000;
        }
        let sum = |color| tree.board.sum(color, &LINE_VALUES);
        // Each stone due adds half of the own sum.
        (sum(tree.side) * (2 + Value::from(tree.due())) / 2 - sum(tree.side.other()))
            .clamp(-10_000, 10_000)
    }

    fn order(&self, tree: &Connect6Tree, _depth: u8, moves: &mut Vec<Move>) {
        let points: Vec<Point> = if tree.can_fill(tree.side, tree.due()) {
            let least = ROW as u8 - tree.due();
            tree.board.open_lines(tree.side, least).flatten().collect()
        } else {
            let threats = tree.threats();
            match tree.stops(&threats) {
                // Lost: any stone will do.
                stops if stops.is_empty() => threats.into_iter().flatten().take(1).collect(),
                stops => stops,
            }
        };
        if !points.is_empty() {
            moves.retain(|mv| mv.point().is_some_and(|point| points.contains(&point)));
            return;
        }
        moves.sort_by_cached_key(|mv| {
            mv.point().map_or(0, |point| {
                -tree.worth(point) * 64 + tree.board.distance_from_center(point)
            })
        });
        moves.truncate(QUIET_MAX);
    }

    fn leaves_out(&self, tree: &Connect6Tree, moves: &[Move]) -> bool {
        // Where a win is played or a threat is stopped, every other move loses.
        let is_answered = tree.can_fill(tree.side, tree.due()) || !tree.threats().is_empty();
        !is_answered && moves.len() < tree.board.empty_count()
    }

    fn is_forced(&self, tree: &Connect6Tree, _only: Move) -> bool {
        !tree.can_fill(tree.side, tree.due()) && tree.can_fill(tree.side.other(), TURN)
    }

    fn settles(&self, value: Value) -> bool {
        value.abs() >= DECIDED
    }
}

/// The strength of a level from 1 to 20.
#[must_use]
pub fn strength(level: u8) -> Strength {
    let level = level.clamp(1, 20);
    let noise = i32::from(12_u8.saturating_sub(level)) * 30;
    Strength {
        limits: Limits {
            nodes: Some(1_000 << (level / 2)),
            ..Limits::depth(1 + level / 2)
        },
        noise,
        line_count: if noise > 0 { 8 } else { 1 },
    }
}
