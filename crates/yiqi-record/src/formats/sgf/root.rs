//! The first node of a game: the header of the record.

use yiqi_rules::{AnyPosition, ByColor, Color, Game, GameSpec, Point, PointSet, Setup, SetupError};

use super::parse::Value;
use super::result;
use crate::clock::Seconds;
use crate::error::shortened;
use crate::{ClockRule, Expected, Header, Location, Problem, ReadError, RunOut, TimeControl};

/// The most tags that are read per game.
const TAGS_MAX: usize = 1_000;

/// The most values of `AB` and `AW` that are read per game.
const STONES_MAX: usize = 2 * Point::LIMIT as usize * Point::LIMIT as usize;

/// Collects the properties of the first node.
pub(super) struct Root<'a> {
    location: Location,
    game: Option<Value<'a>>,
    size: Option<Value<'a>>,
    spec: Option<Value<'a>>,
    clock: Option<Value<'a>>,
    /// The value of `RE`.
    result: Option<Value<'a>>,
    /// The value of `YR`.
    own_result: Option<Value<'a>>,
    turn: Option<Color>,
    first: Option<Color>,
    /// Stones to place, and with `None` points to clear, in order.
    stones: Vec<(Option<Color>, Value<'a>)>,
    names: ByColor<String>,
    date: Option<String>,
    tags: Vec<Tag>,
}

struct Tag {
    key: String,
    value: String,
    /// Whether it has its own property instead of being part of `YX`.
    is_plain: bool,
}

/// What the first node says.
pub(super) struct Beginning {
    pub(super) header: Header,
    /// Who plays which color at the end of the game.
    pub(super) names: ByColor<String>,
    /// The color of the first seat, if given.
    pub(super) first: Option<Color>,
    /// Whether the node says whose turn it is.
    pub(super) turn_given: bool,
    /// The location of the node.
    pub(super) location: Location,
    /// The location of the result.
    pub(super) result_location: Location,
}

impl<'a> Root<'a> {
    pub(super) fn new(location: Location) -> Root<'a> {
        Root {
            location,
            game: None,
            size: None,
            spec: None,
            clock: None,
            result: None,
            own_result: None,
            turn: None,
            first: None,
            stones: Vec::new(),
            names: ByColor::default(),
            date: None,
            tags: Vec::new(),
        }
    }

    /// Takes a value of a property.
    pub(super) fn take(&mut self, name: &str, value: Value<'a>) -> Result<(), ReadError> {
        match name {
            "GM" => self.game = Some(value),
            "SZ" => self.size = Some(value),
            "YQ" => self.spec = Some(value),
            "YM" => self.clock = Some(value),
            "RE" => self.result = Some(value),
            "YR" => self.own_result = Some(value),
            "PB" => self.names.black = value.line(),
            "PW" => self.names.white = value.line(),
            "DT" => self.date = Some(value.line()).filter(|date| !date.is_empty()),
            "PL" => self.turn = Some(color(value)?),
            "YF" => self.first = Some(color(value)?),
            "AB" => self.add_stones(Some(Color::Black), value)?,
            "AW" => self.add_stones(Some(Color::White), value)?,
            "AE" => self.add_stones(None, value)?,
            "YX" => {
                let (key, value_text) = value
                    .pair()
                    .ok_or_else(|| value.unexpected(Expected::PropertyValue))?;
                self.add_tag(key, value_text, false, value)?;
            }
            "GC" => self.add_tag(name.to_owned(), value.text(), true, value)?,
            _ if super::is_tag(name) => {
                self.add_tag(name.to_owned(), value.line(), true, value)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn add_stones(&mut self, color: Option<Color>, value: Value<'a>) -> Result<(), ReadError> {
        if self.stones.len() >= STONES_MAX {
            return Err(value.error(Problem::TooMany { limit: STONES_MAX }));
        }
        self.stones.push((color, value));
        Ok(())
    }

    fn add_tag(
        &mut self,
        key: String,
        text: String,
        is_plain: bool,
        value: Value<'a>,
    ) -> Result<(), ReadError> {
        // Many programs write every property, even if unknown.
        if is_plain && text.is_empty() {
            return Ok(());
        }
        if self.tags.len() >= TAGS_MAX {
            return Err(value.error(Problem::TooMany { limit: TAGS_MAX }));
        }
        self.tags.push(Tag {
            key,
            value: text,
            is_plain,
        });
        Ok(())
    }

    /// Combines the properties; `game` applies where they do not say.
    pub(super) fn finish(self, game: Option<GameSpec>) -> Result<Beginning, ReadError> {
        let spec = self.game_spec(game)?;
        let mut header = Header::new(spec);
        header.start = self.setup(spec)?;
        header.date = self.date;
        header.result = self
            .own_result
            .and_then(|value| value.line().parse().ok())
            .or_else(|| result::parse(&self.result?.line(), spec));
        if let Some(clock) = self.clock {
            header.time = clock
                .line()
                .parse()
                .map_err(|_| clock.unexpected(Expected::Clock))?;
        }
        let has_overtime = self.tags.iter().any(|tag| tag.is_plain && tag.key == "OT");
        for tag in self.tags {
            let is_plain = |key: &str| tag.is_plain && tag.key == key;
            if is_plain("RU") && super::rule_set(spec.game(), &tag.value).is_some() {
                continue;
            }
            if is_plain("TM")
                && !has_overtime
                && let Some(time) = time_of(&tag.value)
            {
                header.time = time;
                continue;
            }
            header.tags.push((tag.key, tag.value));
        }
        let result_location = match (self.own_result, self.result) {
            (Some(value), _) | (None, Some(value)) => value.location,
            (None, None) => self.location,
        };
        Ok(Beginning {
            header,
            names: self.names,
            first: self.first,
            turn_given: self.turn.is_some(),
            location: self.location,
            result_location,
        })
    }

    fn plain_tag(&self, key: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|tag| tag.is_plain && tag.key == key)
            .map(|tag| tag.value.as_str())
    }

    fn game_spec(&self, game: Option<GameSpec>) -> Result<GameSpec, ReadError> {
        if let Some(value) = self.spec {
            return match value.line().parse() {
                Ok(spec) if super::game_number(GameSpec::game(spec)).is_none() => {
                    Err(value.error(other_game("YQ", value)))
                }
                Ok(spec) => Ok(spec),
                Err(error) => Err(value.error(Problem::Spec(error))),
            };
        }
        let number = self.game.map(|value| value.word());
        let numbered = Game::ALL
            .into_iter()
            .find(|&found| number.is_some() && super::game_number(found) == number);
        // Many programs write the number of Go, whatever they play.
        let asked = game
            .map(GameSpec::game)
            .filter(|&asked| super::game_number(asked).is_some());
        let found = match (numbered, number, asked) {
            (Some(found), _, _) => found,
            (None, None | Some("1"), Some(asked)) => asked,
            (None, None | Some("1"), None) if game.is_none() && self.may_be_gomoku() => {
                Game::Gomoku
            }
            _ => {
                let (location, problem) = match (self.game, game) {
                    (Some(value), _) => (value.location, other_game("GM", value)),
                    (None, Some(spec)) => {
                        let what = spec.to_string();
                        (self.location, Problem::OtherGame { what })
                    }
                    (None, None) => (self.location, Problem::GameUnnamed),
                };
                return Err(ReadError { location, problem });
            }
        };
        let given = game.filter(|spec| spec.game() == found);
        let size = match self.size {
            Some(value) => board_size(value)?.to_owned(),
            None => given
                .map_or(found.sizes().usual, GameSpec::size)
                .to_string(),
        };
        let rules = match self.plain_tag("RU") {
            Some(text) => super::rule_set(found, text),
            None => given.map(GameSpec::rules_name),
        };
        let (name, rules) = (found.name(), rules.unwrap_or(found.rule_sets()[0]));
        format!("{name}:{size}:{rules}")
            .parse()
            .map_err(|error| ReadError {
                location: self.size.map_or(self.location, |value| value.location),
                problem: Problem::Spec(error),
            })
    }

    /// Whether a game marked as Go may be Gomoku, as many programs write it.
    fn may_be_gomoku(&self) -> bool {
        let has_go_size = self
            .size
            .is_none_or(|value| matches!(value.word(), "19" | "13" | "9"));
        let has_gomoku_rules = self.plain_tag("RU").is_some_and(|rules| {
            let rules = rules.to_ascii_lowercase();
            ["renju", "gomoku", "freestyle", "caro"]
                .iter()
                .any(|name| rules.contains(name))
        });
        !has_go_size || has_gomoku_rules
    }

    /// The start position, if it is not the standard one.
    fn setup(&self, spec: GameSpec) -> Result<Option<Setup>, ReadError> {
        let usual_position = AnyPosition::new(spec);
        let usual = Setup {
            stones: ByColor::from_fn(|color| usual_position.stones(color)),
            turn: Color::Black,
        };
        let setup = match self.stones.first() {
            None if self.turn.is_none() => return Ok(None),
            None => Setup {
                turn: self.turn.unwrap_or(Color::Black),
                ..usual.clone()
            },
            Some((_, first)) => {
                // If stones are added, they go on an empty board; otherwise points of the standard
                // start are cleared.
                let mut stones = match self.stones.iter().any(|(color, _)| color.is_some()) {
                    true => ByColor::default(),
                    false => usual.stones,
                };
                for &(color, value) in &self.stones {
                    let mut points = PointSet::EMPTY;
                    add_points(&mut points, value, spec)?;
                    match color {
                        Some(color) => stones[color] = stones[color] | points,
                        None => {
                            stones.black = stones.black - points;
                            stones.white = stones.white - points;
                        }
                    }
                }
                if !(stones.black & stones.white).is_empty() {
                    return Err(first.error(Problem::Setup(SetupError::Overlap)));
                }
                let turn = self.turn.unwrap_or_else(|| {
                    let counts = stones.map(|set| set.len());
                    spec.game().usual_turn(counts)
                });
                Setup { stones, turn }
            }
        };
        // With an opening rule, a setup is never the standard start.
        let has_opening = spec.opening_name() != spec.game().openings()[0];
        Ok((setup != usual || has_opening).then_some(setup))
    }
}

/// Adds a point, or all points of a rectangle such as `aa:cc`.
fn add_points(set: &mut PointSet, value: Value<'_>, spec: GameSpec) -> Result<(), ReadError> {
    let word = value.word();
    let (from, to) = word.split_once(':').unwrap_or((word, word));
    let point = |text| {
        super::point_named(text, spec)
            .filter(|point| point.is_on(spec.size()))
            .ok_or_else(|| value.unexpected(Expected::Points))
    };
    let (from, to) = (point(from)?, point(to)?);
    let (top, bottom) = (from.row().min(to.row()), from.row().max(to.row()));
    let (left, right) = (from.col().min(to.col()), from.col().max(to.col()));
    for row in top..=bottom {
        for col in left..=right {
            set.insert(Point::new(col, row).expect("a point between two others is on the board"));
        }
    }
    Ok(())
}

/// The time control for a value of `TM`.
pub(super) fn time_of(text: &str) -> Option<TimeControl> {
    let Seconds(main_ms) = text.trim().parse().ok()?;
    (main_ms > 0).then_some(TimeControl {
        clock: ClockRule::PerGame {
            main_ms,
            increment_ms: 0,
        },
        run_out: RunOut::Loss,
    })
}

/// The number in `15` and in `15:15`.
fn board_size(value: Value<'_>) -> Result<&str, ReadError> {
    let word = value.word();
    let (cols, rows) = word.split_once(':').unwrap_or((word, word));
    if cols != rows {
        return Err(value.error(other_game("SZ", value)));
    }
    if cols.is_empty() || !cols.bytes().all(|b| b.is_ascii_digit()) {
        return Err(value.unexpected(Expected::PropertyValue));
    }
    Ok(cols)
}

fn color(value: Value<'_>) -> Result<Color, ReadError> {
    match value.word().as_bytes().first() {
        Some(b'B' | b'b') => Ok(Color::Black),
        Some(b'W' | b'w') => Ok(Color::White),
        _ => Err(value.unexpected(Expected::SideToMove)),
    }
}

fn other_game(name: &str, value: Value<'_>) -> Problem {
    Problem::OtherGame {
        what: format!("{name}[{}]", shortened(value.word())),
    }
}
