//! The figures of a run: latencies and counts, and how they are shown.

use std::fmt::Write;
use std::time::Duration;

use hdrhistogram::Histogram;
use serde_json::{Map, Value, json};

/// A distribution of latencies.
#[derive(Clone, Debug)]
pub struct Latency(Histogram<u64>);

impl Default for Latency {
    fn default() -> Latency {
        // In microseconds up to ten minutes, with three significant digits.
        let histogram = Histogram::new_with_bounds(1, 600_000_000, 3);
        Latency(histogram.expect("valid bounds"))
    }
}

impl Latency {
    /// Adds one measurement.
    pub fn add(&mut self, took: Duration) {
        self.0.saturating_record(took.as_micros() as u64);
    }

    /// Adds all measurements of another distribution.
    pub fn add_all(&mut self, other: &Latency) {
        self.0.add(&other.0).expect("the same bounds");
    }

    /// The number of measurements.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.len()
    }

    /// A percentile in milliseconds.
    #[must_use]
    pub fn percentile_ms(&self, percent: f64) -> f64 {
        self.0.value_at_percentile(percent) as f64 / 1000.0
    }

    /// The maximum in milliseconds.
    #[must_use]
    pub fn max_ms(&self) -> f64 {
        self.0.max() as f64 / 1000.0
    }

    fn json(&self) -> Value {
        json!({
            "count": self.count(),
            "p50_ms": self.percentile_ms(50.0),
            "p99_ms": self.percentile_ms(99.0),
            "p999_ms": self.percentile_ms(99.9),
            "max_ms": self.max_ms(),
        })
    }
}

/// The figures of a run, in the order in which they are shown.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    latencies: Vec<(&'static str, Latency)>,
    values: Vec<(&'static str, f64)>,
    heads: &'static [&'static str],
    rows: Vec<Vec<f64>>,
    faults: Vec<String>,
    fault_count: usize,
}

impl Figures {
    /// Adds a latency.
    pub fn latency(&mut self, name: &'static str, latency: Latency) {
        self.latencies.push((name, latency));
    }

    /// Adds a value.
    pub fn value(&mut self, name: &'static str, value: f64) {
        self.values.push((name, value));
    }

    /// Sets the heads of the columns in which the run is shown over time.
    pub fn columns(&mut self, heads: &'static [&'static str]) {
        self.heads = heads;
    }

    /// Adds what was measured in one part of the run, by columns.
    pub fn row(&mut self, row: Vec<f64>) {
        self.rows.push(row);
    }

    /// Adds a fault. Only the first ones are kept as text.
    pub fn fault(&mut self, fault: String) {
        self.fault_count += 1;
        if self.faults.len() < 20 {
            self.faults.push(fault);
        }
    }

    /// A latency by name.
    #[must_use]
    pub fn get_latency(&self, name: &str) -> Option<&Latency> {
        let found = self.latencies.iter().find(|(key, _)| *key == name);
        found.map(|(_, latency)| latency)
    }

    /// A value by name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<f64> {
        let found = self.values.iter().find(|(key, _)| *key == name);
        found.map(|(_, value)| *value)
    }

    /// The faults.
    #[must_use]
    pub fn faults(&self) -> &[String] {
        &self.faults
    }

    /// All figures as one line of JSON.
    #[must_use]
    pub fn json(&self) -> String {
        let mut map = Map::new();
        for (name, latency) in &self.latencies {
            map.insert((*name).to_owned(), latency.json());
        }
        for (name, value) in &self.values {
            map.insert((*name).to_owned(), json!(value));
        }
        if !self.rows.is_empty() {
            map.insert("columns".to_owned(), json!(self.heads));
            map.insert("rows".to_owned(), json!(self.rows));
        }
        map.insert("faults".to_owned(), json!(self.fault_count));
        Value::Object(map).to_string()
    }

    /// All figures for people.
    #[must_use]
    pub fn table(&self) -> String {
        let mut text = String::new();
        for head in self.heads {
            let _ = write!(text, "{head:>12}");
        }
        for row in &self.rows {
            text.push('\n');
            for value in row {
                let _ = write!(text, "{value:>12.1}");
            }
        }
        if !self.rows.is_empty() {
            text.push_str("\n\n");
        }
        if !self.latencies.is_empty() {
            let heads = ["p50", "p99", "p99.9", "max", "count"];
            let _ = write!(text, "{:<28}", "ms");
            for head in heads {
                let _ = write!(text, "{head:>10}");
            }
            text.push('\n');
        }
        for (name, latency) in &self.latencies {
            let _ = writeln!(
                text,
                "{name:<28}{:>10.1}{:>10.1}{:>10.1}{:>10.1}{:>10}",
                latency.percentile_ms(50.0),
                latency.percentile_ms(99.0),
                latency.percentile_ms(99.9),
                latency.max_ms(),
                latency.count(),
            );
        }
        for (name, value) in &self.values {
            let _ = writeln!(text, "{name:<28}{value:>10.1}");
        }
        let _ = writeln!(text, "{:<28}{:>10}", "faults", self.fault_count);
        for fault in &self.faults {
            let _ = writeln!(text, "  {fault}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_times_are_not_clipped() {
        let mut latency = Latency::default();
        for seconds in 1..=100 {
            latency.add(Duration::from_secs(seconds));
        }
        assert!((latency.percentile_ms(50.0) - 50_000.0).abs() < 100.0);
        assert!((latency.max_ms() - 100_000.0).abs() < 200.0);
        assert_eq!(latency.count(), 100);
    }
}
