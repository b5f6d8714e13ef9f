//! Player specs.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use yiqi_record::notation::is_unprintable;

use crate::builtin;
use crate::options::EngineOptions;
use crate::player::Player;
use crate::program::{ProgramSpec, SavedProgram};
use crate::protocol::Protocol;

/// A player as people write it: `human`, `random:seed=3`, `Ada=alphabeta:depth=5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    /// The name, if one was given.
    pub name: Option<String>,
    /// How it chooses moves.
    pub kind: PlayerKind,
}

/// How a player chooses moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// A person.
    Human,
    /// A random legal move.
    Random {
        /// The same seed gives the same moves.
        seed: Option<u64>,
    },
    /// The move with the best immediate result.
    Greedy,
    /// The point with the highest fixed weight.
    Weights,
    /// Alpha-beta to a fixed depth.
    AlphaBeta {
        /// Depth in plies.
        depth: u8,
    },
    /// The best engine for the game.
    Engine(
        /// Its options.
        EngineOptions,
    ),
    /// An outside program.
    Program(
        /// Its protocol, command and limits.
        ProgramSpec,
    ),
}

impl PlayerKind {
    /// The default depth of `alphabeta`.
    pub const DEPTH_DEFAULT: u8 = 7;
    /// The maximum depth.
    pub const DEPTH_MAX: u8 = 20;
    /// The default level of `engine`.
    pub const LEVEL_DEFAULT: u8 = EngineOptions::LEVEL_DEFAULT;
    /// The highest level.
    pub const LEVEL_MAX: u8 = EngineOptions::LEVEL_MAX;

    /// The name of a player that has none of its own, as records store it: its spec, but for a
    /// level without other options, and for an outside program the name of its file.
    #[must_use]
    pub fn default_name(&self) -> String {
        match self {
            PlayerKind::Engine(options) if options.level.is_some() => {
                let level = options.level.map(EngineOptions::level).unwrap_or_default();
                PlayerKind::Engine(level).to_string()
            }
            PlayerKind::Program(ProgramSpec { command, .. }) => {
                let words = shlex::split(command).unwrap_or_default();
                // The file of `python3 bots/corner.py --fast` is the first word with an extension.
                let file = words
                    .iter()
                    .find(|word| Path::new(word).extension().is_some());
                let file = file.or(words.first()).unwrap_or(command);
                let name = Path::new(file).file_name().unwrap_or_default();
                name.to_string_lossy().into_owned()
            }
            kind => kind.to_string(),
        }
    }

    /// Whether it is an outside program, which runs as a process of its own.
    #[must_use]
    pub const fn is_outside(&self) -> bool {
        matches!(self, PlayerKind::Program(_))
    }
}

/// A built-in program, as faces offer it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltIn {
    /// Its name in a spec.
    pub name: &'static str,
    /// The option that sets its strength, if it has one.
    pub scale: Option<Scale>,
}

/// An option that sets a player's strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Its name in a spec.
    pub option: &'static str,
    /// The maximum; the minimum is 1.
    pub max: u8,
}

impl BuiltIn {
    /// All built-in programs, strongest first.
    pub const ALL: [BuiltIn; 5] = [
        BuiltIn::scaled("engine", "level", PlayerKind::LEVEL_MAX),
        BuiltIn::scaled("alphabeta", "depth", PlayerKind::DEPTH_MAX),
        BuiltIn::plain("weights"),
        BuiltIn::plain("greedy"),
        BuiltIn::plain("random"),
    ];

    const fn plain(name: &'static str) -> BuiltIn {
        BuiltIn { name, scale: None }
    }

    const fn scaled(name: &'static str, option: &'static str, max: u8) -> BuiltIn {
        let scale = Some(Scale { option, max });
        BuiltIn { name, scale }
    }
}

impl PlayerSpec {
    /// A person.
    pub const HUMAN: PlayerSpec = PlayerSpec {
        name: None,
        kind: PlayerKind::Human,
    };

    /// Whether this is a person.
    #[must_use]
    pub fn is_human(&self) -> bool {
        self.kind == PlayerKind::Human
    }

    /// Creates the player; `None` for a person. `seed` is used if the spec sets none.
    #[must_use]
    pub fn player(&self, seed: u64) -> Option<Box<dyn Player>> {
        builtin::player(self, seed)
    }
}

/// Why a text is not a player spec.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParsePlayerError {
    /// Unknown player.
    #[error(
        "unknown player '{0}': expected human, random, greedy, weights, alphabeta, engine, \
         program:PROTOCOL:COMMAND or the name of a saved program"
    )]
    Unknown(String),
    /// An option the player does not have, or a value out of range.
    #[error("'{option}' does not fit {player}: expected {expected}")]
    Option {
        /// The player's name in a spec.
        player: &'static str,
        /// The option as written.
        option: String,
        /// What is expected.
        expected: &'static str,
    },
}

const NO_OPTIONS: &str = "no options";
const RANDOM_OPTIONS: &str = "seed=NUMBER";
const ALPHABETA_OPTIONS: &str = "depth= from 1 to 20";
const ENGINE_OPTIONS: &str = "level= from 1 to 20, time= such as 2s, depth= from 1 to 60, nodes= from \
    1, threads= from 1 to 256 or hash= from 1 to 65536 MiB, each once";
const PROGRAM_OPTIONS: &str = "PROTOCOL:COMMAND with gomocup, nboard, gtp, botzone or script; after \
    the protocol memory=MIB, time=, start=, margin=, depth=, folder=DIR, read=DIR or cage=off, each after a comma";

impl FromStr for PlayerSpec {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<PlayerSpec, ParsePlayerError> {
        let text = text.trim();
        let head = text.split(':').next().unwrap_or_default();
        let (name, kind) = match head.find('=') {
            None => (None, text),
            Some(at) => {
                let name: String = text[..at].chars().filter(|&c| !is_unprintable(c)).collect();
                let name = name.trim();
                if name.is_empty() {
                    return Err(ParsePlayerError::Unknown(text.to_owned()));
                }
                (Some(name.to_owned()), &text[at + 1..])
            }
        };
        let saved = kind.strip_prefix("program:").unwrap_or(kind);
        if let Some(saved) = SavedProgram::named(saved) {
            return Ok(PlayerSpec {
                name: name.or(Some(saved.name)),
                kind: PlayerKind::Program(saved.program),
            });
        }
        Ok(PlayerSpec {
            name,
            kind: kind.parse()?,
        })
    }
}

impl FromStr for PlayerKind {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<PlayerKind, ParsePlayerError> {
        let (word, rest) = match text.split_once(':') {
            None => (text, ""),
            Some((word, rest)) => (word, rest),
        };
        match word.trim().to_ascii_lowercase().as_str() {
            "human" => plain("human", rest, PlayerKind::Human),
            "greedy" => plain("greedy", rest, PlayerKind::Greedy),
            "weights" => plain("weights", rest, PlayerKind::Weights),
            "random" => parse_random(rest),
            "alphabeta" => parse_alphabeta(rest),
            "engine" => parse_engine(rest),
            "program" => parse_program(rest),
            // A level alone.
            level if is_number(level) && rest.is_empty() => parse_engine(&format!("level={level}")),
            _ => Err(ParsePlayerError::Unknown(text.trim().to_owned())),
        }
    }
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn plain(
    player: &'static str,
    rest: &str,
    kind: PlayerKind,
) -> Result<PlayerKind, ParsePlayerError> {
    match options(rest).next() {
        None => Ok(kind),
        Some(option) => Err(misfit(player, option, NO_OPTIONS)),
    }
}

fn parse_random(rest: &str) -> Result<PlayerKind, ParsePlayerError> {
    let mut seed = None;
    for option in options(rest) {
        match keyed(option) {
            Some(("seed", value)) if seed.is_none() => seed = value.parse().ok(),
            _ => return Err(misfit("random", option, RANDOM_OPTIONS)),
        }
        if seed.is_none() {
            return Err(misfit("random", option, RANDOM_OPTIONS));
        }
    }
    Ok(PlayerKind::Random { seed })
}

fn parse_alphabeta(rest: &str) -> Result<PlayerKind, ParsePlayerError> {
    let mut depth = None;
    for option in options(rest) {
        depth = match keyed(option) {
            Some(("depth", value)) if depth.is_none() => number(value, PlayerKind::DEPTH_MAX),
            _ => None,
        };
        if depth.is_none() {
            return Err(misfit("alphabeta", option, ALPHABETA_OPTIONS));
        }
    }
    Ok(PlayerKind::AlphaBeta {
        depth: depth.unwrap_or(PlayerKind::DEPTH_DEFAULT),
    })
}

fn parse_engine(rest: &str) -> Result<PlayerKind, ParsePlayerError> {
    let mut own = EngineOptions::default();
    for option in options(rest) {
        if !keyed(option).is_some_and(|(key, value)| own.set(key, value)) {
            return Err(misfit("engine", option, ENGINE_OPTIONS));
        }
    }
    if own.level.is_none() && !own.is_limited() {
        own.level = Some(EngineOptions::LEVEL_DEFAULT);
    }
    Ok(PlayerKind::Engine(own))
}

fn parse_program(rest: &str) -> Result<PlayerKind, ParsePlayerError> {
    let (head, command) = rest.split_once(':').unwrap_or((rest, ""));
    let mut words = head.split(',').map(str::trim);
    let protocol = words.next().unwrap_or_default().to_ascii_lowercase();
    let protocol = Protocol::named(&protocol);
    let command = command.trim();
    let (Some(protocol), false) = (protocol, command.is_empty()) else {
        return Err(misfit("program", rest.trim(), PROGRAM_OPTIONS));
    };
    let mut program = ProgramSpec::new(protocol, command);
    for option in words {
        if !keyed(option).is_some_and(|(key, value)| program.set(key, value)) {
            return Err(misfit("program", option, PROGRAM_OPTIONS));
        }
    }
    match shlex::split(command) {
        None => Err(misfit("program", command, "closed quotation marks")),
        Some(words) if words.is_empty() => Err(misfit("program", command, PROGRAM_OPTIONS)),
        Some(_) => Ok(PlayerKind::Program(program)),
    }
}

/// The options of a spec, separated by commas.
fn options(rest: &str) -> impl Iterator<Item = &str> {
    rest.split(',')
        .map(str::trim)
        .filter(|option| !option.is_empty())
}

fn keyed(option: &str) -> Option<(&str, &str)> {
    let (key, value) = option.split_once('=')?;
    Some((key.trim(), value.trim()))
}

fn number(text: &str, max: u8) -> Option<u8> {
    text.parse().ok().filter(|count| (1..=max).contains(count))
}

fn misfit(player: &'static str, option: &str, expected: &'static str) -> ParsePlayerError {
    ParsePlayerError::Option {
        player,
        option: option.to_owned(),
        expected,
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            write!(f, "{name}=")?;
        }
        self.kind.fmt(f)
    }
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerKind::Human => f.write_str("human"),
            PlayerKind::Random { seed: None } => f.write_str("random"),
            PlayerKind::Random { seed: Some(seed) } => write!(f, "random:seed={seed}"),
            PlayerKind::Greedy => f.write_str("greedy"),
            PlayerKind::Weights => f.write_str("weights"),
            PlayerKind::AlphaBeta { depth } => write!(f, "alphabeta:depth={depth}"),
            PlayerKind::Engine(options) => write!(f, "engine:{options}"),
            PlayerKind::Program(program) => write!(f, "program:{program}"),
        }
    }
}
