//! A tournament: its plan and what happened, as its log tells it.

use yiqi_record::{BySeat, GameResult, Seat};

use crate::game_end::{EndedGame, halves};
use crate::log::{DrawnGame, LogEntry, LogError, Span};
use crate::openings::OpeningLine;
use crate::plan::{Contestant, Plan, TournamentFormat};
use crate::settings::{Settings, sprt_text};
use crate::statistics::{Pairs, Tally, Verdict};

/// A plan and the state of its games.
#[derive(Clone, Debug, PartialEq)]
pub struct Tournament {
    plan: Plan,
    // Invariant: the game of number n is at index n - 1.
    games: Vec<GameState>,
    // Invariant: the number of games that are over.
    ended_count: usize,
}

/// A game of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameState {
    /// Who plays, and from where.
    pub drawn: DrawnGame,
    /// When it was last begun, in milliseconds since 1970.
    pub begun_ms: Option<u64>,
    /// How it ended.
    pub ended: Option<EndedGame>,
    /// Where its record is.
    pub span: Span,
    /// The organizer's correction, the last one if there are several.
    pub correction: Option<Correction>,
}

/// A correction by the organizer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The result that counts; `None` if the game does not count.
    pub result: Option<GameResult>,
    /// The reason.
    pub reason: String,
}

impl GameState {
    /// The result that counts, if the game is over and counts.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        let ended = self.ended.as_ref()?;
        match &self.correction {
            Some(correction) => correction.result,
            None => Some(ended.result),
        }
    }

    /// The points of a seat in halves, if the game is over and counts.
    #[must_use]
    pub fn halves(&self, seat: Seat) -> Option<u8> {
        let first = halves(&self.result()?, self.ended.as_ref()?.first_color);
        Some(match seat {
            Seat::First => first,
            Seat::Second => 2 - first,
        })
    }

    /// Whether nothing more is to come from it.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.ended.is_some()
    }
}

impl Tournament {
    /// A tournament without games.
    #[must_use]
    pub fn new(plan: Plan) -> Tournament {
        Tournament {
            plan,
            games: Vec::new(),
            ended_count: 0,
        }
    }

    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The games drawn so far.
    #[must_use]
    pub fn games(&self) -> &[GameState] {
        &self.games
    }

    /// A game by its number.
    #[must_use]
    pub fn game(&self, number: u32) -> Option<&GameState> {
        self.games.get((number as usize).checked_sub(1)?)
    }

    /// The entries that state the plan, for the beginning of a log.
    #[must_use]
    pub fn opening_entries(plan: &Plan) -> Vec<LogEntry> {
        let setting = |key: &str, value: String| LogEntry::Setting {
            key: key.to_owned(),
            value,
        };
        let mut entries = vec![
            LogEntry::Opened,
            setting("game", plan.game.to_string()),
            setting("format", plan.format.name().to_owned()),
            setting("games", plan.games.to_string()),
            setting("tc", plan.limits.to_string()),
            setting("cpu_time", plan.limits.is_cpu_time.to_string()),
            setting("seed", plan.seed.to_string()),
        ];
        if plan.rounds > 0 {
            entries.push(setting("rounds", plan.rounds.to_string()));
        }
        if plan.adjudication != crate::Adjudication::default() {
            entries.push(setting("adjudicate", plan.adjudication.to_string()));
        }
        if let Some(sprt) = &plan.sprt {
            entries.push(setting("sprt", sprt_text(sprt)));
        }
        let players = plan.players.iter().map(|player| LogEntry::Contestant {
            name: player.name.clone(),
            spec: player.spec.to_string(),
        });
        entries.extend(players);
        let openings = plan.openings.iter().map(|line| LogEntry::OpeningLine {
            start: line.start_text(plan.game),
            moves: line.moves_text(plan.game),
        });
        entries.extend(openings);
        entries.push(LogEntry::Ready);
        entries
    }

    /// The tournament that a log tells of.
    ///
    /// # Errors
    /// The first entry that cannot follow.
    pub fn from_entries(entries: &[LogEntry]) -> Result<Tournament, LogError> {
        let ready = entries
            .iter()
            .position(|entry| *entry == LogEntry::Ready)
            .ok_or(LogError::NotReady)?;
        let mut tournament = Tournament::new(read_plan(&entries[..ready])?);
        for (index, entry) in entries.iter().enumerate().skip(ready + 1) {
            if !tournament.apply(entry) {
                return Err(LogError::Broken { line: index + 1 });
            }
        }
        Ok(tournament)
    }

    /// Applies an entry; `false`, and nothing changes, if it cannot follow.
    #[must_use]
    pub fn apply(&mut self, entry: &LogEntry) -> bool {
        let game_of = |games: &mut Vec<GameState>, number: u32| -> Option<usize> {
            let index = (number as usize).checked_sub(1)?;
            (index < games.len()).then_some(index)
        };
        match entry {
            LogEntry::Drawn(drawn) => {
                let fits = drawn.number as usize == self.games.len() + 1
                    && drawn
                        .players
                        .iter()
                        .all(|&index| index < self.plan.players.len())
                    && drawn.opening < self.plan.openings.len();
                if fits {
                    self.games.push(GameState {
                        drawn: *drawn,
                        begun_ms: None,
                        ended: None,
                        span: Span::default(),
                        correction: None,
                    });
                }
                fits
            }
            LogEntry::Begun { game, at_ms } => {
                let Some(index) = game_of(&mut self.games, *game) else {
                    return false;
                };
                let game = &mut self.games[index];
                if game.ended.is_some() {
                    return false;
                }
                game.begun_ms = Some(*at_ms);
                true
            }
            LogEntry::Ended { game, end, span } => {
                let Some(index) = game_of(&mut self.games, *game) else {
                    return false;
                };
                let game = &mut self.games[index];
                if game.ended.is_some() {
                    return false;
                }
                game.ended = Some(end.clone());
                game.span = *span;
                self.ended_count += 1;
                true
            }
            LogEntry::Corrected {
                game,
                result,
                reason,
            } => {
                let Some(index) = game_of(&mut self.games, *game) else {
                    return false;
                };
                let game = &mut self.games[index];
                if game.ended.is_none() {
                    return false;
                }
                game.correction = Some(Correction {
                    result: *result,
                    reason: reason.clone(),
                });
                true
            }
            _ => false,
        }
    }

    /// The games that are drawn and not over.
    pub fn open_games(&self) -> impl Iterator<Item = &GameState> {
        self.games.iter().filter(|game| !game.is_settled())
    }

    /// How many games are over.
    #[must_use]
    pub fn ended_count(&self) -> usize {
        self.ended_count
    }

    /// How many games are drawn and not over.
    #[must_use]
    pub fn open_count(&self) -> usize {
        self.games.len() - self.ended_count
    }

    /// The games of each pair that count, in order of pairs.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = Vec<&GameState>> {
        self.games
            .chunk_by(|one, next| one.drawn.pair == next.drawn.pair)
            .map(|pair| pair.iter().collect())
    }

    /// The results of one player against another: all games, and the complete pairs.
    #[must_use]
    pub fn results(&self, player: usize, opponent: usize) -> (Tally, Pairs) {
        let seat_of = |game: &GameState| {
            let BySeat { first, second } = game.drawn.players;
            match (first, second) {
                pair if pair == (player, opponent) => Some(Seat::First),
                pair if pair == (opponent, player) => Some(Seat::Second),
                _ => None,
            }
        };
        let mut tally = Tally::default();
        let mut pairs = Pairs::default();
        for pair in self.pairs() {
            let points: Vec<u8> = pair
                .iter()
                .filter_map(|game| game.halves(seat_of(game)?))
                .collect();
            for &halves in &points {
                tally.count(halves);
            }
            if let [one, other] = points[..] {
                pairs.count(one + other);
            }
        }
        (tally, pairs)
    }

    /// The complete pairs of the first player against the second, in order and up to the first that
    /// is not over: if later pairs counted before it, short games would weigh more.
    #[must_use]
    pub fn sequential_pairs(&self) -> Pairs {
        let mut pairs = Pairs::default();
        for pair in self.pairs() {
            if pair.len() < 2 || pair.iter().any(|game| !game.is_settled()) {
                break;
            }
            let points: Option<Vec<u8>> = pair
                .iter()
                .map(|game| {
                    let is_first = game.drawn.players.first == 0;
                    game.halves(if is_first { Seat::First } else { Seat::Second })
                })
                .collect();
            if let Some(points) = points {
                pairs.count(points.iter().sum());
            }
        }
        pairs
    }

    /// The log-likelihood ratio and the verdict of the sequential test, if there is one.
    #[must_use]
    pub fn sprt(&self) -> Option<(f64, Verdict)> {
        let sprt = self.plan.sprt?;
        let ratio = sprt.ratio(&self.sequential_pairs());
        Some((ratio, sprt.verdict(ratio)))
    }

    /// Rounds in which each player of a Swiss tournament had no opponent.
    #[must_use]
    pub fn byes(&self) -> Vec<u32> {
        let mut byes = vec![0; self.plan.players.len()];
        if self.plan.format != TournamentFormat::Swiss {
            return byes;
        }
        let rounds = self.games.last().map_or(0, |game| game.drawn.round);
        for round in 1..=rounds {
            let mut plays = vec![false; byes.len()];
            for game in self.games.iter().filter(|game| game.drawn.round == round) {
                for &player in &game.drawn.players {
                    plays[player] = true;
                }
            }
            for (bye, plays) in byes.iter_mut().zip(plays) {
                *bye += u32::from(!plays);
            }
        }
        byes
    }
}

/// The plan that the first entries of a log state.
fn read_plan(entries: &[LogEntry]) -> Result<Plan, LogError> {
    let mut settings = Settings::default();
    let mut openings = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let broken = LogError::Broken { line: index + 1 };
        let is_fine = match entry {
            LogEntry::Opened => index == 0,
            LogEntry::Setting { key, value } => settings.set(key, value).is_ok(),
            LogEntry::Contestant { name, spec } => match spec.parse() {
                Ok(spec) => {
                    settings.players.push(Contestant {
                        name: name.clone(),
                        spec,
                    });
                    true
                }
                Err(_) => false,
            },
            LogEntry::OpeningLine { start, moves } => {
                let game = settings.game.ok_or(broken.clone())?;
                let line = OpeningLine::parse(start, moves, game);
                openings.extend(line.clone());
                line.is_some()
            }
            _ => false,
        };
        if !is_fine {
            return Err(broken);
        }
    }
    let plan = Plan {
        game: settings.game.ok_or(LogError::NotReady)?,
        format: settings.format.unwrap_or_default(),
        players: settings.players,
        games: settings.games.unwrap_or(2),
        rounds: settings.rounds.unwrap_or(0),
        limits: crate::GameLimits {
            is_cpu_time: settings.cpu_time.unwrap_or(false),
            ..settings.limits.unwrap_or_default()
        },
        adjudication: settings.adjudication.unwrap_or_default(),
        sprt: settings.sprt,
        seed: settings.seed.unwrap_or(0),
        openings,
    };
    let is_playable = plan.check().is_ok() && !plan.openings.is_empty();
    is_playable.then_some(plan).ok_or(LogError::NotReady)
}
