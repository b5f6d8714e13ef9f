//! Open tournaments: players join, leave and come back while games are played elsewhere.
//!
//! An [`OpenTournament`] is its terms and what happened, as a list of [`OpenEntry`]s tells it. It
//! decides which entries follow; whoever hosts it stores them, applies them and plays the games.
//! Time comes in as an argument.

mod draw;
mod entry;
mod report;
mod standings;
mod terms;

use yiqi_record::{BySeat, Seat};

pub use entry::{CancelReason, OpenEntry, OpenGame, OpenOutcome, OutcomeKind};
pub use report::OpenReport;
pub use standings::{OpenStanding, STREAK_WINS, TieBreak, TieBreakValue};
pub use terms::{OpenFormat, OpenStart, OpenTerms};

/// Terms, players and games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenTournament {
    terms: OpenTerms,
    stage: OpenStage,
    players: Vec<OpenPlayer>,
    // Invariant: the game of number n is at index n - 1.
    games: Vec<OpenGameState>,
    // Invariant: the games that are not over, by index.
    open: Vec<usize>,
    /// Players who had no opponent, with the round.
    rests: Vec<(u32, usize)>,
    /// Who took part when it began, best first.
    field: Vec<usize>,
    /// How much the end of an arena was put off, in milliseconds.
    extended_ms: u64,
    /// How many entries were applied.
    entry_count: usize,
}

/// How far a tournament is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenStage {
    /// It has not begun.
    Upcoming,
    /// It began at this time.
    Running {
        /// In milliseconds since 1970.
        since_ms: u64,
    },
    /// All games are played.
    Finished {
        /// In milliseconds since 1970.
        at_ms: u64,
    },
    /// It was called off.
    Canceled {
        /// In milliseconds since 1970.
        at_ms: u64,
        /// Why.
        reason: CancelReason,
    },
}

/// A player of an open tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenPlayer {
    /// The rating when the player joined, if there was one.
    pub rating: Option<i32>,
    /// Whether the player takes part now.
    pub is_active: bool,
    /// Since when the player has had no game, in milliseconds since 1970.
    pub free_since_ms: u64,
    /// Whether the player has had a game.
    pub has_played: bool,
}

/// A game of an open tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenGameState {
    /// Who plays.
    pub drawn: OpenGame,
    /// How it ended.
    pub outcome: Option<OpenOutcome>,
}

impl OpenGameState {
    /// The points of a seat in halves, if the game is over and counts.
    #[must_use]
    pub fn halves(&self, seat: Seat) -> Option<u32> {
        let outcome = self.outcome?;
        match (outcome.kind, outcome.winner) {
            (OutcomeKind::Void | OutcomeKind::Damaged, _) => None,
            (_, Some(winner)) => Some(if winner == seat { 2 } else { 0 }),
            // Neither came to the board.
            (OutcomeKind::NoShow, None) => Some(0),
            (_, None) => Some(1),
        }
    }

    /// The seat of a player, if it is one of the two.
    #[must_use]
    pub fn seat_of(&self, player: usize) -> Option<Seat> {
        let mut both = Seat::BOTH.into_iter();
        both.find(|&seat| self.drawn.players[seat] == player)
    }
}

/// Why somebody cannot join or leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenRefusal {
    /// The tournament is over.
    Over,
    /// It has begun, and it is too late to join.
    TooLate,
    /// There are as many players as there may be.
    Full,
    /// The player takes part already.
    AlreadyIn,
    /// The player does not take part.
    NotIn,
    /// Fewer than two players are there.
    FewPlayers,
    /// It has begun already.
    HasBegun,
}

impl OpenTournament {
    /// The most players.
    pub const PLAYERS_MAX: usize = 300;

    /// A tournament without players.
    #[must_use]
    pub fn new(terms: OpenTerms) -> OpenTournament {
        OpenTournament {
            terms,
            stage: OpenStage::Upcoming,
            players: Vec::new(),
            games: Vec::new(),
            open: Vec::new(),
            rests: Vec::new(),
            field: Vec::new(),
            extended_ms: 0,
            entry_count: 0,
        }
    }

    /// The tournament that a log tells of; `None` if an entry cannot follow those before it.
    #[must_use]
    pub fn from_entries(terms: OpenTerms, entries: &[OpenEntry]) -> Option<OpenTournament> {
        let mut tournament = OpenTournament::new(terms);
        let mut all = entries.iter();
        all.all(|entry| tournament.apply(entry))
            .then_some(tournament)
    }

    /// The terms.
    #[must_use]
    pub fn terms(&self) -> &OpenTerms {
        &self.terms
    }

    /// How far it is.
    #[must_use]
    pub fn stage(&self) -> OpenStage {
        self.stage
    }

    /// Whether nothing more is to come.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(
            self.stage,
            OpenStage::Finished { .. } | OpenStage::Canceled { .. }
        )
    }

    /// All players, by their number.
    #[must_use]
    pub fn players(&self) -> &[OpenPlayer] {
        &self.players
    }

    /// How many players take part now.
    #[must_use]
    pub fn active_count(&self) -> usize {
        self.players
            .iter()
            .filter(|player| player.is_active)
            .count()
    }

    /// The games drawn so far.
    #[must_use]
    pub fn games(&self) -> &[OpenGameState] {
        &self.games
    }

    /// The games that are not over.
    pub fn open_games(&self) -> impl Iterator<Item = &OpenGameState> {
        self.open.iter().map(|&index| &self.games[index])
    }

    /// The game that a player is in.
    #[must_use]
    pub fn game_of(&self, player: usize) -> Option<&OpenGameState> {
        let mut open = self.open_games();
        open.find(|game| game.seat_of(player).is_some())
    }

    /// Players who had no opponent, with the round.
    #[must_use]
    pub fn rests(&self) -> &[(u32, usize)] {
        &self.rests
    }

    /// The last round that was drawn; 0 before the first.
    #[must_use]
    pub fn round(&self) -> u32 {
        self.games.last().map_or(0, |game| game.drawn.round)
    }

    /// How many rounds there are, if that is known.
    #[must_use]
    pub fn round_count(&self) -> Option<u32> {
        let count = match self.stage {
            OpenStage::Upcoming => return None,
            _ => self.field.len() as u32,
        };
        match self.terms.format {
            OpenFormat::Arena => None,
            OpenFormat::Swiss if self.terms.rounds > 0 => Some(self.terms.rounds),
            OpenFormat::Swiss => Some(crate::pairing::swiss_rounds(count)),
            OpenFormat::RoundRobin => {
                Some((count + count % 2).saturating_sub(1) * self.terms.games.max(1))
            }
            OpenFormat::Knockout => Some(u32::BITS - count.saturating_sub(1).leading_zeros()),
        }
    }

    /// When an arena ends, once it has begun.
    #[must_use]
    pub fn end_ms(&self) -> Option<u64> {
        match (self.terms.format, self.stage) {
            (OpenFormat::Arena, OpenStage::Running { since_ms }) => Some(
                since_ms
                    .saturating_add(self.terms.duration_ms)
                    .saturating_add(self.extended_ms),
            ),
            _ => None,
        }
    }

    /// How much the end of an arena was put off, in milliseconds.
    #[must_use]
    pub fn extended_ms(&self) -> u64 {
        self.extended_ms
    }

    /// How many entries were applied.
    #[must_use]
    pub fn entry_count(&self) -> usize {
        self.entry_count
    }

    /// Lets a player join, or come back. A new player has the next number.
    ///
    /// # Errors
    /// Why that is not possible.
    pub fn join(
        &self,
        player: Option<usize>,
        rating: Option<i32>,
        at_ms: u64,
    ) -> Result<OpenEntry, OpenRefusal> {
        if self.is_over() {
            return Err(OpenRefusal::Over);
        }
        let player = match player {
            Some(player) => match self.players.get(player) {
                Some(known) if known.is_active => return Err(OpenRefusal::AlreadyIn),
                Some(_) => player,
                None => return Err(OpenRefusal::NotIn),
            },
            None => self.players.len(),
        };
        let is_new = player == self.players.len();
        if is_new && self.players.len() >= OpenTournament::PLAYERS_MAX {
            return Err(OpenRefusal::Full);
        }
        if let OpenStage::Running { .. } = self.stage
            && !self.may_join_late(player, at_ms)
        {
            return Err(OpenRefusal::TooLate);
        }
        let seats = self.terms.players_max as usize;
        if seats > 0 && self.active_count() >= seats {
            return Err(OpenRefusal::Full);
        }
        Ok(OpenEntry::Joined {
            player,
            rating,
            at_ms,
        })
    }

    /// Whether a player may join, or come back, after the beginning.
    fn may_join_late(&self, player: usize, at_ms: u64) -> bool {
        let was_there = self.field.contains(&player);
        match self.terms.format {
            OpenFormat::Arena => self.end_ms().is_some_and(|end_ms| at_ms < end_ms),
            OpenFormat::Swiss => {
                let rounds = self.round_count().unwrap_or(0);
                let is_known = player < self.players.len();
                self.round() < rounds && (is_known || self.round() <= rounds / 2)
            }
            OpenFormat::RoundRobin => was_there,
            OpenFormat::Knockout => was_there && self.is_in_bracket(player),
        }
    }

    /// Lets a player leave. A game in progress goes on.
    ///
    /// # Errors
    /// Why that is not possible.
    pub fn withdraw(&self, player: usize, at_ms: u64) -> Result<OpenEntry, OpenRefusal> {
        if self.is_over() {
            return Err(OpenRefusal::Over);
        }
        match self.players.get(player) {
            Some(known) if known.is_active => Ok(OpenEntry::Withdrew { player, at_ms }),
            _ => Err(OpenRefusal::NotIn),
        }
    }

    /// Begins now, whatever the terms say.
    ///
    /// # Errors
    /// Why that is not possible.
    pub fn begin(&self, at_ms: u64) -> Result<OpenEntry, OpenRefusal> {
        match self.stage {
            OpenStage::Upcoming if self.active_count() >= 2 => Ok(OpenEntry::Began { at_ms }),
            OpenStage::Upcoming => Err(OpenRefusal::FewPlayers),
            OpenStage::Running { .. } => Err(OpenRefusal::HasBegun),
            _ => Err(OpenRefusal::Over),
        }
    }

    /// Calls it off. Games in progress go on, but nothing follows from them.
    ///
    /// # Errors
    /// If it is over.
    pub fn cancel(&self, reason: CancelReason, at_ms: u64) -> Result<OpenEntry, OpenRefusal> {
        if self.is_over() {
            return Err(OpenRefusal::Over);
        }
        Ok(OpenEntry::Canceled { at_ms, reason })
    }

    /// Applies an entry; `false`, and nothing changes, if it cannot follow.
    #[must_use]
    pub fn apply(&mut self, entry: &OpenEntry) -> bool {
        let can_follow = self.try_apply(entry).is_some();
        self.entry_count += usize::from(can_follow);
        can_follow
    }

    fn try_apply(&mut self, entry: &OpenEntry) -> Option<()> {
        if self.is_over() {
            return None;
        }
        let is_running = matches!(self.stage, OpenStage::Running { .. });
        match *entry {
            OpenEntry::Joined {
                player,
                rating,
                at_ms,
            } => {
                let joined = OpenPlayer {
                    rating,
                    is_active: true,
                    free_since_ms: at_ms,
                    has_played: self
                        .players
                        .get(player)
                        .is_some_and(|known| known.has_played),
                };
                let count = self.players.len();
                match self.players.get_mut(player) {
                    Some(known) if known.is_active => return None,
                    Some(known) => *known = joined,
                    None if player == count => self.players.push(joined),
                    None => return None,
                }
            }
            OpenEntry::Withdrew { player, .. } => {
                let known = self.players.get_mut(player)?;
                if !std::mem::take(&mut known.is_active) {
                    return None;
                }
            }
            OpenEntry::Began { at_ms } => {
                if is_running || self.active_count() < 2 {
                    return None;
                }
                self.stage = OpenStage::Running { since_ms: at_ms };
                self.field = self.by_rating(|player| player.is_active);
            }
            OpenEntry::Drawn(drawn) => {
                let BySeat { first, second } = drawn.players;
                let fits = is_running
                    && drawn.number as usize == self.games.len() + 1
                    && drawn.round >= self.round()
                    && first != second
                    && first.max(second) < self.players.len()
                    && self.game_of(first).is_none()
                    && self.game_of(second).is_none();
                if !fits {
                    return None;
                }
                self.open.push(self.games.len());
                self.games.push(OpenGameState {
                    drawn,
                    outcome: None,
                });
            }
            OpenEntry::Rested { round, player } => {
                if !is_running || player >= self.players.len() {
                    return None;
                }
                self.rests.push((round, player));
            }
            OpenEntry::Ended { game, outcome } => {
                let index = (game as usize).checked_sub(1)?;
                let at = self.open.iter().position(|&open| open == index)?;
                self.open.remove(at);
                self.games[index].outcome = Some(outcome);
                for player in self.games[index].drawn.players {
                    self.players[player].free_since_ms = outcome.at_ms;
                    self.players[player].has_played = true;
                }
            }
            OpenEntry::Extended { by_ms } => {
                if !is_running {
                    return None;
                }
                self.extended_ms = self.extended_ms.saturating_add(by_ms);
            }
            OpenEntry::Finished { at_ms } => {
                if !is_running || !self.open.is_empty() {
                    return None;
                }
                self.stage = OpenStage::Finished { at_ms };
            }
            OpenEntry::Canceled { at_ms, reason } => {
                self.stage = OpenStage::Canceled { at_ms, reason };
            }
        }
        Some(())
    }

    /// The players for whom something holds, highest rating first.
    fn by_rating(&self, holds: impl Fn(&OpenPlayer) -> bool) -> Vec<usize> {
        let mut players: Vec<usize> = (0..self.players.len())
            .filter(|&player| holds(&self.players[player]))
            .collect();
        players.sort_by_key(|&player| (std::cmp::Reverse(self.players[player].rating), player));
        players
    }
}
