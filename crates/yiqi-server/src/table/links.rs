//! Connections to a table, and the messages sent to them.

use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

use tokio::sync::mpsc;
use tungstenite::Utf8Bytes;
use yiqi_text::{Lang, Text};
use yiqi_wire::{ServerMessage, Update};

use super::actor::Table;
use crate::caller::Caller;
use crate::store::PersonKey;

/// Capacity of a connection's queue. A connection that falls behind further is dropped and resumes.
pub(crate) const QUEUE: usize = 64;

/// Capacity of the queue of messages to spectators.
const FAN_QUEUE: usize = 256;

/// Close codes of sockets.
pub(crate) mod code {
    pub(crate) const GOING_AWAY: u16 = 1001;
    pub(crate) const PROTOCOL: u16 = 1002;
    pub(crate) const NOT_TEXT: u16 = 1003;
    pub(crate) const NOT_UTF8: u16 = 1007;
    pub(crate) const POLICY: u16 = 1008;
    pub(crate) const TOO_BIG: u16 = 1009;
    pub(crate) const FAILED: u16 = 1011;
    pub(crate) const RESTART: u16 = 1012;
    pub(crate) const TOO_SLOW: u16 = 1013;
    pub(crate) const ELSEWHERE: u16 = 4001;
}

/// A connection as seen by its table.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    pub(crate) id: u64,
    /// The client at the other end.
    pub(crate) caller: Arc<Caller>,
    queue: mpsc::Sender<Utf8Bytes>,
    /// The close code, read once the queue is closed.
    verdict: Arc<AtomicU16>,
}

/// The socket's end of a [`Link`].
#[derive(Debug)]
pub(crate) struct LinkEnd {
    pub(crate) queue: mpsc::Receiver<Utf8Bytes>,
    verdict: Arc<AtomicU16>,
}

impl LinkEnd {
    /// The close code, set when the table dropped this connection.
    pub(crate) fn verdict(&self) -> u16 {
        self.verdict.load(Ordering::Acquire)
    }
}

/// Creates a connection: the table's end and the socket's end.
pub(crate) fn link(id: u64, caller: Arc<Caller>) -> (Link, LinkEnd) {
    let (sender, receiver) = mpsc::channel(QUEUE);
    // The code if the table's task fails without setting one.
    let verdict = Arc::new(AtomicU16::new(code::FAILED));
    let link = Link {
        id,
        caller,
        queue: sender,
        verdict: Arc::clone(&verdict),
    };
    let end = LinkEnd {
        queue: receiver,
        verdict,
    };
    (link, end)
}

impl Link {
    /// Queues a message; false if the queue is full. Nothing is sent after a message that did not
    /// fit, so a client never misses one in between.
    pub(crate) fn send(&self, text: Utf8Bytes) -> bool {
        if self.is_lost() {
            return false;
        }
        match self.queue.try_send(text) {
            Ok(()) => true,
            Err(mpsc::error::TrySendError::Full(_)) => {
                self.close_with(code::TOO_SLOW);
                false
            }
            Err(mpsc::error::TrySendError::Closed(_)) => false,
        }
    }

    /// Whether the connection must be dropped: a message did not fit, or nobody reads any more.
    pub(crate) fn is_lost(&self) -> bool {
        self.queue.is_closed() || self.verdict.load(Ordering::Acquire) == code::TOO_SLOW
    }

    /// Sets the close code that is sent once this link is dropped.
    pub(crate) fn close_with(&self, code: u16) {
        self.verdict.store(code, Ordering::Release);
    }
}

/// A message, serialized once for all clients that want the same form.
#[derive(Debug)]
pub(crate) struct Outgoing {
    message: ServerMessage,
    /// The full message, and an update without its view.
    texts: [OnceLock<Utf8Bytes>; 2],
}

impl Outgoing {
    pub(crate) fn new(message: ServerMessage) -> Arc<Outgoing> {
        Arc::new(Outgoing {
            message,
            texts: Default::default(),
        })
    }

    /// The message in the form that this client wants.
    pub(crate) fn text(&self, reader: &Caller) -> Utf8Bytes {
        let [whole, without_view] = &self.texts;
        let text = match &self.message {
            ServerMessage::Update(update) if !reader.view => without_view.get_or_init(|| {
                encode(&ServerMessage::Update(Box::new(Update {
                    entries: update.entries.clone(),
                    mv: None,
                    view: None,
                    ..**update
                })))
            }),
            message => whole.get_or_init(|| encode(message)),
        };
        text.clone()
    }
}

impl Table {
    /// Sends a message to everybody, players first.
    pub(super) fn send_all(&self, message: &Arc<Outgoing>) {
        self.send_players(message);
        self.spectators.send(message);
    }

    /// Sends a message to the players.
    pub(super) fn send_players(&self, message: &Arc<Outgoing>) {
        for link in &self.players {
            link.send(message.text(&link.caller));
        }
    }

    /// Sends a message to one connection.
    pub(super) fn send_to(&self, id: u64, message: &Arc<Outgoing>) {
        match self.players.iter().find(|link| link.id == id) {
            Some(link) => {
                link.send(message.text(&link.caller));
            }
            None => self.spectators.send_to(id, message),
        }
    }
}

/// Serializes a message.
pub(crate) fn encode(message: &ServerMessage) -> Utf8Bytes {
    // Maps with text keys and numbers always serialize.
    serde_json::to_string(message).unwrap_or_default().into()
}

/// The message catalogs of all languages.
pub(crate) struct Texts([Text; 3]);

impl std::fmt::Debug for Texts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Texts").finish_non_exhaustive()
    }
}

impl Texts {
    /// The catalogs, which are parsed once per process: that takes longer than everything else that a
    /// server does when it starts.
    pub(crate) fn shared() -> Arc<Texts> {
        static TEXTS: LazyLock<Arc<Texts>> = LazyLock::new(|| {
            Arc::new(Texts([
                Text::new(Lang::En),
                Text::new(Lang::ZhHans),
                Text::new(Lang::ZhHant),
            ]))
        });
        Arc::clone(&TEXTS)
    }

    const fn index(lang: Lang) -> usize {
        match lang {
            Lang::En => 0,
            Lang::ZhHans => 1,
            Lang::ZhHant => 2,
        }
    }

    pub(crate) fn get(&self, lang: Lang) -> &Text {
        &self.0[Texts::index(lang)]
    }
}

/// The spectators. A separate task sends to them, so that players never wait for a crowd.
#[derive(Debug, Default)]
pub(crate) struct Spectators {
    links: Arc<Mutex<Vec<Link>>>,
    fan: Option<mpsc::Sender<Arc<Outgoing>>>,
}

impl Spectators {
    fn with<T>(&self, change: impl FnOnce(&mut Vec<Link>) -> T) -> T {
        let mut links = self
            .links
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        change(&mut links)
    }

    pub(crate) fn len(&self) -> usize {
        self.with(|links| links.len())
    }

    /// Whether any spectator wants views.
    pub(crate) fn want_views(&self) -> bool {
        self.with(|links| links.iter().any(|link| link.caller.view))
    }

    pub(crate) fn add(&mut self, link: Link) {
        self.with(|links| links.push(link));
        if self.fan.is_none() {
            let (sender, receiver) = mpsc::channel(FAN_QUEUE);
            let links = Arc::clone(&self.links);
            crate::tasks::spawn(fan_out(links, receiver));
            self.fan = Some(sender);
        }
    }

    /// Removes a connection. Returns whether it was here.
    pub(crate) fn remove(&mut self, id: u64) -> bool {
        self.with(|links| {
            let before = links.len();
            links.retain(|link| link.id != id);
            links.len() < before
        })
    }

    /// Takes out the connections of a person who sits down.
    pub(crate) fn take(&mut self, person: PersonKey) -> Vec<Link> {
        self.with(|links| {
            links
                .extract_if(.., |link| link.caller.key() == Some(person))
                .collect()
        })
    }

    pub(crate) fn send(&self, message: &Arc<Outgoing>) {
        let Some(fan) = &self.fan else { return };
        if self.len() > 0 && fan.try_send(Arc::clone(message)).is_err() {
            // They will reconnect and read what they missed.
            self.close(code::TOO_SLOW);
        }
    }

    /// Removes lost connections.
    pub(crate) fn drop_lost(&mut self) {
        self.with(|links| links.retain(|link| !link.is_lost()));
    }

    /// Sends a message to one spectator.
    pub(crate) fn send_to(&self, id: u64, message: &Arc<Outgoing>) {
        self.with(|links| {
            if let Some(link) = links.iter().find(|link| link.id == id) {
                link.send(message.text(&link.caller));
            }
        });
    }

    /// Closes all connections.
    pub(crate) fn close(&self, code: u16) {
        self.with(|links| {
            for link in links.drain(..) {
                link.close_with(code);
            }
        });
    }
}

async fn fan_out(links: Arc<Mutex<Vec<Link>>>, mut messages: mpsc::Receiver<Arc<Outgoing>>) {
    while let Some(message) = messages.recv().await {
        // Sends without holding the lock, so that adding a spectator need not wait.
        let now: Vec<Link> = links
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .clone();
        let mut lost = Vec::new();
        for (count, link) in now.iter().enumerate() {
            if !link.send(message.text(&link.caller)) {
                lost.push(link.id);
            }
            // A large crowd must not block a core.
            if count % 256 == 255 {
                tokio::task::yield_now().await;
            }
        }
        drop(now);
        if !lost.is_empty() {
            links
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner)
                .retain(|link| !lost.contains(&link.id));
        }
    }
}
