//! Several servers of one site. Each of them is a *node*: any node serves any table.
//!
//! Nodes share the database, which decides everything, and tell each other over the bus what is
//! new. No node is special, and none owns anything. Where work need not be done twice, such as
//! watching a clock that nobody connected watches, every node computes which of them does it
//! ([`Nodes::is_home`]); if they disagree, the log decides as always.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use yiqi_bus::Bus;
use yiqi_record::{BySeat, Seat};

use crate::notices::{Here, Letter, Notice, SeatHere};

/// How many tables one notice lists.
const TABLES_AT_ONCE: usize = 200;

/// How many tables are remembered whose players were connected to a node that is gone.
const LEFT_MAX: usize = 100_000;

/// The number of a node, which it draws at its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct NodeId(pub(crate) u32);

/// All nodes, as one of them sees them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Nodes {
    /// Nothing if this server is the only one.
    shared: Option<Arc<Shared>>,
}

#[derive(Debug)]
struct Shared {
    me: NodeId,
    bus: Bus,
    state: Mutex<State>,
    /// Counts how often a node came or went.
    changes: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct State {
    /// The other nodes, and when each was last seen.
    others: BTreeMap<NodeId, u64>,
    /// Who is connected to other nodes, by table.
    here: BTreeMap<String, BTreeMap<NodeId, Here>>,
    /// Who is connected to this node.
    mine: BTreeMap<String, Here>,
    /// The node that players were last connected to, if it is gone.
    left: HashMap<String, BySeat<Option<NodeId>>>,
}

/// Who is connected to other nodes at a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Elsewhere {
    pub(crate) seats: BySeat<Option<(NodeId, SeatHere)>>,
    pub(crate) spectators: usize,
    /// The node that a player was last connected to, if it is gone.
    pub(crate) left: BySeat<Option<NodeId>>,
}

impl Elsewhere {
    /// Whether anybody is connected.
    pub(crate) fn is_anybody(&self) -> bool {
        self.spectators > 0 || self.is_player()
    }

    /// Whether a player is connected.
    pub(crate) fn is_player(&self) -> bool {
        self.seats.iter().any(Option::is_some)
    }
}

impl Nodes {
    /// A node among several.
    pub(crate) fn new(me: NodeId, bus: Bus) -> Nodes {
        let shared = Shared {
            me,
            bus,
            state: Mutex::default(),
            changes: watch::Sender::new(0),
        };
        Nodes {
            shared: Some(Arc::new(shared)),
        }
    }

    /// Whether this server is the only one.
    pub(crate) fn is_alone(&self) -> bool {
        self.shared.is_none()
    }

    /// This node, if there are several.
    pub(crate) fn me(&self) -> Option<NodeId> {
        Some(self.shared.as_ref()?.me)
    }

    /// The bus, if there is one.
    pub(crate) fn bus(&self) -> Option<&Bus> {
        Some(&self.shared.as_ref()?.bus)
    }

    /// How many nodes there are.
    pub(crate) fn count(&self) -> usize {
        match &self.shared {
            Some(shared) => 1 + lock(&shared.state).others.len(),
            None => 1,
        }
    }

    /// A receiver that sees when a node has come or gone.
    pub(crate) fn changes(&self) -> Option<watch::Receiver<u64>> {
        Some(self.shared.as_ref()?.changes.subscribe())
    }

    /// Tells the other nodes, if there are any.
    pub(crate) fn publish(&self, notice: Notice) {
        let Some(shared) = &self.shared else {
            return;
        };
        let letter = Letter {
            from: shared.me,
            notice,
        };
        match serde_json::to_vec(&letter) {
            Ok(bytes) => shared.bus.publish(bytes),
            Err(error) => tracing::error!(%error, "a notice cannot be written"),
        }
    }

    /// Notes which nodes are connected to the database. Returns those that are gone, and when each
    /// was last seen.
    pub(crate) fn see(&self, nodes: &[u32], now_ms: u64) -> Vec<(NodeId, u64)> {
        let Some(shared) = &self.shared else {
            return Vec::new();
        };
        let mut state = lock(&shared.state);
        let seen: BTreeSet<NodeId> = nodes.iter().map(|&node| NodeId(node)).collect();
        let gone: Vec<(NodeId, u64)> = state
            .others
            .extract_if(.., |node, _| !seen.contains(node))
            .collect();
        let mut is_changed = !gone.is_empty();
        for &node in seen.iter().filter(|&&node| node != shared.me) {
            is_changed |= state.others.insert(node, now_ms).is_none();
        }
        for (node, _) in &gone {
            state.leave(*node);
        }
        drop(state);
        if is_changed {
            shared.changes.send_modify(|count| *count += 1);
        }
        gone
    }

    /// Whether another node is there.
    pub(crate) fn is_there(&self, node: NodeId) -> bool {
        let state = self.shared.as_ref().map(|shared| lock(&shared.state));
        state.is_some_and(|state| state.others.contains_key(&node))
    }

    /// Whether this node does what needs to be done once for something with this id. All nodes that
    /// see the same nodes agree.
    pub(crate) fn is_home(&self, id: &str) -> bool {
        let Some(shared) = &self.shared else {
            return true;
        };
        let state = lock(&shared.state);
        let mine = weight(id, shared.me);
        state.others.keys().all(|&other| weight(id, other) < mine)
    }

    /// Tells the others who is connected to this node at a table, if that has changed.
    pub(crate) fn note_mine(&self, here: Here) {
        let Some(shared) = &self.shared else {
            return;
        };
        let mut state = lock(&shared.state);
        let before = state.mine.get(&here.table);
        let is_same = match before {
            Some(before) => *before == here,
            None => here.is_empty(),
        };
        if is_same {
            return;
        }
        if here.is_empty() {
            state.mine.remove(&here.table);
        } else {
            state.mine.insert(here.table.clone(), here.clone());
        }
        state.settle(&here);
        drop(state);
        self.publish(Notice::Here { tables: vec![here] });
    }

    /// Tells the others everybody who is connected to this node.
    pub(crate) fn tell_all_mine(&self) {
        let Some(shared) = &self.shared else {
            return;
        };
        let mine: Vec<Here> = lock(&shared.state).mine.values().cloned().collect();
        for tables in mine.chunks(TABLES_AT_ONCE) {
            let tables = tables.to_vec();
            self.publish(Notice::Here { tables });
        }
    }

    /// Notes who is connected to another node.
    pub(crate) fn note_theirs(&self, node: NodeId, here: Here) {
        let Some(shared) = &self.shared else {
            return;
        };
        let mut state = lock(&shared.state);
        state.settle(&here);
        let table = here.table.clone();
        let nodes = state.here.entry(table.clone()).or_default();
        if here.is_empty() {
            nodes.remove(&node);
        } else {
            nodes.insert(node, here);
        }
        if nodes.is_empty() {
            state.here.remove(&table);
        }
    }

    /// Who is connected to other nodes at a table.
    pub(crate) fn elsewhere(&self, table: &str) -> Elsewhere {
        let mut elsewhere = Elsewhere::default();
        let Some(shared) = &self.shared else {
            return elsewhere;
        };
        let state = lock(&shared.state);
        elsewhere.left = state.left.get(table).copied().unwrap_or_default();
        for (&node, here) in state.here.get(table).into_iter().flatten() {
            elsewhere.spectators += here.spectators;
            let seats = here.players();
            for seat in Seat::BOTH {
                let known = &mut elsewhere.seats[seat];
                if let Some(found) = seats[seat]
                    && known.is_none_or(|(_, known)| known.since_ms < found.since_ms)
                {
                    *known = Some((node, found));
                }
            }
        }
        elsewhere
    }
}

impl State {
    /// Forgets a node that is gone, but not who was connected to it.
    fn leave(&mut self, node: NodeId) {
        if self.left.len() > LEFT_MAX {
            self.left.clear();
        }
        self.here.retain(|table, nodes| {
            if let Some(here) = nodes.remove(&node) {
                let seats = here.players();
                let left = self.left.entry(table.clone()).or_default();
                for seat in Seat::BOTH {
                    if seats[seat].is_some() {
                        left[seat] = Some(node);
                    }
                }
            }
            !nodes.is_empty()
        });
    }

    /// Forgets where players were who are connected again.
    fn settle(&mut self, here: &Here) {
        let Some(left) = self.left.get_mut(&here.table) else {
            return;
        };
        let seats = here.players();
        for seat in Seat::BOTH {
            if seats[seat].is_some() {
                left[seat] = None;
            }
        }
        if left.iter().all(Option::is_none) {
            self.left.remove(&here.table);
        }
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How much something belongs to a node: the node with the largest number is its home, so that only
/// the things of a node that goes find a new one.
fn weight(id: &str, node: NodeId) -> (u64, NodeId) {
    // FNV-1a, and then every bit counts for every other.
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in id.bytes().chain(node.0.to_le_bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    (hash ^ (hash >> 33), node)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes(me: u32, others: &[u32]) -> Nodes {
        let nodes = Nodes::new(NodeId(me), Bus::local());
        nodes.see(others, 1);
        nodes
    }

    #[test]
    fn everything_has_one_home_and_moves_only_if_its_node_goes() {
        let three = [1, 2, 3].map(|me| nodes(me, &[1, 2, 3]));
        let two = [1, 2].map(|me| nodes(me, &[1, 2]));
        let mut counts = [0; 3];
        for number in 0..3_000 {
            let id = format!("table{number}");
            let homes: Vec<usize> = (0..3).filter(|&at| three[at].is_home(&id)).collect();
            let [home] = homes[..] else {
                panic!("{id}: {homes:?}");
            };
            counts[home] += 1;
            if home < 2 {
                assert!(two[home].is_home(&id), "{id}");
            }
        }
        assert!(counts.iter().all(|&count| count > 800), "{counts:?}");
        assert!(Nodes::default().is_home("anything"));
    }

    #[test]
    fn who_was_connected_to_a_node_that_is_gone_is_known_until_they_come_back() {
        let nodes = nodes(1, &[1, 2]);
        let here = |first: Option<u64>| Here {
            table: "t".to_owned(),
            seats: BySeat {
                first: first.map(|since_ms| SeatHere {
                    since_ms,
                    network: None,
                }),
                second: None,
            }
            .into(),
            spectators: 2,
        };
        nodes.note_theirs(NodeId(2), here(Some(5)));
        let elsewhere = nodes.elsewhere("t");
        assert_eq!(elsewhere.spectators, 2);
        assert_eq!(elsewhere.seats.first.map(|(node, _)| node), Some(NodeId(2)));
        assert_eq!(nodes.see(&[1], 9), [(NodeId(2), 1)]);
        let elsewhere = nodes.elsewhere("t");
        assert!(!elsewhere.is_anybody());
        assert_eq!(elsewhere.left.first, Some(NodeId(2)));
        nodes.note_mine(here(Some(10)));
        assert_eq!(nodes.elsewhere("t").left.first, None);
    }
}
