//! What the search for threats knows of positions: a table that grows as it is needed, up to a limit.

/// Numbers from here on mean that no work can bring it about.
pub(crate) const NEVER: u32 = 1 << 30;

/// What is known of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Knowledge {
    /// Work left to prove the win.
    pub(crate) proof: u32,
    /// Work left to refute it.
    pub(crate) refutation: u32,
    /// Plies to the end of a proven win.
    pub(crate) plies: u16,
}

impl Knowledge {
    /// A win in so many plies.
    pub(crate) const fn won(plies: u16) -> Knowledge {
        Knowledge {
            proof: 0,
            refutation: NEVER,
            plies,
        }
    }

    /// No win.
    pub(crate) const REFUTED: Knowledge = Knowledge {
        proof: NEVER,
        refutation: 0,
        plies: 0,
    };

    /// Whether the win is proven.
    pub(crate) fn is_won(self) -> bool {
        self.proof == 0
    }
}

#[derive(Clone, Copy, Default)]
struct Slot {
    hash: u64,
    knowledge: Knowledge,
    /// Nodes that were spent on it, as a power of two; 0 in an empty slot.
    work: u8,
}

/// Slots that one hash may use.
const BUCKET: usize = 8;
/// Slots of a new table.
const SLOTS_MIN: usize = 1 << 10;
/// Slots at the most, 24 bytes each.
const SLOTS_MAX: usize = 1 << 20;

/// What is known of positions, by hash. When it is full, what cost the least is forgotten.
pub(crate) struct Known {
    slots: Vec<Slot>,
    count: usize,
    /// Where the search for the cheapest slot begins, so that equals do not drive out each other forever.
    turn: usize,
}

impl Known {
    pub(crate) fn new() -> Known {
        Known {
            slots: vec![Slot::default(); SLOTS_MIN],
            count: 0,
            turn: 0,
        }
    }

    fn bucket(&self, hash: u64) -> usize {
        (hash >> 20) as usize & (self.slots.len() - 1) & !(BUCKET - 1)
    }

    pub(crate) fn get(&self, hash: u64) -> Option<Knowledge> {
        let first = self.bucket(hash);
        self.slots[first..first + BUCKET]
            .iter()
            .find(|slot| slot.hash == hash && slot.work > 0)
            .map(|slot| slot.knowledge)
    }

    /// Remembers a position on which so many nodes were spent.
    pub(crate) fn put(&mut self, hash: u64, knowledge: Knowledge, nodes: u64) {
        if self.count > self.slots.len() / 4 && self.slots.len() < SLOTS_MAX {
            self.grow();
        }
        self.insert(Slot {
            hash,
            knowledge,
            work: 1 + nodes.max(1).ilog2() as u8,
        });
    }

    fn insert(&mut self, new: Slot) {
        let first = self.bucket(new.hash);
        self.turn += 1;
        let turn = self.turn;
        let bucket = &mut self.slots[first..first + BUCKET];
        let same = bucket.iter().position(|slot| slot.hash == new.hash);
        let index = same.unwrap_or_else(|| {
            let cheapest = (0..BUCKET).min_by_key(|&index| bucket[(turn + index) % BUCKET].work);
            (turn + cheapest.expect("a bucket has slots")) % BUCKET
        });
        let old = std::mem::replace(&mut bucket[index], new);
        self.count += usize::from(old.work == 0);
        if same.is_some() {
            bucket[index].work = new.work.max(old.work);
        }
    }

    fn grow(&mut self) {
        let larger = vec![Slot::default(); self.slots.len() * 4];
        let old = std::mem::replace(&mut self.slots, larger);
        self.count = 0;
        for slot in old.into_iter().filter(|slot| slot.work > 0) {
            self.insert(slot);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::scramble;

    #[test]
    fn what_cost_much_is_remembered_when_the_table_is_full() {
        let mut known = Known::new();
        let count = 2 * SLOTS_MAX as u64;
        for number in 0..count {
            let nodes = if number % 64 == 0 { 1000 } else { 1 };
            known.put(scramble(number), Knowledge::won(number as u16), nodes);
        }
        assert_eq!(known.slots.len(), SLOTS_MAX);
        let kept = (0..count)
            .step_by(64)
            .filter(|&number| known.get(scramble(number)) == Some(Knowledge::won(number as u16)))
            .count() as u64;
        assert!(kept * 100 > count / 64 * 99);
    }
}
