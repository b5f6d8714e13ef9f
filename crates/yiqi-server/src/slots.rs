//! Counts what each holder has at the same time.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many slots each holder has.
pub(crate) struct Slots<H: Eq + Hash> {
    counts: Arc<Mutex<HashMap<H, u32>>>,
}

impl<H: Eq + Hash> Default for Slots<H> {
    fn default() -> Slots<H> {
        Slots {
            counts: Arc::default(),
        }
    }
}

impl<H: Copy + Eq + Hash> Slots<H> {
    /// Takes a slot for all of these holders, unless one of them has its maximum already.
    pub(crate) fn take(&self, holders: &[(H, u32)]) -> Option<Slot<H>> {
        let mut counts = lock(&self.counts);
        let is_full = |(holder, max): &(H, u32)| counts.get(holder).copied().unwrap_or(0) >= *max;
        if holders.iter().any(is_full) {
            return None;
        }
        for (holder, _) in holders {
            *counts.entry(*holder).or_default() += 1;
        }
        drop(counts);
        Some(Slot {
            counts: Arc::clone(&self.counts),
            holders: holders.iter().map(|&(holder, _)| holder).collect(),
        })
    }
}

/// Counts for its holders while it exists.
#[must_use = "it counts only while it exists"]
pub(crate) struct Slot<H: Eq + Hash> {
    counts: Arc<Mutex<HashMap<H, u32>>>,
    holders: Vec<H>,
}

impl<H: Eq + Hash> Drop for Slot<H> {
    fn drop(&mut self) {
        let mut counts = lock(&self.counts);
        for holder in &self.holders {
            if let Some(count) = counts.get_mut(holder) {
                *count -= 1;
                if *count == 0 {
                    counts.remove(holder);
                }
            }
        }
    }
}

fn lock<H>(counts: &Mutex<HashMap<H, u32>>) -> MutexGuard<'_, HashMap<H, u32>> {
    counts.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_counts_for_all_its_holders_or_for_none() {
        let slots = Slots::default();
        let first = slots.take(&[("Ann", 2), ("house", 3)]).unwrap();
        let second = slots.take(&[("Ann", 2), ("house", 3)]).unwrap();
        assert!(slots.take(&[("Ann", 2), ("house", 3)]).is_none());
        let third = slots.take(&[("Bob", 2), ("house", 3)]).unwrap();
        assert!(slots.take(&[("Bob", 2), ("house", 3)]).is_none());
        drop((first, second));
        assert!(slots.take(&[("Ann", 2), ("house", 3)]).is_some());
        drop(third);
        assert!(lock(&slots.counts).is_empty());
        assert!(slots.take(&[("Ann", 0)]).is_none());
    }
}
