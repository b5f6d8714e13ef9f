//! The settings of the server: from flags, the environment and a file, in this order of precedence.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ArgMatches;
use serde::Deserialize;
use yiqi_server::{KeepOptions, LimitOptions, ServerOptions, TlsOptions};
use yiqi_text::{Args, Text};

use crate::failure::Failure;

/// The default address.
const LISTEN: ([u8; 4], u16) = ([127, 0, 0, 1], 7272);

/// The settings of the server.
#[derive(Clone, Debug)]
pub(crate) struct ServeSettings {
    pub(crate) listen: SocketAddr,
    /// Whether the address was given explicitly: then no other is tried.
    pub(crate) is_listen_named: bool,
    /// The settings file, if there is one.
    pub(crate) config: Option<PathBuf>,
    pub(crate) db: Option<String>,
    pub(crate) db_mib_max: Option<u32>,
    pub(crate) durable: bool,
    pub(crate) log: String,
    pub(crate) log_form: LogForm,
    pub(crate) tls: Option<TlsOptions>,
    file: File,
    web_dir: Option<PathBuf>,
}

/// The form of log lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LogForm {
    /// For people.
    #[default]
    Text,
    /// One JSON object per line.
    Json,
}

/// The settings file, `serve.toml`. `docs/serving.md` explains it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct File {
    listen: Option<String>,
    db: Option<String>,
    db_mib_max: Option<u32>,
    durable: Option<bool>,
    log: Option<String>,
    log_form: LogForm,
    public_origins: Vec<String>,
    trusted_proxies: Vec<String>,
    tls_cert: Option<PathBuf>,
    tls_key: Option<PathBuf>,
    hsts_days: Option<u32>,
    claim_after_seconds: Option<u64>,
    lag_move_ms: Option<u64>,
    lag_total_ms: Option<u64>,
    thinkers: Option<usize>,
    think_slice_ms: Option<u64>,
    engine_mib: Option<usize>,
    messages_max: Option<u32>,
    rate_same_address: Option<bool>,
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
    chat_count: Option<u32>,
    chat_count_per_room: Option<u32>,
    chat_seconds: Option<u32>,
    loopback_exempt: Option<bool>,
}

impl ServeSettings {
    /// Reads flags, environment and file.
    pub(crate) fn read(args: &ArgMatches, text: &Text) -> Result<ServeSettings, Failure> {
        let flag = |id: &str| args.try_get_one::<String>(id).ok().flatten().cloned();
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let named_file = |id: &str, name: &str| {
            let flag = args.try_get_one::<PathBuf>(id).ok().flatten().cloned();
            flag.or_else(|| variable(name).map(PathBuf::from))
        };
        let path = named_file("config", "YIQI_CONFIG");
        let file = match &path {
            Some(path) => read_file(path, text)?,
            None => File::default(),
        };
        if let Some(bus) = flag("bus") {
            let args = Args::new().text("url", bus);
            return Err(Failure::usage(text.fill("serve-bad-bus", args)));
        }
        let named = flag("listen")
            .or_else(|| variable("YIQI_LISTEN"))
            .or_else(|| file.listen.clone());
        let listen = match &named {
            None => SocketAddr::from(LISTEN),
            Some(named) => parse_listen(named).ok_or_else(|| {
                let args = Args::new().text("address", named);
                Failure::usage(text.fill("serve-bad-listen", args))
            })?,
        };
        let cert = named_file("tls-cert", "YIQI_TLS_CERT").or_else(|| file.tls_cert.clone());
        let key = named_file("tls-key", "YIQI_TLS_KEY").or_else(|| file.tls_key.clone());
        let tls = match (cert, key) {
            (Some(cert), Some(key)) => {
                let usual = TlsOptions::new(cert, key);
                Some(TlsOptions {
                    hsts_days: file.hsts_days.unwrap_or(usual.hsts_days),
                    ..usual
                })
            }
            (None, None) => None,
            (Some(_), None) => return Err(Failure::usage(text.say("serve-tls-no-key"))),
            (None, Some(_)) => return Err(Failure::usage(text.say("serve-tls-no-cert"))),
        };
        Ok(ServeSettings {
            listen,
            tls,
            config: path,
            is_listen_named: named.is_some(),
            db: flag("db")
                .or_else(|| variable("YIQI_DB"))
                .or_else(|| file.db.clone()),
            db_mib_max: file.db_mib_max,
            durable: file.durable.unwrap_or(true),
            log: variable("YIQI_LOG")
                .or_else(|| file.log.clone())
                .unwrap_or_else(|| "info".to_owned()),
            log_form: file.log_form,
            web_dir: variable("YIQI_WEB_DIR").map(PathBuf::from),
            file,
        })
    }

    /// The options for the server.
    pub(crate) fn server_options(&self) -> ServerOptions {
        let usual = ServerOptions::default();
        let file = &self.file;
        let limits = &file.limits;
        let usual_limits = LimitOptions::default();
        let keep = &file.keep;
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
            claim_after: file
                .claim_after_seconds
                .map_or(usual.claim_after, Duration::from_secs),
            lag_move_ms: file.lag_move_ms.unwrap_or(usual.lag_move_ms),
            lag_total_ms: file.lag_total_ms.unwrap_or(usual.lag_total_ms),
            thinkers: file.thinkers.or(usual.thinkers),
            think_slice: file
                .think_slice_ms
                .map_or(usual.think_slice, Duration::from_millis),
            engine_mib: file.engine_mib.or(usual.engine_mib),
            messages_max: file.messages_max.unwrap_or(usual.messages_max),
            rate_same_address: file.rate_same_address.unwrap_or(usual.rate_same_address),
            public_origins: file.public_origins.clone(),
            trusted_proxies: file.trusted_proxies.clone(),
            tls: self.tls.clone(),
            web_dir: self.web_dir.clone(),
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
                    .unwrap_or(file.trusted_proxies.is_empty()),
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
                    chat_count_per_room,
                    chat_count,
                    chat_seconds
                )
            },
            ..usual
        }
    }
}

/// Parses `127.0.0.1:7272`, `:7272` for all addresses, or just a port.
fn parse_listen(text: &str) -> Option<SocketAddr> {
    let all = |port: &str| Some(SocketAddr::from(([0, 0, 0, 0], port.parse().ok()?)));
    if let Ok(address) = text.parse() {
        return Some(address);
    }
    if let Some(port) = text.strip_prefix(':') {
        return all(port);
    }
    if let Some(port) = text.strip_prefix("localhost:") {
        return Some(SocketAddr::from(([127, 0, 0, 1], port.parse().ok()?)));
    }
    Some(SocketAddr::from(([127, 0, 0, 1], text.parse().ok()?)))
}

fn read_file(path: &Path, text: &Text) -> Result<File, Failure> {
    let fail = |problem: String| {
        let args = Args::new()
            .text("path", path.display().to_string())
            .text("problem", problem.trim_end().replace('\n', " "));
        Failure::usage(text.fill("serve-bad-config", args))
    };
    let contents = std::fs::read_to_string(path).map_err(|error| fail(error.to_string()))?;
    toml::from_str(&contents).map_err(|error| fail(error.to_string()))
}
