//! Metrics for Prometheus.

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

use crate::thinking::Class;

/// The counters and gauges.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    pub(crate) moves: Counter,
    pub(crate) sockets: Gauge,
    pub(crate) tables_open: Gauge,
    pub(crate) tables_failed: Counter,
    pub(crate) sockets_dropped: Counter,
    pub(crate) refusals: Counter,
    pub(crate) connections_refused: Counter,
    /// Those of them with the code `busy`.
    pub(crate) refusals_busy: Counter,
    pub(crate) thinking: ThinkingMetrics,
}

/// Gauges of the threads on which programs think.
#[derive(Clone, Debug, Default)]
pub(crate) struct ThinkingMetrics {
    /// Waiting jobs by class.
    pub(crate) waiting: [Gauge; Class::ALL.len()],
    /// Threads with a job.
    pub(crate) busy: Gauge,
    /// Engine memory on loan, in MiB.
    pub(crate) lent_mib: Gauge,
    /// Engine memory kept for the next turn, in MiB.
    pub(crate) kept_mib: Gauge,
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
            "engine_memory_lent_mib",
            "Engine memory in use",
            metrics.lent_mib.clone(),
        );
        registry.register(
            "engine_memory_kept_mib",
            "Engine memory kept for the next turn",
            metrics.kept_mib.clone(),
        );
        metrics
    }
}

impl Metrics {
    pub(crate) fn new() -> Metrics {
        let mut registry = Registry::with_prefix("yiqi");
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
        let refusals = Counter::default();
        registry.register("refusals", "Denied requests", refusals.clone());
        let refusals_busy = Counter::default();
        registry.register(
            "refusals_busy",
            "Requests denied because too much work waits",
            refusals_busy.clone(),
        );
        let thinking = ThinkingMetrics::new(&mut registry);
        let connections_refused = Counter::default();
        registry.register(
            "connections_refused",
            "Connections closed at once because there were too many",
            connections_refused.clone(),
        );
        Metrics {
            registry,
            connections_refused,
            moves,
            sockets,
            tables_open,
            tables_failed,
            sockets_dropped,
            refusals,
            refusals_busy,
            thinking,
        }
    }

    /// All metrics in the OpenMetrics text format.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        // Writing into a string does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
