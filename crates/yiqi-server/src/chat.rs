//! Chat: what may be said, and how much of a room is kept. Tables and tournaments share it.

use std::collections::VecDeque;

use yiqi_wire::{Chat, WireSeat};

use crate::denied::Denied;
use crate::store::{CHAT_MESSAGES_MAX, ChatRow, Person};

/// The maximum length of a chat message, in characters.
const CHARS_MAX: usize = 300;

/// How many bytes of a room are kept: names and texts.
const BYTES_MAX: usize = 16 * 1024;

/// A message as it is kept: on one line, without control characters.
///
/// # Errors
/// [`Denied::BadMessage`] if nothing is left, or too much.
pub(crate) fn checked_text(text: &str) -> Result<String, Denied> {
    let kept: String = text
        .chars()
        .map(|c| if c == '\n' { ' ' } else { c })
        .filter(|&c| !yiqi_record::notation::is_unprintable(c))
        .collect();
    let kept = kept.trim();
    let length = kept.chars().count();
    if length == 0 || length > CHARS_MAX {
        return Err(Denied::BadMessage("text".to_owned()));
    }
    Ok(kept.to_owned())
}

/// A stored chat message with its author.
pub(crate) fn chat_of(row: ChatRow, person: &Person) -> Chat {
    Chat {
        number: row.number,
        room: row.room,
        person: person.public.clone(),
        guest: !person.account,
        name: row.name,
        seat: row.seat.map(WireSeat::from),
        text: row.text,
        at_ms: row.at_ms,
    }
}

/// The latest messages of a room, bounded in number and in bytes.
#[derive(Debug, Default)]
pub(crate) struct RoomLog {
    messages: VecDeque<Chat>,
    bytes: usize,
}

impl RoomLog {
    /// The messages, oldest first.
    pub(crate) fn messages(&self) -> impl Iterator<Item = &Chat> {
        self.messages.iter()
    }

    /// The number of the oldest message that is kept, or 0.
    pub(crate) fn oldest(&self) -> u64 {
        self.messages.front().map_or(0, |chat| chat.number)
    }

    /// Adds a message and drops the oldest ones that no longer fit.
    pub(crate) fn push(&mut self, chat: Chat) {
        self.bytes += bytes_of(&chat);
        self.messages.push_back(chat);
        while self.messages.len() > CHAT_MESSAGES_MAX || self.bytes > BYTES_MAX {
            match self.messages.pop_front() {
                Some(dropped) => self.bytes -= bytes_of(&dropped),
                None => break,
            }
        }
    }

    /// Removes what a person wrote, and returns whether there was anything.
    pub(crate) fn remove(&mut self, person: &str) -> bool {
        let count = self.messages.len();
        self.messages.retain(|chat| chat.person != person);
        self.bytes = self.messages.iter().map(bytes_of).sum();
        self.messages.len() != count
    }
}

fn bytes_of(chat: &Chat) -> usize {
    chat.name.len() + chat.text.len()
}
