//! The catalog of a server: games, players, formats.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use yiqi_rules::{Aim, Grid};

/// The games, players and file formats that a server offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Catalog {
    /// The games, in the order to offer them.
    pub games: Vec<CatalogGame>,
    /// The server's own programs, strongest first.
    pub players: Vec<CatalogPlayer>,
    /// The file formats for games.
    pub formats: Vec<CatalogFormat>,
}

/// A game: the parts of its spec, and how to draw its board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CatalogGame {
    /// Its name in a spec.
    pub name: String,
    /// The board size if a spec names none.
    pub usual_size: u8,
    /// The boards, smallest first.
    pub boards: Vec<CatalogBoard>,
    /// The names of its rule sets in a spec, the default first.
    pub rule_sets: Vec<String>,
    /// Its opening rules, the default first.
    pub openings: Vec<CatalogOpening>,
    /// Specs to offer first, on a board of the usual size, best first.
    pub suggested: Vec<String>,
    /// The board of the usual size before the first move, row by row from the top: `b`, `w` or `.`.
    pub start: String,
    /// Whether rows are numbered from the bottom.
    pub rows_from_bottom: bool,
    /// Where the stones are placed.
    pub grid: WireGrid,
    /// What decides the game.
    pub aim: WireAim,
    /// Whether to mark the legal points, which is useful where the rules allow only a few.
    pub marks_legal_points: bool,
    /// What to expect of the levels of the server's engine, weakest first; empty where nobody can
    /// win.
    pub levels: Vec<CatalogLevel>,
}

/// What to expect of a level of the engine in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CatalogLevel {
    /// The level, from 1.
    pub level: u8,
    /// The kind of player it is comparable to, from `newcomer` to `beyond-human`. The messages
    /// `level-CLASS` and `level-note-GAME-CLASS` put it into words.
    pub class: String,
    /// About how much stronger it is than level 1, in Elo, on the usual board under the default
    /// rules; absent where it was not measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<u16>,
    /// How long it thinks about a move: `at-once`, `second`, `seconds` or `up-to`, of the messages
    /// `level-pace-PACE`.
    pub pace: String,
    /// The most seconds that a move of pace `up-to` takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u64>,
}

/// A board of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CatalogBoard {
    /// Points per side.
    pub size: u8,
    /// The intersections with a star point: column line and row line, counted from 0 at the top
    /// left.
    pub stars: Vec<(u8, u8)>,
}

/// An opening rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CatalogOpening {
    /// Its name in a spec.
    pub name: String,
    /// The smallest board it can be played on.
    pub size_min: u8,
}

/// Where the stones of a game are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WireGrid {
    /// In the cells between the lines.
    Cells,
    /// On the intersections of the lines.
    Lines,
}

impl From<Grid> for WireGrid {
    fn from(grid: Grid) -> WireGrid {
        match grid {
            Grid::Cells => WireGrid::Cells,
            Grid::Lines => WireGrid::Lines,
        }
    }
}

/// What decides a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WireAim {
    /// The number of stones at the end: there is a score.
    Stones,
    /// A row of stones.
    Row,
    /// Nothing: nobody wins.
    Nothing,
}

impl From<Aim> for WireAim {
    fn from(aim: Aim) -> WireAim {
        match aim {
            Aim::Stones => WireAim::Stones,
            Aim::Row { .. } => WireAim::Row,
            Aim::Nothing => WireAim::Nothing,
        }
    }
}

/// A program of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CatalogPlayer {
    /// Its name in a player spec.
    pub name: String,
    /// The option that sets its strength, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<CatalogScale>,
}

/// An outside program of the server's operator. Its player spec is `program:NAME`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OfferedProgram {
    /// Its name.
    pub name: String,
    /// The names of the games that it may be asked to play.
    pub games: Vec<String>,
}

/// The option that sets a player's strength: `engine:level=5`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CatalogScale {
    /// The option's name in a player spec.
    pub option: String,
    /// The highest value; the lowest is 1.
    pub max: u8,
}

/// A file format for games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CatalogFormat {
    /// Its name.
    pub name: String,
    /// The file name extension; absent where it would be `txt`, which identifies nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extension: Option<String>,
    /// Whether the server can write it.
    pub writable: bool,
    /// The names of the games that it supports.
    pub games: Vec<String>,
}
