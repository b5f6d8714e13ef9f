//! Which game is played, on which board and under which rules.

use std::fmt;
use std::str::FromStr;

use crate::{Game, Point, game::Sizes};

/// A game with its board size, rule set and opening rule, written `GAME[:SIZE][:RULES][:OPENING]`.
///
/// `Display` writes the shortest form, omitting trailing parts that equal the default. `FromStr`
/// reads every form, case-insensitively, and allows any part to be omitted.
///
/// ```
/// use yiqi_rules::GameSpec;
/// let spec: GameSpec = "gomoku:15:renju:swap2".parse()?;
/// assert_eq!(spec.size(), 15);
/// assert_eq!("Gomoku:15:freestyle".parse::<GameSpec>()?.to_string(), "gomoku");
/// # Ok::<(), yiqi_rules::ParseSpecError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameSpec {
    /// Reversi, also known as Othello.
    Reversi(ReversiSpec),
    /// Peace, on 8×8: stones never flip.
    Peace,
    /// Five in a row.
    Gomoku(GomokuSpec),
    /// Six in a row, two stones a turn.
    Connect6(Connect6Spec),
}

/// Board size and aim of a Reversi game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReversiSpec {
    // Invariant: even, 4 to 26.
    size: u8,
    /// Whether the fewest stones win.
    pub anti: bool,
}

/// Board size, rule set and opening rule of a Gomoku game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GomokuSpec {
    // Invariant: 5 to 25, and at least 7 with the opening rule pro.
    size: u8,
    /// What wins and what is forbidden.
    pub rules: GomokuRules,
    // Private, since pro restricts the size.
    opening: Opening,
}

/// Board size of a Connect6 game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Connect6Spec {
    // Invariant: 6 to 25.
    size: u8,
}

/// What wins and what is forbidden in Gomoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GomokuRules {
    /// Five or more win; nothing is forbidden.
    Freestyle,
    /// Exactly five wins; nothing is forbidden.
    Standard,
    /// Simplified forbidden moves for black: only unbroken fours count.
    Forbidden,
    /// Forbidden moves for black as the Renju International Federation defines them.
    Renju,
    /// Exactly five wins unless opposing stones lie at both ends; nothing is forbidden.
    Caro,
}

/// How a Gomoku game is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Opening {
    /// No restriction.
    Free,
    /// Three stones by one side, then the other chooses a color.
    Swap1,
    /// As swap1, but the other side may also add two stones and hand the choice back.
    Swap2,
    /// First stone in the center, black's second outside the central 5×5.
    Pro,
}

impl GomokuRules {
    /// All rule sets, the default first.
    pub const ALL: [GomokuRules; 5] = [
        GomokuRules::Freestyle,
        GomokuRules::Standard,
        GomokuRules::Forbidden,
        GomokuRules::Renju,
        GomokuRules::Caro,
    ];

    pub(crate) const NAMES: [&str; 5] = {
        let [a, b, c, d, e] = GomokuRules::ALL;
        [a.name(), b.name(), c.name(), d.name(), e.name()]
    };

    /// The word in a game spec.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            GomokuRules::Freestyle => "freestyle",
            GomokuRules::Standard => "standard",
            GomokuRules::Forbidden => "forbidden",
            GomokuRules::Renju => "renju",
            GomokuRules::Caro => "caro",
        }
    }

    /// Whether some points are forbidden for black.
    #[must_use]
    pub const fn restricts_black(self) -> bool {
        matches!(self, GomokuRules::Forbidden | GomokuRules::Renju)
    }
}

impl Opening {
    /// The stones that black places in an opening with swaps before white chooses.
    pub const FIRST_STONES: u8 = 3;

    /// The stones that white may add in swap2 instead of choosing.
    pub const ADDED_STONES: u8 = 2;

    /// All opening rules, the default first.
    pub const ALL: [Opening; 4] = [Opening::Free, Opening::Swap1, Opening::Swap2, Opening::Pro];

    pub(crate) const NAMES: [&str; 4] = {
        let [a, b, c, d] = Opening::ALL;
        [a.name(), b.name(), c.name(), d.name()]
    };

    /// The word in a game spec.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Opening::Free => "free",
            Opening::Swap1 => "swap1",
            Opening::Swap2 => "swap2",
            Opening::Pro => "pro",
        }
    }
}

impl ReversiSpec {
    /// Reversi on a board of this size, if it is even and from 4 to 26.
    #[must_use]
    pub const fn new(size: u8, anti: bool) -> Option<ReversiSpec> {
        if Game::Reversi.sizes().contains(size) {
            Some(ReversiSpec { size, anti })
        } else {
            None
        }
    }

    /// The number of columns and rows of the board.
    #[must_use]
    pub const fn size(self) -> u8 {
        self.size
    }
}

impl Connect6Spec {
    /// Connect6 on a board of this size, if it is from 6 to 25.
    #[must_use]
    pub const fn new(size: u8) -> Option<Connect6Spec> {
        if Game::Connect6.sizes().contains(size) {
            Some(Connect6Spec { size })
        } else {
            None
        }
    }

    /// The number of columns and rows of the board.
    #[must_use]
    pub const fn size(self) -> u8 {
        self.size
    }
}

impl GomokuSpec {
    /// The smallest board on which the opening rule pro leaves room for black's second stone.
    pub const PRO_SIZE_MIN: u8 = 7;

    /// Gomoku on a board of this size, if it is from 5 to 25 and large enough for the opening.
    #[must_use]
    pub const fn new(size: u8, rules: GomokuRules, opening: Opening) -> Option<GomokuSpec> {
        let has_room = match opening {
            Opening::Pro => size >= GomokuSpec::PRO_SIZE_MIN,
            Opening::Free | Opening::Swap1 | Opening::Swap2 => true,
        };
        if has_room && Game::Gomoku.sizes().contains(size) {
            Some(GomokuSpec {
                size,
                rules,
                opening,
            })
        } else {
            None
        }
    }

    /// The number of columns and rows of the board.
    #[must_use]
    pub const fn size(self) -> u8 {
        self.size
    }

    /// The opening rule.
    #[must_use]
    pub const fn opening(self) -> Opening {
        self.opening
    }
}

/// The edge from which the rows of a board are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowsFrom {
    /// Row 1 is the top row.
    Top,
    /// Row 1 is the bottom row.
    Bottom,
}

impl GameSpec {
    /// Reversi on 8×8.
    pub const REVERSI: GameSpec = GameSpec::Reversi(ReversiSpec {
        size: 8,
        anti: false,
    });

    /// Freestyle Gomoku on 15×15.
    pub const GOMOKU: GameSpec = GameSpec::Gomoku(GomokuSpec {
        size: 15,
        rules: GomokuRules::Freestyle,
        opening: Opening::Free,
    });

    /// Connect6 on 19×19.
    pub const CONNECT6: GameSpec = GameSpec::Connect6(Connect6Spec { size: 19 });

    /// The number of columns and rows of the board.
    #[must_use]
    pub const fn size(self) -> u8 {
        match self {
            GameSpec::Connect6(spec) => spec.size,
            GameSpec::Reversi(spec) => spec.size,
            GameSpec::Peace => 8,
            GameSpec::Gomoku(spec) => spec.size,
        }
    }

    /// The game, regardless of board size and rules.
    #[must_use]
    pub const fn game(self) -> Game {
        match self {
            GameSpec::Reversi(_) => Game::Reversi,
            GameSpec::Peace => Game::Peace,
            GameSpec::Gomoku(_) => Game::Gomoku,
            GameSpec::Connect6(_) => Game::Connect6,
        }
    }

    /// The word for the rule set, one of the game's [`rule_sets`](Game::rule_sets).
    #[must_use]
    pub const fn rules_name(self) -> &'static str {
        match self {
            GameSpec::Reversi(ReversiSpec { anti: true, .. }) => "anti",
            GameSpec::Gomoku(spec) => spec.rules.name(),
            GameSpec::Reversi(_) | GameSpec::Peace | GameSpec::Connect6(_) => {
                self.game().rule_sets()[0]
            }
        }
    }

    /// The word for the opening rule, one of the game's [`openings`](Game::openings).
    #[must_use]
    pub const fn opening_name(self) -> &'static str {
        match self {
            GameSpec::Gomoku(spec) => spec.opening.name(),
            GameSpec::Reversi(_) | GameSpec::Peace | GameSpec::Connect6(_) => {
                self.game().openings()[0]
            }
        }
    }

    /// The same game under the same rules on another size; `None` if the game has no such size.
    #[must_use]
    pub fn with_size(self, size: u8) -> Option<GameSpec> {
        self.game()
            .spec(size, self.rules_name(), self.opening_name())
    }

    /// The row, counted from 0 at the top, that has this number in this game.
    #[must_use]
    pub const fn row_of_number(self, number: u8) -> Option<u8> {
        if number == 0 || number > self.size() {
            return None;
        }
        Some(match self.game().rows_from() {
            RowsFrom::Top => number - 1,
            RowsFrom::Bottom => self.size() - number,
        })
    }

    /// The number of a row in this game.
    #[must_use]
    pub const fn number_of_row(self, row: u8) -> u8 {
        match self.game().rows_from() {
            RowsFrom::Top => row + 1,
            RowsFrom::Bottom => self.size() - row,
        }
    }

    /// The name of a point on this board: column letter and row number.
    #[must_use]
    pub fn point_name(self, point: Point) -> String {
        debug_assert!(point.is_on(self.size()));
        let letter = char::from(b'a' + point.col());
        format!("{letter}{}", self.number_of_row(point.row()))
    }

    /// The point with exactly this name. `yiqi-record` reads what people type.
    #[must_use]
    pub fn point_named(self, name: &str) -> Option<Point> {
        let letter = *name.as_bytes().first()?;
        if !letter.is_ascii_lowercase() || !name.is_ascii() || name[1..].starts_with(['0', '+']) {
            return None;
        }
        let row = self.row_of_number(name[1..].parse().ok()?)?;
        Point::new(letter - b'a', row).filter(|point| point.is_on(self.size()))
    }
}

impl fmt::Display for GameSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = self.game();
        let (size, rules, opening) = (self.size(), self.rules_name(), self.opening_name());
        f.write_str(game.name())?;
        let has_opening = opening != game.openings()[0];
        let has_rules = has_opening || rules != game.rule_sets()[0];
        if has_rules || size != game.sizes().usual {
            write!(f, ":{size}")?;
        }
        if has_rules {
            write!(f, ":{rules}")?;
        }
        if has_opening {
            write!(f, ":{opening}")?;
        }
        Ok(())
    }
}

/// Why a text is not a valid game spec.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseSpecError {
    /// The first word is not the name of a game.
    #[error("unknown game '{0}': expected {games}", games = listed(&Game::ALL.map(Game::name)))]
    UnknownGame(String),
    /// The game has no such board size.
    #[error("no {game} board of size {size}: expected {expected}", game = game.name())]
    Size {
        /// The game.
        game: Game,
        /// The size as given.
        size: String,
        /// The valid sizes.
        expected: String,
    },
    /// A part that is not a size, rule set or opening rule of the game, or is out of order.
    #[error("unknown part '{part}' in a {game} spec: expected {expected}", game = game.name())]
    UnknownPart {
        /// The game.
        game: Game,
        /// The part as given.
        part: String,
        /// The valid parts.
        expected: String,
    },
}

impl FromStr for GameSpec {
    type Err = ParseSpecError;

    fn from_str(text: &str) -> Result<GameSpec, ParseSpecError> {
        let lower = text.trim().to_ascii_lowercase();
        let mut parts = lower
            .split([':', ' '])
            .filter(|part| !part.is_empty())
            .peekable();
        let name = parts.next().unwrap_or_default();
        let game = Game::named(name).ok_or_else(|| ParseSpecError::UnknownGame(name.to_owned()))?;
        // The size, if given, comes first: it is the only part that starts with a digit.
        let size = parts.next_if(|part| part.starts_with(|c: char| c.is_ascii_digit()));
        let rules = parts.next_if(|part| game.rule_sets().contains(part));
        let opening = parts.next_if(|part| game.openings().contains(part));
        if let Some(part) = parts.next() {
            return Err(ParseSpecError::UnknownPart {
                game,
                part: part.to_owned(),
                expected: expected_parts(game),
            });
        }
        let opening = opening.unwrap_or(game.openings()[0]);
        size.map_or(Some(game.sizes().usual), parse_size)
            .and_then(|size| game.spec(size, rules.unwrap_or(game.rule_sets()[0]), opening))
            .ok_or_else(|| ParseSpecError::Size {
                game,
                size: size.unwrap_or_default().to_owned(),
                expected: expected_sizes(game, opening),
            })
    }
}

/// Reads `8` and also `8x8` and `8×8`.
fn parse_size(text: &str) -> Option<u8> {
    match text.split_once(['x', '×']) {
        None => text.parse().ok(),
        Some((cols, rows)) => (cols == rows).then(|| cols.parse().ok())?,
    }
}

fn expected_sizes(game: Game, opening: &str) -> String {
    let sizes = game.sizes_with(opening);
    let Sizes { min, max, step, .. } = sizes;
    if min == max {
        return min.to_string();
    }
    let kind = if step == 2 { "an even size" } else { "a size" };
    let condition = if sizes == game.sizes() {
        String::new()
    } else {
        format!(" with the opening rule {opening}")
    };
    format!("{kind} from {min} to {max}{condition}")
}

fn expected_parts(game: Game) -> String {
    let (rules, openings) = (game.rule_sets(), game.openings());
    match (rules.len() > 1, openings.len() > 1) {
        (false, false) => "nothing after the size".to_owned(),
        (true, false) => format!("GAME[:SIZE][:RULES] with the rules {}", listed(rules)),
        (_, true) => format!(
            "GAME[:SIZE][:RULES][:OPENING] with the rules {} and the openings {}",
            listed(rules),
            listed(openings)
        ),
    }
}

/// `a, b or c`.
fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
    }
}
