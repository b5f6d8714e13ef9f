//! The memory of a transposition table.

use std::sync::atomic::AtomicU64;

use bytemuck::Zeroable;
use bytemuck::allocation::zeroed_slice_box;

/// Two words that belong together.
pub type Slot = [AtomicU64; 2];

/// Slots per bucket.
const SLOTS: usize = 4;

/// The size of a bucket and of a cache line.
const BUCKET_BYTES: usize = SLOTS * size_of::<Slot>();

/// Memory up to this size is cleared in place. More comes from the system, already clear.
const IN_PLACE_BYTES_MAX: usize = 32 << 20;

/// Buckets of four slots, each of which fills a cache line; all words are zero at first.
///
/// The operating system allocates their pages on first use, and large ones where it has them: a table is accessed at
/// random, so small pages cost many faults and TLB misses.
pub struct Buckets {
    /// A few more slots than the buckets need. A type that begins at a cache line would not come from the system
    /// already clear, so that all of its memory would be in use at once.
    slots: Box<[Slot]>,
    /// The first slot that begins a cache line.
    first: usize,
    count: usize,
}

impl Buckets {
    /// This many buckets.
    #[must_use]
    pub fn new(count: usize) -> Buckets {
        let mut buckets = Buckets {
            slots: Box::default(),
            first: 0,
            count,
        };
        buckets.allocate();
        buckets
    }

    /// The number of buckets that fit into so many MiB, at least one.
    #[must_use]
    pub fn count_in(mib: usize) -> usize {
        (mib.max(1) << 20) / BUCKET_BYTES
    }

    fn allocate(&mut self) {
        self.slots = zeroed_slice_box((self.count + 1) * SLOTS);
        // Where that is unknown, any slot will do.
        let first = self.slots.as_ptr().align_offset(BUCKET_BYTES);
        self.first = first.min(SLOTS);
        ask_for_large_pages(&self.slots);
    }

    /// Makes all words zero.
    pub fn clear(&mut self) {
        if self.count * BUCKET_BYTES <= IN_PLACE_BYTES_MAX {
            self.slots.fill_with(Slot::zeroed);
            return;
        }
        // Frees the old ones first, so that there is never memory for two tables.
        self.slots = Box::default();
        self.allocate();
    }

    /// The number of buckets.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The slots of a bucket.
    ///
    /// # Panics
    /// If there is no bucket with this index.
    #[inline(always)]
    #[must_use]
    pub fn bucket(&self, index: usize) -> &[Slot; SLOTS] {
        let start = self.first + index * SLOTS;
        let slots = &self.slots[start..start + SLOTS];
        slots.try_into().expect("a bucket has as many slots")
    }

    /// Loads a bucket into the cache ahead of time.
    #[inline(always)]
    #[cfg_attr(
        target_arch = "x86_64",
        expect(unsafe_code, reason = "a prefetch has no safe form")
    )]
    pub fn prefetch(&self, index: usize) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: every x86-64 processor has prefetch, and it reads nothing.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(self.bucket(index).as_ptr().cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = index;
    }
}

/// Requests large pages for the whole pages of this memory. Without them everything just runs slower.
#[cfg_attr(
    target_os = "linux",
    expect(unsafe_code, reason = "advice about memory has no safe form")
)]
fn ask_for_large_pages(slots: &[Slot]) {
    #[cfg(target_os = "linux")]
    {
        // The system refuses advice that does not begin at a page.
        let page = rustix::param::page_size();
        let skipped = slots.as_ptr().cast::<u8>().align_offset(page);
        let length = size_of_val(slots).saturating_sub(skipped);
        let begin = slots.as_ptr().cast_mut().wrapping_byte_add(skipped);
        // SAFETY: the range is our own memory, and the advice does not change its contents.
        let _ = unsafe {
            rustix::mm::madvise(
                begin.cast(),
                length - length % page,
                rustix::mm::Advice::LinuxHugepage,
            )
        };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = slots;
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    #[test]
    fn buckets_are_cache_lines_and_zero_until_written_and_after_a_clear() {
        for mib in [1, 3, 40] {
            let count = Buckets::count_in(mib);
            let mut buckets = Buckets::new(count);
            for _ in 0..2 {
                for index in [0, 1, count / 2, count - 1] {
                    let bucket = buckets.bucket(index);
                    assert_eq!(bucket.as_ptr().addr() % BUCKET_BYTES, 0);
                    for word in bucket.as_flattened() {
                        assert_eq!(word.swap(7, Ordering::Relaxed), 0, "{mib} MiB, {index}");
                    }
                }
                buckets.clear();
            }
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_system_is_asked_for_large_pages() {
        let buckets = Buckets::new(Buckets::count_in(64));
        let inside = buckets.bucket(buckets.count() / 2).as_ptr().addr();
        let maps = std::fs::read_to_string("/proc/self/smaps").unwrap();
        let mut is_inside = false;
        let flags = maps.lines().find_map(|line| {
            let range = line
                .split(' ')
                .next()
                .and_then(|range| range.split_once('-'));
            if let Some((begin, end)) = range
                && let (Ok(begin), Ok(end)) = (
                    usize::from_str_radix(begin, 16),
                    usize::from_str_radix(end, 16),
                )
            {
                is_inside = (begin..end).contains(&inside);
            }
            line.strip_prefix("VmFlags:").filter(|_| is_inside)
        });
        // Kernels without large pages do not take the advice.
        if std::path::Path::new("/sys/kernel/mm/transparent_hugepage").exists() {
            assert!(
                flags.unwrap().split(' ').any(|flag| flag == "hg"),
                "{flags:?}"
            );
        }
    }
}
