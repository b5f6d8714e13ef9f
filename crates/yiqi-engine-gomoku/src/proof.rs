//! Proofs of the main search's wins and losses.
//!
//! The main search prunes, so its wins and losses are not certain. Here they are proven against every
//! defense, guided by its transposition table, and the proof yields a complete line. The work is bounded;
//! what is not proven in time is reported as an estimate.

use std::sync::Arc;
use std::time::Duration;

use yiqi_search::Limits;

use crate::board::Board;
use crate::point_index::EngineMove;
use crate::search::Shared;
use crate::shape::Threat;
use crate::threats::ThreatSearch;

/// Nodes for all proofs of one search.
const NODES_MAX: u64 = 150_000;
/// Nodes for one loss, which is tried again with a fuller table.
const LOSS_NODES: u64 = 30_000;

/// Proves wins and losses until its node budget is spent.
pub(crate) struct Prover<'a> {
    shared: &'a Shared<'a>,
    nodes_left: u64,
    /// Whether every move at the root is proven to lose.
    is_lost: bool,
    /// The root value for which that was last tried.
    tried_value: i32,
}

impl<'a> Prover<'a> {
    /// A prover for a search with this node limit, half of which it may use.
    pub(crate) fn new(shared: &'a Shared<'a>, node_max: Option<u64>) -> Prover<'a> {
        let half = node_max.map_or(u64::MAX, |nodes| nodes / 2);
        Prover {
            shared,
            nodes_left: NODES_MAX.min(half),
            is_lost: false,
            tried_value: 0,
        }
    }

    /// The complete line of a winning move.
    pub(crate) fn win(&mut self, board: &Board, mv: EngineMove) -> Option<Vec<EngineMove>> {
        let mut board = board.clone();
        if let EngineMove::Place(at) = mv
            && board.threats(board.turn(), at).contains(Threat::Five)
        {
            return Some(vec![mv]);
        }
        board.play_move(mv);
        let rest = self.run(NODES_MAX, None, |search| search.find_loss(&mut board))?;
        Some(join(mv, rest))
    }

    /// Whether every move is proven to lose, after a search that gave the best of them this value.
    pub(crate) fn all_lose(&mut self, board: &Board, value: i32) -> bool {
        if !self.is_lost && value != self.tried_value {
            self.tried_value = value;
            let mut board = board.clone();
            let line = self.run(LOSS_NODES, self.loss_time(), |search| {
                search.find_loss(&mut board)
            });
            self.is_lost = line.is_some();
        }
        self.is_lost
    }

    /// The complete line of a losing move.
    pub(crate) fn loss(&mut self, board: &Board, mv: EngineMove) -> Option<Vec<EngineMove>> {
        let mut board = board.clone();
        board.play_move(mv);
        let rest = self.run(LOSS_NODES, self.loss_time(), |search| {
            search.find(&mut board)
        })?;
        Some(join(mv, rest))
    }

    /// The time for a loss proof: a tenth of what is left, so that the rest can go into finding a defense.
    fn loss_time(&self) -> Option<Duration> {
        Some(self.shared.watch.time_left()? / 10)
    }

    fn run<T>(
        &mut self,
        nodes: u64,
        time: Option<Duration>,
        prove: impl FnOnce(&mut ThreatSearch<'_>) -> T,
    ) -> T {
        let watch = self.shared.watch.part(&Limits {
            nodes: Some(nodes.min(self.nodes_left)),
            time,
            ..Limits::OPEN
        });
        let mut search =
            ThreatSearch::new(Arc::clone(self.shared.weights), watch).with_hints(self.shared.table);
        let found = prove(&mut search);
        self.nodes_left = self.nodes_left.saturating_sub(search.nodes());
        found
    }
}

fn join(mv: EngineMove, rest: Vec<EngineMove>) -> Vec<EngineMove> {
    std::iter::once(mv).chain(rest).collect()
}
