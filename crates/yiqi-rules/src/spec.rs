//! Which game is played, on which board, under which rules.

use std::fmt;
use std::str::FromStr;

use crate::Point;

/// A game with its board size, rule set and opening rule, written `GAME[:SIZE][:RULES][:OPENING]`.
///
/// `Display` writes the shortest form; parts equal to the default are left out from the right.
/// `FromStr` reads every form, in any case, and lets any part be left out.
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
    /// Peace: stones that never flip, on 8×8.
    Peace,
    /// Five in a row.
    Gomoku(GomokuSpec),
}

/// Size and aim of a Reversi game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReversiSpec {
    // Invariant: even, 4 to 26.
    size: u8,
    /// Whether fewer stones win.
    pub anti: bool,
}

/// Size, rule set and opening rule of a Gomoku game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GomokuSpec {
    // Invariant: 5 to 25, and at least 7 with the opening rule pro.
    size: u8,
    /// What wins and what is forbidden.
    pub rules: GomokuRules,
    // Private, since pro limits the size.
    opening: Opening,
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
}

/// How a Gomoku game is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Opening {
    /// No restriction.
    Free,
    /// Three stones by one side, then the other chooses a color.
    Swap1,
    /// As swap1, but the other may also add two stones and hand the choice back.
    Swap2,
    /// First stone in the centre, black's second outside the central 5×5.
    Pro,
}

impl GomokuRules {
    /// All rule sets, the default first.
    pub const ALL: [GomokuRules; 4] = [
        GomokuRules::Freestyle,
        GomokuRules::Standard,
        GomokuRules::Forbidden,
        GomokuRules::Renju,
    ];

    /// The word in a game spec.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            GomokuRules::Freestyle => "freestyle",
            GomokuRules::Standard => "standard",
            GomokuRules::Forbidden => "forbidden",
            GomokuRules::Renju => "renju",
        }
    }

    /// Whether some points are forbidden for black.
    #[must_use]
    pub const fn restricts_black(self) -> bool {
        matches!(self, GomokuRules::Forbidden | GomokuRules::Renju)
    }
}

impl Opening {
    /// All opening rules, the default first.
    pub const ALL: [Opening; 4] = [Opening::Free, Opening::Swap1, Opening::Swap2, Opening::Pro];

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
        if size.is_multiple_of(2) && size >= 4 && size <= 26 {
            Some(ReversiSpec { size, anti })
        } else {
            None
        }
    }

    /// Columns and rows of the board.
    #[must_use]
    pub const fn size(self) -> u8 {
        self.size
    }
}

impl GomokuSpec {
    /// Smallest board on which the opening rule pro leaves room for black's second stone.
    pub const PRO_SIZE_MIN: u8 = 7;

    /// Gomoku on a board of this size, if it is from 5 to 25 and large enough for the opening.
    #[must_use]
    pub const fn new(size: u8, rules: GomokuRules, opening: Opening) -> Option<GomokuSpec> {
        let size_min = match opening {
            Opening::Pro => GomokuSpec::PRO_SIZE_MIN,
            _ => 5,
        };
        if size >= size_min && size <= 25 {
            Some(GomokuSpec {
                size,
                rules,
                opening,
            })
        } else {
            None
        }
    }

    /// Columns and rows of the board.
    #[must_use]
    pub const fn size(self) -> u8 {
        self.size
    }

    /// How the game is opened.
    #[must_use]
    pub const fn opening(self) -> Opening {
        self.opening
    }
}

/// From which edge the rows of a board are numbered.
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

    /// Columns and rows of the board.
    #[must_use]
    pub const fn size(self) -> u8 {
        match self {
            GameSpec::Reversi(spec) => spec.size,
            GameSpec::Peace => 8,
            GameSpec::Gomoku(spec) => spec.size,
        }
    }

    /// The game's own word: `reversi`, `peace` or `gomoku`.
    #[must_use]
    pub const fn game_name(self) -> &'static str {
        match self {
            GameSpec::Reversi(_) => "reversi",
            GameSpec::Peace => "peace",
            GameSpec::Gomoku(_) => "gomoku",
        }
    }

    /// From which edge this game numbers its rows.
    #[must_use]
    pub const fn rows_from(self) -> RowsFrom {
        match self {
            GameSpec::Gomoku(_) => RowsFrom::Bottom,
            _ => RowsFrom::Top,
        }
    }

    /// The row of the board, counted from 0 at the top, that this game gives a number.
    #[must_use]
    pub const fn row_of_number(self, number: u8) -> Option<u8> {
        if number == 0 || number > self.size() {
            return None;
        }
        Some(match self.rows_from() {
            RowsFrom::Top => number - 1,
            RowsFrom::Bottom => self.size() - number,
        })
    }

    /// The number this game gives a row of the board.
    #[must_use]
    pub const fn number_of_row(self, row: u8) -> u8 {
        match self.rows_from() {
            RowsFrom::Top => row + 1,
            RowsFrom::Bottom => self.size() - row,
        }
    }

    /// The name of a point of this board: column letter and row number.
    #[must_use]
    pub fn point_name(self, point: Point) -> String {
        debug_assert!(point.is_on(self.size()));
        let letter = char::from(b'a' + point.col());
        format!("{letter}{}", self.number_of_row(point.row()))
    }

    /// The point with exactly this name. Forms that people type are read by `yiqi-record`.
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
        f.write_str(self.game_name())?;
        match self {
            GameSpec::Peace => Ok(()),
            GameSpec::Reversi(spec) => match (spec.size, spec.anti) {
                (8, false) => Ok(()),
                (size, false) => write!(f, ":{size}"),
                (size, true) => write!(f, ":{size}:anti"),
            },
            GameSpec::Gomoku(spec) => match (spec.size, spec.rules, spec.opening) {
                (15, GomokuRules::Freestyle, Opening::Free) => Ok(()),
                (size, GomokuRules::Freestyle, Opening::Free) => write!(f, ":{size}"),
                (size, rules, Opening::Free) => write!(f, ":{size}:{}", rules.name()),
                (size, rules, opening) => {
                    write!(f, ":{size}:{}:{}", rules.name(), opening.name())
                }
            },
        }
    }
}

/// Why a text is not a game spec.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseSpecError {
    /// The first word names no game.
    #[error("unknown game '{0}': expected reversi, peace or gomoku")]
    UnknownGame(String),
    /// A size the game is not played on.
    #[error("no {game} board of size {size}: expected {expected}")]
    Size {
        /// The game's word.
        game: &'static str,
        /// The size as written.
        size: String,
        /// The sizes there are.
        expected: &'static str,
    },
    /// A part that is no size, rule set or opening rule of the game, or stands in the wrong place.
    #[error("unknown part '{part}' in a {game} spec: expected {expected}")]
    UnknownPart {
        /// The game's word.
        game: &'static str,
        /// The part as written.
        part: String,
        /// The parts there are.
        expected: &'static str,
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
        let game = parts.next().unwrap_or_default();
        // The size comes first when it is there: it is the only part that starts with a digit.
        let mut size_part = || parts.next_if(|part| part.starts_with(|c: char| c.is_ascii_digit()));
        match game {
            "reversi" | "othello" => {
                let size = size_part().unwrap_or("8");
                let anti = match parts.next() {
                    None | Some("normal") => false,
                    Some("anti") => true,
                    Some(part) => return Err(unknown("reversi", part, REVERSI_PARTS)),
                };
                end("reversi", parts.next(), REVERSI_PARTS)?;
                parse_size(size)
                    .and_then(|size| ReversiSpec::new(size, anti))
                    .map(GameSpec::Reversi)
                    .ok_or_else(|| bad_size("reversi", size, "an even size from 4 to 26"))
            }
            "peace" => {
                let size = size_part().unwrap_or("8");
                end("peace", parts.next(), "nothing after the size")?;
                match parse_size(size) {
                    Some(8) => Ok(GameSpec::Peace),
                    _ => Err(bad_size("peace", size, "8")),
                }
            }
            "gomoku" => {
                let size = size_part().unwrap_or("15");
                let rules = parts
                    .peek()
                    .and_then(|part| GomokuRules::ALL.into_iter().find(|r| r.name() == *part));
                if rules.is_some() {
                    parts.next();
                }
                let opening = match parts.next() {
                    None => Opening::Free,
                    Some(part) => Opening::ALL
                        .into_iter()
                        .find(|o| o.name() == part)
                        .ok_or_else(|| unknown("gomoku", part, GOMOKU_PARTS))?,
                };
                end("gomoku", parts.next(), GOMOKU_PARTS)?;
                let expected = match opening {
                    Opening::Pro => "a size from 7 to 25 with the opening rule pro",
                    _ => "a size from 5 to 25",
                };
                parse_size(size)
                    .and_then(|size| {
                        GomokuSpec::new(size, rules.unwrap_or(GomokuRules::Freestyle), opening)
                    })
                    .map(GameSpec::Gomoku)
                    .ok_or_else(|| bad_size("gomoku", size, expected))
            }
            _ => Err(ParseSpecError::UnknownGame(game.to_owned())),
        }
    }
}

const REVERSI_PARTS: &str = "GAME[:SIZE][:RULES] with the rules normal or anti";
const GOMOKU_PARTS: &str = "GAME[:SIZE][:RULES][:OPENING] with the rules freestyle, standard, \
    forbidden or renju and the openings free, swap1, swap2 or pro";

/// Reads `8` and also `8x8` and `8×8`.
fn parse_size(text: &str) -> Option<u8> {
    match text.split_once(['x', '×']) {
        None => text.parse().ok(),
        Some((cols, rows)) => (cols == rows).then(|| cols.parse().ok())?,
    }
}

fn bad_size(game: &'static str, size: &str, expected: &'static str) -> ParseSpecError {
    ParseSpecError::Size {
        game,
        size: size.to_owned(),
        expected,
    }
}

fn unknown(game: &'static str, part: &str, expected: &'static str) -> ParseSpecError {
    ParseSpecError::UnknownPart {
        game,
        part: part.to_owned(),
        expected,
    }
}

fn end(
    game: &'static str,
    part: Option<&str>,
    expected: &'static str,
) -> Result<(), ParseSpecError> {
    part.map_or(Ok(()), |part| Err(unknown(game, part, expected)))
}
