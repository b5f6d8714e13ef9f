//! Starting, serving and stopping.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use axum::http::StatusCode;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio_rustls::TlsAcceptor;
use tower::ServiceExt;
use yiqi_bus::BusError;

use crate::connections::{Connections, CountedStream};
use crate::gaps::Heartbeat;
use crate::http::{self, App, BadRule};
use crate::ids;
use crate::nodes::NodeId;
use crate::served_stream::ServedStream;
use crate::service::{Opened, Service, join, stopped};
use crate::services::Services;
use crate::timed_body::TimedBody;
use crate::tls::{self, Tls};
use crate::{Certificate, Health, ServerOptions, StoreError, StoreOptions, TlsError};

/// Why a server could not start, or stopped by itself.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The database failed.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// A file, a thread or the network failed.
    #[error("{0}")]
    System(#[from] std::io::Error),
    /// Another server uses the database.
    #[error("another server uses this database")]
    InUse,
    /// The machine's clock is far ahead of when the server last ran.
    #[error("the clock is {days} days ahead of when the server last ran")]
    ClockAhead {
        /// How far.
        days: u64,
    },
    /// An origin or proxy setting is invalid.
    #[error("{0}")]
    Rule(#[from] BadRule),
    /// The certificate cannot be used.
    #[error("{0}")]
    Tls(#[from] TlsError),
    /// The bus refuses us.
    #[error("{0}")]
    Bus(#[from] BusError),
    /// The system provides no random numbers.
    #[error("{0}")]
    Random(String),
}

/// A running server.
#[derive(Debug)]
pub struct Server {
    service: Service,
    address: SocketAddr,
    router: Router,
    connections: tokio::task::JoinHandle<()>,
    heartbeat: Heartbeat,
}

impl Server {
    /// Starts serving.
    ///
    /// # Errors
    /// If the database cannot be used or the system lacks a resource.
    pub async fn start(
        listener: TcpListener,
        store: &StoreOptions,
        options: ServerOptions,
    ) -> Result<Server, ServerError> {
        let address = listener.local_addr()?;
        let (tls, renewal) = options.tls.as_ref().map(Tls::open).transpose()?.unzip();
        let acceptor = tls.as_ref().map(Tls::acceptor).transpose()?;
        let mut store = store.clone();
        // With a file, the bus is there for workers alone: no other server can use the file.
        if options.bus.is_some() && store.place.file().is_none() {
            let node = ids::node().map_err(|error| ServerError::Random(error.to_string()))?;
            (store.exclusive, store.node) = (false, Some(node));
        }
        let opened = Opened::new(&store, options.accept_clock).await?;
        let nodes = join(&opened.store, store.node.map(NodeId), &options).await?;
        let (service, heartbeat) =
            Service::start(opened, nodes, options, tls, Heartbeat::start).await?;
        let services = Arc::clone(&service.hub.services);
        let stopping = service.stop.subscribe();
        let app = App {
            hub: service.hub.clone(),
            listening: address,
            stopping: stopping.clone(),
        };
        if let Some(renewal) = renewal {
            tokio::spawn(renewal.run(stopping.clone()));
        }
        let timeouts = Timeouts {
            handshake: services.options.handshake_max,
            head: services.options.head_max,
            body: services.options.body_max,
            write: services.options.send_max,
        };
        let secured = acceptor.map(|acceptor| Secured {
            acceptor,
            to_https: http::to_https(app.clone()),
        });
        let router = http::router(app);
        let serving = Serving {
            router: router.clone(),
            secured,
            timeouts,
        };
        let connections = tokio::spawn(accept(listener, serving, services, stopping));
        Ok(Server {
            service,
            address,
            router,
            connections,
            heartbeat,
        })
    }

    /// The address it listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The certificate in use, if the server speaks HTTPS.
    #[must_use]
    pub fn certificate(&self) -> Option<Arc<Certificate>> {
        Some(self.service.hub.services.origins.tls()?.certificate())
    }

    /// Reads the files of the certificate again, if the server speaks HTTPS. If they cannot be
    /// used, the certificate in use stays.
    pub fn reload_certificate(&self) {
        if let Some(tls) = self.service.hub.services.origins.tls() {
            tls.reload();
        }
    }

    /// Answers a request as if it had come from this address, without a connection.
    pub async fn respond(&self, peer: SocketAddr, mut request: Request) -> Response {
        request.extensions_mut().insert(ConnectInfo(peer));
        let Ok(response) = self.router.clone().oneshot(request).await;
        response
    }

    /// Waits until the store has failed for good and the server must stop. Returns how it failed.
    pub async fn failed(&self) -> Health {
        let mut health = self.service.hub.services.store.health();
        match health.wait_for(|health| health.is_final()).await {
            Ok(health) => *health,
            // The writer has ended.
            Err(_) => Health::Failed,
        }
    }

    /// Stops: accepts no more connections, tells clients to reconnect, writes everything queued.
    pub async fn stop(self) {
        // From now on no clock runs.
        drop(self.heartbeat);
        // It holds a receiver of the stop, as every open connection does.
        drop(self.router);
        let connections = self.connections;
        self.service.stop(async { drop(connections.await) }).await;
    }
}

/// Timeouts of a connection: for the handshake, the parts of a request, and a write without
/// progress.
#[derive(Clone, Copy, Debug)]
struct Timeouts {
    handshake: Duration,
    head: Duration,
    body: Duration,
    write: Duration,
}

/// How connections are served.
#[derive(Clone)]
struct Serving {
    router: Router,
    secured: Option<Secured>,
    timeouts: Timeouts,
}

/// What a server that speaks HTTPS has besides.
#[derive(Clone)]
struct Secured {
    acceptor: TlsAcceptor,
    /// For clients that speak plain HTTP.
    to_https: Router,
}

/// Accepts connections until the service stops, then waits for them to end.
async fn accept(
    listener: TcpListener,
    serving: Serving,
    services: Arc<Services>,
    mut stopping: watch::Receiver<bool>,
) {
    let admission = Connections::new(&services.options.limits);
    let mut connections = JoinSet::new();
    loop {
        admission.settle().await;
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stopped(&mut stopping) => break,
            Some(_) = connections.join_next() => continue,
        };
        match accepted {
            Ok((stream, peer)) => {
                let address = peer.ip().to_canonical();
                let is_limited =
                    !services.limits.is_exempt(address) && !services.origins.is_proxy(address);
                // A handshake costs more than a request.
                let is_too_fast = is_limited
                    && serving.secured.is_some()
                    && services.limits.handshake(address).is_err();
                let guard = (!is_too_fast)
                    .then(|| admission.admit(address, is_limited))
                    .flatten();
                let Some(guard) = guard else {
                    services.metrics.connections_refused.inc();
                    continue;
                };
                // Small messages must not wait for each other.
                let _ = stream.set_nodelay(true);
                let stream = CountedStream::new(stream, guard, serving.timeouts.write);
                let Serving {
                    router,
                    secured,
                    timeouts,
                } = serving.clone();
                let stopping = stopping.clone();
                match secured {
                    None => {
                        let stream = ServedStream::plain(stream);
                        connections.spawn(serve(stream, peer, router, timeouts, stopping));
                    }
                    Some(secured) => {
                        connections
                            .spawn(secure(stream, peer, secured, router, timeouts, stopping));
                    }
                }
            }
            Err(error) => {
                // Usually out of file descriptors; open connections are not affected.
                tracing::warn!(%error, "could not accept a connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
    drop(listener);
    while connections.join_next().await.is_some() {}
}

/// The first byte of a TLS handshake.
const HANDSHAKE: u8 = 22;

/// Completes the TLS handshake and serves the connection. Redirects clients that speak plain HTTP.
async fn secure(
    mut stream: CountedStream,
    peer: SocketAddr,
    secured: Secured,
    router: Router,
    timeouts: Timeouts,
    mut stopping: watch::Receiver<bool>,
) {
    let securing = async {
        match stream.first_byte().await? {
            Some(HANDSHAKE) => {
                let stream = tls::accept(&secured.acceptor, stream).await?;
                Ok((stream, router))
            }
            Some(b'A'..=b'Z') => Ok((ServedStream::plain(stream), secured.to_https)),
            _ => Err(std::io::Error::from(std::io::ErrorKind::InvalidData)),
        }
    };
    let secured = tokio::select! {
        secured = tokio::time::timeout(timeouts.handshake, securing) => secured,
        () = stopped(&mut stopping) => return,
    };
    match secured {
        Ok(Ok((stream, router))) => serve(stream, peer, router, timeouts, stopping).await,
        Ok(Err(error)) => tracing::debug!(%error, "a handshake failed"),
        Err(_) => tracing::debug!("a handshake took too long"),
    }
}

async fn serve(
    stream: ServedStream,
    peer: SocketAddr,
    router: Router,
    timeouts: Timeouts,
    mut stopping: watch::Receiver<bool>,
) {
    let mark = stream.mark();
    let service = hyper::service::service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(mark.clone());
        let request: Request = request.map(|body| TimedBody::wrap(body, timeouts.body));
        let responding = router.clone().oneshot(request);
        let mark = mark.clone();
        async move {
            let response = responding.await;
            if let Ok(response) = &response
                && response.status() == StatusCode::SWITCHING_PROTOCOLS
            {
                mark.set_socket();
            }
            response
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(timeouts.head)
        .max_buf_size(16 * 1024)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stopped(&mut stopping) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended");
    }
}
