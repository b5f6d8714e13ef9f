//! What every game can be asked, whatever its rules.

use crate::gomoku::Stage;
use crate::{Aim, ByColor, Color, ForbiddenKind, GameSpec, Move, Point, PointSet, Refusal};

/// A state of a game: the stones, whose turn it is, and what may be done.
///
/// The required methods are few; the rest are given here once.
pub trait Position {
    /// Game, board and rules.
    fn spec(&self) -> GameSpec;

    /// The stones of one color.
    fn stones(&self, color: Color) -> PointSet;

    /// The side that acts next, or `None` once the game is over. In a swap opening one side acts
    /// several times running.
    fn turn(&self) -> Option<Color>;

    /// The color of the stone that a placement would put down now, or `None` when the game is over
    /// or something other than a placement is asked for. Differs from the side to act only in a
    /// swap opening.
    fn next_stone(&self) -> Option<Color>;

    /// How many stones the side to move still places in this turn; 0 when no placement is asked for.
    fn stones_due(&self) -> u8 {
        u8::from(self.next_stone().is_some())
    }

    /// The points on which a stone may be placed now.
    fn legal_points(&self) -> PointSet;

    /// The moves other than placements that may be made now.
    fn legal_words(&self) -> Vec<Move>;

    /// Says why `mv` may not be played here, if so.
    ///
    /// # Errors
    /// The reason, with the stones that make it so.
    fn check(&self, mv: Move) -> Result<(), Refusal>;

    /// Plays a move that `check` accepted and returns what changed.
    fn play_unchecked(&mut self, mv: Move) -> Changes;

    /// Takes back the move that returned these changes, which must be the last one played.
    fn undo(&mut self, changes: &Changes);

    /// How the game ended, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Hash of the stones, the side to move and the stage of an opening.
    fn hash(&self) -> u64;

    /// The empty points that are forbidden to the side to move, with what makes them so.
    fn forbidden_points(&self) -> Vec<(Point, ForbiddenKind)> {
        Vec::new()
    }

    /// Plays a move if it is legal and returns what changed.
    ///
    /// # Errors
    /// The reason why it is not; nothing has changed then.
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

    /// Columns and rows of the board.
    fn size(&self) -> u8 {
        self.spec().size()
    }

    /// The stone on a point.
    fn at(&self, point: Point) -> Option<Color> {
        Color::BOTH
            .into_iter()
            .find(|&color| self.stones(color).contains(point))
    }

    /// The points without a stone.
    fn empty_points(&self) -> PointSet {
        PointSet::board(self.size()) - self.stones(Color::Black) - self.stones(Color::White)
    }

    /// Stones of both sides, where the game counts them.
    fn score(&self) -> Option<Score> {
        (self.spec().game().aim() == Aim::Stones)
            .then(|| ByColor::from_fn(|color| self.stones(color).len() as u16))
    }

    /// The legal points that a face marks; empty where almost every point may be played.
    fn marked_points(&self) -> PointSet {
        if self.spec().game().marks_legal_points() {
            self.legal_points()
        } else {
            PointSet::EMPTY
        }
    }
}

/// The check of a game in which stones go on any empty point and nothing else can be done.
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
    /// The stones turned to the color of the one put down.
    pub flipped: PointSet,
    /// Whether the two sides exchanged colors.
    pub colors_exchanged: bool,
    pub(crate) before: Before,
}

/// What the stones alone do not tell about the position before a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Before {
    Reversi { legal: PointSet },
    Peace,
    Gomoku { stage: Stage },
    Connect6 { mover: Color },
}

/// Stones of both sides when a game is counted.
pub type Score = ByColor<u16>;

/// How a game ended by its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The side that won; `None` is a draw (and Peace, which nobody wins).
    pub winner: Option<Color>,
    /// Stones of both sides, where the game counts them.
    pub score: Option<Score>,
    /// The winning rows of stones, where the game is won by rows.
    pub lines: Vec<Vec<Point>>,
}
