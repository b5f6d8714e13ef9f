//! What happened, as the clients and the world saw it.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;

/// What somebody saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// A client was connected to a table at a machine.
    Connected {
        /// The machine.
        machine: usize,
        /// The table.
        table: String,
        /// After how many entries it resumes.
        after: usize,
    },
    /// A client was told entries.
    Entries {
        /// The table.
        table: String,
        /// The number of the first.
        from: usize,
        /// The entries as JSON.
        bodies: Vec<String>,
    },
    /// A client sent a command.
    Sent {
        /// The table.
        table: String,
        /// The id of the command.
        id: String,
        /// The command.
        command: String,
    },
    /// A command was acknowledged.
    Acked {
        /// The id of the command.
        id: String,
        /// The number of its first entry.
        number: usize,
    },
    /// A command was refused.
    Refused {
        /// The id of the command.
        id: String,
        /// Why.
        code: String,
    },
    /// A connection ended.
    Closed {
        /// The code, if it was closed and not cut.
        code: Option<u16>,
    },
    /// Something else.
    Note(String),
}

/// What happened.
#[derive(Debug)]
pub struct History {
    since: Instant,
    /// Who saw what, and when. Clients are counted from 0.
    pub events: Vec<(Duration, Option<usize>, Seen)>,
    /// How often each fault was made.
    pub faults: BTreeMap<&'static str, u64>,
    /// What must not happen.
    pub violations: Vec<String>,
    hash: u64,
    is_loud: bool,
}

impl History {
    /// Nothing has happened.
    #[must_use]
    pub(crate) fn new(is_loud: bool) -> History {
        History {
            since: Instant::now(),
            events: Vec::new(),
            faults: BTreeMap::new(),
            violations: Vec::new(),
            hash: 0xcbf2_9ce4_8422_2325,
            is_loud,
        }
    }

    /// The time since the beginning.
    pub(crate) fn now(&self) -> Duration {
        self.since.elapsed()
    }

    /// Notes what a client saw.
    pub(crate) fn saw(&mut self, who: usize, seen: Seen) {
        self.push(Some(who), seen);
    }

    /// Notes what the world did.
    pub(crate) fn note(&mut self, text: impl Into<String>) {
        self.push(None, Seen::Note(text.into()));
    }

    /// Counts a fault.
    pub(crate) fn fault(&mut self, kind: &'static str) {
        *self.faults.entry(kind).or_default() += 1;
        self.mix(kind.as_bytes());
    }

    /// Notes what must not happen.
    pub(crate) fn violation(&mut self, text: String) {
        let at = self.now();
        self.note(format!("VIOLATION {text}"));
        self.violations.push(format!("{at:?}: {text}"));
    }

    fn push(&mut self, who: Option<usize>, seen: Seen) {
        let at = self.now();
        let line = format!("{at:?} {who:?} {seen:?}");
        self.mix(line.as_bytes());
        if self.is_loud {
            loud(at, who, &seen);
        }
        self.events.push((at, who, seen));
    }

    /// Takes something into the hash of everything that happened.
    pub(crate) fn mix(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// The hash of everything that happened.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }
}

#[expect(
    clippy::print_stdout,
    reason = "whoever replays a seed wants to read this"
)]
fn loud(at: Duration, who: Option<usize>, seen: &Seen) {
    let who = who.map_or_else(|| "world".to_owned(), |who| format!("person {who}"));
    println!("{:>8} ms  {who:<9} {seen:?}", at.as_millis());
}
