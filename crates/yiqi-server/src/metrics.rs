//! Metrics for Prometheus. `docs/serving.md` lists them.

mod system;

use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use crate::Store;
use crate::limits::RateLimits;
use crate::security::SecurityLog;
use crate::thinking::Class;
use crate::tls::Tls;
use system::SystemMetrics;

/// Counters by one label. All values of the label are constants of the program, so that nobody can
/// add many.
pub(crate) type CounterByLabel = Family<[(&'static str, &'static str); 1], Counter>;

/// Upper bounds of latency buckets, in seconds.
const LATENCY_BUCKETS: [f64; 13] = [
    0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0,
];

/// A histogram of durations in seconds.
pub(crate) fn latency_histogram() -> Histogram {
    Histogram::new(LATENCY_BUCKETS)
}

/// The metrics.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    pub(crate) moves: Counter,
    pub(crate) sockets: Gauge,
    pub(crate) tables_open: Gauge,
    pub(crate) tables_failed: Counter,
    pub(crate) sockets_dropped: Counter,
    pub(crate) connections_refused: Counter,
    /// Notices of other nodes that could not be read.
    pub(crate) notices_bad: Counter,
    /// How many nodes there are.
    pub(crate) nodes: Gauge,
    /// Whether the bus can be reached.
    pub(crate) bus_up: Gauge,
    /// Workers on other machines, and their threads.
    workers: [Gauge; 2],
    refusals: CounterByLabel,
    command_latency: Histogram,
    pub(crate) thinking: ThinkingMetrics,
}

/// Gauges of the threads on which programs think.
#[derive(Clone, Debug, Default)]
pub(crate) struct ThinkingMetrics {
    /// Waiting jobs by class.
    pub(crate) waiting: [Gauge; Class::ALL.len()],
    /// Threads with a job.
    pub(crate) busy: Gauge,
    /// Engine memory on loan.
    pub(crate) lent_bytes: Gauge,
    /// Engine memory kept for the next turn.
    pub(crate) kept_bytes: Gauge,
}

impl ThinkingMetrics {
    fn new(registry: &mut Registry) -> ThinkingMetrics {
        let by_class = Family::<[(&str, &str); 1], Gauge>::default();
        let waiting =
            Class::ALL.map(|class| by_class.get_or_create_owned(&[("class", class.name())]));
        let metrics = ThinkingMetrics {
            waiting,
            ..ThinkingMetrics::default()
        };
        registry.register("thinking_waiting", "Jobs that wait for a thread", by_class);
        registry.register("thinkers_busy", "Threads with a job", metrics.busy.clone());
        registry.register(
            "engine_memory_lent_bytes",
            "Engine memory in use",
            metrics.lent_bytes.clone(),
        );
        registry.register(
            "engine_memory_kept_bytes",
            "Engine memory kept for the next turn",
            metrics.kept_bytes.clone(),
        );
        metrics
    }
}

impl Metrics {
    pub(crate) fn new(
        store: &Store,
        limits: &RateLimits,
        security: &SecurityLog,
        tls: Option<Tls>,
    ) -> Metrics {
        let mut all = Registry::default();
        let registry = all.sub_registry_with_prefix("yiqi");
        let moves = Counter::default();
        registry.register("moves", "Moves stored and applied", moves.clone());
        let sockets = Gauge::default();
        registry.register("sockets", "Open sockets", sockets.clone());
        let tables_open = Gauge::default();
        registry.register("tables_open", "Tables in memory", tables_open.clone());
        let tables_failed = Counter::default();
        registry.register(
            "tables_failed",
            "Tables that panicked",
            tables_failed.clone(),
        );
        let sockets_dropped = Counter::default();
        registry.register(
            "sockets_dropped",
            "Sockets closed because the client was too slow or silent",
            sockets_dropped.clone(),
        );
        let notices_bad = Counter::default();
        registry.register(
            "notices_bad",
            "Notices of other nodes that could not be read",
            notices_bad.clone(),
        );
        let nodes = Gauge::default();
        nodes.set(1);
        registry.register("nodes", "Servers that share the database", nodes.clone());
        let bus_up = Gauge::default();
        registry.register(
            "bus_up",
            "Whether the bus between servers can be reached",
            bus_up.clone(),
        );
        let workers = [Gauge::default(), Gauge::default()];
        let [count, threads] = workers.clone();
        registry.register("workers", "Workers on other machines", count);
        registry.register("worker_threads", "Jobs that they can do at once", threads);
        let refusals = CounterByLabel::default();
        registry.register("refusals", "Denied requests by code", refusals.clone());
        registry.register(
            "security_events",
            "Events of the security log by kind",
            security.events().clone(),
        );
        let connections_refused = Counter::default();
        registry.register(
            "connections_refused",
            "Connections closed at once because there were too many",
            connections_refused.clone(),
        );
        let command_latency = latency_histogram();
        registry.register(
            "command_latency_seconds",
            "Time from receiving a command to its acknowledgment",
            command_latency.clone(),
        );
        let thinking = ThinkingMetrics::new(registry);
        store.register_metrics(registry);
        let system = SystemMetrics::new(store.clone(), limits.clone(), tls);
        all.register_collector(Box::new(system));
        Metrics {
            registry: all,
            connections_refused,
            notices_bad,
            nodes,
            bus_up,
            workers,
            moves,
            sockets,
            tables_open,
            tables_failed,
            sockets_dropped,
            refusals,
            command_latency,
            thinking,
        }
    }

    /// Counts a denied request.
    pub(crate) fn refused(&self, code: &'static str) {
        self.refusals.get_or_create(&[("code", code)]).inc();
    }

    /// Notes how many workers there are, and how many threads they have.
    pub(crate) fn has_workers(&self, counts: (usize, usize)) {
        for (gauge, count) in self.workers.iter().zip([counts.0, counts.1]) {
            gauge.set(i64::try_from(count).unwrap_or(i64::MAX));
        }
    }

    /// Notes how long an acknowledged command took.
    pub(crate) fn acknowledged(&self, took: Duration) {
        self.command_latency.observe(took.as_secs_f64());
    }

    /// All metrics in the OpenMetrics text format. Reads files, so it blocks.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        // Writing into a string does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::StoreOptions;
    use crate::limits::LimitOptions;
    use crate::security::SecurityEvent;

    async fn metrics(folder: &tempfile::TempDir) -> Metrics {
        let options = StoreOptions::new(folder.path().join("yiqi.db"));
        let store = Store::open(&options).await.unwrap();
        let limits = RateLimits::new(LimitOptions::default());
        let security = SecurityLog::default();
        let (tls, _) = Tls::open(&crate::tls::tests::options(folder.path())).unwrap();
        let metrics = Metrics::new(&store, &limits, &security, Some(tls));
        // Counters by label appear with their first value.
        metrics.refused("too_fast");
        security.note(SecurityEvent::default());
        metrics
    }

    /// The names under which Prometheus stores the metrics; of a histogram the common beginning.
    fn names(text: &str) -> BTreeSet<String> {
        text.lines()
            .filter_map(|line| line.strip_prefix("# TYPE "))
            .map(|line| match line.split_once(' ') {
                Some((name, "counter")) => format!("{name}_total"),
                Some((name, _)) => name.to_owned(),
                None => panic!("{line}"),
            })
            .collect()
    }

    #[tokio::test]
    async fn the_documentation_lists_every_metric() {
        let folder = tempfile::tempdir().unwrap();
        let text = metrics(&folder).await.text();
        let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/serving.md");
        let document = std::fs::read_to_string(document).unwrap();
        let listed: BTreeSet<String> = document
            .lines()
            .filter_map(|line| line.strip_prefix("| `"))
            .filter_map(|row| row.split(['`', '{']).next())
            .filter(|name| name.starts_with("yiqi_") || name.starts_with("process_"))
            .map(str::to_owned)
            .collect();
        assert_eq!(names(&text), listed);
    }

    #[tokio::test]
    async fn every_metric_has_an_explanation() {
        let folder = tempfile::tempdir().unwrap();
        let text = metrics(&folder).await.text();
        let count = |start: &str| text.lines().filter(|line| line.starts_with(start)).count();
        assert!(count("# TYPE ") > 15, "{text}");
        assert_eq!(count("# TYPE "), count("# HELP "));
        assert!(text.ends_with("# EOF\n"), "{text}");
    }
}
