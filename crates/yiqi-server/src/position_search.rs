//! The engine's search of one position, in slices, so that everybody gets a turn.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::mpsc;
use yiqi_players::{Analysis, Engine, Limits, Resources, SearchRequest, Stop};
use yiqi_rules::AnyPosition;
use yiqi_wire::AnalysisReport;

use crate::services::Services;
use crate::study;
use crate::thinking::{Borrower, Class, EnginePool, Owner, Thinkers};

/// An engine that is kept between searches until this is dropped.
pub(crate) struct StudyEngine {
    engines: EnginePool,
    borrower: Borrower,
}

impl StudyEngine {
    pub(crate) fn new(services: &Services) -> Arc<StudyEngine> {
        Arc::new(StudyEngine {
            engines: services.engines.clone(),
            borrower: Borrower::Study(services.link_id()),
        })
    }
}

impl Drop for StudyEngine {
    fn drop(&mut self) {
        self.engines.forget(self.borrower);
    }
}

/// A search in progress.
pub(crate) struct PositionSearch {
    engine: Arc<StudyEngine>,
    position: AnyPosition,
    line_count: usize,
    /// How long it may still think; waiting does not count.
    left: Duration,
    spent: Duration,
    /// The deepest result so far.
    best: Analysis,
    nodes: u64,
    reports: mpsc::Sender<AnalysisReport>,
}

impl PositionSearch {
    /// A search for so many lines and so long. Its last report is `done`; a reader who is too slow
    /// misses some of the others.
    pub(crate) fn new(
        engine: Arc<StudyEngine>,
        position: AnyPosition,
        line_count: usize,
        time: Duration,
        reports: mpsc::Sender<AnalysisReport>,
    ) -> PositionSearch {
        PositionSearch {
            engine,
            position,
            line_count,
            left: time,
            spent: Duration::ZERO,
            best: Analysis::default(),
            nodes: 0,
            reports,
        }
    }

    /// Thinks in slices until the time is up: while others wait, they take turns.
    pub(crate) async fn run(mut self, owner: Owner, class: Class, thinkers: &Thinkers) {
        loop {
            let slice = move |stop: &Stop| {
                let is_done = self.search(stop);
                (self, is_done)
            };
            let Ok((search, is_done)) = thinkers.run(owner, class, slice).await else {
                return;
            };
            self = search;
            if is_done {
                return;
            }
        }
    }

    /// Searches until the time is up or it must stop for others. Returns whether it is done.
    fn search(&mut self, stop: &Stop) -> bool {
        let begin = Instant::now();
        let limits = Limits {
            time: Some(self.left),
            ..Limits::OPEN
        };
        let (position, nodes_before, spent) = (self.position.clone(), self.nodes, self.spent);
        let report = |analysis: &Analysis, is_done: bool| {
            let ms = (spent + begin.elapsed()).as_millis() as u64;
            let mut report = study::analysis_report(analysis, &position, ms, is_done);
            report.nodes += nodes_before;
            report
        };
        let mut loan = self.engine.engines.lend(
            self.engine.borrower,
            position.spec(),
            Resources::default().hash_mib,
        );
        let (best, reports) = (&mut self.best, &self.reports);
        let last = loan.engine().and_then(|engine| {
            engine.think(
                SearchRequest::new(&position, limits)
                    .with_lines(self.line_count)
                    .with_stop(stop)
                    .with_report(&mut |analysis| {
                        // A new slice begins at the first ply again.
                        if analysis.depth < best.depth {
                            return;
                        }
                        best.clone_from(analysis);
                        // One slot is reserved for the last report; a slow reader misses some in
                        // between.
                        if reports.capacity() > 1 {
                            let _ = reports.try_send(report(analysis, false));
                        }
                    }),
            )
        });
        let last = last.unwrap_or_default();
        if last.depth >= self.best.depth {
            self.best.clone_from(&last);
        }
        let took = begin.elapsed();
        let is_done = !stop.is_stopped() || took >= self.left;
        if is_done {
            self.best.nodes = last.nodes;
            let _ = self.reports.try_send(report(&self.best, true));
        }
        self.nodes += last.nodes;
        self.spent += took;
        self.left = self.left.saturating_sub(took);
        is_done
    }
}
