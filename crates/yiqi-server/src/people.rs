//! Who is who: guests, accounts, their tokens and ratings.
//!
//! A person is whoever holds a secret token. The database keeps only what a token hashes to; the
//! token itself is seen once, by its owner. [`caller`] finds out who sends a request and whether
//! their browser was made to by another site, [`limits`] holds off who does too much, [`routes()`]
//! answers under `/api/guest`, `/api/me`, `/api/register`, `/api/login`, `/api/logout` and
//! `/api/people`.
//!
//! The module's one invariant: a token that was revoked opens nothing from then on.

mod cache;
mod caller;
mod limits;
mod name;
mod password;
mod rating;
pub(crate) mod routes;
#[cfg(test)]
mod tests;

use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use sha2::{Digest, Sha256};
use sqlx::SqliteConnection;
use tokio::sync::broadcast;
use yiqi_wire::{Credentials, Profile, TokenInfo};

use crate::denied::Denied;
use crate::ids::{self, NoRandomness};
use crate::store::PersonKey;
use crate::{ServiceTime, Store, StoreError};

use cache::{Cache, Session};
pub use caller::BadRule;
pub(crate) use caller::{Caller, OriginRules, Via, lang};
pub use limits::LimitOptions;
pub(crate) use limits::{ConnectionSlot, Limits};
use limits::{Gate, block};
use name::Looks;
pub(crate) use password::PasswordCost;
use password::Passwords;
pub(crate) use rating::rating_game;

/// Tokens of one person for browsers; the oldest goes when one more comes.
const LOGINS_MAX: u32 = 30;

/// Tokens of one person for bots.
const BOTS_MAX: i64 = 20;

/// How exactly it is kept when a token was last used.
const USE_STEP_MS: u64 = 24 * 60 * 60 * 1000;

/// Revoked tokens that a socket may be behind with.
const REVOKED_QUEUE: usize = 4096;

/// Somebody who plays or watches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Person {
    /// The key in the database.
    pub(crate) key: PersonKey,
    /// What others may know them by.
    pub(crate) public: String,
    /// The name to show; a guest's may be empty.
    pub(crate) name: String,
    /// Whether there is a password.
    pub(crate) account: bool,
}

/// What is kept of a token.
pub(crate) type TokenHash = [u8; 32];

/// A secret that says who one is.
#[derive(Clone)]
pub(crate) struct Token(String);

impl Token {
    fn new() -> Result<Token, NoRandomness> {
        Ok(Token(ids::secret()?))
    }

    /// The secret, for its owner only.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// What is kept of it.
    pub(crate) fn hash(&self) -> TokenHash {
        token_hash(&self.0)
    }
}

/// Leaves the secret out.
impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Token").finish_non_exhaustive()
    }
}

fn token_hash(text: &str) -> TokenHash {
    Sha256::digest(text.as_bytes()).into()
}

/// What a token is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A person who came as a guest or logged in.
    Cookie,
    /// A program of theirs.
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

/// How many in which time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    /// How many.
    pub(crate) count: u32,
    /// In which time.
    pub(crate) window: Duration,
}

/// The numbers of [`People`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct PeopleOptions {
    /// What a password costs to try.
    pub(crate) password_cost: PasswordCost,
    /// Passwords that one address may try.
    pub(crate) tries_per_address: Allowance,
    /// Passwords that may be tried for one name.
    pub(crate) tries_per_name: Allowance,
    /// Tokens that are kept in memory.
    pub(crate) cache_size: NonZeroUsize,
    /// How long a guest's token lives unused.
    pub(crate) guest_lifetime: Duration,
    /// How long an account's token lives unused.
    pub(crate) account_lifetime: Duration,
}

impl Default for PeopleOptions {
    fn default() -> PeopleOptions {
        const MINUTE: Duration = Duration::from_secs(60);
        const DAY: Duration = Duration::from_secs(24 * 60 * 60);
        PeopleOptions {
            password_cost: PasswordCost::default(),
            tries_per_address: Allowance {
                count: 300,
                window: MINUTE.saturating_mul(10),
            },
            tries_per_name: Allowance {
                count: 20,
                window: MINUTE.saturating_mul(15),
            },
            cache_size: NonZeroUsize::MIN.saturating_add(20_000),
            guest_lifetime: DAY.saturating_mul(400),
            account_lifetime: DAY.saturating_mul(90),
        }
    }
}

/// Everybody the server knows.
#[derive(Clone)]
pub(crate) struct People {
    shared: Arc<Shared>,
}

struct Shared {
    store: Store,
    time: ServiceTime,
    options: PeopleOptions,
    passwords: Passwords,
    cache: Cache,
    revoked: broadcast::Sender<TokenHash>,
    tries_by_address: Gate,
    tries_by_name: Gate,
}

impl std::fmt::Debug for People {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("People").finish_non_exhaustive()
    }
}

/// A row of `people`: key, public id, name, whether there is an account.
type PersonRow = (i64, String, String, bool);

fn person((key, public, name, account): PersonRow) -> Person {
    Person {
        key: PersonKey(key),
        public,
        name,
        account,
    }
}

impl People {
    /// The people of a store.
    pub(crate) fn new(store: Store, time: ServiceTime, options: PeopleOptions) -> People {
        let gate = |allowance: Allowance| Gate::new(allowance.count, allowance.window);
        People {
            shared: Arc::new(Shared {
                store,
                time,
                options,
                passwords: Passwords::new(options.password_cost),
                cache: Cache::new(options.cache_size),
                revoked: broadcast::Sender::new(REVOKED_QUEUE),
                tries_by_address: gate(options.tries_per_address),
                tries_by_name: gate(options.tries_per_name),
            }),
        }
    }

    fn store(&self) -> &Store {
        &self.shared.store
    }

    fn time(&self) -> ServiceTime {
        self.shared.time
    }

    fn lifetime_ms(&self, account: bool) -> u64 {
        let options = &self.shared.options;
        let lifetime = if account {
            options.account_lifetime
        } else {
            options.guest_lifetime
        };
        lifetime.as_millis() as u64
    }

    /// The tokens that are revoked from now on: sockets opened with one are to be closed. Who lags
    /// behind asks [`People::is_valid`].
    pub(crate) fn revoked(&self) -> broadcast::Receiver<TokenHash> {
        self.shared.revoked.subscribe()
    }

    /// Makes a guest.
    ///
    /// # Errors
    /// If the name cannot be used, or the guest cannot be kept.
    pub(crate) async fn guest(&self, name: &str) -> Result<(Token, Person), Denied> {
        let name = name::guest_name(name)?;
        let public = public_id()?;
        let token = Token::new()?;
        let session = self.new_session(&token, TokenKind::Cookie, "", false);
        let ticket = self.shared.cache.ticket();
        let person = Person {
            key: PersonKey(0),
            public,
            name,
            account: false,
        };
        let row = person.clone();
        let key = self
            .store()
            .write(Box::new(move |connection| {
                Box::pin(async move {
                    let done = sqlx::query(
                        "INSERT INTO people (public, name, created_ms) VALUES (?1, ?2, ?3)",
                    )
                    .bind(row.public)
                    .bind(row.name)
                    .bind(session.now_ms as i64)
                    .execute(&mut *connection)
                    .await?;
                    let key = PersonKey(done.last_insert_rowid());
                    session.insert(connection, key).await?;
                    Ok(key)
                })
            }))
            .await?;
        let person = Person { key, ..person };
        self.remember_new(ticket, &token, &person);
        Ok((token, person))
    }

    /// Gives a guest another name. An account keeps its own.
    ///
    /// # Errors
    /// If the name cannot be used or kept.
    pub(crate) async fn rename(&self, person: &Person, name: &str) -> Result<Person, Denied> {
        let name = name::guest_name(name)?;
        if person.account || name == person.name {
            return Ok(person.clone());
        }
        let key = person.key;
        self.store()
            .write(Box::new(move |connection| {
                Box::pin(async move {
                    sqlx::query("UPDATE people SET name = ?2 WHERE key = ?1 AND password IS NULL")
                        .bind(key.0)
                        .bind(name)
                        .execute(connection)
                        .await?;
                    Ok(())
                })
            }))
            .await?;
        self.shared.cache.forget(&[], Some(key));
        self.by_key(key).await?.ok_or(Denied::NotFound)
    }

    /// Makes a guest an account, or somebody who is no guest yet. All tokens of before are revoked
    /// and there is a new one: whoever knew the guest's token does not know the account's.
    ///
    /// # Errors
    /// If the name is taken, or name or password cannot be used.
    pub(crate) async fn register(
        &self,
        guest: Option<&Person>,
        credentials: &Credentials,
        address: IpAddr,
    ) -> Result<(Token, Person), Denied> {
        if guest.is_some_and(|person| person.account) {
            let what = "there is an account already, log out first";
            return Err(Denied::BadMessage(what.to_owned()));
        }
        self.shared.tries_by_address.pass(&block(address))?;
        let name = name::account_name(&credentials.name)?;
        let looks = Looks::of(&name);
        // Asked before the password is hashed, which costs more, and settled when it is written.
        if self.is_taken(&looks).await? {
            return Err(Denied::NameTaken);
        }
        let password = self.shared.passwords.hash(&credentials.password).await?;
        let token = Token::new()?;
        let session = self.new_session(&token, TokenKind::Cookie, "", true);
        let public = match guest {
            Some(guest) => guest.public.clone(),
            None => public_id()?,
        };
        let guest_key = guest.map(|guest| guest.key);
        let row = (public.clone(), name.clone());
        let done = self
            .store()
            .write(Box::new(move |connection| {
                Box::pin(async move {
                    let (public, name) = row;
                    let statement = match guest_key {
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
                        .bind(public)
                        .bind(name)
                        .bind(looks.letters)
                        .bind(looks.shape)
                        .bind(password)
                        .bind(session.now_ms as i64)
                        .execute(&mut *connection)
                        .await?;
                    if done.rows_affected() == 0 {
                        return Ok(None);
                    }
                    let key = guest_key.unwrap_or(PersonKey(done.last_insert_rowid()));
                    let old: Vec<Vec<u8>> = sqlx::query_scalar(
                        "DELETE FROM sessions WHERE person = ?1 RETURNING token_hash",
                    )
                    .bind(key.0)
                    .fetch_all(&mut *connection)
                    .await?;
                    session.insert(connection, key).await?;
                    Ok(Some((key, old)))
                })
            }))
            .await?;
        let (key, old) = done.ok_or(Denied::NameTaken)?;
        self.revoke_all(&old, Some(key));
        let person = Person {
            key,
            public,
            name,
            account: true,
        };
        tracing::info!(person = %person.public, "new account");
        Ok((token, person))
    }

    /// A new token for an account.
    ///
    /// # Errors
    /// If name and password do not go together, or too many were tried.
    pub(crate) async fn login(
        &self,
        credentials: &Credentials,
        address: IpAddr,
    ) -> Result<(Token, Person), Denied> {
        self.shared.tries_by_address.pass(&block(address))?;
        let Ok(name) = name::account_name(&credentials.name) else {
            return Err(Denied::WrongPassword);
        };
        let skeleton = Looks::of(&name).letters;
        // Counted before the password is tried: many at once are as many as one after another.
        self.shared.tries_by_name.pass(&skeleton)?;
        let row: Option<(i64, String, String, String)> = sqlx::query_as(
            "SELECT key, public, name, password FROM people WHERE name_skeleton = ?1",
        )
        .bind(skeleton)
        .fetch_optional(self.store().readers())
        .await
        .map_err(StoreError::from)?;
        let (found, hash) = match row {
            Some((key, public, name, hash)) => {
                (Some(person((key, public, name, true))), Some(hash))
            }
            None => (None, None),
        };
        let is_right = self
            .shared
            .passwords
            .is_right(&credentials.password, hash)
            .await?;
        let Some(person) = found.filter(|_| is_right) else {
            return Err(Denied::WrongPassword);
        };
        let token = Token::new()?;
        let session = self.new_session(&token, TokenKind::Cookie, "", true);
        let key = person.key;
        let old = self
            .store()
            .write(Box::new(move |connection| {
                Box::pin(async move {
                    let old: Vec<Vec<u8>> = sqlx::query_scalar(
                        "DELETE FROM sessions WHERE token_hash IN (SELECT token_hash \
                         FROM sessions WHERE person = ?1 AND kind = 'cookie' \
                         ORDER BY used_ms DESC LIMIT -1 OFFSET ?2) RETURNING token_hash",
                    )
                    .bind(key.0)
                    .bind(LOGINS_MAX - 1)
                    .fetch_all(&mut *connection)
                    .await?;
                    session.insert(connection, key).await?;
                    Ok(old)
                })
            }))
            .await?;
        self.revoke_all(&old, None);
        Ok((token, person))
    }

    /// Forgets a token. Its sockets hear of it, see [`People::revoked`].
    ///
    /// # Errors
    /// If that cannot be kept.
    pub(crate) async fn logout(&self, token: &TokenHash) -> Result<(), StoreError> {
        let hash = token.to_vec();
        self.store()
            .write(Box::new(move |connection| {
                Box::pin(async move {
                    sqlx::query("DELETE FROM sessions WHERE token_hash = ?1")
                        .bind(hash)
                        .execute(connection)
                        .await?;
                    Ok(())
                })
            }))
            .await?;
        self.revoke_all(&[token.to_vec()], None);
        Ok(())
    }

    /// Another token of an account, for a bot.
    ///
    /// # Errors
    /// For a guest, or if there are too many.
    pub(crate) async fn new_token(&self, person: &Person, label: &str) -> Result<Token, Denied> {
        if !person.account {
            return Err(Denied::NeedsAccount);
        }
        let token = Token::new()?;
        let session = self.new_session(&token, TokenKind::Bot, &name::label(label), true);
        let key = person.key;
        let is_kept = self
            .store()
            .write(Box::new(move |connection| {
                Box::pin(async move {
                    let count: i64 = sqlx::query_scalar(
                        "SELECT count(*) FROM sessions \
                         WHERE person = ?1 AND kind = 'bot' AND expires_ms > ?2",
                    )
                    .bind(key.0)
                    .bind(session.now_ms as i64)
                    .fetch_one(&mut *connection)
                    .await?;
                    if count >= BOTS_MAX {
                        return Ok(false);
                    }
                    session.insert(connection, key).await?;
                    Ok(true)
                })
            }))
            .await?;
        if is_kept {
            Ok(token)
        } else {
            Err(Denied::TooMany)
        }
    }

    /// A person's tokens for bots, the newest first, without the secrets.
    ///
    /// # Errors
    /// If they cannot be read.
    pub(crate) async fn tokens(&self, person: PersonKey) -> Result<Vec<TokenInfo>, StoreError> {
        let rows: Vec<(String, String, i64, i64)> = sqlx::query_as(
            "SELECT lower(hex(substr(token_hash, 1, 8))), label, created_ms, used_ms \
             FROM sessions WHERE person = ?1 AND kind = 'bot' AND expires_ms > ?2 \
             ORDER BY created_ms DESC",
        )
        .bind(person.0)
        .bind(self.time().now_ms() as i64)
        .fetch_all(self.store().readers())
        .await?;
        let info = |(id, label, created_ms, used_ms): (String, String, i64, i64)| TokenInfo {
            id,
            label,
            created_ms: created_ms as u64,
            used_ms: used_ms as u64,
        };
        Ok(rows.into_iter().map(info).collect())
    }

    /// Revokes one of a person's tokens for bots.
    ///
    /// # Errors
    /// If there is no such token of theirs.
    pub(crate) async fn revoke(&self, person: PersonKey, id: &str) -> Result<(), Denied> {
        let id = id.to_owned();
        let old = self
            .store()
            .write(Box::new(move |connection| {
                Box::pin(async move {
                    let old: Vec<Vec<u8>> = sqlx::query_scalar(
                        "DELETE FROM sessions WHERE person = ?1 AND kind = 'bot' \
                         AND lower(hex(substr(token_hash, 1, 8))) = ?2 RETURNING token_hash",
                    )
                    .bind(person.0)
                    .bind(id)
                    .fetch_all(connection)
                    .await?;
                    Ok(old)
                })
            }))
            .await?;
        if old.is_empty() {
            return Err(Denied::NotFound);
        }
        self.revoke_all(&old, None);
        Ok(())
    }

    /// Whose token it is.
    #[cfg(test)]
    pub(crate) async fn by_token(&self, token: &str) -> Result<Option<Person>, StoreError> {
        let known = self.session(&token_hash(token)).await?;
        Ok(known.map(|(person, _)| person))
    }

    /// Waits until a token opens nothing any more; for ever without one.
    pub(crate) async fn until_revoked(&self, token: Option<TokenHash>) {
        let Some(token) = token else {
            return std::future::pending().await;
        };
        let mut revoked = self.revoked();
        loop {
            let is_gone = match revoked.recv().await {
                Ok(gone) => gone == token,
                // Some were missed: ask. A store that cannot tell does not end anything.
                Err(broadcast::error::RecvError::Lagged(_)) => {
                    !self.is_valid(&token).await.unwrap_or(true)
                }
                Err(broadcast::error::RecvError::Closed) => return std::future::pending().await,
            };
            if is_gone {
                return;
            }
        }
    }

    /// Whether a token still opens anything.
    ///
    /// # Errors
    /// If that cannot be read.
    pub(crate) async fn is_valid(&self, token: &TokenHash) -> Result<bool, StoreError> {
        Ok(self.session(token).await?.is_some())
    }

    /// Whose token it is, and what for.
    async fn session(&self, token: &TokenHash) -> Result<Option<(Person, TokenKind)>, StoreError> {
        let (session, person) = match self.shared.cache.session(token) {
            Some(known) => known,
            None => match self.read_session(token).await? {
                Some(read) => read,
                None => return Ok(None),
            },
        };
        let now_ms = self.time().now_ms();
        if session.expires_ms <= now_ms {
            return Ok(None);
        }
        if now_ms.saturating_sub(session.used_ms) >= USE_STEP_MS {
            self.note_use(token, now_ms, person.account);
        }
        Ok(Some((person, session.kind)))
    }

    async fn read_session(
        &self,
        token: &TokenHash,
    ) -> Result<Option<(Session, Person)>, StoreError> {
        type Row = (i64, String, String, bool, String, i64, i64);
        let ticket = self.shared.cache.ticket();
        let row: Option<Row> = sqlx::query_as(
            "SELECT people.key, public, name, password IS NOT NULL, kind, used_ms, expires_ms \
             FROM sessions JOIN people ON people.key = sessions.person WHERE token_hash = ?1",
        )
        .bind(token.as_slice())
        .fetch_optional(self.store().readers())
        .await?;
        let Some((key, public, name, account, kind, used_ms, expires_ms)) = row else {
            return Ok(None);
        };
        let person = person((key, public, name, account));
        let session = Session {
            person: person.key,
            kind: if kind == TokenKind::Bot.name() {
                TokenKind::Bot
            } else {
                TokenKind::Cookie
            },
            used_ms: used_ms as u64,
            expires_ms: expires_ms as u64,
        };
        self.shared
            .cache
            .remember(ticket, &person, Some((*token, session)));
        Ok(Some((session, person)))
    }

    /// Keeps that a token was used, in its own time: nobody waits for it, and a full disk does not
    /// keep anybody out.
    fn note_use(&self, token: &TokenHash, now_ms: u64, account: bool) {
        let expires_ms = now_ms + self.lifetime_ms(account);
        if !self.shared.cache.note_use(token, now_ms, expires_ms) {
            return;
        }
        let store = self.store().clone();
        let hash = token.to_vec();
        tokio::spawn(async move {
            let kept = store
                .write(Box::new(move |connection| {
                    Box::pin(async move {
                        sqlx::query(
                            "UPDATE sessions SET used_ms = ?2, expires_ms = ?3 \
                             WHERE token_hash = ?1 AND used_ms < ?2",
                        )
                        .bind(hash)
                        .bind(now_ms as i64)
                        .bind(expires_ms as i64)
                        .execute(connection)
                        .await?;
                        Ok(())
                    })
                }))
                .await;
            if let Err(error) = kept {
                tracing::warn!(%error, "could not keep that a token was used");
            }
        });
    }

    /// The person with this key.
    ///
    /// # Errors
    /// If that cannot be read.
    pub(crate) async fn by_key(&self, key: PersonKey) -> Result<Option<Person>, StoreError> {
        if let Some(person) = self.shared.cache.person(key) {
            return Ok(Some(person));
        }
        let ticket = self.shared.cache.ticket();
        let row: Option<PersonRow> = sqlx::query_as(
            "SELECT key, public, name, password IS NOT NULL FROM people WHERE key = ?1",
        )
        .bind(key.0)
        .fetch_optional(self.store().readers())
        .await?;
        let found = row.map(person);
        if let Some(person) = &found {
            self.shared.cache.remember(ticket, person, None);
        }
        Ok(found)
    }

    /// Reads many people at once, who will be asked for.
    ///
    /// # Errors
    /// If that cannot be read.
    pub(crate) async fn remember_all(&self, keys: &[PersonKey]) -> Result<(), StoreError> {
        let keys: Vec<i64> = keys.iter().map(|key| key.0).collect();
        let keys = serde_json::to_string(&keys).unwrap_or_default();
        let ticket = self.shared.cache.ticket();
        let rows: Vec<PersonRow> = sqlx::query_as(
            "SELECT key, public, name, password IS NOT NULL FROM people \
             WHERE key IN (SELECT value FROM json_each(?1))",
        )
        .bind(keys)
        .fetch_all(self.store().readers())
        .await?;
        for row in rows {
            self.shared.cache.remember(ticket, &person(row), None);
        }
        Ok(())
    }

    /// The person with this public id.
    ///
    /// # Errors
    /// If that cannot be read.
    pub(crate) async fn by_public(&self, public: &str) -> Result<Option<Person>, StoreError> {
        let row: Option<PersonRow> = sqlx::query_as(
            "SELECT key, public, name, password IS NOT NULL FROM people WHERE public = ?1",
        )
        .bind(public)
        .fetch_optional(self.store().readers())
        .await?;
        Ok(row.map(person))
    }

    /// The account with this name, or one that looks like it.
    ///
    /// # Errors
    /// If that cannot be read.
    #[cfg(test)]
    pub(crate) async fn by_name(&self, name: &str) -> Result<Option<Person>, StoreError> {
        match name::account_name(name) {
            Ok(name) => Ok(self
                .by_skeleton(&Looks::of(&name).letters)
                .await?
                .map(|(person, _)| person)),
            Err(_) => Ok(None),
        }
    }

    /// An account as others see it.
    ///
    /// # Errors
    /// If that cannot be read.
    pub(crate) async fn profile(&self, name: &str) -> Result<Option<Profile>, StoreError> {
        let Ok(name) = name::account_name(name) else {
            return Ok(None);
        };
        let Some((person, created_ms)) = self.by_skeleton(&Looks::of(&name).letters).await? else {
            return Ok(None);
        };
        Ok(Some(Profile {
            ratings: self.ratings(person.key).await?,
            person: person.public,
            name: person.name,
            created_ms,
        }))
    }

    async fn is_taken(&self, looks: &Looks) -> Result<bool, StoreError> {
        let count: i64 = sqlx::query_scalar(
            "SELECT count(*) FROM people WHERE name_skeleton = ?1 OR name_shape = ?2",
        )
        .bind(&looks.letters)
        .bind(&looks.shape)
        .fetch_one(self.store().readers())
        .await?;
        Ok(count > 0)
    }

    async fn by_skeleton(&self, skeleton: &str) -> Result<Option<(Person, u64)>, StoreError> {
        let row: Option<(i64, String, String, i64)> = sqlx::query_as(
            "SELECT key, public, name, created_ms FROM people WHERE name_skeleton = ?1",
        )
        .bind(skeleton)
        .fetch_optional(self.store().readers())
        .await?;
        Ok(row.map(|(key, public, name, created_ms)| {
            (person((key, public, name, true)), created_ms as u64)
        }))
    }

    /// Forgets tokens that have expired. To be called now and then.
    ///
    /// # Errors
    /// If that cannot be kept.
    pub(crate) async fn sweep(&self) -> Result<(), StoreError> {
        self.shared.tries_by_address.sweep();
        self.shared.tries_by_name.sweep();
        let now_ms = self.time().now_ms() as i64;
        self.store()
            .write(Box::new(move |connection| {
                Box::pin(async move {
                    sqlx::query("DELETE FROM sessions WHERE expires_ms <= ?1")
                        .bind(now_ms)
                        .execute(connection)
                        .await?;
                    Ok(())
                })
            }))
            .await
    }

    fn new_session(
        &self,
        token: &Token,
        kind: TokenKind,
        label: &str,
        account: bool,
    ) -> NewSession {
        let now_ms = self.time().now_ms();
        NewSession {
            hash: token.hash(),
            kind,
            label: label.to_owned(),
            now_ms,
            expires_ms: now_ms + self.lifetime_ms(account),
        }
    }

    fn remember_new(&self, ticket: cache::Ticket, token: &Token, person: &Person) {
        let now_ms = self.time().now_ms();
        let session = Session {
            person: person.key,
            kind: TokenKind::Cookie,
            used_ms: now_ms,
            expires_ms: now_ms + self.lifetime_ms(person.account),
        };
        self.shared
            .cache
            .remember(ticket, person, Some((token.hash(), session)));
    }

    /// Forgets tokens that are gone from the database, and tells their sockets.
    fn revoke_all(&self, tokens: &[Vec<u8>], person: Option<PersonKey>) {
        let tokens: Vec<TokenHash> = tokens
            .iter()
            .filter_map(|token| TokenHash::try_from(token.as_slice()).ok())
            .collect();
        if tokens.is_empty() && person.is_none() {
            return;
        }
        self.shared.cache.forget(&tokens, person);
        for token in tokens {
            // Without sockets nobody listens.
            let _ = self.shared.revoked.send(token);
        }
    }
}

/// A session to be kept.
struct NewSession {
    hash: TokenHash,
    kind: TokenKind,
    label: String,
    now_ms: u64,
    expires_ms: u64,
}

impl NewSession {
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

/// What others may know a person by: 60 bits, which open nothing.
fn public_id() -> Result<String, NoRandomness> {
    let random: String = ids::secret()?.chars().take(12).collect();
    Ok(format!("p_{random}"))
}
