//! A message for all other members, in this process or over NATS.

use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, Event, Subscriber};
use futures_util::StreamExt;
use tokio::sync::{broadcast, mpsc};

use crate::nats::{BusError, BusUrl};

/// The longest message, in bytes. A longer one is dropped.
pub const MESSAGE_BYTES_MAX: usize = 128 * 1024;

/// How many messages wait to be sent, or to be heard by a listener, before some are dropped.
const QUEUE: usize = 16_384;

/// How many messages a carried member may be behind.
const CARRIED_QUEUE: usize = 1_024;

/// The length of a member's name on NATS.
const MEMBER_BYTES: usize = 8;

/// How long the server may take to confirm that a listener hears.
const CONFIRM_MAX: Duration = Duration::from_secs(3);

/// How many events of the connection a listener may be behind.
const EVENTS: usize = 16;

/// A member of a group that tells each other what is new.
#[derive(Clone)]
pub struct Bus(Kind);

#[derive(Clone)]
enum Kind {
    Local(Local),
    Carried(Carried),
    Nats(Nats),
}

#[derive(Clone)]
struct Local {
    member: u64,
    members: Arc<AtomicU64>,
    messages: broadcast::Sender<(u64, Arc<[u8]>)>,
}

#[derive(Clone)]
struct Carried {
    outgoing: mpsc::UnboundedSender<Vec<u8>>,
    incoming: broadcast::Sender<Heard>,
    is_connected: Arc<AtomicBool>,
}

/// Carries the messages of a member: see [`Bus::carried`].
#[derive(Debug)]
pub struct Carrier {
    /// What the member says.
    pub outgoing: mpsc::UnboundedReceiver<Vec<u8>>,
    /// What the member is to hear.
    pub incoming: broadcast::Sender<Heard>,
    /// Whether the member believes that others can be reached.
    pub is_connected: Arc<AtomicBool>,
}

#[derive(Clone)]
struct Nats {
    /// Every message begins with it, so that nobody hears itself.
    member: [u8; MEMBER_BYTES],
    client: Client,
    topic: String,
    queue: mpsc::Sender<Vec<u8>>,
    /// A connection was lost or made, or something was dropped.
    events: broadcast::Sender<()>,
}

impl fmt::Debug for Bus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bus").finish_non_exhaustive()
    }
}

/// What a listener hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A message of another member.
    Message(Vec<u8>),
    /// Messages may have been missed.
    Missed,
}

impl Bus {
    /// The only member of a new group in this process.
    #[must_use]
    pub fn local() -> Bus {
        Bus(Kind::Local(Local {
            member: 0,
            members: Arc::new(AtomicU64::new(1)),
            messages: broadcast::Sender::new(QUEUE),
        }))
    }

    /// A member whose messages the caller carries, who may lose, delay or repeat them.
    #[must_use]
    pub fn carried() -> (Bus, Carrier) {
        let (says, outgoing) = mpsc::unbounded_channel();
        let incoming = broadcast::Sender::new(CARRIED_QUEUE);
        let is_connected = Arc::new(AtomicBool::new(true));
        let bus = Bus(Kind::Carried(Carried {
            outgoing: says,
            incoming: incoming.clone(),
            is_connected: Arc::clone(&is_connected),
        }));
        let carrier = Carrier {
            outgoing,
            incoming,
            is_connected,
        };
        (bus, carrier)
    }

    /// Joins the group with this topic on NATS servers. If none of them answers now, the connection
    /// is made as soon as one does.
    ///
    /// # Errors
    /// If they refuse us.
    pub async fn nats(url: &BusUrl, topic: &str) -> Result<Bus, BusError> {
        let events = broadcast::Sender::new(EVENTS);
        let options = || {
            let events = events.clone();
            let told = move |event: Event| {
                let events = events.clone();
                async move {
                    match event {
                        Event::Connected => tracing::info!("connected to the bus"),
                        Event::Disconnected => tracing::warn!("the bus cannot be reached"),
                        Event::SlowConsumer(_) => tracing::warn!("fell behind the bus"),
                        event => tracing::warn!(%event, "the bus"),
                    }
                    // Fails only if nobody listens.
                    let _ = events.send(());
                }
            };
            url.options()
                .subscription_capacity(QUEUE)
                .event_callback(told)
        };
        let client = match url.connect_with(options()).await {
            Err(BusError::Unreachable(problem)) => {
                tracing::warn!(bus = %url, problem, "the bus cannot be reached; will retry");
                url.connect_with(options().retry_on_initial_connect())
                    .await?
            }
            connected => connected?,
        };
        let (queue, sending) = mpsc::channel(QUEUE);
        tokio::spawn(send_all(client.clone(), topic.to_owned(), sending));
        // Random keys make a random number.
        let member = RandomState::new().build_hasher().finish();
        Ok(Bus(Kind::Nats(Nats {
            member: member.to_be_bytes(),
            client,
            topic: topic.to_owned(),
            queue,
            events,
        })))
    }

    /// Another member of the same group in this process. Members on NATS join by themselves.
    #[must_use]
    pub fn another(&self) -> Option<Bus> {
        match &self.0 {
            Kind::Local(local) => Some(Bus(Kind::Local(Local {
                member: local.members.fetch_add(1, Ordering::Relaxed),
                ..local.clone()
            }))),
            Kind::Carried(_) | Kind::Nats(_) => None,
        }
    }

    /// Sends a message, which must not be empty, to all other members that listen. It is dropped if there is no connection or
    /// too much waits.
    pub fn publish(&self, message: Vec<u8>) {
        if message.len() > MESSAGE_BYTES_MAX {
            tracing::error!(bytes = message.len(), "a message is too long for the bus");
            return;
        }
        match &self.0 {
            Kind::Local(local) => {
                // Fails only if nobody listens.
                let _ = local.messages.send((local.member, message.into()));
            }
            Kind::Carried(carried) => {
                if self.is_connected() {
                    // Fails only if nobody carries.
                    let _ = carried.outgoing.send(message);
                }
            }
            Kind::Nats(nats) => {
                let message = [&nats.member, &message[..]].concat();
                if self.is_connected() && nats.queue.try_send(message).is_err() {
                    tracing::warn!("too much waits for the bus");
                }
            }
        }
    }

    /// Whether others can be reached.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        match &self.0 {
            Kind::Local(_) => true,
            Kind::Carried(carried) => carried.is_connected.load(Ordering::Acquire),
            Kind::Nats(nats) => nats.client.connection_state() == State::Connected,
        }
    }

    /// Listens to the other members from now on.
    ///
    /// # Errors
    /// If the connection was closed for good.
    pub async fn listen(&self) -> Result<Listener, BusError> {
        Ok(Listener(match &self.0 {
            Kind::Local(local) => Ear::Local(local.member, local.messages.subscribe()),
            Kind::Carried(carried) => Ear::Carried(carried.incoming.subscribe()),
            Kind::Nats(nats) => {
                let events = nats.events.subscribe();
                let subscribing = nats.client.subscribe(nats.topic.clone());
                let lost = |error: &dyn fmt::Display| BusError::Unreachable(error.to_string());
                let mut subscriber = subscribing.await.map_err(|error| lost(&error))?;
                if self.is_connected() {
                    // Whoever hears itself hears the others.
                    self.publish(Vec::new());
                    let itself = async {
                        while let Some(message) = subscriber.next().await
                            && message.payload[..] != nats.member
                        {}
                    };
                    // Otherwise the connection was just lost; the next one is told of.
                    let _ = tokio::time::timeout(CONFIRM_MAX, itself).await;
                }
                Ear::Nats(nats.member, Box::new(subscriber), events)
            }
        }))
    }
}

/// Sends what is queued.
async fn send_all(client: Client, topic: String, mut queue: mpsc::Receiver<Vec<u8>>) {
    while let Some(message) = queue.recv().await {
        if let Err(error) = client.publish(topic.clone(), message.into()).await {
            tracing::warn!(%error, "could not send on the bus");
        }
    }
}

/// Hears what the other members say.
pub struct Listener(Ear);

enum Ear {
    Local(u64, broadcast::Receiver<(u64, Arc<[u8]>)>),
    Carried(broadcast::Receiver<Heard>),
    Nats([u8; MEMBER_BYTES], Box<Subscriber>, broadcast::Receiver<()>),
}

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listener").finish_non_exhaustive()
    }
}

impl Listener {
    /// The next message, or that some may have been missed; `None` once the bus is closed.
    pub async fn next(&mut self) -> Option<Heard> {
        use broadcast::error::RecvError;
        match &mut self.0 {
            Ear::Local(member, messages) => loop {
                match messages.recv().await {
                    Ok((from, _)) if from == *member => {}
                    Ok((_, message)) => return Some(Heard::Message(message.to_vec())),
                    Err(RecvError::Lagged(_)) => return Some(Heard::Missed),
                    Err(RecvError::Closed) => return None,
                }
            },
            Ear::Carried(messages) => match messages.recv().await {
                Ok(heard) => Some(heard),
                Err(RecvError::Lagged(_)) => Some(Heard::Missed),
                Err(RecvError::Closed) => None,
            },
            Ear::Nats(member, subscriber, events) => loop {
                tokio::select! {
                    message = subscriber.next() => match message?.payload.split_at_checked(MEMBER_BYTES) {
                        Some((from, message)) if from != member && !message.is_empty() => {
                            return Some(Heard::Message(message.to_vec()));
                        }
                        // Our own, of another that begins to listen, or of no member.
                        _ => {}
                    },
                    event = events.recv() => match event {
                        Ok(()) | Err(RecvError::Lagged(_)) => return Some(Heard::Missed),
                        Err(RecvError::Closed) => return None,
                    },
                }
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use yiqi_testkit::nats::NatsServer;

    use super::*;

    /// Members of one group, of each kind.
    async fn groups(count: usize) -> (NatsServer, Vec<Vec<Bus>>) {
        let server = NatsServer::start();
        let url: BusUrl = server.url().parse().unwrap();
        let mut local = vec![Bus::local()];
        let mut nats = Vec::new();
        for _ in 0..count {
            local.extend(local[0].another());
            nats.push(Bus::nats(&url, "test").await.unwrap());
        }
        local.truncate(count);
        (server, vec![local, nats])
    }

    /// The next message.
    async fn message(listener: &mut Listener) -> Vec<u8> {
        loop {
            match listener.next().await.unwrap() {
                Heard::Message(message) => return message,
                Heard::Missed => {}
            }
        }
    }

    /// Says something until a listener has heard it.
    async fn heard_at_last(bus: &Bus, listener: &mut Listener, text: &[u8]) {
        let mut again = tokio::time::interval(std::time::Duration::from_millis(20));
        loop {
            tokio::select! {
                _ = again.tick() => bus.publish(text.to_vec()),
                heard = listener.next() => {
                    if heard == Some(Heard::Message(text.to_vec())) {
                        return;
                    }
                }
            }
        }
    }

    #[tokio::test]
    async fn everybody_else_hears_every_message_in_order() {
        let (_server, groups) = groups(3).await;
        for members in groups {
            let mut listeners = Vec::new();
            for member in &members {
                listeners.push(member.listen().await.unwrap());
            }
            for number in 0..1000_u32 {
                members[0].publish(number.to_be_bytes().to_vec());
            }
            for listener in &mut listeners[1..] {
                for number in 0..1000_u32 {
                    assert_eq!(message(listener).await, number.to_be_bytes());
                }
            }
            // The sender hears others, not itself.
            members[1].publish(b"other".to_vec());
            assert_eq!(message(&mut listeners[0]).await, b"other");
            assert_eq!(message(&mut listeners[2]).await, b"other");
        }
    }

    #[tokio::test]
    async fn a_message_that_is_too_long_is_dropped_and_the_next_is_heard() {
        let (_server, groups) = groups(2).await;
        for members in groups {
            let mut listener = members[1].listen().await.unwrap();
            members[0].publish(vec![7; MESSAGE_BYTES_MAX + 1]);
            members[0].publish(vec![8; MESSAGE_BYTES_MAX]);
            assert_eq!(message(&mut listener).await, vec![8; MESSAGE_BYTES_MAX]);
        }
    }

    #[tokio::test]
    async fn nobody_waits_for_a_listener_that_does_not_hear_and_it_learns_that_it_missed_some() {
        let (_server, groups) = groups(2).await;
        for members in groups {
            let mut listener = members[1].listen().await.unwrap();
            let mut is_told = false;
            while !is_told {
                for _ in 0..QUEUE * 2 {
                    members[0].publish(vec![1; 8]);
                }
                let mut left = 0;
                while left < QUEUE && !is_told {
                    is_told = listener.next().await.unwrap() == Heard::Missed;
                    left += 1;
                }
            }
        }
    }

    #[tokio::test]
    async fn groups_with_other_topics_do_not_hear_each_other() {
        let server = NatsServer::start();
        let url: BusUrl = server.url().parse().unwrap();
        let here = Bus::nats(&url, "here").await.unwrap();
        let there = Bus::nats(&url, "there").await.unwrap();
        let other = Bus::nats(&url, "here").await.unwrap();
        let mut listener = here.listen().await.unwrap();
        there.publish(b"there".to_vec());
        other.publish(b"here".to_vec());
        assert_eq!(message(&mut listener).await, b"here");
    }

    // Fault 79.
    #[tokio::test]
    async fn after_a_server_was_killed_and_is_back_members_hear_each_other_again() {
        let server = NatsServer::start();
        let url: BusUrl = server.url().parse().unwrap();
        let [first, second] = [
            Bus::nats(&url, "test").await.unwrap(),
            Bus::nats(&url, "test").await.unwrap(),
        ];
        let mut listener = second.listen().await.unwrap();
        server.kill();
        assert_eq!(listener.next().await, Some(Heard::Missed));
        // Nobody waits, and it is dropped.
        for _ in 0..QUEUE * 2 {
            first.publish(b"lost".to_vec());
        }
        server.restart();
        heard_at_last(&first, &mut listener, b"back").await;
    }

    #[tokio::test]
    async fn a_server_that_is_down_at_first_is_used_when_it_comes() {
        let server = NatsServer::start();
        server.kill();
        let url: BusUrl = server.url().parse().unwrap();
        let first = Bus::nats(&url, "test").await.unwrap();
        assert!(!first.is_connected());
        let mut listener = first.listen().await.unwrap();
        server.restart();
        let second = Bus::nats(&url, "test").await.unwrap();
        heard_at_last(&second, &mut listener, b"hello").await;
    }

    #[tokio::test]
    async fn a_token_and_a_password_are_checked() {
        let by_token = NatsServer::start_with(&["--auth", "s3cret"]);
        let by_password = NatsServer::start_with(&["--user", "club", "--pass", "p@ss"]);
        let at = |server: &NatsServer, login: &str| -> BusUrl {
            format!("nats://{login}127.0.0.1:{}", server.port())
                .parse()
                .unwrap()
        };
        for (server, right, wrong) in [
            (&by_token, "s3cret@", "other@"),
            (&by_password, "club:p%40ss@", "club:pass@"),
        ] {
            assert!(Bus::nats(&at(server, right), "test").await.is_ok());
            for login in [wrong, ""] {
                let refused = Bus::nats(&at(server, login), "test").await;
                assert!(matches!(refused, Err(BusError::Refused(_))), "{refused:?}");
            }
        }
    }
}
