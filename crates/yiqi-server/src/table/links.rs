//! Connections to a table, and what goes out to them.

use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;
use yiqi_text::{Lang, Text};
use yiqi_wire::{ServerMessage, Update};

use super::actor::Table;
use crate::asker::Asker;
use crate::store::PersonKey;

/// Messages that may wait for one connection. One that falls behind further is dropped and resumes.
pub(crate) const QUEUE: usize = 64;

/// Batches that may wait to be handed to spectators.
const FAN_QUEUE: usize = 256;

/// Why the server closes a socket.
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

/// A connection as its table sees it.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    pub(crate) id: u64,
    /// Whose it is.
    pub(crate) asker: Arc<Asker>,
    queue: mpsc::Sender<Utf8Bytes>,
    /// The close code, once the queue is gone.
    verdict: Arc<AtomicU16>,
}

/// The other end of a [`Link`].
#[derive(Debug)]
pub(crate) struct LinkEnd {
    pub(crate) queue: mpsc::Receiver<Utf8Bytes>,
    verdict: Arc<AtomicU16>,
}

impl LinkEnd {
    /// Why the table let go of this connection.
    pub(crate) fn verdict(&self) -> u16 {
        self.verdict.load(Ordering::Acquire)
    }
}

/// A new connection: what the table keeps, and what the socket keeps.
pub(crate) fn link(id: u64, asker: Arc<Asker>) -> (Link, LinkEnd) {
    let (sender, receiver) = mpsc::channel(QUEUE);
    // A table that vanishes without a word has failed.
    let verdict = Arc::new(AtomicU16::new(code::FAILED));
    let link = Link {
        id,
        asker,
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
    /// Puts a message in line; whether there was room. After one that found none there are no more:
    /// nothing is ever left out in between.
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

    /// Whether the connection has to be let go: a message was left out, or nobody reads any more.
    pub(crate) fn is_lost(&self) -> bool {
        self.queue.is_closed() || self.verdict.load(Ordering::Acquire) == code::TOO_SLOW
    }

    /// Says why the connection will be closed, once this link is dropped.
    pub(crate) fn close_with(&self, code: u16) {
        self.verdict.store(code, Ordering::Release);
    }
}

/// A message that is put into text once for all who want it in the same form.
#[derive(Debug)]
pub(crate) struct Outgoing {
    message: ServerMessage,
    /// As it is, and an update without its view.
    texts: [OnceLock<Utf8Bytes>; 2],
}

impl Outgoing {
    pub(crate) fn new(message: ServerMessage) -> Arc<Outgoing> {
        Arc::new(Outgoing {
            message,
            texts: Default::default(),
        })
    }

    /// The text for a reader.
    pub(crate) fn text(&self, reader: &Asker) -> Utf8Bytes {
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
    /// A message to everybody: players first.
    pub(super) fn send_all(&self, message: &Arc<Outgoing>) {
        self.send_players(message);
        self.spectators.send(message);
    }

    /// A message to the players.
    pub(super) fn send_players(&self, message: &Arc<Outgoing>) {
        for link in &self.players {
            link.send(message.text(&link.asker));
        }
    }

    /// A message to one connection.
    pub(super) fn send_to(&self, id: u64, message: &Arc<Outgoing>) {
        match self.players.iter().find(|link| link.id == id) {
            Some(link) => {
                link.send(message.text(&link.asker));
            }
            None => self.spectators.send_to(id, message),
        }
    }
}

/// A message as text.
pub(crate) fn encode(message: &ServerMessage) -> Utf8Bytes {
    // Maps with text keys and numbers always become JSON.
    serde_json::to_string(message).unwrap_or_default().into()
}

/// The catalogues of all languages.
pub(crate) struct Texts([Text; 3]);

impl std::fmt::Debug for Texts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Texts").finish_non_exhaustive()
    }
}

impl Texts {
    pub(crate) fn new() -> Texts {
        Texts([
            Text::new(Lang::En),
            Text::new(Lang::ZhHans),
            Text::new(Lang::ZhHant),
        ])
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

/// Those who watch. A task of its own hands messages to them, so that players never wait for a
/// crowd.
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

    /// Whether anybody wants to be told what the board looks like.
    pub(crate) fn want_views(&self) -> bool {
        self.with(|links| links.iter().any(|link| link.asker.view))
    }

    pub(crate) fn add(&mut self, link: Link) {
        self.with(|links| links.push(link));
        if self.fan.is_none() {
            let (sender, receiver) = mpsc::channel(FAN_QUEUE);
            let links = Arc::clone(&self.links);
            tokio::spawn(fan_out(links, receiver));
            self.fan = Some(sender);
        }
    }

    /// Lets go of a connection; whether it was here.
    pub(crate) fn remove(&mut self, id: u64) -> bool {
        self.with(|links| {
            let before = links.len();
            links.retain(|link| link.id != id);
            links.len() < before
        })
    }

    /// Takes out the connections of a person, who sits down.
    pub(crate) fn take(&mut self, person: PersonKey) -> Vec<Link> {
        self.with(|links| {
            links
                .extract_if(.., |link| link.asker.key() == Some(person))
                .collect()
        })
    }

    pub(crate) fn send(&self, message: &Arc<Outgoing>) {
        let Some(fan) = &self.fan else { return };
        if self.len() > 0 && fan.try_send(Arc::clone(message)).is_err() {
            // They will come back and read what they missed.
            self.close(code::TOO_SLOW);
        }
    }

    /// Lets go of those whose connection is lost.
    pub(crate) fn drop_lost(&mut self) {
        self.with(|links| links.retain(|link| !link.is_lost()));
    }

    /// A message to one of them.
    pub(crate) fn send_to(&self, id: u64, message: &Arc<Outgoing>) {
        self.with(|links| {
            if let Some(link) = links.iter().find(|link| link.id == id) {
                link.send(message.text(&link.asker));
            }
        });
    }

    /// Lets go of all of them.
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
        // Outside the lock: a table that adds a spectator meanwhile does not wait for the sends.
        let now: Vec<Link> = links
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .clone();
        let mut lost = Vec::new();
        for (count, link) in now.iter().enumerate() {
            if !link.send(message.text(&link.asker)) {
                lost.push(link.id);
            }
            // A crowd must not keep a core from everybody else.
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
