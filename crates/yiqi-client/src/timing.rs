//! Timeouts and backoff.

use std::time::Duration;

/// Timeouts and backoff. The defaults fit existing servers; tests use shorter ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// The first pause before reconnecting; it doubles with each attempt.
    pub pause_first: Duration,
    /// The longest pause.
    pub pause_max: Duration,
    /// How long a server may be silent before the connection counts as lost. It pings every 5 s.
    pub silence_max: Duration,
    /// Timeout for an HTTP response.
    pub response_max: Duration,
}

impl Default for Timing {
    fn default() -> Timing {
        Timing {
            pause_first: Duration::from_millis(250),
            pause_max: Duration::from_secs(8),
            silence_max: Duration::from_secs(15),
            response_max: Duration::from_secs(10),
        }
    }
}

impl Timing {
    /// The pause before the next attempt, after this many failures: exponential, capped, and with
    /// jitter, so that clients that lost a server together do not reconnect together.
    pub(crate) fn pause(&self, failed_count: u32, dice: u64) -> Duration {
        let doubled = self
            .pause_first
            .saturating_mul(1_u32.checked_shl(failed_count.min(30)).unwrap_or(u32::MAX));
        let whole = doubled.min(self.pause_max);
        let half_us = u64::try_from(whole.as_micros() / 2).unwrap_or(u64::MAX - 1);
        whole / 2 + Duration::from_micros(dice % (half_us + 1))
    }
}

/// An unpredictable number.
pub(crate) fn random() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::hash::RandomState::new().build_hasher().finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    // Fault 26.
    #[test]
    fn backoff_grows_to_its_cap_with_jitter() {
        let timing = Timing::default();
        for failed_count in 0..100 {
            let whole = Duration::from_millis(250)
                .saturating_mul(1 << failed_count.min(20))
                .min(Duration::from_secs(8));
            for dice in [0, 1, 99_999_999, u64::MAX] {
                let pause = timing.pause(failed_count, dice);
                assert!(whole / 2 <= pause && pause <= whole, "{failed_count}");
            }
        }
        assert_ne!(timing.pause(3, 0), timing.pause(3, 777_777));
        assert_ne!(random(), random());
    }
}
