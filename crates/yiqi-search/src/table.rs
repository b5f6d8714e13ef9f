//! The transposition table.

use crate::Value;

/// How a stored value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What a search found out about one position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TtEntry<M> {
    pub(crate) hash: u64,
    pub(crate) mv: M,
    pub(crate) value: Value,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
    /// Whether every line behind the value was searched to the end of the game.
    pub(crate) complete: bool,
}

/// A hash table of fixed size. When two positions collide, the deeper search is kept.
#[derive(Debug)]
pub struct TranspositionTable<M> {
    // Invariant: the length is 0 or a power of two.
    slots: Vec<Option<TtEntry<M>>>,
}

impl<M: Copy> TranspositionTable<M> {
    /// A table with 2 to the power of `bits` entries; `bits` is capped at 24.
    #[must_use]
    pub fn new(bits: u32) -> TranspositionTable<M> {
        TranspositionTable {
            slots: vec![None; 1 << bits.min(24)],
        }
    }

    /// A table that stores nothing.
    #[must_use]
    pub fn none() -> TranspositionTable<M> {
        TranspositionTable { slots: Vec::new() }
    }

    pub(crate) fn get(&self, hash: u64) -> Option<&TtEntry<M>> {
        self.slots
            .get(self.place(hash))?
            .as_ref()
            .filter(|entry| entry.hash == hash)
    }

    pub(crate) fn put(&mut self, entry: TtEntry<M>) {
        let place = self.place(entry.hash);
        if let Some(slot) = self.slots.get_mut(place)
            && slot.is_none_or(|old| old.hash == entry.hash || old.depth <= entry.depth)
        {
            *slot = Some(entry);
        }
    }

    fn place(&self, hash: u64) -> usize {
        hash as usize & self.slots.len().wrapping_sub(1)
    }
}
