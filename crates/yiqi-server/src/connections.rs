//! How many connections there are, of each address and in all, and which one has to make room.
//!
//! Every accepted connection counts, whatever it is for. It has a [`Rank`], which grows once its
//! client has shown who it is. When there are too many connections, one of the lowest rank has to
//! go: the oldest one of the network that holds most of them, and there of the address that holds
//! most. So whoever takes descriptors from others runs out of them first, also with a great many
//! addresses, and a player who lost the connection gets back in: a newcomer is the last of its rank
//! to go, and needs only the time of one request to rise above it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use futures_util::task::AtomicWaker;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::{Sleep, timeout};

use crate::limits::{LimitOptions, block};

/// Descriptors kept for the database and for everything that is not a connection.
const RESERVED: usize = 64;

/// An address may have this many connections for each socket or stream that it may have, since
/// requests need connections too.
const PER_SOCKET: usize = 2;

/// The part of all places that belongs to clients who have not yet shown who they are. While they
/// hold less, they give way only to each other's networks, not to people.
const STRANGERS_SHARE: usize = 8;

/// How many evicted connections may still be open before nobody else is accepted.
const LEAVING_MAX: usize = 8;

/// How long to wait for evicted connections to close.
const LEAVING_TIME_MAX: Duration = Duration::from_millis(100);

/// How long a closed socket is still read, so that the client gets the close code and no reset.
const LINGER_MAX: Duration = Duration::from_secs(2);

/// All connections.
#[derive(Clone)]
pub(crate) struct Connections {
    shared: Arc<Shared>,
}

struct Shared {
    per_address: usize,
    total_max: usize,
    /// How many strangers are never too many.
    strangers_min: usize,
    held: Mutex<Held>,
    /// Evicted connections that are still open.
    leaving: AtomicUsize,
    has_left: Notify,
}

/// What a connection's client has shown. Higher ranks stay longer when there are too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Rank {
    /// Nothing.
    Stranger,
    /// The token of a guest. Anybody can get one.
    Guest,
    /// The token of an account, or a seat at a table.
    Player,
}

#[derive(Default)]
struct Held {
    total: usize,
    last_id: u64,
    addresses: HashMap<IpAddr, Holder>,
    /// The limited connections of the lower ranks.
    strangers: Crowd,
    guests: Crowd,
}

/// The connections of an address, oldest first.
struct Holder {
    is_limited: bool,
    connections: BTreeMap<u64, Arc<Connection>>,
}

/// A connection as others see it.
#[derive(Default)]
struct Connection {
    /// A [`Rank`]. Changes only while the lock on [`Held`] is held.
    rank: AtomicU8,
    is_socket: AtomicBool,
    is_evicted: AtomicBool,
    /// The task that reads or writes.
    waker: AtomicWaker,
}

/// The connections of one rank, by network.
#[derive(Default)]
struct Crowd {
    total: usize,
    networks: HashMap<IpAddr, Network>,
    /// The networks by the number of their connections; among equals, the one with the oldest
    /// connection comes last.
    order: BTreeSet<(usize, Reverse<u64>, IpAddr)>,
}

#[derive(Default)]
struct Network {
    /// The connections with their addresses, oldest first.
    connections: BTreeMap<u64, IpAddr>,
    addresses: HashMap<IpAddr, usize>,
}

impl Network {
    fn place(&self, key: IpAddr) -> (usize, Reverse<u64>, IpAddr) {
        let oldest = self.connections.first_key_value();
        let oldest = oldest.map_or(u64::MAX, |(&id, _)| id);
        (self.connections.len(), Reverse(oldest), key)
    }
}

impl Crowd {
    fn add(&mut self, address: IpAddr, id: u64) {
        self.change(address, |network| {
            network.connections.insert(id, address);
            *network.addresses.entry(address).or_default() += 1;
        });
        self.total += 1;
    }

    fn remove(&mut self, address: IpAddr, id: u64) {
        self.change(address, |network| {
            network.connections.remove(&id);
            if let Some(count) = network.addresses.get_mut(&address) {
                *count -= 1;
                if *count == 0 {
                    network.addresses.remove(&address);
                }
            }
        });
        self.total -= 1;
    }

    /// Changes a network and its place in the order.
    fn change(&mut self, address: IpAddr, change: impl FnOnce(&mut Network)) {
        let key = network(address);
        let network = self.networks.entry(key).or_default();
        self.order.remove(&network.place(key));
        change(network);
        if network.connections.is_empty() {
            self.networks.remove(&key);
        } else {
            self.order.insert(network.place(key));
        }
    }

    /// The address that holds most in the network that holds most, and what this network holds.
    fn greediest(&self) -> Option<(IpAddr, usize)> {
        let (total, _, key) = self.order.last()?;
        let network = self.networks.get(key)?;
        let most = network.addresses.values().max()?;
        let mut addresses = network.connections.values();
        let address = addresses.find(|address| network.addresses.get(address) == Some(most))?;
        Some((*address, *total))
    }

    fn of_network(&self, address: IpAddr) -> usize {
        let network = self.networks.get(&network(address));
        network.map_or(0, |network| network.connections.len())
    }
}

/// The network of an address, in which one attacker may well have many addresses.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(address) => {
            let [a, b, c, _] = address.octets();
            IpAddr::V4(Ipv4Addr::new(a, b, c, 0))
        }
        IpAddr::V6(address) => {
            let [a, b, c, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0))
        }
    }
}

impl Connections {
    pub(crate) fn new(options: &LimitOptions) -> Connections {
        let total_max = match options.connections_max {
            Some(max) => max as usize,
            None => {
                let descriptors = descriptors_max();
                descriptors - RESERVED.min(descriptors / 2)
            }
        };
        Connections {
            shared: Arc::new(Shared {
                per_address: options.connections_per_address as usize * PER_SOCKET,
                total_max,
                strangers_min: total_max / STRANGERS_SHARE,
                held: Mutex::default(),
                leaving: AtomicUsize::new(0),
                has_left: Notify::new(),
            }),
        }
    }

    /// Waits until most evicted connections are closed: until then their descriptors are in use.
    pub(crate) async fn settle(&self) {
        while self.shared.leaving.load(Ordering::Acquire) > LEAVING_MAX {
            let left = self.shared.has_left.notified();
            if timeout(LEAVING_TIME_MAX, left).await.is_err() {
                return;
            }
        }
    }

    /// Counts a connection, if there is room for it or another one can make room. An address that
    /// is not limited may hold any number.
    pub(crate) fn admit(&self, peer: IpAddr, is_limited: bool) -> Option<ConnectionGuard> {
        let address = block(peer);
        let mut held = self.shared.held();
        let own_count = held.count(address);
        if is_limited && own_count >= self.shared.per_address {
            self.shared.note_eviction(held.evict_request(address))?;
        }
        if held.total >= self.shared.total_max {
            let strangers_min = self.shared.strangers_min;
            self.shared
                .note_eviction(held.make_room(address, is_limited, strangers_min))?;
        }
        held.total += 1;
        held.last_id += 1;
        let id = held.last_id;
        let connection = Arc::new(Connection::default());
        let holder = held.addresses.entry(address).or_insert_with(|| Holder {
            is_limited,
            connections: BTreeMap::new(),
        });
        holder.is_limited = is_limited;
        holder.connections.insert(id, Arc::clone(&connection));
        if is_limited {
            held.strangers.add(address, id);
        } else {
            // It is never evicted for its rank.
            connection.set_rank(Rank::Player);
        }
        drop(held);
        Some(ConnectionGuard {
            shared: Arc::clone(&self.shared),
            address,
            id,
            connection,
        })
    }
}

impl Shared {
    fn note_eviction(&self, is_done: bool) -> Option<()> {
        is_done.then(|| {
            self.leaving.fetch_add(1, Ordering::AcqRel);
        })
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Held {
    fn count(&self, address: IpAddr) -> usize {
        let holder = self.addresses.get(&address);
        holder.map_or(0, |holder| holder.connections.len())
    }

    /// Evicts a connection for a newcomer: a stranger if there are enough of them, otherwise a
    /// guest, otherwise one of the address that holds most, if that is more than the newcomer would
    /// hold. An address never loses a socket to its own newcomer.
    fn make_room(&mut self, newcomer: IpAddr, is_limited: bool, strangers_min: usize) -> bool {
        let is_crowded = self.strangers.total > strangers_min;
        let crowds = [
            (
                Rank::Stranger,
                self.strangers.greediest().filter(|_| is_crowded),
            ),
            (Rank::Guest, self.guests.greediest()),
        ];
        for (rank, greediest) in crowds {
            if let Some((address, _)) = greediest {
                return self.evict_rank(address, rank, newcomer);
            }
        }
        let own_count = self.count(newcomer);
        let greediest = self
            .addresses
            .iter()
            .filter(|(_, holder)| holder.is_limited)
            .max_by_key(|(_, holder)| holder.connections.len())
            .map(|(&address, holder)| (address, holder.connections.len()))
            .filter(|&(_, count)| !is_limited || count > own_count + 1);
        match greediest {
            Some((address, _)) => self.evict_request(address) || self.evict(address, |_| true),
            None => {
                self.evict_request(newcomer)
                    || self.strangers.greediest().is_some_and(|(address, total)| {
                        total > self.strangers.of_network(newcomer)
                            && self.evict_rank(address, Rank::Stranger, newcomer)
                    })
            }
        }
    }

    /// Evicts the oldest connection of an address with this rank: a request if there is one.
    fn evict_rank(&mut self, address: IpAddr, rank: Rank, newcomer: IpAddr) -> bool {
        let is_meant = |connection: &Connection| connection.rank() == rank as u8;
        let is_request = |connection: &Connection| {
            is_meant(connection) && !connection.is_socket.load(Ordering::Acquire)
        };
        self.evict(address, is_request) || address != newcomer && self.evict(address, is_meant)
    }

    /// Evicts the oldest connection of an address that is not a socket.
    fn evict_request(&mut self, address: IpAddr) -> bool {
        self.evict(address, |connection| {
            !connection.is_socket.load(Ordering::Acquire)
        })
    }

    fn evict(&mut self, address: IpAddr, is_meant: impl Fn(&Connection) -> bool) -> bool {
        let oldest = self
            .addresses
            .get(&address)
            .and_then(|holder| holder.connections.iter().find(|(_, held)| is_meant(held)))
            .map(|(&id, connection)| (id, Arc::clone(connection)));
        let Some((id, connection)) = oldest else {
            return false;
        };
        self.remove(address, id);
        connection.is_evicted.store(true, Ordering::Release);
        connection.waker.wake();
        true
    }

    /// Removes a connection, unless it was evicted before.
    fn remove(&mut self, address: IpAddr, id: u64) {
        let Some(holder) = self.addresses.get_mut(&address) else {
            return;
        };
        let removed = holder.connections.remove(&id);
        if holder.connections.is_empty() {
            self.addresses.remove(&address);
        }
        if let Some(connection) = removed {
            self.total -= 1;
            if let Some(crowd) = self.crowd(connection.rank()) {
                crowd.remove(address, id);
            }
        }
    }

    /// The connections with this rank, unless it is the highest.
    fn crowd(&mut self, rank: u8) -> Option<&mut Crowd> {
        if rank == Rank::Stranger as u8 {
            Some(&mut self.strangers)
        } else if rank == Rank::Guest as u8 {
            Some(&mut self.guests)
        } else {
            None
        }
    }
}

impl Connection {
    fn rank(&self) -> u8 {
        self.rank.load(Ordering::Acquire)
    }

    fn set_rank(&self, rank: Rank) {
        self.rank.store(rank as u8, Ordering::Release);
    }
}

/// Counts a connection while it exists.
pub(crate) struct ConnectionGuard {
    shared: Arc<Shared>,
    address: IpAddr,
    id: u64,
    connection: Arc<Connection>,
}

impl ConnectionGuard {
    fn mark(&self) -> ConnectionMark {
        ConnectionMark {
            shared: Arc::clone(&self.shared),
            address: self.address,
            id: self.id,
            connection: Arc::clone(&self.connection),
        }
    }
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        self.shared.held().remove(self.address, self.id);
        if self.connection.is_evicted.load(Ordering::Acquire) {
            self.shared.leaving.fetch_sub(1, Ordering::AcqRel);
            self.shared.has_left.notify_one();
        }
    }
}

/// Notes what becomes known about a connection.
#[derive(Clone)]
pub(crate) struct ConnectionMark {
    shared: Arc<Shared>,
    address: IpAddr,
    id: u64,
    connection: Arc<Connection>,
}

impl ConnectionMark {
    /// It has become a socket, which is evicted after the other connections of its rank.
    pub(crate) fn set_socket(&self) {
        self.connection.is_socket.store(true, Ordering::Release);
    }

    pub(crate) fn is_socket(&self) -> bool {
        self.connection.is_socket.load(Ordering::Acquire)
    }

    /// Its client has shown this much.
    pub(crate) fn raise(&self, rank: Rank) {
        if self.connection.rank() >= rank as u8 {
            return;
        }
        let mut held = self.shared.held();
        let before = self.connection.rank();
        let holder = held.addresses.get(&self.address);
        let is_held = holder.is_some_and(|holder| holder.connections.contains_key(&self.id));
        if before >= rank as u8 || !is_held {
            return;
        }
        if let Some(crowd) = held.crowd(before) {
            crowd.remove(self.address, self.id);
        }
        self.connection.set_rank(rank);
        if let Some(crowd) = held.crowd(rank as u8) {
            crowd.add(self.address, self.id);
        }
    }
}

/// The stream of a counted connection. Fails if the connection is evicted, or if the client reads
/// nothing for too long while there is something to send.
pub(crate) struct CountedStream {
    /// `None` only while it is dropped.
    stream: Option<TcpStream>,
    guard: Option<ConnectionGuard>,
    connection: Arc<Connection>,
    mark: ConnectionMark,
    write_max: Duration,
    /// Runs while the client does not read.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl CountedStream {
    pub(crate) fn new(
        stream: TcpStream,
        guard: ConnectionGuard,
        write_max: Duration,
    ) -> CountedStream {
        CountedStream {
            stream: Some(stream),
            connection: Arc::clone(&guard.connection),
            mark: guard.mark(),
            guard: Some(guard),
            write_max,
            stalled: None,
        }
    }

    pub(crate) fn mark(&self) -> ConnectionMark {
        self.mark.clone()
    }

    /// The first byte that the client sends, which can still be read afterwards. `None` if it
    /// sends nothing and closes.
    pub(crate) async fn first_byte(&mut self) -> io::Result<Option<u8>> {
        std::future::poll_fn(|context| {
            let mut byte = [0];
            let mut buffer = ReadBuf::new(&mut byte);
            match self.stream()?.poll_peek(context, &mut buffer) {
                Poll::Ready(Ok(_)) => Poll::Ready(Ok(buffer.filled().first().copied())),
                Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
                Poll::Pending => self.pending(context),
            }
        })
        .await
    }

    /// The stream, unless the connection is evicted.
    fn stream(&mut self) -> io::Result<Pin<&mut TcpStream>> {
        match &mut self.stream {
            Some(stream) if !self.connection.is_evicted.load(Ordering::Acquire) => {
                Ok(Pin::new(stream))
            }
            _ => Err(io::ErrorKind::ConnectionAborted.into()),
        }
    }

    /// Waits, unless the connection is evicted.
    fn pending<T>(&self, context: &Context<'_>) -> Poll<io::Result<T>> {
        self.connection.waker.register(context.waker());
        if self.connection.is_evicted.load(Ordering::Acquire) {
            Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()))
        } else {
            Poll::Pending
        }
    }

    /// Limits the time in which a write makes no progress.
    fn written<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let write_max = self.write_max;
        let stalled = self
            .stalled
            .get_or_insert_with(|| Box::pin(tokio::time::sleep(write_max)));
        if stalled.as_mut().poll(context).is_ready() {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        self.pending(context)
    }
}

impl AsyncRead for CountedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = self.stream()?.poll_read(context, buffer);
        if read.is_pending() {
            return self.pending(context);
        }
        read
    }
}

impl AsyncWrite for CountedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = self.stream()?.poll_write(context, bytes);
        self.written(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = self.stream()?.poll_write_vectored(context, parts);
        self.written(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_shutdown(context)
    }
}

impl Drop for CountedStream {
    fn drop(&mut self) {
        let is_closed_socket = self.connection.is_socket.load(Ordering::Acquire)
            && !self.connection.is_evicted.load(Ordering::Acquire);
        if let (Some(stream), Some(guard), Ok(runtime)) = (
            self.stream.take_if(|_| is_closed_socket),
            self.guard.take_if(|_| is_closed_socket),
            tokio::runtime::Handle::try_current(),
        ) {
            runtime.spawn(linger(stream, guard));
        }
    }
}

/// Reads what the client has sent before it knew that the socket is closed. Closing with unread
/// bytes would reset the connection, and the client might not get the close code.
async fn linger(mut stream: TcpStream, _guard: ConnectionGuard) {
    let _ = stream.shutdown().await;
    let mut buffer = [0; 2048];
    let reading = async { while let Ok(1..) = stream.read(&mut buffer).await {} };
    let _ = timeout(LINGER_MAX, reading).await;
}

/// How many descriptors this process may have.
fn descriptors_max() -> usize {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit};
        let limit = getrlimit(Resource::Nofile).current;
        limit
            .and_then(|limit| limit.try_into().ok())
            .unwrap_or(usize::MAX)
    }
    #[cfg(not(unix))]
    {
        usize::MAX
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connections(max: u32, per_address: u32) -> Connections {
        Connections::new(&LimitOptions {
            connections_max: Some(max),
            connections_per_address: per_address,
            ..LimitOptions::default()
        })
    }

    fn ip(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    fn is_evicted(guard: &ConnectionGuard) -> bool {
        guard.connection.is_evicted.load(Ordering::Acquire)
    }

    fn socket(guard: &ConnectionGuard) {
        guard.mark().set_socket();
    }

    // Fault 34.
    #[test]
    fn an_address_at_its_limit_loses_its_oldest_request_and_no_socket() {
        let connections = connections(100, 2);
        let held: Vec<_> = (0..4)
            .map(|_| connections.admit(ip(1), true).unwrap())
            .collect();
        socket(&held[0]);
        let fifth = connections.admit(ip(1), true).unwrap();
        let evicted: Vec<bool> = held.iter().map(is_evicted).collect();
        assert_eq!(evicted, [false, true, false, false]);
        for guard in held.iter().chain([&fifth]) {
            socket(guard);
        }
        assert!(connections.admit(ip(1), true).is_none());
        assert!(connections.admit(ip(2), true).is_some());
        drop(held);
        assert!(connections.admit(ip(1), true).is_some());
    }

    // Fault 17.
    #[test]
    fn the_address_that_holds_most_makes_room_for_others() {
        let connections = connections(10, 100);
        let flood: Vec<_> = (0..9)
            .map(|_| connections.admit(ip(9), true).unwrap())
            .collect();
        let ann = connections.admit(ip(1), true).unwrap();
        // Also if it has sockets only.
        for guard in &flood[2..] {
            socket(guard);
        }
        let others: Vec<_> = (2..6)
            .map(|last| connections.admit(ip(last), true).unwrap())
            .collect();
        let count = flood.iter().filter(|guard| is_evicted(guard)).count();
        assert_eq!(count, 4);
        assert!(is_evicted(&flood[0]) && is_evicted(&flood[1]));
        assert!(!is_evicted(&ann) && !others.iter().any(is_evicted));
        // The flood itself gets no further.
        assert!(connections.admit(ip(9), true).is_none());
        drop((flood, others, ann));
        assert_eq!(connections.shared.held().total, 0);
        assert!(connections.shared.held().addresses.is_empty());
    }

    // Fault 17.
    #[test]
    fn a_proxy_loses_no_socket_to_those_who_come_without_it() {
        let connections = connections(6, 100);
        let proxied: Vec<_> = (0..6)
            .map(|_| connections.admit(ip(1), false).unwrap())
            .collect();
        proxied[1..].iter().for_each(socket);
        assert!(connections.admit(ip(9), true).is_none());
        // A request through the proxy takes the place of the oldest.
        let again = connections.admit(ip(1), false).unwrap();
        assert!(is_evicted(&proxied[0]) && !is_evicted(&again));
        assert!(!proxied[1..].iter().any(is_evicted));
    }

    /// An address in a network of its own.
    fn far(number: u16) -> IpAddr {
        let [high, low] = number.to_be_bytes();
        IpAddr::from([10, high, low, 1])
    }

    // Fault 17.
    #[test]
    fn a_flood_from_very_many_addresses_shuts_no_player_out() {
        let connections = connections(80, 100);
        let ann = connections.admit(ip(1), true).unwrap();
        ann.mark().raise(Rank::Player);
        let bob = connections.admit(ip(2), true).unwrap();
        bob.mark().raise(Rank::Guest);
        let flood: Vec<_> = (0..200)
            .map(|number| connections.admit(far(number), true).unwrap())
            .collect();
        assert!(!is_evicted(&ann) && !is_evicted(&bob));
        // The oldest go first, so that a newcomer has time to show who it is.
        let evicted = flood.iter().take_while(|guard| is_evicted(guard)).count();
        assert_eq!(evicted, 200 - 78);
        assert!(!flood[evicted..].iter().any(is_evicted));
        let back = connections.admit(ip(3), true).unwrap();
        back.mark().raise(Rank::Player);
        let more: Vec<_> = (200..400)
            .map(|number| connections.admit(far(number), true).unwrap())
            .collect();
        assert!(![&ann, &bob, &back].into_iter().any(is_evicted));
        assert_eq!(connections.shared.held().total, 80);
        drop((flood, more, ann, bob, back));
        let held = connections.shared.held();
        assert_eq!(
            (held.total, held.strangers.total, held.guests.total),
            (0, 0, 0)
        );
        assert!(held.strangers.order.is_empty() && held.guests.networks.is_empty());
    }

    // Fault 17.
    #[test]
    fn a_flood_of_guests_gives_way_before_players_and_leaves_room_for_strangers() {
        let connections = connections(80, 100);
        let players: Vec<_> = (0..40)
            .map(|number| connections.admit(far(number), true).unwrap())
            .collect();
        for player in &players {
            player.mark().raise(Rank::Player);
            socket(player);
        }
        let flood: Vec<_> = (1_000..1_100)
            .map(|number| {
                let guard = connections.admit(far(number), true).unwrap();
                guard.mark().raise(Rank::Guest);
                socket(&guard);
                guard
            })
            .collect();
        // Several come back at the same moment.
        let back: Vec<_> = (2_000..2_010)
            .map(|number| connections.admit(far(number), true).unwrap())
            .collect();
        assert!(!players.iter().chain(&back).any(is_evicted));
        assert_eq!(flood.iter().filter(|guard| is_evicted(guard)).count(), 70);
        // Among players, only those go that hold more than others.
        for guard in flood.iter().chain(&back) {
            guard.mark().raise(Rank::Player);
        }
        assert!(connections.admit(far(3_000), true).is_none());
        assert!(!players.iter().chain(&back).any(is_evicted));
    }

    // Fault 17.
    #[test]
    fn the_network_that_holds_most_makes_room_first() {
        let connections = connections(40, 100);
        let early: Vec<_> = (0..10)
            .map(|number| connections.admit(far(number), true).unwrap())
            .collect();
        let flood: Vec<_> = (0..30)
            .map(|last| connections.admit(ip(last), true).unwrap())
            .collect();
        let late: Vec<_> = (10..25)
            .map(|number| connections.admit(far(number), true).unwrap())
            .collect();
        assert!(!early.iter().chain(&late).any(is_evicted));
        assert_eq!(flood.iter().filter(|guard| is_evicted(guard)).count(), 15);
        let [a, b] = ["2001:db8:1:1::1", "2001:db8:1:2::1"].map(|text| text.parse().unwrap());
        assert_eq!(network(block(a)), network(block(b)));
    }
}
