//! Extracts the caller from a request.

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, FromRef, FromRequestParts, Query};
use axum::http::header::{ACCEPT_LANGUAGE, AUTHORIZATION, HeaderMap, HeaderName};
use axum::http::request::Parts;
use serde::Deserialize;
use yiqi_text::Lang;

use super::cookies::{Cookie, LOGIN, cookie};
use super::origin::{OriginRules, check_origin, only};
use crate::caller::{Caller, Via};
use crate::connections::{ConnectionMark, Rank};
use crate::denied::Denied;
use crate::limits::RateLimits;
use crate::people::{People, token_hash};

/// The cookie in which the page keeps the language chosen there.
const LANG_COOKIE_NAME: &str = "yiqi-lang";

/// The header with the secret of an invitation.
const INVITE: HeaderName = HeaderName::from_static("yiqi-invite");

/// Query parameters that control the form of the response.
#[derive(Debug, Deserialize)]
struct CallerQuery {
    /// The number of the last entry that the client has.
    #[serde(default)]
    after: usize,
    /// Whether to include views: `no`, or anything else for yes.
    #[serde(default)]
    view: Option<String>,
    /// The protocol version of the client.
    #[serde(default)]
    version: Option<u32>,
}

/// Extracts the caller, checking the rate limit and the origin. A bearer token takes precedence
/// over the cookie; an invalid one is refused. An invalid cookie counts as no token, but still
/// shows that the caller is a browser.
impl<S> FromRequestParts<S> for Caller
where
    S: Send + Sync,
    People: FromRef<S>,
    OriginRules: FromRef<S>,
    RateLimits: FromRef<S>,
{
    type Rejection = Denied;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Caller, Denied> {
        let ConnectInfo(peer) = ConnectInfo::<SocketAddr>::from_request_parts(parts, state)
            .await
            .map_err(|error| Denied::internal(&error))?;
        let headers = &parts.headers;
        let rules = OriginRules::from_ref(state);
        let address = rules.address(headers, peer);
        let limits = RateLimits::from_ref(state);
        if rules.has_hidden_proxy(headers, peer) {
            limits.note_hidden_proxy();
        }
        limits.request(address)?;
        let is_https = rules.is_https(headers, peer);
        let (via, token) = match (bearer(headers), LOGIN.read(headers, is_https)) {
            (Some(token), _) => (Via::Bearer, Some(token)),
            (None, Cookie::None) => (Via::Anonymous, None),
            (None, Cookie::One(token)) => (Via::Cookie, Some(token)),
            (None, Cookie::Several) => (Via::Cookie, None),
        };
        let token_hash = token.filter(is_token).map(token_hash);
        let known = match &token_hash {
            Some(token) => People::from_ref(state).authenticate(token).await?,
            None => None,
        };
        if via == Via::Bearer && known.is_none() {
            return Err(Denied::Unauthorized);
        }
        if let (Some(mark), Some((person, _))) = (parts.extensions.get::<ConnectionMark>(), &known)
        {
            mark.raise(if person.account {
                Rank::Player
            } else {
                Rank::Guest
            });
        }
        check_origin(&parts.method, headers, via, &rules)?;
        let Query(query) = Query::<CallerQuery>::try_from_uri(&parts.uri)
            .map_err(|_| Denied::BadMessage("query".to_owned()))?;
        let is_ours = |version| version == yiqi_wire::VERSION;
        if !query.version.is_none_or(is_ours) {
            return Err(Denied::BadVersion);
        }
        let (person, kind) = known.unzip();
        Ok(Caller {
            token_hash: token_hash.filter(|_| person.is_some()),
            person,
            kind,
            via,
            address,
            is_https,
            invite: headers
                .get(INVITE)
                .and_then(|invite| invite.to_str().ok())
                .map(str::to_owned),
            lang: lang_of(parts.uri.query(), headers),
            view: query.view.as_deref() != Some("no"),
            after: query.after,
        })
    }
}

/// The token of an `Authorization: Bearer` header.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = only(headers, &AUTHORIZATION)?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// Whether a text can be a token. Others are not looked up.
pub(super) fn is_token(text: &&str) -> bool {
    text.len() == 32 && text.is_ascii()
}

/// The language of the page: the one chosen there, or else the browser's.
pub(super) fn page_lang(headers: &HeaderMap) -> Lang {
    let chosen = match cookie(headers, LANG_COOKIE_NAME) {
        Cookie::One(tag) => Lang::tagged(tag),
        Cookie::None | Cookie::Several => None,
    };
    chosen.unwrap_or_else(|| lang(headers))
}

/// The language requested in the query, or else by the browser.
pub(super) fn lang_of(query: Option<&str>, headers: &HeaderMap) -> Lang {
    let named = query.and_then(|query| {
        let tag = query
            .split('&')
            .find_map(|part| part.strip_prefix("lang="))?;
        Lang::tagged(tag)
    });
    named.unwrap_or_else(|| lang(headers))
}

/// The most preferred supported language of `Accept-Language`.
fn lang(headers: &HeaderMap) -> Lang {
    let mut best = (0, Lang::En);
    let wishes = headers
        .get_all(ACCEPT_LANGUAGE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .take(32);
    for wish in wishes {
        let (tag, rest) = wish.split_once(';').unwrap_or((wish, ""));
        let quality = match rest.trim().strip_prefix("q=") {
            Some(quality) => quality.parse::<f32>().unwrap_or(0.0),
            None => 1.0,
        };
        let tag = tag.trim();
        let first = tag.split('-').next().unwrap_or_default();
        let is_known = ["en", "zh"]
            .iter()
            .any(|known| known.eq_ignore_ascii_case(first));
        // In thousandths, as in the header; the first of equals wins.
        let quality = (quality.clamp(0.0, 1.0) * 1000.0) as u32;
        if is_known && quality > best.0 {
            best = (quality, Lang::of_locale(tag));
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::origin::tests::headers;

    #[test]
    fn the_most_preferred_language_is_chosen() {
        let rows = [
            ("", Lang::En),
            ("zh-TW,zh;q=0.9,en;q=0.8", Lang::ZhHant),
            ("de, zh-CN;q=0.5, en;q=0.4", Lang::ZhHans),
            ("en-GB,zh", Lang::En),
            ("en;q=0.1, zh-Hant;q=0.2", Lang::ZhHant),
            ("zh;q=0", Lang::En),
            ("zh;q=x", Lang::En),
            ("fr", Lang::En),
            ("zhuang", Lang::En),
        ];
        for (value, want) in rows {
            assert_eq!(
                lang(&headers(&[("accept-language", value)])),
                want,
                "{value}"
            );
        }
    }
}
