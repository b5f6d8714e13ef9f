//! The leaderboard and the search for players.

use axum::Json;
use axum::extract::{Query, State};
use serde::Deserialize;
use yiqi_wire::{ErrorBody, Leaderboard, PersonFound};

use super::App;
use crate::caller::Caller;
use crate::denied::Denied;

/// The game whose best players are wanted.
#[derive(Debug, Deserialize)]
pub(super) struct LeadersQuery {
    #[serde(default)]
    game: String,
}

/// Lists the best players of a game; without one, of the game with the most rated players.
#[utoipa::path(get, path = "/api/leaderboard", params(("game" = Option<String>, Query)),
    responses((status = 200, body = Leaderboard), (status = "4XX", body = ErrorBody)))]
pub(super) async fn leaderboard(
    State(app): State<App>,
    _caller: Caller,
    Query(query): Query<LeadersQuery>,
) -> Result<Json<Leaderboard>, Denied> {
    Ok(Json(app.hub.services.people.leaders(&query.game).await?))
}

/// A part of a name.
#[derive(Debug, Deserialize)]
pub(super) struct SearchQuery {
    #[serde(default)]
    name: String,
}

/// Finds accounts by a part of their name.
#[utoipa::path(get, path = "/api/people", params(("name" = String, Query)),
    responses((status = 200, body = Vec<PersonFound>), (status = "4XX", body = ErrorBody)))]
pub(super) async fn search(
    State(app): State<App>,
    _caller: Caller,
    Query(query): Query<SearchQuery>,
) -> Result<Json<Vec<PersonFound>>, Denied> {
    Ok(Json(app.hub.services.people.search(&query.name).await?))
}
