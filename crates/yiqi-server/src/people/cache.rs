//! Who was asked for lately, kept in memory: ten thousand who come back at once ask the disk once.

use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};

use lru::LruCache;

use super::{Person, TokenHash, TokenKind};
use crate::store::PersonKey;

/// What a token stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Session {
    pub(super) person: PersonKey,
    pub(super) kind: TokenKind,
    pub(super) used_ms: u64,
    pub(super) expires_ms: u64,
}

/// A state of the cache. What was read from the disk before something changed is not put in after.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ticket(u64);

/// A bounded memory of sessions and people.
pub(super) struct Cache {
    known: Mutex<Known>,
}

struct Known {
    sessions: LruCache<TokenHash, Session>,
    people: LruCache<PersonKey, Person>,
    change_count: u64,
}

impl Cache {
    pub(super) fn new(size: NonZeroUsize) -> Cache {
        Cache {
            known: Mutex::new(Known {
                sessions: LruCache::new(size),
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

    pub(super) fn session(&self, token: &TokenHash) -> Option<(Session, Person)> {
        let mut known = self.known();
        let session = *known.sessions.get(token)?;
        let person = known.people.get(&session.person)?.clone();
        Some((session, person))
    }

    pub(super) fn person(&self, key: PersonKey) -> Option<Person> {
        self.known().people.get(&key).cloned()
    }

    /// Remembers what was read from the disk, unless something has changed meanwhile.
    pub(super) fn remember(
        &self,
        ticket: Ticket,
        person: &Person,
        session: Option<(TokenHash, Session)>,
    ) {
        let mut known = self.known();
        if known.change_count != ticket.0 {
            return;
        }
        known.people.put(person.key, person.clone());
        if let Some((token, session)) = session {
            known.sessions.put(token, session);
        }
    }

    /// Notes that a token was used; whether it is still known and nobody else noted it before.
    pub(super) fn note_use(&self, token: &TokenHash, used_ms: u64, expires_ms: u64) -> bool {
        match self.known().sessions.get_mut(token) {
            Some(session) if session.used_ms < used_ms => {
                session.used_ms = used_ms;
                session.expires_ms = expires_ms;
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
            known.sessions.pop(token);
        }
        if let Some(person) = person {
            known.people.pop(&person);
        }
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.known().sessions.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ann() -> Person {
        Person {
            key: PersonKey(1),
            public: "p_1".to_owned(),
            name: "Ann".to_owned(),
            account: false,
        }
    }

    fn session() -> Session {
        Session {
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
        cache.remember(ticket, &ann(), Some(([7; 32], session())));
        assert_eq!(cache.session(&[7; 32]), None);
        cache.remember(cache.ticket(), &ann(), Some(([7; 32], session())));
        assert!(cache.session(&[7; 32]).is_some());
        cache.forget(&[[7; 32]], None);
        assert_eq!(cache.session(&[7; 32]), None);
    }

    // Fault 26.
    #[test]
    fn the_memory_is_bounded() {
        let cache = Cache::new(NonZeroUsize::new(10).unwrap());
        for number in 0..100_u8 {
            cache.remember(cache.ticket(), &ann(), Some(([number; 32], session())));
        }
        assert_eq!(cache.len(), 10);
        assert!(cache.session(&[99; 32]).is_some());
        assert_eq!(cache.session(&[0; 32]), None);
    }

    #[test]
    fn a_use_is_noted_once() {
        let cache = Cache::new(NonZeroUsize::MIN);
        cache.remember(cache.ticket(), &ann(), Some(([7; 32], session())));
        assert!(cache.note_use(&[7; 32], 5, 105));
        assert!(!cache.note_use(&[7; 32], 5, 105));
        assert!(!cache.note_use(&[8; 32], 5, 105));
    }
}
