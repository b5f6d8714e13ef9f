//! A cache of logins and people, so that ten thousand reconnecting clients do not each read the
//! disk.

use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lru::LruCache;
use tokio::time::Instant;

use crate::store::{Login, Person, PersonKey, TokenHash};

/// A version of the cache. Data read from disk before a change is not inserted after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ticket(u64);

/// A bounded cache of logins and people.
pub(super) struct Cache {
    contents: Mutex<Contents>,
    /// How long anything stays, if not until it changes.
    lifetime: Option<Duration>,
}

struct Contents {
    logins: LruCache<TokenHash, (Login, Instant)>,
    people: LruCache<PersonKey, (Person, Instant)>,
    change_count: u64,
}

impl Cache {
    pub(super) fn new(size: NonZeroUsize) -> Cache {
        Cache {
            contents: Mutex::new(Contents {
                logins: LruCache::new(size),
                people: LruCache::new(size),
                change_count: 0,
            }),
            lifetime: None,
        }
    }

    /// The same with a time after which anything is read again.
    pub(super) fn with_lifetime(self, lifetime: Duration) -> Cache {
        Cache {
            lifetime: Some(lifetime),
            ..self
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        let mut contents = self.lock();
        contents.change_count += 1;
        contents.logins.clear();
        contents.people.clear();
    }

    fn is_current(&self, read_at: Instant) -> bool {
        self.lifetime
            .is_none_or(|lifetime| read_at.elapsed() < lifetime)
    }

    fn lock(&self) -> MutexGuard<'_, Contents> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a ticket before reading from disk.
    pub(super) fn ticket(&self) -> Ticket {
        Ticket(self.lock().change_count)
    }

    pub(super) fn login(&self, token: &TokenHash) -> Option<(Login, Person)> {
        let mut contents = self.lock();
        let (login, login_read) = *contents.logins.get(token)?;
        let (person, person_read) = contents.people.get(&login.person)?.clone();
        (self.is_current(login_read) && self.is_current(person_read)).then_some((login, person))
    }

    pub(super) fn person(&self, key: PersonKey) -> Option<Person> {
        let (person, read_at) = self.lock().people.get(&key).cloned()?;
        self.is_current(read_at).then_some(person)
    }

    /// Inserts data read from disk, unless something has changed since the ticket was taken.
    pub(super) fn remember(
        &self,
        ticket: Ticket,
        person: &Person,
        login: Option<(TokenHash, Login)>,
    ) {
        let mut contents = self.lock();
        if contents.change_count != ticket.0 {
            return;
        }
        let now = Instant::now();
        contents.people.put(person.key, (person.clone(), now));
        if let Some((token, login)) = login {
            contents.logins.put(token, (login, now));
        }
    }

    /// Records the use of a token. Returns whether it is cached and the use was not recorded yet.
    pub(super) fn note_use(&self, token: &TokenHash, used_ms: u64, expires_ms: u64) -> bool {
        match self.lock().logins.get_mut(token) {
            Some((login, _)) if login.used_ms < used_ms => {
                login.used_ms = used_ms;
                login.expires_ms = expires_ms;
                true
            }
            _ => false,
        }
    }

    /// Removes entries that were deleted or changed.
    pub(super) fn forget(&self, tokens: &[TokenHash], person: Option<PersonKey>) {
        let mut contents = self.lock();
        contents.change_count += 1;
        for token in tokens {
            contents.logins.pop(token);
        }
        if let Some(person) = person {
            contents.people.pop(&person);
        }
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.lock().logins.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::TokenKind;

    fn ann() -> Person {
        Person {
            key: PersonKey(1),
            public: "p_1".to_owned(),
            name: "Ann".to_owned(),
            account: false,
        }
    }

    fn login() -> Login {
        Login {
            person: PersonKey(1),
            kind: TokenKind::Cookie,
            used_ms: 0,
            expires_ms: 100,
        }
    }

    // Fault 66.
    #[test]
    fn a_token_read_before_its_logout_is_not_cached_afterwards() {
        let cache = Cache::new(NonZeroUsize::MIN);
        let ticket = cache.ticket();
        cache.forget(&[[7; 32]], None);
        cache.remember(ticket, &ann(), Some(([7; 32], login())));
        assert_eq!(cache.login(&[7; 32]), None);
        cache.remember(cache.ticket(), &ann(), Some(([7; 32], login())));
        assert!(cache.login(&[7; 32]).is_some());
        cache.forget(&[[7; 32]], None);
        assert_eq!(cache.login(&[7; 32]), None);
    }

    // Faults 16 and 26.
    #[test]
    fn the_login_cache_is_bounded() {
        let cache = Cache::new(NonZeroUsize::new(10).unwrap());
        for number in 0..100_u8 {
            cache.remember(cache.ticket(), &ann(), Some(([number; 32], login())));
        }
        assert_eq!(cache.len(), 10);
        assert!(cache.login(&[99; 32]).is_some());
        assert_eq!(cache.login(&[0; 32]), None);
    }

    #[test]
    fn a_use_is_recorded_once() {
        let cache = Cache::new(NonZeroUsize::MIN);
        cache.remember(cache.ticket(), &ann(), Some(([7; 32], login())));
        assert!(cache.note_use(&[7; 32], 5, 105));
        assert!(!cache.note_use(&[7; 32], 5, 105));
        assert!(!cache.note_use(&[8; 32], 5, 105));
    }
}
