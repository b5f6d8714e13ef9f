//! The parts of a report, in the reader's language.

use yiqi_text::{Args, Text, words};

use crate::game_end::Ending;
use crate::pairing::KnockoutMatch;
use crate::plan::TournamentFormat;
use crate::schedule::{bracket, game_count};
use crate::standings::Standings;
use crate::statistics::{Estimate, Pairs, Tally, Verdict};
use crate::tournament::Tournament;

/// A part of a report.
pub(crate) struct Section {
    pub(crate) title: Option<String>,
    pub(crate) lines: Vec<String>,
    pub(crate) table: Option<Table>,
    /// Whether it is left out where there is little room.
    pub(crate) is_detail: bool,
}

impl Section {
    pub(crate) fn lines(title: String, lines: Vec<String>) -> Section {
        Section {
            title: Some(title),
            lines,
            table: None,
            is_detail: false,
        }
    }

    pub(crate) fn table(title: String, table: Table) -> Section {
        Section {
            title: Some(title),
            lines: Vec::new(),
            table: Some(table),
            is_detail: false,
        }
    }

    pub(crate) fn detail(self) -> Section {
        Section {
            is_detail: true,
            ..self
        }
    }
}

/// A table: its head and its rows of as many cells.
pub(crate) struct Table {
    pub(crate) head: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
    /// The columns of words; all others are of numbers.
    pub(crate) words: Vec<usize>,
    /// In a cross table, the players of the rows and of the columns after the first two.
    pub(crate) players: Vec<usize>,
}

impl Table {
    /// A table with these columns of words.
    pub(crate) fn new(head: Vec<String>, rows: Vec<Vec<String>>, words: Vec<usize>) -> Table {
        Table {
            head,
            rows,
            words,
            players: Vec::new(),
        }
    }

    pub(crate) fn is_text(&self, column: usize) -> bool {
        self.words.contains(&column)
    }
}

/// All parts of the report.
pub(crate) fn sections(
    tournament: &Tournament,
    standings: &Standings,
    text: &Text,
) -> Vec<Section> {
    let mut sections = vec![conditions(tournament, standings, text)];
    sections.extend(duel(tournament, standings, text));
    sections.push(Section::table(
        text.say("arena-standings"),
        standings_table(standings, text),
    ));
    if tournament.plan().players.len() > 2 {
        sections.push(Section::table(
            text.say("arena-cross"),
            cross_table(standings, text),
        ));
    }
    if tournament.plan().format == TournamentFormat::Knockout {
        sections.push(Section::lines(
            text.say("arena-bracket"),
            bracket_lines(tournament, text),
        ));
    }
    sections.push(colors(standings, text));
    sections.push(Section::table(
        text.say("arena-time"),
        time_table(standings, text),
    ));
    let forfeits = forfeits(tournament, text);
    if !forfeits.is_empty() {
        sections.push(Section::lines(text.say("arena-forfeits"), forfeits));
    }
    let corrections = corrections(tournament, text);
    if !corrections.is_empty() {
        sections.push(Section::lines(text.say("arena-corrections"), corrections));
    }
    sections.push(
        Section::table(
            text.say("arena-openings"),
            openings(tournament, standings, text),
        )
        .detail(),
    );
    sections
}

/// What was played, and how far it got.
fn conditions(tournament: &Tournament, standings: &Standings, text: &Text) -> Section {
    let plan = tournament.plan();
    let title = Args::new().text("game", words::game(text, plan.game)).text(
        "format",
        text.say(&format!("arena-format-{}", plan.format.name())),
    );
    let ended = tournament.ended_count();
    let played = match game_count(plan) {
        Some(total) if plan.sprt.is_none() => {
            let args = Args::new()
                .number("ended", ended)
                .number("total", usize::try_from(total).unwrap_or(usize::MAX));
            text.fill("arena-played-of", args)
        }
        _ => text.fill("arena-played", Args::new().number("ended", ended)),
    };
    let key = if plan.limits.is_cpu_time {
        "arena-limits-cpu"
    } else {
        "arena-limits"
    };
    let limits = match plan.limits.to_string().as_str() {
        "none" => text.say("arena-no-limits"),
        limits => limits.to_owned(),
    };
    let mut lines = vec![
        played,
        text.fill(key, Args::new().text("limits", limits)),
        text.fill(
            "arena-seed",
            Args::new()
                .text("seed", plan.seed.to_string())
                .number("openings", plan.openings.len()),
        ),
    ];
    if standings.adjudicated_count > 0 {
        let args = Args::new()
            .number("games", standings.adjudicated_count as usize)
            .text("rules", plan.adjudication.to_string());
        lines.push(text.fill("arena-adjudicated", args));
    }
    Section::lines(text.fill("arena-title", title), lines)
}

/// For two players: what the results say about their difference.
fn duel(tournament: &Tournament, standings: &Standings, text: &Text) -> Option<Section> {
    let [one, other] = &tournament.plan().players[..] else {
        return None;
    };
    let (tally, pairs) = &standings.cross[0][1];
    let estimate = crate::standings::estimate(tally, pairs)?;
    let mut lines = vec![
        text.fill(
            "arena-score",
            Args::new()
                .text("points", number(tally.points()))
                .number("games", tally.games() as usize)
                .text("percent", percent(estimate.mean))
                .text("record", record_text(tally)),
        ),
    ];
    let elo = elo_text(estimate.elo(), estimate.elo_error());
    let trinomial = Estimate::trinomial(tally).and_then(|estimate| estimate.elo_error());
    let args = Args::new().text("elo", elo).text(
        "trinomial",
        trinomial.map_or("∞".to_owned(), |e| format!("{e:.1}")),
    );
    lines.push(text.fill("arena-elo", args));
    let normalized = estimate
        .normalized_elo()
        .zip(estimate.normalized_elo_error());
    if let Some((elo, error)) = normalized {
        let args = Args::new().text("elo", elo_text(elo, Some(error)));
        lines.push(text.fill("arena-normalized", args));
    }
    let args = Args::new()
        .text("player", &one.name)
        .text("percent", percent(estimate.superiority()));
    lines.push(text.fill("arena-los", args));
    lines.push(text.fill("arena-pairs", Args::new().text("counts", pairs_text(pairs))));
    if let (Some(sprt), Some((ratio, verdict))) = (tournament.plan().sprt, standings.sprt) {
        let (lower, upper) = sprt.bounds();
        let args = Args::new()
            .text("elo0", number(sprt.elo0))
            .text("elo1", number(sprt.elo1))
            .text("ratio", format!("{ratio:.2}"))
            .text("lower", format!("{lower:.2}"))
            .text("upper", format!("{upper:.2}"))
            .text("verdict", verdict_text(verdict, text));
        lines.push(text.fill("arena-sprt", args));
    }
    let title = Args::new()
        .text("one", &one.name)
        .text("other", &other.name);
    Some(Section::lines(text.fill("arena-duel", title), lines))
}

fn verdict_text(verdict: Verdict, text: &Text) -> String {
    text.say(&format!("arena-verdict-{}", verdict.name()))
}

fn standings_table(standings: &Standings, text: &Text) -> Table {
    let head = [
        "arena-col-rank",
        "arena-col-player",
        "arena-col-elo",
        "arena-col-games",
        "arena-col-points",
        "arena-col-percent",
        "arena-col-record",
        "arena-col-los",
    ];
    let rows = standings.rows.iter().enumerate().map(|(index, row)| {
        vec![
            (index + 1).to_string(),
            row.name.clone(),
            row.elo
                .map_or(String::new(), |(elo, error)| elo_text(elo, error)),
            row.tally.games().to_string(),
            number(row.points),
            row.tally.mean().map_or(String::new(), percent),
            record_text(&row.tally),
            row.estimate
                .map_or(String::new(), |estimate| percent(estimate.superiority())),
        ]
    });
    let head = head.map(|key| text.say(key)).to_vec();
    Table::new(head, rows.collect(), vec![1])
}

/// Points of each player against each other, in the order of the standings.
fn cross_table(standings: &Standings, text: &Text) -> Table {
    let rows = standings.rows.iter();
    let players: Vec<(usize, &str)> = rows.map(|row| (row.player, row.name.as_str())).collect();
    cross_of(&players, text, |one, other| standings.cross[one][other].0)
}

/// Points of each player against each other: of numbers and names, best first.
pub(crate) fn cross_of(
    players: &[(usize, &str)],
    text: &Text,
    tally: impl Fn(usize, usize) -> Tally,
) -> Table {
    let mut head = vec![text.say("arena-col-rank"), text.say("arena-col-player")];
    head.extend((1..=players.len()).map(|rank| rank.to_string()));
    let rows = players.iter().enumerate().map(|(index, &(player, name))| {
        let mut cells = vec![(index + 1).to_string(), name.to_owned()];
        cells.extend(players.iter().map(|&(other, _)| {
            let tally = tally(player, other);
            if player == other {
                "·".to_owned()
            } else if tally.games() == 0 {
                String::new()
            } else {
                format!("{}/{}", number(tally.points()), tally.games())
            }
        }));
        cells
    });
    Table {
        players: players.iter().map(|player| player.0).collect(),
        ..Table::new(head, rows.collect(), vec![1])
    }
}

fn bracket_lines(tournament: &Tournament, text: &Text) -> Vec<String> {
    let name = |player: usize| tournament.plan().players[player].name.as_str();
    match_lines(&bracket(tournament), name, text)
}

/// The matches of a knockout, one per line.
pub(crate) fn match_lines<'a>(
    matches: &[KnockoutMatch],
    name: impl Fn(usize) -> &'a str,
    text: &Text,
) -> Vec<String> {
    matches
        .iter()
        .map(|known| {
            let args = Args::new()
                .number("round", known.round as usize)
                .text("one", name(known.players.0));
            let Some(other) = known.players.1 else {
                return text.fill("arena-match-bye", args);
            };
            let args = args.text("other", name(other));
            match known.winner {
                None => text.fill("arena-match-open", args),
                Some(winner) => {
                    let key = if known.is_by_lot {
                        "arena-match-lot"
                    } else {
                        "arena-match-won"
                    };
                    text.fill(key, args.text("winner", name(winner)))
                }
            }
        })
        .collect()
}

/// Results by color.
fn colors(standings: &Standings, text: &Text) -> Section {
    let mut rows: Vec<Vec<String>> = standings
        .rows
        .iter()
        .map(|row| {
            vec![
                row.name.clone(),
                record_text(&row.black),
                row.black.mean().map_or(String::new(), percent),
                record_text(&row.white),
                row.white.mean().map_or(String::new(), percent),
            ]
        })
        .collect();
    let white = standings.black.reversed();
    rows.push(vec![
        text.say("arena-all"),
        record_text(&standings.black),
        standings.black.mean().map_or(String::new(), percent),
        record_text(&white),
        white.mean().map_or(String::new(), percent),
    ]);
    let head = [
        "arena-col-player",
        "arena-col-black",
        "arena-col-percent",
        "arena-col-white",
        "arena-col-percent",
    ];
    let kinds = standings.pair_kinds;
    let args = Args::new()
        .number("player", kinds.by_player as usize)
        .number("color", kinds.by_color as usize)
        .number("even", kinds.even as usize);
    Section {
        title: Some(text.say("arena-colors")),
        lines: vec![text.fill("arena-pair-kinds", args)],
        table: Some(Table::new(
            head.map(|key| text.say(key)).to_vec(),
            rows,
            vec![0],
        )),
        is_detail: false,
    }
}

fn time_table(standings: &Standings, text: &Text) -> Table {
    let head = [
        "arena-col-player",
        "arena-col-moves",
        "arena-col-per-move",
        "arena-col-longest",
        "arena-col-margin",
        "arena-col-forfeits",
    ];
    let rows = standings.rows.iter().map(|row| {
        let moves = u64::from(row.time.moves.max(1));
        let mean = row.time.total_ms as f64 / moves as f64;
        vec![
            row.name.clone(),
            row.time.moves.to_string(),
            format!("{mean:.1}"),
            row.time.longest_ms.to_string(),
            row.time
                .margin_ms
                .map_or(String::new(), |ms| ms.to_string()),
            row.forfeits.values().sum::<u32>().to_string(),
        ]
    });
    let head = head.map(|key| text.say(key)).to_vec();
    Table::new(head, rows.collect(), vec![0])
}

/// The most forfeits that are listed.
const FORFEITS_MAX: usize = 50;

fn forfeits(tournament: &Tournament, text: &Text) -> Vec<String> {
    let plan = tournament.plan();
    let all = tournament.games().iter().filter_map(|game| {
        let Ending::Forfeited(forfeit) = &game.ended.as_ref()?.ending else {
            return None;
        };
        Some((game, forfeit))
    });
    let count = all.clone().count();
    let mut lines: Vec<String> = all
        .take(FORFEITS_MAX)
        .map(|(game, forfeit)| {
            let player = &plan.players[game.drawn.players[forfeit.seat]].name;
            let args = Args::new()
                .number("game", game.drawn.number as usize)
                .text("player", player)
                .text(
                    "kind",
                    text.say(&format!("arena-forfeit-{}", forfeit.kind.name())),
                )
                .text(
                    "evidence",
                    forfeit.evidence.first().map_or("", String::as_str),
                );
            text.fill("arena-forfeited", args)
        })
        .collect();
    if count > FORFEITS_MAX {
        lines.push(text.fill(
            "arena-more",
            Args::new().number("count", count - FORFEITS_MAX),
        ));
    }
    lines
}

fn corrections(tournament: &Tournament, text: &Text) -> Vec<String> {
    let corrected = tournament.games().iter().filter_map(|game| {
        let correction = game.correction.as_ref()?;
        let result = correction.result.map(|result| result.to_string());
        let args = Args::new()
            .number("game", game.drawn.number as usize)
            .text("result", result.unwrap_or_else(|| text.say("arena-void")))
            .text("reason", &correction.reason);
        Some(text.fill("arena-corrected", args))
    });
    corrected.collect()
}

fn openings(tournament: &Tournament, standings: &Standings, text: &Text) -> Table {
    let plan = tournament.plan();
    let head = [
        "arena-col-opening",
        "arena-col-moves",
        "arena-col-games",
        "arena-col-black",
        "arena-col-percent",
    ];
    let rows = standings.openings.iter().map(|(index, tally)| {
        vec![
            (index + 1).to_string(),
            plan.openings[*index].moves_text(plan.game),
            tally.games().to_string(),
            record_text(tally),
            tally.mean().map_or(String::new(), percent),
        ]
    });
    let head = head.map(|key| text.say(key)).to_vec();
    Table::new(head, rows.collect(), vec![1])
}

/// Wins, losses and draws as engine matches write them.
fn record_text(tally: &Tally) -> String {
    format!("+{} −{} ={}", tally.wins, tally.losses, tally.draws)
}

fn pairs_text(pairs: &Pairs) -> String {
    pairs.counts.map(|count| count.to_string()).join(" · ")
}

/// Points without needless decimals.
pub(crate) fn number(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    format!("{rounded}")
}

/// A share as a percentage.
#[must_use]
pub fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// An Elo difference with its error.
#[must_use]
pub fn elo_text(elo: f64, error: Option<f64>) -> String {
    let elo = if elo == f64::INFINITY {
        "+∞".to_owned()
    } else if elo == f64::NEG_INFINITY {
        "−∞".to_owned()
    } else if elo.round() == 0.0 {
        "0".to_owned()
    } else {
        let sign = if elo < 0.0 { '−' } else { '+' };
        format!("{sign}{:.0}", elo.abs())
    };
    match error {
        Some(error) => format!("{elo} ± {error:.0}"),
        None => format!("{elo} ± ∞"),
    }
}
