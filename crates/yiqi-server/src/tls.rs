//! TLS: connections secured by a certificate that is renewed while the server runs.

mod certificate;
mod der;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use rustls::ServerConfig;
use rustls::crypto::CryptoProvider;
use rustls::crypto::ring::{Ticketer, default_provider};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use tokio::sync::{Notify, watch};
use tokio_rustls::TlsAcceptor;

use crate::connections::CountedStream;
use crate::served_stream::ServedStream;
use crate::service::stopped;
pub use certificate::{Certificate, TlsError};
use certificate::{Contents, read_files};

/// TLS settings.
#[derive(Clone, Debug)]
pub struct TlsOptions {
    /// The certificate and its chain, as PEM.
    pub cert: PathBuf,
    /// Its private key, as PEM: PKCS #8, SEC 1 or PKCS #1.
    pub key: PathBuf,
    /// How long browsers are told to use nothing but HTTPS, in days; 0 tells them to forget it.
    pub hsts_days: u32,
    /// How often the files are checked for changes.
    pub check_every: Duration,
}

impl TlsOptions {
    /// A certificate and its key, with defaults for everything else.
    #[must_use]
    pub fn new(cert: impl Into<PathBuf>, key: impl Into<PathBuf>) -> TlsOptions {
        TlsOptions {
            cert: cert.into(),
            key: key.into(),
            // What ASVS asks for.
            hsts_days: 365,
            check_every: Duration::from_secs(60),
        }
    }
}

/// The most unsent plaintext of a connection, in bytes. The system has a buffer too.
const UNSENT_MAX: usize = 16 * 1024;

/// TLS with the current certificate. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Tls {
    shared: Arc<Shared>,
    hsts_days: u32,
}

#[derive(Debug)]
struct Shared {
    current: RwLock<Arc<Certificate>>,
    /// Whether the files now have something that cannot be used.
    is_refused: AtomicBool,
    /// Asks for a check of the files.
    reload: Notify,
}

impl ResolvesServerCert for Shared {
    fn resolve(&self, _client: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.certificate().certified_key())
    }
}

impl Shared {
    fn certificate(&self) -> Arc<Certificate> {
        let current = self.current.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&current)
    }
}

impl Tls {
    /// Reads the certificate. The second part watches its files.
    pub(crate) fn open(options: &TlsOptions) -> Result<(Tls, Renewal), TlsError> {
        let contents = read_files(&options.cert, &options.key)?;
        let certificate = Certificate::parse(&contents, options)?;
        if !certificate.is_valid_at(SystemTime::now()) {
            tracing::warn!("the certificate has expired or is not valid yet");
        }
        let tls = Tls {
            shared: Arc::new(Shared {
                current: RwLock::new(Arc::new(certificate)),
                is_refused: AtomicBool::new(false),
                reload: Notify::new(),
            }),
            hsts_days: options.hsts_days,
        };
        let renewal = Renewal {
            tls: tls.clone(),
            options: options.clone(),
            seen: Ok(contents),
        };
        Ok((tls, renewal))
    }

    /// What connections are secured with.
    pub(crate) fn acceptor(&self) -> Result<TlsAcceptor, TlsError> {
        let unsupported = |error: rustls::Error| TlsError::Unsupported(error.to_string());
        let mut config = ServerConfig::builder_with_provider(provider())
            .with_safe_default_protocol_versions()
            .map_err(unsupported)?
            .with_no_client_auth()
            .with_cert_resolver(Arc::clone(&self.shared) as Arc<dyn ResolvesServerCert>);
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        // Clients that come back need no signature, and nothing is kept for them.
        config.ticketer = Ticketer::new().map_err(unsupported)?;
        Ok(TlsAcceptor::from(Arc::new(config)))
    }

    /// The certificate in use.
    pub(crate) fn certificate(&self) -> Arc<Certificate> {
        self.shared.certificate()
    }

    /// Whether the files have changed to something that cannot be used.
    pub(crate) fn is_refused(&self) -> bool {
        self.shared.is_refused.load(Ordering::Relaxed)
    }

    /// How long browsers are told to use nothing but HTTPS, in days.
    pub(crate) fn hsts_days(&self) -> u32 {
        self.hsts_days
    }

    /// Has the files checked now.
    pub(crate) fn reload(&self) {
        self.shared.reload.notify_one();
    }
}

/// Secures a connection.
pub(crate) async fn accept(
    acceptor: &TlsAcceptor,
    stream: CountedStream,
) -> std::io::Result<ServedStream> {
    let limit = |session: &mut rustls::ServerConnection| {
        session.set_buffer_limit(Some(UNSENT_MAX));
    };
    let stream = acceptor.accept_with(stream, limit).await?;
    Ok(ServedStream::tls(stream))
}

/// The one implementation of ciphers.
fn provider() -> Arc<CryptoProvider> {
    Arc::new(default_provider())
}

/// Watches the files of the certificate.
pub(crate) struct Renewal {
    tls: Tls,
    options: TlsOptions,
    /// What the files had at the last check, or why they could not be read.
    seen: Result<Contents, String>,
}

impl Renewal {
    /// Takes over new certificates until the service stops.
    pub(crate) async fn run(mut self, mut stopping: watch::Receiver<bool>) {
        let shared = Arc::clone(&self.tls.shared);
        let mut every = tokio::time::interval(self.options.check_every);
        every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = every.tick() => {}
                () = shared.reload.notified() => {}
                () = stopped(&mut stopping) => return,
            }
            // It reads files.
            let checking = tokio::task::spawn_blocking(move || {
                self.check();
                self
            });
            match checking.await {
                Ok(renewal) => self = renewal,
                Err(error) => {
                    tracing::error!(%error, "certificates are no longer renewed");
                    return;
                }
            }
        }
    }

    /// Reads the files. A certificate that cannot be used is reported once, and the one in use
    /// stays.
    fn check(&mut self) {
        let read = read_files(&self.options.cert, &self.options.key);
        let seen = match &read {
            Ok(contents) => Ok(contents.clone()),
            Err(error) => Err(error.to_string()),
        };
        if seen == self.seen {
            return;
        }
        self.seen = seen;
        let shared = &self.tls.shared;
        let certificate = read
            .and_then(|contents| Certificate::parse(&contents, &self.options))
            .and_then(|certificate| {
                let is_valid = certificate.is_valid_at(SystemTime::now());
                is_valid.then_some(certificate).ok_or(TlsError::Expired)
            });
        shared
            .is_refused
            .store(certificate.is_err(), Ordering::Relaxed);
        match certificate {
            Ok(certificate) => {
                let expires = certificate.expires_seconds();
                *shared
                    .current
                    .write()
                    .unwrap_or_else(PoisonError::into_inner) = Arc::new(certificate);
                tracing::info!(expires, "a new certificate is in use");
            }
            Err(error) => tracing::error!(
                %error,
                "the new certificate cannot be used; the previous one stays in use"
            ),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::path::Path;

    use rcgen::{CertificateParams, KeyPair};

    use super::*;

    /// Writes a new certificate for these names and its key into a folder.
    fn write(folder: &Path, names: &[&str]) {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new(names).unwrap();
        let cert = params.self_signed(&key).unwrap();
        std::fs::write(folder.join("cert.pem"), cert.pem()).unwrap();
        std::fs::write(folder.join("key.pem"), key.serialize_pem()).unwrap();
    }

    /// TLS with a new certificate in a folder.
    pub(crate) fn options(folder: &Path) -> TlsOptions {
        write(folder, &["play.example.org", "*.club.example", "127.0.0.1"]);
        TlsOptions::new(folder.join("cert.pem"), folder.join("key.pem"))
    }

    #[test]
    fn a_certificate_holds_for_its_names_only() {
        let folder = tempfile::tempdir().unwrap();
        let certificate = Certificate::read(&options(folder.path())).unwrap();
        for host in ["play.example.org", "PLAY.example.org", "a.club.example"] {
            assert!(certificate.covers(host), "{host}");
        }
        assert!(certificate.covers("127.0.0.1"));
        for host in [
            "example.org",
            "club.example",
            "a.b.club.example",
            "127.0.0.2",
            "[::1]",
            "",
            "not a name",
        ] {
            assert!(!certificate.covers(host), "{host}");
        }
        let first = certificate.first_name();
        assert_eq!(first.as_deref(), Some("play.example.org"));
    }

    /// Checks why a certificate cannot be used.
    #[track_caller]
    fn check_unusable(options: &TlsOptions, says: &str) {
        let error = Certificate::read(options).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }

    #[test]
    fn an_unusable_certificate_or_key_is_refused_with_its_reason() {
        let folder = tempfile::tempdir().unwrap();
        let options = options(folder.path());
        let (cert, key) = (options.cert.clone(), options.key.clone());
        let swapped = TlsOptions::new(&key, &cert);
        check_unusable(&swapped, "key.pem has no certificate in PEM form");
        check_unusable(
            &TlsOptions::new(&cert, &cert),
            "cert.pem has no private key in PEM form",
        );
        check_unusable(&TlsOptions::new(folder.path().join("none"), &key), "none: ");
        let other = tempfile::tempdir().unwrap();
        write(other.path(), &["play.example.org"]);
        let other_key = other.path().join("key.pem");
        check_unusable(
            &TlsOptions::new(&cert, &other_key),
            "the key does not belong to the certificate",
        );
        let text = std::fs::read_to_string(&key).unwrap();
        std::fs::write(&other_key, text.replace("MI", "!!")).unwrap();
        check_unusable(&TlsOptions::new(&cert, &other_key), "key.pem: ");
        std::fs::write(&other_key, vec![b'-'; (1 << 20) + 1]).unwrap();
        check_unusable(&TlsOptions::new(&cert, &other_key), "too large");
    }
}
