//! What the engine thinks of a position that nobody plays.

use std::time::Duration;

use yiqi_rules::{AnyPosition, Color, Move};
use yiqi_search::{FoundLines, Limits, Stop, hundredths, search_position_lines};

use crate::engine::DEPTH_OPEN;

/// How long an analysis may go on. Without limits it ends when it is stopped, or when everything
/// is seen through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnalysisLimits {
    /// Time to take.
    pub time: Option<Duration>,
    /// Plies to look ahead.
    pub depth: Option<u8>,
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
    /// Whether the end of the game was reached on every line that matters, so that `eval` is exact.
    pub exact: bool,
    /// The moves, this one first.
    pub moves: Vec<Move>,
}

/// Looks for the `lines` best moves, one ply deeper each time, and returns the last that `report`
/// was told. Once `stop` is stopped it returns within a few milliseconds; if that is before the
/// first ply was looked at, there are no lines.
pub fn analyze(
    position: &AnyPosition,
    lines: usize,
    limits: AnalysisLimits,
    stop: &Stop,
    report: &mut dyn FnMut(&Analysis),
) -> Analysis {
    let analysis = |found: &FoundLines<Move>| Analysis {
        depth: found.depth,
        nodes: found.nodes,
        lines: found
            .lines
            .iter()
            .map(|line| {
                let eval = hundredths(line.value, position.spec());
                Line {
                    eval: match position.turn() {
                        Some(Color::White) => -eval,
                        _ => eval,
                    },
                    exact: line.complete,
                    moves: line.moves.clone(),
                }
            })
            .collect(),
    };
    let limits = Limits {
        depth: limits.depth.unwrap_or(DEPTH_OPEN),
        nodes: None,
        time: limits.time,
    };
    search_position_lines(position, lines, &limits, stop, &mut |found| {
        report(&analysis(found));
    })
    .map_or_else(Analysis::default, |found| analysis(&found))
}
