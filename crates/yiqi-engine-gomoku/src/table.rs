//! The transposition table, shared by all threads without locks.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use bytemuck::Zeroable;
use bytemuck::allocation::zeroed_slice_box;

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

/// The depth of an entry whose value a VCF proves: deeper than every search.
pub(crate) const VCF_DEPTH: u8 = u8::MAX;

/// A slot: hash XOR data, so that a torn write matches no position, and the data. All zero means empty.
type Slot = [AtomicU64; 2];

/// Slots per bucket, which fills a cache line.
const BUCKET: usize = 4;

/// Entries by hash.
pub(crate) struct TranspositionTable {
    /// A few more than the buckets need. A type that begins at a cache line would not come from the system already
    /// clear, so that all of its memory would be in use at once.
    slots: Box<[Slot]>,
    /// The first slot that begins a cache line.
    first: usize,
    bucket_count: usize,
    age: AtomicU8,
}

/// Tables up to this size are cleared in place. Larger ones come from the system, already clear.
const IN_PLACE_BYTES_MAX: usize = 32 << 20;

impl TranspositionTable {
    /// A table of about `mib` MiB, whose pages the operating system allocates on first use.
    pub(crate) fn new(mib: usize) -> TranspositionTable {
        let bucket_count = (mib.max(1) << 20) / (BUCKET * size_of::<Slot>());
        let mut table = TranspositionTable {
            slots: Box::default(),
            first: 0,
            bucket_count,
            age: AtomicU8::new(0),
        };
        table.allocate();
        table
    }

    fn allocate(&mut self) {
        self.slots = zeroed_slice_box((self.bucket_count + 1) * BUCKET);
        // Where that is unknown, any slot will do.
        let first = self.slots.as_ptr().align_offset(BUCKET * size_of::<Slot>());
        self.first = first.min(BUCKET);
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        if self.bucket_count * BUCKET * size_of::<Slot>() <= IN_PLACE_BYTES_MAX {
            self.slots.fill_with(Slot::zeroed);
            return;
        }
        // Frees the old ones first, so that there is never memory for two tables.
        self.slots = Box::default();
        self.allocate();
    }

    /// Starts a new generation, whose entries replace older ones.
    pub(crate) fn next_generation(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    fn bucket(&self, hash: u64) -> &[Slot] {
        let at = ((u128::from(hash) * self.bucket_count as u128) >> 64) as usize;
        let start = self.first + at * BUCKET;
        &self.slots[start..start + BUCKET]
    }

    /// Prefetches the bucket of a position.
    #[cfg_attr(
        target_arch = "x86_64",
        expect(unsafe_code, reason = "a prefetch has no safe form")
    )]
    pub(crate) fn prefetch(&self, hash: u64) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: every x86-64 processor has prefetch, and it reads nothing.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(self.bucket(hash).as_ptr().cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = hash;
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

    #[test]
    fn buckets_are_cache_lines() {
        for mib in [1, 3, 40] {
            let mut table = TranspositionTable::new(mib);
            for hash in [0, 1 << 40, 1 << 63, u64::MAX] {
                assert_eq!(table.bucket(hash).as_ptr().addr() % 64, 0);
            }
            table.clear();
            assert_eq!(table.bucket(u64::MAX).as_ptr().addr() % 64, 0);
        }
    }
}
