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
#[derive(Clone, Debug)]
pub(crate) struct StallMeter {
    #[expect(dead_code, reason = "dropping the last ends the thread")]
    thread: Arc<Threads>,
    times: Arc<Times>,
}

/// Times in microseconds since the meter was started.
#[derive(Debug)]
struct Times {
    begin: Instant,
    worst: AtomicU64,
    /// When the thread last ran.
    beat: AtomicU64,
    /// When the last standstill ended.
    standstill: AtomicU64,
}

impl Times {
    fn now(&self) -> u64 {
        self.begin.elapsed().as_micros() as u64
    }
}

/// A thread that waits longer than this was not merely slow: the machine stood still.
const STANDSTILL: Duration = Duration::from_secs(2);

/// How long a standstill has effects: connections are found to be silent and given up.
const AFTERMATH: Duration = Duration::from_secs(30);

impl StallMeter {
    pub(crate) fn start() -> StallMeter {
        const NAP: Duration = Duration::from_millis(2);
        let times = Arc::new(Times {
            begin: Instant::now(),
            worst: AtomicU64::new(0),
            beat: AtomicU64::new(0),
            standstill: AtomicU64::new(0),
        });
        let noted = Arc::clone(&times);
        let thread = Threads::start(1, move |ended| {
            while !ended.load(Ordering::Relaxed) {
                let begin = Instant::now();
                std::thread::sleep(NAP);
                let over = begin.elapsed().saturating_sub(NAP);
                let now = noted.now();
                if over > STANDSTILL {
                    noted.standstill.store(now, Ordering::Relaxed);
                }
                noted
                    .worst
                    .fetch_max(over.as_micros() as u64, Ordering::Relaxed);
                noted.beat.store(now, Ordering::Relaxed);
            }
        });
        StallMeter {
            thread: Arc::new(thread),
            times,
        }
    }

    /// The longest wait so far.
    pub(crate) fn worst(&self) -> Duration {
        Duration::from_micros(self.times.worst.load(Ordering::Relaxed))
    }

    /// Whether the machine stood still a short time ago.
    pub(crate) fn stood_still(&self) -> bool {
        let now = self.times.now();
        let since = |time: &AtomicU64| now.saturating_sub(time.load(Ordering::Relaxed));
        let standstill = self.times.standstill.load(Ordering::Relaxed);
        since(&self.times.beat) > STANDSTILL.as_micros() as u64
            || standstill > 0 && now - standstill < AFTERMATH.as_micros() as u64
    }
}
