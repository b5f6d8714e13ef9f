//! Where a NATS server is, how to log in, and the connection.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use async_nats::{Client, ConnectErrorKind, ConnectOptions, ServerAddr};

/// How long a first connection may take.
const CONNECT_MAX: Duration = Duration::from_secs(3);

/// How often the other side must show that it is there.
const PING_EVERY: Duration = Duration::from_secs(5);

/// The longest wait between two tries to connect again.
const RETRY_MAX: Duration = Duration::from_secs(1);

/// The servers of a NATS cluster and how to log in: `nats://HOST`, `nats://USER:PASSWORD@HOST:PORT`,
/// `nats://TOKEN@HOST`, with `tls://` instead of `nats://` if the connection must be encrypted;
/// several servers are separated by commas.
///
/// Shown without the secrets.
#[derive(Clone, PartialEq, Eq)]
pub struct BusUrl {
    servers: Vec<ServerAddr>,
    credentials: Option<Credentials>,
}

#[derive(Clone, PartialEq, Eq)]
enum Credentials {
    Token(String),
    User(String, String),
}

/// A text that names no NATS server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the URL of a NATS server")]
pub struct BadBusUrl;

/// Why the servers cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BusError {
    /// None of them answers. They may later.
    #[error("{0}")]
    Unreachable(String),
    /// They refuse us: a wrong password or token, or a certificate that cannot be trusted.
    #[error("{0}")]
    Refused(String),
}

impl FromStr for BusUrl {
    type Err = BadBusUrl;

    fn from_str(text: &str) -> Result<BusUrl, BadBusUrl> {
        let mut servers = Vec::new();
        let mut credentials = None;
        for part in text.split(',') {
            let part = part.trim();
            if !part.starts_with("nats://") && !part.starts_with("tls://") {
                return Err(BadBusUrl);
            }
            let server: ServerAddr = part.parse().map_err(|_| BadBusUrl)?;
            let mut url = server.into_inner();
            if url.host_str().is_none_or(str::is_empty) {
                return Err(BadBusUrl);
            }
            let user = decoded(url.username()).ok_or(BadBusUrl)?;
            let password = url.password().map(|text| decoded(text).ok_or(BadBusUrl));
            match password.transpose()? {
                Some(password) => credentials = Some(Credentials::User(user, password)),
                None if !user.is_empty() => credentials = Some(Credentials::Token(user)),
                None => {}
            }
            url.set_username("").map_err(|()| BadBusUrl)?;
            url.set_password(None).map_err(|()| BadBusUrl)?;
            servers.push(ServerAddr::from_url(url).map_err(|_| BadBusUrl)?);
        }
        Ok(BusUrl {
            servers,
            credentials,
        })
    }
}

/// A part of a URL without its percent signs.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte == b'%' {
            let code = std::str::from_utf8(rest.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(code, 16).ok()?);
            rest = &rest[2..];
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

impl fmt::Display for BusUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, server) in self.servers.iter().enumerate() {
            let comma = if number == 0 { "" } else { "," };
            let (scheme, host, port) = (server.scheme(), server.host(), server.port());
            if host.contains(':') {
                write!(f, "{comma}{scheme}://[{host}]:{port}")?;
            } else {
                write!(f, "{comma}{scheme}://{host}:{port}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for BusUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl BusUrl {
    /// The same servers, logging in with a token.
    #[must_use]
    pub fn with_token(self, token: String) -> BusUrl {
        BusUrl {
            credentials: Some(Credentials::Token(token)),
            ..self
        }
    }

    /// How to connect: with the login, and again for as long as it takes if the connection is lost.
    #[must_use]
    pub fn options(&self) -> ConnectOptions {
        let options = ConnectOptions::new()
            .name("yiqi")
            .connection_timeout(CONNECT_MAX)
            .ping_interval(PING_EVERY)
            .reconnect_delay_callback(|tries| {
                let step = Duration::from_millis(50);
                step.saturating_mul(u32::try_from(tries).unwrap_or(u32::MAX))
                    .min(RETRY_MAX)
            });
        match self.credentials.clone() {
            Some(Credentials::Token(token)) => options.token(token),
            Some(Credentials::User(user, password)) => options.user_and_password(user, password),
            None => options,
        }
    }

    /// Connects with these options, see [`BusUrl::options`].
    ///
    /// # Errors
    /// If no server answers, or they refuse us.
    pub async fn connect_with(&self, options: ConnectOptions) -> Result<Client, BusError> {
        let connecting = options.connect(self.servers.clone());
        let connected = match tokio::time::timeout(CONNECT_MAX, connecting).await {
            Ok(connected) => connected,
            Err(_) => return Err(BusError::Unreachable("it does not answer".to_owned())),
        };
        connected.map_err(|error| match error.kind() {
            ConnectErrorKind::Dns | ConnectErrorKind::TimedOut | ConnectErrorKind::Io => {
                BusError::Unreachable(error.to_string())
            }
            _ => BusError::Refused(error.to_string()),
        })
    }

    /// Connects.
    ///
    /// # Errors
    /// If no server answers, or they refuse us.
    pub async fn connect(&self) -> Result<Client, BusError> {
        self.connect_with(self.options()).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, shown: &str) {
        let url: BusUrl = text.parse().unwrap();
        assert_eq!(url.to_string(), shown);
        assert_eq!(format!("{url:?}"), shown);
    }

    #[test]
    fn a_url_names_servers_and_its_secrets_are_never_shown() {
        check("nats://localhost", "nats://localhost:4222");
        check("nats://secret@host:5000", "nats://host:5000");
        check("tls://user:secret@host", "tls://host:4222");
        check("nats://a, nats://b:1", "nats://a:4222,nats://b:1");
        check("nats://[::1]:4222", "nats://[::1]:4222");
        for bad in [
            "",
            "localhost",
            "http://host",
            "nats://",
            "nats://a,",
            "ws://host",
        ] {
            assert_eq!(bad.parse::<BusUrl>().unwrap_err(), BadBusUrl, "{bad}");
        }
    }

    #[test]
    fn a_password_may_have_any_characters() {
        let url: BusUrl = "nats://user:p%40ss%2F%E4%B8%80@host".parse().unwrap();
        let credentials = Credentials::User("user".to_owned(), "p@ss/一".to_owned());
        assert!(url.credentials == Some(credentials));
        assert!("nats://user:%zz@host".parse::<BusUrl>().is_err());
    }
}
