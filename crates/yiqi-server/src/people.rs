//! People: guests, accounts, their logins and ratings.
//!
//! A person is whoever holds a secret token. The store has only the token's hash; the token itself
//! is shown once, to its owner. What a token stands for is a [`Login`]. The routes and the caller
//! of a request are in [`crate::http`].
//!
//! The module's one invariant: a revoked token is never accepted again.

mod accounts;
mod attempts;
mod cache;
mod leaders;
mod name;
mod password;
mod rating;
mod weak;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use sha2::{Digest, Sha256};
use tokio::sync::broadcast;
use yiqi_wire::{Me, Profile, TokenInfo};

use crate::denied::Denied;
use crate::ids::{self, NoRandomness};
use crate::nodes::Nodes;
use crate::notices::{Notice, Password};
use crate::security::SecurityLog;
use crate::store::{BotLogin, Login, NewLogin, Person, PersonKey, TokenHash, TokenKind};
use crate::{ServiceTime, Store, StoreError};

pub(crate) use accounts::LoggedIn;
#[cfg(test)]
pub(crate) use attempts::Allowance;
pub(crate) use attempts::AttemptOptions;
use attempts::Attempts;
use cache::Cache;
use name::NameForms;
pub use name::display_name;
pub(crate) use name::tournament_name;
pub(crate) use password::PasswordCost;
use password::Passwords;
pub(crate) use rating::rating_game;

/// The most browser logins per person; a further one removes the least recently used.
pub(crate) const LOGINS_MAX: u32 = 30;

/// The most bot logins per person.
const BOTS_MAX: u32 = 20;

/// Granularity of a token's last-use time.
const USE_STEP_MS: u64 = 24 * 60 * 60 * 1000;

/// How long a device or a network stays known unused.
const KNOWN_LIFETIME: Duration = Duration::from_secs(400 * 24 * 60 * 60);

/// How long one of several nodes uses what it has read about a login.
const CACHED_AMONG_NODES: Duration = Duration::from_secs(30);

/// How many revocations a socket may lag behind.
const REVOKED_QUEUE: usize = 4096;

/// A secret that authenticates a person.
#[derive(Clone)]
pub(crate) struct Token(String);

impl Token {
    /// Generates a token.
    ///
    /// # Errors
    /// If the system provides no random numbers.
    pub(crate) fn new() -> Result<Token, NoRandomness> {
        Ok(Token(ids::secret()?))
    }

    /// The secret, for its owner only.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// The hash under which it is stored.
    pub(crate) fn hash(&self) -> TokenHash {
        token_hash(&self.0)
    }
}

/// Omits the secret.
impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Token").finish_non_exhaustive()
    }
}

/// The hash under which a token with this text is stored.
pub(crate) fn token_hash(text: &str) -> TokenHash {
    Sha256::digest(text.as_bytes()).into()
}

/// Settings of [`People`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct PeopleOptions {
    /// The cost of hashing a password.
    pub(crate) password_cost: PasswordCost,
    /// How many password attempts are allowed.
    pub(crate) attempts: AttemptOptions,
    /// How many tokens the cache holds.
    pub(crate) cache_size: NonZeroUsize,
    /// How long a guest's token stays valid unused.
    pub(crate) guest_lifetime: Duration,
    /// How long an account's token stays valid unused.
    pub(crate) account_lifetime: Duration,
}

impl Default for PeopleOptions {
    fn default() -> PeopleOptions {
        const DAY: Duration = Duration::from_secs(24 * 60 * 60);
        PeopleOptions {
            password_cost: PasswordCost::default(),
            attempts: AttemptOptions::default(),
            cache_size: NonZeroUsize::MIN.saturating_add(20_000),
            guest_lifetime: DAY.saturating_mul(400),
            account_lifetime: DAY.saturating_mul(90),
        }
    }
}

/// All guests and accounts.
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
    revoked: broadcast::Sender<Revoked>,
    attempts: Attempts,
    security: SecurityLog,
    nodes: Nodes,
}

/// What was revoked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Revoked {
    Token(TokenHash),
    /// Revocations at other nodes may have been missed.
    Unknown,
}

impl std::fmt::Debug for People {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("People").finish_non_exhaustive()
    }
}

impl People {
    /// Wraps the people of a store for the only node.
    #[cfg(test)]
    pub(crate) fn new(
        store: Store,
        time: ServiceTime,
        options: PeopleOptions,
        security: SecurityLog,
    ) -> People {
        People::among(store, time, options, security, Nodes::default())
    }

    /// Wraps the people of a store.
    pub(crate) fn among(
        store: Store,
        time: ServiceTime,
        options: PeopleOptions,
        security: SecurityLog,
        nodes: Nodes,
    ) -> People {
        let cache = Cache::new(options.cache_size);
        People {
            shared: Arc::new(Shared {
                store,
                time,
                options,
                passwords: Passwords::new(options.password_cost),
                // What another node changes may not be told here.
                cache: if nodes.is_alone() {
                    cache
                } else {
                    cache.with_lifetime(CACHED_AMONG_NODES)
                },
                nodes,
                revoked: broadcast::Sender::new(REVOKED_QUEUE),
                attempts: Attempts::new(options.attempts),
                security,
            }),
        }
    }

    pub(crate) fn store(&self) -> &Store {
        &self.shared.store
    }

    pub(crate) fn time(&self) -> ServiceTime {
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

    /// Receives every token revoked from now on, whose sockets must be closed. A receiver that
    /// lagged checks [`People::is_valid`].
    pub(crate) fn revoked(&self) -> broadcast::Receiver<Revoked> {
        self.shared.revoked.subscribe()
    }

    /// Creates a guest.
    ///
    /// # Errors
    /// If the name is not allowed or the guest cannot be stored.
    pub(crate) async fn guest(&self, name: &str) -> Result<(Token, Person), Denied> {
        let name = name::guest_name(name)?;
        let public = public_id()?;
        let token = Token::new()?;
        let login = self.new_login(&token, TokenKind::Cookie, "", false);
        let ticket = self.shared.cache.ticket();
        let adding = self.store().add_guest(public.clone(), name.clone(), login);
        let person = Person {
            key: adding.await?,
            public,
            name,
            account: false,
        };
        self.remember_new(ticket, &token, &person);
        Ok((token, person))
    }

    /// Renames a guest. The name of an account stays.
    ///
    /// # Errors
    /// If the name is not allowed or cannot be stored.
    pub(crate) async fn rename(&self, person: &Person, name: &str) -> Result<Person, Denied> {
        let name = name::guest_name(name)?;
        if person.account || name == person.name {
            return Ok(person.clone());
        }
        self.store().rename_guest(person.key, name).await?;
        self.revoke_all(&[], Some(person.key));
        self.by_key(person.key).await?.ok_or(Denied::NotFound)
    }

    /// Revokes a token and notifies its sockets, see [`People::revoked`].
    ///
    /// # Errors
    /// If that cannot be stored.
    pub(crate) async fn logout(&self, token: &TokenHash) -> Result<(), StoreError> {
        self.store().remove_login(*token).await?;
        self.revoke_all(&[*token], None);
        Ok(())
    }

    /// Creates a token for a bot of an account.
    ///
    /// # Errors
    /// For a guest, or if there are too many.
    pub(crate) async fn new_token(&self, person: &Person, label: &str) -> Result<Token, Denied> {
        if !person.account {
            return Err(Denied::NeedsAccount);
        }
        let token = Token::new()?;
        let login = self.new_login(&token, TokenKind::Bot, &name::label(label), true);
        let adding = self.store().add_bot_login(person.key, login, BOTS_MAX);
        if adding.await? {
            Ok(token)
        } else {
            Err(Denied::TooMany)
        }
    }

    /// The tokens of a person's bots, newest first, without the secrets.
    ///
    /// # Errors
    /// If they cannot be read.
    pub(crate) async fn tokens(&self, person: PersonKey) -> Result<Vec<TokenInfo>, StoreError> {
        let now_ms = self.time().now_ms();
        let logins = self.store().bot_logins(person, now_ms).await?;
        let info = |login: BotLogin| TokenInfo {
            id: login.id,
            label: login.label,
            created_ms: login.created_ms,
            used_ms: login.used_ms,
        };
        Ok(logins.into_iter().map(info).collect())
    }

    /// Revokes a token of one of a person's bots.
    ///
    /// # Errors
    /// If the person has no such token.
    pub(crate) async fn revoke(&self, person: PersonKey, id: &str) -> Result<(), Denied> {
        let removing = self.store().remove_bot_login(person, id.to_owned());
        let old = removing.await?;
        if old.is_empty() {
            return Err(Denied::NotFound);
        }
        self.revoke_all(&old, None);
        Ok(())
    }

    /// How many passwords were hashed.
    #[cfg(test)]
    pub(crate) fn hashed_count(&self) -> u64 {
        self.shared.passwords.done()
    }

    /// The person of a token.
    #[cfg(test)]
    pub(crate) async fn by_token(&self, token: &str) -> Result<Option<Person>, StoreError> {
        let known = self.authenticate(&token_hash(token)).await?;
        Ok(known.map(|(person, _)| person))
    }

    /// Watches a token for its revocation, from now on.
    pub(crate) fn watch(&self, token: Option<TokenHash>) -> TokenWatch {
        TokenWatch {
            people: self.clone(),
            token,
            revoked: self.revoked(),
        }
    }

    /// Whether a token is still valid.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn is_valid(&self, token: &TokenHash) -> Result<bool, StoreError> {
        Ok(self.authenticate(token).await?.is_some())
    }

    /// The person of a token, and what the token is for.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn authenticate(
        &self,
        token: &TokenHash,
    ) -> Result<Option<(Person, TokenKind)>, StoreError> {
        let (login, person) = match self.shared.cache.login(token) {
            Some(known) => known,
            None => match self.read_login(token).await? {
                Some(read) => read,
                None => return Ok(None),
            },
        };
        let now_ms = self.time().now_ms();
        if login.expires_ms <= now_ms {
            return Ok(None);
        }
        if now_ms.saturating_sub(login.used_ms) >= USE_STEP_MS {
            self.note_use(token, now_ms, person.account);
        }
        Ok(Some((person, login.kind)))
    }

    async fn read_login(&self, token: &TokenHash) -> Result<Option<(Login, Person)>, StoreError> {
        let ticket = self.shared.cache.ticket();
        let read = self.store().login(token).await?;
        if let Some((login, person)) = &read {
            let login = Some((*token, *login));
            self.shared.cache.remember(ticket, person, login);
        }
        Ok(read)
    }

    /// Stores that a token was used, in the background: nobody waits for it, and a full disk locks
    /// nobody out.
    fn note_use(&self, token: &TokenHash, now_ms: u64, account: bool) {
        let expires_ms = now_ms + self.lifetime_ms(account);
        if !self.shared.cache.note_use(token, now_ms, expires_ms) {
            return;
        }
        let store = self.store().clone();
        let token = *token;
        crate::tasks::spawn(async move {
            if let Err(error) = store.note_login_use(token, now_ms, expires_ms).await {
                tracing::warn!(%error, "could not store the use of a token");
            }
        });
    }

    /// The person with this key.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn by_key(&self, key: PersonKey) -> Result<Option<Person>, StoreError> {
        if let Some(person) = self.shared.cache.person(key) {
            return Ok(Some(person));
        }
        let ticket = self.shared.cache.ticket();
        let found = self.store().person(key).await?;
        if let Some(person) = &found {
            self.shared.cache.remember(ticket, person, None);
        }
        Ok(found)
    }

    /// The person with this public id.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn by_public(&self, public: &str) -> Result<Option<Person>, StoreError> {
        self.store().person_by_public(public).await
    }

    /// The account with this name, or one that looks like it.
    ///
    /// # Errors
    /// If the store cannot be read.
    #[cfg(test)]
    pub(crate) async fn by_name(&self, name: &str) -> Result<Option<Person>, StoreError> {
        Ok(self.by_similar_name(name).await?.map(|(person, _)| person))
    }

    /// The public profile of an account.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn profile(&self, name: &str) -> Result<Option<Profile>, StoreError> {
        let Some((person, created_ms)) = self.by_similar_name(name).await? else {
            return Ok(None);
        };
        Ok(Some(Profile {
            ratings: self.ratings(person.key).await?,
            person: person.public,
            name: person.name,
            created_ms,
        }))
    }

    /// A person's own data.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn about(&self, person: Person) -> Result<Me, StoreError> {
        let ratings = if person.account {
            self.ratings(person.key).await?
        } else {
            Vec::new()
        };
        Ok(Me {
            person: person.public,
            name: person.name,
            account: person.account,
            ratings,
        })
    }

    /// The account with this name, or one that looks like it, and when it was created.
    async fn by_similar_name(&self, name: &str) -> Result<Option<(Person, u64)>, StoreError> {
        match name::account_name(name) {
            Ok(name) => self.store().account(&NameForms::of(&name).letters).await,
            Err(_) => Ok(None),
        }
    }

    /// Removes expired tokens and what was long unused; called periodically.
    ///
    /// # Errors
    /// If that cannot be stored.
    pub(crate) async fn sweep(&self) -> Result<(), StoreError> {
        self.shared.attempts.sweep();
        let now_ms = self.time().now_ms();
        self.store().remove_expired_logins(now_ms).await?;
        let known_ms = KNOWN_LIFETIME.as_millis() as u64;
        self.store()
            .forget_old_known(now_ms.saturating_sub(known_ms))
            .await
    }

    /// Deletes those of the guests who are still idle, see [`Store::idle_guests`].
    ///
    /// # Errors
    /// If that cannot be stored.
    pub(crate) async fn remove_guests(
        &self,
        guests: &[PersonKey],
        before_ms: u64,
    ) -> Result<(), StoreError> {
        let old = self.store().remove_guests(guests, before_ms).await?;
        for guest in guests {
            self.revoke_all(&[], Some(*guest));
        }
        self.revoke_all(&old, None);
        Ok(())
    }

    fn new_login(&self, token: &Token, kind: TokenKind, label: &str, account: bool) -> NewLogin {
        let now_ms = self.time().now_ms();
        NewLogin {
            hash: token.hash(),
            kind,
            label: label.to_owned(),
            now_ms,
            expires_ms: now_ms + self.lifetime_ms(account),
        }
    }

    fn remember_new(&self, ticket: cache::Ticket, token: &Token, person: &Person) {
        let now_ms = self.time().now_ms();
        let login = Login {
            person: person.key,
            kind: TokenKind::Cookie,
            used_ms: now_ms,
            expires_ms: now_ms + self.lifetime_ms(person.account),
        };
        self.shared
            .cache
            .remember(ticket, person, Some((token.hash(), login)));
    }

    /// Drops tokens from the cache whose logins were removed from the store, and notifies their
    /// sockets.
    fn revoke_all(&self, tokens: &[TokenHash], person: Option<PersonKey>) {
        if tokens.is_empty() && person.is_none() {
            return;
        }
        self.revoke_here(tokens, person);
        self.shared.nodes.publish(Notice::Revoked {
            tokens: tokens.to_vec(),
            person: person.map(|person| person.0),
        });
    }

    /// The same for what another node has removed.
    pub(crate) fn revoke_here(&self, tokens: &[TokenHash], person: Option<PersonKey>) {
        self.shared.cache.forget(tokens, person);
        for token in tokens {
            // Fails only if no socket listens.
            let _ = self.shared.revoked.send(Revoked::Token(*token));
        }
    }

    /// Has everything checked again, because revocations at other nodes may have been missed.
    pub(crate) fn revoke_unknown(&self) {
        self.shared.cache.clear();
        let _ = self.shared.revoked.send(Revoked::Unknown);
    }

    /// Counts what somebody has used up at another node.
    pub(crate) fn note_spent(&self, spent: &Password) {
        self.shared.attempts.note_spent(spent);
    }
}

/// Watches the token of a socket or a stream. Whoever serves one starts the watch, then checks the
/// token once more, since it may have been revoked after the request was authenticated, and then
/// waits for its revocation.
pub(crate) struct TokenWatch {
    people: People,
    token: Option<TokenHash>,
    revoked: broadcast::Receiver<Revoked>,
}

impl TokenWatch {
    /// Whether the token is valid, or there is none. An unreadable store revokes nothing.
    pub(crate) async fn is_valid(&self) -> bool {
        match &self.token {
            Some(token) => self.people.is_valid(token).await.unwrap_or(true),
            None => true,
        }
    }

    /// Waits until the token is revoked; forever if there is none.
    pub(crate) async fn revoked(&mut self) {
        loop {
            let is_revoked = match self.revoked.recv().await {
                Ok(Revoked::Token(token)) => Some(token) == self.token,
                // Some revocations were missed.
                Ok(Revoked::Unknown) | Err(broadcast::error::RecvError::Lagged(_)) => {
                    !self.is_valid().await
                }
                Err(broadcast::error::RecvError::Closed) => return std::future::pending().await,
            };
            if is_revoked {
                return;
            }
        }
    }
}

/// A public id: 60 random bits, which give no access.
fn public_id() -> Result<String, NoRandomness> {
    let random: String = ids::secret()?.chars().take(12).collect();
    Ok(format!("p_{random}"))
}
