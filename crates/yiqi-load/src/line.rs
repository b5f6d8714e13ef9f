//! The network between a node and a server that it uses, as a proxy that can be cut.

use std::net::{Ipv4Addr, SocketAddr};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::LoadError;

/// What passes through a line. What does not pass is held back, as by a network that loses
/// packets: neither side notices, and it arrives late unless one of them gives up first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passing {
    Everything,
    /// Requests arrive, answers do not.
    OnlyRequests,
    /// Answers to earlier requests arrive, new requests do not.
    OnlyAnswers,
    Nothing,
}

impl Passing {
    fn requests(self) -> bool {
        matches!(self, Passing::Everything | Passing::OnlyRequests)
    }

    fn answers(self) -> bool {
        matches!(self, Passing::Everything | Passing::OnlyAnswers)
    }
}

/// A line to a server. Connections end with the runtime.
#[derive(Debug)]
pub(crate) struct Line {
    port: u16,
    passing: watch::Sender<Passing>,
}

impl Line {
    /// Lays a line to a port of this machine.
    pub(crate) async fn to(port: u16) -> Result<Line, LoadError> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let line = Line {
            port: listener.local_addr()?.port(),
            passing: watch::Sender::new(Passing::Everything),
        };
        let server = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let passing = line.passing.subscribe();
        tokio::task::spawn_local(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::task::spawn_local(connect(client, server, passing.clone()));
            }
        });
        Ok(line)
    }

    /// The port to connect to instead of the server's.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn set(&self, passing: Passing) {
        self.passing.send_replace(passing);
    }
}

/// Passes on a connection until both directions have ended.
async fn connect(client: TcpStream, server: SocketAddr, passing: watch::Receiver<Passing>) {
    // A server that is down refuses: dropping `client` tells the node.
    let Ok(server) = TcpStream::connect(server).await else {
        return;
    };
    if client.set_nodelay(true).is_err() || server.set_nodelay(true).is_err() {
        return;
    }
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    tokio::join!(
        pass(from_client, to_server, passing.clone(), Passing::requests),
        pass(from_server, to_client, passing, Passing::answers),
    );
}

/// Passes on one direction while it passes; also its end.
async fn pass(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut passing: watch::Receiver<Passing>,
    passes: fn(Passing) -> bool,
) {
    let mut buffer = vec![0; 16 * 1024];
    loop {
        let count = from.read(&mut buffer).await.unwrap_or(0);
        // The line ends with the run.
        if passing.wait_for(|&now| passes(now)).await.is_err() {
            return;
        }
        if count == 0 || to.write_all(&buffer[..count]).await.is_err() {
            let _ = to.shutdown().await;
            return;
        }
    }
}
