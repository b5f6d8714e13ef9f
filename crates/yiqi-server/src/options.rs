//! Server settings.

use std::time::Duration;

use yiqi_bus::BusUrl;
use yiqi_players::SavedProgram;

use crate::http::{BadRule, OriginRules};
use crate::limits::LimitOptions;
use crate::pruning::KeepOptions;
use crate::tls::TlsOptions;
use crate::tournaments::TournamentPolicy;

/// Settings of a server, apart from its address and its store.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// How long a player may be disconnected before the opponent may claim the game.
    pub claim_after: Duration,
    /// Maximum lag compensation per move.
    pub lag_move_ms: u64,
    /// Maximum lag compensation per game.
    pub lag_total_ms: u64,
    /// Threads on which programs think; by default one per core.
    pub thinkers: Option<usize>,
    /// How long a program may think on while others wait for a thread.
    pub think_slice: Duration,
    /// Memory for the transposition tables of all engines, in MiB; by default
    /// [`ServerOptions::ENGINE_MIB_PER_THINKER`] for each thread.
    pub engine_mib: Option<usize>,
    /// How long the engine looks at each position when it analyzes a game.
    pub analysis_time: Duration,
    /// The same if more time was asked for.
    pub deep_analysis_time: Duration,
    /// A socket silent for this long is closed.
    pub silence: Duration,
    /// A person's stream of a table ends after this time. If it is not opened again within
    /// [`ServerOptions::silence`], nobody reads it, and the person counts as disconnected.
    pub stream_max: Duration,
    /// How often sockets are pinged.
    pub ping_every: Duration,
    /// Timeout for the TLS handshake.
    pub handshake_max: Duration,
    /// Timeout for the head of a request.
    pub head_max: Duration,
    /// Timeout for the body of a request.
    pub body_max: Duration,
    /// Timeout for sending; a client that reads nothing for this long is dropped.
    pub send_max: Duration,
    /// The most messages that a socket may send within [`ServerOptions::message_window`].
    pub messages_max: u32,
    /// See [`ServerOptions::messages_max`].
    pub message_window: Duration,
    /// A game with this many entries takes only what leads to its end, so that its whole state can
    /// always be sent.
    pub entries_max: usize,
    /// The page's origins as browsers see them, if there is a proxy in front: `https://play.club`.
    pub public_origins: Vec<String>,
    /// Proxies whose forwarding headers are trusted: addresses, or networks such as `10.0.0.0/8`.
    pub trusted_proxies: Vec<String>,
    /// The certificate, if the server speaks HTTPS itself.
    pub tls: Option<TlsOptions>,
    /// The bus between several servers that use one database.
    pub bus: Option<BusUrl>,
    /// The rate limits.
    pub limits: LimitOptions,
    /// How long data is kept that belongs to no game.
    pub keep: KeepOptions,
    /// Whether rated games between two accounts on one network count.
    pub rate_same_address: bool,
    /// Who may make tournaments.
    pub tournaments: TournamentPolicy,
    /// The accounts that run the server: they may cancel every tournament.
    pub operators: Vec<String>,
    /// Whether to start although the machine's clock is far ahead of when the server last ran.
    pub accept_clock: bool,
    /// The operator's outside programs that everybody may play against, each in its cage.
    pub programs: Vec<SavedProgram>,
    /// A folder to serve the page from instead of the built-in files, for development.
    pub web_dir: Option<std::path::PathBuf>,
    /// Makes a table panic after storing the entry with this number, for tests.
    pub table_fails_at: Option<usize>,
}

impl ServerOptions {
    /// The default engine memory for each thread on which programs think, in MiB.
    pub const ENGINE_MIB_PER_THINKER: usize = 32;
}

impl ServerOptions {
    /// Checks the origin and proxy settings as a start does.
    ///
    /// # Errors
    /// If one of them is invalid.
    pub fn check_rules(&self) -> Result<(), BadRule> {
        OriginRules::new(&self.public_origins, &self.trusted_proxies).map(|_| ())
    }
}

impl Default for ServerOptions {
    fn default() -> ServerOptions {
        ServerOptions {
            claim_after: Duration::from_secs(60),
            lag_move_ms: 300,
            lag_total_ms: 10_000,
            thinkers: None,
            think_slice: Duration::from_secs(2),
            engine_mib: None,
            analysis_time: Duration::from_secs(1),
            deep_analysis_time: Duration::from_secs(6),
            silence: Duration::from_secs(15),
            stream_max: Duration::from_secs(30),
            ping_every: Duration::from_secs(5),
            handshake_max: Duration::from_secs(10),
            head_max: Duration::from_secs(5),
            body_max: Duration::from_secs(20),
            send_max: Duration::from_secs(10),
            messages_max: 100,
            message_window: Duration::from_secs(20),
            entries_max: 20_000,
            public_origins: Vec::new(),
            trusted_proxies: Vec::new(),
            tls: None,
            bus: None,
            limits: LimitOptions::default(),
            keep: KeepOptions::default(),
            rate_same_address: false,
            tournaments: TournamentPolicy::default(),
            operators: Vec::new(),
            accept_clock: false,
            programs: Vec::new(),
            web_dir: None,
            table_fails_at: None,
        }
    }
}
