//! Who one is on each server: a secret token for each, kept in a folder.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::TableAddress;

/// Who one is on each server. A server gives everybody a secret token; who shows it again is the same
/// person, and keeps the seat. Clones are the same person.
#[derive(Clone, Default)]
pub struct Identity {
    folder: Option<PathBuf>,
    /// By server: where there is no folder, or it cannot be written to, they last as long as the
    /// program.
    tokens: Arc<Mutex<HashMap<String, String>>>,
}

/// Leaves the secrets out.
impl std::fmt::Debug for Identity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Identity")
            .field("folder", &self.folder)
            .finish_non_exhaustive()
    }
}

/// The longest token that is read.
const TOKEN_MAX: usize = 512;

impl Identity {
    /// Keeps tokens in a folder, one file `HOST.token` for each server, for the person alone to read.
    #[must_use]
    pub fn kept_in(folder: PathBuf) -> Identity {
        Identity {
            folder: Some(folder),
            ..Identity::default()
        }
    }

    /// Keeps nothing: a new person each time.
    #[must_use]
    pub fn fleeting() -> Identity {
        Identity::default()
    }

    fn path(&self, address: &TableAddress) -> Option<PathBuf> {
        // The address lets nothing through that means anything in a path but `:`, and that only to
        // some systems.
        let name = address.server().replace(':', "_").replace(['[', ']'], "");
        Some(self.folder.as_ref()?.join(format!("{name}.token")))
    }

    fn tokens(&self) -> MutexGuard<'_, HashMap<String, String>> {
        // Whoever panicked while it was held left a map as good as any.
        self.tokens.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The token for a server, if there is one.
    #[must_use]
    pub fn token(&self, address: &TableAddress) -> Option<String> {
        if let Some(token) = self.tokens().get(&address.server()) {
            return Some(token.clone());
        }
        let text = fs::read_to_string(self.path(address)?).ok()?;
        let token = text.trim();
        is_token(token).then(|| token.to_owned())
    }

    /// Keeps the token for a server. It is kept in memory if the folder cannot be written to.
    ///
    /// # Errors
    /// If it cannot be written; it is used until the program ends all the same.
    pub fn keep(&self, address: &TableAddress, token: &str) -> io::Result<()> {
        self.tokens().insert(address.server(), token.to_owned());
        let (Some(path), Some(folder)) = (self.path(address), &self.folder) else {
            return Ok(());
        };
        fs::create_dir_all(folder)?;
        // Made for its owner alone, and there whole or not at all.
        let mut file = tempfile::Builder::new()
            .prefix(".token-")
            .tempfile_in(folder)?;
        writeln!(file, "{token}")?;
        file.as_file().sync_all()?;
        file.persist(&path)?;
        Ok(())
    }

    /// Forgets a token that the server does not know any more.
    pub fn forget(&self, address: &TableAddress) {
        self.tokens().remove(&address.server());
        if let Some(path) = self.path(address) {
            // One that stays is refused again next time, and forgotten again.
            let _ = fs::remove_file(path);
        }
    }
}

/// Whether a text can be sent as a token: anything else could add lines to a request.
pub(crate) fn is_token(text: &str) -> bool {
    !text.is_empty() && text.len() <= TOKEN_MAX && text.bytes().all(|b| b.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_kept_for_its_owner_alone_and_found_again() {
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
    fn a_damaged_token_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let address: TableAddress = "host/t/k".parse().unwrap();
        for text in ["", "\n", "a b", "a\r\nX: y", "\u{e9}", &"x".repeat(600)] {
            fs::write(folder.path().join("host.token"), text).unwrap();
            let identity = Identity::kept_in(folder.path().to_owned());
            assert_eq!(identity.token(&address), None, "{text:?}");
        }
    }

    #[test]
    fn without_a_folder_it_lasts_as_long_as_the_program() {
        let address: TableAddress = "host/t/k".parse().unwrap();
        let identity = Identity::fleeting();
        identity.keep(&address, "secret").unwrap();
        assert_eq!(identity.clone().token(&address).as_deref(), Some("secret"));
        let other: TableAddress = "host:81/t/k".parse().unwrap();
        assert_eq!(identity.token(&other), None);
    }
}
