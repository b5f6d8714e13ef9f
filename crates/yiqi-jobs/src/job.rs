//! Jobs as values, and as text.

use std::fmt;
use std::time::Duration;

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use yiqi_arena::{DrawnGame, LogEntry, OpeningLine, Plan, Tournament, read_log};
use yiqi_players::{Limits, PlayerKind};
use yiqi_record::BySeat;
use yiqi_rules::{AnyPosition, GameSpec};

/// Something to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Job {
    /// Analyze a position.
    Analyze(AnalyzeJob),
    /// Play a game of a tournament.
    Play(PlayJob),
}

/// A position to analyze. The engine begins with empty tables, so that a search that is limited by
/// depth or nodes has the same result on every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalyzeJob {
    /// The game, board and rules.
    pub game: GameSpec,
    /// The start position and the moves that lead to the position.
    pub line: OpeningLine,
    /// How long to search.
    pub limits: Limits,
    /// How many of the best moves to find.
    pub line_count: usize,
    /// Size of the transposition table in MiB; a worker may have less.
    pub hash_mib: usize,
}

/// A game of a tournament: a plan of this one game.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayJob {
    plan: Plan,
    drawn: DrawnGame,
    /// Distinguishes tournaments that are equal otherwise.
    run: u64,
}

/// Who waits for a job. A worker takes the most urgent job next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Urgency {
    /// A person watches the analysis of a position.
    Person,
    /// A game that somebody wants analyzed.
    Game,
    /// A collection, or a tournament.
    Batch,
}

/// The hash of a job's content.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JobId([u8; 16]);

/// A text is not a job, or one that must not be done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadJob {
    /// It cannot be read.
    #[error("the job is damaged: {0}")]
    Damaged(&'static str),
    /// A player is an outside program, which runs only on the machine that names it.
    #[error("the player {0} is an outside program")]
    OutsideProgram(String),
    /// A player uses several threads, but a job gets one.
    #[error("the player {0} uses several threads")]
    Threads(String),
}

impl Urgency {
    /// All of them, the most urgent first.
    pub const ALL: [Urgency; 3] = [Urgency::Person, Urgency::Game, Urgency::Batch];

    /// Its name in subjects.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Urgency::Person => "person",
            Urgency::Game => "game",
            Urgency::Batch => "batch",
        }
    }

    /// The position in [`Urgency::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl JobId {
    pub(crate) fn of_text(text: &[u8]) -> JobId {
        let digest = Sha256::digest(text);
        let mut id = [0; 16];
        id.copy_from_slice(&digest[..16]);
        JobId(id)
    }
}

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for byte in self.0 {
            write!(f, "{byte:02x}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl PlayJob {
    /// A game of a tournament that runs under this number.
    ///
    /// # Errors
    /// If a player must not play elsewhere.
    pub fn new(plan: &Plan, drawn: DrawnGame, run: u64) -> Result<PlayJob, BadJob> {
        let players = drawn.players.map(|index| plan.players.get(index).cloned());
        let opening = plan.openings.get(drawn.opening).cloned();
        let (
            BySeat {
                first: Some(first),
                second: Some(second),
            },
            Some(opening),
        ) = (players, opening)
        else {
            return Err(BadJob::Damaged(
                "it names a player or an opening that is not there",
            ));
        };
        let job = PlayJob {
            plan: Plan {
                players: vec![first, second],
                openings: vec![opening],
                // What does not matter for a game is the same in all of them.
                format: yiqi_arena::TournamentFormat::default(),
                games: 2,
                rounds: 0,
                sprt: None,
                seed: 0,
                ..plan.clone()
            },
            drawn: DrawnGame {
                number: 1,
                round: 1,
                pair: 1,
                players: BySeat {
                    first: 0,
                    second: 1,
                },
                opening: 0,
                seed: drawn.seed,
            },
            run,
        };
        PlayJob::check(&job.plan)?;
        Ok(job)
    }

    /// Whether all players of a plan may play on other machines.
    ///
    /// # Errors
    /// The first player that must not.
    pub fn check(plan: &Plan) -> Result<(), BadJob> {
        for player in &plan.players {
            match &player.spec.kind {
                PlayerKind::Program(_) => {
                    return Err(BadJob::OutsideProgram(player.name.clone()));
                }
                PlayerKind::Engine(options) if options.threads.is_some_and(|count| count > 1) => {
                    return Err(BadJob::Threads(player.name.clone()));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The plan of the game.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The game.
    #[must_use]
    pub fn drawn(&self) -> DrawnGame {
        self.drawn
    }
}

impl AnalyzeJob {
    /// The position, if somebody is to move there.
    #[must_use]
    pub fn position(&self) -> Option<AnyPosition> {
        self.line.position(self.game)
    }
}

impl Job {
    /// The hash of its content.
    #[must_use]
    pub fn id(&self) -> JobId {
        JobId::of_text(self.to_text().as_bytes())
    }

    /// The game, board and rules.
    #[must_use]
    pub fn game(&self) -> GameSpec {
        match self {
            Job::Analyze(job) => job.game,
            Job::Play(job) => job.plan.game,
        }
    }

    /// The job as text: equal jobs have equal texts.
    #[must_use]
    pub fn to_text(&self) -> String {
        let value = match self {
            Job::Analyze(job) => {
                let mut value = json!({
                    "do": "analyze",
                    "game": job.game.to_string(),
                    "start": job.line.start_text(job.game),
                    "moves": job.line.moves_text(job.game),
                    "lines": job.line_count,
                    "hash": job.hash_mib,
                });
                if let Some(object) = value.as_object_mut() {
                    put_limits(object, job.limits);
                }
                value
            }
            Job::Play(job) => {
                let mut entries = Tournament::opening_entries(&job.plan);
                entries.push(LogEntry::Drawn(job.drawn));
                let log: String = entries.iter().map(|entry| format!("{entry}\n")).collect();
                json!({ "do": "play", "log": log, "run": job.run })
            }
        };
        value.to_string()
    }

    /// Reads what [`Job::to_text`] wrote.
    ///
    /// # Errors
    /// If it is something else, or must not be done.
    pub fn parse(text: &[u8]) -> Result<Job, BadJob> {
        let value: Value =
            serde_json::from_slice(text).map_err(|_| BadJob::Damaged("it is not JSON"))?;
        match value["do"].as_str() {
            Some("analyze") => parse_analyze(&value)
                .map(Job::Analyze)
                .ok_or(BadJob::Damaged("it is not a position to analyze")),
            Some("play") => {
                let job = parse_play(&value).ok_or(BadJob::Damaged("it is not a game to play"))?;
                PlayJob::check(&job.plan)?;
                Ok(Job::Play(job))
            }
            _ => Err(BadJob::Damaged("it is of an unknown kind")),
        }
    }
}

fn put_limits(object: &mut Map<String, Value>, limits: Limits) {
    let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    if limits.depth != Limits::OPEN.depth {
        object.insert("depth".to_owned(), limits.depth.into());
    }
    for (key, value) in [
        ("nodes", limits.nodes),
        ("ms", limits.time.map(ms)),
        ("enough_ms", limits.enough.map(ms)),
    ] {
        if let Some(value) = value {
            object.insert(key.to_owned(), value.into());
        }
    }
}

fn parse_analyze(value: &Value) -> Option<AnalyzeJob> {
    let game: GameSpec = value["game"].as_str()?.parse().ok()?;
    let line = OpeningLine::parse(value["start"].as_str()?, value["moves"].as_str()?, game)?;
    let number = |key: &str| match &value[key] {
        Value::Null => Some(None),
        number => number.as_u64().map(Some),
    };
    let size = |key: &str| usize::try_from(value[key].as_u64()?).ok();
    let ms = |key: &str| number(key).map(|ms| ms.map(Duration::from_millis));
    let depth = match number("depth")? {
        None => Limits::OPEN.depth,
        Some(depth) => u8::try_from(depth).ok()?,
    };
    Some(AnalyzeJob {
        game,
        line,
        limits: Limits {
            depth,
            nodes: number("nodes")?,
            time: ms("ms")?,
            enough: ms("enough_ms")?,
        },
        line_count: size("lines")?.clamp(1, 60),
        hash_mib: size("hash")?.max(1),
    })
}

fn parse_play(value: &Value) -> Option<PlayJob> {
    let log = value["log"].as_str()?;
    let (entries, length) = read_log(log.as_bytes()).ok()?;
    if length != log.len() as u64 {
        return None;
    }
    let tournament = Tournament::from_entries(&entries).ok()?;
    let [game] = tournament.games() else {
        return None;
    };
    Some(PlayJob {
        drawn: game.drawn,
        plan: tournament.plan().clone(),
        run: value["run"].as_u64()?,
    })
}
