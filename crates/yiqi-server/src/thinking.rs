//! Threads on which programs think.
//!
//! One per core, all with the lowest priority, so that thinking uses only the time that serving
//! leaves.

use std::sync::{Arc, Mutex, mpsc};

type Job = Box<dyn FnOnce() + Send>;

/// A handle to the threads on which programs think. They end when the last handle is dropped.
#[derive(Clone)]
pub(crate) struct Thinkers {
    jobs: mpsc::Sender<Job>,
}

impl std::fmt::Debug for Thinkers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Thinkers").finish_non_exhaustive()
    }
}

impl Thinkers {
    /// Starts the threads.
    ///
    /// # Errors
    /// If a thread cannot be started.
    pub(crate) fn start(count: usize) -> std::io::Result<Thinkers> {
        let (jobs, queue) = mpsc::channel::<Job>();
        let queue = Arc::new(Mutex::new(queue));
        for number in 0..count.max(1) {
            let queue = Arc::clone(&queue);
            std::thread::Builder::new()
                .name(format!("thinker {number}"))
                .stack_size(4 * 1024 * 1024)
                .spawn(move || work(&queue))?;
        }
        Ok(Thinkers { jobs })
    }

    /// Runs a job on one of the threads, as soon as one is free.
    pub(crate) fn run(&self, job: Job) {
        if self.jobs.send(job).is_err() {
            tracing::error!("no thread to think on");
        }
    }
}

fn work(queue: &Mutex<mpsc::Receiver<Job>>) {
    lower_priority();
    loop {
        let next = match queue.lock() {
            Ok(queue) => queue.recv(),
            Err(_) => return,
        };
        let Ok(job) = next else { return };
        // A panic in one job does not affect the others.
        if std::panic::catch_unwind(std::panic::AssertUnwindSafe(job)).is_err() {
            tracing::error!("a job panicked");
        }
    }
}

/// Gives way to everything else on the machine.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 19) {
        tracing::warn!(%error, "thinking with normal priority");
    }
}
