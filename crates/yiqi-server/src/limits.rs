//! Rate limits: how much one address or one person may do.

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
use yiqi_wire::Room;

use crate::denied::Denied;
use crate::nodes::Nodes;
use crate::notices::{Notice, Spent};
use crate::slots::{Slot, Slots};
use crate::store::{ChatPlace, PersonKey};

/// Settings of the rate limits.
#[derive(Clone, Copy, Debug)]
pub struct LimitOptions {
    /// Simultaneous sockets and streams of one address. It may have twice as many connections of
    /// any kind.
    pub connections_per_address: u32,
    /// Simultaneous sockets and streams of one person.
    pub connections_per_person: u32,
    /// Connections of all addresses together, of any kind; by default as many as there are file
    /// descriptors, less a reserve.
    pub connections_max: Option<u32>,
    /// The sustained rate of requests from one address.
    pub requests_per_second: u32,
    /// The burst of requests from one address.
    pub requests_at_once: u32,
    /// The sustained rate at which one address may load files of the page.
    pub pages_per_second: u32,
    /// The burst of such files. A page needs about ten.
    pub pages_at_once: u32,
    /// New guests from one address per hour. A whole school may share one address.
    pub guests_per_hour: u32,
    /// New tables from one address per hour.
    pub tables_per_hour: u32,
    /// Games with programs that one address has in play at the same time.
    pub program_tables_per_address: u32,
    /// Games with programs that one person has in play at the same time.
    pub program_tables_per_person: u32,
    /// Files that one address has read or converted at the same time.
    pub files_per_address: u32,
    /// Games that one address has analyzed at the same time.
    pub analyses_per_address: u32,
    /// Games that one person has analyzed at the same time.
    pub analyses_per_person: u32,
    /// Chat messages of one person within `chat_seconds`.
    pub chat_count: u32,
    /// Chat messages in one room of a table, or in one tournament, within `chat_seconds`.
    pub chat_count_per_room: u32,
    /// See `chat_count`.
    pub chat_seconds: u32,
    /// Whether loopback addresses are exempt. Do not set this behind an untrusted proxy on the same
    /// machine: all requests would come from loopback.
    pub loopback_exempt: bool,
}

impl Default for LimitOptions {
    fn default() -> LimitOptions {
        LimitOptions {
            connections_per_address: 200,
            connections_per_person: 30,
            connections_max: None,
            requests_per_second: 20,
            requests_at_once: 100,
            pages_per_second: 50,
            pages_at_once: 500,
            guests_per_hour: 200,
            tables_per_hour: 200,
            program_tables_per_address: 200,
            program_tables_per_person: 30,
            files_per_address: 8,
            analyses_per_address: 16,
            analyses_per_person: 4,
            chat_count: 5,
            chat_count_per_room: 20,
            chat_seconds: 10,
            loopback_exempt: false,
        }
    }
}

/// Recent activity by address and person.
#[derive(Clone)]
pub(crate) struct RateLimits {
    shared: Arc<Shared>,
}

struct Shared {
    options: LimitOptions,
    requests: KeyedLimiter,
    handshakes: KeyedLimiter,
    pages: KeyedLimiter,
    probes: KeyedLimiter,
    guests: KeyedLimiter,
    tables: KeyedLimiter,
    chat: KeyedLimiter,
    rooms: KeyedLimiter,
    connections: Mutex<HashMap<Holder, u32>>,
    program_tables: Slots<Holder>,
    outside_games: Slots<Holder>,
    files: Slots<Holder>,
    analyses: Slots<Holder>,
    nodes: Nodes,
    /// Whether requests from loopback are somebody else's, see [`RateLimits::note_hidden_proxy`].
    is_behind_proxy: AtomicBool,
}

/// A holder of connections, games or files.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Holder {
    Everybody,
    Address(IpAddr),
    Person(PersonKey),
}

/// The rate at which one address may ask for `/health` and `/metrics`, and the burst. Their count is
/// their own: whoever watches the server is not locked out by others at the same address.
const PROBES_PER_SECOND: u32 = 10;
const PROBES_AT_ONCE: u32 = 100;

/// The most games in all with outside programs that are in play at the same time: each program is a
/// process with memory of its own.
const OUTSIDE_GAMES_MAX: u32 = 8;

/// The most files in all that are read or converted at the same time: up to 4 MiB each.
const FILES_MAX: u32 = 32;

impl RateLimits {
    /// Limiters of the only node.
    #[cfg(test)]
    pub(crate) fn new(options: LimitOptions) -> RateLimits {
        RateLimits::among(options, Nodes::default())
    }

    /// Limiters with no recorded activity. Nodes tell each other of new guests, new tables and chat
    /// messages; everything else each of them counts alone, to protect itself.
    pub(crate) fn among(options: LimitOptions, nodes: Nodes) -> RateLimits {
        const HOUR: Duration = Duration::from_secs(60 * 60);
        let per_second = |count: u32, at_once| {
            let period = Duration::from_secs(1) / count.max(1);
            KeyedLimiter::with_rate(period, at_once, MonotonicClock)
        };
        let chat_window = Duration::from_secs(options.chat_seconds.max(1).into());
        RateLimits {
            shared: Arc::new(Shared {
                options,
                requests: per_second(options.requests_per_second, options.requests_at_once),
                handshakes: per_second(options.requests_per_second, options.requests_at_once),
                pages: per_second(options.pages_per_second, options.pages_at_once),
                probes: per_second(PROBES_PER_SECOND, PROBES_AT_ONCE),
                guests: KeyedLimiter::new(options.guests_per_hour, HOUR),
                tables: KeyedLimiter::new(options.tables_per_hour, HOUR),
                chat: KeyedLimiter::new(options.chat_count, chat_window),
                rooms: KeyedLimiter::new(options.chat_count_per_room, chat_window),
                connections: Mutex::default(),
                program_tables: Slots::default(),
                outside_games: Slots::default(),
                files: Slots::default(),
                analyses: Slots::default(),
                nodes,
                is_behind_proxy: AtomicBool::new(false),
            }),
        }
    }

    /// Notes that a proxy on this machine forwards requests, although none is configured. From now
    /// on loopback is not exempt: anybody may be behind it.
    pub(crate) fn note_hidden_proxy(&self) {
        if !self.shared.is_behind_proxy.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                "WARNING: a proxy on this machine forwards requests, but trusted_proxies is not \
                 set. All visitors share the limits of one address. Set trusted_proxies, see \
                 docs/serving.md"
            );
        }
    }

    /// Counts a request from this address.
    ///
    /// # Errors
    /// [`Denied::TooFast`].
    pub(crate) fn request(&self, address: IpAddr) -> Result<(), Denied> {
        self.pass(&self.shared.requests, address)
    }

    /// Counts a TLS handshake with this address. As many are allowed as requests.
    ///
    /// # Errors
    /// [`Denied::TooFast`].
    pub(crate) fn handshake(&self, address: IpAddr) -> Result<(), Denied> {
        self.pass(&self.shared.handshakes, address)
    }

    /// Counts a file of the page that this address loads.
    ///
    /// # Errors
    /// [`Denied::TooFast`].
    pub(crate) fn page(&self, address: IpAddr) -> Result<(), Denied> {
        self.pass(&self.shared.pages, address)
    }

    /// Counts a look of this address at the server's health or metrics.
    ///
    /// # Errors
    /// [`Denied::TooFast`].
    pub(crate) fn probe(&self, address: IpAddr) -> Result<(), Denied> {
        self.pass(&self.shared.probes, address)
    }

    /// Counts a new guest from this address.
    ///
    /// # Errors
    /// [`Denied::TooFast`].
    pub(crate) fn guest(&self, address: IpAddr) -> Result<(), Denied> {
        self.pass(&self.shared.guests, address)?;
        self.tell(address, |network| Spent::Guest { network });
        Ok(())
    }

    /// Counts a new table from this address.
    ///
    /// # Errors
    /// [`Denied::TooFast`].
    pub(crate) fn table(&self, address: IpAddr) -> Result<(), Denied> {
        self.pass(&self.shared.tables, address)?;
        self.tell(address, |network| Spent::Table { network });
        Ok(())
    }

    /// Counts a chat message of this person in a room of a table.
    ///
    /// # Errors
    /// [`Denied::TooFast`].
    pub(crate) fn chat(&self, person: PersonKey, room: (ChatPlace, Room)) -> Result<(), Denied> {
        self.shared.chat.pass(&person)?;
        let ((place, key), room) = (room.0.columns(), room.1);
        self.shared.rooms.pass(&(place, key, room))?;
        self.shared.nodes.publish(Notice::Spent(Spent::Chat {
            person: person.0,
            place: place.to_owned(),
            key,
            room,
        }));
        Ok(())
    }

    /// Tells other nodes what an address has used up.
    fn tell(&self, address: IpAddr, spent: impl FnOnce(IpAddr) -> Spent) {
        if !self.is_exempt(address) {
            let spent = spent(block(address));
            self.shared.nodes.publish(Notice::Spent(spent));
        }
    }

    /// Counts what somebody has used up at another node.
    pub(crate) fn note_spent(&self, spent: &Spent) {
        // Whoever has used up everything is refused here too.
        let _ = match spent {
            Spent::Guest { network } => self.shared.guests.pass(network),
            Spent::Table { network } => self.shared.tables.pass(network),
            Spent::Chat {
                person,
                place,
                key,
                room,
            } => {
                let _ = self.shared.chat.pass(&PersonKey(*person));
                self.shared.rooms.pass(&(place.as_str(), *key, *room))
            }
            Spent::Password(_) => Ok(()),
        };
    }

    /// Counts a socket or a stream until the slot is dropped.
    ///
    /// # Errors
    /// [`Denied::TooMany`].
    pub(crate) fn connection(
        &self,
        address: IpAddr,
        person: Option<PersonKey>,
    ) -> Result<ConnectionSlot, Denied> {
        let options = &self.shared.options;
        let is_exempt = self.is_exempt(address);
        let mut wanted = Vec::with_capacity(2);
        if !is_exempt {
            let holder = Holder::Address(block(address));
            wanted.push((holder, options.connections_per_address));
        }
        if let Some(person) = person {
            let max = options.connections_per_person;
            let max = if is_exempt { u32::MAX } else { max };
            wanted.push((Holder::Person(person), max));
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

    /// Counts a new game with programs until the slot is dropped.
    ///
    /// # Errors
    /// [`Denied::TooMany`].
    pub(crate) fn program_table(
        &self,
        address: IpAddr,
        person: PersonKey,
    ) -> Result<Slot<Holder>, Denied> {
        let options = &self.shared.options;
        let holders = [
            (
                Holder::Address(block(address)),
                options.program_tables_per_address,
            ),
            (Holder::Person(person), options.program_tables_per_person),
        ];
        let holders = if self.is_exempt(address) {
            &[]
        } else {
            &holders[..]
        };
        let slot = self.shared.program_tables.take(holders);
        slot.ok_or(Denied::TooMany)
    }

    /// Counts a game with programs that exists already, whatever the limit.
    pub(crate) fn reopened_program_table(&self, person: PersonKey) -> Option<Slot<Holder>> {
        let holders = [(Holder::Person(person), u32::MAX)];
        self.shared.program_tables.take(&holders)
    }

    /// Counts a new game with an outside program until the slot is dropped.
    ///
    /// # Errors
    /// [`Denied::Busy`].
    pub(crate) fn outside_game(&self) -> Result<Slot<Holder>, Denied> {
        let holders = [(Holder::Everybody, OUTSIDE_GAMES_MAX)];
        let slot = self.shared.outside_games.take(&holders);
        slot.ok_or(Denied::Busy)
    }

    /// Counts a game with an outside program that exists already, whatever the limit.
    pub(crate) fn reopened_outside_game(&self) -> Option<Slot<Holder>> {
        self.shared
            .outside_games
            .take(&[(Holder::Everybody, u32::MAX)])
    }

    /// Counts a file to be read or converted until the slot is dropped.
    ///
    /// # Errors
    /// [`Denied::Busy`].
    pub(crate) fn file(&self, address: IpAddr) -> Result<Slot<Holder>, Denied> {
        let per_address = self.shared.options.files_per_address;
        let holders = [
            (Holder::Everybody, FILES_MAX),
            (Holder::Address(block(address)), per_address),
        ];
        let count = if self.is_exempt(address) { 1 } else { 2 };
        let slot = self.shared.files.take(&holders[..count]);
        slot.ok_or(Denied::Busy)
    }

    /// Counts a game to be analyzed until the slot is dropped.
    ///
    /// # Errors
    /// [`Denied::TooMany`].
    pub(crate) fn analysis(
        &self,
        address: IpAddr,
        person: PersonKey,
    ) -> Result<Slot<Holder>, Denied> {
        let options = &self.shared.options;
        let holders = [
            (
                Holder::Address(block(address)),
                options.analyses_per_address,
            ),
            (Holder::Person(person), options.analyses_per_person),
        ];
        let count = if self.is_exempt(address) { 0 } else { 2 };
        let slot = self.shared.analyses.take(&holders[..count]);
        slot.ok_or(Denied::TooMany)
    }

    /// A game whose analysis goes on after a restart; it counts for nobody.
    pub(crate) fn resumed_analysis(&self) -> Option<Slot<Holder>> {
        self.shared.analyses.take(&[])
    }

    /// How many people have a socket or a stream.
    pub(crate) fn people_connected(&self) -> usize {
        let connections = self.shared.connections();
        let holders = connections.keys();
        holders
            .filter(|holder| matches!(holder, Holder::Person(_)))
            .count()
    }

    fn pass(&self, limiter: &KeyedLimiter, address: IpAddr) -> Result<(), Denied> {
        if self.is_exempt(address) {
            return Ok(());
        }
        limiter.pass(&block(address))
    }

    /// Whether an address has no limits.
    pub(crate) fn is_exempt(&self, address: IpAddr) -> bool {
        self.shared.options.loopback_exempt
            && address.to_canonical().is_loopback()
            && !self.shared.is_behind_proxy.load(Ordering::Relaxed)
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

/// Counts a connection while it exists.
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

/// The network whose addresses count as one: an IPv6 client usually has 2⁶⁴ addresses.
pub(crate) fn block(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        address => address,
    }
}

/// A rate limit per key: bursts of the whole count, and that rate over a longer time.
pub(crate) struct KeyedLimiter<C: Clock = MonotonicClock> {
    limiter: RateLimiter<u64, HashMapStateStore<u64>, C, NoOpMiddleware<C::Instant>>,
    clock: C,
    hasher: RandomState,
    pass_count: AtomicU64,
    is_full: AtomicBool,
}

/// The most keys to remember, at about 32 bytes each.
const KEYS_MAX: usize = 1 << 18;

/// Calls between two sweeps.
const SWEEP_EVERY: u64 = 1 << 12;

impl KeyedLimiter {
    pub(crate) fn new(count: u32, window: Duration) -> KeyedLimiter {
        KeyedLimiter::with_rate(window / count.max(1), count, MonotonicClock)
    }
}

impl<C: Clock + Clone> KeyedLimiter<C> {
    /// Allows one per `period`, and a burst of `at_once`.
    pub(crate) fn with_rate(period: Duration, at_once: u32, clock: C) -> KeyedLimiter<C> {
        let at_once = NonZeroU32::new(at_once).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::with_period(period)
            .unwrap_or(Quota::per_second(NonZeroU32::MIN))
            .allow_burst(at_once);
        KeyedLimiter {
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
        // Too many keys: everybody waits for the next sweep, so that memory stays bounded.
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

    /// Forgets keys that are back at the full allowance.
    pub(crate) fn sweep(&self) {
        self.limiter.retain_recent();
        let is_full = self.limiter.len() >= KEYS_MAX;
        self.is_full.store(is_full, Ordering::Relaxed);
    }
}

impl<C: Clock> std::fmt::Debug for KeyedLimiter<C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KeyedLimiter").finish_non_exhaustive()
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
    fn connections_from_one_address_are_limited() {
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
        // Other addresses are not affected.
        assert!(limits.connection(ip("127.0.0.10"), None).is_ok());
        // Closing one makes room for one.
        slots.pop();
        let again = limits.connection(flood, None).unwrap();
        assert!(limits.connection(flood, None).is_err());
        drop((again, slots));
        assert!(
            limits.shared.connections().is_empty(),
            "all slots are released"
        );
    }

    // Fault 34.
    #[test]
    fn connections_of_one_person_from_many_addresses_are_limited() {
        let limits = RateLimits::new(LimitOptions::default());
        let ann = Some(PersonKey(1));
        let slots: Vec<_> = (0..40)
            .filter_map(|n| limits.connection(IpAddr::from([10, 0, 0, n]), ann).ok())
            .collect();
        assert_eq!(slots.len(), 30);
        // A refused connection does not count for its address.
        assert_eq!(limits.shared.connections().len(), 31);
    }

    // Fault 34.
    #[test]
    fn loopback_is_exempt_if_configured() {
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

    fn table(number: i64) -> ChatPlace {
        ChatPlace::Table(crate::store::TableKey(number))
    }

    #[test]
    fn a_person_may_post_five_chat_messages_in_ten_seconds() {
        let limits = RateLimits::new(LimitOptions::default());
        let room = (table(1), Room::Players);
        let said = |person| (0..9).filter(|_| limits.chat(person, room).is_ok()).count();
        assert_eq!(said(PersonKey(1)), 5);
        assert_eq!(said(PersonKey(2)), 5);
        let Err(Denied::TooFast { seconds }) = limits.chat(PersonKey(1), room) else {
            panic!("expected TooFast");
        };
        assert!((1..=2).contains(&seconds), "{seconds}");
    }

    // Fault 31.
    #[test]
    fn many_people_together_post_twenty_chat_messages_in_ten_seconds_in_a_room() {
        let limits = RateLimits::new(LimitOptions::default());
        let said = |number, room| {
            (0..60)
                .filter(|&person| {
                    limits
                        .chat(PersonKey(person), (table(number), room))
                        .is_ok()
                })
                .count()
        };
        assert_eq!(said(1, Room::Spectators), 20);
        // A crowd neither silences the players nor another table.
        let limits = |number| {
            (0..2).all(|person| {
                limits
                    .chat(PersonKey(100 + person), (table(number), Room::Players))
                    .is_ok()
            })
        };
        assert!(limits(1) && limits(2));
    }

    #[test]
    fn a_limiter_recovers_and_forgets() {
        let clock = FakeRelativeClock::default();
        let limiter = KeyedLimiter::with_rate(Duration::from_secs(2), 5, clock.clone());
        let passed = |key: u32| (0..20).filter(|_| limiter.pass(&key).is_ok()).count();
        assert_eq!(passed(1), 5);
        clock.advance(Duration::from_secs(4));
        assert_eq!(passed(1), 2);
        clock.advance(Duration::from_secs(1000));
        assert_eq!(passed(1), 5);
        for key in 0..3_000 {
            let _ = limiter.pass(&key);
        }
        assert!(limiter.limiter.len() >= 2_999);
        clock.advance(Duration::from_secs(1000));
        limiter.sweep();
        assert_eq!(limiter.limiter.len(), 0);
    }

    // Fault 16.
    #[test]
    fn the_memory_of_a_limiter_is_bounded() {
        let clock = FakeRelativeClock::default();
        let limiter = KeyedLimiter::with_rate(Duration::from_secs(2), 5, clock.clone());
        for key in 0..400_000_u32 {
            let _ = limiter.pass(&key);
        }
        let bound = KEYS_MAX + SWEEP_EVERY as usize;
        assert!(limiter.limiter.len() <= bound, "{}", limiter.limiter.len());
        clock.advance(Duration::from_secs(1000));
        limiter.sweep();
        assert!(limiter.pass(&1).is_ok());
    }
}
