//! Gomoku: lines of five points and the value of the stones on them.
//!
//! [`GomokuTree`] evaluates leaves from the counts that its board keeps, and leaves out moves far
//! from all stones. Where an opening rule or forbidden points apply, it carries the position of the
//! rules and checks moves with it; otherwise it needs no rules.

use yiqi_rules::{AnyPosition, Color, GameSpec, GomokuRules, Move, Opening, Point};

use crate::rows::RowBoard;
use crate::{DECIDED, Evaluate, Tree, Value};

/// Stones in a row that win.
const ROW: usize = 5;

/// Maximum number of quiet moves searched in a position.
const QUIET_MAX: usize = 16;

/// Value of a line of five for a color by the number of its stones, if the other color has none
/// there.
const LINE_VALUES: [Value; 6] = [0, 2, 14, 90, 220, 0];

/// What a stone adds to such a line, by the stones already there; for move ordering.
const STEP_VALUES: [Value; 5] = [1, 10, 80, 700, 20_000];

/// The phase of a game, for evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// One side places the stones of a swap opening.
    Placing,
    /// A side chooses its color.
    Choosing,
    /// Sides alternate.
    Play,
}

/// A Gomoku position that is fast to search.
#[derive(Clone, Debug)]
pub struct GomokuTree {
    board: RowBoard<ROW>,
    rules: GomokuRules,
    /// The side to move.
    side: Color,
    /// The color of the next stone.
    stone: Option<Color>,
    phase: Phase,
    is_won: bool,
    acts_again: bool,
    /// The position of the rules, where legality needs it.
    position: Option<AnyPosition>,
}

impl GomokuTree {
    /// The tree of games from a position; `None` if it is not Gomoku or is over.
    #[must_use]
    pub fn new(position: &AnyPosition) -> Option<GomokuTree> {
        let GameSpec::Gomoku(spec) = position.spec() else {
            return None;
        };
        let mut tree = GomokuTree {
            board: RowBoard::new(spec.size(), |color| position.stones(color)),
            rules: spec.rules,
            side: position.turn()?,
            stone: position.next_stone(),
            phase: phase(position),
            is_won: false,
            acts_again: false,
            position: None,
        };
        if tree.needs_rules(spec.opening()) {
            tree.position = Some(position.clone());
        }
        Some(tree)
    }

    /// How much a stone on a point is worth to the side to place, for building its own rows and
    /// blocking the opponent's.
    #[must_use]
    pub fn worth(&self, point: Point) -> Value {
        let color = self.stone.unwrap_or(self.side);
        let mut worth = 0;
        for line in self.board.lines_through(point) {
            let own = usize::from(line[color]);
            let opposing = usize::from(line[color.other()]);
            // Building a row comes before blocking one of the same length.
            worth += match (own, opposing) {
                (5.., _) | (_, 5..) => 0,
                (_, 0) => STEP_VALUES[own],
                (0, _) => STEP_VALUES[opposing] / 2,
                _ => 0,
            };
        }
        worth
    }

    /// Whether legality has to be checked with the rules.
    fn needs_rules(&self, opening: Opening) -> bool {
        self.rules.restricts_black() || self.phase != Phase::Play || opening == Opening::Pro
    }

    /// Whether a stone of this color on an empty point, or one just placed there, makes a winning
    /// row.
    fn wins_at(&self, point: Point, color: Color) -> bool {
        let exactly_five = match self.rules {
            GomokuRules::Freestyle => false,
            GomokuRules::Standard => true,
            GomokuRules::Forbidden | GomokuRules::Renju => color == Color::Black,
            GomokuRules::Caro => return self.board.makes_unblocked_row(point, color),
        };
        self.board.makes_row(point, color, |length| {
            if exactly_five {
                length == ROW
            } else {
                length >= ROW
            }
        })
    }

    /// Whether an opposing stone on an empty point may stop a winning row of a color.
    fn stops_at(&self, point: Point, color: Color) -> bool {
        self.wins_at(point, color)
            || self.rules == GomokuRules::Caro && self.board.blocks_row(point, color)
    }

    /// Whether a point may be forbidden for black. That takes two lines with two black stones, or
    /// one with three, and no white stone on them.
    fn may_be_forbidden(&self, point: Point) -> bool {
        let mut most = [0; 4];
        for (d, line) in self.board.directed_lines_through(point) {
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
            && self.board.stone_count() > 3
            && (!self.rules.restricts_black()
                || self.stone == Some(Color::White)
                || !self.may_be_forbidden(point));
        is_open || position.check(Move::Place(point)).is_ok()
    }

    /// The value for the side that places the next stone.
    fn value_for(&self, color: Color) -> Value {
        if self.board.lines_with(color, 4) > 0 {
            return 20_000;
        }
        if self.board.lines_with(color.other(), 4) > 1 {
            return -15_000;
        }
        let sum = |color| self.board.sum(color, &LINE_VALUES);
        // Having the move adds half of the own sum.
        (sum(color) * 3 / 2 - sum(color.other())).clamp(-10_000, 10_000)
    }
}

/// The phase of a Gomoku game. The rules do not expose it, so where it is unclear a move is tried.
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
        for point in self.board.candidates() {
            if self.is_legal(point) {
                visited = true;
                visit(Move::Place(point));
            }
        }
        if visited {
            return;
        }
        match &self.position {
            Some(position) => position.legal_moves().into_iter().for_each(visit),
            None => self.board.empty_points().map(Move::Place).for_each(visit),
        }
    }

    fn play(&mut self, mv: Move) {
        if let (Move::Place(point), Some(color)) = (mv, self.stone) {
            self.board.put(point, color);
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

    fn terminal(&self) -> Option<Value> {
        self.board.terminal(self.is_won)
    }

    fn hash(&self) -> u64 {
        match &self.position {
            Some(position) => position.hash(),
            None if self.side == Color::White => !self.board.hash(),
            None => self.board.hash(),
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
    fn value(&self, tree: &GomokuTree) -> Value {
        match tree.phase {
            Phase::Play => tree.value_for(tree.side),
            // White moves after the choice, whoever that will be, and the chooser takes the better
            // side.
            Phase::Choosing => tree.value_for(Color::White).abs(),
            Phase::Placing => -tree.value_for(Color::White).abs(),
        }
    }

    fn order(&self, tree: &GomokuTree, _depth: u8, moves: &mut Vec<Move>) {
        let Some(color) = tree.stone else {
            return;
        };
        if tree.phase == Phase::Play {
            // Only a win or a block of a four makes sense here.
            for winner in [color, color.other()] {
                if tree.board.lines_with(winner, 4) == 0 {
                    continue;
                }
                let wins = |mv: &Move| mv.point().is_some_and(|point| tree.wins_at(point, winner));
                if moves.iter().any(wins) {
                    moves.retain(|mv| {
                        let is_own = winner == color;
                        mv.point().is_some_and(|point| {
                            tree.wins_at(point, winner) || !is_own && tree.stops_at(point, winner)
                        })
                    });
                    return;
                }
            }
        }
        moves.sort_by_cached_key(|mv| {
            mv.point().map_or(0, |point| {
                -tree.worth(point) * 64 + tree.board.distance_from_center(point)
            })
        });
        // Moves that make a four, or block one in the making, are never dropped.
        let is_urgent = |mv: &Move| {
            mv.point().is_some_and(|point| {
                tree.board
                    .lines_through(point)
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
        if tree.phase == Phase::Choosing || moves.len() == tree.board.empty_count() {
            return false;
        }
        // Where a win is played or a four is blocked, every other move is worse.
        let is_answer = |point: Point| {
            Color::BOTH
                .into_iter()
                .any(|color| tree.board.lines_with(color, 4) > 0 && tree.stops_at(point, color))
        };
        let first = moves.first().and_then(|mv| mv.point());
        !(tree.phase == Phase::Play && first.is_some_and(is_answer))
    }

    fn is_forced(&self, tree: &GomokuTree, only: Move) -> bool {
        tree.phase == Phase::Play
            && tree.board.lines_with(tree.side, 4) == 0
            && tree.board.lines_with(tree.side.other(), 4) > 0
            && only.point().is_some()
    }

    fn settles(&self, value: Value) -> bool {
        value.abs() >= DECIDED
    }
}
