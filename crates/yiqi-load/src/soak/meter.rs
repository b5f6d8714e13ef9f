//! What a server uses over time, and whether that grows.
//!
//! A *life* is the time between a start of the server and the next kill. What it uses in the first
//! half of a life is warm-up: caches fill, clients come back, all games are checked. The second half
//! is judged in two ways: the same ages in the second and in the last whole life, and its own two
//! halves, as the median of all lives. Growth by more than [`GROWTH_MAX`] is a fault. The first life
//! is not compared with others: it began with an empty database and had no games to reopen.

use std::cell::RefCell;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::server::{Running, ServerPlan, Usage};
use crate::trio::Tally;
use crate::{Figures, Latency, LoadError};

/// By how much usage may grow.
const GROWTH_MAX: f64 = 0.05;

/// A life shorter than this is all warm-up, and growth is not judged.
const LIFE_MIN: Duration = Duration::from_secs(240);

/// How often usage is measured in a life.
const SAMPLES: u32 = 60;

/// How many samples make a row.
const SAMPLES_IN_ROW: usize = 12;

/// The shortest time between two samples.
const INTERVAL_MIN: Duration = Duration::from_millis(250);

/// The columns of the table.
const COLUMNS: &[&str] = &[
    "minute", "age, min", "MiB", "fds", "threads", "db MiB", "WAL MiB", "moves/s", "ack p50",
    "ack p99", "ack max",
];

/// One measurement.
#[derive(Clone, Copy, Debug)]
struct Sample {
    /// Since the run began.
    at: Duration,
    /// Since the server was started.
    age: Duration,
    usage: Usage,
    database_bytes: u64,
    wal_bytes: u64,
}

/// Measures a server now and then.
pub(super) struct Meter {
    begin: Instant,
    life: Duration,
    interval: Duration,
    database: PathBuf,
    /// The samples of each life.
    lives: Vec<Vec<Sample>>,
    rows: Vec<Vec<f64>>,
    ack: Latency,
}

impl Meter {
    pub(super) fn new(begin: Instant, life: Duration, plan: &ServerPlan) -> Meter {
        Meter {
            begin,
            life,
            interval: (life / SAMPLES).max(INTERVAL_MIN),
            database: plan.database(),
            lives: Vec::new(),
            rows: Vec::new(),
            ack: Latency::default(),
        }
    }

    /// Measures a server until then.
    ///
    /// # Errors
    /// If it ends by itself.
    pub(super) async fn watch(
        &mut self,
        server: &mut Running,
        until: Instant,
        tally: &RefCell<Tally>,
    ) -> Result<(), LoadError> {
        let mut life = Vec::new();
        let mut row_begin = Instant::now();
        let mut due = row_begin + self.interval;
        while due < until {
            tokio::time::sleep_until(due.into()).await;
            due += self.interval;
            if server.has_ended()? {
                return Err(LoadError::Broken("the server ended by itself".to_owned()));
            }
            life.push(self.sample(server));
            if life.len().is_multiple_of(SAMPLES_IN_ROW) {
                let ack = std::mem::take(&mut tally.borrow_mut().ack);
                let samples = &life[life.len() - SAMPLES_IN_ROW..];
                self.rows.push(row(samples, &ack, row_begin.elapsed()));
                self.ack.add_all(&ack);
                row_begin = Instant::now();
            }
        }
        tokio::time::sleep_until(until.into()).await;
        self.ack
            .add_all(&std::mem::take(&mut tally.borrow_mut().ack));
        self.lives.push(life);
        Ok(())
    }

    fn sample(&self, server: &Running) -> Sample {
        let bytes = |suffix: &str| {
            let mut path = self.database.clone().into_os_string();
            path.push(suffix);
            std::fs::metadata(path).map_or(0, |metadata| metadata.len())
        };
        Sample {
            at: self.begin.elapsed(),
            age: server.ready.elapsed(),
            usage: Usage::of(server.pid()),
            database_bytes: bytes(""),
            wal_bytes: bytes("-wal"),
        }
    }

    /// Adds the rows, and all latencies to `ack`.
    pub(super) fn show(&self, figures: &mut Figures, ack: &mut Latency) {
        figures.columns(COLUMNS);
        for row in &self.rows {
            figures.row(row.clone());
        }
        ack.add_all(&self.ack);
    }

    /// Adds how much usage grew, and whether that is too much.
    pub(super) fn judge(&self, figures: &mut Figures) {
        if self.life < LIFE_MIN {
            return;
        }
        let whole: Vec<&[Sample]> = self
            .lives
            .iter()
            .map(|life| warm(life, self.life))
            .filter(|warm| {
                warm.last()
                    .is_some_and(|last| last.age > self.life.mul_f64(0.9))
            })
            .collect();
        for [kind, across, within] in KINDS {
            let value = |sample: &Sample| match *kind {
                "memory" => sample.usage.rss_kib as f64,
                "descriptors" => sample.usage.descriptors as f64,
                _ => sample.usage.threads as f64,
            };
            let mut judge = |name: &'static str, growth: f64| {
                figures.value(name, growth * 100.0);
                if growth > GROWTH_MAX {
                    figures.fault(format!("{name}: {:.1}", growth * 100.0));
                }
            };
            if let [_, second, .., _] = whole[..] {
                judge(across, trend(&whole[1..], value) / median_of(second, value));
            }
            let within_lives = whole
                .iter()
                .map(|warm| {
                    let (before, after) = warm.split_at(warm.len() / 2);
                    growth(before, after, value)
                })
                .collect();
            if !whole.is_empty() {
                judge(within, median(within_lives));
            }
        }
    }
}

/// What is judged, and the names of its figures.
const KINDS: &[[&str; 3]] = &[
    [
        "memory",
        "memory, second life to last, %",
        "memory, within a life, %",
    ],
    [
        "descriptors",
        "fds, second life to last, %",
        "fds, within a life, %",
    ],
    [
        "threads",
        "threads, second life to last, %",
        "threads, within a life, %",
    ],
];

/// The samples of the second half of a life.
fn warm(samples: &[Sample], life: Duration) -> &[Sample] {
    let cold = samples
        .iter()
        .take_while(|sample| sample.age < life / 2)
        .count();
    &samples[cold..]
}

/// By how much the median grew from one list to another.
fn growth(before: &[Sample], after: &[Sample], value: impl Fn(&Sample) -> f64 + Copy) -> f64 {
    median_of(after, value) / median_of(before, value) - 1.0
}

/// By how much the median grew from the first list to the last, judged by the median of the slopes
/// between any two: single lists that are higher or lower than their neighbors do not matter.
fn trend(lives: &[&[Sample]], value: impl Fn(&Sample) -> f64 + Copy) -> f64 {
    let medians: Vec<f64> = lives.iter().map(|life| median_of(life, value)).collect();
    let slopes = (0..medians.len())
        .flat_map(|late| (0..late).map(move |early| (early, late)))
        .map(|(early, late)| (medians[late] - medians[early]) / (late - early) as f64)
        .collect();
    median(slopes) * medians.len().saturating_sub(1) as f64
}

fn median_of(samples: &[Sample], value: impl Fn(&Sample) -> f64) -> f64 {
    median(samples.iter().map(value).collect())
}

/// The median; 0 of nothing.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

fn row(samples: &[Sample], ack: &Latency, time: Duration) -> Vec<f64> {
    let mib = |bytes: u64| bytes as f64 / (1024.0 * 1024.0);
    let of = |value: fn(&Sample) -> f64| median(samples.iter().map(value).collect());
    let last = samples.last();
    let minutes = |time: Option<Duration>| time.unwrap_or_default().as_secs_f64() / 60.0;
    vec![
        minutes(last.map(|sample| sample.at)),
        minutes(last.map(|sample| sample.age)),
        of(|sample| sample.usage.rss_kib as f64) / 1024.0,
        of(|sample| sample.usage.descriptors as f64),
        of(|sample| sample.usage.threads as f64),
        mib(last.map_or(0, |sample| sample.database_bytes)),
        mib(last.map_or(0, |sample| sample.wal_bytes)),
        ack.count() as f64 / time.as_secs_f64(),
        ack.percentile_ms(50.0),
        ack.percentile_ms(99.0),
        ack.max_ms(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Judges lives of ten minutes in which a server uses what `kib` says at an age.
    fn judged(lives: usize, kib: impl Fn(usize, u64) -> u64) -> Figures {
        let life = |number| {
            (1..60)
                .map(|tick| Sample {
                    at: Duration::ZERO,
                    age: Duration::from_secs(tick * 10),
                    usage: Usage {
                        rss_kib: kib(number, tick * 10),
                        cpu_ms: 0,
                        descriptors: 900,
                        threads: 9,
                    },
                    database_bytes: 0,
                    wal_bytes: 0,
                })
                .collect()
        };
        let meter = Meter {
            begin: Instant::now(),
            life: Duration::from_secs(600),
            interval: Duration::from_secs(10),
            database: PathBuf::new(),
            lives: (0..lives).map(life).collect(),
            rows: Vec::new(),
            ack: Latency::default(),
        };
        let mut figures = Figures::default();
        meter.judge(&mut figures);
        figures
    }

    // Fault 16.
    #[test]
    fn memory_that_grows_within_a_life_or_from_life_to_life_is_a_fault() {
        let flat = judged(6, |_, age| 50_000 + 20_000 * age.min(200) / 200);
        assert!(flat.faults().is_empty(), "{}", flat.table());
        assert_eq!(flat.get("memory, within a life, %"), Some(0.0));
        let leak = judged(6, |_, age| 50_000 + 100 * age);
        assert_eq!(leak.faults().len(), 1, "{}", leak.table());
        let creep = judged(6, |life, _| 50_000 + 1_000 * life as u64);
        assert_eq!(creep.faults().len(), 1, "{}", creep.table());
        // 16 MiB more or less, as engines happen to think.
        let uneven = judged(7, |life, _| {
            [170_000, 208_000, 256_000, 210_000, 246_000, 209_000][life % 6]
        });
        assert!(uneven.faults().is_empty(), "{}", uneven.table());
        let reopened = judged(6, |life, _| if life == 0 { 50_000 } else { 70_000 });
        assert!(reopened.faults().is_empty(), "{}", reopened.table());
    }

    #[test]
    fn short_lives_are_not_judged() {
        let mut figures = Figures::default();
        let mut meter = Meter::new(
            Instant::now(),
            Duration::from_secs(5),
            &ServerPlan::new("yiqi".as_ref(), "".as_ref()),
        );
        meter.lives.push(Vec::new());
        meter.judge(&mut figures);
        assert!(figures.get("memory, within a life, %").is_none());
    }
}
