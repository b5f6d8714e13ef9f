//! Who plays whom next: a pure function of the plan and the results so far.
//!
//! Games are drawn in pairs with colors exchanged from one opening. All pairings of a round use the
//! same openings, so that nobody gets easier ones.

use yiqi_record::{BySeat, Seat};
use yiqi_rules::dice::mix;

use crate::log::DrawnGame;
use crate::pairing::{self, KnockoutMatch};
use crate::plan::{Plan, TournamentFormat};
use crate::statistics::Verdict;
use crate::tournament::{GameState, Tournament};

/// Pairs added to a drawn knockout match before lots decide.
const DECIDERS_MAX: u32 = 3;

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
        _ => pairing::round_robin(count).concat(),
    }
}

/// The rounds of a Swiss tournament: enough to find a winner, unless the plan says otherwise.
#[must_use]
pub fn swiss_rounds(plan: &Plan) -> u32 {
    if plan.rounds > 0 {
        return plan.rounds;
    }
    pairing::swiss_rounds(plan.players.len() as u32)
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
    let fresh = |one, other| !met(one, other);
    let paired = pairing::swiss_round(&order, |player| byes[player], &[&fresh]).pairs;
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

/// The matches of a knockout tournament as far as their players are known.
#[must_use]
pub fn bracket(tournament: &Tournament) -> Vec<KnockoutMatch> {
    let plan = tournament.plan();
    pairing::bracket(plan.players.len(), |round, index, players| {
        let games = match_games(tournament, round, players);
        let lot = mix(plan.seed ^ mix(u64::from(round) << 32 | index as u64));
        decide(plan, &games, players, lot)
    })
}

fn knockout(tournament: &Tournament, draw: &mut Draw<'_>) {
    for known in bracket(tournament) {
        let (one, Some(other)) = known.players else {
            continue;
        };
        let games = match_games(tournament, known.round, (one, other));
        if known.winner.is_some() || games.iter().any(|game| !game.is_settled()) {
            continue;
        }
        let drawn = games.len() as u32 / 2;
        let wanted = draw.plan.pairs().max(drawn + 1);
        for index in drawn..wanted {
            let opening = (known.round - 1) * (draw.plan.pairs() + DECIDERS_MAX) + index;
            draw.add_pair(known.round, one, other, opening as usize);
        }
    }
}

/// The games drawn for a match.
fn match_games(
    tournament: &Tournament,
    round: u32,
    (one, other): (usize, usize),
) -> Vec<&GameState> {
    let is_of_match = |game: &&GameState| {
        let BySeat { first, second } = game.drawn.players;
        game.drawn.round == round
            && ((first, second) == (one, other) || (first, second) == (other, one))
    };
    tournament.games().iter().filter(is_of_match).collect()
}

/// The winner of a match, if it is decided, and whether by lot.
fn decide(
    plan: &Plan,
    games: &[&GameState],
    players: (usize, usize),
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
    let points = (points(players.0), points(players.1));
    let can_go_on = drawn < plan.pairs() + DECIDERS_MAX;
    pairing::match_winner(players, points, can_go_on, lot)
}
