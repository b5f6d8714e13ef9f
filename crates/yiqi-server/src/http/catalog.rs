//! The catalog: what pages and programs can offer.

use std::sync::LazyLock;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use yiqi_players::{BuiltIn, LevelInfo, LevelPace, SavedProgram, level_infos};
use yiqi_record::Format;
use yiqi_rules::{AnyPosition, ByColor, Game, GameSpec, RowsFrom};
use yiqi_wire::{
    Catalog, CatalogBoard, CatalogFormat, CatalogGame, CatalogLevel, CatalogOpening, CatalogPlayer,
    CatalogScale, OfferedProgram, board_text,
};

use super::App;
use super::document::{Caching, Document};
use crate::caller::Caller;
use crate::reach::network_addresses;

static CATALOG: LazyLock<Document> = LazyLock::new(|| Document::json(text()));

/// Lists the games, the programs that play them and the file formats.
#[utoipa::path(get, path = "/api/catalog", responses((status = 200, body = Catalog)))]
pub(super) async fn catalog(headers: HeaderMap) -> Response {
    CATALOG.respond(&headers, Caching::Revalidate)
}

/// Lists the server's addresses for other machines: its public ones, or those in the local network.
/// Only for callers on the server's own machine, who may not know them.
#[utoipa::path(get, path = "/api/addresses", responses((status = 200, body = Vec<String>)))]
pub(super) async fn addresses(State(app): State<App>, caller: Caller) -> Json<Vec<String>> {
    let public = &app.hub.services.options.public_origins;
    if !public.is_empty() || !caller.address.is_loopback() {
        return Json(public.clone());
    }
    let scheme = if caller.is_https { "https" } else { "http" };
    let addresses = network_addresses(app.listening);
    Json(
        addresses
            .iter()
            .map(|address| format!("{scheme}://{address}"))
            .collect(),
    )
}

/// Lists the operator's programs that everybody may play against; usually none.
#[utoipa::path(get, path = "/api/programs", responses((status = 200, body = Vec<OfferedProgram>)))]
pub(super) async fn programs(State(app): State<App>, _caller: Caller) -> Json<Vec<OfferedProgram>> {
    let programs = &app.hub.services.options.programs;
    Json(programs.iter().map(offered).collect())
}

fn offered(saved: &SavedProgram) -> OfferedProgram {
    let knows = |game: &Game| saved.program.protocol.knows(game.default_spec());
    OfferedProgram {
        name: saved.name.clone(),
        games: Game::ALL
            .into_iter()
            .filter(knows)
            .map(|game| game.name().to_owned())
            .collect(),
    }
}

/// The catalog as JSON.
pub(super) fn text() -> String {
    serde_json::json!(all()).to_string()
}

fn all() -> Catalog {
    Catalog {
        games: Game::ALL.map(game).into(),
        players: BuiltIn::ALL.map(player).into(),
        formats: Format::ALL.map(format).into(),
    }
}

fn game(game: Game) -> CatalogGame {
    let sizes = game.sizes();
    let board = |size| CatalogBoard {
        size,
        stars: game.stars(size),
    };
    let opening = |&name: &&str| CatalogOpening {
        name: name.to_owned(),
        size_min: game.sizes_with(name).min,
    };
    let start = AnyPosition::new(game.default_spec());
    let stones = ByColor::from_fn(|color| start.stones(color));
    CatalogGame {
        name: game.name().to_owned(),
        usual_size: sizes.usual,
        boards: sizes.iter().map(board).collect(),
        rule_sets: game
            .rule_sets()
            .iter()
            .map(|&name| name.to_owned())
            .collect(),
        openings: game.openings().iter().map(opening).collect(),
        suggested: suggested(game).iter().map(GameSpec::to_string).collect(),
        start: board_text(&stones, sizes.usual),
        rows_from_bottom: game.rows_from() == RowsFrom::Bottom,
        grid: game.grid().into(),
        aim: game.aim().into(),
        marks_legal_points: game.marks_legal_points(),
        levels: level_infos(game.default_spec())
            .into_iter()
            .map(level)
            .collect(),
    }
}

fn level(info: LevelInfo) -> CatalogLevel {
    CatalogLevel {
        level: info.level,
        class: info.class.name().to_owned(),
        elo: info.elo,
        pace: info.pace.name().to_owned(),
        seconds: match info.pace {
            LevelPace::UpTo(time) => Some(time.as_secs()),
            _ => None,
        },
    }
}

/// What most people want to play, the most popular first.
fn suggested(game: Game) -> Vec<GameSpec> {
    let usual = game.default_spec();
    let mut suggested = vec![usual];
    if game == Game::Gomoku {
        suggested.extend(game.spec(usual.size(), "renju", usual.opening_name()));
    }
    suggested
}

fn player(player: BuiltIn) -> CatalogPlayer {
    CatalogPlayer {
        name: player.name.to_owned(),
        scale: player.scale.map(|scale| CatalogScale {
            option: scale.option.to_owned(),
            max: scale.max,
        }),
    }
}

fn format(format: Format) -> CatalogFormat {
    let extension = format.extension();
    let is_telling = Format::of_extension(extension) == Some(format);
    CatalogFormat {
        name: format.name().to_owned(),
        extension: is_telling.then(|| extension.to_owned()),
        writable: format.is_writable(),
        games: format
            .games()
            .iter()
            .map(|game| game.name().to_owned())
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_in_the_catalog_is_valid() {
        let catalog = all();
        for game in &catalog.games {
            assert!(!game.suggested.is_empty(), "{game:?}");
            for suggested in &game.suggested {
                let spec: GameSpec = suggested.parse().unwrap();
                assert_eq!(spec.game().name(), game.name);
                assert_eq!(spec.size(), game.usual_size);
            }
            for board in &game.boards {
                for rules in &game.rule_sets {
                    for opening in &game.openings {
                        let parts = [&game.name, &board.size.to_string(), rules, &opening.name];
                        let spec = parts.map(String::as_str).join(":");
                        let is_large = board.size >= opening.size_min;
                        assert_eq!(spec.parse::<GameSpec>().is_ok(), is_large, "{spec}");
                    }
                }
                let lines = board.size + u8::from(game.grid == yiqi_wire::WireGrid::Cells);
                assert!(board.stars.iter().all(|&(x, y)| x < lines && y < lines));
            }
        }
        for player in &catalog.players {
            let spec = match &player.scale {
                None => player.name.clone(),
                Some(scale) => format!("{}:{}={}", player.name, scale.option, scale.max),
            };
            assert!(spec.parse::<yiqi_players::PlayerSpec>().is_ok(), "{spec}");
        }
    }
}
