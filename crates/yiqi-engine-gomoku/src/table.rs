//! The transposition table, shared by all threads without locks.

use std::sync::atomic::{AtomicU8, Ordering};

use yiqi_search::{Buckets, Slot};

use crate::point_index::PointIndex;

/// What a stored value says about the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true value is at most the stored one.
    Upper,
    /// The true value is at least the stored one.
    Lower,
    /// The stored value is the true value.
    Exact,
}

/// An entry for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TtEntry {
    pub(crate) best: Option<PointIndex>,
    pub(crate) value: i16,
    pub(crate) evaluation: i16,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
}

/// Entries by hash. A slot has hash XOR data, so that a torn write matches no position, and the data. All zero means
/// empty.
pub(crate) struct TranspositionTable {
    buckets: Buckets,
    age: AtomicU8,
}

impl TranspositionTable {
    /// A table of about `mib` MiB, whose pages the operating system allocates on first use.
    pub(crate) fn new(mib: usize) -> TranspositionTable {
        TranspositionTable {
            buckets: Buckets::new(Buckets::count_in(mib)),
            age: AtomicU8::new(0),
        }
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        self.buckets.clear();
    }

    /// Starts a new generation, whose entries replace older ones.
    pub(crate) fn next_generation(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    fn index(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.buckets.count() as u128) >> 64) as usize
    }

    fn bucket(&self, hash: u64) -> &[Slot] {
        self.buckets.bucket(self.index(hash))
    }

    /// Prefetches the bucket of a position.
    pub(crate) fn prefetch(&self, hash: u64) {
        self.buckets.prefetch(self.index(hash));
    }

    /// Looks up a position.
    pub(crate) fn get(&self, hash: u64) -> Option<TtEntry> {
        self.bucket(hash).iter().find_map(|[key, data]| {
            let data = data.load(Ordering::Relaxed);
            let key = key.load(Ordering::Relaxed);
            (key ^ data == hash && data != 0).then(|| unpack(data))
        })
    }

    /// Stores an entry, replacing the least valuable one in its bucket.
    pub(crate) fn put(&self, hash: u64, mut entry: TtEntry) {
        let age = self.age.load(Ordering::Relaxed) & AGE_MASK;
        let mut worst = &self.bucket(hash)[0];
        let mut least_worth = i32::MAX;
        for slot in self.bucket(hash) {
            let data = slot[1].load(Ordering::Relaxed);
            if slot[0].load(Ordering::Relaxed) ^ data == hash {
                let old = unpack(data);
                // A shallow bound does not replace a much deeper one of the current search.
                if entry.bound != Bound::Exact
                    && i32::from(entry.depth) + 3 < i32::from(old.depth)
                    && age_of(data) == age
                {
                    return;
                }
                entry.best = entry.best.or(old.best);
                worst = slot;
                break;
            }
            let generations = i32::from(age.wrapping_sub(age_of(data)) & AGE_MASK);
            let worth = if data == 0 {
                i32::MIN
            } else {
                i32::from(unpack(data).depth) - 4 * generations
            };
            if worth < least_worth {
                least_worth = worth;
                worst = slot;
            }
        }
        let data = pack(entry, age);
        let [key, slot_data] = worst;
        key.store(hash ^ data, Ordering::Relaxed);
        slot_data.store(data, Ordering::Relaxed);
    }
}

const AGE_MASK: u8 = 31;

fn pack(entry: TtEntry, age: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    u64::from(PointIndex::to_bits(entry.best))
        | u64::from(entry.value as u16) << 16
        | u64::from(entry.evaluation as u16) << 32
        | u64::from(entry.depth) << 48
        | bound << 56
        | u64::from(age) << 59
}

fn unpack(data: u64) -> TtEntry {
    TtEntry {
        best: PointIndex::from_bits(data as u16),
        value: (data >> 16) as u16 as i16,
        evaluation: (data >> 32) as u16 as i16,
        depth: (data >> 48) as u8,
        bound: match data >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_entry_is_found_again() {
        let table = TranspositionTable::new(1);
        let entry = TtEntry {
            best: Some(PointIndex::new(77)),
            value: -29_990,
            evaluation: 123,
            depth: 17,
            bound: Bound::Lower,
        };
        assert_eq!(table.get(12_345), None);
        table.put(12_345, entry);
        assert_eq!(table.get(12_345), Some(entry));
        assert_eq!(table.get(54_321), None);
    }
}
