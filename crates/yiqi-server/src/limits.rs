//! How much one address or one person may do.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, RandomState};
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use governor::clock::{Clock, MonotonicClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};

use crate::denied::Denied;
use crate::store::PersonKey;

/// What one address or person may do.
#[derive(Clone, Copy, Debug)]
pub struct LimitOptions {
    /// Sockets and streams of one address at the same time.
    pub connections_per_address: u32,
    /// Sockets and streams of one person at the same time.
    pub connections_per_person: u32,
    /// Requests of one address in a second, over some seconds.
    pub requests_per_second: u32,
    /// Requests of one address at once, before the rate counts.
    pub requests_at_once: u32,
    /// New guests of one address in an hour. A school is one address.
    pub guests_per_hour: u32,
    /// New tables of one address in an hour.
    pub tables_per_hour: u32,
    /// What one person may say in `chat_seconds`.
    pub chat_count: u32,
    /// See `chat_count`.
    pub chat_seconds: u32,
    /// Whether this very machine may do as it likes. Not behind a proxy on the same machine that is
    /// not among the trusted ones: everybody would come from there.
    pub loopback_exempt: bool,
}

impl Default for LimitOptions {
    fn default() -> LimitOptions {
        LimitOptions {
            connections_per_address: 200,
            connections_per_person: 30,
            requests_per_second: 20,
            requests_at_once: 100,
            guests_per_hour: 200,
            tables_per_hour: 200,
            chat_count: 5,
            chat_seconds: 10,
            loopback_exempt: false,
        }
    }
}

/// Who did how much lately.
#[derive(Clone)]
pub(crate) struct RateLimits {
    shared: Arc<Shared>,
}

struct Shared {
    options: LimitOptions,
    requests: Gate,
    guests: Gate,
    tables: Gate,
    chat: Gate,
    connections: Mutex<HashMap<Holder, u32>>,
}

/// Who holds connections.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Holder {
    Address(IpAddr),
    Person(PersonKey),
}

impl RateLimits {
    /// Limiters with no recorded activity.
    pub(crate) fn new(options: LimitOptions) -> RateLimits {
        const HOUR: Duration = Duration::from_secs(60 * 60);
        let requests = Gate::with_rate(
            Duration::from_secs(1) / options.requests_per_second.max(1),
            options.requests_at_once,
            MonotonicClock,
        );
        RateLimits {
            shared: Arc::new(Shared {
                options,
                requests,
                guests: Gate::new(options.guests_per_hour, HOUR),
                tables: Gate::new(options.tables_per_hour, HOUR),
                chat: Gate::new(
                    options.chat_count,
                    Duration::from_secs(options.chat_seconds.max(1).into()),
                ),
                connections: Mutex::default(),
            }),
        }
    }

    /// A request from this address.
    ///
    /// # Errors
    /// [`Denied::TooFast`].
    pub(crate) fn request(&self, address: IpAddr) -> Result<(), Denied> {
        self.pass(&self.shared.requests, address)
    }

    /// A new guest from this address.
    ///
    /// # Errors
    /// [`Denied::TooFast`].
    pub(crate) fn guest(&self, address: IpAddr) -> Result<(), Denied> {
        self.pass(&self.shared.guests, address)
    }

    /// A new table from this address.
    ///
    /// # Errors
    /// [`Denied::TooFast`].
    pub(crate) fn table(&self, address: IpAddr) -> Result<(), Denied> {
        self.pass(&self.shared.tables, address)
    }

    /// Something said by this person.
    ///
    /// # Errors
    /// [`Denied::TooFast`].
    pub(crate) fn chat(&self, person: PersonKey) -> Result<(), Denied> {
        self.shared.chat.pass(&person)
    }

    /// A socket or a stream. It counts until the slot is dropped.
    ///
    /// # Errors
    /// [`Denied::TooMany`].
    pub(crate) fn connection(
        &self,
        address: IpAddr,
        person: Option<PersonKey>,
    ) -> Result<ConnectionSlot, Denied> {
        let options = &self.shared.options;
        let mut wanted = Vec::with_capacity(2);
        if !self.is_exempt(address) {
            let holder = Holder::Address(block(address));
            wanted.push((holder, options.connections_per_address));
            if let Some(person) = person {
                let holder = Holder::Person(person);
                wanted.push((holder, options.connections_per_person));
            }
        }
        let mut connections = self.shared.connections();
        let is_full = wanted
            .iter()
            .any(|(holder, max)| connections.get(holder).is_some_and(|count| count >= max));
        if is_full || wanted.iter().any(|&(_, max)| max == 0) {
            return Err(Denied::TooMany);
        }
        for (holder, _) in &wanted {
            *connections.entry(*holder).or_default() += 1;
        }
        drop(connections);
        Ok(ConnectionSlot {
            shared: Arc::clone(&self.shared),
            holders: wanted.into_iter().map(|(holder, _)| holder).collect(),
        })
    }

    fn pass(&self, gate: &Gate, address: IpAddr) -> Result<(), Denied> {
        if self.is_exempt(address) {
            return Ok(());
        }
        gate.pass(&block(address))
    }

    fn is_exempt(&self, address: IpAddr) -> bool {
        self.shared.options.loopback_exempt && address.to_canonical().is_loopback()
    }
}

impl std::fmt::Debug for RateLimits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("RateLimits")
            .field(&self.shared.options)
            .finish()
    }
}

impl Shared {
    fn connections(&self) -> MutexGuard<'_, HashMap<Holder, u32>> {
        self.connections
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection that counts while this exists.
#[must_use = "the connection counts only while this exists"]
pub(crate) struct ConnectionSlot {
    shared: Arc<Shared>,
    holders: Vec<Holder>,
}

impl std::fmt::Debug for ConnectionSlot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ConnectionSlot").finish_non_exhaustive()
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut connections = self.shared.connections();
        for holder in &self.holders {
            if let Some(count) = connections.get_mut(holder) {
                *count -= 1;
                if *count == 0 {
                    connections.remove(holder);
                }
            }
        }
    }
}

/// The addresses that count as one: who has an IPv6 address has 2⁶⁴ of them.
pub(crate) fn block(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        address => address,
    }
}

/// So many in a time, for each key. Over a longer time it is that rate; at once it is all of them.
pub(crate) struct Gate<C: Clock = MonotonicClock> {
    limiter: RateLimiter<u64, HashMapStateStore<u64>, C, NoOpMiddleware<C::Instant>>,
    clock: C,
    hasher: RandomState,
    pass_count: AtomicU64,
    is_full: AtomicBool,
}

/// Keys a gate remembers, of about 32 bytes each.
const KEYS_MAX: usize = 1 << 18;

/// Passes between two sweeps.
const SWEEP_EVERY: u64 = 1 << 12;

impl Gate {
    pub(crate) fn new(count: u32, window: Duration) -> Gate {
        Gate::with_rate(window / count.max(1), count, MonotonicClock)
    }
}

impl<C: Clock + Clone> Gate<C> {
    /// One in each `period`, after `at_once` at first.
    pub(crate) fn with_rate(period: Duration, at_once: u32, clock: C) -> Gate<C> {
        let at_once = NonZeroU32::new(at_once).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::with_period(period)
            .unwrap_or(Quota::per_second(NonZeroU32::MIN))
            .allow_burst(at_once);
        Gate {
            limiter: RateLimiter::new(quota, HashMapStateStore::default(), clock.clone()),
            clock,
            hasher: RandomState::new(),
            pass_count: AtomicU64::new(0),
            is_full: AtomicBool::new(false),
        }
    }

    pub(crate) fn pass<K: Hash>(&self, key: &K) -> Result<(), Denied> {
        let pass_count = self.pass_count.fetch_add(1, Ordering::Relaxed) + 1;
        if pass_count.is_multiple_of(SWEEP_EVERY) {
            self.sweep();
        }
        // More people than anybody counts: all wait for the next sweep, and memory stays bounded.
        if self.is_full.load(Ordering::Relaxed) {
            return Err(Denied::TooFast { seconds: 1 });
        }
        self.limiter
            .check_key(&self.hasher.hash_one(key))
            .map_err(|until| {
                let wait = until.wait_time_from(self.clock.now());
                let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
                Denied::TooFast {
                    seconds: seconds.max(1),
                }
            })
    }

    /// Forgets who may do everything again.
    pub(crate) fn sweep(&self) {
        self.limiter.retain_recent();
        let is_full = self.limiter.len() >= KEYS_MAX;
        self.is_full.store(is_full, Ordering::Relaxed);
    }
}

impl<C: Clock> std::fmt::Debug for Gate<C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gate").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use governor::clock::FakeRelativeClock;

    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    // Fault 34.
    #[test]
    fn a_flood_of_connections_from_one_address_is_held_off() {
        let limits = RateLimits::new(LimitOptions::default());
        let flood = ip("127.0.0.9");
        let mut slots = Vec::new();
        let mut denied = 0;
        for _ in 0..5_000 {
            match limits.connection(flood, None) {
                Ok(slot) => slots.push(slot),
                Err(denial) => {
                    assert_eq!(denial.code(), "too_many");
                    denied += 1;
                }
            }
        }
        assert_eq!((slots.len(), denied), (200, 4_800));
        // Others are not troubled.
        assert!(limits.connection(ip("127.0.0.10"), None).is_ok());
        // A closed one makes room for one.
        slots.pop();
        let again = limits.connection(flood, None).unwrap();
        assert!(limits.connection(flood, None).is_err());
        drop((again, slots));
        assert!(limits.shared.connections().is_empty(), "nothing is left");
    }

    // Fault 34.
    #[test]
    fn one_person_has_few_connections_from_many_addresses() {
        let limits = RateLimits::new(LimitOptions::default());
        let ann = Some(PersonKey(1));
        let slots: Vec<_> = (0..40)
            .filter_map(|n| limits.connection(IpAddr::from([10, 0, 0, n]), ann).ok())
            .collect();
        assert_eq!(slots.len(), 30);
        // What was denied did not count for its address.
        assert_eq!(limits.shared.connections().len(), 31);
    }

    // Fault 34.
    #[test]
    fn this_machine_is_exempt_when_it_is_set_so() {
        let options = LimitOptions {
            loopback_exempt: true,
            connections_per_address: 1,
            requests_at_once: 1,
            requests_per_second: 1,
            ..LimitOptions::default()
        };
        let limits = RateLimits::new(options);
        for loopback in ["127.0.0.9", "::1", "::ffff:127.0.0.1"] {
            let slots: Vec<_> = (0..10)
                .map(|_| limits.connection(ip(loopback), None).unwrap())
                .collect();
            assert_eq!(slots.len(), 10);
            assert!((0..10).all(|_| limits.request(ip(loopback)).is_ok()));
        }
        assert!(limits.request(ip("192.0.2.1")).is_ok());
        assert!(limits.request(ip("192.0.2.1")).is_err());
    }

    #[test]
    fn addresses_of_one_network_count_as_one() {
        assert_eq!(block(ip("2001:db8:1:2:3:4:5:6")), ip("2001:db8:1:2::"));
        assert_eq!(block(ip("::ffff:192.0.2.1")), ip("192.0.2.1"));
        assert_ne!(block(ip("192.0.2.1")), block(ip("192.0.2.2")));
    }

    #[test]
    fn a_person_says_five_things_in_ten_seconds() {
        let limits = RateLimits::new(LimitOptions::default());
        let said = |person| (0..9).filter(|_| limits.chat(person).is_ok()).count();
        assert_eq!(said(PersonKey(1)), 5);
        assert_eq!(said(PersonKey(2)), 5);
        let Err(Denied::TooFast { seconds }) = limits.chat(PersonKey(1)) else {
            panic!("it was too fast");
        };
        assert!((1..=2).contains(&seconds), "{seconds}");
    }

    #[test]
    fn a_gate_opens_again_and_forgets() {
        let clock = FakeRelativeClock::default();
        let gate = Gate::with_rate(Duration::from_secs(2), 5, clock.clone());
        let passed = |key: u32| (0..20).filter(|_| gate.pass(&key).is_ok()).count();
        assert_eq!(passed(1), 5);
        clock.advance(Duration::from_secs(4));
        assert_eq!(passed(1), 2);
        clock.advance(Duration::from_secs(1000));
        assert_eq!(passed(1), 5);
        for key in 0..3_000 {
            let _ = gate.pass(&key);
        }
        assert!(gate.limiter.len() >= 2_999);
        clock.advance(Duration::from_secs(1000));
        gate.sweep();
        assert_eq!(gate.limiter.len(), 0);
    }

    // Fault 16.
    #[test]
    fn the_memory_of_a_gate_is_bounded() {
        let clock = FakeRelativeClock::default();
        let gate = Gate::with_rate(Duration::from_secs(2), 5, clock.clone());
        for key in 0..400_000_u32 {
            let _ = gate.pass(&key);
        }
        let bound = KEYS_MAX + SWEEP_EVERY as usize;
        assert!(gate.limiter.len() <= bound, "{}", gate.limiter.len());
        clock.advance(Duration::from_secs(1000));
        gate.sweep();
        assert!(gate.pass(&1).is_ok());
    }
}
