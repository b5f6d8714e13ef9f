//! Analysis of 6×6: the table, then the solver.

use std::cmp::Reverse;
use std::time::Duration;

use yiqi_rules::Move;
use yiqi_rules::board8::Board8;
use yiqi_search::{Analysis, Certainty, Limits, Line, Watch};

use super::table::SixTable;
use super::{SixEntry, SixSolver, empty_count, moves, place};

/// Up to this many empty points, the solver needs no estimate of another search first.
const INSTANT: u32 = 12;

/// Up to this many empty points, the solver finishes soon.
const SOON: u32 = 22;

/// Depth of the search before one that finishes soon.
const GLANCE: u8 = 6;

/// Depth of the search before a longer one without a time limit.
const LOOK: u8 = 12;

/// Whether a search with these limits may answer from the table and with the solver: only limits of
/// nodes or depth make a level weaker.
pub(crate) fn may_solve(board: Board8, limits: &Limits) -> bool {
    limits.nodes.is_none() && u32::from(limits.depth) >= empty_count(board)
}

/// The limits of the search that estimates before the solver runs, if it is needed.
pub(crate) fn estimate_limits(board: Board8, limits: &Limits) -> Option<Limits> {
    let part = |time: Option<Duration>| time.map(|time| time * 2 / 5);
    let empty_count = empty_count(board);
    if empty_count <= INSTANT {
        return None;
    }
    let depth = if empty_count <= SOON {
        GLANCE
    } else if limits.time.is_some() {
        limits.depth
    } else {
        LOOK
    };
    Some(Limits {
        depth,
        time: part(limits.time),
        enough: part(limits.enough),
        ..*limits
    })
}

/// The analysis from the table, if it has all that is needed.
pub(crate) fn from_table(board: Board8, line_count: usize) -> Option<Analysis> {
    let table = SixTable::built_in();
    let best = if line_count == 1 {
        vec![table.find(board)?]
    } else {
        let mut all = table.moves(board)?;
        all.sort_by_key(|entry| Reverse(entry.score));
        all.truncate(line_count);
        all
    };
    let lines = best.into_iter().map(|entry| Line {
        eval: 100 * i32::from(entry.score),
        certainty: Certainty::Exact,
        moves: table_line(table, board, entry),
    });
    Some(Analysis {
        depth: empty_count(board) as u8,
        nodes: 0,
        lines: lines.collect(),
    })
}

/// Best play after a move, as far as the table knows it.
fn table_line(table: &SixTable, mut board: Board8, first: SixEntry) -> Vec<Move> {
    let mut line = Vec::new();
    let mut next = Some(first);
    while let Some(entry) = next {
        let square = u32::from(entry.square);
        line.push(place(square));
        board = board.play(square);
        if moves(board) == 0 && moves(board.pass()) != 0 {
            board = board.pass();
            line.push(Move::Pass);
        }
        next = table.find(board);
    }
    if line.last() == Some(&Move::Pass) {
        line.pop();
    }
    line
}

/// The analysis by the solver. `None` if it did not finish.
pub(crate) fn solved(
    solver: &mut SixSolver,
    board: Board8,
    line_count: usize,
    watch: Watch<'_>,
) -> Option<Analysis> {
    let (lines, nodes) = solver.lines(board, line_count, watch)?;
    Some(Analysis {
        depth: empty_count(board) as u8,
        nodes,
        lines: lines
            .into_iter()
            .map(|(score, line)| Line {
                eval: 100 * score,
                certainty: Certainty::Exact,
                moves: line
                    .into_iter()
                    .map(|square| square.map_or(Move::Pass, place))
                    .collect(),
            })
            .collect(),
    })
}
