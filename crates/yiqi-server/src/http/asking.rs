//! Who asks, and how they want to be answered.

use axum::extract::{FromRequestParts, Query};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use serde::Deserialize;
use yiqi_text::Lang;

use super::App;
use crate::denied::Denied;
use crate::people::{self, Caller, ConnectionSlot, Person};
use crate::table::{Asker, Wants};

/// The header with the secret of an invitation.
const INVITE: &str = "yiqi-invite";

/// Whoever sent a request.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    pub(crate) caller: Caller,
    /// What the address asks for.
    pub(crate) query: AskQuery,
    pub(crate) lang: Lang,
    /// The secret of an invitation. Not in the address, which others may write into their logs.
    invite: Option<String>,
}

/// What an address may say about how to answer.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct AskQuery {
    /// The last entry that is known.
    #[serde(default)]
    pub(crate) after: usize,
    /// Whether views are wanted: `no`, or anything else.
    #[serde(default)]
    view: Option<String>,
    /// The version of the messages that the client speaks.
    #[serde(default)]
    version: Option<u32>,
}

/// The language that an address or a browser asks for.
pub(super) fn lang_of(query: Option<&str>, headers: &HeaderMap) -> Lang {
    let named = query.and_then(|query| {
        let tag = query
            .split('&')
            .find_map(|part| part.strip_prefix("lang="))?;
        Lang::tagged(tag)
    });
    named.unwrap_or_else(|| people::lang(headers))
}

impl FromRequestParts<App> for Visitor {
    type Rejection = Denied;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Visitor, Denied> {
        let caller = Caller::from_request_parts(parts, app).await?;
        let Query(query) = Query::<AskQuery>::try_from_uri(&parts.uri)
            .map_err(|_| Denied::BadMessage("query".to_owned()))?;
        if query
            .version
            .is_some_and(|version| version != yiqi_wire::VERSION)
        {
            return Err(Denied::BadVersion);
        }
        Ok(Visitor {
            invite: parts
                .headers
                .get(INVITE)
                .and_then(|invite| invite.to_str().ok())
                .map(str::to_owned),
            lang: lang_of(parts.uri.query(), &parts.headers),
            caller,
            query,
        })
    }
}

impl Visitor {
    /// Who it is, for a table.
    pub(crate) fn asker(&self) -> Asker {
        Asker {
            person: self.caller.person.clone(),
            invite: self.invite.clone(),
            wants: Wants {
                view: self.query.view.as_deref() != Some("no"),
                lang: self.lang,
            },
        }
    }

    /// A place among the connections of one address and one person.
    pub(crate) fn slot(&self, app: &App) -> Result<ConnectionSlot, Denied> {
        let person = self.caller.person.as_ref().map(|person| person.key);
        let limits = &app.hub.services.limits;
        limits.connection(self.caller.address, person)
    }

    /// Who it is, if that is known.
    pub(crate) fn person(&self) -> Result<&Person, Denied> {
        self.caller.person.as_ref().ok_or(Denied::Unauthorized)
    }
}
