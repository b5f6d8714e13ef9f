//! Forced wins, offered by themselves.

use std::sync::Arc;
use std::time::Instant;

use yiqi_rules::{AnyPosition, GameSpec, Move};
use yiqi_search::{Certainty, Limits, Stop};

use crate::board::Board;
use crate::opening::is_open_play;
use crate::root::{self, Question, to_move};
use crate::table::Table;
use crate::threats::{ThreatSearch, wish};
use crate::tuning::Tuning;
use crate::weights::{Layout, Weights};

/// A win that the other side cannot stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedWin {
    /// The moves of both sides to the winning one; the loser resists as long as it can.
    pub moves: Vec<Move>,
    /// How many moves that are.
    pub plies: u16,
}

/// Looks for a win of the side to move within limits: by fours and threes first, then by every move that
/// search looks at. `None` says that none was found, not that there is none.
#[must_use]
pub fn find_win(position: &AnyPosition, limits: &Limits, stop: &Stop) -> Option<ForcedWin> {
    let begun = Instant::now();
    let GameSpec::Gomoku(spec) = position.spec() else {
        return None;
    };
    let turn = position.turn()?;
    // While an opening rule is at work, threats mean nothing.
    if position.next_stone() != Some(turn) || !is_open_play(position) {
        return None;
    }
    let layout = Arc::new(Layout::new(Weights::built_in(), spec.rules));
    let mut board = Board::new(position, turn, layout)?;
    // Threats get half of what may be used up.
    let half_nodes = limits.nodes.map(|nodes| nodes / 2);
    let must_end = wish(stop, limits.time.map(|time| begun + time / 2));
    let mut threats = ThreatSearch::new(half_nodes.unwrap_or(u64::MAX), &must_end);
    if let Some(line) = threats.find(&mut board) {
        return Some(ForcedWin {
            plies: line.len() as u16,
            moves: line.into_iter().map(to_move).collect(),
        });
    }
    if limits.nodes.is_none() && limits.time.is_none() && limits.depth == u8::MAX {
        // Nothing would ever end the second search.
        return None;
    }
    let rest = Limits {
        nodes: limits
            .nodes
            .map(|nodes| nodes.saturating_sub(threats.nodes())),
        ..*limits
    };
    let question = Question {
        allowed: None,
        line_count: 1,
        limits: &rest,
        stop,
        thread_count: 1,
        tuning: Tuning::default(),
        begun,
    };
    let opinion = root::think(&mut board, &Table::new(TABLE_MIB), &question, &mut |_| {});
    let line = opinion.lines.into_iter().next()?;
    match line.certainty {
        Certainty::Forced { plies } if line.value > 0 => Some(ForcedWin {
            moves: line.moves,
            plies,
        }),
        _ => None,
    }
}

/// Memory of the second search.
const TABLE_MIB: usize = 16;
