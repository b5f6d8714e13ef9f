//! The caller: one type from the incoming request to the table that handles it.

use std::net::IpAddr;

use yiqi_text::Lang;

use crate::denied::Denied;
use crate::store::{Person, PersonKey, TokenHash, TokenKind};

/// How a caller authenticates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Via {
    /// With the cookie: a browser, perhaps against its owner's will. The token may not be valid.
    Cookie,
    /// With a bearer token in the request.
    Bearer,
    /// Not at all.
    Anonymous,
}

/// Who sends a request, from where, and which form of response they want.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    /// The person, if authenticated.
    pub(crate) person: Option<Person>,
    /// The hash of their token.
    pub(crate) token_hash: Option<TokenHash>,
    /// What the token is for.
    pub(crate) kind: Option<TokenKind>,
    /// How they authenticate.
    pub(crate) via: Via,
    /// Their address.
    pub(crate) address: IpAddr,
    /// Whether the request came over HTTPS.
    pub(crate) is_https: bool,
    /// The secret of an invitation. It is not in the URL, which may end up in logs.
    pub(crate) invite: Option<String>,
    /// The language of texts in the response.
    pub(crate) lang: Lang,
    /// Whether updates and table states include views.
    pub(crate) view: bool,
    /// The number of the last entry that the client has.
    pub(crate) after: usize,
}

impl Caller {
    /// The person's key, if authenticated.
    pub(crate) fn key(&self) -> Option<PersonKey> {
        self.person.as_ref().map(|person| person.key)
    }

    /// The authenticated person.
    ///
    /// # Errors
    /// [`Denied::Unauthorized`].
    pub(crate) fn require_person(&self) -> Result<&Person, Denied> {
        self.person.as_ref().ok_or(Denied::Unauthorized)
    }
}
