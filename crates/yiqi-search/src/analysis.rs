//! The result of a search: one type from the engines to the faces.

use yiqi_rules::{Color, Move};

/// The best moves of a position.
///
/// The generic search works in the move type of its tree; everything else uses [`Move`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis<M = Move> {
    /// Depth of the last finished iteration; 0 if there is none.
    pub depth: u8,
    /// Nodes searched.
    pub nodes: u64,
    /// The best lines, best for the side to move first. There can be fewer than requested: a side
    /// that can win at once, or must stop a four, has no other candidate moves. At depth 0 this is
    /// a legal move that was not evaluated.
    pub lines: Vec<Line<M>>,
}

/// One of the best moves, the moves expected after it, and their evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M = Move> {
    /// The evaluation in hundredths, for the side to move in the analyzed position. In Reversi 1.00
    /// is a stone; in Gomoku 100.00 is a won game.
    pub eval: i32,
    /// How certain the evaluation is.
    pub certainty: Certainty,
    /// The moves, starting with this one; never empty.
    pub moves: Vec<M>,
}

/// How certain an evaluation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// Searched to the end of the game: the evaluation is the result of best play.
    Exact,
    /// The winner, or a draw, is certain. The final score can be further from a draw than the
    /// evaluation, but not closer.
    Outcome,
    /// One side wins by force in this many plies; the line shows how.
    Forced {
        /// Plies to the end, including this move.
        plies: u16,
    },
    /// An estimate.
    Estimate {
        /// Confidence, in percent, that forward pruning missed nothing; 100 if nothing was pruned.
        percent: u8,
        /// Standard deviation from the result of the game, in hundredths; 0 if it was never measured.
        error: u16,
    },
}

impl Analysis {
    /// The best line, if the search got far enough to evaluate it.
    #[must_use]
    pub fn best(&self) -> Option<&Line> {
        self.lines.first().filter(|_| self.depth > 0)
    }
}

impl<M> Analysis<M> {
    /// With the best line for the side to move first. A search orders its lines by when it found
    /// them, and a later line may turn out better.
    #[must_use]
    pub fn sorted(mut self) -> Analysis<M> {
        self.lines.sort_by_key(|line| std::cmp::Reverse(line.eval));
        self
    }
}

impl<M> Default for Analysis<M> {
    fn default() -> Analysis<M> {
        Analysis {
            depth: 0,
            nodes: 0,
            lines: Vec::new(),
        }
    }
}

impl<M> Line<M> {
    /// A move that was not evaluated.
    pub(crate) fn unknown(mv: M) -> Line<M> {
        Line {
            eval: 0,
            certainty: Certainty::ESTIMATE,
            moves: vec![mv],
        }
    }

    /// Whether `eval` is the result of best play.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        matches!(self.certainty, Certainty::Exact | Certainty::Forced { .. })
    }

    /// The evaluation for the side that has black in the analyzed position, whichever stones it
    /// takes in a swap opening. `turn` is the side to move there.
    #[must_use]
    pub fn eval_for_black(&self, turn: Color) -> i32 {
        match turn {
            Color::Black => self.eval,
            Color::White => -self.eval,
        }
    }
}

impl Certainty {
    /// An estimate without pruning, of unknown error.
    pub const ESTIMATE: Certainty = Certainty::Estimate {
        percent: 100,
        error: 0,
    };
}
