//! The requests that lead to a table: who one is, what the table is, a seat at it.

use serde::Serialize;
use serde::de::DeserializeOwned;
use ureq::Agent;
use yiqi_wire::{
    ErrorBody, Fault, GuestRequest, Joined, Me, SeatKind, SitRequest, TableState, TokenAnswer,
};

use crate::identity::is_token;
use crate::{Identity, Options, Reason, TableAddress};

/// Why a request was in vain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Denied {
    pub(crate) reason: Reason,
    /// Whether trying again cannot help.
    pub(crate) is_final: bool,
    /// Whether the server does not know the token.
    pub(crate) is_unknown: bool,
}

impl Denied {
    fn passing(reason: Reason) -> Denied {
        Denied {
            reason,
            is_final: false,
            is_unknown: false,
        }
    }

    /// What an answer with this status means.
    pub(crate) fn answered(status: u16, body: &[u8]) -> Denied {
        let fault = serde_json::from_slice::<ErrorBody>(body).map(|body| body.error);
        // What stands between may say 401 as well: only the server's own word loses a token.
        let is_unknown = status == 401
            && fault
                .as_ref()
                .is_ok_and(|fault| fault.code == "unauthorized");
        let is_final =
            fault.is_ok() && matches!(status, 400..=499) && !matches!(status, 401 | 408 | 429);
        let reason = match (status, fault) {
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

/// The most that is read of an answer.
const ANSWER_BYTES_MAX: u64 = 16 << 20;

/// One who asks a server.
struct Asker<'a> {
    agent: Agent,
    address: &'a TableAddress,
    lang: &'a str,
    token: Option<String>,
}

impl Asker<'_> {
    fn new<'a>(
        address: &'a TableAddress,
        options: &'a Options,
        token: Option<String>,
    ) -> Asker<'a> {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None)
            .timeout_global(Some(options.timing.answer_max))
            .build();
        Asker {
            agent: config.new_agent(),
            address,
            lang: &options.lang,
            token,
        }
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}/api/{path}", self.address.server())
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
        let body = serde_json::to_vec(body).map_err(|_| Denied::passing(Reason::NotYiqi))?;
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

type Answer = Result<ureq::http::Response<ureq::Body>, ureq::Error>;

fn read<T: DeserializeOwned>(answer: Answer) -> Result<T, Denied> {
    let mut answer = answer.map_err(|error| Denied::passing(unreachable_by(&error)))?;
    let status = answer.status().as_u16();
    let body = answer
        .body_mut()
        .with_config()
        .limit(ANSWER_BYTES_MAX)
        .read_to_vec()
        .map_err(|error| Denied::passing(unreachable_by(&error)))?;
    if !(200..300).contains(&status) {
        return Err(Denied::answered(status, &body));
    }
    serde_json::from_slice(&body).map_err(|_| Denied::passing(Reason::NotYiqi))
}

fn unreachable_by(error: &ureq::Error) -> Reason {
    match error {
        ureq::Error::Io(error) => Reason::Unreachable(error.to_string()),
        ureq::Error::Protocol(_) | ureq::Error::BodyExceedsLimit(_) => Reason::NotYiqi,
        other => Reason::Unreachable(other.to_string()),
    }
}

/// What came of going to a table.
pub(crate) struct Entered {
    pub(crate) token: String,
    /// Why no seat was given although there is one.
    pub(crate) no_seat: Option<Fault>,
}

/// What the table is, as far as one may know.
pub(crate) fn look(
    address: &TableAddress,
    identity: &Identity,
    options: &Options,
) -> Result<TableState, Denied> {
    let asker = Asker::new(address, options, identity.token(address));
    let path = format!("tables/{}", address.table());
    match asker.get(&path) {
        Err(denied) if denied.is_unknown => Asker::new(address, options, None).get(&path),
        answer => answer,
    }
}

/// Goes to a table: makes oneself known, and sits down if a seat is open to one.
pub(crate) fn enter(
    address: &TableAddress,
    identity: &Identity,
    options: &Options,
) -> Result<Entered, Denied> {
    let token = known(address, identity, options)?;
    let asker = Asker::new(address, options, Some(token.clone()));
    let path = format!("tables/{}", address.table());
    let state: TableState = asker.get(&path)?;
    let seats = &state.table.seats;
    let is_open = [&seats.first, &seats.second]
        .iter()
        .any(|seat| seat.kind == SeatKind::Open);
    let is_welcome = address.invite().is_some() || state.table.listed;
    let mut no_seat = None;
    if state.you.seats.is_empty() && is_open && is_welcome {
        let wish = SitRequest {
            invite: address.invite().map(str::to_owned),
        };
        match asker.post::<Joined>(&format!("{path}/sit"), &wish) {
            Ok(_) => {}
            // Somebody was faster, or the invitation is not for here: one may watch.
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

/// The token of somebody the server knows: the one kept, or that of a new guest.
fn known(address: &TableAddress, identity: &Identity, options: &Options) -> Result<String, Denied> {
    let request = GuestRequest {
        name: options.name.clone(),
    };
    if let Some(token) = identity.token(address) {
        let asker = Asker::new(address, options, Some(token.clone()));
        match asker.get::<Me>("me") {
            Ok(me) => {
                let is_renamed = !request.name.is_empty() && request.name != me.name;
                if is_renamed && !me.account {
                    // Called by the old name one can play as well; whatever else is wrong shows soon.
                    let _ = asker.post::<TokenAnswer>("guest", &request);
                }
                return Ok(token);
            }
            Err(denied) if denied.is_unknown => identity.forget(address),
            Err(denied) => return Err(denied),
        }
    }
    let answer: TokenAnswer = Asker::new(address, options, None).post("guest", &request)?;
    if !is_token(&answer.token) {
        return Err(Denied::passing(Reason::NotYiqi));
    }
    // Where it cannot be written it lasts as long as the program.
    let _ = identity.keep(address, &answer.token);
    Ok(answer.token)
}
