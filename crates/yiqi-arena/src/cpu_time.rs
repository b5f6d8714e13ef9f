//! The processor time that a player uses: that of the thread it thinks on, and that of the
//! processes it started.
//!
//! On Linux both are known. Elsewhere the processes of outside programs are not, and where not even
//! the thread's time is known, the time that passes is used.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Measures a player's processor time from turn to turn.
#[derive(Debug, Default)]
pub(crate) struct CpuMeter {
    /// The processes that the player started.
    processes: BTreeSet<u32>,
}

/// A turn being measured.
pub(crate) struct CpuTurn {
    thread: Option<Duration>,
    processes: Duration,
    others: BTreeSet<u32>,
    begun: Instant,
}

impl CpuMeter {
    /// Begins a turn on this thread.
    pub(crate) fn begin(&self) -> CpuTurn {
        CpuTurn {
            thread: thread_time(),
            processes: total(&self.processes),
            others: &children() - &self.processes,
            begun: Instant::now(),
        }
    }

    /// Ends a turn on the same thread and returns the time that it took. `has_process` says whether
    /// the player is an outside program that must be running now: if none is found, the system does
    /// not tell, and the time that passed counts.
    pub(crate) fn end(&mut self, turn: &CpuTurn, has_process: bool) -> Duration {
        let passed = turn.begun.elapsed();
        let Some((begin, end)) = turn.thread.zip(thread_time()) else {
            return passed;
        };
        // A process that appeared in this turn belongs to this player.
        let new = &children() - &turn.others;
        self.processes.extend(new);
        if has_process && self.processes.is_empty() {
            return passed;
        }
        let processes = total(&self.processes).saturating_sub(turn.processes);
        end.saturating_sub(begin) + processes
    }
}

/// The processor time of this thread.
#[cfg(unix)]
fn thread_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).ok()?;
    let nanos = u32::try_from(time.tv_nsec).ok()?;
    Some(Duration::new(seconds, nanos))
}

#[cfg(not(unix))]
fn thread_time() -> Option<Duration> {
    None
}

/// The processes that this thread started and that still run.
#[cfg(target_os = "linux")]
fn children() -> BTreeSet<u32> {
    children_of("/proc/thread-self/children")
}

#[cfg(target_os = "linux")]
fn children_of(path: &str) -> BTreeSet<u32> {
    let list = std::fs::read_to_string(path).unwrap_or_default();
    list.split_whitespace()
        .filter_map(|id| id.parse().ok())
        .collect()
}

#[cfg(not(target_os = "linux"))]
fn children() -> BTreeSet<u32> {
    BTreeSet::new()
}

/// The processor time of processes, with that of everything they started.
#[cfg(target_os = "linux")]
fn total(processes: &BTreeSet<u32>) -> Duration {
    let mut sum = Duration::ZERO;
    let mut rest: Vec<u32> = processes.iter().copied().collect();
    let mut seen = BTreeSet::new();
    while let Some(id) = rest.pop() {
        if seen.insert(id) {
            sum += process_time(id);
            for thread in std::fs::read_dir(format!("/proc/{id}/task"))
                .into_iter()
                .flatten()
                .filter_map(Result::ok)
            {
                let path = thread.path().join("children");
                rest.extend(children_of(&path.to_string_lossy()));
            }
        }
    }
    sum
}

#[cfg(not(target_os = "linux"))]
fn total(_processes: &BTreeSet<u32>) -> Duration {
    Duration::ZERO
}

/// The time of a process, to the nanosecond, and of those of its children that it has reaped, which
/// the system counts in ticks.
#[cfg(target_os = "linux")]
fn process_time(id: u32) -> Duration {
    let own = i32::try_from(id)
        .ok()
        .and_then(|id| nix::time::clock_getcpuclockid(nix::unistd::Pid::from_raw(id)).ok())
        .and_then(|clock| nix::time::clock_gettime(clock).ok())
        .map_or(Duration::ZERO, Duration::from);
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    // The name in parentheses may contain anything.
    let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    // User and system time of the children, after thirteen other fields.
    let ticks: u64 = after_name
        .split_whitespace()
        .skip(13)
        .take(2)
        .filter_map(|field| field.parse::<u64>().ok())
        .sum();
    own + Duration::from_millis(ticks * TICK_MS)
}

/// The unit of processor times in `/proc`: Linux shows them to programs in hundredths of a second.
#[cfg(target_os = "linux")]
const TICK_MS: u64 = 10;
