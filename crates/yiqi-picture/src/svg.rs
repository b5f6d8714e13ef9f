//! Shapes as an SVG file.

use std::fmt::Write;

use yiqi_rules::Color;

use crate::Rgb;
use crate::scene::{SHINE_CENTER, SHINE_RADIUS, Scene, Shape, Stroke, shine};

/// The file, with this width and height in pixels.
pub(crate) fn write(scene: &Scene, side: u32) -> String {
    let whole = number(scene.side);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{side}\" height=\"{side}\" \
         viewBox=\"0 0 {whole} {whole}\">\n<defs>\n"
    );
    for color in Color::BOTH {
        let stops: String = shine(color)
            .iter()
            .map(|(at, rgb, opacity)| {
                format!(
                    "<stop offset=\"{}\" stop-color=\"{}\" stop-opacity=\"{}\"/>",
                    number(*at),
                    hex(*rgb),
                    number(*opacity)
                )
            })
            .collect();
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "<radialGradient id=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\">{stops}</radialGradient>",
            color.name(),
            number(SHINE_CENTER.0),
            number(SHINE_CENTER.1),
            number(SHINE_RADIUS),
        );
    }
    out.push_str("</defs>\n");
    for shape in &scene.shapes {
        out.push_str(&element(shape));
        out.push('\n');
    }
    out.push_str("</svg>\n");
    out
}

fn element(shape: &Shape) -> String {
    match shape {
        Shape::Rect {
            at,
            size,
            radius,
            fill,
            stroke,
        } => format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"{}\"{}/>",
            number(at.0),
            number(at.1),
            number(size.0),
            number(size.1),
            number(*radius),
            fill.map_or_else(|| "none".to_owned(), hex),
            stroke.map(stroke_text).unwrap_or_default(),
        ),
        Shape::Line { from, to, stroke } => format!(
            "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"{} stroke-linecap=\"round\"/>",
            number(from.0),
            number(from.1),
            number(to.0),
            number(to.1),
            stroke_text(*stroke),
        ),
        Shape::Circle {
            center,
            radius,
            fill,
            stroke,
        } => {
            let fill = match fill {
                None => "none\"".to_owned(),
                Some((rgb, 1.0)) => format!("{}\"", hex(*rgb)),
                Some((rgb, opacity)) => {
                    format!("{}\" fill-opacity=\"{}\"", hex(*rgb), number(*opacity))
                }
            };
            format!(
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}{}/>",
                number(center.0),
                number(center.1),
                number(*radius),
                stroke.map(stroke_text).unwrap_or_default(),
            )
        }
        Shape::Shine {
            center,
            radius,
            color,
        } => format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"url(#{})\"/>",
            number(center.0),
            number(center.1),
            number(*radius),
            color.name(),
        ),
        // Only letters and digits, so nothing has to be escaped.
        Shape::Text {
            at,
            size,
            text,
            fill,
        } => format!(
            "<text x=\"{}\" y=\"{}\" dy=\".35em\" text-anchor=\"middle\" font-family=\"system-ui, \
             sans-serif\" font-weight=\"500\" font-size=\"{}\" fill=\"{}\">{text}</text>",
            number(at.0),
            number(at.1),
            number(*size),
            hex(*fill),
        ),
    }
}

fn stroke_text((rgb, width): Stroke) -> String {
    format!(
        " stroke=\"{}\" stroke-width=\"{}\"",
        hex(rgb),
        number(width)
    )
}

fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A number with at most two decimals.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.to_owned()
}
