//! What follows by itself in an open tournament: its beginning, its draws, its end.

use std::collections::HashSet;

use yiqi_record::{BySeat, Seat};
use yiqi_rules::dice::mix;

use super::entry::{CancelReason, OpenEntry, OpenGame, OpenOutcome, OutcomeKind};
use super::terms::{OpenFormat, OpenStart, OpenTerms};
use super::{OpenGameState, OpenStage, OpenTournament};
use crate::pairing::{self, KnockoutMatch};

/// Games added to a level knockout match before lots decide.
const DECIDERS_MAX: u32 = 3;

/// How long two players of an arena wait for somebody else before they meet twice in a row.
const REMATCH_WAIT_MS: u64 = 15_000;

/// How much more often one may have had one color than the other. Two who both have had the same
/// one this much more often do not meet if that can be avoided.
const BALANCE_MAX: i32 = 2;

/// What pairing needs to know about the games so far.
struct Past {
    /// How many more games each player had as the first than as the second.
    balance: Vec<i32>,
    /// Whether each player was the first in the last game.
    was_first: Vec<bool>,
    last_opponent: Vec<Option<usize>>,
    met: HashSet<(usize, usize)>,
}

impl Past {
    fn of(tournament: &OpenTournament) -> Past {
        let count = tournament.players.len();
        let mut past = Past {
            balance: vec![0; count],
            was_first: vec![false; count],
            last_opponent: vec![None; count],
            met: HashSet::new(),
        };
        for game in &tournament.games {
            let BySeat { first, second } = game.drawn.players;
            past.met.insert((first, second));
            past.met.insert((second, first));
            past.last_opponent[first] = Some(second);
            past.last_opponent[second] = Some(first);
            // Nobody had a color in a game that was not played.
            let is_played = game.outcome.is_none_or(|outcome| {
                matches!(outcome.kind, OutcomeKind::Played | OutcomeKind::NoShow)
            });
            if is_played {
                past.balance[first] += 1;
                past.balance[second] -= 1;
                past.was_first[first] = true;
                past.was_first[second] = false;
            }
        }
        past
    }

    /// Whether one of the two can get a color without having had it too often.
    fn fits(&self, one: usize, other: usize) -> bool {
        let (one, other) = (self.balance[one], self.balance[other]);
        let is_far = |balance: i32| balance.abs() >= BALANCE_MAX;
        !(is_far(one) && is_far(other) && one.signum() == other.signum())
    }

    /// Who of two is the first: who was it less often, then who was not the last time.
    fn seats(&self, one: usize, other: usize, lot: u32) -> BySeat<usize> {
        let key = |player: usize| (self.balance[player], self.was_first[player]);
        let is_one_first = match key(one).cmp(&key(other)) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Greater => false,
            std::cmp::Ordering::Equal => lot.is_multiple_of(2),
        };
        if is_one_first {
            BySeat {
                first: one,
                second: other,
            }
        } else {
            BySeat {
                first: other,
                second: one,
            }
        }
    }
}

/// Games being drawn.
struct Draw<'a> {
    tournament: &'a OpenTournament,
    round: u32,
    now_ms: u64,
    next_game: u32,
    entries: Vec<OpenEntry>,
}

impl Draw<'_> {
    fn new(tournament: &OpenTournament, round: u32, now_ms: u64) -> Draw<'_> {
        Draw {
            tournament,
            round,
            now_ms,
            next_game: tournament.games.len() as u32 + 1,
            entries: Vec::new(),
        }
    }

    /// Adds a game. Who has left the tournament loses it at once.
    fn add(&mut self, players: BySeat<usize>) {
        let number = self.next_game;
        self.next_game += 1;
        self.entries.push(OpenEntry::Drawn(OpenGame {
            number,
            round: self.round,
            players,
            at_ms: self.now_ms,
        }));
        let is_here = |seat: Seat| self.tournament.players[players[seat]].is_active;
        let (winner, kind) = match (is_here(Seat::First), is_here(Seat::Second)) {
            (true, true) => return,
            (true, false) => (Some(Seat::First), OutcomeKind::Walkover),
            (false, true) => (Some(Seat::Second), OutcomeKind::Walkover),
            (false, false) => (None, OutcomeKind::Void),
        };
        self.entries.push(OpenEntry::Ended {
            game: number,
            outcome: OpenOutcome {
                winner,
                kind,
                at_ms: self.now_ms,
            },
        });
    }
}

impl OpenTournament {
    /// The entries that follow now by themselves; none if nothing does. They belong together: store
    /// all of them, apply them, and ask again.
    ///
    /// Nobody gets a game who is busy with one elsewhere: a round waits for them, an arena goes on
    /// without them.
    #[must_use]
    pub fn due(&self, now_ms: u64, busy: &HashSet<usize>) -> Vec<OpenEntry> {
        match self.stage {
            OpenStage::Upcoming => self.due_before(now_ms).into_iter().collect(),
            OpenStage::Running { .. } => self.due_while(now_ms, busy),
            OpenStage::Finished { .. } | OpenStage::Canceled { .. } => Vec::new(),
        }
    }

    /// When something may follow by itself, if nothing happens until then.
    #[must_use]
    pub fn wake_ms(&self, now_ms: u64) -> Option<u64> {
        let pause_ms = self.terms.pause_ms;
        let times: Vec<u64> = match (self.stage, self.terms.start) {
            (OpenStage::Upcoming, OpenStart::At(at_ms)) => vec![at_ms],
            (OpenStage::Upcoming, OpenStart::With(_)) => {
                vec![self.terms.created_ms + OpenTerms::WAIT_MAX_MS]
            }
            (OpenStage::Running { .. }, _) => {
                let frees = self.players.iter().map(|player| player.free_since_ms);
                let ready = frees.map(|free_ms| free_ms.saturating_add(pause_ms));
                let both = ready.flat_map(|at_ms| [at_ms, at_ms.saturating_add(REMATCH_WAIT_MS)]);
                both.chain(self.end_ms()).collect()
            }
            _ => Vec::new(),
        };
        times.into_iter().filter(|&at_ms| at_ms > now_ms).min()
    }

    fn due_before(&self, now_ms: u64) -> Option<OpenEntry> {
        let count = self.active_count();
        let too_few = OpenEntry::Canceled {
            at_ms: now_ms,
            reason: CancelReason::FewPlayers,
        };
        let begin = OpenEntry::Began { at_ms: now_ms };
        match self.terms.start {
            OpenStart::At(at_ms) if now_ms < at_ms => None,
            OpenStart::At(_) if count < 2 => Some(too_few),
            OpenStart::At(_) => Some(begin),
            OpenStart::With(wanted) if count >= (wanted as usize).max(2) => Some(begin),
            OpenStart::With(_) => {
                let waited_ms = now_ms.saturating_sub(self.terms.created_ms);
                (waited_ms >= OpenTerms::WAIT_MAX_MS).then_some(too_few)
            }
        }
    }

    fn due_while(&self, now_ms: u64, busy: &HashSet<usize>) -> Vec<OpenEntry> {
        let finished = vec![OpenEntry::Finished { at_ms: now_ms }];
        match self.terms.format {
            OpenFormat::Arena if self.end_ms().is_some_and(|end_ms| now_ms >= end_ms) => {
                if self.open.is_empty() {
                    finished
                } else {
                    Vec::new()
                }
            }
            OpenFormat::Arena => self.arena_games(now_ms, busy),
            OpenFormat::Knockout => match self.bracket().last() {
                Some(last) if self.is_final(last) && last.winner.is_some() => finished,
                _ => self.knockout_games(now_ms, busy),
            },
            OpenFormat::Swiss | OpenFormat::RoundRobin => {
                let round = self.round() + 1;
                if !self.open.is_empty() {
                    Vec::new()
                } else if round > self.round_count().unwrap_or(0) {
                    finished
                } else if self.terms.format == OpenFormat::RoundRobin {
                    unless_busy(self.round_robin_games(round, now_ms), busy)
                } else if self.active_count() < 2 {
                    finished
                } else {
                    unless_busy(self.swiss_games(round, now_ms), busy)
                }
            }
        }
    }

    /// Whether everybody has rested since the last game.
    fn has_paused(&self, now_ms: u64) -> bool {
        let ends = self.games.iter().filter_map(|game| game.outcome);
        let last_ms = ends.map(|outcome| outcome.at_ms).max();
        last_ms.is_none_or(|last_ms| now_ms >= last_ms.saturating_add(self.terms.pause_ms))
    }

    fn swiss_games(&self, round: u32, now_ms: u64) -> Vec<OpenEntry> {
        if !self.has_paused(now_ms) {
            return Vec::new();
        }
        let past = Past::of(self);
        let order = self.ranked(|player| self.players[player].is_active);
        let rests = |player: usize| {
            let own = self.rests.iter().filter(|rest| rest.1 == player);
            own.count() as u32
        };
        let fresh = |one, other| !past.met.contains(&(one, other));
        let fair = |one, other| fresh(one, other) && past.fits(one, other);
        let drawn = pairing::swiss_round(&order, rests, &[&fair, &fresh]);
        let mut draw = Draw::new(self, round, now_ms);
        for (board, &(one, other)) in drawn.pairs.iter().enumerate() {
            draw.add(past.seats(one, other, round + board as u32));
        }
        let rested = drawn.resting;
        draw.entries
            .extend(rested.map(|player| OpenEntry::Rested { round, player }));
        draw.entries
    }

    fn round_robin_games(&self, round: u32, now_ms: u64) -> Vec<OpenEntry> {
        if !self.has_paused(now_ms) {
            return Vec::new();
        }
        let rounds = pairing::round_robin(self.field.len());
        let past = Past::of(self);
        let mut draw = Draw::new(self, round, now_ms);
        let index = (round - 1) as usize;
        for (board, &(one, other)) in rounds[index % rounds.len()].iter().enumerate() {
            let (one, other) = (self.field[one], self.field[other]);
            // Whoever met before exchanges colors.
            let last = self
                .games
                .iter()
                .rev()
                .find(|game| game.seat_of(one).is_some() && game.seat_of(other).is_some());
            draw.add(match last {
                Some(game) => BySeat {
                    first: game.drawn.players.second,
                    second: game.drawn.players.first,
                },
                None => past.seats(one, other, round + board as u32),
            });
        }
        draw.entries
    }

    /// The matches of a knockout as far as they are known.
    #[must_use]
    pub fn bracket(&self) -> Vec<KnockoutMatch> {
        let player = |place: usize| self.field[place];
        let matches = pairing::bracket(self.field.len(), |round, index, (one, other)| {
            let games = self.match_games(round, (player(one), player(other)));
            let planned = self.terms.games.max(1);
            let count = games.len() as u32;
            if count < planned || games.iter().any(|game| game.outcome.is_none()) {
                // Somebody who has left cannot catch up.
                let walkover = games.iter().find_map(|game| {
                    let outcome = game.outcome?;
                    let is_final = outcome.kind == OutcomeKind::Walkover;
                    Some(game.drawn.players[outcome.winner.filter(|_| is_final)?])
                });
                let winner = walkover.map(|winner| if winner == player(one) { one } else { other });
                return (winner, false);
            }
            let points = |player: usize| -> u32 {
                let own = games
                    .iter()
                    .filter_map(|game| game.halves(game.seat_of(player)?));
                own.sum()
            };
            let lot = mix(self.terms.seed ^ mix(u64::from(round) << 32 | index as u64));
            pairing::match_winner(
                (one, other),
                (points(player(one)), points(player(other))),
                count < planned + DECIDERS_MAX,
                lot,
            )
        });
        let named = |known: KnockoutMatch| KnockoutMatch {
            players: (player(known.players.0), known.players.1.map(player)),
            winner: known.winner.map(player),
            ..known
        };
        matches.into_iter().map(named).collect()
    }

    fn match_games(&self, round: u32, (one, other): (usize, usize)) -> Vec<&OpenGameState> {
        let is_of_match = |game: &&OpenGameState| {
            game.drawn.round == round
                && game.seat_of(one).is_some()
                && game.seat_of(other).is_some()
        };
        self.games.iter().filter(is_of_match).collect()
    }

    fn is_final(&self, known: &KnockoutMatch) -> bool {
        Some(known.round) == self.round_count()
    }

    /// Whether a player can still win a knockout.
    pub(super) fn is_in_bracket(&self, player: usize) -> bool {
        let is_out = |known: &KnockoutMatch| {
            let plays = known.players.0 == player || known.players.1 == Some(player);
            plays && known.winner.is_some_and(|winner| winner != player)
        };
        !self.bracket().iter().any(is_out)
    }

    fn knockout_games(&self, now_ms: u64, busy: &HashSet<usize>) -> Vec<OpenEntry> {
        let matches = self.bracket();
        let round = matches.last().map_or(1, |known| known.round);
        let past = Past::of(self);
        let mut draw = Draw::new(self, round, now_ms);
        for known in matches.iter().filter(|known| known.round == round) {
            let (one, Some(other)) = known.players else {
                continue;
            };
            let is_busy = [one, other].into_iter().any(|player| {
                let free_ms = self.players[player].free_since_ms;
                self.game_of(player).is_some()
                    || busy.contains(&player)
                    || now_ms < free_ms.saturating_add(self.pause_of(player))
            });
            if known.winner.is_some() || is_busy {
                continue;
            }
            let games = self.match_games(round, (one, other));
            draw.add(match games.last() {
                Some(game) => BySeat {
                    first: game.drawn.players.second,
                    second: game.drawn.players.first,
                },
                None => past.seats(one, other, round + known.index as u32),
            });
        }
        draw.entries
    }

    fn arena_games(&self, now_ms: u64, busy: &HashSet<usize>) -> Vec<OpenEntry> {
        let is_ready = |player: usize| {
            let known = &self.players[player];
            known.is_active
                && self.game_of(player).is_none()
                && !busy.contains(&player)
                && now_ms >= known.free_since_ms.saturating_add(self.pause_of(player))
        };
        let ready = self.ranked(is_ready);
        if ready.len() < 2 {
            return Vec::new();
        }
        let past = Past::of(self);
        let fresh = |one: usize, other: usize| {
            past.last_opponent[one] != Some(other) && past.last_opponent[other] != Some(one)
        };
        let fair = |one, other| fresh(one, other) && past.fits(one, other);
        let pair = |players: &[usize]| {
            let pairs = pairing::swiss_round(players, |_| 0, &[&fair, &fresh]).pairs;
            let is_fresh = pairs.iter().all(|&(one, other)| fresh(one, other));
            (pairs, is_fresh)
        };
        let (pairs, is_fresh) = if ready.len().is_multiple_of(2) {
            pair(&ready)
        } else {
            // Whoever has waited least waits on, unless the others have just met.
            let mut newest = ready.clone();
            newest.sort_by_key(|&player| std::cmp::Reverse(self.players[player].free_since_ms));
            let without = |left_out: usize| {
                let rest = ready.iter().copied().filter(|&player| player != left_out);
                pair(&rest.collect::<Vec<usize>>())
            };
            let all = newest.iter().map(|&player| without(player));
            let found = all.into_iter().find(|(_, is_fresh)| *is_fresh);
            found.unwrap_or_else(|| without(newest[0]))
        };
        let newest_ms = ready
            .iter()
            .map(|&player| self.players[player].free_since_ms + self.pause_of(player))
            .max()
            .unwrap_or(0);
        // Somebody else plays or rests.
        let is_more = self.active_count() > ready.len();
        let may_wait = is_more && now_ms < newest_ms.saturating_add(REMATCH_WAIT_MS);
        if !is_fresh && may_wait {
            return Vec::new();
        }
        let mut draw = Draw::new(self, 1, now_ms);
        for (one, other) in pairs {
            let lot = draw.next_game;
            draw.add(past.seats(one, other, lot));
        }
        draw.entries
    }

    /// How long a player rests: not before the first game.
    fn pause_of(&self, player: usize) -> u64 {
        if self.players[player].has_played {
            self.terms.pause_ms
        } else {
            0
        }
    }

    /// The players for whom something holds, by points and then by rating.
    fn ranked(&self, holds: impl Fn(usize) -> bool) -> Vec<usize> {
        let points = self.points();
        let mut players = self.by_rating(|_| true);
        players.retain(|&player| holds(player));
        players.sort_by_key(|&player| std::cmp::Reverse(points[player]));
        players
    }
}

/// The games of a round, or nothing while one of its players is busy.
fn unless_busy(round: Vec<OpenEntry>, busy: &HashSet<usize>) -> Vec<OpenEntry> {
    let is_busy = |entry: &OpenEntry| match entry {
        OpenEntry::Drawn(game) => game.players.iter().any(|player| busy.contains(player)),
        _ => false,
    };
    if round.iter().any(is_busy) {
        return Vec::new();
    }
    round
}
