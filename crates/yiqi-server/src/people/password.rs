//! Passwords, hashed with argon2id.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use tokio::sync::Semaphore;
use unicode_normalization::UnicodeNormalization;

use super::weak::is_weak;
use crate::denied::Denied;

/// How many passwords are hashed at the same time: each needs a core and its memory.
const AT_ONCE: usize = 2;

/// The longest wait for a turn.
const WAIT: Duration = Duration::from_secs(10);

/// The allowed length of a password, in characters.
const CHARS: std::ops::RangeInclusive<usize> = 8..=200;

/// The cost of hashing a password. The defaults are OWASP's recommendation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PasswordCost {
    /// Memory, in KiB.
    pub(crate) memory_kib: u32,
    /// Passes over the memory.
    pub(crate) passes: u32,
    /// Lanes.
    pub(crate) lanes: u32,
}

impl Default for PasswordCost {
    fn default() -> PasswordCost {
        PasswordCost {
            memory_kib: 19 * 1024,
            passes: 2,
            lanes: 1,
        }
    }
}

/// Hashes passwords on blocking threads, a few at a time.
#[derive(Clone, Debug)]
pub(super) struct Passwords {
    cost: PasswordCost,
    turns: Arc<Semaphore>,
    done: Arc<AtomicU64>,
}

impl Passwords {
    pub(super) fn new(cost: PasswordCost) -> Passwords {
        Passwords {
            cost,
            turns: Arc::new(Semaphore::new(AT_ONCE)),
            done: Arc::default(),
        }
    }

    /// How many passwords were hashed so far.
    #[cfg(test)]
    pub(super) fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// The hash of a new password for the account with this name.
    pub(super) async fn hash(&self, password: &str, name: &str) -> Result<String, Denied> {
        let Some(password) = normal(password) else {
            return Err(Denied::BadPassword);
        };
        if is_weak(&password, name) {
            return Err(Denied::WeakPassword);
        }
        let cost = self.cost;
        self.run(move || {
            let hash = hasher(cost)?
                .hash_password(password.as_bytes())
                .map_err(|error| Denied::internal(&error))?;
            Ok(hash.to_string())
        })
        .await
    }

    /// Whether the password is right. Without a hash it is not, but the check takes as long.
    pub(super) async fn is_right(
        &self,
        password: &str,
        hash: Option<String>,
    ) -> Result<bool, Denied> {
        let Some(password) = normal(password) else {
            return Ok(false);
        };
        let cost = self.cost;
        self.run(move || {
            let exists = hash.is_some();
            let hash = hash.unwrap_or_else(|| nobodys(cost));
            let hash = PasswordHash::new(&hash).map_err(|error| Denied::internal(&error))?;
            let fits = hasher(cost)?
                .verify_password(password.as_bytes(), &hash)
                .is_ok();
            Ok(fits && exists)
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Denied> + Send + 'static,
    ) -> Result<T, Denied> {
        let turn = tokio::time::timeout(WAIT, Arc::clone(&self.turns).acquire_owned()).await;
        let Ok(Ok(turn)) = turn else {
            return Err(Denied::TooFast { seconds: 10 });
        };
        self.done.fetch_add(1, Ordering::Relaxed);
        tokio::task::spawn_blocking(move || {
            // Held until the work is done, even if the caller has given up.
            let _turn = turn;
            work()
        })
        .await
        .map_err(|error| Denied::internal(&error))?
    }
}

/// Normalizes a password so that all keyboards agree; `None` if its length is not allowed.
fn normal(password: &str) -> Option<String> {
    let is_long = password.len() > 16 * CHARS.end();
    let password: String = (!is_long).then(|| password.nfc().collect())?;
    CHARS
        .contains(&password.chars().count())
        .then_some(password)
}

fn hasher(cost: PasswordCost) -> Result<Argon2<'static>, Denied> {
    let params = Params::new(cost.memory_kib, cost.passes, cost.lanes, None)
        .map_err(|error| Denied::internal(&error))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

/// A hash of the same cost that matches no password.
fn nobodys(cost: PasswordCost) -> String {
    let PasswordCost {
        memory_kib,
        passes,
        lanes,
    } = cost;
    format!(
        "$argon2id$v=19$m={memory_kib},t={passes},p={lanes}$bm9ib2R5J3Mgb3duIHNhbA$\
         AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_password_itself_is_right() {
        let passwords = Passwords::new(PasswordCost::default());
        let hash = passwords.hash("correct horse", "Ann").await.unwrap();
        assert!(
            hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
            "{hash}"
        );
        let again = passwords.hash("correct horse", "Ann").await.unwrap();
        assert_ne!(hash, again, "the salt differs");
        assert!(
            passwords
                .is_right("correct horse", Some(hash.clone()))
                .await
                .unwrap()
        );
        assert!(
            !passwords
                .is_right("Correct horse", Some(hash.clone()))
                .await
                .unwrap()
        );
        assert!(!passwords.is_right("", Some(hash)).await.unwrap());
        // The same text to people, however the keyboard encodes it.
        let hash = passwords.hash("caf\u{e9} au lait", "Ann").await.unwrap();
        assert!(
            passwords
                .is_right("cafe\u{301} au lait", Some(hash))
                .await
                .unwrap()
        );
    }

    #[tokio::test]
    async fn passwords_have_8_to_200_characters() {
        let passwords = Passwords::new(PasswordCost::default());
        let long: String = ('a'..='z').cycle().take(201).collect();
        for bad in ["", "1234567", &long, &"x".repeat(1 << 20)] {
            assert!(matches!(
                passwords.hash(bad, "Ann").await,
                Err(Denied::BadPassword)
            ));
        }
        assert_eq!(passwords.done(), 0);
        passwords.hash("王小明爱下五子棋", "Ann").await.unwrap();
        passwords.hash(&long[1..], "Ann").await.unwrap();
        assert!(matches!(
            passwords.hash("12345678", "Ann").await,
            Err(Denied::WeakPassword)
        ));
        assert_eq!(passwords.done(), 2);
    }

    // Fault 67: timing does not reveal which names exist.
    #[tokio::test]
    async fn an_unknown_name_costs_a_hash_too() {
        let passwords = Passwords::new(PasswordCost::default());
        assert!(PasswordHash::new(&nobodys(PasswordCost::default())).is_ok());
        assert!(!passwords.is_right("correct horse", None).await.unwrap());
        assert_eq!(passwords.done(), 1);
    }
}
