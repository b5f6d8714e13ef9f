//! The routes of "Who is who" in `docs/network.md`.

#[cfg(test)]
mod tests;

use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::extract::{DefaultBodyLimit, FromRef, Path, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, HeaderMap, HeaderValue, ORIGIN, SET_COOKIE};
use axum::middleware::map_response;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use yiqi_wire::{
    Credentials, ErrorBody, GuestRequest, MESSAGE_BYTES_MAX, Me, NewToken, Profile, TokenAnswer,
    TokenInfo,
};

use super::extract::COOKIE_NAME;
use super::origin::OriginRules;
use crate::caller::{Caller, Via};
use crate::denied::Denied;
use crate::limits::RateLimits;
use crate::people::{People, Token};
use crate::store::{Person, TokenKind};

/// Seconds that a browser keeps the cookie: as long as any browser does. The server forgets a token
/// that is not used before that.
const COOKIE_SECONDS: u32 = 400 * 24 * 60 * 60;

/// The routes.
pub(crate) fn routes<S>() -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    People: FromRef<S>,
    OriginRules: FromRef<S>,
    RateLimits: FromRef<S>,
{
    Router::new()
        .route("/api/guest", post(guest))
        .route("/api/me", get(me))
        .route("/api/register", post(register))
        .route("/api/login", post(login))
        .route("/api/logout", post(logout))
        .route("/api/me/tokens", post(new_token).get(tokens))
        .route("/api/me/tokens/{id}", delete(revoke))
        .route("/api/people/{name}", get(profile))
        .layer(DefaultBodyLimit::max(MESSAGE_BYTES_MAX))
        .layer(map_response(not_stored))
}

/// Secrets and what depends on the cookie are nothing for caches.
async fn not_stored(mut response: Response) -> Response {
    response
        .headers_mut()
        .insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

type Body<T> = Result<Json<T>, JsonRejection>;

/// What was sent, or that it makes no sense. What exactly was wrong is not said: it would repeat a
/// password.
fn body<T>(sent: Body<T>) -> Result<T, Denied> {
    match sent {
        Ok(Json(value)) => Ok(value),
        Err(JsonRejection::MissingJsonContentType(_)) => Err(Denied::BadMessage(
            "expected Content-Type: application/json".to_owned(),
        )),
        Err(_) => Err(Denied::BadMessage(
            "expected a JSON object with the fields of this request".to_owned(),
        )),
    }
}

/// Makes a guest, or gives one another name.
///
/// Who is known already stays who they are, and the token of the answer is empty; an empty name
/// changes nothing then. A page, whose browser got the cookie, is not told the token either: a
/// script that was slipped into it cannot carry it away.
#[utoipa::path(
    post, path = "/api/guest", tag = "people", request_body = GuestRequest,
    responses(
        (status = 200, description = "A guest", body = TokenAnswer),
        (status = 400, description = "The name cannot be used", body = ErrorBody),
        (status = 429, description = "Too many guests from one address", body = ErrorBody),
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
        let answer = TokenAnswer {
            token: String::new(),
            me: people.about(person).await?,
        };
        return Ok(Json(answer).into_response());
    }
    limits.guest(caller.address)?;
    let (token, person) = people.guest(&name).await?;
    welcome(&people, &caller, &headers, &token, person).await
}

/// Who the caller is.
#[utoipa::path(
    get, path = "/api/me", tag = "people",
    responses(
        (status = 200, description = "The caller", body = Me),
        (status = 401, description = "Nobody the server knows", body = ErrorBody),
    )
)]
pub(crate) async fn me(caller: Caller, State(people): State<People>) -> Result<Json<Me>, Denied> {
    let person = caller.require_person()?.clone();
    Ok(Json(people.about(person).await?))
}

/// Makes the guest an account. The tokens of before are revoked.
#[utoipa::path(
    post, path = "/api/register", tag = "people", request_body = Credentials,
    responses(
        (status = 200, description = "An account", body = TokenAnswer),
        (status = 400, description = "Name or password cannot be used", body = ErrorBody),
        (status = 409, description = "The name is taken", body = ErrorBody),
        (status = 429, description = "Too many tries", body = ErrorBody),
    )
)]
pub(crate) async fn register(
    caller: Caller,
    State(people): State<People>,
    State(limits): State<RateLimits>,
    headers: HeaderMap,
    sent: Body<Credentials>,
) -> Result<Response, Denied> {
    let credentials = body(sent)?;
    if caller.person.is_none() {
        limits.guest(caller.address)?;
    }
    let (token, person) = people
        .register(caller.person.as_ref(), &credentials, caller.address)
        .await?;
    welcome(&people, &caller, &headers, &token, person).await
}

/// A new token for an account. The one that the browser had is revoked.
#[utoipa::path(
    post, path = "/api/login", tag = "people", request_body = Credentials,
    responses(
        (status = 200, description = "Logged in", body = TokenAnswer),
        (status = 401, description = "Name and password do not go together", body = ErrorBody),
        (status = 429, description = "Too many tries", body = ErrorBody),
    )
)]
pub(crate) async fn login(
    caller: Caller,
    State(people): State<People>,
    headers: HeaderMap,
    sent: Body<Credentials>,
) -> Result<Response, Denied> {
    let credentials = body(sent)?;
    let (token, person) = people.login(&credentials, caller.address).await?;
    if let (Via::Cookie, Some(old)) = (caller.via, &caller.token_hash) {
        people.logout(old).await?;
    }
    welcome(&people, &caller, &headers, &token, person).await
}

/// Forgets the token of this request; its sockets are closed.
#[utoipa::path(
    post, path = "/api/logout", tag = "people",
    responses(
        (status = 204, description = "Forgotten"),
        (status = 401, description = "Nobody the server knows", body = ErrorBody),
    )
)]
pub(crate) async fn logout(
    caller: Caller,
    State(people): State<People>,
) -> Result<Response, Denied> {
    let token = caller.token_hash.ok_or(Denied::Unauthorized)?;
    people.logout(&token).await?;
    let mut response = StatusCode::NO_CONTENT.into_response();
    if caller.via == Via::Cookie {
        set_cookie(&mut response, "", 0, caller.is_https)?;
    }
    Ok(response)
}

/// Another token for the same account, for a bot.
#[utoipa::path(
    post, path = "/api/me/tokens", tag = "people", request_body = NewToken,
    responses(
        (status = 200, description = "The token, which is shown only now", body = TokenAnswer),
        (status = 403, description = "A guest, or a bot", body = ErrorBody),
        (status = 429, description = "There are too many", body = ErrorBody),
    )
)]
pub(crate) async fn new_token(
    caller: Caller,
    State(people): State<People>,
    sent: Body<NewToken>,
) -> Result<Json<TokenAnswer>, Denied> {
    let NewToken { label } = body(sent)?;
    let person = owner(&caller)?.clone();
    let token = people.new_token(&person, &label).await?;
    Ok(Json(TokenAnswer {
        token: token.text().to_owned(),
        me: people.about(person).await?,
    }))
}

/// The tokens of one's bots, without the secrets.
#[utoipa::path(
    get, path = "/api/me/tokens", tag = "people",
    responses(
        (status = 200, description = "The newest first", body = Vec<TokenInfo>),
        (status = 403, description = "A guest, or a bot", body = ErrorBody),
    )
)]
pub(crate) async fn tokens(
    caller: Caller,
    State(people): State<People>,
) -> Result<Json<Vec<TokenInfo>>, Denied> {
    let person = owner(&caller)?;
    Ok(Json(people.tokens(person.key).await?))
}

/// Takes a bot's token away; its sockets are closed.
#[utoipa::path(
    delete, path = "/api/me/tokens/{id}", tag = "people",
    params(("id" = String, Path, description = "As the list of tokens has it")),
    responses(
        (status = 204, description = "Revoked"),
        (status = 404, description = "None of the caller's", body = ErrorBody),
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

/// An account as others see it.
#[utoipa::path(
    get, path = "/api/people/{name}", tag = "people",
    params(("name" = String, Path, description = "The name of the account")),
    responses(
        (status = 200, description = "The account", body = Profile),
        (status = 404, description = "There is none of this name", body = ErrorBody),
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

/// The caller, who must have an account and come in person: a bot's token that got about must not
/// make more of its kind.
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

/// The answer with a new token: in the cookie, and in the body for whoever is no page.
async fn welcome(
    people: &People,
    caller: &Caller,
    headers: &HeaderMap,
    token: &Token,
    person: Person,
) -> Result<Response, Denied> {
    let is_page = headers.contains_key(ORIGIN);
    let answer = TokenAnswer {
        token: if is_page {
            String::new()
        } else {
            token.text().to_owned()
        },
        me: people.about(person).await?,
    };
    let mut response = Json(answer).into_response();
    set_cookie(&mut response, token.text(), COOKIE_SECONDS, caller.is_https)?;
    Ok(response)
}

fn set_cookie(
    response: &mut Response,
    token: &str,
    seconds: u32,
    is_https: bool,
) -> Result<(), Denied> {
    let secure = if is_https { "; Secure" } else { "" };
    let cookie =
        format!("{COOKIE_NAME}={token}; HttpOnly; SameSite=Lax; Path=/; Max-Age={seconds}{secure}");
    let mut value = HeaderValue::try_from(cookie).map_err(|error| Denied::internal(&error))?;
    value.set_sensitive(true);
    response.headers_mut().insert(SET_COOKIE, value);
    Ok(())
}
