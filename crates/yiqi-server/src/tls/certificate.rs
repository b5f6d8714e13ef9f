//! A certificate with its key: what its files contain, and until when and for which names it holds.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustls::pki_types::pem::{Error as PemError, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rustls::sign::CertifiedKey;
use webpki::EndEntityCert;

use super::der::{Validity, validity};
use super::{TlsOptions, provider};

/// The most bytes of a file of certificates.
const FILE_BYTES_MAX: u64 = 1 << 20;

/// Why a certificate cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file cannot be read.
    #[error("{path}: {error}")]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// A file is too large for a certificate.
    #[error("{0} is too large for a certificate")]
    TooLarge(PathBuf),
    /// A file has no certificate.
    #[error("{0} has no certificate in PEM form")]
    NoCertificate(PathBuf),
    /// A file has no private key.
    #[error("{0} has no private key in PEM form")]
    NoKey(PathBuf),
    /// The key belongs to another certificate.
    #[error("the key does not belong to the certificate")]
    Mismatch,
    /// The certificate has expired or is not valid yet.
    #[error("the certificate has expired or is not valid yet")]
    Expired,
    /// The certificate or the key is damaged or of an unknown kind.
    #[error("{0}")]
    Unsupported(String),
}

/// The contents of both files.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Contents {
    cert: Vec<u8>,
    key: Vec<u8>,
}

/// Reads both files.
pub(super) fn read_files(cert: &Path, key: &Path) -> Result<Contents, TlsError> {
    Ok(Contents {
        cert: read_file(cert)?,
        key: read_file(key)?,
    })
}

fn read_file(path: &Path) -> Result<Vec<u8>, TlsError> {
    let failed = |error| TlsError::Read {
        path: path.to_owned(),
        error,
    };
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes))
        .map_err(failed)?;
    if bytes.len() as u64 > FILE_BYTES_MAX {
        return Err(TlsError::TooLarge(path.to_owned()));
    }
    Ok(bytes)
}

/// A certificate and its key.
#[derive(Debug)]
pub struct Certificate {
    certified: Arc<CertifiedKey>,
    validity: Validity,
}

impl Certificate {
    /// Reads a certificate and its key.
    ///
    /// # Errors
    /// If they cannot be read or do not belong together.
    pub fn read(options: &TlsOptions) -> Result<Certificate, TlsError> {
        Certificate::parse(&read_files(&options.cert, &options.key)?, options)
    }

    pub(super) fn parse(
        contents: &Contents,
        options: &TlsOptions,
    ) -> Result<Certificate, TlsError> {
        let no_certificate = || TlsError::NoCertificate(options.cert.clone());
        let chain = CertificateDer::pem_slice_iter(&contents.cert)
            .collect::<Result<Vec<_>, _>>()
            .map_err(|_| no_certificate())?;
        let first = chain.first().ok_or_else(no_certificate)?;
        let validity = validity(first).ok_or_else(no_certificate)?;
        let key = PrivateKeyDer::from_pem_slice(&contents.key).map_err(|error| match error {
            PemError::NoItemsFound => TlsError::NoKey(options.key.clone()),
            error => TlsError::Unsupported(format!("{}: {error}", options.key.display())),
        })?;
        let certified =
            CertifiedKey::from_der(chain, key, &provider()).map_err(|error| match error {
                rustls::Error::InconsistentKeys(_) => TlsError::Mismatch,
                error => TlsError::Unsupported(error.to_string()),
            })?;
        Ok(Certificate {
            certified: Arc::new(certified),
            validity,
        })
    }

    pub(super) fn certified_key(&self) -> Arc<CertifiedKey> {
        Arc::clone(&self.certified)
    }

    /// Whether it holds at this time.
    #[must_use]
    pub fn is_valid_at(&self, time: SystemTime) -> bool {
        let seconds = time
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| since.as_secs());
        (self.validity.from_seconds..=self.validity.until_seconds).contains(&seconds)
    }

    /// When it expires, in Unix time.
    #[must_use]
    pub fn expires_seconds(&self) -> u64 {
        self.validity.until_seconds
    }

    /// When it expires.
    #[must_use]
    pub fn expires(&self) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(self.validity.until_seconds)
    }

    /// Whether it holds for a host name or an address. An IPv6 address may be in brackets.
    #[must_use]
    pub fn covers(&self, host: &str) -> bool {
        let host = host.trim_matches(['[', ']']);
        let (Some(cert), Ok(name)) = (self.parsed(), ServerName::try_from(host)) else {
            return false;
        };
        cert.verify_is_valid_for_subject_name(&name).is_ok()
    }

    /// The first host name that is not a pattern.
    #[must_use]
    pub fn first_name(&self) -> Option<String> {
        let cert = self.parsed()?;
        let mut names = cert.valid_dns_names();
        names
            .find(|name| !name.contains('*'))
            .map(str::to_ascii_lowercase)
    }

    fn parsed(&self) -> Option<EndEntityCert<'_>> {
        EndEntityCert::try_from(self.certified.cert.first()?).ok()
    }
}
