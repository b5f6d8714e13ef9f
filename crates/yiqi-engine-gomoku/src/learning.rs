//! What the trainer needs to see of positions. Nobody else has a use for it.

use yiqi_rules::{AnyPosition, Color, Point};

use crate::board::{Board, number};
use crate::fours::FourSearch;
use crate::moves::{Urgency, urgency};

/// A game that is played over to see what the engine sees.
pub struct Replay {
    board: Board,
    fours: FourSearch,
}

/// Nodes for wins by fours: a little more than at the leaves of a search.
const FOUR_NODES: u64 = 60;

/// Which judgement counts in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Calm {
    /// Neither side has something urgent to do.
    Quiet,
    /// The other side threatens a four that cannot be stopped.
    Threatened,
    /// The next moves are forced, or the mover wins by fours.
    Decided,
}

impl Replay {
    /// A position in which sides alternate; `None` if it is not Gomoku or over.
    #[must_use]
    pub fn new(position: &AnyPosition) -> Option<Replay> {
        let board = Board::new(position, position.next_stone()?)?;
        Some(Replay {
            board,
            fours: FourSearch::new(),
        })
    }

    /// Plays a stone on an empty point.
    pub fn play(&mut self, at: Point) {
        self.board.play(number(at));
    }

    /// Whose turn it is.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.board.turn_color()
    }

    /// Which judgement counts here.
    pub fn calm(&mut self) -> Calm {
        let calm = match urgency(&mut self.board) {
            Urgency::Quiet => Calm::Quiet,
            Urgency::StopSureFour => Calm::Threatened,
            Urgency::Five | Urgency::StopFive(_) | Urgency::SureFour(_) => return Calm::Decided,
        };
        if self.fours.find(&mut self.board, FOUR_NODES).is_some() {
            Calm::Decided
        } else {
            calm
        }
    }
}
