//! The transposition table, shared by all threads.
#![expect(unsafe_code, reason = "the system returns zeroed memory")]

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use bytemuck::Zeroable;

/// A lock-free hash table. Two threads writing the same entry at the same time can destroy it; such
/// an entry is never found, so a wrong one is never returned.
pub(crate) struct TranspositionTable {
    buckets: Box<[Bucket]>,
    age: AtomicU8,
}

#[repr(align(64))]
struct Bucket([Slot; SLOTS]);

// SAFETY: a bucket consists of atomic integers, for which all-zero bits are valid.
unsafe impl Zeroable for Bucket {}

const SLOTS: usize = 4;

/// An entry, and its hash XOR the entry.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    entry: AtomicU64,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TtEntry {
    /// The score is at least this.
    pub(crate) lower: i8,
    /// The score is at most this.
    pub(crate) upper: i8,
    /// Search depth in plies.
    pub(crate) depth: u8,
    /// Confidence of the search.
    pub(crate) confidence: u8,
    /// The best move and the previous best, or [`NO_SQUARE`].
    pub(crate) best: [u8; 2],
}

/// No move.
pub(crate) const NO_SQUARE: u8 = 64;

impl TtEntry {
    fn pack(self, age: u8) -> u64 {
        u64::from_le_bytes([
            self.lower.cast_unsigned(),
            self.upper.cast_unsigned(),
            self.depth,
            self.confidence,
            self.best[0],
            self.best[1],
            age,
            0,
        ])
    }

    #[inline(always)]
    fn unpack(word: u64) -> TtEntry {
        let [lower, upper, depth, confidence, first, second, _, _] = word.to_le_bytes();
        TtEntry {
            lower: lower.cast_signed(),
            upper: upper.cast_signed(),
            depth,
            confidence,
            best: [first, second],
        }
    }
}

impl TranspositionTable {
    /// A table of at most this many MiB, and at least 1.
    pub(crate) fn new(mib: usize) -> TranspositionTable {
        let most = (mib.max(1) << 20) / size_of::<Bucket>();
        let count = 1 << most.ilog2();
        TranspositionTable {
            buckets: bytemuck::allocation::zeroed_slice_box(count),
            age: AtomicU8::new(0),
        }
    }

    /// Ages all entries: they are still found, but replaced first.
    pub(crate) fn grow_older(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    /// Clears the table.
    pub(crate) fn clear(&mut self) {
        for slot in self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0) {
            *slot = Slot::default();
        }
    }

    #[inline(always)]
    fn bucket(&self, hash: u64) -> &Bucket {
        // The count is a power of two, so the index is in range.
        &self.buckets[hash as usize & (self.buckets.len() - 1)]
    }

    /// Prefetches an entry.
    #[inline(always)]
    pub(crate) fn prefetch(&self, hash: u64) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: every x86-64 processor has prefetch, and it reads nothing.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.bucket(hash)).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = hash;
    }

    /// The entry with this hash.
    #[inline(always)]
    pub(crate) fn get(&self, hash: u64) -> Option<TtEntry> {
        self.bucket(hash).0.iter().find_map(|slot| {
            let entry = slot.entry.load(Ordering::Relaxed);
            (slot.check.load(Ordering::Relaxed) ^ entry == hash && entry != 0)
                .then(|| TtEntry::unpack(entry))
        })
    }

    /// Stores the result of a search with the window `alpha..beta`.
    #[inline(always)]
    pub(crate) fn put(&self, hash: u64, depth: u32, confidence: u8, bounds: Bounds, best: u8) {
        let age = self.age.load(Ordering::Relaxed);
        let bucket = self.bucket(hash);
        let mut victim = &bucket.0[0];
        let mut least = u32::MAX;
        for slot in &bucket.0 {
            let word = slot.entry.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ word == hash && word != 0 {
                let old = TtEntry::unpack(word);
                let is_fresh = word.to_le_bytes()[6] == age;
                if is_fresh && (old.depth, old.confidence) > (depth as u8, confidence) {
                    return;
                }
                slot.write(hash, merge(old, depth, confidence, bounds, best).pack(age));
                return;
            }
            let [_, _, old_depth, old_confidence, _, _, old_age, _] = word.to_le_bytes();
            // Replaces the oldest entry, then the shallowest.
            let freshness = if word == 0 {
                0
            } else {
                255 - u32::from(age.wrapping_sub(old_age))
            };
            let worth = freshness << 16 | u32::from(old_depth) << 8 | u32::from(old_confidence);
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        let entry = TtEntry {
            lower: bounds.lower as i8,
            upper: bounds.upper as i8,
            depth: depth as u8,
            confidence,
            best: [best, NO_SQUARE],
        };
        victim.write(hash, entry.pack(age));
    }
}

/// Bounds on a score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
}

impl Bounds {
    /// The bounds after a search with the window `alpha..beta` returned `score`.
    #[inline(always)]
    pub(crate) fn of(score: i32, alpha: i32, beta: i32) -> Bounds {
        Bounds {
            lower: if score > alpha { score } else { -64 },
            upper: if score < beta { score } else { 64 },
        }
    }
}

#[inline(always)]
fn merge(old: TtEntry, depth: u32, confidence: u8, bounds: Bounds, best: u8) -> TtEntry {
    let mut entry = TtEntry {
        lower: bounds.lower as i8,
        upper: bounds.upper as i8,
        depth: depth as u8,
        confidence,
        best: old.best,
    };
    if u32::from(old.depth) == depth && old.confidence == confidence {
        entry.lower = entry.lower.max(old.lower);
        entry.upper = entry.upper.min(old.upper);
        if entry.lower > entry.upper {
            // With forward pruning, searches can contradict each other; the last one wins.
            entry.lower = bounds.lower as i8;
            entry.upper = bounds.upper as i8;
        }
    }
    // The best of moves that all fail low says little.
    let is_proven = bounds.lower > -64 || old.best[0] == NO_SQUARE;
    if is_proven && best != NO_SQUARE && best != old.best[0] {
        entry.best = [best, old.best[0]];
    }
    entry
}

impl Slot {
    #[inline(always)]
    fn write(&self, hash: u64, entry: u64) {
        self.check.store(hash ^ entry, Ordering::Relaxed);
        self.entry.store(entry, Ordering::Relaxed);
    }
}
