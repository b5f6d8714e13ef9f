//! Points, tie-breaks and places in an open tournament.

use std::collections::HashMap;

use yiqi_record::Seat;

use super::OpenTournament;
use super::terms::OpenFormat;

/// Wins in a row after which an arena doubles points.
pub const STREAK_WINS: u32 = 2;

/// How equal points are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreak {
    /// The sum of the opponents' points.
    Buchholz,
    /// The points of beaten opponents, and half of those who drew.
    SonnebornBerger,
    /// Points in the games among those who are still level, if all of them have met.
    Direct,
    /// Won games.
    Wins,
}

impl TieBreak {
    /// All tie-breaks.
    pub const ALL: [TieBreak; 4] = [
        TieBreak::Buchholz,
        TieBreak::SonnebornBerger,
        TieBreak::Direct,
        TieBreak::Wins,
    ];

    /// Its name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            TieBreak::Buchholz => "buchholz",
            TieBreak::SonnebornBerger => "sonneborn-berger",
            TieBreak::Direct => "direct",
            TieBreak::Wins => "wins",
        }
    }

    /// A value of this tie-break as people write it.
    #[must_use]
    pub fn points(self, value: TieBreakValue) -> f64 {
        match self {
            TieBreak::Wins => f64::from(value),
            TieBreak::Buchholz | TieBreak::SonnebornBerger | TieBreak::Direct => {
                f64::from(value) / 4.0
            }
        }
    }
}

impl OpenFormat {
    /// Points as people write them: an arena counts whole ones, all others halves.
    #[must_use]
    pub fn points(self, points: u32) -> f64 {
        match self {
            OpenFormat::Arena => f64::from(points),
            OpenFormat::Swiss | OpenFormat::RoundRobin | OpenFormat::Knockout => {
                f64::from(points) / 2.0
            }
        }
    }

    /// The tie-breaks of this format, in order.
    #[must_use]
    pub const fn tie_breaks(self) -> &'static [TieBreak] {
        match self {
            OpenFormat::Arena => &[TieBreak::Wins],
            OpenFormat::Swiss => &[
                TieBreak::Buchholz,
                TieBreak::SonnebornBerger,
                TieBreak::Direct,
            ],
            OpenFormat::RoundRobin => {
                &[TieBreak::Direct, TieBreak::SonnebornBerger, TieBreak::Wins]
            }
            OpenFormat::Knockout => &[],
        }
    }
}

/// The value of a tie-break, in quarters of a point; wins are whole.
pub type TieBreakValue = u32;

/// One player's line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenStanding {
    /// The place, from 1; level players share one.
    pub place: u32,
    /// The player's number.
    pub player: usize,
    /// Points: in an arena whole ones, otherwise in halves.
    pub points: u32,
    /// Won games.
    pub won: u32,
    /// Drawn games.
    pub drawn: u32,
    /// Lost games.
    pub lost: u32,
    /// Rounds without an opponent.
    pub rested: u32,
    /// Wins in a row up to now.
    pub streak: u32,
    /// The tie-breaks of the format, in its order; `None` where one says nothing about the player.
    pub tie_breaks: Vec<Option<TieBreakValue>>,
}

impl OpenTournament {
    /// The points of each player: in an arena whole ones, otherwise in halves.
    pub(super) fn points(&self) -> Vec<u32> {
        let mut points = vec![0; self.players.len()];
        for &(_, player) in &self.rests {
            points[player] += 2;
        }
        for (player, gained) in self.gains() {
            points[player] += gained;
        }
        points
    }

    /// The course of a player: how many games of all were over, and the points then, after each
    /// game of the player. Points of rounds without an opponent come first.
    pub(super) fn course(&self, player: usize) -> Vec<(usize, u32)> {
        let rests = self.rests.iter().filter(|rest| rest.1 == player);
        let mut points = 2 * rests.count() as u32;
        let mut course = Vec::new();
        for (index, (one, gained)) in self.gains().enumerate() {
            if one == player {
                points += gained;
                course.push((index / 2 + 1, points));
            }
        }
        course
    }

    /// What each player gained in each game that counts, in the order in which games ended.
    fn gains(&self) -> impl Iterator<Item = (usize, u32)> {
        let has_streaks = self.terms.format == OpenFormat::Arena && self.terms.has_streaks;
        let mut streaks = vec![0; self.players.len()];
        self.scores().map(move |(player, halves)| {
            let is_double = has_streaks && streaks[player] >= STREAK_WINS;
            streaks[player] = if halves == 2 { streaks[player] + 1 } else { 0 };
            (player, if is_double { halves * 2 } else { halves })
        })
    }

    /// Each player's score of each game that counts, in halves, in the order in which games ended.
    fn scores(&self) -> impl Iterator<Item = (usize, u32)> {
        let mut ended: Vec<_> = self
            .games
            .iter()
            .filter_map(|game| Some((game.outcome?.at_ms, game)))
            .collect();
        ended.sort_by_key(|(at_ms, game)| (*at_ms, game.drawn.number));
        ended.into_iter().flat_map(|(_, game)| {
            let score = |seat: Seat| Some((game.drawn.players[seat], game.halves(seat)?));
            Seat::BOTH.into_iter().filter_map(score).collect::<Vec<_>>()
        })
    }

    /// The standings, best first.
    #[must_use]
    pub fn standings(&self) -> Vec<OpenStanding> {
        let points = self.points();
        let mut rows: Vec<OpenStanding> = (0..self.players.len())
            .map(|player| OpenStanding {
                place: 1,
                player,
                points: points[player],
                won: 0,
                drawn: 0,
                lost: 0,
                rested: self.rests.iter().filter(|rest| rest.1 == player).count() as u32,
                streak: 0,
                tie_breaks: Vec::new(),
            })
            .collect();
        for (player, halves) in self.scores() {
            let row = &mut rows[player];
            match halves {
                2 => row.won += 1,
                1 => row.drawn += 1,
                _ => row.lost += 1,
            }
            row.streak = if halves == 2 { row.streak + 1 } else { 0 };
        }
        // Groups of level players, best first, which each criterion splits.
        let mut groups = vec![self.by_rating(|_| true)];
        if self.terms.format == OpenFormat::Knockout {
            let progress = self.progress();
            groups = split(groups, |_, player| progress[player]);
        }
        groups = split(groups, |_, player| points[player]);
        for &tie_break in self.terms.format.tie_breaks() {
            let cross = self.cross();
            let wins: Vec<u32> = rows.iter().map(|row| row.won).collect();
            let value = |group: &[usize], player: usize| match tie_break {
                TieBreak::Buchholz => {
                    let own = cross.iter().filter(|(pair, _)| pair.0 == player);
                    let all = own.map(|(pair, (_, count))| points[pair.1] * 2 * count);
                    Some(all.sum())
                }
                TieBreak::SonnebornBerger => {
                    let own = cross.iter().filter(|(pair, _)| pair.0 == player);
                    let all = own.map(|(pair, (halves, _))| points[pair.1] * halves);
                    Some(all.sum())
                }
                TieBreak::Direct => direct(&cross, group, player),
                TieBreak::Wins => Some(wins[player]),
            };
            for group in &groups {
                for &player in group {
                    rows[player].tie_breaks.push(value(group, player));
                }
            }
            groups = split(groups, value);
        }
        let mut sorted = Vec::new();
        for group in groups {
            let place = sorted.len() as u32 + 1;
            for player in group {
                let mut row = rows[player].clone();
                row.place = place;
                sorted.push(row);
            }
        }
        sorted
    }

    /// How far each player of a knockout came.
    fn progress(&self) -> Vec<u32> {
        let mut progress = vec![0; self.players.len()];
        for known in self.bracket() {
            let players = [Some(known.players.0), known.players.1];
            for player in players.into_iter().flatten() {
                let reached = known.round * 2 + u32::from(known.winner == Some(player));
                progress[player] = progress[player].max(reached);
            }
        }
        progress
    }

    /// Halves and games of each player against each other.
    fn cross(&self) -> HashMap<(usize, usize), (u32, u32)> {
        let mut cross: HashMap<(usize, usize), (u32, u32)> = HashMap::new();
        for game in &self.games {
            for seat in Seat::BOTH {
                if let Some(halves) = game.halves(seat) {
                    let pair = (game.drawn.players[seat], game.drawn.players[seat.other()]);
                    let cell = cross.entry(pair).or_default();
                    cell.0 += halves;
                    cell.1 += 1;
                }
            }
        }
        cross
    }
}

/// Points of a player against all others of a group, in quarters, if there are others and all of
/// them have met.
fn direct(
    cross: &HashMap<(usize, usize), (u32, u32)>,
    group: &[usize],
    player: usize,
) -> Option<TieBreakValue> {
    let pairs = || {
        let all = group.iter();
        all.flat_map(|&one| group.iter().map(move |&other| (one, other)))
            .filter(|(one, other)| one != other)
    };
    if group.len() < 2 || pairs().any(|pair| !cross.contains_key(&pair)) {
        return None;
    }
    let own = pairs().filter(|pair| pair.0 == player);
    let all = own.filter_map(|pair| cross.get(&pair));
    Some(all.map(|(halves, _)| halves * 2).sum())
}

/// Splits groups by a value, highest first. Within a part the order stays.
fn split<V: Ord>(groups: Vec<Vec<usize>>, value: impl Fn(&[usize], usize) -> V) -> Vec<Vec<usize>> {
    let mut parts = Vec::new();
    for group in groups {
        let mut valued: Vec<(V, usize)> = group
            .iter()
            .map(|&player| (value(&group, player), player))
            .collect();
        valued.sort_by(|one, other| other.0.cmp(&one.0));
        let chunks = valued.chunk_by(|one, next| one.0 == next.0);
        parts.extend(chunks.map(|part| part.iter().map(|(_, player)| *player).collect()));
    }
    parts
}
