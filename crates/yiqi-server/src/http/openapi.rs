//! The OpenAPI description of the API, generated from the code.

use std::sync::LazyLock;

use axum::http::HeaderMap;
use axum::response::Response;
use utoipa::OpenApi;
use yiqi_wire::{ClientMessage, ServerMessage};

use super::document::{Caching, Document};
use super::{
    analyses, catalog, games, leaders, people, pictures, socket, streams, study, tables,
    tournaments,
};

/// The API of a yiqi server. docs/network.md explains it in prose.
#[derive(OpenApi)]
#[openapi(
    info(title = "yiqi", version = "1"),
    paths(
        people::guest,
        people::me,
        people::register,
        people::login,
        people::logout,
        people::logout_everywhere,
        people::change_password,
        people::delete_account,
        people::new_token,
        people::tokens,
        people::revoke,
        people::profile,
        tables::lobby,
        tables::create,
        tables::state,
        tables::sit,
        tables::command,
        tables::again,
        tables::record,
        tables::replay,
        pictures::picture,
        games::list,
        games::statistics,
        games::file,
        analyses::analysis,
        analyses::analyze,
        analyses::events,
        tables::mine,
        socket::socket,
        streams::lobby,
        streams::table_events,
        streams::my_events,
        study::position,
        study::replay,
        study::convert,
        study::compose,
        study::analysis,
        tournaments::list,
        tournaments::create,
        tournaments::state,
        tournaments::events,
        tournaments::join,
        tournaments::leave,
        tournaments::add_program,
        tournaments::remove,
        tournaments::begin,
        tournaments::cancel,
        tournaments::report,
        tournaments::games,
        tournaments::chat,
        leaders::leaderboard,
        leaders::search,
        catalog::catalog,
        catalog::addresses,
        catalog::programs,
    ),
    components(schemas(ClientMessage, ServerMessage))
)]
struct Api;

static DESCRIPTION: LazyLock<Document> =
    LazyLock::new(|| Document::json(serde_json::json!(Api::openapi()).to_string()));

/// The OpenAPI description.
pub(super) async fn openapi(headers: HeaderMap) -> Response {
    DESCRIPTION.respond(&headers, Caching::Revalidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_names_every_path_of_the_api() {
        let described = Api::openapi();
        let source = concat!(include_str!("../http.rs"), include_str!("people.rs"));
        let routes: Vec<&str> = source
            .split(".route(\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .filter(|path| path.starts_with("/api/") && !path.starts_with("/api/messages"))
            .collect();
        assert!(routes.len() > 20, "{routes:?}");
        for route in routes {
            assert!(described.paths.paths.contains_key(route), "{route}");
        }
    }
}
