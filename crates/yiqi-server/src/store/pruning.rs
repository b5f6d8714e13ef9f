//! Deleting what nobody needs any more: old chat messages, and guests without a game.
//!
//! Each call is one short transaction, so that moves do not wait.

use std::ops::Range;

use super::people::hashes;
use super::sql::{Value, among_keys, query, query_scalar};
use super::{PersonKey, Store, StoreError, TokenHash};

/// Selects guests who were not seen since `$2` and left nothing behind.
macro_rules! idle_guests {
    ($before:literal, $after:literal) => {
        concat!(
            $before,
            "SELECT key FROM people WHERE password IS NULL AND created_ms < $2 \
             AND NOT EXISTS (SELECT 1 FROM sessions \
             WHERE sessions.person = people.key AND used_ms >= $2) \
             AND NOT EXISTS (SELECT 1 FROM tables WHERE first_person = people.key) \
             AND NOT EXISTS (SELECT 1 FROM tables WHERE second_person = people.key) \
             AND NOT EXISTS (SELECT 1 FROM tables WHERE owner = people.key) \
             AND NOT EXISTS (SELECT 1 FROM entrants WHERE entrants.person = people.key) \
             AND NOT EXISTS (SELECT 1 FROM tournaments \
             WHERE tournaments.owner = people.key) \
             AND NOT EXISTS (SELECT 1 FROM chat WHERE chat.person = people.key) ",
            $after
        )
    };
}

impl Store {
    /// The number of chat messages.
    pub(crate) async fn chat_count(&self) -> Result<u64, StoreError> {
        let count: i64 = query_scalar("SELECT count(*) FROM chat")
            .fetch_one(self.readers())
            .await?;
        Ok(count as u64)
    }

    /// Deletes the oldest chat messages from before a time, at most `count_max`. Returns how many.
    pub(crate) async fn prune_chat(
        &self,
        before_ms: u64,
        count_max: u64,
    ) -> Result<u64, StoreError> {
        self.write(Box::new(move |connection| {
            Box::pin(async move {
                let done = query(
                    "DELETE FROM chat WHERE (place, place_key, number) IN \
                     (SELECT place, place_key, number FROM chat WHERE at_ms < $1 \
                     ORDER BY at_ms LIMIT $2)",
                )
                .bind(i64::try_from(before_ms).unwrap_or(i64::MAX))
                .bind(count_max as i64)
                .execute(connection)
                .await?;
                Ok(done)
            })
        }))
        .await
    }

    /// The newest person's key, or 0.
    pub(crate) async fn newest_person(&self) -> Result<PersonKey, StoreError> {
        let key: Option<i64> = query_scalar("SELECT max(key) FROM people")
            .fetch_one(self.readers())
            .await?;
        Ok(PersonKey(key.unwrap_or(0)))
    }

    /// Guests with keys in a range who were not seen since a time and have neither a game nor a
    /// message.
    pub(crate) async fn idle_guests(
        &self,
        keys: Range<i64>,
        before_ms: u64,
    ) -> Result<Vec<PersonKey>, StoreError> {
        let keys: Vec<i64> = query_scalar(idle_guests!("", "AND key >= $1 AND key < $3"))
            .bind(keys.start)
            .bind(before_ms as i64)
            .bind(keys.end)
            .fetch_all(self.readers())
            .await?;
        Ok(keys.into_iter().map(PersonKey).collect())
    }

    /// Deletes those of the guests who are still idle, see [`Store::idle_guests`]. Returns their
    /// logins.
    pub(crate) async fn remove_guests(
        &self,
        guests: &[PersonKey],
        before_ms: u64,
    ) -> Result<Vec<TokenHash>, StoreError> {
        let keys = Value::Keys(guests.iter().map(|guest| guest.0).collect());
        self.write(Box::new(move |connection| {
            Box::pin(async move {
                let gone: Vec<i64> = query_scalar(among_keys!(
                    idle_guests!("DELETE FROM people WHERE key IN (", "AND key"),
                    ") RETURNING key"
                ))
                .bind(keys)
                .bind(before_ms as i64)
                .fetch_all(&mut *connection)
                .await?;
                let old = query_scalar(among_keys!(
                    "DELETE FROM sessions WHERE person",
                    " RETURNING token_hash"
                ))
                .bind(Value::Keys(gone))
                .fetch_all(connection)
                .await?;
                Ok(hashes(old))
            })
        }))
        .await
    }
}
