//! A tournament as plain text, in the reader's language.

use yiqi_text::columns::{pad, width};
use yiqi_text::{Args, Text};
use yiqi_wire::{SeatKind, TournamentOutcome, TournamentPlayer, TournamentState, WireSeat};

/// The report of a tournament: its name, its standings and all games.
pub(crate) fn report_text(state: &TournamentState, text: &Text) -> String {
    let info = &state.info;
    let mut out = format!(
        "{}\n{}, {}, {}\n\n",
        info.name,
        info.game.name,
        text.say(&format!("web-tournament-format-{}", kind_name(info.format))),
        info.time
    );
    let mut head = vec![
        text.say("web-tournament-place"),
        text.say("web-tournament-player"),
        text.say("web-tournament-points"),
        text.say("web-tournament-won"),
        text.say("web-tournament-drawn"),
        text.say("web-tournament-lost"),
    ];
    for name in &state.tie_breaks {
        head.push(text.say(&format!("web-tournament-tie-{name}")));
    }
    let mut rows = vec![head];
    for row in &state.standings {
        let mut cells = vec![
            row.place.to_string(),
            name_of(state, row.player, text),
            row.points.to_string(),
            row.won.to_string(),
            row.drawn.to_string(),
            row.lost.to_string(),
        ];
        cells.extend(row.tie_breaks.iter().map(ToString::to_string));
        rows.push(cells);
    }
    out += &columns(&rows, 1);
    out.push('\n');
    let mut games = state.games.clone();
    games.sort_by_key(|game| game.number);
    let mut round = 0;
    for game in &games {
        let is_arena = info.rounds.is_none();
        if game.round != round && !is_arena {
            round = game.round;
            let number = Args::new().number("round", round as usize);
            out += &format!("\n{}\n", text.fill("web-tournament-round", number));
        }
        out += &format!(
            "{} – {}  {}\n",
            name_of(state, game.first, text),
            name_of(state, game.second, text),
            game.outcome
                .as_ref()
                .map_or_else(|| "*".to_owned(), |outcome| score(outcome, text)),
        );
    }
    out
}

/// The result of a game from the first player's side.
fn score(outcome: &TournamentOutcome, text: &Text) -> String {
    let points = match (outcome.kind.as_str(), outcome.winner) {
        ("void", _) => "–",
        (_, Some(WireSeat::First)) => "1–0",
        (_, Some(WireSeat::Second)) => "0–1",
        (_, None) => "½–½",
    };
    match outcome.kind.as_str() {
        "played" => points.to_owned(),
        kind => format!(
            "{points} ({})",
            text.say(&format!("web-tournament-end-{kind}"))
        ),
    }
}

fn kind_name(kind: yiqi_wire::TournamentKind) -> &'static str {
    match kind {
        yiqi_wire::TournamentKind::Arena => "arena",
        yiqi_wire::TournamentKind::Swiss => "swiss",
        yiqi_wire::TournamentKind::RoundRobin => "roundrobin",
        yiqi_wire::TournamentKind::Knockout => "knockout",
    }
}

fn name_of(state: &TournamentState, player: usize, text: &Text) -> String {
    let Some(TournamentPlayer {
        name, kind, player, ..
    }) = state.players.get(player)
    else {
        return String::new();
    };
    match kind {
        SeatKind::Computer => {
            let spec = player.as_deref().unwrap_or_default();
            crate::table::say_player(text, spec)
        }
        _ if name.is_empty() => text.say("web-guest"),
        _ => name.clone(),
    }
}

/// A table in columns; one column is text, all others are numbers.
fn columns(rows: &[Vec<String>], text_column: usize) -> String {
    let count = rows.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..count)
        .map(|column| {
            rows.iter()
                .map(|row| width(&row[column]))
                .max()
                .unwrap_or(0)
        })
        .collect();
    let mut out = String::new();
    for row in rows {
        let cells: Vec<String> = (0..count)
            .map(|column| {
                let cell = &row[column];
                if column == text_column {
                    pad(cell, widths[column])
                } else {
                    let blanks = widths[column].saturating_sub(width(cell));
                    format!("{}{cell}", " ".repeat(blanks))
                }
            })
            .collect();
        out += cells.join("  ").trim_end();
        out.push('\n');
    }
    out
}
