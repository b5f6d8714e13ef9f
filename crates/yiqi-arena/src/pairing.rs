//! Who meets whom, for every kind of tournament: the circle method, Swiss rounds, brackets.
//!
//! Players are numbers here. Callers say who takes part, in which order, and who may meet.

/// Steps that a Swiss round may take to obey one rule.
const STEPS_MAX: usize = 200_000;

/// A rule that says whether two players may meet.
pub type MayMeet<'a> = &'a dyn Fn(usize, usize) -> bool;

/// Everybody against everybody by the circle method, round by round: in each round nobody plays
/// twice.
#[must_use]
pub fn round_robin(count: usize) -> Vec<Vec<(usize, usize)>> {
    let even = count + count % 2;
    let mut circle: Vec<usize> = (0..even).collect();
    let mut rounds = Vec::new();
    for _ in 1..even {
        let mut pairs = Vec::new();
        for place in 0..even / 2 {
            let (one, other) = (circle[place], circle[even - 1 - place]);
            // The last place stays empty if the number of players is odd.
            if one < count && other < count {
                pairs.push((one.min(other), one.max(other)));
            }
        }
        rounds.push(pairs);
        circle[1..].rotate_right(1);
    }
    rounds
}

/// Enough Swiss rounds to find a winner.
#[must_use]
pub fn swiss_rounds(count: u32) -> u32 {
    let enough = u32::BITS - count.saturating_sub(1).leading_zeros() + 1;
    enough.min((count + count % 2).saturating_sub(1))
}

/// A Swiss round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwissRound {
    /// Who meets, the better of the two first.
    pub pairs: Vec<(usize, usize)>,
    /// Who has no opponent, if the number of players is odd.
    pub resting: Option<usize>,
}

/// Pairs neighbors in rank. `order` has the players, best first, and `rests` how often each has
/// rested. The first of the rules that allows a whole round is obeyed; if none does, only rank
/// counts.
#[must_use]
pub fn swiss_round(
    order: &[usize],
    rests: impl Fn(usize) -> u32,
    rules: &[MayMeet<'_>],
) -> SwissRound {
    // With an odd number, the lowest of those who rested least often rests, unless the others
    // cannot be paired.
    let least = order.iter().map(|&player| rests(player)).min().unwrap_or(0);
    let without = |rest: usize| {
        let others = order.iter().copied().filter(|&player| player != rest);
        (Some(rest), others.collect::<Vec<usize>>())
    };
    let choices: Vec<(Option<usize>, Vec<usize>)> = if order.len().is_multiple_of(2) {
        vec![(None, order.to_vec())]
    } else {
        let lowest_first = order.iter().rev();
        let resting = lowest_first.filter(|&&player| rests(player) == least);
        resting.map(|&rest| without(rest)).collect()
    };
    for rule in rules {
        let mut steps = 0;
        for (resting, places) in &choices {
            if let Some(pairs) = pair_up(places, *rule, &mut steps) {
                let resting = *resting;
                return SwissRound { pairs, resting };
            }
        }
    }
    let (resting, places) = choices.into_iter().next().unwrap_or_default();
    SwissRound {
        pairs: places.chunks(2).map(|two| (two[0], two[1])).collect(),
        resting,
    }
}

/// Pairs neighbors in rank that may meet, from the top; `None` if that is impossible or takes too
/// many steps.
fn pair_up(
    places: &[usize],
    may_meet: MayMeet<'_>,
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
            partner[other].is_none() && may_meet(places[top], places[other])
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
    /// Its place in the round, from 0.
    pub index: usize,
    /// The players; the second is missing if the first has a bye.
    pub players: (usize, Option<usize>),
    /// The winner, if the match is decided.
    pub winner: Option<usize>,
    /// Whether lots decided it.
    pub is_by_lot: bool,
}

/// The matches of a knockout as far as their players are known. `decide` gets the round, the place
/// in the round and the players of a match, and says who won and whether by lot.
#[must_use]
pub fn bracket(
    count: usize,
    mut decide: impl FnMut(u32, usize, (usize, usize)) -> (Option<usize>, bool),
) -> Vec<KnockoutMatch> {
    let mut matches = Vec::new();
    let mut entrants = seeded(count);
    let mut round = 1;
    while entrants.len() > 1 {
        let mut winners = Vec::new();
        for (index, two) in entrants.chunks(2).enumerate() {
            let (players, (winner, is_by_lot)) = match (two[0], two[1]) {
                (Some(one), Some(other)) => {
                    ((one, Some(other)), decide(round, index, (one, other)))
                }
                (Some(one), None) | (None, Some(one)) => ((one, None), (Some(one), false)),
                (None, None) => {
                    winners.push(None);
                    continue;
                }
            };
            winners.push(winner);
            matches.push(KnockoutMatch {
                round,
                index,
                players,
                winner,
                is_by_lot,
            });
        }
        let of_round = matches.iter().filter(|known| known.round == round);
        if of_round.clone().any(|known| known.winner.is_none()) {
            break;
        }
        entrants = winners;
        round += 1;
    }
    matches
}

/// Who won a match whose games are over, and whether by lot: whoever has more points. If they are
/// level, nobody has won while games can be added, and then lots decide.
#[must_use]
pub fn match_winner(
    (one, other): (usize, usize),
    points: (u32, u32),
    can_go_on: bool,
    lot: u64,
) -> (Option<usize>, bool) {
    match points.0.cmp(&points.1) {
        std::cmp::Ordering::Greater => (Some(one), false),
        std::cmp::Ordering::Less => (Some(other), false),
        std::cmp::Ordering::Equal if can_go_on => (None, false),
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
