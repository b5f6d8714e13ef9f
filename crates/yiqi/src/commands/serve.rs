//! `yiqi serve`: the page, network play and the API; `yiqi backup`: a copy of its database.

use std::io::{IsTerminal, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use tokio::net::{TcpListener, TcpSocket};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt;
use tracing_subscriber::prelude::*;
use yiqi_players::protect;
use yiqi_server::{
    BadDatabasePlace, Certificate, DatabasePlace, Health, LogForm, Server, ServerError,
    ServerOptions, StoreError, StoreOptions, TlsError, backup_file, network_addresses,
};
use yiqi_text::{Args, Text};

use super::serve_check;
use super::serve_settings::{ServeSettings, without_login};
use crate::commands::terminal::data_dir;
use crate::failure::Failure;

/// How many ports to try, from the default one on, if none was given.
const PORTS_TRIED: u16 = 50;

/// Serves until it is stopped.
pub(crate) fn run(args: &ArgMatches, text: &Text) -> Result<(), Failure> {
    if args.get_flag("check") {
        return serve_check::run(args, text, &mut std::io::stdout());
    }
    let settings = ServeSettings::read(args, text)?;
    start_log(&settings.log, settings.log_form);
    raise_file_limit();
    let store = store_options(&settings, args, text)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let mut options = settings.server_options();
    if !options.programs.is_empty() {
        let names: Vec<&str> = options
            .programs
            .iter()
            .map(|saved| saved.name.as_str())
            .collect();
        tracing::info!(
            programs = names.join(", "),
            "offering programs to everybody"
        );
        // No program may read what people played and wrote.
        if let Some(file) = store.place.file() {
            let database = std::path::absolute(file)?;
            if let Some(folder) = database.parent() {
                protect(folder.to_owned());
            }
        }
    }
    options.accept_clock = args.get_flag("accept-clock");
    let serving = serve(&settings, &store, options, args.get_flag("open"), text);
    runtime.block_on(serving)
}

async fn serve(
    settings: &ServeSettings,
    store: &StoreOptions,
    options: ServerOptions,
    open: bool,
    text: &Text,
) -> Result<(), Failure> {
    // Before anybody can know about the server: from then on a signal means a clean stop.
    let mut signals = Signals::listen(options.tls.is_some());
    let listener = listen(settings, text)?;
    let origins = options.public_origins.clone();
    let server = Server::start(listener, store, options)
        .await
        .map_err(|error| start_failure(text, store, &error))?;
    let address = match server.certificate() {
        None => shown_address(server.address()),
        Some(certificate) => secure_address(server.address(), &certificate, &origins),
    };
    {
        let mut out = std::io::stdout().lock();
        writeln!(out, "{address}")?;
        if server.certificate().is_none() && server.address().ip().is_unspecified() {
            for address in network_addresses(server.address()) {
                let args = Args::new().text("address", format!("http://{address}/"));
                writeln!(out, "{}", text.fill("serve-in-network", args))?;
            }
        }
        out.flush()?;
    }
    let bus = settings.bus.as_ref().map(ToString::to_string);
    tracing::info!(%address, database = %store.place, bus, "serving");
    if open && !open_browser(&address) {
        tracing::warn!("no browser could be opened");
    }
    let failed = loop {
        tokio::select! {
            asked = signals.next() => match asked {
                Asked::Stop => break None,
                Asked::Reload => server.reload_certificate(),
            },
            health = server.failed() => break Some(health),
        }
    };
    tracing::info!("stopping");
    tokio::select! {
        () = server.stop() => {}
        // A second signal skips the wait.
        _ = signals.next() => {}
    }
    let args = Args::new().text("path", store.place.to_string());
    match failed {
        None => Ok(()),
        Some(Health::Replaced) => Err(Failure::work(text.fill("serve-db-replaced", args))),
        Some(_) => Err(Failure::work(text.say("serve-storage-failed"))),
    }
}

/// Opens the given port, or the next free one.
fn listen(settings: &ServeSettings, text: &Text) -> Result<TcpListener, Failure> {
    let mut address = settings.listen;
    let tries = if settings.is_listen_named {
        1
    } else {
        PORTS_TRIED
    };
    let mut last = None;
    for _ in 0..tries {
        match open_port(address) {
            Ok(listener) => return Ok(listener),
            Err(error) => last = Some(error),
        }
        address.set_port(address.port().wrapping_add(1).max(1024));
    }
    let problem = last.map(|error| error.to_string()).unwrap_or_default();
    let args = Args::new()
        .text("address", settings.listen.to_string())
        .text("problem", problem);
    Err(Failure::work(text.fill("serve-cannot-listen", args)))
}

/// How many bytes the system keeps for a client that does not read. Few, because a flood of such
/// clients would take as much for each.
const SEND_BUFFER_BYTES: u32 = 128 * 1024;

/// How many connections wait to be accepted.
const BACKLOG: u32 = 1024;

fn open_port(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() {
        TcpSocket::new_v4()?
    } else {
        TcpSocket::new_v6()?
    };
    // As for every server on Unix: a port that was in use a moment ago is free.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(SEND_BUFFER_BYTES)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// The address to open in a browser: a wildcard address is reached on this machine.
fn shown_address(address: SocketAddr) -> String {
    let ip = address.ip();
    if ip.is_unspecified() {
        format!("http://127.0.0.1:{}/", address.port())
    } else {
        format!("http://{address}/")
    }
}

/// The address to open in a browser that checks the certificate: a public one, or one for which
/// the certificate holds.
fn secure_address(address: SocketAddr, certificate: &Certificate, origins: &[String]) -> String {
    if let Some(origin) = origins.iter().find(|origin| origin.starts_with("https://")) {
        return format!("{origin}/");
    }
    let ip = match address.ip() {
        ip if ip.is_unspecified() => IpAddr::from([127, 0, 0, 1]),
        ip => ip,
    };
    let host = [ip.to_string(), "localhost".to_owned()]
        .into_iter()
        .find(|host| certificate.covers(host))
        .or_else(|| certificate.first_name())
        .unwrap_or(ip.to_string());
    let host = if host.contains(':') {
        format!("[{host}]")
    } else {
        host
    };
    match address.port() {
        443 => format!("https://{host}/"),
        port => format!("https://{host}:{port}/"),
    }
}

fn store_options(
    settings: &ServeSettings,
    args: &ArgMatches,
    text: &Text,
) -> Result<StoreOptions, Failure> {
    let place = database(settings, args, text)?;
    if let Some(folder) = place.file().and_then(Path::parent) {
        std::fs::create_dir_all(folder).map_err(|error| {
            let args = Args::new()
                .text("path", folder.display().to_string())
                .text("problem", error.to_string());
            Failure::work(text.fill("serve-cannot-make", args))
        })?;
    }
    Ok(StoreOptions {
        size_mib_max: settings.db_mib_max,
        durable: settings.durable,
        ..StoreOptions::at(place)
    })
}

/// The database: the given one, or the file in the data folder.
pub(super) fn database(
    settings: &ServeSettings,
    args: &ArgMatches,
    text: &Text,
) -> Result<DatabasePlace, Failure> {
    let Some(url) = &settings.db else {
        let folder = data_dir(args).ok_or_else(|| Failure::usage(text.say("serve-no-folder")))?;
        return Ok(DatabasePlace::File(folder.join("server").join("yiqi.db")));
    };
    place(text, url)
}

/// The database that a person names.
pub(super) fn place(text: &Text, url: &str) -> Result<DatabasePlace, Failure> {
    url.parse().map_err(|BadDatabasePlace| {
        let args = Args::new().text("url", without_login(url));
        Failure::usage(text.fill("serve-bad-db", args))
    })
}

pub(super) fn start_failure(text: &Text, store: &StoreOptions, error: &ServerError) -> Failure {
    let path = store.place.to_string();
    let key = match error {
        ServerError::Rule(rule) => return Failure::usage(rule.to_string()),
        ServerError::Tls(error) => return Failure::usage(tls_error(text, error)),
        ServerError::Bus(error) => {
            let args = Args::new().text("problem", error.to_string());
            return Failure::work(text.fill("serve-bus-refused", args));
        }
        ServerError::Store(StoreError::Damaged { .. }) => "serve-db-damaged",
        ServerError::Store(StoreError::Newer) => "serve-db-newer",
        ServerError::Store(StoreError::Emptied { .. }) => "serve-db-emptied",
        ServerError::InUse => "serve-db-in-use",
        ServerError::ClockAhead { .. } => "serve-clock-ahead",
        ServerError::Store(StoreError::Busy) => "serve-db-busy",
        ServerError::Store(StoreError::Full) => "serve-db-full",
        ServerError::Store(StoreError::Lost(_)) => "serve-db-unreachable",
        ServerError::Store(StoreError::Refused(_)) => "serve-db-refused",
        _ => "serve-cannot-start",
    };
    let mut args = Args::new()
        .text("path", path)
        .text("problem", error.to_string());
    if let ServerError::ClockAhead { days } = error {
        args = args.number("days", usize::try_from(*days).unwrap_or(usize::MAX));
    }
    Failure::work(text.fill(key, args))
}

/// Why a certificate cannot be used.
pub(super) fn tls_error(text: &Text, error: &TlsError) -> String {
    let about = |path: &Path| Args::new().text("path", path.display().to_string());
    match error {
        TlsError::Read { path, error } => text.fill(
            "serve-tls-unreadable",
            about(path).text("problem", error.to_string()),
        ),
        TlsError::TooLarge(path) | TlsError::NoCertificate(path) => {
            text.fill("serve-tls-not-a-certificate", about(path))
        }
        TlsError::NoKey(path) => text.fill("serve-tls-not-a-key", about(path)),
        TlsError::Mismatch => text.say("serve-tls-mismatch"),
        TlsError::Expired => text.say("serve-tls-expired"),
        TlsError::Unsupported(problem) => text.fill(
            "serve-tls-unsupported",
            Args::new().text("problem", problem),
        ),
    }
}

/// Writes a copy of the database while it is in use.
pub(crate) fn backup(args: &ArgMatches, text: &Text) -> Result<(), Failure> {
    let settings = ServeSettings::read(args, text)?;
    let place = database(&settings, args, text)?;
    let Some(from) = place.file() else {
        let args = Args::new().text("path", place.to_string());
        return Err(Failure::work(text.fill("backup-postgres", args)));
    };
    let to = args
        .get_one::<PathBuf>("file")
        .map_or(Path::new(""), PathBuf::as_path);
    let fail = |key: &str, path: &Path, problem: String| {
        let args = Args::new()
            .text("path", path.display().to_string())
            .text("problem", problem);
        Failure::work(text.fill(key, args))
    };
    if !from.exists() {
        return Err(fail("backup-no-database", from, String::new()));
    }
    if to.exists() {
        return Err(fail("backup-exists", to, String::new()));
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime
        .block_on(backup_file(from, to))
        .map_err(|error| fail("backup-failed", to, error.to_string()))
}

/// What a signal asks for.
pub(super) enum Asked {
    Stop,
    /// To read the certificate again.
    #[cfg_attr(not(unix), expect(dead_code, reason = "there is no such signal"))]
    Reload,
}

/// Receives signals from when it is created.
pub(super) struct Signals {
    #[cfg(unix)]
    stop: Vec<tokio::signal::unix::Signal>,
    /// The signal of a terminal that is closed, which also asks for a new certificate.
    #[cfg(unix)]
    hangup: Option<tokio::signal::unix::Signal>,
    #[cfg(unix)]
    has_tls: bool,
    #[cfg(unix)]
    has_terminal: bool,
}

impl Signals {
    #[cfg(unix)]
    pub(super) fn listen(has_tls: bool) -> Signals {
        use tokio::signal::unix::{SignalKind, signal};
        Signals {
            stop: [SignalKind::terminate(), SignalKind::interrupt()]
                .into_iter()
                .filter_map(|kind| signal(kind).ok())
                .collect(),
            hangup: signal(SignalKind::hangup()).ok(),
            has_tls,
            has_terminal: std::io::stderr().is_terminal(),
        }
    }

    #[cfg(not(unix))]
    pub(super) fn listen(_has_tls: bool) -> Signals {
        Signals {}
    }

    /// Waits for the next signal.
    #[cfg(unix)]
    pub(super) async fn next(&mut self) -> Asked {
        std::future::poll_fn(|context| {
            use std::task::Poll;
            let is_signaled = self
                .stop
                .iter_mut()
                .any(|signal| signal.poll_recv(context).is_ready());
            if is_signaled {
                return Poll::Ready(Asked::Stop);
            }
            let hangup = self.hangup.as_mut();
            match hangup.map(|signal| signal.poll_recv(context)) {
                Some(Poll::Ready(_)) => Poll::Ready(self.hung_up()),
                _ => Poll::Pending,
            }
        })
        .await
    }

    #[cfg(unix)]
    fn hung_up(&self) -> Asked {
        // After a hangup the descriptor is no longer a terminal.
        let is_closed = self.has_terminal && !std::io::stderr().is_terminal();
        if self.has_tls && !is_closed {
            Asked::Reload
        } else {
            Asked::Stop
        }
    }

    #[cfg(not(unix))]
    pub(super) async fn next(&mut self) -> Asked {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        Asked::Stop
    }
}

/// Logs to standard error, one line per event.
pub(super) fn start_log(filter: &str, form: LogForm) {
    let log = tracing_subscriber::registry().with(log_filter(filter));
    let lines = fmt::layer().with_writer(std::io::stderr);
    match form {
        // Without colors, whether a terminal or a file reads it.
        LogForm::Text => log.with(lines).init(),
        LogForm::Json => log.with(lines.json()).init(),
    }
}

/// What is logged: a level, or levels of modules (`module=level`), separated by commas. An invalid
/// setting counts as `info`.
fn log_filter(setting: &str) -> Targets {
    // `Targets` would read an empty directive as "everything".
    let directives: Vec<&str> = setting.split(',').filter(|part| !part.is_empty()).collect();
    if directives.is_empty() {
        return Targets::new().with_default(LevelFilter::ERROR);
    }
    directives
        .join(",")
        .parse()
        .unwrap_or_else(|_| Targets::new().with_default(LevelFilter::INFO))
}

/// Raises the file descriptor limit as far as the system allows, since every socket needs one.
fn raise_file_limit() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        limit.current = limit.maximum;
        if let Err(error) = setrlimit(Resource::Nofile, limit) {
            tracing::warn!(%error, "the number of open files could not be raised");
        }
    }
}

/// Opens the page in the person's browser; returns whether that could be started.
fn open_browser(address: &str) -> bool {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    std::process::Command::new(program)
        .arg(address)
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .is_ok()
}

#[cfg(test)]
mod tests {
    use tracing_subscriber::filter::LevelFilter;

    use super::log_filter;

    /// Checks the most detailed level that a setting enables for a module.
    #[track_caller]
    fn check_log(setting: &str, part: &str, want: LevelFilter) {
        let filter = log_filter(setting);
        for level in [
            tracing::Level::ERROR,
            tracing::Level::WARN,
            tracing::Level::INFO,
            tracing::Level::DEBUG,
            tracing::Level::TRACE,
        ] {
            let is_logged = filter.would_enable(part, &level);
            assert_eq!(is_logged, level <= want, "{setting:?}: {part} at {level}");
        }
    }

    #[test]
    fn the_log_setting_is_a_level_or_levels_of_parts() {
        check_log("info", "yiqi_server::table", LevelFilter::INFO);
        check_log("WARN", "yiqi_server", LevelFilter::WARN);
        check_log("off", "yiqi_server", LevelFilter::OFF);
        check_log(
            "yiqi_server=debug",
            "yiqi_server::store",
            LevelFilter::DEBUG,
        );
        check_log("yiqi_server=debug", "sqlx", LevelFilter::OFF);
        check_log("warn,yiqi_server=debug", "sqlx", LevelFilter::WARN);
        check_log("warn,yiqi_server=debug", "yiqi_server", LevelFilter::DEBUG);
        check_log("yiqi_server", "yiqi_server", LevelFilter::TRACE);
    }

    #[test]
    fn an_invalid_log_setting_counts_as_info() {
        check_log("yiqi_server=loud", "yiqi_server", LevelFilter::INFO);
        check_log("a=b=c", "sqlx", LevelFilter::INFO);
    }

    #[test]
    fn empty_log_directives_are_ignored() {
        check_log("", "yiqi_server", LevelFilter::ERROR);
        check_log("info,", "yiqi_server", LevelFilter::INFO);
    }
}
