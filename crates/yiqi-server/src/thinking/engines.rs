//! Engines, lent while a program thinks.
//!
//! Almost all memory of an engine is its transposition table. All engines together stay within one
//! budget: they are lent for a turn and given back after it. An engine that was given back is kept
//! for its user while there is room, because what it has found so far makes it stronger.
//!
//! An engine that gives way is cleared and handed on rather than freed: allocators are bad at using
//! large freed blocks again. One thread builds all engines, because an allocator has a heap for
//! each thread, and what one thread has allocated and freed is of no use to another.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};

use yiqi_players::{AnyEngine, Engine, EngineKind, Resources};
use yiqi_record::Seat;
use yiqi_rules::GameSpec;

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
    builder: mpsc::Sender<Order>,
    metrics: ThinkingMetrics,
}

/// An engine to build.
struct Order {
    spec: GameSpec,
    mib: usize,
    built: mpsc::SyncSender<AnyEngine>,
}

#[derive(Default)]
struct Engines {
    lent_mib: usize,
    /// Engines that were given back, the oldest first.
    kept: Vec<Kept>,
}

struct Kept {
    borrower: Borrower,
    kind: SizedKind,
    engine: AnyEngine,
}

/// What engines must have in common to take each other's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SizedKind {
    kind: EngineKind,
    mib: usize,
}

impl Engines {
    fn kept_mib(&self) -> usize {
        self.kept.iter().map(|kept| kept.kind.mib).sum()
    }
}

impl Engines {
    /// Takes the borrower's own engine or, if there is no room for another, the oldest of its kind.
    /// Makes room if there is neither.
    fn take(&mut self, borrower: Borrower, kind: SizedKind, budget_mib: usize) -> Option<Kept> {
        let find = |kept: &[Kept], is_it: &dyn Fn(&Kept) -> bool| kept.iter().position(is_it);
        let own = find(&self.kept, &|kept| {
            kept.borrower == borrower && kept.kind == kind
        });
        let has_room =
            |engines: &Engines| engines.lent_mib + engines.kept_mib() + kind.mib <= budget_mib;
        let other = || find(&self.kept, &|kept| kept.kind == kind).filter(|_| !has_room(self));
        if let Some(at) = own.or_else(other) {
            return Some(self.kept.remove(at));
        }
        while !has_room(self) && !self.kept.is_empty() {
            self.kept.remove(0);
        }
        None
    }
}

impl std::fmt::Debug for EnginePool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EnginePool").finish_non_exhaustive()
    }
}

impl EnginePool {
    /// Engines for this many threads, within a budget.
    ///
    /// # Errors
    /// If a thread cannot be started.
    pub(crate) fn start(
        budget_mib: usize,
        thread_count: usize,
        metrics: ThinkingMetrics,
    ) -> std::io::Result<EnginePool> {
        let (builder, orders) = mpsc::channel();
        std::thread::Builder::new()
            .name("engine builder".to_owned())
            .spawn(move || build_all(&orders))?;
        Ok(EnginePool {
            shared: Arc::new(Shared {
                budget_mib,
                share_mib: (budget_mib / thread_count.max(1)).max(1),
                engines: Mutex::default(),
                builder,
                metrics,
            }),
        })
    }

    /// Lends an engine with a transposition table of at most this size, until the loan is dropped:
    /// the one that the borrower had before if it is still kept, otherwise a new one.
    pub(crate) fn lend(&self, borrower: Borrower, spec: GameSpec, hash_mib: usize) -> EngineLoan {
        let shared = &self.shared;
        let kind = SizedKind {
            kind: EngineKind::of(spec),
            mib: hash_mib.clamp(1, shared.share_mib),
        };
        let mut engines = shared.engines();
        let engine = engines.take(borrower, kind, shared.budget_mib);
        engines.lent_mib += kind.mib;
        shared.count(&engines);
        drop(engines);
        let engine = match engine {
            Some(Kept {
                borrower: before,
                mut engine,
                ..
            }) => {
                if before != borrower {
                    engine.forget();
                }
                engine
            }
            None => shared.build(spec, kind.mib),
        };
        EngineLoan {
            shared: Arc::clone(shared),
            borrower,
            kind,
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

fn build_all(orders: &mpsc::Receiver<Order>) {
    for Order { spec, mib, built } in orders {
        let built = || built.send(build(spec, mib));
        // If there is no memory, whoever asked finds out.
        let _ = catch_unwind(AssertUnwindSafe(built));
    }
}

fn build(spec: GameSpec, mib: usize) -> AnyEngine {
    let mut engine = AnyEngine::new(Resources {
        thread_count: 1,
        hash_mib: mib,
    });
    engine.prepare(spec);
    engine
}

impl Shared {
    fn build(&self, spec: GameSpec, mib: usize) -> AnyEngine {
        let (built, engine) = mpsc::sync_channel(1);
        let order = Order { spec, mib, built };
        let sent = self.builder.send(order).ok();
        let engine = sent.and_then(|()| engine.recv().ok());
        // Without memory for that much, a small one plays on.
        engine.unwrap_or_else(|| build(spec, 1))
    }

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
    kind: SizedKind,
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
        engines.lent_mib -= self.kind.mib;
        if let Some(engine) = engine {
            engines.kept.push(Kept {
                borrower: self.borrower,
                kind: self.kind,
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

    const REVERSI: GameSpec = GameSpec::REVERSI;

    fn pool(budget_mib: usize, thread_count: usize) -> EnginePool {
        EnginePool::start(budget_mib, thread_count, ThinkingMetrics::default()).unwrap()
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
        // Its engine takes no memory: only the sizes count here.
        let peace: GameSpec = "peace".parse().unwrap();
        let pool = pool(128, 2);
        for round in 0..2 {
            for table in 0..1_000 {
                let other = pool.lend(seat(table + 5_000), peace, 16);
                let loan = pool.lend(seat(table), peace, 16);
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
                .map(|table| pool.lend(seat(table), REVERSI, 1_000))
                .collect();
            assert!(loans.iter().all(|loan| loan.kind.mib == size), "{budget}");
        }
    }

    fn nodes(loan: &mut EngineLoan) -> u64 {
        let position = AnyPosition::new(REVERSI);
        let search = SearchRequest::new(&position, Limits::depth(6));
        loan.engine().unwrap().think(search).unwrap().nodes
    }

    #[test]
    fn a_borrower_gets_its_own_engine_back_and_nobody_elses() {
        let pool = pool(4, 2);
        let mut loan = pool.lend(seat(1), REVERSI, 1);
        let cold = nodes(&mut loan);
        drop(loan);
        assert!(
            nodes(&mut pool.lend(seat(1), REVERSI, 1)) < cold,
            "it remembers"
        );
        assert_eq!(
            nodes(&mut pool.lend(seat(2), REVERSI, 1)),
            cold,
            "not of others"
        );
        for other in 3..10 {
            drop(pool.lend(seat(other), REVERSI, 1));
        }
        assert_eq!(
            nodes(&mut pool.lend(seat(1), REVERSI, 1)),
            cold,
            "it was evicted"
        );
        pool.forget(seat(1));
        assert_eq!(
            nodes(&mut pool.lend(seat(1), REVERSI, 1)),
            cold,
            "it was freed"
        );
        pool.lend(seat(1), REVERSI, 1).discard();
        assert_eq!(
            nodes(&mut pool.lend(seat(1), REVERSI, 1)),
            cold,
            "it was discarded"
        );
    }
}
