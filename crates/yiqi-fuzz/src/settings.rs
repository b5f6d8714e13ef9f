//! The settings file of the server.

use yiqi_server::SettingsFile;

use crate::sentence::check_sentence;

/// Reads a settings file; one with an error is explained in a sentence.
pub(crate) fn check(bytes: &[u8]) {
    match SettingsFile::parse(&String::from_utf8_lossy(bytes)) {
        Ok(file) => {
            let _ = file.server_options();
        }
        Err(problem) => check_sentence(&problem),
    }
}
