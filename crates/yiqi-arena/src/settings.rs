//! The settings of a tournament, from flags or from a TOML file.

use std::path::PathBuf;

use toml::de::{DeTable, DeValue};
use yiqi_players::ParsePlayerError;
use yiqi_record::notation::is_unprintable;
use yiqi_rules::{GameSpec, ParseSpecError};

use crate::adjudication::Adjudication;
use crate::plan::{Contestant, GameLimits, TournamentFormat};
use crate::statistics::Sprt;

/// The settings as far as they are given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// The game, board and rules.
    pub game: Option<GameSpec>,
    /// Who meets whom.
    pub format: Option<TournamentFormat>,
    /// The players.
    pub players: Vec<Contestant>,
    /// Games per pairing.
    pub games: Option<u32>,
    /// Rounds of a Swiss tournament.
    pub rounds: Option<u32>,
    /// Clock and search limits.
    pub limits: Option<GameLimits>,
    /// Whether clocks count processor time.
    pub cpu_time: Option<bool>,
    /// The file with openings.
    pub openings: Option<PathBuf>,
    /// When a game is ended early.
    pub adjudication: Option<Adjudication>,
    /// When the tournament is ended early.
    pub sprt: Option<Sprt>,
    /// What everything drawn by lot follows from.
    pub seed: Option<u64>,
    /// Games at the same time.
    pub concurrency: Option<usize>,
    /// The folder for log, games and reports.
    pub out: Option<PathBuf>,
}

/// A value that a setting does not accept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// There is no such setting.
    #[error("unknown setting '{key}': expected one of {}", Settings::KEYS.join(", "))]
    Unknown {
        /// The name.
        key: String,
    },
    /// Its value is wrong.
    #[error("'{value}' does not fit {key}")]
    Value {
        /// The setting.
        key: &'static str,
        /// The value.
        value: String,
    },
    /// The game is wrong.
    #[error("{0}")]
    Game(#[from] ParseSpecError),
    /// A player is wrong.
    #[error("{0}")]
    Player(#[from] ParsePlayerError),
}

/// An error in a settings file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct FileError {
    /// The line, from 1.
    pub line: usize,
    /// The problem there.
    pub problem: FileProblem,
}

/// What can be wrong in a settings file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileProblem {
    /// It is not TOML.
    #[error("{0}")]
    Syntax(String),
    /// A setting is unknown or its value wrong.
    #[error("{0}")]
    Setting(#[from] SettingError),
    /// A player has an unknown key or lacks one.
    #[error("a player has a name and a spec")]
    PlayerTable,
}

impl Settings {
    /// The most games at the same time.
    pub const CONCURRENCY_MAX: usize = 1_024;

    /// The most games per pairing.
    pub const GAMES_MAX: u32 = 10_000_000;

    /// The names of the settings.
    pub const KEYS: [&str; 13] = [
        "game",
        "format",
        "player",
        "games",
        "rounds",
        "tc",
        "cpu_time",
        "openings",
        "adjudicate",
        "sprt",
        "seed",
        "concurrency",
        "out",
    ];

    /// Sets one from its text. A player is added.
    ///
    /// # Errors
    /// If the setting is unknown or does not accept the value.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), SettingError> {
        let Some(key) = Settings::KEYS.into_iter().find(|known| *known == key) else {
            return Err(SettingError::Unknown {
                key: printable(key).chars().take(60).collect(),
            });
        };
        let value = value.trim();
        let wrong = || SettingError::Value {
            key,
            value: printable(value).chars().take(100).collect(),
        };
        match key {
            "game" => self.game = Some(value.parse()?),
            "player" => self.players.push(value.parse()?),
            "format" => {
                self.format = Some(TournamentFormat::named(value).ok_or_else(wrong)?);
            }
            "games" => {
                let games = value.parse().ok();
                let games = games.filter(|games| (1..=Settings::GAMES_MAX).contains(games));
                self.games = Some(games.ok_or_else(wrong)?);
            }
            "rounds" => {
                let rounds = value.parse().ok();
                let rounds = rounds.filter(|rounds| (1..=1_000).contains(rounds));
                self.rounds = Some(rounds.ok_or_else(wrong)?);
            }
            "tc" => self.limits = Some(value.parse().map_err(|_| wrong())?),
            "cpu_time" => self.cpu_time = Some(value.parse().map_err(|_| wrong())?),
            "openings" => self.openings = Some(PathBuf::from(value)),
            "adjudicate" => self.adjudication = Some(value.parse().map_err(|_| wrong())?),
            "sprt" => self.sprt = Some(parse_sprt(value).ok_or_else(wrong)?),
            "seed" => self.seed = Some(value.parse().map_err(|_| wrong())?),
            "concurrency" => {
                let count = value.parse().ok();
                let count = count.filter(|count| (1..=Settings::CONCURRENCY_MAX).contains(count));
                self.concurrency = Some(count.ok_or_else(wrong)?);
            }
            _ => self.out = Some(PathBuf::from(value)),
        }
        Ok(())
    }

    /// Reads a settings file: the settings by name, and each player as a table `[[player]]` with
    /// `name` and `spec`.
    ///
    /// # Errors
    /// The first error and its line.
    pub fn from_toml(text: &str) -> Result<Settings, FileError> {
        let line_of = |at: usize| text[..at.min(text.len())].matches('\n').count() + 1;
        let table = DeTable::parse(text).map_err(|error| FileError {
            line: line_of(error.span().map_or(0, |span| span.start)),
            problem: FileProblem::Syntax(printable(error.message())),
        })?;
        // In the order of the file, so that the first error is reported.
        let mut entries: Vec<_> = table.get_ref().iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let mut settings = Settings::default();
        for (key, value) in entries {
            let at = |at: usize, problem: FileProblem| FileError {
                line: line_of(at),
                problem,
            };
            let start = key.span().start;
            let key = key.get_ref().as_ref();
            if key == "player" {
                settings.read_players(value.get_ref(), start, line_of)?;
                continue;
            }
            let text = scalar(value.get_ref()).ok_or_else(|| {
                let known = Settings::KEYS.into_iter().find(|known| *known == key);
                let error = match known {
                    Some(key) => SettingError::Value {
                        key,
                        value: "[…]".to_owned(),
                    },
                    None => SettingError::Unknown {
                        key: printable(key),
                    },
                };
                at(start, error.into())
            })?;
            settings
                .set(key, &text)
                .map_err(|error| at(start, error.into()))?;
        }
        Ok(settings)
    }

    fn read_players(
        &mut self,
        value: &DeValue<'_>,
        start: usize,
        line_of: impl Fn(usize) -> usize,
    ) -> Result<(), FileError> {
        let error = |at: usize, problem: FileProblem| FileError {
            line: line_of(at),
            problem,
        };
        let DeValue::Array(players) = value else {
            return Err(error(start, FileProblem::PlayerTable));
        };
        for player in players.iter() {
            let start = player.span().start;
            let DeValue::Table(table) = player.get_ref() else {
                return Err(error(start, FileProblem::PlayerTable));
            };
            let (mut name, mut spec) = (None, None);
            for (key, value) in table.iter() {
                let DeValue::String(text) = value.get_ref() else {
                    return Err(error(key.span().start, FileProblem::PlayerTable));
                };
                match key.get_ref().as_ref() {
                    "name" => name = Some(text.as_ref()),
                    "spec" => spec = Some((text.as_ref(), value.span().start)),
                    _ => return Err(error(key.span().start, FileProblem::PlayerTable)),
                }
            }
            let Some((spec, at)) = spec else {
                return Err(error(start, FileProblem::PlayerTable));
            };
            let mut contestant: Contestant = spec
                .parse()
                .map_err(|problem| error(at, SettingError::Player(problem).into()))?;
            if let Some(name) = name.map(printable).filter(|name| !name.is_empty()) {
                contestant.name = name;
            }
            self.players.push(contestant);
        }
        Ok(())
    }

    /// These settings, and those of `other` where these have none.
    #[must_use]
    pub fn or(self, other: Settings) -> Settings {
        Settings {
            game: self.game.or(other.game),
            format: self.format.or(other.format),
            players: if self.players.is_empty() {
                other.players
            } else {
                self.players
            },
            games: self.games.or(other.games),
            rounds: self.rounds.or(other.rounds),
            limits: self.limits.or(other.limits),
            cpu_time: self.cpu_time.or(other.cpu_time),
            openings: self.openings.or(other.openings),
            adjudication: self.adjudication.or(other.adjudication),
            sprt: self.sprt.or(other.sprt),
            seed: self.seed.or(other.seed),
            concurrency: self.concurrency.or(other.concurrency),
            out: self.out.or(other.out),
        }
    }
}

/// A text of a file without what would disturb a terminal.
fn printable(text: &str) -> String {
    let kept: String = text.chars().filter(|&c| !is_unprintable(c)).collect();
    kept.trim().to_owned()
}

/// A value as it would be written in a flag: a text, a number, a truth value, or several of them
/// separated by commas.
fn scalar(value: &DeValue<'_>) -> Option<String> {
    Some(match value {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(truth) => truth.to_string(),
        DeValue::Array(items) => {
            let parts: Option<Vec<String>> =
                items.iter().map(|item| scalar(item.get_ref())).collect();
            parts?.join(",")
        }
        DeValue::Datetime(_) | DeValue::Table(_) => return None,
    })
}

/// Parses `ELO0,ELO1` or `ELO0,ELO1,ALPHA,BETA`.
fn parse_sprt(text: &str) -> Option<Sprt> {
    let numbers: Vec<f64> = text
        .split(',')
        .map(|part| part.trim().parse::<f64>().ok().filter(|n| n.is_finite()))
        .collect::<Option<_>>()?;
    let sprt = match numbers[..] {
        [elo0, elo1] => Sprt::new(elo0, elo1),
        [elo0, elo1, alpha, beta] => Sprt {
            elo0,
            elo1,
            alpha,
            beta,
        },
        _ => return None,
    };
    let is_probability = |p: f64| p > 0.0 && p < 0.5;
    let is_usable = sprt.elo0 < sprt.elo1
        && sprt.elo0.abs() <= 2_000.0
        && sprt.elo1.abs() <= 2_000.0
        && is_probability(sprt.alpha)
        && is_probability(sprt.beta);
    is_usable.then_some(sprt)
}

/// The test as it is parsed.
#[must_use]
pub(crate) fn sprt_text(sprt: &Sprt) -> String {
    format!("{},{},{},{}", sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta)
}
