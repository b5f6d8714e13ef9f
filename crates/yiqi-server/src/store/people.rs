//! People and their logins in the store.

use sqlx::sqlite::SqlitePool;
use sqlx::{QueryBuilder, Sqlite, SqliteConnection};

use super::accounts::KnownHashes;
use super::group::Found;
use super::{Store, StoreError};

/// A person's key in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct PersonKey(pub(crate) i64);

/// A guest or an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Person {
    /// The key in the database.
    pub(crate) key: PersonKey,
    /// The public id.
    pub(crate) public: String,
    /// The display name; a guest's may be empty.
    pub(crate) name: String,
    /// Whether this is an account, which has a password.
    pub(crate) account: bool,
}

/// The hash of a token. The token itself is never stored.
pub(crate) type TokenHash = [u8; 32];

/// What a token is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A guest or an account in a browser or a terminal.
    Cookie,
    /// A person's bot.
    Bot,
}

impl TokenKind {
    const fn name(self) -> &'static str {
        match self {
            TokenKind::Cookie => "cookie",
            TokenKind::Bot => "bot",
        }
    }
}

/// What a token stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Login {
    pub(crate) person: PersonKey,
    pub(crate) kind: TokenKind,
    pub(crate) used_ms: u64,
    pub(crate) expires_ms: u64,
}

/// A login to store.
#[derive(Clone, Debug)]
pub(crate) struct NewLogin {
    pub(crate) hash: TokenHash,
    pub(crate) kind: TokenKind,
    pub(crate) label: String,
    pub(crate) now_ms: u64,
    pub(crate) expires_ms: u64,
}

/// A bot's login as shown to its owner.
#[derive(Clone, Debug)]
pub(crate) struct BotLogin {
    /// The first eight bytes of the token's hash in hexadecimal.
    pub(crate) id: String,
    pub(crate) label: String,
    pub(crate) created_ms: u64,
    pub(crate) used_ms: u64,
}

/// An account to store.
#[derive(Clone, Debug)]
pub(crate) struct NewAccount {
    pub(crate) public: String,
    pub(crate) name: String,
    /// The letters of the name and their shape; both must be unique among accounts.
    pub(crate) skeleton: String,
    pub(crate) shape: String,
    /// The password's hash.
    pub(crate) password: String,
}

/// A row of `people`: key, public id, name, whether it is an account.
type PersonRow = (i64, String, String, bool);

fn person((key, public, name, account): PersonRow) -> Person {
    Person {
        key: PersonKey(key),
        public,
        name,
        account,
    }
}

pub(super) fn hashes(rows: Vec<Vec<u8>>) -> Vec<TokenHash> {
    let hash = |row: Vec<u8>| TokenHash::try_from(row).ok();
    rows.into_iter().filter_map(hash).collect()
}

/// Reads the logins of tokens, with the people to whom they belong.
pub(super) async fn read_logins(
    readers: SqlitePool,
    tokens: Vec<TokenHash>,
) -> Result<Found<TokenHash, (Login, Person)>, StoreError> {
    type Row = (Vec<u8>, i64, String, String, bool, String, i64, i64);
    let login = |(token, key, public, name, account, kind, used_ms, expires_ms): Row| {
        let login = Login {
            person: PersonKey(key),
            kind: if kind == TokenKind::Bot.name() {
                TokenKind::Bot
            } else {
                TokenKind::Cookie
            },
            used_ms: used_ms as u64,
            expires_ms: expires_ms as u64,
        };
        let token = TokenHash::try_from(token).ok()?;
        Some((token, Ok((login, person((key, public, name, account))))))
    };
    let mut query = QueryBuilder::<Sqlite>::new(
        "SELECT token_hash, people.key, public, name, password IS NOT NULL, kind, used_ms, \
         expires_ms FROM sessions JOIN people ON people.key = sessions.person \
         WHERE token_hash IN (",
    );
    let mut list = query.separated(", ");
    for token in &tokens {
        list.push_bind(token.as_slice());
    }
    query.push(")");
    let is_usual = tokens.len() == 1;
    let rows = query.build_query_as().persistent(is_usual);
    let rows: Vec<Row> = rows.fetch_all(&readers).await?;
    Ok(rows.into_iter().filter_map(login).collect())
}

/// Reads people by their keys.
pub(super) async fn read_people(
    readers: SqlitePool,
    keys: Vec<PersonKey>,
) -> Result<Found<PersonKey, Person>, StoreError> {
    let keys: Vec<i64> = keys.iter().map(|key| key.0).collect();
    let rows: Vec<PersonRow> = sqlx::query_as(
        "SELECT key, public, name, password IS NOT NULL FROM people \
         WHERE key IN (SELECT value FROM json_each(?1))",
    )
    .bind(serde_json::to_string(&keys).unwrap_or_default())
    .fetch_all(&readers)
    .await?;
    let people = rows.into_iter().map(person);
    Ok(people.map(|person| (person.key, Ok(person))).collect())
}

impl Store {
    /// Stores a new guest and their first login.
    pub(crate) async fn add_guest(
        &self,
        public: String,
        name: String,
        login: NewLogin,
    ) -> Result<PersonKey, StoreError> {
        self.write(Box::new(move |connection| {
            Box::pin(async move {
                let done = sqlx::query(
                    "INSERT INTO people (public, name, created_ms) VALUES (?1, ?2, ?3)",
                )
                .bind(public)
                .bind(name)
                .bind(login.now_ms as i64)
                .execute(&mut *connection)
                .await?;
                let key = PersonKey(done.last_insert_rowid());
                login.insert(connection, key).await?;
                Ok(key)
            })
        }))
        .await
    }

    /// Accounts whose name contains these letters, see `NameForms`: those that begin with them
    /// first.
    pub(crate) async fn accounts_like(
        &self,
        letters: String,
        limit: u32,
    ) -> Result<Vec<Person>, StoreError> {
        let rows: Vec<PersonRow> = sqlx::query_as(
            "SELECT key, public, name, 1 FROM people WHERE instr(name_skeleton, ?1) > 0 \
             ORDER BY instr(name_skeleton, ?1) > 1, length(name_skeleton), name_skeleton LIMIT ?2",
        )
        .bind(letters)
        .bind(limit)
        .fetch_all(self.readers())
        .await?;
        Ok(rows.into_iter().map(person).collect())
    }

    /// Renames a guest. The name of an account stays.
    pub(crate) async fn rename_guest(
        &self,
        guest: PersonKey,
        name: String,
    ) -> Result<(), StoreError> {
        self.write(Box::new(move |connection| {
            Box::pin(async move {
                sqlx::query("UPDATE people SET name = ?2 WHERE key = ?1 AND password IS NULL")
                    .bind(guest.0)
                    .bind(name)
                    .execute(connection)
                    .await?;
                Ok(())
            })
        }))
        .await
    }

    /// Stores a new account, upgrading the guest if there is one, and its first login. Removes and
    /// returns all earlier logins. Returns `None` if the name is taken.
    pub(crate) async fn add_account(
        &self,
        guest: Option<PersonKey>,
        account: NewAccount,
        login: NewLogin,
        known: KnownHashes,
    ) -> Result<Option<(PersonKey, Vec<TokenHash>)>, StoreError> {
        self.write(Box::new(move |connection| {
            Box::pin(async move {
                let statement = match guest {
                    Some(_) => {
                        "UPDATE OR IGNORE people \
                         SET name = ?2, name_skeleton = ?3, name_shape = ?4, password = ?5 \
                         WHERE public = ?1 AND password IS NULL"
                    }
                    None => {
                        "INSERT OR IGNORE INTO people \
                         (public, name, name_skeleton, name_shape, password, created_ms) \
                         VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
                    }
                };
                let done = sqlx::query(statement)
                    .bind(account.public)
                    .bind(account.name)
                    .bind(account.skeleton)
                    .bind(account.shape)
                    .bind(account.password)
                    .bind(login.now_ms as i64)
                    .execute(&mut *connection)
                    .await?;
                if done.rows_affected() == 0 {
                    return Ok(None);
                }
                let key = guest.unwrap_or(PersonKey(done.last_insert_rowid()));
                let old = sqlx::query_scalar(
                    "DELETE FROM sessions WHERE person = ?1 RETURNING token_hash",
                )
                .bind(key.0)
                .fetch_all(&mut *connection)
                .await?;
                known.insert(connection, key, login.now_ms).await?;
                login.insert(connection, key).await?;
                Ok(Some((key, hashes(old))))
            })
        }))
        .await
    }

    /// Stores another login of a person, and where it was made. Removes and returns the least
    /// recently used logins beyond `count_max`.
    pub(crate) async fn add_login(
        &self,
        person: PersonKey,
        login: NewLogin,
        known: KnownHashes,
        count_max: u32,
    ) -> Result<Vec<TokenHash>, StoreError> {
        self.write(Box::new(move |connection| {
            Box::pin(async move {
                let old = sqlx::query_scalar(
                    "DELETE FROM sessions WHERE token_hash IN (SELECT token_hash \
                     FROM sessions WHERE person = ?1 AND kind = ?2 \
                     ORDER BY used_ms DESC LIMIT -1 OFFSET ?3) RETURNING token_hash",
                )
                .bind(person.0)
                .bind(login.kind.name())
                .bind(count_max - 1)
                .fetch_all(&mut *connection)
                .await?;
                known.insert(connection, person, login.now_ms).await?;
                login.insert(connection, person).await?;
                Ok(hashes(old))
            })
        }))
        .await
    }

    /// Stores a login for a person's bot, unless there are `count_max` already.
    pub(crate) async fn add_bot_login(
        &self,
        person: PersonKey,
        login: NewLogin,
        count_max: u32,
    ) -> Result<bool, StoreError> {
        self.write(Box::new(move |connection| {
            Box::pin(async move {
                let count: u32 = sqlx::query_scalar(
                    "SELECT count(*) FROM sessions \
                     WHERE person = ?1 AND kind = 'bot' AND expires_ms > ?2",
                )
                .bind(person.0)
                .bind(login.now_ms as i64)
                .fetch_one(&mut *connection)
                .await?;
                if count >= count_max {
                    return Ok(false);
                }
                login.insert(connection, person).await?;
                Ok(true)
            })
        }))
        .await
    }

    /// The logins of a person's bots, newest first.
    pub(crate) async fn bot_logins(
        &self,
        person: PersonKey,
        now_ms: u64,
    ) -> Result<Vec<BotLogin>, StoreError> {
        let rows: Vec<(String, String, i64, i64)> = sqlx::query_as(
            "SELECT lower(hex(substr(token_hash, 1, 8))), label, created_ms, used_ms \
             FROM sessions WHERE person = ?1 AND kind = 'bot' AND expires_ms > ?2 \
             ORDER BY created_ms DESC",
        )
        .bind(person.0)
        .bind(now_ms as i64)
        .fetch_all(self.readers())
        .await?;
        let login = |(id, label, created_ms, used_ms): (String, String, i64, i64)| BotLogin {
            id,
            label,
            created_ms: created_ms as u64,
            used_ms: used_ms as u64,
        };
        Ok(rows.into_iter().map(login).collect())
    }

    /// Removes the login of a person's bot and returns its hash.
    pub(crate) async fn remove_bot_login(
        &self,
        person: PersonKey,
        id: String,
    ) -> Result<Vec<TokenHash>, StoreError> {
        self.write(Box::new(move |connection| {
            Box::pin(async move {
                let old = sqlx::query_scalar(
                    "DELETE FROM sessions WHERE person = ?1 AND kind = 'bot' \
                     AND lower(hex(substr(token_hash, 1, 8))) = ?2 RETURNING token_hash",
                )
                .bind(person.0)
                .bind(id)
                .fetch_all(connection)
                .await?;
                Ok(hashes(old))
            })
        }))
        .await
    }

    /// Removes a login.
    pub(crate) async fn remove_login(&self, token: TokenHash) -> Result<(), StoreError> {
        self.write(Box::new(move |connection| {
            Box::pin(async move {
                sqlx::query("DELETE FROM sessions WHERE token_hash = ?1")
                    .bind(token.to_vec())
                    .execute(connection)
                    .await?;
                Ok(())
            })
        }))
        .await
    }

    /// Removes expired logins.
    pub(crate) async fn remove_expired_logins(&self, now_ms: u64) -> Result<(), StoreError> {
        self.write(Box::new(move |connection| {
            Box::pin(async move {
                sqlx::query("DELETE FROM sessions WHERE expires_ms <= ?1")
                    .bind(now_ms as i64)
                    .execute(connection)
                    .await?;
                Ok(())
            })
        }))
        .await
    }

    /// Stores when a login was last used and when it expires.
    pub(crate) async fn note_login_use(
        &self,
        token: TokenHash,
        used_ms: u64,
        expires_ms: u64,
    ) -> Result<(), StoreError> {
        self.write(Box::new(move |connection| {
            Box::pin(async move {
                sqlx::query(
                    "UPDATE sessions SET used_ms = ?2, expires_ms = ?3 \
                     WHERE token_hash = ?1 AND used_ms < ?2",
                )
                .bind(token.to_vec())
                .bind(used_ms as i64)
                .bind(expires_ms as i64)
                .execute(connection)
                .await?;
                Ok(())
            })
        }))
        .await
    }

    /// The login of a token and its person. It may have expired.
    pub(crate) async fn login(
        &self,
        token: &TokenHash,
    ) -> Result<Option<(Login, Person)>, StoreError> {
        self.grouped.logins.get(*token).await
    }

    /// A person by their key.
    pub(crate) async fn person(&self, key: PersonKey) -> Result<Option<Person>, StoreError> {
        self.grouped.people.get(key).await
    }

    /// A person by their public id.
    pub(crate) async fn person_by_public(
        &self,
        public: &str,
    ) -> Result<Option<Person>, StoreError> {
        let row: Option<PersonRow> = sqlx::query_as(
            "SELECT key, public, name, password IS NOT NULL FROM people WHERE public = ?1",
        )
        .bind(public)
        .fetch_optional(self.readers())
        .await?;
        Ok(row.map(person))
    }

    /// The account whose name has these letters, and when it was created.
    pub(crate) async fn account(
        &self,
        skeleton: &str,
    ) -> Result<Option<(Person, u64)>, StoreError> {
        let row: Option<(i64, String, String, i64)> = sqlx::query_as(
            "SELECT key, public, name, created_ms FROM people WHERE name_skeleton = ?1",
        )
        .bind(skeleton)
        .fetch_optional(self.readers())
        .await?;
        Ok(row.map(|(key, public, name, created_ms)| {
            (person((key, public, name, true)), created_ms as u64)
        }))
    }

    /// Whether an account's name has these letters or looks like them.
    pub(crate) async fn is_name_taken(
        &self,
        skeleton: &str,
        shape: &str,
    ) -> Result<bool, StoreError> {
        let count: i64 = sqlx::query_scalar(
            "SELECT count(*) FROM people WHERE name_skeleton = ?1 OR name_shape = ?2",
        )
        .bind(skeleton)
        .bind(shape)
        .fetch_one(self.readers())
        .await?;
        Ok(count > 0)
    }
}

impl NewLogin {
    async fn insert(
        self,
        connection: &mut SqliteConnection,
        person: PersonKey,
    ) -> Result<(), sqlx::Error> {
        sqlx::query(
            "INSERT INTO sessions \
             (token_hash, person, kind, label, created_ms, used_ms, expires_ms) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6)",
        )
        .bind(self.hash.to_vec())
        .bind(person.0)
        .bind(self.kind.name())
        .bind(self.label)
        .bind(self.now_ms as i64)
        .bind(self.expires_ms as i64)
        .execute(connection)
        .await?;
        Ok(())
    }
}
