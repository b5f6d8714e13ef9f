//! Certificates of an authority of our own, and a tunnel through which clients that know no TLS
//! reach a server that speaks nothing else.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::crypto::ring::default_provider;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore, SupportedProtocolVersion};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::client::{Web, soon};

pub(crate) const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// An authority that signs certificates.
pub(crate) struct Authority {
    pub(crate) issuer: CertifiedIssuer<'static, KeyPair>,
}

/// A certificate and its key, as PEM.
pub(crate) struct Pair {
    pub(crate) cert: String,
    pub(crate) key: String,
}

impl Pair {
    /// Writes both into a folder and returns where.
    pub(crate) fn write(&self, folder: &Path) -> (PathBuf, PathBuf) {
        let (cert, key) = (folder.join("cert.pem"), folder.join("key.pem"));
        std::fs::write(&cert, &self.cert).unwrap();
        std::fs::write(&key, &self.key).unwrap();
        (cert, key)
    }
}

impl Authority {
    pub(crate) fn new() -> Authority {
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        Authority {
            issuer: CertifiedIssuer::self_signed(params, key).unwrap(),
        }
    }

    /// A certificate for this machine.
    pub(crate) fn pair(&self) -> Pair {
        let now = SystemTime::now();
        self.pair_for(&["localhost", "127.0.0.1"], now - DAY, now + 90 * DAY)
    }

    pub(crate) fn pair_for(&self, names: &[&str], from: SystemTime, until: SystemTime) -> Pair {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let mut params = CertificateParams::new(names).unwrap();
        params.not_before = from.into();
        params.not_after = until.into();
        let key = KeyPair::generate().unwrap();
        Pair {
            cert: params.signed_by(&key, &self.issuer).unwrap().pem(),
            key: key.serialize_pem(),
        }
    }

    /// A client that trusts this authority.
    pub(crate) fn connector(&self, versions: &[&'static SupportedProtocolVersion]) -> TlsConnector {
        let mut roots = RootCertStore::empty();
        roots.add(self.issuer.der().clone()).unwrap();
        let mut config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
            .with_protocol_versions(versions)
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        Arc::new(config).into()
    }

    /// A secured connection.
    pub(crate) async fn connect(
        &self,
        server: SocketAddr,
        versions: &[&'static SupportedProtocolVersion],
    ) -> std::io::Result<TlsStream<TcpStream>> {
        let stream = soon(TcpStream::connect(server)).await?;
        stream.set_nodelay(true)?;
        let name = ServerName::try_from("localhost").unwrap();
        soon(self.connector(versions).connect(name, stream)).await
    }

    /// The server's certificate; `None` if this authority did not sign it.
    pub(crate) async fn presented(&self, server: SocketAddr) -> Option<Vec<u8>> {
        let stream = self.connect(server, rustls::ALL_VERSIONS).await.ok()?;
        let (_, session) = stream.get_ref();
        Some(session.peer_certificates()?.first()?.to_vec())
    }

    /// An address where plain connections are passed on to the server through TLS.
    pub(crate) async fn tunnel(&self, server: SocketAddr) -> Web {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let connector = self.connector(rustls::ALL_VERSIONS);
        // A proxy would choose HTTP/2 otherwise, which nobody speaks here.
        let mut config = ClientConfig::clone(connector.config());
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        let connector = TlsConnector::from(Arc::new(config));
        tokio::spawn(async move {
            while let Ok((plain, _)) = listener.accept().await {
                tokio::spawn(pass(plain, server, connector.clone()));
            }
        });
        Web { address }
    }
}

async fn pass(mut plain: TcpStream, server: SocketAddr, connector: TlsConnector) {
    let name = ServerName::try_from("localhost").unwrap();
    let Ok(stream) = TcpStream::connect(server).await else {
        return;
    };
    plain.set_nodelay(true).unwrap();
    stream.set_nodelay(true).unwrap();
    if let Ok(mut secured) = connector.connect(name, stream).await {
        let _ = tokio::io::copy_bidirectional(&mut plain, &mut secured).await;
    }
}
