//! Gaps: the times in which the service was down, so that no clock is charged for them.
//!
//! While the service is up, a thread writes the time to a small file next to the database, many
//! times a second. A service that was killed reads there when it was last alive. The same thread
//! notices when the whole process was suspended.
//!
//! With a database on a server the time is a row there (`beat_remote`), so that it is known wherever
//! the service is started next. While that row cannot be written, nobody can move: an *outage*,
//! which counts as a gap.
//!
//! Of several nodes, only a time in which none was alive is a gap for everybody. When a single node
//! dies or is suspended, that time is a gap for the players who were connected to it, and for nobody
//! else.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use tokio::sync::{Notify, mpsc, watch};
use tokio::time::Instant;

use crate::nodes::{NodeId, Nodes};
use crate::service::stopped;
use crate::store::Health;
use crate::{ServiceTime, Store};

/// How often the file is written, and so how precisely the time of a kill is known.
const BEAT: Duration = Duration::from_millis(20);

/// Beats between two syncs of the file to disk: a power cut may lose the last second.
const BEATS_UNFORCED: u64 = 50;

/// How often the time is written to a database on a server.
const BEAT_REMOTE: Duration = Duration::from_millis(500);

/// If no node was alive for longer than this, the service was down.
pub(crate) const NOBODY_MS: u64 = 2_000;

/// The same for a node that could not write: it knows that there was an outage.
const OUTAGE_MS: u64 = 1_000;

/// A beat that takes longer than this means that the database cannot be reached.
const OUTAGE: Duration = Duration::from_millis(OUTAGE_MS);

/// An answer of the database that took longer says nothing about its clock.
const ROUND_TRIP_MAX: Duration = Duration::from_millis(100);

/// A smaller difference to the database's clock is left alone.
const CLOCK_SLACK_MS: i64 = 3;

/// A difference that no drift makes is removed at once.
const CLOCK_JUMP_MS: i64 = 1_000;

/// The most by which the clock is otherwise set at once.
const CLOCK_STEP_MS: i64 = 20;

/// A longer pause between two beats means that the whole process was suspended.
const STALL_MS: u64 = 1_000;

/// How long a table waits for the heartbeat after the process was suspended.
const CATCH_UP_MAX: Duration = Duration::from_secs(1);

/// How long the service was down, and until when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Downtime {
    pub(crate) total_ms: u64,
    pub(crate) until_ms: u64,
}

/// The times in which the service was down.
#[derive(Debug, Default)]
pub(crate) struct Gaps {
    times: RwLock<Vec<(u64, u64)>>,
    /// The times in which single nodes were down.
    of_nodes: RwLock<HashMap<NodeId, Vec<(u64, u64)>>>,
    /// The last heartbeat: all gaps before it are known.
    beat_ms: AtomicU64,
    /// Whether a suspension of the process is not stored yet.
    is_unstored: AtomicBool,
    /// Whether the database cannot be reached.
    is_out: AtomicBool,
    /// Asks for a beat at once.
    beat_now: Notify,
}

impl Gaps {
    pub(crate) fn new(gaps: Vec<(u64, u64)>) -> Gaps {
        Gaps {
            times: RwLock::new(gaps),
            ..Gaps::default()
        }
    }

    /// Whether there is an outage now, so that the next gap is not known yet.
    pub(crate) fn is_out(&self) -> bool {
        self.is_out.load(Ordering::Acquire)
    }

    /// Notes that a suspension of the process was stored, as far as that is possible.
    pub(crate) fn note_stored(&self) {
        self.is_unstored.store(false, Ordering::Release);
    }

    /// Whether a suspension of the process may not be stored yet: it is known and waits for that, or
    /// the heart has not beaten since.
    fn has_unstored(&self, now_ms: u64) -> bool {
        let silent_ms = now_ms.saturating_sub(self.beat_ms.load(Ordering::Acquire));
        self.is_unstored.load(Ordering::Acquire) || silent_ms > STALL_MS
    }

    /// Waits for a beat. If it takes long there is an outage, long before the database is given up.
    async fn watch<T>(&self, beat: impl Future<Output = T>) -> T {
        let mut beat = std::pin::pin!(beat);
        match tokio::time::timeout(OUTAGE, &mut beat).await {
            Ok(done) => done,
            Err(_) => {
                self.is_out.store(true, Ordering::Release);
                beat.await
            }
        }
    }

    pub(crate) fn add(&self, from_ms: u64, until_ms: u64) {
        let mut gaps = self.times.write().unwrap_or_else(PoisonError::into_inner);
        gaps.push((from_ms, until_ms));
    }

    /// Replaces the gaps by those that all nodes have stored.
    fn replace(&self, all: Vec<(u64, u64)>) {
        *self.times.write().unwrap_or_else(PoisonError::into_inner) = all;
    }

    /// Adds a time in which one node was down.
    pub(crate) fn add_of(&self, node: NodeId, from_ms: u64, until_ms: u64) {
        let mut all = self
            .of_nodes
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        all.entry(node).or_default().push((from_ms, until_ms));
    }

    /// Waits until a suspension that has just ended is known, so that a table that runs first does
    /// not charge it to a clock.
    pub(crate) async fn catch_up(&self, time: ServiceTime) {
        let is_behind = || {
            let beat_ms = self.beat_ms.load(Ordering::Acquire);
            time.now_ms().saturating_sub(beat_ms) > STALL_MS || self.is_out()
        };
        let since = Instant::now();
        while is_behind() && since.elapsed() < CATCH_UP_MAX {
            tokio::time::sleep(BEAT / 4).await;
        }
    }

    /// How long the service was down since a given time.
    pub(crate) fn since(&self, since_ms: u64) -> u64 {
        self.count(since_ms, None, None).total_ms
    }

    /// Counts the downtime since a given time for somebody who is or was connected to a node, together
    /// with another time.
    pub(crate) fn count(
        &self,
        since_ms: u64,
        node: Option<NodeId>,
        other: Option<(u64, u64)>,
    ) -> Downtime {
        let gaps = self.times.read().unwrap_or_else(PoisonError::into_inner);
        let of_nodes = self.of_nodes.read().unwrap_or_else(PoisonError::into_inner);
        let of_node = node.and_then(|node| of_nodes.get(&node));
        let mut later: Vec<(u64, u64)> = gaps
            .iter()
            .chain(of_node.into_iter().flatten())
            .chain(&other)
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
        Downtime {
            total_ms,
            until_ms: counted_until,
        }
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

/// Notes the time at which the service is alive; on disk, if it must be.
pub(crate) type NoteAlive = Box<dyn FnMut(u64, bool) + Send>;

/// Notes the time in the file beside the database.
pub(crate) fn note_in(mut file: File) -> NoteAlive {
    Box::new(move |now_ms, is_forced| beat(&mut file, now_ms, is_forced))
}

/// What happens at each heartbeat: the time is noted, and a suspension of the process is found.
pub(crate) struct Pulse {
    note: Option<NoteAlive>,
    time: ServiceTime,
    gaps: Arc<Gaps>,
    node: Option<NodeId>,
    /// Where each suspension goes, as `(from, until)`.
    stalls: mpsc::UnboundedSender<(u64, u64)>,
    last_ms: u64,
    /// When the process was last suspended.
    suspended_ms: u64,
    beat_count: u64,
}

impl Pulse {
    pub(crate) fn new(
        note: Option<NoteAlive>,
        time: ServiceTime,
        gaps: Arc<Gaps>,
        node: Option<NodeId>,
        stalls: mpsc::UnboundedSender<(u64, u64)>,
    ) -> Pulse {
        let last_ms = time.now_ms();
        gaps.beat_ms.store(last_ms, Ordering::Release);
        Pulse {
            note,
            time,
            gaps,
            node,
            stalls,
            last_ms,
            suspended_ms: last_ms,
            beat_count: 0,
        }
    }

    /// Beats once.
    pub(crate) fn beat(&mut self) {
        let now_ms = self.time.now_ms();
        let last_ms = std::mem::replace(&mut self.last_ms, now_ms);
        let paused_ms = now_ms.saturating_sub(last_ms);
        if paused_ms > STALL_MS {
            tracing::warn!(ms = paused_ms, "the process was suspended");
            let gaps = &self.gaps;
            match self.node {
                Some(node) => {
                    gaps.add_of(node, last_ms, now_ms);
                    // Whether the others were alive is not known yet.
                    gaps.is_out.store(true, Ordering::Release);
                    gaps.beat_now.notify_one();
                }
                None => {
                    gaps.add(last_ms, now_ms);
                    if !gaps.is_unstored.swap(true, Ordering::AcqRel) {
                        self.suspended_ms = last_ms;
                    }
                }
            }
            let _ = self.stalls.send((last_ms, now_ms));
        }
        self.gaps.beat_ms.store(now_ms, Ordering::Release);
        let is_forced = self.beat_count.is_multiple_of(BEATS_UNFORCED);
        self.note(now_ms, is_forced);
        self.beat_count += 1;
    }

    /// Beats for the last time, because the service stops: no clock runs from now on.
    pub(crate) fn end(mut self) {
        let now_ms = self.time.now_ms();
        self.note(now_ms, true);
    }

    fn note(&mut self, now_ms: u64, is_forced: bool) {
        // Until a suspension is stored, neither a kill nor a stop must hide it.
        let is_unstored = self.gaps.is_unstored.load(Ordering::Acquire);
        let alive_ms = if is_unstored {
            self.suspended_ms
        } else {
            now_ms
        };
        if let Some(note) = &mut self.note {
            note(alive_ms, is_forced);
        }
    }
}

/// The heartbeat thread. It ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Heartbeat {
    ended: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Heartbeat {
    /// Starts the thread.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub(crate) fn start(mut pulse: Pulse) -> std::io::Result<Heartbeat> {
        let ended = Arc::new(AtomicBool::new(false));
        let heard = Arc::clone(&ended);
        let thread = std::thread::Builder::new()
            .name("heartbeat".to_owned())
            .spawn(move || {
                while !heard.load(Ordering::Acquire) {
                    pulse.beat();
                    std::thread::sleep(BEAT);
                }
                pulse.end();
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
pub(crate) fn beat(file: &mut File, now_ms: u64, is_forced: bool) {
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
    let mut health = store.health();
    loop {
        tokio::select! {
            biased;
            _ = every.tick() => {}
            // A write that failed between two beats is an outage too, however short.
            Ok(()) = health.changed() => {
                if *health.borrow_and_update() != Health::Good {
                    gaps.is_out.store(true, Ordering::Release);
                    continue;
                }
            }
            () = stopped(&mut stopping) => break,
        }
        let now_ms = time.now_ms();
        if gaps.has_unstored(now_ms) {
            // Until it is stored, a kill must not hide it.
            continue;
        }
        let outage = gaps.is_out().then_some((last_ms, now_ms));
        let since = Instant::now();
        match gaps.watch(store.note_alive(now_ms, outage)).await {
            Ok(()) => {
                last_ms = now_ms;
                if let Some((from_ms, until_ms)) = outage {
                    gaps.add(from_ms, until_ms);
                }
                if since.elapsed() > OUTAGE {
                    // It was away until now: the rest of that time is stored with the next beat.
                    gaps.is_out.store(true, Ordering::Release);
                    every.reset_immediately();
                } else if let Some((from_ms, until_ms)) = outage {
                    tracing::warn!("the database is back");
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
    let now_ms = time.now_ms();
    if gaps.has_unstored(now_ms) {
        return;
    }
    let outage = gaps.is_out().then_some((last_ms, now_ms));
    let _ = store.note_alive(now_ms, outage).await;
}

/// The same for one of several nodes. Also keeps the clock at that of the database, and notes which
/// nodes there are; `seen` is called when that has changed.
pub(crate) async fn beat_among_nodes(
    store: Store,
    time: ServiceTime,
    gaps: Arc<Gaps>,
    nodes: Nodes,
    stalls: mpsc::UnboundedSender<(u64, u64)>,
    mut stopping: watch::Receiver<bool>,
) {
    let mut every = tokio::time::interval(BEAT_REMOTE);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            biased;
            _ = every.tick() => {}
            () = gaps.beat_now.notified() => {}
            () = stopped(&mut stopping) => break,
        }
        let was_out = gaps.is_out();
        let since = Instant::now();
        match gaps.watch(beat_once(&store, time, &gaps, &nodes)).await {
            // The database was away until now: the next beat tells for how long.
            Ok(_) if since.elapsed() > OUTAGE => every.reset_immediately(),
            Ok(has_new_gap) => {
                gaps.is_out.store(false, Ordering::Release);
                if was_out || has_new_gap {
                    let now_ms = time.now_ms();
                    let _ = stalls.send((now_ms, now_ms));
                }
            }
            Err(error) => {
                if !gaps.is_out.swap(true, Ordering::AcqRel) {
                    tracing::error!(%error, "the database cannot be written: clocks stand still");
                }
            }
        }
    }
    let _ = store.beat(time.now_ms(), NOBODY_MS).await;
}

/// Returns whether there is a new gap.
async fn beat_once(
    store: &Store,
    time: ServiceTime,
    gaps: &Gaps,
    nodes: &Nodes,
) -> Result<bool, crate::StoreError> {
    let gap_ms = if gaps.is_out() { OUTAGE_MS } else { NOBODY_MS };
    let beat = store.beat(time.now_ms(), gap_ms).await?;
    let known = {
        let times = gaps.times.read().unwrap_or_else(PoisonError::into_inner);
        times.len()
    };
    let is_new = beat.gap_count != known;
    if is_new {
        gaps.replace(store.gaps().await?);
    }
    let (since, asked_ms) = (Instant::now(), time.now_ms());
    let seen = store.nodes().await?;
    let took = since.elapsed();
    if took < ROUND_TRIP_MAX {
        let here_ms = asked_ms + took.as_millis() as u64 / 2;
        let behind_ms = seen.now_ms as i64 - here_ms as i64;
        if behind_ms.abs() > CLOCK_SLACK_MS {
            let step_ms = if behind_ms.abs() > CLOCK_JUMP_MS {
                tracing::warn!(
                    ms = behind_ms,
                    "the clock differs from that of the database"
                );
                behind_ms
            } else {
                behind_ms.clamp(-CLOCK_STEP_MS, CLOCK_STEP_MS)
            };
            time.set_by(step_ms);
        }
    }
    let is_missing = nodes.me().is_some_and(|me| !seen.nodes.contains(&me.0));
    if is_missing {
        let store = store.clone();
        crate::tasks::spawn(async move {
            if let Err(error) = store.show_up().await {
                tracing::warn!(%error, "other nodes cannot see this one");
            }
        });
    }
    for (node, from_ms) in nodes.see(&seen.nodes, time.now_ms()) {
        gaps.add_of(node, from_ms, time.now_ms());
    }
    Ok(is_new)
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

    // Fault 18.
    #[test]
    fn a_stop_right_after_a_suspension_does_not_hide_it() {
        let (noted, times) = std::sync::mpsc::channel();
        let note: NoteAlive = Box::new(move |alive_ms, _| noted.send(alive_ms).unwrap());
        let (stalls, mut stalled) = mpsc::unbounded_channel();
        let gaps = Arc::new(Gaps::default());
        let time = ServiceTime::start_at(1_000_000, 0);
        let mut pulse = Pulse::new(Some(note), time, Arc::clone(&gaps), None, stalls);
        pulse.beat();
        time.set_by(5_000);
        pulse.beat();
        pulse.end();
        let (from_ms, until_ms) = stalled.try_recv().unwrap();
        assert!(until_ms - from_ms >= 5_000);
        // The second beat and the last one say that the service was last alive before it.
        assert_eq!(times.iter().skip(1).collect::<Vec<u64>>(), [from_ms; 2]);
    }

    // Fault 87.
    #[tokio::test]
    async fn a_node_with_a_wrong_clock_keeps_to_that_of_the_database() {
        let database = yiqi_testkit::postgres::TestDatabase::new();
        let options = crate::StoreOptions {
            exclusive: false,
            node: Some(1),
            ..crate::StoreOptions::at(database.url().parse().unwrap())
        };
        let store = Store::open(&options).await.unwrap();
        let nodes = Nodes::new(NodeId(1), yiqi_bus::Bus::local());
        let gaps = Gaps::default();
        for wrong_ms in [120_000, -120_000, 40] {
            let time = ServiceTime::start_at(store.nodes().await.unwrap().now_ms, 0);
            time.set_by(wrong_ms);
            let mut off_ms = wrong_ms;
            for _ in 0..50 {
                beat_once(&store, time, &gaps, &nodes).await.unwrap();
                let now_ms = store.nodes().await.unwrap().now_ms;
                off_ms = time.now_ms() as i64 - now_ms as i64;
                if off_ms.abs() < 30 {
                    break;
                }
            }
            assert!(off_ms.abs() < 30, "{wrong_ms}: {off_ms}");
        }
        store.close().await;
    }

    // Fault 77.
    #[test]
    fn the_downtime_of_a_node_counts_for_those_who_were_connected_to_it() {
        let gaps = Gaps::new(vec![(100, 200)]);
        gaps.add_of(NodeId(7), 150, 300);
        let count = |since_ms, node| {
            let down = gaps.count(since_ms, node, None);
            (down.total_ms, down.until_ms)
        };
        assert_eq!(count(0, Some(NodeId(7))), (200, 300));
        assert_eq!(count(250, Some(NodeId(7))), (50, 300));
        assert_eq!(count(0, Some(NodeId(8))), (100, 200));
        assert_eq!(count(0, None), (100, 200));
        assert_eq!(count(500, None), (0, 500));
        let with_other = gaps.count(0, None, Some((50, 150)));
        assert_eq!(with_other.total_ms, 150);
    }
}
