//! The standings of a tournament: everything that its reports show, as a function of its log.

use std::collections::BTreeMap;

use yiqi_record::Seat;
use yiqi_rules::Color;

use crate::game_end::{Ending, ForfeitKind, TimeUse};
use crate::plan::TournamentFormat;
use crate::schedule::{bracket, swiss_points};
use crate::statistics::{Estimate, Pairs, Rating, Tally, Verdict, ratings};
use crate::tournament::Tournament;

/// The standings.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    /// The players, best first.
    pub rows: Vec<StandingRow>,
    /// The results of each player against each other, by their index in the plan.
    pub cross: Vec<Vec<(Tally, Pairs)>>,
    /// All games from Black's side.
    pub black: Tally,
    /// The results of each opening that was played, from Black's side.
    pub openings: Vec<(usize, Tally)>,
    /// Pairs that one player won with both colors, that were split by color, and all others.
    pub pair_kinds: PairKinds,
    /// Log-likelihood ratio and verdict of the sequential test.
    pub sprt: Option<(f64, Verdict)>,
    /// Games that are over and count.
    pub game_count: u64,
    /// Games that were adjudicated.
    pub adjudicated_count: u64,
}

/// What decided the pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairKinds {
    /// One player got more points than the other.
    pub by_player: u64,
    /// Both games were won by the same color.
    pub by_color: u64,
    /// Everything else: drawn games.
    pub even: u64,
}

/// One player's line.
#[derive(Clone, Debug, PartialEq)]
pub struct StandingRow {
    /// Its index in the plan.
    pub player: usize,
    /// Its name.
    pub name: String,
    /// Points, with those of byes.
    pub points: f64,
    /// All games.
    pub tally: Tally,
    /// Complete pairs.
    pub pairs: Pairs,
    /// With black.
    pub black: Tally,
    /// With white.
    pub white: Tally,
    /// From all results: from pairs where there are complete ones.
    pub estimate: Option<Estimate>,
    /// Elo and its error among all players; `None` for the error if it is unbounded.
    pub elo: Option<(f64, Option<f64>)>,
    /// Time used.
    pub time: TimeUse,
    /// Games lost by forfeit.
    pub forfeits: BTreeMap<ForfeitKind, u32>,
    /// Rounds without an opponent.
    pub byes: u32,
}

impl Standings {
    /// The standings of a tournament.
    #[must_use]
    pub fn of(tournament: &Tournament) -> Standings {
        let plan = tournament.plan();
        let count = plan.players.len();
        let byes = tournament.byes();
        let mut rows: Vec<StandingRow> = plan
            .players
            .iter()
            .enumerate()
            .map(|(player, contestant)| StandingRow {
                player,
                name: contestant.name.clone(),
                points: 0.0,
                tally: Tally::default(),
                pairs: Pairs::default(),
                black: Tally::default(),
                white: Tally::default(),
                estimate: None,
                elo: None,
                time: TimeUse::default(),
                forfeits: BTreeMap::new(),
                byes: byes[player],
            })
            .collect();
        let mut cross = vec![vec![(Tally::default(), Pairs::default()); count]; count];
        let mut black = Tally::default();
        let mut openings: BTreeMap<usize, Tally> = BTreeMap::new();
        let mut pair_kinds = PairKinds::default();
        let mut adjudicated_count = 0;
        for pair in tournament.pairs() {
            let mut halves_of_pair: Vec<(usize, usize, u8)> = Vec::new();
            let mut winners = Vec::new();
            for game in pair {
                let Some(ended) = &game.ended else { continue };
                for seat in Seat::BOTH {
                    let row = &mut rows[game.drawn.players[seat]];
                    row.time.add(&ended.time[seat]);
                }
                match &ended.ending {
                    Ending::Forfeited(forfeit) => {
                        let loser = game.drawn.players[forfeit.seat];
                        *rows[loser].forfeits.entry(forfeit.kind).or_default() += 1;
                    }
                    Ending::Adjudicated(_) => adjudicated_count += 1,
                    Ending::Played => {}
                }
                let Some(result) = game.result() else {
                    continue;
                };
                winners.push(result.winner);
                let of_black = crate::game_end::halves(&result, Color::Black);
                black.count(of_black);
                openings
                    .entry(game.drawn.opening)
                    .or_default()
                    .count(of_black);
                for seat in Seat::BOTH {
                    let (player, opponent) =
                        (game.drawn.players[seat], game.drawn.players[seat.other()]);
                    let halves = game.halves(seat).unwrap_or(1);
                    let color = match seat {
                        Seat::First => ended.first_color,
                        Seat::Second => ended.first_color.other(),
                    };
                    rows[player].tally.count(halves);
                    match color {
                        Color::Black => rows[player].black.count(halves),
                        Color::White => rows[player].white.count(halves),
                    }
                    cross[player][opponent].0.count(halves);
                    halves_of_pair.push((player, opponent, halves));
                }
            }
            if let [one, _, _, _] = halves_of_pair[..] {
                for player in [one.0, one.1] {
                    let own = halves_of_pair.iter().filter(|part| part.0 == player);
                    let halves = own.map(|part| part.2).sum();
                    let opponent = if player == one.0 { one.1 } else { one.0 };
                    cross[player][opponent].1.count(halves);
                    rows[player].pairs.count(halves);
                    if player == one.0 {
                        match (halves, &winners[..]) {
                            (2, [Some(a), Some(b)]) if a == b => pair_kinds.by_color += 1,
                            (2, _) => pair_kinds.even += 1,
                            _ => pair_kinds.by_player += 1,
                        }
                    }
                }
            }
        }
        rate(&mut rows, &cross);
        set_points(tournament, &mut rows);
        rank(tournament, &mut rows);
        Standings {
            game_count: black.games(),
            rows,
            cross,
            black,
            openings: openings.into_iter().collect(),
            pair_kinds,
            sprt: tournament.sprt(),
            adjudicated_count,
        }
    }
}

/// The estimate from pairs where there are complete ones, otherwise from games.
#[must_use]
pub fn estimate(tally: &Tally, pairs: &Pairs) -> Option<Estimate> {
    Estimate::pentanomial(pairs).or_else(|| Estimate::trinomial(tally))
}

fn rate(rows: &mut [StandingRow], cross: &[Vec<(Tally, Pairs)>]) {
    let games: Vec<Vec<Tally>> = cross
        .iter()
        .map(|row| row.iter().map(|cell| cell.0).collect())
        .collect();
    let several = rows.len() > 2;
    let ratings: Vec<Rating> = if several { ratings(&games) } else { Vec::new() };
    for row in rows.iter_mut() {
        row.estimate = estimate(&row.tally, &row.pairs);
        row.elo = match ratings.get(row.player) {
            Some(rating) if row.tally.games() > 0 => Some((rating.elo, Some(rating.error))),
            Some(_) => None,
            None => row
                .estimate
                .map(|estimate| (estimate.elo(), estimate.elo_error())),
        };
    }
}

fn set_points(tournament: &Tournament, rows: &mut [StandingRow]) {
    let swiss = match tournament.plan().format {
        TournamentFormat::Swiss => swiss_points(tournament),
        _ => Vec::new(),
    };
    for row in rows {
        row.points = match swiss.get(row.player) {
            Some(&halves) => halves as f64 / 2.0,
            None => row.tally.points(),
        };
    }
}

/// Orders the rows: by points in a round robin or Swiss, by how far they got in a knockout, by
/// rating otherwise.
fn rank(tournament: &Tournament, rows: &mut [StandingRow]) {
    let last_round = |player: usize| {
        let matches = bracket(tournament);
        let own = matches
            .iter()
            .filter(|known| known.players.0 == player || known.players.1 == Some(player));
        own.map(|known| known.round * 2 + u32::from(known.winner == Some(player)))
            .max()
            .unwrap_or(0)
    };
    let key: Vec<f64> = rows
        .iter()
        .map(|row| match tournament.plan().format {
            TournamentFormat::Knockout => f64::from(last_round(row.player)),
            TournamentFormat::RoundRobin | TournamentFormat::Swiss => row.points,
            TournamentFormat::Gauntlet | TournamentFormat::Ladder => {
                row.elo.map_or(f64::NEG_INFINITY, |(elo, _)| elo)
            }
        })
        .collect();
    rows.sort_by(|one, other| {
        key[other.player]
            .total_cmp(&key[one.player])
            .then(other.points.total_cmp(&one.points))
            .then(one.player.cmp(&other.player))
    });
}
