//! Personal events across all tables, mainly for bots, which play at many tables.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;
use utoipa::ToSchema;

use crate::store::PersonKey;

/// Capacity of a listener's queue. One that falls behind further gets everything pending again.
const QUEUE: usize = 256;

/// An event that concerns a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum PersonalEvent {
    /// It is the person's turn.
    Turn {
        /// The table's id.
        table: String,
        /// The number of entries so far.
        number: usize,
    },
    /// The person has a seat at a new table.
    Table {
        /// The table's id.
        table: String,
    },
    /// A game of the person ended.
    Over {
        /// The table's id.
        table: String,
    },
}

/// All listeners.
#[derive(Debug, Default)]
pub(crate) struct Personal(Mutex<HashMap<PersonKey, broadcast::Sender<PersonalEvent>>>);

impl Personal {
    /// Sends an event to a person, if they listen.
    pub(crate) fn tell(&self, person: PersonKey, event: PersonalEvent) {
        let mut listeners = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = listeners.get(&person)
            && sender.send(event).is_err()
        {
            listeners.remove(&person);
        }
    }

    /// Has everybody who listens look again at everything: events may have been missed.
    pub(crate) fn interrupt(&self) {
        let mut listeners = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.clear();
    }

    /// Subscribes to a person's events.
    pub(crate) fn listen(&self, person: PersonKey) -> broadcast::Receiver<PersonalEvent> {
        let mut listeners = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        listeners
            .entry(person)
            .or_insert_with(|| broadcast::Sender::new(QUEUE))
            .subscribe()
    }
}
