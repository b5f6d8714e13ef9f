//! The course of a game as a chart: above the middle, Black is ahead.

use crate::Rgb;
use crate::scene::{Anchor, Place, Scene, Shape};

const SIZE: Place = (900.0, 380.0);
/// Around the curve: left, top, right, bottom.
const MARGINS: [f64; 4] = [56.0, 64.0, 24.0, 40.0];
const FONT: f64 = 13.0;
const TITLE_FONT: f64 = 16.0;

const PAPER: Rgb = [255, 255, 255];
const FAINT: Rgb = [221, 221, 221];
const MIDDLE: Rgb = [110, 110, 110];
const LABEL: Rgb = [75, 75, 75];
const TITLE: Rgb = [30, 30, 30];
const CURVE: Rgb = [26, 107, 74];

/// The course of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// What the chart is about.
    pub title: String,
    /// The name of the vertical axis: what is counted, and for whom.
    pub vertical: String,
    /// The name of the horizontal axis.
    pub horizontal: String,
    /// After how many moves, and the value there. The largest and smallest possible value is
    /// `limit`.
    pub points: Vec<(usize, f64)>,
    /// The largest value that there can be.
    pub limit: f64,
}

impl Chart {
    /// An SVG file.
    #[must_use]
    pub fn svg(&self) -> String {
        crate::svg::write(&self.scene(), SIZE.0 as u32)
    }

    /// The pixels, drawn at twice the size, so that text is sharp.
    #[must_use]
    pub fn raster(&self) -> crate::Raster {
        crate::raster::draw(&self.scene(), 2 * SIZE.0 as u32, 2 * SIZE.1 as u32)
    }

    /// The value at the upper end: the next round number, so that the lines are evenly spaced.
    fn top(&self) -> f64 {
        let values = self.points.iter().map(|(_, value)| value.abs());
        let largest = values.fold(0.0, f64::max);
        let steps = [4.0, 10.0, 20.0, 40.0];
        let round = steps.into_iter().find(|&step| largest <= step);
        round.unwrap_or(self.limit).min(self.limit)
    }

    fn scene(&self) -> Scene {
        let [left, top, right, bottom] = MARGINS;
        let last = self.points.last().map_or(1, |(ply, _)| *ply).max(1);
        let highest = self.top();
        let x = |ply: usize| left + (SIZE.0 - left - right) * ply as f64 / last as f64;
        let half = (SIZE.1 - top - bottom) / 2.0;
        let y = |value: f64| top + half - value.clamp(-highest, highest) / highest * half;
        let mut scene = Scene {
            size: SIZE,
            title: self.title.clone(),
            shapes: vec![Shape::Rect {
                at: (0.0, 0.0),
                size: SIZE,
                radius: 0.0,
                fill: Some(PAPER),
                stroke: None,
            }],
        };
        let mut text = |at: Place, size: f64, anchor: Anchor, text: &str, fill: Rgb| {
            scene.shapes.push(Shape::Text {
                at,
                size,
                anchor,
                text: text.to_owned(),
                fill,
            });
        };
        text((left, 20.0), TITLE_FONT, Anchor::Start, &self.title, TITLE);
        text((left, 44.0), FONT, Anchor::Start, &self.vertical, LABEL);
        let edge = SIZE.0 - right;
        text(
            (edge, SIZE.1 - 10.0),
            FONT,
            Anchor::End,
            &self.horizontal,
            LABEL,
        );
        for quarter in -2..=2 {
            let value = highest * f64::from(quarter) / 2.0;
            let label = match quarter {
                0 => "0".to_owned(),
                _ => format!("{value:+}").replace('-', "−"),
            };
            text((left - 8.0, y(value)), FONT, Anchor::End, &label, LABEL);
        }
        let columns = (0..=last).step_by(step(last));
        for ply in columns {
            let at = (x(ply), SIZE.1 - bottom + 14.0);
            text(at, FONT, Anchor::Middle, &ply.to_string(), LABEL);
        }
        for quarter in -2..=2 {
            let y = y(highest * f64::from(quarter) / 2.0);
            let color = if quarter == 0 { MIDDLE } else { FAINT };
            scene.shapes.push(Shape::Line {
                from: (left, y),
                to: (edge, y),
                stroke: (color, 1.0),
            });
        }
        let places = self.points.iter().map(|&(ply, value)| (x(ply), y(value)));
        let places: Vec<Place> = places.collect();
        for pair in places.windows(2) {
            scene.shapes.push(Shape::Line {
                from: pair[0],
                to: pair[1],
                stroke: (CURVE, 2.0),
            });
        }
        for &center in &places {
            scene.shapes.push(Shape::Circle {
                center,
                radius: 2.5,
                fill: Some((CURVE, 1.0)),
                stroke: None,
            });
        }
        scene
    }
}

/// The distance between the numbered moves.
fn step(last: usize) -> usize {
    match last {
        ..=12 => 1,
        13..=30 => 2,
        31..=60 => 5,
        61..=150 => 10,
        _ => 50,
    }
}
