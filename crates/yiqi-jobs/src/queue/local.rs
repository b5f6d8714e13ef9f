//! The queue within a process.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, mpsc};
use yiqi_players::Analysis;

use super::{EVENTS, Parked, Ticket, TicketEvent, alarm};
use crate::job::{Job, JobId, Urgency};
use crate::outcome::JobResult;

/// A queue within this process.
#[derive(Clone, Debug)]
pub(super) struct LocalQueue(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    /// There may be a job to take.
    work: Notify,
    tries_max: u64,
}

#[derive(Debug, Default)]
struct State {
    /// Jobs to take by urgency; one may be in several, or be taken already.
    waiting: [VecDeque<JobId>; Urgency::ALL.len()],
    open: HashMap<JobId, Open>,
    results: HashMap<JobId, JobResult>,
}

/// A job without a result.
#[derive(Debug)]
struct Open {
    job: Job,
    urgency: Urgency,
    is_taken: bool,
    tries: u64,
    watchers: Vec<mpsc::Sender<TicketEvent>>,
}

impl Open {
    fn is_wanted(&self) -> bool {
        self.watchers.iter().any(|watcher| !watcher.is_closed())
    }
}

/// A job that a worker has.
#[derive(Debug)]
pub(super) struct LocalTaken {
    queue: LocalQueue,
    id: JobId,
    is_settled: bool,
}

impl LocalQueue {
    pub(super) fn new(tries_max: u64) -> LocalQueue {
        LocalQueue(Arc::new(Shared {
            state: Mutex::default(),
            work: Notify::new(),
            tries_max,
        }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        let state = self.0.state.lock();
        state.unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn ask(&self, job: Job, urgency: Urgency) -> Ticket {
        // One slot is reserved for the last event.
        let (sender, events) = mpsc::channel(EVENTS);
        let id = job.id();
        let mut state = self.state();
        if let Some(result) = state.results.get(&id) {
            let _ = sender.try_send(TicketEvent::Done(result.clone()));
        } else {
            let open = state.open.entry(id).or_insert_with(|| Open {
                job,
                urgency,
                is_taken: false,
                tries: 0,
                watchers: Vec::new(),
            });
            open.watchers.retain(|watcher| !watcher.is_closed());
            let is_new = open.watchers.is_empty() || urgency < open.urgency;
            open.watchers.push(sender);
            open.urgency = open.urgency.min(urgency);
            if is_new && !open.is_taken {
                state.waiting[urgency.index()].push_back(id);
                self.0.work.notify_one();
            }
        }
        Ticket { events, task: None }
    }

    pub(super) fn waiting(&self) -> usize {
        let state = self.state();
        state.open.values().filter(|job| !job.is_taken).count()
    }

    pub(super) async fn wait(&self) {
        self.0.work.notified().await;
    }

    pub(super) fn try_take(&self) -> Option<(Job, LocalTaken)> {
        let mut state = self.state();
        let State { waiting, open, .. } = &mut *state;
        for waiting in waiting {
            while let Some(id) = waiting.pop_front() {
                let Some(job) = open.get_mut(&id).filter(|job| !job.is_taken) else {
                    continue;
                };
                if !job.is_wanted() {
                    open.remove(&id);
                    continue;
                }
                job.is_taken = true;
                job.tries += 1;
                let taken = LocalTaken {
                    queue: self.clone(),
                    id,
                    is_settled: false,
                };
                let job = job.job.clone();
                drop(state);
                // Others may have waited for the same notice.
                self.0.work.notify_one();
                return Some((job, taken));
            }
        }
        None
    }

    /// Ends a job and tells everybody who waits for it.
    fn settle(&self, id: JobId, event: &TicketEvent) {
        let mut state = self.state();
        if let TicketEvent::Done(result) = event {
            state.results.entry(id).or_insert_with(|| result.clone());
        }
        for watcher in state
            .open
            .remove(&id)
            .into_iter()
            .flat_map(|open| open.watchers)
        {
            let _ = watcher.try_send(event.clone());
        }
    }

    /// Has a job taken again, or gives it up after too many tries.
    fn put_back(&self, id: JobId, reason: &str) {
        let mut state = self.state();
        let Some(open) = state.open.get_mut(&id) else {
            return;
        };
        open.is_taken = false;
        let (urgency, tries) = (open.urgency, open.tries);
        if tries < self.0.tries_max {
            state.waiting[urgency.index()].push_front(id);
            drop(state);
            self.0.work.notify_one();
            return;
        }
        drop(state);
        alarm(id, reason);
        let reason = reason.to_owned();
        self.settle(id, &TicketEvent::Parked(Parked { reason }));
    }
}

impl LocalTaken {
    pub(super) fn partial(&self, analysis: &Analysis) {
        let state = self.queue.state();
        let watchers = state.open.get(&self.id).into_iter();
        for watcher in watchers.flat_map(|open| &open.watchers) {
            if watcher.capacity() > 1 {
                let _ = watcher.try_send(TicketEvent::Partial(analysis.clone()));
            }
        }
    }

    pub(super) fn is_wanted(&self) -> bool {
        let state = self.queue.state();
        state.open.get(&self.id).is_some_and(Open::is_wanted)
    }

    pub(super) fn finish(mut self, result: JobResult) {
        self.is_settled = true;
        self.queue.settle(self.id, &TicketEvent::Done(result));
    }

    pub(super) fn fail(mut self, reason: &str) {
        self.is_settled = true;
        self.queue.put_back(self.id, reason);
    }

    pub(super) fn forget(mut self) {
        self.is_settled = true;
        let mut state = self.queue.state();
        // Somebody may have asked for it again in the meantime.
        let is_wanted = state.open.get(&self.id).is_some_and(Open::is_wanted);
        if !is_wanted {
            state.open.remove(&self.id);
            return;
        }
        drop(state);
        self.queue.put_back(self.id, "nobody waited for it");
    }
}

impl Drop for LocalTaken {
    fn drop(&mut self) {
        if !self.is_settled {
            self.queue
                .put_back(self.id, "its workers ended before it was done");
        }
    }
}
