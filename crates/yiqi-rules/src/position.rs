//! The interface that every game implements.

use crate::gomoku::Stage;
use crate::{Aim, ByColor, Color, ForbiddenKind, GameSpec, Move, Point, PointSet, Refusal};

/// A state of a game: the stones, whose turn it is, and what may be done.
///
/// Few methods are required; the rest are provided.
pub trait Position {
    /// The game, board and rules.
    fn spec(&self) -> GameSpec;

    /// The stones of one color.
    fn stones(&self, color: Color) -> PointSet;

    /// The side to act, or `None` once the game is over. In a swap opening one side acts several
    /// times in a row.
    fn turn(&self) -> Option<Color>;

    /// The color of the stone that a placement would put down now, or `None` when the game is over
    /// or the rules ask for something other than a placement. Differs from the side to act only in
    /// a swap opening.
    fn next_stone(&self) -> Option<Color>;

    /// The number of stones the side to move still has to place in this turn; 0 when the rules ask
    /// for no placement.
    fn stones_due(&self) -> u8 {
        u8::from(self.next_stone().is_some())
    }

    /// The points on which a stone may be placed now.
    fn legal_points(&self) -> PointSet;

    /// The moves other than placements that may be made now.
    fn legal_words(&self) -> Vec<Move>;

    /// Checks whether `mv` is legal here.
    ///
    /// # Errors
    /// The reason why not, with the stones involved.
    fn check(&self, mv: Move) -> Result<(), Refusal>;

    /// Plays a move that `check` accepted and returns what changed.
    fn play_unchecked(&mut self, mv: Move) -> Changes;

    /// Takes back the move that returned these changes, which must be the last one played.
    fn undo(&mut self, changes: &Changes);

    /// How the game ended, or `None` if it is not over.
    fn outcome(&self) -> Option<Outcome>;

    /// Hash of the stones, the side to move and the stage of an opening.
    fn hash(&self) -> u64;

    /// The empty points that are forbidden to the side to move, each with the reason.
    fn forbidden_points(&self) -> Vec<(Point, ForbiddenKind)> {
        Vec::new()
    }

    /// Plays a move if it is legal and returns what changed.
    ///
    /// # Errors
    /// The reason why it is not; the position is unchanged then.
    fn play(&mut self, mv: Move) -> Result<Changes, Refusal> {
        self.check(mv)?;
        Ok(self.play_unchecked(mv))
    }

    /// Every legal move, placements first in reading order.
    fn legal_moves(&self) -> Vec<Move> {
        let mut moves: Vec<Move> = self.legal_points().iter().map(Move::Place).collect();
        moves.extend(self.legal_words());
        moves
    }

    /// The number of columns, which is also the number of rows.
    fn size(&self) -> u8 {
        self.spec().size()
    }

    /// The stone on a point.
    fn at(&self, point: Point) -> Option<Color> {
        Color::BOTH
            .into_iter()
            .find(|&color| self.stones(color).contains(point))
    }

    /// The empty points.
    fn empty_points(&self) -> PointSet {
        PointSet::board(self.size()) - self.stones(Color::Black) - self.stones(Color::White)
    }

    /// The stones of both sides, in games that count them.
    fn score(&self) -> Option<Score> {
        (self.spec().game().aim() == Aim::Stones)
            .then(|| ByColor::from_fn(|color| self.stones(color).len() as u16))
    }

    /// The legal points that a face marks; empty in games where almost every point is legal.
    fn marked_points(&self) -> PointSet {
        if self.spec().game().marks_legal_points() {
            self.legal_points()
        } else {
            PointSet::EMPTY
        }
    }
}

/// The check for games in which a stone may go on any empty point and there are no other moves.
pub(crate) fn check_placement(position: &dyn Position, mv: Move) -> Result<(), Refusal> {
    if position.turn().is_none() {
        return Err(Refusal::GameOver);
    }
    match mv {
        Move::Place(point) if !point.is_on(position.size()) => Err(Refusal::OffBoard { point }),
        Move::Place(point) if position.at(point).is_some() => Err(Refusal::Occupied { point }),
        Move::Place(_) => Ok(()),
        Move::Pass => Err(Refusal::NoPassing),
        Move::Swap | Move::Keep | Move::More => Err(Refusal::NoChoice),
    }
}

/// What one move changed, for faces to show and for undo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changes {
    /// The move.
    pub mv: Move,
    /// The stone put down.
    pub placed: Option<(Point, Color)>,
    /// The stones flipped to the color of the one put down.
    pub flipped: PointSet,
    /// Whether the two sides exchanged colors.
    pub colors_exchanged: bool,
    pub(crate) before: Before,
}

/// What the stones do not say about the position before a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Before {
    Reversi { legal: PointSet },
    Peace,
    Gomoku { stage: Stage },
    Connect6 { mover: Color },
}

/// The number of stones of each color, in games that count them.
pub type Score = ByColor<u16>;

/// How a game ended by its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner; `None` for a draw (and for Peace, which nobody wins).
    pub winner: Option<Color>,
    /// The stones of both sides, in games that count them.
    pub score: Option<Score>,
    /// The winning rows of stones, in games won by rows.
    pub lines: Vec<Vec<Point>>,
}
