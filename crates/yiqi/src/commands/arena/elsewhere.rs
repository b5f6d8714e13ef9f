//! Games that workers on other machines play.

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::ArgMatches;
use tokio::runtime::Runtime;
use yiqi_arena::{DrawnGame, ElsewhereEnd, Plan, PlayElsewhere};
use yiqi_jobs::{BadJob, Job, JobResult, PlayJob, Queue, Urgency};
use yiqi_players::Stop;
use yiqi_text::{Args, Text};

use crate::commands::bus;
use crate::commands::terminal::random_seed;
use crate::failure::Failure;

/// Games that are asked for at the same time if nothing else is said.
pub(super) const CONCURRENCY: usize = 64;

/// How often the stop flag is looked at.
const LOOK_INTERVAL: Duration = Duration::from_millis(50);

/// How long to wait for workers before saying that there are none.
const PATIENCE: Duration = Duration::from_secs(5);

/// The workers on a bus.
pub(super) struct Workers {
    queue: Queue,
    runtime: Runtime,
    /// Distinguishes this run from others with the same plan.
    run: u64,
}

impl Workers {
    /// Connects to the bus that the arguments name, if any.
    pub(super) fn connect(args: &ArgMatches, text: &Text) -> Result<Option<Workers>, Failure> {
        let Some(url) = bus::url(args, text)? else {
            return Ok(None);
        };
        let runtime = bus::runtime()?;
        let queue = runtime.block_on(async {
            let queue = bus::queue(&url, text).await?;
            queue.watch_workers();
            Ok::<Queue, Failure>(queue)
        })?;
        Ok(Some(Workers {
            queue,
            runtime,
            run: random_seed(),
        }))
    }

    /// Checks that the players of a plan can play elsewhere, and says so if nobody is there.
    pub(super) fn check(&self, plan: &Plan, text: &Text) -> Result<(), Failure> {
        PlayJob::check(plan).map_err(|bad| {
            let (key, player) = match &bad {
                BadJob::OutsideProgram(player) => ("arena-bus-program", player.as_str()),
                BadJob::Threads(player) => ("arena-bus-threads", player.as_str()),
                BadJob::Damaged(_) => ("arena-bus-program", ""),
            };
            Failure::usage(text.fill(key, Args::new().text("player", player)))
        })?;
        let begun = Instant::now();
        while self.queue.workers().is_empty() {
            if begun.elapsed() >= PATIENCE {
                let _ = writeln!(std::io::stderr(), "{}", text.say("bus-no-workers"));
                break;
            }
            std::thread::sleep(LOOK_INTERVAL);
        }
        Ok(())
    }

    /// Plays games through the queue.
    pub(super) fn player(&self) -> Arc<PlayElsewhere> {
        let queue = self.queue.clone();
        let handle = self.runtime.handle().clone();
        let run = self.run;
        Arc::new(move |plan: &Plan, drawn: DrawnGame, stop: &Stop| {
            let Ok(job) = PlayJob::new(plan, drawn, run) else {
                return ElsewhereEnd::Refused;
            };
            handle.block_on(play(&queue, Job::Play(job), stop))
        })
    }
}

async fn play(queue: &Queue, job: Job, stop: &Stop) -> ElsewhereEnd {
    let result = queue.ask(job, Urgency::Batch).result();
    let stopped = async {
        while !stop.is_stopped() {
            tokio::time::sleep(LOOK_INTERVAL).await;
        }
    };
    tokio::select! {
        result = result => match result {
            Ok(JobResult::Played(played)) => ElsewhereEnd::Played(played),
            // What workers gave up is played here.
            Ok(JobResult::Analyzed { .. }) | Err(_) => ElsewhereEnd::Refused,
        },
        () = stopped => ElsewhereEnd::Stopped,
    }
}
