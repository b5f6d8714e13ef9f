//! The transposition table for boards of any size.

/// A hash table for one thread.
pub(crate) struct TranspositionTable {
    // Invariant: the number of buckets is a power of two. A bucket holds pairs of a hash and an
    // entry.
    buckets: Vec<[u64; 2 * SLOTS]>,
    age: u8,
}

const SLOTS: usize = 4;

/// What is known about a position. Scores are in fractions of a stone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TtEntry {
    /// The score is at least this.
    pub(crate) lower: i16,
    /// The score is at most this.
    pub(crate) upper: i16,
    /// The best move, or [`NO_MOVE`].
    pub(crate) best: u16,
    /// Search depth in plies; [`TO_THE_END`] for exact scores.
    pub(crate) depth: u8,
}

/// No move.
pub(crate) const NO_MOVE: u16 = u16::MAX;

/// The depth of exact scores.
pub(crate) const TO_THE_END: u8 = u8::MAX;

impl TtEntry {
    fn pack(self, age: u8) -> u64 {
        let [a, b] = self.lower.to_le_bytes();
        let [c, d] = self.upper.to_le_bytes();
        let [e, f] = self.best.to_le_bytes();
        u64::from_le_bytes([a, b, c, d, e, f, self.depth, age])
    }

    fn unpack(word: u64) -> (TtEntry, u8) {
        let [a, b, c, d, e, f, depth, age] = word.to_le_bytes();
        let entry = TtEntry {
            lower: i16::from_le_bytes([a, b]),
            upper: i16::from_le_bytes([c, d]),
            best: u16::from_le_bytes([e, f]),
            depth,
        };
        (entry, age)
    }
}

impl TranspositionTable {
    /// A table of at most this many MiB. The system allocates the memory on first use.
    pub(crate) fn new(hash_mib: usize) -> TranspositionTable {
        let most = (hash_mib.max(1) << 20) / size_of::<[u64; 2 * SLOTS]>();
        // Rounds down to a power of two.
        let count = 1 << most.ilog2();
        TranspositionTable {
            buckets: vec![[0; 2 * SLOTS]; count],
            age: 0,
        }
    }

    /// Ages all entries, so that they are replaced first.
    pub(crate) fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline(always)]
    fn place(&self, hash: u64) -> usize {
        hash as usize & (self.buckets.len() - 1)
    }

    #[inline(always)]
    pub(crate) fn get(&self, hash: u64) -> Option<TtEntry> {
        let bucket = &self.buckets[self.place(hash)];
        (0..SLOTS)
            .find(|slot| bucket[2 * slot] == hash && bucket[2 * slot + 1] != 0)
            .map(|slot| TtEntry::unpack(bucket[2 * slot + 1]).0)
    }

    #[inline(always)]
    pub(crate) fn put(&mut self, hash: u64, entry: TtEntry) {
        let age = self.age;
        let place = self.place(hash);
        let bucket = &mut self.buckets[place];
        let mut victim = 0;
        let mut least = u16::MAX;
        for slot in 0..SLOTS {
            let word = bucket[2 * slot + 1];
            let (old, old_age) = TtEntry::unpack(word);
            if bucket[2 * slot] == hash && word != 0 {
                if old.depth > entry.depth && old_age == age {
                    return;
                }
                bucket[2 * slot + 1] = merged(old, entry).pack(age);
                return;
            }
            // Replaces the oldest entry, then the shallowest.
            let freshness = if word == 0 {
                0
            } else {
                255 - age.wrapping_sub(old_age)
            };
            let worth = u16::from(freshness) << 8 | u16::from(old.depth);
            if worth < least {
                (least, victim) = (worth, slot);
            }
        }
        bucket[2 * victim] = hash;
        bucket[2 * victim + 1] = entry.pack(age);
    }
}

fn merged(old: TtEntry, new: TtEntry) -> TtEntry {
    let mut entry = new;
    if old.depth == new.depth {
        entry.lower = new.lower.max(old.lower);
        entry.upper = new.upper.min(old.upper);
        if entry.lower > entry.upper {
            // With forward pruning, searches can contradict each other; the last one wins.
            (entry.lower, entry.upper) = (new.lower, new.upper);
        }
    }
    // The best of moves that all fail low says little.
    if new.best == NO_MOVE || (new.lower == i16::MIN && old.best != NO_MOVE) {
        entry.best = old.best;
    }
    entry
}
