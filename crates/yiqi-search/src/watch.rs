//! When a search must end.

use std::time::{Duration, Instant};

use crate::{Limits, Stop};

/// The limits of a running search, its clock and its stop flag. Threads can share one.
#[derive(Clone, Copy, Debug)]
pub struct Watch<'a> {
    stop: &'a Stop,
    start: Instant,
    deadline: Option<Instant>,
    /// Time kept back before the limit for pauses.
    reserve: Duration,
    node_max: u64,
    enough: Option<Duration>,
}

impl<'a> Watch<'a> {
    /// A search that starts now.
    #[must_use]
    pub fn new(limits: &Limits, stop: &'a Stop) -> Watch<'a> {
        Watch::since(Instant::now(), limits, stop)
    }

    /// A search that started at `start`.
    #[must_use]
    pub fn since(start: Instant, limits: &Limits, stop: &'a Stop) -> Watch<'a> {
        Watch {
            stop,
            start,
            deadline: limits.time.and_then(|time| start.checked_add(time)),
            reserve: Duration::ZERO,
            node_max: limits.nodes.unwrap_or(u64::MAX),
            enough: limits.enough,
        }
    }

    /// The same search, which ends this much earlier, to be in time even if it has to wait for a processor.
    #[must_use]
    pub fn with_reserve(self, reserve: Duration) -> Watch<'a> {
        let earlier = |deadline: Instant| deadline.checked_sub(reserve).unwrap_or(self.start);
        Watch {
            deadline: self.deadline.map(earlier),
            reserve,
            ..self
        }
    }

    /// Whether the search must end after this many nodes. Reads the clock if there is a time limit,
    /// so call it only every few hundred nodes.
    #[must_use]
    pub fn must_end(&self, nodes: u64) -> bool {
        nodes >= self.node_max
            || self.stop.is_stopped()
            || self.deadline.is_some_and(|at| Instant::now() >= at)
    }

    /// The same for a thread that notes its pauses: it must also end if it might be without a
    /// processor for longer than its reserve when the deadline comes.
    #[must_use]
    pub fn must_end_before_pause(&self, nodes: u64, pauses: &mut Pauses) -> bool {
        nodes >= self.node_max
            || self.stop.is_stopped()
            || self.deadline.is_some_and(|deadline| {
                let now = Instant::now();
                let most = deadline.saturating_duration_since(self.start) / PAUSE_PART;
                // One for this thread, and one for the thread that passes on the result.
                let pause = (2 * pauses.add(now)).saturating_sub(self.reserve);
                now + pause.min(most) >= deadline
            })
    }

    /// The node count at which to check again: `interval` nodes later, or at the node limit.
    #[must_use]
    pub fn next_look(&self, nodes: u64, interval: u64) -> u64 {
        nodes.saturating_add(interval).min(self.node_max)
    }

    /// A part of the search that starts now, with its own limits, and ends no later than the whole.
    #[must_use]
    pub fn part(&self, limits: &Limits) -> Watch<'a> {
        let part = Watch::new(limits, self.stop);
        let deadlines = [self.deadline, part.deadline].into_iter().flatten();
        Watch {
            deadline: deadlines.min(),
            ..part
        }
    }

    /// The time until the deadline, if there is one.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        let deadline = self.deadline?;
        Some(deadline.saturating_duration_since(Instant::now()))
    }

    /// Whether work that takes this many times what the search has done so far is expected to fit
    /// into its limits. Where nodes are limited they decide, so that the answer does not depend on
    /// the machine.
    #[must_use]
    pub fn has_room_for(&self, times: u32, nodes: u64) -> bool {
        if self.node_max < u64::MAX {
            return nodes.saturating_mul(u64::from(times) + 1) <= self.node_max;
        }
        self.time_left().is_none_or(|left| {
            self.elapsed()
                .checked_mul(times)
                .is_some_and(|work| work <= left)
        })
    }

    /// How long the search has been running.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether enough time has passed that no deeper iteration should start.
    #[must_use]
    pub fn is_enough(&self) -> bool {
        self.enough.is_some_and(|enough| self.elapsed() >= enough)
    }
}

/// Pauses are expected to take no more than this part of a search's time.
const PAUSE_PART: u32 = 4;

/// How long a thread was unable to look at the clock, because others had the processor.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pauses {
    last_look: Option<Instant>,
    longest: Duration,
}

impl Pauses {
    /// Begins again after work during which the clock was not looked at.
    pub fn restart(&mut self) {
        self.last_look = None;
    }

    /// Adds a look at the clock and returns the longest time between two looks.
    fn add(&mut self, now: Instant) -> Duration {
        if let Some(last) = self.last_look.replace(now) {
            self.longest = self.longest.max(now.saturating_duration_since(last));
        }
        self.longest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_for_as_much_as_the_limits_leave() {
        let stop = Stop::new();
        let hundred = Limits {
            nodes: Some(100),
            ..Limits::OPEN
        };
        let watch = Watch::new(&hundred, &stop);
        assert!(watch.has_room_for(9, 10));
        assert!(!watch.has_room_for(9, 11));
        assert!(Watch::new(&Limits::OPEN, &stop).has_room_for(1_000, u64::MAX));
        let over = Limits {
            time: Some(Duration::ZERO),
            ..Limits::OPEN
        };
        let long_ago = Instant::now() - Duration::from_secs(1);
        assert!(!Watch::since(long_ago, &over, &stop).has_room_for(1, 0));
    }

    #[test]
    fn a_search_ends_before_a_pause_that_might_last_past_its_deadline() {
        let stop = Stop::new();
        let (second, minute) = (Duration::from_secs(1), Duration::from_secs(60));
        let now = Instant::now();
        let paused = |pause: Duration| {
            let mut pauses = Pauses::default();
            pauses.add(now);
            pauses.add(now + pause);
            pauses.restart();
            pauses
        };
        // Five minutes are left of twenty.
        let limits = Limits {
            time: Some(20 * minute),
            ..Limits::OPEN
        };
        let watch = Watch::since(now - 15 * minute, &limits, &stop);
        assert!(!watch.must_end_before_pause(0, &mut paused(second)));
        assert!(watch.must_end_before_pause(0, &mut paused(5 * minute / 2)));
        // What the reserve is enough for ends no search.
        let later = Watch::since(now - 12 * minute, &limits, &stop).with_reserve(5 * minute);
        assert!(!later.must_end_before_pause(0, &mut paused(3 * minute)));
        assert!(later.must_end_before_pause(0, &mut paused(5 * minute)));
        // One long pause does not end a search at once.
        let begun = Watch::since(now, &limits, &stop);
        assert!(!begun.must_end_before_pause(0, &mut paused(30 * minute)));
        // Time in which nobody looked is not a pause.
        let mut pauses = paused(second);
        assert_eq!(pauses.add(now + minute), second);
    }

    #[test]
    fn a_part_has_its_own_limits_and_ends_no_later_than_the_whole() {
        let stop = Stop::new();
        let hour = Duration::from_secs(3600);
        let few = Limits {
            nodes: Some(5),
            ..Limits::OPEN
        };
        let timed = |time: Duration| Limits {
            time: Some(time),
            ..Limits::OPEN
        };
        let open = Watch::new(&Limits::OPEN, &stop);
        assert!(!open.part(&few).must_end(4));
        assert!(open.part(&few).must_end(5));
        assert!(open.part(&timed(Duration::ZERO)).must_end(0));
        assert!(!open.part(&timed(hour)).must_end(0));
        let over = Watch::new(&timed(Duration::ZERO), &stop);
        assert!(over.part(&timed(hour)).must_end(0));
        assert!(over.part(&few).must_end(0));
        stop.stop();
        assert!(open.part(&few).must_end(0));
    }
}
