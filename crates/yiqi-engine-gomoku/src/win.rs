//! Forced wins, offered by themselves.

use std::time::Instant;

use yiqi_rules::{AnyPosition, Move};
use yiqi_search::{Certainty, Limits, Stop};

use crate::board::Board;
use crate::opening::is_open_play;
use crate::root::{self, Question, to_move};
use crate::table::Table;
use crate::threats::{ThreatSearch, Width, wish};
use crate::tuning::Tuning;
use crate::weights::Weights;

/// A win that the other side cannot stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedWin {
    /// The moves of both sides to the winning one; the loser resists as long as it can.
    pub moves: Vec<Move>,
    /// How many moves that are.
    pub plies: u16,
}

/// Looks for a win of the side to move within limits: by fours and threes first, then by every move that
/// search looks at, then by a proof of what search believes. `None` says that none was found, not that there is none.
#[must_use]
pub fn find_win(position: &AnyPosition, limits: &Limits, stop: &Stop) -> Option<ForcedWin> {
    let begun = Instant::now();
    let turn = position.turn()?;
    // While an opening rule is at work, threats mean nothing.
    if position.next_stone() != Some(turn) || !is_open_play(position) {
        return None;
    }
    let mut board = Board::new(position, turn)?;
    let part = |eighths: u32| {
        let nodes = limits.nodes.map(|nodes| nodes / 8 * u64::from(eighths));
        (nodes, limits.time.map(|time| time / 8 * eighths))
    };
    // Three eighths of what may be used up for the likely threats.
    let (nodes, time) = part(3);
    let must_end = wish(stop, time.map(|time| begun + time));
    let mut threats = ThreatSearch::new(Weights::built_in(), nodes.unwrap_or(u64::MAX), &must_end);
    let line = threats.find(&mut board);
    if line.is_some() || limits.nodes.is_none() && limits.time.is_none() && limits.depth == u8::MAX
    {
        // Without a limit nothing would ever end the search that follows.
        return line.map(ForcedWin::new);
    }
    let mut used = threats.nodes();
    // Then a search that may believe in a win without being sure of it.
    let (nodes, time) = part(6);
    let table = Table::new(TABLE_MIB);
    let question = Question {
        allowed: None,
        line_count: 1,
        limits: &Limits {
            nodes: nodes.map(|nodes| nodes.saturating_sub(used)),
            time,
            ..*limits
        },
        stop,
        thread_count: 1,
        weights: &Weights::built_in(),
        tuning: Tuning::default(),
        begun,
    };
    let opinion = root::think(&mut board, &table, &question, &mut |_| {});
    used += opinion.nodes;
    let found = &opinion.lines[0];
    if let Certainty::Forced { plies } = found.certainty
        && found.value > 0
    {
        return Some(ForcedWin {
            moves: found.moves.clone(),
            plies,
        });
    }
    // What it believes guides the proof.
    let must_end = wish(stop, limits.time.map(|time| root::deadline(begun, time)));
    let rest = limits
        .nodes
        .map_or(u64::MAX, |nodes| nodes.saturating_sub(used));
    ThreatSearch::new(Weights::built_in(), rest, &must_end)
        .with_width(Width::Wide)
        .with_beliefs(&table)
        .find(&mut board)
        .map(ForcedWin::new)
}

impl ForcedWin {
    fn new(line: Vec<usize>) -> ForcedWin {
        ForcedWin {
            plies: line.len() as u16,
            moves: line.into_iter().map(to_move).collect(),
        }
    }
}

/// Memory of the second search.
const TABLE_MIB: usize = 16;
