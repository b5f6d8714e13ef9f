//! Engines, lent while a program thinks.
//!
//! Almost all memory of an engine is its transposition table. All engines together stay within one
//! budget: they are lent for a turn and given back after it. An engine that was given back is kept
//! for its user while there is room, because what it has found so far makes it stronger.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use yiqi_players::{AnyEngine, Resources};
use yiqi_record::Seat;

use crate::metrics::ThinkingMetrics;
use crate::store::TableKey;

/// Who borrows an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Borrower {
    /// The program at a seat.
    Seat(TableKey, Seat),
    /// A study, by its number.
    Study(u64),
}

/// All engines of the server.
#[derive(Clone)]
pub(crate) struct EnginePool {
    shared: Arc<Shared>,
}

struct Shared {
    budget_mib: usize,
    /// The most for one engine, so that every thread can have one.
    share_mib: usize,
    engines: Mutex<Engines>,
    metrics: ThinkingMetrics,
}

#[derive(Default)]
struct Engines {
    lent_mib: usize,
    /// Engines that were given back, the oldest first.
    kept: Vec<Kept>,
}

struct Kept {
    borrower: Borrower,
    mib: usize,
    engine: AnyEngine,
}

impl Engines {
    fn kept_mib(&self) -> usize {
        self.kept.iter().map(|kept| kept.mib).sum()
    }
}

impl std::fmt::Debug for EnginePool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EnginePool").finish_non_exhaustive()
    }
}

impl EnginePool {
    /// Engines for so many threads, within a budget.
    pub(crate) fn new(
        budget_mib: usize,
        thread_count: usize,
        metrics: ThinkingMetrics,
    ) -> EnginePool {
        EnginePool {
            shared: Arc::new(Shared {
                budget_mib,
                share_mib: (budget_mib / thread_count.max(1)).max(1),
                engines: Mutex::default(),
                metrics,
            }),
        }
    }

    /// Lends an engine with a transposition table of at most this size, until the loan is dropped:
    /// the one that the borrower had before if it is still kept, otherwise a new one.
    pub(crate) fn lend(&self, borrower: Borrower, hash_mib: usize) -> EngineLoan {
        let shared = &self.shared;
        let mib = hash_mib.clamp(1, shared.share_mib);
        let mut engines = shared.engines();
        let own = engines.kept.iter().position(|kept| {
            let Kept {
                borrower: by,
                mib: size,
                ..
            } = kept;
            *by == borrower && *size == mib
        });
        let engine = own.map(|at| engines.kept.remove(at).engine);
        while engines.lent_mib + engines.kept_mib() + mib > shared.budget_mib
            && !engines.kept.is_empty()
        {
            engines.kept.remove(0);
        }
        engines.lent_mib += mib;
        shared.count(&engines);
        drop(engines);
        let engine = engine.unwrap_or_else(|| {
            AnyEngine::new(Resources {
                thread_count: 1,
                hash_mib: mib,
            })
        });
        EngineLoan {
            shared: Arc::clone(shared),
            borrower,
            mib,
            engine: Some(engine),
        }
    }

    /// Frees the memory that is kept for a borrower.
    pub(crate) fn forget(&self, borrower: Borrower) {
        let mut engines = self.shared.engines();
        engines.kept.retain(|kept| kept.borrower != borrower);
        self.shared.count(&engines);
    }
}

impl Shared {
    fn engines(&self) -> MutexGuard<'_, Engines> {
        self.engines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count(&self, engines: &Engines) {
        self.metrics.lent_bytes.set(bytes(engines.lent_mib));
        self.metrics.kept_bytes.set(bytes(engines.kept_mib()));
    }
}

/// A size in MiB as a metric.
fn bytes(mib: usize) -> i64 {
    (mib as i64) << 20
}

/// An engine on loan. It goes back when this is dropped.
pub(crate) struct EngineLoan {
    shared: Arc<Shared>,
    borrower: Borrower,
    mib: usize,
    engine: Option<AnyEngine>,
}

impl EngineLoan {
    pub(crate) fn engine(&mut self) -> Option<&mut AnyEngine> {
        self.engine.as_mut()
    }

    /// Ends the loan of an engine that must not be used again.
    pub(crate) fn discard(mut self) {
        self.engine = None;
    }
}

impl Drop for EngineLoan {
    fn drop(&mut self) {
        // A search that panicked may have left anything behind.
        let engine = self.engine.take().filter(|_| !std::thread::panicking());
        let mut engines = self.shared.engines();
        engines.lent_mib -= self.mib;
        if let Some(engine) = engine {
            engines.kept.push(Kept {
                borrower: self.borrower,
                mib: self.mib,
                engine,
            });
        }
        self.shared.count(&engines);
    }
}

#[cfg(test)]
mod tests {
    use yiqi_players::{Engine, Limits, SearchRequest};
    use yiqi_rules::AnyPosition;

    use super::*;

    fn pool(budget_mib: usize, thread_count: usize) -> EnginePool {
        EnginePool::new(budget_mib, thread_count, ThinkingMetrics::default())
    }

    fn seat(table: i64) -> Borrower {
        Borrower::Seat(TableKey(table), Seat::First)
    }

    fn use_of(pool: &EnginePool) -> (usize, usize) {
        let engines = pool.shared.engines();
        (engines.lent_mib, engines.kept_mib())
    }

    // Fault 16.
    #[test]
    fn a_thousand_seats_share_the_engine_memory_of_the_budget() {
        let pool = pool(128, 2);
        for round in 0..2 {
            for table in 0..1_000 {
                let other = pool.lend(seat(table + 5_000), 16);
                let loan = pool.lend(seat(table), 16);
                let (lent, kept) = use_of(&pool);
                assert_eq!(lent, 32, "{round} {table}");
                assert!(lent + kept <= 128, "{round} {table}: {kept}");
                drop((loan, other));
                let (lent, kept) = use_of(&pool);
                assert!(lent == 0 && kept <= 128, "{round} {table}: {lent} {kept}");
            }
        }
        assert_eq!(pool.shared.metrics.kept_bytes.get(), bytes(128));
    }

    // Fault 16.
    #[test]
    fn every_thread_can_have_an_engine_however_small_the_budget() {
        for (budget, threads, size) in [(128, 2, 64), (128, 16, 8), (3, 2, 1), (0, 4, 1)] {
            let pool = pool(budget, threads);
            let loans: Vec<EngineLoan> = (0..threads as i64)
                .map(|table| pool.lend(seat(table), 1_000))
                .collect();
            assert!(loans.iter().all(|loan| loan.mib == size), "{budget}");
        }
    }

    fn nodes(loan: &mut EngineLoan) -> u64 {
        let position = AnyPosition::new("reversi".parse().unwrap());
        let search = SearchRequest::new(&position, Limits::depth(6));
        loan.engine().unwrap().think(search).unwrap().nodes
    }

    #[test]
    fn a_borrower_gets_its_own_engine_back_and_nobody_elses() {
        let pool = pool(4, 2);
        let mut loan = pool.lend(seat(1), 1);
        let cold = nodes(&mut loan);
        drop(loan);
        assert!(nodes(&mut pool.lend(seat(1), 1)) < cold, "it remembers");
        assert_eq!(nodes(&mut pool.lend(seat(2), 1)), cold, "not of others");
        for other in 3..10 {
            drop(pool.lend(seat(other), 1));
        }
        assert_eq!(nodes(&mut pool.lend(seat(1), 1)), cold, "it was evicted");
        pool.forget(seat(1));
        assert_eq!(nodes(&mut pool.lend(seat(1), 1)), cold, "it was freed");
        pool.lend(seat(1), 1).discard();
        assert_eq!(nodes(&mut pool.lend(seat(1), 1)), cold, "it was discarded");
    }
}
