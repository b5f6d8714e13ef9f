//! The service's clock.
//!
//! Milliseconds since 1970, read once from the wall clock at the start and then counted by the
//! monotonic clock: setting the machine's clock does not affect games.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// The service's clock.
#[derive(Clone, Copy, Debug)]
pub struct ServiceTime {
    anchor_ms: u64,
    anchor: Instant,
}

impl ServiceTime {
    /// Starts the clock at `not_before_ms` or later, so that time never goes back, even if the
    /// machine's clock was set back while the service was down.
    #[must_use]
    pub fn start(not_before_ms: u64) -> ServiceTime {
        ServiceTime {
            anchor_ms: ServiceTime::wall_ms().max(not_before_ms),
            anchor: Instant::now(),
        }
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
        self.anchor_ms + since.as_millis() as u64
    }

    /// The instant at which the clock shows this time.
    #[must_use]
    pub fn moment(&self, at_ms: u64) -> Instant {
        let since_ms = at_ms.saturating_sub(self.anchor_ms);
        // Longer than anybody waits; an `Instant` has a limited range.
        let capped_ms = since_ms.min(1_000 * 60 * 60 * 24 * 365);
        self.anchor + std::time::Duration::from_millis(capped_ms)
    }
}
