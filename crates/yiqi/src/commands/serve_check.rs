//! `yiqi serve --check`: what an operator should change, without starting anything.

use std::io::Write;
use std::net::{IpAddr, UdpSocket};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use clap::ArgMatches;
use yiqi_server::{
    BusError, Certificate, DatabasePlace, DatabaseState, ServerError, ServerOptions, StoreError,
    StoreOptions, examine,
};
use yiqi_text::{Args, Text};

use super::serve::{database, start_failure, tls_error};
use super::serve_settings::ServeSettings;
use crate::failure::Failure;

/// A certificate that expires within less than this is reported, in days.
const EXPIRY_DAYS_MIN: u64 = 14;

/// Less free disk space than this is reported, in MiB.
const FREE_MIB_MIN: u64 = 1024;

/// A lower limit of open files is reported.
const DESCRIPTORS_MIN: u64 = 4096;

/// Examines everything and prints what to change. The exit status is 0 if nothing, 1 for advice,
/// 2 if the server would not start.
pub(crate) fn run(args: &ArgMatches, text: &Text, out: &mut impl Write) -> Result<(), Failure> {
    let settings = ServeSettings::read(args, text)?;
    let database = database(&settings, args, text)?;
    let mut findings = Findings {
        text,
        advice: Vec::new(),
        obstacles: Vec::new(),
    };
    let options = settings.server_options();
    findings.check_network(&settings, &options);
    findings.check_proxy(&options);
    findings.check_tls(&options);
    findings.check_config(&settings, &database);
    match &database {
        DatabasePlace::File(file) => {
            findings.check_files(file);
            findings.check_size(&settings, file);
        }
        DatabasePlace::Postgres(_) => findings.check_server(&settings, &database),
    }
    findings.check_database(&settings, &database)?;
    findings.check_bus(&settings)?;
    findings.check_descriptors();
    findings.report(out)
}

/// What was found.
struct Findings<'t> {
    text: &'t Text,
    /// What should be changed.
    advice: Vec<String>,
    /// What prevents a start.
    obstacles: Vec<String>,
}

impl Findings<'_> {
    fn advise(&mut self, key: &str, args: Args) {
        self.advice.push(self.text.fill(key, args));
    }

    fn obstruct(&mut self, key: &str, args: Args) {
        self.obstacles.push(self.text.fill(key, args));
    }

    /// The address to listen on, and whether others on the network can listen in.
    fn check_network(&mut self, settings: &ServeSettings, options: &ServerOptions) {
        let ip = settings.listen.ip();
        let address = Args::new().text("address", settings.listen.to_string());
        // A port of UDP, because the server may be running on the given one.
        if let Err(error) = UdpSocket::bind((ip, 0)) {
            self.obstruct(
                "serve-cannot-listen",
                address.text("problem", error.to_string()),
            );
            return;
        }
        if ip.is_loopback() {
            return;
        }
        let proxies = &options.trusted_proxies;
        if options.tls.is_some() {
            return;
        }
        if proxies.is_empty() {
            self.advise("serve-check-open-network", address);
        } else if proxies.iter().all(|proxy| is_loopback(proxy)) {
            self.advise("serve-check-around-proxy", address);
        }
    }

    /// Settings that belong together behind a proxy.
    fn check_proxy(&mut self, options: &ServerOptions) {
        if let Err(rule) = options.check_rules() {
            let failure =
                start_failure(self.text, &StoreOptions::new(""), &ServerError::Rule(rule));
            self.obstacles.extend(failure.message);
            return;
        }
        let (origins, proxies) = (&options.public_origins, &options.trusted_proxies);
        // HTTPS needs a proxy or a certificate; a name in the local network does not.
        let is_https =
            options.tls.is_none() && origins.iter().any(|origin| origin.starts_with("https:"));
        if proxies.is_empty() && is_https {
            self.advise("serve-check-no-proxies", Args::new());
        }
        if origins.is_empty() && !proxies.is_empty() {
            self.advise("serve-check-no-origins", Args::new());
        }
        for origin in origins.iter().filter(|origin| !is_secure(origin)) {
            self.advise(
                "serve-check-plain-origin",
                Args::new().text("origin", origin),
            );
        }
        for proxy in proxies.iter().filter(|proxy| proxy.ends_with("/0")) {
            self.advise("serve-check-any-proxy", Args::new().text("proxy", proxy));
        }
        if !proxies.is_empty() && options.limits.loopback_exempt {
            self.advise("serve-check-loopback", Args::new());
        }
    }

    /// Whether browsers will accept the certificate, and for how long.
    fn check_tls(&mut self, options: &ServerOptions) {
        let Some(tls) = &options.tls else {
            return;
        };
        self.check_mode(&tls.key, 0o077, "serve-check-readable");
        let certificate = match Certificate::read(tls) {
            Ok(certificate) => certificate,
            Err(error) => {
                self.obstacles.push(tls_error(self.text, &error));
                return;
            }
        };
        let now = SystemTime::now();
        let days_left = certificate
            .expires()
            .duration_since(now)
            .map_or(0, |left| left.as_secs() / (24 * 60 * 60));
        if !certificate.is_valid_at(now) {
            self.advise("serve-check-tls-expired", path_args(&tls.cert));
        } else if days_left < EXPIRY_DAYS_MIN {
            let args = path_args(&tls.cert).number("days", number(days_left));
            self.advise("serve-check-tls-expires", args);
        }
        let hosts = options.public_origins.iter().filter_map(|origin| {
            let host = origin.strip_prefix("https://")?;
            Some(host.rsplit_once(':').map_or(host, |(host, _)| host))
        });
        for host in hosts.filter(|host| !certificate.covers(host)) {
            let args = path_args(&tls.cert).text("host", host);
            self.advise("serve-check-tls-name", args);
        }
    }

    /// Who else on this machine can change the settings, or read the password in them.
    fn check_config(&mut self, settings: &ServeSettings, database: &DatabasePlace) {
        let Some(config) = &settings.config else {
            return;
        };
        match database {
            DatabasePlace::Postgres(_) if settings.file.db.is_some() => {
                self.check_mode(config, 0o077, "serve-check-readable");
            }
            _ => self.check_mode(config, 0o022, "serve-check-writable"),
        }
    }

    /// What a database on a server does not have.
    fn check_server(&mut self, settings: &ServeSettings, database: &DatabasePlace) {
        let about = || Args::new().text("path", database.to_string());
        if !database.is_on_this_machine() {
            self.advise("serve-check-db-plain", about());
        }
        if settings.db_mib_max.is_some() {
            self.advise("serve-check-db-mib-max", about());
        }
    }

    /// Who else on this machine can read or change the files.
    fn check_files(&mut self, database: &Path) {
        for path in ["", "-wal", "-shm", "-alive"].map(|ending| beside(database, ending)) {
            self.check_mode(&path, 0o077, "serve-check-readable");
            if path.exists() && !is_writable(&path) {
                self.obstruct("serve-check-not-writable", path_args(&path));
            }
        }
        let Some(folder) = existing_folder(database) else {
            return;
        };
        if database.parent() == Some(&folder) {
            self.check_mode(&folder, 0o022, "serve-check-writable");
        }
        if !folder.is_dir() || !is_writable(&folder) {
            self.obstruct("serve-check-not-writable", path_args(&folder));
        }
        if let Some(free) = free_mib(&folder).filter(|free| *free < FREE_MIB_MIN) {
            let args = path_args(&folder).number("mib", number(free));
            self.advise("serve-check-disk", args);
        }
    }

    /// Reports a file whose mode has some of the given bits.
    fn check_mode(&mut self, path: &Path, bits: u32, key: &str) {
        if let Some(mode) = mode(path).filter(|mode| mode & bits != 0) {
            let wanted = mode & !bits;
            let args = path_args(path)
                .text("mode", format!("{mode:o}"))
                .text("wanted", format!("{wanted:o}"));
            self.advise(key, args);
        }
    }

    /// Whether the file has nearly reached its limit.
    fn check_size(&mut self, settings: &ServeSettings, path: &Path) {
        let file = std::fs::metadata(path);
        if let (Some(max), Ok(file)) = (settings.db_mib_max, file) {
            let mib = file.len() >> 20;
            if mib * 10 >= u64::from(max) * 9 {
                let args = path_args(path)
                    .number("mib", number(mib))
                    .number("max", number(max.into()));
                self.advise("serve-check-size", args);
            }
        }
    }

    /// Whether the bus can be reached.
    fn check_bus(&mut self, settings: &ServeSettings) -> Result<(), Failure> {
        let Some(bus) = &settings.bus else {
            return Ok(());
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let about = |problem: String| {
            let args = Args::new().text("url", bus.to_string());
            args.text("problem", problem)
        };
        match runtime.block_on(bus.connect()) {
            Ok(_) => {}
            Err(BusError::Unreachable(problem)) => {
                self.advise("serve-check-bus-down", about(problem));
            }
            Err(BusError::Refused(problem)) => {
                self.obstruct("serve-bus-refused", about(problem));
            }
        }
        Ok(())
    }

    /// Whether the database is whole, can be reached, and of which version it is.
    fn check_database(
        &mut self,
        settings: &ServeSettings,
        database: &DatabasePlace,
    ) -> Result<(), Failure> {
        if !settings.durable {
            self.advise("serve-check-not-durable", Args::new());
        }
        // A start creates the file.
        if database.file().is_some_and(|file| !file.exists()) {
            return Ok(());
        }
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let examined = match database.file().filter(|file| is_emptied(file)) {
            Some(file) => Err(StoreError::Emptied {
                path: file.to_owned(),
            }),
            None => runtime.block_on(examine(database)),
        };
        match examined {
            Ok(DatabaseState::Older) => {
                let args = Args::new().text("path", database.to_string());
                self.advise("serve-check-older", args);
            }
            Ok(DatabaseState::Empty | DatabaseState::Current) => {}
            // A server that is writing, or a backup: not a reason against a start.
            Err(StoreError::Busy) => {}
            Err(error) => {
                let store = StoreOptions::at(database.clone());
                let failure = start_failure(self.text, &store, &ServerError::Store(error));
                self.obstacles.extend(failure.message);
            }
        }
        Ok(())
    }

    /// How many connections the system allows.
    fn check_descriptors(&mut self) {
        if let Some(limit) = descriptor_limit().filter(|limit| *limit < DESCRIPTORS_MIN) {
            let args = Args::new().number("limit", number(limit));
            self.advise("serve-check-descriptors", args);
        }
    }

    fn report(self, out: &mut impl Write) -> Result<(), Failure> {
        for finding in self.obstacles.iter().chain(&self.advice) {
            writeln!(out, "- {finding}")?;
        }
        let (summary, status) = match (self.obstacles.len(), self.advice.len()) {
            (0, 0) => (self.text.say("serve-check-good"), 0),
            (0, count) => {
                let args = Args::new().number("count", count);
                (self.text.fill("serve-check-advice", args), 1)
            }
            _ => (self.text.say("serve-check-obstacles"), 2),
        };
        writeln!(out, "{summary}")?;
        out.flush()?;
        if status == 0 {
            return Ok(());
        }
        Err(Failure {
            message: None,
            status,
        })
    }
}

/// The file beside the database with this ending.
fn beside(database: &Path, ending: &str) -> PathBuf {
    let mut path = database.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

/// Whether a file is empty although a server has used it before.
fn is_emptied(database: &Path) -> bool {
    let bytes = |path: &Path| std::fs::metadata(path).map(|file| file.len());
    let is_used = bytes(&beside(database, "-alive")).is_ok_and(|bytes| bytes > 0);
    is_used && bytes(database).is_ok_and(|bytes| bytes == 0)
}

fn path_args(path: &Path) -> Args {
    Args::new().text("path", path.display().to_string())
}

fn number(value: u64) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}

/// Whether an address or a network is this machine itself.
fn is_loopback(proxy: &str) -> bool {
    let address = proxy.split('/').next().unwrap_or(proxy);
    address.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
}

/// Whether browsers encrypt what they send to an origin, or it stays on the machine.
fn is_secure(origin: &str) -> bool {
    let Some(host) = origin.strip_prefix("http://") else {
        return true;
    };
    let host = host.rsplit_once(':').map_or(host, |(host, _)| host);
    host == "localhost"
        || host
            .trim_matches(['[', ']'])
            .parse()
            .is_ok_and(|ip: IpAddr| ip.is_loopback())
}

/// The folder of a file, or the nearest one above it that exists.
fn existing_folder(file: &Path) -> Option<PathBuf> {
    let folder = file.parent()?;
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let mut folders = folder.ancestors();
    folders.find(|path| path.exists()).map(Path::to_owned)
}

/// The permission bits of a file that exists.
fn mode(path: &Path) -> Option<u32> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        Some(std::fs::metadata(path).ok()?.permissions().mode() & 0o777)
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        None
    }
}

fn is_writable(path: &Path) -> bool {
    #[cfg(unix)]
    {
        rustix::fs::access(path, rustix::fs::Access::WRITE_OK).is_ok()
    }
    #[cfg(not(unix))]
    {
        std::fs::metadata(path).is_ok_and(|file| !file.permissions().readonly())
    }
}

/// The free space on the disk of a folder.
fn free_mib(folder: &Path) -> Option<u64> {
    #[cfg(unix)]
    {
        let disk = rustix::fs::statvfs(folder).ok()?;
        Some(disk.f_bavail.saturating_mul(disk.f_frsize) >> 20)
    }
    #[cfg(not(unix))]
    {
        let _ = folder;
        None
    }
}

/// To how many open files the server can raise its limit.
fn descriptor_limit() -> Option<u64> {
    #[cfg(unix)]
    {
        rustix::process::getrlimit(rustix::process::Resource::Nofile).maximum
    }
    #[cfg(not(unix))]
    {
        None
    }
}
