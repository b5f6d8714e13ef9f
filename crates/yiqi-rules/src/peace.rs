//! Peace: sides alternate on any empty point of 8×8, nothing flips, nobody wins.

use crate::position::{Before, check_placement};
use crate::reversi::center_stones;
use crate::zobrist::Hash;
use crate::{
    ByColor, Changes, Color, GameSpec, Move, Outcome, PointSet, Position, Refusal, Symmetry,
};

const SIZE: u8 = 8;

/// A Peace position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Peace {
    stones: ByColor<PointSet>,
    mover: Color,
    hash: Hash,
}

/// Hash fact: white is to move.
const WHITE_TO_MOVE: u8 = 0;

impl Default for Peace {
    fn default() -> Peace {
        Peace::new()
    }
}

impl Peace {
    /// The four stones in the center, black to move.
    #[must_use]
    pub fn new() -> Peace {
        Peace::from_stones(center_stones(SIZE), Color::Black)
    }

    /// Any arrangement of stones. The sets must not overlap.
    pub(crate) fn from_stones(stones: ByColor<PointSet>, mover: Color) -> Peace {
        let mut hash = Hash::of(&stones);
        if mover == Color::White {
            hash.toggle_fact(WHITE_TO_MOVE);
        }
        Peace {
            stones,
            mover,
            hash,
        }
    }

    pub(crate) fn transformed(&self, symmetry: Symmetry) -> Peace {
        let stones = self.stones.map(|set| set.transformed(symmetry, SIZE));
        Peace::from_stones(stones, self.mover)
    }

    fn change_turn(&mut self) {
        self.mover = self.mover.other();
        self.hash.toggle_fact(WHITE_TO_MOVE);
    }
}

impl Position for Peace {
    fn spec(&self) -> GameSpec {
        GameSpec::Peace
    }

    fn stones(&self, color: Color) -> PointSet {
        self.stones[color]
    }

    fn turn(&self) -> Option<Color> {
        (!self.empty_points().is_empty()).then_some(self.mover)
    }

    fn next_stone(&self) -> Option<Color> {
        self.turn()
    }

    fn legal_points(&self) -> PointSet {
        self.empty_points()
    }

    fn legal_words(&self) -> Vec<Move> {
        Vec::new()
    }

    fn check(&self, mv: Move) -> Result<(), Refusal> {
        check_placement(self, mv)
    }

    fn play_unchecked(&mut self, mv: Move) -> Changes {
        let placed = mv.point().map(|point| (point, self.mover));
        if let Some((point, color)) = placed {
            self.stones[color].insert(point);
            self.hash.toggle_stone(point, color);
        }
        self.change_turn();
        Changes {
            mv,
            placed,
            flipped: PointSet::EMPTY,
            colors_exchanged: false,
            before: Before::Peace,
        }
    }

    fn undo(&mut self, changes: &Changes) {
        if let Some((point, color)) = changes.placed {
            self.stones[color].remove(point);
            self.hash.toggle_stone(point, color);
        }
        self.change_turn();
    }

    fn outcome(&self) -> Option<Outcome> {
        self.empty_points().is_empty().then_some(Outcome {
            winner: None,
            score: None,
            lines: Vec::new(),
        })
    }

    fn hash(&self) -> u64 {
        self.hash.value()
    }
}
