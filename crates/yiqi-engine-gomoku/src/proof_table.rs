//! The proof table of the threat search: proof and disproof numbers by position. It grows on demand, up to a limit.

/// The proof number of a disproven position, and the disproof number of a proven one.
pub(crate) const INFINITE: u32 = 1 << 30;

/// Proof and disproof number of a position, for the attacker's win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ProofNumbers {
    /// Estimated work left to prove the win.
    pub(crate) proof: u32,
    /// Estimated work left to disprove it.
    pub(crate) disproof: u32,
    /// Length of a proven win.
    pub(crate) plies: u16,
}

impl ProofNumbers {
    /// A win in this many plies.
    pub(crate) const fn proven(plies: u16) -> ProofNumbers {
        ProofNumbers {
            proof: 0,
            disproof: INFINITE,
            plies,
        }
    }

    /// No win.
    pub(crate) const DISPROVEN: ProofNumbers = ProofNumbers {
        proof: INFINITE,
        disproof: 0,
        plies: 0,
    };

    /// Whether the win is proven.
    pub(crate) fn is_proven(self) -> bool {
        self.proof == 0
    }
}

#[derive(Clone, Copy, Default)]
struct Slot {
    hash: u64,
    numbers: ProofNumbers,
    /// Nodes searched below it: 1 + their logarithm to base 2, or 0 in an empty slot.
    work: u8,
}

/// Slots per bucket.
const BUCKET: usize = 8;
/// Initial number of slots.
const SLOTS_MIN: usize = 1 << 10;
/// Maximum number of slots, 24 bytes each.
const SLOTS_MAX: usize = 1 << 20;

/// Proof numbers by hash. A full table replaces the entries that were cheapest to compute.
pub(crate) struct ProofTable {
    slots: Vec<Slot>,
    count: usize,
    /// Rotates the slot at which the replacement scan starts, so that equally cheap entries take turns.
    turn: usize,
}

impl ProofTable {
    pub(crate) fn new() -> ProofTable {
        ProofTable {
            slots: vec![Slot::default(); SLOTS_MIN],
            count: 0,
            turn: 0,
        }
    }

    fn bucket(&self, hash: u64) -> usize {
        (hash >> 20) as usize & (self.slots.len() - 1) & !(BUCKET - 1)
    }

    pub(crate) fn get(&self, hash: u64) -> Option<ProofNumbers> {
        let first = self.bucket(hash);
        self.slots[first..first + BUCKET]
            .iter()
            .find(|slot| slot.hash == hash && slot.work > 0)
            .map(|slot| slot.numbers)
    }

    /// Stores a position below which `nodes` nodes were searched.
    pub(crate) fn put(&mut self, hash: u64, numbers: ProofNumbers, nodes: u64) {
        if self.count > self.slots.len() / 4 && self.slots.len() < SLOTS_MAX {
            self.grow();
        }
        self.insert(Slot {
            hash,
            numbers,
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
    use yiqi_rules::dice::mix;

    use super::*;

    #[test]
    fn a_full_table_keeps_what_was_expensive_to_compute() {
        let mut table = ProofTable::new();
        let count = 2 * SLOTS_MAX as u64;
        for number in 0..count {
            let nodes = if number % 64 == 0 { 1000 } else { 1 };
            table.put(mix(number), ProofNumbers::proven(number as u16), nodes);
        }
        assert_eq!(table.slots.len(), SLOTS_MAX);
        let kept = (0..count)
            .step_by(64)
            .filter(|&number| table.get(mix(number)) == Some(ProofNumbers::proven(number as u16)))
            .count() as u64;
        assert!(kept * 100 > count / 64 * 99);
    }
}
