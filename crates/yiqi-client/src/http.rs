//! The HTTP requests before a connection: getting a token, reading the table, taking a seat.

use serde::Serialize;
use serde::de::DeserializeOwned;
use ureq::Agent;
use yiqi_wire::{
    Created, ErrorBody, Fault, GuestRequest, Joined, LobbyView, Me, NewTable, SeatKind, SitRequest,
    TableState, TokenResponse,
};

use crate::identity::is_token;
use crate::tls::TlsProblem;
use crate::{Identity, Options, Reason, ServerAddress, TableAddress};

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Denied {
    pub(crate) reason: Reason,
    /// Whether a retry cannot help.
    pub(crate) is_final: bool,
    /// Whether the server does not accept the token.
    pub(crate) is_unknown: bool,
}

impl Denied {
    pub(crate) fn temporary(reason: Reason) -> Denied {
        Denied {
            reason,
            is_final: false,
            is_unknown: false,
        }
    }

    /// Interprets an error response.
    pub(crate) fn from_response(status: u16, body: &[u8]) -> Denied {
        let fault = serde_json::from_slice::<ErrorBody>(body).map(|body| body.error);
        // A proxy may respond with 401 too: only the server's own error discards a token.
        let is_unknown = status == 401
            && fault
                .as_ref()
                .is_ok_and(|fault| fault.code == "unauthorized");
        let is_final =
            fault.is_ok() && matches!(status, 400..=499) && !matches!(status, 401 | 408 | 429);
        let reason = match (status, fault) {
            (_, Ok(fault)) if fault.code == "needs_https" => Reason::NeedsHttps,
            (404, Ok(fault)) if fault.code == "not_found" => Reason::NoTable,
            (_, Ok(fault)) => Reason::Refused(fault),
            (502..=504, Err(_)) => Reason::Unreachable(format!("HTTP {status}")),
            (_, Err(_)) => Reason::NotYiqi,
        };
        Denied {
            reason,
            is_final,
            is_unknown,
        }
    }
}

/// The maximum size of a response.
const RESPONSE_BYTES_MAX: u64 = 16 << 20;

/// Sends requests to a server.
struct ApiClient<'a> {
    agent: Agent,
    address: &'a ServerAddress,
    lang: &'a str,
    token: Option<String>,
}

impl ApiClient<'_> {
    fn new<'a>(
        address: &'a ServerAddress,
        options: &'a Options,
        token: Option<String>,
    ) -> Result<ApiClient<'a>, Denied> {
        let mut config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None)
            .timeout_global(Some(options.timing.response_max));
        if address.is_secure() {
            let tls = options.trust.requests();
            config = config.tls_config(tls.map_err(|problem| {
                // Another attempt would load the same.
                Denied {
                    is_final: true,
                    ..Denied::temporary(Reason::Tls(problem))
                }
            })?);
        }
        Ok(ApiClient {
            agent: config.build().new_agent(),
            address,
            lang: &options.lang,
            token,
        })
    }

    fn url(&self, path: &str) -> String {
        let scheme = if self.address.is_secure() {
            "https"
        } else {
            "http"
        };
        format!("{scheme}://{}/api/{path}", self.address.server())
    }

    fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Denied> {
        let mut request = self
            .agent
            .get(self.url(path))
            .header("Accept-Language", self.lang);
        if let Some(token) = &self.token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        read(request.call())
    }

    fn post<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<T, Denied> {
        let body = serde_json::to_vec(body).map_err(|_| Denied::temporary(Reason::NotYiqi))?;
        let mut request = self
            .agent
            .post(self.url(path))
            .header("Accept-Language", self.lang)
            .header("Content-Type", "application/json");
        if let Some(token) = &self.token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        read(request.send(&body))
    }
}

type HttpResult = Result<ureq::http::Response<ureq::Body>, ureq::Error>;

fn read<T: DeserializeOwned>(response: HttpResult) -> Result<T, Denied> {
    let mut response = response.map_err(|error| Denied::temporary(unreachable_by(&error)))?;
    let status = response.status().as_u16();
    let body = response
        .body_mut()
        .with_config()
        .limit(RESPONSE_BYTES_MAX)
        .read_to_vec()
        .map_err(|error| Denied::temporary(unreachable_by(&error)))?;
    if (300..400).contains(&status) && leads_to_https(&response) {
        return Err(Denied {
            is_final: true,
            ..Denied::temporary(Reason::NeedsHttps)
        });
    }
    if !(200..300).contains(&status) {
        return Err(Denied::from_response(status, &body));
    }
    serde_json::from_slice(&body).map_err(|_| Denied::temporary(Reason::NotYiqi))
}

/// Whether a server that was asked over plain HTTP redirects to HTTPS.
fn leads_to_https(response: &ureq::http::Response<ureq::Body>) -> bool {
    let location = response.headers().get("location");
    location
        .and_then(|location| location.to_str().ok())
        .is_some_and(|location| location.starts_with("https://"))
}

fn unreachable_by(error: &ureq::Error) -> Reason {
    match error {
        ureq::Error::Rustls(error) => Reason::Tls(TlsProblem::from_rustls(error)),
        ureq::Error::Io(error) => match TlsProblem::from_io(error) {
            Some(problem) => Reason::Tls(problem),
            None => Reason::Unreachable(error.to_string()),
        },
        ureq::Error::Protocol(_) | ureq::Error::BodyExceedsLimit(_) => Reason::NotYiqi,
        other => Reason::Unreachable(other.to_string()),
    }
}

/// The result of going to a table.
pub(crate) struct Entered {
    pub(crate) token: String,
    /// Why no seat was given although one is open.
    pub(crate) no_seat: Option<Fault>,
}

/// Reads a table.
pub(crate) fn look(
    address: &TableAddress,
    identity: &Identity,
    options: &Options,
) -> Result<TableState, Denied> {
    let client = ApiClient::new(address, options, identity.token(address))?;
    let path = format!("tables/{}", address.table());
    match client.get(&path) {
        Err(denied) if denied.is_unknown => ApiClient::new(address, options, None)?.get(&path),
        response => response,
    }
}

/// Goes to a table: gets a token, and takes a seat if one is available.
pub(crate) fn enter(
    address: &TableAddress,
    identity: &Identity,
    options: &Options,
) -> Result<Entered, Denied> {
    let token = valid_token(address, identity, options)?;
    let client = ApiClient::new(address, options, Some(token.clone()))?;
    let path = format!("tables/{}", address.table());
    let state: TableState = client.get(&path)?;
    let seats = &state.table.seats;
    let is_open = [&seats.first, &seats.second]
        .iter()
        .any(|seat| seat.kind == SeatKind::Open);
    let is_welcome = address.invite().is_some() || state.table.listed;
    let mut no_seat = None;
    if state.you.seats.is_empty() && is_open && is_welcome {
        let request = SitRequest {
            invite: address.invite().map(str::to_owned),
        };
        match client.post::<Joined>(&format!("{path}/sit"), &request) {
            Ok(_) => {}
            // Somebody was faster, or the invitation does not match: the client may watch.
            Err(Denied {
                reason: Reason::Refused(fault),
                is_final: true,
                ..
            }) => no_seat = Some(fault),
            Err(denied) => return Err(denied),
        }
    }
    Ok(Entered { token, no_seat })
}

/// Reads the lobby of a server.
pub(crate) fn lobby(address: &ServerAddress, options: &Options) -> Result<LobbyView, Denied> {
    ApiClient::new(address, options, None)?.get("tables")
}

/// Creates a table and returns its address, with the invitation if it has one.
pub(crate) fn create(
    address: &ServerAddress,
    identity: &Identity,
    options: &Options,
    table: &NewTable,
) -> Result<TableAddress, Denied> {
    let token = valid_token(address, identity, options)?;
    let client = ApiClient::new(address, options, Some(token))?;
    let created: Created = client.post("tables", table)?;
    address
        .table(&created.table, created.invite.as_deref())
        .map_err(|_| Denied::temporary(Reason::NotYiqi))
}

/// A valid token: the stored one, or that of a new guest.
fn valid_token(
    address: &ServerAddress,
    identity: &Identity,
    options: &Options,
) -> Result<String, Denied> {
    let request = GuestRequest {
        name: options.name.clone(),
    };
    if let Some(token) = identity.token(address) {
        let client = ApiClient::new(address, options, Some(token.clone()))?;
        match client.get::<Me>("me") {
            Ok(me) => {
                let is_renamed = !request.name.is_empty() && request.name != me.name;
                if is_renamed && !me.account {
                    // The old name works too; any other problem shows soon.
                    let _ = client.post::<TokenResponse>("guest", &request);
                }
                return Ok(token);
            }
            Err(denied) if denied.is_unknown => identity.forget(address),
            Err(denied) => return Err(denied),
        }
    }
    let response: TokenResponse =
        ApiClient::new(address, options, None)?.post("guest", &request)?;
    if !is_token(&response.token) {
        return Err(Denied::temporary(Reason::NotYiqi));
    }
    // If the token cannot be saved, it is lost when the program exits.
    let _ = identity.keep(address, &response.token);
    Ok(response.token)
}
