//! Processes: groups of tasks that are suspended and killed together.

use std::cell::RefCell;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use tokio::task::{AbortHandle, JoinHandle};

thread_local! {
    /// The process whose task is polled now.
    static CURRENT: RefCell<Option<Process>> = const { RefCell::new(None) };
}

/// A group of tasks that are suspended and killed together. What its tasks start belongs to it.
#[derive(Clone, Debug, Default)]
pub struct Process {
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    is_suspended: bool,
    is_killed: bool,
    /// Those who would have run meanwhile.
    waiting: Vec<Waker>,
    tasks: Vec<AbortHandle>,
    /// How many tasks there may be before those that have ended are forgotten.
    tasks_max: usize,
}

impl Process {
    /// A process without tasks.
    #[must_use]
    pub fn new() -> Process {
        Process::default()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a task of this process.
    pub fn spawn<F>(&self, future: F) -> JoinHandle<F::Output>
    where
        F: Future + Send + 'static,
        F::Output: Send + 'static,
    {
        let task = tokio::spawn(Within {
            process: self.clone(),
            future: Box::pin(future),
        });
        let mut state = self.state();
        if state.is_killed {
            task.abort();
        }
        state.tasks.push(task.abort_handle());
        if state.tasks.len() > state.tasks_max {
            state.tasks.retain(|task| !task.is_finished());
            state.tasks_max = 64 + 2 * state.tasks.len();
        }
        task
    }

    /// Runs no task from now on. Time passes.
    pub fn suspend(&self) {
        self.state().is_suspended = true;
    }

    /// Lets the tasks go on.
    pub fn resume(&self) {
        let mut state = self.state();
        state.is_suspended = false;
        let waiting = std::mem::take(&mut state.waiting);
        drop(state);
        for waker in waiting {
            waker.wake();
        }
    }

    /// Ends all tasks where they are.
    pub fn kill(&self) {
        let mut state = self.state();
        state.is_killed = true;
        let tasks = std::mem::take(&mut state.tasks);
        drop(state);
        for task in tasks {
            task.abort();
        }
    }

    /// Whether it was killed.
    #[must_use]
    pub fn is_killed(&self) -> bool {
        self.state().is_killed
    }

    /// Whether it is suspended.
    #[must_use]
    pub fn is_suspended(&self) -> bool {
        self.state().is_suspended
    }
}

/// Starts a task of the process that is running, if there is one.
pub(crate) fn spawn<F>(future: F) -> JoinHandle<F::Output>
where
    F: Future + Send + 'static,
    F::Output: Send + 'static,
{
    match CURRENT.with_borrow(Clone::clone) {
        Some(process) => process.spawn(future),
        None => tokio::spawn(future),
    }
}

/// A future that runs in a process.
struct Within<F> {
    process: Process,
    future: Pin<Box<F>>,
}

impl<F: Future> Future for Within<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        {
            let mut state = self.process.state();
            if state.is_killed {
                return Poll::Pending;
            }
            if state.is_suspended {
                state.waiting.push(context.waker().clone());
                return Poll::Pending;
            }
        }
        let outer = CURRENT.replace(Some(self.process.clone()));
        let polled = self.future.as_mut().poll(context);
        CURRENT.set(outer);
        polled
    }
}
