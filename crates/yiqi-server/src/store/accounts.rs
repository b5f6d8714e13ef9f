//! Accounts in the store: their passwords, where they logged in, and how they are deleted.

use super::people::hashes;
use super::sql::{Connection, Sql, query, query_as, query_scalar};
use super::{Person, PersonKey, Store, StoreError, TokenHash};

/// The most devices and the most networks that are stored for one account; the least recently used
/// are forgotten.
const KNOWN_MAX: u32 = 30;

/// How many games one transaction anonymizes, so that moves do not wait long.
const GAMES_AT_ONCE: u32 = 200;

/// The device and the network of a login, as stored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownHashes {
    pub(crate) device: TokenHash,
    pub(crate) network: TokenHash,
}

/// Whether an account logged in from a device or a network before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) device: bool,
    pub(crate) network: bool,
}

/// An account to log in to.
#[derive(Clone, Debug)]
pub(crate) struct AccountToCheck {
    pub(crate) person: Person,
    /// The password's hash.
    pub(crate) password: String,
    pub(crate) known: Known,
}

impl Store {
    /// The account whose name has these letters, with its password hash, and whether it logged in
    /// from the device or the network before.
    pub(crate) async fn account_to_check(
        &self,
        skeleton: &str,
        device: Option<TokenHash>,
        network: TokenHash,
    ) -> Result<Option<AccountToCheck>, StoreError> {
        type Row = (i64, String, String, String, bool, bool);
        let row: Option<Row> = query_as(
            "SELECT key, public, name, password, \
             EXISTS (SELECT 1 FROM known WHERE person = key AND kind = 'device' AND hash = $2), \
             EXISTS (SELECT 1 FROM known WHERE person = key AND kind = 'network' AND hash = $3) \
             FROM people WHERE name_skeleton = $1",
        )
        .bind(skeleton)
        .bind(device.map(Vec::from))
        .bind(network.to_vec())
        .fetch_optional(self.readers())
        .await?;
        Ok(row.map(
            |(key, public, name, password, device, network)| AccountToCheck {
                person: Person {
                    key: PersonKey(key),
                    public,
                    name,
                    account: true,
                },
                password,
                known: Known { device, network },
            },
        ))
    }

    /// The password hash of an account.
    pub(crate) async fn password(&self, person: PersonKey) -> Result<Option<String>, StoreError> {
        let row: Option<Option<String>> =
            query_scalar("SELECT password FROM people WHERE key = $1")
                .bind(person.0)
                .fetch_optional(self.readers())
                .await?;
        Ok(row.flatten())
    }

    /// Replaces a password hash. Returns whether the old one was still in place.
    pub(crate) async fn replace_password(
        &self,
        person: PersonKey,
        old: String,
        new: String,
    ) -> Result<bool, StoreError> {
        self.write(Box::new(move |connection| {
            Box::pin(async move {
                let done =
                    query("UPDATE people SET password = $3 WHERE key = $1 AND password = $2")
                        .bind(person.0)
                        .bind(old)
                        .bind(new)
                        .execute(connection)
                        .await?;
                Ok(done == 1)
            })
        }))
        .await
    }

    /// Removes all logins of an account except one, and forgets where it logged in. Returns the
    /// removed logins.
    pub(crate) async fn remove_logins(
        &self,
        person: PersonKey,
        except: Option<TokenHash>,
    ) -> Result<Vec<TokenHash>, StoreError> {
        self.write(Box::new(move |connection| {
            Box::pin(async move {
                forget_known(connection, person).await?;
                let old = query_scalar(
                    "DELETE FROM sessions WHERE person = $1 AND token_hash IS DISTINCT FROM $2 \
                     RETURNING token_hash",
                )
                .bind(person.0)
                .bind(except.map(Vec::from))
                .fetch_all(connection)
                .await?;
                Ok(hashes(old))
            })
        }))
        .await
    }

    /// Deletes an account: its games stay, without its name. Returns the removed logins.
    ///
    /// The games come first, a few at a time. If the service is killed meanwhile, the account is
    /// still there and can be deleted again.
    pub(crate) async fn delete_account(
        &self,
        person: PersonKey,
    ) -> Result<Vec<TokenHash>, StoreError> {
        while self
            .write(Box::new(move |connection| {
                Box::pin(anonymize_games(connection, person))
            }))
            .await?
        {}
        self.write(Box::new(move |connection| {
            Box::pin(async move {
                anonymize_games(connection, person).await?;
                query(
                    "UPDATE people SET name = '', name_skeleton = NULL, name_shape = NULL, \
                     password = NULL WHERE key = $1",
                )
                .bind(person.0)
                .execute(&mut *connection)
                .await?;
                query("DELETE FROM ratings WHERE person = $1")
                    .bind(person.0)
                    .execute(&mut *connection)
                    .await?;
                forget_known(connection, person).await?;
                let old =
                    query_scalar("DELETE FROM sessions WHERE person = $1 RETURNING token_hash")
                        .bind(person.0)
                        .fetch_all(connection)
                        .await?;
                Ok(hashes(old))
            })
        }))
        .await
    }

    /// Gives the games of a guest to an account, unless the account is the opponent. Whoever had no
    /// account before stays the same person and gets the new name in them.
    ///
    /// A few at a time. If the service is killed meanwhile, the guest still has the rest.
    pub(crate) async fn adopt_games(
        &self,
        guest: PersonKey,
        account: &Person,
    ) -> Result<(), StoreError> {
        let (account, name) = (account.key, &account.name);
        loop {
            let name = name.clone();
            let done = self
                .write(Box::new(move |connection| {
                    Box::pin(async move {
                        query(ADOPT)
                            .bind(guest.0)
                            .bind(account.0)
                            .bind(name)
                            .bind(GAMES_AT_ONCE)
                            .execute(connection)
                            .await
                    })
                }))
                .await?;
            if done < u64::from(GAMES_AT_ONCE) {
                return Ok(());
            }
        }
    }

    /// Forgets devices and networks that were not used since the given time.
    pub(crate) async fn forget_old_known(&self, before_ms: u64) -> Result<(), StoreError> {
        self.write(Box::new(move |connection| {
            Box::pin(async move {
                query("DELETE FROM known WHERE used_ms < $1")
                    .bind(before_ms as i64)
                    .execute(connection)
                    .await?;
                Ok(())
            })
        }))
        .await
    }
}

/// The statement that gives games to another person, with the dialect's way to set a name.
macro_rules! adopt {
    ($names:literal) => {
        concat!(
            "UPDATE tables SET terms = ",
            $names,
            ", \
             first_person = CASE WHEN first_person = $1 THEN $2 ELSE first_person END, \
             second_person = CASE WHEN second_person = $1 THEN $2 ELSE second_person END, \
             owner = CASE WHEN owner = $1 THEN $2 ELSE owner END \
             WHERE key IN (SELECT key FROM tables \
             WHERE (first_person = $1 OR second_person = $1 OR owner = $1) \
             AND CASE WHEN $1 = $2 THEN (first_person = $1 AND first_name <> $3) \
             OR (second_person = $1 AND second_name <> $3) \
             ELSE first_person IS DISTINCT FROM $2 AND second_person IS DISTINCT FROM $2 END \
             LIMIT $4)"
        )
    };
}

/// Gives some of the games of person `$1` to person `$2`, whose name is `$3`.
const ADOPT: Sql = Sql {
    sqlite: adopt!(
        "json_set(terms, \
         '$.names[0]', iif(first_person = $1, $3, json_extract(terms, '$.names[0]')), \
         '$.names[1]', iif(second_person = $1, $3, json_extract(terms, '$.names[1]')))"
    ),
    postgres: adopt!(
        "jsonb_set(jsonb_set(terms::jsonb, \
         '{names,0}', CASE WHEN first_person = $1 THEN to_jsonb($3) \
         ELSE terms::jsonb #> '{names,0}' END), \
         '{names,1}', CASE WHEN second_person = $1 THEN to_jsonb($3) \
         ELSE terms::jsonb #> '{names,1}' END)::text"
    ),
};

/// Removes the name of a seat from some of the games of person `$1` there.
macro_rules! anonymize {
    ($person:literal, $name:literal, $at:literal) => {
        Sql {
            sqlite: concat!(
                "UPDATE tables SET terms = json_set(terms, '$.names[",
                $at,
                "]', '') WHERE key IN (SELECT key FROM tables WHERE ",
                $person,
                " = $1 AND ",
                $name,
                " <> '' LIMIT $2)"
            ),
            postgres: concat!(
                "UPDATE tables SET terms = jsonb_set(terms::jsonb, '{names,",
                $at,
                "}', '\"\"')::text WHERE key IN (SELECT key FROM tables WHERE ",
                $person,
                " = $1 AND ",
                $name,
                " <> '' LIMIT $2)"
            ),
        }
    };
}

/// Removes the names of a person from some of their games and chat messages. Returns whether there
/// may be more.
async fn anonymize_games(
    connection: &mut Connection,
    person: PersonKey,
) -> Result<bool, sqlx::Error> {
    let mut is_more = false;
    for statement in [
        anonymize!("first_person", "first_name", 0),
        anonymize!("second_person", "second_name", 1),
        Sql::from(
            "UPDATE entrants SET name = '' WHERE (tournament, player) IN \
         (SELECT tournament, player FROM entrants WHERE person = $1 AND name <> '' LIMIT $2)",
        ),
        Sql::from(
            "DELETE FROM chat WHERE (place, place_key, number) IN \
         (SELECT place, place_key, number FROM chat WHERE person = $1 LIMIT $2)",
        ),
    ] {
        let done = query(statement)
            .bind(person.0)
            .bind(GAMES_AT_ONCE)
            .execute(&mut *connection)
            .await?;
        is_more |= done == u64::from(GAMES_AT_ONCE);
    }
    Ok(is_more)
}

async fn forget_known(connection: &mut Connection, person: PersonKey) -> Result<(), sqlx::Error> {
    query("DELETE FROM known WHERE person = $1")
        .bind(person.0)
        .execute(connection)
        .await?;
    Ok(())
}

impl KnownHashes {
    /// Stores the device and the network of a login, and forgets the least recently used ones.
    pub(super) async fn insert(
        self,
        connection: &mut Connection,
        person: PersonKey,
        now_ms: u64,
    ) -> Result<(), sqlx::Error> {
        for (kind, hash) in [("device", self.device), ("network", self.network)] {
            query(
                "INSERT INTO known (person, kind, hash, used_ms) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (person, kind, hash) DO UPDATE SET used_ms = excluded.used_ms",
            )
            .bind(person.0)
            .bind(kind)
            .bind(hash.to_vec())
            .bind(now_ms as i64)
            .execute(&mut *connection)
            .await?;
            query(
                "DELETE FROM known WHERE person = $1 AND kind = $2 AND hash IN \
                 (SELECT hash FROM known WHERE person = $1 AND kind = $2 \
                 ORDER BY used_ms DESC LIMIT 1000000 OFFSET $3)",
            )
            .bind(person.0)
            .bind(kind)
            .bind(KNOWN_MAX)
            .execute(&mut *connection)
            .await?;
        }
        Ok(())
    }
}
