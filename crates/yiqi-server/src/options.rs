//! How a server is set up.

use std::time::Duration;

use crate::limits::LimitOptions;

/// How a server is set up, besides where it listens and where it keeps things.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// How long a player may be disconnected before the other may claim the game.
    pub claim_after: Duration,
    /// What is given for the delay of the network, at most, for one move.
    pub lag_move_ms: u64,
    /// And for a whole game.
    pub lag_total_ms: u64,
    /// Threads on which computers think; as many as there are cores if not given.
    pub thinkers: Option<usize>,
    /// A socket that was silent for so long is closed.
    pub silence: Duration,
    /// How often a sign of life is asked for.
    pub ping_every: Duration,
    /// How long the head of a request may take.
    pub head_max: Duration,
    /// How long the body of a request may take.
    pub body_max: Duration,
    /// A reader that takes nothing for so long is let go.
    pub send_max: Duration,
    /// Messages that a socket may send within [`ServerOptions::message_window`].
    pub messages_max: u32,
    /// See [`ServerOptions::messages_max`].
    pub message_window: Duration,
    /// Addresses of the page as browsers see them, if a proxy stands in front: `https://play.club`.
    pub public_origins: Vec<String>,
    /// Proxies whose word on who asks is believed: addresses, or networks such as `10.0.0.0/8`.
    pub trusted_proxies: Vec<String>,
    /// What one address or person may do.
    pub limits: LimitOptions,
    /// A folder to serve the page from instead of the one built in, for those who work on it.
    pub web_dir: Option<std::path::PathBuf>,
    /// A table fails when it has kept the entry with this number, to try what that does.
    pub table_fails_at: Option<usize>,
}

impl Default for ServerOptions {
    fn default() -> ServerOptions {
        ServerOptions {
            claim_after: Duration::from_secs(60),
            lag_move_ms: 300,
            lag_total_ms: 10_000,
            thinkers: None,
            silence: Duration::from_secs(15),
            ping_every: Duration::from_secs(5),
            head_max: Duration::from_secs(5),
            body_max: Duration::from_secs(20),
            send_max: Duration::from_secs(10),
            messages_max: 100,
            message_window: Duration::from_secs(20),
            public_origins: Vec::new(),
            trusted_proxies: Vec::new(),
            limits: LimitOptions::default(),
            web_dir: None,
            table_fails_at: None,
        }
    }
}
