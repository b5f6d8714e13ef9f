//! The two rooms of a table's chat.

use yiqi_wire::{Chat, Room};

use crate::chat::RoomLog;

/// The latest messages of both rooms.
#[derive(Debug, Default)]
pub(super) struct ChatLog {
    players: RoomLog,
    spectators: RoomLog,
}

impl ChatLog {
    fn room(&self, room: Room) -> &RoomLog {
        match room {
            Room::Players => &self.players,
            Room::Spectators => &self.spectators,
        }
    }

    /// The number of the oldest message that is kept of a room, or 0.
    pub(super) fn oldest(&self, room: Room) -> u64 {
        self.room(room).oldest()
    }

    /// Adds a message and drops the oldest ones of its room that no longer fit.
    pub(super) fn push(&mut self, chat: Chat) {
        match chat.room {
            Room::Players => self.players.push(chat),
            Room::Spectators => self.spectators.push(chat),
        }
    }

    /// Removes what a person wrote, and returns whether there was anything.
    pub(super) fn remove(&mut self, person: &str) -> bool {
        let of_players = self.players.remove(person);
        self.spectators.remove(person) || of_players
    }

    /// The messages of the rooms that a client may read, oldest first.
    pub(super) fn readable(&self, may_read: impl Fn(Room) -> bool) -> Vec<Chat> {
        let mut messages: Vec<Chat> = [Room::Players, Room::Spectators]
            .into_iter()
            .filter(|&room| may_read(room))
            .flat_map(|room| self.room(room).messages().cloned())
            .collect();
        messages.sort_unstable_by_key(|chat| chat.number);
        messages
    }
}
