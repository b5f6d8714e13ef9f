//! Engine options.

use std::fmt;
use std::time::Duration;

use yiqi_rules::GameSpec;
use yiqi_search::{Limits, Resources, Strength};

use crate::any_engine::strength;

/// How an engine plays: a level or explicit limits, and its resources.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EngineOptions {
    /// From 1 to 20. Limits without a level mean full strength within them.
    pub level: Option<u8>,
    /// Time per move.
    pub time: Option<Duration>,
    /// Depth in plies.
    pub depth: Option<u8>,
    /// Nodes per move.
    pub nodes: Option<u64>,
    /// Search threads; 1 by default.
    pub threads: Option<usize>,
    /// Size of the transposition table in MiB.
    pub hash: Option<usize>,
}

impl EngineOptions {
    /// The default level.
    pub const LEVEL_DEFAULT: u8 = 8;
    /// The highest level.
    pub const LEVEL_MAX: u8 = 20;
    /// The maximum depth.
    pub const DEPTH_MAX: u8 = 60;
    /// The maximum number of threads.
    pub const THREADS_MAX: usize = 256;
    /// The maximum size of the transposition table in MiB.
    pub const HASH_MAX: usize = 65_536;

    /// A level.
    #[must_use]
    pub const fn level(level: u8) -> EngineOptions {
        EngineOptions {
            level: Some(level),
            time: None,
            depth: None,
            nodes: None,
            threads: None,
            hash: None,
        }
    }

    /// Whether time, depth or nodes are limited explicitly.
    #[must_use]
    pub const fn is_limited(&self) -> bool {
        self.time.is_some() || self.depth.is_some() || self.nodes.is_some()
    }

    /// The resources the engine may use besides time.
    #[must_use]
    pub fn resources(&self) -> Resources {
        let usual = Resources::default();
        Resources {
            thread_count: self.threads.unwrap_or(usual.thread_count),
            hash_mib: self.hash.unwrap_or(usual.hash_mib),
        }
    }

    /// The explicit limits only.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits {
            nodes: self.nodes,
            time: self.time,
            ..Limits::depth(self.depth.unwrap_or(Limits::OPEN.depth))
        }
    }

    /// The strength in a game. Explicit limits replace those of the level.
    #[must_use]
    pub fn strength(&self, spec: GameSpec) -> Strength {
        match self.level {
            None if self.is_limited() => Strength::full(self.limits()),
            level => {
                let own = strength(spec, level.unwrap_or(EngineOptions::LEVEL_DEFAULT));
                let limits = if self.is_limited() {
                    self.limits()
                } else {
                    own.limits
                };
                Strength { limits, ..own }
            }
        }
    }

    /// The level for book moves; `None` with explicit limits, which are for seeing what the engine
    /// itself finds.
    #[must_use]
    pub fn book_level(&self) -> Option<u8> {
        let level = self.level.unwrap_or(EngineOptions::LEVEL_DEFAULT);
        (!self.is_limited()).then_some(level)
    }

    /// Sets an option as people write it. `false` if it is unknown, out of range, or already set.
    pub(crate) fn set(&mut self, key: &str, value: &str) -> bool {
        fn put<T>(place: &mut Option<T>, value: Option<T>) -> bool {
            let fits = place.is_none() && value.is_some();
            if fits {
                *place = value;
            }
            fits
        }
        fn number<T: std::str::FromStr + PartialOrd + From<u8>>(text: &str, most: T) -> Option<T> {
            let number: T = text.parse().ok()?;
            (number >= T::from(1) && number <= most).then_some(number)
        }
        match key {
            "level" => put(&mut self.level, number(value, EngineOptions::LEVEL_MAX)),
            "time" => put(&mut self.time, parse_time(value)),
            "depth" => put(&mut self.depth, number(value, EngineOptions::DEPTH_MAX)),
            "nodes" => put(&mut self.nodes, number(value, u64::MAX)),
            "threads" => put(&mut self.threads, number(value, EngineOptions::THREADS_MAX)),
            "hash" => put(&mut self.hash, number(value, EngineOptions::HASH_MAX)),
            _ => false,
        }
    }
}

/// Parses a time above zero.
pub(crate) fn parse_time(text: &str) -> Option<Duration> {
    let duration: yiqi_record::Duration = text.parse().ok()?;
    (duration.0 > 0).then(|| Duration::from_millis(duration.0))
}

impl fmt::Display for EngineOptions {
    /// The options as in a player's spec: `level=8,threads=2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = self.time.map(|time| {
            let ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
            yiqi_record::Duration(ms).to_string()
        });
        let options = [
            ("level", self.level.map(|level| level.to_string())),
            ("time", time),
            ("depth", self.depth.map(|depth| depth.to_string())),
            ("nodes", self.nodes.map(|nodes| nodes.to_string())),
            ("threads", self.threads.map(|threads| threads.to_string())),
            ("hash", self.hash.map(|hash| hash.to_string())),
        ];
        let mut separator = "";
        for (key, value) in options {
            if let Some(value) = value {
                write!(f, "{separator}{key}={value}")?;
                separator = ",";
            }
        }
        Ok(())
    }
}
