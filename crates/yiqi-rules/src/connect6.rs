//! Connect6: six in a row, two stones a turn, on boards from 6 to 25.
//!
//! Black begins with one stone; after that every turn is two stones. Each stone is a separate move,
//! so that it can be shown, taken back and replayed like any other. A turn ends whenever the number
//! of stones on the board is odd, also in positions that were set up.

use crate::position::{Before, check_placement};
use crate::rows;
use crate::zobrist::Hash;
use crate::{
    ByColor, Changes, Color, Connect6Spec, Direction, GameSpec, Move, Outcome, Point, PointSet,
    Position, Refusal, Symmetry,
};

/// Stones in a row that win; more win as well.
const ROW: usize = 6;

/// Hash facts: white is to move; the side to move has won.
const WHITE_TO_MOVE: u8 = 0;
const WON: u8 = 1;

/// A Connect6 position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connect6 {
    spec: Connect6Spec,
    stones: ByColor<PointSet>,
    /// The side to move; the winner once `is_won`.
    mover: Color,
    is_won: bool,
    hash: Hash,
}

impl Connect6 {
    /// The empty board, black to place one stone.
    #[must_use]
    pub fn new(spec: Connect6Spec) -> Connect6 {
        Connect6::from_stones(spec, ByColor::default(), Color::Black)
    }

    /// Any arrangement of stones. The sets must not overlap. Winning rows already on the board do
    /// not end the game: only a move wins.
    pub(crate) fn from_stones(
        spec: Connect6Spec,
        stones: ByColor<PointSet>,
        mover: Color,
    ) -> Connect6 {
        let mut hash = Hash::of(&stones);
        if mover == Color::White {
            hash.toggle_fact(WHITE_TO_MOVE);
        }
        Connect6 {
            spec,
            stones,
            mover,
            is_won: false,
            hash,
        }
    }

    pub(crate) fn transformed(&self, symmetry: Symmetry) -> Connect6 {
        let stones = self
            .stones
            .map(|set| set.transformed(symmetry, self.spec.size()));
        let mut position = Connect6::from_stones(self.spec, stones, self.mover);
        if self.is_won {
            position.toggle_won();
        }
        position
    }

    fn stone_count(&self) -> usize {
        self.stones.black.len() + self.stones.white.len()
    }

    fn toggle_won(&mut self) {
        self.is_won = !self.is_won;
        self.hash.toggle_fact(WON);
    }

    fn set_mover(&mut self, mover: Color) {
        if self.mover != mover {
            self.mover = mover;
            self.hash.toggle_fact(WHITE_TO_MOVE);
        }
    }

    fn wins(run: &[Point], _: Direction) -> bool {
        run.len() >= ROW
    }
}

impl Position for Connect6 {
    fn spec(&self) -> GameSpec {
        GameSpec::Connect6(self.spec)
    }

    fn stones(&self, color: Color) -> PointSet {
        self.stones[color]
    }

    fn turn(&self) -> Option<Color> {
        let is_over = self.is_won || self.empty_points().is_empty();
        (!is_over).then_some(self.mover)
    }

    fn next_stone(&self) -> Option<Color> {
        self.turn()
    }

    fn stones_due(&self) -> u8 {
        match self.turn() {
            None => 0,
            Some(_) if self.stone_count().is_multiple_of(2) => 1,
            Some(_) => self.empty_points().len().min(2) as u8,
        }
    }

    fn legal_points(&self) -> PointSet {
        match self.turn() {
            Some(_) => self.empty_points(),
            None => PointSet::EMPTY,
        }
    }

    fn legal_words(&self) -> Vec<Move> {
        Vec::new()
    }

    fn check(&self, mv: Move) -> Result<(), Refusal> {
        check_placement(self, mv)
    }

    fn play_unchecked(&mut self, mv: Move) -> Changes {
        let mover = self.mover;
        let placed = mv.point().map(|point| (point, mover));
        if let Some((point, color)) = placed {
            self.stones[color].insert(point);
            self.hash.toggle_stone(point, color);
            if rows::makes_win(&self.stones[color], point, self.spec.size(), Connect6::wins) {
                self.toggle_won();
            } else if !self.stone_count().is_multiple_of(2) {
                self.set_mover(mover.other());
            }
        }
        Changes {
            mv,
            placed,
            flipped: PointSet::EMPTY,
            colors_exchanged: false,
            before: Before::Connect6 { mover },
        }
    }

    fn undo(&mut self, changes: &Changes) {
        let Before::Connect6 { mover } = changes.before else {
            unreachable!("changes of another game");
        };
        if self.is_won {
            self.toggle_won();
        }
        if let Some((point, color)) = changes.placed {
            self.stones[color].remove(point);
            self.hash.toggle_stone(point, color);
        }
        self.set_mover(mover);
    }

    fn outcome(&self) -> Option<Outcome> {
        let (winner, lines) = if self.is_won {
            let stones = &self.stones[self.mover];
            let lines = rows::winning_lines(stones, self.spec.size(), Connect6::wins);
            (Some(self.mover), lines)
        } else if self.empty_points().is_empty() {
            (None, Vec::new())
        } else {
            return None;
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
}
