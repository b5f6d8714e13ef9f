//! Gaps: the times in which the service was down, so that no clock is charged for them.
//!
//! While the service is up, a thread writes the time to a small file next to the database, many
//! times a second. A service that was killed reads there when it was last alive. The same thread
//! notices when the whole process was suspended.
//!
//! With a database on a server the time is a row there (`beat_remote`), so that it is known wherever
//! the service is started next. While that row cannot be written, nobody can move: an *outage*,
//! which counts as a gap.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, watch};

use crate::server::stopped;
use crate::{ServiceTime, Store};

/// How often the file is written, and so how precisely the time of a kill is known.
const BEAT: Duration = Duration::from_millis(20);

/// Beats between two syncs of the file to disk: a power cut may lose the last second.
const BEATS_UNFORCED: u64 = 50;

/// How often the time is written to a database on a server.
const BEAT_REMOTE: Duration = Duration::from_millis(500);

/// A longer pause between two beats means that the whole process was suspended.
const STALL_MS: u64 = 1_000;

/// How long a table waits for the heartbeat after the process was suspended.
const CATCH_UP_MAX: Duration = Duration::from_secs(1);

/// The times in which the service was down.
#[derive(Debug, Default)]
pub(crate) struct Gaps {
    times: RwLock<Vec<(u64, u64)>>,
    /// The last heartbeat: all gaps before it are known.
    beat_ms: AtomicU64,
    /// Whether the database cannot be reached.
    is_out: AtomicBool,
}

impl Gaps {
    pub(crate) fn new(gaps: Vec<(u64, u64)>) -> Gaps {
        Gaps {
            times: RwLock::new(gaps),
            beat_ms: AtomicU64::default(),
            is_out: AtomicBool::default(),
        }
    }

    /// Whether there is an outage now, so that the next gap is not known yet.
    pub(crate) fn is_out(&self) -> bool {
        self.is_out.load(Ordering::Acquire)
    }

    pub(crate) fn add(&self, from_ms: u64, until_ms: u64) {
        let mut gaps = self.times.write().unwrap_or_else(PoisonError::into_inner);
        gaps.push((from_ms, until_ms));
    }

    /// Waits until a suspension that has just ended is known, so that a table that runs first does
    /// not charge it to a clock.
    pub(crate) async fn catch_up(&self, time: ServiceTime) {
        let is_behind = || {
            let beat_ms = self.beat_ms.load(Ordering::Acquire);
            time.now_ms().saturating_sub(beat_ms) > STALL_MS
        };
        let since = Instant::now();
        while is_behind() && since.elapsed() < CATCH_UP_MAX {
            tokio::time::sleep(BEAT / 4).await;
        }
    }

    /// The number of gaps.
    pub(crate) fn count(&self) -> usize {
        self.times
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .len()
    }

    /// How long the service was down since a given time.
    pub(crate) fn since(&self, since_ms: u64) -> u64 {
        let gaps = self.times.read().unwrap_or_else(PoisonError::into_inner);
        let mut later: Vec<(u64, u64)> = gaps
            .iter()
            .filter(|(_, until)| *until > since_ms)
            .map(|&(from, until)| (from.max(since_ms), until))
            .collect();
        later.sort_unstable();
        // A service killed during startup leaves overlapping gaps.
        let mut total_ms = 0;
        let mut counted_until = since_ms;
        for (from, until) in later {
            let from = from.max(counted_until);
            total_ms += until.saturating_sub(from);
            counted_until = counted_until.max(until);
        }
        total_ms
    }
}

/// The path of the heartbeat file of a database.
pub(crate) fn alive_path(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push("-alive");
    name.into()
}

/// Opens and locks the heartbeat file, so that only one service uses the database. Also returns
/// when the service was last alive, or 0 if unknown: clocks then get back everything since their
/// last entry.
///
/// # Errors
/// If it cannot be opened; [`std::io::ErrorKind::WouldBlock`] if another service has locked it.
pub(crate) fn open_alive(path: &Path) -> std::io::Result<(File, u64)> {
    let mut options = File::options();
    options.create(true).read(true).write(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.try_lock()?;
    let mut text = String::new();
    // Invalid text counts as unknown.
    let _ = file.read_to_string(&mut text);
    Ok((file, text.trim().parse().unwrap_or(0)))
}

/// The heartbeat thread. It ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Heartbeat {
    ended: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Heartbeat {
    /// Starts the thread, with the file beside the database if there is one. It sends each suspension of the process as `(from, until)`.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub(crate) fn start(
        mut file: Option<File>,
        time: ServiceTime,
        gaps: Arc<Gaps>,
        stalls: mpsc::UnboundedSender<(u64, u64)>,
    ) -> std::io::Result<Heartbeat> {
        gaps.beat_ms.store(time.now_ms(), Ordering::Release);
        let ended = Arc::new(AtomicBool::new(false));
        let heard = Arc::clone(&ended);
        let thread = std::thread::Builder::new()
            .name("heartbeat".to_owned())
            .spawn(move || {
                let mut last_ms = time.now_ms();
                let mut beat_count: u64 = 0;
                while !heard.load(Ordering::Acquire) {
                    let now_ms = time.now_ms();
                    if now_ms - last_ms > STALL_MS {
                        tracing::warn!(ms = now_ms - last_ms, "the process was suspended");
                        gaps.add(last_ms, now_ms);
                        let _ = stalls.send((last_ms, now_ms));
                    }
                    gaps.beat_ms.store(now_ms, Ordering::Release);
                    last_ms = now_ms;
                    let is_forced = beat_count.is_multiple_of(BEATS_UNFORCED);
                    beat(file.as_mut(), now_ms, is_forced);
                    beat_count += 1;
                    std::thread::sleep(BEAT);
                }
                beat(file.as_mut(), time.now_ms(), true);
            })?;
        Ok(Heartbeat {
            ended,
            thread: Some(thread),
        })
    }
}

impl Drop for Heartbeat {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Release);
        // The thread owns the file and its lock.
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Writes the time with a fixed width, so that one write replaces the whole text.
pub(crate) fn beat(file: Option<&mut File>, now_ms: u64, is_forced: bool) {
    let Some(file) = file else {
        return;
    };
    let noted = file
        .seek(SeekFrom::Start(0))
        .and_then(|_| file.write_all(format!("{now_ms:020}\n").as_bytes()))
        .and_then(|()| if is_forced { file.sync_data() } else { Ok(()) });
    if let Err(error) = noted {
        // A full disk does not stop the service; the time of a kill is then known less precisely.
        tracing::debug!(%error, "could not write the heartbeat");
    }
}

/// Writes the time to a database on a server until the service stops, and settles outages: each is
/// stored as a gap, and only then does play go on.
pub(crate) async fn beat_remote(
    store: Store,
    time: ServiceTime,
    gaps: Arc<Gaps>,
    stalls: mpsc::UnboundedSender<(u64, u64)>,
    mut stopping: watch::Receiver<bool>,
) {
    let mut every = tokio::time::interval(BEAT_REMOTE);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut last_ms = time.now_ms();
    loop {
        tokio::select! {
            _ = every.tick() => {}
            () = stopped(&mut stopping) => break,
        }
        let now_ms = time.now_ms();
        let outage = gaps.is_out().then_some((last_ms, now_ms));
        match store.note_alive(now_ms, outage).await {
            Ok(()) => {
                last_ms = now_ms;
                if let Some((from_ms, until_ms)) = outage {
                    tracing::warn!(ms = until_ms - from_ms, "the database is back");
                    gaps.add(from_ms, until_ms);
                    gaps.is_out.store(false, Ordering::Release);
                    let _ = stalls.send((from_ms, until_ms));
                }
            }
            Err(error) => {
                if !gaps.is_out.swap(true, Ordering::AcqRel) {
                    tracing::error!(%error, "the database cannot be written: clocks stand still");
                }
            }
        }
    }
    let _ = store.note_alive(time.now_ms(), None).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    // Fault 18.
    #[test]
    fn downtime_counts_only_since_the_last_entry_and_overlaps_only_once() {
        let gaps = Gaps::new(vec![(100, 200), (100, 250), (400, 500)]);
        assert_eq!(gaps.since(0), 250);
        assert_eq!(gaps.since(150), 200);
        assert_eq!(gaps.since(300), 100);
        assert_eq!(gaps.since(450), 50);
        assert_eq!(gaps.since(500), 0);
    }
}
