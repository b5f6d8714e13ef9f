//! A game as stored in a file: a header and a tree of entries.

use std::num::NonZeroU32;

use yiqi_rules::{AnyPosition, GameSpec, Setup, SetupError};

use crate::{BySeat, Entry, Event, GameResult, Played, Replay, ReplayError, Step, TimeControl};

/// What is known about a game besides its entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The game, board and rules.
    pub spec: GameSpec,
    /// The names of the participants; empty if unknown.
    pub players: BySeat<String>,
    /// When it was played, as written.
    pub date: Option<String>,
    /// The clock.
    pub time: TimeControl,
    /// The result, if the game is over.
    pub result: Option<GameResult>,
    /// The start position, if not the standard one.
    pub start: Option<Setup>,
    /// Other facts, in order: event, site, ratings.
    pub tags: Vec<(String, String)>,
}

impl Header {
    /// A game without names, with no clock and the standard start.
    #[must_use]
    pub fn new(spec: GameSpec) -> Header {
        Header {
            spec,
            players: BySeat::default(),
            date: None,
            time: TimeControl::NONE,
            result: None,
            start: None,
            tags: Vec::new(),
        }
    }

    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, key: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|(tag, _)| tag == key)
            .map(|(_, value)| value.as_str())
    }

    /// The position before the first entry.
    ///
    /// # Errors
    /// If the start position is invalid.
    pub fn start_position(&self) -> Result<AnyPosition, SetupError> {
        match &self.start {
            None => Ok(AnyPosition::new(self.spec)),
            Some(setup) => AnyPosition::from_setup(self.spec, setup),
        }
    }
}

/// An entry's position in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(
    // One more than the index in `nodes`, so that an `Option` takes no extra space.
    NonZeroU32,
);

impl NodeId {
    /// The index among the entries of the record, in the order in which they were added.
    #[must_use]
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A game: its header and its entries, with branches.
///
/// The entries form a tree. The first child of each entry, from the root on, is the *main line*:
/// what was played. Every other child begins a branch.
#[derive(Clone, Debug)]
pub struct Record {
    /// What is known besides the entries.
    pub header: Header,
    // Invariant: a node's parent and siblings come before it; the links agree with each other.
    nodes: Vec<Node>,
    roots: Children,
}

#[derive(Clone, Debug)]
struct Node {
    entry: Entry,
    parent: Option<NodeId>,
    children: Children,
    next_sibling: Option<NodeId>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Children {
    first: Option<NodeId>,
    last: Option<NodeId>,
}

/// A step of a walk through all entries of a record, branches included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// Advance to this entry, a child of the current one.
    Enter(NodeId),
    /// Return to the parent of this entry.
    Leave(NodeId),
}

impl Record {
    /// The most entries a record may hold, including branches. Large enough for years of analysis,
    /// small enough that a hostile file cannot exhaust memory.
    pub const ENTRIES_MAX: usize = 500_000;

    /// A game without entries.
    #[must_use]
    pub fn new(header: Header) -> Record {
        Record {
            header,
            nodes: Vec::new(),
            roots: Children::default(),
        }
    }

    /// A game without branches.
    #[must_use]
    pub fn from_entries(header: Header, entries: impl IntoIterator<Item = Entry>) -> Record {
        let mut record = Record::new(header);
        let mut last = None;
        for entry in entries {
            last = Some(record.push(last, entry));
        }
        record
    }

    /// Adds an entry after another, or at the beginning. The first child of an entry continues its
    /// line; later ones begin branches.
    pub fn push(&mut self, parent: Option<NodeId>, entry: Entry) -> NodeId {
        self.nodes.push(Node {
            entry,
            parent,
            children: Children::default(),
            next_sibling: None,
        });
        let id = u32::try_from(self.nodes.len())
            .ok()
            .and_then(NonZeroU32::new)
            .map(NodeId)
            .expect("a record has far fewer entries");
        let siblings = match parent {
            Some(parent) => &mut self.nodes[parent.index()].children,
            None => &mut self.roots,
        };
        let before = siblings.last.replace(id);
        match before {
            None => siblings.first = Some(id),
            Some(before) => self.nodes[before.index()].next_sibling = Some(id),
        }
        id
    }

    /// The number of entries, including branches.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The entry of a node.
    #[must_use]
    pub fn entry(&self, id: NodeId) -> &Entry {
        &self.nodes[id.index()].entry
    }

    /// The node before this one.
    #[must_use]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.nodes[id.index()].parent
    }

    /// The nodes after this one: the continuation of the line first, then the branches.
    pub fn children(&self, of: Option<NodeId>) -> impl Iterator<Item = NodeId> {
        let first = match of {
            Some(id) => self.nodes[id.index()].children.first,
            None => self.roots.first,
        };
        std::iter::successors(first, |id| self.nodes[id.index()].next_sibling)
    }

    /// The entries of the main line.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.main_line().map(|id| self.entry(id))
    }

    /// The nodes of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.roots.first, |id| self.nodes[id.index()].children.first)
    }

    /// The entries from the beginning up to and including a node.
    #[must_use]
    pub fn line_to(&self, id: NodeId) -> Vec<Entry> {
        let mut line: Vec<Entry> = std::iter::successors(Some(id), |&id| self.parent(id))
            .map(|id| self.entry(id).clone())
            .collect();
        line.reverse();
        line
    }

    /// Whether there are branches besides the main line.
    #[must_use]
    pub fn has_branches(&self) -> bool {
        self.main_line().count() != self.len()
    }

    /// Visits all entries, depth first, the main line before the branches.
    pub fn walk(&self) -> impl Iterator<Item = Visit> {
        let mut at: Option<NodeId> = None;
        let mut next = self.roots.first;
        std::iter::from_fn(move || {
            if let Some(id) = next {
                at = Some(id);
                next = self.nodes[id.index()].children.first;
                return Some(Visit::Enter(id));
            }
            let left = at?;
            let node = &self.nodes[left.index()];
            at = node.parent;
            next = node.next_sibling;
            Some(Visit::Leave(left))
        })
    }

    /// Plays all entries, including branches, by the rules of the game, and returns the result of
    /// the main line, if it has one.
    ///
    /// # Errors
    /// The first entry that the rules do not allow, or an invalid start position.
    pub fn check(&self) -> Result<Option<GameResult>, CheckError> {
        let mut replay = Replay::new(self.header.start_position().map_err(CheckError::Start)?);
        let mut result = self.result_played(&replay);
        let mut steps: Vec<Step> = Vec::new();
        let mut is_main_line = true;
        for visit in self.walk() {
            match visit {
                Visit::Enter(id) => {
                    let step = replay
                        .apply(&self.entry(id).event)
                        .map_err(|error| CheckError::Entry { id, error })?;
                    steps.push(step);
                }
                Visit::Leave(_) => {
                    // The walk follows the main line to its end before it turns back.
                    if std::mem::take(&mut is_main_line) {
                        result = self.result_played(&replay);
                        if !self.has_branches() {
                            break;
                        }
                    }
                    let step = steps
                        .pop()
                        .expect("every entry is entered before it is left");
                    replay.revert(step);
                }
            }
        }
        Ok(result)
    }

    /// The position at the end of the main line, and the plies that led to it.
    ///
    /// # Errors
    /// As [`Record::check`].
    pub fn replay(&self) -> Result<Replay, CheckError> {
        let mut replay = Replay::new(self.header.start_position().map_err(CheckError::Start)?);
        for id in self.main_line() {
            replay
                .apply(&self.entry(id).event)
                .map_err(|error| CheckError::Entry { id, error })?;
        }
        Ok(replay)
    }

    /// The moves of the main line that were not taken back, and the milliseconds each took.
    #[must_use]
    pub fn effective_moves(&self) -> Vec<(Played, u64)> {
        let mut moves: Vec<(Played, u64)> = Vec::new();
        let mut clock = MoveClock::default();
        for entry in self.entries() {
            let took_ms = clock.pass(entry);
            match &entry.event {
                Event::Move(played) => moves.push((*played, took_ms)),
                Event::TakeBack { plies } => {
                    moves.truncate(moves.len().saturating_sub(usize::from(*plies)));
                }
                _ => {}
            }
        }
        moves
    }

    /// The result of the game: by its moves, by its last event, or as its header says. `replay` is
    /// that of the main line.
    #[must_use]
    pub fn result(&self, replay: &Replay) -> Option<GameResult> {
        self.result_played(replay).or(self.header.result)
    }

    /// The result of the game by its entries, regardless of its header.
    #[must_use]
    pub fn result_played(&self, replay: &Replay) -> Option<GameResult> {
        if let Some(outcome) = replay.position().outcome() {
            return Some(GameResult::from(&outcome));
        }
        self.entries()
            .filter_map(|entry| GameResult::of_event(&entry.event, replay.colors()))
            .last()
    }

    /// Adds a move after another entry, with no time in between.
    pub fn push_move(&mut self, last: Option<NodeId>, played: impl Into<Played>) -> NodeId {
        let at_ms = last.map_or(0, |id| self.entry(id).at_ms);
        self.push(
            last,
            Entry {
                at_ms,
                event: Event::Move(played.into()),
            },
        )
    }
}

/// Records are equal when they have the same contents, regardless of the order in which branches
/// were added.
impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        let contents = |record: &Record, visit| match visit {
            Visit::Enter(id) => Some(record.entry(id).clone()),
            Visit::Leave(_) => None,
        };
        self.header == other.header
            && self.len() == other.len()
            && self
                .walk()
                .zip(other.walk())
                .all(|(a, b)| contents(self, a) == contents(other, b))
    }
}

impl Eq for Record {}

/// Measures how long moves take: the time since the previous move, excluding pauses.
#[derive(Clone, Copy, Debug, Default)]
pub struct MoveClock {
    since_ms: u64,
    spent_ms: u64,
    is_stopped: bool,
}

impl MoveClock {
    /// Takes the next entry and returns how many milliseconds the turn had taken by then.
    pub fn pass(&mut self, entry: &Entry) -> u64 {
        let running_ms = match self.is_stopped {
            true => 0,
            false => entry.at_ms.saturating_sub(self.since_ms),
        };
        let spent_ms = self.spent_ms.saturating_add(running_ms);
        match entry.event {
            Event::Begin { .. } | Event::Branch | Event::Move(_) | Event::TakeBack { .. } => {
                *self = MoveClock {
                    since_ms: entry.at_ms,
                    ..MoveClock::default()
                };
            }
            Event::Pause | Event::Resume => {
                *self = MoveClock {
                    since_ms: entry.at_ms,
                    spent_ms,
                    is_stopped: entry.event == Event::Pause,
                };
            }
            _ => {}
        }
        spent_ms
    }
}

/// Why the entries of a record cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// The start position is invalid.
    #[error("start position: {0}")]
    Start(SetupError),
    /// An entry cannot follow those before it.
    #[error("{error}")]
    Entry {
        /// The entry.
        id: NodeId,
        /// The reason.
        error: ReplayError,
    },
}
