//! TLS: whose certificates are trusted, and why a server's is not.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use rustls::crypto::CryptoProvider;
use rustls::crypto::ring::default_provider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{CertificateError, ClientConfig, ClientConnection, RootCertStore};
use ureq::tls::{Certificate, RootCerts, TlsConfig};

/// Whose certificates are trusted: those of the authorities that the system trusts, and of those in
/// one more file, if there is one. Clones share what was loaded.
#[derive(Clone, Default)]
pub struct Trust {
    extra: Option<PathBuf>,
    loaded: Arc<OnceLock<Result<Loaded, TlsProblem>>>,
}

/// The same certificates for both libraries.
#[derive(Clone)]
struct Loaded {
    requests: TlsConfig,
    sockets: Arc<ClientConfig>,
}

/// Two are equal if they trust the same.
impl PartialEq for Trust {
    fn eq(&self, other: &Trust) -> bool {
        self.extra == other.extra
    }
}

impl Eq for Trust {}

impl std::fmt::Debug for Trust {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Trust")
            .field("extra", &self.extra)
            .finish_non_exhaustive()
    }
}

/// Why there is no secure connection to a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TlsProblem {
    /// No trusted authority has signed the certificate.
    UnknownIssuer,
    /// The certificate has expired.
    Expired,
    /// The certificate is not valid yet.
    NotYetValid,
    /// The certificate is for other names.
    WrongName,
    /// The server does not speak TLS.
    NotTls,
    /// The system has no trusted authorities.
    NoAuthorities,
    /// The file of further authorities cannot be used.
    BadFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it; `None` if it has no certificates.
        problem: Option<String>,
    },
    /// Something else.
    Other(String),
}

impl Trust {
    /// Trusts the authorities in a PEM file besides those of the system.
    #[must_use]
    pub fn with_file(path: PathBuf) -> Trust {
        Trust {
            extra: Some(path),
            ..Trust::default()
        }
    }

    /// Checks that there are authorities to trust.
    ///
    /// # Errors
    /// If the file cannot be used, or the system has no authorities and there is no file.
    pub fn check(&self) -> Result<(), TlsProblem> {
        self.loaded().map(|_| ())
    }

    fn loaded(&self) -> Result<&Loaded, TlsProblem> {
        let loaded = self.loaded.get_or_init(|| load(self.extra.as_deref()));
        loaded.as_ref().map_err(Clone::clone)
    }

    /// The configuration of requests.
    pub(crate) fn requests(&self) -> Result<TlsConfig, TlsProblem> {
        Ok(self.loaded()?.requests.clone())
    }

    /// A secure connection to a host, before its handshake.
    pub(crate) fn connection(&self, host: &str) -> Result<ClientConnection, TlsProblem> {
        let config = Arc::clone(&self.loaded()?.sockets);
        let name = ServerName::try_from(host.to_owned()).map_err(|_| TlsProblem::WrongName)?;
        ClientConnection::new(config, name).map_err(|error| TlsProblem::from_rustls(&error))
    }
}

impl TlsProblem {
    pub(crate) fn from_rustls(error: &rustls::Error) -> TlsProblem {
        use CertificateError as Bad;
        match error {
            rustls::Error::InvalidCertificate(bad) => match bad {
                // A bad signature: the authority has the name of a trusted one, but another key.
                Bad::UnknownIssuer | Bad::BadSignature => TlsProblem::UnknownIssuer,
                Bad::Expired | Bad::ExpiredContext { .. } => TlsProblem::Expired,
                Bad::NotValidYet | Bad::NotValidYetContext { .. } => TlsProblem::NotYetValid,
                Bad::NotValidForName | Bad::NotValidForNameContext { .. } => TlsProblem::WrongName,
                other => TlsProblem::Other(other.to_string()),
            },
            // What came is not even the head of a record.
            rustls::Error::InvalidMessage(_) => TlsProblem::NotTls,
            other => TlsProblem::Other(other.to_string()),
        }
    }

    /// The problem within an error of a stream, if it comes from TLS.
    pub(crate) fn from_io(error: &io::Error) -> Option<TlsProblem> {
        let inner = error.get_ref()?.downcast_ref::<rustls::Error>()?;
        Some(TlsProblem::from_rustls(inner))
    }
}

fn load(extra: Option<&Path>) -> Result<Loaded, TlsProblem> {
    // What the system has but cannot be read is missing, as if it were not there.
    let mut certificates = rustls_native_certs::load_native_certs().certs;
    if let Some(path) = extra {
        certificates.extend(read_file(path)?);
    }
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(certificates.iter().cloned());
    if roots.is_empty() {
        return Err(TlsProblem::NoAuthorities);
    }
    let provider: Arc<CryptoProvider> = Arc::new(default_provider());
    let mut sockets = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(|error| TlsProblem::from_rustls(&error))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    sockets.alpn_protocols = vec![b"http/1.1".to_vec()];
    let certificates: Vec<Certificate<'static>> = certificates
        .iter()
        .map(|certificate| Certificate::from_der(certificate).to_owned())
        .collect();
    Ok(Loaded {
        requests: TlsConfig::builder()
            .root_certs(RootCerts::new_with_certs(&certificates))
            .unversioned_rustls_crypto_provider(provider)
            .build(),
        sockets: Arc::new(sockets),
    })
}

/// The certificates of a PEM file.
fn read_file(path: &Path) -> Result<Vec<CertificateDer<'static>>, TlsProblem> {
    let bad = |problem: Option<String>| TlsProblem::BadFile {
        path: path.to_owned(),
        problem,
    };
    let bytes = std::fs::read(path).map_err(|error| bad(Some(error.to_string())))?;
    let certificates: Vec<_> = CertificateDer::pem_slice_iter(&bytes)
        .collect::<Result<_, _>>()
        .map_err(|_| bad(None))?;
    let mut usable = RootCertStore::empty();
    let (count, _) = usable.add_parsable_certificates(certificates.iter().cloned());
    if count == 0 {
        return Err(bad(None));
    }
    Ok(certificates)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_authorities_is_refused_with_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("club.pem");
        let problem = || Trust::with_file(path.clone()).check().unwrap_err();
        let missing = problem();
        assert!(
            matches!(&missing, TlsProblem::BadFile { path: named, problem: Some(_) } if *named == path),
            "{missing:?}"
        );
        for text in [
            "",
            "club",
            "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
            "-----BEGIN CERTIFICATE-----\n!\n",
        ] {
            std::fs::write(&path, text).unwrap();
            let want = TlsProblem::BadFile {
                path: path.clone(),
                problem: None,
            };
            assert_eq!(problem(), want, "{text:?}");
        }
    }
}
