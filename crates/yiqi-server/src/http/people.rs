//! The routes for guests, accounts and tokens; see "People and tokens" in `docs/network.md`.

#[cfg(test)]
mod tests;

use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::extract::{DefaultBodyLimit, FromRef, Path, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, HeaderMap, HeaderValue, ORIGIN};
use axum::middleware::map_response;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use yiqi_wire::{
    AccountDeletion, Credentials, ErrorBody, GuestRequest, MESSAGE_BYTES_MAX, Me, NewToken, Object,
    PasswordChange, Profile, TokenInfo, TokenResponse,
};

use super::cookies::{self, Cookie};
use super::extract::is_token;
use super::origin::OriginRules;
use super::tables::Body;
use crate::caller::{Caller, Via};
use crate::denied::Denied;
use crate::hub::Hub;
use crate::limits::RateLimits;
use crate::people::{LoggedIn, People, Token};
use crate::store::{Person, TokenHash, TokenKind};

/// How long a browser keeps the cookie, in seconds: the longest that browsers allow. The server
/// forgets an unused token earlier.
const COOKIE_SECONDS: u32 = 400 * 24 * 60 * 60;

/// The tables at which somebody was seen; none where people are tested alone.
#[derive(Clone, Debug)]
pub(crate) struct Witnesses(pub(super) Option<Hub>);

/// The routes.
pub(crate) fn routes<S>() -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    People: FromRef<S>,
    OriginRules: FromRef<S>,
    RateLimits: FromRef<S>,
    Witnesses: FromRef<S>,
{
    Router::new()
        .route("/api/guest", post(guest))
        .route("/api/me", get(me))
        .route("/api/register", post(register))
        .route("/api/login", post(login))
        .route("/api/logout", post(logout))
        .route("/api/logout/everywhere", post(logout_everywhere))
        .route("/api/me/password", post(change_password))
        .route("/api/me/delete", post(delete_account))
        .route("/api/me/tokens", post(new_token).get(tokens))
        .route("/api/me/tokens/{id}", delete(revoke))
        .route("/api/people/{name}", get(profile))
        .layer(DefaultBodyLimit::max(MESSAGE_BYTES_MAX))
        .layer(map_response(forbid_caching))
}

/// Responses with secrets, or that depend on the cookie, must not be cached.
async fn forbid_caching(mut response: Response) -> Response {
    response
        .headers_mut()
        .insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The request body, or an error. The error does not quote the body, which may contain a password.
fn body<T>(sent: Body<T>) -> Result<T, Denied> {
    match sent {
        Ok(Json(Object(value))) => Ok(value),
        Err(JsonRejection::MissingJsonContentType(_)) => Err(Denied::BadMessage(
            "expected Content-Type: application/json".to_owned(),
        )),
        Err(_) => Err(Denied::BadMessage(
            "expected a JSON object with the fields of this request".to_owned(),
        )),
    }
}

/// Creates a guest, or renames the one who calls.
///
/// A caller with a valid token stays the same person, and the response has an empty token; an empty
/// name then changes nothing. The response to a page has an empty token too, since the browser gets
/// it as a cookie: injected script cannot steal it.
#[utoipa::path(
    post, path = "/api/guest", tag = "people", request_body = GuestRequest,
    responses(
        (status = 200, description = "The guest", body = TokenResponse),
        (status = 400, description = "The name is not allowed", body = ErrorBody),
        (status = 429, description = "Too many guests from this address", body = ErrorBody),
    )
)]
pub(crate) async fn guest(
    caller: Caller,
    State(people): State<People>,
    State(limits): State<RateLimits>,
    headers: HeaderMap,
    sent: Body<GuestRequest>,
) -> Result<Response, Denied> {
    let GuestRequest { name } = body(sent)?;
    if let Some(person) = &caller.person {
        let person = if name.trim().is_empty() {
            person.clone()
        } else {
            people.rename(person, &name).await?
        };
        let answer = TokenResponse {
            token: String::new(),
            me: people.about(person).await?,
        };
        return Ok(Json(answer).into_response());
    }
    limits.guest(caller.address)?;
    let (token, person) = people.guest(&name).await?;
    token_response(&people, &caller, &headers, &token, person).await
}

/// Returns the caller.
#[utoipa::path(
    get, path = "/api/me", tag = "people",
    responses(
        (status = 200, description = "The caller", body = Me),
        (status = 401, description = "No valid token", body = ErrorBody),
    )
)]
pub(crate) async fn me(caller: Caller, State(people): State<People>) -> Result<Json<Me>, Denied> {
    let person = caller.require_person()?.clone();
    Ok(Json(people.about(person).await?))
}

/// Turns the guest into an account. All earlier tokens are revoked.
#[utoipa::path(
    post, path = "/api/register", tag = "people", request_body = Credentials,
    responses(
        (status = 200, description = "The account", body = TokenResponse),
        (status = 400, description = "The name or the password is not allowed", body = ErrorBody),
        (status = 409, description = "The name is taken", body = ErrorBody),
        (status = 429, description = "Too many attempts", body = ErrorBody),
    )
)]
pub(crate) async fn register(
    caller: Caller,
    State(people): State<People>,
    State(limits): State<RateLimits>,
    State(Witnesses(hub)): State<Witnesses>,
    headers: HeaderMap,
    sent: Body<Credentials>,
) -> Result<Response, Denied> {
    let credentials = body(sent)?;
    if caller.person.is_none() {
        limits.guest(caller.address)?;
    }
    let done = people
        .register(caller.person.as_ref(), &credentials, caller.address)
        .await?;
    if let Some(guest) = &caller.person {
        take_over(&people, hub, guest, &done.person).await?;
    }
    login_response(&people, &caller, &headers, done).await
}

/// Gives the games and seats of a guest to an account.
async fn take_over(
    people: &People,
    hub: Option<Hub>,
    guest: &Person,
    account: &Person,
) -> Result<(), Denied> {
    people.adopt_games(guest, account).await?;
    if let Some(hub) = hub {
        hub.replace_person(guest, account).await;
    }
    Ok(())
}

/// Logs in to an account with a new token. The browser's previous token is revoked; if it was a
/// guest's, the account gets the guest's games.
#[utoipa::path(
    post, path = "/api/login", tag = "people", request_body = Credentials,
    responses(
        (status = 200, description = "Logged in", body = TokenResponse),
        (status = 401, description = "Wrong name or password", body = ErrorBody),
        (status = 429, description = "Too many attempts", body = ErrorBody),
    )
)]
pub(crate) async fn login(
    caller: Caller,
    State(people): State<People>,
    State(Witnesses(hub)): State<Witnesses>,
    headers: HeaderMap,
    sent: Body<Credentials>,
) -> Result<Response, Denied> {
    let credentials = body(sent)?;
    let done = people
        .login(&credentials, device(&headers, &caller), caller.address)
        .await?;
    if let (Via::Cookie, Some(old)) = (caller.via, &caller.token_hash) {
        if let Some(guest) = caller.person.as_ref().filter(|person| !person.account) {
            take_over(&people, hub, guest, &done.person).await?;
        }
        people.logout(old).await?;
    }
    login_response(&people, &caller, &headers, done).await
}

/// Revokes the token of this request and closes its sockets.
#[utoipa::path(
    post, path = "/api/logout", tag = "people",
    responses(
        (status = 204, description = "Forgotten"),
        (status = 401, description = "No valid token", body = ErrorBody),
    )
)]
pub(crate) async fn logout(
    caller: Caller,
    State(people): State<People>,
) -> Result<Response, Denied> {
    let token = caller.token_hash.ok_or(Denied::Unauthorized)?;
    people.logout(&token).await?;
    logged_out(&caller)
}

/// Ends all logins of the account, including those of bots, and closes their sockets.
#[utoipa::path(
    post, path = "/api/logout/everywhere", tag = "people",
    responses(
        (status = 204, description = "Logged out everywhere, here too"),
        (status = 403, description = "The caller is a guest or a bot", body = ErrorBody),
    )
)]
pub(crate) async fn logout_everywhere(
    caller: Caller,
    State(people): State<People>,
) -> Result<Response, Denied> {
    let (person, _) = owner_login(&caller)?;
    people.logout_everywhere(person).await?;
    logged_out(&caller)
}

/// Changes the password of the account, and ends its other logins on request.
#[utoipa::path(
    post, path = "/api/me/password", tag = "people", request_body = PasswordChange,
    responses(
        (status = 204, description = "Changed"),
        (status = 400, description = "The new password is not allowed", body = ErrorBody),
        (status = 401, description = "The old password is wrong", body = ErrorBody),
        (status = 403, description = "The caller is a guest or a bot", body = ErrorBody),
        (status = 429, description = "Too many attempts", body = ErrorBody),
    )
)]
pub(crate) async fn change_password(
    caller: Caller,
    State(people): State<People>,
    sent: Body<PasswordChange>,
) -> Result<StatusCode, Denied> {
    let change = body(sent)?;
    let (person, login) = owner_login(&caller)?;
    people.change_password(person, login, &change).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes the account. Its games stay, without its name; what it wrote in chats is deleted.
#[utoipa::path(
    post, path = "/api/me/delete", tag = "people", request_body = AccountDeletion,
    responses(
        (status = 204, description = "Deleted"),
        (status = 401, description = "The password is wrong", body = ErrorBody),
        (status = 403, description = "The caller is a guest or a bot", body = ErrorBody),
        (status = 429, description = "Too many attempts", body = ErrorBody),
    )
)]
pub(crate) async fn delete_account(
    caller: Caller,
    State(people): State<People>,
    State(Witnesses(hub)): State<Witnesses>,
    sent: Body<AccountDeletion>,
) -> Result<Response, Denied> {
    let AccountDeletion { password } = body(sent)?;
    let (person, login) = owner_login(&caller)?;
    people.delete_account(person, login, &password).await?;
    if let Some(hub) = hub {
        hub.forget_person(person).await;
    }
    logged_out(&caller)
}

/// Creates a token for a bot of the same account.
#[utoipa::path(
    post, path = "/api/me/tokens", tag = "people", request_body = NewToken,
    responses(
        (status = 200, description = "The token, which cannot be retrieved later", body = TokenResponse),
        (status = 403, description = "The caller is a guest or a bot", body = ErrorBody),
        (status = 429, description = "Too many tokens", body = ErrorBody),
    )
)]
pub(crate) async fn new_token(
    caller: Caller,
    State(people): State<People>,
    sent: Body<NewToken>,
) -> Result<Json<TokenResponse>, Denied> {
    let NewToken { label } = body(sent)?;
    let person = owner(&caller)?.clone();
    let token = people.new_token(&person, &label).await?;
    Ok(Json(TokenResponse {
        token: token.text().to_owned(),
        me: people.about(person).await?,
    }))
}

/// Lists the tokens of the caller's bots, without the secrets.
#[utoipa::path(
    get, path = "/api/me/tokens", tag = "people",
    responses(
        (status = 200, description = "Newest first", body = Vec<TokenInfo>),
        (status = 403, description = "The caller is a guest or a bot", body = ErrorBody),
    )
)]
pub(crate) async fn tokens(
    caller: Caller,
    State(people): State<People>,
) -> Result<Json<Vec<TokenInfo>>, Denied> {
    let person = owner(&caller)?;
    Ok(Json(people.tokens(person.key).await?))
}

/// Revokes a bot's token and closes its sockets.
#[utoipa::path(
    delete, path = "/api/me/tokens/{id}", tag = "people",
    params(("id" = String, Path, description = "The id from the list of tokens")),
    responses(
        (status = 204, description = "Revoked"),
        (status = 404, description = "Not a token of the caller", body = ErrorBody),
    )
)]
pub(crate) async fn revoke(
    caller: Caller,
    State(people): State<People>,
    id: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, Denied> {
    let Path(id) = id.map_err(|_| Denied::NotFound)?;
    people.revoke(owner(&caller)?.key, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns the public profile of an account.
#[utoipa::path(
    get, path = "/api/people/{name}", tag = "people",
    params(("name" = String, Path, description = "The name of the account")),
    responses(
        (status = 200, description = "The account", body = Profile),
        (status = 404, description = "No account has this name", body = ErrorBody),
    )
)]
pub(crate) async fn profile(
    _caller: Caller,
    State(people): State<People>,
    name: Result<Path<String>, PathRejection>,
) -> Result<Json<Profile>, Denied> {
    let Path(name) = name.map_err(|_| Denied::NotFound)?;
    let profile = people.profile(&name).await?.ok_or(Denied::NotFound)?;
    Ok(Json(profile))
}

/// The caller, who must have an account and not be a bot: a leaked bot token must not create more.
fn owner(caller: &Caller) -> Result<&Person, Denied> {
    let person = caller.require_person()?;
    if !person.account {
        return Err(Denied::NeedsAccount);
    }
    if caller.kind != Some(TokenKind::Cookie) {
        return Err(Denied::NeedsLogin);
    }
    Ok(person)
}

/// The caller as in [`owner`], and the token's hash.
fn owner_login(caller: &Caller) -> Result<(&Person, &TokenHash), Denied> {
    let login = caller.token_hash.as_ref().ok_or(Denied::Unauthorized)?;
    Ok((owner(caller)?, login))
}

/// The secret by which the caller's device is known, if any.
fn device<'h>(headers: &'h HeaderMap, caller: &Caller) -> Option<&'h str> {
    match cookies::DEVICE.read(headers, caller.is_https) {
        Cookie::One(secret) => Some(secret).filter(is_token),
        Cookie::None | Cookie::Several => None,
    }
}

/// The response to somebody whose token was revoked.
fn logged_out(caller: &Caller) -> Result<Response, Denied> {
    let mut response = StatusCode::NO_CONTENT.into_response();
    if caller.via == Via::Cookie {
        cookies::LOGIN.set(&mut response, "", 0, caller.is_https)?;
    }
    Ok(response)
}

/// The response to a login: as [`token_response`], and a cookie by which the device is known.
async fn login_response(
    people: &People,
    caller: &Caller,
    headers: &HeaderMap,
    done: LoggedIn,
) -> Result<Response, Denied> {
    let LoggedIn {
        token,
        device,
        person,
    } = done;
    let mut response = token_response(people, caller, headers, &token, person).await?;
    let (text, is_https) = (device.text(), caller.is_https);
    cookies::DEVICE.set(&mut response, text, COOKIE_SECONDS, is_https)?;
    Ok(response)
}

/// The response with a new token: in the cookie, and in the body unless the caller is a page.
async fn token_response(
    people: &People,
    caller: &Caller,
    headers: &HeaderMap,
    token: &Token,
    person: Person,
) -> Result<Response, Denied> {
    let is_page = headers.contains_key(ORIGIN);
    let answer = TokenResponse {
        token: if is_page {
            String::new()
        } else {
            token.text().to_owned()
        },
        me: people.about(person).await?,
    };
    let mut response = Json(answer).into_response();
    let (text, is_https) = (token.text(), caller.is_https);
    cookies::LOGIN.set(&mut response, text, COOKIE_SECONDS, is_https)?;
    Ok(response)
}
