//! The switch from HTTP to a WebSocket.

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::header::{
    CONNECTION, HeaderMap, HeaderName, HeaderValue, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY,
    SEC_WEBSOCKET_VERSION, UPGRADE,
};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use axum::response::Response;
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tungstenite::handshake::derive_accept_key;

use super::origin::only;
use crate::denied::Denied;

/// The bytes of a connection after the switch.
pub(super) type SocketIo = TokioIo<Upgraded>;

/// A request to switch to a WebSocket.
pub(super) struct Upgrade {
    switched: OnUpgrade,
    accept: HeaderValue,
}

impl<S: Send + Sync> FromRequestParts<S> for Upgrade {
    type Rejection = Denied;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Upgrade, Denied> {
        let headers = &parts.headers;
        let is_meant = parts.method == Method::GET
            && names(headers, &CONNECTION, "upgrade")
            && names(headers, &UPGRADE, "websocket")
            && only(headers, &SEC_WEBSOCKET_VERSION) == Some("13");
        let key = only(headers, &SEC_WEBSOCKET_KEY).filter(|_| is_meant);
        let accept = key
            .map(|key| derive_accept_key(key.as_bytes()))
            .and_then(|accept| HeaderValue::try_from(accept).ok());
        match (accept, parts.extensions.remove::<OnUpgrade>()) {
            (Some(accept), Some(switched)) => Ok(Upgrade { switched, accept }),
            _ => Err(Denied::BadMessage("upgrade: websocket".to_owned())),
        }
    }
}

/// Whether a header lists a word.
fn names(headers: &HeaderMap, header: &HeaderName, word: &str) -> bool {
    headers
        .get_all(header)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|value| value.trim().eq_ignore_ascii_case(word))
}

impl Upgrade {
    /// Agrees to switch, and serves the connection once that is done.
    pub(super) fn accept<F>(self, serve: impl FnOnce(SocketIo) -> F + Send + 'static) -> Response
    where
        F: Future<Output = ()> + Send,
    {
        tokio::spawn(async move {
            match self.switched.await {
                Ok(upgraded) => Box::pin(serve(TokioIo::new(upgraded))).await,
                Err(error) => tracing::debug!(%error, "a connection did not become a socket"),
            }
        });
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
        let headers = response.headers_mut();
        headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
        headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
        headers.insert(SEC_WEBSOCKET_ACCEPT, self.accept);
        response
    }
}
