//! The report as one HTML page that needs nothing else: tables, plots as SVG, and games to replay.

use serde_json::{Value, json};
use yiqi_record::notation::move_name;
use yiqi_record::{Record, Seat};
use yiqi_rules::{AnyPosition, Color, GameSpec, Grid, Point, PointSet, RowsFrom};
use yiqi_text::{Text, words};

use super::tables::{Section, Table, elo_text, sections};
use crate::standings::Standings;
use crate::statistics::{Estimate, Pairs, Z95};
use crate::tournament::{GameState, Tournament};

/// The most games that the page holds.
pub const GAMES_MAX: usize = 2_000;

/// The page. `games` are those to replay, with their records.
#[must_use]
pub fn html(
    tournament: &Tournament,
    standings: &Standings,
    games: &[(&GameState, Record)],
    text: &Text,
) -> String {
    let plan = tournament.plan();
    let elo = standings.rows.iter().filter_map(|row| {
        let (elo, error) = row.elo?;
        Some((row.name.as_str(), elo, error))
    });
    let replays = games.iter().map(|(state, record)| Replay {
        number: state.drawn.number,
        players: [state.drawn.players.first, state.drawn.players.second],
        opening: plan.openings[state.drawn.opening].moves.len(),
        result: state.result().map_or_else(
            || text.say("arena-void"),
            |result| words::result(text, &result, plan.game),
        ),
        record,
    });
    let page = Page {
        sections: sections(tournament, standings, text),
        plots: vec![
            (text.say("arena-plot-elo"), elo_plot(elo)),
            (
                text.say("arena-plot-score"),
                score_plot(tournament, standings, text),
            ),
        ],
        game: plan.game,
        players: plan.players.iter().map(|player| &*player.name).collect(),
        replays: replays.collect(),
        ended_count: tournament.ended_count(),
        footer: text.say("arena-page-footer"),
    };
    page.html(text)
}

/// What a page shows.
pub(crate) struct Page<'a> {
    /// The parts of the report. The first one is its title.
    pub(crate) sections: Vec<Section>,
    /// Plots as SVG, with their titles.
    pub(crate) plots: Vec<(String, String)>,
    pub(crate) game: GameSpec,
    /// The names of the players, by their number.
    pub(crate) players: Vec<&'a str>,
    /// Games to replay.
    pub(crate) replays: Vec<Replay<'a>>,
    /// How many games are over.
    pub(crate) ended_count: usize,
    /// What the tables mean.
    pub(crate) footer: String,
}

/// A game to replay.
pub(crate) struct Replay<'a> {
    pub(crate) number: u32,
    /// The players' numbers, the one who starts with black first.
    pub(crate) players: [usize; 2],
    /// How many of its moves are its opening.
    pub(crate) opening: usize,
    pub(crate) result: String,
    pub(crate) record: &'a Record,
}

impl Page<'_> {
    /// The page as one file.
    pub(crate) fn html(&self, text: &Text) -> String {
        let title = self.sections.first().and_then(|part| part.title.as_deref());
        let title = escaped(title.unwrap_or_default());
        let mut body = String::new();
        for (index, part) in self.sections.iter().enumerate() {
            let heading = escaped(part.title.as_deref().unwrap_or_default());
            let lines: String = part
                .lines
                .iter()
                .map(|line| format!("<li>{}</li>", escaped(line)))
                .collect();
            if index == 0 {
                body += &format!(
                    "<header><h1>{heading}</h1><ul class=\"facts\">{lines}</ul></header>\n<main>\n"
                );
                continue;
            }
            if index == 1 {
                body += &plots(&self.plots);
            }
            let lines = if lines.is_empty() {
                lines
            } else {
                format!("<ul>{lines}</ul>")
            };
            let table = part.table.as_ref().map_or(String::new(), html_table);
            body += &if part.is_detail {
                format!(
                    "<section><details><summary>{heading}</summary>{lines}{table}</details></section>\n"
                )
            } else {
                format!("<section><h2>{heading}</h2>{lines}{table}</section>\n")
            };
        }
        body += &replay_section(self.ended_count, self.replays.len(), text);
        let data = self.game_data(text);
        // Nothing in the data may end the element or begin a comment.
        let data = data.to_string().replace('<', "\\u003c");
        let lang = text.lang().tag();
        format!(
            "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
             style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n\
             <link rel=\"icon\" href=\"data:,\">\n<title>{title}</title>\n<style>\n{css}</style>\n\
             </head>\n<body>\n{body}</main>\n<footer>{footer}</footer>\n\
             <script type=\"application/json\" id=\"data\">{data}</script>\n\
             <script>\n{script}</script>\n</body>\n</html>\n",
            css = include_str!("page.css"),
            script = include_str!("page.js"),
            footer = escaped(&self.footer),
        )
    }

    /// What the script shows.
    fn game_data(&self, text: &Text) -> Value {
        let size = self.game.size();
        let game = self.game.game();
        let list: Vec<Value> = self
            .replays
            .iter()
            .filter_map(|replay| one_game(self.game, replay))
            .collect();
        json!({
            "size": size,
            "grid": match game.grid() {
                Grid::Cells => "cells",
                Grid::Lines => "lines",
            },
            "rowsFromBottom": game.rows_from() == RowsFrom::Bottom,
            "stars": game.stars(size),
            "start": stones(&AnyPosition::new(self.game)),
            "players": self.players,
            "games": list,
            "words": {
                "start": text.say("arena-page-start"),
                "eval": text.say("arena-page-eval"),
                "black": words::color(text, Color::Black),
                "white": words::color(text, Color::White),
            },
        })
    }
}

/// A text in which nothing is markup.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// A table. A cell for two players opens their games.
fn html_table(table: &Table) -> String {
    let link = |row: usize, column: usize| {
        let players = &table.players;
        let one = *players.get(row)?;
        let other = *players.get(column.checked_sub(2)?)?;
        (one != other).then_some((one, other))
    };
    let class = |column: usize| {
        if table.is_text(column) {
            " class=\"word\""
        } else {
            ""
        }
    };
    let head: String = table
        .head
        .iter()
        .enumerate()
        .map(|(column, cell)| format!("<th scope=\"col\"{}>{}</th>", class(column), escaped(cell)))
        .collect();
    let rows: String = table
        .rows
        .iter()
        .enumerate()
        .map(|(row, cells)| {
            let cells: String = cells
                .iter()
                .enumerate()
                .map(|(column, cell)| {
                    let text = escaped(cell);
                    let inner = match link(row, column).filter(|_| !cell.is_empty()) {
                        Some((one, other)) => format!(
                            "<button type=\"button\" data-one=\"{one}\" \
                             data-other=\"{other}\">{text}</button>"
                        ),
                        None => text,
                    };
                    format!("<td{}>{inner}</td>", class(column))
                })
                .collect();
            format!("<tr>{cells}</tr>")
        })
        .collect();
    format!(
        "<div class=\"wide\"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )
}

/// The plots side by side.
fn plots(plots: &[(String, String)]) -> String {
    let panels: String = plots
        .iter()
        .map(|(title, plot)| format!("<section><h2>{}</h2>{plot}</section>", escaped(title)))
        .collect();
    format!("<div class=\"plots\">{panels}</div>\n")
}

/// How much of a name a plot has room for, in columns.
const NAME_COLUMNS: usize = 20;

/// The most players in a plot.
const PLAYERS_SHOWN: usize = 40;

/// Ratings with their errors, one line per player: name, Elo, and its error unless that is unbounded.
pub(crate) fn elo_plot<'a>(ratings: impl Iterator<Item = (&'a str, f64, Option<f64>)>) -> String {
    let rows: Vec<(&str, f64, f64)> = ratings
        .take(PLAYERS_SHOWN)
        .map(|(name, elo, error)| {
            let elo = elo.clamp(-ELO_SHOWN, ELO_SHOWN);
            (name, elo, error.unwrap_or(ELO_SHOWN).min(ELO_SHOWN))
        })
        .collect();
    let (width, left, right, line) = (480.0, 146.0, 20.0, 30.0);
    let height = rows.len() as f64 * line + 34.0;
    let least = rows.iter().map(|row| row.1 - row.2).fold(-10.0, f64::min);
    let most = rows.iter().map(|row| row.1 + row.2).fold(10.0, f64::max);
    let x = |elo: f64| left + (elo - least) / (most - least) * (width - left - right);
    let mut out = format!("<svg class=\"plot\" viewBox=\"0 0 {width} {height}\" role=\"img\">");
    let bottom = height - 24.0;
    for tick in ticks(least, most) {
        let class = if tick == 0.0 { "zero" } else { "axis" };
        let at = x(tick);
        out += &format!(
            "<line class=\"{class}\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"4\" y2=\"{bottom:.1}\"/>\
             <text class=\"soft\" x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            height - 8.0,
            format!("{tick:.0}").replace('-', "−"),
        );
    }
    for (index, &(name, elo, error)) in rows.iter().enumerate() {
        let y = index as f64 * line + 20.0;
        let (from, to) = (x(elo - error), x(elo + error));
        out += &format!(
            "<text x=\"0\" y=\"{:.1}\">{}<title>{}</title></text>\
             <line class=\"bar\" x1=\"{from:.1}\" x2=\"{to:.1}\" y1=\"{y}\" y2=\"{y}\"/>\
             <line class=\"bar\" x1=\"{from:.1}\" x2=\"{from:.1}\" y1=\"{:.1}\" y2=\"{:.1}\"/>\
             <line class=\"bar\" x1=\"{to:.1}\" x2=\"{to:.1}\" y1=\"{:.1}\" y2=\"{:.1}\"/>\
             <circle class=\"dot\" cx=\"{:.1}\" cy=\"{y}\" r=\"4.5\"><title>{}</title></circle>",
            y + 4.0,
            escaped(&yiqi_text::columns::fit(name, NAME_COLUMNS)),
            escaped(name),
            y - 5.0,
            y + 5.0,
            y - 5.0,
            y + 5.0,
            x(elo),
            escaped(&elo_text(elo, Some(error))),
        );
    }
    out + "</svg>"
}

/// Ratings beyond this are cut off in the plot.
const ELO_SHOWN: f64 = 1_200.0;

/// Round numbers between two values, about five.
fn ticks(least: f64, most: f64) -> Vec<f64> {
    let rough = (most - least) / 5.0;
    let unit = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * unit)
        .find(|step| *step >= rough)
        .unwrap_or(unit * 10.0);
    let first = (least / step).ceil() as i64;
    let last = (most / step).floor() as i64;
    (first..=last).map(|index| index as f64 * step).collect()
}

/// Lines in the plot of points.
pub(crate) const SERIES_MAX: usize = 8;

/// Points on a line of a plot.
const SAMPLES_MAX: usize = 240;

/// The share of points over the games: for two players with its error, otherwise one line for each
/// of the best.
fn score_plot(tournament: &Tournament, standings: &Standings, text: &Text) -> String {
    let is_duel = standings.rows.len() == 2;
    let shown: Vec<usize> = if is_duel {
        vec![0]
    } else {
        let rows = standings.rows.iter().take(SERIES_MAX);
        rows.map(|row| row.player).collect()
    };
    let lines = shown.iter().map(|&player| {
        let scores = scores_over_time(tournament, player);
        let band = scores.iter().filter(|_| is_duel);
        PlotLine {
            name: &tournament.plan().players[player].name,
            points: scores.iter().map(|&(at, mean, _)| (at, mean)).collect(),
            band: band
                .map(|&(at, mean, error)| (at, (mean - error).max(0.0), (mean + error).min(1.0)))
                .collect(),
        }
    });
    let shares = [0.0, 0.25, 0.5, 0.75, 1.0];
    line_plot(
        &lines.collect::<Vec<_>>(),
        tournament.games().len(),
        &shares.map(|share| (share, format!("{:.0} %", share * 100.0))),
        Some(0.5),
        text,
    )
}

/// A line of a plot.
pub(crate) struct PlotLine<'a> {
    pub(crate) name: &'a str,
    /// Games played, and the value then.
    pub(crate) points: Vec<(f64, f64)>,
    /// The lower and upper bound of each value; empty if they are not shown.
    pub(crate) band: Vec<(f64, f64, f64)>,
}

/// Lines over the games. The marks of the vertical axis go from its lower to its upper end.
pub(crate) fn line_plot(
    lines: &[PlotLine<'_>],
    games: usize,
    marks: &[(f64, String)],
    zero: Option<f64>,
    text: &Text,
) -> String {
    let (width, height, left, right, top, bottom) = (480.0, 250.0, 44.0, 146.0, 10.0, 28.0);
    let games = games.max(1) as f64;
    let least = marks.first().map_or(0.0, |mark| mark.0);
    let most = marks.last().map_or(1.0, |mark| mark.0);
    let range = if most > least { most - least } else { 1.0 };
    let x = |number: f64| left + number / games * (width - left - right);
    let y = |value: f64| top + (1.0 - (value - least) / range) * (height - top - bottom);
    let mut out = format!("<svg class=\"plot\" viewBox=\"0 0 {width} {height}\" role=\"img\">");
    for (value, label) in marks {
        let class = if zero == Some(*value) { "zero" } else { "axis" };
        out += &format!(
            "<line class=\"{class}\" x1=\"{left}\" x2=\"{:.1}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
             <text class=\"soft\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            width - right,
            left - 6.0,
            y(*value) + 4.0,
            at = y(*value),
        );
    }
    for tick in ticks(0.0, games) {
        out += &format!(
            "<text class=\"soft\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{tick:.0}</text>",
            x(tick),
            height - 10.0,
        );
    }
    out += &format!(
        "<text class=\"soft\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
        width - right + 26.0,
        height - 10.0,
        escaped(&text.say("arena-col-games")),
    );
    let mut label_rows: Vec<(f64, usize, &str)> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some(&(_, last)) = line.points.last() else {
            continue;
        };
        if !line.band.is_empty() {
            let upper = line.band.iter().map(|&(at, _, upper)| (at, upper));
            let lower = line.band.iter().rev().map(|&(at, lower, _)| (at, lower));
            let points: Vec<String> = upper
                .chain(lower)
                .map(|(at, value)| format!("{:.1},{:.1}", x(at), y(value)))
                .collect();
            out += &format!("<polygon class=\"band\" points=\"{}\"/>", points.join(" "));
        }
        let points: Vec<String> = line
            .points
            .iter()
            .map(|&(at, value)| format!("{:.1},{:.1}", x(at), y(value)))
            .collect();
        out += &format!(
            "<polyline class=\"series\" style=\"stroke:var(--c{index})\" points=\"{}\"/>",
            points.join(" ")
        );
        label_rows.push((y(last), index, line.name));
    }
    // Labels keep apart from each other.
    label_rows.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut free = top;
    for (at, index, name) in label_rows {
        let at = at.max(free).min(height - bottom);
        free = at + 14.0;
        out += &format!(
            "<text x=\"{:.1}\" y=\"{:.1}\" style=\"fill:var(--c{index})\">{}<title>{}</title></text>",
            width - right + 6.0,
            at + 4.0,
            escaped(&yiqi_text::columns::fit(name, NAME_COLUMNS)),
            escaped(name),
        );
    }
    out + "</svg>"
}

/// After each game of a player: its number, the points per game so far, and half the width of their
/// 95 % interval.
fn scores_over_time(tournament: &Tournament, player: usize) -> Vec<(f64, f64, f64)> {
    let mut tally = crate::statistics::Tally::default();
    let mut pairs = Pairs::default();
    let mut line = Vec::new();
    for pair in tournament.pairs() {
        let mut halves = Vec::new();
        for game in pair {
            let seats = Seat::BOTH.into_iter();
            let own = seats.filter(|&seat| game.drawn.players[seat] == player);
            for points in own.filter_map(|seat| game.halves(seat)) {
                tally.count(points);
                halves.push((game.drawn.number, points));
            }
        }
        if let [(_, one), (number, other)] = halves[..] {
            pairs.count(one + other);
            if let (Some(mean), Some(estimate)) = (tally.mean(), Estimate::pentanomial(&pairs)) {
                line.push((f64::from(number), mean, Z95 * estimate.error));
            }
        }
    }
    sampled(line)
}

/// As many points of a line as can be told apart.
pub(crate) fn sampled<T>(line: Vec<T>) -> Vec<T> {
    let every = line.len().div_ceil(SAMPLES_MAX).max(1);
    let last = line.len().saturating_sub(1);
    line.into_iter()
        .enumerate()
        .filter(|(index, _)| index % every == 0 || *index == last)
        .map(|(_, point)| point)
        .collect()
}

/// The part with the board, filled in by the script.
fn replay_section(ended_count: usize, count: usize, text: &Text) -> String {
    if count == 0 {
        return String::new();
    }
    let say = |key: &str| escaped(&text.say(key));
    let button = |id: &str, sign: &str, key: &str| {
        format!(
            "<button type=\"button\" id=\"{id}\" aria-label=\"{word}\" title=\"{word}\">{sign}</button>",
            word = say(key)
        )
    };
    let left_out = ended_count.saturating_sub(count);
    let note = if left_out > 0 {
        let args = yiqi_text::Args::new()
            .number("shown", count)
            .number("left", left_out);
        format!(
            "<p class=\"keys\">{}</p>",
            escaped(&text.fill("arena-page-games-max", args))
        )
    } else {
        String::new()
    };
    format!(
        "<section id=\"games\"><h2>{games}</h2>\n<div class=\"bar\"><select id=\"choice\" \
         aria-label=\"{games}\"></select><button type=\"button\" id=\"all\" hidden>{all}</button></div>\n\
         <div class=\"replay\"><div><p class=\"who\" id=\"who\"></p><svg id=\"board\" class=\"board\" \
         role=\"img\" aria-label=\"{board}\"></svg><div class=\"bar\">{first}{back}{next}{last}</div></div>\n\
         <div><p id=\"result\"></p><p class=\"note\" id=\"note\" aria-live=\"polite\"></p>\
         <div class=\"moves\" id=\"moves\"></div></div></div>\n<p class=\"keys\">{keys}</p>{note}</section>\n",
        games = say("arena-page-games"),
        all = say("arena-page-all"),
        board = say("arena-page-board"),
        first = button("first", "|◀", "arena-page-first"),
        back = button("back", "◀", "arena-page-back"),
        next = button("next", "▶", "arena-page-next"),
        last = button("last", "▶|", "arena-page-last"),
        keys = say("arena-page-keys"),
    )
}

fn one_game(game: GameSpec, shown: &Replay<'_>) -> Option<Value> {
    let (size, record) = (game.size(), shown.record);
    let replay = record.replay().ok()?;
    let start = record.header.start.is_some();
    let start = start.then(|| record.header.start_position().ok());
    let plies: Vec<Vec<usize>> = replay
        .plies()
        .iter()
        .map(|changes| match changes.placed {
            // Not a stone: a pass, or a choice of colors.
            None => vec![2],
            Some((point, color)) => {
                let color = usize::from(color == Color::White);
                let flips = changes
                    .flipped
                    .iter()
                    .map(|flipped| index_of(flipped, size));
                [color, index_of(point, size)]
                    .into_iter()
                    .chain(flips)
                    .collect()
            }
        })
        .collect();
    let played = record.effective_moves();
    let moves: Vec<String> = played
        .iter()
        .map(|(played, _)| move_name(played.mv, game))
        .collect();
    let evals: Vec<Option<i32>> = played.iter().map(|(played, _)| played.eval).collect();
    let times: Vec<u64> = played.iter().map(|(_, ms)| *ms).collect();
    Some(json!({
        "number": shown.number,
        "first": shown.players[0],
        "second": shown.players[1],
        "opening": shown.opening,
        "result": shown.result,
        "start": start.flatten().map(|position| stones(&position)),
        "plies": plies,
        "moves": moves,
        "evals": evals,
        "times": times,
    }))
}

/// The stones of both colors by their numbers in reading order.
fn stones(position: &AnyPosition) -> Value {
    let of = |stones: PointSet| -> Vec<usize> {
        let size = position.size();
        stones.iter().map(|point| index_of(point, size)).collect()
    };
    json!([
        of(position.stones(Color::Black)),
        of(position.stones(Color::White))
    ])
}

fn index_of(point: Point, size: u8) -> usize {
    usize::from(point.row()) * usize::from(size) + usize::from(point.col())
}
