//! Forced wins, as a standalone search.

use std::time::Instant;

use yiqi_rules::{AnyPosition, Move};
use yiqi_search::{Certainty, Limits, Stop, Watch};

use crate::board::Board;
use crate::opening::is_open_play;
use crate::point_index::EngineMove;
use crate::root::{self, RootRequest};
use crate::table::TranspositionTable;
use crate::threats::{ThreatSearch, Width};
use crate::tuning::Tuning;
use crate::weights::Weights;

/// A win against every defense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedWin {
    /// The moves of both sides up to the winning one, with the longest defense found.
    pub moves: Vec<Move>,
    /// Number of moves.
    pub plies: u16,
}

/// Looks for a win of the side to move within limits: by fours and threes first, then with the main search, then by
/// proving the win that the main search suggests. `None` means that none was found, not that there is none.
#[must_use]
pub fn find_win(position: &AnyPosition, limits: &Limits, stop: &Stop) -> Option<ForcedWin> {
    let start = Instant::now();
    let turn = position.turn()?;
    // During a swap opening, threats have no meaning.
    if position.next_stone() != Some(turn) || !is_open_play(position) {
        return None;
    }
    let mut board = Board::new(position, turn)?;
    let part = |eighths: u32| Limits {
        nodes: limits.nodes.map(|nodes| nodes / 8 * u64::from(eighths)),
        time: limits.time.map(|time| time / 8 * eighths),
        ..*limits
    };
    // The threat search gets three eighths of the budget.
    let watch = Watch::since(start, &part(3), stop);
    let mut threats = ThreatSearch::new(Weights::built_in(), watch);
    let line = threats.find(&mut board);
    if line.is_some() || limits.nodes.is_none() && limits.time.is_none() && limits.depth == u8::MAX
    {
        // Without a limit the search below would never end.
        return line.map(ForcedWin::new);
    }
    let mut used = threats.nodes();
    let without_used = |limits: Limits, used: u64| Limits {
        nodes: limits.nodes.map(|nodes| nodes.saturating_sub(used)),
        ..limits
    };
    // Then the main search, whose wins are not proven.
    let table = TranspositionTable::new(TABLE_MIB);
    let request = RootRequest {
        allowed: None,
        line_count: 1,
        limits: &without_used(part(6), used),
        stop,
        thread_count: 1,
        weights: &Weights::built_in(),
        tuning: Tuning::default(),
        start,
    };
    let analysis = root::think(&mut board, &table, &request, None, &mut |_| {}).analysis;
    used += analysis.nodes;
    let found = &analysis.lines[0];
    if let Certainty::Forced { plies } = found.certainty
        && found.eval > 0
    {
        return Some(ForcedWin {
            moves: found.moves.clone(),
            plies,
        });
    }
    // Its table guides the proof.
    let rest = without_used(*limits, used);
    let watch = Watch::since(start, &rest, stop).with_reserve(root::reserve(limits));
    ThreatSearch::new(Weights::built_in(), watch)
        .with_width(Width::Wide)
        .with_hints(&table)
        .find(&mut board)
        .map(ForcedWin::new)
}

impl ForcedWin {
    fn new(line: Vec<EngineMove>) -> ForcedWin {
        ForcedWin {
            plies: line.len() as u16,
            moves: line.into_iter().map(Move::from).collect(),
        }
    }
}

/// Transposition table of the main search.
const TABLE_MIB: usize = 16;
