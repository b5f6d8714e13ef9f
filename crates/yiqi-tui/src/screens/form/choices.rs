//! What the form holds, and how each row of it changes.

use yiqi_desk::{NewGame, parse_clock, written_clock};
use yiqi_players::{EngineOptions, ParsePlayerError, PlayerKind, PlayerSpec, SavedProgram};
use yiqi_record::{ClockRule, RunOut, TimeControl};
use yiqi_rules::{Aim, ByColor, Color, Game, GameSpec};
use yiqi_wire::FirstColor;

use super::Purpose;
use crate::shared::Shared;

/// A row of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Row {
    Game,
    Board,
    Rules,
    Opening,
    Player(Color),
    /// Whether colors are as above or drawn.
    Colors,
    Time,
    RunOut,
    /// The person's own color at a table.
    OwnColor,
    Admission,
}

/// Who may come to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Admission {
    /// Anybody: the lobby lists it.
    Listed,
    /// Whoever has the link.
    Link,
    /// Whoever has the link, and nobody else may watch.
    Private,
}

pub(super) const ADMISSIONS: [(Admission, &str); 3] = [
    (Admission::Listed, "net-new-listed"),
    (Admission::Link, "net-new-link"),
    (Admission::Private, "net-new-private"),
];

pub(super) const OWN_COLORS: [(FirstColor, &str); 3] = [
    (FirstColor::Drawn, "form-drawn"),
    (FirstColor::Black, "color-black"),
    (FirstColor::White, "color-white"),
];

/// The clocks that the arrows go through; others are typed.
const CLOCKS: [&str; 9] = [
    "none",
    "3m+2s",
    "5m",
    "10m",
    "10m+5s",
    "30m+10s",
    "10s a move",
    "30s a move",
    "10m+3x30s",
];

/// The present choices.
pub(super) struct Choices {
    purpose: Purpose,
    pub(super) game: NewGame,
    /// The people to come back to, by color.
    people: ByColor<PlayerSpec>,
    /// Players that were typed, to come back to.
    typed: ByColor<Option<PlayerSpec>>,
    pub(super) own_color: FirstColor,
    pub(super) admission: Admission,
}

/// Why a typed value is not one.
pub(super) enum Wrong {
    /// The key of a message.
    Message(&'static str),
    Player(ParsePlayerError),
}

/// The value after or before this one, wrapping around; the first if this is none of them.
fn next<T: Clone + PartialEq>(all: &[T], now: &T, forward: bool) -> Option<T> {
    let count = all.len();
    let index = match (all.iter().position(|value| value == now), forward) {
        (Some(at), true) => (at + 1) % count,
        (Some(at), false) => (at + count - 1) % count,
        (None, _) => 0,
    };
    all.get(index).cloned()
}

impl Choices {
    pub(super) fn new(purpose: Purpose, shared: &Shared) -> Choices {
        let mut game = shared.desk.last_game();
        let present = shared.desk.current().map(|open| {
            let view = open.view();
            ByColor::from_fn(|color| {
                let seat = view.colors.seat_of(color);
                let mut player = open.players()[seat].clone();
                let name = &view.players[seat];
                if player.is_human() && !name.is_empty() {
                    // A record names a program by its spec. It may start none of ours outside.
                    match name.parse::<PlayerSpec>() {
                        Ok(spec) if !spec.is_human() && !spec.kind.is_outside() => player = spec,
                        _ => player.name = Some(name.clone()),
                    }
                }
                player
            })
        });
        match (purpose, present) {
            (Purpose::Branch { .. } | Purpose::Reseat, Some(present)) => {
                game.spec = shared.spec();
                game.players = present;
                game.time = TimeControl::NONE;
            }
            (Purpose::Position, _) => {
                game.time = TimeControl::NONE;
                game.draws_colors = false;
            }
            (Purpose::New, _) => {
                // The names that were given to the program, unless the last game had others.
                let names = shared.desk.names();
                for (color, name) in [(Color::Black, &names.first), (Color::White, &names.second)] {
                    let player = &mut game.players[color];
                    if player.is_human() && player.name.is_none() && !name.is_empty() {
                        player.name = Some(name.clone());
                    }
                }
            }
            _ => {}
        }
        if purpose == Purpose::Table && game.time.clock == ClockRule::Unlimited {
            game.time.clock = parse_clock("10m+5s").unwrap_or(ClockRule::Unlimited);
        }
        let names = shared.desk.names();
        let person = |color: Color| {
            let name = match color {
                Color::Black => &names.first,
                Color::White => &names.second,
            };
            match &game.players[color] {
                player if player.is_human() => player.clone(),
                _ => PlayerSpec {
                    name: Some(name.clone()).filter(|name| !name.is_empty()),
                    kind: PlayerKind::Human,
                },
            }
        };
        let people = ByColor::from_fn(person);
        let listed = players_of(game.spec);
        let typed = ByColor::from_fn(|color| {
            let player = &game.players[color];
            let is_listed = player.is_human() || listed.contains(player) || is_saved(player);
            (!is_listed).then(|| player.clone())
        });
        Choices {
            purpose,
            game,
            people,
            typed,
            own_color: FirstColor::Drawn,
            admission: Admission::Listed,
        }
    }

    /// The rows that leave a choice.
    pub(super) fn rows(&self) -> Vec<Row> {
        let game = self.game.spec.game();
        let all: &[Row] = match self.purpose {
            Purpose::New => &[
                Row::Game,
                Row::Board,
                Row::Rules,
                Row::Opening,
                Row::Player(Color::Black),
                Row::Player(Color::White),
                Row::Colors,
                Row::Time,
                Row::RunOut,
            ],
            Purpose::Branch { .. } | Purpose::Position => &[
                Row::Player(Color::Black),
                Row::Player(Color::White),
                Row::Time,
                Row::RunOut,
            ],
            Purpose::Reseat => &[Row::Player(Color::Black), Row::Player(Color::White)],
            Purpose::Table => &[
                Row::Game,
                Row::Board,
                Row::Rules,
                Row::Opening,
                Row::OwnColor,
                Row::Time,
                Row::RunOut,
                Row::Admission,
            ],
        };
        let has_choice = |row: &&Row| match row {
            Row::Board => game.sizes().min < game.sizes().max,
            Row::Rules => game.rule_sets().len() > 1,
            Row::Opening => game.openings().len() > 1,
            Row::RunOut => self.game.time.clock != ClockRule::Unlimited,
            _ => true,
        };
        all.iter().filter(has_choice).copied().collect()
    }

    /// The players that the arrows go through.
    fn players(&self, color: Color) -> Vec<PlayerSpec> {
        let mut all = vec![self.people[color].clone()];
        all.extend(players_of(self.game.spec));
        all.extend(saved_players(self.game.spec));
        all.extend(self.typed[color].clone());
        all
    }

    /// Changes a row to the next or previous value.
    pub(super) fn change(&mut self, row: Row, forward: bool) {
        let spec = self.game.spec;
        let game = spec.game();
        let (size, rules, opening) = (spec.size(), spec.rules_name(), spec.opening_name());
        let changed = match row {
            Row::Game => next(&Game::ALL, &game, forward).map(Game::default_spec),
            Row::Board => {
                let sizes: Vec<u8> = game.sizes_with(opening).iter().collect();
                next(&sizes, &size, forward).and_then(|size| game.spec(size, rules, opening))
            }
            Row::Rules => {
                let rules = next(game.rule_sets(), &rules, forward);
                rules.and_then(|rules| game.spec(size, rules, opening))
            }
            Row::Opening => {
                let opening = next(game.openings(), &opening, forward);
                // Some openings need a larger board.
                opening.and_then(|opening| {
                    let same = game.spec(size, rules, opening);
                    same.or_else(|| game.spec(game.sizes().usual, rules, opening))
                })
            }
            Row::Player(color) => {
                let now = self.game.players[color].clone();
                if let Some(player) = next(&self.players(color), &now, forward) {
                    self.game.players[color] = player;
                }
                None
            }
            Row::Colors => {
                self.game.draws_colors = !self.game.draws_colors;
                None
            }
            Row::Time => {
                let all: Vec<ClockRule> =
                    CLOCKS.iter().filter_map(|text| parse_clock(text)).collect();
                let clock = next(&all, &self.game.time.clock, forward);
                self.game.time.clock = clock.unwrap_or(ClockRule::Unlimited);
                None
            }
            Row::RunOut => {
                self.game.time.run_out = match self.game.time.run_out {
                    RunOut::Loss => RunOut::RandomMove,
                    RunOut::RandomMove => RunOut::Loss,
                };
                None
            }
            Row::OwnColor => {
                let all = OWN_COLORS.map(|(color, _)| color);
                self.own_color = next(&all, &self.own_color, forward).unwrap_or(self.own_color);
                None
            }
            Row::Admission => {
                let all = ADMISSIONS.map(|(admission, _)| admission);
                self.admission = next(&all, &self.admission, forward).unwrap_or(self.admission);
                None
            }
        };
        self.game.spec = changed.unwrap_or(spec);
    }

    /// The English word for a value, as in a game spec.
    pub(super) fn word(&self, row: Row) -> &'static str {
        let spec = self.game.spec;
        match row {
            Row::Game => spec.game().name(),
            Row::Rules => spec.rules_name(),
            Row::Opening => spec.opening_name(),
            _ => "",
        }
    }

    /// Sets the board to a size that was typed, if there is one.
    pub(super) fn set_size(&mut self, size: u8) {
        let spec = self.game.spec;
        let changed = spec
            .game()
            .spec(size, spec.rules_name(), spec.opening_name());
        self.game.spec = changed.unwrap_or(spec);
    }

    /// The number of board sizes that begin with these digits.
    pub(super) fn sizes_beginning(&self, digits: &str) -> usize {
        let spec = self.game.spec;
        let sizes = spec.game().sizes_with(spec.opening_name());
        let sizes = sizes.iter().map(|size| size.to_string());
        sizes.filter(|size| size.starts_with(digits)).count()
    }

    /// The value of a row as it is typed.
    pub(super) fn written(&self, row: Row) -> String {
        match row {
            Row::Player(color) => {
                let player = &self.game.players[color];
                match &player.name {
                    Some(name) if player.is_human() => name.clone(),
                    None if player.is_human() => String::new(),
                    _ => player.to_string(),
                }
            }
            Row::Time => written_clock(self.game.time.clock),
            _ => String::new(),
        }
    }

    /// Sets a row to a typed value.
    pub(super) fn set(&mut self, row: Row, typed: &str) -> Result<(), Wrong> {
        match row {
            Row::Player(color) => {
                let player = parse_player(typed)?;
                if player.is_human() {
                    self.people[color] = player.clone();
                } else if !players_of(self.game.spec).contains(&player) && !is_saved(&player) {
                    self.typed[color] = Some(player.clone());
                }
                self.game.players[color] = player;
            }
            Row::Time => {
                let clock = parse_clock(typed);
                self.game.time.clock = clock.ok_or(Wrong::Message("form-time-wrong"))?;
            }
            _ => {}
        }
        Ok(())
    }
}

/// The built-in programs that the arrows go through, weakest level first.
fn players_of(spec: GameSpec) -> Vec<PlayerSpec> {
    let levels: Vec<u8> = match spec.game().aim() {
        // Every level plays the same where nobody can win.
        Aim::Nothing => vec![PlayerKind::LEVEL_DEFAULT],
        _ => (1..=PlayerKind::LEVEL_MAX).collect(),
    };
    let engines = levels
        .into_iter()
        .map(|level| PlayerKind::Engine(EngineOptions::level(level)));
    let depth = PlayerKind::DEPTH_DEFAULT;
    let others: &[PlayerKind] = match spec.game().aim() {
        Aim::Nothing => &[PlayerKind::Random { seed: None }],
        _ => &[
            PlayerKind::AlphaBeta { depth },
            PlayerKind::Weights,
            PlayerKind::Greedy,
            PlayerKind::Random { seed: None },
        ],
    };
    engines
        .chain(others.iter().cloned())
        .map(|kind| PlayerSpec { name: None, kind })
        .collect()
}

/// The outside programs that the person has saved and that know the game.
fn saved_players(spec: GameSpec) -> impl Iterator<Item = PlayerSpec> {
    let saved = SavedProgram::all().into_iter();
    saved
        .filter(move |saved| saved.program.protocol.hosts(spec, false))
        .map(|saved| PlayerSpec {
            name: Some(saved.name),
            kind: PlayerKind::Program(saved.program),
        })
}

/// Whether a player is one of the programs that the person has saved.
pub(super) fn is_saved(player: &PlayerSpec) -> bool {
    let saved = player.name.as_deref().and_then(SavedProgram::named);
    saved.is_some_and(|saved| player.kind == PlayerKind::Program(saved.program))
}

/// A player as it is typed: a level, a player spec, or the name of a person.
fn parse_player(typed: &str) -> Result<PlayerSpec, Wrong> {
    let typed = typed.trim();
    if !typed.is_empty() && typed.bytes().all(|b| b.is_ascii_digit()) {
        let level = typed.parse().ok();
        let level = level.filter(|level| (1..=PlayerKind::LEVEL_MAX).contains(level));
        let level = level.ok_or(Wrong::Message("form-level-wrong"))?;
        return Ok(PlayerSpec {
            name: None,
            kind: PlayerKind::Engine(EngineOptions::level(level)),
        });
    }
    let spec = typed.parse::<PlayerSpec>();
    match spec {
        Ok(spec) => Ok(spec),
        // What has no colon and no equals sign is a name.
        Err(_) if !typed.contains([':', '=']) => Ok(PlayerSpec {
            name: Some(typed.to_owned()).filter(|name| !name.is_empty()),
            kind: PlayerKind::Human,
        }),
        Err(error) => Err(Wrong::Player(error)),
    }
}
