//! The security log: attacks and what changes who may log in, under the target `yiqi::security`.
//!
//! Lines have no secrets. Each kind of event is logged a few times a minute; of more events only
//! the number is logged, so that an attacker cannot fill the disk.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::metrics::CounterByLabel;

/// How many events of one kind are logged within [`WINDOW`].
const LOGGED_MAX: u32 = 10;

/// See [`LOGGED_MAX`].
const WINDOW: Duration = Duration::from_secs(60);

/// The target of all lines.
const TARGET: &str = "yiqi::security";

/// An event of the security log.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SecurityEvent<'a> {
    /// What happened: `failed_login`, or the code of a refusal.
    pub(crate) kind: &'static str,
    /// Where the request came from.
    pub(crate) address: Option<IpAddr>,
    /// The public id of the account concerned.
    pub(crate) person: Option<&'a str>,
    /// The name of the account concerned. Never a name that does not exist: people type their
    /// password there by mistake.
    pub(crate) name: Option<&'a str>,
}

/// The security log.
#[derive(Clone, Debug, Default)]
pub(crate) struct SecurityLog {
    windows: Arc<Mutex<HashMap<&'static str, Window>>>,
    events: CounterByLabel,
}

/// Events of one kind since a given time.
#[derive(Debug)]
struct Window {
    since: Instant,
    logged: u32,
    skipped: u64,
}

impl SecurityLog {
    /// All events by kind, also those that were not logged.
    pub(crate) fn events(&self) -> &CounterByLabel {
        &self.events
    }

    /// Logs an event, unless there were too many of its kind.
    pub(crate) fn note(&self, event: SecurityEvent<'_>) {
        self.events.get_or_create(&[("kind", event.kind)]).inc();
        if !self.is_due(event.kind, Instant::now()) {
            return;
        }
        let SecurityEvent {
            kind,
            address,
            person,
            name,
        } = event;
        tracing::warn!(
            target: TARGET,
            kind,
            address = address.map(tracing::field::display),
            person,
            // Escaped.
            name = name.map(tracing::field::debug),
        );
    }

    /// Counts an event and returns whether to log it.
    fn is_due(&self, kind: &'static str, now: Instant) -> bool {
        let mut windows = self.windows.lock().unwrap_or_else(PoisonError::into_inner);
        let window = windows.entry(kind).or_insert(Window {
            since: now,
            logged: 0,
            skipped: 0,
        });
        if now.duration_since(window.since) >= WINDOW {
            window.end(kind, now);
        }
        if window.logged < LOGGED_MAX {
            window.logged += 1;
            return true;
        }
        window.skipped += 1;
        false
    }

    /// Logs how many events were skipped; called periodically.
    pub(crate) fn sweep(&self, now: Instant) {
        let mut windows = self.windows.lock().unwrap_or_else(PoisonError::into_inner);
        windows.retain(|kind, window| {
            let is_over = now.duration_since(window.since) >= WINDOW;
            if is_over {
                window.end(kind, now);
            }
            !is_over
        });
    }
}

impl Window {
    /// Logs how many events were skipped, and begins the next window.
    fn end(&mut self, kind: &'static str, now: Instant) {
        if self.skipped > 0 {
            tracing::warn!(target: TARGET, kind, more = self.skipped, "not logged one by one");
        }
        *self = Window {
            since: now,
            logged: 0,
            skipped: 0,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Fault 75.
    #[test]
    fn a_flood_of_security_events_is_counted_instead_of_logged() {
        let log = SecurityLog::default();
        let start = Instant::now();
        let due = |now: Instant| {
            (0..1_000)
                .filter(|_| log.is_due("failed_login", now))
                .count()
        };
        assert_eq!(due(start), LOGGED_MAX as usize);
        assert!(log.is_due("too_fast", start), "other kinds are logged");
        let skipped = || {
            let windows = log.windows.lock().unwrap();
            windows.get("failed_login").map(|window| window.skipped)
        };
        assert_eq!(skipped(), Some(990));
        log.sweep(start + WINDOW / 2);
        assert_eq!(skipped(), Some(990), "its minute is not over");
        log.sweep(start + WINDOW);
        assert_eq!(skipped(), None);
        assert_eq!(due(start + WINDOW), LOGGED_MAX as usize);
        // A new minute begins without a sweep too.
        assert_eq!(due(start + 2 * WINDOW), LOGGED_MAX as usize);
    }
}
