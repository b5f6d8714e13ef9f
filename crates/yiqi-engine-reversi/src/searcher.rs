//! What one thread needs while it searches.

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
    /// Positions looked at by threads that have already added theirs up.
    pub(crate) nodes: AtomicU64,
    /// Set for good when anything ends the search.
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

/// One thread's part of a search.
pub(crate) struct Searcher<'a> {
    pub(crate) shared: &'a Shared<'a>,
    /// How carefully forward pruning goes about it.
    pub(crate) confidence: Confidence,
    /// Positions looked at since they were last added up.
    pub(crate) nodes: u64,
    /// What this thread found out a moment ago.
    pub(crate) cache: EndgameCache,
    /// Calls of `must_end` until the clock is looked at.
    patience: u32,
    /// The node whose moves this thread helps with.
    pub(crate) split: Option<Arc<Split>>,
    is_over: bool,
}

/// How many calls of `must_end` pass between two looks at the clock: well below a millisecond.
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

    /// Whether what is being searched is no longer wanted. Whoever is told so returns at once, with
    /// whatever value: nobody looks at it.
    #[inline(always)]
    pub(crate) fn must_end(&mut self) -> bool {
        if self.patience == 0 {
            self.patience = PATIENCE;
            self.is_over = self.is_unwanted();
        }
        self.patience -= 1;
        self.is_over
    }

    /// Whether it is no longer wanted, as far as `must_end` knows.
    #[inline(always)]
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Looks again at once next time.
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

    /// Adds this thread's count to the total, and returns the total.
    pub(crate) fn total_nodes(&mut self) -> u64 {
        let total = self.shared.nodes.fetch_add(self.nodes, Ordering::Relaxed) + self.nodes;
        self.nodes = 0;
        total
    }
}
