//! Takes jobs and does them until it is stopped.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc as std_mpsc};
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot, watch};
use yiqi_arena::GameSlot;
use yiqi_players::{Analysis, Stop};

use crate::execute::Executor;
use crate::job::Job;
use crate::outcome::JobResult;
use crate::queue::{Queue, QueueError, Taken};

/// What a worker may use.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// Its name, for those who watch.
    pub name: String,
    /// Jobs at the same time, each with one thread.
    pub threads: usize,
    /// Memory for transposition tables of all threads together, in MiB.
    pub memory_mib: usize,
}

/// What happens in a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkerEvent {
    /// A job was done.
    Done,
    /// The queue cannot be reached; it is tried again.
    Unreachable(QueueError),
    /// The queue can be reached again.
    Back,
}

/// How often a running game is looked after.
const LOOK_INTERVAL: Duration = Duration::from_millis(20);

/// The shortest time between two partial results.
const PARTIAL_INTERVAL: Duration = Duration::from_millis(100);

/// The delay before a queue that failed is tried again.
const DELAY: Duration = Duration::from_secs(1);

/// Takes jobs and does them until `stop` says so. Then it gives back what it has not done.
pub async fn work(
    queue: Queue,
    options: WorkerOptions,
    stop: watch::Receiver<bool>,
    report: impl Fn(WorkerEvent) + Send + Sync + 'static,
) {
    let report = Arc::new(report);
    let busy = Arc::new(AtomicUsize::new(0));
    let threads = options.threads.max(1);
    let slots: Vec<_> = (0..threads)
        .map(|_| {
            let slot = Slot {
                queue: queue.clone(),
                stop: stop.clone(),
                busy: Arc::clone(&busy),
                thread: Thread::start(options.memory_mib / threads),
            };
            let report = Arc::clone(&report);
            tokio::spawn(slot.run(move |event| report(event)))
        })
        .collect();
    let beats = async {
        let mut every = tokio::time::interval(queue.beat_every());
        loop {
            every.tick().await;
            let busy = busy.load(Ordering::Relaxed);
            queue.beat(threads, busy, &options.name).await;
        }
    };
    let done = async {
        for slot in slots {
            // A panic is caught where it happens.
            let _ = slot.await;
        }
    };
    tokio::select! {
        () = beats => {}
        () = done => {}
    }
    queue.leave(&options.name).await;
}

/// Waits until the flag is set, or nobody can set it any more.
async fn stopped(stop: &mut watch::Receiver<bool>) {
    let _ = stop.wait_for(|&is_stopped| is_stopped).await;
}

/// A place at which one job is done at a time.
struct Slot {
    queue: Queue,
    stop: watch::Receiver<bool>,
    busy: Arc<AtomicUsize>,
    thread: Thread,
}

impl Slot {
    async fn run(mut self, report: impl Fn(WorkerEvent)) {
        let mut is_reachable = true;
        loop {
            if *self.stop.borrow() {
                return;
            }
            let failure = match self.queue.try_take().await {
                Ok(Some(taken)) => {
                    self.busy.fetch_add(1, Ordering::Relaxed);
                    let done = self.execute(taken).await;
                    self.busy.fetch_sub(1, Ordering::Relaxed);
                    match done {
                        Ok(is_done) => {
                            if is_done {
                                report(WorkerEvent::Done);
                            }
                            None
                        }
                        Err(error) => Some(error),
                    }
                }
                Ok(None) => {
                    tokio::select! {
                        () = self.queue.wait() => {}
                        () = stopped(&mut self.stop) => {}
                    }
                    None
                }
                Err(error) => Some(error),
            };
            match failure {
                None if !is_reachable => {
                    is_reachable = true;
                    report(WorkerEvent::Back);
                }
                None => {}
                Some(error) => {
                    if is_reachable {
                        is_reachable = false;
                        report(WorkerEvent::Unreachable(error));
                    }
                    tokio::select! {
                        () = tokio::time::sleep(DELAY) => {}
                        () = stopped(&mut self.stop) => {}
                    }
                    self.queue.repair().await;
                }
            }
        }
    }

    /// Does a job; whether it was done to its end.
    async fn execute(&mut self, taken: Taken) -> Result<bool, QueueError> {
        let stop = Stop::new();
        let slot = Arc::new(GameSlot::default());
        let (partials, mut found) = mpsc::channel(2);
        let (sender, mut ended) = oneshot::channel();
        let order = Order {
            job: taken.job.clone(),
            slot: Arc::clone(&slot),
            stop: stop.clone(),
            partials,
            ended: sender,
        };
        if !self.thread.give(order) {
            taken.give_back().await;
            return Ok(false);
        }
        let mut keep = tokio::time::interval(self.queue.keep_every());
        // Taking the job has just said so.
        keep.reset();
        let mut look = tokio::time::interval(LOOK_INTERVAL);
        let mut is_wanted = true;
        let mut last_partial: Option<Instant> = None;
        let end = loop {
            tokio::select! {
                end = &mut ended => break end,
                Some(analysis) = found.recv() => {
                    if last_partial.is_none_or(|at| at.elapsed() >= PARTIAL_INTERVAL) {
                        last_partial = Some(Instant::now());
                        taken.partial(&analysis).await;
                    }
                }
                _ = keep.tick() => {
                    if !taken.keep().await {
                        is_wanted = false;
                        stop.stop();
                    }
                }
                _ = look.tick() => slot.stop_turn(stop.is_stopped()),
                () = stopped(&mut self.stop), if !stop.is_stopped() => stop.stop(),
            }
        };
        match end {
            Ok(Ok(Some(result))) => {
                taken.finish(result).await?;
                return Ok(true);
            }
            Ok(Ok(None)) if !is_wanted => taken.forget().await,
            Ok(Ok(None)) if stop.is_stopped() => taken.give_back().await,
            Ok(Ok(None)) => taken.fail("it has no result").await?,
            Ok(Err(reason)) => {
                self.thread.restart();
                taken.fail(&reason).await?;
            }
            Err(_) => {
                self.thread.restart();
                taken.fail("its thread ended").await?;
            }
        }
        Ok(false)
    }
}

/// A job for a thread.
struct Order {
    job: Job,
    slot: Arc<GameSlot>,
    stop: Stop,
    partials: mpsc::Sender<Analysis>,
    ended: oneshot::Sender<Result<Option<JobResult>, String>>,
}

/// The thread of a slot, which keeps its engine.
struct Thread {
    memory_mib: usize,
    orders: std_mpsc::Sender<Order>,
}

impl Thread {
    fn start(memory_mib: usize) -> Thread {
        let (orders, given) = std_mpsc::channel::<Order>();
        let builder = std::thread::Builder::new().name("worker".to_owned());
        // Without a thread, orders are refused and jobs given back.
        let _ = builder.stack_size(4 * 1024 * 1024).spawn(move || {
            let mut executor = Executor::new(memory_mib);
            while let Ok(order) = given.recv() {
                let Order {
                    job,
                    slot,
                    stop,
                    partials,
                    ended,
                } = order;
                let done = catch_unwind(AssertUnwindSafe(|| {
                    executor.execute(&job, &slot, &stop, &mut |analysis| {
                        let _ = partials.try_send(analysis.clone());
                    })
                }));
                let done = done.map_err(|panic| {
                    let said = panic.downcast_ref::<String>().cloned();
                    let said = said.or_else(|| panic.downcast_ref::<&str>().map(|&s| s.to_owned()));
                    format!("it panicked: {}", said.unwrap_or_default())
                });
                let has_failed = done.is_err();
                let _ = ended.send(done);
                if has_failed {
                    return;
                }
            }
        });
        Thread { memory_mib, orders }
    }

    fn give(&mut self, order: Order) -> bool {
        self.orders.send(order).is_ok()
    }

    /// A new thread, with a new engine, in place of one that failed.
    fn restart(&mut self) {
        *self = Thread::start(self.memory_mib);
    }
}
