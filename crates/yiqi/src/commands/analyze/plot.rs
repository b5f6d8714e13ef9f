//! The evaluation of a game as a chart: above the middle, Black is ahead.

mod raster;

use std::fmt::Write as _;
use std::path::Path;

use yiqi_desk::write_atomically;
use yiqi_rules::{AnyPosition, Color};
use yiqi_text::{Args, Text};

use super::Finding;
use crate::failure::Failure;
use crate::files::file_failure;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 360.0;
const MARGIN: f64 = 44.0;

/// The values of the horizontal grid lines, in hundredths.
const GRID: [i32; 7] = [-2000, -800, -300, 0, 300, 800, 2000];

/// The value of a won game in games without a stone count.
const WON: i32 = 10_000;

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
    text: &Text,
) -> Result<(), Failure> {
    let mut values: Vec<(usize, i32)> = findings
        .iter()
        .filter_map(|finding| {
            let best = finding.analysis.best()?;
            Some((finding.ply, best.eval_for_black(finding.turn)))
        })
        .collect();
    if let Some(outcome) = end.outcome() {
        let size = outcome.score.map_or(WON, |score| {
            100 * i32::from(score.black).abs_diff(i32::from(score.white)) as i32
        });
        let value = match outcome.winner {
            Some(Color::Black) => size,
            Some(Color::White) => -size,
            None => 0,
        };
        let ply = values.last().map_or(0, |(ply, _)| ply + 1);
        values.push((ply, value));
    }
    let drawing = Drawing::new(&values);
    let bytes = if is(path, "png") {
        raster::render(&drawing)
    } else {
        Ok(drawing.svg(&text.say("analyze-plot-title")).into_bytes())
    };
    let written = bytes.and_then(|bytes| write_atomically(path, &bytes));
    written.map_err(|error| {
        let problem = Args::new().text("problem", error.to_string());
        Failure {
            status: 1,
            ..file_failure(text, path, text.fill("error-write", problem))
        }
    })
}

/// The layout of the chart.
struct Drawing {
    points: Vec<(f64, f64)>,
    /// The y coordinate and label of each grid line.
    rows: Vec<(f64, String)>,
    /// The x coordinate and label of each ply on the axis.
    columns: Vec<(f64, String)>,
}

impl Drawing {
    fn new(values: &[(usize, i32)]) -> Drawing {
        let last = values.last().map_or(1, |(ply, _)| *ply).max(1);
        let x = |ply: usize| MARGIN + (WIDTH - 2.0 * MARGIN) * ply as f64 / last as f64;
        let y = |value: i32| {
            let middle = HEIGHT / 2.0;
            middle - height(value) * (middle - MARGIN / 1.5)
        };
        let step = match last {
            ..=12 => 1,
            13..=30 => 2,
            31..=60 => 5,
            61..=150 => 10,
            _ => 50,
        };
        Drawing {
            points: values.iter().map(|&(ply, v)| (x(ply), y(v))).collect(),
            rows: GRID
                .iter()
                .map(|&value| (y(value), format!("{:+}", value / 100)))
                .map(|(y, label)| (y, label.replace("+0", "0")))
                .collect(),
            columns: (0..=last)
                .step_by(step)
                .map(|ply| (x(ply), ply.to_string()))
                .collect(),
        }
    }

    fn svg(&self, title: &str) -> String {
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             width=\"{WIDTH}\" height=\"{HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <title>{title}</title>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
        );
        // Writing to a string cannot fail.
        for (y, label) in &self.rows {
            let color = if label == "0" { "#888" } else { "#ddd" };
            let _ = writeln!(
                svg,
                "<line x1=\"{MARGIN}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"{color}\"/>\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#555\">{label}</text>",
                WIDTH - MARGIN,
                MARGIN - 8.0,
                y + 4.0
            );
        }
        for (x, label) in &self.columns {
            let _ = writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\" fill=\"#555\">{label}</text>",
                HEIGHT - 8.0
            );
        }
        let points: Vec<String> = self
            .points
            .iter()
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"#1a6b4a\" stroke-width=\"2\" \
             stroke-linejoin=\"round\"/>",
            points.join(" ")
        );
        for (x, y) in &self.points {
            let _ = writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.5\" fill=\"#1a6b4a\"/>"
            );
        }
        svg + "</svg>\n"
    }
}

/// The height from −1 (White has won) to 1. Small differences take the most space.
fn height(value: i32) -> f64 {
    if value.abs() >= WON {
        return f64::from(value.signum());
    }
    let stones = f64::from(value) / 100.0;
    stones / (stones.abs() + 5.0)
}
