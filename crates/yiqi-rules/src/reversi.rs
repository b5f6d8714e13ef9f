//! Reversi on every even size from 4 to 26; the most stones win, or in anti-reversi the fewest.

use crate::position::Before;
use crate::zobrist::Hash;
use crate::{
    ByColor, Changes, Color, Direction, GameSpec, Move, Outcome, Point, PointSet, Position,
    Refusal, ReversiSpec, Symmetry,
};

/// A Reversi position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reversi {
    spec: ReversiSpec,
    stones: ByColor<PointSet>,
    /// The side to move. Kept when the game is over, so that undo need not restore it.
    mover: Color,
    /// Where `mover` may place: always equal to `placements` for the current stones.
    legal: PointSet,
    over: bool,
    hash: Hash,
}

/// Hash fact: white is to move.
const WHITE_TO_MOVE: u8 = 0;

impl Reversi {
    /// The standard four stones, black to move.
    #[must_use]
    pub fn new(spec: ReversiSpec) -> Reversi {
        Reversi::from_stones(spec, center_stones(spec.size()), Color::Black)
    }

    /// Any arrangement of stones on the board of `spec`. The sets must not overlap.
    pub(crate) fn from_stones(
        spec: ReversiSpec,
        stones: ByColor<PointSet>,
        mover: Color,
    ) -> Reversi {
        let mut hash = Hash::of(&stones);
        if mover == Color::White {
            hash.toggle_fact(WHITE_TO_MOVE);
        }
        let mut position = Reversi {
            spec,
            stones,
            mover,
            legal: PointSet::EMPTY,
            over: false,
            hash,
        };
        position.update_legal();
        position
    }

    pub(crate) fn transformed(&self, symmetry: Symmetry) -> Reversi {
        let turn = |set: PointSet| set.transformed(symmetry, self.spec.size());
        let stones = self.stones.map(turn);
        Reversi::from_stones(self.spec, stones, self.mover)
    }

    /// Updates the legal points of the side to move.
    fn update_legal(&mut self) {
        self.legal = self.placements(self.mover);
        self.over = self.legal.is_empty() && self.placements(self.mover.other()).is_empty();
    }

    fn placements(&self, mover: Color) -> PointSet {
        let own = self.stones[mover];
        let opposing = self.stones[mover.other()];
        let empty = self.empty_points();
        let mut found = PointSet::EMPTY;
        for direction in Direction::ALL {
            // Extends an unbroken row of opposing stones from an own stone by one step per round.
            // The empty points it reaches are bracketed. No mask is needed: `opposing` and `empty`
            // hold points of the board only.
            let mut row = own.shifted(direction) & opposing;
            while !row.is_empty() {
                let next = row.shifted(direction);
                found = found | (next & empty);
                row = next & opposing;
            }
        }
        found
    }

    fn flips(&self, point: Point) -> PointSet {
        let own = self.stones[self.mover];
        let opposing = self.stones[self.mover.other()];
        let mut flips = PointSet::EMPTY;
        for direction in Direction::ALL {
            let mut row = PointSet::EMPTY;
            let mut at = point;
            while let Some(next) = at.step(direction, 1, self.spec.size()) {
                if opposing.contains(next) {
                    row.insert(next);
                    at = next;
                } else {
                    if own.contains(next) {
                        flips = flips | row;
                    }
                    break;
                }
            }
        }
        flips
    }

    fn set_mover(&mut self, mover: Color) {
        if self.mover != mover {
            self.hash.toggle_fact(WHITE_TO_MOVE);
            self.mover = mover;
        }
    }

    fn flip_to(&mut self, color: Color, flipped: PointSet) {
        self.stones[color] = self.stones[color] | flipped;
        self.stones[color.other()] = self.stones[color.other()] - flipped;
        for point in flipped.iter() {
            self.hash.flip_stone(point);
        }
    }
}

/// The four stones at the center of an even board that Reversi and Peace start with.
pub(crate) fn center_stones(size: u8) -> ByColor<PointSet> {
    let high = size / 2;
    let low = high - 1;
    let set = |points: [(u8, u8); 2]| {
        points
            .into_iter()
            .map(|(col, row)| Point::new(col, row).expect("the middle is on the board"))
            .collect()
    };
    ByColor {
        black: set([(high, low), (low, high)]),
        white: set([(low, low), (high, high)]),
    }
}

impl Position for Reversi {
    fn spec(&self) -> GameSpec {
        GameSpec::Reversi(self.spec)
    }

    fn stones(&self, color: Color) -> PointSet {
        self.stones[color]
    }

    fn turn(&self) -> Option<Color> {
        (!self.over).then_some(self.mover)
    }

    fn next_stone(&self) -> Option<Color> {
        (!self.legal.is_empty()).then_some(self.mover)
    }

    fn legal_points(&self) -> PointSet {
        self.legal
    }

    fn legal_words(&self) -> Vec<Move> {
        if self.legal.is_empty() && !self.over {
            vec![Move::Pass]
        } else {
            Vec::new()
        }
    }

    fn check(&self, mv: Move) -> Result<(), Refusal> {
        if self.over {
            return Err(Refusal::GameOver);
        }
        match mv {
            Move::Place(point) if self.legal.contains(point) => Ok(()),
            Move::Place(point) if !point.is_on(self.spec.size()) => {
                Err(Refusal::OffBoard { point })
            }
            Move::Place(point) if self.at(point).is_some() => Err(Refusal::Occupied { point }),
            Move::Place(point) => Err(Refusal::FlipsNothing { point }),
            Move::Pass if self.legal.is_empty() => Ok(()),
            Move::Pass => Err(Refusal::MustMove {
                legal_count: self.legal.len(),
            }),
            Move::Swap | Move::Keep | Move::More => Err(Refusal::NoChoice),
        }
    }

    fn play_unchecked(&mut self, mv: Move) -> Changes {
        let before = Before::Reversi { legal: self.legal };
        let mover = self.mover;
        let mut flipped = PointSet::EMPTY;
        if let Move::Place(point) = mv {
            flipped = self.flips(point);
            self.stones[mover].insert(point);
            self.hash.toggle_stone(point, mover);
            self.flip_to(mover, flipped);
        }
        self.set_mover(mover.other());
        self.update_legal();
        Changes {
            mv,
            placed: mv.point().map(|point| (point, mover)),
            flipped,
            colors_exchanged: false,
            before,
        }
    }

    fn undo(&mut self, changes: &Changes) {
        let Before::Reversi { legal } = changes.before else {
            unreachable!("changes of another game");
        };
        let mover = self.mover.other();
        if let Some((point, color)) = changes.placed {
            self.flip_to(color.other(), changes.flipped);
            self.stones[color].remove(point);
            self.hash.toggle_stone(point, color);
        }
        self.set_mover(mover);
        self.legal = legal;
        self.over = false;
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.over {
            return None;
        }
        let score = self.score().unwrap_or_default();
        let more = match score.black.cmp(&score.white) {
            std::cmp::Ordering::Greater => Some(Color::Black),
            std::cmp::Ordering::Less => Some(Color::White),
            std::cmp::Ordering::Equal => None,
        };
        Some(Outcome {
            winner: if self.spec.anti {
                more.map(Color::other)
            } else {
                more
            },
            score: Some(score),
            lines: Vec::new(),
        })
    }

    fn hash(&self) -> u64 {
        self.hash.value()
    }
}
