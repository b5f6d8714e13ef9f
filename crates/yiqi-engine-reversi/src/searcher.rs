//! The state of a search thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use yiqi_search::Watch;

use crate::endgame_cache::EndgameCache;
use crate::evaluation::Evaluation;
use crate::probcut::Confidence;
use crate::split::{Pool, Split};
use crate::table::TranspositionTable;

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a TranspositionTable,
    pub(crate) evaluation: &'a Arc<Evaluation>,
    pub(crate) pool: Pool,
    pub(crate) watch: Watch<'a>,
    /// Nodes already added up by the threads.
    pub(crate) nodes: AtomicU64,
    /// Set once, when the search must end.
    pub(crate) is_over: AtomicBool,
}

impl<'a> Shared<'a> {
    pub(crate) fn new(
        table: &'a TranspositionTable,
        evaluation: &'a Arc<Evaluation>,
        watch: Watch<'a>,
    ) -> Shared<'a> {
        Shared {
            table,
            evaluation,
            pool: Pool::default(),
            watch,
            nodes: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
        }
    }
}

/// One thread of a search.
pub(crate) struct Searcher<'a> {
    pub(crate) shared: &'a Shared<'a>,
    /// Confidence of forward pruning.
    pub(crate) confidence: Confidence,
    /// Nodes since they were last added to the total.
    pub(crate) nodes: u64,
    /// This thread's endgame cache.
    pub(crate) cache: EndgameCache,
    /// Calls of `must_end` until the next look at the clock.
    patience: u32,
    /// The split node this thread works on.
    pub(crate) split: Option<Arc<Split>>,
    is_over: bool,
}

/// Calls of `must_end` between two looks at the clock: well under a millisecond.
const PATIENCE: u32 = 256;

impl<'a> Searcher<'a> {
    pub(crate) fn new(shared: &'a Shared<'a>, confidence: Confidence) -> Searcher<'a> {
        Searcher {
            shared,
            confidence,
            nodes: 0,
            cache: EndgameCache::new(),
            patience: 0,
            split: None,
            is_over: false,
        }
    }

    /// Whether this search is no longer needed. The caller then returns at once, with any value: it
    /// is ignored.
    #[inline(always)]
    pub(crate) fn must_end(&mut self) -> bool {
        if self.patience == 0 {
            self.patience = PATIENCE;
            self.is_over = self.is_unwanted();
        }
        self.patience -= 1;
        self.is_over
    }

    /// Whether this search is no longer needed, as of the last `must_end`.
    #[inline(always)]
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Makes the next `must_end` look at the clock.
    pub(crate) fn reconsider(&mut self) {
        self.patience = 0;
        self.is_over = false;
    }

    #[cold]
    fn is_unwanted(&mut self) -> bool {
        let total = self.total_nodes();
        let shared = self.shared;
        if shared.watch.must_end(total) {
            shared.is_over.store(true, Ordering::Relaxed);
        }
        shared.is_over.load(Ordering::Relaxed)
            || self.split.as_ref().is_some_and(|split| split.is_cut())
    }

    /// Adds this thread's nodes to the total and returns the total.
    pub(crate) fn total_nodes(&mut self) -> u64 {
        let total = self.shared.nodes.fetch_add(self.nodes, Ordering::Relaxed) + self.nodes;
        self.nodes = 0;
        total
    }
}
