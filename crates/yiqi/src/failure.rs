//! Errors that end the program.

use std::io;

/// The message for standard error, and the exit status.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) message: Option<String>,
    pub(crate) status: u8,
}

impl Failure {
    /// The work failed.
    pub(crate) fn work(message: String) -> Failure {
        Failure {
            message: Some(message),
            status: 1,
        }
    }

    /// Wrong usage or unreadable input.
    pub(crate) fn usage(message: String) -> Failure {
        Failure {
            message: Some(message),
            status: 2,
        }
    }
}

/// Standard output could not be written.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        // A reader that has seen enough, such as `head`, ends the program well.
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure {
                message: None,
                status: 0,
            },
            _ => Failure::work(error.to_string()),
        }
    }
}
