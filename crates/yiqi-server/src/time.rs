//! The service's clock.
//!
//! Milliseconds since 1970, read once from the wall clock at the start and then counted by the
//! monotonic clock: setting the machine's clock does not affect games. Several nodes keep to the
//! clock of the database they share.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

/// The service's clock.
#[derive(Clone, Copy, Debug)]
pub struct ServiceTime {
    anchor_ms: u64,
    anchor: Instant,
    /// How far it was set since.
    set_ms: &'static AtomicI64,
}

impl ServiceTime {
    /// Starts the clock at `not_before_ms` or later, so that time never goes back, even if the
    /// machine's clock was set back while the service was down.
    #[must_use]
    pub fn start(not_before_ms: u64) -> ServiceTime {
        ServiceTime::start_at(ServiceTime::wall_ms(), not_before_ms)
    }

    /// As [`ServiceTime::start`], with a wall clock other than that of this machine.
    pub(crate) fn start_at(wall_ms: u64, not_before_ms: u64) -> ServiceTime {
        ServiceTime {
            anchor_ms: wall_ms.max(not_before_ms),
            anchor: Instant::now(),
            // A service has one clock, and whoever reads it has a copy of this.
            set_ms: Box::leak(Box::default()),
        }
    }

    /// Sets the clock forward or back. In small steps only: time goes back by as much.
    pub(crate) fn set_by(&self, ms: i64) {
        self.set_ms.fetch_add(ms, Ordering::Relaxed);
    }

    /// What the machine's clock shows.
    pub(crate) fn wall_ms() -> u64 {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| since.as_millis() as u64)
    }

    /// The current time.
    #[must_use]
    pub fn now_ms(&self) -> u64 {
        self.at(Instant::now())
    }

    /// The service time at an instant after the start.
    #[must_use]
    pub fn at(&self, moment: Instant) -> u64 {
        let since = moment.saturating_duration_since(self.anchor);
        (self.anchor_ms + since.as_millis() as u64)
            .saturating_add_signed(self.set_ms.load(Ordering::Relaxed))
    }

    /// The instant at which the clock shows this time.
    #[must_use]
    pub fn moment(&self, at_ms: u64) -> Instant {
        let set_ms = self.set_ms.load(Ordering::Relaxed);
        let since_ms = at_ms
            .saturating_add_signed(-set_ms)
            .saturating_sub(self.anchor_ms);
        // Longer than anybody waits; an `Instant` has a limited range.
        let capped_ms = since_ms.min(1_000 * 60 * 60 * 24 * 365);
        self.anchor + std::time::Duration::from_millis(capped_ms)
    }
}

/// The date of a time in UTC, as records have it: `2026-11-15`.
pub(crate) fn date_of(at_ms: u64) -> String {
    const DAY_MS: u64 = 24 * 60 * 60 * 1_000;
    let mut day = at_ms / DAY_MS;
    let mut year = 1970;
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let days_of = |year| if is_leap(year) { 366 } else { 365 };
    while day >= days_of(year) {
        day -= days_of(year);
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let mut month = 1;
    for days in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if day < days {
            break;
        }
        day -= days;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", day + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_its_date_in_every_month_and_in_leap_years() {
        let day = |days: u64| date_of(days * 24 * 60 * 60 * 1_000);
        assert_eq!(
            (day(0), day(58)),
            ("1970-01-01".into(), "1970-02-28".into())
        );
        assert_eq!(
            (day(59), day(364)),
            ("1970-03-01".into(), "1970-12-31".into())
        );
        assert_eq!(
            (day(789), day(11_016)),
            ("1972-02-29".into(), "2000-02-29".into())
        );
        assert_eq!(date_of(1_794_873_599_999), "2026-11-16");
        assert_eq!(date_of(1_794_873_600_000), "2026-11-17");
    }
}
