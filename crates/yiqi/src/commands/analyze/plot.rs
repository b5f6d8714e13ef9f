//! The evaluation of a game as a chart, in a file.

use std::path::Path;

use yiqi_desk::write_atomically;
use yiqi_picture::Chart;
use yiqi_rules::{AnyPosition, ByColor, Color, Game};
use yiqi_text::{Args, Lang, Text, words};

use super::Finding;
use crate::failure::Failure;
use crate::files::file_failure;

/// The value of a won game in games without a stone count.
const WON: f64 = 100.0;

/// Refuses a file whose extension is not a supported image format.
pub(super) fn check_ending(path: &Path, text: &Text) -> Result<(), Failure> {
    if is(path, "svg") || is(path, "png") {
        return Ok(());
    }
    let file = Args::new().text("file", path.to_string_lossy());
    Err(Failure::usage(text.fill("error-plot-ending", file)))
}

fn is(path: &Path, ending: &str) -> bool {
    path.extension()
        .is_some_and(|found| found.eq_ignore_ascii_case(ending))
}

/// Draws the findings, and the result of the game if it is over.
pub(super) fn write(
    path: &Path,
    findings: &[Finding],
    end: &AnyPosition,
    players: &ByColor<String>,
    text: &Text,
) -> Result<(), Failure> {
    let bytes = match is(path, "png") {
        // Pixels have no Chinese letters.
        true => chart(findings, end, players, &Text::new(Lang::En))
            .raster()
            .png(),
        false => Ok(chart(findings, end, players, text).svg().into_bytes()),
    };
    let written = bytes.and_then(|bytes| write_atomically(path, &bytes));
    written.map_err(|error| {
        let problem = Args::new().text("problem", words::io_error(text, &error));
        Failure {
            status: 1,
            ..file_failure(text, path, text.fill("error-write", problem))
        }
    })
}

fn chart(findings: &[Finding], end: &AnyPosition, players: &ByColor<String>, text: &Text) -> Chart {
    let spec = end.spec();
    let counts_stones = spec.game() == Game::Reversi;
    let limit = match counts_stones {
        true => f64::from(spec.size()) * f64::from(spec.size()),
        false => WON,
    };
    let value = |finding: &Finding| {
        let best = finding.analysis.best()?;
        let value = f64::from(best.eval_for_black(finding.turn)) / 100.0;
        Some((finding.ply, value))
    };
    let mut points: Vec<(usize, f64)> = findings.iter().filter_map(value).collect();
    if let Some(outcome) = end.outcome() {
        let size = outcome
            .score
            .map_or(WON, |score| f64::from(score.black.abs_diff(score.white)));
        let value = match outcome.winner {
            Some(Color::Black) => size,
            Some(Color::White) => -size,
            None => 0.0,
        };
        let ply = points.last().map_or(0, |(ply, _)| ply + 1);
        points.push((ply, value));
    }
    let args = Args::new()
        .text("game", words::game(text, spec))
        .text("black", players.black.as_str())
        .text("white", players.white.as_str());
    let has_names = Color::BOTH.iter().all(|&color| !players[color].is_empty());
    let title = match has_names {
        true => text.fill("analyze-plot-players", args),
        false => words::game(text, spec),
    };
    Chart {
        title,
        vertical: text.say(match counts_stones {
            true => "analyze-plot-stones",
            false => "analyze-plot-chance",
        }),
        horizontal: text.say("analyze-plot-moves"),
        points,
        limit,
    }
}
