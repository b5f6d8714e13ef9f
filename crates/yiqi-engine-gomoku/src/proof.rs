//! Proofs of decided games, for what is said of them.
//!
//! Search looks at the more promising answers only, so its wins and losses are beliefs. Here they are
//! proven against every answer, with what search left in its table as a guide, and a line is found that
//! shows why. The work is bounded; what is not proven in time stays an estimate.

use std::sync::Arc;
use std::time::Instant;

use crate::board::{Board, PASS};
use crate::search::Shared;
use crate::shape::FIVE;
use crate::threats::{ThreatSearch, stop_check};

/// Nodes for all proofs of one question, at the most.
const NODES_MAX: u64 = 150_000;
/// Nodes for one loss: it is tried again when more is known.
const LOSS_NODES: u64 = 30_000;

/// Proves wins and losses until its work is used up.
pub(crate) struct Prover<'a> {
    shared: &'a Shared<'a>,
    nodes_left: u64,
    /// Whether it is proven that every move at the root loses, and the value when that was last tried.
    is_lost: bool,
    tried: i32,
}

impl<'a> Prover<'a> {
    /// A prover that uses up at most half of the nodes a search may use.
    pub(crate) fn new(shared: &'a Shared<'a>) -> Prover<'a> {
        let half = shared.node_max.map_or(u64::MAX, |nodes| nodes / 2);
        Prover {
            shared,
            nodes_left: NODES_MAX.min(half),
            is_lost: false,
            tried: 0,
        }
    }

    /// The line to the end of a game that a move wins.
    pub(crate) fn win(&mut self, board: &Board, at: usize) -> Option<Vec<usize>> {
        let mut board = board.clone();
        if at != PASS && board.kinds_at(board.turn(), at) >> FIVE & 1 != 0 {
            return Some(vec![at]);
        }
        board.play(at);
        let rest = self.run(NODES_MAX, self.shared.deadline, |search| {
            search.find_loss(&mut board)
        })?;
        Some(join(at, rest))
    }

    /// Whether every move loses, as a search believes that gives the best of them this value.
    pub(crate) fn all_lose(&mut self, board: &Board, value: i32) -> bool {
        if !self.is_lost && value != self.tried {
            self.tried = value;
            let mut board = board.clone();
            let line = self.run(LOSS_NODES, self.loss_deadline(), |search| {
                search.find_loss(&mut board)
            });
            self.is_lost = line.is_some();
        }
        self.is_lost
    }

    /// The line to the end of a game that a move loses.
    pub(crate) fn loss(&mut self, board: &Board, at: usize) -> Option<Vec<usize>> {
        let mut board = board.clone();
        board.play(at);
        let rest = self.run(LOSS_NODES, self.loss_deadline(), |search| {
            search.find(&mut board)
        })?;
        Some(join(at, rest))
    }

    /// A moment until which a loss may be proven: a tenth of the time left, so that the rest can be used
    /// to look for a way out.
    fn loss_deadline(&self) -> Option<Instant> {
        let now = Instant::now();
        let deadline = self.shared.deadline?;
        Some(now + deadline.saturating_duration_since(now) / 10)
    }

    fn run<T>(
        &mut self,
        nodes: u64,
        deadline: Option<Instant>,
        prove: impl FnOnce(&mut ThreatSearch<'_>) -> T,
    ) -> T {
        let must_stop = stop_check(self.shared.stop, deadline);
        let nodes = nodes.min(self.nodes_left);
        let mut search = ThreatSearch::new(Arc::clone(self.shared.weights), nodes, &must_stop)
            .with_hints(self.shared.table);
        let found = prove(&mut search);
        self.nodes_left = self.nodes_left.saturating_sub(search.nodes());
        found
    }
}

fn join(at: usize, rest: Vec<usize>) -> Vec<usize> {
    std::iter::once(at).chain(rest).collect()
}
