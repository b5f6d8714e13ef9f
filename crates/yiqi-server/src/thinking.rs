//! Threads for everything that takes long: programs that think, studies, files.
//!
//! One per core, all with the lowest priority, so that this work uses only the time that serving
//! leaves. The [`queue`] decides which job runs next; [`engines`] lends them memory. A job that has
//! had its slice of time is asked to stop as soon as another one as urgent waits.

mod engines;
mod queue;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use yiqi_players::Stop;

use self::queue::FairQueue;
use crate::denied::Denied;
use crate::metrics::ThinkingMetrics;

pub(crate) use self::engines::{Borrower, EnginePool};
pub(crate) use self::queue::{Class, Owner};

/// A handle to the threads. They end when the last handle is dropped.
#[derive(Clone)]
pub(crate) struct Thinkers {
    handle: Arc<Handle>,
}

/// Ends the threads when dropped.
struct Handle(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    /// There may be a job for a thread.
    work: Condvar,
    /// There may be a job whose slice ends.
    slices: Condvar,
    thread_count: usize,
    slice: Duration,
    metrics: ThinkingMetrics,
}

struct State {
    waiting: FairQueue<Job>,
    running: Vec<Running>,
    job_count: u64,
    is_closed: bool,
}

struct Job {
    id: u64,
    stop: Stop,
    work: Box<dyn FnOnce() + Send>,
}

struct Running {
    id: u64,
    class: Class,
    since: Instant,
    stop: Stop,
}

impl std::fmt::Debug for Thinkers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Thinkers").finish_non_exhaustive()
    }
}

impl Thinkers {
    /// Starts the threads. A job that has run for a `slice` stops when another one waits.
    ///
    /// # Errors
    /// If a thread cannot be started.
    pub(crate) fn start(
        thread_count: usize,
        slice: Duration,
        metrics: ThinkingMetrics,
    ) -> std::io::Result<Thinkers> {
        let shared = Arc::new(Shared {
            state: Mutex::new(State {
                waiting: FairQueue::new(),
                running: Vec::new(),
                job_count: 0,
                is_closed: false,
            }),
            work: Condvar::new(),
            slices: Condvar::new(),
            thread_count: thread_count.max(1),
            slice,
            metrics,
        });
        let handle = Arc::new(Handle(Arc::clone(&shared)));
        for number in 0..shared.thread_count {
            let shared = Arc::clone(&shared);
            std::thread::Builder::new()
                .name(format!("thinker {number}"))
                .stack_size(4 * 1024 * 1024)
                .spawn(move || {
                    lower_priority();
                    shared.work();
                })?;
        }
        std::thread::Builder::new()
            .name("thinker slices".to_owned())
            .stack_size(256 * 1024)
            .spawn(move || shared.end_slices())?;
        Ok(Thinkers { handle })
    }

    /// Runs a job on one of the threads when it is its turn. The flag is set when it should stop.
    pub(crate) fn start_job(
        &self,
        owner: Owner,
        class: Class,
        stop: Stop,
        work: impl FnOnce() + Send + 'static,
    ) {
        self.push(owner, class, stop, Box::new(work));
    }

    /// Runs a job and returns its result. The job gets a flag that is set when it should stop.
    /// Dropping the future takes the job out of the queue, or stops it.
    ///
    /// # Errors
    /// If the job panics.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        owner: Owner,
        class: Class,
        work: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T, Denied> {
        let stop = Stop::new();
        let (done, result) = oneshot::channel();
        let flag = stop.clone();
        let id = self.push(
            owner,
            class,
            stop.clone(),
            Box::new(move || {
                let _ = done.send(work(&flag));
            }),
        );
        let _ticket = Ticket {
            shared: Arc::clone(&self.handle.0),
            owner,
            class,
            id,
            stop,
        };
        result.await.map_err(|error| Denied::internal(&error))
    }

    fn push(&self, owner: Owner, class: Class, stop: Stop, work: Box<dyn FnOnce() + Send>) -> u64 {
        let shared = &self.handle.0;
        let mut state = shared.state();
        state.job_count += 1;
        let id = state.job_count;
        state.waiting.push(owner, class, Job { id, stop, work });
        shared.count(&state);
        let is_busy = state.running.len() == shared.thread_count;
        drop(state);
        if is_busy {
            shared.slices.notify_one();
        } else {
            shared.work.notify_one();
        }
        id
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.is_closed = true;
        for running in &state.running {
            running.stop.stop();
        }
        drop(state);
        self.0.work.notify_all();
        self.0.slices.notify_all();
    }
}

/// A job whose result somebody waits for.
struct Ticket {
    shared: Arc<Shared>,
    owner: Owner,
    class: Class,
    id: u64,
    stop: Stop,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.stop.stop();
        let mut state = self.shared.state();
        let is_it = |job: &Job| job.id == self.id;
        state.waiting.remove(self.owner, self.class, is_it);
        self.shared.count(&state);
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count(&self, state: &State) {
        for (class, waiting) in Class::ALL.into_iter().zip(&self.metrics.waiting) {
            waiting.set(state.waiting.count(class) as i64);
        }
        self.metrics.busy.set(state.running.len() as i64);
    }

    /// Runs jobs until the threads are to end.
    fn work(&self) {
        let mut state = self.state();
        loop {
            if state.is_closed {
                return;
            }
            let Some(job) = state.next(self.thread_count) else {
                state = self
                    .work
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            self.count(&state);
            drop(state);
            self.slices.notify_one();
            // A panic in one job does not affect the others.
            if catch_unwind(AssertUnwindSafe(job.work)).is_err() {
                tracing::error!("a job panicked");
            }
            state = self.state();
            state.running.retain(|running| running.id != job.id);
            self.count(&state);
        }
    }

    /// Asks jobs to stop whose slice has ended while others wait.
    fn end_slices(&self) {
        let mut state = self.state();
        while !state.is_closed {
            let now = Instant::now();
            state = match state.end_slices(now, self.slice, self.thread_count) {
                None => self
                    .slices
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner),
                Some(at) => {
                    let left = at.saturating_duration_since(now);
                    let waited = self.slices.wait_timeout(state, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }
}

impl State {
    /// Takes the next job out of the queue.
    fn next(&mut self, thread_count: usize) -> Option<Job> {
        let is_batch = |running: &&Running| running.class == Class::Batch;
        let batch_count = self.running.iter().filter(is_batch).count();
        // Reading a file cannot be interrupted, so it never takes the last thread.
        let may_batch = batch_count < (thread_count / 2).max(1);
        let (class, job) = self
            .waiting
            .pop(|class| class != Class::Batch || may_batch)?;
        self.running.push(Running {
            id: job.id,
            class,
            since: Instant::now(),
            stop: job.stop.clone(),
        });
        Some(job)
    }

    /// Stops jobs that have had their slice while another as urgent waits. Returns when the next
    /// slice ends.
    fn end_slices(
        &mut self,
        now: Instant,
        slice: Duration,
        thread_count: usize,
    ) -> Option<Instant> {
        if self.running.len() < thread_count {
            return None;
        }
        let mut next: Option<Instant> = None;
        for running in &self.running {
            let as_urgent = &Class::ALL[..=running.class as usize];
            let is_awaited = as_urgent.iter().any(|&class| self.waiting.count(class) > 0);
            if !is_awaited || running.stop.is_stopped() {
                continue;
            }
            let end = running.since + slice;
            if end <= now {
                running.stop.stop();
            } else {
                next = Some(next.map_or(end, |next| next.min(end)));
            }
        }
        next
    }
}

/// Gives way to everything else on the machine.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 19) {
        tracing::warn!(%error, "thinking with normal priority");
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::mpsc;

    use futures_util::FutureExt;

    use super::*;

    const NEVER: Duration = Duration::from_secs(24 * 60 * 60);

    fn thinkers(thread_count: usize, slice: Duration) -> Thinkers {
        Thinkers::start(thread_count, slice, ThinkingMetrics::default()).unwrap()
    }

    fn from(address: u8) -> Owner {
        Owner::new(Some(IpAddr::from([10, 0, 0, address])), None)
    }

    /// Starts a job that runs until it is released, and waits until it runs.
    fn occupy(thinkers: &Thinkers, class: Class) -> mpsc::Sender<()> {
        let (release, released) = mpsc::channel::<()>();
        let (begin, begun) = mpsc::channel();
        thinkers.start_job(from(1), class, Stop::new(), move || {
            begin.send(()).unwrap();
            let _ = released.recv();
        });
        begun.recv().unwrap();
        release
    }

    /// Starts a job that runs until it is stopped, and waits until it runs.
    fn search(thinkers: &Thinkers, class: Class) -> mpsc::Receiver<()> {
        let (begin, begun) = mpsc::channel();
        let (end, ended) = mpsc::channel();
        let stop = Stop::new();
        let flag = stop.clone();
        thinkers.start_job(from(1), class, stop, move || {
            begin.send(()).unwrap();
            while !flag.is_stopped() {
                std::thread::yield_now();
            }
            end.send(()).unwrap();
        });
        begun.recv().unwrap();
        ended
    }

    // Fault 54.
    #[test]
    fn the_201st_study_runs_next_if_it_comes_from_another_address() {
        let thinkers = thinkers(1, NEVER);
        let release = occupy(&thinkers, Class::Person);
        let (order, jobs) = mpsc::channel();
        for number in 1..=200 {
            let order = order.clone();
            let flood = move || order.send(("flood", number)).unwrap();
            thinkers.start_job(from(1), Class::Person, Stop::new(), flood);
        }
        let ann = move || order.send(("Ann", 201)).unwrap();
        thinkers.start_job(from(2), Class::Person, Stop::new(), ann);
        drop(release);
        let order: Vec<(&str, i32)> = jobs.into_iter().collect();
        assert_eq!(order[..3], [("flood", 1), ("Ann", 201), ("flood", 2)]);
        assert_eq!(order.len(), 201);
    }

    // Fault 54.
    #[test]
    fn a_search_ends_when_its_slice_is_over_and_another_job_waits() {
        let thinkers = thinkers(1, Duration::ZERO);
        let ended = search(&thinkers, Class::Person);
        // Less urgent jobs wait until the search ends by itself.
        let (ran, runs) = mpsc::channel();
        let later = ran.clone();
        thinkers.start_job(from(2), Class::Programs, Stop::new(), move || {
            later.send("less urgent").unwrap();
        });
        assert_eq!(ended.try_recv(), Err(mpsc::TryRecvError::Empty));
        thinkers.start_job(from(2), Class::Person, Stop::new(), move || {
            ran.send("as urgent").unwrap();
        });
        ended.recv().unwrap();
        let order: Vec<&str> = runs.into_iter().collect();
        assert_eq!(order, ["as urgent", "less urgent"]);
    }

    // Fault 15.
    #[test]
    fn files_never_take_the_last_thread() {
        let thinkers = thinkers(2, NEVER);
        let file = occupy(&thinkers, Class::Batch);
        let (ran, runs) = mpsc::channel();
        let other = ran.clone();
        thinkers.start_job(from(2), Class::Batch, Stop::new(), move || {
            other.send("second file").unwrap();
        });
        thinkers.start_job(from(3), Class::Unwatched, Stop::new(), move || {
            ran.send("turn").unwrap();
        });
        assert_eq!(runs.recv(), Ok("turn"), "though less urgent");
        drop(file);
        assert_eq!(runs.recv(), Ok("second file"));
    }

    // Fault 15.
    #[tokio::test]
    async fn a_job_that_nobody_waits_for_anymore_leaves_the_queue() {
        let thinkers = thinkers(1, NEVER);
        let release = occupy(&thinkers, Class::Person);
        let waits = |class: Class| thinkers.handle.0.state().waiting.count(class);
        let mut job = Box::pin(thinkers.run(from(2), Class::Batch, |_| unreachable!()));
        assert!(job.as_mut().now_or_never().is_none());
        assert_eq!(waits(Class::Batch), 1);
        assert_eq!(thinkers.handle.0.metrics.waiting[2].get(), 1);
        drop(job);
        assert_eq!(waits(Class::Batch), 0);
        drop(release);
        let done = thinkers.run(from(2), Class::Batch, |stop| stop.is_stopped());
        assert!(!done.await.unwrap());
    }

    #[tokio::test]
    async fn a_job_that_panics_fails_alone() {
        let thinkers = thinkers(1, NEVER);
        let failed: Result<(), Denied> = thinkers
            .run(from(1), Class::Batch, |_| {
                std::panic::resume_unwind(Box::new("on purpose"))
            })
            .await;
        assert_eq!(failed.unwrap_err().code(), "internal");
        assert_eq!(thinkers.run(from(1), Class::Batch, |_| 7).await.unwrap(), 7);
    }
}
