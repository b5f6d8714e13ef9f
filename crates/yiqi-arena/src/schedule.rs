//! Who plays whom next: a pure function of the plan and the results so far.
//!
//! Games are drawn in pairs with colors exchanged from one opening. All pairings of a round use the
//! same openings, so that nobody gets easier ones.

use yiqi_record::{BySeat, Seat};
use yiqi_rules::dice::mix;

use crate::log::DrawnGame;
use crate::plan::{Plan, TournamentFormat};
use crate::statistics::Verdict;
use crate::tournament::{GameState, Tournament};

/// Pairs added to a drawn knockout match before lots decide.
const DECIDERS_MAX: u32 = 3;

/// Steps that a Swiss round may take to avoid repeated pairings.
const STEPS_MAX: usize = 200_000;

/// The games to draw now so that `ahead` games are waiting, or as many as can be drawn before more
/// results are known. Nothing is due once the tournament is decided.
#[must_use]
pub fn due(tournament: &Tournament, ahead: usize) -> Vec<DrawnGame> {
    if tournament
        .sprt()
        .is_some_and(|(_, verdict)| verdict != Verdict::Open)
    {
        return Vec::new();
    }
    let open = tournament.open_count();
    let plan = tournament.plan();
    let mut games = Draw {
        plan,
        next_game: tournament.games().len() as u32 + 1,
        next_pair: tournament.games().last().map_or(0, |game| game.drawn.pair) + 1,
        games: Vec::new(),
    };
    match plan.format {
        TournamentFormat::Swiss => swiss(tournament, &mut games),
        TournamentFormat::Knockout => knockout(tournament, &mut games),
        TournamentFormat::RoundRobin | TournamentFormat::Gauntlet | TournamentFormat::Ladder => {
            let pairings = pairings(plan);
            let total = pairings.len() as u64 * u64::from(plan.pairs());
            while open + games.games.len() < ahead && u64::from(games.next_pair) <= total {
                let index = (games.next_pair - 1) as usize;
                let cycle = index / pairings.len();
                let (one, other) = pairings[index % pairings.len()];
                games.add_pair(cycle as u32 + 1, one, other, cycle);
            }
        }
    }
    games.games
}

/// How many games the whole tournament has, if that is known before it is played. A sequential test
/// may end earlier.
#[must_use]
pub fn game_count(plan: &Plan) -> Option<u64> {
    let players = plan.players.len() as u64;
    let pairs = u64::from(plan.pairs());
    match plan.format {
        TournamentFormat::Swiss => Some(u64::from(swiss_rounds(plan)) * (players / 2) * pairs * 2),
        TournamentFormat::Knockout => None,
        _ => Some(pairings(plan).len() as u64 * pairs * 2),
    }
}

/// Games being drawn.
struct Draw<'a> {
    plan: &'a Plan,
    next_game: u32,
    next_pair: u32,
    games: Vec<DrawnGame>,
}

impl Draw<'_> {
    fn add_pair(&mut self, round: u32, one: usize, other: usize, opening: usize) {
        for players in [(one, other), (other, one)] {
            self.games.push(DrawnGame {
                number: self.next_game,
                round,
                pair: self.next_pair,
                players: BySeat {
                    first: players.0,
                    second: players.1,
                },
                opening: opening % self.plan.openings.len(),
                // Even numbers, so that the seats of a game get two of their own.
                seed: mix(self.plan.seed ^ mix(u64::from(self.next_game))) & !1,
            });
            self.next_game += 1;
        }
        self.next_pair += 1;
    }
}

/// All pairings of a format whose pairings do not depend on results, in the order of one cycle.
fn pairings(plan: &Plan) -> Vec<(usize, usize)> {
    let count = plan.players.len();
    match plan.format {
        TournamentFormat::Gauntlet => (1..count).map(|other| (0, other)).collect(),
        TournamentFormat::Ladder => (1..count).map(|upper| (upper, upper - 1)).collect(),
        _ => round_robin(count),
    }
}

/// Everybody against everybody by the circle method: in each round nobody plays twice.
fn round_robin(count: usize) -> Vec<(usize, usize)> {
    let even = count + count % 2;
    let mut circle: Vec<usize> = (0..even).collect();
    let mut pairings = Vec::new();
    for _ in 1..even {
        for place in 0..even / 2 {
            let (one, other) = (circle[place], circle[even - 1 - place]);
            // The last place stays empty if the number of players is odd.
            if one < count && other < count {
                pairings.push((one.min(other), one.max(other)));
            }
        }
        circle[1..].rotate_right(1);
    }
    pairings
}

/// The rounds of a Swiss tournament: enough to find a winner, unless the plan says otherwise.
#[must_use]
pub fn swiss_rounds(plan: &Plan) -> u32 {
    if plan.rounds > 0 {
        return plan.rounds;
    }
    let count = plan.players.len() as u32;
    let enough = u32::BITS - count.saturating_sub(1).leading_zeros() + 1;
    enough.min(count - 1 + count % 2)
}

/// Draws the next round once the last one is over.
fn swiss(tournament: &Tournament, draw: &mut Draw<'_>) {
    let games = tournament.games();
    let round = games.last().map_or(0, |game| game.drawn.round) + 1;
    if tournament.open_count() > 0 || round > swiss_rounds(draw.plan) {
        return;
    }
    let byes = tournament.byes();
    let order = swiss_order(tournament);
    let met = |one: usize, other: usize| {
        games.iter().any(|game| {
            let BySeat { first, second } = game.drawn.players;
            (first, second) == (one, other) || (first, second) == (other, one)
        })
    };
    // With an odd number, the lowest of those who rested least often rests, unless the others have
    // all met.
    let least = byes.iter().min().copied().unwrap_or(0);
    let choices: Vec<Vec<usize>> = if order.len().is_multiple_of(2) {
        vec![order]
    } else {
        let lowest_first = order.iter().rev();
        let resting = lowest_first.filter(|&&player| byes[player] == least);
        let without = |rest: usize| order.iter().copied().filter(move |&player| player != rest);
        resting.map(|&rest| without(rest).collect()).collect()
    };
    let mut steps = 0;
    let fresh = choices
        .iter()
        .find_map(|places| pair_up(places, &met, &mut steps));
    // So many rounds that some must meet again: then by rank alone.
    let by_rank = || {
        let places = choices.first().map_or(&[][..], Vec::as_slice);
        places.chunks(2).map(|two| (two[0], two[1])).collect()
    };
    let paired: Vec<(usize, usize)> = fresh.unwrap_or_else(by_rank);
    let pairs = draw.plan.pairs();
    for index in 0..pairs {
        let opening = ((round - 1) * pairs + index) as usize;
        for &(one, other) in &paired {
            draw.add_pair(round, one, other, opening);
        }
    }
}

/// Players by points with those of byes, then by the order of the plan.
pub(crate) fn swiss_order(tournament: &Tournament) -> Vec<usize> {
    let points = swiss_points(tournament);
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by_key(|&player| (std::cmp::Reverse(points[player]), player));
    order
}

/// Points in halves; a bye counts as a won match.
pub(crate) fn swiss_points(tournament: &Tournament) -> Vec<u64> {
    let plan = tournament.plan();
    let byes = tournament.byes();
    let bye = u64::from(plan.pairs()) * 4;
    let mut points: Vec<u64> = byes.iter().map(|&count| u64::from(count) * bye).collect();
    for game in tournament.games() {
        for seat in Seat::BOTH {
            points[game.drawn.players[seat]] += u64::from(game.halves(seat).unwrap_or(0));
        }
    }
    points
}

/// Pairs neighbors in rank that have not met, from the top; `None` if that is impossible or takes
/// too many steps.
fn pair_up(
    places: &[usize],
    met: &impl Fn(usize, usize) -> bool,
    steps: &mut usize,
) -> Option<Vec<(usize, usize)>> {
    // The choices so far: who is paired, and which partner was tried last.
    let mut partner: Vec<Option<usize>> = vec![None; places.len()];
    let mut stack: Vec<(usize, usize)> = Vec::new();
    let mut from = 0;
    loop {
        let Some(top) = partner.iter().position(Option::is_none) else {
            return Some(
                stack
                    .iter()
                    .map(|&(one, other)| (places[one], places[other]))
                    .collect(),
            );
        };
        let start = from.max(top + 1);
        let next = (start..places.len()).find(|&other| {
            *steps += 1;
            partner[other].is_none() && !met(places[top], places[other])
        });
        if *steps > STEPS_MAX {
            return None;
        }
        match next {
            Some(other) => {
                partner[top] = Some(other);
                partner[other] = Some(top);
                stack.push((top, other));
                from = 0;
            }
            None => {
                let (one, other) = stack.pop()?;
                partner[one] = None;
                partner[other] = None;
                from = other + 1;
            }
        }
    }
}

/// A match of a knockout round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnockoutMatch {
    /// The round, from 1.
    pub round: u32,
    /// The players; the second is missing if the first has a bye.
    pub players: (usize, Option<usize>),
    /// The winner, if the match is decided.
    pub winner: Option<usize>,
    /// Whether lots decided it.
    pub is_by_lot: bool,
}

/// The matches of a knockout tournament as far as their players are known.
#[must_use]
pub fn bracket(tournament: &Tournament) -> Vec<KnockoutMatch> {
    let mut matches = Vec::new();
    walk_bracket(tournament, |_, known| matches.push(known));
    matches
}

fn knockout(tournament: &Tournament, draw: &mut Draw<'_>) {
    walk_bracket(tournament, |games, known| {
        let (one, Some(other)) = known.players else {
            return;
        };
        if known.winner.is_some() || games.iter().any(|game| !game.is_settled()) {
            return;
        }
        let drawn = games.len() as u32 / 2;
        let wanted = draw.plan.pairs().max(drawn + 1);
        for index in drawn..wanted {
            let opening = (known.round - 1) * (draw.plan.pairs() + DECIDERS_MAX) + index;
            draw.add_pair(known.round, one, other, opening as usize);
        }
    });
}

/// Visits the matches round by round, with the games drawn for each.
fn walk_bracket(tournament: &Tournament, mut visit: impl FnMut(&[&GameState], KnockoutMatch)) {
    let plan = tournament.plan();
    let mut entrants: Vec<Option<usize>> = seeded(plan.players.len());
    let mut round = 1;
    while entrants.len() > 1 {
        let mut winners = Vec::new();
        let mut is_complete = true;
        for (index, two) in entrants.chunks(2).enumerate() {
            let (Some(one), other) = (two[0].or(two[1]), two[1].and(two[0].and(two[1]))) else {
                winners.push(None);
                continue;
            };
            let Some(other) = other else {
                winners.push(Some(one));
                visit(
                    &[],
                    KnockoutMatch {
                        round,
                        players: (one, None),
                        winner: Some(one),
                        is_by_lot: false,
                    },
                );
                continue;
            };
            let games: Vec<&GameState> = tournament
                .games()
                .iter()
                .filter(|game| {
                    let BySeat { first, second } = game.drawn.players;
                    game.drawn.round == round
                        && ((first, second) == (one, other) || (first, second) == (other, one))
                })
                .collect();
            let lot = mix(plan.seed ^ mix(u64::from(round) << 32 | index as u64));
            let (winner, is_by_lot) = decide(plan, &games, one, other, lot);
            is_complete &= winner.is_some();
            winners.push(winner);
            visit(
                &games,
                KnockoutMatch {
                    round,
                    players: (one, Some(other)),
                    winner,
                    is_by_lot,
                },
            );
        }
        if !is_complete {
            return;
        }
        entrants = winners;
        round += 1;
    }
}

/// The winner of a match, if it is decided, and whether by lot.
fn decide(
    plan: &Plan,
    games: &[&GameState],
    one: usize,
    other: usize,
    lot: u64,
) -> (Option<usize>, bool) {
    let drawn = games.len() as u32 / 2;
    if drawn < plan.pairs() || games.iter().any(|game| !game.is_settled()) {
        return (None, false);
    }
    let points = |player: usize| -> u32 {
        games
            .iter()
            .filter_map(|game| {
                let is_first = game.drawn.players.first == player;
                game.halves(if is_first { Seat::First } else { Seat::Second })
            })
            .map(u32::from)
            .sum()
    };
    match points(one).cmp(&points(other)) {
        std::cmp::Ordering::Greater => (Some(one), false),
        std::cmp::Ordering::Less => (Some(other), false),
        std::cmp::Ordering::Equal if drawn < plan.pairs() + DECIDERS_MAX => (None, false),
        std::cmp::Ordering::Equal => (Some(if lot & 1 == 0 { one } else { other }), true),
    }
}

/// The first round: the first player meets the last, and the two first meet in the final at the
/// earliest. Empty places are byes.
fn seeded(count: usize) -> Vec<Option<usize>> {
    let mut places = vec![0];
    while places.len() < count {
        let size = places.len() * 2;
        places = places
            .iter()
            .flat_map(|&place| [place, size - 1 - place])
            .collect();
    }
    places
        .into_iter()
        .map(|place| (place < count).then_some(place))
        .collect()
}
