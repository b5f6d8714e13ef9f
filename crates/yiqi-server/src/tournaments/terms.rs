//! The terms of a tournament: which ones are allowed, and how they are stored.

use serde::{Deserialize, Serialize};
use yiqi_arena::open::{OpenFormat, OpenStart, OpenTerms, OpenTournament};
use yiqi_record::{ClockRule, RunOut, TimeControl};
use yiqi_rules::{Aim, GameSpec};
use yiqi_wire::{NewTournament, TournamentKind, TournamentStart};

use crate::denied::Denied;

/// The longest time before the beginning.
const AHEAD_MAX_MS: u64 = 60 * 24 * 60 * 60 * 1000;

/// The longest arena, in minutes.
const MINUTES_MAX: u32 = 12 * 60;

/// The most Swiss rounds.
const ROUNDS_MAX: u32 = 30;

/// The most games of a pairing in a round robin or a knockout.
const GAMES_MAX: u32 = 4;

/// How long a player may have for the first move, in seconds.
const SHOW_UP_SECONDS: std::ops::RangeInclusive<u32> = 5..=3_600;

/// The longest rest between rounds, in seconds.
const PAUSE_SECONDS_MAX: u32 = 3_600;

/// The most characters of a name.
const NAME_CHARS_MAX: usize = 40;

/// Who may make tournaments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TournamentPolicy {
    /// Everybody, guests too.
    #[default]
    Everybody,
    /// Accounts.
    Accounts,
    /// Those whom the settings name as operators.
    Operators,
}

/// The terms of a tournament as stored, as JSON in its row.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct StoredTournament {
    terms: NewTournament,
    /// Lots are drawn from it.
    seed: u64,
}

/// The terms of a tournament.
#[derive(Clone, Debug)]
pub(super) struct HostedTerms {
    pub(super) new: NewTournament,
    pub(super) spec: GameSpec,
    seed: u64,
}

impl HostedTerms {
    /// Checks the terms of a new tournament.
    ///
    /// # Errors
    /// Which one is not allowed.
    pub(super) fn new(mut new: NewTournament, now_ms: u64) -> Result<HostedTerms, Denied> {
        let bad = |what: &str| Err(Denied::BadMessage(what.to_owned()));
        let spec: GameSpec = new.game.parse().map_err(Denied::BadGame)?;
        let time: TimeControl = new.time.parse().map_err(Denied::BadClock)?;
        let has_clock = time.clock != ClockRule::Unlimited;
        if !has_clock || time.run_out != RunOut::Loss {
            return bad("time");
        }
        if spec.game().aim() == Aim::Nothing {
            return bad("game");
        }
        new.name = crate::people::tournament_name(&new.name, NAME_CHARS_MAX)?;
        new.game = spec.to_string();
        new.time = time.to_string();
        match new.start {
            TournamentStart::At(at_ms) if at_ms > now_ms.saturating_add(AHEAD_MAX_MS) => {
                return bad("start");
            }
            TournamentStart::Players(count)
                if !(2..=OpenTournament::PLAYERS_MAX as u32).contains(&count)
                    || (new.players_max > 0 && count > new.players_max) =>
            {
                return bad("start");
            }
            _ => {}
        }
        if new.rounds > ROUNDS_MAX {
            return bad("rounds");
        }
        if !(1..=GAMES_MAX).contains(&new.games) {
            return bad("games");
        }
        if !(1..=MINUTES_MAX).contains(&new.minutes) {
            return bad("minutes");
        }
        if new.players_max == 1 || new.players_max as usize > OpenTournament::PLAYERS_MAX {
            return bad("players_max");
        }
        if !SHOW_UP_SECONDS.contains(&new.show_up_seconds) {
            return bad("show_up_seconds");
        }
        if new.pause_seconds > PAUSE_SECONDS_MAX {
            return bad("pause_seconds");
        }
        new.programs.clear();
        new.join = false;
        Ok(HostedTerms {
            new: settled(new),
            spec,
            // JSON readers that know only floating-point numbers keep this many bits.
            seed: crate::ids::dice()? >> 11,
        })
    }

    /// Reads stored terms.
    pub(super) fn parse(text: &str) -> Result<HostedTerms, Denied> {
        let stored: StoredTournament =
            serde_json::from_str(text).map_err(|error| Denied::internal(&error))?;
        let spec = stored.terms.game.parse().map_err(Denied::BadGame)?;
        Ok(HostedTerms {
            new: settled(stored.terms),
            spec,
            seed: stored.seed,
        })
    }

    /// The terms to store.
    pub(super) fn text(&self) -> Result<String, Denied> {
        let stored = StoredTournament {
            terms: self.new.clone(),
            seed: self.seed,
        };
        serde_json::to_string(&stored).map_err(|error| Denied::internal(&error))
    }

    /// When it begins, if that is known.
    pub(super) fn starts_ms(&self) -> Option<u64> {
        match self.new.start {
            TournamentStart::At(at_ms) => Some(at_ms),
            TournamentStart::Players(_) => None,
        }
    }

    /// What decides who meets whom.
    pub(super) fn open(&self, created_ms: u64) -> OpenTerms {
        OpenTerms {
            format: match self.new.format {
                TournamentKind::Arena => OpenFormat::Arena,
                TournamentKind::Swiss => OpenFormat::Swiss,
                TournamentKind::RoundRobin => OpenFormat::RoundRobin,
                TournamentKind::Knockout => OpenFormat::Knockout,
            },
            rounds: self.new.rounds,
            games: self.new.games,
            duration_ms: u64::from(self.new.minutes) * 60_000,
            has_streaks: self.new.streaks,
            start: match self.new.start {
                TournamentStart::At(at_ms) => OpenStart::At(at_ms),
                TournamentStart::Players(count) => OpenStart::With(count),
            },
            players_max: self.new.players_max,
            pause_ms: u64::from(self.new.pause_seconds) * 1000,
            seed: self.seed,
            created_ms,
        }
    }
}

/// The terms without what has no meaning in their format: only an arena doubles points.
fn settled(new: NewTournament) -> NewTournament {
    NewTournament {
        streaks: new.streaks && new.format == TournamentKind::Arena,
        ..new
    }
}
