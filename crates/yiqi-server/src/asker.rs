//! Who asks: one type from the request that comes in to the table that answers.

use std::net::IpAddr;

use yiqi_text::Lang;

use crate::denied::Denied;
use crate::store::{Person, PersonKey, TokenHash, TokenKind};

/// How an asker says who they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Via {
    /// By the cookie: a browser, perhaps against its owner's will. The token may be none of ours.
    Cookie,
    /// By a token in the request.
    Bearer,
    /// Not at all.
    Nobody,
}

/// Who asks, from where, and how they want to be answered.
#[derive(Clone, Debug)]
pub(crate) struct Asker {
    /// Who it is, if known.
    pub(crate) person: Option<Person>,
    /// What is kept of their token.
    pub(crate) token_hash: Option<TokenHash>,
    /// What the token is for.
    pub(crate) kind: Option<TokenKind>,
    /// How they say who they are.
    pub(crate) via: Via,
    /// Where they are.
    pub(crate) address: IpAddr,
    /// Whether the request came by https.
    pub(crate) is_https: bool,
    /// The secret of an invitation. Not in the address, which others may write into their logs.
    pub(crate) invite: Option<String>,
    /// The language of sentences.
    pub(crate) lang: Lang,
    /// Whether views are wanted: with every update, and with all that is told about a table.
    pub(crate) view: bool,
    /// The number of the last entry that they know.
    pub(crate) after: usize,
}

impl Asker {
    /// The key of the person, if known.
    pub(crate) fn key(&self) -> Option<PersonKey> {
        self.person.as_ref().map(|person| person.key)
    }

    /// The person, who must be known.
    ///
    /// # Errors
    /// [`Denied::Unauthorized`].
    pub(crate) fn known(&self) -> Result<&Person, Denied> {
        self.person.as_ref().ok_or(Denied::Unauthorized)
    }
}
