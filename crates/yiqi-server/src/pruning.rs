//! Keeps the database from growing without bound: deletes old chat messages, and guests who left
//! nothing behind. Games are never deleted.

use std::time::Duration;

use crate::people::People;
use crate::{Store, StoreError};

/// How many rows one transaction deletes, so that moves do not wait long.
const AT_ONCE: u64 = 200;

/// The pause between two transactions, in which moves are stored.
const PAUSE: Duration = Duration::from_millis(20);

/// How many people one query looks at.
const LOOKED_AT_ONCE: i64 = 2_000;

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// How long data is kept that belongs to no game.
#[derive(Clone, Copy, Debug)]
pub struct KeepOptions {
    /// Days after which a chat message is deleted; 0 for never.
    pub chat_days: u32,
    /// The most chat messages; beyond it the oldest are deleted. 0 for any number.
    pub chat_max: u64,
    /// Days after which a guest who has no game and was not seen is deleted; 0 for never.
    pub guest_days: u32,
}

impl Default for KeepOptions {
    fn default() -> KeepOptions {
        KeepOptions {
            chat_days: 90,
            chat_max: 1_000_000,
            guest_days: 30,
        }
    }
}

/// What was deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pruned {
    pub(crate) messages: u64,
    pub(crate) guests: u64,
}

/// Deletes what is older than the options allow.
///
/// # Errors
/// If the store fails; the rest is deleted the next time.
pub(crate) async fn prune(people: &People, keep: KeepOptions) -> Result<Pruned, StoreError> {
    let store = people.store();
    let now_ms = people.time().now_ms();
    let before_ms = |days: u32| match days {
        0 => 0,
        days => now_ms.saturating_sub(u64::from(days) * DAY_MS),
    };
    let mut messages = prune_chat(store, before_ms(keep.chat_days), u64::MAX).await?;
    if keep.chat_max > 0 {
        let surplus = store.chat_count().await?.saturating_sub(keep.chat_max);
        messages += prune_chat(store, u64::MAX, surplus).await?;
    }
    let guests = prune_guests(people, before_ms(keep.guest_days)).await?;
    Ok(Pruned { messages, guests })
}

/// Deletes the oldest messages from before a time, at most `count_max`.
async fn prune_chat(store: &Store, before_ms: u64, count_max: u64) -> Result<u64, StoreError> {
    let mut count = 0;
    while count < count_max {
        let wanted = AT_ONCE.min(count_max - count);
        let deleted = store.prune_chat(before_ms, wanted).await?;
        count += deleted;
        if deleted < wanted {
            break;
        }
        tokio::time::sleep(PAUSE).await;
    }
    Ok(count)
}

/// Deletes the guests who were not seen since a time and left nothing behind.
async fn prune_guests(people: &People, before_ms: u64) -> Result<u64, StoreError> {
    let store = people.store();
    let newest = store.newest_person().await?;
    let mut count = 0;
    for first in (0..=newest.0).step_by(LOOKED_AT_ONCE as usize) {
        let keys = first..first + LOOKED_AT_ONCE;
        let idle = store.idle_guests(keys, before_ms).await?;
        for some in idle.chunks(AT_ONCE as usize) {
            people.remove_guests(some, before_ms).await?;
            count += some.len() as u64;
            tokio::time::sleep(PAUSE).await;
        }
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use yiqi_record::BySeat;
    use yiqi_wire::{Credentials, Room};

    use super::*;
    use crate::ServiceTime;
    use crate::people::{PeopleOptions, Token};
    use crate::security::SecurityLog;
    use crate::store::{ChatPlace, ChatRow, EntryRow, Person, TableKey, TableSeed, TestHome};

    struct Stage {
        people: People,
        _home: TestHome,
    }

    impl Stage {
        async fn new() -> Stage {
            let (store, home) = Store::for_test().await;
            Stage {
                people: people(store, ServiceTime::start(0)),
                _home: home,
            }
        }

        fn store(&self) -> &Store {
            self.people.store()
        }

        /// The same store some days later, in a new process.
        fn later(&self, days: u64) -> People {
            let now_ms = self.people.time().now_ms();
            let time = ServiceTime::start(now_ms + days * DAY_MS);
            people(self.store().clone(), time)
        }

        async fn guest(&self, name: &str) -> (Token, Person) {
            self.people.guest(name).await.unwrap()
        }

        /// A table where this person plays alone.
        async fn table(&self, id: &str, person: &Person) -> TableKey {
            let seed = TableSeed {
                id: id.to_owned(),
                created_ms: self.people.time().now_ms(),
                terms: "{}".to_owned(),
                people: BySeat {
                    first: Some(person.key),
                    second: None,
                },
                players: BySeat::default(),
                owner: person.key,
                listed: false,
                private: false,
                rated: false,
                invite: None,
                tournament: None,
            };
            self.store().add_table(seed).await.unwrap()
        }

        async fn say(&self, table: TableKey, person: &Person, numbers: std::ops::Range<u64>) {
            let says = numbers.map(|number| {
                let row = ChatRow {
                    number,
                    room: Room::Players,
                    person: person.key,
                    name: person.name.clone(),
                    seat: None,
                    text: "hello".to_owned(),
                    at_ms: self.people.time().now_ms() + number,
                };
                self.store().add_chat(ChatPlace::Table(table), row, 0)
            });
            for said in futures_util::future::join_all(says).await {
                said.unwrap();
            }
        }

        async fn count(&self, statement: &'static str) -> i64 {
            self.store().count(statement).await
        }
    }

    fn people(store: Store, time: ServiceTime) -> People {
        People::new(
            store,
            time,
            PeopleOptions::default(),
            SecurityLog::default(),
        )
    }

    // Fault 16.
    #[tokio::test]
    async fn old_chat_and_idle_guests_are_deleted_but_no_game() {
        let stage = Stage::new().await;
        let (_, ann) = stage.guest("Ann").await;
        let (bobs, _) = stage.guest("Bob").await;
        let (_, cat) = stage.guest("Cat").await;
        let (dans, _) = stage.guest("Dan").await;
        let credentials = Credentials {
            name: "Eve".to_owned(),
            password: "correct horse".to_owned(),
        };
        let address = "192.0.2.1".parse().unwrap();
        stage
            .people
            .register(None, &credentials, address)
            .await
            .unwrap();
        let table = stage.table("t1", &ann).await;
        let entry = EntryRow {
            body: "{}".to_owned(),
            person: Some(ann.key),
            command: None,
        };
        stage.store().append(table, 1, vec![entry]).await.unwrap();
        // More than one transaction deletes.
        stage.say(table, &cat, 1..AT_ONCE * 2 + 50).await;
        let keep = KeepOptions::default();
        let nothing = Pruned::default();
        assert_eq!(prune(&stage.people, keep).await.unwrap(), nothing);
        assert_eq!(prune(&stage.later(29), keep).await.unwrap(), nothing);
        // Dan comes back, which is stored; Bob does not, and Cat has only chatted.
        let now_ms = stage.later(20).time().now_ms();
        let noted = stage
            .store()
            .note_login_use(dans.hash(), now_ms, now_ms + 400 * DAY_MS);
        noted.await.unwrap();
        let later = stage.later(31);
        let pruned = prune(&later, keep).await.unwrap();
        assert_eq!((pruned.messages, pruned.guests), (0, 1));
        assert!(!later.is_valid(&bobs.hash()).await.unwrap());
        let pruned = prune(&stage.later(91), keep).await.unwrap();
        assert_eq!((pruned.messages, pruned.guests), (AT_ONCE * 2 + 49, 2));
        assert_eq!(prune(&stage.later(91), keep).await.unwrap(), nothing);
        let names = "SELECT count(*) FROM people WHERE name IN ('Ann', 'Eve')";
        assert_eq!(stage.count(names).await, 2);
        assert_eq!(stage.count("SELECT count(*) FROM people").await, 2);
        assert_eq!(stage.count("SELECT count(*) FROM tables").await, 1);
        assert_eq!(stage.count("SELECT count(*) FROM entries").await, 1);
    }

    // Fault 16.
    #[tokio::test]
    async fn only_so_many_chat_messages_are_kept() {
        let stage = Stage::new().await;
        let (_, ann) = stage.guest("Ann").await;
        let table = stage.table("t1", &ann).await;
        stage.say(table, &ann, 1..501).await;
        let keep = KeepOptions {
            chat_max: 100,
            ..KeepOptions::default()
        };
        let pruned = prune(&stage.people, keep).await.unwrap();
        assert_eq!(pruned.messages, 400);
        assert_eq!(stage.count("SELECT min(number) FROM chat").await, 401);
        assert_eq!(stage.count("SELECT count(*) FROM chat").await, 100);
    }

    #[tokio::test]
    async fn zero_days_keep_everything() {
        let stage = Stage::new().await;
        let (_, ann) = stage.guest("Ann").await;
        stage.guest("Bob").await;
        let table = stage.table("t1", &ann).await;
        stage.say(table, &ann, 1..11).await;
        let keep = KeepOptions {
            chat_days: 0,
            chat_max: 0,
            guest_days: 0,
        };
        let pruned = prune(&stage.later(10_000), keep).await.unwrap();
        assert_eq!(pruned, Pruned::default());
    }
}
