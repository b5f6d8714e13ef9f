//! What a table keeps of its chat: the latest messages of each room, bounded in number and in bytes.

use std::collections::VecDeque;

use yiqi_wire::{Chat, Room};

use crate::store::CHAT_MESSAGES_MAX;

/// How many bytes of a room are kept: names and texts.
const BYTES_MAX: usize = 16 * 1024;

/// The latest messages of both rooms.
#[derive(Debug, Default)]
pub(super) struct ChatLog {
    players: RoomLog,
    spectators: RoomLog,
}

#[derive(Debug, Default)]
struct RoomLog {
    messages: VecDeque<Chat>,
    bytes: usize,
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
        let oldest = self.room(room).messages.front();
        oldest.map_or(0, |chat| chat.number)
    }

    /// Adds a message and drops the oldest ones of its room that no longer fit.
    pub(super) fn push(&mut self, chat: Chat) {
        let room = match chat.room {
            Room::Players => &mut self.players,
            Room::Spectators => &mut self.spectators,
        };
        room.bytes += bytes_of(&chat);
        room.messages.push_back(chat);
        while room.messages.len() > CHAT_MESSAGES_MAX || room.bytes > BYTES_MAX {
            match room.messages.pop_front() {
                Some(dropped) => room.bytes -= bytes_of(&dropped),
                None => break,
            }
        }
    }

    /// Removes what a person wrote, and returns whether there was anything.
    pub(super) fn remove(&mut self, person: &str) -> bool {
        let mut is_any = false;
        for room in [&mut self.players, &mut self.spectators] {
            room.messages.retain(|chat| chat.person != person);
            let bytes = room.messages.iter().map(bytes_of).sum();
            is_any |= bytes != room.bytes;
            room.bytes = bytes;
        }
        is_any
    }

    /// The messages of the rooms that a client may read, oldest first.
    pub(super) fn readable(&self, may_read: impl Fn(Room) -> bool) -> Vec<Chat> {
        let mut messages: Vec<Chat> = [Room::Players, Room::Spectators]
            .into_iter()
            .filter(|&room| may_read(room))
            .flat_map(|room| self.room(room).messages.iter().cloned())
            .collect();
        messages.sort_unstable_by_key(|chat| chat.number);
        messages
    }
}

fn bytes_of(chat: &Chat) -> usize {
    chat.name.len() + chat.text.len()
}
