//! Does a job in the calling thread.

use std::time::Instant;

use yiqi_arena::{GameSlot, Plan, play_game};
use yiqi_players::{Analysis, AnyEngine, Engine, PlayerKind, Resources, SearchRequest, Stop};

use crate::job::{AnalyzeJob, Job, PlayJob};
use crate::outcome::JobResult;

/// Transposition table of an engine in a tournament whose spec sets none, in MiB.
const GAME_HASH_MIB: usize = 16;

/// One place at which jobs are done, one after another. It keeps its engine for the next one.
pub struct Executor {
    memory_mib: usize,
    engine: Option<AnyEngine>,
    solver: Option<AnyEngine>,
}

impl Executor {
    /// A place with this much memory for transposition tables.
    #[must_use]
    pub fn new(memory_mib: usize) -> Executor {
        Executor {
            memory_mib: memory_mib.max(2),
            engine: None,
            solver: None,
        }
    }

    /// Does a job; `None` if it was stopped before its end. While it runs, somebody else calls
    /// [`GameSlot::stop_turn`] every few milliseconds.
    pub fn execute(
        &mut self,
        job: &Job,
        slot: &GameSlot,
        stop: &Stop,
        report: &mut dyn FnMut(&Analysis),
    ) -> Option<JobResult> {
        match job {
            Job::Analyze(job) => self.analyze(job, stop, report),
            Job::Play(job) => self.play(job, slot, stop),
        }
    }

    fn analyze(
        &mut self,
        job: &AnalyzeJob,
        stop: &Stop,
        mut report: &mut dyn FnMut(&Analysis),
    ) -> Option<JobResult> {
        let position = job.position()?;
        let resources = Resources {
            thread_count: 1,
            hash_mib: job.hash_mib.min(self.memory_mib),
        };
        // Frees the memory of the old engine before the new one allocates its own.
        self.solver = None;
        self.engine
            .take_if(|engine| engine.resources() != resources);
        let engine = self.engine.get_or_insert_with(|| AnyEngine::new(resources));
        engine.forget();
        let begin = Instant::now();
        let analysis = engine.think(
            SearchRequest::new(&position, job.limits)
                .with_lines(job.line_count)
                .with_stop(stop)
                .with_report(&mut report),
        );
        if stop.is_stopped() {
            return None;
        }
        Some(JobResult::Analyzed {
            analysis: analysis.unwrap_or_default().sorted(),
            spent: begin.elapsed(),
        })
    }

    fn play(&mut self, job: &PlayJob, slot: &GameSlot, stop: &Stop) -> Option<JobResult> {
        self.engine = None;
        let plan = self.restricted(job.plan());
        let played = play_game(&plan, job.drawn(), slot, stop, &mut self.solver)?;
        Some(JobResult::Played(Box::new(played)))
    }

    /// The plan with players that share the memory of this place.
    fn restricted(&self, plan: &Plan) -> Plan {
        let mut plan = plan.clone();
        let most = (self.memory_mib / 2).max(1);
        for player in &mut plan.players {
            if let PlayerKind::Engine(options) = &mut player.spec.kind {
                options.hash = Some(options.hash.unwrap_or(GAME_HASH_MIB).min(most));
            }
        }
        plan
    }
}
