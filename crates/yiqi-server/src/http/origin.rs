//! Where a request comes from, and whether another site made a browser send it.
//!
//! A browser adds the cookie to every request, whichever site causes it, so the cookie alone proves
//! nothing. With the cookie, a request that changes something and every WebSocket must come from a
//! page of this server, which the browser states in `Origin`. A bearer token is sent only by a
//! client that knows it, so `Origin` does not matter there. A caller with neither cannot act for
//! anybody, but a page of another site must not log a browser in either: `Origin` may be missing,
//! but not foreign.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::http::Method;
use axum::http::header::{HOST, HeaderMap, HeaderName, ORIGIN, UPGRADE};
use ipnet::IpNet;

use crate::caller::Via;
use crate::denied::Denied;
use crate::tls::Tls;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED: HeaderName = HeaderName::from_static("forwarded");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// Why an origin or proxy setting is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRule {
    /// Not a valid origin.
    #[error("'{0}' is not an origin: expected something like https://play.example.org")]
    Origin(String),
    /// Not a valid address or network.
    #[error("'{0}' is not an address or a network: expected something like 10.0.0.1 or 10.0.0.0/8")]
    Network(String),
}

/// The server's own origins, and the proxies that it trusts.
#[derive(Clone, Debug, Default)]
pub(crate) struct OriginRules {
    public: Arc<[Site]>,
    proxies: Arc<[IpNet]>,
    /// If the server speaks HTTPS itself.
    tls: Option<Tls>,
}

impl OriginRules {
    /// Parses the server's public origins, such as `https://play.example.org`, and the addresses or
    /// networks of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted.
    ///
    /// # Errors
    /// If one of them is invalid.
    pub(crate) fn new<S: AsRef<str>>(public: &[S], proxies: &[S]) -> Result<OriginRules, BadRule> {
        Ok(OriginRules {
            public: public
                .iter()
                .map(|text| {
                    Site::parse(text.as_ref())
                        .ok_or_else(|| BadRule::Origin(text.as_ref().to_owned()))
                })
                .collect::<Result<_, _>>()?,
            proxies: proxies
                .iter()
                .map(|text| parse_network(text.as_ref()))
                .collect::<Result<_, _>>()?,
            tls: None,
        })
    }

    /// The same rules for a server that speaks HTTPS itself, if so.
    pub(crate) fn with_tls(self, tls: Option<Tls>) -> OriginRules {
        OriginRules { tls, ..self }
    }

    pub(crate) fn tls(&self) -> Option<&Tls> {
        self.tls.as_ref()
    }

    /// How long the browser should use nothing but HTTPS for the name in `Host`, in seconds. Only
    /// if the server speaks HTTPS itself, and not for names of the local network: plain HTTP may be
    /// spoken there under the same name on other ports.
    pub(crate) fn hsts_seconds(&self, headers: &HeaderMap) -> Option<u64> {
        let tls = self.tls.as_ref()?;
        let (host, _) = only(headers, &HOST).and_then(parse_authority)?;
        let is_meant = !is_local_name(&host) && self.is_own_name(&host);
        is_meant.then(|| u64::from(tls.hsts_days()) * 24 * 60 * 60)
    }

    /// Whether this is a trusted proxy.
    pub(crate) fn is_proxy(&self, address: IpAddr) -> bool {
        self.proxies
            .iter()
            .any(|network| network.contains(&address))
    }

    /// Whether the request was forwarded on this machine although no proxy is trusted: somebody
    /// forgot to configure it.
    pub(crate) fn has_hidden_proxy(&self, headers: &HeaderMap, peer: SocketAddr) -> bool {
        self.proxies.is_empty()
            && peer.ip().to_canonical().is_loopback()
            && (headers.contains_key(FORWARDED_FOR) || headers.contains_key(FORWARDED))
    }

    /// The client's address: the nearest one that is not a trusted proxy. Everything beyond can be
    /// forged.
    pub(crate) fn address(&self, headers: &HeaderMap, peer: SocketAddr) -> IpAddr {
        let mut address = peer.ip().to_canonical();
        let hops: Vec<&str> = headers
            .get_all(FORWARDED_FOR)
            .iter()
            .flat_map(|value| value.to_str().unwrap_or("?").split(','))
            .collect();
        for hop in hops.into_iter().rev() {
            if !self.is_proxy(address) {
                break;
            }
            match parse_hop(hop.trim()) {
                Some(farther) => address = farther,
                None => break,
            }
        }
        address
    }

    /// Whether the request came over HTTPS.
    pub(crate) fn is_https(&self, headers: &HeaderMap, peer: SocketAddr) -> bool {
        if self.is_proxy(peer.ip().to_canonical()) {
            let proto = headers
                .get_all(FORWARDED_PROTO)
                .iter()
                .next_back()
                .and_then(|value| value.to_str().ok()?.rsplit(',').next());
            if let Some(proto) = proto {
                return proto.trim().eq_ignore_ascii_case("https");
            }
        }
        if self.tls.is_some() {
            return true;
        }
        let Some((host, port)) = only(headers, &HOST).and_then(parse_authority) else {
            return false;
        };
        self.public
            .iter()
            .any(|site| site.is_https && site.is_at(&host, port))
    }

    /// Whether a name in `Host` is this server's: a local one, that of a public origin, or one of
    /// its certificate. For any other name a browser would not accept the certificate.
    fn is_own_name(&self, host: &str) -> bool {
        is_local_name(host)
            || self.public.iter().any(|site| site.host == host)
            || self
                .tls
                .as_ref()
                .is_some_and(|tls| tls.certificate().covers(host))
    }

    /// Whether this origin is the server itself.
    fn is_ours(&self, origin: &str, headers: &HeaderMap) -> bool {
        let Some(origin) = Site::parse(origin) else {
            return false;
        };
        if self.public.contains(&origin) {
            return true;
        }
        let Some((host, port)) = only(headers, &HOST).and_then(parse_authority) else {
            return false;
        };
        // On a host with HTTPS, a page loaded over plain HTTP is not trusted.
        let has_https = self.tls.is_some()
            || self
                .public
                .iter()
                .any(|site| site.is_https && site.host == host);
        let is_downgrade = !origin.is_https && has_https;
        if !origin.is_at(&host, port) || is_downgrade {
            return false;
        }
        let is_own = self.is_own_name(&host);
        if !is_own {
            tracing::info!(host, "a page under a name that is not in public_origins");
        }
        is_own
    }
}

/// Whether only the local network can give this name to a machine: an address, a name without a
/// domain, or one in a domain that is reserved for local use. Any other name may belong to another
/// site that lets it point here, so that a browser takes its pages for ours (DNS rebinding).
fn is_local_name(host: &str) -> bool {
    const DOMAINS: [&str; 5] = ["localhost", "local", "lan", "internal", "home.arpa"];
    host.starts_with('[')
        || host.parse::<std::net::Ipv4Addr>().is_ok()
        || !host.contains('.')
        || DOMAINS.iter().any(|domain| {
            host.strip_suffix(domain)
                .is_some_and(|rest| rest.ends_with('.'))
        })
}

/// Scheme, host and port.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Site {
    is_https: bool,
    host: String,
    port: u16,
}

impl Site {
    fn parse(text: &str) -> Option<Site> {
        let (scheme, rest) = text.split_once("://")?;
        let is_https = match scheme.to_ascii_lowercase().as_str() {
            "http" => false,
            "https" => true,
            _ => return None,
        };
        let (host, port) = parse_authority(rest)?;
        Some(Site {
            is_https,
            host,
            port: port.unwrap_or(if is_https { 443 } else { 80 }),
        })
    }

    /// Whether this matches the host and port of a `Host` header.
    fn is_at(&self, host: &str, port: Option<u16>) -> bool {
        let usual = if self.is_https { 443 } else { 80 };
        self.host == host && self.port == port.unwrap_or(usual)
    }
}

/// Parses a host, converted to lower case, and an optional port.
pub(super) fn parse_authority(text: &str) -> Option<(String, Option<u16>)> {
    let (host, rest) = match text.strip_prefix('[') {
        Some(inner) => {
            let (inner, rest) = inner.split_once(']')?;
            inner.parse::<std::net::Ipv6Addr>().ok()?;
            (&text[..inner.len() + 2], rest)
        }
        None => {
            let at = text.find(':').unwrap_or(text.len());
            let (host, rest) = text.split_at(at);
            let is_host = !host.is_empty()
                && host
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte));
            (is_host.then_some(host)?, rest)
        }
    };
    let port = match rest.strip_prefix(':') {
        Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some(digits.parse().ok()?)
        }
        None if rest.is_empty() => None,
        _ => return None,
    };
    Some((host.to_ascii_lowercase(), port))
}

/// Parses an address as proxies write it, with or without a port.
fn parse_hop(text: &str) -> Option<IpAddr> {
    let bare = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    let address = bare
        .unwrap_or(text)
        .parse::<IpAddr>()
        .or_else(|_| text.parse::<SocketAddr>().map(|address| address.ip()));
    address.ok().map(|address| address.to_canonical())
}

/// Parses an address or a network from the settings.
fn parse_network(text: &str) -> Result<IpNet, BadRule> {
    text.parse()
        .or_else(|_| text.parse::<IpAddr>().map(IpNet::from))
        .map_err(|_| BadRule::Network(text.to_owned()))
}

/// Checks whether a request is allowed, given the origin of the page that caused it.
///
/// | | `Origin` is ours | is another, or `null` | is missing |
/// |---|---|---|---|
/// | cookie | yes | no | no |
/// | bearer token | yes | yes | yes |
/// | neither | yes | no | yes |
///
/// Requests that change nothing are always allowed, except for a WebSocket.
///
/// # Errors
/// [`Denied::WrongOrigin`].
pub(crate) fn check_origin(
    method: &Method,
    headers: &HeaderMap,
    via: Via,
    rules: &OriginRules,
) -> Result<(), Denied> {
    let is_safe = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
        && !headers.contains_key(UPGRADE);
    if is_safe || via == Via::Bearer {
        return Ok(());
    }
    let is_fine = match only(headers, &ORIGIN) {
        Some(origin) => rules.is_ours(origin, headers),
        None => via == Via::Anonymous && !headers.contains_key(ORIGIN),
    };
    if is_fine {
        Ok(())
    } else {
        Err(Denied::WrongOrigin)
    }
}

/// The value of a header that occurs exactly once.
pub(super) fn only<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

#[cfg(test)]
pub(super) mod tests {
    use axum::http::HeaderValue;

    use super::*;

    /// A request's headers.
    pub(in crate::http) fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, HeaderValue::from_str(value).unwrap());
        }
        headers
    }

    fn rules(public: &[&str], proxies: &[&str]) -> OriginRules {
        OriginRules::new(public, proxies).unwrap()
    }

    /// Whether each kind of caller is allowed: cookie, bearer, anonymous.
    fn allowed(method: &Method, pairs: &[(&'static str, &str)], rules: &OriginRules) -> [bool; 3] {
        let headers = headers(pairs);
        [Via::Cookie, Via::Bearer, Via::Anonymous]
            .map(|via| check_origin(method, &headers, via, rules).is_ok())
    }

    const ALL: [bool; 3] = [true, true, true];
    const BEARER: [bool; 3] = [false, true, false];

    // Faults 63 and 64.
    #[test]
    fn only_pages_of_this_server_act_with_the_cookie() {
        // Host, origin, who is allowed.
        let rows: &[(&str, &str, [bool; 3])] = &[
            ("play.example.lan", "http://play.example.lan", ALL),
            ("play.example.lan", "https://play.example.lan", ALL),
            ("play.example.lan:8080", "http://play.example.lan:8080", ALL),
            ("play.example.lan:443", "https://play.example.lan", ALL),
            ("127.0.0.1:3000", "http://127.0.0.1:3000", ALL),
            ("[::1]:3000", "http://[::1]:3000", ALL),
            // Case.
            ("Play.Example.LAN", "http://play.example.lan", ALL),
            ("play.example.lan", "HTTP://PLAY.example.lan", ALL),
            // Another site.
            ("play.example.lan", "http://evil.test", BEARER),
            ("play.example.lan", "null", BEARER),
            ("play.example.lan", "", BEARER),
            ("play.example.lan", "*", BEARER),
            // A subdomain, the parent domain, a sibling.
            ("play.example.lan", "http://sub.play.example.lan", BEARER),
            ("play.example.lan", "http://example.lan", BEARER),
            ("play.example.lan", "http://other.example.lan", BEARER),
            // Ports.
            ("play.example.lan", "http://play.example.lan:8080", BEARER),
            ("play.example.lan:8080", "http://play.example.lan", BEARER),
            (
                "play.example.lan:8080",
                "http://play.example.lan:8081",
                BEARER,
            ),
            ("play.example.lan:80", "https://play.example.lan", BEARER),
            ("127.0.0.1:3000", "http://localhost:3000", BEARER),
            // Suffix and prefix tricks.
            (
                "play.example.lan",
                "http://play.example.lan.evil.test",
                BEARER,
            ),
            ("play.example.lan", "http://evilplay.example.lan", BEARER),
            ("play.example.lan", "http://play.example.lan.", BEARER),
            (
                "play.example.lan",
                "http://evil.test/play.example.lan",
                BEARER,
            ),
            (
                "play.example.lan",
                "http://evil.test?play.example.lan",
                BEARER,
            ),
            (
                "play.example.lan",
                "http://evil.test#play.example.lan",
                BEARER,
            ),
            (
                "play.example.lan",
                "http://play.example.lan@evil.test",
                BEARER,
            ),
            (
                "play.example.lan",
                "http://evil.test@play.example.lan",
                BEARER,
            ),
            ("play.example.lan", "http://play.example.lan/", BEARER),
            ("play.example.lan", "http://play.example.lan:80:80", BEARER),
            (
                "play.example.lan",
                "http://play.example.lan:80@evil.test",
                BEARER,
            ),
            ("play.example.lan", "http://play.example.lan:", BEARER),
            ("play.example.lan", "http://play.example.lan:080000", BEARER),
            (
                "play.example.lan",
                "http://play.example.lan evil.test",
                BEARER,
            ),
            // Schemes.
            ("play.example.lan", "ftp://play.example.lan", BEARER),
            ("play.example.lan", "ws://play.example.lan", BEARER),
            ("play.example.lan", "file://", BEARER),
            ("play.example.lan", "play.example.lan", BEARER),
            (
                "play.example.lan",
                "chrome-extension://play.example.lan",
                BEARER,
            ),
        ];
        let none = OriginRules::default();
        for (host, origin, want) in rows {
            let pairs = [("host", *host), ("origin", *origin)];
            let upgrade = [
                ("host", *host),
                ("origin", *origin),
                ("upgrade", "WebSocket"),
            ];
            for method in [Method::POST, Method::PUT, Method::PATCH, Method::DELETE] {
                assert_eq!(
                    allowed(&method, &pairs, &none),
                    *want,
                    "{method} {host} {origin}"
                );
            }
            assert_eq!(
                allowed(&Method::GET, &upgrade, &none),
                *want,
                "socket {host} {origin}"
            );
            assert_eq!(allowed(&Method::CONNECT, &pairs, &none), *want);
            // Reading is always allowed.
            assert_eq!(allowed(&Method::GET, &pairs, &none), ALL);
            assert_eq!(allowed(&Method::HEAD, &pairs, &none), ALL);
        }
    }

    // Fault 63.
    #[test]
    fn a_page_under_a_foreign_name_that_points_here_is_not_ours() {
        let page = |host: &str, rules: &OriginRules| {
            let origin = format!("http://{host}");
            allowed(&Method::POST, &[("host", host), ("origin", &origin)], rules)
        };
        let none = OriginRules::default();
        for host in [
            "127.0.0.1:7272",
            "[fe80::1]:7272",
            "localhost:7272",
            "club:7272",
            "club.local:7272",
            "club.fritz.lan",
            "club.home.arpa",
        ] {
            assert_eq!(page(host, &none), ALL, "{host}");
        }
        for host in [
            "evil.com:7272",
            "evil.com",
            "127.0.0.1.evil.com",
            "evil.mylocal",
        ] {
            assert_eq!(page(host, &none), BEARER, "{host}");
        }
        let club = rules(&["http://club.org"], &[]);
        assert_eq!(page("club.org:7272", &club), ALL);
        assert_eq!(page("evil.com:7272", &club), BEARER);
    }

    // Fault 63.
    #[test]
    fn without_an_origin_only_native_clients_act() {
        let none = OriginRules::default();
        let want = [false, true, true];
        assert_eq!(allowed(&Method::POST, &[("host", "a.test")], &none), want);
        let upgrade = [("host", "a.test"), ("upgrade", "websocket")];
        assert_eq!(allowed(&Method::GET, &upgrade, &none), want);
    }

    // Fault 63.
    #[test]
    fn two_origins_or_two_hosts_are_never_ours() {
        let none = OriginRules::default();
        let two_origins = [
            ("host", "a.test"),
            ("origin", "http://a.test"),
            ("origin", "http://evil.test"),
        ];
        assert_eq!(allowed(&Method::POST, &two_origins, &none), BEARER);
        let two_hosts = [
            ("host", "a.test"),
            ("host", "evil.test"),
            ("origin", "http://a.test"),
        ];
        assert_eq!(allowed(&Method::POST, &two_hosts, &none), BEARER);
        assert_eq!(
            allowed(&Method::POST, &[("origin", "http://a.test")], &none),
            BEARER
        );
    }

    // Fault 63.
    #[test]
    fn configured_origins_are_accepted_behind_any_host() {
        let rules = rules(&["https://play.example.org"], &[]);
        let row =
            |host, origin| allowed(&Method::POST, &[("host", host), ("origin", origin)], &rules);
        assert_eq!(row("10.0.0.5:3000", "https://play.example.org"), ALL);
        assert_eq!(row("10.0.0.5:3000", "https://play.example.org:443"), ALL);
        assert_eq!(row("10.0.0.5:3000", "http://10.0.0.5:3000"), ALL);
        assert_eq!(row("10.0.0.5:3000", "https://play.example.org:444"), BEARER);
        assert_eq!(row("10.0.0.5:3000", "https://evil.test"), BEARER);
        // A page loaded without encryption may come from anybody.
        assert_eq!(row("play.example.org", "http://play.example.org"), BEARER);
        assert_eq!(
            row("play.example.org:80", "http://play.example.org"),
            BEARER
        );
    }

    #[test]
    fn errors_name_the_invalid_setting() {
        for bad in [
            "play.example.org",
            "https://",
            "https://a/b",
            "https://*.a.test",
        ] {
            let error = OriginRules::new(&[bad], &[]).unwrap_err();
            assert_eq!(error, BadRule::Origin(bad.to_owned()));
        }
        for bad in [
            "",
            "10.0.0",
            "10.0.0.0/33",
            "::/129",
            "10.0.0.0/x",
            "10.0.0.0/-1",
        ] {
            let error = OriginRules::new(&[], &[bad]).unwrap_err();
            assert_eq!(error, BadRule::Network(bad.to_owned()));
        }
    }

    // Fault 35.
    #[test]
    fn only_trusted_proxies_can_forward_an_address() {
        let rows: &[(&[&str], &str, &[&str], &str)] = &[
            // No proxy is trusted.
            (&[], "192.0.2.9", &["198.51.100.1"], "192.0.2.9"),
            (&[], "127.0.0.1", &["198.51.100.1"], "127.0.0.1"),
            // The peer is not a trusted proxy.
            (&["10.0.0.0/8"], "192.0.2.9", &["198.51.100.1"], "192.0.2.9"),
            // The peer is a trusted proxy.
            (
                &["10.0.0.0/8"],
                "10.1.2.3",
                &["198.51.100.1"],
                "198.51.100.1",
            ),
            (&["10.0.0.0/8"], "10.1.2.3", &[], "10.1.2.3"),
            // What the client wrote is on the left.
            (
                &["10.0.0.0/8"],
                "10.1.2.3",
                &["1.1.1.1, 198.51.100.1"],
                "198.51.100.1",
            ),
            (
                &["10.0.0.0/8"],
                "10.1.2.3",
                &["1.1.1.1", "198.51.100.1"],
                "198.51.100.1",
            ),
            (
                &["10.0.0.0/8"],
                "10.1.2.3",
                &["127.0.0.1,198.51.100.1"],
                "198.51.100.1",
            ),
            // Two proxies in a row.
            (
                &["10.0.0.0/8"],
                "10.1.2.3",
                &["1.1.1.1, 198.51.100.1, 10.9.9.9"],
                "198.51.100.1",
            ),
            // Invalid text ends the chain.
            (
                &["10.0.0.0/8"],
                "10.1.2.3",
                &["1.1.1.1, nonsense"],
                "10.1.2.3",
            ),
            (
                &["10.0.0.0/8"],
                "10.1.2.3",
                &["1.1.1.1, unknown, 10.9.9.9"],
                "10.9.9.9",
            ),
            (&["10.0.0.0/8"], "10.1.2.3", &[""], "10.1.2.3"),
            // Ports and brackets.
            (
                &["10.0.0.0/8"],
                "10.1.2.3",
                &["198.51.100.1:4711"],
                "198.51.100.1",
            ),
            (
                &["10.0.0.0/8"],
                "10.1.2.3",
                &["[2001:db8::1]:4711"],
                "2001:db8::1",
            ),
            (
                &["10.0.0.0/8"],
                "10.1.2.3",
                &["[2001:db8::1]"],
                "2001:db8::1",
            ),
            // The same address in two notations.
            (
                &["127.0.0.1"],
                "::ffff:127.0.0.1",
                &["::ffff:198.51.100.1"],
                "198.51.100.1",
            ),
            (&["::1"], "::1", &["198.51.100.1"], "198.51.100.1"),
            (
                &["2001:db8::/32"],
                "2001:db8:7::1",
                &["198.51.100.1"],
                "198.51.100.1",
            ),
            (
                &["2001:db8::/32"],
                "2001:db9::1",
                &["198.51.100.1"],
                "2001:db9::1",
            ),
            (
                &["0.0.0.0/0"],
                "192.0.2.9",
                &["198.51.100.1"],
                "198.51.100.1",
            ),
            (
                &["0.0.0.0/0"],
                "2001:db8::1",
                &["198.51.100.1"],
                "2001:db8::1",
            ),
        ];
        for (proxies, peer, forwarded, want) in rows {
            let pairs: Vec<_> = forwarded
                .iter()
                .map(|hop| ("x-forwarded-for", *hop))
                .collect();
            let rules = rules(&[], proxies);
            let peer = SocketAddr::new(peer.parse().unwrap(), 4711);
            let address = rules.address(&headers(&pairs), peer);
            assert_eq!(
                address.to_string(),
                *want,
                "{proxies:?} {peer} {forwarded:?}"
            );
        }
    }

    #[test]
    fn only_trusted_proxies_and_settings_decide_what_is_https() {
        let peer: SocketAddr = "10.1.2.3:4711".parse().unwrap();
        let row = |rules: &OriginRules, pairs| rules.is_https(&headers(pairs), peer);
        let proto = [("host", "a.test"), ("x-forwarded-proto", "https")];
        assert!(!row(&rules(&[], &[]), &proto));
        assert!(row(&rules(&[], &["10.0.0.0/8"]), &proto));
        let public = rules(&["https://a.test"], &[]);
        assert!(row(&public, &[("host", "a.test")]));
        assert!(!row(&public, &[("host", "localhost:3000")]));
        assert!(!row(&rules(&["http://a.test"], &[]), &[("host", "a.test")]));
    }
}
