//! Parallel search: several threads on the moves of one node.
//!
//! One thread searches the first move of a node: it usually causes the cutoff, and otherwise sets
//! the bound for the others. Then idle threads can help with the remaining moves (young brothers
//! wait).

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::candidates::{Candidate, Candidates};
use crate::kernel::Midgame;
use crate::midgame::Node;
use crate::probcut::Confidence;
use crate::searcher::{Searcher, Shared};
use crate::table::NO_SQUARE;

/// The least depth at which a split pays off.
const LEAST_DEPTH: u32 = 9;

/// The nodes with moves for idle threads.
#[derive(Default)]
pub(crate) struct Pool {
    waiting: Mutex<Vec<Arc<Split>>>,
    /// Notified when a node is added, a helper is done, or the search is over.
    change: Condvar,
    idle: AtomicUsize,
    is_closed: AtomicBool,
}

/// A split node: several threads search its moves.
pub(crate) struct Split {
    /// The split node above this one.
    parent: Option<Arc<Split>>,
    node: Node,
    alpha: i32,
    depth: u32,
    confidence: Confidence,
    /// A move beat `alpha`: the others need no search.
    is_cut: AtomicBool,
    progress: Mutex<Progress>,
    helper_count: AtomicUsize,
}

struct Progress {
    untested: Candidates,
    score: i32,
    square: u8,
}

/// The result of testing moves against a bound.
pub(crate) struct Tested {
    /// The best score, and its move.
    pub(crate) score: i32,
    pub(crate) square: u8,
    /// The moves not fully tested because a better one was found.
    pub(crate) untested: Candidates,
}

impl Split {
    /// Whether this node or one above it was cut off.
    pub(crate) fn is_cut(&self) -> bool {
        self.is_cut.load(Ordering::Relaxed)
            || self.parent.as_ref().is_some_and(|parent| parent.is_cut())
    }

    fn is_below(&self, other: &Arc<Split>) -> bool {
        self.parent
            .as_ref()
            .is_some_and(|parent| Arc::ptr_eq(parent, other) || parent.is_below(other))
    }

    /// Searches moves until none is left or one causes a cutoff.
    fn work<K: Midgame>(self: &Arc<Split>, searcher: &mut Searcher) {
        let outer = (
            searcher.split.replace(Arc::clone(self)),
            searcher.confidence,
        );
        searcher.confidence = self.confidence;
        searcher.reconsider();
        while let Some(candidate) = self.take() {
            let after = self.node.after(searcher, candidate.square, candidate.flips);
            let score = -K::null_window(searcher, &after, -self.alpha - 1, self.depth - 1);
            if searcher.is_over() {
                lock(&self.progress).untested.push(candidate);
                break;
            }
            let mut progress = lock(&self.progress);
            if score > progress.score || progress.square == NO_SQUARE {
                progress.score = score;
                progress.square = candidate.square as u8;
                if score > self.alpha {
                    self.is_cut.store(true, Ordering::Relaxed);
                }
            }
        }
        (searcher.split, searcher.confidence) = outer;
        searcher.reconsider();
    }

    fn take(&self) -> Option<Candidate> {
        if self.is_cut() {
            return None;
        }
        lock(&self.progress).untested.pop_most_promising()
    }
}

/// Locks a mutex. A panic elsewhere does not invalidate what it guards.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether there are idle threads and the node is worth splitting.
#[inline(always)]
pub(crate) fn is_worth_it(searcher: &Searcher, depth: u32, others: usize) -> bool {
    depth >= LEAST_DEPTH && others > 0 && searcher.shared.pool.idle.load(Ordering::Relaxed) > 0
}

/// Tests all moves of a node against `alpha`, with the help of idle threads.
pub(crate) fn test<K: Midgame>(
    searcher: &mut Searcher,
    node: &Node,
    candidates: Candidates,
    alpha: i32,
    depth: u32,
) -> Tested {
    let shared = searcher.shared;
    let split = Arc::new(Split {
        parent: searcher.split.clone(),
        node: *node,
        alpha,
        depth,
        confidence: searcher.confidence,
        is_cut: AtomicBool::new(false),
        progress: Mutex::new(Progress {
            untested: candidates,
            score: -64,
            square: NO_SQUARE,
        }),
        helper_count: AtomicUsize::new(0),
    });
    lock(&shared.pool.waiting).push(Arc::clone(&split));
    shared.pool.change.notify_all();
    split.work::<K>(searcher);
    shared.pool.finish::<K>(searcher, &split);
    // The search above may have been cut off meanwhile.
    let _ = searcher.must_end();
    let progress = lock(&split.progress);
    Tested {
        score: progress.score,
        square: progress.square,
        untested: progress.untested.clone(),
    }
}

impl Pool {
    /// Helps the helpers of a node until they are done.
    fn finish<K: Midgame>(&self, searcher: &mut Searcher, split: &Arc<Split>) {
        let mut waiting = lock(&self.waiting);
        waiting.retain(|other| !Arc::ptr_eq(other, split));
        while split.helper_count.load(Ordering::Acquire) > 0 {
            let below = waiting.iter().find(|other| other.is_below(split)).cloned();
            if let Some(below) = below {
                below.helper_count.fetch_add(1, Ordering::AcqRel);
                drop(waiting);
                self.help::<K>(searcher, &below);
                waiting = lock(&self.waiting);
            } else {
                self.idle.fetch_add(1, Ordering::Relaxed);
                waiting = self
                    .change
                    .wait(waiting)
                    .unwrap_or_else(PoisonError::into_inner);
                self.idle.fetch_sub(1, Ordering::Relaxed);
            }
        }
    }

    /// Works on a node that already counts this thread as a helper.
    fn help<K: Midgame>(&self, searcher: &mut Searcher, split: &Arc<Split>) {
        let _leaving = Leaving { pool: self, split };
        split.work::<K>(searcher);
        let _ = searcher.total_nodes();
    }

    /// Releases the helpers when dropped.
    pub(crate) fn closing(&self) -> Closing<'_> {
        Closing(self)
    }
}

/// A helper leaving a node, even by a panic, so that nobody waits for it.
struct Leaving<'a> {
    pool: &'a Pool,
    split: &'a Arc<Split>,
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        let mut waiting = lock(&self.pool.waiting);
        // No moves are left to take.
        waiting.retain(|other| !Arc::ptr_eq(other, self.split));
        self.split.helper_count.fetch_sub(1, Ordering::AcqRel);
        drop(waiting);
        self.pool.change.notify_all();
    }
}

/// The end of a search: releases the helpers.
pub(crate) struct Closing<'a>(&'a Pool);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        let waiting = lock(&self.0.waiting);
        self.0.is_closed.store(true, Ordering::Relaxed);
        drop(waiting);
        self.0.change.notify_all();
    }
}

/// A helper thread: takes work until the pool closes.
pub(crate) fn help_out<K: Midgame>(shared: &Shared) {
    let pool = &shared.pool;
    let mut searcher = Searcher::new(shared, Confidence::FULL);
    let mut waiting = lock(&pool.waiting);
    pool.idle.fetch_add(1, Ordering::Relaxed);
    while !pool.is_closed.load(Ordering::Relaxed) {
        // The oldest node is closest to the root and has the most work.
        let next = waiting.iter().find(|split| !split.is_cut()).cloned();
        if let Some(split) = next {
            split.helper_count.fetch_add(1, Ordering::AcqRel);
            pool.idle.fetch_sub(1, Ordering::Relaxed);
            drop(waiting);
            pool.help::<K>(&mut searcher, &split);
            waiting = lock(&pool.waiting);
            pool.idle.fetch_add(1, Ordering::Relaxed);
        } else {
            waiting = pool
                .change
                .wait(waiting)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}
