//! All games, and the facts a face needs to offer a game and draw its board.
//!
//! One row of facts per game: forms, catalogs, parsers and help texts read them, so that adding a
//! row makes a new game appear everywhere.

use crate::{
    ByColor, Color, Connect6Spec, GameSpec, GomokuRules, GomokuSpec, Opening, ReversiSpec, RowsFrom,
};

/// A game, regardless of board size and rule set: what a person chooses first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Game {
    /// Reversi, also known as Othello.
    Reversi,
    /// Five in a row.
    Gomoku,
    /// Six in a row, two stones a turn.
    Connect6,
    /// Stones never flip; nobody wins.
    Peace,
}

/// The board sizes of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// The smallest board.
    pub min: u8,
    /// The largest board.
    pub max: u8,
    /// The step from one size to the next.
    pub step: u8,
    /// The size most people play.
    pub usual: u8,
}

/// Where on the grid the stones go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grid {
    /// Inside the cells, as in Reversi.
    Cells,
    /// On the crossings of the lines, as in Gomoku.
    Lines,
}

/// The aim of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The most stones at the end (or the fewest): the game has a score.
    Stones,
    /// A row of stones.
    Row {
        /// The shortest row that wins.
        length: u8,
    },
    /// None: nobody wins.
    Nothing,
}

struct Facts {
    name: &'static str,
    aliases: &'static [&'static str],
    sizes: Sizes,
    rule_sets: &'static [&'static str],
    openings: &'static [&'static str],
    rows_from: RowsFrom,
    grid: Grid,
    aim: Aim,
    marks_legal_points: bool,
    stones_per_turn: u8,
}

const REVERSI: Facts = Facts {
    name: "reversi",
    aliases: &["othello"],
    sizes: Sizes {
        min: 4,
        max: 26,
        step: 2,
        usual: 8,
    },
    rule_sets: &["normal", "anti"],
    openings: &["free"],
    rows_from: RowsFrom::Top,
    grid: Grid::Cells,
    aim: Aim::Stones,
    marks_legal_points: true,
    stones_per_turn: 1,
};

const GOMOKU: Facts = Facts {
    name: "gomoku",
    aliases: &[],
    sizes: Sizes {
        min: 5,
        max: 25,
        step: 1,
        usual: 15,
    },
    rule_sets: &GomokuRules::NAMES,
    openings: &Opening::NAMES,
    rows_from: RowsFrom::Bottom,
    grid: Grid::Lines,
    aim: Aim::Row { length: 5 },
    marks_legal_points: false,
    stones_per_turn: 1,
};

const CONNECT6: Facts = Facts {
    name: "connect6",
    aliases: &[],
    sizes: Sizes {
        min: 6,
        max: 25,
        step: 1,
        usual: 19,
    },
    rule_sets: &["normal"],
    openings: &["free"],
    rows_from: RowsFrom::Bottom,
    grid: Grid::Lines,
    aim: Aim::Row { length: 6 },
    marks_legal_points: false,
    stones_per_turn: 2,
};

const PEACE: Facts = Facts {
    name: "peace",
    aliases: &[],
    sizes: Sizes {
        min: 8,
        max: 8,
        step: 1,
        usual: 8,
    },
    rule_sets: &["normal"],
    openings: &["free"],
    rows_from: RowsFrom::Top,
    grid: Grid::Cells,
    aim: Aim::Nothing,
    marks_legal_points: false,
    stones_per_turn: 1,
};

impl Game {
    /// All games, in the order in which they are offered.
    pub const ALL: [Game; 4] = [Game::Reversi, Game::Gomoku, Game::Connect6, Game::Peace];

    const fn facts(self) -> &'static Facts {
        match self {
            Game::Reversi => &REVERSI,
            Game::Gomoku => &GOMOKU,
            Game::Connect6 => &CONNECT6,
            Game::Peace => &PEACE,
        }
    }

    /// The word in a game spec: `reversi`, `gomoku`, `peace`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// The game with this name or alias.
    #[must_use]
    pub fn named(name: &str) -> Option<Game> {
        Game::ALL
            .into_iter()
            .find(|game| game.name() == name || game.facts().aliases.contains(&name))
    }

    /// The board sizes.
    #[must_use]
    pub const fn sizes(self) -> Sizes {
        self.facts().sizes
    }

    /// The board sizes that an opening rule allows.
    #[must_use]
    pub fn sizes_with(self, opening: &str) -> Sizes {
        let sizes = self.sizes();
        match self {
            Game::Gomoku if opening == Opening::Pro.name() => Sizes {
                min: GomokuSpec::PRO_SIZE_MIN,
                ..sizes
            },
            Game::Reversi | Game::Gomoku | Game::Connect6 | Game::Peace => sizes,
        }
    }

    /// The words for its rule sets in a game spec, the default first. Never empty.
    #[must_use]
    pub const fn rule_sets(self) -> &'static [&'static str] {
        self.facts().rule_sets
    }

    /// The words for its opening rules in a game spec, the default first. Never empty.
    #[must_use]
    pub const fn openings(self) -> &'static [&'static str] {
        self.facts().openings
    }

    /// The edge from which rows are numbered.
    #[must_use]
    pub const fn rows_from(self) -> RowsFrom {
        self.facts().rows_from
    }

    /// Where on the grid the stones go.
    #[must_use]
    pub const fn grid(self) -> Grid {
        self.facts().grid
    }

    /// The aim of the game.
    #[must_use]
    pub const fn aim(self) -> Aim {
        self.facts().aim
    }

    /// Whether faces mark the legal points: in games whose rules allow only a few.
    #[must_use]
    pub const fn marks_legal_points(self) -> bool {
        self.facts().marks_legal_points
    }

    /// The star points of a board of this size: column and row of each line crossing, counted from
    /// 0 at the top left.
    #[must_use]
    pub fn stars(self, size: u8) -> Vec<(u8, u8)> {
        let cross = |lines: &[u8]| -> Vec<(u8, u8)> {
            let row = |&row: &u8| lines.iter().map(move |&col| (col, row));
            lines.iter().flat_map(row).collect()
        };
        let middle = size / 2;
        let has_middle = size % 2 == 1;
        match self.grid() {
            Grid::Cells if size < 8 => Vec::new(),
            Grid::Cells => cross(&[2, size - 2]),
            Grid::Lines if size < 9 && !has_middle => Vec::new(),
            Grid::Lines if size < 9 => vec![(middle, middle)],
            Grid::Lines => {
                let inset = if size < 13 { 2 } else { 3 };
                let far = size - 1 - inset;
                if has_middle && size >= 19 {
                    return cross(&[inset, middle, far]);
                }
                let mut stars = cross(&[inset, far]);
                stars.extend(has_middle.then_some((middle, middle)));
                stars
            }
        }
    }

    /// The number of stones in a full turn. The first turn may have fewer.
    #[must_use]
    pub const fn stones_per_turn(self) -> u8 {
        self.facts().stones_per_turn
    }

    /// Whose turn it is with these stones on the board if nothing else says so: in games that start
    /// on an empty board, the stones are assumed to have been placed in turn.
    #[must_use]
    pub fn usual_turn(self, stones: ByColor<usize>) -> Color {
        let is_white = match self {
            Game::Reversi | Game::Peace => false,
            Game::Gomoku => stones.black > stones.white,
            Game::Connect6 => (stones.black + stones.white).div_ceil(2) % 2 == 1,
        };
        if is_white { Color::White } else { Color::Black }
    }

    /// The game on its usual board under its default rules.
    #[must_use]
    pub const fn default_spec(self) -> GameSpec {
        match self {
            Game::Reversi => GameSpec::REVERSI,
            Game::Gomoku => GameSpec::GOMOKU,
            Game::Connect6 => GameSpec::CONNECT6,
            Game::Peace => GameSpec::Peace,
        }
    }

    /// The game on this board under these rules, given by their words; `None` if the game has no
    /// such size, rule set or opening rule, or if the opening rule does not fit the board.
    #[must_use]
    pub fn spec(self, size: u8, rules: &str, opening: &str) -> Option<GameSpec> {
        if !self.sizes_with(opening).contains(size)
            || !self.rule_sets().contains(&rules)
            || !self.openings().contains(&opening)
        {
            return None;
        }
        match self {
            Game::Reversi => ReversiSpec::new(size, rules == "anti").map(GameSpec::Reversi),
            Game::Peace => Some(GameSpec::Peace),
            Game::Connect6 => Connect6Spec::new(size).map(GameSpec::Connect6),
            Game::Gomoku => {
                let rules = GomokuRules::ALL.into_iter().find(|r| r.name() == rules)?;
                let opening = Opening::ALL.into_iter().find(|o| o.name() == opening)?;
                GomokuSpec::new(size, rules, opening).map(GameSpec::Gomoku)
            }
        }
    }
}

impl Sizes {
    /// Whether the game can be played on this size.
    #[must_use]
    pub const fn contains(self, size: u8) -> bool {
        size >= self.min && size <= self.max && (size - self.min).is_multiple_of(self.step)
    }

    /// The sizes, smallest first.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (self.min..=self.max).step_by(usize::from(self.step))
    }
}
