//! Metrics for Prometheus.

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

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
        Metrics {
            registry,
            moves,
            sockets,
            tables_open,
            tables_failed,
            sockets_dropped,
            refusals,
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
