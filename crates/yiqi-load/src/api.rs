//! Requests over HTTP.

use std::cell::RefCell;
use std::net::SocketAddr;
use std::rc::Rc;

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Method, Request, header};
use hyper_util::rt::TokioIo;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::net::TcpStream;
use yiqi_wire::{
    Created, GuestRequest, Joined, NewTable, NewTournament, SitRequest, TableState, TokenResponse,
    TournamentCreated, WireSeat,
};

use crate::LoadError;

/// A client of one server over reused connections, for tasks of one thread.
#[derive(Clone, Debug)]
pub struct Api {
    address: SocketAddr,
    idle: Rc<RefCell<Vec<SendRequest<Full<Bytes>>>>>,
}

impl Api {
    /// A client of the server at this address.
    #[must_use]
    pub fn new(address: SocketAddr) -> Api {
        Api {
            address,
            idle: Rc::default(),
        }
    }

    /// The server's address.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Creates a guest and returns their token.
    ///
    /// # Errors
    /// If the request is denied or the server is down.
    pub async fn guest(&self, name: &str) -> Result<String, LoadError> {
        let body = GuestRequest {
            name: name.to_owned(),
        };
        let answer: TokenResponse = self.post("/api/guest", None, &body).await?;
        Ok(answer.token)
    }

    /// Creates a table.
    ///
    /// # Errors
    /// If the request is denied or the server is down.
    pub async fn create(&self, token: &str, table: &NewTable) -> Result<Created, LoadError> {
        self.post("/api/tables", Some(token), table).await
    }

    /// Takes the open seat of a table.
    ///
    /// # Errors
    /// If the request is denied or the server is down.
    pub async fn sit(&self, token: &str, created: &Created) -> Result<WireSeat, LoadError> {
        let path = format!("/api/tables/{}/sit", created.table);
        let body = SitRequest {
            invite: created.invite.clone(),
        };
        let joined: Joined = self.post(&path, Some(token), &body).await?;
        Ok(joined.seat)
    }

    /// The whole state of a table.
    ///
    /// # Errors
    /// If the request is denied or the server is down.
    pub async fn state(&self, token: &str, table: &str) -> Result<TableState, LoadError> {
        let path = format!("/api/tables/{table}?view=yes");
        self.get_json(&path, token).await
    }

    /// Makes a tournament and returns its id.
    ///
    /// # Errors
    /// If the request is denied or the server is down.
    pub(crate) async fn make_tournament(
        &self,
        token: &str,
        terms: &NewTournament,
    ) -> Result<String, LoadError> {
        let made: TournamentCreated = self.post("/api/tournaments", Some(token), terms).await?;
        Ok(made.tournament)
    }

    /// Posts a body whose answer does not matter.
    ///
    /// # Errors
    /// If the request is denied or the server is down.
    pub(crate) async fn post_to(
        &self,
        path: &str,
        token: &str,
        body: &impl Serialize,
    ) -> Result<(), LoadError> {
        let body = serde_json::to_vec(body)?;
        let answer = self.ask(Method::POST, path, Some(token), body.into());
        answer.await.map(|_| ())
    }

    /// The answer at this path.
    ///
    /// # Errors
    /// If the request is denied or the server is down.
    pub(crate) async fn get_json<T: DeserializeOwned>(
        &self,
        path: &str,
        token: &str,
    ) -> Result<T, LoadError> {
        let answer = self.ask(Method::GET, path, Some(token), Bytes::new());
        Ok(serde_json::from_slice(&answer.await?)?)
    }

    /// The document at this path.
    ///
    /// # Errors
    /// If the request is denied or the server is down.
    pub(crate) async fn get(&self, path: &str) -> Result<Bytes, LoadError> {
        self.ask(Method::GET, path, None, Bytes::new()).await
    }

    /// The answer to a body sent to this path.
    ///
    /// # Errors
    /// If the request is denied or the server is down.
    pub(crate) async fn send(&self, path: &str, body: Bytes) -> Result<Bytes, LoadError> {
        self.ask(Method::POST, path, None, body).await
    }

    /// One of the server's metrics.
    ///
    /// # Errors
    /// If the server is down.
    pub async fn metric(&self, name: &str) -> Result<Option<f64>, LoadError> {
        let text = String::from_utf8_lossy(&self.get("/metrics").await?).into_owned();
        Ok(text
            .lines()
            .filter_map(|line| line.split_once(' '))
            .find(|(key, _)| *key == name)
            .and_then(|(_, value)| value.parse().ok()))
    }

    async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        token: Option<&str>,
        body: &impl Serialize,
    ) -> Result<T, LoadError> {
        let body = serde_json::to_vec(body)?;
        let answer = self.ask(Method::POST, path, token, body.into()).await?;
        Ok(serde_json::from_slice(&answer)?)
    }

    async fn ask(
        &self,
        method: Method,
        path: &str,
        token: Option<&str>,
        body: Bytes,
    ) -> Result<Bytes, LoadError> {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, self.address.to_string())
            .header(header::CONTENT_TYPE, "application/json");
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        let request = request
            .body(Full::new(body))
            .map_err(|error| LoadError::Broken(error.to_string()))?;
        let mut connection = self.connection().await?;
        let response = connection.send_request(request).await?;
        let status = response.status();
        let body = response.into_body().collect().await?.to_bytes();
        self.idle.borrow_mut().push(connection);
        if status.is_success() {
            Ok(body)
        } else {
            Err(LoadError::Status {
                path: path.to_owned(),
                status: status.as_u16(),
                body: String::from_utf8_lossy(&body).into_owned(),
            })
        }
    }

    async fn connection(&self) -> Result<SendRequest<Full<Bytes>>, LoadError> {
        loop {
            let Some(mut idle) = self.idle.borrow_mut().pop() else {
                break;
            };
            if idle.ready().await.is_ok() {
                return Ok(idle);
            }
        }
        let stream = TcpStream::connect(self.address).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        // Ends when the sender is dropped or the server closes.
        tokio::spawn(connection);
        Ok(sender)
    }
}
