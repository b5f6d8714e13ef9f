//! How strong a cage is.

use std::fmt;

/// What a cage consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    /// Its own session and process group; the environment and open files of the host are closed to
    /// it.
    Session,
    /// Ended as a whole: nothing that it started stays behind.
    Whole,
    /// Limits of processor time, file size and open files.
    Limits,
    /// A limit of the memory of all its processes together.
    Memory,
    /// A limit of the number of its processes.
    Processes,
    /// It can read and write only what it needs.
    Files,
    /// A limit of what it writes to its temporary folder.
    Disk,
    /// It reaches no network.
    Network,
    /// It cannot signal or see other processes.
    Signals,
    /// Dangerous system calls are refused.
    Calls,
    /// It has no privileges and cannot gain any.
    Privileges,
}

impl Layer {
    /// Every layer.
    pub const ALL: [Layer; 11] = [
        Layer::Session,
        Layer::Whole,
        Layer::Limits,
        Layer::Memory,
        Layer::Processes,
        Layer::Files,
        Layer::Disk,
        Layer::Network,
        Layer::Signals,
        Layer::Calls,
        Layer::Privileges,
    ];

    /// A word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Layer::Session => "session",
            Layer::Whole => "whole",
            Layer::Limits => "limits",
            Layer::Memory => "memory",
            Layer::Processes => "processes",
            Layer::Files => "files",
            Layer::Disk => "disk",
            Layer::Network => "network",
            Layer::Signals => "signals",
            Layer::Calls => "calls",
            Layer::Privileges => "privileges",
        }
    }

    fn named(name: &str) -> Option<Layer> {
        Layer::ALL.into_iter().find(|layer| layer.name() == name)
    }
}

/// The layers of the cage around a running program, as they were put up, not as they were wished
/// for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CageReport {
    /// The layers that are there, each with the means: `Landlock`, `cgroup v2`.
    layers: Vec<(Layer, String)>,
}

impl CageReport {
    /// The means of a layer; `None` if this machine does not offer it.
    #[must_use]
    pub fn means(&self, layer: Layer) -> Option<&str> {
        let found = self.layers.iter().find(|(known, _)| *known == layer);
        found.map(|(_, means)| means.as_str())
    }

    /// Whether a layer is there.
    #[must_use]
    pub fn has(&self, layer: Layer) -> bool {
        self.means(layer).is_some()
    }

    /// The layers that are missing.
    pub fn missing(&self) -> impl Iterator<Item = Layer> + '_ {
        Layer::ALL.into_iter().filter(|layer| !self.has(*layer))
    }

    /// Adds a means to a layer.
    pub(crate) fn add(&mut self, layer: Layer, means: impl Into<String>) {
        let means = means.into();
        match self.layers.iter_mut().find(|(known, _)| *known == layer) {
            Some((_, all)) => {
                all.push_str(", ");
                all.push_str(&means);
            }
            None => self.layers.push((layer, means)),
        }
    }

    /// Reads what [`fmt::Display`] writes; other lines are skipped.
    pub(crate) fn of_text(text: &str) -> CageReport {
        let mut report = CageReport::default();
        for line in text.lines() {
            if let Some((name, means)) = line.split_once('\t')
                && let Some(layer) = Layer::named(name)
            {
                report.add(layer, means);
            }
        }
        report
    }
}

impl fmt::Display for CageReport {
    /// One line per layer: its name, a tab, the means.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (layer, means) in &self.layers {
            writeln!(f, "{}\t{means}", layer.name())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_reads_what_it_writes_and_names_what_is_missing() {
        let mut report = CageReport::default();
        report.add(Layer::Network, "network namespace");
        report.add(Layer::Network, "seccomp");
        report.add(Layer::Files, "Landlock");
        let again = CageReport::of_text(&format!("{report}failed\tno such file\n"));
        assert_eq!(again, report);
        assert_eq!(
            again.means(Layer::Network),
            Some("network namespace, seccomp")
        );
        assert!(!again.has(Layer::Memory));
        assert_eq!(again.missing().count(), Layer::ALL.len() - 2);
    }
}
