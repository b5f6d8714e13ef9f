//! Reports for programs.

use serde_json::{Value, json};

use crate::game_end::Ending;
use crate::plan::GameLimits;
use crate::standings::Standings;
use crate::statistics::{Estimate, Pairs, Tally};
use crate::tournament::{GameState, Tournament};

/// The whole result as one object.
#[must_use]
pub fn json(tournament: &Tournament, standings: &Standings) -> Value {
    let plan = tournament.plan();
    let players: Vec<Value> = standings
        .rows
        .iter()
        .enumerate()
        .map(|(index, row)| {
            json!({
                "rank": index + 1,
                "name": row.name,
                "spec": plan.players[row.player].spec.to_string(),
                "points": row.points,
                "results": tally_json(&row.tally),
                "pairs": row.pairs.counts,
                "black": tally_json(&row.black),
                "white": tally_json(&row.white),
                "elo": row.elo.and_then(|(elo, _)| finite(elo)),
                "elo_error": row.elo.and_then(|(_, error)| error),
                "los": row.estimate.map(|estimate| estimate.superiority()),
                "byes": row.byes,
                "time": {
                    "moves": row.time.moves,
                    "total_ms": row.time.total_ms,
                    "longest_ms": row.time.longest_ms,
                    "margin_ms": row.time.margin_ms,
                },
                "forfeits": row
                    .forfeits
                    .iter()
                    .map(|(kind, count)| (kind.name().to_owned(), json!(count)))
                    .collect::<serde_json::Map<_, _>>(),
            })
        })
        .collect();
    let cross: Vec<Value> = standings
        .cross
        .iter()
        .enumerate()
        .flat_map(|(one, row)| {
            row.iter()
                .enumerate()
                .skip(one + 1)
                .filter(|(_, (tally, _))| tally.games() > 0)
                .map(move |(other, (tally, pairs))| (one, other, tally, pairs))
        })
        .map(|(one, other, tally, pairs)| {
            json!({
                "player": plan.players[one].name,
                "opponent": plan.players[other].name,
                "results": tally_json(tally),
                "pairs": pairs.counts,
                "estimate": estimate_json(tally, pairs),
            })
        })
        .collect();
    let sprt = plan
        .sprt
        .zip(standings.sprt)
        .map(|(sprt, (ratio, verdict))| {
            let (lower, upper) = sprt.bounds();
            json!({
                "elo0": sprt.elo0,
                "elo1": sprt.elo1,
                "alpha": sprt.alpha,
                "beta": sprt.beta,
                "llr": ratio,
                "lower": lower,
                "upper": upper,
                "verdict": verdict.name(),
            })
        });
    let openings: Vec<Value> = standings
        .openings
        .iter()
        .map(|(index, tally)| {
            json!({
                "opening": index + 1,
                "moves": plan.openings[*index].moves_text(plan.game),
                "black": tally_json(tally),
            })
        })
        .collect();
    json!({
        "type": "result",
        "game": plan.game.to_string(),
        "format": plan.format.name(),
        "limits": limits_json(&plan.limits),
        "seed": plan.seed,
        "games": standings.game_count,
        "adjudicated": standings.adjudicated_count,
        "players": players,
        "matches": cross,
        "black": tally_json(&standings.black),
        "pairs_decided_by": {
            "player": standings.pair_kinds.by_player,
            "color": standings.pair_kinds.by_color,
            "even": standings.pair_kinds.even,
        },
        "openings": openings,
        "sprt": sprt,
    })
}

/// One finished game as an object.
#[must_use]
pub fn game_json(tournament: &Tournament, game: &GameState) -> Option<Value> {
    let plan = tournament.plan();
    let ended = game.ended.as_ref()?;
    let (ending, detail, evidence) = match &ended.ending {
        Ending::Played => ("played", None, Vec::new()),
        Ending::Adjudicated(reason) => ("adjudicated", Some(reason.name()), Vec::new()),
        Ending::Forfeited(forfeit) => (
            "forfeited",
            Some(forfeit.kind.name()),
            forfeit.evidence.clone(),
        ),
    };
    let name = |index: usize| plan.players[index].name.as_str();
    Some(json!({
        "type": "game",
        "number": game.drawn.number,
        "round": game.drawn.round,
        "pair": game.drawn.pair,
        "first": name(game.drawn.players.first),
        "second": name(game.drawn.players.second),
        "opening": game.drawn.opening + 1,
        "result": ended.result.to_string(),
        "first_color": ended.first_color.name(),
        "first_points": f64::from(ended.first_halves()) / 2.0,
        "ending": ending,
        "detail": detail,
        "evidence": evidence,
        "plies": ended.plies,
        "time_ms": [ended.time.first.total_ms, ended.time.second.total_ms],
    }))
}

fn tally_json(tally: &Tally) -> Value {
    json!({"wins": tally.wins, "draws": tally.draws, "losses": tally.losses})
}

fn limits_json(limits: &GameLimits) -> Value {
    json!({"tc": limits.to_string(), "cpu_time": limits.is_cpu_time})
}

fn estimate_json(tally: &Tally, pairs: &Pairs) -> Value {
    let of = |estimate: Option<Estimate>| {
        estimate.map(|estimate| {
            json!({
                "mean": estimate.mean,
                "elo": finite(estimate.elo()),
                "elo_error": estimate.elo_error(),
                "normalized_elo": estimate.normalized_elo(),
                "normalized_elo_error": estimate.normalized_elo_error(),
                "los": estimate.superiority(),
            })
        })
    };
    json!({
        "trinomial": of(Estimate::trinomial(tally)),
        "pentanomial": of(Estimate::pentanomial(pairs)),
    })
}

/// JSON has no infinite numbers.
fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}
