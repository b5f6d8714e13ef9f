//! The cookies that we set and read.

use axum::http::header::{COOKIE, HeaderMap, HeaderValue, SET_COOKIE};
use axum::response::Response;

use crate::denied::Denied;

/// A secret in a cookie.
///
/// Over HTTPS its name has a prefix, which makes browsers refuse it from plain HTTP and, with
/// `__Host-`, from other hosts of the same domain.
pub(super) struct SecretCookie {
    name: &'static str,
    name_over_https: &'static str,
    /// Where browsers send it.
    scope: &'static str,
}

/// The token of a login. A link from elsewhere must find its reader logged in.
pub(super) const LOGIN: SecretCookie = SecretCookie {
    name: "yiqi",
    name_over_https: "__Host-yiqi",
    scope: "SameSite=Lax; Path=/",
};

/// The secret by which a device is known; needed to log in and for nothing else.
pub(super) const DEVICE: SecretCookie = SecretCookie {
    name: "yiqi-device",
    name_over_https: "__Secure-yiqi-device",
    scope: "SameSite=Strict; Path=/api/login",
};

impl SecretCookie {
    fn name(&self, is_https: bool) -> &'static str {
        if is_https {
            self.name_over_https
        } else {
            self.name
        }
    }

    /// The cookie in a request.
    pub(super) fn read<'h>(&self, headers: &'h HeaderMap, is_https: bool) -> Cookie<'h> {
        cookie(headers, self.name(is_https))
    }

    /// Sets the cookie, or deletes it if it is to last 0 seconds.
    pub(super) fn set(
        &self,
        response: &mut Response,
        secret: &str,
        seconds: u32,
        is_https: bool,
    ) -> Result<(), Denied> {
        let (name, scope) = (self.name(is_https), self.scope);
        let secure = if is_https { "; Secure" } else { "" };
        let cookie = format!("{name}={secret}; HttpOnly; {scope}; Max-Age={seconds}{secure}");
        let mut value = HeaderValue::try_from(cookie).map_err(|error| Denied::internal(&error))?;
        value.set_sensitive(true);
        response.headers_mut().append(SET_COOKIE, value);
        Ok(())
    }
}

/// A cookie of a request.
pub(super) enum Cookie<'h> {
    /// No cookie.
    None,
    /// One cookie.
    One(&'h str),
    /// Several that differ: somebody may have planted one, and we cannot tell which.
    Several,
}

/// The cookie of a request with this name.
pub(super) fn cookie<'h>(headers: &'h HeaderMap, wanted: &str) -> Cookie<'h> {
    let mut found = Cookie::None;
    let pairs = headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='));
    for (name, value) in pairs {
        if name == wanted {
            found = match found {
                Cookie::None => Cookie::One(value),
                Cookie::One(before) if before == value => Cookie::One(value),
                _ => Cookie::Several,
            };
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::origin::tests::headers;

    fn found(pairs: &[(&'static str, &str)], is_https: bool) -> String {
        match LOGIN.read(&headers(pairs), is_https) {
            Cookie::None => "none".to_owned(),
            Cookie::One(value) => value.to_owned(),
            Cookie::Several => "several".to_owned(),
        }
    }

    #[test]
    fn a_cookie_is_found_among_others_and_two_different_ones_are_rejected() {
        for (cookies, want) in [
            (&[("cookie", "a=b; yiqi=T; c=d")][..], "T"),
            (&[("cookie", "a=b"), ("cookie", "yiqi=T")], "T"),
            (&[("cookie", "xyiqi=T; yiqi2=T; a=yiqi=T")], "none"),
            (&[("cookie", "YIQI=T")], "none"),
            (&[("cookie", "yiqi=T; yiqi=T")], "T"),
            (&[("cookie", "yiqi=T; yiqi=U")], "several"),
            (&[], "none"),
        ] {
            assert_eq!(found(cookies, false), want, "{cookies:?}");
        }
    }

    #[test]
    fn over_https_only_a_cookie_that_other_hosts_cannot_set_counts() {
        let both = [("cookie", "yiqi=planted; __Host-yiqi=T")];
        assert_eq!(found(&both, true), "T");
        assert_eq!(found(&[("cookie", "yiqi=planted")], true), "none");
        assert_eq!(found(&[("cookie", "__Host-yiqi=T")], false), "none");
    }
}
