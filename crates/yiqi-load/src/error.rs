//! Errors of a run.

use std::time::Duration;

/// Why a run, or one of its requests, failed.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// A file, a process or the network failed.
    #[error("{0}")]
    System(#[from] std::io::Error),
    /// A request failed.
    #[error("{0}")]
    Http(#[from] hyper::Error),
    /// The server denied a request.
    #[error("{path}: status {status}: {body}")]
    Status {
        /// The path.
        path: String,
        /// The status of the response.
        status: u16,
        /// The body of the response.
        body: String,
    },
    /// A socket failed.
    #[error("{0}")]
    Socket(#[from] Box<tokio_tungstenite::tungstenite::Error>),
    /// The socket was closed, with this code if the server gave one.
    #[error("the socket was closed ({0:?})")]
    Closed(Option<u16>),
    /// An unknown message.
    #[error("unknown message: {0}")]
    Message(#[from] serde_json::Error),
    /// A message that does not fit the earlier ones.
    #[error("{0}")]
    Broken(String),
    /// The server did not start in time.
    #[error("the server was not ready after {0:?}")]
    NotReady(Duration),
    /// This machine does not allow what the run needs.
    #[error("{0}")]
    NotPermitted(String),
}

impl From<tokio_tungstenite::tungstenite::Error> for LoadError {
    fn from(error: tokio_tungstenite::tungstenite::Error) -> LoadError {
        LoadError::Socket(Box::new(error))
    }
}
