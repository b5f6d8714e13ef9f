//! The addresses of servers and tables, as people paste them.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

/// Where a server is: `https://host:port`, or with `http`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ServerAddress {
    is_secure: bool,
    // Invariant: letters, digits, dots and hyphens, or an IPv6 address in brackets; lower case.
    host: String,
    port: u16,
}

/// Where a table is: `https://host:port/t/TABLE#INVITE`, or with `http`. It can be used wherever
/// only its server matters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TableAddress {
    server: ServerAddress,
    // Invariant: letters, digits, `-` and `_`.
    table: String,
    // Invariant: as above.
    invite: Option<String>,
}

/// Why a text is not the address of a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// The text is empty.
    #[error("empty")]
    Empty,
    /// The scheme is neither `http` nor `https`.
    #[error("unknown scheme '{0}'")]
    Scheme(String),
    /// Not a valid host name.
    #[error("'{0}' is not a valid host name")]
    Host(String),
    /// The port is not a number from 1 to 65535.
    #[error("'{0}' is not a port")]
    Port(String),
    /// It names a server but no table.
    #[error("no table")]
    NoTable,
    /// The table or the invitation has an invalid character.
    #[error("'{0}' is not a valid table or invitation")]
    Name(String),
}

/// The longest host name, by RFC 1035.
const HOST_MAX: usize = 253;

/// The longest id of a table or an invitation.
const NAME_MAX: usize = 128;

/// The port of a scheme if none is given.
fn usual_port(is_secure: bool) -> u16 {
    if is_secure { 443 } else { 80 }
}

impl ServerAddress {
    /// Whether the server speaks TLS.
    #[must_use]
    pub fn is_secure(&self) -> bool {
        self.is_secure
    }

    /// The server as people write it: `host`, or `host:port` if the port is not the default.
    #[must_use]
    pub fn server(&self) -> String {
        if self.port == usual_port(self.is_secure) {
            self.host.clone()
        } else {
            format!("{}:{}", self.host, self.port)
        }
    }

    /// The host name, without brackets.
    #[must_use]
    pub fn host(&self) -> &str {
        self.host.trim_start_matches('[').trim_end_matches(']')
    }

    /// The port.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The address of a table of this server.
    ///
    /// # Errors
    /// If the id or the invitation is invalid.
    pub fn table(&self, id: &str, invite: Option<&str>) -> Result<TableAddress, AddressError> {
        Ok(TableAddress {
            server: self.clone(),
            table: checked(id)?,
            invite: invite.map(checked).transpose()?,
        })
    }
}

impl Deref for TableAddress {
    type Target = ServerAddress;

    fn deref(&self) -> &ServerAddress {
        &self.server
    }
}

impl TableAddress {
    /// The table's id.
    #[must_use]
    pub fn table(&self) -> &str {
        &self.table
    }

    /// The secret for the open seat, if the link has one.
    #[must_use]
    pub fn invite(&self) -> Option<&str> {
        self.invite.as_deref()
    }

    /// The address without the invitation, for lists that others may see.
    #[must_use]
    pub fn without_invite(&self) -> TableAddress {
        TableAddress {
            invite: None,
            ..self.clone()
        }
    }

    /// The address with another invitation.
    ///
    /// # Errors
    /// If the invitation is invalid.
    pub fn with_invite(&self, invite: &str) -> Result<TableAddress, AddressError> {
        Ok(TableAddress {
            invite: Some(checked(invite)?),
            ..self.clone()
        })
    }

    /// The address of another table of the same server.
    ///
    /// # Errors
    /// If the id is invalid.
    pub fn at_table(&self, table: &str) -> Result<TableAddress, AddressError> {
        self.server.table(table, None)
    }
}

impl fmt::Display for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_secure { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.server())
    }
}

/// The link to send to somebody.
impl fmt::Display for TableAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/t/{}", self.server, self.table)?;
        match &self.invite {
            Some(invite) => write!(f, "#{invite}"),
            None => Ok(()),
        }
    }
}

/// Splits an address into its server, its path, and what follows `#`.
fn parts(text: &str) -> Result<(ServerAddress, &str, Option<&str>), AddressError> {
    let text = text.trim().trim_matches(['<', '>', '"', '\'']).trim();
    if text.is_empty() {
        return Err(AddressError::Empty);
    }
    let (is_secure, rest) = match text.split_once("://") {
        None => (false, text),
        Some((scheme, rest)) => match scheme.to_ascii_lowercase().as_str() {
            "http" | "ws" => (false, rest),
            "https" | "wss" => (true, rest),
            _ => return Err(AddressError::Scheme(scheme.to_owned())),
        },
    };
    let (rest, fragment) = match rest.split_once('#') {
        Some((rest, fragment)) => (rest, Some(fragment.trim_end_matches('/'))),
        None => (rest, None),
    };
    // A query string is not part of the table's id.
    let rest = rest.split('?').next().unwrap_or_default();
    let (server, path) = rest.split_once('/').unwrap_or((rest, ""));
    let (host, port) = server_of(server)?;
    let server = ServerAddress {
        is_secure,
        host,
        port: port.unwrap_or(usual_port(is_secure)),
    };
    Ok((server, path, fragment))
}

/// Reads the address of any page of a server; only the server counts.
impl FromStr for ServerAddress {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<ServerAddress, AddressError> {
        parts(text).map(|(server, ..)| server)
    }
}

impl FromStr for TableAddress {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<TableAddress, AddressError> {
        let (server, path, invite) = parts(text)?;
        let table = path
            .strip_prefix("t/")
            .map(|table| table.trim_end_matches('/'))
            .filter(|table| !table.is_empty())
            .ok_or(AddressError::NoTable)?;
        server.table(table, invite.filter(|invite| !invite.is_empty()))
    }
}

/// Parses `host:port`, `[v6]:port` or `host`.
fn server_of(server: &str) -> Result<(String, Option<u16>), AddressError> {
    let bad_host = || AddressError::Host(server.to_owned());
    let (host, port) = if server.starts_with('[') {
        let end = server.find(']').ok_or_else(bad_host)?;
        let (host, rest) = server.split_at(end + 1);
        let inner = &host[1..end];
        if inner.parse::<std::net::Ipv6Addr>().is_err() {
            return Err(bad_host());
        }
        match rest.strip_prefix(':') {
            Some(port) => (host, Some(port)),
            None if rest.is_empty() => (host, None),
            None => return Err(bad_host()),
        }
    } else {
        let (host, port) = match server.split_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (server, None),
        };
        let is_label = |label: &str| {
            let inner = label
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'-');
            inner && !label.is_empty() && !label.starts_with('-') && !label.ends_with('-')
        };
        let host = host.strip_suffix('.').unwrap_or(host);
        if host.len() > HOST_MAX || !host.split('.').all(is_label) {
            return Err(bad_host());
        }
        (host, port)
    };
    let port = match port {
        None | Some("") => None,
        Some(port) => Some(
            port.parse()
                .ok()
                .filter(|&number: &u16| number > 0)
                .ok_or_else(|| AddressError::Port(port.to_owned()))?,
        ),
    };
    Ok((host.to_ascii_lowercase(), port))
}

fn checked(name: &str) -> Result<String, AddressError> {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
    if name.is_empty() || name.len() > NAME_MAX || !name.bytes().all(is_plain) {
        return Err(AddressError::Name(name.to_owned()));
    }
    Ok(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pasted: &str, want: &str) {
        let address: TableAddress = pasted.parse().unwrap();
        assert_eq!(address.to_string(), want);
        assert_eq!(want.parse(), Ok(address));
    }

    #[test]
    fn every_form_of_address_that_people_paste_is_parsed() {
        check(
            "http://host:8080/t/k3v9#In-v_1",
            "http://host:8080/t/k3v9#In-v_1",
        );
        check("host:8080/t/k3v9", "http://host:8080/t/k3v9");
        check(
            "  http://Play.Example.org/t/k3v9/ \n",
            "http://play.example.org/t/k3v9",
        );
        check("HTTP://host:80/t/k3v9/#abc", "http://host/t/k3v9#abc");
        check("<http://host./t/k3v9#>", "http://host/t/k3v9");
        check("ws://127.0.0.1:7/t/k?lang=en#x", "http://127.0.0.1:7/t/k#x");
        check("\"http://[::1]:7000/t/k#x\"", "http://[::1]:7000/t/k#x");
        check("HTTPS://Host:443/t/k#x", "https://host/t/k#x");
        check("wss://host:80/t/k", "https://host:80/t/k");
        check("http://host:443/t/k", "http://host:443/t/k");
    }

    #[test]
    fn an_error_says_what_is_wrong_with_an_address() {
        let check = |pasted: &str, want: AddressError| {
            assert_eq!(pasted.parse::<TableAddress>(), Err(want), "{pasted}");
        };
        let host = |text: &str| AddressError::Host(text.to_owned());
        check("  ", AddressError::Empty);
        check("https:///t/k", host(""));
        check("ftp://host/t/k", AddressError::Scheme("ftp".to_owned()));
        check("http:///t/k", host(""));
        check("http://a..b/t/k", host("a..b"));
        check("http://me@host/t/k", host("me@host"));
        check("http://ho\u{1b}st/t/k", host("ho\u{1b}st"));
        check("http://[::1/t/k", host("[::1"));
        check("http://[fe80]/t/k", host("[fe80]"));
        check("host:99999/t/k", AddressError::Port("99999".to_owned()));
        check("host:0/t/k", AddressError::Port("0".to_owned()));
        check("host:8080", AddressError::NoTable);
        check("http://host/", AddressError::NoTable);
        check("http://host/t/", AddressError::NoTable);
        check("http://host/x/k", AddressError::NoTable);
        check("http://host/t/a/b", AddressError::Name("a/b".to_owned()));
        check("http://host/t/k#a b", AddressError::Name("a b".to_owned()));
    }

    #[test]
    fn the_address_of_another_table_drops_the_invitation() {
        let address: TableAddress = "host:9/t/one#secret".parse().unwrap();
        assert_eq!(address.server(), "host:9");
        assert_eq!(
            address.at_table("two").unwrap().to_string(),
            "http://host:9/t/two"
        );
        let secure: TableAddress = "https://host:9/t/one#secret".parse().unwrap();
        assert!(secure.is_secure() && !address.is_secure());
        assert_eq!(
            secure.at_table("two").unwrap().to_string(),
            "https://host:9/t/two"
        );
        assert!(address.at_table("../two").is_err());
        assert_eq!(address.without_invite().invite(), None);
    }
}
