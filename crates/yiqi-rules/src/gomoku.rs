//! Gomoku: five in a row, on boards from 5 to 25, under five rule sets and four opening rules.

mod forbidden;
mod stage;

use crate::position::Before;
use crate::rows;
use crate::zobrist::Hash;
use crate::{
    ByColor, Changes, Color, Direction, ForbiddenKind, GameSpec, GomokuRules, GomokuSpec, Move,
    Opening, Outcome, Point, PointSet, Position, Refusal, Symmetry,
};

use forbidden::Judge;
pub(crate) use stage::Stage;

/// A Gomoku position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gomoku {
    spec: GomokuSpec,
    stones: ByColor<PointSet>,
    stage: Stage,
    hash: Hash,
}

/// Under the opening rule pro, black's second stone must be farther than this from the first.
const PRO_DISTANCE: u8 = 2;

impl Gomoku {
    /// The empty board.
    #[must_use]
    pub fn new(spec: GomokuSpec) -> Gomoku {
        let stones = ByColor::default();
        Gomoku::at_stage(spec, stones, Stage::first(spec.opening()))
    }

    /// Any arrangement of stones, past the opening. The sets must not overlap. Winning rows already
    /// on the board do not end the game: only a move wins.
    pub(crate) fn from_stones(spec: GomokuSpec, stones: ByColor<PointSet>, mover: Color) -> Gomoku {
        Gomoku::at_stage(spec, stones, Stage::Play { mover })
    }

    fn at_stage(spec: GomokuSpec, stones: ByColor<PointSet>, stage: Stage) -> Gomoku {
        let mut hash = Hash::of(&stones);
        hash.toggle_fact(stage.fact());
        Gomoku {
            spec,
            stones,
            stage,
            hash,
        }
    }

    pub(crate) fn transformed(&self, symmetry: Symmetry) -> Gomoku {
        let turn = |set: PointSet| set.transformed(symmetry, self.spec.size());
        let stones = self.stones.map(turn);
        Gomoku::at_stage(self.spec, stones, self.stage)
    }

    fn is_restricted(&self) -> bool {
        self.spec.rules.restricts_black() && self.next_stone() == Some(Color::Black)
    }

    fn judge(&self) -> Judge {
        Judge::new(
            self.spec.rules,
            self.spec.size(),
            self.stones.black,
            self.empty_points(),
        )
    }

    fn set_stage(&mut self, stage: Stage) {
        self.hash.toggle_fact(self.stage.fact());
        self.hash.toggle_fact(stage.fact());
        self.stage = stage;
    }

    /// Whether an unbroken row wins for a color.
    fn wins(&self, color: Color, run: &[Point], direction: Direction) -> bool {
        match (self.spec.rules, color) {
            (GomokuRules::Freestyle, _)
            | (GomokuRules::Forbidden | GomokuRules::Renju, Color::White) => run.len() >= 5,
            (GomokuRules::Standard, _)
            | (GomokuRules::Forbidden | GomokuRules::Renju, Color::Black) => run.len() == 5,
            (GomokuRules::Caro, _) => run.len() == 5 && !self.is_blocked(color, run, direction),
        }
    }

    /// Whether opposing stones lie at both ends of a row. The edge of the board does not block.
    fn is_blocked(&self, color: Color, run: &[Point], direction: Direction) -> bool {
        let opposing = &self.stones[color.other()];
        rows::ends(run, direction, self.spec.size())
            .into_iter()
            .all(|end| end.is_some_and(|end| opposing.contains(end)))
    }

    /// The center points: one on an odd board, four on an even one.
    fn center(&self) -> PointSet {
        let size = self.spec.size();
        let low = (size - 1) / 2;
        let high = size / 2;
        [(low, low), (high, low), (low, high), (high, high)]
            .into_iter()
            .filter_map(|(col, row)| Point::new(col, row))
            .collect()
    }

    /// Checks a point against the opening rule pro.
    fn check_pro(&self, point: Point) -> Result<(), Refusal> {
        match self.stage {
            Stage::Pro { placed: 0 } if !self.center().contains(point) => Err(Refusal::NotCenter {
                point,
                center: self.center().iter().next().expect("a board has a middle"),
            }),
            Stage::Pro { placed: 2 } => match self.stones.black.iter().next() {
                Some(center)
                    if point.col().abs_diff(center.col()) <= PRO_DISTANCE
                        && point.row().abs_diff(center.row()) <= PRO_DISTANCE =>
                {
                    Err(Refusal::InsideCenter { point, center })
                }
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }
}

impl Position for Gomoku {
    fn spec(&self) -> GameSpec {
        GameSpec::Gomoku(self.spec)
    }

    fn stones(&self, color: Color) -> PointSet {
        self.stones[color]
    }

    fn turn(&self) -> Option<Color> {
        if self.empty_points().is_empty() {
            return None;
        }
        self.stage.turn()
    }

    fn next_stone(&self) -> Option<Color> {
        if self.empty_points().is_empty() {
            return None;
        }
        self.stage.next_stone()
    }

    fn legal_points(&self) -> PointSet {
        if self.next_stone().is_none() {
            return PointSet::EMPTY;
        }
        let mut points = self.empty_points();
        if matches!(self.stage, Stage::Pro { .. }) {
            points = points
                .iter()
                .filter(|&point| self.check_pro(point).is_ok())
                .collect();
        }
        for (point, _) in self.forbidden_points() {
            points.remove(point);
        }
        points
    }

    fn legal_words(&self) -> Vec<Move> {
        match self.stage {
            Stage::Choose => match self.spec.opening() {
                Opening::Swap2 => vec![Move::Swap, Move::Keep, Move::More],
                _ => vec![Move::Swap, Move::Keep],
            },
            Stage::ChooseAgain => vec![Move::Swap, Move::Keep],
            // Black may have no points left but forbidden ones.
            _ if self.is_restricted() && self.legal_points().is_empty() => vec![Move::Pass],
            _ => Vec::new(),
        }
    }

    fn check(&self, mv: Move) -> Result<(), Refusal> {
        if self.turn().is_none() {
            return Err(Refusal::GameOver);
        }
        let choosing = matches!(self.stage, Stage::Choose | Stage::ChooseAgain);
        match mv {
            Move::Place(point) if !point.is_on(self.spec.size()) => {
                Err(Refusal::OffBoard { point })
            }
            Move::Place(_) | Move::Pass if choosing => Err(Refusal::ChoiceDue {
                may_add: self.legal_words().contains(&Move::More),
            }),
            Move::Place(point) if self.at(point).is_some() => Err(Refusal::Occupied { point }),
            Move::Place(point) => {
                self.check_pro(point)?;
                if self.is_restricted() {
                    self.judge().check(point)?;
                }
                Ok(())
            }
            mv if self.legal_words().contains(&mv) => Ok(()),
            Move::Pass if self.is_restricted() => Err(Refusal::MustMove {
                legal_count: self.legal_points().len(),
            }),
            Move::Pass => Err(Refusal::NoPassing),
            Move::Swap | Move::Keep | Move::More => Err(Refusal::NoChoice),
        }
    }

    fn play_unchecked(&mut self, mv: Move) -> Changes {
        let before = self.stage;
        let mut next = before.after(mv, self.spec.opening());
        let placed = mv
            .point()
            .map(|point| (point, before.next_stone().expect("a stone may be placed")));
        if let Some((point, color)) = placed {
            self.stones[color].insert(point);
            self.hash.toggle_stone(point, color);
            let wins = |run: &[Point], direction| self.wins(color, run, direction);
            if rows::makes_win(&self.stones[color], point, self.spec.size(), wins) {
                next = Stage::Won { winner: color };
            }
        }
        self.set_stage(next);
        Changes {
            mv,
            placed,
            flipped: PointSet::EMPTY,
            colors_exchanged: mv == Move::Swap,
            before: Before::Gomoku { stage: before },
        }
    }

    fn undo(&mut self, changes: &Changes) {
        let Before::Gomoku { stage } = changes.before else {
            unreachable!("changes of another game");
        };
        if let Some((point, color)) = changes.placed {
            self.stones[color].remove(point);
            self.hash.toggle_stone(point, color);
        }
        self.set_stage(stage);
    }

    fn outcome(&self) -> Option<Outcome> {
        let (winner, lines) = match self.stage {
            Stage::Won { winner } => {
                let wins = |run: &[Point], direction| self.wins(winner, run, direction);
                let lines = rows::winning_lines(&self.stones[winner], self.spec.size(), wins);
                (Some(winner), lines)
            }
            _ if self.empty_points().is_empty() => (None, Vec::new()),
            _ => return None,
        };
        Some(Outcome {
            winner,
            score: None,
            lines,
        })
    }

    fn hash(&self) -> u64 {
        self.hash.value()
    }

    fn forbidden_points(&self) -> Vec<(Point, ForbiddenKind)> {
        if !self.is_restricted() {
            return Vec::new();
        }
        let mut judge = self.judge();
        self.empty_points()
            .iter()
            .filter_map(|point| Some((point, judge.forbidden_kind(point)?)))
            .collect()
    }
}
