//! Measures the levels of an engine: each against the one below, and against fixed players.

use yiqi_text::{Args, Text, words};

use crate::plan::{Contestant, Plan, TournamentFormat};
use crate::report::{elo_text, markdown_table, percent};
use crate::standings::{Standings, estimate};
use crate::statistics::{Pairs, Tally};
use crate::tournament::Tournament;

/// The player of a level.
#[must_use]
pub fn level_player(level: u8) -> Contestant {
    let options = yiqi_players::EngineOptions::level(level);
    Contestant {
        name: level.to_string(),
        spec: yiqi_players::PlayerSpec {
            name: None,
            kind: yiqi_players::PlayerKind::Engine(options),
        },
    }
}

/// The tournaments of a ladder: the levels against each other, then each fixed player against all
/// of them.
#[must_use]
pub fn ladder_plans(base: &Plan, from: u8, to: u8, anchors: &[Contestant]) -> Vec<Plan> {
    let levels: Vec<Contestant> = (from..=to).map(level_player).collect();
    let ladder = Plan {
        format: TournamentFormat::Ladder,
        players: levels.clone(),
        ..base.clone()
    };
    let gauntlets = anchors.iter().map(|anchor| Plan {
        format: TournamentFormat::Gauntlet,
        players: std::iter::once(anchor.clone())
            .chain(levels.iter().cloned())
            .collect(),
        ..base.clone()
    });
    std::iter::once(ladder).chain(gauntlets).collect()
}

/// The tables as Markdown, in the shape of `docs/levels-reversi.md`.
#[must_use]
pub fn ladder_markdown(tournaments: &[Tournament], text: &Text) -> String {
    let Some(ladder) = tournaments.first() else {
        return String::new();
    };
    let plan = ladder.plan();
    let game = words::game(text, plan.game);
    let mut out = format!(
        "# {}\n\n{}\n\n{}",
        text.fill("arena-ladder-title", Args::new().text("game", &game)),
        text.fill(
            "arena-ladder-how",
            Args::new()
                .number("games", plan.pairs() as usize * 2)
                .number("openings", plan.openings.len())
                .text("seed", plan.seed.to_string())
        ),
        step_table(ladder, text),
    );
    for gauntlet in &tournaments[1..] {
        let anchor = &gauntlet.plan().players[0];
        let args = Args::new()
            .text("player", &anchor.name)
            .text("spec", anchor.spec.to_string());
        out += &format!(
            "\n## {}\n\n{}",
            text.fill("arena-ladder-anchor", args),
            anchor_table(gauntlet, text)
        );
    }
    out
}

const STEP_HEAD: [&str; 8] = [
    "arena-col-level",
    "arena-col-games",
    "arena-col-won",
    "arena-col-drawn",
    "arena-col-lost",
    "arena-col-percent",
    "arena-col-elo",
    "arena-col-above",
];

/// Each level against the one below it; the last column adds up the differences.
fn step_table(ladder: &Tournament, text: &Text) -> String {
    let standings = Standings::of(ladder);
    let (mut above, mut variance) = (0.0, 0.0);
    let players = &ladder.plan().players;
    let rows = (1..players.len()).map(|upper| {
        let (tally, pairs) = standings.cross[upper][upper - 1];
        let mut cells = level_cells(&players[upper].name, &tally, &pairs);
        let difference = estimate(&tally, &pairs)
            .and_then(|estimate| Some((estimate.elo(), estimate.elo_error()?)))
            .filter(|(elo, _)| elo.is_finite());
        cells.push(match difference {
            Some((elo, error)) => {
                above += elo;
                variance += error * error;
                elo_text(above, Some(variance.sqrt()))
            }
            None => "?".to_owned(),
        });
        cells
    });
    table(&STEP_HEAD, rows.collect(), text)
}

/// Each level against a fixed player.
fn anchor_table(gauntlet: &Tournament, text: &Text) -> String {
    let standings = Standings::of(gauntlet);
    let players = &gauntlet.plan().players;
    let rows = (1..players.len()).map(|level| {
        let (tally, pairs) = standings.cross[level][0];
        level_cells(&players[level].name, &tally, &pairs)
    });
    table(&STEP_HEAD[..7], rows.collect(), text)
}

fn level_cells(name: &str, tally: &Tally, pairs: &Pairs) -> Vec<String> {
    let found = estimate(tally, pairs);
    vec![
        name.to_owned(),
        tally.games().to_string(),
        tally.wins.to_string(),
        tally.draws.to_string(),
        tally.losses.to_string(),
        found.map_or(String::new(), |found| percent(found.mean)),
        found.map_or(String::new(), |found| {
            elo_text(found.elo(), found.elo_error())
        }),
    ]
}

fn table(head: &[&str], rows: Vec<Vec<String>>, text: &Text) -> String {
    markdown_table(head.iter().map(|key| text.say(key)).collect(), rows)
}
