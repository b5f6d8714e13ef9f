//! The settings of the server: from flags, the environment and a file, in this order of precedence.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use yiqi_players::SavedProgram;
use yiqi_server::{BadBusUrl, BusUrl, LogForm, ServerOptions, SettingsFile, TlsOptions};
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
    pub(crate) bus: Option<BusUrl>,
    pub(crate) db_mib_max: Option<u32>,
    pub(crate) durable: bool,
    pub(crate) log: String,
    pub(crate) log_form: LogForm,
    pub(crate) tls: Option<TlsOptions>,
    /// Whether everybody may play against the saved programs.
    programs: bool,
    pub(crate) file: SettingsFile,
    web_dir: Option<PathBuf>,
}

impl ServeSettings {
    /// Reads flags, environment and file.
    pub(crate) fn read(args: &ArgMatches, text: &Text) -> Result<ServeSettings, Failure> {
        let flag = |id: &str| args.try_get_one::<String>(id).ok().flatten().cloned();
        let is_set = |id: &str| args.try_get_one::<bool>(id).ok().flatten() == Some(&true);
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let named_file = |id: &str, name: &str| {
            let flag = args.try_get_one::<PathBuf>(id).ok().flatten().cloned();
            flag.or_else(|| variable(name).map(PathBuf::from))
        };
        let path = named_file("config", "YIQI_CONFIG");
        let file = match &path {
            Some(path) => read_file(path, text)?,
            None => SettingsFile::default(),
        };
        let bus = flag("bus")
            .or_else(|| variable("YIQI_BUS"))
            .or_else(|| file.bus.clone());
        let bus = match bus {
            Some(url) => Some(url.parse().map_err(|BadBusUrl| {
                let args = Args::new().text("url", without_login(&url));
                Failure::usage(text.fill("serve-bad-bus", args))
            })?),
            None => None,
        };
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
            bus,
            db_mib_max: file.db_mib_max,
            durable: file.durable.unwrap_or(true),
            log: variable("YIQI_LOG")
                .or_else(|| file.log.clone())
                .unwrap_or_else(|| "info".to_owned()),
            log_form: file.log_form,
            programs: file.programs || is_set("programs"),
            web_dir: variable("YIQI_WEB_DIR").map(PathBuf::from),
            file,
        })
    }

    /// The saved programs that everybody may play against: those that run in a cage.
    pub(crate) fn offered_programs(&self) -> Vec<SavedProgram> {
        if !self.programs {
            return Vec::new();
        }
        let mut programs = SavedProgram::all();
        programs.retain(|saved| !saved.program.is_free);
        programs
    }

    /// The options for the server.
    pub(crate) fn server_options(&self) -> ServerOptions {
        ServerOptions {
            tls: self.tls.clone(),
            bus: self.bus.clone(),
            web_dir: self.web_dir.clone(),
            programs: self.offered_programs(),
            ..self.file.server_options()
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

/// A URL that cannot be read, without what may be a password in it.
pub(super) fn without_login(url: &str) -> String {
    match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://…@{host}"),
        _ => url.to_owned(),
    }
}

fn read_file(path: &Path, text: &Text) -> Result<SettingsFile, Failure> {
    let fail = |problem: String| {
        let args = Args::new()
            .text("path", path.display().to_string())
            .text("problem", problem);
        Failure::usage(text.fill("serve-bad-config", args))
    };
    let contents = std::fs::read_to_string(path).map_err(|error| fail(error.to_string()))?;
    SettingsFile::parse(&contents).map_err(fail)
}
