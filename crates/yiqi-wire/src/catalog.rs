//! What a server has to offer: games, players, formats.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use yiqi_rules::{Aim, Grid};

/// What there is to choose from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Catalog {
    /// The games, in the order in which they are offered.
    pub games: Vec<CatalogGame>,
    /// The programs of the server that play, the strongest first.
    pub players: Vec<CatalogPlayer>,
    /// The formats that games are read from and written to.
    pub formats: Vec<CatalogFormat>,
}

/// A game: what a spec of it may say, and how its board is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CatalogGame {
    /// Its name in a spec.
    pub name: String,
    /// The size where a spec names none.
    pub usual_size: u8,
    /// The boards, the smallest first.
    pub boards: Vec<CatalogBoard>,
    /// The names of its rule sets in a spec, the default first.
    pub rule_sets: Vec<String>,
    /// Its opening rules, the default first.
    pub openings: Vec<CatalogOpening>,
    /// Specs on a board of the usual size to offer first, the best one first.
    pub suggested: Vec<String>,
    /// The board of the usual size before the first move, row by row from the top: `b`, `w` or `.`.
    pub start: String,
    /// Whether rows are numbered from the bottom.
    pub rows_from_bottom: bool,
    /// Where the stones lie.
    pub grid: WireGrid,
    /// What the sides play for.
    pub aim: WireAim,
    /// Whether the points that may be played are marked: where the rules allow only a few.
    pub marks_legal_points: bool,
}

/// A board of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CatalogBoard {
    /// Points on a side.
    pub size: u8,
    /// The crossings of lines that carry a dot: column line and row line, counted from 0 at the top
    /// left.
    pub stars: Vec<(u8, u8)>,
}

/// How a game may be opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CatalogOpening {
    /// Its name in a spec.
    pub name: String,
    /// The smallest board it can be played on.
    pub size_min: u8,
}

/// Where the stones of a game lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WireGrid {
    /// In the cells between the lines.
    Cells,
    /// On the crossings of the lines.
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

/// What the sides of a game play for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WireAim {
    /// More or fewer stones at the end: there is a score.
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

/// A program of the server that plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CatalogPlayer {
    /// Its name in the spec of a player.
    pub name: String,
    /// By what its strength is chosen, if it can be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<CatalogScale>,
}

/// By what a player's strength is chosen: `engine:level=5`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CatalogScale {
    /// The option's name in the spec of a player.
    pub option: String,
    /// The highest value; the lowest is 1.
    pub max: u8,
}

/// A format of files that hold games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CatalogFormat {
    /// Its name.
    pub name: String,
    /// The ending by which its files are known; absent where that is `txt`, which says nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extension: Option<String>,
    /// Whether games can be written in it.
    pub writable: bool,
    /// The names of the games it can hold.
    pub games: Vec<String>,
}
