//! What one person is told wherever they are: for bots, which play at many tables.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use tokio::sync::broadcast;
use utoipa::ToSchema;

use crate::store::PersonKey;

/// Events that may wait for one listener. One that falls behind further is told everything anew.
const QUEUE: usize = 256;

/// Something that concerns a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum PersonalEvent {
    /// It is their turn.
    Turn {
        /// Where.
        table: String,
        /// After how many entries.
        number: usize,
    },
    /// They sit at a table.
    Table {
        /// Where.
        table: String,
    },
    /// A game of theirs ended.
    Over {
        /// Where.
        table: String,
    },
}

/// Everybody who listens.
#[derive(Debug, Default)]
pub(crate) struct Personal(Mutex<HashMap<PersonKey, broadcast::Sender<PersonalEvent>>>);

impl Personal {
    /// Tells a person, if they listen.
    pub(crate) fn tell(&self, person: PersonKey, event: PersonalEvent) {
        let mut listeners = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = listeners.get(&person)
            && sender.send(event).is_err()
        {
            listeners.remove(&person);
        }
    }

    /// Listens for a person.
    pub(crate) fn listen(&self, person: PersonKey) -> broadcast::Receiver<PersonalEvent> {
        let mut listeners = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        listeners
            .entry(person)
            .or_insert_with(|| broadcast::Sender::new(QUEUE))
            .subscribe()
    }
}
