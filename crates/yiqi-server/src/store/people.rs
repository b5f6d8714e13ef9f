//! People and their logins in the store.

use sqlx::{QueryBuilder, Sqlite};

use super::accounts::KnownHashes;
use super::group::Found;
use super::sql::{
    Connection, Pool, Target, Value, among_keys, in_time, query, query_as, query_scalar,
};
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

/// Selects the logins of some tokens.
macro_rules! logins {
    ($some:literal) => {
        concat!(
            "SELECT token_hash, people.key, public, name, password IS NOT NULL, kind, used_ms, \
             expires_ms FROM sessions JOIN people ON people.key = sessions.person \
             WHERE token_hash",
            $some
        )
    };
}

/// Reads the logins of tokens, with the people to whom they belong.
pub(super) async fn read_logins(
    readers: Pool,
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
    let rows: Vec<Row> = match &readers {
        Pool::Sqlite(pool) => {
            let mut query = QueryBuilder::<Sqlite>::new(logins!(" IN ("));
            let mut list = query.separated(", ");
            for token in &tokens {
                list.push_bind(token.as_slice());
            }
            query.push(")");
            let is_usual = tokens.len() == 1;
            let rows = query.build_query_as().persistent(is_usual);
            rows.fetch_all(pool).await?
        }
        #[cfg(feature = "sim")]
        Pool::Sim(_) => return Ok(Found::new()),
        Pool::Postgres(pool) => {
            let query = sqlx::query_as(logins!(" = ANY($1)")).bind(tokens);
            in_time(query.fetch_all(pool)).await?
        }
    };
    Ok(rows.into_iter().filter_map(login).collect())
}

/// Reads people by their keys.
pub(super) async fn read_people(
    readers: Pool,
    keys: Vec<PersonKey>,
) -> Result<Found<PersonKey, Person>, StoreError> {
    let keys = Value::Keys(keys.iter().map(|key| key.0).collect());
    let rows: Vec<PersonRow> = query_as(among_keys!(
        "SELECT key, public, name, password IS NOT NULL FROM people WHERE key"
    ))
    .bind(keys)
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
                let key = query_scalar(
                    "INSERT INTO people (public, name, created_ms) VALUES ($1, $2, $3) \
                     RETURNING key",
                )
                .bind(public)
                .bind(name)
                .bind(login.now_ms as i64)
                .fetch_one(&mut *connection)
                .await?;
                let key = PersonKey(key);
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
        let rows: Vec<PersonRow> = query_as(
            "SELECT key, public, name, TRUE FROM people \
             WHERE replace(name_skeleton, $1, '') <> name_skeleton \
             ORDER BY substr(name_skeleton, 1, length($1)) <> $1, length(name_skeleton), \
             name_skeleton LIMIT $2",
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
                query("UPDATE people SET name = $2 WHERE key = $1 AND password IS NULL")
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
                if count_names(&mut *connection, &account.skeleton, &account.shape).await? > 0 {
                    return Ok(None);
                }
                let storing = match guest {
                    Some(_) => query_scalar(
                        "UPDATE people \
                         SET name = $2, name_skeleton = $3, name_shape = $4, password = $5 \
                         WHERE public = $1 AND password IS NULL RETURNING key",
                    ),
                    None => query_scalar(
                        "INSERT INTO people \
                         (public, name, name_skeleton, name_shape, password, created_ms) \
                         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING key",
                    ),
                };
                let mut storing = storing
                    .bind(account.public)
                    .bind(account.name)
                    .bind(account.skeleton)
                    .bind(account.shape)
                    .bind(account.password);
                if guest.is_none() {
                    storing = storing.bind(login.now_ms as i64);
                }
                let key: Option<i64> = storing.fetch_optional(&mut *connection).await?;
                let Some(key) = key.map(PersonKey) else {
                    return Ok(None);
                };
                let old =
                    query_scalar("DELETE FROM sessions WHERE person = $1 RETURNING token_hash")
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
                let old = query_scalar(
                    "DELETE FROM sessions WHERE token_hash IN (SELECT token_hash \
                     FROM sessions WHERE person = $1 AND kind = $2 \
                     ORDER BY used_ms DESC LIMIT 1000000 OFFSET $3) RETURNING token_hash",
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
                let count: i64 = query_scalar(
                    "SELECT count(*) FROM sessions \
                     WHERE person = $1 AND kind = 'bot' AND expires_ms > $2",
                )
                .bind(person.0)
                .bind(login.now_ms as i64)
                .fetch_one(&mut *connection)
                .await?;
                if count >= i64::from(count_max) {
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
        let rows: Vec<(Vec<u8>, String, i64, i64)> = query_as(
            "SELECT substr(token_hash, 1, 8), label, created_ms, used_ms \
             FROM sessions WHERE person = $1 AND kind = 'bot' AND expires_ms > $2 \
             ORDER BY created_ms DESC",
        )
        .bind(person.0)
        .bind(now_ms as i64)
        .fetch_all(self.readers())
        .await?;
        let login = |(id, label, created_ms, used_ms): (Vec<u8>, String, i64, i64)| BotLogin {
            id: hex(&id),
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
        let Some(id) = unhex(&id) else {
            return Ok(Vec::new());
        };
        self.write(Box::new(move |connection| {
            Box::pin(async move {
                let old = query_scalar(
                    "DELETE FROM sessions WHERE person = $1 AND kind = 'bot' \
                     AND substr(token_hash, 1, 8) = $2 RETURNING token_hash",
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
                query("DELETE FROM sessions WHERE token_hash = $1")
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
                query("DELETE FROM sessions WHERE expires_ms <= $1")
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
                query(
                    "UPDATE sessions SET used_ms = $2, expires_ms = $3 \
                     WHERE token_hash = $1 AND used_ms < $2",
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
        let row: Option<PersonRow> = query_as(
            "SELECT key, public, name, password IS NOT NULL FROM people WHERE public = $1",
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
        let row: Option<(i64, String, String, i64)> =
            query_as("SELECT key, public, name, created_ms FROM people WHERE name_skeleton = $1")
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
        Ok(count_names(self.readers(), skeleton, shape).await? > 0)
    }
}

/// How many accounts have a name with these letters or this shape.
async fn count_names<'c>(
    target: impl Into<Target<'c>>,
    skeleton: &str,
    shape: &str,
) -> Result<i64, sqlx::Error> {
    query_scalar("SELECT count(*) FROM people WHERE name_skeleton = $1 OR name_shape = $2")
        .bind(skeleton)
        .bind(shape)
        .fetch_one(target)
        .await
}

/// Bytes in hexadecimal.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of a text in hexadecimal, as [`hex`] writes it.
fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes().chunks_exact(2);
    let byte = |digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok();
    let bytes: Option<Vec<u8>> = digits.map(byte).collect();
    bytes.filter(|bytes| hex(bytes) == text)
}

impl NewLogin {
    async fn insert(
        self,
        connection: &mut Connection,
        person: PersonKey,
    ) -> Result<(), sqlx::Error> {
        query(
            "INSERT INTO sessions \
             (token_hash, person, kind, label, created_ms, used_ms, expires_ms) \
             VALUES ($1, $2, $3, $4, $5, $5, $6)",
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
