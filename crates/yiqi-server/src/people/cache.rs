//! Who was asked for lately, kept in memory: ten thousand who come back at once ask the disk once.

use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};

use lru::LruCache;

use crate::store::{Login, Person, PersonKey, TokenHash};

/// A state of the cache. What was read from the disk before something changed is not put in after.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ticket(u64);

/// A bounded memory of logins and people.
pub(super) struct Cache {
    known: Mutex<Known>,
}

struct Known {
    logins: LruCache<TokenHash, Login>,
    people: LruCache<PersonKey, Person>,
    change_count: u64,
}

impl Cache {
    pub(super) fn new(size: NonZeroUsize) -> Cache {
        Cache {
            known: Mutex::new(Known {
                logins: LruCache::new(size),
                people: LruCache::new(size),
                change_count: 0,
            }),
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// To be taken before something is read from the disk.
    pub(super) fn ticket(&self) -> Ticket {
        Ticket(self.known().change_count)
    }

    pub(super) fn login(&self, token: &TokenHash) -> Option<(Login, Person)> {
        let mut known = self.known();
        let login = *known.logins.get(token)?;
        let person = known.people.get(&login.person)?.clone();
        Some((login, person))
    }

    pub(super) fn person(&self, key: PersonKey) -> Option<Person> {
        self.known().people.get(&key).cloned()
    }

    /// Remembers what was read from the disk, unless something has changed meanwhile.
    pub(super) fn remember(
        &self,
        ticket: Ticket,
        person: &Person,
        login: Option<(TokenHash, Login)>,
    ) {
        let mut known = self.known();
        if known.change_count != ticket.0 {
            return;
        }
        known.people.put(person.key, person.clone());
        if let Some((token, login)) = login {
            known.logins.put(token, login);
        }
    }

    /// Notes that a token was used; whether it is still known and nobody else noted it before.
    pub(super) fn note_use(&self, token: &TokenHash, used_ms: u64, expires_ms: u64) -> bool {
        match self.known().logins.get_mut(token) {
            Some(login) if login.used_ms < used_ms => {
                login.used_ms = used_ms;
                login.expires_ms = expires_ms;
                true
            }
            _ => false,
        }
    }

    /// These are no more, or not what they were.
    pub(super) fn forget(&self, tokens: &[TokenHash], person: Option<PersonKey>) {
        let mut known = self.known();
        known.change_count += 1;
        for token in tokens {
            known.logins.pop(token);
        }
        if let Some(person) = person {
            known.people.pop(&person);
        }
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.known().logins.len()
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
    fn a_token_that_was_read_before_its_logout_is_not_remembered_after() {
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
    fn the_memory_is_bounded() {
        let cache = Cache::new(NonZeroUsize::new(10).unwrap());
        for number in 0..100_u8 {
            cache.remember(cache.ticket(), &ann(), Some(([number; 32], login())));
        }
        assert_eq!(cache.len(), 10);
        assert!(cache.login(&[99; 32]).is_some());
        assert_eq!(cache.login(&[0; 32]), None);
    }

    #[test]
    fn a_use_is_noted_once() {
        let cache = Cache::new(NonZeroUsize::MIN);
        cache.remember(cache.ticket(), &ann(), Some(([7; 32], login())));
        assert!(cache.note_use(&[7; 32], 5, 105));
        assert!(!cache.note_use(&[7; 32], 5, 105));
        assert!(!cache.note_use(&[8; 32], 5, 105));
    }
}
