//! The settings file of a server.

use std::path::PathBuf;
use std::time::Duration;

use serde::Deserialize;
use yiqi_record::notation::cleaned;

use crate::{KeepOptions, LimitOptions, ServerOptions, TournamentPolicy};

/// The most characters of a message about an error in the file.
const MESSAGE_CHARS_MAX: usize = 1_000;

/// The form of log lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogForm {
    /// For people.
    #[default]
    Text,
    /// One JSON object per line.
    Json,
}

/// The settings file, `serve.toml`. `docs/serving.md` explains it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SettingsFile {
    /// Where to listen.
    pub listen: Option<String>,
    /// The database.
    pub db: Option<String>,
    /// The bus between several servers that share a database.
    pub bus: Option<String>,
    /// The most that the database may take.
    pub db_mib_max: Option<u32>,
    /// Whether a move is on disk before it is acknowledged.
    pub durable: Option<bool>,
    /// What is logged.
    pub log: Option<String>,
    /// The form of log lines.
    pub log_form: LogForm,
    public_origins: Vec<String>,
    trusted_proxies: Vec<String>,
    /// The file with the certificate.
    pub tls_cert: Option<PathBuf>,
    /// The file with the certificate's key.
    pub tls_key: Option<PathBuf>,
    /// For how long browsers use HTTPS only.
    pub hsts_days: Option<u32>,
    claim_after_seconds: Option<u64>,
    lag_move_ms: Option<u64>,
    lag_total_ms: Option<u64>,
    thinkers: Option<usize>,
    think_slice_ms: Option<u64>,
    engine_mib: Option<usize>,
    messages_max: Option<u32>,
    rate_same_address: Option<bool>,
    /// Whether everybody may play against the operator's saved programs.
    pub programs: bool,
    tournaments: Option<TournamentPolicy>,
    operators: Vec<String>,
    limits: LimitsFile,
    keep: KeepFile,
}

/// How long data is kept that belongs to no game.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct KeepFile {
    chat_days: Option<u32>,
    chat_max: Option<u64>,
    guest_days: Option<u32>,
}

/// The rate limits per address or person.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct LimitsFile {
    connections_per_address: Option<u32>,
    connections_per_person: Option<u32>,
    connections_max: Option<u32>,
    requests_per_second: Option<u32>,
    requests_at_once: Option<u32>,
    pages_per_second: Option<u32>,
    pages_at_once: Option<u32>,
    guests_per_hour: Option<u32>,
    tables_per_hour: Option<u32>,
    program_tables_per_address: Option<u32>,
    program_tables_per_person: Option<u32>,
    files_per_address: Option<u32>,
    analyses_per_address: Option<u32>,
    analyses_per_person: Option<u32>,
    chat_count: Option<u32>,
    chat_count_per_room: Option<u32>,
    chat_seconds: Option<u32>,
    loopback_exempt: Option<bool>,
}

impl SettingsFile {
    /// Parses a settings file. An error says where the file is wrong, and what is allowed there.
    pub fn parse(text: &str) -> Result<SettingsFile, String> {
        toml::from_str(text).map_err(|error| {
            // The message may quote the file, so it may have any length and any characters.
            let message = cleaned(&error.message().replace('\n', " "));
            let message: String = message.chars().take(MESSAGE_CHARS_MAX).collect();
            let start = error.span().map_or(0, |span| span.start);
            let before = text.get(..start).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            let line_start = before.rfind('\n').map_or(0, |end| end + 1);
            let column = before[line_start..].chars().count() + 1;
            format!("line {line}, column {column}: {message}")
        })
    }

    /// The options that the file sets, and the defaults of all others.
    pub fn server_options(&self) -> ServerOptions {
        let usual = ServerOptions::default();
        let limits = &self.limits;
        let usual_limits = LimitOptions::default();
        let keep = &self.keep;
        let usual_keep = KeepOptions::default();
        /// The defaults, with those of these limits that the file sets.
        macro_rules! numbers {
            ($file:expr, $usual:expr, $($name:ident),*) => {
                LimitOptions {
                    $($name: $file.$name.unwrap_or($usual.$name),)*
                    ..$usual
                }
            };
        }
        ServerOptions {
            claim_after: self
                .claim_after_seconds
                .map_or(usual.claim_after, Duration::from_secs),
            lag_move_ms: self.lag_move_ms.unwrap_or(usual.lag_move_ms),
            lag_total_ms: self.lag_total_ms.unwrap_or(usual.lag_total_ms),
            thinkers: self.thinkers.or(usual.thinkers),
            think_slice: self
                .think_slice_ms
                .map_or(usual.think_slice, Duration::from_millis),
            engine_mib: self.engine_mib.or(usual.engine_mib),
            messages_max: self.messages_max.unwrap_or(usual.messages_max),
            rate_same_address: self.rate_same_address.unwrap_or(usual.rate_same_address),
            tournaments: self.tournaments.unwrap_or(usual.tournaments),
            operators: self.operators.clone(),
            public_origins: self.public_origins.clone(),
            trusted_proxies: self.trusted_proxies.clone(),
            keep: KeepOptions {
                chat_days: keep.chat_days.unwrap_or(usual_keep.chat_days),
                chat_max: keep.chat_max.unwrap_or(usual_keep.chat_max),
                guest_days: keep.guest_days.unwrap_or(usual_keep.guest_days),
            },
            limits: LimitOptions {
                connections_max: limits.connections_max.or(usual_limits.connections_max),
                // Local users could do worse anyway, but a local proxy acts for others.
                loopback_exempt: limits
                    .loopback_exempt
                    .unwrap_or(self.trusted_proxies.is_empty()),
                ..numbers!(
                    limits,
                    usual_limits,
                    connections_per_address,
                    connections_per_person,
                    requests_per_second,
                    requests_at_once,
                    pages_per_second,
                    pages_at_once,
                    guests_per_hour,
                    tables_per_hour,
                    program_tables_per_address,
                    program_tables_per_person,
                    files_per_address,
                    analyses_per_address,
                    analyses_per_person,
                    chat_count_per_room,
                    chat_count,
                    chat_seconds
                )
            },
            ..usual
        }
    }
}
