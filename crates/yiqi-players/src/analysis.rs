//! What the engine thinks of a position that nobody plays.

use std::time::Duration;

use yiqi_rules::{AnyPosition, Color, Move};
use yiqi_search::{Certainty, Engine, Limits, Opinion, Resources, Stop};

use crate::any_engine::AnyEngine;

/// How long an analysis may go on. Without limits it ends when it is stopped, or when everything
/// is seen through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnalysisLimits {
    /// Time to take.
    pub time: Option<Duration>,
    /// Plies to look ahead.
    pub depth: Option<u8>,
}

impl From<AnalysisLimits> for Limits {
    fn from(limits: AnalysisLimits) -> Limits {
        Limits {
            time: limits.time,
            ..Limits::depth(limits.depth.unwrap_or(Limits::OPEN.depth))
        }
    }
}

/// The best moves of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Analysis {
    /// Plies looked ahead.
    pub depth: u8,
    /// Positions looked at.
    pub nodes: u64,
    /// The best moves, the best for the side to act first. None if the game is over, and fewer than
    /// asked for where fewer come into question: a side that can win at once, or must stop a row of
    /// four, has no other moves that matter.
    pub lines: Vec<Line>,
}

/// One of the best moves, and what is expected after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it leads to, in hundredths, seen from the side that has black in the position analyzed,
    /// whichever stones it takes in a swap opening.
    pub eval: i32,
    /// How that is known.
    pub certainty: Certainty,
    /// The moves, this one first.
    pub moves: Vec<Move>,
}

impl Line {
    /// Whether `eval` is what best play leads to.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        matches!(self.certainty, Certainty::Exact | Certainty::Forced { .. })
    }
}

/// Looks for the `lines` best moves with an engine of its own; otherwise as [`analyze_with`].
pub fn analyze(
    position: &AnyPosition,
    lines: usize,
    limits: AnalysisLimits,
    stop: &Stop,
    report: &mut dyn FnMut(&Analysis),
) -> Analysis {
    let mut engine = AnyEngine::new(Resources::default());
    analyze_with(
        &mut engine,
        position,
        lines,
        &Limits::from(limits),
        stop,
        report,
    )
}

/// Looks for the `lines` best moves, and returns the last that it knows. Once `stop` is stopped it
/// returns within a few milliseconds; if that is before the first ply was looked at, there are no
/// lines.
pub fn analyze_with(
    engine: &mut AnyEngine,
    position: &AnyPosition,
    lines: usize,
    limits: &Limits,
    stop: &Stop,
    report: &mut dyn FnMut(&Analysis),
) -> Analysis {
    let analysis = |opinion: &Opinion| Analysis {
        depth: opinion.depth,
        nodes: opinion.nodes,
        lines: opinion
            .lines
            .iter()
            .filter(|_| opinion.depth > 0)
            .map(|line| Line {
                eval: match position.turn() {
                    Some(Color::White) => -line.value,
                    _ => line.value,
                },
                certainty: line.certainty,
                moves: line.moves.clone(),
            })
            .collect(),
    };
    engine
        .think(position, lines, limits, stop, &mut |opinion| {
            report(&analysis(opinion));
        })
        .map_or_else(Analysis::default, |opinion| analysis(&opinion))
}
