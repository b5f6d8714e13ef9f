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

/// Omits the password.
impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// A new password for an account.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordChange {
    /// The present password.
    pub old: String,
    /// The new one.
    pub new: String,
    /// Whether to end all other logins, including those of bots.
    #[serde(default)]
    pub log_out_others: bool,
}

/// Omits the passwords.
impl std::fmt::Debug for PasswordChange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PasswordChange")
            .field("log_out_others", &self.log_out_others)
            .finish_non_exhaustive()
    }
}

/// A request to delete an account.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AccountDeletion {
    /// The password, to confirm it.
    pub password: String,
}

/// Omits the password.
impl std::fmt::Debug for AccountDeletion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AccountDeletion").finish_non_exhaustive()
    }
}

/// A request for a guest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GuestRequest {
    /// The display name; may be empty.
    #[serde(default)]
    pub name: String,
}

/// The response to a new guest, a registration, a login or a new bot token.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct TokenResponse {
    /// The secret for `Authorization: Bearer TOKEN`. Empty if a browser gets it as a cookie.
    pub token: String,
    /// The person it stands for.
    pub me: Me,
}

/// A request for a bot token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// A label for its owner.
    pub label: String,
}

/// A bot token, without the secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TokenInfo {
    /// Its id in requests. It is not secret and gives no access.
    pub id: String,
    /// The owner's label.
    pub label: String,
    /// When it was created, in milliseconds since 1970.
    pub created_ms: u64,
    /// When it was last used, in milliseconds since 1970, with a granularity of a day.
    pub used_ms: u64,
}

/// The caller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Me {
    /// The public id.
    pub person: String,
    /// The name.
    pub name: String,
    /// Whether this is an account.
    pub account: bool,
    /// The ratings of an account.
    pub ratings: Vec<Rating>,
}

/// A Glicko-2 rating in one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Rating {
    /// The game: `reversi`, `gomoku renju`, …
    pub game: String,
    /// The rating.
    pub value: i32,
    /// The rating deviation: the true strength is within twice this with a probability of 95 %.
    pub deviation: u32,
    /// The number of rated games.
    pub games: u32,
}

/// The public profile of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Profile {
    /// The public id.
    pub person: String,
    /// The name.
    pub name: String,
    /// When it was created, in milliseconds since 1970.
    pub created_ms: u64,
    /// Ratings.
    pub ratings: Vec<Rating>,
}
