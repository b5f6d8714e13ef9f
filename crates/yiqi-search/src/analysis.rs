//! What an engine thinks of a position: one type from the search to the faces.

use yiqi_rules::{Color, Move};

/// The best moves of a position.
///
/// Trees have moves of their own, so the generic search answers in those; everybody else sees
/// [`Move`]s.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis<M = Move> {
    /// Plies searched in full; 0 if the search was stopped before that.
    pub depth: u8,
    /// Positions looked at.
    pub nodes: u64,
    /// The best moves, the best for the side to move first. Fewer than asked for where fewer matter:
    /// a side that can win at once, or must stop a row of four, has no others. At depth 0 there is a
    /// legal move of which nothing is known.
    pub lines: Vec<Line<M>>,
}

/// One of the best moves, the moves expected after it, and their value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M = Move> {
    /// In hundredths, from the point of view of the side to move in the position analyzed: of a stone
    /// in Reversi; in Gomoku 100.00 is a won game.
    pub eval: i32,
    /// How the value is known.
    pub certainty: Certainty,
    /// The moves, this one first; at least one.
    pub moves: Vec<M>,
}

/// How an engine knows the value of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// Every game that matters was played to its end: the value is what best play leads to.
    Exact,
    /// Who wins is certain, or that nobody does. The score may be further from a draw than the value,
    /// never nearer.
    Outcome,
    /// One side wins by force after this many plies, and the line shows how.
    Forced {
        /// Plies to the end, this one included.
        plies: u16,
    },
    /// An estimate.
    Estimate {
        /// How sure it is that nothing was overlooked where it did not look, in percent; 100 if it
        /// looked at everything.
        percent: u8,
        /// The mean error to be expected, in hundredths like the value; 0 if nobody measured it.
        error: u16,
    },
}

impl Analysis {
    /// The best line, if the search got far enough to know its value.
    #[must_use]
    pub fn best(&self) -> Option<&Line> {
        self.lines.first().filter(|_| self.depth > 0)
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
    /// A move of which nothing is known.
    pub(crate) fn unknown(mv: M) -> Line<M> {
        Line {
            eval: 0,
            certainty: Certainty::ESTIMATE,
            moves: vec![mv],
        }
    }

    /// Whether `value` is what best play leads to.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        matches!(self.certainty, Certainty::Exact | Certainty::Forced { .. })
    }

    /// The value from the point of view of the side that has black in the position analyzed, whichever
    /// stones it takes in a swap opening. `turn` is the side to move there.
    #[must_use]
    pub fn eval_for_black(&self, turn: Color) -> i32 {
        match turn {
            Color::Black => self.eval,
            Color::White => -self.eval,
        }
    }
}

impl Certainty {
    /// An estimate that looked at everything, of unknown error.
    pub const ESTIMATE: Certainty = Certainty::Estimate {
        percent: 100,
        error: 0,
    };
}
