//! A thread of its own that asks for the server's health every second, like a monitor.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::burn::StallMeter;
use crate::server::note;
use crate::{Figures, Latency};

/// The time between two probes.
const INTERVAL: Duration = Duration::from_secs(1);

/// How soon a probe must be answered.
const ANSWER_MAX: Duration = Duration::from_millis(200);

/// After how long a probe is given up.
const GIVE_UP: Duration = Duration::from_secs(10);

/// After how long a refused connection is tried again.
const RETRY: Duration = Duration::from_millis(5);

/// The share of probes that must be answered in time.
const SHARE_MIN: f64 = 0.9995;

/// The kills per time for which that share is promised.
const KILL_EVERY_MIN: Duration = Duration::from_secs(600);

/// How many probes it takes to judge a share.
const COUNT_MIN: u64 = 2_000;

/// The results of probes.
#[derive(Debug, Default)]
pub(super) struct Probes {
    /// How soon those that were answered were answered.
    answered: Latency,
    late: u64,
    unanswered: u64,
    /// Probes that were late or not answered because the machine stood still; not counted above.
    in_standstill: u64,
}

/// A thread that probes until it is stopped.
pub(super) struct Prober {
    ended: Arc<AtomicBool>,
    thread: JoinHandle<Probes>,
}

impl Prober {
    pub(super) fn start(address: SocketAddr, stalls: StallMeter) -> Prober {
        let ended = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&ended);
        let thread = std::thread::spawn(move || {
            let mut probes = Probes::default();
            let mut due = Instant::now();
            while !flag.load(Ordering::Relaxed) {
                due += INTERVAL;
                std::thread::sleep(due.saturating_duration_since(Instant::now()));
                let began_late = due.elapsed();
                let answer = probe(address);
                probes.add(answer, began_late, stalls.stood_still());
                // After the machine stood still, probes go on from now.
                due = due.max(Instant::now() - INTERVAL);
            }
            probes
        });
        Prober { ended, thread }
    }

    /// Ends the thread.
    pub(super) fn stop(self) -> Probes {
        self.ended.store(true, Ordering::Relaxed);
        // A thread that panicked has probed nothing.
        self.thread.join().unwrap_or_default()
    }
}

impl Probes {
    fn add(&mut self, answer: Option<Duration>, began_late: Duration, stood_still: bool) {
        let is_late = answer.is_none_or(|took| took > ANSWER_MAX);
        if is_late {
            note(&format!(
                "a probe, begun {began_late:?} late, was answered after {answer:?}"
            ));
        }
        match answer {
            _ if is_late && stood_still => self.in_standstill += 1,
            Some(took) => {
                self.answered.add(took);
                self.late += u64::from(is_late);
            }
            None => self.unanswered += 1,
        }
    }

    /// Adds the figures, and whether enough were answered in time.
    pub(super) fn show(self, figures: &mut Figures, kill_every: Duration) {
        let count = self.answered.count() + self.unanswered;
        let in_time = count - self.late - self.unanswered;
        let share = in_time as f64 / count.max(1) as f64;
        figures.latency("health answered", self.answered);
        figures.value("health probes", count as f64);
        figures.value("answered within 200 ms, %", share * 100.0);
        figures.value("answered later", self.late as f64);
        figures.value("not answered", self.unanswered as f64);
        figures.value("machine stood still", self.in_standstill as f64);
        if kill_every >= KILL_EVERY_MIN && count >= COUNT_MIN && share < SHARE_MIN {
            figures.fault(format!(
                "{:.3} % of the probes were answered within 200 ms",
                share * 100.0
            ));
        }
    }
}

/// Asks once, and returns how long a good answer took. While the connection is refused it is tried
/// again.
fn probe(address: SocketAddr) -> Option<Duration> {
    let begin = Instant::now();
    while begin.elapsed() < GIVE_UP {
        match ask(address) {
            Ok(true) => return Some(begin.elapsed()),
            Ok(false) => return None,
            Err(error) if error.kind() == ErrorKind::WouldBlock => return None,
            // The server is being started.
            Err(_) => std::thread::sleep(RETRY),
        }
    }
    None
}

/// Whether the server says that it is well.
fn ask(address: SocketAddr) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect_timeout(&address, GIVE_UP)?;
    stream.set_read_timeout(Some(GIVE_UP))?;
    let request = format!("GET /health HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    if answer.is_empty() {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    Ok(answer.starts_with(b"HTTP/1.1 200 "))
}
