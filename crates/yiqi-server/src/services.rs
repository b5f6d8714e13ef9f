//! What every part of the server shares.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::mpsc;

use crate::analyses::Analyses;
use crate::gaps::Gaps;
use crate::http::OriginRules;
use crate::limits::RateLimits;
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::nodes::Nodes;
use crate::notices::Notice;
use crate::people::People;
use crate::personal::{Personal, PersonalEvent};
use crate::pictures::PictureCache;
use crate::security::SecurityLog;
use crate::store::PersonKey;
use crate::table::Texts;
use crate::thinking::{EnginePool, Thinkers};
use crate::tournaments::Tournaments;
use crate::workers::Workers;
use crate::{ServerOptions, ServiceTime, Store};

/// What every part of the server shares.
#[derive(Debug)]
pub(crate) struct Services {
    pub(crate) options: ServerOptions,
    pub(crate) time: ServiceTime,
    pub(crate) store: Store,
    pub(crate) nodes: Nodes,
    pub(crate) people: People,
    pub(crate) limits: RateLimits,
    pub(crate) security: SecurityLog,
    pub(crate) origins: OriginRules,
    pub(crate) lobby: Lobby,
    pub(crate) personal: Personal,
    pub(crate) gaps: Arc<Gaps>,
    pub(crate) thinkers: Thinkers,
    pub(crate) engines: EnginePool,
    pub(crate) analyses: Analyses,
    /// Those on other machines.
    pub(crate) workers: Workers,
    pub(crate) tournaments: Tournaments,
    pub(crate) metrics: Metrics,
    pub(crate) texts: Arc<Texts>,
    pub(crate) pictures: PictureCache,
    /// Tables for the hub to open, because something will happen there by itself.
    pub(crate) to_open: mpsc::UnboundedSender<String>,
    pub(crate) links: AtomicU64,
}

impl Services {
    /// A new connection id.
    pub(crate) fn link_id(&self) -> u64 {
        self.links.fetch_add(1, Ordering::Relaxed)
    }

    /// Sends an event to a person, at whichever node they listen.
    pub(crate) fn tell(&self, person: PersonKey, event: PersonalEvent) {
        self.personal.tell(person, event.clone());
        let person = person.0;
        self.nodes.publish(Notice::Personal { person, event });
    }

    /// Has a table opened without waiting for it, also at the node where nobody need be connected
    /// for something to happen.
    pub(crate) fn open_everywhere(&self, table: &str) {
        self.open_soon(table.to_owned());
        let table = table.to_owned();
        self.nodes.publish(Notice::Opened { table });
    }

    /// Has a table opened without waiting for it.
    pub(crate) fn open_soon(&self, table: String) {
        // Fails only if the service is stopping.
        let _ = self.to_open.send(table);
    }
}
