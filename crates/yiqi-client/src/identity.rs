//! The client's identity on each server: a secret token for each, stored in a folder.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::ServerAddress;

/// The client's identity on each server. A server gives everybody a secret token; whoever presents
/// it again is the same person and keeps the seat. Clones are the same person.
#[derive(Clone, Default)]
pub struct Identity {
    folder: Option<PathBuf>,
    /// By server. Without a writable folder they last as long as the program.
    tokens: Arc<Mutex<HashMap<String, String>>>,
}

/// Omits the secrets.
impl std::fmt::Debug for Identity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Identity")
            .field("folder", &self.folder)
            .finish_non_exhaustive()
    }
}

/// The longest token that is accepted.
const TOKEN_MAX: usize = 512;

impl Identity {
    /// Stores tokens in a folder, one file per server, readable by the owner only: `HOST.token`, or
    /// `https_HOST.token` for one with HTTPS.
    #[must_use]
    pub fn kept_in(folder: PathBuf) -> Identity {
        Identity {
            folder: Some(folder),
            ..Identity::default()
        }
    }

    /// Stores nothing: a new person each time.
    #[must_use]
    pub fn fleeting() -> Identity {
        Identity::default()
    }

    fn path(&self, address: &ServerAddress) -> Option<PathBuf> {
        // An address contains no character that is special in a path but `:`, and that only on some
        // systems.
        let name = key(address).replace(':', "_").replace(['[', ']'], "");
        Some(self.folder.as_ref()?.join(format!("{name}.token")))
    }

    fn tokens(&self) -> MutexGuard<'_, HashMap<String, String>> {
        // A panic cannot leave the map inconsistent.
        self.tokens.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The token for a server, if there is one.
    #[must_use]
    pub fn token(&self, address: &ServerAddress) -> Option<String> {
        if let Some(token) = self.tokens().get(&key(address)) {
            return Some(token.clone());
        }
        let text = fs::read_to_string(self.path(address)?).ok()?;
        let token = text.trim();
        is_token(token).then(|| token.to_owned())
    }

    /// Stores the token for a server, in memory if the folder is not writable.
    ///
    /// # Errors
    /// If it cannot be written; it is still used until the program ends.
    pub fn keep(&self, address: &ServerAddress, token: &str) -> io::Result<()> {
        self.tokens().insert(key(address), token.to_owned());
        let (Some(path), Some(folder)) = (self.path(address), &self.folder) else {
            return Ok(());
        };
        fs::create_dir_all(folder)?;
        // Readable by the owner only, and written completely or not at all.
        let mut file = tempfile::Builder::new()
            .prefix(".token-")
            .tempfile_in(folder)?;
        writeln!(file, "{token}")?;
        file.as_file().sync_all()?;
        file.persist(&path)?;
        Ok(())
    }

    /// Forgets a token that the server no longer accepts.
    pub fn forget(&self, address: &ServerAddress) {
        self.tokens().remove(&key(address));
        if let Some(path) = self.path(address) {
            // If it cannot be removed, the server refuses it again next time.
            let _ = fs::remove_file(path);
        }
    }
}

/// What tells servers apart. A token that came encrypted is never sent in the clear.
fn key(address: &ServerAddress) -> String {
    let scheme = if address.is_secure() { "https_" } else { "" };
    format!("{scheme}{}", address.server())
}

/// Whether a text can be sent as a token: other characters could inject header lines.
pub(crate) fn is_token(text: &str) -> bool {
    !text.is_empty() && text.len() <= TOKEN_MAX && text.bytes().all(|b| b.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TableAddress;

    #[test]
    fn a_token_is_stored_for_its_owner_only_and_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("network");
        let address: TableAddress = "http://host:81/t/k".parse().unwrap();
        let identity = Identity::kept_in(place.clone());
        assert_eq!(identity.token(&address), None);
        identity.keep(&address, "secret").unwrap();
        let path = place.join("host_81.token");
        assert_eq!(fs::read_to_string(&path).unwrap(), "secret\n");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&path).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        let again = Identity::kept_in(place.clone());
        assert_eq!(again.token(&address).as_deref(), Some("secret"));
        let other: TableAddress = "http://host/t/k".parse().unwrap();
        assert_eq!(again.token(&other), None);
        again.forget(&address);
        assert_eq!(again.token(&address), None);
        assert_eq!(fs::read_dir(&place).unwrap().count(), 0);
    }

    #[test]
    fn a_token_that_came_encrypted_is_not_sent_in_the_clear() {
        let folder = tempfile::tempdir().unwrap();
        let plain: TableAddress = "http://host/t/k".parse().unwrap();
        let secure: TableAddress = "https://host/t/k".parse().unwrap();
        let identity = Identity::kept_in(folder.path().to_owned());
        identity.keep(&secure, "secret").unwrap();
        let again = Identity::kept_in(folder.path().to_owned());
        for identity in [identity, again] {
            assert_eq!(identity.token(&plain), None);
            assert_eq!(identity.token(&secure).as_deref(), Some("secret"));
        }
    }

    #[test]
    fn a_damaged_token_is_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let address: TableAddress = "host/t/k".parse().unwrap();
        for text in ["", "\n", "a b", "a\r\nX: y", "\u{e9}", &"x".repeat(600)] {
            fs::write(folder.path().join("host.token"), text).unwrap();
            let identity = Identity::kept_in(folder.path().to_owned());
            assert_eq!(identity.token(&address), None, "{text:?}");
        }
    }

    #[test]
    fn without_a_folder_tokens_last_as_long_as_the_program() {
        let address: TableAddress = "host/t/k".parse().unwrap();
        let identity = Identity::fleeting();
        identity.keep(&address, "secret").unwrap();
        assert_eq!(identity.clone().token(&address).as_deref(), Some("secret"));
        let other: TableAddress = "host:81/t/k".parse().unwrap();
        assert_eq!(identity.token(&other), None);
    }
}
