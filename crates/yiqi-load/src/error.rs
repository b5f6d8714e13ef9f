//! What can go wrong with a run.

use std::time::Duration;

/// Why a run, or one request of it, failed.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// A file, a process or the network.
    #[error("{0}")]
    System(#[from] std::io::Error),
    /// A request.
    #[error("{0}")]
    Http(#[from] hyper::Error),
    /// A request that the server denied.
    #[error("{path} was answered with {status}: {body}")]
    Status {
        /// What was asked for.
        path: String,
        /// The status of the answer.
        status: u16,
        /// What the answer said.
        body: String,
    },
    /// A socket.
    #[error("{0}")]
    Socket(#[from] Box<tokio_tungstenite::tungstenite::Error>),
    /// The socket was closed, with this code if the server gave one.
    #[error("the socket was closed ({0:?})")]
    Closed(Option<u16>),
    /// Something that is no message of ours.
    #[error("not a message we know: {0}")]
    Message(#[from] serde_json::Error),
    /// A message that does not fit what came before.
    #[error("{0}")]
    Broken(String),
    /// The server said nothing for too long.
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
