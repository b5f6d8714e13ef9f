//! The chat of a tournament: one room for everybody, with the rules of a table's chat.

use std::sync::{Arc, Weak};

use tokio::sync::watch;
use yiqi_wire::{Chat, Room};

use super::{Hosted, Tournaments};
use crate::caller::Caller;
use crate::chat::{RoomLog, chat_of, checked_text};
use crate::denied::Denied;
use crate::notices::Notice;
use crate::services::Services;
use crate::store::{ChatPlace, ChatRow, Person, TournamentKey};

/// The room of a tournament.
#[derive(Debug)]
pub(super) struct ChatRoom {
    tournament: TournamentKey,
    /// Read from the store when somebody first looks.
    said: tokio::sync::Mutex<Option<Said>>,
    changes: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct Said {
    log: RoomLog,
    /// The number of the last message.
    last: u64,
    /// How often messages were removed.
    removals: u64,
}

/// How much of a room a client has seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeenChat {
    last: u64,
    removals: u64,
}

impl Tournaments {
    /// The room of a tournament: the same one for everybody who has it.
    pub(super) fn chat_room(&self, tournament: TournamentKey) -> Arc<ChatRoom> {
        let mut rooms = self.rooms();
        if let Some(room) = rooms.get(&tournament).and_then(Weak::upgrade) {
            return room;
        }
        rooms.retain(|_, room| room.strong_count() > 0);
        let room = Arc::new(ChatRoom {
            tournament,
            said: tokio::sync::Mutex::default(),
            changes: watch::Sender::new(0),
        });
        rooms.insert(tournament, Arc::downgrade(&room));
        room
    }

    /// Shows nothing more of what somebody wrote who has deleted the account.
    pub(super) async fn remove_chat(&self, person: &str) {
        let rooms: Vec<_> = self.rooms().values().filter_map(Weak::upgrade).collect();
        for room in rooms {
            if let Some(said) = &mut *room.said.lock().await
                && said.log.remove(person)
            {
                said.removals += 1;
                room.changes.send_modify(|count| *count += 1);
            }
        }
    }
}

impl ChatRoom {
    /// What was said, from the store if it was not read yet.
    async fn read<'s>(
        &self,
        services: &Services,
        held: &'s mut Option<Said>,
    ) -> Result<&'s mut Said, Denied> {
        if held.is_some() {
            return Ok(held.get_or_insert_default());
        }
        let mut said = Said::default();
        let place = ChatPlace::Tournament(self.tournament);
        for row in services.store.chat(place).await? {
            said.last = said.last.max(row.number);
            if let Some(person) = services.people.by_key(row.person).await? {
                said.log.push(chat_of(row, &person));
            }
        }
        Ok(held.insert(said))
    }

    /// Reads what was said since.
    async fn read_on(&self, services: &Services, said: &mut Said) -> Result<(), Denied> {
        let place = ChatPlace::Tournament(self.tournament);
        for row in services.store.chat_after(place, said.last).await? {
            said.last = row.number;
            if let Some(person) = services.people.by_key(row.person).await? {
                said.log.push(chat_of(row, &person));
            }
        }
        Ok(())
    }
}

impl Hosted {
    /// A receiver that sees every change of the chat.
    pub(crate) fn chat_changes(&self) -> watch::Receiver<u64> {
        self.room.changes.subscribe()
    }

    /// The messages that a client has not seen, or all of them, with `true`, if it must forget what
    /// it has.
    pub(crate) async fn unseen_chat(
        &self,
        services: &Services,
        seen: Option<SeenChat>,
    ) -> Result<(bool, Vec<Chat>, SeenChat), Denied> {
        let mut held = self.room.said.lock().await;
        let said = self.room.read(services, &mut held).await?;
        let after = seen
            .filter(|seen| seen.removals == said.removals)
            .map(|seen| seen.last);
        let is_new = |chat: &&Chat| after.is_none_or(|after| chat.number > after);
        let unseen = said.log.messages().filter(is_new).cloned().collect();
        let now = SeenChat {
            last: said.last,
            removals: said.removals,
        };
        Ok((after.is_none(), unseen, now))
    }
}

impl Services {
    /// Posts a message to the chat of a tournament.
    pub(crate) async fn say_in_tournament(
        &self,
        id: &str,
        text: &str,
        caller: &Caller,
    ) -> Result<(), Denied> {
        let person: &Person = caller.require_person()?;
        let text = checked_text(text)?;
        let hosted = self.tournament(id).await?;
        // Everybody who looks at a tournament may read it.
        let (place, room) = (ChatPlace::Tournament(hosted.key), Room::Spectators);
        let mut held = hosted.room.said.lock().await;
        let said = hosted.room.read(self, &mut held).await?;
        self.limits.chat(person.key, (place, room))?;
        let row = ChatRow {
            number: said.last + 1,
            room,
            person: person.key,
            name: person.name.clone(),
            seat: None,
            text,
            at_ms: self.time.now_ms(),
        };
        let adding = self.store.add_chat(place, row.clone(), said.log.oldest());
        let number = adding.await?;
        if number == said.last + 1 {
            said.last = number;
            said.log.push(chat_of(ChatRow { number, ..row }, person));
        } else {
            // Somebody at another node was first.
            hosted.room.read_on(self, said).await?;
        }
        hosted.room.changes.send_modify(|count| *count += 1);
        let tournament = id.to_owned();
        self.nodes.publish(Notice::TournamentChat { tournament });
        Ok(())
    }

    /// Takes in what was said in a tournament at another node.
    pub(crate) async fn follow_tournament_chat(&self, id: &str) -> Result<(), Denied> {
        let hosted = self.tournament(id).await?;
        if let Some(said) = &mut *hosted.room.said.lock().await {
            hosted.room.read_on(self, said).await?;
            hosted.room.changes.send_modify(|count| *count += 1);
        }
        Ok(())
    }
}
