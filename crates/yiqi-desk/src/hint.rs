//! What the engine would play, and what it thinks of it.

use std::time::Duration;

use yiqi_players::{Analysis, AnyEngine, Engine, Limits, Line, Resources, SearchRequest, Stop};
use yiqi_rules::{AnyPosition, Color, GameSpec, Move};

/// How long the engine searches for a hint, at full strength.
const HINT_TIME: Duration = Duration::from_secs(1);

/// The moves of a hint: the best and the second best.
const HINT_LINES: usize = 2;

/// The engine's best moves in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The game.
    pub spec: GameSpec,
    /// The side to move.
    pub turn: Color,
    /// Whether the moves were evaluated, rather than only legal.
    pub is_evaluated: bool,
    /// The best moves, best first; never empty.
    pub lines: Vec<Line>,
}

impl Hint {
    /// Searches a position until the time of a hint is over or the search is stopped; `None` if the
    /// game is over there.
    #[must_use]
    pub fn search(position: &AnyPosition, stop: &Stop) -> Option<Hint> {
        let limits = Limits {
            time: Some(HINT_TIME),
            ..Limits::OPEN
        };
        let request = SearchRequest::new(position, limits)
            .with_lines(HINT_LINES)
            .with_stop(stop);
        let analysis = AnyEngine::new(Resources::default()).think(request)?;
        Hint::of(position, analysis)
    }

    fn of(position: &AnyPosition, mut analysis: Analysis) -> Option<Hint> {
        let is_legal = |line: &Line| {
            let first = line.moves.first();
            first.is_some_and(|&mv| position.check(mv).is_ok())
        };
        analysis.lines.retain(is_legal);
        // A deeper search may have changed its mind about the order.
        analysis.lines.sort_by_key(|line| -line.eval);
        (!analysis.lines.is_empty()).then_some(Hint {
            spec: position.spec(),
            turn: position.turn()?,
            is_evaluated: analysis.depth > 0,
            lines: analysis.lines,
        })
    }

    /// The best move.
    #[must_use]
    pub fn mv(&self) -> Move {
        let best = self.lines.first().and_then(|line| line.moves.first());
        best.copied().unwrap_or(Move::Pass)
    }
}
