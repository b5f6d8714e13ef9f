//! What a tournament is: its game, players, format and conditions.

use std::fmt;
use std::str::FromStr;

use yiqi_players::{ParsePlayerError, PlayerKind, PlayerSpec};
use yiqi_record::{ClockRule, TimeControl};
use yiqi_rules::GameSpec;

use crate::adjudication::Adjudication;
use crate::openings::OpeningLine;
use crate::statistics::Sprt;

/// Everything that decides how a tournament goes, apart from its results.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The game, board and rules.
    pub game: GameSpec,
    /// Who meets whom.
    pub format: TournamentFormat,
    /// The players, each with its own name.
    pub players: Vec<Contestant>,
    /// Games per pairing, rounded up to whole pairs.
    pub games: u32,
    /// Rounds of a Swiss tournament; otherwise the format decides.
    pub rounds: u32,
    /// Clock and search limits.
    pub limits: GameLimits,
    /// When a game is ended early.
    pub adjudication: Adjudication,
    /// When the tournament is ended early.
    pub sprt: Option<Sprt>,
    /// Everything drawn by lot follows from it.
    pub seed: u64,
    /// The openings, in the order in which they are used; never empty.
    pub openings: Vec<OpeningLine>,
}

/// A player and its name in the tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestant {
    /// Its name.
    pub name: String,
    /// How it plays.
    pub spec: PlayerSpec,
}

impl FromStr for Contestant {
    type Err = ParsePlayerError;

    /// Parses `NAME=PLAYER`, or a player that is called as it is written.
    fn from_str(text: &str) -> Result<Contestant, ParsePlayerError> {
        let mut spec: PlayerSpec = text.parse()?;
        let name = spec.name.take().unwrap_or_else(|| spec.kind.to_string());
        Ok(Contestant { name, spec })
    }
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TournamentFormat {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
    /// In every round, players of about equal points meet.
    Swiss,
    /// Who loses a match is out.
    Knockout,
    /// Each player meets the one named before it.
    Ladder,
}

impl TournamentFormat {
    /// All formats.
    pub const ALL: [TournamentFormat; 5] = [
        TournamentFormat::RoundRobin,
        TournamentFormat::Gauntlet,
        TournamentFormat::Swiss,
        TournamentFormat::Knockout,
        TournamentFormat::Ladder,
    ];

    /// Its name in flags and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            TournamentFormat::RoundRobin => "roundrobin",
            TournamentFormat::Gauntlet => "gauntlet",
            TournamentFormat::Swiss => "swiss",
            TournamentFormat::Knockout => "knockout",
            TournamentFormat::Ladder => "ladder",
        }
    }

    /// The format of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<TournamentFormat> {
        let mut all = TournamentFormat::ALL.into_iter();
        all.find(|format| format.name().eq_ignore_ascii_case(name))
    }
}

/// Clock and search limits of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameLimits {
    /// The clock.
    pub time: TimeControl,
    /// Nodes per move, for built-in engines without limits of their own.
    pub nodes: Option<u64>,
    /// Plies, for the same.
    pub depth: Option<u8>,
    /// Whether the clock counts the processor time that a player uses, not the time that passes.
    pub is_cpu_time: bool,
}

impl Default for GameLimits {
    fn default() -> GameLimits {
        GameLimits {
            time: TimeControl::NONE,
            nodes: None,
            depth: None,
            is_cpu_time: false,
        }
    }
}

impl GameLimits {
    /// The player within these limits: they apply to built-in searches that set none themselves.
    #[must_use]
    pub fn restrict(&self, mut spec: PlayerSpec) -> PlayerSpec {
        if let PlayerKind::Engine(options) = &mut spec.kind
            && !options.is_limited()
        {
            options.nodes = self.nodes;
            options.depth = self.depth;
        }
        spec
    }
}

/// The text is not a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseLimitsError;

impl FromStr for GameLimits {
    type Err = ParseLimitsError;

    /// Parses parts separated by commas: a clock (`1s/move`, `10s+0.1s`, or as in a record),
    /// `nodes=N`, `depth=N`, or `none`.
    fn from_str(text: &str) -> Result<GameLimits, ParseLimitsError> {
        let mut limits = GameLimits::default();
        for part in text.split(',').map(str::trim) {
            match part.split_once('=') {
                Some(("nodes", value)) if limits.nodes.is_none() => {
                    let nodes = value.trim().parse().ok().filter(|&nodes| nodes > 0);
                    limits.nodes = Some(nodes.ok_or(ParseLimitsError)?);
                }
                Some(("depth", value)) if limits.depth.is_none() => {
                    let depth = value.trim().parse().ok();
                    let depth = depth.filter(|depth| {
                        (1..=yiqi_players::EngineOptions::DEPTH_MAX).contains(depth)
                    });
                    limits.depth = Some(depth.ok_or(ParseLimitsError)?);
                }
                None if limits.time == TimeControl::NONE => limits.time = parse_clock(part)?,
                _ => return Err(ParseLimitsError),
            }
        }
        Ok(limits)
    }
}

/// Parses a clock as in a record, or its short forms.
fn parse_clock(text: &str) -> Result<TimeControl, ParseLimitsError> {
    let written = match text.strip_suffix("/move") {
        Some(time) => format!("move {}", time.trim()),
        None if text.starts_with(|c: char| c.is_ascii_digit()) => format!("game {text}"),
        None => text.to_owned(),
    };
    let time: TimeControl = written.parse().map_err(|_| ParseLimitsError)?;
    let is_usable = match time.clock {
        ClockRule::Unlimited => true,
        ClockRule::PerMove { move_ms } => move_ms > 0,
        ClockRule::PerGame { main_ms, .. } => main_ms > 0,
        ClockRule::ByoYomi {
            main_ms,
            periods,
            period_ms,
        } => main_ms > 0 || (periods > 0 && period_ms > 0),
    };
    if is_usable {
        Ok(time)
    } else {
        Err(ParseLimitsError)
    }
}

impl fmt::Display for GameLimits {
    /// The limits as they are parsed, without the kind of time.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.time.fmt(f)?;
        if let Some(nodes) = self.nodes {
            write!(f, ", nodes={nodes}")?;
        }
        if let Some(depth) = self.depth {
            write!(f, ", depth={depth}")?;
        }
        Ok(())
    }
}

/// A plan that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// No game.
    #[error("no game is given")]
    NoGame,
    /// Fewer than two players.
    #[error("a tournament needs two players or more")]
    FewPlayers,
    /// A sequential test compares two players.
    #[error("a sequential test needs exactly two players")]
    SprtPlayers,
    /// Two players have the same name.
    #[error("two players are called '{0}'")]
    SameName(String),
    /// A person cannot play here.
    #[error("'{0}' is a person, and tournaments are for programs")]
    Person(String),
    /// Too many players.
    #[error("at most {limit} players can take part")]
    ManyPlayers {
        /// The limit.
        limit: usize,
    },
}

impl Plan {
    /// The most players.
    pub const PLAYERS_MAX: usize = 1_000;

    /// Pairs of games per pairing.
    #[must_use]
    pub fn pairs(&self) -> u32 {
        self.games.div_ceil(2).max(1)
    }

    /// Checks what the single settings cannot.
    ///
    /// # Errors
    /// The first problem.
    pub fn check(&self) -> Result<(), PlanError> {
        if self.players.len() < 2 {
            return Err(PlanError::FewPlayers);
        }
        if self.players.len() > Plan::PLAYERS_MAX {
            return Err(PlanError::ManyPlayers {
                limit: Plan::PLAYERS_MAX,
            });
        }
        if self.sprt.is_some() && self.players.len() != 2 {
            return Err(PlanError::SprtPlayers);
        }
        for (index, player) in self.players.iter().enumerate() {
            if player.spec.is_human() {
                return Err(PlanError::Person(player.name.clone()));
            }
            if self.players[..index]
                .iter()
                .any(|other| other.name == player.name)
            {
                return Err(PlanError::SameName(player.name.clone()));
            }
        }
        Ok(())
    }
}
