//! Guests, accounts and their ratings.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A name and a password.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name.
    pub name: String,
    /// The password.
    pub password: String,
}

/// Leaves the password out.
impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// A guest's name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GuestRequest {
    /// The name to be shown; may be empty.
    #[serde(default)]
    pub name: String,
}

/// The answer to a new guest, a login or a new bot token.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct TokenAnswer {
    /// The secret that says who one is: `Authorization: Bearer TOKEN`. Browsers get it as a cookie
    /// instead.
    pub token: String,
    /// Who it stands for.
    pub me: Me,
}

/// A bot token to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// What it is for, for its owner to read.
    pub label: String,
}

/// A bot token that there is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TokenInfo {
    /// What it is called in requests. It is no secret and opens nothing.
    pub id: String,
    /// What it is for.
    pub label: String,
    /// Since when there is this token, in milliseconds since 1970.
    pub created_ms: u64,
    /// When it was last used, to about a day.
    pub used_ms: u64,
}

/// Who the asker is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Me {
    /// The public id.
    pub person: String,
    /// The name.
    pub name: String,
    /// Whether there is an account.
    pub account: bool,
    /// Ratings, for an account.
    pub ratings: Vec<Rating>,
}

/// Strength at one game, after Glicko-2.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Rating {
    /// The game it is for: `reversi`, `gomoku renju`, …
    pub game: String,
    /// The rating.
    pub value: i32,
    /// Its uncertainty: the true strength lies within twice this with 95 % chance.
    pub deviation: u32,
    /// Rated games so far.
    pub games: u32,
}

/// An account as others see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Profile {
    /// The public id.
    pub person: String,
    /// The name.
    pub name: String,
    /// Since when, in milliseconds since 1970.
    pub created_ms: u64,
    /// Ratings.
    pub ratings: Vec<Rating>,
}
