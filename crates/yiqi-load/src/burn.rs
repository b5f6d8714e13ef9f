//! Threads that burn CPU time, and one that measures how long threads have to wait.

use std::hint::spin_loop;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Threads that run until this is dropped.
#[derive(Debug)]
struct Threads {
    ended: Arc<AtomicBool>,
    handles: Vec<JoinHandle<()>>,
}

impl Threads {
    fn start(count: usize, work: impl Fn(&AtomicBool) + Clone + Send + 'static) -> Threads {
        let ended = Arc::new(AtomicBool::new(false));
        let handles = (0..count)
            .map(|_| {
                let (work, ended) = (work.clone(), Arc::clone(&ended));
                std::thread::spawn(move || work(&ended))
            })
            .collect();
        Threads { ended, handles }
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        for handle in self.handles.drain(..) {
            // A thread that panicked has ended too.
            let _ = handle.join();
        }
    }
}

/// Threads that spin with the lowest priority, like thinking programs.
#[derive(Debug)]
pub(crate) struct Burn(#[expect(dead_code, reason = "dropping it ends the threads")] Threads);

impl Burn {
    pub(crate) fn start(count: usize) -> Burn {
        Burn(Threads::start(count, |ended| {
            #[cfg(target_os = "linux")]
            if rustix::process::setpriority_process(None, 19).is_err() {
                crate::server::note("burning CPU with normal priority");
            }
            while !ended.load(Ordering::Relaxed) {
                spin_loop();
            }
        }))
    }
}

/// Measures how long this machine keeps a runnable thread waiting: by that much a measured time may
/// be off through no fault of the server.
#[derive(Debug)]
pub(crate) struct StallMeter {
    #[expect(dead_code, reason = "dropping it ends the thread")]
    thread: Threads,
    worst_us: Arc<AtomicU64>,
}

impl StallMeter {
    pub(crate) fn start() -> StallMeter {
        const NAP: Duration = Duration::from_millis(2);
        let worst_us = Arc::new(AtomicU64::new(0));
        let worst = Arc::clone(&worst_us);
        let thread = Threads::start(1, move |ended| {
            while !ended.load(Ordering::Relaxed) {
                let begin = Instant::now();
                std::thread::sleep(NAP);
                let over = begin.elapsed().saturating_sub(NAP);
                worst.fetch_max(over.as_micros() as u64, Ordering::Relaxed);
            }
        });
        StallMeter { thread, worst_us }
    }

    /// The longest wait so far.
    pub(crate) fn worst(&self) -> Duration {
        Duration::from_micros(self.worst_us.load(Ordering::Relaxed))
    }
}
